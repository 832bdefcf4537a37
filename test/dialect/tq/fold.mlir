// RUN: tq-opt %s -canonicalize | FileCheck %s

// A splat of a constant is a constant tile.
// CHECK-LABEL: @splat_of_constant
// CHECK-NEXT:    %[[TILE:.+]] = arith.constant dense<2.000000e+00> : tensor<8xf32>
// CHECK-NEXT:    return %[[TILE]]
func.func @splat_of_constant() -> tensor<8xf32> {
  %two = arith.constant 2.0 : f32
  %tile = tq.splat %two : f32 -> tensor<8xf32>
  return %tile : tensor<8xf32>
}

// Two transpositions that undo each other are none.
// CHECK-LABEL: @trans_twice
// CHECK-SAME:    (%[[TILE:.+]]: tensor<8x4xf32>)
// CHECK-NEXT:    return %[[TILE]]
func.func @trans_twice(%tile: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %t = tq.trans %tile [1, 0] : tensor<8x4xf32> -> tensor<4x8xf32>
  %back = tq.trans %t [1, 0] : tensor<4x8xf32> -> tensor<8x4xf32>
  return %back : tensor<8x4xf32>
}

// A cycle of three dimensions is not undone by itself.
// CHECK-LABEL: @trans_cycle
// CHECK-COUNT-2: tq.trans
func.func @trans_cycle(%tile: tensor<4x4x4xf32>) -> tensor<4x4x4xf32> {
  %t = tq.trans %tile [1, 2, 0] : tensor<4x4x4xf32> -> tensor<4x4x4xf32>
  %u = tq.trans %t [1, 2, 0] : tensor<4x4x4xf32> -> tensor<4x4x4xf32>
  return %u : tensor<4x4x4xf32>
}

// A pointer that moves by nothing stays.
// CHECK-LABEL: @no_offset
// CHECK-SAME:    (%[[P:.+]]: !tq.ptr<f32>)
// CHECK-NEXT:    return %[[P]]
func.func @no_offset(%p: !tq.ptr<f32>) -> !tq.ptr<f32> {
  %zero = arith.constant 0 : i32
  %q = tq.addptr %p, %zero : !tq.ptr<f32>, i32
  return %q : !tq.ptr<f32>
}
