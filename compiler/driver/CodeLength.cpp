//===- CodeLength.cpp - Kernels that take ptxas minutes -------------------===//

#include "compiler/driver/CodeLength.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace tqc;

/// From this many operations on a kernel is long: ptxas takes over ten seconds,
/// and where it spills minutes.
static constexpr int64_t kLongCode = 50000;

/// Whether an op becomes no instruction.
static bool isFree(Operation *op) {
  return isa<LLVM::ConstantOp, LLVM::PoisonOp, LLVM::BitcastOp,
             LLVM::ExtractValueOp, LLVM::InsertValueOp, LLVM::ExtractElementOp,
             LLVM::InsertElementOp, LLVM::AddressOfOp>(op);
}

void tqc::warnOfLongCode(ModuleOp module) {
  for (auto kernel : module.getOps<LLVM::LLVMFuncOp>()) {
    int64_t count = 0;
    llvm::MapVector<Location, int64_t> places; // in the order of the code
    kernel.walk([&](Operation *op) {
      if (!isFree(op)) {
        ++count;
        ++places[op->getLoc()];
      }
    });
    if (count < kLongCode)
      continue;
    auto longest = llvm::max_element(places, [](const auto &a, const auto &b) {
      return a.second < b.second;
    });
    emitWarning(longest->first)
        << "this becomes " << longest->second << " of the kernel's " << count
        << " operations in each thread: ptxas, and the driver, may take "
           "minutes for them (smaller tiles or more warps make it shorter, "
           "and `tl.range` where a loop is unrolled)";
  }
}
