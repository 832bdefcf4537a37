//===- AxisInfo.cpp - What operations make of facts about addresses -------===//

#include "compiler/analysis/AxisInfo.h"

#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

#include <numeric>

using namespace mlir;
using namespace tqc;

/// More than any address needs; keeps products from overflowing.
static constexpr int64_t kMaxDivisibility = int64_t(1) << 30;

/// The largest power of two that divides `value`.
static int64_t powerOfTwoIn(int64_t value) {
  if (value == 0)
    return kMaxDivisibility;
  return std::min(int64_t(1)
                      << std::min(llvm::countr_zero(uint64_t(value)), 62),
                  kMaxDivisibility);
}

static int64_t product(int64_t a, int64_t b) {
  return std::min(a * b, kMaxDivisibility);
}

static SmallVector<int64_t, 4> shapeOf(Type type) {
  if (auto tile = dyn_cast<RankedTensorType>(type))
    return SmallVector<int64_t, 4>(tile.getShape());
  return {1};
}

static bool isIndexLike(Type type) {
  Type element = getElementTypeOrSelf(type);
  return isa<IntegerType, IndexType, tq::PtrType>(element);
}

AxisInfo AxisInfo::unknown(unsigned rank) {
  AxisInfo info;
  info.contiguity.assign(rank, 1);
  info.divisibility.assign(rank, 1);
  info.constancy.assign(rank, 1);
  return info;
}

AxisInfo AxisInfo::unknown(Type type) {
  return AxisInfo::unknown(shapeOf(type).size());
}

static AxisInfo constantInfo(Type type, int64_t value) {
  AxisInfo info = AxisInfo::unknown(type);
  info.constancy = shapeOf(type);
  info.divisibility.assign(info.rank(), powerOfTwoIn(value));
  info.constant = value;
  return info;
}

/// What the starts of runs are divisible by where runs shrink to `contiguity`:
/// the shorter ones start anywhere inside the longer.
static int64_t startDivisibility(const AxisInfo &info, unsigned dim,
                                 int64_t contiguity) {
  return info.contiguity[dim] > contiguity
             ? std::gcd(info.divisibility[dim], contiguity)
             : info.divisibility[dim];
}

AxisInfo AxisInfo::join(const AxisInfo &a, const AxisInfo &b) {
  if (a.isUndecided() || b.isUndecided())
    return a.isUndecided() ? b : a;
  AxisInfo info = a;
  for (unsigned dim = 0; dim < a.rank(); ++dim) {
    int64_t run = std::gcd(a.contiguity[dim], b.contiguity[dim]);
    info.contiguity[dim] = run;
    info.divisibility[dim] = std::gcd(startDivisibility(a, dim, run),
                                      startDivisibility(b, dim, run));
    info.constancy[dim] = std::gcd(a.constancy[dim], b.constancy[dim]);
  }
  if (a.constant != b.constant)
    info.constant.reset();
  return info;
}

//===----------------------------------------------------------------------===//
// Transfer functions
//===----------------------------------------------------------------------===//

/// The divisibility of every element, not only of those that start a run.
static int64_t elementDivisibility(const AxisInfo &info, unsigned dim) {
  return info.contiguity[dim] > 1 ? 1 : info.divisibility[dim];
}

/// a + b and a - b; `scale` is bytes an element for pointers.
static AxisInfo addInfo(const AxisInfo &a, const AxisInfo &b, bool subtract,
                        int64_t scale = 1) {
  AxisInfo info = AxisInfo::unknown(a.rank());
  for (unsigned dim = 0; dim < a.rank(); ++dim) {
    int64_t left = std::gcd(a.contiguity[dim], b.constancy[dim]);
    int64_t right =
        subtract ? 1 : std::gcd(a.constancy[dim], b.contiguity[dim]);
    info.contiguity[dim] = std::max(left, right);
    info.constancy[dim] = std::gcd(a.constancy[dim], b.constancy[dim]);
    int64_t run = info.contiguity[dim];
    info.divisibility[dim] =
        std::gcd(startDivisibility(a, dim, run),
                 product(startDivisibility(b, dim, run), scale));
  }
  if (scale == 1 && a.constant && b.constant)
    info.constant =
        subtract ? *a.constant - *b.constant : *a.constant + *b.constant;
  return info;
}

