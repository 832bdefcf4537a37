// RUN: tqc %s --arch=sm_80 --emit=ptx -o - | FileCheck %s
// RUN: %if ptxas %{ tqc %s --arch=sm_80 -o %t.cubin %}

// One module in the `layout` phase; the three ways of moving a tile.
#lanes = #tqg.linear<reg = [(32)], lane = [(1), (2), (4), (8), (16)], warp = [], shape = (64)>
#swapped = #tqg.linear<reg = [(1)], lane = [(2), (4), (8), (16), (32)], warp = [], shape = (64)>
#wide = #tqg.linear<reg = [(1), (2)], lane = [(4), (8), (16), (32), (64)], warp = [], shape = (128)>
#turned = #tqg.linear<reg = [(2), (1)], lane = [(4), (8), (16), (32), (64)], warp = [], shape = (128)>
#two = #tqg.linear<reg = [], lane = [(1), (2), (4), (8), (16)], warp = [(32)], shape = (64)>
#other = #tqg.linear<reg = [], lane = [(2), (4), (8), (16), (32)], warp = [(1)], shape = (64)>
module attributes {tq.arch = "sm_80", tq.phase = "layout"} {
  // Every element stays in its lane: registers change their names.
  // CHECK-LABEL: .entry rename(
  // CHECK-NOT: shfl.sync
  // CHECK-NOT: st.shared
  // CHECK:     ret;
  func.func @rename(%x: !tq.ptr<f32>) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 1, stages = 1, roles = 1, cluster = 1>} {
    %i = tq.range 0 to 128 : tensor<128xi32, #wide>
    %j = tqg.convert_layout %i : tensor<128xi32, #wide> to tensor<128xi32, #turned>
    %base = tq.splat %x : !tq.ptr<f32> -> tensor<128x!tq.ptr<f32>, #turned>
    %p = tq.addptr %base, %j : tensor<128x!tq.ptr<f32>, #turned>, tensor<128xi32, #turned>
    %v = tq.load %p : tensor<128x!tq.ptr<f32>, #turned> -> tensor<128xf32, #turned>
    %w = arith.addf %v, %v : tensor<128xf32, #turned>
    tq.store %p, %w : tensor<128x!tq.ptr<f32>, #turned>, tensor<128xf32, #turned>
    return
  }
  // Every element stays in its warp: shuffles, and a choice where a lane takes
  // from two registers of another.
  // CHECK-LABEL: .entry shuffle(
  // CHECK-NOT: st.shared
  // CHECK-COUNT-2: shfl.sync.idx.b32
  // CHECK:     selp
  // CHECK-COUNT-2: shfl.sync.idx.b32
  // CHECK:     selp
  // CHECK-NOT: st.shared
  // CHECK:     ret;
  func.func @shuffle(%x: !tq.ptr<f32>, %y: !tq.ptr<f32>) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 1, stages = 1, roles = 1, cluster = 1>} {
    %i = tq.range 0 to 64 : tensor<64xi32, #lanes>
    %base = tq.splat %x : !tq.ptr<f32> -> tensor<64x!tq.ptr<f32>, #lanes>
    %p = tq.addptr %base, %i : tensor<64x!tq.ptr<f32>, #lanes>, tensor<64xi32, #lanes>
    %v = tq.load %p : tensor<64x!tq.ptr<f32>, #lanes> -> tensor<64xf32, #lanes>
    %w = tqg.convert_layout %v : tensor<64xf32, #lanes> to tensor<64xf32, #swapped>
    %j = tq.range 0 to 64 : tensor<64xi32, #swapped>
    %place = tq.splat %y : !tq.ptr<f32> -> tensor<64x!tq.ptr<f32>, #swapped>
    %q = tq.addptr %place, %j : tensor<64x!tq.ptr<f32>, #swapped>, tensor<64xi32, #swapped>
    tq.store %q, %w : tensor<64x!tq.ptr<f32>, #swapped>, tensor<64xf32, #swapped>
    return
  }
  // Elements change their warp: through shared memory, with a barrier.
  // CHECK-LABEL: .entry shared(
  // CHECK-NOT: shfl.sync
  // CHECK:     st.shared.b32
  // CHECK:     bar.sync 0;
  // CHECK:     ld.shared.b32
  // CHECK:     ret;
  func.func @shared(%x: !tq.ptr<f32>, %y: !tq.ptr<f32>) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 2, stages = 1, roles = 1, cluster = 1>} {
    %i = tq.range 0 to 64 : tensor<64xi32, #two>
    %base = tq.splat %x : !tq.ptr<f32> -> tensor<64x!tq.ptr<f32>, #two>
    %p = tq.addptr %base, %i : tensor<64x!tq.ptr<f32>, #two>, tensor<64xi32, #two>
    %v = tq.load %p : tensor<64x!tq.ptr<f32>, #two> -> tensor<64xf32, #two>
    %w = tqg.convert_layout %v : tensor<64xf32, #two> to tensor<64xf32, #other>
    %j = tq.range 0 to 64 : tensor<64xi32, #other>
    %place = tq.splat %y : !tq.ptr<f32> -> tensor<64x!tq.ptr<f32>, #other>
    %q = tq.addptr %place, %j : tensor<64x!tq.ptr<f32>, #other>, tensor<64xi32, #other>
    tq.store %q, %w : tensor<64x!tq.ptr<f32>, #other>, tensor<64xf32, #other>
    return
  }
}
