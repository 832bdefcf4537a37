//===- Judge.h - Right or wrong, and why ------------------------*- C++ -*-===//
//
// What does a person need to hear about an output that was compared with its
// reference?
//
//     CaseResult result;
//     judge(levelCase, inputs, out, result);
//     result.reasons[0] == "3 of 31 elements (10%) are wrong"
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_JUDGE_H
#define TQC_TOOLS_TQ_RUN_JUDGE_H

#include "runtime/device/Compare.h"
#include "runtime/device/Device.h"
#include "runtime/reference/LevelCases.h"

namespace tqc {

enum class CaseStatus { Passed, Failed, Skipped };

/// What became of a case under a plan that it was tried with besides.
struct PlanResult {
  enum Status { Passed, Failed, Refused };
  std::string plan; ///< "group=8"
  Status status = Failed;
  std::vector<std::string> reasons; ///< why it failed or was refused
};

struct CaseResult {
  CaseStatus status = CaseStatus::Failed;
  /// Why it failed or was left out; several lines.
  std::vector<std::string> reasons;
  /// The source does not compile: other cases would say the same.
  bool compileError = false;
  bool compared = false;
  Comparison comparison;
  /// Against cuBLAS, over all elements; negative if it was not used.
  double secondError = -1;
  double milliseconds = 0; ///< of the call, compilation included
  std::vector<Finding> findings;
  std::vector<LaunchReport> reports; ///< what the device counted
  std::vector<int64_t> shape;        ///< of the output
  std::optional<HostTensor> out;     ///< the output, where it is wrong
  std::vector<PlanResult> plans;     ///< of CheckRun::planned
};

/// Compares an output with the reference of its case, and says in words what is
/// wrong.
void judge(const LevelCase &levelCase, const std::vector<HostTensor> &inputs,
           const HostTensor &out, CaseResult &result);

/// Whether what a launcher returned is one tensor of the right type and shape;
/// if not, the reasons say so.
bool hasRightForm(const LevelCase &levelCase,
                  const std::vector<HostTensor> &results, CaseResult &result);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_JUDGE_H
