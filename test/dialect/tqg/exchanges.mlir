// RUN: tq-opt %s | tq-opt | FileCheck %s

#row = #tqg.linear<reg = [(0, 1)], lane = [(0, 2), (1, 0)], warp = [], shape = (2, 4)>
#col = #tqg.linear<reg = [(1, 0)], lane = [(0, 1), (0, 2)], warp = [], shape = (2, 4)>
#memory = #tqg.linear<offset = [(0, 1), (0, 2), (1, 1)], shape = (2, 4)>
#inrows = #tqg.linear<offset = [(0, 1), (0, 2), (1, 0)], shape = (2, 4)>
#wide = #tqg.linear<reg = [(0, 2)], lane = [(0, 1), (1, 0)], warp = [], shape = (2, 4)>
#bins = #tqg.linear<offset = [(1), (2)], shape = (4)>
#one = #tqg.linear<reg = [], lane = [], warp = [], shape = (1)>

// CHECK-LABEL: @tiles
func.func @tiles(%row: tensor<2x4xf32, #row>, %part: tensor<2x4xf32, #row>, %wide: tensor<2x4xf32, #wide>, %index: tensor<2x4xi32, #row>, %mask: tensor<2x4xi1, #row>, %number: i32) {
  // CHECK: %[[STAGING:.*]] = tqg.staging {tqg.scratch = 0 : i32} : !tqg.shared<tensor<2x4xf32, #{{.*}}>>
  %staging = tqg.staging {tqg.scratch = 0 : i32} : !tqg.shared<tensor<2x4xf32, #memory>>
  // CHECK: tqg.shared_store %{{.*}} to %[[STAGING]] width 2 : tensor<2x4xf32, #{{.*}}> to !tqg.shared<tensor<2x4xf32, #{{.*}}>>
  tqg.shared_store %row to %staging width 2 : tensor<2x4xf32, #row> to !tqg.shared<tensor<2x4xf32, #memory>>
  // CHECK: tqg.barrier 1 of 4
  tqg.barrier 1 of 4
  // CHECK: tqg.shared_load %[[STAGING]] width 1 : !tqg.shared<tensor<2x4xf32, #{{.*}}>> to tensor<2x4xf32, #{{.*}}>
  %read = tqg.shared_load %staging width 1 : !tqg.shared<tensor<2x4xf32, #memory>> to tensor<2x4xf32, #col>
  // CHECK: %[[HALVES:.*]] = tqg.staging rounds 2 {tqg.scratch = 64 : i32}
  %halves = tqg.staging rounds 2 {tqg.scratch = 64 : i32} : !tqg.shared<tensor<2x4xf32, #inrows>>
  // CHECK: tqg.shared_store %{{.*}} to %[[HALVES]] round 1 width 4
  tqg.shared_store %row to %halves round 1 width 4 : tensor<2x4xf32, #row> to !tqg.shared<tensor<2x4xf32, #inrows>>
  // CHECK: tqg.shared_load %[[HALVES]] rest %{{.*}} : tensor<2x4xf32, #{{.*}}> round 1 width 4 matrix : !tqg.shared
  %second = tqg.shared_load %halves rest %read : tensor<2x4xf32, #col> round 1 width 4 matrix : !tqg.shared<tensor<2x4xf32, #inrows>> to tensor<2x4xf32, #col>
  %rows = tqg.staging {tqg.scratch = 128 : i32} : !tqg.shared<tensor<2x4xf32, #inrows>>
  // CHECK: tqg.shared_gather %{{.*}}[%{{.*}}] axis 1 : !tqg.shared
  %picked = tqg.shared_gather %rows[%index] axis 1 : !tqg.shared<tensor<2x4xf32, #inrows>>, tensor<2x4xi32, #row> -> tensor<2x4xf32, #row>
  %bins = tqg.staging {tqg.scratch = 192 : i32} : !tqg.shared<tensor<4xi32, #bins>>
  // CHECK: tqg.shared_count %{{.*}} into %[[BINS:.*]] : tensor<2x4xi32, #{{.*}}>, !tqg.shared<tensor<4xi32, #{{.*}}>>
  tqg.shared_count %index into %bins : tensor<2x4xi32, #row>, !tqg.shared<tensor<4xi32, #bins>>
  // CHECK: tqg.shared_count %{{.*}} into %[[BINS]] mask %{{.*}} : tensor<2x4xi1, #{{.*}}> : tensor<2x4xi32, #{{.*}}>, !tqg.shared
  tqg.shared_count %index into %bins mask %mask : tensor<2x4xi1, #row> : tensor<2x4xi32, #row>, !tqg.shared<tensor<4xi32, #bins>>
  // CHECK: tqg.shared_store %{{.*}} to %[[BINS]] at 3 width 1 : i32 to !tqg.shared
  tqg.shared_store %number to %bins at 3 width 1 : i32 to !tqg.shared<tensor<4xi32, #bins>>
  %cell = tqg.staging {tqg.scratch = 256 : i32} : !tqg.shared<tensor<1xi32, #one>>
  // CHECK: tqg.shared_store %{{.*}} to %[[CELL:.*]] width 1 : i32 to !tqg.shared<tensor<1xi32, #{{.*}}>>
  tqg.shared_store %number to %cell width 1 : i32 to !tqg.shared<tensor<1xi32, #one>>
  // CHECK: tqg.shared_load %[[CELL]] width 1 : !tqg.shared<tensor<1xi32, #{{.*}}>> to i32
  %told = tqg.shared_load %cell width 1 : !tqg.shared<tensor<1xi32, #one>> to i32
  // CHECK: tqg.cluster_barrier
  tqg.cluster_barrier
  // CHECK: tqg.cluster_add %[[STAGING]] of 2 : !tqg.shared<tensor<2x4xf32, #{{.*}}>>
  tqg.cluster_add %staging of 2 : !tqg.shared<tensor<2x4xf32, #memory>>
  // CHECK: %[[PART:.*]] = tqg.cluster_sum %{{.*}} of 2 : tensor<2x4xf32, #{{.*}}>
  %all = tqg.cluster_sum %part of 2 : tensor<2x4xf32, #row>
  // CHECK: tqg.cluster_add %[[STAGING]] of 2 shares 2 : !tqg.shared<tensor<2x4xf32, #{{.*}}>>
  tqg.cluster_add %staging of 2 shares 2 : !tqg.shared<tensor<2x4xf32, #memory>>
  // CHECK: tqg.cluster_sum %{{.*}} of 2 shares 2 : tensor<2x4xf32, #{{.*}}>
  %own = tqg.cluster_sum %wide of 2 shares 2 : tensor<2x4xf32, #wide>
  return
}

