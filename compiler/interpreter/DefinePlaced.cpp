//===- DefinePlaced.cpp - What placed tiles mean without their places -----===//
//
// The ops of the `tqg` dialect, read for their values: a layout is no part of a
// value, a ring is a row of tiles, a copy that was started is done at once, and
// a wait has nothing to wait for. Passes over placed tiles must not change
// that; whether copies and barriers come in time is the emulator's to say.
//
//===----------------------------------------------------------------------===//

#include "compiler/interpreter/TileAccess.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::tile;

/// The tile of a slot.
static TileRef *slotOf(TileEvaluator &e, Operation *op, Value ring,
                       Value slot) {
  auto slots = e.rings.find(ring);
  if (slots == e.rings.end())
    return nullptr;
  const Tile &index = e.get(slot);
  int64_t at = index.number.asSigned(index.bits[0]);
  if (at < 0 || at >= int64_t(slots->second->size())) {
    e.refuse(op, "slot " + std::to_string(at) + " of a ring of " +
                     std::to_string(slots->second->size()));
    return nullptr;
  }
  return &(*slots->second)[size_t(at)];
}

static bool defineRing(TileEvaluator &e, Operation *op) {
  auto type = cast<tqg::RingOp>(op).getResult().getType();
  e.rings[op->getResult(0)] =
      std::make_shared<std::vector<TileRef>>(size_t(type.getSlots()));
  return true;
}

/// Reads as a load does that has zeros for `other`, into the slot.
static bool defineCopy(TileEvaluator &e, Operation *op) {
  auto copy = cast<tqg::CopyAsyncOp>(op);
  TileRef *slot = slotOf(e, op, copy.getRing(), copy.getSlot());
  if (!slot)
    return e.launch.stopped ? false : e.refuse(op, "its ring is not known");
  const Tile &pointers = e.get(copy.getPtr());
  const Tile *mask = copy.getMask() ? &e.get(copy.getMask()) : nullptr;
  RankedTensorType type = copy.getRing().getType().getTile();
  Number memory = TileEvaluator::memoryNumberOf(type);
  TileAccess access(e, op, pointers, mask, memory, "reads");
  Tile result = access.readOrZero(e.emptyTile(type));
  *slot = std::make_shared<const Tile>(std::move(result));
  return true;
}

/// The tile of a slot with its dimensions in another order.
template <typename Read>
static bool defineRead(TileEvaluator &e, Operation *op) {
  auto read = cast<Read>(op);
  TileRef *slot = slotOf(e, op, read.getRing(), read.getSlot());
  if (!slot)
    return e.launch.stopped ? false : e.refuse(op, "its ring is not known");
  if (!*slot)
    return e.refuse(op, "nothing was copied into the slot that it reads");
  const Tile &source = **slot;
  Tile result(source.number, {});
  Shape strides(source.shape.size(), 1), steps;
  for (size_t dim = source.shape.size(); dim-- > 1;)
    strides[dim - 1] = strides[dim] * source.shape[dim];
  for (int32_t dim : read.getOrder()) {
    result.shape.push_back(source.shape[size_t(dim)]);
    steps.push_back(strides[size_t(dim)]);
  }
  result.bits.resize(source.size());
  for (size_t i = 0; i < result.size(); ++i) {
    int64_t from = 0;
    auto rest = int64_t(i);
    for (size_t dim = result.shape.size(); dim-- > 0;) {
      from += rest % result.shape[dim] * steps[dim];
      rest /= result.shape[dim];
    }
    result.bits[i] = source.bits[size_t(from)];
    result.setDoubt(i, source.doubt(size_t(from)), source.doubtful);
    result.setError(i, source.error(size_t(from)));
  }
  return e.set(op->getResult(0), std::move(result));
}

static bool defineSame(TileEvaluator &e, Operation *op) {
  return e.set(op->getResult(0), e.ref(op->getOperand(0)));
}

/// The elements of a part of a staging; what lies there else stays.
static bool defineSharedStore(TileEvaluator &e, Operation *op) {
  auto store = cast<tqg::SharedStoreOp>(op);
  const Tile &source = e.get(store.getSrc());
  Tile staged = e.get(store.getStaging());
  staged.roots |= source.roots;
  for (size_t i = 0; i < source.size(); ++i) {
    size_t at = store.getAt() + i;
    staged.bits[at] = source.bits[i];
    staged.setDoubt(at, source.doubt(i), source.doubtful);
    staged.setError(at, source.error(i));
  }
  return e.set(store.getStaging(), std::move(staged));
}

static bool defineSharedLoad(TileEvaluator &e, Operation *op) {
  auto load = cast<tqg::SharedLoadOp>(op);
  Tile tile = e.get(load.getStaging());
  tile.shape = TileEvaluator::shapeOf(load.getType());
  return e.set(load.getResult(), std::move(tile));
}

void tqc::tile::definePlaced(Definitions &d) {
  auto nothing = [](TileEvaluator &, Operation *) { return true; };
  d.on<tqg::ConvertLayoutOp>(defineSame);
  d.on<tqg::WgmmaWaitOp>(defineSame);
  d.on<tqg::BarrierOp>(nothing);
  d.on<tqg::StagingOp>([](TileEvaluator &e, Operation *op) {
    auto type = cast<tqg::StagingOp>(op).getResult().getType();
    return e.set(op->getResult(0), e.emptyTile(type.getTile()));
  });
  d.on<tqg::SharedStoreOp>(defineSharedStore);
  d.on<tqg::SharedLoadOp>(defineSharedLoad);
  d.on<tqg::RingOp>(defineRing);
  d.on<tqg::CopyAsyncOp>(defineCopy);
  d.on<tqg::CopyCommitOp>(nothing);
  d.on<tqg::CopyWaitOp>(nothing);
  d.on<tqg::AsyncFenceOp>(nothing);
  d.on<tqg::RingReadOp>(defineRead<tqg::RingReadOp>);
  d.on<tqg::RingViewOp>(defineRead<tqg::RingViewOp>);
}
