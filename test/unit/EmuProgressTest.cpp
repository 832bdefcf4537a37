//===- EmuProgressTest.cpp - how far a long launch is ---------------------===//

#include "runtime/emulator/reports/ProgressLine.h"

#include "gtest/gtest.h"

namespace tqc::test {
namespace {

using emu::ProgressState;
using emu::progressText;

TEST(EmuProgress, SaysRateAndTimeLeft) {
  EXPECT_EQ(progressText({"matmul", 1, 312, 1024, 6.9}, 0),
            "matmul [=======>                ] 312 of 1024 programs, 45/s, "
            "16 s left");
  EXPECT_EQ(progressText({"k", 7, 1024, 1024, 2}, 0),
            "k (launch 7) [========================] 1024 of 1024 programs, "
            "512/s, 0 s left");
  EXPECT_EQ(
      progressText({"k", 1, 2, 100, 300}, 0),
      "k [>                       ] 2 of 100 programs, one in 2 min 30 s, "
      "4 h 5 min left");
  EXPECT_EQ(progressText({"k", 1, 9, 99, 2}, 0),
            "k [==>                     ] 9 of 99 programs, 4.5/s, 20 s left");
  // Nobody knows how long the first program lasts.
  EXPECT_EQ(progressText({"k", 1, 0, 1, 75}, 0),
            "k [>                       ] 0 of 1 program, 1 min 15 s so far");
}

TEST(EmuProgress, FitsIntoTheTerminal) {
  ProgressState state = {"kernel", 1, 312, 1024, 6.9};
  const std::string whole = progressText(state, 0);
  for (size_t columns = 1; columns <= whole.size() + 2; ++columns) {
    std::string text = progressText(state, columns);
    EXPECT_LT(text.size(), columns);
    EXPECT_EQ(text == whole, columns > whole.size()) << columns;
  }
  EXPECT_EQ(progressText(state, 50),
            "kernel 312 of 1024 programs, 45/s, 16 s left");
  EXPECT_EQ(progressText(state, 40), "312 of 1024 programs, 45/s, 16 s left");
}

TEST(EmuProgress, IsOnOrOff) {
  for (const char *choice : {"never", "ON", "1"})
    EXPECT_FALSE(emu::showProgress(choice)) << choice;
  EXPECT_TRUE(emu::showProgress("on"));
  EXPECT_NE(emu::progressLine().where(), emu::ProgressLine::Nowhere);
  EXPECT_TRUE(emu::showProgress("off"));
  EXPECT_EQ(emu::progressLine().where(), emu::ProgressLine::Nowhere);
}

} // namespace
} // namespace tqc::test
