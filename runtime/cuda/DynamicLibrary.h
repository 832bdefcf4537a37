//===- DynamicLibrary.h - A library found at run time -----------*- C++ -*-===//
//
// Which of these libraries is there, and where did it come from?
//
//     auto lib = DynamicLibrary::open({"libcuda.so.1", "libcuda.so"});
//     auto *init = (int (*)(unsigned))lib->symbol("cuInit");
//
// Libraries stay open until the program ends: vendor libraries do not like to
// be unloaded.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_CUDA_DYNAMICLIBRARY_H
#define TQC_RUNTIME_CUDA_DYNAMICLIBRARY_H

#include "runtime/image/Result.h"

#include <string>
#include <vector>

namespace tqc {

class DynamicLibrary {
public:
  /// Opens the first of `names` that is there. The error lists why none was.
  static Result<DynamicLibrary> open(const std::vector<std::string> &names);

  /// The symbol's address, or null.
  void *symbol(const char *name) const;

  /// The file it was loaded from, symbolic links resolved.
  const std::string &path() const { return file; }

private:
  void *handle = nullptr;
  std::string file;
};

} // namespace tqc

#endif // TQC_RUNTIME_CUDA_DYNAMICLIBRARY_H
