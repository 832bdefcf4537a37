//===- LowerElementwise.cpp - Element-wise and shape ops ------------------===//

#include "compiler/analysis/ValueWalk.h"
#include "compiler/codegen/LayoutIndices.h"
#include "compiler/codegen/LowerMath.h"
#include "compiler/codegen/OpLowerings.h"
#include "dialect/layout/LayoutAlgebra.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tqc;

//===----------------------------------------------------------------------===//
// Constants and indices
//===----------------------------------------------------------------------===//

/// An attribute for one register: fp8 constants become their bits.
static TypedAttr registerAttr(Builder &builder, Attribute value, Type type) {
  if (auto real = dyn_cast<FloatAttr>(value); real && isa<IntegerType>(type))
    return builder.getIntegerAttr(type, real.getValue().bitcastToAPInt());
  return cast<TypedAttr>(value);
}

LogicalResult tqc::lowerConstant(LoweringContext &cx, Operation &op) {
  auto constantOp = cast<arith::ConstantOp>(op);
  Type type = cx.registerType(constantOp.getType());
  auto make = [&](Attribute value) -> Value {
    return arith::ConstantOp::create(cx.b, registerAttr(cx.b, value, type));
  };
  auto dense = dyn_cast<DenseElementsAttr>(constantOp.getValue());
  if (!dense) {
    cx.set(constantOp, {make(constantOp.getValue())});
    return success();
  }
  if (!dense.isSplat())
    return op.emitOpError("a constant tile must be the same everywhere");
  Value value = make(dense.getSplatValue<Attribute>());
  cx.set(constantOp, Registers(registerCount(constantOp.getType()), value));
  return success();
}

LogicalResult tqc::lowerRange(LoweringContext &cx, tq::RangeOp op) {
  FlatIndices indices = flatIndices(cx, tqg::layoutOf(op.getType()));
  Registers values;
  for (unsigned reg = 0; reg < indices.constants.size(); ++reg) {
    Value index = flatIndex(cx, indices, reg);
    if (op.getStart() != 0)
      index = arith::AddIOp::create(cx.b, index, cx.i32(op.getStart()));
    values.push_back(index);
  }
  cx.set(op.getResult(), std::move(values));
  return success();
}

//===----------------------------------------------------------------------===//
// One instruction a register
//===----------------------------------------------------------------------===//

/// Register bits between whose elements a comparison does not change: those
/// within a run that is known to be all true or all false.
static uint32_t bitsOfRuns(Operation &compare) {
  const LinearLayout *layout = tqg::tryLayoutOf(compare.getResult(0).getType());
  auto runs = compare.getAttrOfType<DenseI64ArrayAttr>(tqg::kRunsAttr);
  if (!layout || !runs || runs.size() != int64_t(layout->rank()))
    return 0;
  uint32_t bits = 0;
  for (auto [bit, column] : llvm::enumerate(layout->columns(Hw::Reg)))
    for (unsigned dim = 0; dim < layout->rank(); ++dim) {
      int64_t step =
          column >> layout->lowBit(dim); // along `dim` if it is small
      if (llvm::isPowerOf2_32(column) && step > 0 && step < runs[dim])
        bits |= 1u << bit;
    }
  return bits;
}

/// The same op on scalars.
static Value cloneScalar(ImplicitLocOpBuilder &b, Operation &op,
                         ValueRange operands, Type type) {
  OperationState state(b.getLoc(), op.getName());
  state.addOperands(operands);
  state.addTypes(type);
  for (NamedAttribute attr : op.getAttrs())
    if (!attr.getName().getValue().contains('.'))
      state.addAttribute(attr.getName(), attr.getValue());
  return b.create(state)->getResult(0);
}

static Value mulHigh(ImplicitLocOpBuilder &b, tq::MulHiOp op, Value lhs,
                     Value rhs) {
  if (op.getIsUnsigned())
    return arith::MulUIExtendedOp::create(b, lhs, rhs).getHigh();
  return arith::MulSIExtendedOp::create(b, lhs, rhs).getHigh();
}

