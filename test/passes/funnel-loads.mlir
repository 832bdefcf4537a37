// RUN: tq-opt %s -tq-whole-tiles | FileCheck %s
// RUN: tq-opt %s -tq-whole-tiles -remarks-filter=memory -remark-format=emitRemark 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK
// RUN: tq-opt %s -tq-whole-tiles -tq-plan-kernel -tq-record-accesses -tq-assign-layouts \
// RUN:   | FileCheck %s --check-prefix=LAYOUT

// A loop over places of a row that begins at %first, and weights that begin at column 0: tiles
// are whole from 8 elements behind the row's first one on, up to 8 in front of its last. There
// the weights are two loads of whole accesses and a shift; at the row's ends they are as they
// were, in tiles of a quarter. A loop for each number of words that are shifted by knows them.
//
// CHECK-LABEL: @weights
// CHECK-SAME:    %[[W:[a-z0-9]*]]: !tq.ptr<f16> {{{.*}}}, %[[FIRST:[a-z0-9]*]]: i32
// CHECK:         %[[MARGIN:.*]] = arith.constant 8 : i32
// CHECK:         %[[BEHIND:.*]] = arith.addi %[[FIRST]], %[[MARGIN]] : i32
// CHECK:         %[[SOME:.*]] = arith.maxsi %[[BEHIND]]
// CHECK:         %[[LAST:.*]] = arith.constant 255 : i32
// CHECK:         %[[FRONT:.*]] = arith.addi %[[SOME]], %[[LAST]] : i32
// CHECK:         %[[COUNT:.*]] = arith.divui %[[FRONT]]
// CHECK:         %[[BEGIN:.*]] = arith.muli %[[COUNT]]
// CHECK:         tq.range 0 to 256 : tensor<256xi32>
// CHECK:         tq.splat %{{.*}} : i32 -> tensor<256xi32>
// CHECK:         %[[QUARTER:.*]] = arith.constant 256 : i32
// CHECK:         scf.for %{{.*}} = %{{.*}} to %{{.*}} step %[[QUARTER]]
// CHECK:           tq.load %{{.*}}, %{{.*}} {{{.*}}tqg.straddles = 8 : i32} : tensor<256x
// CHECK:           tq.store {{.*}}tensor<256xi1>
// CHECK:         } {llvm.loop_annotation = #{{.*}}, tqg.resident}
// CHECK:         %[[FROM:.*]] = arith.andi
// CHECK:         %[[START:.*]] = tq.addptr %[[W]], %{{.*}}
// CHECK:         %[[NONE:.*]] = arith.cmpi eq, %[[FROM]]
// CHECK:         %[[DISTANCE:.*]] = arith.select %[[NONE]]
// CHECK:         %[[NEXT:.*]] = tq.addptr %[[START]], %[[DISTANCE]]
// CHECK:         tq.hint %[[START]] divisibility [16]
// CHECK:         tq.hint %[[NEXT]] divisibility [16]
// CHECK:         %[[WORDS:.*]] = arith.divui %[[FROM]]
// CHECK:         %[[ISNONE:.*]] = arith.cmpi eq, %[[WORDS]]
// CHECK:         scf.if %[[ISNONE]] {
// CHECK:           scf.for %{{.*}} = %[[BEGIN]] to
// CHECK:             %[[LOW:.*]] = tq.load %{{[a-z0-9]*}} {
// CHECK:             %[[HIGH:.*]] = tq.load %{{[a-z0-9]*}} {
// CHECK:             tqg.funnel_shift %[[LOW]], %[[HIGH]] from %[[FROM]] width 8 words 0 : tensor<1024xf16>
// CHECK:           } {tqg.resident}
// CHECK:         } else {
// CHECK:           width 8 words 1
// CHECK:           width 8 words 2
// CHECK:           width 8 words 3
// CHECK-NOT:       tqg.funnel_shift
// CHECK:           tq.store {{.*}}tensor<256xi1>
// CHECK:         } {llvm.loop_annotation = #{{.*}}, tqg.resident}
//
// A thread holds the 8 neighbours of both.
// LAYOUT:       #[[L:.*]] = #tqg.linear<reg = [(1), (2), (4)]
// LAYOUT:       tqg.funnel_shift {{.*}} : tensor<1024xf16, #[[L]]>
module attributes {tq.arch = "sm_90a"} {
  func.func @weights(%w: !tq.ptr<f16> {tq.divisibility = 16 : i32, tq.restrict}, %first: i32, %end: i32, %out: !tq.ptr<f16> {tq.divisibility = 16 : i32, tq.restrict}) attributes {tq.kernel, tq.num_warps = 4 : i32} {
    %c0 = arith.constant 0 : i32
    %c1024 = arith.constant 1024 : i32
    %range = tq.range 0 to 1024 : tensor<1024xi32>
    %begins = tq.splat %first : i32 -> tensor<1024xi32>
    %ends = tq.splat %end : i32 -> tensor<1024xi32>
    %origin = tq.splat %first : i32 -> tensor<1024xi32>
    %weights = tq.splat %w : !tq.ptr<f16> -> tensor<1024x!tq.ptr<f16>>
    %outs = tq.splat %out : !tq.ptr<f16> -> tensor<1024x!tq.ptr<f16>>
    scf.for %i = %c0 to %end step %c1024 : i32 {
      %tile = tq.splat %i : i32 -> tensor<1024xi32>
      %place = arith.addi %tile, %range : tensor<1024xi32>
      %cols = arith.subi %place, %origin : tensor<1024xi32>
      %isInside = arith.cmpi sge, %place, %begins : tensor<1024xi32>
      %isBefore = arith.cmpi slt, %place, %ends : tensor<1024xi32>
      %mask = arith.andi %isInside, %isBefore : tensor<1024xi1>
      %p = tq.addptr %weights, %cols : tensor<1024x!tq.ptr<f16>>, tensor<1024xi32>
      %v = tq.load %p, %mask {tqg.straddles = 8 : i32} : tensor<1024x!tq.ptr<f16>> -> tensor<1024xf16>
      %q = tq.addptr %outs, %place : tensor<1024x!tq.ptr<f16>>, tensor<1024xi32>
      tq.store %q, %v, %mask : tensor<1024x!tq.ptr<f16>>, tensor<1024xf16>, tensor<1024xi1>
    } {tqg.resident}
    return
  }

