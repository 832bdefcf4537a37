//===- DefineClusters.cpp - What the CTAs of a cluster have together ------===//
//
// CTAs run one after the other here. So those of a cluster run twice
// (TileDevice.cpp): first each gives what it has to the sums and ends there, in
// the order of ranks; then they run with the sums. All get the whole sum, also
// who gets a share of it on a GPU.
//
//===----------------------------------------------------------------------===//

#include "compiler/interpreter/TileEvaluator.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <cmath>

using namespace mlir;
using namespace tqc;
using namespace tqc::tile;

static Tile sumOf(const Tile &a, const Tile &b) {
  Tile sum = a;
  for (size_t i = 0; i < sum.size(); ++i) {
    if (!a.number.isFloat()) {
      sum.bits[i] = a.number.cut(a.bits[i] + b.bits[i]);
    } else {
      double value = a.real(i) + b.real(i);
      sum.bits[i] = a.number.encode(value);
      sum.setError(i, a.error(i) + b.error(i) +
                          a.number.roundoff() * std::fabs(value));
    }
    sum.setDoubt(i, b.doubt(i), b.doubtful);
  }
  return sum;
}

/// Adds what this CTA has in `from`, or sets `to` to the sum; false if it is
/// not needed any longer.
static bool defineSum(TileEvaluator &e, Operation *op, Value from, Value to) {
  TileRef &sum = e.launch.clusterSums[op];
  if (!e.launch.isAsking)
    return e.set(to, sum);
  sum = std::make_shared<const Tile>(sum ? sumOf(*sum, e.get(from))
                                         : e.get(from));
  ++e.sumsGiven;
  auto kernel = op->getParentOfType<func::FuncOp>();
  unsigned sums = 0;
  kernel.walk([&](Operation *other) {
    sums += isa<tqg::ClusterSumOp, tqg::ClusterAddOp>(other);
  });
  return e.sumsGiven < sums && e.set(to, sum);
}

void tqc::tile::defineClusters(Definitions &d) {
  d.on<tqg::ClusterSumOp>([](TileEvaluator &e, Operation *op) {
    auto sum = cast<tqg::ClusterSumOp>(op);
    return defineSum(e, op, sum.getSrc(), sum.getResult());
  });
  d.on<tqg::ClusterAddOp>([](TileEvaluator &e, Operation *op) {
    auto add = cast<tqg::ClusterAddOp>(op);
    return defineSum(e, op, add.getStaging(), add.getStaging());
  });
  d.on<tqg::ClusterBarrierOp>(
      [](TileEvaluator &, Operation *) { return true; });
}
