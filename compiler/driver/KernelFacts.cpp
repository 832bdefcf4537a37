//===- KernelFacts.cpp - What a launch must know of a kernel --------------===//

#include "compiler/driver/KernelFacts.h"

#include "compiler/codegen/Codegen.h"
#include "compiler/driver/IrDiagnostics.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace mlir;
using namespace tqc;

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// One step from a pointer to the pointer that it was made of, or null.
static Value previousPointer(Value pointer) {
  if (auto argument = dyn_cast<BlockArgument>(pointer)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop || argument == loop.getInductionVar())
      return {};
    return loop.getTiedLoopInit(argument)->get();
  }
  Operation *op = pointer.getDefiningOp();
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return loop.getInits()[cast<OpResult>(pointer).getResultNumber()];
  if (isa<arith::SelectOp>(op))
    return op->getOperand(1);
  if (auto load = dyn_cast<tqg::SharedLoadOp>(op))
    return load.getStaging().getDefiningOp<tqg::StagingOp>().getStored();
  if (isa<tq::AddPtrOp, tq::SplatOp, tq::BroadcastOp, tq::ExpandDimsOp,
          tq::ReshapeOp, tq::TransOp, tq::PtrCastOp, tq::HintOp,
          tq::MakeDescriptorOp, tqg::ConvertLayoutOp, tqg::TensorMapOp>(op))
    return op->getOperand(0);
  return {};
}

/// The source's name of the argument that a pointer comes from, or "".
static std::string rootTensor(func::FuncOp kernel, Value pointer) {
  // A chain is as long as the kernel at most; a loop's init leads outwards.
  while (pointer) {
    auto argument = dyn_cast<BlockArgument>(pointer);
    if (argument && argument.getOwner() == &kernel.getBody().front()) {
      auto name = kernel.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                      tq::kNameAttr);
      return name ? name.str() : "";
    }
    pointer = previousPointer(pointer);
  }
  return "";
}

static int fileIndex(std::vector<std::string> &files, StringRef name) {
  auto it = std::find(files.begin(), files.end(), name);
  if (it == files.end())
    it = files.insert(files.end(), name.str());
  return static_cast<int>(it - files.begin());
}

/// "load", "store", "atomic", or nothing for an op that is no access.
static StringRef kindOf(Operation *op) {
  if (isa<tq::LoadOp, tq::DescriptorLoadOp, tq::DescriptorGatherOp,
          tqg::CopyAsyncOp, tqg::BoxLoadOp, tqg::CopyTensorOp>(op))
    return "load";
  if (isa<tq::StoreOp, tq::DescriptorStoreOp, tq::DescriptorScatterOp,
          tqg::BoxStoreOp, tqg::StoreTensorOp>(op))
    return "store";
  if (isa<tq::AtomicRmwOp, tq::AtomicCasOp, tq::DescriptorReduceOp>(op))
    return "atomic";
  return "";
}

AccessFacts tqc::accessFacts(func::FuncOp kernel) {
  AccessFacts facts;
  kernel.walk([&](Operation *op) {
    StringRef kind = kindOf(op);
    FileLineColRange place = innermostPlace(op->getLoc());
    if (kind.empty() || !place)
      return;
    SourceAccess access;
    access.file = fileIndex(facts.files, place.getFilename());
    access.line = static_cast<int>(place.getStartLine());
    access.column = static_cast<int>(place.getStartColumn());
    access.kind = kind.str();
    if (auto words = op->getAttrOfType<ArrayAttr>(tq::kWordsAttr);
        words && words.size() == 2) {
      if (auto pointer = dyn_cast<StringAttr>(words[0]))
        access.pointer = pointer.str();
      if (auto mask = dyn_cast<StringAttr>(words[1]))
        access.mask = mask.str();
    }
    auto copy = dyn_cast<tqg::StoreTensorOp>(op);
    access.tensor =
        rootTensor(kernel, copy ? copy.getMap() : op->getOperand(0));
    facts.accesses.push_back(std::move(access));
  });
  return facts;
}

//===----------------------------------------------------------------------===//
// Arguments and attributes
//===----------------------------------------------------------------------===//

/// The signature name of an argument that no `tq.type` names: a kernel that
/// was written as IR by hand.
static std::string typeName(Type type) {
  if (auto pointer = dyn_cast<tq::PtrType>(type))
    return "*" + typeName(pointer.getPointee());
  if (type.isBF16())
    return "bf16";
  if (isa<Float8E4M3FNType>(type))
    return "fp8e4nv";
  if (isa<Float8E5M2Type>(type))
    return "fp8e5";
  if (isa<FloatType>(type))
    return "fp" + std::to_string(type.getIntOrFloatBitWidth());
  if (isa<IntegerType>(type))
    return "i" + std::to_string(type.getIntOrFloatBitWidth());
  return "";
}

