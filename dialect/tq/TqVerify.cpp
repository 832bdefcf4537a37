//===- TqVerify.cpp - What the tq ops promise about their types -----------===//

#include "dialect/tq/TqDialect.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::tq;

/// "64x32", or "scalar".
static std::string shapeText(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  if (!tile)
    return "a scalar";
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(tile.getShape(), os, "x");
  return text;
}

static ArrayRef<int64_t> shapeOf(Type type) {
  if (auto tile = dyn_cast<RankedTensorType>(type))
    return tile.getShape();
  return {};
}

/// Fails unless both have one shape; scalars have the empty one.
static LogicalResult verifySameShape(Operation *op, StringRef what, Type type,
                                     StringRef other, Type otherType) {
  if (isa<RankedTensorType>(type) == isa<RankedTensorType>(otherType) &&
      shapeOf(type) == shapeOf(otherType))
    return success();
  return op->emitOpError() << "the " << what << " is " << shapeText(type)
                           << ", but the " << other << " is "
                           << shapeText(otherType);
}

static LogicalResult verifyAxis(Operation *op, int32_t axis) {
  if (axis >= 0 && axis < 3)
    return success();
  return op->emitOpError() << "the grid has axes 0 to 2, but this asks for "
                           << axis;
}

LogicalResult ProgramIdOp::verify() { return verifyAxis(*this, getAxis()); }
LogicalResult NumProgramsOp::verify() { return verifyAxis(*this, getAxis()); }

LogicalResult RangeOp::verify() {
  RankedTensorType type = getType();
  if (type.getRank() != 1 || !type.getElementType().isInteger(32))
    return emitOpError() << "gives a vector of i32, but the type is " << type;
  auto start = int32_t(getStart()), end = int32_t(getEnd());
  if (start < 0)
    return emitOpError() << "starts at 0 or later, but here at " << start;
  int64_t count = int64_t(end) - start;
  if (type.getDimSize(0) != count)
    return emitOpError() << "counts " << count << " values, but the tile has "
                         << type.getDimSize(0);
  return success();
}

LogicalResult SplatOp::verify() {
  if (getSrc().getType() == getType().getElementType())
    return success();
  return emitOpError() << "the scalar is " << getSrc().getType()
                       << ", but the tile has elements of "
                       << getType().getElementType();
}

LogicalResult BroadcastOp::verify() {
  ArrayRef<int64_t> from = getSrc().getType().getShape();
  ArrayRef<int64_t> to = getType().getShape();
  if (from.size() != to.size())
    return emitOpError() << "keeps the rank, but the source has " << from.size()
                         << " dimensions and the result " << to.size();
  for (auto [dim, extents] : llvm::enumerate(llvm::zip(from, to)))
    if (auto [a, b] = extents; a != b && a != 1)
      return emitOpError() << "repeats extents of 1 only, but dimension " << dim
                           << " grows from " << a << " to " << b;
  return success();
}

LogicalResult ExpandDimsOp::verify() {
  SmallVector<int64_t> expected(getSrc().getType().getShape());
  int32_t axis = getAxis();
  if (axis < 0 || axis > static_cast<int32_t>(expected.size()))
    return emitOpError() << "axis " << axis << " is not in a tile of rank "
                         << expected.size() + 1;
  expected.insert(expected.begin() + axis, 1);
  if (llvm::equal(expected, getType().getShape()))
    return success();
  return emitOpError() << "the result is " << shapeText(getType())
                       << ", but the source with an extent of 1 at axis "
                       << axis << " is not";
}

LogicalResult ReshapeOp::verify() {
  int64_t from = getSrc().getType().getNumElements();
  int64_t to = getType().getNumElements();
  if (from == to)
    return success();
  return emitOpError() << "the source has " << from
                       << " elements, but the result has " << to;
}

