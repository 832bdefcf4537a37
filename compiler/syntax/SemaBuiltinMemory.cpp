//===- SemaBuiltinMemory.cpp - Loads, stores, atomics ---------------------===//

#include "compiler/syntax/SemaEvaluator.h"
#include "compiler/syntax/SemaMessages.h"
#include "compiler/syntax/SemaTypes.h"

namespace tqc::sema {

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

std::optional<LoadOptions> Evaluator::loadOptions(BoundCall &call,
                                                  bool isStore) {
  std::optional<std::string> cache = string(call, "cache_modifier");
  std::optional<std::string> evict = string(call, "eviction_policy");
  if (!cache || !evict)
    return std::nullopt;
  LoadOptions options;
  struct Row {
    const char *name;
    CacheModifier modifier;
    bool loads, stores;
  };
  static constexpr Row kCaches[] = {
      {"", CacheModifier::None, true, true},
      {".ca", CacheModifier::Ca, true, false},
      {".cg", CacheModifier::Cg, true, true},
      {".cs", CacheModifier::Cs, true, true},
      {".cv", CacheModifier::Cv, true, false},
      {".wb", CacheModifier::Wb, false, true},
      {".wt", CacheModifier::Wt, false, true},
  };
  bool known = false;
  for (const Row &row : kCaches)
    if (*cache == row.name && (isStore ? row.stores : row.loads)) {
      options.cache = row.modifier;
      known = true;
    }
  if (!known) {
    msg::unknownOption(report, call["cache_modifier"].span, *cache,
                       isStore ? "'.wb', '.cg', '.cs' or '.wt'"
                               : "'.ca', '.cg', '.cs' or '.cv'");
    return std::nullopt;
  }
  if (*evict == "evict_last")
    options.evict = EvictionPolicy::Last;
  else if (*evict == "evict_first")
    options.evict = EvictionPolicy::First;
  else if (!evict->empty() && *evict != "evict_normal") {
    msg::unknownOption(report, call["eviction_policy"].span, *evict,
                       "'evict_first' or 'evict_last'");
    return std::nullopt;
  }
  if (!isStore) {
    std::optional<bool> isVolatile = boolean(call, "volatile");
    if (!isVolatile)
      return std::nullopt;
    options.isVolatile = *isVolatile;
  }
  return options;
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

Value Evaluator::loadPointers(Value pointer, Value mask, Value other,
                              const LoadOptions &options,
                              const AccessWords &words, const At &at) {
  // A bool in memory is a byte.
  bool isBool = pointer.type.elem == Elem::I1;
  if (isBool)
    pointer = ops.cast(pointer, TileType(Elem::I8, {}, true), at);
  TileType result(pointer.type.elem, pointer.type.shape);
  if (!other.isNone())
    other = ops.cast(other, result.elem, at);
  if (pointer.isError() || mask.isError() || other.isError())
    return Value::error();
  Value value = Value::runtime(
      result, builder().load(pointer.ref, mask.isNone() ? nullptr : mask.ref,
                             other.isNone() ? nullptr : other.ref, result,
                             options, words));
  return isBool ? ops.cast(value, Elem::I1, at) : value;
}

Value Evaluator::doLoad(BoundCall &call) {
  std::optional<LoadOptions> options = loadOptions(call, /*isStore=*/false);
  std::optional<std::string> padding = string(call, "padding_option");
  if (!options || !padding)
    return Value::error();
  if (!padding->empty() && *padding != "zero" && *padding != "nan") {
    msg::unknownOption(report, call["padding_option"].span, *padding,
                       "'zero' or 'nan'");
    return Value::error();
  }
  const Value &pointerValue = call.value("pointer");
  if (pointerValue.is(Value::Kind::BlockPointer))
    return loadBlock(call, *pointerValue.blockPointer);
  At at = call.at("pointer", "mask");
  if (!pointerValue.isRuntime() || !pointerValue.type.pointer) {
    msg::notAPointer(report, call["pointer"].span, call.what(), pointerValue);
    return Value::error();
  }
  if (!padding->empty() || truth(call.value("boundary_check")).value_or(true)) {
    msg::boundaryWithoutBlock(report, call.span);
    return Value::error();
  }
  Value pointer = pointerValue;
  Value mask = call.value("mask"), other = call.value("other");
  if (mask.isNone() && !other.isNone()) {
    msg::otherWithoutMask(report, call["other"].span);
    return Value::error();
  }
  if (!mask.isNone())
    mask = ops.tensor(mask, call.at("mask"));
  if (!other.isNone())
    other = ops.tensor(other, call.at("other"));
  if (mask.isError() || other.isError())
    return Value::error();
  if (!mask.isNone() && (mask.type.pointer || mask.type.elem != Elem::I1)) {
    msg::maskType(report, call["mask"].span, mask.type);
    return Value::error();
  }
  for (auto [side, name] :
       {std::pair(&mask, "mask"), std::pair(&other, "other")}) {
    if (side->isNone())
      continue;
    if (!pointer.type.isBlock() && side->type.isBlock()) {
      msg::tileForScalarPointer(report, call[name].span, name, side->type);
      return Value::error();
    }
    At pair{call.span, call["pointer"].span, call[name].span,
            "the pointers and `" + std::string(name) + "` of " + call.what()};
    if (pointer.type.isBlock() && !ops.broadcastTogether(pointer, *side, pair))
      return Value::error();
  }
  // The mask follows if `other` made the pointers grow.
  if (!mask.isNone() && pointer.type.isBlock() &&
      !ops.broadcastTogether(pointer, mask, at))
    return Value::error();
  AccessWords words{wordsOf(call["pointer"]),
                    mask.isNone() ? "" : wordsOf(call["mask"])};
  return loadPointers(pointer, mask, other, *options, words, at);
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

Value Evaluator::storePointers(Value pointer, Value value, Value mask,
                               const LoadOptions &options,
                               const AccessWords &words, const At &at) {
  if (pointer.type.elem == Elem::I1)
    pointer = ops.cast(pointer, TileType(Elem::I8, {}, true), at);
  At valueAt = at;
  valueAt.whole = at.rhs;
  value = ops.cast(value, pointer.type.elem, valueAt);
  if (pointer.isError() || value.isError() || mask.isError())
    return Value::error();
  builder().store(pointer.ref, value.ref, mask.isNone() ? nullptr : mask.ref,
                  value.type, options, words);
  return Value::none();
}

bool Evaluator::isWritable(BoundCall &call, const Value &pointer) {
  if (!pointer.type.readOnly)
    return true;
  msg::storeToConst(report, call.arguments[0].span, call.what(), pointer.type);
  return false;
}

Value Evaluator::doStore(BoundCall &call) {
  std::optional<LoadOptions> options = loadOptions(call, /*isStore=*/true);
  if (!options)
    return Value::error();
  const Value &pointerValue = call.value("pointer");
  if (pointerValue.is(Value::Kind::BlockPointer))
    return storeBlock(call, *pointerValue.blockPointer);
  At at = call.at("pointer", "value");
  if (!pointerValue.isRuntime() || !pointerValue.type.pointer) {
    msg::notAPointer(report, call["pointer"].span, call.what(), pointerValue);
    return Value::error();
  }
  if (!isWritable(call, pointerValue))
    return Value::error();
  if (truth(call.value("boundary_check")).value_or(true)) {
    msg::boundaryWithoutBlock(report, call.span);
    return Value::error();
  }
  Value pointer = pointerValue, value = tensor(call, "value");
  Value mask = call.value("mask");
  if (!mask.isNone())
    mask = ops.tensor(mask, call.at("mask"));
  if (mask.isError() || value.isError())
    return Value::error();
  if (!mask.isNone() && (mask.type.pointer || mask.type.elem != Elem::I1)) {
    msg::maskType(report, call["mask"].span, mask.type);
    return Value::error();
  }
  TileType before = pointer.type;
  for (auto [side, name] :
       {std::pair(&value, "value"), std::pair(&mask, "mask")}) {
    if (side->isNone())
      continue;
    if (!before.isBlock() && side->type.isBlock()) {
      msg::tileForScalarPointer(report, call[name].span, name, side->type);
      return Value::error();
    }
    At pair{call.span, call["pointer"].span, call[name].span,
            "the pointers and `" + std::string(name) + "` of " + call.what()};
    if (before.isBlock() && !ops.broadcastTogether(pointer, *side, pair))
      return Value::error();
  }
  if (before.isBlock() && pointer.type.shape != before.shape) {
    msg::storeGrows(report, call["pointer"].span, before, pointer.type);
    return Value::error();
  }
  AccessWords words{wordsOf(call["pointer"]),
                    mask.isNone() ? "" : wordsOf(call["mask"])};
  return storePointers(pointer, value, mask, *options, words, at);
}

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

static std::optional<MemSem> semNamed(llvm::StringRef name) {
  if (name.empty() || name == "acq_rel")
    return MemSem::AcqRel;
  if (name == "acquire")
    return MemSem::Acquire;
  if (name == "release")
    return MemSem::Release;
  if (name == "relaxed")
    return MemSem::Relaxed;
  return std::nullopt;
}

static std::optional<MemScope> scopeNamed(llvm::StringRef name) {
  if (name.empty() || name == "gpu")
    return MemScope::Gpu;
  if (name == "cta")
    return MemScope::Cta;
  if (name == "sys")
    return MemScope::Sys;
  return std::nullopt;
}

std::optional<TileAtomic> Evaluator::atomicFor(llvm::StringRef op, Elem elem) {
  bool real = isFloat(elem), isSignedInt = isSigned(elem);
  if (op == "add")
    return real ? TileAtomic::AddF : TileAtomic::AddI;
  if (op == "xchg")
    return TileAtomic::Exchange;
  if (op == "max" || op == "min") {
    bool isMax = op == "max";
    if (real)
      return isMax ? TileAtomic::MaxF : TileAtomic::MinF;
    return isMax ? (isSignedInt ? TileAtomic::MaxS : TileAtomic::MaxU)
                 : (isSignedInt ? TileAtomic::MinS : TileAtomic::MinU);
  }
  if (real)
    return std::nullopt;
  return op == "and"  ? TileAtomic::And
         : op == "or" ? TileAtomic::Or
                      : TileAtomic::Xor;
}

/// What Triton allows: 32 and 64 bits, and half floats in additions.
static bool atomicAllows(llvm::StringRef op, Elem elem,
                         std::optional<TileAtomic> known) {
  if (elem == Elem::F16 || elem == Elem::BF16)
    return op == "add";
  return bitWidth(elem) >= 32 && known.has_value();
}

Value Evaluator::atomic(BoundCall &call, llvm::StringRef op) {
  std::optional<std::string> semName = string(call, "sem");
  std::optional<std::string> scopeName = string(call, "scope");
  if (!semName || !scopeName)
    return Value::error();
  std::optional<MemSem> sem = semNamed(*semName);
  std::optional<MemScope> scope = scopeNamed(*scopeName);
  if (!sem || !scope) {
    msg::unknownOption(report, call[sem ? "scope" : "sem"].span,
                       sem ? *scopeName : *semName,
                       sem ? "'gpu', 'cta' or 'sys'"
                           : "'acquire', 'release', 'acq_rel' or 'relaxed'");
    return Value::error();
  }
  Value pointer = call.value("pointer"), value = tensor(call, "val");
  Value mask = call.value("mask");
  if (!pointer.isRuntime() || !pointer.type.pointer) {
    msg::notAPointer(report, call["pointer"].span, call.what(), pointer);
    return Value::error();
  }
  if (!mask.isNone())
    mask = ops.tensor(mask, call.at("mask"));
  if (value.isError() || mask.isError() || !isWritable(call, pointer))
    return Value::error();
  Elem elem = pointer.type.elem;
  std::optional<TileAtomic> kind = atomicFor(op, elem);
  if (!kind || !atomicAllows(op, elem, kind)) {
    msg::atomicType(report, call["pointer"].span, call.what(), TileType(elem));
    return Value::error();
  }
  if (!mask.isNone() && (mask.type.pointer || mask.type.elem != Elem::I1)) {
    msg::maskType(report, call["mask"].span, mask.type);
    return Value::error();
  }
  At valueAt = call.at("val", "pointer"), maskAt = call.at("mask", "pointer");
  if (pointer.type.isBlock()) {
    value = ops.broadcastTo(value, pointer.type.shape, valueAt);
    if (!mask.isNone())
      mask = ops.broadcastTo(mask, pointer.type.shape, maskAt);
  }
  value = ops.cast(value, elem, valueAt);
  if (value.isError() || mask.isError())
    return Value::error();
  if (!pointer.type.isBlock() && value.type.isBlock()) {
    msg::tileForScalarPointer(report, call["val"].span, "val", value.type);
    return Value::error();
  }
  AccessWords words{wordsOf(call["pointer"]),
                    mask.isNone() ? "" : wordsOf(call["mask"])};
  return Value::runtime(value.type,
                        builder().atomic(*kind, pointer.ref, value.ref,
                                         mask.isNone() ? nullptr : mask.ref,
                                         value.type, *sem, *scope, words));
}

Value Evaluator::doAtomicAdd(BoundCall &call) { return atomic(call, "add"); }
Value Evaluator::doAtomicMax(BoundCall &call) { return atomic(call, "max"); }
Value Evaluator::doAtomicMin(BoundCall &call) { return atomic(call, "min"); }
Value Evaluator::doAtomicAnd(BoundCall &call) { return atomic(call, "and"); }
Value Evaluator::doAtomicOr(BoundCall &call) { return atomic(call, "or"); }
Value Evaluator::doAtomicXor(BoundCall &call) { return atomic(call, "xor"); }
Value Evaluator::doAtomicXchg(BoundCall &call) { return atomic(call, "xchg"); }

Value Evaluator::doAtomicCas(BoundCall &call) {
  std::optional<std::string> semName = string(call, "sem");
  std::optional<std::string> scopeName = string(call, "scope");
  if (!semName || !scopeName)
    return Value::error();
  std::optional<MemSem> sem = semNamed(*semName);
  std::optional<MemScope> scope = scopeNamed(*scopeName);
  if (!sem || !scope) {
    msg::unknownOption(report, call[sem ? "scope" : "sem"].span,
                       sem ? *scopeName : *semName,
                       sem ? "'gpu', 'cta' or 'sys'"
                           : "'acquire', 'release', 'acq_rel' or 'relaxed'");
    return Value::error();
  }
  Value pointer = call.value("pointer");
  Value compare = tensor(call, "cmp"), value = tensor(call, "val");
  if (compare.isError() || value.isError())
    return Value::error();
  if (!pointer.isRuntime() || !pointer.type.pointer) {
    msg::notAPointer(report, call["pointer"].span, call.what(), pointer);
    return Value::error();
  }
  if (!isWritable(call, pointer))
    return Value::error();
  Elem elem = pointer.type.elem;
  if (bitWidth(elem) < 16) {
    msg::atomicType(report, call["pointer"].span, call.what(), TileType(elem));
    return Value::error();
  }
  for (Value *side : {&compare, &value}) {
    At at = call.at(side == &value ? "val" : "cmp", "pointer");
    *side = ops.cast(*side, elem, at);
    if (pointer.type.isBlock())
      *side = ops.broadcastTo(*side, pointer.type.shape, at);
    if (side->isError())
      return Value::error();
  }
  AccessWords words{wordsOf(call["pointer"]), ""};
  return Value::runtime(value.type,
                        builder().atomicCas(pointer.ref, compare.ref, value.ref,
                                            value.type, *sem, *scope, words));
}

} // namespace tqc::sema
