//===- LoweringContext.h - What is known while lowering ---------*- C++ -*-===//
//
// A tile value becomes a list: one scalar for each register that its layout
// gives a thread, in the order of the layout's register index. There are no
// structs. Scalars are lists of one. The context keeps the lists, and the
// builder that the functions of OpLowerings.h write with.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_CODEGEN_LOWERINGCONTEXT_H
#define TQC_COMPILER_CODEGEN_LOWERINGCONTEXT_H

#include "compiler/codegen/RingRead.h"
#include "dialect/tq/TqDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tqc {

/// How many registers a thread has of a value.
unsigned registerCount(mlir::Type type);

struct LoweringContext {
  LoweringContext(mlir::func::FuncOp kernel, mlir::LLVM::LLVMFuncOp target,
                  int numWarps, int computeCapability);

  /// The registers of a value that is lowered already.
  Registers &regs(mlir::Value value);
  bool isLowered(mlir::Value value) const { return table.contains(value); }
  void set(mlir::Value value, Registers list);

  /// The type of one register: pointers are `!llvm.ptr<1>`, fp8 is i8.
  mlir::Type registerType(mlir::Type type);
  mlir::Value i32(int64_t value);
  mlir::Value constant(mlir::Type type, int64_t value);
  /// Which thread this is; in a role with teams, of its team.
  mlir::Value laneId(), warpId(), threadId();
  /// Which group of four warps this is, the same value in all its lanes; in a
  /// role with teams, of its team, which is one such group.
  mlir::Value warpgroupId();
  /// Which team this is, the same value in all its lanes.
  mlir::Value teamId() { return warpgroupOfCta(); }

  mlir::func::FuncOp kernel;
  mlir::LLVM::LLVMFuncOp target;
  int numWarps;
  bool isInTeam = false; ///< what is lowered now is in a role with teams
  int computeCapability;
  mlir::ImplicitLocOpBuilder b;
  llvm::DenseMap<mlir::Value, RingRead> ringReads; // looked up, not walked
  /// Of sums in turn: what the first line is after each element.
  llvm::DenseMap<mlir::Value, Registers> links; // looked up, not walked
  unsigned tensorMaps = 0;                      ///< lowered so far

private:
  mlir::Value threadOfCta(), warpOfCta(), warpgroupOfCta();

  llvm::DenseMap<mlir::Value, Registers> table;
  mlir::Value lane, warp, thread, warpgroup, teamWarp, teamThread;
};

} // namespace tqc

#endif // TQC_COMPILER_CODEGEN_LOWERINGCONTEXT_H
