//===- DecomposeDots.cpp - Write products as those that a GPU has ---------===//
//
// See DecomposeDotsPass in Passes.td for what the pass promises.
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/ForcedPlan.h"
#include "compiler/passes/Passes.h"
#include "compiler/passes/ProductRules.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Remarks.h"

namespace tqc {
#define GEN_PASS_DEF_DECOMPOSEDOTSPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;

static RankedTensorType withElement(Value tile, Type element) {
  auto type = cast<RankedTensorType>(tile.getType());
  return RankedTensorType::get(type.getShape(), element, type.getEncoding());
}

static Value makeDot(ImplicitLocOpBuilder &b, Value left, Value right,
                     Value acc, tq::DotPrecision precision) {
  return tq::DotOp::create(b, acc.getType(), left, right, acc, precision,
                           /*max_imprecise=*/0);
}

//===----------------------------------------------------------------------===//
// fp8
//===----------------------------------------------------------------------===//

/// fp16 has every number of both fp8 types, and the product is exact in it too.
static void widenFp8(tq::DotOp dot) {
  ImplicitLocOpBuilder b(dot.getLoc(), dot);
  auto widen = [&](Value tile) -> Value {
    return tq::FloatCastOp::create(b, withElement(tile, b.getF16Type()), tile,
                                   /*toward_zero=*/false);
  };
  Value left = widen(dot.getA());
  Value right = dot.getA() == dot.getB() ? left : widen(dot.getB());
  dot.getResult().replaceAllUsesWith(
      makeDot(b, left, right, dot.getAcc(), dot.getPrecision()));
  dot.erase();
}

//===----------------------------------------------------------------------===//
// fp32 in parts
//===----------------------------------------------------------------------===//

/// How fp32 operands are cut into parts that a matrix instruction takes.
struct Cut {
  unsigned parts;
  bool isTf32;                                      ///< else bf16
  SmallVector<std::pair<unsigned, unsigned>> pairs; ///< small ones first
};

/// The product of the two largest parts comes last, in a step of its own.
static std::optional<Cut> cutFor(tq::DotPrecision precision) {
  switch (precision) {
  case tq::DotPrecision::Tf32x3:
    return Cut{2, /*isTf32=*/true, {{1, 0}, {0, 1}}};
  case tq::DotPrecision::Bf16x3:
    return Cut{2, /*isTf32=*/false, {{1, 0}, {0, 1}}};
  case tq::DotPrecision::Bf16x6:
    return Cut{3, /*isTf32=*/false, {{1, 1}, {2, 0}, {0, 2}, {1, 0}, {0, 1}}};
  case tq::DotPrecision::Tf32:
  case tq::DotPrecision::Ieee:
    return std::nullopt;
  }
  llvm_unreachable("the switch covers every precision");
}

/// The parts of a tile, the largest first: each is what is left, rounded.
static SmallVector<Value> cutTile(ImplicitLocOpBuilder &b, Value tile,
                                  const Cut &cut) {
  Type wide = tile.getType(), narrow = withElement(tile, b.getBF16Type());
  SmallVector<Value> parts;
  for (unsigned part = 0; part < cut.parts; ++part) {
    Value back; // the part as fp32
    if (cut.isTf32) {
      back = tq::InlineAsmOp::create(b, wide, "cvt.rna.tf32.f32 $0, $1;",
                                     "=r,f", tile, /*pack=*/1, /*pure=*/true)
                 .getResult(0);
      parts.push_back(back);
    } else {
      parts.push_back(arith::TruncFOp::create(b, narrow, tile));
      back = arith::ExtFOp::create(b, wide, parts.back());
    }
    if (part + 1 < cut.parts)
      tile = arith::SubFOp::create(b, tile, back);
  }
  return parts;
}

/// An infinity has no small part: what is left of it is NaN, and so are the
/// products with it, whose place the last product's infinity takes.
static Value withoutNan(ImplicitLocOpBuilder &b, Value tile, Value zero) {
  Value isNan = arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, tile, tile);
  return arith::SelectOp::create(b, isNan, zero, tile);
}

static void cutDot(tq::DotOp dot, const Cut &cut) {
  ImplicitLocOpBuilder b(dot.getLoc(), dot);
  SmallVector<Value> left = cutTile(b, dot.getA(), cut);
  SmallVector<Value> right = cutTile(b, dot.getB(), cut);
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(dot.getType()));
  Value sum = zero;
  for (auto [i, j] : cut.pairs)
    sum = makeDot(b, left[i], right[j], sum, tq::DotPrecision::Tf32);
  sum = makeDot(b, left[0], right[0], withoutNan(b, sum, zero),
                tq::DotPrecision::Tf32);
  dot.getResult().replaceAllUsesWith(
      arith::AddFOp::create(b, sum, dot.getAcc()));
  remark::passed(dot.getLoc(),
                 remark::RemarkOpts::name("product-cut").category("mma"))
      << remark::add("{0} products of {1}", cut.pairs.size() + 1,
                     cut.isTf32 ? "tf32" : "bf16");
  dot.erase();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static void decompose(tq::DotOp dot) {
  std::string whyNot;
  if (isFp8Product(dot)) {
    if (forcedChoice(dot, PlanPart::Products) == "fma" ||
        !mmaElementBits(dot, whyNot))
      widenFp8(dot);
    return;
  }
  if (!dot.getA().getType().getElementType().isF32())
    return;
  std::optional<Cut> cut = cutFor(dot.getPrecision());
  if (cut && takesPartsOfFp32(dot, cut->isTf32))
    cutDot(dot, *cut);
  else if (cut)
    dot.setPrecision(tq::DotPrecision::Ieee);
}

namespace {

struct DecomposeDots : tqc::impl::DecomposeDotsPassBase<DecomposeDots> {
  void runOnOperation() override {
    SmallVector<tq::DotOp> dots;
    getOperation().walk([&](tq::DotOp dot) { dots.push_back(dot); });
    for (tq::DotOp dot : dots)
      decompose(dot);
  }
};

} // namespace
