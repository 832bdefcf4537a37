//===- AccessTrace.h - Which elements a kernel touches, in order *- C++ -*-===//
//
// What does each program load and store, tile by tile? The tile interpreter
// runs kernels by their meaning, program by program, and this device writes
// down what they touch:
//
//     TracingDevice device({});
//     ... launch kernels on it ...
//     device.trace.steps[3].line == 54, .kind == "load", .tensor == 0
//     device.trace.steps[3].runs == {{8384, 64, 3, 131}}
//
// Three rows of 64 elements that begin 131 apart are one run. Of each launch
// the first and the last programs are kept, and of these so many steps; it says
// how many there were.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_ACCESSTRACE_H
#define TQC_TOOLS_TQ_RUN_ACCESSTRACE_H

#include "compiler/interpreter/TileDevice.h"

#include <map>

namespace tqc {

struct TracedTensor {
  std::string name, type;
  std::vector<int64_t> shape;
};

/// Elements at the same distance from each other: `repeats` times `count`
/// neighbours, which begin `stride` apart.
struct ElementRun {
  int64_t first = 0, count = 0, repeats = 1, stride = 0;
};

/// Numbers as few runs, in their order; `numbers` need not be sorted.
std::vector<ElementRun> runsOf(std::vector<int64_t> numbers);

/// One access of a tile.
struct TracedStep {
  size_t launch = 0; ///< of AccessTrace::launches
  std::array<uint32_t, 3> program = {};
  std::string kind; ///< "load", "store" or "atomic"
  std::string file;
  unsigned line = 0; ///< in the kernel, of what it calls too
  size_t tensor = 0; ///< of AccessTrace::tensors
  std::vector<int64_t> tile;
  std::vector<ElementRun> runs;   ///< of the tensor, in row-major order
  std::vector<ElementRun> masked; ///< of the tile: what the mask stops
};

struct TracedLaunch {
  std::string kernel;
  uint64_t programs = 0, kept = 0;
  uint64_t dropped = 0; ///< steps of programs that are kept
};

struct AccessTrace {
  std::vector<TracedTensor> tensors;
  std::vector<TracedLaunch> launches;
  std::vector<TracedStep> steps;
};

/// The tile interpreter, with an ear on loads, stores and atomics.
class TracingDevice : public TileDevice {
public:
  static constexpr uint64_t kFirst = 24, kLast = 8; ///< programs that are kept
  static constexpr uint64_t kSteps = 200;           ///< of each

  explicit TracingDevice(tile::TileSettings settings);
  Status launch(const Launch &launch) override;

  AccessTrace trace;

private:
  template <typename Op>
  void listenTo(const char *kind);
  template <typename Op>
  void listenToBlocks(const char *kind);
  bool isKept(const tile::TileEvaluator &evaluator);
  size_t numberOf(const tile::Allocation &allocation);
  void record(const tile::TileEvaluator &evaluator, mlir::Operation *op,
              const char *kind, const tile::Tile &pointers,
              const tile::Tile *mask);

  std::array<uint32_t, 3> grid = {1, 1, 1}; ///< of the launch that runs
  std::map<uint64_t, uint64_t> stepsOf;     ///< of its programs
  std::map<uint64_t, size_t> numberByStart; ///< of tensors
};

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_ACCESSTRACE_H
