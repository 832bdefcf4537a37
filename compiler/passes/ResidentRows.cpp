//===- ResidentRows.cpp - A row that stays in shared memory ---------------===//
//
// See ResidentRowsPass in Passes.td for what the pass promises. Loops that go
// over the same row one after the other, as those of a softmax, read it again
// each time. If it is known how long it is at most, it is copied to shared
// memory once. A row starts anywhere, accesses of 16 bytes do not, so that what
// the loops count, from 0, are places of whole accesses:
//
//     place   0       8      16      24       n = 19 elements of 16 bits,
//     row     |..xxxxxx|xxxxxxxx|xxxxx...|    the first of them at place 2
//
//     for i = 0 to n:
//       cols = i + range, mask = cols < n
//       x = load row + cols, mask
//       store out + cols, y, mask
//
// becomes
//
//     for i = 0 to n + 2:
//       place = i + range, mask = 2 <= place and place < n + 2
//       x = load copy + place
//       store (out - 2) + place, y, mask
//
// with place - 2 for `cols` elsewhere. CTAs that share a program (`num_ctas`)
// go over a part of the row each, and combine what they have found.
//
// What is read beside the row begins elsewhere in an access: StraddlingLoads.h
// (`funnel-loads`).
//
// Stores are as wide where `out` starts at the same place of an access, which
// is asked when the kernel runs. Elements in front of the row count for nothing
// where what a loop adds up or compares is neutral for those behind its end,
// which RowLoops.h follows from the `other` of the loads.
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/AxisAnalysis.h"
#include "compiler/analysis/LengthBound.h"
#include "compiler/analysis/Optimizations.h"
#include "compiler/analysis/Target.h"
#include "compiler/analysis/WrittenMemory.h"
#include "compiler/passes/ClusterParts.h"
#include "compiler/passes/Passes.h"
#include "compiler/passes/RowLoops.h"
#include "compiler/passes/StraddlingLoads.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"

namespace tqc {
#define GEN_PASS_DEF_RESIDENTROWSPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;

static const auto kName =
    remark::RemarkOpts::name("resident-rows").category("memory");
/// Bytes of the widest access.
static constexpr int64_t kWidest = 16;
/// Parts of a row are multiples of so many elements, or of a tile that is
/// shorter: where tiles at a row's ends are smaller (SmallerTiles.h), those at
/// the end of a part are whole.
static constexpr int64_t kPart = 512;
/// What reductions take beside a row.
static constexpr int64_t kScratchBytes = 2 << 10;
/// Of a multiprocessor, and those that a thread needs whose loads straddle
/// accesses. Left alone ptxas takes up to 114 for the tiles at a row's ends,
/// and fewer CTAs load their rows meanwhile: up to a fifth of layer norm.
static constexpr int64_t kRegisters = 1 << 16, kRegistersOfThread = 64;
/// Of shared memory, for each CTA (PTX ISA, "Shared Memory": reserved).
static constexpr int64_t kReservedBytes = 1 << 10;

namespace {

/// Makes the row that most loops of a kernel read resident.
class RowKeeper {
public:
  explicit RowKeeper(func::FuncOp kernel)
      : kernel(kernel), b(kernel.getLoc(), kernel.getContext()) {
    if (auto asked = kernel->getAttrOfType<IntegerAttr>(tq::kNumCtasAttr))
      ctas = std::max<int64_t>(asked.getInt(), 1);
  }

