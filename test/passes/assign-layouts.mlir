// RUN: tq-opt %s -tq-plan-kernel -tq-record-accesses -tq-assign-layouts | FileCheck %s

#plan = #tqg.plan<warps = 2, stages = 1, roles = 1, cluster = 1>

// CHECK-DAG: #[[VEC:.+]] = #tqg.linear<reg = [(1), (2)], lane = [(4), (8), (16), (32), (64)], warp = [(128)], shape = (256)>
// CHECK-DAG: #[[ROWS:.+]] = #tqg.linear<reg = [], lane = [(1), (2), (4), (8), (16)], warp = [(32)], shape = (64)>

// Four neighbours a thread: 16 bytes, since x is 16-byte aligned. The indices
// take the layout of the load that asks for them.
// CHECK-LABEL: @coalesced
// CHECK:         tq.range 0 to 256 : tensor<256xi32, #[[VEC]]>
// CHECK:         tq.load {{.*}} -> tensor<256xf32, #[[VEC]]>
func.func @coalesced(%x: !tq.ptr<f32> {tq.divisibility = 16 : i64})
    attributes {tq.kernel, tqg.plan = #plan} {
  %offsets = tq.range 0 to 256 : tensor<256xi32>
  %base = tq.splat %x : !tq.ptr<f32> -> tensor<256x!tq.ptr<f32>>
  %p = tq.addptr %base, %offsets : tensor<256x!tq.ptr<f32>>, tensor<256xi32>
  %v = tq.load %p : tensor<256x!tq.ptr<f32>> -> tensor<256xf32>
  tq.store %p, %v : tensor<256x!tq.ptr<f32>>, tensor<256xf32>
  return
}

// Of a row sum stored as a vector, the sum moves, not the tile; the indices are
// built once for each layout.
// CHECK-LABEL: @row_sum
// CHECK:         %[[SUM:.+]] = "tq.reduce"
// CHECK:         tqg.convert_layout %[[SUM]] : tensor<64xf32, {{.*}}> to tensor<64xf32, #[[ROWS]]>
// CHECK-NOT:     tqg.convert_layout
// CHECK:         return
func.func @row_sum(%x: !tq.ptr<f32> {tq.divisibility = 16 : i64},
                   %y: !tq.ptr<f32> {tq.divisibility = 4 : i64})
    attributes {tq.kernel, tqg.plan = #plan} {
  %rows = tq.range 0 to 64 : tensor<64xi32>
  %cols = tq.range 0 to 32 : tensor<32xi32>
  %width = arith.constant dense<32> : tensor<64x1xi32>
  %r = tq.expand_dims %rows, 1 : tensor<64xi32> -> tensor<64x1xi32>
  %c = tq.expand_dims %cols, 0 : tensor<32xi32> -> tensor<1x32xi32>
  %start = arith.muli %r, %width : tensor<64x1xi32>
  %rb = tq.broadcast %start : tensor<64x1xi32> -> tensor<64x32xi32>
  %cb = tq.broadcast %c : tensor<1x32xi32> -> tensor<64x32xi32>
  %offsets = arith.addi %rb, %cb : tensor<64x32xi32>
  %base = tq.splat %x : !tq.ptr<f32> -> tensor<64x32x!tq.ptr<f32>>
  %p = tq.addptr %base, %offsets : tensor<64x32x!tq.ptr<f32>>, tensor<64x32xi32>
  %v = tq.load %p : tensor<64x32x!tq.ptr<f32>> -> tensor<64x32xf32>
  %sum = "tq.reduce"(%v) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tq.yield %s : f32
  }) : (tensor<64x32xf32>) -> tensor<64xf32>
  %out = tq.splat %y : !tq.ptr<f32> -> tensor<64x!tq.ptr<f32>>
  %q = tq.addptr %out, %rows : tensor<64x!tq.ptr<f32>>, tensor<64xi32>
  tq.store %q, %sum : tensor<64x!tq.ptr<f32>>, tensor<64xf32>
  return
}

// An accumulator that a loop carries has the fragment of its product; pointers
// that a loop carries have the layout of their load. Nothing moves but the
// operands.
// CHECK-LABEL: @product_in_loop
// CHECK:         scf.for
// CHECK-COUNT-2: tqg.convert_layout
// CHECK-NOT:     tqg.convert_layout
// CHECK:         tqg.mma
// CHECK:         scf.yield
func.func @product_in_loop(%n: i32)
    attributes {tqg.plan = #plan} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %none = arith.constant dense<0.0> : tensor<32x32xf32>
  %addresses = arith.constant dense<4096> : tensor<32x32xi64>
  %start = tq.int_to_ptr %addresses : tensor<32x32xi64> -> tensor<32x32x!tq.ptr<f16>>
  %step = arith.constant dense<32> : tensor<32x32xi32>
  %r:2 = scf.for %i = %zero to %n step %one
      iter_args(%acc = %none, %a_ptr = %start)
      -> (tensor<32x32xf32>, tensor<32x32x!tq.ptr<f16>>) : i32 {
    %a = tq.load %a_ptr : tensor<32x32x!tq.ptr<f16>> -> tensor<32x32xf16>
    %d = tq.dot %a, %a, %acc tf32 : tensor<32x32xf16>, tensor<32x32xf16>, tensor<32x32xf32>
    %next = tq.addptr %a_ptr, %step : tensor<32x32x!tq.ptr<f16>>, tensor<32x32xi32>
    scf.yield %d, %next : tensor<32x32xf32>, tensor<32x32x!tq.ptr<f16>>
  }
  %out = tq.int_to_ptr %addresses : tensor<32x32xi64> -> tensor<32x32x!tq.ptr<f32>>
  tq.store %out, %r#0 : tensor<32x32x!tq.ptr<f32>>, tensor<32x32xf32>
  return
}
