//===- Tile.h - A value while a kernel is interpreted -----------*- C++ -*-===//
//
// A scalar or a tile: the bits of each element in row-major order, and beside
// them what is not to be relied on.
//
//     Tile x(number, {64, 32});
//     x.bits[row * 32 + column]
//
// A doubt says that an element's value is not determined by the program: a load
// whose mask was false and that has no `other`, memory that nobody wrote. It
// follows the value until it matters.
//
// An error, where errors are followed, is how far a correct implementation may
// be from the value: other orders of sums, fused products, approximate
// functions (ErrorBounds.h).
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_INTERPRETER_TILE_H
#define TQC_COMPILER_INTERPRETER_TILE_H

#include "compiler/interpreter/Numbers.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"

#include <memory>
#include <vector>

namespace tqc::tile {

/// Why a value is not determined. The larger one wins where two meet.
enum class Doubt : uint8_t {
  None,
  Close,     ///< within the errors of its operands it could be another one
  Order,     ///< depends on the order of programs or elements
  Undefined, ///< an operation without a result here: a division by zero
  Unwritten, ///< memory that nobody wrote
  MaskedOff, ///< a load's mask was false, and it has no `other`
};

using Shape = llvm::SmallVector<int64_t, 4>;

struct Tile {
  Number number;
  Shape shape; ///< empty for scalars
  std::vector<uint64_t> bits;
  std::vector<Doubt> doubts;           ///< empty if there are none
  std::vector<double> errors;          ///< empty if all are zero
  mlir::Operation *doubtful = nullptr; ///< where a doubt began
  /// Which arguments of the kernel a pointer may come from, one bit each; 0 if
  /// that is not known.
  uint64_t roots = 0;

  Tile(Number number, llvm::ArrayRef<int64_t> shape)
      : number(number), shape(shape.begin(), shape.end()), bits(count(shape)) {}

  static size_t count(llvm::ArrayRef<int64_t> shape) {
    size_t product = 1;
    for (int64_t extent : shape)
      product *= static_cast<size_t>(extent);
    return product;
  }

  size_t size() const { return bits.size(); }
  double real(size_t i) const { return number.decode(bits[i]); }
  Doubt doubt(size_t i) const {
    return doubts.empty() ? Doubt::None : doubts[doubts.size() == 1 ? 0 : i];
  }
  double error(size_t i) const {
    return errors.empty() ? 0 : errors[errors.size() == 1 ? 0 : i];
  }
  void setDoubt(size_t i, Doubt doubt, mlir::Operation *where) {
    if (doubt == Doubt::None)
      return;
    if (doubts.empty())
      doubts.assign(bits.size(), Doubt::None);
    doubts[i] = std::max(doubts[i], doubt);
    if (!doubtful)
      doubtful = where;
  }
  void setError(size_t i, double error) {
    if (error == 0)
      return;
    if (errors.empty())
      errors.assign(bits.size(), 0);
    errors[i] = error;
  }
};

using TileRef = std::shared_ptr<const Tile>;

} // namespace tqc::tile

#endif // TQC_COMPILER_INTERPRETER_TILE_H
