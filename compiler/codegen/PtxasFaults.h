//===- PtxasFaults.h - What ptxas compiles wrongly --------------*- C++ -*-===//
//
// Right code that ptxas is known to compile wrongly is written in another way.
// Where another way is a choice of the schedule, the pass that chooses has it:
// left operands of wgmma that stay the same in a loop (WarpgroupProducts.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_CODEGEN_PTXASFAULTS_H
#define TQC_COMPILER_CODEGEN_PTXASFAULTS_H

namespace llvm {
class Module;
} // namespace llvm

namespace tqc {

/// Writes -x as ~x + 1 where a signed minimum or maximum takes it. Of the
/// negations that flow into a minimum or maximum of three, which sm_90 has,
/// ptxas (12.8 and 13.0) drops the second: max(max(-a, -b), c) becomes max(-a,
/// b, c).
void keepNegations(llvm::Module &module);

} // namespace tqc

#endif // TQC_COMPILER_CODEGEN_PTXASFAULTS_H
