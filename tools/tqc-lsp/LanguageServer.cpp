//===- LanguageServer.cpp - `tqc lsp` for editors -------------------------===//

#include "tools/tqc-lsp/LanguageServer.h"

#include "tools/tqc-lsp/Server.h"

#include "llvm/Support/FileSystem.h"

using namespace tqc;

bool tqc::fromJSON(const json::Value &value, Parameters &result, json::Path) {
  result.value = value;
  return true;
}

//===----------------------------------------------------------------------===//
// Life
//===----------------------------------------------------------------------===//

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

Server::~Server() {
  if (!libraryFolder.empty())
    llvm::sys::fs::remove_directories(libraryFolder);
}

void Server::initialize(const Parameters &, Reply reply) {
  json::Array sorts(tokenSorts());
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
  keep(uri, std::make_unique<Document>(pathOf(uri), text->str(),
                                       numberAt(*document, "version")));
}

void Server::keep(llvm::StringRef uri, std::unique_ptr<Document> document) {
  Open &open = documents[uri];
  open.document = std::move(document);
  open.decided = nullptr;
  if (!open.document->diags().hasErrors() && !open.document->isTooLarge())
    open.decided = decisions.begin(open.document->file().name().str(),
                                   open.document->file().text().str());
  publish(uri, open.document.get());
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
  std::unique_ptr<Document> last;
  for (const json::Value &change : *changes)
    if (const json::Object *one = change.getAsObject())
      last = std::make_unique<Document>(
          name, changedText(last ? *last : *document, *one), version);
  if (!last)
    return publish(parameters.uri(), document);
  keep(parameters.uri(), std::move(last));
}

void Server::closed(const Parameters &parameters) {
  documents.erase(parameters.uri());
  publish(parameters.uri(), nullptr);
}

Document *Server::find(const Parameters &parameters) {
  auto found = documents.find(parameters.uri());
  return found == documents.end() ? nullptr : found->second.document.get();
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
