//===- BoxRings.cpp - Which box loads share a ring ------------------------===//

#include "compiler/passes/BoxRings.h"

#include "compiler/analysis/SharedScratch.h"
#include "compiler/analysis/Target.h"
#include "compiler/passes/OperandPlaces.h"
#include "compiler/passes/PlanStores.h"
#include "compiler/passes/RingReaders.h"
#include "compiler/passes/TeamValues.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

static int64_t tileBytes(RankedTensorType tile) {
  return tile.getNumElements() * sharedElementBytes(tile);
}

int64_t BoxRing::slotBytes() const {
  int64_t most = 0;
  for (BoxLoadOp load : loads)
    most = std::max(most, usedBytes(load.getMap(), load.getPanels(), tile));
  return most;
}

bool BoxRing::isWhole() const { return slotBytes() == tileBytes(tile); }

namespace {
/// The loops around a load, but for the one over programs.
struct LoopsAround {
  unsigned depth = 0;
  bool isInFor = false, isInAny = false;
};
} // namespace

static LoopsAround loopsAround(BoxLoadOp load) {
  LoopsAround found;
  for (Operation *around = load->getParentOp(); !isa<func::FuncOp>(around);
       around = around->getParentOp()) {
    if (around->hasAttr(kProgramLoopAttr))
      continue;
    ++found.depth;
    found.isInAny |= isa<LoopLikeOpInterface>(around);
    found.isInFor |= isa<scf::ForOp>(around);
  }
  return found;
}

std::vector<BoxRing> tqc::boxRingsOf(func::FuncOp kernel, PlanAttr plan) {
  using Key = std::tuple<Value, Type, unsigned, unsigned>;
  llvm::MapVector<Key, unsigned> known;
  DenseMap<std::tuple<Block *, Value, Type>, unsigned> inBlock; // looked up
  std::vector<BoxRing> rings;
  DenseSet<Value> ofTeam; // looked up, not walked
  if (plan.getNeighbours() > 1)
    ofTeam = teamValues(kernel);
  kernel.walk([&](BoxLoadOp load) {
    auto tile = cast<RankedTensorType>(load.getType());
    LinearLayout memory = *panelMemory(tile.getShape(), load.fastest(),
                                       sharedElementBytes(tile) * 8);
    RankedTensorType slot = withLayout(tile, memory);
    Value base = load.getMap().getDefiningOp<TensorMapOp>().getBase();
    LoopsAround loops = loopsAround(load);
    unsigned number = inBlock[{load->getBlock(), base, slot}]++;
    auto [it, isNew] =
        known.insert({Key{base, slot, loops.depth, number}, rings.size()});
    if (isNew)
      rings.push_back({{},
                       slot,
                       loops.isInFor,
                       loops.isInAny || plan.getPersistent(),
                       ofTeam.contains(load.getResult())});
    rings[it->second].loads.push_back(load);
  });
  if (llvm::none_of(rings, [](const BoxRing &ring) { return ring.isInLoop; }))
    for (BoxRing &ring : rings)
      ring.isInLoop = ring.isRefilled;
  return rings;
}

//===----------------------------------------------------------------------===//
// How many slots
//===----------------------------------------------------------------------===//

/// Scratch of exchanges while the rings are in use; those behind the last op
/// that uses them take their bytes. What boxes are read by needs none. In a
/// persistent kernel the next program's boxes come meanwhile.
static int64_t scratchBeside(func::FuncOp kernel, PlanAttr plan,
                             ArrayRef<BoxRing> rings) {
  llvm::SmallPtrSet<Operation *, 8> reads; // looked up, not walked
  Block &block = kernel.getBody().front();
  Operation *last = nullptr;
  for (const BoxRing &ring : rings)
    for (BoxLoadOp load : ring.loads) {
      for (const RingReader &reader : ringReadersOf(load))
        reads.insert(reader.op);
      Operation *top = block.findAncestorOpInBlock(*load);
      last = !last || last->isBeforeInBlock(top) ? top : last;
    }
  int64_t scratch = 0;
  for (Operation &op : block) {
    op.walk([&](Operation *inner) {
      if (!reads.contains(inner))
        scratch = std::max(scratch, scratchBytes(inner, plan.getWarps()));
    });
    if (&op == last && !plan.getPersistent())
      break;
  }
  return scratch;
}

void tqc::planRings(func::FuncOp kernel, PlanAttr plan) {
  std::vector<BoxRing> rings = boxRingsOf(kernel, plan);
  int64_t ownOnce = 0, repeated = 0;
  for (const BoxRing &ring : rings)
    (ring.isInLoop ? repeated : ownOnce) += llvm::alignTo(
        ring.slotBytes() * (ring.isOwn ? plan.getNeighbours() : 1), 1024);
  int64_t once = stagedBytes(kernel) + ownOnce;
  kernel.walk([&](BoxStoreOp store) {
    once += llvm::alignTo(stagingOf(store).bytes() * plan.getTeams(), 1024);
  });
  int64_t barriers = int64_t(rings.size()) * 2 * 8 * plan.getStages();
  int64_t room =
      targetOf(kernel).sharedBytes - once -
      llvm::alignTo(scratchBeside(kernel, plan, rings) + barriers, 1024);
  int32_t stages = plan.getStages();
  if (repeated > 0)
    stages = static_cast<int32_t>(
        std::clamp<int64_t>(room / repeated, 1, plan.getStages()));
  // What a program reads once comes while the program before still runs.
  int32_t slotsOnce = 1;
  if (plan.getPersistent() && ownOnce <= room - stages * repeated)
    slotsOnce = 2;
  if (stages < plan.getStages())
    remark::analysis(
        kernel.getLoc(),
        remark::RemarkOpts::name("fewer-stages").category("pipeline"))
        << remark::add("{0} stages instead of {1}: a stage needs {2} bytes of "
                       "shared memory, and {3} are left",
                       stages, plan.getStages(), repeated, room);
  Builder builder(kernel.getContext());
  for (const BoxRing &ring : rings)
    for (BoxLoadOp load : ring.loads)
      load->setAttr(kRingSlotsAttr, builder.getI32IntegerAttr(
                                        ring.isInLoop ? stages : slotsOnce));
}
