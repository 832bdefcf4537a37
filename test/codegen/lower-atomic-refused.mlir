// RUN: not tqc %s --arch=sm_80 --emit=ptx -o - 2>&1 | FileCheck %s

module attributes {tq.arch = "sm_80", tq.phase = "tile"} {
  func.func @maximum(%x: !tq.ptr<f16>, %v: f16)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    // CHECK: error: 'tq.atomic_rmw' op PTX has no atomic `maxf` on 'f16'
    %old = tq.atomic_rmw maxf relaxed gpu %x, %v : !tq.ptr<f16>, f16 -> f16
    return
  }
}
