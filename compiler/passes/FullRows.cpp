//===- FullRows.cpp - A copy of the kernel for rows that fill their tile --===//
//
// See FullRowsPass in SchedulePasses.td for what the pass promises. Of a row of
// n elements, which are at most as many as the author says, nearly all columns
// of a tile are true in `cols < n`, and all programs of a CTA are there but in
// the last one. Neither is known when a kernel is compiled, so that each
// element has its masks, computed as often as it is loaded, added up and
// stored:
//
//     if n > least and the grid has all rows of this CTA:
//       the kernel, where no row is missing, and columns up to `least` are
//       there
//     else:
//       the kernel
//
// What masks are left for LLVM finds from the promise in the first of the two.
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/LengthBound.h"
#include "compiler/analysis/Optimizations.h"
#include "compiler/passes/Passes.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Remarks.h"

namespace tqc {
#define GEN_PASS_DEF_FULLROWSPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;

/// Rows are full if they lack fewer columns than this part of their tile, in
/// which hosts round a row's length up to what they promise.
static constexpr int64_t kParts = 16;

namespace {

/// The length of a kernel's rows.
struct Rows {
  Value length;
  int64_t least = 0; ///< rows that are longer are full
};

} // namespace

/// `cols < length`, of the tile's own columns.
static std::optional<Rows> rowsOf(func::FuncOp kernel, arith::CmpIOp mask) {
  auto lanes = mask.getLhs().getDefiningOp<tq::RangeOp>();
  auto limit = mask.getRhs().getDefiningOp<tq::SplatOp>();
  if (mask.getPredicate() != arith::CmpIPredicate::slt || !lanes || !limit ||
      lanes.getStart() != 0 || !isa<BlockArgument>(limit.getSrc()))
    return std::nullopt;
  std::optional<int64_t> most = lengthBound(kernel, limit.getSrc());
  if (!most)
    return std::nullopt;
  int64_t tile = lanes.getEnd();
  return Rows{limit.getSrc(),
              std::max<int64_t>(std::min(*most, tile) - tile / kParts, 0)};
}

/// Whether the grid has a program: the number of one, and how many there are.
static bool isWhetherThere(arith::CmpIOp compare) {
  auto count = compare.getRhs().getDefiningOp<tq::SplatOp>();
  return compare.getPredicate() == arith::CmpIPredicate::ult && count &&
         count.getSrc().getDefiningOp<tqg::LaunchExtentOp>();
}

static Value isFull(ImplicitLocOpBuilder &b, const Rows &rows, int64_t programs,
                    Value &isLong) {
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(int32_t(value)));
  };
  isLong = arith::CmpIOp::create(b, arith::CmpIPredicate::sgt, rows.length,
                                 number(rows.least));
  Value first =
      arith::MulIOp::create(b, tq::ProgramIdOp::create(b, 0), number(programs));
  Value behind = arith::AddIOp::create(b, first, number(programs));
  Value areThere = arith::CmpIOp::create(b, arith::CmpIPredicate::ule, behind,
                                         tqg::LaunchExtentOp::create(b, 0));
  return arith::AndIOp::create(b, isLong, areThere);
}

/// Puts a kernel's ops into both branches of one.
static void makeVersions(func::FuncOp kernel, const Rows &rows,
                         int64_t programs) {
  Block &body = kernel.getBody().front();
  SmallVector<Operation *> ops;
  for (Operation &op : body.without_terminator())
    if (!op.hasTrait<OpTrait::ConstantLike>())
      ops.push_back(&op);
  ImplicitLocOpBuilder b(kernel.getLoc(), kernel.getContext());
  b.setInsertionPoint(body.getTerminator());
  Value isLong;
  Value condition = isFull(b, rows, programs, isLong);
  auto branch = scf::IfOp::create(b, condition, /*withElseRegion=*/true);
  b.setInsertionPoint(branch.thenBlock()->getTerminator());
  tq::AssumeOp::create(b, isLong, StringAttr());
  IRMapping copies;
  for (Operation *op : ops) {
    auto compare = dyn_cast<arith::CmpIOp>(op);
    if (compare && isWhetherThere(compare))
      copies.map(op->getResult(0),
                 arith::ConstantOp::create(
                     b, DenseElementsAttr::get(
                            cast<ShapedType>(compare.getType()), true)));
    else
      b.clone(*op, copies);
  }
  for (Operation *op : ops)
    op->moveBefore(branch.elseBlock()->getTerminator());
}

namespace {

struct FullRows : tqc::impl::FullRowsPassBase<FullRows> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    auto plan = kernel->getAttrOfType<tqg::PlanAttr>(tqg::kPlanAttr);
    if (!plan || kernel.isDeclaration())
      return;
    std::optional<Rows> rows;
    bool hasRuns = false;
    for (Operation &op : kernel.getBody().front()) {
      hasRuns |= op.hasAttr(tqg::kRunAttr);
      if (auto mask = dyn_cast<arith::CmpIOp>(op); mask && !rows)
        rows = rowsOf(kernel, mask);
    }
    if (!hasRuns || !rows)
      return;
    auto name = remark::RemarkOpts::name("full-rows").category("schedule");
    if (!isEnabled(kernel, Optimization::FullRows)) {
      remark::missed(kernel.getLoc(), name) << remark::reason(
          "rows that fill their tile are masked: `full-rows` is switched off");
      return;
    }
    makeVersions(kernel, *rows, plan.getBatch());
    remark::passed(kernel.getLoc(), name) << remark::add(
        "rows of more than {0} elements have code of their own", rows->least);
  }
};

} // namespace
