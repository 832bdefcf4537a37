//===- DefineAtomics.cpp - Changes of memory in one step ------------------===//
//
// Elements one after the other, programs one after the other: one of the orders
// that a GPU may take. What an atomic gives back depends on that order; where
// errors are followed, it is in doubt if another element could have come first.
// A scalar atomic happens once a program.
//
//===----------------------------------------------------------------------===//

#include "compiler/interpreter/BlockElements.h"
#include "compiler/interpreter/TileAccess.h"
#include "dialect/tq/TqDialect.h"

#include <cmath>

using namespace mlir;
using namespace tqc;
using namespace tqc::tile;

namespace {

/// An element in memory and what it is combined with.
struct AtomicStep {
  tq::AtomicKind kind;
  Number memory; ///< as memory holds it

  uint64_t apply(uint64_t old, uint64_t operand) const;
  uint64_t applyFloat(uint64_t old, uint64_t operand) const;
  /// What the sum may be off by, being done in another order.
  double error(uint64_t old, uint64_t operand) const;
  /// Whether what is left depends on how a device compares.
  bool isOpen(uint64_t old, uint64_t operand) const;
};

} // namespace

/// In the number's own precision; minimum and maximum ignore a NaN.
uint64_t AtomicStep::applyFloat(uint64_t old, uint64_t operand) const {
  double a = memory.decode(old), b = memory.decode(operand);
  if (kind == tq::AtomicKind::AddF)
    return memory.encode(a + b);
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) ? operand : old;
  bool isMax = kind == tq::AtomicKind::MaxF;
  if (a == b)
    return std::signbit(a) == isMax ? operand : old;
  return (a < b) == isMax ? operand : old;
}

uint64_t AtomicStep::apply(uint64_t old, uint64_t operand) const {
  int64_t a = memory.asSigned(old), b = memory.asSigned(operand);
  switch (kind) {
  case tq::AtomicKind::AddI:
    return memory.cut(old + operand);
  case tq::AtomicKind::AddF:
  case tq::AtomicKind::MinF:
  case tq::AtomicKind::MaxF:
    return applyFloat(old, operand);
  case tq::AtomicKind::MinS:
    return a < b ? old : operand;
  case tq::AtomicKind::MaxS:
    return a > b ? old : operand;
  case tq::AtomicKind::MinU:
    return std::min(old, operand);
  case tq::AtomicKind::MaxU:
    return std::max(old, operand);
  case tq::AtomicKind::And:
    return old & operand;
  case tq::AtomicKind::Or:
    return old | operand;
  case tq::AtomicKind::Xor:
    return old ^ operand;
  case tq::AtomicKind::Exchange:
    return operand;
  }
  llvm_unreachable("the switch covers every kind");
}

double AtomicStep::error(uint64_t old, uint64_t operand) const {
  if (kind != tq::AtomicKind::AddF)
    return 0;
  double a = memory.decode(old), b = memory.decode(operand);
  double sum = memory.decode(memory.encode(a + b));
  if (sum - a == b && sum - b == a)
    return 0; // nothing was lost
  return 4 * memory.roundoff() * (std::fabs(a) + std::fabs(b));
}

/// A device may compare floats as integers of the same bits: whether a NaN
/// stays then depends on its sign, and on the other's.
bool AtomicStep::isOpen(uint64_t old, uint64_t operand) const {
  bool picks = kind == tq::AtomicKind::MinF || kind == tq::AtomicKind::MaxF;
  return picks &&
         (std::isnan(memory.decode(old)) || std::isnan(memory.decode(operand)));
}

static const Tile *optional(TileEvaluator &e, Value value) {
  return value ? &e.get(value) : nullptr;
}

/// Whether the order in which others come could change what is given back.
static Doubt orderDoubt(TileEvaluator &e, Operation *op, size_t elements) {
  uint64_t programs =
      uint64_t(e.launch.grid[0]) * e.launch.grid[1] * e.launch.grid[2];
  return e.followsErrors() && (programs > 1 || elements > 1) ? Doubt::Order
                                                             : Doubt::None;
}

