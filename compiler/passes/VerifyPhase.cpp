//===- VerifyPhase.cpp - Check that a phase kept its promise --------------===//
//
// See VerifyPhasePass in Passes.td for what the pass promises.
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/SharedScratch.h"
#include "compiler/passes/Passes.h"
#include "compiler/passes/VerifySchedule.h"

namespace tqc {
#define GEN_PASS_DEF_VERIFYPHASEPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;

static bool isTileWithoutLayout(Type type) {
  return isa<RankedTensorType>(type) && !tqg::tryLayoutOf(type);
}

static bool isTileWithLayout(Type type) { return tqg::tryLayoutOf(type); }

static bool isDescriptor(Type type) { return isa<tq::DescriptorType>(type); }

static bool holdsForAllTypes(Operation *op, bool (*isBroken)(Type)) {
  if (llvm::any_of(op->getResultTypes(), isBroken))
    return false;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (llvm::any_of(block.getArgumentTypes(), isBroken))
        return false;
  return true;
}

/// Whether `op` is an exchange between warps as a whole, or their barrier
/// without its warps.
static bool waitsUnseen(Operation *op) {
  if (isa<tq::BarrierOp>(op))
    return true;
  auto kernel = op->getParentOfType<func::FuncOp>();
  auto plan = kernel ? kernel->getAttrOfType<tqg::PlanAttr>(tqg::kPlanAttr)
                     : tqg::PlanAttr();
  return plan && scratchBytes(op, plan.getWarps()) != 0;
}

/// Whether `op` is a buffer in shared memory of which nobody says where.
static bool isWithoutPlace(Operation *op) {
  if (!isa<tqg::RingOp, tqg::MbarriersOp, tqg::MailboxOp, tqg::StagingOp,
           tqg::InboxOp>(op))
    return false;
  auto offset = op->getAttrOfType<IntegerAttr>(tqg::kScratchOffsetAttr);
  return !offset || !offset.getType().isSignlessInteger(32) ||
         offset.getInt() < 0;
}

/// Says what `op` breaks in the promise of `phase`, or nothing.
static StringRef brokenPromise(StringRef phase, Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  if (phase == "tile") {
    if (dialect == "tqg" || !holdsForAllTypes(op, isTileWithLayout))
      return "promises tiles without places, but this one has a layout";
    return {};
  }
  if ((phase == "layout" || phase == "schedule") &&
      !holdsForAllTypes(op, isTileWithoutLayout))
    return "promises a layout for every tile, but this one has none";
  if ((phase == "layout" || phase == "schedule") &&
      !holdsForAllTypes(op, isDescriptor))
    return "promises accesses through pointers, but this one has a descriptor";
  if (phase == "layout" && isa<tqg::MmaOp>(op) && tqg::isForWarpgroups(op) &&
      !op->hasAttr(tqg::kOperandsAttr))
    return "promises places for the operands of wgmma, but nobody planned "
           "these";
  if (phase == "schedule" && op->hasAttr(tqg::kPlanAttr) &&
      !op->hasAttr(tqg::kSharedBytesAttr))
    return "promises the bytes of shared memory, but this kernel has none";
  if (phase == "schedule" && isWithoutPlace(op))
    return "promises a place in shared memory for every buffer, but this one "
           "has none";
  if (phase == "schedule" && op->hasAttr(tqg::kPipelineAttr))
    return "promises loops that copy ahead as planned, but this one does not";
  if (phase == "schedule" && op->hasAttr(tqg::kRotatedAttr))
    return "promises loops rotated as planned, but this one is not";
  if (phase == "schedule" && waitsUnseen(op))
    return "promises a `tqg.barrier` wherever warps wait, but nothing says "
           "which "
           "of them wait here";
  if (phase == "nvvm" && !isa<ModuleOp>(op) && dialect != "llvm" &&
      dialect != "nvvm")
    return "promises only `llvm` and `nvvm` ops";
  return {};
}

namespace {

struct VerifyPhase : tqc::impl::VerifyPhasePassBase<VerifyPhase> {
  using VerifyPhasePassBase::VerifyPhasePassBase;

  void runOnOperation() override {
    bool isGood = true;
    getOperation().walk([&](Operation *op) {
      StringRef broken = brokenPromise(phase, op);
      if (broken.empty())
        return;
      op->emitOpError() << "phase `" << phase << "` " << broken;
      isGood = false;
    });
    if (phase == "schedule" && isGood)
      for (auto kernel : getOperation().getOps<func::FuncOp>())
        if (kernel->hasAttr(tqg::kPlanAttr))
          isGood &= succeeded(verifyShared(kernel)) &&
                    succeeded(verifyPipelines(kernel));
    if (!isGood)
      signalPassFailure();
  }
};

} // namespace
