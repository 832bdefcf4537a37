//===- PlanTeams.cpp - How many programs run side by side in a CTA --------===//

#include "compiler/passes/PlanTeams.h"

#include "compiler/analysis/ForcedPlan.h"
#include "compiler/analysis/SharedScratch.h"
#include "compiler/analysis/Target.h"
#include "compiler/analysis/ValueWalk.h"
#include "compiler/passes/LayoutRules.h"
#include "compiler/passes/PlanStores.h"
#include "compiler/passes/ProductRules.h"
#include "compiler/passes/RoleRegisters.h"
#include "compiler/passes/TeamValues.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

/// Whether a loop or a branch computes, for each team by itself, where a box
/// starts: the producer has ops for each team, but loops for all.
static bool hasTeamLoops(BoxLoadOp load, const DenseSet<Value> &ofTeam) {
  return llvm::any_of(load.getStarts(), [&](Value start) {
    return findFrom(start, [&](Value value, SmallVectorImpl<Value> &next) {
      Operation *op = value.getDefiningOp();
      if (!ofTeam.contains(value))
        return false;
      if (!op)
        return isa<scf::ForOp>(value.getParentBlock()->getParentOp());
      llvm::append_range(next, op->getOperands());
      return op->getNumRegions() != 0;
    });
  });
}

/// Whether teams run a loop that copies as often as each wants, and its copies
/// are directly in it: the producer runs it as often as the longest.
static bool isDrainable(scf::ForOp loop, const DenseSet<Value> &ofTeam) {
  if (!ofTeam.contains(loop.getUpperBound()))
    return true;
  bool isBound = findFrom(loop.getUpperBound(),
                          [&](Value value, SmallVectorImpl<Value> &next) {
                            Operation *op = value.getDefiningOp();
                            if (!ofTeam.contains(value))
                              return false;
                            if (!op || op->getNumRegions() != 0)
                              return true;
                            llvm::append_range(next, op->getOperands());
                            return !isPure(op);
                          });
  bool isDeep = loop.walk([&](BoxLoadOp load) {
                      return load->getParentOp() == loop
                                 ? WalkResult::advance()
                                 : WalkResult::interrupt();
                    })
                    .wasInterrupted();
  return !isBound && !isDeep && !loop.getUnsignedCmp() &&
         loop.getUpperBound().getType().isInteger(32);
}

namespace {
/// The second takes what is computed from the first.
struct Chain {
  tq::DotOp first, second;
};
} // namespace

static unsigned operandBits(tq::DotOp dot) {
  return getElementTypeOrSelf(dot.getB().getType()).getIntOrFloatBitWidth();
}

/// The only products of a kernel, if they are two of wgmma with the rows of one
/// warpgroup, in a loop.
static std::optional<Chain> chainOf(func::FuncOp kernel) {
  SmallVector<tq::DotOp> dots;
  kernel.walk([&](tq::DotOp dot) { dots.push_back(dot); });
  auto isPart = [](tq::DotOp dot) {
    ProductAttr plan = productOf(dot);
    return plan && plan.getUnit() == MatrixUnit::Wgmma && isChained(dot) &&
           dot.getType().getDimSize(0) == 64 && operandBits(dot) == 16 &&
           isa<scf::ForOp>(dot->getParentOp());
  };
  if (dots.size() != 2 || !llvm::all_of(dots, isPart) ||
      dots[0]->getBlock() != dots[1]->getBlock())
    return std::nullopt;
  return Chain{dots[0], dots[1]};
}

/// Registers that a thread of so many teams of four warps has for products:
/// addresses and rows need 32.
static int64_t registersForProducts(int32_t teams) {
  return roleRegisters(4 * teams, /*hasFewSums=*/false).ofConsumer - 32;
}

