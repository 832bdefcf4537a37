//===- LayoutMoves.h - From one layout to another ---------------*- C++ -*-===//
//
// What has to happen so that a tile that lies as `from` says lies as `to` says:
// nothing, new names for registers, shuffles, or a trip through shared memory?
//
// Example: transposing a 2x4 tile's layout, `row` to `col` of LayoutAlgebra.h.
// Place (r, l) of `col` finds its element in
//
//     register l & 1      of lane    (l & 2) >> 1 | r << 1        of `row`
//
// Which register depends on the reader, and a shuffle sends one register. But
// the reader's bit l & 1 cannot be told from the sender's lane here, so both
// registers are sent, and the reader picks. Had the reader's bit been a
// function of the sender's lane, the sender would pick, and one shuffle would
// do.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_DIALECT_LAYOUT_LAYOUTMOVES_H
#define TQC_DIALECT_LAYOUT_LAYOUTMOVES_H

#include "dialect/layout/LayoutShared.h"
#include "dialect/layout/LayoutTerms.h"
#include "dialect/layout/LinearLayout.h"

#include <cstdint>
#include <optional>

namespace tqc {

/// A move inside each warp by shfl.sync.idx.
///
/// For each read, for each combination j of the `after` picks:
///   offered = the word at register  read.reg ^ xor of after[k].registers in j
///             ^ xor of before[k].registers for which the sender's bit is 1
///   got[j]  = shfl(offered, sourceLane(lane, warp) ^ read.laneXor)
/// and the result is got[j] for the j made of the reader's own bits.
/// If `movesLanes` is false for a read, got[j] = offered and nothing is sent.
struct ShuffleMove {
  /// A choice between registers: by the parity of (lane & laneMask), xor that
  /// of (warp & warpMask).
  struct Pick {
    uint32_t laneMask, warpMask;
    uint32_t registers; ///< xor on the register index if the parity is odd

    bool bitAt(uint32_t lane, uint32_t warp) const;
  };
  struct Read {
    uint32_t laneXor;
    uint32_t reg;
    /// The result registers that the word starts at, all with the same value.
    llvm::SmallVector<uint32_t, 2> results;
    bool movesLanes;
  };

  /// The lane to read from, but for Read::laneXor.
  CoordTerms sourceLane;
  llvm::SmallVector<Pick, 2> before; ///< by the sender, before it offers
  llvm::SmallVector<Pick, 2> after;  ///< by the reader, among what it got
  llvm::SmallVector<Read> reads;
  /// Elements that travel in one 32-bit word: element j of the word at source
  /// register s is s ^ (xor of packSource[k] for the bits of j), and goes to
  /// result register d ^ (xor of packResult[k]).
  llvm::SmallVector<uint32_t, 2> packSource, packResult;

  /// Instructions a thread executes.
  unsigned shuffles = 0, selects = 0;
};

struct LayoutMove {
  enum class Kind {
    Nothing,   ///< register r of the result is register r
    Registers, ///< register r of the result is registers[r] of the source
    Shuffle,
    Shared
  };
  Kind kind;
  /// For each place of the result, the place of the source that it takes its
  /// element from (a place map, see LayoutAlgebra.h).
  LinearLayout source;
  /// For Nothing and Registers.
  llvm::SmallVector<uint32_t> registers;
  std::optional<ShuffleMove> shuffle; ///< set if and only if Kind::Shuffle
  std::optional<SharedMove> shared;   ///< set if and only if Kind::Shared

  /// What it takes of a warp, in instructions of shared memory: those, times
  /// their wavefronts, and barriers as so many as pass meanwhile. A shuffle is
  /// two, and choosing a register one. New names for registers are free.
  unsigned cost() const;
};

/// The cheapest move. Both layouts are of one tile, have the same lanes and
/// warps, and hold the same elements in the same block (CTA). Elements of less
/// than 8 bits count as 8.
LayoutMove planMove(const LinearLayout &from, const LinearLayout &to,
                    unsigned elementBits, const SharedOptions &options = {});

/// The move inside each warp, if there is one, whatever it costs.
std::optional<ShuffleMove> planShuffle(const LinearLayout &source,
                                       unsigned elementBits);

} // namespace tqc

#endif // TQC_DIALECT_LAYOUT_LAYOUTMOVES_H
