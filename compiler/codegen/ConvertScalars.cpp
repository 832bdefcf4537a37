//===- ConvertScalars.cpp - The last step to LLVM's dialect ---------------===//

#include "compiler/codegen/ConvertScalars.h"

#include "mlir/Conversion/ArithCommon/AttrToLLVMConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace tqc;

//===----------------------------------------------------------------------===//
// Loops and branches
//===----------------------------------------------------------------------===//

/// Splits the block behind `op`; the new block's arguments become its results.
static Block *splitBehind(Operation *op) {
  Block *after = op->getBlock()->splitBlock(std::next(Block::iterator(op)));
  for (Value result : op->getResults())
    result.replaceAllUsesWith(
        after->addArgument(result.getType(), result.getLoc()));
  return after;
}

/// Moves the one block of a region before `next`.
static Block *moveBlock(Region &region, Block *next) {
  Block *block = &region.front();
  block->moveBefore(next);
  return block;
}

/// Ends `block` with a branch in place of its `scf.yield`.
static Operation *branchInstead(ImplicitLocOpBuilder &b, Block *block,
                                Block *to, ArrayRef<Value> more = {}) {
  Operation *yield = block->getTerminator();
  SmallVector<Value> values(more);
  llvm::append_range(values, yield->getOperands());
  b.setInsertionPoint(yield);
  Operation *branch = LLVM::BrOp::create(b, values, to);
  yield->erase();
  return branch;
}

static void convertFor(scf::ForOp loop) {
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  Block *before = loop->getBlock(), *after = splitBehind(loop);
  Block *body = moveBlock(loop.getRegion(), after);
  // The header takes over the body's arguments: induction variable, values.
  Block *header = b.createBlock(body);
  for (BlockArgument argument : body->getArguments())
    argument.replaceAllUsesWith(
        header->addArgument(argument.getType(), argument.getLoc()));
  body->eraseArguments(0, body->getNumArguments());

  SmallVector<Value> starts = {loop.getLowerBound()};
  llvm::append_range(starts, loop.getInits());
  b.setInsertionPointToEnd(before);
  LLVM::BrOp::create(b, starts, header);

  Value index = header->getArgument(0);
  b.setInsertionPoint(body->getTerminator());
  Value next = LLVM::AddOp::create(b, index, loop.getStep());
  Operation *latch = branchInstead(b, body, header, next);
  if (Attribute annotation = loop->getAttr(kLoopAnnotationAttr))
    latch->setAttr("loop_annotation", annotation);

  b.setInsertionPointToEnd(header);
  Value more =
      LLVM::ICmpOp::create(b,
                           loop.getUnsignedCmp() ? LLVM::ICmpPredicate::ult
                                                 : LLVM::ICmpPredicate::slt,
                           index, loop.getUpperBound());
  LLVM::CondBrOp::create(b, more, body, ValueRange(), after,
                         header->getArguments().drop_front());
  loop.erase();
}

static void convertWhile(scf::WhileOp loop) {
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  Block *entry = loop->getBlock(), *after = splitBehind(loop);
  Block *test = moveBlock(loop.getBefore(), after);
  Block *body = moveBlock(loop.getAfter(), after);
  b.setInsertionPointToEnd(entry);
  LLVM::BrOp::create(b, loop.getInits(), test);

  auto condition = cast<scf::ConditionOp>(test->getTerminator());
  b.setInsertionPoint(condition);
  LLVM::CondBrOp::create(b, condition.getCondition(), body, condition.getArgs(),
                         after, condition.getArgs());
  condition.erase();
  branchInstead(b, body, test);
  loop.erase();
}

