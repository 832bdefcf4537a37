//===- Phases.h - The stations of a program on its way to PTX ---*- C++ -*-===//
//
// The one list of phases. The driver runs it, `tqc --emit=` and
// `--dump-phases` name it, and the golden files are called after it.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_DRIVER_PHASES_H
#define TQC_COMPILER_DRIVER_PHASES_H

#include "llvm/ADT/StringRef.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace mlir {
class ModuleOp;
class OpPassManager;
} // namespace mlir

namespace tqc {

enum class PhaseId : uint8_t { Ast, Tile, Layout, Schedule, Nvvm, Llvm, Ptx };

struct Phase {
  PhaseId id;
  llvm::StringLiteral name;      // on the command line and in file names
  llvm::StringLiteral extension; // of its dump
  llvm::StringLiteral gives;     // what is true once the phase is done
};

inline constexpr std::array<Phase, 7> kPhases = {{
    {PhaseId::Ast, "ast", "ast", "the tree of the file"},
    {PhaseId::Tile, "tile", "mlir",
     "only `tq` ops; every tile has a shape, none a place"},
    {PhaseId::Layout, "layout", "mlir",
     "every tile has a `#tqg.linear`; moves are explicit"},
    {PhaseId::Schedule, "schedule", "mlir",
     "loops are pipelined, shared memory has offsets, barriers are in"},
    {PhaseId::Nvvm, "nvvm", "mlir", "only `llvm` and `nvvm` ops"},
    {PhaseId::Llvm, "llvm", "ll", "LLVM IR after its optimisations"},
    {PhaseId::Ptx, "ptx", "ptx", "text that `ptxas` and the emulator take"},
}};

inline const Phase &phaseOf(PhaseId id) {
  return kPhases[static_cast<size_t>(id)];
}

/// The module attribute that names the phase a dump belongs to.
inline constexpr llvm::StringLiteral kPhaseAttr = "tq.phase";

/// "matmul.3.layout.mlir", "matmul.7.ptx": the dump of a phase.
std::string dumpName(llvm::StringRef base, PhaseId phase);

/// Adds the passes that lead from the phase before into `phase` (Tile, Layout
/// or Schedule): for Tile, what tidies the front end's output up.
void buildPhase(PhaseId phase, mlir::OpPassManager &pm);

/// The phase of a module: what `tq.phase` says, else what its ops show.
/// Nothing if `tq.phase` is no phase of IR.
std::optional<PhaseId> detectPhase(mlir::ModuleOp module);

} // namespace tqc

#endif // TQC_COMPILER_DRIVER_PHASES_H
