#linear = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#linear1 = #tqg.linear<reg = [(0, 1), (0, 2), (0, 4), (16, 0), (32, 0)], lane = [(0, 8), (0, 16), (0, 32), (1, 0), (2, 0)], warp = [(4, 0), (8, 0)], shape = (64, 64)>
#linear2 = #tqg.linear<reg = [(1, 0), (8, 0), (0, 8), (16, 0), (32, 0), (0, 16), (0, 32)], lane = [(2, 0), (4, 0), (0, 1), (0, 2), (0, 4)], warp = [(0, 0), (0, 0)], shape = (64, 64)>
module attributes {tq.arch = "sm_90a", tq.phase = "layout"} {
  func.func @product(%a_ptr: !tq.ptr<f16> {tq.divisibility = 16 : i64, tq.name = "a_ptr", tq.type = "*fp16"}, %b_ptr: !tq.ptr<f16> {tq.divisibility = 16 : i64, tq.name = "b_ptr", tq.type = "*fp16"}, %out_ptr: !tq.ptr<f32> {tq.divisibility = 16 : i64, tq.name = "out_ptr", tq.type = "*fp32"}, %K: i32 {tq.name = "K", tq.type = "i32"}, %stride_a: i32 {tq.divisibility = 16 : i64, tq.name = "stride_a", tq.type = "i32"}, %stride_b: i32 {tq.divisibility = 16 : i64, tq.name = "stride_b", tq.type = "i32"}) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 4, stages = 3, roles = 2, cluster = 1>} {
    %c1073741824_i32 = arith.constant 1073741824 : i32
    %c64_i32 = arith.constant 64 : i32
    %c0_i32 = arith.constant 0 : i32
    %acc = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #linear>
    %c2147483647_i32 = arith.constant 2147483647 : i32
    %0 = tqg.tensor_map %out_ptr of[%c2147483647_i32, %c2147483647_i32] by[%stride_b] box [32, 16] swizzle 128 : !tq.ptr<f32> of[i32, i32] by[i32]
    %a = tqg.tensor_map %a_ptr of[%K, %c2147483647_i32] by[%stride_a] box [64, 64] swizzle 128 : !tq.ptr<f16> of[i32, i32] by[i32]
    %b = tqg.tensor_map %b_ptr of[%c2147483647_i32, %K] by[%stride_b] box [64, 64] swizzle 128 : !tq.ptr<f16> of[i32, i32] by[i32]
    %1 = tq.program_id 0
    %2 = tq.program_id 1
    %acc_0 = scf.for %start = %c0_i32 to %K step %c64_i32 iter_args(%acc_1 = %acc) -> (tensor<64x64xf32, #linear>)  : i32 {
      %a_2 = arith.cmpi sle, %K, %c0_i32 : i32
      %a_3 = arith.select %a_2, %c1073741824_i32, %start : i32
      %a_4 = arith.muli %1, %c64_i32 : i32
      %a_5 = tqg.box_load %a[%a_3, %a_4] axes [1, 0] {tq.words = ["a_ptr + m[:, None] * stride_a + k[None, :]", "k[None, :] < K"], tqg.ring_slots = 3 : i32} : tensor<64x64xf16, #linear1>
      %a_6 = tqg.convert_layout %a_5 : tensor<64x64xf16, #linear1> to tensor<64x64xf16, #linear>
      %b_7 = arith.muli %2, %c64_i32 : i32
      %b_8 = tqg.box_load %b[%b_7, %a_3] axes [1, 0] {tq.words = ["b_ptr + k[:, None] * stride_b + n[None, :]", "k[:, None] < K"], tqg.ring_slots = 3 : i32} : tensor<64x64xf16, #linear1>
      %b_9 = tqg.convert_layout %b_8 : tensor<64x64xf16, #linear1> to tensor<64x64xf16, #linear2>
      %acc_10 = tqg.mma %a_6, %b_9, %acc_1 {tqg.operands = #tqg.operands<left = slot, right = slot>, tqg.product = #tqg.product<unit = wgmma, rows = 4>} : tensor<64x64xf16, #linear>, tensor<64x64xf16, #linear2>, tensor<64x64xf32, #linear>
      scf.yield %acc_10 : tensor<64x64xf32, #linear>
    }
    %3 = arith.muli %2, %c64_i32 : i32
    %4 = arith.muli %1, %c64_i32 : i32
    tqg.box_store %0[%3, %4] axes [1, 0], %acc_0 {tq.words = ["out_ptr + m[:, None] * stride_b + n[None, :]", ""]} : tensor<64x64xf32, #linear>
    return
  }
}
