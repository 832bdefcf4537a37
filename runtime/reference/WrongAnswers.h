//===- WrongAnswers.h - What known mistakes make of an input ----*- C++ -*-===//
//
// Which mistake gives just this output? A mistake that learners make has a
// formula of its own: scores without their scale, a softmax whose hidden keys
// count as 0, an online softmax whose sums are never rescaled. The checker can
// compute them all, and an output that agrees with one of them, and not with
// the reference, has been explained:
//
//     for (const Explanation &e : explainOutput(levelCase, inputs, out))
//       e.mistake == "scale-forgotten", e.evidence == "the result equals ..."
//
// It knows numbers only: what the emulator found, and the source, are for
// others.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_REFERENCE_WRONGANSWERS_H
#define TQC_RUNTIME_REFERENCE_WRONGANSWERS_H

#include "runtime/reference/LevelCases.h"

#include <functional>

namespace tqc {

/// A mistake that fits an output.
struct Explanation {
  std::string mistake; ///< its name in the tutor's knowledge, "scale-forgotten"
  std::string evidence; ///< one sentence, what was compared and what came out
};

/// What an output would be if one mistake were made; whole, in row-major order.
struct WrongAnswer {
  std::string mistake;
  std::string words; ///< "the result without the scale"
  std::function<std::vector<double>()> compute;
};

/// The mistakes that fit, the most specific first; empty if none does.
std::vector<Explanation> explainOutput(const LevelCase &levelCase,
                                       const std::vector<HostTensor> &inputs,
                                       const HostTensor &out);

// One function a file: the wrong answers of a level.
std::vector<WrongAnswer> wrongProducts(const LevelCase &levelCase,
                                       const std::vector<HostTensor> &inputs);
std::vector<WrongAnswer> wrongSoftmaxes(const LevelCase &levelCase,
                                        const std::vector<HostTensor> &inputs);
std::vector<WrongAnswer> wrongAttentions(const LevelCase &levelCase,
                                         const std::vector<HostTensor> &inputs);

/// exp as fp32 has it: infinite from 89 on, 0 below -104.
double expOfFloat(double x);

} // namespace tqc

#endif // TQC_RUNTIME_REFERENCE_WRONGANSWERS_H
