// RUN: tq-opt %s -tq-verify-phase=phase=schedule -verify-diagnostics

#plan = #tqg.plan<warps = 2, stages = 2, roles = 1, cluster = 1>
#bytes = #tqg.linear<offset = [(1), (2), (4), (8), (16), (32)], shape = (64)>

// Buffers without a place, or with one that is no offset.
func.func @placeless() attributes {tqg.plan = #plan, tqg.shared_bytes = 4096 : i64} {
  // expected-error @below {{phase `schedule` promises a place in shared memory for every buffer, but this one has none}}
  %r = tqg.ring : !tqg.ring<2, tensor<64xf32, #bytes>>
  // expected-error @below {{phase `schedule` promises a place in shared memory for every buffer, but this one has none}}
  %s = tqg.staging {tqg.scratch = -16 : i32} : !tqg.shared<tensor<64xf32, #bytes>>
  // expected-error @below {{phase `schedule` promises a place in shared memory for every buffer, but this one has none}}
  %m = tqg.mbarriers arrivals 1 {tqg.scratch = 1267650600228229401496703205376 : i128} : !tqg.mbarriers<2>
  return
}
