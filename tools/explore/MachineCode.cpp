//===- MachineCode.cpp - From PTX to what the GPU runs --------------------===//

#include "tools/explore/MachineCode.h"

#include "runtime/cuda/DynamicLibrary.h"
#include "runtime/cuda/Toolkit.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <cstdlib>

using namespace tqc;

//===----------------------------------------------------------------------===//
// libnvJitLink
//===----------------------------------------------------------------------===//

namespace {
/// The part of libnvJitLink that makes a cubin of PTX, as NVIDIA documents it.
/// Every function returns 0 for success.
struct JitLink {
  using Handle = void *;
  int (*create)(Handle *, uint32_t, const char **) = nullptr;
  int (*destroy)(Handle *) = nullptr;
  int (*addData)(Handle, int, const void *, size_t, const char *) = nullptr;
  int (*complete)(Handle) = nullptr;
  int (*cubinSize)(Handle, size_t *) = nullptr;
  int (*cubin)(Handle, void *) = nullptr;
  int (*logSize)(Handle, size_t *) = nullptr;
  int (*log)(Handle, char *) = nullptr;

  static constexpr int kInputPtx = 2;

  static Result<JitLink> open();
  Result<std::string> link(const std::string &arch, const std::string &ptx);
};
} // namespace

Result<JitLink> JitLink::open() {
  Result<DynamicLibrary> library = DynamicLibrary::open(
      {"libnvJitLink.so.13", "libnvJitLink.so.12",
       "/usr/local/cuda/lib64/libnvJitLink.so", "libnvJitLink.so"});
  if (!library)
    return library.error();
  JitLink api;
  bool complete = true;
  auto get = [&](auto &function, const char *name) {
    using Function = std::remove_reference_t<decltype(function)>;
    function = reinterpret_cast<Function>(library->symbol(name));
    complete = complete && function;
  };
  get(api.create, "nvJitLinkCreate");
  get(api.destroy, "nvJitLinkDestroy");
  get(api.addData, "nvJitLinkAddData");
  get(api.complete, "nvJitLinkComplete");
  get(api.cubinSize, "nvJitLinkGetLinkedCubinSize");
  get(api.cubin, "nvJitLinkGetLinkedCubin");
  get(api.logSize, "nvJitLinkGetErrorLogSize");
  get(api.log, "nvJitLinkGetErrorLog");
  if (!complete)
    return Error{library->path() + " lacks functions of nvJitLink"};
  return api;
}

Result<std::string> JitLink::link(const std::string &arch,
                                  const std::string &ptx) {
  std::string archFlag = "-arch=" + arch;
  const char *flags[] = {archFlag.c_str(), "-O3", "-lineinfo"};
  Handle handle = nullptr;
  if (create(&handle, 3, flags) != 0)
    return Error{"nvJitLink does not know " + arch};
  std::string bytes;
  size_t size = 0;
  // The text ends with a NUL, which PTX input must.
  bool done = addData(handle, kInputPtx, ptx.c_str(), ptx.size() + 1,
                      "kernel.ptx") == 0 &&
              complete(handle) == 0 && cubinSize(handle, &size) == 0;
  if (done) {
    bytes.resize(size);
    done = cubin(handle, bytes.data()) == 0;
  }
  std::string problem;
  if (!done && logSize(handle, &size) == 0 && size) {
    problem.resize(size);
    log(handle, problem.data());
  }
  destroy(&handle);
  if (!done)
    return Error{"nvJitLink failed: " + std::string(problem.c_str())};
  return bytes;
}

//===----------------------------------------------------------------------===//
// The toolkit's programs
//===----------------------------------------------------------------------===//

Result<std::string> tqc::makeCubin(const std::string &arch,
                                   const std::string &ptx) {
  if (std::optional<std::string> ptxas = findCudaTool("ptxas"))
    return runPtxas(*ptxas, arch, ptx);
  if (const char *chosen = std::getenv("TQ_PTXAS"))
    return Error{"TQ_PTXAS names " + std::string(chosen) +
                 ", which is no program"};
  Result<JitLink> jitLink = JitLink::open();
  if (!jitLink)
    return Error{"a cubin needs ptxas or libnvJitLink of the CUDA toolkit, and "
                 "neither was found; set CUDA_HOME, or TQ_PTXAS"};
  return jitLink->link(arch, ptx);
}

namespace {
/// A temporary file with some bytes; gone when this is.
class ScratchFile {
public:
  ScratchFile(llvm::StringRef suffix, llvm::StringRef bytes) {
    int descriptor = -1;
    llvm::SmallString<128> name;
    if (llvm::sys::fs::createTemporaryFile("tqc", suffix, descriptor, name))
      return;
    path = name.str().str();
    remover.setFile(path);
    llvm::sys::RemoveFileOnSignal(path);
    llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
    os << bytes;
  }
  std::string path; ///< empty if it could not be made

private:
  llvm::FileRemover remover;
};
} // namespace

static Result<std::string> outputOf(const std::vector<std::string> &command) {
  Result<ProgramRun> run = runProgram(command);
  if (!run)
    return run.error();
  if (run->exitCode != 0)
    return Error{command.front() + " failed with exit code " +
                 std::to_string(run->exitCode) + ":\n" + run->output};
  return run->output;
}

Result<std::string> tqc::disassemble(const std::string &cubin) {
  ScratchFile file("cubin", cubin);
  if (file.path.empty())
    return Error{"no temporary file can be made"};
  if (std::optional<std::string> tool = findCudaTool("nvdisasm"))
    return outputOf({*tool, "--print-line-info", "--print-code", file.path});
  if (std::optional<std::string> tool = findCudaTool("cuobjdump"))
    return outputOf({*tool, "-sass", file.path});
  return Error{"SASS needs nvdisasm or cuobjdump of the CUDA toolkit, and "
               "neither was found; set CUDA_HOME, or TQ_NVDISASM"};
}

/// The number before `unit` in a line of ptxas: 12 of "12 bytes spill stores".
static int numberBefore(llvm::StringRef line, llvm::StringRef unit) {
  llvm::StringRef before = line.take_front(line.find(unit)).rtrim();
  int number = 0;
  before.take_back(before.size() - before.find_last_not_of("0123456789") - 1)
      .getAsInteger(10, number);
  return number;
}

Result<std::vector<RegisterUse>> tqc::registerUse(const std::string &arch,
                                                  const std::string &ptx) {
  std::optional<std::string> ptxas = findCudaTool("ptxas");
  if (!ptxas)
    return Error{"registers are known to ptxas alone, which was not found"};
  ScratchFile file("ptx", ptx);
  Result<std::string> output = outputOf(
      {*ptxas, "-v", "-arch=" + arch, "-O3", file.path, "-o", "/dev/null"});
  if (!output)
    return output.error();
  // ptxas info    : Compiling entry function 'k' for 'sm_80'
  //     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
  // ptxas info    : Used 12 registers, ...
  std::vector<RegisterUse> all;
  RegisterUse use;
  for (llvm::StringRef rest = *output; !rest.empty();) {
    auto [line, after] = rest.split('\n');
    rest = after;
    if (line.contains("Compiling entry function"))
      use.kernel = line.split('\'').second.split('\'').first.str();
    if (line.contains("spill stores")) {
      use.stack = numberBefore(line, " bytes stack frame");
      use.spillStores = numberBefore(line, " bytes spill stores");
      use.spillLoads = numberBefore(line, " bytes spill loads");
    }
    if (line.contains("Used ")) {
      use.registers = numberBefore(line, " registers");
      all.push_back(use);
    }
  }
  return all;
}
