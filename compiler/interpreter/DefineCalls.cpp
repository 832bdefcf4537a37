//===- DefineCalls.cpp - libdevice, inline assembly, print, assert --------===//
//
// A function of libdevice is the C library's, in double, rounded once; those
// that are not in the table are refused by name, and so is inline assembly.
//
//===----------------------------------------------------------------------===//

#include "compiler/interpreter/TileEvaluator.h"
#include "dialect/tq/TqDialect.h"

#include <cmath>
#include <cstdio>
#include <map>

using namespace mlir;
using namespace tqc;
using namespace tqc::tile;

//===----------------------------------------------------------------------===//
// libdevice
//===----------------------------------------------------------------------===//

using Unary = double (*)(double);
using Binary = double (*)(double, double);

/// By libdevice's name without `__nv_` and the final `f` of the f32 version.
static const std::map<StringRef, Unary> &unaryFunctions() {
  static const std::map<StringRef, Unary> kFunctions = {
      {"sin", std::sin},
      {"cos", std::cos},
      {"tan", std::tan},
      {"asin", std::asin},
      {"acos", std::acos},
      {"atan", std::atan},
      {"sinh", std::sinh},
      {"cosh", std::cosh},
      {"tanh", std::tanh},
      {"asinh", std::asinh},
      {"acosh", std::acosh},
      {"atanh", std::atanh},
      {"exp", std::exp},
      {"exp2", std::exp2},
      {"expm1", std::expm1},
      {"log", std::log},
      {"log2", std::log2},
      {"log10", std::log10},
      {"log1p", std::log1p},
      {"sqrt", std::sqrt},
      {"cbrt", std::cbrt},
      {"erf", std::erf},
      {"erfc", std::erfc},
      {"tgamma", std::tgamma},
      {"lgamma", std::lgamma},
      {"fabs", std::fabs},
      {"floor", std::floor},
      {"ceil", std::ceil},
      {"trunc", std::trunc},
      {"rint", std::nearbyint},
      {"nearbyint", std::nearbyint},
      {"round", std::round},
      {"logb", std::logb},
      {"exp10", [](double x) { return std::pow(10.0, x); }},
      {"rsqrt", [](double x) { return 1 / std::sqrt(x); }},
      {"rcbrt", [](double x) { return 1 / std::cbrt(x); }},
      {"fsqrt_rn", std::sqrt},
      {"dsqrt_rn", std::sqrt}};
  return kFunctions;
}

static const std::map<StringRef, Binary> &binaryFunctions() {
  static const std::map<StringRef, Binary> kFunctions = {
      {"pow", std::pow},           {"atan2", std::atan2},
      {"fmod", std::fmod},         {"hypot", std::hypot},
      {"fdim", std::fdim},         {"remainder", std::remainder},
      {"copysign", std::copysign}, {"fmin", std::fmin},
      {"fmax", std::fmax}};
  return kFunctions;
}

/// The value of `function` for a name as libdevice has it: `sinf` is f32's.
template <typename Table>
static auto findFunction(const Table &table, StringRef symbol, bool isSingle) ->
    typename Table::mapped_type {
  StringRef name = symbol;
  if (!name.consume_front("__nv_") || (isSingle && !name.consume_back("f")))
    return nullptr;
  auto place = table.find(name);
  return place == table.end() ? nullptr : place->second;
}

static bool defineExtern(TileEvaluator &e, Operation *op) {
  auto call = cast<tq::ExternOp>(op);
  Number number = TileEvaluator::memoryNumberOf(call.getType());
  bool isSingle = number.width == 32;
  StringRef symbol = call.getSymbol();
  if (number.isFloat() && op->getNumOperands() == 1)
    if (Unary function = findFunction(unaryFunctions(), symbol, isSingle))
      return e.floats(op, [=](double a) { return function(a); });
  if (number.isFloat() && op->getNumOperands() == 2)
    if (Binary function = findFunction(binaryFunctions(), symbol, isSingle))
      return e.floats(op, [=](double a, double b) { return function(a, b); });
  return e.refuse(
      op, ("the tile interpreter has no definition of `" + symbol + "`").str());
}

