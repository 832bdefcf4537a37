//===- PageData.h - What a page of a kernel draws ---------------*- C++ -*-===//
//
// Everything that tqc and tq-run know of kernels, as the one JSON object that
// the page draws (KernelPage.h):
//
//     CompiledTexts texts;
//     texts.collectFrom(options);              // before compiling
//     PageData page("matmul", file, source);
//     page.addCompiled(texts);                 // listings, decisions, rings
//     page.addCounters(reports, file);         // of the emulator
//     writeOutput(path, kernelPage(page.json));
//
// What is missing is not drawn; why it is missing is said where it would be.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_EXPLORE_PAGEDATA_H
#define TQC_TOOLS_EXPLORE_PAGEDATA_H

#include "compiler/driver/Compiler.h"
#include "runtime/device/Device.h"

#include "nlohmann/json.hpp"

namespace tqc {

/// What one compilation wrote on its way.
struct CompiledTexts {
  /// Makes `options` fill `phases`, which must stay where it is meanwhile.
  void collectFrom(CompileOptions &options);
  /// Takes over what the compilation of `kernel`, or of all of a file, gave.
  void finish(std::string kernel, const CompileResult &result);

  std::string kernel; ///< of a launch; empty for all of a file
  std::vector<std::pair<PhaseId, std::string>> phases; ///< with places
  std::vector<ExplainedKernel> explanation;
  KernelImage image;
};

class PageData {
public:
  /// `source` is the text of `file`, whose lines everything is linked by.
  PageData(const std::string &title, std::string file,
           const std::string &source);

  void addCompiled(const CompiledTexts &texts);
  /// Counters by line, summed over the launches, and each launch by itself.
  void addCounters(const std::vector<LaunchReport> &reports);
  void addFindings(const std::vector<Finding> &findings);

  nlohmann::ordered_json json;

private:
  void addListings(const CompiledTexts &texts);
  void addMachineCode(const CompiledTexts &texts, nlohmann::ordered_json &code);
  void addDecisions(const CompiledTexts &texts);

  std::string file;
};

} // namespace tqc

#endif // TQC_TOOLS_EXPLORE_PAGEDATA_H
