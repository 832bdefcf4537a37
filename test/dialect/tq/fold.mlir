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

// Constants that fp8 has exactly, such as what masked elements are, become fp8.
// CHECK-LABEL: @cast_exactly
// CHECK-DAG: arith.constant dense<0.000000e+00> : tensor<8xf8E4M3FN>
// CHECK-DAG: arith.constant dense<-0.000000e+00> : tensor<8xf8E5M2>
// CHECK-DAG: arith.constant 1.500000e+00 : f8E4M3FN
// CHECK-COUNT-2: tq.float_cast
func.func @cast_exactly() -> (tensor<8xf8E4M3FN>, tensor<8xf8E5M2>, f8E4M3FN, f8E4M3FN, tensor<8xf8E4M3FN>) {
  %zeros = arith.constant dense<0.0> : tensor<8xf32>
  %minus = arith.constant dense<-0.0> : tensor<8xf32>
  %some = arith.constant 1.5 : f32
  %third = arith.constant 0.3 : f32
  %all = arith.constant dense<0x7F800000> : tensor<8xf32>
  %a = tq.float_cast %zeros : tensor<8xf32> -> tensor<8xf8E4M3FN>
  %b = tq.float_cast %minus : tensor<8xf32> -> tensor<8xf8E5M2>
  %c = tq.float_cast %some : f32 -> f8E4M3FN
  %d = tq.float_cast %third : f32 -> f8E4M3FN
  %e = tq.float_cast %all toward_zero : tensor<8xf32> -> tensor<8xf8E4M3FN>
  return %a, %b, %c, %d, %e : tensor<8xf8E4M3FN>, tensor<8xf8E5M2>, f8E4M3FN, f8E4M3FN, tensor<8xf8E4M3FN>
}
