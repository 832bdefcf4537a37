// RUN: tqc %s --arch=sm_80 --emit=ptx -o - | FileCheck %s
// RUN: %if ptxas %{ tqc %s --arch=sm_80 -o %t.cubin %}

// One module in the `tile` phase; what print, assert, inline assembly and gather
// become in PTX.
module attributes {tq.arch = "sm_80", tq.phase = "tile"} {

  // The text once for each element.
  // CHECK-LABEL: .entry negate(
  // CHECK:     neg.s32 %r{{[0-9]+}}, %r{{[0-9]+}};
  // CHECK-NEXT: neg.s32
  // CHECK-NOT: neg.s32
  // CHECK:     st.global.v2.b32
  func.func @negate(%x: !tq.ptr<i32> {tq.divisibility = 16 : i64})
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %i = tq.range 0 to 64 : tensor<64xi32>
    %base = tq.splat %x : !tq.ptr<i32> -> tensor<64x!tq.ptr<i32>>
    %p = tq.addptr %base, %i : tensor<64x!tq.ptr<i32>>, tensor<64xi32>
    %v = tq.load %p : tensor<64x!tq.ptr<i32>> -> tensor<64xi32>
    %y = tq.inline_asm "neg.s32 $0, $1;", "=r,r"(%v) {pack = 1 : i32, pure} : (tensor<64xi32>) -> tensor<64xi32>
    tq.store %p, %y : tensor<64x!tq.ptr<i32>>, tensor<64xi32>
    return
  }

  // Two halves in one register, one instance.
  // CHECK-LABEL: .entry packed(
  // CHECK:     ld.global.b32 [[PAIR:%r[0-9]+]]
  // CHECK:     mul.f16x2 [[RESULT:%r[0-9]+]], [[PAIR]], [[PAIR]];
  // CHECK-NOT: mul.f16x2
  // CHECK:     st.global.b32 [%rd{{[0-9]+}}], [[RESULT]];
  func.func @packed(%x: !tq.ptr<f16> {tq.divisibility = 16 : i64})
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %i = tq.range 0 to 64 : tensor<64xi32>
    %base = tq.splat %x : !tq.ptr<f16> -> tensor<64x!tq.ptr<f16>>
    %p = tq.addptr %base, %i : tensor<64x!tq.ptr<f16>>, tensor<64xi32>
    %v = tq.load %p : tensor<64x!tq.ptr<f16>> -> tensor<64xf16>
    %y = tq.inline_asm "mul.f16x2 $0, $1, $1;", "=r,r"(%v) {pack = 2 : i32, pure} : (tensor<64xf16>) -> tensor<64xf16>
    tq.store %p, %y : tensor<64x!tq.ptr<f16>>, tensor<64xf16>
    return
  }

  // What is pure and unused goes, what is not pure stays.
  // CHECK-LABEL: .entry dead(
  // CHECK-NOT: not.b32
  // CHECK:     activemask.b32
  // CHECK:     ret;
  func.func @dead(%x: i32)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %a = tq.inline_asm "not.b32 $0, $1;", "=r,r"(%x) {pack = 1 : i32, pure} : (i32) -> i32
    %b = tq.inline_asm "activemask.b32 $0; // $1", "=r,r"(%x) {pack = 1 : i32} : (i32) -> i32
    return
  }

  // Each thread prints scalars, a line an operand, with the program's number.
  // CHECK-LABEL: .entry print(
  // CHECK-NOT: bra
  // CHECK-COUNT-3: vprintf
  // CHECK:     ret;
  func.func @print(%x: i32, %y: f16)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    tq.print "pair: " (%x, %y) {is_signed = array<i32: 1, 0>} : i32, f16
    tq.print "bits: " hex (%x) {is_signed = array<i32: 0>} : i32
    return
  }

  // Each thread prints its elements, two here.
  // CHECK-LABEL: .entry print_tile(
  // CHECK-NOT: bra
  // CHECK-COUNT-2: vprintf
  // CHECK-NOT: vprintf
  // CHECK:     ret;
  func.func @print_tile(%x: i32)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %i = tq.range 0 to 64 : tensor<64xi32>
    tq.print "i: " (%i) {is_signed = array<i32: 1>} : tensor<64xi32>
    return
  }

  // A false condition calls the driver's handler.
  // CHECK-LABEL: .entry assert(
  // CHECK:     setp.gt.s32 [[OK:%p[0-9]+]], %r{{[0-9]+}}, 0;
  // CHECK:     @[[OK]] bra
  // CHECK:     __assertfail
  // CHECK:     ret;
  func.func @assert(%x: i32)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %zero = arith.constant 0 : i32
    %ok = arith.cmpi sgt, %x, %zero : i32
    tq.assert %ok, "x is not positive" : i1
    return
  }

  // Through shared memory; an index outside wraps and stays in the tile.
  // CHECK-LABEL: .entry gather(
  // CHECK:     st.shared.b32
  // CHECK:     bar.sync 0;
  // CHECK:     and.b32 %r{{[0-9]+}}, %r{{[0-9]+}}, 124;
  // CHECK:     ld.shared.b32 [[PICKED:%r[0-9]+]]
  // CHECK:     st.global.b32 [%rd{{[0-9]+}}], [[PICKED]];
  func.func @gather(%x: !tq.ptr<f32> {tq.divisibility = 16 : i64}, %at: !tq.ptr<i32> {tq.divisibility = 16 : i64})
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %i = tq.range 0 to 32 : tensor<32xi32>
    %base = tq.splat %x : !tq.ptr<f32> -> tensor<32x!tq.ptr<f32>>
    %p = tq.addptr %base, %i : tensor<32x!tq.ptr<f32>>, tensor<32xi32>
    %v = tq.load %p : tensor<32x!tq.ptr<f32>> -> tensor<32xf32>
    %places = tq.splat %at : !tq.ptr<i32> -> tensor<32x!tq.ptr<i32>>
    %q = tq.addptr %places, %i : tensor<32x!tq.ptr<i32>>, tensor<32xi32>
    %index = tq.load %q : tensor<32x!tq.ptr<i32>> -> tensor<32xi32>
    %y = tq.gather %v, %index, 0 : tensor<32xf32>, tensor<32xi32> -> tensor<32xf32>
    tq.store %p, %y : tensor<32x!tq.ptr<f32>>, tensor<32xf32>
    return
  }
}
