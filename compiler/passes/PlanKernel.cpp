//===- PlanKernel.cpp - Decide how a kernel uses the machine, once --------===//
//
// See PlanKernelPass in Passes.td for what the pass promises. Each decision
// rests on those before it, and none is taken back:
//
//     products   which unit multiplies (PlanProducts.h)
//     split      whether CTAs share each program (PlanSplit.h); if they do,
//                programs stay as they are launched
//     programs   whether a CTA runs several, and in which order: drawn from a
//                counter if they differ in length, the longest ones first
//     loads      whether a warp of its own copies what wgmma multiplies, or all
//                do (PlanBoxes.h); if all do, programs stay as they are
//                launched
//     stores     which tiles leave as boxes (PlanStores.h)
//     teams      how many programs run side by side in a CTA (PlanTeams.h)
//
// What the author or `--plan` said is input: it is followed, or refused with
// the reason.
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/ForcedPlan.h"
#include "compiler/analysis/Optimizations.h"
#include "compiler/analysis/ProgramLengths.h"
#include "compiler/analysis/Target.h"
#include "compiler/passes/Passes.h"
#include "compiler/passes/PlanBoxes.h"
#include "compiler/passes/PlanProducts.h"
#include "compiler/passes/PlanSplit.h"
#include "compiler/passes/PlanStores.h"
#include "compiler/passes/PlanTeams.h"

#include "mlir/IR/Remarks.h"

namespace tqc {
#define GEN_PASS_DEF_PLANKERNELPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;

/// Takes an integer attribute off the kernel.
static int32_t takeInt(func::FuncOp kernel, StringRef name, int32_t otherwise) {
  auto attr = dyn_cast_or_null<IntegerAttr>(kernel->removeAttr(name));
  // Hand-written IR may have any width; what is too wide is no plan.
  return attr ? static_cast<int32_t>(attr.getValue().trySExtValue().value_or(0))
              : otherwise;
}

namespace {

class Planner {
public:
  explicit Planner(func::FuncOp kernel)
      : kernel(kernel), warps(takeInt(kernel, tq::kNumWarpsAttr, 4)),
        stages(takeInt(kernel, tq::kNumStagesAttr, 3)),
        ctas(takeInt(kernel, tq::kNumCtasAttr, 1)) {}

  LogicalResult run();

private:
  tqg::PlanAttr planWith(int32_t roles, ProgramOrder order,
                         tqg::LongestPrograms longest, int32_t teams);
  FailureOr<int32_t> planTeams(int32_t wanted, ProgramOrder order,
                               std::string whyNot);
  ProgramOrder planOrder(int32_t teams, std::string &whyNot);
  tqg::LongestPrograms planLongest(ProgramOrder order);
  tqg::PlanAttr planRoles();
  tqg::PlanAttr planOneRole();
  void remarkLaunched(StringRef whyNot);

