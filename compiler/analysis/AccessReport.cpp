//===- AccessReport.cpp - Why an access is as wide as it is ---------------===//

#include "compiler/analysis/AccessReport.h"

#include "compiler/analysis/SharedScratch.h"
#include "dialect/tq/TqDialect.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace tqc;

static constexpr unsigned kWidest = 16; // bytes

/// How many neighbours along `dim` a thread holds.
static unsigned neighboursInThread(const LinearLayout &layout, unsigned dim) {
  ArrayRef<uint32_t> columns = layout.columns(Hw::Reg);
  unsigned bits = 0;
  while (bits < layout.outBits(dim) &&
         llvm::is_contained(columns, 1u << (layout.lowBit(dim) + bits)))
    ++bits;
  return 1u << bits;
}

/// What the addresses lack for 16 bytes.
static std::string addressReason(tqg::AccessAttr access,
                                 unsigned elementBytes) {
  int64_t run = access.getRun();
  if (run == 1)
    return "neighbours in the tile are not known to be neighbours in memory";
  if (run * elementBytes < kWidest)
    return llvm::formatv("only runs of {0} elements are known to be neighbours "
                         "in memory",
                         run)
        .str();
  return llvm::formatv("the addresses are known to be multiples of {0} bytes "
                       "only",
                       access.getAligned())
      .str();
}

static std::string maskWords(tqg::AccessAttr access, Value mask,
                             unsigned elements) {
  if (!mask)
    return "no mask";
  if (elements == 1)
    return "the mask is tested for each element";
  if (unsigned(access.getWhole()) >= elements)
    return "the mask is tested once for an access";
  return "whole where the mask is true throughout, by elements at its edge";
}

AccessReport tqc::reportAccess(Operation *op, Value pointer, Value mask) {
  AccessReport report;
  auto type = cast<tq::PtrType>(getElementTypeOrSelf(pointer.getType()));
  report.elementBytes = unsigned(sharedElementBytes(type.getPointee()));
  const LinearLayout *layout = tqg::tryLayoutOf(pointer.getType());
  if (!layout) {
    report.mask = mask ? "the mask is tested once" : "no mask";
    report.whyNotWider = "it is one element";
    return report;
  }
  tqg::AccessAttr access = tqg::accessOf(op, layout->shape());
  unsigned ofAddresses = access.getAddresses(), ofMask = access.getCut();
  unsigned ofLayout = neighboursInThread(*layout, access.fastest());
  report.elements = std::min(ofMask, ofLayout);
  unsigned replicas = llvm::popcount(layout->freeMask(Hw::Reg));
  report.accesses = (layout->size(Hw::Reg) >> replicas) / report.elements;
  report.mask = maskWords(access, mask, report.elements);
  report.mayBeCut = mask && unsigned(access.getWhole()) < report.elements;
  if (report.bytes() >= kWidest)
    return report;
  if (ofLayout < ofMask)
    report.whyNotWider = llvm::formatv("a thread holds {0} neighbour{1}",
                                       ofLayout, ofLayout == 1 ? "" : "s")
                             .str();
  else if (ofMask < ofAddresses)
    report.whyNotWider = "the mask may change between neighbours";
  else
    report.whyNotWider = addressReason(access, report.elementBytes);
  return report;
}
