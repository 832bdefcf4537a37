// RUN: tq-opt %s -split-input-file -verify-diagnostics

func.func @axis() {
  // expected-error @below {{the grid has axes 0 to 2, but this asks for 3}}
  %pid = tq.program_id 3
  return
}

// -----

func.func @range_type() {
  // expected-error @below {{gives a vector of i32, but the type is 'tensor<8xi64>'}}
  %r = tq.range 0 to 8 : tensor<8xi64>
  return
}

// -----

func.func @range_count() {
  // expected-error @below {{counts 8 values, but the tile has 16}}
  %r = tq.range 0 to 8 : tensor<16xi32>
  return
}

// -----

func.func @range_negative() {
  // expected-error @below {{starts at 0 or later, but here at -4}}
  %r = tq.range -4 to 4 : tensor<8xi32>
  return
}

// -----

func.func @splat(%x: f32) {
  // expected-error @below {{the scalar is 'f32', but the tile has elements of 'f16'}}
  %t = tq.splat %x : f32 -> tensor<8xf16>
  return
}

// -----

func.func @broadcast_rank(%x: tensor<8xf32>) {
  // expected-error @below {{keeps the rank, but the source has 1 dimensions and the result 2}}
  %t = tq.broadcast %x : tensor<8xf32> -> tensor<8x8xf32>
  return
}

// -----

func.func @broadcast_extent(%x: tensor<2x8xf32>) {
  // expected-error @below {{repeats extents of 1 only, but dimension 0 grows from 2 to 4}}
  %t = tq.broadcast %x : tensor<2x8xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @expand(%x: tensor<8xf32>) {
  // expected-error @below {{the result is 1x8, but the source with an extent of 1 at axis 1 is not}}
  %t = tq.expand_dims %x, 1 : tensor<8xf32> -> tensor<1x8xf32>
  return
}

// -----

func.func @reshape(%x: tensor<8xf32>) {
  // expected-error @below {{the source has 8 elements, but the result has 16}}
  %t = tq.reshape %x : tensor<8xf32> -> tensor<4x4xf32>
  return
}

// -----

func.func @order(%x: tensor<8x4xf32>) {
  // expected-error @below {{the order is no permutation: entry 1 is 0}}
  %t = tq.trans %x [0, 0] : tensor<8x4xf32> -> tensor<8x8xf32>
  return
}

// -----

func.func @trans_shape(%x: tensor<8x4xf32>) {
  // expected-error @below {{dimension 0 of the result has 8 elements, but dimension 1 of the source has 4}}
  %t = tq.trans %x [1, 0] : tensor<8x4xf32> -> tensor<8x4xf32>
  return
}

// -----

func.func @load_mask(%p: tensor<8x!tq.ptr<f32>>, %x: tensor<8xf32>) {
  // expected-error @below {{the pointer is to 'f32', but the result is 'f16'}}
  %v = tq.load %p : tensor<8x!tq.ptr<f32>> -> tensor<8xf16>
  return
}

// -----

func.func @store_shape(%p: tensor<8x!tq.ptr<f32>>, %x: tensor<4xf32>) {
  // expected-error @below {{the pointer is 8, but the value is 4}}
  tq.store %p, %x : tensor<8x!tq.ptr<f32>>, tensor<4xf32>
  return
}

// -----

func.func @reduce_axis(%x: tensor<8xf32>) {
  // expected-error @below {{axis 1 is not in a tile of rank 1}}
  %s = "tq.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    tq.yield %a : f32
  }) : (tensor<8xf32>) -> f32
  return
}

// -----

func.func @reduce_region(%x: tensor<8xf32>) {
  // expected-error @below {{combines 1 tiles, so its region takes 2 arguments, but it has 1}}
  %s = "tq.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32):
    tq.yield %a : f32
  }) : (tensor<8xf32>) -> f32
  return
}

// -----

func.func @dot(%a: tensor<16x8xf16>, %b: tensor<16x16xf16>, %c: tensor<16x16xf32>) {
  // expected-error @below {{the left tile is 16x8, the right one 16x16 and the accumulator 16x16}}
  %d = tq.dot %a, %b, %c ieee : tensor<16x8xf16>, tensor<16x16xf16>, tensor<16x16xf32>
  return
}

// -----

func.func @asm_of_two_shapes(%a: tensor<64xi32>, %b: tensor<32xi32>) {
  // expected-error @below {{the first tile is 64, but the operand is 32}}
  %y = tq.inline_asm "add.s32 $0, $1, $2;", "=r,r,r"(%a, %b) {pack = 1 : i32, pure} : (tensor<64xi32>, tensor<32xi32>) -> tensor<64xi32>
  return
}

// -----

func.func @asm_of_three(%a: tensor<64xi8>) {
  // expected-error @below {{packs a power of two, but 3 is none}}
  %y = tq.inline_asm "mov.b32 $0, $1;", "=r,r"(%a) {pack = 3 : i32, pure} : (tensor<64xi8>) -> tensor<64xi8>
  return
}

// -----

func.func @tangent_of_a_tile(%a: tensor<64xf32>) {
  // expected-error @below {{the first tile is 64, but the result is a scalar}}
  %y = tq.extern "__nv_tanf"(%a) {pure} : (tensor<64xf32>) -> f32
  return
}

// -----

func.func @map_of_other_numbers(%x: tensor<64xf32>) {
  // expected-error @below {{the region takes 1 values that are not 2 elements of each tile}}
  %y = "tq.map"(%x) <{pack = 2 : i32}> ({
  ^bb0(%e: f32):
    tq.yield %e, %e : f32, f32
  }) : (tensor<64xf32>) -> tensor<64xf32>
  return
}

// -----

