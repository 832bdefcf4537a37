//===- Explainer.h - Collects what is told about one kernel -----*- C++ -*-===//
//
// An explainer walks a kernel once; each op goes to the topic that knows it:
//
//     ExplainMemory.cpp     accesses, rings, boxes
//     ExplainProducts.cpp   mma, wgmma, fused multiply-adds
//     ExplainMoves.cpp      moves between layouts, exchanges between warps
//     Explain.cpp           roles, and ops that none of these know
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_DRIVER_EXPLAINER_H
#define TQC_COMPILER_DRIVER_EXPLAINER_H

#include "compiler/driver/ExplainWords.h"
#include "compiler/driver/Explanation.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"

namespace tqc {

/// Collects the items of one kernel.
class Explainer {
public:
  Explainer(mlir::func::FuncOp kernel, llvm::StringRef arch) : kernel(kernel) {
    result.name = kernel.getName().str();
    result.arch = arch.str();
  }

  /// What is told; an explainer runs once.
  ExplainedKernel run();

private:
  /// Whether the op is of the topic: such a one is told, or a step of another.
  bool explainMemory(mlir::Operation *op);
  bool explainProduct(mlir::Operation *op);
  bool explainMove(mlir::Operation *op);
  void explainOther(mlir::Operation *op);

  /// A new item at the place of `op`.
  ExplainedItem &add(mlir::Operation *op, llvm::StringRef kind);
  /// Gives the item out as a remark too.
  void tell(mlir::Operation *op, const ExplainedItem &item,
            llvm::StringRef name, llvm::StringRef category);
  /// "#1" of the first layout that is asked for.
  std::string nameOfLayout(mlir::Type type);

  void addAccess(mlir::Operation *op, mlir::Value pointer, mlir::Value mask,
                 mlir::Type tile);
  void addRing(tqg::RingOp ring);
  void addRead(tqg::RingReadOp read);
  void addBox(mlir::Operation *copy, mlir::Value tensor,
              mlir::RankedTensorType tile, llvm::StringRef who,
              std::optional<uint32_t> panels = std::nullopt, uint32_t ctas = 1);
  void addMma(tqg::MmaOp mma);
  void addWgmma(tqg::WgmmaOp product);
  void addDot(tq::DotOp dot);
  /// A move of a tile; its text still lacks how.
  ExplainedItem &addMove(mlir::Operation *op, mlir::Type from, mlir::Type to);
  void addSharedMove(tqg::SharedLoadOp load, mlir::Value from);
  void addExchange(mlir::Operation *op, mlir::Type tile, int64_t bytes,
                   llvm::StringRef mnemonic = "");
  /// A load from shared memory ends a move, a histogram, or a step of another.
  void addShared(tqg::SharedLoadOp load);
  void addRole(tqg::RoleOp role);
  void addPrograms(tqg::PlanAttr plan);
  /// An op that only says where and when: its name and its first tile.
  void addUnknown(mlir::Operation *op);

  mlir::func::FuncOp kernel;
  ExplainedKernel result;
  llvm::MapVector<mlir::Attribute, std::string> layouts;
};

} // namespace tqc

#endif // TQC_COMPILER_DRIVER_EXPLAINER_H
