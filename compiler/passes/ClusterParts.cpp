//===- ClusterParts.cpp - CTAs that compute a program together ------------===//

#include "compiler/passes/ClusterParts.h"

#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace tqc;

static Value number(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantOp::create(b, b.getI32IntegerAttr(int32_t(value)));
}

Value tqc::numberClusters(func::FuncOp kernel, int64_t ctas) {
  SmallVector<Operation *> ids;
  kernel.walk([&](Operation *op) {
    auto id = dyn_cast<tq::ProgramIdOp>(op);
    auto count = dyn_cast<tq::NumProgramsOp>(op);
    if ((id && id.getAxis() == 0) || (count && count.getAxis() == 0))
      ids.push_back(op);
  });
  ImplicitLocOpBuilder b(kernel.getLoc(), kernel.getContext());
  b.setInsertionPointToStart(&kernel.getBody().front());
  Value cta = tq::ProgramIdOp::create(b, 0);
  Value rank = arith::RemUIOp::create(b, cta, number(b, ctas));
  for (Operation *op : ids) {
    b.setInsertionPointAfter(op);
    auto program = arith::DivUIOp::create(b, op->getResult(0), number(b, ctas));
    op->getResult(0).replaceAllUsesExcept(program, program);
  }
  return rank;
}

bool tqc::canCombineParts(tq::ReduceOp reduce) {
  return llvm::all_of(reduce.getResultTypes(), [](Type type) {
    return type.isIntOrFloat() && type.getIntOrFloatBitWidth() == 32;
  });
}

void tqc::combineParts(tq::ReduceOp reduce, int64_t ctas) {
  ImplicitLocOpBuilder b(reduce.getLoc(), reduce);
  b.setInsertionPointAfter(reduce);
  SmallVector<Value> all;
  for (Value own : reduce.getResults())
    all.push_back(tqg::ClusterGatherOp::create(
        b, RankedTensorType::get({ctas}, own.getType()), own));
  auto whole = tq::ReduceOp::create(b, TypeRange(reduce.getResultTypes()), all,
                                    reduce.getAxis());
  IRMapping mapping;
  reduce.getCombine().cloneInto(&whole.getCombine(), mapping);
  for (auto [own, result, gathered] :
       llvm::zip(reduce.getResults(), whole.getResults(), all))
    own.replaceAllUsesExcept(result, gathered.getDefiningOp());
}

void tqc::storeOnce(tq::StoreOp store, Value rank) {
  ImplicitLocOpBuilder b(store.getLoc(), store);
  Value isFirst =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, rank, number(b, 0));
  auto branch = scf::IfOp::create(b, isFirst);
  store->moveBefore(branch.thenBlock()->getTerminator());
}
