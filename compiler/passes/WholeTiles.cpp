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
// Loops over a row that lies in shared memory count places of its accesses, and
// mask what is in front of its first element, too: `p <= i + range`. Then a
// third loop, in front, does the tiles where that may be false, mostly one.
// Order stays as it was. What is read beside the row, and begins elsewhere in
// an access, is read by two of them in whole tiles (StraddlingLoads.h), which
// keep so many elements away from the row's ends. There it is read one by one,
// which takes twice as long; so loops that carry nothing do it in tiles of a
// quarter (SmallerTiles.h), and whole tiles begin and end with those:
//
//     | small |          whole |          whole | small | small |
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/AxisAnalysis.h"
#include "compiler/analysis/Optimizations.h"
#include "compiler/passes/Passes.h"
#include "compiler/passes/SmallerTiles.h"
#include "compiler/passes/StraddlingLoads.h"
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

/// A mask `iv * scale + [.., end) < limit`, and of a resident row's loops also
/// `first <= iv + [0, ..)`. Both numbers are from outside of the loop.
struct EdgeMask {
  Value mask;
  int64_t scale, end;
  Value limit;
  Value first; ///< null: there is none
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
      return EdgeMask{compare.getResult(),
                      *scale,
                      int64_t(range.getEnd()),
                      limit.getSrc(),
                      {}};
  }
  return std::nullopt;
}

/// `first <= place and place < limit`, of places that begin with the loop's
/// number.
static std::optional<EdgeMask> edgeMask(arith::AndIOp both, scf::ForOp loop) {
  auto from = both.getLhs().getDefiningOp<arith::CmpIOp>();
  auto to = both.getRhs().getDefiningOp<arith::CmpIOp>();
  if (!loop->hasAttr(tqg::kResidentAttr) || !from || !to ||
      from.getPredicate() != arith::CmpIPredicate::sge ||
      from.getLhs() != to.getLhs())
    return std::nullopt;
  std::optional<EdgeMask> mask = edgeMask(to, loop);
  auto first = from.getRhs().getDefiningOp<tq::SplatOp>();
  if (!mask || mask->scale != 1 || !first ||
      !loop.isDefinedOutsideOfLoop(first.getSrc()))
    return std::nullopt;
  mask->mask = both.getResult();
  mask->first = first.getSrc();
  return mask;
}

/// What is read of a row's copy needs no mask; halves of a mask count with it.
static bool isTested(Value mask, scf::ForOp loop) {
  return llvm::any_of(mask.getUsers(), [&](Operation *user) {
    auto both = dyn_cast<arith::AndIOp>(user);
    return !user->hasAttr(tqg::kResidentAttr) &&
           !(both && edgeMask(both, loop));
  });
}

static SmallVector<EdgeMask> edgeMasks(scf::ForOp loop) {
  SmallVector<EdgeMask> masks;
  std::optional<int64_t> begin = constantOf(loop.getLowerBound());
  std::optional<int64_t> step = constantOf(loop.getStep());
  if (!begin || !step || loop.getUnsignedCmp() ||
      !loop.getInductionVar().getType().isInteger(32))
    return masks;
  for (Operation &op : *loop.getBody()) {
    std::optional<EdgeMask> mask;
    if (auto compare = dyn_cast<arith::CmpIOp>(op))
      mask = edgeMask(compare, loop);
    else if (auto both = dyn_cast<arith::AndIOp>(op); both && *begin == 0)
      mask = edgeMask(both, loop);
    if (!mask || !isTested(mask->mask, loop) ||
        std::max(std::abs(mask->scale), std::abs(*begin)) > 1 << 20)
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
               (op->getNumRegions() == 0 || isa<tq::ReduceOp>(op) ||
                op->hasAttr(tqg::kResidentAttr));
  });
  if (!isPlain)
    return "it has products, loops or branches";
  return ops > kMostOps ? "it is long" : "";
}

