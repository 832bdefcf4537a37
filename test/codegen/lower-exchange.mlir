// RUN: tqc %s --arch=sm_80 --emit=ptx -o - | FileCheck %s
// RUN: %if ptxas %{ tqc %s --arch=sm_80 -o %t.cubin %}

// One module in the `tile` phase; what each exchange becomes in PTX.
module attributes {tq.arch = "sm_80", tq.phase = "tile"} {

  // A sum of a vector over four warps: butterflies inside a warp, then one value
  // a warp through shared memory between two barriers.
  // CHECK-LABEL: .entry reduce_vector
  // CHECK-COUNT-5: shfl.sync.bfly.b32
  // CHECK-NOT:     bar.sync
  // CHECK:         st.shared
  // CHECK:         bar.sync
  // CHECK:         ld.shared
  // CHECK:         st.global
  func.func @reduce_vector(%x: !tq.ptr<f32> {tq.divisibility = 16 : i64}, %out: !tq.ptr<f32>)
      attributes {tq.kernel, tq.num_warps = 4 : i32, tq.num_stages = 1 : i32} {
    %i = tq.range 0 to 256 : tensor<256xi32>
    %base = tq.splat %x : !tq.ptr<f32> -> tensor<256x!tq.ptr<f32>>
    %p = tq.addptr %base, %i : tensor<256x!tq.ptr<f32>>, tensor<256xi32>
    %v = tq.load %p : tensor<256x!tq.ptr<f32>> -> tensor<256xf32>
    %sum = "tq.reduce"(%v) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tq.yield %c : f32
    }) : (tensor<256xf32>) -> f32
    tq.store %out, %sum : !tq.ptr<f32>, f32
    return
  }

  // One warp needs no shared memory.
  // CHECK-LABEL: .entry reduce_one_warp
  // CHECK-NOT:     bar.sync
  // CHECK:         shfl.sync.bfly.b32
  // CHECK-NOT:     bar.sync
  // CHECK:         ret;
  func.func @reduce_one_warp(%x: !tq.ptr<f32> {tq.divisibility = 16 : i64}, %out: !tq.ptr<f32>)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %i = tq.range 0 to 32 : tensor<32xi32>
    %base = tq.splat %x : !tq.ptr<f32> -> tensor<32x!tq.ptr<f32>>
    %p = tq.addptr %base, %i : tensor<32x!tq.ptr<f32>>, tensor<32xi32>
    %v = tq.load %p : tensor<32x!tq.ptr<f32>> -> tensor<32xf32>
    %sum = "tq.reduce"(%v) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tq.yield %c : f32
    }) : (tensor<32xf32>) -> f32
    tq.store %out, %sum : !tq.ptr<f32>, f32
    return
  }

  // A scan passes totals up the lanes.
  // CHECK-LABEL: .entry scan_one_warp
  // CHECK-COUNT-6: shfl.sync.up.b32
  func.func @scan_one_warp(%x: !tq.ptr<i32> {tq.divisibility = 16 : i64})
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %i = tq.range 0 to 32 : tensor<32xi32>
    %base = tq.splat %x : !tq.ptr<i32> -> tensor<32x!tq.ptr<i32>>
    %p = tq.addptr %base, %i : tensor<32x!tq.ptr<i32>>, tensor<32xi32>
    %v = tq.load %p : tensor<32x!tq.ptr<i32>> -> tensor<32xi32>
    %s = "tq.scan"(%v) <{axis = 0 : i32}> ({
    ^bb0(%a: i32, %b: i32):
      %c = arith.addi %a, %b : i32
      tq.yield %c : i32
    }) : (tensor<32xi32>) -> tensor<32xi32>
    tq.store %p, %s : tensor<32x!tq.ptr<i32>>, tensor<32xi32>
    return
  }

  // Counting: zeroed bins, shared atomics, then the bins.
  // CHECK-LABEL: .entry count
  // CHECK:         red.shared.add.u32
  func.func @count(%x: !tq.ptr<i32>, %out: !tq.ptr<i32>)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %i = tq.range 0 to 64 : tensor<64xi32>
    %base = tq.splat %x : !tq.ptr<i32> -> tensor<64x!tq.ptr<i32>>
    %p = tq.addptr %base, %i : tensor<64x!tq.ptr<i32>>, tensor<64xi32>
    %v = tq.load %p : tensor<64x!tq.ptr<i32>> -> tensor<64xi32>
    %h = tq.histogram %v : tensor<64xi32> -> tensor<64xi32>
    %obase = tq.splat %out : !tq.ptr<i32> -> tensor<64x!tq.ptr<i32>>
    %q = tq.addptr %obase, %i : tensor<64x!tq.ptr<i32>>, tensor<64xi32>
    tq.store %q, %h : tensor<64x!tq.ptr<i32>>, tensor<64xi32>
    return
  }
}
