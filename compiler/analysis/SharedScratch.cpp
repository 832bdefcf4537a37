//===- SharedScratch.cpp - Bytes that an exchange needs -------------------===//

#include "compiler/analysis/SharedScratch.h"

#include "compiler/analysis/Target.h"
#include "dialect/tq/TqDialect.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tqc;

int64_t tqc::sharedElementBytes(Type type) {
  Type element = getElementTypeOrSelf(type);
  if (isa<tq::PtrType>(element))
    return 8;
  return std::max<int64_t>(element.getIntOrFloatBitWidth() / 8, 1);
}

uint32_t tqc::warpBitsAlong(const LinearLayout &layout, unsigned dim) {
  uint32_t mask = ((1u << layout.outBits(dim)) - 1) << layout.lowBit(dim);
  uint32_t bits = 0;
  for (unsigned bit = 0; bit < layout.bits(Hw::Warp); ++bit)
    if (layout.column(Hw::Warp, bit) & mask)
      bits |= 1u << bit;
  return bits;
}

bool tqc::sharesBetweenWarps(Type type, int numWarps) {
  const LinearLayout *layout = tqg::tryLayoutOf(type);
  return !layout || layout->freeMask(Hw::Warp) != 0 ||
         layout->size(Hw::Warp) < unsigned(numWarps);
}

/// Reductions and scans: for each line along the axis, one tuple a warp that
/// works on it. One array an operand.
static int64_t tupleBytes(ValueRange sources, unsigned axis) {
  auto tile = cast<RankedTensorType>(sources.front().getType());
  uint32_t warps = warpBitsAlong(tqg::layoutOf(tile), axis);
  if (warps == 0)
    return 0;
  int64_t lines = tile.getNumElements() / tile.getDimSize(axis);
  int64_t bytes = 0;
  for (Value source : sources)
    bytes += llvm::alignTo((lines << llvm::popcount(warps)) *
                               sharedElementBytes(source.getType()),
                           16);
  return bytes;
}

int64_t tqc::scratchBytesOf(tqg::ResidentRowOp row) {
  auto pointer = cast<tq::PtrType>(row.getType());
  return int64_t(row.getPlaces()) * sharedElementBytes(pointer.getPointee()) +
         16;
}

int64_t tqc::scratchBytesOf(tqg::RowBufferOp buffer) {
  auto pointer = cast<tq::PtrType>(buffer.getType());
  return int64_t(buffer.getPlaces()) * sharedElementBytes(pointer.getPointee());
}

static int64_t tileBytes(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  return (tile ? tile.getNumElements() : 1) * sharedElementBytes(type);
}

/// What a big move leaves to reductions, whose slots may lie behind its own.
static constexpr int64_t kSmallExchanges = 8 << 10;

LayoutMove tqc::planConversion(tqg::ConvertLayoutOp op) {
  SharedOptions options;
  options.matrixLoads = true; // every target has ldmatrix
  options.maxBytes = uint64_t(targetOf(op).sharedBytes - kSmallExchanges);
  return planMove(tqg::layoutOf(op.getSrc().getType()),
                  tqg::layoutOf(op.getType()),
                  sharedElementBytes(op.getType()) * 8, options);
}

static int64_t moveBytes(tqg::ConvertLayoutOp op) {
  LayoutMove move = planConversion(op);
  return move.shared ? move.shared->bytes : 0;
}

int64_t tqc::scratchBytes(Operation *op, int numWarps) {
  auto sharedResult = [&](Operation *atomic) {
    Value result = atomic->getResult(0);
    bool isUsed =
        !llvm::all_of(result.getUsers(), llvm::IsaPred<tqg::SharedStoreOp>);
    bool needed = isUsed && sharesBetweenWarps(result.getType(), numWarps);
    return needed ? tileBytes(result.getType()) : 0;
  };
  return llvm::TypeSwitch<Operation *, int64_t>(op)
      .Case<tqg::ConvertLayoutOp>(
          [](auto convert) { return moveBytes(convert); })
      .Case<tq::ReduceOp, tq::ScanOp>([](auto reduce) {
        return tupleBytes(reduce.getSrcs(), reduce.getAxis());
      })
      .Case<tqg::ClusterSumOp>(
          [](auto sum) { return tileBytes(sum.getType()); })
      .Case<tq::GatherOp>(
          [](auto gather) { return tileBytes(gather.getSrc().getType()); })
      .Case<tq::CatOp, tq::HistogramOp>(
          [](auto op) { return tileBytes(op.getType()); })
      .Case<tq::AtomicRmwOp, tq::AtomicCasOp>(
          [&](auto atomic) { return sharedResult(atomic); })
      .Default([](Operation *) { return 0; });
}
