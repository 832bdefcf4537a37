//===- Bundle.h - Kernels for several GPUs in one folder --------*- C++ -*-===//
//
// What does `tqc build` make, before it is files?
//
//     kernel   `scale(x: *fp32, n: i32)`        a launcher of the headers
//     choice   BLOCK=1024, num_warps=4          what a program selects
//     image    one PTX of a choice for a target, for arguments with hints or
//              for all; the launcher takes the first that fits
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_BUNDLE_BUNDLE_H
#define TQC_TOOLS_BUNDLE_BUNDLE_H

#include "runtime/image/Gpus.h"
#include "runtime/image/KernelImage.h"

#include <string>
#include <vector>

namespace tqc {

/// A run-time argument of a launcher.
struct BundleArgument {
  std::string name; ///< in the source: "x_ptr", "pair.x"
  std::string type; ///< "*fp32", "i32"
  bool operator==(const BundleArgument &other) const {
    return name == other.name && type == other.type;
  }
};

/// What a program may select among: constants and warps.
struct BundleChoice {
  std::vector<KernelConstant> constants; ///< num_warps and the like too
};

struct BundleKernel {
  std::string entry;
  std::vector<BundleArgument> arguments;
  std::vector<BundleChoice> choices;
};

struct BundleImage {
  size_t target = 0, kernel = 0, choice = 0; ///< indices into Bundle
  KernelEntry facts;
  std::string ptx, cubin; ///< contents; no cubin is empty
  std::string ptxFile, cubinFile;
};

struct Bundle {
  std::string name; ///< a C identifier
  std::vector<const Gpu *> targets;
  std::vector<BundleKernel> kernels;
  std::vector<BundleImage> images;  ///< in the order in which they are tried
  std::vector<std::string> sources; ///< every file that was read
  std::string key;                  ///< of everything above

  /// Names of files, and the key over all that the headers rely on.
  void finish();
};

/// A launcher's name: the kernel's, with the types where several share it.
std::string launcherName(const Bundle &bundle, const BundleKernel &kernel);

/// NAME.h, the C header, and NAME.hpp, the C++ one beside it.
std::string bundleHeader(const Bundle &bundle);
std::string bundleCppHeader(const Bundle &bundle);
/// manifest.json: what is in the folder, for people, tools and the headers.
std::string bundleManifest(const Bundle &bundle);

} // namespace tqc

#endif // TQC_TOOLS_BUNDLE_BUNDLE_H
