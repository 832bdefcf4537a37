//===- MemoryAccess.cpp - from a warp's addresses to host memory ----------===//

#include "runtime/emulator/memory/MemoryAccess.h"

#include "runtime/emulator/checks/GlobalRaces.h"
#include "runtime/emulator/checks/Races.h"
#include "runtime/emulator/machine/Cta.h"
#include "runtime/emulator/reports/Reports.h"

#include <optional>

namespace tqc::emu {

/// Whether the check for races between CTAs looks at an access.
static bool watchesGlobal(Warp &w, const Allocation &a, AccessKind kind) {
  GlobalRaces *races = w.cta.launch.races;
  if (!races || (kind != AccessKind::Load && kind != AccessKind::Store))
    return false;
  if (w.lastWatched != &a) {
    w.lastWatched = &a;
    w.watches = races->watches(a);
  }
  return w.watches;
}

/// Tells that check of an access to an allocation.
static void noteGlobal(Warp &w, const Inst &i, const Allocation &a, Mask mask,
                       const uint64_t *addresses, unsigned bytes,
                       AccessKind kind) {
  if (watchesGlobal(w, a, kind))
    w.cta.launch.races->access(w, i, mask, addresses, bytes,
                               kind == AccessKind::Store);
}

namespace {
/// The work of `locate`, one space at a time.
class Locator {
public:
  Locator(Warp &w, const Inst &i, unsigned bytes, AccessKind kind,
          LaneMemory &out)
      : w(w), i(i), bytes(bytes), kind(kind), out(out) {}

  bool run(Mask mask, Space space) {
    switch (space) {
    case Space::Global:
    case Space::Const:
      return global(mask);
    case Space::Shared:
    case Space::SharedCluster:
      return shared(mask, 0);
    case Space::Local:
      return local(mask, 0);
    case Space::Param:
      return param(mask, 0);
    default:
      return generic(mask);
    }
  }

private:
  bool drop(unsigned lane, Space space);
  bool global(Mask mask);
  bool globalSlow(Mask mask);
  bool shared(Mask mask, uint64_t base);
  bool local(Mask mask, uint64_t base);
  bool param(Mask mask, uint64_t base);
  bool generic(Mask mask);
  bool orders() const { return kind == AccessKind::Atomic || i.strong; }

  Warp &w;
  const Inst &i;
  unsigned bytes;
  AccessKind kind;
  LaneMemory &out;
};
} // namespace

/// An address that is not allowed: a finding, and without checks the end.
bool Locator::drop(unsigned lane, Space space) {
  out.mask &= ~(Mask(1) << lane);
  reportOutOfBounds(w, i, lane, out.address[lane], bytes, space);
  return w.checks();
}

bool Locator::globalSlow(Mask mask) {
  const GlobalMemory &memory = *w.cta.launch.memory;
  const Allocation *tensor = nullptr; // of the lanes that were not told yet
  Mask untold = 0;
  auto tell = [&] {
    if (untold && !orders())
      noteGlobal(w, i, *tensor, untold, out.address, bytes, kind);
    untold = 0;
  };
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!(mask >> lane & 1))
      continue;
    uint64_t address = out.address[lane];
    const Allocation *a = memory.find(address);
    if (!a || address + bytes > a->end() || !mayTouch(w, i, *a)) {
      if (!drop(lane, Space::Global))
        return false;
      continue;
    }
    w.lastAllocation = a;
    w.lastAccess = &i;
    out.bytes[lane] = memory.host(address);
    out.undefined[lane] = a->fresh ? memory.undefined(address) : nullptr;
    out.anyUndefined |= a->fresh;
    if (a != tensor)
      tell();
    tensor = a;
    untold |= Mask(1) << lane;
  }
  tell();
  return true;
}

bool Locator::global(Mask mask) {
  const GlobalMemory &memory = *w.cta.launch.memory;
  if (orders() && w.cta.cluster.races)
    w.cta.cluster.races->synchronize(w);
  if (orders() && w.cta.launch.races)
    w.cta.launch.races->order(w.cta.linearId(), i.order, i.scope);
  out.global = true;
  uint64_t low = ~uint64_t(0), high = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (mask >> lane & 1) {
      low = std::min(low, out.address[lane]);
      high = std::max(high, out.address[lane]);
    }
  if (!w.checks()) {
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if (!(mask >> lane & 1))
        continue;
      if (!memory.reserved(out.address[lane], bytes))
        return drop(lane, Space::Global);
      out.bytes[lane] = memory.host(out.address[lane]);
    }
    return true;
  }
  const Allocation *a = w.lastAllocation;
  if (!a || low < a->start || high >= a->end() || high + bytes > a->end() ||
      (w.lastAccess != &i && !mayTouch(w, i, *a)))
    return globalSlow(mask);
  uint8_t *host = memory.host(low), *flags = memory.undefined(low);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    uint64_t delta = mask >> lane & 1 ? out.address[lane] - low : 0;
    out.bytes[lane] = host + delta;
    out.undefined[lane] = a->fresh ? flags + delta : nullptr;
  }
  out.anyUndefined |= a->fresh;
  if (!orders())
    noteGlobal(w, i, *a, mask, out.address, bytes, kind);
  return true;
}

