//===- LowerCluster.cpp - Shared memory of other CTAs ---------------------===//
//
// Which thread adds up what? The tile lies in shared memory as the threads hold
// it, and each CTA of a cluster has one. Seen as chunks of 16 bytes:
//
//     CTA 0   | share 0 | share 1 | share 2 | share 3 |
//     CTA 1   | share 0 | share 1 | share 2 | share 3 |  ...
//
// CTA r reads share r in all of them, a chunk a thread at a time, adds, and
// writes the sums over share r of CTA 0, or over its own where shares stay.
// Nobody else reads or writes that. There are 2, 4 or 8 shares; of 3 or 5 CTAs
// the last have none.
//
//===----------------------------------------------------------------------===//

#include "compiler/codegen/LowerShared.h"
#include "compiler/codegen/OpLowerings.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tqc;

/// Elements of 32 bits in one access.
static constexpr int64_t kChunk = 4;

void tqc::lowerClusterBarrier(LoweringContext &cx) {
  NVVM::ClusterArriveOp::create(cx.b, cx.b.getUnitAttr());
  NVVM::ClusterWaitOp::create(cx.b, cx.b.getUnitAttr());
}

static Value add(ImplicitLocOpBuilder &b, Value left, Value right) {
  if (isa<FloatType>(getElementTypeOrSelf(left.getType())))
    return LLVM::FAddOp::create(b, left, right);
  return LLVM::AddOp::create(b, left, right);
}

/// One chunk of this CTA's share; the sum goes to the first CTA, or stays.
static void addChunk(ImplicitLocOpBuilder &b, Value own, Type element,
                     uint32_t ctas, bool stays) {
  auto type = LLVM::LLVMPointerType::get(
      b.getContext(), unsigned(NVVM::NVVMMemorySpace::SharedCluster));
  auto chunk = VectorType::get({kChunk}, element);
  auto constant = [&](int32_t value) -> Value {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
  };
  SmallVector<Value> parts;
  Value first;
  for (uint32_t cta = 0; cta < ctas; ++cta) {
    Value place = NVVM::MapaOp::create(b, type, own, constant(int32_t(cta)));
    first = first ? first : place;
    parts.push_back(LLVM::LoadOp::create(b, chunk, place, /*alignment=*/16));
  }
  Value sum = parts.front();
  for (Value part : ArrayRef(parts).drop_front())
    sum = add(b, sum, part);
  LLVM::StoreOp::create(b, sum, stays ? own : first, /*alignment=*/16);
}

void tqc::lowerClusterTake(LoweringContext &cx, tqg::ClusterTakeOp op) {
  auto type = LLVM::LLVMPointerType::get(
      cx.b.getContext(), unsigned(NVVM::NVVMMemorySpace::SharedCluster));
  Type element = cx.registerType(op.getStaging().getType().getTile());
  Value own = sharedAddress(cx, op.getStaging(), cx.i32(0));
  SmallVector<Value> taken;
  for (Value rank : cx.regs(op.getRanks())) {
    Value place = NVVM::MapaOp::create(cx.b, type, own, rank);
    taken.push_back(
        LLVM::LoadOp::create(cx.b, element, place, /*alignment=*/4));
  }
  cx.set(op.getResult(), taken);
}

void tqc::lowerClusterAdd(LoweringContext &cx, tqg::ClusterAddOp op) {
  RankedTensorType tile = op.getStaging().getType().getTile();
  uint32_t ctas = op.getCtas();
  bool stays = op.getShares() > 1;
  uint32_t shares = stays ? op.getShares() : llvm::bit_floor(ctas);
  int64_t chunks = tile.getNumElements() / kChunk / shares;
  int64_t threads = cx.numWarps * 32;
  Value rank = NVVM::BlockInClusterIdXOp::create(cx.b, cx.b.getI32Type());
  Value thread = arith::AddIOp::create(
      cx.b, arith::MulIOp::create(cx.b, cx.warpId(), cx.i32(32)), cx.laneId());
  Value begin = arith::MulIOp::create(cx.b, rank, cx.i32(chunks));
  OpBuilder::InsertionGuard outside(cx.b);
  if (shares < ctas) {
    Value hasShare = arith::CmpIOp::create(cx.b, arith::CmpIPredicate::ult,
                                           rank, cx.i32(shares));
    auto branch = scf::IfOp::create(cx.b, hasShare);
    cx.b.setInsertionPointToStart(&branch.getThenRegion().front());
  }
  for (int64_t at = 0; at < chunks; at += threads) {
    Value mine = arith::AddIOp::create(cx.b, thread, cx.i32(at));
    auto place = [&] {
      Value number = arith::AddIOp::create(cx.b, begin, mine);
      Value offset = arith::MulIOp::create(cx.b, number, cx.i32(kChunk * 4));
      return sharedAddress(cx, op.getStaging(), offset);
    };
    if (at + threads <= chunks) {
      addChunk(cx.b, place(), cx.registerType(tile), ctas, stays);
      continue;
    }
    Value isThere = arith::CmpIOp::create(cx.b, arith::CmpIPredicate::ult, mine,
                                          cx.i32(chunks));
    auto branch = scf::IfOp::create(cx.b, isThere);
    OpBuilder::InsertionGuard guard(cx.b);
    cx.b.setInsertionPointToStart(&branch.getThenRegion().front());
    addChunk(cx.b, place(), cx.registerType(tile), ctas, stays);
  }
}
