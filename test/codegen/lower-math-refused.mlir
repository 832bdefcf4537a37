// An op of math that nothing computes is refused by name.
//
// RUN: not %tqc %s --emit=ptx 2>&1 | FileCheck %s
// CHECK: 'math.atan' op has no lowering to registers

module attributes {tq.arch = "sm_80", tq.phase = "tile"} {
func.func @k(%p: !tq.ptr<f32> {tq.divisibility = 16 : i64, tq.name = "p", tq.type = "*fp32"})
    attributes {tq.kernel, tq.num_stages = 3 : i32, tq.num_warps = 1 : i32} {
  %x = tq.load %p {cache = 0 : i32, evict = 0 : i32} : !tq.ptr<f32> -> f32
  %y = math.atan %x : f32
  tq.store %p, %y : !tq.ptr<f32>, f32
  return
}
}
