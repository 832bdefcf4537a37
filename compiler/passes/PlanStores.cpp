//===- PlanStores.cpp - Which stores become copies of boxes ---------------===//

#include "compiler/passes/PlanStores.h"

#include "compiler/analysis/ForcedPlan.h"
#include "compiler/analysis/Optimizations.h"
#include "compiler/analysis/SharedScratch.h"
#include "compiler/analysis/Signs.h"
#include "compiler/analysis/Target.h"
#include "compiler/analysis/ValueWalk.h"
#include "compiler/passes/BoxMaps.h"
#include "compiler/passes/OperandPlaces.h"
#include "dialect/layout/LayoutDescriptors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

/// Rows that one copy moves: those of a fragment, which are one warp's.
static constexpr int64_t kRows = 16;

/// Whether a product gives `value`, through loops and element by element.
static bool comesFromProduct(Value value) {
  auto shape = cast<RankedTensorType>(value.getType()).getShape();
  return findFrom(value, [&](Value part, SmallVectorImpl<Value> &next) {
    auto tile = dyn_cast<RankedTensorType>(part.getType());
    Operation *op = part.getDefiningOp();
    if (!tile || tile.getShape() != shape || !op)
      return false;
    if (auto loop = dyn_cast<scf::ForOp>(op))
      next.push_back(
          loop.getYieldedValues()[cast<OpResult>(part).getResultNumber()]);
    else if (isa<arith::ArithDialect>(op->getDialect()))
      llvm::append_range(next, op->getOperands());
    return isa<tq::DotOp>(op);
  });
}

/// The loop around `op` that is furthest out, or `op`.
static Operation *outermostLoop(Operation *op) {
  Operation *found = op;
  for (Operation *at = op->getParentOp(); !isa<func::FuncOp>(at);
       at = at->getParentOp())
    if (isa<LoopLikeOpInterface>(at))
      found = at;
  return found;
}

static Value baseOf(Value pointer) {
  while (Operation *op = pointer.getDefiningOp()) {
    if (!isa<tq::AddPtrOp, tq::SplatOp, tq::BroadcastOp, tq::HintOp,
             tq::ExpandDimsOp>(op))
      return {};
    pointer = op->getOperand(0);
  }
  return pointer;
}

/// What of the rest of the kernel a copy that is done late could be in the way
/// of.
static std::string whyNotLate(func::FuncOp kernel, tq::StoreOp store,
                              Value base) {
  Operation *begin = outermostLoop(store);
  std::string why;
  bool isBehind = false;
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    isBehind |= op == begin;
    auto other = dyn_cast<tq::StoreOp>(op);
    if (other && other != store && baseOf(other.getPtr()) != base &&
        isa_and_nonnull<BlockArgument>(baseOf(other.getPtr())))
      return;
    if (other && other != store)
      why = "another store may write to its tensor";
    else if (isBehind && !isMemoryEffectFree(op) && op != store &&
             !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
             !isa<tq::AssumeOp>(op))
      why = "memory is read, or warps wait, behind it";
  });
  return why;
}

static std::string whyNotBox(tq::StoreOp store, int numWarps) {
  auto tile = dyn_cast<RankedTensorType>(store.getValue().getType());
  if (!tile || tile.getRank() != 2)
    return "it stores no tile of two dimensions";
  unsigned bits = tile.getElementTypeBitWidth();
  if (bits != 16 && bits != 32)
    return "its elements have neither 16 nor 32 bits";
  if (tile.getDimSize(0) < kRows * numWarps)
    return "its tile has fewer than 16 rows for each warp";
  if (!panelMemory(tile.getShape(), /*fastest=*/1, bits))
    return "its rows are shorter than 32 bytes";
  if (!comesFromProduct(store.getValue()))
    return "it does not store what a product gave";
  return {};
}

/// A panel: all rows of as many columns as the swizzle spans, of `columns`.
static SmallVector<int64_t> panelShape(RankedTensorType tile, int64_t columns,
                                       unsigned &span) {
  unsigned bits = tile.getElementTypeBitWidth();
  SmallVector<int64_t> part = {tile.getDimSize(0), columns};
  auto memory = panelMemory(part, 1, bits);
  auto panels = memory ? panelLayout(*memory, bits) : std::nullopt;
  assert(panels && "whyNotBox looked at the rows");
  span = panels ? panels->spanBytes : 0;
  return {tile.getDimSize(0), int64_t(span) * 8 / bits};
}

