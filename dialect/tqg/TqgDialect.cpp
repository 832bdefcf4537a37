//===- TqgDialect.cpp - Registration and attribute syntax -----------------===//

#include "dialect/tqg/TqgDialect.h"

#include "dialect/layout/LayoutDescriptors.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

#include "dialect/tqg/TqgDialect.cpp.inc"
#include "dialect/tqg/TqgEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialect/tqg/TqgAttrs.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "dialect/tqg/TqgTypes.cpp.inc"

#define GET_OP_CLASSES
#include "dialect/tqg/TqgOps.cpp.inc"

void TqgDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialect/tqg/TqgAttrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "dialect/tqg/TqgTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include <numeric>

#include "dialect/tqg/TqgOps.cpp.inc"
      >();
}

const LinearLayout *tqc::tqg::tryLayoutOf(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  auto attr = tile ? dyn_cast_or_null<LinearAttr>(tile.getEncoding()) : nullptr;
  return attr ? &attr.getLayout() : nullptr;
}

const LinearLayout &tqc::tqg::layoutOf(Type tile) {
  const LinearLayout *layout = tryLayoutOf(tile);
  assert(layout && "the layout phase gives every tile a layout");
  return *layout;
}

RankedTensorType tqc::tqg::withLayout(RankedTensorType type,
                                      const LinearLayout &layout) {
  return RankedTensorType::get(type.getShape(), type.getElementType(),
                               LinearAttr::get(type.getContext(), layout));
}

LogicalResult tqc::tqg::requireLayouts(Operation *kernel) {
  auto isPlaced = [](Type type) {
    return !isa<RankedTensorType>(type) || tryLayoutOf(type);
  };
  WalkResult walked = kernel->walk([&](Operation *op) {
    if (llvm::all_of(op->getResultTypes(), isPlaced) &&
        llvm::all_of(op->getOperandTypes(), isPlaced))
      return WalkResult::advance();
    op->emitOpError("has no layout: it has not been through the layout phase");
    return WalkResult::interrupt();
  });
  return failure(walked.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// #tqg.linear<reg = [(0, 1)], lane = [], warp = [], shape = (1, 2)>
// #tqg.linear<offset = [(0, 1)], shape = (1, 2)>
//===----------------------------------------------------------------------===//

/// What a layout of places, and one of memory, writes.
static constexpr Hw kPlaces[] = {Hw::Reg, Hw::Lane, Hw::Warp};
static constexpr Hw kMemory[] = {Hw::Offset};

template <typename IntT>
static ParseResult parseCoord(AsmParser &parser, SmallVectorImpl<IntT> &coord) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, [&] {
    return parser.parseInteger(coord.emplace_back());
  });
}

Attribute LinearAttr::parse(AsmParser &parser, Type) {
  SMLoc start = parser.getCurrentLocation();
  SmallVector<LinearLayout::HwBases> bases;
  SmallVector<int64_t> shape;
  if (parser.parseLess())
    return {};
  bool isMemory = succeeded(parser.parseOptionalKeyword(keyword(Hw::Offset)));
  for (Hw dim : isMemory ? ArrayRef<Hw>(kMemory) : ArrayRef<Hw>(kPlaces)) {
    LinearLayout::HwBases &list = bases.emplace_back();
    list.dim = dim;
    if ((!isMemory && parser.parseKeyword(keyword(dim))) ||
        parser.parseEqual() ||
        parser.parseCommaSeparatedList(
            AsmParser::Delimiter::Square,
            [&] { return parseCoord(parser, list.bases.emplace_back()); }) ||
        parser.parseComma())
      return {};
  }
  if (parser.parseKeyword("shape") || parser.parseEqual() ||
      parseCoord(parser, shape) || parser.parseGreater())
    return {};

  std::string whyNot;
  auto layout = LinearLayout::tryCreate(bases, shape, whyNot);
  if (!layout) {
    parser.emitError(start) << "these bases are no layout: " << whyNot;
    return {};
  }
  return LinearAttr::get(parser.getContext(), *layout);
}

void LinearAttr::print(AsmPrinter &printer) const {
  const LinearLayout &layout = getLayout();
  printer << "<";
  bool isMemory = layout.bits(Hw::Offset) != 0;
  for (Hw dim : isMemory ? ArrayRef<Hw>(kMemory) : ArrayRef<Hw>(kPlaces)) {
    printer << keyword(dim) << " = [";
    llvm::interleaveComma(layout.bases(dim), printer, [&](const Coord &coord) {
      printer << "(";
      llvm::interleaveComma(coord, printer);
      printer << ")";
    });
    printer << "], ";
  }
  printer << "shape = (";
  llvm::interleaveComma(layout.shape(), printer);
  printer << ")>";
}

