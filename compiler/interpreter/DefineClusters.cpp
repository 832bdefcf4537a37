//===- DefineClusters.cpp - What the CTAs of a cluster have together ------===//
//
// CTAs run one after the other here. So those of a cluster run several times
// (TileDevice.cpp): first each gives what it has at the first such op and ends
// there, in the order of ranks; then at the next one, with what all have at the
// first; and at last to the end, where what each stores is held back until all
// have run. All get a whole sum, also who gets a share of it on a GPU.
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

/// What all CTAs have at `op`, or null: then this one gave `own`, and ends
/// until the others have come as far.
static const std::vector<TileRef> *exchange(TileEvaluator &e, Operation *op,
                                            Value own) {
  std::vector<TileRef> &given = e.launch.clusterTiles[op];
  if (given.size() == e.launch.clusterCtas)
    return &given;
  given.push_back(e.ref(own));
  return nullptr;
}

static bool defineSum(TileEvaluator &e, Operation *op, Value from, Value to) {
  const std::vector<TileRef> *given = exchange(e, op, from);
  if (!given)
    return false;
  Tile sum = *given->front();
  for (const TileRef &part : llvm::drop_begin(*given))
    sum = sumOf(sum, *part);
  return e.set(to, std::move(sum));
}

/// Element i is what the CTA of number `ranks[i]` gave, or of rank i.
static bool defineNumbers(TileEvaluator &e, Operation *op, Value own,
                          const Tile *ranks) {
  const std::vector<TileRef> *given = exchange(e, op, own);
  if (!given)
    return false;
  Value result = op->getResult(0);
  Tile all(e.numberOf(result.getType()),
           TileEvaluator::shapeOf(result.getType()));
  for (size_t i = 0; i < all.size(); ++i) {
    const Tile &from = *(*given)[ranks ? ranks->bits[i] : i];
    all.bits[i] = from.bits[0];
    all.setError(i, from.error(0));
    all.setDoubt(i, from.doubt(0), from.doubtful);
  }
  return e.set(result, std::move(all));
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
  d.on<tqg::ClusterGatherOp>([](TileEvaluator &e, Operation *op) {
    return defineNumbers(e, op, cast<tqg::ClusterGatherOp>(op).getSrc(),
                         nullptr);
  });
  d.on<tqg::ClusterExchangeOp>([](TileEvaluator &e, Operation *op) {
    auto exchange = cast<tqg::ClusterExchangeOp>(op);
    return defineNumbers(e, op, exchange.getSrc(), &e.get(exchange.getRanks()));
  });
  d.on<tqg::ClusterRankOp>([](TileEvaluator &e, Operation *op) {
    Tile rank = e.emptyTile(op->getResult(0).getType());
    rank.bits[0] = e.program[0] % cast<tqg::ClusterRankOp>(op).getCtas();
    return e.set(op->getResult(0), std::move(rank));
  });
  auto nothing = [](TileEvaluator &, Operation *) { return true; };
  d.on<tqg::ClusterBarrierOp>(nothing);
  d.on<tqg::ClusterArriveOp>(nothing);
  d.on<tqg::ClusterWaitOp>(nothing);
  d.on<tqg::InboxOp>(nothing);
}
