// RUN: not tq-opt %s -tq-allocate-shared 2>&1 | FileCheck %s

#panels = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0)], shape = (32, 64)>

// CHECK: error: the kernel needs 262144 bytes of shared memory, but a program on sm_90a has 232448
module attributes {tq.arch = "sm_90a"} {
func.func @too_much() attributes {tqg.plan = #tqg.plan<warps = 2, stages = 1, roles = 1, cluster = 1>} {
  %ring = tqg.ring : !tqg.ring<64, tensor<32x64xf16, #panels>>
  return
}
}
