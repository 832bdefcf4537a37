//===- LowerMma.cpp - Products: mma.sync, or fused multiply-adds ----------===//
//
// The layouts already put each element where the instruction wants it, so
// lowering only has to find the registers of each 16x8 tile. Fragments are
// those of the PTX ISA, "Matrix fragments for mma.m16n8k16" and its siblings.
//
//===----------------------------------------------------------------------===//

#include "compiler/codegen/KernelLowering.h"
#include "dialect/layout/LayoutFactories.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace tqc;

/// Which register holds the element at a flat coordinate, in lane and warp 0.
static DenseMap<uint32_t, unsigned> registersByCoord(const LinearLayout &l) {
  DenseMap<uint32_t, unsigned> result;
  for (unsigned reg = l.size(Hw::Reg); reg-- > 0;)
    result[l.applyFlat(Hw::Reg, reg)] = reg;
  return result;
}

namespace {
/// The instruction for an operand type: its name's types, and how many
/// neighbours along K fill a 32-bit register.
struct MmaShape {
  StringRef name;  ///< "m16n8k16"
  StringRef type;  ///< "bf16"
  unsigned depth;  ///< elements along K
  unsigned packed; ///< elements in a 32-bit register
};

/// One instruction of those that a 16x8 tile takes, and the registers of the
/// tile's fragments that it works on.
struct MmaPart {
  StringRef name; ///< "m16n8k8"
  SmallVector<unsigned, 4> a, b, acc;
};

/// Inline PTX.
struct MmaText {
  std::string text, constraints;
};
} // namespace

static MmaShape shapeFor(Type element, bool isUnsigned) {
  if (element.isF16())
    return {"m16n8k16", "f16", 16, 2};
  if (element.isBF16())
    return {"m16n8k16", "bf16", 16, 2};
  if (element.isF32())
    return {"m16n8k8", "tf32", 8, 1};
  return {"m16n8k32", isUnsigned ? "u8" : "s8", 32, 4};
}

/// The whole tile at once from sm_80 on. An m16n8k16 is two m16n8k8, and an
/// m16n8k32 is four m8n8k16, on the same registers: those are what sm_75 has.
static SmallVector<MmaPart, 4> partsOf(const MmaShape &shape,
                                       int computeCapability) {
  if (computeCapability >= 80)
    return {{shape.name, {0, 1, 2, 3}, {0, 1}, {0, 1, 2, 3}}};
  if (shape.packed == 2)
    return {{"m16n8k8", {0, 1}, {0}, {0, 1, 2, 3}},
            {"m16n8k8", {2, 3}, {1}, {0, 1, 2, 3}}};
  return {{"m8n8k16", {0}, {0}, {0, 1}},
          {"m8n8k16", {2}, {1}, {0, 1}},
          {"m8n8k16", {1}, {0}, {2, 3}},
          {"m8n8k16", {3}, {1}, {2, 3}}};
}

/// One instruction: results, a, b, and accumulators tied to the
/// results.
static MmaText mmaText(const MmaPart &part, StringRef type, StringRef accName,
                       unsigned accCount) {
  MmaText result;
  llvm::raw_string_ostream os(result.text), cs(result.constraints);
  os << "mma.sync.aligned." << part.name << ".row.col." << accName << "."
     << type << "." << type << "." << accName << " ";
  auto list = [&](unsigned first, unsigned count) {
    os << "{";
    for (unsigned i = 0; i < count; ++i)
      os << (i ? ", $" : "$") << first + i;
    os << "}";
  };
  unsigned aCount = part.a.size(), bCount = part.b.size();
  list(0, accCount);
  os << ", ";
  list(accCount, aCount);
  os << ", ";
  list(accCount + aCount, bCount);
  os << ", ";
  list(0, accCount);
  os << ";";
  StringRef letter = accName == "f32" ? "f" : "r";
  for (unsigned i = 0; i < accCount; ++i)
    cs << "=" << letter << ",";
  for (unsigned i = 0; i < aCount + bCount; ++i)
    cs << "r,";
  for (unsigned i = 0; i < accCount; ++i)
    cs << (i ? "," : "") << i;
  return result;
}

