//===- PlanBoxes.cpp - Which loads become copies of boxes -----------------===//

#include "compiler/passes/PlanBoxes.h"

#include "compiler/analysis/BoxAccess.h"
#include "compiler/analysis/ForcedPlan.h"
#include "compiler/analysis/Optimizations.h"
#include "compiler/analysis/ProgramLengths.h"
#include "compiler/analysis/SharedScratch.h"
#include "compiler/analysis/Signs.h"
#include "compiler/analysis/Target.h"
#include "compiler/analysis/ValueWalk.h"
#include "compiler/analysis/WrittenMemory.h"
#include "compiler/passes/BoxMaps.h"
#include "compiler/passes/LiveColumns.h"
#include "compiler/passes/OperandPlaces.h"
#include "compiler/passes/ProductRules.h"
#include "dialect/layout/LayoutDescriptors.h"
#include "dialect/layout/LayoutFactories.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

static void remarkMissed(Operation *op, StringRef why) {
  remark::missed(
      op->getLoc(),
      remark::RemarkOpts::name("no-tensor-copies").category("pipeline"))
      << remark::reason("{0}", why);
}

namespace {

class BoxPlanner {
public:
  BoxPlanner(func::FuncOp kernel, int stages, ProgramOrder order)
      : kernel(kernel), stages(stages), order(order), axis(kernel),
        boxes(kernel, axis) {}

  LogicalResult run(bool &hasBoxes);

private:
  void collect();
  void collect(tq::DotOp dot);
  std::string whyNotAhead();
  std::string whyNotBox(tq::LoadOp load);
  bool fitsShared();
  void planColumns();
  void planDepth();
  void rewrite(tq::LoadOp load, const BoxAccess &box);

  func::FuncOp kernel;
  int stages;
  ProgramOrder order;
  AxisAnalysis axis;
  BoxAnalysis boxes;
  /// What products in loops take as it was loaded.
  llvm::MapVector<tq::LoadOp, std::optional<BoxAccess>> loads;
  SmallVector<tq::DotOp> products; ///< that take these loads
  tq::LoadOp notABox;              ///< that a product in a loop takes too
};

} // namespace

/// The load that gives an operand as it is, or turned.
static tq::LoadOp loadOf(Value operand) {
  Operation *source = operand.getDefiningOp();
  while (isa_and_nonnull<tq::TransOp>(source))
    source = source->getOperand(0).getDefiningOp();
  return dyn_cast_or_null<tq::LoadOp>(source);
}

/// Whether products alone use what was loaded, as it is or turned.
static bool feedsProductsOnly(Value tile) {
  return llvm::all_of(tile.getUsers(), [](Operation *user) {
    if (auto turned = dyn_cast<tq::TransOp>(user))
      return feedsProductsOnly(turned.getResult());
    return isa<tq::DotOp>(user);
  });
}

/// The loads of a product that wgmma takes from shared memory.
void BoxPlanner::collect(tq::DotOp dot) {
  tq::LoadOp right = loadOf(dot.getB());
  Operation *around = dot->getParentOp();
  bool isRepeated =
      isa<scf::ForOp>(around) ||
      (isa<func::FuncOp>(around) && order != ProgramOrder::Launched);
  if (!isRepeated || !isForWarpgroups(dot) || !right ||
      right->getBlock() != dot->getBlock() ||
      !feedsProductsOnly(right.getResult()))
    return;
  loads[right];
  products.push_back(dot);
  tq::LoadOp left = loadOf(dot.getA());
  if (left && feedsProductsOnly(left.getResult()))
    loads[left];
}

void BoxPlanner::collect() {
  kernel.walk([&](tq::DotOp dot) { collect(dot); });
  kernel.walk([&](tq::DotOp dot) {
    for (Value operand : {dot.getA(), dot.getB()})
      if (tq::LoadOp load = loadOf(operand);
          load && isa<scf::ForOp>(load->getParentOp()) && !loads.contains(load))
        notABox = load;
  });
}

