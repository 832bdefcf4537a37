// RUN: tq-opt %s -split-input-file -tq-overlap-launches | FileCheck %s

// Numbers are computed and barriers made in front of the wait, all that touches memory is
// behind it.

// CHECK-LABEL: @plain
// CHECK-NEXT:    tqg.mbarriers
// CHECK-NEXT:    %[[ID:.*]] = tq.program_id
// CHECK-NEXT:    %[[AT:.*]] = tq.addptr
// CHECK-NEXT:    tqg.launch_wait
// CHECK-NEXT:    tq.load %[[AT]]
// CHECK-NEXT:    %[[NEXT:.*]] = tq.addptr
// CHECK-NEXT:    tq.store %[[NEXT]]
// CHECK-NOT:     tqg.launch
module attributes {tq.arch = "sm_90a"} {
func.func @plain(%p: !tq.ptr<i32>) attributes {tqg.plan = #tqg.plan<warps = 1, stages = 3, roles = 1, cluster = 1>} {
  %full = tqg.mbarriers arrivals 1 : !tqg.mbarriers<1>
  %id = tq.program_id 0
  %at = tq.addptr %p, %id : !tq.ptr<i32>, i32
  %x = tq.load %at : !tq.ptr<i32> -> i32
  %next = tq.addptr %at, %id : !tq.ptr<i32>, i32
  tq.store %next, %x : !tq.ptr<i32>, i32
  return
}
}

// -----

// What has no effect waits too: launches end in their order.
// CHECK-LABEL: @nothing
// CHECK-NEXT:    tqg.launch_wait
// CHECK-NEXT:    return
module attributes {tq.arch = "sm_100"} {
func.func @nothing(%p: !tq.ptr<i32>) attributes {tqg.plan = #tqg.plan<warps = 1, stages = 3, roles = 1, cluster = 1>} {
  return
}
}

// -----

// All threads wait: in front of a condition, not under it.
// CHECK-LABEL: @conditional
// CHECK:         tqg.launch_wait
// CHECK-NEXT:    scf.if
module attributes {tq.arch = "sm_90"} {
func.func @conditional(%p: !tq.ptr<i32>, %if: i1, %x: i32) attributes {tqg.plan = #tqg.plan<warps = 1, stages = 3, roles = 1, cluster = 1>} {
  scf.if %if {
    tq.store %p, %x : !tq.ptr<i32>, i32
  }
  return
}
}

// -----

// Roles let the next launch begin; tiles are made behind the wait.
// CHECK-LABEL: @roles
// CHECK-NEXT:    tqg.launch_wait
// CHECK-NEXT:    tqg.launch_next
// CHECK-NEXT:    tq.range
// CHECK-NEXT:    tqg.role
module attributes {tq.arch = "sm_90a"} {
func.func @roles(%p: !tq.ptr<i32>, %x: i32) attributes {tqg.plan = #tqg.plan<warps = 4, stages = 3, roles = 2, cluster = 1>} {
  %tile = tq.range 0 to 128 : tensor<128xi32, #tqg.linear<reg = [], lane = [(1), (2), (4), (8), (16)], warp = [(32), (64)], shape = (128)>>
  tqg.role "consumers" warps 0 to 4 {
    tq.store %p, %x : !tq.ptr<i32>, i32
  }
  return
}
}

// -----

// Clusters wait, but let nothing begin.
// CHECK-LABEL: @cluster
// CHECK:         tqg.launch_wait
// CHECK-NOT:     tqg.launch_next
module attributes {tq.arch = "sm_90a"} {
func.func @cluster(%p: !tq.ptr<i32>, %x: i32) attributes {tqg.plan = #tqg.plan<warps = 1, stages = 3, roles = 2, cluster = 2>} {
  tq.store %p, %x : !tq.ptr<i32>, i32
  return
}
}

// -----

// CHECK-LABEL: @of_the_author
// CHECK-NOT:     tqg.launch
module attributes {tq.arch = "sm_90a"} {
func.func @of_the_author(%p: !tq.ptr<i32>, %x: i32) attributes {tqg.plan = #tqg.plan<warps = 1, stages = 3, roles = 1, cluster = 1>} {
  tq.store %p, %x : !tq.ptr<i32>, i32
  %nothing = tq.inline_asm "griddepcontrol.wait; mov.u32 $0, 0;", "=r" () {pack = 1 : i32} : () -> i32
  return
}
}

// -----

// CHECK-LABEL: @switched_off
// CHECK-NOT:     tqg.launch
module attributes {tq.arch = "sm_90a", tq.disabled = ["overlap-launches"]} {
func.func @switched_off(%p: !tq.ptr<i32>, %x: i32) attributes {tqg.plan = #tqg.plan<warps = 1, stages = 3, roles = 1, cluster = 1>} {
  tq.store %p, %x : !tq.ptr<i32>, i32
  return
}
}

// -----

// CHECK-LABEL: @of_before
// CHECK-NOT:     tqg.launch
module attributes {tq.arch = "sm_80"} {
func.func @of_before(%p: !tq.ptr<i32>, %x: i32) attributes {tqg.plan = #tqg.plan<warps = 1, stages = 3, roles = 1, cluster = 1>} {
  tq.store %p, %x : !tq.ptr<i32>, i32
  return
}
}