  // Of a row that CTAs share, this one has places %first to %end, but weights are there for the whole
  // row, %origin to %behind: where only that is inside of it by an access, the tiles are whole, up
  // to the ends of the part.
  //
  // CHECK-LABEL: @shared
  // CHECK-SAME:    %[[W:[a-z0-9]*]]: !tq.ptr<f16> {{{.*}}}, %[[FIRST:[a-z0-9]*]]: i32, %[[END:[a-z0-9]*]]: i32, %[[ORIGIN:[a-z0-9]*]]: i32, %[[BEHIND:[a-z0-9]*]]: i32
  // CHECK:         %[[ROW:.*]] = arith.addi %[[ORIGIN]], %c8_i32{{[_0-9]*}} : i32
  // CHECK:         arith.maxsi %[[ROW]]
  // CHECK:         %[[PART:.*]] = arith.addi %[[FIRST]], %c0_i32{{[_0-9]*}} : i32
  // CHECK:         arith.maxsi %[[PART]]
  // CHECK:         %[[ALL:.*]] = arith.maxsi %[[BEHIND]]
  // CHECK:         arith.subi %[[ALL]], %c8_i32{{[_0-9]*}} : i32
  // CHECK:         %[[OWN:.*]] = arith.maxsi %[[END]]
  // CHECK:         arith.subi %[[OWN]], %c0_i32{{[_0-9]*}} : i32
  // CHECK:         words 3
  func.func @shared(%w: !tq.ptr<f16> {tq.divisibility = 16 : i32, tq.restrict}, %first: i32, %end: i32, %from: i32, %behind: i32, %out: !tq.ptr<f16> {tq.divisibility = 16 : i32, tq.restrict}) attributes {tq.kernel, tq.num_warps = 4 : i32, tqg.row_ctas = 2 : i32} {
    %c0 = arith.constant 0 : i32
    %c1024 = arith.constant 1024 : i32
    %range = tq.range 0 to 1024 : tensor<1024xi32>
    %begins = tq.splat %first : i32 -> tensor<1024xi32>
    %ends = tq.splat %end : i32 -> tensor<1024xi32>
    %origin = tq.splat %from : i32 -> tensor<1024xi32>
    %behinds = tq.splat %behind : i32 -> tensor<1024xi32>
    %weights = tq.splat %w : !tq.ptr<f16> -> tensor<1024x!tq.ptr<f16>>
    %outs = tq.splat %out : !tq.ptr<f16> -> tensor<1024x!tq.ptr<f16>>
    scf.for %i = %c0 to %end step %c1024 : i32 {
      %tile = tq.splat %i : i32 -> tensor<1024xi32>
      %place = arith.addi %tile, %range : tensor<1024xi32>
      %cols = arith.subi %place, %origin : tensor<1024xi32>
      %isOfRow = arith.cmpi sge, %place, %origin : tensor<1024xi32>
      %isInRow = arith.cmpi slt, %place, %behinds : tensor<1024xi32>
      %row = arith.andi %isOfRow, %isInRow : tensor<1024xi1>
      %isInside = arith.cmpi sge, %place, %begins : tensor<1024xi32>
      %isBefore = arith.cmpi slt, %place, %ends : tensor<1024xi32>
      %mask = arith.andi %isInside, %isBefore : tensor<1024xi1>
      %p = tq.addptr %weights, %cols : tensor<1024x!tq.ptr<f16>>, tensor<1024xi32>
      %v = tq.load %p, %row {tqg.straddles = 8 : i32} : tensor<1024x!tq.ptr<f16>> -> tensor<1024xf16>
      %q = tq.addptr %outs, %place : tensor<1024x!tq.ptr<f16>>, tensor<1024xi32>
      tq.store %q, %v, %mask : tensor<1024x!tq.ptr<f16>>, tensor<1024xf16>, tensor<1024xi1>
    } {tqg.resident}
    return
  }