/// Whether scalars alone, and none that was loaded, decide what `value` is.
static bool isKnownEarly(Value start) {
  return !findFrom(start, [](Value value, SmallVectorImpl<Value> &next) {
    if (!value.getType().isIntOrIndex())
      return true;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      Operation *parent = argument.getOwner()->getParentOp();
      auto loop = dyn_cast<scf::ForOp>(parent);
      if (!loop)
        return !isa<func::FuncOp>(parent);
      llvm::append_range(next,
                         ValueRange{loop.getLowerBound(), loop.getUpperBound(),
                                    loop.getStep()});
      if (argument != loop.getInductionVar()) {
        next.push_back(loop.getTiedLoopInit(argument)->get());
        next.push_back(loop.getTiedLoopYieldedValue(argument)->get());
      }
      return false;
    }
    Operation *op = value.getDefiningOp();
    unsigned number = cast<OpResult>(value).getResultNumber();
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      next.push_back(loop.getRegionIterArg(number));
      return false;
    }
    if (auto branch = dyn_cast<scf::IfOp>(op)) {
      next.push_back(branch.getCondition());
      next.push_back(branch.thenYield().getOperand(number));
      next.push_back(branch.elseYield().getOperand(number));
      return false;
    }
    llvm::append_range(next, op->getOperands());
    return op->getNumRegions() != 0 || !isMemoryEffectFree(op);
  });
}

/// What decides whether an op runs: bounds and conditions around it. Nothing
/// where a loop's own work decides.
static std::optional<SmallVector<Value>> decidersOf(Operation *op) {
  SmallVector<Value> values;
  for (Operation *around = op->getParentOp(); !isa<func::FuncOp>(around);
       around = around->getParentOp()) {
    if (auto loop = dyn_cast<scf::ForOp>(around))
      llvm::append_range(values,
                         ValueRange{loop.getLowerBound(), loop.getUpperBound(),
                                    loop.getStep()});
    else if (auto branch = dyn_cast<scf::IfOp>(around))
      values.push_back(branch.getCondition());
    else
      return std::nullopt;
  }
  return values;
}

/// Whether an op may change what a later load reads.
static bool mayWrite(Operation *op) {
  if (auto load = dyn_cast<tq::LoadOp>(op))
    return load.isVolatileAccess();
  return !isMemoryEffectFree(op) &&
         !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
         !isa<tq::AssumeOp, tq::AssertOp, tq::SideEffectOp, tq::PrintOp>(op);
}

/// Why the loads must not run ahead of the rest of the kernel, if so.
std::string BoxPlanner::whyNotAhead() {
  if (notABox)
    return "a product of a loop takes another load as well";
  DenseSet<Operation *> loops;
  for (auto &[load, box] : loads)
    for (Operation *around = load->getParentOp(); !isa<func::FuncOp>(around);
         around = around->getParentOp())
      loops.insert(around);
  Operation *last = nullptr;
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto load = dyn_cast<tq::LoadOp>(op); load && loads.contains(load))
      last = op;
  });
  auto isElsewhere = [&](Operation *op) {
    auto store = dyn_cast<tq::StoreOp>(op);
    return store && llvm::none_of(loads, [&](auto &one) {
             return mayOverlap(store.getPtr(), one.first.getPtr());
           });
  };
  std::string why;
  bool isBehind = false;
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    isBehind |= op == last;
    bool isAround = llvm::any_of(loops, [&](Operation *loop) {
      return isa<scf::ForOp>(loop) && loop->isProperAncestor(op);
    });
    if (op != kernel && mayWrite(op) && (!isBehind || isAround) &&
        !isElsewhere(op))
      why =
          "the kernel writes memory that a copy ahead of it might have to see";
  });
  return why;
}

std::string BoxPlanner::whyNotBox(tq::LoadOp load) {
  auto tile = cast<RankedTensorType>(load.getType());
  if (load.isVolatileAccess())
    return "it is volatile";
  if (load.getMask() && load.getOther() &&
      !matchPattern(load.getOther(), m_Zero()) &&
      !matchPattern(load.getOther(), m_AnyZeroFloat()))
    return "masked elements are not zero";
  if (tile.getRank() != 2 || tile.getDimSize(0) > 256 ||
      tile.getDimSize(1) > 256)
    return "a box has at most 256 rows and columns";
  std::string why;
  std::optional<BoxAccess> &box = loads[load];
  box = boxes.boxOf(load.getPtr(), load.getMask(), why);
  if (!box)
    return why;
  if (llvm::any_of(box->dims, [](const BoxDim &dim) { return dim.lanes; }))
    return "its mask bounds an index twice";
  unsigned fastest = box->dims.front().tileDim;
  if (!panelMemory(tile.getShape(), fastest, tile.getElementTypeBitWidth()))
    return "its rows are shorter than 32 bytes";
  std::optional<SmallVector<Value>> deciders = decidersOf(load);
  if (!deciders)
    return "the work of a loop decides whether it runs";
  for (const BoxDim &dim : box->dims)
    for (const IndexTerm &term : dim.start)
      llvm::append_range(*deciders, term.factors);
  if (!llvm::all_of(*deciders, isKnownEarly))
    return "its coordinates depend on what the kernel loads";
  if (llvm::any_of(box->dims, [](const BoxDim &dim) {
        return !dim.isChecked && mayBeNegative(dim.start);
      }))
    return "a coordinate may be negative";
  return {};
}