static AxisInfo mulInfo(const AxisInfo &a, const AxisInfo &b) {
  if (a.constant == 1)
    return b;
  if (b.constant == 1)
    return a;
  AxisInfo info = AxisInfo::unknown(a.rank());
  for (unsigned dim = 0; dim < a.rank(); ++dim) {
    info.constancy[dim] = std::gcd(a.constancy[dim], b.constancy[dim]);
    info.divisibility[dim] =
        product(elementDivisibility(a, dim), elementDivisibility(b, dim));
  }
  if (a.constant && b.constant)
    info.constant = *a.constant * *b.constant;
  return info;
}

/// Integers of 8 and 16 bits wrap around in sums and casts; runs that start at
/// a multiple of their length do not.
static AxisInfo withoutWrapping(AxisInfo info, Type type) {
  auto integer = dyn_cast<IntegerType>(getElementTypeOrSelf(type));
  if (!integer || integer.getWidth() >= 32)
    return info;
  int64_t most = int64_t(1) << (integer.getWidth() - 1);
  for (unsigned dim = 0; dim < info.rank(); ++dim) {
    int64_t run =
        std::gcd(info.contiguity[dim], std::gcd(info.divisibility[dim], most));
    info.divisibility[dim] = startDivisibility(info, dim, run);
    info.contiguity[dim] = run;
  }
  return info;
}

/// Whether a value can be below 0, as far as its operations tell: -8 // 4 is -2
/// and -7 // 4 is -1, so that runs that count up from below 0 do not divide as
/// others do. Divisors of what is not negative are taken to be positive. Looks
/// at `budget` operations.
static bool mayBeNegative(Value value, unsigned &budget) {
  if (budget == 0)
    return true;
  --budget;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    return !loop || value != loop.getInductionVar() ||
           mayBeNegative(loop.getLowerBound(), budget);
  }
  Operation *op = value.getDefiningOp();
  auto of = [&](unsigned index) {
    return mayBeNegative(op->getOperand(index), budget);
  };
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<arith::ConstantOp>([](auto constant) {
        APInt number;
        return !matchPattern(constant.getResult(), m_ConstantInt(&number)) ||
               number.isNegative();
      })
      .Case<tq::RangeOp>([](tq::RangeOp range) {
        return static_cast<int32_t>(range.getStart()) < 0;
      })
      .Case<tq::ProgramIdOp, tq::NumProgramsOp, tqg::ClusterRankOp,
            arith::ExtUIOp>([](auto) { return false; })
      .Case<arith::AddIOp, arith::MulIOp, arith::OrIOp, arith::XOrIOp,
            arith::MinSIOp>([&](auto) { return of(0) || of(1); })
      .Case<arith::AndIOp, arith::MaxSIOp>([&](auto) { return of(0) && of(1); })
      .Case<arith::SelectOp>([&](auto) { return of(1) || of(2); })
      .Case<arith::DivSIOp, arith::RemSIOp, arith::ShLIOp, arith::ShRSIOp,
            arith::ExtSIOp, tq::SplatOp, tq::BroadcastOp, tq::ExpandDimsOp,
            tq::TransOp, tq::ReshapeOp, tq::HintOp, tqg::ConvertLayoutOp>(
          [&](auto) { return of(0); })
      .Default([](Operation *) { return true; });
}

static bool mayBeNegative(Value value) {
  unsigned budget = 256;
  return mayBeNegative(value, budget);
}

/// a / b for a constant power of two b: runs of b neighbours become equal.
static AxisInfo divInfo(const AxisInfo &a, const AxisInfo &b,
                        bool countsThroughZero) {
  if (b.constant == 1)
    return a;
  AxisInfo info = AxisInfo::unknown(a.rank());
  for (unsigned dim = 0; dim < a.rank(); ++dim) {
    info.constancy[dim] = std::gcd(a.constancy[dim], b.constancy[dim]);
    if (b.constant && *b.constant > 0 && a.contiguity[dim] > 1 &&
        !countsThroughZero)
      info.constancy[dim] = std::max(
          info.constancy[dim],
          std::gcd(a.contiguity[dim],
                   std::gcd(a.divisibility[dim], powerOfTwoIn(*b.constant))));
    if (b.constant && *b.constant > 0 && a.contiguity[dim] == 1 &&
        powerOfTwoIn(*b.constant) == *b.constant)
      info.divisibility[dim] =
          std::max<int64_t>(a.divisibility[dim] / *b.constant, 1);
  }
  if (a.constant && b.constant && *b.constant != 0)
    info.constant = *a.constant / *b.constant;
  return info;
}

