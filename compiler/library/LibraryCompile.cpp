//===- LibraryCompile.cpp - Compiling through the C interface -------------===//

#include "compiler/driver/Compiler.h"
#include "compiler/library/Handles.h"
#include "compiler/library/KernelCache.h"
#include "compiler/library/Request.h"
#include "runtime/cuda/Toolkit.h"
#include "runtime/image/ReadFile.h"

#include "llvm/ADT/STLExtras.h"

using namespace tqc;

namespace {
/// A diagnostic with its texts.
struct ShownDiagnostic {
  Diag::Level level;
  unsigned code;
  LineColumn begin, end;
  std::string message, file, text;
};
} // namespace

struct tqc_result {
  bool succeeded = false, isCached = false;
  std::string text, facts, explanation, printed, messages, json;
  std::vector<ShownDiagnostic> diagnostics;
};

//===----------------------------------------------------------------------===//
// Errors, and what was built
//===----------------------------------------------------------------------===//

void tqc::storeError(tqc_error **error, const std::string &text) {
  if (error)
    *error = new (std::nothrow) tqc_error{text};
}

uint32_t tqc_api(void) { return TQC_API; }

const char *tqc_version(void) { return TQC_VERSION; }

const char *tqc_error_text(const tqc_error *error) {
  return error ? error->text.c_str() : "";
}

void tqc_error_free(tqc_error *error) { delete error; }

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

tqc_request *tqc_request_new(void) {
  auto *request = new (std::nothrow) tqc_request;
  return request;
}

void tqc_request_free(tqc_request *request) { delete request; }

int tqc_request_set(tqc_request *request, const char *key, const char *value,
                    tqc_error **error) {
  return atBoundary(error, [&]() -> Result<int> {
    if (!request || !key || !value)
      return Error{"tqc_request_set got a null pointer"};
    std::string problem = setRequest(*request, key, value);
    if (!problem.empty())
      return Error{problem};
    return 1;
  });
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

static std::string factsOf(const KernelImage &image) {
  std::string text = "[";
  for (const KernelEntry &entry : image.entries) {
    std::string line = factLine(entry);
    text += (text.size() > 1 ? ",\n" : "") + line.substr(line.find('{'));
  }
  return text + "]";
}

static std::string explanationOf(llvm::ArrayRef<ExplainedKernel> kernels) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os);
  json.array([&] {
    for (const ExplainedKernel &kernel : kernels)
      json.object([&] {
        json.attribute("name", kernel.name);
        json.attribute("file", llvm::json::fixUTF8(kernel.file));
        json.attribute("arch", kernel.arch);
        json.attribute("line", kernel.line);
        json.attribute("warps", kernel.warps);
        json.attribute("stages", kernel.stages);
        json.attribute("sharedBytes", kernel.sharedBytes);
        json.attributeArray("items", [&] {
          for (const ExplainedItem &item : kernel.items)
            json.object([&] {
              json.attribute("line", item.line);
              json.attribute("column", item.column);
              json.attribute("inside", llvm::json::fixUTF8(item.inside));
              json.attribute("kind", item.kind);
              json.attribute("text", llvm::json::fixUTF8(item.text));
            });
        });
      });
  });
  return text;
}

static ShownDiagnostic show(const Diag &diag, const SourceManager &sources) {
  ShownDiagnostic shown;
  shown.level = diag.level;
  shown.code = diag.code.number;
  shown.message = diag.message;
  if (const SourceFile *file = sources.fileOf(diag.at.begin)) {
    shown.file = file->name().str();
    shown.begin = file->locate(diag.at.begin);
    shown.end = file->locate(std::max(diag.at.begin, diag.at.end));
  }
  DiagEngine one(sources);
  one.report(diag);
  llvm::raw_string_ostream os(shown.text);
  one.print(os);
  return shown;
}

static void takeDiagnostics(tqc_result &result, const DiagEngine &diags) {
  for (const Diag &diag : diags.all())
    result.diagnostics.push_back(show(diag, diags.sourceManager()));
  llvm::raw_string_ostream messages(result.messages), json(result.json);
  diags.print(messages);
  diags.printJson(json);
}

/// Only what comes out the same each time is kept: PTX without a word to tell.
static std::string cacheKey(const tqc_request &request, const std::string &name,
                            const std::string &text) {
  const CompileOptions &options = request.options;
  bool isSource = !llvm::StringRef(name).ends_with(".mlir") &&
                  !llvm::StringRef(name).ends_with(".ll");
  if (!request.usesCache || !isSource || options.last != PhaseId::Ptx ||
      options.explain || !options.remarks.empty())
    return "";
  return requestKey(name, text, request.said, options.target.libdevice);
}

