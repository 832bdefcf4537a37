// RUN: tq-opt %s -tq-warpgroup-products | FileCheck %s

#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 32)>
#b = #tqg.linear<reg = [(1, 0), (8, 0), (16, 0), (0, 8), (0, 16), (0, 32)], lane = [(2, 0), (4, 0), (0, 1), (0, 2), (0, 4)], warp = [(0, 0), (0, 0)], shape = (32, 64)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#panels = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0)], shape = (32, 64)>
#plain = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 0), (2, 0), (4, 0), (8, 0), (16, 0)], shape = (32, 64)>

module attributes {tq.arch = "sm_90a"} {

// The left operand stays in registers, the right one is read where it lies. The
// product is waited for at its first use.
//
// CHECK-LABEL: @from_ring
// CHECK:       %[[V:.*]] = tqg.ring_view %{{.*}}[%{{.*}}] [0, 1]
// CHECK-NEXT:  %[[W:.*]] = tqg.wgmma %{{.*}}, %[[V]], %{{.*}} : tensor<64x32xf16
// CHECK-NEXT:  arith.addi
// CHECK-NEXT:  %[[D:.*]] = tqg.wgmma_wait %[[W]], 0
// CHECK-NEXT:  return %{{.*}}, %[[D]]
func.func @from_ring(%f: tensor<64x32xf16, #a>, %c: tensor<64x64xf32, #c>, %slot: i32) -> (i32, tensor<64x64xf32, #c>) {
  %ring = tqg.ring : !tqg.ring<2, tensor<32x64xf16, #panels>>
  %g = tqg.ring_read %ring[%slot] [0, 1] : !tqg.ring<2, tensor<32x64xf16, #panels>> -> tensor<32x64xf16, #b>
  %d = tqg.mma %f, %g, %c {tqg.operands = #tqg.operands<left = registers, right = slot>, tqg.product = #tqg.product<unit = wgmma, rows = 4>} : tensor<64x32xf16, #a>, tensor<32x64xf16, #b>, tensor<64x64xf32, #c>
  %other = arith.addi %slot, %slot : i32
  return %other, %d : i32, tensor<64x64xf32, #c>
}

// What was read of a slot that no descriptor can say is planned to be staged again.
//
// CHECK-LABEL: @from_rows
// CHECK:       %[[G:.*]] = tqg.ring_read
// CHECK-NEXT:  tq.barrier
// CHECK-NEXT:  %[[S:.*]] = tqg.staging
// CHECK-NEXT:  tqg.shared_store %[[G]] to %[[S]]
// CHECK-NEXT:  tqg.async_fence
// CHECK-NEXT:  tq.barrier
// CHECK-NEXT:  %[[W:.*]] = tqg.wgmma %{{.*}}, %[[S]]
// CHECK-NEXT:  tqg.wgmma_wait %[[W]], 0
// CHECK-NEXT:  tq.barrier
func.func @from_rows(%f: tensor<64x32xf16, #a>, %c: tensor<64x64xf32, #c>, %slot: i32) -> tensor<64x64xf32, #c> {
  %ring = tqg.ring : !tqg.ring<2, tensor<32x64xf16, #plain>>
  %g = tqg.ring_read %ring[%slot] [0, 1] : !tqg.ring<2, tensor<32x64xf16, #plain>> -> tensor<32x64xf16, #b>
  %d = tqg.mma %f, %g, %c {tqg.operands = #tqg.operands<left = registers, right = staged>, tqg.product = #tqg.product<unit = wgmma, rows = 4>} : tensor<64x32xf16, #a>, tensor<32x64xf16, #b>, tensor<64x64xf32, #c>
  return %d : tensor<64x64xf32, #c>
}

// The planner decides, nobody else.
//
// CHECK-LABEL: @planned_otherwise
// CHECK:       tqg.mma
// CHECK-NOT:   tqg.wgmma
func.func @planned_otherwise(%f: tensor<64x32xf16, #a>, %c: tensor<64x64xf32, #c>, %slot: i32) -> tensor<64x64xf32, #c> {
  %ring = tqg.ring : !tqg.ring<2, tensor<32x64xf16, #panels>>
  %g = tqg.ring_read %ring[%slot] [0, 1] : !tqg.ring<2, tensor<32x64xf16, #panels>> -> tensor<32x64xf16, #b>
  %d = tqg.mma %f, %g, %c {tqg.product = #tqg.product<unit = mma, rows = 4>} : tensor<64x32xf16, #a>, tensor<32x64xf16, #b>, tensor<64x64xf32, #c>
  return %d : tensor<64x64xf32, #c>
}
}
