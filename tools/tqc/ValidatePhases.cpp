//===- ValidatePhases.cpp - Does every pass keep the meaning? -------------===//

#include "tools/tqc/ValidatePhases.h"

#include "compiler/codegen/EmitPtx.h"
#include "compiler/driver/SelectKernels.h"
#include "compiler/syntax/Parser.h"
#include "compiler/syntax/Specialization.h"
#include "tools/tq-run/Blame.h"

using namespace tqc;

namespace {

/// What the tensors hold.
enum class Data { SmallIntegers, Reals };

/// How large what a kernel gets is.
struct Scale {
  int64_t elements;
  uint32_t programs;
};

} // namespace

/// Tensors that a kernel leaves become larger, up to 4 million elements; one
/// that lets its programs write the same place runs alone.
static constexpr Scale kScales[] = {
    {1 << 16, 2}, {1 << 16, 1}, {1 << 20, 2}, {1 << 22, 1}};

static HostTensor tensorOf(DType type, Data data, int64_t elements) {
  HostTensor tensor(type, {elements});
  uint64_t state = 88172645463325252ull;
  for (int64_t i = 0; i < elements; ++i) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    if (!isFloat(type)) // also good as indices
      storeInteger(type, tensor.at(i), int64_t(state % 16));
    else if (data == Data::SmallIntegers)
      tensor.set(i, double(int64_t(state % 9)) - 4);
    else
      tensor.set(i, double(int64_t(state % 2001)) / 500 - 2);
  }
  return tensor;
}

/// A value that an argument may have.
static Result<LaunchValue> valueOf(const ArgumentSpec &argument, Data data,
                                   int64_t elements) {
  if (argument.isConstant)
    return parseLaunchValue(argument.name + "=" + argument.constant,
                            /*seed=*/0);
  if (argument.isTuple)
    return Error{argument.name +
                 (sema::isDescriptor(argument) ? " is a tensor descriptor"
                                               : " is a tuple") +
                 ", of which no value can be made up"};
  LaunchValue value;
  value.name = argument.name;
  std::optional<DType> type = dtypeOf(signatureName(argument.type.elem).str());
  if (!type)
    return Error{argument.name + " is " + argument.type.str() +
                 ", of which no value can be made up"};
  if (argument.type.pointer) {
    value.kind = LaunchValue::Tensor;
    value.tensor = tensorOf(*type, data, elements);
    return value;
  }
  value.type = type;
  if (isFloat(*type)) {
    value.kind = LaunchValue::Float;
    value.number = 0.5;
    return value;
  }
  value.integer = *type == DType::I1                ? 1
                  : argument.divisibility % 16 == 0 ? 96
                                                    : 93;
  value.number = double(value.integer);
  return value;
}

static Result<LaunchRequest> requestFor(const SourceFile &file,
                                        const KernelRequest &kernel,
                                        const CompileOptions &options,
                                        Data data, const Scale &scale) {
  LaunchRequest request;
  request.file = file.name().str();
  request.name = kernel.kernel->name;
  request.arch = options.target.arch.empty() ? std::string(kDefaultGpu)
                                             : options.target.arch;
  request.choices = options.choices;
  request.afterPass = options.afterPass;
  request.grid = Dim3{scale.programs, 1, 1};
  const Specialization &specialization = kernel.specialization;
  for (const ArgumentSpec &argument : specialization.arguments) {
    if (argument.defaultValue)
      continue; // it has that value by itself
    Result<LaunchValue> value = valueOf(argument, data, scale.elements);
    if (!value)
      return value.error();
    request.values.push_back(std::move(*value));
  }
  for (auto [name, number] :
       {std::pair("num_warps", specialization.numWarps),
        std::pair("num_stages", specialization.numStages)}) {
    LaunchValue value;
    value.name = name;
    value.integer = number;
    value.number = number;
    request.values.push_back(std::move(value));
  }
  return request;
}

/// The verdict on data that the kernel stays inside of, if some does.
static Result<Verdict> judgeKernel(const SourceFile &file,
                                   const KernelRequest &kernel,
                                   const CompileOptions &options, Data data) {
  Result<Verdict> verdict = Error{"nothing was run"};
  for (const Scale &scale : kScales) {
    Result<LaunchRequest> request =
        requestFor(file, kernel, options, data, scale);
    if (!request)
      return request.error();
    BlameOptions blame;
    blame.everyPass = true;
    blame.withGpu = false;
    verdict = judge(*request, blame);
    if (!verdict || verdict->culprit != Culprit::Kernel)
      return verdict;
  }
  return verdict;
}

/// 0, 1 or 70, as validatePhases.
static int codeOf(const Verdict &verdict) {
  switch (verdict.culprit) {
  case Culprit::Nobody:
    return 0;
  case Culprit::Kernel:
  case Culprit::NotJudged:
    return 1;
  case Culprit::Compiler:
  case Culprit::Emulator:
  case Culprit::CompilerOrEmulator:
  case Culprit::Assembler:
  case Culprit::Several:
    return kInternalErrorExit;
  }
  llvm_unreachable("the switch covers every culprit");
}

int tqc::validatePhases(const SourceFile &file, const CompileOptions &options,
                        bool json, SourceManager &sources, DiagEngine &diags) {
  std::unique_ptr<ast::Module> module = parseFile(file, diags);
  if (diags.hasErrors() || !readAllKernels(*module, options.kernel, diags))
    return 1;
  SemaContext sema{
      sources,
      diags,
      makeImportLoader(options.includes),
      nullptr,
      computeCapabilityOf(options.target.arch.empty()
                              ? kDefaultGpu
                              : std::string_view(options.target.arch)),
      options.strictTriton};
  std::vector<KernelRequest> kernels = selectKernels(sema, *module, options);
  if (diags.hasErrors() || kernels.empty())
    return 1;
  int worst = 0;
  for (const KernelRequest &kernel : kernels)
    for (Data data : {Data::SmallIntegers, Data::Reals}) {
      Report report(json);
      std::string name = kernel.kernel->name;
      const char *what =
          data == Data::Reals ? "real numbers" : "small integers";
      report.line(name + ", " + what + ":");
      report.json["kernel"] = name;
      report.json["data"] = what;
      Result<Verdict> verdict = judgeKernel(file, kernel, options, data);
      if (!verdict) {
        report.line("not judged: " + verdict.error().message);
        report.json["not_judged"] = verdict.error().message;
      } else {
        reportVerdict(report, *verdict);
      }
      report.finish();
      worst = std::max(worst, verdict ? codeOf(*verdict) : 1);
    }
  return worst;
}
