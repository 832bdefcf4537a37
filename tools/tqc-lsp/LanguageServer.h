//===- LanguageServer.h - `tqc lsp` for editors -----------------*- C++ -*-===//
//
// The Language Server Protocol over a pair of streams: what an editor asks of a
// text while somebody types (Document.h answers), in the protocol's words.
//
//     tqc lsp            stdin and stdout; a log goes to stderr with --log
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQC_LSP_LANGUAGESERVER_H
#define TQC_TOOLS_TQC_LSP_LANGUAGESERVER_H

#include "llvm/Support/raw_ostream.h"

#include <cstdio>

namespace tqc {

/// Serves until the client says goodbye or the stream ends; the exit code.
int serveLanguage(std::FILE *in, llvm::raw_ostream &out, bool log);

/// `tqc lsp`: argv[1] is "lsp".
int lspMain(int argc, char **argv);

} // namespace tqc

#endif // TQC_TOOLS_TQC_LSP_LANGUAGESERVER_H
