//===- LowerMma.cpp - Products: mma.sync, or fused multiply-adds ----------===//
//
// The layouts already put each element where the instruction wants it, so
// lowering only has to find the registers of each 16x8 tile. Fragments are
// those of the PTX ISA, "Matrix fragments for mma.m16n8k16" and its siblings.
//
//===----------------------------------------------------------------------===//

#include "compiler/codegen/LowerMma.h"

#include "compiler/codegen/InlinePtx.h"
#include "compiler/codegen/LayoutIndices.h"
#include "compiler/codegen/LowerMemory.h"
#include "compiler/codegen/LowerRing.h"
#include "compiler/codegen/OpLowerings.h"
#include "dialect/layout/LayoutFactories.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace tqc;

namespace {
/// One instruction of those that multiply a tile of 16x8 once along K: the
/// words of the tile's fragments that it works on, and its inline PTX.
struct MmaPart {
  StringRef name; ///< "m16n8k8"
  SmallVector<unsigned, 4> a, b, acc;
  std::string text, constraints;
};
} // namespace

/// The instruction for an operand type, and where a thread's words of its
/// operands start: {along M or N, along K} from the element of lane 0.
struct MmaShape {
  StringRef name;    ///< "m16n8k16"
  std::string types; ///< of both operands: "bf16.bf16"
  int32_t depth;     ///< elements along K
  unsigned packed;   ///< elements in a 32-bit register

  /// From one word to the next along K: four lanes hold the words between.
  int32_t step() const { return 4 * int32_t(packed); }
  SmallVector<std::pair<int32_t, int32_t>> leftWords() const {
    return {{0, 0}, {8, 0}, {0, step()}, {8, step()}};
  }
  SmallVector<std::pair<int32_t, int32_t>> rightWords() const {
    return {{0, 0}, {0, step()}};
  }
};

static StringRef typeName(Type element, bool isUnsigned) {
  if (element.isF16())
    return "f16";
  if (element.isBF16())
    return "bf16";
  if (element.isF32())
    return "tf32";
  if (isa<Float8E4M3FNType>(element))
    return "e4m3";
  if (isa<Float8E5M2Type>(element))
    return "e5m2";
  return isUnsigned ? "u8" : "s8";
}

static MmaShape shapeFor(tqg::MmaOp op) {
  Type left = op.getA().getType().getElementType();
  Type right = op.getB().getType().getElementType();
  std::string types = (typeName(left, op.getIsUnsigned()) + "." +
                       typeName(right, op.getIsUnsigned()))
                          .str();
  switch (left.getIntOrFloatBitWidth()) {
  case 16:
    return {"m16n8k16", types, 16, 2};
  case 32:
    return {"m16n8k8", types, 8, 1};
  default:
    return {"m16n8k32", types, 32, 4};
  }
}

/// The whole tile at once from sm_80 on. An m16n8k16 is two m16n8k8, and an
/// m16n8k32 is four m8n8k16, on the same registers: those are what sm_75 has.
static SmallVector<MmaPart, 4> partsOf(const MmaShape &shape,
                                       int computeCapability) {
  using Part = MmaPart;
  if (computeCapability >= 80)
    return {Part{shape.name, {0, 1, 2, 3}, {0, 1}, {0, 1, 2, 3}, {}, {}}};
  if (shape.packed == 2)
    return {Part{"m16n8k8", {0, 1}, {0}, {0, 1, 2, 3}, {}, {}},
            Part{"m16n8k8", {2, 3}, {1}, {0, 1, 2, 3}, {}, {}}};
  return {Part{"m8n8k16", {0}, {0}, {0, 1}, {}, {}},
          Part{"m8n8k16", {2}, {1}, {0, 1}, {}, {}},
          Part{"m8n8k16", {1}, {0}, {2, 3}, {}, {}},
          Part{"m8n8k16", {3}, {1}, {2, 3}, {}, {}}};
}

/// "{$4, $5}"
static void printOperands(llvm::raw_ostream &os, unsigned first,
                          unsigned count) {
  os << "{";
  for (unsigned i = 0; i < count; ++i)
    os << (i ? ", $" : "$") << first + i;
  os << "}";
}

