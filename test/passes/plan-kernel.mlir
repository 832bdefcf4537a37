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

// A kernel that has a plan gets one for products that have none.
// CHECK-LABEL: @products
// CHECK:         tq.dot {{.*}} {tqg.product = #tqg.product<unit = mma, rows = 2, columns = 2>}
// CHECK:         tq.dot {{.*}} {tqg.product = #tqg.product<unit = fma>}
// CHECK:         tq.dot {{.*}} {tqg.product = #tqg.product<unit = fma>}
func.func @products(%h: tensor<32x32xf16>, %f: tensor<32x32xf32>) attributes {tqg.plan = #tqg.plan<warps = 4, stages = 1, roles = 1, cluster = 1>} {
  %a = tq.dot %h, %h, %f ieee : tensor<32x32xf16>, tensor<32x32xf16>, tensor<32x32xf32>
  %b = tq.dot %f, %f, %f ieee : tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>
  %c = tq.dot %h, %h, %f ieee {tqg.product = #tqg.product<unit = fma>} : tensor<32x32xf16>, tensor<32x32xf16>, tensor<32x32xf32>
  return
}

// In a chain of products all warps lie along the rows.
// CHECK-LABEL: @chain
// CHECK:         tq.dot {{.*}} {tqg.product = #tqg.product<unit = mma, rows = 2>}
// CHECK:         tq.dot {{.*}} {tqg.product = #tqg.product<unit = mma, rows = 2>}
func.func @chain(%h: tensor<32x32xf16>, %f: tensor<32x32xf32>) attributes {tqg.plan = #tqg.plan<warps = 2, stages = 1, roles = 1, cluster = 1>} {
  %a = tq.dot %h, %h, %f ieee : tensor<32x32xf16>, tensor<32x32xf16>, tensor<32x32xf32>
  %p = arith.truncf %a : tensor<32x32xf32> to tensor<32x32xf16>
  %b = tq.dot %p, %h, %f ieee : tensor<32x32xf16>, tensor<32x32xf16>, tensor<32x32xf32>
  return
}
