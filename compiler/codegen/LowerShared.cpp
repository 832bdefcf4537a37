//===- LowerShared.cpp - Scratch in shared memory -------------------------===//
//
// The schedule phase gives an exchange its offset (`tqg.scratch`) in the one
// array `tq_shared`. Every exchange waits for the warps before it reads, and
// also before it writes unless it is `tqg.unfenced`.
//
//===----------------------------------------------------------------------===//

#include "compiler/codegen/KernelLowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace tqc;

/// The number of the barrier that a role's warps meet at.
static constexpr int kRoleBarrier = 1;

void KernelLowering::barrier() {
  if (roleWarps)
    NVVM::BarrierOp::create(b, Type(), i32(kRoleBarrier), i32(roleWarps * 32),
                            NVVM::BarrierReductionAttr(), Value());
  else
    NVVM::Barrier0Op::create(b);
}

void KernelLowering::awaitScratch(Operation &op) {
  if (!op.hasAttr(tqg::kUnfencedAttr))
    barrier();
}

Value KernelLowering::sharedAddress(Operation &op, Value byteOffset,
                                    int64_t constantOffset) {
  auto type = LLVM::LLVMPointerType::get(b.getContext(), /*addressSpace=*/3);
  Value base = LLVM::AddressOfOp::create(b, type, "tq_shared");
  int64_t offset = constantOffset;
  if (auto scratch = op.getAttrOfType<IntegerAttr>(tqg::kScratchOffsetAttr))
    offset += scratch.getInt();
  SmallVector<LLVM::GEPArg> none;
  if (offset)
    base = LLVM::GEPOp::create(b, type, b.getI8Type(), base,
                               ArrayRef<LLVM::GEPArg>{int32_t(offset)});
  if (byteOffset)
    base = LLVM::GEPOp::create(b, type, b.getI8Type(), base,
                               ArrayRef<LLVM::GEPArg>{byteOffset});
  return base;
}

static unsigned bytesOf(Type type) {
  unsigned bits =
      isa<LLVM::LLVMPointerType>(type) ? 64 : type.getIntOrFloatBitWidth();
  return std::max(bits / 8, 1u);
}

void KernelLowering::storeShared(Value address, ValueRange elements) {
  Type element = elements.front().getType();
  Registers values(elements);
  if (element.isInteger(1)) { // a byte each
    for (Value &value : values)
      value = arith::ExtUIOp::create(b, b.getI8Type(), value);
    element = b.getI8Type();
  }
  Value whole = values.front();
  if (values.size() > 1) {
    whole = LLVM::PoisonOp::create(b, VectorType::get(values.size(), element));
    for (auto [i, value] : llvm::enumerate(values))
      whole = LLVM::InsertElementOp::create(b, whole, value, i32(i));
  }
  LLVM::StoreOp::create(b, whole, address, values.size() * bytesOf(element));
}

Registers KernelLowering::loadShared(Value address, Type element,
                                     unsigned count) {
  Type stored = element.isInteger(1) ? b.getI8Type() : element;
  Type type = count == 1 ? stored : VectorType::get(count, stored);
  Value whole =
      LLVM::LoadOp::create(b, type, address, count * bytesOf(stored));
  Registers values;
  for (unsigned i = 0; i < count; ++i) {
    Value value = count == 1 ? whole
                             : LLVM::ExtractElementOp::create(b, whole, i32(i));
    if (element.isInteger(1))
      value = arith::TruncIOp::create(b, element, value);
    values.push_back(value);
  }
  return values;
}