//===----------------------------------------------------------------------===//
// Rings
//===----------------------------------------------------------------------===//

const LinearLayout &RingType::getMemory() const { return layoutOf(getTile()); }

// NOLINTNEXTLINE(readability-function-size): tablegen wants each parameter
LogicalResult PlanAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               int32_t warps, int32_t stages, int32_t roles,
                               int32_t cluster, bool persistent, bool drawn,
                               LongestPrograms longest, int32_t teams,
                               bool turns, int32_t group, int32_t batch) {
  auto check = [&](StringRef what, int32_t value, int32_t most) {
    if (value >= 1 && value <= most)
      return success();
    return LogicalResult(emitError() << "a plan has 1 to " << most << " "
                                     << what << ", but this one has " << value);
  };
  if (failed(check("warps", warps, 32)) ||
      failed(check("stages", stages, 64)) ||
      failed(check("roles", roles, 16)) ||
      failed(check("CTAs a cluster", cluster, 16)) ||
      failed(check("teams", teams, 4)) ||
      failed(check("programs a group", group, 64)) ||
      failed(check("programs a batch", batch, 64)))
    return failure();
  if (drawn && (!persistent || roles < 2))
    return emitError() << "who draws programs is a role of a persistent kernel";
  if (longest != LongestPrograms::Unknown && !drawn)
    return emitError() << "the longest programs come first where programs are "
                          "drawn, but these are not";
  if (teams > 1 && (warps != 4 || roles < 2 || !persistent))
    return emitError() << "several teams are of 4 warps each, in a persistent "
                          "kernel with roles";
  if (turns && (teams != 2 || drawn))
    return emitError() << "two teams take turns at programs that are not drawn";
  if (group > 1 && (!persistent || longest != LongestPrograms::Unknown ||
                    (teams > 1 && !turns)))
    return emitError()
           << "programs come in groups in a persistent kernel whose programs "
              "come in no other order and are no neighbours";
  if (batch > 1 && (persistent || roles > 1 || cluster > 1))
    return emitError() << "a batch of programs is launched, has one role and "
                          "one CTA a cluster";
  if (llvm::isPowerOf2_32(uint32_t(warps)))
    return success();
  return emitError() << "the warps of a plan are a power of two, but " << warps
                     << " is none";
}

LogicalResult ProductAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                  MatrixUnit unit, int32_t batch, int32_t rows,
                                  int32_t columns, int32_t live,
                                  int32_t depth) {
  for (int32_t warps : {batch, rows, columns})
    if (warps < 1 || warps > 32 || !llvm::isPowerOf2_32(uint32_t(warps)))
      return emitError() << "the warps of a product are a power of two up to 32"
                            " in each direction, but "
                         << warps << " is none";
  if (unit == MatrixUnit::Wgmma && (batch != 1 || columns != 1 || rows % 4))
    return emitError() << "warps of wgmma lie along M, in groups of four";
  if (live < 0 || live % 16 != 0 || (live && unit != MatrixUnit::Wgmma))
    return emitError() << "wgmma alone leaves columns out, and multiplies a "
                          "multiple of 16, but not "
                       << live;
  if (depth < 0 || depth % 8 != 0 || (depth && unit != MatrixUnit::Wgmma))
    return emitError()
           << "wgmma alone leaves a part of K out, and multiplies a "
              "multiple of 8, but not "
           << depth;
  return success();
}

LogicalResult OperandsAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   OperandPlace, OperandPlace right) {
  if (right != OperandPlace::Registers)
    return success();
  return emitError() << "wgmma reads the right operand from shared memory";
}

LogicalResult PipelineAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   int32_t stages, int32_t distance, bool) {
  if (stages >= 2 && distance >= 1 && distance < stages)
    return success();
  return emitError() << "a pipeline of " << stages << " stages runs 1 to "
                     << stages - 1 << " iterations ahead, but this one "
                     << distance;
}

