//===- LowerTensorCopy.cpp - Boxes, their barriers, and roles -------------===//
//
// A tensor map is a parameter of the kernel, 128 bytes that the launch encodes.
// A slot of swizzled panels takes one copy for each panel:
//
//     mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], 32768;
//     cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes
//         [slot+0], [map, {k, row}], [full];
//     ... [slot+16384], [map, {k+64, row}], [full];
//
// Roles are branches on the number of the warp, which is taken from lane 0, so
// that it is seen to be one for all of a warp.
//
//===----------------------------------------------------------------------===//

#include "compiler/codegen/InlinePtx.h"
#include "compiler/codegen/LayoutIndices.h"
#include "compiler/codegen/LowerCombine.h"
#include "compiler/codegen/LowerRing.h"
#include "compiler/codegen/LowerShared.h"
#include "compiler/codegen/OpLowerings.h"
#include "dialect/layout/LayoutDescriptors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace tqc;

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

/// The address of a barrier; its constant part is added to `constant`.
static Value mbarrierBase(LoweringContext &cx, Value barriers, Value slot,
                          int64_t &constant) {
  auto pointer =
      LLVM::LLVMPointerType::get(cx.b.getContext(), /*addressSpace=*/3);
  Value base = LLVM::PtrToIntOp::create(
      cx.b, cx.b.getI32Type(),
      LLVM::AddressOfOp::create(cx.b, pointer, "tq_shared"));
  constant += barriers.getDefiningOp()
                  ->getAttrOfType<IntegerAttr>(tqg::kScratchOffsetAttr)
                  .getInt();
  if (!slot)
    return base;
  return arith::AddIOp::create(
      cx.b, base,
      arith::MulIOp::create(cx.b, cx.regs(slot).front(), cx.i32(8)));
}

/// "[$0+64]" for operand 0.
static std::string placeText(unsigned operand, int64_t constant) {
  return "[$" + std::to_string(operand) + "+" + std::to_string(constant) + "]";
}

void tqc::lowerMbarriers(LoweringContext &cx, tqg::MbarriersOp op) {
  int64_t constant = 0;
  Value base = mbarrierBase(cx, op.getResult(), {}, constant);
  Value isFirst = arith::CmpIOp::create(cx.b, arith::CmpIPredicate::eq,
                                        cx.threadId(), cx.i32(0));
  guarded(cx, isFirst, [&] {
    std::string text;
    for (int i = 0; i < op.getResult().getType().getCount(); ++i)
      text += "mbarrier.init.shared::cta.b64 " +
              placeText(0, constant + 8 * i) + ", " +
              std::to_string(op.getArrivals()) + "; ";
    inlinePtx(cx.b, PtxStatement::MbarrierInit, text, "r", base);
    fenceAsyncProxy(cx.b); // for the copies
  });
}

void tqc::lowerMbarrierExpect(LoweringContext &cx, tqg::MbarrierExpectOp op) {
  int64_t constant = 0;
  Value base = mbarrierBase(cx, op.getBarriers(), op.getSlot(), constant);
  inlinePtx(cx.b, PtxStatement::MbarrierExpect,
            "mbarrier.arrive.expect_tx.shared::cta.b64 _, " +
                placeText(0, constant) + ", " + std::to_string(op.getBytes()) +
                ";",
            "r", base);
}

/// Lane r of a warp arrives at the barrier of CTA r. As those of CUTLASS the
/// arrival has no scope: with the one of a cluster, memory is fenced for the
/// GPU each time, and products take twice the time.
static void arriveInCluster(LoweringContext &cx, tqg::MbarrierArriveOp op,
                            Value base, int64_t constant, int32_t ctas) {
  Value arrives = arith::CmpIOp::create(cx.b, arith::CmpIPredicate::ult,
                                        cx.laneId(), cx.i32(ctas));
  if (Value where = op.getWhere())
    arrives = arith::AndIOp::create(cx.b, arrives, cx.regs(where).front());
  inlinePtx(cx.b, PtxStatement::MbarrierArrive,
            "{ .reg .b32 far; @$1 mapa.shared::cluster.u32 far, $0, $2; "
            "@$1 mbarrier.arrive.shared::cluster.b64 _, [far+" +
                std::to_string(constant) + "]; }",
            "r,b,r", {base, arrives, cx.laneId()});
}