LogicalResult TransOp::verify() {
  ArrayRef<int64_t> from = getSrc().getType().getShape();
  ArrayRef<int32_t> order = getOrder();
  SmallVector<bool> seen(from.size(), false);
  if (order.size() != from.size() ||
      getType().getRank() != static_cast<int64_t>(from.size()))
    return emitOpError() << "the order has " << order.size()
                         << " entries, but the source has " << from.size()
                         << " dimensions";
  for (auto [dim, source] : llvm::enumerate(order)) {
    if (source < 0 || source >= static_cast<int32_t>(from.size()) ||
        std::exchange(seen[source], true))
      return emitOpError() << "the order is no permutation: entry " << dim
                           << " is " << source;
    if (getType().getDimSize(dim) != from[source])
      return emitOpError() << "dimension " << dim << " of the result has "
                           << getType().getDimSize(dim)
                           << " elements, but dimension " << source
                           << " of the source has " << from[source];
  }
  return success();
}

/// Fails unless `whole` is `half` with a 2 at the end.
static LogicalResult verifyHalves(Operation *op, RankedTensorType half,
                                  RankedTensorType whole) {
  SmallVector<int64_t> expected(half.getShape());
  expected.push_back(2);
  if (llvm::equal(expected, whole.getShape()) &&
      half.getElementType() == whole.getElementType())
    return success();
  return op->emitOpError() << "the halves are " << half
                           << ", so the whole has one more dimension of 2, but "
                              "it is "
                           << whole;
}

LogicalResult JoinOp::verify() {
  return verifyHalves(*this, getLhs().getType(), getType());
}

LogicalResult SplitOp::verify() {
  return verifyHalves(*this, getLhs().getType(), getSrc().getType());
}

LogicalResult CatOp::verify() {
  RankedTensorType half = getLhs().getType();
  if (half.getRank() == 1 && getType().getRank() == 1 &&
      getType().getDimSize(0) == 2 * half.getDimSize(0))
    return success();
  return emitOpError() << "two vectors of " << shapeText(half)
                       << " do not make a tile of " << shapeText(getType());
}

LogicalResult GatherOp::verify() {
  RankedTensorType src = getSrc().getType(), index = getIndex().getType();
  int32_t axis = getAxis();
  if (failed(verifySameShape(*this, "index", index, "result", getType())))
    return failure();
  if (src.getRank() != index.getRank() || axis < 0 || axis >= src.getRank())
    return emitOpError() << "axis " << axis << " of a source of rank "
                         << src.getRank() << " does not fit an index of rank "
                         << index.getRank();
  for (int32_t dim = 0; dim < src.getRank(); ++dim)
    if (dim != axis && src.getDimSize(dim) != index.getDimSize(dim))
      return emitOpError() << "dimension " << dim << " of the source has "
                           << src.getDimSize(dim)
                           << " elements, but that of the index has "
                           << index.getDimSize(dim);
  return success();
}

LogicalResult HistogramOp::verify() {
  if (getSrc().getType().getRank() == 1 && getType().getRank() == 1 &&
      getType().getElementType().isInteger(32) &&
      getSrc().getType().getElementType().isSignlessInteger())
    return success();
  return emitOpError() << "counts a vector of integers into a vector of i32, "
                          "but the types are "
                       << getSrc().getType() << " and " << getType();
}

LogicalResult AddPtrOp::verify() {
  return verifySameShape(*this, "pointer", getPtr().getType(), "offset",
                         getOffset().getType());
}

/// Fails unless `value` is what `ptr` points to.
static LogicalResult verifyPointee(Operation *op, Type ptr, StringRef what,
                                   Type value) {
  if (failed(verifySameShape(op, "pointer", ptr, what, value)))
    return failure();
  Type pointee = cast<PtrType>(getElementTypeOrSelf(ptr)).getPointee();
  if (pointee == getElementTypeOrSelf(value))
    return success();
  return op->emitOpError() << "the pointer is to " << pointee << ", but the "
                           << what << " is " << getElementTypeOrSelf(value);
}

static LogicalResult verifyMask(Operation *op, Type ptr, Value mask) {
  return mask ? verifySameShape(op, "pointer", ptr, "mask", mask.getType())
              : success();
}

/// The parser drops a number that no case of the enumeration has.
template <typename Access>
static LogicalResult verifyHints(Access access) {
  if (access.getCacheAttr() && access.getEvictAttr())
    return success();
  return access.emitOpError("has a `")
         << (access.getCacheAttr() ? "evict" : "cache")
         << "` that is none of the known ones";
}

