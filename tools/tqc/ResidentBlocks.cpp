//===- ResidentBlocks.cpp - How many blocks run side by side --------------===//

#include "tools/tqc/ResidentBlocks.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace tqc;

namespace {
/// Limits of one multiprocessor, from the table of compute capabilities in the
/// CUDA programming guide. All have 65536 registers.
struct Limits {
  llvm::StringLiteral arch;
  int warps, blocks;
  int64_t sharedBytes, reservedBytes;
};
} // namespace

static constexpr Limits kLimits[] = {
    {"sm_75", 32, 16, 64 << 10, 0},
    {"sm_80", 64, 32, 164 << 10, 1 << 10},
    {"sm_86", 48, 16, 100 << 10, 1 << 10},
    {"sm_89", 48, 24, 100 << 10, 1 << 10},
    {"sm_90", 64, 32, 228 << 10, 1 << 10},
    {"sm_90a", 64, 32, 228 << 10, 1 << 10},
};

static constexpr int kRegisters = 65536;
static constexpr int kRegisterUnit = 256; // of a warp
static constexpr int kSharedUnit = 128;
static constexpr int kPartitions = 4; // a warp's registers lie in one of them

std::optional<ResidentBlocks> tqc::residentBlocks(llvm::StringRef arch,
                                                  const BlockNeeds &needs) {
  const Limits *limits =
      std::find_if(std::begin(kLimits), std::end(kLimits),
                   [&](const Limits &known) { return known.arch == arch; });
  if (limits == std::end(kLimits) || needs.warps <= 0)
    return std::nullopt;
  int64_t ofWarp =
      llvm::alignTo(std::max(needs.registers, 1) * 32, kRegisterUnit);
  int64_t warpsOfPartition = kRegisters / kPartitions / ofWarp;
  int64_t ofBlock =
      llvm::alignTo(needs.sharedBytes + limits->reservedBytes, kSharedUnit);
  struct {
    int64_t blocks;
    llvm::StringLiteral name;
  } bounds[] = {
      {limits->warps / needs.warps, "warps"},
      {limits->blocks, "blocks"},
      {warpsOfPartition * kPartitions / needs.warps, "registers"},
      {ofBlock ? limits->sharedBytes / ofBlock : limits->blocks,
       "shared memory"},
  };
  const auto *least = std::min_element(
      std::begin(bounds), std::end(bounds),
      [](const auto &a, const auto &b) { return a.blocks < b.blocks; });
  ResidentBlocks result;
  result.blocks = int(least->blocks);
  result.warps = result.blocks * needs.warps;
  result.maxWarps = limits->warps;
  result.limit = least->name;
  return result;
}
