//===- StraddlingLoads.cpp - Loads that begin inside of an access ---------===//

#include "compiler/passes/StraddlingLoads.h"

#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace tqc;

/// Bytes of the widest access.
static constexpr int64_t kWidest = 16;

static int64_t bytesOf(Value pointer) {
  auto type = cast<tq::PtrType>(getElementTypeOrSelf(pointer));
  Type element = type.getPointee();
  return element.isIntOrFloat() ? element.getIntOrFloatBitWidth() / 8 : 0;
}

int64_t tqc::straddledWidth(ArrayRef<tq::LoadOp> loads,
                            ArrayRef<tq::StoreOp> stores, int64_t block,
                            int64_t warps) {
  int64_t least = kWidest, most = 1;
  auto count = [&](Value pointer) {
    least = std::min(least, bytesOf(pointer));
    most = std::max(most, bytesOf(pointer));
  };
  for (tq::LoadOp load : loads)
    count(load.getPtr());
  for (tq::StoreOp store : stores)
    count(store.getPtr());
  int64_t width = std::min(kWidest / most, block / (32 * warps));
  return width > 1 && width * least >= 4 ? width : 1;
}

bool tqc::isOfPlaces(tq::LoadOp load) {
  auto address = load.getPtr().getDefiningOp<tq::AddPtrOp>();
  auto column = address ? address.getOffset().getDefiningOp<arith::SubIOp>()
                        : arith::SubIOp();
  return column && address.getPtr().getDefiningOp<tq::SplatOp>() &&
         column.getRhs().getDefiningOp<tq::SplatOp>();
}

void tqc::loadStraddling(tq::LoadOp load, scf::ForOp loop, int64_t width,
                         bool isAligned) {
  auto address = load.getPtr().getDefiningOp<tq::AddPtrOp>();
  auto column = address.getOffset().getDefiningOp<arith::SubIOp>();
  Value base = address.getPtr().getDefiningOp<tq::SplatOp>().getSrc();
  Value origin = column.getRhs().getDefiningOp<tq::SplatOp>().getSrc();
  Value place = column.getLhs();
  ImplicitLocOpBuilder b(load.getLoc(), loop);
  auto number = [&](int64_t value, unsigned bits = 32) -> Value {
    return arith::ConstantOp::create(
        b, b.getIntegerAttr(b.getIntegerType(bits), value));
  };
  auto sub = [&](Value x, Value y) -> Value {
    return arith::SubIOp::create(b, x, y);
  };
  int64_t bytes = bytesOf(base);
  // Where in an access of theirs the elements at place 0 begin.
  Value zeroth = number(0);
  if (!isAligned) {
    Value elements = arith::DivUIOp::create(
        b, tq::PtrToIntOp::create(b, b.getI64Type(), base), number(bytes, 64));
    zeroth = arith::TruncIOp::create(b, b.getI32Type(), elements);
  }
  Value from = arith::AndIOp::create(b, sub(zeroth, origin), number(width - 1));
  Value back = sub(number(0), arith::AddIOp::create(b, origin, from));
  Value start = tq::AddPtrOp::create(b, base.getType(), base, back, false);
  // If nothing straddles, there may be no second access.
  Value isWhole =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, from, number(0));
  Value distance =
      arith::SelectOp::create(b, isWhole, number(0), number(width));
  Value next = tq::AddPtrOp::create(b, base.getType(), start, distance, false);
  SmallVector<Value, 2> accesses;
  for (Value begin : {start, next}) {
    b.setInsertionPoint(loop);
    Value known = tq::HintOp::create(b, begin, "divisibility",
                                     ArrayRef<int64_t>{width * bytes});
    Value tile = tq::SplatOp::create(b, load.getPtr().getType(), known);
    b.setInsertionPoint(load);
    auto whole = cast<tq::LoadOp>(b.clone(*load));
    whole->removeAttr(tqg::kStraddlesAttr);
    whole.getMaskMutable().clear();
    whole.getOtherMutable().clear();
    b.setInsertionPoint(whole);
    whole.getPtrMutable().assign(
        tq::AddPtrOp::create(b, tile.getType(), tile, place, false));
    accesses.push_back(whole);
  }
  b.setInsertionPoint(load);
  load.replaceAllUsesWith(tqg::FunnelShiftOp::create(b, accesses.front(),
                                                     accesses.back(), from,
                                                     uint32_t(width))
                              .getResult());
  load.erase();
}
