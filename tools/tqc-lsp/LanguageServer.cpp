//===- LanguageServer.cpp - `tqc lsp` for editors -------------------------===//

#include "tools/tqc-lsp/LanguageServer.h"

#include "compiler/syntax/Builtins.h"
#include "tools/tqc-lsp/Document.h"
#include "tools/tqc-lsp/Places.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/LSP/Transport.h"

using namespace tqc;
namespace json = llvm::json;
namespace lsp = llvm::lsp;

namespace {

/// Parameters as they came: handlers take from them what they need.
struct Parameters {
  json::Value value = nullptr;

  const json::Object *object() const { return value.getAsObject(); }
  llvm::StringRef uri() const {
    const json::Object *document =
        object() ? object()->getObject("textDocument") : nullptr;
    auto text = document ? document->getString("uri") : std::nullopt;
    return text ? *text : "";
  }
};

bool fromJSON(const json::Value &value, Parameters &result, json::Path) {
  result.value = value;
  return true;
}

using Reply = lsp::Callback<json::Value>;

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
constexpr llvm::StringLiteral kSorts[] = {"keyword",   "string",    "number",
                                          "function",  "parameter", "variable",
                                          "namespace", "method"};

class Server {
public:
  explicit Server(lsp::JSONTransport &transport);
  bool wasShutDown() const { return shutDown; }
  int exitCode() const { return shutDown ? 0 : 1; }

  void initialize(const Parameters &parameters, Reply reply);
  void initialized(const Parameters &) {}
  void shutdown(const Parameters &parameters, Reply reply);
  void opened(const Parameters &parameters);
  void changed(const Parameters &parameters);
  void closed(const Parameters &parameters);
  void ignored(const Parameters &) {}
  void hover(const Parameters &parameters, Reply reply);
  void inlayHints(const Parameters &parameters, Reply reply);
  void definition(const Parameters &parameters, Reply reply);
  void references(const Parameters &parameters, Reply reply);
  void completion(const Parameters &parameters, Reply reply);
  void signatureHelp(const Parameters &parameters, Reply reply);
  void semanticTokens(const Parameters &parameters, Reply reply);
  void symbols(const Parameters &parameters, Reply reply);
  void codeActions(const Parameters &parameters, Reply reply);
  void codeLenses(const Parameters &parameters, Reply reply);

  lsp::MessageHandler handler;

private:
  Document *find(const Parameters &parameters);
  /// The document and the offset of a position in it.
  std::pair<Document *, size_t> locate(const Parameters &parameters);
  void publish(llvm::StringRef uri, const Document *document);

  llvm::StringMap<std::unique_ptr<Document>> documents; // by URI
  lsp::OutgoingNotification<json::Value> publishDiagnostics;
  bool shutDown = false;
};

} // namespace

/// "file:///a%20b.tq" -> "/a b.tq"; another URI is its own name.
static std::string pathOf(llvm::StringRef uri) {
  if (!uri.consume_front("file://"))
    return uri.str();
  std::string path;
  for (size_t i = 0; i < uri.size(); ++i) {
    unsigned byte = 0;
    if (uri[i] == '%' && i + 2 < uri.size() &&
        !uri.substr(i + 1, 2).getAsInteger(16, byte)) {
      path += static_cast<char>(byte);
      i += 2;
    } else {
      path += uri[i];
    }
  }
  return path;
}

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

static int64_t numberAt(const json::Object &object, llvm::StringRef name) {
  auto number = object.getInteger(name);
  return number ? std::max<int64_t>(0, *number) : 0;
}

//===----------------------------------------------------------------------===//
// Life
//===----------------------------------------------------------------------===//

