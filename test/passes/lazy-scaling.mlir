// RUN: tq-opt %s -tq-lazy-scaling | FileCheck %s
//
// lazy-scaling.tq has whole kernels, and what is left as it is.

// CHECK-LABEL: @attention
// CHECK:       %[[MOST:.*]] = arith.maxnumf %[[M:.*]], %{{.*}} : tensor<64xf32>
// CHECK-NEXT:  %[[GROWN:.*]] = arith.subf %[[MOST]], %[[M]] : tensor<64xf32>
// CHECK-NEXT:  %[[FAR:.*]] = arith.constant dense<8.000000e+00> : tensor<64xf32>
// CHECK-NEXT:  %[[IS_FAR:.*]] = arith.cmpf ogt, %[[GROWN]], %[[FAR]] : tensor<64xf32>
// CHECK-NEXT:  %[[KEPT:.*]] = arith.select %[[IS_FAR]], %[[MOST]], %[[M]] : tensor<64xi1>, tensor<64xf32>
// CHECK:       arith.subf %[[M]], %[[KEPT]]
// CHECK:       arith.mulf %{{.*}}, %{{.*}} {tqg.mostly_one = 1 : i32} : tensor<64x64xf32>
// CHECK-NOT:   tq.lag
//
// Products that are not wgmma's scale in each iteration.
// CHECK-LABEL: @by_warps
// CHECK-NOT:   tqg.mostly_one
// CHECK-NOT:   tq.lag
func.func @attention(%q: tensor<64x64xf16>, %k: tensor<64x64xf16>, %zeros: tensor<64x64xf32>, %least: tensor<64xf32>, %largest: tensor<64xf32>, %n: i32) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %out:2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zeros, %m = %least) -> (tensor<64x64xf32>, tensor<64xf32>) : i32 {
    %scores = tq.dot %q, %k, %zeros tf32 {tqg.product = #tqg.product<unit = wgmma, rows = 4>} : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    %m_new = arith.maxnumf %m, %largest : tensor<64xf32>
    %fall = arith.subf %m, %m_new : tensor<64xf32>
    %factor = math.exp2 %fall : tensor<64xf32>
    %column = tq.expand_dims %factor, 1 : tensor<64xf32> -> tensor<64x1xf32>
    %tile = tq.broadcast %column : tensor<64x1xf32> -> tensor<64x64xf32>
    %scaled = arith.mulf %acc, %tile : tensor<64x64xf32>
    %half = arith.truncf %scores : tensor<64x64xf32> to tensor<64x64xf16>
    %more = tq.dot %half, %k, %scaled tf32 {tqg.product = #tqg.product<unit = wgmma, rows = 4>} : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    scf.yield %more, %m_new : tensor<64x64xf32>, tensor<64xf32>
  } {tq.lag = 8.0 : f32}
  return %out#0 : tensor<64x64xf32>
}
func.func @by_warps(%q: tensor<64x64xf16>, %k: tensor<64x64xf16>, %zeros: tensor<64x64xf32>, %least: tensor<64xf32>, %largest: tensor<64xf32>, %n: i32) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %out:2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zeros, %m = %least) -> (tensor<64x64xf32>, tensor<64xf32>) : i32 {
    %scores = tq.dot %q, %k, %zeros tf32 {tqg.product = #tqg.product<unit = mma, rows = 4>} : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    %m_new = arith.maxnumf %m, %largest : tensor<64xf32>
    %fall = arith.subf %m, %m_new : tensor<64xf32>
    %factor = math.exp2 %fall : tensor<64xf32>
    %column = tq.expand_dims %factor, 1 : tensor<64xf32> -> tensor<64x1xf32>
    %tile = tq.broadcast %column : tensor<64x1xf32> -> tensor<64x64xf32>
    %scaled = arith.mulf %acc, %tile : tensor<64x64xf32>
    %half = arith.truncf %scores : tensor<64x64xf32> to tensor<64x64xf16>
    %more = tq.dot %half, %k, %scaled tf32 {tqg.product = #tqg.product<unit = mma, rows = 4>} : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    scf.yield %more, %m_new : tensor<64x64xf32>, tensor<64xf32>
  } {tq.lag = 8.0 : f32}
  return %out#0 : tensor<64x64xf32>
}
