//===- AssignLayouts.cpp - Give every tile a place on the GPU -------------===//
//
// See AssignLayoutsPass in Passes.td for what the pass promises.
//
// A value is *fixed* if it has one layout: results of loads, products,
// reductions and everything computed from them, and values that loops carry.
// All others are *free*: indices, constants, broadcasts. A free value is built
// where a user asks for it, in the layout that the user wants.
//
//   1. infer: layouts of fixed values, forward, until loops agree
//   2. a loop-carried value that stays free gets what its users demand
//   3. rewrite: types of fixed values change in place; free values are cloned
//      for each layout asked for; conversions appear where two layouts meet
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/AxisInfo.h"
#include "compiler/analysis/Optimizations.h"
#include "compiler/passes/DotLayouts.h"
#include "compiler/passes/LayoutRules.h"
#include "compiler/passes/Passes.h"
#include "dialect/layout/LayoutAlgebra.h"
#include "dialect/layout/LayoutFactories.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"

#include <map>

namespace tqc {
#define GEN_PASS_DEF_ASSIGNLAYOUTSPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

namespace {

class LayoutAssigner {
public:
  LayoutAssigner(func::FuncOp kernel, int numWarps)
      : kernel(kernel), numWarps(numWarps), axis(kernel) {}

  void run();

private:
  // 1. Inference.
  void collectMemoryLayouts();
  void infer();
  void infer(Block &block);
  void infer(Operation &op);
  void inferLoopLike(Operation &op);
  LinearLayout memoryLayout(Operation &op);
  LinearLayout sourceLayout(Value tile);
  LinearLayout reductionLayout(tq::ReduceOp reduce);
  void fix(Value value, const LinearLayout &layout);
  const LinearLayout *layoutIfFixed(Value value) const;
  const LinearLayout *layoutOfOperands(Operation &op);
  int64_t bitsMoved(Operation &op, const LinearLayout &layout);
  bool isSum(const LinearLayout &layout) const;

  /// What asks for a value in the end: in which layout, and how many bits it
  /// then has.
  struct Goal {
    LinearLayout layout;
    int64_t bits;
  };
  std::optional<Goal> goalOf(Value value, SmallPtrSetImpl<Operation *> &seen);

  // 2. Demand.
  bool fixCarriedByDemand();
  std::optional<LinearLayout> demandOn(Value value,
                                       SmallPtrSetImpl<Operation *> &seen);

