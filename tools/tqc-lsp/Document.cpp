//===- Document.cpp - What an editor is told of one text ------------------===//

#include "tools/tqc-lsp/Document.h"

#include "compiler/driver/Compiler.h"
#include "compiler/driver/FatalErrors.h"
#include "compiler/driver/IrDiagnostics.h"
#include "compiler/driver/KernelPlan.h"
#include "compiler/driver/SelectKernels.h"
#include "compiler/emit/EmitTile.h"
#include "compiler/syntax/Parser.h"
#include "dialect/tq/TqDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringExtras.h"

using namespace tqc;

/// A file of a megabyte takes a second; nobody writes one by hand.
static constexpr size_t kMostBytes = 1 << 20;

Document::Document(std::string path, std::string text, int64_t version)
    : source(&manager.add(std::move(path), std::move(text))), messages(manager),
      ownVersion(version) {
  if (!isTooLarge())
    analyse();
}

Document::~Document() = default;

bool Document::isTooLarge() const { return source->text().size() > kMostBytes; }

//===----------------------------------------------------------------------===//
// Analysis
//===----------------------------------------------------------------------===//

static std::string showElement(mlir::Type type) {
  if (auto pointer = llvm::dyn_cast<tq::PtrType>(type))
    return "pointer to " + showElement(pointer.getPointee());
  std::string text;
  llvm::raw_string_ostream os(text);
  type.print(os);
  if (type.isF16() || type.isF32() || type.isF64())
    return "fp" + text.substr(1);
  return text;
}

/// "fp32 [64, 128]".
static std::string showType(mlir::Type type) {
  auto tile = llvm::dyn_cast<mlir::RankedTensorType>(type);
  if (!tile)
    return showElement(type);
  std::string text = showElement(tile.getElementType()) + " [";
  llvm::ListSeparator comma;
  for (int64_t size : tile.getShape())
    text += std::string(llvm::StringRef(comma)) + std::to_string(size);
  return text + "]";
}

/// The name that a location carries; empty if it carries none.
static llvm::StringRef nameOf(mlir::Location location) {
  if (auto name = llvm::dyn_cast<mlir::NameLoc>(location))
    return name.getName().strref();
  return "";
}

/// The values of a kernel's IR that the source names, by lines of `file`.
static void collect(mlir::ModuleOp ir, llvm::StringRef file,
                    std::vector<NamedValue> &named) {
  auto note = [&](mlir::Value value, mlir::Location location, bool parameter) {
    llvm::StringRef name = nameOf(location);
    mlir::FileLineColRange place = innermostPlace(location);
    if (!name.empty() && place && place.getFilename() == file)
      named.push_back({name.str(), showType(value.getType()),
                       place.getStartLine(), parameter, false});
  };
  ir.walk([&](mlir::Operation *op) {
    if (op->getNumResults() == 1)
      note(op->getResult(0), op->getLoc(), false);
    for (mlir::Region &region : op->getRegions())
      for (mlir::Block &block : region)
        for (mlir::BlockArgument argument : block.getArguments())
          note(argument, argument.getLoc(), llvm::isa<mlir::func::FuncOp>(op));
  });
}

/// What only says that a function is a helper, or waits for a launcher.
static bool saysNothing(const Diag &diag) {
  unsigned number = diag.code.number;
  return number == code::MissingType.number ||
         number == code::MissingConstant.number ||
         number == code::NoSuchKernel.number;
}

void Document::compileKernel(const ast::FunctionStmt &kernel) {
  DiagEngine own(manager);
  SemaContext sema{manager, own, makeImportLoader({}), [](llvm::StringRef) {}};
  std::optional<Specialization> specialization =
      resolveSpecialization(sema, *module, kernel, {});
  if (specialization) {
    for (const ArgumentSpec &argument : specialization->arguments)
      if (argument.isConstant)
        named.push_back({argument.name, argument.constant,
                         source->locate(kernel.span.begin).line, true, true});
    mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
    if (auto ir = emitTile(context, sema, *module, kernel, *specialization);
        ir && takePlan(*ir, {&kernel, *specialization}, own))
      collect(*ir, source->name(), named);
  }
  for (const Diag &diag : own.all())
    if (specialization || !kernel.tqcLine.empty() || !saysNothing(diag))
      messages.report(diag);
}

void Document::analyse() {
  tokenList = lex(*source, manager);
  module = parseFile(*source, messages);
  for (const ast::Stmt *statement : module->body)
    if (const auto *function = llvm::dyn_cast<ast::FunctionStmt>(statement))
      all.push_back(function);
  kernels = findKernels(*module);
  if (messages.hasErrors() || !readAllKernels(*module, "", messages))
    return;
  auto *work = new std::function<void()>([this] {
    for (const ast::FunctionStmt *kernel : kernels)
      compileKernel(*kernel);
  });
  FatalError error;
  if (!runGuarded([&] { (*work)(); }, error))
    messages.error(code::Internal, {}, "internal error: " + error.reason);
  else
    delete work;
}