  /// Whether several loops read a row.
  bool find();
  /// Why it is not kept; empty if nothing stands in the way.
  std::string whyNot();
  void run();
  Location place() { return loops.front().loop.getLoc(); }

private:
  void sayDone();
  int64_t bytes() const { return places() * elementBytes(); }
  int64_t elementBytes() const {
    auto pointer = cast<tq::PtrType>(row.getType());
    return std::max<int64_t>(pointer.getPointee().getIntOrFloatBitWidth() / 8,
                             1);
  }
  int64_t block() const {
    scf::ForOp head = loops.front().loop;
    return int64_t(*splatConstant(head.getStep()));
  }
  /// Of as many elements, or multiples, are the parts of a row.
  int64_t partStep() const { return std::min(kPart, block()); }
  int64_t places() const {
    int64_t all = *most + kWidest / elementBytes();
    if (ctas > 1)
      all = llvm::alignTo(llvm::divideCeil(all, ctas), partStep());
    return llvm::alignTo(all, block());
  }
  Value number(int64_t value, unsigned bits = 32) {
    return arith::ConstantOp::create(
        b, b.getIntegerAttr(b.getIntegerType(bits), value));
  }
  int64_t warps() const {
    auto asked = kernel->getAttrOfType<IntegerAttr>(tq::kNumWarpsAttr);
    return asked ? asked.getInt() : 4;
  }
  void keepCtas();
  std::string whyNotRead();
  std::string whyNotLong();
  Value placeBehind(Value limit);
  Value stopOf(Value limit);
  std::string whyNotShared();
  Value placeOfRow();
  void share();
  void combineAll();
  void shift(RowLoop &found);
  void readCopy(tq::LoadOp load, Value place);
  void markOthers(RowLoop &found, Value cols);
  void readWholeRow(RowLoop &found, Value place);
  void storeAligned(tq::StoreOp store, Value base, Value place);

