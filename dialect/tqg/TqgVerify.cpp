//===- TqgVerify.cpp - Verifiers and folders of the tqg ops ---------------===//

#include "dialect/layout/LayoutAlgebra.h"
#include "dialect/layout/LayoutDescriptors.h"
#include "dialect/layout/LayoutFactories.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

/// Fails unless the layout of `tile` is a layout of a tile of its shape.
static LogicalResult verifyCovers(Operation *op, StringRef what,
                                  RankedTensorType tile) {
  const LinearLayout &layout = layoutOf(tile);
  if (llvm::equal(layout.shape(), tile.getShape()))
    return success();
  InFlightDiagnostic diag = op->emitOpError()
                            << "the layout of the " << what << " is for a ";
  llvm::interleave(layout.shape(), diag, "x");
  diag << " tile, but the " << what << " is ";
  llvm::interleave(tile.getShape(), diag, "x");
  diag.attachNote() << "the layout puts elements here:\n" << layout.picture();
  return diag;
}

LogicalResult ConvertLayoutOp::verify() {
  if (failed(verifyCovers(*this, "source", getSrc().getType())))
    return failure();
  return verifyCovers(*this, "result", getType());
}

OpFoldResult ConvertLayoutOp::fold(FoldAdaptor) {
  if (getSrc().getType() == getType())
    return getSrc();
  if (auto middle = getSrc().getDefiningOp<ConvertLayoutOp>()) {
    if (middle.getSrc().getType() == getType())
      return middle.getSrc();
    getSrcMutable().set(middle.getSrc());
    return getResult();
  }
  return {};
}

/// Whether lanes and warps hold what they do in `wanted`, in any order of
/// registers.
static bool agreesInThreads(const LinearLayout &layout,
                            const LinearLayout &wanted) {
  return layout.columns(Hw::Lane) == wanted.columns(Hw::Lane) &&
         layout.columns(Hw::Warp) == wanted.columns(Hw::Warp);
}

/// Element bits of the instruction that multiplies `a` by `b` to `acc`, or 0.
static unsigned mmaBits(Type a, Type b, Type acc) {
  auto isFp8 = [](Type type) {
    return isa<Float8E4M3FNType, Float8E5M2Type>(type);
  };
  if (isFp8(a) && isFp8(b))
    return acc.isF32() ? 8 : 0;
  if (a != b)
    return 0;
  if (a.isF16() || a.isBF16())
    return acc.isF32() || (a.isF16() && acc.isF16()) ? 16 : 0;
  if (a.isInteger(8))
    return acc.isInteger(32) ? 8 : 0;
  return a.isF32() && acc.isF32() ? 32 : 0;
}

/// The operand whose layout is none of mma, or an empty name: `apart` warps
/// take tiles of the batch of their own, and as many as warpsM by warpsN a
/// tile.
static StringRef wrongFragment(MmaOp op, unsigned bits, unsigned apart,
                               unsigned warpsM, unsigned warpsN) {
  RankedTensorType c = op.getType();
  auto differs = [&](RankedTensorType tile, const LinearLayout &one) {
    bool hasBatch = tile.getRank() == 3;
    return !agreesInThreads(
        layoutOf(tile),
        hasBatch ? batchedLayout(one, tile.getDimSize(0), apart) : one);
  };
  RankedTensorType a = op.getA().getType(), b = op.getB().getType();
  if (differs(c, mmaAccLayout(c.getShape().take_back(2), warpsM, warpsN)))
    return "accumulator";
  if (differs(a, mmaALayout(a.getShape().take_back(2), warpsM, warpsN, bits)))
    return "left operand";
  if (differs(b, mmaBLayout(b.getShape().take_back(2), warpsM, warpsN, bits)))
    return "right operand";
  return "";
}

