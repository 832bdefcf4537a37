//===- Handles.h - What stands behind the handles of tqc.h ------*- C++ -*-===//
//
// How does a function of the C interface say what went wrong, and let nothing
// through that a C program cannot catch?
//
//     tqc_kernel *tqc_device_load(..., tqc_error **error) {
//       return atBoundary(error, [&]() -> Result<tqc_kernel *> { ... });
//     }
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_LIBRARY_HANDLES_H
#define TQC_COMPILER_LIBRARY_HANDLES_H

#include "compiler/library/tqc.h"
#include "runtime/image/Result.h"

#include <cstring>
#include <exception>
#include <new>
#include <string>

struct tqc_error {
  std::string text;
};

namespace tqc {

/// Stores an error where the caller wants it.
void storeError(tqc_error **error, const std::string &text);

/// Runs `body`, which gives a Result; its error, and any exception, goes to
/// `error`, and the caller gets null or 0.
template <typename Body>
auto atBoundary(tqc_error **error, Body body)
    -> std::decay_t<decltype(*body())> {
  if (error)
    *error = nullptr;
  try {
    auto result = body();
    if (result)
      return *result;
    storeError(error, result.error().message);
  } catch (const std::bad_alloc &) {
    storeError(error, "there is too little memory for this");
  } catch (const std::exception &what) {
    storeError(error, what.what());
  }
  return {};
}

/// Fills the structure of a caller who knows `*size` bytes of it.
template <typename T>
void fillKnown(T *to, T from) {
  size_t known = to->size < sizeof(T) ? to->size : sizeof(T);
  from.size = to->size;
  auto *bytes = reinterpret_cast<char *>(to);
  for (size_t i = 0; i < known; ++i)
    bytes[i] = reinterpret_cast<const char *>(&from)[i];
}

/// The other way around: what the caller does not know is zero.
template <typename T>
void readKnown(const T &from, T &to) {
  if (from.size >= sizeof(T)) {
    to = from;
    return;
  }
  to = {};
  std::memcpy(&to, &from, from.size);
}

} // namespace tqc

#endif // TQC_COMPILER_LIBRARY_HANDLES_H
