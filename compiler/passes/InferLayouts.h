//===- InferLayouts.h - Which place each tile of a kernel gets --*- C++ -*-===//
//
// Decides; AssignLayouts.cpp changes the kernel accordingly. A value is *fixed*
// if it has one layout: results of loads, products, reductions and everything
// computed from them, and values that loops carry. All others are *free*:
// indices, constants, broadcasts; they are built where a user asks for them.
//
//   1. layouts of fixed values go forward, until loops agree; where operands
//      meet in several, the one whose moves cost the least (LayoutMove::cost:
//      bytes, conflicts and barriers, in one unit)
//   2. a loop-carried value that stays free gets what its users demand
//
// Smallest example: of `a_ptr + offsets`, `tq.load` and `x + 1` the load and
// the sum are fixed, in the layout in which the load is coalesced; the offsets
// are free.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_PASSES_INFERLAYOUTS_H
#define TQC_COMPILER_PASSES_INFERLAYOUTS_H

#include "compiler/passes/DotLayouts.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"

namespace tqc {

bool isTile(mlir::Value value);
bool isLoopLike(mlir::Operation &op);
bool isMemory(mlir::Operation &op);

/// What a tensor copy stores lies as sums of products do, each warp with rows
/// of its own.
LinearLayout stagedLayout(tqg::BoxStoreOp store, int numWarps);

class LayoutInference {
public:
  LayoutInference(mlir::func::FuncOp kernel, int numWarps)
      : kernel(kernel), numWarps(numWarps) {}

  void run();

  const LinearLayout *layoutIfFixed(mlir::Value value) const;
  /// The layout of a memory op: coalesced, unless its addresses are scattered
  /// and already have a place, or moving what it stores would take too much
  /// shared memory.
  LinearLayout memoryLayout(mlir::Operation &op);
  /// The layout that an exchange (reduction, scan, ...) reads its source in.
  LinearLayout sourceLayout(mlir::Value tile);
  LinearLayout reductionLayout(tq::ReduceOp reduce);
  /// The layout that an elementwise op is computed in; null if no operand has
  /// one.
  const LinearLayout *layoutOfOperands(mlir::Operation &op);
  const DotLayouts &layoutsOf(tq::DotOp dot) const { return dots.at(dot); }
  /// `now` stands where `old` did.
  void replace(mlir::Value old, mlir::Value now);

private:
  /// What asks for a value in the end: in which layout, and how many bits its
  /// elements have where they are fewest.
  struct Goal {
    LinearLayout layout;
    unsigned bits;
  };

  void collectMemoryLayouts();
  const LinearLayout *storedInPlace(tq::StoreOp store);
  void infer();
  void infer(mlir::Block &block);
  void infer(mlir::Operation &op);
  void inferLoopLike(mlir::Operation &op);
  void fix(mlir::Value value, const LinearLayout &layout);
  unsigned moveCost(const LinearLayout &from, const LinearLayout &to,
                    unsigned elementBits);
  unsigned costIn(mlir::Operation &op, const LinearLayout &layout);
  bool isSum(const LinearLayout &layout) const;
  std::optional<Goal> goalOf(mlir::Value value,
                             llvm::SmallPtrSetImpl<mlir::Operation *> &seen);
  bool fixCarriedByDemand();
  std::optional<LinearLayout>
  demandOn(mlir::Value value, llvm::SmallPtrSetImpl<mlir::Operation *> &seen);

  mlir::func::FuncOp kernel;
  const int numWarps;
  llvm::MapVector<mlir::Value, LinearLayout> fixed;
  llvm::DenseMap<mlir::Operation *, LinearLayout> memory;
  llvm::DenseMap<mlir::Operation *, DotLayouts> dots;
  /// By from, to and the bits of an element; looked up, not walked.
  llvm::DenseMap<std::tuple<mlir::Attribute, mlir::Attribute, unsigned>,
                 unsigned>
      moveCosts;
  bool changed = false;
};

} // namespace tqc

#endif // TQC_COMPILER_PASSES_INFERLAYOUTS_H
