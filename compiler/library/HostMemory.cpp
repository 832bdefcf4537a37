//===- HostMemory.cpp - Memory of the host on the emulator ----------------===//

#include "compiler/library/HostMemory.h"

#include "runtime/device/DTypes.h"
#include "runtime/device/HostTensor.h"

#include <algorithm>
#include <cstring>

using namespace tqc;

HostMemory::~HostMemory() {
  for (const Piece &piece : pieces)
    if (piece.address)
      (void)device.free(piece.address);
}

Status HostMemory::add(const tqc_argument &argument, const std::string &name) {
  auto *begin = static_cast<uint8_t *>(argument.storage);
  auto *data = static_cast<uint8_t *>(argument.data);
  if (!data)
    return {};
  if (!begin || data < begin || data > begin + argument.storage_bytes)
    return Error{"the argument " + name +
                 " starts outside of the memory that it says it may touch"};
  Piece piece;
  piece.begin = begin;
  piece.bytes = argument.storage_bytes;
  piece.isReadonly = argument.flags & TQC_READONLY;
  piece.undefined = argument.flags & TQC_UNDEFINED ? &argument : nullptr;
  piece.whole = data == begin && argument.shape ? &argument : nullptr;
  piece.name = name;
  piece.type = argument.dtype ? argument.dtype : "";
  // What overlaps is one piece.
  for (size_t i = 0; i < pieces.size();) {
    Piece &other = pieces[i];
    bool apart = other.end() <= piece.begin || piece.end() <= other.begin;
    bool isSame = other.begin == piece.begin && other.bytes == piece.bytes;
    if (apart && !isSame) {
      ++i;
      continue;
    }
    uint8_t *end = std::max(piece.end(), other.end());
    piece.begin = std::min(piece.begin, other.begin);
    piece.bytes = static_cast<uint64_t>(end - piece.begin);
    piece.isReadonly |= other.isReadonly;
    piece.undefined = other.undefined ? other.undefined : piece.undefined;
    piece.whole = isSame && other.whole ? other.whole : nullptr;
    if (other.name != piece.name)
      piece.name = other.name + " and " + piece.name;
    piece.type = other.type;
    pieces.erase(pieces.begin() + static_cast<ptrdiff_t>(i));
  }
  pieces.push_back(std::move(piece));
  return {};
}

/// Runs of elements that still hold the byte they were filled with.
Status HostMemory::markUndefined(const Piece &piece) {
  auto byte = static_cast<uint8_t>(piece.undefined->undefined_byte);
  std::optional<DType> type = dtypeOf(piece.type);
  size_t width = type ? bytesOf(*type) : 1;
  uint64_t begin = 0, at = 0;
  auto close = [&]() -> Status {
    return at > begin ? device.poison(piece.address + begin, byte, at - begin)
                      : Status();
  };
  for (; at + width <= piece.bytes; at += width) {
    bool isFilled = true;
    for (size_t i = 0; i < width; ++i)
      isFilled &= piece.begin[at + i] == byte;
    if (isFilled)
      continue;
    if (Status status = close(); !status)
      return status;
    begin = at + width;
  }
  return close();
}

Status HostMemory::copyIn() {
  for (Piece &piece : pieces) {
    std::vector<int64_t> shape;
    if (piece.whole)
      shape.assign(piece.whole->shape, piece.whole->shape + piece.whole->rank);
    std::optional<DType> type = dtypeOf(piece.type);
    if (type && (!piece.whole ||
                 uint64_t(elementsOf(shape)) * bytesOf(*type) != piece.bytes))
      shape = {static_cast<int64_t>(piece.bytes / bytesOf(*type))};
    Result<DevicePtr> address =
        device.allocate({piece.name, piece.bytes, piece.type, shape});
    if (!address)
      return address.error();
    piece.address = *address;
    if (Status status = device.copyIn(*address, piece.begin, piece.bytes);
        !status)
      return status;
    if (piece.undefined)
      if (Status status = markUndefined(piece); !status)
        return status;
  }
  return {};
}

Status HostMemory::copyOut() {
  Status result;
  std::vector<uint8_t> bytes;
  for (const Piece &piece : pieces) {
    bytes.resize(piece.bytes);
    if (Status status =
            device.copyOut(bytes.data(), piece.address, piece.bytes);
        !status)
      return status;
    if (piece.bytes == 0 ||
        std::memcmp(bytes.data(), piece.begin, piece.bytes) == 0)
      continue;
    if (piece.isReadonly)
      result = Error{"the kernel writes to " + piece.name +
                     ", which may not be written"};
    else
      std::memcpy(piece.begin, bytes.data(), piece.bytes);
  }
  return result;
}

DevicePtr HostMemory::addressOf(const tqc_argument &argument) const {
  auto *data = static_cast<uint8_t *>(argument.data);
  for (const Piece &piece : pieces)
    if (data && data >= piece.begin && data <= piece.end() &&
        static_cast<uint8_t *>(argument.storage) >= piece.begin &&
        static_cast<uint8_t *>(argument.storage) <= piece.end())
      return piece.address + static_cast<uint64_t>(data - piece.begin);
  return 0;
}

uint64_t HostMemory::bytes() const {
  constexpr uint64_t kApart = 128 << 10; // with what lies between two pieces
  uint64_t sum = 0;
  for (const Piece &piece : pieces)
    sum += piece.bytes + kApart;
  return sum;
}
