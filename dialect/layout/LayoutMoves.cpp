//===- LayoutMoves.cpp - From one layout to another -----------------------===//

#include "dialect/layout/LayoutMoves.h"

#include "dialect/layout/LayoutAlgebra.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cassert>

using namespace tqc;

/// What a trip through shared memory costs beside its accesses, in
/// instructions: two barriers and the latency of a load.
static constexpr unsigned kBarrierCost = 24;

//===----------------------------------------------------------------------===//
// What kind of move it is
//===----------------------------------------------------------------------===//

/// Bit `bit` of `dim` only goes to the same bit of `dim`, and nothing else
/// goes there.
static bool staysIn(const LinearLayout &source, Hw dim) {
  for (Hw from : kAllHw)
    for (unsigned bit = 0; bit < source.bits(from); ++bit) {
      uint32_t index = source.basis(from, bit)[placeDim(dim)];
      if (index != (from == dim ? 1u << bit : 0))
        return false;
    }
  return true;
}

/// The source register does not depend on lane or warp.
static bool registersAreConstant(const LinearLayout &source) {
  for (Hw from : {Hw::Lane, Hw::Warp, Hw::Block})
    for (const Coord &place : source.bases(from))
      if (place[placeDim(Hw::Reg)] != 0)
        return false;
  return true;
}

/// The source register of each result register, for lane and warp 0.
static llvm::SmallVector<uint32_t> registerMap(const LinearLayout &source) {
  llvm::SmallVector<uint32_t> registers;
  for (uint32_t reg = 0; reg < source.size(Hw::Reg); ++reg)
    registers.push_back(source.apply(reg, 0, 0)[placeDim(Hw::Reg)]);
  return registers;
}

//===----------------------------------------------------------------------===//
// Shuffles
//===----------------------------------------------------------------------===//

bool ShuffleMove::Pick::bitAt(uint32_t lane, uint32_t warp) const {
  return llvm::popcount((lane & laneMask) ^ ((warp & warpMask) << 16)) % 2;
}

namespace {

/// Plans the shuffles of a place map that stays in its warp.
///
/// A *functional* is a mask on the bits of (lane, warp), lane in the low bits;
/// its value is the parity of the bits it selects. The source register is
///     xor of v_i where functional f_i of the reader is 1.
/// If f_i = g(source lane, warp), the sender knows it; else the reader picks.
class ShufflePlanner {
public:
  ShufflePlanner(const LinearLayout &source, unsigned elementBits)
      : source(source), elementBits(elementBits),
        laneBits(source.bits(Hw::Lane)), plan() {}

  ShuffleMove run() {
    LinearLayout threads = restrictTo(source, {Hw::Lane, Hw::Warp});
    plan.sourceLane = coordTerms(threads)[placeDim(Hw::Lane)];
    addPicks();
    choosePacking();
    addReads();
    countInstructions();
    return std::move(plan);
  }

private:
  /// Bit `bit` of the source's `dim`, as a functional of the reader.
  uint32_t functionalOf(Hw dim, unsigned bit) const {
    uint32_t mask = 0;
    unsigned position = 0;
    for (Hw from : {Hw::Lane, Hw::Warp})
      for (const Coord &place : source.bases(from))
        mask |= (place[placeDim(dim)] >> bit & 1u) << position++;
    return mask;
  }

  ShuffleMove::Pick pick(uint32_t functional, uint32_t registers) const {
    return {functional & ((1u << laneBits) - 1), functional >> laneBits,
            registers};
  }

  void addPicks() {
    // What a sender knows of its reader: the source lane, and the warp.
    f2::Vectors known;
    for (unsigned bit = 0; bit < source.outBits(placeDim(Hw::Lane)); ++bit)
      known.push_back(functionalOf(Hw::Lane, bit));
    unsigned sourceLanes = known.size();
    for (unsigned bit = 0; bit < source.bits(Hw::Warp); ++bit)
      known.push_back(1u << (laneBits + bit));
    f2::Vectors needed;
    for (unsigned bit = 0; bit < source.outBits(placeDim(Hw::Reg)); ++bit)
      needed.push_back(functionalOf(Hw::Reg, bit));

    f2::Vectors chosen = f2::intersect(known, needed);
    unsigned bySender = chosen.size();
    llvm::append_range(chosen, f2::extend(chosen, needed));

    // Source register bit b is the xor of the chosen functionals in made[b].
    f2::Solver solver(chosen);
    llvm::SmallVector<uint64_t> made;
    for (uint32_t functional : needed)
      made.push_back(*solver.solve(functional));
    f2::Solver sender(known);
    for (auto [i, functional] : llvm::enumerate(chosen)) {
      uint32_t registers = 0;
      for (auto [bit, sum] : llvm::enumerate(made))
        registers |= static_cast<uint32_t>(sum >> i & 1) << bit;
      if (i >= bySender) {
        plan.after.push_back(pick(functional, registers));
        continue;
      }
      // The same functional, of what the sender knows.
      uint64_t ofSender = *sender.solve(functional);
      uint32_t laneMask = ofSender & ((1u << sourceLanes) - 1);
      uint32_t warpMask = ofSender >> sourceLanes;
      plan.before.push_back({laneMask, warpMask, registers});
    }
  }

