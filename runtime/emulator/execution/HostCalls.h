//===- HostCalls.h - functions that the system provides -------------------===//
//
// Answers "what do vprintf and __assertfail do". They are declared in PTX
// without a body; the emulator runs them on the host.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_EXECUTION_HOSTCALLS_H
#define TQC_RUNTIME_EMULATOR_EXECUTION_HOSTCALLS_H

#include "runtime/emulator/machine/Warp.h"

#include <string_view>

namespace tqc::emu {

/// Where an argument of a call lies in the caller.
struct HostPlace {
  uint32_t offset = 0; // in local memory, from the frame's base
  uint32_t bytes = 0;
  uint32_t reg = kNoReg; // or in this register
};

struct HostCall {
  Warp &warp;
  const Inst &inst;
  Mask mask;
  std::string_view name;
  std::vector<HostPlace> results, arguments;

  /// An argument of at most 8 bytes.
  uint64_t argument(size_t index, unsigned lane) const;
  void setResult(size_t index, unsigned lane, uint64_t value);
};

bool isHostFunction(std::string_view name);
Step callHost(HostCall &call);

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_EXECUTION_HOSTCALLS_H
