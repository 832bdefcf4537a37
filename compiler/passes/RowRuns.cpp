//===- RowRuns.cpp - Rows that lie one behind the other -------------------===//
//
// Of rows of 16 bits that start anywhere, threads read and write two or four
// bytes at a time: as many accesses as elements, and each of them costs the
// second-level cache what one of 16 bytes does (of layer norm with 609 columns
// it is at 93 % of what it can do, memory at 69 %). Rows that follow each other
// without a gap are one run, which begins at a multiple of 16 bytes every eight
// rows whatever their length:
//
//     row     0        1        2                  n = 19
//     run    |xxxxxxxx|xxxxxxxx|xxx......|........|.....
//
// One bulk copy brings it to shared memory, or back, where narrow accesses cost
// what they move. Each row is a row of the CTA's tile there:
//
//     copy = tqg.resident_row run[0, rows * n]
//     x = load copy + r * n + cols          buffer + r * n + cols = y
//                                           tqg.store_rows buffer to run
//
// No program reads more than its row, so that the copy has nothing that nobody
// would read, and writes nothing that nobody would write.
//
// Kernels mostly get a stride beside the length of rows, which only a launch
// knows to be the same number. The copy asks: rows with gaps between them are a
// copy each, and lie in shared memory as near to each other as that allows.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/RowRuns.h"

#include "compiler/analysis/LengthBound.h"
#include "compiler/analysis/WrittenMemory.h"
#include "compiler/passes/RowLoops.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tqc;

/// Bytes of the widest access, which a bulk copy moves.
static constexpr int64_t kWidest = 16;
/// Accesses of so many bytes are left as they are: half as many as of 4, and
/// rows lie in fewer lanes.
static constexpr int64_t kWideEnough = 8;

static Value withoutCast(Value value) {
  auto wide = value.getDefiningOp<arith::ExtSIOp>();
  return wide ? wide.getIn() : value;
}

static bool isFirstNumber(Value value) {
  auto id = withoutCast(value).getDefiningOp<tq::ProgramIdOp>();
  return id && id.getAxis() == 0;
}

std::string tqc::whyNotCopied(Operation *op) {
  Block *block = op->getBlock();
  auto before = llvm::make_range(block->begin(), Block::iterator(op));
  auto behind = llvm::make_range(std::next(Block::iterator(op)), block->end());
  auto store = dyn_cast<tq::StoreOp>(op);
  if (!store)
    return llvm::any_of(before, llvm::IsaPred<tq::StoreOp>)
               ? "it is loaded behind a store"
               : "";
  for (Operation &other : behind) {
    if (isa<tq::LoadOp>(other))
      return "something is loaded behind it";
    auto again = dyn_cast<tq::StoreOp>(other);
    if (!again || !mayOverlap(ValueRange{again.getPtr()}, store.getPtr()))
      continue;
    BlockArgument own = argumentOf(store.getPtr());
    return argumentOf(again.getPtr()) == own
               ? "its tensor is stored to again"
               : "it may be stored again: the signature says nothing of "
                 "`restrict`";
  }
  return "";
}

static bool hasHints(Operation *op) {
  auto says = [](auto access) {
    return access.getCache() != tq::CacheModifier::None ||
           access.getEvict() != tq::Eviction::Normal;
  };
  if (auto load = dyn_cast<tq::LoadOp>(op))
    return says(load) || load.getIsVolatile();
  return says(cast<tq::StoreOp>(op));
}

/// Whether two arguments can be the same number. Hosts say what they are
/// multiples of: rows that are padded to some multiple are not this long.
static bool mayBeSame(Value a, Value b, const AxisAnalysis &axis) {
  return isa<BlockArgument>(a) && isa<BlockArgument>(b) &&
         a.getType() == b.getType() &&
         axis.get(a).divisibility == axis.get(b).divisibility;
}

