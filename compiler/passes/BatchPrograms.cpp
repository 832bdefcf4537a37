//===- BatchPrograms.cpp - Compute several short programs as one ----------===//
//
// See BatchProgramsPass in Passes.td for what the pass promises. A GPU begins
// 1.7 CTAs a nanosecond and holds 32 of them on a multiprocessor (measured on
// an H200), so that programs of one warp and one short row keep memory busy for
// a fraction of the time. Programs that differ in their first number alone are
// computed side by side, as rows of tiles with one dimension more:
//
//     %x = tq.load %p : tensor<128x!tq.ptr<f32>> -> tensor<128xf32>
//     %x = tq.load %p, %isThere : tensor<16x128x!tq.ptr<f32>> -> ...
//
// What depends on the first number, *varies*, gets the dimension in front: a
// number becomes a vector, an axis the one behind it. What does not stays, and
// is repeated where it meets what varies. Behind the last program of the grid
// nothing is read or written.
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/AxisAnalysis.h"
#include "compiler/analysis/ForcedPlan.h"
#include "compiler/analysis/LengthBound.h"
#include "compiler/analysis/Optimizations.h"
#include "compiler/analysis/Target.h"
#include "compiler/passes/LayoutRules.h"
#include "compiler/passes/Passes.h"
#include "compiler/passes/RowRuns.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"

namespace tqc {
#define GEN_PASS_DEF_BATCHPROGRAMSPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;

/// A CTA computes what four warps do, of 16 elements a thread or of as many
/// rows as lie beside each other in its lanes.
static constexpr int64_t kWarps = 4, kElementsOfWarp = 512;
static constexpr int64_t kMostPrograms = 64;
/// Elements of a row that a thread may hold: with them all, and what they are
/// computed to, half of the warps find registers.
static constexpr int64_t kElementsOfThread = 40;
static constexpr int64_t kWordBytes = 4;
/// The same of rows that come in one run, of one and of two elements an access.
/// What those of a thread need fits in 80 registers then, or in 64 where there
/// are few: so many CTAs load rows while others compute (measured on an H200).
static constexpr int64_t kElementsOfRuns = 40, kElementsOfPairs = 48;
/// Short ones lie in fewer lanes if that leaves a thread no more than so many
/// elements of each, and have room for as many as pairs (on an H200 a seventh
/// faster for 101 elements, a fifth for 145).
static constexpr int64_t kElementsOfFewLanes = 14;
static constexpr int64_t kFewElements = 50, kFewRegisters = 64;
static constexpr int64_t kRegistersOfThread = 80, kRegisters = 1 << 16;
/// Of rows that are no run and read two or four elements at a time, half of a
/// line is enough for each, where that leaves a thread no more than so many (on
/// an H200 causal softmax is a sixth faster for 290, as fast for 410, 3 %
/// slower for 538; layer norm an eighth faster for 76, 3 % for 140; softmax 2 %
/// faster for 76, 1 % slower for 140).
static constexpr int64_t kElementsOfHalfLines = 26;

static int64_t elementsOf(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  return tile ? tile.getNumElements() : 1;
}

namespace {

/// Which values of a kernel differ between programs.
class Varying {
public:
  explicit Varying(func::FuncOp kernel) {
    for (Operation &op : kernel.getBody().front())
      if (isVarying(&op))
        values.insert_range(op.getResults());
  }