/// Slots for panels of so many columns, which a tile is stored through.
static RingType stagingOf(RankedTensorType tile, int64_t columns) {
  unsigned span = 0;
  SmallVector<int64_t> shape = panelShape(tile, columns, span);
  auto panel = RankedTensorType::get(
      shape, tile.getElementType(),
      LinearAttr::get(tile.getContext(),
                      *panelMemory(shape, 1, tile.getElementTypeBitWidth())));
  int slots = tile.getDimSize(1) > shape[1] ? 2 : 1;
  return RingType::get(tile.getContext(), slots, panel);
}

RingType tqc::stagingOf(BoxStoreOp store) {
  // The map's box is part of a panel, as wide.
  return ::stagingOf(cast<RankedTensorType>(store.getValue().getType()),
                     store.getMap().getDefiningOp<TensorMapOp>().getBox()[0]);
}

/// How many columns of a tile its box writes.
static int64_t storedColumns(RankedTensorType tile, const BoxAccess &box) {
  int64_t lanes = box.dims.front().lanes, columns = tile.getDimSize(1);
  return lanes ? std::min(lanes, columns) : columns;
}

/// Columns that a warp writes at a time (tqg.ring_write), the fewest of a
/// panel.
static constexpr int64_t kColumns = 16;

/// Whether the mask leaves a part of a tile that is no number of whole panels.
static bool cutsPanels(RankedTensorType tile, const BoxAccess &box) {
  return (box.dims.front().lanes && storedColumns(tile, box) % kColumns != 0) ||
         llvm::any_of(llvm::drop_begin(box.dims),
                      [](const BoxDim &dim) { return dim.lanes != 0; });
}

/// Bytes of a panel at most, two of which are there: more would leave less to
/// what is loaded.
static constexpr int64_t kPanelBytes = 16 << 10;

/// Columns of panels that CTAs with a share each can store alone, and of which
/// those that are stored are a whole number. Without shares there are at least
/// 32: of 240 columns, 15 times 16, the last panel of 32 begins inside of the
/// one before, and writes 16 columns again (`wide-panels`). 15 panels wait for
/// each other more often, and products took up to 9 % longer.
static int64_t panelColumns(tq::StoreOp store, const BoxAccess &box,
                            int32_t shares) {
  auto tile = cast<RankedTensorType>(store.getValue().getType());
  int64_t columns = tile.getDimSize(1), stored = storedColumns(tile, box);
  int64_t least = std::min(columns, kColumns);
  int64_t most = stored & -stored;
  if (shares == 1 && stored > 2 * kColumns &&
      isEnabled(store->getParentOfType<func::FuncOp>(),
                Optimization::WidePanels))
    most = std::max(most, 2 * kColumns);
  int64_t bytes = tile.getDimSize(0) * tile.getElementTypeBitWidth() / 8;
  return std::max(std::min({columns / shares, most, kPanelBytes / bytes}),
                  least);
}

/// Says why a tile leaves in more panels than it might.
static void remarkPanels(tq::StoreOp store, int64_t stored, int64_t columns,
                         int32_t shares) {
  if (columns > kColumns || stored <= 2 * kColumns)
    return;
  bool isOn = isEnabled(store->getParentOfType<func::FuncOp>(),
                        Optimization::WidePanels);
  remark::missed(store.getLoc(),
                 remark::RemarkOpts::name("wide-panels").category("pipeline"))
      << remark::reason("{0} columns are stored 16 at a time: {1}", stored,
                        !isOn        ? "`wide-panels` is switched off"
                        : shares > 1 ? "CTAs store a share each"
                                     : "it has too many rows for more");
}

/// Bytes that are left beside two stages of what loops load.
static int64_t roomBesideLoads(func::FuncOp kernel) {
  int64_t room = targetOf(kernel).sharedBytes - 1024; // barriers
  kernel.walk([&](BoxLoadOp load) {
    auto tile = cast<RankedTensorType>(load.getType());
    int64_t slots = isa<scf::ForOp>(load->getParentOp()) ? 2 : 1;
    int64_t bytes = tile.getNumElements() * sharedElementBytes(tile);
    room -= slots * llvm::alignTo(bytes, 1024);
  });
  return std::max<int64_t>(room, 0);
}

