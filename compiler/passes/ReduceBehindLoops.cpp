//===- ReduceBehindLoops.cpp - Add up over threads once, behind a loop ----===//
//
// See ReduceBehindLoopsPass in Passes.td for what the pass promises. A loop
// over the tiles of a row that carries a number,
//
//     total = total + sum(x)
//
// makes all warps wait for each other in every iteration, while nothing is
// under way to memory. Each thread carries its own part instead:
//
//     parts = parts + (what each thread adds up of x)
//     total = total + sum(parts)             behind the loop
//
// In tiles: x is loaded by threads that have up to 8 neighbours each
// (coalescedLayout), so that of chunks of 8 elements a thread the elements at
// one place are in one thread, whatever the width of an access is; parts are as
// long as a chunk, or as the tile where CTAs share it.
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/Optimizations.h"
#include "compiler/passes/Passes.h"
#include "dialect/tq/TqDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tqc {
#define GEN_PASS_DEF_REDUCEBEHINDLOOPSPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;

/// The most neighbours that a thread has: 16 bytes of 16 bits each.
static constexpr int64_t kNeighbours = 8;

namespace {

/// A number that a loop carries: `next = combine(carried, reduce(tile))`.
struct CarriedNumber {
  unsigned number; ///< of what the loop carries
  Operation *next;
  tq::ReduceOp reduce;
};

} // namespace

/// How two numbers become one; nothing where the order matters.
static std::optional<arith::AtomicRMWKind> combinationOf(Operation *op) {
  using Kind = arith::AtomicRMWKind;
  return llvm::TypeSwitch<Operation *, std::optional<Kind>>(op)
      .Case<arith::AddFOp>([](auto) { return Kind::addf; })
      .Case<arith::AddIOp>([](auto) { return Kind::addi; })
      .Case<arith::MaxNumFOp, arith::MaximumFOp>(
          [](auto) { return Kind::maximumf; })
      .Case<arith::MinNumFOp, arith::MinimumFOp>(
          [](auto) { return Kind::minimumf; })
      .Case<arith::MaxSIOp>([](auto) { return Kind::maxs; })
      .Case<arith::MinSIOp>([](auto) { return Kind::mins; })
      .Case<arith::MaxUIOp>([](auto) { return Kind::maxu; })
      .Case<arith::MinUIOp>([](auto) { return Kind::minu; })
      .Default([](Operation *) { return std::nullopt; });
}

/// The vector that `value` combines to one number as `next` combines two.
static tq::ReduceOp reduceOf(Value value, Operation *next) {
  auto reduce = value.getDefiningOp<tq::ReduceOp>();
  if (!reduce || reduce.getSrcs().size() != 1 || !reduce->hasOneUse() ||
      reduce->getBlock() != next->getBlock() ||
      value.getType() != next->getResult(0).getType())
    return {};
  auto tile = cast<RankedTensorType>(reduce.getSrcs().front().getType());
  Block &block = reduce.getCombine().front();
  Operation &first = block.front();
  bool isAlike = first.getName() == next->getName() &&
                 first.getNextNode() == block.getTerminator() &&
                 llvm::equal(first.getOperands(), block.getArguments()) &&
                 block.getTerminator()->getOperand(0) == first.getResult(0);
  return tile.getRank() == 1 && isAlike ? reduce : tq::ReduceOp();
}

static std::optional<CarriedNumber> carriedNumber(scf::ForOp loop,
                                                  unsigned number) {
  Operation *next = loop.getYieldedValues()[number].getDefiningOp();
  BlockArgument carried = loop.getRegionIterArg(number);
  if (!next || next->getBlock() != loop.getBody() || !combinationOf(next) ||
      !next->hasOneUse() || !carried.hasOneUse())
    return std::nullopt;
  // A loop that does not run leaves what it began with: also a NaN, which the
  // larger of two numbers would not be.
  Attribute begin;
  if (!matchPattern(loop.getInitArgs()[number], m_Constant(&begin)))
    return std::nullopt;
  if (auto value = dyn_cast<FloatAttr>(begin);
      value && value.getValue().isNaN())
    return std::nullopt;
  bool isLeft = next->getOperand(0) == carried;
  if (!isLeft && next->getOperand(1) != carried)
    return std::nullopt;
  tq::ReduceOp reduce = reduceOf(next->getOperand(isLeft ? 1 : 0), next);
  if (!reduce)
    return std::nullopt;
  return CarriedNumber{number, next, reduce};
}

