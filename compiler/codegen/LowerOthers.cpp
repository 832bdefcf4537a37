//===- LowerOthers.cpp - print, assert, inline assembly, libdevice --------===//

#include "compiler/codegen/InlineAsmText.h"
#include "compiler/codegen/InlinePtx.h"
#include "compiler/codegen/LayoutIndices.h"
#include "compiler/codegen/LowerMemory.h"
#include "compiler/codegen/OpLowerings.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace tqc;

LLVM::LLVMFuncOp tqc::declareFunction(LoweringContext &cx, StringRef name,
                                      Type result, ArrayRef<Type> arguments) {
  auto module = cx.target->getParentOfType<ModuleOp>();
  if (auto known = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
    return known;
  OpBuilder::InsertionGuard guard(cx.b);
  cx.b.setInsertionPointToStart(module.getBody());
  return LLVM::LLVMFuncOp::create(
      cx.b, name, LLVM::LLVMFunctionType::get(result, arguments));
}

/// The generic address of a zero-terminated text.
static Value stringConstant(LoweringContext &cx, StringRef text) {
  auto module = cx.target->getParentOfType<ModuleOp>();
  unsigned number = 0;
  for (auto global : module.getOps<LLVM::GlobalOp>())
    number += global.getSymName().starts_with("tq_text_");
  std::string name = "tq_text_" + std::to_string(number);
  std::string zeroTerminated = text.str();
  zeroTerminated.push_back('\0');
  {
    OpBuilder::InsertionGuard guard(cx.b);
    cx.b.setInsertionPointToStart(module.getBody());
    auto type =
        LLVM::LLVMArrayType::get(cx.b.getI8Type(), zeroTerminated.size());
    LLVM::GlobalOp::create(cx.b, type, /*isConstant=*/true,
                           LLVM::Linkage::Internal, name,
                           cx.b.getStringAttr(zeroTerminated), /*alignment=*/1,
                           /*addrSpace=*/1);
  }
  auto global = LLVM::LLVMPointerType::get(cx.b.getContext(), 1);
  auto generic = LLVM::LLVMPointerType::get(cx.b.getContext());
  Value address = LLVM::AddressOfOp::create(cx.b, global, name);
  return LLVM::AddrSpaceCastOp::create(cx.b, generic, address);
}

//===----------------------------------------------------------------------===//
// Print
//===----------------------------------------------------------------------===//

/// As variadic C functions take it: ints at least 32 bits, floats as double.
static std::pair<Value, std::string>
promoted(ImplicitLocOpBuilder &b, Value value, bool isSigned, bool hex) {
  Type type = value.getType();
  if (isa<LLVM::LLVMPointerType>(type))
    return {LLVM::PtrToIntOp::create(b, b.getI64Type(), value), "0x%llx"};
  if (isa<FloatType>(type)) {
    if (!type.isF64())
      value = arith::ExtFOp::create(b, b.getF64Type(), value);
    return {value, "%f"};
  }
  unsigned bits = type.getIntOrFloatBitWidth();
  if (bits < 32)
    value = isSigned && !hex
                ? arith::ExtSIOp::create(b, b.getI32Type(), value).getResult()
                : arith::ExtUIOp::create(b, b.getI32Type(), value).getResult();
  if (hex) { // a digit for each four bits
    std::string digits = std::to_string(std::max(1u, bits / 4));
    return {value, "0x%0" + digits + (bits == 64 ? "llx" : "x")};
  }
  if (bits == 64)
    return {value, isSigned ? "%lld" : "%llu"};
  return {value, isSigned ? "%i" : "%u"};
}

/// An index of a dimension, as wide as the largest one: lines can be sorted.
static std::string indexFormat(int64_t extent) {
  return "%" + std::to_string(std::to_string(extent - 1).size()) + "u";
}

/// A call of `vprintf` with these values.
static void printOne(LoweringContext &cx, StringRef format,
                     ArrayRef<Value> values) {
  auto generic = LLVM::LLVMPointerType::get(cx.b.getContext());
  LLVM::LLVMFuncOp vprintf =
      declareFunction(cx, "vprintf", cx.b.getI32Type(), {generic, generic});
  SmallVector<Type> types;
  for (Value value : values)
    types.push_back(value.getType());
  auto type = LLVM::LLVMStructType::getLiteral(cx.b.getContext(), types);
  Value buffer = LLVM::AllocaOp::create(cx.b, generic, type, cx.i32(1), 8);
  for (auto [i, value] : llvm::enumerate(values)) {
    Value field =
        LLVM::GEPOp::create(cx.b, generic, type, buffer,
                            ArrayRef<LLVM::GEPArg>{0, static_cast<int32_t>(i)});
    LLVM::StoreOp::create(cx.b, value, field);
  }
  LLVM::CallOp::create(cx.b, vprintf,
                       ValueRange{stringConstant(cx, format), buffer});
}

/// Adds where a register's element lies in its tile; returned is the format.
static std::string addIndices(LoweringContext &cx, const LinearLayout &layout,
                              unsigned reg, SmallVectorImpl<Value> &values) {
  std::string indices;
  Value flat = arith::XOrIOp::create(cx.b, threadPart(cx, layout),
                                     cx.i32(layout.applyFlat(Hw::Reg, reg)));
  for (unsigned dim = 0; dim < layout.rank(); ++dim) {
    Value coord =
        arith::ShRUIOp::create(cx.b, flat, cx.i32(layout.lowBit(dim)));
    values.push_back(
        arith::AndIOp::create(cx.b, coord, cx.i32(layout.extent(dim) - 1)));
    indices += (dim ? ", " : "") + indexFormat(layout.extent(dim));
  }
  return indices;
}

LogicalResult tqc::lowerPrint(LoweringContext &cx, tq::PrintOp op) {
  if (auto mark = op->getAttrOfType<StringAttr>(tq::kMarkAttr))
    return lowerMark(cx, op, mark.getValue());
  Type word = cx.b.getI32Type();
  SmallVector<Value> pid = {NVVM::BlockIdXOp::create(cx.b, word),
                            NVVM::BlockIdYOp::create(cx.b, word),
                            NVVM::BlockIdZOp::create(cx.b, word)};
  std::string head = "pid (%u, %u, %u)";
  if (op.getArgs().empty()) {
    printOne(cx, head + op.getPrefix().str() + "\n", pid);
    return success();
  }
  head += " idx (";
  for (auto [number, argument] : llvm::enumerate(op.getArgs())) {
    const LinearLayout *layout = tqg::tryLayoutOf(argument.getType());
    std::string operand = op.getArgs().size() > 1
                              ? "(operand " + std::to_string(number) + ") "
                              : "";
    for (auto [reg, value] : llvm::enumerate(cx.regs(argument))) {
      SmallVector<Value> values = pid;
      std::string indices;
      if (layout && (reg & layout->freeMask(Hw::Reg)))
        continue;
      if (layout)
        indices = addIndices(cx, *layout, reg, values);
      auto [shown, format] =
          promoted(cx.b, value, op.getIsSigned()[number], op.getHex());
      values.push_back(shown);
      // As Triton: elements once, a number by every thread.
      Value only = layout ? actsOnce(cx, argument.getType()) : Value();
      std::string text =
          head + indices + ")" + op.getPrefix().str() + operand + format + "\n";
      guarded(cx, only, [&] { printOne(cx, text, values); });
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Assert
//===----------------------------------------------------------------------===//

/// Stops the grid with a message where one of the conditions is false.
static void stopUnless(LoweringContext &cx, Location place,
                       ArrayRef<Value> conditions, StringRef message) {
  auto generic = LLVM::LLVMPointerType::get(cx.b.getContext());
  LLVM::LLVMFuncOp fail = declareFunction(
      cx, "__assertfail", LLVM::LLVMVoidType::get(cx.b.getContext()),
      {generic, generic, cx.b.getI32Type(), generic, cx.b.getI64Type()});
  Value ok;
  for (Value value : conditions)
    ok = ok ? arith::AndIOp::create(cx.b, ok, value).getResult() : value;
  Value failed =
      arith::XOrIOp::create(cx.b, ok, cx.constant(cx.b.getI1Type(), 1));
  std::string file = "unknown";
  unsigned line = 0;
  place->walk([&](Location inner) {
    if (auto at = dyn_cast<FileLineColLoc>(inner)) {
      file = at.getFilename().str();
      line = at.getLine();
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  guarded(cx, failed, [&] {
    Value width = LLVM::ConstantOp::create(cx.b, cx.b.getI64Type(),
                                           cx.b.getI64IntegerAttr(1));
    LLVM::CallOp::create(cx.b, fail,
                         ValueRange{stringConstant(cx, message),
                                    stringConstant(cx, file), cx.i32(line),
                                    stringConstant(cx, cx.kernel.getName()),
                                    width});
  });
}

LogicalResult tqc::lowerAssert(LoweringContext &cx, tq::AssertOp op) {
  stopUnless(cx, op.getLoc(), cx.regs(op.getCondition()), op.getMessage());
  return success();
}

LogicalResult tqc::lowerAssume(LoweringContext &cx, tq::AssumeOp op) {
  ArrayRef<Value> condition = cx.regs(op.getCondition());
  if (std::optional<StringRef> message = op.getMessage())
    stopUnless(cx, op.getLoc(), condition, *message);
  else
    LLVM::AssumeOp::create(cx.b, condition.front());
  return success();
}

//===----------------------------------------------------------------------===//
// Inline assembly
//===----------------------------------------------------------------------===//

/// The register that one instance of a text holds elements in: `pack` elements
/// of less than 32 bits share registers of 32 bits.
static Type asmRegister(Type element, unsigned pack) {
  unsigned bits = isa<LLVM::LLVMPointerType>(element)
                      ? 64
                      : element.getIntOrFloatBitWidth();
  if (pack == 1 || bits >= 32)
    return element;
  return IntegerType::get(element.getContext(), std::min(32u, bits * pack));
}

/// How many of those registers `pack` elements fill.
static unsigned asmRegisterCount(Type element, unsigned pack) {
  Type word = asmRegister(element, pack);
  if (word == element)
    return pack;
  return std::max(1u, pack * element.getIntOrFloatBitWidth() /
                          word.getIntOrFloatBitWidth());
}

/// Refuses a text or constraints that do not fit the registers of `op`.
static LogicalResult checkInlineAsm(LoweringContext &cx, tq::InlineAsmOp op,
                                    unsigned pack) {
  auto widths = [&](TypeRange types) {
    SmallVector<unsigned> bits;
    for (Type type : types) {
      Type element = cx.registerType(type), word = asmRegister(element, pack);
      bits.append(
          asmRegisterCount(element, pack),
          isa<LLVM::LLVMPointerType>(word) ? 64 : word.getIntOrFloatBitWidth());
    }
    return bits;
  };
  SmallVector<unsigned> outputs = widths(op->getResultTypes());
  SmallVector<unsigned> inputs = widths(op->getOperandTypes());
  std::string fault =
      findAsmFault(op.getText(), op.getConstraints(), {outputs, inputs});
  return fault.empty() ? success() : op.emitOpError(fault);
}

LogicalResult tqc::lowerInlineAsm(LoweringContext &cx, tq::InlineAsmOp op) {
  unsigned pack = op.getPack();
  if (failed(checkInlineAsm(cx, op, pack)))
    return failure();
  unsigned count = 1;
  for (Value value : op->getOperands())
    count = std::max<unsigned>(count, cx.regs(value).size());
  for (Type type : op.getResultTypes())
    count = std::max(count, registerCount(type));
  SmallVector<Registers> results(op->getNumResults());
  for (unsigned first = 0; first < count; first += pack) {
    SmallVector<Value> operands;
    for (Value value : op->getOperands()) {
      // The last instance repeats the last element where a thread has no more.
      Registers &list = cx.regs(value), elements;
      for (unsigned i = 0; i < pack; ++i)
        elements.push_back(list[std::min<size_t>(first + i, list.size() - 1)]);
      llvm::append_range(
          operands, packWords(cx, elements,
                              asmRegister(elements.front().getType(), pack)));
    }
    SmallVector<Type> outs;
    for (Type type : op.getResultTypes())
      outs.append(asmRegisterCount(cx.registerType(type), pack),
                  asmRegister(cx.registerType(type), pack));
    Type out = outs.empty() ? Type()
               : outs.size() == 1
                   ? outs.front()
                   : LLVM::LLVMStructType::getLiteral(cx.b.getContext(), outs);
    Value result =
        inlineText(cx.b, op.getText(), op.getConstraints(), operands, out,
                   op.getPure() ? PtxEffect::None : PtxEffect::Ordered,
                   op.getText().contains(".sync") ? PtxConvergence::Convergent
                                                  : PtxConvergence::Free);
    unsigned at = 0;
    for (auto [index, type] : llvm::enumerate(op.getResultTypes())) {
      Registers words;
      unsigned wordCount = asmRegisterCount(cx.registerType(type), pack);
      for (unsigned i = 0; i < wordCount; ++i, ++at)
        words.push_back(outs.size() == 1
                            ? result
                            : LLVM::ExtractValueOp::create(cx.b, result, at));
      llvm::append_range(results[index],
                         unpackWords(cx, words, cx.registerType(type)));
    }
  }
  for (auto [value, list] : llvm::zip(op.getResults(), results)) {
    list.resize(registerCount(value.getType()));
    cx.set(value, list);
  }
  return success();
}
