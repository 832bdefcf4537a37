#linear = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#linear1 = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0), (32, 0)], shape = (64, 64)>
#linear2 = #tqg.linear<reg = [(8), (16), (32)], lane = [(0), (0), (0), (0), (1)], warp = [(2), (4)], shape = (64)>
#linear3 = #tqg.linear<reg = [(1), (2)], lane = [(4), (8), (16), (32), (0)], warp = [(0), (0)], shape = (64)>
#linear4 = #tqg.linear<reg = [(0, 1), (0, 2), (8, 0), (16, 0), (32, 0)], lane = [(0, 4), (0, 8), (0, 16), (0, 32), (1, 0)], warp = [(2, 0), (4, 0)], shape = (64, 64)>
#linear5 = #tqg.linear<reg = [(8, 0), (16, 0), (32, 0)], lane = [(0, 0), (0, 0), (0, 0), (0, 0), (1, 0)], warp = [(2, 0), (4, 0)], shape = (64, 1)>
#linear6 = #tqg.linear<reg = [(0, 1), (0, 2)], lane = [(0, 4), (0, 8), (0, 16), (0, 32), (0, 0)], warp = [(0, 0), (0, 0)], shape = (1, 64)>
module attributes {tq.arch = "sm_90a", tq.phase = "schedule"} {
  func.func @product(%a_ptr: !tq.ptr<f16> {tq.divisibility = 16 : i64, tq.name = "a_ptr", tq.type = "*fp16"}, %b_ptr: !tq.ptr<f16> {tq.divisibility = 16 : i64, tq.name = "b_ptr", tq.type = "*fp16"}, %out_ptr: !tq.ptr<f32> {tq.divisibility = 16 : i64, tq.name = "out_ptr", tq.type = "*fp32"}, %K: i32 {tq.name = "K", tq.type = "i32"}, %stride_a: i32 {tq.divisibility = 16 : i64, tq.name = "stride_a", tq.type = "i32"}, %stride_b: i32 {tq.divisibility = 16 : i64, tq.name = "stride_b", tq.type = "i32"}) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 4, stages = 3, roles = 2, cluster = 1>, tqg.shared_bytes = 49248 : i64} {
    %c3_i32 = arith.constant 3 : i32
    %c1_i32 = arith.constant 1 : i32
    %c-1073741824_i32 = arith.constant -1073741824 : i32
    %c64_i32 = arith.constant 64 : i32
    %c0_i32 = arith.constant 0 : i32
    %acc = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #linear>
    %c2147483647_i32 = arith.constant 2147483647 : i32
    %a = tqg.tensor_map %a_ptr of[%K, %c2147483647_i32] by[%stride_a] box [64, 64] swizzle 128 : !tq.ptr<f16> of[i32, i32] by[i32]
    %b = tqg.tensor_map %b_ptr of[%c2147483647_i32, %K] by[%stride_b] box [64, 64] swizzle 128 : !tq.ptr<f16> of[i32, i32] by[i32]
    %a_0 = tqg.ring {tqg.scratch = 0 : i32} : <3, tensor<64x64xf16, #linear1>>
    %a_1 = tqg.mbarriers arrivals 1 {tqg.scratch = 49152 : i32} : <3>
    %a_2 = tqg.mbarriers arrivals 4 {tqg.scratch = 49176 : i32} : <3>
    %b_3 = tqg.ring {tqg.scratch = 24576 : i32} : <3, tensor<64x64xf16, #linear1>>
    %b_4 = tqg.mbarriers arrivals 1 {tqg.scratch = 49200 : i32} : <3>
    %b_5 = tqg.mbarriers arrivals 4 {tqg.scratch = 49224 : i32} : <3>
    tq.barrier
    tqg.role "producer" warps 4 to 5 single {
      %0 = tq.program_id 0
      %1 = arith.muli %0, %c64_i32 : i32
      %2 = tq.program_id 1
      %3 = arith.muli %2, %c64_i32 : i32
      %acc_6:4 = scf.for %acc_7 = %c0_i32 to %K step %c64_i32 iter_args(%arg7 = %c0_i32, %arg8 = %c0_i32, %arg9 = %c0_i32, %arg10 = %c0_i32) -> (i32, i32, i32, i32)  : i32 {
        %a_8 = arith.cmpi sle, %K, %c0_i32 : i32
        %a_9 = arith.select %a_8, %c-1073741824_i32, %acc_7 : i32
        %a_10 = arith.xori %arg8, %c1_i32 : i32
        tqg.mbarrier_wait %a_2[%arg7], %a_10 : <3>
        tqg.mbarrier_expect %a_1[%arg7], 8192 : <3>
        tqg.copy_tensor %a[%a_9, %1] axes [1, 0] to %a_0[%arg7] fills %a_1 {tq.words = ["a_ptr + m[:, None] * stride_a + k[None, :]", "k[None, :] < K"]} : <3, tensor<64x64xf16, #linear1>>, <3>
        %a_11 = arith.addi %arg7, %c1_i32 : i32
        %a_12 = arith.cmpi eq, %a_11, %c3_i32 : i32
        %a_13 = arith.select %a_12, %a_10, %arg8 : i32
        %a_14 = arith.select %a_12, %c0_i32, %a_11 : i32
        %b_15 = arith.xori %arg10, %c1_i32 : i32
        tqg.mbarrier_wait %b_5[%arg9], %b_15 : <3>
        tqg.mbarrier_expect %b_4[%arg9], 8192 : <3>
        tqg.copy_tensor %b[%3, %a_9] axes [1, 0] to %b_3[%arg9] fills %b_4 {tq.words = ["b_ptr + k[:, None] * stride_b + n[None, :]", "k[:, None] < K"]} : <3, tensor<64x64xf16, #linear1>>, <3>
        %b_16 = arith.addi %arg9, %c1_i32 : i32
        %b_17 = arith.cmpi eq, %b_16, %c3_i32 : i32
        %b_18 = arith.select %b_17, %b_15, %arg10 : i32
        %b_19 = arith.select %b_17, %c0_i32, %b_16 : i32
        scf.yield %a_14, %a_13, %b_19, %b_18 : i32, i32, i32, i32
      }
    }
    tqg.role "consumers" warps 0 to 4 {
      %0 = tq.program_id 0
      %1 = arith.muli %0, %c64_i32 : i32
      %2 = tq.range 0 to 64 : tensor<64xi32, #linear2>
      %3 = tq.range 0 to 64 : tensor<64xi32, #linear3>
      %4 = tq.splat %1 : i32 -> tensor<64xi32, #linear2>
      %m = arith.addi %4, %2 : tensor<64xi32, #linear2>
      %5 = tq.program_id 1
      %6 = arith.muli %5, %c64_i32 : i32
      %7 = tq.splat %6 : i32 -> tensor<64xi32, #linear3>
      %n = arith.addi %7, %3 : tensor<64xi32, #linear3>
      %acc_6:5 = scf.for %acc_8 = %c0_i32 to %K step %c64_i32 iter_args(%acc_9 = %acc, %arg8 = %c0_i32, %arg9 = %c0_i32, %arg10 = %c0_i32, %arg11 = %c0_i32) -> (tensor<64x64xf32, #linear>, i32, i32, i32, i32)  : i32 {
        %a_10 = arith.addi %arg8, %c1_i32 : i32
        %a_11 = arith.cmpi eq, %a_10, %c3_i32 : i32
        %a_12 = arith.xori %arg9, %c1_i32 : i32
        %a_13 = arith.select %a_11, %a_12, %arg9 : i32
        %a_14 = arith.select %a_11, %c0_i32, %a_10 : i32
        %b_15 = arith.addi %arg10, %c1_i32 : i32
        %b_16 = arith.cmpi eq, %b_15, %c3_i32 : i32
        %b_17 = arith.xori %arg11, %c1_i32 : i32
        %b_18 = arith.select %b_16, %b_17, %arg11 : i32
        %b_19 = arith.select %b_16, %c0_i32, %b_15 : i32
        tqg.mbarrier_wait %a_1[%arg8], %arg9 : <3>
        tqg.mbarrier_wait %b_4[%arg10], %arg11 : <3>
        %b_20 = tqg.ring_view %b_3[%arg10] [0, 1] : <3, tensor<64x64xf16, #linear1>> -> <tensor<64x64xf16, #linear1>>
        %a_21 = tqg.ring_view %a_0[%arg8] [0, 1] : <3, tensor<64x64xf16, #linear1>> -> <tensor<64x64xf16, #linear1>>
        %acc_22 = tqg.wgmma %a_21, %b_20, %acc_9 : !tqg.shared<tensor<64x64xf16, #linear1>>, <tensor<64x64xf16, #linear1>>, tensor<64x64xf32, #linear>
        %acc_23 = tqg.wgmma_wait %acc_22, 0 : tensor<64x64xf32, #linear>
        tqg.mbarrier_arrive %a_2[%arg8] : <3>
        tqg.mbarrier_arrive %b_5[%arg10] : <3>
        scf.yield %acc_23, %a_14, %a_13, %b_19, %b_18 : tensor<64x64xf32, #linear>, i32, i32, i32, i32
      }
      tq.barrier
      %acc_7 = tqg.convert_layout %acc_6#0 {tqg.scratch = 0 : i32, tqg.unfenced} : tensor<64x64xf32, #linear> to tensor<64x64xf32, #linear4>
      %8 = tq.expand_dims %m, 1 : tensor<64xi32, #linear2> -> tensor<64x1xi32, #linear5>
      %9 = tq.splat %stride_b : i32 -> tensor<64x1xi32, #linear5>
      %10 = arith.muli %8, %9 : tensor<64x1xi32, #linear5>
      %11 = tq.splat %out_ptr : !tq.ptr<f32> -> tensor<64x1x!tq.ptr<f32>, #linear5>
      %12 = tq.addptr %11, %10 : tensor<64x1x!tq.ptr<f32>, #linear5>, tensor<64x1xi32, #linear5>
      %13 = tq.expand_dims %n, 0 : tensor<64xi32, #linear3> -> tensor<1x64xi32, #linear6>
      %14 = tq.broadcast %12 : tensor<64x1x!tq.ptr<f32>, #linear5> -> tensor<64x64x!tq.ptr<f32>, #linear4>
      %15 = tq.broadcast %13 : tensor<1x64xi32, #linear6> -> tensor<64x64xi32, #linear4>
      %16 = tq.addptr %14, %15 : tensor<64x64x!tq.ptr<f32>, #linear4>, tensor<64x64xi32, #linear4>
      tq.store %16, %acc_7 {tq.words = ["out_ptr + m[:, None] * stride_b + n[None, :]", ""]} : tensor<64x64x!tq.ptr<f32>, #linear4>, tensor<64x64xf32, #linear4>
    }
    return
  }
}
