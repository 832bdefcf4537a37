//===- Progress.h - How far a learner is ------------------------*- C++ -*-===//
//
// Which levels are passed, and which hints were shown? `quest.json` in the
// quest folder says so:
//
//     {"version": 1, "practice": false,
//      "levels": {"1": {"passed": true, "hints": 2, "checks": 5}},
//      "topics": {"masking": {"passed": true, "hints": 0, "checks": 1}}}
//
// A save is a new file that takes the old one's name, after the old one was
// kept as quest.json.bak: whatever interrupts it, one whole file is there. A
// file that is damaged, or of a later version, is set aside and never
// overwritten.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_PROGRESS_H
#define TQC_TOOLS_TQ_RUN_PROGRESS_H

#include "runtime/image/Result.h"

#include <functional>
#include <map>
#include <string>

namespace tqc {

struct LevelProgress {
  bool passed = false;
  int hints = 0;      ///< how many were shown
  int checks = 0;     ///< how often it was checked before it passed
  std::string asked;  ///< the mistake that the tutor asked about last
  int askedTimes = 0; ///< how often in a row
};

enum class LevelState { Locked, Open, Passed };

struct Progress {
  bool practice = false;               ///< every level is open
  std::map<int, LevelProgress> levels; ///< and topics, by their numbers
  /// Of topics that this program does not have; kept as they are.
  std::map<std::string, LevelProgress> strangers;

  LevelState stateOf(int level) const;
  bool hasPassed(int level) const;
  /// The first level that is not passed; 0 if all are.
  int current() const;
};

/// What was read, and what the user should know of it.
struct LoadedProgress {
  Progress progress;
  std::string warning; ///< of a file that was set aside; empty if all is well
};

/// The progress kept in a quest folder.
Result<LoadedProgress> loadProgress(const std::string &folder);

Status saveProgress(const std::string &folder, const Progress &progress);

/// Reads, changes and saves, while no other process does. Returns the warning
/// of the reading.
Result<std::string>
changeProgress(const std::string &folder,
               const std::function<void(Progress &)> &change);

/// Replaces a file by one with that text, or leaves it as it is.
Status writeWholeFile(const std::string &path, const std::string &text);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_PROGRESS_H
