//===- InferLayouts.cpp - Which place each tile of a kernel gets ----------===//

#include "compiler/passes/InferLayouts.h"

#include "compiler/analysis/MemoryOperands.h"
#include "compiler/analysis/Optimizations.h"
#include "compiler/analysis/SharedScratch.h"
#include "compiler/analysis/Target.h"
#include "compiler/analysis/ValueWalk.h"
#include "compiler/passes/LayoutRules.h"
#include "compiler/passes/TileAccesses.h"
#include "dialect/layout/LayoutAlgebra.h"
#include "dialect/layout/LayoutFactories.h"
#include "dialect/layout/LayoutMoves.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

bool tqc::isTile(Value value) { return isa<RankedTensorType>(value.getType()); }

static ArrayRef<int64_t> shapeOf(Value tile) {
  return cast<RankedTensorType>(tile.getType()).getShape();
}

static unsigned elementBits(Value tile) {
  return unsigned(sharedElementBytes(tile.getType())) * 8;
}

bool tqc::isLoopLike(Operation &op) {
  return isa<scf::ForOp, scf::WhileOp, scf::IfOp>(op);
}

bool tqc::isMemory(Operation &op) { return bool(pointerOf(op)); }

LinearLayout tqc::stagedLayout(BoxStoreOp store, int numWarps) {
  auto tile = cast<RankedTensorType>(store.getValue().getType());
  return mmaAccLayout(tile.getShape(), static_cast<unsigned>(numWarps), 1);
}

//===----------------------------------------------------------------------===//
// Inference
//===----------------------------------------------------------------------===//

const LinearLayout *LayoutInference::layoutIfFixed(Value value) const {
  auto it = fixed.find(value);
  return it == fixed.end() ? nullptr : &it->second;
}

void LayoutInference::fix(Value value, const LinearLayout &layout) {
  if (!isTile(value))
    return;
  auto [it, isNew] = fixed.insert({value, layout});
  if (!isNew && it->second == layout)
    return;
  it->second = layout;
  changed = true;
}

/// The tile whose rows all take what a load brings, element by element:
/// `w[None, :]` beside rows; null if it goes elsewhere, too.
static RankedTensorType rowsThatShare(Value vector) {
  RankedTensorType rows;
  bool goesElsewhere =
      findFrom(vector, [&](Value value, SmallVectorImpl<Value> &next) {
        return llvm::any_of(value.getUsers(), [&](Operation *user) {
          if (user->getNumResults() != 1)
            return true;
          Value result = user->getResult(0);
          if (isa<tq::BroadcastOp>(user)) {
            auto type = cast<RankedTensorType>(result.getType());
            rows = rows ? rows : type;
            return type.getRank() != 2 || type.getShape() != rows.getShape();
          }
          auto expand = dyn_cast<tq::ExpandDimsOp>(user);
          if (!isElementwise(user) && !(expand && expand.getAxis() == 0))
            return true;
          next.push_back(result);
          return false;
        });
      });
  return goesElsewhere ? RankedTensorType() : rows;
}

/// Tiles of one shape and order share the width of accesses, so that what is
/// loaded together is computed together without moves: the widest, which copies
/// for products need, or the cheapest of all for rows.
void LayoutInference::collectMemoryLayouts() {
  std::map<std::pair<SmallVector<int64_t>, SmallVector<unsigned>>, TileAccesses>
      groups;
  auto keyOf = [&](Operation *op) {
    ArrayRef<int64_t> shape = shapeOf(pointerOf(*op));
    return std::make_pair(SmallVector<int64_t>(shape),
                          SmallVector<unsigned>(llvm::map_range(
                              accessOf(op, shape).getOrder(),
                              [](int32_t dim) { return unsigned(dim); })));
  };
  kernel.walk([&](Operation *op) {
    if (isMemory(*op) && isTile(pointerOf(*op)))
      groups[keyOf(op)].add(op);
  });
  auto planned = kernel->getAttrOfType<IntegerAttr>(kRowLanesAttr);
  auto apart = kernel->getAttrOfType<IntegerAttr>(kRowStepAttr);
  auto layoutFor = [&](const auto &key) {
    const TileAccesses &group = groups[key];
    bool isRows = key.first.size() == 1 || group.hasRowSums();
    unsigned width = isRows ? group.cheapest() : group.widest();
    int64_t lanes = !group.hasRowSums() ? 0
                    : planned           ? planned.getInt()
                                        : group.rowLanes(width);
    LinearLayout layout =
        coalescedLayout(key.first, key.second, width, numWarps, lanes);
    bool isBatch = apart && lanes && key.first.size() == 2;
    return isBatch ? withRowsApart(layout, apart.getInt()) : layout;
  };
  kernel.walk([&](Operation *op) {
    if (!isMemory(*op) || !isTile(pointerOf(*op)))
      return;
    auto key = keyOf(op);
    // What all rows share is in the cache, and read where they lie, if that is
    // not element by element.
    if (auto load = dyn_cast<tq::LoadOp>(op); load && key.first.size() == 1)
      if (RankedTensorType rows = rowsThatShare(load.getResult())) {
        auto all = std::make_pair(SmallVector<int64_t>(rows.getShape()),
                                  SmallVector<unsigned>{1, 0});
        if (auto it = groups.find(all); it != groups.end() &&
                                        it->second.hasRowSums() &&
                                        it->second.cheapest() > 1) {
          memory.try_emplace(op, sliceDim(layoutFor(all), 0));
          return;
        }
      }
    memory.try_emplace(op, layoutFor(key));
  });
}

