//===- SemaBuiltinMath.cpp - Element-wise functions and libdevice ---------===//

#include "compiler/syntax/SemaEvaluator.h"
#include "compiler/syntax/SemaMessages.h"
#include "compiler/syntax/SemaTypes.h"

namespace tqc::sema {

//===----------------------------------------------------------------------===//
// Functions with an operation of their own
//===----------------------------------------------------------------------===//

static std::optional<TileUnary> unaryNamed(llvm::StringRef name) {
  static constexpr std::pair<const char *, TileUnary> kNames[] = {
      {"Exp", TileUnary::Exp},     {"Exp2", TileUnary::Exp2},
      {"Log", TileUnary::Log},     {"Log2", TileUnary::Log2},
      {"Sin", TileUnary::Sin},     {"Cos", TileUnary::Cos},
      {"Sqrt", TileUnary::Sqrt},   {"SqrtRn", TileUnary::SqrtRn},
      {"Rsqrt", TileUnary::Rsqrt}, {"Erf", TileUnary::Erf},
      {"Floor", TileUnary::Floor}, {"Ceil", TileUnary::Ceil},
  };
  for (auto [known, op] : kNames)
    if (name == known)
      return op;
  return std::nullopt;
}

Value Evaluator::callUnary(BoundCall &call) {
  auto [name, types] = llvm::StringRef(call.row.handler).split(' ');
  Value x = tensor(call, "x");
  if (x.isError())
    return x;
  bool fits =
      !x.type.pointer && (x.type.elem == Elem::F32 ||
                          (x.type.elem == Elem::F64 && types.contains("fp64")));
  if (!fits) {
    Diag &diag =
        msg::mathType(report, call["x"].span, call.what(), x.type, types);
    if (x.type.isNumber())
      diag.help("convert it first: `.to(tl.float32)`");
    return Value::error();
  }
  return Value::runtime(x.type,
                        builder().unary(*unaryNamed(name), x.ref, x.type));
}

Value Evaluator::doAbs(BoundCall &call) {
  Value x = tensor(call, "x");
  if (x.isError())
    return x;
  if (x.type.pointer) {
    msg::badOperand(report, call["x"].span, call.what(), x);
    return Value::error();
  }
  if (isInteger(x.type.elem) && !isSigned(x.type.elem))
    return x;
  if (isFp8(x.type.elem)) { // without its sign bit
    At at = call.at("x");
    Value bits = ops.bitcast(x, TileType(Elem::U8), at);
    Value mask = ops.splat(ops.constant(0x7f, Elem::U8), bits.type.shape);
    return ops.bitcast(ops.raw(TileBinary::And, bits, mask),
                       TileType(x.type.elem), at);
  }
  TileUnary op = isFloat(x.type.elem) ? TileUnary::AbsF : TileUnary::AbsI;
  return Value::runtime(x.type, builder().unary(op, x.ref, x.type));
}

Value Evaluator::doUmulhi(BoundCall &call) {
  Value x = tensor(call, "x"), y = tensor(call, "y");
  At at = call.at("x", "y");
  for (auto [side, span] : {std::pair(&x, at.lhs), std::pair(&y, at.rhs)}) {
    if (side->isError())
      return *side;
    if (side->type.pointer || !isInteger(side->type.elem) ||
        bitWidth(side->type.elem) < 32) {
      msg::mathType(report, span, call.what(), side->type,
                    "int32 int64 uint32 uint64");
      return Value::error();
    }
  }
  if (!ops.unify(x, y, at, {}))
    return Value::error();
  return ops.raw(TileBinary::MulHiU, x, y);
}

Value Evaluator::doFdiv(BoundCall &call) {
  Value x = tensor(call, "x"), y = tensor(call, "y");
  std::optional<bool> ieee = boolean(call, "ieee_rounding");
  At at = call.at("x", "y");
  if (!ieee || x.isError() || y.isError())
    return Value::error();
  if (x.type.pointer || y.type.pointer || !isFloat(x.type.elem) ||
      !isFloat(y.type.elem)) {
    msg::operandTypes(report, at, x.type.scalar(), y.type.scalar())
        .help("`tl.fdiv` takes floats");
    return Value::error();
  }
  TileOps::Rules rules;
  rules.arithmetic = false;
  if (x.type.elem != y.type.elem)
    rules.arithmetic = true;
  if (!ops.unify(x, y, at, rules))
    return Value::error();
  return ops.raw(TileBinary::DivF, x, y);
}

Value Evaluator::doDivRn(BoundCall &call) {
  Value x = tensor(call, "x"), y = tensor(call, "y");
  At at = call.at("x", "y");
  for (auto [side, span] : {std::pair(&x, at.lhs), std::pair(&y, at.rhs)}) {
    if (side->isError())
      return *side;
    if (side->type.pointer || side->type.elem != Elem::F32) {
      msg::mathType(report, span, call.what(), side->type, "fp32");
      return Value::error();
    }
  }
  if (!ops.unify(x, y, at, {}))
    return Value::error();
  return ops.raw(TileBinary::DivRn, x, y);
}

Value Evaluator::doFma(BoundCall &call) {
  Value x = tensor(call, "x"), y = tensor(call, "y"), z = tensor(call, "z");
  if (!ops.unify(x, y, call.at("x", "y"), {}) ||
      !ops.unify(z, x, call.at("z", "x"), {}) ||
      !ops.unify(z, y, call.at("z", "y"), {}))
    return Value::error();
  if (!isFloat(x.type.elem)) {
    msg::mathType(report, call.span, call.what(), x.type, "a float");
    return Value::error();
  }
  return Value::runtime(x.type, builder().fma(x.ref, y.ref, z.ref, x.type));
}

//===----------------------------------------------------------------------===//
// Operators with a name
//===----------------------------------------------------------------------===//

Value Evaluator::binaryCall(BoundCall &call, ast::BinaryOp op) {
  At at = call.at("x", "y");
  Value x = call.value("x"), y = call.value("y");
  if (!x.isRuntime() && !y.isRuntime()) {
    x = ops.tensor(x, at);
    y = ops.tensor(y, at);
  }
  std::optional<bool> sanitize = boolean(call, "sanitize_overflow");
  if (!sanitize)
    return Value::error();
  Value result = ops.arithmetic(op, x, y, at);
  if (*sanitize && !result.isError())
    checkOverflow(op, x, y, at);
  return result;
}
Value Evaluator::doAdd(BoundCall &call) {
  return binaryCall(call, ast::BinaryOp::Add);
}
Value Evaluator::doSub(BoundCall &call) {
  return binaryCall(call, ast::BinaryOp::Sub);
}
Value Evaluator::doMul(BoundCall &call) {
  return binaryCall(call, ast::BinaryOp::Mul);
}

/// fp32 for bf16: comparing bf16 needs it on every GPU that Triton knows.
static Value widenBf16(TileOps &ops, const Value &value, const At &at) {
  if (value.isRuntime() && !value.type.pointer && value.type.elem == Elem::BF16)
    return ops.cast(value, Elem::F32, at);
  return value;
}

Value Evaluator::minMaxCall(BoundCall &call, bool isMin) {
  At at = call.at("x", "y");
  Value x = widenBf16(ops, tensor(call, "x"), at);
  Value y = widenBf16(ops, tensor(call, "y"), at);
  std::optional<std::string> nan = string(call, "propagate_nan");
  if (!nan)
    return Value::error();
  return ops.minMax(isMin, x, y, *nan == "all", at);
}
Value Evaluator::doMinimum(BoundCall &call) { return minMaxCall(call, true); }
Value Evaluator::doMaximum(BoundCall &call) { return minMaxCall(call, false); }

Value Evaluator::doClamp(BoundCall &call) {
  At at = call.at("x", "min");
  Value x = widenBf16(ops, tensor(call, "x"), at);
  Value low = widenBf16(ops, tensor(call, "min"), at);
  Value high = widenBf16(ops, tensor(call, "max"), at);
  std::optional<std::string> nan = string(call, "propagate_nan");
  if (!nan || !ops.unify(low, high, call.at("min", "max"), {}) ||
      !ops.unify(x, low, at, {}) ||
      !ops.unify(x, high, call.at("x", "max"), {}))
    return Value::error();
  if (!isFloat(x.type.elem)) {
    msg::mathType(report, call["x"].span, call.what(), x.type, "a float")
        .help("`tl.minimum(tl.maximum(x, low), high)` takes integers");
    return Value::error();
  }
  Value raised = ops.minMax(false, x, low, *nan == "all", at);
  return ops.minMax(true, raised, high, *nan == "all", at);
}

Value Evaluator::doWhere(BoundCall &call) {
  At at = call.at("x", "y");
  Value condition = ops.tensor(call.value("condition"), call.at("condition"));
  if (condition.isError())
    return condition;
  return ops.where(condition, call.value("x"), call.value("y"), at);
}

//===----------------------------------------------------------------------===//
// libdevice
//===----------------------------------------------------------------------===//

/// "fp32, i32" as types.
static llvm::SmallVector<Elem, 4> elemsOf(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef, 4> names;
  text.split(names, ", ");
  llvm::SmallVector<Elem, 4> elems;
  for (llvm::StringRef name : names)
    elems.push_back(*elemFromSignature(name));
  return elems;
}

Value Evaluator::callLibdevice(BoundCall &call) {
  const std::vector<Value> &given = call.value("args").elements();
  std::vector<Value> values;
  At at = call.at("args");
  for (const Value &value : given) {
    values.push_back(ops.tensor(value, at));
    if (values.back().isError())
      return Value::error();
  }
  const LibdeviceRow *fitting = nullptr;
  std::string overloads;
  auto rows = findLibdevice(call.row.handler);
  for (const LibdeviceRow *row : rows) {
    llvm::SmallVector<Elem, 4> elems = elemsOf(row->arguments);
    bool fits = elems.size() == values.size();
    for (size_t i = 0; fits && i < elems.size(); ++i)
      fits = !values[i].type.pointer && values[i].type.elem == elems[i];
    if (fits && !fitting)
      fitting = row;
    overloads +=
        (overloads.empty() ? "(" : ", (") + std::string(row->arguments) + ")";
  }
  if (!fitting) {
    std::string types;
    for (const Value &value : values)
      types += (types.empty() ? "" : ", ") +
               (value.type.pointer ? value.type.scalar().str()
                                   : signatureName(value.type.elem).str());
    msg::libdeviceTypes(report, call.span, call.what(), types, overloads);
    return Value::error();
  }
  TileOps::Rules rules;
  rules.arithmetic = false;
  for (size_t round = 0; round < 2; ++round)
    for (size_t i = 1; i < values.size(); ++i)
      if (!ops.unify(values[0], values[i], at, rules))
        return Value::error();
  Refs refs;
  llvm::SmallVector<TileType, 4> types;
  for (const Value &value : values) {
    refs.push_back(value.ref);
    types.push_back(value.type);
  }
  bool isTruth = llvm::StringRef(fitting->result) == "i1";
  Elem elem = isTruth ? Elem::I32 : *elemFromSignature(fitting->result);
  TileType result(elem, values[0].type.shape);
  Value value = Value::runtime(
      result, builder().libdevice(fitting->symbol, refs, types, result, true));
  return isTruth ? ops.cast(value, Elem::I1, at) : value;
}

} // namespace tqc::sema
