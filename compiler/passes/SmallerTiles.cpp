//===- SmallerTiles.cpp - A loop over a row in smaller tiles --------------===//

#include "compiler/passes/SmallerTiles.h"

#include "compiler/passes/LayoutRules.h"
#include "dialect/tq/TqDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tqc;

/// A tile of so many elements and one dimension.
static bool isOfSize(Type type, int64_t elements) {
  auto tile = dyn_cast<RankedTensorType>(type);
  return tile && tile.getRank() == 1 && tile.getDimSize(0) == elements;
}

/// Whether `op` makes tiles of any size, of tiles of that size.
static bool hasAnySize(Operation *op, int64_t elements) {
  bool areOfSize = llvm::all_of(op->getResultTypes(), [&](Type type) {
    return !isa<RankedTensorType>(type) || isOfSize(type, elements);
  });
  DenseElementsAttr constant;
  if (matchPattern(op, m_Constant(&constant)))
    return areOfSize && constant.isSplat();
  if (auto range = dyn_cast<tq::RangeOp>(op))
    return areOfSize && range.getStart() == 0 &&
           int64_t(range.getEnd()) == elements;
  // What an asm statement does to several elements at once nobody knows.
  return areOfSize && (isElementwise(op) || isa<tq::SplatOp>(op)) &&
         !isa<tq::InlineAsmOp, tq::MapOp>(op);
}

/// Whether a tile from outside of a loop can be made again.
static bool canBeMade(Value tile, int64_t elements) {
  Operation *op = tile.getDefiningOp();
  return op && hasAnySize(op, elements) && isMemoryEffectFree(op) &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return !isa<RankedTensorType>(operand.getType()) ||
                  canBeMade(operand, elements);
         });
}

bool tqc::canMakeSmaller(scf::ForOp loop, int64_t elements) {
  if (loop.getNumResults() != 0)
    return false;
  WalkResult walked = loop.getBody()->walk([&](Operation *op) {
    bool isKnown = hasAnySize(op, elements) ||
                   isa<tq::LoadOp, tq::StoreOp, scf::YieldOp>(op) ||
                   (isa<scf::IfOp>(op) && op->getNumResults() == 0);
    for (Value operand : op->getOperands())
      if (isa<RankedTensorType>(operand.getType()))
        isKnown &= isOfSize(operand.getType(), elements) &&
                   (!loop.isDefinedOutsideOfLoop(operand) ||
                    canBeMade(operand, elements));
    return isKnown ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !walked.wasInterrupted();
}

namespace {

/// Gives the tiles of a loop another size.
class TileShrinker {
public:
  TileShrinker(scf::ForOp loop, int64_t elements, int64_t smaller)
      : loop(loop), elements(elements), smaller(smaller) {}

  void run();

private:
  void shrink(Operation *op);
  Value made(Value tile);

  scf::ForOp loop;
  int64_t elements, smaller;
  DenseMap<Value, Value> outside; ///< what was made again
};

} // namespace

void TileShrinker::shrink(Operation *op) {
  for (OpResult result : op->getResults())
    if (auto tile = dyn_cast<RankedTensorType>(result.getType()))
      result.setType(RankedTensorType::get({smaller}, tile.getElementType()));
  if (auto range = dyn_cast<tq::RangeOp>(op))
    range.setEnd(static_cast<uint32_t>(smaller));
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    if (auto splat = dyn_cast<DenseElementsAttr>(constant.getValue()))
      constant.setValueAttr(
          splat.resizeSplat(cast<ShapedType>(constant.getType())));
}

Value TileShrinker::made(Value tile) {
  if (Value known = outside.lookup(tile))
    return known;
  OpBuilder b(loop);
  Operation *copy = tile.getDefiningOp()->clone();
  for (OpOperand &operand : copy->getOpOperands())
    if (isa<RankedTensorType>(operand.get().getType()))
      operand.set(made(operand.get()));
  b.insert(copy);
  shrink(copy);
  return outside[tile] = copy->getResult(0);
}

void TileShrinker::run() {
  loop.getBody()->walk([&](Operation *op) {
    for (OpOperand &operand : op->getOpOperands())
      if (isOfSize(operand.get().getType(), elements) &&
          loop.isDefinedOutsideOfLoop(operand.get()))
        operand.set(made(operand.get()));
    shrink(op);
  });
  OpBuilder b(loop);
  loop.setStep(arith::ConstantOp::create(
      b, loop.getLoc(), b.getIntegerAttr(loop.getStep().getType(), smaller)));
}

void tqc::makeSmaller(scf::ForOp loop, int64_t elements, int64_t smaller) {
  TileShrinker(loop, elements, smaller).run();
}
