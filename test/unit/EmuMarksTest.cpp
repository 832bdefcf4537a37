//===- EmuMarksTest.cpp - what the compiler tells a debugger --------------===//

#include "runtime/emulator/ptx/Marks.h"

#include "gtest/gtest.h"

namespace tqc::test {
namespace {

using emu::Mark;

TEST(EmuMarks, SayWhatTheCompilerWrote) {
  std::vector<Mark> marks;
  std::string text = emu::takeMarks(
      "add.u32 %r1, %r1, 1;\n"
      "\t// tq.line 6 1 softmax my files/k.tq\n"
      "// tq.value softmax x fp32 16x32 reg=8,16 lane=1,2,4,32,64 warp=128 "
      "first=24 : %r4 %r5\n"
      "// tq.value softmax n i32 scalar reg= lane= warp= first=0 : %r7\nret;\n",
      marks);
  EXPECT_EQ(text, "add.u32 %r1, %r1, 1;\n\tpmevent 0;\n\tpmevent 1;\n"
                  "\tpmevent 2;\nret;\n");
  ASSERT_EQ(marks.size(), 3u);
  EXPECT_EQ(marks[0].kind, Mark::Line);
  EXPECT_EQ(marks[0].line, 6u);
  EXPECT_EQ(marks[0].depth, 1u);
  EXPECT_EQ(marks[0].function, "softmax");
  EXPECT_EQ(marks[0].file, "my files/k.tq");
  EXPECT_EQ(marks[1].kind, Mark::Value);
  EXPECT_EQ(marks[1].name, "x");
  EXPECT_EQ(marks[1].type, "fp32");
  EXPECT_EQ(marks[1].shape, (std::vector<int64_t>{16, 32}));
  EXPECT_EQ(marks[1].laneColumns, (std::vector<uint32_t>{1, 2, 4, 32, 64}));
  EXPECT_EQ(marks[1].warpColumns, (std::vector<uint32_t>{128}));
  EXPECT_EQ(marks[1].first, 24u);
  EXPECT_EQ(marks[1].registers, (std::vector<std::string>{"%r4", "%r5"}));
  EXPECT_TRUE(marks[2].shape.empty());
  EXPECT_TRUE(marks[2].regColumns.empty());
}

TEST(EmuMarks, OtherCommentsStay) {
  for (const char *line :
       {"// begin inline asm", "// tq: {\"schema\":1}", "// tq.line",
        "// tq.line x 0 f k.tq", "// tq.line 6 0 f",
        "// tq.value f x fp32 16 reg= lane= warp= first=0",
        "// tq.value f x fp32 16 reg= lane= warp= first=0 :",
        "// tq.value f x fp32 16 reg=a lane= warp= first=0 : %r1",
        "// tq.value f x fp32 99999x99999 reg= lane= warp= first=0 : %r1",
        "ret; // tq.line 6 0 f k.tq"}) {
    std::vector<Mark> marks;
    EXPECT_EQ(emu::takeMarks(line, marks), std::string(line) + "\n");
    EXPECT_TRUE(marks.empty()) << line;
  }
}

} // namespace
} // namespace tqc::test
