//===- ResidentRows.cpp - A row that stays in shared memory ---------------===//
//
// See ResidentRowsPass in Passes.td for what the pass promises. Loops that go
// over the same row one after the other, as those of a softmax, read it again
// each time. If it is known how long it is at most, it is copied to shared
// memory once. A row starts anywhere, accesses of 16 bytes do not, so that what
// the loops count, from 0, are places of whole accesses:
//
//     place   0       8      16      24           n = 19 elements of 16 bits,
//     row     |..xxxxxx|xxxxxxxx|xxxxx...|        of which the first is at place 2
//
//     for i = 0 to n:                       for i = 0 to n + 2:
//       cols = i + range             =>       place = i + range, cols = place - 2
//       mask = cols < n                       mask = 2 <= place and place < n + 2
//       x = load row + cols, mask             x = load copy + place
//       store out + cols, y, mask             store (out - 2) + place, y, mask
//
// Stores are as wide where `out` starts at the same place of an access, which
// is asked when the kernel runs. Elements in front of the row count for nothing
// where what a loop adds up or compares is neutral for those behind its end,
// which RowLoops.h follows from the `other` of the loads.
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/AxisAnalysis.h"
#include "compiler/analysis/Optimizations.h"
#include "compiler/analysis/Target.h"
#include "compiler/analysis/WrittenMemory.h"
#include "compiler/passes/Passes.h"
#include "compiler/passes/RowLoops.h"
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

/// Bytes of the widest access.
static constexpr int64_t kWidest = 16;
/// What reductions take beside a row.
static constexpr int64_t kScratchBytes = 2 << 10;

namespace {

/// Makes the row that most loops of a kernel read resident.
class RowKeeper {
public:
  explicit RowKeeper(func::FuncOp kernel)
      : kernel(kernel), b(kernel.getLoc(), kernel.getContext()) {}

  /// Whether several loops read a row.
  bool find();
  /// Why it is not kept; empty if nothing stands in the way.
  std::string whyNot();
  void run();
  int64_t bytes() const { return places() * elementBytes(); }
  Location place() { return loops.front().loop.getLoc(); }

private:
  int64_t elementBytes() const {
    auto pointer = cast<tq::PtrType>(row.getType());
    return std::max<int64_t>(pointer.getPointee().getIntOrFloatBitWidth() / 8,
                             1);
  }
  int64_t block() const {
    scf::ForOp head = loops.front().loop;
    return int64_t(*splatConstant(head.getStep()));
  }
  int64_t places() const {
    return llvm::alignTo(*most + kWidest / elementBytes(), block());
  }
  Value number(int64_t value, unsigned bits = 32) {
    return arith::ConstantOp::create(b, b.getIntegerAttr(b.getIntegerType(bits), value));
  }
  std::optional<int64_t> lengthBound(Value length);
  Value placeOfRow();
  void shift(RowLoop &found);
  void readCopy(tq::LoadOp load, Value place);
  void storeAligned(tq::StoreOp store, Value base, Value place);

