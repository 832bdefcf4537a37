//===- LayoutIndices.cpp - A layout as index arithmetic -------------------===//
//
// The flat coordinate of a register is L(lane) ^ L(warp) ^ L(register). The
// first two are computed once a layout; runs of lane bits whose bases are
// neighbouring powers of two become one shift and one mask:
//
//     lane = [(0,4), (0,8), (0,16)]     (lane & 7) << 2
//
//===----------------------------------------------------------------------===//

#include "compiler/codegen/KernelLowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tqc;

Value KernelLowering::i32(int64_t value) {
  return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
}

Value KernelLowering::constant(Type type, int64_t value) {
  if (isa<FloatType>(type))
    return arith::ConstantOp::create(b, b.getFloatAttr(type, value));
  return arith::ConstantOp::create(b, b.getIntegerAttr(type, value));
}

/// Runs `make` at the start of the kernel, so that its value is there for all.
template <typename Make>
static Value atEntry(ImplicitLocOpBuilder &b, LLVM::LLVMFuncOp target,
                     Make make) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(&target.getBody().front());
  return make();
}

Value KernelLowering::threadId() {
  if (!thread)
    thread = atEntry(b, target, [&] {
      return NVVM::ThreadIdXOp::create(b, b.getI32Type()).getRes();
    });
  return thread;
}

Value KernelLowering::laneId() {
  if (!lane) {
    Value id = threadId();
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointAfterValue(id);
    lane = arith::AndIOp::create(b, id, i32(31));
  }
  return lane;
}

Value KernelLowering::warpId() {
  if (!warp) {
    Value id = threadId();
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointAfterValue(id);
    warp = arith::ShRUIOp::create(b, id, i32(5));
  }
  return warp;
}

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

Value KernelLowering::threadPart(const LinearLayout &layout) {
  Value sum;
  if (llvm::any_of(layout.columns(Hw::Lane), [](uint32_t c) { return c; }))
    sum = selectColumns(b, laneId(), layout.columns(Hw::Lane), sum);
  if (llvm::any_of(layout.columns(Hw::Warp), [](uint32_t c) { return c; }))
    sum = selectColumns(b, warpId(), layout.columns(Hw::Warp), sum);
  return sum ? sum : i32(0);
}

KernelLowering::FlatIndices
KernelLowering::flatIndices(const LinearLayout &layout) {
  FlatIndices indices;
  indices.thread = threadPart(layout);
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

Value KernelLowering::flatIndex(const FlatIndices &indices, unsigned reg) {
  uint32_t part = indices.constants[reg];
  if (part == 0)
    return indices.thread;
  if (indices.canAdd)
    return arith::AddIOp::create(b, indices.thread, i32(part));
  return arith::XOrIOp::create(b, indices.thread, i32(part));
}

Value KernelLowering::bitsAreZero(Value index, uint32_t mask) {
  if (mask == 0)
    return {};
  return arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                               arith::AndIOp::create(b, index, i32(mask)),
                               i32(0));
}

Value KernelLowering::isFirstReplica(const LinearLayout &layout) {
  uint32_t warps = layout.freeMask(Hw::Warp);
  // Layouts of few warps: the others hold copies of what these hold.
  if (layout.size(Hw::Warp) < unsigned(numWarps))
    warps |= unsigned(numWarps - 1) & ~(layout.size(Hw::Warp) - 1);
  Value first = bitsAreZero(laneId(), layout.freeMask(Hw::Lane));
  Value inWarp = bitsAreZero(warpId(), warps);
  if (first && inWarp)
    return arith::AndIOp::create(b, first, inWarp);
  return first ? first : inWarp;
}

Value KernelLowering::actsOnce(Type type) {
  if (const LinearLayout *layout = tqg::tryLayoutOf(type))
    return isFirstReplica(*layout);
  return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, threadId(), i32(0));
}

void KernelLowering::guarded(Value condition,
                             llvm::function_ref<void()> body) {
  if (!condition)
    return body();
  auto branch = scf::IfOp::create(b, condition, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  body();
}
