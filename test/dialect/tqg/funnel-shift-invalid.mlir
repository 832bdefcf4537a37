// RUN: tq-opt %s -split-input-file -verify-diagnostics

func.func @three_neighbours(%x: tensor<48xf16>, %from: i32) {
  // expected-error @below {{shifts neighbours of a tile of one dimension, a multiple of a power of 2, not 3 of 'tensor<48xf16>'}}
  %y = tqg.funnel_shift %x, %x from %from width 3 : tensor<48xf16>
  return
}

// -----

func.func @rows_of_neighbours(%x: tensor<8x8xf16>, %from: i32) {
  // expected-error @below {{shifts neighbours of a tile of one dimension, a multiple of a power of 2, not 8 of 'tensor<8x8xf16>'}}
  %y = tqg.funnel_shift %x, %x from %from width 8 : tensor<8x8xf16>
  return
}

// -----

func.func @more_than_an_access(%x: tensor<64xf32>, %from: i32) {
  // expected-error @below {{shifts 4 to 16 bytes of whole numbers of bytes, not 8 of 'f32'}}
  %y = tqg.funnel_shift %x, %x from %from width 8 : tensor<64xf32>
  return
}

// -----

func.func @too_many_words(%x: tensor<64xf16>, %from: i32) {
  // expected-error @below {{shifts by less than 4 words, not 4}}
  %y = tqg.funnel_shift %x, %x from %from width 8 words 4 : tensor<64xf16>
  return
}

// -----

func.func @bits(%x: tensor<64xi1>, %from: i32) {
  // expected-error @below {{shifts 4 to 16 bytes of whole numbers of bytes, not 32 of 'i1'}}
  %y = tqg.funnel_shift %x, %x from %from width 32 : tensor<64xi1>
  return
}
