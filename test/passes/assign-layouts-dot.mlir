// RUN: tq-opt %s -split-input-file -tq-plan-kernel -tq-assign-layouts | FileCheck %s

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

// -----

#plan = #tqg.plan<warps = 4, stages = 1, roles = 1, cluster = 1>

// Where the sums of a product meet a tile from memory on the way to a store, one of
// them moves, whichever is written first: the sums, into rows.
// CHECK-LABEL: @sum_first
// CHECK:         %[[D:.*]] = tqg.mma
// CHECK:         %[[ROWS:.*]] = tqg.convert_layout %[[D]]
// CHECK-NEXT:    %[[E:.*]] = arith.addf %[[ROWS]], %{{.*}}
// CHECK-NEXT:    tq.store %{{.*}}, %[[E]]
// CHECK-LABEL: @tile_first
// CHECK:         %[[D:.*]] = tqg.mma
// CHECK:         %[[ROWS:.*]] = tqg.convert_layout %[[D]]
// CHECK-NEXT:    %[[E:.*]] = arith.addf %{{.*}}, %[[ROWS]]
// CHECK-NEXT:    tq.store %{{.*}}, %[[E]]
module {
  func.func @sum_first(%p: !tq.ptr<f32>, %one: f16, %zero: f32) attributes {tqg.plan = #plan} {
    %q = tq.splat %p : !tq.ptr<f32> -> tensor<64x64x!tq.ptr<f32>>
    %t = tq.load %q : tensor<64x64x!tq.ptr<f32>> -> tensor<64x64xf32>
    %a = tq.splat %one : f16 -> tensor<64x64xf16>
    %c = tq.splat %zero : f32 -> tensor<64x64xf32>
    %d = tq.dot %a, %a, %c tf32 : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    %e = arith.addf %d, %t : tensor<64x64xf32>
    tq.store %q, %e : tensor<64x64x!tq.ptr<f32>>, tensor<64x64xf32>
    return
  }
  func.func @tile_first(%p: !tq.ptr<f32>, %one: f16, %zero: f32) attributes {tqg.plan = #plan} {
    %q = tq.splat %p : !tq.ptr<f32> -> tensor<64x64x!tq.ptr<f32>>
    %t = tq.load %q : tensor<64x64x!tq.ptr<f32>> -> tensor<64x64xf32>
    %a = tq.splat %one : f16 -> tensor<64x64xf16>
    %c = tq.splat %zero : f32 -> tensor<64x64xf32>
    %d = tq.dot %a, %a, %c tf32 : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    %e = arith.addf %t, %d : tensor<64x64xf32>
    tq.store %q, %e : tensor<64x64x!tq.ptr<f32>>, tensor<64x64xf32>
    return
  }
}
