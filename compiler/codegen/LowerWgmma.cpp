//===- LowerWgmma.cpp - Products by groups of warps -----------------------===//
//
// One group of four warps multiplies 64 rows at a time:
//
//     wgmma.fence.sync.aligned;
//     wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16
//         {acc...}, descriptor of a, descriptor of b, p, 1, 1, 0, 1;
//     ... once for each 16 of K; the descriptors move on by a constant
//     wgmma.commit_group.sync.aligned;
//
// The registers of an accumulator are those of mma.sync with all warps along M,
// so is a left operand in registers. Until the wait nobody may touch them: the
// wait takes and gives them all, so that no use can move before it.
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/SharedScratch.h"
#include "compiler/analysis/ThreadRegisters.h"
#include "compiler/codegen/InlinePtx.h"
#include "compiler/codegen/LayoutIndices.h"
#include "compiler/codegen/LowerMemory.h"
#include "compiler/codegen/LowerMma.h"
#include "compiler/codegen/LowerRing.h"
#include "compiler/codegen/LowerShared.h"
#include "compiler/codegen/OpLowerings.h"
#include "dialect/layout/LayoutDescriptors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tqc;

namespace {
/// Rows and columns that one asm statement multiplies: its operands, and the
/// accumulators in the instruction's order.
struct WgmmaTile {
  SmallVector<unsigned> held;
  SmallVector<Value> operands;
};
} // namespace

/// Bits along K in one instruction.
static constexpr int32_t kDepthBits = 256;

/// How an operand lies in shared memory.
static PanelLayout panelsOf(tqg::SharedType shared) {
  if (auto panels = panelLayout(shared.getMemory(),
                                sharedElementBytes(shared.getTile()) * 8))
    return *panels;
  llvm_unreachable("the verifier asks for panels");
}

/// Where an operand starts, moved on by `rows`, and how it lies. The lower
/// word says the place, the upper one is a constant; they are put together in
/// one statement, since in a sum of 64 bits with a product in it
/// (`group * 512 + place + constant`) ptxas 12.8 and 13.0 lose the constant's
/// upper word, and wgmma reads as if nothing were swizzled.
static Value descriptorOf(LoweringContext &cx, Value shared, unsigned depth,
                          Value rows = {}) {
  Value address;
  if (auto view = shared.getDefiningOp<tqg::RingViewOp>()) {
    int64_t constant = 0;
    Value base = slotBase(cx, view.getRing(), view.getSlot(), constant);
    address = arith::AddIOp::create(cx.b, base, cx.i32(constant));
  } else { // staged for this product
    address = LLVM::PtrToIntOp::create(cx.b, cx.b.getI32Type(),
                                       sharedAddress(cx, shared, Value()));
  }
  Value chunk = arith::AndIOp::create(
      cx.b, arith::ShRUIOp::create(cx.b, address, cx.i32(4)), cx.i32(0x3fff));
  PanelLayout panels = panelsOf(cast<tqg::SharedType>(shared.getType()));
  if (rows)
    chunk = arith::AddIOp::create(cx.b, chunk, rows);
  uint64_t fixed = panels.descriptor(depth);
  Value place = arith::AddIOp::create(cx.b, chunk, cx.i32(llvm::Lo_32(fixed)));
  return inlinePtx(cx.b, PtxStatement::PackWords, "mov.b64 $0, {$1, $2};",
                   "=l,r,r", {place, cx.i32(llvm::Hi_32(fixed))},
                   cx.b.getI64Type());
}

namespace tqc {

/// A product: its extents, and how its operands lie in shared memory.
struct WgmmaShape {
  int32_t rows, width, depth;      ///< width, depth: what is multiplied
  int32_t columns, step;           ///< of one instruction; step along K
  std::optional<PanelLayout> left; ///< nothing: in registers
  PanelLayout right;
  bool fromZero;     ///< the sum starts from zero, whatever the registers hold
  std::string types; ///< of sums and operands: "f32.f16.f16"
  Type sum;          ///< f32, or i32

  bool isFloat() const { return sum.isF32(); }
  /// Whether operands may lie across the depth, which the instruction says.
  bool hasTurns() const { return right.elementBits == 16; }

  explicit WgmmaShape(tqg::WgmmaOp op);
};

} // namespace tqc

/// What PTX calls the elements of an operand.
static StringRef ptxType(Value operand) {
  auto shared = dyn_cast<tqg::SharedType>(operand.getType());
  Type tile = shared ? Type(shared.getTile()) : operand.getType();
  Type element = cast<RankedTensorType>(tile).getElementType();
  if (element.isF32())
    return "tf32";
  if (isa<Float8E4M3FNType>(element))
    return "e4m3";
  if (isa<Float8E5M2Type>(element))
    return "e5m2";
  return element.isF16() ? "f16" : element.isBF16() ? "bf16" : "s8";
}

