#linear = #tqg.linear<reg = [(8, 0), (16, 0)], lane = [(0, 0), (0, 0), (1, 0), (2, 0), (4, 0)], warp = [], shape = (32, 1)>
#linear1 = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (16, 0)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [], shape = (32, 32)>
#linear2 = #tqg.linear<reg = [(8), (16)], lane = [(0), (0), (1), (2), (4)], warp = [], shape = (32)>
#linear3 = #tqg.linear<reg = [(1), (2), (4)], lane = [(8), (16), (0), (0), (0)], warp = [], shape = (32)>
#linear4 = #tqg.linear<reg = [(0, 1), (0, 2), (0, 4)], lane = [(0, 8), (0, 16), (0, 0), (0, 0), (0, 0)], warp = [], shape = (1, 32)>
#linear5 = #tqg.linear<reg = [(0, 1), (0, 2), (0, 4), (8, 0), (16, 0)], lane = [(0, 8), (0, 16), (1, 0), (2, 0), (4, 0)], warp = [], shape = (32, 32)>
#linear6 = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (1, 0), (2, 8), (4, 16), (8, 0), (16, 0)], shape = (32, 32)>
#linear7 = #tqg.linear<reg = [(1, 0), (8, 0), (0, 8), (16, 0), (0, 16)], lane = [(2, 0), (4, 0), (0, 1), (0, 2), (0, 4)], warp = [], shape = (32, 32)>
#linear8 = #tqg.linear<offset = [(0, 1), (8, 0), (0, 2), (0, 4), (1, 0), (2, 0), (4, 0), (16, 0), (0, 10), (0, 20)], shape = (32, 32)>
module attributes {tq.arch = "sm_80", tq.phase = "schedule"} {
  func.func @matmul(%a_ptr: !tq.ptr<f16> {tq.divisibility = 16 : i64, tq.name = "a_ptr", tq.type = "*fp16"}, %b_ptr: !tq.ptr<f16> {tq.divisibility = 16 : i64, tq.name = "b_ptr", tq.type = "*fp16"}, %out_ptr: !tq.ptr<f32> {tq.divisibility = 16 : i64, tq.name = "out_ptr", tq.type = "*fp32"}, %stride_a: i32 {tq.divisibility = 16 : i64, tq.name = "stride_a", tq.type = "i32"}, %stride_b: i32 {tq.divisibility = 16 : i64, tq.name = "stride_b", tq.type = "i32"}, %K: i32 {tq.divisibility = 16 : i64, tq.name = "K", tq.type = "i32"}) attributes {tq.constants = ["BLOCK=32"], tq.kernel, tqg.plan = #tqg.plan<warps = 1, stages = 3, roles = 1, cluster = 1>, tqg.shared_bytes = 12288 : i64} {
    %cst = arith.constant dense<32> : tensor<32x1xi32, #linear>
    %c64_i32 = arith.constant 64 : i32
    %c3_i32 = arith.constant 3 : i32
    %c1_i32 = arith.constant 1 : i32
    %c-2147483648_i32 = arith.constant -2147483648 : i32
    %c2_i32 = arith.constant 2 : i32
    %acc = arith.constant dense<0.000000e+00> : tensor<32x32xf32, #linear1>
    %c0_i32 = arith.constant 0 : i32
    %c32_i32 = arith.constant 32 : i32
    %0 = tq.program_id 0
    %1 = arith.muli %0, %c32_i32 : i32
    %2 = tq.range 0 to 32 : tensor<32xi32, #linear2>
    %3 = tq.range 0 to 32 : tensor<32xi32, #linear3>
    %4 = tq.expand_dims %2, 1 : tensor<32xi32, #linear2> -> tensor<32x1xi32, #linear>
    %5 = tq.splat %1 : i32 -> tensor<32x1xi32, #linear>
    %rows = arith.addi %5, %4 : tensor<32x1xi32, #linear>
    %6 = tq.program_id 1
    %7 = arith.muli %6, %c32_i32 : i32
    %8 = tq.expand_dims %3, 0 : tensor<32xi32, #linear3> -> tensor<1x32xi32, #linear4>
    %9 = tq.splat %7 : i32 -> tensor<1x32xi32, #linear4>
    %cols = arith.addi %9, %8 : tensor<1x32xi32, #linear4>
    %10 = tq.splat %stride_a : i32 -> tensor<32x1xi32, #linear>
    %11 = arith.muli %rows, %10 : tensor<32x1xi32, #linear>
    %12 = tq.splat %a_ptr : !tq.ptr<f16> -> tensor<32x1x!tq.ptr<f16>, #linear>
    %13 = tq.addptr %12, %11 : tensor<32x1x!tq.ptr<f16>, #linear>, tensor<32x1xi32, #linear>
    %14 = tq.broadcast %8 : tensor<1x32xi32, #linear4> -> tensor<32x32xi32, #linear5>
    %15 = tq.splat %stride_b : i32 -> tensor<32x1xi32, #linear>
    %16 = tq.splat %b_ptr : !tq.ptr<f16> -> tensor<32x1x!tq.ptr<f16>, #linear>
    %17 = tq.broadcast %cols : tensor<1x32xi32, #linear4> -> tensor<32x32xi32, #linear5>
    %a = tqg.ring {tqg.scratch = 0 : i32} : <3, tensor<32x32xf16, #linear6>>
    %b = tqg.ring {tqg.scratch = 6144 : i32} : <3, tensor<32x32xf16, #linear6>>
    tqg.barrier 0 of 1
    %18 = arith.cmpi sgt, %K, %c0_i32 : i32
    %19 = tq.broadcast %13 : tensor<32x1x!tq.ptr<f16>, #linear> -> tensor<32x32x!tq.ptr<f16>, #linear5>
    %20 = tq.addptr %19, %14 : tensor<32x32x!tq.ptr<f16>, #linear5>, tensor<32x32xi32, #linear5>
    %21 = arith.muli %4, %15 : tensor<32x1xi32, #linear>
    %22 = tq.addptr %16, %21 : tensor<32x1x!tq.ptr<f16>, #linear>, tensor<32x1xi32, #linear>
    %23 = tq.broadcast %22 : tensor<32x1x!tq.ptr<f16>, #linear> -> tensor<32x32x!tq.ptr<f16>, #linear5>
    %24 = tq.addptr %23, %17 : tensor<32x32x!tq.ptr<f16>, #linear5>, tensor<32x32xi32, #linear5>
    %25 = tq.splat %18 : i1 -> tensor<32x32xi1, #linear5>
    tqg.copy_async %20 mask %25 : tensor<32x32xi1, #linear5> to %a[%c0_i32] {tq.words = ["a_ptr + rows * stride_a + k + tl.arange(0, BLOCK)[None, :]", ""], tqg.access = #tqg.access<order = [1, 0], run = 32, aligned = 16, addresses = 8, whole = 8, cut = 8>} : tensor<32x32x!tq.ptr<f16>, #linear5>, <3, tensor<32x32xf16, #linear6>>
    tqg.copy_async %24 mask %25 : tensor<32x32xi1, #linear5> to %b[%c0_i32] {tq.words = ["b_ptr + (k + tl.arange(0, BLOCK)[:, None]) * stride_b + cols", ""], tqg.access = #tqg.access<order = [1, 0], run = 32, aligned = 16, addresses = 8, whole = 8, cut = 8>} : tensor<32x32x!tq.ptr<f16>, #linear5>, <3, tensor<32x32xf16, #linear6>>
    tqg.copy_commit
    %acc_0 = arith.subi %K, %c32_i32 : i32
    %acc_1 = arith.cmpi sgt, %acc_0, %K : i32
    %acc_2 = arith.select %acc_1, %c-2147483648_i32, %acc_0 : i32
    %26 = arith.cmpi sgt, %acc_2, %c0_i32 : i32
    %27 = tq.addptr %13, %cst : tensor<32x1x!tq.ptr<f16>, #linear>, tensor<32x1xi32, #linear>
    %28 = tq.broadcast %27 : tensor<32x1x!tq.ptr<f16>, #linear> -> tensor<32x32x!tq.ptr<f16>, #linear5>
    %29 = tq.addptr %28, %14 : tensor<32x32x!tq.ptr<f16>, #linear5>, tensor<32x32xi32, #linear5>
    %30 = arith.addi %4, %cst : tensor<32x1xi32, #linear>
    %31 = arith.muli %30, %15 : tensor<32x1xi32, #linear>
    %32 = tq.addptr %16, %31 : tensor<32x1x!tq.ptr<f16>, #linear>, tensor<32x1xi32, #linear>
    %33 = tq.broadcast %32 : tensor<32x1x!tq.ptr<f16>, #linear> -> tensor<32x32x!tq.ptr<f16>, #linear5>
    %34 = tq.addptr %33, %17 : tensor<32x32x!tq.ptr<f16>, #linear5>, tensor<32x32xi32, #linear5>
    %35 = tq.splat %26 : i1 -> tensor<32x32xi1, #linear5>
    tqg.copy_async %29 mask %35 : tensor<32x32xi1, #linear5> to %a[%c1_i32] {tq.words = ["a_ptr + rows * stride_a + k + tl.arange(0, BLOCK)[None, :]", ""], tqg.access = #tqg.access<order = [1, 0], run = 32, aligned = 16, addresses = 8, whole = 8, cut = 8>} : tensor<32x32x!tq.ptr<f16>, #linear5>, <3, tensor<32x32xf16, #linear6>>
    tqg.copy_async %34 mask %35 : tensor<32x32xi1, #linear5> to %b[%c1_i32] {tq.words = ["b_ptr + (k + tl.arange(0, BLOCK)[:, None]) * stride_b + cols", ""], tqg.access = #tqg.access<order = [1, 0], run = 32, aligned = 16, addresses = 8, whole = 8, cut = 8>} : tensor<32x32x!tq.ptr<f16>, #linear5>, <3, tensor<32x32xf16, #linear6>>
    tqg.copy_commit
    %acc_3:3 = scf.for %acc_6 = %c0_i32 to %K step %c32_i32 iter_args(%acc_7 = %acc, %acc_8 = %c2_i32, %acc_9 = %c0_i32) -> (tensor<32x32xf32, #linear1>, i32, i32)  : i32 {
      tqg.copy_wait 1
      tqg.barrier 0 of 1
      %acc_10 = arith.addi %acc_8, %c1_i32 : i32
      %acc_11 = arith.cmpi eq, %acc_10, %c3_i32 : i32
      %acc_12 = arith.select %acc_11, %c0_i32, %acc_10 : i32
      %acc_13 = arith.addi %acc_9, %c1_i32 : i32
      %acc_14 = arith.cmpi eq, %acc_13, %c3_i32 : i32
      %acc_15 = arith.select %acc_14, %c0_i32, %acc_13 : i32
      %a_16 = tqg.ring_read %a[%acc_9] [0, 1] : <3, tensor<32x32xf16, #linear6>> -> tensor<32x32xf16, #linear1>
      %b_17 = tqg.ring_read %b[%acc_9] [0, 1] : <3, tensor<32x32xf16, #linear6>> -> tensor<32x32xf16, #linear7>
      %acc_18 = tqg.mma %a_16, %b_17, %acc_7 {tqg.product = #tqg.product<unit = mma>} : tensor<32x32xf16, #linear1>, tensor<32x32xf16, #linear7>, tensor<32x32xf32, #linear1>
      %acc_19 = arith.addi %acc_6, %c64_i32 : i32
      %acc_20 = arith.subi %K, %acc_6 : i32
      %acc_21 = arith.cmpi ugt, %acc_20, %c64_i32 : i32
      %41 = tq.splat %acc_19 : i32 -> tensor<32x1xi32, #linear>
      %42 = tq.addptr %13, %41 : tensor<32x1x!tq.ptr<f16>, #linear>, tensor<32x1xi32, #linear>
      %43 = tq.broadcast %42 : tensor<32x1x!tq.ptr<f16>, #linear> -> tensor<32x32x!tq.ptr<f16>, #linear5>
      %44 = tq.addptr %43, %14 : tensor<32x32x!tq.ptr<f16>, #linear5>, tensor<32x32xi32, #linear5>
      %45 = arith.addi %41, %4 : tensor<32x1xi32, #linear>
      %46 = arith.muli %45, %15 : tensor<32x1xi32, #linear>
      %47 = tq.addptr %16, %46 : tensor<32x1x!tq.ptr<f16>, #linear>, tensor<32x1xi32, #linear>
      %48 = tq.broadcast %47 : tensor<32x1x!tq.ptr<f16>, #linear> -> tensor<32x32x!tq.ptr<f16>, #linear5>
      %49 = tq.addptr %48, %17 : tensor<32x32x!tq.ptr<f16>, #linear5>, tensor<32x32xi32, #linear5>
      %acc_22 = tq.splat %acc_21 : i1 -> tensor<32x32xi1, #linear5>
      tqg.copy_async %44 mask %acc_22 : tensor<32x32xi1, #linear5> to %a[%acc_8] {tq.words = ["a_ptr + rows * stride_a + k + tl.arange(0, BLOCK)[None, :]", ""], tqg.access = #tqg.access<order = [1, 0], run = 32, aligned = 16, addresses = 8, whole = 8, cut = 8>} : tensor<32x32x!tq.ptr<f16>, #linear5>, <3, tensor<32x32xf16, #linear6>>
      tqg.copy_async %49 mask %acc_22 : tensor<32x32xi1, #linear5> to %b[%acc_8] {tq.words = ["b_ptr + (k + tl.arange(0, BLOCK)[:, None]) * stride_b + cols", ""], tqg.access = #tqg.access<order = [1, 0], run = 32, aligned = 16, addresses = 8, whole = 8, cut = 8>} : tensor<32x32x!tq.ptr<f16>, #linear5>, <3, tensor<32x32xf16, #linear6>>
      tqg.copy_commit
      scf.yield %acc_18, %acc_12, %acc_15 : tensor<32x32xf32, #linear1>, i32, i32
    }
    tqg.copy_wait 0
    tqg.barrier 0 of 1
    %acc_4 = tqg.staging {tqg.scratch = 0 : i32} : !tqg.shared<tensor<32x32xf32, #linear8>>
    tqg.shared_store %acc_3#0 to %acc_4 width 4 : tensor<32x32xf32, #linear1> to !tqg.shared<tensor<32x32xf32, #linear8>>
    tqg.barrier 0 of 1
    %acc_5 = tqg.shared_load %acc_4 width 4 : !tqg.shared<tensor<32x32xf32, #linear8>> to tensor<32x32xf32, #linear5>
    %36 = arith.muli %rows, %15 : tensor<32x1xi32, #linear>
    %37 = tq.splat %out_ptr : !tq.ptr<f32> -> tensor<32x1x!tq.ptr<f32>, #linear>
    %38 = tq.addptr %37, %36 : tensor<32x1x!tq.ptr<f32>, #linear>, tensor<32x1xi32, #linear>
    %39 = tq.broadcast %38 : tensor<32x1x!tq.ptr<f32>, #linear> -> tensor<32x32x!tq.ptr<f32>, #linear5>
    %40 = tq.addptr %39, %17 : tensor<32x32x!tq.ptr<f32>, #linear5>, tensor<32x32xi32, #linear5>
    tq.store %40, %acc_5 {tq.words = ["out_ptr + rows * stride_b + cols", ""], tqg.access = #tqg.access<order = [1, 0], run = 32, aligned = 16, addresses = 4, whole = 4, cut = 4>} : tensor<32x32x!tq.ptr<f32>, #linear5>, tensor<32x32xf32, #linear5>
    return
  }
}
