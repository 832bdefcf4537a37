//===- PlanKernel.cpp - Decide how a kernel uses the machine, once --------===//
//
// See PlanKernelPass in Passes.td for what the pass promises. Each decision
// rests on those before it, and none is taken back:
//
//     products   which unit multiplies (PlanProducts.h)
//     split      whether CTAs share each program (PlanSplit.h); if they do,
//                programs stay as they are launched
//     programs   whether a CTA runs several, and in which order: drawn from a
//                counter if they differ in length, the longest ones first, or
//                if CTAs are to stay together (PlanStores.h)
//     loads      whether a warp of its own copies what wgmma multiplies, or all
//                do (PlanBoxes.h); if all do, programs stay as they are
//                launched
//     stores     which tiles leave as boxes (PlanStores.h)
//     teams      how many programs run side by side in a CTA, or in turns
//                (PlanTeams.h)
//     group      in which order they come
//
// What the author or `--plan` said is input: it is followed, or refused with
// the reason.
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/ForcedPlan.h"
#include "compiler/analysis/Optimizations.h"
#include "compiler/analysis/ProgramLengths.h"
#include "compiler/analysis/Target.h"
#include "compiler/analysis/ValueWalk.h"
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
        ctas(takeInt(kernel, tq::kNumCtasAttr, 1)),
        batch(takeInt(kernel, tqg::kBatchAttr, 1)),
        rowCtas(takeInt(kernel, tqg::kRowCtasAttr, 1)),
        lengths(programLengths(kernel)),
        together(lengths == ProgramLengths::Same ? whyTogether(kernel) : "") {}

  LogicalResult run();

private:
  tqg::PlanAttr planWith(int32_t roles, ProgramOrder order,
                         tqg::LongestPrograms longest, Teams teams,
                         int32_t group);
  FailureOr<Teams> planTeams(Teams wanted, ProgramOrder order,
                             std::string whyNot);
  ProgramOrder planOrder(int32_t teams, std::string &whyNot);
  tqg::LongestPrograms planLongest(ProgramOrder order);
  FailureOr<int32_t> planGroup(ProgramOrder order, tqg::LongestPrograms longest,
                               Teams teams);
  tqg::PlanAttr planRoles();
  tqg::PlanAttr planOneRole(StringRef whyLaunched);
  void remarkLaunched(StringRef whyNot);
  void remarkTogether(ProgramOrder order);

  func::FuncOp kernel;
  int32_t warps, stages, ctas, batch, rowCtas;
  ProgramLengths lengths;
  std::string together; ///< why CTAs are to stay together, or empty
};

} // namespace

tqg::PlanAttr
Planner::planWith(int32_t roles, ProgramOrder order,
                  tqg::LongestPrograms longest = tqg::LongestPrograms::Unknown,
                  Teams teams = {}, int32_t group = 1) {
  return tqg::PlanAttr::getChecked([&] { return kernel.emitOpError(); },
                                   kernel.getContext(), warps, stages, roles,
                                   /*cluster=*/ctas,
                                   order != ProgramOrder::Launched,
                                   order == ProgramOrder::Drawn, longest,
                                   teams.count, teams.areInTurns, group, batch);
}

void Planner::remarkLaunched(StringRef whyNot) {
  remark::missed(
      kernel.getLoc(),
      remark::RemarkOpts::name("not-persistent").category("pipeline"))
      << remark::reason("{0}", whyNot);
}

/// A plan in which all warps do the same; null if what is forced needs another.
tqg::PlanAttr Planner::planOneRole(StringRef whyLaunched) {
  const std::pair<PlanPart, StringRef> rolesOnly[] = {
      {PlanPart::Stores, "pointers"},
      {PlanPart::Programs, "launched"},
      {PlanPart::Teams, "1"},
      {PlanPart::Group, "1"}};
  for (auto [part, otherwise] : rolesOnly) {
    StringRef forced = forcedChoice(kernel, part);
    if (forced.empty() || forced == otherwise)
      continue;
    bool hasReason = part == PlanPart::Programs && !whyLaunched.empty();
    refuseForced(kernel, part)
        << (hasReason ? whyLaunched : "its loads are not boxes");
    return {};
  }
  return planWith(1, ProgramOrder::Launched);
}

/// Why CTAs that share rows cannot take programs one after the other: they meet
/// at a barrier of what rings bring.
static std::string whyNotTogether(func::FuncOp kernel) {
  std::string why;
  kernel.walk([&](tq::DotOp dot) {
    if (!dot->getParentOfType<scf::ForOp>())
      why = "its products are in no loop";
  });
  return why;
}

