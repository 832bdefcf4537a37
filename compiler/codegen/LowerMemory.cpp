//===- LowerMemory.cpp - Loads and stores of global memory ----------------===//
//
// Registers whose elements are neighbours in memory go into one access of up to
// 16 bytes; the address analysis says how many, the layout says which. Without
// a mask that is an LLVM load or store, which LLVM may schedule and mark; with
// one it is a predicated instruction:
//
//     @p ld.global.v4.b32 {r0, r1, r2, r3}, [a];
//
// A mask may differ within an access if it is true first and false then, as
// `offsets < n` is (`mask-versioning`). Its last element says whether all are
// true; where the first is and the last is not, which few threads meet, a
// branch does the elements one by one:
//
//     @last ld.global.v4.b32 {r0, r1, r2, r3}, [a];
//     if (first & !last)
//       @p0 ld.global.b32 r0, [a];   @p1 ld.global.b32 r1, [a + 4];   ...
//
// That reads and writes what the mask allows and no more, in any order of the
// elements, which the language leaves open.
//
//===----------------------------------------------------------------------===//

#include "compiler/codegen/LowerMemory.h"

#include "compiler/codegen/InlinePtx.h"
#include "compiler/codegen/LayoutIndices.h"
#include "compiler/codegen/OpLowerings.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace tqc;

