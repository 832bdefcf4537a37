//===- BlockValues.cpp - What goes from block to block --------------------===//

#include "compiler/codegen/BlockValues.h"

#include "compiler/codegen/LowerMemory.h"

using namespace mlir;
using namespace tqc;

/// Whether a tile goes from block to block as words of two elements. What
/// rounds to 16 bits gives a word at once, and matrix instructions take words;
/// elements that meet where blocks do would be taken apart before and put
/// together behind.
static bool travelsInWords(Type type) {
  Type element = getElementTypeOrSelf(type);
  return (element.isF16() || element.isBF16()) && registerCount(type) % 2 == 0;
}

Registers tqc::flatten(LoweringContext &cx, ValueRange values) {
  Registers flat;
  for (Value value : values)
    llvm::append_range(flat,
                       travelsInWords(value.getType())
                           ? packWords(cx, cx.regs(value), cx.b.getI32Type())
                           : cx.regs(value));
  return flat;
}

SmallVector<Type> tqc::flatTypes(LoweringContext &cx, TypeRange types) {
  SmallVector<Type> flat;
  for (Type type : types)
    if (travelsInWords(type))
      flat.append(registerCount(type) / 2, cx.b.getI32Type());
    else
      flat.append(registerCount(type), cx.registerType(type));
  return flat;
}

void tqc::bindFlat(LoweringContext &cx, ValueRange values, ValueRange flat) {
  for (Value value : values) {
    Type type = value.getType();
    bool isPacked = travelsInWords(type);
    unsigned count = registerCount(type) / (isPacked ? 2 : 1);
    Registers taken(flat.take_front(count));
    cx.set(value, isPacked ? unpackWords(cx, taken, cx.registerType(type))
                           : std::move(taken));
    flat = flat.drop_front(count);
  }
}
