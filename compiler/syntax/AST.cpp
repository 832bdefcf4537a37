//===- AST.cpp - How operators are spelled --------------------------------===//
//
// The text of each operator of the tree, for messages and for the printer.
//
//===----------------------------------------------------------------------===//

#include "compiler/syntax/AST.h"

namespace tqc::ast {

llvm::StringRef spelling(BinaryOp op) {
  static constexpr llvm::StringLiteral kText[] = {
      "+", "-", "*", "/", "//", "%", "**", "@", "&", "|", "^", "<<", ">>"};
  static_assert(std::size(kText) == static_cast<size_t>(BinaryOp::RShift) + 1);
  return kText[static_cast<size_t>(op)];
}

llvm::StringRef spelling(CompareOp op) {
  static constexpr llvm::StringLiteral kText[] = {
      "==", "!=", "<", "<=", ">", ">=", "is", "is not", "in", "not in"};
  static_assert(std::size(kText) == static_cast<size_t>(CompareOp::NotIn) + 1);
  return kText[static_cast<size_t>(op)];
}

/// Whether a code says that the language lacks what Python has.
static bool isLimitOfTheLanguage(unsigned number) {
  for (DiagCode limit : {code::NotCovered, code::BytesLiteral,
                         code::ImaginaryNumber, code::IntTooLarge,
                         code::BadEscape, code::TooDeep, code::TooManyBrackets})
    if (number == limit.number)
      return true;
  return false;
}

bool SkippedStmt::isBroken() const { return !isLimitOfTheLanguage(code); }

} // namespace tqc::ast
