//===- LayoutAlgebraTest.cpp - Laws of the algebra ------------------------===//

#include "dialect/layout/LayoutAlgebra.h"

#include "dialect/layout/LayoutFactories.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <set>

#include "test/unit/LayoutRandom.h"

using namespace tqc;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

//===----------------------------------------------------------------------===//
// Vectors over GF(2)
//===----------------------------------------------------------------------===//

/// All sums of `vectors`, by enumeration.
std::set<uint32_t> allSums(llvm::ArrayRef<uint32_t> vectors) {
  std::set<uint32_t> sums = {0};
  for (uint32_t vector : vectors) {
    std::set<uint32_t> more = sums;
    for (uint32_t sum : sums)
      more.insert(sum ^ vector);
    sums = more;
  }
  return sums;
}

f2::Vectors randomVectors(LayoutRandom &random, unsigned bits, unsigned most) {
  f2::Vectors vectors;
  for (unsigned i = random.below(most + 1); i > 0; --i)
    vectors.push_back(random.below(1u << bits));
  return vectors;
}

TEST(LayoutAlgebraTest, SubspacesAgreeWithEnumeration) {
  LayoutRandom random(10);
  for (int i = 0; i < 300; ++i) {
    f2::Vectors a = randomVectors(random, 6, 5),
                b = randomVectors(random, 6, 5);
    std::set<uint32_t> sumsA = allSums(a), sumsB = allSums(b), both;
    EXPECT_EQ(sumsA.size(), 1u << f2::rank(a));
    EXPECT_EQ(allSums(f2::span(a)), sumsA);
    for (uint32_t vector : sumsA)
      if (sumsB.count(vector))
        both.insert(vector);
    EXPECT_EQ(allSums(f2::intersect(a, b)), both);
    f2::Vectors rest = f2::complement(a, 6);
    EXPECT_EQ(rest.size(), 6 - f2::rank(a));
    llvm::append_range(rest, a);
    EXPECT_EQ(f2::rank(rest), 6u);
  }
}

TEST(LayoutAlgebraTest, SolverPrefersEarlyColumns) {
  f2::Solver solver({0b01, 0b10, 0b11, 0b01});
  EXPECT_EQ(solver.solve(0b11), 0b0011u);
  EXPECT_EQ(solver.solve(0b01), 0b0001u);
  EXPECT_EQ(solver.solve(0b100), std::nullopt);
}

TEST(LayoutAlgebraTest, SolutionsSolve) {
  LayoutRandom random(11);
  for (int i = 0; i < 300; ++i) {
    f2::Vectors columns = randomVectors(random, 6, 8);
    std::set<uint32_t> sums = allSums(columns);
    f2::Solver solver(columns);
    for (uint32_t target = 0; target < 64; ++target) {
      std::optional<uint64_t> solution = solver.solve(target);
      ASSERT_EQ(solution.has_value(), sums.count(target) == 1);
      if (solution)
        EXPECT_EQ(f2::combine(columns, *solution), target);
    }
  }
}

//===----------------------------------------------------------------------===//
// Shape operations, element by element
//===----------------------------------------------------------------------===//

/// A random layout of a 4x8x2 tile on 8 lanes and 2 warps, with replicas.
LinearLayout randomTile(LayoutRandom &random) {
  return LayoutRandom::layout(random.spanning(6, 8), 4, 3, 1, {4, 8, 2});
}

template <typename Visit>
void forEachPlace(const LinearLayout &layout, Visit visit) {
  for (uint32_t warp = 0; warp < layout.size(Hw::Warp); ++warp)
    for (uint32_t lane = 0; lane < layout.size(Hw::Lane); ++lane)
      for (uint32_t reg = 0; reg < layout.size(Hw::Reg); ++reg)
        visit(reg, lane, warp);
}