  func::FuncOp kernel;
  ImplicitLocOpBuilder b;
  SmallVector<RowLoop> loops;
  Value row;
  std::optional<int64_t> most;
  bool isAligned = false; ///< each row begins with an access
  int64_t ctas = 1;       ///< that share a row, part by part
  Value rank;             ///< of this CTA among them
  Value origin;           ///< the place of the row's first element in tiles
  Value length;           ///< columns, or those of this CTA's part
  Value columns;          ///< how many there are
  Attribute other;        ///< what loads give outside of the row
  Value first, end, copy;
  DenseSet<Value> partMasks; ///< of what loops do; looked up, not walked
};

} // namespace

bool RowKeeper::find() {
  SmallVector<RowLoop> all;
  for (auto loop : kernel.getBody().front().getOps<scf::ForOp>())
    if (std::optional<RowLoop> found = rowLoop(loop))
      all.push_back(std::move(*found));
  llvm::MapVector<Value, unsigned> readers;
  for (RowLoop &found : all) {
    SmallPtrSet<Value, 4> own;
    for (tq::LoadOp load : found.loads)
      if (Value base = rowBase(load.getPtr(), found.cols))
        if (own.insert(base).second)
          ++readers[base];
  }
  unsigned best = 1;
  for (auto [base, count] : readers)
    if (count > best)
      std::tie(row, best) = std::pair(base, count);
  if (!row)
    return false;
  // All of the loops over it, of one length and step.
  for (RowLoop &found : all) {
    bool reads = llvm::any_of(found.loads, [&](tq::LoadOp load) {
      return rowBase(load.getPtr(), found.cols) == row;
    });
    if (reads)
      loops.push_back(std::move(found));
  }
  return true;
}

std::string RowKeeper::whyNot() {
  Target target = targetOf(kernel);
  if (!isEnabled(kernel, Optimization::ResidentRows))
    return "`resident-rows` is switched off";
  if (target.capability < 90)
    return "bulk copies need sm_90";
  if (std::string why = whyNotShared(); ctas > 1 && !why.empty())
    return why;
  if (std::string why = whyNotRead(); !why.empty())
    return why;
  return whyNotLong();
}

/// Why what loops read is not the copy of one row.
std::string RowKeeper::whyNotRead() {
  scf::ForOp head = loops.front().loop;
  SmallVector<Value> written;
  bool hasOthers = false;
  kernel.walk([&](Operation *op) {
    if (auto store = dyn_cast<tq::StoreOp>(op))
      written.push_back(store.getPtr());
    hasOthers |= !isa<tq::StoreOp, tq::LoadOp, tq::AssumeOp>(op) &&
                 op->getNumRegions() == 0 && !isMemoryEffectFree(op);
  });
  if (hasOthers)
    return "the kernel does more than load and store";
  if (mayOverlap(written, row))
    return "it may be written meanwhile: the signature says nothing of "
           "`restrict`";
  for (const RowLoop &found : loops) {
    scf::ForOp loop = found.loop;
    if (splatConstant(loop.getStep()) != splatConstant(head.getStep()))
      return "loops over it differ in step";
    if (!ignoresOutside(found, loops, row))
      return "elements outside of it would count";
    for (tq::LoadOp load : found.loads) {
      Attribute own;
      if (rowBase(load.getPtr(), found.cols) != row)
        continue;
      Value limit = limitOf(load.getMask().getDefiningOp<arith::CmpIOp>());
      if (columns && columns != limit)
        return "loops over it read different parts of it";
      columns = limit;
      if (load.getOther() && !matchPattern(load.getOther(), m_Constant(&own)))
        return "what is loaded outside of it is no constant";
      if (own && other && own != other)
        return "loops over it load different numbers outside of it";
      other = own ? own : other;
    }
  }
  Type pointee = cast<tq::PtrType>(row.getType()).getPointee();
  if (!pointee.isF16() && !pointee.isBF16() && !pointee.isF32() &&
      !pointee.isF64())
    return "its elements are no fp16, bf16, fp32 or fp64";
  return "";
}

/// Why there is no room for it, or for the places that loops count.
std::string RowKeeper::whyNotLong() {
  scf::ForOp head = loops.front().loop;
  DominanceInfo dominance(kernel);
  if (block() * elementBytes() < kWidest)
    return "tiles are shorter than an access";
  if (!dominance.properlyDominates(row, head) ||
      !dominance.properlyDominates(columns, head))
    return "it begins behind a loop";
  for (RowLoop &found : loops) {
    Value stop = found.loop.getUpperBound();
    bool isWhole =
        stop == columns && llvm::all_of(found.masks, [&](arith::CmpIOp mask) {
          return limitOf(mask) == columns;
        });
    if (ctas > 1 && !isWhole)
      return "CTAs would share different parts of it";
    if (!dominance.properlyDominates(stop, head))
      return "it begins behind a loop";
    std::optional<int64_t> own = lengthBound(kernel, stop);
    if (!own || *own <= 0)
      return "its length is not bounded: `tl.assume(n <= ...)` says it";
    most = std::max(most.value_or(*own), *own);
  }
  if (bytes() > targetOf(kernel).sharedBytes - kScratchBytes)
    return "shared memory does not hold it";
  return "";
}

/// Why CTAs cannot go over a part of the row each.
std::string RowKeeper::whyNotShared() {
  if (!isEnabled(kernel, Optimization::SharedRows))
    return "`shared-rows` is switched off";
  if (ctas > 8 || !llvm::isPowerOf2_64(uint64_t(ctas)))
    return "2, 4 or 8 CTAs share a row";
  auto isRowLoop = [&](Operation *op) {
    return llvm::any_of(loops,
                        [&](RowLoop &found) { return found.loop == op; });
  };
  for (Operation &op : kernel.getBody().front()) {
    if (isRowLoop(&op) || isa<arith::ConstantOp, tq::SplatOp, tq::RangeOp>(op))
      continue;
    if (auto reduce = dyn_cast<tq::ReduceOp>(op);
        reduce && canCombineParts(reduce) &&
        llvm::all_of(reduce.getSrcs(), [&](Value source) {
          return isRowLoop(source.getDefiningOp());
        }))
      continue;
    auto isTile = llvm::IsaPred<RankedTensorType>;
    if (op.getNumRegions() != 0 || llvm::any_of(op.getResultTypes(), isTile) ||
        llvm::any_of(op.getOperandTypes(), isTile))
      return ("`" + op.getName().getStringRef() + "` has no parts").str();
  }
  return "";
}

/// The place of the first element in an access.
Value RowKeeper::placeOfRow() {
  Value address = tq::PtrToIntOp::create(b, b.getI64Type(), row);
  Value bytes = arith::AndIOp::create(b, address, number(kWidest - 1, 64));
  Value place = arith::DivUIOp::create(b, bytes, number(elementBytes(), 64));
  return arith::TruncIOp::create(b, b.getI32Type(), place);
}

/// Takes this CTA's part of all places, one behind the other, so that only the
/// first one begins inside of an access, and only the last one ends there:
///
///     |..xxxxxx|xxxxxxxx|xxxxxxxx|xxxxx...|
///       rank 0   rank 1   rank 2   rank 3
void RowKeeper::share() {
  Value all = arith::AddIOp::create(b, first, length);
  int64_t step = partStep();
  Value parts = arith::DivUIOp::create(
      b, arith::AddIOp::create(b, all, number(ctas * step - 1)),
      number(ctas * step));
  Value part = arith::MulIOp::create(b, parts, number(step));
  Value begin = arith::MulIOp::create(b, rank, part);
  Value left = arith::SubIOp::create(b, all, begin);
  origin = arith::SubIOp::create(b, first, begin);
  first = arith::MaxSIOp::create(b, origin, number(0));
  length = arith::MaxSIOp::create(
      b, arith::SubIOp::create(b, arith::MinSIOp::create(b, left, part), first),
      number(0));
}

/// What a CTA has found of its part, all of them combine.
void RowKeeper::combineAll() {
  SmallVector<Operation *> ops;
  for (Operation &op : kernel.getBody().front())
    ops.push_back(&op);
  for (Operation *op : ops)
    if (auto reduce = dyn_cast<tq::ReduceOp>(op))
      combineParts(reduce, ctas);
    else if (auto store = dyn_cast<tq::StoreOp>(op))
      storeOnce(store, rank);
}

/// The place behind the last element that `limit` lets through.
Value RowKeeper::placeBehind(Value limit) {
  if (limit == columns)
    return end;
  return arith::AddIOp::create(b, first,
                               arith::MaxSIOp::create(b, limit, number(0)));
}

/// Where a loop up to `limit` ends; what has no elements has no tiles.
Value RowKeeper::stopOf(Value limit) {
  Value elements =
      limit == columns
          ? length
          : arith::MaxSIOp::create(b, limit, number(0)).getResult();
  Value isEmpty =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, elements, number(0));
  return arith::SelectOp::create(b, isEmpty, number(0), placeBehind(limit));
}

