//===- AssignLayouts.cpp - Give every tile a place on the GPU -------------===//
//
// See AssignLayoutsPass in Passes.td for what the pass promises.
//
// Which place each tile gets, InferLayouts.h decides. Here types of fixed
// values change in place, free values are cloned for each layout asked for, and
// conversions appear where two layouts meet.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/InferLayouts.h"
#include "compiler/passes/LayoutRules.h"
#include "compiler/passes/Passes.h"
#include "compiler/passes/ProductRules.h"
#include "dialect/layout/LayoutAlgebra.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <map>

namespace tqc {
#define GEN_PASS_DEF_ASSIGNLAYOUTSPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

namespace {

class LayoutRewriter {
public:
  LayoutRewriter(func::FuncOp kernel, int numWarps)
      : kernel(kernel), numWarps(numWarps), layouts(kernel, numWarps) {}

  void run();

private:
  void rewrite(Block &block);
  void rewrite(Operation &op);
  void rewriteLoopLike(Operation &op);
  void rewriteDot(tq::DotOp dot);
  void rewriteReduce(Operation &op, ValueRange sources,
                     const LinearLayout &layout);
  Value in(Value value, const LinearLayout &layout);
  Value buildFree(Value value, const LinearLayout &layout);
  void setOperand(Operation &op, unsigned index, const LinearLayout &layout);
  void setAllOperands(Operation &op, const LinearLayout &layout);
  void giveType(Value value);
  void eraseDeadOps();

  func::FuncOp kernel;
  const int numWarps;
  LayoutInference layouts;
  std::map<std::pair<void *, void *>, Value> made; // looked up, not walked
};

} // namespace

static Type typeIn(Type type, const LinearLayout &layout) {
  return withLayout(cast<RankedTensorType>(type), layout);
}

/// `value` in `layout`: itself, a conversion, or a fresh copy of a free value.
Value LayoutRewriter::in(Value value, const LinearLayout &layout) {
  if (!isTile(value))
    return value;
  Attribute attr = LinearAttr::get(kernel.getContext(), layout);
  auto key = std::make_pair(value.getAsOpaquePointer(),
                            const_cast<void *>(attr.getAsOpaquePointer()));
  if (auto it = made.find(key); it != made.end())
    return it->second;
  const LinearLayout *own = layouts.layoutIfFixed(value);
  if (!own)
    return made[key] = buildFree(value, layout);
  if (*own == layout)
    return value;
  OpBuilder builder(kernel.getContext());
  builder.setInsertionPointAfterValue(value);
  return made[key] = ConvertLayoutOp::create(
             builder, value.getLoc(), typeIn(value.getType(), layout), value);
}

Value LayoutRewriter::buildFree(Value value, const LinearLayout &layout) {
  Operation *op = value.getDefiningOp();
  assert(op && "block arguments are fixed by demand");
  OpBuilder builder(op);
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    auto type = cast<RankedTensorType>(typeIn(value.getType(), layout));
    auto dense = cast<DenseElementsAttr>(constant.getValue());
    DenseElementsAttr attr =
        dense.isSplat()
            ? DenseElementsAttr::get(type, dense.getSplatValue<Attribute>())
            : dense.reshape(type);
    return arith::ConstantOp::create(builder, op->getLoc(), type, attr);
  }
  SmallVector<Value> operands;
  for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
    if (!isTile(operand)) {
      operands.push_back(operand);
      continue;
    }
    std::optional<LinearLayout> wanted = operandLayout(op, index, layout);
    assert(wanted && "free ops rename or compute element by element");
    operands.push_back(in(operand, *wanted));
  }
  Operation *copy = op->clone();
  builder.insert(copy);
  copy->setOperands(operands);
  for (OpResult result : copy->getResults())
    result.setType(typeIn(result.getType(), layout));
  return copy->getResult(cast<OpResult>(value).getResultNumber());
}

void LayoutRewriter::giveType(Value value) {
  if (const LinearLayout *layout = layouts.layoutIfFixed(value))
    value.setType(typeIn(value.getType(), *layout));
}

void LayoutRewriter::setOperand(Operation &op, unsigned index,
                                const LinearLayout &layout) {
  op.setOperand(index, in(op.getOperand(index), layout));
}

void LayoutRewriter::setAllOperands(Operation &op, const LinearLayout &layout) {
  for (unsigned index = 0; index < op.getNumOperands(); ++index)
    setOperand(op, index, layout);
}

