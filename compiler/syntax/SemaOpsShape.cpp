//===- SemaOpsShape.cpp - Broadcasts and reshapes -------------------------===//

#include "compiler/syntax/SemaMessages.h"
#include "compiler/syntax/SemaOps.h"

namespace tqc::sema {

Value TileOps::splat(const Value &scalar, llvm::ArrayRef<int64_t> shape) {
  if (scalar.isError() || shape.empty())
    return scalar;
  TileType type = scalar.type.withShape(shape);
  return Value::runtime(type, builder().splat(scalar.ref, type));
}

Value TileOps::broadcastTo(const Value &value, llvm::ArrayRef<int64_t> shape,
                           const At &at) {
  if (value.isError())
    return value;
  if (!value.type.isBlock())
    return splat(value, shape);
  llvm::ArrayRef<int64_t> from = value.type.shape;
  if (from == shape)
    return value;
  bool fits = from.size() == shape.size();
  for (size_t i = 0; fits && i < from.size(); ++i)
    fits = from[i] == shape[i] || from[i] == 1;
  TileType type = value.type.withShape(shape);
  if (!fits) {
    msg::cannotBroadcastTo(report, at, value.type, type);
    return Value::error();
  }
  return Value::runtime(type, builder().broadcast(value.ref, type));
}

bool TileOps::broadcastTogether(Value &lhs, Value &rhs, const At &at) {
  if (lhs.isError() || rhs.isError())
    return false;
  if (!lhs.type.isBlock() && !rhs.type.isBlock())
    return true;
  if (!lhs.type.isBlock()) {
    lhs = splat(lhs, rhs.type.shape);
    return true;
  }
  if (!rhs.type.isBlock()) {
    rhs = splat(rhs, lhs.type.shape);
    return true;
  }
  TileType left = lhs.type, right = rhs.type;
  llvm::SmallVector<int64_t, 4> a = left.shape, b = right.shape;
  while (a.size() < b.size())
    a.insert(a.begin(), 1);
  while (b.size() < a.size())
    b.insert(b.begin(), 1);
  llvm::SmallVector<int64_t, 4> common;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i] && a[i] != 1 && b[i] != 1) {
      msg::shapesDiffer(report, at, left, right);
      return false;
    }
    common.push_back(a[i] == 1 ? b[i] : a[i]);
  }
  for (Value *side : {&lhs, &rhs}) {
    while (side->type.shape.size() < common.size())
      *side = expandDims(*side, 0);
    *side = broadcastTo(*side, common, at);
  }
  return true;
}

Value TileOps::expandDims(const Value &value, int axis) {
  if (value.isError())
    return value;
  TileType type = value.type;
  type.shape.insert(type.shape.begin() + axis, 1);
  if (!value.type.isBlock())
    return splat(value, type.shape);
  return Value::runtime(type, builder().expandDims(value.ref, axis, type));
}

Value TileOps::reshape(const Value &value, llvm::ArrayRef<int64_t> shape,
                       bool anyOrder, const At &at) {
  if (value.isError())
    return value;
  TileType type = value.type.withShape(shape);
  if (type.elements() != value.type.elements()) {
    msg::reshapeCount(report, at.whole, value.type, type);
    return Value::error();
  }
  if (!value.type.isBlock())
    return splat(value, shape);
  if (shape.empty())
    return unsplat(value, at);
  if (value.type.shape == type.shape)
    return value;
  return Value::runtime(type, builder().reshape(value.ref, type, anyOrder));
}

Value TileOps::transpose(const Value &value, llvm::ArrayRef<int> order,
                         const At &at) {
  if (value.isError())
    return value;
  size_t rank = value.type.shape.size();
  llvm::SmallVector<bool, 4> seen(rank, false);
  bool isPermutation = order.size() == rank;
  for (int from : order) {
    isPermutation &= from >= 0 && from < int(rank) && !seen[from];
    if (!isPermutation)
      break;
    seen[from] = true;
  }
  if (!isPermutation) {
    msg::notAPermutation(report, at.whole, at.what, value.type);
    return Value::error();
  }
  TileType type = value.type;
  for (size_t i = 0; i < rank; ++i)
    type.shape[i] = value.type.shape[order[i]];
  return Value::runtime(type, builder().transpose(value.ref, order, type));
}

Value TileOps::unsplat(const Value &value, const At &at) {
  if (value.isError() || !value.type.isBlock())
    return value;
  if (value.type.elements() != 1) {
    msg::notASingleElement(report, at.whole, at.what, value.type);
    return Value::error();
  }
  // A reduction over the only element: the combine function is never called.
  Value result = value;
  while (result.type.isBlock()) {
    TileType type = result.type;
    type.shape.pop_back();
    TileType scalar = type.scalar();
    Refs refs = builder().reduce(
        {result.ref}, {result.type}, int(type.shape.size()), {type},
        [&](llvm::ArrayRef<Ref> operands) { return Refs{operands[0]}; });
    result = Value::runtime(type, refs[0]);
  }
  return result;
}

} // namespace tqc::sema
