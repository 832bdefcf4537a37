//===- LayoutTermsTest.cpp ------------------------------------------------===//

#include "dialect/layout/LayoutTerms.h"

#include "dialect/layout/LayoutFactories.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "test/unit/LayoutRandom.h"

using namespace tqc;

namespace {

/// As code: "(lane & 28) >> 2".
std::string print(const CoordTerms &coord) {
  std::string text;
  for (const CoordTerm &term : coord.terms) {
    text += text.empty() ? "" : coord.termsDisjoint ? " | " : " ^ ";
    text += "(" + keyword(term.source).str() + " & " +
            std::to_string(term.mask) + ")";
    if (term.shift > 0)
      text += " << " + std::to_string(term.shift);
    if (term.shift < 0)
      text += " >> " + std::to_string(-term.shift);
  }
  return text;
}

// The example in the comment at the top of LayoutTerms.h.
TEST(LayoutTermsTest, NeighbouringBitsMoveTogether) {
  auto terms = coordTerms(mmaAccLayout({64, 8}, /*warpsM=*/4, /*warpsN=*/1));
  EXPECT_EQ(print(terms[0]), "(lane & 28) >> 2 | (warp & 3) << 4");
  EXPECT_EQ(print(terms[1]), "(lane & 3) << 1");
  EXPECT_TRUE(terms[0].registersAdd());
  EXPECT_EQ(terms[0].registerPart(3), 8u);
  EXPECT_EQ(terms[1].registerPart(3), 1u);
}

TEST(LayoutTermsTest, SwizzledOffsetsXorOnlyWhereTheyMust) {
  LinearLayout rows = rowMajorLayout({64, 64}, /*vector=*/8, /*numWarps=*/4);
  auto terms = coordTerms(offsetsIn(swizzledMemory({64, 64}, 16, 128), rows));
  ASSERT_EQ(terms.size(), 1u);
  EXPECT_FALSE(terms[0].termsDisjoint); // column bits and row bits meet
  EXPECT_TRUE(terms[0].registersAdd()); // 16 rows on, the phase is the same
  EXPECT_EQ(terms[0].addPart(8), 16u * 64);
}

TEST(LayoutTermsTest, BasesOfSeveralBitsMakeSeveralTerms) {
  LinearLayout odd =
      LinearLayout::get({{Hw::Reg, {{1}, {6}}}, {Hw::Lane, {{3}, {4}}}}, {8});
  auto terms = coordTerms(odd);
  EXPECT_EQ(print(terms[0]), "(lane & 1) | (lane & 3) << 1");
  EXPECT_FALSE(terms[0].registersAdd());
  EXPECT_EQ(terms[0].xorPart(3), 7u);
  EXPECT_EQ(terms[0].addPart(3), 0u);
}

// What the terms compute is what the layout says.
TEST(LayoutTermsTest, TermsComputeTheLayout) {
  LayoutRandom random(30);
  for (int i = 0; i < 100; ++i) {
    auto columns = i % 2 ? random.permuted(9, 10) : random.spanning(9, 10);
    LinearLayout layout = LayoutRandom::layout(columns, 3, 5, 2, {8, 64});
    auto terms = coordTerms(layout);
    for (uint32_t warp = 0; warp < 4; ++warp)
      for (uint32_t lane = 0; lane < 32; ++lane)
        for (uint32_t reg = 0; reg < 8; ++reg) {
          Coord coord = layout.apply(reg, lane, warp);
          for (unsigned dim = 0; dim < 2; ++dim)
            ASSERT_EQ(terms[dim].valueAt(reg, lane, warp),
                      uint32_t(coord[dim]));
        }
  }
}

TEST(LayoutTermsTest, BlocksTakePart) {
  LinearLayout layout = LinearLayout::get(
      {{Hw::Reg, {{1}}}, {Hw::Lane, {{2}}}, {Hw::Block, {{4}, {8}}}}, {16});
  auto terms = coordTerms(layout);
  EXPECT_EQ(print(terms[0]), "(lane & 1) << 1 | (block & 3) << 2");
  EXPECT_EQ(terms[0].valueAt(1, 1, 0, 3), 15u);
}

} // namespace
