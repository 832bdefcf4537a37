//===- CountersReport.cpp - counters as text and JSON ---------------------===//

#include "runtime/emulator/machine/Cta.h"
#include "runtime/emulator/ptx/Targets.h"
#include "runtime/emulator/reports/Counters.h"

#include <cstdarg>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

namespace tqc::emu {

static constexpr std::string_view kClassNames[] = {
#define TQ_INST_CLASS(name, text) text,
#include "runtime/emulator/decode/InstClasses.def"
};
static constexpr std::string_view kTrafficNames[] = {"load", "store", "atomic",
                                                     "copy"};

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

namespace {
using ClassArray = std::array<uint64_t, std::size(kClassNames)>;

struct LineSum {
  InstCount count;
  ClassArray classes{};
};
} // namespace

static ClassCounts namedClasses(const ClassArray &classes) {
  ClassCounts result;
  for (size_t c = 0; c < classes.size(); ++c)
    if (classes[c])
      result.emplace_back(kClassNames[c], classes[c]);
  return result;
}

/// The file and line that an instruction comes from.
static std::pair<std::string, uint32_t> placeOf(const PtxModule &module,
                                                const PtxInst &ptx) {
  if (ptx.loc >= 0) {
    const PtxLoc &loc = module.locs[static_cast<size_t>(ptx.loc)];
    if (loc.file < module.files.size())
      return {module.files[loc.file], loc.line};
  }
  return {module.file, ptx.pos.line};
}

static CtaNeeds needsOf(const LaunchState &launch) {
  CtaNeeds needs;
  needs.threads = launch.threadsPerCta();
  needs.sharedBytes = launch.sharedBytes();
  needs.registers = launch.options.registers;
  uint32_t most = launch.program->functions[0].ptx->maxnreg;
  if (needs.registers == 0)
    needs.registers = most;
  return needs;
}

LaunchCounts summarise(const LaunchState &launch) {
  const Program &program = *launch.program;
  LaunchCounts result;
  result.kernel = program.functions[0].ptx->name;
  result.grid = launch.grid;
  result.block = launch.block;
  result.occupancy =
      *occupancyOf(hostOf(*program.module).name, needsOf(launch));
  LineSum total;
  std::map<std::pair<std::string, uint32_t>, LineSum> lines;
  for (size_t f = 0; f < launch.counts.size(); ++f) {
    const Function &function = program.functions[f];
    for (size_t i = 0; i < launch.counts[f].size(); ++i) {
      const InstCount &count = launch.counts[f][i];
      if (count.warps == 0 && count.waits == 0)
        continue;
      const Inst &inst = function.code[i];
      LineSum &line =
          lines[placeOf(*program.module, function.ptx->body[inst.source])];
      for (LineSum *sum : {&line, &total}) {
        sum->count.add(count);
        sum->classes[static_cast<size_t>(inst.category)] += count.warps;
      }
    }
  }
  result.total = total.count;
  result.classes = namedClasses(total.classes);
  for (const auto &[place, sum] : lines)
    result.lines.push_back(
        {place.first, place.second, sum.count, namedClasses(sum.classes)});
  return result;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

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

static std::string describe(const Occupancy &o) {
  return format(
      "  occupancy            %u of %u warps: %u blocks of %u threads "
      "a multiprocessor, limited by %s (%s, %u bytes of shared "
      "memory)\n",
      o.warps, o.mostWarps, o.ctas, o.needs.threads, o.limits.c_str(),
      o.needs.registers ? format("%u registers", o.needs.registers).c_str()
                        : "registers not known",
      o.needs.sharedBytes);
}

static std::string describeTraffic(const InstCount &t) {
  std::string text;
  for (size_t k = 0; k < kTraffics; ++k)
    if (const TrafficCount &g = t.global[k]; g.requests)
      text += format("  global %-6s        %llu requests, %llu sectors (%.1f "
                     "each), %llu bytes used of %llu\n",
                     kTrafficNames[k].data(), number(g.requests),
                     number(g.units), ratio(g.units, g.requests),
                     number(g.bytes), number(g.units * 32));
  for (size_t k = 0; k < kTraffics; ++k)
    if (const TrafficCount &s = t.shared[k]; s.requests)
      text +=
          format("  shared %-6s        %llu requests, %llu wavefronts, %llu "
                 "of them conflicts, %llu bytes\n",
                 kTrafficNames[k].data(), number(s.requests), number(s.units),
                 number(s.units - s.ideal), number(s.bytes));
  if (t.local.requests)
    text += format("  local memory         %llu requests, %llu bytes\n",
                   number(t.local.requests), number(t.local.bytes));
  if (t.bulkCopies)
    text += format("  bulk copies          %llu, %llu bytes\n",
                   number(t.bulkCopies), number(t.bulkBytes));
  return text;
}

static std::string describeLine(const LineCounts &line) {
  const InstCount &n = line.count;
  TrafficCount global = sumOf(n.global), shared = sumOf(n.shared);
  std::string place = line.file + ":" + std::to_string(line.line);
  std::string text = format("    %-26s %9llu  %5.1f", place.c_str(),
                            number(n.warps), ratio(n.lanes, n.warps));
  text += global.requests
              ? format("  %11.1f", ratio(global.units, global.requests))
              : format("  %11s", "");
  text += shared.requests
              ? format("  %14.1f", ratio(shared.units, shared.requests))
              : format("  %14s", "");
  text += n.waits ? format("  %6llu", number(n.waits)) : format("  %6s", "");
  if (n.flops)
    text += format("  %llu FLOP", number(n.flops));
  if (n.bulkBytes)
    text += format("  %llu bytes in bulk", number(n.bulkBytes));
  while (text.back() == ' ')
    text.pop_back();
  text += "\n";
  std::string mix;
  for (const auto &[name, count] : line.classes)
    mix += (mix.empty() ? "      " : ", ") +
           format("%llu %s", number(count), name.c_str());
  return text + mix + "\n";
}

std::string renderCounts(const LaunchCounts &c) {
  const InstCount &t = c.total;
  std::string text = c.kernel + "\n" + describe(c.occupancy);
  text += format("  warp instructions    %llu, %.1f lanes each, %.1f%% "
                 "divergent; %llu of %llu branches diverge\n",
                 number(t.warps), ratio(t.lanes, t.warps),
                 100 * ratio(t.divergent, t.warps), number(t.divergentBranches),
                 number(t.branches));
  for (const auto &[name, count] : c.classes)
    text += format("    %-24s %llu\n", name.c_str(), number(count));
  text += describeTraffic(t);
  if (t.waits)
    text += format("  waits                %llu times that a warp could not go "
                   "on at once\n",
                   number(t.waits));
  if (t.flops)
    text += format("  matrix instructions  %llu FLOP\n", number(t.flops));
  text += "  by line:                         instr  lanes  sectors/req  "
          "wavefronts/req   waits\n";
  for (const LineCounts &line : c.lines)
    text += describeLine(line);
  return text;
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static void addTraffic(nlohmann::ordered_json &json, const char *space,
                       const char *units, const TrafficCounts &counts) {
  for (size_t k = 0; k < kTraffics; ++k) {
    if (counts[k].requests == 0)
      continue;
    std::string name =
        std::string(space) + "_" + std::string(kTrafficNames[k]) + "_";
    json[name + "requests"] = counts[k].requests;
    json[name + units] = counts[k].units;
    if (std::string_view(units) == "wavefronts")
      json[name + "conflicts"] = counts[k].units - counts[k].ideal;
    json[name + "bytes"] = counts[k].bytes;
  }
}

static nlohmann::ordered_json toJson(const InstCount &c,
                                     const ClassCounts &classes) {
  nlohmann::ordered_json json = {{"warp_instructions", c.warps},
                                 {"lanes", c.lanes},
                                 {"divergent", c.divergent},
                                 {"branches", c.branches},
                                 {"divergent_branches", c.divergentBranches},
                                 {"waits", c.waits}};
  addTraffic(json, "global", "sectors", c.global);
  addTraffic(json, "shared", "wavefronts", c.shared);
  if (c.local.requests) {
    json["local_requests"] = c.local.requests;
    json["local_bytes"] = c.local.bytes;
  }
  if (c.bulkCopies) {
    json["bulk_copies"] = c.bulkCopies;
    json["bulk_bytes"] = c.bulkBytes;
  }
  if (c.flops)
    json["matrix_flops"] = c.flops;
  for (const auto &[name, count] : classes)
    json["classes"][name] = count;
  return json;
}

std::string renderCountsJson(const LaunchCounts &c) {
  nlohmann::ordered_json j;
  j["kernel"] = c.kernel;
  j["grid"] = c.grid;
  j["block"] = c.block;
  j["occupancy"] = {{"ctas", c.occupancy.ctas},
                    {"warps", c.occupancy.warps},
                    {"most_warps", c.occupancy.mostWarps},
                    {"limits", c.occupancy.limits},
                    {"registers", c.occupancy.needs.registers},
                    {"shared_bytes", c.occupancy.needs.sharedBytes}};
  j["total"] = toJson(c.total, c.classes);
  for (const LineCounts &line : c.lines) {
    nlohmann::ordered_json row = {{"file", line.file}, {"line", line.line}};
    row.update(toJson(line.count, line.classes));
    j["lines"].push_back(row);
  }
  return j.dump();
}

} // namespace tqc::emu
