//===- ScratchSlots.cpp - Which bytes of scratch may still be read --------===//

#include "compiler/passes/ScratchSlots.h"

#include "compiler/analysis/Optimizations.h"
#include "compiler/analysis/SharedScratch.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tqc;

/// Scratch up to this size gets a slot of its own rather than a barrier: it
/// costs no occupancy.
static constexpr int64_t kSmallScratch = 2048;
/// Slots start where every access of theirs is aligned, also swizzled ones.
static constexpr int64_t kSlotAlignment = 128;

namespace {

struct Slot {
  int64_t begin, end;
  bool overlaps(const Slot &other) const {
    return begin < other.end && other.begin < end;
  }
};

/// The exchanges whose bytes warps may still read.
using Pending = llvm::SmallSetVector<Operation *, 4>;

class SlotWalk {
public:
  SlotWalk(func::FuncOp kernel, int numWarps)
      : kernel(kernel), numWarps(numWarps),
        enabled(isEnabled(kernel, Optimization::OneBarrier)) {}

  int64_t run();

private:
  Pending walk(Block &block, Pending pending);
  Pending visit(Operation &op, Pending pending);
  Pending visitFor(scf::ForOp loop, const Pending &before);
  Pending visitWhile(scf::WhileOp loop, const Pending &before);
  Slot place(int64_t bytes, const Pending &pending) const;
  bool meets(const Slot &slot, const Pending &pending) const;
  void record();

  func::FuncOp kernel;
  int numWarps;
  bool enabled;
  llvm::MapVector<Operation *, Slot> slots; ///< in the order of the kernel
  DenseSet<Operation *> fenced;             ///< looked up, not walked
  int64_t most = 0;
};

} // namespace

static Pending join(Pending a, const Pending &b) {
  a.insert(b.begin(), b.end());
  return a;
}

bool SlotWalk::meets(const Slot &slot, const Pending &pending) const {
  return llvm::any_of(pending, [&](Operation *op) {
    return slots.find(op)->second.overlaps(slot);
  });
}

/// At 0 if nobody reads there; else behind what is read, if that is free.
Slot SlotWalk::place(int64_t bytes, const Pending &pending) const {
  Slot first = {0, bytes};
  if (!enabled || !meets(first, pending))
    return first;
  int64_t begin = 0;
  for (Operation *op : pending)
    begin = std::max(begin, slots.find(op)->second.end);
  begin = llvm::alignTo(begin, kSlotAlignment);
  Slot behind = {begin, begin + bytes};
  return bytes <= kSmallScratch || behind.end <= most ? behind : first;
}

Pending SlotWalk::walk(Block &block, Pending pending) {
  for (Operation &op : block)
    pending = visit(op, std::move(pending));
  return pending;
}

/// Around the loop until what is pending at its start does not grow.
Pending SlotWalk::visitFor(scf::ForOp loop, const Pending &before) {
  Pending start = before;
  for (;;) {
    Pending next = join(start, walk(*loop.getBody(), start));
    if (next.size() == start.size())
      return next;
    start = std::move(next);
  }
}

Pending SlotWalk::visitWhile(scf::WhileOp loop, const Pending &before) {
  Pending start = before;
  for (;;) {
    Pending after = walk(*loop.getBeforeBody(), start);
    Pending next = join(start, walk(*loop.getAfterBody(), after));
    if (next.size() == start.size())
      return after;
    start = std::move(next);
  }
}

Pending SlotWalk::visit(Operation &op, Pending pending) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return visitFor(loop, pending);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return visitWhile(loop, pending);
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    Pending then = walk(branch.getThenRegion().front(), pending);
    if (branch.getElseRegion().empty())
      return join(then, pending);
    return join(then, walk(branch.getElseRegion().front(), pending));
  }
  if (auto role = dyn_cast<tqg::RoleOp>(op))
    return walk(role.getBody().front(), std::move(pending));
  if (isa<tq::BarrierOp>(op))
    return {};
  int64_t bytes = scratchBytes(&op, numWarps);
  if (bytes == 0)
    return pending;
  auto it = slots.find(&op);
  if (it == slots.end())
    it = slots.insert({&op, place(bytes, pending)}).first;
  most = std::max(most, it->second.end);
  if (!enabled || meets(it->second, pending))
    fenced.insert(&op);
  Pending own; // its own barrier ends all that was read before
  own.insert(&op);
  return own;
}

void SlotWalk::record() {
  Builder builder(kernel.getContext());
  for (auto &[op, slot] : slots) {
    op->setAttr(tqg::kScratchOffsetAttr, builder.getI32IntegerAttr(slot.begin));
    if (!fenced.contains(op))
      op->setAttr(tqg::kUnfencedAttr, builder.getUnitAttr());
    else if (enabled)
      remark::missed(
          op->getLoc(),
          remark::RemarkOpts::name("one-barrier").category("schedule"))
          << "waits before it writes to scratch too: other warps may still "
             "read there"
          << remark::metric("bytes", slot.end - slot.begin);
  }
}

int64_t SlotWalk::run() {
  walk(kernel.getBody().front(), {});
  record();
  return most;
}

int64_t tqc::assignScratchSlots(func::FuncOp kernel, int numWarps) {
  return SlotWalk(kernel, numWarps).run();
}
