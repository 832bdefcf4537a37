//===- VerifyShared.cpp - Barriers, exchanges and buffers -----------------===//
//
// A walk in the order of the program, with what was written to and read from
// shared memory since the last barrier. Loops are walked until that does not
// grow.
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/ThreadRegisters.h"
#include "compiler/passes/VerifySchedule.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

namespace {

/// Bytes of shared memory that an op named.
struct Bytes {
  int64_t begin, end;
  bool overlaps(const Bytes &other) const {
    return begin < other.end && other.begin < end;
  }
};

/// What happened since the last barrier.
struct Since {
  llvm::SmallSetVector<Operation *, 4> written;
  llvm::SmallSetVector<std::pair<Operation *, Value>, 4> read; ///< what of it
  bool waited = false;                      ///< for copies of this thread
  llvm::SmallSetVector<Value, 4> published; ///< rings that may be read
  /// Written since, or before without a fence: products do not see it.
  llvm::SmallSetVector<Operation *, 4> hidden;
  /// Written since the last barrier of the cluster.
  llvm::SmallSetVector<Operation *, 4> unshown;
  Operation *lent = nullptr; ///< others may still read this CTA's bytes

  size_t size() const { return written.size() + read.size(); }
};

class SharedWalk {
public:
  explicit SharedWalk(func::FuncOp kernel) : kernel(kernel) {}

  LogicalResult run();

private:
  void walk(Block &block, Since &since);
  void visit(Operation &op, Since &since);
  void visitLoop(Operation &op, Since &since);
  void visitBarrier(BarrierOp op, Since &since);
  void visitClusterBarrier(Operation *op, Since &since);
  void visitClusterAdd(ClusterAddOp op, Since &since);
  void visitInbox(Operation *op);
  void visitEnd(const Since &since);
  void visitWrite(Operation *op, Value staging, Since &since);
  void visitRead(Operation *op, Value buffer, Since &since);
  void visitProduct(Operation *op, WgmmaOp product, Since &since);
  void visitRingRead(Operation *op, Value ring, Since &since);
  InFlightDiagnostic broken(Operation *op);

  func::FuncOp kernel;
  RoleOp role;                                ///< that is being walked, or null
  uint32_t allWarps = 0;                      ///< of a CTA
  DenseSet<Operation *> told;                 ///< looked up, not walked
  bool hasArrived = false, hasWaited = false; ///< at the cluster's barrier
  bool isGood = true;
};

} // namespace

static Bytes bytesOf(Value buffer) {
  Operation *op = buffer.getDefiningOp();
  auto offset = op->getAttrOfType<IntegerAttr>(kScratchOffsetAttr);
  int64_t begin = offset ? offset.getInt() : 0;
  if (auto ring = dyn_cast<RingOp>(op))
    return {begin, begin + ring.getResult().getType().bytes()};
  if (auto barriers = dyn_cast<MbarriersOp>(op))
    return {begin, begin + 8 * barriers.getResult().getType().getCount()};
  if (isa<MailboxOp>(op))
    return {begin, begin + 4};
  if (auto inbox = dyn_cast<InboxOp>(op))
    return {begin, begin + inbox.bytes()};
  return {begin, begin + cast<StagingOp>(op).bytes()};
}

/// The buffer that an op reads or writes.
static Value bufferOf(Operation *op) {
  if (auto read = dyn_cast<RingReadOp>(op))
    return read.getRing();
  if (auto view = dyn_cast<RingViewOp>(op))
    return view.getRing();
  for (Value operand : op->getOperands())
    if (operand.getDefiningOp<StagingOp>())
      return operand;
  return {};
}

InFlightDiagnostic SharedWalk::broken(Operation *op) {
  isGood = false;
  told.insert(op);
  return op->emitOpError("phase `schedule` promises ");
}

