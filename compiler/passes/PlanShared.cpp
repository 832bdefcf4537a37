//===- PlanShared.cpp - Tiles that a cluster copies once ------------------===//

#include "compiler/passes/PlanShared.h"

#include "compiler/analysis/Optimizations.h"
#include "compiler/passes/BoxRings.h"
#include "compiler/passes/TeamValues.h"
#include "dialect/layout/LayoutAlgebra.h"
#include "dialect/layout/LayoutDescriptors.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

/// How the CTAs share the slot: boxes side by side fill it.
static SlotParts partsOf(BoxLoadOp load, RankedTensorType slot, int32_t ctas) {
  ArrayRef<int64_t> box = load.getMap().getDefiningOp<TensorMapOp>().getBox();
  int64_t panels =
      load.getPanels().value_or(slot.getDimSize(load.fastest()) / box.front());
  return slotParts(ctas, panels, box.back());
}

/// Why the CTAs of a cluster do not copy the tile together; empty if they can.
static std::string whyNotShared(BoxLoadOp load, const DenseSet<Value> &ofRank) {
  if (ofRank.contains(load.getResult()))
    return "each CTA reads its own";
  for (Operation *around = load->getParentOp(); !isa<func::FuncOp>(around);
       around = around->getParentOp())
    if (auto loop = dyn_cast<scf::ForOp>(around))
      if (ofRank.contains(loop.getUpperBound()))
        return "CTAs run its loop differently often";
  if (load.getMap().getDefiningOp<TensorMapOp>().getBox().size() != 2)
    return "it is a box of a tensor of more than two dimensions";
  return "";
}

/// The ring's tiles come to all CTAs at once; their maps have parts of boxes.
static void share(BoxRing &ring, int32_t ctas) {
  Builder builder(ring.loads.front().getContext());
  for (BoxLoadOp load : ring.loads) {
    auto map = load.getMap().getDefiningOp<TensorMapOp>();
    if (!map.getResult().hasOneUse()) {
      map = cast<TensorMapOp>(OpBuilder(map).clone(*map));
      load.getMapMutable().assign(map);
    }
    SlotParts parts = partsOf(load, ring.tile, ctas);
    if (parts.ofPanel > 1)
      map.setPartsAttr(builder.getI32IntegerAttr(int32_t(parts.ofPanel)));
    load->setAttr(kSharedAttr, builder.getI32IntegerAttr(ctas));
    remark::passed(
        load.getLoc(),
        remark::RemarkOpts::name("shared-copies").category("pipeline"))
        << remark::add("{0} of {1} CTAs copy a part of the tile each, for all",
                       parts.copying, ctas);
  }
}

void tqc::planShared(func::FuncOp kernel, PlanAttr plan) {
  DenseSet<Value> ofRank = rankValues(kernel); // looked up, not walked
  if (plan.getCluster() == 1 || ofRank.empty())
    return;
  bool isOn = isEnabled(kernel, Optimization::SharedCopies);
  for (BoxRing &ring : boxRingsOf(kernel, plan)) {
    std::string why = isOn ? "" : "`shared-copies` is switched off";
    if (!ring.isRefilled)
      why = "it is copied once";
    for (BoxLoadOp load : ring.loads)
      if (why.empty())
        why = whyNotShared(load, ofRank);
    if (why.empty())
      share(ring, plan.getCluster());
    else
      remark::missed(
          ring.loads.front().getLoc(),
          remark::RemarkOpts::name("shared-copies").category("pipeline"))
          << remark::reason("each CTA copies all of the tile: {0}", why);
  }
}
