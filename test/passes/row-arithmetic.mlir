// RUN: tq-opt %s -split-input-file -tq-row-arithmetic | FileCheck %s
// RUN: tq-opt %s -split-input-file -tq-row-arithmetic \
// RUN:   -remarks-filter=math -remark-format=emitRemark 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK

// A softmax: each element costs the difference, a multiply and one exp2, so that
// the largest gives exactly 1. The sum is between 1 and 2^20, so its reciprocal
// serves all.
// CHECK-LABEL: @softmax
// CHECK-SAME:    (%[[X:.*]]: tensor<256xf32>)
// CHECK:         %[[MAX:.*]] = "tq.reduce"(%[[X]])
// CHECK:         %[[ALL:.*]] = tq.splat %[[MAX]]
// CHECK:         %[[D:.*]] = arith.subf %[[X]], %[[ALL]]
// CHECK:         %[[T:.*]] = arith.mulf %[[D]], %{{.*}} : tensor<256xf32>
// CHECK-NOT:     math.fma
// CHECK:         %[[E:.*]] = math.exp2 %[[T]] fastmath<afn>
// CHECK:         %[[SUM:.*]] = "tq.reduce"(%[[E]])
// CHECK:         %[[R:.*]] = arith.divf %{{.*}}, %[[SUM]] fastmath<arcp,afn> : f32
// CHECK:         %[[RS:.*]] = tq.splat %[[R]]
// CHECK:         %[[Y:.*]] = arith.mulf %[[E]], %[[RS]]
// CHECK:         return %[[Y]]
// REMARK:        [Passed] row-reciprocal
// REMARK:        [Passed] exp2-folding
func.func @softmax(%x: tensor<256xf32>) -> tensor<256xf32> {
  %max = "tq.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.maxnumf %a, %b : f32
    tq.yield %s : f32
  }) : (tensor<256xf32>) -> f32
  %m = tq.splat %max : f32 -> tensor<256xf32>
  %d = arith.subf %x, %m : tensor<256xf32>
  %e = math.exp %d : tensor<256xf32>
  %sum = "tq.reduce"(%e) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tq.yield %s : f32
  }) : (tensor<256xf32>) -> f32
  %l = tq.splat %sum : f32 -> tensor<256xf32>
  %y = arith.divf %e, %l : tensor<256xf32>
  return %y : tensor<256xf32>
}

// -----

// What a running maximum was, less what it is: the factor of what was added up before.
// It is at most 1, as the terms are; of anything else exp2 stays.
// CHECK-LABEL: @running
// CHECK:         %[[NEW:.*]] = arith.maxnumf %[[OLD:.*]], %{{.*}} : tensor<8xf32>
// CHECK:         %[[D:.*]] = arith.subf %[[OLD]], %[[NEW]]
// CHECK:         math.exp2 %[[D]] fastmath<afn>
// CHECK:         math.exp2 %{{[^ ]*}} : tensor<8xf32>
func.func @running(%x: tensor<8x64xf32>, %old: tensor<8xf32>, %other: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %max = "tq.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.maxnumf %a, %b : f32
    tq.yield %s : f32
  }) : (tensor<8x64xf32>) -> tensor<8xf32>
  %new = arith.maxnumf %old, %max : tensor<8xf32>
  %d = arith.subf %old, %new : tensor<8xf32>
  %e = math.exp2 %d : tensor<8xf32>
  %u = arith.subf %other, %new : tensor<8xf32>
  %v = math.exp2 %u : tensor<8xf32>
  return %e, %v : tensor<8xf32>, tensor<8xf32>
}

// -----

// Rows of a matrix, with what was the largest before.
// CHECK-LABEL: @rows
// CHECK:         %[[D:.*]] = arith.subf
// CHECK:         %[[T:.*]] = arith.mulf %[[D]], %{{.*}} : tensor<8x64xf32>
// CHECK:         math.exp2 %[[T]] fastmath<afn> : tensor<8x64xf32>
// CHECK-NOT:     math.exp %
func.func @rows(%x: tensor<8x64xf32>, %before: tensor<8xf32>) -> tensor<8x64xf32> {
  %max = "tq.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.maxnumf %a, %b : f32
    tq.yield %s : f32
  }) : (tensor<8x64xf32>) -> tensor<8xf32>
  %m = arith.maximumf %before, %max : tensor<8xf32>
  %column = tq.expand_dims %m, 1 : tensor<8xf32> -> tensor<8x1xf32>
  %all = tq.broadcast %column : tensor<8x1xf32> -> tensor<8x64xf32>
  %d = arith.subf %x, %all : tensor<8x64xf32>
  %e = math.exp %d : tensor<8x64xf32>
  return %e : tensor<8x64xf32>
}

// -----

// Any other divisor of a row may be tiny or huge: a power of two moves both
// sides first.
// CHECK-LABEL: @any_divisor
// CHECK-SAME:    (%[[X:.*]]: tensor<64xf32>, %[[D:.*]]: f32)
// CHECK:         %[[S:.*]] = arith.select
// CHECK:         %[[S2:.*]] = arith.select %{{.*}}, %{{.*}}, %[[S]]
// CHECK:         %[[DS:.*]] = arith.mulf %[[D]], %[[S2]] : f32
// CHECK:         %[[XS:.*]] = arith.mulf %[[X]],
// CHECK:         %[[R:.*]] = arith.divf %{{.*}}, %[[DS]] fastmath<arcp,afn>
// CHECK:         arith.mulf %[[XS]],
func.func @any_divisor(%x: tensor<64xf32>, %d: f32) -> tensor<64xf32> {
  %all = tq.splat %d : f32 -> tensor<64xf32>
  %y = arith.divf %x, %all : tensor<64xf32>
  return %y : tensor<64xf32>
}