void LayoutRewriter::rewriteDot(tq::DotOp dot) {
  const DotLayouts &wanted = layouts.layoutsOf(dot);
  setOperand(*dot, 0, wanted.a);
  setOperand(*dot, 1, wanted.b);
  setOperand(*dot, 2, wanted.acc);
  if (!wanted.useMma) {
    giveType(dot.getResult());
    return;
  }
  OpBuilder builder(dot);
  auto mma =
      MmaOp::create(builder, dot.getLoc(), typeIn(dot.getType(), wanted.acc),
                    dot.getA(), dot.getB(), dot.getAcc(),
                    /*is_unsigned=*/false);
  mma->setAttr(kProductAttr, productOf(dot));
  dot.getResult().replaceAllUsesWith(mma.getResult());
  layouts.replace(dot.getResult(), mma.getResult());
  dot.erase();
}

void LayoutRewriter::rewriteReduce(Operation &op, ValueRange sources,
                                   const LinearLayout &layout) {
  setAllOperands(op, layout);
  for (Value result : op.getResults())
    giveType(result);
}

void LayoutRewriter::rewriteLoopLike(Operation &op) {
  auto convertTo = [&](Operation *from, unsigned first, ValueRange targets) {
    for (auto [index, target] : llvm::enumerate(targets))
      if (const LinearLayout *layout = layouts.layoutIfFixed(target))
        setOperand(*from, first + index, LinearLayout(*layout));
  };
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    convertTo(&op, 3, loop.getRegionIterArgs());
    llvm::for_each(loop.getRegionIterArgs(), [&](Value v) { giveType(v); });
    rewrite(*loop.getBody());
    convertTo(loop.getBody()->getTerminator(), 0, loop.getRegionIterArgs());
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    convertTo(&op, 0, loop.getBeforeArguments());
    llvm::for_each(loop.getBeforeArguments(), [&](Value v) { giveType(v); });
    rewrite(*loop.getBeforeBody());
    convertTo(loop.getConditionOp(), 1, loop.getAfterArguments());
    llvm::for_each(loop.getAfterArguments(), [&](Value v) { giveType(v); });
    rewrite(*loop.getAfterBody());
    convertTo(loop.getAfterBody()->getTerminator(), 0,
              loop.getBeforeArguments());
  } else {
    auto branch = cast<scf::IfOp>(op);
    for (Region &region : op.getRegions())
      if (!region.empty()) {
        rewrite(region.front());
        convertTo(region.front().getTerminator(), 0, branch.getResults());
      }
  }
  llvm::for_each(op.getResults(), [&](Value v) { giveType(v); });
}

void LayoutRewriter::rewrite(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block))
    rewrite(op);
}

void LayoutRewriter::rewrite(Operation &op) {
  if (isLoopLike(op))
    return rewriteLoopLike(op);
  if (op.hasTrait<OpTrait::IsTerminator>())
    return; // with the op around it
  if (auto dot = dyn_cast<tq::DotOp>(op))
    return rewriteDot(dot);
  bool isFree = op.getNumResults() != 0 && isTile(op.getResult(0)) &&
                !layouts.layoutIfFixed(op.getResult(0));
  if (isFree || !llvm::any_of(op.getOperands(), isTile)) {
    // Free tiles are built on demand; scalars stay as they are. A scalar load
    // or a constant has nothing to convert.
    if (!isFree)
      llvm::for_each(op.getResults(), [&](Value v) { giveType(v); });
    return;
  }
  if (auto store = dyn_cast<BoxStoreOp>(op)) {
    setOperand(op, op.getNumOperands() - 1, stagedLayout(store, numWarps));
  } else if (isMemory(op)) {
    setAllOperands(op, layouts.memoryLayout(op));
  } else if (auto reduce = dyn_cast<tq::ReduceOp>(op)) {
    return rewriteReduce(op, reduce.getSrcs(), layouts.reductionLayout(reduce));
  } else if (auto scan = dyn_cast<tq::ScanOp>(op)) {
    return rewriteReduce(op, scan.getSrcs(),
                         *layouts.layoutIfFixed(scan.getResults().front()));
  } else if (isa<tq::GatherOp, tq::HistogramOp, tq::CatOp, tq::PrintOp,
                 tq::AssertOp>(op)) {
    // The second half of a vector has the layout of the first, a mask that of
    // what it masks, an index that of what it picks; the rest as it comes.
    if (isa<tq::CatOp, tq::HistogramOp>(op)) {
      setAllOperands(op, layouts.sourceLayout(op.getOperand(0)));
      return giveType(op.getResult(0));
    }
    for (unsigned index = 0; index < op.getNumOperands(); ++index) {
      Value operand = op.getOperand(index);
      if (!isTile(operand))
        continue;
      bool likeResult = isa<tq::GatherOp>(op) && index == 1;
      setOperand(op, index,
                 likeResult ? *layouts.layoutIfFixed(op.getResult(0))
                            : layouts.sourceLayout(operand));
    }
  } else if (isElementwise(&op) && op.getNumResults() == 0) {
    const LinearLayout *layout = layouts.layoutOfOperands(op);
    setAllOperands(op, layout ? LinearLayout(*layout)
                              : layouts.sourceLayout(
                                    *llvm::find_if(op.getOperands(), isTile)));
  } else if (isa<tq::SplitOp>(op)) {
    setAllOperands(op, joinLayout(*layouts.layoutIfFixed(op.getResult(0))));
  } else if (auto wanted = operandLayout(
                 &op, 0, *layouts.layoutIfFixed(op.getResult(0)))) {
    setAllOperands(op, *wanted);
  }
  llvm::for_each(op.getResults(), [&](Value v) { giveType(v); });
}

