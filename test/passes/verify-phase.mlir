// RUN: tq-opt %s -split-input-file -tq-verify-phase=phase=layout -verify-diagnostics

// expected-error @below {{phase `layout` promises a layout for every tile, but this one has none}}
func.func @tile_without_layout(%x: tensor<64xf32>) {
  // expected-error @below {{phase `layout` promises a layout for every tile, but this one has none}}
  %sum = arith.addf %x, %x : tensor<64xf32>
  return
}
