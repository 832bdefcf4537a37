// RUN: tq-opt %s -tq-make-persistent | FileCheck %s

module attributes {tq.arch = "sm_90a"} {

// Rows of the grid are taken in groups of nearly the same size, and all programs of
// a group with one x come before those with the next.
//
// CHECK-LABEL: @first
// CHECK:       %[[X:.*]] = tqg.launch_extent 0
// CHECK:       scf.while (%[[N:.*]] = %{{.*}}, %{{.*}} = %{{.*}})
// CHECK:         %[[MOST:.*]] = arith.maxui
// CHECK:         %[[GROUP:.*]] = arith.divui
// CHECK:         %[[ROWS:.*]] = arith.divui
// CHECK:         %[[ALL:.*]] = arith.muli %[[ROWS]], %[[X]]
// CHECK:         %[[TURN:.*]] = arith.divui %[[N]], %[[ALL]]
// CHECK:         %[[WITHIN:.*]] = arith.remui %[[N]], %[[ALL]]
// CHECK:         %[[BEFORE:.*]] = arith.muli %[[TURN]], %[[ROWS]]
// CHECK:         %[[HERE:.*]] = arith.minui %[[ROWS]]
// CHECK:         %[[ID:.*]] = arith.divui %[[WITHIN]], %[[HERE]]
// CHECK:         %[[IN:.*]] = arith.remui %[[WITHIN]], %[[HERE]]
// CHECK:         arith.addi %[[BEFORE]], %[[IN]]
// CHECK:         tqg.box_load %{{.*}}[%[[ID]],
func.func @first(%p: !tq.ptr<f16>, %n: i32, %stride: i32) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 8, stages = 3, roles = 2, cluster = 1, persistent = true, drawn = true, longest = first>} {
  %map = tqg.tensor_map %p of [%n, %n] by [%stride] box [64, 128] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  %x = tq.program_id 0
  %t = tqg.box_load %map[%x, %n] axes [1, 0] : tensor<128x64xf16>
  return
}

// CHECK-LABEL: @last
// CHECK:         %[[HERE:.*]] = arith.minui
// CHECK:         %[[ID:.*]] = arith.divui %{{.*}}, %[[HERE]]
// CHECK:         %[[LAST:.*]] = arith.subi
// CHECK:         arith.subi %[[LAST]], %[[ID]]
func.func @last(%p: !tq.ptr<f16>, %n: i32, %stride: i32) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 8, stages = 3, roles = 2, cluster = 1, persistent = true, drawn = true, longest = last>} {
  %map = tqg.tensor_map %p of [%n, %n] by [%stride] box [64, 128] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  %x = tq.program_id 0
  %t = tqg.box_load %map[%x, %n] axes [1, 0] : tensor<128x64xf16>
  return
}
}
