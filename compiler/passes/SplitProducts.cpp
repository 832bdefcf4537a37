//===- SplitProducts.cpp - The CTAs of a cluster share a loop -------------===//
//
// See SplitProductsPass in Passes.td for what the pass promises. The CTA of
// rank r gets the iterations
//
//     [min(r * share, count), min((r + 1) * share, count))
//
// of `count`, where share = ceil(count / CTAs): runs, so that each reads memory
// as the loop did, and the last CTAs may have none. The first CTA starts its
// sums from what the loop did, the others from zero. Numbers and pointers that
// grow by the same each time start where the run does.
//
// What comes behind the loop is done by all CTAs, each for the columns that it
// adds up, if it goes element by element into boxes; else by the first one, for
// all of the tile.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/Passes.h"
#include "compiler/passes/PlanSplit.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"

namespace tqc {
#define GEN_PASS_DEF_SPLITPRODUCTSPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

namespace {

class LoopSplitter {
public:
  LoopSplitter(func::FuncOp kernel, scf::ForOp loop, int32_t ctas)
      : kernel(kernel), loop(loop), ctas(ctas),
        isSum(loop->getAttrOfType<DenseBoolArrayAttr>(kSplitAttr).asArrayRef()),
        b(loop.getLoc(), loop) {}

  LogicalResult run();

private:
  Value number(Type type, int64_t value) {
    return arith::ConstantOp::create(b, b.getIntegerAttr(type, value));
  }
  void numberPrograms();
  Value grown(Value init, Value step, Value times);
  void shareIterations();
  void addUp();
  uint32_t countShares();
  bool staysInPlace(Value sum, uint32_t &shares);
  void shareRest();
  void keepRestForFirst();

  func::FuncOp kernel;
  scf::ForOp loop;
  int32_t ctas;
  ArrayRef<bool> isSum; ///< of what the loop carries
  ImplicitLocOpBuilder b;
  uint32_t shares = 1; ///< of the sums; 1: the first CTA has all
  Value isFirst;       ///< this CTA, of its cluster
  Value rank;
};

} // namespace

/// Clusters lie along the first axis: a program is a cluster now.
void LoopSplitter::numberPrograms() {
  SmallVector<Operation *> asked;
  kernel.walk([&](Operation *op) {
    auto id = dyn_cast<tq::ProgramIdOp>(op);
    auto count = dyn_cast<tq::NumProgramsOp>(op);
    if ((id && id.getAxis() == 0) || (count && count.getAxis() == 0))
      asked.push_back(op);
  });
  b.setInsertionPointToStart(&kernel.getBody().front());
  Value size = number(b.getI32Type(), ctas);
  Value cta = tq::ProgramIdOp::create(b, 0);
  rank = arith::RemUIOp::create(b, cta, size);
  isFirst = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, rank,
                                  number(b.getI32Type(), 0));
  for (Operation *op : asked) {
    b.setInsertionPointAfter(op);
    Value mine = number(b.getI32Type(), ctas);
    auto program = arith::DivUIOp::create(b, op->getResult(0), mine);
    op->getResult(0).replaceAllUsesExcept(program, program);
  }
}

/// What is carried after so many iterations that each add `step`. A pointer may
/// go further than 32 bits count, step by step.
Value LoopSplitter::grown(Value init, Value step, Value times) {
  bool isPointer = isa<tq::PtrType>(getElementTypeOrSelf(init.getType()));
  auto tile = dyn_cast<RankedTensorType>(step.getType());
  Type element = getElementTypeOrSelf(step.getType());
  if (isPointer && element.getIntOrFloatBitWidth() < 64) {
    element = b.getI64Type();
    Type wide = tile ? Type(tile.clone(element)) : element;
    step = arith::ExtSIOp::create(b, wide, step);
  }
  Value count = times;
  if (element.getIntOrFloatBitWidth() > 32)
    count = arith::ExtUIOp::create(b, element, times);
  else if (element.getIntOrFloatBitWidth() < 32)
    count = arith::TruncIOp::create(b, element, times);
  if (tile)
    count = tq::SplatOp::create(b, step.getType(), count);
  Value offset = arith::MulIOp::create(b, step, count);
  if (isPointer)
    return tq::AddPtrOp::create(b, init.getType(), init, offset);
  return arith::AddIOp::create(b, init, offset);
}

