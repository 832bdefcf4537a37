//===- MemoryOperands.cpp - What a memory op reads or writes --------------===//

#include "compiler/analysis/MemoryOperands.h"

#include "dialect/tq/TqDialect.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tqc;

Value tqc::pointerOf(Operation &op) {
  return llvm::TypeSwitch<Operation *, Value>(&op)
      .Case<tq::LoadOp, tq::StoreOp, tq::AtomicRmwOp, tq::AtomicCasOp>(
          [](auto access) -> Value { return access.getPtr(); })
      .Default([](Operation *) { return Value(); });
}

Value tqc::maskOf(Operation &op) {
  return llvm::TypeSwitch<Operation *, Value>(&op)
      .Case<tq::LoadOp, tq::StoreOp, tq::AtomicRmwOp>(
          [](auto access) -> Value { return access.getMask(); })
      .Default([](Operation *) { return Value(); });
}
