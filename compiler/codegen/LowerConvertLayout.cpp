//===- LowerConvertLayout.cpp - Move a tile between layouts ---------------===//
//
// Nothing moves if every place finds its element in its own thread: registers
// are renamed. Otherwise the tile goes through scratch, at its flat index.
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/SharedScratch.h"
#include "compiler/codegen/KernelLowering.h"

#include "dialect/layout/LayoutAlgebra.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tqc;

LogicalResult KernelLowering::lowerConvertLayout(tqg::ConvertLayoutOp op) {
  const LinearLayout &from = tqg::layoutOf(op.getSrc().getType());
  const LinearLayout &to = tqg::layoutOf(op.getType());
  Registers &source = regs(op.getSrc());
  Registers values;
  if (staysInThread(from, to)) {
    LinearLayout places = *fetch(to, from);
    for (unsigned reg = 0; reg < to.size(Hw::Reg); ++reg)
      values.push_back(
          source[places.apply(reg, 0, 0)[placeDim(Hw::Reg)]]);
    set(op.getResult(), std::move(values));
    return success();
  }
  int64_t bytes = sharedElementBytes(op.getType());
  Type element = registerType(op.getType());
  FlatIndices sourceIndices = flatIndices(from), indices = flatIndices(to);
  barrier();
  Value only = isFirstReplica(from);
  auto store = [&] {
    for (unsigned reg = 0; reg < from.size(Hw::Reg); ++reg) {
      if (reg & from.freeMask(Hw::Reg))
        continue;
      Value offset = arith::MulIOp::create(b, flatIndex(sourceIndices, reg),
                                           i32(bytes));
      storeShared(sharedAddress(*op, offset), {source[reg]});
    }
  };
  if (only) {
    auto branch = scf::IfOp::create(b, only, /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    store();
  } else {
    store();
  }
  barrier();
  for (unsigned reg = 0; reg < to.size(Hw::Reg); ++reg) {
    Value offset =
        arith::MulIOp::create(b, flatIndex(indices, reg), i32(bytes));
    values.push_back(
        loadShared(sharedAddress(*op, offset), element, 1).front());
  }
  set(op.getResult(), std::move(values));
  return success();
}
