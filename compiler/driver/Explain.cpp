//===- Explain.cpp - What the compiler decided, for people ----------------===//

#include "compiler/driver/Explain.h"

#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace tqc;

namespace {

/// The words about one kernel, line by line.
class Explanation {
public:
  Explanation(func::FuncOp kernel, llvm::raw_ostream &os)
      : kernel(kernel), os(os) {}

  void print();

private:
  void printLine(Operation *op);
  std::string nameOfLayout(Attribute layout);
  std::string describeTile(RankedTensorType tile);

  func::FuncOp kernel;
  llvm::raw_ostream &os;
  llvm::MapVector<Attribute, std::string> layouts;
};

} // namespace

/// "k.tq:12", the innermost place.
static std::string showPlace(Location location) {
  if (auto name = dyn_cast<NameLoc>(location))
    return showPlace(name.getChildLoc());
  if (auto call = dyn_cast<CallSiteLoc>(location))
    return showPlace(call.getCallee());
  if (auto fused = dyn_cast<FusedLoc>(location)) {
    if (!fused.getLocations().empty())
      return showPlace(fused.getLocations().front());
  }
  if (auto place = dyn_cast<FileLineColRange>(location))
    return llvm::sys::path::filename(place.getFilename()).str() + ":" +
           std::to_string(place.getStartLine());
  return "?";
}

/// "64x32 fp16" without the layout.
static std::string showTile(RankedTensorType tile) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(tile.getShape(), os, "x");
  os << " ";
  if (auto pointer = dyn_cast<tq::PtrType>(tile.getElementType()))
    os << "pointers to " << pointer.getPointee();
  else
    os << tile.getElementType();
  return text;
}

/// How many neighbours in memory order a thread holds in a row.
static unsigned runOf(const LinearLayout &layout) {
  unsigned bits = 0;
  while (bits < layout.bits(Hw::Reg) &&
         layout.column(Hw::Reg, bits) == 1u << bits)
    ++bits;
  return 1u << bits;
}

std::string Explanation::nameOfLayout(Attribute layout) {
  std::string &name = layouts[layout];
  if (name.empty())
    name = "#" + std::to_string(layouts.size());
  return name;
}

std::string Explanation::describeTile(RankedTensorType tile) {
  const LinearLayout *layout = tqg::tryLayoutOf(tile);
  if (!layout)
    return showTile(tile);
  return llvm::formatv("{0}, {1} a thread in runs of {2}, layout {3}",
                       showTile(tile), layout->size(Hw::Reg), runOf(*layout),
                       nameOfLayout(tile.getEncoding()))
      .str();
}

/// The tile that says most about an op.
static RankedTensorType tileOf(Operation *op) {
  for (Type type : op->getResultTypes())
    if (auto tile = dyn_cast<RankedTensorType>(type))
      return tile;
  for (Type type : op->getOperandTypes())
    if (auto tile = dyn_cast<RankedTensorType>(type))
      return tile;
  return {};
}

void Explanation::printLine(Operation *op) {
  RankedTensorType tile = tileOf(op);
  if (!tile)
    return;
  StringRef mnemonic = op->getName().stripDialect();
  std::string what = mnemonic.str();
  if (op->getNumResults() == 1)
    if (auto name = dyn_cast<NameLoc>(op->getResult(0).getLoc()))
      what = name.getName().str() + " = " + what;
  os << llvm::formatv("  {0,-16} {1,-24} ", showPlace(op->getLoc()), what);
  if (auto move = dyn_cast<tqg::ConvertLayoutOp>(op)) {
    auto from = cast<RankedTensorType>(move.getSrc().getType());
    os << showTile(from) << ", layout " << nameOfLayout(from.getEncoding())
       << " to " << nameOfLayout(tile.getEncoding());
  } else {
    os << describeTile(tile);
  }
  if (auto offset = op->getAttrOfType<IntegerAttr>(tqg::kScratchOffsetAttr))
    os << ", shared memory from byte " << offset.getInt();
  os << "\n";
}

void Explanation::print() {
  os << kernel.getName() << ":";
  if (auto plan = kernel->getAttrOfType<tqg::PlanAttr>(tqg::kPlanAttr))
    os << " " << plan.getWarps() << " warps, " << plan.getStages()
       << " stages, " << plan.getRoles() << " role(s), cluster of "
       << plan.getCluster() << ",";
  auto bytes = kernel->getAttrOfType<IntegerAttr>(tqg::kSharedBytesAttr);
  os << " " << (bytes ? bytes.getInt() : 0) << " bytes of shared memory\n";
  // What moves data or computes products; the rest follows these layouts.
  kernel.walk([&](Operation *op) {
    StringRef dialect = op->getName().getDialectNamespace();
    if (isa<tq::LoadOp, tq::StoreOp, tq::AtomicRmwOp, tq::AtomicCasOp,
            tq::DotOp, tq::ReduceOp, tq::ScanOp, tq::GatherOp, tq::HistogramOp>(
            op) ||
        dialect == "tqg")
      printLine(op);
  });
  for (auto &[layout, name] : layouts)
    os << "  layout " << name << " = " << layout << "\n";
}

std::string tqc::explainKernels(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (auto kernel : module.getOps<func::FuncOp>())
    if (kernel->hasAttr(tq::kKernelAttr))
      Explanation(kernel, os).print();
  return text;
}