/// Fails unless the layouts are fragments of one tiling by warps.
static LogicalResult verifyFragments(MmaOp op, unsigned bits) {
  ArrayRef<int64_t> c = op.getType().getShape();
  int64_t m = c[c.size() - 2], n = c.back();
  int64_t k = op.getA().getType().getShape().back();
  unsigned warps = layoutOf(op.getType()).size(Hw::Warp);
  if (m < 16 || n < 8 || k < int64_t(mmaDepth(bits)))
    return op.emitOpError()
           << "needs 16 rows, 8 columns and a depth of " << mmaDepth(bits)
           << ", but has " << m << ", " << n << " and " << k;
  StringRef wrong = "accumulator";
  int64_t batch = c.size() == 3 ? c[0] : 1;
  for (unsigned apart = 1; apart <= warps && apart <= batch; apart *= 2)
    for (unsigned warpsM = 1; warpsM <= warps / apart; warpsM *= 2) {
      StringRef found =
          wrongFragment(op, bits, apart, warpsM, warps / apart / warpsM);
      if (found.empty())
        return success();
      if (found != "accumulator")
        wrong = found;
    }
  return op.emitOpError() << "the layout of the " << wrong
                          << " is no fragment of mma";
}

LogicalResult MmaOp::verify() {
  RankedTensorType a = getA().getType(), b = getB().getType(), c = getType();
  for (auto [what, tile] : {std::pair<StringRef, RankedTensorType>{"left", a},
                            {"right", b},
                            {"accumulator", c}})
    if (failed(verifyCovers(*this, what, tile)))
      return failure();
  int64_t rank = c.getRank();
  if (rank < 2 || rank > 3 || a.getRank() != rank || b.getRank() != rank ||
      a.getDimSize(rank - 1) != b.getDimSize(rank - 2) ||
      a.getDimSize(rank - 2) != c.getDimSize(rank - 2) ||
      b.getDimSize(rank - 1) != c.getDimSize(rank - 1) ||
      (rank == 3 && (a.getDimSize(0) != c.getDimSize(0) ||
                     b.getDimSize(0) != c.getDimSize(0))))
    return emitOpError() << "the tiles are " << a << ", " << b << " and " << c
                         << ", which do not multiply";
  unsigned bits =
      mmaBits(a.getElementType(), b.getElementType(), c.getElementType());
  if (!bits)
    return emitOpError() << "no instruction multiplies " << a.getElementType()
                         << " by " << b.getElementType() << " to "
                         << c.getElementType();
  return verifyFragments(*this, bits);
}

LogicalResult RingOp::verify() {
  RingType ring = getResult().getType();
  const LinearLayout *memory = tryLayoutOf(ring.getTile());
  if (!memory || memory->bits(Hw::Offset) == 0)
    return emitOpError() << "needs a tile with a layout of offsets, but has "
                         << ring.getTile();
  if (ring.getSlots() < 1)
    return emitOpError() << "needs a slot, but has " << ring.getSlots();
  return verifyCovers(*this, "slot", ring.getTile());
}

LogicalResult CopyAsyncOp::verify() {
  RankedTensorType tile = getRing().getType().getTile();
  auto pointer = dyn_cast<tq::PtrType>(getPtr().getType().getElementType());
  if (!pointer || pointer.getPointee() != tile.getElementType() ||
      getPtr().getType().getShape() != tile.getShape())
    return emitOpError() << "copies through " << getPtr().getType()
                         << " into slots of " << tile;
  if (getMask() && getMask().getType().getShape() != tile.getShape())
    return emitOpError() << "has a mask " << getMask().getType()
                         << " for slots of " << tile;
  return success();
}

