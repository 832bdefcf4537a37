//===- TileAccesses.h - How wide the accesses to tiles are ------*- C++ -*-===//
//
// Tiles of one shape and order of dimensions are computed together, so that
// their loads and stores share the number of neighbours that a thread holds.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_PASSES_TILEACCESSES_H
#define TQC_COMPILER_PASSES_TILEACCESSES_H

#include "mlir/IR/Operation.h"

namespace tqc {

/// The accesses to tiles of one shape and order.
class TileAccesses {
public:
  /// A load, a store or an atomic operation on a tile of pointers.
  void add(mlir::Operation *op);

  /// Whether some are rows that are added up, or compared, along the order's
  /// first dimension.
  bool hasRowSums() const { return areReduced; }
  /// Elements of the widest access.
  unsigned widest() const;
  /// Elements that suit all accesses best.
  unsigned cheapest() const;
  /// Lanes that bring a line of a row at a time, where a thread holds `width`
  /// neighbours.
  int64_t rowLanes(unsigned width) const;

private:
  struct Access {
    unsigned width, bytes; ///< elements, and of each
    unsigned times;        ///< an access in a loop counts more
  };
  llvm::SmallVector<Access> accesses;
  bool areReduced = false;
  bool areRuns = false; ///< some are in shared memory
};

} // namespace tqc

#endif // TQC_COMPILER_PASSES_TILEACCESSES_H