/// Free ops that nobody asked for, and the untyped originals of those copied.
/// What is in a loop goes before the loop, which takes all of it along.
void LayoutRewriter::eraseDeadOps() {
  SmallVector<Operation *> ops;
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : llvm::reverse(ops))
    if (isOpTriviallyDead(op))
      op->erase();
}

void LayoutRewriter::run() {
  layouts.run();
  rewrite(kernel.getBody().front());
  eraseDeadOps();
}

/// Refuses what only hand-written IR has: tiles that have their layouts
/// already, and tiles from outside of the kernel.
static LogicalResult checkIsNew(func::FuncOp kernel) {
  if (llvm::any_of(kernel.getArgumentTypes(),
                   [](Type type) { return isa<RankedTensorType>(type); }))
    return kernel.emitOpError("takes a tile, but a kernel takes scalars and "
                              "pointers");
  WalkResult walked = kernel.getBody().walk([](Operation *op) {
    if ((!isa<TqgDialect>(op->getDialect()) ||
         isa<TensorMapOp, BoxLoadOp, BoxStoreOp, LaunchExtentOp,
             ClusterGatherOp, ClusterRankOp, ClusterBarrierOp, ResidentRowOp,
             RowBufferOp, RowPitchOp, StoreRowsOp, FunnelShiftOp>(op)) &&
        llvm::none_of(op->getResultTypes(),
                      [](Type type) { return tryLayoutOf(type); }))
      return WalkResult::advance();
    op->emitOpError("has a layout already");
    return WalkResult::interrupt();
  });
  return failure(walked.wasInterrupted());
}

/// Refuses what only hand-written IR has: products that nobody planned, or
/// whose plan nothing can execute.
static LogicalResult checkIsPlanned(func::FuncOp kernel, int numWarps) {
  WalkResult walked = kernel.walk([&](tq::DotOp dot) -> WalkResult {
    ProductAttr product = productOf(dot);
    if (!product)
      return dot.emitOpError(
          "has no `tqg.product`: `tq-plan-kernel` gives one");
    std::string whyNot;
    if (product.getUnit() != MatrixUnit::Fma)
      mmaElementBits(dot, whyNot);
    if (whyNot.empty() && product.getUnit() == MatrixUnit::Wgmma)
      whyNot = whyNotWarpgroups(dot, numWarps);
    int warps = product.getBatch() * product.getRows() * product.getColumns();
    if (whyNot.empty() && product.getUnit() != MatrixUnit::Fma &&
        warps != numWarps)
      whyNot = "it is for " + std::to_string(warps) + " warps";
    if (whyNot.empty())
      return WalkResult::advance();
    return dot.emitOpError("has a `tqg.product` that cannot be: ") << whyNot;
  });
  return failure(walked.wasInterrupted());
}

namespace {

struct AssignLayouts : tqc::impl::AssignLayoutsPassBase<AssignLayouts> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    auto plan = kernel->getAttrOfType<PlanAttr>(kPlanAttr);
    if (!plan)
      return;
    if (failed(checkIsNew(kernel)) ||
        failed(checkIsPlanned(kernel, plan.getWarps())))
      return signalPassFailure();
    LayoutRewriter(kernel, plan.getWarps()).run();
  }
};

} // namespace