LogicalResult LoadOp::verify() {
  Type ptr = getPtr().getType();
  if (failed(verifyHints(*this)) ||
      failed(verifyPointee(*this, ptr, "result", getType())) ||
      failed(verifyMask(*this, ptr, getMask())))
    return failure();
  return getOther() ? verifyPointee(*this, ptr, "other", getOther().getType())
                    : success();
}

LogicalResult StoreOp::verify() {
  Type ptr = getPtr().getType();
  if (failed(verifyHints(*this)) ||
      failed(verifyPointee(*this, ptr, "value", getValue().getType())))
    return failure();
  return verifyMask(*this, ptr, getMask());
}

LogicalResult AtomicRmwOp::verify() {
  Type ptr = getPtr().getType();
  if (failed(verifyPointee(*this, ptr, "value", getValue().getType())) ||
      failed(verifyPointee(*this, ptr, "result", getType())))
    return failure();
  return verifyMask(*this, ptr, getMask());
}

LogicalResult AtomicCasOp::verify() {
  Type ptr = getPtr().getType();
  if (failed(verifyPointee(*this, ptr, "value", getValue().getType())))
    return failure();
  return verifyPointee(*this, ptr, "result", getType());
}

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

LogicalResult MakeDescriptorOp::verify() {
  RankedTensorType block = getType().getBlock();
  Type pointee = getBase().getType().getPointee();
  if (pointee != block.getElementType())
    return emitOpError() << "the pointer is to " << pointee
                         << ", but the block has elements of "
                         << block.getElementType();
  for (auto [what, count] : {std::pair("extents", getExtents().size()),
                             std::pair("strides", getStrides().size())})
    if (static_cast<int64_t>(count) != block.getRank())
      return emitOpError() << "the tensor has " << count << " " << what
                           << ", but the block has " << block.getRank()
                           << " dimensions";
  return success();
}

/// Fails unless `tile` is a block of the descriptor, with an offset for each of
/// its dimensions.
static LogicalResult verifyBlock(Operation *op, DescriptorType descriptor,
                                 OperandRange offsets, StringRef what,
                                 Type tile) {
  RankedTensorType block = descriptor.getBlock();
  if (static_cast<int64_t>(offsets.size()) != block.getRank())
    return op->emitOpError()
           << "there are " << offsets.size() << " offsets, but the block has "
           << block.getRank() << " dimensions";
  if (tile == block)
    return success();
  return op->emitOpError() << "the " << what << " is " << tile
                           << ", but the block is " << block;
}

static LogicalResult verifyChecks(Operation *op, RankedTensorType block,
                                  ArrayRef<int32_t> checks) {
  int32_t next = 0;
  for (int32_t dim : checks) {
    if (dim < next || dim >= block.getRank())
      return op->emitOpError()
             << "checks dimensions of " << block
             << ", each once and in rising order, but names " << dim;
    next = dim + 1;
  }
  return success();
}

static LogicalResult verifyElse(Operation *op, RankedTensorType tile,
                                Value other) {
  if (!other || other.getType() == tile.getElementType())
    return success();
  return op->emitOpError() << "the tile has elements of "
                           << tile.getElementType() << ", but `else` is "
                           << other.getType();
}

/// Fails unless the descriptor's block is a row and `tile` one for each number.
static LogicalResult verifyRows(Operation *op, DescriptorType descriptor,
                                RankedTensorType rows, StringRef what,
                                RankedTensorType tile) {
  RankedTensorType block = descriptor.getBlock();
  if (block.getRank() != 2 || block.getDimSize(0) != 1)
    return op->emitOpError()
           << "takes rows of a matrix, but the block is " << block;
  if (rows.getRank() != 1 || !rows.getElementType().isInteger(64))
    return op->emitOpError()
           << "the numbers of rows are a vector of i64, but this is " << rows;
  RankedTensorType expected = RankedTensorType::get(
      {rows.getDimSize(0), block.getDimSize(1)}, block.getElementType());
  if (tile == expected)
    return success();
  return op->emitOpError() << "the " << what << " is " << tile << ", but the "
                           << "rows make " << expected;
}

