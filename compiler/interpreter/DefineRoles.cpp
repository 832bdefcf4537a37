//===- DefineRoles.cpp - What boxes and roles mean without their times ----===//
//
// Roles run one after the other, the producer first: what it copies depends on
// nothing that the others compute. Its copies queue up at the barrier that they
// fill, slot by slot; whoever waits for the barrier takes the next one into the
// slot. So a slot that is read under another number than it was filled, or more
// often, shows; whether anybody overwrites what is still read does not.
//
// Teams run one after the other, too, and each finds all that the producer did.
//
//===----------------------------------------------------------------------===//

#include "compiler/interpreter/TileAccess.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::tile;

static int64_t numberOf(TileEvaluator &e, Value value) {
  const Tile &tile = e.get(value);
  return tile.number.asSigned(tile.bits[0]);
}

namespace {

/// Where the elements of a box lie, and which of them are inside of the
/// extents.
struct BoxPlace {
  Tile pointers, mask;
};

} // namespace

static BoxPlace placeOfBox(TileEvaluator &e, tqg::TensorMapOp map,
                           ValueRange starts, ArrayRef<int32_t> axes,
                           RankedTensorType type) {
  const Tile &base = e.get(map.getBase());
  uint64_t bytes = TileEvaluator::memoryNumberOf(type).bytes();
  Shape shape = TileEvaluator::shapeOf(type);
  BoxPlace place{Tile(base.number, shape), Tile(Number(), shape)};
  place.pointers.roots = base.roots;
  for (size_t i = 0; i < place.mask.size(); ++i) {
    SmallVector<int64_t> at(shape.size());
    auto rest = int64_t(i);
    for (size_t dim = at.size(); dim-- > 0;) {
      at[dim] = rest % shape[dim];
      rest /= shape[dim];
    }
    int64_t offset = 0;
    bool isInside = true;
    for (size_t dim = 0; dim < axes.size(); ++dim) {
      int64_t coordinate = numberOf(e, starts[dim]);
      if (axes[dim] >= 0)
        coordinate += at[size_t(axes[dim])];
      isInside &=
          coordinate >= 0 && coordinate < numberOf(e, map.getExtents()[dim]);
      offset += coordinate * (dim ? numberOf(e, map.getStrides()[dim - 1]) : 1);
    }
    place.pointers.bits[i] =
        base.bits[0] + static_cast<uint64_t>(offset) * bytes;
    place.mask.bits[i] = isInside;
  }
  return place;
}

/// The elements of a box; zero outside of the extents.
static Tile readBox(TileEvaluator &e, Operation *op, tqg::TensorMapOp map,
                    ValueRange starts, ArrayRef<int32_t> axes,
                    RankedTensorType type) {
  BoxPlace place = placeOfBox(e, map, starts, axes, type);
  TileAccess access(e, op, place.pointers, &place.mask,
                    TileEvaluator::memoryNumberOf(type), "reads");
  return access.readOrZero(e.emptyTile(type));
}

/// Writes a box, but for what is outside of the extents.
static bool writeBox(TileEvaluator &e, Operation *op, tqg::TensorMapOp map,
                     ValueRange starts, ArrayRef<int32_t> axes,
                     RankedTensorType type, const Tile &value,
                     std::pair<int64_t, int64_t> columns) {
  if (!map)
    return e.refuse(op, "its tensor map is not known");
  BoxPlace place = placeOfBox(e, map, starts, axes, type);
  auto width = static_cast<size_t>(type.getShape().back());
  for (size_t i = 0; i < place.mask.size(); ++i) {
    auto column = static_cast<int64_t>(i % width);
    if (column < columns.first || column >= columns.second)
      place.mask.bits[i] = 0;
  }
  TileAccess access(e, op, place.pointers, &place.mask,
                    TileEvaluator::memoryNumberOf(type), "writes");
  access.writeTile(value);
  return true;
}

static bool defineBoxLoad(TileEvaluator &e, Operation *op) {
  auto load = cast<tqg::BoxLoadOp>(op);
  auto map = load.getMap().getDefiningOp<tqg::TensorMapOp>();
  if (!map)
    return e.refuse(op, "its tensor map is not known");
  return e.set(op->getResult(0),
               readBox(e, op, map, load.getStarts(), load.getAxes(),
                       cast<RankedTensorType>(load.getType())));
}

static bool defineBoxStore(TileEvaluator &e, Operation *op) {
  auto store = cast<tqg::BoxStoreOp>(op);
  auto type = cast<RankedTensorType>(store.getValue().getType());
  int64_t width = type.getShape().back() / store.getShares();
  int64_t share = store.getShare() ? numberOf(e, store.getShare()) : 0;
  return writeBox(
      e, op, store.getMap().getDefiningOp<tqg::TensorMapOp>(),
      store.getStarts(), store.getAxes(), type, e.get(store.getValue()),
      {share * width, std::min((share + 1) * width, store.writtenColumns())});
}

