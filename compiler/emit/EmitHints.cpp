//===- EmitHints.cpp - Which wishes of the author change nothing ----------===//
//
// Some options of Triton's loops and launches have no effect here yet. They
// change no result, so they are not refused; a remark of the category `hint`
// says so, at the loop:
//
//     k.tq:7:5: remark: hint, not done: `loop_unroll_factor` is 4, but ...
//
// Assertions that only `debug` would check are told in the same way.
//
//===----------------------------------------------------------------------===//

#include "compiler/emit/EmitTile.h"
#include "compiler/emit/TileEmitter.h"
#include "dialect/tq/TqDialect.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace tqc;

namespace {
/// An attribute of a loop that no later phase reads.
struct DroppedHint {
  const char *attribute;
  const char *option; ///< as the author wrote it
  const char *why;
};

constexpr DroppedHint kDropped[] = {
    {"tq.unroll", "loop_unroll_factor", "loops are not unrolled"},
    {"tq.flatten", "flatten", "loops are not flattened"},
    {"tq.disallow_acc_multi_buffer", "disallow_acc_multi_buffer",
     "accumulators have one buffer anyway"},
    {"tq.disable_licm", "disable_licm", "invariant code is moved all the same"},
};
} // namespace

void TileEmitter::dropped(StringRef why) {
  remark::missed(place, remark::RemarkOpts::name("dropped").category("hint"))
      << remark::reason("{0}", why);
}

static void remarkDropped(Location place, const DroppedHint &hint,
                          Attribute value) {
  std::string number;
  if (auto integer = dyn_cast<IntegerAttr>(value))
    number = " is " + std::to_string(integer.getInt());
  remark::missed(place, remark::RemarkOpts::name("dropped").category("hint"))
      << remark::reason("`{0}`{1}, but {2}", hint.option, number, hint.why);
}

void tqc::remarkDroppedHints(ModuleOp module) {
  module.walk([](scf::ForOp loop) {
    for (const DroppedHint &hint : kDropped)
      if (Attribute value = loop->getAttr(hint.attribute))
        remarkDropped(loop.getLoc(), hint, value);
  });
}
