//===- RowsApart.cpp - Rows that may have gaps between them ---------------===//
//
// Element c of row r, of n elements each, s apart in memory:
//
//     buffer   first + r * n + c
//     memory   first + r * n + c  +  r * (s - n)
//
// A warp takes rows in turns with the others. Its lanes read four elements each
// before they write the first: a warp waits for memory once for 128 elements.
//
//===----------------------------------------------------------------------===//

#include "compiler/codegen/RowsApart.h"

#include "compiler/codegen/LayoutIndices.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tqc;

/// Elements that a lane reads before it writes them.
static constexpr int32_t kAtOnce = 4;

void RowsApart::versions(const std::optional<RowsApart> &rows,
                         llvm::function_ref<void()> asOneRun,
                         llvm::function_ref<void(const RowsApart &)> apart) {
  if (!rows)
    return asOneRun();
  ImplicitLocOpBuilder &b = rows->cx.b;
  Value areOneRun = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                          rows->length, rows->step);
  auto branch = scf::IfOp::create(b, areOneRun, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(branch.thenBlock()->getTerminator());
  asOneRun();
  b.setInsertionPoint(branch.elseBlock()->getTerminator());
  apart(*rows);
}

namespace {

/// `read`, where `isThere`; anything elsewhere.
Value readIf(ImplicitLocOpBuilder &b, Value isThere, Type element,
             llvm::function_ref<Value()> read) {
  auto branch = scf::IfOp::create(b, TypeRange{element}, isThere,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(branch.elseBlock());
  Value nothing = LLVM::ZeroOp::create(b, element);
  scf::YieldOp::create(b, nothing);
  b.setInsertionPointToEnd(branch.thenBlock());
  scf::YieldOp::create(b, read());
  return branch.getResult(0);
}

} // namespace

void RowsApart::copy(bool toBuffer, Type element, Read read,
                     Write write) const {
  ImplicitLocOpBuilder &b = cx.b;
  auto add = [&](Value x, Value y) -> Value {
    return arith::AddIOp::create(b, x, y);
  };
  auto wide = [&](Value value) -> Value {
    return arith::ExtSIOp::create(b, b.getI64Type(), value);
  };
  Value gap = arith::SubIOp::create(b, wide(step), wide(length));
  Value count = arith::DivUIOp::create(
      b, arith::SubIOp::create(b, end, first),
      arith::MaxSIOp::create(b, length, cx.i32(1)));
  auto rows = scf::ForOp::create(b, cx.warpId(), count, cx.i32(cx.numWarps));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(rows.getBody()->getTerminator());
  Value row = rows.getInductionVar();
  Value begin = add(first, arith::MulIOp::create(b, row, length));
  Value behind = add(wide(begin), arith::MulIOp::create(b, wide(row), gap));
  auto columns =
      scf::ForOp::create(b, cx.laneId(), length, cx.i32(32 * kAtOnce));
  b.setInsertionPoint(columns.getBody()->getTerminator());
  SmallVector<Value> isThere, inBuffer, inMemory, values;
  for (int32_t i = 0; i < kAtOnce; ++i) {
    Value column = add(columns.getInductionVar(), cx.i32(32 * i));
    isThere.push_back(arith::CmpIOp::create(b, arith::CmpIPredicate::slt,
                                            column, length));
    inBuffer.push_back(add(begin, column));
    inMemory.push_back(add(behind, wide(column)));
  }
  ArrayRef<Value> from = toBuffer ? inMemory : inBuffer;
  ArrayRef<Value> to = toBuffer ? inBuffer : inMemory;
  for (int32_t i = 0; i < kAtOnce; ++i)
    values.push_back(
        readIf(b, isThere[i], element, [&] { return read(from[i]); }));
  for (int32_t i = 0; i < kAtOnce; ++i)
    guarded(cx, isThere[i], [&] { write(to[i], values[i]); });
}