/// One instruction: results, a, b, and accumulators tied to the results.
static void writeText(MmaPart &part, StringRef types, Type accElement) {
  StringRef accName = accElement.isF16()   ? "f16"
                      : accElement.isF32() ? "f32"
                                           : "s32";
  llvm::raw_string_ostream os(part.text), cs(part.constraints);
  os << "mma.sync.aligned." << part.name << ".row.col." << accName << "."
     << types << "." << accName << " ";
  unsigned left = part.a.size(), right = part.b.size(), acc = part.acc.size();
  printOperands(os, 0, acc);
  os << ", ";
  printOperands(os, acc, left);
  os << ", ";
  printOperands(os, acc + left, right);
  os << ", ";
  printOperands(os, 0, acc);
  os << ";";
  StringRef letter = accElement.isF32() ? "f" : "r";
  for (unsigned i = 0; i < acc; ++i)
    cs << "=" << letter << ",";
  for (unsigned i = 0; i < left + right; ++i)
    cs << "r,";
  for (unsigned i = 0; i < acc; ++i)
    cs << (i ? "," : "") << i;
}

/// A coordinate in a tile, or in a tile of a batch.
static Coord coordOf(const LinearLayout &layout, int32_t batch, int32_t row,
                     int32_t column) {
  return layout.rank() == 3 ? Coord{batch, row, column} : Coord{row, column};
}

/// The 32-bit words that an instruction takes of an operand, from where `row`
/// (along M or N) and `k` say.
Registers tqc::mmaWords(LoweringContext &cx, const MmaOperand &operand,
                        int32_t batch, int32_t row, int32_t k) {
  Type element =
      cast<RankedTensorType>(operand.tile.getType()).getElementType();
  const LinearLayout &layout = tqg::layoutOf(operand.tile.getType());
  auto lazy = cx.isLowered(operand.tile) ? cx.ringReads.end()
                                         : cx.ringReads.find(operand.tile);
  Registers words;
  for (auto [dRow, dK] : operand.starts) {
    Registers elements;
    for (unsigned i = 0; i < operand.packed; ++i) {
      int32_t alongRow = row + dRow, alongK = k + dK + int32_t(i);
      Coord coord = operand.isLeft ? coordOf(layout, batch, alongRow, alongK)
                                   : coordOf(layout, batch, alongK, alongRow);
      unsigned reg = operand.registers.at(layout.flatten(coord));
      if (lazy == cx.ringReads.end())
        elements.push_back(cx.regs(operand.tile)[reg]);
      else if (i == 0 && lazy->second.packs(operand.packed))
        words.push_back(wordOf(cx, lazy->second, reg));
      else if (!lazy->second.packs(operand.packed))
        elements.push_back(elementOf(cx, lazy->second, reg));
    }
    if (elements.empty())
      continue;
    llvm::append_range(words, packWords(cx, elements, cx.b.getI32Type()));
  }
  if (element.isF32()) // to tf32: 10 mantissa bits, rounded
    for (Value &word : words)
      word = NVVM::ConvertFloatToTF32Op::create(
          cx.b, cx.b.getI32Type(),
          LLVM::BitcastOp::create(cx.b, cx.b.getF32Type(), word).getResult(),
          NVVM::FPRoundingMode::RNA);
  return words;
}

static Registers mmaInstructions(LoweringContext &cx, ArrayRef<MmaPart> parts,
                                 ArrayRef<Value> left, ArrayRef<Value> right,
                                 Registers acc) {
  bool isHalf = acc.front().getType().isF16();
  Type element = acc.front().getType();
  Registers words =
      isHalf ? packWords(cx, acc, cx.b.getI32Type()) : std::move(acc);
  auto pick = [](ArrayRef<Value> from, ArrayRef<unsigned> which) {
    return llvm::map_to_vector(which, [&](unsigned i) { return from[i]; });
  };
  for (const MmaPart &part : parts) {
    SmallVector<Value> operands(pick(left, part.a));
    llvm::append_range(operands, pick(right, part.b));
    llvm::append_range(operands, pick(words, part.acc));
    SmallVector<Type> types(part.acc.size(), words.front().getType());
    Value result = inlinePtx(
        cx.b, PtxStatement::Multiply, part.text, part.constraints, operands,
        LLVM::LLVMStructType::getLiteral(cx.b.getContext(), types));
    for (auto [i, at] : llvm::enumerate(part.acc))
      words[at] = LLVM::ExtractValueOp::create(cx.b, result, i);
  }
  return isHalf ? unpackWords(cx, words, element) : words;
}

