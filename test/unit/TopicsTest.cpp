//===- TopicsTest.cpp - What topics are made of ---------------------------===//

#include "tools/tq-run/Topics.h"

#include "runtime/reference/Inputs.h"
#include "tools/tq-run/ExpectedArray.h"
#include "tools/tq-run/LevelFiles.h"
#include "tools/tq-run/LevelTemplate.h"
#include "tools/tq-run/LevelTexts.h"
#include "tools/tq-run/PlantedMistakes.h"
#include "tools/tq-run/Progress.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cmath>
#include <filesystem>
#include <limits>
#include <set>

using namespace tqc;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

namespace {

TEST(TopicsTest, EveryTopicIsComplete) {
  ASSERT_GE(allTopics().size(), 35u);
  std::set<int> days;
  for (int level = kFirstTopic; topicOf(level); ++level) {
    const Topic &topic = *topicOf(level);
    SCOPED_TRACE(topic.name);
    days.insert(topic.day);
    EXPECT_FALSE(topic.title.empty());
    EXPECT_FALSE(topic.summary.empty());
    std::string text(*shippedFile("levels/" + pathBelow(level) + ".tq"));
    EXPECT_THAT(text, HasSubstr("\ndef " + topic.launcher + "("));
    EXPECT_THAT(lessonOf(level), HasSubstr("tq-run check " + topic.name));
    EXPECT_THAT(hintsOf(level).size(),
                testing::AllOf(testing::Ge(3u), testing::Le(4u)));
    EXPECT_THAT(openParts(templateOf(text)), Not(IsEmpty()));
    for (const OpenPart &part : openParts(templateOf(text)))
      EXPECT_FALSE(part.todo.empty()) << part.line;
  }
  EXPECT_EQ(days.size(), 12u);
  EXPECT_EQ(*days.rbegin(), 12);
}

TEST(TopicsTest, WhatATopicNeedsComesBeforeIt) {
  std::set<std::string> before;
  for (const Topic &topic : allTopics()) {
    for (const std::string &need : topic.needs)
      EXPECT_TRUE(before.count(need)) << topic.name << " needs " << need;
    before.insert(topic.name);
  }
}

TEST(TopicsTest, EveryCaseIsReadAndHasANameOfItsOwn) {
  for (const Topic &topic : allTopics()) {
    SCOPED_TRACE(topic.name);
    std::set<std::string> names;
    for (CaseSet set : {CaseSet::Small, CaseSet::Gpu}) {
      Result<std::vector<LevelCase>> cases = topicCases(topic, set);
      ASSERT_TRUE(cases) << cases.error().message;
      EXPECT_TRUE(set == CaseSet::Gpu || cases->size() >= 3);
      for (const LevelCase &one : *cases)
        EXPECT_TRUE(names.insert(one.name).second) << one.name << " twice";
    }
  }
}

TEST(TopicsTest, WordsNameLevelsAndTopics) {
  EXPECT_EQ(*levelOfWord("3"), 3);
  Result<int> masking = levelOfWord("masking");
  ASSERT_TRUE(masking);
  EXPECT_GE(*masking, kFirstTopic);
  EXPECT_EQ(wordOf(*masking), "masking");
  EXPECT_EQ(levelName(*masking), "topic masking");
  EXPECT_EQ(fileNameOf(*masking), "masking.tq");
  EXPECT_EQ(pathBelow(3), "level3");
  EXPECT_EQ(levelAfter(8), 0);
  EXPECT_EQ(levelAfter(kFirstTopic), kFirstTopic + 1);
  EXPECT_EQ(levelOfWord("maskin").error().message,
            "there is no level or topic \"maskin\"; did you mean masking?");
  EXPECT_THAT(levelOfWord("9").error().message, HasSubstr("the level"));
}

/// The first case of a topic.json with this case.
Result<LevelCase> caseOf(const std::string &text,
                         const std::string &returns = "[\"y\"]") {
  Result<std::vector<LevelCase>> cases =
      parseTopicCases("{\"launcher\": \"f\", \"returns\": " + returns +
                          ", \"cases\": [" + text + "]}",
                      "", CaseSet::Small);
  if (!cases)
    return cases.error();
  return cases->at(0);
}

TEST(TopicsTest, ACaseIsTensorsAndScalarsInOrder) {
  Result<LevelCase> one = caseOf(
      "{\"x\": \"fp16 7x781 large padded\", \"w\": \"fp32 781\", \"n\": 3, "
      "\"eps\": 0.5, \"causal\": true, \"out\": \"transposed\"}",
      "[\"y\", \"mean fp32 0.25\", \"dw w\"]");
  ASSERT_TRUE(one) << one.error().message;
  EXPECT_EQ(one->name, "fp16-7x781-large-padded");
  EXPECT_EQ(one->launcher, "f");
  ASSERT_EQ(one->inputs.size(), 2u);
  EXPECT_EQ(one->inputs[0].fill, Fill::Large);
  EXPECT_EQ(one->inputs[0].placement, Placement::Padded);
  EXPECT_THAT(one->inputs[0].shape, ElementsAre(7, 781));
  ASSERT_EQ(one->scalars.size(), 3u);
  EXPECT_EQ(one->scalars[0].kind, ScalarArgument::Int);
  EXPECT_EQ(one->scalars[1].kind, ScalarArgument::Float);
  EXPECT_EQ(one->scalars[2].kind, ScalarArgument::Bool);
  EXPECT_EQ(one->outPlacement, Placement::Transposed);
  ASSERT_EQ(one->outputs.size(), 3u);
  EXPECT_EQ(one->outputs[0].type, DType::FP16);
  EXPECT_EQ(one->outputs[0].tolerance, 1e-3);
  EXPECT_EQ(one->outputs[1].tolerance, 0.25);
  EXPECT_EQ(one->outputs[2].type, DType::FP32);
}

TEST(TopicsTest, WhatACaseCannotMeanIsRefused) {
  auto error = [](const std::string &text,
                  const std::string &returns = "[\"y\"]") {
    Result<LevelCase> one = caseOf(text, returns);
    return one ? "no error" : one.error().message;
  };
  EXPECT_EQ(error("{\"x\": \"fp32 4 lage\"}"),
            "x has a word that means nothing: \"lage\"");
  EXPECT_THAT(error("{\"x\": \"fp32 4x\"}"), HasSubstr("a size of x"));
  EXPECT_THAT(error("{\"x\": \"fp32 4 below\"}"), HasSubstr("\"below\""));
  EXPECT_THAT(error("{\"n\": 3}"), HasSubstr("a case has no tensor"));
  EXPECT_THAT(error("{\"x\": \"fp32 4\", \"n\": [1]}"),
              HasSubstr("n must be a number, a flag or a text"));
  EXPECT_EQ(error("{\"x\": \"fp32 4\"}", "[\"y z\"]"),
            "output y has a word that means nothing: \"z\"");
  EXPECT_EQ(error("{\"x\": \"fp32 4\"}", "[]"), "\"returns\" names no output");
  EXPECT_EQ(error("3"), "a case must be an object, not 3");
}

TEST(ExpectedArrayTest, ABoundGoesByTheLargerOfTheOutputAndItsRow) {
  NumberArray array;
  array.shape = {4, 2};
  array.values = {3, 0.01, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1};
  ExpectedArray expected(array, 1e-3);
  double values[2], bounds[2];
  expected.compute(0, values, bounds);
  EXPECT_EQ(values[1], 0.01);
  EXPECT_NEAR(bounds[1], 1e-3 * (0.01 + 3 / std::sqrt(2.0)), 1e-5)
      << "a sum near 0 of numbers that are not";
  expected.compute(1, values, bounds);
  EXPECT_NEAR(bounds[0], 1e-3 * (0.1 + std::sqrt(9.06 / 8)), 1e-5);
  // The reference knows what cancelled on the way.
  NumberArray sizes = array;
  sizes.values[2] = 5;
  ExpectedArray sized(array, 1e-3, &sizes);
  sized.compute(1, values, bounds);
  EXPECT_NEAR(bounds[0], 1e-3 * (0.1 + 5), 1e-5);
  EXPECT_NEAR(bounds[1], 1e-3 * (0.1 + std::sqrt(9.06 / 8)), 1e-5);
  // What is no number says nothing about the size.
  array.values[2] = std::numeric_limits<double>::infinity();
  ExpectedArray holes(array, 1e-3);
  holes.compute(1, values, bounds);
  EXPECT_TRUE(std::isinf(values[0]));
  EXPECT_LT(bounds[1], 2e-3);
}

TEST(TopicsTest, OffsetsNeverFallAndEndAtTheirLimit) {
  Result<LevelCase> one = caseOf("{\"x\": \"i32 9 offsets50\"}");
  ASSERT_TRUE(one);
  for (uint64_t seed = 0; seed < 50; ++seed) {
    std::vector<double> offsets = makeInputs(*one, seed)[0].toDoubles();
    EXPECT_EQ(offsets.front(), 0);
    EXPECT_EQ(offsets.back(), 50);
    EXPECT_TRUE(std::is_sorted(offsets.begin(), offsets.end()));
    EXPECT_EQ(offsets[1], offsets[2]); // a group without rows
  }
}

TEST(PlantedMistakesTest, ReplacesTextWhateverItsBlanks) {
  auto made = plantMistakes("== one\n- a = f(x,\n-     y)\n+ a = 1\n+ b = 2\n"
                            "== two\n-all mask=m\n+ \n",
                            "  a = f(x, y)\n  g(mask=m)\n  h(mask=m)\n");
  ASSERT_TRUE(made) << made.error().message;
  ASSERT_EQ(made->size(), 2u);
  EXPECT_EQ((*made)[0].name, "one");
  EXPECT_EQ((*made)[0].text, "  a = 1\n  b = 2\n  g(mask=m)\n  h(mask=m)\n");
  EXPECT_EQ((*made)[1].text, "  a = f(x, y)\n  g()\n  h()\n");
}

TEST(PlantedMistakesTest, AnEditThatDoesNotFitIsAnError) {
  auto error = [](const char *edits) {
    auto made = plantMistakes(edits, "f(x)\nf(x)\n");
    return made ? "no error" : made.error().message;
  };
  EXPECT_EQ(error("== one\n- g(x)\n+ h\n"), "one: 0 places hold `g(x)`");
  EXPECT_EQ(error("== one\n- f(x)\n+ h\n"), "one: 2 places hold `f(x)`");
  EXPECT_EQ(error("== one\nwhat\n"), "`what` is no edit");
}

TEST(PlantedMistakesTest, EveryTopicHasTwoOrMoreThatFit) {
  for (int level = kFirstTopic; topicOf(level); ++level) {
    std::string path = "levels/" + pathBelow(level);
    auto edits = shippedFile(path + "/wrong.edits");
    ASSERT_TRUE(edits) << path;
    auto made = plantMistakes(*edits, *shippedFile(path + ".tq"));
    ASSERT_TRUE(made) << path << ": " << made.error().message;
    EXPECT_GE(made->size(), 2u) << path;
  }
}

TEST(TopicsTest, ProgressKeepsTopicsByNameAndThoseItDoesNotKnow) {
  char pattern[] = "/tmp/tqtopicsXXXXXX";
  std::string folder = mkdtemp(pattern);
  int masking = *levelOfWord("masking");
  Progress progress;
  EXPECT_EQ(progress.stateOf(masking), LevelState::Open);
  progress.levels[masking].passed = true;
  progress.levels[masking].hints = 2;
  progress.strangers["of-a-later-time"].checks = 4;
  ASSERT_TRUE(saveProgress(folder, progress));
  EXPECT_THAT(*readWholeFile(folder + "/quest.json"),
              HasSubstr("\"masking\": {"));
  Result<LoadedProgress> loaded = loadProgress(folder);
  ASSERT_TRUE(loaded);
  EXPECT_TRUE(loaded->progress.hasPassed(masking));
  EXPECT_EQ(loaded->progress.levels[masking].hints, 2);
  EXPECT_EQ(loaded->progress.strangers["of-a-later-time"].checks, 4);
  EXPECT_EQ(loaded->progress.current(), 1);
  std::filesystem::remove_all(folder);
}

} // namespace