static Value lowerScalar(LoweringContext &cx, Operation &op,
                         ValueRange operands) {
  Type type = cx.registerType(op.getResult(0).getType());
  if (op.getName().getDialectNamespace() == "math" ||
      isa<arith::DivFOp, arith::RemFOp, tq::PreciseOp>(op))
    return isInstructionOfPtx(op) ? cloneScalar(cx.b, op, operands, type)
                                  : lowerMath(cx, op, operands);
  // LLVM rounds to fp32 first where there is no instruction.
  if (isa<arith::SIToFPOp, arith::UIToFPOp>(op) && type.isBF16() &&
      cx.computeCapability < 90 &&
      operands[0].getType().getIntOrFloatBitWidth() >= 32)
    return lowerIntToBf16(cx, operands[0], isa<arith::SIToFPOp>(op));
  if (op.getName().getDialectNamespace() == "arith")
    return cloneScalar(cx.b, op, operands, type);
  return llvm::TypeSwitch<Operation *, Value>(&op)
      .Case<tq::AddPtrOp>([&](tq::AddPtrOp add) -> Value {
        auto pointer =
            cast<tq::PtrType>(getElementTypeOrSelf(add.getPtr().getType()));
        Value offset = operands[1];
        if (add.getUnsignedOffset() && !offset.getType().isInteger(64))
          offset = arith::ExtUIOp::create(cx.b, cx.b.getI64Type(), offset);
        return LLVM::GEPOp::create(cx.b, type,
                                   cx.registerType(pointer.getPointee()),
                                   operands[0], ValueRange{offset});
      })
      .Case<tq::PtrToIntOp>([&](auto) -> Value {
        return LLVM::PtrToIntOp::create(cx.b, type, operands[0]);
      })
      .Case<tq::IntToPtrOp>([&](auto) -> Value {
        return LLVM::IntToPtrOp::create(cx.b, type, operands[0]);
      })
      .Case<tq::PtrCastOp, tq::HintOp>([&](auto) { return operands[0]; })
      .Case<tq::MulHiOp>([&](tq::MulHiOp mul) {
        return mulHigh(cx.b, mul, operands[0], operands[1]);
      })
      .Case<tq::FloatCastOp>([&](tq::FloatCastOp cast) {
        return lowerFloatCast(cx, getElementTypeOrSelf(cast.getSrc().getType()),
                              getElementTypeOrSelf(cast.getType()), operands[0],
                              cast.getTowardZero());
      })
      .Case<tq::ExternOp>([&](tq::ExternOp call) -> Value {
        SmallVector<Type> types(operands.getTypes());
        LLVM::LLVMFuncOp function =
            declareFunction(cx, call.getSymbol(), type, types);
        return LLVM::CallOp::create(cx.b, function, operands).getResult();
      })
      .Default([](Operation *) { return Value(); });
}

LogicalResult tqc::lowerElementwise(LoweringContext &cx, Operation &op) {
  if (op.getNumResults() != 1)
    return op.emitOpError("has no lowering to registers");
  Value result = op.getResult(0);
  unsigned count = registerCount(result.getType());
  uint32_t runs = bitsOfRuns(op);
  Registers values;
  for (unsigned reg = 0; reg < count; ++reg) {
    if (reg & runs) {
      values.push_back(values[reg & ~runs]);
      continue;
    }
    Registers operands;
    for (Value operand : op.getOperands()) {
      Registers &list = cx.regs(operand);
      operands.push_back(list.size() == 1 ? list.front() : list[reg]);
    }
    Value value = lowerScalar(cx, op, operands);
    if (!value)
      return op.emitOpError("has no lowering to registers");
    values.push_back(value);
  }
  cx.set(result, std::move(values));
  return success();
}

//===----------------------------------------------------------------------===//
// Renaming
//===----------------------------------------------------------------------===//

