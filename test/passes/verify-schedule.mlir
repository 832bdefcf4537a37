// RUN: tq-opt %s -split-input-file -tq-verify-phase=phase=schedule -verify-diagnostics
//
// What a schedule promises, and every way to break it.

#plan = #tqg.plan<warps = 2, stages = 2, roles = 1, cluster = 1>
#row = #tqg.linear<reg = [], lane = [(1), (2), (4), (8), (16)], warp = [(32)], shape = (64)>
#bytes = #tqg.linear<offset = [(1), (2), (4), (8), (16), (32)], shape = (64)>

// Two exchanges one behind the other: nothing to say.
func.func @in_order(%x: tensor<64xf32, #row>) attributes {tqg.plan = #plan, tqg.shared_bytes = 4096 : i64} {
  %s = tqg.staging {tqg.scratch = 0 : i32} : !tqg.shared<tensor<64xf32, #bytes>>
  tqg.shared_store %x to %s width 1 : tensor<64xf32, #row> to !tqg.shared<tensor<64xf32, #bytes>>
  tqg.barrier 0 of 2
  %y = tqg.shared_load %s width 1 : !tqg.shared<tensor<64xf32, #bytes>> to tensor<64xf32, #row>
  %t = tqg.staging {tqg.scratch = 1024 : i32} : !tqg.shared<tensor<64xf32, #bytes>>
  tqg.shared_store %y to %t width 1 : tensor<64xf32, #row> to !tqg.shared<tensor<64xf32, #bytes>>
  tqg.barrier 0 of 2
  %z = tqg.shared_load %t width 1 : !tqg.shared<tensor<64xf32, #bytes>> to tensor<64xf32, #row>
  %u = tqg.staging {tqg.scratch = 0 : i32} : !tqg.shared<tensor<64xf32, #bytes>>
  tqg.shared_store %z to %u width 1 : tensor<64xf32, #row> to !tqg.shared<tensor<64xf32, #bytes>>
  tqg.barrier 0 of 2
  %w = tqg.shared_load %u width 1 : !tqg.shared<tensor<64xf32, #bytes>> to tensor<64xf32, #row>
  return
}

// -----

#plan = #tqg.plan<warps = 2, stages = 2, roles = 1, cluster = 1>
#row = #tqg.linear<reg = [], lane = [(1), (2), (4), (8), (16)], warp = [(32)], shape = (64)>
#bytes = #tqg.linear<offset = [(1), (2), (4), (8), (16), (32)], shape = (64)>

// A kernel of which nobody counted the bytes.
// expected-error @below {{phase `schedule` promises the bytes of shared memory, but this kernel has none}}
func.func @uncounted() attributes {tqg.plan = #plan} {
  return
}

// -----

#plan = #tqg.plan<warps = 2, stages = 2, roles = 1, cluster = 1>
#row = #tqg.linear<reg = [], lane = [(1), (2), (4), (8), (16)], warp = [(32)], shape = (64)>
#bytes = #tqg.linear<offset = [(1), (2), (4), (8), (16), (32)], shape = (64)>

// A loop that was planned to copy ahead, and does not.
func.func @unpipelined(%n: i32) attributes {tqg.plan = #plan, tqg.shared_bytes = 4096 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-error @below {{phase `schedule` promises loops that copy ahead as planned, but this one does not}}
  scf.for %i = %c0 to %n step %c1 : i32 {
  } {tqg.pipeline = #tqg.pipeline<stages = 2, distance = 1>}
  return
}

// -----

#plan = #tqg.plan<warps = 2, stages = 2, roles = 1, cluster = 1>
#row = #tqg.linear<reg = [], lane = [(1), (2), (4), (8), (16)], warp = [(32)], shape = (64)>
#bytes = #tqg.linear<offset = [(1), (2), (4), (8), (16), (32)], shape = (64)>

// An exchange whose warps are not told.
func.func @unseen_barrier() attributes {tqg.plan = #plan, tqg.shared_bytes = 4096 : i64} {
  // expected-error @below {{phase `schedule` promises a `tqg.barrier` wherever warps wait}}
  tq.barrier
  return
}

// -----

#plan = #tqg.plan<warps = 2, stages = 2, roles = 1, cluster = 1>
#row = #tqg.linear<reg = [], lane = [(1), (2), (4), (8), (16)], warp = [(32)], shape = (64)>
#bytes = #tqg.linear<offset = [(1), (2), (4), (8), (16), (32)], shape = (64)>

// The same of one that nobody expanded.
func.func @unseen_exchange(%x: tensor<64xf32, #row>) attributes {tqg.plan = #plan, tqg.shared_bytes = 4096 : i64} {
  // expected-error @below {{phase `schedule` promises a `tqg.barrier` wherever warps wait}}
  %sum = "tq.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tq.yield %c : f32
  }) : (tensor<64xf32, #row>) -> f32
  return
}

// -----

#plan = #tqg.plan<warps = 2, stages = 2, roles = 1, cluster = 1>
#row = #tqg.linear<reg = [], lane = [(1), (2), (4), (8), (16)], warp = [(32)], shape = (64)>
#bytes = #tqg.linear<offset = [(1), (2), (4), (8), (16), (32)], shape = (64)>

// More warps are waited for than there are: none would go on.
func.func @too_many_warps() attributes {tqg.plan = #plan, tqg.shared_bytes = 4096 : i64} {
  // expected-error @below {{phase `schedule` promises a barrier for the warps that come to it, but 4 are waited for at number 0, and 2 come to number 0}}
  tqg.barrier 0 of 4
  return
}

// -----

#plan = #tqg.plan<warps = 2, stages = 2, roles = 1, cluster = 1>
#row = #tqg.linear<reg = [], lane = [(1), (2), (4), (8), (16)], warp = [(32)], shape = (64)>
#bytes = #tqg.linear<offset = [(1), (2), (4), (8), (16), (32)], shape = (64)>

// A role's warps at the barrier of all.
func.func @barrier_of_all() attributes {tqg.plan = #plan, tqg.shared_bytes = 4096 : i64} {
  tqg.role "producer" warps 2 to 3 single {
  }
  tqg.role "consumers" warps 0 to 2 {
    // expected-error @below {{phase `schedule` promises a barrier for the warps that come to it, but 3 are waited for at number 0, and 2 come to number 1}}
    tqg.barrier 0 of 3
  }
  return
}

// -----

#plan = #tqg.plan<warps = 2, stages = 2, roles = 1, cluster = 1>
#row = #tqg.linear<reg = [], lane = [(1), (2), (4), (8), (16)], warp = [(32)], shape = (64)>
#bytes = #tqg.linear<offset = [(1), (2), (4), (8), (16), (32)], shape = (64)>

