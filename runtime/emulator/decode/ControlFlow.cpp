//===- ControlFlow.cpp - where divergent lanes meet again -----------------===//
//
// Answers "what is the immediate post-dominator of this branch". Blocks are
// found from the branches of the decoded code; post-dominators by the iteration
// of Cooper, Harvey and Kennedy on the reversed graph.
//
//===----------------------------------------------------------------------===//

#include "runtime/emulator/decode/Decoder.h"
#include "runtime/emulator/decode/Select.h"

#include <algorithm>

namespace tqc::emu {

namespace {
struct Graph {
  std::vector<uint32_t> starts;  // first instruction of each block
  std::vector<uint32_t> blockOf; // of each instruction
  std::vector<std::vector<uint32_t>> successors; // the last is the exit
  std::vector<std::vector<uint32_t>> predecessors;
};
} // namespace

static bool endsBlock(const Inst &inst) { return inst.flow != Flow::None; }

static Graph buildGraph(const Function &f) {
  Graph g;
  size_t n = f.code.size();
  std::vector<bool> leader(n + 1);
  leader[0] = true;
  for (size_t i = 0; i < n; ++i) {
    const Inst &inst = f.code[i];
    if (!endsBlock(inst))
      continue;
    leader[i + 1] = true;
    if (inst.flow == Flow::Branch)
      leader[inst.target] = true;
    if (inst.flow == Flow::Indexed)
      for (uint32_t t = 0; t < inst.poolCount; ++t)
        leader[f.pool[inst.pool + t]] = true;
  }
  g.blockOf.resize(n);
  for (size_t i = 0; i < n; ++i) {
    if (leader[i])
      g.starts.push_back(static_cast<uint32_t>(i));
    g.blockOf[i] = static_cast<uint32_t>(g.starts.size() - 1);
  }
  size_t blocks = g.starts.size();
  g.successors.resize(blocks + 1);
  g.predecessors.resize(blocks + 1);
  for (size_t b = 0; b < blocks; ++b) {
    size_t end = b + 1 < blocks ? g.starts[b + 1] : n;
    const Inst &last = f.code[end - 1];
    auto &out = g.successors[b];
    bool falls = last.flow == Flow::None || last.guard != kNoReg;
    if (last.flow == Flow::Branch)
      out.push_back(g.blockOf[last.target]);
    if (last.flow == Flow::Indexed)
      for (uint32_t t = 0; t < last.poolCount; ++t)
        out.push_back(g.blockOf[f.pool[last.pool + t]]);
    if (last.flow == Flow::Leave || end == n)
      out.push_back(static_cast<uint32_t>(blocks));
    if (falls && end < n)
      out.push_back(static_cast<uint32_t>(b + 1));
    for (uint32_t s : out)
      g.predecessors[s].push_back(static_cast<uint32_t>(b));
  }
  return g;
}

/// Blocks from the exit backwards, in postorder of the reversed graph.
static std::vector<uint32_t> reversedPostorder(const Graph &g) {
  uint32_t exit = static_cast<uint32_t>(g.successors.size() - 1);
  std::vector<uint32_t> order;
  std::vector<bool> seen(g.successors.size());
  std::vector<std::pair<uint32_t, size_t>> stack = {{exit, 0}};
  seen[exit] = true;
  while (!stack.empty()) {
    auto &[block, next] = stack.back();
    if (next < g.predecessors[block].size()) {
      uint32_t p = g.predecessors[block][next++];
      if (!seen[p]) {
        seen[p] = true;
        stack.push_back({p, 0});
      }
      continue;
    }
    order.push_back(block);
    stack.pop_back();
  }
  return order;
}

static std::vector<uint32_t> postDominators(const Graph &g) {
  constexpr uint32_t kNone = ~0u;
  std::vector<uint32_t> order = reversedPostorder(g);
  std::vector<uint32_t> number(g.successors.size(), kNone);
  for (size_t i = 0; i < order.size(); ++i)
    number[order[i]] = static_cast<uint32_t>(i);
  std::vector<uint32_t> ipdom(g.successors.size(), kNone);
  uint32_t exit = static_cast<uint32_t>(g.successors.size() - 1);
  ipdom[exit] = exit;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = order.size() - 1; i-- > 0;) {
      uint32_t block = order[i], best = kNone;
      for (uint32_t s : g.successors[block]) {
        if (ipdom[s] == kNone)
          continue;
        if (best == kNone) {
          best = s;
          continue;
        }
        uint32_t a = best, b = s;
        while (a != b) {
          while (number[a] < number[b])
            a = ipdom[a];
          while (number[b] < number[a])
            b = ipdom[b];
        }
        best = a;
      }
      if (best != ipdom[block]) {
        ipdom[block] = best;
        changed = true;
      }
    }
  }
  return ipdom;
}

void findMeetingPoints(Function &f) {
  bool any = false;
  for (const Inst &inst : f.code)
    any |= inst.flow == Flow::Indexed ||
           (inst.flow == Flow::Branch && inst.guard != kNoReg);
  if (!any)
    return;
  Graph g = buildGraph(f);
  std::vector<uint32_t> ipdom = postDominators(g);
  for (size_t i = 0; i < f.code.size(); ++i) {
    Inst &inst = f.code[i];
    if (inst.flow != Flow::Branch && inst.flow != Flow::Indexed)
      continue;
    uint32_t meet = ipdom[g.blockOf[i]];
    if (meet < g.starts.size())
      inst.reconverge = g.starts[meet];
  }
}

} // namespace tqc::emu