Server::Server(lsp::JSONTransport &transport)
    : handler(transport),
      publishDiagnostics(handler.outgoingNotification<json::Value>(
          "textDocument/publishDiagnostics")) {
  handler.method("initialize", this, &Server::initialize);
  handler.notification("initialized", this, &Server::initialized);
  handler.method("shutdown", this, &Server::shutdown);
  handler.notification("textDocument/didOpen", this, &Server::opened);
  handler.notification("textDocument/didChange", this, &Server::changed);
  handler.notification("textDocument/didClose", this, &Server::closed);
  handler.notification("textDocument/didSave", this, &Server::ignored);
  handler.notification("workspace/didChangeConfiguration", this,
                       &Server::ignored);
  handler.notification("$/cancelRequest", this, &Server::ignored);
  handler.notification("$/setTrace", this, &Server::ignored);
  handler.method("textDocument/hover", this, &Server::hover);
  handler.method("textDocument/inlayHint", this, &Server::inlayHints);
  handler.method("textDocument/definition", this, &Server::definition);
  handler.method("textDocument/references", this, &Server::references);
  handler.method("textDocument/completion", this, &Server::completion);
  handler.method("textDocument/signatureHelp", this, &Server::signatureHelp);
  handler.method("textDocument/semanticTokens/full", this,
                 &Server::semanticTokens);
  handler.method("textDocument/documentSymbol", this, &Server::symbols);
  handler.method("textDocument/codeAction", this, &Server::codeActions);
  handler.method("textDocument/codeLens", this, &Server::codeLenses);
}

void Server::initialize(const Parameters &, Reply reply) {
  json::Array sorts(kSorts);
  json::Object capabilities{
      {"textDocumentSync", json::Object{{"openClose", true}, {"change", 2}}},
      {"hoverProvider", true},
      {"inlayHintProvider", true},
      {"definitionProvider", true},
      {"referencesProvider", true},
      {"documentSymbolProvider", true},
      {"codeActionProvider", true},
      {"codeLensProvider", json::Object{{"resolveProvider", false}}},
      {"completionProvider",
       json::Object{{"triggerCharacters", json::Array{"."}}}},
      {"signatureHelpProvider",
       json::Object{{"triggerCharacters", json::Array{"(", ","}}}},
      {"semanticTokensProvider",
       json::Object{{"legend", json::Object{{"tokenTypes", std::move(sorts)},
                                            {"tokenModifiers", json::Array()}}},
                    {"full", true}}},
  };
  reply(json::Object{
      {"capabilities", std::move(capabilities)},
      {"serverInfo", json::Object{{"name", "tqc"}, {"version", TQC_VERSION}}}});
}

void Server::shutdown(const Parameters &, Reply reply) {
  shutDown = true;
  reply(nullptr);
}

void Server::opened(const Parameters &parameters) {
  const json::Object *given = parameters.object();
  const json::Object *document =
      given ? given->getObject("textDocument") : nullptr;
  auto text = document ? document->getString("text") : std::nullopt;
  if (!text)
    return;
  llvm::StringRef uri = parameters.uri();
  documents[uri] = std::make_unique<Document>(pathOf(uri), text->str(),
                                              numberAt(*document, "version"));
  publish(uri, documents[uri].get());
}

/// The text after one change, of a range or of all.
static std::string changedText(const Document &document,
                               const json::Object &change) {
  std::string text = document.file().text().str();
  auto with = change.getString("text");
  const json::Object *range = change.getObject("range");
  const json::Object *start = range ? range->getObject("start") : nullptr;
  const json::Object *end = range ? range->getObject("end") : nullptr;
  if (!with)
    return text;
  if (!start || !end)
    return with->str();
  size_t from = offsetOf(document.file(), numberAt(*start, "line"),
                         numberAt(*start, "character"));
  size_t to = offsetOf(document.file(), numberAt(*end, "line"),
                       numberAt(*end, "character"));
  return text.replace(from, to < from ? 0 : to - from, with->str());
}

void Server::changed(const Parameters &parameters) {
  Document *document = find(parameters);
  const json::Array *changes =
      document ? parameters.object()->getArray("contentChanges") : nullptr;
  if (!changes)
    return;
  const json::Object *said = parameters.object()->getObject("textDocument");
  int64_t version = said ? numberAt(*said, "version") : 0;
  std::string name = document->file().name().str();
  std::unique_ptr<Document> &slot = documents[parameters.uri()];
  for (const json::Value &change : *changes)
    if (const json::Object *one = change.getAsObject())
      slot =
          std::make_unique<Document>(name, changedText(*slot, *one), version);
  publish(parameters.uri(), slot.get());
}

