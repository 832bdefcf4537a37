//===- DotLayouts.cpp - Where the operands of a product live --------------===//

#include "compiler/passes/DotLayouts.h"

#include "compiler/passes/LayoutRules.h"
#include "compiler/passes/ProductRules.h"
#include "dialect/layout/LayoutAlgebra.h"
#include "dialect/layout/LayoutFactories.h"

using namespace mlir;
using namespace tqc;

/// A thread multiplies whole rows of a by whole columns of b.
static DotLayouts layoutsOfFma(tq::DotOp dot, int numWarps) {
  ArrayRef<int64_t> shape = dot.getType().getShape();
  unsigned rank = shape.size();
  LinearLayout acc = coalescedLayout(
      shape, rank == 2 ? ArrayRef<unsigned>{1, 0} : ArrayRef<unsigned>{2, 1, 0},
      /*width=*/4, numWarps);
  auto operand = [&](unsigned collapsed, Value tile) {
    LinearLayout rows = expandDim(sliceDim(acc, collapsed), collapsed);
    return broadcastTo(rows, cast<RankedTensorType>(tile.getType()).getShape());
  };
  return {false, operand(rank - 1, dot.getA()), operand(rank - 2, dot.getB()),
          acc};
}

DotLayouts tqc::dotLayouts(tq::DotOp dot, tqg::ProductAttr product,
                           int numWarps) {
  if (product.getUnit() == tqg::MatrixUnit::Fma)
    return layoutsOfFma(dot, numWarps);
  std::string whyNot;
  unsigned bits = mmaElementBits(dot, whyNot);
  ArrayRef<int64_t> shape = dot.getType().getShape();
  auto rows = unsigned(product.getRows()),
       columns = unsigned(product.getColumns());
  bool isBatch = shape.size() == 3;
  // Of one matrix of the batch, then of all.
  auto whole = [&](const LinearLayout &tile) {
    return isBatch ? batchedLayout(tile, shape[0], unsigned(product.getBatch()))
                   : tile;
  };
  auto matrix = [&](Value tile) {
    return cast<RankedTensorType>(tile.getType()).getShape().take_back(2);
  };
  return {true, whole(mmaALayout(matrix(dot.getA()), rows, columns, bits)),
          whole(mmaBLayout(matrix(dot.getB()), rows, columns, bits)),
          whole(mmaAccLayout(shape.take_back(2), rows, columns))};
}
