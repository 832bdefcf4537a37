// RUN: tqc %s --arch=sm_80 --emit=ptx --no-line-info -o - | FileCheck %s
// RUN: %if ptxas %{ tqc %s --arch=sm_80 -o %t.cubin %}

// Scalars: the grid, pointers as numbers, conversions with a rounding.
// CHECK: "entry":"eighths",{{.*}}"type":"*fp8e4nv"
module attributes {tq.arch = "sm_80", tq.phase = "tile"} {
  // The grid is read from special registers; a condition that may be assumed and a
  // hint leave nothing behind, a barrier is one.
  // CHECK-LABEL: .entry programs(
  // CHECK-DAG: mov.u32 %r{{[0-9]+}}, %ctaid.x;
  // CHECK-DAG: mov.u32 %r{{[0-9]+}}, %ctaid.y;
  // CHECK-DAG: mov.u32 %r{{[0-9]+}}, %ctaid.z;
  // CHECK-DAG: mov.u32 %r{{[0-9]+}}, %nctaid.x;
  // CHECK-DAG: mov.u32 %r{{[0-9]+}}, %nctaid.y;
  // CHECK-DAG: mov.u32 %r{{[0-9]+}}, %nctaid.z;
  // CHECK-NOT: setp.ge
  // CHECK:     bar.sync 0;
  // CHECK:     @%p{{[0-9]+}} st.global.b32
  // CHECK:     ret;
  func.func @programs(%x: !tq.ptr<i32>)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %a = tq.program_id 0
    %b = tq.program_id 1
    %c = tq.program_id 2
    %d = tq.num_programs 0
    %e = tq.num_programs 1
    %f = tq.num_programs 2
    %zero = arith.constant 0 : i32
    %ok = arith.cmpi sge, %a, %zero : i32
    tq.assume %ok
    %ab = arith.addi %a, %b : i32
    %abc = arith.addi %ab, %c : i32
    %de = arith.muli %d, %e : i32
    %def = arith.muli %de, %f : i32
    %s = arith.addi %abc, %def : i32
    %h = tq.hint %s multiple_of [4] : i32
    %p = tq.addptr %x, %h : !tq.ptr<i32>, i32
    tq.barrier
    tq.store %p, %s : !tq.ptr<i32>, i32
    return
  }
  // A pointer is its 64 bits, whatever it points to.
  // CHECK-LABEL: .entry pointers(
  //   // CHECK:     ld.param.b64 [[X:%rd[0-9]+]], [pointers_param_0];
  // CHECK:     ld.param.b64 [[Y:%rd[0-9]+]], [pointers_param_1];
  // CHECK:     st.global.b64 [[[Y]]], [[X]];
  // CHECK:     bar.sync 0;
  // CHECK:     ld.global.b64 [[P:%rd[0-9]+]], [[[Y]]];
  // CHECK:     ld.global.b16 [[V:%rs[0-9]+]], [[[P]]+2];
  // CHECK:     st.global.b16 [[[Y]]], [[V]];
  func.func @pointers(%x: !tq.ptr<f32>, %y: !tq.ptr<i64>)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %a = tq.ptr_to_int %x : !tq.ptr<f32> -> i64
    tq.store %y, %a : !tq.ptr<i64>, i64
    tq.barrier
    %b = tq.load %y : !tq.ptr<i64> -> i64
    %p = tq.int_to_ptr %b : i64 -> !tq.ptr<f32>
    %c = tq.ptr_cast %p : !tq.ptr<f32> -> !tq.ptr<i16>
    %one = arith.constant 1 : i32
    %q = tq.addptr %c, %one : !tq.ptr<i16>, i32
    %v = tq.load %q : !tq.ptr<i16> -> i16
    %z = tq.ptr_cast %y : !tq.ptr<i64> -> !tq.ptr<i16>
    tq.store %z, %v : !tq.ptr<i16>, i16
    return
  }
  // Conversions that `arith` cannot say.
  // CHECK-LABEL: .entry casts(
  // CHECK:     cvt.rn.f16.f32 %rs{{[0-9]+}}, [[X:%r[0-9]+]];
  // CHECK:     cvt.rz.bf16.f32 %rs{{[0-9]+}}, [[X]];
  func.func @casts(%x: f32, %y: !tq.ptr<f16>, %z: !tq.ptr<bf16>)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %h = tq.float_cast %x : f32 -> f16
    tq.store %y, %h : !tq.ptr<f16>, f16
    %b = tq.float_cast %x toward_zero : f32 -> bf16
    tq.store %z, %b : !tq.ptr<bf16>, bf16
    return
  }
  // Correctly rounded, whatever the fast forms do.
  // CHECK-LABEL: .entry precise(
  // CHECK:     div.rn.f32 [[Q:%r[0-9]+]], [[X:%r[0-9]+]], [[X]];
  // CHECK-NEXT: sqrt.rn.f32 %r{{[0-9]+}}, [[Q]];
  func.func @precise(%x: f32, %y: !tq.ptr<f32>)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %a = tq.precise %x, %x : f32
    %b = tq.precise %a : f32
    tq.store %y, %b : !tq.ptr<f32>, f32
    return
  }

  // fp8 is moved into place as a half, and scaled by the distance of the biases.
  // CHECK-LABEL: .entry eighths(
  // CHECK:     shl.b16 [[HALF:%rs[0-9]+]], %rs{{[0-9]+}}, 7;
  // CHECK:     mov.b16 [[SCALE:%rs[0-9]+]], 0x5C00;
  // CHECK:     mul.f16 [[SCALED:%rs[0-9]+]], [[HALF]], [[SCALE]];
  // CHECK:     cvt.f32.f16
  func.func @eighths(%x: !tq.ptr<f8E4M3FN>, %y: !tq.ptr<f32>)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %a = tq.load %x : !tq.ptr<f8E4M3FN> -> f8E4M3FN
    %b = tq.float_cast %a : f8E4M3FN -> f32
    tq.store %y, %b : !tq.ptr<f32>, f32
    return
  }
}
