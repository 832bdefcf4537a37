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

namespace {

/// `base + (place - origin)`, of a load for which that `isOfPlaces`.
struct PlaceAddress {
  explicit PlaceAddress(tq::LoadOp load)
      : address(load.getPtr().getDefiningOp<tq::AddPtrOp>()),
        column(address.getOffset().getDefiningOp<arith::SubIOp>()) {}

  Value base() {
    return address.getPtr().getDefiningOp<tq::SplatOp>().getSrc();
  }
  Value origin() {
    return column.getRhs().getDefiningOp<tq::SplatOp>().getSrc();
  }
  Value place() { return column.getLhs(); }

  tq::AddPtrOp address;
  arith::SubIOp column;
};

} // namespace

static Value number(ImplicitLocOpBuilder &b, int64_t value,
                    unsigned bits = 32) {
  return arith::ConstantOp::create(
      b, b.getIntegerAttr(b.getIntegerType(bits), value));
}

Value tqc::originOf(tq::LoadOp load) { return PlaceAddress(load).origin(); }

Value tqc::beginInAccess(tq::LoadOp load, scf::ForOp loop, int64_t width,
                         bool isAligned) {
  PlaceAddress at(load);
  ImplicitLocOpBuilder b(load.getLoc(), loop);
  Value zeroth = number(b, 0);
  if (!isAligned) {
    Value address = tq::PtrToIntOp::create(b, b.getI64Type(), at.base());
    Value elements =
        arith::DivUIOp::create(b, address, number(b, bytesOf(at.base()), 64));
    zeroth = arith::TruncIOp::create(b, b.getI32Type(), elements);
  }
  return arith::AndIOp::create(b, arith::SubIOp::create(b, zeroth, at.origin()),
                               number(b, width - 1));
}

void tqc::loadStraddling(tq::LoadOp load, scf::ForOp loop, int64_t width,
                         Value from) {
  PlaceAddress at(load);
  Value base = at.base(), place = at.place();
  ImplicitLocOpBuilder b(load.getLoc(), loop);
  Value back = arith::SubIOp::create(
      b, number(b, 0), arith::AddIOp::create(b, at.origin(), from));
  Value start = tq::AddPtrOp::create(b, base.getType(), base, back, false);
  // If nothing straddles, there may be no second access.
  Value isWhole =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, from, number(b, 0));
  Value distance =
      arith::SelectOp::create(b, isWhole, number(b, 0), number(b, width));
  Value next = tq::AddPtrOp::create(b, base.getType(), start, distance, false);
  SmallVector<Value, 2> accesses;
  for (Value begin : {start, next}) {
    b.setInsertionPoint(loop);
    Value known = tq::HintOp::create(b, begin, "divisibility",
                                     ArrayRef<int64_t>{width * bytesOf(base)});
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
  load.replaceAllUsesWith(
      tqg::FunnelShiftOp::create(b, accesses.front(), accesses.back(), from,
                                 uint32_t(width), /*words=*/IntegerAttr())
          .getResult());
  load.erase();
}

StringRef tqc::makeLoopsOfWords(scf::ForOp loop) {
  Value from;
  int64_t perWord = 0, words = 0;
  for (auto shift : loop.getOps<tqg::FunnelShiftOp>()) {
    int64_t bytes = shift.getType().getElementTypeBitWidth() / 8;
    int64_t elements = std::max<int64_t>(4 / bytes, 1);
    if (from && (from != shift.getFrom() || elements != perWord))
      return "what it loads begins at different places of accesses";
    from = shift.getFrom();
    perWord = elements;
    words = shift.getWidth() / elements;
  }
  if (!from)
    return "";
  if (loop.getNumResults() != 0)
    return "it carries what it finds";
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  Value inFront = arith::DivUIOp::create(b, from, number(b, perWord));
  for (int64_t count = 0; count < words; ++count) {
    scf::IfOp branch;
    if (count + 1 < words) {
      Value isThis = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, inFront,
                                           number(b, count));
      branch = scf::IfOp::create(b, isThis, /*withElseRegion=*/true);
      b.setInsertionPoint(branch.thenBlock()->getTerminator());
    }
    auto copy = cast<scf::ForOp>(b.clone(*loop));
    for (auto shift : copy.getOps<tqg::FunnelShiftOp>())
      shift.setWords(static_cast<uint32_t>(count));
    if (branch)
      b.setInsertionPoint(branch.elseBlock()->getTerminator());
  }
  loop.erase();
  return "";
}