  bool contains(Value value) const { return values.contains(value); }
  bool isVarying(Operation *op) const {
    auto id = dyn_cast<tq::ProgramIdOp>(op);
    return (id && id.getAxis() == 0) ||
           llvm::any_of(op->getOperands(),
                        [&](Value operand) { return contains(operand); });
  }

private:
  DenseSet<Value> values;
};

} // namespace

/// Whether there may be one of `op` for several programs.
static bool canBatch(Operation *op) {
  if (isa<tq::MapOp, tq::ExternOp, tq::InlineAsmOp, tq::HintOp>(op))
    return false;
  if (auto load = dyn_cast<tq::LoadOp>(op))
    return !load.isVolatileAccess();
  return isElementwise(op) ||
         isa<tq::ProgramIdOp, tq::SplatOp, tq::BroadcastOp, tq::ExpandDimsOp,
             tq::ReduceOp, tq::ScanOp, tq::StoreOp, tq::AssumeOp>(op);
}

/// What of a kernel has one order or one place for all programs.
static bool isForOneProgram(Operation *op, const Varying &varying) {
  auto promise = dyn_cast<tq::AssumeOp>(op);
  if (promise && promise.getMessage()) // the program looks whether it is kept
    return varying.isVarying(op);
  return op->getNumRegions() != 0
             ? !isa<tq::ReduceOp, tq::ScanOp>(op)
             : isa<tq::AtomicRmwOp, tq::AtomicCasOp, tq::BarrierOp, tq::PrintOp,
                   tq::AssertOp, tq::DotOp>(op);
}

static bool hasIndexType(Operation *op) {
  return llvm::any_of(op->getResultTypes(),
                      [](Type type) { return type.isIndex(); });
}

/// Why programs stay alone; empty if nothing stands in the way. What asks for
/// no row is not worth a word.
static std::string whyNot(func::FuncOp kernel, const Varying &varying) {
  auto ctas = kernel->getAttrOfType<IntegerAttr>(tq::kNumCtasAttr);
  if (ctas && ctas.getInt() > 1)
    return "several CTAs share each program";
  for (Operation &op : kernel.getBody().front().without_terminator()) {
    auto store = dyn_cast<tq::StoreOp>(op);
    if (store && !varying.contains(store.getPtr()))
      return "all programs store at one place";
    if (isForOneProgram(&op, varying) ||
        (varying.isVarying(&op) && (!canBatch(&op) || hasIndexType(&op))))
      return ("of `" + op.getName().getStringRef() +
              "` there is one for each program")
          .str();
  }
  return "";
}

/// Elements of a kernel's largest tile, where programs are rows that are added
/// up or compared; else 0.
static int64_t rowElements(func::FuncOp kernel, const Varying &varying) {
  int64_t most = 0;
  bool hasSums = false;
  kernel.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      most = std::max(most, elementsOf(type));
    hasSums |= isa<tq::ReduceOp>(op) && varying.isVarying(op);
  });
  return hasSums ? most : 0;
}

/// How many of a row's elements there can be: of lanes that are compared with
/// a length, as many as that is bounded by.
static int64_t liveElements(func::FuncOp kernel, int64_t elements) {
  int64_t live = elements;
  for (auto less : kernel.getBody().front().getOps<arith::CmpIOp>()) {
    auto lanes = less.getLhs().getDefiningOp<tq::RangeOp>();
    auto end = less.getRhs().getDefiningOp<tq::SplatOp>();
    if (less.getPredicate() == arith::CmpIPredicate::slt && lanes && end &&
        lanes.getStart() == 0 && elementsOf(lanes.getType()) == elements)
      live =
          std::min(live, lengthBound(kernel, end.getSrc()).value_or(elements));
  }
  return std::max<int64_t>(live, 1);
}

/// The fewest lanes that hold a row so that each access takes a line of it, and
/// a thread no more than it has room for; 0 if there are none. Of 16 bits an
/// element, computing a row costs as much time as reading it, and half as many
/// lanes add it up in fewer instructions: fewer of them are empty, and what is
/// done once a row is done for more rows. Of 32 bits reading costs more. How
/// many rows a warp gets decides it: coalescedLayout lays them side by side.
static int64_t lanesOfRow(func::FuncOp kernel, const Varying &varying,
                          int64_t elements) {
  int64_t live = liveElements(kernel, elements);
  if (live > 32 * kElementsOfThread)
    return 0;
  AxisAnalysis axis(kernel);
  int64_t width = elements, bytes = kLineBytes, least = kWordBytes;
  auto count = [&](Value pointer, Value mask) {
    auto tile = dyn_cast<RankedTensorType>(pointer.getType());
    if (!varying.contains(pointer) || !tile ||
        tile.getNumElements() != elements || tile.getRank() != 1)
      return;
    int64_t own = axis.cuttableWidth(pointer, mask, 0);
    Type element = cast<tq::PtrType>(tile.getElementType()).getPointee();
    int64_t size = element.isIntOrFloat()
                       ? std::max(element.getIntOrFloatBitWidth() / 8, 1u)
                       : kWordBytes;
    width = std::min(width, own);
    bytes = std::min(bytes, own * size);
    least = std::min(least, size);
  };
  for (Operation &op : kernel.getBody().front()) {
    if (auto load = dyn_cast<tq::LoadOp>(op))
      count(load.getPtr(), load.getMask());
    if (auto store = dyn_cast<tq::StoreOp>(op))
      count(store.getPtr(), store.getMask());
  }
  if (least == kWordBytes)
    return 0;
  auto elementsIn = [&](int64_t lanes) {
    return int64_t(llvm::alignTo(llvm::divideCeil(live, lanes), width));
  };
  int64_t lanes = std::max<int64_t>(kLineBytes / bytes, 1);
  bool isNarrow = bytes == kWordBytes || bytes == 2 * kWordBytes;
  if (isNarrow && elementsIn(lanes / 2) <= kElementsOfHalfLines)
    return lanes / 2;
  while (lanes <= 32 && elementsIn(lanes) > kElementsOfThread)
    lanes *= 2;
  return lanes <= 32 ? lanes : 0;
}