std::optional<RowRun> tqc::rowRun(Operation *op, const AxisAnalysis &axis) {
  auto load = dyn_cast<tq::LoadOp>(op);
  auto store = dyn_cast<tq::StoreOp>(op);
  if ((!load && !store) || hasHints(op))
    return std::nullopt;
  Value pointer = load ? load.getPtr() : store.getPtr();
  Value mask = load ? load.getMask() : store.getMask();
  auto tile = dyn_cast<RankedTensorType>(pointer.getType());
  auto less = mask ? mask.getDefiningOp<arith::CmpIOp>() : arith::CmpIOp();
  if (!tile || tile.getRank() != 1 || !less ||
      less.getPredicate() != arith::CmpIPredicate::slt)
    return std::nullopt;
  Type element = cast<tq::PtrType>(tile.getElementType()).getPointee();
  RowRun run;
  run.cols = less.getLhs();
  auto lanes = run.cols.getDefiningOp<tq::RangeOp>();
  auto limit = less.getRhs().getDefiningOp<tq::SplatOp>();
  Value row = rowBase(pointer, run.cols);
  auto add = row ? row.getDefiningOp<tq::AddPtrOp>() : tq::AddPtrOp();
  if ((!element.isF16() && !element.isBF16()) || !lanes ||
      lanes.getStart() != 0 || !limit ||
      !limit.getSrc().getType().isInteger(32) || !add ||
      add.getUnsignedOffset())
    return std::nullopt;
  auto product = add.getOffset().getDefiningOp<arith::MulIOp>();
  if (!product)
    return std::nullopt;
  run.base = add.getPtr();
  run.length = limit.getSrc();
  run.step =
      isFirstNumber(product.getLhs()) ? product.getRhs() : product.getLhs();
  bool isRow =
      isFirstNumber(product.getLhs()) != isFirstNumber(product.getRhs());
  auto kernel = op->getParentOfType<func::FuncOp>();
  std::optional<int64_t> most = lengthBound(kernel, run.length);
  if (!isRow || !mayBeSame(withoutCast(run.step), run.length, axis) ||
      !isa<BlockArgument>(run.base) || !most || *most <= 0 ||
      *most > tile.getNumElements())
    return std::nullopt;
  if (withoutCast(run.step) != run.length)
    run.mayBeApart = withoutCast(run.step);
  run.most = *most;
  run.isAligned = axis.get(run.base).divisibility.front() >= kWidest;
  run.stepBytes = axis.get(run.step).divisibility.front() *
                  element.getIntOrFloatBitWidth() / 8;
  int64_t width = axis.cuttableWidth(pointer, mask, 0);
  if (width * element.getIntOrFloatBitWidth() / 8 >= kWideEnough)
    return std::nullopt;
  return run;
}

int64_t RunBuilder::elementBytes() const {
  return cast<tq::PtrType>(run.base.getType())
             .getPointee()
             .getIntOrFloatBitWidth() /
         8;
}

/// Of all rows, with what a pitch may have behind each, and what a tile has
/// behind the last one.
int64_t RunBuilder::places() const {
  int64_t perAccess = kWidest / elementBytes();
  int64_t tile = cast<RankedTensorType>(run.cols.getType()).getNumElements();
  int64_t ofRow = run.most + (run.mayBeApart ? perAccess - 1 : 0);
  return llvm::alignTo((rows.programs - 1) * ofRow + tile + perAccess,
                       perAccess);
}

Value RunBuilder::number(int64_t value, unsigned bits) {
  return arith::ConstantOp::create(
      b, b.getIntegerAttr(b.getIntegerType(bits), value));
}

