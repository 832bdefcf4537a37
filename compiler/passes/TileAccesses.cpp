//===- TileAccesses.cpp - How wide the accesses to tiles are --------------===//

#include "compiler/passes/TileAccesses.h"

#include "compiler/analysis/MemoryOperands.h"
#include "compiler/analysis/ValueWalk.h"
#include "compiler/passes/LayoutRules.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

/// Whether what is loaded comes, element by element, to a reduction along that
/// dimension.
static bool comesToReduction(Value value, unsigned dim,
                             SmallPtrSetImpl<Operation *> &seen) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    if (!seen.insert(user).second)
      return false;
    if (auto reduce = dyn_cast<tq::ReduceOp>(user))
      return reduce.getAxis() == dim;
    return isElementwise(user) && user->getNumResults() == 1 &&
           comesToReduction(user->getResult(0), dim, seen);
  });
}

/// How often an access is taken to run.
static unsigned timesOf(Operation *op) {
  constexpr unsigned turns = 8;
  auto branch = dyn_cast<scf::IfOp>(op->getParentOp());
  // A row that is stored to starts as the one that is loaded, mostly.
  if (branch && branch->hasAttr(kResidentAttr) &&
      op->getBlock() != branch.thenBlock())
    return 0;
  auto loop = op->getParentOfType<scf::ForOp>();
  if (loop && loop->hasAttr(kEdgeAttr))
    return 0; // a tile of many
  return loop ? turns : 1;
}

void TileAccesses::add(Operation *op) {
  auto tile = cast<RankedTensorType>(pointerOf(*op).getType());
  AccessAttr access = accessOf(op, tile.getShape());
  auto pointer = cast<tq::PtrType>(tile.getElementType());
  unsigned bytes = pointer.getPointee().getIntOrFloatBitWidth() / 8;
  unsigned width = isa<tq::LoadOp, tq::StoreOp>(op) ? access.getCut() : 1;
  accesses.push_back({width, std::max(bytes, 1u), timesOf(op)});
  areRuns |= op->hasAttr(kRunAttr);
  SmallPtrSet<Operation *, 16> seen;
  if (auto load = dyn_cast<tq::LoadOp>(op))
    areReduced |= comesToReduction(load.getResult(),
                                   unsigned(access.getOrder().front()), seen);
}

unsigned TileAccesses::widest() const {
  unsigned most = 1;
  for (const Access &access : accesses)
    most = std::max(most, access.width);
  return most;
}

/// Where a thread holds `width` neighbours, a warp holds 32 times as many, and
/// accesses narrower than that read all of their lines again each time: of a
/// row of fp16 that starts anywhere, beside weights that are read 16 bytes at a
/// time, 8 times 4 lines and not 8 times one (layer norm of 1407 columns takes
/// 2.4 times as long as of 1408). Counted are accesses and lines of 128 bytes.
unsigned TileAccesses::cheapest() const {
  auto cost = [&](unsigned width) {
    double sum = 0;
    for (auto [most, bytes, times] : accesses) {
      unsigned own = std::min(most, width);
      double lines = llvm::divideCeil(32 * width * bytes, 128);
      sum += times * (1 + lines) / own;
    }
    return sum;
  };
  if (areRuns)
    return kNeighboursInRuns;
  unsigned best = widest();
  for (unsigned width = best / 2; width > 0; width /= 2)
    if (cost(width) < cost(best))
      best = width;
  return best;
}

int64_t TileAccesses::rowLanes(unsigned width) const {
  int64_t least = kLineBytes;
  for (const Access &access : accesses)
    least =
        std::min<int64_t>(least, std::min(access.width, width) * access.bytes);
  return kLineBytes / least;
}
