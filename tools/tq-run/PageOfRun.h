//===- PageOfRun.h - A run as a page for a browser --------------*- C++ -*-===//
//
// What was compiled, counted, found and touched while kernels ran, put together
// as the page that a browser shows:
//
//     RunForPage run;
//     request.listing = &run.compiled;
//     ... launch on the emulator with its counters on ...
//     run.reports = device.takeReports();
//     writePage("k.html", pageOfRun("k", file, text, run));
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_PAGEOFRUN_H
#define TQC_TOOLS_TQ_RUN_PAGEOFRUN_H

#include "tools/explore/PageData.h"
#include "tools/tq-run/AccessTrace.h"
#include "tools/tq-run/LaunchRequest.h"

namespace tqc {

/// What a run leaves for its page.
struct RunForPage {
  CompiledList compiled;
  std::vector<LaunchReport> reports;
  std::vector<Finding> findings;
};

PageData pageOfRun(const std::string &title, const std::string &file,
                   const std::string &source, const RunForPage &run);

/// Adds what programs touched: all launches, or those of one kernel.
void addWalk(PageData &page, const AccessTrace &trace,
             const std::string &kernel);

/// Writes the page; refuses to write over `source`.
Status writePage(const std::string &path, const PageData &page,
                 const std::string &source);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_PAGEOFRUN_H