TEST(LayoutAlgebraTest, TransposePermutesCoordinates) {
  LayoutRandom random(12);
  for (int i = 0; i < 20; ++i) {
    LinearLayout tile = randomTile(random);
    LinearLayout result = transposeDims(tile, {2, 0, 1});
    EXPECT_THAT(result.shape(), ElementsAre(2, 4, 8));
    forEachPlace(tile, [&](uint32_t reg, uint32_t lane, uint32_t warp) {
      Coord c = tile.apply(reg, lane, warp);
      EXPECT_THAT(result.apply(reg, lane, warp), ElementsAre(c[2], c[0], c[1]));
    });
    EXPECT_EQ(transposeDims(result, {1, 2, 0}), tile);
  }
}

TEST(LayoutAlgebraTest, ReshapeKeepsRowMajorOrder) {
  LayoutRandom random(13);
  LinearLayout tile = randomTile(random);
  LinearLayout result = reshapeTo(tile, {16, 4});
  forEachPlace(tile, [&](uint32_t reg, uint32_t lane, uint32_t warp) {
    Coord c = tile.apply(reg, lane, warp), r = result.apply(reg, lane, warp);
    EXPECT_EQ((c[0] * 8 + c[1]) * 2 + c[2], r[0] * 4 + r[1]);
  });
  EXPECT_EQ(reshapeTo(result, {4, 8, 2}), tile);
}

TEST(LayoutAlgebraTest, SlicesDropOneCoordinate) {
  LayoutRandom random(14);
  for (int i = 0; i < 20; ++i) {
    LinearLayout tile = randomTile(random);
    for (unsigned dim = 0; dim < 3; ++dim) {
      LinearLayout result = sliceDim(tile, dim);
      EXPECT_TRUE(result.isSurjective());
      EXPECT_EQ(result.freeMask(Hw::Reg), 0u);
      EXPECT_EQ(result.bits(Hw::Lane), tile.bits(Hw::Lane));
      forEachPlace(tile, [&](uint32_t, uint32_t lane, uint32_t warp) {
        Coord c = tile.apply(0, lane, warp);
        c.erase(c.begin() + dim);
        EXPECT_EQ(result.apply(0, lane, warp), c);
      });
    }
  }
}

// The row of performance-critical code: the sums of an accumulator's rows.
TEST(LayoutAlgebraTest, SlicesOfAccumulatorsReplicateOverTheQuad) {
  LinearLayout sums = sliceDim(wgmmaAccLayout({64, 128}, 1), 1);
  EXPECT_EQ(sums, LinearLayout::get({{Hw::Reg, {{8}}},
                                     {Hw::Lane, {{0}, {0}, {1}, {2}, {4}}},
                                     {Hw::Warp, {{16}, {32}}}},
                                    {64}));
  EXPECT_EQ(sums.freeMask(Hw::Lane), 0b00011u);
}

TEST(LayoutAlgebraTest, PartsOfAnAxisAreRowsOfTheirWarps) {
  LayoutRandom random(17);
  for (int i = 0; i < 20; ++i) {
    LinearLayout tile = randomTile(random);
    for (unsigned dim = 0; dim < 3; ++dim) {
      LinearLayout rest = sliceDim(tile, dim);
      LinearLayout parts = warpPartsLayout(tile, dim);
      EXPECT_EQ(parts.extent(0), countWarpParts(tile, dim));
      forEachPlace(tile, [&](uint32_t, uint32_t lane, uint32_t warp) {
        Coord c = parts.apply(0, lane, warp);
        // The bits of the warp that walk along the axis, side by side.
        int32_t row = 0;
        unsigned next = 0;
        for (unsigned bit = 0; bit < tile.bits(Hw::Warp); ++bit)
          if (tile.basis(Hw::Warp, bit)[dim] != 0)
            row |= int32_t(warp >> bit & 1) << next++;
        EXPECT_EQ(c.front(), row);
        c.erase(c.begin());
        EXPECT_EQ(c, rest.apply(0, lane, warp));
      });
    }
  }
}

