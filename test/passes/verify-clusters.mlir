// RUN: tq-opt %s -split-input-file -tq-verify-phase=phase=schedule -verify-diagnostics
//
// What a schedule promises between the CTAs of a cluster, and every way to break it.

#plan = #tqg.plan<warps = 2, stages = 2, roles = 1, cluster = 2>
#row = #tqg.linear<reg = [], lane = [(1), (2), (4), (8), (16)], warp = [(32)], shape = (64)>
#bytes = #tqg.linear<offset = [(1), (2), (4), (8), (16), (32)], shape = (64)>

// What other CTAs wrote is there behind a barrier of the cluster, not of the CTA.
func.func @cluster(%x: tensor<64xf32, #row>) attributes {tqg.plan = #plan, tqg.shared_bytes = 4096 : i64} {
  %s = tqg.staging {tqg.scratch = 0 : i32} : !tqg.shared<tensor<64xf32, #bytes>>
  tqg.shared_store %x to %s width 1 : tensor<64xf32, #row> to !tqg.shared<tensor<64xf32, #bytes>>
  tqg.cluster_barrier
  tqg.cluster_add %s of 2 : !tqg.shared<tensor<64xf32, #bytes>>
  tqg.cluster_barrier
  %y = tqg.shared_load %s width 1 : !tqg.shared<tensor<64xf32, #bytes>> to tensor<64xf32, #row>
  return
}

func.func @not_shown(%x: tensor<64xf32, #row>) attributes {tqg.plan = #plan, tqg.shared_bytes = 4096 : i64} {
  %s = tqg.staging {tqg.scratch = 0 : i32} : !tqg.shared<tensor<64xf32, #bytes>>
  tqg.shared_store %x to %s width 1 : tensor<64xf32, #row> to !tqg.shared<tensor<64xf32, #bytes>>
  tqg.barrier 0 of 2
  // expected-error @below {{phase `schedule` promises a barrier of the cluster before bytes of other CTAs are read, but there is none}}
  tqg.cluster_add %s of 2 : !tqg.shared<tensor<64xf32, #bytes>>
  tqg.barrier 0 of 2
  // expected-error @below {{phase `schedule` promises a barrier of the cluster before sums of other CTAs are read, but there is none}}
  %y = tqg.shared_load %s width 1 : !tqg.shared<tensor<64xf32, #bytes>> to tensor<64xf32, #row>
  return
}

func.func @ends_early(%x: tensor<64xf32, #row>) attributes {tqg.plan = #plan, tqg.shared_bytes = 4096 : i64} {
  %s = tqg.staging {tqg.scratch = 0 : i32} : !tqg.shared<tensor<64xf32, #bytes>>
  tqg.shared_store %x to %s width 1 : tensor<64xf32, #row> to !tqg.shared<tensor<64xf32, #bytes>>
  tqg.cluster_barrier
  // expected-error @below {{phase `schedule` promises a barrier of the cluster before CTAs end whose bytes others read, but there is none}}
  tqg.cluster_add %s of 2 shares 2 : !tqg.shared<tensor<64xf32, #bytes>>
  tqg.barrier 0 of 2
  %y = tqg.shared_load %s width 1 : !tqg.shared<tensor<64xf32, #bytes>> to tensor<64xf32, #row>
  return
}

#box = #tqg.linear<offset = [(1)], shape = (2)>
#ranks = #tqg.linear<reg = [], lane = [(1), (0), (0), (0), (0)], warp = [(0)], shape = (2)>

