// RUN: tq-opt %s | tq-opt | FileCheck %s

// CHECK-DAG: #[[ROW:.+]] = #tqg.linear<reg = [(0, 1)], lane = [(0, 2), (1, 0)], warp = [], shape = (2, 4)>
// CHECK-DAG: #[[COL:.+]] = #tqg.linear<reg = [(1, 0)], lane = [(0, 1), (0, 2)], warp = [], shape = (2, 4)>
// CHECK-DAG: #{{.+}} = #tqg.linear<offset = [(0, 1), (0, 2), (1, 1)], shape = (2, 4)>
#row = #tqg.linear<reg = [(0, 1)], lane = [(0, 2), (1, 0)], warp = [],
                   shape = (2, 4)>
#col = #tqg.linear<reg = [(1, 0)], lane = [(0, 1), (0, 2)], warp = [], shape = (2, 4)>

#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 32)>
#b = #tqg.linear<reg = [(1, 0), (8, 0), (16, 0), (0, 8), (0, 16), (0, 32)], lane = [(2, 0), (4, 0), (0, 1), (0, 2), (0, 4)], warp = [(0, 0), (0, 0)], shape = (32, 64)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>

#turned = #tqg.linear<reg = [(1, 0)], lane = [(2, 0), (0, 1)], warp = [], shape = (4, 2)>
#plan = #tqg.plan<warps = 4, stages = 3, roles = 1, cluster = 1>

#product = #tqg.product<unit = wgmma, rows = 4, live = 160>

