//===- CudaApi.cpp - The CUDA driver, opened at run time ------------------===//

#include "runtime/cuda/CudaApi.h"

#include <cstdlib>
#include <memory>
#include <mutex>

namespace tqc {

/// Where a driver can be, most likely first. WSL keeps it off the path.
static std::vector<std::string> driverNames() {
  if (const char *chosen = std::getenv("TQ_LIBCUDA"))
    return {chosen};
  return {"libcuda.so.1",
          "libcuda.so",
          "/usr/lib/wsl/lib/libcuda.so.1",
          "/usr/lib/x86_64-linux-gnu/libcuda.so.1",
          "/usr/lib/aarch64-linux-gnu/libcuda.so.1",
          "/usr/lib64/libcuda.so.1"};
}

Result<CudaApi> CudaApi::load(const std::vector<std::string> &names) {
  Result<DynamicLibrary> library = DynamicLibrary::open(names);
  if (!library)
    return library.error();
  CudaApi api;
  api.library = *library;
  std::string missing;
  auto look = [&](const char *symbol, bool required) {
    void *address = api.library.symbol(symbol);
    if (!address && required)
      missing += (missing.empty() ? "" : ", ") + std::string(symbol);
    return address;
  };
#define TQC_CUDA_FUNCTION(member, symbol, required, parameters)                \
  api.member = reinterpret_cast<decltype(api.member)>(look(#symbol, required));
#include "runtime/cuda/CudaFunctions.def"
  if (!missing.empty())
    return Error{api.library.path() + " lacks " + missing +
                 "; the driver is too old or the file is another library"};
  return api;
}

static Error initError(const CudaApi &api, int status) {
  std::string text =
      "the driver in " + api.path() + " cannot be used: " + api.explain(status);
  if (status == cuda::kStubLibrary)
    text += " (this is the toolkit's stub, made for linking)";
  return {text};
}

Result<const CudaApi *> CudaApi::open() {
  static std::mutex mutex;
  static std::unique_ptr<CudaApi> shared;
  std::lock_guard<std::mutex> lock(mutex);
  if (shared)
    return const_cast<const CudaApi *>(shared.get());
  Result<CudaApi> api = load(driverNames());
  if (!api)
    return api.error();
  if (int status = api->init(0))
    return initError(*api, status);
  shared = std::make_unique<CudaApi>(std::move(*api));
  return const_cast<const CudaApi *>(shared.get());
}

std::string CudaApi::explain(int status) const {
  const char *name = nullptr, *text = nullptr;
  getErrorName(status, &name);
  getErrorString(status, &text);
  if (!name)
    return "CUDA error " + std::to_string(status);
  return std::string(name) + (text ? std::string(": ") + text : "");
}

int CudaApi::version() const {
  int version = 0;
  return driverGetVersion(&version) == cuda::kSuccess ? version : 0;
}

std::string cudaVersionText(int version) {
  return std::to_string(version / 1000) + "." +
         std::to_string(version % 1000 / 10);
}

} // namespace tqc
