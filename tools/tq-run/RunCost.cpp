//===- RunCost.cpp - What one case of a level costs -----------------------===//

#include "tools/tq-run/RunCost.h"

#include "tools/tq-run/CheckCase.h"
#include "tools/tq-run/Report.h"
#include "tools/tq-run/SourceFlow.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <cstdio>
#include <optional>

namespace tqc {

void CostCount::add(const CostCount &other) {
  instructions += other.instructions;
  requests += other.requests;
  sectors += other.sectors;
  usedBytes += other.usedBytes;
  bulkBytes += other.bulkBytes;
  wavefronts += other.wavefronts;
  conflicts += other.conflicts;
  spilledBytes += other.spilledBytes;
}

const LevelCase &costCaseOf(const std::vector<LevelCase> &cases) {
  auto sizeOf = [&](const LevelCase &one) {
    int64_t size = 1;
    for (int64_t extent : one.outShape)
      size *= extent;
    return one.type() == cases.front().type() ? size : 0;
  };
  return *std::max_element(cases.begin(), cases.end(),
                           [&](const LevelCase &a, const LevelCase &b) {
                             return sizeOf(a) < sizeOf(b);
                           });
}

//===----------------------------------------------------------------------===//
// Counters
//===----------------------------------------------------------------------===//

static CostCount countOf(const Json &json) {
  auto number = [&](const std::string &name) {
    auto found = json.find(name);
    return found == json.end() ? uint64_t(0) : found->get<uint64_t>();
  };
  CostCount count;
  count.instructions = number("warp_instructions");
  for (const char *traffic : {"load", "store", "atomic", "copy"}) {
    std::string global = std::string("global_") + traffic + "_";
    std::string shared = std::string("shared_") + traffic + "_";
    count.requests += number(global + "requests");
    count.sectors += number(global + "sectors");
    count.usedBytes += number(global + "bytes");
    count.wavefronts += number(shared + "wavefronts");
    count.conflicts += number(shared + "conflicts");
  }
  count.bulkBytes = number("bulk_bytes");
  count.spilledBytes = number("local_bytes");
  return count;
}

CostCount costOf(const LaunchReport &report) {
  return countOf(Json::parse(report.json)["total"]);
}

static void addLaunch(RunCost &cost, const Json &json,
                      const std::string &path) {
  cost.total.add(countOf(json["total"]));
  const Json &occupancy = json["occupancy"];
  auto warps = occupancy["warps"].get<unsigned>();
  if (cost.launches++ == 0 || warps < cost.warps) {
    cost.warps = warps;
    cost.mostWarps = occupancy["most_warps"].get<unsigned>();
    cost.limitedBy = occupancy["limits"].get<std::string>();
  }
  uint64_t programs = 1;
  for (const Json &extent : json["grid"])
    programs *= extent.get<uint64_t>();
  if (programs > cost.programs) {
    cost.programs = programs;
    cost.widest = json["kernel"].get<std::string>();
  }
  for (const Json &line : json.value("lines", Json::array()))
    if (line["file"] == path)
      cost.lines[line["line"].get<int>()].add(countOf(line));
}

Result<RunCost> measureCost(const LevelFile &file, const LevelCase &levelCase,
                            const std::string &arch, uint64_t seed) {
  emu::EmulatorOptions options;
  options.counters = true;
  Result<OpenedDevice> opened = openDevice("emu", options);
  if (!opened)
    return opened.error();
  Result<std::unique_ptr<LevelRunner>> runner =
      LevelRunner::open(file.path, file.text, *opened->device);
  if (!runner)
    return runner.error();
  (*runner)->compileFor(arch);
  CaseResult result =
      checkCase({*opened, **runner, arch, nullptr, seed}, levelCase);
  if (result.status != CaseStatus::Passed)
    return Error{file.path + ": case " + levelCase.name + " does not pass"};
  RunCost cost;
  cost.text = file.text;
  cost.caseName = levelCase.name;
  for (const LaunchReport &report : result.reports)
    addLaunch(cost, Json::parse(report.json), file.path);
  return cost;
}

//===----------------------------------------------------------------------===//
// What makes it slow
//===----------------------------------------------------------------------===//

namespace {

/// A slowness and what it costs, to be put in order.
struct Weighed {
  double weight;
  Slowness what;
};

} // namespace

static std::string perRequest(uint64_t part, uint64_t whole) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.1f",
                double(part) / double(std::max<uint64_t>(whole, 1)));
  return text;
}

/// The words of a line, from 1.
static std::string wordsOf(llvm::StringRef text, int line) {
  while (--line > 0)
    text = text.split('\n').second;
  return text.split('\n').first.trim().str();
}

/// What the lines of the reference that have the same words take; nothing if
/// it has none.
static std::optional<CostCount> sameLineOf(const RunCost &reference,
                                           const std::string &words) {
  std::optional<CostCount> same;
  for (const auto &[line, count] : reference.lines)
    if (wordsOf(reference.text, line) == words) {
      same = same.value_or(CostCount());
      same->add(count);
    }
  return same;
}

