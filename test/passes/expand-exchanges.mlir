// RUN: tq-opt %s -split-input-file -tq-expand-exchanges | FileCheck %s

#plan = #tqg.plan<warps = 2, stages = 1, roles = 1, cluster = 1>
#row = #tqg.linear<reg = [(0, 1), (0, 2), (0, 4), (8, 0), (16, 0), (32, 0)], lane = [(0, 8), (0, 16), (0, 32), (1, 0), (2, 0)], warp = [(4, 0)], shape = (64, 64)>
#col = #tqg.linear<reg = [(1, 0), (2, 0), (4, 0), (0, 8), (0, 16), (0, 32)], lane = [(8, 0), (16, 0), (32, 0), (0, 1), (0, 2)], warp = [(0, 4)], shape = (64, 64)>
#sums = #tqg.linear<reg = [(1), (2), (4)], lane = [(8), (16), (32), (0), (0)], warp = [(0)], shape = (64)>

// A move: what warps write, the barrier between, what they read.
// CHECK-LABEL: @move
// CHECK-NEXT:    %[[S:.*]] = tqg.staging {tqg.scratch = 128 : i32}
// CHECK-NEXT:    tqg.shared_store %{{.*}} to %[[S]] width
// CHECK-NEXT:    tqg.barrier 0 of 2
// CHECK-NEXT:    %[[COL:.*]] = tqg.shared_load %[[S]] width
// CHECK-NEXT:    return %[[COL]]
func.func @move(%row: tensor<64x64xf32, #row>) -> tensor<64x64xf32, #col> attributes {tqg.plan = #plan} {
  %col = tqg.convert_layout %row {tqg.scratch = 128 : i32, tqg.unfenced} : tensor<64x64xf32, #row> to tensor<64x64xf32, #col>
  return %col : tensor<64x64xf32, #col>
}

// The example of the pass's page: scratch at 0.
func.func @example(%row: tensor<64x64xf32, #row>) -> tensor<64x64xf32, #col> attributes {tqg.plan = #plan} {
  %col = tqg.convert_layout %row {tqg.scratch = 0 : i32, tqg.unfenced} : tensor<64x64xf32, #row> to tensor<64x64xf32, #col>
  return %col : tensor<64x64xf32, #col>
}

// One that is not unfenced waits before it writes too, and not before the work
// that each warp does by itself.
// CHECK-LABEL: @fenced_sum
// CHECK:         %[[PARTS:.*]]:2 = "tqg.warp_reduce"
// CHECK:         %[[S:.*]] = tqg.staging {tqg.scratch = 0 : i32} : !tqg.shared<tensor<2x64xf32
// CHECK-NEXT:    %[[T:.*]] = tqg.staging {tqg.scratch = 512 : i32} : !tqg.shared<tensor<2x64xf32
// CHECK-NEXT:    tqg.barrier 0 of 2
// CHECK-NEXT:    tqg.shared_store %[[PARTS]]#0 to %[[S]] width 4
// CHECK-NEXT:    tqg.shared_store %[[PARTS]]#1 to %[[T]] width 4
// CHECK-NEXT:    tqg.barrier 0 of 2
// CHECK-NEXT:    %[[A:.*]] = tqg.shared_load %[[S]] width 4
// CHECK-NEXT:    %[[B:.*]] = tqg.shared_load %[[T]] width 4
// CHECK-NEXT:    "tq.reduce"(%[[A]], %[[B]]) <{axis = 0 : i32}>
// CHECK-NOT:     tqg.scratch
// CHECK:         return
func.func @fenced_sum(%row: tensor<64x64xf32, #row>) attributes {tqg.plan = #plan} {
  %0:2 = "tq.reduce"(%row, %row) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %c: f32, %b: f32, %d: f32):
    %s = arith.addf %a, %b : f32
    %t = arith.maximumf %c, %d : f32
    tq.yield %s, %t : f32, f32
  }) {tqg.scratch = 0 : i32} : (tensor<64x64xf32, #row>, tensor<64x64xf32, #row>) -> (tensor<64xf32, #sums>, tensor<64xf32, #sums>)
  return
}

