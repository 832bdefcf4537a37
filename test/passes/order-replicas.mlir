// RUN: %tq-opt %s --tq-order-replicas --split-input-file | FileCheck %s

// All four warps load the number, and the first one stores it.
//
// CHECK-LABEL: @counts
// CHECK:         tq.load
// CHECK:         tq.barrier
// CHECK:         tq.store
func.func @counts(%p: !tq.ptr<i32>) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 4, stages = 1, roles = 1, cluster = 1>} {
  %one = arith.constant 1 : i32
  %old = tq.load %p : !tq.ptr<i32> -> i32
  %new = arith.addi %old, %one : i32
  tq.store %p, %new : !tq.ptr<i32>, i32
  return
}

// -----

// One warp has nobody to wait for.
//
// CHECK-LABEL: @alone
// CHECK-NOT:     tq.barrier
func.func @alone(%p: !tq.ptr<i32>) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 1, stages = 1, roles = 1, cluster = 1>} {
  %old = tq.load %p : !tq.ptr<i32> -> i32
  tq.store %p, %old : !tq.ptr<i32>, i32
  return
}

// -----

// What is stored is loaded by all, also in the iteration after it.
//
// CHECK-LABEL: @again
// CHECK:         scf.for
// CHECK-NEXT:      tq.barrier
// CHECK-NEXT:      tq.load
// CHECK-NEXT:      tq.barrier
// CHECK-NEXT:      tq.store
func.func @again(%p: !tq.ptr<i32>, %n: i32) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 4, stages = 1, roles = 1, cluster = 1>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %old = tq.load %p : !tq.ptr<i32> -> i32
    tq.store %p, %old : !tq.ptr<i32>, i32
  }
  return
}

// -----

// A tile with an element a thread is nobody else's; warps that hold the same rows wait.
//
// CHECK-LABEL: @tiles
// CHECK:         tq.load %arg0
// CHECK-NEXT:    tq.store %arg0
// CHECK:         tq.load %arg1
// CHECK-NEXT:    tq.barrier
// CHECK-NEXT:    tq.store %arg1
#own = #tqg.linear<reg = [], lane = [(1), (2), (4), (8), (16)], warp = [(32), (64)], shape = (128)>
#same = #tqg.linear<reg = [], lane = [(1), (2), (4), (8), (16)], warp = [(0), (0)], shape = (32)>
func.func @tiles(%p: tensor<128x!tq.ptr<i32>, #own>, %q: tensor<32x!tq.ptr<i32>, #same>) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 4, stages = 1, roles = 1, cluster = 1>} {
  %x = tq.load %p : tensor<128x!tq.ptr<i32>, #own> -> tensor<128xi32, #own>
  tq.store %p, %x : tensor<128x!tq.ptr<i32>, #own>, tensor<128xi32, #own>
  %y = tq.load %q : tensor<32x!tq.ptr<i32>, #same> -> tensor<32xi32, #same>
  tq.store %q, %y : tensor<32x!tq.ptr<i32>, #same>, tensor<32xi32, #same>
  return
}

// -----

// A flag of another program may be set between two warps' loads: not all may come here.
//
// CHECK-LABEL: @flag
// CHECK-NOT:     tq.barrier
func.func @flag(%p: !tq.ptr<i32>) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 4, stages = 1, roles = 1, cluster = 1>} {
  %zero = arith.constant 0 : i32
  %flag = tq.load %p {is_volatile} : !tq.ptr<i32> -> i32
  %set = arith.cmpi ne, %flag, %zero : i32
  scf.if %set {
    tq.store %p, %zero : !tq.ptr<i32>, i32
  }
  return
}
