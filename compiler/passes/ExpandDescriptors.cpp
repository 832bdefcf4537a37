//===- ExpandDescriptors.cpp - Pointers and masks for blocks of tensors ---===//
//
// See ExpandDescriptorsPass in Passes.td for what the pass promises.
//
// A block of R x C at (r, c) of a tensor with the strides (s, t):
//
//     rows = r + range(0, R)                   as i64
//     cols = c + range(0, C)
//     pointers = base + rows[:, None] * s + cols[None, :] * t
//     mask = 0 <= rows < extent 0 and ..., for each checked dimension
//
// A descriptor becomes its parts: the pointer, then the extents, then the
// strides. MLIR's conversion of one type into several takes them through loops
// and branches.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/Passes.h"

namespace tqc {
#define GEN_PASS_DEF_EXPANDDESCRIPTORSPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;

namespace {

/// What a descriptor is made of.
struct Parts {
  Parts(ValueRange values)
      : base(values.front()), extents(values.slice(1, (values.size() - 1) / 2)),
        strides(values.drop_front(1 + extents.size())) {}

  Value base;
  ValueRange extents, strides;
};

/// Where the elements of an access lie; no mask where all of them are accessed.
struct Elements {
  Value pointers, mask;
};

/// Makes the tiles of an access.
class Expander {
public:
  Expander(OpBuilder &builder, Location place) : b(place, builder) {}

  Elements block(const Parts &parts, RankedTensorType type, ValueRange offsets,
                 ArrayRef<int32_t> checks);
  Elements rows(const Parts &parts, RankedTensorType type, Value numbers,
                Value column);
  /// A tile of `other`, or of zeros; null without a mask.
  Value outside(const Elements &elements, RankedTensorType type, Value other);

private:
  /// The places of a block in one dimension, and which of them are inside.
  struct Line {
    Value index, inside;
  };
  Value splat(Value scalar, ArrayRef<int64_t> shape) {
    return tq::SplatOp::create(
        b, RankedTensorType::get(shape, scalar.getType()), scalar);
  }
  Value wide(Value value);
  Line line(Value offset, int64_t count, Value extent);
  Value inside(Value index, Value extent, bool mayBeNegative);
  Value along(Value vector, unsigned dim, unsigned rank);
  Value broadcast(Value tile, ArrayRef<int64_t> shape);
  void move(Value &pointers, Value vector, unsigned dim, unsigned rank);
  void narrow(Value &mask, Value vector, unsigned dim, unsigned rank);

  ImplicitLocOpBuilder b;
};

} // namespace

//===----------------------------------------------------------------------===//
// Tiles of pointers
//===----------------------------------------------------------------------===//

static RankedTensorType tileOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// An i32 or a tile of them, in 64 bits.
Value Expander::wide(Value value) {
  Type type = b.getI64Type();
  if (auto tile = dyn_cast<RankedTensorType>(value.getType()))
    type = tile.clone(type);
  return arith::ExtSIOp::create(b, type, value);
}

Value Expander::inside(Value index, Value extent, bool mayBeNegative) {
  Value low;
  if (mayBeNegative)
    low = arith::CmpIOp::create(
        b, arith::CmpIPredicate::sge, index,
        arith::ConstantOp::create(b, b.getZeroAttr(tileOf(index))));
  Value high = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, index,
                                     splat(extent, tileOf(index).getShape()));
  if (!low)
    return high;
  return arith::AndIOp::create(b, low, high);
}

/// `count` places from `offset` on; `extent` is null where it does not matter.
Expander::Line Expander::line(Value offset, int64_t count, Value extent) {
  auto type = RankedTensorType::get({count}, b.getI32Type());
  Value index =
      wide(tq::RangeOp::create(b, type, 0, static_cast<int32_t>(count)));
  bool isMoved = !matchPattern(offset, m_Zero());
  if (isMoved)
    index = arith::AddIOp::create(b, splat(wide(offset), {count}), index);
  return {index, extent ? inside(index, extent, isMoved) : Value()};
}

