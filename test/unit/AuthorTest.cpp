//===- AuthorTest.cpp - What texts of levels must keep --------------------===//

#include "tools/tq-run/AuthorRules.h"
#include "tools/tq-run/LevelFiles.h"
#include "tools/tq-run/LevelTexts.h"
#include "tools/tq-run/NewTopic.h"
#include "tools/tq-run/Topics.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <map>

using namespace tqc;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

constexpr const char *kFile = R"(def kernel(x_ptr):
    """A docstring."""
    # TODO: the mean of the row, over all columns.
    # >>> solution
    mean = tl.sum(x, axis=0) / n_cols
    # <<< solution
)";

TEST(AuthorRulesTest, ALessonSpeaksOfEachOpenPart) {
  std::vector<std::string> hints = {"one", "two", "three"};
  EXPECT_THAT(authoringProblems(kFile, "The mean of each row.", hints),
              IsEmpty());
  EXPECT_THAT(authoringProblems(kFile, "Nothing about that.", hints),
              ElementsAre("the lesson knows nothing of this part: the mean of "
                          "the row, over all columns."));
}

TEST(AuthorRulesTest, OnlyTheLastHintGivesAStatement) {
  std::string lesson = "The mean of each row.";
  std::string statement = "Write mean = tl.sum(x,\n    axis=0) / n_cols.";
  EXPECT_THAT(authoringProblems(kFile, lesson, {"one", "two", statement}),
              IsEmpty());
  EXPECT_THAT(authoringProblems(kFile, lesson, {"one", statement, "three"}),
              ElementsAre(HasSubstr("hint 2 gives a statement of the solution "
                                    "away, and is not the last: mean=")));
  EXPECT_THAT(authoringProblems(kFile, lesson, {"one"}),
              ElementsAre("there are 1 hints; three is the least"));
}

TEST(AuthorRulesTest, ATemplateLeavesSomethingToWrite) {
  EXPECT_THAT(authoringProblems("def f(): pass\n", "", {"1", "2", "3"}),
              ElementsAre(HasSubstr("the template has nothing to write")));
}

TEST(AuthorRulesTest, ShippedTextsKeepThem) {
  std::vector<int> levels;
  for (int level = 1; level <= kLevelCount; ++level)
    levels.push_back(level);
  for (int level = kFirstTopic; topicOf(level); ++level)
    levels.push_back(level);
  for (int level : levels) {
    std::string file(
        shippedFile("levels/" + pathBelow(level) + ".tq").value_or(""));
    EXPECT_THAT(authoringProblems(file, lessonOf(level), hintsOf(level)),
                IsEmpty())
        << levelName(level);
  }
}

TEST(NewTopicTest, ItKeepsTheRulesAndItsCasesAreRead) {
  std::map<std::string, std::string> files;
  for (const NewFile &file : filesOfNewTopic("row_mean"))
    files[file.path] = file.text;
  for (const auto &[path, text] : files)
    EXPECT_EQ(text.find("@NAME@"), std::string::npos) << path;
  EXPECT_THAT(authoringProblems(files["row_mean.tq"],
                                files["row_mean/lesson.md"], {"1", "2", "3"}),
              IsEmpty());
  Result<std::vector<LevelCase>> cases =
      parseTopicCases(files["row_mean/topic.json"],
                      files["row_mean/reference.py"], CaseSet::Small);
  ASSERT_TRUE(cases) << cases.error().message;
  EXPECT_EQ(cases->size(), 3u);
  EXPECT_EQ((*cases)[0].launcher, "row_mean");
  EXPECT_NE(files["row_mean.tq"].find("def row_mean(x):"), std::string::npos);
}

} // namespace