LogicalResult DescriptorLoadOp::verify() {
  if (failed(verifyHints(*this)) ||
      failed(verifyBlock(*this, getDescriptor().getType(), getOffsets(),
                         "result", getType())) ||
      failed(verifyChecks(*this, getType(), getChecks())))
    return failure();
  return verifyElse(*this, getType(), getOther());
}

LogicalResult DescriptorStoreOp::verify() {
  RankedTensorType tile = getValue().getType();
  if (failed(verifyHints(*this)) ||
      failed(verifyBlock(*this, getDescriptor().getType(), getOffsets(),
                         "value", tile)))
    return failure();
  return verifyChecks(*this, tile, getChecks());
}

LogicalResult DescriptorReduceOp::verify() {
  if (getKind() == AtomicKind::Exchange)
    return emitOpError("gives nothing back, so that it cannot exchange");
  return verifyBlock(*this, getDescriptor().getType(), getOffsets(), "value",
                     getValue().getType());
}

LogicalResult DescriptorGatherOp::verify() {
  if (failed(verifyRows(*this, getDescriptor().getType(), getRows().getType(),
                        "result", getType())))
    return failure();
  return verifyElse(*this, getType(), getOther());
}

LogicalResult DescriptorScatterOp::verify() {
  return verifyRows(*this, getDescriptor().getType(), getRows().getType(),
                    "value", getValue().getType());
}

//===----------------------------------------------------------------------===//
// Numbers, reductions, products and others
//===----------------------------------------------------------------------===//

LogicalResult PreciseOp::verify() {
  if (getNumOperands() == 1 || getNumOperands() == 2)
    return success();
  return emitOpError() << "takes one operand (square root) or two (quotient), "
                          "but has "
                       << getNumOperands();
}

/// Fails unless the region combines two tuples of the sources' elements.
template <typename OpT>
static LogicalResult verifyCombine(OpT op) {
  Block &block = op.getCombine().front();
  unsigned count = op.getSrcs().size();
  if (count == 0 || block.getNumArguments() != 2 * count)
    return op.emitOpError()
           << "combines " << count << " tiles, so its region takes "
           << 2 * count << " arguments, but it has " << block.getNumArguments();
  auto yield = dyn_cast<YieldOp>(block.getTerminator());
  if (!yield || yield.getNumOperands() != count)
    return op.emitOpError() << "the region yields one value a tile";
  for (unsigned i = 0; i < count; ++i) {
    Type element = getElementTypeOrSelf(op.getSrcs()[i].getType());
    for (Type type : {block.getArgument(i).getType(),
                      block.getArgument(i + count).getType(),
                      yield.getOperand(i).getType()})
      if (type != element)
        return op.emitOpError() << "tile " << i << " has elements of "
                                << element << ", but the region has " << type;
  }
  return success();
}

LogicalResult ReduceOp::verify() {
  if (failed(verifyCombine(*this)))
    return failure();
  auto src = cast<RankedTensorType>(getSrcs().front().getType());
  int32_t axis = getAxis();
  if (axis < 0 || axis >= src.getRank())
    return emitOpError() << "axis " << axis << " is not in a tile of rank "
                         << src.getRank();
  SmallVector<int64_t> expected(src.getShape());
  expected.erase(expected.begin() + axis);
  for (auto [tile, result] : llvm::zip_equal(getSrcs(), getResults()))
    if (shapeOf(result.getType()) != ArrayRef<int64_t>(expected) ||
        getElementTypeOrSelf(result.getType()) !=
            getElementTypeOrSelf(tile.getType()))
      return emitOpError() << "reducing axis " << axis << " of "
                           << tile.getType() << " does not give "
                           << result.getType();
  return success();
}

LogicalResult ScanOp::verify() {
  if (failed(verifyCombine(*this)))
    return failure();
  int64_t rank = cast<RankedTensorType>(getSrcs().front().getType()).getRank();
  if (getAxis() < 0 || static_cast<int64_t>(getAxis()) >= rank)
    return emitOpError() << "axis " << getAxis() << " is not in a tile of rank "
                         << rank;
  for (auto [tile, result] : llvm::zip_equal(getSrcs(), getResults()))
    if (tile.getType() != result.getType())
      return emitOpError() << "gives what it takes, but the source is "
                           << tile.getType() << " and the result "
                           << result.getType();
  return success();
}

