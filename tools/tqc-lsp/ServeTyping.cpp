//===- ServeTyping.cpp - What could come next in a text -------------------===//

#include "tools/tqc-lsp/Server.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace tqc;

/// The dotted word before an offset: "tl.ma".
static llvm::StringRef wordBefore(llvm::StringRef text, size_t offset) {
  size_t begin = std::min(offset, text.size());
  offset = begin;
  while (begin > 0 && (llvm::isAlnum(text[begin - 1]) ||
                       text[begin - 1] == '_' || text[begin - 1] == '.'))
    --begin;
  return text.slice(begin, offset);
}

static json::Object item(llvm::StringRef label, unsigned kind,
                         const std::string &detail, const std::string &doc) {
  return json::Object{{"label", label},
                      {"kind", int64_t(kind)},
                      {"detail", detail},
                      {"documentation", doc}};
}

enum CompletionKind : unsigned {
  ItemMethod = 2,
  ItemFunction = 3,
  ItemVariable = 6,
  ItemModule = 9
};

static void addBuiltins(llvm::StringRef parent, json::Array &items) {
  llvm::StringSet<> told;
  for (const sema::BuiltinRow &row : sema::allBuiltins()) {
    llvm::StringRef path = row.path;
    if (row.kind == sema::BuiltinKind::Refused || !path.consume_front(parent) ||
        !path.consume_front("."))
      continue;
    llvm::StringRef name = path.split('.').first;
    if (!told.insert(name).second)
      continue;
    bool isModule = path.contains('.');
    items.push_back(item(name, isModule ? ItemModule : ItemFunction,
                         isModule ? "" : callText(row),
                         row.doc ? row.doc : ""));
  }
}

void Server::completion(const Parameters &parameters, Reply reply) {
  auto [document, offset] = locate(parameters);
  json::Array items;
  if (!document)
    return reply(std::move(items));
  llvm::StringRef word = wordBefore(document->file().text(), offset);
  size_t dot = word.rfind('.');
  if (dot != llvm::StringRef::npos) {
    llvm::StringRef parent = word.take_front(dot);
    if (sema::isPackage(parent)) {
      addBuiltins(parent, items);
    } else {
      for (const sema::BuiltinRow &row : sema::allBuiltins())
        if (row.isMethod)
          items.push_back(item(row.name(), ItemMethod, callText(row),
                               row.doc ? row.doc : ""));
    }
    return reply(std::move(items));
  }
  llvm::StringSet<> told;
  const ast::FunctionStmt *function = document->functionAt(offset);
  llvm::StringRef before;
  for (const Token &token : document->tokens()) {
    llvm::StringRef name = document->textOf(token);
    bool isMember = before == ".";
    before = name;
    const ast::FunctionStmt *other =
        document->functionAt(document->begin(token));
    bool isHere =
        document->begin(token) <= offset && offset <= document->end(token);
    if (!token.is(TokenKind::Name) || isHere || isMember ||
        (other && other != function) || !told.insert(name).second)
      continue;
    const NamedValue *value = document->valueOf(name, UINT32_MAX);
    items.push_back(item(name, ItemVariable, value ? value->type : "", ""));
  }
  reply(std::move(items));
}

/// The name that is called around an offset, and which argument that is in.
static std::pair<std::string, unsigned> callAround(llvm::StringRef text,
                                                   size_t offset) {
  int depth = 0;
  unsigned argument = 0;
  size_t least = offset > 4000 ? offset - 4000 : 0;
  for (size_t at = std::min(offset, text.size()); at > least; --at) {
    char c = text[at - 1];
    if (c == ')' || c == ']' || c == '}')
      ++depth;
    else if (c == '[' || c == '{' || c == '(')
      --depth;
    else if (c == ',' && depth == 0)
      ++argument;
    if (depth >= 0)
      continue;
    if (c == '(')
      return {wordBefore(text, at - 1).str(), argument};
    depth = 0; // inside of a list: its commas separate no arguments
    argument = 0;
  }
  return {"", 0};
}

void Server::signatureHelp(const Parameters &parameters, Reply reply) {
  auto [document, offset] = locate(parameters);
  if (!document)
    return reply(nullptr);
  auto [name, argument] = callAround(document->file().text(), offset);
  llvm::StringRef path = name;
  path.consume_front("triton.language.");
  const sema::BuiltinRow *row = sema::findBuiltin(name);
  std::string label, doc;
  if (row) {
    label = callText(*row);
    doc = row->doc ? row->doc : "";
  } else {
    for (const ast::FunctionStmt *function : document->functions())
      if (function->name == name) {
        llvm::ListSeparator comma;
        label = name + "(";
        for (const ast::Param &param : function->params)
          label += std::string(llvm::StringRef(comma)) + param.name;
        label += ")";
        doc = function->docstring;
      }
  }
  if (label.empty())
    return reply(nullptr);
  json::Array words;
  llvm::StringRef inner = llvm::StringRef(label).split('(').second.drop_back(1);
  int depth = 0;
  size_t from = 0;
  for (size_t i = 0; i <= inner.size() && !inner.empty(); ++i) {
    char c = i < inner.size() ? inner[i] : ',';
    depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    if (c != ',' || depth > 0)
      continue;
    words.push_back(json::Object{{"label", inner.slice(from, i).trim()}});
    from = i + 1;
  }
  json::Object signature{{"label", label},
                         {"documentation", doc},
                         {"parameters", std::move(words)}};
  reply(json::Object{{"signatures", json::Array{std::move(signature)}},
                     {"activeSignature", 0},
                     {"activeParameter", int64_t(argument)}});
}
