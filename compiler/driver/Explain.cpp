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
static std::string nameOf(Operation *op, std::string mnemonic = "") {
  if (mnemonic.empty())
    mnemonic = op->getName().stripDialect().str();
  if (op->getNumResults() == 1)
    if (auto name = dyn_cast<NameLoc>(op->getResult(0).getLoc()))
      return name.getName().str() + " = " + mnemonic;
  return mnemonic;
}

namespace {

/// Collects the items of one kernel.
class Explainer {
public:
  Explainer(func::FuncOp kernel, StringRef arch) : kernel(kernel) {
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
  ExplainedItem &addMove(Operation *op, Type from, Type to);
  void addSharedMove(tqg::SharedLoadOp load, Value from);
  void addExchange(Operation *op, Type tile, int64_t bytes,
                   StringRef mnemonic = "");
  void addShared(tqg::SharedLoadOp load);
  void addRing(tqg::RingOp ring);
  void addRead(tqg::RingReadOp read);
  void addBox(Operation *copy, Value tensor, RankedTensorType tile,
              StringRef who);
  void addRole(tqg::RoleOp role);
  void addOther(Operation *op);
  std::string nameOfLayout(Type type);

  func::FuncOp kernel;
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
  AccessReport report = reportAccess(op, pointer, mask);
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
                    type, acc.getElementType(), instructions, nameOfLayout(acc))
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
  int64_t depth = 256 / b.getElementTypeBitWidth();
  int64_t groups = tqg::layoutOf(acc).size(Hw::Warp) / 4;
  int64_t instructions = m / (64 * groups) * (n / columns) * (k / depth);
  std::string form = llvm::formatv("m64n{0}k{1}", columns, depth);
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
      llvm::formatv("{0} of {1}x{2}x{3}: {4} of {5} to {6}, {7} a warpgroup, "
                    "the left operand in {8}; layout {9}",
                    nameOf(product), m, n, k, form, type, acc.getElementType(),
                    instructions, isShared ? "shared memory" : "registers",
                    nameOfLayout(acc))
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

/// Says how a move within warps goes, and notes its numbers.
static std::string describeMove(const LayoutMove &move,
                                llvm::json::Object &facts) {
  if (move.kind != LayoutMove::Kind::Shuffle) {
    facts["by"] = "registers";
    return "other names for registers, which cost nothing";
  }
  facts["by"] = "shuffle";
  facts["shuffles"] = move.shuffle->shuffles;
  return count(move.shuffle->shuffles, "shuffle") + " and " +
         count(move.shuffle->selects, "select") + " a thread";
}

/// The same for a tile that goes through shared memory.
static std::string describeMove(tqg::StagingOp staging,
                                const SharedAccess &store,
                                const SharedAccess &load,
                                llvm::json::Object &facts) {
  unsigned rounds = staging.getRounds();
  facts["by"] = "shared";
  facts["bytes"] = staging.bytes();
  facts["rounds"] = int64_t(rounds);
  facts["store_conflicts"] = store.wavefronts;
  facts["load_conflicts"] = load.wavefronts;
  std::string text =
      "through " + count(staging.bytes(), "byte") + " of shared memory";
  if (rounds > 1)
    text += " in " + count(rounds, "round");
  if (load.matrix)
    text += ", read by ldmatrix";
  auto conflicts = [&](StringRef what, unsigned wavefronts) {
    if (wavefronts > 1)
      text += llvm::formatv(", {0} slowed by {1} through bank conflicts", what,
                            wavefronts)
                  .str();
  };
  conflicts("stores", store.wavefronts);
  conflicts("loads", load.wavefronts);
  if (store.wavefronts == 1 && load.wavefronts == 1)
    text += ", no bank conflicts";
  return text;
}

/// A move of a tile; its text still lacks how.
ExplainedItem &Explainer::addMove(Operation *op, Type from, Type to) {
  ExplainedItem &item = add(op, "move");
  item.facts = llvm::json::Object{{"tile", showTile(to)},
                                  {"from", nameOfLayout(from)},
                                  {"to", nameOfLayout(to)}};
  item.text =
      llvm::formatv("move of {0} from layout {1} to {2}: ", showTile(to),
                    nameOfLayout(from), nameOfLayout(to))
          .str();
  return item;
}

static void remarkMove(Operation *op, const ExplainedItem &item) {
  remark::analysis(op->getLoc(),
                   remark::RemarkOpts::name("move").category("layout"))
      << item.text;
}

/// How a store or load of `tile` goes that the op describes.
template <typename Op>
static SharedAccess accessOf(Op op, Type tile, bool allowMatrix) {
  auto staging = op.getStaging().template getDefiningOp<tqg::StagingOp>();
  return planRounds(op.getStaging().getType().getMemory(), staging.getRounds(),
                    tqg::layoutOf(tile), unsigned(sharedElementBytes(tile)) * 8,
                    allowMatrix, op.getWidth())
      .access;
}

void Explainer::addSharedMove(tqg::SharedLoadOp load, Value from) {
  auto staging = load.getStaging().getDefiningOp<tqg::StagingOp>();
  auto store = cast<tqg::SharedStoreOp>(*llvm::find_if(
      staging.getResult().getUsers(), llvm::IsaPred<tqg::SharedStoreOp>));
  ExplainedItem &item = addMove(load, from.getType(), load.getType());
  item.text += describeMove(
      staging, accessOf(store, from.getType(), /*allowMatrix=*/false),
      accessOf(load, load.getType(), load.getMatrix()), item.facts);
  remarkMove(load, item);
}

void Explainer::addExchange(Operation *op, Type tile, int64_t bytes,
                            StringRef mnemonic) {
  ExplainedItem &item = add(op, "exchange");
  item.facts = llvm::json::Object{{"tile", showTile(tile)}, {"bytes", bytes}};
  item.text = llvm::formatv(
                  "{0} of {1}: {2}", nameOf(op, mnemonic.str()), showTile(tile),
                  bytes ? "between warps, through " + count(bytes, "byte") +
                              " of shared memory"
                        : "within warps")
                  .str();
  remark::analysis(op->getLoc(),
                   remark::RemarkOpts::name("bytes").category("exchange"))
      << item.text;
}

static int64_t bytesOf(Value staging) {
  return staging.getDefiningOp<tqg::StagingOp>().bytes();
}

/// A load from shared memory ends a move, a histogram, or a step of another op.
void Explainer::addShared(tqg::SharedLoadOp load) {
  Value staging = load.getStaging();
  for (Operation *user : staging.getUsers())
    if (auto counts = dyn_cast<tqg::SharedCountOp>(user))
      return addExchange(load, counts.getSrc().getType(), bytesOf(staging),
                         "histogram");
  Value from = staging.getDefiningOp<tqg::StagingOp>().getStored();
  if (load.getRound() == 0 && from && tqg::tryLayoutOf(from.getType()) &&
      !isa_and_nonnull<tqg::WarpReduceOp, tq::AtomicRmwOp, tq::AtomicCasOp>(
          from.getDefiningOp()))
    addSharedMove(load, from);
}

/// The bytes through which other warps get the result of an atomic.
static int64_t bytesShared(Operation *atomic) {
  for (Operation *user : atomic->getResult(0).getUsers())
    if (auto store = dyn_cast<tqg::SharedStoreOp>(user))
      return bytesOf(store.getStaging());
  return 0;
}

/// What a reduction reduces, before its warps exchange their parts, and the
/// bytes that this takes.
static std::pair<Type, int64_t> exchangeOf(tq::ReduceOp reduce) {
  int64_t bytes = 0;
  Type tile = reduce.getSrcs().front().getType();
  for (Value row : reduce.getSrcs()) {
    auto load = row.getDefiningOp<tqg::SharedLoadOp>();
    Value part =
        load ? load.getStaging().getDefiningOp<tqg::StagingOp>().getStored()
             : Value();
    auto parts =
        part ? part.getDefiningOp<tqg::WarpReduceOp>() : tqg::WarpReduceOp();
    if (!parts)
      return {tile, 0};
    if (bytes == 0)
      tile = parts.getSrcs().front().getType();
    bytes += llvm::alignTo(bytesOf(load.getStaging()), 16);
  }
  return {tile, bytes};
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
            tqg::StoreWaitOp, tqg::DrawProgramOp, tqg::MailboxOp,
            tqg::MailPutOp, tqg::MailTakeOp>([](auto) {})
      .Case<tqg::MmaOp>([&](auto mma) { addMma(mma); })
      .Case<tqg::WgmmaOp>([&](auto product) { addWgmma(product); })
      .Case<tq::DotOp>([&](auto dot) { addDot(dot); })
      .Case<tqg::ConvertLayoutOp>([&](tqg::ConvertLayoutOp move) {
        ExplainedItem &item =
            addMove(op, move.getSrc().getType(), move.getType());
        item.text += describeMove(planConversion(move), item.facts);
        remarkMove(op, item);
      })
      .Case<tqg::SharedLoadOp>([&](auto load) { addShared(load); })
      .Case<tqg::StagingOp, tqg::SharedStoreOp, tqg::SharedCountOp,
            tqg::WarpReduceOp, tqg::WarpScanOp, tqg::TotalStoreOp,
            tqg::BarrierOp, tqg::YieldOp>(
          [](auto) {}) // steps of what is told elsewhere
      .Case<tq::ReduceOp>([&](tq::ReduceOp reduce) {
        auto [tile, bytes] = exchangeOf(reduce);
        addExchange(op, tile, bytes);
      })
      .Case<tq::ScanOp>(
          [&](auto) { addExchange(op, op->getOperand(0).getType(), 0); })
      .Case<tqg::ScanCarryOp>([&](tqg::ScanCarryOp carry) {
        int64_t bytes = 0;
        for (Value total : carry.getTotals())
          bytes += llvm::alignTo(
              bytesOf(total.getDefiningOp<tqg::SharedLoadOp>().getStaging()),
              16);
        addExchange(op, op->getOperand(0).getType(), bytes, "scan");
      })
      .Case<tqg::SharedGatherOp>([&](tqg::SharedGatherOp gather) {
        addExchange(op, gather.getStaging().getType().getTile(),
                    bytesOf(gather.getStaging()), "gather");
      })
      .Case<tq::AtomicRmwOp, tq::AtomicCasOp>([&](auto) {
        addExchange(op, op->getOperand(0).getType(), bytesShared(op));
      })
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
