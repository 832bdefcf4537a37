//===- Explain.cpp - What the compiler decided, from the IR ---------------===//

#include "compiler/driver/Explain.h"

#include "compiler/analysis/AccessReport.h"
#include "compiler/analysis/SharedScratch.h"
#include "compiler/codegen/EmitPtx.h"
#include "dialect/layout/LayoutAlgebra.h"
#include "dialect/tq/TqDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace tqc;

/// The names of remarks that repeat an item.
static constexpr StringLiteral kOwnRemarks[] = {"access", "form", "move",
                                                "bytes"};

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

static std::string showPlace(FileLineColRange place) {
  return llvm::sys::path::filename(place.getFilename()).str() + ":" +
         std::to_string(place.getStartLine());
}

static void setPlace(ExplainedItem &item, Location location) {
  FileLineColRange outer = outermostPlace(location);
  FileLineColRange inner = innermostPlace(location);
  if (outer) {
    item.line = outer.getStartLine();
    item.column = outer.getStartColumn();
  }
  if (inner && inner != outer && showPlace(inner) != showPlace(outer))
    item.inside = showPlace(inner);
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

/// "64x32 f16" without the layout.
static std::string showTile(Type type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  Type element = getElementTypeOrSelf(type);
  if (auto pointer = dyn_cast<tq::PtrType>(element))
    element = pointer.getPointee();
  if (auto tile = dyn_cast<RankedTensorType>(type)) {
    llvm::interleave(tile.getShape(), os, "x");
    os << " ";
  }
  os << element;
  return text;
}

/// "64x32", of a batch "2x64x32".
static std::string showExtents(RankedTensorType tile) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(tile.getShape(), os, "x");
  return text;
}

static std::string count(int64_t number, StringRef one, StringRef many = "") {
  std::string text = (Twine(number) + " ").str();
  if (number != 1 && !many.empty())
    return text + many.str();
  return text + one.str() + (number == 1 ? "" : "s");
}

/// "x = load", with the name that the source gave the result.
static std::string nameOf(Operation *op) {
  std::string mnemonic = op->getName().stripDialect().str();
  if (op->getNumResults() == 1)
    if (auto name = dyn_cast<NameLoc>(op->getResult(0).getLoc()))
      return name.getName().str() + " = " + mnemonic;
  return mnemonic;
}

namespace {

/// Collects the items of one kernel.
class Explainer {
public:
  Explainer(func::FuncOp kernel, StringRef arch)
      : kernel(kernel), axis(kernel) {
    result.name = kernel.getName().str();
    result.arch = arch.str();
  }

  ExplainedKernel run();

private:
  void explain(Operation *op);
  ExplainedItem &add(Operation *op, StringRef kind);
  void addAccess(Operation *op, Value pointer, Value mask, Type tile);
  void addMma(tqg::MmaOp mma);
  void addWgmma(tqg::WgmmaOp product);
  void addDot(tq::DotOp dot);
  void addMove(tqg::ConvertLayoutOp move);
  void addExchange(Operation *op);
  void addRing(tqg::RingOp ring);
  void addRead(tqg::RingReadOp read);
  void addBox(Operation *copy, Value tensor, RankedTensorType tile,
              StringRef who);
  void addRole(tqg::RoleOp role);
  void addOther(Operation *op);
  std::string nameOfLayout(Type type);

  func::FuncOp kernel;
  AxisAnalysis axis;
  ExplainedKernel result;
  llvm::MapVector<Attribute, std::string> layouts;
};

} // namespace

ExplainedItem &Explainer::add(Operation *op, StringRef kind) {
  ExplainedItem &item = result.items.emplace_back();
  setPlace(item, op->getLoc());
  item.kind = kind.str();
  return item;
}

