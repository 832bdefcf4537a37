// RUN: tq-opt %s -tq-stage-stores | FileCheck %s

#acc = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>

module attributes {tq.arch = "sm_90a"} {

// One panel needs one slot. In a kernel without roles the last wait is before its
// end; a single role has nothing to do with stores.
//
// CHECK-LABEL: @panel
// CHECK:       %[[MAP:.*]] = tqg.tensor_map
// CHECK-NEXT:  %[[RING:.*]] = tqg.ring : <1, tensor<64x64xf16, #{{.*}}>>
// CHECK:       tqg.store_wait 0
// CHECK-NEXT:  tqg.ring_write %{{.*}}, %[[RING]][%[[SLOT:.*]]] column 0 : tensor<64x64xf16, #{{.*}}>, <1, tensor<64x64xf16, #{{.*}}>>
// CHECK-NEXT:  tqg.store_tensor %[[RING]][%[[SLOT]]] to %[[MAP]][%{{.*}}, %{{.*}}] axes [1, 0] : <1,
// CHECK-NEXT:  tqg.store_wait 0
// CHECK-NEXT:  return
func.func @panel(%p: !tq.ptr<f16>, %n: i32, %stride: i32, %t: tensor<64x64xf16, #acc>) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 4, stages = 3, roles = 2, cluster = 1>} {
  %map = tqg.tensor_map %p of [%n, %n] by [%stride] box [64, 16] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  tqg.role "producer" warps 4 to 5 single {
  }
  tqg.box_store %map[%n, %n] axes [1, 0], %t : tensor<64x64xf16, #acc>
  return
}

// Of several shares the CTA stores the panels of its own. If there is one, the next
// program's goes into the same slot.
//
// CHECK-LABEL: @shares
// CHECK-SAME:    %[[RANK:[a-z0-9]+]]: i32)
// CHECK:       %[[RING:.*]] = tqg.ring : <2, tensor<64x32xf16, #{{.*}}>>
// CHECK:       %[[FIRST:.*]] = arith.cmpi eq, %[[RANK]], %c0_i32
// CHECK:       scf.if %[[FIRST]] {
// CHECK-NEXT:    tqg.store_wait 0
// CHECK:         tqg.ring_write %{{.*}}, %[[RING]][%{{.*}}] column 0
// CHECK-NEXT:    tqg.store_tensor %[[RING]]
// CHECK:       %[[SECOND:.*]] = arith.cmpi eq, %[[RANK]], %c1_i32
// CHECK:       scf.if %[[SECOND]] {
// CHECK:         tqg.ring_write %{{.*}}, %[[RING]][%{{.*}}] column 32
// CHECK:       }
// CHECK-NEXT:  tqg.store_wait 0
func.func @shares(%p: !tq.ptr<f16>, %n: i32, %stride: i32, %t: tensor<64x64xf16, #acc>, %rank: i32) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 4, stages = 3, roles = 1, cluster = 2>} {
  %map = tqg.tensor_map %p of [%n, %n] by [%stride] box [32, 16] swizzle 64 : !tq.ptr<f16> of [i32, i32] by [i32]
  tqg.box_store %map[%n, %n] axes [1, 0], %t share %rank of 2 : tensor<64x64xf16, #acc>
  return
}

// Three panels, the last in the first slot: so the next program waits for it.
//
// CHECK-LABEL: @columns
// CHECK:       %[[RING:.*]] = tqg.ring : <2, tensor<64x16xf16, #{{.*}}>>
// CHECK:       tqg.store_wait 0
// CHECK:       tqg.ring_write %{{.*}}, %[[RING]][%{{.*}}] column 0
// CHECK:       tqg.store_wait 1
// CHECK:       tqg.ring_write %{{.*}}, %[[RING]][%{{.*}}] column 16
// CHECK:       tqg.store_wait 1
// CHECK:       tqg.ring_write %{{.*}}, %[[RING]][%{{.*}}] column 32
// CHECK-NOT:   tqg.ring_write
func.func @columns(%p: !tq.ptr<f16>, %n: i32, %stride: i32, %t: tensor<64x64xf16, #acc>) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 4, stages = 3, roles = 1, cluster = 1>} {
  %map = tqg.tensor_map %p of [%n, %n] by [%stride] box [16, 16] swizzle 32 : !tq.ptr<f16> of [i32, i32] by [i32]
  tqg.box_store %map[%n, %n] axes [1, 0], %t columns 48 : tensor<64x64xf16, #acc>
  return
}

// CHECK-LABEL: @nothing
// CHECK-NOT:   tqg.store_wait
func.func @nothing() attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 4, stages = 3, roles = 1, cluster = 1>} {
  return
}
}
