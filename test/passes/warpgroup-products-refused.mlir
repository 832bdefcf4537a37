// RUN: tq-opt %s -split-input-file -tq-warpgroup-products -verify-diagnostics

#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 32)>
#b = #tqg.linear<reg = [(1, 0), (8, 0), (16, 0), (0, 8), (0, 16), (0, 32)], lane = [(2, 0), (4, 0), (0, 1), (0, 2), (0, 4)], warp = [(0, 0), (0, 0)], shape = (32, 64)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#panels = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0)], shape = (32, 64)>
#plain = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 0), (2, 0), (4, 0), (8, 0), (16, 0)], shape = (32, 64)>

// No descriptor can say how these slots lie.
func.func @no_panels(%f: tensor<64x32xf16, #a>, %c: tensor<64x64xf32, #c>, %slot: i32) -> tensor<64x64xf32, #c> {
  %ring = tqg.ring : !tqg.ring<2, tensor<32x64xf16, #plain>>
  %g = tqg.ring_read %ring[%slot] [0, 1] : !tqg.ring<2, tensor<32x64xf16, #plain>> -> tensor<32x64xf16, #b>
  // expected-error @below {{is planned to read a slot, but no slot holds this operand as wgmma reads it}}
  %d = tqg.mma %f, %g, %c {tqg.operands = #tqg.operands<left = registers, right = slot>, tqg.product = #tqg.product<unit = wgmma, rows = 4>} : tensor<64x32xf16, #a>, tensor<32x64xf16, #b>, tensor<64x64xf32, #c>
  return %d : tensor<64x64xf32, #c>
}

// -----

#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 32)>
#b = #tqg.linear<reg = [(1, 0), (8, 0), (16, 0), (0, 8), (0, 16), (0, 32)], lane = [(2, 0), (4, 0), (0, 1), (0, 2), (0, 4)], warp = [(0, 0), (0, 0)], shape = (32, 64)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#panels = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0)], shape = (32, 64)>
#plain = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 0), (2, 0), (4, 0), (8, 0), (16, 0)], shape = (32, 64)>

func.func @no_places(%f: tensor<64x32xf16, #a>, %c: tensor<64x64xf32, #c>, %slot: i32) -> (i32, tensor<64x64xf32, #c>) {
  %ring = tqg.ring : !tqg.ring<2, tensor<32x64xf16, #panels>>
  %g = tqg.ring_read %ring[%slot] [0, 1] : !tqg.ring<2, tensor<32x64xf16, #panels>> -> tensor<32x64xf16, #b>
  // expected-error @below {{is of wgmma, but nobody planned where its operands are}}
  %d = tqg.mma %f, %g, %c {tqg.product = #tqg.product<unit = wgmma, rows = 4>} : tensor<64x32xf16, #a>, tensor<32x64xf16, #b>, tensor<64x64xf32, #c>
  %other = arith.addi %slot, %slot : i32
  return %other, %d : i32, tensor<64x64xf32, #c>
}
