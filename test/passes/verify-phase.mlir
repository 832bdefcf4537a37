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
