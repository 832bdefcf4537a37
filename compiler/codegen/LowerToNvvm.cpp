//===- LowerToNvvm.cpp - The walk over a kernel ---------------------------===//

#include "compiler/codegen/Codegen.h"
#include "compiler/codegen/ConvertScalars.h"
#include "compiler/codegen/KernelLowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
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
// Registers of values
//===----------------------------------------------------------------------===//

KernelLowering::KernelLowering(func::FuncOp kernel, LLVM::LLVMFuncOp target,
                               int numWarps, int computeCapability)
    : kernel(kernel), target(target), numWarps(numWarps),
      computeCapability(computeCapability), axis(kernel),
      b(kernel.getLoc(), kernel.getContext()) {}

Type KernelLowering::registerType(Type type) {
  Type element = getElementTypeOrSelf(type);
  if (isa<tq::PtrType>(element))
    return LLVM::LLVMPointerType::get(b.getContext(), /*addressSpace=*/1);
  if (isa<FloatType>(element) && element.getIntOrFloatBitWidth() == 8)
    return b.getI8Type();
  return element;
}

unsigned KernelLowering::registerCount(Type type) {
  const LinearLayout *layout = tqg::tryLayoutOf(type);
  return layout ? layout->size(Hw::Reg) : 1;
}

Registers &KernelLowering::regs(Value value) {
  auto it = table.find(value);
  assert(it != table.end() && "operands are lowered before their users");
  return it->second;
}

void KernelLowering::set(Value value, Registers list) {
  assert(list.size() == registerCount(value.getType()) &&
         "one value a register of the layout");
  table[value] = std::move(list);
}

Registers KernelLowering::flatten(ValueRange values) {
  Registers flat;
  for (Value value : values)
    llvm::append_range(flat, regs(value));
  return flat;
}

void KernelLowering::bind(ValueRange values, ValueRange flat) {
  for (Value value : values) {
    unsigned count = registerCount(value.getType());
    set(value, Registers(flat.take_front(count)));
    flat = flat.drop_front(count);
  }
}

SmallVector<Type> KernelLowering::flatTypes(TypeRange types) {
  SmallVector<Type> flat;
  for (Type type : types)
    flat.append(registerCount(type), registerType(type));
  return flat;
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

LogicalResult KernelLowering::lowerFor(scf::ForOp op) {
  auto bound = [&](Value value) { return regs(value).front(); };
  auto loop =
      scf::ForOp::create(b, bound(op.getLowerBound()),
                         bound(op.getUpperBound()), bound(op.getStep()),
                         flatten(op.getInits()), nullptr, op.getUnsignedCmp());
  if (Attribute annotation = op->getAttr(kLoopAnnotationAttr))
    loop->setAttr(kLoopAnnotationAttr, annotation);
  set(op.getInductionVar(), {loop.getInductionVar()});
  bind(op.getRegionIterArgs(), loop.getRegionIterArgs());
  {
    OpBuilder::InsertionGuard guard(b);
    Block *body = loop.getBody();
    if (!body->empty())
      body->back().erase(); // the yield that create() adds to empty loops
    b.setInsertionPointToEnd(body);
    if (failed(lower(*op.getBody())))
      return failure();
  }
  bind(op.getResults(), loop.getResults());
  return success();
}

LogicalResult KernelLowering::lowerWhile(scf::WhileOp op) {
  auto loop = scf::WhileOp::create(b, flatTypes(op.getResultTypes()),
                                   flatten(op.getInits()));
  auto lowerRegion = [&](Region &from, Region &to) {
    OpBuilder::InsertionGuard guard(b);
    SmallVector<Type> types = flatTypes(from.getArgumentTypes());
    SmallVector<Location> places(types.size(), b.getLoc());
    Block *block = b.createBlock(&to, to.end(), types, places);
    bind(from.getArguments(), block->getArguments());
    return lower(from.front());
  };
  if (failed(lowerRegion(op.getBefore(), loop.getBefore())) ||
      failed(lowerRegion(op.getAfter(), loop.getAfter())))
    return failure();
  bind(op.getResults(), loop.getResults());
  return success();
}

LogicalResult KernelLowering::lowerIf(scf::IfOp op) {
  bool hasElse = !op.getElseRegion().empty();
  auto branch = scf::IfOp::create(b, flatTypes(op.getResultTypes()),
                                  regs(op.getCondition()).front(),
                                  /*addThenBlock=*/true,
                                  /*addElseBlock=*/hasElse);
  auto lowerRegion = [&](Region &from, Region &to) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(&to.front());
    return lower(from.front());
  };
  if (failed(lowerRegion(op.getThenRegion(), branch.getThenRegion())) ||
      (hasElse &&
       failed(lowerRegion(op.getElseRegion(), branch.getElseRegion()))))
    return failure();
  bind(op.getResults(), branch.getResults());
  return success();
}