void tqc::lowerMbarrierArrive(LoweringContext &cx, tqg::MbarrierArriveOp op) {
  int64_t constant = 0;
  Value base = mbarrierBase(cx, op.getBarriers(), op.getSlot(), constant);
  // The first lane arrives. What is not negative has the sign 0, and ptxas does
  // not know it: the instruction waits for that value.
  Value first = cx.i32(0);
  if (Value after = op.getAfter()) {
    Value number = cx.regs(after).front();
    if (std::optional<uint32_t> count = op.getLinks())
      if (const Registers &links = cx.links[after]; *count < links.size())
        number = links[*count];
    first = arith::ShRUIOp::create(
        cx.b, arith::BitcastOp::create(cx.b, cx.b.getI32Type(), number),
        cx.i32(31));
  }
  if (std::optional<uint32_t> ctas = op.getCtas())
    return arriveInCluster(cx, op, base, constant, int32_t(*ctas));
  Value isFirst =
      arith::CmpIOp::create(cx.b, arith::CmpIPredicate::eq, cx.laneId(), first);
  if (Value where = op.getWhere())
    isFirst = arith::AndIOp::create(cx.b, isFirst, cx.regs(where).front());
  inlinePtx(cx.b, PtxStatement::MbarrierArrive,
            "@$1 mbarrier.arrive.shared::cta.b64 _, " + placeText(0, constant) +
                ";",
            "r,b", {base, isFirst});
}

void tqc::lowerRingSkip(LoweringContext &cx, tqg::RingSkipOp op) {
  Value slots = cx.i32(op.getBarriers().getType().getCount());
  Value count = cx.regs(op.getCount()).front();
  Value rounds = arith::DivUIOp::create(cx.b, count, slots);
  Value rest = arith::RemUIOp::create(cx.b, count, slots);
  Value slot = arith::AddIOp::create(cx.b, cx.regs(op.getSlot()).front(), rest);
  Value less = arith::SubIOp::create(cx.b, slot, slots);
  Value wraps =
      arith::CmpIOp::create(cx.b, arith::CmpIPredicate::uge, slot, slots);
  Value turns = arith::AddIOp::create(
      cx.b, rounds, arith::ExtUIOp::create(cx.b, cx.b.getI32Type(), wraps));
  Value isOdd = arith::AndIOp::create(cx.b, turns, cx.i32(1));
  cx.set(op.getNext(), {arith::SelectOp::create(cx.b, wraps, less, slot)});
  cx.set(op.getTurned(),
         {arith::XOrIOp::create(cx.b, cx.regs(op.getParity()).front(), isOdd)});
}

