//===- BundleHeaders.cpp - Launchers in C and in C++ ----------------------===//

#include "runtime/device/DTypes.h"
#include "tools/bundle/Bundle.h"
#include "tools/tqc/CppHeader.h"

#include "llvm/ADT/StringExtras.h"

#include <set>
#include <string_view>

using namespace tqc;

namespace tqc::embedded {
extern const std::pair<std::string_view, std::string_view> kBundleParts[];
extern const unsigned kBundlePartsCount;
} // namespace tqc::embedded

/// The file of `parts` of that name.
static std::string part(std::string_view name) {
  for (unsigned i = 0; i < embedded::kBundlePartsCount; ++i) {
    auto [path, text] = embedded::kBundleParts[i];
    if (path.substr(path.rfind('/') + 1) == name)
      return std::string(text);
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// What no argument and no member may be called.
static bool isReserved(const std::string &name) {
  static const std::set<std::string> words = {
#define TQ_WORD(word) #word,
#include "tools/bundle/ReservedWords.def"
  };
  return words.count(name) != 0;
}

/// Names of C for names of the language, each once.
static std::vector<std::string> cNames(const std::vector<std::string> &names) {
  std::set<std::string> used;
  std::vector<std::string> result;
  for (const std::string &name : names) {
    std::string text = cIdentifier(name);
    while (isReserved(text) || used.count(text))
      text += "_";
    used.insert(text);
    result.push_back(text);
  }
  return result;
}

static std::vector<std::string> argumentNames(const BundleKernel &kernel) {
  std::vector<std::string> names;
  for (const BundleArgument &argument : kernel.arguments)
    names.push_back(argument.name);
  return cNames(names);
}

static bool isPointer(const BundleArgument &argument) {
  return argument.type[0] == '*';
}

/// "a, b, c"; an empty list of C has one element that nobody reads.
static std::string list(const std::vector<std::string> &parts) {
  return parts.empty() ? "0" : llvm::join(parts, ", ");
}

static std::string quoted(llvm::StringRef text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += c;
  }
  return result + "\"";
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

static std::string numbers(const std::vector<int64_t> &values) {
  std::vector<std::string> texts;
  for (int64_t value : values)
    texts.push_back(std::to_string(value));
  return "{" + list(texts) + "}";
}

static std::string mapRow(const TensorMapRecipe &map) {
  auto [type, width] = tensorMapType(map.type);
  return "    {" + std::to_string(map.base) + ", " + std::to_string(type) +
         ", " + std::to_string(width) + ", " + std::to_string(map.dims.size()) +
         ", " + std::to_string(tensorMapSwizzle(map.swizzleBytes)) + ", " +
         numbers(map.dims) + ", " + numbers(map.strides) + ", " +
         numbers(map.box) + "},\n";
}

/// The lists that an image's row points to; their names end with its number.
static std::string imageLists(const std::string &prefix,
                              const KernelEntry &facts) {
  std::vector<int64_t> multiples;
  std::vector<std::string> parameters;
  for (const KernelParam &param : facts.params) {
    size_t index = param.role == ParamRole::Argument    ? multiples.size()
                   : param.role == ParamRole::TensorMap ? size_t(param.map)
                   : param.role == ParamRole::Grid      ? size_t(param.axis)
                                                        : 0;
    if (param.role == ParamRole::Argument)
      multiples.push_back(param.divisibility);
    const char *role = param.role == ParamRole::Argument    ? "'a'"
                       : param.role == ParamRole::TensorMap ? "'m'"
                       : param.role == ParamRole::Grid      ? "'g'"
                                                            : "'w'";
    parameters.push_back("{" + std::string(role) + ", " +
                         std::to_string(index) + "}");
  }
  std::string text = "static const int64_t " + prefix +
                     "multiple_of[] = " + numbers(multiples) + ";\n";
  text += "static const tq_parameter " + prefix + "parameters[] = {" +
          (parameters.empty() ? "{0, 0}" : list(parameters)) + "};\n";
  if (facts.maps.empty())
    return text;
  text += "static const tq_map " + prefix + "maps[] = {\n";
  for (const TensorMapRecipe &map : facts.maps)
    text += mapRow(map);
  return text + "};\n";
}

static std::string imageRow(const std::string &prefix,
                            const BundleImage &image) {
  const KernelEntry &facts = image.facts;
  std::vector<std::string> fields = {
      std::to_string(image.target),
      std::to_string(image.kernel),
      std::to_string(image.choice),
      quoted(image.ptxFile),
      image.cubinFile.empty() ? "NULL" : quoted(image.cubinFile),
      std::to_string(image.ptx.size()),
      std::to_string(image.cubin.size()),
      quoted(facts.entry),
      std::to_string(facts.numWarps * 32),
      std::to_string(facts.sharedBytes),
      std::to_string(facts.params.size()),
      std::to_string(facts.ctasPerProgram),
      std::to_string(facts.batch),
      facts.isPersistent() ? "1" : "0",
      std::to_string(facts.overlaps),
      std::to_string(facts.workspaceBytes),
      prefix + "multiple_of",
      prefix + "parameters",
      facts.maps.empty() ? "NULL" : prefix + "maps"};
  return "    {" + list(fields) + "},\n";
}

static std::string tables(const Bundle &bundle) {
  const std::string &name = bundle.name;
  std::string text = "static const tq_target " + name + "_targets[] = {\n";
  for (const Gpu *gpu : bundle.targets)
    text += "    {" + quoted(std::string(gpu->name)) + ", " +
            std::to_string(gpu->capability) + ", " +
            (gpu->variant == GpuVariant::Plain    ? "'p'"
             : gpu->variant == GpuVariant::Family ? "'f'"
                                                  : "'s'") +
            "},\n";
  text += "};\n";
  std::string rows = "static const tq_kernel " + name + "_kernels[] = {\n";
  for (const BundleKernel &kernel : bundle.kernels) {
    std::string listName =
        name + "_" + launcherName(bundle, kernel) + "_arguments";
    std::vector<std::string> names;
    for (const BundleArgument &argument : kernel.arguments)
      names.push_back(quoted(argument.name));
    text += "static const char *const " + listName + "[] = {" + list(names) +
            "};\n";
    rows += "    {" + quoted(launcherName(bundle, kernel)) + ", " + listName +
            ", " + std::to_string(names.size()) + ", " +
            std::to_string(kernel.choices.size()) + "},\n";
  }
  text += rows + "};\n";
  rows = "static const tq_image " + name + "_images[] = {\n";
  for (size_t i = 0; i < bundle.images.size(); ++i) {
    std::string prefix = name + "_" + std::to_string(i) + "_";
    text += imageLists(prefix, bundle.images[i].facts);
    rows += imageRow(prefix, bundle.images[i]);
  }
  text += rows + "};\n";
  return text + "static const tq_table " + name + "_table = {\n    " +
         quoted(name) + ", " + quoted(bundle.key) + ", " + quoted(TQC_VERSION) +
         ", " + name + "_targets, " + name + "_kernels, " + name + "_images, " +
         std::to_string(bundle.targets.size()) + ", " +
         std::to_string(bundle.kernels.size()) + ", " +
         std::to_string(bundle.images.size()) + "};\n";
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

/// "1024" and "True" as numbers of C, and nothing for what is none.
static std::string numberOf(const std::string &value) {
  int64_t number = 0;
  if (value == "True" || value == "False")
    return value == "True" ? "1" : "0";
  return llvm::StringRef(value).getAsInteger(10, number) ? "" : value;
}

/// The constants of each choice: numbers where all are, else as they are
/// written.
static std::string choices(const std::string &launcher,
                           const BundleKernel &kernel) {
  std::vector<std::string> names;
  for (const KernelConstant &constant : kernel.choices.front().constants)
    names.push_back(constant.name);
  std::vector<bool> areNumbers(names.size(), true);
  for (const BundleChoice &choice : kernel.choices)
    for (size_t i = 0; i < names.size(); ++i)
      areNumbers[i] =
          areNumbers[i] && !numberOf(choice.constants[i].value).empty();
  std::string text = "typedef struct {\n";
  names = cNames(names);
  for (size_t i = 0; i < names.size(); ++i)
    text +=
        (areNumbers[i] ? "  int64_t " : "  const char *") + names[i] + ";\n";
  text += "} " + launcher + "_choice;\nstatic const " + launcher + "_choice " +
          launcher + "_choices[" + std::to_string(kernel.choices.size()) +
          "] = {\n";
  for (const BundleChoice &choice : kernel.choices) {
    std::vector<std::string> values;
    for (size_t i = 0; i < names.size(); ++i) {
      const std::string &value = choice.constants[i].value;
      values.push_back(areNumbers[i] ? numberOf(value) : quoted(value));
    }
    text += "    {" + list(values) + "},\n";
  }
  return text + "};\n";
}

//===----------------------------------------------------------------------===//
// Launchers
//===----------------------------------------------------------------------===//

/// "tq_pointer x_ptr, int32_t n, ", as C or as C++ has it.
static std::string declaredArguments(const BundleKernel &kernel, bool isCpp) {
  std::vector<std::string> names = argumentNames(kernel);
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    const BundleArgument &argument = kernel.arguments[i];
    std::string type = cScalarType(argument.type);
    if (isPointer(argument)) {
      std::optional<DType> element = dtypeOf(argument.type.substr(1));
      type = isCpp && element
                 ? "tq::Pointer<" + std::to_string(bytesOf(*element)) + ">"
                 : "tq_pointer";
    }
    text += ", " + type + " " + names[i];
  }
  return text;
}

/// What the launcher's comment says of its arguments.
static std::string typesOf(const BundleKernel &kernel) {
  std::vector<std::string> parts;
  for (const BundleArgument &argument : kernel.arguments)
    parts.push_back(argument.name + ": " + argument.type);
  return llvm::join(parts, ", ");
}

static std::string cLauncher(const Bundle &bundle, size_t index) {
  const BundleKernel &kernel = bundle.kernels[index];
  std::string name = bundle.name + "_" + launcherName(bundle, kernel);
  std::string number = std::to_string(index);
  std::vector<std::string> values, places;
  std::vector<std::string> names = argumentNames(kernel);
  for (size_t i = 0; i < names.size(); ++i) {
    std::optional<DType> type = dtypeOf(kernel.arguments[i].type);
    bool isInteger = isPointer(kernel.arguments[i]) || !type || !isFloat(*type);
    values.push_back(isInteger ? "(int64_t)" + names[i] : "0");
    places.push_back("&" + names[i]);
  }
  return "\n" + choices(name, kernel) +
         "/* The constants that launches use; a grid is made of them. */\n"
         "static inline const " +
         name + "_choice *" + name +
         "_selected(const tq_bundle *bundle) {\n  return &" + name +
         "_choices[bundle->selected[" + number +
         "]];\n}\n/* Lets launches use a row of " + name +
         "_choices. */\nstatic inline int " + name +
         "_select(tq_bundle *bundle, int choice, tq_error *error) {\n"
         "  return tq_select(bundle, " +
         number + ", choice, error);\n}\n/* " + typesOf(kernel) +
         " */\nstatic inline int " + name +
         "(const tq_bundle *bundle, tq_grid grid, void *stream" +
         declaredArguments(kernel, /*isCpp=*/false) +
         ", tq_error *error) {\n  int64_t values[] = {" + list(values) +
         "};\n  void *places[] = {" + list(places) + "};\n  return " +
         bundle.name + "_is_of(bundle, error) ? tq_launch(bundle, " + number +
         ", grid, stream, values, places, error) : TQ_BAD_BUNDLE;\n}\n";
}

std::string tqc::bundleHeader(const Bundle &bundle) {
  const std::string &name = bundle.name;
  std::string guard = "TQ_BUNDLE_OF_" + name + "_H";
  std::string text =
      "/* Made by `tqc build` of tqc " TQC_VERSION "; changes will be lost.\n"
      " *\n"
      " *   tq_bundle bundle;\n"
      " *   tq_error error;\n"
      " *   if (" +
      name +
      "_open(&bundle, folder, &error))\n"
      " *     puts(error.text);\n"
      " *   " +
      name +
      "_KERNEL(&bundle, grid, stream, arguments..., &error);\n"
      " *   tq_close(&bundle);\n"
      " *\n"
      " * C99 and C++; links with nothing but libc (and -ldl where that is "
      "apart).\n"
      " */\n#ifndef " +
      guard + "\n#define " + guard + "\n\n#include <stdbool.h>\n\n" +
      part("driver.h") + "\n" + part("open.h") + "\n" + part("launch.h") +
      "\n" + tables(bundle) +
      "\n/* Opens the folder for the CUDA context that is current. */\n"
      "static inline int " +
      name +
      "_open(tq_bundle *bundle, const char *folder, tq_error *error) {\n"
      "  return tq_open(bundle, &" +
      name +
      "_table, folder, error);\n}\n"
      "static inline int " +
      name +
      "_is_of(const tq_bundle *bundle, tq_error *error) {\n"
      "  if (bundle->table && (bundle->table == &" +
      name + "_table || !strcmp(bundle->table->key, " + name +
      "_table.key)))\n    return 1;\n"
      "  tq_fail(error, TQ_BAD_BUNDLE, \"" +
      name +
      "\", \"the bundle is closed, or is another one\", NULL);\n"
      "  return 0;\n}\n";
  for (size_t i = 0; i < bundle.kernels.size(); ++i)
    text += cLauncher(bundle, i);
  return text + "\n#endif /* " + guard + " */\n";
}

static std::string cppLauncher(const Bundle &bundle,
                               const BundleKernel &kernel) {
  std::string launcher = launcherName(bundle, kernel);
  std::string c = bundle.name + "_" + launcher;
  while (isReserved(launcher))
    launcher += "_";
  std::string passed;
  for (const std::string &name : argumentNames(kernel))
    passed += ", " + name;
  return "\n/// " + typesOf(kernel) + "\ninline void " + launcher +
         "(const Bundle &bundle, tq_grid grid, void *stream" +
         declaredArguments(kernel, /*isCpp=*/true) +
         ") {\n  tq_error error;\n  if (::" + c +
         "(bundle.get(), grid, stream" + passed +
         ", &error))\n    throw tq::BundleError(error);\n}\n"
         "/// The constants that launches use.\ninline const " +
         c + "_choice &" + launcher +
         "_selected(const Bundle &bundle) {\n  return *::" + c +
         "_selected(bundle.get());\n}\ninline void " + launcher +
         "_select(Bundle &bundle, int choice) {\n  tq_error error;\n  if (::" +
         c +
         "_select(bundle.get(), choice, &error))\n"
         "    throw tq::BundleError(error);\n}\n";
}

std::string tqc::bundleCppHeader(const Bundle &bundle) {
  const std::string &name = bundle.name;
  std::string text =
      "// Made by `tqc build` of tqc " TQC_VERSION "; changes will be lost.\n"
      "//\n"
      "//   " +
      name +
      "::Bundle bundle(folder);\n"
      "//   " +
      name +
      "::KERNEL(bundle, {programs, 1, 1}, stream, arguments...);\n"
      "#pragma once\n\n#include \"" +
      name + ".h\"\n\n" + part("bundle.hpp") + "\nnamespace " + name +
      " {\n\n"
      "/// The bundle for the CUDA context that was current when it was "
      "opened.\n"
      "class Bundle {\npublic:\n"
      "  explicit Bundle(const std::string &folder) {\n    tq_error error;\n"
      "    if (" +
      name +
      "_open(&bundle, folder.c_str(), &error))\n"
      "      throw tq::BundleError(error);\n  }\n"
      "  ~Bundle() {\n    if (bundle.table)\n      tq_close(&bundle);\n  }\n"
      "  Bundle(Bundle &&other) noexcept : bundle(other.bundle) { other.bundle "
      "= {}; }\n"
      "  Bundle &operator=(Bundle &&other) noexcept {\n"
      "    std::swap(bundle, other.bundle);\n    return *this;\n  }\n"
      "  tq_bundle *get() { return &bundle; }\n"
      "  const tq_bundle *get() const { return &bundle; }\n"
      "  /// What the code is for: \"sm_90a\".\n"
      "  const char *target() const {\n"
      "    return bundle.table->targets[bundle.target].name;\n  }\n\n"
      "private:\n  tq_bundle bundle;\n};\n";
  for (const BundleKernel &kernel : bundle.kernels)
    text += cppLauncher(bundle, kernel);
  return text + "\n} // namespace " + name + "\n";
}
