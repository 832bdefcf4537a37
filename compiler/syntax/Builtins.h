//===- Builtins.h - The names after `tl.`, `triton.`, `libdevice.` -*- C++ -*-//
//
// Every function of the language is a row of Builtins.def: its name, its
// parameters, what implements it and one line of documentation. The rows feed
// the analysis, the reference and docs/compatibility.md.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_SYNTAX_BUILTINS_H
#define TQC_COMPILER_SYNTAX_BUILTINS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <vector>

namespace tqc::sema {

/// What implements a builtin.
enum class BuiltinKind : uint8_t {
  Native,    ///< C++: Evaluator::do<handler>
  Unary,     ///< one TileUnary, `handler` names it
  Library,   ///< a function of stdlib.tq, `handler` names it
  Alias,     ///< another row, `handler` is its path
  Libdevice, ///< rows of Libdevice.def
  Decorator, ///< read where functions are declared
  Refused,   ///< `doc` says why
};

struct BuiltinRow {
  const char *path; ///< "tl.load"
  BuiltinKind kind;
  const char *handler;
  const char *signature; ///< "pointer, mask=None, *rest"
  bool isMethod;         ///< also `x.name(...)`
  bool isConstant;       ///< also where no kernel is being built
  const char *doc;
  int index; ///< of the native handler

  llvm::StringRef name() const {
    return llvm::StringRef(path).rsplit('.').second.empty()
               ? llvm::StringRef(path)
               : llvm::StringRef(path).rsplit('.').second;
  }
};

/// All rows in the order of the table.
llvm::ArrayRef<BuiltinRow> allBuiltins();
/// The row of a path such as "tl.load", aliases followed; null if none.
const BuiltinRow *findBuiltin(llvm::StringRef path);
/// The row of a tensor method, by its name.
const BuiltinRow *findMethod(llvm::StringRef name);
/// The row that a function of stdlib.tq implements; null if none.
const BuiltinRow *findLibraryRow(llvm::StringRef function);
/// True if some row's path lies below: "tl", "tl.math".
bool isPackage(llvm::StringRef path);
/// The row whose path is nearest to `path`, for "did you mean"; may be null.
const BuiltinRow *nearestBuiltin(llvm::StringRef path);

/// One overload of a libdevice function: "powf" for (fp32, fp32) -> fp32.
struct LibdeviceRow {
  const char *name;      ///< "pow"
  const char *symbol;    ///< "__nv_powf"
  const char *arguments; ///< "fp32, fp32"
  const char *result;    ///< "fp32"
};
/// The overloads of a function, in order.
std::vector<const LibdeviceRow *> findLibdevice(llvm::StringRef name);

/// The page docs/compatibility.md.
void printCompatibility(llvm::raw_ostream &os);

} // namespace tqc::sema

#endif // TQC_COMPILER_SYNTAX_BUILTINS_H
