//===- LayoutMatrixTest.cpp - What is no matrix, though it looks like one -===//
//
// ldmatrix moves whole rows of 16 bytes: a register may only choose among them.
//
//===----------------------------------------------------------------------===//

#include "dialect/layout/LayoutFactories.h"
#include "dialect/layout/LayoutShared.h"

#include "gtest/gtest.h"

using namespace tqc;

/// The access of a warp to 128 elements of 16 bits that lie one behind the
/// other.
static SharedAccess accessOf(LinearLayout::Bases registers,
                             LinearLayout::Bases lanes) {
  LinearLayout layout = LinearLayout::get(
      {{Hw::Reg, registers}, {Hw::Lane, lanes}, {Hw::Warp, {}}}, {128});
  return planAccess(rowMajorMemory({128}), layout, 16, /*allowMatrix=*/true);
}

TEST(LayoutMatrixTest, RegistersChooseRows) {
  const LinearLayout::Bases lanes = {{2}, {4}, {8}, {16}, {32}};
  SharedAccess access = accessOf({{1}, {64}}, lanes);
  ASSERT_TRUE(access.matrix.has_value());
  EXPECT_EQ(access.matrix->form, MatrixForm::Plain);
  // In the second register's rows lanes hold other parts than in the first's.
  EXPECT_FALSE(accessOf({{1}, {64 + 2}}, lanes).matrix.has_value());
}

TEST(LayoutMatrixTest, RegistersChooseRowsOfTransposedOnes) {
  const LinearLayout::Bases lanes = {{16}, {32}, {1}, {2}, {4}};
  SharedAccess access = accessOf({{8}, {64}}, lanes);
  ASSERT_TRUE(access.matrix.has_value());
  EXPECT_EQ(access.matrix->form, MatrixForm::Transposed);
  EXPECT_FALSE(accessOf({{8 + 1}, {64}}, lanes).matrix.has_value());
  EXPECT_FALSE(accessOf({{8}, {64 + 1}}, lanes).matrix.has_value());
}
