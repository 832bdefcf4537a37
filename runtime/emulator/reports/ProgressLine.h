//===- ProgressLine.h - How far a long launch is ----------------*- C++ -*-===//
//
// How long will it take? A launch that lasts says so in the last line of the
// terminal, and takes it back when it is over:
//
//     matmul [======>              ] 312 of 1024 programs, 45/s, 16 s left
//
//     progressLine().show(ProgressLine::Terminal);  // a tool, once
//     LaunchProgress progress("matmul", 1024);      // each launch
//     progress.count(1);                            // each program
//
// One for the process, as stderr is; nothing is shown until a tool asks.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_REPORTS_PROGRESSLINE_H
#define TQC_RUNTIME_EMULATOR_REPORTS_PROGRESSLINE_H

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

namespace tqc::emu {

/// What is known of a launch that runs.
struct ProgressState {
  std::string kernel;
  uint64_t launch = 1; ///< of the process, from 1 on
  uint64_t done = 0, all = 0;
  double seconds = 0; ///< since it began
};

/// The line for it, of fewer than `columns` characters; 0: as long as it is.
std::string progressText(const ProgressState &state, size_t columns);

class ProgressLine {
public:
  /// Nowhere; in a terminal's line that is written anew; as lines of a file,
  /// one every ten seconds.
  enum Where { Nowhere, Terminal, Lines };

  void show(Where where);
  Where where() const { return place; }
  /// Takes the line back, if it stands there: something else is printed now.
  void clear();

private:
  friend class LaunchProgress;
  bool take();
  void giveBack();
  void write(const ProgressState &state);

  std::mutex mutex;
  std::atomic<Where> place{Nowhere};
  std::atomic<bool> stands{false};
  bool taken = false;        // by a launch; others beside it are silent
  uint64_t launches = 0;     // that took it
  double earlierSeconds = 0; // how long these lasted
  std::chrono::steady_clock::time_point nextLine; // of a file
};

ProgressLine &progressLine();

/// "off", "on" or "" (on where stderr is a terminal), as `--progress` has it;
/// false for anything else.
bool showProgress(const std::string &choice);

/// A launch of `all` programs, while it lives.
class LaunchProgress {
public:
  LaunchProgress(std::string kernel, uint64_t all);
  ~LaunchProgress();
  /// That many more programs came to their end.
  void count(uint64_t programs) { done += programs; }

private:
  void run();

  ProgressState state;
  std::atomic<uint64_t> done{0};
  const std::chrono::steady_clock::time_point began;
  bool isOver = false;
  std::mutex mutex;
  std::condition_variable over;
  std::thread writer; // none where nothing is shown
};

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_REPORTS_PROGRESSLINE_H
