//===- PipelineLoops.cpp - Copy a loop's operands ahead of their use ------===//
//
// See PipelineLoopsPass in Passes.td for what the pass promises. Which loops,
// how far and into what is decided (PlanPipelines.cpp). The schedule is the
// multistage pipeline of CUTLASS and Triton: copies into a ring of slots are
// started `distance` iterations before a product reads them.
//
//     for i:  wait until this thread's copies of iteration i are done
//             barrier
//             start the copies of iteration i + distance
//             multiply what slot i % stages holds
//
// One barrier an iteration is enough for both directions. Behind it all
// threads' copies of iteration i have arrived; and all threads have read the
// slot of iteration i - 1, which is the one that is filled next: distance is
// stages - 1. A product that still runs in the next iteration reads its slot
// for one iteration longer, so then distance is stages - 2.
//
// What addresses and masks are computed from (`slice`) is computed again for
// the iteration ahead (AheadSlice.h).
// Carried values of the slice run on in carried values of their own (`ahead`).
// Past the end of the loop nothing guards what the loop's bounds guarded: there
// nothing is copied or loaded, and divisors are 1 (`inRange`).
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/AheadSlice.h"
#include "compiler/passes/Passes.h"
#include "compiler/passes/RingReaders.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

namespace tqc {
#define GEN_PASS_DEF_PIPELINELOOPSPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

namespace {

/// A load that becomes a copy.
struct Copy {
  tq::LoadOp load;
  SmallVector<RingReader> readers;
  LinearLayout memory;
  RingOp ring;
};

class LoopPipeliner {
public:
  LoopPipeliner(scf::ForOp loop, PipelineAttr plan)
      : loop(loop), stages(plan.getStages()), distance(plan.getDistance()),
        startsBehind(plan.getBehind()), slice(loop) {}

  LogicalResult run();

private:
  LogicalResult collect();
  void makeRings(OpBuilder &builder);
  void cloneSlice(OpBuilder &builder, IRMapping &map, Value inRange);
  void startCopies(OpBuilder &builder, IRMapping &map, Value inRange,
                   Value slot);
  void fillFirstSlots(OpBuilder &builder);
  void rebuildLoop();
  SmallVector<Value> startNextCopies(OpBuilder &builder, Value index,
                                     Value steps, Value bound,
                                     ValueRange aheadArgs, Value slot);
  void delayCopies(Block *body);
  void replaceLoads(Value slot);

  scf::ForOp loop;
  int stages, distance;
  bool startsBehind;
  std::vector<Copy> copies;
  /// What addresses and masks are computed from, inside the loop.
  AheadSlice slice;
  /// What its carried values are `distance` iterations ahead.
  SmallVector<Value> ahead;
};

} // namespace

/// The loads that are planned to run ahead, and what they need.
LogicalResult LoopPipeliner::collect() {
  for (auto load : loop.getBody()->getOps<tq::LoadOp>()) {
    auto memory = load->getAttrOfType<LinearAttr>(kSlotsAttr);
    if (!memory)
      continue;
    if (std::string why = slice.add(load); !why.empty())
      return load.emitOpError("is planned to run ahead, but ") << why;
    copies.push_back({load, ringReadersOf(load), memory.getLayout(), {}});
  }
  if (copies.empty())
    return loop.emitOpError("is planned to copy ahead, but no load has slots");
  return success();
}

//===----------------------------------------------------------------------===//
// The new loop
//===----------------------------------------------------------------------===//

void LoopPipeliner::makeRings(OpBuilder &builder) {
  for (Copy &copy : copies) {
    auto tile = cast<RankedTensorType>(copy.load.getType());
    auto type = RingType::get(builder.getContext(), stages,
                              withLayout(tile, copy.memory));
    copy.ring = RingOp::create(builder, copy.load.getLoc(), type);
  }
}

/// `inRange` for each element of a tile, or itself beside a number.
static Value repeatLike(OpBuilder &builder, Value inRange, Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  if (!tile)
    return inRange;
  return tq::SplatOp::create(builder, inRange.getLoc(),
                             tile.clone(builder.getI1Type()), inRange);
}

/// Lets a load do nothing where the iteration is none of the loop's.
static void loadInRange(OpBuilder &builder, tq::LoadOp load, Value inRange) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(load);
  Value mask = repeatLike(builder, inRange, load.getPtr().getType());
  if (Value given = load.getMask())
    mask = arith::AndIOp::create(builder, load.getLoc(), given, mask);
  load.getMaskMutable().assign(mask);
}

/// Computes addresses and masks again for another iteration. Past the end of
/// the loop nothing guards its divisors and loads: divisors are 1 there, and
/// nothing is loaded.
void LoopPipeliner::cloneSlice(OpBuilder &builder, IRMapping &map,
                               Value inRange) {
  for (Operation &op : *loop.getBody()) {
    if (!slice.contains(&op))
      continue;
    Operation *clone = builder.clone(op, map);
    if (auto load = dyn_cast<tq::LoadOp>(clone))
      loadInRange(builder, load, inRange);
    if (!isPartialDivision(&op))
      continue;
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(clone);
    Value divisor = clone->getOperand(1);
    Type type = divisor.getType();
    Value one = arith::ConstantOp::create(builder, op.getLoc(),
                                          builder.getOneAttr(type));
    clone->setOperand(1, arith::SelectOp::create(
                             builder, op.getLoc(),
                             repeatLike(builder, inRange, type), divisor, one));
  }
}

