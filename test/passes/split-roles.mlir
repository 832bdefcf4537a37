// RUN: tq-opt %s -tq-split-roles | FileCheck %s

#l = #tqg.linear<reg = [(0, 1), (0, 2), (0, 4), (32, 0), (64, 0)], lane = [(0, 8), (0, 16), (0, 32), (1, 0), (2, 0)], warp = [(4, 0), (8, 0), (16, 0)], shape = (128, 64)>

module attributes {tq.arch = "sm_90a"} {

// Before a loop a slot is filled once, and nobody says that it is empty. In a loop
// slots take turns. Where no products are added up, a warp that copies is enough.
//
// CHECK-LABEL: @boxes
// CHECK:       tqg.ring : <1, tensor<128x64xf16
// CHECK-NEXT:  %[[ONCE:.*]] = tqg.mbarriers arrivals 1
// CHECK-NEXT:  tqg.ring : <3, tensor<128x64xf16
// CHECK-NEXT:  %[[FULL:.*]] = tqg.mbarriers arrivals 1
// CHECK-NEXT:  %[[EMPTY:.*]] = tqg.mbarriers arrivals 8
// CHECK-NEXT:  tq.barrier
// CHECK:       tqg.role "producer" warps 8 to 9 single {
// CHECK:         tqg.mbarrier_expect %[[ONCE]]
// CHECK-NEXT:    tqg.copy_tensor
// CHECK:         scf.for
// CHECK:           tqg.mbarrier_wait %[[EMPTY]]
// CHECK-NEXT:      tqg.mbarrier_expect %[[FULL]]
// CHECK-NEXT:      tqg.copy_tensor
// CHECK-NOT:     addf
// CHECK:       tqg.role "consumers" warps 0 to 8 {
// CHECK:         tqg.mbarrier_wait %[[ONCE]]
// CHECK-NEXT:    tqg.ring_read
// CHECK:         scf.for
// CHECK:           tqg.mbarrier_wait %[[FULL]]
// CHECK-NEXT:      tqg.ring_read
// CHECK-NEXT:      arith.addf
// CHECK:           tqg.mbarrier_arrive %[[EMPTY]]
// CHECK:       return
func.func @boxes(%x: !tq.ptr<f16>, %n: i32, %m: i32, %stride: i32) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 8, stages = 3, roles = 2, cluster = 1>} {
  %zero = arith.constant 0 : i32
  %step = arith.constant 64 : i32
  %map = tqg.tensor_map %x of [%n, %m] by [%stride] box [64, 128] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  %first = tqg.box_load %map[%zero, %zero] axes [1, 0] {tqg.ring_slots = 1 : i32} : tensor<128x64xf16, #l>
  %start = arith.addf %first, %first : tensor<128x64xf16, #l>
  %sum = scf.for %k = %zero to %n step %step iter_args(%s = %start) -> (tensor<128x64xf16, #l>) : i32 {
    %t = tqg.box_load %map[%k, %m] axes [1, 0] {tqg.ring_slots = 3 : i32} : tensor<128x64xf16, #l>
    %next = arith.addf %s, %t : tensor<128x64xf16, #l>
    scf.yield %next : tensor<128x64xf16, #l>
  }
  return
}

// A kernel with one role stays as it is.
//
// CHECK-LABEL: @alone
// CHECK-NOT:   tqg.role
// CHECK:       tqg.box_load
func.func @alone(%x: !tq.ptr<f16>, %n: i32, %stride: i32) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 8, stages = 3, roles = 1, cluster = 1>} {
  %map = tqg.tensor_map %x of [%n, %n] by [%stride] box [64, 128] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  %t = tqg.box_load %map[%n, %n] axes [1, 0] : tensor<128x64xf16, #l>
  return
}
}
