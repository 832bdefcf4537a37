//===- BenchTable.h - Times as table, JSON and chart ------------*- C++ -*-===//
//
// What do the numbers of a benchmark say? One row is one implementation of one
// case: "tqc" is ours, "cublas" a baseline, "copy" a copy of as many bytes.
//
//     softmax-fp32-4096x4096   38.2 us (38.0 - 38.5)  3512 GB/s   81 % memory
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_BENCH_BENCHTABLE_H
#define TQC_RUNTIME_BENCH_BENCHTABLE_H

#include "runtime/bench/BenchTimer.h"
#include "runtime/bench/Roofline.h"

#include "nlohmann/json.hpp"

namespace tqc {

struct BenchRow {
  std::string impl; ///< "tqc", "cublas", "copy"
  Times times;
  int launches = 0;     ///< in a sample
  double teraflops = 0; ///< 0 if the work has no arithmetic to count
  double gigabytes = 0; ///< a second, useful ones
  double roofShare = 0; ///< of the least possible time; 0 if it is not known
};

/// A case with everything that was measured of it; the first row is ours.
struct BenchOutcome {
  std::string name; ///< of the case
  std::string work;
  int level = 0;
  int sets = 0;
  Bound bound;
  std::vector<BenchRow> rows;
  double baselineRatio = 0; ///< time of the baseline / ours; 0 if there is none
  std::string baseline;     ///< which row that is
  std::string problem;      ///< why there are no rows
  bool isProven = false;    ///< that what was timed does the work
};

/// Fills rates, bound and ratio from the times. `copyGigabytes` is what the row
/// "copy" reached, or 0.
void deriveRates(BenchOutcome &outcome, const BenchCase &benchCase,
                 const GpuRates &rates);

/// "38.2 us", "1.42 ms".
std::string showDuration(double milliseconds);
/// One line for each row of the outcome but the copy; no line break at the end.
std::string tableLines(const BenchOutcome &outcome);
/// The line above the table.
std::string tableHeader();

/// One object for each row: case, impl, ms, p10, p90, tflops, gbs, ...
nlohmann::ordered_json jsonRows(const BenchOutcome &outcome);

/// Shares of the roofline of all rows as an SVG file.
std::string drawOutcomes(const std::vector<BenchOutcome> &outcomes,
                         const std::string &device);

} // namespace tqc

#endif // TQC_RUNTIME_BENCH_BENCHTABLE_H