bool Locator::shared(Mask mask, uint64_t base) {
  Cta *own = &w.cta;
  SharedRaces *races = own->cluster.races;
  if (races && orders())
    races->synchronize(w);
  std::optional<SharedRaces::Access> access;
  if (races && !orders() &&
      (kind == AccessKind::Load || kind == AccessKind::Store))
    access.emplace(races->accessOf(w, i));
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!(mask >> lane & 1))
      continue;
    uint64_t offset = out.address[lane] - base;
    Cta *cta = own;
    if (uint64_t rank = offset >> kSharedRankShift; rank != 0) {
      if (rank > own->cluster.ctas.size()) {
        if (!drop(lane, Space::Shared))
          return false;
        continue;
      }
      cta = own->cluster.ctas[rank - 1].get();
      offset &= (uint64_t(1) << kSharedRankShift) - 1;
      if (races && cta != own)
        races->useRemote(w, i, *cta);
    }
    if (offset < kSharedStart || offset - kSharedStart > cta->shared.size() ||
        bytes > cta->shared.size() - (offset - kSharedStart)) {
      if (!drop(lane, Space::Shared))
        return false;
      continue;
    }
    if (access && kind == AccessKind::Load)
      races->read(*access, *cta, static_cast<uint32_t>(offset), bytes);
    else if (access)
      races->write(*access, lane, *cta, static_cast<uint32_t>(offset), bytes);
    out.bytes[lane] = cta->shared.data() + (offset - kSharedStart);
    out.undefined[lane] =
        w.checks() ? cta->sharedUndefined.data() + (offset - kSharedStart)
                   : nullptr;
  }
  out.anyUndefined |= w.checks();
  return true;
}

bool Locator::local(Mask mask, uint64_t base) {
  uint64_t size = w.localBytes();
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!(mask >> lane & 1))
      continue;
    uint64_t offset = out.address[lane] - base;
    if (offset > size || bytes > size - offset) {
      if (!drop(lane, Space::Local))
        return false;
      continue;
    }
    out.bytes[lane] = w.local(lane) + offset;
    out.undefined[lane] =
        w.checks() ? w.localUndefined(lane) + offset : nullptr;
  }
  out.anyUndefined |= w.checks();
  return true;
}

bool Locator::param(Mask mask, uint64_t base) {
  auto &params = w.cta.launch.params;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!(mask >> lane & 1))
      continue;
    uint64_t offset = out.address[lane] - base;
    if (offset > params.size() || bytes > params.size() - offset ||
        kind != AccessKind::Load) {
      if (!drop(lane, Space::Param))
        return false;
      continue;
    }
    out.bytes[lane] = params.data() + offset;
    out.undefined[lane] = nullptr;
  }
  return true;
}

bool Locator::generic(Mask mask) {
  Mask inShared = 0, inLocal = 0, inParam = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    uint64_t address = out.address[lane];
    Mask bit = Mask(1) << lane;
    if (address - kSharedWindow < kWindowBytes)
      inShared |= bit;
    else if (address - kLocalWindow < kWindowBytes)
      inLocal |= bit;
    else if (address - kParamWindow < kWindowBytes)
      inParam |= bit;
  }
  inShared &= mask;
  inLocal &= mask;
  inParam &= mask;
  Mask inGlobal = mask & ~(inShared | inLocal | inParam);
  return (!inGlobal || global(inGlobal)) &&
         (!inShared || shared(inShared, kSharedWindow)) &&
         (!inLocal || local(inLocal, kLocalWindow)) &&
         (!inParam || param(inParam, kParamWindow));
}

bool locateAddresses(Warp &w, const Inst &i, Mask mask, Space space,
                     unsigned bytes, AccessKind kind, LaneMemory &out) {
  out.mask = mask;
  uint64_t bits = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    bits |= mask >> lane & 1 ? out.address[lane] : 0;
  if (bits & (bytes - 1)) {
    for (unsigned lane = 0; lane < kLanes; ++lane)
      if (mask >> lane & 1 && out.address[lane] & (bytes - 1)) {
        reportMisaligned(w, i, lane, out.address[lane], bytes, space);
        out.mask &= ~(Mask(1) << lane);
        if (!w.checks())
          return false;
      }
  }
  return out.mask == 0 || Locator(w, i, bytes, kind, out).run(out.mask, space);
}

