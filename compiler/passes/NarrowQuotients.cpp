//===- NarrowQuotients.cpp - Divide the number of a program in 32 bits ----===//
//
// See NarrowQuotientsPass in TilePasses.td for what the pass promises. Authors
// count rows in 64 bits, since their addresses may be large, and go on with
// them:
//
//     row = tl.program_id(0).to(tl.int64)
//     query = row % SQ
//
// A GPU has no instruction for such a remainder but a function of a hundred,
// and all that is compared with it is compared in two steps.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/Passes.h"
#include "dialect/tq/TqDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tqc {
#define GEN_PASS_DEF_NARROWQUOTIENTSPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;

/// The 32 bits that `value` is widened from.
static Value narrow(Value value) {
  auto wide = value.getDefiningOp<arith::ExtSIOp>();
  return wide && wide.getIn().getType().isInteger(32) ? wide.getIn() : Value();
}

/// A quotient or remainder in 64 bits that fits in 32 as its operands do: only
/// that of the least number by -1 does not, and no program has that number.
template <typename Op>
static void narrowQuotient(Op op) {
  Value left = narrow(op.getLhs()), right = narrow(op.getRhs());
  if (!left || !right || !left.getDefiningOp<tq::ProgramIdOp>())
    return;
  OpBuilder b(op);
  Value result = Op::create(b, op.getLoc(), left, right);
  op.replaceAllUsesWith(
      arith::ExtSIOp::create(b, op.getLoc(), op.getType(), result).getResult());
  op.erase();
}

namespace {

struct NarrowQuotients : tqc::impl::NarrowQuotientsPassBase<NarrowQuotients> {
  void runOnOperation() override {
    getOperation().walk([](Operation *op) {
      if (auto remainder = dyn_cast<arith::RemSIOp>(op))
        narrowQuotient(remainder);
      else if (auto quotient = dyn_cast<arith::DivSIOp>(op))
        narrowQuotient(quotient);
    });
  }
};

} // namespace