  /// Packs registers that travel together into 32-bit words.
  void choosePacking() {
    unsigned most = elementBits < 32 ? llvm::Log2_32(32 / elementBits) : 0;
    f2::Echelon packed;
    for (unsigned bit = 0; bit < source.bits(Hw::Reg); ++bit) {
      if (plan.packResult.size() == most)
        break;
      Coord place = source.basis(Hw::Reg, bit);
      uint32_t reg = place[placeDim(Hw::Reg)];
      if (place[placeDim(Hw::Lane)] != 0 || !packed.insert(reg))
        continue;
      plan.packResult.push_back(1u << bit);
      plan.packSource.push_back(reg);
    }
  }

  void addReads() {
    uint32_t inWord = 0;
    for (uint32_t bit : plan.packResult)
      inWord |= bit;
    bool sameLane = true;
    for (unsigned bit = 0; bit < source.outBits(placeDim(Hw::Lane)); ++bit)
      sameLane &= functionalOf(Hw::Lane, bit) == 1u << bit;

    for (uint32_t result = 0; result < source.size(Hw::Reg); ++result) {
      if (result & inWord)
        continue;
      Coord place = source.apply(result, 0, 0);
      uint32_t laneXor = place[placeDim(Hw::Lane)];
      uint32_t reg = place[placeDim(Hw::Reg)];
      // A sender's functional sees its own lane; take the constant out.
      for (const ShuffleMove::Pick &pick : plan.before)
        if (pick.bitAt(laneXor, 0))
          reg ^= pick.registers;
      auto *same = llvm::find_if(plan.reads, [&](const auto &read) {
        return read.laneXor == laneXor && read.reg == reg;
      });
      if (same != plan.reads.end())
        same->results.push_back(result);
      else
        plan.reads.push_back(
            {laneXor, reg, {result}, !sameLane || laneXor != 0});
    }
  }

  void countInstructions() {
    unsigned words = std::max(1u, elementBits / 32);
    unsigned got = 1u << plan.after.size();
    unsigned offers = (1u << plan.before.size()) - 1;
    for (const ShuffleMove::Read &read : plan.reads) {
      plan.shuffles += read.movesLanes ? got * words : 0;
      plan.selects += (got * offers + got - 1) * words;
    }
  }

  const LinearLayout &source;
  unsigned elementBits, laneBits;
  ShuffleMove plan;
};

} // namespace

std::optional<ShuffleMove> tqc::planShuffle(const LinearLayout &source,
                                            unsigned elementBits) {
  if (!staysIn(source, Hw::Warp) || !staysIn(source, Hw::Block) ||
      source.bits(Hw::Lane) != source.outBits(placeDim(Hw::Lane)))
    return std::nullopt;
  return ShufflePlanner(source, std::max(8u, elementBits)).run();
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

static unsigned costOf(const ShuffleMove &shuffle) {
  return 2 * shuffle.shuffles + shuffle.selects;
}

static unsigned costOf(const SharedMove &shared) {
  return shared.cost() + kBarrierCost * unsigned(shared.rounds.size());
}

unsigned LayoutMove::cost() const {
  return shuffle ? costOf(*shuffle) : shared ? costOf(*shared) : 0;
}

LayoutMove tqc::planMove(const LinearLayout &from, const LinearLayout &to,
                         unsigned elementBits, const SharedOptions &options) {
  assert(from.shape() == to.shape() && "a move keeps the shape");
  elementBits = std::max(8u, elementBits);
  std::optional<LinearLayout> source = fetch(to, from);
  assert(source && "both layouts hold the whole tile");
  assert(staysIn(*source, Hw::Block) && "a move stays in its CTA");
  LayoutMove move{LayoutMove::Kind::Registers, *source, {}, {}, {}};

  if (staysIn(*source, Hw::Warp) && staysIn(*source, Hw::Lane) &&
      registersAreConstant(*source)) {
    move.registers = registerMap(*source);
    bool sameNames = from.bits(Hw::Reg) == to.bits(Hw::Reg);
    for (auto [result, reg] : llvm::enumerate(move.registers))
      sameNames &= reg == result;
    if (sameNames)
      move.kind = LayoutMove::Kind::Nothing;
    return move;
  }

  SharedMove shared = planSharedMove(from, to, elementBits, options);
  std::optional<ShuffleMove> shuffle = planShuffle(*source, elementBits);
  if (shuffle && costOf(*shuffle) <= costOf(shared)) {
    move.kind = LayoutMove::Kind::Shuffle;
    move.shuffle = std::move(shuffle);
    return move;
  }
  move.kind = LayoutMove::Kind::Shared;
  move.shared = std::move(shared);
  return move;
}
