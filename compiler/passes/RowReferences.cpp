//===- RowReferences.cpp - What the weights of a row count from -----------===//
//
// See RowReferencesPass in Passes.td for what the pass promises.
//
// A loop of attention counts the exponents of a row's weights from the largest
// score so far, so that none overflows:
//
//     m' = max(m, scores)    c = exp2(m - m')    p = exp2(scores - m')
//     l = l * c + sum(p)     acc = acc * c + p V
//
// What comes of acc / l does not depend on m, as long as all use the same. To
// know that of a program as it was written, let all numbers m of a row be
// larger by a shift, and follow what that does to values. There are two ways:
//
//     a difference   m itself is larger by the shift, scores - m' smaller
//     a factor       exp2 of a difference: p is smaller by 2^shift
//
// Each is some number of times the shift of this iteration, `now`, and of the
// one before: of c, which leads from one to the other, 1 and -1. Products add
// the numbers, sums want them to be the same, and a logarithm makes a
// difference of a factor again. A loop must carry on what it was given: what
// was a factor of the shift before is one of the shift now. Values that leave,
// by a store or a branch, must depend on neither; nor may any op that is not
// known here see them. (A gauge transformation, in physics; the invariance
// itself is Milakov and Gimelshein's, "Online normalizer calculation for
// softmax", 2018.)
//
// Rows are the first dimension of a tile: nothing may mix them. A number that
// stays 8 behind makes weights 256 times as large, and sums of them: so these
// may be rounded to fp16 only as weights are, and to fp8 not at all (a factor
// of 448, which is usual there, leaves no room).
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/RowReferences.h"

#include "compiler/passes/Passes.h"
#include "dialect/tq/TqDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"

namespace tqc {
#define GEN_PASS_DEF_ROWREFERENCESPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;

/// How far a row's number may stay behind its maximum: as powers of 2, and of
/// e.
static constexpr float kLag = 8, kNaturalLag = 5;

namespace {

/// How often the shift of this iteration and of the one before are in a value.
struct Shift {
  enum class Kind { None, Difference, Factor } kind = Kind::None;
  int now = 0, before = 0;
  bool isWeight = false; ///< an exponential, perhaps times a small number

  bool operator==(const Shift &other) const {
    return kind == other.kind && now == other.now && before == other.before;
  }
  explicit operator bool() const { return kind != Kind::None; }
  /// Of two alike: weights only if both are.
  Shift with(const Shift &other) const {
    return {kind, now, before, isWeight && other.isWeight};
  }
  Shift times(int factor) const {
    return {kind, now * factor, before * factor, isWeight};
  }
};

class ShiftWalk {
public:
  ShiftWalk(scf::ForOp loop, RowReference reference)
      : loop(loop), reference(reference),
        rows(cast<RankedTensorType>(reference.most->getResult(0).getType())
                 .getDimSize(0)) {}

  /// Why results would be others (up to rounding) if a row counted from another
  /// number than its largest, or an empty text.
  std::string run();
  float lag() const { return *isNatural ? kNaturalLag : kLag; }

private:
  bool seesInside(Operation *op);
  std::string follow(Operation *op);
  std::string followLoop(scf::ForOp loop);
  std::string followBody(scf::ForOp loop, RowReference own);
  std::string followBranch(scf::IfOp branch);
  std::string followBlock(Block &block);
  std::optional<Shift> resultOf(Operation *op);
  std::optional<Shift> sum(Value a, Value b, int sign);
  std::optional<Shift> product(Value a, Value b, int sign);
  std::optional<Shift> power(Operation *op, bool isNatural);
  std::optional<Shift> logarithm(Operation *op, bool isNatural);
  bool isOfRows(Type type) const;
  Shift at(Value value) const { return shifts.lookup(value); }

