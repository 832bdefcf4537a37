//===- SharedPlace.cpp - addresses in the shared memory of a cluster ------===//

#include "runtime/emulator/memory/SharedPlace.h"

#include "runtime/emulator/reports/Reports.h"

namespace tqc::emu {

bool findShared(Warp &w, uint64_t address, uint64_t bytes, SharedPlace &out) {
  if (address - kSharedWindow < kWindowBytes)
    address -= kSharedWindow;
  uint64_t rank = address >> kSharedRankShift;
  const auto &ctas = w.cta.cluster.ctas;
  if (rank > ctas.size())
    return false;
  Cta *cta = rank == 0 ? &w.cta : ctas[rank - 1].get();
  uint64_t inCta = address & ((uint64_t(1) << kSharedRankShift) - 1);
  uint64_t offset = inCta - kSharedStart;
  if (inCta < kSharedStart || offset > cta->shared.size() ||
      bytes > cta->shared.size() - offset)
    return false;
  out.cta = cta;
  out.address = static_cast<uint32_t>(inCta);
  out.bytes = cta->shared.data() + offset;
  out.undefined = cta->sharedUndefined.empty()
                      ? nullptr
                      : cta->sharedUndefined.data() + offset;
  return true;
}

bool needShared(Warp &w, const Inst &i, unsigned lane, uint64_t address,
                uint64_t bytes, uint64_t align, SharedPlace &out) {
  if (address % align != 0) {
    reportMisaligned(w, i, lane, address, align, Space::Shared);
    return false;
  }
  if (findShared(w, address, bytes, out))
    return true;
  reportOutOfBounds(w, i, lane, address, bytes, Space::Shared);
  return false;
}

SharedPlace sharedIn(Cta &cta, const SharedPlace &place) {
  size_t offset = place.address - kSharedStart;
  return {&cta, place.address, cta.shared.data() + offset,
          cta.sharedUndefined.empty() ? nullptr
                                      : cta.sharedUndefined.data() + offset};
}

} // namespace tqc::emu