static void convertIf(scf::IfOp branch) {
  ImplicitLocOpBuilder b(branch.getLoc(), branch);
  Block *before = branch->getBlock(), *after = splitBehind(branch);
  Block *onTrue = moveBlock(branch.getThenRegion(), after), *onFalse = after;
  branchInstead(b, onTrue, after);
  if (!branch.getElseRegion().empty()) {
    onFalse = moveBlock(branch.getElseRegion(), after);
    branchInstead(b, onFalse, after);
  }
  b.setInsertionPointToEnd(before);
  LLVM::CondBrOp::create(b, branch.getCondition(), onTrue, onFalse);
  branch.erase();
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

// Flags go over where both ops have them; the last overload takes the rest.

template <class From, class To>
static auto copyFastmath(From from, To to, int)
    -> decltype(from.getFastmath(), to.setFastmathFlags({})) {
  to.setFastmathFlags(
      arith::convertArithFastMathFlagsToLLVM(from.getFastmath()));
}
template <class From, class To>
static void copyFastmath(From, To, ...) {}

template <class From, class To>
static auto copyOverflow(From from, To to, int)
    -> decltype(from.getOverflowFlags(), to.setOverflowFlags({})) {
  to.setOverflowFlags(
      arith::convertArithOverflowFlagsToLLVM(from.getOverflowFlags()));
}
template <class From, class To>
static void copyOverflow(From, To, ...) {}

template <class From, class To>
static auto copyExact(From from, To to, int)
    -> decltype(from.getIsExact(), to.setIsExact(false)) {
  to.setIsExact(from.getIsExact());
}
template <class From, class To>
static void copyExact(From, To, ...) {}

template <class From, class To>
static Value convertAs(OpBuilder &b, Operation *op) {
  auto from = cast<From>(op);
  To to = To::create(b, op->getLoc(), op->getResultTypes(), op->getOperands());
  copyFastmath(from, to, 0);
  copyOverflow(from, to, 0);
  copyExact(from, to, 0);
  return to.getResult();
}

/// Both halves of a product: a product of twice the width.
static void convertWideMul(OpBuilder &b, Operation *op, bool isSigned) {
  Location loc = op->getLoc();
  Type type = op->getResult(0).getType();
  unsigned bits = type.getIntOrFloatBitWidth();
  Type wide = b.getIntegerType(bits * 2);
  auto widen = [&](Value value) -> Value {
    if (isSigned)
      return LLVM::SExtOp::create(b, loc, wide, value);
    return LLVM::ZExtOp::create(b, loc, wide, value);
  };
  Value product = LLVM::MulOp::create(b, loc, widen(op->getOperand(0)),
                                      widen(op->getOperand(1)));
  Value shift = LLVM::ConstantOp::create(b, loc, wide, int64_t(bits));
  Value high = LLVM::LShrOp::create(b, loc, product, shift);
  op->getResult(0).replaceAllUsesWith(
      LLVM::TruncOp::create(b, loc, type, product));
  op->getResult(1).replaceAllUsesWith(
      LLVM::TruncOp::create(b, loc, type, high));
}

namespace {
/// One kernel's ops, one after the other.
class ScalarConversion {
public:
  explicit ScalarConversion(LLVM::LLVMFuncOp function);
  LogicalResult run();

private:
  using Convert = Value (*)(OpBuilder &, Operation *);

  template <class From>
  void add(Convert convert) {
    table[OperationName(From::getOperationName(), function.getContext())] =
        convert;
  }
  LogicalResult convert(Operation *op);

  LLVM::LLVMFuncOp function;
  OpBuilder b;
  DenseMap<OperationName, Convert> table;
};
} // namespace

ScalarConversion::ScalarConversion(LLVM::LLVMFuncOp function)
    : function(function), b(function.getContext()) {
#define TQ_SCALAR(From, To) add<From>(convertAs<From, To>);
#include "compiler/codegen/ConvertScalars.def"
  add<arith::ConstantOp>([](OpBuilder &b, Operation *op) -> Value {
    return LLVM::ConstantOp::create(b, op->getLoc(),
                                    cast<arith::ConstantOp>(op).getValue());
  });
  // The predicates of both dialects have the same numbers.
  add<arith::CmpIOp>([](OpBuilder &b, Operation *op) -> Value {
    auto from = cast<arith::CmpIOp>(op);
    return LLVM::ICmpOp::create(b, op->getLoc(),
                                LLVM::ICmpPredicate(from.getPredicate()),
                                from.getLhs(), from.getRhs());
  });
  add<arith::CmpFOp>([](OpBuilder &b, Operation *op) -> Value {
    auto from = cast<arith::CmpFOp>(op);
    return LLVM::FCmpOp::create(
        b, op->getLoc(), LLVM::FCmpPredicate(from.getPredicate()),
        from.getLhs(), from.getRhs(),
        arith::convertArithFastMathFlagsToLLVM(from.getFastmath()));
  });
  add<math::AbsIOp>([](OpBuilder &b, Operation *op) -> Value {
    return LLVM::AbsOp::create(b, op->getLoc(), op->getResult(0).getType(),
                               op->getOperand(0),
                               /*is_int_min_poison=*/false);
  });
  add<math::CountLeadingZerosOp>([](OpBuilder &b, Operation *op) -> Value {
    return LLVM::CountLeadingZerosOp::create(b, op->getLoc(), op->getOperand(0),
                                             /*is_zero_poison=*/false);
  });
  add<math::CountTrailingZerosOp>([](OpBuilder &b, Operation *op) -> Value {
    return LLVM::CountTrailingZerosOp::create(
        b, op->getLoc(), op->getOperand(0), /*is_zero_poison=*/false);
  });
}

LogicalResult ScalarConversion::convert(Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  if (dialect == "llvm" || dialect == "nvvm")
    return success();
  b.setInsertionPoint(op);
  if (auto it = table.find(op->getName()); it != table.end())
    op->getResult(0).replaceAllUsesWith(it->second(b, op));
  else if (isa<arith::MulSIExtendedOp, arith::MulUIExtendedOp>(op))
    convertWideMul(b, op, isa<arith::MulSIExtendedOp>(op));
  else
    return op->emitOpError("has no form in LLVM's dialect");
  op->erase();
  return success();
}

LogicalResult ScalarConversion::run() {
  // Outer ops first, so that what an op holds is one block still.
  SmallVector<Operation *> nests;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<scf::ForOp, scf::WhileOp, scf::IfOp>(op))
      nests.push_back(op);
  });
  for (Operation *op : nests)
    if (auto loop = dyn_cast<scf::ForOp>(op))
      convertFor(loop);
    else if (auto loop = dyn_cast<scf::WhileOp>(op))
      convertWhile(loop);
    else
      convertIf(cast<scf::IfOp>(op));
  for (Block &block : function.getBody())
    for (Operation &op : llvm::make_early_inc_range(block))
      if (failed(convert(&op)))
        return failure();
  return success();
}

LogicalResult tqc::convertScalars(LLVM::LLVMFuncOp function) {
  return ScalarConversion(function).run();
}
