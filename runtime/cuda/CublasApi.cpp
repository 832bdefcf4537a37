//===- CublasApi.cpp - The vendor's matrix products -----------------------===//
//
// cuBLAS is column-major. A row-major c = a @ b is, read column by column,
// c^T = b^T @ a^T: the operands change places and a row-major matrix with unit
// column stride needs no transposition.
//
//===----------------------------------------------------------------------===//

#include "runtime/cuda/CublasApi.h"

#include <algorithm>
#include <cstdlib>

namespace tqc {

namespace {

constexpr size_t kWorkspaceBytes = size_t(32) << 20;

enum CublasValue : int {
  kOpN = 0,
  kOpT = 1,
  kCompute32F = 68,
  kCompute64F = 70,
  kCompute32I = 72,
  kCompute32FFastTf32 = 77,
  kGemmDefault = -1,
  kR32F = 0,
  kR64F = 1,
  kR16F = 2,
  kR8I = 3,
  kR32I = 10,
  kR16BF = 14,
  kR8FE4M3 = 28,
  kR8FE5M2 = 29,
  kLtTransA = 3,
  kLtTransB = 4,
  kLtMaxWorkspace = 1,
};

/// cublasLtMatmulHeuristicResult_t.
struct LtHeuristic {
  uint64_t algo[8];
  size_t workspaceBytes;
  int state;
  float waves;
  int reserved[4];
};

int cudaTypeOf(DType type) {
  switch (type) {
  case DType::FP16:
    return kR16F;
  case DType::BF16:
    return kR16BF;
  case DType::FP32:
    return kR32F;
  case DType::FP64:
    return kR64F;
  case DType::I8:
    return kR8I;
  case DType::I32:
    return kR32I;
  case DType::FP8E4NV:
    return kR8FE4M3;
  case DType::FP8E5:
    return kR8FE5M2;
  default:
    return -1;
  }
}

bool isFp8(DType type) {
  return type == DType::FP8E4NV || type == DType::FP8E5;
}

/// The names to try: the loader's path first, then the toolkit's folders.
std::vector<std::string> libraryNames(const std::string &stem,
                                      std::vector<std::string> versions) {
  std::vector<std::string> names, folders = {""};
  for (const char *variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char *value = std::getenv(variable); value && *value)
      for (const char *below : {"/lib64/", "/lib/"})
        folders.push_back(value + std::string(below));
  folders.insert(folders.end(),
                 {"/usr/local/cuda/lib64/", "/usr/local/cuda/lib/",
                  "/usr/local/cuda/targets/x86_64-linux/lib/"});
  for (const std::string &folder : folders) {
    for (const std::string &version : versions)
      names.push_back(folder + stem + ".so." + version);
    names.push_back(folder + stem + ".so");
  }
  return names;
}

/// cuBLAS needs cuBLASLt from its own folder, which need not be on the loader's
/// path; opened first, it is found by its name.
Result<DynamicLibrary> openLt() {
  return DynamicLibrary::open(libraryNames("libcublasLt", {"13", "12", "11"}));
}

Result<DynamicLibrary> openCublas() {
  (void)openLt();
  return DynamicLibrary::open(libraryNames("libcublas", {"13", "12", "11"}));
}

/// How a row-major operand looks to cuBLAS.
struct ColumnMajor {
  int op = kOpN;
  int64_t leading = 1;
  bool possible = true;
};

ColumnMajor columnMajor(const GemmOperand &x, int64_t rows, int64_t columns) {
  if (x.columnStride == 1 || columns == 1)
    return {kOpN, rows == 1 ? std::max(x.rowStride, columns) : x.rowStride,
            rows == 1 || x.rowStride >= columns};
  if (x.rowStride == 1 || rows == 1)
    return {kOpT,
            columns == 1 ? std::max(x.columnStride, rows) : x.columnStride,
            columns == 1 || x.columnStride >= rows};
  return {kOpN, 1, false};
}

} // namespace

/// The functions we call; the types are void * for handles and int for enums.
struct Cublas::Functions {
  int (*create)(void **) = nullptr;
  int (*destroy)(void *) = nullptr;
  int (*getVersion)(void *, int *) = nullptr;
  int (*setWorkspace)(void *, void *, size_t) = nullptr;
  int (*setStream)(void *, void *) = nullptr;
  int (*gemm)(void *, int, int, int, int, int, const void *, const void *, int,
              int, long long, const void *, int, int, long long, const void *,
              void *, int, int, long long, int, int, int) = nullptr;
  int (*setMathMode)(void *, int) = nullptr;
  // cuBLASLt
  int (*ltCreate)(void **) = nullptr;
  int (*ltDestroy)(void *) = nullptr;
  int (*descCreate)(void **, int, int) = nullptr;
  int (*descDestroy)(void *) = nullptr;
  int (*descSet)(void *, int, const void *, size_t) = nullptr;
  int (*layoutCreate)(void **, int, uint64_t, uint64_t, int64_t) = nullptr;
  int (*layoutDestroy)(void *) = nullptr;
  int (*preferenceCreate)(void **) = nullptr;
  int (*preferenceDestroy)(void *) = nullptr;
  int (*preferenceSet)(void *, int, const void *, size_t) = nullptr;
  int (*heuristic)(void *, void *, void *, void *, void *, void *, void *, int,
                   LtHeuristic *, int *) = nullptr;
  int (*ltMatmul)(void *, void *, const void *, const void *, void *,
                  const void *, void *, const void *, const void *, void *,
                  void *, void *, const void *, void *, size_t,
                  void *) = nullptr;

