//===- KernelCache.cpp - Compiled kernels on disk -------------------------===//

#include "compiler/library/KernelCache.h"

#include "runtime/cache/DiskCache.h"

#include "llvm/ADT/StringExtras.h"

#include <dlfcn.h>
#include <sys/stat.h>

using namespace tqc;

/// Imports that Triton programs have and that bring no source of their own.
static bool isKnownImport(llvm::StringRef line) {
  llvm::StringRef word = line.ltrim();
  if (!word.consume_front("import ") && !word.consume_front("from "))
    return false;
  word = word.ltrim().take_while(
      [](char c) { return llvm::isAlnum(c) || c == '_'; });
  return word == "torch" || word == "triton" || word == "math" ||
         word == "typing" || word == "__future__";
}

static bool importsOthers(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n');
  for (llvm::StringRef line : lines) {
    llvm::StringRef word = line.ltrim();
    if ((word.starts_with("import ") || word.starts_with("from ")) &&
        !isKnownImport(line))
      return true;
  }
  return false;
}

/// Which binary compiles, a program or libtqc: a rebuilt compiler must not find
/// old code.
static std::string compilerIdentity() {
  Dl_info own;
  struct stat info;
  bool known = dladdr(reinterpret_cast<void *>(&compilerIdentity), &own) != 0;
  // Of a program, the loader knows the name that it was called by alone.
  bool isLibrary =
      known && llvm::StringRef(own.dli_fname).contains("libtqc.so");
  if (stat(isLibrary ? own.dli_fname : "/proc/self/exe", &info) != 0)
    return "";
  return std::string(TQC_VERSION) + " " + std::to_string(info.st_size) + " " +
         std::to_string(info.st_mtim.tv_sec) + " " +
         std::to_string(info.st_mtim.tv_nsec);
}

/// A file by its size and age.
static std::string fileIdentity(const std::string &path) {
  struct stat info;
  if (path.empty() || stat(path.c_str(), &info) != 0)
    return "none";
  return path + " " + std::to_string(info.st_size) + " " +
         std::to_string(info.st_mtim.tv_sec);
}

static std::string argumentText(const ArgumentSpec &spec) {
  std::string text = spec.name + "|";
  if (spec.isTuple) {
    text += spec.isNamed ? "{" : "(";
    for (const ArgumentSpec &part : spec.parts)
      text += argumentText(part);
    return text + ")" + spec.type.str() + "|";
  }
  return text +
         (spec.isConstant
              ? "=" + spec.constant
              : spec.type.str() + ":" + std::to_string(spec.divisibility) +
                    (spec.isRestrict ? ":restrict" : "")) +
         "|";
}

std::string tqc::specializationText(const Specialization &specialization) {
  std::string text;
  for (const ArgumentSpec &spec : specialization.arguments)
    text += argumentText(spec);
  return text + std::to_string(specialization.numWarps) + "|" +
         std::to_string(specialization.numStages) + "|" +
         std::to_string(specialization.numCtas) + "|" +
         std::to_string(specialization.maxRegisters) + "|" +
         specialization.plan + "|" + std::to_string(int(specialization.checks));
}

std::string tqc::kernelKey(const ast::Module &module,
                           const ast::FunctionStmt &kernel,
                           const Specialization &specialization,
                           const CompileOptions &options) {
  const TargetOptions &target = options.target;
  std::string compiler = compilerIdentity();
  if (compiler.empty() || importsOthers(module.file->text()))
    return "";
  return ContentKey()
      .add(compiler)
      .add(module.file->name().str()) // it is part of the line information
      .add(module.file->text().str())
      .add(kernel.name)
      .add(specializationText(specialization))
      .add(target.arch)
      .add(int64_t(target.ptxVersion))
      .add(fileIdentity(target.libdevice))
      .add(llvm::join(options.choices.texts(), ","))
      .add(int64_t(options.marks))
      .hex();
}

std::string tqc::tuningKey(const ast::Module &module,
                           const ast::FunctionStmt &kernel,
                           const std::vector<std::string> &facts) {
  std::string compiler = compilerIdentity();
  if (compiler.empty() || importsOthers(module.file->text()))
    return "";
  ContentKey key;
  key.add(compiler).add(module.file->text().str()).add(kernel.name);
  for (const std::string &fact : facts)
    key.add(fact);
  return key.hex();
}

std::string tqc::requestKey(const std::string &name, const std::string &text,
                            const std::string &said,
                            const std::string &libdevice) {
  std::string compiler = compilerIdentity();
  if (compiler.empty() || importsOthers(text))
    return "";
  return ContentKey()
      .add("request")
      .add(compiler)
      .add(name)
      .add(text)
      .add(said)
      .add(fileIdentity(libdevice))
      .hex();
}

std::optional<KernelImage> tqc::findCompiled(const std::string &key) {
  if (key.empty())
    return std::nullopt;
  std::optional<std::string> text = DiskCache::shared().get("ptx", key);
  if (!text)
    return std::nullopt;
  Result<KernelImage> image = KernelImage::parse(std::move(*text));
  if (!image)
    return std::nullopt;
  return std::move(*image);
}

void tqc::keepCompiled(const std::string &key, const KernelImage &image) {
  if (!key.empty())
    DiskCache::shared().put("ptx", key, image.ptx);
}
