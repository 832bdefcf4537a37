// RUN: tqc %s --arch=sm_80 --emit=ptx -o - | FileCheck %s
// RUN: %if ptxas %{ tqc %s --arch=sm_80 -o %t.cubin %}
// RUN: sed 's/reg = \[(1), (2), (4)\], lane = \[(8), (16), (32), (64), (128)\]/reg = [(32), (64), (128)], lane = [(1), (2), (4), (8), (16)]/' %s > %t.mlir
// RUN: not tqc %t.mlir --arch=sm_80 -o %t.ptx 2>&1 | FileCheck %s --check-prefix=SCATTERED

// Of 16 bits: 2 words and 1 by masks, 6 and 5 of them, and half a word by funnel shifts.
// SCATTERED: has threads that hold fewer neighbours
#halves = #tqg.linear<reg = [(1), (2), (4)], lane = [(8), (16), (32), (64), (128)], warp = [], shape = (256)>
#words = #tqg.linear<reg = [(1), (2)], lane = [(4), (8), (16), (32), (64)], warp = [], shape = (128)>
module attributes {tq.arch = "sm_80", tq.phase = "layout"} {
  // CHECK-LABEL: .entry halves(
  // CHECK-COUNT-2: ld.global.v4.b32
  // CHECK-COUNT-11: and.b32
  // CHECK-COUNT-4: shf.r.wrap.b32
  // CHECK-NOT:   shf.r
  // CHECK:       st.global.v4.b32
  func.func @halves(%x: !tq.ptr<f16>, %from: i32) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 1, stages = 1, roles = 1, cluster = 1>} {
    %i = tq.range 0 to 256 : tensor<256xi32, #halves>
    %c8 = arith.constant dense<8> : tensor<256xi32, #halves>
    %base = tq.splat %x : !tq.ptr<f16> -> tensor<256x!tq.ptr<f16>, #halves>
    %p = tq.addptr %base, %i : tensor<256x!tq.ptr<f16>, #halves>, tensor<256xi32, #halves>
    %q = tq.addptr %p, %c8 : tensor<256x!tq.ptr<f16>, #halves>, tensor<256xi32, #halves>
    %low = tq.load %p {tqg.access = #tqg.access<order = [0], run = 256, aligned = 16, addresses = 8, whole = 8, cut = 8>} : tensor<256x!tq.ptr<f16>, #halves> -> tensor<256xf16, #halves>
    %high = tq.load %q {tqg.access = #tqg.access<order = [0], run = 256, aligned = 16, addresses = 8, whole = 8, cut = 8>} : tensor<256x!tq.ptr<f16>, #halves> -> tensor<256xf16, #halves>
    %shifted = tqg.funnel_shift %low, %high from %from width 8 : tensor<256xf16, #halves>
    tq.store %p, %shifted {tqg.access = #tqg.access<order = [0], run = 256, aligned = 16, addresses = 8, whole = 8, cut = 8>} : tensor<256x!tq.ptr<f16>, #halves>, tensor<256xf16, #halves>
    return
  }

  // Where the words are known, none is chosen by a mask: 3 and 5 of 8 words are there.
  // CHECK-LABEL: .entry known(
  // CHECK-NOT:   and.b32
  // CHECK-COUNT-4: shf.r.wrap.b32
  // CHECK-NOT:   shf.r
  // CHECK:       st.global.v4.b32
  func.func @known(%x: !tq.ptr<f16>, %from: i32) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 1, stages = 1, roles = 1, cluster = 1>} {
    %i = tq.range 0 to 256 : tensor<256xi32, #halves>
    %c8 = arith.constant dense<8> : tensor<256xi32, #halves>
    %base = tq.splat %x : !tq.ptr<f16> -> tensor<256x!tq.ptr<f16>, #halves>
    %p = tq.addptr %base, %i : tensor<256x!tq.ptr<f16>, #halves>, tensor<256xi32, #halves>
    %q = tq.addptr %p, %c8 : tensor<256x!tq.ptr<f16>, #halves>, tensor<256xi32, #halves>
    %low = tq.load %p {tqg.access = #tqg.access<order = [0], run = 256, aligned = 16, addresses = 8, whole = 8, cut = 8>} : tensor<256x!tq.ptr<f16>, #halves> -> tensor<256xf16, #halves>
    %high = tq.load %q {tqg.access = #tqg.access<order = [0], run = 256, aligned = 16, addresses = 8, whole = 8, cut = 8>} : tensor<256x!tq.ptr<f16>, #halves> -> tensor<256xf16, #halves>
    %shifted = tqg.funnel_shift %low, %high from %from width 8 words 3 : tensor<256xf16, #halves>
    tq.store %p, %shifted {tqg.access = #tqg.access<order = [0], run = 256, aligned = 16, addresses = 8, whole = 8, cut = 8>} : tensor<256x!tq.ptr<f16>, #halves>, tensor<256xf16, #halves>
    return
  }

  // Whole words need no funnel shift.
  // CHECK-LABEL: .entry words(
  // CHECK-NOT:   shf.r
  // CHECK:       st.global
  func.func @words(%x: !tq.ptr<f32>, %from: i32) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 1, stages = 1, roles = 1, cluster = 1>} {
    %i = tq.range 0 to 128 : tensor<128xi32, #words>
    %base = tq.splat %x : !tq.ptr<f32> -> tensor<128x!tq.ptr<f32>, #words>
    %p = tq.addptr %base, %i : tensor<128x!tq.ptr<f32>, #words>, tensor<128xi32, #words>
    %v = tq.load %p : tensor<128x!tq.ptr<f32>, #words> -> tensor<128xf32, #words>
    %shifted = tqg.funnel_shift %v, %v from %from width 4 : tensor<128xf32, #words>
    tq.store %p, %shifted : tensor<128x!tq.ptr<f32>, #words>, tensor<128xf32, #words>
    return
  }
}
