// RUN: not tqc %s --arch=sm_90a --emit=ptx -o - 2>&1 | FileCheck %s

module attributes {tq.arch = "sm_90a", tq.phase = "tile"} {
  func.func @scale(%x: !tq.ptr<f32>, %n: i32)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %v = tq.load %x : !tq.ptr<f32> -> f32
    %one = tq.splat %v : f32 -> tensor<32xf32>
    // CHECK: error: 'arith.mulf' op must say which operand is mostly 1: 0 or 1
    %y = arith.mulf %one, %one {tqg.mostly_one = 2 : i32} : tensor<32xf32>
    %i = tq.range 0 to 32 : tensor<32xi32>
    %base = tq.splat %x : !tq.ptr<f32> -> tensor<32x!tq.ptr<f32>>
    %p = tq.addptr %base, %i : tensor<32x!tq.ptr<f32>>, tensor<32xi32>
    tq.store %p, %y : tensor<32x!tq.ptr<f32>>, tensor<32xf32>
    return
  }
}
