//===- LowerOthers.cpp - print, assert, inline assembly, libdevice --------===//

#include "compiler/codegen/InlineAsmText.h"
#include "compiler/codegen/KernelLowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace tqc;

LLVM::LLVMFuncOp KernelLowering::declareFunction(StringRef name, Type result,
                                                 ArrayRef<Type> arguments) {
  auto module = target->getParentOfType<ModuleOp>();
  if (auto known = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
    return known;
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(module.getBody());
  return LLVM::LLVMFuncOp::create(
      b, name, LLVM::LLVMFunctionType::get(result, arguments));
}

/// The generic address of a zero-terminated text.
Value KernelLowering::stringConstant(StringRef text) {
  auto module = target->getParentOfType<ModuleOp>();
  unsigned number = 0;
  for (auto global : module.getOps<LLVM::GlobalOp>())
    number += global.getSymName().starts_with("tq_text_");
  std::string name = "tq_text_" + std::to_string(number);
  std::string zeroTerminated = text.str();
  zeroTerminated.push_back('\0');
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(module.getBody());
    auto type = LLVM::LLVMArrayType::get(b.getI8Type(), zeroTerminated.size());
    LLVM::GlobalOp::create(b, type, /*isConstant=*/true,
                           LLVM::Linkage::Internal, name,
                           b.getStringAttr(zeroTerminated), /*alignment=*/1,
                           /*addrSpace=*/1);
  }
  auto global = LLVM::LLVMPointerType::get(b.getContext(), 1);
  auto generic = LLVM::LLVMPointerType::get(b.getContext());
  Value address = LLVM::AddressOfOp::create(b, global, name);
  return LLVM::AddrSpaceCastOp::create(b, generic, address);
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

LogicalResult KernelLowering::lowerPrint(tq::PrintOp op) {
  if (auto mark = op->getAttrOfType<StringAttr>(tq::kMarkAttr))
    return lowerMark(op, mark.getValue());
  auto generic = LLVM::LLVMPointerType::get(b.getContext());
  LLVM::LLVMFuncOp vprintf =
      declareFunction("vprintf", b.getI32Type(), {generic, generic});
  Type word = b.getI32Type();
  auto printOne = [&](StringRef format, ArrayRef<Value> values) {
    SmallVector<Type> types;
    for (Value value : values)
      types.push_back(value.getType());
    auto type = LLVM::LLVMStructType::getLiteral(b.getContext(), types);
    Value buffer = LLVM::AllocaOp::create(b, generic, type, i32(1), 8);
    for (auto [i, value] : llvm::enumerate(values)) {
      Value field = LLVM::GEPOp::create(
          b, generic, type, buffer,
          ArrayRef<LLVM::GEPArg>{0, static_cast<int32_t>(i)});
      LLVM::StoreOp::create(b, value, field);
    }
    LLVM::CallOp::create(b, vprintf,
                         ValueRange{stringConstant(format), buffer});
  };
  SmallVector<Value> pid = {NVVM::BlockIdXOp::create(b, word),
                            NVVM::BlockIdYOp::create(b, word),
                            NVVM::BlockIdZOp::create(b, word)};
  std::string head = "pid (%u, %u, %u)";
  if (op.getArgs().empty()) {
    printOne(head + op.getPrefix().str() + "\n", pid);
    return success();
  }
  head += " idx (";
  for (auto [number, argument] : llvm::enumerate(op.getArgs())) {
    const LinearLayout *layout = tqg::tryLayoutOf(argument.getType());
    std::string operand = op.getArgs().size() > 1
                              ? "(operand " + std::to_string(number) + ") "
                              : "";
    for (auto [reg, value] : llvm::enumerate(regs(argument))) {
      SmallVector<Value> values = pid;
      std::string indices;
      if (layout) {
        if (reg & layout->freeMask(Hw::Reg))
          continue;
        Value flat = arith::XOrIOp::create(
            b, threadPart(*layout), i32(layout->applyFlat(Hw::Reg, reg)));
        for (unsigned dim = 0; dim < layout->rank(); ++dim) {
          Value coord =
              arith::ShRUIOp::create(b, flat, i32(layout->lowBit(dim)));
          values.push_back(
              arith::AndIOp::create(b, coord, i32(layout->extent(dim) - 1)));
          indices += (dim ? ", " : "") + indexFormat(layout->extent(dim));
        }
      }
      auto [shown, format] =
          promoted(b, value, op.getIsSigned()[number], op.getHex());
      values.push_back(shown);
      // As Triton: elements once, a number by every thread.
      Value only = layout ? actsOnce(argument.getType()) : Value();
      std::string text =
          head + indices + ")" + op.getPrefix().str() + operand + format + "\n";
      guarded(only, [&] { printOne(text, values); });
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Assert
//===----------------------------------------------------------------------===//

LogicalResult KernelLowering::lowerAssert(tq::AssertOp op) {
  auto generic = LLVM::LLVMPointerType::get(b.getContext());
  LLVM::LLVMFuncOp fail = declareFunction(
      "__assertfail", LLVM::LLVMVoidType::get(b.getContext()),
      {generic, generic, b.getI32Type(), generic, b.getI64Type()});
  Value ok;
  for (Value value : regs(op.getCondition()))
    ok = ok ? arith::AndIOp::create(b, ok, value).getResult() : value;
  Value failed = arith::XOrIOp::create(b, ok, constant(b.getI1Type(), 1));
  std::string file = "unknown";
  unsigned line = 0;
  Location place = op.getLoc();
  place->walk([&](Location inner) {
    if (auto at = dyn_cast<FileLineColLoc>(inner)) {
      file = at.getFilename().str();
      line = at.getLine();
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  guarded(failed, [&] {
    Value width =
        LLVM::ConstantOp::create(b, b.getI64Type(), b.getI64IntegerAttr(1));
    LLVM::CallOp::create(b, fail,
                         ValueRange{stringConstant(op.getMessage()),
                                    stringConstant(file), i32(line),
                                    stringConstant(kernel.getName()), width});
  });
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
LogicalResult KernelLowering::checkInlineAsm(tq::InlineAsmOp op,
                                             unsigned pack) {
  auto widths = [&](TypeRange types) {
    SmallVector<unsigned> bits;
    for (Type type : types) {
      Type element = registerType(type), word = asmRegister(element, pack);
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

LogicalResult KernelLowering::lowerInlineAsm(tq::InlineAsmOp op) {
  unsigned pack = op.getPack();
  if (failed(checkInlineAsm(op, pack)))
    return failure();
  unsigned count = 1;
  for (Value value : op->getOperands())
    count = std::max<unsigned>(count, regs(value).size());
  for (Type type : op.getResultTypes())
    count = std::max(count, registerCount(type));
  SmallVector<Registers> results(op->getNumResults());
  for (unsigned first = 0; first < count; first += pack) {
    SmallVector<Value> operands;
    for (Value value : op->getOperands()) {
      // The last instance repeats the last element where a thread has no more.
      Registers &list = regs(value), elements;
      for (unsigned i = 0; i < pack; ++i)
        elements.push_back(list[std::min<size_t>(first + i, list.size() - 1)]);
      llvm::append_range(
          operands,
          packWords(elements, asmRegister(elements.front().getType(), pack)));
    }
    SmallVector<Type> outs;
    for (Type type : op.getResultTypes())
      outs.append(asmRegisterCount(registerType(type), pack),
                  asmRegister(registerType(type), pack));
    Type out = outs.empty() ? Type()
               : outs.size() == 1
                   ? outs.front()
                   : LLVM::LLVMStructType::getLiteral(b.getContext(), outs);
    Value result =
        inlineText(b, op.getText(), op.getConstraints(), operands, out,
                   op.getPure() ? PtxEffect::None : PtxEffect::Ordered,
                   op.getText().contains(".sync") ? PtxConvergence::Convergent
                                                  : PtxConvergence::Free);
    unsigned at = 0;
    for (auto [index, type] : llvm::enumerate(op.getResultTypes())) {
      Registers words;
      unsigned wordCount = asmRegisterCount(registerType(type), pack);
      for (unsigned i = 0; i < wordCount; ++i, ++at)
        words.push_back(outs.size() == 1
                            ? result
                            : LLVM::ExtractValueOp::create(b, result, at));
      llvm::append_range(results[index],
                         unpackWords(words, registerType(type)));
    }
  }
  for (auto [value, list] : llvm::zip(op.getResults(), results)) {
    list.resize(registerCount(value.getType()));
    set(value, list);
  }
  return success();
}
