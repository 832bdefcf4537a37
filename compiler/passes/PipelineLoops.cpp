//===- PipelineLoops.cpp - Copy a loop's operands ahead of their use ------===//
//
// See PipelineLoopsPass in Passes.td for what the pass promises. The schedule
// is the multistage pipeline of CUTLASS and Triton: copies into a ring of slots
// are started `distance` iterations before a product reads them.
//
//     for i:  wait until this thread's copies of iteration i are done
//             barrier
//             start the copies of iteration i + distance
//             multiply what slot i % stages holds
//
// One barrier an iteration is enough for both directions. Behind it all
// threads' copies of iteration i have arrived; and all threads have read the
// slot of iteration i - 1, which is the one that is filled next: distance is
// stages - 1. A product that still runs in the next iteration
// (`deferrableProduct`) reads its slot for one iteration longer, so then
// distance is stages - 2.
//
// What addresses and masks are computed from (`slice`) is computed again for
// the iteration ahead: legal if it has no effects, and if nothing that it loads
// can be written meanwhile (WrittenMemory.h).
// Carried values of the slice run on in carried values of their own (`ahead`).
// Past the end of the loop nothing guards what the loop's bounds guarded: there
// nothing is copied or loaded, and divisors are 1 (`inRange`).
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/Optimizations.h"
#include "compiler/analysis/SharedScratch.h"
#include "compiler/analysis/Target.h"
#include "compiler/analysis/ValueWalk.h"
#include "compiler/analysis/WrittenMemory.h"
#include "compiler/passes/LayoutRules.h"
#include "compiler/passes/Passes.h"
#include "compiler/passes/PipelineMemory.h"
#include "compiler/passes/RingReaders.h"
#include "compiler/passes/WarpgroupProducts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/SetVector.h"

namespace tqc {
#define GEN_PASS_DEF_PIPELINELOOPSPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

static void remarkMissed(Operation *op, StringRef why) {
  remark::missed(op->getLoc(),
                 remark::RemarkOpts::name("not-pipelined").category("pipeline"))
      << remark::reason("{0}", why);
}

//===----------------------------------------------------------------------===//
// Which loads
//===----------------------------------------------------------------------===//

namespace {

/// A load that becomes a copy.
struct Copy {
  tq::LoadOp load;
  SmallVector<RingReader> readers;
  std::optional<LinearLayout> memory;
  RingOp ring;

  int64_t slotBytes() {
    auto tile = cast<RankedTensorType>(load.getType());
    return tile.getNumElements() * sharedElementBytes(tile);
  }
};

class LoopPipeliner {
public:
  LoopPipeliner(scf::ForOp loop, PlanAttr plan)
      : loop(loop), stages(plan.getStages()), numWarps(plan.getWarps()) {}

