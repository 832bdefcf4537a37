//===- CppHeader.cpp - Kernels as a C++ header ----------------------------===//

#include "tools/tqc/CppHeader.h"

#include <cctype>

using namespace tqc;

std::string tqc::cIdentifier(const std::string &text) {
  std::string result;
  for (char c : text)
    result += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  if (result.empty() || std::isdigit(static_cast<unsigned char>(result[0])))
    result.insert(result.begin(), '_');
  return result;
}

std::string tqc::cScalarType(const std::string &type) {
  if (type.empty() || type[0] == '*')
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

/// The C++ type that has the bytes of a parameter.
static std::string cppType(const KernelParam &param) {
  if (param.role == ParamRole::TensorMap)
    return "TensorMap";
  if (param.role == ParamRole::Grid)
    return "uint32_t";
  return cScalarType(param.role == ParamRole::Workspace ? "" : param.type);
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
                     : param.role == ParamRole::Grid ? "programs, by setGrid"
                                                     : param.type;
  if (param.divisibility > 1)
    text += ", a multiple of " + std::to_string(param.divisibility);
  return text;
}

std::pair<int, int> tqc::tensorMapType(const std::string &type) {
  if (type == "fp16")
    return {6, 2};
  if (type == "bf16")
    return {9, 2};
  return type == "fp32" ? std::pair{7, 4} : std::pair{0, 1};
}

int tqc::tensorMapSwizzle(int bytes) {
  return bytes == 128 ? 3 : bytes == 64 ? 2 : bytes == 32 ? 1 : 0;
}

/// A number of a recipe: of elements, or an argument's name.
static std::string recipeText(const KernelEntry &entry, int64_t number) {
  if (number >= 0)
    return std::to_string(number);
  int64_t wanted = -number - 1;
  for (const KernelParam &param : entry.params)
    if (param.role == ParamRole::Argument && wanted-- == 0)
      return cIdentifier(param.name);
  return "0";
}

/// The call that encodes one map.
static std::string encodeMap(const KernelEntry &entry,
                             const KernelParam &param) {
  const TensorMapRecipe &map = entry.maps[static_cast<size_t>(param.map)];
  auto [type, bytes] = tensorMapType(map.type);
  auto list = [](const std::string &name, const std::string &kind,
                 const std::vector<std::string> &values) {
    std::string text = "        const " + kind + " " + name + "[" +
                       std::to_string(values.size()) + "] = {";
    for (const std::string &value : values)
      text += kind + "(" + value + "), ";
    text.replace(text.size() - 2, 2, "};\n");
    return text;
  };
  std::vector<std::string> dims, strides, box, ones(map.dims.size(), "1");
  for (int64_t dim : map.dims) {
    std::string text = recipeText(entry, dim);
    // Of an empty tensor there is no map, and the kernel asks for none of it.
    dims.push_back(dim < 0 ? text + " > 0 ? " + text + " : 1" : text);
  }
  for (int64_t stride : map.strides)
    strides.push_back("int64_t(" + recipeText(entry, stride) + ") * " +
                      std::to_string(bytes));
  for (int64_t extent : map.box)
    box.push_back(std::to_string(extent));
  int swizzle = tensorMapSwizzle(map.swizzleBytes);
  return "      {\n" + list("dims", "uint64_t", dims) +
         list("strides", "uint64_t", strides) + list("box", "uint32_t", box) +
         list("steps", "uint32_t", ones) +
         "        if (auto failed = encode(reinterpret_cast<Map *>(&" +
         cIdentifier(param.name) + "), Type(" + std::to_string(type) + "), " +
         std::to_string(map.dims.size()) +
         ",\n              reinterpret_cast<void *>(" +
         recipeText(entry, -map.base - 1) +
         "), dims, strides, box, steps, Interleave(0), Swizzle(" +
         std::to_string(swizzle) + "), Promotion(2), Fill(0)))\n" +
         "          return failed;\n      }\n";
}

/// Statements that store the grid of programs.
static std::string storeGrid(const KernelEntry &entry) {
  std::string text;
  for (const KernelParam &param : entry.params)
    if (param.role == ParamRole::Grid)
      text += "      " + cIdentifier(param.name) + " = " +
              std::string(1, "xyz"[param.axis]) + ";\n";
  return text;
}

/// Statements that count CTAs along x, and let whole clusters run at a time.
static std::string wholeClusters(const KernelEntry &entry) {
  std::string ctas = std::to_string(entry.ctasPerProgram);
  if (entry.ctasPerProgram == 1)
    return "";
  return "      if (x > INT32_MAX / " + ctas + ")\n        return 0;\n" +
         "      x *= " + ctas +
         ";\n      multiprocessors -= multiprocessors % " + ctas + ";\n";
}

/// Member functions that fill what is no argument of the source kernel.
static std::string preparations(const KernelEntry &entry) {
  std::string text;
  if (!entry.maps.empty()) {
    text +=
        "\n    /// Encodes the tensor maps from the other arguments; `encode` "
        "is\n    /// cuTensorMapEncodeTiled, and so is the result.\n"
        "    template <typename Result, typename Map, typename Type,\n"
        "              typename Interleave, typename Swizzle,\n"
        "              typename Promotion, typename Fill>\n"
        "    Result encodeMaps(Result (*encode)(\n"
        "        Map *, Type, uint32_t, void *, const uint64_t *, const "
        "uint64_t *,\n        const uint32_t *, const uint32_t *, Interleave, "
        "Swizzle, Promotion, Fill)) {\n";
    for (const KernelParam &param : entry.params)
      if (param.role == ParamRole::TensorMap)
        text += encodeMap(entry, param);
    text += "      return Result(0);\n    }\n";
  }
  if (entry.isPersistent()) {
    text += "\n    /// Sets the grid of programs. Launch as many CTAs as this "
            "gives, in one\n    /// row: each runs programs one after the "
            "other. 0: there are too many.\n"
            "    uint32_t setGrid(uint32_t x, uint32_t y, uint32_t z,\n"
            "                     uint32_t multiprocessors) {\n" +
            wholeClusters(entry) + storeGrid(entry) +
            "      uint64_t programs = uint64_t(x) * y * z;\n"
            "      if (programs + multiprocessors > INT32_MAX)\n"
            "        return 0;\n"
            "      return uint32_t(programs < multiprocessors ? programs : "
            "multiprocessors);\n    }\n";
  } else if (entry.batch > 1) {
    std::string batch = std::to_string(entry.batch);
    text += "\n    /// Sets the grid of programs. Launch as many CTAs as this "
            "gives along x,\n    /// each for " +
            batch +
            " programs, and y and z as they are.\n"
            "    uint32_t setGrid(uint32_t x, uint32_t y, uint32_t z) {\n" +
            storeGrid(entry) + "      return x / " + batch + " + (x % " +
            batch + " != 0);\n    }\n";
  }
  return text;
}

static std::string kernelStruct(const KernelEntry &entry) {
  std::string text = "struct " + cIdentifier(entry.entry) + " {\n";
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
      constant("int64_t", cIdentifier(value.name), value.value);
    else
      text += "  // " + value.name + " = " + value.value + "\n";
  constant("unsigned", "kArguments", std::to_string(entry.params.size()));
  text += "\n  struct Arguments {\n";
  std::string pointers;
  for (size_t i = 0; i < entry.params.size(); ++i) {
    std::string name = cIdentifier(entry.params[i].name);
    text += "    " + cppType(entry.params[i]) + " " + name + "; // " +
            promise(entry.params[i]) + "\n";
    pointers += "      list[" + std::to_string(i) + "] = &" + name + ";\n";
  }
  text += "\n    /// What cuLaunchKernel takes; `list` holds kArguments.\n"
          "    void **pointers(void **list) {\n" +
          pointers + "      return list;\n    }\n" + preparations(entry) +
          "  };\n};\n";
  return text;
}

std::string tqc::cppHeader(const KernelImage &image, const std::string &name) {
  std::string text = "// Made by tqc " TQC_VERSION "; changes will be lost.\n"
                     "//\n"
                     "// cuModuleLoadData(&module, " +
                     cIdentifier(name) +
                     "::kPtx), then for each kernel a struct that\n"
                     "// says how to launch it.\n"
                     "#pragma once\n\n#include <cstdint>\n\nnamespace " +
                     cIdentifier(name) + " {\n\n";
  for (const KernelEntry &entry : image.entries)
    if (!entry.maps.empty()) {
      text += "/// A CUtensorMap.\n"
              "struct alignas(64) TensorMap {\n  uint8_t bytes[128];\n};\n\n";
      break;
    }
  for (const KernelEntry &entry : image.entries)
    text += kernelStruct(entry) + "\n";
  return text + "inline constexpr char kPtx[] =" + rawStrings(image.ptx) +
         ";\n\n} // namespace " + cIdentifier(name) + "\n";
}
