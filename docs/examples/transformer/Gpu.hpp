// Memory of the GPU for an example, through the CUDA driver and without cuda.h.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <stdexcept>
#include <string>
#include <vector>

/// The first GPU, with its primary context current in this thread.
class Gpu {
public:
  Gpu() {
    const char *name = std::getenv("TQ_LIBCUDA");
    library = dlopen(name && *name ? name : "libcuda.so.1", RTLD_NOW);
    if (!library)
      throw std::runtime_error(std::string("no CUDA driver: ") + dlerror());
    void *context = nullptr;
    call<int(unsigned)>("cuInit", 0u);
    call<int(void **, int)>("cuDevicePrimaryCtxRetain", &context, 0);
    call<int(void *)>("cuCtxSetCurrent", context);
  }
  Gpu(const Gpu &) = delete;
  ~Gpu() {
    for (uint64_t address : allocated)
      find<int(uint64_t)>("cuMemFree_v2")(address);
  }

  uint64_t allocate(size_t bytes) {
    uint64_t address = 0;
    call<int(uint64_t *, size_t)>("cuMemAlloc_v2", &address, bytes);
    allocated.push_back(address);
    return address;
  }
  template <typename T>
  uint64_t upload(const std::vector<T> &values) {
    uint64_t address = allocate(values.size() * sizeof(T));
    call<int(uint64_t, const void *, size_t)>(
        "cuMemcpyHtoD_v2", address, static_cast<const void *>(values.data()),
        values.size() * sizeof(T));
    return address;
  }
  template <typename T>
  std::vector<T> download(uint64_t address, size_t count) {
    std::vector<T> values(count);
    call<int(void *, uint64_t, size_t)>("cuMemcpyDtoH_v2",
                                        static_cast<void *>(values.data()),
                                        address, count * sizeof(T));
    return values;
  }
  void synchronize() { call<int()>("cuCtxSynchronize"); }

private:
  template <typename F>
  F *find(const char *name) {
    void *address = dlsym(library, name);
    if (!address)
      throw std::runtime_error(std::string("the driver has no ") + name);
    return reinterpret_cast<F *>(address);
  }
  template <typename F, typename... Arguments>
  void call(const char *name, Arguments... arguments) {
    if (int status = find<F>(name)(arguments...))
      throw std::runtime_error(std::string(name) +
                               " failed: " + std::to_string(status));
  }

  void *library = nullptr;
  std::vector<uint64_t> allocated;
};
