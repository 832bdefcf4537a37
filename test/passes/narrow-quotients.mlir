// RUN: tq-opt %s -tq-narrow-quotients | FileCheck %s

// The number of a program is divided by one of 32 bits in 32 bits; what is not known to be the
// number of a program stays, since the least number by -1 would not fit.

// CHECK-LABEL: @rows
// CHECK:         %[[ID:.*]] = tq.program_id 0
// CHECK:         %[[QUERY:.*]] = arith.remsi %[[ID]], %{{.*}} : i32
// CHECK:         arith.extsi %[[QUERY]] : i32 to i64
// CHECK:         %[[HEAD:.*]] = arith.divsi %[[ID]], %{{.*}} : i32
// CHECK:         arith.extsi %[[HEAD]] : i32 to i64
// CHECK:         arith.remsi %{{.*}}, %{{.*}} : i64
// CHECK:         arith.remsi %{{.*}}, %{{.*}} : i64
module attributes {tq.arch = "sm_80"} {
func.func @rows(%p: !tq.ptr<i64>, %n: i32, %m: i32, %long: i64) attributes {tq.kernel, tq.num_stages = 3 : i32, tq.num_warps = 1 : i32} {
  %id = tq.program_id 0
  %other = arith.extsi %m : i32 to i64
  %row = arith.extsi %id : i32 to i64
  %wide = arith.extsi %n : i32 to i64
  %query = arith.remsi %row, %wide : i64
  %head = arith.divsi %row, %wide : i64
  %a = arith.remsi %other, %wide : i64
  %b = arith.remsi %row, %long : i64
  %s = arith.addi %query, %head : i64
  %t = arith.addi %a, %b : i64
  %sum = arith.addi %s, %t : i64
  tq.store %p, %sum : !tq.ptr<i64>, i64
  return
}
}
