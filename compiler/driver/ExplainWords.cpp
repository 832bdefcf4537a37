//===- ExplainWords.cpp - Tiles, ops and counts in words ------------------===//

#include "compiler/driver/ExplainWords.h"

#include "dialect/tq/TqDialect.h"

using namespace mlir;
using namespace tqc;

std::string words::showTile(Type type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  Type element = getElementTypeOrSelf(type);
  if (auto pointer = dyn_cast<tq::PtrType>(element))
    element = pointer.getPointee();
  if (auto tile = dyn_cast<RankedTensorType>(type)) {
    llvm::interleave(tile.getShape(), os, "x");
    os << " ";
  }
  os << element;
  return text;
}

std::string words::showExtents(RankedTensorType tile) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(tile.getShape(), os, "x");
  return text;
}

std::string words::count(int64_t number, StringRef one, StringRef many) {
  std::string text = (Twine(number) + " ").str();
  if (number != 1 && !many.empty())
    return text + many.str();
  return text + one.str() + (number == 1 ? "" : "s");
}

std::string words::nameOf(Operation *op, std::string mnemonic) {
  if (mnemonic.empty())
    mnemonic = op->getName().stripDialect().str();
  if (op->getNumResults() == 1)
    if (auto name = dyn_cast<NameLoc>(op->getResult(0).getLoc()))
      return name.getName().str() + " = " + mnemonic;
  return mnemonic;
}
