// RUN: tq-opt %s -tq-make-persistent | FileCheck %s

module attributes {tq.arch = "sm_90a"} {

// Rows of the grid are taken in groups of nearly the same size, and all programs of
// a group with one x come before those with the next. The first turn is that of the
// CTA's own number; turns behind the last program stay as they are.
//
// CHECK-LABEL: @first
// CHECK:       %[[CTA:.*]] = tq.program_id 0
// CHECK:       %[[X:.*]] = tqg.launch_extent 0
// CHECK:       %[[PLANE:.*]] = arith.muli
// CHECK-NEXT:  %[[ALL:.*]] = arith.muli %[[PLANE]]
// CHECK-NEXT:  %[[ROWS:.*]] = arith.muli
// CHECK:       arith.divui %[[CTA]], %[[X]]
// CHECK:       %[[FIRST:.*]] = arith.select
// CHECK:       scf.while (%[[N:.*]] = %[[FIRST]], %{{.*}} = %{{.*}})
// CHECK:         %[[TURN:.*]] = tqg.next_program of %[[ALL]]
// CHECK:         arith.divui %[[N]], %[[X]]
// CHECK:         %[[ID:.*]] = arith.remui %[[N]], %[[X]]
// CHECK:         tqg.box_load %{{.*}}[%[[ID]],
// CHECK:         %[[MOST:.*]] = arith.maxui
// CHECK:         %[[GROUP:.*]] = arith.divui
// CHECK:         %[[ROW:.*]] = arith.divui %[[TURN]], %[[X]]
// CHECK:         %[[AT:.*]] = arith.divui %[[ROW]], %[[GROUP:.*]] : i32
// CHECK:         %[[BEFORE:.*]] = arith.muli %[[AT]], %[[GROUP]]
// CHECK:         %[[DONE:.*]] = arith.muli %[[BEFORE]], %[[X]]
// CHECK:         %[[WITHIN:.*]] = arith.subi %[[TURN]], %[[DONE]]
// CHECK:         %[[LEFT:.*]] = arith.subi %[[ROWS]], %[[BEFORE]]
// CHECK:         %[[SOME:.*]] = arith.minui %[[GROUP]], %[[LEFT]]
// CHECK:         %[[HERE:.*]] = arith.maxui %[[SOME]]
// CHECK:         %[[NEXT_X:.*]] = arith.divui %[[WITHIN]], %[[HERE]]
// CHECK:         %[[IN:.*]] = arith.remui %[[WITHIN]], %[[HERE]]
// CHECK:         %[[NEXT_ROW:.*]] = arith.addi %[[BEFORE]], %[[IN]]
// CHECK:         %[[START:.*]] = arith.muli %[[NEXT_ROW]], %[[X]]
// CHECK:         %[[PROGRAM:.*]] = arith.addi %[[START]], %[[NEXT_X]]
// CHECK:         %[[IS:.*]] = arith.cmpi ult, %[[ROW]], %[[ROWS]]
// CHECK:         %[[NEXT:.*]] = arith.select %[[IS]], %[[PROGRAM]], %[[TURN]]
// CHECK:         %[[MORE:.*]] = arith.cmpi ult, %[[NEXT]], %[[ALL]]
// CHECK:         scf.condition(%[[MORE]]) %[[NEXT]]
func.func @first(%p: !tq.ptr<f16>, %n: i32, %stride: i32) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 8, stages = 3, roles = 2, cluster = 1, persistent = true, drawn = true, longest = first>} {
  %map = tqg.tensor_map %p of [%n, %n] by [%stride] box [64, 128] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  %x = tq.program_id 0
  %t = tqg.box_load %map[%x, %n] axes [1, 0] : tensor<128x64xf16>
  return
}

// CHECK-LABEL: @last
// CHECK:       scf.while
// CHECK:         tqg.box_load
// CHECK:         arith.minui
// CHECK-NEXT:    %[[HERE:.*]] = arith.maxui
// CHECK-NEXT:    %[[X:.*]] = arith.divui %{{.*}}, %[[HERE]]
// CHECK-NEXT:    arith.remui %{{.*}}, %[[HERE]]
// CHECK-NEXT:    arith.addi
// CHECK-NEXT:    %[[LAST:.*]] = arith.subi
// CHECK-NEXT:    arith.subi %[[LAST]], %[[X]]
func.func @last(%p: !tq.ptr<f16>, %n: i32, %stride: i32) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 8, stages = 3, roles = 2, cluster = 1, persistent = true, drawn = true, longest = last>} {
  %map = tqg.tensor_map %p of [%n, %n] by [%stride] box [64, 128] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  %x = tq.program_id 0
  %t = tqg.box_load %map[%x, %n] axes [1, 0] : tensor<128x64xf16>
  return
}
}
