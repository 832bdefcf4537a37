//===- SecondReference.h - The vendor's products as a witness ---*- C++ -*-===//
//
// What does another implementation make of the same inputs? Products are
// cuBLAS's, for attention with a softmax in double precision between the two.
// The first reference samples the rows of large outputs; this one looks at
// every element of a product, and at the rows of some heads.
//
//     auto second = makeSecond(device, multiply, levelCase, inputs);
//     if (second) compare(out, **second);
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_SECONDREFERENCE_H
#define TQC_TOOLS_TQ_RUN_SECONDREFERENCE_H

#include "runtime/cuda/CublasApi.h"
#include "runtime/device/Compare.h"
#include "runtime/reference/LevelCases.h"
#include "tools/tq-run/Session.h"

#include <functional>

namespace tqc {

/// Enqueues a product on the device.
using Multiply = std::function<Status(const GemmSpec &)>;

/// The second reference of level 2, 4, 7 or 8; null for other levels, and where
/// the products cannot be had. `work` bounds the scores that it looks at.
std::unique_ptr<ExpectedRows>
makeSecond(Device &device, const Multiply &multiply, const LevelCase &levelCase,
           const std::vector<DeviceTensor> &inputs, int64_t work = 1 << 24);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_SECONDREFERENCE_H