  // 3. Rewriting.
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
  int numWarps;
  AxisAnalysis axis;
  llvm::MapVector<Value, LinearLayout> fixed;
  DenseMap<Operation *, LinearLayout> memory;
  DenseMap<Operation *, DotLayouts> dots;
  std::map<std::pair<void *, void *>, Value> made; // looked up, not walked
  bool changed = false;
};

} // namespace

static bool isTile(Value value) {
  return isa<RankedTensorType>(value.getType());
}

static ArrayRef<int64_t> shapeOf(Value tile) {
  return cast<RankedTensorType>(tile.getType()).getShape();
}

static bool isLoopLike(Operation &op) {
  return isa<scf::ForOp, scf::WhileOp, scf::IfOp>(op);
}

static bool isMemory(Operation &op) {
  return isa<tq::LoadOp, tq::StoreOp, tq::AtomicRmwOp, tq::AtomicCasOp>(op);
}

/// What a tensor copy stores lies as sums of products do, each warp with rows of
/// its own.
static LinearLayout stagedLayout(BoxStoreOp store, int numWarps) {
  auto tile = cast<RankedTensorType>(store.getValue().getType());
  return mmaAccLayout(tile.getShape(), static_cast<unsigned>(numWarps), 1);
}

/// The pointer operand of a memory op.
static Value pointerOf(Operation &op) {
  if (auto load = dyn_cast<tq::LoadOp>(op))
    return load.getPtr();
  if (auto store = dyn_cast<tq::StoreOp>(op))
    return store.getPtr();
  if (auto rmw = dyn_cast<tq::AtomicRmwOp>(op))
    return rmw.getPtr();
  return cast<tq::AtomicCasOp>(op).getPtr();
}

static Value maskOf(Operation &op) {
  if (auto load = dyn_cast<tq::LoadOp>(op))
    return load.getMask();
  if (auto store = dyn_cast<tq::StoreOp>(op))
    return store.getMask();
  return {};
}

//===----------------------------------------------------------------------===//
// 1. Inference
//===----------------------------------------------------------------------===//

const LinearLayout *LayoutAssigner::layoutIfFixed(Value value) const {
  auto it = fixed.find(value);
  return it == fixed.end() ? nullptr : &it->second;
}

void LayoutAssigner::fix(Value value, const LinearLayout &layout) {
  if (!isTile(value))
    return;
  auto [it, isNew] = fixed.insert({value, layout});
  if (!isNew && it->second == layout)
    return;
  it->second = layout;
  changed = true;
}

/// Tiles of one shape and order share the widest access, so that what is loaded
/// together is computed together without moves.
void LayoutAssigner::collectMemoryLayouts() {
  std::map<std::pair<SmallVector<int64_t>, SmallVector<unsigned>>, unsigned>
      widest;
  auto keyOf = [&](Value pointer) {
    return std::make_pair(SmallVector<int64_t>(shapeOf(pointer)),
                          axis.orderOf(pointer));
  };
  kernel.walk([&](Operation *op) {
    if (!isMemory(*op) || !isTile(pointerOf(*op)))
      return;
    Value pointer = pointerOf(*op);
    auto key = keyOf(pointer);
    unsigned width =
        isa<tq::LoadOp, tq::StoreOp>(op)
            ? axis.cuttableWidth(pointer, maskOf(*op), key.second.front())
            : 1;
    unsigned &most = widest[key];
    most = std::max(most, width);
  });
  kernel.walk([&](Operation *op) {
    if (!isMemory(*op) || !isTile(pointerOf(*op)))
      return;
    Value pointer = pointerOf(*op);
    auto key = keyOf(pointer);
    memory.try_emplace(
        op, coalescedLayout(key.first, key.second, widest[key], numWarps));
  });
}

/// The layout of a memory op: coalesced, unless its addresses are scattered and
/// already have a place.
LinearLayout LayoutAssigner::memoryLayout(Operation &op) {
  Value pointer = pointerOf(op);
  const LinearLayout *own = layoutIfFixed(pointer);
  if (own && axis.accessWidth(pointer, {}, axis.orderOf(pointer).front()) == 1)
    return *own;
  return memory.at(&op);
}

/// The layout that an exchange (reduction, scan, ...) reads its source in.
LinearLayout LayoutAssigner::sourceLayout(Value tile) {
  if (const LinearLayout *layout = layoutIfFixed(tile))
    return *layout;
  return defaultLayout(shapeOf(tile), numWarps);
}

static int64_t bitsOf(Value tile) {
  auto type = cast<RankedTensorType>(tile.getType());
  Type element = type.getElementType();
  return type.getNumElements() *
         (element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 64);
}

/// The store, or the operand of a product, that a tile reaches element by
/// element; nothing where it goes elsewhere first.
std::optional<LayoutAssigner::Goal>
LayoutAssigner::goalOf(Value value, SmallPtrSetImpl<Operation *> &seen) {
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    if (!seen.insert(user).second)
      continue;
    if (isMemory(*user))
      return Goal{memoryLayout(*user), bitsOf(value)};
    if (auto store = dyn_cast<BoxStoreOp>(user))
      return Goal{stagedLayout(store, numWarps), bitsOf(value)};
    if (auto it = dots.find(user); it != dots.end() && use.getOperandNumber() < 2)
      return Goal{use.getOperandNumber() == 0 ? it->second.a : it->second.b,
                  bitsOf(value)};
    if (!isElementwise(user) || user->getNumResults() != 1)
      continue;
    if (std::optional<Goal> goal = goalOf(user->getResult(0), seen)) {
      goal->bits = std::min(goal->bits, bitsOf(value));
      return goal;
    }
  }
  return std::nullopt;
}

