// RUN: tq-opt %s -tq-resident-rows | FileCheck %s

// The limit of a mask is a number from outside of the loop, else the loop stays.
//
// CHECK-LABEL: @limit_in_the_loop
// CHECK-NOT:     tqg.resident
module attributes {tq.arch = "sm_90a"} {
  func.func @limit_in_the_loop(%x: !tq.ptr<f16> {tq.restrict}, %out: !tq.ptr<f16> {tq.restrict}, %n: i32, %offset: i32) attributes {tq.kernel, tq.num_warps = 2 : i32} {
    %c0 = arith.constant 0 : i32
    %c512 = arith.constant 512 : i32
    %most = arith.constant 8192 : i32
    %minus = arith.constant dense<0xFC00> : tensor<512xf16>
    %bounded = arith.cmpi sle, %n, %most : i32
    tq.assume %bounded
    %row = tq.addptr %x, %offset : !tq.ptr<f16>, i32
    %range = tq.range 0 to 512 : tensor<512xi32>
    %largest = scf.for %i = %c0 to %n step %c512 iter_args(%so_far = %minus) -> (tensor<512xf16>) : i32 {
      %begin = tq.splat %i : i32 -> tensor<512xi32>
      %cols = arith.addi %begin, %range : tensor<512xi32>
      %limit = tq.splat %n : i32 -> tensor<512xi32>
      %mask = arith.cmpi slt, %cols, %limit : tensor<512xi32>
      %rows = tq.splat %row : !tq.ptr<f16> -> tensor<512x!tq.ptr<f16>>
      %p = tq.addptr %rows, %cols : tensor<512x!tq.ptr<f16>>, tensor<512xi32>
      %v = tq.load %p, %mask, %minus : tensor<512x!tq.ptr<f16>> -> tensor<512xf16>
      %next = arith.maxnumf %so_far, %v : tensor<512xf16>
      scf.yield %next : tensor<512xf16>
    }
    %all = "tq.reduce"(%largest) <{axis = 0 : i32}> ({
    ^bb0(%a: f16, %b: f16):
      %more = arith.maxnumf %a, %b : f16
      tq.yield %more : f16
    }) : (tensor<512xf16>) -> f16
    scf.for %i = %c0 to %n step %c512 : i32 {
      %begin = tq.splat %i : i32 -> tensor<512xi32>
      %cols = arith.addi %begin, %range : tensor<512xi32>
      %limit = tq.splat %n : i32 -> tensor<512xi32>
      %mask = arith.cmpi slt, %cols, %limit : tensor<512xi32>
      %rows = tq.splat %row : !tq.ptr<f16> -> tensor<512x!tq.ptr<f16>>
      %p = tq.addptr %rows, %cols : tensor<512x!tq.ptr<f16>>, tensor<512xi32>
      %v = tq.load %p, %mask, %minus : tensor<512x!tq.ptr<f16>> -> tensor<512xf16>
      %least = tq.splat %all : f16 -> tensor<512xf16>
      %less = arith.subf %v, %least : tensor<512xf16>
      %outs = tq.splat %out : !tq.ptr<f16> -> tensor<512x!tq.ptr<f16>>
      %q = tq.addptr %outs, %cols : tensor<512x!tq.ptr<f16>>, tensor<512xi32>
      %lesser = arith.minsi %offset, %n : i32
      %few = tq.splat %lesser : i32 -> tensor<512xi32>
      %stored = arith.cmpi slt, %cols, %few : tensor<512xi32>
      tq.store %q, %less, %stored : tensor<512x!tq.ptr<f16>>, tensor<512xf16>, tensor<512xi1>
    }
    return
  }
}
