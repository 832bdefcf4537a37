//===- TileDevice.cpp - The tile interpreter as a Device ------------------===//

#include "compiler/interpreter/TileDevice.h"

#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"

#include <algorithm>
#include <chrono>
#include <cstring>

using namespace mlir;
using namespace tqc;
using namespace tqc::tile;

TileDevice::TileDevice(TileSettings settings) : settings(settings) {
  // As the emulator's: what a launcher asks of the GPU decides what it does.
  info.name = "tile interpreter";
  info.computeMajor = 9;
  info.computeMinor = 0;
  info.multiprocessors = 1;
  info.sharedBytesPerBlock = 227 << 10;
  info.totalMemory = size_t(1) << 36;
  info.arch = "sm_90a";
  DialectRegistry registry;
  registry.insert<tq::TqDialect, tqg::TqgDialect, func::FuncDialect,
                  arith::ArithDialect, math::MathDialect, scf::SCFDialect,
                  LLVM::LLVMDialect>(); // whose attributes loops have
  context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
}

TileDevice::~TileDevice() = default;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Result<DevicePtr> TileDevice::allocate(const AllocationInfo &what) {
  if (what.bytes > info.totalMemory)
    return Error{"the tile interpreter has no room for " +
                 std::to_string(what.bytes) + " bytes of '" + what.name + "'"};
  return memory.allocate(what);
}

Status TileDevice::free(DevicePtr ptr) {
  if (!memory.release(ptr))
    return Error{"free of an address that allocate did not return, or that "
                 "was freed before"};
  return {};
}

Result<Allocation *> TileDevice::range(DevicePtr ptr, size_t bytes,
                                       const char *verb) {
  Allocation *in = memory.find(ptr);
  if (!in)
    return Error{std::string(verb) + " memory that is not allocated"};
  if (bytes > in->end() - ptr)
    return Error{std::string(verb) + " " + std::to_string(bytes) +
                 " bytes, but '" + in->info.name + "' has only " +
                 std::to_string(in->end() - ptr) + " from there on"};
  return in;
}

/// Sets what is known of bytes: nothing, or that they are exact.
static void mark(Allocation &in, uint64_t offset, size_t bytes, Doubt doubt) {
  std::fill_n(in.doubts.begin() + int64_t(offset), bytes, doubt);
  if (!in.errors.empty())
    std::fill_n(in.errors.begin() + int64_t(offset), bytes, 0);
}

Status TileDevice::copyIn(DevicePtr to, const void *from, size_t bytes) {
  if (bytes == 0)
    return {};
  Result<Allocation *> in = range(to, bytes, "copying to");
  if (!in)
    return in.error();
  std::memcpy((*in)->bytes.data() + (to - (*in)->start), from, bytes);
  mark(**in, to - (*in)->start, bytes, Doubt::None);
  return {};
}

Status TileDevice::poison(DevicePtr ptr, uint8_t byte, size_t bytes) {
  if (bytes == 0)
    return {};
  Result<Allocation *> in = range(ptr, bytes, "poisoning");
  if (!in)
    return in.error();
  std::memset((*in)->bytes.data() + (ptr - (*in)->start), byte, bytes);
  mark(**in, ptr - (*in)->start, bytes, Doubt::Unwritten);
  return {};
}

Status TileDevice::fill(DevicePtr ptr, uint8_t byte, size_t bytes) {
  if (bytes == 0)
    return {};
  Result<Allocation *> in = range(ptr, bytes, "filling");
  if (!in)
    return in.error();
  std::memset((*in)->bytes.data() + (ptr - (*in)->start), byte, bytes);
  mark(**in, ptr - (*in)->start, bytes, Doubt::None);
  return {};
}

/// What leaves the device although nobody wrote it.
static void reportUnwritten(const Allocation &in, uint64_t offset, size_t bytes,
                            TileFindings &findings) {
  auto begin = in.doubts.begin() + int64_t(offset);
  auto end = begin + int64_t(bytes);
  auto first = std::find(begin, end, Doubt::Unwritten);
  if (first == end)
    return;
  auto width = static_cast<size_t>(in.elementBytes());
  size_t missing = size_t(std::count(begin, end, Doubt::Unwritten));
  TileFinding finding;
  finding.kind = "unwritten-output";
  finding.tensor = finding.file = in.info.name;
  finding.element = int64_t((offset + size_t(first - begin)) / width);
  finding.hasProgram = false;
  finding.message = std::to_string(missing / width) + " of " +
                    std::to_string(bytes / width) +
                    (in.info.shape.empty() ? " bytes" : " elements") + " of '" +
                    in.info.name + "' were never written; the first is " +
                    std::to_string(finding.element);
  findings.add(std::move(finding));
}

