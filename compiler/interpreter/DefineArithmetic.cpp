//===- DefineArithmetic.cpp - Integers, comparisons, choices --------------===//
//
// Integers are bits of their width; sums and products wrap. What has no result
// (a quotient by zero, a shift by the width or more) is in doubt, and is what
// the hardware gives.
//
//===----------------------------------------------------------------------===//

#include "compiler/interpreter/TileEvaluator.h"
#include "dialect/tq/TqDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <cmath>

using namespace mlir;
using namespace tqc;
using namespace tqc::tile;

static Number operandNumber(Operation *op, unsigned index = 0) {
  return TileEvaluator::memoryNumberOf(op->getOperand(index).getType());
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// The bits of an attribute's number as they are kept.
static uint64_t bitsOf(Attribute value, Number memory, Number kept) {
  if (auto integer = dyn_cast<IntegerAttr>(value))
    return integer.getValue().getZExtValue();
  uint64_t bits =
      cast<FloatAttr>(value).getValue().bitcastToAPInt().getZExtValue();
  return memory == kept ? bits : kept.encode(memory.decode(bits));
}

static bool defineConstant(TileEvaluator &e, Operation *op) {
  TileRef &known = e.launch.constants[op];
  if (!known) {
    auto constant = cast<arith::ConstantOp>(op);
    Tile tile = e.emptyTile(constant.getType());
    Number memory = TileEvaluator::memoryNumberOf(constant.getType());
    if (auto dense = dyn_cast<DenseElementsAttr>(constant.getValue())) {
      if (dense.isSplat()) {
        std::fill(
            tile.bits.begin(), tile.bits.end(),
            bitsOf(dense.getSplatValue<Attribute>(), memory, tile.number));
      } else {
        for (auto [i, value] : llvm::enumerate(dense.getValues<Attribute>()))
          tile.bits[i] = bitsOf(value, memory, tile.number);
      }
    } else {
      tile.bits[0] = bitsOf(constant.getValue(), memory, tile.number);
    }
    known = std::make_shared<const Tile>(std::move(tile));
  }
  return e.set(op->getResult(0), known);
}

//===----------------------------------------------------------------------===//
// What has no result for some operands
//===----------------------------------------------------------------------===//

/// An op whose elements are in doubt where `isUndefined` says so.
template <typename Function, typename Undefined>
static bool partial(TileEvaluator &e, Operation *op, Function function,
                    Undefined isUndefined) {
  Shape shape;
  SmallVector<const Tile *, 3> operands = e.operandsOf(op, shape);
  Tile result(e.numberOf(op->getResult(0).getType()), shape);
  for (size_t i = 0; i < result.size(); ++i) {
    auto at = [&](int k) {
      return operands[k]->bits[operands[k]->size() > 1 ? i : 0];
    };
    uint64_t a = at(0), b = operands.size() > 1 ? at(1) : 0;
    result.bits[i] = result.number.cut(function(a, b));
    if (isUndefined(a, b))
      result.setDoubt(i, Doubt::Undefined, op);
  }
  return e.finish(op, std::move(result), operands);
}

static bool defineQuotient(TileEvaluator &e, Operation *op, bool isSigned,
                           bool isRemainder) {
  Number number = operandNumber(op);
  auto least = static_cast<int64_t>(uint64_t(1) << (number.width - 1));
  return partial(
      e, op,
      [=](uint64_t a, uint64_t b) -> uint64_t {
        if (b == 0)
          return isRemainder ? a : ~uint64_t(0); // as the hardware
        if (!isSigned)
          return isRemainder ? a % b : a / b;
        int64_t x = number.asSigned(a), y = number.asSigned(b);
        if (y == -1) // the most negative number has no opposite: it wraps
          return isRemainder ? 0 : uint64_t(0) - uint64_t(x);
        return static_cast<uint64_t>(isRemainder ? x % y : x / y);
      },
      [=](uint64_t a, uint64_t b) {
        return b == 0 ||
               (isSigned && number.asSigned(b) == -1 &&
                number.asSigned(a) == number.asSigned(uint64_t(least)));
      });
}

static bool defineShift(TileEvaluator &e, Operation *op) {
  Number number = operandNumber(op);
  bool isLeft = isa<arith::ShLIOp>(op), isSigned = isa<arith::ShRSIOp>(op);
  return partial(
      e, op,
      [=](uint64_t a, uint64_t by) -> uint64_t {
        if (by >= number.width)
          return isSigned && number.asSigned(a) < 0 ? ~uint64_t(0) : 0;
        if (isLeft)
          return a << by;
        return isSigned ? static_cast<uint64_t>(number.asSigned(a) >> by)
                        : a >> by;
      },
      [=](uint64_t, uint64_t by) { return by >= number.width; });
}

/// `and` with zeros and `or` with ones do not ask what the other operand is.
static bool defineBitwise(TileEvaluator &e, Operation *op, uint64_t decisive,
                          uint64_t (*function)(uint64_t, uint64_t)) {
  if (!e.integers(op, function))
    return false;
  const Tile &a = e.get(op->getOperand(0)), &b = e.get(op->getOperand(1));
  if (a.doubts.empty() && b.doubts.empty())
    return true;
  Tile result = e.get(op->getResult(0));
  if (result.doubts.empty()) // the operands' doubts are all `None`
    return true;
  uint64_t all = result.number.mask() & decisive;
  for (size_t i = 0; i < result.size(); ++i) {
    size_t atA = a.size() > 1 ? i : 0, atB = b.size() > 1 ? i : 0;
    bool aDecides = a.bits[atA] == all && a.doubt(atA) == Doubt::None;
    bool bDecides = b.bits[atB] == all && b.doubt(atB) == Doubt::None;
    if (aDecides || bDecides)
      result.doubts[i] = Doubt::None;
  }
  return e.set(op->getResult(0), std::move(result));
}

//===----------------------------------------------------------------------===//
// Comparisons and choices
//===----------------------------------------------------------------------===//

static bool defineCompareIntegers(TileEvaluator &e, Operation *op) {
  Number number = operandNumber(op);
  auto signedly = [&](auto compare) {
    return e.integers(op, [=](uint64_t a, uint64_t b) -> uint64_t {
      return compare(number.asSigned(a), number.asSigned(b));
    });
  };
  auto unsignedly = [&](auto compare) {
    return e.integers(
        op, [=](uint64_t a, uint64_t b) -> uint64_t { return compare(a, b); });
  };
  switch (cast<arith::CmpIOp>(op).getPredicate()) {
  case arith::CmpIPredicate::eq:
    return unsignedly(std::equal_to<>());
  case arith::CmpIPredicate::ne:
    return unsignedly(std::not_equal_to<>());
  case arith::CmpIPredicate::slt:
    return signedly(std::less<>());
  case arith::CmpIPredicate::sle:
    return signedly(std::less_equal<>());
  case arith::CmpIPredicate::sgt:
    return signedly(std::greater<>());
  case arith::CmpIPredicate::sge:
    return signedly(std::greater_equal<>());
  case arith::CmpIPredicate::ult:
    return unsignedly(std::less<>());
  case arith::CmpIPredicate::ule:
    return unsignedly(std::less_equal<>());
  case arith::CmpIPredicate::ugt:
    return unsignedly(std::greater<>());
  case arith::CmpIPredicate::uge:
    return unsignedly(std::greater_equal<>());
  }
  llvm_unreachable("the switch covers every predicate");
}

/// The element of the operand that the condition picks, with its doubt and
/// error; a doubtful condition puts the result in doubt.
static bool defineSelect(TileEvaluator &e, Operation *op) {
  const Tile &condition = e.get(op->getOperand(0));
  const Tile &whenTrue = e.get(op->getOperand(1));
  const Tile &whenFalse = e.get(op->getOperand(2));
  const Shape &shape = !whenTrue.shape.empty()    ? whenTrue.shape
                       : !whenFalse.shape.empty() ? whenFalse.shape
                                                  : condition.shape;
  Tile result(e.numberOf(op->getResult(0).getType()), shape);
  for (size_t i = 0; i < result.size(); ++i) {
    size_t atCondition = condition.size() > 1 ? i : 0;
    const Tile &chosen = condition.bits[atCondition] ? whenTrue : whenFalse;
    const Tile &other = condition.bits[atCondition] ? whenFalse : whenTrue;
    size_t at = chosen.size() > 1 ? i : 0;
    result.bits[i] = chosen.bits[at];
    result.setDoubt(i, chosen.doubt(at), chosen.doubtful);
    result.setError(i, chosen.error(at));
    Doubt doubt = condition.doubt(atCondition);
    if (doubt == Doubt::None)
      continue;
    // Where both are the same it does not matter which one is taken, but for
    // what that one may be off by.
    size_t atOther = other.size() > 1 ? i : 0;
    if (other.bits[atOther] != chosen.bits[at])
      result.setDoubt(i, doubt, condition.doubtful);
    else
      result.setDoubt(i, other.doubt(atOther), other.doubtful);
    result.setError(i, std::max(chosen.error(at), other.error(atOther)));
  }
  result.roots = whenTrue.roots | whenFalse.roots;
  return e.set(op->getResult(0), std::move(result));
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static void defineSums(Definitions &d) {
  d.on<arith::AddIOp>([](TileEvaluator &e, Operation *op) {
    return e.integers(op, [](uint64_t a, uint64_t b) { return a + b; });
  });
  d.on<arith::SubIOp>([](TileEvaluator &e, Operation *op) {
    return e.integers(op, [](uint64_t a, uint64_t b) { return a - b; });
  });
  d.on<arith::MulIOp>([](TileEvaluator &e, Operation *op) {
    return defineBitwise(e, op, 0,
                         [](uint64_t a, uint64_t b) { return a * b; });
  });
  d.on<arith::AndIOp>([](TileEvaluator &e, Operation *op) {
    return defineBitwise(e, op, 0,
                         [](uint64_t a, uint64_t b) { return a & b; });
  });
  d.on<arith::OrIOp>([](TileEvaluator &e, Operation *op) {
    return defineBitwise(e, op, ~uint64_t(0),
                         [](uint64_t a, uint64_t b) { return a | b; });
  });
  d.on<arith::XOrIOp>([](TileEvaluator &e, Operation *op) {
    return e.integers(op, [](uint64_t a, uint64_t b) { return a ^ b; });
  });
  d.on<arith::ShLIOp>(defineShift);
  d.on<arith::ShRSIOp>(defineShift);
  d.on<arith::ShRUIOp>(defineShift);
}

static void defineQuotients(Definitions &d) {
  d.on<arith::DivSIOp>([](TileEvaluator &e, Operation *op) {
    return defineQuotient(e, op, /*isSigned=*/true, /*isRemainder=*/false);
  });
  d.on<arith::DivUIOp>([](TileEvaluator &e, Operation *op) {
    return defineQuotient(e, op, /*isSigned=*/false, /*isRemainder=*/false);
  });
  d.on<arith::RemSIOp>([](TileEvaluator &e, Operation *op) {
    return defineQuotient(e, op, /*isSigned=*/true, /*isRemainder=*/true);
  });
  d.on<arith::RemUIOp>([](TileEvaluator &e, Operation *op) {
    return defineQuotient(e, op, /*isSigned=*/false, /*isRemainder=*/true);
  });
}

/// Extremes of signed numbers compare them with the sign bit flipped.
template <typename Op>
static void defineExtreme(Definitions &d, bool isSigned, bool isMax) {
  d.on<Op>([=](TileEvaluator &e, Operation *op) {
    uint64_t flip = isSigned ? uint64_t(1) << (operandNumber(op).width - 1) : 0;
    return e.integers(op, [=](uint64_t a, uint64_t b) {
      bool less = (a ^ flip) < (b ^ flip);
      return less == isMax ? b : a;
    });
  });
}

static void defineIntegerConversions(Definitions &d) {
  auto extend = [](TileEvaluator &e, Operation *op) {
    return e.integers(op, [](uint64_t a) { return a; });
  };
  auto extendSigned = [](TileEvaluator &e, Operation *op) {
    Number number = operandNumber(op);
    return e.integers(op, [=](uint64_t a) {
      return static_cast<uint64_t>(number.asSigned(a));
    });
  };
  d.on<arith::ExtUIOp>(extend);
  d.on<arith::TruncIOp>(extend);
  d.on<arith::IndexCastUIOp>(extend);
  d.on<arith::ExtSIOp>(extendSigned);
  d.on<arith::IndexCastOp>(extendSigned);
}

static void defineBitFunctions(Definitions &d) {
  d.on<math::AbsIOp>([](TileEvaluator &e, Operation *op) {
    Number number = operandNumber(op);
    return e.integers(op, [=](uint64_t a) {
      return number.asSigned(a) < 0 ? uint64_t(0) - a : a;
    });
  });
  d.on<math::CtPopOp>([](TileEvaluator &e, Operation *op) {
    return e.integers(op, [](uint64_t a) {
      return static_cast<uint64_t>(__builtin_popcountll(a));
    });
  });
  d.on<math::CountLeadingZerosOp>([](TileEvaluator &e, Operation *op) {
    unsigned width = operandNumber(op).width;
    return e.integers(op, [=](uint64_t a) -> uint64_t {
      return a ? uint64_t(__builtin_clzll(a)) - (64 - width) : width;
    });
  });
  d.on<tq::MulHiOp>([](TileEvaluator &e, Operation *op) {
    Number number = operandNumber(op);
    bool isUnsigned = cast<tq::MulHiOp>(op).getIsUnsigned();
    return e.integers(op, [=](uint64_t a, uint64_t b) -> uint64_t {
      if (isUnsigned)
        return static_cast<uint64_t>((unsigned __int128)a * b >> number.width);
      return static_cast<uint64_t>(
          (__int128)number.asSigned(a) * number.asSigned(b) >> number.width);
    });
  });
}

void tqc::tile::defineArithmetic(Definitions &d) {
  d.on<arith::ConstantOp>(defineConstant);
  defineSums(d);
  defineQuotients(d);
  defineExtreme<arith::MinSIOp>(d, /*isSigned=*/true, /*isMax=*/false);
  defineExtreme<arith::MaxSIOp>(d, /*isSigned=*/true, /*isMax=*/true);
  defineExtreme<arith::MinUIOp>(d, /*isSigned=*/false, /*isMax=*/false);
  defineExtreme<arith::MaxUIOp>(d, /*isSigned=*/false, /*isMax=*/true);
  defineIntegerConversions(d);
  defineBitFunctions(d);
  d.on<arith::CmpIOp>(defineCompareIntegers);
  d.on<arith::SelectOp>(defineSelect);
}