/// Fails unless `result` is the tile of a slot with its dimensions permuted.
static LogicalResult verifyPermuted(Operation *op, RingType ring,
                                    ArrayRef<int32_t> order,
                                    RankedTensorType result) {
  RankedTensorType tile = ring.getTile();
  SmallVector<int64_t> shape;
  SmallVector<bool> isTaken(tile.getRank(), false);
  for (int32_t dim : order) {
    if (dim < 0 || dim >= tile.getRank() || isTaken[dim])
      return op->emitOpError() << "has no permutation as its order";
    isTaken[dim] = true;
    shape.push_back(tile.getDimSize(dim));
  }
  if (int64_t(order.size()) != tile.getRank() ||
      ArrayRef<int64_t>(shape) != result.getShape() ||
      tile.getElementType() != result.getElementType())
    return op->emitOpError() << "reads " << result << " from slots of " << tile;
  return verifyCovers(op, "result", result);
}

LogicalResult RingReadOp::verify() {
  return verifyPermuted(*this, getRing().getType(), getOrder(), getType());
}

LogicalResult RingViewOp::verify() {
  RingType ring = getRing().getType();
  RankedTensorType tile = getType().getTile();
  if (failed(verifyPermuted(*this, ring, getOrder(), tile)))
    return failure();
  SmallVector<unsigned> order(getOrder().begin(), getOrder().end());
  if (getType().getMemory() != transposeDims(ring.getMemory(), order))
    return emitOpError() << "has another layout than the slot, permuted";
  return success();
}

LogicalResult WgmmaOp::verify() {
  auto shared = dyn_cast<SharedType>(getA().getType());
  auto a = shared ? shared.getTile() : cast<RankedTensorType>(getA().getType());
  RankedTensorType b = getB().getType().getTile(), acc = getType();
  if (a.getRank() != 2 || b.getRank() != 2 || acc.getRank() != 2 ||
      a.getDimSize(1) != b.getDimSize(0) ||
      a.getDimSize(0) != acc.getDimSize(0) ||
      b.getDimSize(1) != acc.getDimSize(1))
    return emitOpError() << "the tiles are " << a << ", " << b << " and " << acc
                         << ", which do not multiply";
  Type sum = acc.getElementType();
  unsigned bits = mmaBits(a.getElementType(), b.getElementType(), sum);
  if (bits == 0 || sum.isF16())
    return emitOpError() << "multiplies f16, bf16, fp8 or f32 to f32, and i8 "
                            "to i32, but has "
                         << a << ", " << b << " and " << acc;
  unsigned least = mmaDepth(bits);
  int64_t m = a.getDimSize(0), k = a.getDimSize(1), n = b.getDimSize(1);
  unsigned warps = layoutOf(acc).size(Hw::Warp);
  if (warps % 4 != 0 || m < 16 * int64_t(warps) || n < 8 || k < least)
    return emitOpError() << "needs 64 rows for four warps, 8 columns and a "
                            "depth of "
                         << least << ", but has " << m << ", " << n << " and "
                         << k << " for " << warps << " warps";
  if (std::optional<uint32_t> live = getColumns())
    if (*live == 0 || *live % 16 != 0 || *live > 256 || *live >= n)
      return emitOpError() << "multiplies " << *live << " of " << n
                           << " columns, which is no multiple of 16 of up to "
                              "256 below that";
  if (std::optional<uint32_t> depth = getDepth())
    if (*depth == 0 || *depth % least != 0 || *depth >= k)
      return emitOpError() << "multiplies " << *depth << " of " << k
                           << " along K, which is no multiple of " << least
                           << " below that";
  if (failed(verifyCovers(*this, "accumulator", acc)))
    return failure();
  if (!agreesInThreads(layoutOf(acc), mmaAccLayout({m, n}, warps, 1)))
    return emitOpError() << "the accumulator's layout is none of wgmma";
  if (!shared &&
      !agreesInThreads(layoutOf(a), mmaALayout({m, k}, warps, 1, bits)))
    return emitOpError() << "the left operand's layout is none of wgmma";
  auto isReadable = [&](SharedType operand, unsigned depth) {
    auto panels = panelLayout(operand.getMemory(), bits);
    return panels && (bits == 16 || panels->fastest == depth);
  };
  if (!isReadable(getB().getType(), 0) || (shared && !isReadable(shared, 1)))
    return emitOpError() << "no descriptor says how an operand lies in shared "
                            "memory";
  return success();
}

