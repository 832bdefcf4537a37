// RUN: tq-opt %s -split-input-file -tq-batch-programs | FileCheck %s

// 16 programs of 128 elements: what depends on the program has a row for each, what does
// not is repeated, and a mask ends behind the last program.

// CHECK-LABEL: @rows
// CHECK-SAME:    tq.num_warps = 4 : i32
// CHECK-SAME:    tqg.batch = 16 : i32
// CHECK:         %[[CTA:.*]] = tq.program_id 0
// CHECK:         %[[FIRST:.*]] = arith.muli %[[CTA]], %c16
// CHECK:         %[[IDS:.*]] = arith.addi %{{.*}}, %{{.*}} : tensor<16xi32>
// CHECK:         %[[ALL:.*]] = tqg.launch_extent 0
// CHECK:         %[[THERE:.*]] = arith.cmpi ult, %[[IDS]], %{{.*}} : tensor<16xi32>
// CHECK:         %[[COLS:.*]] = tq.range 0 to 128 : tensor<128xi32>
// CHECK:         %[[ROW:.*]] = tq.addptr %{{.*}}, %[[IDS]] : tensor<16x!tq.ptr<f32>>, tensor<16xi32>
// CHECK:         tq.expand_dims %[[ROW]], 1 : tensor<16x!tq.ptr<f32>> -> tensor<16x1x!tq.ptr<f32>>
// CHECK:         tq.expand_dims %[[COLS]], 0 : tensor<128xi32> -> tensor<1x128xi32>
// CHECK:         tq.expand_dims %[[THERE]], 1
// CHECK:         %[[X:.*]] = tq.load %{{.*}}, %{{.*}} : tensor<16x128x!tq.ptr<f32>> -> tensor<16x128xf32>
// CHECK:         "tq.reduce"(%[[X]]) <{axis = 1 : i32}>
// CHECK:         (tensor<16x128xf32>) -> tensor<16xf32>
// CHECK:         tq.store %[[ROW]], %{{.*}}, %[[THERE]] : tensor<16x!tq.ptr<f32>>, tensor<16xf32>, tensor<16xi1>
module attributes {tq.arch = "sm_80"} {
func.func @rows(%p: !tq.ptr<f32>) attributes {tq.kernel, tq.num_stages = 3 : i32, tq.num_warps = 1 : i32} {
  %id = tq.program_id 0
  %cols = tq.range 0 to 128 : tensor<128xi32>
  %row = tq.addptr %p, %id : !tq.ptr<f32>, i32
  %rows = tq.splat %row : !tq.ptr<f32> -> tensor<128x!tq.ptr<f32>>
  %at = tq.addptr %rows, %cols : tensor<128x!tq.ptr<f32>>, tensor<128xi32>
  %x = tq.load %at : tensor<128x!tq.ptr<f32>> -> tensor<128xf32>
  %sum = "tq.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tq.yield %c : f32
  }) : (tensor<128xf32>) -> f32
  tq.store %row, %sum : !tq.ptr<f32>, f32
  return
}
}

// -----

// What adds up no rows stays alone: its author has chosen the size of its programs.
// CHECK-LABEL: @plain
// CHECK-NOT:     tqg.batch
// CHECK:         tq.load %{{.*}} : tensor<128x!tq.ptr<f32>> -> tensor<128xf32>
module attributes {tq.arch = "sm_80"} {
func.func @plain(%p: !tq.ptr<f32>) attributes {tq.kernel, tq.num_stages = 3 : i32, tq.num_warps = 1 : i32} {
  %id = tq.program_id 0
  %cols = tq.range 0 to 128 : tensor<128xi32>
  %row = tq.addptr %p, %id : !tq.ptr<f32>, i32
  %rows = tq.splat %row : !tq.ptr<f32> -> tensor<128x!tq.ptr<f32>>
  %at = tq.addptr %rows, %cols : tensor<128x!tq.ptr<f32>>, tensor<128xi32>
  %x = tq.load %at : tensor<128x!tq.ptr<f32>> -> tensor<128xf32>
  tq.store %at, %x : tensor<128x!tq.ptr<f32>>, tensor<128xf32>
  return
}
}
