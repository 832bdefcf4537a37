//===- LowerResidentRow.cpp - A row in shared memory ----------------------===//
//
// Whole accesses of 16 bytes are one bulk copy, by one thread:
//
//     place    0       8      16      24      32         block = 16
//              |..xxxxxx|xxxxxxxx|xxxxx...|........|
//               head     bulk     tail     padding
//
// The elements of the row in its first and last access each a thread copies,
// with `other` around them; the padding, up to the end of the last block, all
// threads write. The barrier, for the bytes of the copy, lies behind the
// buffer.
//
// Rows that turn out to have gaps between them are copied one by one
// (RowsApart.h).
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/SharedScratch.h"
#include "compiler/codegen/InlinePtx.h"
#include "compiler/codegen/LayoutIndices.h"
#include "compiler/codegen/LowerShared.h"
#include "compiler/codegen/OpLowerings.h"
#include "compiler/codegen/RowsApart.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tqc;

/// Bytes of one access.
static constexpr int64_t kAccess = 16;

namespace {

/// What the lowering of one row needs to know.
class RowCopier {
public:
  RowCopier(LoweringContext &cx, tqg::ResidentRowOp op);
  void run();

private:
  Value add(Value a, Value b) { return arith::AddIOp::create(cx.b, a, b); }
  Value compare(arith::CmpIPredicate predicate, Value a, Value b) {
    return arith::CmpIOp::create(cx.b, predicate, a, b);
  }
  /// The last multiple of an access up to `place`.
  Value accessAt(Value place) {
    return arith::AndIOp::create(cx.b, place, cx.i32(-perAccess));
  }
  Value bufferAt(Value place);
  void initialise(Value isFirst, int64_t arrivals);
  Value bytesOf(Value elements);
  void expect(Value elements);
  void copyFrom(Value source, Value place, Value elements);
  void copyWhole(Value isFirst);
  void copyEdges();
  void pad(Value from, Value to);
  void copyRun(Value isFirst);
  void copyApart(const RowsApart &rows, Value isFirst);
  Value lastPlace();
  Value load(Value place);

  LoweringContext &cx;
  tqg::ResidentRowOp op;
  Type element;
  int64_t elementBytes, perAccess, bufferBytes;
  Value start, first, end, other;
  Value bulkBegin, bulkEnd, tailEnd;
  Value base, barrier; ///< addresses in shared memory, as numbers
};

} // namespace

/// Those of an op that says how far rows lie apart.
template <typename Op>
static std::optional<RowsApart> rowsApart(LoweringContext &cx, Op op,
                                          int64_t perAccess) {
  if (!op.getStep())
    return std::nullopt;
  Value first = cx.regs(op.getFirst()).front();
  Value length = cx.regs(op.getLength()).front();
  Value elements =
      arith::SubIOp::create(cx.b, cx.regs(op.getEnd()).front(), first);
  Value count = arith::DivUIOp::create(
      cx.b, elements, arith::MaxSIOp::create(cx.b, length, cx.i32(1)));
  return RowsApart(cx, first, count, length, cx.regs(op.getStep()).front(),
                   perAccess, op.getPlaces());
}

RowCopier::RowCopier(LoweringContext &cx, tqg::ResidentRowOp op)
    : cx(cx), op(op) {
  auto pointer = cast<tq::PtrType>(op.getType());
  element = cx.registerType(pointer.getPointee());
  elementBytes = sharedElementBytes(pointer.getPointee());
  perAccess = kAccess / elementBytes;
  bufferBytes = int64_t(op.getPlaces()) * elementBytes;
  start = cx.regs(op.getStart()).front();
  first = cx.regs(op.getFirst()).front();
  // No more than there is room for, whatever the author says.
  end = arith::MinSIOp::create(cx.b, cx.regs(op.getEnd()).front(),
                               cx.i32(int32_t(op.getPlaces())));
  other = LLVM::ConstantOp::create(cx.b, element, op.getOther());
  base = LLVM::PtrToIntOp::create(cx.b, cx.b.getI32Type(),
                                  sharedAddress(cx, op.getResult(), {}));
  barrier = LLVM::PtrToIntOp::create(
      cx.b, cx.b.getI32Type(),
      sharedAddress(cx, op.getResult(), {}, bufferBytes));
}