// What stays in a warp stays as it is.
// CHECK-LABEL: @rows
// CHECK-NOT:     tqg.barrier
// CHECK:         "tq.reduce"(%{{.*}}) <{axis = 1 : i32}>
func.func @rows(%row: tensor<64x64xf32, #row>) attributes {tqg.plan = #plan} {
  %0 = "tq.reduce"(%row) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tq.yield %s : f32
  }) : (tensor<64x64xf32, #row>) -> tensor<64xf32, #tqg.linear<reg = [(8), (16), (32)], lane = [(0), (0), (0), (1), (2)], warp = [(4)], shape = (64)>>
  return
}

// -----

#plan = #tqg.plan<warps = 16, stages = 1, roles = 1, cluster = 1>
#x = #tqg.linear<reg = [], lane = [(1), (2), (4), (8), (16)], warp = [(32), (64), (128), (256)], shape = (512)>

// Of sixteen warps each lane takes a part of its own.
// CHECK-DAG:   #[[LANES:.*]] = #tqg.linear<reg = [], lane = [(1), (2), (4), (8), (0)], warp = [(0), (0), (0), (0)], shape = (16)>
// CHECK-LABEL: @many_warps
// CHECK:         tqg.shared_load %{{.*}} to tensor<16xf32, #[[LANES]]>
func.func @many_warps(%x: tensor<512xf32, #x>) attributes {tqg.plan = #plan} {
  %0 = "tq.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tq.yield %s : f32
  }) {tqg.scratch = 0 : i32, tqg.unfenced} : (tensor<512xf32, #x>) -> f32
  return
}

// -----

#plan = #tqg.plan<warps = 2, stages = 1, roles = 1, cluster = 1>
#x = #tqg.linear<reg = [], lane = [(1), (2), (4), (8), (16)], warp = [(32)], shape = (64)>
#half = #tqg.linear<reg = [], lane = [(1), (2), (4), (8), (16)], warp = [(0)], shape = (32)>

// Totals of parts go where the others read them.
// CHECK-LABEL: @scan
// CHECK:         %[[INSIDE:.*]] = "tqg.warp_scan"(%{{.*}}) <{axis = 0 : i32, parts = 2 : i32, reverse}>
// CHECK:         tqg.total_store %[[INSIDE]] to %[[S:.*]] axis 0 reverse
// CHECK-NEXT:    tqg.barrier 0 of 2
// CHECK-NEXT:    %[[TOTALS:.*]] = tqg.shared_load %[[S]]
// CHECK-NEXT:    "tqg.scan_carry"(%[[INSIDE]], %[[TOTALS]]) <{axis = 0 : i32, reverse}>
func.func @scan(%x: tensor<64xf32, #x>) -> tensor<64xf32, #x> attributes {tqg.plan = #plan} {
  %0 = "tq.scan"(%x) <{axis = 0 : i32, reverse}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tq.yield %s : f32
  }) {tqg.scratch = 0 : i32, tqg.unfenced} : (tensor<64xf32, #x>) -> tensor<64xf32, #x>
  return %0 : tensor<64xf32, #x>
}

// CHECK-LABEL: @gather
// CHECK:         tqg.shared_store
// CHECK-NEXT:    tqg.barrier 0 of 2
// CHECK-NEXT:    tqg.shared_gather %{{.*}}[%{{.*}}] axis 0
func.func @gather(%x: tensor<64xf32, #x>, %i: tensor<64xi32, #x>) -> tensor<64xf32, #x> attributes {tqg.plan = #plan} {
  %0 = tq.gather %x, %i, 0 {tqg.scratch = 0 : i32, tqg.unfenced} : tensor<64xf32, #x>, tensor<64xi32, #x> -> tensor<64xf32, #x>
  return %0 : tensor<64xf32, #x>
}

// CHECK-LABEL: @cat
// CHECK:         tqg.shared_store %{{.*}} to %[[S:.*]] width 4
// CHECK-NEXT:    tqg.shared_store %{{.*}} to %[[S]] at 32 width 4
// CHECK-NEXT:    tqg.barrier 0 of 2
// CHECK-NEXT:    tqg.shared_load %[[S]]
func.func @cat(%x: tensor<32xf32, #half>) -> tensor<64xf32, #x> attributes {tqg.plan = #plan} {
  %0 = tq.cat %x, %x {tqg.scratch = 0 : i32, tqg.unfenced} : tensor<32xf32, #half> -> tensor<64xf32, #x>
  return %0 : tensor<64xf32, #x>
}

