//===- Document.h - What an editor is told of one text ----------*- C++ -*-===//
//
// A text as it stands in an editor, with what the compiler makes of it:
//
//     Document document("softmax.tq", text, /*version=*/3);
//     document.diags().all();               // its errors, with help
//     document.typeOf("offsets", 29)        // "i32 [1024]"
//     document.tokenAt(offset)
//
// Kernels that say the types of their arguments are compiled to tiles; of the
// others, what can be told without types is told.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQC_LSP_DOCUMENT_H
#define TQC_TOOLS_TQC_LSP_DOCUMENT_H

#include "compiler/syntax/Lexer.h"
#include "compiler/syntax/Sema.h"

#include <memory>
#include <optional>

namespace tqc {

/// A value that has a name in the source.
struct NamedValue {
  std::string name;
  std::string type; ///< "fp32 [64, 128]", "pointer to fp16", "i32"
  uint32_t line = 0;
  bool isParameter = false;
  bool isConstant = false; ///< then `type` is its value
};

/// A place in another file.
struct ForeignPlace {
  std::string path, text;
  size_t offset = 0;
};

class Document {
public:
  Document(std::string path, std::string text, int64_t version);
  ~Document();

  const SourceFile &file() const { return *source; }
  const SourceManager &sources() const { return manager; }
  int64_t version() const { return ownVersion; }
  /// Larger than what is analysed while somebody types.
  bool isTooLarge() const;

  const DiagEngine &diags() const { return messages; }
  llvm::ArrayRef<Token> tokens() const { return tokenList.tokens; }
  llvm::ArrayRef<NamedValue> values() const { return named; }
  llvm::ArrayRef<const ast::FunctionStmt *> functions() const { return all; }
  bool isKernel(const ast::FunctionStmt &function) const;

  /// The index of the name under, or right before, an offset of the text; -1 if
  /// there is none.
  int nameAt(size_t offset) const;
  llvm::StringRef textOf(const Token &token) const {
    return manager.textOf(token.span);
  }
  /// "tl.math" for the last token of it; "" where the dots follow no name.
  std::string dottedPath(size_t token) const;
  /// The function whose text holds the offset; null if none does.
  const ast::FunctionStmt *functionAt(size_t offset) const;
  /// All tokens that mean the same name, in order.
  std::vector<size_t> references(size_t token) const;
  /// The token where the name gets its meaning; -1 if it is not here.
  int definition(size_t token) const;
  /// Where an imported name is defined.
  std::optional<ForeignPlace> imported(llvm::StringRef name) const;
  /// What is known of a name in that line; null if nothing is.
  const NamedValue *valueOf(llvm::StringRef name, uint32_t line) const;

  /// Offsets of the file, from 0.
  size_t begin(const Token &token) const {
    return token.span.begin - source->base();
  }
  size_t end(const Token &token) const {
    return token.span.end - source->base();
  }

private:
  void analyse();
  void compileKernel(const ast::FunctionStmt &kernel);
  bool binds(size_t token) const;

  SourceManager manager;
  const SourceFile *source;
  DiagEngine messages;
  int64_t ownVersion;
  TokenList tokenList;
  std::unique_ptr<ast::Module> module;
  std::vector<const ast::FunctionStmt *> all, kernels;
  std::vector<NamedValue> named;
};

} // namespace tqc

#endif // TQC_TOOLS_TQC_LSP_DOCUMENT_H
