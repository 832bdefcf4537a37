// RUN: env TQ_LIBDEVICE=%S/Inputs/libdevice.ll tqc %s --arch=sm_80 --no-line-info -o - | FileCheck %s
// RUN: env TQ_LIBDEVICE=%t.none not tqc %s --arch=sm_80 -o %t.ptx 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: env TQ_LIBDEVICE=%s not tqc %s --arch=sm_80 -o %t.ptx 2>&1 | FileCheck %s --check-prefix=BROKEN
// RUN: sed s/__nv_tanf/__nv_other/ %S/Inputs/libdevice.ll > %t.ll
// RUN: env TQ_LIBDEVICE=%t.ll not tqc %s --arch=sm_80 -o %t.ptx 2>&1 | FileCheck %s --check-prefix=LACKS

// A function of libdevice becomes part of the kernel, with subnormals kept; what
// is not called does not come along.
// CHECK-NOT: .func
// CHECK:     .entry tangent(
// CHECK:     ld.param.b32 [[X:%r[0-9]+]], [tangent_param_0];
// CHECK-NOT: call
// CHECK:     mul.f32 [[Y:%r[0-9]+]], [[X]], 0f40E00000;
// CHECK:     st.global.b32 [%rd{{[0-9]+}}], [[Y]];
// CHECK-NOT: __nv

// NONE: error: the kernel calls `__nv_tanf`, which libdevice has, but no libdevice.10.bc was found
// BROKEN: error: {{.*}}lower-extern.mlir: expected top-level entity
// LACKS: error: libdevice has no function `__nv_tanf`
module attributes {tq.arch = "sm_80", tq.phase = "tile"} {
  func.func @tangent(%x: f32, %y: !tq.ptr<f32>)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %t = tq.extern "__nv_tanf"(%x) {pure} : (f32) -> f32
    tq.store %y, %t : !tq.ptr<f32>, f32
    return
  }
}