void SharedWalk::visitBarrier(BarrierOp op, Since &since) {
  uint32_t id = role ? 1 : 0;
  uint32_t warps = role ? role.getEnd() - role.getFirst() : allWarps;
  if ((role && role.getSingle()) || op.getId() != id ||
      op.getWarps() != warps) {
    if (told.contains(op))
      return;
    auto diag = broken(op) << "a barrier for the warps that come to it, but "
                           << op.getWarps() << " are waited for at number "
                           << op.getId() << ", and ";
    if (role && role.getSingle())
      diag << "one thread comes";
    else
      diag << warps << " come to number " << id;
    return;
  }
  since.written.clear();
  since.read.clear();
  if (since.waited)
    kernel.walk([&](RingOp ring) { since.published.insert(ring.getResult()); });
}

void SharedWalk::visitWrite(Operation *op, Value staging, Since &since) {
  Bytes bytes = bytesOf(staging);
  for (auto [other, buffer] : since.read)
    if (bytes.overlaps(bytesOf(buffer)) && !told.contains(op))
      broken(op) << "a barrier before bytes are written that warps may still "
                    "read, but there is none";
  for (Operation *other : since.written)
    // Parts of one tile are written side by side.
    if ((bufferOf(other) != staging || isa<SharedCountOp>(op)) && other != op &&
        bytes.overlaps(bytesOf(bufferOf(other))) && !told.contains(op))
      broken(op) << "a barrier before bytes are written that other warps "
                    "write too, but there is none";
  if (since.lent && bytes.overlaps(bytesOf(bufferOf(since.lent))) &&
      !told.contains(op))
    broken(op) << "a barrier of the cluster before bytes are written that "
                  "other CTAs read, but there is none";
  since.written.insert(op);
  since.hidden.insert(op);
  since.unshown.insert(op);
}

void SharedWalk::visitRead(Operation *op, Value buffer, Since &since) {
  Bytes bytes = bytesOf(buffer);
  for (Operation *other : since.written)
    if (bytes.overlaps(bytesOf(bufferOf(other))) && !told.contains(op))
      broken(op) << "a barrier before bytes are read that other warps wrote, "
                    "but there is none";
  for (Operation *other : since.unshown)
    if (auto add = dyn_cast<ClusterAddOp>(other);
        add && add.getShares() == 1 &&
        bytes.overlaps(bytesOf(bufferOf(other))) && !told.contains(op))
      broken(op) << "a barrier of the cluster before sums of other CTAs are "
                    "read, but there is none";
  since.read.insert({op, buffer});
}

void SharedWalk::visitClusterBarrier(Operation *op, Since &since) {
  if (role && role.getSingle() && !told.contains(op))
    broken(op) << "a barrier of the cluster for all warps that have not ended, "
                  "but one thread comes";
  since.written.clear();
  since.read.clear();
  since.unshown.clear();
  since.lent = nullptr;
}

/// It reads what other CTAs wrote, and writes what one of them reads: a barrier
/// of this CTA alone shows neither.
void SharedWalk::visitClusterAdd(ClusterAddOp op, Since &since) {
  Bytes bytes = bytesOf(op.getStaging());
  for (Operation *write : since.unshown)
    if (bytes.overlaps(bytesOf(bufferOf(write))) && !told.contains(op))
      broken(op) << "a barrier of the cluster before bytes of other CTAs are "
                    "read, but there is none";
  visitWrite(op, op.getStaging(), since);
  since.lent = op;
}

/// Inboxes are there before the CTA arrives; numbers are sent once all have,
/// and to each inbox once.
void SharedWalk::visitInbox(Operation *op) {
  hasArrived |= isa<ClusterArriveOp>(op);
  hasWaited |= isa<ClusterWaitOp>(op);
  if (told.contains(op))
    return;
  if (isa<InboxOp>(op) && hasArrived)
    broken(op) << "inboxes before the CTA says to the cluster that they are "
                  "ready, but this one is behind it";
  auto exchange = dyn_cast<ClusterExchangeOp>(op);
  if (!exchange)
    return;
  if (!hasWaited)
    broken(op) << "numbers sent behind a wait for the cluster, but there is "
                  "none";
  else if (op->getParentOp() != kernel || !exchange.getInbox().hasOneUse())
    broken(op) << "numbers sent by all warps, and once to each inbox";
}

