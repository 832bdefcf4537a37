//===- OperandPlaces.cpp - Where products of wgmma find operands ----------===//

#include "compiler/passes/OperandPlaces.h"

#include "compiler/analysis/SharedScratch.h"
#include "compiler/passes/RingReaders.h"
#include "dialect/layout/LayoutAlgebra.h"
#include "dialect/layout/LayoutDescriptors.h"
#include "dialect/layout/LayoutFactories.h"
#include "dialect/layout/LayoutShared.h"
#include "dialect/tq/TqDialect.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

std::optional<LinearLayout> tqc::panelMemory(llvm::ArrayRef<int64_t> shape,
                                             unsigned fastest,
                                             unsigned elementBits) {
  if (shape.size() != 2 || shape[1 - fastest] < 8)
    return std::nullopt;
  int64_t turned[] = {shape[1 - fastest], shape[fastest]};
  unsigned span = widestSpan(turned, elementBits);
  if (span == 0)
    return std::nullopt;
  // Dimension `fastest` is the last one of the panels.
  unsigned order[] = {1 - fastest, fastest};
  return transposeDims(swizzledMemory(turned, elementBits, span), order);
}

bool tqc::isReadable(const LinearLayout &memory, unsigned elementBits,
                     unsigned depth) {
  std::optional<PanelLayout> panels = panelLayout(memory, elementBits);
  return panels && (elementBits == 16 || panels->fastest == depth);
}

Value tqc::beforeMove(Value operand) {
  auto moved = operand.getDefiningOp<ConvertLayoutOp>();
  return moved ? moved.getSrc() : operand;
}

Operation *tqc::unchangedIn(MmaOp mma, Value operand) {
  Operation *outermost = mma;
  while (outermost->getBlock() != operand.getParentBlock() &&
         isa<scf::ForOp>(outermost->getParentOp()))
    outermost = outermost->getParentOp();
  return outermost;
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

static bool isCopied(Operation *op) {
  return isa<BoxLoadOp>(op) || (isa<tq::LoadOp>(op) && op->hasAttr(kSlotsAttr));
}

Operation *tqc::copiedLoad(Value operand) {
  Value loaded = beforeMove(operand);
  if (auto trans = loaded.getDefiningOp<tq::TransOp>())
    loaded = trans.getSrc();
  Operation *load = loaded.getDefiningOp();
  if (!load || !isCopied(load))
    return nullptr;
  for (const RingReader &reader : ringReadersOf(load))
    if (reader.op == operand.getDefiningOp())
      return load;
  return nullptr;
}

static LinearLayout slotMemoryOf(Operation *load) {
  if (auto memory = load->getAttrOfType<LinearAttr>(kSlotsAttr))
    return memory.getLayout();
  auto box = cast<BoxLoadOp>(load);
  auto tile = cast<RankedTensorType>(box.getType());
  std::optional<LinearLayout> memory =
      panelMemory(tile.getShape(), box.fastest(), sharedElementBytes(tile) * 8);
  assert(memory && "a box has rows of 32 bytes");
  return *memory;
}

/// Whether a slot will hold the operand as wgmma reads it.
static bool isReadableInSlot(Value operand, unsigned depth) {
  Operation *load = copiedLoad(operand);
  if (!load)
    return false;
  for (const RingReader &reader : ringReadersOf(load)) {
    if (reader.op != operand.getDefiningOp())
      continue;
    SmallVector<unsigned> order(reader.order.begin(), reader.order.end());
    return isReadable(transposeDims(slotMemoryOf(load), order),
                      sharedElementBytes(operand.getType()) * 8, depth);
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// Whether a left operand that no slot holds is staged: where it goes through
/// shared memory anyway, and where it stays the same in a loop. In registers it
/// would be kept for all of the loop, and ptxas (12.8, 13.0) gives these to
/// others: where two products of a loop have left operands in registers, both
/// may get the same ones.
static bool stagesLeft(MmaOp mma) {
  if (unchangedIn(mma, beforeMove(mma.getA())) != mma)
    return true;
  auto moved = mma.getA().getDefiningOp<ConvertLayoutOp>();
  return moved && moved->getBlock() == mma->getBlock() && !copiedLoad(moved) &&
         planConversion(moved).shared;
}

OperandsAttr tqc::placeOperands(MmaOp mma) {
  auto left = OperandPlace::Registers, right = OperandPlace::Staged;
  if (isReadableInSlot(mma.getA(), 1))
    left = OperandPlace::Slot;
  else if (stagesLeft(mma))
    left = OperandPlace::Staged;
  if (isReadableInSlot(mma.getB(), 0))
    right = OperandPlace::Slot;
  return OperandsAttr::get(mma.getContext(), left, right);
}

int64_t tqc::stagedBytes(Operation *scope) {
  llvm::SmallSetVector<Value, 4> staged;
  scope->walk([&](MmaOp mma) {
    if (!isForWarpgroups(mma))
      return;
    OperandsAttr places = placeOperands(mma);
    if (places.getLeft() == OperandPlace::Staged)
      staged.insert(beforeMove(mma.getA()));
    if (places.getRight() == OperandPlace::Staged)
      staged.insert(beforeMove(mma.getB()));
  });
  int64_t bytes = 0;
  for (Value operand : staged) {
    auto tile = cast<RankedTensorType>(operand.getType());
    bytes +=
        llvm::alignTo(tile.getNumElements() * sharedElementBytes(tile), 1024);
  }
  return bytes;
}
