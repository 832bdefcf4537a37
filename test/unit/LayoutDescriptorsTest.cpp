//===- LayoutDescriptorsTest.cpp ------------------------------------------===//

#include "dialect/layout/LayoutDescriptors.h"

#include "dialect/layout/LayoutAlgebra.h"
#include "dialect/layout/LayoutFactories.h"

#include "gtest/gtest.h"

using namespace tqc;

namespace {

/// Panels of a tile whose dimension `fastest` is contiguous.
LinearLayout panels(int64_t first, int64_t second, unsigned fastest,
                    unsigned span) {
  int64_t turned[] = {fastest ? first : second, fastest ? second : first};
  unsigned order[] = {1 - fastest, fastest};
  return transposeDims(swizzledMemory(turned, 16, span), order);
}

// The example in the comment at the top of LayoutDescriptors.h.
TEST(LayoutDescriptorsTest, RowsOfNHaveALeadingDistance) {
  auto layout = panelLayout(panels(64, 256, /*fastest=*/1, 128), 16);
  ASSERT_TRUE(layout);
  EXPECT_EQ(layout->fastest, 1u);
  EXPECT_EQ(layout->spanBytes, 128u);
  EXPECT_EQ(layout->rows, 64);
  // Swizzle 1, stride 1024 bytes, leading 8192 bytes.
  EXPECT_EQ(layout->descriptor(/*depth=*/0),
            (1ull << 62) | (64ull << 32) | (512ull << 16));
  // 16 further along K, and one panel further along N.
  EXPECT_EQ(layout->byteOffset({16, 0}), 16 * 128);
  EXPECT_EQ(layout->byteOffset({0, 64}), 64 * 128);
}

TEST(LayoutDescriptorsTest, RowsOfKStayInAPanel) {
  auto layout = panelLayout(panels(64, 256, /*fastest=*/0, 128), 16);
  ASSERT_TRUE(layout);
  EXPECT_EQ(layout->fastest, 0u);
  EXPECT_EQ(layout->rows, 256);
  EXPECT_EQ(layout->descriptor(/*depth=*/0),
            (1ull << 62) | (64ull << 32) | (1ull << 16));
  EXPECT_EQ(layout->byteOffset({16, 0}), 32);
  EXPECT_EQ(layout->byteOffset({0, 8}), 8 * 128);
}

TEST(LayoutDescriptorsTest, SpansHaveTheirNumbers) {
  EXPECT_EQ(panelLayout(panels(64, 32, 1, 64), 16)->descriptor(0) >> 62, 2u);
  EXPECT_EQ(panelLayout(panels(64, 16, 1, 32), 16)->descriptor(0) >> 62, 3u);
}

// Every offset that starts eight rows is where the layout has the element.
TEST(LayoutDescriptorsTest, OffsetsAreThoseOfTheLayout) {
  for (unsigned fastest : {0u, 1u})
    for (unsigned span : {128u, 64u, 32u}) {
      LinearLayout memory = panels(64, 128, fastest, span);
      auto layout = panelLayout(memory, 16);
      ASSERT_TRUE(layout);
      EXPECT_EQ(layout->spanBytes, span);
      unsigned seen = 0;
      for (uint32_t at = 0; at < memory.size(Hw::Offset); ++at) {
        Coord coord = memory.unflatten(memory.applyFlat(Hw::Offset, at));
        if (coord[1 - fastest] % 8 != 0)
          continue;
        EXPECT_EQ(layout->byteOffset(coord), 2 * int64_t(at));
        ++seen;
      }
      EXPECT_EQ(seen, 64u * 128u / 8u);
    }
}

TEST(LayoutDescriptorsTest, OtherLayoutsHaveNone) {
  EXPECT_FALSE(panelLayout(rowMajorMemory({64, 64}), 16));
  EXPECT_FALSE(panelLayout(xorMemory({64, 64}, 8, 1, 4), 16));
  EXPECT_FALSE(panelLayout(rowMajorMemory({64}), 16));
  // Rows of 16 bytes, and fewer than eight rows.
  EXPECT_FALSE(panelLayout(rowMajorMemory({64, 8}), 16));
  EXPECT_FALSE(panelLayout(swizzledMemory({4, 64}, 16, 128), 16));
}

} // namespace
