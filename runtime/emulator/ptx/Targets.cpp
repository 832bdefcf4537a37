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
struct AbsentRow {
  std::string_view opcodes, why;
};
} // namespace

static constexpr InstructionRow kInstructions[] = {
#define TQ_NEEDS(opcodes, modifiers, target, version)                          \
  {opcodes, modifiers, {target, version}},
#define TQ_NAME_NEEDS(prefix, target, version)
#define TQ_ABSENT(opcodes, why)
#include "runtime/emulator/ptx/Targets.def"
};
static constexpr NameRow kNames[] = {
#define TQ_NEEDS(opcodes, modifiers, target, version)
#define TQ_NAME_NEEDS(prefix, target, version) {prefix, {target, version}},
#define TQ_ABSENT(opcodes, why)
#include "runtime/emulator/ptx/Targets.def"
};
static constexpr AbsentRow kAbsent[] = {
#define TQ_NEEDS(opcodes, modifiers, target, version)
#define TQ_NAME_NEEDS(prefix, target, version)
#define TQ_ABSENT(opcodes, why) {opcodes, why},
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

/// Whether a target is as Targets.def numbers it.
static bool isTarget(const Gpu &gpu, uint32_t target) {
  auto least = static_cast<int>(target / 10);
  switch (target % 10) {
  case 0:
    return gpu.capability >= least;
  case 1:
    return gpu.capability == least && gpu.variant == GpuVariant::Specific;
  default:
    return gpu.capability >= least && gpu.variant != GpuVariant::Plain;
  }
}

/// "sm_90 or higher", "sm_90a", "sm_90a or a later `a` or `f`".
static std::string showTarget(uint32_t target) {
  std::string name = "sm_" + std::to_string(target / 10);
  return target % 10 == 0   ? name + " or higher"
         : target % 10 == 1 ? name + "a"
                            : name + "a or an `a` or `f` of a later GPU";
}

static std::string complain(const PtxModule &module, std::string_view what,
                            Needs needs) {
  uint32_t version = module.versionMajor * 10 + module.versionMinor;
  const Gpu *gpu = findGpu(module.target); // null where .target is missing
  bool hasTarget = !gpu || isTarget(*gpu, needs.target);
  if (hasTarget && needs.version <= version)
    return "";
  std::string text = "'" + std::string(what) + "' needs ";
  if (!hasTarget)
    text += showTarget(needs.target) + (needs.version > version ? " and " : "");
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
  const Gpu *gpu = findGpu(name);
  if (!gpu)
    return "'" + std::string(name) + "' is not among the targets " + gpuNames();
  module.target = name;
  module.arch = static_cast<uint32_t>(gpu->capability * 10) +
                (gpu->variant == GpuVariant::Specific);
  if (module.versionMajor == 0) // which is missed elsewhere
    return "";
  return complain(module, name, {0, gpu->ptxVersion});
}

const Gpu &hostOf(const PtxModule &module) {
  const Gpu *own = findGpu(kOwnGpu), *gpu = findGpu(module.target);
  return gpu && gpu->capability > own->capability ? *gpu : *own;
}

std::string whyAbsent(const PtxInst &inst) {
  for (const AbsentRow &row : kAbsent)
    if (isAmong(row.opcodes, inst.opcode))
      return "'" + inst.spelling() + "': " + std::string(row.why);
  return "";
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
