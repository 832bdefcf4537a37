//===- KernelCache.h - Compiled kernels on disk -----------------*- C++ -*-===//
//
// Was this kernel compiled before, for such arguments, by this very program?
//
//     std::string key = kernelKey(module, kernel, specialization, options);
//     if (auto image = findCompiled(key)) ...
//
// The key holds everything that the PTX depends on: the source text, the
// specialisation, the target, what is switched off, and which binary compiles.
// Files that import other files are not cached: what they import is not known
// before compiling.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_LIBRARY_KERNELCACHE_H
#define TQC_COMPILER_LIBRARY_KERNELCACHE_H

#include "compiler/driver/Compiler.h"

namespace tqc {

/// The name under which the kernel's code is kept; empty if it must not be.
std::string kernelKey(const ast::Module &module,
                      const ast::FunctionStmt &kernel,
                      const Specialization &specialization,
                      const CompileOptions &options);

/// The name under which the choice of an autotuned kernel's configuration is
/// kept; `facts` are the configurations, the values of the key and the device.
/// Empty if it must not be kept.
std::string tuningKey(const ast::Module &module,
                      const ast::FunctionStmt &kernel,
                      const std::vector<std::string> &facts);

/// The specialisation as text; equal texts mean equal code.
std::string specializationText(const Specialization &specialization);

/// The name under which the PTX of a whole text is kept, for what was `said` in
/// a request; empty if it must not be.
std::string requestKey(const std::string &name, const std::string &text,
                       const std::string &said, const std::string &libdevice);

std::optional<KernelImage> findCompiled(const std::string &key);
void keepCompiled(const std::string &key, const KernelImage &image);

} // namespace tqc

#endif // TQC_COMPILER_LIBRARY_KERNELCACHE_H
