//===- Aborts.cpp - No assertion ends a program that uses libtqc ----------===//
//
// An assertion of ours that fails ends the compilation that failed it, and the
// result says so. Where no compilation is at work, nobody is left to tell.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/FatalErrors.h"

#include <cstdio>
#include <cstdlib>

/// Takes the place of the C library's own inside of libtqc alone.
extern "C" [[noreturn]] void __assert_fail(const char *assertion,
                                           const char *file, unsigned line,
                                           const char *) noexcept {
  std::string text = std::string("assertion `") + assertion + "` in " + file +
                     ":" + std::to_string(line);
  tqc::endGuarded(text.c_str());
  std::fprintf(stderr, "tqc: %s\n", text.c_str());
  std::abort();
}