/// The source coordinate of the result's `coord`.
static Coord sourceCoord(Operation &op, Coord coord) {
  if (auto expand = dyn_cast<tq::ExpandDimsOp>(op))
    coord.erase(coord.begin() + expand.getAxis());
  if (auto trans = dyn_cast<tq::TransOp>(op)) {
    Coord source(coord.size());
    for (auto [dim, from] : llvm::enumerate(trans.getOrder()))
      source[from] = coord[dim];
    return source;
  }
  if (auto broadcast = dyn_cast<tq::BroadcastOp>(op))
    for (auto [dim, extent] :
         llvm::enumerate(broadcast.getSrc().getType().getShape()))
      if (extent == 1)
        coord[dim] = 0;
  return coord;
}

LogicalResult tqc::lowerRenaming(LoweringContext &cx, Operation &op) {
  Value source = op.getOperand(0), result = op.getResult(0);
  const LinearLayout &from = tqg::layoutOf(source.getType());
  const LinearLayout &to = tqg::layoutOf(result.getType());
  Registers &list = cx.regs(source);
  DenseMap<uint32_t, unsigned> registerOf;
  for (unsigned reg = from.size(Hw::Reg); reg-- > 0;)
    registerOf[from.applyFlat(Hw::Reg, reg)] = reg;
  Registers values;
  for (unsigned reg = 0; reg < to.size(Hw::Reg); ++reg) {
    uint32_t flat;
    if (isa<tq::ReshapeOp>(op))
      flat = to.applyFlat(Hw::Reg, reg); // row-major order is kept
    else
      flat = from.flatten(sourceCoord(op, to.apply(reg, 0, 0)));
    auto it = registerOf.find(flat);
    if (it == registerOf.end())
      return op.emitOpError("the source's layout does not rename to the "
                            "result's");
    values.push_back(list[it->second]);
  }
  cx.set(result, std::move(values));
  return success();
}

LogicalResult tqc::lowerJoin(LoweringContext &cx, tq::JoinOp op) {
  const LinearLayout &from = tqg::layoutOf(op.getLhs().getType());
  const LinearLayout &to = tqg::layoutOf(op.getType());
  DenseMap<uint32_t, unsigned> registerOf;
  for (unsigned reg = from.size(Hw::Reg); reg-- > 0;)
    registerOf[from.applyFlat(Hw::Reg, reg)] = reg;
  Registers values;
  for (unsigned reg = 0; reg < to.size(Hw::Reg); ++reg) {
    uint32_t flat = to.applyFlat(Hw::Reg, reg); // the last bit picks the side
    auto it = registerOf.find(flat >> 1);
    if (it == registerOf.end())
      return op.emitOpError("the operands' layout does not join to the "
                            "result's");
    values.push_back(
        cx.regs((flat & 1) ? op.getRhs() : op.getLhs())[it->second]);
  }
  cx.set(op.getResult(), std::move(values));
  return success();
}

LogicalResult tqc::lowerSplit(LoweringContext &cx, tq::SplitOp op) {
  const LinearLayout &from = tqg::layoutOf(op.getSrc().getType());
  const LinearLayout &to = tqg::layoutOf(op.getLhs().getType());
  DenseMap<uint32_t, unsigned> registerOf;
  for (unsigned reg = from.size(Hw::Reg); reg-- > 0;)
    registerOf[from.applyFlat(Hw::Reg, reg)] = reg;
  Registers sides[2];
  for (unsigned reg = 0; reg < to.size(Hw::Reg); ++reg)
    for (unsigned side : {0u, 1u}) {
      auto it = registerOf.find(to.applyFlat(Hw::Reg, reg) << 1 | side);
      if (it == registerOf.end())
        return op.emitOpError("the source's layout does not split to the "
                              "results'");
      sides[side].push_back(cx.regs(op.getSrc())[it->second]);
    }
  cx.set(op.getLhs(), std::move(sides[0]));
  cx.set(op.getRhs(), std::move(sides[1]));
  return success();
}
