module attributes {tq.arch = "sm_80", tq.phase = "tile"} {
  func.func @matmul(%a_ptr: !tq.ptr<f16> {tq.divisibility = 16 : i64, tq.name = "a_ptr", tq.type = "*fp16"}, %b_ptr: !tq.ptr<f16> {tq.divisibility = 16 : i64, tq.name = "b_ptr", tq.type = "*fp16"}, %out_ptr: !tq.ptr<f32> {tq.divisibility = 16 : i64, tq.name = "out_ptr", tq.type = "*fp32"}, %stride_a: i32 {tq.divisibility = 16 : i64, tq.name = "stride_a", tq.type = "i32"}, %stride_b: i32 {tq.divisibility = 16 : i64, tq.name = "stride_b", tq.type = "i32"}, %K: i32 {tq.divisibility = 16 : i64, tq.name = "K", tq.type = "i32"}) attributes {tq.constants = ["BLOCK=32"], tq.kernel, tq.num_stages = 3 : i32, tq.num_warps = 1 : i32} {
    %acc = arith.constant dense<0.000000e+00> : tensor<32x32xf32>
    %c0_i32 = arith.constant 0 : i32
    %c32_i32 = arith.constant 32 : i32
    %0 = tq.program_id 0
    %1 = arith.muli %0, %c32_i32 : i32
    %2 = tq.range 0 to 32 : tensor<32xi32>
    %3 = tq.expand_dims %2, 1 : tensor<32xi32> -> tensor<32x1xi32>
    %4 = tq.splat %1 : i32 -> tensor<32x1xi32>
    %rows = arith.addi %4, %3 : tensor<32x1xi32>
    %5 = tq.program_id 1
    %6 = arith.muli %5, %c32_i32 : i32
    %7 = tq.expand_dims %2, 0 : tensor<32xi32> -> tensor<1x32xi32>
    %8 = tq.splat %6 : i32 -> tensor<1x32xi32>
    %cols = arith.addi %8, %7 : tensor<1x32xi32>
    %9 = tq.splat %stride_a : i32 -> tensor<32x1xi32>
    %10 = arith.muli %rows, %9 : tensor<32x1xi32>
    %11 = tq.splat %a_ptr : !tq.ptr<f16> -> tensor<32x1x!tq.ptr<f16>>
    %12 = tq.addptr %11, %10 : tensor<32x1x!tq.ptr<f16>>, tensor<32x1xi32>
    %13 = tq.broadcast %7 : tensor<1x32xi32> -> tensor<32x32xi32>
    %14 = tq.splat %stride_b : i32 -> tensor<32x1xi32>
    %15 = tq.splat %b_ptr : !tq.ptr<f16> -> tensor<32x1x!tq.ptr<f16>>
    %16 = tq.broadcast %cols : tensor<1x32xi32> -> tensor<32x32xi32>
    %acc_0 = scf.for %k = %c0_i32 to %K step %c32_i32 iter_args(%acc_1 = %acc) -> (tensor<32x32xf32>)  : i32 {
      %24 = tq.splat %k : i32 -> tensor<32x1xi32>
      %25 = tq.addptr %12, %24 : tensor<32x1x!tq.ptr<f16>>, tensor<32x1xi32>
      %26 = tq.broadcast %25 : tensor<32x1x!tq.ptr<f16>> -> tensor<32x32x!tq.ptr<f16>>
      %27 = tq.addptr %26, %13 : tensor<32x32x!tq.ptr<f16>>, tensor<32x32xi32>
      %a = tq.load %27 {cache = 0 : i32, evict = 0 : i32, tq.words = ["a_ptr + rows * stride_a + k + tl.arange(0, BLOCK)[None, :]", ""]} : tensor<32x32x!tq.ptr<f16>> -> tensor<32x32xf16>
      %28 = arith.addi %24, %3 : tensor<32x1xi32>
      %29 = arith.muli %28, %14 : tensor<32x1xi32>
      %30 = tq.addptr %15, %29 : tensor<32x1x!tq.ptr<f16>>, tensor<32x1xi32>
      %31 = tq.broadcast %30 : tensor<32x1x!tq.ptr<f16>> -> tensor<32x32x!tq.ptr<f16>>
      %32 = tq.addptr %31, %16 : tensor<32x32x!tq.ptr<f16>>, tensor<32x32xi32>
      %b = tq.load %32 {cache = 0 : i32, evict = 0 : i32, tq.words = ["b_ptr + (k + tl.arange(0, BLOCK)[:, None]) * stride_b + cols", ""]} : tensor<32x32x!tq.ptr<f16>> -> tensor<32x32xf16>
      %acc_2 = tq.dot %a, %b, %acc_1 tf32 : tensor<32x32xf16>, tensor<32x32xf16>, tensor<32x32xf32>
      scf.yield %acc_2 : tensor<32x32xf32>
    }
    %17 = tq.splat %stride_b : i32 -> tensor<32x1xi32>
    %18 = arith.muli %rows, %17 : tensor<32x1xi32>
    %19 = tq.splat %out_ptr : !tq.ptr<f32> -> tensor<32x1x!tq.ptr<f32>>
    %20 = tq.addptr %19, %18 : tensor<32x1x!tq.ptr<f32>>, tensor<32x1xi32>
    %21 = tq.broadcast %20 : tensor<32x1x!tq.ptr<f32>> -> tensor<32x32x!tq.ptr<f32>>
    %22 = tq.broadcast %cols : tensor<1x32xi32> -> tensor<32x32xi32>
    %23 = tq.addptr %21, %22 : tensor<32x32x!tq.ptr<f32>>, tensor<32x32xi32>
    tq.store %23, %acc_0 {tq.words = ["out_ptr + rows * stride_b + cols", ""]} : tensor<32x32x!tq.ptr<f32>>, tensor<32x32xf32>
    return
  }
}
