//===- AllocateShared.cpp - Give every exchange its shared memory ---------===//
//
// See AllocateSharedPass in Passes.td for what the pass promises.
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/SharedScratch.h"
#include "compiler/analysis/Target.h"
#include "compiler/passes/Passes.h"
#include "compiler/passes/ScratchSlots.h"

namespace tqc {
#define GEN_PASS_DEF_ALLOCATESHAREDPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;

namespace {

/// Bytes from `first` to `last`, positions in the order of the program, both
/// included.
struct Buffer {
  Operation *op;
  int64_t bytes, first, last, offset = 0;
  int64_t alignment = 1024; ///< a swizzle's slots start where its pattern does

  bool livesWith(const Buffer &other) const {
    return first <= other.last && other.first <= last;
  }
};

struct AllocateShared : tqc::impl::AllocateSharedPassBase<AllocateShared> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    auto plan = kernel->getAttrOfType<tqg::PlanAttr>(tqg::kPlanAttr);
    if (!plan)
      return;
    if (failed(tqg::requireLayouts(kernel)))
      return signalPassFailure();
    numberOps();
    int64_t most = assignScratchSlots(kernel, plan.getWarps());
    SmallVector<Buffer> placed;
    kernel.walk([&](Operation *op) {
      if (auto offset = op->getAttrOfType<IntegerAttr>(tqg::kScratchOffsetAttr))
        placed.push_back({op, scratchBytes(op, plan.getWarps()), position[op],
                          position[op], offset.getInt()});
    });
    SmallVector<Buffer> buffers;
    kernel.walk([&](tqg::RingOp ring) { buffers.push_back(ringBuffer(ring)); });
    kernel.walk([&](tqg::StagingOp staging) {
      buffers.push_back(stagingBuffer(staging));
    });
    kernel.walk([&](tqg::MbarriersOp barriers) {
      int64_t bytes = 8 * barriers.getResult().getType().getCount();
      buffers.push_back({barriers, bytes, 0, int64_t(position.size()), 0, 8});
    });
    kernel.walk([&](tqg::ResidentRowOp row) {
      buffers.push_back(
          {row, scratchBytesOf(row), 0, int64_t(position.size()), 0, 128});
    });
    kernel.walk([&](tqg::RowBufferOp rows) {
      buffers.push_back(
          {rows, scratchBytesOf(rows), 0, int64_t(position.size()), 0, 128});
    });
    kernel.walk([&](tqg::MailboxOp box) {
      buffers.push_back({box, 4, 0, int64_t(position.size()), 0, 8});
    });
    // Others may send before this CTA comes to it: an inbox is it from the
    // start.
    kernel.walk([&](tqg::ClusterGatherOp gather) {
      int64_t bytes = tqg::InboxOp::bytesFor(gather.getType().getNumElements());
      buffers.push_back({gather, bytes, 0, int64_t(position.size()), 0, 16});
    });
    most = std::max(most, placeAll(buffers, placed));
    fenceOverRings(placed, buffers);
    for (const Buffer &buffer : buffers)
      buffer.op->setAttr(
          tqg::kScratchOffsetAttr,
          Builder(&getContext()).getI32IntegerAttr(buffer.offset));
    kernel->setAttr(tqg::kSharedBytesAttr,
                    Builder(&getContext()).getI64IntegerAttr(most));
    Target target = targetOf(kernel);
    if (most > target.sharedBytes) {
      kernel.emitError() << "the kernel needs " << most
                         << " bytes of shared memory, but a program on "
                         << StringRef(target.name) << " has "
                         << target.sharedBytes;
      signalPassFailure();
    }
  }

private:
  void numberOps() {
    position.clear();
    int64_t next = 0;
    getOperation().walk<WalkOrder::PreOrder>(
        [&](Operation *op) { position[op] = next++; });
  }

