// RUN: tq-opt %s -split-input-file -tq-full-rows | FileCheck %s

// Rows of more than 60 of 64 elements, all of them in the grid, have code in which no program is missing,
// and the other ones what was there.

// CHECK-LABEL: @rows(
// CHECK-SAME:     %[[N:[a-z0-9]+]]: i32
// CHECK-DAG:     %[[LEAST:.*]] = arith.constant 60 : i32
// CHECK-DAG:     %[[LONG:.*]] = arith.cmpi sgt, %[[N]], %[[LEAST]] : i32
// CHECK:         %[[BEHIND:.*]] = arith.addi
// CHECK:         %[[ALL:.*]] = arith.cmpi ule, %[[BEHIND]], %{{.*}} : i32
// CHECK:         %[[FULL:.*]] = arith.andi %[[LONG]], %[[ALL]] : i1
// CHECK:         scf.if %[[FULL]] {
// CHECK-NEXT:      tq.assume %[[LONG]]
// CHECK-NOT:       arith.cmpi ult
// CHECK:           arith.constant dense<true> : tensor<16xi1, #{{.*}}>
// CHECK-NOT:       arith.cmpi ult
// CHECK:           tq.store %{{.*}} {tqg.run}
// CHECK:         } else {
// CHECK:           arith.cmpi ult
// CHECK:           tq.store %{{.*}} {tqg.run}
// CHECK:         }
// CHECK-NEXT:    return
#rows = #tqg.linear<reg = [], lane = [(0), (0), (0), (0), (0)], warp = [(1), (2), (4), (8)], shape = (16)>
#line = #tqg.linear<reg = [(1)], lane = [(2), (4), (8), (16), (32)], warp = [(0), (0), (0), (0)], shape = (64)>
module attributes {tq.arch = "sm_90a"} {
func.func @rows(%p: !tq.ptr<f16>, %n: i32) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 16, stages = 3, roles = 1, cluster = 1, batch = 16>} {
  %most = arith.constant 64 : i32
  %x = arith.constant dense<1.0> : tensor<64xf16, #line>
  %short = arith.cmpi sle, %n, %most : i32
  tq.assume %short
  %id = tq.program_id 0
  %ids = tq.splat %id : i32 -> tensor<16xi32, #rows>
  %extent = tqg.launch_extent 0
  %count = tq.splat %extent : i32 -> tensor<16xi32, #rows>
  %there = arith.cmpi ult, %ids, %count : tensor<16xi32, #rows>
  %cols = tq.range 0 to 64 : tensor<64xi32, #line>
  %end = tq.splat %n : i32 -> tensor<64xi32, #line>
  %inside = arith.cmpi slt, %cols, %end : tensor<64xi32, #line>
  %rows = tq.splat %p : !tq.ptr<f16> -> tensor<64x!tq.ptr<f16>, #line>
  tq.store %rows, %x, %inside {tqg.run} : tensor<64x!tq.ptr<f16>, #line>, tensor<64xf16, #line>, tensor<64xi1, #line>
  return
}
}

// -----

// Without a promise of how long rows are at most, and where they are no run, a kernel stays as it is.

// CHECK-LABEL: @unbounded(
// CHECK-NOT:     scf.if
// CHECK-LABEL: @apart(
// CHECK-NOT:     scf.if
#line = #tqg.linear<reg = [(1)], lane = [(2), (4), (8), (16), (32)], warp = [], shape = (64)>
module attributes {tq.arch = "sm_90a"} {
func.func @unbounded(%p: !tq.ptr<f16>, %n: i32) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 1, stages = 3, roles = 1, cluster = 1>} {
  %x = arith.constant dense<1.0> : tensor<64xf16, #line>
  %cols = tq.range 0 to 64 : tensor<64xi32, #line>
  %end = tq.splat %n : i32 -> tensor<64xi32, #line>
  %inside = arith.cmpi slt, %cols, %end : tensor<64xi32, #line>
  %rows = tq.splat %p : !tq.ptr<f16> -> tensor<64x!tq.ptr<f16>, #line>
  tq.store %rows, %x, %inside {tqg.run} : tensor<64x!tq.ptr<f16>, #line>, tensor<64xf16, #line>, tensor<64xi1, #line>
  return
}

func.func @apart(%p: !tq.ptr<f16>, %n: i32) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 1, stages = 3, roles = 1, cluster = 1>} {
  %most = arith.constant 64 : i32
  %x = arith.constant dense<1.0> : tensor<64xf16, #line>
  %short = arith.cmpi sle, %n, %most : i32
  tq.assume %short
  %cols = tq.range 0 to 64 : tensor<64xi32, #line>
  %end = tq.splat %n : i32 -> tensor<64xi32, #line>
  %inside = arith.cmpi slt, %cols, %end : tensor<64xi32, #line>
  %rows = tq.splat %p : !tq.ptr<f16> -> tensor<64x!tq.ptr<f16>, #line>
  tq.store %rows, %x, %inside : tensor<64x!tq.ptr<f16>, #line>, tensor<64xf16, #line>, tensor<64xi1, #line>
  return
}
}
