//===- SemaReport.h - Errors inside inlined functions -----------*- C++ -*-===//
//
// Places an error where the user can act on it: an error inside the embedded
// library is shown at the call of the user's own code, and an error inside an
// inlined function carries a note for every call that led to it.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_SYNTAX_SEMAREPORT_H
#define TQC_COMPILER_SYNTAX_SEMAREPORT_H

#include "compiler/syntax/SemaScope.h"

namespace tqc::sema {

class Reporter {
public:
  explicit Reporter(DiagEngine &diags) : diags(diags) {}

  /// The functions being evaluated, outermost first.
  std::vector<Frame *> frames;

  /// Says it once: the second identical error (an unrolled loop) is dropped.
  Diag &error(DiagCode code, Span at, std::string message);
  Diag &warning(DiagCode code, Span at, std::string message);
  unsigned errorCount() const { return diags.errorCount(); }
  /// Whether an error was said, be it again; forgotten with what is rolled
  /// back.
  bool saidError = false;
  llvm::StringRef textOf(Span span) const {
    return diags.sourceManager().textOf(span);
  }

  /// The parameter of the kernel that a run-time value is; null if it is none.
  const ast::Param *parameterOf(const Value &value) const;

  /// The innermost place in the user's own files for something at `at` in the
  /// innermost frame, and the calls around it, innermost first.
  Span placeOf(Span at, llvm::SmallVectorImpl<Span> &callers) const;

private:
  Diag &place(Diag::Level level, DiagCode code, Span at, std::string message);

  DiagEngine &diags;
  /// Where notes on repeated errors go to be forgotten.
  std::deque<Diag> repeated;
};

} // namespace tqc::sema

#endif // TQC_COMPILER_SYNTAX_SEMAREPORT_H
