//===- VerifyPipelines.cpp - Rings that roles share, and running products -===//
//
// A slot that a tensor copy fills goes from the producer to the consumers and
// back:
//
//     producer                          consumers
//     wait empty[slot]                  wait full[slot]
//     expect full[slot], bytes          read ring[slot]
//     copy to ring[slot] fills full     arrive empty[slot]
//
// This file checks that each step has the one before it.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/VerifySchedule.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Dominance.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

namespace {

class PipelineCheck {
public:
  explicit PipelineCheck(func::FuncOp kernel)
      : kernel(kernel), dominance(kernel) {}

  LogicalResult run();

private:
  void checkCopy(CopyTensorOp copy);
  template <typename Read>
  void checkRead(Read read);
  void checkProduct(WgmmaOp product);
  void checkRelease(MbarrierArriveOp arrive);
  void checkUses(Value sum, Operation *product);
  bool isDone(WgmmaWaitOp wait, Operation *product) const;
  bool mayOutliveOperand(WgmmaOp product) const;
  InFlightDiagnostic broken(Operation *op) {
    isGood = false;
    return op->emitOpError("phase `schedule` promises ");
  }

  func::FuncOp kernel;
  DominanceInfo dominance;
  DenseSet<Value> seen; ///< sums that may still be running; looked up
  bool isGood = true;
};

} // namespace

/// The op of type `Op` on `barriers` and `slot` that stands before `at` in its
/// block, the last one.
template <typename Op>
static Op findBefore(Operation *at, Value barriers, Value slot) {
  for (Operation *op = at->getPrevNode(); op; op = op->getPrevNode())
    if (auto found = dyn_cast<Op>(op))
      if (found.getBarriers() == barriers && found.getSlot() == slot)
        return found;
  return {};
}

/// The barriers that the producer waits at before it fills a slot of `ring`.
static Value emptyOf(CopyTensorOp copy) {
  for (Operation *op = copy->getPrevNode(); op; op = op->getPrevNode())
    if (auto wait = dyn_cast<MbarrierWaitOp>(op))
      if (wait.getSlot() == copy.getSlot() &&
          wait.getBarriers() != copy.getFull())
        return wait.getBarriers();
  return {};
}