// Inboxes are ready before others send to them.
func.func @numbers(%x: f32, %ranks: tensor<2xi32, #ranks>) attributes {tqg.plan = #plan, tqg.shared_bytes = 4096 : i64} {
  %a = tqg.inbox {tqg.scratch = 0 : i32} : !tqg.shared<tensor<2xf32, #box>>
  %b = tqg.inbox {tqg.scratch = 16 : i32} : !tqg.shared<tensor<2xf32, #box>>
  tqg.cluster_arrive
  tqg.cluster_wait
  %y = tqg.cluster_exchange %x by %a of %ranks : f32, !tqg.shared<tensor<2xf32, #box>>, tensor<2xi32, #ranks> -> tensor<2xf32, #ranks>
  %z = tqg.cluster_exchange %x by %b of %ranks : f32, !tqg.shared<tensor<2xf32, #box>>, tensor<2xi32, #ranks> -> tensor<2xf32, #ranks>
  return
}

func.func @late_inbox(%x: f32, %ranks: tensor<2xi32, #ranks>) attributes {tqg.plan = #plan, tqg.shared_bytes = 4096 : i64} {
  tqg.cluster_arrive
  // expected-error @below {{phase `schedule` promises inboxes before the CTA says to the cluster that they are ready, but this one is behind it}}
  %a = tqg.inbox {tqg.scratch = 0 : i32} : !tqg.shared<tensor<2xf32, #box>>
  tqg.cluster_wait
  %y = tqg.cluster_exchange %x by %a of %ranks : f32, !tqg.shared<tensor<2xf32, #box>>, tensor<2xi32, #ranks> -> tensor<2xf32, #ranks>
  return
}

func.func @sent_early(%x: f32, %ranks: tensor<2xi32, #ranks>) attributes {tqg.plan = #plan, tqg.shared_bytes = 4096 : i64} {
  %a = tqg.inbox {tqg.scratch = 0 : i32} : !tqg.shared<tensor<2xf32, #box>>
  tqg.cluster_arrive
  // expected-error @below {{phase `schedule` promises numbers sent behind a wait for the cluster, but there is none}}
  %y = tqg.cluster_exchange %x by %a of %ranks : f32, !tqg.shared<tensor<2xf32, #box>>, tensor<2xi32, #ranks> -> tensor<2xf32, #ranks>
  tqg.cluster_wait
  return
}

func.func @sent_again(%x: f32, %n: i32, %ranks: tensor<2xi32, #ranks>) attributes {tqg.plan = #plan, tqg.shared_bytes = 4096 : i64} {
  %a = tqg.inbox {tqg.scratch = 0 : i32} : !tqg.shared<tensor<2xf32, #box>>
  tqg.cluster_arrive
  tqg.cluster_wait
  %one = arith.constant 1 : i32
  scf.for %i = %one to %n step %one : i32 {
    // expected-error @below {{phase `schedule` promises numbers sent by all warps, and once to each inbox}}
    %y = tqg.cluster_exchange %x by %a of %ranks : f32, !tqg.shared<tensor<2xf32, #box>>, tensor<2xi32, #ranks> -> tensor<2xf32, #ranks>
  }
  return
}

func.func @shared_inbox(%x: f32, %ranks: tensor<2xi32, #ranks>) attributes {tqg.plan = #plan, tqg.shared_bytes = 4096 : i64} {
  // expected-note @below {{which is in use at the same time}}
  %a = tqg.inbox {tqg.scratch = 0 : i32} : !tqg.shared<tensor<2xf32, #box>>
  // expected-error @below {{phase `schedule` promises bytes of its own to every buffer in use, but this one shares some with another}}
  %b = tqg.inbox {tqg.scratch = 8 : i32} : !tqg.shared<tensor<2xf32, #box>>
  tqg.cluster_arrive
  tqg.cluster_wait
  %y = tqg.cluster_exchange %x by %a of %ranks : f32, !tqg.shared<tensor<2xf32, #box>>, tensor<2xi32, #ranks> -> tensor<2xf32, #ranks>
  %z = tqg.cluster_exchange %x by %b of %ranks : f32, !tqg.shared<tensor<2xf32, #box>>, tensor<2xi32, #ranks> -> tensor<2xf32, #ranks>
  return
}