static TileRef *slotOf(TileEvaluator &e, Value ring, Value slot) {
  auto slots = e.rings.find(ring);
  int64_t at = numberOf(e, slot);
  bool isThere =
      slots != e.rings.end() && at >= 0 && at < int64_t(slots->second->size());
  return isThere ? &(*slots->second)[size_t(at)] : nullptr;
}

static bool defineRingWrite(TileEvaluator &e, Operation *op) {
  auto write = cast<tqg::RingWriteOp>(op);
  TileRef *slot = slotOf(e, write.getRing(), write.getSlot());
  if (!slot)
    return e.refuse(op, "its slot is not known");
  const Tile &source = e.get(write.getSrc());
  Tile panel = e.emptyTile(write.getRing().getType().getTile());
  auto width = size_t(panel.shape[1]), row = size_t(source.shape[1]);
  for (size_t i = 0; i < panel.size(); ++i) {
    size_t from = i / width * row + i % width + write.getColumn();
    panel.bits[i] = source.bits[from];
    panel.setDoubt(i, source.doubt(from), source.doubtful);
    panel.setError(i, source.error(from));
  }
  *slot = std::make_shared<const Tile>(std::move(panel));
  return true;
}

static bool defineStoreTensor(TileEvaluator &e, Operation *op) {
  auto store = cast<tqg::StoreTensorOp>(op);
  TileRef *slot = slotOf(e, store.getRing(), store.getSlot());
  if (!slot || !*slot)
    return e.refuse(op, "nothing was written into the slot that it stores");
  return writeBox(e, op, store.getMap().getDefiningOp<tqg::TensorMapOp>(),
                  store.getStarts(), store.getAxes(),
                  store.getRing().getType().getTile(), **slot,
                  {0, store.getRing().getType().getTile().getDimSize(1)});
}

static bool defineBarriers(TileEvaluator &e, Operation *op) {
  auto type = cast<tqg::MbarriersOp>(op).getResult().getType();
  e.copies[op->getResult(0)].assign(size_t(type.getCount()), {});
  return true;
}

/// The phases that are queued at a barrier; null, and a reason, if there is no
/// such barrier.
static TileEvaluator::Phases *copiesFor(TileEvaluator &e, Operation *op,
                                        Value barriers, Value slot) {
  auto place = e.copies.find(barriers);
  int64_t at = numberOf(e, slot);
  if (place == e.copies.end() || at < 0 ||
      at >= int64_t(place->second.size())) {
    e.refuse(op, "there is no barrier " + std::to_string(at));
    return nullptr;
  }
  return &place->second[size_t(at)];
}

static bool defineExpect(TileEvaluator &e, Operation *op) {
  auto expect = cast<tqg::MbarrierExpectOp>(op);
  auto *queue = copiesFor(e, op, expect.getBarriers(), expect.getSlot());
  if (queue)
    queue->emplace_back();
  return queue;
}

static bool defineCopy(TileEvaluator &e, Operation *op) {
  auto copy = cast<tqg::CopyTensorOp>(op);
  auto map = copy.getMap().getDefiningOp<tqg::TensorMapOp>();
  auto *queue = copiesFor(e, op, copy.getFull(), copy.getSlot());
  if (!map)
    return e.refuse(op, "its tensor map is not known");
  if (!queue)
    return false;
  if (queue->empty())
    return e.refuse(op, "nobody told its barrier of the bytes that it copies");
  queue->back().push_back(
      {copy.getRing(), std::make_shared<const Tile>(
                           readBox(e, op, map, copy.getStarts(), copy.getAxes(),
                                   copy.getRing().getType().getTile()))});
  return true;
}

/// What is copied into slots that are gone past is for somebody else.
static bool defineSkip(TileEvaluator &e, Operation *op) {
  auto skip = cast<tqg::RingSkipOp>(op);
  auto place = e.copies.find(skip.getBarriers());
  int64_t slots = skip.getBarriers().getType().getCount();
  int64_t slot = numberOf(e, skip.getSlot());
  int64_t parity = numberOf(e, skip.getParity());
  if (place == e.copies.end() || slot < 0 || slot >= slots)
    return e.refuse(op, "there is no barrier " + std::to_string(slot));
  for (int64_t i = numberOf(e, skip.getCount()); i > 0; --i) {
    if (auto &queue = place->second[size_t(slot)]; !queue.empty())
      queue.pop_front();
    slot = (slot + 1) % slots;
    parity ^= slot == 0;
  }
  Tile next = e.emptyTile(op->getResult(0).getType()), turned = next;
  next.bits[0] = uint64_t(slot);
  turned.bits[0] = uint64_t(parity);
  return e.set(skip.getNext(), std::move(next)) &&
         e.set(skip.getTurned(), std::move(turned));
}

