//===- Counters.cpp - what a launch did -----------------------------------===//

#include "runtime/emulator/Counters.h"

#include "runtime/emulator/Cta.h"
#include "runtime/emulator/MemoryAccess.h"
#include "runtime/emulator/SharedPlace.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

namespace tqc::emu {

void InstCount::add(const InstCount &o) {
  warps += o.warps;
  lanes += o.lanes;
  divergent += o.divergent;
  globalRequests += o.globalRequests;
  globalSectors += o.globalSectors;
  globalBytes += o.globalBytes;
  sharedRequests += o.sharedRequests;
  sharedWavefronts += o.sharedWavefronts;
  sharedBytes += o.sharedBytes;
  idealWavefronts += o.idealWavefronts;
  localRequests += o.localRequests;
  localBytes += o.localBytes;
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

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static uint64_t countSectors(const uint64_t (&address)[kLanes], Mask mask,
                             unsigned bytes) {
  uint64_t sectors[kLanes * 2];
  size_t count = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (mask >> lane & 1)
      for (uint64_t at = address[lane] / 32;
           at <= (address[lane] + bytes - 1) / 32 && count < std::size(sectors);
           ++at)
        sectors[count++] = at;
  std::sort(sectors, sectors + count);
  return static_cast<uint64_t>(std::unique(sectors, sectors + count) - sectors);
}

/// Passes over the banks for the lanes from `first` on: the most different
/// words that any bank has to give.
static uint64_t passes(const uint64_t (&address)[kLanes], Mask mask,
                       unsigned bytes) {
  std::vector<uint64_t> words[32];
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!(mask >> lane & 1))
      continue;
    for (uint64_t word = address[lane] / 4;
         word <= (address[lane] + bytes - 1) / 4; ++word) {
      auto &bank = words[word % 32];
      if (std::find(bank.begin(), bank.end(), word) == bank.end())
        bank.push_back(word);
    }
  }
  size_t most = 0;
  for (const auto &bank : words)
    most = std::max(most, bank.size());
  return most;
}

static void countShared(const uint64_t (&address)[kLanes], Mask mask,
                        unsigned bytes, InstCount &count) {
  // Wide accesses are served half a warp, or a quarter, at a time.
  unsigned parts = bytes <= 4 ? 1 : bytes <= 8 ? 2 : 4;
  unsigned lanes = kLanes / parts;
  ++count.sharedRequests;
  for (unsigned p = 0; p < parts; ++p) {
    Mask part =
        lanes == kLanes ? kAllLanes : ((Mask(1) << lanes) - 1) << (p * lanes);
    if (mask & part) {
      count.sharedWavefronts += passes(address, mask & part, bytes);
      ++count.idealWavefronts;
    }
  }
  count.sharedBytes += countLanes(mask) * uint64_t(bytes);
}

static void countMemory(Warp &w, const Inst &i, Mask mask, InstCount &count) {
  uint64_t address[kLanes];
  laneAddresses(w, i, address);
  unsigned bytes = unsigned(i.bytes) * i.count;
  Mask local = 0, shared = 0;
  uint64_t base = 0;
  if (i.space == Space::Shared || i.space == Space::SharedCluster) {
    shared = mask;
  } else if (i.space == Space::Local) {
    local = mask;
  } else if (i.space == Space::Param) {
    return;
  } else if (i.space == Space::None) {
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if (address[lane] - kSharedWindow < kWindowBytes)
        shared |= Mask(1) << lane;
      if (address[lane] - kLocalWindow < kWindowBytes)
        local |= Mask(1) << lane;
    }
    shared &= mask;
    local &= mask;
    base = shared ? kSharedWindow : 0;
  }
  Mask global = mask & ~(shared | local);
  if (global) {
    ++count.globalRequests;
    count.globalSectors += countSectors(address, global, bytes);
    count.globalBytes += countLanes(global) * uint64_t(bytes);
  }
  if (local) {
    ++count.localRequests;
    count.localBytes += countLanes(local) * uint64_t(bytes);
  }
  if (shared) {
    for (uint64_t &a : address)
      a -= base;
    countShared(address, shared, bytes, count);
  }
}

