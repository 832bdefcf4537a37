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

#one = #tqg.linear<offset = [], shape = (1)>
#every = #tqg.linear<reg = [], lane = [(0), (0), (0), (0), (0)], warp = [(0)], shape = (1)>
#ranks = #tqg.linear<reg = [], lane = [(1), (0), (0), (0), (0)], warp = [(0)], shape = (2)>

// What others read stays until a barrier of the cluster behind it.
func.func @numbers(%x: tensor<1xf32, #every>, %ranks: tensor<2xi32, #ranks>) attributes {tqg.plan = #plan, tqg.shared_bytes = 4096 : i64} {
  %s = tqg.staging {tqg.scratch = 0 : i32} : !tqg.shared<tensor<1xf32, #one>>
  tqg.shared_store %x to %s width 1 : tensor<1xf32, #every> to !tqg.shared<tensor<1xf32, #one>>
  tqg.cluster_barrier
  %y = tqg.cluster_take %s of %ranks : !tqg.shared<tensor<1xf32, #one>>, tensor<2xi32, #ranks> -> tensor<2xf32, #ranks>
  tqg.cluster_barrier
  tqg.shared_store %x to %s width 1 : tensor<1xf32, #every> to !tqg.shared<tensor<1xf32, #one>>
  return
}

func.func @taken_early(%x: tensor<1xf32, #every>, %ranks: tensor<2xi32, #ranks>) attributes {tqg.plan = #plan, tqg.shared_bytes = 4096 : i64} {
  %s = tqg.staging {tqg.scratch = 0 : i32} : !tqg.shared<tensor<1xf32, #one>>
  tqg.shared_store %x to %s width 1 : tensor<1xf32, #every> to !tqg.shared<tensor<1xf32, #one>>
  tqg.barrier 0 of 2
  // expected-error @below {{phase `schedule` promises a barrier of the cluster before bytes of other CTAs are read, but there is none}}
  %y = tqg.cluster_take %s of %ranks : !tqg.shared<tensor<1xf32, #one>>, tensor<2xi32, #ranks> -> tensor<2xf32, #ranks>
  tqg.cluster_barrier
  return
}

func.func @written_early(%x: tensor<1xf32, #every>, %ranks: tensor<2xi32, #ranks>) attributes {tqg.plan = #plan, tqg.shared_bytes = 4096 : i64} {
  %s = tqg.staging {tqg.scratch = 0 : i32} : !tqg.shared<tensor<1xf32, #one>>
  tqg.shared_store %x to %s width 1 : tensor<1xf32, #every> to !tqg.shared<tensor<1xf32, #one>>
  tqg.cluster_barrier
  %y = tqg.cluster_take %s of %ranks : !tqg.shared<tensor<1xf32, #one>>, tensor<2xi32, #ranks> -> tensor<2xf32, #ranks>
  tqg.barrier 0 of 2
  // expected-error @below {{phase `schedule` promises a barrier of the cluster before bytes are written that other CTAs read, but there is none}}
  tqg.shared_store %x to %s width 1 : tensor<1xf32, #every> to !tqg.shared<tensor<1xf32, #one>>
  tqg.cluster_barrier
  return
}

func.func @ended_early(%x: tensor<1xf32, #every>, %ranks: tensor<2xi32, #ranks>) attributes {tqg.plan = #plan, tqg.shared_bytes = 4096 : i64} {
  %s = tqg.staging {tqg.scratch = 0 : i32} : !tqg.shared<tensor<1xf32, #one>>
  tqg.shared_store %x to %s width 1 : tensor<1xf32, #every> to !tqg.shared<tensor<1xf32, #one>>
  tqg.cluster_barrier
  // expected-error @below {{phase `schedule` promises a barrier of the cluster before CTAs end whose bytes others read, but there is none}}
  %y = tqg.cluster_take %s of %ranks : !tqg.shared<tensor<1xf32, #one>>, tensor<2xi32, #ranks> -> tensor<2xf32, #ranks>
  return
}
