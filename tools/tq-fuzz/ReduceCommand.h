//===- ReduceCommand.h - tq-reduce ------------------------------*- C++ -*-===//
//
// How does what shows a fault become small enough to be read? The program
// `tq-reduce`, and the step of it that `tq-fuzz` takes for what it finds:
//
//     reduceRequest(request, Fault::Differs, Judges::OnCpu,
//                   /*patience=*/60, /*tries=*/400);
//     request.file == "k7.small.tq"
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_FUZZ_REDUCECOMMAND_H
#define TQC_TOOLS_TQ_FUZZ_REDUCECOMMAND_H

#include "tools/tq-fuzz/Trial.h"
#include "tools/tq-run/CommandLine.h"

namespace tqc::fuzz {

/// Makes the source of a request smaller while it shows the fault; the request
/// names the small file then.
void reduceRequest(LaunchRequest &request, Fault fault, Judges judges,
                   double patience, int tries);

extern const Command kReduceCommand;

} // namespace tqc::fuzz

#endif // TQC_TOOLS_TQ_FUZZ_REDUCECOMMAND_H
