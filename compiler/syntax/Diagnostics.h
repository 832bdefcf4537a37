//===- Diagnostics.h - What the front end says to the user ------*- C++ -*-===//
//
// A diagnostic is one sentence at one place in the source, then notes (other
// places that explain it) and help (what to change). The wording of every
// message is in Messages.h; this file only carries and prints them.
//
//     k.tq:7:12: error: `tl.arange` needs a power of two, but 96 is none
//     [TQ0304]
//         7 |   offs = tl.arange(0, 96)
//           |          ^^^^^^^^^^^^^^^^
//     k.tq:3:1: note: called from here
//     help: use 128 and mask the rest
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_SYNTAX_DIAGNOSTICS_H
#define TQC_COMPILER_SYNTAX_DIAGNOSTICS_H

#include "compiler/syntax/Source.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

#include <deque>
#include <optional>

namespace tqc {

/// Codes and their long explanations: DiagnosticCodes.def. The number is the
/// code: TQ0304 is DiagCode{304}.
struct DiagCode {
  unsigned number;
};

/// Each code by its name: code::UnclosedBracket is DiagCode{105}.
namespace code {
#define TQ_CODE(number, name, text) inline constexpr DiagCode name{number};
#include "compiler/syntax/DiagnosticCodes.def"
} // namespace code

class Diag {
public:
  enum class Level { Error, Warning, Remark };

  Diag(Level level, DiagCode code, Span at, std::string message)
      : level(level), code(code), at(at), message(std::move(message)) {}

  /// Another place that explains the problem: "`a` is a 64x8 tile".
  Diag &note(Span where, std::string text) {
    notes.push_back({where, std::move(text)});
    return *this;
  }
  /// What to change, in the imperative: "raise BLOCK_K to 16 or more".
  Diag &help(std::string text) {
    helps.push_back(std::move(text));
    return *this;
  }

  struct Note {
    Span where;
    std::string text;
  };
  Level level;
  DiagCode code;
  Span at;
  std::string message;
  std::vector<Note> notes;
  std::vector<std::string> helps;
};

/// Collects the diagnostics of one compilation.
class DiagEngine {
public:
  explicit DiagEngine(const SourceManager &sources) : sources(sources) {}

  Diag &error(DiagCode code, Span at, std::string message) {
    return add(Diag::Level::Error, code, at, std::move(message));
  }
  Diag &warning(DiagCode code, Span at, std::string message) {
    return add(Diag::Level::Warning, code, at, std::move(message));
  }
  /// Takes over a diagnostic that was built elsewhere.
  Diag &report(const Diag &diag) {
    Diag &mine = add(diag.level, diag.code, diag.at, diag.message);
    mine.notes = diag.notes;
    mine.helps = diag.helps;
    return mine;
  }

  bool hasErrors() const { return errors != 0; }
  unsigned errorCount() const { return errors; }
  const std::deque<Diag> &all() const { return diags; }
  const SourceManager &sourceManager() const { return sources; }

  /// As in the header of this file. `colours` for terminals only. Stops after
  /// 20 errors with "and N more".
  void print(llvm::raw_ostream &os, bool colours = false) const;
  /// One JSON array, for editors.
  void printJson(llvm::raw_ostream &os) const;

  /// A mark to return to: rollBack drops what was said since. For code that is
  /// analysed twice (loop bodies), so that it complains once.
  size_t mark() const { return diags.size(); }
  void rollBack(size_t mark);
  /// The first error said since `mark`, to add notes to it; null if none was.
  Diag *firstErrorSince(size_t mark);

private:
  Diag &add(Diag::Level level, DiagCode code, Span at, std::string message);

  const SourceManager &sources;
  std::deque<Diag>
      diags; // stable addresses: callers hold a Diag & to add notes
  unsigned errors = 0;
};

/// The long text for `tqc --explain-error=TQ0304`, or nothing for no such code.
std::optional<llvm::StringRef> explainCode(DiagCode code);

} // namespace tqc

#endif // TQC_COMPILER_SYNTAX_DIAGNOSTICS_H
