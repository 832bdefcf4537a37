//===- ShippedFiles.cpp - The levels inside this binary -------------------===//

#include "tools/tq-run/ShippedFiles.h"

#include <utility>

namespace tqc {

namespace embedded {
extern const std::pair<std::string_view, std::string_view> kShippedLevels[];
extern const unsigned kShippedLevelsCount;
} // namespace embedded

std::optional<std::string_view> shippedFile(std::string_view path) {
  for (unsigned i = 0; i < embedded::kShippedLevelsCount; ++i)
    if (embedded::kShippedLevels[i].first == path)
      return embedded::kShippedLevels[i].second;
  return std::nullopt;
}

std::vector<std::string_view> shippedPaths() {
  std::vector<std::string_view> paths;
  paths.reserve(embedded::kShippedLevelsCount);
  for (unsigned i = 0; i < embedded::kShippedLevelsCount; ++i)
    paths.push_back(embedded::kShippedLevels[i].first);
  return paths;
}

} // namespace tqc
