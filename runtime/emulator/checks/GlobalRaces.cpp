//===- GlobalRaces.cpp - who touches the same element ---------------------===//

#include "runtime/emulator/checks/GlobalRaces.h"

#include "runtime/emulator/checks/Races.h"
#include "runtime/emulator/machine/Cta.h"
#include "runtime/emulator/numerics/TensorMap.h"
#include "runtime/emulator/reports/Reports.h"

#include <algorithm>
#include <cstring>
#include <sys/mman.h>
#include <thread>

namespace tqc::emu {

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

// A touch in 64 bits, from the lowest on: the moment, the warp in its CTA, the
// CTA, three flags, which of the four bytes, the launch.
static constexpr unsigned kMomentBits = 25, kWarpBits = 5, kCtaBits = 22;
static constexpr unsigned kWarpAt = kMomentBits, kCtaAt = kWarpAt + kWarpBits,
                          kFlagsAt = kCtaAt + kCtaBits, kBytesAt = kFlagsAt + 3,
                          kEpochAt = kBytesAt + 4;
static constexpr uint64_t kEpochs = (uint64_t(1) << (64 - kEpochAt)) - 1;
static constexpr uint64_t kMostCtas = uint64_t(1) << kCtaBits;
static constexpr uint32_t kLastMoment = (1u << kMomentBits) - 1;

/// Others have done the same since nothing orders them: warps of the cluster,
/// programs elsewhere.
static constexpr uint8_t kOtherWarps = 1, kOtherPrograms = 2;
/// Stored by a bulk copy.
static constexpr uint8_t kAsync = 4;

struct GlobalRaces::Touch {
  uint64_t cta = 0;
  uint32_t warp = 0, moment = 0;
  uint8_t flags = 0;
  uint8_t bytes = 0; // none: nobody touched it

