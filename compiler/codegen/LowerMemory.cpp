//===- LowerMemory.cpp - Loads and stores of global memory ----------------===//
//
// Registers whose elements are neighbours in memory go into one access of up to
// 16 bytes; the address analysis says how many, the layout says which. Without
// a mask that is an LLVM load or store, which LLVM may schedule and mark; with
// one it is a predicated instruction:
//
//     @p ld.global.v4.b32 {r0, r1, r2, r3}, [a];
//
//===----------------------------------------------------------------------===//

#include "compiler/codegen/KernelLowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tqc;

static unsigned bitsOf(Type type) {
  return isa<LLVM::LLVMPointerType>(type) ? 64 : type.getIntOrFloatBitWidth();
}

Value KernelLowering::inlinePtx(StringRef text, StringRef constraints,
                                ValueRange operands, Type result,
                                bool sideEffects) {
  auto op = LLVM::InlineAsmOp::create(
      b, result ? TypeRange(result) : TypeRange(), operands, text, constraints,
      sideEffects, /*is_align_stack=*/false, LLVM::TailCallKind::None,
      LLVM::AsmDialectAttr(), ArrayAttr());
  return op.getNumResults() ? op.getResult(0) : Value();
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

Registers KernelLowering::packWords(ValueRange elements, Type word) {
  Type element = elements.front().getType();
  if (element == word)
    return Registers(elements);
  unsigned perWord = bitsOf(word) / bitsOf(element);
  if (perWord == 1)
    return llvm::map_to_vector(elements, [&](Value value) -> Value {
      return LLVM::BitcastOp::create(b, word, value);
    });
  auto vector = VectorType::get(perWord, element);
  Registers words;
  for (unsigned at = 0; at < elements.size(); at += perWord) {
    Value packed = LLVM::PoisonOp::create(b, vector);
    for (unsigned i = 0; i < perWord; ++i)
      packed = LLVM::InsertElementOp::create(b, packed, elements[at + i],
                                             i32(i));
    words.push_back(LLVM::BitcastOp::create(b, word, packed));
  }
  return words;
}

Registers KernelLowering::unpackWords(ValueRange words, Type element) {
  Type word = words.front().getType();
  if (element == word)
    return Registers(words);
  unsigned perWord = bitsOf(word) / bitsOf(element);
  if (perWord == 1)
    return llvm::map_to_vector(words, [&](Value value) -> Value {
      return LLVM::BitcastOp::create(b, element, value);
    });
  auto vector = VectorType::get(perWord, element);
  Registers elements;
  for (Value value : words) {
    Value packed = LLVM::BitcastOp::create(b, vector, value);
    for (unsigned i = 0; i < perWord; ++i)
      elements.push_back(LLVM::ExtractElementOp::create(b, packed, i32(i)));
  }
  return elements;
}

//===----------------------------------------------------------------------===//
// Which registers one access covers
//===----------------------------------------------------------------------===//

KernelLowering::AccessGroups KernelLowering::accessGroups(Value pointer,
                                                          Value mask) {
  AccessGroups result{1, {}};
  const LinearLayout *layout = tqg::tryLayoutOf(pointer.getType());
  if (!layout) {
    result.groups = {{0}};
    return result;
  }
  unsigned dim = axis.orderOf(pointer).front();
  unsigned width = axis.accessWidth(pointer, mask, dim);
  // The register bits that move by 1, 2, 4, ... elements along `dim`.
  SmallVector<unsigned> bits;
  while ((1u << bits.size()) < width) {
    uint32_t step = 1u << (layout->lowBit(dim) + bits.size());
    ArrayRef<uint32_t> columns = layout->columns(Hw::Reg);
    const uint32_t *it = llvm::find(columns, step);
    if (it == columns.end())
      break;
    bits.push_back(it - columns.begin());
  }
  result.width = 1u << bits.size();
  unsigned inVector = 0;
  for (unsigned bit : bits)
    inVector |= 1u << bit;
  unsigned replicas = layout->freeMask(Hw::Reg);
  for (unsigned base = 0; base < layout->size(Hw::Reg); ++base) {
    if (base & (inVector | replicas))
      continue;
    SmallVector<unsigned> &group = result.groups.emplace_back();
    for (unsigned i = 0; i < result.width; ++i) {
      unsigned reg = base;
      for (auto [k, bit] : llvm::enumerate(bits))
        if (i >> k & 1)
          reg |= 1u << bit;
      group.push_back(reg);
    }
  }
  return result;
}

/// The word type and count that carry `width` elements of `bits` bits.
struct Words {
  unsigned bits, count;
};
static Words wordsFor(unsigned width, unsigned bits) {
  unsigned total = width * bits;
  if (bits == 64)
    return {64, width};
  return total >= 32 ? Words{32, total / 32} : Words{total, 1};
}

/// "h", "r" or "l": the constraint of a register of that many bits.
static StringRef registerConstraint(unsigned bits) {
  return bits == 64 ? "l" : bits == 32 ? "r" : "h";
}

/// ".v4.b32" and the operand list "{$0, $1, $2, $3}" from `first` on.
static std::pair<std::string, std::string> vectorText(Words words,
                                                      unsigned first) {
  std::string suffix, list;
  llvm::raw_string_ostream suffixStream(suffix), listStream(list);
  if (words.count > 1)
    suffixStream << ".v" << words.count;
  suffixStream << ".b" << words.bits;
  if (words.count > 1)
    listStream << "{";
  for (unsigned i = 0; i < words.count; ++i)
    listStream << (i ? ", $" : "$") << first + i;
  if (words.count > 1)
    listStream << "}";
  return {suffix, list};
}

static StringRef cacheText(tq::CacheModifier cache) {
  switch (cache) {
  case tq::CacheModifier::None:
    return "";
  case tq::CacheModifier::Ca:
    return ".ca";
  case tq::CacheModifier::Cg:
    return ".cg";
  case tq::CacheModifier::Cs:
    return ".cs";
  case tq::CacheModifier::Cv:
    return ".cv";
  case tq::CacheModifier::Wb:
    return ".wb";
  case tq::CacheModifier::Wt:
    return ".wt";
  }
  llvm_unreachable("the switch covers every modifier");
}

static StringRef evictionText(tq::Eviction evict) {
  return evict == tq::Eviction::First  ? ".L1::evict_first"
         : evict == tq::Eviction::Last ? ".L1::evict_last"
                                       : "";
}

/// 8-bit values travel in 16-bit registers.
static Type wordType(OpBuilder &builder, unsigned bits) {
  return builder.getIntegerType(std::max(bits, 16u));
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// A mask that is true everywhere costs nothing.
static bool isAlwaysTrue(Value mask) {
  auto constant = mask ? mask.getDefiningOp<arith::ConstantOp>() : nullptr;
  auto attr = constant ? dyn_cast<IntegerAttr>(constant.getValue()) : nullptr;
  return !mask || (attr && attr.getValue().isAllOnes());
}

/// PTX has one place for a hint: a cache operator or an eviction priority.
static LogicalResult checkHints(Operation *op, tq::CacheModifier cache,
                                tq::Eviction evict) {
  if (cache == tq::CacheModifier::None || evict == tq::Eviction::Normal)
    return success();
  return op->emitOpError() << "the cache modifier `" << cacheText(cache)
                           << "` and the eviction policy `"
                           << tq::stringifyEviction(evict)
                           << "` exclude each other in PTX";
}

LogicalResult KernelLowering::lowerLoad(tq::LoadOp op) {
  if (failed(checkHints(op, op.getCache(), op.getEvict())))
    return failure();
  Type element = registerType(op.getType());
  AccessGroups access = accessGroups(op.getPtr(), op.getMask());
  Words words = wordsFor(access.width, bitsOf(element));
  bool plain = op.getCache() == tq::CacheModifier::None &&
               op.getEvict() == tq::Eviction::Normal && !op.getIsVolatile();
  Registers values(registerCount(op.getType()));
  for (ArrayRef<unsigned> group : access.groups) {
    Value address = regs(op.getPtr())[group.front()];
    Value mask = op.getMask() ? regs(op.getMask())[group.front()] : Value();
    Registers loaded;
    if (plain && isAlwaysTrue(mask)) {
      Type type = element;
      if (access.width > 1)
        type = VectorType::get(access.width, element);
      Value whole = LLVM::LoadOp::create(b, type, address,
                                         access.width * bitsOf(element) / 8);
      for (unsigned i = 0; i < access.width; ++i)
        loaded.push_back(access.width == 1 ? whole
                                           : LLVM::ExtractElementOp::create(
                                                 b, whole, i32(i)));
    } else {
      Registers other;
      for (unsigned reg : group)
        other.push_back(op.getOther() ? regs(op.getOther())[reg]
                        : isa<LLVM::LLVMPointerType>(element)
                            ? LLVM::ZeroOp::create(b, element).getResult()
                            : constant(element, 0));
      Type word = b.getIntegerType(words.bits);
      Registers initial = packWords(other, word);
      if (words.bits == 8)
        for (Value &value : initial)
          value = arith::ExtUIOp::create(b, b.getI16Type(), value);
      auto [suffix, list] = vectorText(words, 0);
      std::string text, constraints;
      llvm::raw_string_ostream os(text), cs(constraints);
      StringRef letter = registerConstraint(words.bits);
      for (unsigned i = 0; i < words.count; ++i)
        cs << "=" << letter << ",";
      cs << "l";
      SmallVector<Value> operands = {address};
      if (!isAlwaysTrue(mask)) {
        cs << ",b";
        operands.push_back(mask);
        os << "@$" << words.count + 1 << " ";
      }
      for (unsigned i = 0; i < words.count; ++i)
        cs << "," << i;
      llvm::append_range(operands, initial);
      os << "ld" << (op.getIsVolatile() ? ".volatile" : "") << ".global"
         << (op.getIsVolatile() ? "" : cacheText(op.getCache()))
         << (op.getIsVolatile() ? "" : evictionText(op.getEvict())) << suffix
         << " " << list << ", [$" << words.count << "];";
      Type out = wordType(b, words.bits);
      Type result = words.count == 1
                        ? out
                        : LLVM::LLVMStructType::getLiteral(
                              b.getContext(),
                              SmallVector<Type>(words.count, out));
      Value packed = inlinePtx(text, constraints, operands, result,
                               /*sideEffects=*/true);
      Registers parts;
      for (unsigned i = 0; i < words.count; ++i)
        parts.push_back(words.count == 1
                            ? packed
                            : LLVM::ExtractValueOp::create(b, packed, i));
      if (words.bits == 8)
        for (Value &value : parts)
          value = arith::TruncIOp::create(b, b.getI8Type(), value);
      loaded = unpackWords(parts, element);
    }
    for (auto [reg, value] : llvm::zip_equal(group, loaded))
      values[reg] = value;
  }
  if (const LinearLayout *layout = tqg::tryLayoutOf(op.getType()))
    for (unsigned reg = 0; reg < values.size(); ++reg)
      if (!values[reg]) // a register that repeats another one
        values[reg] = values[reg & ~layout->freeMask(Hw::Reg)];
  set(op.getResult(), std::move(values));
  return success();
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

LogicalResult KernelLowering::lowerStore(tq::StoreOp op) {
  if (failed(checkHints(op, op.getCache(), op.getEvict())))
    return failure();
  Type element = registerType(op.getValue().getType());
  AccessGroups access = accessGroups(op.getPtr(), op.getMask());
  Words words = wordsFor(access.width, bitsOf(element));
  bool plain = op.getCache() == tq::CacheModifier::None &&
               op.getEvict() == tq::Eviction::Normal;
  Value only = actsOnce(op.getPtr().getType());
  for (ArrayRef<unsigned> group : access.groups) {
    Value address = regs(op.getPtr())[group.front()];
    Value mask = op.getMask() ? regs(op.getMask())[group.front()] : Value();
    if (isAlwaysTrue(mask))
      mask = only;
    else if (only)
      mask = arith::AndIOp::create(b, mask, only);
    Registers elements;
    for (unsigned reg : group)
      elements.push_back(regs(op.getValue())[reg]);
    if (plain && !mask) {
      Value whole = elements.front();
      if (access.width > 1) {
        whole = LLVM::PoisonOp::create(b,
                                       VectorType::get(access.width, element));
        for (auto [i, value] : llvm::enumerate(elements))
          whole = LLVM::InsertElementOp::create(b, whole, value, i32(i));
      }
      LLVM::StoreOp::create(b, whole, address,
                            access.width * bitsOf(element) / 8);
      continue;
    }
    if (isa<LLVM::LLVMPointerType>(element))
      for (Value &value : elements)
        value = LLVM::PtrToIntOp::create(b, b.getI64Type(), value);
    Registers parts = packWords(elements, b.getIntegerType(words.bits));
    if (words.bits == 8)
      for (Value &value : parts)
        value = arith::ExtUIOp::create(b, b.getI16Type(), value);
    auto [suffix, list] = vectorText(words, 1);
    std::string text, constraints = "l";
    llvm::raw_string_ostream os(text), cs(constraints);
    SmallVector<Value> operands = {address};
    llvm::append_range(operands, parts);
    for (unsigned i = 0; i < words.count; ++i)
      cs << "," << registerConstraint(words.bits);
    if (mask) {
      cs << ",b";
      operands.push_back(mask);
      os << "@$" << words.count + 1 << " ";
    }
    os << "st.global" << cacheText(op.getCache())
       << evictionText(op.getEvict()) << suffix << " [$0], " << list << ";";
    inlinePtx(text, constraints, operands, Type(), /*sideEffects=*/true);
  }
  return success();
}