void LoopSplitter::shareIterations() {
  b.setInsertionPoint(loop);
  Type type = loop.getInductionVar().getType();
  Value low = loop.getLowerBound(), step = loop.getStep();
  Value span = arith::MaxSIOp::create(
      b, arith::SubIOp::create(b, loop.getUpperBound(), low), number(type, 0));
  // Not rounded up by adding, which may overflow.
  Value whole = arith::DivUIOp::create(b, span, step);
  Value rest = arith::RemUIOp::create(b, span, step);
  Value hasRest =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ne, rest, number(type, 0));
  Value count =
      arith::AddIOp::create(b, whole, arith::ExtUIOp::create(b, type, hasRest));
  Value share = arith::DivUIOp::create(
      b, arith::AddIOp::create(b, count, number(type, ctas - 1)),
      number(type, ctas));
  Value mine = rank;
  if (type.getIntOrFloatBitWidth() > 32)
    mine = arith::ExtUIOp::create(b, type, rank);
  Value first =
      arith::MinUIOp::create(b, arith::MulIOp::create(b, mine, share), count);
  Value end =
      arith::MinUIOp::create(b, arith::AddIOp::create(b, first, share), count);
  auto place = [&](Value iteration) -> Value {
    return arith::AddIOp::create(b, low,
                                 arith::MulIOp::create(b, iteration, step));
  };
  Value isLast = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, end, count);
  Value upper =
      arith::SelectOp::create(b, isLast, loop.getUpperBound(), place(end));
  Value times = first;
  if (type.getIntOrFloatBitWidth() > 32)
    times = arith::TruncIOp::create(b, b.getI32Type(), first);
  for (unsigned i = 0; i < loop.getNumRegionIterArgs(); ++i) {
    OpOperand &init = loop.getInitsMutable()[i];
    if (!isSum[i])
      init.set(grown(init.get(), carriedStep(loop, i), times));
    else if (Attribute zero = b.getZeroAttr(init.get().getType());
             !matchPattern(init.get(), m_Zero()) &&
             !matchPattern(init.get(), m_AnyZeroFloat()))
      init.set(arith::SelectOp::create(
          b, isFirst, init.get(),
          arith::ConstantOp::create(b, cast<TypedAttr>(zero))));
  }
  loop.setLowerBound(place(first));
  loop.setUpperBound(upper);
}

void LoopSplitter::addUp() {
  b.setInsertionPointAfter(loop);
  for (unsigned i = 0; i < loop.getNumResults(); ++i)
    if (isSum[i] && !loop.getResult(i).use_empty()) {
      auto sum =
          ClusterSumOp::create(b, loop.getResult(i), uint32_t(ctas), shares);
      loop.getResult(i).replaceAllUsesExcept(sum, sum);
    }
}

/// Whether all that is made of a sum keeps its elements where they are, and
/// goes into boxes; then no more shares than those have panels.
bool LoopSplitter::staysInPlace(Value sum, uint32_t &shares) {
  auto tile = cast<RankedTensorType>(sum.getType());
  for (Operation *user : sum.getUsers()) {
    if (auto store = dyn_cast<BoxStoreOp>(user)) {
      int64_t width = store.getMap().getDefiningOp<TensorMapOp>().getBox()[0];
      shares = std::min(shares, uint32_t(tile.getDimSize(1) / width));
      continue;
    }
    if (!user->hasTrait<OpTrait::Elementwise>() || user->getNumResults() != 1)
      return false;
    auto result = dyn_cast<RankedTensorType>(user->getResult(0).getType());
    if (!result || result.getShape() != tile.getShape() ||
        layoutOf(result) != layoutOf(tile) ||
        !staysInPlace(user->getResult(0), shares))
      return false;
  }
  return true;
}

