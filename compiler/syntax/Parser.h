//===- Parser.h - Text to tree ----------------------------------*- C++ -*-===//
//
// A recursive-descent parser, one function per grammar rule. It recovers at the
// next statement and goes on, so that one run reports several errors.
//
// A `.tq` file must parse whole. In a `.py` file a statement that the grammar
// does not cover becomes a SkippedStmt: real Triton files hold much Python that
// no kernel needs.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_SYNTAX_PARSER_H
#define TQC_COMPILER_SYNTAX_PARSER_H

#include "compiler/syntax/AST.h"
#include "compiler/syntax/Diagnostics.h"

namespace tqc {

/// Parses a whole file. Always returns a tree; it is complete if `diags` got no
/// error.
std::unique_ptr<ast::Module> parseFile(const SourceFile &file,
                                       DiagEngine &diags);

/// Parses one expression, for `-D NAME=EXPR` and command-line values.
/// Null and an error in `diags` if the text is none.
ast::Expr *parseExpression(const SourceFile &file, ast::Module &arena,
                           DiagEngine &diags);

} // namespace tqc

#endif // TQC_COMPILER_SYNTAX_PARSER_H
