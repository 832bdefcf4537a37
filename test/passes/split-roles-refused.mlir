// RUN: tq-opt %s -split-input-file -tq-split-roles -verify-diagnostics

#l = #tqg.linear<reg = [(0, 1), (0, 2), (0, 4), (32, 0), (64, 0)], lane = [(0, 8), (0, 16), (0, 32), (1, 0), (2, 0)], warp = [(4, 0), (8, 0), (16, 0)], shape = (128, 64)>

func.func @unplanned(%x: !tq.ptr<f16>, %n: i32, %m: i32, %stride: i32) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 8, stages = 3, roles = 2, cluster = 1>} {
  %map = tqg.tensor_map %x of [%n, %m] by [%stride] box [64, 128] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  // expected-error @below {{shares a ring of which nobody planned how many slots it has}}
  %t = tqg.box_load %map[%n, %n] axes [1, 0] : tensor<128x64xf16, #l>
  return
}

// -----

#l = #tqg.linear<reg = [(0, 1), (0, 2), (0, 4), (32, 0), (64, 0)], lane = [(0, 8), (0, 16), (0, 32), (1, 0), (2, 0)], warp = [(4, 0), (8, 0), (16, 0)], shape = (128, 64)>

// Two loops whose loads take turns in one ring.
func.func @two_plans(%x: !tq.ptr<f16>, %n: i32, %m: i32, %stride: i32) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 8, stages = 3, roles = 2, cluster = 1>} {
  %map = tqg.tensor_map %x of [%n, %m] by [%stride] box [64, 128] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  scf.for %i = %n to %m step %m : i32 {
    %t = tqg.box_load %map[%i, %m] axes [1, 0] {tqg.ring_slots = 3 : i32} : tensor<128x64xf16, #l>
  }
  scf.for %i = %n to %m step %m : i32 {
    // expected-error @below {{shares a ring of which nobody planned how many slots it has}}
    %t = tqg.box_load %map[%i, %m] axes [1, 0] {tqg.ring_slots = 2 : i32} : tensor<128x64xf16, #l>
  }
  return
}
