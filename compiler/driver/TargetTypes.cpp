//===- TargetTypes.cpp - Types that a GPU lacks ---------------------------===//

#include "compiler/driver/TargetTypes.h"

#include "compiler/codegen/EmitPtx.h"
#include "dialect/tq/TqDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tqc;

static bool holdsBf16(Type type) {
  type = getElementTypeOrSelf(type);
  if (auto pointer = dyn_cast<tq::PtrType>(type))
    type = pointer.getPointee();
  return type.isBF16();
}

/// The first argument or op that has bf16, or null.
static std::optional<Location> firstBf16(func::FuncOp kernel) {
  for (BlockArgument argument : kernel.getArguments())
    if (holdsBf16(argument.getType()))
      return argument.getLoc();
  std::optional<Location> found;
  kernel.walk([&](Operation *op) {
    if (llvm::none_of(op->getResultTypes(), holdsBf16))
      return WalkResult::advance();
    found = op->getLoc();
    return WalkResult::interrupt();
  });
  return found;
}

/// The largest tile of Triton: TRITON_MAX_TENSOR_NUMEL.
static constexpr int64_t kMaxElements = 1048576;

static bool isTooLarge(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  if (!tile)
    return false;
  int64_t left = kMaxElements; // a product of extents could overflow
  for (int64_t extent : tile.getShape())
    left /= std::max<int64_t>(extent, 1);
  return left == 0;
}

LogicalResult tqc::checkTileSizes(ModuleOp module) {
  LogicalResult result = success();
  for (auto kernel : module.getOps<func::FuncOp>())
    kernel.walk([&](Operation *op) {
      if (llvm::none_of(op->getResultTypes(), isTooLarge))
        return WalkResult::advance();
      result = op->emitError("this makes a tile of over ")
               << kMaxElements << " elements";
      return WalkResult::interrupt();
    });
  return result;
}

static bool isFp8(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(getElementTypeOrSelf(type));
}

/// Whether an op computes with fp8 values. To move, to choose between and to
/// convert them is something else.
static bool computesWithFp8(Operation *op) {
  if (!isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
          op->getDialect()) ||
      isa<arith::ConstantOp, arith::SelectOp, arith::BitcastOp, arith::ExtFOp,
          arith::TruncFOp>(op))
    return false;
  return llvm::any_of(op->getOperandTypes(), isFp8) ||
         llvm::any_of(op->getResultTypes(), isFp8);
}

/// No GPU adds or compares fp8 numbers; only matrix products take them.
static LogicalResult checkFp8(func::FuncOp kernel) {
  WalkResult walked = kernel.walk([&](Operation *op) {
    if (!computesWithFp8(op))
      return WalkResult::advance();
    op->emitError("no GPU computes with fp8; convert it to `tl.float16` or "
                  "`tl.float32` first");
    return WalkResult::interrupt();
  });
  return failure(walked.wasInterrupted());
}

/// Whether each thread could run it on numbers of its own. A scalar is the same
/// in all threads elsewhere, so one of them writes for all; tiles are computed
/// by all together.
static bool isOfNumbers(Operation *op) {
  auto isTile = [](Type type) { return isa<RankedTensorType>(type); };
  return isMemoryEffectFree(op) &&
         llvm::none_of(op->getOperandTypes(), isTile) &&
         llvm::none_of(op->getResultTypes(), isTile);
}

/// What a mapped function may not do, where it does it.
static LogicalResult checkMaps(func::FuncOp kernel) {
  WalkResult walked = kernel.walk([&](tq::MapOp map) {
    return map.getBody().walk([&](Operation *op) {
      bool isControl =
          op->getNumRegions() && !isa<tq::TqDialect>(op->getDialect());
      if (isControl || op->hasTrait<OpTrait::IsTerminator>() ||
          isa<tq::SideEffectOp>(op) || isOfNumbers(op))
        return WalkResult::advance();
      op->emitError("a function of `tl.map_elementwise` computes numbers from "
                    "numbers; memory, tiles and prints are not for it");
      return WalkResult::interrupt();
    });
  });
  return failure(walked.wasInterrupted());
}

LogicalResult tqc::checkTargetTypes(ModuleOp module, StringRef arch) {
  LogicalResult result = success();
  for (auto kernel : module.getOps<func::FuncOp>()) {
    if (failed(checkFp8(kernel)) || failed(checkMaps(kernel)))
      result = failure();
    if (computeCapabilityOf(arch) >= 80)
      continue;
    if (std::optional<Location> place = firstBf16(kernel))
      result = emitError(*place)
               << "`bf16` needs sm_80 or later, but the target is " << arch;
  }
  return result;
}