/// The only product of a kernel, if it is one of wgmma in a loop. Of products
/// in no loop (attention scores) writing takes longest, and four warps at a
/// time write less: 0.66 to 0.9 of what eight do.
static tq::DotOp onlyProductOf(func::FuncOp kernel) {
  SmallVector<tq::DotOp> dots;
  kernel.walk([&](tq::DotOp dot) { dots.push_back(dot); });
  if (dots.size() != 1 || !isa<scf::ForOp>(dots.front()->getParentOp()))
    return {};
  ProductAttr plan = productOf(dots.front());
  return plan && plan.getUnit() == MatrixUnit::Wgmma ? dots.front()
                                                     : tq::DotOp();
}

/// Registers of a thread for what two products add up, and for the weights
/// between them.
static int64_t heldRegisters(Chain chain) {
  int64_t scores = chain.first.getType().getNumElements();
  int64_t sums = chain.second.getType().getNumElements();
  return (scores + sums + scores * operandBits(chain.second) / 32) / 128;
}

/// Sums of a program of which three, side by side, keep the tensor cores busy,
/// and that fit: those of 64 rows and 192 columns.
static constexpr int64_t kSumsSideBySide = 96;

/// Whether programs of one product, which may share a multiprocessor as their
/// author wants it, are better side by side in one CTA: 192 rows and 192
/// columns at a time. Asked for more stages, one is meant to have it for
/// itself.
static bool areBetterSideBySide(func::FuncOp kernel, int stages) {
  tq::DotOp dot = onlyProductOf(kernel);
  if (!dot || dot.getType().getDimSize(0) != 64 || operandBits(dot) != 16)
    return false;
  int64_t live = productOf(dot).getLive();
  int64_t depth = cast<RankedTensorType>(dot.getA().getType()).getDimSize(1);
  int64_t stageBytes = (64 + live) * depth * 2;
  return live * 64 / 128 == kSumsSideBySide &&
         2 * stages * stageBytes <= targetOf(kernel).sharedBytes;
}

/// Whether a team keeps the tensor cores busy while it multiplies alone: two
/// products of 64 rows and 128 columns, one of which always runs, or one of 256
/// columns; or two of 192 of 256 columns, for which an eighth less goes through
/// shared memory. As long as columns are not known, 256 may be 192.
static bool hasSumsForTurns(func::FuncOp kernel, bool areColumnsKnown) {
  tq::DotOp dot = onlyProductOf(kernel);
  if (!dot)
    return false;
  int64_t registers = dot.getType().getNumElements() / 128;
  bool isTall = dot.getType().getDimSize(0) == 128;
  return registers == 128 ||
         (registers == 256 && isTall &&
          (!areColumnsKnown || productOf(dot).getLive() == 192));
}

Teams tqc::wantedTeams(func::FuncOp kernel, int numWarps, int stages,
                       bool areColumnsKnown) {
  StringRef forced = forcedChoice(kernel, PlanPart::Teams);
  if (forced == "turns")
    return {2, true};
  Teams teams;
  if (!forced.empty())
    return forced.getAsInteger(10, teams.count) ? Teams() : teams;
  if (numWarps != 4)
    return {};
  // Four have more rows at a time, and weigh less in fewer registers.
  if (std::optional<Chain> chain = chainOf(kernel))
    return {heldRegisters(*chain) <= registersForProducts(4) ? 4 : 3, false};
  if (areBetterSideBySide(kernel, stages))
    return {3, false};
  return hasSumsForTurns(kernel, areColumnsKnown) ? Teams{2, true} : Teams();
}

/// Whether a number is the same for all programs, and known before them.
static bool isSameForAll(Value number) {
  return !findFrom(number, [](Value value, SmallVectorImpl<Value> &next) {
    Operation *op = value.getDefiningOp();
    if (!op)
      return !isa<func::FuncOp>(value.getParentBlock()->getParentOp());
    llvm::append_range(next, op->getOperands());
    return !isPure(op) || op->getNumRegions() != 0 || isa<tq::ProgramIdOp>(op);
  });
}

