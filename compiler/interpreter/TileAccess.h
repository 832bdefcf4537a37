//===- TileAccess.h - Where the elements of an access lie -------*- C++ -*-===//
//
// Which allocation does an element of `tq.load ptr, mask` touch? Elements that
// touch none are findings, as the emulator words them.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_INTERPRETER_TILEACCESS_H
#define TQC_COMPILER_INTERPRETER_TILEACCESS_H

#include "compiler/interpreter/TileEvaluator.h"

namespace tqc::tile {

/// The addresses and the mask of a memory access.
class TileAccess {
public:
  /// `verb`: "reads", "writes" or "updates".
  TileAccess(TileEvaluator &evaluator, mlir::Operation *op,
             const Tile &pointers, const Tile *mask, Number number,
             const char *verb);

  size_t size() const { return pointers.size(); }
  /// Whether the mask lets the element through.
  bool isOn(size_t i) const {
    return !mask || mask->bits[mask->size() > 1 ? i : 0];
  }
  /// Where an element lies; null, and a finding, if that is no place of the
  /// tensors that the pointer comes from.
  Allocation *find(size_t i);
  uint64_t offset(size_t i, const Allocation &in) const {
    return pointers.bits[i] - in.start;
  }

  /// The bits of an element, with the worst doubt of its bytes.
  uint64_t read(const Allocation &from, uint64_t offset, Doubt &doubt,
                double &error) const;
  /// `zeros` with what is read where the mask lets elements through.
  Tile readOrZero(Tile zeros);
  /// Writes `value` where the mask lets elements through; a scalar goes to all
  /// of them.
  void writeTile(const Tile &value);
  void write(Allocation &to, uint64_t offset, uint64_t bits, Doubt doubt,
             double error) const;

private:
  void reportOutside(size_t i);
  bool mayTouch(const Allocation &allocation) const;
  const Allocation *expected() const;

  TileEvaluator &evaluator;
  mlir::Operation *op;
  const Tile &pointers;
  const Tile *mask;
  Number number; ///< as memory holds it
  const char *verb;
};

} // namespace tqc::tile

#endif // TQC_COMPILER_INTERPRETER_TILEACCESS_H