static void rewrite(tq::StoreOp store, const BoxAccess &box, int32_t shares) {
  if (store.getCache() != tq::CacheModifier::None ||
      store.getEvict() != tq::Eviction::Normal)
    remarkNoHints(store);
  unsigned span = 0;
  auto tile = cast<RankedTensorType>(store.getValue().getType());
  int64_t width = panelColumns(store, box, shares);
  remarkPanels(store, storedColumns(tile, box), width, shares);
  SmallVector<int64_t> copied = panelShape(tile, width, span);
  copied[0] = kRows;
  OpBuilder builder(store);
  PlacedBox placed = placeBox(builder, store, box, copied, span);
  auto stored = BoxStoreOp::create(
      builder, store.getLoc(), placed.map, placed.starts,
      builder.getDenseI32ArrayAttr(placed.axes), store.getValue(),
      /*share=*/Value(), /*shares=*/1u, /*columns=*/IntegerAttr());
  if (int64_t columns = storedColumns(tile, box); columns < tile.getDimSize(1))
    stored.setColumns(int32_t(columns));
  if (Attribute words = store->getAttr(tq::kWordsAttr))
    stored->setAttr(tq::kWordsAttr, words);
  store.erase();
}

/// The box that a store writes, if a tensor copy may store it, or why not.
static std::optional<BoxAccess> storedBox(func::FuncOp kernel,
                                          BoxAnalysis &boxes, tq::StoreOp store,
                                          int numWarps, std::string &why) {
  if (!isEnabled(kernel, Optimization::TensorStores))
    why = "`tensor-stores` is switched off";
  else
    why = whyNotBox(store, numWarps);
  if (!why.empty())
    return std::nullopt;
  std::optional<BoxAccess> box =
      boxes.boxOf(store.getPtr(), store.getMask(), why);
  if (!box)
    return std::nullopt;
  auto tile = cast<RankedTensorType>(store.getValue().getType());
  if (box->dims.front().tileDim != 1)
    why = "its rows are not contiguous";
  // A mask that asks for `index >= 0` does not help: an H200 loads boxes that
  // begin below zero, and ends kernels that store them.
  else if (llvm::any_of(box->dims, [](const BoxDim &dim) {
             return mayBeNegative(dim.start);
           }))
    why = "a coordinate may be negative";
  else if (cutsPanels(tile, *box))
    why = "its mask cuts the tile inside of 16 columns";
  else
    why = whyNotLate(kernel, store, box->base);
  return why.empty() ? box : std::nullopt;
}

/// Bytes that the second-level cache writes together.
static constexpr int64_t kSector = 32;

/// How much a product adds up at most where storing is most of what a kernel
/// does: as much as one in no loop, whose operands are in shared memory whole.
static constexpr int64_t kShortDepth = 256;

/// Whether each sum of a product is known to be of so few elements.
static bool isShort(tq::DotOp dot) {
  int64_t depth = cast<RankedTensorType>(dot.getA().getType()).getDimSize(1);
  for (Operation *at = dot->getParentOp();
       !isa<func::FuncOp>(at) && depth <= kShortDepth; at = at->getParentOp()) {
    if (!isa<LoopLikeOpInterface>(at))
      continue;
    auto loop = dyn_cast<scf::ForOp>(at);
    std::optional<APInt> trips =
        loop ? loop.getStaticTripCount() : std::nullopt;
    if (!trips || trips->ugt(kShortDepth))
      return false;
    depth *= int64_t(trips->getZExtValue());
  }
  return depth <= kShortDepth;
}

static bool isMostlyStores(func::FuncOp kernel) {
  bool hasProduct = false, areShort = true;
  kernel.walk([&](tq::DotOp dot) {
    hasProduct = true;
    areShort &= isShort(dot);
  });
  return hasProduct && areShort;
}

