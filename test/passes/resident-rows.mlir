// RUN: tq-opt %s -split-input-file -tq-resident-rows | FileCheck %s
// RUN: tq-opt %s -split-input-file -tq-resident-rows \
// RUN:   -remarks-filter=memory -remark-format=emitRemark 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK

// Two loops over a row: the largest element, then what is stored. Tiles count places of
// accesses; columns are places less that of the row's first element.
//
// CHECK-LABEL: @row
// CHECK:         %[[ROW:.*]] = tq.addptr
// CHECK:         %[[ADDRESS:.*]] = tq.ptr_to_int %[[ROW]]
// CHECK:         %[[BYTES:.*]] = arith.andi %[[ADDRESS]], %{{.*}} : i64
// CHECK:         %[[PLACE:.*]] = arith.divui %[[BYTES]], %{{.*}} : i64
// CHECK:         %[[FIRST:.*]] = arith.trunci %[[PLACE]] : i64 to i32
// CHECK:         %[[LENGTH:.*]] = arith.maxsi %[[N:.*]], %{{.*}} : i32
// CHECK:         %[[END:.*]] = arith.addi %[[FIRST]], %[[LENGTH]] : i32
// CHECK:         %[[START:.*]] = tq.addptr %[[ROW]], %{{.*}}
// CHECK:         %[[STOP:.*]] = arith.select %{{.*}}, %{{.*}}, %[[END]] : i32
// CHECK:         %[[COPY:.*]] = tqg.resident_row %[[START]][%[[FIRST]], %[[END]] to %[[STOP]]{{\]}} places 8704 block 512 other 0xFC00 : f16 : !tq.ptr<f16>
// CHECK:         %[[KNOWN:.*]] = tq.hint %[[COPY]] divisibility [16]
// CHECK:         scf.for %{{.*}} = %{{.*}} to %{{.*}}
// CHECK:           %[[TILE:.*]] = arith.addi
// CHECK:           arith.cmpi sge, %[[TILE]]
// CHECK:           %[[MASK:.*]] = arith.andi
// CHECK:           %[[COPIES:.*]] = tq.splat %[[KNOWN]]
// CHECK:           %[[ADDRESSES:.*]] = tq.addptr %[[COPIES]], %[[TILE]]
// CHECK:           tq.load %[[ADDRESSES]], %[[MASK]], %{{.*}}tqg.resident
// CHECK:         } {tqg.resident}
// CHECK:         %[[REST:.*]] = arith.andi %{{.*}}, %{{.*}} : i64
// CHECK:         %[[SAME:.*]] = arith.cmpi eq, %[[REST]]
// CHECK:         scf.for %{{.*}} = %{{.*}} to %{{.*}}
// CHECK:           scf.if %[[SAME]]
// CHECK:             tq.store
// CHECK:           } else {
// CHECK:             tq.store
// REMARK:        [Passed] resident-rows
// REMARK-SAME:   bytes=17408
module attributes {tq.arch = "sm_90a"} {
  func.func @row(%x: !tq.ptr<f16> {tq.restrict}, %out: !tq.ptr<f16> {tq.restrict}, %n: i32, %offset: i32) attributes {tq.kernel, tq.num_warps = 2 : i32} {
    %c0 = arith.constant 0 : i32
    %c512 = arith.constant 512 : i32
    %most = arith.constant 8192 : i32
    %minus = arith.constant dense<0xFC00> : tensor<512xf16>
    %bounded = arith.cmpi sle, %n, %most : i32
    tq.assume %bounded
    %row = tq.addptr %x, %offset : !tq.ptr<f16>, i32
    %range = tq.range 0 to 512 : tensor<512xi32>
    %largest = scf.for %i = %c0 to %n step %c512 iter_args(%so_far = %minus) -> (tensor<512xf16>) : i32 {
      %begin = tq.splat %i : i32 -> tensor<512xi32>
      %cols = arith.addi %begin, %range : tensor<512xi32>
      %limit = tq.splat %n : i32 -> tensor<512xi32>
      %mask = arith.cmpi slt, %cols, %limit : tensor<512xi32>
      %rows = tq.splat %row : !tq.ptr<f16> -> tensor<512x!tq.ptr<f16>>
      %p = tq.addptr %rows, %cols : tensor<512x!tq.ptr<f16>>, tensor<512xi32>
      %v = tq.load %p, %mask, %minus : tensor<512x!tq.ptr<f16>> -> tensor<512xf16>
      %next = arith.maxnumf %so_far, %v : tensor<512xf16>
      scf.yield %next : tensor<512xf16>
    }
    %all = "tq.reduce"(%largest) <{axis = 0 : i32}> ({
    ^bb0(%a: f16, %b: f16):
      %more = arith.maxnumf %a, %b : f16
      tq.yield %more : f16
    }) : (tensor<512xf16>) -> f16
    scf.for %i = %c0 to %n step %c512 : i32 {
      %begin = tq.splat %i : i32 -> tensor<512xi32>
      %cols = arith.addi %begin, %range : tensor<512xi32>
      %limit = tq.splat %n : i32 -> tensor<512xi32>
      %mask = arith.cmpi slt, %cols, %limit : tensor<512xi32>
      %rows = tq.splat %row : !tq.ptr<f16> -> tensor<512x!tq.ptr<f16>>
      %p = tq.addptr %rows, %cols : tensor<512x!tq.ptr<f16>>, tensor<512xi32>
      %v = tq.load %p, %mask, %minus : tensor<512x!tq.ptr<f16>> -> tensor<512xf16>
      %least = tq.splat %all : f16 -> tensor<512xf16>
      %less = arith.subf %v, %least : tensor<512xf16>
      %outs = tq.splat %out : !tq.ptr<f16> -> tensor<512x!tq.ptr<f16>>
      %q = tq.addptr %outs, %cols : tensor<512x!tq.ptr<f16>>, tensor<512xi32>
      tq.store %q, %less, %mask : tensor<512x!tq.ptr<f16>>, tensor<512xf16>, tensor<512xi1>
    }
    return
  }
}