TEST(LayoutAlgebraTest, AllPartsOfAnAxisAreInEachThread) {
  LinearLayout tile = LinearLayout::get({{Hw::Reg, {{1, 0}}},
                                         {Hw::Lane, {{0, 1}, {0, 2}}},
                                         {Hw::Warp, {{0, 4}, {2, 0}, {0, 8}}}},
                                        {4, 16});
  EXPECT_EQ(allPartsLayout(tile, 1, /*byLanes=*/false),
            LinearLayout::get({{Hw::Reg, {{0, 1}, {1, 0}, {2, 0}}},
                               {Hw::Lane, {{0, 0}, {0, 0}}},
                               {Hw::Warp, {{0, 0}, {0, 2}, {0, 0}}}},
                              {4, 4}));
  EXPECT_EQ(allPartsLayout(tile, 1, /*byLanes=*/true),
            LinearLayout::get({{Hw::Reg, {{0, 1}}},
                               {Hw::Lane, {{1, 0}, {2, 0}}},
                               {Hw::Warp, {{0, 0}, {0, 2}, {0, 0}}}},
                              {4, 4}));
}

TEST(LayoutAlgebraTest, BroadcastAddsRegisters) {
  LinearLayout column = LinearLayout::get(
      {{Hw::Reg, {{2, 0}}}, {Hw::Lane, {{1, 0}, {0, 0}}}}, {4, 1});
  LinearLayout wide = broadcastTo(column, {4, 8});
  EXPECT_EQ(wide,
            LinearLayout::get({{Hw::Reg, {{2, 0}, {0, 1}, {0, 2}, {0, 4}}},
                               {Hw::Lane, {{1, 0}, {0, 0}}}},
                              {4, 8}));
  EXPECT_EQ(sliceDim(wide, 1), sliceDim(column, 1));
}

TEST(LayoutAlgebraTest, SplitUndoesJoin) {
  LayoutRandom random(15);
  for (int i = 0; i < 20; ++i) {
    LinearLayout tile = randomTile(random);
    LinearLayout joined = joinLayout(tile);
    EXPECT_THAT(joined.shape(), ElementsAre(4, 8, 2, 2));
    EXPECT_EQ(joined.apply(1, 0, 0), (Coord{0, 0, 0, 1}));
    EXPECT_EQ(splitRegister(joined), 0u);
    EXPECT_EQ(splitLayout(joined), tile);
  }
}

TEST(LayoutAlgebraTest, SplitNeedsARegisterOfItsOwn) {
  EXPECT_EQ(splitLayout(LinearLayout::get(
                {{Hw::Reg, {{1, 0}}}, {Hw::Lane, {{0, 1}}}}, {2, 2})),
            std::nullopt);
  EXPECT_EQ(
      splitLayout(LinearLayout::get({{Hw::Reg, {{1, 1}, {0, 1}}}}, {2, 2})),
      std::nullopt);
  EXPECT_EQ(
      splitLayout(LinearLayout::get({{Hw::Reg, {{0, 1}, {0, 2}}}}, {1, 4})),
      std::nullopt);
  LinearLayout second =
      LinearLayout::get({{Hw::Reg, {{1, 0}, {0, 1}}}}, {2, 2});
  EXPECT_EQ(splitRegister(second), 1u);
  EXPECT_EQ(splitLayout(second), LinearLayout::get({{Hw::Reg, {{1}}}}, {2}));
}

//===----------------------------------------------------------------------===//
// Products and quotients
//===----------------------------------------------------------------------===//

TEST(LayoutAlgebraTest, ProductsAreAssociativeAndDivide) {
  LayoutRandom random(16);
  for (int i = 0; i < 50; ++i) {
    auto draw = [&] {
      return LayoutRandom::layout(random.spanning(4, 5), 2, 2, 1, {2, 8});
    };
    LinearLayout a = draw(), b = draw(), c = draw();
    EXPECT_EQ((a * b) * c, a * (b * c));
    EXPECT_EQ(divideLeft(a * b, a), b);
    EXPECT_THAT((a * b).shape(), ElementsAre(4, 64));
  }
}

