//===- ShareRows.cpp - A row for the CTAs of a cluster --------------------===//
//
// See ShareRowsPass in Passes.td for what the pass promises. A row that the
// registers of one CTA do not hold is read once for each pass over it. The CTAs
// of a cluster hold it together, chunk by chunk in turn, so that each has as
// much of a row that does not fill its tile:
//
//     | rank 0 | rank 1 | rank 2 | rank 3 | rank 0 | rank 1 | ...
//
// Every tile is a vector of as many elements, so each gets its part of that
// length; ranges name the chunks, and the rest goes element by element. What is
// added up or compared, is so within each CTA, then over all of them:
//
//     %own = tq.reduce %part                  %all = tqg.cluster_gather %own
//                                             %sum = tq.reduce %all
//
// Numbers are the same in all CTAs.
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/Optimizations.h"
#include "compiler/analysis/Target.h"
#include "compiler/passes/ClusterParts.h"
#include "compiler/passes/LayoutRules.h"
#include "compiler/passes/Passes.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Remarks.h"

namespace tqc {
#define GEN_PASS_DEF_SHAREROWSPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;

/// Elements of a row that lie side by side in a CTA.
static constexpr int64_t kChunk = 1024;

static RankedTensorType tileOf(Value value) {
  return dyn_cast<RankedTensorType>(value.getType());
}

/// Whether each CTA may do its part of what `op` does, or all of it.
static bool canShare(Operation &op) {
  if (isa<tq::MapOp, tq::ExternOp, tq::InlineAsmOp, tq::HintOp>(op))
    return false;
  if (auto load = dyn_cast<tq::LoadOp>(op))
    return !load.isVolatileAccess();
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    auto dense = dyn_cast<DenseElementsAttr>(constant.getValue());
    return !dense || dense.isSplat();
  }
  if (auto reduce = dyn_cast<tq::ReduceOp>(op))
    return canCombineParts(reduce);
  return isElementwise(&op) ||
         isa<tq::ProgramIdOp, tq::NumProgramsOp, tq::RangeOp, tq::SplatOp,
             tq::StoreOp, tq::AssumeOp, scf::ForOp, scf::YieldOp>(op);
}

namespace {

/// Makes each CTA compute its part of the rows of a kernel.
class RowSharer {
public:
  RowSharer(func::FuncOp kernel, int64_t ctas)
      : kernel(kernel), ctas(ctas), b(kernel.getLoc(), kernel.getContext()) {}

  /// Why CTAs do not share rows; empty if nothing stands in the way.
  std::string whyNot();
  void run();

private:
  std::string whyNotIn(Block &block);
  Value number(int64_t value) {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(int32_t(value)));
  }
  void share(Operation &op);
  void takePart(ValueRange values);
  void shareRange(tq::RangeOp range);

  func::FuncOp kernel;
  const int64_t ctas;
  ImplicitLocOpBuilder b;
  int64_t elements = 0;            ///< of a row
  SmallPtrSet<Block *, 4> storing; ///< blocks with stores
  bool addsUp = false;
  Value rank;
};

} // namespace

/// Looks at `block` in program order.
std::string RowSharer::whyNotIn(Block &block) {
  for (Operation &op : block) {
    if (isa<func::ReturnOp>(op))
      continue;
    if (!canShare(op))
      return ("`" + op.getName().getStringRef() + "` has no parts").str();
    addsUp |= isa<tq::ReduceOp>(op);
    if (!storing.empty() && isa<tq::ReduceOp>(op))
      return "it stores before it has added up";
    // What it stored so itself a CTA may load; another has perhaps not yet
    // stored it.
    if (isa<tq::LoadOp>(op) &&
        llvm::any_of(storing, [&](Block *b) { return b != &block; }))
      return "it loads behind a loop that stores";
    if (isa<tq::StoreOp>(op))
      storing.insert(&block);
    // CTAs would wait for each other once a tile.
    if (isa<tq::ReduceOp>(op) && isa<scf::ForOp>(block.getParentOp()))
      return "a loop adds up in each turn";
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      if (std::string why = whyNotIn(*loop.getBody()); !why.empty())
        return why;
    }
    for (Value value : op.getResults()) {
      RankedTensorType tile = tileOf(value);
      if (!tile)
        continue;
      elements = elements ? elements : tile.getNumElements();
      if (tile.getRank() != 1 || tile.getNumElements() != elements)
        return "tiles are not all vectors of one length";
    }
  }
  return "";
}