/// Says how programs that are to stay together come.
void Planner::remarkTogether(ProgramOrder order) {
  auto name = remark::RemarkOpts::name("store-order").category("pipeline");
  if (order == ProgramOrder::Launched || together.empty())
    return;
  if (order == ProgramOrder::Drawn)
    remark::passed(kernel.getLoc(), name)
        << remark::add("programs are drawn: {0}", together);
  else
    remark::missed(kernel.getLoc(), name)
        << remark::reason("programs are not drawn, though {0}: {1}", together,
                          ctas > 1 ? "CTAs share each program"
                          : isEnabled(kernel, Optimization::StoreOrder)
                              ? "the plan is chosen"
                              : "`store-order` is switched off");
}

/// How programs come to CTAs of so many teams, and why not one after the other.
/// Drawn, where CTAs are to stay together: those that take every n-th program
/// drift apart, since programs at the edge are shorter. Then the second-level
/// cache does not join what neighbours write of the same sector, and attention
/// scores took up to 1.7 times as long; and what one program read the next one
/// reads from memory again, 2.7 times as much. Teams that are to take turns
/// know theirs in advance. Pairs of CTAs gain by coming one after the other.
/// Larger clusters were not timed, and do not fill a GPU: of 132
/// multiprocessors 12 are left by those of four.
ProgramOrder Planner::planOrder(int32_t teams, std::string &whyNot) {
  whyNot.clear();
  ProgramOrder order = planPrograms(kernel, warps * teams, whyNot);
  bool isForced = !forcedChoice(kernel, PlanPart::Programs).empty();
  if (ctas == 1 && order == ProgramOrder::Strided && !isForced &&
      !together.empty() && isEnabled(kernel, Optimization::StoreOrder) &&
      forcedChoice(kernel, PlanPart::Teams) != "turns")
    return ProgramOrder::Drawn;
  if (ctas == 1 || order == ProgramOrder::Launched)
    return order;
  if (rowCtas != ctas || order != ProgramOrder::Strided)
    whyNot = "CTAs share each program";
  else if (ctas > 2 && !isForced)
    whyNot = "more than two CTAs share the rows of each program";
  else
    whyNot = whyNotTogether(kernel);
  return whyNot.empty() ? order : ProgramOrder::Launched;
}

