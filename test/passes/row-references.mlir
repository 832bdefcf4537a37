// RUN: tq-opt %s -tq-row-references | FileCheck %s
//
// row-references.tq has what weights may count from in whole kernels, and what not.

// The shift of a loop before is that of the loop behind it, which starts from it.
// CHECK-LABEL: @twice
// CHECK:       } {tq.lag = 5.000000e+00 : f32}
// CHECK:       } {tq.lag = 5.000000e+00 : f32}
func.func @twice(%x: tensor<64x32xf32>, %least: tensor<64xf32>, %none: tensor<64xf32>, %n: i32) -> tensor<64xf32> {
  %0 = arith.constant 0 : i32
  %1 = arith.constant 1 : i32
  %first:2 = scf.for %i = %0 to %n step %1 iter_args(%m = %least, %l = %none) -> (tensor<64xf32>, tensor<64xf32>) : i32 {
    %largest = "tq.reduce"(%x) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %most = arith.maxnumf %a, %b : f32
      tq.yield %most : f32
    }) : (tensor<64x32xf32>) -> tensor<64xf32>
    %m_new = arith.maxnumf %m, %largest : tensor<64xf32>
    %fall = arith.subf %m, %m_new : tensor<64xf32>
    %c = math.exp %fall : tensor<64xf32>
    %next = arith.mulf %l, %c : tensor<64xf32>
    scf.yield %m_new, %next : tensor<64xf32>, tensor<64xf32>
  }
  %second:2 = scf.for %i = %0 to %n step %1 iter_args(%m = %first#0, %l = %first#1) -> (tensor<64xf32>, tensor<64xf32>) : i32 {
    %m_new = arith.maximumf %m, %least : tensor<64xf32>
    %fall = arith.subf %m, %m_new : tensor<64xf32>
    %c = math.exp %fall : tensor<64xf32>
    %next = arith.mulf %c, %l : tensor<64xf32>
    scf.yield %m_new, %next : tensor<64xf32>, tensor<64xf32>
  }
  %log = math.log %second#1 : tensor<64xf32>
  %sum = arith.addf %second#0, %log : tensor<64xf32>
  return %sum : tensor<64xf32>
}

// Only a number that is carried as a maximum counts, and one that leaves is needed.
// CHECK-LABEL: @largest
// CHECK:       } {tq.lag = "nothing is counted from the largest number of a row"}
// CHECK-LABEL: @sum
// CHECK-NOT:   tq.lag
func.func @largest(%x: tensor<64xf32>, %least: tensor<64xf32>, %n: i32) -> tensor<64xf32> {
  %0 = arith.constant 0 : i32
  %1 = arith.constant 1 : i32
  %most = scf.for %i = %0 to %n step %1 iter_args(%m = %least) -> (tensor<64xf32>) : i32 {
    %next = arith.maxnumf %m, %x : tensor<64xf32>
    scf.yield %next : tensor<64xf32>
  }
  return %most : tensor<64xf32>
}
func.func @sum(%x: tensor<64xf32>, %none: tensor<64xf32>, %n: i32) -> tensor<64xf32> {
  %0 = arith.constant 0 : i32
  %1 = arith.constant 1 : i32
  %all = scf.for %i = %0 to %n step %1 iter_args(%l = %none) -> (tensor<64xf32>) : i32 {
    %next = arith.addf %l, %x : tensor<64xf32>
    scf.yield %next : tensor<64xf32>
  }
  return %all : tensor<64xf32>
}