  func::FuncOp kernel;
  ImplicitLocOpBuilder b;
  SmallVector<RowLoop> loops;
  Value row;
  std::optional<int64_t> most;
  bool isAligned = false; ///< each row begins with an access
  Value first, end, stop, copy;
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

/// The most that the author says `length` is.
std::optional<int64_t> RowKeeper::lengthBound(Value length) {
  using P = arith::CmpIPredicate;
  std::optional<int64_t> least;
  for (auto assume : kernel.getBody().front().getOps<tq::AssumeOp>()) {
    auto compare = assume.getCondition().getDefiningOp<arith::CmpIOp>();
    if (!compare || compare.getLhs() != length)
      continue;
    std::optional<double> bound = splatConstant(compare.getRhs());
    if (!bound || !llvm::is_contained({P::sle, P::slt}, compare.getPredicate()))
      continue;
    int64_t own = int64_t(*bound) - (compare.getPredicate() == P::slt);
    least = std::min(least.value_or(own), own);
  }
  return least;
}

std::string RowKeeper::whyNot() {
  Target target = targetOf(kernel);
  if (!isEnabled(kernel, Optimization::ResidentRows))
    return "`resident-rows` is switched off";
  if (target.capability < 90)
    return "bulk copies need sm_90";
  if (auto ctas = kernel->getAttrOfType<IntegerAttr>(tq::kNumCtasAttr);
      ctas && ctas.getInt() > 1)
    return "CTAs share its tiles";
  scf::ForOp head = loops.front().loop;
  Attribute other;
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
    if (loop.getUpperBound() != head.getUpperBound() ||
        splatConstant(loop.getStep()) != splatConstant(head.getStep()))
      return "loops over it differ in length or step";
    if (!ignoresOutside(found, loops, row))
      return "elements outside of it would count";
    for (tq::LoadOp load : found.loads) {
      Attribute own;
      if (rowBase(load.getPtr(), found.cols) != row)
        continue;
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
  if (block() * elementBytes() < kWidest)
    return "tiles are shorter than an access";
  if (!DominanceInfo(kernel).properlyDominates(row, head))
    return "it begins behind a loop";
  most = lengthBound(head.getUpperBound());
  if (!most || *most <= 0)
    return "its length is not bounded: `tl.assume(n <= ...)` says it";
  if (bytes() > target.sharedBytes - kScratchBytes)
    return "shared memory does not hold it";
  return "";
}

/// The place of the first element in an access.
Value RowKeeper::placeOfRow() {
  Value address = tq::PtrToIntOp::create(b, b.getI64Type(), row);
  Value bytes = arith::AndIOp::create(b, address, number(kWidest - 1, 64));
  Value place = arith::DivUIOp::create(b, bytes, number(elementBytes(), 64));
  return arith::TruncIOp::create(b, b.getI32Type(), place);
}

void RowKeeper::run() {
  scf::ForOp head = loops.front().loop;
  b.setLoc(head.getLoc());
  b.setInsertionPoint(head);
  Type pointee = cast<tq::PtrType>(row.getType()).getPointee();
  isAligned = AxisAnalysis(kernel).get(row).divisibility.front() >= kWidest;
  first = isAligned ? number(0) : placeOfRow();
  Value length = arith::MaxSIOp::create(b, head.getUpperBound(), number(0));
  end = arith::AddIOp::create(b, first, length);
  // A row without elements has no tiles.
  Value isEmpty = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, length,
                                        number(0));
  stop = arith::SelectOp::create(b, isEmpty, number(0), end);
  Value start = row;
  if (!isAligned)
    start = tq::AddPtrOp::create(
        b, row.getType(), row, arith::SubIOp::create(b, number(0), first),
        false);
  TypedAttr other = cast<TypedAttr>(b.getZeroAttr(pointee));
  for (const RowLoop &found : loops)
    for (tq::LoadOp load : found.loads)
      if (Attribute own; rowBase(load.getPtr(), found.cols) == row &&
                         load.getOther() &&
                         matchPattern(load.getOther(), m_Constant(&own)))
        other = cast<TypedAttr>(
            cast<DenseElementsAttr>(own).getSplatValue<Attribute>());
  copy = tqg::ResidentRowOp::create(b, row.getType(), start, first, end,
                                    uint32_t(this->places()),
                                    uint32_t(block()), other);
  copy = tq::HintOp::create(b, copy, "divisibility",
                              ArrayRef<int64_t>{kWidest});
  for (RowLoop &found : loops)
    shift(found);
}

/// Counts places instead of columns.
void RowKeeper::shift(RowLoop &found) {
  scf::ForOp loop = found.loop;
  loop.setUpperBound(stop);
  loop->setAttr(tqg::kResidentAttr, b.getUnitAttr());
  if (isAligned) {
    for (tq::LoadOp load : found.loads)
      if (rowBase(load.getPtr(), found.cols) == row)
        readCopy(load, found.cols);
    return;
  }
  Operation *sum = found.cols.getDefiningOp();
  Value place = found.cols;
  auto type = cast<RankedTensorType>(place.getType());
  b.setLoc(sum->getLoc());
  b.setInsertionPointAfter(sum);
  Value begin = tq::SplatOp::create(b, type, first);
  auto cols = arith::SubIOp::create(b, place, begin);
  place.replaceAllUsesExcept(cols, cols);
  Value behind = tq::SplatOp::create(b, type, end);
  Value mask = arith::AndIOp::create(
      b, arith::CmpIOp::create(b, arith::CmpIPredicate::sge, place, begin),
      arith::CmpIOp::create(b, arith::CmpIPredicate::slt, place, behind));
  for (arith::CmpIOp compare : found.masks)
    compare.replaceAllUsesWith(mask);
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
  Value back = arith::SubIOp::create(b, number(0), first);
  Value start = tq::AddPtrOp::create(b, base.getType(), base, back, false);
  Value address = tq::PtrToIntOp::create(b, b.getI64Type(), start);
  Value rest = arith::AndIOp::create(b, address, number(kWidest - 1, 64));
  Value isSame = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, rest,
                                       number(0, 64));
  start = tq::HintOp::create(b, start, "divisibility",
                              ArrayRef<int64_t>{kWidest});
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
    auto name = remark::RemarkOpts::name("resident-rows").category("memory");
    if (std::string why = keeper.whyNot(); !why.empty()) {
      remark::missed(keeper.place(), name)
          << remark::reason("a row that several loops read is not kept in "
                            "shared memory: {0}",
                            why);
      return;
    }
    remark::passed(keeper.place(), name)
        << "a row that several loops read is copied to shared memory"
        << remark::metric("bytes", keeper.bytes());
    keeper.run();
  }
};

} // namespace
