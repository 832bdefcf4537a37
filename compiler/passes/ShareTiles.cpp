//===- ShareTiles.cpp - A tile of products for the CTAs of a cluster ------===//
//
// See ShareTilesPass in Passes.td for what the pass promises. A program's rows
// are the rows of its CTAs, one after the other:
//
//            columns        each CTA reads its own rows of the left operand;
//     rank 0 |#######|      of the right one all read the same, which then
//     rank 1 |#######|      comes to them in one copy (PlanShared.h)
//     rank 2 |#######|
//     rank 3 |#######|
//
// Which dimensions of which tiles run along these rows? Dimensions of operands
// and results that must have one extent are of one class. Those of the class of
// the products' rows are cut, all others stay; ranges among them begin where
// the rows of this CTA do. Ranges and constants may serve several classes by
// accident, so each user gets its own ones first.
//
// A program may store where it has loaded, `out` over `b`. So all CTAs have
// loaded what they load before one of them stores.
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
#include "llvm/ADT/EquivalenceClasses.h"

namespace tqc {
#define GEN_PASS_DEF_SHARETILESPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;

static RankedTensorType tileOf(Value value) {
  return dyn_cast<RankedTensorType>(value.getType());
}

namespace {

/// A dimension of a tile.
using Dim = std::pair<void *, unsigned>;

/// Gives each CTA of a cluster its rows of what a program multiplies.
class TileSharer {
public:
  TileSharer(func::FuncOp kernel, int64_t ctas) : kernel(kernel), ctas(ctas) {}

  /// Why CTAs do not share the rows; empty if nothing stands in the way.
  std::string whyNot();
  void run();

private:
  Dim dim(Value tile, unsigned number) {
    return {tile.getAsOpaquePointer(), number};
  }
  void join(Value one, unsigned ofOne, Value other, unsigned ofOther) {
    classes.unionSets(dim(one, ofOne), dim(other, ofOther));
  }
  void joinAll(Value one, Value other);
  void keep(Value tile, unsigned number) {
    classes.insert(dim(tile, number));
    kept.push_back(dim(tile, number));
  }
  void keepAll(Operation *op);
  void classify(Operation *op);
  void classifyShape(Operation *op);
  bool classifyRegions(Operation *op);
  void classifyProduct(tq::DotOp dot);
  bool isCut(Value tile, unsigned number) {
    return classes.isEquivalent(dim(tile, number), rows);
  }
  std::string whyNotEffect(Operation *op);
  Operation *firstStore();
  void cut(Value value);
  void cut(Operation *op);

  func::FuncOp kernel;
  int64_t ctas;
  llvm::EquivalenceClasses<Dim> classes;
  SmallVector<Dim> kept; ///< of these no class may be cut
  Dim rows;              ///< of the class that is cut
  int64_t height = 0;    ///< its extent
  Value rank;
};

} // namespace

void TileSharer::joinAll(Value one, Value other) {
  auto tile = tileOf(one);
  if (!tile || !tileOf(other))
    return;
  for (unsigned i = 0; i < unsigned(tile.getRank()); ++i)
    join(one, i, other, i);
}

void TileSharer::keepAll(Operation *op) {
  auto keepTile = [&](Value value) {
    if (auto tile = tileOf(value))
      for (unsigned i = 0; i < unsigned(tile.getRank()); ++i)
        keep(value, i);
  };
  llvm::for_each(op->getOperands(), keepTile);
  llvm::for_each(op->getResults(), keepTile);
}

void TileSharer::classifyProduct(tq::DotOp dot) {
  Value a = dot.getA(), b = dot.getB(), sum = dot.getResult();
  if (dot.getType().getRank() != 2)
    return keepAll(dot);
  joinAll(dot.getAcc(), sum);
  join(a, 0, sum, 0);
  join(b, 1, sum, 1);
  join(a, 1, b, 0);
  keep(sum, 1);
  keep(a, 1);
  if (!rows.first) {
    rows = dim(sum, 0);
    height = dot.getType().getDimSize(0);
  }
}

/// Ops that rename dimensions, or drop one.
void TileSharer::classifyShape(Operation *op) {
  if (auto expand = dyn_cast<tq::ExpandDimsOp>(op)) {
    unsigned axis = expand.getAxis();
    for (unsigned i = 0; i < unsigned(expand.getType().getRank()); ++i)
      if (i != axis)
        join(expand.getOperand(), i - (i > axis), expand, i);
    return keep(expand, axis);
  }
  if (auto broadcast = dyn_cast<tq::BroadcastOp>(op)) {
    RankedTensorType from = tileOf(broadcast.getOperand());
    for (unsigned i = 0; i < unsigned(from.getRank()); ++i)
      if (from.getDimSize(i) == broadcast.getType().getDimSize(i))
        join(broadcast.getOperand(), i, broadcast, i);
      else
        keep(broadcast.getOperand(), i);
    return;
  }
  if (auto reduce = dyn_cast<tq::ReduceOp>(op)) {
    unsigned axis = reduce.getAxis();
    for (auto [from, to] : llvm::zip(reduce.getSrcs(), reduce.getResults()))
      for (unsigned i = 0; i < unsigned(tileOf(from).getRank()); ++i)
        if (i == axis)
          keep(from, i);
        else
          join(from, i, to, i - (i > axis));
    return;
  }
  auto trans = cast<tq::TransOp>(op);
  for (auto [i, from] : llvm::enumerate(trans.getOrder()))
    join(trans.getOperand(), unsigned(from), trans, unsigned(i));
}

/// Whether it knows what goes into the regions of the op and out of them.
bool TileSharer::classifyRegions(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    for (unsigned i = 0; i < loop.getNumResults(); ++i) {
      joinAll(loop.getInits()[i], loop.getRegionIterArg(i));
      joinAll(loop.getInits()[i], loop.getYieldedValues()[i]);
      joinAll(loop.getInits()[i], loop.getResult(i));
    }
    return true;
  }
  auto branch = dyn_cast<scf::IfOp>(op);
  if (!branch)
    return false;
  for (unsigned i = 0; i < branch.getNumResults(); ++i) {
    joinAll(branch.getResult(i), branch.thenYield().getOperand(i));
    joinAll(branch.getResult(i), branch.elseYield().getOperand(i));
  }
  return true;
}

