//===- LowerAtomic.cpp - Atomic operations on global memory ---------------===//
//
// Each element is changed once, by the first of the threads that hold it; other
// lanes get the old value by shuffle, and other warps as the schedule says. The
// order and scope
// are in the instruction, since LLVM drops them from `atomicrmw` on NVPTX.
//
//===----------------------------------------------------------------------===//

#include "compiler/codegen/InlinePtx.h"
#include "compiler/codegen/LayoutIndices.h"
#include "compiler/codegen/LowerCombine.h"
#include "compiler/codegen/OpLowerings.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tqc;

/// "add.f32" and so on; empty if PTX has no such atomic.
static std::string operationText(tq::AtomicKind kind, Type type) {
  unsigned bits = type.getIntOrFloatBitWidth();
  std::string width = std::to_string(bits);
  bool isWord = bits == 32 || bits == 64;
  switch (kind) {
  case tq::AtomicKind::AddI:
    return isWord ? "add.u" + width : "";
  case tq::AtomicKind::AddF:
    if (isWord)
      return "add.f" + width;
    return type.isF16()    ? "add.noftz.f16"
           : type.isBF16() ? "add.noftz.bf16"
                           : "";
  case tq::AtomicKind::MinS:
    return isWord ? "min.s" + width : "";
  case tq::AtomicKind::MinU:
    return isWord ? "min.u" + width : "";
  case tq::AtomicKind::MaxS:
    return isWord ? "max.s" + width : "";
  case tq::AtomicKind::MaxU:
    return isWord ? "max.u" + width : "";
  case tq::AtomicKind::And:
    return isWord ? "and.b" + width : "";
  case tq::AtomicKind::Or:
    return isWord ? "or.b" + width : "";
  case tq::AtomicKind::Xor:
    return isWord ? "xor.b" + width : "";
  case tq::AtomicKind::Exchange:
    return isWord ? "exch.b" + width : "";
  case tq::AtomicKind::MinF:
  case tq::AtomicKind::MaxF:
    return ""; // floatOperations
  }
  llvm_unreachable("the switch covers every kind");
}

/// The two operations that make the minimum or maximum of floats: for a value
/// with a clear sign bit, and for one with a set one. Floats are ordered as the
/// integers of their bits, but negative ones the other way round.
static std::pair<std::string, std::string> floatOperations(tq::AtomicKind kind,
                                                           Type type) {
  unsigned bits = type.getIntOrFloatBitWidth();
  std::string width = std::to_string(bits);
  if (bits != 32 && bits != 64)
    return {};
  if (kind == tq::AtomicKind::MaxF)
    return {"max.s" + width, "min.u" + width};
  if (kind == tq::AtomicKind::MinF)
    return {"min.s" + width, "max.u" + width};
  return {};
}

static StringRef letterFor(unsigned bits) {
  return bits == 64 ? "l" : bits == 32 ? "r" : "h";
}

/// Bits of a register, and the value back from them.
static Value toBits(ImplicitLocOpBuilder &b, Value value) {
  Type type = value.getType();
  if (isa<LLVM::LLVMPointerType>(type))
    return LLVM::PtrToIntOp::create(b, b.getI64Type(), value);
  if (isa<IntegerType>(type))
    return value;
  return LLVM::BitcastOp::create(
      b, b.getIntegerType(type.getIntOrFloatBitWidth()), value);
}

static Value fromBits(ImplicitLocOpBuilder &b, Value bits, Type type) {
  if (isa<IntegerType>(type))
    return bits;
  return LLVM::BitcastOp::create(b, type, bits);
}

static void shareWithLanes(LoweringContext &cx, Operation &op, Type type,
                           Registers &values) {
  const LinearLayout *layout = tqg::tryLayoutOf(type);
  uint32_t mask = layout ? layout->freeMask(Hw::Lane) : 0;
  if (op.getResult(0).use_empty() || !mask)
    return;
  Value source = arith::AndIOp::create(cx.b, cx.laneId(), cx.i32(31 & ~mask));
  for (Value &value : values)
    value = shuffle(cx, value, source, "idx");
}

/// The text between the opcode and the operation: ".acq_rel.gpu.global.".
static std::string orderText(tq::MemSem sem, tq::MemScope scope) {
  return "." + tq::stringifyMemSem(sem).str() + "." +
         tq::stringifyMemScope(scope).str() + ".global.";
}

