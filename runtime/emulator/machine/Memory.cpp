//===- Memory.cpp - device memory that knows what is allocated ------------===//

#include "runtime/emulator/machine/Memory.h"

#include <algorithm>
#include <cstring>
#include <sys/mman.h>

namespace tqc::emu {

/// Between two allocations, so that running over one is always noticed.
static constexpr uint64_t kGuardBytes = 64 << 10;

static uint8_t *reserve(uint64_t bytes) {
  void *range = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return range == MAP_FAILED ? nullptr : static_cast<uint8_t *>(range);
}

GlobalMemory::GlobalMemory() {
  // As much address space as the system gives: pages cost when touched.
  for (limit = uint64_t(1) << 38; limit >= uint64_t(1) << 26; limit >>= 1) {
    base = reserve(limit);
    shadow = base ? reserve(limit) : nullptr;
    if (shadow)
      break;
    if (base)
      munmap(base, limit);
    base = nullptr;
  }
  if (!base)
    limit = 0;
  next = kGuardBytes;
}

GlobalMemory::~GlobalMemory() {
  if (!base)
    return;
  munmap(base, limit);
  munmap(shadow, limit);
}

uint64_t GlobalMemory::allocate(std::string name, uint64_t bytes,
                                std::string type, std::vector<int64_t> shape,
                                uint64_t align) {
  uint64_t offset = (next + align - 1) / align * align;
  if (offset > limit || bytes > limit - offset ||
      limit - offset - bytes < kGuardBytes)
    return 0;
  next = offset + bytes + kGuardBytes;
  Allocation a;
  a.start = kGlobalBase + offset;
  a.bytes = bytes;
  a.name = std::move(name);
  a.type = std::move(type);
  a.shape = std::move(shape);
  allocations.push_back(std::move(a));
  std::memset(undefined(kGlobalBase + offset), 1, bytes);
  return kGlobalBase + offset;
}

static void dropPages(uint8_t *range, uint64_t bytes) {
  constexpr uintptr_t kPage = 4096;
  uintptr_t from = (reinterpret_cast<uintptr_t>(range) + kPage - 1) / kPage;
  uintptr_t to = (reinterpret_cast<uintptr_t>(range) + bytes) / kPage;
  if (to > from)
    madvise(reinterpret_cast<void *>(from * kPage), (to - from) * kPage,
            MADV_DONTNEED);
}

bool GlobalMemory::release(uint64_t start) {
  Allocation *a = findLive(start);
  if (!a)
    return false;
  a->live = false;
  dropPages(host(a->start), a->bytes);
  dropPages(undefined(a->start), a->bytes);
  return true;
}

const Allocation *GlobalMemory::nearest(uint64_t address) const {
  auto it = std::upper_bound(
      allocations.begin(), allocations.end(), address,
      [](uint64_t value, const Allocation &a) { return value < a.start; });
  if (it == allocations.begin())
    return allocations.empty() ? nullptr : &*it;
  const Allocation &before = *(it - 1);
  if (it == allocations.end() || address < before.end() ||
      address - before.end() <= it->start - address)
    return &before;
  return &*it;
}

const Allocation *GlobalMemory::find(uint64_t address) const {
  auto it = std::upper_bound(
      allocations.begin(), allocations.end(), address,
      [](uint64_t value, const Allocation &a) { return value < a.start; });
  if (it == allocations.begin())
    return nullptr;
  --it;
  return it->live && address < it->end() ? &*it : nullptr;
}

Allocation *GlobalMemory::findLive(uint64_t start) {
  // Not by `find`: an empty allocation holds no address, not even its own.
  auto it = std::lower_bound(
      allocations.begin(), allocations.end(), start,
      [](const Allocation &a, uint64_t value) { return a.start < value; });
  bool found = it != allocations.end() && it->start == start && it->live;
  return found ? &*it : nullptr;
}

void GlobalMemory::markWritten(uint64_t address, uint64_t bytes) {
  std::memset(undefined(address), 0, bytes);
  Allocation *a = const_cast<Allocation *>(find(address));
  if (a && a->start == address && bytes >= a->bytes)
    a->fresh = false;
}

void GlobalMemory::markUndefined(uint64_t address, uint64_t bytes) {
  std::memset(undefined(address), 1, bytes);
  if (Allocation *a = const_cast<Allocation *>(find(address)))
    a->fresh = true;
}

} // namespace tqc::emu
