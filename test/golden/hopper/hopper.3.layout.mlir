#linear = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#linear1 = #tqg.linear<reg = [(8), (16), (32)], lane = [(0), (0), (0), (0), (1)], warp = [(2), (4)], shape = (64)>
#linear2 = #tqg.linear<reg = [(1), (2)], lane = [(4), (8), (16), (32), (0)], warp = [(0), (0)], shape = (64)>
#linear3 = #tqg.linear<reg = [(0, 1), (0, 2), (0, 4), (16, 0), (32, 0)], lane = [(0, 8), (0, 16), (0, 32), (1, 0), (2, 0)], warp = [(4, 0), (8, 0)], shape = (64, 64)>
#linear4 = #tqg.linear<reg = [(1, 0), (8, 0), (0, 8), (16, 0), (32, 0), (0, 16), (0, 32)], lane = [(2, 0), (4, 0), (0, 1), (0, 2), (0, 4)], warp = [(0, 0), (0, 0)], shape = (64, 64)>
#linear5 = #tqg.linear<reg = [(0, 1), (0, 2), (8, 0), (16, 0), (32, 0)], lane = [(0, 4), (0, 8), (0, 16), (0, 32), (1, 0)], warp = [(2, 0), (4, 0)], shape = (64, 64)>
#linear6 = #tqg.linear<reg = [(8, 0), (16, 0), (32, 0)], lane = [(0, 0), (0, 0), (0, 0), (0, 0), (1, 0)], warp = [(2, 0), (4, 0)], shape = (64, 1)>
#linear7 = #tqg.linear<reg = [(0, 1), (0, 2)], lane = [(0, 4), (0, 8), (0, 16), (0, 32), (0, 0)], warp = [(0, 0), (0, 0)], shape = (1, 64)>
module attributes {tq.arch = "sm_90a", tq.phase = "layout"} {
  func.func @product(%a_ptr: !tq.ptr<f16> {tq.divisibility = 16 : i64, tq.name = "a_ptr", tq.type = "*fp16"}, %b_ptr: !tq.ptr<f16> {tq.divisibility = 16 : i64, tq.name = "b_ptr", tq.type = "*fp16"}, %out_ptr: !tq.ptr<f32> {tq.divisibility = 16 : i64, tq.name = "out_ptr", tq.type = "*fp32"}, %K: i32 {tq.name = "K", tq.type = "i32"}, %stride_a: i32 {tq.divisibility = 16 : i64, tq.name = "stride_a", tq.type = "i32"}, %stride_b: i32 {tq.divisibility = 16 : i64, tq.name = "stride_b", tq.type = "i32"}) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 4, stages = 3, roles = 2, cluster = 1>} {
    %c-1073741824_i32 = arith.constant -1073741824 : i32
    %c64_i32 = arith.constant 64 : i32
    %c0_i32 = arith.constant 0 : i32
    %acc = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #linear>
    %c2147483647_i32 = arith.constant 2147483647 : i32
    %a = tqg.tensor_map %a_ptr of[%K, %c2147483647_i32] by[%stride_a] box [64, 64] swizzle 128 : !tq.ptr<f16> of[i32, i32] by[i32]
    %b = tqg.tensor_map %b_ptr of[%c2147483647_i32, %K] by[%stride_b] box [64, 64] swizzle 128 : !tq.ptr<f16> of[i32, i32] by[i32]
    %0 = tq.program_id 0
    %1 = arith.muli %0, %c64_i32 : i32
    %2 = tq.range 0 to 64 : tensor<64xi32, #linear1>
    %3 = tq.range 0 to 64 : tensor<64xi32, #linear2>
    %4 = tq.splat %1 : i32 -> tensor<64xi32, #linear1>
    %m = arith.addi %4, %2 : tensor<64xi32, #linear1>
    %5 = tq.program_id 1
    %6 = arith.muli %5, %c64_i32 : i32
    %7 = tq.splat %6 : i32 -> tensor<64xi32, #linear2>
    %n = arith.addi %7, %3 : tensor<64xi32, #linear2>
    %acc_0 = scf.for %start = %c0_i32 to %K step %c64_i32 iter_args(%acc_2 = %acc) -> (tensor<64x64xf32, #linear>)  : i32 {
      %a_3 = arith.cmpi sle, %K, %c0_i32 : i32
      %a_4 = arith.select %a_3, %c-1073741824_i32, %start : i32
      %a_5 = tqg.box_load %a[%a_4, %1] axes [1, 0] {tq.words = ["a_ptr + m[:, None] * stride_a + k[None, :]", "k[None, :] < K"]} : tensor<64x64xf16, #linear3>
      %a_6 = tqg.convert_layout %a_5 : tensor<64x64xf16, #linear3> to tensor<64x64xf16, #linear>
      %b_7 = tqg.box_load %b[%6, %a_4] axes [1, 0] {tq.words = ["b_ptr + k[:, None] * stride_b + n[None, :]", "k[:, None] < K"]} : tensor<64x64xf16, #linear3>
      %b_8 = tqg.convert_layout %b_7 : tensor<64x64xf16, #linear3> to tensor<64x64xf16, #linear4>
      %acc_9 = tqg.mma %a_6, %b_8, %acc_2 : tensor<64x64xf16, #linear>, tensor<64x64xf16, #linear4>, tensor<64x64xf32, #linear>
      scf.yield %acc_9 : tensor<64x64xf32, #linear>
    }
    %acc_1 = tqg.convert_layout %acc_0 : tensor<64x64xf32, #linear> to tensor<64x64xf32, #linear5>
    %8 = tq.expand_dims %m, 1 : tensor<64xi32, #linear1> -> tensor<64x1xi32, #linear6>
    %9 = tq.splat %stride_b : i32 -> tensor<64x1xi32, #linear6>
    %10 = arith.muli %8, %9 : tensor<64x1xi32, #linear6>
    %11 = tq.splat %out_ptr : !tq.ptr<f32> -> tensor<64x1x!tq.ptr<f32>, #linear6>
    %12 = tq.addptr %11, %10 : tensor<64x1x!tq.ptr<f32>, #linear6>, tensor<64x1xi32, #linear6>
    %13 = tq.expand_dims %n, 0 : tensor<64xi32, #linear2> -> tensor<1x64xi32, #linear7>
    %14 = tq.broadcast %12 : tensor<64x1x!tq.ptr<f32>, #linear6> -> tensor<64x64x!tq.ptr<f32>, #linear5>
    %15 = tq.broadcast %13 : tensor<1x64xi32, #linear7> -> tensor<64x64xi32, #linear5>
    %16 = tq.addptr %14, %15 : tensor<64x64x!tq.ptr<f32>, #linear5>, tensor<64x64xi32, #linear5>
    tq.store %16, %acc_1 {tq.words = ["out_ptr + m[:, None] * stride_b + n[None, :]", ""]} : tensor<64x64x!tq.ptr<f32>, #linear5>, tensor<64x64xf32, #linear5>
    return
  }
}
