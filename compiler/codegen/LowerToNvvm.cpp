//===- LowerToNvvm.cpp - The walk over a kernel ---------------------------===//

#include "compiler/analysis/ThreadRegisters.h"
#include "compiler/codegen/BlockValues.h"
#include "compiler/codegen/Codegen.h"
#include "compiler/codegen/ConvertScalars.h"
#include "compiler/codegen/InlinePtx.h"
#include "compiler/codegen/LowerShared.h"
#include "compiler/codegen/OpLowerings.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tqc;

void tqc::registerCodegenDialects(DialectRegistry &registry) {
  registry.insert<LLVM::LLVMDialect, NVVM::NVVMDialect, arith::ArithDialect,
                  math::MathDialect, scf::SCFDialect>();
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

static LogicalResult lowerFor(LoweringContext &cx, scf::ForOp op) {
  auto bound = [&](Value value) { return cx.regs(value).front(); };
  auto loop = scf::ForOp::create(cx.b, bound(op.getLowerBound()),
                                 bound(op.getUpperBound()), bound(op.getStep()),
                                 flatten(cx, op.getInits()), nullptr,
                                 op.getUnsignedCmp());
  if (Attribute annotation = op->getAttr(kLoopAnnotationAttr))
    loop->setAttr(kLoopAnnotationAttr, annotation);
  cx.set(op.getInductionVar(), {loop.getInductionVar()});
  {
    OpBuilder::InsertionGuard guard(cx.b);
    Block *body = loop.getBody();
    if (!body->empty())
      body->back().erase(); // the yield that create() adds to empty loops
    cx.b.setInsertionPointToEnd(body);
    bindFlat(cx, op.getRegionIterArgs(), loop.getRegionIterArgs());
    if (failed(lowerBlock(cx, *op.getBody())))
      return failure();
  }
  bindFlat(cx, op.getResults(), loop.getResults());
  return success();
}

static LogicalResult lowerWhile(LoweringContext &cx, scf::WhileOp op) {
  auto loop = scf::WhileOp::create(cx.b, flatTypes(cx, op.getResultTypes()),
                                   flatten(cx, op.getInits()));
  auto lowerRegion = [&](Region &from, Region &to) {
    OpBuilder::InsertionGuard guard(cx.b);
    SmallVector<Type> types = flatTypes(cx, from.getArgumentTypes());
    SmallVector<Location> places(types.size(), cx.b.getLoc());
    Block *block = cx.b.createBlock(&to, to.end(), types, places);
    bindFlat(cx, from.getArguments(), block->getArguments());
    return lowerBlock(cx, from.front());
  };
  if (failed(lowerRegion(op.getBefore(), loop.getBefore())) ||
      failed(lowerRegion(op.getAfter(), loop.getAfter())))
    return failure();
  bindFlat(cx, op.getResults(), loop.getResults());
  return success();
}

static LogicalResult lowerIf(LoweringContext &cx, scf::IfOp op) {
  bool hasElse = !op.getElseRegion().empty();
  auto branch = scf::IfOp::create(cx.b, flatTypes(cx, op.getResultTypes()),
                                  cx.regs(op.getCondition()).front(),
                                  /*addThenBlock=*/true,
                                  /*addElseBlock=*/hasElse);
  auto lowerRegion = [&](Region &from, Region &to) {
    OpBuilder::InsertionGuard guard(cx.b);
    cx.b.setInsertionPointToEnd(&to.front());
    return lowerBlock(cx, from.front());
  };
  if (failed(lowerRegion(op.getThenRegion(), branch.getThenRegion())) ||
      (hasElse &&
       failed(lowerRegion(op.getElseRegion(), branch.getElseRegion()))))
    return failure();
  bindFlat(cx, op.getResults(), branch.getResults());
  return success();
}

static LogicalResult lowerYield(LoweringContext &cx, Operation &op) {
  if (auto condition = dyn_cast<scf::ConditionOp>(op))
    scf::ConditionOp::create(cx.b, cx.regs(condition.getCondition()).front(),
                             flatten(cx, condition.getArgs()));
  else
    scf::YieldOp::create(cx.b, flatten(cx, op.getOperands()));
  return success();
}

static void lowerProgram(LoweringContext &cx, Operation &op) {
  Type type = cx.b.getI32Type();
  Value value;
  if (auto id = dyn_cast<tq::ProgramIdOp>(op))
    value = id.getAxis() == 0   ? NVVM::BlockIdXOp::create(cx.b, type)
            : id.getAxis() == 1 ? NVVM::BlockIdYOp::create(cx.b, type).getRes()
                                : NVVM::BlockIdZOp::create(cx.b, type).getRes();
  else {
    int32_t axis = cast<tq::NumProgramsOp>(op).getAxis();
    value = axis == 0   ? NVVM::GridDimXOp::create(cx.b, type)
            : axis == 1 ? NVVM::GridDimYOp::create(cx.b, type).getRes()
                        : NVVM::GridDimZOp::create(cx.b, type).getRes();
  }
  cx.set(op.getResult(0), {value});
}

/// The CTAs of the launch; the product may wrap.
static Value countCtas(LoweringContext &cx) {
  Type type = cx.b.getI32Type();
  return arith::MulIOp::create(
      cx.b,
      arith::MulIOp::create(cx.b, NVVM::GridDimXOp::create(cx.b, type),
                            NVVM::GridDimYOp::create(cx.b, type)),
      NVVM::GridDimZOp::create(cx.b, type));
}

/// A launch with more CTAs waits for none; one that wraps may come here, too:
/// without the host's mark the wait is over at once.
static void lowerLaunchWait(LoweringContext &cx) {
  Value isMarked =
      arith::CmpIOp::create(cx.b, arith::CmpIPredicate::ule, countCtas(cx),
                            cx.i32(kMostOverlappingCtas));
  inlinePtx(cx.b, PtxStatement::LaunchWait, "@$0 griddepcontrol.wait;", "b",
            {isMarked});
}

/// Only a launch that fills the GPU, and is no larger than those that wait,
/// lets the next one begin.
static void lowerLaunchNext(LoweringContext &cx) {
  Value ctas = countCtas(cx);
  Value most = inlinePtx(cx.b, PtxStatement::CountMultiprocessors,
                         "mov.u32 $0, %nsmid;", "=r", {}, cx.b.getI32Type());
  Value least = arith::SubIOp::create(
      cx.b, most, arith::ShRUIOp::create(cx.b, most, cx.i32(4)));
  Value isFull =
      arith::CmpIOp::create(cx.b, arith::CmpIPredicate::uge, ctas, least);
  Value isMarked = arith::CmpIOp::create(cx.b, arith::CmpIPredicate::ule, ctas,
                                         cx.i32(kMostOverlappingCtas));
  inlinePtx(cx.b, PtxStatement::LaunchNext,
            "@$0 griddepcontrol.launch_dependents;", "b",
            {arith::AndIOp::create(cx.b, isFull, isMarked)});
}

LogicalResult tqc::lowerOp(LoweringContext &cx, Operation &op) {
  cx.b.setLoc(op.getLoc());
  return llvm::TypeSwitch<Operation *, LogicalResult>(&op)
      .Case<scf::ForOp>([&](auto loop) { return lowerFor(cx, loop); })
      .Case<scf::WhileOp>([&](auto loop) { return lowerWhile(cx, loop); })
      .Case<scf::IfOp>([&](auto branch) { return lowerIf(cx, branch); })
      .Case<scf::YieldOp, scf::ConditionOp>(
          [&](auto yield) { return lowerYield(cx, *yield); })
      .Case<func::ReturnOp>([&](auto) {
        LLVM::ReturnOp::create(cx.b, ValueRange());
        return success();
      })
      .Case<tq::ProgramIdOp, tq::NumProgramsOp>([&](auto) {
        lowerProgram(cx, op);
        return success();
      })
      .Case<arith::ConstantOp>([&](auto) { return lowerConstant(cx, op); })
      .Case<tq::RangeOp>([&](auto range) { return lowerRange(cx, range); })
      .Case<tq::SplatOp>([&](tq::SplatOp splat) {
        cx.set(splat.getResult(), Registers(registerCount(splat.getType()),
                                            cx.regs(splat.getSrc()).front()));
        return success();
      })
      .Case<tq::BroadcastOp, tq::ExpandDimsOp, tq::TransOp, tq::ReshapeOp>(
          [&](auto) { return lowerRenaming(cx, op); })
      .Case<tq::JoinOp>([&](auto join) { return lowerJoin(cx, join); })
      .Case<tq::SplitOp>([&](auto split) { return lowerSplit(cx, split); })
      .Case<tqg::ClusterBarrierOp>([&](auto) {
        lowerClusterBarrier(cx);
        return success();
      })
      .Case<tqg::ClusterRankOp>([&](auto rank) {
        cx.set(rank.getResult(),
               {NVVM::BlockInClusterIdXOp::create(cx.b, cx.b.getI32Type())});
        return success();
      })
      .Case<tqg::ClusterArriveOp>([&](auto) {
        lowerClusterArrive(cx);
        return success();
      })
      .Case<tqg::ClusterWaitOp>([&](auto) {
        lowerClusterWait(cx);
        return success();
      })
      .Case<tqg::InboxOp>([&](auto inbox) {
        lowerInbox(cx, inbox);
        return success();
      })
      .Case<tqg::ClusterExchangeOp>([&](auto exchange) {
        lowerClusterExchange(cx, exchange);
        return success();
      })
      .Case<tqg::ClusterAddOp>([&](auto add) {
        lowerClusterAdd(cx, add);
        return success();
      })
      .Case<tqg::BarrierOp>([&](auto barrier) {
        lowerBarrier(cx, barrier);
        return success();
      })
      .Case<tqg::StagingOp>([&](auto) { return success(); }) // as of rings
      .Case<tqg::SharedStoreOp>([&](auto store) {
        lowerSharedStore(cx, store);
        return success();
      })
      .Case<tqg::SharedLoadOp>([&](auto load) {
        lowerSharedLoad(cx, load);
        return success();
      })
      .Case<tqg::SharedGatherOp>([&](auto gather) {
        lowerSharedGather(cx, gather);
        return success();
      })
      .Case<tqg::SharedCountOp>([&](auto count) {
        lowerSharedCount(cx, count);
        return success();
      })
      .Case<tqg::FunnelShiftOp>(
          [&](auto shift) { return lowerFunnelShift(cx, shift); })
      .Case<tqg::ResidentRowOp>([&](auto row) {
        lowerResidentRow(cx, row);
        return success();
      })
      .Case<tqg::RowBufferOp>([&](auto buffer) {
        lowerRowBuffer(cx, buffer);
        return success();
      })
      .Case<tqg::StoreRowsOp>([&](auto rows) {
        lowerStoreRows(cx, rows);
        return success();
      })
      .Case<tqg::RowPitchOp>([&](auto pitch) {
        lowerRowPitch(cx, pitch);
        return success();
      })
      .Case<tq::LoadOp>([&](auto load) { return lowerLoad(cx, load); })
      .Case<tq::StoreOp>([&](auto store) { return lowerStore(cx, store); })
      .Case<tq::AtomicRmwOp>([&](auto rmw) { return lowerAtomicRmw(cx, rmw); })
      .Case<tq::AtomicCasOp>([&](auto cas) { return lowerAtomicCas(cx, cas); })
      .Case<tqg::ConvertLayoutOp>(
          [&](auto convert) { return lowerConvertLayout(cx, convert); })
      .Case<tqg::RingOp>([&](auto) { return success(); }) // its users know it
      .Case<tqg::CopyAsyncOp>(
          [&](auto copy) { return lowerCopyAsync(cx, copy); })
      .Case<tqg::CopyCommitOp>([&](auto) {
        NVVM::CpAsyncCommitGroupOp::create(cx.b);
        return success();
      })
      .Case<tqg::CopyWaitOp>([&](tqg::CopyWaitOp wait) {
        NVVM::CpAsyncWaitGroupOp::create(cx.b, wait.getPending());
        return success();
      })
      .Case<tqg::MbarriersOp>([&](auto barriers) {
        lowerMbarriers(cx, barriers);
        return success();
      })
      .Case<tqg::MbarrierExpectOp>([&](auto expect) {
        lowerMbarrierExpect(cx, expect);
        return success();
      })
      .Case<tqg::MbarrierArriveOp>([&](auto arrive) {
        lowerMbarrierArrive(cx, arrive);
        return success();
      })
      .Case<tqg::RingSkipOp>([&](auto skip) {
        lowerRingSkip(cx, skip);
        return success();
      })
      .Case<tqg::MbarrierWaitOp>([&](auto wait) {
        lowerMbarrierWait(cx, wait);
        return success();
      })
      .Case<tqg::TensorMapOp>([&](auto map) {
        lowerTensorMap(cx, map);
        return success();
      })
      .Case<tqg::LaunchNextOp>([&](auto) {
        lowerLaunchNext(cx);
        return success();
      })
      .Case<tqg::LaunchWaitOp>([&](auto) {
        lowerLaunchWait(cx);
        return success();
      })
      .Case<tqg::TeamOp>([&](auto) {
        cx.set(op.getResult(0), {cx.teamId()});
        return success();
      })
      .Case<tqg::LaunchExtentOp>([&](auto extent) {
        lowerLaunchExtent(cx, extent);
        return success();
      })
      .Case<tqg::MailboxOp>([&](auto) { return success(); }) // as of mail
      .Case<tqg::MailPutOp>([&](auto put) {
        lowerMailPut(cx, put);
        return success();
      })
      .Case<tqg::MailTakeOp>([&](auto take) {
        lowerMailTake(cx, take);
        return success();
      })
      .Case<tqg::DrawProgramOp>([&](auto draw) {
        lowerDrawProgram(cx, draw);
        return success();
      })
      .Case<tqg::CopyTensorOp>(
          [&](auto copy) { return lowerCopyTensor(cx, copy); })
      .Case<tqg::StoreWaitOp>([&](auto wait) {
        lowerStoreWait(cx, wait);
        return success();
      })
      .Case<tqg::RingWriteOp>(
          [&](auto write) { return lowerRingWrite(cx, write); })
      .Case<tqg::StoreTensorOp>(
          [&](auto store) { return lowerStoreTensor(cx, store); })
      .Case<tqg::RoleOp>([&](auto role) { return lowerRole(cx, role); })
      .Case<tqg::RingReadOp>([&](auto read) { return lowerRingRead(cx, read); })
      .Case<tq::ReduceOp>([&](auto reduce) { return lowerReduce(cx, reduce); })
      .Case<tqg::WarpReduceOp>(
          [&](auto reduce) { return lowerWarpReduce(cx, reduce); })
      .Case<tq::ScanOp, tqg::WarpScanOp>([&](auto scan) {
        return lowerScan(cx, op, scan.getAxis(), scan.getReverse());
      })
      .Case<tqg::TotalStoreOp>([&](auto store) {
        lowerTotalStore(cx, store);
        return success();
      })
      .Case<tqg::ScanCarryOp>(
          [&](auto carry) { return lowerScanCarry(cx, carry); })
      .Case<tq::MapOp>([&](auto map) { return lowerMap(cx, map); })
      .Case<tqg::MmaOp>([&](auto mma) { return lowerMma(cx, mma); })
      .Case<tqg::RingViewOp>([&](auto) { return success(); }) // as of rings
      .Case<tqg::WgmmaOp>([&](auto product) { return lowerWgmma(cx, product); })
      .Case<tqg::WgmmaWaitOp>(
          [&](auto wait) { return lowerWgmmaWait(cx, wait); })
      .Case<tqg::AsyncFenceOp>([&](auto) {
        fenceAsyncProxy(cx.b);
        return success();
      })
      .Case<tq::DotOp>([&](auto dot) { return lowerDot(cx, dot); })
      .Case<tq::PrintOp>([&](auto print) { return lowerPrint(cx, print); })
      .Case<tq::AssertOp>([&](auto check) { return lowerAssert(cx, check); })
      .Case<tq::InlineAsmOp>(
          [&](auto text) { return lowerInlineAsm(cx, text); })
      .Case<tq::AssumeOp>(
          [&](auto promise) { return lowerAssume(cx, promise); })
      .Case<tq::SideEffectOp>([](auto) { return success(); })
      .Case<tq::HintOp>([&](tq::HintOp hint) {
        cx.set(hint.getResult(), cx.regs(hint.getSrc()));
        return success();
      })
      .Case<arith::TruncFOp>([&](auto rounding) {
        return rounding->hasAttr(tqg::kInPlaceAttr)
                   ? lowerRounding(cx, rounding)
                   : lowerElementwise(cx, op);
      })
      .Case<arith::MulFOp>([&](auto product) {
        return product->hasAttr(tqg::kMostlyOneAttr) ? lowerScaling(cx, product)
                                                     : lowerElementwise(cx, op);
      })
      .Default([&](Operation *) { return lowerElementwise(cx, op); });
}

LogicalResult tqc::lowerBlock(LoweringContext &cx, Block &block) {
  for (Operation &op : block)
    if (failed(lowerOp(cx, op)))
      return failure();
  return success();
}

/// Fills the body of `cx.target`.
static LogicalResult lowerKernel(LoweringContext &cx) {
  Block *entry = cx.target.addEntryBlock(cx.b);
  cx.b.setInsertionPointToStart(entry);
  for (auto [from, to] :
       llvm::zip(cx.kernel.getArguments(), entry->getArguments())) {
    to.setLoc(from.getLoc());
    cx.set(from, {to});
  }
  return lowerBlock(cx, cx.kernel.getBody().front());
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

/// As few registers as a number of CTAs has, or the author's `maxnreg`.
static void limitRegisters(func::FuncOp kernel, LLVM::LLVMFuncOp target) {
  if (auto ctas = kernel->getAttrOfType<IntegerAttr>(tqg::kLeastCtasAttr))
    target->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(), ctas);
  auto limit = kernel->getAttrOfType<IntegerAttr>(tq::kMaxRegistersAttr);
  if (!limit)
    return;
  std::string why = whyNotLimited(kernel);
  if (why.empty())
    target->setAttr(NVVM::NVVMDialect::getMaxnregAttrName(), limit);
  else
    remark::missed(kernel.getLoc(),
                   remark::RemarkOpts::name("dropped").category("hint"))
        << remark::reason("`maxnreg` is {0}, but {1}", limit.getInt(), why);
}

/// The `llvm.func` that takes a kernel's place, still without a body.
static LLVM::LLVMFuncOp makeTarget(func::FuncOp kernel) {
  OpBuilder builder(kernel);
  MLIRContext *context = kernel.getContext();
  auto maps = llvm::to_vector(kernel.getBody().getOps<tqg::TensorMapOp>());
  SmallVector<Type> types;
  for (Type type : kernel.getArgumentTypes()) {
    if (isa<tq::PtrType>(type))
      type = LLVM::LLVMPointerType::get(context, 1);
    else if (isa<FloatType>(type) && type.getIntOrFloatBitWidth() == 8)
      type = builder.getI8Type(); // fp8 is a byte, as in a register
    types.push_back(type);
  }
  types.append(maps.size(), LLVM::LLVMPointerType::get(context));
  unsigned endOfMaps = types.size();
  auto plan = kernel->getAttrOfType<tqg::PlanAttr>(tqg::kPlanAttr);
  if (plan.getDrawn())
    types.push_back(LLVM::LLVMPointerType::get(context, 1)); // the counter
  if (plan.getPersistent() || plan.getBatch() > 1)
    types.append(3, builder.getI32Type()); // the grid that was asked for
  auto type =
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context), types);
  auto target = LLVM::LLVMFuncOp::create(builder, kernel.getLoc(),
                                         kernel.getName(), type);
  target->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(),
                  builder.getUnitAttr());
  target->setAttr("nvvm.reqntid",
                  builder.getDenseI32ArrayAttr({blockWarps(kernel) * 32}));
  limitRegisters(kernel, target);
  if (plan.getCluster() > 1)
    target->setAttr(NVVM::NVVMDialect::getClusterDimAttrName(),
                    builder.getDenseI32ArrayAttr({plan.getCluster(), 1, 1}));
  auto bytes = LLVM::LLVMArrayType::get(builder.getI8Type(), 128);
  for (unsigned i = kernel.getNumArguments(); i < endOfMaps; ++i) {
    target.setArgAttr(i, LLVM::LLVMDialect::getByValAttrName(),
                      TypeAttr::get(bytes));
    target.setArgAttr(i, LLVM::LLVMDialect::getAlignAttrName(),
                      builder.getI64IntegerAttr(64));
    target.setArgAttr(i, NVVM::NVVMDialect::getGridConstantAttrName(),
                      builder.getUnitAttr());
  }
  for (StringRef name :
       {StringRef(tqg::kPlanAttr), StringRef(tqg::kSharedBytesAttr)})
    if (Attribute attr = kernel->getAttr(name))
      target->setAttr(name, attr);
  return target;
}

