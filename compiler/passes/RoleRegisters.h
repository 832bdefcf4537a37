//===- RoleRegisters.h - Registers of copies and products -------*- C++ -*-===//
//
// A multiprocessor has 65536 registers, and a thread a multiple of 8, up to
// 240. A lone producer among eight consumers makes it three warps for each
// quarter, with 168 registers each; a group of four that gives its own away
// leaves 240 for the two that multiply, 160 for three teams of four, 112 for
// four. They may have no more between them than all had at the start (PTX ISA,
// setmaxnreg). With four consumers there are two warps at most, which may have
// all there are; and few sums of eight need no more than the 168 that nine
// warps have. (13 or 17 have 128 or 96.)
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_PASSES_ROLEREGISTERS_H
#define TQC_COMPILER_PASSES_ROLEREGISTERS_H

#include <algorithm>
#include <cstdint>

namespace tqc {

/// Warps of the producer, and the registers of a thread; 0: as they are.
struct RoleRegisters {
  int32_t producers, ofProducer, ofConsumer;
};

/// Those beside so many warps that multiply, and add up few sums or not.
inline RoleRegisters roleRegisters(int32_t consumers, bool hasFewSums) {
  if (consumers < 8 || (consumers == 8 && hasFewSums))
    return {1, 0, 0};
  int32_t threads = 32 * (consumers + 4);
  int32_t all = 65536 / threads / 8 * 8 * threads;
  auto left = [&](int32_t ofProducer) {
    int32_t each = (all - 128 * ofProducer) / (32 * consumers) / 8 * 8;
    return std::min(each, 240);
  };
  int32_t ofProducer = left(32) == left(24) ? 32 : 24;
  return {4, ofProducer, left(ofProducer)};
}

} // namespace tqc

#endif // TQC_COMPILER_PASSES_ROLEREGISTERS_H