TEST(LayoutAlgebraTest, FragmentsDivideOperands) {
  LinearLayout acc = wgmmaAccLayout({128, 64}, 1);
  LinearLayout tile = matrixTile(MatrixForm::Plain);
  std::optional<LinearLayout> repeats = divideLeft(acc, tile);
  ASSERT_TRUE(repeats.has_value());
  EXPECT_EQ(tile * *repeats, acc);
  EXPECT_EQ(repeats->bits(Hw::Lane), 0u);
  EXPECT_EQ(divideLeft(acc, matrixTile(MatrixForm::Transposed)), std::nullopt);
  EXPECT_EQ(divideLeft(tile, acc), std::nullopt);
}

TEST(LayoutAlgebraTest, ComposeIsAssociative) {
  LayoutRandom random(17);
  for (int i = 0; i < 50; ++i) {
    auto memory = [&] {
      HwColumns columns;
      auto basis = random.spanning(6, 6);
      columns[placeDim(Hw::Offset)].assign(basis.begin(), basis.end());
      return LinearLayout::fromColumns(columns, {4, 8, 2});
    };
    LinearLayout a = randomTile(random), b = memory(), c = memory();
    EXPECT_EQ(compose(compose(a, b), c), compose(a, compose(b, c)));
    EXPECT_EQ(compose(identity(Hw::Offset, 6), b), b);
  }
}

TEST(LayoutAlgebraTest, RestrictionsLeaveElementsWithoutAPlace) {
  LinearLayout acc = mmaAccLayout({16, 8}, 1, 1);
  LinearLayout lanes = restrictTo(acc, {Hw::Lane});
  EXPECT_FALSE(lanes.isSurjective());
  EXPECT_TRUE(acc.isSurjective());
  EXPECT_EQ(lanes.bits(Hw::Reg), 0u);
  EXPECT_EQ(lanes.columns(Hw::Lane), acc.columns(Hw::Lane));
}

//===----------------------------------------------------------------------===//
// Place maps
//===----------------------------------------------------------------------===//

TEST(LayoutAlgebraTest, RightInversesInvert) {
  LayoutRandom random(18);
  for (int i = 0; i < 50; ++i) {
    LinearLayout tile = randomTile(random);
    LinearLayout found = follow(rightInverse(tile), tile);
    EXPECT_EQ(found, reshapeTo(identity(Hw::Offset, 6), {4, 8, 2}));
  }
}

// src . fetch(dst, src) == dst
TEST(LayoutAlgebraTest, FetchFindsTheElement) {
  LayoutRandom random(19);
  for (int i = 0; i < 200; ++i) {
    LinearLayout src = randomTile(random), dst = randomTile(random);
    std::optional<LinearLayout> places = fetch(dst, src);
    ASSERT_TRUE(places.has_value());
    EXPECT_EQ(follow(*places, src), dst);
    EXPECT_EQ(follow(*fetch(src, src), src), src);
  }
}

// The example in the comment at the top of LayoutAlgebra.h.
TEST(LayoutAlgebraTest, FetchOfATransposeCrossesLanes) {
  LinearLayout row = LinearLayout::get(
      {{Hw::Reg, {{0, 1}}}, {Hw::Lane, {{0, 2}, {1, 0}}}}, {2, 4});
  LinearLayout col = LinearLayout::get(
      {{Hw::Reg, {{1, 0}}}, {Hw::Lane, {{0, 1}, {0, 2}}}}, {2, 4});
  LinearLayout places = *fetch(col, row);
  EXPECT_THAT(places.basis(Hw::Reg, 0), ElementsAre(0, 2, 0, 0, 0));
  EXPECT_THAT(places.basis(Hw::Lane, 0), ElementsAre(1, 0, 0, 0, 0));
  EXPECT_THAT(places.basis(Hw::Lane, 1), ElementsAre(0, 1, 0, 0, 0));
  EXPECT_THAT(places.apply(/*reg=*/1, /*lane=*/1, 0),
              ElementsAre(1, 2, 0, 0, 0));
}

