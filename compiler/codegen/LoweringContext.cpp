//===- LoweringContext.cpp - Registers of values, and which thread this is ===//

#include "compiler/codegen/LoweringContext.h"

#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace tqc;

LoweringContext::LoweringContext(func::FuncOp kernel, LLVM::LLVMFuncOp target,
                                 int numWarps, int computeCapability)
    : kernel(kernel), target(target), numWarps(numWarps),
      computeCapability(computeCapability),
      b(kernel.getLoc(), kernel.getContext()) {}

Type LoweringContext::registerType(Type type) {
  Type element = getElementTypeOrSelf(type);
  if (isa<tq::PtrType>(element))
    return LLVM::LLVMPointerType::get(b.getContext(), /*addressSpace=*/1);
  if (isa<FloatType>(element) && element.getIntOrFloatBitWidth() == 8)
    return b.getI8Type();
  return element;
}

unsigned tqc::registerCount(Type type) {
  const LinearLayout *layout = tqg::tryLayoutOf(type);
  return layout ? layout->size(Hw::Reg) : 1;
}

Registers &LoweringContext::regs(Value value) {
  auto it = table.find(value);
  assert(it != table.end() && "operands are lowered before their users");
  return it->second;
}

void LoweringContext::set(Value value, Registers list) {
  assert(list.size() == registerCount(value.getType()) &&
         "one value a register of the layout");
  table[value] = std::move(list);
}

Value LoweringContext::i32(int64_t value) {
  return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
}

Value LoweringContext::constant(Type type, int64_t value) {
  if (isa<FloatType>(type))
    return arith::ConstantOp::create(b, b.getFloatAttr(type, value));
  return arith::ConstantOp::create(b, b.getIntegerAttr(type, value));
}

/// Runs `make` at the start of the kernel, so that its value is there for all.
template <typename Make>
static Value atEntry(ImplicitLocOpBuilder &b, LLVM::LLVMFuncOp target,
                     Make make) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(&target.getBody().front());
  return make();
}

Value LoweringContext::threadOfCta() {
  if (!thread)
    thread = atEntry(b, target, [&] {
      return NVVM::ThreadIdXOp::create(b, b.getI32Type()).getRes();
    });
  return thread;
}

/// Runs `make` behind `value`, once for all who ask.
template <typename Make>
static Value behind(ImplicitLocOpBuilder &b, Value value, Value &made,
                    Make make) {
  if (!made) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointAfterValue(value);
    made = make();
  }
  return made;
}

Value LoweringContext::threadId() {
  Value id = threadOfCta();
  if (!isInTeam)
    return id;
  return behind(b, id, teamThread,
                [&] { return arith::AndIOp::create(b, id, i32(4 * 32 - 1)); });
}

Value LoweringContext::laneId() {
  Value id = threadOfCta();
  return behind(b, id, lane,
                [&] { return arith::AndIOp::create(b, id, i32(31)); });
}

Value LoweringContext::warpOfCta() {
  Value id = threadOfCta();
  return behind(b, id, warp,
                [&] { return arith::ShRUIOp::create(b, id, i32(5)); });
}

Value LoweringContext::warpId() {
  Value id = warpOfCta();
  if (!isInTeam)
    return id;
  return behind(b, id, teamWarp,
                [&] { return arith::AndIOp::create(b, id, i32(4 - 1)); });
}

Value LoweringContext::warpgroupOfCta() {
  Value id = warpOfCta();
  return behind(b, id, warpgroup, [&] {
    Value all = i32(-1), zero = i32(0), clamp = i32(31);
    Value first = NVVM::ShflOp::create(b, b.getI32Type(), all, id, zero, clamp,
                                       NVVM::ShflKind::idx, UnitAttr());
    return arith::ShRUIOp::create(b, first, i32(2));
  });
}

Value LoweringContext::warpgroupId() {
  return isInTeam ? i32(0) : warpgroupOfCta();
}
