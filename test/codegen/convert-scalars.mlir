// RUN: tqc %s --emit=nvvm -o - | FileCheck %s

module attributes {tq.arch = "sm_80", tq.phase = "tile"} {

  // Flags go over.
  // CHECK-LABEL: llvm.func @flags
  // CHECK:         llvm.add {{.*}} overflow<nsw> : i32
  // CHECK:         llvm.shl {{.*}} overflow<nuw> : i32
  // CHECK:         llvm.lshr exact
  // CHECK:         llvm.zext {{.*}} : i32 to i64
  // CHECK:         llvm.fadd {{.*}} {fastmathFlags = #llvm.fastmath<nnan, contract>} : f32
  // CHECK:         llvm.fcmp "ugt" {{.*}} {fastmathFlags = #llvm.fastmath<ninf>} : f32
  func.func @flags(%p: !tq.ptr<i64>, %q: !tq.ptr<f32>, %a: i32, %b: i32, %x: f32, %y: f32)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %0 = arith.addi %a, %b overflow<nsw> : i32
    %1 = arith.shli %0, %b overflow<nuw> : i32
    %2 = arith.shrui %1, %a exact : i32
    %3 = arith.extui %2 : i32 to i64
    tq.store %p, %3 : !tq.ptr<i64>, i64
    %4 = arith.addf %x, %y fastmath<nnan,contract> : f32
    %5 = arith.cmpf ugt, %4, %x fastmath<ninf> : f32
    %6 = arith.select %5, %4, %y : f32
    tq.store %q, %6 : !tq.ptr<f32>, f32
    return
  }

  // Integer functions of math that are instructions.
  // CHECK-LABEL: llvm.func @integers
  // CHECK:         "llvm.intr.abs"({{.*}}) <{is_int_min_poison = false}>
  // CHECK:         "llvm.intr.ctlz"({{.*}}) <{is_zero_poison = false}>
  // CHECK:         "llvm.intr.cttz"({{.*}}) <{is_zero_poison = false}>
  // CHECK:         llvm.intr.ctpop
  func.func @integers(%p: !tq.ptr<i32>, %a: i32)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %0 = math.absi %a : i32
    %1 = math.ctlz %0 : i32
    %2 = math.cttz %1 : i32
    %3 = math.ctpop %2 : i32
    tq.store %p, %3 : !tq.ptr<i32>, i32
    return
  }

  // The high half of a signed product comes from one of twice the width.
  // CHECK-LABEL: llvm.func @high
  // CHECK:         llvm.sext %{{.*}} : i32 to i64
  // CHECK:         %[[PRODUCT:.*]] = llvm.mul %{{.*}} : i64
  // CHECK:         %[[HIGH:.*]] = llvm.lshr %[[PRODUCT]], %{{.*}} : i64
  // CHECK:         llvm.trunc %[[HIGH]] : i64 to i32
  func.func @high(%p: !tq.ptr<i32>, %a: i32, %b: i32)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %0 = tq.mulhi %a, %b : i32
    tq.store %p, %0 : !tq.ptr<i32>, i32
    return
  }

  // A loop: test at the top, the index counted up at the bottom.
  // CHECK-LABEL: llvm.func @loop
  // CHECK:         llvm.br ^[[TOP:bb[0-9]+]](%{{.*}}, %{{.*}} : i32, i32)
  // CHECK:       ^[[TOP]](%[[I:.*]]: i32, %[[SUM:.*]]: i32):
  // CHECK:         %[[MORE:.*]] = llvm.icmp "slt" %[[I]], %{{.*}} : i32
  // CHECK:         llvm.cond_br %[[MORE]], ^[[BODY:bb[0-9]+]], ^[[END:bb[0-9]+]](%[[SUM]] : i32)
  // CHECK:       ^[[BODY]]:
  // CHECK:         llvm.br ^[[TOP]]({{.*}}) {loop_annotation
  // CHECK:       ^[[END]](%{{.*}}: i32):
  func.func @loop(%p: !tq.ptr<i32>, %a: i32, %b: i32, %step: i32)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %sum = scf.for %i = %a to %b step %step iter_args(%s = %a) -> (i32) : i32 {
      %0 = arith.addi %s, %i : i32
      scf.yield %0 : i32
    } {llvm.loop_annotation = #llvm.loop_annotation<unroll = <disable = true>>}
    tq.store %p, %sum : !tq.ptr<i32>, i32
    return
  }

  // Branches inside of a loop that tests itself.
  // CHECK-LABEL: llvm.func @nested
  // CHECK:         llvm.br ^[[TEST:bb[0-9]+]](
  // CHECK:       ^[[TEST]](
  // CHECK:         llvm.cond_br %{{.*}}, ^[[DO:bb[0-9]+]](%{{.*}} : i32), ^[[OUT:bb[0-9]+]](%{{.*}} : i32)
  // CHECK:       ^[[DO]](
  // CHECK:         llvm.cond_br %{{.*}}, ^[[YES:bb[0-9]+]], ^[[NO:bb[0-9]+]]
  // CHECK:       ^[[YES]]:
  // CHECK:         llvm.br ^[[JOIN:bb[0-9]+]](
  // CHECK:       ^[[NO]]:
  // CHECK:         llvm.br ^[[JOIN]](
  // CHECK:       ^[[JOIN]](%[[NEXT:.*]]: i32):
  // CHECK:         llvm.br ^[[TEST]](%[[NEXT]] : i32)
  // CHECK:       ^[[OUT]](
  // CHECK-NOT:   scf.
  func.func @nested(%p: !tq.ptr<i32>, %a: i32, %b: i32)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %r = scf.while (%x = %a) : (i32) -> i32 {
      %more = arith.cmpi slt, %x, %b : i32
      scf.condition(%more) %x : i32
    } do {
    ^bb0(%y: i32):
      %small = arith.cmpi ult, %y, %a : i32
      %z = scf.if %small -> (i32) {
        %0 = arith.addi %y, %b : i32
        scf.yield %0 : i32
      } else {
        %1 = arith.muli %y, %b : i32
        scf.yield %1 : i32
      }
      scf.yield %z : i32
    }
    tq.store %p, %r : !tq.ptr<i32>, i32
    return
  }
}
