// RUN: tq-opt %s -split-input-file -tq-whole-tiles | FileCheck %s
// RUN: tq-opt %s -split-input-file -tq-whole-tiles -canonicalize | FileCheck %s --check-prefix=FOLDED
// RUN: tq-opt %s -split-input-file -tq-whole-tiles \
// RUN:   -remarks-filter=schedule -remark-format=emitRemark 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK

// Tiles of 64 are whole for as many steps as (max(n, 0) - 64 + 64) / 64.
//
// CHECK-LABEL: @row
// CHECK-SAME:    %[[N:[a-z0-9]*]]: i32
// CHECK:         %[[BEGIN:.*]] = arith.constant 0 : i32
// CHECK:         %[[LIMIT:.*]] = arith.maxsi %[[N]], %{{.*}} : i32
// CHECK:         %[[LEAST:.*]] = arith.constant 0 : i32
// CHECK:         %[[ROOM:.*]] = arith.subi %[[LIMIT]], %[[LEAST]] : i32
// CHECK:         %[[SOME:.*]] = arith.maxsi %[[ROOM]], %{{.*}} : i32
// CHECK:         %[[COUNT:.*]] = arith.divui %[[SOME]], %{{.*}} : i32
// CHECK:         %[[LENGTH:.*]] = arith.muli %[[COUNT]], %{{.*}} : i32
// CHECK:         %[[LAST:.*]] = arith.addi %[[LENGTH]], %[[BEGIN]] : i32
// CHECK:         %[[END:.*]] = arith.minsi %[[N]], %[[LAST]] : i32
// CHECK:         %[[WHOLE:.*]] = scf.for %{{.*}} = %[[BEGIN]] to %[[END]]
// CHECK-NOT:       arith.cmpi
// CHECK:           tq.load %{{.*}}, %{{.*}}, %{{.*}}
// CHECK-NOT:     llvm.loop_annotation
// CHECK:         %[[ALL:.*]] = scf.for %{{.*}} = %[[END]] to %[[N]] {{.*}} iter_args(%{{.*}} = %[[WHOLE]])
// CHECK:           arith.cmpi slt
// CHECK:         } {llvm.loop_annotation = #loop_annotation}
// CHECK:         return %[[ALL]]
// REMARK:        [Passed] whole-tiles
func.func @row(%n: i32, %p: tensor<64x!tq.ptr<f32>>, %zeros: tensor<64xf32>) -> tensor<64xf32> {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %range = tq.range 0 to 64 : tensor<64xi32>
  %limit = tq.splat %n : i32 -> tensor<64xi32>
  %x = scf.for %i = %c0 to %n step %c64 iter_args(%sum = %zeros) -> (tensor<64xf32>) : i32 {
    %begin = tq.splat %i : i32 -> tensor<64xi32>
    %cols = arith.addi %range, %begin : tensor<64xi32>
    %mask = arith.cmpi slt, %cols, %limit : tensor<64xi32>
    %q = tq.addptr %p, %cols : tensor<64x!tq.ptr<f32>>, tensor<64xi32>
    %v = tq.load %q, %mask, %zeros : tensor<64x!tq.ptr<f32>> -> tensor<64xf32>
    %s = arith.addf %sum, %v : tensor<64xf32>
    scf.yield %s : tensor<64xf32>
  }
  return %x : tensor<64xf32>
}

// -----

// Steps of one tile each, from the third on, of ranges that begin at 8: tile i is whole
// where 64 i + 72 <= n, so 200 is the least n with one. Two limits: the nearer one counts.
//
// FOLDED-LABEL: @multiples
// FOLDED-SAME:    %[[N:[a-z0-9]*]]: i32, %[[M:[a-z0-9]*]]: i32
// FOLDED-DAG:     %[[LEAST:.*]] = arith.constant 136 : i32
// FOLDED-DAG:     %[[GROWTH:.*]] = arith.constant 64 : i32
// FOLDED:         %[[ROOM:.*]] = arith.subi %{{.*}}, %[[LEAST]] : i32
// FOLDED:         arith.divui %{{.*}}, %[[GROWTH]] : i32
// FOLDED:         arith.minsi
// FOLDED:         arith.minsi
// FOLDED:         scf.for
// FOLDED-NOT:       cmpi
// FOLDED:         scf.for
// FOLDED-COUNT-2:   cmpi
// REMARK:         [Passed] whole-tiles
func.func @multiples(%n: i32, %m: i32, %e: i32, %zeros: tensor<64xi32>) -> tensor<64xi32> {
  %c2 = arith.constant 2 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %range = tq.range 8 to 72 : tensor<64xi32>
  %limit = tq.splat %n : i32 -> tensor<64xi32>
  %other = tq.splat %m : i32 -> tensor<64xi32>
  %x = scf.for %i = %c2 to %e step %c1 iter_args(%sum = %zeros) -> (tensor<64xi32>) : i32 {
    %first = arith.muli %i, %c64 : i32
    %begin = tq.splat %first : i32 -> tensor<64xi32>
    %cols = arith.addi %begin, %range : tensor<64xi32>
    %mask = arith.cmpi slt, %cols, %limit : tensor<64xi32>
    %mask2 = arith.cmpi slt, %cols, %other : tensor<64xi32>
    %v = arith.select %mask, %cols, %zeros : tensor<64xi1>, tensor<64xi32>
    %w = arith.select %mask2, %v, %zeros : tensor<64xi1>, tensor<64xi32>
    %s = arith.addi %sum, %w : tensor<64xi32>
    scf.yield %s : tensor<64xi32>
  }
  return %x : tensor<64xi32>
}