/// The instructions for one element: operand 1 is the address, 2 the value and,
/// with `masked`, 3 the predicate.
static std::string rmwText(tq::AtomicRmwOp op, Type element, bool masked) {
  std::string opcode = "atom" + orderText(op.getSem(), op.getScope());
  std::string operation = operationText(op.getKind(), element);
  if (!operation.empty())
    return (masked ? "@$3 " : "") + opcode + operation + " $0, [$1], $2;";
  auto [positive, negative] = floatOperations(op.getKind(), element);
  std::string type = ".s" + std::to_string(element.getIntOrFloatBitWidth());
  auto setp = [&](StringRef predicate, StringRef compare) {
    return ("setp." + compare + (masked ? ".and" : "") + type + " " +
            predicate + ", $2, 0" + (masked ? ", $3;\n\t" : ";\n\t"))
        .str();
  };
  return "{ .reg .pred pos, neg;\n\t" + setp("pos", "ge") + setp("neg", "lt") +
         "@pos " + opcode + positive + " $0, [$1], $2;\n\t@neg " + opcode +
         negative + " $0, [$1], $2; }";
}

//===----------------------------------------------------------------------===//
// Operations that PTX lacks
//===----------------------------------------------------------------------===//

/// Whether an operation on halves is none of the target's instructions.
static bool needsLoop(tq::AtomicKind kind, Type element,
                      int computeCapability) {
  bool isHalf = element.isF16() || element.isBF16();
  if (kind == tq::AtomicKind::MinF || kind == tq::AtomicKind::MaxF)
    return isHalf;
  return kind == tq::AtomicKind::AddF && element.isBF16() &&
         computeCapability < 90;
}

/// What is written where `old` stood. A sum of two bf16 rounds to the same bf16
/// by way of fp32.
static Value combineHalves(ImplicitLocOpBuilder &b, tq::AtomicKind kind,
                           Value old, Value operand) {
  Type half = operand.getType(), f32 = b.getF32Type();
  Value left = arith::ExtFOp::create(b, f32, fromBits(b, old, half));
  Value right = arith::ExtFOp::create(b, f32, operand);
  Value result = kind == tq::AtomicKind::AddF
                     ? arith::AddFOp::create(b, left, right).getResult()
                 : kind == tq::AtomicKind::MinF
                     ? arith::MinNumFOp::create(b, left, right).getResult()
                     : arith::MaxNumFOp::create(b, left, right).getResult();
  return toBits(b, arith::TruncFOp::create(b, half, result));
}

static Value compareAndSwap(LoweringContext &cx, tq::AtomicRmwOp op,
                            Value address, Value expected, Value next) {
  return inlinePtx(cx.b, PtxStatement::Atomic,
                   "atom" + orderText(op.getSem(), op.getScope()) +
                       "cas.b16 $0, [$1], $2, $3;",
                   "=h,l,h,h", {address, expected, next}, cx.b.getI16Type());
}

