//===- LowerRing.cpp - Pipelines of copies --------------------------------===//
//
// Addresses in shared memory are 32 bits, and of three parts: what differs from
// thread to thread (computed before the loop), the slot (one addition an
// iteration), and a constant, which goes into the instruction:
//
//     cp.async.cg.shared.global [slot+thread+2048], [ptr], 16, bytes;
//     ldmatrix.sync.aligned.m8n8.x4.shared.b16 {...}, [slot+thread+4096];
//
//===----------------------------------------------------------------------===//

#include "compiler/codegen/LowerRing.h"

#include "compiler/analysis/SharedScratch.h"
#include "compiler/codegen/InlinePtx.h"
#include "compiler/codegen/LayoutIndices.h"
#include "compiler/codegen/LowerMemory.h"
#include "compiler/codegen/LowerShared.h"
#include "compiler/codegen/OpLowerings.h"
#include "dialect/layout/LayoutAlgebra.h"
#include "dialect/layout/LayoutShared.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tqc;

namespace {
/// A byte offset in shared memory: what a thread adds, and a constant.
struct SharedPlace {
  Value thread;
  int64_t constant;
};
} // namespace

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

static SharedPlace sharedPlace(LoweringContext &cx, const FlatIndices &indices,
                               unsigned reg, int64_t bytes) {
  // Bits that threads and constant share are combined by xor; the others add.
  uint32_t part = indices.constants[reg];
  uint32_t low = part & indices.threadBits;
  Value thread = indices.thread;
  if (low)
    thread = arith::XOrIOp::create(cx.b, thread, cx.i32(low));
  return {arith::MulIOp::create(cx.b, thread, cx.i32(bytes)),
          int64_t(part & ~indices.threadBits) * bytes};
}

