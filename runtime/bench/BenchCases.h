//===- BenchCases.h - What is timed -----------------------------*- C++ -*-===//
//
// Which work does a benchmark do, on which sizes, and how much of it is there
// to do?
//
//     auto c = makeBenchCase(*findBenchWork("matmul"), "fp16", "4096");
//     c->name == "matmul-fp16-4096x4096x4096", c->flops == 2.0 * 4096 * ...
//
// Work is counted as published numbers count it: a product is 2 m n k
// operations, attention is two products, half of them where it is causal; bytes
// are those that must be read once and written once.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_BENCH_BENCHCASES_H
#define TQC_RUNTIME_BENCH_BENCHCASES_H

#include "runtime/image/Result.h"
#include "runtime/reference/LevelCases.h"

#include <optional>

namespace tqc {

/// A kind of work, and the launcher that does it.
struct BenchWork {
  const char *name;     ///< "softmax"
  int level;            ///< 0 for a track
  const char *track;    ///< "layer_norm", null for a level
  const char *launcher; ///< "softmax"
  /// What one number, or numbers joined with "x", mean as a size.
  const char *sizeHelp;
  size_t rank; ///< how many numbers a whole size has; 6, too, of level 8
};

/// What does the same work beside ours.
enum class Baseline : uint8_t { None, Cublas };

struct BenchCase {
  const BenchWork *work = nullptr;
  std::string name;      ///< "softmax-fp32-4096x1024"
  std::string precision; ///< "fp16", "tf32": what the arithmetic is done in
  std::vector<InputSpec> inputs;
  std::vector<ScalarArgument> scalars;
  DType outType = DType::FP32;
  std::vector<int64_t> outShape;
  /// Is a tensor for the result given to the launcher, which would choose
  /// another type?
  bool givesOut = false;
  double flops = 0;    ///< on the units that `precision` names; 0 if it is none
  double bytes = 0;    ///< useful ones
  double outBytes = 0; ///< of them written
  double footprint = 0; ///< bytes of all tensors
  Baseline baseline = Baseline::None;
  double scale = 1; ///< of the product
  /// The case of a topic, if it is one: its reference knows what is right.
  std::optional<LevelCase> topic;
};

/// What a case must compute, as checks have it.
LevelCase taskOf(const BenchCase &benchCase);

const std::vector<BenchWork> &benchWorks();
/// The work of that name; null if there is none.
const BenchWork *findBenchWork(const std::string &name);
/// "fp32, fp16": what the work can be timed in.
std::vector<std::string> benchTypes(const BenchWork &work);

/// A case of a work; the error says which types and sizes there are.
Result<BenchCase> makeBenchCase(const BenchWork &work, const std::string &type,
                                const std::string &size);

/// The case of a name such as "matmul-fp16-64x32x16"; none if the words before
/// the last two hyphens are no work.
std::optional<Result<BenchCase>> findBenchCase(const std::string &name);

/// The cases that `tq-run bench` runs if no sizes are named.
std::vector<BenchCase> standardBenchCases();

} // namespace tqc

#endif // TQC_RUNTIME_BENCH_BENCHCASES_H
