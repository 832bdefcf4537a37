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

func.func @ring_of_none() {
  // expected-error @below {{needs a slot, but has 0}}
  %ring = tqg.ring : !tqg.ring<0, tensor<2x4xf32, #memory>>
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

// -----

#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 32)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#square = #tqg.linear<reg = [(0, 1), (8, 0), (0, 16), (0, 32), (32, 0)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (0, 8)], shape = (64, 64)>
#panels = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0)], shape = (32, 64)>
#plain = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 0), (2, 0), (4, 0), (8, 0), (16, 0)], shape = (32, 64)>

func.func @other_rows(%a: tensor<64x32xf16, #a>, %b: !tqg.shared<tensor<32x64xf16, #panels>>, %c: tensor<64x64xf32, #square>) {
  // expected-error @below {{the accumulator's layout is none of wgmma}}
  %d = tqg.wgmma %a, %b, %c : tensor<64x32xf16, #a>, !tqg.shared<tensor<32x64xf16, #panels>>, tensor<64x64xf32, #square>
  return
}

// -----

#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 32)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#square = #tqg.linear<reg = [(0, 1), (8, 0), (0, 16), (0, 32), (32, 0)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (0, 8)], shape = (64, 64)>
#panels = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0)], shape = (32, 64)>
#plain = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 0), (2, 0), (4, 0), (8, 0), (16, 0)], shape = (32, 64)>

func.func @no_panels(%a: tensor<64x32xf16, #a>, %b: !tqg.shared<tensor<32x64xf16, #plain>>, %c: tensor<64x64xf32, #c>) {
  // expected-error @below {{no descriptor says how an operand lies in shared memory}}
  %d = tqg.wgmma %a, %b, %c : tensor<64x32xf16, #a>, !tqg.shared<tensor<32x64xf16, #plain>>, tensor<64x64xf32, #c>
  return
}

// -----

#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 32)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#square = #tqg.linear<reg = [(0, 1), (8, 0), (0, 16), (0, 32), (32, 0)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (0, 8)], shape = (64, 64)>
#panels = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0)], shape = (32, 64)>
#plain = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 0), (2, 0), (4, 0), (8, 0), (16, 0)], shape = (32, 64)>

func.func @half_sums(%a: tensor<64x32xf16, #a>, %b: !tqg.shared<tensor<32x64xf16, #panels>>, %c: tensor<64x64xf16, #c>) {
  // expected-error @below {{multiplies f16, bf16, fp8 or f32 to f32, and i8 to i32}}
  %d = tqg.wgmma %a, %b, %c : tensor<64x32xf16, #a>, !tqg.shared<tensor<32x64xf16, #panels>>, tensor<64x64xf16, #c>
  return
}

// -----

#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 32)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#square = #tqg.linear<reg = [(0, 1), (8, 0), (0, 16), (0, 32), (32, 0)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (0, 8)], shape = (64, 64)>
#panels = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0)], shape = (32, 64)>
#plain = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 0), (2, 0), (4, 0), (8, 0), (16, 0)], shape = (32, 64)>

func.func @does_not_multiply(%a: tensor<64x32xf16, #a>, %b: !tqg.shared<tensor<32x64xf16, #panels>>, %c: tensor<64x32xf32, #a>) {
  // expected-error @below {{which do not multiply}}
  %d = tqg.wgmma %a, %b, %c : tensor<64x32xf16, #a>, !tqg.shared<tensor<32x64xf16, #panels>>, tensor<64x32xf32, #a>
  return
}

// -----

#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 32)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#square = #tqg.linear<reg = [(0, 1), (8, 0), (0, 16), (0, 32), (32, 0)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (0, 8)], shape = (64, 64)>
#panels = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0)], shape = (32, 64)>
#plain = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 0), (2, 0), (4, 0), (8, 0), (16, 0)], shape = (32, 64)>

func.func @another_view(%ring: !tqg.ring<2, tensor<32x64xf16, #panels>>, %slot: i32) {
  // expected-error @below {{has another layout than the slot, permuted}}
  %v = tqg.ring_view %ring[%slot] [0, 1] : !tqg.ring<2, tensor<32x64xf16, #panels>> -> !tqg.shared<tensor<32x64xf16, #plain>>
  return
}

// -----

#row = #tqg.linear<reg = [(0, 1)], lane = [(0, 2), (1, 0)], warp = [], shape = (2, 4)>

// expected-error @below {{a tile in shared memory needs a layout of offsets}}
func.func private @registers_are_not_shared(!tqg.shared<tensor<2x4xf32, #row>>)

// -----

#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 32)>
#b = #tqg.linear<reg = [(0, 1), (8, 0), (16, 0), (0, 8), (0, 16), (0, 32)], lane = [(1, 0), (2, 0), (4, 0), (0, 2), (0, 4)], warp = [(0, 0), (0, 0)], shape = (32, 64)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>

func.func @other_fragments(%a: tensor<64x32xf16, #a>, %b: tensor<32x64xf16, #b>, %c: tensor<64x64xf32, #c>) {
  // expected-error @below {{the layout of the right operand is no fragment of mma}}
  %d = tqg.mma %a, %b, %c : tensor<64x32xf16, #a>, tensor<32x64xf16, #b>, tensor<64x64xf32, #c>
  return
}

// -----

#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 32)>
#b = #tqg.linear<reg = [(1, 0), (8, 0), (16, 0), (0, 8), (0, 16), (0, 32)], lane = [(2, 0), (4, 0), (0, 1), (0, 2), (0, 4)], warp = [(0, 0), (0, 0)], shape = (32, 64)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>

func.func @other_numbers(%a: tensor<64x32xf16, #a>, %b: tensor<32x64xbf16, #b>, %c: tensor<64x64xf32, #c>) {
  // expected-error @below {{no instruction multiplies 'f16' by 'bf16' to 'f32'}}
  %d = tqg.mma %a, %b, %c : tensor<64x32xf16, #a>, tensor<32x64xbf16, #b>, tensor<64x64xf32, #c>
  return
}

// -----

#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [], shape = (16, 16)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [], shape = (16, 16)>

func.func @too_shallow(%a: tensor<16x16xi8, #a>, %c: tensor<16x16xi32, #c>) {
  // expected-error @below {{needs 16 rows, 8 columns and a depth of 32, but has 16, 16 and 16}}
  %d = tqg.mma %a, %a, %c : tensor<16x16xi8, #a>, tensor<16x16xi8, #a>, tensor<16x16xi32, #c>
  return
}

// -----

func.func @map_with_two_strides(%x: !tq.ptr<f16>, %n: i32) {
  // expected-error @below {{has 2 extents, 2 strides and a box of 2}}
  %map = tqg.tensor_map %x of [%n, %n] by [%n, %n] box [64, 64] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32, i32]
  return
}

// -----

func.func @row_that_is_no_swizzle(%x: !tq.ptr<f16>, %n: i32) {
  // expected-error @below {{swizzles rows of 32, 64 or 128 bytes, but has rows of 64 and a swizzle of 128}}
  %map = tqg.tensor_map %x of [%n, %n] by [%n] box [32, 64] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  return
}

// -----

func.func @box_of_too_much(%x: !tq.ptr<f16>, %n: i32) {
  // expected-error @below {{but the box has 512}}
  %map = tqg.tensor_map %x of [%n, %n] by [%n] box [64, 512] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  return
}

// -----

func.func @box_without_a_dimension(%x: !tq.ptr<f16>, %n: i32) {
  %map = tqg.tensor_map %x of [%n, %n] by [%n] box [64, 64] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  // expected-error @below {{does not say where each dimension of}}
  %t = tqg.box_load %map[%n, %n] axes [1, -1] : tensor<64x64xf16>
  return
}

// -----

func.func @box_of_half_a_panel(%x: !tq.ptr<f16>, %n: i32, %t: tensor<64x128xf16>) {
  %map = tqg.tensor_map %x of [%n, %n] by [%n] box [64, 16] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  // expected-error @below {{writes 88 columns of 'tensor<64x128xf16>', which are no whole panels}}
  tqg.box_store %map[%n, %n] axes [1, 0], %t columns 88 : tensor<64x128xf16>
  return
}

// -----

func.func @role_of_half_a_group() {
  // expected-error @below {{asks for 24 registers: groups of four warps may have 24 to 256, a multiple of 8}}
  tqg.role "producer" warps 8 to 9 single registers 24 {
  }
  return
}

// -----

func.func @role_of_teams_and_a_half() {
  // expected-error @below {{has 3 teams, which are four warps each from warp 0 on, but the role is warps 0 to 8}}
  tqg.role "consumers" warps 0 to 8 teams 3 {
  }
  return
}

// -----

func.func @role_of_nobody() {
  // expected-error @below {{has no warps from 8 to 8 of 32}}
  tqg.role "producer" warps 8 to 8 {
  }
  return
}

// -----

// expected-error @below {{there are 1 to 64 barriers in a row, but 0 are asked for}}
func.func @no_barriers(%b: !tqg.mbarriers<0>) {
  return
}

// -----

// expected-error @below {{wgmma reads the right operand from shared memory}}
#places = #tqg.operands<left = registers, right = registers>

// -----

// expected-error @below {{a pipeline of 3 stages runs 1 to 2 iterations ahead, but this one 3}}
#ahead = #tqg.pipeline<stages = 3, distance = 3>

// -----

// expected-error @below {{names each dimension once, but dimension 0 stands there 2 times}}
#access = #tqg.access<order = [0, 0], run = 64, aligned = 16, addresses = 8, whole = 4, cut = 8>

// -----

// expected-error @below {{an access has a dimension, and covers one element at least}}
#access = #tqg.access<order = [0], run = 64, aligned = 16, addresses = 8, whole = 0, cut = 8>

// -----

// Bytes of a right operand in rows along N: wgmma turns none.
#a = #tqg.linear<reg = [(0, 1), (0, 2), (8, 0), (0, 16), (0, 32)], lane = [(0, 4), (0, 8), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#along_n = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 0), (2, 16), (4, 32), (8, 0), (16, 0), (32, 0)], shape = (64, 64)>

func.func @bytes_along_n(%a: tensor<64x64xi8, #a>, %b: !tqg.shared<tensor<64x64xi8, #along_n>>, %c: tensor<64x64xi32, #c>) {
  // expected-error @below {{no descriptor says how an operand lies in shared memory}}
  %d = tqg.wgmma %a, %b, %c : tensor<64x64xi8, #a>, !tqg.shared<tensor<64x64xi8, #along_n>>, tensor<64x64xi32, #c>
  return
}

// -----

// expected-error @below {{who draws programs is a role of a persistent kernel}}
#drawn_by_nobody = #tqg.plan<warps = 8, stages = 3, roles = 1, cluster = 1, persistent = true, drawn = true>

// -----

// expected-error @below {{several teams are of 4 warps each, in a persistent kernel with roles}}
#wide_teams = #tqg.plan<warps = 8, stages = 3, roles = 2, cluster = 1, persistent = true, teams = 3>

// -----

// expected-error @below {{two teams take turns at programs that are not drawn}}
#drawn_turns = #tqg.plan<warps = 4, stages = 3, roles = 2, cluster = 1, persistent = true, drawn = true, teams = 2, turns = true>

// -----

// expected-error @below {{two teams take turns at programs that are not drawn}}
#three_turns = #tqg.plan<warps = 4, stages = 3, roles = 2, cluster = 1, persistent = true, teams = 3, turns = true>

// -----

// expected-error @below {{a plan has 1 to 64 programs a group, but this one has 65}}
#wide_group = #tqg.plan<warps = 8, stages = 3, roles = 2, cluster = 1, persistent = true, group = 65>

// -----

// expected-error @below {{programs come in groups in a persistent kernel whose programs come in no other order and are no neighbours}}
#launched_group = #tqg.plan<warps = 8, stages = 3, roles = 2, cluster = 1, group = 8>

// -----

// expected-error @below {{programs come in groups in a persistent kernel whose programs come in no other order and are no neighbours}}
#longest_group = #tqg.plan<warps = 8, stages = 3, roles = 2, cluster = 1, persistent = true, drawn = true, longest = last, group = 8>

// -----

// expected-error @below {{a plan has 1 to 4 teams, but this one has 5}}
#many_teams = #tqg.plan<warps = 4, stages = 3, roles = 2, cluster = 1, persistent = true, teams = 5>

// -----

// expected-error @below {{the longest programs come first where programs are drawn, but these are not}}
#in_turn = #tqg.plan<warps = 8, stages = 3, roles = 2, cluster = 1, persistent = true, longest = last>

// -----

#row = #tqg.linear<reg = [], lane = [(1), (2), (4), (8), (16)], warp = [(32)], shape = (64)>

func.func @links_of_no_sum(%empty: !tqg.mbarriers<2>, %slot: i32, %weights: tensor<64xf32, #row>) {
  // expected-error @below {{comes after links of what is no sum in turn}}
  tqg.mbarrier_arrive %empty[%slot] after %weights : tensor<64xf32, #row> links 3 : !tqg.mbarriers<2>
  return
}

// -----

#rows = #tqg.linear<reg = [(0, 1), (0, 2)], lane = [(1, 0), (2, 0), (4, 0), (8, 0), (16, 0)], warp = [(32, 0)], shape = (64, 4)>
#row = #tqg.linear<reg = [], lane = [(1), (2), (4), (8), (16)], warp = [(32)], shape = (64)>

func.func @no_link(%empty: !tqg.mbarriers<2>, %slot: i32, %weights: tensor<64x4xf32, #rows>) {
  %sum = "tq.reduce"(%weights) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    tq.yield %0 : f32
  }) {tqg.in_turn} : (tensor<64x4xf32, #rows>) -> tensor<64xf32, #row>
  // expected-error @below {{comes after no link}}
  tqg.mbarrier_arrive %empty[%slot] after %sum : tensor<64xf32, #row> links 0 : !tqg.mbarriers<2>
  return
}

// -----

// expected-error @below {{a plan has 1 to 64 programs a batch, but this one has 65}}
#wide_batch = #tqg.plan<warps = 4, stages = 3, roles = 1, cluster = 1, batch = 65>

// -----

// expected-error @below {{a batch of programs is launched, has one role and one CTA a cluster}}
#shared_batch = #tqg.plan<warps = 4, stages = 3, roles = 1, cluster = 2, batch = 4>
