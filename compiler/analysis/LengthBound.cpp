//===- LengthBound.cpp - The most that a length is ------------------------===//

#include "compiler/analysis/LengthBound.h"

#include "dialect/tq/TqDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tqc;

std::optional<double> tqc::splatConstant(Value value) {
  Attribute attribute;
  if (auto splat = value.getDefiningOp<tq::SplatOp>())
    value = splat.getSrc();
  if (!matchPattern(value, m_Constant(&attribute)))
    return std::nullopt;
  if (auto dense = dyn_cast<DenseElementsAttr>(attribute)) {
    if (!dense.isSplat())
      return std::nullopt;
    attribute = dense.getSplatValue<Attribute>();
  }
  if (auto number = dyn_cast<FloatAttr>(attribute))
    return number.getValueAsDouble();
  if (auto number = dyn_cast<IntegerAttr>(attribute);
      number && number.getValue().getSignificantBits() <= 32)
    return double(number.getValue().getSExtValue());
  return std::nullopt;
}

/// What the condition of an assumption says `length` is at most.
static std::optional<int64_t> assumedBound(Value condition, Value length) {
  using P = arith::CmpIPredicate;
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  if (!compare || compare.getLhs() != length)
    return std::nullopt;
  std::optional<double> bound = splatConstant(compare.getRhs());
  if (!bound || !llvm::is_contained({P::sle, P::slt}, compare.getPredicate()))
    return std::nullopt;
  return int64_t(*bound) - (compare.getPredicate() == P::slt);
}

std::optional<int64_t> tqc::lengthBound(func::FuncOp kernel, Value length) {
  if (std::optional<double> constant = splatConstant(length))
    return int64_t(*constant);
  std::optional<int64_t> least;
  auto atMost = [&](std::optional<int64_t> bound) {
    if (bound)
      least = std::min(least.value_or(*bound), *bound);
  };
  if (auto lesser = length.getDefiningOp<arith::MinSIOp>())
    for (Value one : lesser->getOperands())
      atMost(lengthBound(kernel, one));
  for (auto assume : kernel.getBody().front().getOps<tq::AssumeOp>())
    atMost(assumedBound(assume.getCondition(), length));
  return least;
}
