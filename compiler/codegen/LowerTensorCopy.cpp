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

#include "compiler/codegen/KernelLowering.h"
#include "dialect/layout/LayoutDescriptors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace tqc;

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

/// The address of a barrier; its constant part is added to `constant`.
Value KernelLowering::mbarrierBase(Value barriers, Value slot,
                                   int64_t &constant) {
  auto pointer = LLVM::LLVMPointerType::get(b.getContext(), /*addressSpace=*/3);
  Value base = LLVM::PtrToIntOp::create(
      b, b.getI32Type(), LLVM::AddressOfOp::create(b, pointer, "tq_shared"));
  constant += barriers.getDefiningOp()
                  ->getAttrOfType<IntegerAttr>(tqg::kScratchOffsetAttr)
                  .getInt();
  if (!slot)
    return base;
  return arith::AddIOp::create(
      b, base, arith::MulIOp::create(b, regs(slot).front(), i32(8)));
}

/// "[$0+64]" for operand 0.
static std::string placeText(unsigned operand, int64_t constant) {
  return "[$" + std::to_string(operand) + "+" + std::to_string(constant) + "]";
}

void KernelLowering::lowerMbarriers(tqg::MbarriersOp op) {
  int64_t constant = 0;
  Value base = mbarrierBase(op.getResult(), {}, constant);
  Value isFirst =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, threadId(), i32(0));
  guarded(isFirst, [&] {
    std::string text;
    for (int i = 0; i < op.getResult().getType().getCount(); ++i)
      text += "mbarrier.init.shared::cta.b64 " +
              placeText(0, constant + 8 * i) + ", " +
              std::to_string(op.getArrivals()) + "; ";
    inlinePtx(b, PtxStatement::MbarrierInit, text, "r", base);
    fenceAsyncProxy(b); // for the copies
  });
}

void KernelLowering::lowerMbarrierExpect(tqg::MbarrierExpectOp op) {
  int64_t constant = 0;
  Value base = mbarrierBase(op.getBarriers(), op.getSlot(), constant);
  inlinePtx(b, PtxStatement::MbarrierExpect,
            "mbarrier.arrive.expect_tx.shared::cta.b64 _, " +
                placeText(0, constant) + ", " + std::to_string(op.getBytes()) +
                ";",
            "r", base);
}

void KernelLowering::lowerMbarrierArrive(tqg::MbarrierArriveOp op) {
  int64_t constant = 0;
  Value base = mbarrierBase(op.getBarriers(), op.getSlot(), constant);
  Value isFirst =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, laneId(), i32(0));
  inlinePtx(b, PtxStatement::MbarrierArrive,
            "@$1 mbarrier.arrive.shared::cta.b64 _, " + placeText(0, constant) +
                ";",
            "r,b", {base, isFirst});
}

void KernelLowering::lowerMbarrierWait(tqg::MbarrierWaitOp op) {
  int64_t constant = 0;
  Value base = mbarrierBase(op.getBarriers(), op.getSlot(), constant);
  inlinePtx(b, PtxStatement::MbarrierWait,
            "{ .reg .pred p; TQ_WAIT: mbarrier.try_wait.parity.shared::cta.b64 "
            "p, " +
                placeText(0, constant) + ", $1; @!p bra.uni TQ_WAIT; }",
            "r,r", {base, regs(op.getParity()).front()});
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

void KernelLowering::lowerTensorMap(tqg::TensorMapOp op) {
  // Maps are the parameters behind the kernel's own, in the order of the
  // kernel.
  unsigned index = kernel.getNumArguments() + tensorMaps++;
  Value map = target.getArgument(index);
  table[op.getResult()] = {map};
  // The first copy would wait for the map as well as for what it copies.
  Value isFirst =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, threadId(), i32(0));
  inlinePtx(b, PtxStatement::PrefetchMap, "@$1 prefetch.tensormap [$0];", "l,b",
            {map, isFirst});
}

void KernelLowering::lowerLaunchExtent(tqg::LaunchExtentOp op) {
  // The last three parameters of a persistent kernel.
  unsigned index = target.getNumArguments() - 3 + op.getAxis();
  table[op.getResult()] = {target.getArgument(index)};
}

void KernelLowering::lowerDrawProgram(tqg::DrawProgramOp op) {
  // The parameter in front of the grid.
  Value counter = target.getArgument(target.getNumArguments() - 4);
  Value last = arith::SubIOp::create(b, regs(op.getPrograms()).front(), i32(1));
  Value ctas = NVVM::GridDimXOp::create(b, b.getI32Type());
  table[op.getResult()] = {inlinePtx(
      b, PtxStatement::DrawProgram,
      "{ .reg .u32 n; atom.global.inc.u32 n, [$1], $2; add.u32 $0, n, $3; }",
      "=r,l,r,r", {counter, last, ctas}, b.getI32Type())};
}

