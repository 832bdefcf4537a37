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

// -----

#row = #tqg.linear<reg = [(0, 1)], lane = [(0, 2), (1, 0)], warp = [], shape = (2, 4)>

func.func @ring_without_memory() {
  // expected-error @below {{needs a tile with a layout of offsets}}
  %ring = tqg.ring : !tqg.ring<2, tensor<2x4xf32, #row>>
  return
}

// -----

#memory = #tqg.linear<offset = [(0, 1), (0, 2), (1, 0)], shape = (2, 4)>

func.func @ring_of_one() {
  // expected-error @below {{needs two slots, but has 1}}
  %ring = tqg.ring : !tqg.ring<1, tensor<2x4xf32, #memory>>
  return
}

// -----

#row = #tqg.linear<reg = [(0, 1)], lane = [(0, 2), (1, 0)], warp = [], shape = (2, 4)>
#memory = #tqg.linear<offset = [(0, 1), (0, 2), (1, 0)], shape = (2, 4)>

func.func @copies_other_numbers(%p: tensor<2x4x!tq.ptr<f16>, #row>, %ring: !tqg.ring<2, tensor<2x4xf32, #memory>>, %slot: i32) {
  // expected-error @below {{copies through}}
  tqg.copy_async %p to %ring[%slot] : tensor<2x4x!tq.ptr<f16>, #row>, !tqg.ring<2, tensor<2x4xf32, #memory>>
  return
}

// -----

#row = #tqg.linear<reg = [(0, 1)], lane = [(0, 2), (1, 0)], warp = [], shape = (2, 4)>
#memory = #tqg.linear<offset = [(0, 1), (0, 2), (1, 0)], shape = (2, 4)>

func.func @reads_another_shape(%ring: !tqg.ring<2, tensor<2x4xf32, #memory>>, %slot: i32) {
  // expected-error @below {{from slots of}}
  %0 = tqg.ring_read %ring[%slot] [1, 0] : !tqg.ring<2, tensor<2x4xf32, #memory>> -> tensor<2x4xf32, #row>
  return
}

// -----

#row = #tqg.linear<reg = [(0, 1)], lane = [(0, 2), (1, 0)], warp = [], shape = (2, 4)>
#memory = #tqg.linear<offset = [(0, 1), (0, 2), (1, 0)], shape = (2, 4)>

func.func @reads_a_dimension_twice(%ring: !tqg.ring<2, tensor<2x4xf32, #memory>>, %slot: i32) {
  // expected-error @below {{has no permutation as its order}}
  %1 = tqg.ring_read %ring[%slot] [0, 0] : !tqg.ring<2, tensor<2x4xf32, #memory>> -> tensor<2x4xf32, #row>
  return
}
