//===- Decisions.h - What was decided of a text -----------------*- C++ -*-===//
//
// To say how a load is made, its kernel must be compiled down to the schedule,
// which takes longer than an answer may. A thread does it when a text has stood
// still for a moment, or at once when somebody asks:
//
//     Decisions decisions;
//     auto asked = decisions.begin("softmax.tq", text);
//     decisions.of(*asked, /*line=*/29)   // {"x = load of 1024 f32: 16 bytes
//     ..."}
//
// Only the newest text is worked on; of older ones what is there stays.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQC_LSP_DECISIONS_H
#define TQC_TOOLS_TQC_LSP_DECISIONS_H

#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace tqc {

/// The decisions about one text, by lines.
struct DecidedText {
  using Lines = std::multimap<uint32_t, std::string>;

  std::string path, text;
  std::chrono::steady_clock::time_point due; ///< when to begin
  bool isDone = false;
  Lines lines;
};

class Decisions {
public:
  Decisions() : worker([this] { work(); }) {}
  ~Decisions();

  /// What is to be known of a text, instead of the one before.
  std::shared_ptr<DecidedText> begin(std::string path, std::string text);

  /// Sentences about a line; none if they are not there in a short time.
  std::vector<std::string> of(DecidedText &asked, uint32_t line);

private:
  void work();

  std::mutex mutex; // of all below, and of what is handed out
  std::condition_variable changed;
  std::shared_ptr<DecidedText> waiting;
  bool isOver = false;
  std::thread worker; // the last: it uses the others
};

} // namespace tqc

#endif // TQC_TOOLS_TQC_LSP_DECISIONS_H