  uint64_t pack(uint64_t epoch) const {
    return moment | uint64_t(warp) << kWarpAt | cta << kCtaAt |
           uint64_t(flags) << kFlagsAt | uint64_t(bytes) << kBytesAt |
           epoch << kEpochAt;
  }
  static Touch unpack(uint64_t bits, uint64_t epoch) {
    Touch touch;
    if (bits >> kEpochAt != epoch)
      return touch;
    touch.moment = bits & kLastMoment;
    touch.warp = bits >> kWarpAt & ((1u << kWarpBits) - 1);
    touch.cta = bits >> kCtaAt & (kMostCtas - 1);
    touch.flags = bits >> kFlagsAt & 7;
    touch.bytes = bits >> kBytesAt & 15;
    return touch;
  }
  bool isOf(const Touch &other) const {
    return cta == other.cta && warp == other.warp;
  }
};

/// What a CTA has done about order so far.
static constexpr uint8_t kReleased = 1, kAcquired = 2, kFenced = 4;

GlobalRaces::GlobalRaces(const GlobalMemory &memory) : memory(memory) {
  cellBytes = memory.reservedBytes() / 4 * sizeof(Cell);
  void *range = mmap(nullptr, cellBytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (cellBytes != 0 && range != MAP_FAILED)
    cells = static_cast<Cell *>(range);
}

GlobalRaces::~GlobalRaces() {
  if (cells)
    munmap(cells, cellBytes);
}

//===----------------------------------------------------------------------===//
// What is watched
//===----------------------------------------------------------------------===//

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
      if (inst.bulk == BulkKind::TensorStore)
        findMapped(launch, written);
      if (inst.bulk == BulkKind::PointerStore)
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

static bool loadsInBulk(const Program &program) {
  for (const Function &f : program.functions)
    for (const Inst &inst : f.code)
      if (inst.bulk == BulkKind::Load)
        return true;
  return false;
}

bool GlobalRaces::begin(const LaunchState &launch, std::string &why) {
  uint64_t ctas = uint64_t(launch.grid[0]) * launch.grid[1] * launch.grid[2];
  bool isAlone = ctas == 1 && launch.threadsPerCta() <= kLanes;
  if (isAlone && !loadsInBulk(*launch.program))
    return false;
  watched.clear();
  watchesAll = !findWritten(launch, watched);
  if (!watchesAll && watched.empty())
    return false;
  if (!cells)
    why = "races in global memory: the machine has no room for what this takes";
  else if (ctas > kMostCtas)
    why = "races in global memory: the grid has " + std::to_string(ctas) +
          " programs, and " + std::to_string(kMostCtas) +
          " can be told from each other";
  if (!why.empty())
    return false;
  epoch = epoch % kEpochs + 1;
  if (epoch == 1) // the numbers come round: nothing old may be left
    madvise(cells, cellBytes, MADV_DONTNEED);
  ordered = std::make_unique<std::atomic<uint8_t>[]>(ctas);
  clockIsOver = false;
  return true;
}

bool GlobalRaces::watches(const Allocation &a) const {
  return watchesAll ||
         std::find(watched.begin(), watched.end(), &a) != watched.end();
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

static void addFlags(std::atomic<uint8_t> &flags, uint8_t what) {
  if (what & ~flags.load(std::memory_order_relaxed))
    flags.fetch_or(what, std::memory_order_relaxed);
}

void GlobalRaces::order(uint64_t cta, Order order, Scope scope) {
  if (scope != Scope::Device && scope != Scope::System)
    return;
  uint8_t what = order == Order::AcquireRelease ? kReleased | kAcquired
                 : order == Order::Release      ? kReleased
                 : order == Order::Acquire      ? kAcquired
                                                : 0;
  addFlags(ordered[cta], what);
}

void GlobalRaces::fenceProxy(const Warp &w) {
  addFlags(ordered[w.cta.linearId()], kFenced);
  w.cta.cluster.races->fenceProxyOfGlobal(w);
}

/// Where in the warp's cluster the CTA is; the cluster's size if it is not.
uint32_t GlobalRaces::rankOf(const Warp &w, uint64_t cta) const {
  const auto &ctas = w.cta.cluster.ctas;
  if (cta == w.cta.linearId())
    return w.cta.rank;
  uint32_t rank = 0;
  while (rank < ctas.size() &&
         (ctas.size() == 1 || ctas[rank]->linearId() != cta))
    ++rank;
  return rank;
}

std::string GlobalRaces::nameOfProgram(const Warp &w, uint64_t cta) const {
  const auto &grid = w.cta.launch.grid;
  uint64_t rest = cta / grid[0];
  return "program (" + std::to_string(cta % grid[0]) + ", " +
         std::to_string(rest % grid[1]) + ", " +
         std::to_string(rest / grid[1]) + ")";
}

/// Whether nothing orders the touch, or one like it that it stands for, and
/// what the warp does now.
GlobalRaces::Conflict GlobalRaces::conflictWith(const Warp &w,
                                                const Touch &touch) const {
  const SharedRaces &clocks = *w.cta.cluster.races;
  uint64_t self = w.cta.linearId();
  uint8_t own = ordered[self].load(std::memory_order_relaxed);
  Conflict result;
  uint32_t rank = rankOf(w, touch.cta);
  if (rank == w.cta.cluster.ctas.size()) {
    uint8_t theirs = ordered[touch.cta].load(std::memory_order_relaxed);
    if (theirs & kReleased && own & kAcquired)
      return result;
    return {true, true, nameOfProgram(w, touch.cta)};
  }
  uint32_t index = clocks.indexOf(rank, touch.warp);
  if (index != clocks.indexOf(w)) {
    if (clocks.knows(w, index, touch.moment))
      return result;
    if (touch.cta != self)
      return {true, true, nameOfProgram(w, touch.cta)};
    return {true, false,
            "warp " + std::to_string(touch.warp) + " of the same program"};
  }
  // Its own; the others cannot be named any more.
  if (touch.flags & kOtherPrograms && !(own & kAcquired))
    return {true, true, "another program"};
  if (touch.flags & kOtherWarps && touch.moment == clocks.momentOf(w))
    return {true, false,
            w.cta.cluster.ctas.size() == 1 ? "another warp of the same program"
                                           : "another warp of the cluster"};
  return result;
}

//===----------------------------------------------------------------------===//
// Locks
//===----------------------------------------------------------------------===//

/// The locks of the pages that the bytes lie in, a bit each.
static uint64_t locksOf(uint64_t address, uint64_t bytes) {
  constexpr unsigned kPageBits = 12;
  uint64_t first = address >> kPageBits;
  uint64_t pages = ((address + bytes - 1) >> kPageBits) - first + 1;
  uint64_t mask = pages < 64 ? (uint64_t(1) << pages) - 1 : ~uint64_t(0);
  unsigned turn = first % 64;
  return turn == 0 ? mask : mask << turn | mask >> (64 - turn);
}

/// Takes the locks, from the lowest on, so that nobody waits in a circle: what
/// the cluster holds already it takes anew.
void GlobalRaces::acquire(Cluster &cluster, uint64_t wanted) {
  wanted |= cluster.heldLocks;
  release(cluster);
  for (uint64_t rest = wanted; rest != 0; rest &= rest - 1)
    while (locks[__builtin_ctzll(rest)].test_and_set(std::memory_order_acquire))
      std::this_thread::yield();
  cluster.heldLocks = wanted;
}

void GlobalRaces::release(Cluster &cluster) {
  for (uint64_t rest = cluster.heldLocks; rest != 0; rest &= rest - 1)
    locks[__builtin_ctzll(rest)].clear(std::memory_order_release);
  cluster.heldLocks = 0;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

GlobalRaces::Touch GlobalRaces::ownTouch(const Warp &w) const {
  Touch touch;
  touch.cta = w.cta.linearId();
  touch.warp = w.index;
  touch.moment = std::min(w.cta.cluster.races->momentOf(w), kLastMoment);
  touch.bytes = 15;
  return touch;
}

/// Whether only this warp, or none, has touched the words: their new state is
/// then `fresh`, for all of them.
bool GlobalRaces::refresh(uint64_t fresh, uint64_t address, uint64_t bytes,
                          bool isStore) {
  if ((address | bytes) % 4 != 0)
    return false;
  constexpr uint64_t kRest =
      uint64_t(15) << kBytesAt | kLastMoment; // what may differ
  Cell *place = &cells[(address - kGlobalBase) / 4];
  for (Cell *end = place + bytes / 4; place != end; ++place) {
    uint64_t writer = place->writer.load(std::memory_order_relaxed);
    uint64_t reader = place->reader.load(std::memory_order_relaxed);
    if ((writer >> kEpochAt == epoch && ((writer ^ fresh) & ~kRest) != 0) ||
        (reader >> kEpochAt == epoch && ((reader ^ fresh) & ~kRest) != 0))
      return false;
    (isStore ? place->writer : place->reader)
        .store(fresh, std::memory_order_relaxed);
  }
  return true;
}

bool GlobalRaces::accessRow(const Warp &w, uint64_t address, unsigned bytes,
                            bool isStore) {
  Touch own = ownTouch(w);
  if (own.moment == kLastMoment)
    return false;
  acquire(w.cta.cluster, locksOf(address, uint64_t(bytes) * kLanes));
  bool isUsual =
      refresh(own.pack(epoch), address, uint64_t(bytes) * kLanes, isStore);
  if (!isStore)
    release(w.cta.cluster);
  return isUsual;
}

/// Keeps the touch in the place of an old one.
void GlobalRaces::note(const Warp &w, std::atomic<uint64_t> &place,
                       const Touch &old, Touch now, bool isUnordered) {
  if (old.bytes != 0 && old.isOf(now)) {
    if (old.moment == now.moment)
      now.bytes |= old.bytes;
    // What the others did, they may have done before what was acquired since.
    now.flags |=
        old.flags & (old.moment == now.moment ? kOtherWarps | kOtherPrograms
                                              : kOtherPrograms);
  } else if (old.bytes != 0 && isUnordered) {
    bool isNear = rankOf(w, old.cta) != w.cta.cluster.ctas.size();
    now.flags |= old.flags & (kOtherWarps | kOtherPrograms);
    now.flags |= isNear ? kOtherWarps : kOtherPrograms;
  }
  place.store(now.pack(epoch), std::memory_order_relaxed);
}

void GlobalRaces::sayClockIsOver(const Warp &w) {
  if (clockIsOver.exchange(true))
    return;
  const LaunchState &launch = w.cta.launch;
  launch.findings->add(notChecked(
      "races in global memory, from some point on: a warp has come to " +
          std::to_string(kLastMoment) + " barriers and waits",
      launch.program->module->file, launch.program->functions[0].ptx->name,
      launch.options.mustBeChecked));
}

void GlobalRaces::accessWord(Warp &w, const Inst &i, unsigned lane,
                             uint64_t word, uint8_t bytes, unsigned lanes,
                             bool isStore, bool isAsync) {
  Cell &cell = cells[(word - kGlobalBase) / 4];
  Touch writer =
      Touch::unpack(cell.writer.load(std::memory_order_relaxed), epoch);
  Touch reader =
      Touch::unpack(cell.reader.load(std::memory_order_relaxed), epoch);
  Touch own = ownTouch(w);
  own.bytes = bytes;
  own.flags = isAsync && isStore ? kAsync : 0;
  bool isUnordered = false;
  if (writer.bytes & bytes && (isStore || !writer.isOf(own)))
    if (Conflict other = conflictWith(w, writer); other.found) {
      isUnordered = true;
      if (isStore) {
        uint32_t old = 0;
        std::memcpy(&old, memory.host(word), sizeof old);
        w.cta.cluster.doubleStores.push_back(
            {word, old, static_cast<uint8_t>(writer.bytes & bytes),
             static_cast<uint8_t>(lane), other.isOtherProgram, other.who});
      } else if (other.isOtherProgram) {
        reportGlobalRace(w, i, lane, word,
                         other.who + " writes it too, and nothing orders the "
                                     "two");
      } else {
        w.cta.cluster.racedLanes |= ((uint64_t(1) << lanes) - 1) << lane;
      }
    }
  if (!isStore) {
    bool apart = reader.bytes & bytes && !reader.isOf(own) &&
                 conflictWith(w, reader).found;
    return note(w, cell.reader, reader, own, apart);
  }
  if (reader.bytes & bytes)
    if (Conflict other = conflictWith(w, reader);
        other.found && (other.isOtherProgram || !(reader.flags & kOtherWarps)))
      reportGlobalRace(w, i, lane, word,
                       other.who + " reads it too, and nothing orders the two");
  note(w, cell.writer, writer, own, isUnordered);
}

void GlobalRaces::accessBytes(Warp &w, const Inst &i, unsigned lane,
                              uint64_t address, unsigned bytes,
                              unsigned bytesOfLane, bool isStore,
                              bool isAsync) {
  uint64_t end = address + bytes;
  for (uint64_t at = address & ~uint64_t(3); at < end; at += 4) {
    unsigned touched = 15;
    if (at < address)
      touched &= 15u << (address - at);
    if (end - at < 4)
      touched &= (1u << (end - at)) - 1;
    uint64_t before = at < address ? 0 : at - address;
    accessWord(w, i, lane + static_cast<unsigned>(before / bytesOfLane), at,
               static_cast<uint8_t>(touched),
               bytesOfLane < 4 ? 4 / bytesOfLane : 1, isStore, isAsync);
  }
}

void GlobalRaces::access(Warp &w, const Inst &i, Mask mask,
                         const uint64_t *addresses, unsigned bytes,
                         bool isStore) {
  if (w.cta.cluster.races->momentOf(w) >= kLastMoment)
    return sayClockIsOver(w);
  uint64_t fresh = ownTouch(w).pack(epoch), pages = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (mask >> lane & 1)
      pages |= locksOf(addresses[lane], bytes);
  acquire(w.cta.cluster, pages);
  // Lanes that lie one behind the other are taken together, so that a word in
  // which several of them store is looked at once.
  for (unsigned lane = 0, next = 0; lane < kLanes; lane = next) {
    next = lane + 1;
    if (!(mask >> lane & 1))
      continue;
    while (next < kLanes && mask >> next & 1 &&
           addresses[next] == addresses[next - 1] + bytes)
      ++next;
    if (!refresh(fresh, addresses[lane], (next - lane) * bytes, isStore))
      accessBytes(w, i, lane, addresses[lane], (next - lane) * bytes, bytes,
                  isStore, /*isAsync=*/false);
  }
  if (!isStore)
    release(w.cta.cluster);
}

void GlobalRaces::storeBulk(Warp &w, const Inst &i, unsigned lane,
                            uint64_t address, uint32_t bytes) {
  if (w.cta.cluster.races->momentOf(w) >= kLastMoment)
    return sayClockIsOver(w);
  // Not until the copy is done, which may take long.
  acquire(w.cta.cluster, locksOf(address, bytes));
  accessBytes(w, i, lane, address, bytes, bytes, /*isStore=*/true,
              /*isAsync=*/true);
  release(w.cta.cluster);
}

/// Whether what a thread stored is behind a fence of the proxies: of the one
/// that stored, or of the one that copies.
bool GlobalRaces::isFenced(const Warp &w, const Touch &writer) const {
  if (writer.flags & kAsync)
    return true;
  uint32_t rank = rankOf(w, writer.cta);
  const SharedRaces &clocks = *w.cta.cluster.races;
  if (rank != w.cta.cluster.ctas.size())
    return clocks.isFenced(w, clocks.indexOf(rank, writer.warp), writer.moment);
  return ((ordered[writer.cta].load(std::memory_order_relaxed) |
           ordered[w.cta.linearId()].load(std::memory_order_relaxed)) &
          kFenced) != 0;
}

void GlobalRaces::loadBulk(Warp &w, const Inst &i, unsigned lane,
                           uint64_t address, uint32_t bytes) {
  if (w.cta.cluster.races->momentOf(w) >= kLastMoment)
    return sayClockIsOver(w);
  acquire(w.cta.cluster, locksOf(address, bytes));
  readBulk(w, i, lane, address, bytes);
  release(w.cta.cluster);
}

void GlobalRaces::readBulk(Warp &w, const Inst &i, unsigned lane,
                           uint64_t address, uint32_t bytes) {
  Touch own = ownTouch(w);
  for (uint64_t at = address & ~uint64_t(3); at < address + bytes; at += 4) {
    Cell &cell = cells[(at - kGlobalBase) / 4];
    Touch reader =
        Touch::unpack(cell.reader.load(std::memory_order_relaxed), epoch);
    note(w, cell.reader, reader, own,
         reader.bytes != 0 && !reader.isOf(own) &&
             conflictWith(w, reader).found);
    Touch writer =
        Touch::unpack(cell.writer.load(std::memory_order_relaxed), epoch);
    if (writer.bytes == 0)
      continue;
    if (!isFenced(w, writer))
      return reportGlobalProxy(w, i, lane, at,
                               nameOfProgram(w, writer.cta) + ", warp " +
                                   std::to_string(writer.warp));
    if (writer.isOf(own))
      continue;
    if (Conflict other = conflictWith(w, writer); other.found)
      return reportGlobalRace(w, i, lane, at,
                              other.who + " writes it too, and nothing orders "
                                          "the two");
  }
}

/// The bits of four bytes that a mask names.
static uint32_t bitsOfBytes(uint8_t bytes) {
  uint32_t result = 0;
  for (unsigned b = 0; b < 4; ++b)
    result |= bytes >> b & 1 ? 0xffu << (8 * b) : 0;
  return result;
}

void GlobalRaces::settle(Warp &w, const Inst &i,
                         const std::vector<DoubleStore> &stores,
                         const Frame *frame) {
  for (const DoubleStore &one : stores) {
    uint32_t now = 0;
    std::memcpy(&now, memory.host(one.address), sizeof now);
    if ((now ^ one.old) & bitsOfBytes(one.bytes))
      reportGlobalRace(w, i, one.lane, one.address,
                       one.other + " writes it too, and nothing orders the two",
                       frame);
    else if (one.isOtherProgram)
      reportSameValue(w, i, one.lane, one.address, one.other, frame);
  }
}

} // namespace tqc::emu
