//===- Phases.cpp - The passes of each phase ------------------------------===//

#include "compiler/driver/Phases.h"

#include "compiler/passes/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace tqc;

std::string tqc::dumpName(StringRef base, PhaseId id) {
  const Phase &phase = phaseOf(id);
  std::string name =
      base.str() + "." + std::to_string(static_cast<int>(id) + 1);
  if (phase.name != phase.extension)
    name += "." + phase.name.str();
  return name + "." + phase.extension.str();
}

void tqc::buildPhase(PhaseId phase, OpPassManager &pm) {
  auto onKernels = [&](std::unique_ptr<Pass> pass) {
    pm.addNestedPass<func::FuncOp>(std::move(pass));
  };
  switch (phase) {
  case PhaseId::Tile:
    pm.addPass(createCanonicalizerPass());
    onKernels(createNarrowQuotientsPass());
    pm.addPass(createCSEPass());
    onKernels(createFoldSumsPass());
    onKernels(createReduceBehindLoopsPass());
    onKernels(createRowReferencesPass());
    onKernels(createRowArithmeticPass());
    pm.addPass(createCSEPass());
    onKernels(createLoopInvariantCodeMotionPass());
    break;
  case PhaseId::Layout:
    onKernels(createResidentRowsPass());
    onKernels(createWholeTilesPass());
    onKernels(createExpandDescriptorsPass());
    onKernels(createBatchProgramsPass());
    onKernels(createShareRowsPass());
    onKernels(createShareTilesPass());
    onKernels(createDecomposeDotsPass());
    onKernels(createTurnProductsPass());
    onKernels(createPlanKernelPass());
    onKernels(createLazyScalingPass());
    onKernels(createLaneSumsPass());
    onKernels(createRecordAccessesPass());
    onKernels(createAssignLayoutsPass());
    pm.addPass(createCanonicalizerPass());
    pm.addPass(createCSEPass());
    onKernels(createPlanPipelinesPass());
    break;
  case PhaseId::Schedule:
    onKernels(createSplitProductsPass());
    onKernels(createPipelineLoopsPass());
    onKernels(createMakePersistentPass());
    onKernels(createSplitRolesPass());
    onKernels(createStageStoresPass());
    onKernels(createWarpgroupProductsPass());
    onKernels(createRotateLoopsPass());
    pm.addPass(createCanonicalizerPass());
    pm.addPass(createCSEPass());
    onKernels(createSinkBehindLoopsPass());
    onKernels(createAllocateSharedPass());
    onKernels(createOrderReplicasPass());
    onKernels(createExpandExchangesPass());
    onKernels(createOverlapLaunchesPass());
    onKernels(createFullRowsPass());
    break;
  case PhaseId::Ast:
  case PhaseId::Nvvm:
  case PhaseId::Llvm:
  case PhaseId::Ptx:
    break; // no passes over tiles
  }
}

/// What the ops of a module that no dump marked belong to.
static PhaseId phaseOfOps(ModuleOp module) {
  PhaseId phase = PhaseId::Tile;
  module.walk([&](Operation *op) {
    if (isa<LLVM::LLVMFuncOp>(op)) {
      phase = PhaseId::Nvvm;
      return WalkResult::interrupt();
    }
    if (op->hasAttr(tqg::kSharedBytesAttr))
      phase = PhaseId::Schedule;
    else if (phase == PhaseId::Tile &&
             llvm::any_of(op->getResultTypes(), [](Type type) {
               return tqg::tryLayoutOf(type) != nullptr;
             }))
      phase = PhaseId::Layout;
    return WalkResult::advance();
  });
  return phase;
}

std::optional<PhaseId> tqc::detectPhase(ModuleOp module) {
  auto name = module->getAttrOfType<StringAttr>(kPhaseAttr);
  if (!name)
    return phaseOfOps(module);
  for (const Phase &phase : kPhases)
    if (phase.name == name.getValue() && phase.extension == "mlir")
      return phase.id;
  return std::nullopt;
}