bool Document::isKernel(const ast::FunctionStmt &function) const {
  return llvm::is_contained(kernels, &function);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

int Document::nameAt(size_t offset) const {
  int found = -1;
  for (size_t i = 0; i < tokens().size(); ++i) {
    if (begin(tokens()[i]) > offset)
      break;
    if (tokens()[i].is(TokenKind::Name) && end(tokens()[i]) >= offset)
      found = static_cast<int>(i);
  }
  return found;
}

std::string Document::dottedPath(size_t token) const {
  std::string path = textOf(tokens()[token]).str();
  while (token >= 2 && textOf(tokens()[token - 1]) == ".") {
    if (!tokens()[token - 2].is(TokenKind::Name))
      return "";
    token -= 2;
    path = textOf(tokens()[token]).str() + "." + path;
  }
  llvm::StringRef text = path;
  if (text.consume_front("triton.language."))
    return "tl." + text.str();
  return path;
}

const ast::FunctionStmt *Document::functionAt(size_t offset) const {
  size_t at = offset + source->base();
  for (const ast::FunctionStmt *function : all)
    if (function->span.begin <= at && at <= function->span.end)
      return function;
  return nullptr;
}

/// Whether a name stands where it gets a value, or a parameter its name.
bool Document::binds(size_t token) const {
  if (token + 1 >= tokens().size())
    return false;
  const ast::FunctionStmt *function = functionAt(begin(tokens()[token]));
  if (function)
    for (const ast::Param &param : function->params)
      if (param.span.begin == tokens()[token].span.begin)
        return true;
  llvm::StringRef before = token ? textOf(tokens()[token - 1]) : "";
  if (before == "for" || before == "def" || before == "as")
    return true;
  if (before == ".")
    return false;
  // `a, b = ...` and `a = ...` at the beginning of a statement.
  for (size_t i = token; i < tokens().size(); ++i) {
    llvm::StringRef next = textOf(tokens()[i]);
    bool isPart = tokens()[i].is(TokenKind::Name) || next == ",";
    if (isPart)
      continue;
    if (next != "=" && next != ":")
      return false;
    break;
  }
  size_t first = token;
  while (first > 0 && (tokens()[first - 1].is(TokenKind::Name) ||
                       textOf(tokens()[first - 1]) == ","))
    --first;
  return first == 0 || tokens()[first - 1].is(TokenKind::Newline) ||
         tokens()[first - 1].is(TokenKind::Indent) ||
         tokens()[first - 1].is(TokenKind::Dedent);
}

std::vector<size_t> Document::references(size_t token) const {
  std::vector<size_t> result;
  llvm::StringRef name = textOf(tokens()[token]);
  const ast::FunctionStmt *function = functionAt(begin(tokens()[token]));
  auto gather = [&](bool inside, bool bindsOnly) {
    std::vector<size_t> found;
    for (size_t i = 0; i < tokens().size(); ++i) {
      const Token &other = tokens()[i];
      bool isMember = i > 0 && textOf(tokens()[i - 1]) == ".";
      if (!other.is(TokenKind::Name) || textOf(other) != name || isMember)
        continue;
      if (inside && functionAt(begin(other)) != function)
        continue;
      if (!bindsOnly || binds(i))
        found.push_back(i);
    }
    return found;
  };
  bool isLocal =
      function && function->name != name && !gather(true, true).empty();
  return gather(isLocal, false);
}

int Document::definition(size_t token) const {
  for (size_t i : references(token))
    if (binds(i))
      return static_cast<int>(i);
  return -1;
}

std::optional<ForeignPlace> Document::imported(llvm::StringRef name) const {
  for (const ast::Stmt *statement : module ? module->body : ast::Block()) {
    const auto *import = llvm::dyn_cast<ast::ImportFromStmt>(statement);
    for (const ast::ImportStmt::Name &one :
         import ? import->names : std::vector<ast::ImportStmt::Name>()) {
      if ((one.alias.empty() ? one.path : one.alias) != name)
        continue;
      auto found = makeImportLoader({})(*source, import->dots, import->module);
      if (!found)
        continue;
      size_t at = found->second.find("def " + one.path);
      return ForeignPlace{found->first, found->second,
                          at == std::string::npos ? 0 : at + 4};
    }
  }
  return std::nullopt;
}

const NamedValue *Document::valueOf(llvm::StringRef name, uint32_t line) const {
  // Lines count from 1; a name means what the last line before says.
  const ast::FunctionStmt *function = nullptr;
  for (const ast::FunctionStmt *one : all)
    if (source->locate(one->span.begin).line <= line)
      function = one;
  uint32_t first = function ? source->locate(function->span.begin).line : 0;
  const NamedValue *best = nullptr;
  for (const NamedValue &value : named)
    if (value.name == name && value.line <= line && value.line >= first &&
        (!best || value.line >= best->line))
      best = &value;
  return best;
}
