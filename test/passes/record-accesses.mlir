// RUN: tq-opt %s -split-input-file -tq-record-accesses | FileCheck %s
// RUN: tq-opt %s -split-input-file -tq-record-accesses -tq-assign-layouts | FileCheck %s --check-prefix=LAYOUT

// The mask falls anywhere: an access is whole for one element, and for four if what
// the mask cuts is done one by one.
// CHECK-LABEL: @masked
// CHECK: tq.load
// CHECK-SAME: #tqg.access<order = [0], run = 1024, aligned = 16, addresses = 4, whole = 1, cut = 4>
// CHECK: tq.store {{.*}} {tqg.access = #tqg.access<order = [0], run = 1024, aligned = 16, addresses = 4, whole = 1, cut = 4>} : 
// LAYOUT-LABEL: @masked
// LAYOUT: tq.load {{.*}}tqg.access = #tqg.access<order = [0], run = 1024, aligned = 16, addresses = 4, whole = 1, cut = 4>
func.func @masked(%p: !tq.ptr<f32> {tq.divisibility = 16 : i32}, %n: i32) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 4, stages = 3, roles = 1, cluster = 1>} {
  %r = tq.range 0 to 1024 : tensor<1024xi32>
  %m = tq.splat %n : i32 -> tensor<1024xi32>
  %inside = arith.cmpi slt, %r, %m : tensor<1024xi32>
  %s = tq.splat %p : !tq.ptr<f32> -> tensor<1024x!tq.ptr<f32>>
  %ptrs = tq.addptr %s, %r : tensor<1024x!tq.ptr<f32>>, tensor<1024xi32>
  %x = tq.load %ptrs, %inside : tensor<1024x!tq.ptr<f32>> -> tensor<1024xf32>
  tq.store %ptrs, %x, %inside : tensor<1024x!tq.ptr<f32>>, tensor<1024xf32>, tensor<1024xi1>
  return
}

// -----

// A bound that is a multiple of 16: the mask is the same for runs of 16.
// CHECK-LABEL: @runs
// CHECK: arith.cmpi slt, {{.*}} {tqg.runs = array<i64: 16>}
// CHECK: tq.store {{.*}} {tqg.access = #tqg.access<order = [0], run = 1024, aligned = 2, addresses = 1, whole = 1, cut = 1>}
func.func @runs(%p: !tq.ptr<f16>, %n: i32 {tq.divisibility = 16 : i32}) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 4, stages = 3, roles = 1, cluster = 1>} {
  %r = tq.range 0 to 1024 : tensor<1024xi32>
  %m = tq.splat %n : i32 -> tensor<1024xi32>
  %inside = arith.cmpi slt, %r, %m : tensor<1024xi32>
  %s = tq.splat %p : !tq.ptr<f16> -> tensor<1024x!tq.ptr<f16>>
  %ptrs = tq.addptr %s, %r : tensor<1024x!tq.ptr<f16>>, tensor<1024xi32>
  %zero = arith.constant dense<0.0> : tensor<1024xf16>
  tq.store %ptrs, %zero, %inside : tensor<1024x!tq.ptr<f16>>, tensor<1024xf16>, tensor<1024xi1>
  return
}

// -----

// What is divided may be negative or wrap around: no runs are recorded, as those
// of quotients hold for neither. Columns lie side by side in memory: dimension 0.
// CHECK-LABEL: @columns
// CHECK: arith.cmpi slt, {{[^{]*}} : tensor<64xi32>
// CHECK: tq.load {{.*}}#tqg.access<order = [0, 1], run = 64, aligned = 16, addresses = 8, whole = 8, cut = 8>
// CHECK: tq.atomic_rmw {{.*}}#tqg.access<order = [0, 1], run = 64, aligned = 16
func.func @columns(%p: !tq.ptr<f16> {tq.divisibility = 16 : i32}, %stride: i32 {tq.divisibility = 16 : i32}, %n: i32) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 4, stages = 3, roles = 1, cluster = 1>} {
  %r = tq.range 0 to 64 : tensor<64xi32>
  %four = arith.constant dense<4> : tensor<64xi32>
  %q = arith.divsi %r, %four : tensor<64xi32>
  %bound = tq.splat %n : i32 -> tensor<64xi32>
  %less = arith.cmpi slt, %q, %bound : tensor<64xi32>
  tq.assert %less, "less" : tensor<64xi1>
  %i = tq.expand_dims %r, 1 : tensor<64xi32> -> tensor<64x1xi32>
  %j = tq.expand_dims %r, 0 : tensor<64xi32> -> tensor<1x64xi32>
  %by = tq.splat %stride : i32 -> tensor<1x64xi32>
  %far = arith.muli %j, %by : tensor<1x64xi32>
  %down = tq.broadcast %i : tensor<64x1xi32> -> tensor<64x64xi32>
  %right = tq.broadcast %far : tensor<1x64xi32> -> tensor<64x64xi32>
  %at = arith.addi %down, %right : tensor<64x64xi32>
  %s = tq.splat %p : !tq.ptr<f16> -> tensor<64x64x!tq.ptr<f16>>
  %ptrs = tq.addptr %s, %at : tensor<64x64x!tq.ptr<f16>>, tensor<64x64xi32>
  %x = tq.load %ptrs : tensor<64x64x!tq.ptr<f16>> -> tensor<64x64xf16>
  %old = tq.atomic_rmw addf relaxed gpu %ptrs, %x : tensor<64x64x!tq.ptr<f16>>, tensor<64x64xf16> -> tensor<64x64xf16>
  return
}

// -----

// Where masks are not versioned, as above, whole accesses are all there is.
// CHECK-LABEL: @whole
// CHECK: #tqg.access<order = [0], run = 1024, aligned = 16, addresses = 4, whole = 1, cut = 1>
module attributes {tq.disabled = ["mask-versioning"]} {
func.func @whole(%p: !tq.ptr<f32> {tq.divisibility = 16 : i32}, %n: i32) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 4, stages = 3, roles = 1, cluster = 1>} {
  %r = tq.range 0 to 1024 : tensor<1024xi32>
  %m = tq.splat %n : i32 -> tensor<1024xi32>
  %inside = arith.cmpi slt, %r, %m : tensor<1024xi32>
  %s = tq.splat %p : !tq.ptr<f32> -> tensor<1024x!tq.ptr<f32>>
  %ptrs = tq.addptr %s, %r : tensor<1024x!tq.ptr<f32>>, tensor<1024xi32>
  %x = tq.load %ptrs, %inside : tensor<1024x!tq.ptr<f32>> -> tensor<1024xf32>
  tq.store %ptrs, %x, %inside : tensor<1024x!tq.ptr<f32>>, tensor<1024xf32>, tensor<1024xi1>
  return
}
}