Value RowCopier::bufferAt(Value place) {
  return sharedAddress(
      cx, op.getResult(),
      arith::MulIOp::create(cx.b, place, cx.i32(elementBytes)));
}

void RowCopier::initialise(Value isFirst, int64_t arrivals) {
  guarded(cx, isFirst, [&] {
    inlinePtx(cx.b, PtxStatement::MbarrierInit,
              "mbarrier.init.shared::cta.b64 [$0], " +
                  std::to_string(arrivals) + ";",
              "r", barrier);
    fenceAsyncProxy(cx.b);
  });
  NVVM::Barrier0Op::create(cx.b);
}

Value RowCopier::bytesOf(Value elements) {
  return arith::MulIOp::create(cx.b, elements, cx.i32(elementBytes));
}

/// Arrives at the barrier, which waits for so many elements.
void RowCopier::expect(Value elements) {
  inlinePtx(cx.b, PtxStatement::MbarrierExpect,
            "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;", "r,r",
            {barrier, bytesOf(elements)});
}

/// A bulk copy, if there is anything to copy.
void RowCopier::copyFrom(Value source, Value place, Value elements) {
  Value from = LLVM::GEPOp::create(cx.b, start.getType(), element, start,
                                   ValueRange{source});
  Value to = add(base, bytesOf(place));
  guarded(cx, compare(arith::CmpIPredicate::sgt, elements, cx.i32(0)), [&] {
    inlinePtx(cx.b, PtxStatement::CopyRow,
              "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::"
              "bytes [$0], [$1], $2, [$3];",
              "r,l,r,r", {to, from, bytesOf(elements), barrier});
  });
}

void RowCopier::copyWhole(Value isFirst) {
  Value elements = arith::MaxSIOp::create(
      cx.b, arith::SubIOp::create(cx.b, bulkEnd, bulkBegin), cx.i32(0));
  guarded(cx, isFirst, [&] {
    expect(elements);
    copyFrom(bulkBegin, bulkBegin, elements);
  });
}

/// Thread t has place t, and then place t of the access behind the copy.
void RowCopier::copyEdges() {
  Value thread = cx.threadId();
  Value isHead = compare(arith::CmpIPredicate::slt, thread, cx.i32(perAccess));
  Value tail = arith::SubIOp::create(cx.b, tailEnd, cx.i32(2 * perAccess));
  Value place =
      arith::SelectOp::create(cx.b, isHead, thread, add(tail, thread));
  Value isThere = arith::AndIOp::create(
      cx.b, compare(arith::CmpIPredicate::slt, thread, cx.i32(2 * perAccess)),
      compare(arith::CmpIPredicate::slt, place,
              cx.i32(int32_t(op.getPlaces()))));
  Value isEdge = arith::AndIOp::create(
      cx.b, isThere,
      arith::OrIOp::create(cx.b,
                           compare(arith::CmpIPredicate::slt, place, bulkBegin),
                           compare(arith::CmpIPredicate::sge, place, bulkEnd)));
  guarded(cx, isEdge, [&] {
    Value isInside = arith::AndIOp::create(
        cx.b, compare(arith::CmpIPredicate::sge, place, first),
        compare(arith::CmpIPredicate::slt, place, end));
    auto branch = scf::IfOp::create(cx.b, TypeRange{element}, isInside,
                                    /*addThenBlock=*/true,
                                    /*addElseBlock=*/true);
    OpBuilder::InsertionGuard guard(cx.b);
    cx.b.setInsertionPointToEnd(branch.thenBlock());
    scf::YieldOp::create(cx.b, load(place));
    cx.b.setInsertionPointToEnd(branch.elseBlock());
    scf::YieldOp::create(cx.b, other);
    cx.b.setInsertionPointAfter(branch);
    storeShared(cx, bufferAt(place), branch.getResult(0));
  });
}

