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
//     S = Q K(0); P, c = softmax(S); O = O * c
//     for i = 1..:  S = Q K(i) starts; O = O + P V(i - 1) starts
//                   wait for S; P, c = softmax(S)      <- while O still runs
//                   wait for O; O = O * c
//     O = O + P V(last)
//
// The body's ops fall into three parts: the second product with its slot (the
// tail), what leads from the carried sums to it (scaling), and the rest (the
// head). The tail runs one iteration later; what it takes from the head of its
// own iteration is carried over. The sums are scaled as soon as the product
// before is done, beside the rest of the softmax: between the start of one
// product and that of the next there is nothing to compute.
//
// How much of the softmax runs beside the second product is where ptxas puts
// the wait for it: right behind what the arrival in front of it waits for, and
// it takes all else that late. Where the second product runs as long as the
// first, that is the third link of the weights' sum, which is added up in turn:
// so the exponentials have an order, too (17 to 19 of 66 are before the wait,
// and 8 with the factor and sums of pairs; 3 to 13 % of attention with 128
// dimensions, docs/results/2026-11-24-attention). Beside shorter products, too;
// but where a causal mask stands before the softmax, ptxas has few of them
// before the third link, and the sixteenth is best
// (docs/results/2026-11-24-turns). Where sums are hardly ever scaled there is
// less to do behind the wait: then it is the second link, and the sixteenth
// beside any shorter product (docs/results/2026-11-27-lazy).
//
// The slots of what only the first product reads (Q) are given back before the
// last tail, so that they are filled again beside it.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/LoopTail.h"
#include "compiler/passes/Passes.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

namespace tqc {
#define GEN_PASS_DEF_ROTATELOOPSPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

/// Links of the sum before the wait for the second product, and before that for
/// a short one where a mask compares each score, or sums are hardly ever
/// scaled.
static constexpr int32_t kLinks = 3, kLinksOfLazy = 2, kLinksBesideShort = 16;

/// Whether some iterations compare each element of a tile of products.
static bool comparesScores(scf::ForOp loop, RankedTensorType scores) {
  auto comparesAll = [&](arith::CmpIOp compare) {
    auto tile = dyn_cast<RankedTensorType>(compare.getType());
    return compare->getParentOfType<scf::IfOp>() && tile &&
                   tile.getShape() == scores.getShape()
               ? WalkResult::interrupt()
               : WalkResult::advance();
  };
  return loop.walk(comparesAll).wasInterrupted();
}

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
  bool isLazy();
  void findRoundings();
  void findFactor();
  void findSum();
  void release(OpBuilder &builder, IRMapping &map);
  void findReleases();
  void giveBack(OpBuilder &builder);
  void rewrite();
  SmallVector<Value> initsAfter(const IRMapping &map);
  scf::ForOp makeRest(OpBuilder &builder, ArrayRef<Value> inits);
  IRMapping mapCarried(ValueRange values);
  void cloneHead(OpBuilder &builder, IRMapping &map, bool tailFollows,
                 llvm::function_ref<void()> startTail);
  void cloneTail(OpBuilder &builder, IRMapping &map, bool isStart);
  void cloneRoundings(OpBuilder &builder, IRMapping &map);
  void cloneScaling(OpBuilder &builder, IRMapping &map, Value sumsBefore);
  bool isOfSlot(Operation *op, Value slot);

  scf::ForOp loop;
  WgmmaOp first, second;
  WgmmaWaitOp firstWait, secondWait;
  Value firstSlot, secondSlot;
  LoopTail tail;
  BlockArgument sums;             ///< what the second product adds to
  Value factor;                   ///< that they are scaled with, or null
  Value sum;                      ///< of a row's weights, in turn, or null
  int32_t links = kLinks;         ///< of it before the second product's wait
  llvm::SetVector<Value> carried; ///< of the head, that the tail uses
  llvm::SetVector<Operation *> roundings; ///< to what the tail multiplies
  SmallVector<MbarrierArriveOp> releases; ///< behind the loop
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
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (tail.owns(&op) && !tail.scales(&op))
      for (Value operand : op.getOperands())
        if (operand.getParentBlock() == loop.getBody() && !tail.gives(operand))
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

/// Whether warps leave most of the scaling out: in a branch, behind which all
/// would be put that nobody needs before it.
bool LoopRotator::isLazy() {
  Operation *scaling = second.getAcc().getDefiningOp();
  return scaling && scaling->hasAttr(kMostlyOneAttr);
}

/// Weights are rounded to the registers that the second product of the
/// iteration before reads: when it is done, but before that branch.
void LoopRotator::findRoundings() {
  if (!isLazy())
    return;
  auto ofF32 = [](Value value) { return getElementTypeOrSelf(value).isF32(); };
  for (Value value : carried) {
    auto rounding = value.getDefiningOp<arith::TruncFOp>();
    bool isOfTail = llvm::all_of(
        value.getUsers(), [&](Operation *user) { return tail.owns(user); });
    if (rounding && isOfTail && ofF32(rounding.getIn()) &&
        getElementTypeOrSelf(value).getIntOrFloatBitWidth() == 16)
      roundings.insert(rounding);
  }
}

/// The head of an iteration; `startTail` is called where the first product
/// runs. `tailFollows`: the second product of the iteration before runs on
/// behind it.
void LoopRotator::cloneHead(OpBuilder &builder, IRMapping &map,
                            bool tailFollows,
                            llvm::function_ref<void()> startTail) {
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (tail.owns(&op) || (tailFollows && roundings.contains(&op)) ||
        (isa<MbarrierArriveOp>(op) && isOfSlot(&op, firstSlot)))
      continue;
    Operation *clone = builder.clone(op, map);
    if (&op == first)
      startTail();
    if (&op != firstWait)
      continue;
    cast<WgmmaWaitOp>(clone).setPending(tailFollows ? 1 : 0);
    if (!factor)
      release(builder, map);
  }
  if (factor)
    release(builder, map);
}

