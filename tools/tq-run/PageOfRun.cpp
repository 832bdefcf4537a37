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
