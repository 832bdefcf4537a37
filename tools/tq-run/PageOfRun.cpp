//===- PageOfRun.cpp - A run as a page for a browser ----------------------===//

#include "tools/tq-run/PageOfRun.h"

#include "tools/explore/KernelPage.h"
#include "tools/tq-run/Progress.h"

#include "llvm/Support/FileSystem.h"

namespace tqc {

PageData pageOfRun(const std::string &title, const std::string &file,
                   const std::string &source, const RunForPage &run) {
  PageData page(title, file, source);
  for (const auto &texts : run.compiled)
    page.addCompiled(*texts);
  page.addCounters(run.reports);
  page.addFindings(run.findings);
  return page;
}

static Json jsonOf(const std::vector<ElementRun> &runs) {
  Json json = Json::array();
  for (const ElementRun &run : runs)
    if (run.repeats > 1)
      json.push_back({run.first, run.count, run.repeats, run.stride});
    else
      json.push_back({run.first, run.count});
  return json;
}

void addWalk(PageData &page, const AccessTrace &trace,
             const std::string &kernel) {
  Json tensors = Json::array(), launches = Json::array(), steps = Json::array();
  for (const TracedTensor &tensor : trace.tensors)
    tensors.push_back({{"name", tensor.name},
                       {"type", tensor.type},
                       {"shape", tensor.shape}});
  for (const TracedLaunch &launch : trace.launches)
    launches.push_back({{"kernel", launch.kernel},
                        {"programs", launch.programs},
                        {"kept", launch.kept},
                        {"dropped", launch.dropped}});
  for (const TracedStep &step : trace.steps) {
    if (!kernel.empty() && trace.launches[step.launch].kernel != kernel)
      continue;
    steps.push_back({{"launch", step.launch},
                     {"program", step.program},
                     {"kind", step.kind},
                     {"line", step.file == page.json["file"] ? step.line : 0},
                     {"tensor", step.tensor},
                     {"tile", step.tile},
                     {"runs", jsonOf(step.runs)},
                     {"masked", jsonOf(step.masked)}});
  }
  page.json["walk"] = {{"tensors", std::move(tensors)},
                       {"launches", std::move(launches)},
                       {"steps", std::move(steps)}};
}

Status writePage(const std::string &path, const PageData &page,
                 const std::string &source) {
  bool isSource = false;
  if (path.empty() ||
      (!llvm::sys::fs::equivalent(path, source, isSource) && isSource))
    return Error{path.empty() ? "the page has no name"
                              : "the page would be written over " + source};
  return writeWholeFile(path, kernelPage(page.json));
}

} // namespace tqc