/// Why a program may fill other slots than another one.
static std::string whyNotTurns(func::FuncOp kernel) {
  std::string why;
  kernel.walk([&](BoxLoadOp load) {
    Operation *around = load->getParentOp();
    auto loop = dyn_cast<scf::ForOp>(around);
    if (around != kernel && (!loop || loop->getParentOp() != kernel))
      why = "boxes are read in a branch, or in a loop of a loop";
    else if (loop &&
             !llvm::all_of(ValueRange{loop.getLowerBound(),
                                      loop.getUpperBound(), loop.getStep()},
                           isSameForAll))
      why = "programs differ in length";
  });
  return why;
}

std::string tqc::whyNotTeams(func::FuncOp kernel, int numWarps, Teams teams) {
  if (numWarps != 4)
    return "a team is four warps, but a program has " +
           std::to_string(numWarps);
  if (teams.areInTurns)
    return whyNotTurns(kernel);
  DenseSet<Value> ofTeam = teamValues(kernel);
  std::string why;
  kernel.walk([&](Operation *op) {
    if (auto load = dyn_cast<BoxLoadOp>(op)) {
      auto loop = dyn_cast<scf::ForOp>(load->getParentOp());
      Operation *around = loop ? loop->getParentOp() : load->getParentOp();
      bool isOwn = ofTeam.contains(load.getResult());
      // A team that is done gives back what the others read, not its own.
      if (isOwn && loop && ofTeam.contains(loop.getUpperBound()))
        why = "programs of a row read different boxes in a loop that they run "
              "differently often";
      else if (isOwn && (around != kernel || hasTeamLoops(load, ofTeam)))
        why =
            "programs of a row read different boxes in a branch, in a loop of "
            "a loop, or from where a loop computes";
    } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
      if (!isDrainable(loop, ofTeam))
        why =
            "how often programs of a row run a loop is not known before it, or "
            "it reads boxes in a branch or another loop";
    } else if (isa<tq::LoadOp, tq::StoreOp>(op)) {
      why = "not all that it reads and writes are boxes";
    } else if (op != kernel && !isMemoryEffectFree(op) &&
               !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
               !isa<BoxStoreOp, tq::AssumeOp, func::ReturnOp>(op)) {
      why = "what it does once a program might be done for a team without one";
    }
  });
  return why;
}

/// Whether a tile of one dimension is computed without other tiles, so that
/// each warp may compute all of it.
static bool isOfNumbers(Value tile) {
  return !findFrom(tile, [](Value value, SmallVectorImpl<Value> &next) {
    if (!isa<RankedTensorType>(value.getType()))
      return false;
    Operation *op = value.getDefiningOp();
    if (!op)
      return true;
    llvm::append_range(next, op->getOperands());
    return !isa<tq::RangeOp, tq::SplatOp>(op) && !isElementwise(op) &&
           !op->hasTrait<OpTrait::ConstantLike>();
  });
}

/// Whether an op surely leaves values with the warps that have them, where
/// whole rows of all tiles lie in one warp.
static bool staysInWarps(Operation *op) {
  auto isTile = llvm::IsaPred<RankedTensorType>;
  bool hasTiles = llvm::any_of(op->getOperandTypes(), isTile) ||
                  llvm::any_of(op->getResultTypes(), isTile);
  if (!hasTiles || isElementwise(op) || op->hasTrait<OpTrait::ConstantLike>())
    return true;
  if (auto reduce = dyn_cast<tq::ReduceOp>(op))
    return llvm::all_of(reduce.getSrcs(), [&](Value tile) {
      return cast<RankedTensorType>(tile.getType()).getRank() == 2 &&
             reduce.getAxis() == 1;
    });
  if (auto expand = dyn_cast<tq::ExpandDimsOp>(op))
    return expand.getAxis() == 1 || isOfNumbers(expand.getOperand());
  if (auto turned = dyn_cast<tq::TransOp>(op))
    return isa_and_nonnull<BoxLoadOp>(turned.getOperand().getDefiningOp());
  return isa<tq::DotOp, tq::RangeOp, tq::SplatOp, tq::BroadcastOp, BoxLoadOp,
             BoxStoreOp, scf::ForOp, scf::IfOp, scf::YieldOp>(op);
}