LogicalResult KernelLowering::lowerMma(tqg::MmaOp op) {
  RankedTensorType aType = op.getA().getType(), accType = op.getType();
  MmaShape shape = shapeFor(aType.getElementType(), op.getIsUnsigned());
  const LinearLayout &aLayout = tqg::layoutOf(aType);
  const LinearLayout &bLayout = tqg::layoutOf(op.getB().getType());
  const LinearLayout &accLayout = tqg::layoutOf(accType);
  auto aRegs = registersByCoord(aLayout), bRegs = registersByCoord(bLayout);
  auto accRegs = registersByCoord(accLayout);
  Type accElement = accType.getElementType();
  bool halfAcc = accElement.isF16();
  Type word = b.getI32Type();
  int32_t depth = aType.getDimSize(1);

  auto operandWords = [&](Value operand, const LinearLayout &layout,
                          const DenseMap<uint32_t, unsigned> &table,
                          ArrayRef<Coord> starts, unsigned kDim) {
    Registers words;
    for (Coord coord : starts) {
      Registers elements;
      for (unsigned i = 0; i < shape.packed; ++i) {
        elements.push_back(regs(operand)[table.at(layout.flatten(coord))]);
        coord[kDim] += 1;
      }
      if (aType.getElementType().isF32()) // to tf32: 10 mantissa bits, rounded
        elements.front() = inlinePtx("cvt.rna.tf32.f32 $0, $1;", "=r,f",
                                     elements.front(), word, false);
      llvm::append_range(words, packWords(elements, word));
    }
    return words;
  };
  // A 16x8 tile repeats where both coordinates of an accumulator register are
  // those of lane 0 in a tile's corner.
  Registers accs = regs(op.getAcc());
  DenseMap<std::pair<int32_t, int32_t>, Registers> aWords, bWords;
  int32_t step = shape.packed == 1 ? 4 : 4 * int32_t(shape.packed);
  for (unsigned reg = 0; reg < accLayout.size(Hw::Reg); ++reg) {
    Coord corner = accLayout.apply(reg, 0, 0);
    if (corner[0] % 16 || corner[1] % 8 ||
        accRegs.lookup(accLayout.flatten(corner)) != reg)
      continue;
    SmallVector<unsigned, 4> tile;
    for (auto [dm, dn] : {std::pair{0, 0}, {0, 1}, {8, 0}, {8, 1}})
      tile.push_back(
          accRegs.at(accLayout.flatten({corner[0] + dm, corner[1] + dn})));
    for (int32_t k = 0; k < depth; k += int32_t(shape.depth)) {
      Registers &a = aWords[{corner[0], k}];
      if (a.empty())
        a = operandWords(op.getA(), aLayout, aRegs,
                         {{corner[0], k},
                          {corner[0] + 8, k},
                          {corner[0], k + step},
                          {corner[0] + 8, k + step}},
                         1);
      Registers &bTile = bWords[{k, corner[1]}];
      if (bTile.empty())
        bTile = operandWords(op.getB(), bLayout, bRegs,
                             {{k, corner[1]}, {k + step, corner[1]}}, 0);
      Registers c;
      for (unsigned reg : tile)
        c.push_back(accs[reg]);
      if (halfAcc)
        c = packWords(c, word);
      StringRef accName = halfAcc ? "f16" : accElement.isF32() ? "f32" : "s32";
      auto pick = [](const Registers &from, ArrayRef<unsigned> which) {
        Registers picked;
        for (unsigned i : which)
          picked.push_back(from[i]);
        return picked;
      };
      Registers d = c;
      for (const MmaPart &part : partsOf(shape, computeCapability)) {
        // Packed halves: two accumulators in a register.
        SmallVector<unsigned, 4> inOut = part.acc;
        if (halfAcc)
          inOut = {0, 1};
        SmallVector<Value> operands = pick(a, part.a);
        llvm::append_range(operands, pick(bTile, part.b));
        llvm::append_range(operands, pick(d, inOut));
        MmaText text = mmaText(part, shape.type, accName, inOut.size());
        Type out = halfAcc ? word : accElement;
        Value result =
            inlinePtx(text.text, text.constraints, operands,
                      LLVM::LLVMStructType::getLiteral(
                          b.getContext(), SmallVector<Type>(inOut.size(), out)),
                      /*sideEffects=*/false);
        for (auto [i, at] : llvm::enumerate(inOut))
          d[at] = LLVM::ExtractValueOp::create(b, result, i);
      }
      if (halfAcc)
        d = unpackWords(d, accElement);
      for (auto [reg, value] : llvm::zip_equal(tile, d))
        accs[reg] = value;
    }
  }
  set(op.getResult(), std::move(accs));
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

LogicalResult KernelLowering::lowerDot(tq::DotOp op) {
  const LinearLayout &aLayout = tqg::layoutOf(op.getA().getType());
  const LinearLayout &bLayout = tqg::layoutOf(op.getB().getType());
  const LinearLayout &accLayout = tqg::layoutOf(op.getType());
  auto aRegs = registersByCoord(aLayout), bRegs = registersByCoord(bLayout);
  unsigned rank = accLayout.rank();
  int64_t depth = op.getA().getType().getDimSize(rank - 1);
  Type element = op.getType().getElementType();
  // Half accumulators are summed in f32 and rounded once.
  Type sumType = isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32
                     ? b.getF32Type()
                     : element;
  if (isa<FloatType>(op.getA().getType().getElementType()) &&
      op.getA().getType().getElementType().getIntOrFloatBitWidth() == 8)
    return op.emitOpError("products of fp8 tiles are not compiled yet");
  Registers sums;
  for (unsigned reg = 0; reg < accLayout.size(Hw::Reg); ++reg) {
    Coord coord = accLayout.apply(reg, 0, 0);
    Value sum = widen(b, regs(op.getAcc())[reg], sumType);
    for (int32_t k = 0; k < depth; ++k) {
      Coord aCoord = coord, bCoord = coord;
      aCoord[rank - 1] = k;
      bCoord[rank - 2] = k;
      Value x =
          widen(b, regs(op.getA())[aRegs.at(aLayout.flatten(aCoord))], sumType);
      Value y =
          widen(b, regs(op.getB())[bRegs.at(bLayout.flatten(bCoord))], sumType);
      if (isa<FloatType>(sumType))
        sum = math::FmaOp::create(b, x, y, sum);
      else
        sum = arith::AddIOp::create(b, sum, arith::MulIOp::create(b, x, y));
    }
    sums.push_back(widen(b, sum, element));
  }
  set(op.getResult(), std::move(sums));
  return success();
}
