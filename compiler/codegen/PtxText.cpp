//===- PtxText.cpp - What a PTX text says about itself --------------------===//

#include "compiler/codegen/PtxText.h"

#include "runtime/image/Gpus.h"

#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

#include <algorithm>

using namespace llvm;

namespace {
struct FeatureVersion {
  int below; ///< the capability from which on no more than the GPU is needed
  unsigned version;
  StringLiteral mark;
};
} // namespace

static constexpr FeatureVersion kFeatures[] = {
#define TQ_PTX_FEATURE_BELOW(capability, version, mark)                        \
  {capability, version, mark},
#include "compiler/codegen/PtxFeatures.def"
};

/// Raises `need` to what a piece of inline PTX or an intrinsic's name asks for.
static void raise(tqc::PtxNeed &need, int capability, StringRef text) {
  for (const FeatureVersion &feature : kFeatures)
    if (capability < feature.below && feature.version > need.version &&
        text.contains(feature.mark))
      need = {feature.version, ("`" + feature.mark + "`").str()};
}

tqc::PtxNeed tqc::neededPtxVersion(const Module &module, StringRef arch) {
  PtxNeed need = {70, ""};
  const tqc::Gpu *gpu = tqc::findGpu(arch);
  int capability = gpu ? gpu->capability : 0;
  if (gpu && gpu->ptxVersion > need.version)
    need = {gpu->ptxVersion, arch.str()};
  for (const Function &function : module) {
    if (function.isDeclaration()) {
      raise(need, capability, function.getName());
      continue;
    }
    if (function.hasFnAttribute("nvvm.cluster_dim") && need.version < 78)
      need = {78, "a cluster"};
    for (const Instruction &instruction : instructions(function)) {
      const auto *call = dyn_cast<CallBase>(&instruction);
      const auto *text =
          call ? dyn_cast<InlineAsm>(call->getCalledOperand()) : nullptr;
      if (text)
        raise(need, capability, text->getAsmString());
    }
  }
  return need;
}

unsigned tqc::declaredVersion(StringRef ptx) {
  size_t at = ptx.find(".version");
  if (at == StringRef::npos)
    return 0;
  StringRef number = ptx.drop_front(at + 8).ltrim();
  unsigned major = 0, minor = 0;
  if (number.consumeInteger(10, major) || !number.consume_front(".") ||
      number.consumeInteger(10, minor))
    return 0;
  return major * 10 + minor;
}

std::string tqc::showVersion(unsigned version) {
  return std::to_string(version / 10) + "." + std::to_string(version % 10);
}

std::string tqc::cleanPtx(StringRef ptx) {
  std::string result;
  result.reserve(ptx.size());
  bool isHeader = true, wasBlank = false;
  while (!ptx.empty()) {
    auto [line, rest] = ptx.split('\n');
    ptx = rest;
    StringRef bare = line.trim();
    if (isHeader && !bare.starts_with(".version"))
      continue;
    isHeader = false;
    if (bare == "// begin inline asm" || bare == "// end inline asm" ||
        bare.starts_with(".section\t.debug_macinfo"))
      continue;
    if (bare.empty() && wasBlank)
      continue;
    wasBlank = bare.empty();
    result.append(line.rtrim().str()).push_back('\n');
  }
  return result;
}