  // A loop that carries a tile does it in tiles of one size, and is one loop. So is one of loads
  // that begin at different places: from another origin, or at an address that nobody knows.
  // REMARK: words are chosen each time, not by a loop for each shift: it carries what it finds
  // REMARK: words are chosen each time, not by a loop for each shift: what it loads begins at different places of accesses
  // CHECK-LABEL: @carried
  // CHECK:         arith.constant 8 : i32
  // CHECK:         arith.constant 1023 : i32
  // CHECK-NOT:     tensor<256x
  // CHECK:         width 8 : tensor<1024xf16>
  // CHECK-NOT:     tqg.funnel_shift
  // CHECK-LABEL: @apart
  // CHECK-NOT:     words
  // CHECK-COUNT-3: width 8 : tensor<1024xf16>
  // CHECK-NOT:     tqg.funnel_shift
  // CHECK-LABEL: @unplaced
  func.func @carried(%w: !tq.ptr<f16> {tq.divisibility = 16 : i32, tq.restrict}, %first: i32, %end: i32, %out: !tq.ptr<f16> {tq.divisibility = 16 : i32, tq.restrict}) attributes {tq.kernel, tq.num_warps = 4 : i32} {
    %c0 = arith.constant 0 : i32
    %c1024 = arith.constant 1024 : i32
    %zeros = arith.constant dense<0.0> : tensor<1024xf16>
    %range = tq.range 0 to 1024 : tensor<1024xi32>
    %begins = tq.splat %first : i32 -> tensor<1024xi32>
    %ends = tq.splat %end : i32 -> tensor<1024xi32>
    %weights = tq.splat %w : !tq.ptr<f16> -> tensor<1024x!tq.ptr<f16>>
    %outs = tq.splat %out : !tq.ptr<f16> -> tensor<1024x!tq.ptr<f16>>
    %all = scf.for %i = %c0 to %end step %c1024 iter_args(%sum = %zeros) -> (tensor<1024xf16>) : i32 {
      %tile = tq.splat %i : i32 -> tensor<1024xi32>
      %place = arith.addi %tile, %range : tensor<1024xi32>
      %cols = arith.subi %place, %begins : tensor<1024xi32>
      %isInside = arith.cmpi sge, %place, %begins : tensor<1024xi32>
      %isBefore = arith.cmpi slt, %place, %ends : tensor<1024xi32>
      %mask = arith.andi %isInside, %isBefore : tensor<1024xi1>
      %p = tq.addptr %weights, %cols : tensor<1024x!tq.ptr<f16>>, tensor<1024xi32>
      %v = tq.load %p, %mask {tqg.straddles = 8 : i32} : tensor<1024x!tq.ptr<f16>> -> tensor<1024xf16>
      %next = arith.addf %sum, %v : tensor<1024xf16>
      scf.yield %next : tensor<1024xf16>
    } {tqg.resident}
    %q = tq.addptr %outs, %range : tensor<1024x!tq.ptr<f16>>, tensor<1024xi32>
    tq.store %q, %all : tensor<1024x!tq.ptr<f16>>, tensor<1024xf16>
    return
  }