namespace {

using RowRuns = llvm::MapVector<Operation *, RowRun>;

/// What a CTA computes.
struct Batch {
  int64_t programs = 1;
  int64_t elementsOfWarp = kElementsOfWarp; ///< of the largest tile
  int64_t rowLanes = 0;  ///< of a warp, that each row lies in, if that matters
  int64_t rowStep = 0;   ///< rows between those of a warp's lanes, likewise
  RowRuns runs;          ///< loads and stores
  int64_t leastCtas = 0; ///< of a multiprocessor, if that matters
};

/// Rewrites a kernel of one block.
class Batcher {
public:
  Batcher(func::FuncOp kernel, const Varying &varying, const Batch &batch)
      : kernel(kernel), varying(varying), programs(batch.programs),
        runs(batch.runs), b(kernel.getLoc(), kernel.getContext()) {}

  void run();

private:
  void rewrite(Operation *op);
  void rewriteMemory(Operation *op);
  void rewriteRun(Operation *op, const RowRun &run);
  void rewriteElementwise(Operation *op);
  Operation *cloneWith(Operation *op, ArrayRef<Value> operands);
  RankedTensorType batched(Type type) const;
  Value inShape(Value value, RankedTensorType shape);
  Value maskOf(Value mask, RankedTensorType shape);

  func::FuncOp kernel;
  const Varying &varying;
  const int64_t programs;
  const RowRuns &runs;
  ImplicitLocOpBuilder b;
  RowsOfCta own = {};
  DenseMap<Value, Value> rows; ///< of each value that varies
  Value isThere;               ///< a vector: whether the grid has the program
};

} // namespace

RankedTensorType Batcher::batched(Type type) const {
  SmallVector<int64_t> shape = {programs};
  if (auto tile = dyn_cast<RankedTensorType>(type))
    llvm::append_range(shape, tile.getShape());
  return RankedTensorType::get(shape, getElementTypeOrSelf(type));
}

/// `value`, or its rows, in the shape of a tile with rows: repeated along the
/// dimensions that it lacks.
Value Batcher::inShape(Value value, RankedTensorType shape) {
  auto own = dyn_cast<RankedTensorType>(value.getType());
  Type element = getElementTypeOrSelf(value.getType());
  auto wanted = RankedTensorType::get(shape.getShape(), element);
  Value tile = value;
  if (auto it = rows.find(value); it != rows.end()) {
    tile = it->second;
    auto type = cast<RankedTensorType>(tile.getType());
    for (int64_t dim = type.getRank(); dim < shape.getRank(); ++dim) {
      SmallVector<int64_t> wider(type.getShape());
      wider.push_back(1);
      type = RankedTensorType::get(wider, element);
      tile = tq::ExpandDimsOp::create(b, type, tile, int32_t(dim));
    }
  } else if (own) {
    SmallVector<int64_t> wider = {1};
    llvm::append_range(wider, own.getShape());
    tile = tq::ExpandDimsOp::create(b, RankedTensorType::get(wider, element),
                                    value, 0);
  } else {
    return b.createOrFold<tq::SplatOp>(wanted, value);
  }
  return b.createOrFold<tq::BroadcastOp>(wanted, tile);
}

/// A mask in that shape, false behind the last program.
Value Batcher::maskOf(Value mask, RankedTensorType shape) {
  Value there = inShape(isThere, shape);
  return mask ? arith::AndIOp::create(b, inShape(mask, shape), there) : there;
}

