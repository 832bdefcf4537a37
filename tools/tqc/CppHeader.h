//===- CppHeader.h - Kernels as a C++ header --------------------*- C++ -*-===//
//
// How does a C++ program carry a kernel? As a header with the PTX and what a
// launch needs, for the CUDA driver API and nothing else:
//
//     #include "add.h"
//     cuModuleLoadData(&module, add::kPtx);
//     add::add_kernel::Arguments arguments = {x, y, out, n};
//     void *pointers[add::add_kernel::kArguments];
//     cuLaunchKernel(function, ..., arguments.pointers(pointers), nullptr);
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQC_CPPHEADER_H
#define TQC_TOOLS_TQC_CPPHEADER_H

#include "runtime/image/KernelImage.h"

#include <string>

namespace tqc {

/// The header's text; `name` becomes its namespace.
std::string cppHeader(const KernelImage &image, const std::string &name);

} // namespace tqc

#endif // TQC_TOOLS_TQC_CPPHEADER_H