void TileSharer::classify(Operation *op) {
  auto constant = dyn_cast<arith::ConstantOp>(op);
  auto dense =
      constant ? dyn_cast<DenseElementsAttr>(constant.getValue()) : nullptr;
  if (dense && !dense.isSplat())
    return keepAll(op);
  if (constant || isa<tq::RangeOp, tq::SplatOp>(op)) {
    if (RankedTensorType tile = tileOf(op->getResult(0)))
      for (unsigned i = 0; i < unsigned(tile.getRank()); ++i)
        classes.insert(dim(op->getResult(0), i));
    return;
  }
  if (auto dot = dyn_cast<tq::DotOp>(op))
    return classifyProduct(dot);
  if (isa<tq::ExpandDimsOp, tq::BroadcastOp, tq::TransOp, tq::ReduceOp>(op))
    return classifyShape(op);
  bool isForEach =
      (isElementwise(op) &&
       !isa<tq::MapOp, tq::ExternOp, tq::InlineAsmOp, tq::HintOp>(op)) ||
      isa<tq::LoadOp, tq::StoreOp>(op);
  if (isForEach) {
    SmallVector<Value> tiles(op->getOperands());
    llvm::append_range(tiles, op->getResults());
    llvm::erase_if(tiles, [](Value value) { return !tileOf(value); });
    for (Value tile : tiles)
      joinAll(tiles.front(), tile);
    return;
  }
  if (!isa<scf::YieldOp>(op) && !classifyRegions(op))
    keepAll(op);
}

template <typename... Ops>
static bool holds(Operation *op) {
  auto isOne = [](Operation *inner) {
    return isa<Ops...>(inner) ? WalkResult::interrupt() : WalkResult::advance();
  };
  return op->walk(isOne).wasInterrupted();
}

/// The first op of the kernel itself that stores, or in which something does;
/// null if nothing does.
Operation *TileSharer::firstStore() {
  for (Operation &op : kernel.getBody().front())
    if (holds<tq::StoreOp>(&op))
      return &op;
  return nullptr;
}

/// Why doing what `op` does in each CTA is not doing it once for the program.
std::string TileSharer::whyNotEffect(Operation *op) {
  if (auto load = dyn_cast<tq::LoadOp>(op))
    return load.isVolatileAccess() ? "a load is volatile" : "";
  if (auto store = dyn_cast<tq::StoreOp>(op)) {
    RankedTensorType tile = tileOf(store.getPtr());
    bool isOwn = false;
    for (unsigned i = 0; tile && i < unsigned(tile.getRank()); ++i)
      isOwn |= isCut(store.getPtr(), i);
    return isOwn ? "" : "it stores more than rows of products";
  }
  bool mayRepeat = isMemoryEffectFree(op) ||
                   isa<tq::AssumeOp, tq::AssertOp>(op) ||
                   op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
                   op->hasTrait<OpTrait::IsTerminator>();
  return mayRepeat ? "" : "it does something that must be done once";
}

std::string TileSharer::whyNot() {
  // Each user of a range or a constant gets its own.
  SmallVector<Operation *> sources;
  kernel.walk([&](Operation *op) {
    if (isa<tq::RangeOp, tq::SplatOp, arith::ConstantOp>(op) &&
        tileOf(op->getResult(0)))
      sources.push_back(op);
  });
  for (Operation *op : sources)
    for (OpOperand &use :
         llvm::make_early_inc_range(llvm::drop_begin(op->getUses())))
      use.set(OpBuilder(op).clone(*op)->getResult(0));
  kernel.walk([&](Operation *op) {
    if (op != kernel)
      classify(op);
  });
  if (height % ctas != 0)
    return "it has " + std::to_string(height) + " rows";
  for (Operation *op = firstStore(); op; op = op->getNextNode())
    if (holds<tq::LoadOp, tq::DescriptorLoadOp>(op))
      return "it loads behind what it stores";
  for (Dim one : kept)
    if (classes.isEquivalent(one, rows))
      return "its rows are columns elsewhere, or go into something that takes "
             "all of them";
  std::string why;
  kernel.walk([&](Operation *op) {
    if (op == kernel || !why.empty())
      return;
    why = whyNotEffect(op);
    auto dot = dyn_cast<tq::DotOp>(op);
    if (dot && !isCut(dot.getResult(), 0))
      why = "its products have different rows";
  });
  return why;
}

