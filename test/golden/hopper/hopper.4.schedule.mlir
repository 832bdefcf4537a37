#linear = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#linear1 = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (1, 4), (2, 8), (4, 16), (8, 0), (16, 0), (32, 0)], shape = (64, 32)>
#linear2 = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0), (32, 0)], shape = (64, 64)>
module attributes {tq.arch = "sm_90a", tq.phase = "schedule"} {
  func.func @product(%a_ptr: !tq.ptr<f16> {tq.divisibility = 16 : i64, tq.name = "a_ptr", tq.type = "*fp16"}, %b_ptr: !tq.ptr<f16> {tq.divisibility = 16 : i64, tq.name = "b_ptr", tq.type = "*fp16"}, %out_ptr: !tq.ptr<f32> {tq.divisibility = 16 : i64, tq.name = "out_ptr", tq.type = "*fp32"}, %K: i32 {tq.name = "K", tq.type = "i32"}, %stride_a: i32 {tq.divisibility = 16 : i64, tq.name = "stride_a", tq.type = "i32"}, %stride_b: i32 {tq.divisibility = 16 : i64, tq.name = "stride_b", tq.type = "i32"}) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 4, stages = 3, roles = 2, cluster = 1>, tqg.shared_bytes = 65584 : i64} {
    %c32_i32 = arith.constant 32 : i32
    %c3_i32 = arith.constant 3 : i32
    %c1_i32 = arith.constant 1 : i32
    %c1073741824_i32 = arith.constant 1073741824 : i32
    %c64_i32 = arith.constant 64 : i32
    %c0_i32 = arith.constant 0 : i32
    %acc = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #linear>
    %c2147483647_i32 = arith.constant 2147483647 : i32
    %0 = tqg.tensor_map %out_ptr of[%c2147483647_i32, %c2147483647_i32] by[%stride_b] box [32, 16] swizzle 128 : !tq.ptr<f32> of[i32, i32] by[i32]
    %1 = tqg.ring {tqg.scratch = 0 : i32} : <2, tensor<64x32xf32, #linear1>>
    %a = tqg.tensor_map %a_ptr of[%K, %c2147483647_i32] by[%stride_a] box [64, 64] swizzle 128 : !tq.ptr<f16> of[i32, i32] by[i32]
    %b = tqg.tensor_map %b_ptr of[%c2147483647_i32, %K] by[%stride_b] box [64, 64] swizzle 128 : !tq.ptr<f16> of[i32, i32] by[i32]
    %a_0 = tqg.ring {tqg.scratch = 16384 : i32} : <3, tensor<64x64xf16, #linear2>>
    %a_1 = tqg.mbarriers arrivals 1 {tqg.scratch = 65536 : i32} : <3>
    %a_2 = tqg.mbarriers arrivals 4 {tqg.scratch = 65560 : i32} : <3>
    %b_3 = tqg.ring {tqg.scratch = 40960 : i32} : <3, tensor<64x64xf16, #linear2>>
    tqg.launch_wait
    tqg.launch_next
    tqg.barrier 0 of 5
    tqg.role "producer" warps 4 to 5 single {
      %2 = tq.program_id 0
      %3 = tq.program_id 1
      %acc_4:2 = scf.for %acc_5 = %c0_i32 to %K step %c64_i32 iter_args(%arg7 = %c0_i32, %arg8 = %c0_i32) -> (i32, i32)  : i32 {
        %a_6 = arith.cmpi sle, %K, %c0_i32 : i32
        %a_7 = arith.select %a_6, %c1073741824_i32, %acc_5 : i32
        %a_8 = arith.muli %2, %c64_i32 : i32
        %a_9 = arith.xori %arg8, %c1_i32 : i32
        tqg.mbarrier_wait %a_2[%arg7], %a_9 : <3>
        tqg.mbarrier_expect %a_1[%arg7], 16384 : <3>
        tqg.copy_tensor %a[%a_7, %a_8] axes [1, 0] to %a_0[%arg7] fills %a_1 {tq.words = ["a_ptr + m[:, None] * stride_a + k[None, :]", "k[None, :] < K"]} : <3, tensor<64x64xf16, #linear2>>, <3>
        %a_10 = arith.addi %arg7, %c1_i32 : i32
        %a_11 = arith.cmpi eq, %a_10, %c3_i32 : i32
        %a_12 = arith.select %a_11, %c0_i32, %a_10 : i32
        %a_13 = arith.select %a_11, %a_9, %arg8 : i32
        %b_14 = arith.muli %3, %c64_i32 : i32
        tqg.copy_tensor %b[%b_14, %a_7] axes [1, 0] to %b_3[%arg7] fills %a_1 {tq.words = ["b_ptr + k[:, None] * stride_b + n[None, :]", "k[:, None] < K"]} : <3, tensor<64x64xf16, #linear2>>, <3>
        scf.yield %a_12, %a_13 : i32, i32
      }
    }
    tqg.role "consumers" warps 0 to 4 {
      %acc_4:3 = scf.for %acc_5 = %c0_i32 to %K step %c64_i32 iter_args(%acc_6 = %acc, %arg8 = %c0_i32, %arg9 = %c0_i32) -> (tensor<64x64xf32, #linear>, i32, i32)  : i32 {
        %a_7 = arith.addi %arg8, %c1_i32 : i32
        %a_8 = arith.cmpi eq, %a_7, %c3_i32 : i32
        %a_9 = arith.xori %arg9, %c1_i32 : i32
        %a_10 = arith.select %a_8, %c0_i32, %a_7 : i32
        %a_11 = arith.select %a_8, %a_9, %arg9 : i32
        tqg.mbarrier_wait %a_1[%arg8], %arg9 : <3>
        %b_12 = tqg.ring_view %b_3[%arg8] [0, 1] : <3, tensor<64x64xf16, #linear2>> -> <tensor<64x64xf16, #linear2>>
        %a_13 = tqg.ring_view %a_0[%arg8] [0, 1] : <3, tensor<64x64xf16, #linear2>> -> <tensor<64x64xf16, #linear2>>
        %acc_14 = tqg.wgmma %a_13, %b_12, %acc_6 : !tqg.shared<tensor<64x64xf16, #linear2>>, <tensor<64x64xf16, #linear2>>, tensor<64x64xf32, #linear>
        %acc_15 = tqg.wgmma_wait %acc_14, 0 : tensor<64x64xf32, #linear>
        tqg.mbarrier_arrive %a_2[%arg8] : <3>
        scf.yield %acc_15, %a_10, %a_11 : tensor<64x64xf32, #linear>, i32, i32
      }
      %2 = tq.program_id 1
      %3 = arith.muli %2, %c64_i32 : i32
      %4 = tq.program_id 0
      %5 = arith.muli %4, %c64_i32 : i32
      tqg.store_wait 1
      tqg.ring_write %acc_4#0, %1[%c0_i32] column 0 : tensor<64x64xf32, #linear>, <2, tensor<64x32xf32, #linear1>>
      tqg.store_tensor %1[%c0_i32] to %0[%3, %5] axes [1, 0] {tq.words = ["out_ptr + m[:, None] * stride_b + n[None, :]", ""]} : <2, tensor<64x32xf32, #linear1>>
      tqg.store_wait 1
      tqg.ring_write %acc_4#0, %1[%c1_i32] column 32 : tensor<64x64xf32, #linear>, <2, tensor<64x32xf32, #linear1>>
      %6 = arith.addi %3, %c32_i32 : i32
      tqg.store_tensor %1[%c1_i32] to %0[%6, %5] axes [1, 0] {tq.words = ["out_ptr + m[:, None] * stride_b + n[None, :]", ""]} : <2, tensor<64x32xf32, #linear1>>
      tqg.store_wait 0
    }
    return
  }
}
