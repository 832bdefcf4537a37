// RUN: tqc %s --arch=sm_80 --emit=ptx -o - | FileCheck %s
// RUN: %if ptxas %{ tqc %s --arch=sm_80 -o %t.cubin %}

// One module in the `tile` phase; what atomics become in PTX.
module attributes {tq.arch = "sm_80", tq.phase = "tile"} {
  // A mask is a predicate.
  // CHECK-LABEL: .entry add_tile(
  // CHECK:     setp.lt.s32 [[MASK:%p[0-9]+]]
  // CHECK:     @[[MASK]] {{atom|red}}.relaxed.gpu.global.add.f32
  // CHECK-NOT: atom
  // CHECK:     ret;
  func.func @add_tile(%x: !tq.ptr<f32>, %n: i32)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %i = tq.range 0 to 32 : tensor<32xi32>
    %last = tq.splat %n : i32 -> tensor<32xi32>
    %mask = arith.cmpi slt, %i, %last : tensor<32xi32>
    %base = tq.splat %x : !tq.ptr<f32> -> tensor<32x!tq.ptr<f32>>
    %p = tq.addptr %base, %i : tensor<32x!tq.ptr<f32>>, tensor<32xi32>
    %one = arith.constant dense<1.0> : tensor<32xf32>
    %old = tq.atomic_rmw addf relaxed gpu %p, %one, %mask : tensor<32x!tq.ptr<f32>>, tensor<32xf32>, tensor<32xi1> -> tensor<32xf32>
    return
  }
  // Order, scope and sign are the op's; the old value is what memory held.
  // CHECK-LABEL: .entry old_values(
  // CHECK:     atom.acq_rel.gpu.global.max.s32 [[OLD:%r[0-9]+]]
  // CHECK:     st.global.b32 [%rd{{[0-9]+}}], [[OLD]];
  func.func @old_values(%x: !tq.ptr<i32>)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %i = tq.range 0 to 32 : tensor<32xi32>
    %base = tq.splat %x : !tq.ptr<i32> -> tensor<32x!tq.ptr<i32>>
    %p = tq.addptr %base, %i : tensor<32x!tq.ptr<i32>>, tensor<32xi32>
    %old = tq.atomic_rmw maxs acq_rel gpu %p, %i : tensor<32x!tq.ptr<i32>>, tensor<32xi32> -> tensor<32xi32>
    tq.store %p, %old : tensor<32x!tq.ptr<i32>>, tensor<32xi32>
    return
  }
  // Floats are ordered as the integers of their bits, the negative ones backwards.
  // CHECK-LABEL: .entry float_maximum(
  // CHECK:     setp.ge.and.s32 pos, [[VALUE:%r[0-9]+]], 0, [[MASK:%p[0-9]+]];
  // CHECK:     setp.lt.and.s32 neg, [[VALUE]], 0, [[MASK]];
  // CHECK:     @pos atom.relaxed.gpu.global.max.s32 {{.*}}, [[VALUE]];
  // CHECK:     @neg atom.relaxed.gpu.global.min.u32 {{.*}}, [[VALUE]];
  func.func @float_maximum(%x: !tq.ptr<f32>, %v: f32)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %old = tq.atomic_rmw maxf relaxed gpu %x, %v : !tq.ptr<f32>, f32 -> f32
    return
  }
  // CHECK-LABEL: .entry double_minimum(
  // CHECK:     setp.ge.s64 pos
  // CHECK:     @pos atom.relaxed.gpu.global.min.s64
  // CHECK:     @neg atom.relaxed.gpu.global.max.u64
  func.func @double_minimum(%x: !tq.ptr<f64>)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %i = tq.range 0 to 32 : tensor<32xi32>
    %base = tq.splat %x : !tq.ptr<f64> -> tensor<32x!tq.ptr<f64>>
    %p = tq.addptr %base, %i : tensor<32x!tq.ptr<f64>>, tensor<32xi32>
    %v = arith.sitofp %i : tensor<32xi32> to tensor<32xf64>
    %old = tq.atomic_rmw minf relaxed gpu %p, %v : tensor<32x!tq.ptr<f64>>, tensor<32xf64> -> tensor<32xf64>
    return
  }
  // Of threads that hold the same element one acts.
  // CHECK-LABEL: .entry few(
  // CHECK:     setp.lt.u32 [[FIRST:%p[0-9]+]], %r{{[0-9]+}}, 8;
  // CHECK:     @[[FIRST]] {{atom|red}}.relaxed.cta.global.add.u32
  func.func @few(%x: !tq.ptr<i32>)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %i = tq.range 0 to 8 : tensor<8xi32>
    %base = tq.splat %x : !tq.ptr<i32> -> tensor<8x!tq.ptr<i32>>
    %p = tq.addptr %base, %i : tensor<8x!tq.ptr<i32>>, tensor<8xi32>
    %old = tq.atomic_rmw addi relaxed cta %p, %i : tensor<8x!tq.ptr<i32>>, tensor<8xi32> -> tensor<8xi32>
    return
  }
  // Half precision adds without flushing subnormals.
  // CHECK-LABEL: .entry half(
  // CHECK:     @%p{{[0-9]+}} {{atom|red}}.relaxed.sys.global.add.noftz.f16
  func.func @half(%x: !tq.ptr<f16>, %v: f16)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %old = tq.atomic_rmw addf relaxed sys %x, %v : !tq.ptr<f16>, f16 -> f16
    return
  }
  // One thread swaps; all of them get the old value through shared memory.
  // CHECK-LABEL: .entry swap(
  // CHECK:     atom.acq_rel.gpu.global.cas.b32 [[OLD:%r[0-9]+]]
  // CHECK:     st.shared.b32 [tq_shared], [[OLD]];
  // CHECK:     bar.sync 0;
  // CHECK:     ld.shared.b32
  func.func @swap(%x: !tq.ptr<i32>, %a: i32, %b: i32)
      attributes {tq.kernel, tq.num_warps = 4 : i32, tq.num_stages = 1 : i32} {
    %old = tq.atomic_cas acq_rel gpu %x, %a, %b : !tq.ptr<i32>, i32 -> i32
    tq.store %x, %old : !tq.ptr<i32>, i32
    return
  }
}