LogicalResult DotOp::verify() {
  RankedTensorType a = getA().getType(), b = getB().getType();
  RankedTensorType c = getType();
  int64_t rank = c.getRank();
  if (rank < 2 || rank > 3 || a.getRank() != rank || b.getRank() != rank)
    return emitOpError() << "multiplies tiles of rank 2 or 3, but the operands "
                            "are "
                         << a << ", " << b << " and " << c;
  int64_t m = a.getDimSize(rank - 2), k = a.getDimSize(rank - 1);
  int64_t n = b.getDimSize(rank - 1);
  if (b.getDimSize(rank - 2) != k || c.getDimSize(rank - 2) != m ||
      c.getDimSize(rank - 1) != n)
    return emitOpError() << "the left tile is " << shapeText(a)
                         << ", the right one " << shapeText(b)
                         << " and the accumulator " << shapeText(c);
  if (rank == 3 && (a.getDimSize(0) != b.getDimSize(0) ||
                    a.getDimSize(0) != c.getDimSize(0)))
    return emitOpError() << "the batch extents differ: " << a.getDimSize(0)
                         << ", " << b.getDimSize(0) << " and "
                         << c.getDimSize(0);
  if (a.getElementType().getIntOrFloatBitWidth() !=
      b.getElementType().getIntOrFloatBitWidth())
    return emitOpError() << "the left tile has elements of "
                         << a.getElementType() << ", but the right one of "
                         << b.getElementType();
  return success();
}

/// Fails unless all tiles of an element-wise op have one shape, and its results
/// are tiles if an operand is.
static LogicalResult verifyElementwise(Operation *op) {
  Type tile;
  for (Type type : op->getOperandTypes())
    if (!tile && isa<RankedTensorType>(type))
      tile = type;
  for (Type type : op->getOperandTypes())
    if (isa<RankedTensorType>(type) &&
        failed(verifySameShape(op, "first tile", tile, "operand", type)))
      return failure();
  if (!tile && op->getNumResults())
    tile = op->getResult(0).getType();
  for (Type type : op->getResultTypes())
    if (failed(verifySameShape(op, "first tile", tile, "result", type)))
      return failure();
  return success();
}

static LogicalResult verifyPack(Operation *op, int32_t pack) {
  if (pack >= 1 && llvm::isPowerOf2_32(pack))
    return success();
  return op->emitOpError() << "packs a power of two, but " << pack
                           << " is none";
}

/// Fails unless `types` are `pack` elements of each of `tiles`.
static LogicalResult verifyPacked(Operation *op, StringRef what,
                                  TypeRange tiles, TypeRange types,
                                  unsigned pack) {
  SmallVector<Type> wanted;
  for (Type tile : tiles)
    wanted.append(pack, getElementTypeOrSelf(tile));
  if (llvm::equal(types, wanted))
    return success();
  return op->emitOpError() << "the region " << what << " " << types.size()
                           << " values that are not " << pack
                           << " elements of each tile";
}

LogicalResult MapOp::verify() {
  auto yield = dyn_cast<YieldOp>(getBody().front().getTerminator());
  if (getSrcs().empty() || !yield)
    return emitOpError("maps a tile or more, and its region yields");
  if (failed(verifyPack(*this, getPack())) ||
      failed(verifyPacked(*this, "takes", getSrcs().getTypes(),
                          getBody().getArgumentTypes(), getPack())) ||
      failed(verifyPacked(*this, "gives", getResultTypes(),
                          yield.getOperandTypes(), getPack())))
    return failure();
  for (Type type : getResultTypes())
    if (failed(verifySameShape(*this, "first tile", getSrcs()[0].getType(),
                               "result", type)))
      return failure();
  return success();
}

LogicalResult ExternOp::verify() { return verifyElementwise(*this); }

LogicalResult InlineAsmOp::verify() {
  if (failed(verifyPack(*this, getPack())))
    return failure();
  return verifyElementwise(*this);
}