/// How many CTAs can do what comes behind the loop, each for columns of its
/// own.
uint32_t LoopSplitter::countShares() {
  uint32_t shares = llvm::bit_floor(uint32_t(ctas)); // as tiles are cut
  for (Operation *op = loop->getNextNode(); op; op = op->getNextNode()) {
    auto load = dyn_cast<tq::LoadOp>(op);
    bool mayRepeat = load ? !load.isVolatileAccess() : isMemoryEffectFree(op);
    auto store = dyn_cast<BoxStoreOp>(op);
    if (store)
      for (OpResult sum : loop.getResults())
        if (isSum[sum.getResultNumber()] &&
            cast<RankedTensorType>(sum.getType()).getShape() !=
                cast<RankedTensorType>(store.getValue().getType()).getShape())
          return 1;
    if (!store && !mayRepeat && !op->hasTrait<OpTrait::IsTerminator>())
      return 1;
  }
  for (OpResult sum : loop.getResults())
    if (isSum[sum.getResultNumber()] &&
        (cast<RankedTensorType>(sum.getType()).getRank() != 2 ||
         !staysInPlace(sum, shares) ||
         !shareColumns(layoutOf(sum.getType()), shares)))
      return 1;
  return shares;
}

/// Each CTA stores its share. None ends while others read what it has.
void LoopSplitter::shareRest() {
  Operation *end = loop->getBlock()->getTerminator();
  for (auto store : loop->getBlock()->getOps<BoxStoreOp>()) {
    store.getShareMutable().assign(rank);
    store.setShares(shares);
  }
  b.setInsertionPoint(end);
  ClusterBarrierOp::create(b);
}

/// What comes behind the sums is done by the first CTA.
void LoopSplitter::keepRestForFirst() {
  Block &block = kernel.getBody().front();
  Operation *last = loop;
  while (isa<ClusterSumOp>(last->getNextNode()))
    last = last->getNextNode();
  b.setInsertionPointAfter(last);
  auto branch = scf::IfOp::create(b, isFirst);
  Block &then = branch.getThenRegion().front();
  then.getOperations().splice(then.begin(), block.getOperations(),
                              std::next(branch->getIterator()),
                              block.getTerminator()->getIterator());
}

LogicalResult LoopSplitter::run() {
  for (unsigned i = 0; i < loop.getNumRegionIterArgs(); ++i)
    if (i >= isSum.size() || (!isSum[i] && !carriedStep(loop, i)))
      return loop.emitOpError("is planned for several CTAs, but hands on more "
                              "than sums and what grows evenly");
  numberPrograms();
  shareIterations();
  shares = countShares();
  addUp();
  if (shares > 1)
    shareRest();
  else
    keepRestForFirst();
  loop->removeAttr(kSplitAttr);
  return success();
}

namespace {

struct SplitProducts : tqc::impl::SplitProductsPassBase<SplitProducts> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    auto plan = kernel->getAttrOfType<PlanAttr>(kPlanAttr);
    if (!plan || plan.getCluster() == 1)
      return;
    bool sharesRows = kernel
                          .walk([](Operation *op) {
                            return isa<ClusterGatherOp, ClusterRankOp>(op)
                                       ? WalkResult::interrupt()
                                       : WalkResult::advance();
                          })
                          .wasInterrupted();
    if (sharesRows)
      return; // tq-share-rows or tq-share-tiles has done it
    scf::ForOp shared;
    kernel.walk([&](scf::ForOp loop) {
      if (loop->getParentOp() == kernel && loop->hasAttr(kSplitAttr))
        shared = loop;
    });
    if (shared &&
        succeeded(LoopSplitter(kernel, shared, plan.getCluster()).run()))
      return;
    if (!shared)
      kernel.emitError() << "the plan has " << plan.getCluster()
                         << " CTAs for each program, but none of its loops is "
                            "theirs";
    signalPassFailure();
  }
};

} // namespace
