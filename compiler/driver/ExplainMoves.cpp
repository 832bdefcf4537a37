//===- ExplainMoves.cpp - What threads give each other, in words ----------===//
//
// Moves between layouts, and what warps exchange to reduce, scan and gather:
//
//     "move of 64x32 f32 from layout #1 to #2: through 8192 bytes of shared
//     memory"
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/SharedScratch.h"
#include "compiler/driver/Explainer.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::words;

/// Says how a move within warps goes, and notes its numbers.
static std::string describeMove(const LayoutMove &move,
                                llvm::json::Object &facts) {
  if (move.kind != LayoutMove::Kind::Shuffle) {
    facts["by"] = "registers";
    return "other names for registers, which cost nothing";
  }
  facts["by"] = "shuffle";
  facts["shuffles"] = move.shuffle->shuffles;
  return count(move.shuffle->shuffles, "shuffle") + " and " +
         count(move.shuffle->selects, "select") + " a thread";
}

/// The same for a tile that goes through shared memory.
static std::string describeMove(tqg::StagingOp staging,
                                const SharedAccess &store,
                                const SharedAccess &load,
                                llvm::json::Object &facts) {
  unsigned rounds = staging.getRounds();
  facts["by"] = "shared";
  facts["bytes"] = staging.bytes();
  facts["rounds"] = int64_t(rounds);
  facts["store_conflicts"] = store.wavefronts;
  facts["load_conflicts"] = load.wavefronts;
  std::string text =
      "through " + count(staging.bytes(), "byte") + " of shared memory";
  if (rounds > 1)
    text += " in " + count(rounds, "round");
  if (load.matrix)
    text += ", read by ldmatrix";
  auto conflicts = [&](StringRef what, unsigned wavefronts) {
    if (wavefronts > 1)
      text += llvm::formatv(", {0} slowed by {1} through bank conflicts", what,
                            wavefronts)
                  .str();
  };
  conflicts("stores", store.wavefronts);
  conflicts("loads", load.wavefronts);
  if (store.wavefronts == 1 && load.wavefronts == 1)
    text += ", no bank conflicts";
  return text;
}

ExplainedItem &Explainer::addMove(Operation *op, Type from, Type to) {
  ExplainedItem &item = add(op, "move");
  item.facts = llvm::json::Object{{"tile", showTile(to)},
                                  {"from", nameOfLayout(from)},
                                  {"to", nameOfLayout(to)}};
  item.text =
      llvm::formatv("move of {0} from layout {1} to {2}: ", showTile(to),
                    nameOfLayout(from), nameOfLayout(to))
          .str();
  return item;
}

/// How a store or load of `tile` goes that the op describes.
template <typename Op>
static SharedAccess accessOf(Op op, Type tile, bool allowMatrix) {
  auto staging = op.getStaging().template getDefiningOp<tqg::StagingOp>();
  return planRounds(op.getStaging().getType().getMemory(), staging.getRounds(),
                    tqg::layoutOf(tile), unsigned(sharedElementBytes(tile)) * 8,
                    allowMatrix, op.getWidth())
      .access;
}

void Explainer::addSharedMove(tqg::SharedLoadOp load, Value from) {
  auto staging = load.getStaging().getDefiningOp<tqg::StagingOp>();
  auto store = cast<tqg::SharedStoreOp>(*llvm::find_if(
      staging.getResult().getUsers(), llvm::IsaPred<tqg::SharedStoreOp>));
  ExplainedItem &item = addMove(load, from.getType(), load.getType());
  item.text += describeMove(
      staging, accessOf(store, from.getType(), /*allowMatrix=*/false),
      accessOf(load, load.getType(), load.getMatrix()), item.facts);
  tell(load, item, "move", "layout");
}

