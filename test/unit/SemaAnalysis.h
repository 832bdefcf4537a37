//===- SemaAnalysis.h - What the analysis says of a source ------*- C++ -*-===//
//
//     analyze("@triton.jit\ndef k(p):\n  ...").text      // what Recorder wrote
//     analyze(...).messages                              // or what is wrong
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TEST_UNIT_SEMAANALYSIS_H
#define TQC_TEST_UNIT_SEMAANALYSIS_H

#include "compiler/syntax/Parser.h"

#include "test/unit/SemaRecorder.h"

namespace tqc {

/// What the analysis of a kernel gives: the recorded text or the messages.
struct Analysis {
  std::string text;     ///< operations, without the `kernel` line
  std::string kernel;   ///< the `kernel` line
  std::string messages; ///< all diagnostics as printed
  std::string printed;  ///< by tl.static_print
  std::vector<std::string> names;
  std::vector<AccessWords> words;
  bool ok = false;
};

/// Analyses a kernel of a file, the last one unless named, as its `# tqc:`
/// line or the request says.
inline Analysis analyze(const std::string &source,
                        SpecializationRequest request = {},
                        const std::map<std::string, std::string> &others = {},
                        const std::string &name = "k.tq",
                        const std::string &kernel = "") {
  Analysis result;
  SourceManager sources;
  DiagEngine diags(sources);
  SourceFile &file = sources.add(name, source);
  std::unique_ptr<ast::Module> module = parseFile(file, diags);
  SemaContext context{
      sources, diags,
      [&](const SourceFile &, unsigned dots, llvm::StringRef path)
          -> std::optional<std::pair<std::string, std::string>> {
        std::string wanted = std::string(dots, '.') + path.str();
        auto found = others.find(wanted);
        if (found == others.end())
          return std::nullopt;
        return std::make_pair(wanted + ".py", found->second);
      },
      [&](llvm::StringRef text) { result.printed += text; }};
  std::vector<const ast::FunctionStmt *> kernels = findKernels(*module);
  for (const ast::FunctionStmt *one : kernels)
    if (one->name == kernel)
      kernels = {one};
  Recorder recorder;
  if (!diags.hasErrors() && !kernels.empty()) {
    auto specialization =
        resolveSpecialization(context, *module, *kernels.back(), request);
    if (specialization)
      result.ok = analyzeKernel(context, *module, *kernels.back(),
                                *specialization, recorder);
  }
  std::string all = recorder.text();
  size_t end = all.find('\n');
  result.kernel = all.substr(0, end);
  result.text = end == std::string::npos ? "" : all.substr(end + 1);
  result.names = recorder.names;
  result.words = recorder.words;
  llvm::raw_string_ostream os(result.messages);
  diags.print(os);
  return result;
}

} // namespace tqc

#endif // TQC_TEST_UNIT_SEMAANALYSIS_H
