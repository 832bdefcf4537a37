//===- GuessSignature.h - A line that says a kernel's types -----*- C++ -*-===//
//
// A kernel that does not say the types of its arguments can be compiled for
// many. Which line could stand above it, to be filled in?
//
//     @triton.jit
//     def add(x, out, n, BLOCK: tl.constexpr):
//         i = tl.arange(0, BLOCK)
//         tl.store(out + i, tl.load(x + i), mask=i < n)
//
//     # tqc: signature="*fp32, *fp32, i32" BLOCK=1024
//
// A parameter is a pointer if the address of some access begins with it, here
// or in a function of the file that gets it. It knows no types: those of the
// line are only the likely ones.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_SYNTAX_GUESSSIGNATURE_H
#define TQC_COMPILER_SYNTAX_GUESSSIGNATURE_H

#include "compiler/syntax/AST.h"

#include <string>
#include <vector>

namespace tqc {

/// What could be said about the arguments of a kernel.
struct GuessedSignature {
  std::string types; ///< *fp32, i32
  /// Names and values of the constants that nothing gives.
  std::vector<std::pair<std::string, std::string>> constants;

  /// # tqc: signature="*fp32, i32" BLOCK=1024, with what `old`, the text of the
  /// line that is there, says already.
  std::string tqcLine(const std::string &old = "") const;
  /// --signature="*fp32, i32" -D BLOCK=1024
  std::string flags() const;
};

using Functions = std::vector<const ast::FunctionStmt *>;

/// Guesses the types of all parameters, and values for the constants among
/// `missing`; `functions` are those of the file.
GuessedSignature guessSignature(const Functions &functions,
                                const ast::FunctionStmt &kernel,
                                const std::vector<const ast::Param *> &missing);

namespace sema::msg {
/// Says which parameters have neither a type nor a value; for several of them
/// in one sentence with a line to paste.
void reportMissing(DiagEngine &diags, const Functions &functions,
                   const ast::FunctionStmt &kernel,
                   const std::vector<const ast::Param *> &missing);
} // namespace sema::msg

/// Those of the kernels that no other one of them calls; all, if each calls
/// another.
Functions withoutHelpers(const Functions &kernels);

} // namespace tqc

#endif // TQC_COMPILER_SYNTAX_GUESSSIGNATURE_H
