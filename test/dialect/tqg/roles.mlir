// Boxes of tensors, their barriers, and roles, read back as they were printed.
//
// RUN: tq-opt %s | tq-opt | FileCheck %s

#panels = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0), (32, 0), (64, 0)], shape = (128, 64)>
#acc = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0), (64, 0)], shape = (128, 64)>
#row = #tqg.linear<reg = [], lane = [(1), (2), (4), (8), (16)], warp = [(32)], shape = (64)>

// CHECK-LABEL: @roles
func.func @roles(%x: !tq.ptr<f16>, %n: i32, %m: i32, %stride: i32, %k: i32, %row: i32, %slot: i32, %parity: i32, %count: i32, %programs: i32, %sums: tensor<128x64xf16, #acc>, %weights: tensor<64xf32, #row>) {
  // CHECK: %[[MAP:.*]] = tqg.tensor_map %{{.*}} of[%{{.*}}, %{{.*}}] by[%{{.*}}] box [64, 128] swizzle 128 : !tq.ptr<f16> of[i32, i32] by[i32]
  %map = tqg.tensor_map %x of [%n, %m] by [%stride] box [64, 128] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  // CHECK: %[[PARTS:.*]] = tqg.tensor_map %{{.*}} box [64, 128] parts 4 swizzle 128 :
  %parts = tqg.tensor_map %x of [%n, %m] by [%stride] box [64, 128] parts 4 swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  %ring = tqg.ring : !tqg.ring<2, tensor<128x64xf16, #panels>>
  // CHECK: %[[FULL:.*]] = tqg.mbarriers arrivals 1 : <2>
  %full = tqg.mbarriers arrivals 1 : !tqg.mbarriers<2>
  // CHECK: %[[EMPTY:.*]] = tqg.mbarriers arrivals 8 : <2>
  %empty = tqg.mbarriers arrivals 8 : !tqg.mbarriers<2>
  // CHECK: tqg.role "producer" warps 8 to 12 single registers 24 {
  // CHECK-NEXT: }
  tqg.role "producer" warps 8 to 12 single registers 24 {
  }
  // CHECK: tqg.role "consumers" warps 0 to 8 {
  tqg.role "consumers" warps 0 to 8 {
    // CHECK: tqg.mbarrier_expect %[[FULL]][%{{.*}}], 16384 : <2>
    tqg.mbarrier_expect %full[%slot], 16384 : !tqg.mbarriers<2>
    // CHECK: tqg.copy_tensor %[[MAP]][%{{.*}}, %{{.*}}] axes [1, 0] to %{{.*}}[%{{.*}}] fills %[[FULL]] : <2, tensor<128x64xf16, #{{.*}}>>, <2>
    tqg.copy_tensor %map[%k, %row] axes [1, 0] to %ring[%slot] fills %full : !tqg.ring<2, tensor<128x64xf16, #panels>>, !tqg.mbarriers<2>
    // CHECK: tqg.copy_tensor %[[PARTS]][%{{.*}}] axes [1, 0] to %{{.*}}[%{{.*}}] of 4 fills %[[FULL]] :
    tqg.copy_tensor %parts[%k, %row] axes [1, 0] to %ring[%slot] of 4 fills %full : !tqg.ring<2, tensor<128x64xf16, #panels>>, !tqg.mbarriers<2>
    // CHECK: tqg.mbarrier_wait %[[FULL]][%{{.*}}], %{{.*}} : <2>
    tqg.mbarrier_wait %full[%slot], %parity : !tqg.mbarriers<2>
    // CHECK: tqg.mbarrier_arrive %[[EMPTY]][%{{.*}}] : <2>
    tqg.mbarrier_arrive %empty[%slot] : !tqg.mbarriers<2>
    // CHECK: tqg.mbarrier_arrive %[[EMPTY]][%{{.*}}] of 4 : <2>
    tqg.mbarrier_arrive %empty[%slot] of 4 : !tqg.mbarriers<2>
    // CHECK: tqg.mbarrier_arrive %[[EMPTY]][%{{.*}}] after %{{.*}} : tensor<64xf32, #{{.*}}> : <2>
    tqg.mbarrier_arrive %empty[%slot] after %weights : tensor<64xf32, #row> : !tqg.mbarriers<2>
    // CHECK: %[[BEFORE:.*]], %[[TURNED:.*]] = tqg.ring_skip %[[FULL]][%{{.*}}], %{{.*}} by %{{.*}} : <2>
    %next:2 = tqg.ring_skip %full[%slot], %parity by %count : !tqg.mbarriers<2>
    %before = arith.addi %next#0, %next#1 : i32
    %again = arith.cmpi ne, %before, %slot : i32
    // CHECK: tqg.mbarrier_arrive %[[EMPTY]][%{{.*}}] where %{{.*}} : <2>
    tqg.mbarrier_arrive %empty[%before] where %again : !tqg.mbarriers<2>
  }
  // CHECK: tqg.role "consumers" warps 0 to 12 registers 160 teams 3 {
  // CHECK-NEXT: tqg.team
  tqg.role "consumers" warps 0 to 12 registers 160 teams 3 {
    %team = tqg.team
  }
  // CHECK: tqg.box_load %[[MAP]][%{{.*}}, %{{.*}}] axes [1, 0] : tensor<128x64xf16>
  %t = tqg.box_load %map[%k, %row] axes [1, 0] : tensor<128x64xf16>
  // CHECK: tqg.box_store %[[MAP]][%{{.*}}, %{{.*}}] axes [1, 0], %{{.*}} : tensor<128x64xf16>
  tqg.box_store %map[%k, %row] axes [1, 0], %t : tensor<128x64xf16>
  // CHECK: tqg.box_store %[[MAP]][%{{.*}}, %{{.*}}] axes [1, 0], %{{.*}} share %{{.*}} of 2 : tensor<128x64xf16>
  tqg.box_store %map[%k, %row] axes [1, 0], %t share %row of 2 : tensor<128x64xf16>
  %wide = tqg.box_load %map[%k, %row] axes [1, 0] : tensor<128x256xf16>
  // CHECK: tqg.box_store %[[MAP]][%{{.*}}, %{{.*}}] axes [1, 0], %{{.*}} columns 192 : tensor<128x256xf16>
  tqg.box_store %map[%k, %row] axes [1, 0], %wide columns 192 : tensor<128x256xf16>
  // CHECK: tqg.store_wait 1
  tqg.store_wait 1
  // CHECK: tqg.ring_write %{{.*}}, %{{.*}}[%{{.*}}] column 0 : tensor<128x64xf16, #{{.*}}>, <2, tensor<128x64xf16, #{{.*}}>>
  tqg.ring_write %sums, %ring[%slot] column 0 : tensor<128x64xf16, #acc>, !tqg.ring<2, tensor<128x64xf16, #panels>>
  // CHECK: tqg.store_tensor %{{.*}}[%{{.*}}] to %[[MAP]][%{{.*}}, %{{.*}}] axes [1, 0] : <2, tensor<128x64xf16, #{{.*}}>>
  tqg.store_tensor %ring[%slot] to %map[%k, %row] axes [1, 0] : !tqg.ring<2, tensor<128x64xf16, #panels>>
  // CHECK: %[[BOX:.*]] = tqg.mailbox : !tqg.mailbox
  %box = tqg.mailbox : !tqg.mailbox
  // CHECK: %[[NEXT:.*]] = tqg.next_program of %{{.*}}, %{{.*}}
  %next = tqg.next_program of %programs, %parity
  // CHECK: %[[DRAWN:.*]] = tqg.draw_program of %{{.*}}
  %drawn = tqg.draw_program of %programs
  // CHECK: tqg.mail_put %[[DRAWN]], %[[BOX]]
  tqg.mail_put %drawn, %box
  // CHECK: tqg.mail_take %[[BOX]]
  %taken = tqg.mail_take %box
  // CHECK: tqg.launch_extent 2
  %n2 = tqg.launch_extent 2
  %n0 = tqg.launch_extent 0
  return
}
