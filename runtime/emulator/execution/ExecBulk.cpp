//===- ExecBulk.cpp - cp.async.bulk, tensors and reductions ---------------===//

#include "runtime/emulator/decode/Decoder.h"
#include "runtime/emulator/decode/Select.h"
#include "runtime/emulator/memory/Async.h"
#include "runtime/emulator/memory/BulkCopy.h"
#include "runtime/emulator/reports/Counters.h"
#include "runtime/emulator/reports/Reports.h"

#include <memory>

namespace tqc::emu {

using numerics::Coordinates;
using numerics::TensorMap;
using numerics::TensorMapType;

// The pool: two addresses, an mbarrier's address, then these, then the
// coordinates of a tensor copy.
enum PoolWord : uint32_t {
  WordFar = 0,
  WordNear = kAddressWords,
  WordBarrier = 2 * kAddressWords,
  WordBytes = 3 * kAddressWords, // a register, or kNoReg for a tensor copy
  WordTargets,                   // the mask of a multicast, or kNoReg
  WordRank,
  WordCoordinates,
};

// Inst::flags: a ReduceOp, and these.
enum BulkFlag : uint32_t {
  FlagReduce = 0x100,
  FlagBarrier = 0x200,
  FlagLoad = 0x400,
  FlagTensor = 0x800,
  FlagPrefetch = 0x1000,
  FlagSharedToShared = 0x2000,
};

static const uint32_t *poolOf(const Warp &w, const Inst &i) {
  return w.group->frame->function->pool.data() + i.pool;
}

//===----------------------------------------------------------------------===//
// Issue
//===----------------------------------------------------------------------===//

static constexpr PtxType kMapTypes[] = {
    PtxType::U8,  PtxType::U16, PtxType::U32,  PtxType::S32, PtxType::U64,
    PtxType::S64, PtxType::F16, PtxType::BF16, PtxType::F32, PtxType::F64};

/// An H200 ends a kernel with "illegal instruction" that stores a box which
/// begins below zero, in any dimension. What such a box loads is zero there.
static bool isStorable(Warp &w, const Inst &i, unsigned lane,
                       const Coordinates &coordinates, uint32_t rank) {
  for (uint32_t dim = 0; dim < rank; ++dim)
    if (coordinates[dim] < 0) {
      reportFatal(w, i, Mask(1) << lane, "bulk-copy",
                  "a box that begins at " + std::to_string(coordinates[dim]) +
                      " cannot be stored; coordinates of a store are not "
                      "negative");
      return false;
    }
  return true;
}

/// The part of a tensor copy that its map and coordinates decide.
static bool planTensor(Warp &w, const Inst &i, unsigned lane, BulkCopy &copy) {
  const uint32_t *pool = poolOf(w, i);
  TensorMap map;
  if (!readTensorMap(w, i, lane, addressAt(w, pool + WordFar, lane), map))
    return false;
  uint32_t rank = pool[WordRank];
  if (map.rank != rank) {
    reportFatal(w, i, Mask(1) << lane, "tensor-map",
                "the tensor map has " + std::to_string(map.rank) +
                    " dimensions, the instruction " + std::to_string(rank));
    return false;
  }
  Coordinates coordinates = {};
  for (uint32_t dim = 0; dim < rank; ++dim)
    coordinates[dim] =
        static_cast<int32_t>(valueAt(w, pool[WordCoordinates + dim], lane));
  if (!(i.flags & (FlagLoad | FlagPrefetch)) &&
      !isStorable(w, i, lane, coordinates, rank))
    return false;
  copy.bytes = map.boxBytes();
  copy.fill = numerics::fillElement(map);
  copy.fillBytes = numerics::elementBytes(map.type);
  copy.type = kMapTypes[static_cast<size_t>(map.type)];
  if (copy.reduce && !hasReduction(*copy.reduce, copy.type)) {
    reportFatal(w, i, Mask(1) << lane, "tensor-map",
                "this reduction does not exist for ." +
                    std::string(typeName(copy.type)));
    return false;
  }
  if (i.flags & FlagPrefetch)
    return true;
  if (!needShared(w, i, lane, addressAt(w, pool + WordNear, lane), copy.bytes,
                  128, copy.near))
    return false;
  return addBoxPieces(w, i, lane, map, coordinates, copy.near.address,
                      copy.pieces);
}

/// The part of a 1-D copy that its addresses and size decide.
static bool planLinear(Warp &w, const Inst &i, unsigned lane, BulkCopy &copy) {
  const uint32_t *pool = poolOf(w, i);
  copy.bytes = valueAt(w, pool[WordBytes], lane);
  uint64_t far = addressAt(w, pool + WordFar, lane);
  if (copy.bytes % 16 != 0) {
    reportFatal(w, i, Mask(1) << lane, "bulk-copy",
                "the size " + std::to_string(copy.bytes) +
                    " is not a multiple of 16");
    return false;
  }
  if (far % 16 != 0) {
    reportMisaligned(w, i, lane, far, 16, Space::Global);
    return false;
  }
  if (i.flags & FlagPrefetch || copy.bytes == 0)
    return true;
  if (!needShared(w, i, lane, addressAt(w, pool + WordNear, lane), copy.bytes,
                  16, copy.near))
    return false;
  if (!(i.flags & FlagSharedToShared))
    return addGlobalPiece(w, i, lane, far, copy.near.address, copy.bytes,
                          copy.pieces);
  SharedPlace target;
  if (!needShared(w, i, lane, far, copy.bytes, 16, target))
    return false;
  copy.pieces.push_back(
      {target.bytes, target.undefined, copy.near.address, copy.bytes});
  copy.remote = target.cta;
  copy.remoteAddress = target.address;
  return true;
}

/// Where the bytes of a load go, and which mbarriers hear of it.
static bool planTargets(Warp &w, const Inst &i, unsigned lane, BulkCopy &copy) {
  const uint32_t *pool = poolOf(w, i);
  copy.hasBarrier = i.flags & FlagBarrier;
  if (copy.hasBarrier &&
      !needShared(w, i, lane, addressAt(w, pool + WordBarrier, lane), 8, 8,
                  copy.barrier))
    return false;
  if (!(i.flags & FlagLoad))
    return true;
  if (pool[WordTargets] == kNoReg) {
    copy.targets = {copy.near.cta};
    return true;
  }
  uint32_t targets = w.reg<uint16_t>(pool[WordTargets])[lane];
  const auto &ctas = w.cta.cluster.ctas;
  if (targets == 0 || targets >> ctas.size() != 0) {
    reportFatal(w, i, Mask(1) << lane, "bulk-copy",
                "the CTA mask " + std::to_string(targets) +
                    " does not fit a cluster of " +
                    std::to_string(ctas.size()));
    return false;
  }
  for (size_t rank = 0; rank < ctas.size(); ++rank)
    if (targets >> rank & 1)
      copy.targets.push_back(ctas[rank].get());
  return true;
}

static bool issueCopy(Warp &w, const Inst &i, unsigned lane) {
  auto copy = std::make_shared<BulkCopy>();
  copy->origin = {&w, &i, w.group->frame, lane};
  copy->type = i.type;
  if (i.flags & FlagReduce)
    copy->reduce = static_cast<ReduceOp>(i.flags & 0xff);
  bool planned = i.flags & FlagTensor ? planTensor(w, i, lane, *copy)
                                      : planLinear(w, i, lane, *copy);
  copy->doubleStores.swap(w.cta.cluster.doubleStores);
  if (!planned)
    return false;
  if (i.flags & FlagPrefetch)
    return true;
  countBulk(w, i, copy->bytes);
  if (copy->bytes == 0)
    copy->near.cta = &w.cta;
  if (!planTargets(w, i, lane, *copy))
    return false;
  AsyncOp op;
  op.queue = copy->hasBarrier ? AsyncQueue::Free : AsyncQueue::Bulk;
  op.warp = &w;
  op.lanes = Mask(1) << lane;
  op.flight = copy->flight =
      copy->hasBarrier ? beginFlight(w, i, Flight::Free, copy->barrier.address)
                       : beginFlight(w, i, Flight::Bulk);
  if (SharedRaces *races = w.cta.cluster.races) {
    for (const Cta *target : copy->targets)
      races->use(*op.flight, *target);
    if (!(i.flags & FlagLoad) && copy->near.cta)
      races->use(*op.flight, *copy->near.cta);
    if (copy->remote)
      races->use(*op.flight, *copy->remote);
  }
  if (i.flags & FlagLoad) {
    op.write = [copy] { return copy->finishLoad(); };
  } else {
    op.read = [copy] { return copy->readSource(); };
    op.write = [copy] { return copy->finishStore(); };
  }
  return w.cta.cluster.async->issue(std::move(op));
}

static Step bulkCopy(Warp &w, const Inst &i, Mask mask) {
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (mask >> lane & 1 && !issueCopy(w, i, lane))
      return Step::Fault;
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

static const DecodedOperand *named(const FormMatch &m, std::string_view name) {
  std::vector<OperandSpec> specs = parseOperandSpec(m.form->operands);
  for (size_t at = 0; at < specs.size(); ++at)
    if (specs[at].name == name && m.operands[at].present)
      return &m.operands[at];
  return nullptr;
}

/// Operands by the names of the table: `[far]` is global (or the remote side
/// of a copy between CTAs), `[near]` shared, `[map]` a tensor map with its
/// coordinates.
bool selectBulk(const FormMatch &m, Inst &inst, std::string &why) {
  std::vector<uint32_t> words;
  const DecodedOperand *map = named(m, "[map]"), *bytes = named(m, "bytes"),
                       *targets = named(m, "targets"),
                       *barrier = named(m, "[bar]");
  static const DecodedOperand kNone = [] {
    DecodedOperand operand;
    operand.regs = {kNoReg};
    return operand;
  }();
  const DecodedOperand *far = map ? map : named(m, "[far]"),
                       *near = named(m, "[near]");
  addAddress(words, far ? *far : kNone);
  addAddress(words, near ? *near : kNone);
  addAddress(words, barrier ? *barrier : kNone);
  words.push_back(bytes ? bytes->regs[0] : kNoReg);
  words.push_back(targets ? targets->regs[0] : kNoReg);
  size_t rank = map ? map->regs.size() - 1 : 0;
  words.push_back(static_cast<uint32_t>(rank));
  if (map)
    words.insert(words.end(), map->regs.begin() + 1, map->regs.end());
  inst.pool = m.decoder->addPool(words);
  inst.poolCount = static_cast<uint32_t>(words.size());
  inst.poison = PoisonRule::Self;
  inst.exec = bulkCopy;
  inst.flags = (map ? FlagTensor : 0) | (barrier ? FlagBarrier : 0);
  std::string_view dims = m.oneOf({"1d", "2d", "3d", "4d", "5d"});
  if (map && static_cast<size_t>(dims[0] - '0') != rank) {
    why = "." + std::string(dims) + " needs as many coordinates, here are " +
          std::to_string(rank);
    return false;
  }
  if (m.has("prefetch")) {
    inst.flags |= FlagPrefetch;
    return true;
  }
  bool fromGlobal = barrier && (map || m.has("global"));
  inst.flags |= fromGlobal ? FlagLoad : 0;
  inst.flags |= barrier && !fromGlobal ? FlagSharedToShared : 0;
  bool reduces = m.form->opcode == "cp" && m.has("reduce");
  inst.bulk = fromGlobal           ? BulkKind::Load
              : barrier || reduces ? BulkKind::None
              : map                ? BulkKind::TensorStore
                                   : BulkKind::PointerStore;
  if (!reduces)
    return true;
  for (std::string_view modifier : m.modifiers)
    if (std::optional<ReduceOp> op = parseReduceOp(modifier))
      inst.flags |= FlagReduce | static_cast<uint32_t>(*op);
  if (!map &&
      !hasReduction(static_cast<ReduceOp>(inst.flags & 0xff), m.last())) {
    why =
        "this reduction does not exist for ." + std::string(typeName(m.last()));
    return false;
  }
  return true;
}

} // namespace tqc::emu