// -----

// Of 32 warps ptxas repeats neither loop.
//
// CHECK-LABEL: @warps
// CHECK-COUNT-2: } {llvm.loop_annotation = #loop_annotation}
func.func @warps(%n: i32, %zeros: tensor<64xi1>) attributes {tq.num_warps = 32 : i32} {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %range = tq.range 0 to 64 : tensor<64xi32>
  %limit = tq.splat %n : i32 -> tensor<64xi32>
  %0 = scf.for %i = %c0 to %n step %c64 iter_args(%m = %zeros) -> (tensor<64xi1>) : i32 {
    %begin = tq.splat %i : i32 -> tensor<64xi32>
    %cols = arith.addi %begin, %range : tensor<64xi32>
    %mask = arith.cmpi slt, %cols, %limit : tensor<64xi32>
    scf.yield %mask : tensor<64xi1>
  }
  return
}

// -----

// One loop: steps longer than the range, a limit from inside of the loop, a loop of
// another type, from anywhere, or one that counts unsigned: its end may be above 2^31.
//
// CHECK-LABEL: @others
// CHECK-COUNT-5: scf.for
// CHECK-NOT:     scf.for
// CHECK:         return
func.func @others(%n: i32, %b: i32, %wide: i64, %zeros: tensor<64xi1>, %e: tensor<64xi64>) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %c65 = arith.constant 65 : i32
  %w0 = arith.constant 0 : i64
  %w64 = arith.constant 64 : i64
  %range = tq.range 0 to 64 : tensor<64xi32>
  %limit = tq.splat %n : i32 -> tensor<64xi32>
  %widelimit = tq.splat %wide : i64 -> tensor<64xi64>
  %0 = scf.for %i = %c0 to %n step %c65 iter_args(%m = %zeros) -> (tensor<64xi1>) : i32 {
    %begin = tq.splat %i : i32 -> tensor<64xi32>
    %cols = arith.addi %begin, %range : tensor<64xi32>
    %mask = arith.cmpi slt, %cols, %limit : tensor<64xi32>
    scf.yield %mask : tensor<64xi1>
  }
  %1 = scf.for %i = %c0 to %n step %c64 iter_args(%m = %zeros) -> (tensor<64xi1>) : i32 {
    %begin = tq.splat %i : i32 -> tensor<64xi32>
    %cols = arith.addi %begin, %range : tensor<64xi32>
    %twice = arith.addi %i, %n : i32
    %inner = tq.splat %twice : i32 -> tensor<64xi32>
    %mask = arith.cmpi slt, %cols, %inner : tensor<64xi32>
    scf.yield %mask : tensor<64xi1>
  }
  %2 = scf.for %i = %w0 to %wide step %w64 iter_args(%m = %zeros) -> (tensor<64xi1>) : i64 {
    %begin = tq.splat %i : i64 -> tensor<64xi64>
    %cols = arith.addi %begin, %e : tensor<64xi64>
    %mask = arith.cmpi slt, %cols, %widelimit : tensor<64xi64>
    scf.yield %mask : tensor<64xi1>
  }
  %3 = scf.for %i = %b to %n step %c64 iter_args(%m = %zeros) -> (tensor<64xi1>) : i32 {
    %begin = tq.splat %i : i32 -> tensor<64xi32>
    %cols = arith.addi %begin, %range : tensor<64xi32>
    %mask = arith.cmpi slt, %cols, %limit : tensor<64xi32>
    scf.yield %mask : tensor<64xi1>
  }
  %4 = scf.for unsigned %i = %c0 to %n step %c64 iter_args(%m = %zeros) -> (tensor<64xi1>) : i32 {
    %begin = tq.splat %i : i32 -> tensor<64xi32>
    %cols = arith.addi %begin, %range : tensor<64xi32>
    %mask = arith.cmpi slt, %cols, %limit : tensor<64xi32>
    scf.yield %mask : tensor<64xi1>
  }
  return
}

// -----

// CHECK-LABEL: @asks
// CHECK:         scf.for
// CHECK-NOT:     scf.for
// CHECK:         return
// REMARK:        [Missed] whole-tiles {{.*}}CTAs share its tiles
func.func @asks(%n: i32, %zeros: tensor<64xi1>) attributes {tq.num_ctas = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %range = tq.range 0 to 64 : tensor<64xi32>
  %limit = tq.splat %n : i32 -> tensor<64xi32>
  %0 = scf.for %i = %c0 to %n step %c64 iter_args(%m = %zeros) -> (tensor<64xi1>) : i32 {
    %begin = tq.splat %i : i32 -> tensor<64xi32>
    %cols = arith.addi %begin, %range : tensor<64xi32>
    %mask = arith.cmpi slt, %cols, %limit : tensor<64xi32>
    scf.yield %mask : tensor<64xi1>
  }
  return
}

// -----

// REMARK:        [Missed] whole-tiles {{.*}}`whole-tiles` is switched off
module attributes {tq.disabled = ["whole-tiles"]} {
func.func @off(%n: i32, %zeros: tensor<64xi1>) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %range = tq.range 0 to 64 : tensor<64xi32>
  %limit = tq.splat %n : i32 -> tensor<64xi32>
  %0 = scf.for %i = %c0 to %n step %c64 iter_args(%m = %zeros) -> (tensor<64xi1>) : i32 {
    %begin = tq.splat %i : i32 -> tensor<64xi32>
    %cols = arith.addi %begin, %range : tensor<64xi32>
    %mask = arith.cmpi slt, %cols, %limit : tensor<64xi32>
    scf.yield %mask : tensor<64xi1>
  }
  return
}
}
