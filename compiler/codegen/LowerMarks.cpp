//===- LowerMarks.cpp - What a debugger is told, as comments in the PTX ---===//
//
// A mark becomes inline assembly that is a comment. What it says of a value is
// its shape, the columns of its layout (LinearLayout.h), and its registers, at
// most 24 at a time, from register number `first` on:
//
//     // tq.line 6 0 softmax k.tq
//     // tq.value softmax x fp32 16x32 reg=8,16 lane=1,2,4,32,64 warp=128
//     first=0 : %r4 %r5 %r6 %r7                            (in one line)
//
//===----------------------------------------------------------------------===//

#include "compiler/codegen/InlinePtx.h"
#include "compiler/codegen/OpLowerings.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tqc;

/// Registers that one comment names.
static constexpr size_t kRegistersOfMark = 24;

/// Text as inline assembly has it: `$`, `{`, `|` and `}` mean something there.
static std::string escaped(StringRef text) {
  std::string result;
  for (char c : text)
    if (c == '{' || c == '|' || c == '}')
      result += c == '{' ? "$(" : c == '|' ? "$|" : "$)";
    else
      result += c == '$' ? "$$" : std::string(1, c);
  return result;
}

static std::string columnList(const LinearLayout &layout, Hw dim) {
  std::string text;
  for (uint32_t column : layout.columns(dim))
    text += (text.empty() ? "" : ",") + std::to_string(column);
  return text;
}

/// " 16x32 reg=8,16 lane=1,2,4,32,64 warp=128", or " scalar reg= lane= warp=".
static std::string showPlace(Type type) {
  const LinearLayout *layout = tqg::tryLayoutOf(type);
  if (!layout)
    return " scalar reg= lane= warp=";
  std::string shape;
  for (int64_t extent : cast<RankedTensorType>(type).getShape())
    shape += (shape.empty() ? "" : "x") + std::to_string(extent);
  return " " + shape + " reg=" + columnList(*layout, Hw::Reg) +
         " lane=" + columnList(*layout, Hw::Lane) +
         " warp=" + columnList(*layout, Hw::Warp);
}

LogicalResult tqc::lowerMark(LoweringContext &cx, tq::PrintOp op,
                             StringRef text) {
  std::string head = "// tq." + escaped(text);
  if (op.getArgs().empty()) {
    inlinePtx(cx.b, PtxStatement::Mark, head, "", {});
    return success();
  }
  Value argument = op.getArgs().front();
  head += showPlace(argument.getType());
  ArrayRef<Value> all = cx.regs(argument);
  for (size_t first = 0; first < all.size(); first += kRegistersOfMark) {
    std::string line = head + " first=" + std::to_string(first) + " :";
    std::string constraints;
    Registers operands;
    for (Value value :
         all.slice(first, std::min(kRegistersOfMark, all.size() - first))) {
      Type type = value.getType();
      if (type.isInteger(8))
        value = arith::ExtUIOp::create(cx.b, cx.b.getI16Type(), value);
      else if (type.isF16() || type.isBF16())
        value = LLVM::BitcastOp::create(cx.b, cx.b.getI16Type(), value);
      type = value.getType();
      const char *constraint = isa<LLVM::LLVMPointerType>(type) ? "l"
                               : type.isInteger(1)              ? "b"
                               : type.isInteger(16)             ? "h"
                               : type.isF32()                   ? "f"
                               : type.isF64()                   ? "d"
                               : type.isInteger(64)             ? "l"
                                                                : "r";
      line += " $" + std::to_string(operands.size());
      constraints += (constraints.empty() ? "" : ",") + std::string(constraint);
      operands.push_back(value);
    }
    inlinePtx(cx.b, PtxStatement::Mark, line, constraints, operands);
  }
  return success();
}