// -----

// A difference from what is no maximum is wanted to its last place, and a quotient
// of two tiles stays one.
// CHECK-LABEL: @not_shared
// CHECK:         math.exp %
// CHECK:         arith.divf %{{.*}}, %{{.*}} : tensor<64xf32>
// REMARK:        [Missed] row-reciprocal
// REMARK:        [Missed] exp2-folding
func.func @not_shared(%x: tensor<64xf32>, %y: tensor<64xf32>, %t: f32) -> tensor<64xf32> {
  %all = tq.splat %t : f32 -> tensor<64xf32>
  %d = arith.subf %x, %all : tensor<64xf32>
  %e = math.exp %d : tensor<64xf32>
  %q = arith.divf %e, %y : tensor<64xf32>
  return %q : tensor<64xf32>
}

// -----

// Half a maximum is none: a result may be anything, and is wanted to its own last
// place.
// CHECK-LABEL: @scaled_maximum
// CHECK:         math.exp %
func.func @scaled_maximum(%x: tensor<64xf32>) -> tensor<64xf32> {
  %max = "tq.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.maxnumf %a, %b : f32
    tq.yield %s : f32
  }) : (tensor<64xf32>) -> f32
  %half = arith.constant 5.0e-01 : f32
  %m = arith.mulf %max, %half : f32
  %all = tq.splat %m : f32 -> tensor<64xf32>
  %d = arith.subf %x, %all : tensor<64xf32>
  %e = math.exp %d : tensor<64xf32>
  return %e : tensor<64xf32>
}

// -----

// Switched off.
module attributes {tq.disabled = ["exp2-folding", "row-reciprocal"]} {
// CHECK-LABEL: @off
// CHECK:         math.exp %
// CHECK:         arith.divf %{{.*}}, %{{.*}} : tensor<64xf32>
func.func @off(%x: tensor<64xf32>) -> tensor<64xf32> {
  %max = "tq.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.maxnumf %a, %b : f32
    tq.yield %s : f32
  }) : (tensor<64xf32>) -> f32
  %all = tq.splat %max : f32 -> tensor<64xf32>
  %d = arith.subf %x, %all : tensor<64xf32>
  %e = math.exp %d : tensor<64xf32>
  %q = arith.divf %e, %all : tensor<64xf32>
  return %q : tensor<64xf32>
}
}

// -----

// exp2 of such a difference stays one, but results below 2^-126 are 0.
// CHECK-LABEL: @exp2
// CHECK:         arith.subf
// CHECK:         math.exp2 %{{.*}} fastmath<afn>
// REMARK:        row-arithmetic.mlir:[[#@LINE+9]]:{{.*}} [Passed] exp2-folding
func.func @exp2(%x: tensor<64xf32>) -> tensor<64xf32> {
  %max = "tq.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.maxnumf %a, %b : f32
    tq.yield %s : f32
  }) : (tensor<64xf32>) -> f32
  %all = tq.splat %max : f32 -> tensor<64xf32>
  %d = arith.subf %x, %all : tensor<64xf32>
  %e = math.exp2 %d : tensor<64xf32>
  return %e : tensor<64xf32>
}

// -----

// The maximum that a loop over tiles leaves.
// CHECK-LABEL: @after_a_loop
// CHECK:         math.exp2 %{{.*}} fastmath<afn> : tensor<64xf32>
func.func @after_a_loop(%x: tensor<64xf32>, %n: i32) -> tensor<64xf32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %none = arith.constant 0xFF800000 : f32
  %largest = scf.for %i = %zero to %n step %one iter_args(%before = %none) -> (f32) : i32 {
    %max = "tq.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.maxnumf %a, %b : f32
      tq.yield %s : f32
    }) : (tensor<64xf32>) -> f32
    %next = arith.maxnumf %before, %max : f32
    scf.yield %next : f32
  }
  %all = tq.splat %largest : f32 -> tensor<64xf32>
  %d = arith.subf %x, %all : tensor<64xf32>
  %e = math.exp %d : tensor<64xf32>
  return %e : tensor<64xf32>
}

// -----

// The sum of what lies below another row's maximum may be tiny: no term of it need
// be 1. The power of two stays.
// CHECK-LABEL: @maximum_of_another_row
// CHECK:         arith.select
// CHECK:         arith.select
// CHECK:         fastmath<arcp,afn> : tensor<32xf32>
func.func @maximum_of_another_row(%x: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %max = "tq.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.maxnumf %a, %b : f32
    tq.yield %s : f32
  }) : (tensor<32x32xf32>) -> tensor<32xf32>
  %row = tq.expand_dims %max, 0 : tensor<32xf32> -> tensor<1x32xf32>
  %all = tq.broadcast %row : tensor<1x32xf32> -> tensor<32x32xf32>
  %d = arith.subf %x, %all : tensor<32x32xf32>
  %e = math.exp %d : tensor<32x32xf32>
  %sum = "tq.reduce"(%e) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tq.yield %s : f32
  }) : (tensor<32x32xf32>) -> tensor<32xf32>
  %column = tq.expand_dims %sum, 1 : tensor<32xf32> -> tensor<32x1xf32>
  %l = tq.broadcast %column : tensor<32x1xf32> -> tensor<32x32xf32>
  %y = arith.divf %e, %l : tensor<32x32xf32>
  return %y : tensor<32x32xf32>
}
