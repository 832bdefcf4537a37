//===- PokeKernels.h - Kernels that change memory ---------------*- C++ -*-===//
//
// How does memory change between two launches without the host's help? By
// kernels, written in PTX by hand, that can stand in a graph beside those that
// are timed:
//
//     auto module = device.load(pokeKernels());
//     for (const Launch &launch : fillLaunches(*module, to, 0, bytes))
//       device.launch(launch);
//     device.launch(pokeLaunch(*module, table, count)); // a Poke each
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_BENCH_POKEKERNELS_H
#define TQC_RUNTIME_BENCH_POKEKERNELS_H

#include "runtime/device/Device.h"

namespace tqc {

/// One element that gets another value, as it lies in device memory.
struct Poke {
  DevicePtr to = 0;
  uint64_t value = 0; ///< its bits, in the lowest bytes
  uint32_t width = 0; ///< 1, 2, 4 or 8 bytes
  uint32_t unused = 0;
};

KernelImage pokeKernels();
/// Launches that write one byte again and again: whole pieces of 16 bytes, and
/// what is left of them or does not lie so.
std::vector<Launch> fillLaunches(ModuleId module, DevicePtr to, uint8_t byte,
                                 size_t bytes);
/// A launch that does what `count` pokes at `table` say.
Launch pokeLaunch(ModuleId module, DevicePtr table, size_t count);

} // namespace tqc

#endif // TQC_RUNTIME_BENCH_POKEKERNELS_H
