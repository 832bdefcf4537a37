//===- InlinePtx.cpp - Instructions that are written as text --------------===//

#include "compiler/codegen/InlinePtx.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace tqc;

namespace {
struct StatementRow {
  llvm::StringLiteral opcode;
  PtxEffect effect;
  PtxConvergence convergence;
};
} // namespace

static constexpr StatementRow kStatements[] = {
#define TQ_PTX(name, opcode, effect, convergence, why)                         \
  {opcode, PtxEffect::effect, PtxConvergence::convergence},
#include "compiler/codegen/InlinePtx.def"
};

Value tqc::inlineText(ImplicitLocOpBuilder &b, StringRef text,
                      StringRef constraints, ValueRange operands, Type result,
                      PtxEffect effect, PtxConvergence convergence) {
  std::string all = constraints.str();
  if (effect == PtxEffect::Memory)
    all += all.empty() ? "~{memory}" : ",~{memory}";
  auto op = LLVM::InlineAsmOp::create(
      b, result ? TypeRange(result) : TypeRange(), operands, text, all,
      /*has_side_effects=*/effect != PtxEffect::None, /*is_align_stack=*/false,
      LLVM::TailCallKind::None, LLVM::AsmDialectAttr(), ArrayAttr());
  if (convergence == PtxConvergence::Convergent)
    op->setAttr(kConvergentAttr, b.getUnitAttr());
  return op.getNumResults() ? op.getResult(0) : Value();
}

Value tqc::inlinePtx(ImplicitLocOpBuilder &b, PtxStatement statement,
                     StringRef text, StringRef constraints, ValueRange operands,
                     Type result) {
  const StatementRow &row = kStatements[static_cast<size_t>(statement)];
  assert(text.contains(row.opcode) && "the statement is of that row");
  assert((row.convergence == PtxConvergence::Convergent) ==
             text.contains(".sync") &&
         "what a warp executes together says so in its name");
  return inlineText(b, text, constraints, operands, result, row.effect,
                    row.convergence);
}
