//===- TileMemory.cpp - The memory of the tile interpreter ----------------===//

#include "compiler/interpreter/TileMemory.h"

#include <algorithm>
#include <cstring>

using namespace tqc;
using namespace tqc::tile;

/// Between two tensors, so that an address beside one is in none.
static constexpr uint64_t kGap = uint64_t(1) << 16;
static constexpr uint64_t kAlignment = 512;

int64_t Allocation::elementBytes() const {
  int64_t elements = 1;
  for (int64_t extent : info.shape)
    elements *= extent;
  if (info.shape.empty() || elements <= 0)
    return 1;
  return std::max<int64_t>(1, int64_t(bytes.size()) / elements);
}

uint64_t TileMemory::allocate(const AllocationInfo &info) {
  auto fresh = std::make_unique<Allocation>();
  fresh->info = info;
  fresh->start = next;
  fresh->bytes.assign(info.bytes, 0);
  fresh->doubts.assign(info.bytes, Doubt::Unwritten);
  next = (next + info.bytes + kGap + kAlignment - 1) / kAlignment * kAlignment;
  allocations.push_back(std::move(fresh));
  return allocations.back()->start;
}

bool TileMemory::release(uint64_t start) {
  for (auto &allocation : allocations)
    if (allocation->start == start && allocation->live) {
      allocation->live = false;
      last = nullptr;
      return true;
    }
  return false;
}

const Allocation *TileMemory::findEver(uint64_t address) const {
  auto behind =
      std::upper_bound(allocations.begin(), allocations.end(), address,
                       [](uint64_t at, const auto &allocation) {
                         return at < allocation->start;
                       });
  if (behind == allocations.begin())
    return nullptr;
  const Allocation *found = std::prev(behind)->get();
  return address < found->end() ? found : nullptr;
}

Allocation *TileMemory::find(uint64_t address) {
  if (last && address >= last->start && address < last->end())
    return last;
  const Allocation *found = findEver(address);
  if (!found || !found->live)
    return nullptr;
  last = const_cast<Allocation *>(found);
  return last;
}

HeldElement::HeldElement(Allocation &in, uint64_t offset, unsigned size)
    : in(&in), offset(offset), size(size) {
  std::memcpy(&bits, in.bytes.data() + offset, size);
  std::copy_n(in.doubts.begin() + int64_t(offset), size, doubts.begin());
  if (!in.errors.empty())
    std::copy_n(in.errors.begin() + int64_t(offset), size, errors.begin());
}

void HeldElement::swap() {
  HeldElement now(*in, offset, size);
  std::memcpy(in->bytes.data() + offset, &bits, size);
  std::copy_n(doubts.begin(), size, in->doubts.begin() + int64_t(offset));
  if (!in->errors.empty()) // nothing makes it empty again
    std::copy_n(errors.begin(), size, in->errors.begin() + int64_t(offset));
  *this = now;
}

const Allocation *TileMemory::nearest(uint64_t address) const {
  const Allocation *best = nullptr;
  uint64_t least = ~uint64_t(0);
  for (const auto &allocation : allocations) {
    uint64_t far = address < allocation->start ? allocation->start - address
                   : address < allocation->end()
                       ? 0
                       : address - allocation->end() + 1;
    if (far < least) {
      best = allocation.get();
      least = far;
    }
  }
  return best;
}

std::string tqc::tile::showElement(const Allocation &allocation,
                                   uint64_t address, int64_t &element) {
  int64_t width = allocation.elementBytes();
  auto offset = static_cast<int64_t>(address - allocation.start);
  element = offset / width - (offset % width < 0); // rounded down
  bool isTensor = !allocation.info.shape.empty();
  std::string text =
      (isTensor ? "element " : "byte ") + std::to_string(element) + " of " +
      (allocation.info.name.empty() ? "an allocation" : allocation.info.name);
  if (element < 0)
    text += ", before its beginning";
  else if (address >= allocation.end())
    text += ", which has " +
            std::to_string(int64_t(allocation.bytes.size()) / width) +
            (isTensor ? " elements" : " bytes");
  if (allocation.info.shape.size() < 2)
    return text;
  std::string shape;
  for (int64_t extent : allocation.info.shape)
    shape += (shape.empty() ? "" : ", ") + std::to_string(extent);
  return text + ", shape (" + shape + ")";
}