// -----

// CHECK-LABEL: @old
// CHECK-NOT:     tqg.resident
// REMARK:        [Missed] resident-rows{{.*}}bulk copies need sm_90
module attributes {tq.arch = "sm_80"} {
  func.func @old(%x: !tq.ptr<f16> {tq.restrict}, %out: !tq.ptr<f16> {tq.restrict}, %n: i32, %offset: i32) attributes {tq.kernel, tq.num_warps = 2 : i32} {
    %c0 = arith.constant 0 : i32
    %c512 = arith.constant 512 : i32
    %most = arith.constant 8192 : i32
    %minus = arith.constant dense<0xFC00> : tensor<512xf16>
    %bounded = arith.cmpi sle, %n, %most : i32
    tq.assume %bounded
    %row = tq.addptr %x, %offset : !tq.ptr<f16>, i32
    %range = tq.range 0 to 512 : tensor<512xi32>
    %largest = scf.for %i = %c0 to %n step %c512 iter_args(%so_far = %minus) -> (tensor<512xf16>) : i32 {
      %begin = tq.splat %i : i32 -> tensor<512xi32>
      %cols = arith.addi %begin, %range : tensor<512xi32>
      %limit = tq.splat %n : i32 -> tensor<512xi32>
      %mask = arith.cmpi slt, %cols, %limit : tensor<512xi32>
      %rows = tq.splat %row : !tq.ptr<f16> -> tensor<512x!tq.ptr<f16>>
      %p = tq.addptr %rows, %cols : tensor<512x!tq.ptr<f16>>, tensor<512xi32>
      %v = tq.load %p, %mask, %minus : tensor<512x!tq.ptr<f16>> -> tensor<512xf16>
      %next = arith.maxnumf %so_far, %v : tensor<512xf16>
      scf.yield %next : tensor<512xf16>
    }
    %all = "tq.reduce"(%largest) <{axis = 0 : i32}> ({
    ^bb0(%a: f16, %b: f16):
      %more = arith.maxnumf %a, %b : f16
      tq.yield %more : f16
    }) : (tensor<512xf16>) -> f16
    scf.for %i = %c0 to %n step %c512 : i32 {
      %begin = tq.splat %i : i32 -> tensor<512xi32>
      %cols = arith.addi %begin, %range : tensor<512xi32>
      %limit = tq.splat %n : i32 -> tensor<512xi32>
      %mask = arith.cmpi slt, %cols, %limit : tensor<512xi32>
      %rows = tq.splat %row : !tq.ptr<f16> -> tensor<512x!tq.ptr<f16>>
      %p = tq.addptr %rows, %cols : tensor<512x!tq.ptr<f16>>, tensor<512xi32>
      %v = tq.load %p, %mask, %minus : tensor<512x!tq.ptr<f16>> -> tensor<512xf16>
      %least = tq.splat %all : f16 -> tensor<512xf16>
      %less = arith.subf %v, %least : tensor<512xf16>
      %outs = tq.splat %out : !tq.ptr<f16> -> tensor<512x!tq.ptr<f16>>
      %q = tq.addptr %outs, %cols : tensor<512x!tq.ptr<f16>>, tensor<512xi32>
      tq.store %q, %less, %mask : tensor<512x!tq.ptr<f16>>, tensor<512xf16>, tensor<512xi1>
    }
    return
  }
}