void Explainer::addExchange(Operation *op, Type tile, int64_t bytes,
                            StringRef mnemonic) {
  ExplainedItem &item = add(op, "exchange");
  item.facts = llvm::json::Object{{"tile", showTile(tile)}, {"bytes", bytes}};
  item.text = llvm::formatv(
                  "{0} of {1}: {2}", nameOf(op, mnemonic.str()), showTile(tile),
                  bytes ? "between warps, through " + count(bytes, "byte") +
                              " of shared memory"
                        : "within warps")
                  .str();
  tell(op, item, "bytes", "exchange");
}

static int64_t bytesOf(Value staging) {
  return staging.getDefiningOp<tqg::StagingOp>().bytes();
}

void Explainer::addShared(tqg::SharedLoadOp load) {
  Value staging = load.getStaging();
  for (Operation *user : staging.getUsers())
    if (auto counts = dyn_cast<tqg::SharedCountOp>(user))
      return addExchange(load, counts.getSrc().getType(), bytesOf(staging),
                         "histogram");
  Value from = staging.getDefiningOp<tqg::StagingOp>().getStored();
  if (load.getRound() == 0 && from && tqg::tryLayoutOf(from.getType()) &&
      !isa_and_nonnull<tqg::WarpReduceOp, tq::AtomicRmwOp, tq::AtomicCasOp>(
          from.getDefiningOp()))
    addSharedMove(load, from);
}

/// The bytes through which other warps get the result of an atomic.
static int64_t bytesShared(Operation *atomic) {
  for (Operation *user : atomic->getResult(0).getUsers())
    if (auto store = dyn_cast<tqg::SharedStoreOp>(user))
      return bytesOf(store.getStaging());
  return 0;
}

/// What a reduction reduces, before its warps exchange their parts, and the
/// bytes that this takes.
static std::pair<Type, int64_t> exchangeOf(tq::ReduceOp reduce) {
  int64_t bytes = 0;
  Type tile = reduce.getSrcs().front().getType();
  for (Value row : reduce.getSrcs()) {
    auto load = row.getDefiningOp<tqg::SharedLoadOp>();
    Value part =
        load ? load.getStaging().getDefiningOp<tqg::StagingOp>().getStored()
             : Value();
    auto parts =
        part ? part.getDefiningOp<tqg::WarpReduceOp>() : tqg::WarpReduceOp();
    if (!parts)
      return {tile, 0};
    if (bytes == 0)
      tile = parts.getSrcs().front().getType();
    bytes += llvm::alignTo(bytesOf(load.getStaging()), 16);
  }
  return {tile, bytes};
}

bool Explainer::explainMove(Operation *op) {
  bool isMine = true;
  llvm::TypeSwitch<Operation *>(op)
      .Case<tqg::ConvertLayoutOp>([&](tqg::ConvertLayoutOp move) {
        ExplainedItem &item =
            addMove(op, move.getSrc().getType(), move.getType());
        item.text += describeMove(planConversion(move), item.facts);
        tell(op, item, "move", "layout");
      })
      .Case<tqg::SharedLoadOp>([&](auto load) { addShared(load); })
      .Case<tq::ReduceOp>([&](tq::ReduceOp reduce) {
        auto [tile, bytes] = exchangeOf(reduce);
        addExchange(op, tile, bytes);
      })
      .Case<tq::ScanOp>(
          [&](auto) { addExchange(op, op->getOperand(0).getType(), 0); })
      .Case<tqg::ScanCarryOp>([&](tqg::ScanCarryOp carry) {
        int64_t bytes = 0;
        for (Value total : carry.getTotals())
          bytes += llvm::alignTo(
              bytesOf(total.getDefiningOp<tqg::SharedLoadOp>().getStaging()),
              16);
        addExchange(op, op->getOperand(0).getType(), bytes, "scan");
      })
      .Case<tqg::SharedGatherOp>([&](tqg::SharedGatherOp gather) {
        addExchange(op, gather.getStaging().getType().getTile(),
                    bytesOf(gather.getStaging()), "gather");
      })
      .Case<tq::AtomicRmwOp, tq::AtomicCasOp>([&](auto) {
        addExchange(op, op->getOperand(0).getType(), bytesShared(op));
      })
      .Default([&](Operation *) { isMine = false; });
  return isMine;
}
