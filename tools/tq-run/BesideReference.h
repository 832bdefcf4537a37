//===- BesideReference.h - A right file beside the reference ----*- C++ -*-===//
//
// What does the learner's kernel cost, and what the reference?
//
//     beside the reference, on fp16-127x129x131:
//                                  yours    reference
//       warp instructions          12410        11200
//       bytes of global memory    401408       401408
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_BESIDEREFERENCE_H
#define TQC_TOOLS_TQ_RUN_BESIDEREFERENCE_H

#include "tools/tq-run/CheckLevel.h"
#include "tools/tq-run/RunCost.h"

namespace tqc {

struct CostsBeside {
  RunCost yours, reference;
};

/// Measures both, prints the table and adds it to the JSON; nothing if one of
/// them cannot be measured.
std::optional<CostsBeside> reportBeside(Report &report,
                                        const CheckRequest &request);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_BESIDEREFERENCE_H