// Zeros before the counts, the counts before the result.
// CHECK-LABEL: @histogram
// CHECK:         tqg.shared_store %{{.*}} to %[[S:.*]] width 4
// CHECK-NEXT:    tqg.barrier 0 of 2
// CHECK-NEXT:    tqg.shared_count %{{.*}} into %[[S]]
// CHECK-NEXT:    tqg.barrier 0 of 2
// CHECK-NEXT:    tqg.shared_load %[[S]]
func.func @histogram(%x: tensor<64xi32, #x>) -> tensor<64xi32, #x> attributes {tqg.plan = #plan} {
  %0 = tq.histogram %x {tqg.scratch = 0 : i32, tqg.unfenced} : tensor<64xi32, #x> -> tensor<64xi32, #x>
  return %0 : tensor<64xi32, #x>
}

// The thread that changed memory tells the others.
// CHECK-LABEL: @atomic
// CHECK:         %[[OLD:.*]] = tq.atomic_rmw
// CHECK-NOT:     tqg.unfenced
// CHECK:         tqg.shared_store %[[OLD]] to %[[S:.*]] width 4 : i32 to !tqg.shared<tensor<1xi32
// CHECK-NEXT:    tqg.barrier 0 of 2
// CHECK-NEXT:    %[[TOLD:.*]] = tqg.shared_load %[[S]] width 4 : {{.*}} to i32
// CHECK-NEXT:    return %[[TOLD]]
func.func @atomic(%p: !tq.ptr<i32>, %v: i32) -> i32 attributes {tqg.plan = #plan} {
  %0 = tq.atomic_rmw addi relaxed gpu %p, %v {tqg.scratch = 0 : i32, tqg.unfenced} : !tq.ptr<i32>, i32 -> i32
  return %0 : i32
}

// Where others may still read the bytes, each waits before it writes.
// CHECK-LABEL: @each_waits
// CHECK:         "tqg.warp_scan"
// CHECK:         tqg.barrier 0 of 2
// CHECK-NEXT:    tqg.total_store
// CHECK:         "tqg.scan_carry"
// CHECK:         tqg.barrier 0 of 2
// CHECK-NEXT:    tqg.shared_store
// CHECK:         tqg.shared_gather
// CHECK:         tqg.barrier 0 of 2
// CHECK-NEXT:    tqg.shared_store
// CHECK-NEXT:    tqg.shared_store
// CHECK:         tqg.shared_load
// CHECK:         tqg.barrier 0 of 2
// CHECK-NEXT:    tqg.shared_store
// CHECK:         tqg.shared_count
// CHECK:         tqg.shared_load
// CHECK:         tq.atomic_rmw
// CHECK:         tqg.barrier 0 of 2
// CHECK-NEXT:    tqg.shared_store
func.func @each_waits(%x: tensor<64xf32, #x>, %i: tensor<64xi32, #x>, %h: tensor<32xf32, #half>, %p: !tq.ptr<i32>, %v: i32) attributes {tqg.plan = #plan} {
  %0 = "tq.scan"(%x) <{axis = 0 : i32, reverse}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tq.yield %s : f32
  }) {tqg.scratch = 0 : i32} : (tensor<64xf32, #x>) -> tensor<64xf32, #x>
  %1 = tq.gather %x, %i, 0 {tqg.scratch = 0 : i32} : tensor<64xf32, #x>, tensor<64xi32, #x> -> tensor<64xf32, #x>
  %2 = tq.cat %h, %h {tqg.scratch = 0 : i32} : tensor<32xf32, #half> -> tensor<64xf32, #x>
  %3 = tq.histogram %i {tqg.scratch = 0 : i32} : tensor<64xi32, #x> -> tensor<64xi32, #x>
  %4 = tq.atomic_rmw addi relaxed gpu %p, %v {tqg.scratch = 0 : i32} : !tq.ptr<i32>, i32 -> i32
  return
}

