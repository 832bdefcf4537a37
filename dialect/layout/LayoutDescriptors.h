//===- LayoutDescriptors.h - Tiles that wgmma reads -------------*- C++ -*-===//
//
// Can a matrix descriptor say how a tile lies in shared memory, and what does
// it say then? A descriptor (PTX ISA, "Matrix Descriptor Format") has an
// address and two distances between groups of eight rows of a swizzled panel:
// see `swizzledMemory` in LayoutFactories.h for panels.
//
// Example: 64 x 256 elements of 16 bits, rows of 256, as the right operand of a
// product with K = 64. A row is cut into four panels of 128 bytes:
//
//     stride    8 rows further along K                  8 * 128 bytes
//     leading   one panel further along N              64 * 128 bytes
//
// If K runs along the rows instead, an instruction stays in one panel: stride
// is 8 rows along M or N, and leading is not used.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_DIALECT_LAYOUT_LAYOUTDESCRIPTORS_H
#define TQC_DIALECT_LAYOUT_LAYOUTDESCRIPTORS_H

#include "dialect/layout/LinearLayout.h"

#include <cstdint>
#include <optional>

namespace tqc {

/// Swizzled panels, of a tile with two dimensions.
struct PanelLayout {
  unsigned fastest;   ///< the dimension that a panel's rows run along
  unsigned spanBytes; ///< of a panel's row: 128, 64 or 32
  int64_t rows;       ///< of a panel: all of the other dimension
  unsigned elementBits;

  /// Where the element at `coord` lies, in bytes from the start of the tile; it
  /// is one at the start of eight rows, where the swizzle changes nothing.
  int64_t byteOffset(llvm::ArrayRef<int32_t> coord) const;
  /// The descriptor of the tile as an operand with K along `depth`, but for the
  /// address in its low 14 bits (address / 16).
  uint64_t descriptor(unsigned depth) const;
};

/// The panels that `memory` is made of, or nothing if it is something else.
std::optional<PanelLayout> panelLayout(const LinearLayout &memory,
                                       unsigned elementBits);

} // namespace tqc

#endif // TQC_DIALECT_LAYOUT_LAYOUTDESCRIPTORS_H
