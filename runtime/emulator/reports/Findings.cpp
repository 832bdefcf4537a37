//===- Findings.cpp - what the emulator noticed ---------------------------===//

#include "runtime/emulator/reports/Findings.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

namespace tqc::emu {

/// Which of two findings at one place is told: that of the first program, and
/// in it the lowest element that lies outside, whichever lane came to it first.
static bool isBefore(const EmuFinding &a, const EmuFinding &b) {
  auto orderOf = [](const EmuFinding &f) {
    return std::tuple(f.cta, f.kind == "out-of-bounds" ? f.element : 0, f.warp,
                      f.lane);
  };
  return orderOf(a) < orderOf(b);
}

void FindingSink::add(EmuFinding finding) {
  std::lock_guard<std::mutex> lock(mutex);
  // Without .loc the PTX line tells places apart.
  uint32_t line = finding.line ? finding.line : finding.ptxLine;
  Key key{finding.file, line, finding.column, finding.kind};
  auto [it, fresh] = found.try_emplace(key, finding);
  if (fresh)
    return;
  EmuFinding &old = it->second;
  uint64_t occurrences = old.occurrences + finding.occurrences;
  if (isBefore(finding, old))
    old = std::move(finding);
  old.occurrences = occurrences;
}

std::vector<EmuFinding> FindingSink::take() {
  std::lock_guard<std::mutex> lock(mutex);
  std::vector<EmuFinding> result;
  for (auto &[key, finding] : found)
    result.push_back(std::move(finding));
  found.clear();
  return result;
}

std::vector<EmuFinding> FindingSink::look() const {
  std::lock_guard<std::mutex> lock(mutex);
  std::vector<EmuFinding> result;
  for (const auto &[key, finding] : found)
    result.push_back(finding);
  return result;
}

bool FindingSink::empty() const {
  std::lock_guard<std::mutex> lock(mutex);
  return found.empty();
}

EmuFinding notChecked(std::string what, std::string ptxFile, std::string kernel,
                      bool mustBeChecked) {
  EmuFinding f;
  f.kind = "not-checked";
  f.message = std::move(what);
  f.ptxFile = std::move(ptxFile);
  f.kernel = std::move(kernel);
  f.isNote = !mustBeChecked;
  return f;
}

static std::string placeOf(const EmuFinding &f) {
  if (f.line == 0 && f.ptxLine == 0)
    return f.ptxFile;
  if (f.line == 0)
    return f.ptxFile + ":" + std::to_string(f.ptxLine);
  std::string place = f.file + ":" + std::to_string(f.line);
  return f.column ? place + ":" + std::to_string(f.column) : place;
}

static std::string showProgram(const EmuFinding &f) {
  return "(" + std::to_string(f.programId[0]) + ", " +
         std::to_string(f.programId[1]) + ", " +
         std::to_string(f.programId[2]) + ")";
}

std::string renderText(const EmuFinding &f, bool inPtxWords) {
  std::string text = placeOf(f) + ": " + (f.isNote ? "note: " : "") + f.kind +
                     ": " + f.message + "\n";
  for (const std::string &detail : f.details)
    text += "  " + detail + "\n";
  if (!f.instruction.empty()) {
    text += "  in program " + showProgram(f) + " of " + f.kernel + ", thread " +
            std::to_string(f.warp * 32 + f.lane);
    if (f.occurrences > 1)
      text += ", and " + std::to_string(f.occurrences - 1) + " times more";
    text += "\n  at " + f.ptxFile + ":" + std::to_string(f.ptxLine) + ": " +
            f.instruction;
    if (inPtxWords)
      text += ", CTA " + std::to_string(f.cta) + ", warp " +
              std::to_string(f.warp) + ", lane " + std::to_string(f.lane);
    text += "\n";
  }
  return text;
}

std::string renderJson(const EmuFinding &f) {
  nlohmann::json j;
  j["kind"] = f.kind;
  j["message"] = f.message;
  j["details"] = f.details;
  if (f.line) {
    j["file"] = f.file;
    j["line"] = f.line;
    j["column"] = f.column;
  }
  j["ptx_file"] = f.ptxFile;
  j["ptx_line"] = f.ptxLine;
  j["instruction"] = f.instruction;
  j["kernel"] = f.kernel;
  if (!f.tensor.empty())
    j["tensor"] = f.tensor;
  if (f.element >= 0)
    j["element"] = f.element;
  j["program"] = f.programId;
  j["warp"] = f.warp;
  j["lane"] = f.lane;
  j["occurrences"] = f.occurrences;
  j["fatal"] = f.fatal;
  j["note"] = f.isNote;
  return j.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace tqc::emu