/// Gives back the slot of the first product. What follows is the wait for the
/// second one, for which ptxas would wait before the softmax: so it comes after
/// part of it.
void LoopRotator::release(OpBuilder &builder, IRMapping &map) {
  for (Operation &op : loop.getBody()->without_terminator())
    if (isa<MbarrierArriveOp>(op) && isOfSlot(&op, firstSlot)) {
      auto arrive = cast<MbarrierArriveOp>(builder.clone(op, map));
      if (!factor)
        continue;
      arrive.getAfterMutable().assign(map.lookup(sum ? sum : factor));
      if (sum)
        arrive.setLinks(links);
    }
}

/// The exponentials that the sums are scaled with, if they are.
void LoopRotator::findFactor() {
  for (Operation &op : loop.getBody()->without_terminator())
    for (Value value : tail.scales(&op) ? op.getOperands() : ValueRange()) {
      Operation *source = value.getDefiningOp();
      while (isa_and_nonnull<tq::BroadcastOp, tq::ExpandDimsOp>(source))
        source = source->getOperand(0).getDefiningOp();
      if (isa_and_nonnull<math::ExpOp, math::Exp2Op>(source) &&
          source->getBlock() == loop.getBody() &&
          getElementTypeOrSelf(source->getResult(0)).isF32())
        factor = source->getResult(0);
    }
}

/// The sum of a row's weights that LaneSums adds up in turn. It starts from
/// zero: an arrival comes after what is not negative.
void LoopRotator::findSum() {
  auto columns = [](WgmmaOp product) {
    return cast<RankedTensorType>(product.getAcc().getType()).getDimSize(1);
  };
  if (!factor)
    return;
  bool isShort = columns(second) < columns(first);
  if (isShort && (isLazy() || comparesScores(loop, first.getType())))
    links = kLinksBesideShort;
  else if (isLazy())
    links = kLinksOfLazy;
  for (auto [yielded, init] :
       llvm::zip_equal(loop.getYieldedValues(), loop.getInits())) {
    auto ofNeighbours = yielded.getDefiningOp<tq::ReduceOp>();
    if (!ofNeighbours || !matchPattern(init, m_PosZeroFloat()))
      continue;
    Value inTurn = ofNeighbours.getSrcs().front();
    Operation *op = inTurn.getDefiningOp();
    if (op && op->hasAttr(kInTurnAttr) && getElementTypeOrSelf(inTurn).isF32())
      sum = inTurn;
  }
}

/// The start of the tail, up to its product, or the rest of it.
void LoopRotator::cloneTail(OpBuilder &builder, IRMapping &map, bool isStart) {
  for (Operation &op : loop.getBody()->without_terminator())
    if (tail.owns(&op) && !tail.scales(&op) &&
        isStart == (&op == second || op.isBeforeInBlock(second)))
      builder.clone(op, map);
}

void LoopRotator::cloneRoundings(OpBuilder &builder, IRMapping &map) {
  for (Operation *op : roundings)
    builder.clone(*op, map)->setAttr(kInPlaceAttr, builder.getUnitAttr());
}

/// What the product of this iteration adds to, from the product before.
void LoopRotator::cloneScaling(OpBuilder &builder, IRMapping &map,
                               Value sumsBefore) {
  map.map(sums, sumsBefore);
  for (Operation &op : loop.getBody()->without_terminator())
    if (tail.scales(&op))
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
    inits.push_back(map.lookupOrDefault(
        argument == sums ? second.getAcc()
                         : yield->getOperand(argument.getArgNumber() - 1)));
  for (Value value : carried)
    inits.push_back(map.lookupOrDefault(value));
  return inits;
}

