// RUN: tq-opt %s -tq-verify-phase=phase=schedule -verify-diagnostics

#plan = #tqg.plan<warps = 2, stages = 2, roles = 1, cluster = 1>

// A loop that was planned to be rotated, and is not.
func.func @unrotated(%n: i32) attributes {tqg.plan = #plan, tqg.shared_bytes = 4096 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-error @below {{phase `schedule` promises loops rotated as planned, but this one is not}}
  scf.for %i = %c0 to %n step %c1 : i32 {
  } {tqg.rotated}
  return
}
