// RUN: tq-opt %s -tq-make-persistent | FileCheck %s

module attributes {tq.arch = "sm_90a"} {

// Program ids are those of the loop; tensor maps stay in front of it.
//
// CHECK-LABEL: @programs
// CHECK:       %[[MAP:.*]] = tqg.tensor_map
// CHECK:       %[[CTA:.*]] = tq.program_id 0
// CHECK:       %[[CTAS:.*]] = tq.num_programs 0
// CHECK:       %[[X:.*]] = tqg.launch_extent 0
// CHECK:       %[[Y:.*]] = tqg.launch_extent 1
// CHECK:       scf.for %[[P:.*]] = %[[CTA]] to %{{.*}} step %[[CTAS]]
// CHECK:         %[[ROW:.*]] = arith.divui %[[P]], %[[X]]
// CHECK:         %[[ID:.*]] = arith.remui %[[P]], %[[X]]
// CHECK:         arith.remui %[[ROW]], %[[Y]]
// CHECK:         %[[AT:.*]] = arith.muli %[[ID]], %[[X]]
// CHECK:         tqg.box_load %[[MAP]][%[[AT]],
// CHECK:       } {tqg.programs}
func.func @programs(%p: !tq.ptr<f16>, %n: i32, %stride: i32) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 8, stages = 3, roles = 2, cluster = 1, persistent = true>} {
  %map = tqg.tensor_map %p of [%n, %n] by [%stride] box [64, 128] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  %x = tq.program_id 0
  %count = tq.num_programs 0
  %at = arith.muli %x, %count : i32
  %t = tqg.box_load %map[%at, %n] axes [1, 0] : tensor<128x64xf16>
  return
}

// Programs in groups along the first axis; the last group may be smaller.
//
// CHECK-LABEL: @groups
// CHECK:       %[[X:.*]] = tqg.launch_extent 0
// CHECK:       %[[Y:.*]] = tqg.launch_extent 1
// CHECK:       scf.for %[[P:.*]] = 
// CHECK:         %[[PLANE:.*]] = arith.muli %[[X]], %[[Y]]
// CHECK:         arith.divui %[[P]], %[[PLANE]]
// CHECK:         %[[IN:.*]] = arith.remui %[[P]], %[[PLANE]]
// CHECK:         %[[GROUP:.*]] = arith.muli %c8_i32, %[[Y]]
// CHECK:         %[[AT:.*]] = arith.divui %[[IN]], %[[GROUP]]
// CHECK:         %[[FIRST:.*]] = arith.muli %[[AT]], %c8_i32
// CHECK:         %[[WITHIN:.*]] = arith.remui %[[IN]], %[[GROUP]]
// CHECK:         %[[LEFT:.*]] = arith.subi %[[X]], %[[FIRST]]
// CHECK:         %[[WIDTH:.*]] = arith.minui %c8_i32, %[[LEFT]]
// CHECK:         %[[COLUMN:.*]] = arith.remui %[[WITHIN]], %[[WIDTH]]
// CHECK:         %[[ID:.*]] = arith.addi %[[FIRST]], %[[COLUMN]]
// CHECK:         arith.divui %[[WITHIN]], %[[WIDTH]]
// CHECK:         tqg.box_load %{{.*}}[%[[ID]],
func.func @groups(%p: !tq.ptr<f16>, %n: i32, %stride: i32) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 8, stages = 3, roles = 2, cluster = 1, persistent = true, group = 8>} {
  %map = tqg.tensor_map %p of [%n, %n] by [%stride] box [64, 128] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  %x = tq.program_id 0
  %t = tqg.box_load %map[%x, %n] axes [1, 0] : tensor<128x64xf16>
  return
}

// Drawn ones: a loop until a number is behind the last program.
//
// CHECK-LABEL: @drawn
// CHECK:       %[[CTA:.*]] = tq.program_id 0
// CHECK:       %[[X:.*]] = tqg.launch_extent 0
// CHECK:       %[[Z:.*]] = tqg.launch_extent 2
// CHECK:       %[[FIRST:.*]] = arith.remui %[[CTA]], %[[X]]
// CHECK:       scf.while (%[[OWN:.*]] = %[[FIRST]], %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %[[P:.*]] = %c0_i32)
// CHECK:         %[[NEXT:.*]] = tqg.next_program of %{{.*}}, %[[P]]
// CHECK:         %[[TURNED:.*]] = arith.xori %[[P]]
// CHECK:         tqg.box_load %{{.*}}[%[[OWN]],
// CHECK:         %[[NEXT_X:.*]] = arith.remui %[[NEXT]], %[[X]]
// CHECK:         %[[NEXT_Y:.*]] = arith.remui
// CHECK:         %[[NEXT_Z:.*]] = arith.divui
// CHECK:         %[[IS:.*]] = arith.cmpi ult, %[[NEXT_Z]], %[[Z]]
// CHECK:         scf.condition(%[[IS]]) %[[NEXT_X]], %[[NEXT_Y]], %[[NEXT_Z]], %[[TURNED]]
// CHECK:       attributes {tqg.programs}
func.func @drawn(%p: !tq.ptr<f16>, %n: i32, %stride: i32) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 8, stages = 3, roles = 2, cluster = 1, persistent = true, drawn = true>} {
  %map = tqg.tensor_map %p of [%n, %n] by [%stride] box [64, 128] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  %x = tq.program_id 0
  %t = tqg.box_load %map[%x, %n] axes [1, 0] : tensor<128x64xf16>
  return
}

// Drawn ones in groups: two of x with the same y follow each other.
//
// CHECK-LABEL: @drawn_in_groups
// CHECK:       scf.while
// CHECK:         %[[NEXT:.*]] = tqg.next_program
// CHECK:         %[[PLANE:.*]] = arith.muli
// CHECK:         %[[Z:.*]] = arith.divui %[[NEXT]], %[[PLANE]]
// CHECK:         arith.remui %[[NEXT]], %[[PLANE]]
// CHECK:         %[[WIDTH:.*]] = arith.minui %c2_i32
// CHECK:         arith.remui %{{.*}}, %[[WIDTH]]
// CHECK:         %[[Y:.*]] = arith.divui %{{.*}}, %[[WIDTH]]
// CHECK:         scf.condition(%{{.*}}) %{{.*}}, %[[Y]], %[[Z]], %
func.func @drawn_in_groups(%p: !tq.ptr<f16>, %n: i32, %stride: i32) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 8, stages = 3, roles = 2, cluster = 1, persistent = true, drawn = true, group = 2>} {
  %map = tqg.tensor_map %p of [%n, %n] by [%stride] box [64, 128] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
  %x = tq.program_id 0
  %t = tqg.box_load %map[%x, %n] axes [1, 0] : tensor<128x64xf16>
  return
}

// CHECK-LABEL: @once
// CHECK-NOT:   scf.for
func.func @once(%p: !tq.ptr<f16>) attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 8, stages = 3, roles = 2, cluster = 1>} {
  %x = tq.program_id 0
  return
}
}
