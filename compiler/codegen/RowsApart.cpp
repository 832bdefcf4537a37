//===- RowsApart.cpp - Rows that may have gaps between them ---------------===//
//
// A bulk copy moves whole accesses of 16 bytes, from a multiple of them to one.
// So each row keeps the place in an access that it has in memory. Of rows of 9
// elements, 22 apart:
//
//     memory   |...aaaaa|aaaa....|........|.bbbbbbb|bb......|
//     buffer   |...aaaaa|aaaa....|.bbbbbbb|bb......|    14 apart
//
// A thread copies the whole accesses of a row at once; sixteen, one element
// each, those of its first and of its last one.
//
//===----------------------------------------------------------------------===//

#include "compiler/codegen/RowsApart.h"

#include "compiler/codegen/LayoutIndices.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tqc;

using Predicate = arith::CmpIPredicate;

static Value wide(LoweringContext &cx, Value value) {
  return arith::ExtSIOp::create(cx.b, cx.b.getI64Type(), value);
}

static Value add(LoweringContext &cx, Value a, Value b) {
  return arith::AddIOp::create(cx.b, a, b);
}

static Value subtract(LoweringContext &cx, Value a, Value b) {
  return arith::SubIOp::create(cx.b, a, b);
}

static Value compare(LoweringContext &cx, Predicate predicate, Value a,
                     Value b) {
  return arith::CmpIOp::create(cx.b, predicate, a, b);
}

Value RowsApart::pitch(LoweringContext &cx, Value length, Value step,
                       int64_t perAccess) {
  Value more = arith::AndIOp::create(cx.b, subtract(cx, step, length),
                                     cx.i32(int32_t(perAccess - 1)));
  return add(cx, length, more);
}

RowsApart::RowsApart(LoweringContext &cx, Value first, Value count,
                     Value length, Value step, int64_t perAccess,
                     int64_t places)
    : cx(cx), first(first), count(count), length(length), step(step),
      rowPitch(pitch(cx, length, step, perAccess)), perAccess(perAccess),
      places(places) {}

void RowsApart::versions(const std::optional<RowsApart> &rows,
                         llvm::function_ref<void()> asOneRun,
                         llvm::function_ref<void(const RowsApart &)> apart) {
  if (!rows)
    return asOneRun();
  LoweringContext &cx = rows->cx;
  Value areOneRun = compare(cx, Predicate::eq, rows->length, rows->step);
  auto branch = scf::IfOp::create(cx.b, areOneRun, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(cx.b);
  cx.b.setInsertionPoint(branch.thenBlock()->getTerminator());
  asOneRun();
  cx.b.setInsertionPoint(branch.elseBlock()->getTerminator());
  apart(*rows);
}

/// The last multiple of an access up to `place`.
Value RowsApart::accessAt(Value place) const {
  return arith::AndIOp::create(cx.b, place, cx.i32(int32_t(-perAccess)));
}

RowsApart::Row RowsApart::row(Value number) const {
  // No more than there is room for, whatever the author says.
  auto inside = [&](Value place) -> Value {
    return arith::MinUIOp::create(cx.b, place, cx.i32(int32_t(places)));
  };
  Row row;
  row.begin =
      inside(add(cx, first, arith::MulIOp::create(cx.b, number, rowPitch)));
  row.end = inside(add(cx, row.begin, length));
  row.bulkBegin = accessAt(add(cx, row.begin, cx.i32(int32_t(perAccess - 1))));
  row.bulkEnd = arith::MaxSIOp::create(cx.b, accessAt(row.end), row.bulkBegin);
  Value gap = subtract(cx, wide(cx, step), wide(cx, rowPitch));
  row.behind = arith::MulIOp::create(cx.b, wide(cx, number), gap);
  return row;
}

void RowsApart::copyWhole(Copy copy) const {
  auto loop =
      scf::ForOp::create(cx.b, cx.threadId(), count, cx.i32(cx.numWarps * 32));
  OpBuilder::InsertionGuard guard(cx.b);
  cx.b.setInsertionPoint(loop.getBody()->getTerminator());
  Row mine = row(loop.getInductionVar());
  copy(mine.bulkBegin, add(cx, wide(cx, mine.bulkBegin), mine.behind),
       subtract(cx, mine.bulkEnd, mine.bulkBegin));
}

Value RowsApart::countWhole() const {
  auto loop =
      scf::ForOp::create(cx.b, cx.threadId(), count, cx.i32(cx.numWarps * 32),
                         ValueRange{cx.i32(0)});
  OpBuilder::InsertionGuard guard(cx.b);
  cx.b.setInsertionPointToEnd(loop.getBody());
  Row mine = row(loop.getInductionVar());
  Value elements = subtract(cx, mine.bulkEnd, mine.bulkBegin);
  scf::YieldOp::create(cx.b, add(cx, loop.getRegionIterArg(0), elements));
  return loop.getResult(0);
}

void RowsApart::moveEdges(Move move) const {
  Value thread = cx.threadId();
  int32_t ofRow = int32_t(2 * perAccess);
  auto loop = scf::ForOp::create(
      cx.b, arith::DivUIOp::create(cx.b, thread, cx.i32(ofRow)), count,
      cx.i32(cx.numWarps * 32 / ofRow));
  OpBuilder::InsertionGuard guard(cx.b);
  cx.b.setInsertionPoint(loop.getBody()->getTerminator());
  Row mine = row(loop.getInductionVar());
  Value own = arith::AndIOp::create(cx.b, thread, cx.i32(ofRow - 1));
  Value access = cx.i32(int32_t(perAccess));
  Value head = accessAt(mine.begin);
  Value tail = subtract(
      cx, arith::MaxSIOp::create(cx.b, mine.bulkEnd, add(cx, head, access)),
      access);
  Value isHead = compare(cx, Predicate::slt, own, access);
  Value place = add(cx, arith::SelectOp::create(cx.b, isHead, head, tail), own);
  Value isOfRow = arith::AndIOp::create(
      cx.b, compare(cx, Predicate::sge, place, mine.begin),
      compare(cx, Predicate::slt, place, mine.end));
  Value isOutside = arith::OrIOp::create(
      cx.b, compare(cx, Predicate::slt, place, mine.bulkBegin),
      compare(cx, Predicate::sge, place, mine.bulkEnd));
  guarded(cx, arith::AndIOp::create(cx.b, isOfRow, isOutside),
          [&] { move(place, add(cx, wide(cx, place), mine.behind)); });
}
