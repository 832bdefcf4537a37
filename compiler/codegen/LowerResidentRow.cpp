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
//===----------------------------------------------------------------------===//

#include "compiler/analysis/SharedScratch.h"
#include "compiler/codegen/InlinePtx.h"
#include "compiler/codegen/LayoutIndices.h"
#include "compiler/codegen/LowerShared.h"
#include "compiler/codegen/OpLowerings.h"

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
  void initialise(Value isFirst);
  void copyWhole(Value isFirst);
  void copyEdges();
  void pad();

  LoweringContext &cx;
  tqg::ResidentRowOp op;
  Type element;
  int64_t elementBytes, perAccess, bufferBytes;
  Value start, first, end, other;
  Value bulkBegin, bulkEnd, tailEnd;
  Value base, barrier; ///< addresses in shared memory, as numbers
};

} // namespace

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

void RowCopier::initialise(Value isFirst) {
  guarded(cx, isFirst, [&] {
    inlinePtx(cx.b, PtxStatement::MbarrierInit,
              "mbarrier.init.shared::cta.b64 [$0], 1;", "r", barrier);
    fenceAsyncProxy(cx.b);
  });
  NVVM::Barrier0Op::create(cx.b);
}

void RowCopier::copyWhole(Value isFirst) {
  Value bytes = arith::MulIOp::create(
      cx.b,
      arith::MaxSIOp::create(
          cx.b, arith::SubIOp::create(cx.b, bulkEnd, bulkBegin), cx.i32(0)),
      cx.i32(elementBytes));
  Value from = LLVM::GEPOp::create(cx.b, start.getType(), element, start,
                                   ValueRange{bulkBegin});
  Value to =
      add(base, arith::MulIOp::create(cx.b, bulkBegin, cx.i32(elementBytes)));
  guarded(cx, isFirst, [&] {
    inlinePtx(cx.b, PtxStatement::MbarrierExpect,
              "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;", "r,r",
              {barrier, bytes});
    guarded(cx, compare(arith::CmpIPredicate::sgt, bytes, cx.i32(0)), [&] {
      inlinePtx(cx.b, PtxStatement::CopyRow,
                "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::"
                "bytes [$0], [$1], $2, [$3];",
                "r,l,r,r", {to, from, bytes, barrier});
    });
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
    Value from = LLVM::GEPOp::create(cx.b, start.getType(), element, start,
                                     ValueRange{place});
    scf::YieldOp::create(
        cx.b,
        LLVM::LoadOp::create(cx.b, element, from, elementBytes).getResult());
    cx.b.setInsertionPointToEnd(branch.elseBlock());
    scf::YieldOp::create(cx.b, other);
    cx.b.setInsertionPointAfter(branch);
    storeShared(cx, bufferAt(place), branch.getResult(0));
  });
}

void RowCopier::pad() {
  int64_t block = op.getBlock();
  Value blocks = arith::DivUIOp::create(
      cx.b, add(cx.regs(op.getLast()).front(), cx.i32(block - 1)),
      cx.i32(block));
  Value last = arith::MinUIOp::create(
      cx.b, arith::MulIOp::create(cx.b, blocks, cx.i32(block)),
      cx.i32(int32_t(op.getPlaces())));
  Registers access(perAccess, other);
  Value mine = add(
      tailEnd, arith::MulIOp::create(cx.b, cx.threadId(), cx.i32(perAccess)));
  auto loop = scf::ForOp::create(cx.b, mine, last,
                                 cx.i32(cx.numWarps * 32 * perAccess));
  OpBuilder::InsertionGuard guard(cx.b);
  cx.b.setInsertionPoint(loop.getBody()->getTerminator());
  storeShared(cx, bufferAt(loop.getInductionVar()), access);
}

void RowCopier::run() {
  Value isFirst = compare(arith::CmpIPredicate::eq, cx.threadId(), cx.i32(0));
  bulkEnd = accessAt(end);
  Value isAligned = compare(arith::CmpIPredicate::eq, first, cx.i32(0));
  bulkBegin =
      arith::SelectOp::create(cx.b, isAligned, cx.i32(0), cx.i32(perAccess));
  // Behind the access that the row ends in, or that follows it.
  tailEnd = add(arith::MaxSIOp::create(cx.b, bulkEnd, cx.i32(perAccess)),
                cx.i32(perAccess));
  initialise(isFirst);
  copyWhole(isFirst);
  copyEdges();
  pad();
  awaitFirstPhase(cx, barrier);
  NVVM::Barrier0Op::create(cx.b);
  Value address = arith::ExtUIOp::create(cx.b, cx.b.getI64Type(), base);
  cx.set(op.getResult(),
         {LLVM::IntToPtrOp::create(cx.b, start.getType(), address)});
}

Registers tqc::loadResident(LoweringContext &cx, Value address, Type element,
                            unsigned width) {
  auto shared =
      LLVM::LLVMPointerType::get(cx.b.getContext(), /*addressSpace=*/3);
  Value number = arith::TruncIOp::create(
      cx.b, cx.b.getI32Type(),
      LLVM::PtrToIntOp::create(cx.b, cx.b.getI64Type(), address));
  return loadShared(cx, LLVM::IntToPtrOp::create(cx.b, shared, number), element,
                    width);
}

void tqc::lowerResidentRow(LoweringContext &cx, tqg::ResidentRowOp op) {
  RowCopier(cx, op).run();
}
