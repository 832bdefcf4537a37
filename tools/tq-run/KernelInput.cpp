//===- KernelInput.cpp - FILE or FILE:KERNEL ------------------------------===//

#include "tools/tq-run/KernelInput.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <system_error>

using namespace tqc;

KernelInput tqc::splitKernelInput(const std::string &word) {
  size_t colon = word.rfind(':');
  if (colon == std::string::npos || colon + 1 == word.size())
    return {word, ""};
  bool isName =
      std::all_of(word.begin() + colon + 1, word.end(), [](unsigned char c) {
        return std::isalnum(c) || c == '_' || c == '.'; // of a class
      });
  std::error_code ignored;
  if (!isName || std::filesystem::exists(word, ignored))
    return {word, ""};
  return {word.substr(0, colon), word.substr(colon + 1)};
}
