// RUN: tqc %s --arch=sm_80 --emit=ptx -o - | FileCheck %s
// RUN: %if ptxas %{ tqc %s --arch=sm_80 -o %t.cubin %}

module attributes {tq.arch = "sm_80", tq.phase = "tile"} {

  // Aligned neighbours go 16 bytes at a time; a mask in multiples of 16 keeps that.
  // CHECK-LABEL: .entry wide
  // CHECK:         @%p{{[0-9]+}} ld.global.v4.b32
  // CHECK:         @%p{{[0-9]+}} st.global.v4.b32
  func.func @wide(%x: !tq.ptr<f32> {tq.divisibility = 16 : i64}, %n: i32 {tq.divisibility = 16 : i64})
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %i = tq.range 0 to 128 : tensor<128xi32>
    %bound = tq.splat %n : i32 -> tensor<128xi32>
    %mask = arith.cmpi slt, %i, %bound : tensor<128xi32>
    %base = tq.splat %x : !tq.ptr<f32> -> tensor<128x!tq.ptr<f32>>
    %p = tq.addptr %base, %i : tensor<128x!tq.ptr<f32>>, tensor<128xi32>
    %v = tq.load %p, %mask : tensor<128x!tq.ptr<f32>> -> tensor<128xf32>
    tq.store %p, %v, %mask : tensor<128x!tq.ptr<f32>>, tensor<128xf32>, tensor<128xi1>
    return
  }

  // A pointer that is only aligned to its elements is read one by one.
  // CHECK-LABEL: .entry narrow
  // CHECK-NOT:     ld.global.v
  // CHECK:         ld.global.b32
  // CHECK-NOT:     ld.global.v
  func.func @narrow(%x: !tq.ptr<f32>, %y: !tq.ptr<f32>)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %i = tq.range 0 to 128 : tensor<128xi32>
    %base = tq.splat %x : !tq.ptr<f32> -> tensor<128x!tq.ptr<f32>>
    %p = tq.addptr %base, %i : tensor<128x!tq.ptr<f32>>, tensor<128xi32>
    %v = tq.load %p : tensor<128x!tq.ptr<f32>> -> tensor<128xf32>
    %out = tq.splat %y : !tq.ptr<f32> -> tensor<128x!tq.ptr<f32>>
    %q = tq.addptr %out, %i : tensor<128x!tq.ptr<f32>>, tensor<128xi32>
    tq.store %q, %v : tensor<128x!tq.ptr<f32>>, tensor<128xf32>
    return
  }

  // An atomic carries its order and scope; one thread changes a scalar.
  // CHECK-LABEL: .entry atomic
  // CHECK:         atom.acq_rel.gpu.global.add.u32
  func.func @atomic(%x: !tq.ptr<i32>, %v: i32)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %old = tq.atomic_rmw addi acq_rel gpu %x, %v : !tq.ptr<i32>, i32 -> i32
    return
  }
}
