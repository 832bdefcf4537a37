// RUN: tq-opt %s -tq-lane-sums | FileCheck %s
//
// What a loop's sums start with is the first lane's; what it gave is added up behind
// it. In the loop, what was carried is added to the first of a lane's pairs, and zeros
// to the others: the factor is needed early. lane-sums.tq has what is not rewritten, and why.

// CHECK-LABEL: @attention
// CHECK:       %[[LANE:.*]] = tq.range 0 to 4
// CHECK:       %[[FIRST:.*]] = arith.cmpi eq, %[[LANE]]
// CHECK:       %[[INIT:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<64x4xi1>, tensor<64x4xf32>
// CHECK:       %[[OUT:.*]]:3 = scf.for {{.*}} iter_args(%{{.*}}, %[[L:.*]] = %[[INIT]],
// CHECK:         %[[SCALED:.*]] = arith.mulf %[[L]], %{{.*}} : tensor<64x4xf32>
// CHECK:         tq.reshape %{{.*}} : tensor<64x64xf32> -> tensor<64x8x4x2xf32>
// CHECK:         tensor<64x8x4x2xf32>) -> tensor<64x8x4xf32>
// CHECK:         %[[AT:.*]] = tq.expand_dims %[[SCALED]], 1
// CHECK:         %[[ALL:.*]] = tq.broadcast %[[AT]]
// CHECK:         %[[ONE:.*]] = arith.select %{{.*}}, %[[ALL]], %{{.*}} : tensor<64x8x4xi1>, tensor<64x8x4xf32>
// CHECK:         arith.addf %{{.*}}, %[[ONE]] fastmath<nsz> : tensor<64x8x4xf32>
// CHECK:         tensor<64x8x4xf32>) -> tensor<64x4xf32>
// CHECK:       "tq.reduce"(%[[OUT]]#1) <{axis = 1 : i32}>
func.func @attention(%q: tensor<64x64xf16>, %k: tensor<64x64xf16>, %zeros: tensor<64x64xf32>, %l: tensor<64xf32>, %m: tensor<64xf32>, %n: i32) -> tensor<64xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %out:3 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zeros, %carried = %l, %old = %m) -> (tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>) : i32 {
    %scores = tq.dot %q, %k, %zeros tf32 {tqg.product = #tqg.product<unit = mma, rows = 4>} : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    %most = "tq.reduce"(%scores) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %0 = arith.maxnumf %a, %b : f32
      tq.yield %0 : f32
    }) : (tensor<64x64xf32>) -> tensor<64xf32>
    %new = arith.maxnumf %old, %most : tensor<64xf32>
    %fall = arith.subf %old, %new : tensor<64xf32>
    %factor = math.exp2 %fall : tensor<64xf32>
    %column = tq.expand_dims %new, 1 : tensor<64xf32> -> tensor<64x1xf32>
    %tile = tq.broadcast %column : tensor<64x1xf32> -> tensor<64x64xf32>
    %below = arith.subf %scores, %tile : tensor<64x64xf32>
    %weights = math.exp2 %below : tensor<64x64xf32>
    %sum = "tq.reduce"(%weights) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %0 = arith.addf %a, %b : f32
      tq.yield %0 : f32
    }) : (tensor<64x64xf32>) -> tensor<64xf32>
    %scaled = arith.mulf %carried, %factor : tensor<64xf32>
    %next = arith.addf %scaled, %sum : tensor<64xf32>
    %half = arith.truncf %weights : tensor<64x64xf32> to tensor<64x64xf16>
    %more = tq.dot %half, %k, %acc tf32 {tqg.product = #tqg.product<unit = mma, rows = 4>} : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    scf.yield %more, %next, %new : tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>
  }
  return %out#1 : tensor<64xf32>
}
