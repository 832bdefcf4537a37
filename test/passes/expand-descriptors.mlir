// RUN: tq-opt %s -tq-expand-descriptors -split-input-file -verify-diagnostics | FileCheck %s

// A block becomes pointers, and a mask for what is checked: the offset may be
// negative, so both ends are.
//
// CHECK-LABEL: @vector
// CHECK-SAME:    (%[[BASE:.*]]: !tq.ptr<f32>, %[[N:.*]]: i64, %[[OFFSET:.*]]: i32)
// CHECK-DAG:     %[[ZEROS:.*]] = arith.constant dense<0.0{{.*}}> : tensor<64xf32>
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant dense<0> : tensor<64xi64>
// CHECK:         %[[RANGE:.*]] = tq.range 0 to 64 : tensor<64xi32>
// CHECK:         %[[WIDE:.*]] = arith.extsi %[[RANGE]]
// CHECK:         %[[START:.*]] = arith.extsi %[[OFFSET]]
// CHECK:         %[[STARTS:.*]] = tq.splat %[[START]]
// CHECK:         %[[INDEX:.*]] = arith.addi %[[STARTS]], %[[WIDE]]
// CHECK:         %[[LOW:.*]] = arith.cmpi sge, %[[INDEX]], %[[ZERO]]
// CHECK:         %[[ENDS:.*]] = tq.splat %[[N]]
// CHECK:         %[[HIGH:.*]] = arith.cmpi slt, %[[INDEX]], %[[ENDS]]
// CHECK:         %[[MASK:.*]] = arith.andi %[[LOW]], %[[HIGH]]
// CHECK:         %[[BASES:.*]] = tq.splat %[[BASE]]
// CHECK:         %[[POINTERS:.*]] = tq.addptr %[[BASES]], %[[INDEX]]
// CHECK:         %[[X:.*]] = tq.load %[[POINTERS]], %[[MASK]], %[[ZEROS]] {{.*}} : tensor<64x!tq.ptr<f32>> -> tensor<64xf32>
// CHECK:         return %[[X]]
func.func @vector(%base: !tq.ptr<f32>, %n: i64, %offset: i32) -> tensor<64xf32> {
  %one = arith.constant 1 : i64
  %d = tq.make_descriptor %base of [%n] by [%one] : !tq.ptr<f32> -> !tq.descriptor<tensor<64xf32>>
  %x = tq.descriptor_load %d[%offset] checks [0] : !tq.descriptor<tensor<64xf32>> -> tensor<64xf32>
  return %x : tensor<64xf32>
}

// -----

// Without a check there is no mask, and an offset of zero needs no lower end.
//
// CHECK-LABEL: @matrix
// CHECK-NOT:     arith.cmpi sge
// CHECK:         %[[MASK:.*]] = arith.cmpi slt
// CHECK:         %[[ROWS:.*]] = tq.expand_dims %[[MASK]], 1
// CHECK:         %[[ALL:.*]] = tq.broadcast %[[ROWS]] : tensor<16x1xi1> -> tensor<16x8xi1>
// CHECK:         tq.load %{{.*}}, %[[ALL]], %{{.*}} {cache = 2 : i32, {{.*}}is_volatile{{.*}}tq.words = ["d", ""]}
// CHECK:         tq.store %{{[^ ,]*}}, %{{[^ ,]*}} : tensor<16x8x!tq.ptr<f32>>
func.func @matrix(%base: !tq.ptr<f32>, %n: i64, %stride: i64, %nan: f32) {
  %zero = arith.constant 0 : i32
  %d = tq.make_descriptor %base of [%n, %n] by [%stride, %n] : !tq.ptr<f32> -> !tq.descriptor<tensor<16x8xf32>>
  %x = tq.descriptor_load %d[%zero, %zero] checks [0] else %nan : f32 {cache = 2 : i32, is_volatile, tq.words = ["d", ""]} : !tq.descriptor<tensor<16x8xf32>> -> tensor<16x8xf32>
  tq.descriptor_store %d[%zero, %zero], %x checks [] : !tq.descriptor<tensor<16x8xf32>>, tensor<16x8xf32>
  return
}

// -----

// Outside the tensor nothing is combined.
//
// CHECK-LABEL: @reduce
// CHECK:         tq.atomic_rmw maxs relaxed gpu %{{.*}}, %{{.*}}, %{{.*}} : tensor<8x!tq.ptr<i32>>, tensor<8xi32>, tensor<8xi1> -> tensor<8xi32>
func.func @reduce(%base: !tq.ptr<i32>, %n: i64, %offset: i32, %x: tensor<8xi32>) {
  %d = tq.make_descriptor %base of [%n] by [%n] : !tq.ptr<i32> -> !tq.descriptor<tensor<8xi32>>
  tq.descriptor_reduce maxs %d[%offset], %x : !tq.descriptor<tensor<8xi32>>, tensor<8xi32>
  return
}

// -----

