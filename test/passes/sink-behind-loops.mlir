// RUN: tq-opt %s -tq-sink-behind-loops | FileCheck %s

// What only the store behind the loop uses is computed behind it, and what leads to
// that. What the loop uses stays, and so do constants, loads, and ops without a loop
// before their users.

// CHECK-LABEL: @consumers
// CHECK:         tqg.role "consumers"
// CHECK-NEXT:      %[[BOUND:.*]] = arith.remui %{{.*}}, %{{.*}} : i32
// CHECK-NEXT:      %[[FOUR:.*]] = arith.constant 4 : i32
// CHECK-NEXT:      %[[LOADED:.*]] = tq.load
// CHECK-NEXT:      scf.for %{{.*}} to %[[BOUND]]
// CHECK-NEXT:        tqg.mbarrier_arrive
// CHECK-NEXT:      }
// CHECK-NEXT:      %[[ROW:.*]] = arith.divui
// CHECK-NEXT:      %[[AT:.*]] = arith.muli %[[ROW]], %[[FOUR]]
// CHECK-NEXT:      %[[PLACE:.*]] = tq.addptr %{{.*}}, %[[AT]]
// CHECK-NEXT:      tq.store %[[PLACE]], %[[LOADED]]
func.func @consumers(%p: !tq.ptr<i32>, %number: i32, %width: i32, %c0: i32, %c1: i32) {
  %full = tqg.mbarriers arrivals 1 : !tqg.mbarriers<1>
  tqg.role "consumers" warps 0 to 4 {
    %row = arith.divui %number, %width : i32
    %bound = arith.remui %number, %width : i32
    %four = arith.constant 4 : i32
    %at = arith.muli %row, %four : i32
    %loaded = tq.load %p : !tq.ptr<i32> -> i32
    scf.for %i = %c0 to %bound step %c1 : i32 {
      tqg.mbarrier_arrive %full[%c0] : !tqg.mbarriers<1>
    }
    %place = tq.addptr %p, %at : !tq.ptr<i32>, i32
    tq.store %place, %loaded : !tq.ptr<i32>, i32
  }
  return
}

// The one thread of a producer has nothing to run beside.
// CHECK-LABEL: @producer
// CHECK:         tqg.role "producer"
// CHECK-NEXT:      arith.divui
// CHECK-NEXT:      scf.for
func.func @producer(%p: !tq.ptr<i32>, %number: i32, %width: i32, %c0: i32, %c1: i32) {
  %full = tqg.mbarriers arrivals 1 : !tqg.mbarriers<1>
  tqg.role "producer" warps 4 to 5 single {
    %row = arith.divui %number, %width : i32
    scf.for %i = %c0 to %number step %c1 : i32 {
      tqg.mbarrier_arrive %full[%c0] : !tqg.mbarriers<1>
    }
    tq.store %p, %row : !tq.ptr<i32>, i32
  }
  return
}

// The example of the documentation.
// CHECK-LABEL: @example
// CHECK:           scf.for
// CHECK-NEXT:        scf.yield
// CHECK-NEXT:      }
// CHECK-NEXT:      arith.divui
// CHECK-NEXT:      tq.addptr
// CHECK-NEXT:      tq.store
func.func @example(%out: !tq.ptr<f32>, %program: i32, %n: i32, %k: i32, %c0: i32, %c1: i32, %zero: f32) {
  tqg.role "consumers" warps 0 to 4 {
    %row = arith.divui %program, %n : i32
    %sum = scf.for %i = %c0 to %k step %c1 iter_args(%s = %zero) -> (f32) : i32 {
      scf.yield %s : f32
    }
    %at = tq.addptr %out, %row : !tq.ptr<f32>, i32
    tq.store %at, %sum : !tq.ptr<f32>, f32
  }
  return
}
