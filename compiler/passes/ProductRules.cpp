//===- ProductRules.cpp - Which instruction may take a product ------------===//

#include "compiler/passes/ProductRules.h"

#include "compiler/analysis/AxisAnalysis.h"
#include "compiler/analysis/Optimizations.h"
#include "compiler/analysis/Target.h"
#include "compiler/analysis/ValueWalk.h"
#include "compiler/passes/LayoutRules.h"
#include "dialect/layout/LayoutFactories.h"
#include "dialect/tq/TqDialect.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tqc;

static Type elementOf(Value tile) {
  return cast<RankedTensorType>(tile.getType()).getElementType();
}

static bool isFp8(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(type);
}

bool tqc::isFp8Product(tq::DotOp dot) {
  return isFp8(elementOf(dot.getA())) && isFp8(elementOf(dot.getB()));
}

/// Element bits of the instruction for fp8 operands, or 0 and the reason.
static unsigned fp8Bits(tq::DotOp dot, std::string &whyNot) {
  if (targetOf(dot).capability < 89)
    whyNot = "mma.sync of fp8 needs sm_89";
  else if (!elementOf(dot.getAcc()).isF32())
    whyNot = "mma.sync of fp8 adds up in fp32";
  return whyNot.empty() ? 8 : 0;
}

/// Element bits of the instruction for these types, or 0 and the reason.
static unsigned bitsOfTypes(tq::DotOp dot, std::string &whyNot) {
  if (isFp8Product(dot))
    return fp8Bits(dot, whyNot);
  Type a = elementOf(dot.getA()), b = elementOf(dot.getB());
  Type acc = elementOf(dot.getAcc());
  if (a != b) {
    whyNot = "the operands have two types";
    return 0;
  }
  bool isTf32 = a.isF32() && dot.getPrecision() == tq::DotPrecision::Tf32;
  // Those of sm_75 take fp16 and int8.
  if (targetOf(dot).capability < 80 && (a.isBF16() || isTf32)) {
    whyNot = std::string("mma.sync of ") + (isTf32 ? "tf32" : "bf16") +
             " needs sm_80";
    return 0;
  }
  if ((a.isF16() || a.isBF16()) && acc.isF32())
    return 16;
  if (a.isF16() && acc.isF16())
    return 16;
  if (a.isInteger(8) && acc.isInteger(32))
    return 8;
  if (a.isF32() && acc.isF32()) {
    if (isTf32)
      return 32;
    whyNot = "fp32 operands are multiplied exactly (input_precision)";
    return 0;
  }
  whyNot = "there is no matrix instruction for these types";
  return 0;
}

/// Whether instructions may take it, and its extents fill one of them.
static bool fitsInstruction(tq::DotOp dot, unsigned bits, std::string &whyNot) {
  ArrayRef<int64_t> acc = dot.getType().getShape().take_back(2);
  int64_t depth = dot.getA().getType().getShape().back();
  if (!isEnabled(dot, Optimization::Mma))
    whyNot = "`mma` is switched off";
  else if (acc[0] < 16 || acc[1] < 8 || depth < int64_t(mmaDepth(bits)))
    whyNot = "the tile is smaller than one instruction";
  return whyNot.empty();
}

unsigned tqc::mmaElementBits(tq::DotOp dot, std::string &whyNot) {
  unsigned bits = bitsOfTypes(dot, whyNot);
  return bits && fitsInstruction(dot, bits, whyNot) ? bits : 0;
}

bool tqc::takesPartsOfFp32(tq::DotOp dot, bool isTf32) {
  std::string whyNot;
  return targetOf(dot).capability >= 80 && elementOf(dot.getAcc()).isF32() &&
         fitsInstruction(dot, isTf32 ? 32 : 16, whyNot);
}

/// Element bits of the wgmma for these types, or 0 and the reason.
static unsigned warpgroupBits(tq::DotOp dot, std::string &whyNot) {
  Type a = elementOf(dot.getA()), sum = elementOf(dot.getAcc());
  if ((a.isF16() || a.isBF16()) && sum.isF32())
    return 16;
  if (a.isF32() && dot.getPrecision() == tq::DotPrecision::Tf32)
    return 32;
  if (a.isInteger(8) && sum.isInteger(32))
    return 8;
  if (!isFp8Product(dot) || !sum.isF32())
    whyNot = "wgmma is used for sums in fp32 and for int8";
  else if (dot.getMaxImprecise() <= dot.getA().getType().getShape().back())
    whyNot = "wgmma adds products of fp8 up in 14 bits, and "
             "`max_num_imprecise_acc` asks for more";
  return whyNot.empty() ? 8 : 0;
}

std::string tqc::whyNotWarpgroups(tq::DotOp dot, int numWarps, bool isTurned) {
  RankedTensorType a = dot.getA().getType(), acc = dot.getType();
  std::string whyNot;
  if (!targetOf(dot).hasWarpgroups())
    return "the target has no wgmma: it needs sm_90a";
  if (!isEnabled(dot, Optimization::Wgmma))
    return "`wgmma` is switched off";
  unsigned bits = warpgroupBits(dot, whyNot);
  if (bits == 0)
    return whyNot;
  if (numWarps % 4 != 0)
    return "a warpgroup is four warps";
  if (a.getRank() != 2 || a.getDimSize(1) < mmaDepth(bits) ||
      acc.getDimSize(isTurned) < 16 * int64_t(numWarps) ||
      acc.getDimSize(!isTurned) < 8)
    return "four warps take 64 rows, 8 columns and a depth of 32 bytes at "
           "least";
  return {};
}

bool tqc::liesAlong(Value operand, unsigned dim, const AxisAnalysis &axis) {
  while (auto turned = operand.getDefiningOp<tq::TransOp>()) {
    dim = turned.getOrder()[dim];
    operand = turned.getOperand();
  }
  auto load = operand.getDefiningOp<tq::LoadOp>();
  return load && axis.orderOf(load.getPtr()).front() == dim;
}

/// Whether the left operand of another product is computed from `start`,
/// element by element, or in a branch.
static bool reachesLeftOperand(Value start) {
  return findFrom(start, [](Value tile, SmallVectorImpl<Value> &next) {
    for (OpOperand &use : tile.getUses()) {
      Operation *user = use.getOwner();
      if (auto dot = dyn_cast<tq::DotOp>(user); dot && dot.getA() == tile)
        return true;
      if (isElementwise(user))
        next.push_back(user->getResult(0));
      if (auto branch = dyn_cast<scf::IfOp>(user->getParentOp());
          branch && isa<scf::YieldOp>(user))
        next.push_back(branch.getResult(use.getOperandNumber()));
    }
    return false;
  });
}

/// Whether a product computes `start`, followed by work element by element, or
/// in a branch.
static bool comesFromProduct(Value start) {
  return findFrom(start, [](Value tile, SmallVectorImpl<Value> &next) {
    Operation *op = tile.getDefiningOp();
    if (op && isElementwise(op))
      llvm::append_range(next, op->getOperands());
    if (auto branch = dyn_cast_or_null<scf::IfOp>(op))
      for (Region &side : branch->getRegions())
        next.push_back(side.front().getTerminator()->getOperand(
            cast<OpResult>(tile).getResultNumber()));
    return isa_and_nonnull<tq::DotOp>(op);
  });
}

bool tqc::isChained(tq::DotOp dot) {
  return reachesLeftOperand(dot.getResult()) || comesFromProduct(dot.getA());
}

bool tqc::isReadAcrossDepth(tq::DotOp dot) {
  return elementOf(dot.getB()).getIntOrFloatBitWidth() == 16;
}