static KernelParam paramFacts(func::FuncOp kernel, unsigned index) {
  KernelParam param;
  auto name = kernel.getArgAttrOfType<StringAttr>(index, tq::kNameAttr);
  param.name = name ? name.str() : "arg" + std::to_string(index);
  auto type = kernel.getArgAttrOfType<StringAttr>(index, tq::kTypeAttr);
  param.type = type ? type.str() : typeName(kernel.getArgumentTypes()[index]);
  if (auto divisibility =
          kernel.getArgAttrOfType<IntegerAttr>(index, tq::kDivisibilityAttr))
    param.divisibility = divisibility.getInt();
  return param;
}

/// A number that a launch knows: a constant, or -k-1 for argument k.
static int64_t recipeNumber(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return -int64_t(argument.getArgNumber()) - 1;
  APInt constant;
  return matchPattern(value, m_ConstantInt(&constant)) ? constant.getSExtValue()
                                                       : 0;
}

/// The tensor maps behind the kernel's own parameters.
static void addMaps(func::FuncOp kernel, KernelEntry &entry) {
  for (auto map : kernel.getBody().getOps<tqg::TensorMapOp>()) {
    TensorMapRecipe recipe;
    recipe.base = cast<BlockArgument>(map.getBase()).getArgNumber();
    recipe.type =
        typeName(cast<tq::PtrType>(map.getBase().getType()).getPointee());
    for (Value extent : map.getExtents())
      recipe.dims.push_back(recipeNumber(extent));
    for (Value stride : map.getStrides())
      recipe.strides.push_back(recipeNumber(stride));
    llvm::append_range(recipe.box, map.getBox());
    recipe.box.back() /= map.getParts().value_or(1);
    recipe.swizzleBytes = map.getSwizzle();
    KernelParam param;
    param.map = static_cast<int>(entry.maps.size());
    param.name =
        entry.params[recipe.base].name + "_map" + std::to_string(param.map);
    param.role = ParamRole::TensorMap;
    entry.maps.push_back(std::move(recipe));
    entry.params.push_back(std::move(param));
  }
}

KernelEntry tqc::kernelFacts(func::FuncOp kernel, StringRef arch) {
  KernelEntry entry;
  entry.entry = kernel.getName().str();
  entry.arch = arch.str();
  entry.version = TQC_VERSION;
  for (unsigned index = 0; index < kernel.getNumArguments(); ++index)
    entry.params.push_back(paramFacts(kernel, index));
  addMaps(kernel, entry);
  if (auto constants = kernel->getAttrOfType<ArrayAttr>(kConstantsAttr))
    for (Attribute constant : constants)
      if (auto text = dyn_cast<StringAttr>(constant)) {
        auto [name, value] = text.getValue().split('=');
        entry.constants.push_back({name.str(), value.str()});
      }
  if (auto plan = kernel->getAttrOfType<tqg::PlanAttr>(tqg::kPlanAttr)) {
    if (plan.getDrawn()) { // the counter that programs are drawn from
      KernelParam param;
      param.name = "counter";
      param.role = ParamRole::Workspace;
      entry.params.push_back(std::move(param));
      entry.workspaceBytes = 4;
    }
    bool readsGrid = plan.getPersistent() || plan.getBatch() > 1;
    for (int axis = 0; readsGrid && axis < 3; ++axis) {
      KernelParam param;
      param.name = std::string("grid_") + "xyz"[axis];
      param.role = ParamRole::Grid;
      param.axis = axis;
      entry.params.push_back(std::move(param));
    }
    entry.numWarps = plan.getWarps();
    entry.numStages = plan.getStages();
    entry.cluster = {plan.getCluster(), 1, 1};
    entry.ctasPerProgram = plan.getCluster();
    entry.batch = plan.getBatch();
    llvm::raw_string_ostream os(entry.plan);
    os << Attribute(plan);
  }
  if (!kernel.getBody().getOps<tqg::LaunchWaitOp>().empty())
    entry.overlaps = kMostOverlappingCtas;
  if (auto bytes = kernel->getAttrOfType<IntegerAttr>(tqg::kSharedBytesAttr))
    entry.sharedBytes = bytes.getInt();
  return entry;
}