/// The address of all shared memory, in a register, and where a mailbox lies in
/// it. Stores to `[tq_shared+196704]` itself make ptxas take every value of the
/// kernel for one that differs between lanes: 227 instead of 30 moves into
/// uniform registers in flash attention, and 10 % of its time.
Value KernelLowering::mailBase(Value box, int64_t &constant) {
  auto pointer = LLVM::LLVMPointerType::get(b.getContext(), /*addressSpace=*/3);
  constant = box.getDefiningOp()
                 ->getAttrOfType<IntegerAttr>(tqg::kScratchOffsetAttr)
                 .getInt();
  return LLVM::PtrToIntOp::create(
      b, b.getI32Type(), LLVM::AddressOfOp::create(b, pointer, "tq_shared"));
}

void KernelLowering::lowerMailPut(tqg::MailPutOp op) {
  int64_t constant = 0;
  Value base = mailBase(op.getBox(), constant);
  inlinePtx(b, PtxStatement::MailPut,
            "st.shared.b32 " + placeText(0, constant) + ", $1;", "r,r",
            {base, regs(op.getNumber()).front()});
}

void KernelLowering::lowerMailTake(tqg::MailTakeOp op) {
  int64_t constant = 0;
  Value base = mailBase(op.getBox(), constant);
  Value own = inlinePtx(b, PtxStatement::MailTake,
                        "ld.shared.b32 $0, " + placeText(1, constant) + ";",
                        "=r,r", base, b.getI32Type());
  table[op.getResult()] = {shuffle(own, i32(0), "idx")};
}

LogicalResult KernelLowering::lowerCopyTensor(tqg::CopyTensorOp op) {
  RankedTensorType tile = op.getRing().getType().getTile();
  unsigned bits = tile.getElementTypeBitWidth();
  std::optional<PanelLayout> panels =
      panelLayout(op.getRing().getType().getMemory(), bits);
  if (!panels || int32_t(panels->fastest) != op.getAxes().front())
    return op.emitOpError("copies into a slot that is not made of panels along "
                          "the tensor's rows");
  int64_t ringConstant = 0, fullConstant = 0;
  Value slot = slotBase(op.getRing(), op.getSlot(), ringConstant);
  Value full = mbarrierBase(op.getFull(), op.getSlot(), fullConstant);
  Value map = regs(op.getMap()).front();
  SmallVector<Value> starts;
  for (Value start : op.getStarts())
    starts.push_back(regs(start).front());
  int64_t perPanel = panels->spanBytes * 8 / bits;
  int64_t count = tile.getDimSize(panels->fastest) / perPanel;
  for (int64_t panel = 0; panel < count; ++panel) {
    SmallVector<Value> operands = {slot, map, full};
    std::string coordinates, constraints = "r,l,r";
    for (auto [i, start] : llvm::enumerate(starts)) {
      Value at = start;
      if (i == 0 && panel != 0)
        at = arith::AddIOp::create(b, start, i32(panel * perPanel));
      operands.push_back(at);
      coordinates += (i ? ", $" : "$") + std::to_string(3 + i);
      constraints += ",r";
    }
    int64_t offset =
        ringConstant + panel * panels->rows * int64_t(panels->spanBytes);
    inlinePtx(b, PtxStatement::CopyTensor,
              "cp.async.bulk.tensor." + std::to_string(starts.size()) +
                  "d.shared::cluster.global.mbarrier::complete_tx::bytes " +
                  placeText(0, offset) + ", [$1, {" + coordinates + "}], " +
                  placeText(2, fullConstant) + ";",
              constraints, operands);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

Value KernelLowering::isInRole(tqg::RoleOp op) {
  auto is = [&](arith::CmpIPredicate predicate, Value value, uint32_t number) {
    return arith::CmpIOp::create(b, predicate, value,
                                 i32(static_cast<int32_t>(number)))
        .getResult();
  };
  Value all = i32(-1), zero = i32(0), clamp = i32(31);
  Value number = NVVM::ShflOp::create(b, b.getI32Type(), all, warpId(), zero,
                                      clamp, NVVM::ShflKind::idx, UnitAttr());
  Value isBelow = is(arith::CmpIPredicate::ult, number, op.getEnd());
  if (op.getFirst() == 0)
    return isBelow;
  return arith::AndIOp::create(
      b, isBelow, is(arith::CmpIPredicate::uge, number, op.getFirst()));
}

LogicalResult KernelLowering::lowerRole(tqg::RoleOp op) {
  LogicalResult lowered = success();
  auto lowerBody = [&] { lowered = lower(op.getBody().front()); };
  guarded(isInRole(op), [&] {
    if (std::optional<uint32_t> count = op.getRegisters())
      NVVM::SetMaxRegisterOp::create(
          b, *count,
          op.getSingle() ? NVVM::SetMaxRegisterAction::decrease
                         : NVVM::SetMaxRegisterAction::increase);
    if (!op.getSingle())
      return lowerBody();
    Value isFirst =
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, threadId(),
                              i32(static_cast<int32_t>(op.getFirst()) * 32));
    guarded(isFirst, lowerBody);
  });
  return lowered;
}
