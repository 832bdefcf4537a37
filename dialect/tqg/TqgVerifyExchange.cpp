//===- TqgVerifyExchange.cpp - Verifiers of exchanges step by step --------===//

#include "dialect/layout/LayoutAlgebra.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

LogicalResult BarrierOp::verify() {
  if (getId() > 15)
    return emitOpError() << "a CTA has barriers 0 to 15, but this is number "
                         << getId();
  if (getWarps() < 1 || getWarps() > 32)
    return emitOpError() << "1 to 32 warps meet, but this is for "
                         << getWarps();
  return success();
}

//===----------------------------------------------------------------------===//
// Tiles in shared memory
//===----------------------------------------------------------------------===//

int64_t StagingOp::bytes() {
  RankedTensorType tile = getResult().getType().getTile();
  Type element = tile.getElementType();
  int64_t each = isa<tq::PtrType>(element)
                     ? 8
                     : std::max(element.getIntOrFloatBitWidth() / 8, 1u);
  return tile.getNumElements() * each / getRounds();
}

Value StagingOp::getStored() {
  Value stored;
  for (Operation *user : getResult().getUsers()) {
    if (isa<SharedLoadOp, SharedGatherOp>(user))
      continue;
    auto store = dyn_cast<SharedStoreOp>(user);
    if (!store || store.getAt() != 0 || (stored && stored != store.getSrc()))
      return {};
    stored = store.getSrc();
  }
  return stored;
}

LogicalResult StagingOp::verify() {
  if (llvm::isPowerOf2_32(getRounds()) &&
      int64_t(getRounds()) <= getResult().getType().getTile().getNumElements())
    return success();
  return emitOpError() << "goes in a power of two of rounds, no more than "
                          "elements, but has "
                       << getRounds();
}

/// The elements of a tile, or the one of a scalar.
static int64_t countElements(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  return tile ? tile.getNumElements() : 1;
}

/// Fails unless an access of `round` goes to a staging that has it.
static LogicalResult verifyAccess(Operation *op, Value staging, uint32_t width,
                                  uint32_t round) {
  auto made = staging.getDefiningOp<StagingOp>();
  if (!made)
    return op->emitOpError() << "its memory is no `tqg.staging`";
  if (round >= made.getRounds())
    return op->emitOpError()
           << "is of round " << round << ", but there are " << made.getRounds();
  if (!llvm::isPowerOf2_32(width))
    return op->emitOpError() << "the width of an access is a power of two, but "
                             << width << " is none";
  return success();
}

/// Fails unless the elements of a staging lie in row-major order.
static LogicalResult verifyRowMajor(Operation *op, SharedType staging) {
  const LinearLayout &memory = staging.getMemory();
  if (memory ==
      reshapeTo(identity(Hw::Offset, memory.totalOutBits()), memory.shape()))
    return success();
  return op->emitOpError() << "needs a staging in row-major order, but has "
                           << staging.getTile();
}

LogicalResult SharedStoreOp::verify() {
  RankedTensorType tile = getStaging().getType().getTile();
  Type source = getSrc().getType();
  int64_t count = countElements(source);
  auto shaped = dyn_cast<RankedTensorType>(source);
  bool isWhole = !shaped || shaped.getShape() == tile.getShape();
  if (getElementTypeOrSelf(source) != tile.getElementType() ||
      int64_t(getAt()) + count > tile.getNumElements() ||
      (count == tile.getNumElements() && !isWhole))
    return emitOpError() << "puts " << source << " at element " << getAt()
                         << " of " << tile;
  if (count != tile.getNumElements() &&
      failed(verifyRowMajor(*this, getStaging().getType())))
    return failure();
  return verifyAccess(*this, getStaging(), getWidth(), getRound());
}

LogicalResult SharedLoadOp::verify() {
  RankedTensorType tile = getStaging().getType().getTile();
  Type result = getType();
  auto shaped = dyn_cast<RankedTensorType>(result);
  if (getElementTypeOrSelf(result) != tile.getElementType() ||
      countElements(result) != tile.getNumElements() ||
      (shaped && shaped.getShape() != tile.getShape()))
    return emitOpError() << "reads " << result << " from " << tile;
  if (bool(getRest()) != (getRound() != 0) ||
      (getRest() && getRest().getType() != result))
    return emitOpError() << "is of round " << getRound()
                         << ": all rounds but the first have a rest, of the "
                            "type of the result";
  return verifyAccess(*this, getStaging(), getWidth(), getRound());
}

