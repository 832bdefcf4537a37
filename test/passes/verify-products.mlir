// RUN: tq-opt %s -split-input-file -tq-verify-phase=phase=schedule -verify-diagnostics

#plan = #tqg.plan<warps = 4, stages = 2, roles = 1, cluster = 1>
#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 32)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#panels = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0)], shape = (32, 64)>

// A product runs on into the next iteration, whose left operand takes the same
// registers.
func.func @next_operand(%n: i32, %a: tensor<64x32xf16, #a>, %sums: tensor<64x64xf32, #c>) -> tensor<64x64xf32, #c> attributes {tqg.plan = #plan, tqg.shared_bytes = 16384 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %b = tqg.staging {tqg.scratch = 0 : i32} : !tqg.shared<tensor<32x64xf16, #panels>>
  %end:2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %sums, %left = %a) -> (tensor<64x64xf32, #c>, tensor<64x32xf16, #a>) : i32 {
    // expected-error @below {{phase `schedule` promises a wait for a product before the next iteration writes the registers that it reads, but there is none}}
    %d = tqg.wgmma %left, %b, %acc : tensor<64x32xf16, #a>, !tqg.shared<tensor<32x64xf16, #panels>>, tensor<64x64xf32, #c>
    %w = tqg.wgmma_wait %d, 1 : tensor<64x64xf32, #c>
    %next = arith.addf %left, %left : tensor<64x32xf16, #a>
    scf.yield %w, %next : tensor<64x64xf32, #c>, tensor<64x32xf16, #a>
  }
  %done = tqg.wgmma_wait %end#0, 0 : tensor<64x64xf32, #c>
  return %done : tensor<64x64xf32, #c>
}

// -----

#plan = #tqg.plan<warps = 4, stages = 2, roles = 1, cluster = 1>
#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 32)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#panels = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0)], shape = (32, 64)>

// Another product behind it, and a wait that leaves only that one running.
func.func @waited(%n: i32, %a: tensor<64x32xf16, #a>, %sums: tensor<64x64xf32, #c>) -> tensor<64x64xf32, #c> attributes {tqg.plan = #plan, tqg.shared_bytes = 16384 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %b = tqg.staging {tqg.scratch = 0 : i32} : !tqg.shared<tensor<32x64xf16, #panels>>
  %end = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %sums) -> (tensor<64x64xf32, #c>) : i32 {
    %d = tqg.wgmma %a, %b, %acc : tensor<64x32xf16, #a>, !tqg.shared<tensor<32x64xf16, #panels>>, tensor<64x64xf32, #c>
    %w = tqg.wgmma_wait %d, 0 : tensor<64x64xf32, #c>
    scf.yield %w : tensor<64x64xf32, #c>
  }
  return %end : tensor<64x64xf32, #c>
}
