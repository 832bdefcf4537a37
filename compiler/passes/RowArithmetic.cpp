//===- RowArithmetic.cpp - Compute once a row what all elements share -----===//
//
// See RowArithmeticPass in Passes.td for what the pass promises.
//
// exp(x - m), where m is a row's maximum, becomes the difference, one multiply
// and one instruction of the hardware:
//
//     exp2((x - m) * log2 e)                   flushing results below 2^-126
//
// Its bound, for every x and m, the difference d = x - m being the source's
// own:
// - d * log2 e rounds once, and log2 e is rounded: together |d log2 e| 2^-23.7,
//   which the exponential turns into a relative error. Of the results y <= 1 of
//   a row that is at most 2^-24 of its largest, 1, and (-log2 y) 2^-24 of y;
// - the instruction adds 2 last places, and x = m gives exactly 1.
//
// The product may not be taken apart, as exp2(fma(x, log2 e, -(m * log2 e))):
// at x = m that is 2 to the rounding error of m * log2 e, which is 2^64 for a
// row of -1e9, and no number from 1e10 on. Of what is no maximum exp(x - t) is
// wanted to its own last place, and stays.
//
// x / d, where all elements of a row share d, becomes x * s * (1 / (d * s)),
// with s, a power of two, and the reciprocal once a row; s brings d into the
// range whose reciprocals are normal. An error of 1 last place and two
// roundings is within the 2 last places of a quotient. Where d is a sum of
// exponentials of which the largest is 1, s is 1.
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/Optimizations.h"
#include "compiler/analysis/ValueWalk.h"
#include "compiler/passes/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Remarks.h"