// One thread at the barrier of its role.
func.func @single_thread() attributes {tqg.plan = #plan, tqg.shared_bytes = 4096 : i64} {
  tqg.role "producer" warps 2 to 3 single {
    // expected-error @below {{phase `schedule` promises a barrier for the warps that come to it, but 1 are waited for at number 1, and one thread comes}}
    tqg.barrier 1 of 1
  }
  tqg.role "consumers" warps 0 to 2 {
  }
  return
}

// -----

#plan = #tqg.plan<warps = 2, stages = 2, roles = 1, cluster = 1>
#row = #tqg.linear<reg = [], lane = [(1), (2), (4), (8), (16)], warp = [(32)], shape = (64)>
#bytes = #tqg.linear<offset = [(1), (2), (4), (8), (16), (32)], shape = (64)>

// Read before all have written.
func.func @no_barrier(%x: tensor<64xf32, #row>) attributes {tqg.plan = #plan, tqg.shared_bytes = 4096 : i64} {
  %s = tqg.staging {tqg.scratch = 0 : i32} : !tqg.shared<tensor<64xf32, #bytes>>
  tqg.shared_store %x to %s width 1 : tensor<64xf32, #row> to !tqg.shared<tensor<64xf32, #bytes>>
  // expected-error @below {{phase `schedule` promises a barrier before bytes are read that other warps wrote, but there is none}}
  %y = tqg.shared_load %s width 1 : !tqg.shared<tensor<64xf32, #bytes>> to tensor<64xf32, #row>
  return
}

// -----

#plan = #tqg.plan<warps = 2, stages = 2, roles = 1, cluster = 1>
#row = #tqg.linear<reg = [], lane = [(1), (2), (4), (8), (16)], warp = [(32)], shape = (64)>
#bytes = #tqg.linear<offset = [(1), (2), (4), (8), (16), (32)], shape = (64)>

// Written while others may still read the same bytes.
func.func @no_fence(%x: tensor<64xf32, #row>) attributes {tqg.plan = #plan, tqg.shared_bytes = 4096 : i64} {
  %s = tqg.staging {tqg.scratch = 0 : i32} : !tqg.shared<tensor<64xf32, #bytes>>
  tqg.shared_store %x to %s width 1 : tensor<64xf32, #row> to !tqg.shared<tensor<64xf32, #bytes>>
  tqg.barrier 0 of 2
  %y = tqg.shared_load %s width 1 : !tqg.shared<tensor<64xf32, #bytes>> to tensor<64xf32, #row>
  %t = tqg.staging {tqg.scratch = 128 : i32} : !tqg.shared<tensor<64xf32, #bytes>>
  // expected-error @below {{phase `schedule` promises a barrier before bytes are written that warps may still read, but there is none}}
  tqg.shared_store %y to %t width 1 : tensor<64xf32, #row> to !tqg.shared<tensor<64xf32, #bytes>>
  tqg.barrier 0 of 2
  %z = tqg.shared_load %t width 1 : !tqg.shared<tensor<64xf32, #bytes>> to tensor<64xf32, #row>
  return
}

// -----

#plan = #tqg.plan<warps = 2, stages = 2, roles = 1, cluster = 1>
#row = #tqg.linear<reg = [], lane = [(1), (2), (4), (8), (16)], warp = [(32)], shape = (64)>
#bytes = #tqg.linear<offset = [(1), (2), (4), (8), (16), (32)], shape = (64)>

// The same from one iteration to the next.
func.func @no_fence_around(%x: tensor<64xf32, #row>, %n: i32) attributes {tqg.plan = #plan, tqg.shared_bytes = 4096 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %end = scf.for %i = %c0 to %n step %c1 iter_args(%v = %x) -> (tensor<64xf32, #row>) : i32 {
  %s = tqg.staging {tqg.scratch = 0 : i32} : !tqg.shared<tensor<64xf32, #bytes>>
  // expected-error @below {{phase `schedule` promises a barrier before bytes are written that warps may still read, but there is none}}
  tqg.shared_store %v to %s width 1 : tensor<64xf32, #row> to !tqg.shared<tensor<64xf32, #bytes>>
  tqg.barrier 0 of 2
  %y = tqg.shared_load %s width 1 : !tqg.shared<tensor<64xf32, #bytes>> to tensor<64xf32, #row>
    scf.yield %y : tensor<64xf32, #row>
  }
  return
}

// -----

#plan = #tqg.plan<warps = 2, stages = 2, roles = 1, cluster = 1>
#row = #tqg.linear<reg = [], lane = [(1), (2), (4), (8), (16)], warp = [(32)], shape = (64)>
#bytes = #tqg.linear<offset = [(1), (2), (4), (8), (16), (32)], shape = (64)>

// A branch that has the barrier, and one that has not.
func.func @barrier_in_a_branch(%x: tensor<64xf32, #row>, %c: i1) attributes {tqg.plan = #plan, tqg.shared_bytes = 4096 : i64} {
  %s = tqg.staging {tqg.scratch = 0 : i32} : !tqg.shared<tensor<64xf32, #bytes>>
  tqg.shared_store %x to %s width 1 : tensor<64xf32, #row> to !tqg.shared<tensor<64xf32, #bytes>>
  scf.if %c {
    tqg.barrier 0 of 2
  }
  // expected-error @below {{phase `schedule` promises a barrier before bytes are read that other warps wrote, but there is none}}
  %y = tqg.shared_load %s width 1 : !tqg.shared<tensor<64xf32, #bytes>> to tensor<64xf32, #row>
  return
}

// -----

#plan = #tqg.plan<warps = 2, stages = 2, roles = 1, cluster = 1>
#row = #tqg.linear<reg = [], lane = [(1), (2), (4), (8), (16)], warp = [(32)], shape = (64)>
#bytes = #tqg.linear<offset = [(1), (2), (4), (8), (16), (32)], shape = (64)>

