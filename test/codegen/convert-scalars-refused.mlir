// RUN: not tqc %s --emit=nvvm -o - 2>&1 | FileCheck %s

// What has no single form in LLVM's dialect is refused by name.
// CHECK: convert-scalars-refused.mlir:10:10: error: 'arith.ceildivsi' op has no form in LLVM's dialect
module attributes {tq.arch = "sm_80", tq.phase = "tile"} {
  func.func @ceiling(%p: !tq.ptr<i32>, %a: i32, %b: i32)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    // The op that is meant:
    //
    %0 = arith.ceildivsi %a, %b : i32
    tq.store %p, %0 : !tq.ptr<i32>, i32
    return
  }
}