void SharedWalk::visitEnd(const Since &since) {
  if (since.lent && !told.contains(since.lent))
    broken(since.lent) << "a barrier of the cluster before CTAs end whose "
                          "bytes others read, but there is none";
}

/// What is staged for a product is read from its start to the wait for it
/// (`op`), by another way than threads write it.
void SharedWalk::visitProduct(Operation *op, WgmmaOp product, Since &since) {
  for (Value staging : {product.getA(), Value(product.getB())}) {
    if (!staging.getDefiningOp<StagingOp>() ||
        (op != product && told.contains(product)))
      continue;
    for (Operation *write : since.hidden)
      if (bufferOf(write) == staging && !told.contains(op))
        broken(op)
            << "a fence behind what is written for a product, before the "
               "barrier that shows it, but there is none";
    visitRead(op, staging, since);
  }
}

/// Copies of a ring that all threads fill are there for all behind a wait and
/// a barrier.
void SharedWalk::visitRingRead(Operation *op, Value ring, Since &since) {
  bool isCopied = llvm::any_of(ring.getUsers(), llvm::IsaPred<CopyAsyncOp>);
  if (isCopied && !since.published.contains(ring) && !told.contains(op))
    broken(op) << "a wait for copies, and a barrier behind it, before their "
                  "slot is read, but not both are there";
  visitRead(op, ring, since);
}

void SharedWalk::visitLoop(Operation &op, Since &since) {
  llvm::SmallSetVector<Value, 4> filled;
  op.walk([&](CopyAsyncOp copy) { filled.insert(copy.getRing()); });
  bool isWhile = isa<scf::WhileOp>(op);
  Since start = since;
  for (;;) {
    Since body = start;
    // Each iteration waits for its own copies.
    body.waited &= filled.empty();
    body.published.remove_if([&](Value ring) { return filled.contains(ring); });
    walk(op.getRegion(0).front(), body);
    Since end = body; // of a `while`, which ends behind its condition
    if (isWhile)
      walk(op.getRegion(1).front(), body);
    size_t before = start.size();
    start.written.insert(body.written.begin(), body.written.end());
    start.read.insert(body.read.begin(), body.read.end());
    if (start.size() != before)
      continue;
    since.written = isWhile ? end.written : start.written;
    since.read = isWhile ? end.read : start.read;
    since.waited = end.waited;
    return;
  }
}

void SharedWalk::visit(Operation &op, Since &since) {
  if (isa<scf::ForOp, scf::WhileOp>(op))
    return visitLoop(op, since);
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    Since other = since;
    walk(branch.getThenRegion().front(), since);
    if (!branch.getElseRegion().empty())
      walk(branch.getElseRegion().front(), other);
    since.written.insert(other.written.begin(), other.written.end());
    since.read.insert(other.read.begin(), other.read.end());
    since.waited &= other.waited;
    since.published.remove_if(
        [&](Value ring) { return !other.published.contains(ring); });
    return;
  }
  if (auto one = dyn_cast<RoleOp>(op)) {
    Since inside = since;
    role = one;
    walk(one.getBody().front(), inside);
    visitEnd(inside);
    role = {};
    return;
  }
  if (auto barrier = dyn_cast<BarrierOp>(op))
    return visitBarrier(barrier, since);
  if (isa<ClusterBarrierOp>(op))
    return visitClusterBarrier(&op, since);
  if (auto add = dyn_cast<ClusterAddOp>(op))
    return visitClusterAdd(add, since);
  if (isa<InboxOp, ClusterArriveOp, ClusterWaitOp, ClusterExchangeOp>(op))
    return visitInbox(&op);
  if (isa<CopyWaitOp>(op))
    since.waited = true;
  else if (isa<SharedStoreOp, TotalStoreOp, SharedCountOp>(op))
    visitWrite(&op, bufferOf(&op), since);
  else if (isa<SharedLoadOp, SharedGatherOp>(op))
    visitRead(&op, bufferOf(&op), since);
  else if (isa<AsyncFenceOp>(op))
    since.hidden.remove_if(
        [&](Operation *write) { return since.written.contains(write); });
  else if (auto product = dyn_cast<WgmmaOp>(op))
    visitProduct(product, product, since);
  else if (auto wait = dyn_cast<WgmmaWaitOp>(op)) {
    if (auto product = wait.getSrc().getDefiningOp<WgmmaOp>())
      visitProduct(wait, product, since);
  } else if (isa<RingReadOp, RingViewOp>(op))
    visitRingRead(&op, bufferOf(&op), since);
}