WgmmaShape::WgmmaShape(tqg::WgmmaOp op)
    : right(panelsOf(op.getB().getType())), sum(op.getType().getElementType()) {
  RankedTensorType b = op.getB().getType().getTile();
  rows = op.getType().getDimSize(0);
  width = int32_t(op.getColumns().value_or(op.getType().getDimSize(1)));
  depth = int32_t(op.getDepth().value_or(b.getDimSize(0)));
  columns = wgmmaColumns(op);
  if (auto shared = dyn_cast<tqg::SharedType>(op.getA().getType()))
    left = panelsOf(shared);
  step = kDepthBits / int32_t(right.elementBits);
  fromZero = matchPattern(op.getAcc(), m_AnyZeroFloat()) ||
             matchPattern(op.getAcc(), m_Zero());
  types = (Twine(isFloat() ? "f32." : "s32.") + ptxType(op.getA()) + "." +
           ptxType(op.getB()))
              .str();
}

/// One asm statement, 64 rows a group along all of K. Operands: the
/// accumulators, then for each step of K the left operand (four registers or a
/// descriptor) and the right one's descriptor, then the accumulators again,
/// tied, unless they start from zero.
static std::pair<std::string, std::string> writeText(const WgmmaShape &shape) {
  std::string text, constraints;
  llvm::raw_string_ostream os(text), cs(constraints);
  unsigned accs = shape.columns / 2, next = accs;
  auto list = [&](unsigned first, unsigned count) {
    os << "{";
    for (unsigned i = 0; i < count; ++i)
      os << (i ? ", $" : "$") << first + i;
    os << "}";
  };
  os << "{ .reg .pred p; ";
  for (int32_t k = 0; k < shape.depth; k += shape.step) {
    if (k <= shape.step) // false where the sum starts
      os << "setp.ne.b32 p, " << (shape.fromZero && k == 0 ? 0 : 1) << ", 0; ";
    os << "wgmma.mma_async.sync.aligned.m64n" << shape.columns << "k"
       << shape.step << "." << shape.types << " ";
    list(0, accs);
    os << ", ";
    if (shape.left)
      os << "$" << next;
    else
      list(next, 4);
    next += shape.left ? 1 : 4;
    os << ", $" << next++ << ", p";
    if (shape.isFloat())
      os << ", 1, 1"; // no signs are changed
    if (shape.hasTurns() && shape.left)
      os << ", " << (shape.left->fastest == 0); // M runs along the rows
    if (shape.hasTurns())
      os << ", " << (shape.right.fastest == 1); // N does
    os << "; ";
  }
  os << "}";
  for (unsigned i = 0; i < accs; ++i)
    cs << (shape.isFloat() ? "=f," : "=r,");
  for (int32_t k = 0; k < shape.depth; k += shape.step)
    cs << (shape.left ? "l,l," : "r,r,r,r,l,");
  for (unsigned i = 0; i < accs && !shape.fromZero; ++i)
    cs << i << ",";
  constraints.pop_back();
  return {text, constraints};
}

static std::vector<WgmmaTile> wgmmaTiles(LoweringContext &cx, tqg::WgmmaOp op,
                                         const WgmmaShape &shape) {
  // A descriptor further on in a tile: addresses count 16 bytes.
  auto advance = [&](Value descriptor, int64_t bytes) -> Value {
    if (bytes == 0)
      return descriptor;
    return arith::AddIOp::create(cx.b, descriptor,
                                 cx.constant(cx.b.getI64Type(), bytes / 16));
  };
  Value bDescriptor = descriptorOf(cx, op.getB(), /*depth=*/0), aDescriptor;
  MmaOperand fragments;
  fragments.tile = op.getA();
  fragments.isLeft = true;
  fragments.packed = 32 / shape.right.elementBits;
  int32_t half = shape.step / 2;
  fragments.starts = {{0, 0}, {8, 0}, {0, half}, {8, half}};
  if (shape.left) {
    Value rows = arith::MulIOp::create(
        cx.b, cx.warpgroupId(), cx.i32(shape.left->byteOffset({64, 0}) / 16));
    aDescriptor = descriptorOf(cx, op.getA(), /*depth=*/1, rows);
  } else {
    fragments.registers = registersByCoord(tqg::layoutOf(op.getA().getType()));
  }

  const LinearLayout &accLayout = tqg::layoutOf(op.getType());
  auto accRegs = registersByCoord(accLayout);
  std::vector<WgmmaTile> tiles;
  for (int32_t row = 0; row < shape.rows; row += 16 * cx.numWarps)
    for (int32_t column = 0; column < shape.width; column += shape.columns) {
      auto &[held, operands] = tiles.emplace_back();
      for (int32_t n = column; n < column + shape.columns; n += 8)
        for (auto [dm, dn] : {std::pair{0, 0}, {0, 1}, {8, 0}, {8, 1}})
          held.push_back(accRegs.at(accLayout.flatten({row + dm, n + dn})));
      for (int32_t k = 0; k < shape.depth; k += shape.step) {
        if (shape.left)
          operands.push_back(
              advance(aDescriptor, shape.left->byteOffset({row, k})));
        else
          llvm::append_range(operands,
                             mmaWords(cx, fragments, /*batch=*/0, row, k));
        operands.push_back(
            advance(bDescriptor, shape.right.byteOffset({k, column})));
      }
    }
  return tiles;
}