static Value atomicLoop(LoweringContext &cx, tq::AtomicRmwOp op, Value address,
                        Value operand, Value mask) {
  Type word = cx.b.getI16Type();
  auto swap = [&]() -> Value {
    // The first guess is 0: a wrong one costs a round, as a load would.
    auto loop = scf::WhileOp::create(cx.b, TypeRange(word),
                                     ValueRange(cx.constant(word, 0)));
    OpBuilder::InsertionGuard guard(cx.b);
    Block *before =
        cx.b.createBlock(&loop.getBefore(), {}, word, cx.b.getLoc());
    Value guess = before->getArgument(0);
    Value next = combineHalves(cx.b, op.getKind(), guess, operand);
    Value old = compareAndSwap(cx, op, address, guess, next);
    Value again =
        arith::CmpIOp::create(cx.b, arith::CmpIPredicate::ne, old, guess);
    scf::ConditionOp::create(cx.b, again, old);
    Block *after = cx.b.createBlock(&loop.getAfter(), {}, word, cx.b.getLoc());
    scf::YieldOp::create(cx.b, after->getArgument(0));
    return loop.getResult(0);
  };
  if (!mask)
    return swap();
  auto branch = scf::IfOp::create(cx.b, TypeRange(word), mask,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(cx.b);
  cx.b.setInsertionPointToEnd(branch.thenBlock());
  scf::YieldOp::create(cx.b, swap());
  cx.b.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(cx.b, cx.constant(word, 0));
  return branch.getResult(0);
}

//===----------------------------------------------------------------------===//
// The operations
//===----------------------------------------------------------------------===//

LogicalResult tqc::lowerAtomicRmw(LoweringContext &cx, tq::AtomicRmwOp op) {
  Type element = cx.registerType(op.getType());
  bool byLoop = needsLoop(op.getKind(), element, cx.computeCapability);
  if (!byLoop && operationText(op.getKind(), element).empty() &&
      floatOperations(op.getKind(), element).first.empty())
    return op.emitOpError()
           << "PTX has no atomic `" << stringifyAtomicKind(op.getKind())
           << "` on " << element;
  const LinearLayout *layout = tqg::tryLayoutOf(op.getPtr().getType());
  Value only = actsOnce(cx, op.getPtr().getType());
  unsigned bits = element.getIntOrFloatBitWidth();
  StringRef letter = letterFor(bits);
  Type word = cx.b.getIntegerType(bits);
  Registers results;
  for (unsigned reg = 0; reg < registerCount(op.getType()); ++reg) {
    if (layout && (reg & layout->freeMask(Hw::Reg))) {
      results.push_back(results[reg & ~layout->freeMask(Hw::Reg)]);
      continue;
    }
    Value mask = op.getMask() ? cx.regs(op.getMask())[reg] : Value();
    if (only)
      mask = mask ? arith::AndIOp::create(cx.b, mask, only).getResult() : only;
    Value address = cx.regs(op.getPtr())[reg],
          value = cx.regs(op.getValue())[reg];
    if (byLoop) {
      results.push_back(
          fromBits(cx.b, atomicLoop(cx, op, address, value, mask), element));
      continue;
    }
    SmallVector<Value> operands = {address, toBits(cx.b, value)};
    std::string constraints = ("=" + letter + ",l," + letter).str();
    if (mask) {
      operands.push_back(mask);
      operands.push_back(cx.constant(word, 0));
      constraints += ",b,0";
    }
    Value old =
        inlinePtx(cx.b, PtxStatement::Atomic, rmwText(op, element, bool(mask)),
                  constraints, operands, word);
    results.push_back(fromBits(cx.b, old, element));
  }
  shareWithLanes(cx, *op, op.getType(), results);
  cx.set(op.getResult(), std::move(results));
  return success();
}

LogicalResult tqc::lowerAtomicCas(LoweringContext &cx, tq::AtomicCasOp op) {
  Type element = cx.registerType(op.getType());
  unsigned bits = element.getIntOrFloatBitWidth();
  if (bits < 16)
    return op.emitOpError() << "PTX has no compare-and-swap on " << element;
  const LinearLayout *layout = tqg::tryLayoutOf(op.getPtr().getType());
  Value only = actsOnce(cx, op.getPtr().getType());
  StringRef letter = letterFor(bits);
  Type word = cx.b.getIntegerType(bits);
  Registers results;
  for (unsigned reg = 0; reg < registerCount(op.getType()); ++reg) {
    if (layout && (reg & layout->freeMask(Hw::Reg))) {
      results.push_back(results[reg & ~layout->freeMask(Hw::Reg)]);
      continue;
    }
    SmallVector<Value> operands = {cx.regs(op.getPtr())[reg],
                                   toBits(cx.b, cx.regs(op.getCompare())[reg]),
                                   toBits(cx.b, cx.regs(op.getValue())[reg])};
    std::string text,
        constraints = ("=" + letter + ",l," + letter + "," + letter).str();
    if (only) {
      operands.push_back(only);
      operands.push_back(cx.constant(word, 0));
      text = "@$4 ";
      constraints += ",b,0";
    }
    text += "atom" + orderText(op.getSem(), op.getScope()) + "cas.b" +
            std::to_string(bits) + " $0, [$1], $2, $3;";
    Value old = inlinePtx(cx.b, PtxStatement::Atomic, text, constraints,
                          operands, word);
    results.push_back(fromBits(cx.b, old, element));
  }
  shareWithLanes(cx, *op, op.getType(), results);
  cx.set(op.getResult(), std::move(results));
  return success();
}