// -----

// CHECK-LABEL: @written
// CHECK-NOT:     tqg.resident
// REMARK:        [Missed] resident-rows{{.*}}it may be written meanwhile
module attributes {tq.arch = "sm_90a"} {
  func.func @written(%x: !tq.ptr<f16>, %out: !tq.ptr<f16>, %n: i32, %offset: i32) attributes {tq.kernel, tq.num_warps = 2 : i32} {
    %c0 = arith.constant 0 : i32
    %c512 = arith.constant 512 : i32
    %most = arith.constant 8192 : i32
    %minus = arith.constant dense<0xFC00> : tensor<512xf16>
    %bounded = arith.cmpi sle, %n, %most : i32
    tq.assume %bounded
    %row = tq.addptr %x, %offset : !tq.ptr<f16>, i32
    %range = tq.range 0 to 512 : tensor<512xi32>
    %largest = scf.for %i = %c0 to %n step %c512 iter_args(%so_far = %minus) -> (tensor<512xf16>) : i32 {
      %begin = tq.splat %i : i32 -> tensor<512xi32>
      %cols = arith.addi %begin, %range : tensor<512xi32>
      %limit = tq.splat %n : i32 -> tensor<512xi32>
      %mask = arith.cmpi slt, %cols, %limit : tensor<512xi32>
      %rows = tq.splat %row : !tq.ptr<f16> -> tensor<512x!tq.ptr<f16>>
      %p = tq.addptr %rows, %cols : tensor<512x!tq.ptr<f16>>, tensor<512xi32>
      %v = tq.load %p, %mask, %minus : tensor<512x!tq.ptr<f16>> -> tensor<512xf16>
      %next = arith.maxnumf %so_far, %v : tensor<512xf16>
      scf.yield %next : tensor<512xf16>
    }
    %all = "tq.reduce"(%largest) <{axis = 0 : i32}> ({
    ^bb0(%a: f16, %b: f16):
      %more = arith.maxnumf %a, %b : f16
      tq.yield %more : f16
    }) : (tensor<512xf16>) -> f16
    scf.for %i = %c0 to %n step %c512 : i32 {
      %begin = tq.splat %i : i32 -> tensor<512xi32>
      %cols = arith.addi %begin, %range : tensor<512xi32>
      %limit = tq.splat %n : i32 -> tensor<512xi32>
      %mask = arith.cmpi slt, %cols, %limit : tensor<512xi32>
      %rows = tq.splat %row : !tq.ptr<f16> -> tensor<512x!tq.ptr<f16>>
      %p = tq.addptr %rows, %cols : tensor<512x!tq.ptr<f16>>, tensor<512xi32>
      %v = tq.load %p, %mask, %minus : tensor<512x!tq.ptr<f16>> -> tensor<512xf16>
      %least = tq.splat %all : f16 -> tensor<512xf16>
      %less = arith.subf %v, %least : tensor<512xf16>
      %outs = tq.splat %out : !tq.ptr<f16> -> tensor<512x!tq.ptr<f16>>
      %q = tq.addptr %outs, %cols : tensor<512x!tq.ptr<f16>>, tensor<512xi32>
      tq.store %q, %less, %mask : tensor<512x!tq.ptr<f16>>, tensor<512xf16>, tensor<512xi1>
    }
    return
  }
}

// -----

