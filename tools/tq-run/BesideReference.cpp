//===- BesideReference.cpp - A right file beside the reference ------------===//

#include "tools/tq-run/BesideReference.h"

#include "tools/tq-run/LevelTexts.h"
#include "tools/tq-run/Topics.h"

namespace tqc {

namespace {

struct Row {
  const char *words, *name;
  uint64_t (*of)(const CostCount &);
};

constexpr Row kRows[] = {
    {"warp instructions", "instructions",
     [](const CostCount &c) { return c.instructions; }},
    {"bytes of global memory", "global_bytes",
     [](const CostCount &c) { return c.movedBytes(); }},
    {"of them used", "used_bytes",
     [](const CostCount &c) { return c.usedBytes; }},
    {"bank conflicts", "bank_conflicts",
     [](const CostCount &c) { return c.conflicts; }},
    {"bytes spilled", "spilled_bytes",
     [](const CostCount &c) { return c.spilledBytes; }},
};

} // namespace

static std::string rightAligned(const std::string &text, size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

std::optional<CostsBeside> reportBeside(Report &report,
                                        const CheckRequest &request) {
  const LevelCase levelCase =
      costCaseOf(casesFor(request.level, CaseSet::Small));
  Result<RunCost> yours =
      measureCost(request.file, levelCase, request.arch, request.seed);
  if (!yours)
    return std::nullopt;
  LevelFile reference;
  reference.path = fileNameOf(request.level);
  reference.text = referenceOf(request.level);
  Result<RunCost> theirs =
      measureCost(reference, levelCase, request.arch, request.seed);
  if (!theirs)
    return std::nullopt;
  constexpr size_t kWords = 26, kNumber = 13;
  report.line("");
  report.line("Beside the reference, on case " + levelCase.name +
              " (counted by the emulator):");
  report.line(std::string(kWords, ' ') + rightAligned("yours", kNumber) +
              rightAligned("reference", kNumber));
  for (const Row &row : kRows) {
    uint64_t mine = row.of(yours->total), other = row.of(theirs->total);
    report.json["beside"][row.name] = {{"yours", mine}, {"reference", other}};
    report.line("  " + padded(row.words, kWords - 2) +
                rightAligned(std::to_string(mine), kNumber) +
                rightAligned(std::to_string(other), kNumber));
  }
  report.json["beside"]["case"] = levelCase.name;
  report.line("Time needs a GPU: tq-run bench " + wordOf(request.level));
  return CostsBeside{std::move(*yours), std::move(*theirs)};
}

} // namespace tqc