//===----------------------------------------------------------------------===//
// Boxes of tensors, and roles
//===----------------------------------------------------------------------===//

LogicalResult TensorMapOp::verify() {
  auto base = dyn_cast<tq::PtrType>(getBase().getType());
  if (!base || !base.getPointee().isIntOrFloat())
    return emitOpError() << "describes numbers in memory, but starts at "
                         << getBase().getType();
  size_t rank = getExtents().size();
  if (rank < 2 || rank > 5 || getStrides().size() + 1 != rank ||
      getBox().size() != rank)
    return emitOpError() << "has " << rank << " extents, "
                         << getStrides().size() << " strides and a box of "
                         << getBox().size()
                         << ": two to five dimensions have one stride less";
  for (int64_t extent : getBox())
    if (extent < 1 || extent > 256)
      return emitOpError() << "copies 1 to 256 elements of each dimension, but "
                              "the box has "
                           << extent;
  int64_t row =
      getBox().front() * base.getPointee().getIntOrFloatBitWidth() / 8;
  if (int64_t(getSwizzle()) != row || (row != 32 && row != 64 && row != 128))
    return emitOpError() << "swizzles rows of 32, 64 or 128 bytes, but has "
                            "rows of "
                         << row << " and a swizzle of " << getSwizzle();
  if (std::optional<uint32_t> parts = getParts();
      parts && (*parts < 2 || rank != 2 || getBox().back() % *parts != 0))
    return emitOpError() << "has no " << *parts << " equal parts of "
                         << getBox().back() << " rows of two dimensions";
  return success();
}

/// Fails unless each dimension of `tile` runs along one of the tensor's.
static LogicalResult verifyAxes(Operation *op, Value map, size_t starts,
                                ArrayRef<int32_t> axes, RankedTensorType tile) {
  if (auto made = map.getDefiningOp<TensorMapOp>();
      made && made.getBox().size() != starts)
    return op->emitOpError() << "has " << starts << " coordinates in a tensor "
                             << "of " << made.getBox().size() << " dimensions";
  SmallVector<bool> isTaken(tile.getRank(), false);
  int64_t taken = 0;
  for (int32_t axis : axes) {
    if (axis < -1 || axis >= tile.getRank() || (axis >= 0 && isTaken[axis]))
      return op->emitOpError() << "gives dimension " << axis
                               << " of the tile no place of its own";
    if (axis >= 0) {
      isTaken[axis] = true;
      ++taken;
    }
  }
  if (axes.size() != starts || taken != tile.getRank() || axes.front() < 0)
    return op->emitOpError() << "does not say where each dimension of " << tile
                             << " lies in the tensor";
  return success();
}

LogicalResult MbarrierArriveOp::verify() {
  if (!getLinks())
    return success();
  Operation *sum = getAfter() ? getAfter().getDefiningOp() : nullptr;
  if (!sum || !sum->hasAttr(kInTurnAttr))
    return emitOpError("comes after links of what is no sum in turn");
  if (*getLinks() < 1)
    return emitOpError("comes after no link");
  return success();
}

LogicalResult BoxLoadOp::verify() {
  return verifyAxes(*this, getMap(), getStarts().size(), getAxes(),
                    cast<RankedTensorType>(getType()));
}

