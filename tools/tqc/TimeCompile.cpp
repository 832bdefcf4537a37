//===- TimeCompile.cpp - How long a compilation takes ---------------------===//

#include "tools/tqc/TimeCompile.h"

#include "compiler/driver/Compiler.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <ctime>

using namespace tqc;

static constexpr int kRuns = 20;

static double medianOf(std::vector<double> &values) {
  std::sort(values.begin(), values.end());
  size_t half = values.size() / 2;
  return values.size() % 2 ? values[half]
                           : (values[half - 1] + values[half]) / 2;
}

std::string tqc::timeCompile(llvm::StringRef name, llvm::StringRef text,
                             const CompileOptions &options) {
  std::vector<double> totals;
  llvm::MapVector<unsigned, std::vector<double>> phases;
  for (int run = 0; run < kRuns; ++run) {
    std::clock_t start = std::clock();
    SourceManager sources;
    DiagEngine diags(sources);
    SourceFile &file = sources.add(name.str(), text.str());
    CompileResult result = compile(file, options, sources, diags);
    totals.push_back(1e3 * double(std::clock() - start) / CLOCKS_PER_SEC);
    for (const PhaseTime &time : result.times)
      phases[unsigned(time.phase)].push_back(time.milliseconds);
  }
  double median = medianOf(totals);
  std::string words =
      llvm::formatv("{0}: {1:f1} ms (fastest {2:f1}, slowest {3:f1}, {4} "
                    "runs)\n ",
                    llvm::sys::path::filename(name), median, totals.front(),
                    totals.back(), kRuns)
          .str();
  bool isFirst = true;
  for (auto &[phase, times] : phases) {
    words += llvm::formatv("{0} {1} {2:f1}", isFirst ? "" : ",",
                           phaseOf(PhaseId(phase)).name, medianOf(times))
                 .str();
    isFirst = false;
  }
  return words + "\n";
}