  /// A ring is used in a loop, and so lives until the loop ends. One that
  /// another role fills may be full before the kernel does anything else. What
  /// copies store from it is read until a wait for them, at the latest at the
  /// end.
  Buffer ringBuffer(tqg::RingOp ring) {
    int64_t first = position[ring], last = first;
    for (Operation *user : ring->getUsers()) {
      Operation *top = user;
      while (top->getBlock() != ring->getBlock() &&
             !isa<tqg::RoleOp>(top->getParentOp()))
        top = top->getParentOp();
      if (isa<tqg::RoleOp>(top->getParentOp()))
        first = 0;
      if (isa<tqg::StoreTensorOp>(user))
        last = int64_t(position.size());
      top->walk([&](Operation *op) { last = std::max(last, position[op]); });
    }
    return {ring, ring.getResult().getType().bytes(), first, last};
  }

  /// Warps that are ahead may write scratch where a ring was that others still
  /// read, in the last iteration of its loop.
  void fenceOverRings(ArrayRef<Buffer> scratch, ArrayRef<Buffer> buffers) {
    for (const Buffer &own : scratch)
      for (const Buffer &ring : buffers)
        if (isa<tqg::RingOp>(ring.op) && ring.last < own.first &&
            ring.offset < own.offset + own.bytes &&
            own.offset < ring.offset + ring.bytes &&
            !waitsBetween(ring.last, own.op))
          own.op->removeAttr(tqg::kUnfencedAttr);
  }

  /// Whether all warps meet between `last` and `op`: at a barrier, or in an
  /// exchange.
  bool waitsBetween(int64_t last, Operation *op) {
    return getOperation()
        .walk([&](Operation *other) {
          bool isWait = (isa<tq::BarrierOp>(other) ||
                         other->hasAttr(tqg::kScratchOffsetAttr)) &&
                        last < position[other] &&
                        position[other] < position[op];
          return isWait && other->getBlock()->findAncestorOpInBlock(*op)
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  }

  /// A product reads what is staged for it until it is waited for, and, in a
  /// loop behind the staging, until the loop ends.
  Buffer stagingBuffer(tqg::StagingOp staging) {
    int64_t first = position[staging], last = first;
    for (Operation *user : staging->getUsers()) {
      Operation *top = staging->getBlock()->findAncestorOpInBlock(*user);
      top->walk([&](Operation *op) { last = std::max(last, position[op]); });
      if (top == user && isa<tqg::WgmmaOp>(user))
        for (Operation *wait : user->getUsers())
          last = std::max(last, position[wait]);
    }
    return {staging, staging.bytes(), first, last};
  }

  /// Places them as the program names them or, if that takes less, first those
  /// that do not live to the end: scratch of exchanges behind a loop lies over
  /// its rings then. Gives where the last one ends.
  static int64_t placeAll(SmallVectorImpl<Buffer> &buffers,
                          ArrayRef<Buffer> scratch) {
    auto placeIn = [&](SmallVectorImpl<Buffer> &order) {
      SmallVector<Buffer> placed = llvm::to_vector(scratch);
      int64_t end = 0;
      for (Buffer &buffer : order) {
        buffer = place(buffer, placed);
        placed.push_back(buffer);
        end = std::max(end, buffer.offset + buffer.bytes);
      }
      return end;
    };
    int64_t endOfAll = 0;
    for (const Buffer &buffer : buffers)
      endOfAll = std::max(endOfAll, buffer.last);
    SmallVector<Buffer> shortFirst;
    for (bool toTheEnd : {false, true})
      for (const Buffer &buffer : buffers)
        if ((buffer.last == endOfAll) == toTheEnd)
          shortFirst.push_back(buffer);
    int64_t end = placeIn(buffers), other = placeIn(shortFirst);
    if (other >= end)
      return end;
    buffers = shortFirst;
    return other;
  }

  /// The lowest place that nothing alive at the same time has.
  static Buffer place(Buffer buffer, ArrayRef<Buffer> placed) {
    bool moved = true;
    while (moved) {
      moved = false;
      for (const Buffer &other : placed)
        if (buffer.livesWith(other) &&
            buffer.offset < other.offset + other.bytes &&
            other.offset < buffer.offset + buffer.bytes) {
          buffer.offset =
              llvm::alignTo(other.offset + other.bytes, buffer.alignment);
          moved = true;
        }
    }
    return buffer;
  }

  DenseMap<Operation *, int64_t> position; // looked up, not walked
};

} // namespace
