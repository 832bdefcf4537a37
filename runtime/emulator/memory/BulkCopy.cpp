//===- BulkCopy.cpp - the work of cp.async.bulk ---------------------------===//

#include "runtime/emulator/memory/BulkCopy.h"

#include "runtime/emulator/reports/Reports.h"

#include <cstring>

namespace tqc::emu {

using numerics::BoxRun;
using numerics::TensorMap;

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

bool readTensorMap(Warp &w, const Inst &i, unsigned lane, uint64_t address,
                   TensorMap &map) {
  LaunchState &launch = w.cta.launch;
  const uint8_t *bytes = nullptr;
  constexpr uint64_t kMapBytes = 128;
  if (address % 64 != 0) {
    reportMisaligned(w, i, lane, address, 64, Space::None);
    return false;
  }
  if (uint64_t offset = address - kParamWindow; offset < kWindowBytes) {
    if (offset + kMapBytes <= launch.params.size())
      bytes = launch.params.data() + offset;
  } else if (const Allocation *a = launch.memory->find(address)) {
    if (address + kMapBytes <= a->end())
      bytes = launch.memory->host(address);
  }
  if (!bytes) {
    reportOutOfBounds(w, i, lane, address, kMapBytes, Space::None);
    return false;
  }
  std::optional<TensorMap> decoded = numerics::decodeTensorMap(bytes);
  if (!decoded) {
    reportFatal(w, i, Mask(1) << lane, "tensor-map",
                "the 128 bytes that this names are no tensor map that the "
                "emulator encoded");
    return false;
  }
  if (std::string error = numerics::checkTensorMap(*decoded); !error.empty()) {
    reportFatal(w, i, Mask(1) << lane, "tensor-map",
                "the tensor map is not valid: " + error);
    return false;
  }
  map = *decoded;
  return true;
}

bool addGlobalPiece(Warp &w, const Inst &i, unsigned lane, uint64_t global,
                    uint32_t address, uint32_t bytes,
                    std::vector<BulkPiece> &pieces) {
  const GlobalMemory &memory = *w.cta.launch.memory;
  const Allocation *a = w.lastAllocation;
  if (!a || global < a->start || global + bytes > a->end()) {
    a = memory.find(global);
    if (!a || global + bytes > a->end()) {
      reportOutOfBounds(w, i, lane, global, bytes, Space::Global);
      return false;
    }
    w.lastAllocation = a;
    w.lastAccess = nullptr;
  }
  GlobalRaces *races = w.cta.launch.races;
  if (races && races->watches(*a)) {
    if (i.bulk == BulkKind::Load)
      races->loadBulk(w, i, lane, global, bytes);
    else if (i.bulk != BulkKind::None)
      races->storeBulk(w, i, lane, global, bytes);
  }
  pieces.push_back({memory.host(global),
                    a->fresh ? memory.undefined(global) : nullptr, address,
                    bytes});
  return true;
}

bool addBoxPieces(Warp &w, const Inst &i, unsigned lane, const TensorMap &map,
                  const numerics::Coordinates &coordinates, uint32_t address,
                  std::vector<BulkPiece> &pieces) {
  for (const BoxRun &run : numerics::boxRuns(map, coordinates, address))
    if (!run.inBounds)
      pieces.push_back({nullptr, nullptr, run.shared, run.bytes});
    else if (!addGlobalPiece(w, i, lane, run.global, run.shared, run.bytes,
                             pieces))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

bool BulkCopy::finishLoad() {
  for (Cta *target : targets) {
    uint8_t *shared = target->shared.data() - kSharedStart;
    uint8_t *undefined = target->sharedUndefined.empty()
                             ? nullptr
                             : target->sharedUndefined.data() - kSharedStart;
    for (const BulkPiece &piece : pieces) {
      uint8_t *to = shared + piece.address;
      if (flight)
        target->cluster.races->write(*flight, *target, piece.address,
                                     piece.bytes, /*proxy=*/true);
      if (piece.far)
        std::memcpy(to, piece.far, piece.bytes);
      else
        for (uint32_t at = 0; at < piece.bytes; at += fillBytes)
          std::memcpy(to + at, &fill, fillBytes);
      if (!undefined)
        continue;
      if (piece.farUndefined)
        std::memcpy(undefined + piece.address, piece.farUndefined, piece.bytes);
      else
        std::memset(undefined + piece.address, 0, piece.bytes);
    }
  }
  if (hasBarrier)
    for (Cta *target : targets)
      if (!completeTx(origin, sharedIn(*target, barrier), bytes, flight.get()))
        return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

void BulkCopy::reportUndefined() const {
  EmuFinding finding =
      findingAt(*origin.warp, *origin.inst, origin.lane, origin.frame);
  finding.kind = "uninitialised-read";
  finding.message = "this copies bytes of shared memory that were never "
                    "written";
  origin.warp->cta.launch.findings->add(finding);
}

bool BulkCopy::readSource() {
  uint32_t total = 0;
  for (const BulkPiece &piece : pieces)
    total += piece.bytes;
  buffer.resize(total);
  const Cta &source = *near.cta;
  bool checks = !source.sharedUndefined.empty();
  flags.assign(checks ? total : 0, 0);
  uint32_t at = 0;
  bool undefined = false;
  for (const BulkPiece &piece : pieces) {
    size_t offset = piece.address - kSharedStart;
    if (flight && piece.far)
      near.cta->cluster.races->read(*flight, *near.cta, piece.address,
                                    piece.bytes);
    std::memcpy(&buffer[at], &source.shared[offset], piece.bytes);
    if (checks && piece.far) {
      std::memcpy(&flags[at], &source.sharedUndefined[offset], piece.bytes);
      undefined |= std::memchr(&flags[at], 1, piece.bytes) != nullptr;
    }
    at += piece.bytes;
  }
  if (undefined)
    reportUndefined();
  return true;
}

bool BulkCopy::finishStore() {
  uint32_t at = 0;
  for (const BulkPiece &piece : pieces) {
    const uint8_t *from = &buffer[at];
    at += piece.bytes;
    if (!piece.far) // clipped
      continue;
    if (!reduce) {
      std::memcpy(piece.far, from, piece.bytes);
    } else {
      uint32_t width = byteWidth(type);
      for (uint32_t byte = 0; byte < piece.bytes; byte += width)
        reduceInMemory(*reduce, type, piece.far + byte, from + byte);
    }
    // What was undefined has been reported and counts as written from here on.
    if (piece.farUndefined)
      std::memset(piece.farUndefined, 0, piece.bytes);
  }
  if (!doubleStores.empty())
    origin.warp->cta.launch.races->settle(*origin.warp, *origin.inst,
                                          doubleStores, origin.frame);
  if (flight && remote)
    remote->cluster.races->write(*flight, *remote, remoteAddress, bytes,
                                 /*proxy=*/true);
  return !hasBarrier || completeTx(origin, barrier, bytes, flight.get());
}

} // namespace tqc::emu
