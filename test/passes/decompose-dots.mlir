// RUN: tq-opt %s -split-input-file -tq-decompose-dots | FileCheck %s

// sm_80 has no instruction for fp8: fp16 has all its numbers.
//
// CHECK-LABEL: @fp8
// CHECK-SAME:    (%[[A:.*]]: tensor<16x32xf8E5M2>, %[[B:.*]]: tensor<32x8xf8E4M3FN>, %[[C:.*]]: tensor<16x8xf32>)
// CHECK:         %[[X:.*]] = tq.float_cast %[[A]] : tensor<16x32xf8E5M2> -> tensor<16x32xf16>
// CHECK:         %[[Y:.*]] = tq.float_cast %[[B]] : tensor<32x8xf8E4M3FN> -> tensor<32x8xf16>
// CHECK:         tq.dot %[[X]], %[[Y]], %[[C]] tf32
func.func @fp8(%a: tensor<16x32xf8E5M2>, %b: tensor<32x8xf8E4M3FN>, %acc: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %c = tq.dot %a, %b, %acc tf32 : tensor<16x32xf8E5M2>, tensor<32x8xf8E4M3FN>, tensor<16x8xf32>
  return %c : tensor<16x8xf32>
}

// The small parts first, then the large one, then what the sum starts from.
//
// CHECK-LABEL: @three
// CHECK-SAME:    (%[[A:.*]]: tensor<16x32xf32>, %[[B:.*]]: tensor<32x8xf32>, %[[C:.*]]: tensor<16x8xf32>)
// CHECK:         %[[ABIG:.*]] = tq.inline_asm "cvt.rna.tf32.f32 $0, $1;", "=r,f"(%[[A]])
// CHECK:         %[[AREST:.*]] = arith.subf %[[A]], %[[ABIG]]
// CHECK:         %[[ASMALL:.*]] = tq.inline_asm {{.*}}(%[[AREST]])
// CHECK:         %[[BBIG:.*]] = tq.inline_asm {{.*}}(%[[B]])
// CHECK:         %[[BSMALL:.*]] = tq.inline_asm
// CHECK:         %[[ZERO:.*]] = arith.constant dense<0.0
// CHECK:         %[[S0:.*]] = tq.dot %[[ASMALL]], %[[BBIG]], %[[ZERO]] tf32
// CHECK:         %[[S1:.*]] = tq.dot %[[ABIG]], %[[BSMALL]], %[[S0]] tf32
// CHECK:         %[[NAN:.*]] = arith.cmpf uno, %[[S1]], %[[S1]]
// CHECK:         %[[S2:.*]] = arith.select %[[NAN]], %[[ZERO]], %[[S1]]
// CHECK:         %[[S3:.*]] = tq.dot %[[ABIG]], %[[BBIG]], %[[S2]] tf32
// CHECK:         arith.addf %[[S3]], %[[C]]
func.func @three(%a: tensor<16x32xf32>, %b: tensor<32x8xf32>, %acc: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %c = tq.dot %a, %b, %acc tf32x3 : tensor<16x32xf32>, tensor<32x8xf32>, tensor<16x8xf32>
  return %c : tensor<16x8xf32>
}

// Three parts of bf16, and the six products that matter.
//
// CHECK-LABEL: @six
// CHECK-COUNT-6: arith.truncf
// CHECK-COUNT-6: tq.dot {{.*}} : tensor<16x32xbf16>
// CHECK-NOT:     tq.dot
func.func @six(%a: tensor<16x32xf32>, %b: tensor<32x8xf32>, %acc: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %c = tq.dot %a, %b, %acc bf16x6 : tensor<16x32xf32>, tensor<32x8xf32>, tensor<16x8xf32>
  return %c : tensor<16x8xf32>
}

// Where no instruction takes the parts, numbers are multiplied exactly.
//
// CHECK-LABEL: @small
// CHECK-NEXT:    tq.dot %{{.*}}, %{{.*}}, %{{.*}} ieee
func.func @small(%a: tensor<8x32xf32>, %b: tensor<32x8xf32>, %acc: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %c = tq.dot %a, %b, %acc bf16x3 : tensor<8x32xf32>, tensor<32x8xf32>, tensor<8x8xf32>
  return %c : tensor<8x8xf32>
}

// What has an instruction stays.
//
// CHECK-LABEL: @one
// CHECK-NEXT:    tq.dot %{{.*}}, %{{.*}}, %{{.*}} tf32
// CHECK-NEXT:    return
func.func @one(%a: tensor<16x32xf32>, %b: tensor<32x8xf32>, %acc: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %c = tq.dot %a, %b, %acc tf32 : tensor<16x32xf32>, tensor<32x8xf32>, tensor<16x8xf32>
  return %c : tensor<16x8xf32>
}

// -----

// sm_89 multiplies fp8, also of two types, if the sum is fp32.
module attributes {tq.arch = "sm_89"} {
  // CHECK-LABEL: @native
  // CHECK-NEXT:    tq.dot {{.*}} : tensor<16x32xf8E5M2>, tensor<32x8xf8E4M3FN>, tensor<16x8xf32>
  func.func @native(%a: tensor<16x32xf8E5M2>, %b: tensor<32x8xf8E4M3FN>, %acc: tensor<16x8xf32>) -> tensor<16x8xf32> {
    %c = tq.dot %a, %b, %acc tf32 : tensor<16x32xf8E5M2>, tensor<32x8xf8E4M3FN>, tensor<16x8xf32>
    return %c : tensor<16x8xf32>
  }

  // Not where the plan has threads multiply, who know no fp8.
  // CHECK-LABEL: @by_threads
  // CHECK:         tq.dot {{.*}} : tensor<16x32xf16>, tensor<32x8xf16>, tensor<16x8xf32>
  func.func @by_threads(%a: tensor<16x32xf8E5M2>, %b: tensor<32x8xf8E4M3FN>, %acc: tensor<16x8xf32>) -> tensor<16x8xf32> attributes {tq.plan = {products = "fma"}} {
    %c = tq.dot %a, %b, %acc tf32 : tensor<16x32xf8E5M2>, tensor<32x8xf8E4M3FN>, tensor<16x8xf32>
    return %c : tensor<16x8xf32>
  }

  // CHECK-LABEL: @half_sum
  // CHECK:         tq.dot {{.*}} : tensor<16x32xf16>, tensor<32x8xf16>, tensor<16x8xf16>
  func.func @half_sum(%a: tensor<16x32xf8E5M2>, %b: tensor<32x8xf8E5M2>, %acc: tensor<16x8xf16>) -> tensor<16x8xf16> {
    %c = tq.dot %a, %b, %acc tf32 : tensor<16x32xf8E5M2>, tensor<32x8xf8E5M2>, tensor<16x8xf16>
    return %c : tensor<16x8xf16>
  }
}
