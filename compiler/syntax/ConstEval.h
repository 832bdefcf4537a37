//===- ConstEval.h - Python's arithmetic on compile-time values -*- C++ -*-===//
//
// What `+`, `//`, `<`, `in`, ... give on constants: Python's answers, so `//`
// rounds down and `/` gives a float. (On run-time values they mean something
// else: SemaOps.h.)
//
//     -7 // 2   -> -4        (1,) + (2,) -> (1, 2)      "a" * 2 -> "aa"
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_SYNTAX_CONSTEVAL_H
#define TQC_COMPILER_SYNTAX_CONSTEVAL_H

#include "compiler/syntax/PythonFormat.h"
#include "compiler/syntax/SemaValue.h"

namespace tqc::sema {

/// A value, or why there is none ("division by zero").
struct ConstResult {
  std::optional<Value> value;
  std::string why;
  ConstResult(Value value) : value(std::move(value)) {}
  ConstResult(std::string why) : why(std::move(why)) {}
};

/// A constant as Python's arithmetic takes it; nothing if it is no number.
std::optional<python::Number> numberOf(const Value &value);
ConstResult constNumber(const python::NumberResult &result);
/// A constant as Python's formats take it.
python::Shown shownAs(const Value &value);

ConstResult constBinary(ast::BinaryOp op, const Value &lhs, const Value &rhs);
ConstResult constUnary(ast::UnaryOp op, const Value &operand);
ConstResult constCompare(ast::CompareOp op, const Value &lhs, const Value &rhs);

/// Python's `==`.
bool constEqual(const Value &lhs, const Value &rhs);
/// entries[key] = value
void setEntry(std::vector<std::pair<Value, Value>> &entries, Value key,
              Value value);
/// Python's truth value; nothing for run-time values and errors.
std::optional<bool> truth(const Value &value);
/// `value[index]`, with negative indices and slices.
ConstResult constSubscript(const Value &value, const Value &index);
/// Python's format(): what follows the colon in an f-string. Nothing if the
/// format does not suit the value.
std::optional<std::string> formatValue(const Value &value,
                                       llvm::StringRef format);

} // namespace tqc::sema

#endif // TQC_COMPILER_SYNTAX_CONSTEVAL_H
