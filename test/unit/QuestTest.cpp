//===- QuestTest.cpp - Templates, texts and progress ----------------------===//

#include "runtime/reference/LevelCases.h"
#include "tools/tq-run/LevelFiles.h"
#include "tools/tq-run/LevelTemplate.h"
#include "tools/tq-run/LevelTexts.h"
#include "tools/tq-run/Progress.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tqc;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
namespace fs = std::filesystem;

namespace {

std::string levelText(int level) {
  return std::string(
      *shippedFile("levels/level" + std::to_string(level) + ".tq"));
}

TEST(LevelTemplateTest, LeavesTheSolutionOutAndSaysWhatIsToBeWritten) {
  std::string text = templateOf("def f():\n"
                                "    # TODO: make x from\n"
                                "    # the id.\n"
                                "    # >>> solution\n"
                                "    x = 1\n"
                                "    # <<< solution\n"
                                "    return x\n");
  EXPECT_EQ(text, "def f():\n"
                  "    # TODO: make x from\n"
                  "    # the id.\n"
                  "    ...  # your code here\n"
                  "    return x\n");
  std::vector<OpenPart> open = openParts(text);
  ASSERT_EQ(open.size(), 1u);
  EXPECT_EQ(open[0].line, 4);
  EXPECT_EQ(open[0].todo, "make x from the id.");
}

TEST(LevelTemplateTest, EveryLevelHasOpenPartsAndNoTraceOfItsSolution) {
  for (int level = 1; level <= kLevelCount; ++level) {
    std::string text = templateOf(levelText(level));
    EXPECT_THAT(text, Not(HasSubstr("solution")));
    std::vector<OpenPart> open = openParts(text);
    EXPECT_FALSE(open.empty());
    for (const OpenPart &part : open)
      EXPECT_FALSE(part.todo.empty()) << level << " line " << part.line;
    EXPECT_THAT(openParts(solutionOf(levelText(level))), IsEmpty());
    EXPECT_LT(text.size(), solutionOf(levelText(level)).size());
  }
}

TEST(LevelTemplateTest, FindsPartsInFilesOfOtherSystems) {
  EXPECT_EQ(openParts("  ...  # your code here\r\n").size(), 1u);
  EXPECT_THAT(openParts("x = ...  # your code here or there\n"), IsEmpty());
  EXPECT_THAT(openParts(""), IsEmpty());
}

TEST(LevelTextsTest, EveryLevelHasALessonAndSixHints) {
  for (int level = 1; level <= kLevelCount; ++level) {
    EXPECT_THAT(lessonOf(level), HasSubstr("# Level " + std::to_string(level)));
    std::vector<std::string> hints = hintsOf(level);
    ASSERT_EQ(hints.size(), 6u);
    for (const std::string &hint : hints) {
      EXPECT_FALSE(hint.empty());
      EXPECT_THAT(hint, Not(HasSubstr("## Hint")));
    }
  }
}

class ProgressTest : public testing::Test {
protected:
  ProgressTest() {
    char pattern[] = "/tmp/tqquestXXXXXX";
    folder = mkdtemp(pattern);
  }
  ~ProgressTest() override { fs::remove_all(folder); }

  void write(const std::string &name, const std::string &text) {
    std::ofstream(folder + "/" + name) << text;
  }
  std::string read(const std::string &name) {
    return readWholeFile(folder + "/" + name).operator bool()
               ? *readWholeFile(folder + "/" + name)
               : "";
  }
  LoadedProgress load() {
    Result<LoadedProgress> loaded = loadProgress(folder);
    EXPECT_TRUE(loaded) << loaded.error().message;
    return loaded ? *loaded : LoadedProgress();
  }

