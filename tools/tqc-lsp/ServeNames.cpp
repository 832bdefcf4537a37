//===- ServeNames.cpp - What a name means, and where ----------------------===//

#include "tools/tqc-lsp/Server.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace tqc;

namespace tqc::embedded {
extern const std::pair<std::string_view, std::string_view> kTqStdlib[];
} // namespace tqc::embedded

static std::string uriOf(llvm::StringRef path) {
  std::string uri = "file://";
  for (char c : path)
    if (llvm::isAlnum(c) || llvm::StringRef("/._-~").contains(c))
      uri += c;
    else
      uri += "%" + llvm::utohexstr(static_cast<unsigned char>(c),
                                   /*LowerCase=*/false, /*Width=*/2);
  return uri;
}

static json::Value markdown(const std::string &text) {
  return json::Object{
      {"contents",
       json::Object{{"kind", "markdown"}, {"value", json::fixUTF8(text)}}}};
}

/// The type of a name, or its value.
static std::string describeValue(const NamedValue &value) {
  if (value.isConstant)
    return "`" + value.name + " = " + value.type +
           "`, a constant of the kernel";
  return "`" + value.name + "`: " + value.type;
}

void Server::hover(const Parameters &parameters, Reply reply) {
  auto [document, offset] = locate(parameters);
  int token = document ? document->nameAt(offset) : -1;
  if (token < 0)
    return reply(nullptr);
  std::string path = document->dottedPath(size_t(token));
  std::string text;
  if (const sema::BuiltinRow *row = sema::findBuiltin(path)) {
    text = "```python\n" + callText(*row) + "\n```\n" + row->doc;
  } else {
    llvm::StringRef name = document->textOf(document->tokens()[size_t(token)]);
    uint32_t line = document->file()
                        .locate(uint32_t(offset) + document->file().base())
                        .line;
    if (const NamedValue *value = document->valueOf(name, line)) {
      text = describeValue(*value);
      if (DecidedText *decided = documents[parameters.uri()].decided.get())
        for (const std::string &decision : decisions.of(*decided, value->line))
          text += "\n\n" + decision;
    }
  }
  reply(text.empty() ? json::Value(nullptr) : markdown(text));
}

void Server::inlayHints(const Parameters &parameters, Reply reply) {
  Document *document = find(parameters);
  json::Array hints;
  llvm::StringSet<> told;
  for (const Token &token :
       document ? document->tokens() : llvm::ArrayRef<Token>()) {
    if (!token.is(TokenKind::Name))
      continue;
    llvm::StringRef name = document->textOf(token);
    uint32_t line = document->file().locate(token.span.begin).line;
    const NamedValue *value = document->valueOf(name, line);
    if (!value || value->line != line || value->isParameter ||
        !told.insert((name + ":" + std::to_string(line)).str()).second)
      continue;
    hints.push_back(json::Object{
        {"position", placeOf(document->file(), document->end(token))},
        {"label", ": " + value->type},
        {"kind", 1},
        {"paddingLeft", false}});
  }
  reply(std::move(hints));
}

std::string Server::libraryPath() {
  llvm::SmallString<128> path(libraryFolder);
  if (path.empty() &&
      llvm::sys::fs::createUniqueDirectory("tqc-lsp", path)) // an error
    return "";
  libraryFolder = path.str().str();
  llvm::sys::path::append(path, "stdlib.tq");
  std::error_code error;
  llvm::raw_fd_ostream(path, error) << embedded::kTqStdlib[0].second;
  return error ? "" : path.str().str();
}

json::Value Server::libraryPlace(const Document &document, size_t token) {
  const sema::BuiltinRow *row = sema::findBuiltin(document.dottedPath(token));
  bool isMember =
      token > 0 && document.textOf(document.tokens()[token - 1]) == ".";
  if (!row && isMember)
    row = sema::findMethod(document.textOf(document.tokens()[token]));
  if (!row || row->kind != sema::BuiltinKind::Library)
    return nullptr;
  std::string path = libraryPath();
  std::string text(embedded::kTqStdlib[0].second);
  size_t at = text.find("\ndef " + std::string(row->handler) + "(");
  if (path.empty() || at == std::string::npos)
    return nullptr;
  SourceManager other;
  const SourceFile &file = other.add(path, std::move(text));
  at += llvm::StringRef("\ndef ").size();
  return json::Object{{"uri", uriOf(path)}, {"range", rangeOf(file, at, at)}};
}

void Server::definition(const Parameters &parameters, Reply reply) {
  auto [document, offset] = locate(parameters);
  int token = document ? document->nameAt(offset) : -1;
  if (token < 0)
    return reply(nullptr);
  const Token &name = document->tokens()[size_t(token)];
  if (auto place = document->imported(document->textOf(name))) {
    SourceManager other;
    const SourceFile &file = other.add(place->path, place->text);
    return reply(
        json::Object{{"uri", uriOf(place->path)},
                     {"range", rangeOf(file, place->offset, place->offset)}});
  }
  int found = document->definition(size_t(token));
  if (found < 0)
    return reply(libraryPlace(*document, size_t(token)));
  const Token &where = document->tokens()[size_t(found)];
  reply(json::Object{{"uri", parameters.uri()},
                     {"range", rangeOf(document->file(), document->begin(where),
                                       document->end(where))}});
}

void Server::references(const Parameters &parameters, Reply reply) {
  auto [document, offset] = locate(parameters);
  int token = document ? document->nameAt(offset) : -1;
  json::Array places;
  if (token >= 0)
    for (size_t i : document->references(size_t(token))) {
      const Token &one = document->tokens()[i];
      places.push_back(
          json::Object{{"uri", parameters.uri()},
                       {"range", rangeOf(document->file(), document->begin(one),
                                         document->end(one))}});
    }
  reply(std::move(places));
}
