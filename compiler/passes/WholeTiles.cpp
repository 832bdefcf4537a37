//===- WholeTiles.cpp - A loop over whole tiles, and one over the rest ----===//
//
// See WholeTilesPass in Passes.td for what the pass promises. A loop over the
// tiles of a row asks of each element whether it is inside, but only the last
// tile has any outside. So one loop does the whole tiles without asking, and a
// second one the rest:
//
//     for i = b to e step s:                 m = whole tiles end here, at most
//     e
//       mask = i * k + [r0, r1) < n    =>    for i = b to m step s: mask = true
//       ...                                  for i = m to e step s: as before
//
// A tile is whole where i * k + r1 <= n. With i = b + j * s, that is for
//
//     j < max(n - r1 - b * k + s * k, 0) / (s * k)        (rounded down)
//
// if 0 < s * k <= r1 + b * k; nothing of it overflows with max(n, 0) for n.
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/Optimizations.h"
#include "compiler/passes/Passes.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"

namespace tqc {
#define GEN_PASS_DEF_WHOLETILESPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;

/// Ops of a loop that is written twice; longer ones ask.
static constexpr unsigned kMostOps = 200;

namespace {

/// A mask `iv * scale + [.., end) < limit`.
struct EdgeMask {
  arith::CmpIOp compare;
  int64_t scale, end;
  Value limit; ///< a number from outside of the loop
};

} // namespace

static std::optional<int64_t> constantOf(Value value) {
  APInt constant;
  if (!matchPattern(value, m_ConstantInt(&constant)))
    return std::nullopt;
  return constant.getSExtValue();
}

/// By what a number grows with each step of the loop's; nothing if not evenly.
static std::optional<int64_t> scaleOf(Value number, scf::ForOp loop) {
  if (number == loop.getInductionVar())
    return 1;
  auto product = number.getDefiningOp<arith::MulIOp>();
  if (!product || product.getLhs() != loop.getInductionVar())
    return std::nullopt;
  return constantOf(product.getRhs());
}

static std::optional<EdgeMask> edgeMask(arith::CmpIOp compare,
                                        scf::ForOp loop) {
  if (compare.getPredicate() != arith::CmpIPredicate::slt)
    return std::nullopt;
  auto sum = compare.getLhs().getDefiningOp<arith::AddIOp>();
  auto limit = compare.getRhs().getDefiningOp<tq::SplatOp>();
  if (!sum || !limit || !limit.getSrc().getType().isInteger(32) ||
      !loop.isDefinedOutsideOfLoop(limit.getSrc()))
    return std::nullopt;
  for (auto [first, second] : {std::pair(sum.getLhs(), sum.getRhs()),
                               std::pair(sum.getRhs(), sum.getLhs())}) {
    auto base = first.getDefiningOp<tq::SplatOp>();
    auto range = second.getDefiningOp<tq::RangeOp>();
    if (!base || !range)
      continue;
    if (std::optional<int64_t> scale = scaleOf(base.getSrc(), loop))
      return EdgeMask{compare, *scale, int64_t(range.getEnd()), limit.getSrc()};
  }
  return std::nullopt;
}

static SmallVector<EdgeMask> edgeMasks(scf::ForOp loop) {
  SmallVector<EdgeMask> masks;
  std::optional<int64_t> begin = constantOf(loop.getLowerBound());
  std::optional<int64_t> step = constantOf(loop.getStep());
  if (!begin || !step || loop.getUnsignedCmp() ||
      !loop.getInductionVar().getType().isInteger(32))
    return masks;
  for (auto compare : loop.getBody()->getOps<arith::CmpIOp>()) {
    std::optional<EdgeMask> mask = edgeMask(compare, loop);
    if (!mask || std::max(std::abs(mask->scale), std::abs(*begin)) > 1 << 20)
      continue;
    int64_t growth = *step * mask->scale;
    int64_t first = mask->end + *begin * mask->scale;
    if (growth > 0 && growth <= first && first <= INT32_MAX)
      masks.push_back(*mask);
  }
  return masks;
}

/// Why a loop of a row's tiles stays one; empty if nothing stands in the way.
static StringRef whyNot(scf::ForOp loop) {
  if (!isEnabled(loop, Optimization::WholeTiles))
    return "`whole-tiles` is switched off";
  auto ctas = loop->getParentOfType<func::FuncOp>()->getAttrOfType<IntegerAttr>(
      tq::kNumCtasAttr);
  if (ctas && ctas.getInt() > 1)
    return "CTAs share its tiles";
  unsigned ops = 0;
  bool isPlain = true;
  loop.getBody()->walk([&](Operation *op) {
    ++ops;
    isPlain &= !isa<tq::DotOp>(op) &&
               (op->getNumRegions() == 0 || isa<tq::ReduceOp>(op));
  });
  if (!isPlain)
    return "it has products, loops or branches";
  return ops > kMostOps ? "it is long" : "";
}

/// The end of the whole tiles that `mask` knows.
static Value wholeEnd(ImplicitLocOpBuilder &b, scf::ForOp loop,
                      const EdgeMask &mask) {
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(int32_t(value)));
  };
  int64_t begin = *constantOf(loop.getLowerBound());
  int64_t step = *constantOf(loop.getStep());
  int64_t growth = step * mask.scale;
  Value zero = number(0);
  Value limit = arith::MaxSIOp::create(b, mask.limit, zero);
  int64_t least = mask.end + begin * mask.scale - growth;
  Value room = arith::SubIOp::create(b, limit, number(least));
  Value count = arith::DivUIOp::create(b, arith::MaxSIOp::create(b, room, zero),
                                       number(growth));
  Value length = arith::MulIOp::create(b, count, number(step));
  return arith::AddIOp::create(b, length, loop.getLowerBound());
}