std::string Explainer::nameOfLayout(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  if (!tile || !tqg::tryLayoutOf(type))
    return "none";
  std::string &name = layouts[tile.getEncoding()];
  if (name.empty())
    name = "#" + std::to_string(layouts.size());
  return name;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void Explainer::addAccess(Operation *op, Value pointer, Value mask, Type tile) {
  AccessReport report = reportAccess(axis, pointer, mask);
  if (report.mayBeCut && isa<tqg::CopyAsyncOp>(op))
    report.mask = "with zeros behind the mask's edge";
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
  remark::analysis(op->getLoc(),
                   remark::RemarkOpts::name("access").category("memory"))
      << item.text;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// "m16n8k16" for operands of this type, as LowerMma.cpp picks it.
static StringRef mmaForm(Type element, bool isTuring) {
  if (element.getIntOrFloatBitWidth() == 8) // sm_75 has none for fp8
    return isTuring ? "m8n8k16" : "m16n8k32";
  if (element.isF32())
    return "m16n8k8";
  return isTuring ? "m16n8k8" : "m16n8k16";
}

void Explainer::addMma(tqg::MmaOp mma) {
  RankedTensorType a = mma.getA().getType(), acc = mma.getType();
  Type element = a.getElementType();
  StringRef form = mmaForm(element, computeCapabilityOf(result.arch) < 80);
  unsigned m = 0, n = 0, k = 0;
  StringRef rest = form.drop_front(1);
  (void)rest.consumeInteger(10, m);
  rest = rest.drop_front(1);
  (void)rest.consumeInteger(10, n);
  rest = rest.drop_front(1);
  (void)rest.consumeInteger(10, k);
  const LinearLayout &layout = tqg::layoutOf(acc);
  // All lanes hold accumulators: 32 of them for each register.
  unsigned perWarp =
      32 * (layout.size(Hw::Reg) >> llvm::popcount(layout.freeMask(Hw::Reg)));
  unsigned instructions = perWarp / (m * n) * (a.getShape().back() / k);
  std::string type = element.isF32() ? "tf32" : showTile(element);
  ExplainedItem &item = add(mma, "dot");
  item.facts = llvm::json::Object{{"form", form},
                                  {"type", type},
                                  {"instructions_a_warp", instructions},
                                  {"layout", nameOfLayout(acc)}};
  item.text =
      llvm::formatv("{0} of {1}x{2}: mma.sync {3} of {4} to {5}, {6} a "
                    "warp; layout {7}",
                    nameOf(mma), showExtents(acc), a.getShape().back(), form,
                    type, acc.getElementType(), instructions,
                    nameOfLayout(acc))
          .str();
  remark::analysis(mma.getLoc(),
                   remark::RemarkOpts::name("form").category("mma"))
      << item.text;
}

void Explainer::addWgmma(tqg::WgmmaOp product) {
  RankedTensorType b = product.getB().getType().getTile();
  RankedTensorType acc = product.getType();
  int64_t m = acc.getDimSize(0), n = acc.getDimSize(1), k = b.getDimSize(0);
  int64_t columns = std::min<int64_t>(n, 256);
  int64_t groups = tqg::layoutOf(acc).size(Hw::Warp) / 4;
  int64_t instructions = m / (64 * groups) * (n / columns) * (k / 16);
  std::string form = llvm::formatv("m64n{0}k16", columns);
  std::string type = showTile(b.getElementType());
  bool isShared = isa<tqg::SharedType>(product.getA().getType());
  ExplainedItem &item = add(product, "dot");
  item.facts =
      llvm::json::Object{{"form", form},
                         {"type", type},
                         {"instructions_a_warpgroup", instructions},
                         {"left_in", isShared ? "shared" : "registers"},
                         {"layout", nameOfLayout(acc)}};
  item.text =
      llvm::formatv("{0} of {1}x{2}x{3}: {4} of {5} to f32, {6} a warpgroup, "
                    "the left operand in {7}; layout {8}",
                    nameOf(product), m, n, k, form, type, instructions,
                    isShared ? "shared memory" : "registers", nameOfLayout(acc))
          .str();
  remark::analysis(product.getLoc(),
                   remark::RemarkOpts::name("form").category("mma"))
      << item.text;
}

void Explainer::addDot(tq::DotOp dot) {
  RankedTensorType a = dot.getA().getType(), acc = dot.getType();
  const LinearLayout &layout = tqg::layoutOf(acc);
  int64_t depth = a.getDimSize(a.getRank() - 1);
  int64_t each = int64_t(layout.size(Hw::Reg)) * depth;
  ExplainedItem &item = add(dot, "dot");
  item.facts = llvm::json::Object{{"form", "fma"},
                                  {"type", showTile(a.getElementType())},
                                  {"instructions_a_thread", each},
                                  {"layout", nameOfLayout(acc)}};
  item.text =
      llvm::formatv("{0} of {1} by {2}: {3} fused multiply-adds a "
                    "thread; layout {4}",
                    nameOf(dot), showTile(a), showTile(dot.getB().getType()),
                    each, nameOfLayout(acc))
          .str();
  remark::analysis(dot.getLoc(),
                   remark::RemarkOpts::name("form").category("mma"))
      << item.text;
}

//===----------------------------------------------------------------------===//
// Moves between threads
//===----------------------------------------------------------------------===//

/// Says how a move goes, and notes its numbers.
static std::string describeMove(const LayoutMove &move,
                                llvm::json::Object &facts) {
  switch (move.kind) {
  case LayoutMove::Kind::Nothing:
  case LayoutMove::Kind::Registers:
    facts["by"] = "registers";
    return "other names for registers, which cost nothing";
  case LayoutMove::Kind::Shuffle:
    facts["by"] = "shuffle";
    facts["shuffles"] = move.shuffle->shuffles;
    return count(move.shuffle->shuffles, "shuffle") + " and " +
           count(move.shuffle->selects, "select") + " a thread";
  case LayoutMove::Kind::Shared:
    break;
  }
  const SharedMove &shared = *move.shared;
  facts["by"] = "shared";
  facts["bytes"] = int64_t(shared.bytes);
  facts["rounds"] = int64_t(shared.rounds.size());
  facts["store_conflicts"] = shared.store.wavefronts;
  facts["load_conflicts"] = shared.load.wavefronts;
  std::string text =
      "through " + count(int64_t(shared.bytes), "byte") + " of shared memory";
  if (shared.rounds.size() > 1)
    text += " in " + count(int64_t(shared.rounds.size()), "round");
  if (shared.load.matrix)
    text += ", read by ldmatrix";
  auto conflicts = [&](StringRef what, unsigned wavefronts) {
    if (wavefronts > 1)
      text += llvm::formatv(", {0} slowed by {1} through bank conflicts", what,
                            wavefronts)
                  .str();
  };
  conflicts("stores", shared.store.wavefronts);
  conflicts("loads", shared.load.wavefronts);
  if (shared.store.wavefronts == 1 && shared.load.wavefronts == 1)
    text += ", no bank conflicts";
  return text;
}

void Explainer::addMove(tqg::ConvertLayoutOp move) {
  ExplainedItem &item = add(move, "move");
  Type from = move.getSrc().getType(), to = move.getType();
  item.facts = llvm::json::Object{{"tile", showTile(to)},
                                  {"from", nameOfLayout(from)},
                                  {"to", nameOfLayout(to)}};
  std::string how = describeMove(planConversion(move), item.facts);
  item.text =
      llvm::formatv("move of {0} from layout {1} to {2}: {3}", showTile(to),
                    nameOfLayout(from), nameOfLayout(to), how)
          .str();
  remark::analysis(move.getLoc(),
                   remark::RemarkOpts::name("move").category("layout"))
      << item.text;
}

void Explainer::addExchange(Operation *op) {
  ExplainedItem &item = add(op, "exchange");
  int64_t bytes = scratchBytes(op, result.warps);
  Type tile = op->getOperandTypes().front();
  item.facts = llvm::json::Object{{"tile", showTile(tile)}, {"bytes", bytes}};
  item.text =
      llvm::formatv("{0} of {1}: {2}", nameOf(op), showTile(tile),
                    bytes ? "between warps, through " + count(bytes, "byte") +
                                " of shared memory"
                          : "within warps")
          .str();
  remark::analysis(op->getLoc(),
                   remark::RemarkOpts::name("bytes").category("exchange"))
      << item.text;
}

//===----------------------------------------------------------------------===//
// Pipelines
//===----------------------------------------------------------------------===//

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
  remark::analysis(read.getLoc(),
                   remark::RemarkOpts::name("move").category("layout"))
      << item.text;
}

void Explainer::addBox(Operation *copy, Value tensor, RankedTensorType tile,
                       StringRef who) {
  auto map = tensor.getDefiningOp<tqg::TensorMapOp>();
  int64_t copies = tile.getNumElements();
  for (int64_t extent : map.getBox())
    copies /= extent;
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
}

void Explainer::addRole(tqg::RoleOp role) {
  ExplainedItem &item = add(role, "role");
  item.facts = llvm::json::Object{{"name", role.getName().str()},
                                  {"first", int64_t(role.getFirst())},
                                  {"end", int64_t(role.getEnd())}};
  item.text = llvm::formatv("{0}: warps {1} to {2}", role.getName(),
                            role.getFirst(), role.getEnd() - 1)
                  .str();
  if (role.getSingle())
    item.text += ", one thread of them";
  if (std::optional<uint32_t> registers = role.getRegisters()) {
    item.facts["registers"] = int64_t(*registers);
    item.text += llvm::formatv(", {0} registers a thread", *registers).str();
  }
}

/// Ops of `tqg` that only say where and when: copies ahead, waits, buffers.
void Explainer::addOther(Operation *op) {
  ExplainedItem &item = add(op, "other");
  item.text = nameOf(op);
  SmallVector<Type> types(op->getResultTypes());
  llvm::append_range(types, op->getOperandTypes());
  for (Type type : types)
    if (isa<ShapedType>(type)) {
      item.text += " of " + showTile(type);
      break;
    }
  if (auto offset = op->getAttrOfType<IntegerAttr>(tqg::kScratchOffsetAttr)) {
    item.facts["shared_offset"] = offset.getInt();
    item.text +=
        llvm::formatv(", shared memory from byte {0}", offset.getInt()).str();
  }
}

//===----------------------------------------------------------------------===//
// A kernel
//===----------------------------------------------------------------------===//

void Explainer::explain(Operation *op) {
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
               "one thread");
      })
      .Case<tqg::StoreTensorOp>([&](auto copy) {
        addBox(copy, copy.getMap(), copy.getRing().getType().getTile(),
               "one lane of each warp");
      })
      .Case<tqg::RoleOp>([&](auto role) { addRole(role); })
      .Case<tqg::CopyCommitOp, tqg::CopyWaitOp, tqg::RingViewOp,
            tqg::AsyncFenceOp, tqg::WgmmaWaitOp, tqg::TensorMapOp,
            tqg::MbarriersOp, tqg::MbarrierExpectOp, tqg::MbarrierArriveOp,
            tqg::MbarrierWaitOp, tqg::LaunchExtentOp, tqg::RingWriteOp,
            tqg::StoreWaitOp>([](auto) {})
      .Case<tqg::MmaOp>([&](auto mma) { addMma(mma); })
      .Case<tqg::WgmmaOp>([&](auto product) { addWgmma(product); })
      .Case<tq::DotOp>([&](auto dot) { addDot(dot); })
      .Case<tqg::ConvertLayoutOp>([&](auto move) { addMove(move); })
      .Case<tq::ReduceOp, tq::ScanOp, tq::GatherOp, tq::HistogramOp,
            tq::AtomicRmwOp, tq::AtomicCasOp>([&](auto) { addExchange(op); })
      .Default([&](Operation *) {
        if (op->getName().getDialectNamespace() == "tqg")
          addOther(op);
      });
}