static unsigned bitsOf(Type type) {
  return isa<LLVM::LLVMPointerType>(type) ? 64 : type.getIntOrFloatBitWidth();
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

Registers tqc::packWords(LoweringContext &cx, ValueRange elements, Type word) {
  Type element = elements.front().getType();
  if (element == word)
    return Registers(elements);
  unsigned perWord = bitsOf(word) / bitsOf(element);
  if (perWord == 1)
    return llvm::map_to_vector(elements, [&](Value value) -> Value {
      if (isa<LLVM::LLVMPointerType>(element))
        return LLVM::PtrToIntOp::create(cx.b, word, value);
      return LLVM::BitcastOp::create(cx.b, word, value);
    });
  auto vector = VectorType::get(perWord, element);
  Registers words;
  for (unsigned at = 0; at < elements.size(); at += perWord) {
    Value packed = LLVM::PoisonOp::create(cx.b, vector);
    for (unsigned i = 0; i < perWord; ++i)
      packed = LLVM::InsertElementOp::create(cx.b, packed, elements[at + i],
                                             cx.i32(i));
    words.push_back(LLVM::BitcastOp::create(cx.b, word, packed));
  }
  return words;
}

Registers tqc::unpackWords(LoweringContext &cx, ValueRange words,
                           Type element) {
  Type word = words.front().getType();
  if (element == word)
    return Registers(words);
  unsigned perWord = bitsOf(word) / bitsOf(element);
  if (perWord == 1)
    return llvm::map_to_vector(words, [&](Value value) -> Value {
      if (isa<LLVM::LLVMPointerType>(element))
        return LLVM::IntToPtrOp::create(cx.b, element, value);
      return LLVM::BitcastOp::create(cx.b, element, value);
    });
  auto vector = VectorType::get(perWord, element);
  Registers elements;
  for (Value value : words) {
    Value packed = LLVM::BitcastOp::create(cx.b, vector, value);
    for (unsigned i = 0; i < perWord; ++i)
      elements.push_back(
          LLVM::ExtractElementOp::create(cx.b, packed, cx.i32(i)));
  }
  return elements;
}

//===----------------------------------------------------------------------===//
// Which registers one access covers
//===----------------------------------------------------------------------===//

SmallVector<unsigned> tqc::neighbourBits(const LinearLayout &layout,
                                         unsigned dim, unsigned width) {
  SmallVector<unsigned> bits;
  ArrayRef<uint32_t> columns = layout.columns(Hw::Reg);
  while ((1u << bits.size()) < width) {
    uint32_t step = 1u << (layout.lowBit(dim) + bits.size());
    const uint32_t *it = llvm::find(columns, step);
    if (it == columns.end())
      break;
    bits.push_back(unsigned(it - columns.begin()));
  }
  return bits;
}

RegisterGroups tqc::registerGroups(const LinearLayout &layout,
                                   ArrayRef<unsigned> bits) {
  unsigned inGroup = 0;
  for (unsigned bit : bits)
    inGroup |= 1u << bit;
  RegisterGroups groups;
  for (unsigned base = 0; base < layout.size(Hw::Reg); ++base) {
    if (base & (inGroup | layout.freeMask(Hw::Reg)))
      continue;
    SmallVector<unsigned> &group = groups.emplace_back();
    for (unsigned i = 0; i < 1u << bits.size(); ++i) {
      unsigned reg = base;
      for (auto [k, bit] : llvm::enumerate(bits))
        if (i >> k & 1)
          reg |= 1u << bit;
      group.push_back(reg);
    }
  }
  return groups;
}

AccessGroups tqc::accessGroups(Operation *op, Value pointer) {
  AccessGroups result{1, false, false, {}};
  const LinearLayout *layout = tqg::tryLayoutOf(pointer.getType());
  if (!layout) {
    result.groups = {{0}};
    return result;
  }
  tqg::AccessAttr access = tqg::accessOf(op, layout->shape());
  unsigned dim = access.fastest(), width = access.getCut();
  // A copy puts zeros behind what it takes, not in front.
  if (access.getBetween() && isa<tqg::CopyAsyncOp>(op))
    width = access.getWhole();
  SmallVector<unsigned> bits = neighbourBits(*layout, dim, width);
  result.width = 1u << bits.size();
  result.mayBeCut = result.width > unsigned(access.getWhole());
  result.between = access.getBetween();
  result.groups = registerGroups(*layout, bits);
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

namespace {

/// Where the mask of a group's elements is true.
struct GroupMask {
  Value all;
  Value some; ///< for some only; perhaps also for none
};

} // namespace

static GroupMask groupMask(LoweringContext &cx, const AccessGroups &access,
                           ArrayRef<unsigned> group, ValueRange masks) {
  Value first = masks[group.front()], last = masks[group.back()];
  auto isNot = [&](Value mask) {
    return arith::XOrIOp::create(cx.b, mask, cx.constant(mask.getType(), 1));
  };
  if (!access.between)
    return {last, arith::AndIOp::create(cx.b, first, isNot(last))};
  Value all = arith::AndIOp::create(cx.b, first, last);
  return {all, isNot(all)};
}

/// Tells where a mask, and not the addresses, decides how wide accesses are.
static void sayWidth(Operation *op, Value pointer, Value mask,
                     const AccessGroups &access) {
  const LinearLayout *layout = tqg::tryLayoutOf(pointer.getType());
  if (!mask || !layout)
    return;
  tqg::AccessAttr known = tqg::accessOf(op, layout->shape());
  auto opts = remark::RemarkOpts::name("mask-versioning").category("memory");
  if (access.mayBeCut)
    remark::passed(op->getLoc(), opts)
        << "whole accesses where the mask is true for all of their elements, "
           "one by one where it is not"
        << remark::metric("elements", access.width);
  else if (known.getCut() < known.getAddresses())
    remark::missed(op->getLoc(), opts)
        << "the addresses allow wider accesses than the mask, which is not "
           "known to be true first and false then"
        << remark::metric("elements", access.width)
        << remark::metric("of", known.getAddresses());
}

static Registers loadWhere(LoweringContext &cx, tq::LoadOp op, Value address,
                           Value mask, ValueRange other) {
  Type element = other.front().getType();
  Words words = wordsFor(other.size(), bitsOf(element));
  Registers initial = packWords(cx, other, cx.b.getIntegerType(words.bits));
  if (words.bits == 8)
    for (Value &value : initial)
      value = arith::ExtUIOp::create(cx.b, cx.b.getI16Type(), value);
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
     << (op.getIsVolatile() ? "" : evictionText(op.getEvict())) << suffix << " "
     << list << ", [$" << words.count << "];";
  Type out = wordType(cx.b, words.bits);
  Type result = words.count == 1 ? out
                                 : LLVM::LLVMStructType::getLiteral(
                                       cx.b.getContext(),
                                       SmallVector<Type>(words.count, out));
  Value packed = inlinePtx(cx.b, PtxStatement::LoadGlobal, text, constraints,
                           operands, result);
  Registers parts;
  for (unsigned i = 0; i < words.count; ++i)
    parts.push_back(words.count == 1
                        ? packed
                        : LLVM::ExtractValueOp::create(cx.b, packed, i));
  if (words.bits == 8)
    for (Value &value : parts)
      value = arith::TruncIOp::create(cx.b, cx.b.getI8Type(), value);
  return unpackWords(cx, parts, element);
}

static Registers loadPlain(LoweringContext &cx, Value address, Type element,
                           unsigned width) {
  Type type = element;
  if (width > 1)
    type = VectorType::get(width, element);
  Value whole =
      LLVM::LoadOp::create(cx.b, type, address, width * bitsOf(element) / 8);
  if (width == 1)
    return {whole};
  Registers loaded;
  for (unsigned i = 0; i < width; ++i)
    loaded.push_back(LLVM::ExtractElementOp::create(cx.b, whole, cx.i32(i)));
  return loaded;
}

static Registers loadCut(LoweringContext &cx, tq::LoadOp op,
                         const AccessGroups &access, ArrayRef<unsigned> group,
                         ValueRange other) {
  Registers addresses = cx.regs(op.getPtr()), masks = cx.regs(op.getMask());
  GroupMask mask = groupMask(cx, access, group, masks);
  Registers whole =
      loadWhere(cx, op, addresses[group.front()], mask.all, other);
  if (group.size() == 2 && !access.between) { // neither waits for the other
    Value first = loadWhere(cx, op, addresses[group.front()], mask.some,
                            other.take_front())
                      .front();
    return {arith::SelectOp::create(cx.b, mask.some, first, whole.front()),
            whole.back()};
  }
  // Words meet behind the branch: threads that skip it have nothing to repack.
  Type element = other.front().getType();
  Type word = cx.b.getIntegerType(wordsFor(group.size(), bitsOf(element)).bits);
  Registers words = packWords(cx, whole, word);
  auto branch = scf::IfOp::create(cx.b, SmallVector<Type>(words.size(), word),
                                  mask.some, /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(cx.b);
  cx.b.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(cx.b, words);
  cx.b.setInsertionPointToEnd(branch.thenBlock());
  Registers single = whole;
  for (size_t i = 0; i + (access.between ? 0 : 1) < group.size(); ++i)
    single[i] =
        loadWhere(cx, op, addresses[group[i]], masks[group[i]], whole[i])
            .front();
  scf::YieldOp::create(cx.b, packWords(cx, single, word));
  cx.b.setInsertionPointAfter(branch);
  return unpackWords(cx, branch.getResults(), element);
}

/// From shared memory, where more may be read than the mask lets through.
static Registers loadRun(LoweringContext &cx, tq::LoadOp op,
                         ArrayRef<unsigned> group, Type element) {
  Registers loaded =
      loadRunAt(cx, op.getPtr(), group.front(), element, group.size());
  if (!op.getMask() || !op.getOther())
    return loaded;
  for (auto [reg, value] : llvm::zip_equal(group, loaded))
    value = arith::SelectOp::create(cx.b, cx.regs(op.getMask())[reg], value,
                                    cx.regs(op.getOther())[reg]);
  return loaded;
}

LogicalResult tqc::lowerLoad(LoweringContext &cx, tq::LoadOp op) {
  if (failed(checkHints(op, op.getCache(), op.getEvict())))
    return failure();
  Type element = cx.registerType(op.getType());
  AccessGroups access = accessGroups(op, op.getPtr());
  bool isRun = op->hasAttr(tqg::kRunAttr);
  bool isResident = op->hasAttr(tqg::kResidentAttr);
  if (!isResident && !isRun)
    sayWidth(op, op.getPtr(), op.getMask(), access);
  // In a `while` a load may wait for another program: nobody may take it out.
  bool plain = op.getCache() == tq::CacheModifier::None &&
               op.getEvict() == tq::Eviction::Normal && !op.getIsVolatile() &&
               !op->getParentOfType<scf::WhileOp>();
  Registers values(registerCount(op.getType()));
  for (ArrayRef<unsigned> group : access.groups) {
    Value address = cx.regs(op.getPtr())[group.front()];
    Value mask = op.getMask() ? cx.regs(op.getMask())[group.front()] : Value();
    Registers loaded;
    if (isRun) {
      loaded = loadRun(cx, op, group, element);
    } else if (isResident) {
      loaded = loadResident(cx, address, element, access.width);
    } else if (plain && isAlwaysTrue(mask)) {
      loaded = loadPlain(cx, address, element, access.width);
    } else {
      Registers other;
      for (unsigned reg : group)
        other.push_back(op.getOther() ? cx.regs(op.getOther())[reg]
                        : isa<LLVM::LLVMPointerType>(element)
                            ? LLVM::ZeroOp::create(cx.b, element).getResult()
                            : cx.constant(element, 0));
      loaded = access.mayBeCut ? loadCut(cx, op, access, group, other)
                               : loadWhere(cx, op, address, mask, other);
    }
    for (auto [reg, value] : llvm::zip_equal(group, loaded))
      values[reg] = value;
  }
  if (const LinearLayout *layout = tqg::tryLayoutOf(op.getType()))
    for (unsigned reg = 0; reg < values.size(); ++reg)
      if (!values[reg]) // a register that repeats another one
        values[reg] = values[reg & ~layout->freeMask(Hw::Reg)];
  cx.set(op.getResult(), std::move(values));
  return success();
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

/// Where an element is stored: in 32 bits if that is a run in shared memory.
static Value addressOf(LoweringContext &cx, tq::StoreOp op, unsigned reg) {
  if (!op->hasAttr(tqg::kRunAttr))
    return cx.regs(op.getPtr())[reg];
  return runAddress(cx, op.getPtr(), reg);
}

static void storeWhere(LoweringContext &cx, tq::StoreOp op, Value address,
                       Value mask, Registers elements) {
  Words words = wordsFor(elements.size(), bitsOf(elements.front().getType()));
  Registers parts = packWords(cx, elements, cx.b.getIntegerType(words.bits));
  if (words.bits == 8)
    for (Value &value : parts)
      value = arith::ExtUIOp::create(cx.b, cx.b.getI16Type(), value);
  auto [suffix, list] = vectorText(words, 1);
  bool isRun = op->hasAttr(tqg::kRunAttr);
  std::string text, constraints = isRun ? "r" : "l";
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
  os << (isRun ? "st.shared" : "st.global") << cacheText(op.getCache())
     << evictionText(op.getEvict()) << suffix << " [$0], " << list << ";";
  inlinePtx(cx.b, isRun ? PtxStatement::StoreShared : PtxStatement::StoreGlobal,
            text, constraints, operands);
}

static void storePlain(LoweringContext &cx, Value address,
                       ValueRange elements) {
  Value whole = elements.front();
  Type element = whole.getType();
  if (elements.size() > 1) {
    whole =
        LLVM::PoisonOp::create(cx.b, VectorType::get(elements.size(), element));
    for (auto [i, value] : llvm::enumerate(elements))
      whole = LLVM::InsertElementOp::create(cx.b, whole, value, cx.i32(i));
  }
  LLVM::StoreOp::create(cx.b, whole, address,
                        elements.size() * bitsOf(element) / 8);
}

static void storeCut(LoweringContext &cx, tq::StoreOp op,
                     const AccessGroups &access, ArrayRef<unsigned> group,
                     Value only) {
  Registers masks = cx.regs(op.getMask());
  Registers values = cx.regs(op.getValue()), elements;
  for (unsigned reg : group)
    elements.push_back(values[reg]);
  auto here = [&](Value mask) -> Value {
    return only ? arith::AndIOp::create(cx.b, mask, only) : mask;
  };
  GroupMask mask = groupMask(cx, access, group, masks);
  storeWhere(cx, op, addressOf(cx, op, group.front()), here(mask.all),
             elements);
  guarded(cx, here(mask.some), [&] {
    for (unsigned reg : access.between ? group : group.drop_back())
      storeWhere(cx, op, addressOf(cx, op, reg), masks[reg], {values[reg]});
  });
}

LogicalResult tqc::lowerStore(LoweringContext &cx, tq::StoreOp op) {
  if (failed(checkHints(op, op.getCache(), op.getEvict())))
    return failure();
  AccessGroups access = accessGroups(op, op.getPtr());
  bool isRun = op->hasAttr(tqg::kRunAttr);
  if (!isRun)
    sayWidth(op, op.getPtr(), op.getMask(), access);
  bool plain = op.getCache() == tq::CacheModifier::None &&
               op.getEvict() == tq::Eviction::Normal && !isRun;
  Value only = actsOnce(cx, op.getPtr().getType());
  for (ArrayRef<unsigned> group : access.groups) {
    if (access.mayBeCut) {
      storeCut(cx, op, access, group, only);
      continue;
    }
    Value address = addressOf(cx, op, group.front());
    Value mask = op.getMask() ? cx.regs(op.getMask())[group.front()] : Value();
    if (isAlwaysTrue(mask))
      mask = only;
    else if (only)
      mask = arith::AndIOp::create(cx.b, mask, only);
    Registers elements;
    for (unsigned reg : group)
      elements.push_back(cx.regs(op.getValue())[reg]);
    if (plain && !mask)
      storePlain(cx, address, elements);
    else
      storeWhere(cx, op, address, mask, elements);
  }
  return success();
}
