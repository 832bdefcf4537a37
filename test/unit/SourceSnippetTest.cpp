//===- SourceSnippetTest.cpp - The line of a finding, and a caret ---------===//

#include "runtime/device/SourceSnippet.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

using namespace tqc;

TEST(SourceSnippetTest, UnderlinesTheNameAtThePlace) {
  std::string text = "a = 1\n\ttl.store(y + i, a)\nlast";
  EXPECT_EQ(drawSnippet(text, 2, 2), "    2 |  tl.store(y + i, a)\n"
                                     "      |  ^^^^^^^^\n");
  EXPECT_EQ(drawSnippet(text, 1, 3), "    1 | a = 1\n      |   ^\n");
  EXPECT_EQ(drawSnippet(text, 3, 1), "    3 | last\n      | ^^^^\n");
  EXPECT_EQ(drawSnippet(std::string(123456, '\n') + "x", 123457, 1),
            "123457 | x\n       | ^\n");
}

TEST(SourceSnippetTest, KeepsCaretsBelowWhatIsWideInBytes) {
  EXPECT_EQ(drawSnippet("\xC3\xA4 = f(x)", 1, 6),
            "    1 | \xC3\xA4 = f(x)\n      |     ^\n");
}

TEST(SourceSnippetTest, CutsLongLines) {
  std::string text(200, 'x');
  EXPECT_EQ(drawSnippet(text, 1, 1), "    1 | " + std::string(100, 'x') +
                                         "...\n      | " +
                                         std::string(100, '^') + "\n");
  EXPECT_EQ(drawSnippet(text, 1, 150), ""); // nobody would see the place
}

TEST(SourceSnippetTest, SaysNothingOfPlacesThatAreNotThere) {
  for (auto [line, column] :
       {std::pair(0, 1), {1, 0}, {1, 9}, {3, 1}, {-1, -1}, {1 << 30, 1}})
    EXPECT_EQ(drawSnippet("one\ntwo\n", line, column), "");
  EXPECT_EQ(drawSnippet("", 1, 1), "");
}

TEST(SourceSnippetTest, ReadsTheSourceUnlessItIsNewer) {
  std::string path = testing::TempDir() + "snippet.tq", ptx = path + ".ptx";
  std::ofstream(path) << "x = tl.load(p)\n";
  std::ofstream(ptx) << "// ptx\n";
  Finding finding;
  finding.text = path + ":1:5: out-of-bounds: reads\n  in program 1\n";
  finding.file = path;
  finding.line = 1;
  finding.column = 5;
  std::vector<Finding> list = {finding};
  auto made = std::filesystem::last_write_time(path);
  std::filesystem::last_write_time(ptx, made + std::chrono::seconds(1));
  forgetNewerSources(list, ptx);
  EXPECT_EQ(textWithSnippet(list[0]),
            path + ":1:5: out-of-bounds: reads\n    1 | x = tl.load(p)\n"
                   "      |     ^^^^^^^\n  in program 1\n");
  std::filesystem::last_write_time(ptx, made - std::chrono::seconds(1));
  forgetNewerSources(list, ptx);
  EXPECT_EQ(textWithSnippet(list[0]), finding.text);
  finding.file += ".gone";
  EXPECT_EQ(textWithSnippet(finding), finding.text);
}
