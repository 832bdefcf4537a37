// RUN: tq-opt %s -split-input-file -verify-diagnostics

#row = #tqg.linear<reg = [(0, 1)], lane = [(0, 2), (1, 0)], warp = [], shape = (2, 4)>

func.func @layout_of_another_shape(%tile: tensor<4x4xf32, #row>) {
  // expected-error @below {{the layout of the source is for a 2x4 tile, but the source is 4x4}}
  // expected-note  @below {{the layout puts elements here}}
  %0 = tqg.convert_layout %tile : tensor<4x4xf32, #row> to tensor<4x4xf32, #row>
  return
}

// -----

// expected-error @below {{these bases are no layout}}
#bad = #tqg.linear<reg = [(0, 1)], lane = [], warp = [], shape = (2, 2)>

// -----

#row = #tqg.linear<reg = [(0, 1)], lane = [(0, 2), (1, 0)], warp = [], shape = (2, 4)>

func.func @does_not_multiply(%a: tensor<2x4xf32, #row>, %c: tensor<2x4xf32, #row>) {
  // expected-error @below {{which do not multiply}}
  %d = tqg.mma %a, %a, %c : tensor<2x4xf32, #row>, tensor<2x4xf32, #row>, tensor<2x4xf32, #row>
  return
}