/// What an elementwise op in `layout` makes move: operands that lie elsewhere,
/// and its result on the way to where it goes.
int64_t LayoutAssigner::bitsMoved(Operation &op, const LinearLayout &layout) {
  int64_t bits = 0;
  for (Value operand : op.getOperands())
    if (const LinearLayout *own = layoutIfFixed(operand); own && *own != layout)
      bits += bitsOf(operand);
  SmallPtrSet<Operation *, 8> seen;
  if (auto goal = goalOf(op.getResult(0), seen); goal && goal->layout != layout)
    bits += goal->bits;
  return bits;
}

/// Whether a matrix instruction leaves its sums in `layout`.
bool LayoutAssigner::isSum(const LinearLayout &layout) const {
  return llvm::any_of(dots, [&](const auto &entry) {
    return entry.second.useMma && entry.second.acc == layout;
  });
}

/// Where operands meet in several layouts: the one that moves the fewest bits,
/// of those the sums of a product, which a loop often carries; the rest of the
/// order only keeps `a + b` and `b + a` the same.
const LinearLayout *LayoutAssigner::layoutOfOperands(Operation &op) {
  SmallVector<const LinearLayout *> met;
  for (Value operand : op.getOperands())
    if (const LinearLayout *layout = layoutIfFixed(operand))
      if (llvm::none_of(met, [&](auto *other) { return *other == *layout; }))
        met.push_back(layout);
  if (met.size() < 2)
    return met.empty() ? nullptr : met.front();
  auto rank = [&](const LinearLayout *layout) {
    return std::make_tuple(bitsMoved(op, *layout), !isSum(*layout),
                           -int64_t(layout->bits(Hw::Reg)),
                           layout->allColumns());
  };
  return *llvm::min_element(met, [&](auto *a, auto *b) {
    return rank(a) < rank(b);
  });
}

void LayoutAssigner::infer() {
  // Each round carries layouts once around every loop; nested loops need one
  // round more per level. The bound only stops layouts that take turns.
  for (int round = 0; round < 8; ++round) {
    changed = false;
    infer(kernel.getBody().front());
    if (!changed)
      return;
  }
}

void LayoutAssigner::infer(Block &block) {
  for (Operation &op : block)
    infer(op);
}

/// Passes layouts from yields to results and carried values.
void LayoutAssigner::inferLoopLike(Operation &op) {
  auto flow = [&](ValueRange from, ValueRange to) {
    for (auto [source, target] : llvm::zip(from, to))
      if (const LinearLayout *layout = layoutIfFixed(source))
        fix(target, LinearLayout(*layout));
  };
  auto flowIfFree = [&](ValueRange from, ValueRange to) {
    for (auto [source, target] : llvm::zip(from, to))
      if (!layoutIfFixed(target))
        flow(source, target);
  };
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    flowIfFree(loop.getInits(), loop.getRegionIterArgs());
    infer(*loop.getBody());
    flow(loop.getBody()->getTerminator()->getOperands(),
         loop.getRegionIterArgs());
    flow(loop.getRegionIterArgs(), loop.getResults());
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    flowIfFree(loop.getInits(), loop.getBeforeArguments());
    infer(*loop.getBeforeBody());
    flow(loop.getConditionOp().getArgs(), loop.getAfterArguments());
    infer(*loop.getAfterBody());
    flow(loop.getAfterBody()->getTerminator()->getOperands(),
         loop.getBeforeArguments());
    flow(loop.getAfterArguments(), loop.getResults());
  } else {
    auto branch = cast<scf::IfOp>(op);
    infer(branch.getThenRegion().front());
    if (branch.getElseRegion().empty())
      return;
    infer(branch.getElseRegion().front());
    flow(branch.thenYield().getOperands(), branch.getResults());
    flowIfFree(branch.elseYield().getOperands(), branch.getResults());
  }
}

/// From this many on, the fused multiply-adds of a thread are worth a warning:
/// LLVM takes seconds for them, and ptxas minutes.
static constexpr int64_t kManyProducts = 32768;

/// Says why a product is none of the matrix instructions, and what it costs.
static void sayWhyNot(tq::DotOp dot, const DotLayouts &layouts,
                      const std::string &whyNot) {
  remark::missed(dot.getLoc(),
                 remark::RemarkOpts::name("mma").category("mma"))
      << "no matrix instruction: " + whyNot;
  int64_t depth = dot.getA().getType().getShape().back();
  int64_t products = int64_t(layouts.acc.size(Hw::Reg)) * depth;
  if (products >= kManyProducts)
    emitWarning(dot.getLoc())
        << "this product is " << products
        << " fused multiply-adds in each thread, which take long to compile; no "
           "matrix instruction takes it: "
        << whyNot;
}