  func.func @apart(%w: !tq.ptr<f16> {tq.divisibility = 16 : i32, tq.restrict}, %v: !tq.ptr<f16> {tq.restrict}, %first: i32, %second: i32, %end: i32, %out: !tq.ptr<f16> {tq.divisibility = 16 : i32, tq.restrict}) attributes {tq.kernel, tq.num_warps = 4 : i32} {
    %c0 = arith.constant 0 : i32
    %c1024 = arith.constant 1024 : i32
    %range = tq.range 0 to 1024 : tensor<1024xi32>
    %begins = tq.splat %first : i32 -> tensor<1024xi32>
    %ends = tq.splat %end : i32 -> tensor<1024xi32>
    %weights = tq.splat %w : !tq.ptr<f16> -> tensor<1024x!tq.ptr<f16>>
    %others = tq.splat %v : !tq.ptr<f16> -> tensor<1024x!tq.ptr<f16>>
    %origin = tq.splat %second : i32 -> tensor<1024xi32>
    %outs = tq.splat %out : !tq.ptr<f16> -> tensor<1024x!tq.ptr<f16>>
    scf.for %i = %c0 to %end step %c1024 : i32 {
      %tile = tq.splat %i : i32 -> tensor<1024xi32>
      %place = arith.addi %tile, %range : tensor<1024xi32>
      %cols = arith.subi %place, %begins : tensor<1024xi32>
      %isInside = arith.cmpi sge, %place, %begins : tensor<1024xi32>
      %isBefore = arith.cmpi slt, %place, %ends : tensor<1024xi32>
      %mask = arith.andi %isInside, %isBefore : tensor<1024xi1>
      %p = tq.addptr %weights, %cols : tensor<1024x!tq.ptr<f16>>, tensor<1024xi32>
      %x = tq.load %p, %mask {tqg.straddles = 8 : i32} : tensor<1024x!tq.ptr<f16>> -> tensor<1024xf16>
      %r = tq.addptr %others, %cols : tensor<1024x!tq.ptr<f16>>, tensor<1024xi32>
      %y = tq.load %r, %mask {tqg.straddles = 8 : i32} : tensor<1024x!tq.ptr<f16>> -> tensor<1024xf16>
      %behind = arith.subi %place, %origin : tensor<1024xi32>
      %t = tq.addptr %weights, %behind : tensor<1024x!tq.ptr<f16>>, tensor<1024xi32>
      %z = tq.load %t, %mask {tqg.straddles = 8 : i32} : tensor<1024x!tq.ptr<f16>> -> tensor<1024xf16>
      %s = arith.addf %x, %y : tensor<1024xf16>
      %sum = arith.addf %s, %z : tensor<1024xf16>
      %q = tq.addptr %outs, %place : tensor<1024x!tq.ptr<f16>>, tensor<1024xi32>
      tq.store %q, %sum, %mask : tensor<1024x!tq.ptr<f16>>, tensor<1024xf16>, tensor<1024xi1>
    } {tqg.resident}
    return
  }