Operation *Batcher::cloneWith(Operation *op, ArrayRef<Value> operands) {
  Operation *copy = b.insert(op->clone());
  copy->setOperands(operands);
  for (auto [result, old] : llvm::zip(copy->getResults(), op->getResults())) {
    result.setType(batched(old.getType()));
    rows[old] = result;
  }
  return copy;
}

void Batcher::rewriteMemory(Operation *op) {
  RankedTensorType shape = batched(op->getOperand(0).getType());
  Value pointer = inShape(op->getOperand(0), shape);
  if (auto store = dyn_cast<tq::StoreOp>(op)) {
    tq::StoreOp::create(b, pointer, inShape(store.getValue(), shape),
                        maskOf(store.getMask(), shape), store.getCache(),
                        store.getEvict())
        ->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    return;
  }
  auto load = cast<tq::LoadOp>(op);
  Value other = load.getOther() ? inShape(load.getOther(), shape) : Value();
  auto copy = tq::LoadOp::create(b, batched(load.getType()), pointer,
                                 maskOf(load.getMask(), shape), other,
                                 load.getCache(), load.getEvict(),
                                 /*is_volatile=*/false);
  copy->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  rows[load.getResult()] = copy.getResult();
}

void Batcher::rewriteRun(Operation *op, const RowRun &run) {
  RankedTensorType shape = batched(run.cols.getType());
  RunBuilder builder(b, run, own, inShape(run.cols, shape));
  if (auto store = dyn_cast<tq::StoreOp>(op))
    return builder.store(store, inShape(store.getValue(), shape),
                         maskOf(store.getMask(), shape));
  auto load = cast<tq::LoadOp>(op);
  Value other = load.getOther() ? inShape(load.getOther(), shape) : Value();
  rows[load.getResult()] =
      builder.load(load, maskOf(load.getMask(), shape), other);
}

void Batcher::rewriteElementwise(Operation *op) {
  RankedTensorType shape = batched(op->getResult(0).getType());
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(inShape(operand, shape));
  cloneWith(op, operands);
}

void Batcher::rewrite(Operation *op) {
  if (auto run = runs.find(op); run != runs.end())
    return rewriteRun(op, run->second);
  if (isa<tq::LoadOp, tq::StoreOp>(op))
    return rewriteMemory(op);
  if (isa<tq::AssumeOp>(op))
    return; // a promise that nobody needs
  if (isa<tq::SplatOp, tq::BroadcastOp>(op)) {
    rows[op->getResult(0)] =
        inShape(op->getOperand(0), batched(op->getResult(0).getType()));
    return;
  }
  if (isElementwise(op))
    return rewriteElementwise(op);
  SmallVector<Value> sources;
  for (Value operand : op->getOperands())
    sources.push_back(inShape(operand, batched(operand.getType())));
  Operation *copy = cloneWith(op, sources);
  auto axis = copy->getAttrOfType<IntegerAttr>("axis");
  copy->setAttr("axis", b.getI32IntegerAttr(int32_t(axis.getInt()) + 1));
}

void Batcher::run() {
  Block &block = kernel.getBody().front();
  SmallVector<Operation *> ops;
  for (Operation &op : block.without_terminator())
    ops.push_back(&op);
  b.setInsertionPointToStart(&block);
  RankedTensorType vector = batched(b.getI32Type());
  Value cta = tq::ProgramIdOp::create(b, 0);
  Value count = arith::ConstantOp::create(
      b, b.getI32IntegerAttr(static_cast<int32_t>(programs)));
  Value first = arith::MulIOp::create(b, cta, count);
  Value ids = arith::AddIOp::create(
      b, tq::SplatOp::create(b, vector, first),
      tq::RangeOp::create(b, vector, 0, static_cast<int32_t>(programs)));
  Value extent = tqg::LaunchExtentOp::create(b, 0);
  isThere = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, ids,
                                  tq::SplatOp::create(b, vector, extent));
  rows[isThere] = isThere;
  if (!runs.empty())
    own = {programs, first,
           arith::MinSIOp::create(b, count,
                                  arith::SubIOp::create(b, extent, first))};
  for (Operation *op : ops) {
    if (auto all = dyn_cast<tq::NumProgramsOp>(op); all && all.getAxis() == 0)
      all.getResult().replaceAllUsesWith(extent);
    if (!varying.isVarying(op))
      continue;
    b.setInsertionPoint(op);
    b.setLoc(op->getLoc());
    if (isa<tq::ProgramIdOp>(op))
      rows[op->getResult(0)] = ids;
    else
      rewrite(op);
  }
  for (Operation *op : llvm::reverse(ops))
    if (varying.isVarying(op))
      op->erase();
}

