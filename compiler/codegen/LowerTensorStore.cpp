//===- LowerTensorStore.cpp - Boxes written through shared memory ---------===//
//
// A warp writes 16 rows of a panel, as its fragments lie in registers,
//
//     stmatrix.sync.aligned.m8n8.x4.shared.b16 [slot+lane], {...};
//     fence.proxy.async.shared::cta;
//     bar.warp.sync -1;
//
// and one lane starts their copy:
//
//     cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [map, {n, m}],
//     [slot]; cp.async.bulk.commit_group;
//
// The swizzle of a panel moves the 16 bytes at number c of row r to number
// c ^ (r * span / 128): lanes that store the same columns of eight rows hit
// different banks.
//
//===----------------------------------------------------------------------===//

#include "compiler/codegen/InlinePtx.h"
#include "compiler/codegen/LayoutIndices.h"
#include "compiler/codegen/LowerMemory.h"
#include "compiler/codegen/LowerRing.h"
#include "compiler/codegen/LowerShared.h"
#include "compiler/codegen/OpLowerings.h"
#include "dialect/layout/LayoutDescriptors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace tqc;

/// Rows of a fragment, and of what one copy moves.
static constexpr int32_t kRows = 16;

static Value isFirstLane(LoweringContext &cx) {
  return arith::CmpIOp::create(cx.b, arith::CmpIPredicate::eq, cx.laneId(),
                               cx.i32(0));
}

/// Where this warp's first group of rows starts in a slot; its constant part is
/// added to `constant`.
static Value warpRows(LoweringContext &cx, Value ring, Value slot,
                      int64_t rowBytes, int64_t &constant) {
  Value base = slotBase(cx, ring, slot, constant);
  return arith::AddIOp::create(
      cx.b, base,
      arith::MulIOp::create(cx.b, cx.warpId(), cx.i32(kRows * rowBytes)));
}

void tqc::lowerStoreWait(LoweringContext &cx, tqg::StoreWaitOp op) {
  inlinePtx(cx.b, PtxStatement::StoreWait,
            "@$0 cp.async.bulk.wait_group.read " +
                std::to_string(op.getPending()) + ";",
            "b", isFirstLane(cx));
  NVVM::SyncWarpOp::create(cx.b, cx.i32(-1));
}

static void storeFragment(
    LoweringContext &cx, Value address, int64_t constant, int32_t row,
    int32_t column, int64_t span, bool isMatrix,
    llvm::function_ref<Registers(int32_t row, int32_t column)> words) {
  if (isMatrix) {
    SmallVector<Value> operands = {address};
    for (auto [down, right] : {std::pair{0, 0}, {8, 0}, {0, 8}, {8, 8}})
      operands.push_back(words(row + down, column + right).front());
    inlinePtx(cx.b, PtxStatement::StoreMatrix,
              "stmatrix.sync.aligned.m8n8.x4.shared.b16 [$0+" +
                  std::to_string(constant) + "], {$1, $2, $3, $4};",
              "r,r,r,r,r", operands);
    return;
  }
  for (int32_t down : {0, 8}) {
    Registers pair = words(row + down, column);
    bool isFloat = isa<FloatType>(pair.front().getType());
    inlinePtx(cx.b, PtxStatement::StoreShared,
              "st.shared.v2.b32 [$0+" + std::to_string(constant + down * span) +
                  "], {$1, $2};",
              isFloat ? "r,f,f" : "r,r,r", {address, pair[0], pair[1]});
  }
}

