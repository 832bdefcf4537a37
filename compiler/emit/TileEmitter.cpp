//===- TileEmitter.cpp - Kernels, places, names and types -----------------===//

#include "compiler/emit/TileEmitter.h"

#include "compiler/emit/EmitTile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace tqc;

OwningOpRef<ModuleOp>
tqc::emitTile(MLIRContext &mlirContext, SemaContext &context,
              const ast::Module &module, const ast::FunctionStmt &kernel,
              const Specialization &specialization, bool marks) {
  mlirContext.loadDialect<tq::TqDialect, arith::ArithDialect, math::MathDialect,
                          scf::SCFDialect, func::FuncDialect>();
  LineColumn at = module.file->locate(kernel.span.begin);
  OwningOpRef<ModuleOp> result = ModuleOp::create(FileLineColLoc::get(
      &mlirContext, module.file->name(), at.line, at.column));
  TileEmitter emitter(*result, context.sources, marks);
  if (!analyzeKernel(context, module, kernel, specialization, emitter))
    return nullptr;
  Builder builder(&mlirContext);
  emitter.kernel()->setAttr(tq::kNumWarpsAttr,
                            builder.getI32IntegerAttr(specialization.numWarps));
  emitter.kernel()->setAttr(
      tq::kNumStagesAttr, builder.getI32IntegerAttr(specialization.numStages));
  if (specialization.maxRegisters > 0)
    emitter.kernel()->setAttr(
        tq::kMaxRegistersAttr,
        builder.getI32IntegerAttr(specialization.maxRegisters));
  if (specialization.numCtas > 1)
    emitter.kernel()->setAttr(
        tq::kNumCtasAttr, builder.getI32IntegerAttr(specialization.numCtas));
  remarkDroppedHints(*result);
  assert(succeeded(verify(*result)) && "Sema builds what the verifiers accept");
  return result;
}

Refs tqc::toRefs(ValueRange values) {
  Refs refs;
  for (Value value : values)
    refs.push_back(toRef(value));
  return refs;
}