// Two tiles in the same bytes.
func.func @two_writers(%x: tensor<64xf32, #row>) attributes {tqg.plan = #plan, tqg.shared_bytes = 4096 : i64} {
  // expected-note @below {{which is in use at the same time}}
  %s = tqg.staging {tqg.scratch = 0 : i32} : !tqg.shared<tensor<64xf32, #bytes>>
  tqg.shared_store %x to %s width 1 : tensor<64xf32, #row> to !tqg.shared<tensor<64xf32, #bytes>>
  // expected-error @below {{bytes of its own to every buffer in use}}
  %t = tqg.staging {tqg.scratch = 128 : i32} : !tqg.shared<tensor<64xf32, #bytes>>
  // expected-error @below {{phase `schedule` promises a barrier before bytes are written that other warps write too, but there is none}}
  tqg.shared_store %x to %t width 1 : tensor<64xf32, #row> to !tqg.shared<tensor<64xf32, #bytes>>
  tqg.barrier 0 of 2
  %y = tqg.shared_load %s width 1 : !tqg.shared<tensor<64xf32, #bytes>> to tensor<64xf32, #row>
  %z = tqg.shared_load %t width 1 : !tqg.shared<tensor<64xf32, #bytes>> to tensor<64xf32, #row>
  return
}

// -----

#plan = #tqg.plan<warps = 2, stages = 2, roles = 1, cluster = 1>
#row = #tqg.linear<reg = [], lane = [(1), (2), (4), (8), (16)], warp = [(32)], shape = (64)>
#bytes = #tqg.linear<offset = [(1), (2), (4), (8), (16), (32)], shape = (64)>

// A copy that nobody waits for.
func.func @no_wait(%p: tensor<64x!tq.ptr<f32>, #row>, %slot: i32) attributes {tqg.plan = #plan, tqg.shared_bytes = 4096 : i64} {
  %ring = tqg.ring {tqg.scratch = 0 : i32} : !tqg.ring<2, tensor<64xf32, #bytes>>
  tqg.copy_async %p to %ring[%slot] : tensor<64x!tq.ptr<f32>, #row>, !tqg.ring<2, tensor<64xf32, #bytes>>
  tqg.barrier 0 of 2
  // expected-error @below {{phase `schedule` promises a wait for copies, and a barrier behind it, before their slot is read, but not both are there}}
  %r = tqg.ring_read %ring[%slot] [0] : !tqg.ring<2, tensor<64xf32, #bytes>> -> tensor<64xf32, #row>
  return
}

// -----

#plan = #tqg.plan<warps = 2, stages = 2, roles = 1, cluster = 1>
#row = #tqg.linear<reg = [], lane = [(1), (2), (4), (8), (16)], warp = [(32)], shape = (64)>
#bytes = #tqg.linear<offset = [(1), (2), (4), (8), (16), (32)], shape = (64)>

// A wait of each thread for its own copies, and no barrier.
func.func @own_copies_only(%p: tensor<64x!tq.ptr<f32>, #row>, %slot: i32) attributes {tqg.plan = #plan, tqg.shared_bytes = 4096 : i64} {
  %ring = tqg.ring {tqg.scratch = 0 : i32} : !tqg.ring<2, tensor<64xf32, #bytes>>
  tqg.copy_async %p to %ring[%slot] : tensor<64x!tq.ptr<f32>, #row>, !tqg.ring<2, tensor<64xf32, #bytes>>
  tqg.copy_wait 0
  // expected-error @below {{phase `schedule` promises a wait for copies, and a barrier behind it, before their slot is read, but not both are there}}
  %r = tqg.ring_read %ring[%slot] [0] : !tqg.ring<2, tensor<64xf32, #bytes>> -> tensor<64xf32, #row>
  return
}

// -----

#plan = #tqg.plan<warps = 2, stages = 2, roles = 1, cluster = 1>
#row = #tqg.linear<reg = [], lane = [(1), (2), (4), (8), (16)], warp = [(32)], shape = (64)>
#bytes = #tqg.linear<offset = [(1), (2), (4), (8), (16), (32)], shape = (64)>

// A wait before the loop, and copies in it.
func.func @waits_once(%p: tensor<64x!tq.ptr<f32>, #row>, %slot: i32, %n: i32) attributes {tqg.plan = #plan, tqg.shared_bytes = 4096 : i64} {
  %ring = tqg.ring {tqg.scratch = 0 : i32} : !tqg.ring<2, tensor<64xf32, #bytes>>
  tqg.copy_async %p to %ring[%slot] : tensor<64x!tq.ptr<f32>, #row>, !tqg.ring<2, tensor<64xf32, #bytes>>
  tqg.copy_wait 0
  tqg.barrier 0 of 2
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-error @below {{phase `schedule` promises a wait for copies, and a barrier behind it, before their slot is read, but not both are there}}
    %r = tqg.ring_read %ring[%slot] [0] : !tqg.ring<2, tensor<64xf32, #bytes>> -> tensor<64xf32, #row>
    tqg.copy_async %p to %ring[%slot] : tensor<64x!tq.ptr<f32>, #row>, !tqg.ring<2, tensor<64xf32, #bytes>>
  }
  return
}

// -----

#plan = #tqg.plan<warps = 2, stages = 2, roles = 1, cluster = 1>
#row = #tqg.linear<reg = [], lane = [(1), (2), (4), (8), (16)], warp = [(32)], shape = (64)>
#bytes = #tqg.linear<offset = [(1), (2), (4), (8), (16), (32)], shape = (64)>

// An exchange in the bytes of a ring that is in use.
func.func @in_a_ring(%p: tensor<64x!tq.ptr<f32>, #row>, %slot: i32, %x: tensor<64xf32, #row>) attributes {tqg.plan = #plan, tqg.shared_bytes = 4096 : i64} {
  // expected-note @below {{which is in use at the same time}}
  %ring = tqg.ring {tqg.scratch = 0 : i32} : !tqg.ring<2, tensor<64xf32, #bytes>>
  tqg.copy_async %p to %ring[%slot] : tensor<64x!tq.ptr<f32>, #row>, !tqg.ring<2, tensor<64xf32, #bytes>>
  // expected-error @below {{bytes of its own to every buffer in use}}
  %s = tqg.staging {tqg.scratch = 256 : i32} : !tqg.shared<tensor<64xf32, #bytes>>
  tqg.shared_store %x to %s width 1 : tensor<64xf32, #row> to !tqg.shared<tensor<64xf32, #bytes>>
  tqg.barrier 0 of 2
  %y = tqg.shared_load %s width 1 : !tqg.shared<tensor<64xf32, #bytes>> to tensor<64xf32, #row>
  tqg.copy_wait 0
  tqg.barrier 0 of 2
  %r = tqg.ring_read %ring[%slot] [0] : !tqg.ring<2, tensor<64xf32, #bytes>> -> tensor<64xf32, #row>
  return
}

// -----

#plan = #tqg.plan<warps = 4, stages = 2, roles = 2, cluster = 1>
#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 32)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#panels = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0)], shape = (32, 64)>

