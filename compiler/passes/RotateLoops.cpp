//===- RotateLoops.cpp - Two products of a loop in turn -------------------===//
//
// See RotateLoopsPass in Passes.td for what the pass promises. The schedule is
// that of FlashAttention-3 (Shah et al. 2024, "Intra-warpgroup overlap"):
//
//     for i:  S = Q K(i); P = softmax(S); O = O * c + P V(i)
//
// waits for each product before the next step, though the second product of one
// iteration and the first of the next have nothing to do with each other:
//
//     S = Q K(0); P, c = softmax(S)
//     for i = 1..:  S = Q K(i) starts; O = O * c + P V(i - 1) starts
//                   wait for S; P, c = softmax(S)      <- while O still runs
//                   wait for O
//     O = O * c + P V(last)
//
// The body's ops fall into two parts: what the second product, its sums and its
// slot need (the tail), and the rest (the head). The tail runs one iteration
// later; what it takes from the head of its own iteration is carried over.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/LoopTail.h"
#include "compiler/passes/Passes.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

namespace tqc {
#define GEN_PASS_DEF_ROTATELOOPSPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

namespace {

class LoopRotator {
public:
  explicit LoopRotator(scf::ForOp loop) : loop(loop), tail(loop) {}

  /// Why the loop is not as it was planned, or an empty text after it was
  /// rotated.
  std::string run();

private:
  std::string findProducts();
  std::string findTail();
  std::string findCarried();
  void rewrite();
  SmallVector<Value> initsAfter(const IRMapping &map);
  scf::ForOp makeRest(OpBuilder &builder, ArrayRef<Value> inits);
  IRMapping mapCarried(ValueRange values);
  void cloneHead(OpBuilder &builder, IRMapping &map, bool tailFollows,
                 llvm::function_ref<void()> startTail);
  void cloneTail(OpBuilder &builder, IRMapping &map, bool isStart);
  bool isOfSlot(Operation *op, Value slot);

  scf::ForOp loop;
  WgmmaOp first, second;
  WgmmaWaitOp firstWait, secondWait;
  Value firstSlot, secondSlot;
  LoopTail tail;
  BlockArgument sums;             ///< what the second product adds to
  llvm::SetVector<Value> carried; ///< of the head, that the tail uses
};

} // namespace

static Value slotOf(Value operand) {
  auto view = operand.getDefiningOp<RingViewOp>();
  return view ? view.getSlot() : Value();
}

static WgmmaWaitOp waitOf(WgmmaOp product) {
  if (!product->hasOneUse())
    return {};
  auto wait = dyn_cast<WgmmaWaitOp>(*product->getUsers().begin());
  return wait && wait.getPending() == 0 &&
                 wait->getBlock() == product->getBlock()
             ? wait
             : WgmmaWaitOp();
}

std::string LoopRotator::findProducts() {
  auto products = llvm::to_vector(loop.getBody()->getOps<WgmmaOp>());
  if (products.size() != 2)
    return "its products are not two of wgmma";
  first = products[0];
  second = products[1];
  firstWait = waitOf(first);
  secondWait = waitOf(second);
  firstSlot = slotOf(first.getB());
  secondSlot = slotOf(second.getB());
  if (!firstWait || !secondWait || !secondWait->hasOneUse() ||
      !firstWait->isBeforeInBlock(second))
    return "its products are waited for elsewhere";
  if (!firstSlot || !secondSlot || firstSlot == secondSlot ||
      !isa<RankedTensorType>(second.getA().getType()))
    return "its products have no slots of their own";
  return {};
}

bool LoopRotator::isOfSlot(Operation *op, Value slot) {
  if (auto wait = dyn_cast<MbarrierWaitOp>(op))
    return wait.getSlot() == slot;
  auto arrive = dyn_cast<MbarrierArriveOp>(op);
  return arrive && arrive.getSlot() == slot;
}

std::string LoopRotator::findTail() {
  if (!tail.addSums(second.getAcc()))
    return "the sums of its second product are not carried";
  sums = tail.carriedSums();
  tail.add(second);
  tail.add(secondWait);
  tail.add(second.getB().getDefiningOp());
  for (Operation &op : *loop.getBody())
    if (isOfSlot(&op, secondSlot))
      tail.add(&op);
  if (loop.getTiedLoopYieldedValue(sums)->get() != secondWait.getResult())
    return "the sums of its second product are changed behind it";
  return {};
}

/// What the tail takes from the head, and whether the head is free of the tail.
std::string LoopRotator::findCarried() {
  auto isTails = [&](Value value) {
    Operation *op = value.getDefiningOp();
    return tail.gives(value) || (op && tail.contains(op));
  };
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (tail.contains(&op))
      for (Value operand : op.getOperands())
        if (operand.getParentBlock() == loop.getBody() && !isTails(operand))
          carried.insert(operand);
    bool usesTail = false;
    op.walk([&](Operation *inner) {
      usesTail |= llvm::any_of(inner->getOperands(), [&](Value operand) {
        return tail.gives(operand);
      });
    });
    if (usesTail && !tail.owns(&op))
      return "the first product's part of an iteration needs the second one's";
  }
  return {};
}

/// The head of an iteration; `startTail` is called where the first product
/// runs. `tailFollows`: the second product of the iteration before runs on
/// behind it.
void LoopRotator::cloneHead(OpBuilder &builder, IRMapping &map,
                            bool tailFollows,
                            llvm::function_ref<void()> startTail) {
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (tail.owns(&op) ||
        (isa<MbarrierArriveOp>(op) && isOfSlot(&op, firstSlot)))
      continue;
    Operation *clone = builder.clone(op, map);
    if (&op == first)
      startTail();
    if (&op != firstWait)
      continue;
    cast<WgmmaWaitOp>(clone).setPending(tailFollows ? 1 : 0);
    for (Operation &given : loop.getBody()->without_terminator())
      if (isa<MbarrierArriveOp>(given) && isOfSlot(&given, firstSlot))
        builder.clone(given, map);
  }
}

