// RUN: tq-opt %s -tq-record-accesses -tq-plan-pipelines -tq-pipeline-loops | FileCheck %s

#plan = #tqg.plan<warps = 1, stages = 2, roles = 1, cluster = 1>
#l = #tqg.linear<reg = [(0, 1), (0, 2), (0, 4), (8, 0)], lane = [(0, 8), (1, 0), (2, 0), (4, 0), (0, 0)], warp = [], shape = (16, 16)>
#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [], shape = (16, 16)>
#b = #tqg.linear<reg = [(1, 0), (8, 0), (0, 8)], lane = [(2, 0), (4, 0), (0, 1), (0, 2), (0, 4)], warp = [], shape = (16, 16)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [], shape = (16, 16)>

module attributes {tq.arch = "sm_80"} {

// Two stages: one slot is filled before the loop, then each iteration waits for
// all copies, starts the next one, and reads.
// CHECK-LABEL: @two_stages
// CHECK:       %[[RING:.*]] = tqg.ring : <2, tensor<16x16xf16, #{{.*}}>>
// CHECK-NEXT:  tq.barrier
// CHECK:       tqg.copy_async %{{.*}} to %[[RING]]
// CHECK-NEXT:  tqg.copy_commit
// CHECK:       scf.for
// CHECK-NEXT:    tqg.copy_wait 0
// CHECK-NEXT:    tq.barrier
// CHECK:         tqg.copy_async %{{.*}} to %[[RING]]
// CHECK-NEXT:    tqg.copy_commit
// CHECK-COUNT-2: tqg.ring_read %[[RING]]
// CHECK:         tqg.mma
// CHECK:       tqg.copy_wait 0
// CHECK-NEXT:  tq.barrier
func.func @two_stages(%ptrs: tensor<16x16x!tq.ptr<f16>, #l> {tq.divisibility = 16 : i64}, %zero: tensor<16x16xf32, #c>, %n: i32) -> tensor<16x16xf32, #c>
    attributes {tqg.plan = #plan} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %row = tq.range 0 to 16 : tensor<16xi32, #tqg.linear<reg = [(1), (2), (4)], lane = [(8), (0), (0), (0), (0)], warp = [], shape = (16)>>
  %at = tq.expand_dims %row, 0 : tensor<16xi32, #tqg.linear<reg = [(1), (2), (4)], lane = [(8), (0), (0), (0), (0)], warp = [], shape = (16)>> -> tensor<1x16xi32, #tqg.linear<reg = [(0, 1), (0, 2), (0, 4)], lane = [(0, 8), (0, 0), (0, 0), (0, 0), (0, 0)], warp = [], shape = (1, 16)>>
  %offsets = tq.broadcast %at : tensor<1x16xi32, #tqg.linear<reg = [(0, 1), (0, 2), (0, 4)], lane = [(0, 8), (0, 0), (0, 0), (0, 0), (0, 0)], warp = [], shape = (1, 16)>> -> tensor<16x16xi32, #l>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<16x16xf32, #c>) : i32 {
    %p = tq.addptr %ptrs, %offsets : tensor<16x16x!tq.ptr<f16>, #l>, tensor<16x16xi32, #l>
    %h = tq.hint %p contiguity [1, 16] : tensor<16x16x!tq.ptr<f16>, #l>
    %d = tq.hint %h divisibility [16, 16] : tensor<16x16x!tq.ptr<f16>, #l>
    %x = tq.load %d : tensor<16x16x!tq.ptr<f16>, #l> -> tensor<16x16xf16, #l>
    %f = tqg.convert_layout %x : tensor<16x16xf16, #l> to tensor<16x16xf16, #a>
    %g = tqg.convert_layout %x : tensor<16x16xf16, #l> to tensor<16x16xf16, #b>
    %m = tqg.mma %f, %g, %acc : tensor<16x16xf16, #a>, tensor<16x16xf16, #b>, tensor<16x16xf32, #c>
    scf.yield %m : tensor<16x16xf32, #c>
  }
  return %r : tensor<16x16xf32, #c>
}

}
