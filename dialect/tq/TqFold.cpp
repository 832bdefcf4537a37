//===- TqFold.cpp - Folders of the tq ops ---------------------------------===//

#include "dialect/tq/TqDialect.h"

#include "mlir/IR/Matchers.h"

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

OpFoldResult AddPtrOp::fold(FoldAdaptor adaptor) {
  if (matchPattern(adaptor.getOffset(), m_Zero()))
    return getPtr();
  return {};
}