// NOLINTNEXTLINE(readability-function-size): tablegen wants each parameter
LogicalResult AccessAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<int32_t> order, int64_t run,
                                 int64_t aligned, int32_t addresses,
                                 int32_t whole, int32_t cut, bool) {
  for (int32_t dim = 0; dim < int32_t(order.size()); ++dim)
    if (llvm::count(order, dim) != 1)
      return emitError() << "the order of an access names each dimension once, "
                            "but dimension "
                         << dim << " stands there " << llvm::count(order, dim)
                         << " times";
  if (!order.empty() && std::min({run, aligned, int64_t(addresses),
                                  int64_t(whole), int64_t(cut)}) >= 1)
    return success();
  return emitError() << "an access has a dimension, and covers one element at "
                        "least";
}

AccessAttr tqg::accessOf(Operation *op, ArrayRef<int64_t> shape) {
  if (auto access = op->getAttrOfType<AccessAttr>(kAccessAttr);
      access && access.getOrder().size() == shape.size())
    return access;
  auto order = llvm::to_vector(
      llvm::reverse(llvm::seq<int32_t>(0, std::max<size_t>(shape.size(), 1))));
  return AccessAttr::get(op->getContext(), order, 1, 1, 1, 1, 1, false);
}

ProductAttr tqg::productOf(Operation *op) {
  return op->getAttrOfType<ProductAttr>(kProductAttr);
}

bool tqg::isForWarpgroups(Operation *op) {
  ProductAttr product = productOf(op);
  return product && product.getUnit() == MatrixUnit::Wgmma;
}

LogicalResult SharedType::verify(function_ref<InFlightDiagnostic()> emitError,
                                 RankedTensorType tile) {
  const LinearLayout *memory = tryLayoutOf(tile);
  if (memory && llvm::equal(memory->shape(), tile.getShape()) &&
      (memory->bits(Hw::Offset) != 0 || tile.getNumElements() == 1))
    return success();
  return emitError() << "a tile in shared memory needs a layout of offsets, "
                        "but has "
                     << tile;
}

const LinearLayout &SharedType::getMemory() const {
  return layoutOf(getTile());
}

LogicalResult
MbarriersType::verify(function_ref<InFlightDiagnostic()> emitError,
                      int32_t count) {
  if (count >= 1 && count <= 64)
    return success();
  return emitError() << "there are 1 to 64 barriers in a row, but " << count
                     << " are asked for";
}

static int64_t tileBytes(RankedTensorType tile) {
  int64_t bits = tile.getElementType().getIntOrFloatBitWidth();
  return tile.getNumElements() * std::max<int64_t>(bits / 8, 1);
}

SlotParts tqg::slotParts(int64_t ctas, int64_t panels, int64_t rows) {
  // A swizzle mixes rows of groups of eight, which stay together.
  int64_t groups = rows % 8 == 0 ? rows / 8 : 1;
  int64_t whole = std::gcd(ctas, panels);
  int64_t ofPanel = std::gcd(ctas / whole, groups);
  return {ofPanel, panels / whole, whole * ofPanel};
}

int64_t tqg::copiedBytes(Value map, std::optional<uint32_t> panels,
                         RankedTensorType slot) {
  auto made = map.getDefiningOp<TensorMapOp>();
  std::optional<PanelLayout> layout =
      panelLayout(layoutOf(slot), slot.getElementTypeBitWidth());
  if (!made || !layout)
    return tileBytes(slot);
  int64_t rows = 1;
  for (int64_t extent : made.getBox().drop_front())
    rows *= extent;
  int64_t all = tileBytes(slot) / (layout->rows * layout->spanBytes);
  return int64_t(panels.value_or(all)) * rows * layout->spanBytes;
}

int64_t tqg::usedBytes(Value map, std::optional<uint32_t> panels,
                       RankedTensorType slot) {
  int64_t copied = copiedBytes(map, panels, slot);
  auto made = map.getDefiningOp<TensorMapOp>();
  std::optional<PanelLayout> layout =
      panelLayout(layoutOf(slot), slot.getElementTypeBitWidth());
  if (!made || !layout)
    return copied;
  int64_t all = tileBytes(slot) / (layout->rows * layout->spanBytes);
  // Rows that are left out lie between panels.
  bool isStart = all == 1 || panels;
  return isStart
             ? std::min<int64_t>(llvm::alignTo(copied, 1024), tileBytes(slot))
             : tileBytes(slot);
}

int64_t RingType::slotBytes() const {
  return getUsed() ? getUsed() : tileBytes(getTile());
}
