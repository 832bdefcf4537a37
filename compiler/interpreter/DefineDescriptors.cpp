//===- DefineDescriptors.cpp - Blocks of tensors in memory ----------------===//
//
// What is outside the tensor in a checked dimension is not accessed; what a
// load gives there is `else`, or zero. This is the meaning, not its expansion
// into pointers and masks (ExpandDescriptors.cpp): the one judges the other.
//
//===----------------------------------------------------------------------===//

#include "compiler/interpreter/BlockElements.h"
#include "compiler/interpreter/TileAccess.h"
#include "dialect/tq/TqDialect.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::tile;

static bool defineMake(TileEvaluator &e, Operation *op) {
  Tile descriptor(Number::integer(64),
                  {static_cast<int64_t>(op->getNumOperands())});
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    const Tile &part = e.get(operand);
    descriptor.bits[i] = part.bits[0];
    descriptor.setDoubt(i, part.doubt(0), part.doubtful);
  }
  descriptor.roots = e.get(op->getOperand(0)).roots;
  return e.set(op->getResult(0), std::move(descriptor));
}

static bool read(TileEvaluator &e, Operation *op, Value other) {
  Value result = op->getResult(0);
  BlockElements block = blockElements(e, op);
  TileAccess access(e, op, block.pointers, block.maskOrNull(),
                    TileEvaluator::memoryNumberOf(result.getType()), "reads");
  Tile outside = e.emptyTile(result.getType());
  if (other) {
    const Tile &scalar = e.get(other);
    for (size_t i = 0; i < outside.size(); ++i)
      if (!access.isOn(i)) {
        outside.bits[i] = scalar.bits[0];
        outside.setDoubt(i, scalar.doubt(0), scalar.doubtful);
        outside.setError(i, scalar.error(0));
      }
  }
  return e.set(result, access.readOrZero(std::move(outside)));
}

static bool write(TileEvaluator &e, Operation *op, Value value) {
  BlockElements block = blockElements(e, op);
  TileAccess access(e, op, block.pointers, block.maskOrNull(),
                    TileEvaluator::memoryNumberOf(value.getType()), "writes");
  access.writeTile(e.get(value));
  return true;
}

void tqc::tile::defineDescriptors(Definitions &d) {
  d.on<tq::MakeDescriptorOp>(defineMake);
  d.on<tq::DescriptorLoadOp>([](TileEvaluator &e, Operation *op) {
    return read(e, op, cast<tq::DescriptorLoadOp>(op).getOther());
  });
  d.on<tq::DescriptorGatherOp>([](TileEvaluator &e, Operation *op) {
    return read(e, op, cast<tq::DescriptorGatherOp>(op).getOther());
  });
  d.on<tq::DescriptorStoreOp>([](TileEvaluator &e, Operation *op) {
    return write(e, op, cast<tq::DescriptorStoreOp>(op).getValue());
  });
  d.on<tq::DescriptorScatterOp>([](TileEvaluator &e, Operation *op) {
    return write(e, op, cast<tq::DescriptorScatterOp>(op).getValue());
  });
}
