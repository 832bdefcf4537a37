//===- ReadFile.cpp - The text of a file, if it has an end ----------------===//

#include "runtime/image/ReadFile.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace tqc {

Result<std::string> readFile(const std::string &path, bool takesStdin) {
  bool isStdin = takesStdin && path == "-";
  std::FILE *file = isStdin ? stdin : std::fopen(path.c_str(), "rb");
  if (!file)
    return Error{std::strerror(errno)};
  std::string text;
  char chunk[1 << 16];
  errno = 0;
  for (size_t got; text.size() <= kMostTextBytes &&
                   (got = std::fread(chunk, 1, sizeof(chunk), file)) > 0;)
    text.append(chunk, got);
  int problem = std::ferror(file) ? errno : 0;
  if (!isStdin)
    std::fclose(file);
  if (problem)
    return Error{std::strerror(problem)};
  if (text.size() > kMostTextBytes)
    return Error{"it goes on behind " + std::to_string(kMostTextBytes >> 20) +
                 " MiB"};
  return text;
}

} // namespace tqc
