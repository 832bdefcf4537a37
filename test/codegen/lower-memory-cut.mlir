// RUN: tqc %s --arch=sm_80 --emit=ptx -o - | FileCheck %s
// RUN: tqc %s --arch=sm_80 --emit=ptx -o - --disable=mask-versioning \
// RUN:   | FileCheck %s --check-prefix=OFF
// RUN: tqc %s --arch=sm_80 --emit=ptx -o %t.ptx --remarks=memory 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK
// RUN: %if ptxas %{ tqc %s --arch=sm_80 -o %t.cubin %}

module attributes {tq.arch = "sm_80", tq.phase = "tile"} {

  // `i < n` is true first and false then, for any n: the last of four elements
  // says whether all are read together; else a branch reads up to three.
  // CHECK-LABEL: .entry any_length
  // CHECK:         @%p{{[0-9]+}} ld.global.v4.b32
  // CHECK:         bra
  // CHECK-COUNT-3: @%p{{[0-9]+}} ld.global.b32
  // CHECK:         @%p{{[0-9]+}} st.global.v4.b32
  // CHECK-COUNT-3: @%p{{[0-9]+}} st.global.b32
  // OFF-LABEL:   .entry any_length
  // OFF-NOT:       global.v
  // OFF-LABEL:   .entry causal
  // REMARK:      memory{{.*}}, done: whole accesses where the mask is true for all of their elements{{.*}}elements 4
  func.func @any_length(%x: !tq.ptr<f32> {tq.divisibility = 16 : i64}, %n: i32)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %i = tq.range 0 to 128 : tensor<128xi32>
    %bound = tq.splat %n : i32 -> tensor<128xi32>
    %mask = arith.cmpi slt, %i, %bound : tensor<128xi32>
    %base = tq.splat %x : !tq.ptr<f32> -> tensor<128x!tq.ptr<f32>>
    %p = tq.addptr %base, %i : tensor<128x!tq.ptr<f32>>, tensor<128xi32>
    %v = tq.load %p, %mask : tensor<128x!tq.ptr<f32>> -> tensor<128xf32>
    tq.store %p, %v, %mask : tensor<128x!tq.ptr<f32>>, tensor<128xf32>, tensor<128xi1>
    return
  }

  // `first <= i & i < n` may also be false first: four elements are read together
  // if the mask is true for the first and the last; else a branch reads each.
  // CHECK-LABEL: .entry between
  // CHECK:         and.pred %[[ALL:p[0-9]+]]
  // CHECK:         @%[[ALL]] ld.global.v4.b32
  // CHECK:         st.global.v4.b32
  // CHECK-COUNT-4: @%p{{[0-9]+}} ld.global.b32
  // CHECK-COUNT-4: @%p{{[0-9]+}} st.global.b32
  func.func @between(%x: !tq.ptr<f32> {tq.divisibility = 16 : i64}, %first: i32, %n: i32)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %i = tq.range 0 to 128 : tensor<128xi32>
    %begin = tq.splat %first : i32 -> tensor<128xi32>
    %bound = tq.splat %n : i32 -> tensor<128xi32>
    %from = arith.cmpi sge, %i, %begin : tensor<128xi32>
    %to = arith.cmpi slt, %i, %bound : tensor<128xi32>
    %mask = arith.andi %from, %to : tensor<128xi1>
    %base = tq.splat %x : !tq.ptr<f32> -> tensor<128x!tq.ptr<f32>>
    %p = tq.addptr %base, %i : tensor<128x!tq.ptr<f32>>, tensor<128xi32>
    %v = tq.load %p, %mask : tensor<128x!tq.ptr<f32>> -> tensor<128xf32>
    tq.store %p, %v, %mask : tensor<128x!tq.ptr<f32>>, tensor<128xf32>, tensor<128xi1>
    return
  }

  // So is `j <= query & j < n`, and halves go eight at a time.
  // CHECK-LABEL: .entry causal
  // CHECK:         @%p{{[0-9]+}} ld.global.v4.b32
  // CHECK-COUNT-7: @%p{{[0-9]+}} ld.global.b16
  func.func @causal(%x: !tq.ptr<f16> {tq.divisibility = 16 : i64},
                    %out: !tq.ptr<f16> {tq.divisibility = 16 : i64}, %query: i32, %n: i32)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %j = tq.range 0 to 256 : tensor<256xi32>
    %q = tq.splat %query : i32 -> tensor<256xi32>
    %bound = tq.splat %n : i32 -> tensor<256xi32>
    %past = arith.cmpi sge, %q, %j : tensor<256xi32>
    %inside = arith.cmpi slt, %j, %bound : tensor<256xi32>
    %mask = arith.andi %past, %inside : tensor<256xi1>
    %base = tq.splat %x : !tq.ptr<f16> -> tensor<256x!tq.ptr<f16>>
    %p = tq.addptr %base, %j : tensor<256x!tq.ptr<f16>>, tensor<256xi32>
    %v = tq.load %p, %mask : tensor<256x!tq.ptr<f16>> -> tensor<256xf16>
    %to = tq.splat %out : !tq.ptr<f16> -> tensor<256x!tq.ptr<f16>>
    %o = tq.addptr %to, %j : tensor<256x!tq.ptr<f16>>, tensor<256xi32>
    tq.store %o, %v : tensor<256x!tq.ptr<f16>>, tensor<256xf16>
    return
  }

  // Of two elements the first one is read alone beside the whole, in no branch.
  // CHECK-LABEL: .entry pairs
  // CHECK-NOT:     bra
  // CHECK:         @%p{{[0-9]+}} ld.global.v2.b32
  // CHECK-NOT:     bra
  // CHECK:         @%p[[#SOME:]] ld.global.b32
  // CHECK-NOT:     bra
  // CHECK:         selp.b32 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %p[[#SOME]]
  func.func @pairs(%x: !tq.ptr<f32> {tq.divisibility = 8 : i64},
                   %out: !tq.ptr<f32> {tq.divisibility = 8 : i64}, %n: i32)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %i = tq.range 0 to 64 : tensor<64xi32>
    %bound = tq.splat %n : i32 -> tensor<64xi32>
    %mask = arith.cmpi slt, %i, %bound : tensor<64xi32>
    %base = tq.splat %x : !tq.ptr<f32> -> tensor<64x!tq.ptr<f32>>
    %p = tq.addptr %base, %i : tensor<64x!tq.ptr<f32>>, tensor<64xi32>
    %v = tq.load %p, %mask : tensor<64x!tq.ptr<f32>> -> tensor<64xf32>
    %to = tq.splat %out : !tq.ptr<f32> -> tensor<64x!tq.ptr<f32>>
    %o = tq.addptr %to, %i : tensor<64x!tq.ptr<f32>>, tensor<64xi32>
    tq.store %o, %v : tensor<64x!tq.ptr<f32>>, tensor<64xf32>
    return
  }

  // `i > n` is false first and true then. The other way round, where i counts up
  // through 0 as an unsigned number, every element decides for itself.
  // CHECK-LABEL: .entry rising
  // CHECK:         ld.global.v4.b32
  // CHECK:         st.global.v4.b32
  // CHECK-LABEL: .entry unsigned
  // CHECK-NOT:     global.v
  // CHECK:         ret;
  // REMARK:      memory{{.*}}, not done: the addresses allow wider accesses than the mask{{.*}}elements 1, of 4
  func.func @rising(%x: !tq.ptr<f32> {tq.divisibility = 16 : i64}, %n: i32)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %i = tq.range 0 to 128 : tensor<128xi32>
    %bound = tq.splat %n : i32 -> tensor<128xi32>
    %mask = arith.cmpi sgt, %i, %bound : tensor<128xi32>
    %base = tq.splat %x : !tq.ptr<f32> -> tensor<128x!tq.ptr<f32>>
    %p = tq.addptr %base, %i : tensor<128x!tq.ptr<f32>>, tensor<128xi32>
    %v = tq.load %p, %mask : tensor<128x!tq.ptr<f32>> -> tensor<128xf32>
    tq.store %p, %v, %mask : tensor<128x!tq.ptr<f32>>, tensor<128xf32>, tensor<128xi1>
    return
  }
  func.func @unsigned(%x: !tq.ptr<f32> {tq.divisibility = 16 : i64}, %n: i32)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %i = tq.range 0 to 128 : tensor<128xi32>
    %bound = tq.splat %n : i32 -> tensor<128xi32>
    %mask = arith.cmpi ult, %i, %bound : tensor<128xi32>
    %base = tq.splat %x : !tq.ptr<f32> -> tensor<128x!tq.ptr<f32>>
    %p = tq.addptr %base, %i : tensor<128x!tq.ptr<f32>>, tensor<128xi32>
    %v = tq.load %p, %mask : tensor<128x!tq.ptr<f32>> -> tensor<128xf32>
    tq.store %p, %v, %mask : tensor<128x!tq.ptr<f32>>, tensor<128xf32>, tensor<128xi1>
    return
  }

  // Columns of a matrix under a mask of rows and columns.
  // CHECK-LABEL: .entry matrix
  // CHECK:         ld.global.v4.b32
  func.func @matrix(%x: !tq.ptr<f32> {tq.divisibility = 16 : i64}, %rows: i32, %columns: i32)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %i = tq.range 0 to 8 : tensor<8xi32>
    %j = tq.range 0 to 64 : tensor<64xi32>
    %i1 = tq.expand_dims %i, 1 : tensor<8xi32> -> tensor<8x1xi32>
    %j1 = tq.expand_dims %j, 0 : tensor<64xi32> -> tensor<1x64xi32>
    %r = tq.splat %rows : i32 -> tensor<8x1xi32>
    %c = tq.splat %columns : i32 -> tensor<1x64xi32>
    %row_in = arith.cmpi slt, %i1, %r : tensor<8x1xi32>
    %column_in = arith.cmpi slt, %j1, %c : tensor<1x64xi32>
    %rm = tq.broadcast %row_in : tensor<8x1xi1> -> tensor<8x64xi1>
    %cm = tq.broadcast %column_in : tensor<1x64xi1> -> tensor<8x64xi1>
    %mask = arith.andi %rm, %cm : tensor<8x64xi1>
    %pitch = arith.constant dense<64> : tensor<8x1xi32>
    %start = arith.muli %i1, %pitch : tensor<8x1xi32>
    %starts = tq.broadcast %start : tensor<8x1xi32> -> tensor<8x64xi32>
    %js = tq.broadcast %j1 : tensor<1x64xi32> -> tensor<8x64xi32>
    %at = arith.addi %starts, %js : tensor<8x64xi32>
    %base = tq.splat %x : !tq.ptr<f32> -> tensor<8x64x!tq.ptr<f32>>
    %p = tq.addptr %base, %at : tensor<8x64x!tq.ptr<f32>>, tensor<8x64xi32>
    %v = tq.load %p, %mask : tensor<8x64x!tq.ptr<f32>> -> tensor<8x64xf32>
    tq.store %p, %v, %mask : tensor<8x64x!tq.ptr<f32>>, tensor<8x64xf32>, tensor<8x64xi1>
    return
  }
}
