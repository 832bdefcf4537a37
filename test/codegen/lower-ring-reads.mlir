// RUN: tqc %s --arch=sm_80 --emit=ptx -o - | FileCheck %s

#frag_a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [], shape = (16, 16)>
#frag_b = #tqg.linear<reg = [(1, 0), (8, 0), (0, 8)], lane = [(2, 0), (4, 0), (0, 1), (0, 2), (0, 4)], warp = [], shape = (16, 16)>
#row = #tqg.linear<reg = [(0, 1), (0, 2), (0, 4)], lane = [(0, 8), (1, 0), (2, 0), (4, 0), (8, 0)], warp = [], shape = (16, 16)>
#slot = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (1, 0), (2, 0), (4, 8), (8, 0)], shape = (16, 16)>

module attributes {tq.arch = "sm_80", tq.phase = "schedule"} {

  // What is read ahead of a copy stays ahead of it, though its product comes later:
  // the copy may be into that slot.
  // CHECK-LABEL: .entry product
  // CHECK:         cp.async.cg
  // CHECK:         bar.sync
  // CHECK-COUNT-2: ldmatrix
  // CHECK:         cp.async.cg
  // CHECK-NOT:     ldmatrix
  // CHECK:         mma.sync
  func.func @product(%x: !tq.ptr<f16> {tq.divisibility = 16 : i64}, %out: !tq.ptr<f32> {tq.divisibility = 16 : i64})
      attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 1, stages = 2, roles = 1, cluster = 1>, tqg.shared_bytes = 1024 : i64} {
    %zero = arith.constant dense<0.0> : tensor<16x16xf32, #frag_a>
    %slot0 = arith.constant 0 : i32
    %slot1 = arith.constant 1 : i32
    %ring = tqg.ring {tqg.scratch = 0 : i32} : <2, tensor<16x16xf16, #slot>>
    tqg.barrier 0 of 1
    %p = tq.splat %x : !tq.ptr<f16> -> tensor<16x16x!tq.ptr<f16>, #row>
    tqg.copy_async %p to %ring[%slot0] {tqg.access = #tqg.access<order = [1, 0], run = 16, aligned = 16, addresses = 8, whole = 8, cut = 8>} : tensor<16x16x!tq.ptr<f16>, #row>, <2, tensor<16x16xf16, #slot>>
    tqg.copy_commit
    tqg.copy_wait 0
    tqg.barrier 0 of 1
    %b = tqg.ring_read %ring[%slot0] [0, 1] : <2, tensor<16x16xf16, #slot>> -> tensor<16x16xf16, #frag_b>
    %a = tqg.ring_read %ring[%slot0] [0, 1] : <2, tensor<16x16xf16, #slot>> -> tensor<16x16xf16, #frag_a>
    tqg.copy_async %p to %ring[%slot1] {tqg.access = #tqg.access<order = [1, 0], run = 16, aligned = 16, addresses = 8, whole = 8, cut = 8>} : tensor<16x16x!tq.ptr<f16>, #row>, <2, tensor<16x16xf16, #slot>>
    tqg.copy_commit
    %sum = tqg.mma %a, %b, %zero {tqg.product = #tqg.product<unit = mma>} : tensor<16x16xf16, #frag_a>, tensor<16x16xf16, #frag_b>, tensor<16x16xf32, #frag_a>
    tqg.copy_wait 0
    tqg.barrier 0 of 1
    %q = tq.splat %out : !tq.ptr<f32> -> tensor<16x16x!tq.ptr<f32>, #frag_a>
    tq.store %q, %sum : tensor<16x16x!tq.ptr<f32>, #frag_a>, tensor<16x16xf32, #frag_a>
    return
  }
}