/// a % b: counts up within runs that b cannot cut.
static AxisInfo remInfo(const AxisInfo &a, const AxisInfo &b,
                        bool countsThroughZero) {
  AxisInfo info = AxisInfo::unknown(a.rank());
  for (unsigned dim = 0; dim < a.rank(); ++dim) {
    info.constancy[dim] = std::gcd(a.constancy[dim], b.constancy[dim]);
    if (b.constancy[dim] % a.contiguity[dim] == 0 && !countsThroughZero)
      info.contiguity[dim] =
          std::gcd(a.contiguity[dim],
                   std::gcd(a.divisibility[dim], b.divisibility[dim]));
    info.divisibility[dim] = std::gcd(a.divisibility[dim], b.divisibility[dim]);
    if (info.contiguity[dim] < a.contiguity[dim])
      info.divisibility[dim] =
          std::gcd(info.divisibility[dim], info.contiguity[dim]);
  }
  if (a.constant && b.constant && *b.constant != 0)
    info.constant = *a.constant % *b.constant;
  return info;
}

/// Runs in which `x < bound` does not change: x counts up from a multiple of d,
/// bound is a multiple of d and the same for all.
static int64_t comparisonRun(const AxisInfo &x, const AxisInfo &bound,
                             unsigned dim) {
  int64_t run = std::gcd(x.contiguity[dim], bound.constancy[dim]);
  return std::gcd(run, std::gcd(x.divisibility[dim], bound.divisibility[dim]));
}

static AxisInfo compareInfo(arith::CmpIPredicate predicate, const AxisInfo &a,
                            const AxisInfo &b) {
  using P = arith::CmpIPredicate;
  AxisInfo info = AxisInfo::unknown(a.rank());
  bool left = llvm::is_contained({P::slt, P::sge, P::ult, P::uge}, predicate);
  bool right = llvm::is_contained({P::sgt, P::sle, P::ugt, P::ule}, predicate);
  for (unsigned dim = 0; dim < a.rank(); ++dim) {
    info.constancy[dim] = std::gcd(a.constancy[dim], b.constancy[dim]);
    if (left)
      info.constancy[dim] =
          std::max(info.constancy[dim], comparisonRun(a, b, dim));
    if (right)
      info.constancy[dim] =
          std::max(info.constancy[dim], comparisonRun(b, a, dim));
  }
  return info;
}

/// And, or, xor, min, max, select: equal where the operands are.
static AxisInfo bitwiseInfo(const AxisInfo &a, const AxisInfo &b,
                            bool keepsDivisibility) {
  AxisInfo info = AxisInfo::unknown(a.rank());
  for (unsigned dim = 0; dim < a.rank(); ++dim) {
    info.constancy[dim] = std::gcd(a.constancy[dim], b.constancy[dim]);
    if (keepsDivisibility)
      info.divisibility[dim] =
          std::gcd(elementDivisibility(a, dim), elementDivisibility(b, dim));
  }
  return info;
}

static AxisInfo broadcastInfo(AxisInfo info, Type from, Type to) {
  SmallVector<int64_t, 4> source = shapeOf(from), result = shapeOf(to);
  for (unsigned dim = 0; dim < info.rank(); ++dim)
    if (source[dim] == 1 && result[dim] != 1) {
      info.contiguity[dim] = 1;
      info.constancy[dim] = result[dim];
    }
  return info;
}

static AxisInfo expandInfo(const AxisInfo &source, unsigned axis) {
  AxisInfo info = source;
  int64_t every = kMaxDivisibility;
  for (unsigned dim = 0; dim < source.rank(); ++dim)
    every = std::gcd(every, elementDivisibility(source, dim));
  info.contiguity.insert(info.contiguity.begin() + axis, 1);
  info.constancy.insert(info.constancy.begin() + axis, 1);
  info.divisibility.insert(info.divisibility.begin() + axis, every);
  return info;
}