/// Where a reduction finds its tile: as it lies, or, if the order shall be the
/// same whatever the layout, with neighbours along the axis in registers, then
/// lanes, then warps. Those are combined in that order, so the order is that of
/// a binary tree over the axis.
LinearLayout LayoutAssigner::reductionLayout(tq::ReduceOp reduce) {
  Value source = reduce.getSrcs().front();
  if (isEnabled(kernel, Optimization::FreeOrder))
    return sourceLayout(source);
  return scanLayout(shapeOf(source), reduce.getAxis(), numWarps);
}

/// Boxes come from shared memory; who reads them as they are reads 16 bytes.
static LinearLayout boxLayout(BoxLoadOp load, int numWarps) {
  auto tile = cast<RankedTensorType>(load.getType());
  unsigned order[] = {load.fastest(), 1 - load.fastest()};
  return coalescedLayout(tile.getShape(), order,
                         128 / tile.getElementTypeBitWidth(), numWarps);
}

void LayoutAssigner::infer(Operation &op) {
  if (isLoopLike(op))
    return inferLoopLike(op);
  if (auto load = dyn_cast<BoxLoadOp>(op))
    return fix(load.getResult(), boxLayout(load, numWarps));
  if (op.getNumResults() == 0 || !llvm::any_of(op.getResults(), isTile))
    return;
  if (isMemory(op))
    return fix(op.getResult(0), memoryLayout(op));
  if (auto dot = dyn_cast<tq::DotOp>(op)) {
    auto it = dots.find(&op);
    if (it == dots.end()) {
      std::string whyNot;
      it = dots.try_emplace(&op, chooseDotLayouts(dot, numWarps, whyNot)).first;
      if (!it->second.useMma)
        sayWhyNot(dot, it->second, whyNot);
    }
    return fix(dot.getResult(), it->second.acc);
  }
  if (auto reduce = dyn_cast<tq::ReduceOp>(op)) {
    LinearLayout source = reductionLayout(reduce);
    for (Value result : reduce.getResults())
      if (isTile(result))
        fix(result, sliceDim(source, reduce.getAxis()));
    return;
  }
  if (auto scan = dyn_cast<tq::ScanOp>(op)) {
    for (Value result : scan.getResults())
      fix(result, scanLayout(shapeOf(result), scan.getAxis(), numWarps));
    return;
  }
  if (isa<tq::GatherOp, tq::HistogramOp, tq::CatOp>(op))
    return fix(op.getResult(0),
               defaultLayout(shapeOf(op.getResult(0)), numWarps));
  if (isa<tq::JoinOp, tq::SplitOp>(op)) {
    LinearLayout source = sourceLayout(op.getOperand(0));
    std::optional<LinearLayout> result = resultLayout(&op, source);
    if (!result) // a split whose pairs lie in two lanes: move them together
      result = defaultLayout(shapeOf(op.getResult(0)), numWarps);
    for (Value value : op.getResults())
      fix(value, *result);
    return;
  }
  if (isa<tq::TransOp, tq::ReshapeOp>(op)) {
    if (const LinearLayout *source = layoutIfFixed(op.getOperand(0)))
      fix(op.getResult(0), *resultLayout(&op, *source));
    return;
  }
  if (!isElementwise(&op))
    return;
  const LinearLayout *layout = layoutOfOperands(op);
  // What has an effect happens once, so it is not built where users ask for it.
  if (!layout && isMemoryEffectFree(&op))
    return;
  LinearLayout own =
      layout ? *layout : defaultLayout(shapeOf(op.getResult(0)), numWarps);
  for (Value result : op.getResults())
    fix(result, own);
}

//===----------------------------------------------------------------------===//
// 2. Demand
//===----------------------------------------------------------------------===//

