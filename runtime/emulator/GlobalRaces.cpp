//===- GlobalRaces.cpp - programs that touch the same element -------------===//

#include "runtime/emulator/GlobalRaces.h"

#include "runtime/emulator/BulkCopy.h"
#include "runtime/emulator/Checks.h"
#include "runtime/emulator/Cta.h"

#include <algorithm>
#include <sys/mman.h>

namespace tqc::emu {

namespace {
/// What a cell holds: who wrote and who read last, and which of the bytes.
struct Cell {
  uint64_t writer = 0, reader = 0;           // 24 bits: CTA + 1
  uint64_t writerBytes = 0, readerBytes = 0; // 4 bits
};
} // namespace

static constexpr uint64_t kMostCtas = (1 << 24) - 2;
/// What a CTA has done about order so far.
static constexpr uint8_t kReleased = 1, kAcquired = 2;

static uint64_t pack(const Cell &cell, uint64_t epoch) {
  return cell.writer | cell.reader << 24 | cell.writerBytes << 48 |
         cell.readerBytes << 52 | epoch << 56;
}

static Cell unpack(uint64_t bits, uint64_t epoch) {
  Cell cell;
  if (bits >> 56 != epoch)
    return cell;
  cell.writer = bits & 0xffffff;
  cell.reader = bits >> 24 & 0xffffff;
  cell.writerBytes = bits >> 48 & 15;
  cell.readerBytes = bits >> 52 & 15;
  return cell;
}

GlobalRaces::GlobalRaces(const GlobalMemory &memory) {
  cellBytes = memory.reservedBytes() * 2;
  void *range = mmap(nullptr, cellBytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (cellBytes != 0 && range != MAP_FAILED)
    cells = static_cast<std::atomic<uint64_t> *>(range);
}

GlobalRaces::~GlobalRaces() {
  if (cells)
    munmap(cells, cellBytes);
}

/// Collects the tensors of the launch's tensor maps: loads through a map are
/// not looked at, so that those that are only read cost nothing.
static void findMapped(const LaunchState &launch,
                       std::vector<const Allocation *> &written) {
  for (const EntryParam &param : launch.program->params) {
    if (param.bytes != sizeof(numerics::TensorMapBytes))
      continue;
    auto map = numerics::decodeTensorMap(launch.params.data() + param.offset);
    const Allocation *a = map ? launch.memory->find(map->base) : nullptr;
    if (a)
      written.push_back(a);
  }
}

/// Collects the tensors that stores go to; false if some store's is not known.
static bool findWritten(const LaunchState &launch,
                        std::vector<const Allocation *> &written) {
  for (const Function &f : launch.program->functions)
    for (const Inst &inst : f.code) {
      BulkStore bulk = bulkStoreOf(inst);
      if (bulk == BulkStore::Tensor)
        findMapped(launch, written);
      if (bulk == BulkStore::Pointer)
        return false;
      bool global = inst.space == Space::Global || inst.space == Space::None;
      if (inst.category != InstClass::Store || !global)
        continue;
      bool known = false;
      for (size_t k = 0; k < launch.paramTensors.size() && k < 64; ++k)
        if (inst.tensors >> k & 1 && launch.paramTensors[k]) {
          known = true;
          written.push_back(launch.paramTensors[k]);
        }
      if (!known)
        return false;
    }
  return true;
}

bool GlobalRaces::begin(const LaunchState &launch) {
  uint64_t ctas = uint64_t(launch.grid[0]) * launch.grid[1] * launch.grid[2];
  if (!cells || ctas == 1 || ctas > kMostCtas)
    return false;
  epoch = epoch % 255 + 1;
  if (epoch == 1) // the numbers come round: nothing old may be left
    madvise(cells, cellBytes, MADV_DONTNEED);
  watched.clear();
  watchesAll = !findWritten(launch, watched);
  ordered = std::make_unique<std::atomic<uint8_t>[]>(ctas);
  clusterCtas =
      uint64_t(launch.cluster[0]) * launch.cluster[1] * launch.cluster[2];
  return watchesAll || !watched.empty();
}

bool GlobalRaces::watches(const Allocation &a) const {
  return watchesAll ||
         std::find(watched.begin(), watched.end(), &a) != watched.end();
}

void GlobalRaces::order(uint64_t cta, Order order, Scope scope) {
  if (scope != Scope::Device && scope != Scope::System)
    return;
  uint8_t what = order == Order::AcquireRelease ? kReleased | kAcquired
                 : order == Order::Release      ? kReleased
                 : order == Order::Acquire      ? kAcquired
                                                : 0;
  if (what & ~ordered[cta].load(std::memory_order_relaxed))
    ordered[cta].fetch_or(what, std::memory_order_relaxed);
}

bool GlobalRaces::conflicts(const Warp &w, uint64_t other) const {
  if (other == 0 || other == w.cta.linearId() + 1)
    return false;
  uint8_t theirs = ordered[other - 1].load(std::memory_order_relaxed);
  uint8_t own = ordered[w.cta.linearId()].load(std::memory_order_relaxed);
  if (theirs & kReleased && own & kAcquired)
    return false;
  if (clusterCtas == 1)
    return true;
  for (const auto &cta : w.cta.cluster.ctas)
    if (cta->linearId() + 1 == other)
      return false;
  return true;
}

/// Only this CTA, or none, has touched the words: their new state is the same
/// for all of them, or it does not change.
bool GlobalRaces::accessRow(const Warp &w, uint64_t address, unsigned bytes,
                            bool isStore) {
  if (address % 4 != 0 || bytes % 4 != 0)
    return false;
  uint64_t self = w.cta.linearId() + 1;
  Cell own;
  (isStore ? own.writer : own.reader) = self;
  (isStore ? own.writerBytes : own.readerBytes) = 15;
  uint64_t fresh = pack(own, epoch);
  Cell both = {self, self, 15, 15};
  uint64_t used = pack(both, epoch);
  std::atomic<uint64_t> *place = &cells[(address - kGlobalBase) / 4];
  size_t count = size_t(bytes) * kLanes / 4;
  for (size_t k = 0; k < count; ++k) {
    uint64_t bits = place[k].load(std::memory_order_relaxed);
    if (bits >> 56 == epoch && bits != fresh && bits != used)
      return false;
  }
  for (size_t k = 0; k < count; ++k)
    if (place[k].load(std::memory_order_relaxed) >> 56 != epoch)
      place[k].store(fresh, std::memory_order_relaxed);
  return true;
}

void GlobalRaces::access(Warp &w, const Inst &i, Mask mask,
                         const uint64_t *addresses, unsigned bytes,
                         bool isStore) {
  uint64_t self = w.cta.linearId() + 1;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!(mask >> lane & 1))
      continue;
    uint64_t address = addresses[lane], end = address + bytes;
    for (uint64_t at = address & ~uint64_t(3); at < end; at += 4) {
      uint64_t touched = 15;
      if (at < address)
        touched &= 15 << (address - at);
      if (end - at < 4)
        touched &= (1u << (end - at)) - 1;
      std::atomic<uint64_t> &place = cells[(at - kGlobalBase) / 4];
      Cell cell = unpack(place.load(std::memory_order_relaxed), epoch);
      if (cell.writerBytes & touched && conflicts(w, cell.writer))
        report(w, i, lane, at, cell.writer - 1, true);
      else if (isStore && cell.readerBytes & touched &&
               conflicts(w, cell.reader))
        report(w, i, lane, at, cell.reader - 1, false);
      uint64_t &who = isStore ? cell.writer : cell.reader;
      uint64_t &which = isStore ? cell.writerBytes : cell.readerBytes;
      which = who == self ? which | touched : touched;
      who = self;
      place.store(pack(cell, epoch), std::memory_order_relaxed);
    }
  }
}

void GlobalRaces::report(Warp &w, const Inst &i, unsigned lane,
                         uint64_t address, uint64_t other, bool otherStored) {
  const LaunchState &launch = w.cta.launch;
  uint64_t x = other % launch.grid[0], rest = other / launch.grid[0];
  std::string program = "(" + std::to_string(x) + ", " +
                        std::to_string(rest % launch.grid[1]) + ", " +
                        std::to_string(rest / launch.grid[1]) + ")";
  std::string theirs = otherStored ? "writes" : "reads";
  reportGlobalRace(w, i, lane, address,
                   "program " + program + " " + theirs +
                       " it too, and nothing orders the two");
}

} // namespace tqc::emu
