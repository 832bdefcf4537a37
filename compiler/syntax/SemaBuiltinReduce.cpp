//===- SemaBuiltinReduce.cpp - Reductions, scans, matrix products ---------===//

#include "compiler/syntax/SemaEvaluator.h"
#include "compiler/syntax/SemaMessages.h"
#include "compiler/syntax/SemaTypes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace tqc::sema {

//===----------------------------------------------------------------------===//
// Combine functions
//===----------------------------------------------------------------------===//

Refs Evaluator::callCombine(const Value &function, llvm::ArrayRef<Ref> operands,
                            llvm::ArrayRef<TileType> types, Span at) {
  CallSite site{at, {}, {}};
  size_t count = types.size();
  for (size_t i = 0; i < operands.size(); ++i)
    site.positional.push_back(
        {Value::runtime(types[i % count].scalar(), operands[i]), at, nullptr});
  unsigned errors = report.errorCount();
  // The function may not return from inside a loop of the caller.
  Value result = invoke(function, std::move(site));
  std::vector<Value> results =
      result.isTuple() ? result.elements() : std::vector<Value>{result};
  Refs refs;
  for (size_t i = 0; i < count; ++i) {
    bool fits = results.size() == count && results[i].isRuntime() &&
                results[i].type == types[i].scalar();
    if (!fits && report.errorCount() == errors)
      msg::combineResult(report, at, function, types, results);
    // A stand-in keeps the builder going until the error is shown.
    refs.push_back(fits ? results[i].ref : operands[i]);
  }
  return refs;
}

Value Evaluator::combineTiles(BoundCall &call, bool isScan) {
  const Value &input = call.value("input");
  bool single = !input.isTuple();
  std::vector<Value> tiles =
      single ? std::vector<Value>{input} : input.elements();
  for (Value &tile : tiles) {
    tile = ops.tensor(tile, call.at("input"));
    if (tile.isError())
      return tile;
    if (tile.type.pointer) {
      msg::badOperand(report, call["input"].span, call.what(), tile);
      return Value::error();
    }
    if (tile.type.shape != tiles[0].type.shape) {
      msg::shapesDiffer(report, call.at("input", "input"), tiles[0].type,
                        tile.type);
      return Value::error();
    }
  }
  const Value &function = call.value("combine_fn");
  if (!function.is(Value::Kind::Function)) {
    msg::combineFunction(report, call["combine_fn"].span, function);
    return Value::error();
  }
  std::optional<bool> flag = boolean(call, isScan ? "reverse" : "keep_dims");
  if (!flag)
    return Value::error();
  size_t rank = tiles[0].type.shape.size();
  int along = 0;
  bool all = !isScan && call.value("axis").isNone();
  if (rank == 0 && (all || isScan)) {
    // A scalar is its own sum.
    return single ? tiles[0] : Value::tuple(std::move(tiles));
  }
  if (all) {
    for (Value &tile : tiles)
      tile = ops.reshape(tile, {tile.type.elements()}, /*anyOrder=*/true,
                         call.at("input"));
  } else {
    std::optional<int64_t> given = integer(call, "axis");
    if (!given)
      return Value::error();
    if (*given < -int64_t(rank) || *given >= int64_t(rank)) {
      msg::noSuchAxis(report, call["axis"].span, call.what(), tiles[0].type,
                      *given);
      return Value::error();
    }
    along = int(*given < 0 ? *given + int64_t(rank) : *given);
  }
  Refs refs;
  llvm::SmallVector<TileType, 4> types, results;
  for (const Value &tile : tiles) {
    refs.push_back(tile.ref);
    types.push_back(tile.type);
    results.push_back(tile.type);
    if (!isScan)
      results.back().shape.erase(results.back().shape.begin() + along);
  }
  Span at = call.span;
  unsigned errors = report.errorCount();
  auto combine = [&](llvm::ArrayRef<Ref> operands) {
    return callCombine(function, operands, types, at);
  };
  Refs made = isScan ? builder().scan(refs, types, along, *flag, combine)
                     : builder().reduce(refs, types, along, results, combine);
  if (report.errorCount() != errors)
    return Value::error();
  std::vector<Value> values;
  for (size_t i = 0; i < made.size(); ++i) {
    Value value = Value::runtime(results[i], made[i]);
    if (!isScan && *flag) {
      if (all)
        for (size_t j = 0; j < rank; ++j)
          value = ops.expandDims(value, 0);
      else
        value = ops.expandDims(value, along);
    }
    values.push_back(value);
  }
  return single ? values[0] : Value::tuple(std::move(values));
}

Value Evaluator::doReduce(BoundCall &call) { return combineTiles(call, false); }
Value Evaluator::doAssociativeScan(BoundCall &call) {
  return combineTiles(call, true);
}

//===----------------------------------------------------------------------===//
// Functions of elements
//===----------------------------------------------------------------------===//