/// ldmatrix and stmatrix: eight rows of 16 bytes a matrix.
static void countMatrixRows(Warp &w, const Inst &i, InstCount &count) {
  uint64_t address[kLanes];
  laneAddresses(w, i, address);
  ++count.sharedRequests;
  for (unsigned m = 0; m < i.count; ++m) {
    count.sharedWavefronts += passes(address, Mask(0xff) << (8 * m), 16);
    ++count.idealWavefronts;
    count.sharedBytes += 128;
  }
}

/// cp.async: a load from global memory, and a store to shared memory.
static void countCopy(Warp &w, const Inst &i, Mask mask, InstCount &count) {
  const uint32_t *pool = w.group->frame->function->pool.data() + i.pool;
  uint64_t to[kLanes] = {}, from[kLanes] = {};
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (mask >> lane & 1) {
      to[lane] = addressAt(w, pool, lane);
      from[lane] = addressAt(w, pool + kAddressWords, lane);
    }
  ++count.globalRequests;
  count.globalSectors += countSectors(from, mask, i.bytes);
  count.globalBytes += countLanes(mask) * uint64_t(i.bytes);
  countShared(to, mask, i.bytes, count);
}

static bool isCopyAsync(const PtxInst &ptx) {
  return ptx.opcode == "cp" && ptx.modifiers.size() > 1 &&
         (ptx.modifiers[1] == "ca" || ptx.modifiers[1] == "cg");
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

/// 2 m n k of "m16n8k16"; a warp does a quarter of wgmma's m64.
static uint64_t flopsOf(const PtxInst &ptx) {
  for (const std::string &modifier : ptx.modifiers) {
    unsigned m = 0, n = 0, k = 0;
    if (std::sscanf(modifier.c_str(), "m%un%uk%u", &m, &n, &k) != 3)
      continue;
    uint64_t flops = uint64_t(2) * m * n * k;
    return ptx.opcode == "wgmma" ? flops / 4 : flops;
  }
  return 0;
}

void countInstruction(Warp &w, const Inst &i, Mask mask, InstCount &count) {
  ++count.warps;
  count.lanes += countLanes(mask);
  count.divergent += mask != w.live;
  switch (i.category) {
  case InstClass::Load:
  case InstClass::Store:
  case InstClass::Atomic:
    return countMemory(w, i, mask, count);
  case InstClass::Matrix: {
    const PtxInst &ptx = w.group->frame->function->ptx->body[i.source];
    if (ptx.opcode == "ldmatrix" || ptx.opcode == "stmatrix")
      return countMatrixRows(w, i, count);
    count.flops += flopsOf(ptx);
    return;
  }
  case InstClass::Async:
    if (isCopyAsync(w.group->frame->function->ptx->body[i.source]))
      countCopy(w, i, mask, count);
    return;
  default:
    return;
  }
}

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

static constexpr std::string_view kClassNames[] = {
#define TQ_INST_CLASS(name, text) text,
#include "runtime/emulator/InstClasses.def"
};

LaunchCounts summarise(const Program &program, const CountTable &counts) {
  LaunchCounts result;
  const PtxModule &module = *program.module;
  result.kernel = program.functions[0].ptx->name;
  uint64_t classes[std::size(kClassNames)] = {};
  std::map<std::pair<std::string, uint32_t>, InstCount> lines;
  for (size_t f = 0; f < counts.size(); ++f) {
    const Function &function = program.functions[f];
    for (size_t i = 0; i < counts[f].size(); ++i) {
      const InstCount &count = counts[f][i];
      if (count.warps == 0)
        continue;
      const Inst &inst = function.code[i];
      result.total.add(count);
      classes[static_cast<size_t>(inst.category)] += count.warps;
      const PtxInst &ptx = function.ptx->body[inst.source];
      std::string file = module.file;
      uint32_t line = ptx.pos.line;
      if (ptx.loc >= 0) {
        const PtxLoc &loc = module.locs[static_cast<size_t>(ptx.loc)];
        if (loc.file < module.files.size()) {
          file = module.files[loc.file];
          line = loc.line;
        }
      }
      lines[{file, line}].add(count);
    }
  }
  for (size_t c = 0; c < std::size(kClassNames); ++c)
    if (classes[c])
      result.classes.emplace_back(kClassNames[c], classes[c]);
  for (const auto &[place, count] : lines)
    result.lines.push_back({place.first, place.second, count});
  return result;
}

static std::string format(const char *text, ...) {
  char buffer[512];
  va_list list;
  va_start(list, text);
  std::vsnprintf(buffer, sizeof buffer, text, list);
  va_end(list);
  return buffer;
}

static unsigned long long number(uint64_t value) { return value; }

static double ratio(uint64_t a, uint64_t b) {
  return b ? static_cast<double>(a) / static_cast<double>(b) : 0;
}

std::string renderCounts(const LaunchCounts &c) {
  const InstCount &t = c.total;
  std::string text = c.kernel + "\n";
  text += format("  warp instructions    %llu, %.1f lanes each, %.1f%% "
                 "divergent\n",
                 number(t.warps), ratio(t.lanes, t.warps),
                 100 * ratio(t.divergent, t.warps));
  for (const auto &[name, count] : c.classes)
    text += format("    %-24s %llu\n", name.c_str(), number(count));
  text += format("  global memory        %llu requests, %llu sectors (%.1f "
                 "each), %llu bytes used of %llu\n",
                 number(t.globalRequests), number(t.globalSectors),
                 ratio(t.globalSectors, t.globalRequests),
                 number(t.globalBytes), number(t.globalSectors * 32));
  text += format("  shared memory        %llu requests, %llu wavefronts, %llu "
                 "of them conflicts, %llu bytes\n",
                 number(t.sharedRequests), number(t.sharedWavefronts),
                 number(t.sharedWavefronts - t.idealWavefronts),
                 number(t.sharedBytes));
  if (t.localRequests)
    text += format("  local memory         %llu requests, %llu bytes\n",
                   number(t.localRequests), number(t.localBytes));
  if (t.flops)
    text += format("  matrix instructions  %llu FLOP\n", number(t.flops));
  text += "  by line:                         instr  lanes  sectors/req  "
          "wavefronts/req\n";
  for (const LineCounts &line : c.lines) {
    const InstCount &n = line.count;
    std::string place = line.file + ":" + std::to_string(line.line);
    text += format("    %-26s %9llu  %5.1f", place.c_str(), number(n.warps),
                   ratio(n.lanes, n.warps));
    text += n.globalRequests
                ? format("  %11.1f", ratio(n.globalSectors, n.globalRequests))
                : format("  %11s", "");
    if (n.sharedRequests)
      text += format("  %14.1f", ratio(n.sharedWavefronts, n.sharedRequests));
    while (text.back() == ' ')
      text.pop_back();
    text += "\n";
  }
  return text;
}

static nlohmann::json toJson(const InstCount &c) {
  return {{"warp_instructions", c.warps},
          {"lanes", c.lanes},
          {"divergent", c.divergent},
          {"global_requests", c.globalRequests},
          {"global_sectors", c.globalSectors},
          {"global_bytes", c.globalBytes},
          {"shared_requests", c.sharedRequests},
          {"shared_wavefronts", c.sharedWavefronts},
          {"shared_conflicts", c.sharedWavefronts - c.idealWavefronts},
          {"shared_bytes", c.sharedBytes},
          {"local_requests", c.localRequests},
          {"local_bytes", c.localBytes},
          {"matrix_flops", c.flops}};
}

std::string renderCountsJson(const LaunchCounts &c) {
  nlohmann::json j = {{"kernel", c.kernel}, {"total", toJson(c.total)}};
  for (const auto &[name, count] : c.classes)
    j["classes"][name] = count;
  for (const LineCounts &line : c.lines) {
    nlohmann::json row = toJson(line.count);
    row["file"] = line.file;
    row["line"] = line.line;
    j["lines"].push_back(row);
  }
  return j.dump();
}

} // namespace tqc::emu