LogicalResult CopyTensorOp::verify() {
  RingType ring = getRing().getType();
  if (getFull().getType().getCount() != ring.getSlots())
    return emitOpError() << "has " << getFull().getType().getCount()
                         << " barriers for " << ring.getSlots() << " slots";
  if (std::optional<uint32_t> ctas = getCtas()) {
    auto map = getMap().getDefiningOp<TensorMapOp>();
    if (*ctas != 2 && *ctas != 4 && *ctas != 8)
      return emitOpError() << "is of 2, 4 or 8 CTAs, but has " << *ctas;
    auto axis = static_cast<unsigned>(getAxes().front());
    if (map && getAxes().front() >= 0 &&
        int64_t(axis) < ring.getTile().getRank()) {
      int64_t panels = getPanels().value_or(ring.getTile().getDimSize(axis) /
                                            map.getBox().front());
      int64_t parts = slotParts(*ctas, panels, map.getBox().back()).ofPanel;
      if (int64_t(map.getParts().value_or(1)) != parts)
        return emitOpError() << "copies one of " << parts
                             << " parts of a box, but the map has "
                             << map.getParts().value_or(1);
    }
  }
  return verifyAxes(*this, getMap(), getStarts().size(), getAxes(),
                    ring.getTile());
}

LogicalResult BoxStoreOp::verify() {
  auto tile = cast<RankedTensorType>(getValue().getType());
  auto map = getMap().getDefiningOp<TensorMapOp>();
  int64_t columns = writtenColumns();
  int64_t width = map ? map.getBox().front() : 1;
  bool isWhole = columns % width == 0 ||
                 (getShares() == 1 && columns > width && columns % 16 == 0);
  if (columns < 1 || columns > tile.getShape().back() || !isWhole)
    return emitOpError() << "writes " << columns << " columns of " << tile
                         << ", which are no whole panels";
  return verifyAxes(*this, getMap(), getStarts().size(), getAxes(),
                    cast<RankedTensorType>(getValue().getType()));
}

LogicalResult RingWriteOp::verify() {
  RankedTensorType tile = getSrc().getType();
  RankedTensorType slot = getRing().getType().getTile();
  unsigned bits = slot.getElementTypeBitWidth();
  if (tile.getRank() != 2 || slot.getRank() != 2 ||
      tile.getElementType() != slot.getElementType() ||
      tile.getDimSize(0) != slot.getDimSize(0) ||
      int64_t(getColumn()) + slot.getDimSize(1) > tile.getDimSize(1) ||
      getColumn() % 16 != 0)
    return emitOpError() << "has no panel of " << slot << " at column "
                         << getColumn() << " of " << tile;
  const LinearLayout *layout = tryLayoutOf(tile);
  unsigned warps = layout ? layout->size(Hw::Warp) : 0;
  if (!layout || tile.getDimSize(0) < 16 * int64_t(warps) ||
      *layout != mmaAccLayout(tile.getShape(), warps, 1))
    return emitOpError() << "takes " << tile
                         << ", which does not lie as sums of products do with "
                            "all warps along M";
  std::optional<PanelLayout> panels =
      panelLayout(getRing().getType().getMemory(), bits);
  if (!panels || panels->fastest != 1 ||
      panels->spanBytes * 8 != slot.getDimSize(1) * bits ||
      (bits != 16 && bits != 32))
    return emitOpError() << "writes " << slot
                         << ", which is no swizzled panel of 16 or 32 bits";
  return success();
}

LogicalResult StoreTensorOp::verify() {
  return verifyAxes(*this, getMap(), getStarts().size(), getAxes(),
                    getRing().getType().getTile());
}

LogicalResult RoleOp::verify() {
  if (getFirst() >= getEnd() || getEnd() > 32)
    return emitOpError() << "has no warps from " << getFirst() << " to "
                         << getEnd() << " of 32";
  std::optional<uint32_t> registers = getRegisters();
  if (registers && (*registers % 8 != 0 || *registers < 24 ||
                    *registers > 256 || getFirst() % 4 || getEnd() % 4))
    return emitOpError() << "asks for " << *registers
                         << " registers: groups of four warps may have 24 to "
                            "256, a multiple of 8";
  if (getTeams() != 1 &&
      (getSingle() || getFirst() != 0 || getEnd() != 4 * getTeams()))
    return emitOpError() << "has " << getTeams()
                         << " teams, which are four warps each from warp 0 on, "
                            "but the role is warps "
                         << getFirst() << " to " << getEnd();
  return success();
}
