//===- Counters.cpp - what a launch did -----------------------------------===//

#include "runtime/emulator/reports/Counters.h"

#include "runtime/emulator/machine/Cta.h"
#include "runtime/emulator/machine/LaneAddresses.h"

#include <algorithm>
#include <cstdio>

namespace tqc::emu {

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static uint64_t countDifferent(uint64_t *values, size_t count) {
  std::sort(values, values + count);
  return static_cast<uint64_t>(std::unique(values, values + count) - values);
}

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
  return countDifferent(sectors, count);
}

/// Passes over the banks for the lanes from `first` on: the most different
/// words that any bank has to give. Each lane of an atomic passes by itself.
static uint64_t passes(const uint64_t (&address)[kLanes], Mask mask,
                       unsigned bytes, bool atomic = false) {
  uint64_t words[32][kLanes];
  uint8_t count[32] = {};
  uint64_t most = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!(mask >> lane & 1))
      continue;
    for (uint64_t word = address[lane] / 4;
         word <= (address[lane] + bytes - 1) / 4; ++word) {
      uint64_t *bank = words[word % 32], *end = bank + count[word % 32];
      if (!atomic && std::find(bank, end, word) != end)
        continue;
      *end = word;
      most = std::max<uint64_t>(most, ++count[word % 32]);
    }
  }
  return most;
}

/// Whether the lanes 2k and 2k + 1 read one place, or one of them nothing.
static bool readsInPairs(const uint64_t (&address)[kLanes], Mask mask) {
  for (unsigned lane = 0; lane < kLanes; lane += 2)
    if ((mask >> lane & 3) == 3 && address[lane] != address[lane + 1])
      return false;
  return true;
}

/// The rules were found with ncu on an H200: docs/results, counters.
static void countShared(const uint64_t (&address)[kLanes], Mask mask,
                        unsigned bytes, Traffic traffic, TrafficCount &count) {
  // Wide accesses are served half a warp, or a quarter, at a time; loads by
  // twice as many lanes if those come in pairs.
  unsigned parts = bytes <= 4 ? 1 : bytes <= 8 ? 2 : 4;
  if (parts > 1 && traffic == Traffic::Load && readsInPairs(address, mask))
    parts /= 2;
  unsigned lanes = kLanes / parts;
  ++count.requests;
  for (unsigned p = 0; p < parts; ++p) {
    Mask part =
        lanes == kLanes ? kAllLanes : ((Mask(1) << lanes) - 1) << (p * lanes);
    if (mask & part) {
      count.units +=
          passes(address, mask & part, bytes, traffic == Traffic::Atomic);
      ++count.ideal;
    }
  }
  count.bytes += countLanes(mask) * uint64_t(bytes);
}

static void countGlobal(const uint64_t (&address)[kLanes], Mask mask,
                        unsigned bytes, TrafficCount &count) {
  ++count.requests;
  count.units += countSectors(address, mask, bytes);
  count.ideal += (countLanes(mask) * uint64_t(bytes) + 31) / 32;
  count.bytes += countLanes(mask) * uint64_t(bytes);
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
  } else if (i.space == Space::Param || i.space == Space::Const) {
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
  auto traffic = size_t(i.category == InstClass::Load    ? Traffic::Load
                        : i.category == InstClass::Store ? Traffic::Store
                                                         : Traffic::Atomic);
  if (Mask global = mask & ~(shared | local))
    countGlobal(address, global, bytes, count.global[traffic]);
  if (local) {
    ++count.local.requests;
    count.local.bytes += countLanes(local) * uint64_t(bytes);
  }
  if (shared) {
    for (uint64_t &a : address)
      a -= base;
    countShared(address, shared, bytes, static_cast<Traffic>(traffic),
                count.shared[traffic]);
  }
}

/// ldmatrix and stmatrix: eight rows of 16 bytes a matrix.
static void countMatrixRows(Warp &w, const Inst &i, TrafficCount &count) {
  uint64_t address[kLanes];
  laneAddresses(w, i, address);
  ++count.requests;
  for (unsigned m = 0; m < i.count; ++m) {
    count.units += passes(address, Mask(0xff) << (8 * m), 16);
    ++count.ideal;
    count.bytes += 128;
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
  constexpr auto kCopy = size_t(Traffic::Copy);
  countShared(to, mask, i.bytes, Traffic::Copy, count.shared[kCopy]);
  // Lanes that only fill with zeros touch no global memory.
  if (uint32_t reg = pool[2 * kAddressWords]; reg != kNoReg)
    for (unsigned lane = 0; lane < kLanes; ++lane)
      if (w.reg<uint32_t>(reg)[lane] == 0)
        mask &= ~(Mask(1) << lane);
  if (mask == 0)
    return;
  TrafficCount &global = count.global[kCopy];
  uint64_t before = global.units;
  countGlobal(from, mask, i.bytes, global);
  if (i.bytes == 16) { // past the L1: a sector for each that it is put into
    uint64_t pairs[kLanes];
    size_t number = 0;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      if (mask >> lane & 1)
        pairs[number++] = from[lane] / 32 << 24 | (to[lane] / 32 & 0xffffff);
    global.units = before + countDifferent(pairs, number);
  }
}

void countBulk(Warp &w, const Inst &i, uint64_t bytes) {
  if (!w.counts)
    return;
  const Function &function = *w.group->frame->function;
  InstCount &count = w.counts[&i - function.code.data()];
  ++count.bulkCopies;
  count.bulkBytes += bytes;
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
  if (i.flow == Flow::Branch || i.flow == Flow::Indexed) {
    ++count.branches;
    count.divergentBranches += mask != 0 && mask != w.group->mask;
  }
  if (mask == 0)
    return;
  count.lanes += countLanes(mask);
  count.divergent += mask != w.live;
  switch (i.category) {
  case InstClass::Load:
  case InstClass::Store:
  case InstClass::Atomic:
    return countMemory(w, i, mask, count);
  case InstClass::Matrix: {
    const PtxInst &ptx = w.group->frame->function->ptx->body[i.source];
    if (ptx.opcode == "ldmatrix")
      return countMatrixRows(w, i, count.shared[size_t(Traffic::Load)]);
    if (ptx.opcode == "stmatrix")
      return countMatrixRows(w, i, count.shared[size_t(Traffic::Store)]);
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

void countWait(const Warp &w, Mask mask, Step step, InstCount &count) {
  if (step == Step::Again) {
    --count.warps;
    count.lanes -= countLanes(mask);
    count.divergent -= mask != w.live;
  }
  count.waits += step == Step::Again || (step == Step::Moved && w.group &&
                                         w.group->wait != Wait::None);
}

} // namespace tqc::emu