LogicalResult SharedGatherOp::verify() {
  RankedTensorType tile = getStaging().getType().getTile();
  if (getType().getShape() != getIndex().getType().getShape() ||
      getType().getElementType() != tile.getElementType() ||
      getType().getRank() != tile.getRank() ||
      int64_t(getAxis()) >= tile.getRank())
    return emitOpError() << "picks " << getType() << " from " << tile << " by "
                         << getIndex().getType() << " along axis " << getAxis();
  if (failed(verifyRowMajor(*this, getStaging().getType())))
    return failure();
  return verifyAccess(*this, getStaging(), /*width=*/1, /*round=*/0);
}

LogicalResult SharedCountOp::verify() {
  RankedTensorType bins = getStaging().getType().getTile();
  if (bins.getRank() != 1 || !bins.getElementType().isInteger(32) ||
      !getSrc().getType().getElementType().isInteger())
    return emitOpError() << "counts integers in a row of i32, but has "
                         << getSrc().getType() << " and " << bins;
  if (getMask() &&
      getMask().getType().getShape() != getSrc().getType().getShape())
    return emitOpError() << "has a mask " << getMask().getType() << " for "
                         << getSrc().getType();
  if (failed(verifyRowMajor(*this, getStaging().getType())))
    return failure();
  return verifyAccess(*this, getStaging(), /*width=*/1, /*round=*/0);
}

//===----------------------------------------------------------------------===//
// Between the CTAs of a cluster
//===----------------------------------------------------------------------===//

std::optional<uint32_t> tqc::tqg::shareColumns(const LinearLayout &layout,
                                               uint32_t shares) {
  unsigned dim = layout.rank() - 1, bits = llvm::Log2_32(shares);
  if (layout.outBits(dim) < bits)
    return std::nullopt;
  uint32_t registers = 0;
  for (unsigned bit = layout.outBits(dim) - bits; bit < layout.outBits(dim);
       ++bit) {
    uint32_t column = 1u << (layout.lowBit(dim) + bit);
    unsigned holders = 0;
    for (Hw hw : {Hw::Reg, Hw::Lane, Hw::Warp})
      for (auto [i, basis] : llvm::enumerate(layout.columns(hw)))
        if (basis & column) {
          ++holders;
          if (hw == Hw::Reg && basis == column)
            registers |= 1u << i;
        }
    if (holders != 1)
      return std::nullopt;
  }
  bool isEach = unsigned(llvm::popcount(registers)) == bits;
  return isEach ? std::optional<uint32_t>(registers) : std::nullopt;
}

static LogicalResult verifyShares(Operation *op, RankedTensorType tile,
                                  uint32_t ctas, uint32_t shares) {
  if (ctas < 2 || ctas > 8)
    return op->emitOpError()
           << "is of 2 to 8 CTAs, but " << ctas << " are named";
  if (tile.getElementTypeBitWidth() != 32 || tile.getNumElements() < 4 * ctas)
    return op->emitOpError() << "adds 32-bit elements, four for each of "
                             << ctas << " CTAs, but has " << tile;
  if (shares == 0 || shares > ctas || !llvm::isPowerOf2_32(shares))
    return op->emitOpError() << "has a power of two of shares, " << ctas
                             << " at most, but " << shares << " are named";
  return success();
}

LogicalResult ClusterSumOp::verify() {
  const LinearLayout *layout = tryLayoutOf(getSrc().getType());
  if (layout && getShares() > 1 && !shareColumns(*layout, getShares()))
    return emitOpError() << "has " << getShares()
                         << " shares of columns that are not in registers of "
                            "their own in "
                         << getSrc().getType();
  return verifyShares(*this, getSrc().getType(), getCtas(), getShares());
}

LogicalResult ClusterAddOp::verify() {
  return verifyShares(*this, getStaging().getType().getTile(), getCtas(),
                      getShares());
}