  scf::ForOp loop;
  RowReference reference;
  int64_t rows;
  std::optional<bool> isNatural;
  DenseMap<Value, Shift> shifts; // looked up, not walked
};

} // namespace

static bool isZero(Value value) {
  return matchPattern(value, m_AnyZeroFloat());
}

static Shift none() { return {}; }

/// What a weight may be multiplied by before it is rounded to fp16: of 256
/// times as much fp16 still has room for it.
static constexpr float kMostOfWeight = 128;

/// Whether a rounding has room for a factor of `kLag` powers of 2 more: to the
/// exponents of fp32, or to those of fp16 if it is of weights.
static bool hasRoom(arith::TruncFOp rounding, bool ofWeights) {
  Type to = getElementTypeOrSelf(rounding.getType());
  return to.isBF16() || (to.isF16() && ofWeights);
}

/// A shift that cancels is none.
static Shift settled(Shift shift) {
  return shift.now == 0 && shift.before == 0 ? none() : shift;
}

bool ShiftWalk::isOfRows(Type type) const {
  auto tile = dyn_cast<RankedTensorType>(type);
  return tile && isa<FloatType>(tile.getElementType()) && tile.getRank() > 0 &&
         tile.getDimSize(0) == rows;
}

std::optional<Shift> ShiftWalk::sum(Value a, Value b, int sign) {
  Shift left = at(a), right = at(b).times(sign);
  if (left.kind == Shift::Kind::Factor || right.kind == Shift::Kind::Factor) {
    Shift factors = left ? left : at(b);
    bool areLike =
        (at(a) == factors || isZero(a)) && (at(b) == factors || isZero(b));
    factors.isWeight = false;
    return areLike ? std::optional(factors) : std::nullopt;
  }
  return settled({Shift::Kind::Difference, left.now + right.now,
                  left.before + right.before});
}

std::optional<Shift> ShiftWalk::product(Value a, Value b, int sign) {
  Shift left = at(a), right = at(b).times(sign);
  if (left.kind == Shift::Kind::Difference ||
      right.kind == Shift::Kind::Difference)
    return std::nullopt;
  APFloat number(0.0f);
  bool staysSmall = left.isWeight && sign == 1 &&
                    matchPattern(b, m_ConstantFloat(&number)) &&
                    abs(number) <= APFloat(kMostOfWeight);
  return settled({Shift::Kind::Factor, left.now + right.now,
                  left.before + right.before, staysSmall});
}

/// exp2 or exp: all must be powers of the same number.
std::optional<Shift> ShiftWalk::power(Operation *op, bool natural) {
  Shift shift = at(op->getOperand(0));
  if (shift.kind != Shift::Kind::Difference ||
      isNatural.value_or(natural) != natural)
    return std::nullopt;
  isNatural = natural;
  return Shift{Shift::Kind::Factor, -shift.now, -shift.before,
               /*isWeight=*/true};
}

std::optional<Shift> ShiftWalk::logarithm(Operation *op, bool natural) {
  Shift shift = at(op->getOperand(0));
  if (shift.kind != Shift::Kind::Factor ||
      isNatural.value_or(!natural) != natural)
    return std::nullopt;
  return Shift{Shift::Kind::Difference, -shift.now, -shift.before};
}

/// Whether a reduction adds up along another dimension than that of rows.
static bool isSumOfRow(tq::ReduceOp reduce) {
  Block &combine = reduce.getCombine().front();
  return reduce.getSrcs().size() == 1 && reduce.getAxis() != 0 &&
         isa<arith::AddFOp>(combine.front()) &&
         combine.front().getOperands() == combine.getArguments() &&
         combine.getTerminator()->getOperand(0).getDefiningOp() ==
             &combine.front();
}

/// The shift of an op's result, or nothing if it may not see its operands'.
std::optional<Shift> ShiftWalk::resultOf(Operation *op) {
  using Answer = std::optional<Shift>;
  auto ofFactor = [&](Value value) -> Answer {
    Shift shift = at(value);
    return shift.kind == Shift::Kind::Factor ? Answer(shift) : Answer();
  };
  auto asSum = [&](Value value) -> Answer {
    Answer shift = ofFactor(value);
    if (shift)
      shift->isWeight = false;
    return shift;
  };
  return llvm::TypeSwitch<Operation *, Answer>(op)
      .Case<arith::AddFOp>(
          [&](auto add) { return sum(add.getLhs(), add.getRhs(), 1); })
      .Case<arith::SubFOp>(
          [&](auto sub) { return sum(sub.getLhs(), sub.getRhs(), -1); })
      .Case<arith::MulFOp>(
          [&](auto mul) { return product(mul.getLhs(), mul.getRhs(), 1); })
      .Case<arith::DivFOp>(
          [&](auto div) { return product(div.getLhs(), div.getRhs(), -1); })
      .Case<math::Exp2Op>([&](auto) { return power(op, false); })
      .Case<math::ExpOp>([&](auto) { return power(op, true); })
      .Case<math::Log2Op>([&](auto) { return logarithm(op, false); })
      .Case<math::LogOp>([&](auto) { return logarithm(op, true); })
      .Case<arith::TruncFOp>([&](arith::TruncFOp rounding) -> Answer {
        Shift shift = at(rounding.getIn());
        return hasRoom(rounding, shift.isWeight) ? ofFactor(rounding.getIn())
                                                 : Answer();
      })
      .Case<arith::ExtFOp>([&](auto) { return ofFactor(op->getOperand(0)); })
      .Case<tq::BroadcastOp>([&](auto) { return at(op->getOperand(0)); })
      .Case<tq::ExpandDimsOp>([&](tq::ExpandDimsOp expand) -> Answer {
        return expand.getAxis() != 0 ? Answer(at(expand.getSrc())) : Answer();
      })
      .Case<arith::SelectOp>([&](arith::SelectOp select) -> Answer {
        Value yes = select.getTrueValue(), no = select.getFalseValue();
        if (at(select.getCondition()))
          return Answer();
        if (isZero(yes) || isZero(no))
          return ofFactor(isZero(yes) ? no : yes);
        bool areFactors = at(yes) == at(no) && ofFactor(yes);
        return areFactors ? Answer(at(yes).with(at(no))) : Answer();
      })
      .Case<tq::ReduceOp>([&](tq::ReduceOp reduce) -> Answer {
        return isSumOfRow(reduce) ? asSum(reduce.getSrcs().front()) : Answer();
      })
      .Case<tq::DotOp>([&](tq::DotOp dot) -> Answer {
        bool startsAlike =
            at(dot.getAcc()) == at(dot.getA()) || isZero(dot.getAcc());
        bool isOfF32 = dot.getType().getElementType().isF32() &&
                       dot.getType().getRank() == 2;
        return isOfF32 && !at(dot.getB()) && startsAlike ? asSum(dot.getA())
                                                         : Answer();
      })
      .Default([](Operation *) { return Answer(); });
}

static std::string seenBy(Operation *op) {
  return llvm::formatv("`{0}` needs the largest number of a row itself",
                       op->getName().getStringRef());
}

bool ShiftWalk::seesInside(Operation *op) {
  return op
      ->walk([&](Operation *inner) {
        bool sees =
            inner != op && llvm::any_of(inner->getOperands(),
                                        [&](Value v) { return bool(at(v)); });
        return sees ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

std::string ShiftWalk::follow(Operation *op) {
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return followBranch(branch);
  bool sees =
      llvm::any_of(op->getOperands(), [&](Value v) { return bool(at(v)); });
  if (auto loop = dyn_cast<scf::ForOp>(op); loop && sees)
    return followLoop(loop);
  if (seesInside(op))
    return seenBy(op);
  if (!sees)
    return {};
  std::optional<Shift> shift = resultOf(op);
  if (!shift || (*shift && !isOfRows(op->getResult(0).getType())))
    return seenBy(op);
  shifts[op->getResult(0)] = *shift;
  return {};
}

std::string ShiftWalk::followBlock(Block &block) {
  for (Operation &op : block.without_terminator())
    if (std::string why = follow(&op); !why.empty())
      return why;
  return {};
}

/// Both ways give the same.
std::string ShiftWalk::followBranch(scf::IfOp branch) {
  if (at(branch.getCondition()))
    return seenBy(branch);
  for (Region *region : {&branch.getThenRegion(), &branch.getElseRegion()})
    if (!region->empty())
      if (std::string why = followBlock(region->front()); !why.empty())
        return why;
  for (unsigned i = 0; i < branch.getNumResults(); ++i) {
    Shift yes = at(branch.thenYield()->getOperand(i));
    Shift no = at(branch.elseYield()->getOperand(i));
    if (!(yes == no))
      return seenBy(branch);
    shifts[branch.getResult(i)] = yes.with(no);
  }
  return {};
}

/// A loop that is given the numbers of another, or the first one.
std::string ShiftWalk::followBody(scf::ForOp loop, RowReference own) {
  const Shift largest{Shift::Kind::Difference, 0, 1};
  const Shift scaled{Shift::Kind::Factor, 0, 1};
  auto carried = [&](unsigned i) {
    bool isOther = !isOfRows(loop.getRegionIterArg(i).getType());
    return i == own.number ? largest : isOther ? none() : scaled;
  };
  auto isNow = [](Shift shift, Shift before) {
    return shift.kind == before.kind && shift.now == before.before &&
           shift.before == 0;
  };
  for (BlockArgument argument : loop.getRegionIterArgs())
    shifts[argument] = carried(argument.getArgNumber() - 1);
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (&op != own.most) {
      if (std::string why = follow(&op); !why.empty())
        return why;
      continue;
    }
    for (Value operand : op.getOperands())
      if (operand != loop.getRegionIterArg(own.number) && at(operand))
        return seenBy(&op);
    shifts[op.getResult(0)] = {Shift::Kind::Difference, 1, 0};
  }
  for (auto [i, value] : llvm::enumerate(loop.getYieldedValues())) {
    if (!isNow(at(value), carried(i)))
      return "the loop carries numbers that are not scaled with its sums";
    shifts[loop.getResult(i)] = at(value);
  }
  return {};
}

/// A loop behind it starts from the same numbers and goes on in the same way:
/// it may not look back to them, of which its own shifts are no longer those.
std::string ShiftWalk::followLoop(scf::ForOp loop) {
  RowReference own = rowReferenceOf(loop);
  if (!own.most || seesInside(loop))
    return seenBy(loop);
  for (auto [i, init] : llvm::enumerate(loop.getInits())) {
    bool isOfSums = i != own.number && isOfRows(init.getType());
    Shift given = at(init);
    bool fits = i == own.number ? given == Shift{Shift::Kind::Difference, 1, 0}
                : isOfSums
                    ? given == Shift{Shift::Kind::Factor, 1, 0} || isZero(init)
                    : !given;
    if (!fits)
      return seenBy(loop);
  }
  return followBody(loop, own);
}

std::string ShiftWalk::run() {
  if (std::string why = followBody(loop, reference); !why.empty())
    return why;
  if (!isNatural)
    return "nothing is counted from the largest number of a row";
  for (Operation *op = loop->getNextNode(); op; op = op->getNextNode())
    if (std::string why = follow(op); !why.empty())
      return why;
  return {};
}

RowReference tqc::rowReferenceOf(scf::ForOp loop) {
  for (auto [i, yielded] : llvm::enumerate(loop.getYieldedValues())) {
    Operation *most = yielded.getDefiningOp();
    auto tile = dyn_cast<RankedTensorType>(yielded.getType());
    if (isa_and_nonnull<arith::MaximumFOp, arith::MaxNumFOp>(most) && tile &&
        tile.getRank() == 1 && tile.getElementType().isF32() &&
        most->getBlock() == loop.getBody() &&
        llvm::is_contained(most->getOperands(), loop.getRegionIterArg(i)))
      return {unsigned(i), most};
  }
  return {};
}

namespace {

struct RowReferences : tqc::impl::RowReferencesPassBase<RowReferences> {
  void runOnOperation() override {
    Builder builder(&getContext());
    getOperation().walk([&](scf::ForOp loop) {
      RowReference reference = rowReferenceOf(loop);
      if (!reference.most)
        return;
      ShiftWalk walk(loop, reference);
      std::string why = walk.run();
      loop->setAttr(tq::kLagAttr,
                    why.empty() ? Attribute(builder.getF32FloatAttr(walk.lag()))
                                : builder.getStringAttr(why));
    });
  }
};

} // namespace
