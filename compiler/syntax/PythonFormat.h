//===- PythonFormat.h - Python's ways to write values -----------*- C++ -*-===//
//
// The three languages of formats:
//
//     f"{255:#06x}"             format(255, "#06x") == "0x00ff"
//     "{0}/{n:>3}".format(...)  formatFields
//     "%05.1f" % 3              formatPercent
//
// A format that Python refuses has no result.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_SYNTAX_PYTHONFORMAT_H
#define TQC_COMPILER_SYNTAX_PYTHONFORMAT_H

#include "compiler/syntax/PythonNumber.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tqc::python {

/// A value as formats see it.
struct Shown {
  std::optional<Number> number; ///< nothing: no number
  bool isText = false;
  std::string str, repr;
};

/// format(value, spec), which is what an f-string calls.
std::optional<std::string> format(const Shown &value, llvm::StringRef spec);

/// text.format(...): `lookUp` gives the value of a field, "0" or "name".
using FieldLookUp =
    llvm::function_ref<std::optional<Shown>(llvm::StringRef field)>;
std::optional<std::string> formatFields(llvm::StringRef text,
                                        FieldLookUp lookUp);

/// text % values
std::optional<std::string> formatPercent(llvm::StringRef text,
                                         llvm::ArrayRef<Shown> values);

} // namespace tqc::python

#endif // TQC_COMPILER_SYNTAX_PYTHONFORMAT_H