/// The registers that hold the first `columns` of a tile of sums, or all.
static SmallVector<unsigned> registersOf(const LinearLayout &layout,
                                         std::optional<uint32_t> columns) {
  SmallVector<unsigned> found;
  for (auto [coord, reg] : registersByCoord(layout))
    if (!columns || layout.unflatten(coord).back() < int32_t(*columns))
      found.push_back(reg);
  llvm::sort(found);
  return found;
}

/// An asm statement that takes registers of sums and gives them back: what it
/// gives is there behind it, and not before.
static void fenceRegisters(LoweringContext &cx, PtxStatement statement,
                           StringRef text, Registers &values,
                           ArrayRef<unsigned> fenced) {
  Type sum = values.front().getType();
  std::string constraints;
  SmallVector<Value> operands;
  for (unsigned reg : fenced) {
    constraints += sum.isF32() ? "=f," : "=r,";
    operands.push_back(values[reg]);
  }
  for (unsigned i = 0; i < fenced.size(); ++i)
    constraints += (i ? "," : "") + std::to_string(i);
  auto type = LLVM::LLVMStructType::getLiteral(
      cx.b.getContext(), SmallVector<Type>(fenced.size(), sum));
  Value result = inlinePtx(cx.b, statement, text, constraints, operands, type);
  for (auto [i, reg] : llvm::enumerate(fenced))
    values[reg] = LLVM::ExtractValueOp::create(cx.b, result, i);
}

/// Whether threads compute the sums that a product adds to: then moves into its
/// registers must not come behind the fence.
static bool addsToNewSums(tqg::WgmmaOp op) {
  Operation *source = op.getAcc().getDefiningOp();
  return source && !isa<tqg::WgmmaOp, tqg::WgmmaWaitOp>(source);
}

LogicalResult tqc::lowerWgmma(LoweringContext &cx, tqg::WgmmaOp op) {
  WgmmaShape shape(op);
  auto [text, constraints] = writeText(shape);
  // All operands are there before the fence: none may be computed behind it.
  std::vector<WgmmaTile> tiles = wgmmaTiles(cx, op, shape);
  Registers sums = cx.regs(op.getAcc());
  if (!shape.fromZero && addsToNewSums(op))
    fenceRegisters(cx, PtxStatement::WgmmaFence, "wgmma.fence.sync.aligned;",
                   sums,
                   registersOf(tqg::layoutOf(op.getType()), op.getColumns()));
  else
    NVVM::WgmmaFenceAlignedOp::create(cx.b);
  auto type = LLVM::LLVMStructType::getLiteral(
      cx.b.getContext(), SmallVector<Type>(shape.columns / 2, shape.sum));
  SmallVector<Value> results;
  for (WgmmaTile &tile : tiles) {
    for (unsigned i = 0; i < tile.held.size() && !shape.fromZero; ++i)
      tile.operands.push_back(sums[tile.held[i]]);
    results.push_back(inlinePtx(cx.b, PtxStatement::WgmmaMultiply, text,
                                constraints, tile.operands, type));
  }
  NVVM::WgmmaGroupSyncAlignedOp::create(cx.b);
  for (auto [tile, result] : llvm::zip_equal(tiles, results))
    for (auto [i, reg] : llvm::enumerate(tile.held))
      sums[reg] = LLVM::ExtractValueOp::create(cx.b, result, i);
  cx.set(op.getResult(), std::move(sums));
  return success();
}

LogicalResult tqc::lowerWgmmaWait(LoweringContext &cx, tqg::WgmmaWaitOp op) {
  Registers values = cx.regs(op.getSrc());
  fenceRegisters(
      cx, PtxStatement::WgmmaWait,
      "wgmma.wait_group.sync.aligned " + std::to_string(op.getPending()) + ";",
      values, registersOf(tqg::layoutOf(op.getType()), op.getColumns()));
  cx.set(op.getResult(), std::move(values));
  return success();
}

LogicalResult tqc::lowerRounding(LoweringContext &cx, arith::TruncFOp op) {
  Registers &values = cx.regs(op.getIn());
  Type element = getElementTypeOrSelf(op.getType());
  if (values.size() % 2 || !(element.isF16() || element.isBF16()) ||
      !getElementTypeOrSelf(op.getIn()).isF32())
    return op.emitOpError("that stays in its place rounds pairs of f32 to f16 "
                          "or bf16");
  std::string text = element.isF16() ? "cvt.rn.f16x2.f32 $0, $2, $1;"
                                     : "cvt.rn.bf16x2.f32 $0, $2, $1;";
  Registers words;
  for (unsigned reg = 0; reg < values.size(); reg += 2)
    words.push_back(inlinePtx(cx.b, PtxStatement::RoundPair, text, "=r,f,f",
                              {values[reg], values[reg + 1]},
                              cx.b.getI32Type()));
  cx.set(op.getResult(), unpackWords(cx, words, element));
  return success();
}