/// The layout that some user of a free value asks for.
std::optional<LinearLayout>
LayoutAssigner::demandOn(Value value, SmallPtrSetImpl<Operation *> &seen) {
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    if (!seen.insert(user).second)
      continue;
    if (isMemory(*user))
      return memoryLayout(*user);
    if (auto store = dyn_cast<BoxStoreOp>(user))
      return stagedLayout(store, numWarps);
    if (auto dot = dyn_cast<tq::DotOp>(user)) {
      const DotLayouts &layouts = dots.at(user);
      return use.getOperandNumber() == 0   ? layouts.a
             : use.getOperandNumber() == 1 ? layouts.b
                                           : layouts.acc;
    }
    for (Value result : user->getResults()) {
      if (!isTile(result) || isLoopLike(*user))
        continue;
      std::optional<LinearLayout> wanted;
      if (const LinearLayout *layout = layoutIfFixed(result))
        wanted = *layout;
      else
        wanted = demandOn(result, seen);
      if (!wanted)
        continue;
      if (auto mine = operandLayout(user, use.getOperandNumber(), *wanted))
        return mine;
    }
  }
  return std::nullopt;
}

/// Fixes the first loop-carried or branch value that is still free. True if
/// there was one; inference must then run again.
bool LayoutAssigner::fixCarriedByDemand() {
  Value open;
  auto check = [&](ValueRange values) {
    for (Value value : values)
      if (!open && isTile(value) && !layoutIfFixed(value))
        open = value;
  };
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto loop = dyn_cast<scf::ForOp>(op))
      check(loop.getRegionIterArgs());
    else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      check(loop.getBeforeArguments());
      check(loop.getAfterArguments());
    } else if (auto branch = dyn_cast<scf::IfOp>(op))
      check(branch.getResults());
  });
  if (!open)
    return false;
  SmallPtrSet<Operation *, 16> seen;
  std::optional<LinearLayout> wanted = demandOn(open, seen);
  fix(open, wanted ? *wanted : defaultLayout(shapeOf(open), numWarps));
  return true;
}

//===----------------------------------------------------------------------===//
// 3. Rewriting
//===----------------------------------------------------------------------===//

static Type typeIn(Type type, const LinearLayout &layout) {
  return withLayout(cast<RankedTensorType>(type), layout);
}

/// `value` in `layout`: itself, a conversion, or a fresh copy of a free value.
Value LayoutAssigner::in(Value value, const LinearLayout &layout) {
  if (!isTile(value))
    return value;
  Attribute attr = LinearAttr::get(kernel.getContext(), layout);
  auto key = std::make_pair(value.getAsOpaquePointer(),
                            const_cast<void *>(attr.getAsOpaquePointer()));
  if (auto it = made.find(key); it != made.end())
    return it->second;
  const LinearLayout *own = layoutIfFixed(value);
  if (!own)
    return made[key] = buildFree(value, layout);
  if (*own == layout)
    return value;
  OpBuilder builder(kernel.getContext());
  builder.setInsertionPointAfterValue(value);
  return made[key] = ConvertLayoutOp::create(
             builder, value.getLoc(), typeIn(value.getType(), layout), value);
}

