//===- TqgVerify.cpp - Verifiers and folders of the tqg ops ---------------===//

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
