// RUN: tq-opt %s -split-input-file -tq-split-roles -verify-diagnostics
//
// Plans with teams that are not the planner's are refused.

#l = #tqg.linear<reg = [(0, 1), (0, 2), (0, 4), (16, 0), (32, 0), (64, 0)], lane = [(0, 8), (0, 16), (0, 32), (1, 0), (2, 0)], warp = [(4, 0), (8, 0)], shape = (128, 64)>

func.func @no_programs(%x: !tq.ptr<f16>, %n: i32, %m: i32, %stride: i32) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 4, stages = 3, roles = 2, cluster = 1, persistent = true, teams = 2, turns = true>} {
  %map = tqg.tensor_map %x of [%n, %m] by [%stride] box [64, 128] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  // expected-error @below {{is neither in the loop over programs nor in a loop of it, but the plan has 2 teams}}
  %t = tqg.box_load %map[%n, %n] axes [1, 0] {tqg.ring_slots = 3 : i32} : tensor<128x64xf16, #l>
  return
}

// -----

#l = #tqg.linear<reg = [(0, 1), (0, 2), (0, 4), (16, 0), (32, 0), (64, 0)], lane = [(0, 8), (0, 16), (0, 32), (1, 0), (2, 0)], warp = [(4, 0), (8, 0)], shape = (128, 64)>

func.func @nothing_multiplied(%x: !tq.ptr<f16>, %n: i32, %m: i32, %stride: i32) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 4, stages = 3, roles = 2, cluster = 1, persistent = true, teams = 2, turns = true>} {
  %map = tqg.tensor_map %x of [%n, %m] by [%stride] box [64, 128] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  scf.for %p = %n to %m step %n : i32 {
    // expected-error @below {{is of programs that take turns, but multiply nothing, but the plan has 2 teams}}
    %t = tqg.box_load %map[%n, %n] axes [1, 0] {tqg.ring_slots = 3 : i32} : tensor<128x64xf16, #l>
  } {tqg.programs}
  return
}

// -----

#l = #tqg.linear<reg = [(0, 1), (0, 2), (0, 4), (16, 0), (32, 0), (64, 0)], lane = [(0, 8), (0, 16), (0, 32), (1, 0), (2, 0)], warp = [(4, 0), (8, 0)], shape = (128, 64)>

func.func @carried(%x: !tq.ptr<f16>, %n: i32, %m: i32, %stride: i32) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 4, stages = 3, roles = 2, cluster = 1, persistent = true, teams = 2, turns = true>} {
  %map = tqg.tensor_map %x of [%n, %m] by [%stride] box [64, 128] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  %r = scf.for %p = %n to %m step %n iter_args(%c = %n) -> (i32) : i32 {
    // expected-error @below {{is of programs that cannot be taken in turns, but the plan has 2 teams}}
    %t = tqg.box_load %map[%n, %n] axes [1, 0] {tqg.ring_slots = 3 : i32} : tensor<128x64xf16, #l>
    scf.yield %c : i32
  } {tqg.programs}
  return
}

// -----

#l = #tqg.linear<reg = [(0, 1), (0, 2), (0, 4), (16, 0), (32, 0), (64, 0)], lane = [(0, 8), (0, 16), (0, 32), (1, 0), (2, 0)], warp = [(4, 0), (8, 0)], shape = (128, 64)>

// How often a team runs the loop a loop of its own says.
func.func @counted(%x: !tq.ptr<f16>, %n: i32, %m: i32, %stride: i32) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 4, stages = 3, roles = 2, cluster = 1, persistent = true, teams = 3>} {
  %map = tqg.tensor_map %x of [%n, %m] by [%stride] box [64, 128] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  scf.for %p = %n to %m step %n : i32 {
    %team = tqg.team
    %end = scf.for %i = %n to %team step %n iter_args(%c = %n) -> (i32) : i32 {
      %next = arith.addi %c, %i : i32
      scf.yield %next : i32
    }
    scf.for %k = %n to %end step %n : i32 {
      // expected-error @below {{is in a loop whose end one team cannot compute for another, but the plan has 3 teams}}
      %t = tqg.box_load %map[%k, %n] axes [1, 0] {tqg.ring_slots = 3 : i32} : tensor<128x64xf16, #l>
    }
  } {tqg.programs}
  return
}
