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
