//===- ExplainWords.h - Tiles, ops and counts in words ----------*- C++ -*-===//
//
// What does `tqc --explain` call a tile, an op, a number of things?
//
//     showTile(tensor<64x32xf16, #tqg.linear<...>>)   "64x32 f16"
//     nameOf(%x = tq.load ...)                        "x = load"
//     count(2, "byte")                                "2 bytes"
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_DRIVER_EXPLAINWORDS_H
#define TQC_COMPILER_DRIVER_EXPLAINWORDS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

#include <string>

namespace tqc::words {

/// "64x32 f16" without the layout.
std::string showTile(mlir::Type type);

/// "64x32", of a batch "2x64x32".
std::string showExtents(mlir::RankedTensorType tile);

/// "1 byte", "2 bytes"; of irregular words `many` is the other form.
std::string count(int64_t number, llvm::StringRef one,
                  llvm::StringRef many = "");

/// "x = load", with the name that the source gave the result.
std::string nameOf(mlir::Operation *op, std::string mnemonic = "");

} // namespace tqc::words

#endif // TQC_COMPILER_DRIVER_EXPLAINWORDS_H
