// RUN: tq-opt %s -split-input-file -tq-verify-phase=phase=layout -verify-diagnostics

// expected-error @below {{phase `layout` promises a layout for every tile, but this one has none}}
func.func @tile_without_layout(%x: tensor<64xf32>) {
  // expected-error @below {{phase `layout` promises a layout for every tile, but this one has none}}
  %sum = arith.addf %x, %x : tensor<64xf32>
  return
}

// -----

func.func @descriptor(%base: !tq.ptr<f32>, %n: i64) {
  // expected-error @below {{phase `layout` promises accesses through pointers, but this one has a descriptor}}
  %d = tq.make_descriptor %base of [%n] by [%n] : !tq.ptr<f32> -> !tq.descriptor<tensor<64xf32>>
  return
}

// -----

#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 32)>
#b = #tqg.linear<reg = [(1, 0), (8, 0), (16, 0), (0, 8), (0, 16), (0, 32)], lane = [(2, 0), (4, 0), (0, 1), (0, 2), (0, 4)], warp = [(0, 0), (0, 0)], shape = (32, 64)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>

func.func @unplanned(%a: tensor<64x32xf16, #a>, %b: tensor<32x64xf16, #b>, %c: tensor<64x64xf32, #c>) {
  // expected-error @below {{phase `layout` promises places for the operands of wgmma, but nobody planned these}}
  %d = tqg.mma %a, %b, %c {tqg.product = #tqg.product<unit = wgmma, rows = 4>} : tensor<64x32xf16, #a>, tensor<32x64xf16, #b>, tensor<64x64xf32, #c>
  return
}