// A producer and its consumers: nothing to say.
func.func @roles_in_order(%x: !tq.ptr<f16>, %n: i32, %stride: i32, %a: tensor<64x32xf16, #a>, %sums: tensor<64x64xf32, #c>) attributes {tqg.plan = #plan, tqg.shared_bytes = 16384 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %map = tqg.tensor_map %x of [%n, %n] by [%stride] box [64, 32] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  %ring = tqg.ring {tqg.scratch = 0 : i32} : !tqg.ring<2, tensor<32x64xf16, #panels>>
  %full = tqg.mbarriers arrivals 1 {tqg.scratch = 8192 : i32} : !tqg.mbarriers<2>
  %empty = tqg.mbarriers arrivals 4 {tqg.scratch = 8208 : i32} : !tqg.mbarriers<2>
  tqg.barrier 0 of 5
  tqg.role "producer" warps 4 to 5 single {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.andi %i, %c1 : i32
      tqg.mbarrier_wait %empty[%slot], %slot : !tqg.mbarriers<2>
      tqg.mbarrier_expect %full[%slot], 4096 : !tqg.mbarriers<2>
      tqg.copy_tensor %map[%c0, %c0] axes [1, 0] to %ring[%slot] fills %full : !tqg.ring<2, tensor<32x64xf16, #panels>>, !tqg.mbarriers<2>
    }
  }
  tqg.role "consumers" warps 0 to 4 {
    %end = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %sums) -> (tensor<64x64xf32, #c>) : i32 {
      %slot = arith.andi %i, %c1 : i32
      tqg.mbarrier_wait %full[%slot], %slot : !tqg.mbarriers<2>
      %b = tqg.ring_view %ring[%slot] [0, 1] : !tqg.ring<2, tensor<32x64xf16, #panels>> -> !tqg.shared<tensor<32x64xf16, #panels>>
      %d = tqg.wgmma %a, %b, %acc : tensor<64x32xf16, #a>, !tqg.shared<tensor<32x64xf16, #panels>>, tensor<64x64xf32, #c>
      %e = tqg.wgmma_wait %d, 0 : tensor<64x64xf32, #c>
      tqg.mbarrier_arrive %empty[%slot] : !tqg.mbarriers<2>
      scf.yield %e : tensor<64x64xf32, #c>
    }
  }
  return
}

// -----

#plan = #tqg.plan<warps = 4, stages = 2, roles = 2, cluster = 1>
#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 32)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#panels = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0)], shape = (32, 64)>

// Nobody says how many bytes come.
func.func @owes_nothing(%x: !tq.ptr<f16>, %n: i32, %stride: i32, %a: tensor<64x32xf16, #a>, %sums: tensor<64x64xf32, #c>) attributes {tqg.plan = #plan, tqg.shared_bytes = 16384 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %map = tqg.tensor_map %x of [%n, %n] by [%stride] box [64, 32] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  %ring = tqg.ring {tqg.scratch = 0 : i32} : !tqg.ring<2, tensor<32x64xf16, #panels>>
  %full = tqg.mbarriers arrivals 1 {tqg.scratch = 8192 : i32} : !tqg.mbarriers<2>
  %empty = tqg.mbarriers arrivals 4 {tqg.scratch = 8208 : i32} : !tqg.mbarriers<2>
  tqg.barrier 0 of 5
  tqg.role "producer" warps 4 to 5 single {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.andi %i, %c1 : i32
      tqg.mbarrier_wait %empty[%slot], %slot : !tqg.mbarriers<2>
      // expected-error @below {{phase `schedule` promises that a barrier is told of the bytes that a copy owes it, but it is not}}
      tqg.copy_tensor %map[%c0, %c0] axes [1, 0] to %ring[%slot] fills %full : !tqg.ring<2, tensor<32x64xf16, #panels>>, !tqg.mbarriers<2>
    }
  }
  tqg.role "consumers" warps 0 to 4 {
    %end = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %sums) -> (tensor<64x64xf32, #c>) : i32 {
      %slot = arith.andi %i, %c1 : i32
      tqg.mbarrier_wait %full[%slot], %slot : !tqg.mbarriers<2>
      %b = tqg.ring_view %ring[%slot] [0, 1] : !tqg.ring<2, tensor<32x64xf16, #panels>> -> !tqg.shared<tensor<32x64xf16, #panels>>
      %d = tqg.wgmma %a, %b, %acc : tensor<64x32xf16, #a>, !tqg.shared<tensor<32x64xf16, #panels>>, tensor<64x64xf32, #c>
      %e = tqg.wgmma_wait %d, 0 : tensor<64x64xf32, #c>
      tqg.mbarrier_arrive %empty[%slot] : !tqg.mbarriers<2>
      scf.yield %e : tensor<64x64xf32, #c>
    }
  }
  return
}

// -----

#plan = #tqg.plan<warps = 4, stages = 2, roles = 2, cluster = 1>
#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 32)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#panels = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0)], shape = (32, 64)>

// The barrier waits for more bytes than come, for ever.
func.func @owes_more(%x: !tq.ptr<f16>, %n: i32, %stride: i32, %a: tensor<64x32xf16, #a>, %sums: tensor<64x64xf32, #c>) attributes {tqg.plan = #plan, tqg.shared_bytes = 16384 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %map = tqg.tensor_map %x of [%n, %n] by [%stride] box [64, 32] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  %ring = tqg.ring {tqg.scratch = 0 : i32} : !tqg.ring<2, tensor<32x64xf16, #panels>>
  %full = tqg.mbarriers arrivals 1 {tqg.scratch = 8192 : i32} : !tqg.mbarriers<2>
  %empty = tqg.mbarriers arrivals 4 {tqg.scratch = 8208 : i32} : !tqg.mbarriers<2>
  tqg.barrier 0 of 5
  tqg.role "producer" warps 4 to 5 single {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.andi %i, %c1 : i32
      tqg.mbarrier_wait %empty[%slot], %slot : !tqg.mbarriers<2>
      // expected-error @below {{phase `schedule` promises that a barrier is told of the bytes that copies owe it, but it waits for 8192 of 4096}}
      tqg.mbarrier_expect %full[%slot], 8192 : !tqg.mbarriers<2>
      tqg.copy_tensor %map[%c0, %c0] axes [1, 0] to %ring[%slot] fills %full : !tqg.ring<2, tensor<32x64xf16, #panels>>, !tqg.mbarriers<2>
    }
  }
  tqg.role "consumers" warps 0 to 4 {
    %end = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %sums) -> (tensor<64x64xf32, #c>) : i32 {
      %slot = arith.andi %i, %c1 : i32
      tqg.mbarrier_wait %full[%slot], %slot : !tqg.mbarriers<2>
      %b = tqg.ring_view %ring[%slot] [0, 1] : !tqg.ring<2, tensor<32x64xf16, #panels>> -> !tqg.shared<tensor<32x64xf16, #panels>>
      %d = tqg.wgmma %a, %b, %acc : tensor<64x32xf16, #a>, !tqg.shared<tensor<32x64xf16, #panels>>, tensor<64x64xf32, #c>
      %e = tqg.wgmma_wait %d, 0 : tensor<64x64xf32, #c>
      tqg.mbarrier_arrive %empty[%slot] : !tqg.mbarriers<2>
      scf.yield %e : tensor<64x64xf32, #c>
    }
  }
  return
}

