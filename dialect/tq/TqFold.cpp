//===- TqFold.cpp - Folders of the tq ops ---------------------------------===//

#include "dialect/tq/TqDialect.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::tq;

OpFoldResult SplatOp::fold(FoldAdaptor adaptor) {
  if (Attribute value = adaptor.getSrc();
      isa_and_nonnull<IntegerAttr, FloatAttr>(value))
    return SplatElementsAttr::get(getType(), value);
  return {};
}

OpFoldResult BroadcastOp::fold(FoldAdaptor adaptor) {
  if (getSrc().getType() == getType())
    return getSrc();
  if (auto splat = dyn_cast_or_null<SplatElementsAttr>(adaptor.getSrc()))
    return splat.resizeSplat(getType());
  return {};
}

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  if (getSrc().getType() == getType())
    return getSrc();
  if (auto splat = dyn_cast_or_null<SplatElementsAttr>(adaptor.getSrc()))
    return splat.resizeSplat(getType());
  return {};
}

OpFoldResult TransOp::fold(FoldAdaptor adaptor) {
  if (auto splat = dyn_cast_or_null<SplatElementsAttr>(adaptor.getSrc()))
    return splat.resizeSplat(getType());
  auto inner = getSrc().getDefiningOp<TransOp>();
  if (!inner || inner.getSrc().getType() != getType())
    return {};
  for (auto [dim, middle] : llvm::enumerate(getOrder()))
    if (inner.getOrder()[middle] != static_cast<int32_t>(dim))
      return {};
  return inner.getSrc();
}

/// A number in another type, if that has it exactly; else nothing.
static std::optional<APFloat> exactly(APFloat value, Type type) {
  bool losesInfo = false;
  if (!value.isFinite() ||
      value.convert(cast<FloatType>(type).getFloatSemantics(),
                    APFloat::rmTowardZero, &losesInfo) != APFloat::opOK ||
      losesInfo)
    return std::nullopt;
  return value;
}

OpFoldResult FloatCastOp::fold(FoldAdaptor adaptor) {
  Attribute source = adaptor.getSrc();
  Type element = getElementTypeOrSelf(getType());
  auto splat = dyn_cast_or_null<SplatElementsAttr>(source);
  if (splat)
    source = splat.getSplatValue<Attribute>();
  auto number = dyn_cast_or_null<FloatAttr>(source);
  auto value = number ? exactly(number.getValue(), element) : std::nullopt;
  if (!value)
    return {};
  FloatAttr folded = FloatAttr::get(element, *value);
  if (auto tile = dyn_cast<ShapedType>(getType()))
    return SplatElementsAttr::get(tile, folded);
  return folded;
}

OpFoldResult AddPtrOp::fold(FoldAdaptor adaptor) {
  if (matchPattern(adaptor.getOffset(), m_Zero()))
    return getPtr();
  return {};
}
