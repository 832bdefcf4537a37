//===- OverlapLaunches.cpp - Begin while the launch before ends -----------===//
//
// See OverlapLaunchesPass in Passes.td for what the pass promises. A launch
// takes a microsecond from the last CTA of the one before it to its own first
// load: CTAs are placed, barriers made, maps fetched. From sm_90 on it may
// begin earlier, if it waits by itself (CUDA Programming Guide, "Programmatic
// Dependent Launch and Synchronization"):
//
//     tqg.mbarriers, tq.program_id ...   what no other launch sees
//     tqg.launch_wait
//     tqg.launch_next                    with roles
//     tq.load ...
//
// Every thread waits in front of every effect, so that no launch ends before
// all before it have: those of a stream keep their order. A launch that the
// host did not mark waits for nothing. Kernels with roles have few CTAs that
// work for long; of many small ones each would lose more than the launch gains.
// The CTAs of a cluster have to find room together, which those of the next
// launch would take.
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/Optimizations.h"
#include "compiler/analysis/Target.h"
#include "compiler/passes/Passes.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace tqc {
#define GEN_PASS_DEF_OVERLAPLAUNCHESPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;

/// Whether an op has no effect that another launch sees: it computes a number,
/// or gets shared memory ready. Tiles are for behind the wait, where they are
/// computed as they are needed; constants are nowhere.
static bool isPreparation(Operation &op) {
  bool isTile =
      llvm::any_of(op.getResultTypes(), llvm::IsaPred<RankedTensorType>);
  if (op.getNumRegions() != 0 || op.hasTrait<OpTrait::IsTerminator>() ||
      (isTile && !op.hasTrait<OpTrait::ConstantLike>()))
    return false;
  return isMemoryEffectFree(&op) ||
         isa<tqg::RingOp, tqg::MbarriersOp, tqg::MailboxOp, tqg::StagingOp,
             tqg::InboxOp, tqg::ClusterArriveOp>(op);
}

/// Whether the author says where the kernel waits.
static bool isOrderedByAuthor(func::FuncOp kernel) {
  return kernel
      .walk([](tq::InlineAsmOp text) {
        return text.getText().contains("griddepcontrol")
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

static std::string whyNot(func::FuncOp kernel) {
  if (!isEnabled(kernel, Optimization::OverlapLaunches))
    return "`overlap-launches` is switched off";
  if (isOrderedByAuthor(kernel))
    return "the author orders launches";
  return "";
}

namespace {

struct OverlapLaunches : tqc::impl::OverlapLaunchesPassBase<OverlapLaunches> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    auto plan = kernel->getAttrOfType<tqg::PlanAttr>(tqg::kPlanAttr);
    if (!plan || kernel.isDeclaration() || targetOf(kernel).capability < 90)
      return;
    auto name =
        remark::RemarkOpts::name("overlap-launches").category("schedule");
    if (std::string why = whyNot(kernel); !why.empty()) {
      remark::missed(kernel.getLoc(), name) << remark::reason(
          "a launch begins when the one before it has ended: {0}", why);
      return;
    }
    Block &body = kernel.getBody().front();
    OpBuilder builder(kernel.getContext());
    auto first = llvm::find_if_not(body, isPreparation);
    builder.setInsertionPoint(&body, first);
    tqg::LaunchWaitOp::create(builder, kernel.getLoc());
    if (plan.getCluster() == 1 && plan.getRoles() > 1)
      tqg::LaunchNextOp::create(builder, kernel.getLoc());
    remark::passed(kernel.getLoc(), name)
        << remark::add("a launch begins while the one before it ends");
  }
};

} // namespace
