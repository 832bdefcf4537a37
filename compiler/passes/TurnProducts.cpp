//===- TurnProducts.cpp - The right operand on the left -------------------===//
//
// wgmma reads its right operand from shared memory, and what is not of 16 bits
// only if it lies along the depth there: columns after another. Rows of a plain
// matrix lie across. But
//
//     a @ b + c  =  (b^T @ a^T + c^T)^T
//
// has a on the right, whose rows are the columns of a^T, and b on the left,
// which may come from registers in any order. Sums stay turned through a loop;
// in layouts a turn costs nothing.
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/AxisAnalysis.h"
#include "compiler/analysis/ForcedPlan.h"
#include "compiler/analysis/Optimizations.h"
#include "compiler/passes/Passes.h"
#include "compiler/passes/ProductRules.h"
#include "dialect/tq/TqDialect.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"

namespace tqc {
#define GEN_PASS_DEF_TURNPRODUCTSPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;

static Value turn(OpBuilder &builder, Value tile) {
  auto type = cast<RankedTensorType>(tile.getType());
  auto turned = RankedTensorType::get({type.getDimSize(1), type.getDimSize(0)},
                                      type.getElementType());
  return builder.createOrFold<tq::TransOp>(tile.getLoc(), turned, tile,
                                           ArrayRef<int32_t>{1, 0});
}

static bool isTurn(Operation *op) {
  auto trans = dyn_cast_or_null<tq::TransOp>(op);
  return trans && trans.getOrder() == ArrayRef<int32_t>{1, 0};
}

/// Whether turning lets wgmma take a product that it cannot take, or only at
/// the price of turning a tile element by element.
static bool isBetterTurned(tq::DotOp dot, int numWarps,
                           const AxisAnalysis &axis) {
  StringRef forced = forcedChoice(dot, PlanPart::Products);
  Type element = dot.getB().getType().getElementType();
  return (forced.empty() || forced == "wgmma") && element.isF32() &&
         isEnabled(dot, Optimization::TurnedProducts) && !isChained(dot) &&
         whyNotWarpgroups(dot, numWarps, /*isTurned=*/true).empty() &&
         liesAlong(dot.getA(), 1, axis) && liesAlong(dot.getB(), 1, axis);
}

static tq::DotOp turnProduct(tq::DotOp dot) {
  OpBuilder builder(dot);
  Value acc = turn(builder, dot.getAcc());
  auto turned =
      tq::DotOp::create(builder, dot.getLoc(), acc.getType(),
                        turn(builder, dot.getB()), turn(builder, dot.getA()),
                        acc, dot.getPrecision(), dot.getMaxImprecise());
  turned->setDiscardableAttrs(dot->getDiscardableAttrDictionary());
  dot.getResult().replaceAllUsesWith(turn(builder, turned.getResult()));
  dot.erase();
  remark::passed(turned.getLoc(),
                 remark::RemarkOpts::name("turned").category("mma"))
      << remark::add("the operands change places, so that what wgmma reads "
                     "from shared memory lies along the depth");
  return turned;
}

/// Carries sums turned through a loop that only turns them, adds to them and
/// turns them back.
static void carryTurned(scf::ForOp loop, unsigned index) {
  BlockArgument sums = loop.getRegionIterArg(index);
  OpOperand &yielded = loop.getBody()->getTerminator()->getOpOperand(index);
  Operation *last = yielded.get().getDefiningOp();
  if (!isTurn(last) || !llvm::all_of(sums.getUsers(), isTurn))
    return;
  OpBuilder builder(loop);
  Value start = turn(builder, loop.getInitArgs()[index]);
  loop.getInitArgsMutable()[index].set(start);
  sums.setType(start.getType());
  loop.getResult(index).setType(start.getType());
  for (Operation *user : llvm::make_early_inc_range(sums.getUsers())) {
    user->getResult(0).replaceAllUsesWith(sums);
    user->erase();
  }
  yielded.set(last->getOperand(0));
  builder.setInsertionPointAfter(loop);
  Value result = loop.getResult(index);
  auto shape = cast<RankedTensorType>(result.getType()).getShape();
  auto plain = RankedTensorType::get(
      {shape[1], shape[0]},
      cast<RankedTensorType>(result.getType()).getElementType());
  auto back = tq::TransOp::create(builder, loop.getLoc(), plain, result,
                                  ArrayRef<int32_t>{1, 0});
  result.replaceAllUsesExcept(back.getResult(), back);
  if (last->use_empty())
    last->erase();
}

namespace {

struct TurnProducts : tqc::impl::TurnProductsPassBase<TurnProducts> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (!kernel->hasAttr(tq::kKernelAttr))
      return;
    auto given = kernel->getAttrOfType<IntegerAttr>(tq::kNumWarpsAttr);
    int warps = given ? int(given.getInt()) : 4;
    SmallVector<tq::DotOp> products;
    {
      AxisAnalysis axis(kernel);
      kernel.walk([&](tq::DotOp dot) {
        if (isBetterTurned(dot, warps, axis))
          products.push_back(dot);
      });
    }
    for (tq::DotOp &dot : products)
      dot = turnProduct(dot);
    if (products.empty())
      return;
    kernel.walk([](scf::ForOp loop) {
      for (unsigned i = 0; i < loop.getNumRegionIterArgs(); ++i)
        if (isa<RankedTensorType>(loop.getRegionIterArg(i).getType()))
          carryTurned(loop, i);
    });
  }
};

} // namespace
