// RUN: tq-opt %s -tq-make-persistent | FileCheck %s

module attributes {tq.arch = "sm_90a"} {

// Rows of the grid come one by one, and the last ones together: all programs of
// those with one x come before those with the next. The first turn is that of the
// CTA's own number; behind the last program z is behind the last plane.
//
// CHECK-LABEL: @first
// CHECK:       %[[CTA:.*]] = tq.program_id 0
// CHECK:       %[[X:.*]] = tqg.launch_extent 0
// CHECK:       %[[Y:.*]] = tqg.launch_extent 1
// CHECK:       %[[Z:.*]] = tqg.launch_extent 2
// CHECK:       %[[PLANE:.*]] = arith.muli
// CHECK-NEXT:  %[[ALL:.*]] = arith.muli %[[PLANE]]
// CHECK-NEXT:  %[[ROWS:.*]] = arith.muli
// CHECK:       scf.while (%[[OWN:.*]] = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %c0_i32)
// CHECK:         %[[TURN:.*]] = tqg.next_program of %[[ALL]]
// CHECK:         tqg.box_load %{{.*}}[%[[OWN]],
// CHECK:         %[[MOST:.*]] = arith.divui
// CHECK:         %[[LAST:.*]] = arith.minui %[[MOST]], %[[ROWS]]
// CHECK:         %[[BEFORE:.*]] = arith.subi %[[ROWS]], %[[LAST]]
// CHECK:         %[[TURNS:.*]] = arith.muli %[[BEFORE]], %[[X]]
// CHECK:         %[[IS:.*]] = arith.cmpi ult, %[[TURN]], %[[TURNS]]
// CHECK:         %[[WITHIN:.*]] = arith.subi %[[TURN]], %[[TURNS]]
// CHECK:         %[[NUMBER:.*]] = arith.select %[[IS]], %[[TURN]], %[[WITHIN]]
// CHECK:         %[[BY:.*]] = arith.select %[[IS]], %[[X]], %[[LAST]]
// CHECK:         %[[Q:.*]] = arith.divui %[[NUMBER]], %[[BY]]
// CHECK:         %[[R:.*]] = arith.remui %[[NUMBER]], %[[BY]]
// CHECK:         %[[NEXT_X:.*]] = arith.select %[[IS]], %[[R]], %[[Q]]
// CHECK:         %[[LATE:.*]] = arith.addi %[[BEFORE]], %[[R]]
// CHECK:         %[[ROW:.*]] = arith.select %[[IS]], %[[Q]], %[[LATE]]
// CHECK:         %[[INSIDE:.*]] = arith.cmpi ult, %[[NEXT_X]], %[[X]]
// CHECK:         %[[PLANES:.*]] = arith.divui %[[ROW]], %[[Y]]
// CHECK:         %[[NEXT_Y:.*]] = arith.remui %[[ROW]], %[[Y]]
// CHECK:         %[[NEXT_Z:.*]] = arith.select %[[INSIDE]], %[[PLANES]], %[[Z]]
// CHECK:         %[[MORE:.*]] = arith.cmpi ult, %[[NEXT_Z]], %[[Z]]
// CHECK:         scf.condition(%[[MORE]]) %[[NEXT_X]], %[[NEXT_Y]], %[[NEXT_Z]]
func.func @first(%p: !tq.ptr<f16>, %n: i32, %stride: i32) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 8, stages = 3, roles = 2, cluster = 1, persistent = true, drawn = true, longest = first>} {
  %map = tqg.tensor_map %p of [%n, %n] by [%stride] box [64, 128] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  %x = tq.program_id 0
  %t = tqg.box_load %map[%x, %n] axes [1, 0] : tensor<128x64xf16>
  return
}

// CHECK-LABEL: @last
// CHECK:       scf.while
// CHECK:         tqg.box_load
// CHECK:         arith.remui
// CHECK-NEXT:    %[[X:.*]] = arith.select
// CHECK:         %[[LAST:.*]] = arith.subi
// CHECK-NEXT:    arith.subi %[[LAST]], %[[X]]
func.func @last(%p: !tq.ptr<f16>, %n: i32, %stride: i32) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 8, stages = 3, roles = 2, cluster = 1, persistent = true, drawn = true, longest = last>} {
  %map = tqg.tensor_map %p of [%n, %n] by [%stride] box [64, 128] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  %x = tq.program_id 0
  %t = tqg.box_load %map[%x, %n] axes [1, 0] : tensor<128x64xf16>
  return
}
}
