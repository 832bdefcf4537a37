//===- EmitMarks.cpp - What a debugger is told ----------------------------===//
//
// Where does a statement begin, and which value has a name from here on? Each
// is a `tq.print` that prints nothing, since a print stays where it is, in
// order with memory accesses, and keeps its operands alive:
//
//     tq.print "" () {tq.mark = "line 6 0 softmax k.tq"}
//     tq.print "" (%x) {tq.mark = "value softmax x fp32"} : tensor<128xf32>
//
// Code is marked for the debugger only (CompileOptions::marks).
//
//===----------------------------------------------------------------------===//

#include "compiler/emit/TileEmitter.h"

using namespace mlir;
using namespace tqc;

void TileEmitter::mark(const std::string &text, ValueRange values) {
  auto print =
      tq::PrintOp::create(builder, place, "", /*hex=*/false, values,
                          SmallVector<int32_t>(values.size(), /*is_signed=*/0));
  print->setAttr(tq::kMarkAttr, builder.getStringAttr(text));
}

void TileEmitter::beginStatement(Span span, StringRef function,
                                 unsigned depth) {
  const SourceFile *file = sources.fileOf(span.begin);
  if (!marks || inCombine || !file)
    return;
  mark("line " + std::to_string(file->locate(span.begin).line) + " " +
           std::to_string(depth) + " " + function.str() + " " +
           file->name().str(),
       {});
}

void TileEmitter::bindName(StringRef name, Ref value, const TileType &type,
                           StringRef function) {
  if (!marks || inCombine)
    return;
  std::string element = signatureName(type.elem).str();
  mark("value " + function.str() + " " + name.str() + " " +
           (type.pointer ? "*" : "") + element,
       toValue(value));
}