void Server::closed(const Parameters &parameters) {
  documents.erase(parameters.uri());
  publish(parameters.uri(), nullptr);
}

Document *Server::find(const Parameters &parameters) {
  auto found = documents.find(parameters.uri());
  return found == documents.end() ? nullptr : found->second.get();
}

std::pair<Document *, size_t> Server::locate(const Parameters &parameters) {
  Document *document = find(parameters);
  const json::Object *position =
      document ? parameters.object()->getObject("position") : nullptr;
  if (!position)
    return {nullptr, 0};
  return {document, offsetOf(document->file(), numberAt(*position, "line"),
                             numberAt(*position, "character"))};
}

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

static std::string codeName(DiagCode code) {
  std::string digits = std::to_string(code.number);
  return "TQ" + std::string(digits.size() < 4 ? 4 - digits.size() : 0, '0') +
         digits;
}

/// Where a span lies in the document; the first byte if it lies elsewhere.
static json::Object rangeOfSpan(const Document &document, Span span) {
  const SourceFile &file = document.file();
  if (document.sources().fileOf(span.begin) != &file)
    return rangeOf(file, 0, 0);
  size_t begin = span.begin - file.base();
  return rangeOf(file, begin, std::max<size_t>(begin, span.end - file.base()));
}

static json::Object diagnosticOf(const Document &document, llvm::StringRef uri,
                                 const Diag &diag) {
  std::string message = diag.message;
  for (const std::string &help : diag.helps)
    message += "\nhelp: " + help;
  json::Array related;
  for (const Diag::Note &note : diag.notes)
    if (document.sources().fileOf(note.where.begin) == &document.file())
      related.push_back(json::Object{
          {"location",
           json::Object{{"uri", uri},
                        {"range", rangeOfSpan(document, note.where)}}},
          {"message", json::fixUTF8(note.text)}});
    else
      message += "\nnote: " + note.text;
  return json::Object{{"range", rangeOfSpan(document, diag.at)},
                      {"severity", diag.level == Diag::Level::Error     ? 1
                                   : diag.level == Diag::Level::Warning ? 2
                                                                        : 4},
                      {"code", codeName(diag.code)},
                      {"source", "tqc"},
                      {"message", json::fixUTF8(message)},
                      {"relatedInformation", std::move(related)}};
}

/// As many as an editor can show; an endless list would only slow it down.
static constexpr size_t kMostDiagnostics = 200;

void Server::publish(llvm::StringRef uri, const Document *document) {
  json::Array list;
  for (const Diag &diag :
       document ? document->diags().all() : std::deque<Diag>())
    if (list.size() < kMostDiagnostics)
      list.push_back(diagnosticOf(*document, uri, diag));
  if (document && document->isTooLarge())
    list.push_back(json::Object{
        {"range", rangeOf(document->file(), 0, 0)},
        {"severity", 3},
        {"source", "tqc"},
        {"message", "the file is too large to be looked at while it is "
                    "written; `tqc` compiles it"}});
  json::Object parameters{{"uri", uri}, {"diagnostics", std::move(list)}};
  if (document)
    parameters["version"] = document->version();
  publishDiagnostics(json::Value(std::move(parameters)));
}

/// What a help says to put in the place of the marked words; empty if it does
/// not.
static llvm::StringRef replacementOf(llvm::StringRef help) {
  if (help.consume_front("did you mean `") ||
      help.consume_front("use `libdevice."))
    return help.take_until([](char c) { return c == '`'; });
  return "";
}

