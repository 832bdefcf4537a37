//===- TopicBench.cpp - Topics as cases of a benchmark --------------------===//

#include "tools/tq-run/TopicBench.h"

#include "tools/tq-run/Topics.h"

#include <algorithm>

namespace tqc {

const BenchWork *topicWork(const std::string &name) {
  static const std::vector<BenchWork> works = [] {
    std::vector<BenchWork> all;
    for (const Topic &topic : allTopics()) {
      BenchWork work = {};
      work.name = work.track = topic.name.c_str();
      work.launcher = topic.launcher.c_str();
      work.sizeHelp = "that of a case of topic.json";
      all.push_back(work);
    }
    return all;
  }();
  for (const BenchWork &work : works)
    if (name == work.name)
      return &work;
  return nullptr;
}

static double bytesOf(const InputSpec &spec) {
  return double(elementsOf(spec.shape)) * double(tqc::bytesOf(spec.type));
}

std::vector<BenchCase> topicBenchCases(const BenchWork &work, bool isGpu) {
  std::vector<BenchCase> cases;
  for (const LevelCase &one : casesFor(*levelOfWord(work.track),
                                       isGpu ? CaseSet::Gpu : CaseSet::Small)) {
    BenchCase c;
    c.work = &work;
    c.name = std::string(work.name) + "-" + one.name;
    c.precision = nameOf(one.type());
    c.inputs = one.inputs;
    c.scalars = one.scalars;
    c.outType = one.outType;
    for (const InputSpec &input : c.inputs)
      c.bytes += bytesOf(input);
    c.bytes += bytesOf(one.inputs[0]); // outputs are mostly as large
    c.footprint = c.bytes;
    c.topic = one;
    cases.push_back(std::move(c));
  }
  return cases;
}

std::optional<LevelCase> taskOfTrack(const BenchCase &benchCase) {
  int level = *levelOfWord(benchCase.work->track);
  for (CaseSet set : {CaseSet::Gpu, CaseSet::Small})
    for (LevelCase task : casesFor(level, set)) {
      if (task.inputs.size() != benchCase.inputs.size() ||
          task.type() != benchCase.inputs[0].type)
        continue;
      task.name = benchCase.name;
      task.inputs = benchCase.inputs;
      task.outPlacement = Placement::Contiguous;
      return task;
    }
  return std::nullopt;
}

} // namespace tqc
