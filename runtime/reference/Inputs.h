//===- Inputs.h - Values for a check, from a seed ---------------*- C++ -*-===//
//
// Which numbers does an input hold? The same on every machine for the same
// seed; other numbers for another case, another input or another seed.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_REFERENCE_INPUTS_H
#define TQC_RUNTIME_REFERENCE_INPUTS_H

#include "runtime/reference/LevelCases.h"

namespace tqc {

/// A stream of numbers, each addressed by its index.
class SeededValues {
public:
  SeededValues(uint64_t seed, const std::string &what);

  uint64_t bits(int64_t index) const;
  /// In [0, 1).
  double uniform(int64_t index) const;
  /// Mean 0, variance 1, within +-3.5: the sum of four uniform numbers. It uses
  /// exact arithmetic alone, so that no two libraries of mathematics differ.
  double normal(int64_t index) const;

private:
  uint64_t state;
};

/// A tensor that lies in memory as the spec says, all of it zero.
HostTensor placedTensor(const InputSpec &spec);
HostTensor makeInput(const InputSpec &spec, uint64_t seed,
                     const std::string &caseName);
/// All inputs of a case, in order.
std::vector<HostTensor> makeInputs(const LevelCase &levelCase, uint64_t seed);

} // namespace tqc

#endif // TQC_RUNTIME_REFERENCE_INPUTS_H
