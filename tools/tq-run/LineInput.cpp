//===- LineInput.cpp - A line that a person types -------------------------===//

#include "tools/tq-run/LineInput.h"

#include "runtime/cuda/DynamicLibrary.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>

using namespace tqc;

/// Lines of earlier sessions that are kept.
static constexpr int kMostHistory = 1000;

/// libedit's functions in Readline's names, which is its interface for this.
struct LineInput::Editor {
  DynamicLibrary library;
  std::vector<std::string> words;
  std::string historyFile;

  char *(*readLine)(const char *prompt) = nullptr;
  int (*addHistory)(const char *line) = nullptr;
  int (*readHistory)(const char *path) = nullptr;
  int (*writeHistory)(const char *path) = nullptr;
  void (*stifleHistory)(int most) = nullptr;
  using Generator = char *(*)(const char *, int);
  char **(*matches)(const char *text, Generator next) = nullptr;
  using Completer = char **(*)(const char *, int, int);
  Completer *completer = nullptr;
  int *isOver = nullptr; ///< no files after the completer's words

  template <typename Function>
  bool find(Function &function, const char *name) {
    function = reinterpret_cast<Function>(library.symbol(name));
    return function != nullptr;
  }
  bool findAll() {
    return find(readLine, "readline") && find(addHistory, "add_history") &&
           find(readHistory, "read_history") &&
           find(writeHistory, "write_history") &&
           find(stifleHistory, "stifle_history") &&
           find(matches, "rl_completion_matches") &&
           find(completer, "rl_attempted_completion_function") &&
           find(isOver, "rl_attempted_completion_over");
  }

  /// libedit's callbacks carry no data: the one that reads a line.
  static Editor *reading;
  static char *nextWord(const char *text, int state);
  static char **complete(const char *text, int begin, int end);
};

LineInput::Editor *LineInput::Editor::reading = nullptr;

/// The next word that begins with `text`; libedit frees it.
char *LineInput::Editor::nextWord(const char *text, int state) {
  static size_t next = 0; // of this completion, as `state` says
  if (state == 0)
    next = 0;
  while (next < reading->words.size()) {
    const std::string &word = reading->words[next++];
    if (word.compare(0, std::strlen(text), text) == 0)
      return strdup(word.c_str());
  }
  return nullptr;
}

char **LineInput::Editor::complete(const char *text, int begin, int) {
  *reading->isOver = 1;
  return begin == 0 ? reading->matches(text, nextWord) : nullptr;
}

LineInput::LineInput(std::vector<std::string> words, std::string historyFile) {
  // Readline has the same names, and a licence that does not go with ours.
  Result<DynamicLibrary> library = DynamicLibrary::open({"libedit.so.2"});
  if (!library)
    return;
  auto found = std::make_unique<Editor>();
  found->library = std::move(*library);
  if (!found->findAll())
    return;
  found->words = std::move(words);
  found->historyFile = std::move(historyFile);
  if (!found->historyFile.empty())
    found->readHistory(found->historyFile.c_str()); // the first time, none
  found->stifleHistory(kMostHistory);
  *found->completer = Editor::complete;
  Editor::reading = found.get();
  editor = std::move(found);
}

LineInput::~LineInput() {
  if (!editor)
    return;
  std::error_code ignored; // a history is no reason to fail
  std::filesystem::path path = editor->historyFile;
  std::filesystem::create_directories(path.parent_path(), ignored);
  if (!path.empty())
    editor->writeHistory(path.c_str());
  *editor->completer = nullptr;
  Editor::reading = nullptr;
}

std::optional<std::string> LineInput::read(const std::string &prompt) {
  std::string line;
  if (!editor) {
    std::printf("%s", prompt.c_str());
    std::fflush(stdout);
    if (!std::getline(std::cin, line))
      return std::nullopt;
    return line;
  }
  std::fflush(stdout);
  char *typed = editor->readLine(prompt.c_str());
  if (!typed)
    return std::nullopt;
  line = typed;
  std::free(typed);
  if (line.find_first_not_of(' ') != std::string::npos)
    editor->addHistory(line.c_str());
  return line;
}

std::string LineInput::historyFile(const std::string &name) {
  const char *state = std::getenv("XDG_STATE_HOME");
  const char *home = std::getenv("HOME");
  if (state && *state)
    return std::string(state) + "/tq-run/" + name + "-history";
  if (home && *home)
    return std::string(home) + "/.local/state/tq-run/" + name + "-history";
  return "";
}