/// Whether two slots for each tensor that a loop loads, and one for others, are
/// there; loops that follow each other share them.
bool BoxPlanner::fitsShared() {
  llvm::MapVector<std::pair<Value, Type>, int64_t> rings;
  for (auto &[load, box] : loads) {
    auto tile = cast<RankedTensorType>(load.getType());
    int64_t slots = isa<scf::ForOp>(load->getParentOp()) ? 2 : 1;
    int64_t &bytes = rings[{box->base, tile}];
    bytes = std::max(bytes,
                     slots * tile.getNumElements() * sharedElementBytes(tile));
  }
  int64_t total = 1024;
  for (auto &[tensor, bytes] : rings)
    total += bytes;
  return total <= targetOf(kernel).sharedBytes;
}

/// Leaves out columns of products that nobody stores.
void BoxPlanner::planColumns() {
  if (!isEnabled(kernel, Optimization::LiveColumns))
    return;
  for (tq::DotOp dot : products) {
    std::optional<int32_t> live = liveColumns(dot, boxes);
    int64_t columns = dot.getType().getShape().back();
    if (!live || columns > 256)
      continue;
    ProductAttr plan = productOf(dot);
    dot->setAttr(kProductAttr,
                 ProductAttr::get(dot.getContext(), plan.getUnit(),
                                  plan.getBatch(), plan.getRows(),
                                  plan.getColumns(), *live, plan.getDepth()));
    remark::passed(dot.getLoc(),
                   remark::RemarkOpts::name("live-columns").category("mma"))
        << remark::add("{0} of {1} columns are multiplied: the others are "
                       "stored in no program",
                       *live, columns);
  }
}

/// Leaves out what is zero in both operands of products.
void BoxPlanner::planDepth() {
  for (tq::DotOp dot : products) {
    std::optional<int32_t> depth = liveDepth(dot);
    if (!depth)
      continue;
    auto name = remark::RemarkOpts::name("live-depth").category("mma");
    if (!isEnabled(kernel, Optimization::LiveDepth)) {
      remark::missed(dot.getLoc(), name)
          << remark::reason("{0}", "`live-depth` is switched off");
      continue;
    }
    ProductAttr plan = productOf(dot);
    dot->setAttr(kProductAttr,
                 ProductAttr::get(dot.getContext(), plan.getUnit(),
                                  plan.getBatch(), plan.getRows(),
                                  plan.getColumns(), plan.getLive(), *depth));
    remark::passed(dot.getLoc(), name)
        << remark::add("{0} of {1} numbers of a row are multiplied: the others "
                       "are zeros of both operands",
                       *depth, dot.getA().getType().getShape().back());
  }
}

/// How many columns of the right operand of products are multiplied, if not all
/// are and wgmma reads them from the slot.
static std::optional<int64_t> multipliedColumns(tq::LoadOp load,
                                                unsigned fastest) {
  int64_t columns = 0;
  for (Operation *user : load->getUsers()) {
    auto dot = dyn_cast<tq::DotOp>(user);
    int64_t live = dot ? productOf(dot).getLive() : 0;
    if (live == 0 || dot.getA() == load.getResult() ||
        (fastest != 0 && !isReadAcrossDepth(dot)))
      return std::nullopt;
    columns = std::max(columns, live);
  }
  return columns;
}