static AxisInfo splatInfo(const AxisInfo &scalar, Type type) {
  AxisInfo info = AxisInfo::unknown(type);
  info.constancy = shapeOf(type);
  info.divisibility.assign(info.rank(), scalar.divisibility.front());
  info.constant = scalar.constant;
  return info;
}

static AxisInfo hintInfo(AxisInfo info, tq::HintOp op) {
  auto &list = op.getKind() == "divisibility" ? info.divisibility
               : op.getKind() == "contiguity" ? info.contiguity
                                              : info.constancy;
  for (auto [dim, value] : llvm::enumerate(op.getValues()))
    if (dim < list.size())
      list[dim] = std::max(list[dim], powerOfTwoIn(value));
  return info;
}

static int64_t bytesOf(Type pointee) {
  return std::max<int64_t>(pointee.getIntOrFloatBitWidth() / 8, 1);
}

void AxisInfo::print(raw_ostream &os) const {
  for (unsigned dim = 0; dim < rank(); ++dim)
    os << "(" << contiguity[dim] << ", " << divisibility[dim] << ", "
       << constancy[dim] << ")";
}

AxisInfo tqc::axisOfArgument(BlockArgument argument) {
  AxisInfo info = AxisInfo::unknown(argument.getType());
  auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
  if (!function)
    return info;
  if (auto pointer = dyn_cast<tq::PtrType>(argument.getType()))
    info.divisibility.assign(1, bytesOf(pointer.getPointee()));
  if (auto attr = function.getArgAttrOfType<IntegerAttr>(
          argument.getArgNumber(), tq::kDivisibilityAttr))
    info.divisibility.assign(
        info.rank(),
        std::max(info.divisibility.front(), powerOfTwoIn(attr.getInt())));
  return info;
}

AxisInfo tqc::axisOfInduction(const AxisInfo &lower, const AxisInfo &step) {
  AxisInfo info = AxisInfo::unknown(1);
  info.divisibility[0] =
      std::gcd(lower.divisibility.front(), step.divisibility.front());
  return info;
}

static AxisInfo constantInfo(Value value) {
  APInt number;
  return matchPattern(value, m_ConstantInt(&number)) &&
                 number.getSignificantBits() <= 64
             ? constantInfo(value.getType(), number.getSExtValue())
             : AxisInfo::unknown(value.getType());
}

static AxisInfo rangeInfo(tq::RangeOp range) {
  AxisInfo info = AxisInfo::unknown(range.getType());
  info.contiguity = shapeOf(range.getType());
  info.divisibility.assign(1, powerOfTwoIn(range.getStart()));
  return info;
}

static AxisInfo transInfo(const AxisInfo &source, ArrayRef<int32_t> order) {
  AxisInfo info = source;
  for (auto [dim, from] : llvm::enumerate(order)) {
    info.contiguity[dim] = source.contiguity[from];
    info.divisibility[dim] = source.divisibility[from];
    info.constancy[dim] = source.constancy[from];
  }
  return info;
}

static AxisInfo shiftInfo(const AxisInfo &value, const AxisInfo &shift,
                          Type type) {
  if (shift.constant && *shift.constant >= 0 && *shift.constant < 31)
    return mulInfo(value, constantInfo(type, int64_t(1) << *shift.constant));
  return bitwiseInfo(value, shift, false);
}

static AxisInfo selectInfo(arith::SelectOp select, const AxisInfo &condition,
                           AxisInfo info) {
  bool isTile = isa<RankedTensorType>(select.getCondition().getType());
  for (auto [dim, extent] : llvm::enumerate(shapeOf(select.getType()))) {
    int64_t run = isTile ? condition.constancy[dim] : extent;
    int64_t contiguity = std::gcd(info.contiguity[dim], run);
    info.divisibility[dim] = startDivisibility(info, dim, contiguity);
    info.contiguity[dim] = contiguity;
    info.constancy[dim] = std::gcd(info.constancy[dim], run);
  }
  return info;
}

static AxisInfo toPointerInfo(AxisInfo info, Type type) {
  auto pointer = cast<tq::PtrType>(getElementTypeOrSelf(type));
  info.contiguity.assign(info.rank(), 1);
  for (int64_t &divisor : info.divisibility)
    divisor = std::max(divisor, bytesOf(pointer.getPointee()));
  return info;
}

