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
// A number of each CTA goes to the inboxes of all, thread r sends it to CTA r;
// the mbarrier there counts the bytes, so that nobody reads another's memory:
//
//     inbox   | of CTA 0 | of CTA 1 | of CTA 2 | of CTA 3 | mbarrier |
//
//===----------------------------------------------------------------------===//

#include "compiler/codegen/InlinePtx.h"
#include "compiler/codegen/LayoutIndices.h"
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

void tqc::lowerClusterArrive(LoweringContext &cx) {
  NVVM::FenceMbarrierInitOp::create(cx.b);
  NVVM::ClusterArriveRelaxedOp::create(cx.b, cx.b.getUnitAttr());
}

void tqc::lowerClusterWait(LoweringContext &cx) {
  NVVM::ClusterWaitOp::create(cx.b, cx.b.getUnitAttr());
}

static Value numberOf(LoweringContext &cx, Value address) {
  return LLVM::PtrToIntOp::create(cx.b, cx.b.getI32Type(), address);
}

static Value isFirstThread(LoweringContext &cx) {
  return arith::CmpIOp::create(cx.b, arith::CmpIPredicate::eq, cx.threadId(),
                               cx.i32(0));
}

void tqc::lowerInbox(LoweringContext &cx, tqg::InboxOp op) {
  Value barrier = numberOf(
      cx, sharedAddress(cx, op.getResult(), Value(), op.mbarrierOffset()));
  guarded(cx, isFirstThread(cx), [&] {
    inlinePtx(cx.b, PtxStatement::MbarrierInit,
              "mbarrier.init.shared::cta.b64 [$0], 1;", "r", barrier);
  });
}

/// Numbers of others may come before this CTA says how many bytes it waits for:
/// the phase lacks its arrival until then.
void tqc::lowerClusterExchange(LoweringContext &cx, tqg::ClusterExchangeOp op) {
  auto inbox = op.getInbox().getDefiningOp<tqg::InboxOp>();
  auto ctas = int32_t(inbox.getResult().getType().getTile().getNumElements());
  Type element = cx.registerType(op.getSrc().getType());
  auto remote = LLVM::LLVMPointerType::get(
      cx.b.getContext(), unsigned(NVVM::NVVMMemorySpace::SharedCluster));
  Value own = NVVM::BlockInClusterIdXOp::create(cx.b, cx.b.getI32Type());
  auto place = [&](Value rank) {
    return sharedAddress(cx, inbox.getResult(),
                         arith::MulIOp::create(cx.b, rank, cx.i32(4)));
  };
  Value mine = place(own);
  Value barrier =
      sharedAddress(cx, inbox.getResult(), Value(), inbox.mbarrierOffset());
  guarded(cx, isFirstThread(cx), [&] {
    inlinePtx(cx.b, PtxStatement::MbarrierExpect,
              "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;", "r,r",
              {numberOf(cx, barrier), cx.i32(int32_t(inbox.mbarrierOffset()))});
  });
  Value bits = LLVM::BitcastOp::create(cx.b, cx.b.getI32Type(),
                                       cx.regs(op.getSrc()).front());
  Value thread = cx.threadId();
  Value sends = arith::CmpIOp::create(cx.b, arith::CmpIPredicate::ult, thread,
                                      cx.i32(ctas));
  guarded(cx, sends, [&] {
    Value to = NVVM::MapaOp::create(cx.b, remote, mine, thread);
    Value tells = NVVM::MapaOp::create(cx.b, remote, barrier, thread);
    inlinePtx(cx.b, PtxStatement::SendNumber,
              "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 "
              "[$0], $1, [$2];",
              "r,r,r", {numberOf(cx, to), bits, numberOf(cx, tells)});
  });
  awaitFirstPhase(cx, numberOf(cx, barrier));
  Registers taken;
  for (Value rank : cx.regs(op.getRanks()))
    taken.append(loadShared(cx, place(rank), element, 1));
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
