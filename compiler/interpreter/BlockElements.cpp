//===- BlockElements.cpp - Where a descriptor's block lies ----------------===//

#include "compiler/interpreter/BlockElements.h"

#include "dialect/tq/TqDialect.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::tile;

namespace {

/// An access: the block, where it begins, and what is checked.
struct Request {
  tq::DescriptorType type;
  Value descriptor;
  SmallVector<Value> starts; ///< of each dimension, or the numbers of its rows
  SmallVector<int32_t> checks;
  Shape shape;
};

template <typename Op>
Request startAt(Op op) {
  Request request{op.getDescriptor().getType(), op.getDescriptor(), {}, {}, {}};
  llvm::append_range(request.starts, op.getOffsets());
  request.shape = Shape(request.type.getBlock().getShape());
  return request;
}

template <typename Op>
Request startAtRows(Op op, RankedTensorType tile) {
  return {op.getDescriptor().getType(),
          op.getDescriptor(),
          {op.getRows(), op.getColumn()},
          {0, 1},
          Shape(tile.getShape())};
}

template <typename Op>
Request startAtChecked(Op op) {
  Request request = startAt(op);
  llvm::append_range(request.checks, op.getChecks());
  return request;
}

} // namespace

static Request requestOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, Request>(op)
      .Case<tq::DescriptorLoadOp, tq::DescriptorStoreOp>(
          [](auto access) { return startAtChecked(access); })
      .Case<tq::DescriptorReduceOp>([](tq::DescriptorReduceOp access) {
        Request request = startAt(access);
        for (size_t dim = 0; dim < request.shape.size(); ++dim)
          request.checks.push_back(static_cast<int32_t>(dim));
        return request;
      })
      .Case<tq::DescriptorGatherOp>([](tq::DescriptorGatherOp access) {
        return startAtRows(access, access.getType());
      })
      .Case<tq::DescriptorScatterOp>([](tq::DescriptorScatterOp access) {
        return startAtRows(access, access.getValue().getType());
      });
}

/// The place along a dimension of a block's `k`th line there: a start and k, or
/// the kth of the rows' numbers.
static int64_t lineOf(const Tile &start, int64_t k) {
  bool isList = !start.shape.empty();
  return start.number.asSigned(start.bits[isList ? size_t(k) : 0]) +
         (isList ? 0 : k);
}

BlockElements tqc::tile::blockElements(const TileEvaluator &e, Operation *op) {
  Request request = requestOf(op);
  const Tile &descriptor = e.get(request.descriptor);
  size_t rank = request.shape.size();
  RankedTensorType block = request.type.getBlock();
  Number memory = TileEvaluator::memoryNumberOf(block.getElementType());
  BlockElements result{Tile(Number::integer(64), request.shape),
                       Tile(Number::integer(1), request.shape),
                       !request.checks.empty()};
  result.pointers.roots = descriptor.roots;
  for (size_t i = 0; i < result.pointers.size(); ++i) {
    uint64_t address = descriptor.bits[0];
    result.pointers.setDoubt(i, descriptor.doubt(0), descriptor.doubtful);
    result.mask.bits[i] = 1;
    size_t left = i;
    for (size_t dim = rank; dim-- > 0;) {
      auto extent = static_cast<size_t>(request.shape[dim]);
      size_t k = left % extent;
      left /= extent;
      const Tile &start = e.get(request.starts[dim]);
      int64_t place = lineOf(start, static_cast<int64_t>(k));
      size_t stride = 1 + rank + dim;
      address += static_cast<uint64_t>(place) * descriptor.bits[stride] *
                 memory.bytes();
      size_t at = start.size() > 1 ? k : 0;
      result.pointers.setDoubt(i, start.doubt(at), start.doubtful);
      result.pointers.setDoubt(i, descriptor.doubt(stride),
                               descriptor.doubtful);
      if (!llvm::is_contained(request.checks, static_cast<int32_t>(dim)))
        continue;
      auto end = static_cast<int64_t>(descriptor.bits[1 + dim]);
      result.mask.bits[i] &= uint64_t(place >= 0 && place < end);
      result.mask.setDoubt(i, start.doubt(at), start.doubtful);
      result.mask.setDoubt(i, descriptor.doubt(1 + dim), descriptor.doubtful);
    }
    result.pointers.bits[i] = address;
  }
  return result;
}