/// The end of the whole tiles that `mask` knows, `margin` elements in front of
/// the end of what it lets through. They begin with the loop, or at `first`.
static Value wholeEnd(ImplicitLocOpBuilder &b, scf::ForOp loop,
                      const EdgeMask &mask, int64_t margin, Value first) {
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(int32_t(value)));
  };
  int64_t begin = *constantOf(loop.getLowerBound());
  int64_t step = *constantOf(loop.getStep());
  int64_t growth = step * mask.scale;
  Value zero = number(0);
  Value limit = arith::MaxSIOp::create(b, mask.limit, zero);
  int64_t least = margin + mask.end + begin * mask.scale - growth;
  Value room = arith::SubIOp::create(b, limit, number(least));
  if (first)
    room = arith::SubIOp::create(
        b, room, arith::MulIOp::create(b, first, number(mask.scale)));
  Value count = arith::DivUIOp::create(b, arith::MaxSIOp::create(b, room, zero),
                                       number(growth));
  Value length = arith::MulIOp::create(b, count, number(step));
  return arith::AddIOp::create(b, length, first ? first : loop.getLowerBound());
}

static int64_t widthOf(tq::LoadOp load) {
  return load->getAttrOfType<IntegerAttr>(tqg::kStraddlesAttr).getInt();
}

/// Elements that whole tiles keep away from the ends of what `mask` lets
/// through: an access, for loads that straddle accesses.
static int64_t marginOf(const EdgeMask &mask) {
  int64_t margin = 0;
  for (Operation *user : mask.mask.getUsers())
    if (auto load = dyn_cast<tq::LoadOp>(user);
        load && load->hasAttr(tqg::kStraddlesAttr))
      margin = std::max(margin, widthOf(load));
  return margin;
}

/// Where tiles begin of which `mask` knows that they are `margin` elements
/// behind its first one, a multiple of `step`.
static Value wholeBegin(ImplicitLocOpBuilder &b, const EdgeMask &mask,
                        int64_t step) {
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(int32_t(value)));
  };
  Value first = arith::MaxSIOp::create(
      b, arith::AddIOp::create(b, mask.first, number(marginOf(mask))),
      number(0));
  Value count = arith::DivUIOp::create(
      b, arith::AddIOp::create(b, first, number(step - 1)), number(step));
  return arith::MulIOp::create(b, count, number(step));
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

/// Puts the tiles up to `begin` into a loop of their own.
static scf::ForOp splitFront(ImplicitLocOpBuilder &b, scf::ForOp loop,
                             Value begin) {
  auto front = cast<scf::ForOp>(b.clone(*loop));
  b.setInsertionPoint(front);
  front.setUpperBound(
      arith::MinSIOp::create(b, begin, loop.getUpperBound()).getResult());
  loop.getInitArgsMutable().assign(front.getResults());
  loop.setLowerBound(begin);
  return front;
}

/// Loads of a loop over places that straddle accesses.
static SmallVector<tq::LoadOp> straddlingLoads(scf::ForOp loop) {
  SmallVector<tq::LoadOp> loads;
  for (auto load : loop.getOps<tq::LoadOp>())
    if (load->hasAttr(tqg::kStraddlesAttr))
      loads.push_back(load);
  return loads;
}

static const auto kFunnelName =
    remark::RemarkOpts::name("funnel-loads").category("memory");

static void sayUnshifted(tq::LoadOp load, StringRef why) {
  remark::missed(load.getLoc(), kFunnelName) << remark::reason(
      "what begins elsewhere in an access than the row is read element by "
      "element: {0}",
      why);
}

static void shiftLoads(scf::ForOp loop) {
  AxisAnalysis axis(loop->getParentOfType<func::FuncOp>());
  // Where what is aligned begins, by width and origin.
  DenseMap<std::pair<int64_t, Value>, Value> begins;
  for (tq::LoadOp load : straddlingLoads(loop)) {
    DenseElementsAttr mask;
    if (!isOfPlaces(load) || !load.getMask() ||
        !matchPattern(load.getMask(), m_Constant(&mask)) || !mask.isSplat() ||
        !mask.getSplatValue<bool>()) {
      sayUnshifted(load, "its mask is not that of the loop's places");
      continue;
    }
    remark::passed(load.getLoc(), kFunnelName)
        << "what begins elsewhere in an access than the row is read by two of "
           "them and a shift"
        << remark::metric("elements", widthOf(load));
    auto address = load.getPtr().getDefiningOp<tq::AddPtrOp>();
    int64_t width = widthOf(load);
    bool isAligned = axis.get(address.getPtr()).divisibility.front() % 16 == 0;
    Value &known = begins[{width, originOf(load)}];
    Value from = isAligned && known
                     ? known
                     : beginInAccess(load, loop, width, isAligned);
    if (isAligned)
      known = from;
    loadStraddling(load, loop, width, from);
  }
}

