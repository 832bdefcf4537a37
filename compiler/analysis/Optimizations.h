//===- Optimizations.h - What can be switched off ---------------*- C++ -*-===//
//
// Which optimisations may a pass apply to a module? All of Optimizations.def,
// but for those that `tqc --disable` named:
//
//     module attributes {tq.disabled = ["pipeline"]}
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_ANALYSIS_OPTIMIZATIONS_H
#define TQC_COMPILER_ANALYSIS_OPTIMIZATIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlir {
class Operation;
} // namespace mlir

namespace tqc {

enum class Optimization : uint8_t {
#define TQ_OPTIMIZATION(ID, NAME, EFFECT, WHAT) ID,
#include "compiler/analysis/Optimizations.def"
};

struct OptimizationInfo {
  Optimization id;
  llvm::StringLiteral name; ///< for `--disable`
  enum Effect : uint8_t { Bits, Rounding } effect;
  llvm::StringLiteral what;
};

/// All of them, in the order of the table.
llvm::ArrayRef<OptimizationInfo> allOptimizations();
std::optional<Optimization> optimizationNamed(llvm::StringRef name);

/// Names of those that `--strict` leaves out: with none of them, a kernel gives
/// the same bits on every GPU.
std::vector<std::string> roundingOptimizations();

/// The module attribute: an array of names.
inline constexpr llvm::StringLiteral kDisabledAttr = "tq.disabled";

/// Whether the module around `op` leaves `which` on.
bool isEnabled(mlir::Operation *op, Optimization which);

} // namespace tqc

#endif // TQC_COMPILER_ANALYSIS_OPTIMIZATIONS_H
