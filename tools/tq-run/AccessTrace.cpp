//===- AccessTrace.cpp - Which elements a kernel touches, in order --------===//

#include "tools/tq-run/AccessTrace.h"

#include "compiler/driver/IrDiagnostics.h"
#include "compiler/interpreter/BlockElements.h"
#include "dialect/tq/TqDialect.h"

#include <algorithm>

namespace tqc {

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

std::vector<ElementRun> runsOf(std::vector<int64_t> numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  std::vector<ElementRun> rows;
  for (int64_t number : numbers)
    if (!rows.empty() && rows.back().first + rows.back().count == number)
      ++rows.back().count;
    else
      rows.push_back({number, 1});
  std::vector<ElementRun> runs;
  for (const ElementRun &row : rows) {
    ElementRun *last = runs.empty() ? nullptr : &runs.back();
    if (last && last->count == row.count) {
      int64_t step =
          row.first - (last->first + (last->repeats - 1) * last->stride);
      if (last->repeats == 1 || step == last->stride) {
        last->stride = step;
        ++last->repeats;
        continue;
      }
    }
    runs.push_back(row);
  }
  return runs;
}

//===----------------------------------------------------------------------===//
// Listening
//===----------------------------------------------------------------------===//

/// The mask of an access as it is now; null if there is none.
template <typename Op>
static const tile::Tile *maskOf(const tile::TileEvaluator &evaluator, Op op) {
  if constexpr (!std::is_same_v<Op, tq::AtomicCasOp>)
    if (mlir::Value mask = op.getMask())
      return &evaluator.get(mask);
  return nullptr;
}

template <typename Op>
void TracingDevice::listenTo(const char *kind) {
  tile::Definition known = meanings().of<Op>();
  meanings().on<Op>(
      [this, known, kind](tile::TileEvaluator &evaluator, mlir::Operation *op) {
        auto access = llvm::cast<Op>(op);
        record(evaluator, op, kind, evaluator.get(access.getPtr()),
               maskOf(evaluator, access));
        return known(evaluator, op);
      });
}

template <typename Op>
void TracingDevice::listenToBlocks(const char *kind) {
  tile::Definition known = meanings().of<Op>();
  meanings().on<Op>(
      [this, known, kind](tile::TileEvaluator &evaluator, mlir::Operation *op) {
        tile::BlockElements block = tile::blockElements(evaluator, op);
        record(evaluator, op, kind, block.pointers, block.maskOrNull());
        return known(evaluator, op);
      });
}

TracingDevice::TracingDevice(tile::TileSettings settings)
    : TileDevice(settings) {
  listenTo<tq::LoadOp>("load");
  listenTo<tq::StoreOp>("store");
  listenTo<tq::AtomicRmwOp>("atomic");
  listenTo<tq::AtomicCasOp>("atomic");
  listenToBlocks<tq::DescriptorLoadOp>("load");
  listenToBlocks<tq::DescriptorGatherOp>("load");
  listenToBlocks<tq::DescriptorStoreOp>("store");
  listenToBlocks<tq::DescriptorScatterOp>("store");
  listenToBlocks<tq::DescriptorReduceOp>("atomic");
}

Status TracingDevice::launch(const Launch &launch) {
  grid = launch.grid;
  stepsOf.clear();
  uint64_t programs = uint64_t(grid[0]) * grid[1] * grid[2];
  trace.launches.push_back(
      {launch.entry, programs, std::min(programs, kFirst + kLast), 0});
  return TileDevice::launch(launch);
}

/// Whether a step of the program is written down.
bool TracingDevice::isKept(const tile::TileEvaluator &evaluator) {
  const auto &[x, y, z] = evaluator.program;
  uint64_t number = x + uint64_t(grid[0]) * (y + uint64_t(grid[1]) * z);
  TracedLaunch &launch = trace.launches.back();
  if (number >= kFirst && number + kLast < launch.programs)
    return false;
  if (stepsOf[number]++ < kSteps)
    return true;
  ++launch.dropped;
  return false;
}

size_t TracingDevice::numberOf(const tile::Allocation &allocation) {
  auto [place, isNew] =
      numberByStart.try_emplace(allocation.start, trace.tensors.size());
  if (!isNew)
    return place->second;
  TracedTensor tensor{allocation.info.name, allocation.info.type,
                      allocation.info.shape};
  int64_t elements = static_cast<int64_t>(allocation.bytes.size()) /
                     std::max<int64_t>(allocation.elementBytes(), 1);
  int64_t product = 1;
  for (int64_t extent : tensor.shape)
    product *= extent;
  if (tensor.shape.empty() || product != elements)
    tensor.shape = {elements};
  trace.tensors.push_back(std::move(tensor));
  return place->second;
}

void TracingDevice::record(const tile::TileEvaluator &evaluator,
                           mlir::Operation *op, const char *kind,
                           const tile::Tile &pointers, const tile::Tile *mask) {
  if (!isKept(evaluator))
    return;
  std::vector<int64_t> masked;
  // A tile of pointers may go to several tensors; each gets a step.
  std::map<const tile::Allocation *, std::vector<int64_t>> touched;
  const tile::Allocation *first = nullptr;
  for (size_t i = 0; i < pointers.size(); ++i) {
    // What lies in no tensor is a finding; the checks say so.
    const tile::Allocation *in =
        evaluator.launch.memory.findEver(pointers.bits[i]);
    if (in && !first)
      first = in;
    if (mask && !mask->bits[mask->size() > 1 ? i : 0])
      masked.push_back(static_cast<int64_t>(i));
    else if (in)
      touched[in].push_back(static_cast<int64_t>(pointers.bits[i] - in->start) /
                            std::max<int64_t>(in->elementBytes(), 1));
  }
  if (touched.empty() && first)
    touched[first] = {}; // all is masked off, which is worth seeing
  TracedStep step;
  step.launch = trace.launches.size() - 1;
  step.program = evaluator.program;
  step.kind = kind;
  if (mlir::FileLineColRange place = outermostPlace(op->getLoc())) {
    step.file = place.getFilename().str();
    step.line = place.getStartLine();
  }
  step.tile.assign(pointers.shape.begin(), pointers.shape.end());
  step.masked = runsOf(std::move(masked));
  std::vector<std::pair<size_t, std::vector<int64_t>>> tensors;
  for (auto &[allocation, elements] : touched)
    tensors.emplace_back(numberOf(*allocation), std::move(elements));
  std::sort(tensors.begin(), tensors.end()); // not in the order of pointers
  for (auto &[tensor, elements] : tensors) {
    step.tensor = tensor;
    step.runs = runsOf(std::move(elements));
    trace.steps.push_back(step);
  }
}

} // namespace tqc
