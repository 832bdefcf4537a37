// RUN: tq-opt %s | tq-opt | FileCheck %s

// Every op, as its description shows it, prints as it was read.

// CHECK-LABEL: @program
func.func @program(%scalar: f32, %p: !tq.ptr<f32>) {
  // CHECK: tq.program_id 0
  %pid = tq.program_id 0
  // CHECK: tq.num_programs 0
  %n = tq.num_programs 0
  // CHECK: tq.range 0 to 1024 : tensor<1024xi32>
  %offsets = tq.range 0 to 1024 : tensor<1024xi32>
  // CHECK: tq.splat %{{.*}} : f32 -> tensor<64xf32>
  %tile = tq.splat %scalar : f32 -> tensor<64xf32>
  return
}

// CHECK-LABEL: @shapes
func.func @shapes(%vector: tensor<64xf32>, %a: tensor<64xf32>,
                  %b: tensor<64xf32>, %flat: tensor<64xf32>,
                  %wide16: tensor<64x32xf16>, %src: tensor<64xf32>,
                  %index: tensor<32xi32>, %values: tensor<256xi32>) {
  // CHECK: tq.expand_dims %{{.*}}, 1 : tensor<64xf32> -> tensor<64x1xf32>
  %column = tq.expand_dims %vector, 1 : tensor<64xf32> -> tensor<64x1xf32>
  // CHECK: tq.broadcast %{{.*}} : tensor<64x1xf32> -> tensor<64x32xf32>
  %wide = tq.broadcast %column : tensor<64x1xf32> -> tensor<64x32xf32>
  // CHECK: tq.reshape %{{.*}} : tensor<64xf32> -> tensor<8x8xf32>
  %tile = tq.reshape %flat : tensor<64xf32> -> tensor<8x8xf32>
  // CHECK: tq.reshape %{{.*}} any_order : tensor<64xf32> -> tensor<8x8xf32>
  %any = tq.reshape %flat any_order : tensor<64xf32> -> tensor<8x8xf32>
  // CHECK: tq.join %{{.*}}, %{{.*}} : tensor<64xf32> -> tensor<64x2xf32>
  %pairs = tq.join %a, %b : tensor<64xf32> -> tensor<64x2xf32>
  // CHECK: tq.split %{{.*}} : tensor<64x2xf32> -> tensor<64xf32>
  %l, %r = tq.split %pairs : tensor<64x2xf32> -> tensor<64xf32>
  // CHECK: tq.cat %{{.*}}, %{{.*}} : tensor<64xf32> -> tensor<128xf32>
  %both = tq.cat %a, %b : tensor<64xf32> -> tensor<128xf32>
  // CHECK: tq.gather %{{.*}}, %{{.*}}, 0 : tensor<64xf32>, tensor<32xi32> -> tensor<32xf32>
  %picked = tq.gather %src, %index, 0 : tensor<64xf32>, tensor<32xi32> -> tensor<32xf32>
  // CHECK: tq.histogram %{{.*}} : tensor<256xi32> -> tensor<16xi32>
  %counts = tq.histogram %values : tensor<256xi32> -> tensor<16xi32>
  return
}

// CHECK-LABEL: @trans
func.func @trans(%tile: tensor<64x32xf16>) {
  // CHECK: tq.trans %{{.*}} [1, 0] : tensor<64x32xf16> -> tensor<32x64xf16>
  %t = tq.trans %tile [1, 0] : tensor<64x32xf16> -> tensor<32x64xf16>
  return
}

// CHECK-LABEL: @split
func.func @split(%pairs: tensor<64x2xf32>) {
  // CHECK: tq.split
  %a, %b = tq.split %pairs : tensor<64x2xf32> -> tensor<64xf32>
  return
}