/// Starts the copies of one iteration, if it is one of the loop's.
void LoopPipeliner::startCopies(OpBuilder &builder, IRMapping &map,
                                Value inRange, Value slot) {
  for (Copy &copy : copies) {
    Location place = copy.load.getLoc();
    Value ptr = map.lookupOrDefault(copy.load.getPtr());
    Value mask = repeatLike(builder, inRange, ptr.getType());
    if (copy.load.getMask())
      mask = arith::AndIOp::create(
          builder, place, map.lookupOrDefault(copy.load.getMask()), mask);
    auto start = CopyAsyncOp::create(builder, place, ptr, mask,
                                     copy.ring.getResult(), slot);
    for (StringRef name : {tq::kWordsAttr, kAccessAttr})
      if (Attribute known = copy.load->getAttr(name))
        start->setAttr(name, known);
  }
  CopyCommitOp::create(builder, loop.getLoc());
}

static Value constantLike(OpBuilder &builder, Location loc, Type type,
                          int64_t value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getIntegerAttr(type, value));
}

static Value compare(OpBuilder &builder, arith::CmpIPredicate predicate,
                     Value a, Value b) {
  return arith::CmpIOp::create(builder, a.getLoc(), predicate, a, b);
}

/// What an index must be less than for the iteration `distance` steps after it
/// to be one of the loop's: the upper bound less those steps, one by one, or,
/// where that is no number of the type, the least one.
static Value boundAhead(OpBuilder &builder, scf::ForOp loop, int distance) {
  Location place = loop.getLoc();
  Value bound = loop.getUpperBound();
  Type type = bound.getType();
  Value least = constantLike(builder, place, type,
                             llvm::minIntN(type.getIntOrFloatBitWidth()));
  for (int i = 0; i < distance; ++i) {
    Value less = arith::SubIOp::create(builder, place, bound, loop.getStep());
    Value wraps = compare(builder, arith::CmpIPredicate::sgt, less, bound);
    bound = arith::SelectOp::create(builder, place, wraps, least, less);
  }
  return bound;
}

/// Whether the iteration `distance` steps after the one of `index` is one of
/// the loop's. In the loop `index` is below the upper bound, so that what is
/// left is exact without a sign; if the steps are a constant of the type
/// nothing else has to be kept in a register. `bound` is boundAhead's.
static Value isInRange(OpBuilder &builder, scf::ForOp loop, Value index,
                       int distance, Value bound) {
  APInt step;
  bool isConstant = matchPattern(loop.getStep(), m_ConstantInt(&step));
  bool overflows = false;
  APInt steps =
      isConstant ? step.umul_ov(APInt(step.getBitWidth(), distance), overflows)
                 : step;
  if (!isConstant || overflows)
    return compare(builder, arith::CmpIPredicate::slt, index, bound);
  Location place = loop.getLoc();
  Value left =
      arith::SubIOp::create(builder, place, loop.getUpperBound(), index);
  Value needed = arith::ConstantOp::create(
      builder, place, builder.getIntegerAttr(index.getType(), steps));
  return compare(builder, arith::CmpIPredicate::ugt, left, needed);
}

/// The copies of the first `distance` iterations, before the loop.
void LoopPipeliner::fillFirstSlots(OpBuilder &builder) {
  Location place = loop.getLoc();
  Type type = loop.getInductionVar().getType();
  ahead.clear();
  for (BlockArgument argument : slice.carried())
    ahead.push_back(loop.getTiedLoopInit(argument)->get());
  Operation *yield = loop.getBody()->getTerminator();
  for (int stage = 0; stage < distance; ++stage) {
    Value steps =
        arith::MulIOp::create(builder, place, loop.getStep(),
                              constantLike(builder, place, type, stage));
    IRMapping map;
    map.map(loop.getInductionVar(),
            arith::AddIOp::create(builder, place, loop.getLowerBound(), steps)
                .getResult());
    for (auto [argument, value] : llvm::zip(slice.carried(), ahead))
      map.map(argument, value);
    Value inRange =
        compare(builder, arith::CmpIPredicate::slt, loop.getLowerBound(),
                boundAhead(builder, loop, stage));
    cloneSlice(builder, map, inRange);
    startCopies(builder, map, inRange,
                constantLike(builder, place, builder.getI32Type(), stage));
    for (auto [argument, value] : llvm::zip(slice.carried(), ahead))
      value =
          map.lookupOrDefault(yield->getOperand(argument.getArgNumber() - 1));
  }
}

/// The slot after `slot`.
static Value nextSlot(OpBuilder &builder, Location place, Value slot,
                      int stages) {
  Type type = slot.getType();
  Value next = arith::AddIOp::create(builder, place, slot,
                                     constantLike(builder, place, type, 1));
  Value wraps =
      arith::CmpIOp::create(builder, place, arith::CmpIPredicate::eq, next,
                            constantLike(builder, place, type, stages));
  return arith::SelectOp::create(builder, place, wraps,
                                 constantLike(builder, place, type, 0), next);
}

