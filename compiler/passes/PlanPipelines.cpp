//===- PlanPipelines.cpp - Which loops copy ahead, and how far ------------===//
//
// See PlanPipelinesPass in Passes.td for what the pass promises. Each decision
// rests on those before it:
//
//     loads      which a product of the loop takes, and may run ahead
//                (AheadSlice.h)
//     slots      where a slot puts the tile (PipelineMemory.h)
//     stages     as many as the loop or the kernel asks for, and shared memory
//                has room for
//     distance   stages - 1, or one less where a product may run on into the
//                next iteration and reads its slots for one iteration longer
//     behind     whether copies start before the products of an iteration, or
//                behind the first one
//     operands   where products of wgmma find them (OperandPlaces.h)
//     rings      how many slots boxes take turns in (BoxRings.h)
//     rotation   which loops run their second product beside the next first
//                one (LoopTail.h)
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/ForcedPlan.h"
#include "compiler/analysis/Optimizations.h"
#include "compiler/analysis/SharedScratch.h"
#include "compiler/analysis/Target.h"
#include "compiler/analysis/ValueWalk.h"
#include "compiler/passes/AheadSlice.h"
#include "compiler/passes/BoxRings.h"
#include "compiler/passes/LayoutRules.h"
#include "compiler/passes/LoopTail.h"
#include "compiler/passes/OperandPlaces.h"
#include "compiler/passes/Passes.h"
#include "compiler/passes/PipelineMemory.h"
#include "compiler/passes/PlanShared.h"
#include "compiler/passes/RingReaders.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"

namespace tqc {
#define GEN_PASS_DEF_PLANPIPELINESPASS
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

  int64_t slotBytes() {
    auto tile = cast<RankedTensorType>(load.getType());
    return tile.getNumElements() * sharedElementBytes(tile);
  }
};

class PipelinePlanner {
public:
  PipelinePlanner(scf::ForOp loop, PlanAttr plan);

  LogicalResult run();

private:
  LogicalResult refuse(Operation *op, StringRef why);
  bool feedsProduct(Value start);
  std::string whyNotLoop();
  std::string consider(tq::LoadOp load);
  std::string fitStages();
  bool startsBehind();
  void record();
  void remarkHints();

  scf::ForOp loop;
  PlanAttr plan;
  int stages; ///< at first what is asked for
  StringRef forced;
  AheadSlice slice;
  std::vector<Copy> copies;
  std::string whyNot; ///< what was refused last
};

} // namespace

/// What the loop asks for, or the kernel.
static int wantedStages(scf::ForOp loop, PlanAttr plan) {
  auto own = loop->getAttrOfType<IntegerAttr>(tq::kNumStagesAttr);
  return own ? int(own.getInt()) : plan.getStages();
}

PipelinePlanner::PipelinePlanner(scf::ForOp loop, PlanAttr plan)
    : loop(loop), plan(plan), stages(wantedStages(loop, plan)),
      forced(forcedChoice(loop, PlanPart::Copies)), slice(loop) {}

/// Says why something is not copied ahead; an error if it is forced to be.
LogicalResult PipelinePlanner::refuse(Operation *op, StringRef why) {
  whyNot = why.str();
  if (forced == "rings") {
    refuseForced(op, PlanPart::Copies) << why;
    return failure();
  }
  remark::missed(op->getLoc(),
                 remark::RemarkOpts::name("not-pipelined").category("pipeline"))
      << remark::reason("{0}", why);
  return success();
}

//===----------------------------------------------------------------------===//
// Loads and slots
//===----------------------------------------------------------------------===//