/// Where the tiles begin that no mask cuts; null: with the loop.
static Value beginOfAll(ImplicitLocOpBuilder &b, ArrayRef<EdgeMask> masks,
                        int64_t step) {
  Value begin;
  for (const EdgeMask &mask : masks)
    if (mask.first) {
      Value own = wholeBegin(b, mask, step);
      begin = begin ? arith::MaxSIOp::create(b, begin, own).getResult() : own;
    }
  return begin;
}

/// Of whole tiles so many are as long as one at a row's ends, if those can be
/// smaller.
static constexpr int64_t kSmaller = 4;

/// Elements of the tiles at the ends of a row of places: those of whole ones,
/// or fewer if loads that straddle accesses are one by one there.
static int64_t edgeStep(scf::ForOp loop) {
  int64_t step = *constantOf(loop.getStep());
  auto kernel = loop->getParentOfType<func::FuncOp>();
  auto asked = kernel->getAttrOfType<IntegerAttr>(tq::kNumWarpsAttr);
  int64_t threads = 32 * (asked ? asked.getInt() : 4);
  bool isSmaller = !straddlingLoads(loop).empty() &&
                   step % (kSmaller * threads) == 0 &&
                   canMakeSmaller(loop, step);
  return isSmaller ? step / kSmaller : step;
}

/// What is said of a loop over the tiles at an end of a row.
static void finishEdge(scf::ForOp edge, int64_t step) {
  keepShort(edge);
  if (int64_t whole = *constantOf(edge.getStep()); step < whole)
    makeSmaller(edge, whole, step);
  else if (edge->hasAttr(tqg::kResidentAttr))
    edge->setAttr(tqg::kEdgeAttr, UnitAttr::get(edge.getContext()));
}

/// Makes `loop` the one of whole tiles, and puts the others around it.
static void split(scf::ForOp loop, ArrayRef<EdgeMask> masks) {
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  bool isResident = loop->hasAttr(tqg::kResidentAttr);
  int64_t edges = edgeStep(loop);
  Value end = loop.getUpperBound();
  Value begin = beginOfAll(b, masks, edges);
  // The rest of a row of places begins with an access, too.
  if (isResident)
    end = wholeEnd(b, loop, {{}, 1, *constantOf(loop.getStep()), end, {}}, 0,
                   begin);
  for (const EdgeMask &mask : masks)
    end = arith::MinSIOp::create(
        b, end, wholeEnd(b, loop, mask, marginOf(mask), begin));
  if (begin) {
    end = arith::MaxSIOp::create(b, begin, end);
    finishEdge(splitFront(b, loop, begin), edges);
  }
  b.setInsertionPointAfter(loop);
  auto rest = cast<scf::ForOp>(b.clone(*loop));
  if (hasManyWarps(loop))
    keepShort(loop);
  loop.replaceAllUsesWith(rest.getResults());
  rest.getInitArgsMutable().assign(loop.getResults());
  rest.setLowerBound(end);
  finishEdge(rest, edges);
  loop.setUpperBound(end);
  for (EdgeMask mask : masks) {
    Operation *op = mask.mask.getDefiningOp();
    b.setInsertionPoint(op);
    auto type = cast<ShapedType>(mask.mask.getType());
    Value all = arith::ConstantOp::create(
        b, DenseElementsAttr::get(type, b.getBoolAttr(true)));
    mask.mask.replaceAllUsesWith(all);
    op->erase();
  }
  shiftLoads(loop);
  Location place = loop.getLoc();
  if (StringRef why = makeLoopsOfWords(loop); !why.empty())
    remark::missed(place, kFunnelName) << remark::reason(
        "words are chosen each time, not by a loop for each shift: {0}", why);
}

namespace {

struct WholeTiles : tqc::impl::WholeTilesPassBase<WholeTiles> {
  void runOnOperation() override {
    auto name = remark::RemarkOpts::name("whole-tiles").category("schedule");
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      SmallVector<EdgeMask> masks = edgeMasks(loop);
      if (masks.empty())
        continue;
      if (StringRef why = whyNot(loop); !why.empty()) {
        remark::missed(loop.getLoc(), name) << remark::reason("{0}", why);
        for (tq::LoadOp load : straddlingLoads(loop))
          sayUnshifted(load, "the loop has no tiles without masks");
        continue;
      }
      split(loop, masks);
      remark::passed(loop.getLoc(), name)
          << "a loop over whole tiles without masks, and one over the rest";
    }
  }
};

} // namespace