std::string RowSharer::whyNot() {
  if (!targetOf(kernel).hasClusters())
    return "clusters need sm_90";
  if (!isEnabled(kernel, Optimization::SharedRows))
    return "`shared-rows` is switched off";
  if (ctas > 8 || !llvm::isPowerOf2_64(uint64_t(ctas)))
    return "2, 4 or 8 CTAs share a row";
  if (std::string why = whyNotIn(kernel.getBody().front()); !why.empty())
    return why;
  if (!addsUp)
    return "nothing is added up over a row";
  if (elements < ctas * kChunk)
    return "rows are too short";
  return "";
}

void RowSharer::takePart(ValueRange values) {
  for (Value value : values)
    if (RankedTensorType tile = tileOf(value))
      value.setType(tile.clone({elements / ctas}));
}

void RowSharer::shareRange(tq::RangeOp range) {
  int64_t part = elements / ctas;
  auto type = RankedTensorType::get({part}, b.getI32Type());
  Value own = tq::RangeOp::create(b, type, 0, uint32_t(part));
  Value begin =
      arith::AddIOp::create(b, arith::MulIOp::create(b, rank, number(kChunk)),
                            number(range.getStart()));
  Value shared =
      arith::AddIOp::create(b, own, tq::SplatOp::create(b, type, begin));
  auto constant = [&](int64_t value) {
    return arith::ConstantOp::create(
        b, DenseElementsAttr::get(type, b.getI32IntegerAttr(int32_t(value))));
  };
  if (part > kChunk)
    shared = arith::AddIOp::create(
        b, shared,
        arith::MulIOp::create(b,
                              arith::DivSIOp::create(b, own, constant(kChunk)),
                              constant((ctas - 1) * kChunk)));
  range.getResult().replaceAllUsesWith(shared);
  range.erase();
}

void RowSharer::share(Operation &op) {
  b.setInsertionPoint(&op);
  b.setLoc(op.getLoc());
  if (auto range = dyn_cast<tq::RangeOp>(op))
    return shareRange(range);
  if (auto store = dyn_cast<tq::StoreOp>(op); store && !tileOf(store.getPtr()))
    return storeOnce(store, rank);
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    takePart(loop.getRegionIterArgs());
    for (Operation &inner :
         llvm::make_early_inc_range(loop.getBody()->without_terminator()))
      share(inner);
  }
  takePart(op.getResults());
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    if (auto dense = dyn_cast<DenseElementsAttr>(constant.getValue()))
      constant.setValueAttr(
          dense.resizeSplat(cast<ShapedType>(constant.getType())));
  } else if (auto reduce = dyn_cast<tq::ReduceOp>(op)) {
    combineParts(reduce, ctas);
  }
}

void RowSharer::run() {
  SmallVector<Operation *> ops;
  for (Operation &op : kernel.getBody().front().without_terminator())
    ops.push_back(&op);
  rank = numberClusters(kernel, ctas);
  for (Operation *op : ops)
    share(*op);
}

namespace {

struct ShareRows : tqc::impl::ShareRowsPassBase<ShareRows> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    auto asked = kernel->getAttrOfType<IntegerAttr>(tq::kNumCtasAttr);
    if (!kernel->hasAttr(tq::kKernelAttr) || kernel.isDeclaration() || !asked ||
        asked.getInt() <= 1)
      return;
    // CTAs that share products, PlanSplit.h plans.
    if (kernel.walk([](tq::DotOp) { return WalkResult::interrupt(); })
            .wasInterrupted())
      return;
    kernel->removeAttr(tq::kNumCtasAttr);
    RowSharer sharer(kernel, asked.getInt());
    if (std::string why = sharer.whyNot(); !why.empty()) {
      remark::missed(kernel.getLoc(),
                     remark::RemarkOpts::name("dropped").category("hint"))
          << remark::reason("`num_ctas` is {0}, but {1}", asked.getInt(), why);
      return;
    }
    sharer.run();
    kernel->setAttr(tqg::kRowCtasAttr,
                    Builder(kernel.getContext())
                        .getI32IntegerAttr(int32_t(asked.getInt())));
    remark::passed(kernel.getLoc(),
                   remark::RemarkOpts::name("shared-rows").category("schedule"))
        << remark::add("{0} CTAs share each row", asked.getInt());
  }
};

} // namespace