  std::string folder;
};

TEST_F(ProgressTest, OpensOneLevelAfterTheOther) {
  Progress progress;
  EXPECT_EQ(progress.stateOf(1), LevelState::Open);
  EXPECT_EQ(progress.stateOf(2), LevelState::Locked);
  progress.levels[1].passed = true;
  EXPECT_EQ(progress.stateOf(1), LevelState::Passed);
  EXPECT_EQ(progress.stateOf(2), LevelState::Open);
  EXPECT_EQ(progress.current(), 2);
  progress.practice = true;
  EXPECT_EQ(progress.stateOf(8), LevelState::Open);
  for (int level = 1; level <= kLevelCount; ++level)
    progress.levels[level].passed = true;
  EXPECT_EQ(progress.current(), 0);
}

TEST_F(ProgressTest, ComesBackAsItWasSaved) {
  Progress progress;
  progress.practice = true;
  progress.levels[3] = {true, 4, 7, "no-maximum", 2};
  ASSERT_TRUE(saveProgress(folder, progress));
  LoadedProgress loaded = load();
  EXPECT_THAT(loaded.warning, IsEmpty());
  EXPECT_TRUE(loaded.progress.practice);
  const LevelProgress &three = loaded.progress.levels[3];
  EXPECT_TRUE(three.passed);
  EXPECT_EQ(three.hints, 4);
  EXPECT_EQ(three.checks, 7);
  EXPECT_EQ(three.asked, "no-maximum");
  EXPECT_EQ(three.askedTimes, 2);
}

TEST_F(ProgressTest, AnEmptyObjectIsAQuestThatJustBegan) {
  write("quest.json", "{}");
  LoadedProgress loaded = load();
  EXPECT_THAT(loaded.warning, IsEmpty());
  EXPECT_EQ(loaded.progress.current(), 1);
}

TEST_F(ProgressTest, DamageIsSetAsideAndTheSaveBeforeCounts) {
  Progress progress;
  progress.levels[1].passed = true;
  ASSERT_TRUE(saveProgress(folder, progress));
  progress.levels[2].passed = true;
  ASSERT_TRUE(saveProgress(folder, progress));
  for (const char *damage : {"{\"levels\"", "", "[]", "{\"levels\": 3}",
                             "{\"levels\": {\"1\": 7}}", "\xff\xfe"}) {
    write("quest.json", damage);
    LoadedProgress loaded = load();
    EXPECT_THAT(loaded.warning, HasSubstr("is damaged; it is kept as "));
    EXPECT_THAT(loaded.warning, HasSubstr("the save before counts"));
    EXPECT_TRUE(loaded.progress.hasPassed(1));
    EXPECT_FALSE(loaded.progress.hasPassed(2));
    EXPECT_THAT(load().warning, IsEmpty()); // said once
  }
  EXPECT_EQ(read("quest.json.aside"), "{\"levels\"");
  EXPECT_EQ(read("quest.json.aside6"), "\xff\xfe");
}

TEST_F(ProgressTest, AFileOfALaterVersionIsSetAside) {
  write("quest.json", "{\"version\": 2, \"levels\": {}}");
  LoadedProgress loaded = load();
  EXPECT_THAT(loaded.warning, HasSubstr("was written by a later version"));
  EXPECT_THAT(loaded.warning, HasSubstr("the progress begins anew"));
  EXPECT_THAT(read("quest.json.aside"), HasSubstr("\"version\": 2"));
}

TEST_F(ProgressTest, OddNumbersDoNoHarm) {
  write("quest.json", "{\"version\": 1, \"levels\": {\"1\": {\"hints\": -5, "
                      "\"passed\": \"yes\"}, \"99\": {}}}");
  LoadedProgress loaded = load();
  EXPECT_EQ(loaded.progress.levels[1].hints, 0);
  EXPECT_FALSE(loaded.progress.hasPassed(1));
}

TEST_F(ProgressTest, AFullDiskLosesNothing) {
  Progress progress;
  progress.levels[1].passed = true;
  ASSERT_TRUE(saveProgress(folder, progress));
  std::string before = read("quest.json");
  pid_t child = fork();
  if (child == 0) { // a disk with room for ten bytes more in a file
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit ten = {10, 10};
    setrlimit(RLIMIT_FSIZE, &ten);
    progress.levels[2].passed = true;
    _exit(saveProgress(folder, progress) ? 1 : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 0) << "the save must fail";
  EXPECT_EQ(read("quest.json"), before);
  EXPECT_TRUE(load().progress.hasPassed(1));
}

TEST_F(ProgressTest, WhoeverIsKilledLosesNothing) {
  ASSERT_TRUE(saveProgress(folder, {}));
  int checks = 0;
  for (int i = 0; i < 12; ++i) {
    pid_t child = fork();
    if (child == 0)
      while (true)
        (void)changeProgress(
            folder, [](Progress &progress) { ++progress.levels[1].checks; });
    usleep(static_cast<useconds_t>(1000 + 700 * i)); // in any of its steps
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    LoadedProgress loaded = load();
    EXPECT_EQ(loaded.warning, "");
    EXPECT_GE(loaded.progress.levels[1].checks, checks);
    checks = loaded.progress.levels[1].checks;
  }
  EXPECT_FALSE(fs::exists(folder + "/quest.json.aside"));
}

TEST_F(ProgressTest, ChangesOfManyProcessesAllCount) {
  ASSERT_TRUE(saveProgress(folder, {}));
  constexpr int kProcesses = 8, kChanges = 10;
  for (int i = 0; i < kProcesses; ++i)
    if (fork() == 0) {
      for (int k = 0; k < kChanges; ++k)
        (void)changeProgress(
            folder, [](Progress &progress) { ++progress.levels[1].checks; });
      _exit(0);
    }
  for (int i = 0; i < kProcesses; ++i)
    wait(nullptr);
  EXPECT_EQ(load().progress.levels[1].checks, kProcesses * kChanges);
}

} // namespace
