//===- Topics.cpp - The topics of the track -------------------------------===//

#include "tools/tq-run/Topics.h"

#include "tools/tq-run/CommandLine.h"
#include "tools/tq-run/ShippedFiles.h"

#include <algorithm>

#include "nlohmann/json.hpp"

namespace tqc {

using TopicJson = nlohmann::ordered_json;

static std::string textAt(const TopicJson &json, const char *name) {
  auto found = json.find(name);
  return found != json.end() && found->is_string() ? found->get<std::string>()
                                                   : "";
}

static int numberAt(const TopicJson &json, const char *name) {
  auto found = json.find(name);
  return found != json.end() && found->is_number_integer() ? found->get<int>()
                                                           : 0;
}

static std::vector<Topic> readTopics() {
  constexpr std::string_view kFolder = "levels/tracks/", kEnd = "/topic.json";
  std::vector<Topic> topics;
  for (std::string_view path : shippedPaths()) {
    if (path.substr(0, kFolder.size()) != kFolder ||
        path.size() < kFolder.size() + kEnd.size() ||
        path.substr(path.size() - kEnd.size()) != kEnd)
      continue;
    TopicJson json = TopicJson::parse(*shippedFile(path), nullptr,
                                      /*allow_exceptions=*/false);
    if (!json.is_object())
      continue;
    Topic topic;
    topic.name =
        path.substr(kFolder.size(), path.size() - kFolder.size() - kEnd.size());
    topic.title = textAt(json, "title");
    topic.summary = textAt(json, "summary");
    topic.launcher = textAt(json, "launcher");
    topic.day = numberAt(json, "day");
    topic.order = numberAt(json, "order");
    for (const TopicJson &need : json.value("needs", TopicJson::array()))
      if (need.is_string())
        topic.needs.push_back(need.get<std::string>());
    topics.push_back(std::move(topic));
  }
  std::sort(topics.begin(), topics.end(), [](const Topic &a, const Topic &b) {
    return std::tie(a.day, a.order, a.name) < std::tie(b.day, b.order, b.name);
  });
  return topics;
}

const std::vector<Topic> &allTopics() {
  static const std::vector<Topic> topics = readTopics();
  return topics;
}

const Topic *topicOf(int level) {
  auto index = static_cast<size_t>(level - kFirstTopic);
  return level >= kFirstTopic && index < allTopics().size()
             ? &allTopics()[index]
             : nullptr;
}

Result<std::vector<LevelCase>> topicCases(const Topic &topic, CaseSet set) {
  std::string folder = "levels/tracks/" + topic.name + "/";
  std::optional<std::string_view> json = shippedFile(folder + "topic.json"),
                                  reference =
                                      shippedFile(folder + "reference.py");
  if (!json || !reference)
    return Error{folder + (json ? "reference.py" : "topic.json") +
                 " is not in this program"};
  Result<std::vector<LevelCase>> cases =
      parseTopicCases(*json, *reference, set);
  if (!cases)
    return Error{folder + "topic.json: " + cases.error().message};
  return cases;
}

//===----------------------------------------------------------------------===//
// Levels and topics
//===----------------------------------------------------------------------===//

std::string wordOf(int level) {
  const Topic *topic = topicOf(level);
  return topic ? topic->name : std::to_string(level);
}

Result<int> levelOfWord(const std::string &word) {
  std::vector<std::string> names;
  for (size_t i = 0; i < allTopics().size(); ++i) {
    names.push_back(allTopics()[i].name);
    if (names.back() == word)
      return kFirstTopic + static_cast<int>(i);
  }
  if (!word.empty() &&
      word.find_first_not_of("+-0123456789.") == std::string::npos) {
    Result<int64_t> level = parseInteger(word, "the level", 1, kLevelCount);
    if (!level)
      return level.error();
    return static_cast<int>(*level);
  }
  std::string near = nearestWord(word, names);
  return Error{"there is no level or topic \"" + word + "\"" +
               (near.empty() ? "; `tq-run list` names all"
                             : "; did you mean " + near + "?")};
}

std::string levelName(int level) {
  return (topicOf(level) ? "topic " : "level ") + wordOf(level);
}

std::string titleOf(int level) {
  const Topic *topic = topicOf(level);
  return topic ? topic->title : levelInfo(level).title;
}

std::string launcherOf(int level) {
  const Topic *topic = topicOf(level);
  return topic ? topic->launcher : levelInfo(level).launcher;
}

std::string pathBelow(int level) {
  return (topicOf(level) ? "tracks/" : "level") + wordOf(level);
}

std::string fileNameOf(int level) {
  return (topicOf(level) ? "" : "level") + wordOf(level) + ".tq";
}

std::vector<LevelCase> casesFor(int level, CaseSet set) {
  const Topic *topic = topicOf(level);
  if (!topic)
    return casesOf(level, set);
  Result<std::vector<LevelCase>> cases = topicCases(*topic, set);
  if (!cases)
    return {};
  for (LevelCase &one : *cases)
    one.level = level;
  return std::move(*cases);
}

int levelAfter(int level) {
  if (topicOf(level))
    return topicOf(level + 1) ? level + 1 : 0;
  return level < kLevelCount ? level + 1 : 0;
}

} // namespace tqc
