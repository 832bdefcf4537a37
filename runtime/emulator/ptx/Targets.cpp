//===- Targets.cpp - what a target and a PTX version have -----------------===//

#include "runtime/emulator/ptx/Targets.h"

#include <algorithm>

namespace tqc::emu {

namespace {
/// Least target and version, as Targets.def writes them.
struct Needs {
  uint32_t target = 0, version = 0;
};
struct InstructionRow {
  std::string_view opcodes, modifiers;
  Needs needs;
};
struct NameRow {
  std::string_view prefix;
  Needs needs;
};
struct TargetRow {
  std::string_view name;
  Needs needs;
};
} // namespace

static constexpr InstructionRow kInstructions[] = {
#define TQ_NEEDS(opcodes, modifiers, target, version)                          \
  {opcodes, modifiers, {target, version}},
#define TQ_NAME_NEEDS(prefix, target, version)
#define TQ_TARGET(name, target, version)
#include "runtime/emulator/ptx/Targets.def"
};
static constexpr NameRow kNames[] = {
#define TQ_NEEDS(opcodes, modifiers, target, version)
#define TQ_NAME_NEEDS(prefix, target, version) {prefix, {target, version}},
#define TQ_TARGET(name, target, version)
#include "runtime/emulator/ptx/Targets.def"
};
static constexpr TargetRow kTargets[] = {
#define TQ_NEEDS(opcodes, modifiers, target, version)
#define TQ_NAME_NEEDS(prefix, target, version)
#define TQ_TARGET(name, target, version) {name, {target, version}},
#include "runtime/emulator/ptx/Targets.def"
};

static constexpr uint32_t kLeastVersion = 70, kMostVersion = 90;

/// Splits off the part of `text` up to `separator`.
static std::string_view nextPart(std::string_view &text, char separator) {
  size_t end = text.find(separator);
  std::string_view part = text.substr(0, end);
  text = end == std::string_view::npos ? "" : text.substr(end + 1);
  return part;
}

static bool isAmong(std::string_view choices, std::string_view what) {
  while (!choices.empty())
    if (nextPart(choices, '|') == what)
      return true;
  return false;
}

/// Whether the modifiers hold one of each part, in this order.
static bool holds(const std::vector<std::string> &modifiers,
                  std::string_view parts) {
  auto at = modifiers.begin();
  while (!parts.empty()) {
    std::string_view part = nextPart(parts, ' ');
    at = std::find_if(at, modifiers.end(), [&](const std::string &modifier) {
      return isAmong(part, modifier);
    });
    if (at == modifiers.end())
      return false;
    ++at;
  }
  return true;
}

static std::string showVersion(uint32_t version) {
  return std::to_string(version / 10) + "." + std::to_string(version % 10);
}

static std::string nameOf(uint32_t target) {
  for (const TargetRow &row : kTargets)
    if (row.needs.target == target)
      return std::string(row.name);
  return "sm_" + std::to_string(target / 10);
}

static std::string complain(const PtxModule &module, std::string_view what,
                            Needs needs) {
  uint32_t version = module.versionMajor * 10 + module.versionMinor;
  if (needs.target <= module.arch && needs.version <= version)
    return "";
  std::string text = "'" + std::string(what) + "' needs ";
  if (needs.target > module.arch)
    text += nameOf(needs.target) + (needs.target % 10 ? "" : " or higher") +
            (needs.version > version ? " and " : "");
  if (needs.version > version)
    text += "PTX " + showVersion(needs.version) + " or later";
  return text + ", but this is PTX " + showVersion(version) + " for " +
         module.target;
}

std::string refuseVersion(uint32_t major, uint32_t minor) {
  uint32_t version = major * 10 + minor;
  if (minor <= 9 && version >= kLeastVersion && version <= kMostVersion)
    return "";
  return "PTX " + std::to_string(major) + "." + std::to_string(minor) +
         " is not among the versions " + showVersion(kLeastVersion) + " to " +
         showVersion(kMostVersion);
}

std::string takeTarget(std::string_view name, PtxModule &module) {
  if (name == "debug" || name.substr(0, 8) == "texmode_")
    return "";
  for (const TargetRow &row : kTargets)
    if (row.name == name) {
      module.target = name;
      module.arch = row.needs.target;
      if (module.versionMajor == 0) // which is missed elsewhere
        return "";
      return complain(module, name, row.needs);
    }
  std::string text = "'" + std::string(name) + "' is not among the targets";
  for (const TargetRow &row : kTargets)
    text += (&row == kTargets ? " " : ", ") + std::string(row.name);
  return text;
}

std::string lackOf(const PtxModule &module, const PtxInst &inst) {
  Needs needs;
  for (const InstructionRow &row : kInstructions)
    if ((row.opcodes == "*" || isAmong(row.opcodes, inst.opcode)) &&
        holds(inst.modifiers, row.modifiers)) {
      needs.target = std::max(needs.target, row.needs.target);
      needs.version = std::max(needs.version, row.needs.version);
    }
  return complain(module, inst.spelling(), needs);
}

std::string lackOf(const PtxModule &module, std::string_view name) {
  for (const NameRow &row : kNames)
    if (name.substr(0, row.prefix.size()) == row.prefix)
      return complain(module, name, row.needs);
  return "";
}

} // namespace tqc::emu