/// Which programs are drawn first, with a remark where they take longest.
tqg::LongestPrograms Planner::planLongest(ProgramOrder order) {
  if (order != ProgramOrder::Drawn || lengths == ProgramLengths::Same)
    return tqg::LongestPrograms::Unknown;
  auto remarkOpts =
      remark::RemarkOpts::name("longest-first").category("pipeline");
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
FailureOr<Teams> Planner::planTeams(Teams wanted, ProgramOrder order,
                                    std::string whyNot) {
  if (wanted.count == 1)
    return Teams();
  bool isForced = !forcedChoice(kernel, PlanPart::Teams).empty();
  Optimization kind =
      wanted.areInTurns ? Optimization::Turns : Optimization::Teams;
  if (!isForced && !isEnabled(kernel, kind))
    whyNot = wanted.areInTurns ? "`turns` is switched off"
                               : "`teams` is switched off";
  if (order == ProgramOrder::Drawn && wanted.areInTurns && whyNot.empty())
    whyNot = "programs are drawn one by one";
  if (order == ProgramOrder::Launched && whyNot.empty())
    whyNot = "programs are launched one by one";
  if (ctas > 1 && !(wanted.areInTurns && rowCtas == ctas) && whyNot.empty())
    whyNot = "CTAs share each program";
  if (whyNot.empty())
    whyNot = whyNotTeams(kernel, warps, wanted);
  if (isForced && !whyNot.empty()) {
    refuseForced(kernel, PlanPart::Teams) << whyNot;
    return failure();
  }
  if (!isForced && whyNot.empty())
    whyNot = whyNotWorthTeams(kernel, wanted, stages);
  auto name = remark::RemarkOpts::name("teams").category("pipeline");
  if (whyNot.empty() && wanted.areInTurns)
    remark::passed(kernel.getLoc(), name)
        << remark::add("two teams take programs in turns: one stores while the "
                       "other multiplies");
  else if (whyNot.empty())
    remark::passed(kernel.getLoc(), name) << remark::add(
        "{0} programs of a row run side by side and share what is copied",
        wanted.count);
  else
    remark::missed(kernel.getLoc(), name)
        << remark::reason("one program at a time in a CTA: {0}", whyNot);
  return whyNot.empty() ? wanted : Teams();
}

/// Which axes of the grid a box depends on, a bit each.
static uint32_t axesOf(tqg::BoxLoadOp load) {
  uint32_t axes = 0;
  for (Value start : load.getStarts())
    findFrom(start, [&](Value value, SmallVectorImpl<Value> &next) {
      Operation *op = value.getDefiningOp();
      if (auto id = dyn_cast_or_null<tq::ProgramIdOp>(op))
        axes |= 1u << id.getAxis();
      else if (op)
        llvm::append_range(next, op->getOperands());
      return false;
    });
  return axes;
}

/// Columns of 128 tiles in groups of 8: the 132 that run at a time read 8 rows
/// and 17 columns, not 128 and 2. Groups of 2 to 32 are equally fast.
static constexpr int32_t kGroup = 8;

/// How many programs along the first axis come with the same second number:
/// several where some boxes depend on the first axis and not the second, and
/// others on the second and not the first.
FailureOr<int32_t> Planner::planGroup(ProgramOrder order,
                                      tqg::LongestPrograms longest,
                                      Teams teams) {
  bool canBe = order != ProgramOrder::Launched &&
               longest == tqg::LongestPrograms::Unknown &&
               (teams.count == 1 || teams.areInTurns);
  int32_t group = 1;
  StringRef forced = forcedChoice(kernel, PlanPart::Group);
  if (!forced.empty() && !forced.getAsInteger(10, group) && group > 1 &&
      !canBe) {
    refuseForced(kernel, PlanPart::Group)
        << "programs do not come one by one in the order of their numbers";
    return failure();
  }
  bool areAlike =
      order == ProgramOrder::Strided || lengths == ProgramLengths::Same;
  if (!forced.empty() || !canBe || !areAlike)
    return group;
  constexpr uint32_t first = 1, second = 2, both = 3;
  uint32_t found = 0;
  kernel.walk(
      [&](tqg::BoxLoadOp load) { found |= 1u << (axesOf(load) & both); });
  bool isProduct = (found & 1u << first) && (found & 1u << second);
  return isProduct && isEnabled(kernel, Optimization::TileOrder) ? kGroup : 1;
}

/// A plan with a warp that copies boxes, if there may be one; null if what is
/// forced cannot be.
tqg::PlanAttr Planner::planRoles() {
  std::string whyNot;
  Teams wanted = wantedTeams(kernel, warps, stages, /*areColumnsKnown=*/false);
  int32_t likely = wanted.count;
  ProgramOrder order = planOrder(likely, whyNot);
  bool hasBoxes = false;
  if (failed(planBoxes(kernel, stages, order, hasBoxes)))
    return {};
  if (!hasBoxes)
    return planOneRole(whyNot);
  if (ctas > 1 && order == ProgramOrder::Strided &&
      kernel.walk([](tq::LoadOp) { return WalkResult::interrupt(); })
          .wasInterrupted()) {
    whyNot = "it loads what is no box";
    order = ProgramOrder::Launched;
  }
  StringRef forced = forcedChoice(kernel, PlanPart::Programs);
  if (!whyNot.empty() && !forced.empty() && forced != "launched") {
    refuseForced(kernel, PlanPart::Programs) << whyNot;
    return {};
  }
  // CTAs that share rows store their own; of a loop's sums each has a share.
  if (failed(planStores(kernel, warps, /*shares=*/rowCtas > 1 ? 1 : ctas)))
    return {};
  // Which columns of products count is known now.
  wanted = wantedTeams(kernel, warps, stages, /*areColumnsKnown=*/true);
  FailureOr<Teams> teams = planTeams(wanted, order, whyNot);
  if (failed(teams))
    return {};
  // The order matters to boxes of products in no loop only, and there are none
  // where the planner wants teams.
  if (teams->count < std::max(likely, wanted.count))
    order = planOrder(teams->count, whyNot);
  if (!whyNot.empty())
    remarkLaunched(whyNot);
  remarkTogether(order);
  tqg::LongestPrograms longest = planLongest(order);
  FailureOr<int32_t> group = planGroup(order, longest, *teams);
  if (failed(group))
    return {};
  return planWith(2, order, longest, *teams, *group);
}

LogicalResult Planner::run() {
  targetOf(kernel); // refuses a name that is no GPU's, also where nothing asks
  if (!planWith(1, ProgramOrder::Launched) ||
      failed(planProducts(kernel, warps)))
    return failure();
  ctas = std::max(rowCtas, planSplit(kernel, ctas));
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