/// The start of the tail, up to its product, or the rest of it.
void LoopRotator::cloneTail(OpBuilder &builder, IRMapping &map, bool isStart) {
  for (Operation &op : loop.getBody()->without_terminator())
    if (tail.contains(&op) &&
        isStart == (&op == second || op.isBeforeInBlock(second)))
      builder.clone(op, map);
}

static Value compare(OpBuilder &builder, arith::CmpIPredicate predicate,
                     Value a, Value b) {
  return arith::CmpIOp::create(builder, a.getLoc(), predicate, a, b);
}

/// What the rotated loop starts with: what the first head gives.
SmallVector<Value> LoopRotator::initsAfter(const IRMapping &map) {
  Operation *yield = loop.getBody()->getTerminator();
  SmallVector<Value> inits;
  for (BlockArgument argument : loop.getRegionIterArgs())
    inits.push_back(argument == sums ? loop.getTiedLoopInit(argument)->get()
                                     : map.lookupOrDefault(yield->getOperand(
                                           argument.getArgNumber() - 1)));
  for (Value value : carried)
    inits.push_back(map.lookupOrDefault(value));
  return inits;
}

/// The iterations from the second one on; there may be none.
scf::ForOp LoopRotator::makeRest(OpBuilder &builder, ArrayRef<Value> inits) {
  Location place = loop.getLoc();
  Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
  Value left = arith::SubIOp::create(builder, place, upper, lower);
  Value second = arith::AddIOp::create(builder, place, lower, loop.getStep());
  Value from = arith::SelectOp::create(
      builder, place,
      compare(builder, arith::CmpIPredicate::ugt, left, loop.getStep()), second,
      upper);
  auto next =
      scf::ForOp::create(builder, place, from, upper, loop.getStep(), inits);
  next->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  next->removeAttr(kRotatedAttr);
  OpBuilder::InsertionGuard guard(builder);
  if (!next.getBody()->empty())
    next.getBody()->back().erase();
  builder.setInsertionPointToEnd(next.getBody());
  IRMapping head;
  head.map(loop.getInductionVar(), next.getInductionVar());
  for (BlockArgument argument : loop.getRegionIterArgs())
    head.map(argument, next.getRegionIterArg(argument.getArgNumber() - 1));
  IRMapping late = mapCarried(next.getRegionIterArgs());
  cloneHead(builder, head, /*tailFollows=*/true,
            [&] { cloneTail(builder, late, /*isStart=*/true); });
  cloneTail(builder, late, /*isStart=*/false);
  SmallVector<Value> yields;
  for (Value value : loop.getBody()->getTerminator()->getOperands())
    yields.push_back(value == secondWait.getResult()
                         ? late.lookup(value)
                         : head.lookupOrDefault(value));
  for (Value value : carried)
    yields.push_back(head.lookupOrDefault(value));
  scf::YieldOp::create(builder, place, yields);
  return next;
}

/// What a tail takes of an iteration before, from what the loop carries.
IRMapping LoopRotator::mapCarried(ValueRange values) {
  IRMapping late;
  late.map(sums, values[sums.getArgNumber() - 1]);
  for (auto [i, value] : llvm::enumerate(carried))
    late.map(value, values[loop.getNumRegionIterArgs() + i]);
  return late;
}

void LoopRotator::rewrite() {
  Location place = loop.getLoc();
  OpBuilder builder(loop);
  Value lower = loop.getLowerBound();
  Value runs =
      compare(builder, arith::CmpIPredicate::slt, lower, loop.getUpperBound());
  auto branch = scf::IfOp::create(builder, place, loop.getResultTypes(), runs,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  builder.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(builder, place, loop.getInits());
  builder.setInsertionPointToEnd(branch.thenBlock());

  IRMapping first;
  first.map(loop.getInductionVar(), lower);
  for (BlockArgument argument : loop.getRegionIterArgs())
    first.map(argument, loop.getTiedLoopInit(argument)->get());
  cloneHead(builder, first, /*tailFollows=*/false, [] {});
  scf::ForOp rest = makeRest(builder, initsAfter(first));
  IRMapping last = mapCarried(rest.getResults());
  cloneTail(builder, last, /*isStart=*/true);
  cloneTail(builder, last, /*isStart=*/false);
  SmallVector<Value> results(
      rest.getResults().take_front(loop.getNumRegionIterArgs()));
  results[sums.getArgNumber() - 1] = last.lookup(secondWait.getResult());
  scf::YieldOp::create(builder, place, results);
  loop.replaceAllUsesWith(branch.getResults());
  loop.erase();
}

std::string LoopRotator::run() {
  if (loop.getUnsignedCmp())
    return "its bounds are unsigned";
  for (auto find : {&LoopRotator::findProducts, &LoopRotator::findTail,
                    &LoopRotator::findCarried})
    if (std::string why = (this->*find)(); !why.empty())
      return why;
  rewrite();
  return {};
}

namespace {

struct RotateLoops : tqc::impl::RotateLoopsPassBase<RotateLoops> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) {
      if (loop->hasAttr(kRotatedAttr))
        loops.push_back(loop);
    });
    for (scf::ForOp loop : loops)
      if (std::string why = LoopRotator(loop).run(); !why.empty()) {
        loop.emitOpError() << "is planned to be rotated, but " << why;
        return signalPassFailure();
      }
  }
};

} // namespace