static bool defineWait(TileEvaluator &e, Operation *op) {
  auto wait = cast<tqg::MbarrierWaitOp>(op);
  bool isFilled = llvm::any_of(wait.getBarriers().getUsers(),
                               llvm::IsaPred<tqg::CopyTensorOp>);
  if (!isFilled) // says that a slot is empty
    return true;
  auto *queue = copiesFor(e, op, wait.getBarriers(), wait.getSlot());
  if (!queue)
    return false;
  if (queue->empty())
    return e.refuse(op, "nothing is copied into the slot that it waits for");
  auto copied = std::move(queue->front());
  queue->pop_front();
  for (auto &[ring, tile] : copied) {
    TileRef *slot = slotOf(e, ring, wait.getSlot());
    if (!slot)
      return e.refuse(op, "its ring is not known");
    *slot = std::move(tile);
  }
  return true;
}

/// Numbers behind the first programs, each given once; see DrawProgramOp.
static bool defineDraw(TileEvaluator &e, Operation *op) {
  auto programs = static_cast<uint32_t>(numberOf(e, op->getOperand(0)));
  uint32_t before = e.launch.drawn;
  e.launch.drawn = before + 1 >= programs ? 0 : before + 1;
  Tile number = e.emptyTile(op->getResult(0).getType());
  number.bits[0] = e.launch.grid[0] + before;
  return e.set(op->getResult(0), std::move(number));
}

static bool defineTake(TileEvaluator &e, Operation *op) {
  auto &mail = e.mail[cast<tqg::MailTakeOp>(op).getBox()];
  if (mail.empty())
    return e.refuse(op, "nothing was put into the mailbox");
  TileRef number = std::move(mail.front());
  mail.pop_front();
  return e.set(op->getResult(0), std::move(number));
}

static bool defineRole(TileEvaluator &e, Operation *op) {
  auto role = cast<tqg::RoleOp>(op);
  auto copies = e.copies;
  auto mail = e.mail;
  for (uint32_t team = 0; team < role.getTeams(); ++team) {
    e.team = team;
    e.copies = copies;
    e.mail = mail;
    if (!e.runBlock(role.getBody().front()))
      return false;
  }
  return true;
}

void tqc::tile::defineRoles(Definitions &d) {
  auto nothing = [](TileEvaluator &, Operation *) { return true; };
  d.on<tqg::TensorMapOp>(nothing); // its users read its operands
  d.on<tqg::LaunchNextOp>(nothing);
  d.on<tqg::LaunchWaitOp>(nothing);
  d.on<tqg::LaunchExtentOp>([](TileEvaluator &e, Operation *op) {
    Tile extent = e.emptyTile(op->getResult(0).getType());
    extent.bits[0] = e.launch.asked[cast<tqg::LaunchExtentOp>(op).getAxis()];
    return e.set(op->getResult(0), std::move(extent));
  });
  d.on<tqg::BoxLoadOp>(defineBoxLoad);
  d.on<tqg::BoxStoreOp>(defineBoxStore);
  d.on<tqg::RingWriteOp>(defineRingWrite);
  d.on<tqg::StoreTensorOp>(defineStoreTensor);
  d.on<tqg::StoreWaitOp>(nothing);
  d.on<tqg::MbarriersOp>(defineBarriers);
  d.on<tqg::MbarrierExpectOp>(defineExpect);
  d.on<tqg::MbarrierArriveOp>(nothing);
  d.on<tqg::CopyTensorOp>(defineCopy);
  d.on<tqg::RingSkipOp>(defineSkip);
  d.on<tqg::MbarrierWaitOp>(defineWait);
  d.on<tqg::NextProgramOp>(defineDraw);
  d.on<tqg::DrawProgramOp>(defineDraw);
  d.on<tqg::MailboxOp>(nothing);
  d.on<tqg::MailPutOp>([](TileEvaluator &e, Operation *op) {
    auto put = cast<tqg::MailPutOp>(op);
    e.mail[put.getBox()].push_back(e.ref(put.getNumber()));
    return true;
  });
  d.on<tqg::MailTakeOp>(defineTake);
  d.on<tqg::TeamOp>([](TileEvaluator &e, Operation *op) {
    Tile team = e.emptyTile(op->getResult(0).getType());
    team.bits[0] = e.team;
    return e.set(op->getResult(0), std::move(team));
  });
  d.on<tqg::RoleOp>(defineRole);
}
