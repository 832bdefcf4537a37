//===- DotLayouts.cpp - Where the operands of a product live --------------===//

#include "compiler/passes/DotLayouts.h"

#include "compiler/analysis/Optimizations.h"
#include "compiler/analysis/Target.h"
#include "compiler/analysis/ValueWalk.h"
#include "compiler/passes/LayoutRules.h"
#include "compiler/passes/WarpgroupProducts.h"
#include "dialect/layout/LayoutAlgebra.h"
#include "dialect/layout/LayoutFactories.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"

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

/// Warps along M and N: as square as the tile, so that fewest operand rows and
/// columns are read by several warps.
static std::pair<unsigned, unsigned> warpTiling(int64_t m, int64_t n,
                                                int numWarps) {
  unsigned warpsM = 1, warpsN = 1;
  while (warpsM * warpsN < unsigned(numWarps)) {
    int64_t restM = m / (16 * warpsM), restN = n / (8 * warpsN);
    if (restM * 2 >= restN && restM > 1)
      warpsM *= 2;
    else if (restN > 1)
      warpsN *= 2;
    else
      warpsM *= 2; // replicas: more warps than tiles
  }
  return {warpsM, warpsN};
}

/// Whether the left operand of another product is computed from `start`,
/// element by element.
static bool reachesLeftOperand(Value start) {
  return findFrom(
      start,
      [](Value tile, SmallVectorImpl<Value> &next) {
        for (Operation *user : tile.getUsers()) {
          if (auto dot = dyn_cast<tq::DotOp>(user); dot && dot.getA() == tile)
            return true;
          if (isElementwise(user))
            next.push_back(user->getResult(0));
        }
        return false;
      });
}

/// Whether a product computes `start`, followed by work element by element.
static bool comesFromProduct(Value start) {
  return findFrom(
      start,
      [](Value tile, SmallVectorImpl<Value> &next) {
        Operation *op = tile.getDefiningOp();
        if (op && isElementwise(op))
          llvm::append_range(next, op->getOperands());
        return isa_and_nonnull<tq::DotOp>(op);
      });
}

/// In a chain of products (attention) all warps go along M: then the first
/// result's fragments are the second's left operand, register by register, and
/// whole rows lie in one warp, so that reductions along them need no exchange.
static bool isChained(tq::DotOp dot) {
  return reachesLeftOperand(dot.getResult()) || comesFromProduct(dot.getA());
}

/// Whether wgmma will probably take the product: its right operand is loaded in
/// the same iteration, so that a pipeline can put it in shared memory.
static bool isForWarpgroups(tq::DotOp dot, int numWarps) {
  std::string whyNot;
  auto kernel = dot->getParentOfType<func::FuncOp>();
  auto plan = kernel ? kernel->getAttrOfType<tqg::PlanAttr>(tqg::kPlanAttr)
                     : tqg::PlanAttr();
  if (!plan || plan.getStages() < 2 ||
      !isEnabled(dot, Optimization::Pipeline) ||
      !fitsWarpgroups(dot, numWarps, whyNot))
    return false;
  Operation *source = dot.getB().getDefiningOp();
  while (source && isa<tq::TransOp>(source))
    source = source->getOperand(0).getDefiningOp();
  if (isa_and_nonnull<tqg::BoxLoadOp>(source))
    return true;
  return isa_and_nonnull<tq::LoadOp>(source) &&
         isa<scf::ForOp>(source->getParentOp()) &&
         source->getParentOp()->isAncestor(dot);
}

DotLayouts tqc::chooseDotLayouts(tq::DotOp dot, int numWarps,
                                 std::string &whyNot) {
  ArrayRef<int64_t> aShape = dot.getA().getType().getShape();
  ArrayRef<int64_t> bShape = dot.getB().getType().getShape();
  ArrayRef<int64_t> accShape = dot.getType().getShape();
  unsigned rank = accShape.size();
  int64_t m = accShape[rank - 2], n = accShape[rank - 1];
  unsigned bits = mmaElementBits(dot, whyNot);
  if (bits && rank == 3) {
    // Warps take tiles of their own, as many as there are.
    unsigned apart = std::min<int64_t>(accShape[0], numWarps);
    auto [warpsM, warpsN] = warpTiling(m, n, numWarps / apart);
    auto batched = [&](const LinearLayout &tile) {
      return batchedLayout(tile, accShape[0], apart);
    };
    return {true,
            batched(mmaALayout(aShape.drop_front(), warpsM, warpsN, bits)),
            batched(mmaBLayout(bShape.drop_front(), warpsM, warpsN, bits)),
            batched(mmaAccLayout(accShape.drop_front(), warpsM, warpsN))};
  }
  if (bits) {
    bool alongM = m >= 16 * numWarps &&
                  (isChained(dot) || isForWarpgroups(dot, numWarps));
    auto [warpsM, warpsN] = alongM ? std::pair<unsigned, unsigned>(numWarps, 1)
                                   : warpTiling(m, n, numWarps);
    return {true, mmaALayout(aShape, warpsM, warpsN, bits),
            mmaBLayout(bShape, warpsM, warpsN, bits),
            mmaAccLayout(accShape, warpsM, warpsN)};
  }
  // A thread multiplies whole rows of a by whole columns of b.
  LinearLayout acc = coalescedLayout(accShape,
                                     rank == 2 ? ArrayRef<unsigned>{1, 0}
                                               : ArrayRef<unsigned>{2, 1, 0},
                                     /*width=*/4, numWarps);
  auto operand = [&](unsigned collapsed, ArrayRef<int64_t> shape) {
    LinearLayout rows = expandDim(sliceDim(acc, collapsed), collapsed);
    return broadcastTo(rows, shape);
  };
  return {false, operand(rank - 1, aShape), operand(rank - 2, bShape), acc};
}