LogicalResult KernelLowering::lowerYield(Operation &op) {
  if (auto condition = dyn_cast<scf::ConditionOp>(op))
    scf::ConditionOp::create(b, regs(condition.getCondition()).front(),
                             flatten(condition.getArgs()));
  else
    scf::YieldOp::create(b, flatten(op.getOperands()));
  return success();
}

void KernelLowering::lowerProgram(Operation &op) {
  Type type = b.getI32Type();
  Value value;
  if (auto id = dyn_cast<tq::ProgramIdOp>(op))
    value = id.getAxis() == 0   ? NVVM::BlockIdXOp::create(b, type)
            : id.getAxis() == 1 ? NVVM::BlockIdYOp::create(b, type).getRes()
                                : NVVM::BlockIdZOp::create(b, type).getRes();
  else {
    int32_t axis = cast<tq::NumProgramsOp>(op).getAxis();
    value = axis == 0   ? NVVM::GridDimXOp::create(b, type)
            : axis == 1 ? NVVM::GridDimYOp::create(b, type).getRes()
                        : NVVM::GridDimZOp::create(b, type).getRes();
  }
  set(op.getResult(0), {value});
}

LogicalResult KernelLowering::lower(Block &block) {
  for (Operation &op : block)
    if (failed(lower(op)))
      return failure();
  return success();
}

LogicalResult KernelLowering::lower(Operation &op) {
  b.setLoc(op.getLoc());
  return llvm::TypeSwitch<Operation *, LogicalResult>(&op)
      .Case<scf::ForOp>([&](auto loop) { return lowerFor(loop); })
      .Case<scf::WhileOp>([&](auto loop) { return lowerWhile(loop); })
      .Case<scf::IfOp>([&](auto branch) { return lowerIf(branch); })
      .Case<scf::YieldOp, scf::ConditionOp>(
          [&](auto yield) { return lowerYield(*yield); })
      .Case<func::ReturnOp>([&](auto) {
        LLVM::ReturnOp::create(b, ValueRange());
        return success();
      })
      .Case<tq::ProgramIdOp, tq::NumProgramsOp>([&](auto) {
        lowerProgram(op);
        return success();
      })
      .Case<arith::ConstantOp>([&](auto) { return lowerConstant(op); })
      .Case<tq::RangeOp>([&](auto range) { return lowerRange(range); })
      .Case<tq::SplatOp>([&](tq::SplatOp splat) {
        set(splat.getResult(), Registers(registerCount(splat.getType()),
                                         regs(splat.getSrc()).front()));
        return success();
      })
      .Case<tq::BroadcastOp, tq::ExpandDimsOp, tq::TransOp, tq::ReshapeOp>(
          [&](auto) { return lowerRenaming(op); })
      .Case<tq::JoinOp>([&](auto join) { return lowerJoin(join); })
      .Case<tq::SplitOp>([&](auto split) { return lowerSplit(split); })
      .Case<tqg::BarrierOp>([&](auto barrier) {
        lowerBarrier(barrier);
        return success();
      })
      .Case<tqg::StagingOp>([&](auto) { return success(); }) // as of rings
      .Case<tqg::SharedStoreOp>([&](auto store) {
        lowerSharedStore(store);
        return success();
      })
      .Case<tqg::SharedLoadOp>([&](auto load) {
        lowerSharedLoad(load);
        return success();
      })
      .Case<tqg::SharedGatherOp>([&](auto gather) {
        lowerSharedGather(gather);
        return success();
      })
      .Case<tqg::SharedCountOp>([&](auto count) {
        lowerSharedCount(count);
        return success();
      })
      .Case<tq::LoadOp>([&](auto load) { return lowerLoad(load); })
      .Case<tq::StoreOp>([&](auto store) { return lowerStore(store); })
      .Case<tq::AtomicRmwOp>([&](auto rmw) { return lowerAtomicRmw(rmw); })
      .Case<tq::AtomicCasOp>([&](auto cas) { return lowerAtomicCas(cas); })
      .Case<tqg::ConvertLayoutOp>(
          [&](auto convert) { return lowerConvertLayout(convert); })
      .Case<tqg::RingOp>([&](auto) { return success(); }) // its users know it
      .Case<tqg::CopyAsyncOp>([&](auto copy) { return lowerCopyAsync(copy); })
      .Case<tqg::CopyCommitOp>([&](auto) {
        NVVM::CpAsyncCommitGroupOp::create(b);
        return success();
      })
      .Case<tqg::CopyWaitOp>([&](tqg::CopyWaitOp wait) {
        NVVM::CpAsyncWaitGroupOp::create(b, wait.getPending());
        return success();
      })
      .Case<tqg::MbarriersOp>([&](auto barriers) {
        lowerMbarriers(barriers);
        return success();
      })
      .Case<tqg::MbarrierExpectOp>([&](auto expect) {
        lowerMbarrierExpect(expect);
        return success();
      })
      .Case<tqg::MbarrierArriveOp>([&](auto arrive) {
        lowerMbarrierArrive(arrive);
        return success();
      })
      .Case<tqg::MbarrierWaitOp>([&](auto wait) {
        lowerMbarrierWait(wait);
        return success();
      })
      .Case<tqg::TensorMapOp>([&](auto map) {
        lowerTensorMap(map);
        return success();
      })
      .Case<tqg::LaunchExtentOp>([&](auto extent) {
        lowerLaunchExtent(extent);
        return success();
      })
      .Case<tqg::MailboxOp>([&](auto) { return success(); }) // as of mail
      .Case<tqg::MailPutOp>([&](auto put) {
        lowerMailPut(put);
        return success();
      })
      .Case<tqg::MailTakeOp>([&](auto take) {
        lowerMailTake(take);
        return success();
      })
      .Case<tqg::DrawProgramOp>([&](auto draw) {
        lowerDrawProgram(draw);
        return success();
      })
      .Case<tqg::CopyTensorOp>([&](auto copy) { return lowerCopyTensor(copy); })
      .Case<tqg::StoreWaitOp>([&](auto wait) {
        lowerStoreWait(wait);
        return success();
      })
      .Case<tqg::RingWriteOp>([&](auto write) { return lowerRingWrite(write); })
      .Case<tqg::StoreTensorOp>(
          [&](auto store) { return lowerStoreTensor(store); })
      .Case<tqg::RoleOp>([&](auto role) { return lowerRole(role); })
      .Case<tqg::RingReadOp>([&](auto read) { return lowerRingRead(read); })
      .Case<tq::ReduceOp>([&](auto reduce) { return lowerReduce(reduce); })
      .Case<tqg::WarpReduceOp>(
          [&](auto reduce) { return lowerWarpReduce(reduce); })
      .Case<tq::ScanOp, tqg::WarpScanOp>([&](auto scan) {
        return lowerScan(op, scan.getAxis(), scan.getReverse());
      })
      .Case<tqg::TotalStoreOp>([&](auto store) {
        lowerTotalStore(store);
        return success();
      })
      .Case<tqg::ScanCarryOp>([&](auto carry) { return lowerScanCarry(carry); })
      .Case<tq::MapOp>([&](auto map) { return lowerMap(map); })
      .Case<tqg::MmaOp>([&](auto mma) { return lowerMma(mma); })
      .Case<tqg::RingViewOp>([&](auto) { return success(); }) // as of rings
      .Case<tqg::WgmmaOp>([&](auto product) { return lowerWgmma(product); })
      .Case<tqg::WgmmaWaitOp>([&](auto wait) { return lowerWgmmaWait(wait); })
      .Case<tqg::AsyncFenceOp>([&](auto) {
        fenceAsyncProxy(b);
        return success();
      })
      .Case<tq::DotOp>([&](auto dot) { return lowerDot(dot); })
      .Case<tq::PrintOp>([&](auto print) { return lowerPrint(print); })
      .Case<tq::AssertOp>([&](auto check) { return lowerAssert(check); })
      .Case<tq::InlineAsmOp>([&](auto text) { return lowerInlineAsm(text); })
      .Case<tq::AssumeOp>([&](tq::AssumeOp assume) {
        LLVM::AssumeOp::create(b, regs(assume.getCondition()).front());
        return success();
      })
      .Case<tq::SideEffectOp>([](auto) { return success(); })
      .Case<tq::HintOp>([&](tq::HintOp hint) {
        set(hint.getResult(), regs(hint.getSrc()));
        return success();
      })
      .Default([&](Operation *) { return lowerElementwise(op); });
}

