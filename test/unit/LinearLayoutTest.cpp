//===- LinearLayoutTest.cpp -----------------------------------------------===//

#include "dialect/layout/LinearLayout.h"

#include "dialect/layout/LayoutFactories.h"
#include "dialect/layout/LayoutTerms.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace tqc;
using testing::ElementsAre;
using testing::HasSubstr;

/// The layout in the comment at the top of LinearLayout.h.
static LinearLayout twoByFour() {
  return LinearLayout::get({{Hw::Reg, {{0, 1}}}, {Hw::Lane, {{0, 2}, {1, 0}}}},
                           {2, 4});
}

namespace {

TEST(LinearLayoutTest, ApplyXorsTheBases) {
  EXPECT_THAT(twoByFour().apply(/*reg=*/1, /*lane=*/3, /*warp=*/0),
              ElementsAre(1, 3));
}

// Tests the law that makes a layout linear, on every pair of lanes.
TEST(LinearLayoutTest, ApplyIsLinear) {
  LinearLayout layout = twoByFour();
  for (int a = 0; a < 4; ++a)
    for (int b = 0; b < 4; ++b) {
      Coord la = layout.apply(0, a, 0), lb = layout.apply(0, b, 0);
      EXPECT_THAT(layout.apply(0, a ^ b, 0),
                  ElementsAre(la[0] ^ lb[0], la[1] ^ lb[1]))
          << "lanes " << a << " and " << b;
    }
}

TEST(LinearLayoutTest, FlatCoordinatesConcatenateDimensions) {
  LinearLayout layout = twoByFour();
  EXPECT_EQ(layout.flatten({1, 3}), 0b111u);
  EXPECT_THAT(layout.unflatten(0b110), ElementsAre(1, 2));
  EXPECT_EQ(layout.applyFlat({{Hw::Lane, 3}, {Hw::Reg, 1}}), 0b111u);
  EXPECT_EQ(layout.lowBit(0), 2u);
}

TEST(LinearLayoutTest, PictureShowsWhoHoldsWhat) {
  EXPECT_EQ(twoByFour().picture(),
            "w0 l0 r0 | w0 l0 r1 | w0 l1 r0 | w0 l1 r1\n"
            "w0 l2 r0 | w0 l2 r1 | w0 l3 r0 | w0 l3 r1\n");
}

TEST(LinearLayoutTest, PictureOfMemoryShowsOffsets) {
  EXPECT_EQ(
      xorMemory({4, 4}, /*vec=*/1, /*perPhase=*/1, /*maxPhase=*/4).picture(),
      "o0  | o1  | o2  | o3\n"
      "o5  | o4  | o7  | o6\n"
      "o10 | o11 | o8  | o9\n"
      "o15 | o14 | o13 | o12\n");
}

TEST(LinearLayoutTest, PictureCropsLargeTiles) {
  std::string picture = rowMajorMemory({64, 32}).picture();
  EXPECT_THAT(picture, HasSubstr("o15  | ...\n"));
  EXPECT_THAT(picture, HasSubstr("\n...\n"));
}

TEST(LinearLayoutTest, RejectsElementsThatNobodyHolds) {
  std::string whyNot;
  EXPECT_FALSE(LinearLayout::tryCreate({{Hw::Reg, {{0, 1}}}}, {2, 2}, whyNot));
  EXPECT_THAT(whyNot, HasSubstr("only 2 of the tile's 4 elements"));
}

TEST(LinearLayoutTest, RejectsWhatIsNoBasis) {
  std::string whyNot;
  EXPECT_FALSE(LinearLayout::tryCreate({{Hw::Lane, {{2}}}}, {2}, whyNot));
  EXPECT_EQ(whyNot, "lane basis (2) lies outside the (2) tile");
  EXPECT_FALSE(LinearLayout::tryCreate({{Hw::Lane, {{1}}}}, {2, 2}, whyNot));
  EXPECT_EQ(whyNot, "lane basis (1) has rank 1, but the tile has rank 2");
  EXPECT_FALSE(LinearLayout::tryCreate({}, {3}, whyNot));
  EXPECT_EQ(whyNot, "tile size 3 is not a power of two");
  EXPECT_FALSE(LinearLayout::tryCreate({}, {1 << 20, 1 << 20}, whyNot));
  EXPECT_EQ(whyNot, "the tile has more than 2^30 elements");
  EXPECT_FALSE(LinearLayout::tryCreate({{Hw::Reg, {{1}}}, {Hw::Reg, {{1}}}},
                                       {2}, whyNot));
  EXPECT_EQ(whyNot, "reg is given twice");
}

TEST(LinearLayoutTest, ScalarsHaveRankZero) {
  LinearLayout layout = rowMajorLayout({}, /*vector=*/1, /*numWarps=*/4);
  EXPECT_EQ(layout.rank(), 0u);
  EXPECT_TRUE(layout.isSurjective());
  EXPECT_EQ(layout.freeMask(Hw::Lane), 31u);
  EXPECT_EQ(layout.size(Hw::Warp), 4u);
  EXPECT_TRUE(layout.apply(0, 7, 3).empty());
}

// Of all places that hold an element exactly one has its free bits 0.
TEST(LinearLayoutTest, FreeBitsNameOneReplica) {
  LinearLayout layout = LinearLayout::get({{Hw::Reg, {{0, 1}, {1, 1}}},
                                           {Hw::Lane, {{1, 0}, {0, 0}, {0, 2}}},
                                           {Hw::Warp, {{1, 2}}}},
                                          {2, 4});
  EXPECT_EQ(layout.freeMask(Hw::Reg), 0u);
  EXPECT_EQ(layout.freeMask(Hw::Lane), 0b011u);
  EXPECT_EQ(layout.freeMask(Hw::Warp), 1u);
  EXPECT_FALSE(layout.isInjective());
  std::array<int, 8> holders = {};
  for (uint32_t reg = 0; reg < 4; ++reg)
    for (uint32_t lane = 0; lane < 8; ++lane)
      if ((lane & 0b011) == 0)
        ++holders[layout.flatten(layout.apply(reg, lane, 0))];
  EXPECT_THAT(holders, testing::Each(1));
}

TEST(LinearLayoutTest, EqualLayoutsHashAlike) {
  EXPECT_EQ(twoByFour(), twoByFour());
  EXPECT_EQ(hash_value(twoByFour()), hash_value(twoByFour()));
  LinearLayout other = LinearLayout::get(
      {{Hw::Reg, {{0, 2}}}, {Hw::Lane, {{0, 1}, {1, 0}}}}, {2, 4});
  EXPECT_NE(twoByFour(), other);
  EXPECT_NE(hash_value(twoByFour()), hash_value(other));
}

} // namespace
