//===- KernelImage.h - PTX and the facts that a launch needs ----*- C++ -*-===//
//
// PTX is the contract between the compiler and the devices. A KernelImage is
// PTX text that carries its own facts: one comment line an entry,
//
//     // tq:
//     {"schema":1,"entry":"add_kernel","arch":"sm_80","params":[...],...}
//
// so that a .ptx file written by `tqc` can be launched with nothing beside it.
// PTX from other compilers is an image without entries: it can be loaded, and
// whoever launches it must know its parameters.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_IMAGE_KERNELIMAGE_H
#define TQC_RUNTIME_IMAGE_KERNELIMAGE_H

#include "runtime/image/Result.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tqc {

/// What fills a kernel parameter at a launch.
enum class ParamRole : uint8_t {
  Argument,  ///< the next run-time argument of the source kernel
  TensorMap, ///< 128 bytes encoded from `KernelEntry::maps[map]`
  Workspace, ///< a pointer to zeroed scratch memory
  Grid,      ///< how many programs were asked for along `axis`
};

/// One parameter of the PTX entry, in order.
struct KernelParam {
  std::string name; ///< its name in the source: "x_ptr"
  std::string type; ///< Triton's signature name: "*fp32", "i32", "fp64"
  ParamRole role = ParamRole::Argument;
  int64_t divisibility = 1; ///< the code relies on value % divisibility == 0
  int map = -1;             ///< index into KernelEntry::maps for a TensorMap
  int axis = 0;             ///< of a Grid
};

/// A compile-time argument that the code was specialised on.
struct KernelConstant {
  std::string name;  ///< "BLOCK_SIZE"
  std::string value; ///< as written in the language: "1024", "True", "\"ieee\""
};

/// A memory access in the source, so that findings can speak its words.
struct SourceAccess {
  int file = 0; ///< index into KernelEntry::files
  int line = 0;
  int column = 0;
  std::string kind;    ///< "load", "store", "atomic"
  std::string pointer; ///< the pointer expression: "x_ptr + offsets"
  std::string mask;    ///< the mask expression, empty where there is none
  std::string tensor;  ///< the parameter it comes from, empty if not known
};

/// How a launch makes a tensor map. Dims, strides and box count elements and
/// are fastest-first as in cuTensorMapEncodeTiled; a negative entry -k-1 means
/// "the value of run-time argument k".
struct TensorMapRecipe {
  int base = 0; ///< argument index of the base pointer
  std::string type;
  std::vector<int64_t> dims, strides, box;
  int swizzleBytes = 0;
};

/// Facts about one `.entry` of the PTX.
struct KernelEntry {
  std::string entry;
  std::string arch;    ///< "sm_80"
  std::string version; ///< of the compiler that wrote it
  std::vector<KernelParam> params;
  std::vector<KernelConstant> constants;
  std::vector<TensorMapRecipe> maps;
  int numWarps = 4;
  int numStages = 3;
  int64_t sharedBytes = 0; ///< dynamic shared memory a CTA needs
  std::array<int, 3> cluster = {1, 1, 1};
  int ctasPerProgram = 1; ///< along x; the grid that a launch names is programs
  int batch = 1;          ///< programs of a CTA, along x
  int64_t workspaceBytes = 0;
  /// A launch of at most so many CTAs waits itself for the one before it.
  int64_t overlaps = 0;
  std::string plan; ///< `#tqg.plan<...>` as text
  std::vector<std::string> files;
  std::vector<SourceAccess> accesses;

  /// Whether it wants as many CTAs as there is room for, and runs the programs
  /// of the grid one after the other.
  bool isPersistent() const;
};

/// PTX text with the facts found in it.
struct KernelImage {
  std::string ptx; ///< the whole text, fact lines included
  std::vector<KernelEntry> entries;

  /// Reads the `// tq:` lines of `ptx`. A line that is no valid fact line is an
  /// error that names its line number and field.
  static Result<KernelImage> parse(std::string ptx);

  /// The entry of that name; the only entry if `name` is empty; else null.
  const KernelEntry *find(std::string_view name) const;
};

/// How many parameters each `.entry` of the text declares.
std::map<std::string, size_t> declaredParameters(std::string_view ptx);

/// The fact line of an entry, without a line break: "// tq: {...}".
std::string factLine(const KernelEntry &entry);

} // namespace tqc

#endif // TQC_RUNTIME_IMAGE_KERNELIMAGE_H
