// RUN: tq-opt %s -tq-pipeline-loops -split-input-file -verify-diagnostics
// What a dump plans is executed, or refused: never half of it, and nothing that
// is not legal.

#l = #tqg.linear<reg = [(0, 1), (0, 2), (0, 4), (8, 0)], lane = [(0, 8), (1, 0), (2, 0), (4, 0), (0, 0)], warp = [], shape = (16, 16)>
#m = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (1, 0), (2, 0), (4, 0), (8, 0)], shape = (16, 16)>

// The address comes from what the loop loads in this very way, through memory
// that it writes.
func.func @writes(%ptrs: tensor<16x16x!tq.ptr<f16>, #l>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-error @below {{is planned to run ahead, but the loop writes memory that a copy ahead of it might have to see}}
    %x = tq.load %ptrs {tqg.slots = #m} : tensor<16x16x!tq.ptr<f16>, #l> -> tensor<16x16xf16, #l>
    tq.store %ptrs, %x : tensor<16x16x!tq.ptr<f16>, #l>, tensor<16x16xf16, #l>
  } {tqg.pipeline = #tqg.pipeline<stages = 2, distance = 1>}
  return
}

// -----

func.func @nothing(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-error @below {{is planned to copy ahead, but no load has slots}}
  scf.for %i = %c0 to %n step %c1 : i32 {
  } {tqg.pipeline = #tqg.pipeline<stages = 2, distance = 1>}
  return
}