// CHECK-LABEL: @pointers
func.func @pointers(%base: tensor<64x!tq.ptr<f32>>, %offsets: tensor<64xi32>,
                    %p : !tq.ptr<f32>) {
  // CHECK: tq.addptr %{{.*}}, %{{.*}} : tensor<64x!tq.ptr<f32>>, tensor<64xi32>
  %q = tq.addptr %base, %offsets : tensor<64x!tq.ptr<f32>>, tensor<64xi32>
  // CHECK: tq.ptr_to_int %{{.*}} : !tq.ptr<f32> -> i64
  %bits = tq.ptr_to_int %p : !tq.ptr<f32> -> i64
  // CHECK: tq.int_to_ptr %{{.*}} : i64 -> !tq.ptr<f32>
  %back = tq.int_to_ptr %bits : i64 -> !tq.ptr<f32>
  return
}

// CHECK-LABEL: @addptr
func.func @addptr(%base: tensor<64x!tq.ptr<f32>>, %offsets: tensor<64xi32>) {
  // CHECK: tq.addptr
  %p = tq.addptr %base, %offsets : tensor<64x!tq.ptr<f32>>, tensor<64xi32>
  return
}

// CHECK-LABEL: @casts
func.func @casts(%bits: i64) {
  // CHECK: tq.int_to_ptr
  %p = tq.int_to_ptr %bits : i64 -> !tq.ptr<f32>
  // CHECK: tq.ptr_cast %{{.*}} : !tq.ptr<f32> -> !tq.ptr<i32>
  %q = tq.ptr_cast %p : !tq.ptr<f32> -> !tq.ptr<i32>
  return
}

// CHECK-LABEL: @half_pointer
// CHECK-SAME: !tq.ptr<f16>
func.func @half_pointer(
    %p : !tq.ptr<f16>
    ) {
  return
}

// CHECK-LABEL: @memory
func.func @memory(%ptrs: tensor<64x!tq.ptr<f32>>, %mask: tensor<64xi1>,
                  %other: tensor<64xf32>) {
  // CHECK: tq.load %{{.*}}, %{{.*}}, %{{.*}} : tensor<64x!tq.ptr<f32>> -> tensor<64xf32>
  %x = tq.load %ptrs, %mask, %other : tensor<64x!tq.ptr<f32>> -> tensor<64xf32>
  // CHECK: tq.store %{{.*}}, %{{.*}} : tensor<64x!tq.ptr<f32>>, tensor<64xf32>
  tq.store %ptrs, %x : tensor<64x!tq.ptr<f32>>, tensor<64xf32>
  // CHECK: tq.store %{{.*}}, %{{.*}}, %{{.*}} : tensor<64x!tq.ptr<f32>>, tensor<64xf32>, tensor<64xi1>
  tq.store %ptrs, %x, %mask : tensor<64x!tq.ptr<f32>>, tensor<64xf32>, tensor<64xi1>
  return
}

// CHECK-LABEL: @descriptors
func.func @descriptors(%base: !tq.ptr<f16>, %m: i64, %n: i64, %stride: i64,
                       %one: i64, %row: i32, %col: i32) {
  // CHECK: tq.make_descriptor %{{.*}} of [%{{.*}}, %{{.*}}] by [%{{.*}}, %{{.*}}] : <f16> -> <tensor<64x32xf16>>
  %d = tq.make_descriptor %base of [%m, %n] by [%stride, %one] : !tq.ptr<f16> -> !tq.descriptor<tensor<64x32xf16>>
  // CHECK: tq.descriptor_load %{{.*}}[%{{.*}}, %{{.*}}] checks [0, 1] : <tensor<64x32xf16>> -> tensor<64x32xf16>
  %x = tq.descriptor_load %d[%row, %col] checks [0, 1] : !tq.descriptor<tensor<64x32xf16>> -> tensor<64x32xf16>
  %nan = arith.constant 0x7E00 : f16
  // CHECK: tq.descriptor_load %{{.*}}[%{{.*}}, %{{.*}}] checks [1] else %{{.*}} : f16 {is_volatile}
  %y = tq.descriptor_load %d[%row, %col] checks [1] else %nan : f16 {is_volatile} : !tq.descriptor<tensor<64x32xf16>> -> tensor<64x32xf16>
  // CHECK: tq.descriptor_load %{{.*}}[%{{.*}}, %{{.*}}] checks [] :
  %z = tq.descriptor_load %d[%row, %col] checks [] : !tq.descriptor<tensor<64x32xf16>> -> tensor<64x32xf16>
  // CHECK: tq.descriptor_store %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} checks [0, 1] : <tensor<64x32xf16>>, tensor<64x32xf16>
  tq.descriptor_store %d[%row, %col], %x checks [0, 1] : !tq.descriptor<tensor<64x32xf16>>, tensor<64x32xf16>
  // CHECK: tq.descriptor_reduce addf %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} : <tensor<64x32xf16>>, tensor<64x32xf16>
  tq.descriptor_reduce addf %d[%row, %col], %x : !tq.descriptor<tensor<64x32xf16>>, tensor<64x32xf16>
  return
}

