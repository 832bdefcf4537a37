//===- TopicReference.h - What a topic must compute -------------*- C++ -*-===//
//
// The reference of a topic is Python with numpy, in its folder: a function
// `reference` of the case's inputs and scalars. Here it is run, in doubles, and
// what a launcher returned is held against it.
//
//     def reference(x, eps):
//         return x / np.sqrt(np.mean(x * x, axis=1, keepdims=True) + eps)
//
// Where large numbers cancel on the way to an element, a second function of the
// same inputs, `sizes`, says for each element of each output what rounding goes
// by (ExpectedArray.h).
//
// It comes from the program, never from the learner's file.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_TOPICREFERENCE_H
#define TQC_TOOLS_TQ_RUN_TOPICREFERENCE_H

#include "compiler/host/NumberArray.h"
#include "tools/tq-run/Judge.h"

namespace tqc {

/// The outputs of a topic's case.
struct ExpectedOutputs {
  std::vector<NumberArray> values;
  std::vector<NumberArray> sizes; ///< one for each, or none
};

/// An error is the reference's diagnostics.
Result<ExpectedOutputs> runReference(const LevelCase &levelCase,
                                     const std::vector<HostTensor> &inputs,
                                     Device &device);

/// Compares what a launcher returned with the reference, output by output.
void judgeTopic(const LevelCase &levelCase, const ExpectedOutputs &expected,
                const std::vector<HostTensor> &results, CaseResult &result);

/// Whether enough of what global memory moved was used, where that was counted.
void judgeSectors(const LevelCase &levelCase, CaseResult &result);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_TOPICREFERENCE_H