// Where the source has copies, the element is taken from the same thread.
TEST(LayoutAlgebraTest, FetchPrefersTheSamePlace) {
  LinearLayout src = LinearLayout::get(
      {{Hw::Reg, {{1}, {2}}}, {Hw::Lane, {{0}, {4}}}, {Hw::Warp, {{0}}}}, {8});
  LinearLayout dst = LinearLayout::get(
      {{Hw::Reg, {{2}}}, {Hw::Lane, {{1}, {4}}}, {Hw::Warp, {{0}}}}, {8});
  LinearLayout places = *fetch(dst, src);
  EXPECT_THAT(places.basis(Hw::Reg, 0), ElementsAre(2, 0, 0, 0, 0));
  EXPECT_THAT(places.basis(Hw::Lane, 0), ElementsAre(1, 1, 0, 0, 0));
  EXPECT_THAT(places.basis(Hw::Lane, 1), ElementsAre(0, 2, 0, 0, 0));
  EXPECT_THAT(places.basis(Hw::Warp, 0), ElementsAre(0, 0, 1, 0, 0));
}

TEST(LayoutAlgebraTest, FetchRefusesOtherTiles) {
  EXPECT_EQ(fetch(identity(Hw::Lane, 3), identity(Hw::Lane, 4)), std::nullopt);
  LinearLayout part =
      restrictTo(mmaAccLayout({16, 8}, 1, 1), {Hw::Lane, Hw::Warp});
  EXPECT_EQ(fetch(mmaAccLayout({16, 8}, 1, 1), part), std::nullopt);
}

TEST(LayoutAlgebraTest, OffsetsAreWhereMemoryHasTheElement) {
  LayoutRandom random(20);
  LinearLayout memory = xorMemory({16, 32}, 2, 2, 8);
  for (int i = 0; i < 50; ++i) {
    LinearLayout tile =
        LayoutRandom::layout(random.spanning(9, 10), 3, 5, 2, {16, 32});
    LinearLayout offsets = offsetsIn(memory, tile);
    forEachPlace(tile, [&](uint32_t reg, uint32_t lane, uint32_t warp) {
      uint32_t offset = offsets.apply(reg, lane, warp)[0];
      EXPECT_EQ(memory.applyFlat(Hw::Offset, offset),
                tile.flatten(tile.apply(reg, lane, warp)));
    });
  }
}

TEST(LayoutAlgebraTest, ContiguousRegistersMakeVectors) {
  LinearLayout rows = rowMajorLayout({16, 64}, /*vector=*/4, /*numWarps=*/2);
  LinearLayout offsets = offsetsIn(rowMajorMemory({16, 64}), rows);
  EXPECT_THAT(contiguousRegs(offsets, 4), ElementsAre(1, 2));
  EXPECT_THAT(contiguousRegs(offsets, 1), ElementsAre(1));
  LinearLayout down = transposeDims(rowMajorLayout({64, 16}, 4, 2), {1, 0});
  EXPECT_THAT(contiguousRegs(offsetsIn(rowMajorMemory({16, 64}), down), 4),
              IsEmpty());
  // Any order of register bits will do, and sums of them.
  LinearLayout odd =
      LinearLayout::get({{Hw::Reg, {{2}, {3}, {4}}}, {Hw::Lane, {{8}}}}, {16});
  EXPECT_THAT(contiguousRegs(odd, 4), ElementsAre(3, 1, 4));
}

} // namespace
