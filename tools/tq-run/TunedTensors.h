//===- TunedTensors.h - What candidates find and leave in memory -*- C++
//-*-===//
//
// Does each configuration of a kernel get the same tensors, and does it make
// the same of them?
//
//     TunedTensors tensors(device, call, TunedTensors::Every);
//     tensors.putBack();                  // before a candidate runs
//     tensors.compare("BLOCK=128");       // behind it: "" or what differs
//
// The first one that is compared is what the others are held against. Sums of
// another order may differ by a share of what such values are.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_TUNEDTENSORS_H
#define TQC_TOOLS_TQ_RUN_TUNEDTENSORS_H

#include "compiler/host/Host.h"
#include "runtime/device/HostTensor.h"

namespace tqc {

class TunedTensors {
public:
  /// Which ones are put back: those that `restore_value` and `reset_to_zero`
  /// name, as in Triton, or all that the kernel gets.
  enum Which { Named, Every };

  TunedTensors(Device &device, const KernelCall &call, Which which);

  Status putBack();
  /// What differs from what the first candidate left, with its name; empty if
  /// nothing does.
  Result<std::string> compare(const std::string &candidate);
  bool canCompare() const { return !first.empty(); }

private:
  /// A tensor's memory from its first element to its last one, gaps included.
  struct Memory {
    std::string name;
    DevicePtr address;
    HostTensor before;
  };

  void save(const std::string &name, const TensorValue &tensor, bool zeroed);

  Device &device;
  std::vector<Memory> saved;
  std::string first;                ///< the candidate that left `expected`
  std::vector<HostTensor> expected; ///< one for each of `saved`
};

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_TUNEDTENSORS_H
