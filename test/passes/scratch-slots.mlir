// RUN: tq-opt %s -split-input-file -tq-allocate-shared | FileCheck %s
// RUN: tq-opt %s -split-input-file -tq-allocate-shared \
// RUN:   -remarks-filter=schedule -remark-format=emitRemark 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK

#plan = #tqg.plan<warps = 4, stages = 1, roles = 1, cluster = 1>
#row = #tqg.linear<reg = [(1), (2)], lane = [(4), (8), (16), (32), (64)], warp = [(128), (256)], shape = (512)>

// Reductions one after the other take turns on two slots, and none waits before
// it writes.
// CHECK-LABEL: @turns
// CHECK-SAME:    tqg.shared_bytes = 144 : i64
// CHECK:         "tq.reduce"
// CHECK:         }) {tqg.scratch = 0 : i32, tqg.unfenced}
// CHECK:         "tq.reduce"
// CHECK:         }) {tqg.scratch = 128 : i32, tqg.unfenced}
// CHECK:         "tq.reduce"
// CHECK:         }) {tqg.scratch = 0 : i32, tqg.unfenced}
func.func @turns(%x: tensor<512xf32, #row>) attributes {tqg.plan = #plan} {
  %0 = "tq.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tq.yield %s : f32
  }) : (tensor<512xf32, #row>) -> f32
  %1 = "tq.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.maximumf %a, %b : f32
    tq.yield %s : f32
  }) : (tensor<512xf32, #row>) -> f32
  %2 = "tq.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.minimumf %a, %b : f32
    tq.yield %s : f32
  }) : (tensor<512xf32, #row>) -> f32
  return
}

// -----

// Switched off, all are in one place and each waits.
#plan = #tqg.plan<warps = 4, stages = 1, roles = 1, cluster = 1>
#row = #tqg.linear<reg = [(1), (2)], lane = [(4), (8), (16), (32), (64)], warp = [(128), (256)], shape = (512)>
module attributes {tq.disabled = ["one-barrier"]} {
// CHECK-LABEL: @off
// CHECK-SAME:    tqg.shared_bytes = 16 : i64
// CHECK:         }) {tqg.scratch = 0 : i32} :
// CHECK:         }) {tqg.scratch = 0 : i32} :
func.func @off(%x: tensor<512xf32, #row>) attributes {tqg.plan = #plan} {
  %0 = "tq.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tq.yield %s : f32
  }) : (tensor<512xf32, #row>) -> f32
  %1 = "tq.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.maximumf %a, %b : f32
    tq.yield %s : f32
  }) : (tensor<512xf32, #row>) -> f32
  return
}
}

// -----

// Alone in a loop it meets its own reads of the iteration before: it waits.
#plan = #tqg.plan<warps = 4, stages = 1, roles = 1, cluster = 1>
#row = #tqg.linear<reg = [(1), (2)], lane = [(4), (8), (16), (32), (64)], warp = [(128), (256)], shape = (512)>
// CHECK-LABEL: @alone_in_a_loop
// CHECK:         }) {tqg.scratch = 0 : i32} :
// REMARK:        remark: [Missed] one-barrier
// REMARK-SAME:     waits before it writes to scratch too
func.func @alone_in_a_loop(%x: tensor<512xf32, #row>, %n: i32)
    attributes {tqg.plan = #plan} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %zero to %n step %one : i32 {
    %0 = "tq.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tq.yield %s : f32
    }) : (tensor<512xf32, #row>) -> f32
  }
  return
}

// -----

// Two in a loop take turns there too, and what follows meets the second only
// where the loop ran.
#plan = #tqg.plan<warps = 4, stages = 1, roles = 1, cluster = 1>
#row = #tqg.linear<reg = [(1), (2)], lane = [(4), (8), (16), (32), (64)], warp = [(128), (256)], shape = (512)>
// CHECK-LABEL: @two_in_a_loop
// CHECK:         }) {tqg.scratch = 0 : i32, tqg.unfenced}
// CHECK:         }) {tqg.scratch = 128 : i32, tqg.unfenced}
// CHECK:         }) {tqg.scratch = 0 : i32, tqg.unfenced}
func.func @two_in_a_loop(%x: tensor<512xf32, #row>, %n: i32)
    attributes {tqg.plan = #plan} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %zero to %n step %one : i32 {
    %0 = "tq.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tq.yield %s : f32
    }) : (tensor<512xf32, #row>) -> f32
    %1 = "tq.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tq.yield %s : f32
    }) : (tensor<512xf32, #row>) -> f32
  }
  %2 = "tq.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tq.yield %s : f32
  }) : (tensor<512xf32, #row>) -> f32
  return
}

// -----

// Behind a branch with a reduction warps may still read either slot, so the next
// one takes a third. After a barrier of the program's own nobody reads any.
#plan = #tqg.plan<warps = 4, stages = 1, roles = 1, cluster = 1>
#row = #tqg.linear<reg = [(1), (2)], lane = [(4), (8), (16), (32), (64)], warp = [(128), (256)], shape = (512)>
// CHECK-LABEL: @branch
// CHECK-SAME:    tqg.shared_bytes = 272 : i64
// CHECK:         }) {tqg.scratch = 0 : i32, tqg.unfenced}
// CHECK:         }) {tqg.scratch = 128 : i32, tqg.unfenced}
// CHECK:         }) {tqg.scratch = 256 : i32, tqg.unfenced}
// CHECK:         tq.barrier
// CHECK:         }) {tqg.scratch = 0 : i32, tqg.unfenced}
func.func @branch(%x: tensor<512xf32, #row>, %c: i1)
    attributes {tqg.plan = #plan} {
  %0 = "tq.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tq.yield %s : f32
  }) : (tensor<512xf32, #row>) -> f32
  scf.if %c {
    %1 = "tq.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tq.yield %s : f32
    }) : (tensor<512xf32, #row>) -> f32
  }
  %2 = "tq.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tq.yield %s : f32
  }) : (tensor<512xf32, #row>) -> f32
  tq.barrier
  %3 = "tq.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tq.yield %s : f32
  }) : (tensor<512xf32, #row>) -> f32
  return
}

// -----

// A large move does not get memory of its own: it waits for the one before.
#plan = #tqg.plan<warps = 2, stages = 1, roles = 1, cluster = 1>
#row = #tqg.linear<reg = [(0, 1), (0, 2), (0, 4), (8, 0), (16, 0), (32, 0)], lane = [(0, 8), (0, 16), (0, 32), (1, 0), (2, 0)], warp = [(4, 0)], shape = (64, 64)>
#col = #tqg.linear<reg = [(1, 0), (2, 0), (4, 0), (0, 8), (0, 16), (0, 32)], lane = [(8, 0), (16, 0), (32, 0), (0, 1), (0, 2)], warp = [(0, 4)], shape = (64, 64)>
// CHECK-LABEL: @large
// CHECK-SAME:    tqg.shared_bytes = 16384 : i64
// CHECK:         {tqg.scratch = 0 : i32, tqg.unfenced}
// CHECK:         {tqg.scratch = 0 : i32} :
func.func @large(%x: tensor<64x64xf32, #row>)
    attributes {tqg.plan = #plan} {
  %0 = tqg.convert_layout %x : tensor<64x64xf32, #row> to tensor<64x64xf32, #col>
  %1 = tqg.convert_layout %0 : tensor<64x64xf32, #col> to tensor<64x64xf32, #row>
  return
}
