//===- StageStores.cpp - Store boxes through shared memory ----------------===//
//
// See StageStoresPass in Passes.td for what the pass promises.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/Passes.h"
#include "compiler/passes/PlanStores.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tqc {
#define GEN_PASS_DEF_STAGESTORESPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

static Value i32(OpBuilder &builder, Location place, int64_t value) {
  return arith::ConstantOp::create(
      builder, place, builder.getI32IntegerAttr(static_cast<int32_t>(value)));
}

/// The slot of this team, of those that have the same turn.
static Value slotOf(OpBuilder &builder, Location place, int64_t turn,
                    int32_t teams) {
  Value slot = i32(builder, place, turn * teams);
  if (teams == 1)
    return slot;
  Value team = TeamOp::create(builder, place, builder.getI32Type());
  return arith::AddIOp::create(builder, place, slot, team);
}

/// Panel by panel, in turns into the slots of `ring`.
static void stage(BoxStoreOp store, Value ring, int32_t teams) {
  Location place = store.getLoc();
  OpBuilder builder(store);
  auto tile = cast<RankedTensorType>(store.getValue().getType());
  RingType staging = cast<RingType>(ring.getType());
  int64_t width = staging.getTile().getDimSize(1);
  int32_t slots = staging.getSlots() / teams;
  int64_t columns = tile.getDimSize(1) / store.getShares();
  // Else the next program begins with the slot that this one ends with.
  bool endsTurn = store.writtenColumns() == tile.getDimSize(1) &&
                  columns / width % slots == 0;
  for (int64_t at = 0, end = store.writtenColumns(); at < end; at += width) {
    int64_t column = std::min(at, end - width); // the last one may overlap
    Value slot = slotOf(builder, place, at / width % slots, teams);
    OpBuilder::InsertionGuard guard(builder);
    if (Value share = store.getShare()) {
      Value isMine =
          arith::CmpIOp::create(builder, place, arith::CmpIPredicate::eq, share,
                                i32(builder, place, column / columns));
      auto branch = scf::IfOp::create(builder, place, isMine);
      builder.setInsertionPoint(branch.thenBlock()->getTerminator());
    }
    bool isFirst = column % columns == 0;
    StoreWaitOp::create(builder, place, isFirst && !endsTurn ? 0 : slots - 1);
    RingWriteOp::create(builder, place, store.getValue(), ring, slot,
                        static_cast<int32_t>(column));
    SmallVector<Value> starts(store.getStarts());
    if (column)
      starts.front() = arith::AddIOp::create(builder, place, starts.front(),
                                             i32(builder, place, column));
    auto copy = StoreTensorOp::create(builder, place, ring, slot,
                                      store.getMap(), starts, store.getAxes());
    if (Attribute words = store->getAttr(tq::kWordsAttr))
      copy->setAttr(tq::kWordsAttr, words);
  }
  store.erase();
}

namespace {

struct StageStores : tqc::impl::StageStoresPassBase<StageStores> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    SmallVector<BoxStoreOp> stores;
    kernel.walk([&](BoxStoreOp store) { stores.push_back(store); });
    if (stores.empty())
      return;
    auto plan = kernel->getAttrOfType<PlanAttr>(kPlanAttr);
    int32_t teams = plan ? plan.getTeams() : 1;
    Block &entry = kernel.getBody().front();
    for (BoxStoreOp store : stores) {
      OpBuilder builder = OpBuilder::atBlockBegin(&entry);
      builder.setInsertionPointAfterValue(store.getMap());
      RingType one = stagingOf(store);
      auto type =
          RingType::get(&getContext(), one.getSlots() * teams, one.getTile());
      stage(store, RingOp::create(builder, store.getLoc(), type), teams);
    }
    // The slots must be there until they are read.
    Block *end = &entry;
    for (RoleOp role : entry.getOps<RoleOp>())
      if (!role.getSingle())
        end = &role.getBody().front();
    OpBuilder builder = OpBuilder::atBlockEnd(end);
    if (end->mightHaveTerminator())
      builder.setInsertionPoint(end->getTerminator());
    StoreWaitOp::create(builder, kernel.getLoc(), 0);
  }
};

} // namespace
