//===- PtxasFaults.cpp - What ptxas compiles wrongly ----------------------===//

#include "compiler/codegen/PtxasFaults.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

/// -x, in an asm statement that LLVM does not see a negation in.
static Value *negate(IRBuilder<> &builder, Value *value) {
  Type *type = value->getType();
  bool isWord = type->isIntegerTy(32);
  std::string bits = isWord ? "32" : "16";
  std::string text = "{ .reg .b" + bits + " t; not.b" + bits + " t, $1; add.s" +
                     bits + " $0, t, 1; }";
  auto *statement =
      InlineAsm::get(FunctionType::get(type, {type}, /*isVarArg=*/false), text,
                     isWord ? "=r,r" : "=h,h", /*hasSideEffects=*/false);
  return builder.CreateCall(statement, {value});
}

void tqc::keepNegations(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : instructions(function)) {
      auto *extreme = dyn_cast<MinMaxIntrinsic>(&instruction);
      if (!extreme || !extreme->isSigned() ||
          !(extreme->getType()->isIntegerTy(32) ||
            extreme->getType()->isIntegerTy(16)))
        continue;
      for (Use &operand : extreme->args()) {
        Value *negated = nullptr;
        if (!match(operand.get(), m_Neg(m_Value(negated))))
          continue;
        IRBuilder<> builder(extreme);
        operand.set(negate(builder, negated));
      }
    }
}