LogicalResult KernelLowering::run() {
  Block *entry = target.addEntryBlock(b);
  b.setInsertionPointToStart(entry);
  for (auto [from, to] :
       llvm::zip(kernel.getArguments(), entry->getArguments())) {
    to.setLoc(from.getLoc());
    set(from, {to});
  }
  return lower(kernel.getBody().front());
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

/// The `llvm.func` that takes a kernel's place, still without a body.
static LLVM::LLVMFuncOp makeTarget(func::FuncOp kernel, int numWarps) {
  OpBuilder builder(kernel);
  MLIRContext *context = kernel.getContext();
  kernel.walk([&](tqg::RoleOp role) {
    numWarps = std::max<int>(numWarps, role.getEnd());
  });
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
  if (plan.getPersistent())
    types.append(3, builder.getI32Type()); // the grid that was asked for
  auto type =
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context), types);
  auto target = LLVM::LLVMFuncOp::create(builder, kernel.getLoc(),
                                         kernel.getName(), type);
  target->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(),
                  builder.getUnitAttr());
  target->setAttr("nvvm.reqntid",
                  builder.getDenseI32ArrayAttr({numWarps * 32}));
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
    LLVM::LLVMFuncOp target = makeTarget(kernel, plan.getWarps());
    KernelLowering lowering(kernel, target, plan.getWarps(), computeCapability);
    if (failed(lowering.run()) || failed(convertScalars(target)))
      return failure();
    kernel.erase();
  }
  return tidy(module);
}
