//===- LaunchValues.h - Arguments on the command line -----------*- C++ -*-===//
//
// What does `x=@x.npy y=rand:fp32:1024 n=1024` give to a kernel?
//
//     @FILE.npy  @FILE.npy:bf16      a tensor from a file; :TYPE names raw bits
//     rand:TYPE:SHAPE                seeded values, about normal
//     zeros: ones: arange:           likewise
//     full:TYPE:SHAPE:VALUE          one value throughout
//     empty:TYPE:SHAPE               for outputs: poisoned, then written
//     12  -3  0x10  1e-3  inf        numbers; 3:i64 and 0.5:fp16 say their type
//     True  False  None  'text'  tl.float16   for constexpr parameters
//
// A shape is 1024 or 128x64.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_LAUNCHVALUES_H
#define TQC_TOOLS_TQ_RUN_LAUNCHVALUES_H

#include "runtime/device/HostTensor.h"
#include "runtime/image/Result.h"

namespace tqc {

struct LaunchValue {
  enum Kind { Tensor, Integer, Float, Bool, None, String, Type } kind = Integer;
  std::string name; ///< empty if it was given by position
  HostTensor tensor;
  bool poisoned = false; ///< an output that nobody has written yet
  __int128 integer = 0;  ///< of 64 bits, with a sign or not; also of a Bool
  double number = 0;     ///< also of an Integer
  std::string text;
  std::optional<DType> type; ///< said explicitly; what a Type is
};

/// Parses `name=value`, or `value`. Errors begin with the argument.
Result<LaunchValue> parseLaunchValue(const std::string &argument,
                                     uint64_t seed);

/// Values without a name come first, as in Python; the error names the first
/// that does not.
Status checkOrder(const std::vector<LaunchValue> &values);

/// Parses "128x64".
Result<std::vector<int64_t>> parseShape(const std::string &text);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_LAUNCHVALUES_H
