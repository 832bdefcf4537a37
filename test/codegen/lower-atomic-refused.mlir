// RUN: not tqc %s --arch=sm_80 --emit=ptx -o - 2>&1 | FileCheck %s

module attributes {tq.arch = "sm_80", tq.phase = "tile"} {
  func.func @sum(%x: !tq.ptr<i16>, %v: i16)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    // CHECK: error: 'tq.atomic_rmw' op PTX has no atomic `addi` on 'i16'
    %old = tq.atomic_rmw addi relaxed gpu %x, %v : !tq.ptr<i16>, i16 -> i16
    return
  }
}
