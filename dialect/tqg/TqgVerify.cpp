//===- TqgVerify.cpp - Verifiers and folders of the tqg ops ---------------===//

#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

/// Fails unless the layout of `tile` is a layout of a tile of its shape.
static LogicalResult verifyCovers(Operation *op, StringRef what,
                                  RankedTensorType tile) {
  const LinearLayout &layout = layoutOf(tile);
  if (llvm::equal(layout.shape(), tile.getShape()))
    return success();
  InFlightDiagnostic diag = op->emitOpError()
                            << "the layout of the " << what << " is for a ";
  llvm::interleave(layout.shape(), diag, "x");
  diag << " tile, but the " << what << " is ";
  llvm::interleave(tile.getShape(), diag, "x");
  diag.attachNote() << "the layout puts elements here:\n" << layout.picture();
  return diag;
}

LogicalResult ConvertLayoutOp::verify() {
  if (failed(verifyCovers(*this, "source", getSrc().getType())))
    return failure();
  return verifyCovers(*this, "result", getType());
}

OpFoldResult ConvertLayoutOp::fold(FoldAdaptor) {
  if (getSrc().getType() == getType())
    return getSrc();
  if (auto middle = getSrc().getDefiningOp<ConvertLayoutOp>()) {
    if (middle.getSrc().getType() == getType())
      return middle.getSrc();
    getSrcMutable().set(middle.getSrc());
    return getResult();
  }
  return {};
}

LogicalResult MmaOp::verify() {
  RankedTensorType a = getA().getType(), b = getB().getType(), c = getType();
  for (auto [what, tile] : {std::pair<StringRef, RankedTensorType>{"left", a},
                            {"right", b},
                            {"accumulator", c}})
    if (failed(verifyCovers(*this, what, tile)))
      return failure();
  if (a.getRank() == 2 && b.getRank() == 2 && c.getRank() == 2 &&
      a.getDimSize(1) == b.getDimSize(0) &&
      a.getDimSize(0) == c.getDimSize(0) && b.getDimSize(1) == c.getDimSize(1))
    return success();
  return emitOpError() << "the tiles are " << a << ", " << b << " and " << c
                       << ", which do not multiply";
}

LogicalResult RingOp::verify() {
  RingType ring = getResult().getType();
  const LinearLayout *memory = tryLayoutOf(ring.getTile());
  if (!memory || memory->bits(Hw::Offset) == 0)
    return emitOpError() << "needs a tile with a layout of offsets, but has "
                         << ring.getTile();
  if (ring.getSlots() < 2)
    return emitOpError() << "needs two slots, but has " << ring.getSlots();
  return verifyCovers(*this, "slot", ring.getTile());
}

LogicalResult CopyAsyncOp::verify() {
  RankedTensorType tile = getRing().getType().getTile();
  auto pointer = dyn_cast<tq::PtrType>(getPtr().getType().getElementType());
  if (!pointer || pointer.getPointee() != tile.getElementType() ||
      getPtr().getType().getShape() != tile.getShape())
    return emitOpError() << "copies through " << getPtr().getType()
                         << " into slots of " << tile;
  if (getMask() && getMask().getType().getShape() != tile.getShape())
    return emitOpError() << "has a mask " << getMask().getType()
                         << " for slots of " << tile;
  return success();
}

LogicalResult RingReadOp::verify() {
  RankedTensorType tile = getRing().getType().getTile(), result = getType();
  SmallVector<int64_t> shape;
  SmallVector<bool> isTaken(tile.getRank(), false);
  for (int32_t dim : getOrder()) {
    if (dim < 0 || dim >= tile.getRank() || isTaken[dim])
      return emitOpError() << "has no permutation as its order";
    isTaken[dim] = true;
    shape.push_back(tile.getDimSize(dim));
  }
  if (ArrayRef<int64_t>(shape) != result.getShape() ||
      tile.getElementType() != result.getElementType())
    return emitOpError() << "reads " << result << " from slots of " << tile;
  return verifyCovers(*this, "result", result);
}
