//===- LevelFiles.h - Which file is level N? --------------------*- C++ -*-===//
//
// A file that is named beats all; in a quest folder (the working folder or one
// above it has a quest.json) the learner's levelN.tq counts; elsewhere the one
// of
// `--levels DIR`, or the levelN.tq or levels/levelN.tq in front of the user,
// and only where there is none of these the one in this binary.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_LEVELFILES_H
#define TQC_TOOLS_TQ_RUN_LEVELFILES_H

#include "runtime/image/Result.h"
#include "tools/tq-run/ShippedFiles.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tqc {

struct LevelFile {
  std::string path; ///< as reports name it
  std::string text;
  enum Origin { Given, Learner, Folder, Shipped } origin = Shipped;
};

struct LevelChoice {
  std::string file;   ///< --file, empty if it was not given
  std::string folder; ///< --levels, empty if it was not given
  /// Where the search for quest.json begins; empty means the working folder.
  std::string start;
};

/// The file of level `level`; errors say where it was looked for.
Result<LevelFile> findLevel(int level, const LevelChoice &choice);

/// The folder with quest.json, at or above `start`.
std::optional<std::string> findQuest(const std::string &start);
/// A path as it is from here, if it lies in or below this folder.
std::string shortPath(const std::string &path);

/// "levels/level1.tq", with a word where it is not a file of the user's.
std::string showFile(const LevelFile &file);

/// A whole file; the error begins with the path.
Result<std::string> readWholeFile(const std::string &path);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_LEVELFILES_H