/// Combines memory with `value` and gives what was there.
static Tile update(TileEvaluator &e, Operation *op, tq::AtomicKind kind,
                   const Tile &pointers, const Tile *mask, Value value) {
  const Tile &operand = e.get(value);
  Number memory = TileEvaluator::memoryNumberOf(value.getType());
  AtomicStep step{kind, memory};
  TileAccess access(e, op, pointers, mask, memory, "updates");
  Tile result = e.emptyTile(value.getType());
  bool isWide = !(memory == result.number);
  Doubt order = orderDoubt(e, op, result.size());
  for (size_t i = 0; i < access.size(); ++i) {
    if (!access.isOn(i)) {
      result.setDoubt(i, Doubt::MaskedOff, op);
      continue;
    }
    size_t at = operand.size() > 1 ? i : 0;
    e.decide(op, operand, at, "is an operand of an atomic");
    Allocation *in = access.find(i);
    if (!in)
      continue;
    uint64_t offset = access.offset(i, *in);
    Doubt doubt = Doubt::None;
    double error = 0;
    uint64_t old = access.read(*in, offset, doubt, error);
    result.bits[i] = isWide ? result.number.encode(memory.decode(old)) : old;
    result.setDoubt(i, std::max(doubt, order), op);
    uint64_t with = isWide ? memory.encode(operand.real(at)) : operand.bits[at];
    error += operand.error(at);
    if (e.followsErrors())
      error += step.error(old, with);
    bool isLast = step.kind == tq::AtomicKind::Exchange;
    Doubt left = isLast ? order : std::max(doubt, operand.doubt(at));
    if (e.followsErrors() && step.isOpen(old, with))
      left = std::max(left, Doubt::Close);
    access.write(*in, offset, step.apply(old, with), left,
                 isLast ? operand.error(at) : error);
    if (doubt == Doubt::Unwritten && !isLast) {
      e.decide(op, result, i, "is combined with the operand");
      access.write(*in, offset, step.apply(old, with), Doubt::None, error);
    }
  }
  return result;
}

static bool defineRmw(TileEvaluator &e, Operation *op) {
  auto atomic = cast<tq::AtomicRmwOp>(op);
  return e.set(atomic.getResult(),
               update(e, op, atomic.getKind(), e.get(atomic.getPtr()),
                      optional(e, atomic.getMask()), atomic.getValue()));
}

static bool defineReduce(TileEvaluator &e, Operation *op) {
  auto reduce = cast<tq::DescriptorReduceOp>(op);
  BlockElements block = blockElements(e, op);
  update(e, op, reduce.getKind(), block.pointers, block.maskOrNull(),
         reduce.getValue());
  return true;
}

static bool defineCas(TileEvaluator &e, Operation *op) {
  auto atomic = cast<tq::AtomicCasOp>(op);
  const Tile &pointers = e.get(atomic.getPtr());
  const Tile &compare = e.get(atomic.getCompare());
  const Tile &value = e.get(atomic.getValue());
  Number memory = TileEvaluator::memoryNumberOf(atomic.getType());
  TileAccess access(e, op, pointers, nullptr, memory, "updates");
  Tile result = e.emptyTile(atomic.getType());
  bool isWide = !(memory == result.number);
  auto bitsOf = [&](const Tile &tile, size_t i) {
    size_t at = tile.size() > 1 ? i : 0;
    return isWide ? memory.encode(tile.real(at)) : tile.bits[at];
  };
  Doubt order = orderDoubt(e, op, result.size());
  for (size_t i = 0; i < access.size(); ++i) {
    Allocation *in = access.find(i);
    if (!in)
      continue;
    uint64_t offset = access.offset(i, *in);
    Doubt doubt = Doubt::None;
    double error = 0;
    uint64_t old = access.read(*in, offset, doubt, error);
    result.bits[i] = isWide ? result.number.encode(memory.decode(old)) : old;
    result.setDoubt(i, std::max(doubt, order), op);
    e.decide(op, result, i, "is combined with the operand");
    // Bits are compared, as the hardware compares them.
    if (old == bitsOf(compare, i))
      access.write(*in, offset, bitsOf(value, i), Doubt::None, 0);
  }
  return e.set(atomic.getResult(), std::move(result));
}

void tqc::tile::defineAtomics(Definitions &d) {
  d.on<tq::AtomicRmwOp>(defineRmw);
  d.on<tq::AtomicCasOp>(defineCas);
  d.on<tq::DescriptorReduceOp>(defineReduce);
}
