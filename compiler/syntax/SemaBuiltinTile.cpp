//===- SemaBuiltinTile.cpp - Programs, new tiles, shapes ------------------===//

#include "compiler/syntax/SemaEvaluator.h"
#include "compiler/syntax/SemaMessages.h"
#include "compiler/syntax/SemaTypes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <set>

namespace tqc::sema {

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

Value Evaluator::doProgramId(BoundCall &call) {
  std::optional<int> which = axis(call, "axis", 3);
  if (!which)
    return Value::error();
  return Value::runtime(TileType(Elem::I32), builder().programId(*which));
}

Value Evaluator::doNumPrograms(BoundCall &call) {
  std::optional<int> which = axis(call, "axis", 3);
  if (!which)
    return Value::error();
  return Value::runtime(TileType(Elem::I32), builder().numPrograms(*which));
}

//===----------------------------------------------------------------------===//
// New tiles
//===----------------------------------------------------------------------===//

Value Evaluator::doArange(BoundCall &call) {
  std::optional<int64_t> start = integer(call, "start");
  std::optional<int64_t> end = integer(call, "end");
  if (!start || !end)
    return Value::error();
  if (*end <= *start) {
    msg::emptyArange(report, call.span, *start, *end);
    return Value::error();
  }
  if (*start < INT32_MIN || *end > INT32_MAX) {
    msg::arangeTooFar(report, call.span);
    return Value::error();
  }
  uint64_t count = uint64_t(*end - *start);
  if (*start < 0) { // as Triton has it
    msg::arangeNegative(report, call.span, *start, int64_t(count));
    return Value::error();
  }
  if (!llvm::isPowerOf2_64(count)) {
    msg::arangeNotPowerOfTwo(report, call.span, int64_t(count),
                             int64_t(llvm::PowerOf2Ceil(count)));
    return Value::error();
  }
  if (count > 1048576) {
    msg::tileTooLarge(report, call.span, "`tl.arange`");
    return Value::error();
  }
  return Value::runtime(TileType(Elem::I32, {int64_t(count)}),
                        builder().range(*start, *end));
}

Value Evaluator::doFull(BoundCall &call) {
  std::optional<Shape> extents =
      shape(call.value("shape"), call["shape"].span, "the shape");
  std::optional<TileType> elem = type(call, "dtype");
  if (!extents || !elem)
    return Value::error();
  const Value &value = call.value("value");
  if (elem->pointer || elem->isBlock()) {
    msg::notANumberType(report, call["dtype"].span, "`dtype` of " + call.what(),
                        *elem);
    return Value::error();
  }
  if (value.isRuntime()) {
    Value scalar = ops.unsplat(value, call.at("value"));
    return ops.splat(ops.cast(scalar, *elem, call.at("value")), *extents);
  }
  if (!value.isNumber()) {
    msg::notATensor(report, call["value"].span, call.what(), value);
    return Value::error();
  }
  // As in Triton: zero is zero, integers wrap within 64 bits of their sign.
  bool isReal = value.is(Value::Kind::Float) && value.number != 0;
  Elem widest = isSigned(elem->elem) ? Elem::I64 : Elem::U64;
  if (isInteger(elem->elem) && value.isIntegral() &&
      (value.asInteger() < minInteger(widest) ||
       value.asInteger() > maxInteger(widest))) {
    msg::literalOutOfRange(report, call["value"].span, value, elem->elem);
    return Value::error();
  }
  if (isReal && isInteger(elem->elem)) {
    msg::floatInIntegerTile(report, call["value"].span, value, *elem);
    return Value::error();
  }
  // Of a truth value not the lowest bit counts.
  Value number =
      elem->elem == Elem::I1 ? Value::boolean(value.asDouble() != 0) : value;
  return ops.splat(ops.constant(number, elem->elem), *extents);
}

Value Evaluator::doToTensor(BoundCall &call) { return tensor(call, "x"); }

Value Evaluator::doCast(BoundCall &call) {
  std::optional<TileType> to = type(call, "dtype");
  std::optional<std::string> rounding = string(call, "fp_downcast_rounding");
  std::optional<bool> bits = boolean(call, "bitcast");
  Value input = tensor(call, "input");
  if (!to || !rounding || !bits || input.isError())
    return Value::error();
  TileType scalar = to->scalar();
  At at{call.span, call["input"].span, call["dtype"].span, call.what()};
  if (*bits)
    return ops.bitcast(input, scalar, at);
  if (!rounding->empty() && input.type.scalar() != scalar) {
    bool narrows = isFloat(input.type.elem) && isFloat(scalar.elem) &&
                   bitWidth(scalar.elem) < bitWidth(input.type.elem);
    if (*rounding != "rtne" && *rounding != "rtz") {
      msg::unknownOption(report, call["fp_downcast_rounding"].span, *rounding,
                         "'rtne' or 'rtz'");
      return Value::error();
    }
    if (!narrows) {
      msg::roundingWithoutNeed(report, call["fp_downcast_rounding"].span,
                               input.type.scalar(), scalar);
      return Value::error();
    }
  }
  return ops.cast(input, scalar, at, *rounding == "rtz");
}

//===----------------------------------------------------------------------===//
// Broadcasts
//===----------------------------------------------------------------------===//

Value Evaluator::doBroadcast(BoundCall &call) {
  Value lhs = tensor(call, "input"), rhs = tensor(call, "other");
  if (!ops.broadcastTogether(lhs, rhs, call.at("input", "other")))
    return Value::error();
  return Value::tuple({lhs, rhs});
}

Value Evaluator::doBroadcastTo(BoundCall &call) {
  std::optional<Shape> extents =
      shape(call.value("shape"), call["shape"].span, "the shape");
  Value input = tensor(call, "input");
  if (!extents || input.isError())
    return Value::error();
  return ops.broadcastTo(input, *extents, call.at("input"));
}

Value Evaluator::doExpandDims(BoundCall &call) {
  Value input = tensor(call, "input");
  std::optional<Shape> axes =
      integers(call.value("axis"), call["axis"].span, "`axis`");
  if (!axes || input.isError())
    return Value::error();
  int64_t rank = int64_t(input.type.shape.size() + axes->size());
  std::set<int> sorted;
  for (int64_t axis : *axes) {
    if (axis < -rank || axis >= rank) {
      msg::axisOutOfRange(report, call["axis"].span, call.what(), axis,
                          size_t(rank));
      return Value::error();
    }
    if (!sorted.insert(int(axis < 0 ? axis + rank : axis)).second) {
      msg::axisTwice(report, call["axis"].span, axis);
      return Value::error();
    }
  }
  for (int axis : sorted)
    input = ops.expandDims(input, axis);
  return input;
}

//===----------------------------------------------------------------------===//
// Reshapes
//===----------------------------------------------------------------------===//

Value Evaluator::doReshape(BoundCall &call) {
  std::optional<Shape> extents =
      shape(call.value("shape"), call["shape"].span, "the shape");
  std::optional<bool> anyOrder = boolean(call, "can_reorder");
  Value input = tensor(call, "input");
  if (!extents || !anyOrder || input.isError())
    return Value::error();
  return ops.reshape(input, *extents, *anyOrder, call.at("input"));
}

Value Evaluator::doView(BoundCall &call) {
  std::optional<Shape> extents =
      shape(call.value("shape"), call["shape"].span, "the shape");
  Value input = tensor(call, "input");
  if (!extents || input.isError())
    return Value::error();
  return ops.reshape(input, *extents, /*anyOrder=*/true, call.at("input"));
}

Value Evaluator::doTrans(BoundCall &call) {
  if (!call.value("dims").elements().empty())
    return doPermute(call);
  Value input = tensor(call, "input");
  if (input.isError())
    return input;
  int rank = int(input.type.shape.size());
  if (rank < 2) {
    msg::notAPermutation(report, call.span, call.what(), input.type);
    return Value::error();
  }
  llvm::SmallVector<int, 4> order;
  for (int i = 0; i < rank - 2; ++i)
    order.push_back(i);
  order.push_back(rank - 1);
  order.push_back(rank - 2);
  return ops.transpose(input, order, call.at("input"));
}

Value Evaluator::doPermute(BoundCall &call) {
  std::optional<Shape> dims =
      integers(call.value("dims"), call["dims"].span, "the dimensions");
  Value input = tensor(call, "input");
  if (!dims || input.isError())
    return Value::error();
  llvm::SmallVector<int, 4> order;
  for (int64_t axis : *dims) // what is no axis stays none when it is narrowed
    order.push_back(int(std::clamp<int64_t>(axis, -1, INT32_MAX)));
  return ops.transpose(input, order, call.at("input"));
}

Value Evaluator::doCat(BoundCall &call) {
  std::optional<bool> anyOrder = boolean(call, "can_reorder");
  Value lhs = tensor(call, "input"), rhs = tensor(call, "other");
  if (!anyOrder || lhs.isError() || rhs.isError())
    return Value::error();
  if (!*anyOrder) {
    msg::catOrder(report, call.span);
    return Value::error();
  }
  if (lhs.type != rhs.type || lhs.type.shape.size() != 1) {
    msg::catTypes(report, call.at("input", "other"), lhs.type, rhs.type);
    return Value::error();
  }
  TileType result = lhs.type.withShape({lhs.type.shape[0] * 2});
  return Value::runtime(result, builder().cat(lhs.ref, rhs.ref, result));
}

Value Evaluator::doJoin(BoundCall &call) {
  Value lhs = tensor(call, "a"), rhs = tensor(call, "b");
  At at = call.at("a", "b");
  if (!ops.broadcastTogether(lhs, rhs, at))
    return Value::error();
  if (lhs.type.scalar() != rhs.type.scalar()) {
    msg::operandTypes(report, at, lhs.type.scalar(), rhs.type.scalar());
    return Value::error();
  }
  bool scalars = !lhs.type.isBlock();
  if (scalars) {
    lhs = ops.expandDims(lhs, 0);
    rhs = ops.expandDims(rhs, 0);
  }
  TileType type = lhs.type;
  type.shape.push_back(2);
  Value result = Value::runtime(type, builder().join(lhs.ref, rhs.ref, type));
  return scalars ? ops.reshape(result, {2}, false, at) : result;
}

Value Evaluator::doSplit(BoundCall &call) {
  Value input = tensor(call, "a");
  if (input.isError())
    return input;
  if (!input.type.isBlock() || input.type.shape.back() != 2) {
    msg::splitExtent(report, call["a"].span, input.type);
    return Value::error();
  }
  bool scalars = input.type.shape.size() == 1;
  if (scalars)
    input = ops.expandDims(input, 0);
  TileType type = input.type;
  type.shape.pop_back();
  auto [first, second] = builder().split(input.ref, type);
  Value lhs = Value::runtime(type, first), rhs = Value::runtime(type, second);
  if (scalars) {
    lhs = ops.unsplat(lhs, call.at());
    rhs = ops.unsplat(rhs, call.at());
  }
  return Value::tuple({lhs, rhs});
}

Value Evaluator::doItem(BoundCall &call) {
  Value input = tensor(call, "input");
  return ops.unsplat(input, call.at("input"));
}

Value Evaluator::doGather(BoundCall &call) {
  Value source = tensor(call, "src"), index = tensor(call, "index");
  if (source.isError() || index.isError())
    return Value::error();
  At at = call.at("src", "index");
  size_t rank = source.type.shape.size();
  std::optional<int> along = axis(call, "axis", rank);
  if (!along)
    return Value::error();
  bool fits = index.type.shape.size() == rank && !index.type.pointer &&
              isInteger(index.type.elem);
  for (size_t i = 0; fits && i < rank; ++i)
    fits = int(i) == *along || index.type.shape[i] == source.type.shape[i];
  if (!fits) {
    msg::gatherShapes(report, at, source.type, index.type, *along);
    return Value::error();
  }
  TileType result = source.type.withShape(index.type.shape);
  return Value::runtime(
      result, builder().gather(source.ref, index.ref, *along, result));
}

Value Evaluator::doHistogram(BoundCall &call) {
  Value input = tensor(call, "input");
  std::optional<int64_t> bins = integer(call, "num_bins");
  if (input.isError() || !bins)
    return Value::error();
  if (input.type.shape.size() != 1 || !isInteger(input.type.elem) ||
      input.type.pointer) {
    msg::histogramInput(report, call["input"].span, input.type);
    return Value::error();
  }
  if (*bins <= 0 || !llvm::isPowerOf2_64(uint64_t(*bins))) {
    msg::extentNotPowerOfTwo(report, call["num_bins"].span, "`num_bins`",
                             *bins);
    return Value::error();
  }
  Ref mask = nullptr;
  if (!call.value("mask").isNone()) {
    Value value = ops.broadcastTo(tensor(call, "mask"), input.type.shape,
                                  call.at("mask"));
    if (value.isError())
      return value;
    if (value.type.elem != Elem::I1) {
      msg::maskType(report, call["mask"].span, value.type);
      return Value::error();
    }
    mask = value.ref;
  }
  return Value::runtime(TileType(Elem::I32, {*bins}),
                        builder().histogram(input.ref, *bins, mask));
}

} // namespace tqc::sema
