//===- TileEvaluator.cpp - One program of a kernel, op by op --------------===//

#include "compiler/interpreter/TileEvaluator.h"

#include "compiler/interpreter/ErrorBounds.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

#include <cmath>

using namespace mlir;
using namespace tqc;
using namespace tqc::tile;

Definitions::Definitions() {
  defineArithmetic(*this);
  defineFloats(*this);
  defineControl(*this);
  defineShapes(*this);
  defineMemory(*this);
  defineDescriptors(*this);
  defineAtomics(*this);
  defineReductions(*this);
  defineProducts(*this);
  defineCalls(*this);
  definePlaced(*this);
  defineClusters(*this);
  defineRoles(*this);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

Number TileEvaluator::memoryNumberOf(Type type) {
  return Number::of(getElementTypeOrSelf(type)).value_or(Number());
}

Number TileEvaluator::numberOf(Type type) const {
  Number number = memoryNumberOf(type);
  return number.isFloat() && launch.settings.float64 ? Number::float64()
                                                     : number;
}

Shape TileEvaluator::shapeOf(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped ? Shape(shaped.getShape()) : Shape();
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// How many teams run all of a kernel: there are no roles yet.
static uint32_t teamsOf(func::FuncOp kernel) {
  auto plan = kernel->getAttrOfType<tqg::PlanAttr>(tqg::kPlanAttr);
  bool isTeams = kernel
                     .walk([](tqg::TeamOp team) {
                       return team->getParentOfType<tqg::RoleOp>()
                                  ? WalkResult::advance()
                                  : WalkResult::interrupt();
                     })
                     .wasInterrupted();
  return plan && isTeams ? uint32_t(plan.getTeams()) : 1;
}

bool TileEvaluator::run(func::FuncOp kernel, ArrayRef<TileRef> arguments) {
  Block &body = kernel.getBody().front();
  for (auto [argument, value] : llvm::zip(body.getArguments(), arguments))
    set(argument, value);
  for (uint32_t teams = teamsOf(kernel); team < teams; ++team)
    if (!runBlock(body))
      return false;
  return true;
}

bool TileEvaluator::isGivenUp(Operation *op) {
  if (uint64_t most = launch.settings.maxSteps; most && launch.opsRun > most)
    return !stop(findingAt(op, "step-limit",
                           "the kernel ran more than " + std::to_string(most) +
                               " operations; this is where it was"));
  double limit = launch.settings.maxSeconds;
  double took = double(std::clock() - launch.begin) / CLOCKS_PER_SEC;
  if (limit == 0 || took < limit)
    return false;
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%g", limit);
  TileFinding finding =
      findingAt(op, "time-limit",
                std::string("the program did not come to its end within ") +
                    seconds + " s; this is where it was");
  finding.details.push_back("--max-seconds N gives it more time, "
                            "--max-seconds 0 all the time there is");
  stop(std::move(finding));
  return true;
}

bool TileEvaluator::runBlock(Block &block) {
  for (Operation &op : block.without_terminator()) {
    const Definition *definition = launch.definitions.find(&op);
    if (!definition)
      return refuse(&op, "the tile interpreter has no definition of it");
    for (Type type : op.getResultTypes())
      if (Type element = getElementTypeOrSelf(type);
          element.isIntOrIndexOrFloat() && !Number::of(element))
        return refuse(&op, "the tile interpreter knows no such number");
    if ((++launch.opsRun & 1023) == 0 && isGivenUp(&op))
      return false;
    if (!(*definition)(*this, &op))
      return false;
  }
  return true;
}

bool TileEvaluator::refuse(Operation *op, const std::string &why) {
  std::string place = placeOf(op);
  launch.error = (place.empty() ? "" : place + ": ") + "`" +
                 op->getName().getStringRef().str() + "`: " + why;
  launch.stopped = true;
  return false;
}

void TileEvaluator::report(TileFinding finding) {
  finding.kernel = launch.kernel;
  finding.program = program;
  launch.findings.add(std::move(finding));
}

bool TileEvaluator::stop(TileFinding finding) {
  finding.fatal = true;
  report(std::move(finding));
  launch.stopped = true;
  return false;
}

/// Where a value that is not determined comes from.
static std::string causeOf(Doubt doubt) {
  switch (doubt) {
  case Doubt::MaskedOff:
    return "the mask of this load is false for an element, and there is no "
           "`other`; the value ";
  case Doubt::Unwritten:
    return "reads memory that was never written; the value ";
  case Doubt::Undefined:
    return "has no result for these operands; the value ";
  case Doubt::None:
  case Doubt::Close:
  case Doubt::Order:
    break;
  }
  return "";
}

void TileEvaluator::decide(Operation *op, const Tile &tile, size_t element,
                           StringRef what) {
  Doubt doubt = tile.doubt(element);
  if (doubt <= Doubt::Order)
    return;
  Operation *origin = tile.doubtful ? tile.doubtful : op;
  TileFinding finding = findingAt(
      origin,
      doubt == Doubt::Undefined ? "undefined-value" : "uninitialised-read",
      causeOf(doubt) + what.str());
  if (std::string place = placeOf(op); !place.empty() && origin != op)
    finding.details.push_back("it matters at " + place);
  report(std::move(finding));
}

//===----------------------------------------------------------------------===//
// Element-wise results
//===----------------------------------------------------------------------===//

SmallVector<const Tile *, 3> TileEvaluator::operandsOf(Operation *op,
                                                       Shape &shape) const {
  SmallVector<const Tile *, 3> operands;
  for (Value operand : op->getOperands()) {
    operands.push_back(&get(operand));
    if (shape.empty())
      shape = operands.back()->shape;
  }
  return operands;
}

/// An element of an operand that may be a scalar.
static size_t placeIn(const Tile &tile, size_t i) {
  return tile.size() > 1 ? i : 0;
}

static void joinDoubts(Tile &result, ArrayRef<const Tile *> operands) {
  for (const Tile *operand : operands) {
    result.roots |= operand->roots;
    if (operand->doubts.empty())
      continue;
    for (size_t i = 0; i < result.size(); ++i)
      result.setDoubt(i, operand->doubt(placeIn(*operand, i)),
                      operand->doubtful);
  }
}

/// What the result may be off by, element by element.
static void joinErrors(Operation *op, Tile &result,
                       ArrayRef<const Tile *> operands) {
  bool areFloats = llvm::any_of(
      operands, [](const Tile *operand) { return operand->number.isFloat(); });
  if (!areFloats || operands.size() > 3)
    return;
  ErrorRule rule = errorRuleOf(op);
  bool areExact = llvm::all_of(
      operands, [](const Tile *operand) { return operand->errors.empty(); });
  if (!rule && areExact)
    return;
  for (size_t i = 0; i < result.size(); ++i) {
    double values[3] = {}, errors[3] = {}, sum = 0;
    for (auto [k, operand] : llvm::enumerate(operands)) {
      size_t at = placeIn(*operand, i);
      values[k] = operand->number.isFloat() ? operand->real(at) : 0;
      sum += errors[k] = operand->error(at);
    }
    double value = result.number.isFloat() ? result.real(i) : 0;
    double error = rule      ? rule(value, values, errors, result.number)
                   : sum > 0 ? std::numeric_limits<double>::infinity()
                             : 0;
    bool mayOverflow = result.number.isFloat() && error > 0 &&
                       !(std::fabs(value) + error < result.number.largest());
    // An infinity or NaN of exact operands is exact.
    bool isExact = sum == 0 && result.number.isFloat() && !std::isfinite(value);
    if (isExact && !std::isnan(error))
      continue;
    if (mayOverflow || !std::isfinite(error))
      result.setDoubt(i, Doubt::Close, op);
    else
      result.setError(i, error);
  }
}

bool TileEvaluator::finish(Operation *op, Tile result,
                           ArrayRef<const Tile *> operands) {
  joinDoubts(result, operands);
  if (followsErrors())
    joinErrors(op, result, operands);
  return set(op->getResult(0), std::move(result));
}
