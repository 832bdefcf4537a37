//===- KernelFacts.h - What a launch must know of a kernel ------*- C++ -*-===//
//
// Which facts about a kernel go into its image (runtime/image)?
//
//     KernelEntry entry = kernelFacts(kernel, "sm_80");
//     entry.params[0].type == "*fp32"
//
// Its accesses are collected while the IR still has the ops of the source;
// warps, stages and shared memory are known after the `schedule` phase.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_DRIVER_KERNELFACTS_H
#define TQC_COMPILER_DRIVER_KERNELFACTS_H

#include "runtime/image/KernelImage.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tqc {

/// The constants of a specialisation on the kernel: `["BLOCK_SIZE=1024"]`.
inline constexpr llvm::StringLiteral kConstantsAttr = "tq.constants";
/// The fact line of a kernel on its `llvm.func`.
inline constexpr llvm::StringLiteral kFactsAttr = "tq.facts";

/// The source files and memory accesses of a kernel.
struct AccessFacts {
  std::vector<std::string> files;
  std::vector<SourceAccess> accesses;
};
AccessFacts accessFacts(mlir::func::FuncOp kernel);

/// What the kernel's arguments and attributes say.
KernelEntry kernelFacts(mlir::func::FuncOp kernel, llvm::StringRef arch);

} // namespace tqc

#endif // TQC_COMPILER_DRIVER_KERNELFACTS_H
