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

/// Rows that a swizzle mixes.
static constexpr int64_t kSwizzledRows = 8;

/// How many boxes side by side fill a slot.
static int64_t panelsOf(BoxLoadOp load, RankedTensorType slot) {
  if (std::optional<uint32_t> panels = load.getPanels())
    return *panels;
  ArrayRef<int64_t> box = load.getMap().getDefiningOp<TensorMapOp>().getBox();
  return slot.getDimSize(load.fastest()) / box.front();
}

/// Why the CTAs of a cluster do not copy the tile together; empty if they can.
static std::string whyNotShared(BoxLoadOp load, RankedTensorType slot,
                                int32_t ctas, const DenseSet<Value> &ofRank) {
  if (ofRank.contains(load.getResult()))
    return "each CTA reads its own";
  for (Operation *around = load->getParentOp(); !isa<func::FuncOp>(around);
       around = around->getParentOp())
    if (auto loop = dyn_cast<scf::ForOp>(around))
      if (ofRank.contains(loop.getUpperBound()))
        return "CTAs run its loop differently often";
  ArrayRef<int64_t> box = load.getMap().getDefiningOp<TensorMapOp>().getBox();
  int64_t parts = slotParts(ctas, panelsOf(load, slot)).ofPanel;
  if (box.size() != 2)
    return "it is a box of a tensor of more than two dimensions";
  if (box.back() % (parts * kSwizzledRows) != 0)
    return std::to_string(box.back()) + " rows are no " +
           std::to_string(parts) + " parts of whole groups of eight";
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
    int64_t parts = slotParts(ctas, panelsOf(load, ring.tile)).ofPanel;
    if (parts > 1)
      map.setPartsAttr(builder.getI32IntegerAttr(int32_t(parts)));
    load->setAttr(kSharedAttr, builder.getI32IntegerAttr(ctas));
    remark::passed(
        load.getLoc(),
        remark::RemarkOpts::name("shared-copies").category("pipeline"))
        << remark::add("each of {0} CTAs copies a part of the tile for all",
                       ctas);
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
        why = whyNotShared(load, ring.tile, plan.getCluster(), ofRank);
    if (why.empty())
      share(ring, plan.getCluster());
    else
      remark::missed(
          ring.loads.front().getLoc(),
          remark::RemarkOpts::name("shared-copies").category("pipeline"))
          << remark::reason("each CTA copies all of the tile: {0}", why);
  }
}