/// ptxas repeats the body of a short loop four times. Of 32 warps a
/// multiprocessor then holds one CTA instead of two, which costs more than what
/// is under way longer brings; of 4 to 16 warps it pays.
static constexpr int64_t kManyWarps = 32;

static bool hasManyWarps(scf::ForOp loop) {
  auto warps =
      loop->getParentOfType<func::FuncOp>()->getAttrOfType<IntegerAttr>(
          tq::kNumWarpsAttr);
  return warps && warps.getInt() >= kManyWarps;
}

static void keepShort(scf::ForOp loop) {
  MLIRContext *context = loop.getContext();
  auto unroll = LLVM::LoopUnrollAttr::get(
      context, /*disable=*/BoolAttr::get(context, true), {}, {}, {}, {}, {},
      {});
  loop->setAttr("llvm.loop_annotation",
                LLVM::LoopAnnotationAttr::get(context, {}, {}, {}, unroll, {},
                                              {}, {}, {}, {}, {}, {}, {}, {},
                                              {}, {}));
}

/// Makes `loop` the one of whole tiles, and puts the other one behind it.
static void split(scf::ForOp loop, ArrayRef<EdgeMask> masks) {
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  Value end = loop.getUpperBound();
  for (const EdgeMask &mask : masks)
    end = arith::MinSIOp::create(b, end, wholeEnd(b, loop, mask));
  b.setInsertionPointAfter(loop);
  auto rest = cast<scf::ForOp>(b.clone(*loop));
  keepShort(rest); // mostly it runs once
  if (hasManyWarps(loop))
    keepShort(loop);
  loop.replaceAllUsesWith(rest.getResults());
  rest.getInitArgsMutable().assign(loop.getResults());
  rest.setLowerBound(end);
  loop.setUpperBound(end);
  for (EdgeMask mask : masks) {
    b.setInsertionPoint(mask.compare);
    auto type = cast<ShapedType>(mask.compare.getType());
    Value all = arith::ConstantOp::create(
        b, DenseElementsAttr::get(type, b.getBoolAttr(true)));
    mask.compare.replaceAllUsesWith(all);
    mask.compare->erase();
  }
}

namespace {

struct WholeTiles : tqc::impl::WholeTilesPassBase<WholeTiles> {
  void runOnOperation() override {
    auto name = remark::RemarkOpts::name("whole-tiles").category("schedule");
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      if (loop->hasAttr(tqg::kResidentAttr))
        continue; // nothing tests the masks of its loads
      SmallVector<EdgeMask> masks = edgeMasks(loop);
      if (masks.empty())
        continue;
      if (StringRef why = whyNot(loop); !why.empty()) {
        remark::missed(loop.getLoc(), name) << remark::reason("{0}", why);
        continue;
      }
      split(loop, masks);
      remark::passed(loop.getLoc(), name)
          << "a loop over whole tiles without masks, and one over the rest";
    }
  }
};

} // namespace