  template <typename F>
  static bool bind(const DynamicLibrary &library, const char *name, F &out) {
    out = reinterpret_cast<F>(library.symbol(name));
    return out != nullptr;
  }
  bool bindCublas(const DynamicLibrary &library) {
    (void)bind(library, "cublasSetWorkspace_v2", setWorkspace);
    (void)bind(library, "cublasSetStream_v2", setStream);
    (void)bind(library, "cublasSetMathMode", setMathMode);
    return bind(library, "cublasCreate_v2", create) &&
           bind(library, "cublasDestroy_v2", destroy) &&
           bind(library, "cublasGetVersion_v2", getVersion) &&
           bind(library, "cublasGemmStridedBatchedEx", gemm);
  }
  bool bindLt(const DynamicLibrary &library) {
    return bind(library, "cublasLtCreate", ltCreate) &&
           bind(library, "cublasLtDestroy", ltDestroy) &&
           bind(library, "cublasLtMatmulDescCreate", descCreate) &&
           bind(library, "cublasLtMatmulDescDestroy", descDestroy) &&
           bind(library, "cublasLtMatmulDescSetAttribute", descSet) &&
           bind(library, "cublasLtMatrixLayoutCreate", layoutCreate) &&
           bind(library, "cublasLtMatrixLayoutDestroy", layoutDestroy) &&
           bind(library, "cublasLtMatmulPreferenceCreate", preferenceCreate) &&
           bind(library, "cublasLtMatmulPreferenceDestroy",
                preferenceDestroy) &&
           bind(library, "cublasLtMatmulPreferenceSetAttribute",
                preferenceSet) &&
           bind(library, "cublasLtMatmulAlgoGetHeuristic", heuristic) &&
           bind(library, "cublasLtMatmul", ltMatmul);
  }
};

CublasFacts findCublas() {
  CublasFacts facts;
  if (Result<DynamicLibrary> lt = openLt()) {
    facts.ltPath = lt->path();
    if (void *version = lt->symbol("cublasLtGetVersion"))
      facts.ltVersion = reinterpret_cast<size_t (*)()>(version)();
  }
  Result<DynamicLibrary> library = openCublas();
  if (!library) {
    facts.problem = library.error().message;
    return facts;
  }
  facts.path = library->path();
  // MAJOR_VERSION, MINOR_VERSION, PATCH_LEVEL; it works without a GPU.
  if (void *address = library->symbol("cublasGetProperty")) {
    auto *property = reinterpret_cast<int (*)(int, int *)>(address);
    int part[3] = {};
    if (property(0, &part[0]) == 0 && property(1, &part[1]) == 0 &&
        property(2, &part[2]) == 0)
      facts.version = part[0] * 10000 + part[1] * 100 + part[2];
  }
  return facts;
}

CudnnFacts findCudnn() {
  CudnnFacts facts;
  Result<DynamicLibrary> library =
      DynamicLibrary::open(libraryNames("libcudnn", {"9", "8"}));
  if (!library) {
    facts.problem = library.error().message;
    return facts;
  }
  facts.path = library->path();
  if (void *version = library->symbol("cudnnGetVersion"))
    facts.version = reinterpret_cast<size_t (*)()>(version)();
  return facts;
}

Cublas::Cublas(CudaDevice &device)
    : device(device), functions(std::make_unique<Functions>()) {}

Result<std::unique_ptr<Cublas>> Cublas::create(CudaDevice &device) {
  std::unique_ptr<Cublas> cublas(new Cublas(device));
  if (Status status = cublas->open(); !status)
    return status.error();
  return cublas;
}

Status Cublas::open() {
  Result<DynamicLibrary> library = openCublas();
  if (!library)
    return library.error();
  if (!functions->bindCublas(*library))
    return Error{library->path() + " lacks functions that cuBLAS 11 has"};
  // An allocation makes the device's context current, which cuBLAS adopts.
  Result<DevicePtr> space =
      device.allocate({"cuBLAS workspace", kWorkspaceBytes, "", {}});
  if (!space)
    return space.error();
  workspace = *space;
  if (int status = functions->create(&handle))
    return Error{library->path() + " cannot be used: cublasCreate gave " +
                 std::to_string(status)};
  functions->getVersion(handle, &libraryVersion);
  if (functions->setWorkspace)
    functions->setWorkspace(handle, reinterpret_cast<void *>(workspace),
                            kWorkspaceBytes);
  return {};
}

void Cublas::roundOnce() {
  /// CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION
  constexpr int kNoReducedSums = 16;
  if (functions->setMathMode)
    functions->setMathMode(handle, kNoReducedSums);
}

Status Cublas::useStream(CudaHandle other) {
  if (other == stream)
    return {};
  if (!functions->setStream || functions->setStream(handle, other) != 0)
    return Error{"cuBLAS cannot be moved to another stream"};
  stream = other;
  // A change of stream takes the workspace away.
  if (functions->setWorkspace)
    functions->setWorkspace(handle, reinterpret_cast<void *>(workspace),
                            kWorkspaceBytes);
  return {};
}

Cublas::~Cublas() {
  if (ltHandle)
    functions->ltDestroy(ltHandle);
  if (handle)
    functions->destroy(handle);
  if (workspace)
    (void)device.free(workspace);
}

Status Cublas::check(int status, const GemmSpec &spec) const {
  if (status == 0)
    return {};
  std::string what = std::string(nameOf(spec.a.type)) + " " +
                     std::to_string(spec.m) + "x" + std::to_string(spec.n) +
                     "x" + std::to_string(spec.k);
  if (status == 15 || status == 7) // NOT_SUPPORTED, INVALID_VALUE
    return Error{"cuBLAS has no product for " + what};
  return Error{"cuBLAS failed on " + what + " with status " +
               std::to_string(status)};
}

Status Cublas::gemm(const GemmSpec &spec) {
  if (isFp8(spec.a.type) || isFp8(spec.b.type))
    return gemmFp8(spec);
  return gemmRegular(spec);
}

/// cublasComputeType_t for operands of this type.
static int computeTypeOf(const GemmSpec &spec) {
  switch (spec.a.type) {
  case DType::I8:
    return kCompute32I;
  case DType::FP64:
    return kCompute64F;
  case DType::FP32:
    return spec.tf32 ? kCompute32FFastTf32 : kCompute32F;
  default:
    return kCompute32F;
  }
}

Status Cublas::gemmRegular(const GemmSpec &spec) {
  int aType = cudaTypeOf(spec.a.type), bType = cudaTypeOf(spec.b.type),
      cType = cudaTypeOf(spec.c.type);
  ColumnMajor a = columnMajor(spec.a, spec.m, spec.k);
  ColumnMajor b = columnMajor(spec.b, spec.k, spec.n);
  ColumnMajor c = columnMajor(spec.c, spec.m, spec.n);
  if (aType < 0 || bType < 0 || cType < 0 || !a.possible || !b.possible ||
      !c.possible || c.op != kOpN)
    return check(15, spec);
  int compute = computeTypeOf(spec);
  union Scale {
    float f;
    double d;
    int32_t i;
  } alpha, beta;
  alpha.d = beta.d = 0;
  if (compute == kCompute32I)
    alpha.i = static_cast<int32_t>(spec.alpha);
  else if (compute == kCompute64F)
    alpha.d = spec.alpha;
  else
    alpha.f = static_cast<float>(spec.alpha);
  int status = functions->gemm(
      handle, b.op, a.op, static_cast<int>(spec.n), static_cast<int>(spec.m),
      static_cast<int>(spec.k), &alpha,
      reinterpret_cast<const void *>(spec.b.data), bType,
      static_cast<int>(b.leading), spec.b.batchStride,
      reinterpret_cast<const void *>(spec.a.data), aType,
      static_cast<int>(a.leading), spec.a.batchStride, &beta,
      reinterpret_cast<void *>(spec.c.data), cType, static_cast<int>(c.leading),
      spec.c.batchStride, static_cast<int>(spec.batch), compute, kGemmDefault);
  return check(status, spec);
}

namespace {

/// cuBLASLt's objects of one product, destroyed together.
template <typename Functions>
struct LtObjects {
  explicit LtObjects(Functions &functions) : functions(functions) {}
  ~LtObjects() {
    if (desc)
      functions.descDestroy(desc);
    for (void *layout : layouts)
      if (layout)
        functions.layoutDestroy(layout);
    if (preference)
      functions.preferenceDestroy(preference);
  }
  Functions &functions;
  void *desc = nullptr;
  void *layouts[3] = {}; // cuBLAS's A (our b), its B (our a), c
  void *preference = nullptr;
};

} // namespace

/// fp8 is only in cuBLASLt and only with both operands contiguous along k.
Status Cublas::gemmFp8(const GemmSpec &spec) {
  if (spec.batch != 1 || spec.a.columnStride != 1 || spec.b.rowStride != 1 ||
      spec.c.columnStride != 1)
    return Error{"cuBLAS multiplies fp8 only unbatched, with a and b "
                 "contiguous along k"};
  if (!ltHandle) {
    Result<DynamicLibrary> library = openLt();
    if (!library)
      return library.error();
    if (!functions->bindLt(*library))
      return Error{library->path() + " lacks functions that cuBLASLt 11 has"};
    if (int status = functions->ltCreate(&ltHandle))
      return Error{library->path() + " cannot be used: cublasLtCreate gave " +
                   std::to_string(status)};
  }
  LtObjects<Functions> lt(*functions);
  const int transpose = kOpT, keep = kOpN;
  const size_t room = kWorkspaceBytes;
  auto m = static_cast<uint64_t>(spec.m), n = static_cast<uint64_t>(spec.n),
       k = static_cast<uint64_t>(spec.k);
  LtHeuristic best = {};
  int found = 0, status = 0;
  auto ok = [&](int result) { return (status = result) == 0; };
  const Functions &f = *functions;
  bool ready = ok(f.descCreate(&lt.desc, kCompute32F, kR32F)) &&
               ok(f.descSet(lt.desc, kLtTransA, &transpose, sizeof(int))) &&
               ok(f.descSet(lt.desc, kLtTransB, &keep, sizeof(int))) &&
               ok(f.layoutCreate(&lt.layouts[0], cudaTypeOf(spec.b.type), k, n,
                                 spec.b.columnStride)) &&
               ok(f.layoutCreate(&lt.layouts[1], cudaTypeOf(spec.a.type), k, m,
                                 spec.a.rowStride)) &&
               ok(f.layoutCreate(&lt.layouts[2], cudaTypeOf(spec.c.type), n, m,
                                 spec.c.rowStride)) &&
               ok(f.preferenceCreate(&lt.preference)) &&
               ok(f.preferenceSet(lt.preference, kLtMaxWorkspace, &room,
                                  sizeof(room))) &&
               ok(f.heuristic(ltHandle, lt.desc, lt.layouts[0], lt.layouts[1],
                              lt.layouts[2], lt.layouts[2], lt.preference, 1,
                              &best, &found));
  if (!ready || found == 0)
    return check(status ? status : 15, spec);
  auto alpha = static_cast<float>(spec.alpha);
  const float beta = 0;
  auto *c = reinterpret_cast<void *>(spec.c.data);
  return check(functions->ltMatmul(
                   ltHandle, lt.desc, &alpha,
                   reinterpret_cast<const void *>(spec.b.data), lt.layouts[0],
                   reinterpret_cast<const void *>(spec.a.data), lt.layouts[1],
                   &beta, c, lt.layouts[2], c, lt.layouts[2], best.algo,
                   reinterpret_cast<void *>(workspace), kWorkspaceBytes,
                   stream),
               spec);
}

Result<double> Cublas::time(const GemmSpec &spec, int repeats) {
  const CudaApi &api = device.driver();
  CudaHandle events[2] = {};
  float milliseconds = 0;
  int status = 0;
  auto then = [&](int next) { status = status ? status : next; };
  then(api.eventCreate(&events[0], 0));
  then(api.eventCreate(&events[1], 0));
  then(api.eventRecord(events[0], nullptr));
  Status worked;
  for (int i = 0; i < repeats && worked; ++i)
    worked = gemm(spec);
  then(api.eventRecord(events[1], nullptr));
  then(api.eventSynchronize(events[1]));
  then(api.eventElapsedTime(&milliseconds, events[0], events[1]));
  for (CudaHandle event : events)
    if (event)
      api.eventDestroy(event);
  if (!worked)
    return worked.error();
  if (status)
    return Error{"timing cuBLAS: " + api.explain(status)};
  return double(milliseconds);
}

} // namespace tqc