ExplainedKernel Explainer::run() {
  if (FileLineColRange place = outermostPlace(kernel.getLoc())) {
    result.file = place.getFilename().str();
    result.line = place.getStartLine();
  }
  if (auto plan = kernel->getAttrOfType<tqg::PlanAttr>(tqg::kPlanAttr)) {
    result.warps = plan.getWarps();
    result.stages = plan.getStages();
    result.roles = plan.getRoles();
    result.cluster = plan.getCluster();
  }
  if (auto bytes = kernel->getAttrOfType<IntegerAttr>(tqg::kSharedBytesAttr))
    result.sharedBytes = bytes.getInt();
  kernel.walk([&](Operation *op) { explain(op); });
  for (auto &[attr, name] : layouts) {
    ExplainedLayout &layout = result.layouts.emplace_back();
    layout.name = name;
    llvm::raw_string_ostream(layout.text) << attr;
    if (auto linear = dyn_cast<tqg::LinearAttr>(attr);
        linear && linear.getLayout().rank() <= 2)
      layout.picture = linear.getLayout().picture();
  }
  return std::move(result);
}

std::vector<ExplainedKernel> tqc::explainKernels(ModuleOp module,
                                                 StringRef arch) {
  std::vector<ExplainedKernel> kernels;
  for (auto kernel : module.getOps<func::FuncOp>())
    if (kernel->hasAttr(tq::kKernelAttr))
      kernels.push_back(Explainer(kernel, arch).run());
  return kernels;
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

/// The kernel that a line belongs to: the last one that begins before it.
static ExplainedKernel *kernelAt(std::vector<ExplainedKernel> &kernels,
                                 FileLineColRange place) {
  ExplainedKernel *best = nullptr;
  for (ExplainedKernel &kernel : kernels)
    if (place && kernel.file == place.getFilename() &&
        kernel.line <= place.getStartLine() &&
        (!best || best->line <= kernel.line))
      best = &kernel;
  return best ? best : kernels.size() == 1 ? &kernels.front() : nullptr;
}

/// Sorts by line, and makes one of equal items.
static void mergeItems(std::vector<ExplainedItem> &items) {
  llvm::stable_sort(
      items, [](const auto &a, const auto &b) { return a.line < b.line; });
  std::vector<ExplainedItem> merged;
  for (ExplainedItem &item : items) {
    auto same = llvm::find_if(merged, [&](const ExplainedItem &other) {
      return other.line == item.line && other.text == item.text &&
             other.inside == item.inside;
    });
    if (same == merged.end())
      merged.push_back(std::move(item));
    else
      ++same->count;
  }
  items = std::move(merged);
}

void tqc::addRemarks(std::vector<ExplainedKernel> &kernels,
                     ArrayRef<PassRemark> remarks) {
  for (const PassRemark &remark : remarks) {
    ExplainedKernel *kernel =
        kernelAt(kernels, outermostPlace(remark.location));
    bool isOurs = llvm::is_contained(kOwnRemarks, remark.name);
    if (!kernel || isOurs)
      continue;
    ExplainedItem item;
    setPlace(item, remark.location);
    item.kind = "remark";
    item.facts = llvm::json::Object{{"category", remark.category},
                                    {"outcome", remark.outcome}};
    item.text = remark.category + ", " + remark.outcome + ": " + remark.text;
    kernel->items.push_back(std::move(item));
  }
  for (ExplainedKernel &kernel : kernels)
    mergeItems(kernel.items);
}