namespace {

/// 16x8 sums, and the accumulator's registers that hold a thread's part.
struct MmaTile {
  int32_t batch, m, n;
  SmallVector<unsigned, 4> registers;
};

/// Products that take the same fragments of both operands, but for rows.
struct MmaStep {
  int32_t k;
  SmallVector<const MmaTile *> tiles;
};

/// The fragments of both operands, each read once.
class MmaFragments {
public:
  MmaFragments(LoweringContext &cx, tqg::MmaOp op, const MmaShape &shape)
      : cx(cx), left{op.getA(), true, shape.packed, shape.leftWords(),
                     registersByCoord(tqg::layoutOf(op.getA().getType()))},
        right{op.getB(), false, shape.packed, shape.rightWords(),
              registersByCoord(tqg::layoutOf(op.getB().getType()))} {}

  void fetch(const MmaStep &step);
  Registers &ofLeft(const MmaTile &tile, int32_t k) {
    return leftWords[{tile.batch, tile.m, k}];
  }
  Registers &ofRight(const MmaTile &tile, int32_t k) {
    return rightWords[{tile.batch, tile.n, k}];
  }

private:
  using Place = std::tuple<int32_t, int32_t, int32_t>; // batch, row, k

  LoweringContext &cx;
  MmaOperand left, right;
  DenseMap<Place, Registers> leftWords, rightWords; // looked up, not walked
};

} // namespace

void MmaFragments::fetch(const MmaStep &step) {
  for (const MmaTile *tile : step.tiles) {
    if (Registers &words = ofLeft(*tile, step.k); words.empty())
      words = mmaWords(cx, left, tile->batch, tile->m, step.k);
    if (Registers &words = ofRight(*tile, step.k); words.empty())
      words = mmaWords(cx, right, tile->batch, tile->n, step.k);
  }
}

/// The tiles of the sums: one begins where the last two coordinates of an
/// accumulator register are those of lane 0 in a tile's corner.
static std::vector<MmaTile> tilesOf(const LinearLayout &accLayout) {
  auto accRegs = registersByCoord(accLayout);
  std::vector<MmaTile> tiles;
  for (unsigned reg = 0; reg < accLayout.size(Hw::Reg); ++reg) {
    Coord corner = accLayout.apply(reg, 0, 0);
    int32_t m = corner[corner.size() - 2], n = corner.back();
    if (m % 16 || n % 8 || accRegs.lookup(accLayout.flatten(corner)) != reg)
      continue;
    int32_t batch = corner.size() == 3 ? corner.front() : 0;
    MmaTile &tile = tiles.emplace_back(MmaTile{batch, m, n, {}});
    for (auto [dm, dn] : {std::pair{0, 0}, {0, 1}, {8, 0}, {8, 1}})
      tile.registers.push_back(accRegs.at(
          accLayout.flatten(coordOf(accLayout, batch, m + dm, n + dn))));
  }
  auto order = [](const MmaTile &tile) {
    return std::tuple(tile.batch, tile.n / 16, tile.m, tile.n);
  };
  llvm::sort(tiles, [&](const MmaTile &a, const MmaTile &b) {
    return order(a) < order(b);
  });
  return tiles;
}

/// Along K, and for each K along N: so the products of a step do not depend on
/// each other.
static std::vector<MmaStep> stepsOf(ArrayRef<MmaTile> tiles, int32_t depth,
                                    int32_t depthOfStep) {
  std::vector<MmaStep> steps;
  for (int32_t k = 0; k < depth; k += depthOfStep)
    for (const MmaTile &tile : tiles) {
      // Two columns of tiles, 16 elements along N: what one ldmatrix reads.
      const MmaTile *before =
          steps.empty() ? nullptr : steps.back().tiles.front();
      bool joins = before && steps.back().k == k &&
                   before->batch == tile.batch && before->n / 16 == tile.n / 16;
      if (!joins)
        steps.push_back({k, {}});
      steps.back().tiles.push_back(&tile);
    }
  return steps;
}

