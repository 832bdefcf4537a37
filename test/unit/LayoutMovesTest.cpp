//===- LayoutMovesTest.cpp - Moves, carried out element by element --------===//
//
// Every plan is simulated with elements that are their own flat coordinate, and
// bank conflicts are counted by looking at each address.
//
//===----------------------------------------------------------------------===//

#include "dialect/layout/LayoutMoves.h"

#include "dialect/layout/LayoutAlgebra.h"
#include "dialect/layout/LayoutFactories.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <map>
#include <set>

#include "test/unit/LayoutRandom.h"

using namespace tqc;
using testing::ElementsAre;

namespace {

constexpr uint32_t kNothing = ~0u;

/// What all threads hold: an element for each (warp, lane, register).
class Machine {
public:
  Machine(unsigned regs, unsigned lanes, unsigned warps)
      : lanes(lanes), warps(warps),
        held(size_t(warps) * lanes * regs, kNothing), regs(regs) {}

  static Machine holding(const LinearLayout &layout) {
    Machine machine(layout.size(Hw::Reg), layout.size(Hw::Lane),
                    layout.size(Hw::Warp));
    machine.forEach([&](uint32_t reg, uint32_t lane, uint32_t warp) {
      machine.at(reg, lane, warp) =
          layout.flatten(layout.apply(reg, lane, warp));
    });
    return machine;
  }

  uint32_t &at(uint32_t reg, uint32_t lane, uint32_t warp) {
    return held[(size_t(warp) * lanes + lane) * regs + reg];
  }

  template <typename Visit>
  void forEach(Visit visit) const {
    for (uint32_t warp = 0; warp < warps; ++warp)
      for (uint32_t lane = 0; lane < lanes; ++lane)
        for (uint32_t reg = 0; reg < regs; ++reg)
          visit(reg, lane, warp);
  }

  bool operator==(const Machine &other) const { return held == other.held; }