// -----

#plan = #tqg.plan<warps = 4, stages = 2, roles = 2, cluster = 1>
#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 32)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#panels = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0)], shape = (32, 64)>

// A slot is filled while it may still be read.
func.func @fills_at_once(%x: !tq.ptr<f16>, %n: i32, %stride: i32, %a: tensor<64x32xf16, #a>, %sums: tensor<64x64xf32, #c>) attributes {tqg.plan = #plan, tqg.shared_bytes = 16384 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %map = tqg.tensor_map %x of [%n, %n] by [%stride] box [64, 32] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  %ring = tqg.ring {tqg.scratch = 0 : i32} : !tqg.ring<2, tensor<32x64xf16, #panels>>
  %full = tqg.mbarriers arrivals 1 {tqg.scratch = 8192 : i32} : !tqg.mbarriers<2>
  %empty = tqg.mbarriers arrivals 4 {tqg.scratch = 8208 : i32} : !tqg.mbarriers<2>
  tqg.barrier 0 of 5
  tqg.role "producer" warps 4 to 5 single {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.andi %i, %c1 : i32
      tqg.mbarrier_expect %full[%slot], 4096 : !tqg.mbarriers<2>
      // expected-error @below {{phase `schedule` promises a wait for the readers of a slot before it is filled again, but there is none}}
      tqg.copy_tensor %map[%c0, %c0] axes [1, 0] to %ring[%slot] fills %full : !tqg.ring<2, tensor<32x64xf16, #panels>>, !tqg.mbarriers<2>
    }
  }
  tqg.role "consumers" warps 0 to 4 {
    %end = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %sums) -> (tensor<64x64xf32, #c>) : i32 {
      %slot = arith.andi %i, %c1 : i32
      tqg.mbarrier_wait %full[%slot], %slot : !tqg.mbarriers<2>
      %b = tqg.ring_view %ring[%slot] [0, 1] : !tqg.ring<2, tensor<32x64xf16, #panels>> -> !tqg.shared<tensor<32x64xf16, #panels>>
      %d = tqg.wgmma %a, %b, %acc : tensor<64x32xf16, #a>, !tqg.shared<tensor<32x64xf16, #panels>>, tensor<64x64xf32, #c>
      %e = tqg.wgmma_wait %d, 0 : tensor<64x64xf32, #c>
      tqg.mbarrier_arrive %empty[%slot] : !tqg.mbarriers<2>
      scf.yield %e : tensor<64x64xf32, #c>
    }
  }
  return
}

// -----

#plan = #tqg.plan<warps = 4, stages = 2, roles = 2, cluster = 1>
#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 32)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#panels = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0)], shape = (32, 64)>

// A slot that several CTAs fill, and each gives back to itself.
func.func @gives_its_own_slot_back(%x: !tq.ptr<f16>, %n: i32, %stride: i32, %a: tensor<64x32xf16, #a>, %sums: tensor<64x64xf32, #c>) attributes {tqg.plan = #plan, tqg.shared_bytes = 16384 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %map = tqg.tensor_map %x of [%n, %n] by [%stride] box [64, 32] parts 4 swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  %ring = tqg.ring {tqg.scratch = 0 : i32} : !tqg.ring<2, tensor<32x64xf16, #panels>>
  %full = tqg.mbarriers arrivals 1 {tqg.scratch = 8192 : i32} : !tqg.mbarriers<2>
  %empty = tqg.mbarriers arrivals 4 {tqg.scratch = 8208 : i32} : !tqg.mbarriers<2>
  tqg.barrier 0 of 5
  tqg.role "producer" warps 4 to 5 single {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.andi %i, %c1 : i32
      tqg.mbarrier_wait %empty[%slot], %slot : !tqg.mbarriers<2>
      tqg.mbarrier_expect %full[%slot], 4096 : !tqg.mbarriers<2>
      // expected-error @below {{phase `schedule` promises that the readers in all CTAs give a slot back before it is filled again, but they do so in their own alone}}
      tqg.copy_tensor %map[%c0, %c0] axes [1, 0] to %ring[%slot] of 4 fills %full : !tqg.ring<2, tensor<32x64xf16, #panels>>, !tqg.mbarriers<2>
    }
  }
  tqg.role "consumers" warps 0 to 4 {
    %end = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %sums) -> (tensor<64x64xf32, #c>) : i32 {
      %slot = arith.andi %i, %c1 : i32
      tqg.mbarrier_wait %full[%slot], %slot : !tqg.mbarriers<2>
      %b = tqg.ring_view %ring[%slot] [0, 1] : !tqg.ring<2, tensor<32x64xf16, #panels>> -> !tqg.shared<tensor<32x64xf16, #panels>>
      %d = tqg.wgmma %a, %b, %acc : tensor<64x32xf16, #a>, !tqg.shared<tensor<32x64xf16, #panels>>, tensor<64x64xf32, #c>
      %e = tqg.wgmma_wait %d, 0 : tensor<64x64xf32, #c>
      tqg.mbarrier_arrive %empty[%slot] : !tqg.mbarriers<2>
      scf.yield %e : tensor<64x64xf32, #c>
    }
  }
  return
}

// -----

#plan = #tqg.plan<warps = 4, stages = 2, roles = 2, cluster = 1>
#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 32)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#panels = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0)], shape = (32, 64)>

