#linear = #tqg.linear<reg = [(8, 0), (16, 0)], lane = [(0, 0), (0, 0), (1, 0), (2, 0), (4, 0)], warp = [], shape = (32, 1)>
#linear1 = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (16, 0)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [], shape = (32, 32)>
#linear2 = #tqg.linear<reg = [(8), (16)], lane = [(0), (0), (1), (2), (4)], warp = [], shape = (32)>
#linear3 = #tqg.linear<reg = [(1), (2), (4)], lane = [(8), (16), (0), (0), (0)], warp = [], shape = (32)>
#linear4 = #tqg.linear<reg = [(0, 1), (0, 2), (0, 4)], lane = [(0, 8), (0, 16), (0, 0), (0, 0), (0, 0)], warp = [], shape = (1, 32)>
#linear5 = #tqg.linear<reg = [(0, 1), (0, 2), (0, 4), (8, 0), (16, 0)], lane = [(0, 8), (0, 16), (1, 0), (2, 0), (4, 0)], warp = [], shape = (32, 32)>
#linear6 = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (1, 0), (2, 8), (4, 16), (8, 0), (16, 0)], shape = (32, 32)>
#linear7 = #tqg.linear<reg = [(1, 0), (8, 0), (0, 8), (16, 0), (0, 16)], lane = [(2, 0), (4, 0), (0, 1), (0, 2), (0, 4)], warp = [], shape = (32, 32)>
module attributes {tq.arch = "sm_80", tq.phase = "schedule"} {
  func.func @matmul(%a_ptr: !tq.ptr<f16> {tq.divisibility = 16 : i64, tq.name = "a_ptr", tq.type = "*fp16"}, %b_ptr: !tq.ptr<f16> {tq.divisibility = 16 : i64, tq.name = "b_ptr", tq.type = "*fp16"}, %out_ptr: !tq.ptr<f32> {tq.divisibility = 16 : i64, tq.name = "out_ptr", tq.type = "*fp32"}, %stride_a: i32 {tq.divisibility = 16 : i64, tq.name = "stride_a", tq.type = "i32"}, %stride_b: i32 {tq.divisibility = 16 : i64, tq.name = "stride_b", tq.type = "i32"}, %K: i32 {tq.divisibility = 16 : i64, tq.name = "K", tq.type = "i32"}) attributes {tq.constants = ["BLOCK=32"], tq.kernel, tqg.plan = #tqg.plan<warps = 1, stages = 3, roles = 1, cluster = 1>, tqg.shared_bytes = 12288 : i64} {
    %cst = arith.constant dense<32> : tensor<32x1xi32, #linear>
    %acc = arith.constant 64 : i32
    %c3_i32 = arith.constant 3 : i32
    %c1_i32 = arith.constant 1 : i32
    %c2_i32 = arith.constant 2 : i32
    %acc_0 = arith.constant dense<0.000000e+00> : tensor<32x32xf32, #linear1>
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
    tq.barrier
    %18 = tq.broadcast %13 : tensor<32x1x!tq.ptr<f16>, #linear> -> tensor<32x32x!tq.ptr<f16>, #linear5>
    %19 = tq.addptr %18, %14 : tensor<32x32x!tq.ptr<f16>, #linear5>, tensor<32x32xi32, #linear5>
    %20 = arith.muli %4, %15 : tensor<32x1xi32, #linear>
    %21 = tq.addptr %16, %20 : tensor<32x1x!tq.ptr<f16>, #linear>, tensor<32x1xi32, #linear>
    %22 = tq.broadcast %21 : tensor<32x1x!tq.ptr<f16>, #linear> -> tensor<32x32x!tq.ptr<f16>, #linear5>
    %23 = tq.addptr %22, %17 : tensor<32x32x!tq.ptr<f16>, #linear5>, tensor<32x32xi32, #linear5>
    %acc_1 = arith.cmpi sgt, %K, %c0_i32 : i32
    %a_2 = tq.splat %acc_1 : i1 -> tensor<32x32xi1, #linear5>
    tqg.copy_async %19 mask %a_2 : tensor<32x32xi1, #linear5> to %a[%c0_i32] {tq.words = ["a_ptr + rows * stride_a + k + tl.arange(0, BLOCK)[None, :]", ""]} : tensor<32x32x!tq.ptr<f16>, #linear5>, <3, tensor<32x32xf16, #linear6>>
    tqg.copy_async %23 mask %a_2 : tensor<32x32xi1, #linear5> to %b[%c0_i32] {tq.words = ["b_ptr + (k + tl.arange(0, BLOCK)[:, None]) * stride_b + cols", ""]} : tensor<32x32x!tq.ptr<f16>, #linear5>, <3, tensor<32x32xf16, #linear6>>
    tqg.copy_commit
    %24 = tq.addptr %13, %cst : tensor<32x1x!tq.ptr<f16>, #linear>, tensor<32x1xi32, #linear>
    %25 = tq.broadcast %24 : tensor<32x1x!tq.ptr<f16>, #linear> -> tensor<32x32x!tq.ptr<f16>, #linear5>
    %26 = tq.addptr %25, %14 : tensor<32x32x!tq.ptr<f16>, #linear5>, tensor<32x32xi32, #linear5>
    %27 = arith.addi %4, %cst : tensor<32x1xi32, #linear>
    %28 = arith.muli %27, %15 : tensor<32x1xi32, #linear>
    %29 = tq.addptr %16, %28 : tensor<32x1x!tq.ptr<f16>, #linear>, tensor<32x1xi32, #linear>
    %30 = tq.broadcast %29 : tensor<32x1x!tq.ptr<f16>, #linear> -> tensor<32x32x!tq.ptr<f16>, #linear5>
    %31 = tq.addptr %30, %17 : tensor<32x32x!tq.ptr<f16>, #linear5>, tensor<32x32xi32, #linear5>
    %acc_3 = arith.cmpi sgt, %K, %c32_i32 : i32
    %a_4 = tq.splat %acc_3 : i1 -> tensor<32x32xi1, #linear5>
    tqg.copy_async %26 mask %a_4 : tensor<32x32xi1, #linear5> to %a[%c1_i32] {tq.words = ["a_ptr + rows * stride_a + k + tl.arange(0, BLOCK)[None, :]", ""]} : tensor<32x32x!tq.ptr<f16>, #linear5>, <3, tensor<32x32xf16, #linear6>>
    tqg.copy_async %31 mask %a_4 : tensor<32x32xi1, #linear5> to %b[%c1_i32] {tq.words = ["b_ptr + (k + tl.arange(0, BLOCK)[:, None]) * stride_b + cols", ""]} : tensor<32x32x!tq.ptr<f16>, #linear5>, <3, tensor<32x32xf16, #linear6>>
    tqg.copy_commit
    %acc_5:3 = scf.for %acc_7 = %c0_i32 to %K step %c32_i32 iter_args(%acc_8 = %acc_0, %acc_9 = %c2_i32, %acc_10 = %c0_i32) -> (tensor<32x32xf32, #linear1>, i32, i32)  : i32 {
      tqg.copy_wait 1
      tq.barrier
      %acc_11 = arith.addi %acc_9, %c1_i32 : i32
      %acc_12 = arith.cmpi eq, %acc_11, %c3_i32 : i32
      %acc_13 = arith.select %acc_12, %c0_i32, %acc_11 : i32
      %acc_14 = arith.addi %acc_10, %c1_i32 : i32
      %acc_15 = arith.cmpi eq, %acc_14, %c3_i32 : i32
      %acc_16 = arith.select %acc_15, %c0_i32, %acc_14 : i32
      %a_17 = tqg.ring_read %a[%acc_10] [0, 1] : <3, tensor<32x32xf16, #linear6>> -> tensor<32x32xf16, #linear1>
      %b_18 = tqg.ring_read %b[%acc_10] [0, 1] : <3, tensor<32x32xf16, #linear6>> -> tensor<32x32xf16, #linear7>
      %acc_19 = tqg.mma %a_17, %b_18, %acc_8 : tensor<32x32xf16, #linear1>, tensor<32x32xf16, #linear7>, tensor<32x32xf32, #linear1>
      %acc_20 = arith.addi %acc_7, %acc : i32
      %37 = tq.splat %acc_20 : i32 -> tensor<32x1xi32, #linear>
      %38 = tq.addptr %13, %37 : tensor<32x1x!tq.ptr<f16>, #linear>, tensor<32x1xi32, #linear>
      %39 = tq.broadcast %38 : tensor<32x1x!tq.ptr<f16>, #linear> -> tensor<32x32x!tq.ptr<f16>, #linear5>
      %40 = tq.addptr %39, %14 : tensor<32x32x!tq.ptr<f16>, #linear5>, tensor<32x32xi32, #linear5>
      %41 = arith.addi %37, %4 : tensor<32x1xi32, #linear>
      %42 = arith.muli %41, %15 : tensor<32x1xi32, #linear>
      %43 = tq.addptr %16, %42 : tensor<32x1x!tq.ptr<f16>, #linear>, tensor<32x1xi32, #linear>
      %44 = tq.broadcast %43 : tensor<32x1x!tq.ptr<f16>, #linear> -> tensor<32x32x!tq.ptr<f16>, #linear5>
      %45 = tq.addptr %44, %17 : tensor<32x32x!tq.ptr<f16>, #linear5>, tensor<32x32xi32, #linear5>
      %acc_21 = arith.subi %K, %acc_7 : i32
      %acc_22 = arith.cmpi sgt, %acc_21, %acc : i32
      %a_23 = tq.splat %acc_22 : i1 -> tensor<32x32xi1, #linear5>
      tqg.copy_async %40 mask %a_23 : tensor<32x32xi1, #linear5> to %a[%acc_9] {tq.words = ["a_ptr + rows * stride_a + k + tl.arange(0, BLOCK)[None, :]", ""]} : tensor<32x32x!tq.ptr<f16>, #linear5>, <3, tensor<32x32xf16, #linear6>>
      tqg.copy_async %45 mask %a_23 : tensor<32x32xi1, #linear5> to %b[%acc_9] {tq.words = ["b_ptr + (k + tl.arange(0, BLOCK)[:, None]) * stride_b + cols", ""]} : tensor<32x32x!tq.ptr<f16>, #linear5>, <3, tensor<32x32xf16, #linear6>>
      tqg.copy_commit
      scf.yield %acc_19, %acc_13, %acc_16 : tensor<32x32xf32, #linear1>, i32, i32
    }
    tqg.copy_wait 0
    tq.barrier
    %acc_6 = tqg.convert_layout %acc_5#0 {tqg.scratch = 0 : i32, tqg.unfenced} : tensor<32x32xf32, #linear1> to tensor<32x32xf32, #linear5>
    %32 = arith.muli %rows, %15 : tensor<32x1xi32, #linear>
    %33 = tq.splat %out_ptr : !tq.ptr<f32> -> tensor<32x1x!tq.ptr<f32>, #linear>
    %34 = tq.addptr %33, %32 : tensor<32x1x!tq.ptr<f32>, #linear>, tensor<32x1xi32, #linear>
    %35 = tq.broadcast %34 : tensor<32x1x!tq.ptr<f32>, #linear> -> tensor<32x32x!tq.ptr<f32>, #linear5>
    %36 = tq.addptr %35, %17 : tensor<32x32x!tq.ptr<f32>, #linear5>, tensor<32x32xi32, #linear5>
    tq.store %36, %acc_6 {tq.words = ["out_ptr + rows * stride_b + cols", ""]} : tensor<32x32x!tq.ptr<f32>, #linear5>, tensor<32x32xf32, #linear5>
    return
  }
}