/// Whether shared memory has room for so many slots of what loops load.
static bool hasRoom(func::FuncOp kernel, Teams teams, int32_t inLoops) {
  int64_t total = 1024; // barriers
  DenseSet<Value> ofTeam;
  if (!teams.areInTurns)
    ofTeam = teamValues(kernel);
  kernel.walk([&](BoxLoadOp load) {
    auto tile = cast<RankedTensorType>(load.getType());
    int64_t bytes = tile.getNumElements() * sharedElementBytes(tile);
    int32_t slots = isa<scf::ForOp>(load->getParentOp()) ? inLoops : 1;
    bool isOwn = ofTeam.contains(load.getResult());
    total += llvm::alignTo(bytes, 1024) * slots * (isOwn ? teams.count : 1);
  });
  kernel.walk([&](BoxStoreOp store) {
    total += llvm::alignTo(stagingOf(store).bytes() * teams.count, 1024);
  });
  return total <= targetOf(kernel).sharedBytes;
}

static constexpr const char *kMayExchange =
    "its warps may have to exchange values";

/// Whether an op may go through shared memory, or wait for all warps.
static bool mayExchange(func::FuncOp kernel) {
  return kernel
      .walk([](Operation *op) {
        return staysInWarps(op) ? WalkResult::advance()
                                : WalkResult::interrupt();
      })
      .wasInterrupted();
}

static constexpr int kManyStages = 4;

/// Why what programs share is not most of what they read. Tiles as large as
/// their own have to come in many stages: with few, programs with a CTA each
/// fit side by side as well, and a grid of few programs has CTAs for more of
/// the GPU.
static std::string whyNotShared(func::FuncOp kernel, int stages) {
  int64_t mostOwn = 0, leastShared = INT64_MAX;
  DenseSet<Value> ofTeam = teamValues(kernel);
  kernel.walk([&](BoxLoadOp load) {
    int64_t size = cast<RankedTensorType>(load.getType()).getNumElements();
    if (ofTeam.contains(load.getResult()))
      mostOwn = std::max(mostOwn, size);
    else
      leastShared = std::min(leastShared, size);
  });
  if (leastShared == INT64_MAX || leastShared < mostOwn)
    return "tiles that its programs would share are no larger than their own";
  if (leastShared == mostOwn && stages < kManyStages)
    return "tiles that its programs would share are as large as their own, and "
           "come in fewer than " +
           std::to_string(kManyStages) + " stages";
  return "";
}

/// Slots that keep the tensor cores busy while a team waits for its turn.
static constexpr int32_t kSlotsInTurns = 3;

std::string tqc::whyNotWorthTeams(func::FuncOp kernel, Teams teams,
                                  int stages) {
  if (teams.areInTurns && !hasSumsForTurns(kernel, /*areColumnsKnown=*/true))
    return "its sums are not 128 registers of a thread, or 192 of 128 rows";
  if (teams.areInTurns && !hasRoom(kernel, teams, kSlotsInTurns))
    return "three stages do not fit into shared memory";
  if (teams.areInTurns)
    return mayExchange(kernel) ? kMayExchange : "";
  std::optional<Chain> chain = chainOf(kernel);
  if (!chain && !onlyProductOf(kernel))
    return "its products are no chain of two in a loop";
  int64_t held = chain ? heldRegisters(*chain) : kSumsSideBySide;
  if (int64_t has = registersForProducts(teams.count); held > has)
    return "its products hold " + std::to_string(held) +
           " registers of a thread, and in " + std::to_string(teams.count) +
           " teams there are " + std::to_string(has);
  if (std::string why = whyNotShared(kernel, stages); !why.empty())
    return why;
  if (!hasRoom(kernel, teams, /*slots=*/2))
    return "two stages do not fit into shared memory";
  return mayExchange(kernel) ? kMayExchange : "";
}