Status TileDevice::copyOut(void *to, DevicePtr from, size_t bytes) {
  if (bytes == 0)
    return {};
  Result<Allocation *> in = range(from, bytes, "copying from");
  if (!in)
    return in.error();
  uint64_t offset = from - (*in)->start;
  std::memcpy(to, (*in)->bytes.data() + offset, bytes);
  if (hasRun)
    reportUnwritten(**in, offset, bytes, findings);
  return {};
}

TileDevice::Certainty TileDevice::certaintyOf(DevicePtr element,
                                              size_t bytes) const {
  Certainty certainty;
  const Allocation *in = memory.findEver(element);
  if (!in || !in->holds(element, bytes))
    return certainty;
  uint64_t offset = element - in->start;
  for (size_t byte = 0; byte < bytes; ++byte)
    certainty.doubt = std::max(certainty.doubt, in->doubts[offset + byte]);
  if (!in->errors.empty())
    certainty.error = in->errors[offset];
  return certainty;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

Result<ModuleId> TileDevice::load(const KernelImage &) {
  return Error{"the tile interpreter runs sources (.tq, .py): PTX has no tiles "
               "any more"};
}

Result<ModuleId> TileDevice::loadTile(const std::string &text) {
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(text, ParserConfig(context.get()));
  if (!module)
    return Error{"the tile IR of the kernel cannot be read back"};
  modules.push_back(std::move(module));
  return static_cast<ModuleId>(modules.size() - 1);
}

Status TileDevice::launch(const Launch &launch) {
  if (launch.module >= modules.size())
    return Error{"the module is not loaded"};
  auto kernel =
      modules[launch.module]->lookupSymbol<func::FuncOp>(launch.entry);
  if (!kernel)
    return Error{"the module has no kernel '" + launch.entry + "'"};
  return run(kernel, launch);
}

Result<std::vector<TileRef>>
TileDevice::bind(func::FuncOp kernel, const Launch &launch, TileLaunch &state) {
  if (launch.arguments.size() != kernel.getNumArguments())
    return Error{"'" + launch.entry + "' has " +
                 std::to_string(kernel.getNumArguments()) +
                 " parameters, the launch gives " +
                 std::to_string(launch.arguments.size())};
  std::vector<TileRef> arguments;
  for (auto [index, argument] : llvm::enumerate(launch.arguments)) {
    Type type = kernel.getArgumentTypes()[index];
    Number memoryNumber = TileEvaluator::memoryNumberOf(type);
    if (argument.bytes.size() != memoryNumber.bytes())
      return Error{
          "parameter " + std::to_string(index) + " of '" + launch.entry +
          "' has " + std::to_string(memoryNumber.bytes()) +
          " bytes, the launch gives " + std::to_string(argument.bytes.size())};
    uint64_t bits = 0;
    std::memcpy(&bits, argument.bytes.data(), argument.bytes.size());
    bits = memoryNumber.cut(bits);
    bool isWide = memoryNumber.isFloat() && settings.float64;
    Tile tile(isWide ? Number::float64() : memoryNumber, {});
    tile.bits[0] =
        isWide ? tile.number.encode(memoryNumber.decode(bits)) : bits;
    bool isPointer = memoryNumber.kind == Number::Pointer;
    if (isPointer && index < 64)
      tile.roots = uint64_t(1) << index;
    state.roots.push_back(isPointer ? memory.find(bits) : nullptr);
    arguments.push_back(std::make_shared<const Tile>(std::move(tile)));
  }
  return arguments;
}

namespace {

/// CTAs that share each program, and how often they exchange what they have.
struct Sharing {
  uint32_t ctas = 1, exchanges = 0;
};

} // namespace

static Sharing sharingOf(func::FuncOp kernel) {
  Sharing sharing;
  auto exchange = [&](uint64_t ctas) {
    sharing.ctas = static_cast<uint32_t>(ctas);
    ++sharing.exchanges;
  };
  kernel.walk([&](Operation *op) {
    if (auto sum = dyn_cast<tqg::ClusterSumOp>(op))
      exchange(sum.getCtas());
    else if (auto add = dyn_cast<tqg::ClusterAddOp>(op))
      exchange(add.getCtas());
    else if (auto gather = dyn_cast<tqg::ClusterGatherOp>(op))
      exchange(gather.getType().getNumElements());
    else if (auto sent = dyn_cast<tqg::ClusterExchangeOp>(op))
      exchange(sent.getType().getNumElements());
    else if (auto rank = dyn_cast<tqg::ClusterRankOp>(op))
      sharing.ctas = rank.getCtas();
  });
  return sharing;
}

/// Programs that each CTA computes, where they are rows of its tiles.
static uint32_t batchOf(func::FuncOp kernel) {
  if (auto plan = kernel->getAttrOfType<tqg::PlanAttr>(tqg::kPlanAttr))
    return static_cast<uint32_t>(plan.getBatch());
  auto batch = kernel->getAttrOfType<IntegerAttr>(tqg::kBatchAttr);
  return batch ? static_cast<uint32_t>(batch.getInt()) : 1;
}

/// Runs the CTAs from `first` on that share a program. It may store over what
/// it has loaded once all of them have: each finds memory as it was before any.
static bool runProgram(func::FuncOp kernel, ArrayRef<TileRef> arguments,
                       TileLaunch &state, Sharing sharing,
                       std::array<uint32_t, 3> first) {
  auto runCta = [&](uint32_t rank) {
    TileEvaluator evaluator(state, {first[0] + rank, first[1], first[2]});
    state.begin = std::clock();
    bool isDone = evaluator.run(kernel, arguments);
    return isDone || (state.isAsking && state.error.empty() && !state.stopped);
  };
  bool isDone = true;
  state.clusterTiles.clear();
  state.isAsking = true;
  for (uint32_t run = 0; run < sharing.exchanges * sharing.ctas && isDone;
       ++run)
    isDone = runCta(run % sharing.ctas);
  state.isAsking = false;
  std::vector<std::vector<HeldElement>> stored(sharing.ctas);
  for (uint32_t rank = 0; rank < sharing.ctas && isDone; ++rank) {
    state.storedOver = sharing.ctas > 1 ? &stored[rank] : nullptr;
    isDone = runCta(rank);
    for (HeldElement &element : llvm::reverse(stored[rank]))
      element.swap();
  }
  state.storedOver = nullptr;
  for (std::vector<HeldElement> &ofRank : stored)
    for (HeldElement &element : ofRank)
      element.swap();
  return isDone;
}

Status TileDevice::run(func::FuncOp kernel, const Launch &launch) {
  TileLaunch state(settings, definitions, memory, findings);
  state.grid = state.asked = launch.grid;
  // Of a persistent kernel a CTA for each program.
  bool isPersistent = false;
  kernel.walk([&](LoopLikeOpInterface loop) {
    isPersistent |= loop->hasAttr(tqg::kProgramLoopAttr);
  });
  if (isPersistent)
    state.grid = {launch.grid[0] * launch.grid[1] * launch.grid[2], 1, 1};
  uint32_t batch = batchOf(kernel);
  state.grid[0] = state.grid[0] / batch + (state.grid[0] % batch != 0);
  Sharing sharing = sharingOf(kernel);
  state.clusterCtas = sharing.ctas;
  state.grid[0] *= sharing.ctas;
  state.asked[0] *= sharing.ctas;
  state.kernel = kernel.getName().str();
  Result<std::vector<TileRef>> arguments = bind(kernel, launch, state);
  if (!arguments)
    return arguments.error();
  hasRun = true;
  for (uint32_t z = 0; z < state.grid[2]; ++z)
    for (uint32_t y = 0; y < state.grid[1]; ++y)
      for (uint32_t x = 0; x < state.grid[0]; x += sharing.ctas)
        if (!runProgram(kernel, *arguments, state, sharing, {x, y, z}))
          return Error{state.error.empty()
                           ? "'" + launch.entry +
                                 "' did not come to its end; see the findings"
                           : state.error};
  return {};
}

Result<double> TileDevice::time(const Launch &what, int repeats) {
  auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < repeats; ++i)
    if (Status status = launch(what); !status)
      return status.error();
  std::chrono::duration<double, std::milli> took =
      std::chrono::steady_clock::now() - begin;
  return took.count();
}

Result<std::array<uint8_t, 128>> TileDevice::encodeMap(const MapSpec &) {
  return Error{"the tile interpreter needs no tensor maps"};
}
