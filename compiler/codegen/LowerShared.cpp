//===- LowerShared.cpp - Tiles in shared memory ---------------------------===//
//
// The schedule phase says which bytes of the one array `tq_shared` a tile takes
// (`tqg.staging`), how its elements lie there, how wide an access may be, and
// where warps wait for each other. This file writes that down.
//
//===----------------------------------------------------------------------===//

#include "compiler/codegen/LowerShared.h"

#include "compiler/analysis/SharedScratch.h"
#include "compiler/codegen/InlinePtx.h"
#include "compiler/codegen/LayoutIndices.h"
#include "compiler/codegen/LowerMemory.h"
#include "compiler/codegen/OpLowerings.h"
#include "dialect/layout/LayoutAlgebra.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace tqc;

void tqc::lowerBarrier(LoweringContext &cx, tqg::BarrierOp op) {
  if (op.getId() == 0)
    NVVM::Barrier0Op::create(cx.b);
  else
    NVVM::BarrierOp::create(cx.b, Type(), cx.i32(op.getId()),
                            cx.i32(op.getWarps() * 32),
                            NVVM::BarrierReductionAttr(), Value());
}

void tqc::fenceAsyncProxy(ImplicitLocOpBuilder &b) {
  NVVM::FenceProxyOp::create(
      b, NVVM::ProxyKind::async_shared,
      NVVM::SharedSpaceAttr::get(b.getContext(),
                                 NVVM::SharedSpace::shared_cta));
}

void tqc::awaitFirstPhase(LoweringContext &cx, Value barrier) {
  inlinePtx(cx.b, PtxStatement::MbarrierWait,
            "{ .reg .pred p; TQ_WAIT: mbarrier.try_wait.parity.shared::cta.b64 "
            "p, [$0], 0; @!p bra.uni TQ_WAIT; }",
            "r", barrier);
}

Value tqc::sharedAddress(LoweringContext &cx, Value staging, Value byteOffset,
                         int64_t constantOffset) {
  auto type = LLVM::LLVMPointerType::get(cx.b.getContext(), /*addressSpace=*/3);
  Value base = LLVM::AddressOfOp::create(cx.b, type, "tq_shared");
  int64_t offset =
      constantOffset + staging.getDefiningOp()
                           ->getAttrOfType<IntegerAttr>(tqg::kScratchOffsetAttr)
                           .getInt();
  if (offset)
    base = LLVM::GEPOp::create(cx.b, type, cx.b.getI8Type(), base,
                               ArrayRef<LLVM::GEPArg>{int32_t(offset)});
  if (byteOffset)
    base = LLVM::GEPOp::create(cx.b, type, cx.b.getI8Type(), base,
                               ArrayRef<LLVM::GEPArg>{byteOffset});
  return base;
}

//===----------------------------------------------------------------------===//
// Elements side by side
//===----------------------------------------------------------------------===//

static unsigned bytesOf(Type type) {
  unsigned bits =
      isa<LLVM::LLVMPointerType>(type) ? 64 : type.getIntOrFloatBitWidth();
  return std::max(bits / 8, 1u);
}

void tqc::storeShared(LoweringContext &cx, Value address, ValueRange elements) {
  Type element = elements.front().getType();
  Registers values(elements);
  if (element.isInteger(1)) { // a byte each
    for (Value &value : values)
      value = arith::ExtUIOp::create(cx.b, cx.b.getI8Type(), value);
    element = cx.b.getI8Type();
  }
  Value whole = values.front();
  if (values.size() > 1) {
    whole =
        LLVM::PoisonOp::create(cx.b, VectorType::get(values.size(), element));
    for (auto [i, value] : llvm::enumerate(values))
      whole = LLVM::InsertElementOp::create(cx.b, whole, value, cx.i32(i));
  }
  LLVM::StoreOp::create(cx.b, whole, address, values.size() * bytesOf(element));
}

Registers tqc::loadShared(LoweringContext &cx, Value address, Type element,
                          unsigned count) {
  Type stored = element.isInteger(1) ? cx.b.getI8Type() : element;
  Type type = count == 1 ? stored : VectorType::get(count, stored);
  Value whole =
      LLVM::LoadOp::create(cx.b, type, address, count * bytesOf(stored));
  Registers values;
  for (unsigned i = 0; i < count; ++i) {
    Value value = count == 1
                      ? whole
                      : LLVM::ExtractElementOp::create(cx.b, whole, cx.i32(i));
    if (element.isInteger(1))
      value = arith::TruncIOp::create(cx.b, element, value);
    values.push_back(value);
  }
  return values;
}

