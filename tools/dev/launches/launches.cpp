//===- launches.cpp - How long does a program take to launch? -------------===//
//
//     launches BUNDLE PTX THREADS LAUNCHES ROUNDS
//
// prints a JSON object: for each way to launch the kernel of level 1, one
// block, the microseconds that a launch kept the calling thread, one number a
// round. All ways take turns in each round; what a GPU has still to do is
// waited for between them. tools/dev/launch-overhead builds and runs it.
//
//===----------------------------------------------------------------------===//

#include <chrono>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <optional>
#include <tqc.hpp>

#include "kernels.hpp"

namespace {

/// What a program with cuda.h calls by name.
struct Driver {
  explicit Driver(void *library) : library(library) {
    find(init, "cuInit");
    find(retain, "cuDevicePrimaryCtxRetain");
    find(setCurrent, "cuCtxSetCurrent");
    find(synchronize, "cuCtxSynchronize");
    find(allocate, "cuMemAlloc_v2");
    find(fill, "cuMemsetD8_v2");
    find(load, "cuModuleLoadData");
    find(function, "cuModuleGetFunction");
    find(launch, "cuLaunchKernel");
  }

  int (*init)(unsigned);
  int (*retain)(void **, int);
  int (*setCurrent)(void *);
  int (*synchronize)();
  int (*allocate)(tq_pointer *, size_t);
  int (*fill)(tq_pointer, unsigned char, size_t);
  int (*load)(void **, const void *);
  int (*function)(void **, void *, const char *);
  int (*launch)(void *, unsigned, unsigned, unsigned, unsigned, unsigned,
                unsigned, unsigned, void *, void **, void **);

private:
  template <typename Function>
  void find(Function &into, const char *name) {
    into = reinterpret_cast<Function>(dlsym(library, name));
    if (!into)
      throw std::runtime_error(std::string("the driver has no ") + name);
  }

  void *library;
};

struct Way {
  std::string name;
  std::function<void()> launch;
  std::vector<double> microseconds = {};
};

/// The kernel in libtqc, through its C++ header and through the C one alone.
struct Library {
  explicit Library(const std::string &ptx)
      : device("cuda:current"), kernel(device.load(ptx)) {
    tqc_error *error = nullptr;
    rawDevice = tqc_device_open("cuda:current", nullptr, &error);
    if (rawDevice)
      raw = tqc_device_load(rawDevice, ptx.data(), ptx.size(), nullptr, &error);
    if (!raw)
      throw std::runtime_error(tqc_error_text(error));
  }
  ~Library() {
    tqc_kernel_free(raw);
    tqc_device_close(rawDevice);
  }
  Library(const Library &) = delete;
  Library &operator=(const Library &) = delete;

  tqc::Device device;
  tqc::Kernel kernel;
  tqc_device *rawDevice = nullptr;
  tqc_kernel *raw = nullptr;
};

/// The tensors of a launch, and their length.
struct Tensors {
  tq_pointer x, y, sum;
  int32_t n;
};

} // namespace

static void check(int code, const char *what) {
  if (code)
    throw std::runtime_error(std::string(what) + " gives " +
                             std::to_string(code));
}

