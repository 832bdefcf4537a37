module attributes {tq.arch = "sm_90a", tq.phase = "tile"} {
  func.func @product(%a_ptr: !tq.ptr<f16> {tq.divisibility = 16 : i64, tq.name = "a_ptr", tq.type = "*fp16"}, %b_ptr: !tq.ptr<f16> {tq.divisibility = 16 : i64, tq.name = "b_ptr", tq.type = "*fp16"}, %out_ptr: !tq.ptr<f32> {tq.divisibility = 16 : i64, tq.name = "out_ptr", tq.type = "*fp32"}, %K: i32 {tq.name = "K", tq.type = "i32"}, %stride_a: i32 {tq.divisibility = 16 : i64, tq.name = "stride_a", tq.type = "i32"}, %stride_b: i32 {tq.divisibility = 16 : i64, tq.name = "stride_b", tq.type = "i32"}) attributes {tq.kernel, tq.num_stages = 3 : i32, tq.num_warps = 4 : i32} {
    %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf16>
    %acc = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
    %c0_i32 = arith.constant 0 : i32
    %c64_i32 = arith.constant 64 : i32
    %0 = tq.program_id 0
    %1 = arith.muli %0, %c64_i32 : i32
    %2 = tq.range 0 to 64 : tensor<64xi32>
    %3 = tq.splat %1 : i32 -> tensor<64xi32>
    %m = arith.addi %3, %2 : tensor<64xi32>
    %4 = tq.program_id 1
    %5 = arith.muli %4, %c64_i32 : i32
    %6 = tq.splat %5 : i32 -> tensor<64xi32>
    %n = arith.addi %6, %2 : tensor<64xi32>
    %7 = tq.expand_dims %m, 1 : tensor<64xi32> -> tensor<64x1xi32>
    %8 = tq.splat %stride_a : i32 -> tensor<64x1xi32>
    %9 = arith.muli %7, %8 : tensor<64x1xi32>
    %10 = tq.splat %a_ptr : !tq.ptr<f16> -> tensor<64x1x!tq.ptr<f16>>
    %11 = tq.addptr %10, %9 : tensor<64x1x!tq.ptr<f16>>, tensor<64x1xi32>
    %12 = tq.broadcast %11 : tensor<64x1x!tq.ptr<f16>> -> tensor<64x64x!tq.ptr<f16>>
    %13 = tq.splat %K : i32 -> tensor<1x64xi32>
    %14 = tq.splat %stride_b : i32 -> tensor<64x1xi32>
    %15 = tq.splat %b_ptr : !tq.ptr<f16> -> tensor<64x1x!tq.ptr<f16>>
    %16 = tq.expand_dims %n, 0 : tensor<64xi32> -> tensor<1x64xi32>
    %17 = tq.broadcast %16 : tensor<1x64xi32> -> tensor<64x64xi32>
    %18 = tq.splat %K : i32 -> tensor<64x1xi32>
    %acc_0 = scf.for %start = %c0_i32 to %K step %c64_i32 iter_args(%acc_1 = %acc) -> (tensor<64x64xf32>)  : i32 {
      %28 = tq.splat %start : i32 -> tensor<64xi32>
      %k = arith.addi %28, %2 : tensor<64xi32>
      %29 = tq.expand_dims %k, 0 : tensor<64xi32> -> tensor<1x64xi32>
      %30 = tq.broadcast %29 : tensor<1x64xi32> -> tensor<64x64xi32>
      %31 = tq.addptr %12, %30 : tensor<64x64x!tq.ptr<f16>>, tensor<64x64xi32>
      %32 = arith.cmpi slt, %29, %13 : tensor<1x64xi32>
      %33 = tq.broadcast %32 : tensor<1x64xi1> -> tensor<64x64xi1>
      %a = tq.load %31, %33, %cst {cache = 0 : i32, evict = 0 : i32, tq.words = ["a_ptr + m[:, None] * stride_a + k[None, :]", "k[None, :] < K"]} : tensor<64x64x!tq.ptr<f16>> -> tensor<64x64xf16>
      %34 = tq.expand_dims %k, 1 : tensor<64xi32> -> tensor<64x1xi32>
      %35 = arith.muli %34, %14 : tensor<64x1xi32>
      %36 = tq.addptr %15, %35 : tensor<64x1x!tq.ptr<f16>>, tensor<64x1xi32>
      %37 = tq.broadcast %36 : tensor<64x1x!tq.ptr<f16>> -> tensor<64x64x!tq.ptr<f16>>
      %38 = tq.addptr %37, %17 : tensor<64x64x!tq.ptr<f16>>, tensor<64x64xi32>
      %39 = arith.cmpi slt, %34, %18 : tensor<64x1xi32>
      %40 = tq.broadcast %39 : tensor<64x1xi1> -> tensor<64x64xi1>
      %b = tq.load %38, %40, %cst {cache = 0 : i32, evict = 0 : i32, tq.words = ["b_ptr + k[:, None] * stride_b + n[None, :]", "k[:, None] < K"]} : tensor<64x64x!tq.ptr<f16>> -> tensor<64x64xf16>
      %acc_2 = tq.dot %a, %b, %acc_1 tf32 : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
      scf.yield %acc_2 : tensor<64x64xf32>
    }
    %19 = tq.expand_dims %m, 1 : tensor<64xi32> -> tensor<64x1xi32>
    %20 = tq.splat %stride_b : i32 -> tensor<64x1xi32>
    %21 = arith.muli %19, %20 : tensor<64x1xi32>
    %22 = tq.splat %out_ptr : !tq.ptr<f32> -> tensor<64x1x!tq.ptr<f32>>
    %23 = tq.addptr %22, %21 : tensor<64x1x!tq.ptr<f32>>, tensor<64x1xi32>
    %24 = tq.expand_dims %n, 0 : tensor<64xi32> -> tensor<1x64xi32>
    %25 = tq.broadcast %23 : tensor<64x1x!tq.ptr<f32>> -> tensor<64x64x!tq.ptr<f32>>
    %26 = tq.broadcast %24 : tensor<1x64xi32> -> tensor<64x64xi32>
    %27 = tq.addptr %25, %26 : tensor<64x64x!tq.ptr<f32>>, tensor<64x64xi32>
    tq.store %27, %acc_0 {tq.words = ["out_ptr + m[:, None] * stride_b + n[None, :]", ""]} : tensor<64x64x!tq.ptr<f32>>, tensor<64x64xf32>
    return
  }
}
