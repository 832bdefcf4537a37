//===- CheckLevel.h - A file on all cases of a level ------------*- C++ -*-===//
//
// Is this file right? Its cases run on several cores, and are reported in their
// order; the first that fails ends the run, unless all are asked for.
//
//     CheckOutcome outcome = checkLevel(request, opened, report);
//     outcome.hasPassed(), outcome.failedCase
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_CHECKLEVEL_H
#define TQC_TOOLS_TQ_RUN_CHECKLEVEL_H

#include "tools/tq-run/CheckRun.h"

namespace tqc {

/// Checks, and reports each case and a last line.
CheckOutcome checkLevel(const CheckRequest &request, OpenedDevice &opened,
                        Report &report);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_CHECKLEVEL_H