/// Reads the tiles from `slot` where the loop used what it loaded.
void LoopPipeliner::replaceLoads(Value slot) {
  for (Copy &copy : copies)
    readFromRing(copy.readers, copy.load, loop.getBody(), copy.ring.getResult(),
                 slot);
}

/// Moves the copies, and what their addresses are computed by, behind the first
/// product.
void LoopPipeliner::delayCopies(Block *body) {
  auto first = llvm::find_if(
      *body, [](Operation &op) { return isa<MmaOp, tq::DotOp>(op); });
  if (first == body->end())
    return;
  Operation *after = &*first;
  Operation *barrier = *body->getOps<tq::BarrierOp>().begin();
  for (Operation *op = barrier->getNextNode(), *next; op; op = next) {
    next = op->getNextNode();
    op->moveAfter(after);
    after = op;
    if (isa<CopyCommitOp>(op))
      return;
  }
}

/// The loop with `ahead` and two slots as further carried values: which slot is
/// filled next, and which is read.
void LoopPipeliner::rebuildLoop() {
  Location place = loop.getLoc();
  OpBuilder builder(loop);
  makeRings(builder);
  tq::BarrierOp::create(builder, place); // others may still use these bytes
  Type type = loop.getInductionVar().getType();
  Value steps =
      arith::MulIOp::create(builder, place, loop.getStep(),
                            constantLike(builder, place, type, distance));
  Value bound = boundAhead(builder, loop, distance);
  fillFirstSlots(builder);
  SmallVector<Value> inits(loop.getInits());
  unsigned oldCount = inits.size();
  llvm::append_range(inits, ahead);
  Type slotType = builder.getI32Type();
  inits.push_back(constantLike(builder, place, slotType, distance));
  inits.push_back(constantLike(builder, place, slotType, 0));
  auto next = scf::ForOp::create(builder, place, loop.getLowerBound(),
                                 loop.getUpperBound(), loop.getStep(), inits);
  next->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  next->removeAttr(kPipelineAttr);

  auto args = next.getRegionIterArgs();
  Value fillSlot = args[args.size() - 2], readSlot = args.back();
  builder.setInsertionPointToStart(next.getBody());
  SmallVector<Value> yields =
      startNextCopies(builder, next.getInductionVar(), steps, bound,
                      args.slice(oldCount, ahead.size()), fillSlot);
  yields.push_back(nextSlot(builder, place, fillSlot, stages));
  yields.push_back(nextSlot(builder, place, readSlot, stages));

  Block *from = loop.getBody(), *to = next.getBody();
  to->getOperations().splice(to->end(), from->getOperations());
  for (auto [old, value] :
       llvm::zip(from->getArguments(),
                 to->getArguments().take_front(from->getNumArguments())))
    old.replaceAllUsesWith(value);
  if (startsBehind)
    delayCopies(to);
  Operation *yield = to->getTerminator();
  yield->insertOperands(yield->getNumOperands(), yields);
  builder.setInsertionPointAfter(next);
  CopyWaitOp::create(builder, place, 0); // those of iterations past the end
  tq::BarrierOp::create(builder, place);
  loop.replaceAllUsesWith(next.getResults().take_front(oldCount));
  loop.erase();
  loop = next;
  replaceLoads(readSlot);
}

/// The head of an iteration: its own copies are waited for, those of the
/// iteration `distance` ahead are started. Gives the new carried values.
SmallVector<Value>
LoopPipeliner::startNextCopies(OpBuilder &builder, Value index, Value steps,
                               Value bound, ValueRange aheadArgs, Value slot) {
  Location place = loop.getLoc();
  CopyWaitOp::create(builder, place, distance - 1);
  tq::BarrierOp::create(builder, place);
  IRMapping map;
  map.map(loop.getInductionVar(),
          arith::AddIOp::create(builder, place, index, steps).getResult());
  for (auto [argument, value] : llvm::zip(slice.carried(), aheadArgs))
    map.map(argument, value);
  Value inRange = isInRange(builder, loop, index, distance, bound);
  cloneSlice(builder, map, inRange);
  startCopies(builder, map, inRange, slot);
  Operation *yield = loop.getBody()->getTerminator();
  SmallVector<Value> next;
  for (BlockArgument argument : slice.carried())
    next.push_back(
        map.lookupOrDefault(yield->getOperand(argument.getArgNumber() - 1)));
  return next;
}

LogicalResult LoopPipeliner::run() {
  if (failed(collect()))
    return failure();
  rebuildLoop();
  return success();
}

namespace {

struct PipelineLoops : tqc::impl::PipelineLoopsPassBase<PipelineLoops> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops)
      if (auto plan = loop->getAttrOfType<PipelineAttr>(kPipelineAttr);
          plan && failed(LoopPipeliner(loop, plan).run()))
        return signalPassFailure();
  }
};

} // namespace
