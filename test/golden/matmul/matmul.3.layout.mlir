#linear = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (16, 0)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [], shape = (32, 32)>
#linear1 = #tqg.linear<reg = [(8), (16)], lane = [(0), (0), (1), (2), (4)], warp = [], shape = (32)>
#linear2 = #tqg.linear<reg = [(1), (2), (4)], lane = [(8), (16), (0), (0), (0)], warp = [], shape = (32)>
#linear3 = #tqg.linear<reg = [(8, 0), (16, 0)], lane = [(0, 0), (0, 0), (1, 0), (2, 0), (4, 0)], warp = [], shape = (32, 1)>
#linear4 = #tqg.linear<reg = [(0, 1), (0, 2), (0, 4)], lane = [(0, 8), (0, 16), (0, 0), (0, 0), (0, 0)], warp = [], shape = (1, 32)>
#linear5 = #tqg.linear<reg = [(0, 1), (0, 2), (0, 4), (8, 0), (16, 0)], lane = [(0, 8), (0, 16), (1, 0), (2, 0), (4, 0)], warp = [], shape = (32, 32)>
#linear6 = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (1, 0), (2, 8), (4, 16), (8, 0), (16, 0)], shape = (32, 32)>
#linear7 = #tqg.linear<reg = [(1, 0), (8, 0), (0, 8), (16, 0), (0, 16)], lane = [(2, 0), (4, 0), (0, 1), (0, 2), (0, 4)], warp = [], shape = (32, 32)>
module attributes {tq.arch = "sm_80", tq.phase = "layout"} {
  func.func @matmul(%a_ptr: !tq.ptr<f16> {tq.divisibility = 16 : i64, tq.name = "a_ptr", tq.type = "*fp16"}, %b_ptr: !tq.ptr<f16> {tq.divisibility = 16 : i64, tq.name = "b_ptr", tq.type = "*fp16"}, %out_ptr: !tq.ptr<f32> {tq.divisibility = 16 : i64, tq.name = "out_ptr", tq.type = "*fp32"}, %stride_a: i32 {tq.divisibility = 16 : i64, tq.name = "stride_a", tq.type = "i32"}, %stride_b: i32 {tq.divisibility = 16 : i64, tq.name = "stride_b", tq.type = "i32"}, %K: i32 {tq.divisibility = 16 : i64, tq.name = "K", tq.type = "i32"}) attributes {tq.constants = ["BLOCK=32"], tq.kernel, tqg.plan = #tqg.plan<warps = 1, stages = 3, roles = 1, cluster = 1>} {
    %acc = arith.constant dense<0.000000e+00> : tensor<32x32xf32, #linear>
    %c0_i32 = arith.constant 0 : i32
    %c32_i32 = arith.constant 32 : i32
    %0 = tq.program_id 0
    %1 = arith.muli %0, %c32_i32 : i32
    %2 = tq.range 0 to 32 : tensor<32xi32, #linear1>
    %3 = tq.range 0 to 32 : tensor<32xi32, #linear2>
    %4 = tq.expand_dims %2, 1 : tensor<32xi32, #linear1> -> tensor<32x1xi32, #linear3>
    %5 = tq.splat %1 : i32 -> tensor<32x1xi32, #linear3>
    %rows = arith.addi %5, %4 : tensor<32x1xi32, #linear3>
    %6 = tq.program_id 1
    %7 = arith.muli %6, %c32_i32 : i32
    %8 = tq.expand_dims %3, 0 : tensor<32xi32, #linear2> -> tensor<1x32xi32, #linear4>
    %9 = tq.splat %7 : i32 -> tensor<1x32xi32, #linear4>
    %cols = arith.addi %9, %8 : tensor<1x32xi32, #linear4>
    %10 = tq.splat %stride_a : i32 -> tensor<32x1xi32, #linear3>
    %11 = arith.muli %rows, %10 : tensor<32x1xi32, #linear3>
    %12 = tq.splat %a_ptr : !tq.ptr<f16> -> tensor<32x1x!tq.ptr<f16>, #linear3>
    %13 = tq.addptr %12, %11 : tensor<32x1x!tq.ptr<f16>, #linear3>, tensor<32x1xi32, #linear3>
    %14 = tq.broadcast %8 : tensor<1x32xi32, #linear4> -> tensor<32x32xi32, #linear5>
    %15 = tq.splat %stride_b : i32 -> tensor<32x1xi32, #linear3>
    %16 = tq.splat %b_ptr : !tq.ptr<f16> -> tensor<32x1x!tq.ptr<f16>, #linear3>
    %17 = tq.broadcast %cols : tensor<1x32xi32, #linear4> -> tensor<32x32xi32, #linear5>
    %acc_0 = scf.for %k = %c0_i32 to %K step %c32_i32 iter_args(%acc_2 = %acc) -> (tensor<32x32xf32, #linear>)  : i32 {
      %23 = tq.splat %k : i32 -> tensor<32x1xi32, #linear3>
      %24 = tq.addptr %13, %23 : tensor<32x1x!tq.ptr<f16>, #linear3>, tensor<32x1xi32, #linear3>
      %25 = tq.broadcast %24 : tensor<32x1x!tq.ptr<f16>, #linear3> -> tensor<32x32x!tq.ptr<f16>, #linear5>
      %26 = tq.addptr %25, %14 : tensor<32x32x!tq.ptr<f16>, #linear5>, tensor<32x32xi32, #linear5>
      %a = tq.load %26 {cache = 0 : i32, evict = 0 : i32, tq.words = ["a_ptr + rows * stride_a + k + tl.arange(0, BLOCK)[None, :]", ""], tqg.access = #tqg.access<order = [1, 0], run = 32, aligned = 16, addresses = 8, whole = 8, cut = 8>, tqg.slots = #linear6} : tensor<32x32x!tq.ptr<f16>, #linear5> -> tensor<32x32xf16, #linear5>
      %a_3 = tqg.convert_layout %a : tensor<32x32xf16, #linear5> to tensor<32x32xf16, #linear>
      %27 = arith.addi %23, %4 : tensor<32x1xi32, #linear3>
      %28 = arith.muli %27, %15 : tensor<32x1xi32, #linear3>
      %29 = tq.addptr %16, %28 : tensor<32x1x!tq.ptr<f16>, #linear3>, tensor<32x1xi32, #linear3>
      %30 = tq.broadcast %29 : tensor<32x1x!tq.ptr<f16>, #linear3> -> tensor<32x32x!tq.ptr<f16>, #linear5>
      %31 = tq.addptr %30, %17 : tensor<32x32x!tq.ptr<f16>, #linear5>, tensor<32x32xi32, #linear5>
      %b = tq.load %31 {cache = 0 : i32, evict = 0 : i32, tq.words = ["b_ptr + (k + tl.arange(0, BLOCK)[:, None]) * stride_b + cols", ""], tqg.access = #tqg.access<order = [1, 0], run = 32, aligned = 16, addresses = 8, whole = 8, cut = 8>, tqg.slots = #linear6} : tensor<32x32x!tq.ptr<f16>, #linear5> -> tensor<32x32xf16, #linear5>
      %b_4 = tqg.convert_layout %b : tensor<32x32xf16, #linear5> to tensor<32x32xf16, #linear7>
      %acc_5 = tqg.mma %a_3, %b_4, %acc_2 {tqg.product = #tqg.product<unit = mma>} : tensor<32x32xf16, #linear>, tensor<32x32xf16, #linear7>, tensor<32x32xf32, #linear>
      scf.yield %acc_5 : tensor<32x32xf32, #linear>
    } {tqg.pipeline = #tqg.pipeline<stages = 3, distance = 2, behind = true>}
    %acc_1 = tqg.convert_layout %acc_0 : tensor<32x32xf32, #linear> to tensor<32x32xf32, #linear5>
    %18 = arith.muli %rows, %15 : tensor<32x1xi32, #linear3>
    %19 = tq.splat %out_ptr : !tq.ptr<f32> -> tensor<32x1x!tq.ptr<f32>, #linear3>
    %20 = tq.addptr %19, %18 : tensor<32x1x!tq.ptr<f32>, #linear3>, tensor<32x1xi32, #linear3>
    %21 = tq.broadcast %20 : tensor<32x1x!tq.ptr<f32>, #linear3> -> tensor<32x32x!tq.ptr<f32>, #linear5>
    %22 = tq.addptr %21, %17 : tensor<32x32x!tq.ptr<f32>, #linear5>, tensor<32x32xi32, #linear5>
    tq.store %22, %acc_1 {tq.words = ["out_ptr + rows * stride_b + cols", ""], tqg.access = #tqg.access<order = [1, 0], run = 32, aligned = 16, addresses = 4, whole = 4, cut = 4>} : tensor<32x32x!tq.ptr<f32>, #linear5>, tensor<32x32xf32, #linear5>
    return
  }
}