void SharedWalk::walk(Block &block, Since &since) {
  for (Operation &op : block)
    visit(op, since);
}

LogicalResult SharedWalk::run() {
  allWarps = blockWarps(kernel);
  Since since;
  walk(kernel.getBody().front(), since);
  visitEnd(since);
  return success(isGood);
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

namespace {

/// A buffer, and from which op to which one it is in use, both included.
struct Buffer {
  Operation *op;
  Bytes bytes;
  int64_t first, last;
};

} // namespace

/// Where a copy out of shared memory has read all: at the wait for it.
static Operation *endOfStore(StoreTensorOp store) {
  for (Operation *at = store; at; at = at->getParentOp())
    for (Operation *next = at->getNextNode(); next; next = next->getNextNode())
      if (auto wait = dyn_cast<StoreWaitOp>(next))
        if (wait.getPending() == 0)
          return wait;
  return store;
}

/// From the first use to the end of what the buffer's block does with it. Roles
/// run side by side: what two of them use is in use from the start.
static Buffer lifeOf(Operation *op,
                     const DenseMap<Operation *, int64_t> &position) {
  Buffer buffer = {op, bytesOf(op->getResult(0)), INT64_MAX, 0};
  Operation *role = nullptr;
  for (Operation *user : op->getUsers()) {
    auto own = user->getParentOfType<RoleOp>();
    if (isa<StagingOp>(op))
      own = {};
    Block *block = own ? &own.getBody().front() : op->getBlock();
    Operation *top = block->findAncestorOpInBlock(*user);
    buffer.first = std::min(buffer.first, position.lookup(top));
    if (isa<WgmmaOp>(user))
      for (Operation *wait : user->getUsers())
        buffer.last = std::max(buffer.last, position.lookup(wait));
    if (auto store = dyn_cast<StoreTensorOp>(user))
      buffer.last = std::max(buffer.last, position.lookup(endOfStore(store)));
    top->walk([&](Operation *inner) {
      buffer.last = std::max(buffer.last, position.lookup(inner));
    });
    if (own && role && own != role)
      buffer.first = 0;
    if (own)
      role = own;
  }
  if (isa<MbarriersOp, MailboxOp, InboxOp>(op)) {
    buffer.first = 0;
    buffer.last = INT64_MAX;
  }
  return buffer;
}

static LogicalResult verifyBuffers(func::FuncOp kernel) {
  DenseMap<Operation *, int64_t> position; // looked up, not walked
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    position.try_emplace(op, int64_t(position.size()));
  });
  SmallVector<Buffer> buffers;
  bool isGood = true;
  kernel.walk([&](Operation *op) {
    if (!isa<RingOp, MbarriersOp, MailboxOp, StagingOp, InboxOp>(op))
      return;
    Buffer buffer = lifeOf(op, position);
    for (const Buffer &other : buffers)
      if (buffer.bytes.overlaps(other.bytes) && buffer.first <= other.last &&
          other.first <= buffer.last) {
        isGood = false;
        op->emitOpError("phase `schedule` promises bytes of its own to every "
                        "buffer in use, but this one shares some with another")
                .attachNote(other.op->getLoc())
            << "which is in use at the same time";
      }
    buffers.push_back(buffer);
  });
  return success(isGood);
}

LogicalResult tqc::verifyShared(func::FuncOp kernel) {
  bool inOrder = succeeded(SharedWalk(kernel).run());
  return success(succeeded(verifyBuffers(kernel)) && inOrder);
}
