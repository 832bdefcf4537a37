// RUN: tq-opt %s -split-input-file -tq-share-rows | FileCheck %s

// Each of 2 CTAs has half of the row, 1024 elements in turn; sums are of both; a number is
// stored once.

// CHECK-LABEL: @rows
// CHECK-SAME:    tqg.row_ctas = 2 : i32
// CHECK:         %[[CTA:.*]] = tq.program_id 0
// CHECK:         %[[RANK:.*]] = arith.remui %[[CTA]], %c2
// CHECK:         %[[ID:.*]] = arith.divui %{{.*}}, %c2
// CHECK:         %[[OWN:.*]] = tq.range 0 to 2048 : tensor<2048xi32>
// CHECK:         arith.muli %[[RANK]], %c1024
// CHECK:         arith.divsi %[[OWN]], %{{.*}} : tensor<2048xi32>
// CHECK:         %[[AT:.*]] = tq.addptr %{{.*}}, %{{.*}} : tensor<2048x!tq.ptr<f32>>, tensor<2048xi32>
// CHECK:         %[[X:.*]] = tq.load %[[AT]] {{.*}}: tensor<2048x!tq.ptr<f32>> -> tensor<2048xf32>
// CHECK:         %[[MINE:.*]] = "tq.reduce"(%[[X]]) <{axis = 0 : i32}>
// CHECK:         %[[ALL:.*]] = tqg.cluster_gather %[[MINE]] : f32 -> tensor<2xf32>
// CHECK:         %[[SUM:.*]] = "tq.reduce"(%[[ALL]]) <{axis = 0 : i32}>
// CHECK:         %[[FIRST:.*]] = arith.cmpi eq, %[[RANK]], %c0
// CHECK:         scf.if %[[FIRST]] {
// CHECK-NEXT:      tq.store %{{.*}}, %[[SUM]]
module attributes {tq.arch = "sm_90a"} {
func.func @rows(%p: !tq.ptr<f32>) attributes {tq.kernel, tq.num_ctas = 2 : i32, tq.num_stages = 3 : i32, tq.num_warps = 4 : i32} {
  %id = tq.program_id 0
  %cols = tq.range 0 to 4096 : tensor<4096xi32>
  %row = tq.addptr %p, %id : !tq.ptr<f32>, i32
  %rows = tq.splat %row : !tq.ptr<f32> -> tensor<4096x!tq.ptr<f32>>
  %at = tq.addptr %rows, %cols : tensor<4096x!tq.ptr<f32>>, tensor<4096xi32>
  %x = tq.load %at : tensor<4096x!tq.ptr<f32>> -> tensor<4096xf32>
  %sum = "tq.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tq.yield %c : f32
  }) : (tensor<4096xf32>) -> f32
  tq.store %row, %sum : !tq.ptr<f32>, f32
  return
}
}

// -----

// Where products are shared, another pass says how.
// CHECK-LABEL: @product
// CHECK-SAME:    tq.num_ctas = 2 : i32
module attributes {tq.arch = "sm_90a"} {
func.func @product(%a: tensor<16x16xf16>, %c: tensor<16x16xf32>) attributes {tq.kernel, tq.num_ctas = 2 : i32} {
  %d = tq.dot %a, %a, %c ieee : tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf32>
  return
}
}
