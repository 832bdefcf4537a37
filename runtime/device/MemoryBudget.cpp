//===- MemoryBudget.cpp - How much tensors may take here ------------------===//

#include "runtime/device/MemoryBudget.h"

#include <cstdlib>
#include <string>
#include <unistd.h>

namespace tqc {

uint64_t memoryBudget() {
  if (const char *text = std::getenv("TQ_MAX_MEMORY")) {
    char *end = nullptr;
    uint64_t megabytes = std::strtoull(text, &end, 10);
    if (end != text && *end == 0 && megabytes < UINT64_MAX >> 20)
      return megabytes << 20;
  }
  long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGE_SIZE);
  if (pages <= 0 || bytes <= 0)
    return UINT64_MAX;
  return uint64_t(pages) / 2 * uint64_t(bytes);
}

Status checkMemory(uint64_t bytes) {
  uint64_t budget = memoryBudget();
  if (bytes <= budget)
    return {};
  return Error{"takes " + std::to_string((bytes >> 20) + 1) +
               " MB of memory, but tensors may take " +
               std::to_string(budget >> 20) +
               " MB here: half of this machine's, or what TQ_MAX_MEMORY says"};
}

} // namespace tqc
