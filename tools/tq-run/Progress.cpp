//===- Progress.cpp - How far a learner is --------------------------------===//

#include "tools/tq-run/Progress.h"

#include "runtime/reference/LevelCases.h"
#include "tools/tq-run/LevelFiles.h"
#include "tools/tq-run/Topics.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <sys/file.h>
#include <unistd.h>

#include "nlohmann/json.hpp"

namespace tqc {

using OrderedJson = nlohmann::ordered_json;

static constexpr int kVersion = 1;

LevelState Progress::stateOf(int level) const {
  if (hasPassed(level))
    return LevelState::Passed;
  return practice || level >= kFirstTopic || level == 1 || hasPassed(level - 1)
             ? LevelState::Open
             : LevelState::Locked;
}

bool Progress::hasPassed(int level) const {
  auto found = levels.find(level);
  return found != levels.end() && found->second.passed;
}

int Progress::current() const {
  for (int level = 1; level <= kLevelCount; ++level)
    if (!hasPassed(level))
      return level;
  return 0;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

static Error fileError(const std::string &path, const char *what) {
  return Error{path + ": cannot be " + what + ": " + std::strerror(errno)};
}

Status writeWholeFile(const std::string &path, const std::string &text) {
  std::string beside = path + ".new" + std::to_string(getpid());
  int file =
      open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0)
    return fileError(path, "written");
  size_t done = 0;
  bool good = true;
  while (good && done < text.size()) {
    ssize_t wrote = write(file, text.data() + done, text.size() - done);
    good = wrote > 0 || (wrote < 0 && errno == EINTR);
    done += wrote > 0 ? static_cast<size_t>(wrote) : 0;
  }
  good = good && fsync(file) == 0;
  int problem = errno;
  good = close(file) == 0 && good;
  if (good && rename(beside.c_str(), path.c_str()) == 0)
    return {};
  if (!good)
    errno = problem;
  Error error = fileError(path, "written");
  unlink(beside.c_str());
  return error;
}

namespace {

/// Keeps other processes from changing the folder's progress.
class FolderLock {
public:
  explicit FolderLock(const std::string &folder)
      : handle(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (handle >= 0)
      while (flock(handle, LOCK_EX) != 0 && errno == EINTR)
        ;
  }
  ~FolderLock() {
    if (handle >= 0)
      close(handle);
  }
  FolderLock(const FolderLock &) = delete;
  FolderLock &operator=(const FolderLock &) = delete;

private:
  int handle;
};

} // namespace

//===----------------------------------------------------------------------===//
// The text of the file
//===----------------------------------------------------------------------===//

static int wholeNumber(const OrderedJson &json, const char *name) {
  auto found = json.find(name);
  return found != json.end() && found->is_number_integer()
             ? static_cast<int>(
                   std::clamp<int64_t>(found->get<int64_t>(), 0, 1 << 20))
             : 0;
}

static bool isTrue(const OrderedJson &json, const char *name) {
  auto found = json.find(name);
  return found != json.end() && found->is_boolean() && found->get<bool>();
}

static std::string textIn(const OrderedJson &json, const char *name) {
  auto found = json.find(name);
  return found != json.end() && found->is_string() ? found->get<std::string>()
                                                   : "";
}

static LevelProgress progressIn(const OrderedJson &json) {
  LevelProgress one;
  one.passed = isTrue(json, "passed");
  one.hints = wholeNumber(json, "hints");
  one.checks = wholeNumber(json, "checks");
  one.asked = textIn(json, "asked");
  one.askedTimes = wholeNumber(json, "asked_times");
  return one;
}

static bool readTopics(const OrderedJson &topics, Progress &progress) {
  if (!topics.is_object())
    return false;
  for (const auto &[name, json] : topics.items()) {
    if (!json.is_object())
      return false;
    Result<int> level = levelOfWord(name);
    if (level && topicOf(*level))
      progress.levels[*level] = progressIn(json);
    else
      progress.strangers[name] = progressIn(json);
  }
  return true;
}

/// The progress of a text, or why there is none in it.
static Result<Progress> parseProgress(const std::string &text) {
  OrderedJson json = OrderedJson::parse(text, nullptr, /*exceptions=*/false);
  if (!json.is_object())
    return Error{"is damaged"};
  if (wholeNumber(json, "version") > kVersion)
    return Error{"was written by a later version of tq-run"};
  Progress progress;
  progress.practice = isTrue(json, "practice");
  OrderedJson levels = json.value("levels", OrderedJson::object());
  if (!levels.is_object())
    return Error{"is damaged"};
  for (int level = 1; level <= kLevelCount; ++level) {
    auto found = levels.find(std::to_string(level));
    if (found == levels.end())
      continue;
    if (!found->is_object())
      return Error{"is damaged"};
    progress.levels[level] = progressIn(*found);
  }
  if (!readTopics(json.value("topics", OrderedJson::object()), progress))
    return Error{"is damaged"};
  return progress;
}

static OrderedJson jsonOf(const LevelProgress &one) {
  OrderedJson entry;
  entry["passed"] = one.passed;
  entry["hints"] = one.hints;
  entry["checks"] = one.checks;
  if (one.askedTimes == 0)
    return entry;
  entry["asked"] = one.asked;
  entry["asked_times"] = one.askedTimes;
  return entry;
}

static std::string textOf(const Progress &progress) {
  OrderedJson json;
  json["version"] = kVersion;
  json["practice"] = progress.practice;
  json["levels"] = OrderedJson::object();
  OrderedJson topics = OrderedJson::object();
  for (const auto &[level, one] : progress.levels)
    (topicOf(level) ? topics : json["levels"])[wordOf(level)] = jsonOf(one);
  for (const auto &[name, one] : progress.strangers)
    topics[name] = jsonOf(one);
  if (!topics.empty())
    json["topics"] = std::move(topics);
  return json.dump(2) + "\n";
}

//===----------------------------------------------------------------------===//
// Load and save
//===----------------------------------------------------------------------===//

/// A name of the form quest.json.aside, quest.json.aside2, ... that is free.
static std::string nameAside(const std::string &path) {
  std::string name = path + ".aside";
  for (int i = 2; access(name.c_str(), F_OK) == 0; ++i)
    name = path + ".aside" + std::to_string(i);
  return name;
}

Result<LoadedProgress> loadProgress(const std::string &folder) {
  std::string path = folder + "/quest.json";
  Result<std::string> text = readWholeFile(path);
  if (!text)
    return text.error();
  Result<Progress> progress = parseProgress(*text);
  if (progress)
    return LoadedProgress{std::move(*progress), ""};
  std::string aside = nameAside(path);
  if (Status status = writeWholeFile(aside, *text); !status)
    return status.error();
  LoadedProgress loaded;
  loaded.warning =
      path + " " + progress.error().message + "; it is kept as " + aside;
  Result<std::string> before = readWholeFile(path + ".bak");
  Result<Progress> older =
      before ? parseProgress(*before) : Result<Progress>(before.error());
  if (older) {
    loaded.progress = std::move(*older);
    loaded.warning += ", and the progress of the save before counts";
  } else {
    loaded.warning += ", and the progress begins anew";
  }
  if (Status status = writeWholeFile(path, textOf(loaded.progress)); !status)
    return status.error();
  return loaded;
}

/// Removes what saves left behind that did not come to their end.
static void removeHalfFiles(const std::string &folder) {
  std::error_code ignored;
  for (const auto &entry :
       std::filesystem::directory_iterator(folder, ignored)) {
    std::string name = entry.path().filename().string();
    size_t mark = name.rfind(".new");
    if (name.rfind("quest.json", 0) != 0 || mark == std::string::npos)
      continue;
    int process = std::atoi(name.c_str() + mark + 4);
    if (process > 0 && kill(process, 0) != 0 && errno == ESRCH)
      std::filesystem::remove(entry.path(), ignored);
  }
}

Status saveProgress(const std::string &folder, const Progress &progress) {
  std::string path = folder + "/quest.json";
  if (Result<std::string> old = readWholeFile(path); old && parseProgress(*old))
    if (Status status = writeWholeFile(path + ".bak", *old); !status)
      return status;
  return writeWholeFile(path, textOf(progress));
}

Result<std::string>
changeProgress(const std::string &folder,
               const std::function<void(Progress &)> &change) {
  FolderLock lock(folder);
  removeHalfFiles(folder);
  Result<LoadedProgress> loaded = loadProgress(folder);
  if (!loaded)
    return loaded.error();
  change(loaded->progress);
  if (Status status = saveProgress(folder, loaded->progress); !status)
    return status.error();
  return loaded->warning;
}

} // namespace tqc