/// Behind the last block.
Value RowCopier::lastPlace() {
  int64_t block = op.getBlock();
  Value blocks = arith::DivUIOp::create(
      cx.b, add(cx.regs(op.getLast()).front(), cx.i32(block - 1)),
      cx.i32(block));
  return arith::MinUIOp::create(
      cx.b, arith::MulIOp::create(cx.b, blocks, cx.i32(block)),
      cx.i32(int32_t(op.getPlaces())));
}

/// `other` from a multiple of an access to another one.
void RowCopier::pad(Value from, Value to) {
  Registers access(perAccess, other);
  Value mine =
      add(from, arith::MulIOp::create(cx.b, cx.threadId(), cx.i32(perAccess)));
  auto loop =
      scf::ForOp::create(cx.b, mine, to, cx.i32(cx.numWarps * 32 * perAccess));
  OpBuilder::InsertionGuard guard(cx.b);
  cx.b.setInsertionPoint(loop.getBody()->getTerminator());
  storeShared(cx, bufferAt(loop.getInductionVar()), access);
}

Value RowCopier::load(Value place) {
  Value from = LLVM::GEPOp::create(cx.b, start.getType(), element, start,
                                   ValueRange{place});
  return LLVM::LoadOp::create(cx.b, element, from, elementBytes);
}

/// Each row by itself, with `other` around them.
void RowCopier::copyApart(const RowsApart &rows, Value isFirst) {
  pad(cx.i32(0), cx.i32(int32_t(op.getPlaces())));
  fenceAsyncProxy(cx.b);
  initialise(isFirst, cx.numWarps * 32);
  expect(rows.countWhole());
  rows.copyWhole([&](Value place, Value source, Value elements) {
    copyFrom(source, place, elements);
  });
  rows.moveEdges([&](Value place, Value source) {
    storeShared(cx, bufferAt(place), load(source));
  });
  awaitFirstPhase(cx, barrier);
}

void RowCopier::copyRun(Value isFirst) {
  bulkEnd = accessAt(end);
  Value isAligned = compare(arith::CmpIPredicate::eq, first, cx.i32(0));
  bulkBegin =
      arith::SelectOp::create(cx.b, isAligned, cx.i32(0), cx.i32(perAccess));
  // Behind the access that the row ends in, or that follows it.
  tailEnd = add(arith::MaxSIOp::create(cx.b, bulkEnd, cx.i32(perAccess)),
                cx.i32(perAccess));
  initialise(isFirst, 1);
  copyWhole(isFirst);
  copyEdges();
  pad(tailEnd, lastPlace());
  awaitFirstPhase(cx, barrier);
}

void RowCopier::run() {
  Value isFirst = compare(arith::CmpIPredicate::eq, cx.threadId(), cx.i32(0));
  RowsApart::versions(
      rowsApart(cx, op, perAccess), [&] { copyRun(isFirst); },
      [&](const RowsApart &rows) { copyApart(rows, isFirst); });
  NVVM::Barrier0Op::create(cx.b);
  Value address = arith::ExtUIOp::create(cx.b, cx.b.getI64Type(), base);
  cx.set(op.getResult(),
         {LLVM::IntToPtrOp::create(cx.b, start.getType(), address)});
}

//===----------------------------------------------------------------------===//
// Rows that are stored together
//===----------------------------------------------------------------------===//

void tqc::lowerRowBuffer(LoweringContext &cx, tqg::RowBufferOp op) {
  Value base = LLVM::PtrToIntOp::create(cx.b, cx.b.getI64Type(),
                                        sharedAddress(cx, op.getResult(), {}));
  cx.set(op.getResult(),
         {LLVM::IntToPtrOp::create(
             cx.b, cx.regs(op.getStart()).front().getType(), base)});
}