LogicalResult tqc::lowerMma(LoweringContext &cx, tqg::MmaOp op) {
  MmaShape shape = shapeFor(op);
  std::vector<MmaTile> tiles = tilesOf(tqg::layoutOf(op.getType()));
  std::vector<MmaStep> steps = stepsOf(
      tiles, op.getA().getType().getShape().back(), int32_t(shape.depth));
  Type accElement = op.getType().getElementType();
  auto parts = partsOf(shape, cx.computeCapability);
  for (MmaPart &part : parts) {
    if (accElement.isF16()) // packed: two accumulators in a register
      part.acc = {0, 1};
    writeText(part, shape.types, accElement);
  }
  Registers accs = cx.regs(op.getAcc());
  // The fragments of a step are read before the products of the step before it,
  // to be there in time without being held for long.
  MmaFragments fragments(cx, op, shape);
  fragments.fetch(steps.front());
  for (auto [index, step] : llvm::enumerate(steps)) {
    if (index + 1 < steps.size())
      fragments.fetch(steps[index + 1]);
    for (const MmaTile *tile : step.tiles) {
      Registers acc;
      for (unsigned reg : tile->registers)
        acc.push_back(accs[reg]);
      Registers sums =
          mmaInstructions(cx, parts, fragments.ofLeft(*tile, step.k),
                          fragments.ofRight(*tile, step.k), std::move(acc));
      for (auto [reg, value] : llvm::zip_equal(tile->registers, sums))
        accs[reg] = value;
    }
  }
  cx.set(op.getResult(), std::move(accs));
  return success();
}

//===----------------------------------------------------------------------===//
// Fused multiply-adds
//===----------------------------------------------------------------------===//

/// An operand in the accumulator's type.
static Value widen(ImplicitLocOpBuilder &b, Value value, Type type) {
  if (value.getType() == type)
    return value;
  if (isa<FloatType>(type)) {
    if (value.getType().getIntOrFloatBitWidth() > type.getIntOrFloatBitWidth())
      return arith::TruncFOp::create(b, type, value);
    return arith::ExtFOp::create(b, type, value);
  }
  return arith::ExtSIOp::create(b, type, value);
}

LogicalResult tqc::lowerDot(LoweringContext &cx, tq::DotOp op) {
  const LinearLayout &aLayout = tqg::layoutOf(op.getA().getType());
  const LinearLayout &bLayout = tqg::layoutOf(op.getB().getType());
  const LinearLayout &accLayout = tqg::layoutOf(op.getType());
  auto aRegs = registersByCoord(aLayout), bRegs = registersByCoord(bLayout);
  unsigned rank = accLayout.rank();
  int64_t depth = op.getA().getType().getDimSize(rank - 1);
  Type element = op.getType().getElementType();
  // Half accumulators are summed in f32 and rounded once.
  Type sumType = isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32
                     ? cx.b.getF32Type()
                     : element;
  Registers sums;
  for (unsigned reg = 0; reg < accLayout.size(Hw::Reg); ++reg) {
    Coord coord = accLayout.apply(reg, 0, 0);
    Value sum = widen(cx.b, cx.regs(op.getAcc())[reg], sumType);
    for (int32_t k = 0; k < depth; ++k) {
      Coord aCoord = coord, bCoord = coord;
      aCoord[rank - 1] = k;
      bCoord[rank - 2] = k;
      Value x = widen(
          cx.b, cx.regs(op.getA())[aRegs.at(aLayout.flatten(aCoord))], sumType);
      Value y = widen(
          cx.b, cx.regs(op.getB())[bRegs.at(bLayout.flatten(bCoord))], sumType);
      if (isa<FloatType>(sumType))
        sum = math::FmaOp::create(cx.b, x, y, sum);
      else
        sum =
            arith::AddIOp::create(cx.b, sum, arith::MulIOp::create(cx.b, x, y));
    }
    sums.push_back(widen(cx.b, sum, element));
  }
  cx.set(op.getResult(), std::move(sums));
  return success();
}