/// Whether each store of a warp fills whole sectors of 32 bytes: lanes, and as
/// many registers as one access takes, are neighbours along the order's first
/// dimension.
static bool fillsSectors(const LinearLayout &layout, AccessAttr access,
                         unsigned elementBits) {
  auto dim = unsigned(access.getOrder().front());
  uint32_t neighbours = 0;
  auto add = [&](Hw hw, unsigned bit) {
    neighbours |= layout.column(hw, bit) >> layout.lowBit(dim);
  };
  for (unsigned bit = 0;
       (2u << bit) <= unsigned(access.getCut()) && bit < layout.bits(Hw::Reg);
       ++bit)
    if (layout.column(Hw::Reg, bit) == 1u << (layout.lowBit(dim) + bit))
      add(Hw::Reg, bit);
  for (unsigned bit = 0; bit < layout.bits(Hw::Lane); ++bit)
    if (llvm::isPowerOf2_32(layout.column(Hw::Lane, bit)))
      add(Hw::Lane, bit);
  uint32_t wanted = 32 * 8 / elementBits - 1;
  unsigned width = std::min(layout.outBits(dim), 31u);
  return (neighbours & ((1u << width) - 1) & wanted) == wanted;
}

/// Where a store may leave its value as it lies: one element a thread, or a few
/// of a CTA's rows, such as their sums, which warps would wait for each other
/// to gather; and beside rings that warps of their own keep filling, since the
/// scratch of a large move would cost stages.
const LinearLayout *LayoutInference::storedInPlace(tq::StoreOp store) {
  const LinearLayout *own = layoutIfFixed(store.getValue());
  auto plan = kernel->getAttrOfType<PlanAttr>(kPlanAttr);
  unsigned bits = elementBits(store.getValue());
  unsigned few = plan && plan.getBatch() > 1 ? 3 : 0;
  if (own && own->shape().size() == 1 && own->bits(Hw::Reg) <= few &&
      planMove(*own, memory.at(store), bits).shared)
    return own;
  AccessAttr access = accessOf(store, shapeOf(store.getPtr()));
  if (!own || !plan || plan.getRoles() < 2 || bits < 32 ||
      !fillsSectors(*own, access, bits))
    return nullptr;
  LayoutMove move = planMove(*own, memory.at(store), bits);
  return move.shared &&
                 int64_t(move.shared->bytes) * 4 > targetOf(kernel).sharedBytes
             ? own
             : nullptr;
}

LinearLayout LayoutInference::memoryLayout(Operation &op) {
  Value pointer = pointerOf(op);
  const LinearLayout *own = layoutIfFixed(pointer);
  if (own && accessOf(&op, shapeOf(pointer)).getAddresses() == 1)
    return *own;
  if (auto store = dyn_cast<tq::StoreOp>(op); store && isTile(store.getValue()))
    if (const LinearLayout *place = storedInPlace(store))
      return *place;
  return memory.at(&op);
}

/// The layout that an exchange (reduction, scan, ...) reads its source in.
LinearLayout LayoutInference::sourceLayout(Value tile) {
  if (const LinearLayout *layout = layoutIfFixed(tile))
    return *layout;
  return defaultLayout(shapeOf(tile), numWarps);
}

/// The store, or the operand of a product, that a tile reaches element by
/// element; nothing where it goes elsewhere first.
std::optional<LayoutInference::Goal>
LayoutInference::goalOf(Value value, SmallPtrSetImpl<Operation *> &seen) {
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    if (!seen.insert(user).second)
      continue;
    if (isMemory(*user))
      return Goal{memoryLayout(*user), elementBits(value)};
    if (auto store = dyn_cast<BoxStoreOp>(user))
      return Goal{stagedLayout(store, numWarps), elementBits(value)};
    if (auto it = dots.find(user);
        it != dots.end() && use.getOperandNumber() < 2)
      return Goal{use.getOperandNumber() == 0 ? it->second.a : it->second.b,
                  elementBits(value)};
    if (!isElementwise(user) || user->getNumResults() != 1)
      continue;
    if (std::optional<Goal> goal = goalOf(user->getResult(0), seen)) {
      goal->bits = std::min(goal->bits, elementBits(value));
      return goal;
    }
  }
  return std::nullopt;
}