namespace {

/// What the lowering of rows that are stored together needs to know.
class RowStorer {
public:
  RowStorer(LoweringContext &cx, tqg::StoreRowsOp op);
  void run();

private:
  Value compare(arith::CmpIPredicate predicate, Value a, Value b) {
    return arith::CmpIOp::create(cx.b, predicate, a, b);
  }
  Value accessAt(Value place) {
    return arith::AndIOp::create(cx.b, place, cx.i32(int32_t(-perAccess)));
  }
  Value global(Value place) {
    return LLVM::GEPOp::create(cx.b, start.getType(), element, start,
                               ValueRange{place});
  }
  Value shared(Value place) {
    return sharedAddress(
        cx, op.getBuffer(),
        arith::MulIOp::create(cx.b, place, cx.i32(int32_t(bytes))));
  }
  Value load(Value place);
  void store(Value place, Value value);
  void storeRun();
  void storeApart(const RowsApart &rows);
  void storeWhole(Value place, Value target, Value elements);
  void storeEdges(Value begin, Value stop);

  LoweringContext &cx;
  tqg::StoreRowsOp op;
  Type element;
  int64_t bytes, perAccess;
  Value start, first, end;
};

} // namespace

RowStorer::RowStorer(LoweringContext &cx, tqg::StoreRowsOp op)
    : cx(cx), op(op) {
  Type pointee = cast<tq::PtrType>(op.getStart().getType()).getPointee();
  element = cx.registerType(pointee);
  bytes = sharedElementBytes(pointee);
  perAccess = kAccess / bytes;
  start = cx.regs(op.getStart()).front();
  first = cx.regs(op.getFirst()).front();
  end = arith::MinSIOp::create(cx.b, cx.regs(op.getEnd()).front(),
                               cx.i32(int32_t(op.getPlaces())));
}

Value RowStorer::load(Value place) {
  return loadShared(cx, shared(place), element, 1).front();
}

void RowStorer::store(Value place, Value value) {
  LLVM::StoreOp::create(cx.b, value, global(place), bytes);
}

/// Whole accesses, by one copy.
void RowStorer::storeWhole(Value place, Value target, Value elements) {
  Value count = arith::MulIOp::create(cx.b, elements, cx.i32(int32_t(bytes)));
  Value from = LLVM::PtrToIntOp::create(cx.b, cx.b.getI32Type(), shared(place));
  Value isAny = compare(arith::CmpIPredicate::sgt, count, cx.i32(0));
  inlinePtx(cx.b, PtxStatement::StoreRows,
            "@$3 cp.async.bulk.global.shared::cta.bulk_group [$0], [$1], "
            "$2; cp.async.bulk.commit_group; "
            "cp.async.bulk.wait_group.read 0;",
            "l,r,r,b", {global(target), from, count, isAny});
}

/// The others by a thread each: thread t has place t, and then place t of the
/// access in which the last row ends.
void RowStorer::storeEdges(Value begin, Value stop) {
  Value thread = cx.threadId();
  Value isHead =
      compare(arith::CmpIPredicate::slt, thread, cx.i32(int32_t(perAccess)));
  Value tail = arith::AddIOp::create(
      cx.b, arith::SubIOp::create(cx.b, stop, cx.i32(int32_t(perAccess))),
      thread);
  Value place = arith::SelectOp::create(cx.b, isHead, thread, tail);
  // Where no access is whole, the head ends where the rows do.
  Value limit = arith::SelectOp::create(cx.b, isHead, begin, end);
  Value isEdge = arith::AndIOp::create(
      cx.b,
      compare(arith::CmpIPredicate::slt, thread,
              cx.i32(int32_t(2 * perAccess))),
      arith::AndIOp::create(
          cx.b, compare(arith::CmpIPredicate::sge, place, first),
          arith::AndIOp::create(
              cx.b, compare(arith::CmpIPredicate::slt, place, limit),
              compare(arith::CmpIPredicate::slt, place, end))));
  guarded(cx, isEdge, [&] { store(place, load(place)); });
}

