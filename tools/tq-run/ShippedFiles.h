//===- ShippedFiles.h - The levels inside this binary -----------*- C++ -*-===//

#ifndef TQC_TOOLS_TQ_RUN_SHIPPEDFILES_H
#define TQC_TOOLS_TQ_RUN_SHIPPEDFILES_H

#include <optional>
#include <string_view>
#include <vector>

namespace tqc {

/// A file below levels/ that is built into this binary, "levels/level1.tq".
std::optional<std::string_view> shippedFile(std::string_view path);

/// The paths of all such files.
std::vector<std::string_view> shippedPaths();

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_SHIPPEDFILES_H
