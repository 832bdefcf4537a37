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

/// A name that C and C++ take: letters, digits and `_`.
std::string cIdentifier(const std::string &text);
/// The C type that has the bytes of an argument of that type; fp16 and bf16 are
/// their bits.
std::string cScalarType(const std::string &type);
/// CUtensorMapDataType and bytes of an element type that maps are made for.
std::pair<int, int> tensorMapType(const std::string &type);
/// CUtensorMapSwizzle.
int tensorMapSwizzle(int bytes);

} // namespace tqc

#endif // TQC_TOOLS_TQC_CPPHEADER_H
