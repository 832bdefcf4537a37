//===- CppHeader.cpp - Kernels as a C++ header ----------------------------===//

#include "tools/tqc/CppHeader.h"

#include <cctype>

using namespace tqc;

/// A name that C++ takes: letters, digits and `_`.
static std::string identifier(const std::string &text) {
  std::string result;
  for (char c : text)
    result += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  if (result.empty() || std::isdigit(static_cast<unsigned char>(result[0])))
    result.insert(result.begin(), '_');
  return result;
}

/// The C++ type that has the bytes of a parameter.
static std::string cppType(const KernelParam &param) {
  const std::string &type = param.type;
  if (param.role == ParamRole::TensorMap)
    return "TensorMap";
  if (param.role == ParamRole::Workspace || type.empty() || type[0] == '*')
    return "uint64_t"; // a CUdeviceptr
  if (type == "i1")
    return "bool";
  if (type == "fp32")
    return "float";
  if (type == "fp64")
    return "double";
  if (type == "fp16" || type == "bf16")
    return "uint16_t";
  if (type.compare(0, 3, "fp8") == 0)
    return "uint8_t";
  return (type[0] == 'u' ? "uint" : "int") + type.substr(1) + "_t";
}

static bool isInteger(const std::string &text) {
  size_t at = text.size() > 1 && text[0] == '-' ? 1 : 0;
  if (at == text.size())
    return false;
  for (; at < text.size(); ++at)
    if (!std::isdigit(static_cast<unsigned char>(text[at])))
      return false;
  return text.size() < 19;
}

/// The PTX as adjacent raw strings, each short enough for every compiler.
static std::string rawStrings(const std::string &text) {
  constexpr size_t kPiece = 8000;
  std::string result;
  for (size_t at = 0; at < text.size(); at += kPiece)
    result += "\n    R\"tq_ptx(" + text.substr(at, kPiece) + ")tq_ptx\"";
  return result.empty() ? "\"\"" : result;
}

/// What the code relies on, for the comment of an argument.
static std::string promise(const KernelParam &param) {
  std::string text = param.role == ParamRole::TensorMap   ? "tensor map"
                     : param.role == ParamRole::Workspace ? "workspace, zeroed"
                                                          : param.type;
  if (param.divisibility > 1)
    text += ", a multiple of " + std::to_string(param.divisibility);
  return text;
}

static std::string kernelStruct(const KernelEntry &entry) {
  std::string text = "struct " + identifier(entry.entry) + " {\n";
  auto constant = [&](const std::string &type, const std::string &name,
                      const std::string &value) {
    text += "  static constexpr " + type + " " + name + " = " + value + ";\n";
  };
  constant("const char *", "kName", "\"" + entry.entry + "\"");
  constant("const char *", "kArch", "\"" + entry.arch + "\"");
  constant("unsigned", "kThreads", std::to_string(entry.numWarps * 32));
  constant("unsigned", "kSharedBytes", std::to_string(entry.sharedBytes));
  constant("unsigned", "kWorkspaceBytes", std::to_string(entry.workspaceBytes));
  text += "  static constexpr unsigned kCluster[3] = {";
  for (int extent : entry.cluster)
    text += std::to_string(extent) + ", ";
  text.replace(text.size() - 2, 2, "};\n");
  for (const KernelConstant &value : entry.constants)
    if (isInteger(value.value))
      constant("int64_t", identifier(value.name), value.value);
    else
      text += "  // " + value.name + " = " + value.value + "\n";
  constant("unsigned", "kArguments", std::to_string(entry.params.size()));
  text += "\n  struct Arguments {\n";
  std::string pointers;
  for (size_t i = 0; i < entry.params.size(); ++i) {
    std::string name = identifier(entry.params[i].name);
    text += "    " + cppType(entry.params[i]) + " " + name + "; // " +
            promise(entry.params[i]) + "\n";
    pointers += "      list[" + std::to_string(i) + "] = &" + name + ";\n";
  }
  text += "\n    /// What cuLaunchKernel takes; `list` holds kArguments.\n"
          "    void **pointers(void **list) {\n" +
          pointers + "      return list;\n    }\n  };\n};\n";
  return text;
}

std::string tqc::cppHeader(const KernelImage &image, const std::string &name) {
  std::string text = "// Made by tqc " TQC_VERSION "; changes will be lost.\n"
                     "//\n"
                     "// cuModuleLoadData(&module, " +
                     identifier(name) +
                     "::kPtx), then for each kernel a struct that\n"
                     "// says how to launch it.\n"
                     "#pragma once\n\n#include <cstdint>\n\nnamespace " +
                     identifier(name) + " {\n\n";
  for (const KernelEntry &entry : image.entries)
    if (!entry.maps.empty()) {
      text += "/// A CUtensorMap.\n"
              "struct alignas(64) TensorMap {\n  uint8_t bytes[128];\n};\n\n";
      break;
    }
  for (const KernelEntry &entry : image.entries)
    text += kernelStruct(entry) + "\n";
  return text + "inline constexpr char kPtx[] =" + rawStrings(image.ptx) +
         ";\n\n} // namespace " + identifier(name) + "\n";
}
