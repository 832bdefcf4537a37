// RUN: tq-opt %s -tq-version-iterations -split-input-file -verify-diagnostics | FileCheck %s

// Both ways get all of the iteration; what decides comes first.
//
// CHECK-LABEL: @ways
// CHECK:       scf.for %[[I:.*]] = {{.*}} iter_args(%[[SUM:.*]] = %{{.*}})
// CHECK-NEXT:    %[[LATE:.*]] = arith.cmpi sge, %[[I]], %{{.*}} : i32
// CHECK-NEXT:    %[[NEXT:.*]] = scf.if %[[LATE]] -> (tensor<4xf32>) {
// CHECK-NEXT:      %[[A:.*]] = arith.mulf %[[SUM]], %[[SUM]]
// CHECK-NEXT:      %[[B:.*]] = arith.negf %[[A]]
// CHECK-NEXT:      %[[C:.*]] = arith.addf %[[B]], %[[SUM]]
// CHECK-NEXT:      scf.yield %[[C]]
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %[[D:.*]] = arith.mulf %[[SUM]], %[[SUM]]
// CHECK-NEXT:      %[[E:.*]] = arith.addf %[[D]], %[[SUM]]
// CHECK-NEXT:      scf.yield %[[E]]
// CHECK-NEXT:    }
// CHECK-NEXT:    scf.yield %[[NEXT]]
// CHECK-NEXT:  }
// CHECK-NOT:   tqg.versioned
func.func @ways(%x: tensor<4xf32>, %n: i32, %from: i32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %out = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %x) -> (tensor<4xf32>) : i32 {
    %a = arith.mulf %sum, %sum : tensor<4xf32>
    %late = arith.cmpi sge, %i, %from : i32
    %b = scf.if %late -> (tensor<4xf32>) {
      %negated = arith.negf %a : tensor<4xf32>
      scf.yield %negated : tensor<4xf32>
    } else {
      scf.yield %a : tensor<4xf32>
    }
    %next = arith.addf %b, %sum : tensor<4xf32>
    scf.yield %next : tensor<4xf32>
  } {tqg.versioned}
  return %out : tensor<4xf32>
}

// -----

// A branch that outside decides alone has nothing to come first.
//
// CHECK-LABEL: @outside
// CHECK:       scf.for
// CHECK-NEXT:    scf.if %{{.*}} -> (tensor<4xf32>) {
// CHECK-NEXT:      arith.negf
// CHECK-NEXT:      scf.yield
// CHECK-NEXT:    } else {
// CHECK-NEXT:      scf.yield
func.func @outside(%x: tensor<4xf32>, %n: i32, %way: i1) -> tensor<4xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %out = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %x) -> (tensor<4xf32>) : i32 {
    %b = scf.if %way -> (tensor<4xf32>) {
      %negated = arith.negf %sum : tensor<4xf32>
      scf.yield %negated : tensor<4xf32>
    } else {
      scf.yield %sum : tensor<4xf32>
    }
    scf.yield %b : tensor<4xf32>
  } {tqg.versioned}
  return %out : tensor<4xf32>
}

// -----

// What the iteration computes decides: that is no plan.
func.func @late(%x: tensor<4xf32>, %p: !tq.ptr<i1>, %n: i32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-error @below {{is planned to have iterations for each way of a branch, but has no such branch}}
  %out = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %x) -> (tensor<4xf32>) : i32 {
    %way = tq.load %p : !tq.ptr<i1> -> i1
    %b = scf.if %way -> (tensor<4xf32>) {
      %negated = arith.negf %sum : tensor<4xf32>
      scf.yield %negated : tensor<4xf32>
    } else {
      scf.yield %sum : tensor<4xf32>
    }
    scf.yield %b : tensor<4xf32>
  } {tqg.versioned}
  return %out : tensor<4xf32>
}
