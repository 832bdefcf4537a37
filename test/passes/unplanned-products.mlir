// RUN: tq-opt %s -split-input-file -tq-assign-layouts -verify-diagnostics
//
// Layouts follow the plan of a product; there is no other way to get them.

func.func @unplanned(%p: !tq.ptr<f32>, %one: f16, %sum: f32) attributes {tqg.plan = #tqg.plan<warps = 4, stages = 1, roles = 1, cluster = 1>} {
  %a = tq.splat %one : f16 -> tensor<32x32xf16>
  %c = tq.splat %sum : f32 -> tensor<32x32xf32>
  // expected-error @below {{has no `tqg.product`: `tq-plan-kernel` gives one}}
  %d = tq.dot %a, %a, %c ieee : tensor<32x32xf16>, tensor<32x32xf16>, tensor<32x32xf32>
  return
}

// -----

func.func @few_warps(%p: !tq.ptr<f32>, %one: f16, %sum: f32) attributes {tqg.plan = #tqg.plan<warps = 4, stages = 1, roles = 1, cluster = 1>} {
  %a = tq.splat %one : f16 -> tensor<32x32xf16>
  %c = tq.splat %sum : f32 -> tensor<32x32xf32>
  // expected-error @below {{has a `tqg.product` that cannot be: it is for 2 warps}}
  %d = tq.dot %a, %a, %c ieee {tqg.product = #tqg.product<unit = mma, rows = 2>} : tensor<32x32xf16>, tensor<32x32xf16>, tensor<32x32xf32>
  return
}

// -----

func.func @exact(%p: !tq.ptr<f32>, %sum: f32) attributes {tqg.plan = #tqg.plan<warps = 4, stages = 1, roles = 1, cluster = 1>} {
  %c = tq.splat %sum : f32 -> tensor<32x32xf32>
  // expected-error @below {{has a `tqg.product` that cannot be: fp32 operands are multiplied exactly (input_precision)}}
  %d = tq.dot %c, %c, %c ieee {tqg.product = #tqg.product<unit = mma, rows = 2, columns = 2>} : tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>
  return
}

// -----

func.func @older(%p: !tq.ptr<f32>, %one: f16, %sum: f32) attributes {tqg.plan = #tqg.plan<warps = 4, stages = 1, roles = 1, cluster = 1>} {
  %a = tq.splat %one : f16 -> tensor<64x64xf16>
  %c = tq.splat %sum : f32 -> tensor<64x64xf32>
  // expected-error @below {{has a `tqg.product` that cannot be: the target has no wgmma: it needs sm_90a}}
  %d = tq.dot %a, %a, %c ieee {tqg.product = #tqg.product<unit = wgmma, rows = 4>} : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
  return
}

// -----

// expected-error @below {{the warps of a product are a power of two up to 32 in each direction, but 3 is none}}
func.func @odd() attributes {x = #tqg.product<unit = mma, rows = 3>} {
  return
}

// -----

// expected-error @below {{warps of wgmma lie along M, in groups of four}}
func.func @across() attributes {x = #tqg.product<unit = wgmma, rows = 4, columns = 2>} {
  return
}