void BoxPlanner::rewrite(tq::LoadOp load, const BoxAccess &box) {
  if (load.getCache() != tq::CacheModifier::None ||
      load.getEvict() != tq::Eviction::Normal)
    remarkNoHints(load);
  auto tile = cast<RankedTensorType>(load.getType());
  // One copy moves a panel: rows as long as the swizzle.
  unsigned bits = tile.getElementTypeBitWidth();
  auto fastest = static_cast<unsigned>(box.dims.front().tileDim);
  LinearLayout memory = *panelMemory(tile.getShape(), fastest, bits);
  unsigned span = panelLayout(memory, bits)->spanBytes;
  SmallVector<int64_t> copied(tile.getShape());
  copied[fastest] = span * 8 / bits;
  std::optional<int64_t> columns = multipliedColumns(load, fastest);
  IntegerAttr panels; // all
  if (columns && fastest == 0)
    copied[1] = *columns;
  else if (columns && *columns + copied[1] <= tile.getDimSize(1))
    panels = Builder(load).getI32IntegerAttr(
        int32_t(llvm::divideCeil(*columns, copied[1])));
  OpBuilder builder(load);
  PlacedBox placed = placeBox(builder, load, box, copied, span);
  auto loaded =
      BoxLoadOp::create(builder, load.getLoc(), tile, placed.map, placed.starts,
                        builder.getDenseI32ArrayAttr(placed.axes), panels);
  if (Attribute words = load->getAttr(tq::kWordsAttr))
    loaded->setAttr(tq::kWordsAttr, words);
  load.replaceAllUsesWith(loaded.getResult());
  load.erase();
}

LogicalResult BoxPlanner::run(bool &hasBoxes) {
  StringRef forced = forcedChoice(kernel, PlanPart::Loads);
  if (forced == "pointers")
    return success();
  auto refuse = [&](Operation *op, StringRef why) -> LogicalResult {
    if (forced.empty()) {
      remarkMissed(op, why);
      return success();
    }
    refuseForced(op, PlanPart::Loads) << why;
    return failure();
  };
  collect();
  if (loads.empty())
    return forced.empty() ? success()
                          : refuse(kernel, "no product of wgmma reads what is "
                                           "loaded beside it");
  Operation *first = loads.front().first;
  if (!isEnabled(kernel, Optimization::TensorCopies) ||
      !isEnabled(kernel, Optimization::Pipeline))
    return refuse(first, "`tensor-copies` or `pipeline` is switched off");
  if (stages < 2)
    return refuse(first, "num_stages is 1");
  if (std::string why = whyNotAhead(); !why.empty())
    return refuse(notABox ? notABox : first, why);
  for (auto &[load, box] : loads)
    if (std::string why = whyNotBox(load); !why.empty())
      return refuse(load, why);
  if (!fitsShared())
    return refuse(first, "two stages do not fit into shared memory");
  remark::passed(first->getLoc(),
                 remark::RemarkOpts::name("tensor-copies").category("pipeline"))
      << remark::add("{0} loads are copied as boxes by a warp of their own",
                     loads.size());
  planColumns();
  planDepth();
  for (auto &[load, box] : loads)
    rewrite(load, *box);
  hasBoxes = true;
  return success();
}

static bool mayWaitForEachOther(func::FuncOp kernel) {
  return kernel
      .walk([](Operation *op) {
        auto load = dyn_cast<tq::LoadOp>(op);
        return isa<tq::AtomicRmwOp, tq::AtomicCasOp, tq::InlineAsmOp,
                   scf::WhileOp>(op) ||
                       (load && load.isVolatileAccess())
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

ProgramOrder tqc::planPrograms(func::FuncOp kernel, int numWarps,
                               std::string &whyNot) {
  StringRef forced = forcedChoice(kernel, PlanPart::Programs);
  if (mayWaitForEachOther(kernel))
    whyNot = "programs may wait for each other";
  else if (forced.empty() && !isEnabled(kernel, Optimization::Persistence))
    whyNot = "`persistence` is switched off";
  else if (forced.empty() && numWarps < 8) // others fill the waits of this one
    whyNot = "several programs share a multiprocessor";
  if (!whyNot.empty() || forced == "launched")
    return ProgramOrder::Launched;
  bool isDrawn = forced.empty() ? programLengths(kernel) != ProgramLengths::Same
                                : forced == "drawn";
  return isDrawn ? ProgramOrder::Drawn : ProgramOrder::Strided;
}

LogicalResult tqc::planBoxes(func::FuncOp kernel, int stages,
                             ProgramOrder order, bool &hasBoxes) {
  return BoxPlanner(kernel, stages, order).run(hasBoxes);
}
