// RUN: tq-opt %s -split-input-file -tq-assign-layouts | FileCheck %s

#plan = #tqg.plan<warps = 4, stages = 1, roles = 1, cluster = 1>

// 16-bit operands of at least one instruction's extents take mma.sync.
// CHECK-LABEL: @half
// CHECK:         tqg.mma
module {
  func.func @half(%p: !tq.ptr<f32>, %one: f16, %sum: f32) attributes {tqg.plan = #plan} {
    %a = tq.splat %one : f16 -> tensor<32x32xf16>
    %c = tq.splat %sum : f32 -> tensor<32x32xf32>
    %d = tq.dot %a, %a, %c ieee : tensor<32x32xf16>, tensor<32x32xf16>, tensor<32x32xf32>
    %q = tq.splat %p : !tq.ptr<f32> -> tensor<32x32x!tq.ptr<f32>>
    tq.store %q, %d : tensor<32x32x!tq.ptr<f32>>, tensor<32x32xf32>
    return
  }
}

// -----

#plan = #tqg.plan<warps = 4, stages = 1, roles = 1, cluster = 1>

// sm_75 has smaller instructions for fp16, on the same fragments.
// CHECK-LABEL: @half_on_turing
// CHECK:         tqg.mma
module attributes {tq.arch = "sm_75"} {
  func.func @half_on_turing(%p: !tq.ptr<f32>, %one: f16, %sum: f32) attributes {tqg.plan = #plan} {
    %a = tq.splat %one : f16 -> tensor<32x32xf16>
    %c = tq.splat %sum : f32 -> tensor<32x32xf32>
    %d = tq.dot %a, %a, %c ieee : tensor<32x32xf16>, tensor<32x32xf16>, tensor<32x32xf32>
    %q = tq.splat %p : !tq.ptr<f32> -> tensor<32x32x!tq.ptr<f32>>
    tq.store %q, %d : tensor<32x32x!tq.ptr<f32>>, tensor<32x32xf32>
    return
  }
}

// -----

#plan = #tqg.plan<warps = 4, stages = 1, roles = 1, cluster = 1>

// It has none for tf32: that product is made of fused multiply-adds.
// CHECK-LABEL: @tf32_on_turing
// CHECK-NOT:     tqg.mma
// CHECK:         tq.dot
module attributes {tq.arch = "sm_75"} {
  func.func @tf32_on_turing(%p: !tq.ptr<f32>, %one: f32) attributes {tqg.plan = #plan} {
    %a = tq.splat %one : f32 -> tensor<32x32xf32>
    %d = tq.dot %a, %a, %a tf32 : tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>
    %q = tq.splat %p : !tq.ptr<f32> -> tensor<32x32x!tq.ptr<f32>>
    tq.store %q, %d : tensor<32x32x!tq.ptr<f32>>, tensor<32x32xf32>
    return
  }
}

// -----

#plan = #tqg.plan<warps = 4, stages = 1, roles = 1, cluster = 1>

// fp32 asked to be exact does not become tf32; as tf32 it does.
// CHECK-LABEL: @exact
// CHECK-NOT:     tqg.mma
// CHECK:         tq.dot
// CHECK:         tqg.mma
module {
  func.func @exact(%p: !tq.ptr<f32>, %one: f32) attributes {tqg.plan = #plan} {
    %a = tq.splat %one : f32 -> tensor<32x32xf32>
    %d = tq.dot %a, %a, %a ieee : tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>
    %e = tq.dot %a, %a, %d tf32 : tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>
    %q = tq.splat %p : !tq.ptr<f32> -> tensor<32x32x!tq.ptr<f32>>
    tq.store %q, %e : tensor<32x32x!tq.ptr<f32>>, tensor<32x32xf32>
    return
  }
}
