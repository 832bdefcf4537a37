//===- ExplainProducts.cpp - Which instructions multiply, in words --------===//
//
// Products: which instructions, and how many:
//
//     "acc = mma of 64x64x32: mma.sync m16n8k16 of f16 to f32, 8 a warp"
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/ThreadRegisters.h"
#include "compiler/codegen/EmitPtx.h"
#include "compiler/driver/Explainer.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::words;

/// "m16n8k16" for operands of this type, as LowerMma.cpp picks it.
static StringRef mmaForm(Type element, bool isTuring) {
  if (element.getIntOrFloatBitWidth() == 8) // sm_75 has none for fp8
    return isTuring ? "m8n8k16" : "m16n8k32";
  if (element.isF32())
    return "m16n8k8";
  return isTuring ? "m16n8k8" : "m16n8k16";
}

void Explainer::addMma(tqg::MmaOp mma) {
  RankedTensorType a = mma.getA().getType(), acc = mma.getType();
  Type element = a.getElementType();
  StringRef form = mmaForm(element, computeCapabilityOf(result.arch) < 80);
  unsigned m = 0, n = 0, k = 0;
  StringRef rest = form.drop_front(1);
  (void)rest.consumeInteger(10, m);
  rest = rest.drop_front(1);
  (void)rest.consumeInteger(10, n);
  rest = rest.drop_front(1);
  (void)rest.consumeInteger(10, k);
  const LinearLayout &layout = tqg::layoutOf(acc);
  // All lanes hold accumulators: 32 of them for each register.
  unsigned perWarp =
      32 * (layout.size(Hw::Reg) >> llvm::popcount(layout.freeMask(Hw::Reg)));
  unsigned instructions = perWarp / (m * n) * (a.getShape().back() / k);
  std::string type = element.isF32() ? "tf32" : showTile(element);
  ExplainedItem &item = add(mma, "dot");
  item.facts = llvm::json::Object{{"form", form},
                                  {"type", type},
                                  {"instructions_a_warp", instructions},
                                  {"layout", nameOfLayout(acc)}};
  item.text =
      llvm::formatv("{0} of {1}x{2}: mma.sync {3} of {4} to {5}, {6} a "
                    "warp; layout {7}",
                    nameOf(mma), showExtents(acc), a.getShape().back(), form,
                    type, acc.getElementType(), instructions, nameOfLayout(acc))
          .str();
  tell(mma, item, "form", "mma");
}

void Explainer::addWgmma(tqg::WgmmaOp product) {
  RankedTensorType b = product.getB().getType().getTile();
  RankedTensorType acc = product.getType();
  int64_t m = acc.getDimSize(0), n = acc.getDimSize(1), k = b.getDimSize(0);
  int64_t live = product.getColumns().value_or(n);
  int64_t columns = wgmmaColumns(product);
  int64_t depth = 256 / b.getElementTypeBitWidth();
  int64_t groups = tqg::layoutOf(acc).size(Hw::Warp) / 4;
  int64_t deep = product.getDepth().value_or(k);
  int64_t instructions = m / (64 * groups) * (live / columns) * (deep / depth);
  std::string form = llvm::formatv("m64n{0}k{1}", columns, depth);
  std::string type = showTile(b.getElementType());
  bool isShared = isa<tqg::SharedType>(product.getA().getType());
  ExplainedItem &item = add(product, "dot");
  item.facts =
      llvm::json::Object{{"form", form},
                         {"type", type},
                         {"instructions_a_warpgroup", instructions},
                         {"left_in", isShared ? "shared" : "registers"},
                         {"layout", nameOfLayout(acc)}};
  item.text =
      llvm::formatv("{0} of {1}x{2}x{3}: {4} of {5} to {6}, {7} a warpgroup, "
                    "the left operand in {8}; layout {9}",
                    nameOf(product), m, n, k, form, type, acc.getElementType(),
                    instructions, isShared ? "shared memory" : "registers",
                    nameOfLayout(acc))
          .str();
  tell(product, item, "form", "mma");
}

void Explainer::addDot(tq::DotOp dot) {
  RankedTensorType a = dot.getA().getType(), acc = dot.getType();
  const LinearLayout &layout = tqg::layoutOf(acc);
  int64_t depth = a.getDimSize(a.getRank() - 1);
  int64_t each = int64_t(layout.size(Hw::Reg)) * depth;
  ExplainedItem &item = add(dot, "dot");
  item.facts = llvm::json::Object{{"form", "fma"},
                                  {"type", showTile(a.getElementType())},
                                  {"instructions_a_thread", each},
                                  {"layout", nameOfLayout(acc)}};
  item.text =
      llvm::formatv("{0} of {1} by {2}: {3} fused multiply-adds a "
                    "thread; layout {4}",
                    nameOf(dot), showTile(a), showTile(dot.getB().getType()),
                    each, nameOfLayout(acc))
          .str();
  tell(dot, item, "form", "mma");
}

bool Explainer::explainProduct(Operation *op) {
  bool isMine = true;
  llvm::TypeSwitch<Operation *>(op)
      .Case<tqg::MmaOp>([&](auto mma) { addMma(mma); })
      .Case<tqg::WgmmaOp>([&](auto product) { addWgmma(product); })
      .Case<tq::DotOp>([&](auto dot) { addDot(dot); })
      .Default([&](Operation *) { isMine = false; });
  return isMine;
}