// CHECK-LABEL: @unbounded
// CHECK-NOT:     tqg.resident
// REMARK:        [Missed] resident-rows{{.*}}its length is not bounded
module attributes {tq.arch = "sm_90a"} {
  func.func @unbounded(%x: !tq.ptr<f16> {tq.restrict}, %out: !tq.ptr<f16> {tq.restrict}, %n: i32, %offset: i32) attributes {tq.kernel, tq.num_warps = 2 : i32} {
    %c0 = arith.constant 0 : i32
    %c512 = arith.constant 512 : i32
    %most = arith.constant 8192 : i32
    %minus = arith.constant dense<0xFC00> : tensor<512xf16>
    %bounded = arith.cmpi sle, %n, %most : i32
    %row = tq.addptr %x, %offset : !tq.ptr<f16>, i32
    %range = tq.range 0 to 512 : tensor<512xi32>
    %largest = scf.for %i = %c0 to %n step %c512 iter_args(%so_far = %minus) -> (tensor<512xf16>) : i32 {
      %begin = tq.splat %i : i32 -> tensor<512xi32>
      %cols = arith.addi %begin, %range : tensor<512xi32>
      %limit = tq.splat %n : i32 -> tensor<512xi32>
      %mask = arith.cmpi slt, %cols, %limit : tensor<512xi32>
      %rows = tq.splat %row : !tq.ptr<f16> -> tensor<512x!tq.ptr<f16>>
      %p = tq.addptr %rows, %cols : tensor<512x!tq.ptr<f16>>, tensor<512xi32>
      %v = tq.load %p, %mask, %minus : tensor<512x!tq.ptr<f16>> -> tensor<512xf16>
      %next = arith.maxnumf %so_far, %v : tensor<512xf16>
      scf.yield %next : tensor<512xf16>
    }
    %all = "tq.reduce"(%largest) <{axis = 0 : i32}> ({
    ^bb0(%a: f16, %b: f16):
      %more = arith.maxnumf %a, %b : f16
      tq.yield %more : f16
    }) : (tensor<512xf16>) -> f16
    scf.for %i = %c0 to %n step %c512 : i32 {
      %begin = tq.splat %i : i32 -> tensor<512xi32>
      %cols = arith.addi %begin, %range : tensor<512xi32>
      %limit = tq.splat %n : i32 -> tensor<512xi32>
      %mask = arith.cmpi slt, %cols, %limit : tensor<512xi32>
      %rows = tq.splat %row : !tq.ptr<f16> -> tensor<512x!tq.ptr<f16>>
      %p = tq.addptr %rows, %cols : tensor<512x!tq.ptr<f16>>, tensor<512xi32>
      %v = tq.load %p, %mask, %minus : tensor<512x!tq.ptr<f16>> -> tensor<512xf16>
      %least = tq.splat %all : f16 -> tensor<512xf16>
      %less = arith.subf %v, %least : tensor<512xf16>
      %outs = tq.splat %out : !tq.ptr<f16> -> tensor<512x!tq.ptr<f16>>
      %q = tq.addptr %outs, %cols : tensor<512x!tq.ptr<f16>>, tensor<512xi32>
      tq.store %q, %less, %mask : tensor<512x!tq.ptr<f16>>, tensor<512xf16>, tensor<512xi1>
    }
    return
  }
}

// -----

