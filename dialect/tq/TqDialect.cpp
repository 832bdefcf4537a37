//===- TqDialect.cpp - Registration and syntax of the tq dialect ----------===//

#include "dialect/tq/TqDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::tq;

#include "dialect/tq/TqDialect.cpp.inc"
#include "dialect/tq/TqEnums.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "dialect/tq/TqTypes.cpp.inc"

#define GET_OP_CLASSES
#include "dialect/tq/TqOps.cpp.inc"

void TqDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "dialect/tq/TqTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialect/tq/TqOps.cpp.inc"
      >();
}

Operation *TqDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                          Type type, Location place) {
  return arith::ConstantOp::materialize(builder, value, type, place);
}

//===----------------------------------------------------------------------===//
// tq.load %ptr, %mask, %other {attrs} : type -> type
//===----------------------------------------------------------------------===//

/// `type` with the elements `element`: the type of a mask or an `other`.
static Type withElement(Type type, Type element) {
  if (auto tile = dyn_cast<RankedTensorType>(type))
    return RankedTensorType::get(tile.getShape(), element, tile.getEncoding());
  return element;
}

ParseResult LoadOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand, 3> operands;
  Type ptr, value;
  SMLoc start = parser.getCurrentLocation();
  if (parser.parseOperandList(operands) ||
      parser.parseOptionalAttrDict(result.attributes) || parser.parseColon() ||
      parser.parseType(ptr) || parser.parseArrow() || parser.parseType(value))
    return failure();
  if (operands.empty() || operands.size() > 3)
    return parser.emitError(start, "expected a pointer, a mask and an other");
  SmallVector<Type, 3> types = {
      ptr, withElement(ptr, parser.getBuilder().getI1Type()), value};
  types.resize(operands.size());
  if (parser.resolveOperands(operands, types, start, result.operands))
    return failure();
  result.getOrAddProperties<Properties>().operandSegmentSizes = {
      1, operands.size() > 1, operands.size() > 2};
  result.addTypes(value);
  return success();
}

void LoadOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getOperands();
  printer.printOptionalAttrDict((*this)->getAttrs(), {"operandSegmentSizes"});
  printer << " : " << getPtr().getType() << " -> " << getType();
}

//===----------------------------------------------------------------------===//
// tq.hint %x divisibility [16] : type
//===----------------------------------------------------------------------===//

ParseResult HintOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand src;
  StringRef kind;
  SmallVector<int64_t> values;
  Type type;
  if (parser.parseOperand(src) || parser.parseKeyword(&kind) ||
      parser.parseCommaSeparatedList(
          AsmParser::Delimiter::Square,
          [&] { return parser.parseInteger(values.emplace_back()); }) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type) ||
      parser.resolveOperand(src, type, result.operands))
    return failure();
  Builder &builder = parser.getBuilder();
  result.addAttribute("kind", builder.getStringAttr(kind));
  result.addAttribute("values", builder.getDenseI64ArrayAttr(values));
  result.addTypes(type);
  return success();
}

void HintOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getSrc() << ' ' << getKind() << " [";
  llvm::interleaveComma(getValues(), printer);
  printer << ']';
  printer.printOptionalAttrDict((*this)->getAttrs(), {"kind", "values"});
  printer << " : " << getType();
}

void SplitOp::build(OpBuilder &, OperationState &state, Value src, Type half) {
  state.addOperands(src);
  state.addTypes({half, half});
}

//===----------------------------------------------------------------------===//
// Effects that depend on an attribute
//===----------------------------------------------------------------------===//

using Effects =
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

static void addImpureEffects(bool pure, Effects &effects) {
  if (pure)
    return;
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

bool LoadOp::isVolatileAccess() {
  return getIsVolatile() || getCache() == CacheModifier::Cv;
}

bool DescriptorLoadOp::isVolatileAccess() {
  return getIsVolatile() || getCache() == CacheModifier::Cv;
}

static void addLoadEffects(bool isVolatile, Effects &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
  if (isVolatile)
    effects.emplace_back(MemoryEffects::Write::get());
}

void LoadOp::getEffects(Effects &effects) {
  addLoadEffects(isVolatileAccess(), effects);
}

void DescriptorLoadOp::getEffects(Effects &effects) {
  addLoadEffects(isVolatileAccess(), effects);
}

void ExternOp::getEffects(Effects &effects) {
  addImpureEffects(getPure(), effects);
}

void InlineAsmOp::getEffects(Effects &effects) {
  addImpureEffects(getPure(), effects);
}
