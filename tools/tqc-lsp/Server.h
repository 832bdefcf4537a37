//===- Server.h - An open connection to an editor ---------------*- C++ -*-===//
//
// The texts that an editor has open, and a handler for each of its questions. A
// handler answers from a Document, in the words of the protocol; it is told
// here, and written where its topic is:
//
//     ServeDiagnostics.cpp   what is wrong, and how to mend it
//     ServeNames.cpp         what a name means, and where
//     ServeTyping.cpp        what could come next
//     ServeOutline.cpp       the whole text: tokens, symbols, lenses
//
// It knows no streams: LanguageServer.cpp does.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQC_LSP_SERVER_H
#define TQC_TOOLS_TQC_LSP_SERVER_H

#include "compiler/syntax/Builtins.h"
#include "tools/tqc-lsp/Decisions.h"
#include "tools/tqc-lsp/Document.h"
#include "tools/tqc-lsp/Places.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/LSP/Transport.h"

namespace tqc {

namespace json = llvm::json;
namespace lsp = llvm::lsp;

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

bool fromJSON(const json::Value &value, Parameters &result, json::Path);

using Reply = lsp::Callback<json::Value>;

/// The handlers of an editor's messages.
class Server {
public:
  explicit Server(lsp::JSONTransport &transport);
  ~Server();
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
  /// Where a function of the language stands that is written in it; null of
  /// another.
  json::Value libraryPlace(const Document &document, size_t token);
  /// A copy of stdlib.tq that an editor can open; empty if there is no room.
  std::string libraryPath();
  /// Takes a text in, instead of the one before, and tells what is wrong.
  void keep(llvm::StringRef uri, std::unique_ptr<Document> document);
  void publish(llvm::StringRef uri, const Document *document);

  /// A text that is open, by its URI.
  struct Open {
    std::unique_ptr<Document> document;
    std::shared_ptr<DecidedText> decided; ///< null where there are errors
  };

  llvm::StringMap<Open> documents;
  Decisions decisions;
  std::string libraryFolder; ///< of this server; empty until somebody asks
  lsp::OutgoingNotification<json::Value> publishDiagnostics;
  bool shutDown = false;
};

/// The names of the kinds of tokens, in the order of their numbers.
llvm::ArrayRef<llvm::StringLiteral> tokenSorts();

/// Where a span lies in the document; the first byte if it lies elsewhere.
json::Object rangeOfSpan(const Document &document, Span span);

/// A number of a message, at least 0; 0 if there is none.
inline int64_t numberAt(const json::Object &object, llvm::StringRef name) {
  auto number = object.getInteger(name);
  return number ? std::max<int64_t>(0, *number) : 0;
}

/// "tl.load(pointer, mask=None, ...)".
inline std::string callText(const sema::BuiltinRow &row) {
  std::string signature = row.signature ? row.signature : "";
  return std::string(row.path) + "(" + signature + ")";
}

} // namespace tqc

#endif // TQC_TOOLS_TQC_LSP_SERVER_H