void RowKeeper::sayDone() {
  if (ctas > 1)
    remark::passed(kernel.getLoc(),
                   remark::RemarkOpts::name("shared-rows").category("schedule"))
        << remark::add("{0} CTAs share each row", ctas);
  remark::passed(place(), kName)
      << "a row that several loops read is copied to shared memory"
      << remark::metric("bytes", bytes());
}

/// Registers for as many rows as the shared memory of a multiprocessor holds.
void RowKeeper::keepCtas() {
  int64_t room = (targetOf(kernel).sharedBytes + kReservedBytes) /
                 (bytes() + kScratchBytes + kReservedBytes);
  int64_t count =
      std::min(room, kRegisters / (kRegistersOfThread * 32 * warps()));
  if (count > 1 && !kernel->hasAttr(tq::kMaxRegistersAttr))
    kernel->setAttr(tqg::kLeastCtasAttr, b.getI32IntegerAttr(int32_t(count)));
}

void RowKeeper::run() {
  sayDone();
  scf::ForOp head = loops.front().loop;
  Type pointee = cast<tq::PtrType>(row.getType()).getPointee();
  isAligned = AxisAnalysis(kernel).get(row).divisibility.front() >= kWidest;
  if (ctas > 1) {
    rank = numberClusters(kernel, ctas);
    kernel->removeAttr(tq::kNumCtasAttr);
    kernel->setAttr(tqg::kRowCtasAttr, b.getI32IntegerAttr(int32_t(ctas)));
    combineAll();
  }
  b.setLoc(head.getLoc());
  b.setInsertionPoint(head);
  first = isAligned ? number(0) : placeOfRow();
  origin = first;
  length = arith::MaxSIOp::create(b, columns, number(0));
  if (ctas > 1)
    share();
  end = arith::AddIOp::create(b, first, length);
  Value start = row;
  if (!isAligned || ctas > 1)
    start = tq::AddPtrOp::create(b, row.getType(), row,
                                 arith::SubIOp::create(b, number(0), origin),
                                 false);
  Value last = stopOf(columns);
  for (RowLoop &found : loops)
    if (Value own = found.loop.getUpperBound(); own != columns)
      last = arith::MaxSIOp::create(b, last, stopOf(own));
  auto outside = other
                     ? cast<DenseElementsAttr>(other).getSplatValue<TypedAttr>()
                     : cast<TypedAttr>(b.getZeroAttr(pointee));
  copy = tqg::ResidentRowOp::create(b, start, first, end, last, Value(),
                                    Value(), uint32_t(places()),
                                    uint32_t(block()), outside);
  copy =
      tq::HintOp::create(b, copy, "divisibility", ArrayRef<int64_t>{kWidest});
  for (RowLoop &found : loops)
    shift(found);
  bool straddles = false;
  kernel.walk([&](tq::LoadOp load) {
    straddles |= load->hasAttr(tqg::kStraddlesAttr);
  });
  if (straddles)
    keepCtas();
}