  void run();

private:
  std::string whyNotAhead();
  bool canLoadAhead(Operation *op);
  bool feedsProduct(Value start);
  void consider(tq::LoadOp load);
  std::string whyNotCopyable(tq::LoadOp load, unsigned width);
  bool addSlice(Value value);
  bool fitStages();
  MmaOp deferrableProduct();

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
  int stages, numWarps;
  /// How many iterations ahead copies are started: stages - 1, or one less
  /// where a slot is read for one iteration longer.
  int distance = 0;
  std::vector<Copy> copies;
  /// Pointers that the loop stores through.
  SmallVector<Value> written;
  /// What addresses and masks are computed from, inside the loop.
  llvm::SetVector<Operation *> slice;
  /// The carried values among that; and what they are `distance` iterations
  /// ahead.
  llvm::SetVector<BlockArgument> carried;
  SmallVector<Value> ahead;
};

} // namespace

static constexpr const char *kWritesMemory =
    "the loop writes memory that a copy ahead of it might have to see";

/// Why no load can be done ahead of its iteration, if so. Collects the stores.
std::string LoopPipeliner::whyNotAhead() {
  std::string why;
  loop.getBody()->walk([&](Operation *op) {
    if (auto store = dyn_cast<tq::StoreOp>(op)) {
      written.push_back(store.getPtr());
    } else if (auto load = dyn_cast<tq::LoadOp>(op)) {
      if (load.isVolatileAccess())
        why = "a volatile load in the loop may wait for what a copy ahead of "
              "it would not see";
    } else if (!isMemoryEffectFree(op) &&
               !isa<tq::AssumeOp, tq::AssertOp, tq::SideEffectOp>(op) &&
               !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>()) {
      why = kWritesMemory;
    }
    return why.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  return why;
}

/// Whether a product in this loop takes the tile, or what is made of it.
bool LoopPipeliner::feedsProduct(Value start) {
  return findFrom(start, [&](Value tile, SmallVectorImpl<Value> &next) {
    for (Operation *user : tile.getUsers()) {
      if (user->getBlock() != loop.getBody())
        continue;
      auto mma = dyn_cast<MmaOp>(user);
      auto dot = dyn_cast<tq::DotOp>(user);
      if ((mma && tile != mma.getAcc()) || (dot && tile != dot.getAcc()))
        return true;
      if (isElementwise(user) ||
          isa<ConvertLayoutOp, tq::TransOp, tq::ReshapeOp, tq::BroadcastOp,
              tq::JoinOp>(user))
        next.push_back(user->getResult(0));
    }
    return false;
  });
}

/// A quotient that has no value for some divisors.
static bool isPartialDivision(Operation *op) {
  return isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
             arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(op) &&
         !isSpeculatable(op);
}

/// A load that gives the same ahead of its iteration, as of an index to gather.
bool LoopPipeliner::canLoadAhead(Operation *op) {
  auto load = dyn_cast<tq::LoadOp>(op);
  return load && !load.isVolatileAccess() &&
         !mayOverlap(written, load.getPtr());
}

/// Adds what `value` is computed from to the slice; false if that is not known
/// before the iteration runs.
bool LoopPipeliner::addSlice(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getOwner() != loop.getBody() ||
        argument == loop.getInductionVar() || !carried.insert(argument))
      return true;
    Operation *yield = loop.getBody()->getTerminator();
    return addSlice(yield->getOperand(argument.getArgNumber() - 1));
  }
  Operation *op = value.getDefiningOp();
  if (op->getBlock() != loop.getBody() || slice.contains(op))
    return true;
  if (!canLoadAhead(op) &&
      (!isMemoryEffectFree(op) || op->getNumRegions() != 0 ||
       !(isSpeculatable(op) || isPartialDivision(op))))
    return false;
  slice.insert(op);
  return llvm::all_of(op->getOperands(), [&](Value v) { return addSlice(v); });
}

std::string LoopPipeliner::whyNotCopyable(tq::LoadOp load, unsigned width) {
  int64_t bytes = width * sharedElementBytes(load.getType());
  if (mayOverlap(written, load.getPtr()))
    return kWritesMemory;
  if (load.getEvict() != tq::Eviction::Normal)
    return "copies have no eviction policy";
  if (getElementTypeOrSelf(load.getType()).isInteger(1))
    return "tiles of i1 are not copied";
  if (load.getMask() && load.getOther() &&
      !matchPattern(load.getOther(), m_Zero()) &&
      !matchPattern(load.getOther(), m_AnyZeroFloat()))
    return "masked elements are not zero";
  if (bytes < 4)
    return "only " + std::to_string(bytes) +
           " neighbouring bytes are known to be one access, and a copy moves "
           "4, 8 or 16";
  return {};
}

/// Makes a copy of `load` if that is possible, else says why not.
void LoopPipeliner::consider(tq::LoadOp load) {
  auto tile = cast<RankedTensorType>(load.getType());
  AccessAttr access = accessOf(load, tile.getShape());
  unsigned fastest = access.fastest();
  const LinearLayout &layout = layoutOf(load.getPtr().getType());
  // Neighbours that one thread holds.
  unsigned held = 1;
  while (llvm::is_contained(layout.columns(Hw::Reg),
                            uint32_t(held) << layout.lowBit(fastest)))
    held *= 2;
  unsigned width = std::min(held, unsigned(access.getWhole()));
  if (std::string why = whyNotCopyable(load, width); !why.empty())
    return remarkMissed(load, why);
  auto before = slice;
  auto carriedBefore = carried;
  if (!addSlice(load.getPtr()) ||
      (load.getMask() && !addSlice(load.getMask()))) {
    slice = before;
    carried = carriedBefore;
    return remarkMissed(load,
                        "its addresses are not known ahead of the iteration");
  }
  Copy copy{load, ringReadersOf(load), std::nullopt, {}};
  std::vector<SlotReader> readers;
  for (const RingReader &reader : copy.readers)
    readers.push_back(
        {layoutOf(reader.type),
         SmallVector<unsigned>(reader.order.begin(), reader.order.end())});
  unsigned bits = sharedElementBytes(tile) * 8;
  if (areReadByWarpgroups(copy.readers))
    copy.memory = panelMemory(tile.getShape(), fastest, bits);
  if (!copy.memory)
    copy.memory = chooseSlotMemory(tile.getShape(), fastest, bits, layout,
                                   width, readers);
  if (!copy.memory)
    return remarkMissed(load, "no place in shared memory keeps an access "
                              "together");
  copies.push_back(std::move(copy));
}

/// Takes as many stages as shared memory has room for.
bool LoopPipeliner::fitStages() {
  int64_t slot = 0;
  for (Copy &copy : copies)
    slot += llvm::alignTo(copy.slotBytes(), 1024);
  // Exchanges in the loop need scratch too, but for those of the copied tiles.
  llvm::SmallPtrSet<Operation *, 8> replaced;
  for (Copy &copy : copies)
    for (RingReader &reader : copy.readers)
      replaced.insert(reader.op);
  int64_t scratch = 0;
  loop.getBody()->walk([&](Operation *op) {
    if (!replaced.contains(op))
      scratch = std::max(scratch, scratchBytes(op, numWarps));
  });
  auto isCopied = [&](Operation *op) { return replaced.contains(op); };
  int64_t sharedBytes = targetOf(loop).sharedBytes -
                        llvm::alignTo(scratch, 1024) -
                        stagedBytes(loop, isCopied);
  int wanted = stages;
  stages = static_cast<int>(std::min<int64_t>(stages, sharedBytes / slot));
  if (stages < 2) {
    remarkMissed(loop, "two stages need " + std::to_string(2 * slot) +
                           " bytes of shared memory, and " +
                           std::to_string(sharedBytes) + " are left");
    return false;
  }
  if (stages < wanted)
    remark::analysis(
        loop.getLoc(),
        remark::RemarkOpts::name("fewer-stages").category("pipeline"))
        << remark::add("{0} stages instead of {1}: a stage needs {2} bytes of "
                       "shared memory, and {3} are left",
                       stages, wanted, slot, sharedBytes);
  return true;
}

/// The product of the loop, if it may run on while the next iteration starts:
/// it is the only one, wgmma takes both operands from slots, and nothing in the
/// loop reads its sums but itself. The slots it reads are free one iteration
/// later.
MmaOp LoopPipeliner::deferrableProduct() {
  auto products = llvm::to_vector(loop.getBody()->getOps<MmaOp>());
  if (stages < 4 || products.size() != 1 || !isForWarpgroups(products.front()))
    return {};
  MmaOp mma = products.front();
  auto sum = dyn_cast<BlockArgument>(mma.getAcc());
  if (!sum || sum.getOwner() != loop.getBody() || !sum.hasOneUse() ||
      !mma->hasOneUse() ||
      loop.getTiedLoopYieldedValue(sum)->get() != mma.getResult())
    return {};
  auto liesInSlot = [&](Value operand) {
    return llvm::any_of(copies, [&](Copy &copy) {
      return areReadByWarpgroups(copy.readers) &&
             llvm::any_of(copy.readers, [&](const RingReader &reader) {
               return reader.op->getResult(0) == operand;
             });
    });
  };
  if (!liesInSlot(mma.getA()) || !liesInSlot(mma.getB()))
    return {};
  return mma;
}

//===----------------------------------------------------------------------===//
// The new loop
//===----------------------------------------------------------------------===//

void LoopPipeliner::makeRings(OpBuilder &builder) {
  for (Copy &copy : copies) {
    auto tile = cast<RankedTensorType>(copy.load.getType());
    auto type = RingType::get(builder.getContext(), stages,
                              withLayout(tile, *copy.memory));
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
  for (BlockArgument argument : carried)
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
    for (auto [argument, value] : llvm::zip(carried, ahead))
      map.map(argument, value);
    Value inRange =
        compare(builder, arith::CmpIPredicate::slt, loop.getLowerBound(),
                boundAhead(builder, loop, stage));
    cloneSlice(builder, map, inRange);
    startCopies(builder, map, inRange,
                constantLike(builder, place, builder.getI32Type(), stage));
    for (auto [argument, value] : llvm::zip(carried, ahead))
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

/// Moves the copies, and what their addresses are computed by, behind the
/// product: behind the barrier all warps want their fragments at once, and the
/// tensor cores wait for them. With two stages what is copied is needed in the
/// next iteration already. With two products (attention) the work between them
/// hides the copies anyway, and registers are short. A product that runs on its
/// own (wgmma) hides them always.
void LoopPipeliner::delayCopies(Block *body) {
  SmallVector<Operation *> products;
  for (Operation &op : *body)
    if (isa<MmaOp, tq::DotOp>(op))
      products.push_back(&op);
  if (products.empty())
    return;
  bool runsAlone = isForWarpgroups(products.front());
  if (!runsAlone && (stages < 3 || products.size() != 1))
    return;
  Operation *barrier = *body->getOps<tq::BarrierOp>().begin();
  Operation *after = products.front();
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
  for (auto [argument, value] : llvm::zip(carried, aheadArgs))
    map.map(argument, value);
  Value inRange = isInRange(builder, loop, index, distance, bound);
  cloneSlice(builder, map, inRange);
  startCopies(builder, map, inRange, slot);
  Operation *yield = loop.getBody()->getTerminator();
  SmallVector<Value> next;
  for (BlockArgument argument : carried)
    next.push_back(
        map.lookupOrDefault(yield->getOperand(argument.getArgNumber() - 1)));
  return next;
}

void LoopPipeliner::run() {
  SmallVector<tq::LoadOp> loads;
  for (auto load : loop.getBody()->getOps<tq::LoadOp>())
    if (tryLayoutOf(load.getType()) && feedsProduct(load.getResult()))
      loads.push_back(load);
  if (loads.empty())
    return;
  if (stages < 2)
    return remarkMissed(loop, "num_stages is 1");
  if (!targetOf(loop).hasAsyncCopies())
    return remarkMissed(loop, "the target has no cp.async: it needs sm_80");
  if (loop.getUnsignedCmp())
    return remarkMissed(loop, "the loop's bounds are unsigned");
  if (std::string why = whyNotAhead(); !why.empty())
    return remarkMissed(loop, why);
  for (tq::LoadOp load : loads)
    consider(load);
  if (copies.empty() || !fitStages())
    return;
  MmaOp deferred = deferrableProduct();
  distance = deferred ? stages - 2 : stages - 1;
  if (deferred)
    deferred->setAttr(kDeferredAttr, UnitAttr::get(loop.getContext()));
  remark::passed(loop.getLoc(),
                 remark::RemarkOpts::name("pipelined").category("pipeline"))
      << remark::add("{0} loads are copied {1} iterations ahead", copies.size(),
                     distance);
  rebuildLoop();
}

namespace {

struct PipelineLoops : tqc::impl::PipelineLoopsPassBase<PipelineLoops> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    auto plan = kernel->getAttrOfType<PlanAttr>(kPlanAttr);
    if (!plan || !isEnabled(kernel, Optimization::Pipeline))
      return;
    SmallVector<scf::ForOp> loops;
    kernel.walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops)
      LoopPipeliner(loop, plan).run();
  }
};

} // namespace
