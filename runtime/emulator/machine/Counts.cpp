//===- Counts.cpp - rows of numbers, one an instruction -------------------===//

#include "runtime/emulator/machine/Counts.h"

namespace tqc::emu {

void TrafficCount::add(const TrafficCount &o) {
  requests += o.requests;
  units += o.units;
  ideal += o.ideal;
  bytes += o.bytes;
}

TrafficCount sumOf(const TrafficCounts &counts) {
  TrafficCount sum;
  for (const TrafficCount &one : counts)
    sum.add(one);
  return sum;
}

void InstCount::add(const InstCount &o) {
  warps += o.warps;
  lanes += o.lanes;
  divergent += o.divergent;
  branches += o.branches;
  divergentBranches += o.divergentBranches;
  waits += o.waits;
  for (size_t t = 0; t < kTraffics; ++t) {
    global[t].add(o.global[t]);
    shared[t].add(o.shared[t]);
  }
  local.add(o.local);
  bulkCopies += o.bulkCopies;
  bulkBytes += o.bulkBytes;
  flops += o.flops;
}

CountTable emptyCounts(const Program &program) {
  CountTable table;
  for (const Function &f : program.functions)
    table.emplace_back(f.code.size());
  return table;
}

void addCounts(CountTable &into, const CountTable &from) {
  for (size_t f = 0; f < from.size(); ++f)
    for (size_t i = 0; i < from[f].size(); ++i)
      into[f][i].add(from[f][i]);
}

} // namespace tqc::emu