/// Counts places instead of columns.
void RowKeeper::shift(RowLoop &found) {
  scf::ForOp loop = found.loop;
  loop->setAttr(tqg::kResidentAttr, b.getUnitAttr());
  if (isAligned && ctas == 1) {
    for (tq::LoadOp load : found.loads)
      if (rowBase(load.getPtr(), found.cols) == row)
        readCopy(load, found.cols);
    return;
  }
  b.setLoc(loop.getLoc());
  b.setInsertionPoint(loop);
  Value place = found.cols;
  auto type = cast<RankedTensorType>(place.getType());
  SmallVector<Value> behind;
  for (arith::CmpIOp mask : found.masks)
    behind.push_back(tq::SplatOp::create(b, type, placeBehind(limitOf(mask))));
  Value begin = tq::SplatOp::create(b, type, first);
  Value back = tq::SplatOp::create(b, type, origin);
  loop.setUpperBound(stopOf(loop.getUpperBound()));
  b.setLoc(place.getLoc());
  b.setInsertionPointAfterValue(place);
  auto cols = arith::SubIOp::create(b, place, back);
  place.replaceAllUsesExcept(cols, cols);
  Value isInside =
      arith::CmpIOp::create(b, arith::CmpIPredicate::sge, place, begin);
  for (auto [mask, limit] : llvm::zip_equal(found.masks, behind)) {
    Value isBefore =
        arith::CmpIOp::create(b, arith::CmpIPredicate::slt, place, limit);
    Value both = arith::AndIOp::create(b, isInside, isBefore);
    mask.replaceAllUsesWith(both);
    partMasks.insert(both);
  }
  markOthers(found, cols);
  if (ctas > 1)
    readWholeRow(found, place);
  for (tq::LoadOp load : found.loads)
    if (rowBase(load.getPtr(), cols) == row)
      readCopy(load, place);
  for (tq::StoreOp store : found.stores)
    if (Value base = rowBase(store.getPtr(), cols);
        base && loop.isDefinedOutsideOfLoop(base))
      storeAligned(store, base, place);
  for (arith::CmpIOp compare : found.masks)
    compare->erase();
}

/// What begins elsewhere in an access is read by two of them, where tiles are
/// whole.
void RowKeeper::markOthers(RowLoop &found, Value cols) {
  int64_t width = straddledWidth(found.loads, found.stores, block(), warps());
  for (tq::LoadOp load : found.loads) {
    Value base = rowBase(load.getPtr(), cols);
    if (!base || base == row || !found.loop.isDefinedOutsideOfLoop(base))
      continue;
    StringRef why = !isEnabled(kernel, Optimization::FunnelLoads)
                        ? "`funnel-loads` is switched off"
                    : width == 1 ? "threads have too few neighbours"
                                 : "";
    if (why.empty())
      load->setAttr(tqg::kStraddlesAttr, b.getI32IntegerAttr(int32_t(width)));
    else
      remark::missed(
          load.getLoc(),
          remark::RemarkOpts::name("funnel-loads").category("memory"))
          << remark::reason("what begins elsewhere in an access than the row "
                            "is read element by element: {0}",
                            why);
  }
}

