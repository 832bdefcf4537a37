// RUN: tqc %s --arch=sm_80 --emit=ptx --no-line-info -o - | FileCheck %s
// RUN: %if ptxas %{ tqc %s --arch=sm_80 -o %t.cubin %}

// The operations that give a tile another shape; one module in the `tile` phase.
module attributes {tq.arch = "sm_80", tq.phase = "tile"} {
  // A new shape is a new name for the same registers; the store wants its own
  // order of them, here by shuffles.
  // CHECK-LABEL: .entry reshape(
  // CHECK:     ld.global.v2.b32
  // CHECK-NOT: st.shared
  // CHECK-COUNT-4: shfl.sync.idx.b32
  // CHECK-NOT: st.shared
  // CHECK-COUNT-2: st.global.b32
  // CHECK:     ret;
  func.func @reshape(%x: !tq.ptr<i32> {tq.divisibility = 16 : i64})
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %i = tq.range 0 to 64 : tensor<64xi32>
    %base = tq.splat %x : !tq.ptr<i32> -> tensor<64x!tq.ptr<i32>>
    %p = tq.addptr %base, %i : tensor<64x!tq.ptr<i32>>, tensor<64xi32>
    %v = tq.load %p : tensor<64x!tq.ptr<i32>> -> tensor<64xi32>
    %m = tq.reshape %v : tensor<64xi32> -> tensor<8x8xi32>
    %q = tq.reshape %p : tensor<64x!tq.ptr<i32>> -> tensor<8x8x!tq.ptr<i32>>
    %n = arith.addi %m, %m : tensor<8x8xi32>
    tq.store %q, %n : tensor<8x8x!tq.ptr<i32>>, tensor<8x8xi32>
    return
  }
  // Within a warp: by shuffles, and a choice between two registers.
  // CHECK-LABEL: .entry trans(
  // CHECK-NOT: st.shared
  // CHECK-COUNT-2: shfl.sync.idx.b32
  // CHECK:     selp.b32
  // CHECK-COUNT-2: shfl.sync.idx.b32
  // CHECK:     selp.b32
  // CHECK-NOT: st.shared
  // CHECK:     ret;
  func.func @trans(%x: !tq.ptr<i32> {tq.divisibility = 16 : i64})
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %i = tq.range 0 to 64 : tensor<64xi32>
    %base = tq.splat %x : !tq.ptr<i32> -> tensor<64x!tq.ptr<i32>>
    %p = tq.addptr %base, %i : tensor<64x!tq.ptr<i32>>, tensor<64xi32>
    %q = tq.reshape %p : tensor<64x!tq.ptr<i32>> -> tensor<8x8x!tq.ptr<i32>>
    %v = tq.load %q : tensor<8x8x!tq.ptr<i32>> -> tensor<8x8xi32>
    %m = tq.trans %v [1, 0] : tensor<8x8xi32> -> tensor<8x8xi32>
    tq.store %q, %m : tensor<8x8x!tq.ptr<i32>>, tensor<8x8xi32>
    return
  }
  // Neighbours in a thread: no move, one store of 16 bytes.
  // CHECK-LABEL: .entry join(
  // CHECK:     ld.global.v2.b32 {[[A:%r[0-9]+]], [[B:%r[0-9]+]]}
  // CHECK:     mul.lo.s32 [[AA:%r[0-9]+]], [[A]], [[A]];
  // CHECK:     mul.lo.s32 [[BB:%r[0-9]+]], [[B]], [[B]];
  // CHECK-NOT: shfl
  // CHECK-NOT: st.shared
  // CHECK:     st.global.v4.b32 [%rd{{[0-9]+}}], {[[A]], [[AA]], [[B]], [[BB]]};
  func.func @join(%x: !tq.ptr<i32> {tq.divisibility = 16 : i64}, %y: !tq.ptr<i32> {tq.divisibility = 16 : i64})
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %i = tq.range 0 to 64 : tensor<64xi32>
    %base = tq.splat %x : !tq.ptr<i32> -> tensor<64x!tq.ptr<i32>>
    %p = tq.addptr %base, %i : tensor<64x!tq.ptr<i32>>, tensor<64xi32>
    %v = tq.load %p : tensor<64x!tq.ptr<i32>> -> tensor<64xi32>
    %w = arith.muli %v, %v : tensor<64xi32>
    %m = tq.join %v, %w : tensor<64xi32> -> tensor<64x2xi32>
    %j = tq.range 0 to 128 : tensor<128xi32>
    %places = tq.splat %y : !tq.ptr<i32> -> tensor<128x!tq.ptr<i32>>
    %q = tq.addptr %places, %j : tensor<128x!tq.ptr<i32>>, tensor<128xi32>
    %f = tq.reshape %m : tensor<64x2xi32> -> tensor<128xi32>
    tq.store %q, %f : tensor<128x!tq.ptr<i32>>, tensor<128xi32>
    return
  }
  // And back.
  // CHECK-LABEL: .entry split(
  // CHECK:     ld.global.v4.b32 {[[A:%r[0-9]+]], [[B:%r[0-9]+]], [[C:%r[0-9]+]], [[D:%r[0-9]+]]}
  // CHECK-NEXT: sub.s32 [[AB:%r[0-9]+]], [[A]], [[B]];
  // CHECK-NEXT: sub.s32 [[CD:%r[0-9]+]], [[C]], [[D]];
  // CHECK:     st.global.v2.b32 [%rd{{[0-9]+}}], {[[AB]], [[CD]]};
  func.func @split(%x: !tq.ptr<i32> {tq.divisibility = 16 : i64}, %y: !tq.ptr<i32> {tq.divisibility = 16 : i64})
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %j = tq.range 0 to 128 : tensor<128xi32>
    %base = tq.splat %x : !tq.ptr<i32> -> tensor<128x!tq.ptr<i32>>
    %p = tq.addptr %base, %j : tensor<128x!tq.ptr<i32>>, tensor<128xi32>
    %v = tq.load %p : tensor<128x!tq.ptr<i32>> -> tensor<128xi32>
    %m = tq.reshape %v : tensor<128xi32> -> tensor<64x2xi32>
    %a, %b = tq.split %m : tensor<64x2xi32> -> tensor<64xi32>
    %d = arith.subi %a, %b : tensor<64xi32>
    %i = tq.range 0 to 64 : tensor<64xi32>
    %places = tq.splat %y : !tq.ptr<i32> -> tensor<64x!tq.ptr<i32>>
    %q = tq.addptr %places, %i : tensor<64x!tq.ptr<i32>>, tensor<64xi32>
    tq.store %q, %d : tensor<64x!tq.ptr<i32>>, tensor<64xi32>
    return
  }
  // One tile behind the other, through shared memory: the second half is 256 bytes
  // further.
  // CHECK-LABEL: .entry cat(
  // CHECK:     ld.global.v2.b32 {[[A:%r[0-9]+]], [[B:%r[0-9]+]]}
  // CHECK:     st.shared.v2.b32 [[[AT:%r[0-9]+]]], {[[A]], [[B]]};
  // CHECK:     st.shared.v2.b32 [[[AT]]+256], {%r{{[0-9]+}}, %r{{[0-9]+}}};
  // CHECK:     bar.sync 0;
  // CHECK:     ld.shared.b32
  // CHECK:     st.global.v4.b32
  func.func @cat(%x: !tq.ptr<i32> {tq.divisibility = 16 : i64}, %y: !tq.ptr<i32> {tq.divisibility = 16 : i64})
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %i = tq.range 0 to 64 : tensor<64xi32>
    %base = tq.splat %x : !tq.ptr<i32> -> tensor<64x!tq.ptr<i32>>
    %p = tq.addptr %base, %i : tensor<64x!tq.ptr<i32>>, tensor<64xi32>
    %v = tq.load %p : tensor<64x!tq.ptr<i32>> -> tensor<64xi32>
    %w = arith.muli %v, %v : tensor<64xi32>
    %m = tq.cat %v, %w : tensor<64xi32> -> tensor<128xi32>
    %j = tq.range 0 to 128 : tensor<128xi32>
    %places = tq.splat %y : !tq.ptr<i32> -> tensor<128x!tq.ptr<i32>>
    %q = tq.addptr %places, %j : tensor<128x!tq.ptr<i32>>, tensor<128xi32>
    tq.store %q, %m : tensor<128x!tq.ptr<i32>>, tensor<128xi32>
    return
  }
}
