//===- PythonNumber.h - What Python's numbers do ----------------*- C++ -*-===//
//
// The arithmetic of Python's bool, int and float, to the last bit of CPython's,
// for launchers and for what kernels compute while compiling.
//
//     arithmetic(FloorDiv, 1.0, 0.1)     9.0, not floor(1.0 / 0.1)
//     order(2**53 + 1, 2.0**53)          1: ints and floats compare exactly
//     arithmetic(Pow, -8, 1/3)           no value: Python's is complex
//
// An int that outgrows 127 bits has no value here, and neither has what Python
// raises an exception for: a Result then says why.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_SYNTAX_PYTHONNUMBER_H
#define TQC_COMPILER_SYNTAX_PYTHONNUMBER_H

#include "compiler/syntax/AST.h"

#include <optional>
#include <string>

namespace tqc::python {

struct Number {
  enum class Kind : uint8_t { Bool, Int, Float } kind = Kind::Int;
  __int128 integer = 0; ///< Bool, Int
  double real = 0;      ///< Float

  static Number boolean(bool value) { return {Kind::Bool, value, 0}; }
  static Number integerOf(__int128 value) { return {Kind::Int, value, 0}; }
  static Number floating(double value) { return {Kind::Float, 0, value}; }

  /// Bool counts as an integer.
  bool isInt() const { return kind != Kind::Float; }
  double asFloat() const { return isInt() ? double(integer) : real; }
};

/// A number, or why Python has none. Without a number and a reason the operator
/// is not defined for these types.
struct NumberResult {
  std::optional<Number> value;
  std::string why;
  /// The exception that Python raises here; null for a limit that is not
  /// Python's.
  const char *raises = nullptr;
  NumberResult(Number value) : value(value) {}
  NumberResult(std::string why, const char *raises = nullptr)
      : why(std::move(why)), raises(raises) {}
};

NumberResult arithmetic(ast::BinaryOp op, Number a, Number b);
/// `-`, `+` and `~`.
NumberResult arithmetic(ast::UnaryOp op, Number a);

/// -1, 0 or 1; nothing if one is NaN.
std::optional<int> order(Number a, Number b);

/// round(value, digits), math.floor and the like, which give an int of a float.
NumberResult roundTo(Number value, std::optional<int64_t> digits);
NumberResult floorOf(Number value);
NumberResult ceilOf(Number value);
NumberResult truncate(Number value);

/// `math.name(value)` for the functions of one number that give a float.
NumberResult mathFunction(llvm::StringRef name, Number value);
/// math.log(value, base)
NumberResult logarithm(Number value, Number base);

/// int(text, base) and float(text).
NumberResult parseInt(llvm::StringRef text, int64_t base);
NumberResult parseFloat(llvm::StringRef text);

/// repr() of a float: the shortest text that reads back as it.
std::string repr(double value);
std::string decimal(__int128 value);

} // namespace tqc::python

#endif // TQC_COMPILER_SYNTAX_PYTHONNUMBER_H