/// The iterations from the second one on; there may be none.
scf::ForOp LoopRotator::makeRest(OpBuilder &builder, ArrayRef<Value> inits) {
  Location place = loop.getLoc();
  Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
  Value left = arith::SubIOp::create(builder, place, upper, lower);
  Value next = arith::AddIOp::create(builder, place, lower, loop.getStep());
  Value from = arith::SelectOp::create(
      builder, place,
      compare(builder, arith::CmpIPredicate::ugt, left, loop.getStep()), next,
      upper);
  auto rest =
      scf::ForOp::create(builder, place, from, upper, loop.getStep(), inits);
  rest->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  rest->removeAttr(kRotatedAttr);
  OpBuilder::InsertionGuard guard(builder);
  if (!rest.getBody()->empty())
    rest.getBody()->back().erase();
  builder.setInsertionPointToEnd(rest.getBody());
  IRMapping head;
  head.map(loop.getInductionVar(), rest.getInductionVar());
  for (BlockArgument argument : loop.getRegionIterArgs())
    head.map(argument, rest.getRegionIterArg(argument.getArgNumber() - 1));
  IRMapping late = mapCarried(rest.getRegionIterArgs());
  cloneHead(builder, head, /*tailFollows=*/true,
            [&] { cloneTail(builder, late, /*isStart=*/true); });
  cloneTail(builder, late, /*isStart=*/false);
  cloneRoundings(builder, head);
  cloneScaling(builder, head, late.lookup(secondWait.getResult()));
  SmallVector<Value> yields;
  for (Value value : loop.getBody()->getTerminator()->getOperands())
    yields.push_back(head.lookupOrDefault(
        value == secondWait.getResult() ? second.getAcc() : value));
  for (Value value : carried)
    yields.push_back(head.lookupOrDefault(value));
  scf::YieldOp::create(builder, place, yields);
  return rest;
}

/// What a tail takes of an iteration before, from what the loop carries.
IRMapping LoopRotator::mapCarried(ValueRange values) {
  IRMapping late;
  late.map(second.getAcc(), values[sums.getArgNumber() - 1]);
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
  giveBack(builder);
  scf::YieldOp::create(builder, place, loop.getInits());
  builder.setInsertionPointToEnd(branch.thenBlock());

  IRMapping first;
  first.map(loop.getInductionVar(), lower);
  for (BlockArgument argument : loop.getRegionIterArgs())
    first.map(argument, loop.getTiedLoopInit(argument)->get());
  cloneHead(builder, first, /*tailFollows=*/false, [] {});
  cloneScaling(builder, first, loop.getTiedLoopInit(sums)->get());
  // The factor of the first iteration is 0, or nearly.
  for (Operation &op : *branch.thenBlock())
    op.removeAttr(kMostlyOneAttr);
  scf::ForOp rest = makeRest(builder, initsAfter(first));
  giveBack(builder);
  IRMapping last = mapCarried(rest.getResults());
  cloneTail(builder, last, /*isStart=*/true);
  cloneTail(builder, last, /*isStart=*/false);
  SmallVector<Value> results(
      rest.getResults().take_front(loop.getNumRegionIterArgs()));
  results[sums.getArgNumber() - 1] = last.lookup(secondWait.getResult());
  scf::YieldOp::create(builder, place, results);
  for (MbarrierArriveOp arrive : releases)
    arrive.erase();
  loop.replaceAllUsesWith(branch.getResults());
  loop.erase();
}

/// Whether the warps that arrive also wait there: what they give on is the turn
/// to multiply, which they have until the last product is done, and no slot.
static bool givesTurnOn(MbarrierArriveOp arrive) {
  auto role = arrive->getParentOfType<RoleOp>();
  return llvm::any_of(arrive.getBarriers().getUsers(), [&](Operation *user) {
    return isa<MbarrierWaitOp>(user) && user->getParentOfType<RoleOp>() == role;
  });
}

/// Slots that are given back right behind the loop: all that is read of them,
/// the first product reads, which is waited for in each iteration.
void LoopRotator::findReleases() {
  for (Operation *next = loop->getNextNode();
       auto arrive = dyn_cast_or_null<MbarrierArriveOp>(next);
       next = next->getNextNode())
    if (!givesTurnOn(arrive))
      releases.push_back(arrive);
}

void LoopRotator::giveBack(OpBuilder &builder) {
  for (MbarrierArriveOp arrive : releases)
    builder.clone(*arrive);
}

std::string LoopRotator::run() {
  if (loop.getUnsignedCmp())
    return "its bounds are unsigned";
  for (auto find : {&LoopRotator::findProducts, &LoopRotator::findTail,
                    &LoopRotator::findCarried})
    if (std::string why = (this->*find)(); !why.empty())
      return why;
  findRoundings();
  findFactor();
  findSum();
  findReleases();
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