namespace tqc {
#define GEN_PASS_DEF_ROWARITHMETICPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;

static constexpr double kLog2E = 0x1.71547652b82fep+0;
using arith::FastMathFlags;

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

namespace {

/// A tile that repeats a smaller value: the ops that repeat it, last one first.
struct Row {
  Value value; ///< a scalar, or the tile before it is expanded
  SmallVector<Operation *> repeats;
  explicit operator bool() const { return !repeats.empty(); }
};

} // namespace

/// The row behind `tile`: what is splat, or broadcast after expand_dims.
static Row rowOf(Value tile) {
  Row row{tile, {}};
  bool grows = false;
  while (Operation *op = row.value.getDefiningOp()) {
    if (!isa<tq::SplatOp, tq::BroadcastOp, tq::ExpandDimsOp>(op))
      break;
    grows |= !isa<tq::ExpandDimsOp>(op);
    row.repeats.push_back(op);
    row.value = op->getOperand(0);
  }
  return grows ? row : Row{tile, {}};
}

/// Repeats another row as `row` is repeated.
static Value repeatLike(ImplicitLocOpBuilder &b, const Row &row, Value value) {
  for (Operation *op : llvm::reverse(row.repeats)) {
    IRMapping mapping;
    mapping.map(op->getOperand(0), value);
    value = b.clone(*op, mapping)->getResult(0);
  }
  return value;
}

/// A constant of the type of `like`.
static Value constantLike(ImplicitLocOpBuilder &b, Value like, double value) {
  Type type = like.getType();
  TypedAttr attr = b.getF32FloatAttr(value);
  if (auto tile = dyn_cast<RankedTensorType>(type))
    attr = DenseElementsAttr::get(tile, cast<FloatAttr>(attr).getValue());
  return arith::ConstantOp::create(b, type, attr);
}

static bool isTileOfF32(Value value) {
  auto tile = dyn_cast<RankedTensorType>(value.getType());
  return tile && tile.getElementType().isF32();
}

static arith::FastMathFlagsAttr flags(ImplicitLocOpBuilder &b,
                                      FastMathFlags value) {
  return arith::FastMathFlagsAttr::get(b.getContext(), value);
}

//===----------------------------------------------------------------------===//
// Sums that are at least 1
//===----------------------------------------------------------------------===//

/// The source of a reduction by one such op, along `axis`; null otherwise.
template <class... Ops>
static Value reducedBy(Value result, int32_t &axis) {
  auto reduce = result.getDefiningOp<tq::ReduceOp>();
  if (!reduce || reduce.getSrcs().size() != 1)
    return {};
  Block &block = reduce.getCombine().front();
  Operation *combine = &block.front();
  if (!isa<Ops...>(combine) ||
      combine->getNextNode() != block.getTerminator() ||
      combine->getOperands() != ValueRange(block.getArguments()) ||
      block.getTerminator()->getOperand(0) != combine->getResult(0))
    return {};
  axis = reduce.getAxis();
  return reduce.getSrcs().front();
}

/// Whether the row repeats a reduction along `axis` over that same axis.
static bool repeatsAlong(const Row &row, int32_t axis) {
  for (Operation *op : row.repeats)
    if (auto expand = dyn_cast<tq::ExpandDimsOp>(op))
      if (expand.getAxis() != static_cast<uint32_t>(axis))
        return false;
  return true;
}

/// sum(exp(x - max(x))): one term is 1, none is larger, and there are at most
/// 2^20; or x holds NaN or infinities, and the sum is NaN.
static bool isSumOfExponentials(Value sum) {
  int32_t axis = 0, maxAxis = 0;
  Value terms = reducedBy<arith::AddFOp>(sum, axis);
  auto exp = terms ? terms.getDefiningOp<math::ExpOp>() : nullptr;
  auto difference =
      exp ? exp.getOperand().getDefiningOp<arith::SubFOp>() : nullptr;
  if (!difference)
    return false;
  Row row = rowOf(difference.getRhs());
  return row &&
         reducedBy<arith::MaximumFOp, arith::MaxNumFOp>(row.value, maxAxis) ==
             difference.getLhs() &&
         maxAxis == axis && repeatsAlong(row, axis);
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Whether a row is a maximum, perhaps with what was the largest before, or
/// replaced where there is none; also what a loop leaves of it. With `isScaled`
/// also a maximum that was multiplied.
static bool isMaximum(Value start, bool isScaled) {
  return findFrom(start, [isScaled](Value value, SmallVectorImpl<Value> &next) {
    int32_t axis = 0;
    if (auto loop = value.getDefiningOp<scf::ForOp>())
      next.push_back(loop.getBody()->getTerminator()->getOperand(
          cast<OpResult>(value).getResultNumber()));
    else if (reducedBy<arith::MaximumFOp, arith::MaxNumFOp>(value, axis))
      return true;
    Operation *op = value.getDefiningOp();
    if (isa_and_nonnull<arith::MaximumFOp, arith::MaxNumFOp, arith::SelectOp,
                        tq::ExpandDimsOp>(op) ||
        (isScaled && isa_and_nonnull<arith::MulFOp>(op)))
      llvm::append_range(next, op->getOperands());
    return false;
  });
}

/// Whether `value` is x - m with a row's maximum m.
static bool isBelowMaximum(Value value, bool isScaled) {
  auto difference = value.getDefiningOp<arith::SubFOp>();
  Row row = difference ? rowOf(difference.getRhs()) : Row();
  return row && isMaximum(row.value, isScaled);
}

/// Whether `value` is, of a running maximum, what it was less what it is.
static bool isRiseOfMaximum(Value value) {
  auto difference = value.getDefiningOp<arith::SubFOp>();
  Operation *now = difference ? difference.getRhs().getDefiningOp() : nullptr;
  return isa_and_nonnull<arith::MaximumFOp, arith::MaxNumFOp>(now) &&
         llvm::is_contained(now->getOperands(), difference.getLhs()) &&
         isMaximum(difference.getRhs(), /*isScaled=*/true);
}

/// x / d with a shared d. Gives whether it was rewritten.
static bool multiplyByReciprocal(arith::DivFOp divide) {
  Row row = rowOf(divide.getRhs());
  if (!row)
    return false;
  ImplicitLocOpBuilder b(divide.getLoc(), divide);
  Value divisor = row.value, dividend = divide.getLhs();
  if (!isSumOfExponentials(divisor)) {
    Value size = math::AbsFOp::create(b, divisor);
    auto compare = [&](arith::CmpFPredicate predicate, double bound) -> Value {
      return arith::CmpFOp::create(b, predicate, size,
                                   constantLike(b, divisor, bound));
    };
    Value scale = arith::SelectOp::create(
        b, compare(arith::CmpFPredicate::OLT, 0x1p-126),
        constantLike(b, divisor, 0x1p+24), constantLike(b, divisor, 1.0));
    scale =
        arith::SelectOp::create(b, compare(arith::CmpFPredicate::OGT, 0x1p+126),
                                constantLike(b, divisor, 0.25), scale);
    divisor = arith::MulFOp::create(b, divisor, scale);
    dividend = arith::MulFOp::create(b, dividend, repeatLike(b, row, scale));
  }
  Value reciprocal =
      arith::DivFOp::create(b, constantLike(b, divisor, 1.0), divisor,
                            flags(b, FastMathFlags::arcp | FastMathFlags::afn));
  divide.replaceAllUsesWith(
      arith::MulFOp::create(b, dividend, repeatLike(b, row, reciprocal))
          .getResult());
  divide.erase();
  return true;
}

/// exp(x - m) with a row's maximum m. Gives whether it was rewritten.
static bool lowerToExp2(math::ExpOp exp) {
  Value difference = exp.getOperand();
  if (!isBelowMaximum(difference, /*isScaled=*/false))
    return false;
  ImplicitLocOpBuilder b(exp.getLoc(), exp);
  Value power =
      arith::MulFOp::create(b, difference, constantLike(b, difference, kLog2E));
  exp.replaceAllUsesWith(
      math::Exp2Op::create(b, power, flags(b, FastMathFlags::afn)).getResult());
  exp.erase();
  return true;
}

/// exp2(x - m) with a row's maximum m: results below 2^-126 are flushed. So is
/// the factor of what was added up under a smaller maximum: where it is that
/// small, one of the terms that it meets is 1.
static bool flushExp2(math::Exp2Op exp) {
  if (!isBelowMaximum(exp.getOperand(), /*isScaled=*/true) &&
      !isRiseOfMaximum(exp.getOperand()))
    return false;
  exp.setFastmath(FastMathFlags::afn);
  return true;
}

namespace {

struct RowArithmetic : tqc::impl::RowArithmeticPassBase<RowArithmetic> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    // Quotients first: they look at exponentials as they are written.
    if (isEnabled(kernel, Optimization::RowReciprocal))
      kernel.walk([&](arith::DivFOp divide) {
        Location loc = divide.getLoc();
        if (isTileOfF32(divide))
          say(loc, "row-reciprocal", multiplyByReciprocal(divide),
              "multiplied by the reciprocal that a row shares",
              "a quotient for each element: no row shares the divisor");
      });
    if (!isEnabled(kernel, Optimization::Exp2Folding))
      return;
    kernel.walk([&](Operation *op) {
      Location loc = op->getLoc();
      auto exp = dyn_cast<math::ExpOp>(op);
      auto exp2 = dyn_cast<math::Exp2Op>(op);
      if ((exp || exp2) && isTileOfF32(op->getResult(0)))
        say(loc, "exp2-folding", exp ? lowerToExp2(exp) : flushExp2(exp2),
            "computed by the hardware's exp2",
            "computed to its last places: the argument is no difference from "
            "the maximum of a row");
    });
  }

  void say(Location loc, StringRef name, bool isDone, StringRef done,
           StringRef notDone) {
    auto opts = remark::RemarkOpts::name(name).category("math");
    if (isDone)
      remark::passed(loc, opts) << done;
    else
      remark::missed(loc, opts) << notDone;
  }
};

} // namespace