// CHECK-LABEL: @long
// CHECK-NOT:     tqg.resident
// REMARK:        [Missed] resident-rows{{.*}}shared memory does not hold it
module attributes {tq.arch = "sm_90a"} {
  func.func @long(%x: !tq.ptr<f16> {tq.restrict}, %out: !tq.ptr<f16> {tq.restrict}, %n: i32, %offset: i32) attributes {tq.kernel, tq.num_warps = 2 : i32} {
    %c0 = arith.constant 0 : i32
    %c512 = arith.constant 512 : i32
    %most = arith.constant 262144 : i32
    %minus = arith.constant dense<0xFC00> : tensor<512xf16>
    %bounded = arith.cmpi sle, %n, %most : i32
    tq.assume %bounded
    %row = tq.addptr %x, %offset : !tq.ptr<f16>, i32
    %range = tq.range 0 to 512 : tensor<512xi32>
    %largest = scf.for %i = %c0 to %n step %c512 iter_args(%so_far = %minus) -> (tensor<512xf16>) : i32 {
      %begin = tq.splat %i : i32 -> tensor<512xi32>
      %cols = arith.addi %begin, %range : tensor<512xi32>
      %limit = tq.splat %n : i32 -> tensor<512xi32>
      %mask = arith.cmpi slt, %cols, %limit : tensor<512xi32>
      %rows = tq.splat %row : !tq.ptr<f16> -> tensor<512x!tq.ptr<f16>>
      %p = tq.addptr %rows, %cols : tensor<512x!tq.ptr<f16>>, tensor<512xi32>
      %v = tq.load %p, %mask, %minus : tensor<512x!tq.ptr<f16>> -> tensor<512xf16>
      %next = arith.maxnumf %so_far, %v : tensor<512xf16>
      scf.yield %next : tensor<512xf16>
    }
    %all = "tq.reduce"(%largest) <{axis = 0 : i32}> ({
    ^bb0(%a: f16, %b: f16):
      %more = arith.maxnumf %a, %b : f16
      tq.yield %more : f16
    }) : (tensor<512xf16>) -> f16
    scf.for %i = %c0 to %n step %c512 : i32 {
      %begin = tq.splat %i : i32 -> tensor<512xi32>
      %cols = arith.addi %begin, %range : tensor<512xi32>
      %limit = tq.splat %n : i32 -> tensor<512xi32>
      %mask = arith.cmpi slt, %cols, %limit : tensor<512xi32>
      %rows = tq.splat %row : !tq.ptr<f16> -> tensor<512x!tq.ptr<f16>>
      %p = tq.addptr %rows, %cols : tensor<512x!tq.ptr<f16>>, tensor<512xi32>
      %v = tq.load %p, %mask, %minus : tensor<512x!tq.ptr<f16>> -> tensor<512xf16>
      %least = tq.splat %all : f16 -> tensor<512xf16>
      %less = arith.subf %v, %least : tensor<512xf16>
      %outs = tq.splat %out : !tq.ptr<f16> -> tensor<512x!tq.ptr<f16>>
      %q = tq.addptr %outs, %cols : tensor<512x!tq.ptr<f16>>, tensor<512xi32>
      tq.store %q, %less, %mask : tensor<512x!tq.ptr<f16>>, tensor<512xf16>, tensor<512xi1>
    }
    return
  }
}

// -----

// CHECK-LABEL: @counts
// CHECK-NOT:     tqg.resident
// REMARK:        [Missed] resident-rows{{.*}}elements outside of it would count
module attributes {tq.arch = "sm_90a"} {
  func.func @counts(%x: !tq.ptr<f16> {tq.restrict}, %out: !tq.ptr<f16> {tq.restrict}, %n: i32, %offset: i32) attributes {tq.kernel, tq.num_warps = 2 : i32} {
    %c0 = arith.constant 0 : i32
    %c512 = arith.constant 512 : i32
    %most = arith.constant 8192 : i32
    %minus = arith.constant dense<0xFC00> : tensor<512xf16>
    %bounded = arith.cmpi sle, %n, %most : i32
    tq.assume %bounded
    %row = tq.addptr %x, %offset : !tq.ptr<f16>, i32
    %range = tq.range 0 to 512 : tensor<512xi32>
    %largest = scf.for %i = %c0 to %n step %c512 iter_args(%so_far = %minus) -> (tensor<512xf16>) : i32 {
      %begin = tq.splat %i : i32 -> tensor<512xi32>
      %cols = arith.addi %begin, %range : tensor<512xi32>
      %limit = tq.splat %n : i32 -> tensor<512xi32>
      %mask = arith.cmpi slt, %cols, %limit : tensor<512xi32>
      %rows = tq.splat %row : !tq.ptr<f16> -> tensor<512x!tq.ptr<f16>>
      %p = tq.addptr %rows, %cols : tensor<512x!tq.ptr<f16>>, tensor<512xi32>
      %v = tq.load %p, %mask : tensor<512x!tq.ptr<f16>> -> tensor<512xf16>
      %next = arith.maxnumf %so_far, %v : tensor<512xf16>
      scf.yield %next : tensor<512xf16>
    }
    %all = "tq.reduce"(%largest) <{axis = 0 : i32}> ({
    ^bb0(%a: f16, %b: f16):
      %more = arith.maxnumf %a, %b : f16
      tq.yield %more : f16
    }) : (tensor<512xf16>) -> f16
    scf.for %i = %c0 to %n step %c512 : i32 {
      %begin = tq.splat %i : i32 -> tensor<512xi32>
      %cols = arith.addi %begin, %range : tensor<512xi32>
      %limit = tq.splat %n : i32 -> tensor<512xi32>
      %mask = arith.cmpi slt, %cols, %limit : tensor<512xi32>
      %rows = tq.splat %row : !tq.ptr<f16> -> tensor<512x!tq.ptr<f16>>
      %p = tq.addptr %rows, %cols : tensor<512x!tq.ptr<f16>>, tensor<512xi32>
      %v = tq.load %p, %mask, %minus : tensor<512x!tq.ptr<f16>> -> tensor<512xf16>
      %least = tq.splat %all : f16 -> tensor<512xf16>
      %less = arith.subf %v, %least : tensor<512xf16>
      %outs = tq.splat %out : !tq.ptr<f16> -> tensor<512x!tq.ptr<f16>>
      %q = tq.addptr %outs, %cols : tensor<512x!tq.ptr<f16>>, tensor<512xi32>
      tq.store %q, %less, %mask : tensor<512x!tq.ptr<f16>>, tensor<512xf16>, tensor<512xi1>
    }
    return
  }
}

