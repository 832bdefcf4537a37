// RUN: tq-opt %s -tq-allocate-shared | FileCheck %s

#plan = #tqg.plan<warps = 2, stages = 1, roles = 1, cluster = 1>
#row = #tqg.linear<reg = [(0, 1), (0, 2), (0, 4), (8, 0), (16, 0), (32, 0)], lane = [(0, 8), (0, 16), (0, 32), (1, 0), (2, 0)], warp = [(4, 0)], shape = (64, 64)>
#col = #tqg.linear<reg = [(1, 0), (2, 0), (4, 0), (0, 8), (0, 16), (0, 32)], lane = [(8, 0), (16, 0), (32, 0), (0, 1), (0, 2)], warp = [(0, 4)], shape = (64, 64)>
#same_thread = #tqg.linear<reg = [(8, 0), (0, 1), (0, 2), (0, 4), (16, 0), (32, 0)], lane = [(0, 8), (0, 16), (0, 32), (1, 0), (2, 0)], warp = [(4, 0)], shape = (64, 64)>

// A transposition goes through shared memory: the whole tile, 4 bytes each.
// CHECK-LABEL: @through_shared
// CHECK-SAME:    tqg.shared_bytes = 16384 : i64
// CHECK:         tqg.convert_layout %{{.*}} {tqg.scratch = 0 : i32, tqg.unfenced}
func.func @through_shared(%row: tensor<64x64xf32, #row>) -> tensor<64x64xf32, #col>
    attributes {tqg.plan = #plan} {
  %col = tqg.convert_layout %row : tensor<64x64xf32, #row> to tensor<64x64xf32, #col>
  return %col : tensor<64x64xf32, #col>
}

// A renaming of registers needs none.
// CHECK-LABEL: @renaming
// CHECK-SAME:    tqg.shared_bytes = 0 : i64
// CHECK-NOT:     tqg.scratch
func.func @renaming(%row: tensor<64x64xf32, #row>) -> tensor<64x64xf32, #same_thread>
    attributes {tqg.plan = #plan} {
  %r = tqg.convert_layout %row : tensor<64x64xf32, #row> to tensor<64x64xf32, #same_thread>
  return %r : tensor<64x64xf32, #same_thread>
}

// A sum over rows that two warps share: two partial sums a column.
// CHECK-LABEL: @column_sum
// CHECK-SAME:    tqg.shared_bytes = 512 : i64
func.func @column_sum(%row: tensor<64x64xf32, #row>)
    attributes {tqg.plan = #plan} {
  %sum = "tq.reduce"(%row) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tq.yield %s : f32
  }) : (tensor<64x64xf32, #row>) -> tensor<64xf32, #tqg.linear<reg = [(1), (2), (4)], lane = [(8), (16), (32), (0), (0)], warp = [(0)], shape = (64)>>
  return
}

#panels = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0)], shape = (32, 64)>
#acc = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0)], shape = (32, 64)>

// A copy out of a ring may still read it when the op that started it is long
// done: what comes behind takes other bytes.
// CHECK-LABEL: @stores_run_on
// CHECK-SAME:    tqg.shared_bytes = 24576 : i64
// CHECK:         tqg.ring {tqg.scratch = 16384 : i32}
// CHECK:         tqg.convert_layout %{{.*}} {tqg.scratch = 0 : i32
func.func @stores_run_on(%x: !tq.ptr<f16>, %n: i32, %stride: i32, %slot: i32, %sums: tensor<32x64xf16, #acc>, %row: tensor<64x64xf32, #row>)
    attributes {tqg.plan = #plan} {
  %map = tqg.tensor_map %x of [%n, %n] by [%stride] box [64, 16] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  %ring = tqg.ring : !tqg.ring<2, tensor<32x64xf16, #panels>>
  tqg.role "consumers" warps 0 to 2 {
    tqg.ring_write %sums, %ring[%slot] column 0 : tensor<32x64xf16, #acc>, !tqg.ring<2, tensor<32x64xf16, #panels>>
    tqg.store_tensor %ring[%slot] to %map[%slot, %slot] axes [1, 0] : !tqg.ring<2, tensor<32x64xf16, #panels>>
    %col = tqg.convert_layout %row : tensor<64x64xf32, #row> to tensor<64x64xf32, #col>
    tqg.store_wait 0
  }
  return
}

// A ring that is read for the last time in front of an exchange shares its bytes.
// CHECK-LABEL: @one_behind_the_other
// CHECK-SAME:    tqg.shared_bytes = 16384 : i64
// CHECK:         tqg.ring {tqg.scratch = 0 : i32}
// CHECK:         tqg.convert_layout %{{.*}} {tqg.scratch = 0 : i32
func.func @one_behind_the_other(%slot: i32, %row: tensor<64x64xf32, #row>) -> (tensor<32x64xf16, #acc>, tensor<64x64xf32, #col>)
    attributes {tqg.plan = #plan} {
  %ring = tqg.ring : !tqg.ring<2, tensor<32x64xf16, #panels>>
  %tile = tqg.ring_read %ring[%slot] [0, 1] : !tqg.ring<2, tensor<32x64xf16, #panels>> -> tensor<32x64xf16, #acc>
  %col = tqg.convert_layout %row : tensor<64x64xf32, #row> to tensor<64x64xf32, #col>
  return %tile, %col : tensor<32x64xf16, #acc>, tensor<64x64xf32, #col>
}

// Other CTAs may send to an inbox while this one does anything else: it has bytes of its own.
// CHECK-LABEL: @inboxes
// CHECK-SAME:    tqg.shared_bytes = 16440 : i64
// CHECK:         tqg.convert_layout %{{.*}} {tqg.scratch = 0 : i32
// CHECK:         tqg.cluster_gather %{{.*}} {tqg.scratch = 16384 : i32}
// CHECK:         tqg.convert_layout %{{.*}} {tqg.scratch = 0 : i32
// CHECK:         tqg.cluster_gather %{{.*}} {tqg.scratch = 16416 : i32}
func.func @inboxes(%x: f32, %row: tensor<64x64xf32, #row>) attributes {tqg.plan = #plan} {
  %0 = tqg.convert_layout %row : tensor<64x64xf32, #row> to tensor<64x64xf32, #col>
  %1 = tqg.cluster_gather %x : f32 -> tensor<4xf32, #tqg.linear<reg = [], lane = [(1), (2), (0), (0), (0)], warp = [(0)], shape = (4)>>
  %2 = tqg.convert_layout %0 : tensor<64x64xf32, #col> to tensor<64x64xf32, #row>
  %3 = tqg.cluster_gather %x : f32 -> tensor<4xf32, #tqg.linear<reg = [], lane = [(1), (2), (0), (0), (0)], warp = [(0)], shape = (4)>>
  return
}
