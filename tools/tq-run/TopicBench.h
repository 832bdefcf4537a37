//===- TopicBench.h - Topics as cases of a benchmark ------------*- C++ -*-===//
//
// What is timed of a topic? Its launcher, on the cases that topic.json has for
// GPUs:
//
//     const BenchWork *work = topicWork("flash_backward");
//     for (const BenchCase &one : topicBenchCases(*work, isGpu))
//       one.name == "flash_backward-fp16-4x512x64-causal"
//
// Nobody counts a topic's operations; its bytes are those of all inputs and
// outputs.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_TOPICBENCH_H
#define TQC_TOOLS_TQ_RUN_TOPICBENCH_H

#include "runtime/bench/BenchCases.h"

namespace tqc {

/// A topic as a work; null if there is none of that name.
const BenchWork *topicWork(const std::string &name);
/// The cases for GPUs, or those that an emulator can run.
std::vector<BenchCase> topicBenchCases(const BenchWork &work, bool isGpu);
/// What a work with sizes of its own must compute, if its file is a topic's.
std::optional<LevelCase> taskOfTrack(const BenchCase &benchCase);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_TOPICBENCH_H