void tqc::lowerMbarrierWait(LoweringContext &cx, tqg::MbarrierWaitOp op) {
  int64_t constant = 0;
  Value base = mbarrierBase(cx, op.getBarriers(), op.getSlot(), constant);
  inlinePtx(cx.b, PtxStatement::MbarrierWait,
            "{ .reg .pred p; TQ_WAIT: mbarrier.try_wait.parity.shared::cta.b64 "
            "p, " +
                placeText(0, constant) + ", $1; @!p bra.uni TQ_WAIT; }",
            "r,r", {base, cx.regs(op.getParity()).front()});
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

void tqc::lowerTensorMap(LoweringContext &cx, tqg::TensorMapOp op) {
  // Maps are the parameters behind the kernel's own, in the order of the
  // kernel.
  unsigned index = cx.kernel.getNumArguments() + cx.tensorMaps++;
  Value map = cx.target.getArgument(index);
  cx.set(op.getResult(), {map});
  // The first copy would wait for the map as well as for what it copies.
  Value isFirst = arith::CmpIOp::create(cx.b, arith::CmpIPredicate::eq,
                                        cx.threadId(), cx.i32(0));
  inlinePtx(cx.b, PtxStatement::PrefetchMap, "@$1 prefetch.tensormap [$0];",
            "l,b", {map, isFirst});
}

void tqc::lowerLaunchExtent(LoweringContext &cx, tqg::LaunchExtentOp op) {
  // The last three parameters of a kernel that is not launched as asked for.
  unsigned index = cx.target.getNumArguments() - 3 + op.getAxis();
  cx.set(op.getResult(), {cx.target.getArgument(index)});
}

void tqc::lowerDrawProgram(LoweringContext &cx, tqg::DrawProgramOp op) {
  // The parameter in front of the grid.
  Value counter = cx.target.getArgument(cx.target.getNumArguments() - 4);
  // The counter wraps at the last one. That, and how many CTAs there are, is
  // found here: the producer has few registers.
  Value programs = cx.regs(op.getPrograms()).front();
  cx.set(op.getResult(),
         {inlinePtx(cx.b, PtxStatement::DrawProgram,
                    "{ .reg .u32 n; .reg .u32 ctas; sub.u32 n, $2, 1; "
                    "atom.global.inc.u32 n, [$1], n; mov.u32 ctas, %nctaid.x; "
                    "add.u32 $0, n, ctas; }",
                    "=r,l,r", {counter, programs}, cx.b.getI32Type())});
}

/// The address of all shared memory, in a register, and where a mailbox lies in
/// it. Stores to `[tq_shared+196704]` itself make ptxas take every value of the
/// kernel for one that differs between lanes: 227 instead of 30 moves into
/// uniform registers in flash attention, and 10 % of its time.
static Value mailBase(LoweringContext &cx, Value box, int64_t &constant) {
  auto pointer =
      LLVM::LLVMPointerType::get(cx.b.getContext(), /*addressSpace=*/3);
  constant = box.getDefiningOp()
                 ->getAttrOfType<IntegerAttr>(tqg::kScratchOffsetAttr)
                 .getInt();
  return LLVM::PtrToIntOp::create(
      cx.b, cx.b.getI32Type(),
      LLVM::AddressOfOp::create(cx.b, pointer, "tq_shared"));
}

void tqc::lowerMailPut(LoweringContext &cx, tqg::MailPutOp op) {
  int64_t constant = 0;
  Value base = mailBase(cx, op.getBox(), constant);
  inlinePtx(cx.b, PtxStatement::MailPut,
            "st.shared.b32 " + placeText(0, constant) + ", $1;", "r,r",
            {base, cx.regs(op.getNumber()).front()});
}

void tqc::lowerMailTake(LoweringContext &cx, tqg::MailTakeOp op) {
  int64_t constant = 0;
  Value base = mailBase(cx, op.getBox(), constant);
  // Who arrives at the barrier behind it reads, and no other lane: the next
  // number is put there when that one has.
  Value isFirst = arith::CmpIOp::create(cx.b, arith::CmpIPredicate::eq,
                                        cx.laneId(), cx.i32(0));
  Value own = inlinePtx(cx.b, PtxStatement::MailTake,
                        "mov.b32 $0, 0; @$2 ld.shared.b32 $0, " +
                            placeText(1, constant) + ";",
                        "=&r,r,b", {base, isFirst}, cx.b.getI32Type());
  cx.set(op.getResult(), {shuffle(cx, own, cx.i32(0), "idx")});
}

/// Where this CTA's part of a slot is, and where the part starts in the tensor.
/// Parts are runs of rows of a panel, or whole panels. Gives the CTA's number.
static Value moveToOwnPart(LoweringContext &cx, tqg::SlotParts parts,
                           int64_t rows, int64_t perPanel, int64_t rowBytes,
                           int64_t panelBytes, Value &slot,
                           SmallVectorImpl<Value> &starts) {
  auto times = [&](Value number, int64_t factor) -> Value {
    return arith::MulIOp::create(cx.b, number, cx.i32(int32_t(factor)));
  };
  auto add = [&](Value &number, Value more) {
    number = arith::AddIOp::create(cx.b, number, more);
  };
  Value rank = NVVM::BlockInClusterIdXOp::create(cx.b, cx.b.getI32Type());
  Value ofPanel = cx.i32(int32_t(parts.ofPanel));
  Value panel =
      times(arith::DivUIOp::create(cx.b, rank, ofPanel), parts.panels);
  Value part = arith::RemUIOp::create(cx.b, rank, ofPanel);
  add(slot, times(panel, panelBytes));
  add(slot, times(part, rows * rowBytes));
  add(starts[0], times(panel, perPanel));
  add(starts[1], times(part, rows));
  return rank;
}

LogicalResult tqc::lowerCopyTensor(LoweringContext &cx, tqg::CopyTensorOp op) {
  RankedTensorType tile = op.getRing().getType().getTile();
  unsigned bits = tile.getElementTypeBitWidth();
  std::optional<PanelLayout> panels =
      panelLayout(op.getRing().getType().getMemory(), bits);
  if (!panels || int32_t(panels->fastest) != op.getAxes().front())
    return op.emitOpError("copies into a slot that is not made of panels along "
                          "the tensor's rows");
  int64_t ringConstant = 0, fullConstant = 0;
  Value slot = slotBase(cx, op.getRing(), op.getSlot(), ringConstant);
  Value full = mbarrierBase(cx, op.getFull(), op.getSlot(), fullConstant);
  Value map = cx.regs(op.getMap()).front();
  SmallVector<Value> starts;
  for (Value start : op.getStarts())
    starts.push_back(cx.regs(start).front());
  int64_t perPanel = panels->spanBytes * 8 / bits;
  int64_t count =
      op.getPanels().value_or(tile.getDimSize(panels->fastest) / perPanel);
  int64_t panelBytes = panels->rows * int64_t(panels->spanBytes);
  std::string shared, guard;
  SmallVector<Value> operands = {slot, map, full};
  std::string constraints = "r,l,r";
  if (std::optional<uint32_t> ctas = op.getCtas()) {
    auto made = op.getMap().getDefiningOp<tqg::TensorMapOp>();
    int64_t rows = made.getBox().back();
    tqg::SlotParts parts = tqg::slotParts(*ctas, count, rows);
    count = parts.panels;
    Value rank =
        moveToOwnPart(cx, parts, rows / parts.ofPanel, perPanel,
                      panels->spanBytes, panelBytes, operands.front(), starts);
    shared = ".multicast::cluster";
    operands.push_back(arith::ConstantOp::create(
        cx.b, cx.b.getI16IntegerAttr(int16_t((1 << *ctas) - 1))));
    constraints += ",h";
    if (parts.copying < int64_t(*ctas)) {
      guard = "@$4 ";
      constraints += ",b";
      operands.push_back(arith::CmpIOp::create(cx.b, arith::CmpIPredicate::ult,
                                               rank,
                                               cx.i32(int32_t(parts.copying))));
    }
  }
  size_t common = operands.size();
  for (size_t i = 0; i < starts.size(); ++i)
    constraints += ",r";
  for (int64_t panel = 0; panel < count; ++panel) {
    std::string coordinates;
    operands.truncate(common);
    for (auto [i, start] : llvm::enumerate(starts)) {
      Value at = start;
      if (i == 0 && panel != 0)
        at = arith::AddIOp::create(cx.b, start, cx.i32(panel * perPanel));
      operands.push_back(at);
      coordinates += (i ? ", $" : "$") + std::to_string(common + i);
    }
    inlinePtx(cx.b, PtxStatement::CopyTensor,
              guard + "cp.async.bulk.tensor." + std::to_string(starts.size()) +
                  "d.shared::cluster.global.mbarrier::complete_tx::bytes" +
                  shared + " " +
                  placeText(0, ringConstant + panel * panelBytes) + ", [$1, {" +
                  coordinates + "}], " + placeText(2, fullConstant) +
                  (shared.empty() ? ";" : ", $3;"),
              constraints, operands);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

/// The number of the warp, as ptxas sees that it is the same in all lanes.
static Value uniformWarpId(LoweringContext &cx) {
  Value all = cx.i32(-1), zero = cx.i32(0), clamp = cx.i32(31);
  return NVVM::ShflOp::create(cx.b, cx.b.getI32Type(), all, cx.warpId(), zero,
                              clamp, NVVM::ShflKind::idx, UnitAttr());
}

static Value isWarp(LoweringContext &cx, arith::CmpIPredicate predicate,
                    Value warp, uint32_t number) {
  return arith::CmpIOp::create(cx.b, predicate, warp,
                               cx.i32(static_cast<int32_t>(number)));
}

static Value isInRole(LoweringContext &cx, tqg::RoleOp op, Value warp) {
  Value isBelow = isWarp(cx, arith::CmpIPredicate::ult, warp, op.getEnd());
  if (op.getFirst() == 0)
    return isBelow;
  return arith::AndIOp::create(
      cx.b, isBelow,
      isWarp(cx, arith::CmpIPredicate::uge, warp, op.getFirst()));
}

LogicalResult tqc::lowerRole(LoweringContext &cx, tqg::RoleOp op) {
  LogicalResult lowered = success();
  auto lowerBody = [&] {
    llvm::SaveAndRestore inTeam(cx.isInTeam, op.getTeams() > 1);
    lowered = lowerBlock(cx, op.getBody().front());
  };
  Value warp = uniformWarpId(cx);
  guarded(cx, isInRole(cx, op, warp), [&] {
    if (std::optional<uint32_t> count = op.getRegisters())
      NVVM::SetMaxRegisterOp::create(
          cx.b, *count,
          op.getSingle() ? NVVM::SetMaxRegisterAction::decrease
                         : NVVM::SetMaxRegisterAction::increase);
    if (!op.getSingle())
      return lowerBody();
    // Of a lane that is elected ptxas knows that it is alone; each copy of a
    // lane that is told by its number stands in a loop over lanes, and two of
    // them take 40 ns more.
    guarded(cx, isWarp(cx, arith::CmpIPredicate::eq, warp, op.getFirst()), [&] {
      Value elected =
          NVVM::ElectSyncOp::create(cx.b, cx.b.getI1Type(), cx.i32(-1));
      guarded(cx, elected, lowerBody);
    });
  });
  return lowered;
}