/// The rings that are filled where `barriers` say that a slot is empty.
static SmallVector<Value> ringsBehind(Value barriers) {
  SmallVector<Value> rings;
  for (Operation *user : barriers.getUsers())
    if (isa<MbarrierWaitOp>(user))
      for (Operation *op = user->getNextNode(); op; op = op->getNextNode())
        if (auto copy = dyn_cast<CopyTensorOp>(op))
          if (emptyOf(copy) == barriers)
            rings.push_back(copy.getRing());
  return rings;
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

void PipelineCheck::checkCopy(CopyTensorOp copy) {
  auto expect =
      findBefore<MbarrierExpectOp>(copy, copy.getFull(), copy.getSlot());
  if (!expect) {
    broken(copy) << "that a barrier is told of the bytes that a copy owes it, "
                    "but it is not";
    return;
  }
  int64_t bytes = 0;
  for (Operation *op = expect->getNextNode(); op; op = op->getNextNode()) {
    auto next = dyn_cast<MbarrierExpectOp>(op);
    if (next && next.getBarriers() == copy.getFull())
      break;
    if (auto other = dyn_cast<CopyTensorOp>(op))
      if (other.getFull() == copy.getFull())
        bytes += copiedBytes(other.getMap(), other.getPanels(),
                             other.getRing().getType().getTile());
  }
  if (int64_t(expect.getBytes()) != bytes)
    broken(expect) << "that a barrier is told of the bytes that copies owe it, "
                      "but it waits for "
                   << expect.getBytes() << " of " << bytes;
  if (!copy->getParentOfType<scf::ForOp>() &&
      !copy->getParentOfType<scf::WhileOp>())
    return; // a slot that is filled once
  Value empty = emptyOf(copy);
  if (!empty)
    broken(copy) << "a wait for the readers of a slot before it is filled "
                    "again, but there is none";
  else if (llvm::none_of(empty.getUsers(), llvm::IsaPred<MbarrierArriveOp>))
    broken(copy) << "that readers give a slot back before it is filled again, "
                    "but nobody does";
  else if (copy.getCtas() &&
           llvm::none_of(empty.getUsers(), [&](Operation *user) {
             auto arrive = dyn_cast<MbarrierArriveOp>(user);
             return arrive && arrive.getCtas() == copy.getCtas();
           }))
    broken(copy) << "that the readers in all CTAs give a slot back before it "
                    "is filled again, but they do so in their own alone";
}

/// `read` is of a slot that a tensor copy fills.
template <typename Read>
void PipelineCheck::checkRead(Read read) {
  SmallVector<Value> full;
  for (Operation *user : read.getRing().getUsers())
    if (auto copy = dyn_cast<CopyTensorOp>(user))
      full.push_back(copy.getFull());
  if (full.empty())
    return;
  auto role = read->template getParentOfType<RoleOp>();
  // Of the same slot where there is one; a rotated loop has waited before.
  bool knowsSlot = false, waited = false, waitedForSlot = false;
  for (Value barriers : full)
    for (Operation *user : barriers.getUsers()) {
      auto wait = dyn_cast<MbarrierWaitOp>(user);
      if (!wait || wait->getParentOfType<RoleOp>() != role)
        continue;
      bool isSame = wait.getSlot() == read.getSlot();
      bool isBefore =
          dominance.properlyDominates(wait.getOperation(), read.getOperation());
      knowsSlot |= isSame;
      waited |= isBefore;
      waitedForSlot |= isSame && isBefore;
    }
  if (knowsSlot ? !waitedForSlot : !waited)
    broken(read)
        << "a wait for the fill of a slot before it is read, but there "
           "is none";
  for (Operation *op = read->getPrevNode(); op; op = op->getPrevNode()) {
    auto arrive = dyn_cast<MbarrierArriveOp>(op);
    if (arrive && arrive.getSlot() == read.getSlot() &&
        llvm::is_contained(ringsBehind(arrive.getBarriers()), read.getRing())) {
      broken(read) << "that a slot is read before it is given back, but it is "
                      "read behind that";
      return;
    }
  }
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Whether `product` is none of the last ones that `wait` leaves running.
bool PipelineCheck::isDone(WgmmaWaitOp wait, Operation *product) const {
  if (wait.getPending() == 0)
    return true;
  if (product->getBlock() != wait->getBlock())
    return false;
  uint32_t behind = 0;
  for (Operation *op = product->getNextNode(); op && op != wait;
       op = op->getNextNode())
    behind += isa<WgmmaOp>(op);
  return behind >= wait.getPending();
}

/// A sum that may still be added to goes to products and waits only.
void PipelineCheck::checkUses(Value sum, Operation *product) {
  if (!seen.insert(sum).second)
    return;
  for (OpOperand &use : sum.getUses()) {
    Operation *user = use.getOwner();
    if (auto wait = dyn_cast<WgmmaWaitOp>(user)) {
      if (!isDone(wait, product))
        checkUses(wait.getResult(), product);
      continue;
    }
    if (auto next = dyn_cast<WgmmaOp>(user))
      if (next.getAcc() == sum && next.getA() != sum)
        continue;
    auto loop = dyn_cast<scf::ForOp>(user->getParentOp());
    if (isa<scf::YieldOp>(user) && loop) {
      checkUses(loop.getRegionIterArg(use.getOperandNumber()), product);
      checkUses(loop.getResult(use.getOperandNumber()), product);
      continue;
    }
    if (isa<scf::YieldOp>(user) && isa<scf::IfOp>(user->getParentOp())) {
      checkUses(user->getParentOp()->getResult(use.getOperandNumber()),
                product);
      continue;
    }
    broken(user) << "a wait for a product before its sum is used, but there is "
                    "none";
  }
}

/// A left operand in registers is another one in the next iteration.
bool PipelineCheck::mayOutliveOperand(WgmmaOp product) const {
  if (!isa<RankedTensorType>(product.getA().getType()) ||
      !isa<scf::ForOp>(product->getParentOp()) ||
      product.getA().getParentBlock() != product->getBlock())
    return false;
  for (Operation *op = product->getNextNode(); op; op = op->getNextNode())
    if (auto wait = dyn_cast<WgmmaWaitOp>(op); wait && isDone(wait, product))
      return false;
  return true;
}

void PipelineCheck::checkProduct(WgmmaOp product) {
  checkUses(product.getResult(), product);
  if (mayOutliveOperand(product))
    broken(product) << "a wait for a product before the next iteration writes "
                       "the registers that it reads, but there is none";
}

/// A slot is given back when no product reads it any more.
void PipelineCheck::checkRelease(MbarrierArriveOp arrive) {
  SmallVector<Value> rings = ringsBehind(arrive.getBarriers());
  uint32_t mayRun = UINT32_MAX, behind = 0;
  for (Operation *op = arrive->getPrevNode(); op; op = op->getPrevNode()) {
    if (auto wait = dyn_cast<WgmmaWaitOp>(op))
      // Of the products before it, the last ones.
      mayRun = std::min(mayRun, behind + wait.getPending());
    auto product = dyn_cast<WgmmaOp>(op);
    if (!product)
      continue;
    if (behind++ >= mayRun)
      return;
    for (Value operand : {product.getA(), Value(product.getB())}) {
      auto view = operand.getDefiningOp<RingViewOp>();
      if (view && view.getSlot() == arrive.getSlot() &&
          llvm::is_contained(rings, view.getRing())) {
        broken(arrive) << "that a slot is given back when no product reads it, "
                          "but one may still run";
        return;
      }
    }
  }
}

LogicalResult PipelineCheck::run() {
  kernel.walk([&](Operation *op) {
    if (auto copy = dyn_cast<CopyTensorOp>(op))
      checkCopy(copy);
    else if (auto read = dyn_cast<RingReadOp>(op))
      checkRead(read);
    else if (auto view = dyn_cast<RingViewOp>(op))
      checkRead(view);
    else if (auto product = dyn_cast<WgmmaOp>(op))
      checkProduct(product);
    else if (auto arrive = dyn_cast<MbarrierArriveOp>(op))
      checkRelease(arrive);
  });
  return success(isGood);
}

LogicalResult tqc::verifyPipelines(func::FuncOp kernel) {
  return PipelineCheck(kernel).run();
}
