//===- WrapKernel.h - The launcher that a kernel is missing -----*- C++ -*-===//
//
// How is a kernel launched with a grid that depends on its constants, and with
// what its decorators say? By the launcher that its user would write:
//
//     def launch_of_scale(x_ptr, n):
//         scale[lambda meta: (cdiv(n, meta["BLOCK"]),)](x_ptr=x_ptr, n=n)
//
// It stands behind the file's own text, whose lines keep their numbers.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_WRAPKERNEL_H
#define TQC_TOOLS_TQ_RUN_WRAPKERNEL_H

#include "tools/tq-run/LaunchValues.h"

namespace tqc {

struct WrappedKernel {
  std::string text;     ///< the file with the launcher
  std::string launcher; ///< its name
};

/// Gives each value its parameter's name, and writes the launcher for them.
/// `grid` is an expression of the kernel's parameters.
Result<WrappedKernel> wrapKernel(const std::string &text,
                                 const std::string &kernel,
                                 const std::vector<std::string> &parameters,
                                 const std::string &grid,
                                 std::vector<LaunchValue> &values);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_WRAPKERNEL_H
