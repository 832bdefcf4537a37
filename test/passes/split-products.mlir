// RUN: tq-opt %s -allow-unregistered-dialect -split-input-file -tq-split-products -verify-diagnostics | FileCheck %s

#plan = #tqg.plan<warps = 4, stages = 3, roles = 1, cluster = 4>
#acc = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#rows = #tqg.linear<reg = [(8)], lane = [(0), (0), (1), (2), (4)], warp = [(16), (32)], shape = (64)>

// Each CTA takes a quarter of the iterations, rounded up. What a loop carries
// starts where its run does; the first CTA alone has what sums start from, and
// does what comes behind the loop. Programs are clusters.
//
// CHECK-LABEL: @shared
// CHECK-SAME:    %[[START:.*]]: tensor<64x64xf32, #{{.*}}>, %[[LOW:.*]]: i32, %[[K:.*]]: i32, %[[STEP:.*]]: i64
// CHECK:         %[[CTA:.*]] = tq.program_id 0
// CHECK:         %[[RANK:.*]] = arith.remui %[[CTA]], %c4_i32
// CHECK:         %[[FIRST:.*]] = arith.cmpi eq, %[[RANK]], %c0_i32
// CHECK:         %[[ID:.*]] = tq.program_id 0
// CHECK:         %[[PROGRAM:.*]] = arith.divui %[[ID]], %c4_i32{{.*}}
// CHECK:         %[[LENGTH:.*]] = arith.subi %[[K]], %[[LOW]]
// CHECK:         %[[SPAN:.*]] = arith.maxsi %[[LENGTH]]
// CHECK:         arith.divui %[[SPAN]], %c64_i32
// CHECK:         %[[COUNT:.*]] = arith.addi
// CHECK:         %[[SHARE:.*]] = arith.divui
// CHECK:         %[[MINE:.*]] = arith.muli %[[RANK]], %[[SHARE]]
// CHECK:         %[[BEGIN:.*]] = arith.minui %[[MINE]], %[[COUNT]]
// CHECK:         %[[NEXT:.*]] = arith.addi %[[BEGIN]], %[[SHARE]]
// CHECK:         %[[END:.*]] = arith.minui %[[NEXT]], %[[COUNT]]
// CHECK:         %[[TO:.*]] = arith.select %{{.*}}, %[[K]], %{{.*}} : i32
// CHECK:         %[[SUM:.*]] = arith.select %[[FIRST]], %[[START]], %{{.*}} : tensor<64x64xf32
// CHECK:         %[[TIMES:.*]] = arith.extui %[[BEGIN]] : i32 to i64
// CHECK:         %[[GROWN:.*]] = arith.muli %[[STEP]], %[[TIMES]]
// CHECK:         %[[AT:.*]] = arith.addi %{{.*}}, %[[GROWN]]
// CHECK:         %[[PART:.*]]:2 = scf.for %{{.*}} = %{{.*}} to %[[TO]] step %c64_i32 iter_args(%{{.*}} = %[[SUM]], %{{.*}} = %[[AT]])
// CHECK:         %[[ALL:.*]] = tqg.cluster_sum %[[PART]]#0 of 4
// CHECK:         scf.if %[[FIRST]] {
// CHECK-NEXT:      "test.use"(%[[ALL]], %[[PROGRAM]])
func.func @shared(%start: tensor<64x64xf32, #acc>, %low: i32, %K: i32, %step: i64) attributes {tq.kernel, tqg.plan = #plan} {
  %c64 = arith.constant 64 : i32
  %zero = arith.constant 0 : i64
  %program = tq.program_id 0
  %sum, %at = scf.for %k = %low to %K step %c64 iter_args(%acc = %start, %a = %zero) -> (tensor<64x64xf32, #acc>, i64) : i32 {
    %f = arith.sitofp %a : i64 to f32
    %x = tq.splat %f : f32 -> tensor<64x64xf32, #acc>
    %next = arith.addf %acc, %x : tensor<64x64xf32, #acc>
    %moved = arith.addi %a, %step : i64
    scf.yield %next, %moved : tensor<64x64xf32, #acc>, i64
  } {tqg.split = array<i1: true, false>}
  "test.use"(%sum, %program) : (tensor<64x64xf32, #acc>, i32) -> ()
  return
}

// Where what follows goes element by element into boxes, each CTA stores the columns
// that it adds up, as many shares as there are panels, and none ends before the others.
//
// CHECK-LABEL: @shares
// CHECK:         %[[CTA:.*]] = tq.program_id 0
// CHECK:         %[[RANK:.*]] = arith.remui %[[CTA]], %c4_i32
// CHECK:         %[[SUM:.*]] = tqg.cluster_sum %{{.*}} of 4 shares 2
// CHECK-NEXT:    %[[HALF:.*]] = arith.truncf %[[SUM]]
// CHECK-NEXT:    tqg.box_store %{{.*}}, %[[HALF]] share %[[RANK]] of 2
// CHECK-NEXT:    tqg.cluster_barrier
// CHECK-NEXT:    return
func.func @shares(%zero: tensor<64x64xf32, #acc>, %p: !tq.ptr<f16>, %n: i32, %K: i32) attributes {tq.kernel, tqg.plan = #plan} {
  %c64 = arith.constant 64 : i32
  %map = tqg.tensor_map %p of [%n, %n] by [%n] box [32, 16] swizzle 64 : !tq.ptr<f16> of [i32, i32] by [i32]
  %sum = scf.for %k = %n to %K step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32, #acc>) : i32 {
    scf.yield %acc : tensor<64x64xf32, #acc>
  } {tqg.split = array<i1: true>}
  %half = arith.truncf %sum : tensor<64x64xf32, #acc> to tensor<64x64xf16, #acc>
  tqg.box_store %map[%n, %n] axes [1, 0], %half : tensor<64x64xf16, #acc>
  return
}