// CHECK-LABEL: @rows
// CHECK-SAME:    %[[NUMBERS:[^:]*]]: tensor<8xi64>
// CHECK:         arith.muli %[[NUMBERS]]
// CHECK-DAG:     arith.cmpi sge, %[[NUMBERS]]
// CHECK-DAG:     arith.cmpi slt, %[[NUMBERS]]
// CHECK:         tq.load {{.*}} -> tensor<8x32xf16>
// CHECK:         tq.store {{.*}}, tensor<8x32xf16>, tensor<8x32xi1>
func.func @rows(%numbers: tensor<8xi64>, %base: !tq.ptr<f16>, %n: i64, %stride: i64, %col: i32) {
  %one = arith.constant 1 : i64
  %d = tq.make_descriptor %base of [%n, %n] by [%stride, %one] : !tq.ptr<f16> -> !tq.descriptor<tensor<1x32xf16>>
  %x = tq.descriptor_gather %d[%numbers, %col] : !tq.descriptor<tensor<1x32xf16>>, tensor<8xi64> -> tensor<8x32xf16>
  tq.descriptor_scatter %d[%numbers, %col], %x : !tq.descriptor<tensor<1x32xf16>>, tensor<8xi64>, tensor<8x32xf16>
  return
}

// -----

// Loops, branches and choices carry a descriptor as its parts.
//
// CHECK-LABEL: @carried
// CHECK-SAME:    (%[[A:[^:]*]]: !tq.ptr<f32>
// CHECK-NOT:     descriptor
// CHECK:         scf.for {{.*}} iter_args(%{{.*}} = %[[A]]{{.*}}) -> (!tq.ptr<f32>
// CHECK:         arith.select
// CHECK:         scf.while
// CHECK-NOT:     descriptor
// CHECK:         return
func.func @carried(%a: !tq.ptr<f32>, %b: !tq.ptr<f32>, %n: i64, %m: i64, %count: i32, %is_b: i1, %out: !tq.ptr<f32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %stride = arith.constant 1 : i64
  %da = tq.make_descriptor %a of [%n] by [%stride] : !tq.ptr<f32> -> !tq.descriptor<tensor<64xf32>>
  %db = tq.make_descriptor %b of [%m] by [%m] : !tq.ptr<f32> -> !tq.descriptor<tensor<64xf32>>
  %last = scf.for %i = %zero to %count step %one iter_args(%d = %da) -> (!tq.descriptor<tensor<64xf32>>) : i32 {
    %x = tq.descriptor_load %d[%i] checks [0] : !tq.descriptor<tensor<64xf32>> -> tensor<64xf32>
    tq.descriptor_store %db[%i], %x checks [0] : !tq.descriptor<tensor<64xf32>>, tensor<64xf32>
    %next = arith.select %is_b, %db, %d : !tq.descriptor<tensor<64xf32>>
    scf.yield %next : !tq.descriptor<tensor<64xf32>>
  }
  %chosen = scf.if %is_b -> (!tq.descriptor<tensor<64xf32>>) {
    %y = tq.descriptor_load %last[%one] checks [0] : !tq.descriptor<tensor<64xf32>> -> tensor<64xf32>
    tq.descriptor_store %last[%zero], %y checks [0] : !tq.descriptor<tensor<64xf32>>, tensor<64xf32>
    scf.yield %last : !tq.descriptor<tensor<64xf32>>
  } else {
    scf.yield %da : !tq.descriptor<tensor<64xf32>>
  }
  %end = scf.while (%d = %chosen, %k = %zero) : (!tq.descriptor<tensor<64xf32>>, i32) -> !tq.descriptor<tensor<64xf32>> {
    %more = arith.cmpi slt, %k, %count : i32
    scf.condition(%more) %d : !tq.descriptor<tensor<64xf32>>
  } do {
  ^bb0(%d: !tq.descriptor<tensor<64xf32>>):
    tq.side_effect
    %z = tq.descriptor_load %d[%zero] checks [0] : !tq.descriptor<tensor<64xf32>> -> tensor<64xf32>
    tq.descriptor_store %d[%one], %z checks [0] : !tq.descriptor<tensor<64xf32>>, tensor<64xf32>
    scf.yield %d, %count : !tq.descriptor<tensor<64xf32>>, i32
  }
  %w = tq.descriptor_load %end[%zero] checks [0] : !tq.descriptor<tensor<64xf32>> -> tensor<64xf32>
  tq.descriptor_store %db[%zero], %w checks [0] : !tq.descriptor<tensor<64xf32>>, tensor<64xf32>
  return
}

// -----

// A kernel without descriptors is left alone: this addition too.
//
// CHECK-LABEL: @pointers
// CHECK:         arith.addi %{{.*}}, %{{.*}} : i32
func.func @pointers(%a: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %sum = arith.addi %a, %zero : i32
  return %sum : i32
}

// -----

// expected-error @below {{takes a descriptor, but a kernel takes its parts: a pointer, extents and strides}}
func.func @argument(%d: !tq.descriptor<tensor<64xf32>>) {
  return
}
