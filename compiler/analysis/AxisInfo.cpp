//===- AxisInfo.cpp - Transfer functions of the address analysis ----------===//

#include "compiler/analysis/AxisInfo.h"

#include "compiler/analysis/Optimizations.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
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
  return std::min(value & -value, kMaxDivisibility);
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

static AxisInfo unknownFor(Type type) {
  return AxisInfo::unknown(shapeOf(type).size());
}

static AxisInfo constantInfo(Type type, int64_t value) {
  AxisInfo info = unknownFor(type);
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

/// What holds of a value that is one or the other.
static AxisInfo meet(const AxisInfo &a, const AxisInfo &b) {
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
      .Case<tq::ProgramIdOp, tq::NumProgramsOp, arith::ExtUIOp>(
          [](auto) { return false; })
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
  AxisInfo info = unknownFor(type);
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

static AxisInfo argumentInfo(BlockArgument argument) {
  AxisInfo info = unknownFor(argument.getType());
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

AxisInfo AxisAnalysis::transfer(Operation &op) const {
  Type type = op.getResult(0).getType();
  auto in = [&](unsigned index) { return get(op.getOperand(index)); };
  return llvm::TypeSwitch<Operation *, AxisInfo>(&op)
      .Case<arith::ConstantOp>([&](auto constant) {
        APInt value;
        if (matchPattern(constant.getResult(), m_ConstantInt(&value)) &&
            value.getSignificantBits() <= 64)
          return constantInfo(type, value.getSExtValue());
        return unknownFor(type);
      })
      .Case<tq::RangeOp>([&](tq::RangeOp range) {
        AxisInfo info = unknownFor(type);
        info.contiguity = shapeOf(type);
        info.divisibility.assign(1, powerOfTwoIn(range.getStart()));
        return info;
      })
      .Case<tq::SplatOp>([&](auto) { return splatInfo(in(0), type); })
      .Case<tq::BroadcastOp>([&](auto broadcast) {
        return broadcastInfo(in(0), broadcast.getSrc().getType(), type);
      })
      .Case<tq::ExpandDimsOp>([&](tq::ExpandDimsOp expand) {
        return expandInfo(in(0), expand.getAxis());
      })
      .Case<tq::TransOp>([&](tq::TransOp trans) {
        AxisInfo source = in(0), info = source;
        for (auto [dim, from] : llvm::enumerate(trans.getOrder())) {
          info.contiguity[dim] = source.contiguity[from];
          info.divisibility[dim] = source.divisibility[from];
          info.constancy[dim] = source.constancy[from];
        }
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
      .Case<arith::ShLIOp>([&](auto) {
        AxisInfo shift = in(1);
        if (shift.constant && *shift.constant >= 0 && *shift.constant < 31)
          return mulInfo(in(0),
                         constantInfo(type, int64_t(1) << *shift.constant));
        return bitwiseInfo(in(0), shift, false);
      })
      .Case<arith::DivSIOp, arith::DivUIOp>([&](auto) {
        return divInfo(in(0), in(1),
                       isa<arith::DivSIOp>(op) &&
                           mayBeNegative(op.getOperand(0)));
      })
      .Case<arith::RemSIOp, arith::RemUIOp>([&](auto) {
        return remInfo(in(0), in(1),
                       isa<arith::RemSIOp>(op) &&
                           mayBeNegative(op.getOperand(0)));
      })
      .Case<arith::CmpIOp>([&](arith::CmpIOp compare) {
        return compareInfo(compare.getPredicate(), in(0), in(1));
      })
      .Case<arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::MinSIOp,
            arith::MinUIOp, arith::MaxSIOp, arith::MaxUIOp>(
          [&](auto) { return bitwiseInfo(in(0), in(1), true); })
      .Case<arith::SelectOp>([&](arith::SelectOp select) {
        AxisInfo condition = get(select.getCondition());
        AxisInfo info = meet(in(1), in(2));
        for (unsigned dim = 0; dim < info.rank(); ++dim) {
          int64_t run = condition.rank() == info.rank()
                            ? condition.constancy[dim]
                            : shapeOf(type)[dim];
          if (!isa<RankedTensorType>(select.getCondition().getType()))
            run = shapeOf(type)[dim];
          int64_t contiguity = std::gcd(info.contiguity[dim], run);
          info.divisibility[dim] = startDivisibility(info, dim, contiguity);
          info.contiguity[dim] = contiguity;
          info.constancy[dim] = std::gcd(info.constancy[dim], run);
        }
        return info;
      })
      .Case<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp, tq::PtrCastOp,
            tq::PtrToIntOp, arith::BitcastOp>([&](auto) {
        return isIndexLike(op.getOperand(0).getType())
                   ? withoutWrapping(in(0), type)
                   : unknownFor(type);
      })
      .Case<tq::IntToPtrOp>([&](auto) {
        AxisInfo info = in(0);
        auto pointer = cast<tq::PtrType>(getElementTypeOrSelf(type));
        info.contiguity.assign(info.rank(), 1);
        for (int64_t &divisor : info.divisibility)
          divisor = std::max(divisor, bytesOf(pointer.getPointee()));
        return info;
      })
      .Case<tq::HintOp>([&](tq::HintOp hint) { return hintInfo(in(0), hint); })
      .Default([&](Operation *) { return unknownFor(type); });
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

AxisAnalysis::AxisAnalysis(func::FuncOp kernel)
    : mayCut(isEnabled(kernel, Optimization::MaskVersioning)) {
  for (BlockArgument argument : kernel.getArguments())
    facts[argument] = argumentInfo(argument);
  do {
    changed = false;
    visit(kernel.getBody().front());
  } while (changed);
}

AxisInfo AxisAnalysis::get(Value value) const {
  auto it = facts.find(value);
  return it == facts.end() ? unknownFor(value.getType()) : it->second;
}

void AxisAnalysis::set(Value value, AxisInfo info) {
  auto [it, isNew] = facts.try_emplace(value, info);
  if (isNew || it->second == info)
    changed |= isNew;
  else {
    it->second = info;
    changed = true;
  }
}

void AxisAnalysis::join(Value value, AxisInfo info) {
  auto it = facts.find(value);
  set(value, it == facts.end() ? info : meet(it->second, info));
}

void AxisAnalysis::visit(Block &block) {
  for (Operation &op : block)
    visit(op);
}

void AxisAnalysis::visitLoop(Operation &op) {
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    AxisInfo lower = get(loop.getLowerBound()), step = get(loop.getStep());
    AxisInfo iv = AxisInfo::unknown(1);
    iv.divisibility[0] =
        std::gcd(lower.divisibility.front(), step.divisibility.front());
    set(loop.getInductionVar(), iv);
    for (auto [argument, init] :
         llvm::zip(loop.getRegionIterArgs(), loop.getInits()))
      join(argument, get(init));
    visit(*loop.getBody());
    Operation *yield = loop.getBody()->getTerminator();
    for (auto [argument, result, value] :
         llvm::zip(loop.getRegionIterArgs(), loop.getResults(),
                   yield->getOperands())) {
      join(argument, get(value));
      join(result, get(argument));
    }
    return;
  }
  auto loop = cast<scf::WhileOp>(op);
  for (auto [argument, init] :
       llvm::zip(loop.getBeforeArguments(), loop.getInits()))
    join(argument, get(init));
  visit(*loop.getBeforeBody());
  for (auto [argument, result, value] :
       llvm::zip(loop.getAfterArguments(), loop.getResults(),
                 loop.getConditionOp().getArgs())) {
    join(argument, get(value));
    join(result, get(value));
  }
  visit(*loop.getAfterBody());
  for (auto [argument, value] :
       llvm::zip(loop.getBeforeArguments(),
                 loop.getAfterBody()->getTerminator()->getOperands()))
    join(argument, get(value));
}

void AxisAnalysis::visit(Operation &op) {
  if (isa<scf::ForOp, scf::WhileOp>(op))
    return visitLoop(op);
  if (auto role = dyn_cast<tqg::RoleOp>(op))
    return visit(role.getBody().front());
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    for (Region &region : branch->getRegions()) {
      if (region.empty())
        continue;
      visit(region.front());
      for (auto [result, value] :
           llvm::zip(branch.getResults(),
                     region.front().getTerminator()->getOperands()))
        join(result, get(value));
    }
    return;
  }
  if (op.getNumResults() == 0 || op.getNumRegions() != 0)
    return;
  AxisInfo info = isIndexLike(op.getResult(0).getType())
                      ? transfer(op)
                      : unknownFor(op.getResult(0).getType());
  for (OpResult result : op.getResults())
    set(result,
        result.getResultNumber() == 0 ? info : unknownFor(result.getType()));
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

/// How many neighbours the addresses let one access cover.
static int64_t addressWidth(const AxisInfo &info, Type pointerType,
                            unsigned dim) {
  auto type = cast<tq::PtrType>(getElementTypeOrSelf(pointerType));
  int64_t bytes = bytesOf(type.getPointee());
  int64_t width =
      std::min(info.contiguity[dim],
               std::max<int64_t>(info.divisibility[dim] / bytes, 1));
  return std::max<int64_t>(std::min(width, 16 / bytes), 1);
}

unsigned AxisAnalysis::accessWidth(Value pointer, Value mask,
                                   unsigned dim) const {
  int64_t width = addressWidth(get(pointer), pointer.getType(), dim);
  return mask ? std::min(width, get(mask).constancy[dim]) : width;
}

unsigned AxisAnalysis::cuttableWidth(Value pointer, Value mask,
                                     unsigned dim) const {
  if (!mask || !mayCut)
    return accessWidth(pointer, mask, dim);
  int64_t width = addressWidth(get(pointer), pointer.getType(), dim);
  return std::min(width, fallingRun(mask, dim));
}

/// Dimension `dim` of an expand_dims' result in its source; none for the one
/// that was inserted.
static std::optional<unsigned> dimBefore(tq::ExpandDimsOp expand,
                                         unsigned dim) {
  unsigned axis = expand.getAxis();
  if (dim == axis)
    return std::nullopt;
  return dim < axis ? dim : dim - 1;
}

int64_t AxisAnalysis::fallingRun(Value mask, unsigned dim) const {
  int64_t run = get(mask).constancy[dim];
  Operation *op = mask.getDefiningOp();
  if (!op)
    return run;
  // Both and either of two masks that fall do so too.
  if (isa<arith::AndIOp, arith::OrIOp>(op))
    return std::max(run, std::min(fallingRun(op->getOperand(0), dim),
                                  fallingRun(op->getOperand(1), dim)));
  if (auto expand = dyn_cast<tq::ExpandDimsOp>(op)) {
    std::optional<unsigned> before = dimBefore(expand, dim);
    return before ? std::max(run, fallingRun(expand.getSrc(), *before)) : run;
  }
  if (auto broadcast = dyn_cast<tq::BroadcastOp>(op))
    return broadcast.getSrc().getType().getDimSize(dim) == 1
               ? run
               : std::max(run, fallingRun(broadcast.getSrc(), dim));
  auto compare = dyn_cast<arith::CmpIOp>(op);
  if (!compare)
    return run;
  using P = arith::CmpIPredicate;
  auto countsUpTo = [&](Value x, Value bound) {
    return std::max(
        run, std::gcd(get(x).contiguity[dim], get(bound).constancy[dim]));
  };
  // Signed only: an unsigned index that counts up through 0 is large before.
  if (llvm::is_contained({P::slt, P::sle}, compare.getPredicate()))
    return countsUpTo(compare.getLhs(), compare.getRhs());
  if (llvm::is_contained({P::sgt, P::sge}, compare.getPredicate()))
    return countsUpTo(compare.getRhs(), compare.getLhs());
  return run;
}

SmallVector<unsigned> AxisAnalysis::orderOf(Value pointer) const {
  AxisInfo info = get(pointer);
  SmallVector<unsigned> order;
  for (unsigned dim = info.rank(); dim-- > 0;)
    order.push_back(dim); // the last dimension is fastest unless facts say else
  llvm::stable_sort(order, [&](unsigned a, unsigned b) {
    return info.contiguity[a] > info.contiguity[b];
  });
  return order;
}