void TileSharer::cut(Value value) {
  RankedTensorType tile = tileOf(value);
  if (!tile)
    return;
  SmallVector<int64_t> shape(tile.getShape());
  for (auto [i, extent] : llvm::enumerate(shape))
    if (isCut(value, unsigned(i)))
      extent /= ctas;
  value.setType(RankedTensorType::get(shape, tile.getElementType()));
}

void TileSharer::cut(Operation *op) {
  for (Region &region : op->getRegions())
    for (Block &block : region)
      llvm::for_each(block.getArguments(), [&](Value value) { cut(value); });
  RankedTensorType before =
      op->getNumResults() == 1 ? tileOf(op->getResult(0)) : nullptr;
  llvm::for_each(op->getResults(), [&](Value value) { cut(value); });
  if (!before || before == op->getResult(0).getType())
    return;
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    auto dense = cast<DenseElementsAttr>(constant.getValue());
    constant.setValueAttr(
        dense.resizeSplat(cast<ShapedType>(constant.getType())));
  } else if (auto range = dyn_cast<tq::RangeOp>(op)) {
    ImplicitLocOpBuilder b(op->getLoc(), op);
    b.setInsertionPointAfter(op);
    auto own = int32_t(tileOf(range).getNumElements());
    range.setEnd(range.getStart() + uint32_t(own));
    Value size = arith::ConstantOp::create(b, b.getI32IntegerAttr(own));
    Value start = arith::MulIOp::create(b, rank, size);
    Value starts = tq::SplatOp::create(b, range.getType(), start);
    auto moved = arith::AddIOp::create(b, range, starts);
    range.getResult().replaceAllUsesExcept(moved, moved);
  }
}

void TileSharer::run() {
  SmallVector<Operation *> ops;
  kernel.walk([&](Operation *op) {
    if (op != kernel)
      ops.push_back(op);
  });
  numberClusters(kernel, ctas);
  ImplicitLocOpBuilder b(kernel.getLoc(), kernel.getContext());
  b.setInsertionPointToStart(&kernel.getBody().front());
  rank = tqg::ClusterRankOp::create(b, b.getI32Type(), uint32_t(ctas));
  for (Operation *op : ops)
    cut(op);
  if (Operation *store = firstStore()) {
    b.setInsertionPoint(store);
    tqg::ClusterBarrierOp::create(b);
  }
}

//===----------------------------------------------------------------------===//
// Whether
//===----------------------------------------------------------------------===//

/// Rows that a warp of a product has at least.
static constexpr int64_t kRowsOfWarp = 16;

/// Whether each CTA has rows for all warps: then the rows are shared. With
/// fewer CTAs share the loop (PlanSplit.h).
static bool haveRows(func::FuncOp kernel, int64_t ctas) {
  auto warps = kernel->getAttrOfType<IntegerAttr>(tq::kNumWarpsAttr);
  bool have = false;
  kernel.walk([&](tq::DotOp dot) {
    int64_t rows = dot.getType().getShape().drop_back().back();
    have = rows >= ctas * kRowsOfWarp * (warps ? warps.getInt() : 4);
    return have ? WalkResult::advance() : WalkResult::interrupt();
  });
  return have;
}

namespace {

struct ShareTiles : tqc::impl::ShareTilesPassBase<ShareTiles> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    auto asked = kernel->getAttrOfType<IntegerAttr>(tq::kNumCtasAttr);
    if (!kernel->hasAttr(tq::kKernelAttr) || kernel.isDeclaration() || !asked ||
        !llvm::is_contained({2, 4, 8}, asked.getInt()) ||
        !targetOf(kernel).hasClusters() || !haveRows(kernel, asked.getInt()))
      return;
    TileSharer sharer(kernel, asked.getInt());
    auto name = remark::RemarkOpts::name("shared-tiles").category("schedule");
    std::string why = "`shared-tiles` is switched off";
    if (isEnabled(kernel, Optimization::SharedTiles))
      why = sharer.whyNot();
    if (!why.empty()) {
      remark::missed(kernel.getLoc(), name) << remark::reason(
          "CTAs do not share the rows of a program: {0}", why);
      return;
    }
    sharer.run();
    kernel->removeAttr(tq::kNumCtasAttr);
    kernel->setAttr(tqg::kRowCtasAttr,
                    Builder(kernel.getContext())
                        .getI32IntegerAttr(int32_t(asked.getInt())));
    remark::passed(kernel.getLoc(), name) << remark::add(
        "{0} CTAs share the rows of each program", asked.getInt());
  }
};

} // namespace
