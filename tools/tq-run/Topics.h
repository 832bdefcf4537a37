//===- Topics.h - The topics of the track -----------------------*- C++ -*-===//
//
// Which topics are there beside the levels? A topic is a level whose facts are
// data: levels/tracks/NAME.tq with its markers, and the folder of that name
// with topic.json, lesson.md, hints.md, reference.py and wrong.edits. It has a
// number behind those of the levels, and a name on every command line:
//
//     levelOfWord("softmax") == 112, wordOf(112) == "softmax"
//     casesFor(112, CaseSet::Small)
//
// docs/tracks.md says how a topic is added.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_TOPICS_H
#define TQC_TOOLS_TQ_RUN_TOPICS_H

#include "runtime/image/Result.h"
#include "runtime/reference/LevelCases.h"

#include <string_view>

namespace tqc {

constexpr int kFirstTopic = 101;

struct Topic {
  std::string name;               ///< "layer_norm"
  std::string title;              ///< "layer norm, forward"
  std::string summary;            ///< what it computes, in one line
  std::string launcher;           ///< "layer_norm"
  int day = 0;                    ///< of the guide, from 1
  int order = 0;                  ///< within the day
  std::vector<std::string> needs; ///< topics and levels to know before
};

/// All topics in the order of the guide; number kFirstTopic is the first.
const std::vector<Topic> &allTopics();
/// The topic of that number; null for levels.
const Topic *topicOf(int level);
/// Its cases; an error says what is wrong with topic.json.
Result<std::vector<LevelCase>> topicCases(const Topic &topic, CaseSet set);
/// The same from a text, for tests.
Result<std::vector<LevelCase>>
parseTopicCases(std::string_view json, std::string_view reference, CaseSet set);

/// "3" or "softmax": what a command line calls a level or a topic.
std::string wordOf(int level);
/// The level or topic of a word.
Result<int> levelOfWord(const std::string &word);
/// "level 3" or "topic softmax".
std::string levelName(int level);
std::string titleOf(int level);
std::string launcherOf(int level);
/// The path below levels/, without an ending: "level3", "tracks/softmax".
std::string pathBelow(int level);
/// The learner's file of it: "level3.tq", "softmax.tq".
std::string fileNameOf(int level);
/// The cases of a level or topic. A topic.json that does not fit has none.
std::vector<LevelCase> casesFor(int level, CaseSet set);
/// The level or topic behind this one; 0 behind the last of its kind.
int levelAfter(int level);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_TOPICS_H
