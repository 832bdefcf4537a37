//===- Request.cpp - What a program asks the compiler for -----------------===//

#include "compiler/library/Request.h"

#include "compiler/analysis/ForcedPlan.h"
#include "compiler/analysis/Optimizations.h"
#include "compiler/codegen/EmitPtx.h"
#include "compiler/syntax/Specialization.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tqc;

namespace {
/// Sets one key; an empty string, or what is wrong with the value.
using Setter = std::string (*)(tqc_request &, llvm::StringRef);

struct Key {
  llvm::StringLiteral name;
  Setter set;
};
} // namespace

static std::string setFlag(bool &flag, llvm::StringRef value) {
  if (value != "0" && value != "1")
    return "must be 0 or 1";
  flag = value == "1";
  return "";
}

static std::string setCount(std::optional<int> &count, llvm::StringRef value,
                            int least, int most) {
  int number = 0;
  if (value.getAsInteger(10, number) || number < least || number > most)
    return "must be a number from " + std::to_string(least) + " to " +
           std::to_string(most);
  count = number;
  return "";
}

static std::string setArch(tqc_request &request, llvm::StringRef value) {
  if (!findGpu(value))
    return "must be one of " + gpuNames();
  request.options.target.arch = value.str();
  return "";
}

static std::string setDefine(tqc_request &request, llvm::StringRef value) {
  auto [name, literal] = value.split('=');
  if (name.empty() || literal.empty())
    return "must be as in BLOCK=1024";
  request.options.request.defines.emplace_back(name.str(), literal.str());
  return "";
}

static std::string setArgument(tqc_request &request, llvm::StringRef value) {
  auto [name, type] = value.split('=');
  std::optional<ArgumentSpec> spec = sema::readTypeWithHints(type);
  if (name.empty() || !spec)
    return "must be as in x_ptr=*fp32:16";
  spec->name = name.str();
  request.options.request.actual[name.str()] = std::move(*spec);
  return "";
}

static std::string setConstant(tqc_request &request, llvm::StringRef value) {
  auto [name, expression] = value.split('=');
  if (name.empty() || expression.empty())
    return "must be as in ACTIVATION=relu";
  ArgumentSpec spec;
  spec.name = name.str();
  spec.isConstant = true;
  spec.constant = expression.str();
  request.options.request.actual[spec.name] = std::move(spec);
  return "";
}

static std::string setWarps(tqc_request &request, llvm::StringRef value) {
  std::string problem =
      setCount(request.options.request.numWarps, value, 1, 32);
  if (problem.empty() &&
      !llvm::isPowerOf2_32(unsigned(*request.options.request.numWarps)))
    return "must be 1, 2, 4, 8, 16 or 32";
  return problem;
}

static std::string setCtas(tqc_request &request, llvm::StringRef value) {
  std::optional<int> &ctas = request.options.request.numCtas;
  std::string problem = setCount(ctas, value, 1, kMostClusterCtas);
  if (problem.empty() && !llvm::isPowerOf2_32(unsigned(ctas.value_or(1))))
    return "must be 1, 2, 4, 8 or 16";
  return problem;
}

static std::string setDisable(tqc_request &request, llvm::StringRef value) {
  if (!optimizationNamed(value))
    return "must be the name of an optimisation";
  request.options.choices.disabled.push_back(value.str());
  return "";
}

static std::string setPlan(tqc_request &request, llvm::StringRef value) {
  ForcedPlan plan;
  if (std::string wrong = readPlan(value, plan); !wrong.empty())
    return wrong;
  request.options.request.plan = value.str();
  return "";
}

static std::string setEmit(tqc_request &request, llvm::StringRef value) {
  for (const Phase &phase : kPhases)
    if (phase.name == value) {
      request.options.last = phase.id;
      return "";
    }
  return "must be a phase: ast, tile, layout, schedule, nvvm, llvm or ptx";
}

static std::string setPtxVersion(tqc_request &request, llvm::StringRef value) {
  auto [major, minor] = value.split('.');
  unsigned whole = 0, part = 0;
  if (major.getAsInteger(10, whole) || whole > 99 || minor.size() != 1 ||
      minor.getAsInteger(10, part))
    return "must be as in 7.8";
  request.options.target.ptxVersion = whole * 10 + part;
  return "";
}

/// The longest regular expression that its compiler takes without harm.
static constexpr size_t kMaxRemarks = 1000;

static std::string setRemarks(tqc_request &request, llvm::StringRef value) {
  if (value.size() > kMaxRemarks)
    return "may have " + std::to_string(kMaxRemarks) + " characters";
  request.options.remarks = value == "all" ? ".*" : value.str();
  llvm::replace(request.options.remarks, ',', '|');
  return "";
}

static constexpr Key kKeys[] = {
    {"arch", setArch},
    {"kernel",
     [](tqc_request &request, llvm::StringRef value) {
       request.options.kernel = value.str();
       return std::string();
     }},
    {"signature",
     [](tqc_request &request, llvm::StringRef value) {
       request.options.request.signature = value.str();
       return std::string();
     }},
    {"define", setDefine},
    {"argument", setArgument},
    {"constant", setConstant},
    {"num_warps", setWarps},
    {"num_stages",
     [](tqc_request &request, llvm::StringRef value) {
       return setCount(request.options.request.numStages, value, 0, kMaxStages);
     }},
    {"num_ctas", setCtas},
    {"maxnreg",
     [](tqc_request &request, llvm::StringRef value) {
       return setCount(request.options.request.maxRegisters, value, 1,
                       kMostRegisters);
     }},
    {"include",
     [](tqc_request &request, llvm::StringRef value) {
       request.options.includes.push_back(value.str());
       return std::string();
     }},
    {"disable", setDisable},
    {"plan", setPlan},
    {"emit", setEmit},
    {"ptx_version", setPtxVersion},
    {"line_info",
     [](tqc_request &request, llvm::StringRef value) {
       return setFlag(request.options.target.lineInfo, value);
     }},
    {"explain",
     [](tqc_request &request, llvm::StringRef value) {
       return setFlag(request.options.explain, value);
     }},
    {"debug",
     [](tqc_request &request, llvm::StringRef value) {
       return setFlag(request.options.request.debug.emplace(), value);
     }},
    {"asserts",
     [](tqc_request &request, llvm::StringRef value) {
       return setFlag(request.options.request.assertsByDefault, value);
     }},
    {"strict_triton",
     [](tqc_request &request, llvm::StringRef value) {
       return setFlag(request.options.strictTriton, value);
     }},
    {"remarks", setRemarks},
    {"cache",
     [](tqc_request &request, llvm::StringRef value) {
       return setFlag(request.usesCache, value);
     }},
};

std::string tqc::setRequest(tqc_request &request, llvm::StringRef key,
                            llvm::StringRef value) {
  for (const Key &known : kKeys) {
    if (known.name != key)
      continue;
    std::string problem = known.set(request, value);
    if (!problem.empty())
      return (key + " is `" + value + "`, but " + problem).str();
    if (key != "cache")
      request.said += (key + "=" + value).str() + '\0';
    return "";
  }
  std::string names;
  for (const Key &known : kKeys)
    names += (names.empty() ? "" : ", ") + known.name.str();
  return ("a request has no `" + key + "`; it has " + names).str();
}
