//===- Explain.cpp - What the compiler decided, from the IR ---------------===//

#include "compiler/driver/Explain.h"

#include "compiler/driver/Explainer.h"

#include "mlir/IR/Remarks.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::words;

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
// Items
//===----------------------------------------------------------------------===//

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

void Explainer::tell(Operation *op, const ExplainedItem &item, StringRef name,
                     StringRef category) {
  remark::analysis(op->getLoc(),
                   remark::RemarkOpts::name(name).category(category))
      << item.text;
}

void Explainer::addRole(tqg::RoleOp role) {
  result.blockWarps = std::max(result.blockWarps, int(role.getEnd()));
  ExplainedItem &item = add(role, "role");
  item.facts = llvm::json::Object{{"name", role.getName().str()},
                                  {"first", int64_t(role.getFirst())},
                                  {"end", int64_t(role.getEnd())}};
  item.text =
      role.getEnd() - role.getFirst() == 1
          ? llvm::formatv("{0}: warp {1}", role.getName(), role.getFirst())
                .str()
          : llvm::formatv("{0}: warps {1} to {2}", role.getName(),
                          role.getFirst(), role.getEnd() - 1)
                .str();
  if (role.getSingle())
    item.text += ", one thread of them";
  if (role.getTeams() > 1) {
    auto plan =
        role->getParentOfType<func::FuncOp>()->getAttrOfType<tqg::PlanAttr>(
            tqg::kPlanAttr);
    bool isInTurns = plan && plan.getTurns();
    item.facts["teams"] = int64_t(role.getTeams());
    item.facts["turns"] = isInTurns;
    item.text +=
        llvm::formatv(", {0} teams {1}", role.getTeams(),
                      isInTurns ? "that take turns" : "with a program each")
            .str();
  }
  if (std::optional<uint32_t> registers = role.getRegisters()) {
    item.facts["registers"] = int64_t(*registers);
    item.text += llvm::formatv(", {0} registers a thread", *registers).str();
  }
}

/// How programs come to CTAs, where each CTA takes several.
void Explainer::addPrograms(tqg::PlanAttr plan) {
  ExplainedItem &item = add(kernel, "programs");
  item.facts = llvm::json::Object{{"drawn", plan.getDrawn()},
                                  {"group", int64_t(plan.getGroup())}};
  item.text = "programs: one after the other in as many CTAs as fit";
  if (plan.getDrawn())
    item.text += ", drawn from a counter";
  if (plan.getLongest() != tqg::LongestPrograms::Unknown)
    item.text += ", the longest ones first";
  if (plan.getGroup() > 1)
    item.text += llvm::formatv(", in groups of {0} along the first axis",
                               plan.getGroup())
                     .str();
}

void Explainer::addUnknown(Operation *op) {
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

/// Steps of what is told elsewhere.
static bool isStep(Operation *op) {
  return isa<
      tqg::CopyCommitOp, tqg::CopyWaitOp, tqg::RingViewOp, tqg::AsyncFenceOp,
      tqg::WgmmaWaitOp, tqg::TensorMapOp, tqg::MbarriersOp,
      tqg::MbarrierExpectOp, tqg::MbarrierArriveOp, tqg::MbarrierWaitOp,
      tqg::RingSkipOp, tqg::LaunchExtentOp, tqg::RingWriteOp, tqg::StoreWaitOp,
      tqg::DrawProgramOp, tqg::MailboxOp, tqg::MailPutOp, tqg::MailTakeOp,
      tqg::StagingOp, tqg::TeamOp, tqg::ClusterRankOp, tqg::ClusterBarrierOp,
      tqg::InboxOp, tqg::ClusterExchangeOp, tqg::ClusterArriveOp,
      tqg::ClusterWaitOp, tqg::SharedStoreOp, tqg::SharedCountOp,
      tqg::WarpReduceOp, tqg::WarpScanOp, tqg::TotalStoreOp, tqg::BarrierOp,
      tqg::YieldOp, tqg::LaunchNextOp, tqg::LaunchWaitOp, tqg::ResidentRowOp,
      tqg::RowBufferOp, tqg::RowPitchOp, tqg::StoreRowsOp>(op);
}

void Explainer::explainOther(Operation *op) {
  if (auto role = dyn_cast<tqg::RoleOp>(op))
    return addRole(role);
  if (op->getName().getDialectNamespace() == "tqg" && !isStep(op))
    addUnknown(op);
}

ExplainedKernel Explainer::run() {
  if (FileLineColRange place = outermostPlace(kernel.getLoc())) {
    result.file = place.getFilename().str();
    result.line = place.getStartLine();
  }
  if (auto plan = kernel->getAttrOfType<tqg::PlanAttr>(tqg::kPlanAttr)) {
    result.warps = result.blockWarps = plan.getWarps();
    result.stages = plan.getStages();
    result.roles = plan.getRoles();
    result.cluster = plan.getCluster();
    if (plan.getPersistent())
      addPrograms(plan);
  }
  if (auto bytes = kernel->getAttrOfType<IntegerAttr>(tqg::kSharedBytesAttr))
    result.sharedBytes = bytes.getInt();
  kernel.walk([&](Operation *op) {
    if (!explainMemory(op) && !explainProduct(op) && !explainMove(op))
      explainOther(op);
  });
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
