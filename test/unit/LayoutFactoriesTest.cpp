//===- LayoutFactoriesTest.cpp - Factories against the figures ------------===//
//
// The tables of the PTX ISA, written as it writes them (groupID, threadID), not
// as bases.
//
//===----------------------------------------------------------------------===//

#include "dialect/layout/LayoutFactories.h"

#include "dialect/layout/LayoutAlgebra.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace tqc;
using testing::ElementsAre;

namespace {

/// The coordinate of element `i` of a fragment in `lane`.
using Figure = Coord (*)(uint32_t i, uint32_t lane);

int32_t groupOf(uint32_t lane) { return lane >> 2; }
int32_t threadOf(uint32_t lane) { return lane % 4; }

Coord accFigure(uint32_t i, uint32_t lane) {
  int32_t row = i < 2 ? groupOf(lane) : groupOf(lane) + 8;
  return {row, threadOf(lane) * 2 + int32_t(i & 1)};
}

Coord a16Figure(uint32_t i, uint32_t lane) {
  bool upper = i < 2 || (i >= 4 && i < 6);
  int32_t column = threadOf(lane) * 2 + int32_t(i & 1);
  return {upper ? groupOf(lane) : groupOf(lane) + 8,
          i < 4 ? column : column + 8};
}

Coord b16Figure(uint32_t i, uint32_t lane) {
  int32_t row = threadOf(lane) * 2 + int32_t(i & 1);
  return {i < 2 ? row : row + 8, groupOf(lane)};
}

Coord a8Figure(uint32_t i, uint32_t lane) {
  bool upper = i < 4 || (i >= 8 && i < 12);
  int32_t column = threadOf(lane) * 4 + int32_t(i & 3);
  return {upper ? groupOf(lane) : groupOf(lane) + 8,
          i < 8 ? column : column + 16};
}

Coord b8Figure(uint32_t i, uint32_t lane) {
  int32_t row = threadOf(lane) * 4 + int32_t(i & 3);
  return {i < 4 ? row : row + 16, groupOf(lane)};
}

Coord aTf32Figure(uint32_t i, uint32_t lane) {
  return {i == 0 || i == 2 ? groupOf(lane) : groupOf(lane) + 8,
          i < 2 ? threadOf(lane) : threadOf(lane) + 4};
}

Coord bTf32Figure(uint32_t i, uint32_t lane) {
  return {i == 0 ? threadOf(lane) : threadOf(lane) + 4, groupOf(lane)};
}

/// One warp, one instruction: the fragment is exactly the figure.
void expectFigure(const LinearLayout &layout, Figure figure) {
  ASSERT_EQ(layout.size(Hw::Lane), 32u);
  for (uint32_t lane = 0; lane < 32; ++lane)
    for (uint32_t i = 0; i < layout.size(Hw::Reg); ++i)
      EXPECT_EQ(layout.apply(i, lane, 0), figure(i, lane))
          << "element " << i << " of lane " << lane;
  EXPECT_TRUE(layout.isInjective());
}

TEST(LayoutFactoriesTest, MmaFragmentsAreTheFiguresOfPtx) {
  expectFigure(mmaAccLayout({16, 8}, 1, 1), accFigure);
  expectFigure(mmaALayout({16, 16}, 1, 1, 16), a16Figure);
  expectFigure(mmaBLayout({16, 8}, 1, 1, 16), b16Figure);
  expectFigure(mmaALayout({16, 32}, 1, 1, 8), a8Figure);
  expectFigure(mmaBLayout({32, 8}, 1, 1, 8), b8Figure);
  expectFigure(mmaALayout({16, 8}, 1, 1, 32), aTf32Figure);
  expectFigure(mmaBLayout({8, 8}, 1, 1, 32), bTf32Figure);
}

// The first registers of a large tile are still one fragment: a lowering takes
// them in groups.
TEST(LayoutFactoriesTest, RegistersRunThroughOneFragmentFirst) {
  for (unsigned bits : {8, 16, 32}) {
    int64_t k = mmaDepth(bits);
    EXPECT_TRUE(divideLeft(mmaALayout({64, 4 * k}, 2, 2, bits),
                           mmaALayout({16, k}, 1, 1, bits)));
    EXPECT_TRUE(divideLeft(mmaBLayout({4 * k, 64}, 2, 2, bits),
                           mmaBLayout({k, 8}, 1, 1, bits)));
  }
  EXPECT_TRUE(
      divideLeft(mmaAccLayout({64, 64}, 2, 2), mmaAccLayout({16, 8}, 1, 1)));
}

// The warp that has rows m and columns n of the accumulator has rows m of the
// left operand and columns n of the right one, for all of K.
TEST(LayoutFactoriesTest, WarpsHaveTheOperandsTheyNeed) {
  for (auto [warpsM, warpsN] : {std::pair{4, 1}, {2, 2}, {1, 4}, {2, 4}}) {
    LinearLayout acc = mmaAccLayout({64, 64}, warpsM, warpsN);
    LinearLayout a = mmaALayout({64, 32}, warpsM, warpsN, 16);
    LinearLayout b = mmaBLayout({32, 64}, warpsM, warpsN, 16);
    for (uint32_t warp = 0; warp < acc.size(Hw::Warp); ++warp) {
      EXPECT_EQ(a.apply(0, 0, warp)[0], acc.apply(0, 0, warp)[0]);
      EXPECT_EQ(b.apply(0, 0, warp)[1], acc.apply(0, 0, warp)[1]);
      EXPECT_EQ(a.apply(0, 0, warp)[1], 0);
      EXPECT_EQ(b.apply(0, 0, warp)[0], 0);
    }
    EXPECT_EQ(a.size(Hw::Warp), unsigned(warpsM * warpsN));
    // Registers of a fragment along M, and along N, are those of the result.
    unsigned rowsM = 64 / (16 * warpsM), columnsN = 64 / (8 * warpsN);
    EXPECT_EQ(acc.size(Hw::Reg), 4 * rowsM * columnsN);
    EXPECT_EQ(a.size(Hw::Reg), 8 * rowsM * (32 / 16));
    EXPECT_EQ(b.size(Hw::Reg), 4 * columnsN * (32 / 16));
  }
}

TEST(LayoutFactoriesTest, MoreWarpsThanRowsReplicate) {
  LinearLayout acc = mmaAccLayout({16, 16}, 4, 1);
  EXPECT_EQ(acc.freeMask(Hw::Warp), 0b11u);
  EXPECT_EQ(acc.size(Hw::Reg), 8u);
  EXPECT_TRUE(acc.isSurjective());
}

TEST(LayoutFactoriesTest, WgmmaAccumulatorIsTheFigureOfPtx) {
  for (int64_t n : {8, 64, 256}) {
    LinearLayout acc = wgmmaAccLayout({64, n}, 1);
    ASSERT_EQ(acc.size(Hw::Reg), unsigned(n / 2));
    for (uint32_t thread = 0; thread < 128; ++thread)
      for (uint32_t i = 0; i < n / 2; ++i) {
        int32_t row = 16 * (thread / 32) + thread % 32 / 4 + 8 * (i / 2 % 2);
        int32_t column = 8 * (i / 4) + 2 * (thread % 4) + i % 2;
        ASSERT_THAT(acc.apply(i, thread % 32, thread / 32),
                    ElementsAre(row, column));
      }
  }
}

TEST(LayoutFactoriesTest, WarpGroupsTileTheResult) {
  LinearLayout rows = wgmmaAccLayout({128, 64}, /*groupsM=*/2);
  EXPECT_THAT(rows.apply(0, 0, 4), ElementsAre(64, 0));
  LinearLayout columns = wgmmaAccLayout({64, 128}, 1, /*groupsN=*/2);
  EXPECT_THAT(columns.apply(0, 0, 4), ElementsAre(0, 64));
  EXPECT_EQ(columns.size(Hw::Reg), 32u);
  // Two instructions a group, one below the other, in the high registers.
  LinearLayout twice = wgmmaAccLayout({256, 64}, 2);
  EXPECT_THAT(twice.apply(32, 0, 0), ElementsAre(128, 0));
}

TEST(LayoutFactoriesTest, WgmmaOperandsInRegistersAreMmaFragmentsOfAWarp) {
  for (auto [bits, figure] : {std::pair<unsigned, Figure>{8, a8Figure},
                              {16, a16Figure},
                              {32, aTf32Figure}}) {
    int64_t k = mmaDepth(bits);
    LinearLayout a = wgmmaALayout({64, 2 * k}, 1, 1, bits);
    uint32_t each = 16 * k / 32;
    for (uint32_t warp = 0; warp < 4; ++warp)
      for (uint32_t lane = 0; lane < 32; ++lane)
        for (uint32_t i = 0; i < 2 * each; ++i) {
          Coord c = figure(i % each, lane);
          ASSERT_THAT(a.apply(i, lane, warp),
                      ElementsAre(c[0] + 16 * warp, c[1] + i / each * k));
        }
  }
}

// Warps beyond those of one tile, and then registers, go to further tiles.
TEST(LayoutFactoriesTest, BatchesRepeatTheLayoutOfOneTile) {
  for (unsigned apart : {1, 2, 4}) {
    LinearLayout one = mmaAccLayout({32, 16}, 2, 1);
    LinearLayout all = batchedLayout(one, 8, apart);
    EXPECT_TRUE(all.isSurjective());
    EXPECT_EQ(all.size(Hw::Warp), 2 * apart);
    uint32_t held = one.size(Hw::Reg);
    for (uint32_t warp = 0; warp < 2 * apart; ++warp)
      for (uint32_t reg = 0; reg < all.size(Hw::Reg); ++reg)
        for (uint32_t lane = 0; lane < 32; ++lane) {
          Coord c = one.apply(reg % held, lane, warp % 2);
          int batch = warp / 2 + reg / held * apart;
          ASSERT_THAT(all.apply(reg, lane, warp),
                      ElementsAre(batch, c[0], c[1]));
        }
  }
}

// So the result of one wgmma is the operand of the next, without a move.
TEST(LayoutFactoriesTest, AccumulatorsAreOperandsOf16Bits) {
  EXPECT_EQ(wgmmaALayout({128, 64}, 2, 1, 16), wgmmaAccLayout({128, 64}, 2));
  EXPECT_NE(wgmmaALayout({64, 64}, 1, 1, 8), wgmmaAccLayout({64, 64}, 1));
  // mma.sync repeats along N, then along M, as the operand does along K.
  EXPECT_EQ(mmaALayout({64, 32}, 4, 1, 16), mmaAccLayout({64, 32}, 4, 1));
}

TEST(LayoutFactoriesTest, MatrixTilesAreTheFigureOfLdmatrix) {
  for (uint32_t lane = 0; lane < 32; ++lane)
    for (uint32_t i = 0; i < 2; ++i) {
      int32_t row = lane / 4, column = lane % 4 * 2 + i;
      EXPECT_THAT(matrixTile(MatrixForm::Plain).apply(i, lane, 0),
                  ElementsAre(row, column));
      EXPECT_THAT(matrixTile(MatrixForm::Transposed).apply(i, lane, 0),
                  ElementsAre(column, row));
    }
}

//===----------------------------------------------------------------------===//
// Blocked
//===----------------------------------------------------------------------===//

/// Cuts `index` into one digit a dimension, order[0] the lowest.
llvm::SmallVector<uint32_t> digits(uint32_t index,
                                   llvm::ArrayRef<unsigned> base,
                                   llvm::ArrayRef<unsigned> order) {
  llvm::SmallVector<uint32_t> result(base.size());
  for (unsigned dim : order) {
    result[dim] = index % base[dim];
    index /= base[dim];
  }
  return result;
}

struct Blocked {
  llvm::SmallVector<int64_t> shape;
  llvm::SmallVector<unsigned> size, lanes, warps, order;
};

// A CTA tile, counted in digits; where the tile is larger it repeats.
TEST(LayoutFactoriesTest, BlockedLayoutsCountInDigits) {
  const Blocked cases[] = {
      {{64, 64}, {1, 8}, {4, 8}, {4, 1}, {1, 0}},
      {{128, 128}, {2, 4}, {4, 8}, {2, 2}, {1, 0}},
      {{128, 64}, {4, 1}, {8, 4}, {1, 4}, {0, 1}},
      {{1024}, {4}, {32}, {4}, {0}},
      {{16, 8, 64}, {1, 2, 2}, {2, 1, 16}, {2, 2, 1}, {2, 1, 0}},
  };
  for (const Blocked &c : cases) {
    LinearLayout layout =
        blockedLayout(c.shape, c.size, c.lanes, c.warps, c.order);
    llvm::SmallVector<unsigned> repeats;
    for (unsigned d = 0; d < c.shape.size(); ++d)
      repeats.push_back(c.shape[d] / (c.size[d] * c.lanes[d] * c.warps[d]));
    uint32_t block = 1;
    for (unsigned size : c.size)
      block *= size;
    for (uint32_t warp = 0; warp < layout.size(Hw::Warp); ++warp)
      for (uint32_t lane = 0; lane < 32; ++lane)
        for (uint32_t reg = 0; reg < layout.size(Hw::Reg); ++reg) {
          auto r = digits(reg % block, c.size, c.order);
          auto again = digits(reg / block, repeats, c.order);
          auto l = digits(lane, c.lanes, c.order);
          auto w = digits(warp, c.warps, c.order);
          Coord expected;
          for (unsigned d = 0; d < c.shape.size(); ++d)
            expected.push_back(
                ((again[d] * c.warps[d] + w[d]) * c.lanes[d] + l[d]) *
                    c.size[d] +
                r[d]);
          ASSERT_EQ(layout.apply(reg, lane, warp), expected);
        }
  }
}

// The row of design numbers: 128x64 bf16 in vectors of 8, four warps.
TEST(LayoutFactoriesTest, RowMajorLayoutsAreCoalesced) {
  EXPECT_EQ(rowMajorLayout({128, 64}, /*vector=*/8, /*numWarps=*/4),
            LinearLayout::get(
                {{Hw::Reg, {{0, 1}, {0, 2}, {0, 4}, {16, 0}, {32, 0}, {64, 0}}},
                 {Hw::Lane, {{0, 8}, {0, 16}, {0, 32}, {1, 0}, {2, 0}}},
                 {Hw::Warp, {{4, 0}, {8, 0}}}},
                {128, 64}));
}

TEST(LayoutFactoriesTest, SmallTilesAreReplicated) {
  LinearLayout layout = blockedLayout({2, 4}, {1, 4}, {4, 8}, {4, 1}, {1, 0});
  EXPECT_EQ(layout, LinearLayout::get(
                        {{Hw::Reg, {{0, 1}, {0, 2}}},
                         {Hw::Lane, {{0, 0}, {0, 0}, {0, 0}, {1, 0}, {0, 0}}},
                         {Hw::Warp, {{0, 0}, {0, 0}}}},
                        {2, 4}));
  EXPECT_EQ(layout.freeMask(Hw::Lane), 0b10111u);
  LinearLayout row = rowMajorLayout({8}, 4, 2);
  EXPECT_EQ(row.bits(Hw::Reg), 2u);
  EXPECT_EQ(row.freeMask(Hw::Lane), 0b11110u);
  EXPECT_EQ(row.freeMask(Hw::Warp), 1u);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

// The hardware rule: chunk bits ^= address bits 7 and up.
TEST(LayoutFactoriesTest, SwizzlesXorTheAddress) {
  for (unsigned elementBits : {8, 16, 32})
    for (auto [span, mask] : {std::pair{128, 7}, {64, 3}, {32, 1}}) {
      int64_t bytes = elementBits / 8, panel = span / bytes;
      int64_t rows = 64, columns = 4 * panel;
      LinearLayout memory = swizzledMemory({rows, columns}, elementBits, span);
      LinearLayout offsets = rightInverse(memory);
      for (int64_t row = 0; row < rows; ++row)
        for (int64_t column = 0; column < columns; ++column) {
          int64_t address = column / panel * rows * span + row * span +
                            column % panel * bytes;
          address ^= (address >> 7 & mask) << 4;
          uint32_t flat = row * columns + column;
          Coord place = offsets.unflatten(offsets.applyFlat(Hw::Offset, flat));
          ASSERT_EQ(place[placeDim(Hw::Offset)] * bytes, address)
              << "row " << row << " column " << column << " span " << span;
        }
    }
}

TEST(LayoutFactoriesTest, LeadingDimensionsAreRowsOfASwizzle) {
  EXPECT_EQ(swizzledMemory({4, 16, 64}, 16, 128),
            reshapeTo(swizzledMemory({64, 64}, 16, 128), {4, 16, 64}));
}

TEST(LayoutFactoriesTest, TheWidestSpanFillsARow) {
  EXPECT_EQ(widestSpan({64, 64}, 16), 128u);
  EXPECT_EQ(widestSpan({64, 32}, 16), 64u);
  EXPECT_EQ(widestSpan({64, 16}, 16), 32u);
  EXPECT_EQ(widestSpan({64, 8}, 16), 0u);
  EXPECT_EQ(widestSpan({64, 256}, 8), 128u);
}

TEST(LayoutFactoriesTest, XorMemoryFollowsItsFormula) {
  for (auto [vec, perPhase, maxPhase] :
       {std::tuple{8, 1, 8}, {8, 2, 4}, {1, 1, 32}, {4, 4, 2}, {4, 1, 1}}) {
    LinearLayout memory = xorMemory({32, 64}, vec, perPhase, maxPhase);
    for (uint32_t offset = 0; offset < 32 * 64; ++offset) {
      int32_t row = offset / 64;
      int32_t column = offset % 64 ^ row / perPhase % maxPhase * vec;
      ASSERT_EQ(memory.applyFlat(Hw::Offset, offset),
                uint32_t(row * 64 + column));
    }
  }
}

} // namespace
