//===- ServeOutline.cpp - The whole text: tokens, symbols, lenses ---------===//

#include "tools/tqc-lsp/Server.h"

using namespace tqc;

namespace {
/// The legend of semantic tokens, in the order of their numbers.
enum Sort : unsigned {
  Keyword,
  String,
  Number,
  Function,
  Parameter,
  Variable,
  Namespace,
  Builtin
};
} // namespace

static constexpr llvm::StringLiteral kSorts[] = {
    "keyword",   "string",   "number",    "function",
    "parameter", "variable", "namespace", "method"};

llvm::ArrayRef<llvm::StringLiteral> tqc::tokenSorts() { return kSorts; }

/// What a token is drawn as; nothing for what editors draw themselves.
static std::optional<Sort> sortOf(const Document &document, size_t index) {
  const Token &token = document.tokens()[index];
  switch (token.kind) {
#define TQ_KEYWORD(name) case TokenKind::kw_##name:
#include "compiler/syntax/Tokens.def"
    return Keyword;
  case TokenKind::Int:
  case TokenKind::Float:
    return Number;
  case TokenKind::String:
  case TokenKind::FString:
    return String;
  case TokenKind::Name:
    break;
  default:
    return std::nullopt;
  }
  llvm::StringRef name = document.textOf(token);
  if (sema::findBuiltin(document.dottedPath(index)))
    return Builtin;
  if (name == "tl" || name == "triton" || name == "torch")
    return Namespace;
  for (const ast::FunctionStmt *function : document.functions())
    if (function->name == name)
      return Function;
  if (const ast::FunctionStmt *function =
          document.functionAt(document.begin(token)))
    for (const ast::Param &param : function->params)
      if (param.name == name)
        return Parameter;
  return Variable;
}

void Server::semanticTokens(const Parameters &parameters, Reply reply) {
  Document *document = find(parameters);
  json::Array data;
  int64_t lastLine = 0, lastColumn = 0;
  size_t count = document ? document->tokens().size() : 0;
  for (size_t i = 0; i < count; ++i) {
    std::optional<Sort> sort = sortOf(*document, i);
    const Token &token = document->tokens()[i];
    llvm::StringRef text = document->textOf(token);
    if (!sort || text.contains('\n')) // a token ends on its line
      continue;
    json::Object place = placeOf(document->file(), document->begin(token));
    int64_t line = *place.getInteger("line");
    int64_t column = *place.getInteger("character");
    data.push_back(line - lastLine);
    data.push_back(line == lastLine ? column - lastColumn : column);
    data.push_back(int64_t(utf16Length(text)));
    data.push_back(int64_t(*sort));
    data.push_back(0);
    lastLine = line;
    lastColumn = column;
  }
  reply(json::Object{{"data", std::move(data)}});
}

void Server::symbols(const Parameters &parameters, Reply reply) {
  Document *document = find(parameters);
  json::Array list;
  if (document)
    for (const ast::FunctionStmt *function : document->functions())
      list.push_back(json::Object{
          {"name", function->name},
          {"detail", document->isKernel(*function) ? "kernel" : "function"},
          {"kind", 12},
          {"range", rangeOfSpan(*document, function->span)},
          {"selectionRange", rangeOfSpan(*document, function->nameSpan)}});
  reply(std::move(list));
}

void Server::codeLenses(const Parameters &parameters, Reply reply) {
  Document *document = find(parameters);
  json::Array lenses;
  auto add = [&](Span at, const std::string &title, const std::string &command,
                 json::Array arguments) {
    lenses.push_back(json::Object{
        {"range", rangeOfSpan(*document, at)},
        {"command", json::Object{{"title", title},
                                 {"command", command},
                                 {"arguments", std::move(arguments)}}}});
  };
  if (!document)
    return reply(std::move(lenses));
  llvm::StringRef path = document->file().name();
  llvm::StringRef stem = path.rsplit('/').second;
  unsigned level = 0;
  bool isLevel = stem.consume_front("level") && stem.consume_back(".tq") &&
                 !stem.getAsInteger(10, level);
  for (const ast::FunctionStmt *function : document->functions()) {
    if (!document->isKernel(*function))
      continue;
    if (isLevel) {
      std::string title = "check level " + std::to_string(level);
      add(function->nameSpan, title, "tqc.check",
          json::Array{int64_t(level), path});
      add(function->nameSpan, title + " on the emulator", "tqc.check",
          json::Array{int64_t(level), path, "emu"});
    }
    add(function->nameSpan, "explain", "tqc.explain",
        json::Array{(path + ":" + function->name).str()});
  }
  reply(std::move(lenses));
}