/// Of 32 bits each.
static bool areNumbers(Type element) {
  return element.isIntOrFloat() && element.getIntOrFloatBitWidth() == 32;
}

LogicalResult ClusterRankOp::verify() {
  if (getCtas() != 2 && getCtas() != 4 && getCtas() != 8)
    return emitOpError() << "is of a cluster of 2, 4 or 8 CTAs, but has "
                         << getCtas();
  return success();
}

LogicalResult ClusterGatherOp::verify() {
  auto result = cast<RankedTensorType>(getType());
  Type element = getSrc().getType();
  int64_t ctas = result.getNumElements();
  if (result.getRank() != 1 || ctas < 2 || ctas > 8 ||
      !llvm::isPowerOf2_64(uint64_t(ctas)))
    return emitOpError() << "gives the numbers of 2, 4 or 8 CTAs, not "
                         << result;
  if (!areNumbers(element) || element != result.getElementType())
    return emitOpError() << "gives numbers of 32 bits, but makes " << result
                         << " of " << element;
  return success();
}

/// Rows have a length and lie apart, or nothing is said of them.
static LogicalResult verifyRows(Operation *op, Value length, Value step) {
  if (!length == !step)
    return success();
  return op->emitOpError("has a length of rows and a step, or neither");
}

LogicalResult ResidentRowOp::verify() {
  return verifyRows(*this, getLength(), getStep());
}

LogicalResult StoreRowsOp::verify() {
  return verifyRows(*this, getLength(), getStep());
}

LogicalResult FunnelShiftOp::verify() {
  auto tile = cast<RankedTensorType>(getType());
  int64_t width = getWidth();
  if (tile.getRank() != 1 || width < 2 || !llvm::isPowerOf2_64(width) ||
      tile.getNumElements() % width != 0)
    return emitOpError() << "shifts neighbours of a tile of one dimension, a "
                            "multiple of a power of 2, not "
                         << width << " of " << tile;
  unsigned bits =
      tile.getElementType().isIntOrFloat() ? tile.getElementTypeBitWidth() : 0;
  if (!llvm::is_contained({8u, 16u, 32u, 64u}, bits) || width * bits < 32 ||
      width * bits > 128)
    return emitOpError() << "shifts 4 to 16 bytes of whole numbers of bytes, "
                            "not "
                         << width << " of " << tile.getElementType();
  int64_t words = width * bits / std::max(bits, 32u);
  if (getWords() && int64_t(*getWords()) >= words)
    return emitOpError() << "shifts by less than " << words << " words, not "
                         << *getWords();
  return success();
}

int64_t InboxOp::mbarrierOffset() {
  return 4 * getResult().getType().getTile().getNumElements();
}

LogicalResult InboxOp::verify() {
  RankedTensorType tile = getResult().getType().getTile();
  int64_t ctas = tile.getNumElements();
  if (tile.getRank() != 1 || ctas < 2 || ctas > 8 ||
      !llvm::isPowerOf2_64(uint64_t(ctas)) ||
      !areNumbers(tile.getElementType()))
    return emitOpError() << "holds numbers of 32 bits of 2, 4 or 8 CTAs, not "
                         << tile;
  return success();
}

LogicalResult ClusterExchangeOp::verify() {
  RankedTensorType tile = getInbox().getType().getTile();
  auto result = cast<RankedTensorType>(getType());
  auto ranks = cast<RankedTensorType>(getRanks().getType());
  if (!getInbox().getDefiningOp<InboxOp>())
    return emitOpError() << "sends to an inbox, not to other shared memory";
  if (getSrc().getType() != tile.getElementType() ||
      result.getElementType() != tile.getElementType())
    return emitOpError() << "sends numbers of " << tile << ", not "
                         << getSrc().getType() << ", and makes " << result;
  if (!ranks.getElementType().isInteger(32) ||
      ranks.getShape() != result.getShape() ||
      ranks.getEncoding() != result.getEncoding())
    return emitOpError() << "has a rank for each element, but of " << result
                         << " they are " << ranks;
  return success();
}

//===----------------------------------------------------------------------===//
// Parts of an axis
//===----------------------------------------------------------------------===//

