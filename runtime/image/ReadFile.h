//===- ReadFile.h - The text of a file, if it has an end --------*- C++ -*-===//
//
// What does this file hold? Files, pipes and `<(...)` are read to their end;
// what has none is an error instead of a machine without memory:
//
//     readFile("k.tq")       the text
//     readFile("/dev/zero")  the error "it goes on behind 256 MiB"
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_IMAGE_READFILE_H
#define TQC_RUNTIME_IMAGE_READFILE_H

#include "runtime/image/Result.h"

#include <cstdint>

namespace tqc {

/// More than any source, PTX or IR has.
constexpr uint64_t kMostTextBytes = uint64_t(256) << 20;

/// The bytes of the file, or why it cannot be read, without its name; `-` is
/// the standard input where `takesStdin` says so.
Result<std::string> readFile(const std::string &path, bool takesStdin = false);

} // namespace tqc

#endif // TQC_RUNTIME_IMAGE_READFILE_H
