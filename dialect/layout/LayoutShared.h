//===- LayoutShared.h - Tiles through shared memory -------------*- C++ -*-===//
//
// How do the threads of a layout write or read a tile in shared memory, and
// where should the elements lie so that no two lanes meet in a bank?
//
// Shared memory has 32 banks of 4 bytes. The lanes of one wavefront (all 32 for
// accesses of 4 bytes or less, 16 for 8 bytes, 8 for 16 bytes) are served at
// once if they touch each bank with one word only. With `offsets` linear that
// is a question of rank: the wavefront touches span(lanes), of which the words
// that share a bank with word 0 are those whose low five word bits are 0. So an
// access takes 2^dim(span(lanes) with these bits 0) times as long as it should.
//
// Example: a 32x32 tile of f32, row-major; 32 lanes read a column.
//
//     plain            lane i -> word 32 i            2^5: 32 wavefronts
//     column ^= row    lane i -> word 32 i ^ i        2^0:  1 wavefront
//
//===----------------------------------------------------------------------===//

#ifndef TQC_DIALECT_LAYOUT_LAYOUTSHARED_H
#define TQC_DIALECT_LAYOUT_LAYOUTSHARED_H

#include "dialect/layout/LayoutFactories.h"
#include "dialect/layout/LinearLayout.h"

#include <cstdint>
#include <optional>

namespace tqc {

/// What the target has, and how much memory a move may use.
struct SharedOptions {
  bool matrixLoads = false;  ///< ldmatrix may be used (sm_75)
  bool matrixStores = false; ///< stmatrix may be used (sm_90)
  /// Bytes of scratch; 0 is no bound. A move may need more than this if it
  /// cannot be cut in rounds.
  uint64_t maxBytes = 0;
};

/// An access that a warp makes with ldmatrix or stmatrix: `matrices` (1, 2, 4)
/// matrices of eight rows of 16 bytes, one 32-bit word of each in every lane.
struct MatrixAccess {
  MatrixForm form = MatrixForm::Plain;
  /// Register xors that make up a word, first element in the low bits.
  llvm::SmallVector<uint32_t, 2> word;
  /// Register xors between matrices: entry k for bit k of the matrix index.
  llvm::SmallVector<uint32_t, 2> matrix;
  /// The element offset of the row whose address a lane passes: lane 8 i + j
  /// passes row j of matrix i. Lanes beyond the last matrix repeat.
  LinearLayout rowOffsets;
};

/// How the threads of one layout access a tile in memory.
struct SharedAccess {
  /// The element offset of every place.
  LinearLayout offsets;
  /// Register xors that make up one vector access: register
  /// r ^ (xor of vector[k] for the set bits k of j) is element j of it.
  llvm::SmallVector<uint32_t, 4> vector;
  /// Set if the access uses ldmatrix or stmatrix; then `vector` does not
  /// matter.
  std::optional<MatrixAccess> matrix;
  /// The first register of each access, none twice.
  llvm::SmallVector<uint32_t> firstRegisters;
  /// How many times as long as needed an access takes: 1 is free of conflicts.
  unsigned wavefronts = 1;

  /// Elements in one lane's part of a vector access.
  unsigned width() const { return 1u << vector.size(); }
  /// Instructions a thread executes, times wavefronts.
  unsigned cost() const { return firstRegisters.size() * wavefronts; }
  /// All registers of the access that starts at `first`, in memory order; for a
  /// matrix access word by word, matrix by matrix.
  llvm::SmallVector<uint32_t, 8> registersOf(uint32_t first) const;
};

/// The best access of `layout` to `memory`: a matrix access if `allowMatrix`
/// and the offsets have that form, else the widest vector of at most 16 bytes.
/// Registers that hold what others hold (freeMask) are in no access.
SharedAccess planAccess(const LinearLayout &memory, const LinearLayout &layout,
                        unsigned elementBits, bool allowMatrix);

/// An access to a memory that holds one part of the tile after the other.
struct RoundAccess {
  SharedAccess access;
  /// The first registers of the accesses in each round.
  llvm::SmallVector<llvm::SmallVector<uint32_t>, 1> firsts;
};

/// The access of `layout` to a tile that goes through memory in `rounds` parts:
/// the highest offset bits of `memory` say which round an element belongs to,
/// and registers alone move them. At most `width` elements an access.
RoundAccess planRounds(const LinearLayout &memory, unsigned rounds,
                       const LinearLayout &layout, unsigned elementBits,
                       bool allowMatrix, unsigned width);

/// The factor by which bank conflicts slow down an access of 1 << vectorBits
/// elements a lane. `offsets` is a rank-1 layout of element offsets.
unsigned countWavefronts(const LinearLayout &offsets, unsigned vectorBits,
                         unsigned elementBits);

/// A round trip through shared memory. For each round: store, barrier, load,
/// and a barrier before the next round.
struct SharedMove {
  struct Round {
    llvm::SmallVector<uint32_t> stores, loads; ///< first registers
  };
  /// Where the elements lie. If there are several rounds, the highest offset
  /// bits are the number of the round, and no part of the place.
  LinearLayout memory;
  unsigned storeWidth, loadWidth; ///< elements that an access may have
  SharedAccess store, load;
  llvm::SmallVector<Round, 1> rounds;
  /// Result register r is loaded as register sameRegister[r].
  llvm::SmallVector<uint32_t> sameRegister;
  uint64_t bytes = 0;

  /// Of all rounds.
  unsigned cost() const;
};

/// Makes up a memory layout in which neither stores from `from` nor loads to
/// `to` have bank conflicts, for layouts of the same tile.
SharedMove planSharedMove(const LinearLayout &from, const LinearLayout &to,
                          unsigned elementBits, const SharedOptions &options);

} // namespace tqc

#endif // TQC_DIALECT_LAYOUT_LAYOUTSHARED_H
