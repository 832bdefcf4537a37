//===- CopyKernel.h - The fastest thing that touches memory -----*- C++ -*-===//
//
// What does memory reach at best, by a kernel? This one, written in PTX by hand
// so that it does not depend on the compiler it is held against: each thread
// moves four pieces of 16 bytes, all four loaded before the first is stored.
//
//     auto module = device.load(copyKernel());
//     size_t bytes = copiedBytes(1000000); // rounded up
//     device.launch(copyLaunch(*module, to, from, bytes));
//
// (The driver's own copy takes a slow path at some large sizes.)
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_BENCH_COPYKERNEL_H
#define TQC_RUNTIME_BENCH_COPYKERNEL_H

#include "runtime/device/Device.h"

namespace tqc {

KernelImage copyKernel();
/// The next size that the kernel can copy.
size_t copiedBytes(size_t bytes);
Launch copyLaunch(ModuleId module, DevicePtr to, DevicePtr from, size_t bytes);

} // namespace tqc

#endif // TQC_RUNTIME_BENCH_COPYKERNEL_H