unsigned LayoutInference::moveCost(const LinearLayout &from,
                                   const LinearLayout &to,
                                   unsigned elementBits) {
  if (from == to)
    return 0;
  MLIRContext *context = kernel.getContext();
  auto [known, isNew] =
      moveCosts.try_emplace({LinearAttr::get(context, from),
                             LinearAttr::get(context, to), elementBits},
                            0);
  if (isNew)
    known->second = planMove(from, to, elementBits).cost();
  return known->second;
}

/// What the moves cost that an elementwise op in `layout` needs: of operands
/// that lie elsewhere, and of its result on the way to where it goes.
unsigned LayoutInference::costIn(Operation &op, const LinearLayout &layout) {
  unsigned cost = 0;
  for (Value operand : op.getOperands())
    if (const LinearLayout *own = layoutIfFixed(operand))
      cost += moveCost(*own, layout, elementBits(operand));
  SmallPtrSet<Operation *, 8> seen;
  if (auto goal = goalOf(op.getResult(0), seen))
    cost += moveCost(layout, goal->layout, goal->bits);
  return cost;
}

/// Whether a matrix instruction leaves its sums in `layout`.
bool LayoutInference::isSum(const LinearLayout &layout) const {
  return llvm::any_of(dots, [&](const auto &entry) {
    return entry.second.useMma && entry.second.acc == layout;
  });
}

/// Where operands meet in several layouts: the one whose moves cost the least,
/// of those the sums of a product, which a loop often carries, then the one
/// with fewer registers; the rest of the order only keeps `a + b` and `b + a`
/// the same.
const LinearLayout *LayoutInference::layoutOfOperands(Operation &op) {
  SmallVector<const LinearLayout *> met;
  for (Value operand : op.getOperands())
    if (const LinearLayout *layout = layoutIfFixed(operand))
      if (llvm::none_of(met, [&](auto *other) { return *other == *layout; }))
        met.push_back(layout);
  if (met.size() < 2)
    return met.empty() ? nullptr : met.front();
  auto rank = [&](const LinearLayout *layout) {
    return std::make_tuple(costIn(op, *layout), !isSum(*layout),
                           layout->bits(Hw::Reg), layout->allColumns());
  };
  return *llvm::min_element(
      met, [&](auto *a, auto *b) { return rank(a) < rank(b); });
}

void LayoutInference::infer() {
  // Each round carries layouts once around every loop; nested loops need one
  // round more per level. The bound only stops layouts that take turns.
  for (int round = 0; round < 8; ++round) {
    changed = false;
    infer(kernel.getBody().front());
    if (!changed)
      return;
  }
}

void LayoutInference::infer(Block &block) {
  for (Operation &op : block)
    infer(op);
}

/// Passes layouts from yields to results and carried values.
void LayoutInference::inferLoopLike(Operation &op) {
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

/// Where a reduction finds its tile: as it lies, or, if the order shall be the
/// same whatever the layout, with neighbours along the axis in registers, then
/// lanes, then warps. Those are combined in that order, so the order is that of
/// a binary tree over the axis.
LinearLayout LayoutInference::reductionLayout(tq::ReduceOp reduce) {
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

/// A thread holds all neighbours that a shift takes elements of.
static LinearLayout shiftedLayout(FunnelShiftOp shift,
                                  const LinearLayout *source, int numWarps) {
  auto isHeld = [&](uint32_t step) {
    return llvm::is_contained(source->columns(Hw::Reg), step);
  };
  bool fits = source != nullptr;
  for (uint32_t step = 1; fits && step < shift.getWidth(); step *= 2)
    fits = isHeld(step);
  if (fits)
    return *source;
  return coalescedLayout(shapeOf(shift.getResult()), {0}, shift.getWidth(),
                         numWarps);
}

void LayoutInference::infer(Operation &op) {
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
    if (it == dots.end())
      it = dots.try_emplace(&op, dotLayouts(dot, productOf(dot), numWarps))
               .first;
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
  if (isa<tq::GatherOp, tq::HistogramOp, tq::CatOp, ClusterGatherOp>(op))
    return fix(op.getResult(0),
               defaultLayout(shapeOf(op.getResult(0)), numWarps));
  if (auto shift = dyn_cast<FunnelShiftOp>(op))
    return fix(shift.getResult(),
               shiftedLayout(shift, layoutIfFixed(shift.getLow()), numWarps));
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
// Demand
//===----------------------------------------------------------------------===//

/// The layout that some user of a free value asks for.
std::optional<LinearLayout>
LayoutInference::demandOn(Value value, SmallPtrSetImpl<Operation *> &seen) {
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
bool LayoutInference::fixCarriedByDemand() {
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

void LayoutInference::run() {
  collectMemoryLayouts();
  do
    infer();
  while (fixCarriedByDemand());
}

void LayoutInference::replace(Value old, Value now) {
  LinearLayout layout = fixed.find(old)->second;
  fixed.insert({now, layout});
  fixed.erase(old);
}
