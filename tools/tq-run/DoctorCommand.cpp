//===- DoctorCommand.cpp - tq-run doctor ----------------------------------===//
//
// What of the machine is there, and what follows from what is not?
//
//===----------------------------------------------------------------------===//

#include "runtime/cache/DiskCache.h"
#include "runtime/cuda/CublasApi.h"
#include "runtime/cuda/CudaDevice.h"
#include "runtime/cuda/Toolkit.h"
#include "tools/tq-run/Commands.h"
#include "tools/tq-run/Report.h"

#include <cstdio>
#include <cstdlib>

namespace tqc {

namespace {

/// One thing that may be there.
struct Diagnosis {
  const char *name;
  bool present = false;
  std::string version;          ///< as it is printed
  int number = 0;               ///< for BadVersions.def; 0 if it is not known
  std::string detail;           ///< where it comes from, or why it is not there
  const char *consequence = ""; ///< of its absence
  const char *component = "";   ///< in BadVersions.def
  std::string warning;
};

/// "13.0.88" as 13000088.
int versionNumber(const std::string &text) {
  int part[3] = {};
  std::sscanf(text.c_str(), "%d.%d.%d", &part[0], &part[1], &part[2]);
  return part[0] * 1000000 + part[1] * 1000 + part[2];
}

std::string dotted(int major, int minor, int patch) {
  return std::to_string(major) + "." + std::to_string(minor) + "." +
         std::to_string(patch);
}

std::string badVersion(const std::string &component, int number) {
  if (number == 0)
    return "";
#define TQC_BAD_VERSION(name, first, end, text)                                \
  if (component == #name && number >= (first) && number < (end))               \
    return text;
#include "tools/tq-run/BadVersions.def"
  return "";
}

/// Where a file belongs, without naming anybody's folders: reports of `doctor`
/// are pasted into bug reports.
std::string pathKind(const std::string &path) {
  for (const char *variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char *value = std::getenv(variable);
        value && *value && path.rfind(value, 0) == 0)
      return std::string("in ") + variable;
  for (auto [prefix, kind] :
       {std::pair("/usr/local/cuda", "in the CUDA toolkit"),
        std::pair("/opt/cuda", "in the CUDA toolkit"),
        std::pair("/usr/lib/wsl", "of WSL"),
        std::pair("/usr/", "of the system"),
        std::pair("/lib", "of the system")})
    if (path.rfind(prefix, 0) == 0)
      return kind;
  return "in another folder";
}

Diagnosis lookAtDriver() {
  Diagnosis found;
  found.name = "libcuda (driver)";
  found.component = "driver";
  found.consequence = "no GPU: everything runs in the emulator";
  Result<const CudaApi *> api = CudaApi::open();
  if (!api) {
    found.detail = api.error().message;
    return found;
  }
  int version = (*api)->version();
  found.present = true;
  found.version = "CUDA " + cudaVersionText(version);
  found.number = version / 1000 * 1000000 + version % 1000 / 10 * 1000;
  found.detail = pathKind((*api)->path());
  return found;
}

std::vector<Diagnosis> lookAtGpus() {
  Diagnosis none;
  none.name = "GPU";
  none.consequence = "checks and launches use the emulator; no benchmarks";
  Result<int> count = CudaDevice::count();
  if (!count || *count == 0) {
    none.detail = count ? "the driver sees none" : "there is no driver";
    return {none};
  }
  std::vector<Diagnosis> gpus;
  for (int i = 0; i < *count; ++i) {
    Diagnosis gpu = none;
    Result<std::unique_ptr<CudaDevice>> device = CudaDevice::create(i);
    gpu.present = bool(device);
    if (!device) {
      gpu.detail = device.error().message;
    } else {
      const DeviceAttributes &facts = (*device)->attributes();
      gpu.version = "cuda:" + std::to_string(i);
      gpu.detail = facts.name + ", " + facts.arch + ", " +
                   std::to_string(facts.multiprocessors) +
                   " multiprocessors, " +
                   std::to_string(facts.totalMemory >> 30) + " GiB";
    }
    gpus.push_back(gpu);
  }
  return gpus;
}

std::vector<Diagnosis> lookAtCublas() {
  CublasFacts facts = findCublas();
  Diagnosis blas, lt;
  blas.name = "cuBLAS";
  blas.component = "cublas";
  blas.consequence = "no baseline and no second reference for products";
  lt.name = "cuBLASLt";
  lt.consequence = "no baseline for fp8 products";
  blas.present = !facts.path.empty();
  blas.detail = blas.present ? pathKind(facts.path) : facts.problem;
  if (facts.version) {
    int major = facts.version / 10000, minor = facts.version / 100 % 100;
    blas.version = dotted(major, minor, facts.version % 100);
    blas.number = versionNumber(blas.version);
  }
  lt.present = !facts.ltPath.empty();
  lt.detail = lt.present ? pathKind(facts.ltPath) : "it was not found";
  if (facts.ltVersion)
    lt.version =
        dotted(int(facts.ltVersion / 10000), int(facts.ltVersion / 100 % 100),
               int(facts.ltVersion % 100));
  return {blas, lt};
}

Diagnosis lookAtCudnn() {
  CudnnFacts facts = findCudnn();
  Diagnosis found;
  found.name = "cuDNN";
  found.component = "cudnn";
  found.consequence = "no baseline for attention";
  found.present = !facts.path.empty();
  found.detail = found.present ? pathKind(facts.path) : facts.problem;
  if (facts.version) {
    // 91000 is 9.10.0; before 9.0, 8907 was 8.9.7.
    int base = facts.version >= 90000 ? 10000 : 1000;
    found.version =
        dotted(int(facts.version) / base, int(facts.version) % base / 100,
               int(facts.version) % 100);
    found.number = versionNumber(found.version);
  }
  return found;
}

Diagnosis lookAtTool(const char *name, const char *consequence) {
  Diagnosis found;
  found.name = name;
  found.component = name;
  found.consequence = consequence;
  std::optional<std::string> path = findCudaTool(name);
  if (!path) {
    found.detail = "it is neither in PATH nor in CUDA_HOME/bin";
    return found;
  }
  found.detail = pathKind(*path);
  Result<ProgramRun> run = runProgram({*path, "--version"});
  found.present = run && run->exitCode == 0;
  if (!found.present) {
    found.detail += ", but it does not run";
    return found;
  }
  found.version = toolVersion(run->output);
  found.number = versionNumber(found.version);
  return found;
}

Diagnosis lookAtLibdevice() {
  Diagnosis found;
  found.name = "libdevice";
  found.consequence = "kernels that call libdevice functions do not compile";
  std::optional<std::string> path = findLibdevice();
  found.present = path.has_value();
  found.detail = path ? pathKind(*path) : "no CUDA toolkit with it was found";
  return found;
}

Diagnosis lookAtCache() {
  Diagnosis found;
  found.name = "cache on disk";
  found.consequence = "everything is compiled again each time";
  DiskCache &cache = DiskCache::shared();
  std::string problem = cache.problem();
  found.present = problem.empty();
  found.detail = problem.empty()
                     ? std::to_string(cache.usedBytes() >> 20) + " of " +
                           std::to_string(cache.maxBytes() >> 20) + " MB used"
                     : problem;
  return found;
}

std::vector<Diagnosis> diagnoseAll() {
  std::vector<Diagnosis> all = {lookAtDriver()};
  auto append = [&](const std::vector<Diagnosis> &more) {
    all.insert(all.end(), more.begin(), more.end());
  };
  append(lookAtGpus());
  append(lookAtCublas());
  append({lookAtCudnn(),
          lookAtTool("ptxas", "no cubins, no register counts; kernels run "
                              "all the same, compiled by the driver"),
          lookAtTool("nvdisasm", "--emit=sass cannot show machine code"),
          lookAtLibdevice(), lookAtCache()});
  for (Diagnosis &one : all)
    one.warning = badVersion(one.component, one.number);
  return all;
}

} // namespace

static Json jsonOf(const Diagnosis &one) {
  Json json;
  json["name"] = one.name;
  json["present"] = one.present;
  json["version"] = one.version;
  json["detail"] = one.detail;
  if (!one.present)
    json["consequence"] = one.consequence;
  if (!one.warning.empty())
    json["warning"] = one.warning;
  return json;
}

static int runDoctor(const CommandLine &line) {
  if (!line.positional.empty())
    return usageError("doctor takes no arguments, only options");
  Report report(line.has("json"));
  report.json["version"] = TQC_VERSION;
  report.json["found"] = Json::array();
  for (const Diagnosis &one : diagnoseAll()) {
    std::string mark = !one.present ? report.paint(Colour::Warning, "--")
                       : one.warning.empty() ? report.paint(Colour::Good, "ok")
                                             : report.paint(Colour::Bad, "!!");
    report.line(mark + "  " + padded(one.name, 17) + " " +
                padded(one.version, 10) + " " + one.detail);
    if (!one.present)
      report.line("    " + std::string(18, ' ') + "so: " + one.consequence);
    if (!one.warning.empty())
      report.line("    " + std::string(18, ' ') +
                  "bad version: " + one.warning);
    report.json["found"].push_back(jsonOf(one));
  }
  report.finish();
  return kExitPass;
}

const Command kDoctorCommand = {
    "doctor",
    "doctor [options]",
    "what of the machine is there, and what follows from what is not",
    "Lists the driver and its GPUs, the vendor's libraries and tools, "
    "libdevice "
    "and\nthe cache: version, where each comes from, and what does not work "
    "without it.\nVersions that are known to be bad are marked. Nothing of "
    "it is required: without\na GPU, kernels run in the emulator.\n\n"
    "  tq-run doctor\n"
    "  tq-run doctor --json\n",
    {{"json", nullptr, "print one JSON object"}},
    runDoctor};

} // namespace tqc