func.func @map_to_another_shape(%x: tensor<64xf32>) {
  // expected-error @below {{the first tile is 64, but the result is 32}}
  %y = "tq.map"(%x, %x) <{pack = 1 : i32}> ({
  ^bb0(%e: f32, %f: f32):
    tq.yield %e : f32
  }) : (tensor<64xf32>, tensor<64xf32>) -> tensor<32xf32>
  return
}

// -----

func.func @descriptor_of_other_numbers(%base: !tq.ptr<f32>, %n: i64) {
  // expected-error @below {{the pointer is to 'f32', but the block has elements of 'f16'}}
  %d = tq.make_descriptor %base of [%n, %n] by [%n, %n] : !tq.ptr<f32> -> !tq.descriptor<tensor<64x32xf16>>
  return
}

// -----

func.func @descriptor_without_an_extent(%base: !tq.ptr<f16>, %n: i64) {
  // expected-error @below {{the tensor has 1 extents, but the block has 2 dimensions}}
  %d = tq.make_descriptor %base of [%n] by [%n, %n] : !tq.ptr<f16> -> !tq.descriptor<tensor<64x32xf16>>
  return
}

// -----

func.func @descriptor_without_a_stride(%base: !tq.ptr<f16>, %n: i64) {
  // expected-error @below {{the tensor has 1 strides, but the block has 2 dimensions}}
  %d = tq.make_descriptor %base of [%n, %n] by [%n] : !tq.ptr<f16> -> !tq.descriptor<tensor<64x32xf16>>
  return
}

// -----

func.func @block_without_an_offset(%d: !tq.descriptor<tensor<64x32xf16>>, %i: i32) {
  // expected-error @below {{there are 1 offsets, but the block has 2 dimensions}}
  %x = tq.descriptor_load %d[%i] checks [0] : !tq.descriptor<tensor<64x32xf16>> -> tensor<64x32xf16>
  return
}

// -----

func.func @block_of_another_shape(%d: !tq.descriptor<tensor<64x32xf16>>, %i: i32) {
  // expected-error @below {{the result is 'tensor<32x64xf16>', but the block is 'tensor<64x32xf16>'}}
  %x = tq.descriptor_load %d[%i, %i] checks [0] : !tq.descriptor<tensor<64x32xf16>> -> tensor<32x64xf16>
  return
}

// -----

func.func @check_of_no_dimension(%d: !tq.descriptor<tensor<64x32xf16>>, %i: i32) {
  // expected-error @below {{checks dimensions of 'tensor<64x32xf16>', each once and in rising order, but names 2}}
  %x = tq.descriptor_load %d[%i, %i] checks [0, 2] : !tq.descriptor<tensor<64x32xf16>> -> tensor<64x32xf16>
  return
}

// -----

func.func @check_twice(%d: !tq.descriptor<tensor<64x32xf16>>, %i: i32, %x: tensor<64x32xf16>) {
  // expected-error @below {{each once and in rising order, but names 1}}
  tq.descriptor_store %d[%i, %i], %x checks [1, 1] : !tq.descriptor<tensor<64x32xf16>>, tensor<64x32xf16>
  return
}

// -----

func.func @else_of_other_numbers(%d: !tq.descriptor<tensor<64x32xf16>>, %i: i32, %zero: f32) {
  // expected-error @below {{the tile has elements of 'f16', but `else` is 'f32'}}
  %x = tq.descriptor_load %d[%i, %i] checks [0] else %zero : f32 : !tq.descriptor<tensor<64x32xf16>> -> tensor<64x32xf16>
  return
}

// -----

func.func @store_of_another_shape(%d: !tq.descriptor<tensor<64x32xf16>>, %i: i32, %x: tensor<64x64xf16>) {
  // expected-error @below {{the value is 'tensor<64x64xf16>', but the block is 'tensor<64x32xf16>'}}
  tq.descriptor_store %d[%i, %i], %x checks [] : !tq.descriptor<tensor<64x32xf16>>, tensor<64x64xf16>
  return
}

// -----

func.func @exchange_that_gives_nothing_back(%d: !tq.descriptor<tensor<64x32xf16>>, %i: i32, %x: tensor<64x32xf16>) {
  // expected-error @below {{gives nothing back, so that it cannot exchange}}
  tq.descriptor_reduce xchg %d[%i, %i], %x : !tq.descriptor<tensor<64x32xf16>>, tensor<64x32xf16>
  return
}

// -----

func.func @rows_of_a_tall_block(%d: !tq.descriptor<tensor<64x32xf16>>, %rows: tensor<8xi64>, %i: i32) {
  // expected-error @below {{takes rows of a matrix, but the block is 'tensor<64x32xf16>'}}
  %x = tq.descriptor_gather %d[%rows, %i] : !tq.descriptor<tensor<64x32xf16>>, tensor<8xi64> -> tensor<8x32xf16>
  return
}

// -----

func.func @rows_without_numbers(%d: !tq.descriptor<tensor<1x32xf16>>, %rows: tensor<8xi32>, %i: i32) {
  // expected-error @below {{the numbers of rows are a vector of i64, but this is 'tensor<8xi32>'}}
  %x = tq.descriptor_gather %d[%rows, %i] : !tq.descriptor<tensor<1x32xf16>>, tensor<8xi32> -> tensor<8x32xf16>
  return
}

// -----

func.func @rows_of_another_length(%d: !tq.descriptor<tensor<1x32xf16>>, %rows: tensor<8xi64>, %i: i32, %x: tensor<8x64xf16>) {
  // expected-error @below {{the value is 'tensor<8x64xf16>', but the rows make 'tensor<8x32xf16>'}}
  tq.descriptor_scatter %d[%rows, %i], %x : !tq.descriptor<tensor<1x32xf16>>, tensor<8xi64>, tensor<8x64xf16>
  return
}