  func::FuncOp kernel;
  int32_t warps, stages, ctas;
};

} // namespace

tqg::PlanAttr
Planner::planWith(int32_t roles, ProgramOrder order,
                  tqg::LongestPrograms longest = tqg::LongestPrograms::Unknown,
                  int32_t teams = 1) {
  return tqg::PlanAttr::getChecked(
      [&] { return kernel.emitOpError(); }, kernel.getContext(), warps, stages,
      roles,
      /*cluster=*/ctas, order != ProgramOrder::Launched,
      order == ProgramOrder::Drawn, longest, teams);
}

void Planner::remarkLaunched(StringRef whyNot) {
  remark::missed(
      kernel.getLoc(),
      remark::RemarkOpts::name("not-persistent").category("pipeline"))
      << remark::reason("{0}", whyNot);
}

/// A plan in which all warps do the same; null if what is forced needs another.
tqg::PlanAttr Planner::planOneRole() {
  const std::pair<PlanPart, StringRef> rolesOnly[] = {
      {PlanPart::Stores, "pointers"},
      {PlanPart::Programs, "launched"},
      {PlanPart::Teams, "1"}};
  for (auto [part, otherwise] : rolesOnly) {
    StringRef forced = forcedChoice(kernel, part);
    if (forced.empty() || forced == otherwise)
      continue;
    refuseForced(kernel, part) << "its loads are not boxes";
    return {};
  }
  return planWith(1, ProgramOrder::Launched);
}

/// How programs come to CTAs of so many teams, and why not one after the other.
ProgramOrder Planner::planOrder(int32_t teams, std::string &whyNot) {
  whyNot.clear();
  ProgramOrder order = planPrograms(kernel, warps * teams, whyNot);
  if (ctas == 1)
    return order;
  whyNot = "CTAs share each program";
  return ProgramOrder::Launched;
}

/// Which programs are drawn first, with a remark where they take longest.
tqg::LongestPrograms Planner::planLongest(ProgramOrder order) {
  if (order != ProgramOrder::Drawn)
    return tqg::LongestPrograms::Unknown;
  auto remarkOpts =
      remark::RemarkOpts::name("longest-first").category("pipeline");
  ProgramLengths lengths = programLengths(kernel);
  bool isKnown =
      lengths == ProgramLengths::Rising || lengths == ProgramLengths::Falling;
  if (!isKnown || !isEnabled(kernel, Optimization::LongestFirst)) {
    remark::missed(kernel.getLoc(), remarkOpts) << remark::reason(
        "{0}", isKnown ? "`longest-first` is switched off"
                       : "which programs of a row are longest is not known");
    return tqg::LongestPrograms::Unknown;
  }
  bool isLast = lengths == ProgramLengths::Rising;
  remark::passed(kernel.getLoc(), remarkOpts)
      << remark::add("programs are drawn from the {0} one of each row on",
                     isLast ? "last" : "first");
  return isLast ? tqg::LongestPrograms::Last : tqg::LongestPrograms::First;
}

/// As many teams as wanted, or one: `whyNot` says why programs do not come one
/// after the other. Fails where teams are forced and cannot be.
FailureOr<int32_t> Planner::planTeams(int32_t wanted, ProgramOrder order,
                                      std::string whyNot) {
  if (wanted == 1)
    return 1;
  bool isForced = !forcedChoice(kernel, PlanPart::Teams).empty();
  if (!isForced && !isEnabled(kernel, Optimization::Teams))
    whyNot = "`teams` is switched off";
  if (order == ProgramOrder::Drawn && whyNot.empty())
    whyNot = "programs are drawn one by one";
  if (order == ProgramOrder::Launched && whyNot.empty())
    whyNot = "programs are launched one by one";
  if (whyNot.empty())
    whyNot = whyNotTeams(kernel, warps);
  if (isForced && !whyNot.empty()) {
    refuseForced(kernel, PlanPart::Teams) << whyNot;
    return failure();
  }
  if (!isForced && whyNot.empty())
    whyNot = whyNotWorthTeams(kernel, wanted);
  auto name = remark::RemarkOpts::name("teams").category("pipeline");
  if (whyNot.empty())
    remark::passed(kernel.getLoc(), name) << remark::add(
        "{0} programs of a row run side by side and share what is copied",
        wanted);
  else
    remark::missed(kernel.getLoc(), name)
        << remark::reason("one program at a time in a CTA: {0}", whyNot);
  return whyNot.empty() ? wanted : 1;
}

/// A plan with a warp that copies boxes, if there may be one; null if what is
/// forced cannot be.
tqg::PlanAttr Planner::planRoles() {
  std::string whyNot;
  int32_t wanted = wantedTeams(kernel, warps);
  ProgramOrder order = planOrder(wanted, whyNot);
  bool hasBoxes = false;
  if (failed(planBoxes(kernel, stages, order, hasBoxes)))
    return {};
  if (!hasBoxes)
    return planOneRole();
  StringRef forced = forcedChoice(kernel, PlanPart::Programs);
  if (!whyNot.empty() && !forced.empty() && forced != "launched") {
    refuseForced(kernel, PlanPart::Programs) << whyNot;
    return {};
  }
  if (failed(planStores(kernel, warps, /*shares=*/ctas)))
    return {};
  FailureOr<int32_t> teams = planTeams(wanted, order, whyNot);
  if (failed(teams))
    return {};
  // The order matters to boxes of products in no loop only, and there are none
  // where the planner wants teams.
  if (*teams < wanted)
    order = planOrder(*teams, whyNot);
  if (!whyNot.empty())
    remarkLaunched(whyNot);
  return planWith(2, order, planLongest(order), *teams);
}

LogicalResult Planner::run() {
  targetOf(kernel); // refuses a name that is no GPU's, also where nothing asks
  if (!planWith(1, ProgramOrder::Launched) ||
      failed(planProducts(kernel, warps)))
    return failure();
  ctas = planSplit(kernel, ctas);
  tqg::PlanAttr plan = planRoles();
  if (!plan)
    return failure();
  kernel->setAttr(tqg::kPlanAttr, plan);
  return success();
}

namespace {

struct PlanKernel : tqc::impl::PlanKernelPassBase<PlanKernel> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    LogicalResult planned = success();
    if (auto plan = kernel->getAttrOfType<tqg::PlanAttr>(tqg::kPlanAttr))
      planned = planProducts(kernel, plan.getWarps());
    else if (kernel->hasAttr(tq::kKernelAttr))
      planned = Planner(kernel).run();
    if (failed(planned))
      signalPassFailure();
  }
};

} // namespace
