//===- DebugExpression.h - What an expression gives at a stop ---*- C++ -*-===//
//
// What does `print tl.sum(x * y, axis=1)` show? The expression becomes a kernel
// that loads the values of the names in it, and the tile interpreter runs that:
//
//     Result<DebugValue> sum = evaluate("tl.max(x) + 1", {{"x", &x}}, {});
//
// So it means what it would mean in the source, and an error is the compiler's.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_DEBUGEXPRESSION_H
#define TQC_TOOLS_TQ_RUN_DEBUGEXPRESSION_H

#include "tools/tq-run/DebugValues.h"

namespace tqc {

/// Whether `text` is more than a name with indices.
bool isExpression(const std::string &text);

/// The names in an expression, each once, in their order; what follows a dot is
/// none.
std::vector<std::string> namesIn(const std::string &expression);

/// A name of the kernel's with its value or, of a constant, its text.
struct DebugOperand {
  std::string name;
  const DebugValue *value = nullptr;
  std::string constant;
};

/// The value of an expression; elements that come from memory that nobody wrote
/// are marked.
Result<DebugValue> evaluate(const std::string &expression,
                            const std::vector<DebugOperand> &names);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_DEBUGEXPRESSION_H