// A slot that nobody gives back.
func.func @keeps_a_slot(%x: !tq.ptr<f16>, %n: i32, %stride: i32, %a: tensor<64x32xf16, #a>, %sums: tensor<64x64xf32, #c>) attributes {tqg.plan = #plan, tqg.shared_bytes = 16384 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %map = tqg.tensor_map %x of [%n, %n] by [%stride] box [64, 32] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  %ring = tqg.ring {tqg.scratch = 0 : i32} : !tqg.ring<2, tensor<32x64xf16, #panels>>
  %full = tqg.mbarriers arrivals 1 {tqg.scratch = 8192 : i32} : !tqg.mbarriers<2>
  %empty = tqg.mbarriers arrivals 4 {tqg.scratch = 8208 : i32} : !tqg.mbarriers<2>
  tqg.barrier 0 of 5
  tqg.role "producer" warps 4 to 5 single {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.andi %i, %c1 : i32
      tqg.mbarrier_wait %empty[%slot], %slot : !tqg.mbarriers<2>
      tqg.mbarrier_expect %full[%slot], 4096 : !tqg.mbarriers<2>
      // expected-error @below {{phase `schedule` promises that readers give a slot back before it is filled again, but nobody does}}
      tqg.copy_tensor %map[%c0, %c0] axes [1, 0] to %ring[%slot] fills %full : !tqg.ring<2, tensor<32x64xf16, #panels>>, !tqg.mbarriers<2>
    }
  }
  tqg.role "consumers" warps 0 to 4 {
    %end = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %sums) -> (tensor<64x64xf32, #c>) : i32 {
      %slot = arith.andi %i, %c1 : i32
      tqg.mbarrier_wait %full[%slot], %slot : !tqg.mbarriers<2>
      %b = tqg.ring_view %ring[%slot] [0, 1] : !tqg.ring<2, tensor<32x64xf16, #panels>> -> !tqg.shared<tensor<32x64xf16, #panels>>
      %d = tqg.wgmma %a, %b, %acc : tensor<64x32xf16, #a>, !tqg.shared<tensor<32x64xf16, #panels>>, tensor<64x64xf32, #c>
      %e = tqg.wgmma_wait %d, 0 : tensor<64x64xf32, #c>
      scf.yield %e : tensor<64x64xf32, #c>
    }
  }
  return
}

// -----

#plan = #tqg.plan<warps = 4, stages = 2, roles = 2, cluster = 1>
#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 32)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#panels = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0)], shape = (32, 64)>

// A slot is read before it is full.
func.func @reads_too_early(%x: !tq.ptr<f16>, %n: i32, %stride: i32, %a: tensor<64x32xf16, #a>, %sums: tensor<64x64xf32, #c>) attributes {tqg.plan = #plan, tqg.shared_bytes = 16384 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %map = tqg.tensor_map %x of [%n, %n] by [%stride] box [64, 32] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  %ring = tqg.ring {tqg.scratch = 0 : i32} : !tqg.ring<2, tensor<32x64xf16, #panels>>
  %full = tqg.mbarriers arrivals 1 {tqg.scratch = 8192 : i32} : !tqg.mbarriers<2>
  %empty = tqg.mbarriers arrivals 4 {tqg.scratch = 8208 : i32} : !tqg.mbarriers<2>
  tqg.barrier 0 of 5
  tqg.role "producer" warps 4 to 5 single {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.andi %i, %c1 : i32
      tqg.mbarrier_wait %empty[%slot], %slot : !tqg.mbarriers<2>
      tqg.mbarrier_expect %full[%slot], 4096 : !tqg.mbarriers<2>
      tqg.copy_tensor %map[%c0, %c0] axes [1, 0] to %ring[%slot] fills %full : !tqg.ring<2, tensor<32x64xf16, #panels>>, !tqg.mbarriers<2>
    }
  }
  tqg.role "consumers" warps 0 to 4 {
    %end = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %sums) -> (tensor<64x64xf32, #c>) : i32 {
      %slot = arith.andi %i, %c1 : i32
      // expected-error @below {{phase `schedule` promises a wait for the fill of a slot before it is read, but there is none}}
      %b = tqg.ring_view %ring[%slot] [0, 1] : !tqg.ring<2, tensor<32x64xf16, #panels>> -> !tqg.shared<tensor<32x64xf16, #panels>>
      tqg.mbarrier_wait %full[%slot], %slot : !tqg.mbarriers<2>
      %d = tqg.wgmma %a, %b, %acc : tensor<64x32xf16, #a>, !tqg.shared<tensor<32x64xf16, #panels>>, tensor<64x64xf32, #c>
      %e = tqg.wgmma_wait %d, 0 : tensor<64x64xf32, #c>
      tqg.mbarrier_arrive %empty[%slot] : !tqg.mbarriers<2>
      scf.yield %e : tensor<64x64xf32, #c>
    }
  }
  return
}

// -----

#plan = #tqg.plan<warps = 4, stages = 2, roles = 2, cluster = 1>
#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 32)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#panels = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0)], shape = (32, 64)>

// A slot is read that was given back.
func.func @reads_too_late(%x: !tq.ptr<f16>, %n: i32, %stride: i32, %a: tensor<64x32xf16, #a>, %sums: tensor<64x64xf32, #c>) attributes {tqg.plan = #plan, tqg.shared_bytes = 16384 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %map = tqg.tensor_map %x of [%n, %n] by [%stride] box [64, 32] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  %ring = tqg.ring {tqg.scratch = 0 : i32} : !tqg.ring<2, tensor<32x64xf16, #panels>>
  %full = tqg.mbarriers arrivals 1 {tqg.scratch = 8192 : i32} : !tqg.mbarriers<2>
  %empty = tqg.mbarriers arrivals 4 {tqg.scratch = 8208 : i32} : !tqg.mbarriers<2>
  tqg.barrier 0 of 5
  tqg.role "producer" warps 4 to 5 single {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.andi %i, %c1 : i32
      tqg.mbarrier_wait %empty[%slot], %slot : !tqg.mbarriers<2>
      tqg.mbarrier_expect %full[%slot], 4096 : !tqg.mbarriers<2>
      tqg.copy_tensor %map[%c0, %c0] axes [1, 0] to %ring[%slot] fills %full : !tqg.ring<2, tensor<32x64xf16, #panels>>, !tqg.mbarriers<2>
    }
  }
  tqg.role "consumers" warps 0 to 4 {
    %end = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %sums) -> (tensor<64x64xf32, #c>) : i32 {
      %slot = arith.andi %i, %c1 : i32
      tqg.mbarrier_wait %full[%slot], %slot : !tqg.mbarriers<2>
      tqg.mbarrier_arrive %empty[%slot] : !tqg.mbarriers<2>
      // expected-error @below {{phase `schedule` promises that a slot is read before it is given back, but it is read behind that}}
      %b = tqg.ring_view %ring[%slot] [0, 1] : !tqg.ring<2, tensor<32x64xf16, #panels>> -> !tqg.shared<tensor<32x64xf16, #panels>>
      %d = tqg.wgmma %a, %b, %acc : tensor<64x32xf16, #a>, !tqg.shared<tensor<32x64xf16, #panels>>, tensor<64x64xf32, #c>
      %e = tqg.wgmma_wait %d, 0 : tensor<64x64xf32, #c>
      scf.yield %e : tensor<64x64xf32, #c>
    }
  }
  return
}

