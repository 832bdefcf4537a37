//===- SyntaxTesting.h - Text in, tree or diagnostics out -------*- C++ -*-===//
//
// What a test of the parser needs: parse a text under a name and look at the
// printed tree or at the printed diagnostics.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TEST_UNIT_SYNTAXTESTING_H
#define TQC_TEST_UNIT_SYNTAXTESTING_H

#include "compiler/syntax/Parser.h"

#include "llvm/Support/raw_ostream.h"

namespace tqc::testing {

/// A parsed text with all that its places refer to.
struct Parsed {
  explicit Parsed(std::string text, std::string name = "t.tq")
      : diags(sources) {
    const SourceFile &file = sources.add(std::move(name), std::move(text));
    module = parseFile(file, diags);
  }

  /// The tree; `places` keeps the line:column of each node.
  std::string tree(bool places = false) const {
    std::string text;
    llvm::raw_string_ostream os(text);
    ast::print(*module, places ? sources : noSources, os);
    return text;
  }
  std::string errors() const {
    std::string text;
    llvm::raw_string_ostream os(text);
    diags.print(os);
    return text;
  }
  /// The first statement, as the kind that the test expects.
  template <typename Node>
  const Node &first() const {
    return *llvm::cast<Node>(module->body.at(0));
  }

  SourceManager sources, noSources;
  DiagEngine diags;
  std::unique_ptr<ast::Module> module;
};

/// The tree of a text without errors; the errors if it has some.
inline std::string treeOf(std::string text) {
  Parsed parsed(std::move(text));
  return parsed.diags.all().empty() ? parsed.tree() : parsed.errors();
}

/// The diagnostics of a text, as printed.
inline std::string errorsOf(std::string text, std::string name = "t.tq") {
  return Parsed(std::move(text), std::move(name)).errors();
}

} // namespace tqc::testing

#endif // TQC_TEST_UNIT_SYNTAXTESTING_H