void Server::codeActions(const Parameters &parameters, Reply reply) {
  Document *document = find(parameters);
  json::Array actions;
  const json::Object *range =
      document ? parameters.object()->getObject("range") : nullptr;
  const json::Object *start = range ? range->getObject("start") : nullptr;
  for (const Diag &diag :
       start ? document->diags().all() : std::deque<Diag>()) {
    LineColumn at = document->file().locate(diag.at.begin);
    if (document->sources().fileOf(diag.at.begin) != &document->file() ||
        at.line != numberAt(*start, "line") + 1)
      continue;
    for (llvm::StringRef help : diag.helps) {
      llvm::StringRef text = replacementOf(help);
      // What is marked may be `tl.lod` where the help says `tl.load`.
      if (text.empty() || document->sources().textOf(diag.at).contains('('))
        continue;
      llvm::StringRef marked = document->sources().textOf(diag.at);
      if (!marked.contains('.'))
        text = text.rsplit('.').second.empty() ? text : text.rsplit('.').second;
      json::Object edit{{"range", rangeOfSpan(*document, diag.at)},
                        {"newText", text}};
      actions.push_back(json::Object{
          {"title", ("write `" + text + "`").str()},
          {"kind", "quickfix"},
          {"diagnostics",
           json::Array{diagnosticOf(*document, parameters.uri(), diag)}},
          {"edit",
           json::Object{
               {"changes", json::Object{{parameters.uri(),
                                         json::Array{std::move(edit)}}}}}}});
    }
  }
  reply(std::move(actions));
}

//===----------------------------------------------------------------------===//
// What a name means
//===----------------------------------------------------------------------===//

/// "tl.load(pointer, mask=None, ...)".
static std::string callText(const sema::BuiltinRow &row) {
  std::string signature = row.signature ? row.signature : "";
  return std::string(row.path) + "(" + signature + ")";
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
      for (const std::string &decision : document->decisions(value->line))
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
    return reply(nullptr);
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

//===----------------------------------------------------------------------===//
// While somebody types
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// The whole text
//===----------------------------------------------------------------------===//

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
    if (isLevel)
      add(function->nameSpan, "check level " + std::to_string(level),
          "tqc.check", json::Array{int64_t(level), path});
    add(function->nameSpan, "explain", "tqc.explain",
        json::Array{(path + ":" + function->name).str()});
  }
  reply(std::move(lenses));
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

namespace {
/// Messages that are some: LLVM's transport takes another one for the end.
class CheckedInput : public lsp::JSONTransportInput {
public:
  explicit CheckedInput(std::FILE *in) : input(in) {}

  bool hasError() const override { return input.hasError(); }
  bool isEndOfInput() const override { return input.isEndOfInput(); }
  llvm::LogicalResult readDelimitedMessage(std::string &text) override {
    return input.readDelimitedMessage(text);
  }
  llvm::LogicalResult readStandardMessage(std::string &text) override {
    if (failed(input.readStandardMessage(text)))
      return llvm::failure();
    llvm::Expected<json::Value> message = json::parse(text);
    if (!message) {
      lsp::Logger::error("no message: {0}",
                         llvm::toString(message.takeError()));
      return llvm::failure();
    }
    const json::Object *object = message->getAsObject();
    bool isOne = object && object->getString("jsonrpc") == "2.0" &&
                 (object->getString("method") ||
                  (object->get("id") && !object->get("method")));
    if (!isOne)
      lsp::Logger::error("no message of JSON-RPC 2.0");
    return llvm::success(isOne);
  }

private:
  lsp::JSONTransportInputOverFile input;
};
} // namespace

int tqc::serveLanguage(std::FILE *in, llvm::raw_ostream &out, bool log) {
  lsp::Logger::setLogLevel(log ? lsp::Logger::Level::Debug
                               : lsp::Logger::Level::Error);
  lsp::JSONTransport transport(std::make_unique<CheckedInput>(in), out);
  Server server(transport);
  if (llvm::Error error = transport.run(server.handler)) {
    lsp::Logger::error("the connection ended: {0}",
                       llvm::toString(std::move(error)));
    return 1;
  }
  return server.exitCode();
}

int tqc::lspMain(int argc, char **argv) {
  if (argc == 3 && llvm::StringRef(argv[2]) == "--version") {
    llvm::outs() << "tqc lsp " TQC_VERSION "\n";
    return 0;
  }
  bool log = argc == 3 && llvm::StringRef(argv[2]) == "--log";
  if (argc > 2 && !log) {
    llvm::outs()
        << "usage: tqc lsp [--log]\n\nThe language server for editors, "
           "on stdin and stdout.\n";
    return llvm::StringRef(argv[2]) == "--help" ||
                   llvm::StringRef(argv[2]) == "-h"
               ? 0
               : 2;
  }
  return serveLanguage(stdin, llvm::outs(), log);
}