/// Elements that a thread has room for.
static int64_t roomForRuns(const RowRuns &runs) {
  bool arePairs = llvm::all_of(
      runs, [](auto &run) { return run.second.stepBytes >= kWordBytes; });
  return arePairs ? kElementsOfPairs : kElementsOfRuns;
}

/// Whether rows of so many elements that are only stored as a run are worth it:
/// those stored two bytes at a time, of which a thread has a few. Others wait
/// for narrow loads as long as before.
static bool areWorthStores(const RowRuns &runs, int64_t live) {
  constexpr int64_t aFew = 4;
  return roomForRuns(runs) == kElementsOfRuns &&
         live <= 32 * kElementsOfRuns / aFew;
}

/// The loads and stores of a kernel that are rows of a run, where one is a load
/// or stores alone are worth it, and a warp has room for a row.
static RowRuns findRuns(func::FuncOp kernel, int64_t elements) {
  RowRuns runs;
  AxisAnalysis axis(kernel);
  auto missed = [](Location place, StringRef why) {
    remark::missed(place,
                   remark::RemarkOpts::name("row-runs").category("memory"))
        << remark::reason("rows are accessed one by one: {0}", why);
  };
  for (Operation &op : kernel.getBody().front())
    if (std::optional<RowRun> run = rowRun(&op, axis)) {
      std::string why = whyNotCopied(&op);
      if (why.empty())
        runs.insert({&op, *run});
      else
        missed(op.getLoc(), why);
    }
  int64_t live = liveElements(kernel, elements);
  bool areLoaded =
      llvm::any_of(runs, [](auto &run) { return isa<tq::LoadOp>(run.first); });
  if (runs.empty() || (!areLoaded && !areWorthStores(runs, live)) ||
      live > 32 * roomForRuns(runs))
    return RowRuns();
  StringRef why = !isEnabled(kernel, Optimization::RowRuns)
                      ? "`row-runs` is switched off"
                  : targetOf(kernel).capability < 90 ? "bulk copies need sm_90"
                                                     : "";
  if (why.empty())
    return runs;
  missed(kernel.getLoc(), why);
  return RowRuns();
}

/// As many rows a warp as its threads have room for: in few lanes each if they
/// are short, else in 32.
static void planRuns(Batch &batch, int64_t elements, int64_t live) {
  auto elementsIn = [&](int64_t lanes) -> int64_t {
    return kNeighboursInRuns *
           llvm::divideCeil(live, lanes * kNeighboursInRuns);
  };
  batch.rowLanes = 8;
  while (batch.rowLanes < 32 &&
         elementsIn(batch.rowLanes) > kElementsOfFewLanes)
    batch.rowLanes *= 2;
  int64_t ofRow = elementsIn(batch.rowLanes);
  int64_t room =
      batch.rowLanes < 32 ? kElementsOfPairs : roomForRuns(batch.runs);
  int64_t rows = llvm::bit_floor(uint64_t(room / ofRow));
  batch.elementsOfWarp = elements * rows * 32 / batch.rowLanes;
  // Beside its rows a thread holds what all of them share.
  bool isFew = (rows + 1) * ofRow <= kFewElements;
  int64_t registers = isFew ? kFewRegisters : kRegistersOfThread;
  batch.leastCtas = kRegisters / (registers * 32 * kWarps);
}

/// How many rows apart those are that a warp's lanes hold at a time, so that
/// they meet in no bank; 0 where a CTA has no rows so far apart. A row takes as
/// many banks as it has lanes, a word each, so that the next one has to begin
/// an odd number of times as many behind it: its bytes are an odd number of
/// `stepBytes`, mostly. (65 halves: 16 rows are 520 words, and begin 8 behind.)
static int64_t rowStepOf(const Batch &batch) {
  int64_t stepBytes = kLineBytes;
  for (auto &[op, run] : batch.runs)
    stepBytes = std::min(stepBytes, run.stepBytes);
  int64_t step = kWordBytes * batch.rowLanes / stepBytes;
  int64_t beside = 32 / std::max<int64_t>(batch.rowLanes, 1);
  bool isWorth = beside > 1 && step > 1 && step * beside <= batch.programs;
  return isWorth ? step : 0;
}

