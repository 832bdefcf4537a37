// RUN: tq-opt %s -split-input-file -tq-verify-phase=phase=schedule -verify-diagnostics
//
// What a schedule promises about operands that are staged for a product, and every
// way to break it.

#plan = #tqg.plan<warps = 4, stages = 2, roles = 1, cluster = 1>
#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 32)>
#b = #tqg.linear<reg = [(0, 1), (0, 2), (0, 4), (8, 0)], lane = [(0, 8), (0, 16), (0, 32), (1, 0), (2, 0)], warp = [(4, 0), (16, 0)], shape = (32, 64)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#panels = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0)], shape = (32, 64)>

// An operand that is staged for a product alone: nothing to say.
func.func @staged(%x: tensor<64x32xf16, #a>, %y: tensor<32x64xf16, #b>, %z: tensor<64x64xf32, #c>) attributes {tqg.plan = #plan, tqg.shared_bytes = 8192 : i64} {
  %s = tqg.staging {tqg.scratch = 0 : i32} : !tqg.shared<tensor<32x64xf16, #panels>>
  tqg.shared_store %y to %s width 8 : tensor<32x64xf16, #b> to !tqg.shared<tensor<32x64xf16, #panels>>
  tqg.async_fence
  tqg.barrier 0 of 4
  %d = tqg.wgmma %x, %s, %z : tensor<64x32xf16, #a>, !tqg.shared<tensor<32x64xf16, #panels>>, tensor<64x64xf32, #c>
  %w = tqg.wgmma_wait %d, 0 : tensor<64x64xf32, #c>
  tqg.barrier 0 of 4
  tqg.shared_store %y to %s width 8 : tensor<32x64xf16, #b> to !tqg.shared<tensor<32x64xf16, #panels>>
  return
}

// -----

#plan = #tqg.plan<warps = 4, stages = 2, roles = 1, cluster = 1>
#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 32)>
#b = #tqg.linear<reg = [(0, 1), (0, 2), (0, 4), (8, 0)], lane = [(0, 8), (0, 16), (0, 32), (1, 0), (2, 0)], warp = [(4, 0), (16, 0)], shape = (32, 64)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#panels = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0)], shape = (32, 64)>

// Products do not see what threads wrote.
func.func @staged_without_fence(%x: tensor<64x32xf16, #a>, %y: tensor<32x64xf16, #b>, %z: tensor<64x64xf32, #c>) attributes {tqg.plan = #plan, tqg.shared_bytes = 8192 : i64} {
  %s = tqg.staging {tqg.scratch = 0 : i32} : !tqg.shared<tensor<32x64xf16, #panels>>
  tqg.shared_store %y to %s width 8 : tensor<32x64xf16, #b> to !tqg.shared<tensor<32x64xf16, #panels>>
  tqg.barrier 0 of 4
  // expected-error @below {{phase `schedule` promises a fence behind what is written for a product, before the barrier that shows it, but there is none}}
  %d = tqg.wgmma %x, %s, %z : tensor<64x32xf16, #a>, !tqg.shared<tensor<32x64xf16, #panels>>, tensor<64x64xf32, #c>
  %w = tqg.wgmma_wait %d, 0 : tensor<64x64xf32, #c>
  return
}

// -----

#plan = #tqg.plan<warps = 4, stages = 2, roles = 1, cluster = 1>
#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 32)>
#b = #tqg.linear<reg = [(0, 1), (0, 2), (0, 4), (8, 0)], lane = [(0, 8), (0, 16), (0, 32), (1, 0), (2, 0)], warp = [(4, 0), (16, 0)], shape = (32, 64)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#panels = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0)], shape = (32, 64)>

// A fence behind the barrier shows what this warp wrote, not the others.
func.func @staged_with_late_fence(%x: tensor<64x32xf16, #a>, %y: tensor<32x64xf16, #b>, %z: tensor<64x64xf32, #c>) attributes {tqg.plan = #plan, tqg.shared_bytes = 8192 : i64} {
  %s = tqg.staging {tqg.scratch = 0 : i32} : !tqg.shared<tensor<32x64xf16, #panels>>
  tqg.shared_store %y to %s width 8 : tensor<32x64xf16, #b> to !tqg.shared<tensor<32x64xf16, #panels>>
  tqg.barrier 0 of 4
  tqg.async_fence
  // expected-error @below {{phase `schedule` promises a fence behind what is written for a product, before the barrier that shows it, but there is none}}
  %d = tqg.wgmma %x, %s, %z : tensor<64x32xf16, #a>, !tqg.shared<tensor<32x64xf16, #panels>>, tensor<64x64xf32, #c>
  %w = tqg.wgmma_wait %d, 0 : tensor<64x64xf32, #c>
  return
}

// -----