// A role's warps meet by themselves; all warps are those of all roles.
// CHECK-LABEL: @roles
// CHECK:         tqg.barrier 0 of 3
// CHECK:         tqg.role "consumers"
// CHECK-NEXT:      tqg.barrier 1 of 2
func.func @roles() attributes {tqg.plan = #plan} {
  tq.barrier
  tqg.role "producer" warps 2 to 3 single {
  }
  tqg.role "consumers" warps 0 to 2 {
    tq.barrier
  }
  return
}

// -----

#plan = #tqg.plan<warps = 2, stages = 1, roles = 1, cluster = 4>
#row = #tqg.linear<reg = [(0, 1), (0, 2), (0, 4), (8, 0), (16, 0), (32, 0)], lane = [(0, 8), (0, 16), (0, 32), (1, 0), (2, 0)], warp = [(4, 0)], shape = (64, 64)>

// A sum over the CTAs of a cluster: 16 bytes of each thread lie side by side.
// CHECK-DAG:     #[[MEMORY:.*]] = #tqg.linear<offset = [(0, 1), (0, 2), (0, 8), (0, 16), (0, 32), (1, 0), (2, 0), (4, 0), (0, 4), (8, 0), (16, 0), (32, 0)], shape = (64, 64)>
// CHECK-LABEL: @cluster_sum
// CHECK-NEXT:    %[[S:.*]] = tqg.staging {tqg.scratch = 128 : i32} : !tqg.shared<tensor<64x64xf32, #[[MEMORY]]>>
// CHECK-NEXT:    tqg.shared_store %{{.*}} to %[[S]] width 4
// CHECK-NEXT:    tqg.cluster_barrier
// CHECK-NEXT:    tqg.cluster_add %[[S]] of 4
// CHECK-NEXT:    tqg.cluster_barrier
// CHECK-NEXT:    %[[ALL:.*]] = tqg.shared_load %[[S]] width 4
// CHECK-NEXT:    return %[[ALL]]
func.func @cluster_sum(%part: tensor<64x64xf32, #row>) -> tensor<64x64xf32, #row> attributes {tqg.plan = #plan} {
  %all = tqg.cluster_sum %part of 4 {tqg.scratch = 128 : i32, tqg.unfenced} : tensor<64x64xf32, #row>
  return %all : tensor<64x64xf32, #row>
}

// -----

#plan = #tqg.plan<warps = 2, stages = 1, roles = 1, cluster = 4>
#all = #tqg.linear<reg = [], lane = [(1), (2), (0), (0), (0)], warp = [(0)], shape = (4)>

// Numbers of the CTAs of a cluster: inboxes are there from the start, each for one exchange, and all
// CTAs have them before the first one sends.
// CHECK-DAG:     #[[BOX:.*]] = #tqg.linear<offset = [(1), (2)], shape = (4)>
// CHECK-LABEL: @cluster_gather
// CHECK-SAME:    %[[X:.*]]: f32
// CHECK-DAG:     %[[A:.*]] = tqg.inbox {tqg.scratch = 128 : i32} : !tqg.shared<tensor<4xf32, #[[BOX]]>>
// CHECK-DAG:     %[[B:.*]] = tqg.inbox {tqg.scratch = 160 : i32} : !tqg.shared<tensor<4xf32, #[[BOX]]>>
// CHECK:         tqg.cluster_arrive
// CHECK-NOT:     tqg.inbox
// CHECK:         arith.negf
// CHECK:         tqg.cluster_wait
// CHECK:         tqg.cluster_exchange %[[X]] by %[[A]] of %{{.*}} : f32
// CHECK-NOT:     tqg.cluster_wait
// CHECK:         tqg.cluster_exchange %{{.*}} by %[[B]]
// CHECK-NOT:     tqg.cluster_barrier
func.func @cluster_gather(%x: f32) -> (tensor<4xf32, #all>, tensor<4xf32, #all>) attributes {tqg.plan = #plan} {
  %y = arith.negf %x : f32
  %0 = tqg.cluster_gather %x {tqg.scratch = 128 : i32} : f32 -> tensor<4xf32, #all>
  %1 = tqg.cluster_gather %y {tqg.scratch = 160 : i32} : f32 -> tensor<4xf32, #all>
  return %0, %1 : tensor<4xf32, #all>, tensor<4xf32, #all>
}