//===----------------------------------------------------------------------===//
// Print and assert
//===----------------------------------------------------------------------===//

/// An element as the GPU's printf writes it.
static std::string shown(const Tile &tile, size_t i, bool isSigned, bool hex) {
  char text[400];
  uint64_t bits = tile.bits[i];
  unsigned width = tile.number.width;
  if (tile.number.kind == Number::Pointer)
    std::snprintf(text, sizeof text, "0x%llx",
                  static_cast<unsigned long long>(bits));
  else if (tile.number.isFloat())
    std::snprintf(text, sizeof text, "%f", tile.real(i));
  else if (hex)
    std::snprintf(text, sizeof text, width == 64 ? "0x%016llx" : "0x%08llx",
                  static_cast<unsigned long long>(
                      isSigned && width < 64
                          ? uint64_t(uint32_t(tile.number.asSigned(bits)))
                          : bits));
  else if (isSigned)
    std::snprintf(text, sizeof text, "%lld",
                  static_cast<long long>(tile.number.asSigned(bits)));
  else
    std::snprintf(text, sizeof text, "%llu",
                  static_cast<unsigned long long>(bits));
  return text;
}

static std::string showIndex(const Tile &tile, size_t i) {
  std::string text;
  size_t rest = tile.size();
  for (int64_t extent : tile.shape) {
    rest /= size_t(extent);
    text +=
        (text.empty() ? "" : ", ") + std::to_string(i / rest % size_t(extent));
  }
  return text;
}

static bool definePrint(TileEvaluator &e, Operation *op) {
  auto print = cast<tq::PrintOp>(op);
  if (op->hasAttr(tq::kMarkAttr))
    return true;
  std::string head = "pid (" + std::to_string(e.program[0]) + ", " +
                     std::to_string(e.program[1]) + ", " +
                     std::to_string(e.program[2]) + ") idx (";
  std::string prefix = print.getPrefix().str();
  if (print.getArgs().empty())
    std::printf("%s)%s\n", head.c_str(), prefix.c_str());
  for (auto [number, value] : llvm::enumerate(print.getArgs())) {
    const Tile &tile = e.get(value);
    std::string operand = print.getArgs().size() > 1
                              ? "(operand " + std::to_string(number) + ") "
                              : "";
    for (size_t i = 0; i < tile.size(); ++i)
      std::printf(
          "%s%s)%s%s%s\n", head.c_str(), showIndex(tile, i).c_str(),
          prefix.c_str(), operand.c_str(),
          shown(tile, i, print.getIsSigned()[number], print.getHex()).c_str());
  }
  return true;
}

static bool stopUnless(TileEvaluator &e, Operation *op, const Tile &condition,
                       const std::string &message) {
  for (size_t i = 0; i < condition.size(); ++i) {
    e.decide(op, condition, i, "is asserted");
    if (!condition.bits[i])
      return e.stop(findingAt(op, "assertion", "assertion failed: " + message));
  }
  return true;
}

static bool defineAssert(TileEvaluator &e, Operation *op) {
  auto assertion = cast<tq::AssertOp>(op);
  return stopUnless(e, op, e.get(assertion.getCondition()),
                    assertion.getMessage().str());
}

/// What a promise that is not kept changes, no definition says.
static bool defineAssume(TileEvaluator &e, Operation *op) {
  auto promise = cast<tq::AssumeOp>(op);
  return stopUnless(e, op, e.get(promise.getCondition()),
                    promise.getMessage().value_or("assumption").str());
}

void tqc::tile::defineCalls(Definitions &d) {
  d.on<tq::ExternOp>(defineExtern);
  d.on<tq::InlineAsmOp>([](TileEvaluator &e, Operation *op) {
    StringRef text = cast<tq::InlineAsmOp>(op).getText();
    if (text == "cvt.rna.tf32.f32 $0, $1;") // products in parts are made of it
      return e.floats(op, roundToTf32);
    return e.refuse(op, "the tile interpreter does not know PTX: `" +
                            text.str() + "`");
  });
  d.on<tq::PrintOp>(definePrint);
  d.on<tq::AssertOp>(defineAssert);
  d.on<tq::AssumeOp>(defineAssume);
}
