// RUN: not tqc %s -o %t.ptx 2>&1 | FileCheck %s

// A load has one hint: the cache operator or the eviction priority.
// CHECK: the cache modifier `.cg` and the eviction policy `evict_first` exclude each other in PTX
module attributes {tq.arch = "sm_80", tq.phase = "tile"} {
  func.func @two_hints(%p: !tq.ptr<f32>) attributes {tq.kernel, tq.num_warps = 4 : i32, tq.num_stages = 1 : i32} {
    %x = tq.load %p {cache = 2 : i32, evict = 1 : i32} : !tq.ptr<f32> -> f32
    tq.store %p, %x : !tq.ptr<f32>, f32
    return
  }
}
