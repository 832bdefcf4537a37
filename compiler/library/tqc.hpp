//===- tqc.hpp - tqc.h for C++17: owners, vectors, exceptions ---*- C++ -*-===//
//
// The C interface with handles that free themselves:
//
//     tqc::Compiler compiler;
//     compiler.set("signature", "*fp32, *fp32, i32").set("define",
//     "BLOCK=256"); tqc::Compiled copy = compiler.file("copy.tq"); if (!copy)
//       throw std::runtime_error(copy.messages());
//     tqc::Device device("emu");
//     tqc::Kernel kernel = device.load(copy.text());
//     for (const tqc::Finding &f : kernel.launch({4}, {x, y,
//     tqc::Argument(n)}))
//       std::puts(f.text.c_str());
//
// A header alone: nothing but tqc.h is needed, and the library behind that.
// What is wrong with a call is a tqc::Error; what is wrong with a kernel is in
// the result.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_HPP
#define TQC_HPP

#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "tqc.h"

namespace tqc {
inline namespace api1 {

/// What was wrong with a call.
class Error : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Catches the error of one call and throws it.
class ErrorSlot {
public:
  ErrorSlot() = default;
  ErrorSlot(const ErrorSlot &) = delete;
  ErrorSlot &operator=(const ErrorSlot &) = delete;
  ~ErrorSlot() { tqc_error_free(error); }
  operator tqc_error **() { return &error; }
  [[noreturn]] void raise() const { throw Error(tqc_error_text(error)); }

private:
  tqc_error *error = nullptr;
};

template <typename T, void (*Free)(T *)>
struct Freeing {
  void operator()(T *handle) const { Free(handle); }
};
template <typename T, void (*Free)(T *)>
using Owner = std::unique_ptr<T, Freeing<T, Free>>;

struct Diagnostic {
  int level = TQC_ERROR;
  unsigned code = 0;
  std::string message, file;
  unsigned line = 0, column = 0, endLine = 0, endColumn = 0;
  std::string text;
};

/// What came out of a compilation.
class Compiled {
public:
  explicit Compiled(tqc_result *result) : result(result) {}

  explicit operator bool() const { return tqc_result_ok(result.get()) != 0; }
  bool wasCached() const { return tqc_result_cached(result.get()) != 0; }
  std::string_view text() const {
    size_t size = 0;
    const char *begin = tqc_result_text(result.get(), &size);
    return {begin, size};
  }
  std::string facts() const { return tqc_result_facts(result.get()); }
  std::string explanation() const {
    return tqc_result_explanation(result.get());
  }
  std::string printed() const { return tqc_result_printed(result.get()); }
  std::string messages() const { return tqc_result_messages(result.get()); }
  std::string json() const { return tqc_result_json(result.get()); }
  std::vector<Diagnostic> diagnostics() const {
    std::vector<Diagnostic> all(tqc_result_diagnostics(result.get()));
    for (size_t i = 0; i < all.size(); ++i) {
      tqc_diagnostic one = {};
      one.size = sizeof(one);
      tqc_result_diagnostic(result.get(), i, &one);
      all[i] = {one.level,  one.code,     one.message,    one.file, one.line,
                one.column, one.end_line, one.end_column, one.text};
    }
    return all;
  }

private:
  Owner<tqc_result, tqc_result_free> result;
};

/// Options that compile any number of texts, from any thread.
class Compiler {
public:
  Compiler() : request(tqc_request_new()) {
    if (!request)
      throw std::bad_alloc();
  }

  Compiler &set(const std::string &key, const std::string &value) {
    ErrorSlot error;
    if (!tqc_request_set(request.get(), key.c_str(), value.c_str(), error))
      error.raise();
    return *this;
  }
  Compiled text(const std::string &name, std::string_view source) const {
    ErrorSlot error;
    tqc_result *result = tqc_compile_text(request.get(), name.c_str(),
                                          source.data(), source.size(), error);
    if (!result)
      error.raise();
    return Compiled(result);
  }
  Compiled file(const std::string &path) const {
    ErrorSlot error;
    tqc_result *result = tqc_compile_file(request.get(), path.c_str(), error);
    if (!result)
      error.raise();
    return Compiled(result);
  }

private:
  Owner<tqc_request, tqc_request_free> request;
};

/// An argument of a kernel: a number, memory of the host for the emulator, or
/// an address of the GPU.
class Argument {
public:
  template <typename T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
  explicit Argument(T number) {
    raw.size = sizeof(raw);
    raw.kind = std::is_integral_v<T> ? TQC_INTEGER : TQC_FLOAT;
    raw.integer = std::is_integral_v<T> ? static_cast<int64_t>(number) : 0;
    raw.real = static_cast<double>(number);
  }
  /// `bytes` from `data` on may be touched; on a GPU they are not looked at.
  /// `dtype` is a literal.
  Argument(const char *dtype, void *data, size_t bytes) {
    raw.size = sizeof(raw);
    raw.kind = TQC_TENSOR;
    raw.dtype = dtype;
    raw.data = raw.storage = data;
    raw.storage_bytes = bytes;
  }

  tqc_argument raw = {};
};

struct Finding {
  std::string kind, message, text, file;
  unsigned line = 0, column = 0;
  std::string kernel, tensor;
  int64_t element = -1;
  std::array<uint32_t, 3> program = {};
  uint64_t occurrences = 0;
  bool isNote = false;
};

/// A loaded kernel; its device must outlive it.
class Kernel {
public:
  explicit Kernel(tqc_kernel *kernel) : kernel(kernel) {}

  /// Launches; what the emulator noticed. A launch that did not come to its end
  /// throws, unless `failure` takes the reason.
  std::vector<Finding> launch(std::array<uint32_t, 3> grid,
                              const std::vector<Argument> &arguments,
                              void *stream = nullptr,
                              std::string *failure = nullptr) const {
    for (uint32_t &size : grid)
      size = size ? size : 1;
    static_assert(sizeof(Argument) == sizeof(tqc_argument),
                  "an array of one is an array of the other");
    const auto *raw = reinterpret_cast<const tqc_argument *>(arguments.data());
    ErrorSlot error;
    tqc_findings *handle = nullptr;
    int done = tqc_launch(kernel.get(), grid.data(), raw, arguments.size(),
                          stream, &handle, error);
    Owner<tqc_findings, tqc_findings_free> findings(handle);
    if (!done && !failure)
      error.raise();
    if (!done)
      *failure = tqc_error_text(*static_cast<tqc_error **>(error));
    return read(findings.get());
  }

private:
  static std::vector<Finding> read(const tqc_findings *findings) {
    std::vector<Finding> all(tqc_findings_count(findings));
    for (size_t i = 0; i < all.size(); ++i) {
      tqc_finding one = {};
      one.size = sizeof(one);
      tqc_findings_get(findings, i, &one);
      all[i] = {
          one.kind,        one.message,
          one.text,        one.file,
          one.line,        one.column,
          one.kernel,      one.tensor,
          one.element,     {one.program[0], one.program[1], one.program[2]},
          one.occurrences, one.is_note != 0};
    }
    return all;
  }

  Owner<tqc_kernel, tqc_kernel_free> kernel;
};

class Device {
public:
  explicit Device(const std::string &name = "",
                  const std::string &options = "") {
    ErrorSlot error;
    device.reset(tqc_device_open(name.c_str(), options.c_str(), error));
    if (!device)
      error.raise();
  }

  std::string arch() const { return tqc_device_arch(device.get()); }
  std::string name() const { return tqc_device_name(device.get()); }
  bool isEmulator() const { return tqc_device_is_emulator(device.get()) != 0; }
  Kernel load(std::string_view ptx, const std::string &entry = "") const {
    ErrorSlot error;
    tqc_kernel *kernel =
        tqc_device_load(device.get(), ptx.data(), ptx.size(),
                        entry.empty() ? nullptr : entry.c_str(), error);
    if (!kernel)
      error.raise();
    return Kernel(kernel);
  }
  void synchronize() const {
    ErrorSlot error;
    if (!tqc_device_synchronize(device.get(), error))
      error.raise();
  }

private:
  Owner<tqc_device, tqc_device_close> device;
};

} // namespace api1
} // namespace tqc

#endif // TQC_HPP