// -----

#plan = #tqg.plan<warps = 4, stages = 2, roles = 2, cluster = 1>
#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 32)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#panels = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0)], shape = (32, 64)>

// A slot is given back while a product reads it.
func.func @product_runs(%x: !tq.ptr<f16>, %n: i32, %stride: i32, %a: tensor<64x32xf16, #a>, %sums: tensor<64x64xf32, #c>) attributes {tqg.plan = #plan, tqg.shared_bytes = 16384 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %map = tqg.tensor_map %x of [%n, %n] by [%stride] box [64, 32] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  %ring = tqg.ring {tqg.scratch = 0 : i32} : !tqg.ring<2, tensor<32x64xf16, #panels>>
  %full = tqg.mbarriers arrivals 1 {tqg.scratch = 8192 : i32} : !tqg.mbarriers<2>
  %empty = tqg.mbarriers arrivals 4 {tqg.scratch = 8208 : i32} : !tqg.mbarriers<2>
  tqg.barrier 0 of 5
  tqg.role "producer" warps 4 to 5 single {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.andi %i, %c1 : i32
      tqg.mbarrier_wait %empty[%slot], %slot : !tqg.mbarriers<2>
      tqg.mbarrier_expect %full[%slot], 4096 : !tqg.mbarriers<2>
      tqg.copy_tensor %map[%c0, %c0] axes [1, 0] to %ring[%slot] fills %full : !tqg.ring<2, tensor<32x64xf16, #panels>>, !tqg.mbarriers<2>
    }
  }
  tqg.role "consumers" warps 0 to 4 {
    %end = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %sums) -> (tensor<64x64xf32, #c>) : i32 {
      %slot = arith.andi %i, %c1 : i32
      tqg.mbarrier_wait %full[%slot], %slot : !tqg.mbarriers<2>
      %b = tqg.ring_view %ring[%slot] [0, 1] : !tqg.ring<2, tensor<32x64xf16, #panels>> -> !tqg.shared<tensor<32x64xf16, #panels>>
      %d = tqg.wgmma %a, %b, %acc : tensor<64x32xf16, #a>, !tqg.shared<tensor<32x64xf16, #panels>>, tensor<64x64xf32, #c>
      // expected-error @below {{phase `schedule` promises that a slot is given back when no product reads it, but one may still run}}
      tqg.mbarrier_arrive %empty[%slot] : !tqg.mbarriers<2>
      %e = tqg.wgmma_wait %d, 0 : tensor<64x64xf32, #c>
      scf.yield %e : tensor<64x64xf32, #c>
    }
  }
  return
}

// -----

#plan = #tqg.plan<warps = 4, stages = 2, roles = 2, cluster = 1>
#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 32)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#panels = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0)], shape = (32, 64)>

// A wait that leaves the product running.
func.func @product_still_runs(%x: !tq.ptr<f16>, %n: i32, %stride: i32, %a: tensor<64x32xf16, #a>, %sums: tensor<64x64xf32, #c>) attributes {tqg.plan = #plan, tqg.shared_bytes = 16384 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %map = tqg.tensor_map %x of [%n, %n] by [%stride] box [64, 32] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  %ring = tqg.ring {tqg.scratch = 0 : i32} : !tqg.ring<2, tensor<32x64xf16, #panels>>
  %full = tqg.mbarriers arrivals 1 {tqg.scratch = 8192 : i32} : !tqg.mbarriers<2>
  %empty = tqg.mbarriers arrivals 4 {tqg.scratch = 8208 : i32} : !tqg.mbarriers<2>
  tqg.barrier 0 of 5
  tqg.role "producer" warps 4 to 5 single {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.andi %i, %c1 : i32
      tqg.mbarrier_wait %empty[%slot], %slot : !tqg.mbarriers<2>
      tqg.mbarrier_expect %full[%slot], 4096 : !tqg.mbarriers<2>
      tqg.copy_tensor %map[%c0, %c0] axes [1, 0] to %ring[%slot] fills %full : !tqg.ring<2, tensor<32x64xf16, #panels>>, !tqg.mbarriers<2>
    }
  }
  tqg.role "consumers" warps 0 to 4 {
    %end = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %sums) -> (tensor<64x64xf32, #c>) : i32 {
      %slot = arith.andi %i, %c1 : i32
      tqg.mbarrier_wait %full[%slot], %slot : !tqg.mbarriers<2>
      %b = tqg.ring_view %ring[%slot] [0, 1] : !tqg.ring<2, tensor<32x64xf16, #panels>> -> !tqg.shared<tensor<32x64xf16, #panels>>
      %d = tqg.wgmma %a, %b, %acc : tensor<64x32xf16, #a>, !tqg.shared<tensor<32x64xf16, #panels>>, tensor<64x64xf32, #c>
      %w = tqg.wgmma_wait %d, 1 : tensor<64x64xf32, #c>
      // expected-error @below {{phase `schedule` promises that a slot is given back when no product reads it, but one may still run}}
      tqg.mbarrier_arrive %empty[%slot] : !tqg.mbarriers<2>
      %e = tqg.wgmma_wait %w, 0 : tensor<64x64xf32, #c>
      scf.yield %e : tensor<64x64xf32, #c>
    }
  }
  return
}

// -----

#plan = #tqg.plan<warps = 4, stages = 2, roles = 2, cluster = 1>
#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 32)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#panels = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0)], shape = (32, 64)>

