//===- DefineMemory.cpp - Pointers, loads and stores ----------------------===//
//
// A load or store goes element by element, in row-major order; where several
// elements have one address, the last one wins, and what it is is in doubt if
// they differ.
//
//===----------------------------------------------------------------------===//

#include "compiler/interpreter/TileAccess.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::tile;

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

static bool defineAddPtr(TileEvaluator &e, Operation *op) {
  auto add = cast<tq::AddPtrOp>(op);
  auto pointer =
      cast<tq::PtrType>(getElementTypeOrSelf(add.getPtr().getType()));
  uint64_t bytes = TileEvaluator::memoryNumberOf(pointer.getPointee()).bytes();
  Number offset = e.numberOf(add.getOffset().getType());
  bool isUnsigned = add.getUnsignedOffset();
  return e.integers(op, [=](uint64_t address, uint64_t by) {
    return address +
           (isUnsigned ? by : static_cast<uint64_t>(offset.asSigned(by))) *
               bytes;
  });
}

/// The same bits; of an address made of an integer nobody knows the tensor.
static bool defineSameBits(TileEvaluator &e, Operation *op) {
  Tile result = e.get(op->getOperand(0));
  result.number = e.numberOf(op->getResult(0).getType());
  if (isa<tq::IntToPtrOp>(op))
    result.roots = 0;
  if (isa<tq::PtrToIntOp>(op))
    for (uint64_t &bits : result.bits)
      bits = result.number.cut(bits);
  return e.set(op->getResult(0), std::move(result));
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

static const Tile *optional(TileEvaluator &e, Value value) {
  return value ? &e.get(value) : nullptr;
}

static bool defineLoad(TileEvaluator &e, Operation *op) {
  auto load = cast<tq::LoadOp>(op);
  const Tile &pointers = e.get(load.getPtr());
  const Tile *other = optional(e, load.getOther());
  Number memory = TileEvaluator::memoryNumberOf(load.getType());
  TileAccess access(e, op, pointers, optional(e, load.getMask()), memory,
                    "reads");
  Tile result = e.emptyTile(load.getType());
  bool isWide = !(memory == result.number);
  for (size_t i = 0; i < result.size(); ++i) {
    if (!access.isOn(i)) {
      if (!other) {
        result.setDoubt(i, Doubt::MaskedOff, op);
        continue;
      }
      size_t at = other->size() > 1 ? i : 0;
      result.bits[i] = other->bits[at];
      result.setDoubt(i, other->doubt(at), other->doubtful);
      result.setError(i, other->error(at));
      continue;
    }
    Allocation *from = access.find(i);
    if (!from) {
      result.setDoubt(i, Doubt::Undefined, op);
      continue;
    }
    Doubt doubt = Doubt::None;
    double error = 0;
    uint64_t bits = access.read(*from, access.offset(i, *from), doubt, error);
    result.bits[i] = isWide ? result.number.encode(memory.decode(bits)) : bits;
    result.setDoubt(i, doubt, op);
    result.setError(i, error);
  }
  return e.set(load.getResult(), std::move(result));
}

static bool defineStore(TileEvaluator &e, Operation *op) {
  auto store = cast<tq::StoreOp>(op);
  const Tile &value = e.get(store.getValue());
  TileAccess access(e, op, e.get(store.getPtr()), optional(e, store.getMask()),
                    TileEvaluator::memoryNumberOf(store.getValue().getType()),
                    "writes");
  access.writeTile(value);
  return true;
}

void tqc::tile::defineMemory(Definitions &d) {
  d.on<tq::AddPtrOp>(defineAddPtr);
  d.on<tq::PtrToIntOp>(defineSameBits);
  d.on<tq::IntToPtrOp>(defineSameBits);
  d.on<tq::PtrCastOp>(defineSameBits);
  d.on<tq::HintOp>(defineSameBits);
  d.on<tqg::ResidentRowOp>(defineSameBits); // nobody writes what it copies
  d.on<tqg::RowBufferOp>(defineSameBits);   // stores go where it is copied to
  d.on<tqg::StoreRowsOp>([](TileEvaluator &, Operation *) { return true; });
  d.on<tqg::RowPitchOp>([](TileEvaluator &e, Operation *op) {
    return e.set(op->getResult(0), Tile(e.get(op->getOperand(1))));
  });
  d.on<tq::LoadOp>(defineLoad);
  d.on<tq::StoreOp>(defineStore);
}