#plan = #tqg.plan<warps = 4, stages = 2, roles = 1, cluster = 1>
#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 32)>
#b = #tqg.linear<reg = [(0, 1), (0, 2), (0, 4), (8, 0)], lane = [(0, 8), (0, 16), (0, 32), (1, 0), (2, 0)], warp = [(4, 0), (16, 0)], shape = (32, 64)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#panels = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0)], shape = (32, 64)>

// Other warps wrote parts of it.
func.func @staged_without_barrier(%x: tensor<64x32xf16, #a>, %y: tensor<32x64xf16, #b>, %z: tensor<64x64xf32, #c>) attributes {tqg.plan = #plan, tqg.shared_bytes = 8192 : i64} {
  %s = tqg.staging {tqg.scratch = 0 : i32} : !tqg.shared<tensor<32x64xf16, #panels>>
  tqg.shared_store %y to %s width 8 : tensor<32x64xf16, #b> to !tqg.shared<tensor<32x64xf16, #panels>>
  tqg.async_fence
  // expected-error @below {{phase `schedule` promises a barrier before bytes are read that other warps wrote, but there is none}}
  %d = tqg.wgmma %x, %s, %z : tensor<64x32xf16, #a>, !tqg.shared<tensor<32x64xf16, #panels>>, tensor<64x64xf32, #c>
  %w = tqg.wgmma_wait %d, 0 : tensor<64x64xf32, #c>
  return
}

// -----

#plan = #tqg.plan<warps = 4, stages = 2, roles = 1, cluster = 1>
#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 32)>
#b = #tqg.linear<reg = [(0, 1), (0, 2), (0, 4), (8, 0)], lane = [(0, 8), (0, 16), (0, 32), (1, 0), (2, 0)], warp = [(4, 0), (16, 0)], shape = (32, 64)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#panels = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0)], shape = (32, 64)>

// A barrier before the wait says nothing about the product.
func.func @overwritten_while_running(%x: tensor<64x32xf16, #a>, %y: tensor<32x64xf16, #b>, %z: tensor<64x64xf32, #c>) attributes {tqg.plan = #plan, tqg.shared_bytes = 8192 : i64} {
  %s = tqg.staging {tqg.scratch = 0 : i32} : !tqg.shared<tensor<32x64xf16, #panels>>
  tqg.shared_store %y to %s width 8 : tensor<32x64xf16, #b> to !tqg.shared<tensor<32x64xf16, #panels>>
  tqg.async_fence
  tqg.barrier 0 of 4
  %d = tqg.wgmma %x, %s, %z : tensor<64x32xf16, #a>, !tqg.shared<tensor<32x64xf16, #panels>>, tensor<64x64xf32, #c>
  tqg.barrier 0 of 4
  %w = tqg.wgmma_wait %d, 0 : tensor<64x64xf32, #c>
  // expected-error @below {{phase `schedule` promises a barrier before bytes are written that warps may still read, but there is none}}
  tqg.shared_store %y to %s width 8 : tensor<32x64xf16, #b> to !tqg.shared<tensor<32x64xf16, #panels>>
  return
}

// -----

#plan = #tqg.plan<warps = 4, stages = 2, roles = 1, cluster = 1>
#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 32)>
#b = #tqg.linear<reg = [(0, 1), (0, 2), (0, 4), (8, 0)], lane = [(0, 8), (0, 16), (0, 32), (1, 0), (2, 0)], warp = [(4, 0), (16, 0)], shape = (32, 64)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#panels = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0)], shape = (32, 64)>

// Bytes of a product that runs are its own.
func.func @shared_while_running(%x: tensor<64x32xf16, #a>, %y: tensor<32x64xf16, #b>, %z: tensor<64x64xf32, #c>) attributes {tqg.plan = #plan, tqg.shared_bytes = 8192 : i64} {
  // expected-note @below {{which is in use at the same time}}
  %s = tqg.staging {tqg.scratch = 0 : i32} : !tqg.shared<tensor<32x64xf16, #panels>>
  tqg.shared_store %y to %s width 8 : tensor<32x64xf16, #b> to !tqg.shared<tensor<32x64xf16, #panels>>
  tqg.async_fence
  tqg.barrier 0 of 4
  %d = tqg.wgmma %x, %s, %z : tensor<64x32xf16, #a>, !tqg.shared<tensor<32x64xf16, #panels>>, tensor<64x64xf32, #c>
  tqg.barrier 0 of 4
  // expected-error @below {{phase `schedule` promises bytes of its own to every buffer in use, but this one shares some with another}}
  %t = tqg.staging {tqg.scratch = 1024 : i32} : !tqg.shared<tensor<32x64xf16, #panels>>
  tqg.shared_store %y to %t width 8 : tensor<32x64xf16, #b> to !tqg.shared<tensor<32x64xf16, #panels>>
  // expected-error @below {{phase `schedule` promises a barrier before bytes are read that other warps wrote, but there is none}}
  %w = tqg.wgmma_wait %d, 0 : tensor<64x64xf32, #c>
  return
}