/// Whether all rows of a tile are known to start where a sector does, if the
/// first one does.
static bool areRowsSectors(RankedTensorType tile, const BoxAccess &box,
                           const BoxAnalysis &boxes) {
  return llvm::all_of(llvm::drop_begin(box.dims), [&](const BoxDim &dim) {
    return boxes.isMultipleOfBytes(dim.stride,
                                   tile.getElementTypeBitWidth() / 8, kSector);
  });
}

/// Where storing is most of what a kernel does and rows start inside of
/// sectors, warps that write 16 bytes a lane are faster than the copy engine,
/// which cuts each row into boxes of 128 bytes: attention scores of rows of
/// 1000 to 4024 took 1.4 to 1.7 times as long.
static std::string whyNotWorthBox(tq::StoreOp store, const BoxAccess &box,
                                  const BoxAnalysis &boxes) {
  auto tile = cast<RankedTensorType>(store.getValue().getType());
  bool isWorth = !isMostlyStores(store->getParentOfType<func::FuncOp>()) ||
                 areRowsSectors(tile, box, boxes);
  return isWorth ? ""
                 : "its rows may start inside of 32 bytes that are written "
                   "together";
}

/// Stores of tiles.
static SmallVector<tq::StoreOp> tileStores(func::FuncOp kernel) {
  SmallVector<tq::StoreOp> stores;
  kernel.walk([&](tq::StoreOp store) {
    if (isa<RankedTensorType>(store.getValue().getType()))
      stores.push_back(store);
  });
  return stores;
}

/// Bytes of a tile from which on a program is worth a draw. Attention scores of
/// 16 bits and 96 or 128 channels whose rows begin at sectors: drawn, tiles of
/// 128 x 256 take 0.74 to 0.99 of the time, those of 128 x 128 0.94 to 1.07.
static constexpr int64_t kLargeTile = 65536;

std::string tqc::whyTogether(func::FuncOp kernel) {
  if (!isMostlyStores(kernel))
    return "";
  AxisAnalysis axis(kernel);
  BoxAnalysis boxes(kernel, axis);
  std::string together;
  for (tq::StoreOp store : tileStores(kernel)) {
    std::string why;
    auto tile = cast<RankedTensorType>(store.getValue().getType());
    if (tile.getRank() != 2 || !comesFromProduct(store.getValue()))
      continue;
    std::optional<BoxAccess> box =
        boxes.boxOf(store.getPtr(), store.getMask(), why);
    if (!box || !areRowsSectors(tile, *box, boxes))
      return "neighbours write parts of the same 32 bytes";
    if (tile.getNumElements() * tile.getElementTypeBitWidth() >= 8 * kLargeTile)
      together = "each stores a large tile, and CTAs that run apart read more "
                 "from memory";
  }
  return together;
}

LogicalResult tqc::planStores(func::FuncOp kernel, int numWarps,
                              int32_t shares) {
  StringRef forced = forcedChoice(kernel, PlanPart::Stores);
  if (forced == "pointers")
    return success();
  AxisAnalysis axis(kernel);
  BoxAnalysis boxes(kernel, axis);
  bool isGood = true;
  shares = int32_t(llvm::bit_floor(uint32_t(shares)));
  int64_t room = roomBesideLoads(kernel);
  for (tq::StoreOp store : tileStores(kernel)) {
    std::string why;
    auto box = storedBox(kernel, boxes, store, numWarps, why);
    int64_t bytes = 0;
    if (box) {
      auto tile = cast<RankedTensorType>(store.getValue().getType());
      RingType ring = ::stagingOf(tile, panelColumns(store, *box, shares));
      bytes = llvm::alignTo(ring.bytes(), 1024);
    }
    if (bytes > room)
      why =
          "it needs " + std::to_string(bytes) +
          " bytes of shared memory, and beside two stages of what is loaded " +
          std::to_string(room) + " are left";
    else if (box && forced.empty())
      why = whyNotWorthBox(store, *box, boxes);
    if (box && why.empty()) {
      rewrite(store, *box, shares);
      room -= bytes;
    } else if (!forced.empty()) {
      refuseForced(store, PlanPart::Stores) << why;
      isGood = false;
    } else {
      remark::missed(
          store.getLoc(),
          remark::RemarkOpts::name("no-tensor-store").category("pipeline"))
          << remark::reason("{0}", why);
    }
  }
  return success(isGood);
}