/// What ops make of their operand that keep its elements, in whatever shape or
/// type; nothing for others.
static std::optional<AxisInfo> axisOfSame(Operation &op, const AxisInfo &in) {
  using Answer = std::optional<AxisInfo>;
  Type type = op.getResult(0).getType(), from = op.getOperand(0).getType();
  return llvm::TypeSwitch<Operation *, Answer>(&op)
      .Case<tq::SplatOp>([&](auto) { return splatInfo(in, type); })
      .Case<tq::BroadcastOp>(
          [&](auto) { return broadcastInfo(in, from, type); })
      .Case<tq::ExpandDimsOp>(
          [&](auto expand) { return expandInfo(in, expand.getAxis()); })
      .Case<tq::TransOp>(
          [&](tq::TransOp trans) { return transInfo(in, trans.getOrder()); })
      .Case<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp, tq::PtrCastOp,
            tq::PtrToIntOp, arith::BitcastOp>([&](auto) {
        return isIndexLike(from) ? withoutWrapping(in, type)
                                 : AxisInfo::unknown(type);
      })
      .Case<tq::IntToPtrOp>([&](auto) { return toPointerInfo(in, type); })
      .Case<tq::HintOp>([&](tq::HintOp hint) { return hintInfo(in, hint); })
      .Default([](Operation *) { return Answer(); });
}

AxisInfo tqc::axisOfResult(Operation &op, ArrayRef<AxisInfo> operands) {
  Type type = op.getResult(0).getType();
  if (!isIndexLike(type))
    return AxisInfo::unknown(type);
  if (operands.size() == 1)
    if (std::optional<AxisInfo> same = axisOfSame(op, operands.front()))
      return *same;
  auto in = [&](unsigned index) -> const AxisInfo & { return operands[index]; };
  auto countsThroughZero = [&](bool isSigned) {
    return isSigned && mayBeNegative(op.getOperand(0));
  };
  return llvm::TypeSwitch<Operation *, AxisInfo>(&op)
      .Case<arith::ConstantOp>([](auto op) { return constantInfo(Value(op)); })
      .Case<tq::RangeOp>([](tq::RangeOp range) { return rangeInfo(range); })
      .Case<tqg::RowPitchOp>([&](tqg::RowPitchOp pitch) {
        AxisInfo info = AxisInfo::unknown(type);
        info.divisibility.front() =
            std::min({in(0).divisibility.front(), in(1).divisibility.front(),
                      powerOfTwoIn(pitch.getMultiple())});
        return info;
      })
      .Case<tq::AddPtrOp>([&](tq::AddPtrOp add) {
        auto pointer = cast<tq::PtrType>(getElementTypeOrSelf(type));
        return addInfo(in(0), in(1), false, bytesOf(pointer.getPointee()));
      })
      .Case<arith::AddIOp, arith::SubIOp>([&](auto) {
        return withoutWrapping(addInfo(in(0), in(1), isa<arith::SubIOp>(op)),
                               type);
      })
      .Case<arith::MulIOp>([&](auto) { return mulInfo(in(0), in(1)); })
      .Case<arith::ShLIOp>([&](auto) { return shiftInfo(in(0), in(1), type); })
      .Case<arith::DivSIOp, arith::DivUIOp>([&](auto) {
        return divInfo(in(0), in(1),
                       countsThroughZero(isa<arith::DivSIOp>(op)));
      })
      .Case<arith::RemSIOp, arith::RemUIOp>([&](auto) {
        return remInfo(in(0), in(1),
                       countsThroughZero(isa<arith::RemSIOp>(op)));
      })
      .Case<arith::CmpIOp>([&](arith::CmpIOp compare) {
        return compareInfo(compare.getPredicate(), in(0), in(1));
      })
      .Case<arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::MinSIOp,
            arith::MinUIOp, arith::MaxSIOp, arith::MaxUIOp>(
          [&](auto) { return bitwiseInfo(in(0), in(1), true); })
      .Case<arith::SelectOp>([&](arith::SelectOp select) {
        return selectInfo(select, in(0), AxisInfo::join(in(1), in(2)));
      })
      .Default([&](Operation *) { return AxisInfo::unknown(type); });
}