/// A vector as a tile that extends in one dimension only.
Value Expander::along(Value vector, unsigned dim, unsigned rank) {
  for (unsigned other = 0; other < rank; ++other) {
    if (other == dim)
      continue;
    SmallVector<int64_t> shape(tileOf(vector).getShape());
    shape.insert(shape.begin() + other, 1);
    vector = tq::ExpandDimsOp::create(
        b, RankedTensorType::get(shape, tileOf(vector).getElementType()),
        vector, other);
  }
  return vector;
}

Value Expander::broadcast(Value tile, ArrayRef<int64_t> shape) {
  if (tileOf(tile).getShape() == shape)
    return tile;
  return tq::BroadcastOp::create(
      b, RankedTensorType::get(shape, tileOf(tile).getElementType()), tile);
}

/// The extents of two tiles that are repeated to one shape.
static SmallVector<int64_t> commonShape(Value left, Value right) {
  SmallVector<int64_t> shape(tileOf(left).getShape());
  for (auto [extent, other] : llvm::zip_equal(shape, tileOf(right).getShape()))
    extent = std::max(extent, other);
  return shape;
}

void Expander::move(Value &pointers, Value vector, unsigned dim,
                    unsigned rank) {
  Value offsets = along(vector, dim, rank);
  if (!isa<RankedTensorType>(pointers.getType())) {
    pointers = splat(pointers, tileOf(offsets).getShape());
  } else {
    SmallVector<int64_t> shape = commonShape(pointers, offsets);
    pointers = broadcast(pointers, shape);
    offsets = broadcast(offsets, shape);
  }
  pointers = tq::AddPtrOp::create(b, pointers.getType(), pointers, offsets,
                                  /*unsigned_offset=*/false);
}

void Expander::narrow(Value &mask, Value vector, unsigned dim, unsigned rank) {
  Value inside = along(vector, dim, rank);
  if (!mask) {
    mask = inside;
    return;
  }
  SmallVector<int64_t> shape = commonShape(mask, inside);
  mask = arith::AndIOp::create(b, broadcast(mask, shape),
                               broadcast(inside, shape));
}

Elements Expander::block(const Parts &parts, RankedTensorType type,
                         ValueRange offsets, ArrayRef<int32_t> checks) {
  unsigned rank = type.getRank();
  Elements result{parts.base, {}};
  for (unsigned dim = 0; dim < rank; ++dim) {
    bool isChecked = llvm::is_contained(checks, static_cast<int32_t>(dim));
    Line places = line(offsets[dim], type.getDimSize(dim),
                       isChecked ? parts.extents[dim] : Value());
    Value distance = places.index;
    if (!matchPattern(parts.strides[dim], m_One()))
      distance = arith::MulIOp::create(
          b, distance, splat(parts.strides[dim], {type.getDimSize(dim)}));
    move(result.pointers, distance, dim, rank);
    if (isChecked)
      narrow(result.mask, places.inside, dim, rank);
  }
  if (result.mask)
    result.mask = broadcast(result.mask, type.getShape());
  return result;
}

Elements Expander::rows(const Parts &parts, RankedTensorType type,
                        Value numbers, Value column) {
  Elements result{parts.base, {}};
  Line columns = line(column, type.getDimSize(1), parts.extents[1]);
  Value distance = arith::MulIOp::create(
      b, numbers, splat(parts.strides[0], {type.getDimSize(0)}));
  move(result.pointers, distance, 0, 2);
  Value across = columns.index;
  if (!matchPattern(parts.strides[1], m_One()))
    across = arith::MulIOp::create(
        b, across, splat(parts.strides[1], {type.getDimSize(1)}));
  move(result.pointers, across, 1, 2);
  narrow(result.mask, inside(numbers, parts.extents[0], /*mayBeNegative=*/true),
         0, 2);
  narrow(result.mask, columns.inside, 1, 2);
  return result;
}

