// RUN: tq-opt %s -split-input-file -tq-verify-phase=phase=tile -verify-diagnostics

#row = #tqg.linear<reg = [(0, 1)], lane = [(0, 2), (1, 0)], warp = [], shape = (2, 4)>
// expected-error @below {{phase `tile` promises tiles without places, but this one has a layout}}
func.func @tile_with_layout(%tile: tensor<2x4xf32, #row>) {
  // expected-error @below {{phase `tile` promises tiles without places, but this one has a layout}}
  %sum = arith.addf %tile, %tile : tensor<2x4xf32, #row>
  return
}

// -----

// Scalars and plain tiles are fine.
func.func @plain(%tile: tensor<2x4xf32>) {
  %sum = arith.addf %tile, %tile : tensor<2x4xf32>
  return
}