// -----

// CHECK-LABEL: @steps
// CHECK-NOT:     tqg.resident
// REMARK:        [Missed] resident-rows{{.*}}loops over it read different parts of it
module attributes {tq.arch = "sm_90a"} {
  func.func @steps(%x: !tq.ptr<f16> {tq.restrict}, %out: !tq.ptr<f16> {tq.restrict}, %n: i32, %offset: i32) attributes {tq.kernel, tq.num_warps = 2 : i32} {
    %c0 = arith.constant 0 : i32
    %c512 = arith.constant 512 : i32
    %most = arith.constant 8192 : i32
    %minus = arith.constant dense<0xFC00> : tensor<512xf16>
    %bounded = arith.cmpi sle, %n, %most : i32
    tq.assume %bounded
    %row = tq.addptr %x, %offset : !tq.ptr<f16>, i32
    %range = tq.range 0 to 512 : tensor<512xi32>
    %largest = scf.for %i = %c0 to %n step %c512 iter_args(%so_far = %minus) -> (tensor<512xf16>) : i32 {
      %begin = tq.splat %i : i32 -> tensor<512xi32>
      %cols = arith.addi %begin, %range : tensor<512xi32>
      %limit = tq.splat %n : i32 -> tensor<512xi32>
      %mask = arith.cmpi slt, %cols, %limit : tensor<512xi32>
      %rows = tq.splat %row : !tq.ptr<f16> -> tensor<512x!tq.ptr<f16>>
      %p = tq.addptr %rows, %cols : tensor<512x!tq.ptr<f16>>, tensor<512xi32>
      %v = tq.load %p, %mask, %minus : tensor<512x!tq.ptr<f16>> -> tensor<512xf16>
      %next = arith.maxnumf %so_far, %v : tensor<512xf16>
      scf.yield %next : tensor<512xf16>
    }
    %all = "tq.reduce"(%largest) <{axis = 0 : i32}> ({
    ^bb0(%a: f16, %b: f16):
      %more = arith.maxnumf %a, %b : f16
      tq.yield %more : f16
    }) : (tensor<512xf16>) -> f16
    scf.for %i = %c0 to %offset step %c512 : i32 {
      %begin = tq.splat %i : i32 -> tensor<512xi32>
      %cols = arith.addi %begin, %range : tensor<512xi32>
      %limit = tq.splat %offset : i32 -> tensor<512xi32>
      %mask = arith.cmpi slt, %cols, %limit : tensor<512xi32>
      %rows = tq.splat %row : !tq.ptr<f16> -> tensor<512x!tq.ptr<f16>>
      %p = tq.addptr %rows, %cols : tensor<512x!tq.ptr<f16>>, tensor<512xi32>
      %v = tq.load %p, %mask, %minus : tensor<512x!tq.ptr<f16>> -> tensor<512xf16>
      %least = tq.splat %all : f16 -> tensor<512xf16>
      %less = arith.subf %v, %least : tensor<512xf16>
      %outs = tq.splat %out : !tq.ptr<f16> -> tensor<512x!tq.ptr<f16>>
      %q = tq.addptr %outs, %cols : tensor<512x!tq.ptr<f16>>, tensor<512xi32>
      tq.store %q, %less, %mask : tensor<512x!tq.ptr<f16>>, tensor<512xf16>, tensor<512xi1>
    }
    return
  }
}