/// What a mapped function gives for one group of elements, as run-time numbers;
/// nothing if it gives something else.
std::optional<std::vector<Value>>
Evaluator::callMapped(const Value &function, llvm::ArrayRef<Ref> elements,
                      llvm::ArrayRef<TileType> types, const At &at) {
  CallSite site{at.whole, {}, {}};
  for (auto [element, type] : llvm::zip_equal(elements, types))
    site.positional.push_back(
        {Value::runtime(type, element), at.whole, nullptr});
  Value result = invoke(function, std::move(site));
  if (result.isError())
    return std::nullopt;
  std::vector<Value> results =
      result.isTuple() ? result.elements() : std::vector<Value>{result};
  for (Value &value : results) {
    value = ops.tensor(value, at);
    if (value.isError())
      return std::nullopt;
    if (value.type.isBlock() || value.type.pointer) {
      msg::mappedResult(report, at.whole, function, value.type);
      return std::nullopt;
    }
  }
  return results;
}

/// The tiles as one shape; nothing if they do not broadcast.
static bool broadcastAll(TileOps &ops, std::vector<Value> &tiles,
                         const At &at) {
  // Two rounds bring all to the common shape.
  for (int round = 0; round < 2; ++round)
    for (size_t i = 1; i < tiles.size(); ++i)
      if (!ops.broadcastTogether(tiles[0], tiles[i], at))
        return false;
  return true;
}

Value Evaluator::doMapElementwise(BoundCall &call) {
  const Value &function = call.value("scalar_fn");
  std::optional<int64_t> pack = integer(call, "pack");
  if (!pack)
    return Value::error();
  if (*pack < 1 || *pack > 64 || !llvm::isPowerOf2_64(uint64_t(*pack))) {
    msg::mapPack(report, call["pack"].span, *pack);
    return Value::error();
  }
  if (!function.is(Value::Kind::Function)) {
    msg::mappedFunction(report, call["scalar_fn"].span, function);
    return Value::error();
  }
  At at = call.at("args");
  std::vector<Value> tiles = call.value("args").elements();
  for (Value &tile : tiles) {
    tile = ops.tensor(tile, at);
    if (tile.isError())
      return tile;
  }
  if (!broadcastAll(ops, tiles, at))
    return Value::error();
  if (tiles.empty() || !tiles[0].type.isBlock()) {
    msg::mapNeedsTiles(report, call.span);
    return Value::error();
  }
  Refs operands, elements;
  llvm::SmallVector<TileType, 4> scalars;
  for (const Value &tile : tiles) {
    operands.push_back(tile.ref);
    scalars.append(size_t(*pack), tile.type.scalar());
  }
  TileBuilder::Region region = builder().beginRegion(scalars, elements);
  auto results = callMapped(function, elements, scalars, at);
  builder().endRegion();
  if (!results || results->size() % size_t(*pack)) {
    builder().dropRegion(region);
    if (results)
      msg::mapPack(report, call["pack"].span, *pack);
    return Value::error();
  }
  Refs yields;
  llvm::SmallVector<TileType, 4> types;
  for (const auto &[index, value] : llvm::enumerate(*results)) {
    yields.push_back(value.ref);
    if (index % size_t(*pack) == 0)
      types.push_back(value.type.withShape(tiles[0].type.shape));
  }
  Refs made = builder().map(operands, region, yields, types, int(*pack));
  std::vector<Value> values;
  for (auto [type, ref] : llvm::zip_equal(types, made))
    values.push_back(Value::runtime(type, ref));
  return values.size() == 1 ? values[0] : Value::tuple(std::move(values));
}

//===----------------------------------------------------------------------===//
// Matrix products
//===----------------------------------------------------------------------===//

/// The element types that a dot takes; both sides have one type, but fp8
/// types mix.
static bool dotTypes(const TileType &a, const TileType &b) {
  if (a.pointer || b.pointer)
    return false;
  if (isFp8(a.elem) && isFp8(b.elem))
    return true;
  switch (a.elem) {
  case Elem::I8:
  case Elem::F16:
  case Elem::BF16:
  case Elem::F32:
  case Elem::F64:
    return a.elem == b.elem;
  default:
    return false;
  }
}

/// The type a dot adds up in; nothing if it cannot be the wanted one.
static std::optional<Elem> accumulatorOf(Elem operand, Elem wanted) {
  if (isFloat(operand) && wanted == Elem::BF16)
    return std::nullopt;
  switch (operand) {
  case Elem::I8:
    return Elem::I32;
  case Elem::F32:
  case Elem::BF16:
    return Elem::F32;
  case Elem::F64:
    return Elem::F64;
  default:
    break;
  }
  if (wanted == Elem::F16 || wanted == Elem::F32)
    return wanted;
  return std::nullopt;
}