Value LayoutAssigner::buildFree(Value value, const LinearLayout &layout) {
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

void LayoutAssigner::giveType(Value value) {
  if (const LinearLayout *layout = layoutIfFixed(value))
    value.setType(typeIn(value.getType(), *layout));
}

void LayoutAssigner::setOperand(Operation &op, unsigned index,
                                const LinearLayout &layout) {
  op.setOperand(index, in(op.getOperand(index), layout));
}

void LayoutAssigner::setAllOperands(Operation &op, const LinearLayout &layout) {
  for (unsigned index = 0; index < op.getNumOperands(); ++index)
    setOperand(op, index, layout);
}

void LayoutAssigner::rewriteDot(tq::DotOp dot) {
  const DotLayouts &layouts = dots.at(dot);
  setOperand(*dot, 0, layouts.a);
  setOperand(*dot, 1, layouts.b);
  setOperand(*dot, 2, layouts.acc);
  if (!layouts.useMma) {
    giveType(dot.getResult());
    return;
  }
  OpBuilder builder(dot);
  LinearLayout acc = layouts.acc;
  auto mma = MmaOp::create(builder, dot.getLoc(), typeIn(dot.getType(), acc),
                           dot.getA(), dot.getB(), dot.getAcc(),
                           /*is_unsigned=*/false);
  dot.getResult().replaceAllUsesWith(mma.getResult());
  fixed.insert({mma.getResult(), acc});
  fixed.erase(dot.getResult());
  dot.erase();
}

void LayoutAssigner::rewriteReduce(Operation &op, ValueRange sources,
                                   const LinearLayout &layout) {
  setAllOperands(op, layout);
  for (Value result : op.getResults())
    giveType(result);
}

void LayoutAssigner::rewriteLoopLike(Operation &op) {
  auto convertTo = [&](Operation *from, unsigned first, ValueRange targets) {
    for (auto [index, target] : llvm::enumerate(targets))
      if (const LinearLayout *layout = layoutIfFixed(target))
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

void LayoutAssigner::rewrite(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block))
    rewrite(op);
}

void LayoutAssigner::rewrite(Operation &op) {
  if (isLoopLike(op))
    return rewriteLoopLike(op);
  if (op.hasTrait<OpTrait::IsTerminator>())
    return; // with the op around it
  if (auto dot = dyn_cast<tq::DotOp>(op))
    return rewriteDot(dot);
  bool isFree = op.getNumResults() != 0 && isTile(op.getResult(0)) &&
                !layoutIfFixed(op.getResult(0));
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
    setAllOperands(op, memoryLayout(op));
  } else if (auto reduce = dyn_cast<tq::ReduceOp>(op)) {
    return rewriteReduce(op, reduce.getSrcs(), reductionLayout(reduce));
  } else if (auto scan = dyn_cast<tq::ScanOp>(op)) {
    return rewriteReduce(op, scan.getSrcs(),
                         *layoutIfFixed(scan.getResults().front()));
  } else if (isa<tq::GatherOp, tq::HistogramOp, tq::CatOp, tq::PrintOp,
                 tq::AssertOp>(op)) {
    // The second half of a vector has the layout of the first, a mask that of
    // what it masks, an index that of what it picks; the rest as it comes.
    if (isa<tq::CatOp, tq::HistogramOp>(op)) {
      setAllOperands(op, sourceLayout(op.getOperand(0)));
      return giveType(op.getResult(0));
    }
    for (unsigned index = 0; index < op.getNumOperands(); ++index) {
      Value operand = op.getOperand(index);
      if (!isTile(operand))
        continue;
      bool likeResult = isa<tq::GatherOp>(op) && index == 1;
      setOperand(op, index,
                 likeResult ? *layoutIfFixed(op.getResult(0))
                            : sourceLayout(operand));
    }
  } else if (isElementwise(&op) && op.getNumResults() == 0) {
    const LinearLayout *layout = layoutOfOperands(op);
    setAllOperands(op, layout ? LinearLayout(*layout)
                              : sourceLayout(*llvm::find_if(op.getOperands(),
                                                            isTile)));
  } else if (isa<tq::SplitOp>(op)) {
    setAllOperands(op, joinLayout(*layoutIfFixed(op.getResult(0))));
  } else if (auto wanted =
                 operandLayout(&op, 0, *layoutIfFixed(op.getResult(0)))) {
    setAllOperands(op, *wanted);
  }
  llvm::for_each(op.getResults(), [&](Value v) { giveType(v); });
}

/// Free ops that nobody asked for, and the untyped originals of those copied.
void LayoutAssigner::eraseDeadOps() {
  SmallVector<Operation *> ops;
  kernel.walk([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : llvm::reverse(ops))
    if (isOpTriviallyDead(op))
      op->erase();
}

void LayoutAssigner::run() {
  collectMemoryLayouts();
  do
    infer();
  while (fixCarriedByDemand());
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
         isa<TensorMapOp, BoxLoadOp, BoxStoreOp>(op)) &&
        llvm::none_of(op->getResultTypes(),
                      [](Type type) { return tryLayoutOf(type); }))
      return WalkResult::advance();
    op->emitOpError("has a layout already");
    return WalkResult::interrupt();
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
    if (failed(checkIsNew(kernel)))
      return signalPassFailure();
    LayoutAssigner(kernel, plan.getWarps()).run();
  }
};

} // namespace