Value Expander::outside(const Elements &elements, RankedTensorType type,
                        Value other) {
  if (!elements.mask)
    return {};
  if (other)
    return splat(other, type.getShape());
  return arith::ConstantOp::create(b, b.getZeroAttr(type));
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// The place of an op; its name belongs to the access alone.
static Location withoutName(Location place) {
  while (auto named = dyn_cast<NameLoc>(place))
    place = named.getChildLoc();
  return place;
}

static SmallVector<int32_t> allDims(RankedTensorType type) {
  return llvm::to_vector(llvm::seq<int32_t>(0, type.getRank()));
}

namespace {

using Rewriter = ConversionPatternRewriter;

/// What all patterns share: the adaptor gives a descriptor as its parts.
template <typename Op>
struct Expansion : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;
  using Adaptor = typename OpConversionPattern<Op>::OneToNOpAdaptor;

  LogicalResult matchAndRewrite(Op op, Adaptor adaptor,
                                Rewriter &rewriter) const override {
    return expand(op, adaptor, rewriter);
  }

private:
  static LogicalResult expand(Op op, Adaptor adaptor, Rewriter &rewriter);
};

} // namespace

/// Puts the access by pointers in, with what the source says of it.
static void replace(Operation *op, Operation *access, Rewriter &rewriter) {
  access->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  rewriter.replaceOp(op, access->getResults().take_front(op->getNumResults()));
}

template <>
LogicalResult Expansion<tq::MakeDescriptorOp>::expand(tq::MakeDescriptorOp op,
                                                      Adaptor,
                                                      Rewriter &rewriter) {
  rewriter.replaceOpWithMultiple(op, {SmallVector<Value>(op.getOperands())});
  return success();
}

template <>
LogicalResult Expansion<tq::DescriptorLoadOp>::expand(tq::DescriptorLoadOp op,
                                                      Adaptor adaptor,
                                                      Rewriter &rewriter) {
  Expander expander(rewriter, withoutName(op.getLoc()));
  Elements at = expander.block(Parts(adaptor.getDescriptor()), op.getType(),
                               op.getOffsets(), op.getChecks());
  Value other = expander.outside(at, op.getType(), op.getOther());
  auto load = tq::LoadOp::create(rewriter, op.getLoc(), op.getType(),
                                 at.pointers, at.mask, other, op.getCache(),
                                 op.getEvict(), op.getIsVolatile());
  replace(op, load, rewriter);
  return success();
}

template <>
LogicalResult Expansion<tq::DescriptorStoreOp>::expand(tq::DescriptorStoreOp op,
                                                       Adaptor adaptor,
                                                       Rewriter &rewriter) {
  Expander expander(rewriter, op.getLoc());
  Elements at =
      expander.block(Parts(adaptor.getDescriptor()), op.getValue().getType(),
                     op.getOffsets(), op.getChecks());
  auto store =
      tq::StoreOp::create(rewriter, op.getLoc(), at.pointers, op.getValue(),
                          at.mask, op.getCache(), op.getEvict());
  replace(op, store, rewriter);
  return success();
}

template <>
LogicalResult
Expansion<tq::DescriptorReduceOp>::expand(tq::DescriptorReduceOp op,
                                          Adaptor adaptor, Rewriter &rewriter) {
  Expander expander(rewriter, op.getLoc());
  RankedTensorType type = op.getValue().getType();
  Elements at = expander.block(Parts(adaptor.getDescriptor()), type,
                               op.getOffsets(), allDims(type));
  auto atomic = tq::AtomicRmwOp::create(
      rewriter, op.getLoc(), type, op.getKind(), tq::MemSem::Relaxed,
      tq::MemScope::Gpu, at.pointers, op.getValue(), at.mask);
  replace(op, atomic, rewriter);
  return success();
}

template <>
LogicalResult
Expansion<tq::DescriptorGatherOp>::expand(tq::DescriptorGatherOp op,
                                          Adaptor adaptor, Rewriter &rewriter) {
  Expander expander(rewriter, withoutName(op.getLoc()));
  Elements at = expander.rows(Parts(adaptor.getDescriptor()), op.getType(),
                              op.getRows(), op.getColumn());
  Value other = expander.outside(at, op.getType(), op.getOther());
  auto load = tq::LoadOp::create(
      rewriter, op.getLoc(), op.getType(), at.pointers, at.mask, other,
      tq::CacheModifier::None, tq::Eviction::Normal, /*is_volatile=*/false);
  replace(op, load, rewriter);
  return success();
}