static tq::ReduceOp reduceLike(ImplicitLocOpBuilder &b, tq::ReduceOp like,
                               Type result, Value tile) {
  auto reduce = tq::ReduceOp::create(b, result, tile, /*axis=*/0);
  IRMapping mapping;
  like.getCombine().cloneInto(&reduce.getCombine(), mapping);
  return reduce;
}

/// Carries a part for each place of a chunk of `places` elements.
static void carryParts(scf::ForOp loop, CarriedNumber found, int64_t places) {
  Value tile = found.reduce.getSrcs().front();
  auto type = cast<RankedTensorType>(tile.getType());
  places = std::min(places, type.getNumElements());
  auto parts = type.clone({places});
  ImplicitLocOpBuilder b(found.next->getLoc(), loop);
  OpOperand &init = loop.getInitsMutable()[found.number];
  Value begin = init.get();
  TypedAttr neutral = arith::getIdentityValueAttr(
      *combinationOf(found.next), type.getElementType(), b, b.getLoc());
  init.set(
      arith::ConstantOp::create(b, DenseElementsAttr::get(parts, neutral)));
  BlockArgument carried = loop.getRegionIterArg(found.number);
  carried.setType(parts);

  b.setInsertionPoint(found.next);
  if (places < type.getNumElements()) {
    Value chunks = tq::ReshapeOp::create(
        b, type.clone({type.getNumElements() / places, places}), tile);
    tile = reduceLike(b, found.reduce, parts, chunks).getResult(0);
  }
  Operation *next = b.clone(*found.next);
  next->setOperands({carried, tile});
  next->getResult(0).setType(parts);
  found.next->replaceAllUsesWith(next);

  b.setInsertionPointAfter(loop);
  Value result = loop.getResult(found.number);
  result.setType(parts);
  Operation *all = reduceLike(b, found.reduce, begin.getType(), result);
  Operation *total = b.clone(*found.next);
  total->setOperands({begin, all->getResult(0)});
  result.replaceAllUsesExcept(total->getResult(0), all);
  found.next->erase();
  found.reduce->erase();
}

namespace {

struct ReduceBehindLoops
    : tqc::impl::ReduceBehindLoopsPassBase<ReduceBehindLoops> {
  void runOnOperation() override {
    auto name =
        remark::RemarkOpts::name("reduce-behind-loops").category("schedule");
    auto warps = getOperation()->getAttrOfType<IntegerAttr>(tq::kNumWarpsAttr);
    int64_t places = (warps ? warps.getInt() : 4) * 32 * kNeighbours;
    // Rows that CTAs share are vectors of one length.
    auto ctas = getOperation()->getAttrOfType<IntegerAttr>(tq::kNumCtasAttr);
    if (ctas && ctas.getInt() > 1)
      places = std::numeric_limits<int64_t>::max();
    getOperation().walk([&](scf::ForOp loop) {
      for (unsigned i = 0; i < loop.getNumRegionIterArgs(); ++i) {
        std::optional<CarriedNumber> found = carriedNumber(loop, i);
        if (!found)
          continue;
        Location place = found->reduce.getLoc();
        if (!isEnabled(loop, Optimization::ReduceBehindLoops)) {
          remark::missed(place, name)
              << remark::reason("`reduce-behind-loops` is switched off");
          continue;
        }
        remark::passed(place, name)
            << "threads carry parts, which are combined once, behind the loop";
        carryParts(loop, *found, places);
      }
    });
  }
};

} // namespace