static std::string readFile(const char *path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw std::runtime_error(std::string("cannot read ") + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

static void bareWay(std::vector<Way> &ways, const Driver &driver,
                    const std::string &ptx, unsigned threads,
                    Tensors &tensors) {
  void *module, *function;
  check(driver.load(&module, ptx.c_str()), "cuModuleLoadData");
  check(driver.function(&function, module, "vector_add_kernel"),
        "cuModuleGetFunction");
  ways.push_back({"C, cuLaunchKernel", [=, &driver, &tensors] {
                    void *arguments[] = {&tensors.x, &tensors.y, &tensors.sum,
                                         &tensors.n};
                    check(driver.launch(function, 1, 1, 1, threads, 1, 1, 0,
                                        nullptr, arguments, nullptr),
                          "cuLaunchKernel");
                  }});
}

static void bundleWays(std::vector<Way> &ways, kernels::Bundle &bundle,
                       const Tensors &tensors) {
  ways.push_back({"C, launcher of tqc build", [&] {
                    tq_error error;
                    check(kernels_vector_add_kernel(
                              bundle.get(), {1, 1, 1}, nullptr, tensors.x,
                              tensors.y, tensors.sum, tensors.n, &error),
                          "the launcher");
                  }});
  ways.push_back({"C++, launcher of tqc build", [&] {
                    kernels::vector_add_kernel(bundle, {1, 1, 1}, nullptr,
                                               tensors.x, tensors.y,
                                               tensors.sum, tensors.n);
                  }});
}

static tqc::Argument tensorArgument(tq_pointer address, int32_t n) {
  return {"fp32", reinterpret_cast<void *>(address), size_t(n) * 4};
}

static void libraryWays(std::vector<Way> &ways, const Library &library,
                        const Tensors &tensors) {
  ways.push_back({"C, libtqc", [&] {
                    tqc_argument arguments[] = {
                        tensorArgument(tensors.x, tensors.n).raw,
                        tensorArgument(tensors.y, tensors.n).raw,
                        tensorArgument(tensors.sum, tensors.n).raw,
                        tqc::Argument(tensors.n).raw};
                    const uint32_t grid[3] = {1, 1, 1};
                    tqc_error *error = nullptr;
                    check(!tqc_launch(library.raw, grid, arguments, 4, nullptr,
                                      nullptr, &error),
                          "tqc_launch");
                  }});
  ways.push_back({"C++, libtqc", [&] {
                    library.kernel.launch(
                        {1, 1, 1}, {tensorArgument(tensors.x, tensors.n),
                                    tensorArgument(tensors.y, tensors.n),
                                    tensorArgument(tensors.sum, tensors.n),
                                    tqc::Argument(tensors.n)});
                  }});
}

static void measure(std::vector<Way> &ways, const Driver &driver, int launches,
                    int rounds) {
  using Clock = std::chrono::steady_clock;
  for (int round = -1; round < rounds; ++round) // the first one warms up
    for (Way &way : ways) {
      Clock::time_point start = Clock::now();
      for (int i = 0; i < launches; ++i)
        way.launch();
      std::chrono::duration<double, std::micro> took = Clock::now() - start;
      check(driver.synchronize(), "cuCtxSynchronize");
      if (round >= 0)
        way.microseconds.push_back(took.count() / launches);
    }
}

static void print(const std::vector<Way> &ways) {
  std::cout << "{";
  for (const Way &way : ways) {
    std::cout << (&way == ways.data() ? "\n" : ",\n") << "  \"" << way.name
              << "\": [";
    for (size_t i = 0; i < way.microseconds.size(); ++i)
      std::cout << (i ? ", " : "") << way.microseconds[i];
    std::cout << "]";
  }
  std::cout << "\n}\n";
}

static int run(char **words) {
  const char *name = std::getenv("TQ_LIBCUDA");
  void *library = dlopen(name ? name : "libcuda.so.1", RTLD_NOW);
  if (!library)
    throw std::runtime_error(dlerror());
  Driver driver(library);
  void *context;
  check(driver.init(0), "cuInit");
  check(driver.retain(&context, 0), "cuDevicePrimaryCtxRetain");
  check(driver.setCurrent(context), "cuCtxSetCurrent");
  Tensors tensors = {0, 0, 0, 1024};
  for (tq_pointer *tensor : {&tensors.x, &tensors.y, &tensors.sum}) {
    check(driver.allocate(tensor, 4096), "cuMemAlloc");
    check(driver.fill(*tensor, 0, 4096), "cuMemsetD8");
  }
  std::string ptx = readFile(words[2]);
  std::vector<Way> ways;
  bareWay(ways, driver, ptx, unsigned(std::stoul(words[3])), tensors);
  kernels::Bundle bundle(words[1]);
  bundleWays(ways, bundle, tensors);
  std::optional<Library> inProcess;
  try {
    inProcess.emplace(ptx);
    libraryWays(ways, *inProcess, tensors);
  } catch (const std::exception &error) {
    std::cerr << "launches: without libtqc: " << error.what() << "\n";
  }
  measure(ways, driver, std::stoi(words[4]), std::stoi(words[5]));
  print(ways);
  return 0;
}

int main(int count, char **words) {
  if (count != 6) {
    std::cerr << "usage: launches BUNDLE PTX THREADS LAUNCHES ROUNDS\n";
    return 2;
  }
  try {
    return run(words);
  } catch (const std::exception &error) {
    std::cerr << "launches: " << error.what() << "\n";
    return 1;
  }
}
