//===- LowerScaling.cpp - Multiplications that warps leave out ------------===//
//
// A tile times factors that are 1 most of the time (`tqg.mostly_one`): the
// lanes of a warp vote whether one of them holds another factor, and branch. x
// * 1 is x for every x, NaN too, so the bits are those of the multiplication.
// Warps need not agree.
//
//===----------------------------------------------------------------------===//

#include "compiler/codegen/OpLowerings.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tqc;

/// Whether a lane of this warp holds a factor that is not 1.
static Value holdsFactor(LoweringContext &cx, ArrayRef<Value> factors) {
  llvm::SmallSetVector<Value, 4> own(factors.begin(), factors.end());
  Value one = arith::ConstantOp::create(
      cx.b, cx.b.getFloatAttr(factors.front().getType(), 1.0));
  Value differs;
  for (Value factor : own) {
    Value isOther =
        arith::CmpFOp::create(cx.b, arith::CmpFPredicate::UNE, factor, one);
    differs = differs ? arith::OrIOp::create(cx.b, differs, isOther) : isOther;
  }
  return NVVM::VoteSyncOp::create(cx.b, cx.b.getI1Type(), cx.i32(-1), differs,
                                  NVVM::VoteSyncKind::any);
}

LogicalResult tqc::lowerScaling(LoweringContext &cx, arith::MulFOp op) {
  auto number = op->getAttrOfType<IntegerAttr>(tqg::kMostlyOneAttr);
  if (!number || number.getInt() < 0 || number.getInt() > 1)
    return op.emitOpError("must say which operand is mostly 1: 0 or 1");
  Registers &factors = cx.regs(op->getOperand(number.getInt()));
  Registers &values = cx.regs(op->getOperand(1 - number.getInt()));
  SmallVector<Type> types(ValueRange(values).getTypes());
  auto branch = scf::IfOp::create(cx.b, types, holdsFactor(cx, factors),
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(cx.b);
  cx.b.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(cx.b, ValueRange(values));
  cx.b.setInsertionPointToEnd(branch.thenBlock());
  Registers scaled;
  for (auto [reg, value] : llvm::enumerate(values))
    scaled.push_back(arith::MulFOp::create(
        cx.b, value, factors.size() == 1 ? factors.front() : factors[reg]));
  scf::YieldOp::create(cx.b, ValueRange(scaled));
  cx.set(op.getResult(), Registers(branch.getResults()));
  return success();
}
