//===- ServeDiagnostics.cpp - What is wrong, and how to mend it -----------===//

#include "tools/tqc-lsp/Server.h"

using namespace tqc;

json::Object tqc::rangeOfSpan(const Document &document, Span span) {
  const SourceFile &file = document.file();
  if (document.sources().fileOf(span.begin) != &file)
    return rangeOf(file, 0, 0);
  size_t begin = span.begin - file.base();
  return rangeOf(file, begin, std::max<size_t>(begin, span.end - file.base()));
}

static std::string codeName(DiagCode code) {
  std::string digits = std::to_string(code.number);
  return "TQ" + std::string(digits.size() < 4 ? 4 - digits.size() : 0, '0') +
         digits;
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

static const std::deque<Diag> &diagsOf(const Document *document) {
  static const std::deque<Diag> none;
  return document ? document->diags().all() : none;
}

/// As many as an editor can show; an endless list would only slow it down.
static constexpr size_t kMostDiagnostics = 200;

void Server::publish(llvm::StringRef uri, const Document *document) {
  json::Array list;
  for (const Diag &diag : diagsOf(document))
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
  for (const Diag &diag : diagsOf(start ? document : nullptr)) {
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
                        {"newText", text.str()}};
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
