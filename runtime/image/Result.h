//===- Result.h - A value, or one sentence that says why not ----*- C++ -*-===//
//
// The runtime is built without exceptions and without LLVM. A function that can
// fail for a reason the user should read returns a Result; the reason is one
// sentence in lower case, with the values in it, without a full stop.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_IMAGE_RESULT_H
#define TQC_RUNTIME_IMAGE_RESULT_H

#include <cassert>
#include <optional>
#include <string>
#include <utility>

namespace tqc {

/// Why something did not work: one sentence for the user.
struct Error {
  std::string message;
};

/// A T, or the Error that prevented it.
template <typename T>
class [[nodiscard]] Result {
public:
  Result(T value) : stored(std::move(value)) {}
  Result(Error error) : problem(std::move(error)) {}

  explicit operator bool() const { return stored.has_value(); }
  T &operator*() {
    assert(stored && "the caller checks first");
    return *stored;
  }
  const T &operator*() const {
    assert(stored && "the caller checks first");
    return *stored;
  }
  T *operator->() { return &**this; }
  const T *operator->() const { return &**this; }
  const Error &error() const { return problem; }

private:
  std::optional<T> stored;
  Error problem;
};

/// Success, or an Error.
class [[nodiscard]] Status {
public:
  Status() = default;
  Status(Error error) : problem(std::move(error)), failed(true) {}

  explicit operator bool() const { return !failed; }
  const Error &error() const { return problem; }

private:
  Error problem;
  bool failed = false;
};

} // namespace tqc

#endif // TQC_RUNTIME_IMAGE_RESULT_H