/// Whether a product in this loop takes the tile, or what is made of it.
bool PipelinePlanner::feedsProduct(Value start) {
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

static std::string whyNotCopyable(tq::LoadOp load, unsigned width) {
  int64_t bytes = width * sharedElementBytes(load.getType());
  if (load->hasAttr(kResidentAttr))
    return "it reads shared memory";
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

/// How many elements one copy may move: neighbours that one thread holds.
static unsigned copyWidth(tq::LoadOp load, const AccessAttr &access) {
  const LinearLayout &layout = layoutOf(load.getPtr().getType());
  unsigned held = 1;
  while (llvm::is_contained(layout.columns(Hw::Reg),
                            uint32_t(held) << layout.lowBit(access.fastest())))
    held *= 2;
  return std::min(held, unsigned(access.getWhole()));
}

/// Where a slot puts the tile; nothing if no place keeps an access together.
static std::optional<LinearLayout> slotMemory(tq::LoadOp load,
                                              ArrayRef<RingReader> readers,
                                              unsigned fastest,
                                              unsigned width) {
  auto tile = cast<RankedTensorType>(load.getType());
  unsigned bits = sharedElementBytes(tile) * 8;
  if (areReadByWarpgroups(readers))
    if (auto panels = panelMemory(tile.getShape(), fastest, bits))
      return panels;
  std::vector<SlotReader> reads;
  for (const RingReader &reader : readers)
    reads.push_back(
        {layoutOf(reader.type),
         SmallVector<unsigned>(reader.order.begin(), reader.order.end())});
  return chooseSlotMemory(tile.getShape(), fastest, bits,
                          layoutOf(load.getPtr().getType()), width, reads);
}

/// Makes a copy of `load` if that is possible, else says why not.
std::string PipelinePlanner::consider(tq::LoadOp load) {
  auto tile = cast<RankedTensorType>(load.getType());
  AccessAttr access = accessOf(load, tile.getShape());
  unsigned width = copyWidth(load, access);
  if (std::string why = whyNotCopyable(load, width); !why.empty())
    return why;
  SmallVector<RingReader> readers = ringReadersOf(load);
  std::optional<LinearLayout> memory =
      slotMemory(load, readers, access.fastest(), width);
  if (!memory)
    return "no place in shared memory keeps an access together";
  if (std::string why = slice.add(load); !why.empty())
    return why;
  load->setAttr(kSlotsAttr, LinearAttr::get(load.getContext(), *memory));
  copies.push_back({load, std::move(readers)});
  return {};
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

/// Takes as many stages as shared memory has room for; says why if there is
/// none for two.
std::string PipelinePlanner::fitStages() {
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
      scratch = std::max(scratch, scratchBytes(op, plan.getWarps()));
  });
  int64_t sharedBytes = targetOf(loop).sharedBytes -
                        llvm::alignTo(scratch, 1024) - stagedBytes(loop);
  int wanted = stages;
  stages = static_cast<int>(std::min<int64_t>(stages, sharedBytes / slot));
  if (stages < 2)
    return "two stages need " + std::to_string(2 * slot) +
           " bytes of shared memory, and " + std::to_string(sharedBytes) +
           " are left";
  if (stages < wanted)
    remark::analysis(
        loop.getLoc(),
        remark::RemarkOpts::name("fewer-stages").category("pipeline"))
        << remark::add("{0} stages instead of {1}: a stage needs {2} bytes of "
                       "shared memory, and {3} are left",
                       stages, wanted, slot, sharedBytes);
  return {};
}

/// The product of the loop, if it may run on while the next iteration starts:
/// it is the only one, wgmma takes both operands from slots, and nothing in the
/// loop reads its sums but itself. The slots it reads are free one iteration
/// later.
static MmaOp deferrableProduct(scf::ForOp loop) {
  auto products = llvm::to_vector(loop.getBody()->getOps<MmaOp>());
  if (products.size() != 1 || !isForWarpgroups(products.front()))
    return {};
  MmaOp mma = products.front();
  auto sum = dyn_cast<BlockArgument>(mma.getAcc());
  if (!sum || sum.getOwner() != loop.getBody() || !sum.hasOneUse() ||
      !mma->hasOneUse() ||
      loop.getTiedLoopYieldedValue(sum)->get() != mma.getResult())
    return {};
  OperandsAttr places = placeOperands(mma);
  bool areInSlots = places.getLeft() == OperandPlace::Slot &&
                    places.getRight() == OperandPlace::Slot;
  return areInSlots ? mma : MmaOp();
}

/// Whether copies start behind the first product: behind the barrier all warps
/// want their fragments at once, and the tensor cores wait for them. With two
/// stages what is copied is needed in the next iteration already. With two
/// products (attention) the work between them hides the copies anyway, and
/// registers are short. A product that runs on its own (wgmma) hides them
/// always.
bool PipelinePlanner::startsBehind() {
  SmallVector<Operation *> products;
  for (Operation &op : *loop.getBody())
    if (isa<MmaOp, tq::DotOp>(op))
      products.push_back(&op);
  return !products.empty() && (isForWarpgroups(products.front()) ||
                               (stages >= 3 && products.size() == 1));
}

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

void PipelinePlanner::record() {
  MLIRContext *context = loop.getContext();
  MmaOp deferred = stages < 4 ? MmaOp() : deferrableProduct(loop);
  int distance = deferred ? stages - 2 : stages - 1;
  if (deferred)
    deferred->setAttr(kDeferredAttr, UnitAttr::get(context));
  loop->setAttr(kPipelineAttr,
                PipelineAttr::get(context, stages, distance, startsBehind()));
  remark::passed(loop.getLoc(),
                 remark::RemarkOpts::name("pipelined").category("pipeline"))
      << remark::add("{0} loads are copied {1} iterations ahead", copies.size(),
                     distance);
}

std::string PipelinePlanner::whyNotLoop() {
  if (forced == "registers")
    return "the plan has copies=registers";
  if (!isEnabled(loop, Optimization::Pipeline))
    return "`pipeline` is switched off";
  if (stages < 2)
    return "num_stages is " + std::to_string(stages);
  if (!targetOf(loop).hasAsyncCopies())
    return "the target has no cp.async: it needs sm_80";
  return slice.whyNone();
}

LogicalResult PipelinePlanner::run() {
  SmallVector<tq::LoadOp> loads;
  for (auto load : loop.getBody()->getOps<tq::LoadOp>())
    if (tryLayoutOf(load.getType()) && feedsProduct(load.getResult()))
      loads.push_back(load);
  if (loads.empty())
    whyNot = "no product of the loop takes what it loads";
  else if (std::string why = whyNotLoop(); !why.empty())
    return failed(refuse(loop, why)) ? failure() : (remarkHints(), success());
  for (tq::LoadOp load : loads)
    if (std::string why = consider(load); !why.empty())
      if (failed(refuse(load, why)))
        return failure();
  if (!copies.empty()) {
    std::string why = fitStages();
    if (why.empty()) {
      record();
    } else {
      for (Copy &copy : copies)
        copy.load->removeAttr(kSlotsAttr);
      if (failed(refuse(loop, why)))
        return failure();
    }
  }
  remarkHints();
  return success();
}

static void remarkDropped(scf::ForOp loop, const std::string &why) {
  remark::missed(loop.getLoc(),
                 remark::RemarkOpts::name("dropped").category("hint"))
      << remark::reason("{0}", why);
}

/// Says which wishes of the author the plan does not follow.
void PipelinePlanner::remarkHints() {
  bool hasBoxes = loop->walk([](BoxLoadOp) { return WalkResult::interrupt(); })
                      .wasInterrupted();
  auto own = loop->getAttrOfType<IntegerAttr>(tq::kNumStagesAttr);
  std::string wanted =
      own ? "`num_stages` is " + std::to_string(own.getInt()) + ", but " : "";
  if (own && hasBoxes && own.getInt() != plan.getStages())
    remarkDropped(loop, wanted + "for boxes the `num_stages` of the kernel " +
                            "counts, which is " +
                            std::to_string(plan.getStages()));
  else if (own && !hasBoxes && own.getInt() > 1 &&
           !loop->hasAttr(kPipelineAttr))
    remarkDropped(loop, wanted + whyNot);
  if (loop->hasAttr(tq::kWarpSpecializeAttr) && !hasBoxes)
    remarkDropped(loop, "`warp_specialize`, but all warps do the same: no warp "
                        "of its own copies boxes for the loop");
}

/// Slots of a lone warpgroup from which one may be given back late: with four,
/// three of which are copied ahead, products of few columns took 3 to 8 %
/// longer on an H200.
static constexpr int64_t kSlotsAlone = 5;

/// Warps that multiply alone keep the tensor cores busy if their product runs
/// on while the next one starts: a team in turns, without, takes 20 % longer
/// for a program, and a lone warpgroup with 64 rows 8 to 17 %. Several
/// warpgroups fill each other's waits.
static void deferProducts(func::FuncOp kernel, PlanAttr plan) {
  bool isLone = plan.getWarps() * plan.getTeams() == 4;
  if (!plan.getTurns() && !isLone)
    return;
  int64_t least = plan.getTurns() ? 3 : kSlotsAlone;
  kernel.walk([&](scf::ForOp loop) {
    auto loads = loop.getBody()->getOps<BoxLoadOp>();
    bool areEnough = llvm::all_of(loads, [&](BoxLoadOp load) {
      return load->getAttrOfType<IntegerAttr>(kRingSlotsAttr).getInt() >= least;
    });
    MmaOp product =
        loads.empty() || !areEnough ? MmaOp() : deferrableProduct(loop);
    if (product)
      product->setAttr(kDeferredAttr, UnitAttr::get(kernel.getContext()));
  });
}

namespace {

struct PlanPipelines : tqc::impl::PlanPipelinesPassBase<PlanPipelines> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    auto plan = kernel->getAttrOfType<PlanAttr>(kPlanAttr);
    if (!plan)
      return;
    bool isGood = true;
    kernel.walk([&](scf::ForOp loop) {
      isGood &= succeeded(PipelinePlanner(loop, plan).run());
    });
    if (!isGood)
      return signalPassFailure();
    kernel.walk([](MmaOp mma) {
      if (isForWarpgroups(mma))
        mma->setAttr(kOperandsAttr, placeOperands(mma));
    });
    if (plan.getRoles() > 1) {
      planShared(kernel, plan);
      planRings(kernel, plan);
      deferProducts(kernel, plan);
    }
    planRotation(kernel);
  }
};

} // namespace