/// What is read beside a part may be read beside the whole row: only that
/// begins and ends inside of tiles then.
void RowKeeper::readWholeRow(RowLoop &found, Value place) {
  auto type = cast<RankedTensorType>(place.getType());
  Value mask;
  for (tq::LoadOp load : found.loads) {
    if (!load->hasAttr(tqg::kStraddlesAttr) ||
        !partMasks.contains(load.getMask()))
      continue;
    if (!mask) {
      b.setLoc(place.getLoc());
      b.setInsertionPoint(found.loop);
      Value all = arith::MaxSIOp::create(b, columns, number(0));
      Value begin = tq::SplatOp::create(b, type, origin);
      Value behind =
          tq::SplatOp::create(b, type, arith::AddIOp::create(b, origin, all));
      b.setInsertionPointAfterValue(place);
      mask = arith::AndIOp::create(
          b, arith::CmpIOp::create(b, arith::CmpIPredicate::sge, place, begin),
          arith::CmpIOp::create(b, arith::CmpIPredicate::slt, place, behind));
    }
    load.getMaskMutable().assign(mask);
  }
}

void RowKeeper::readCopy(tq::LoadOp load, Value place) {
  b.setLoc(load.getLoc());
  b.setInsertionPoint(load);
  Value tile = tq::SplatOp::create(b, load.getPtr().getType(), copy);
  load.getPtrMutable().assign(
      tq::AddPtrOp::create(b, tile.getType(), tile, place, false));
  load->setAttr(tqg::kResidentAttr, b.getUnitAttr());
}

/// Stores whole accesses where they are those of the row.
void RowKeeper::storeAligned(tq::StoreOp store, Value base, Value place) {
  auto loop = cast<scf::ForOp>(store->getParentOp());
  b.setLoc(store.getLoc());
  b.setInsertionPoint(loop);
  Value back = arith::SubIOp::create(b, number(0), origin);
  Value start = tq::AddPtrOp::create(b, base.getType(), base, back, false);
  Value address = tq::PtrToIntOp::create(b, b.getI64Type(), start);
  Value rest = arith::AndIOp::create(b, address, number(kWidest - 1, 64));
  Value isSame =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, rest, number(0, 64));
  start =
      tq::HintOp::create(b, start, "divisibility", ArrayRef<int64_t>{kWidest});
  Value tile = tq::SplatOp::create(b, store.getPtr().getType(), start);
  b.setInsertionPoint(store);
  auto branch = scf::IfOp::create(b, isSame, /*withElseRegion=*/true);
  branch->setAttr(tqg::kResidentAttr, b.getUnitAttr());
  b.setInsertionPoint(branch.thenBlock()->getTerminator());
  auto aligned = cast<tq::StoreOp>(b.clone(*store));
  b.setInsertionPoint(aligned);
  aligned.getPtrMutable().assign(
      tq::AddPtrOp::create(b, tile.getType(), tile, place, false));
  store->moveBefore(branch.elseBlock()->getTerminator());
}

namespace {

struct ResidentRows : tqc::impl::ResidentRowsPassBase<ResidentRows> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    RowKeeper keeper(kernel);
    if (!kernel->hasAttr(tq::kKernelAttr) || kernel.isDeclaration() ||
        !keeper.find())
      return;
    if (std::string why = keeper.whyNot(); !why.empty()) {
      remark::missed(keeper.place(), kName)
          << remark::reason("a row that several loops read is not kept in "
                            "shared memory: {0}",
                            why);
      return;
    }
    keeper.run();
  }
};

} // namespace