// CHECK-LABEL: @planned
func.func @planned(%a: tensor<64x32xf16>, %b: tensor<32x64xf16>, %c: tensor<64x64xf32>) {
  // CHECK: tq.dot {{.*}} {tqg.product = #tqg.product<unit = wgmma, rows = 4, live = 160>}
  %d = tq.dot %a, %b, %c ieee {tqg.product = #product} : tensor<64x32xf16>, tensor<32x64xf16>, tensor<64x64xf32>
  // CHECK: tq.dot {{.*}} {tqg.product = #tqg.product<unit = mma, rows = 2, columns = 2>}
  %e = tq.dot %a, %b, %d ieee {tqg.product = #tqg.product<unit = mma, rows = 2, columns = 2>} : tensor<64x32xf16>, tensor<32x64xf16>, tensor<64x64xf32>
  return
}

#ahead = #tqg.pipeline<stages = 3, distance = 2, behind = true>

// CHECK-LABEL: @pipelined
func.func @pipelined(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
  // CHECK: } {tqg.pipeline = #tqg.pipeline<stages = 3, distance = 2, behind = true>}
  } {tqg.pipeline = #ahead}
  // CHECK: } {tqg.pipeline = #tqg.pipeline<stages = 2, distance = 1>}
  scf.for %i = %c0 to %n step %c1 : i32 {
  } {tqg.pipeline = #tqg.pipeline<stages = 2, distance = 1>}
  return
}

#places = #tqg.operands<left = registers, right = slot>

// CHECK-LABEL: @placed
// CHECK-SAME: #tqg.operands<left = registers, right = slot>, #tqg.operands<left = staged, right = staged>
func.func @placed() attributes {places = [#places, #tqg.operands<left = staged, right = staged>]} {
  return
}

#rows = #tqg.access<order = [1, 0], run = 64, aligned = 16, addresses = 8, whole = 4, cut = 8>

// CHECK-LABEL: @accessed
func.func @accessed(%ptrs: tensor<64x64x!tq.ptr<f16>>) -> tensor<64x64xf16> {
  // CHECK: tqg.access = #tqg.access<order = [1, 0], run = 64, aligned = 16, addresses = 8, whole = 4, cut = 8>
  %x = tq.load %ptrs {tqg.access = #rows} : tensor<64x64x!tq.ptr<f16>> -> tensor<64x64xf16>
  return %x : tensor<64x64xf16>
}

#byte_a = #tqg.linear<reg = [(0, 1), (0, 2), (8, 0), (0, 16), (0, 32)], lane = [(0, 4), (0, 8), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#byte_c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#along_k = #tqg.linear<offset = [(1, 0), (2, 0), (4, 0), (8, 0), (16, 0), (32, 0), (0, 1), (16, 2), (32, 4), (0, 8), (0, 16), (0, 32)], shape = (64, 64)>

// CHECK-LABEL: @bytes_along_k
func.func @bytes_along_k(%a: tensor<64x64xi8, #byte_a>, %b: !tqg.shared<tensor<64x64xi8, #along_k>>, %c: tensor<64x64xi32, #byte_c>) {
  // CHECK: tqg.wgmma
  %d = tqg.wgmma %a, %b, %c : tensor<64x64xi8, #byte_a>, !tqg.shared<tensor<64x64xi8, #along_k>>, tensor<64x64xi32, #byte_c>
  return
}

// CHECK-LABEL: @convert
// CHECK-SAME: tqg.plan = #tqg.plan<warps = 4, stages = 3, roles = 1, cluster = 1>
func.func @convert(%row: tensor<2x4xf32, #row>) attributes {tqg.plan = #plan} {
  // CHECK: tqg.convert_layout %{{.*}} : tensor<2x4xf32, #[[ROW]]> to tensor<2x4xf32, #[[COL]]>
  %col = tqg.convert_layout %row : tensor<2x4xf32, #row> to tensor<2x4xf32, #col>
  return
}

// CHECK-LABEL: @mma
func.func @mma(%a: tensor<64x32xf16, #a>, %b: tensor<32x64xf16, #b>, %c: tensor<64x64xf32, #c>) {
  // CHECK: tqg.mma
  %d = tqg.mma %a, %b, %c : tensor<64x32xf16, #a>, tensor<32x64xf16, #b>, tensor<64x64xf32, #c>
  return
}

#memory = #tqg.linear<offset = [(0, 1), (0, 2), (1, 1)], shape = (2, 4)>

// CHECK-LABEL: @pipeline
func.func @pipeline(%p: tensor<2x4x!tq.ptr<f32>, #row>, %mask: tensor<2x4xi1, #row>, %slot: i32) -> tensor<4x2xf32, #turned> {
  // CHECK: %[[RING:.*]] = tqg.ring : <2, tensor<2x4xf32, #{{.*}}>>
  %ring = tqg.ring : !tqg.ring<2, tensor<2x4xf32, #memory>>
  // CHECK: tqg.copy_async %{{.*}} to %[[RING]][%{{.*}}] : tensor
  tqg.copy_async %p to %ring[%slot] : tensor<2x4x!tq.ptr<f32>, #row>, !tqg.ring<2, tensor<2x4xf32, #memory>>
  // CHECK: tqg.copy_async %{{.*}} mask %{{.*}} : tensor<2x4xi1, #{{.*}}> to %[[RING]][%{{.*}}] : tensor
  tqg.copy_async %p mask %mask : tensor<2x4xi1, #row> to %ring[%slot] : tensor<2x4x!tq.ptr<f32>, #row>, !tqg.ring<2, tensor<2x4xf32, #memory>>
  // CHECK: tqg.copy_commit
  tqg.copy_commit
  // CHECK: tqg.copy_wait 1
  tqg.copy_wait 1
  // CHECK: tqg.ring_read %[[RING]][%{{.*}}] [1, 0] : <2, tensor<2x4xf32, #{{.*}}>> -> tensor<4x2xf32, #{{.*}}>
  %t = tqg.ring_read %ring[%slot] [1, 0] : !tqg.ring<2, tensor<2x4xf32, #memory>> -> tensor<4x2xf32, #turned>
  return %t : tensor<4x2xf32, #turned>
}

#panels = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0)], shape = (32, 64)>
#turnedpanels = #tqg.linear<offset = [(1, 0), (2, 0), (4, 0), (8, 0), (16, 0), (32, 0), (8, 1), (16, 2), (32, 4), (0, 8), (0, 16)], shape = (64, 32)>

// CHECK-LABEL: @warpgroups
func.func @warpgroups(%a: tensor<64x32xf16, #a>, %c: tensor<64x64xf32, #c>, %slot: i32) -> tensor<64x64xf32, #c> {
  %ring = tqg.ring : !tqg.ring<2, tensor<32x64xf16, #panels>>
  // CHECK: tqg.async_fence
  tqg.async_fence
  // CHECK: %[[B:.*]] = tqg.ring_view %{{.*}}[%{{.*}}] [0, 1] : <2, tensor<32x64xf16, #{{.*}}>> -> <tensor<32x64xf16, #{{.*}}>>
  %b = tqg.ring_view %ring[%slot] [0, 1] : !tqg.ring<2, tensor<32x64xf16, #panels>> -> !tqg.shared<tensor<32x64xf16, #panels>>
  // CHECK: %[[T:.*]] = tqg.ring_view %{{.*}}[%{{.*}}] [1, 0]
  %t = tqg.ring_view %ring[%slot] [1, 0] : !tqg.ring<2, tensor<32x64xf16, #panels>> -> !tqg.shared<tensor<64x32xf16, #turnedpanels>>
  // CHECK: %[[D:.*]] = tqg.wgmma %{{.*}}, %[[B]], %{{.*}} : tensor<64x32xf16, #{{.*}}>, <tensor<32x64xf16, #{{.*}}>>, tensor<64x64xf32, #{{.*}}>
  %d = tqg.wgmma %a, %b, %c : tensor<64x32xf16, #a>, !tqg.shared<tensor<32x64xf16, #panels>>, tensor<64x64xf32, #c>
  // CHECK: tqg.wgmma_wait %[[D]], 1 : tensor
  %w = tqg.wgmma_wait %d, 1 : tensor<64x64xf32, #c>
  // CHECK: tqg.wgmma %[[T]], %[[B]], %{{.*}} : !tqg.shared<tensor<64x32xf16, #{{.*}}>>, <tensor
  %e = tqg.wgmma %t, %b, %w : !tqg.shared<tensor<64x32xf16, #turnedpanels>>, !tqg.shared<tensor<32x64xf16, #panels>>, tensor<64x64xf32, #c>
  // CHECK: tqg.wgmma_wait %{{.*}}, 0 : tensor
  %f = tqg.wgmma_wait %e, 0 : tensor<64x64xf32, #c>
  return %f : tensor<64x64xf32, #c>
}

// CHECK-LABEL: @rows
func.func @rows(%start: !tq.ptr<f16>, %first: i32, %end: i32, %n: i32, %stride: i32) {
  // CHECK: %[[BUFFER:.*]] = tqg.row_buffer %{{.*}} places 4864 : !tq.ptr<f16>
  %buffer = tqg.row_buffer %start places 4864 : !tq.ptr<f16>
  // CHECK: tqg.store_rows %[[BUFFER]] to %{{.*}}[%{{.*}}, %{{.*}}] places 4864 : !tq.ptr<f16>
  tqg.store_rows %buffer to %start[%first, %end] places 4864 : !tq.ptr<f16>
  // CHECK: tqg.store_rows %[[BUFFER]] to %{{.*}}[%{{.*}}, %{{.*}}] rows %{{.*}} by %{{.*}} places 4864 : !tq.ptr<f16>
  tqg.store_rows %buffer to %start[%first, %end] rows %n by %stride places 4864 : !tq.ptr<f16>
  // CHECK: tqg.resident_row %{{.*}}[%{{.*}}, %{{.*}} to %{{.*}}] rows %{{.*}} by %{{.*}} places 4864
  %row = tqg.resident_row %start[%first, %end to %end] rows %n by %stride places 4864 block 8 other 0.000000e+00 : f16 : !tq.ptr<f16>
  // CHECK: tqg.row_pitch %{{.*}} by %{{.*}} multiple 8
  %pitch = tqg.row_pitch %n by %stride multiple 8
  return
}

// CHECK-LABEL: @resident_row
func.func @resident_row(%start: !tq.ptr<f16>, %first: i32, %end: i32, %last: i32) -> !tq.ptr<f16> {
  // CHECK: tqg.resident_row %{{.*}}[%{{.*}}, %{{.*}} to %{{.*}}] places 8192 block 1024 other 0.000000e+00 : f16 : !tq.ptr<f16>
  %row = tqg.resident_row %start[%first, %end to %last] places 8192 block 1024 other 0.000000e+00 : f16 : !tq.ptr<f16>
  return %row : !tq.ptr<f16>
}

// CHECK-LABEL: @funnel_shift
func.func @funnel_shift(%low: tensor<4096xf16>, %high: tensor<4096xf16>, %places: i32) -> tensor<4096xf16> {
  // CHECK: tqg.funnel_shift %{{.*}}, %{{.*}} from %{{.*}} width 8 : tensor<4096xf16>
  %x = tqg.funnel_shift %low, %high from %places width 8 : tensor<4096xf16>
  // CHECK: tqg.funnel_shift %{{.*}}, %{{.*}} from %{{.*}} width 8 words 3 : tensor<4096xf16>
  %y = tqg.funnel_shift %low, %high from %places width 8 words 3 : tensor<4096xf16>
  return %x : tensor<4096xf16>
}