Registers tqc::loadMatrixWords(LoweringContext &cx, const MatrixAccess &access,
                               Value address, int64_t constant) {
  unsigned matrices = 1u << access.matrix.size();
  Type word = cx.b.getI32Type();
  std::string text, constraints;
  llvm::raw_string_ostream os(text), cs(constraints);
  os << "ldmatrix.sync.aligned.m8n8.x" << matrices
     << (access.form == MatrixForm::Transposed ? ".trans" : "")
     << ".shared.b16 {";
  for (unsigned i = 0; i < matrices; ++i) {
    os << (i ? ", $" : "$") << i;
    cs << "=r,";
  }
  os << "}, [$" << matrices;
  if (constant)
    os << "+" << constant;
  os << "];";
  cs << "r";
  Type type = matrices == 1
                  ? word
                  : LLVM::LLVMStructType::getLiteral(
                        cx.b.getContext(), SmallVector<Type>(matrices, word));
  Value result = inlinePtx(cx.b, PtxStatement::LoadMatrix, text, constraints,
                           address, type);
  Registers words;
  for (unsigned i = 0; i < matrices; ++i)
    words.push_back(
        matrices == 1 ? result : LLVM::ExtractValueOp::create(cx.b, result, i));
  return words;
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

static unsigned roundsOf(Value staging) {
  return staging.getDefiningOp<tqg::StagingOp>().getRounds();
}

void tqc::lowerSharedStore(LoweringContext &cx, tqg::SharedStoreOp op) {
  Type type = op.getSrc().getType();
  Value staging = op.getStaging();
  int64_t bytes = sharedElementBytes(type);
  int64_t start = int64_t(op.getAt()) * bytes;
  const Registers &source = cx.regs(op.getSrc());
  const LinearLayout *layout = tqg::tryLayoutOf(type);
  if (!layout) {
    guarded(cx, actsOnce(cx, type), [&] {
      storeShared(cx, sharedAddress(cx, staging, Value(), start),
                  {source.front()});
    });
    return;
  }
  // A part of the staging is row-major.
  tqg::SharedType target = op.getStaging().getType();
  bool isWhole =
      target.getTile().getNumElements() == int64_t(1) << layout->totalOutBits();
  LinearLayout memory =
      isWhole ? target.getMemory()
              : reshapeTo(identity(Hw::Offset, layout->totalOutBits()),
                          layout->shape());
  RoundAccess plan = planRounds(memory, roundsOf(staging), *layout, bytes * 8,
                                /*allowMatrix=*/false, op.getWidth());
  Value only = isFirstReplica(cx, *layout);
  FlatIndices places = flatIndices(cx, plan.access.offsets);
  guarded(cx, only, [&] {
    for (uint32_t first : plan.firsts[op.getRound()]) {
      Registers elements;
      for (uint32_t reg : plan.access.registersOf(first))
        elements.push_back(source[reg]);
      Value offset = arith::MulIOp::create(cx.b, flatIndex(cx, places, first),
                                           cx.i32(bytes));
      storeShared(cx, sharedAddress(cx, staging, offset, start), elements);
    }
  });
}

static void loadMatrices(LoweringContext &cx, tqg::SharedLoadOp op,
                         const SharedAccess &access, ArrayRef<uint32_t> firsts,
                         Registers &to) {
  Type tile = op.getType();
  int64_t bytes = sharedElementBytes(tile);
  // An i1 lies in memory as a byte.
  bool isBool = getElementTypeOrSelf(tile).isInteger(1);
  Type element = isBool ? Type(cx.b.getI8Type()) : cx.registerType(tile);
  FlatIndices rows = flatIndices(cx, access.matrix->rowOffsets);
  for (uint32_t first : firsts) {
    Value offset =
        arith::MulIOp::create(cx.b, flatIndex(cx, rows, first), cx.i32(bytes));
    Value address = LLVM::PtrToIntOp::create(
        cx.b, cx.b.getI32Type(), sharedAddress(cx, op.getStaging(), offset));
    Registers elements = unpackWords(
        cx, loadMatrixWords(cx, *access.matrix, address, 0), element);
    for (auto [reg, value] :
         llvm::zip_equal(access.registersOf(first), elements))
      to[reg] = isBool ? arith::TruncIOp::create(cx.b, cx.b.getI1Type(), value)
                             .getResult()
                       : value;
  }
}

void tqc::lowerSharedLoad(LoweringContext &cx, tqg::SharedLoadOp op) {
  Type type = op.getType(), element = cx.registerType(type);
  Value staging = op.getStaging();
  const LinearLayout *layout = tqg::tryLayoutOf(type);
  if (!layout) {
    cx.set(op.getResult(),
           loadShared(cx, sharedAddress(cx, staging, Value()), element, 1));
    return;
  }
  int64_t bytes = sharedElementBytes(type);
  RoundAccess plan =
      planRounds(op.getStaging().getType().getMemory(), roundsOf(staging),
                 *layout, bytes * 8, op.getMatrix(), op.getWidth());
  Registers values =
      op.getRest() ? cx.regs(op.getRest()) : Registers(registerCount(type));
  ArrayRef<uint32_t> firsts = plan.firsts[op.getRound()];
  if (plan.access.matrix) {
    loadMatrices(cx, op, plan.access, firsts, values);
  } else {
    FlatIndices places = flatIndices(cx, plan.access.offsets);
    for (uint32_t first : firsts) {
      auto list = plan.access.registersOf(first);
      Value offset = arith::MulIOp::create(cx.b, flatIndex(cx, places, first),
                                           cx.i32(bytes));
      Registers elements = loadShared(cx, sharedAddress(cx, staging, offset),
                                      element, list.size());
      for (auto [reg, value] : llvm::zip_equal(list, elements))
        values[reg] = value;
    }
  }
  // Registers that repeat others are loaded once.
  f2::Solver held(layout->columns(Hw::Reg));
  Registers loaded = values;
  for (auto [reg, value] : llvm::enumerate(values))
    value = loaded[*held.solve(layout->applyFlat(Hw::Reg, reg))];
  cx.set(op.getResult(), std::move(values));
}