static void sayItIsRun(Location place, const RowRun &run) {
  auto said = remark::passed(
      place, remark::RemarkOpts::name("row-runs").category("memory"));
  if (!run.mayBeApart)
    said << remark::add("the rows of a CTA are copied as one run");
  else
    said << remark::add("the rows of a CTA are copied as one run, if no gaps "
                        "are between them");
}

/// How many programs a CTA computes: what is forced, or as many as fill it; 1
/// where they stay alone, as rows of more than a warp's elements do that have
/// no lanes: of 1024 elements in 16 bits two side by side are slower than one
/// behind the other. Fails where what is forced cannot be.
static FailureOr<Batch> planBatch(func::FuncOp kernel, const Varying &varying) {
  StringRef forced = forcedChoice(kernel, PlanPart::Batch);
  Batch batch;
  int64_t elements = rowElements(kernel, varying);
  if (elements)
    batch.runs = findRuns(kernel, elements);
  if (!batch.runs.empty())
    planRuns(batch, elements, liveElements(kernel, elements));
  else if (elements && (batch.rowLanes = lanesOfRow(kernel, varying, elements)))
    batch.elementsOfWarp =
        std::max(batch.elementsOfWarp, elements * 32 / batch.rowLanes);
  bool isShort = elements != 0 && elements <= batch.elementsOfWarp;
  if (forced == "1" || (forced.empty() && !isShort))
    return batch;
  auto name = remark::RemarkOpts::name("batches").category("schedule");
  std::string why = whyNot(kernel, varying);
  if (!forced.empty() && !why.empty()) {
    refuseForced(kernel, PlanPart::Batch) << why;
    return failure();
  }
  if (forced.empty() && !isEnabled(kernel, Optimization::Batches))
    why = "`batches` is switched off";
  if (!why.empty()) {
    remark::missed(kernel.getLoc(), name)
        << remark::reason("each short program is a CTA: {0}", why);
    return batch;
  }
  if (!forced.empty())
    forced.getAsInteger(10, batch.programs);
  else
    batch.programs =
        std::min(kWarps * batch.elementsOfWarp / elements, kMostPrograms);
  if (!batch.runs.empty())
    batch.rowStep = rowStepOf(batch);
  remark::passed(kernel.getLoc(), name)
      << remark::add("{0} programs are the rows of one CTA", batch.programs);
  for (auto &[op, run] : batch.runs)
    sayItIsRun(op->getLoc(), run);
  return batch;
}

namespace {

struct BatchPrograms : tqc::impl::BatchProgramsPassBase<BatchPrograms> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (!kernel->hasAttr(tq::kKernelAttr) || kernel.isDeclaration())
      return;
    Varying varying(kernel);
    FailureOr<Batch> batch = planBatch(kernel, varying);
    if (failed(batch))
      return signalPassFailure();
    if (batch->programs == 1)
      return;
    Batcher(kernel, varying, *batch).run();
    Builder builder(kernel.getContext());
    auto given = kernel->getAttrOfType<IntegerAttr>(tq::kNumWarpsAttr);
    int64_t most = 1;
    kernel.walk([&](Operation *op) {
      for (Type type : op->getResultTypes())
        most = std::max(most, elementsOf(type));
    });
    int64_t warps =
        std::max(given ? given.getInt() : 4,
                 std::min<int64_t>(most / batch->elementsOfWarp, 32));
    kernel->setAttr(tq::kNumWarpsAttr,
                    builder.getI32IntegerAttr(int32_t(warps)));
    if (batch->leastCtas && !kernel->hasAttr(tq::kMaxRegistersAttr))
      kernel->setAttr(tqg::kLeastCtasAttr,
                      builder.getI32IntegerAttr(int32_t(batch->leastCtas)));
    if (batch->rowLanes)
      kernel->setAttr(tqg::kRowLanesAttr,
                      builder.getI32IntegerAttr(int32_t(batch->rowLanes)));
    if (batch->rowStep)
      kernel->setAttr(tqg::kRowStepAttr,
                      builder.getI32IntegerAttr(int32_t(batch->rowStep)));
    kernel->setAttr(tqg::kBatchAttr,
                    builder.getI32IntegerAttr(int32_t(batch->programs)));
  }
};

} // namespace
