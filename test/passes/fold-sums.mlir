// RUN: tq-opt %s -split-input-file -tq-fold-sums | FileCheck %s
// RUN: tq-opt %s -split-input-file -tq-fold-sums \
// RUN:   -remarks-filter=mma -remark-format=emitRemark 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK

// CHECK-LABEL: @added
// CHECK-SAME:    (%[[A:.*]]: tensor<64x32xf16>, %[[B:.*]]: tensor<32x64xf16>, %[[C:.*]]: tensor<64x64xf32>)
// CHECK-NOT:     arith.addf
// CHECK:         %[[SUM:.*]] = tq.dot %[[A]], %[[B]], %[[C]] tf32
// CHECK-NEXT:    return %[[SUM]]
// REMARK:        [Passed] sum-folded
func.func @added(%a: tensor<64x32xf16>, %b: tensor<32x64xf16>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tq.dot %a, %b, %zero tf32 : tensor<64x32xf16>, tensor<32x64xf16>, tensor<64x64xf32>
  %sum = arith.addf %c, %p : tensor<64x64xf32>
  return %sum : tensor<64x64xf32>
}

// Integers, and the product on the left.
//
// CHECK-LABEL: @integers
// CHECK:         %[[SUM:.*]] = tq.dot %{{.*}}, %{{.*}}, %arg2
// CHECK-NEXT:    return %[[SUM]]
func.func @integers(%a: tensor<64x32xi8>, %b: tensor<32x64xi8>, %c: tensor<64x64xi32>) -> tensor<64x64xi32> {
  %zero = arith.constant dense<0> : tensor<64x64xi32>
  %p = tq.dot %a, %b, %zero tf32 : tensor<64x32xi8>, tensor<32x64xi8>, tensor<64x64xi32>
  %sum = arith.addi %p, %c : tensor<64x64xi32>
  return %sum : tensor<64x64xi32>
}

// Its double is no sum of something else.
//
// CHECK-LABEL: @doubled
// CHECK:         arith.addf
// REMARK:        [Missed] sum-apart{{.*}}the product is used elsewhere too
func.func @doubled(%a: tensor<64x32xf16>, %b: tensor<32x64xf16>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tq.dot %a, %b, %zero tf32 : tensor<64x32xf16>, tensor<32x64xf16>, tensor<64x64xf32>
  %sum = arith.addf %p, %p : tensor<64x64xf32>
  return %sum : tensor<64x64xf32>
}

// It would be computed again in each iteration.
//
// CHECK-LABEL: @in_a_loop
// CHECK:         tq.dot
// CHECK:         scf.for
// CHECK:           arith.addf
// REMARK:        [Missed] sum-apart{{.*}}another loop
func.func @in_a_loop(%a: tensor<64x32xf16>, %b: tensor<32x64xf16>, %c: tensor<64x64xf32>, %n: i32) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %p = tq.dot %a, %b, %zero tf32 : tensor<64x32xf16>, tensor<32x64xf16>, tensor<64x64xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c) -> (tensor<64x64xf32>) : i32 {
    %sum = arith.addf %acc, %p : tensor<64x64xf32>
    scf.yield %sum : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}

// One that starts from something is left alone, without a word.
//
// CHECK-LABEL: @started
// CHECK:         arith.addf
func.func @started(%a: tensor<64x32xf16>, %b: tensor<32x64xf16>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %p = tq.dot %a, %b, %c tf32 : tensor<64x32xf16>, tensor<32x64xf16>, tensor<64x64xf32>
  %sum = arith.addf %c, %p : tensor<64x64xf32>
  return %sum : tensor<64x64xf32>
}

// -----

// CHECK-LABEL: @off
// CHECK:         arith.addf
module attributes {tq.disabled = ["fold-sums"]} {
func.func @off(%a: tensor<64x32xf16>, %b: tensor<32x64xf16>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tq.dot %a, %b, %zero tf32 : tensor<64x32xf16>, tensor<32x64xf16>, tensor<64x64xf32>
  %sum = arith.addf %c, %p : tensor<64x64xf32>
  return %sum : tensor<64x64xf32>
}
}