  // Only hand-written IR marks a load that is of no place, or has no mask.
  // CHECK-NOT:     tqg.funnel_shift
  // REMARK-COUNT-2: read element by element: its mask is not that of the loop's places
  func.func @unplaced(%w: !tq.ptr<f16>, %end: i32, %out: !tq.ptr<f16>) attributes {tq.kernel, tq.num_warps = 4 : i32} {
    %c0 = arith.constant 0 : i32
    %c1024 = arith.constant 1024 : i32
    %range = tq.range 0 to 1024 : tensor<1024xi32>
    %ends = tq.splat %end : i32 -> tensor<1024xi32>
    %weights = tq.splat %w : !tq.ptr<f16> -> tensor<1024x!tq.ptr<f16>>
    %outs = tq.splat %out : !tq.ptr<f16> -> tensor<1024x!tq.ptr<f16>>
    scf.for %i = %c0 to %end step %c1024 : i32 {
      %tile = tq.splat %i : i32 -> tensor<1024xi32>
      %place = arith.addi %tile, %range : tensor<1024xi32>
      %mask = arith.cmpi slt, %place, %ends : tensor<1024xi32>
      %p = tq.addptr %weights, %place : tensor<1024x!tq.ptr<f16>>, tensor<1024xi32>
      %v = tq.load %p, %mask {tqg.straddles = 8 : i32} : tensor<1024x!tq.ptr<f16>> -> tensor<1024xf16>
      %u = tq.load %p {tqg.straddles = 8 : i32} : tensor<1024x!tq.ptr<f16>> -> tensor<1024xf16>
      %s = arith.addf %u, %v : tensor<1024xf16>
      %q = tq.addptr %outs, %place : tensor<1024x!tq.ptr<f16>>, tensor<1024xi32>
      tq.store %q, %s, %mask : tensor<1024x!tq.ptr<f16>>, tensor<1024xf16>, tensor<1024xi1>
    } {tqg.resident}
    return
  }

  // CHECK-LABEL: @narrow
  // What reads 2 neighbours a thread is moved to where a thread holds all 8.
  // LAYOUT-LABEL: @narrow
  // LAYOUT:         tqg.convert_layout
  // LAYOUT:         tqg.funnel_shift {{.*}} : tensor<1024xf16, #[[L]]>
  func.func @narrow(%x: !tq.ptr<f16> {tq.divisibility = 4 : i32}, %from: i32) attributes {tq.kernel, tq.num_warps = 4 : i32} {
    %range = tq.range 0 to 1024 : tensor<1024xi32>
    %c8 = arith.constant dense<8> : tensor<1024xi32>
    %tile = tq.splat %x : !tq.ptr<f16> -> tensor<1024x!tq.ptr<f16>>
    %p = tq.addptr %tile, %range : tensor<1024x!tq.ptr<f16>>, tensor<1024xi32>
    %q = tq.addptr %p, %c8 : tensor<1024x!tq.ptr<f16>>, tensor<1024xi32>
    %low = tq.load %p : tensor<1024x!tq.ptr<f16>> -> tensor<1024xf16>
    %high = tq.load %q : tensor<1024x!tq.ptr<f16>> -> tensor<1024xf16>
    %shifted = tqg.funnel_shift %low, %high from %from width 8 : tensor<1024xf16>
    tq.store %p, %shifted : tensor<1024x!tq.ptr<f16>>, tensor<1024xf16>
    return
  }
}
