//===- AxisInfo.h - What is known of integers and addresses -----*- C++ -*-===//
//
// How wide may a load be? The answer needs three facts about every dimension of
// every integer or pointer tile:
//
//   contiguity    runs of this many neighbours count up by one
//   divisibility  the first value of each run is a multiple of this (bytes for
//                 pointers)
//   constancy     runs of this many neighbours are equal
//
// Example: `x_ptr + pid * 1024 + range(0, 1024)` with x_ptr 16-byte aligned has
// contiguity 1024 and divisibility 16: 16-byte loads. All facts are powers of
// two. A scalar is a tile of one dimension with one element.
//
// A forward analysis: facts of a result from facts of the operands, loops until
// nothing changes. The triple and its rules follow Triton's axis analysis; the
// language's promise that addresses of 32 bits and more do not wrap makes them
// sound.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_ANALYSIS_AXISINFO_H
#define TQC_COMPILER_ANALYSIS_AXISINFO_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>

namespace tqc {

struct AxisInfo {
  llvm::SmallVector<int64_t, 4> contiguity, divisibility, constancy;
  std::optional<int64_t> constant; ///< the one value of all elements

  /// Nothing is known.
  static AxisInfo unknown(unsigned rank);
  unsigned rank() const { return contiguity.size(); }

  friend bool operator==(const AxisInfo &a, const AxisInfo &b) {
    return a.contiguity == b.contiguity && a.divisibility == b.divisibility &&
           a.constancy == b.constancy && a.constant == b.constant;
  }
};

class AxisAnalysis {
public:
  explicit AxisAnalysis(mlir::func::FuncOp kernel);

  /// The facts of a value; `unknown` for values that are no integers.
  AxisInfo get(mlir::Value value) const;

  /// How many neighbours along `dim` one access may cover: a power of two, at
  /// most 16 bytes. `mask` may be null.
  unsigned accessWidth(mlir::Value pointer, mlir::Value mask,
                       unsigned dim) const;
  /// The same if accesses that the mask cuts may be done element by element:
  /// along `dim` it need only be true first and false then.
  unsigned cuttableWidth(mlir::Value pointer, mlir::Value mask,
                         unsigned dim) const;
  /// Runs of this many neighbours along `dim` in which `mask`, once false,
  /// stays false: `range(0, 64) < n` for any n.
  int64_t fallingRun(mlir::Value mask, unsigned dim) const;
  /// The dimension along which `pointer` is most contiguous, then the others:
  /// the order of a layout, fastest first.
  llvm::SmallVector<unsigned> orderOf(mlir::Value pointer) const;

private:
  void visit(mlir::Block &block);
  void visit(mlir::Operation &op);
  void visitLoop(mlir::Operation &op);
  /// Merges into what is known; notes whether something changed.
  void join(mlir::Value value, AxisInfo info);
  void set(mlir::Value value, AxisInfo info);
  AxisInfo transfer(mlir::Operation &op) const;

  llvm::DenseMap<mlir::Value, AxisInfo> facts;
  bool mayCut; ///< whether `mask-versioning` is on
  bool changed = false;
};

} // namespace tqc

#endif // TQC_COMPILER_ANALYSIS_AXISINFO_H