LogicalResult tqc::lowerRingWrite(LoweringContext &cx, tqg::RingWriteOp op) {
  RankedTensorType panel = op.getRing().getType().getTile();
  unsigned bits = panel.getElementTypeBitWidth();
  int64_t span = panel.getDimSize(1) * bits / 8;
  bool isMatrix = bits == 16;
  int64_t constant = 0;
  Value base = warpRows(cx, op.getRing(), op.getSlot(), span, constant);
  // stmatrix: lanes 0-15 give the rows' first 16 bytes, lanes 16-31 the second.
  // Else four lanes have a row's 32 bytes, 8 each.
  Value lane = cx.laneId(), row, chunk;
  if (isMatrix) {
    row = arith::AndIOp::create(cx.b, lane, cx.i32(15));
    chunk = arith::ShRUIOp::create(cx.b, lane, cx.i32(4));
  } else {
    row = arith::ShRUIOp::create(cx.b, lane, cx.i32(2));
    chunk = arith::AndIOp::create(
        cx.b, arith::ShRUIOp::create(cx.b, lane, cx.i32(1)), cx.i32(1));
  }
  Value bytes = arith::MulIOp::create(cx.b, row, cx.i32(span));
  Value turn = arith::AndIOp::create(
      cx.b, arith::ShRUIOp::create(cx.b, bytes, cx.i32(7)),
      cx.i32(span / 16 - 1));
  Value swizzled = arith::XOrIOp::create(cx.b, chunk, turn);
  base = arith::AddIOp::create(cx.b, base, bytes);
  if (!isMatrix)
    base = arith::AddIOp::create(
        cx.b, base,
        arith::MulIOp::create(
            cx.b, arith::AndIOp::create(cx.b, lane, cx.i32(1)), cx.i32(8)));
  const LinearLayout &layout = tqg::layoutOf(op.getSrc().getType());
  auto held = registersByCoord(layout);
  const Registers &source = cx.regs(op.getSrc());
  auto words = [&](int32_t atRow, int32_t column) {
    Registers pair;
    for (int32_t next : {0, 1})
      pair.push_back(source[held.at(layout.flatten({atRow, column + next}))]);
    return isMatrix ? packWords(cx, pair, cx.b.getI32Type()) : pair;
  };
  int32_t perRow = static_cast<int32_t>(panel.getDimSize(1));
  int32_t step = isMatrix ? 16 : 8; // columns of 32 bytes
  for (int32_t group = 0; group < panel.getDimSize(0);
       group += kRows * cx.numWarps)
    for (int32_t column = 0; column < perRow; column += step) {
      Value place =
          arith::XOrIOp::create(cx.b, swizzled, cx.i32(2 * column / step));
      Value address = arith::AddIOp::create(
          cx.b, base, arith::MulIOp::create(cx.b, place, cx.i32(16)));
      int32_t from = static_cast<int32_t>(op.getColumn()) + column;
      storeFragment(cx, address, constant + group * span, group, from, span,
                    isMatrix, words);
    }
  return success();
}

LogicalResult tqc::lowerStoreTensor(LoweringContext &cx,
                                    tqg::StoreTensorOp op) {
  RankedTensorType panel = op.getRing().getType().getTile();
  int64_t span = panel.getDimSize(1) * panel.getElementTypeBitWidth() / 8;
  fenceAsyncProxy(cx.b);
  NVVM::SyncWarpOp::create(cx.b, cx.i32(-1));
  int64_t constant = 0;
  Value base = warpRows(cx, op.getRing(), op.getSlot(), span, constant);
  Value warpRow = arith::MulIOp::create(cx.b, cx.warpId(), cx.i32(kRows));
  std::string text, coordinates;
  SmallVector<Value> operands = {isFirstLane(cx), base,
                                 cx.regs(op.getMap()).front()};
  std::string constraints = "b,r,l";
  int64_t groups = panel.getDimSize(0) / (kRows * cx.numWarps);
  for (int64_t group = 0; group < groups; ++group) {
    coordinates.clear();
    for (auto [start, axis] : llvm::zip_equal(op.getStarts(), op.getAxes())) {
      Value at = cx.regs(start).front();
      if (axis == 0) {
        at = arith::AddIOp::create(cx.b, at, warpRow);
        if (group)
          at = arith::AddIOp::create(cx.b, at,
                                     cx.i32(group * kRows * cx.numWarps));
      }
      coordinates +=
          (coordinates.empty() ? "$" : ", $") + std::to_string(operands.size());
      operands.push_back(at);
      constraints += ",r";
    }
    int64_t offset = constant + group * kRows * cx.numWarps * span;
    text += "@$0 cp.async.bulk.tensor." +
            std::to_string(op.getStarts().size()) +
            "d.global.shared::cta.bulk_group [$2, {" + coordinates +
            "}], [$1+" + std::to_string(offset) + "]; ";
  }
  inlinePtx(cx.b, PtxStatement::StoreTensor,
            text + "@$0 cp.async.bulk.commit_group;", constraints, operands);
  return success();
}
