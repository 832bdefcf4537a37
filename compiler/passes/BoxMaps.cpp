//===- BoxMaps.cpp - Boxes as tensor maps and coordinates -----------------===//

#include "compiler/passes/BoxMaps.h"

#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

/// A coordinate outside of a dimension without elements, of which a map has
/// one; not below zero, where nothing may be stored.
static constexpr int32_t kOutside = 1 << 30;

static Value i32(OpBuilder &builder, Location place, int64_t value) {
  return arith::ConstantOp::create(
      builder, place, builder.getI32IntegerAttr(static_cast<int32_t>(value)));
}

/// At the start of the kernel.
static Value hostNumber(func::FuncOp kernel, const HostNumber &number) {
  if (number.argument)
    return number.argument;
  OpBuilder builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
  return i32(builder, kernel.getLoc(), number.constant);
}

static Value startOf(OpBuilder &builder, Location place, const BoxDim &dim) {
  Value start = buildIndex(builder, place, dim.start);
  if (!dim.extent.argument)
    return start;
  // Of an empty tensor there is no map.
  Value isEmpty =
      arith::CmpIOp::create(builder, place, arith::CmpIPredicate::sle,
                            dim.extent.argument, i32(builder, place, 0));
  return arith::SelectOp::create(builder, place, isEmpty,
                                 i32(builder, place, kOutside), start);
}

PlacedBox tqc::placeBox(OpBuilder &builder, Operation *access,
                        const BoxAccess &box, ArrayRef<int64_t> copied,
                        unsigned span) {
  Location place = access->getLoc();
  auto kernel = access->getParentOfType<func::FuncOp>();
  PlacedBox placed;
  SmallVector<Value> extents, strides;
  SmallVector<int64_t> extentsOfBox;
  for (const BoxDim &dim : box.dims) {
    placed.starts.push_back(startOf(builder, place, dim));
    extents.push_back(hostNumber(kernel, dim.extent));
    if (!placed.axes.empty())
      strides.push_back(hostNumber(kernel, dim.stride));
    placed.axes.push_back(dim.tileDim);
    extentsOfBox.push_back(dim.tileDim < 0 ? 1 : copied[dim.tileDim]);
  }
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&kernel.getBody().front());
  Operation *last = nullptr;
  for (Value number : llvm::concat<Value>(extents, strides))
    if (Operation *constant = number.getDefiningOp();
        constant && (!last || last->isBeforeInBlock(constant)))
      last = constant;
  if (last)
    builder.setInsertionPointAfter(last);
  placed.map = TensorMapOp::create(
      builder, place, TensorMapType::get(builder.getContext()), box.base,
      extents, strides, builder.getDenseI64ArrayAttr(extentsOfBox),
      /*parts=*/IntegerAttr(),
      builder.getI32IntegerAttr(static_cast<int32_t>(span)));
  return placed;
}

void tqc::remarkNoHints(Operation *access) {
  remark::missed(access->getLoc(),
                 remark::RemarkOpts::name("cache-hint").category("hint"))
      << remark::reason("{0}", "tensor copies follow no cache modifier and no "
                               "eviction policy");
}