  uint32_t lanes, warps;

private:
  std::vector<uint32_t> held;
  uint32_t regs;
};

//===----------------------------------------------------------------------===//
// Shuffles
//===----------------------------------------------------------------------===//

using Word = llvm::SmallVector<uint32_t, 4>;

/// The xor of list[k] over the bits of `index`.
uint32_t xorOf(llvm::ArrayRef<uint32_t> list, uint32_t index) {
  return f2::combine(list, index);
}

/// What a sender offers, for combination `j` of the reader's picks.
Word offeredBy(Machine &from, const ShuffleMove &plan,
               const ShuffleMove::Read &read, uint32_t j, uint32_t lane,
               uint32_t warp) {
  uint32_t reg = read.reg;
  for (auto [k, pick] : llvm::enumerate(plan.after))
    reg ^= j >> k & 1 ? pick.registers : 0;
  for (const ShuffleMove::Pick &pick : plan.before)
    reg ^= pick.bitAt(lane, warp) ? pick.registers : 0;
  Word word;
  for (uint32_t e = 0; e < 1u << plan.packSource.size(); ++e)
    word.push_back(from.at(reg ^ xorOf(plan.packSource, e), lane, warp));
  return word;
}

Machine shuffled(Machine from, const ShuffleMove &plan, unsigned resultRegs) {
  Machine to(resultRegs, from.lanes, from.warps);
  for (uint32_t warp = 0; warp < from.warps; ++warp)
    for (uint32_t lane = 0; lane < from.lanes; ++lane)
      for (const ShuffleMove::Read &read : plan.reads) {
        uint32_t sender = plan.sourceLane.valueAt(0, lane, warp) ^ read.laneXor;
        EXPECT_LT(sender, from.lanes);
        if (!read.movesLanes)
          EXPECT_EQ(sender, lane);
        uint32_t j = 0;
        for (auto [k, pick] : llvm::enumerate(plan.after))
          j |= uint32_t(pick.bitAt(lane, warp)) << k;
        Word word = offeredBy(from, plan, read, j, sender, warp);
        for (uint32_t result : read.results)
          for (auto [e, element] : llvm::enumerate(word))
            to.at(result ^ xorOf(plan.packResult, e), lane, warp) = element;
      }
  return to;
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

/// How many words the fullest bank must serve, for these byte ranges.
unsigned busiestBank(const std::vector<std::pair<uint32_t, unsigned>> &ranges) {
  std::map<uint32_t, std::set<uint32_t>> banks;
  unsigned most = 1;
  for (auto [address, bytes] : ranges)
    for (uint32_t word = address / 4; word <= (address + bytes - 1) / 4;
         ++word) {
      banks[word % 32].insert(word);
      most = std::max<unsigned>(most, banks[word % 32].size());
    }
  return most;
}

/// Carries out one access of all warps, calling visit(element offset, register,
/// lane, warp); counts its wavefronts by enumeration.
class AccessRunner {
public:
  AccessRunner(const SharedAccess &access, unsigned elementBits, unsigned lanes,
               unsigned warps)
      : access(access), elementBits(elementBits), lanes(lanes), warps(warps) {}

  template <typename Visit>
  void run(uint32_t first, Visit visit) {
    for (uint32_t warp = 0; warp < warps; ++warp)
      if (access.matrix)
        runMatrix(first, warp, visit);
      else
        runVector(first, warp, visit);
  }

  unsigned worst = 1;

private:
  template <typename Visit>
  void runVector(uint32_t first, uint32_t warp, Visit visit) {
    unsigned bytes = access.width() * elementBits / 8;
    EXPECT_LE(bytes, 16u);
    unsigned phase = bytes <= 4 ? 32 : 128 / bytes;
    std::vector<std::pair<uint32_t, unsigned>> ranges;
    for (uint32_t lane = 0; lane < lanes; ++lane) {
      uint32_t base = access.offsets.apply(first, lane, warp)[0];
      EXPECT_EQ(base % access.width(), 0u) << "unaligned vector";
      for (auto [j, reg] : llvm::enumerate(access.registersOf(first)))
        visit(base + j, reg, lane, warp);
      ranges.push_back({base * elementBits / 8, bytes});
      if (ranges.size() == phase || lane + 1 == lanes) {
        worst = std::max(worst, busiestBank(ranges));
        ranges.clear();
      }
    }
  }

  template <typename Visit>
  void runMatrix(uint32_t first, uint32_t warp, Visit visit) {
    const MatrixAccess &matrix = *access.matrix;
    auto registers = access.registersOf(first);
    unsigned inWord = 32 / elementBits;
    bool plain = matrix.form == MatrixForm::Plain;
    for (uint32_t m = 0; m < 1u << matrix.matrix.size(); ++m) {
      std::vector<uint32_t> rows;
      std::vector<std::pair<uint32_t, unsigned>> ranges;
      for (uint32_t row = 0; row < 8; ++row) {
        rows.push_back(matrix.rowOffsets.apply(first, 8 * m + row, warp)[0]);
        EXPECT_EQ(rows.back() * elementBits / 8 % 16, 0u) << "unaligned row";
        ranges.push_back({rows.back() * elementBits / 8, 16});
      }
      worst = std::max(worst, busiestBank(ranges));
      for (uint32_t lane = 0; lane < 32; ++lane)
        for (uint32_t e = 0; e < inWord; ++e) {
          uint32_t row = plain ? lane / 4 : lane % 4 * 2 + e;
          uint32_t column = plain ? lane % 4 * inWord + e : lane / 4;
          visit(rows[row] + column, registers[m * inWord + e], lane, warp);
        }
    }
  }

  const SharedAccess &access;
  unsigned elementBits, lanes, warps;
};

Machine throughShared(Machine from, const SharedMove &plan,
                      const LinearLayout &source, unsigned resultRegs,
                      unsigned elementBits) {
  Machine to(resultRegs, from.lanes, from.warps);
  AccessRunner store(plan.store, elementBits, from.lanes, from.warps);
  AccessRunner load(plan.load, elementBits, from.lanes, from.warps);
  for (const SharedMove::Round &round : plan.rounds) {
    std::vector<uint32_t> memory(plan.bytes * 8 / elementBits, kNothing);
    for (uint32_t first : round.stores)
      store.run(first, [&](uint32_t offset, uint32_t reg, uint32_t lane,
                           uint32_t warp) {
        ASSERT_LT(offset, memory.size());
        memory[offset] = from.at(reg, lane, warp);
      });
    for (uint32_t first : round.loads)
      load.run(first, [&](uint32_t offset, uint32_t reg, uint32_t lane,
                          uint32_t warp) {
        ASSERT_LT(offset, memory.size());
        EXPECT_EQ(to.at(reg, lane, warp), kNothing) << "loaded twice";
        to.at(reg, lane, warp) = memory[offset];
      });
  }
  EXPECT_EQ(store.worst, plan.store.wavefronts);
  EXPECT_EQ(load.worst, plan.load.wavefronts);
  EXPECT_EQ(store.worst, 1u);
  EXPECT_EQ(load.worst, 1u);
  Machine copied = to;
  to.forEach([&](uint32_t reg, uint32_t lane, uint32_t warp) {
    copied.at(reg, lane, warp) = to.at(plan.sameRegister[reg], lane, warp);
  });
  return copied;
}

/// Carries out `move` and expects that `to` comes out.
void expectMoves(const LinearLayout &from, const LinearLayout &to,
                 const LayoutMove &move, unsigned elementBits) {
  Machine source = Machine::holding(from), target = Machine::holding(to);
  Machine result = target;
  switch (move.kind) {
  case LayoutMove::Kind::Nothing:
  case LayoutMove::Kind::Registers:
    result.forEach([&](uint32_t reg, uint32_t lane, uint32_t warp) {
      result.at(reg, lane, warp) = source.at(move.registers[reg], lane, warp);
    });
    break;
  case LayoutMove::Kind::Shuffle:
    result = shuffled(source, *move.shuffle, to.size(Hw::Reg));
    break;
  case LayoutMove::Kind::Shared:
    result = throughShared(source, *move.shared, from, to.size(Hw::Reg),
                           elementBits);
    break;
  }
  EXPECT_EQ(result, target);
}

LayoutMove expectMove(const LinearLayout &from, const LinearLayout &to,
                      unsigned elementBits, SharedOptions options = {}) {
  LayoutMove move = planMove(from, to, elementBits, options);
  expectMoves(from, to, move, elementBits);
  return move;
}

/// Carries out a trip through shared memory, whatever would be cheaper.
SharedMove expectShared(const LinearLayout &from, const LinearLayout &to,
                        unsigned elementBits, SharedOptions options = {}) {
  SharedMove plan = planSharedMove(from, to, elementBits, options);
  EXPECT_EQ(throughShared(Machine::holding(from), plan, from, to.size(Hw::Reg),
                          elementBits),
            Machine::holding(to));
  return plan;
}

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

TEST(LayoutMovesTest, TheSameLayoutNeedsNothing) {
  LinearLayout row = rowMajorLayout({32, 64}, /*vector=*/4, /*numWarps=*/4);
  EXPECT_EQ(expectMove(row, row, 32).kind, LayoutMove::Kind::Nothing);
}

TEST(LayoutMovesTest, OtherRegisterOrdersAreRenamings) {
  LinearLayout a = LinearLayout::get(
      {{Hw::Reg, {{1}, {2}}}, {Hw::Lane, {{4}, {8}, {16}, {32}, {64}}}}, {128});
  LinearLayout b = LinearLayout::get(
      {{Hw::Reg, {{2}, {3}}}, {Hw::Lane, {{4}, {8}, {16}, {32}, {64}}}}, {128});
  LayoutMove move = expectMove(a, b, 16);
  EXPECT_EQ(move.kind, LayoutMove::Kind::Registers);
  EXPECT_THAT(move.registers, ElementsAre(0, 2, 3, 1));
}

// A row's maximum, spread over the columns, goes back to the accumulator: each
// thread has what it needs.
TEST(LayoutMovesTest, SlicesBroadcastBack) {
  LinearLayout acc = mmaAccLayout({64, 16}, /*warpsM=*/4, /*warpsN=*/1);
  LinearLayout wide = broadcastTo(sliceKeepDim(acc, 1), {64, 16});
  LayoutMove move = expectMove(wide, acc, 32);
  ASSERT_EQ(move.kind, LayoutMove::Kind::Shuffle);
  EXPECT_EQ(move.shuffle->shuffles, 0u);
}

// The example in the comment at the top of LayoutMoves.h.
TEST(LayoutMovesTest, TransposingFourLanesPicksAtTheReader) {
  LinearLayout row = LinearLayout::get(
      {{Hw::Reg, {{0, 1}}}, {Hw::Lane, {{0, 2}, {1, 0}}}}, {2, 4});
  LinearLayout col = LinearLayout::get(
      {{Hw::Reg, {{1, 0}}}, {Hw::Lane, {{0, 1}, {0, 2}}}}, {2, 4});
  LayoutMove move = expectMove(row, col, 32);
  ASSERT_EQ(move.kind, LayoutMove::Kind::Shuffle);
  EXPECT_TRUE(move.shuffle->before.empty());
  ASSERT_EQ(move.shuffle->after.size(), 1u);
  EXPECT_EQ(move.shuffle->after[0].laneMask, 1u);
  EXPECT_EQ(move.shuffle->shuffles, 4u);
  EXPECT_EQ(move.shuffle->selects, 2u);
}

// Lanes 0..3 of a quad rotate: the sender can tell, one shuffle a register.
TEST(LayoutMovesTest, LanePermutationsAreOneShuffleARegister) {
  LinearLayout a = LinearLayout::get(
      {{Hw::Reg, {{1}}}, {Hw::Lane, {{2}, {4}, {8}, {16}, {32}}}}, {64});
  LinearLayout b = LinearLayout::get(
      {{Hw::Reg, {{1}}}, {Hw::Lane, {{4}, {2}, {8}, {16}, {32}}}}, {64});
  LayoutMove move = expectMove(a, b, 32);
  ASSERT_EQ(move.kind, LayoutMove::Kind::Shuffle);
  EXPECT_EQ(move.shuffle->shuffles, 2u);
  EXPECT_EQ(move.shuffle->selects, 0u);
  // Two 16-bit elements travel together.
  EXPECT_EQ(expectMove(a, b, 16).shuffle->shuffles, 1u);
}

TEST(LayoutMovesTest, TheSenderPicksWhatItKnows) {
  LinearLayout a = LinearLayout::get(
      {{Hw::Reg, {{1}}}, {Hw::Lane, {{2}, {4}, {8}, {16}, {32}}}}, {64});
  LinearLayout b = LinearLayout::get(
      {{Hw::Reg, {{1}}}, {Hw::Lane, {{4}, {3}, {8}, {16}, {32}}}}, {64});
  LayoutMove move = expectMove(a, b, 32);
  ASSERT_EQ(move.kind, LayoutMove::Kind::Shuffle);
  EXPECT_EQ(move.shuffle->before.size(), 1u);
  EXPECT_TRUE(move.shuffle->after.empty());
  EXPECT_EQ(move.shuffle->shuffles, 2u);
}

//===----------------------------------------------------------------------===//
// Laws, on random layouts
//===----------------------------------------------------------------------===//

TEST(LayoutMovesTest, ShufflesMoveRandomLayouts) {
  LayoutRandom random(1);
  for (int i = 0; i < 400; ++i) {
    unsigned regs = 1 + random.below(3);
    unsigned bits = regs + 5 - random.below(3); // some are replicated
    bool simple = i % 2;
    auto draw = [&] {
      auto columns = simple ? random.permuted(bits, regs + 5)
                            : random.spanning(bits, regs + 5);
      return LayoutRandom::layout(columns, regs, 5, 0, {int64_t(1) << bits});
    };
    LinearLayout from = draw(), to = draw();
    auto plan = planShuffle(*fetch(to, from), 8u << random.below(4));
    ASSERT_TRUE(plan.has_value());
    ASSERT_EQ(shuffled(Machine::holding(from), *plan, to.size(Hw::Reg)),
              Machine::holding(to))
        << "from\n"
        << from.picture() << "to\n"
        << to.picture();
  }
}

// The source register or lane may depend on the warp, if the warp stays.
TEST(LayoutMovesTest, ShufflesMayDependOnTheWarp) {
  LayoutRandom random(2);
  for (int i = 0; i < 400; ++i) {
    auto columns = random.spanning(9, 9);
    LinearLayout from = LayoutRandom::layout(columns, 2, 5, 2, {512});
    auto lanes = random.spanning(7, 7);
    for (uint32_t &column : lanes)
      column =
          f2::combine(llvm::ArrayRef<uint32_t>(columns).take_front(7), column);
    for (unsigned warp = 0; warp < 2; ++warp)
      lanes.push_back(columns[7 + warp] ^ columns[random.below(7)]);
    LinearLayout to = LayoutRandom::layout(lanes, 2, 5, 2, {512});
    auto plan = planShuffle(*fetch(to, from), 32);
    ASSERT_TRUE(plan.has_value());
    ASSERT_EQ(shuffled(Machine::holding(from), *plan, 4), Machine::holding(to));
  }
}

// No bank conflict on either side, for every element size.
TEST(LayoutMovesTest, SharedMovesOfRandomLayoutsHaveNoConflicts) {
  LayoutRandom random(3);
  for (int i = 0; i < 240; ++i) {
    unsigned elementBits = 8u << random.below(4);
    auto draw = [&] {
      auto columns = i % 2 ? random.permuted(12, 12) : random.spanning(12, 12);
      return LayoutRandom::layout(columns, 5, 5, 2, {4096});
    };
    LinearLayout from = draw(), to = draw();
    SharedOptions options;
    options.matrixLoads = options.matrixStores = i % 3 == 0;
    expectShared(from, to, elementBits, options);
    if (HasFailure())
      FAIL() << "element bits " << elementBits << ", case " << i;
  }
}

TEST(LayoutMovesTest, SharedMovesCopeWithReplicas) {
  LayoutRandom random(4);
  for (int i = 0; i < 240; ++i) {
    unsigned bits = 4 + random.below(7);
    auto draw = [&] {
      auto columns =
          i % 2 ? random.permuted(bits, 11) : random.spanning(bits, 11);
      return LayoutRandom::layout(columns, 4, 5, 2, {int64_t(1) << bits});
    };
    LinearLayout from = draw(), to = draw();
    expectMove(from, to, 8u << random.below(4));
    expectShared(from, to, 8u << random.below(4));
    if (HasFailure())
      FAIL() << "case " << i;
  }
}

TEST(LayoutMovesTest, RoundsBoundTheScratch) {
  LayoutRandom random(5);
  int cut = 0;
  for (int i = 0; i < 120; ++i) {
    auto columns = random.permuted(12, 12);
    LinearLayout from = LayoutRandom::layout(columns, 5, 5, 2, {4096});
    // Same registers at the end, everything else shuffled.
    auto other = columns;
    std::shuffle(other.begin(), other.begin() + 3, random.engine);
    std::swap(other[0], other[5 + random.below(5)]);
    std::swap(other[1], other[10 + random.below(2)]);
    LinearLayout to = LayoutRandom::layout(other, 5, 5, 2, {4096});
    SharedOptions options;
    options.maxBytes = 4096 * 4 / 4;
    SharedMove plan = expectShared(from, to, 32, options);
    cut += plan.rounds.size() > 1;
    EXPECT_EQ(plan.bytes * plan.rounds.size(), 4096u * 4);
    if (HasFailure())
      FAIL() << "case " << i;
  }
  EXPECT_GT(cut, 100);
}

// What a value in one layout costs in another must be comparable, whatever
// carries it: layouts are chosen by the sum.
TEST(LayoutMovesTest, CostsAreInOneUnit) {
  LinearLayout quads = LinearLayout::get(
      {{Hw::Reg, {{1}, {2}}}, {Hw::Lane, {{4}, {8}, {16}, {32}, {64}}}}, {128});
  LinearLayout pairs = LinearLayout::get(
      {{Hw::Reg, {{2}, {3}}}, {Hw::Lane, {{4}, {8}, {16}, {32}, {64}}}}, {128});
  LinearLayout turned = LinearLayout::get(
      {{Hw::Reg, {{1}, {2}}}, {Hw::Lane, {{8}, {4}, {16}, {32}, {64}}}}, {128});
  EXPECT_EQ(planMove(quads, quads, 32).cost(), 0u);
  EXPECT_EQ(planMove(quads, pairs, 32).cost(), 0u) << "names of registers";
  EXPECT_EQ(planMove(quads, turned, 32).cost(), 2 * 4u) << "four shuffles";
  EXPECT_EQ(planMove(quads, turned, 8).cost(), 2 * 1u) << "one of four bytes";

  LinearLayout acc = wgmmaAccLayout({128, 256}, /*groupsM=*/2);
  LinearLayout rows = rowMajorLayout({128, 256}, /*vector=*/4, /*numWarps=*/8);
  SharedOptions options;
  options.maxBytes = 64 << 10;
  EXPECT_EQ(planMove(acc, rows, 32, options).cost(), 2u * (16 + 32) + 2 * 24)
      << "as LargeAccumulatorsGoInRounds says, and two barriers";
  EXPECT_LT(planMove(acc, rows, 16).cost(), planMove(acc, rows, 32).cost())
      << "half the bytes";
}

//===----------------------------------------------------------------------===//
// Moves that kernels make
//===----------------------------------------------------------------------===//

// The accumulator of a matmul goes to rows, to be stored coalesced.
TEST(LayoutMovesTest, AccumulatorsGoToRowsWithoutConflicts) {
  for (unsigned elementBits : {16, 32})
    for (int64_t n : {64, 128, 256}) {
      LinearLayout acc = wgmmaAccLayout({64, n}, /*groupsM=*/1);
      LinearLayout rows =
          rowMajorLayout({64, n}, 128 / elementBits, /*numWarps=*/4);
      SharedOptions options;
      options.matrixStores = true;
      SharedMove plan = expectShared(acc, rows, elementBits, options);
      EXPECT_EQ(plan.load.width() * elementBits, 128u);
      if (elementBits == 16) {
        ASSERT_TRUE(plan.store.matrix.has_value());
        EXPECT_EQ(plan.store.matrix->matrix.size(), 2u);
      }
    }
}

// The epilogue of a large tile fits into what its pipeline leaves free. Vectors
// stay whole as long as other registers can be cut.
TEST(LayoutMovesTest, LargeAccumulatorsGoInRounds) {
  LinearLayout acc = wgmmaAccLayout({128, 256}, /*groupsM=*/2);
  LinearLayout rows = rowMajorLayout({128, 256}, /*vector=*/4, /*numWarps=*/8);
  SharedOptions options;
  options.maxBytes = 64 << 10;
  SharedMove half = expectShared(acc, rows, 32, options);
  EXPECT_EQ(half.rounds.size(), 2u);
  EXPECT_EQ(half.cost(), 2u * (16 + 32)); // vectors of 4 and of 2
  options.maxBytes = 32 << 10;
  SharedMove quarter = expectShared(acc, rows, 32, options);
  EXPECT_EQ(quarter.rounds.size(), 4u);
  EXPECT_EQ(quarter.bytes, 32u << 10);
}

TEST(LayoutMovesTest, TransposesHaveNoConflicts) {
  for (unsigned elementBits : {8, 16, 32, 64}) {
    LinearLayout row =
        rowMajorLayout({128, 128}, 128 / elementBits, /*numWarps=*/4);
    LinearLayout col = transposeDims(row, {1, 0});
    SharedMove plan = expectShared(row, col, elementBits);
    // One side keeps its vectors of 16 bytes.
    EXPECT_EQ(std::max(plan.store.width(), plan.load.width()) * elementBits,
              128u);
  }
}

TEST(LayoutMovesTest, SmallTilesMoveToo) {
  LinearLayout row = rowMajorLayout({4, 4}, 4, /*numWarps=*/4);
  LinearLayout col = transposeDims(row, {1, 0});
  for (unsigned elementBits : {8, 16, 32, 64})
    expectMove(row, col, elementBits);
  LinearLayout one = rowMajorLayout({}, 1, 4);
  EXPECT_EQ(expectMove(one, one, 32).kind, LayoutMove::Kind::Nothing);
}

// fp8: the accumulator is no left operand; the quads exchange.
TEST(LayoutMovesTest, BytesOfTheAccumulatorBecomeAnOperand) {
  LinearLayout acc = wgmmaAccLayout({64, 128}, 1);
  LinearLayout operand = wgmmaALayout({64, 128}, 1, 1, /*elementBits=*/8);
  auto plan = planShuffle(*fetch(operand, acc), 8);
  ASSERT_TRUE(plan.has_value());
  EXPECT_EQ(shuffled(Machine::holding(acc), *plan, 64),
            Machine::holding(operand));
  expectMove(acc, operand, 8);
}

//===----------------------------------------------------------------------===//
// Access to given layouts of memory
//===----------------------------------------------------------------------===//

// The example in the comment at the top of LayoutShared.h.
TEST(LayoutMovesTest, ColumnsOfAPlainTileConflict) {
  LinearLayout column =
      LinearLayout::get({{Hw::Reg, {{0, 1}, {0, 2}, {0, 4}, {0, 8}, {0, 16}}},
                         {Hw::Lane, {{1, 0}, {2, 0}, {4, 0}, {8, 0}, {16, 0}}}},
                        {32, 32});
  LinearLayout plain = offsetsIn(rowMajorMemory({32, 32}), column);
  EXPECT_EQ(countWavefronts(plain, /*vectorBits=*/0, 32), 32u);
  LinearLayout swizzled =
      offsetsIn(xorMemory({32, 32}, /*vec=*/1, /*perPhase=*/1, 32), column);
  EXPECT_EQ(countWavefronts(swizzled, /*vectorBits=*/0, 32), 1u);
}

/// Counts by enumeration what `access` says, and checks every offset.
void expectAccess(const LinearLayout &memory, const LinearLayout &layout,
                  const SharedAccess &access, unsigned elementBits) {
  AccessRunner runner(access, elementBits, layout.size(Hw::Lane),
                      layout.size(Hw::Warp));
  std::set<uint32_t> seen;
  for (uint32_t first : access.firstRegisters)
    runner.run(first, [&](uint32_t offset, uint32_t reg, uint32_t lane,
                          uint32_t warp) {
      seen.insert(offset);
      EXPECT_EQ(memory.applyFlat(Hw::Offset, offset),
                layout.flatten(layout.apply(reg, lane, warp)));
    });
  EXPECT_EQ(seen.size(), memory.size(Hw::Offset));
  EXPECT_EQ(runner.worst, access.wavefronts);
}

// Bank conflicts by algebra against conflicts by enumeration.
TEST(LayoutMovesTest, WavefrontsAreCountedRight) {
  LayoutRandom random(6);
  for (int i = 0; i < 300; ++i) {
    unsigned elementBits = 8u << random.below(4);
    auto columns = i % 2 ? random.permuted(11, 12) : random.spanning(11, 12);
    LinearLayout layout = LayoutRandom::layout(columns, 5, 5, 2, {32, 64});
    LinearLayout memory =
        i % 3 == 0 ? rowMajorMemory({32, 64})
                   : xorMemory({32, 64}, 1u << random.below(3),
                               1u << random.below(3), 1u << random.below(4));
    SharedAccess access = planAccess(memory, layout, elementBits,
                                     /*allowMatrix=*/i % 5 == 0);
    expectAccess(memory, layout, access, elementBits);
    if (HasFailure())
      FAIL() << "case " << i;
  }
}

// Fragments of mma come from swizzled memory by ldmatrix without conflicts.
TEST(LayoutMovesTest, OperandsLoadAsMatrices) {
  LinearLayout a = mmaALayout({64, 64}, 2, 2, 16);
  LinearLayout memory = swizzledMemory({64, 64}, 16, 128);
  SharedAccess access = planAccess(memory, a, 16, /*allowMatrix=*/true);
  ASSERT_TRUE(access.matrix.has_value());
  EXPECT_EQ(access.matrix->form, MatrixForm::Plain);
  EXPECT_EQ(access.matrix->matrix.size(), 2u);
  EXPECT_EQ(access.wavefronts, 1u);
  expectAccess(memory, a, access, 16);

  // K-major b is row-major in memory: its words run across rows.
  LinearLayout b = mmaBLayout({64, 64}, 2, 2, 16);
  access = planAccess(memory, b, 16, /*allowMatrix=*/true);
  ASSERT_TRUE(access.matrix.has_value());
  EXPECT_EQ(access.matrix->form, MatrixForm::Transposed);
  EXPECT_EQ(access.wavefronts, 1u);
  expectAccess(memory, b, access, 16);
}

// 8-bit and tf32 operands use the same instruction on their 16-byte rows.
TEST(LayoutMovesTest, OtherOperandsLoadAsMatricesToo) {
  for (unsigned elementBits : {8, 32}) {
    LinearLayout a = mmaALayout({64, 128}, 4, 1, elementBits);
    LinearLayout memory = swizzledMemory({64, 128}, elementBits, 128);
    SharedAccess access =
        planAccess(memory, a, elementBits, /*allowMatrix=*/true);
    ASSERT_TRUE(access.matrix.has_value());
    EXPECT_EQ(access.wavefronts, 1u);
    expectAccess(memory, a, access, elementBits);
  }
}

} // namespace