// CHECK-LABEL: @descriptor_rows
// CHECK-SAME: !tq.descriptor<tensor<1x32xf16>>
func.func @descriptor_rows(%d: !tq.descriptor<tensor<1x32xf16>>,
                           %rows: tensor<8xi64>, %col: i32, %nan: f16) {
  // CHECK: tq.descriptor_gather %{{.*}}[%{{.*}}, %{{.*}}] : <tensor<1x32xf16>>, tensor<8xi64> -> tensor<8x32xf16>
  %x = tq.descriptor_gather %d[%rows, %col] : !tq.descriptor<tensor<1x32xf16>>, tensor<8xi64> -> tensor<8x32xf16>
  // CHECK: tq.descriptor_gather %{{.*}}[%{{.*}}, %{{.*}}] else %{{.*}} : f16 :
  %y = tq.descriptor_gather %d[%rows, %col] else %nan : f16 : !tq.descriptor<tensor<1x32xf16>>, tensor<8xi64> -> tensor<8x32xf16>
  // CHECK: tq.descriptor_scatter %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} : <tensor<1x32xf16>>, tensor<8xi64>, tensor<8x32xf16>
  tq.descriptor_scatter %d[%rows, %col], %x : !tq.descriptor<tensor<1x32xf16>>, tensor<8xi64>, tensor<8x32xf16>
  return
}

// CHECK-LABEL: @descriptor_argument
// CHECK-SAME: !tq.descriptor<tensor<64x32xf16>>
func.func @descriptor_argument(
    %d : !tq.descriptor<tensor<64x32xf16>>
    ) {
  return
}

// CHECK-LABEL: @atomics
func.func @atomics(%ptrs: tensor<64x!tq.ptr<f32>>, %x: tensor<64xf32>,
                   %mask: tensor<64xi1>) {
  // CHECK: tq.atomic_rmw addf relaxed gpu
  %old = tq.atomic_rmw addf relaxed gpu %ptrs, %x, %mask : tensor<64x!tq.ptr<f32>>, tensor<64xf32>, tensor<64xi1> -> tensor<64xf32>
  return
}

// CHECK-LABEL: @compare_and_swap
func.func @compare_and_swap(%p: !tq.ptr<i32>, %compare: i32, %x: i32) {
  // CHECK: tq.atomic_cas acq_rel gpu
  %old = tq.atomic_cas acq_rel gpu %p, %compare, %x : !tq.ptr<i32>, i32 -> i32
  return
}

// CHECK-LABEL: @numbers
func.func @numbers(%a: i32, %b: i32, %x: tensor<64xf32>) {
  // CHECK: tq.mulhi %{{.*}}, %{{.*}} unsigned : i32
  %hi = tq.mulhi %a, %b unsigned : i32
  // CHECK: tq.float_cast %{{.*}} toward_zero : tensor<64xf32> -> tensor<64xbf16>
  %y = tq.float_cast %x toward_zero : tensor<64xf32> -> tensor<64xbf16>
  return
}