// A sum is used before the product is done.
func.func @sum_too_early(%x: !tq.ptr<f16>, %n: i32, %stride: i32, %a: tensor<64x32xf16, #a>, %sums: tensor<64x64xf32, #c>) attributes {tqg.plan = #plan, tqg.shared_bytes = 16384 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %map = tqg.tensor_map %x of [%n, %n] by [%stride] box [64, 32] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  %ring = tqg.ring {tqg.scratch = 0 : i32} : !tqg.ring<2, tensor<32x64xf16, #panels>>
  %full = tqg.mbarriers arrivals 1 {tqg.scratch = 8192 : i32} : !tqg.mbarriers<2>
  %empty = tqg.mbarriers arrivals 4 {tqg.scratch = 8208 : i32} : !tqg.mbarriers<2>
  tqg.barrier 0 of 5
  tqg.role "producer" warps 4 to 5 single {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.andi %i, %c1 : i32
      tqg.mbarrier_wait %empty[%slot], %slot : !tqg.mbarriers<2>
      tqg.mbarrier_expect %full[%slot], 4096 : !tqg.mbarriers<2>
      tqg.copy_tensor %map[%c0, %c0] axes [1, 0] to %ring[%slot] fills %full : !tqg.ring<2, tensor<32x64xf16, #panels>>, !tqg.mbarriers<2>
    }
  }
  tqg.role "consumers" warps 0 to 4 {
    %end = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %sums) -> (tensor<64x64xf32, #c>) : i32 {
      %slot = arith.andi %i, %c1 : i32
      tqg.mbarrier_wait %full[%slot], %slot : !tqg.mbarriers<2>
      %b = tqg.ring_view %ring[%slot] [0, 1] : !tqg.ring<2, tensor<32x64xf16, #panels>> -> !tqg.shared<tensor<32x64xf16, #panels>>
      %d = tqg.wgmma %a, %b, %acc : tensor<64x32xf16, #a>, !tqg.shared<tensor<32x64xf16, #panels>>, tensor<64x64xf32, #c>
      // expected-error @below {{phase `schedule` promises a wait for a product before its sum is used, but there is none}}
      %f = arith.addf %d, %sums : tensor<64x64xf32, #c>
      %e = tqg.wgmma_wait %d, 0 : tensor<64x64xf32, #c>
      tqg.mbarrier_arrive %empty[%slot] : !tqg.mbarriers<2>
      scf.yield %e : tensor<64x64xf32, #c>
    }
  }
  return
}

// -----

#plan = #tqg.plan<warps = 4, stages = 2, roles = 2, cluster = 1>
#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 32)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#panels = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0)], shape = (32, 64)>

// The same of one that runs into the next iteration.
func.func @sum_of_the_last_iteration(%x: !tq.ptr<f16>, %n: i32, %stride: i32, %a: tensor<64x32xf16, #a>, %sums: tensor<64x64xf32, #c>) attributes {tqg.plan = #plan, tqg.shared_bytes = 16384 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %map = tqg.tensor_map %x of [%n, %n] by [%stride] box [64, 32] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  %ring = tqg.ring {tqg.scratch = 0 : i32} : !tqg.ring<2, tensor<32x64xf16, #panels>>
  %full = tqg.mbarriers arrivals 1 {tqg.scratch = 8192 : i32} : !tqg.mbarriers<2>
  %empty = tqg.mbarriers arrivals 4 {tqg.scratch = 8208 : i32} : !tqg.mbarriers<2>
  tqg.barrier 0 of 5
  tqg.role "producer" warps 4 to 5 single {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.andi %i, %c1 : i32
      tqg.mbarrier_wait %empty[%slot], %slot : !tqg.mbarriers<2>
      tqg.mbarrier_expect %full[%slot], 4096 : !tqg.mbarriers<2>
      tqg.copy_tensor %map[%c0, %c0] axes [1, 0] to %ring[%slot] fills %full : !tqg.ring<2, tensor<32x64xf16, #panels>>, !tqg.mbarriers<2>
    }
  }
  tqg.role "consumers" warps 0 to 4 {
    %end = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %sums) -> (tensor<64x64xf32, #c>) : i32 {
      %slot = arith.andi %i, %c1 : i32
      // expected-error @below {{phase `schedule` promises a wait for a product before its sum is used, but there is none}}
      %f = arith.addf %acc, %sums : tensor<64x64xf32, #c>
      tqg.mbarrier_wait %full[%slot], %slot : !tqg.mbarriers<2>
      %b = tqg.ring_view %ring[%slot] [0, 1] : !tqg.ring<2, tensor<32x64xf16, #panels>> -> !tqg.shared<tensor<32x64xf16, #panels>>
      %d = tqg.wgmma %a, %b, %acc : tensor<64x32xf16, #a>, !tqg.shared<tensor<32x64xf16, #panels>>, tensor<64x64xf32, #c>
      %w = tqg.wgmma_wait %d, 1 : tensor<64x64xf32, #c>
      tqg.mbarrier_arrive %empty[%c1] : !tqg.mbarriers<2>
      scf.yield %w : tensor<64x64xf32, #c>
    }
  }
  return
}

// -----

#plan = #tqg.plan<warps = 2, stages = 2, roles = 1, cluster = 1>
#row = #tqg.linear<reg = [], lane = [(1), (2), (4), (8), (16)], warp = [(32)], shape = (64)>
#bytes = #tqg.linear<offset = [(1), (2), (4), (8), (16), (32)], shape = (64)>

// A loop that ends behind its condition: the barrier in there is behind all that
// its body read.
func.func @ends_behind_a_barrier(%x: tensor<64xf32, #row>, %c: i1) attributes {tqg.plan = #plan, tqg.shared_bytes = 4096 : i64} {
  %end = scf.while (%v = %x) : (tensor<64xf32, #row>) -> tensor<64xf32, #row> {
    %s = tqg.staging {tqg.scratch = 0 : i32} : !tqg.shared<tensor<64xf32, #bytes>>
    tqg.shared_store %v to %s width 1 : tensor<64xf32, #row> to !tqg.shared<tensor<64xf32, #bytes>>
    tqg.barrier 0 of 2
    %y = tqg.shared_load %s width 1 : !tqg.shared<tensor<64xf32, #bytes>> to tensor<64xf32, #row>
    scf.condition(%c) %y : tensor<64xf32, #row>
  } do {
  ^bb0(%w: tensor<64xf32, #row>):
    %t = tqg.staging {tqg.scratch = 1024 : i32} : !tqg.shared<tensor<64xf32, #bytes>>
    tqg.shared_store %w to %t width 1 : tensor<64xf32, #row> to !tqg.shared<tensor<64xf32, #bytes>>
    tqg.barrier 0 of 2
    %z = tqg.shared_load %t width 1 : !tqg.shared<tensor<64xf32, #bytes>> to tensor<64xf32, #row>
    scf.yield %z : tensor<64xf32, #row>
  }
  %u = tqg.staging {tqg.scratch = 1024 : i32} : !tqg.shared<tensor<64xf32, #bytes>>
  tqg.shared_store %end to %u width 1 : tensor<64xf32, #row> to !tqg.shared<tensor<64xf32, #bytes>>
  tqg.barrier 0 of 2
  %out = tqg.shared_load %u width 1 : !tqg.shared<tensor<64xf32, #bytes>> to tensor<64xf32, #row>
  return
}