#ranks = #tqg.linear<reg = [], lane = [(1), (2), (0), (0), (0)], warp = [], shape = (4)>
#box = #tqg.linear<offset = [(1), (2)], shape = (4)>

// CHECK-LABEL: @numbers
func.func @numbers(%x: f32, %ranks: tensor<4xi32, #ranks>) {
  // CHECK: tqg.cluster_rank of 4 : i32
  %rank = tqg.cluster_rank of 4 : i32
  // CHECK: tqg.cluster_gather %{{.*}} : f32 -> tensor<4xf32>
  %all = tqg.cluster_gather %x : f32 -> tensor<4xf32>
  // CHECK: %[[BOX:.*]] = tqg.inbox {tqg.scratch = 0 : i32} : !tqg.shared<tensor<4xf32, #{{.*}}>>
  %box = tqg.inbox {tqg.scratch = 0 : i32} : !tqg.shared<tensor<4xf32, #box>>
  // CHECK: tqg.cluster_arrive
  tqg.cluster_arrive
  // CHECK: tqg.cluster_wait
  tqg.cluster_wait
  // CHECK: tqg.cluster_exchange %{{.*}} by %[[BOX]] of %{{.*}} : f32, !tqg.shared<tensor<4xf32, #{{.*}}>>, tensor<4xi32, #[[RANKS:.*]]> -> tensor<4xf32, #[[RANKS]]>
  %taken = tqg.cluster_exchange %x by %box of %ranks : f32, !tqg.shared<tensor<4xf32, #box>>, tensor<4xi32, #ranks> -> tensor<4xf32, #ranks>
  return
}

#long = #tqg.linear<reg = [(1, 0)], lane = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16)], warp = [(0, 32)], shape = (2, 64)>
#parts = #tqg.linear<reg = [(0, 1)], lane = [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)], warp = [(1, 0)], shape = (2, 2)>
#all = #tqg.linear<reg = [(0, 1), (1, 0)], lane = [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)], warp = [(0, 0)], shape = (2, 2)>
#inparts = #tqg.linear<offset = [(0, 1), (1, 0)], shape = (2, 2)>

// CHECK-LABEL: @parts
func.func @parts(%tile: tensor<2x64xf32, #long>, %before: tensor<2x2xf32, #all>) {
  // CHECK: "tqg.warp_reduce"(%{{.*}}) <{axis = 1 : i32}>
  %parts = "tqg.warp_reduce"(%tile) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    // CHECK: tqg.yield %{{.*}} : f32
    tqg.yield %c : f32
  }) : (tensor<2x64xf32, #long>) -> tensor<2x2xf32, #parts>
  // CHECK: "tqg.warp_scan"(%{{.*}}) <{axis = 1 : i32, parts = 2 : i32}>
  %inside = "tqg.warp_scan"(%tile) <{axis = 1 : i32, parts = 2 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tqg.yield %c : f32
  }) : (tensor<2x64xf32, #long>) -> tensor<2x64xf32, #long>
  %totals = tqg.staging {tqg.scratch = 0 : i32} : !tqg.shared<tensor<2x2xf32, #inparts>>
  // CHECK: tqg.total_store %{{.*}} to %{{.*}} axis 1 : tensor<2x64xf32, #{{.*}}> to !tqg.shared
  tqg.total_store %inside to %totals axis 1 : tensor<2x64xf32, #long> to !tqg.shared<tensor<2x2xf32, #inparts>>
  // CHECK: "tqg.scan_carry"(%{{.*}}, %{{.*}}) <{axis = 1 : i32}>
  %sums = "tqg.scan_carry"(%inside, %before) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tqg.yield %c : f32
  }) : (tensor<2x64xf32, #long>, tensor<2x2xf32, #all>) -> tensor<2x64xf32, #long>
  return
}