// A sum over the columns needs all of them: the first CTA does what follows.
//
// CHECK-LABEL: @whole
// CHECK:         tqg.cluster_sum %{{.*}} of 4 :
// CHECK:         scf.if
// CHECK:           tq.reduce
// CHECK:           tqg.box_store %{{.*}} axes [1, 0], %{{[a-z0-9_]+}} : tensor
func.func @whole(%zero: tensor<64x64xf32, #acc>, %p: !tq.ptr<f32>, %n: i32, %K: i32) attributes {tq.kernel, tqg.plan = #plan} {
  %c64 = arith.constant 64 : i32
  %map = tqg.tensor_map %p of [%n, %n] by [%n] box [32, 16] swizzle 128 : !tq.ptr<f32> of [i32, i32] by [i32]
  %sum = scf.for %k = %n to %K step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32, #acc>) : i32 {
    scf.yield %acc : tensor<64x64xf32, #acc>
  } {tqg.split = array<i1: true>}
  %most = "tq.reduce"(%sum) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.maximumf %a, %b : f32
    tq.yield %c : f32
  }) : (tensor<64x64xf32, #acc>) -> tensor<64xf32, #rows>
  tqg.box_store %map[%n, %n] axes [1, 0], %sum : tensor<64x64xf32, #acc>
  return
}

// The example of the pass's page.
func.func @example(%zero: tensor<64x64xf32, #acc>, %low: i32, %K: i32) attributes {tq.kernel, tqg.plan = #plan} {
  %c64 = arith.constant 64 : i32
  %sum = scf.for %k = %low to %K step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32, #acc>) : i32 {
    scf.yield %acc : tensor<64x64xf32, #acc>
  } {tqg.split = array<i1: true>}
  "test.use"(%sum) : (tensor<64x64xf32, #acc>) -> ()
  return
}

// One CTA a program: nothing to do.
// CHECK-LABEL: @alone
// CHECK-NEXT:    tq.program_id 0
// CHECK-NEXT:    return
func.func @alone() attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 4, stages = 3, roles = 1, cluster = 1>} {
  %program = tq.program_id 0
  return
}

// -----

// expected-error @below {{the plan has 2 CTAs for each program, but none of its loops is theirs}}
func.func @nothing() attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 4, stages = 3, roles = 1, cluster = 2>} {
  return
}

// -----

func.func @product(%x: i32, %n: i32) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 4, stages = 3, roles = 1, cluster = 2>} {
  %one = arith.constant 1 : i32
  // expected-error @below {{is planned for several CTAs, but hands on more than sums and what grows evenly}}
  %y = scf.for %k = %x to %n step %one iter_args(%a = %x) -> (i32) : i32 {
    %twice = arith.muli %a, %x : i32
    scf.yield %twice : i32
  } {tqg.split = array<i1: false>}
  return
}
