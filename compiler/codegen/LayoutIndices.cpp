//===- LayoutIndices.cpp - A layout as index arithmetic -------------------===//
//
// The flat coordinate of a register is L(lane) ^ L(warp) ^ L(register). The
// first two are computed once a layout; runs of lane bits whose bases are
// neighbouring powers of two become one shift and one mask:
//
//     lane = [(0,4), (0,8), (0,16)]     (lane & 7) << 2
//
//===----------------------------------------------------------------------===//

#include "compiler/codegen/LayoutIndices.h"

#include "compiler/codegen/LoweringContext.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tqc;

/// The xor of columns selected by the bits of `index`.
static Value selectColumns(ImplicitLocOpBuilder &b, Value index,
                           ArrayRef<uint32_t> columns, Value sum) {
  auto constant = [&](int64_t value) {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
  };
  for (unsigned bit = 0; bit < columns.size();) {
    uint32_t column = columns[bit];
    if (column == 0) {
      ++bit;
      continue;
    }
    // A run of bits with neighbouring single-bit columns.
    unsigned count = 1;
    while (llvm::isPowerOf2_32(column) && bit + count < columns.size() &&
           columns[bit + count] == column << count)
      ++count;
    Value term;
    if (llvm::isPowerOf2_32(column)) {
      int shift = static_cast<int>(llvm::Log2_32(column)) - int(bit);
      uint32_t mask = ((1u << count) - 1) << bit;
      term = arith::AndIOp::create(b, index, constant(mask));
      if (shift > 0)
        term = arith::ShLIOp::create(b, term, constant(shift));
      else if (shift < 0)
        term = arith::ShRUIOp::create(b, term, constant(-shift));
    } else { // a swizzle: several bits of the coordinate move together
      Value one = arith::AndIOp::create(
          b, arith::ShRUIOp::create(b, index, constant(bit)), constant(1));
      term = arith::MulIOp::create(b, one, constant(column));
    }
    sum = sum ? arith::XOrIOp::create(b, sum, term).getResult() : term;
    bit += count;
  }
  return sum;
}

Value tqc::threadPart(LoweringContext &cx, const LinearLayout &layout) {
  Value sum;
  if (llvm::any_of(layout.columns(Hw::Lane), [](uint32_t c) { return c; }))
    sum = selectColumns(cx.b, cx.laneId(), layout.columns(Hw::Lane), sum);
  if (llvm::any_of(layout.columns(Hw::Warp), [](uint32_t c) { return c; }))
    sum = selectColumns(cx.b, cx.warpId(), layout.columns(Hw::Warp), sum);
  return sum ? sum : cx.i32(0);
}

FlatIndices tqc::flatIndices(LoweringContext &cx, const LinearLayout &layout) {
  FlatIndices indices;
  indices.thread = threadPart(cx, layout);
  uint32_t threadBits = 0, registerBits = 0;
  for (Hw dim : {Hw::Lane, Hw::Warp})
    for (uint32_t column : layout.columns(dim))
      threadBits |= column;
  for (uint32_t column : layout.columns(Hw::Reg))
    registerBits |= column;
  for (unsigned reg = 0; reg < layout.size(Hw::Reg); ++reg)
    indices.constants.push_back(layout.applyFlat(Hw::Reg, reg));
  indices.threadBits = threadBits;
  indices.canAdd = (threadBits & registerBits) == 0;
  return indices;
}

Value tqc::flatIndex(LoweringContext &cx, const FlatIndices &indices,
                     unsigned reg) {
  uint32_t part = indices.constants[reg];
  if (part == 0)
    return indices.thread;
  if (indices.canAdd)
    return arith::AddIOp::create(cx.b, indices.thread, cx.i32(part));
  return arith::XOrIOp::create(cx.b, indices.thread, cx.i32(part));
}

static Value bitsAreZero(LoweringContext &cx, Value index, uint32_t mask) {
  if (mask == 0)
    return {};
  return arith::CmpIOp::create(cx.b, arith::CmpIPredicate::eq,
                               arith::AndIOp::create(cx.b, index, cx.i32(mask)),
                               cx.i32(0));
}

Value tqc::isFirstReplica(LoweringContext &cx, const LinearLayout &layout) {
  uint32_t warps = layout.freeMask(Hw::Warp);
  // Layouts of few warps: the others hold copies of what these hold.
  if (layout.size(Hw::Warp) < unsigned(cx.numWarps))
    warps |= unsigned(cx.numWarps - 1) & ~(layout.size(Hw::Warp) - 1);
  Value first = bitsAreZero(cx, cx.laneId(), layout.freeMask(Hw::Lane));
  Value inWarp = bitsAreZero(cx, cx.warpId(), warps);
  if (first && inWarp)
    return arith::AndIOp::create(cx.b, first, inWarp);
  return first ? first : inWarp;
}

Value tqc::actsOnce(LoweringContext &cx, Type type) {
  if (const LinearLayout *layout = tqg::tryLayoutOf(type))
    return isFirstReplica(cx, *layout);
  return arith::CmpIOp::create(cx.b, arith::CmpIPredicate::eq, cx.threadId(),
                               cx.i32(0));
}

void tqc::guarded(LoweringContext &cx, Value condition,
                  llvm::function_ref<void()> body) {
  if (!condition)
    return body();
  auto branch = scf::IfOp::create(cx.b, condition, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(cx.b);
  cx.b.setInsertionPointToStart(branch.thenBlock());
  body();
}

DenseMap<uint32_t, unsigned> tqc::registersByCoord(const LinearLayout &l) {
  DenseMap<uint32_t, unsigned> result;
  for (unsigned reg = l.size(Hw::Reg); reg-- > 0;)
    result[l.applyFlat(Hw::Reg, reg)] = reg;
  return result;
}