bool locate(Warp &w, const Inst &i, Mask mask, unsigned bytes, AccessKind kind,
            LaneMemory &out) {
  laneAddresses(w, i, out.address);
  if (w.checks() && i.s[0] != kNoReg) {
    Shadow &poison = w.shadowOf(i.s[0]);
    if (poison.lanes & mask)
      reportPoison(w, i, poison, mask, "is used as an address");
  }
  return locateAddresses(w, i, mask, i.space, bytes, kind, out);
}

void noteRow(Warp &w, const Inst &i, unsigned bytes, AccessKind kind,
             const RowMemory &row) {
  SharedRaces *races = w.cta.cluster.races;
  if (row.global && w.lastAllocation &&
      watchesGlobal(w, *w.lastAllocation, kind)) {
    uint64_t addresses[kLanes];
    laneAddresses(w, i, addresses);
    GlobalRaces &global = *w.cta.launch.races;
    bool isStore = kind == AccessKind::Store;
    if (row.stride && global.accessRow(w, addresses[0], bytes, isStore))
      return;
    global.access(w, i, row.stride ? kAllLanes : 1, addresses, bytes, isStore);
  }
  if (!races || row.global)
    return;
  auto first =
      static_cast<uint32_t>(kSharedStart + (row.bytes - w.cta.shared.data()));
  auto stride = static_cast<uint32_t>(row.stride);
  if (kind == AccessKind::Load)
    return races->read(races->accessOf(w, i), w.cta, first,
                       stride * (kLanes - 1) + bytes);
  races->writeRow(races->accessOf(w, i), w.cta, first, stride, bytes);
}

void settleStores(Warp &w, const Inst &i) {
  Cluster &cluster = w.cta.cluster;
  if (!cluster.doubleStores.empty())
    w.cta.launch.races->settle(w, i, cluster.doubleStores);
  cluster.doubleStores.clear();
  if (cluster.heldLocks)
    w.cta.launch.races->release(cluster);
}

bool locateRow(Warp &w, const Inst &i, unsigned bytes, RowMemory &out) {
  if (i.s[0] == kNoReg || i.strong)
    return false;
  uint64_t first = 0, inRow = 0, inOne = 0;
  uint64_t offset = static_cast<uint64_t>(i.imm);
  if (i.addressBytes == 4) {
    const uint32_t *base = w.reg<uint32_t>(i.s[0]);
    first = static_cast<uint32_t>(base[0] + offset);
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      uint32_t delta = base[lane] - base[0];
      inOne |= delta;
      inRow |= delta ^ (lane * bytes);
    }
  } else {
    const uint64_t *base = w.reg<uint64_t>(i.s[0]);
    first = base[0] + offset;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      uint64_t delta = base[lane] - base[0];
      inOne |= delta;
      inRow |= delta ^ (lane * bytes);
    }
  }
  if ((inRow && inOne) || first & (bytes - 1))
    return false;
  if (w.checks() && w.shadowOf(i.s[0]).lanes)
    return false;
  out.stride = inOne ? bytes : 0;
  uint64_t length = out.stride * (kLanes - 1) + bytes;
  if (i.space == Space::Shared || first - kSharedWindow < kWindowBytes) {
    if (i.space == Space::Global)
      return false;
    uint64_t at =
        first - (i.space == Space::Shared ? 0 : kSharedWindow) - kSharedStart;
    auto &shared = w.cta.shared;
    if (at > shared.size() || length > shared.size() - at)
      return false;
    out.bytes = shared.data() + at;
    out.undefined = w.checks() ? w.cta.sharedUndefined.data() + at : nullptr;
    return true;
  }
  if (i.space != Space::Global && i.space != Space::None)
    return false;
  const GlobalMemory &memory = *w.cta.launch.memory;
  out.global = true;
  if (w.checks()) {
    const Allocation *a = w.lastAllocation;
    if (!a || first < a->start || first >= a->end() ||
        length > a->end() - first ||
        (w.lastAccess != &i && !mayTouch(w, i, *a))) {
      a = memory.find(first);
      if (!a || length > a->end() - first || !mayTouch(w, i, *a))
        return false;
      w.lastAllocation = a;
      w.lastAccess = &i;
    }
    out.undefined = a->fresh ? memory.undefined(first) : nullptr;
  } else if (!memory.reserved(first, length)) {
    return false;
  }
  out.bytes = memory.host(first);
  return true;
}

const uint8_t *hostByte(Warp &w, unsigned lane, uint64_t address) {
  if (address - kSharedWindow < kWindowBytes) {
    uint64_t offset = address - kSharedWindow - kSharedStart;
    return offset < w.cta.shared.size() ? w.cta.shared.data() + offset
                                        : nullptr;
  }
  if (address - kLocalWindow < kWindowBytes) {
    uint64_t offset = address - kLocalWindow;
    return offset < w.localBytes() ? w.local(lane) + offset : nullptr;
  }
  const GlobalMemory &memory = *w.cta.launch.memory;
  return memory.find(address) ? memory.host(address) : nullptr;
}

} // namespace tqc::emu