void RunBuilder::findStart() {
  auto add = [&](Value x, Value y) -> Value {
    return b.createOrFold<arith::AddIOp>(x, y);
  };
  Value first = rows.first;
  if (run.step.getType() != first.getType())
    first = arith::ExtSIOp::create(b, run.step.getType(), first);
  start =
      tq::AddPtrOp::create(b, run.base.getType(), run.base,
                           arith::MulIOp::create(b, first, run.step), false);
  place = number(0);
  if (!run.isAligned || run.stepBytes * rows.programs % kWidest != 0) {
    Value address = tq::PtrToIntOp::create(b, b.getI64Type(), start);
    Value bytes = arith::AndIOp::create(b, address, number(kWidest - 1, 64));
    place = arith::TruncIOp::create(
        b, b.getI32Type(),
        arith::DivUIOp::create(b, bytes, number(elementBytes(), 64)));
    start =
        tq::AddPtrOp::create(b, start.getType(), start,
                             arith::SubIOp::create(b, number(0), place), false);
  }
  end = add(place, arith::MulIOp::create(b, rows.count, run.length));
}

Value RunBuilder::lengthIfApart() const {
  return run.mayBeApart ? run.length : Value();
}

/// Of each row's columns behind one another.
Value RunBuilder::pointers(Value buffer) {
  buffer =
      tq::HintOp::create(b, buffer, "divisibility", ArrayRef<int64_t>{kWidest});
  auto shape = cast<RankedTensorType>(columns.getType());
  auto i32 = b.getI32Type();
  auto vector = RankedTensorType::get({rows.programs}, i32);
  Value pitch = run.length;
  if (run.mayBeApart)
    pitch = tqg::RowPitchOp::create(b, run.length, run.mayBeApart,
                                    uint32_t(kWidest / elementBytes()));
  Value begin = arith::MulIOp::create(
      b, tq::RangeOp::create(b, vector, 0, static_cast<int32_t>(rows.programs)),
      tq::SplatOp::create(b, vector, pitch));
  begin =
      arith::AddIOp::create(b, begin, tq::SplatOp::create(b, vector, place));
  begin = tq::ExpandDimsOp::create(
      b, RankedTensorType::get({rows.programs, 1}, i32), begin, 1);
  Value offsets = arith::AddIOp::create(
      b, tq::BroadcastOp::create(b, shape, begin), columns);
  auto type = RankedTensorType::get(shape.getShape(), buffer.getType());
  return tq::AddPtrOp::create(b, type, tq::SplatOp::create(b, type, buffer),
                              offsets, false);
}

Value RunBuilder::load(tq::LoadOp op, Value mask, Value other) {
  findStart();
  Type element = getElementTypeOrSelf(op.getType());
  int64_t tile = cast<RankedTensorType>(run.cols.getType()).getNumElements();
  Value rest = arith::MulIOp::create(b, run.length, number(rows.programs - 1));
  Value last = arith::AddIOp::create(b, arith::AddIOp::create(b, rest, place),
                                     number(tile));
  Value copy = tqg::ResidentRowOp::create(
      b, start, place, end, last, lengthIfApart(), run.mayBeApart,
      uint32_t(places()), uint32_t(kWidest / elementBytes()),
      b.getZeroAttr(element));
  Value at = pointers(copy);
  auto shape = cast<RankedTensorType>(columns.getType());
  auto type = RankedTensorType::get(shape.getShape(), element);
  auto load = tq::LoadOp::create(b, type, at, mask, other, op.getCache(),
                                 op.getEvict(), /*is_volatile=*/false);
  load->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  load->setAttr(tqg::kRunAttr, b.getUnitAttr());
  return load;
}

void RunBuilder::store(tq::StoreOp op, Value value, Value mask) {
  findStart();
  Value buffer = tqg::RowBufferOp::create(b, start, uint32_t(places()));
  auto store = tq::StoreOp::create(b, pointers(buffer), value, mask,
                                   op.getCache(), op.getEvict());
  store->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  store->setAttr(tqg::kRunAttr, b.getUnitAttr());
  tqg::StoreRowsOp::create(b, buffer, start, place, end, lengthIfApart(),
                           run.mayBeApart, uint32_t(places()));
}