/// How fp32 operands are multiplied: in tf32 unless somebody says otherwise.
std::optional<DotPrecision> Evaluator::dotPrecision(BoundCall &call) {
  std::optional<std::string> name = string(call, "input_precision");
  if (!name)
    return std::nullopt;
  if (name->empty()) {
    if (call.value("allow_tf32").isNone())
      return DotPrecision::Tf32;
    std::optional<bool> allowed = boolean(call, "allow_tf32");
    if (!allowed)
      return std::nullopt;
    return *allowed ? DotPrecision::Tf32 : DotPrecision::Ieee;
  }
  std::string lower = llvm::StringRef(*name).lower();
  if (lower == "ieee")
    return DotPrecision::Ieee;
  if (lower == "tf32x3")
    return DotPrecision::Tf32x3;
  if (lower == "tf32")
    return DotPrecision::Tf32;
  if (lower == "bf16x3")
    return DotPrecision::Bf16x3;
  if (lower == "bf16x6")
    return DotPrecision::Bf16x6;
  msg::unknownOption(report, call["input_precision"].span, *name,
                     "'tf32', 'tf32x3', 'ieee', 'bf16x3' or 'bf16x6'");
  return std::nullopt;
}

/// All batch extents as one; two dimensions stay as they are.
static llvm::SmallVector<int64_t, 4> oneBatch(llvm::ArrayRef<int64_t> shape) {
  size_t rank = shape.size();
  if (rank <= 3)
    return llvm::SmallVector<int64_t, 4>(shape);
  int64_t batch = 1;
  for (int64_t extent : shape.drop_back(2))
    batch *= extent;
  return {batch, shape[rank - 2], shape[rank - 1]};
}

Value Evaluator::doDot(BoundCall &call) {
  Value a = tensor(call, "input"), b = tensor(call, "other");
  std::optional<TileType> outType = type(call, "out_dtype");
  if (a.isError() || b.isError() || !outType)
    return Value::error();
  At at = call.at("input", "other");
  Shape left(a.type.shape), right(b.type.shape);
  if (left.size() != right.size() || left.size() < 2) {
    msg::dotRank(report, at, a.type, b.type);
    return Value::error();
  }
  if (!std::equal(left.begin(), left.end() - 2, right.begin())) {
    msg::dotBatches(report, at, a.type, b.type);
    return Value::error();
  }
  if (isFp8(a.type.elem) && isFp8(b.type.elem) &&
      (a.type.elem == Elem::F8E4B15 || b.type.elem == Elem::F8E4B15)) {
    // No GPU multiplies them, so both become fp16, as in Triton.
    if (context.computeCapability >= 90)
      msg::deprecatedFactors(report, at);
    a = ops.cast(a, Elem::F16, at);
    b = ops.cast(b, Elem::F16, at);
  }
  a = ops.reshape(a, oneBatch(left), /*anyOrder=*/false, at);
  b = ops.reshape(b, oneBatch(right), /*anyOrder=*/false, at);
  size_t rank = a.type.shape.size();
  if (!dotTypes(a.type, b.type)) {
    msg::dotTypes(report, at, a.type, b.type);
    return Value::error();
  }
  int64_t m = a.type.shape[rank - 2], k = a.type.shape[rank - 1];
  int64_t n = b.type.shape[rank - 1];
  if (b.type.shape[rank - 2] != k) {
    msg::dotShapes(report, at, a.type, b.type);
    return Value::error();
  }
  int64_t minK = bitWidth(a.type.elem) == 8 ? 32 : 16;
  if (k < minK) {
    msg::dotIsTooShallow(report, at, a.type, b.type, k, minK);
    return Value::error();
  }
  std::optional<DotPrecision> precision = dotPrecision(call);
  if (!precision)
    return Value::error();
  std::optional<Elem> accumulator = accumulatorOf(a.type.elem, outType->elem);
  if (!accumulator) {
    msg::dotOutType(report, call["out_dtype"].span, *outType);
    return Value::error();
  }
  TileType result(*accumulator);
  if (rank == 3)
    result.shape.push_back(a.type.shape[0]);
  result.shape.push_back(m);
  result.shape.push_back(n);
  Shape whole(left);
  whole.back() = n;
  Value acc = call.value("acc");
  if (acc.isNone()) {
    acc = ops.splat(ops.constant(0, *accumulator), result.shape);
  } else {
    acc = ops.tensor(acc, call.at("acc"));
    if (acc.isError())
      return acc;
    if (acc.type != result.withShape(whole)) {
      msg::dotAccumulator(report, call["acc"].span, acc.type,
                          result.withShape(whole));
      return Value::error();
    }
    acc = ops.reshape(acc, result.shape, /*anyOrder=*/false, at);
  }
  int imprecise = 0;
  if (!call.value("max_num_imprecise_acc").isNone()) {
    std::optional<int> count = smallInteger(call, "max_num_imprecise_acc");
    if (!count)
      return Value::error();
    bool isFp8Dot = isFp8(a.type.elem) && isFp8(b.type.elem);
    if (isFp8Dot && *count > k) { // as in Triton
      msg::impreciseDepth(report, call["max_num_imprecise_acc"].span, *count,
                          k);
      return Value::error();
    }
    imprecise = *count;
  } else if (isFp8(a.type.elem) && context.computeCapability == 90) {
    imprecise = 1 << 30;
  }
  Value sum = Value::runtime(result, builder().dot(a.ref, b.ref, acc.ref,
                                                   a.type, b.type, result,
                                                   *precision, imprecise));
  return ops.reshape(sum, whole, /*anyOrder=*/false, at);
}

} // namespace tqc::sema
