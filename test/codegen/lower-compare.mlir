// RUN: tqc %s --arch=sm_80 --emit=ptx -o - | FileCheck %s
// RUN: %if ptxas %{ tqc %s --arch=sm_80 -o %t.cubin %}

module attributes {tq.arch = "sm_80", tq.phase = "tile"} {

  // A bound in multiples of 16 cuts no group of four: one comparison for all four
  // elements of a thread.
  // CHECK-LABEL: .entry whole_runs
  // CHECK:         setp.lt.s32
  // CHECK-NOT:     setp
  // CHECK-COUNT-4: sel
  func.func @whole_runs(%x: !tq.ptr<f32> {tq.divisibility = 16 : i64}, %n: i32 {tq.divisibility = 16 : i64})
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %i = tq.range 0 to 128 : tensor<128xi32>
    %bound = tq.splat %n : i32 -> tensor<128xi32>
    %mask = arith.cmpi slt, %i, %bound : tensor<128xi32>
    %base = tq.splat %x : !tq.ptr<f32> -> tensor<128x!tq.ptr<f32>>
    %p = tq.addptr %base, %i : tensor<128x!tq.ptr<f32>>, tensor<128xi32>
    %v = tq.load %p : tensor<128x!tq.ptr<f32>> -> tensor<128xf32>
    %zero = arith.constant dense<0.0> : tensor<128xf32>
    %y = arith.select %mask, %v, %zero : tensor<128xi1>, tensor<128xf32>
    tq.store %p, %y : tensor<128x!tq.ptr<f32>>, tensor<128xf32>
    return
  }

  // A remainder of negative numbers falls inside what counts up for positive
  // ones: each element is compared.
  // CHECK-LABEL:   .entry remainders
  // CHECK-COUNT-4: setp.{{[a-z.]*}}s32
  func.func @remainders(%x: !tq.ptr<f32> {tq.divisibility = 16 : i64}, %n: i32 {tq.divisibility = 16 : i64},
                        %start: i32 {tq.divisibility = 16 : i64}, %m: i32 {tq.divisibility = 16 : i64})
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %i = tq.range 0 to 128 : tensor<128xi32>
    %from = tq.splat %start : i32 -> tensor<128xi32>
    %by = tq.splat %m : i32 -> tensor<128xi32>
    %at = arith.addi %from, %i : tensor<128xi32>
    %r = arith.remsi %at, %by : tensor<128xi32>
    %bound = tq.splat %n : i32 -> tensor<128xi32>
    %mask = arith.cmpi slt, %r, %bound : tensor<128xi32>
    %base = tq.splat %x : !tq.ptr<f32> -> tensor<128x!tq.ptr<f32>>
    %p = tq.addptr %base, %i : tensor<128x!tq.ptr<f32>>, tensor<128xi32>
    %v = tq.load %p : tensor<128x!tq.ptr<f32>> -> tensor<128xf32>
    %zero = arith.constant dense<0.0> : tensor<128xf32>
    %y = arith.select %mask, %v, %zero : tensor<128xi1>, tensor<128xf32>
    tq.store %p, %y : tensor<128x!tq.ptr<f32>>, tensor<128xf32>
    return
  }
}