// CHECK-LABEL: @precise
func.func @precise(%a: f32, %b: f32) {
  // CHECK: tq.precise %{{.*}}, %{{.*}} : f32
  %q = tq.precise %a, %b : f32
  return
}

// CHECK-LABEL: @reduce
func.func @reduce(%tile: tensor<64x32xf32>) {
  // CHECK: "tq.reduce"
  %sum = "tq.reduce"(%tile) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    // CHECK: tq.yield %{{.*}} : f32
    tq.yield %c : f32
  }) : (tensor<64x32xf32>) -> tensor<64xf32>
  return
}

// CHECK-LABEL: @yield
func.func @yield(%tile: tensor<64xf32>) {
  %total = "tq.reduce"(%tile) <{axis = 0 : i32}> ({
  ^bb0(%sum: f32, %b: f32):
    tq.yield %sum : f32
  }) : (tensor<64xf32>) -> f32
  return
}

// CHECK-LABEL: @scan
func.func @scan(%tile: tensor<64xf32>) {
  // CHECK: "tq.scan"
  %sums = "tq.scan"(%tile) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tq.yield %c : f32
  }) : (tensor<64xf32>) -> tensor<64xf32>
  return
}

// CHECK-LABEL: @map
func.func @map(%x: tensor<64xf32>) {
  // CHECK: "tq.map"
  %y = "tq.map"(%x) <{pack = 1 : i32}> ({
  ^bb0(%e: f32):
    %n = arith.negf %e : f32
    tq.yield %n : f32
  }) : (tensor<64xf32>) -> tensor<64xf32>
  return
}

// CHECK-LABEL: @dot
func.func @dot(%a: tensor<64x32xf16>, %b: tensor<32x64xf16>,
               %acc: tensor<64x64xf32>) {
  // CHECK: tq.dot %{{.*}}, %{{.*}}, %{{.*}} tf32
  %c = tq.dot %a, %b, %acc tf32 : tensor<64x32xf16>, tensor<32x64xf16>, tensor<64x64xf32>
  return
}

// CHECK-LABEL: @calls
func.func @calls(%x: tensor<64xf32>) {
  // CHECK: tq.extern "__nv_tanf"(%{{.*}}) {pure}
  %y = tq.extern "__nv_tanf"(%x) {pure} : (tensor<64xf32>) -> tensor<64xf32>
  // CHECK: tq.print "x: "(%{{.*}})
  tq.print "x: " (%x) {is_signed = array<i32: 1>} : tensor<64xf32>
  return
}

// CHECK-LABEL: @assembly
func.func @assembly(%x: tensor<64xi32>) {
  // CHECK: tq.inline_asm "neg.s32 $0, $1;", "=r,r"(%{{.*}}) {pack = 1 : i32, pure}
  %y = tq.inline_asm "neg.s32 $0, $1;", "=r,r"(%x) {pack = 1 : i32, pure} : (tensor<64xi32>) -> tensor<64xi32>
  return
}

// CHECK-LABEL: @promises
func.func @promises(%positive: i1, %short: i1, %ok: tensor<64xi1>, %x: tensor<64xi32>) {
  // CHECK: tq.barrier
  tq.barrier
  // CHECK: tq.assume %{{.*}}
  tq.assume %positive
  // CHECK: tq.assume %{{.*}}, "assumption: n <= 4096"
  tq.assume %short, "assumption: n <= 4096"
  // CHECK: tq.side_effect
  tq.side_effect
  // CHECK: tq.assert %{{.*}}, "index out of range" : tensor<64xi1>
  tq.assert %ok, "index out of range" : tensor<64xi1>
  // CHECK: tq.hint %{{.*}} divisibility [16] : tensor<64xi32>
  %y = tq.hint %x divisibility [16] : tensor<64xi32>
  return
}