Value tqc::slotBase(LoweringContext &cx, Value ring, Value slot,
                    int64_t &constant) {
  auto op = ring.getDefiningOp<tqg::RingOp>();
  auto pointer =
      LLVM::LLVMPointerType::get(cx.b.getContext(), /*addressSpace=*/3);
  Value base = LLVM::PtrToIntOp::create(
      cx.b, cx.b.getI32Type(),
      LLVM::AddressOfOp::create(cx.b, pointer, "tq_shared"));
  constant += op->getAttrOfType<IntegerAttr>(tqg::kScratchOffsetAttr).getInt();
  Value offset =
      arith::MulIOp::create(cx.b, cx.regs(slot).front(),
                            cx.i32(op.getResult().getType().slotBytes()));
  return arith::AddIOp::create(cx.b, base, offset);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

static Value copiedBytes(LoweringContext &cx, Value mask,
                         const AccessGroups &access, ArrayRef<unsigned> group,
                         int64_t bytes) {
  const Registers &bits = cx.regs(mask);
  if (!access.mayBeCut)
    return arith::SelectOp::create(cx.b, bits[group.front()],
                                   cx.i32(access.width * bytes), cx.i32(0));
  Value sum;
  for (unsigned reg : group) {
    Value part =
        arith::SelectOp::create(cx.b, bits[reg], cx.i32(bytes), cx.i32(0));
    sum = sum ? arith::AddIOp::create(cx.b, sum, part).getResult() : part;
  }
  return sum;
}

LogicalResult tqc::lowerCopyAsync(LoweringContext &cx, tqg::CopyAsyncOp op) {
  tqg::RingType ring = op.getRing().getType();
  const LinearLayout &layout = tqg::layoutOf(op.getPtr().getType());
  int64_t bytes = sharedElementBytes(ring.getTile());
  AccessGroups access = accessGroups(op, op.getPtr());
  int64_t accessBytes = access.width * bytes;
  if (accessBytes < 4)
    return op.emitOpError("copies less than four bytes at a time");
  FlatIndices places = flatIndices(
      cx, planAccess(ring.getMemory(), layout, bytes * 8, false).offsets);
  int64_t ringConstant = 0;
  Value base = slotBase(cx, op.getRing(), op.getSlot(), ringConstant);
  Value only = isFirstReplica(cx, layout);
  for (ArrayRef<unsigned> group : access.groups) {
    SharedPlace place = sharedPlace(cx, places, group.front(), bytes);
    Value address = arith::AddIOp::create(cx.b, base, place.thread);
    SmallVector<Value> operands = {address,
                                   cx.regs(op.getPtr())[group.front()]};
    std::string text, constraints = "r,l";
    llvm::raw_string_ostream os(text);
    if (only) {
      os << "@$" << (op.getMask() ? 3 : 2) << " ";
      constraints += op.getMask() ? ",r,b" : ",b";
    } else if (op.getMask()) {
      constraints += ",r";
    }
    // cp.async.cg takes 16 bytes only.
    os << "cp.async." << (accessBytes == 16 ? "cg" : "ca")
       << ".shared.global [$0+" << ringConstant + place.constant << "], [$1], "
       << accessBytes;
    if (op.getMask()) {
      os << ", $2";
      operands.push_back(copiedBytes(cx, op.getMask(), access, group, bytes));
    }
    os << ";";
    if (only)
      operands.push_back(only);
    inlinePtx(cx.b, PtxStatement::CopyAsync, text, constraints, operands);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Reads
//===----------------------------------------------------------------------===//

/// Whether every use is a product of the same block with no copy in between:
/// then each fragment can be read just before it is multiplied.
static bool isReadByProducts(tqg::RingReadOp op) {
  Operation *last = op;
  for (Operation *user : op->getUsers()) {
    if (!isa<tqg::MmaOp>(user) || user->getBlock() != op->getBlock())
      return false;
    if (last->isBeforeInBlock(user))
      last = user;
  }
  for (Operation *at = op; at != last; at = at->getNextNode())
    if (isa<tqg::CopyAsyncOp>(at) || at->getNumRegions() != 0)
      return false;
  return true;
}

static uint32_t heldRegister(Type tile, uint32_t reg) {
  const LinearLayout &layout = tqg::layoutOf(tile);
  uint32_t flat = layout.applyFlat(Hw::Reg, reg);
  for (uint32_t other = 0; other <= reg; ++other)
    if ((other & layout.freeMask(Hw::Reg)) == 0 &&
        layout.applyFlat(Hw::Reg, other) == flat)
      return other;
  return reg;
}

LogicalResult tqc::lowerRingRead(LoweringContext &cx, tqg::RingReadOp op) {
  tqg::RingType ring = op.getRing().getType();
  SmallVector<unsigned> order(op.getOrder().begin(), op.getOrder().end());
  int64_t bytes = sharedElementBytes(ring.getTile());
  SharedAccess access = planAccess(transposeDims(ring.getMemory(), order),
                                   tqg::layoutOf(op.getType()), bytes * 8,
                                   /*allowMatrix=*/true);
  FlatIndices places = flatIndices(cx, access.matrix ? access.matrix->rowOffsets
                                                     : access.offsets);
  int64_t constant = 0;
  Value base = slotBase(cx, op.getRing(), op.getSlot(), constant);
  RingRead read{access,
                places,
                base,
                constant,
                bytes,
                cx.registerType(op.getType()),
                DenseMap<uint32_t, uint32_t>(),
                DenseMap<uint32_t, Value>(),
                DenseMap<uint32_t, Value>()};
  for (uint32_t first : read.access.firstRegisters)
    for (uint32_t reg : read.access.registersOf(first))
      read.firstOf[reg] = first;
  auto [it, isNew] = cx.ringReads.try_emplace(op.getResult(), std::move(read));
  if (isReadByProducts(op))
    return success();
  RingRead &now = it->second;
  Registers values(registerCount(op.getType()));
  for (uint32_t reg = 0; reg < values.size(); ++reg)
    values[reg] = elementOf(cx, now, heldRegister(op.getType(), reg));
  cx.set(op.getResult(), std::move(values));
  return success();
}

/// `total` bytes in words of 32 bits, of 64 for such elements, or less if there
/// is only one smaller element.
static Registers loadWords(LoweringContext &cx, Value address, int64_t constant,
                           int64_t total, int64_t elementBytes) {
  int64_t bits = elementBytes == 8 ? 64 : std::min<int64_t>(total * 8, 32);
  unsigned count = total * 8 / bits;
  std::string text, constraints;
  llvm::raw_string_ostream os(text), cs(constraints);
  os << "ld.shared" << (count > 1 ? ".v" + std::to_string(count) : "") << ".b"
     << bits << " " << (count > 1 ? "{" : "");
  for (unsigned i = 0; i < count; ++i) {
    os << (i ? ", $" : "$") << i;
    cs << (bits == 64 ? "=l," : bits == 32 ? "=r," : "=h,");
  }
  os << (count > 1 ? "}" : "") << ", [$" << count << "+" << constant << "];";
  cs << "r";
  Type word = cx.b.getIntegerType(std::max<unsigned>(bits, 16));
  Type type = count == 1
                  ? word
                  : LLVM::LLVMStructType::getLiteral(
                        cx.b.getContext(), SmallVector<Type>(count, word));
  Value result = inlinePtx(cx.b, PtxStatement::LoadShared, text, constraints,
                           address, type);
  Registers words;
  for (unsigned i = 0; i < count; ++i) {
    Value value =
        count == 1 ? result : LLVM::ExtractValueOp::create(cx.b, result, i);
    words.push_back(
        bits == 8
            ? arith::TruncIOp::create(cx.b, cx.b.getI8Type(), value).getResult()
            : value);
  }
  return words;
}

static void readAccess(LoweringContext &cx, RingRead &read, uint32_t first) {
  SharedPlace place = sharedPlace(cx, read.places, first, read.bytes);
  Value address = arith::AddIOp::create(cx.b, read.base, place.thread);
  int64_t constant = read.constant + place.constant;
  auto registers = read.access.registersOf(first);
  Registers words =
      read.access.matrix
          ? loadMatrixWords(cx, *read.access.matrix, address, constant)
          : loadWords(cx, address, constant, registers.size() * read.bytes,
                      read.bytes);
  unsigned perWord = registers.size() / words.size();
  for (auto [i, word] : llvm::enumerate(words))
    read.words[registers[i * perWord]] = word;
}

Value tqc::wordOf(LoweringContext &cx, RingRead &read, uint32_t reg) {
  auto it = read.words.find(reg);
  if (it != read.words.end())
    return it->second;
  auto first = read.firstOf.find(reg);
  assert(first != read.firstOf.end() && "held registers are in an access");
  readAccess(cx, read, first->second);
  return read.words.lookup(reg);
}

Value tqc::elementOf(LoweringContext &cx, RingRead &read, uint32_t reg) {
  Value &value = read.elements[reg];
  if (value)
    return value;
  uint32_t first = read.firstOf.lookup(reg);
  auto registers = read.access.registersOf(first);
  if (!read.words.contains(registers.front()))
    readAccess(cx, read, first);
  // Words hold neighbours in the order of the access.
  unsigned perWord = 1;
  while (perWord < registers.size() && !read.words.contains(registers[perWord]))
    ++perWord;
  for (unsigned at = 0; at < registers.size(); at += perWord) {
    Registers parts =
        unpackWords(cx, {read.words.lookup(registers[at])}, read.element);
    for (unsigned i = 0; i < perWord; ++i)
      read.elements[registers[at + i]] = parts[i];
  }
  return read.elements[reg];
}
