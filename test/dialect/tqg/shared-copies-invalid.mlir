// Copies of which each CTA of a cluster has a part.
//
// RUN: tq-opt %s -split-input-file -verify-diagnostics

func.func @box_in_odd_parts(%x: !tq.ptr<f16>, %n: i32) {
  // expected-error @below {{has no 3 equal parts of 64 rows of two dimensions}}
  %map = tqg.tensor_map %x of [%n, %n] by [%n] box [64, 64] parts 3 swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  return
}

// -----

#panels = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0)], shape = (32, 64)>

func.func @copy_without_parts(%x: !tq.ptr<f16>, %n: i32, %ring: !tqg.ring<2, tensor<32x64xf16, #panels>>, %full: !tqg.mbarriers<2>) {
  %map = tqg.tensor_map %x of [%n, %n] by [%n] box [64, 32] parts 2 swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  // expected-error @below {{copies one of 4 parts of a box, but the map has 2}}
  tqg.copy_tensor %map[%n, %n] axes [1, 0] to %ring[%n] of 4 fills %full : !tqg.ring<2, tensor<32x64xf16, #panels>>, !tqg.mbarriers<2>
  return
}