template <>
LogicalResult Expansion<tq::DescriptorScatterOp>::expand(
    tq::DescriptorScatterOp op, Adaptor adaptor, Rewriter &rewriter) {
  Expander expander(rewriter, op.getLoc());
  Elements at =
      expander.rows(Parts(adaptor.getDescriptor()), op.getValue().getType(),
                    op.getRows(), op.getColumn());
  auto store = tq::StoreOp::create(
      rewriter, op.getLoc(), at.pointers, op.getValue(), at.mask,
      tq::CacheModifier::None, tq::Eviction::Normal);
  replace(op, store, rewriter);
  return success();
}

/// A choice between descriptors chooses each of their parts.
template <>
LogicalResult Expansion<arith::SelectOp>::expand(arith::SelectOp op,
                                                 Adaptor adaptor,
                                                 Rewriter &rewriter) {
  SmallVector<Value> parts;
  for (auto [left, right] :
       llvm::zip_equal(adaptor.getTrueValue(), adaptor.getFalseValue()))
    parts.push_back(arith::SelectOp::create(rewriter, op.getLoc(),
                                            op.getCondition(), left, right));
  rewriter.replaceOpWithMultiple(op, {parts});
  return success();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static std::optional<LogicalResult> partsOf(tq::DescriptorType type,
                                            SmallVectorImpl<Type> &parts) {
  RankedTensorType block = type.getBlock();
  parts.push_back(tq::PtrType::get(type.getContext(), block.getElementType()));
  parts.append(2 * block.getRank(), IntegerType::get(type.getContext(), 64));
  return success();
}

static bool isDescriptor(Type type) { return isa<tq::DescriptorType>(type); }

namespace {

struct ExpandDescriptors
    : tqc::impl::ExpandDescriptorsPassBase<ExpandDescriptors> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (llvm::any_of(kernel.getArgumentTypes(), isDescriptor)) {
      kernel.emitOpError("takes a descriptor, but a kernel takes its parts: a "
                         "pointer, extents and strides");
      return signalPassFailure();
    }
    WalkResult found = kernel.walk([](Operation *op) {
      return llvm::any_of(op->getResultTypes(), isDescriptor)
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    if (!found.wasInterrupted())
      return;
    if (failed(expand(kernel)) || failed(tidy(kernel)))
      signalPassFailure();
  }

private:
  LogicalResult expand(func::FuncOp kernel);
  /// As the phase `tile` leaves kernels that were written with pointers.
  LogicalResult tidy(func::FuncOp kernel) {
    OpPassManager passes(func::FuncOp::getOperationName());
    passes.addPass(createCanonicalizerPass());
    passes.addPass(createCSEPass());
    passes.addPass(createLoopInvariantCodeMotionPass());
    return runPipeline(passes, kernel);
  }
};

} // namespace

LogicalResult ExpandDescriptors::expand(func::FuncOp kernel) {
  MLIRContext *context = &getContext();
  TypeConverter types;
  types.addConversion([](Type type) { return type; });
  types.addConversion(partsOf);
  RewritePatternSet patterns(context);
  patterns
      .add<Expansion<tq::MakeDescriptorOp>, Expansion<tq::DescriptorLoadOp>,
           Expansion<tq::DescriptorStoreOp>, Expansion<tq::DescriptorReduceOp>,
           Expansion<tq::DescriptorGatherOp>,
           Expansion<tq::DescriptorScatterOp>, Expansion<arith::SelectOp>>(
          types, context);
  ConversionTarget target(*context);
  target.markUnknownOpDynamicallyLegal([&](Operation *op) {
    return llvm::none_of(op->getOperandTypes(), isDescriptor) &&
           llvm::none_of(op->getResultTypes(), isDescriptor);
  });
  scf::populateSCFStructuralTypeConversionsAndLegality(types, patterns, target);
  return applyPartialConversion(kernel, target, std::move(patterns));
}