static void takeImage(tqc_result &result, const KernelImage &image) {
  result.succeeded = true;
  result.text = image.ptx;
  result.facts = factsOf(image);
}

static Result<tqc_result *> compileText(const tqc_request *request,
                                        const std::string &name,
                                        std::string text) {
  if (!request)
    return Error{"the request is a null pointer"};
  if (text.size() >= uint32_t(-1) / 2)
    return Error{name + " has " + std::to_string(text.size()) +
                 " bytes, which is more than the compiler can count"};
  auto result = std::make_unique<tqc_result>();
  tqc_request own = *request;
  own.options.target.libdevice = findLibdevice().value_or("");
  std::string key = cacheKey(own, name, text);
  if (std::optional<KernelImage> image = findCompiled(key)) {
    takeImage(*result, *image);
    result->isCached = true;
    result->json = "[]";
    return result.release();
  }
  own.options.staticPrint = [&](llvm::StringRef words) {
    result->printed += words;
  };
  SourceManager sources;
  DiagEngine diags(sources);
  const SourceFile &file = sources.add(name, std::move(text));
  CompileResult compiled = compile(file, own.options, sources, diags);
  takeDiagnostics(*result, diags);
  if (!compiled.succeeded)
    return result.release();
  if (own.options.last == PhaseId::Ptx)
    takeImage(*result, compiled.image);
  result->succeeded = true;
  result->text = std::move(compiled.text);
  if (own.options.explain)
    result->explanation = explanationOf(compiled.explanation);
  if (diags.all().empty() && result->printed.empty())
    keepCompiled(key, compiled.image);
  return result.release();
}

tqc_result *tqc_compile_text(const tqc_request *request, const char *name,
                             const char *text, size_t size, tqc_error **error) {
  return atBoundary(error, [&]() -> Result<tqc_result *> {
    if (!name || (!text && size))
      return Error{"tqc_compile_text got a null pointer"};
    return compileText(request, name, size ? std::string(text, size) : "");
  });
}

tqc_result *tqc_compile_file(const tqc_request *request, const char *path,
                             tqc_error **error) {
  return atBoundary(error, [&]() -> Result<tqc_result *> {
    if (!path)
      return Error{"tqc_compile_file got a null pointer"};
    Result<std::string> text = readFile(path);
    if (!text)
      return Error{std::string("cannot read ") + path + ": " +
                   text.error().message};
    return compileText(request, path, std::move(*text));
  });
}

void tqc_result_free(tqc_result *result) { delete result; }

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

int tqc_result_ok(const tqc_result *result) {
  return result && result->succeeded;
}

int tqc_result_cached(const tqc_result *result) {
  return result && result->isCached;
}

const char *tqc_result_text(const tqc_result *result, size_t *size) {
  if (size)
    *size = result ? result->text.size() : 0;
  return result ? result->text.c_str() : "";
}

const char *tqc_result_facts(const tqc_result *result) {
  return result ? result->facts.c_str() : "";
}

const char *tqc_result_explanation(const tqc_result *result) {
  return result ? result->explanation.c_str() : "";
}

const char *tqc_result_printed(const tqc_result *result) {
  return result ? result->printed.c_str() : "";
}

size_t tqc_result_diagnostics(const tqc_result *result) {
  return result ? result->diagnostics.size() : 0;
}

int tqc_result_diagnostic(const tqc_result *result, size_t index,
                          tqc_diagnostic *diagnostic) {
  if (!result || !diagnostic || index >= result->diagnostics.size())
    return 0;
  const ShownDiagnostic &from = result->diagnostics[index];
  tqc_diagnostic to = {};
  to.level = from.level == Diag::Level::Error     ? TQC_ERROR
             : from.level == Diag::Level::Warning ? TQC_WARNING
                                                  : TQC_REMARK;
  to.code = from.code;
  to.message = from.message.c_str();
  to.file = from.file.c_str();
  to.line = from.begin.line;
  to.column = from.begin.column;
  to.end_line = from.end.line;
  to.end_column = from.end.column;
  to.text = from.text.c_str();
  fillKnown(diagnostic, to);
  return 1;
}

const char *tqc_result_messages(const tqc_result *result) {
  return result ? result->messages.c_str() : "";
}

const char *tqc_result_json(const tqc_result *result) {
  return result ? result->json.c_str() : "";
}
