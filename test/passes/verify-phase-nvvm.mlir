// RUN: tq-opt %s -split-input-file -tq-verify-phase=phase=nvvm -verify-diagnostics
// Behind codegen nothing of MLIR's own dialects is left.

llvm.func @good(%x: i32) -> i32 {
  llvm.return %x : i32
}

llvm.func @half(%x: i32) -> i32 {
  // expected-error @below {{phase `nvvm` promises only `llvm` and `nvvm` ops}}
  %y = arith.addi %x, %x : i32
  llvm.return %y : i32
}