void RowStorer::storeRun() {
  Value begin = accessAt(
      arith::AddIOp::create(cx.b, first, cx.i32(int32_t(perAccess - 1))));
  Value stop = arith::MaxSIOp::create(cx.b, accessAt(end), begin);
  Value isFirst = compare(arith::CmpIPredicate::eq, cx.threadId(), cx.i32(0));
  guarded(cx, isFirst, [&] {
    storeWhole(begin, begin, arith::SubIOp::create(cx.b, stop, begin));
  });
  storeEdges(begin, stop);
}

void RowStorer::storeApart(const RowsApart &rows) {
  rows.copyWhole([&](Value place, Value target, Value elements) {
    storeWhole(place, target, elements);
  });
  rows.moveEdges(
      [&](Value place, Value target) { store(target, load(place)); });
}

void RowStorer::run() {
  fenceAsyncProxy(cx.b);
  NVVM::Barrier0Op::create(cx.b);
  RowsApart::versions(
      rowsApart(cx, op, perAccess), [&] { storeRun(); },
      [&](const RowsApart &rows) { storeApart(rows); });
}

void tqc::lowerStoreRows(LoweringContext &cx, tqg::StoreRowsOp op) {
  RowStorer(cx, op).run();
}

void tqc::lowerRowPitch(LoweringContext &cx, tqg::RowPitchOp op) {
  cx.set(op.getResult(),
         {RowsApart::pitch(cx, cx.regs(op.getLength()).front(),
                           cx.regs(op.getStep()).front(), op.getMultiple())});
}

/// The number in shared memory that an address of a copy stands for.
static Value residentPlace(LoweringContext &cx, Value address) {
  return arith::TruncIOp::create(
      cx.b, cx.b.getI32Type(),
      LLVM::PtrToIntOp::create(cx.b, cx.b.getI64Type(), address));
}

Registers tqc::loadResident(LoweringContext &cx, Value address, Type element,
                            unsigned width) {
  auto shared =
      LLVM::LLVMPointerType::get(cx.b.getContext(), /*addressSpace=*/3);
  Value place = residentPlace(cx, address);
  return loadShared(cx, LLVM::IntToPtrOp::create(cx.b, shared, place), element,
                    width);
}

/// Where an element of a run lies in shared memory: the buffer and an offset of
/// 32 bits, so that accesses take constants as they are.
static Value runPlace(LoweringContext &cx, Value pointers, unsigned reg) {
  auto shared =
      LLVM::LLVMPointerType::get(cx.b.getContext(), /*addressSpace=*/3);
  auto at = [&](Value address) -> Value {
    return LLVM::IntToPtrOp::create(cx.b, shared, residentPlace(cx, address));
  };
  auto add = pointers.getDefiningOp<tq::AddPtrOp>();
  if (!add || !getElementTypeOrSelf(add.getOffset()).isInteger(32))
    return at(cx.regs(pointers)[reg]);
  auto type = cast<tq::PtrType>(getElementTypeOrSelf(pointers.getType()));
  return LLVM::GEPOp::create(cx.b, shared, cx.registerType(type.getPointee()),
                             at(cx.regs(add.getPtr())[reg]),
                             ValueRange{cx.regs(add.getOffset())[reg]});
}

Value tqc::runAddress(LoweringContext &cx, Value pointers, unsigned reg) {
  return LLVM::PtrToIntOp::create(cx.b, cx.b.getI32Type(),
                                  runPlace(cx, pointers, reg));
}

Registers tqc::loadRunAt(LoweringContext &cx, Value pointers, unsigned reg,
                         Type element, unsigned width) {
  return loadShared(cx, runPlace(cx, pointers, reg), element, width);
}

void tqc::lowerResidentRow(LoweringContext &cx, tqg::ResidentRowOp op) {
  RowCopier(cx, op).run();
}