SmallVector<Value> tqc::toValues(ArrayRef<Ref> refs) {
  return llvm::map_to_vector(refs, [](Ref ref) { return toValue(ref); });
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

Type TileEmitter::elementType(const TileType &type) {
  MLIRContext *context = builder.getContext();
  Type element;
  switch (type.elem) {
  case Elem::I1:
  case Elem::I8:
  case Elem::I16:
  case Elem::I32:
  case Elem::I64:
  case Elem::U8:
  case Elem::U16:
  case Elem::U32:
  case Elem::U64:
    element = builder.getIntegerType(bitWidth(type.elem));
    break;
  case Elem::F8E4B15: // MLIR has no such type
    element = builder.getI8Type();
    break;
  case Elem::F8E4NV:
    element = Float8E4M3FNType::get(context);
    break;
  case Elem::F8E5:
    element = Float8E5M2Type::get(context);
    break;
  case Elem::F16:
    element = builder.getF16Type();
    break;
  case Elem::BF16:
    element = builder.getBF16Type();
    break;
  case Elem::F32:
    element = builder.getF32Type();
    break;
  case Elem::F64:
    element = builder.getF64Type();
    break;
  }
  // A bool in memory is a byte.
  if (type.pointer && type.elem == Elem::I1)
    element = builder.getI8Type();
  return type.pointer ? tq::PtrType::get(context, element) : element;
}

Type TileEmitter::irType(const TileType &type) {
  Type element = elementType(type);
  return type.isBlock() ? RankedTensorType::get(type.shape, element) : element;
}

SmallVector<Type> TileEmitter::irTypes(ArrayRef<TileType> types) {
  return llvm::map_to_vector(
      types, [&](const TileType &type) { return irType(type); });
}

//===----------------------------------------------------------------------===//
// Places and names
//===----------------------------------------------------------------------===//

Location TileEmitter::locationOf(Span span) const {
  const SourceFile *file = sources.fileOf(span.begin);
  if (!file)
    return UnknownLoc::get(builder.getContext());
  LineColumn at = file->locate(span.begin);
  return FileLineColLoc::get(builder.getContext(), file->name(), at.line,
                             at.column);
}

void TileEmitter::setPlace(Span span, ArrayRef<Span> callers) {
  place = locationOf(span);
  for (Span caller : callers)
    place = CallSiteLoc::get(place, locationOf(caller));
}

void TileEmitter::nameValue(Ref ref, StringRef name) {
  Value value = toValue(ref);
  if (isa<NameLoc>(value.getLoc()))
    return; // the first name is the one that made it
  value.setLoc(NameLoc::get(builder.getStringAttr(name), value.getLoc()));
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

Refs TileEmitter::beginKernel(StringRef name, ArrayRef<Parameter> parameters) {
  SmallVector<Type> types;
  for (const Parameter &parameter : parameters)
    types.push_back(irType(parameter.type));
  builder.setInsertionPointToEnd(module.getBody());
  function = func::FuncOp::create(builder, place, name,
                                  builder.getFunctionType(types, {}));
  function->setAttr(tq::kKernelAttr, builder.getUnitAttr());
  Block *entry = function.addEntryBlock();
  for (auto [index, parameter] : llvm::enumerate(parameters)) {
    std::string type = signatureName(parameter.type.elem).str();
    if (parameter.type.pointer)
      type.insert(type.begin(), '*');
    function.setArgAttr(index, tq::kNameAttr,
                        builder.getStringAttr(parameter.name));
    function.setArgAttr(index, tq::kTypeAttr, builder.getStringAttr(type));
    if (parameter.divisibility > 1)
      function.setArgAttr(index, tq::kDivisibilityAttr,
                          builder.getI64IntegerAttr(parameter.divisibility));
    if (parameter.isRestrict)
      function.setArgAttr(index, tq::kRestrictAttr, builder.getUnitAttr());
    entry->getArgument(index).setLoc(NameLoc::get(
        builder.getStringAttr(parameter.name), locationOf(parameter.span)));
  }
  builder.setInsertionPointToStart(entry);
  return toRefs(entry->getArguments());
}

void TileEmitter::endKernel() { func::ReturnOp::create(builder, place); }

//===----------------------------------------------------------------------===//
// Constants and program ids
//===----------------------------------------------------------------------===//

Ref TileEmitter::constantInt(const TileType &type, uint64_t bits) {
  if (type.pointer) {
    TileType address(Elem::I64, type.shape);
    return toRef(tq::IntToPtrOp::create(builder, place, irType(type),
                                        toValue(constantInt(address, bits))));
  }
  auto element = llvm::cast<IntegerType>(elementType(type));
  APInt value(64, bits);
  IntegerAttr scalar =
      builder.getIntegerAttr(element, value.trunc(element.getWidth()));
  if (!type.isBlock())
    return toRef(arith::ConstantOp::create(builder, place, scalar));
  return toRef(arith::ConstantOp::create(
      builder, place,
      SplatElementsAttr::get(llvm::cast<ShapedType>(irType(type)), scalar)));
}

Ref TileEmitter::constantFloat(const TileType &type, double value) {
  FloatAttr scalar = builder.getFloatAttr(elementType(type), value);
  if (!type.isBlock())
    return toRef(arith::ConstantOp::create(builder, place, scalar));
  return toRef(arith::ConstantOp::create(
      builder, place,
      SplatElementsAttr::get(llvm::cast<ShapedType>(irType(type)), scalar)));
}

Ref TileEmitter::programId(int axis) {
  return toRef(
      tq::ProgramIdOp::create(builder, place, builder.getI32Type(), axis));
}

Ref TileEmitter::numPrograms(int axis) {
  return toRef(
      tq::NumProgramsOp::create(builder, place, builder.getI32Type(), axis));
}

Ref TileEmitter::range(int64_t start, int64_t end) {
  TileType type(Elem::I32, {end - start});
  return toRef(tq::RangeOp::create(
      builder, place, llvm::cast<RankedTensorType>(irType(type)), start, end));
}
