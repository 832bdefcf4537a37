//===- DefineClusters.cpp - What the CTAs of a cluster have together ------===//
//
// CTAs run one after the other here, those of a cluster from the highest rank
// to the first (TileDevice.cpp): each adds what it has to what the ones before
// it left, and the first has the sum when it comes. On a GPU the same terms are
// added in the other order; the bound of the error covers both.
//
//===----------------------------------------------------------------------===//

#include "compiler/interpreter/TileEvaluator.h"
#include "dialect/tqg/TqgDialect.h"

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

/// `to` gets what this CTA and those of higher rank have in `from`.
static bool defineSum(TileEvaluator &e, Operation *op, Value from, Value to,
                      uint32_t ctas) {
  TileRef &left = e.launch.clusterSums[op];
  bool isLast = e.program[0] % ctas == ctas - 1;
  Tile sum = isLast ? e.get(from) : sumOf(e.get(from), *left);
  left = std::make_shared<const Tile>(sum);
  return e.set(to, std::move(sum));
}

void tqc::tile::defineClusters(Definitions &d) {
  d.on<tqg::ClusterSumOp>([](TileEvaluator &e, Operation *op) {
    auto sum = cast<tqg::ClusterSumOp>(op);
    return defineSum(e, op, sum.getSrc(), sum.getResult(), sum.getCtas());
  });
  d.on<tqg::ClusterAddOp>([](TileEvaluator &e, Operation *op) {
    auto add = cast<tqg::ClusterAddOp>(op);
    return defineSum(e, op, add.getStaging(), add.getStaging(), add.getCtas());
  });
  d.on<tqg::ClusterBarrierOp>(
      [](TileEvaluator &, Operation *) { return true; });
}