/// Fails unless the region combines two tuples of the elements of `srcs`.
static LogicalResult verifyCombine(Operation *op, ValueRange srcs,
                                   uint32_t axis) {
  Block &block = op->getRegion(0).front();
  size_t count = srcs.size();
  auto yield = dyn_cast<YieldOp>(block.getTerminator());
  if (count == 0 || op->getNumResults() != count ||
      block.getNumArguments() != 2 * count || !yield ||
      yield.getNumOperands() != count)
    return op->emitOpError() << "its region does not combine two tuples of "
                             << count << " elements to one";
  for (size_t i = 0; i < count; ++i) {
    Type element = getElementTypeOrSelf(srcs[i].getType());
    for (Type type : {block.getArgument(i).getType(),
                      block.getArgument(i + count).getType(),
                      yield.getOperand(i).getType()})
      if (type != element)
        return op->emitOpError() << "tile " << i << " has elements of "
                                 << element << ", but the region has " << type;
  }
  int64_t rank = cast<RankedTensorType>(srcs.front().getType()).getRank();
  if (int64_t(axis) >= rank)
    return op->emitOpError()
           << "axis " << axis << " is not in a tile of rank " << rank;
  return success();
}

/// The shape of what the parts of an axis come to.
static SmallVector<int64_t> shapeOfParts(RankedTensorType tile, uint32_t axis) {
  SmallVector<int64_t> shape(tile.getShape());
  shape.erase(shape.begin() + axis);
  shape.insert(shape.begin(), countWarpParts(layoutOf(tile), axis));
  return shape;
}

LogicalResult WarpReduceOp::verify() {
  if (failed(verifyCombine(*this, getSrcs(), getAxis())))
    return failure();
  for (auto [source, result] : llvm::zip_equal(getSrcs(), getResults())) {
    auto from = cast<RankedTensorType>(source.getType());
    auto to = cast<RankedTensorType>(result.getType());
    if (to.getElementType() != from.getElementType() ||
        to.getShape() != ArrayRef(shapeOfParts(from, getAxis())) ||
        layoutOf(to) != warpPartsLayout(layoutOf(from), getAxis()))
      return emitOpError() << "combining the parts of axis " << getAxis()
                           << " of " << from << " does not give " << to;
  }
  return success();
}

LogicalResult WarpScanOp::verify() {
  if (failed(verifyCombine(*this, getSrcs(), getAxis())))
    return failure();
  if (getSrcs().getTypes() != getResultTypes())
    return emitOpError("gives what it takes");
  unsigned parts =
      countWarpParts(layoutOf(getSrcs().front().getType()), getAxis());
  if (getParts() != parts)
    return emitOpError() << "the axis has " << parts << " parts, not "
                         << getParts();
  return success();
}

LogicalResult TotalStoreOp::verify() {
  RankedTensorType tile = getStaging().getType().getTile(),
                   source = getSrc().getType();
  if (int64_t(getAxis()) >= source.getRank() ||
      tile.getShape() != ArrayRef(shapeOfParts(source, getAxis())) ||
      tile.getElementType() != source.getElementType())
    return emitOpError() << "the totals of " << source << " along axis "
                         << getAxis() << " are no " << tile;
  if (failed(verifyRowMajor(*this, getStaging().getType())))
    return failure();
  return verifyAccess(*this, getStaging(), /*width=*/1, /*round=*/0);
}

LogicalResult ScanCarryOp::verify() {
  if (getInputs().size() != 2 * size_t(getNumResults()) || getNumResults() == 0)
    return emitOpError() << "takes as many tiles as totals and gives as many, "
                            "but takes "
                         << getInputs().size() << " and gives "
                         << getNumResults();
  if (failed(verifyCombine(*this, getSrcs(), getAxis())))
    return failure();
  for (auto [source, total, result] :
       llvm::zip_equal(getSrcs(), getTotals(), getResults())) {
    auto tile = cast<RankedTensorType>(source.getType());
    auto parts = cast<RankedTensorType>(total.getType());
    if (result.getType() != tile ||
        parts.getElementType() != tile.getElementType() ||
        parts.getShape() != ArrayRef(shapeOfParts(tile, getAxis())))
      return emitOpError() << "carrying " << parts << " along axis "
                           << getAxis() << " of " << tile << " does not give "
                           << result.getType();
  }
  return success();
}
