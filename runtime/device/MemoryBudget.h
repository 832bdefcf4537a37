//===- MemoryBudget.h - How much tensors may take here ----------*- C++ -*-===//
//
// A launch may ask for any size, by mistake or not; a machine that runs out of
// memory takes other programs with it. So what a launch makes on the host stays
// within a budget: half of the machine's memory, or TQ_MAX_MEMORY megabytes.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_DEVICE_MEMORYBUDGET_H
#define TQC_RUNTIME_DEVICE_MEMORYBUDGET_H

#include "runtime/image/Result.h"

#include <cstdint>

namespace tqc {

/// In bytes.
uint64_t memoryBudget();

/// An Error that says what there is, if `bytes` are more than the budget.
Status checkMemory(uint64_t bytes);

} // namespace tqc

#endif // TQC_RUNTIME_DEVICE_MEMORYBUDGET_H