/// What a line of a file costs, if it costs more than the same line of the
/// reference, or all of the file more than all of the reference: what both do,
/// the case or the compiler brings along.
static void weighLine(int line, const CostCount &count, const RunCost &cost,
                      const RunCost &reference, std::vector<Weighed> &found) {
  const CostCount &total = cost.total, &usual = reference.total;
  auto isMore = [](uint64_t mine, uint64_t theirs) {
    return double(mine) > 1.2 * double(theirs);
  };
  std::optional<CostCount> same =
      sameLineOf(reference, wordsOf(cost.text, line));
  bool movesMore = same ? isMore(count.touchedBytes(), same->touchedBytes())
                        : isMore(total.touchedBytes(), usual.touchedBytes());
  constexpr double kShare = 0.05; // less is not worth a word
  auto share = [](uint64_t part, uint64_t whole) {
    return double(part) / double(std::max<uint64_t>(whole, 1));
  };
  double sectors = share(count.sectors, total.sectors);
  if (count.touchedBytes() >= 2 * count.usedBytes && sectors > kShare &&
      movesMore)
    found.push_back(
        {sectors,
         {"uncoalesced", line,
          "each request of this line touches " +
              perRequest(count.sectors, count.requests) + " sectors, " +
              std::to_string(count.touchedBytes()) + " bytes for " +
              std::to_string(count.usedBytes) + " that are used"}});
  if (2 * count.conflicts > count.wavefronts && count.conflicts > 0 &&
      share(count.wavefronts, total.wavefronts) > kShare &&
      isMore(total.conflicts, usual.conflicts))
    found.push_back({share(count.conflicts, total.wavefronts),
                     {"bank-conflicts", line,
                      std::to_string(count.conflicts) + " of " +
                          std::to_string(count.wavefronts) +
                          " wavefronts of this line are conflicts"}});
  if (count.spilledBytes > 0 && isMore(total.spilledBytes, usual.spilledBytes))
    found.push_back({share(count.spilledBytes, total.movedBytes()),
                     {"spills", line,
                      std::to_string(count.spilledBytes) +
                          " bytes went through local memory here"}});
}

/// Loads of a loop that read the same tile in each turn.
static void weighLoads(const RunCost &cost, std::vector<Weighed> &found) {
  for (const KernelFlow &flow : flowsOf(cost.text))
    for (const FlowAccess &access : flow.accesses) {
      bool moves = access.mask.find("for") != nullptr;
      for (const FlowTerm &term : access.terms)
        moves |= term.find("for") != nullptr;
      auto line = cost.lines.find(access.line);
      if (access.isStore || !access.inLoop || moves || line == cost.lines.end())
        continue;
      found.push_back(
          {double(line->second.sectors) /
               double(std::max<uint64_t>(cost.total.sectors, 1)),
           {"load-in-loop", access.line,
            "the address of `" + access.pointer +
                "` holds nothing that the loop changes, and this line takes " +
                std::to_string(line->second.requests) + " requests"}});
    }
}

/// The line of the text that holds `words`, or 0.
static int lineWith(const std::string &text, const std::string &words) {
  size_t at = text.find(words);
  return at == std::string::npos
             ? 0
             : 1 + static_cast<int>(
                       std::count(text.begin(), text.begin() + at, '\n'));
}

/// Programs that are too few to fill a GPU, where the reference has more.
static void weighPrograms(const RunCost &cost, const RunCost &reference,
                          std::vector<Weighed> &found) {
  constexpr uint64_t kFewer = 3;
  constexpr uint64_t kMultiprocessors = 100; // or more have a program each
  if (cost.programs * kFewer > reference.programs ||
      cost.programs >= kMultiprocessors)
    return;
  found.push_back(
      {1.0, // most of the GPU has nothing to do
       {"few-programs", lineWith(cost.text, cost.widest + "["),
        std::to_string(cost.programs) + " programs run `" + cost.widest +
            "`, and the reference has " + std::to_string(reference.programs) +
            "; a GPU has about a hundred multiprocessors, and each runs "
            "several at once"}});
}

/// The line that takes the most of something, where all of it is twice as much
/// as the reference takes.
static void weighWork(const RunCost &cost, const RunCost &reference,
                      std::vector<Weighed> &found) {
  struct Kind {
    const char *name, *unit;
    uint64_t (*of)(const CostCount &);
  };
  static constexpr Kind kKinds[] = {
      {"more-bytes", " bytes of global memory",
       [](const CostCount &c) { return c.movedBytes(); }},
      {"more-instructions", " warp instructions",
       [](const CostCount &c) { return c.instructions; }}};
  for (const Kind &kind : kKinds) {
    uint64_t mine = kind.of(cost.total), theirs = kind.of(reference.total);
    if (mine <= 2 * theirs || cost.lines.empty())
      continue;
    auto most = std::max_element(cost.lines.begin(), cost.lines.end(),
                                 [&](auto &a, auto &b) {
                                   return kind.of(a.second) < kind.of(b.second);
                                 });
    found.push_back(
        {0.02, // a cause that is known says more
         {kind.name, most->first,
          std::to_string(mine) + kind.unit + " where the reference takes " +
              std::to_string(theirs) + "; " +
              std::to_string(kind.of(most->second)) +
              " of them on this line"}});
  }
}

std::vector<Slowness> slownessOf(const RunCost &cost,
                                 const RunCost &reference) {
  std::vector<Weighed> found;
  for (const auto &[line, count] : cost.lines)
    weighLine(line, count, cost, reference, found);
  weighLoads(cost, found);
  weighPrograms(cost, reference, found);
  weighWork(cost, reference, found);
  if (cost.mostWarps > 0 && cost.warps * 8 < cost.mostWarps &&
      cost.warps < reference.warps)
    found.push_back(
        {0.01,
         {"low-occupancy", 0,
          std::to_string(cost.warps) + " of " + std::to_string(cost.mostWarps) +
              " warps fit on a multiprocessor, limited by " + cost.limitedBy}});
  std::stable_sort(
      found.begin(), found.end(),
      [](const Weighed &a, const Weighed &b) { return a.weight > b.weight; });
  std::vector<Slowness> result;
  for (Weighed &one : found)
    result.push_back(std::move(one.what));
  return result;
}

} // namespace tqc
