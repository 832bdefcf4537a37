// RUN: tq-opt %s -tq-plan-kernel | FileCheck %s

// The author's warps and stages become the plan.
// CHECK-LABEL: @plain
// CHECK-SAME:    tqg.plan = #tqg.plan<warps = 4, stages = 3, roles = 1, cluster = 1>
// CHECK-NOT:     tq.num_warps
func.func @plain() attributes {tq.kernel, tq.num_stages = 3 : i32, tq.num_warps = 4 : i32} {
  return
}

// What the author leaves open: four warps, three stages.
// CHECK-LABEL: @defaults
// CHECK-SAME:    warps = 4, stages = 3
func.func @defaults() attributes {tq.kernel} {
  return
}

// A function that is no kernel has no plan.
// CHECK-LABEL: @no_kernel
// CHECK-NOT:     plan
func.func @no_kernel() {
  return
}