/// The one array that all scratch of a kernel lies in; its size is given at the
/// launch. Swizzled panels start where their pattern does, at 1024 bytes.
static void declareShared(ModuleOp module) {
  bool hasPanels = module
                       .walk([](Operation *op) {
                         return isa<tqg::WgmmaOp, tqg::CopyTensorOp>(op)
                                    ? WalkResult::interrupt()
                                    : WalkResult::advance();
                       })
                       .wasInterrupted();
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), 0);
  LLVM::GlobalOp::create(builder, module.getLoc(), type, /*isConstant=*/false,
                         LLVM::Linkage::External, "tq_shared", Attribute(),
                         /*alignment=*/hasPanels ? 1024 : 128,
                         /*addrSpace=*/3);
}

/// Values that are the same become one, dead ones go: what LLVM need not see.
static LogicalResult tidy(ModuleOp module) {
  PassManager pm(module.getContext(), module.getOperationName());
  pm.enableVerifier(false);
  pm.addPass(createCSEPass());
  return pm.run(module);
}

/// Refuses what only hand-written IR has: tiles that no phase gave a layout,
/// and tiles from outside of the kernel.
static LogicalResult checkLayouts(func::FuncOp kernel) {
  if (llvm::any_of(kernel.getArgumentTypes(),
                   [](Type type) { return isa<RankedTensorType>(type); }))
    return kernel.emitOpError("takes a tile, but a kernel takes scalars and "
                              "pointers");
  return tqg::requireLayouts(kernel);
}

LogicalResult tqc::lowerToNvvm(ModuleOp module, int computeCapability) {
  module.getContext()->loadDialect<LLVM::LLVMDialect, NVVM::NVVMDialect>();
  SmallVector<func::FuncOp> kernels(module.getOps<func::FuncOp>());
  declareShared(module);
  for (func::FuncOp kernel : kernels) {
    auto plan = kernel->getAttrOfType<tqg::PlanAttr>(tqg::kPlanAttr);
    if (!plan)
      return kernel.emitError("the kernel has no `tqg.plan`: it has not been "
                              "through the layout phase");
    if (failed(checkLayouts(kernel)))
      return failure();
    LLVM::LLVMFuncOp target = makeTarget(kernel);
    LoweringContext cx(kernel, target, plan.getWarps(), computeCapability);
    if (failed(lowerKernel(cx)) || failed(convertScalars(target)))
      return failure();
    kernel.erase();
  }
  return tidy(module);
}
