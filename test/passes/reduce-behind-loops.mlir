// RUN: tq-opt %s -split-input-file -tq-reduce-behind-loops | FileCheck %s
// RUN: tq-opt %s -split-input-file -tq-reduce-behind-loops \
// RUN:   -remarks-filter=schedule -remark-format=emitRemark 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK

// Four warps: parts of 1024 elements, two chunks of a tile.
//
// CHECK-LABEL: @sum
// CHECK-DAG:     %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-DAG:     %[[ZEROS:.*]] = arith.constant dense<{{-?}}0.000000e+00> : tensor<1024xf32>
// CHECK:         %[[PARTS:.*]] = scf.for {{.*}} iter_args(%[[CARRIED:.*]] = %[[ZEROS]]) -> (tensor<1024xf32>)
// CHECK:           %[[CHUNKS:.*]] = tq.reshape %{{.*}} : tensor<2048xf32> -> tensor<2x1024xf32>
// CHECK:           %[[ADDED:.*]] = "tq.reduce"(%[[CHUNKS]]) <{axis = 0 : i32}>
// CHECK:           %[[NEXT:.*]] = arith.addf %[[CARRIED]], %[[ADDED]] : tensor<1024xf32>
// CHECK:           scf.yield %[[NEXT]]
// CHECK:         %[[ALL:.*]] = "tq.reduce"(%[[PARTS]]) <{axis = 0 : i32}>
// CHECK:         %[[TOTAL:.*]] = arith.addf %[[ONE]], %[[ALL]] : f32
// CHECK:         return %[[TOTAL]]
// REMARK:        [Passed] reduce-behind-loops
func.func @sum(%t: tensor<2048xf32>, %begin: i32, %end: i32, %step: i32) -> f32 {
  %zero = arith.constant 1.0 : f32
  %total = scf.for %i = %begin to %end step %step iter_args(%carried = %zero) -> (f32) : i32 {
    %sum = "tq.reduce"(%t) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tq.yield %s : f32
    }) : (tensor<2048xf32>) -> f32
    %next = arith.addf %carried, %sum : f32
    scf.yield %next : f32
  }
  return %total : f32
}

// -----

// The tile is no longer than parts, the number carried on the right, the least one.
//
// CHECK-LABEL: @least
// CHECK:         scf.for {{.*}} iter_args(%[[CARRIED:.*]] = %{{.*}}) -> (tensor<256xi32>)
// CHECK-NOT:       tq.reduce
// CHECK:           %[[NEXT:.*]] = arith.minsi %[[CARRIED]], %{{.*}} : tensor<256xi32>
// CHECK:           scf.yield %[[NEXT]]
// CHECK:         "tq.reduce"
func.func @least(%x: tensor<256xi32>, %end: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %total = scf.for %i = %c0 to %end step %c1 iter_args(%carried = %c0) -> (i32) : i32 {
    %s = tq.splat %i : i32 -> tensor<256xi32>
    %t = arith.addi %x, %s : tensor<256xi32>
    %least = "tq.reduce"(%t) <{axis = 0 : i32}> ({
    ^bb0(%a: i32, %b: i32):
      %m = arith.minsi %a, %b : i32
      tq.yield %m : i32
    }) : (tensor<256xi32>) -> i32
    %next = arith.minsi %least, %carried : i32
    scf.yield %next : i32
  }
  return %total : i32
}

// -----

// As before: sums of what is largest, another use for the number in the loop, a number
// from elsewhere (it may be NaN, and the loop may not run), rows of a tile.
//
// CHECK-LABEL: @others
// CHECK:         scf.for {{.*}} -> (f32, f32, f32, tensor<4xf32>)
func.func @others(%x: tensor<256xf32>, %rows: tensor<4x256xf32>, %begin: f32, %end: i32) -> (f32, f32, f32, tensor<4xf32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : tensor<4xf32>
  %r:4 = scf.for %i = %c0 to %end step %c1 iter_args(%m = %zero, %u = %zero, %e = %begin, %v = %zeros) -> (f32, f32, f32, tensor<4xf32>) : i32 {
    %largest = "tq.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.maxnumf %a, %b : f32
      tq.yield %s : f32
    }) : (tensor<256xf32>) -> f32
    %m2 = arith.addf %m, %largest : f32
    %us = tq.splat %u : f32 -> tensor<256xf32>
    %t = arith.mulf %x, %us : tensor<256xf32>
    %sum = "tq.reduce"(%t) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tq.yield %s : f32
    }) : (tensor<256xf32>) -> f32
    %u2 = arith.addf %u, %sum : f32
    %sum2 = "tq.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tq.yield %s : f32
    }) : (tensor<256xf32>) -> f32
    %e2 = arith.addf %e, %sum2 : f32
    %sums = "tq.reduce"(%rows) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tq.yield %s : f32
    }) : (tensor<4x256xf32>) -> tensor<4xf32>
    %v2 = arith.addf %v, %sums : tensor<4xf32>
    scf.yield %m2, %u2, %e2, %v2 : f32, f32, f32, tensor<4xf32>
  }
  return %r#0, %r#1, %r#2, %r#3 : f32, f32, f32, tensor<4xf32>
}

// -----

// CHECK-LABEL: @off
// CHECK:         scf.for {{.*}} -> (i32)
// REMARK:        [Missed] reduce-behind-loops {{.*}}`reduce-behind-loops` is switched off
module attributes {tq.disabled = ["reduce-behind-loops"]} {
func.func @off(%x: tensor<256xi32>, %end: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %total = scf.for %i = %c0 to %end step %c1 iter_args(%carried = %c0) -> (i32) : i32 {
    %sum = "tq.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: i32, %b: i32):
      %m = arith.addi %a, %b : i32
      tq.yield %m : i32
    }) : (tensor<256xi32>) -> i32
    %next = arith.addi %sum, %carried : i32
    scf.yield %next : i32
  }
  return %total : i32
}
}
