//===- ExplainMemory.cpp - How memory is reached, in words ----------------===//
//
// Memory: the width of an access and why it is no wider, rings, boxes:
//
//     "x = load of 1024 f32: 16 bytes an access, 2 a thread, no mask"
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/AccessReport.h"
#include "compiler/analysis/SharedScratch.h"
#include "compiler/driver/Explainer.h"
#include "dialect/layout/LayoutAlgebra.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::words;

void Explainer::addAccess(Operation *op, Value pointer, Value mask, Type tile) {
  AccessReport report = reportAccess(op, pointer, mask);
  if (report.mayBeCut && isa<tqg::CopyAsyncOp>(op))
    report.mask = "with zeros behind the mask's edge";
  if (op->hasAttr(tqg::kResidentAttr))
    report.mask = "from the copy of the row";
  if (op->hasAttr(tqg::kRunAttr))
    report.mask = "in the copy of the CTA's rows";
  ExplainedItem &item = add(op, "access");
  std::string layout = nameOfLayout(pointer.getType());
  item.facts = llvm::json::Object{
      {"tile", showTile(tile)},      {"bytes", report.bytes()},
      {"elements", report.elements}, {"accesses", report.accesses},
      {"mask", report.mask},         {"layout", layout}};
  item.text =
      llvm::formatv("{0} of {1}: {2} an access, {3} a thread, {4}", nameOf(op),
                    showTile(tile), count(report.bytes(), "byte"),
                    report.accesses, report.mask)
          .str();
  if (!report.whyNotWider.empty()) {
    item.facts["why_not_wider"] = report.whyNotWider;
    item.text += "; not wider: " + report.whyNotWider;
  }
  if (layout != "none")
    item.text += "; layout " + layout;
  tell(op, item, "access", "memory");
}

void Explainer::addRing(tqg::RingOp op) {
  tqg::RingType ring = op.getResult().getType();
  ExplainedItem &item = add(op, "ring");
  item.facts = llvm::json::Object{{"tile", showTile(ring.getTile())},
                                  {"slots", ring.getSlots()},
                                  {"bytes", ring.bytes()}};
  item.text =
      llvm::formatv("ring of {0} slots of {1}: {2} bytes of shared "
                    "memory",
                    ring.getSlots(), showTile(ring.getTile()), ring.bytes())
          .str();
}

void Explainer::addRead(tqg::RingReadOp read) {
  tqg::RingType ring = read.getRing().getType();
  SmallVector<unsigned> order(read.getOrder().begin(), read.getOrder().end());
  SharedAccess access = planAccess(
      transposeDims(ring.getMemory(), order), tqg::layoutOf(read.getType()),
      unsigned(sharedElementBytes(ring.getTile())) * 8,
      /*allowMatrix=*/true);
  ExplainedItem &item = add(read, "read");
  bool isMatrix = access.matrix.has_value();
  item.facts =
      llvm::json::Object{{"tile", showTile(read.getType())},
                         {"by", isMatrix ? "ldmatrix" : "ld.shared"},
                         {"accesses", int64_t(access.firstRegisters.size())},
                         {"conflicts", access.wavefronts},
                         {"layout", nameOfLayout(read.getType())}};
  item.text = llvm::formatv(
                  "{0} of {1}: {2} {3} a thread, {4}; layout {5}", nameOf(read),
                  showTile(read.getType()), access.firstRegisters.size(),
                  isMatrix ? "ldmatrix" : "ld.shared",
                  access.wavefronts == 1
                      ? "no bank conflicts"
                      : "slowed by " + std::to_string(access.wavefronts) +
                            " through bank conflicts",
                  nameOfLayout(read.getType()))
                  .str();
  tell(read, item, "move", "layout");
}

void Explainer::addBox(Operation *copy, Value tensor, RankedTensorType tile,
                       StringRef who, std::optional<uint32_t> panels,
                       uint32_t ctas) {
  auto map = tensor.getDefiningOp<tqg::TensorMapOp>();
  int64_t copies = tile.getNumElements();
  for (int64_t extent : map.getBox())
    copies /= extent;
  tqg::SlotParts parts =
      tqg::slotParts(ctas, panels.value_or(copies), map.getBox().back());
  copies = parts.panels;
  ExplainedItem &item = add(copy, "box");
  item.facts = llvm::json::Object{{"tile", showTile(tile)},
                                  {"copies", copies},
                                  {"dimensions", int64_t(map.getBox().size())},
                                  {"swizzle", int64_t(map.getSwizzle())}};
  item.text = llvm::formatv("box of {0} of a tensor of {1} dimensions: {2} by "
                            "{3}, swizzled over {4} bytes",
                            showTile(tile), map.getBox().size(),
                            count(copies, "bulk copy", "bulk copies"), who,
                            map.getSwizzle())
                  .str();
  if (ctas == 1)
    return;
  item.facts["ctas"] = int64_t(ctas);
  item.text += parts.copying == ctas
                   ? llvm::formatv("; by each of {0} CTAs", ctas).str()
                   : llvm::formatv("; by {0} of {1} CTAs", parts.copying, ctas);
  item.text += ", for all of them";
}

bool Explainer::explainMemory(Operation *op) {
  bool isMine = true;
  llvm::TypeSwitch<Operation *>(op)
      .Case<tq::LoadOp>([&](tq::LoadOp load) {
        addAccess(op, load.getPtr(), load.getMask(), load.getType());
      })
      .Case<tq::StoreOp>([&](tq::StoreOp store) {
        addAccess(op, store.getPtr(), store.getMask(),
                  store.getValue().getType());
      })
      .Case<tqg::CopyAsyncOp>([&](tqg::CopyAsyncOp copy) {
        addAccess(op, copy.getPtr(), copy.getMask(), copy.getPtr().getType());
      })
      .Case<tqg::RingOp>([&](auto ring) { addRing(ring); })
      .Case<tqg::RingReadOp>([&](auto read) { addRead(read); })
      .Case<tqg::CopyTensorOp>([&](auto copy) {
        addBox(copy, copy.getMap(), copy.getRing().getType().getTile(),
               "one thread", copy.getPanels(), copy.getCtas().value_or(1));
      })
      .Case<tqg::StoreTensorOp>([&](auto copy) {
        addBox(copy, copy.getMap(), copy.getRing().getType().getTile(),
               "one lane of each warp");
      })
      .Default([&](Operation *) { isMine = false; });
  return isMine;
}
