//===- EmitMemory.cpp - Memory, reductions, products, calls ---------------===//

#include "compiler/emit/TileEmitter.h"

using namespace mlir;
using namespace tqc;

// Sema's enums and the dialect's have the same cases in the same order.
static_assert(int(CacheModifier::Wt) == int(tq::CacheModifier::Wt));
static_assert(int(EvictionPolicy::Last) == int(tq::Eviction::Last));
static_assert(int(TileAtomic::Exchange) == int(tq::AtomicKind::Exchange));
static_assert(int(MemSem::AcqRel) == int(tq::MemSem::AcqRel));
static_assert(int(MemScope::Sys) == int(tq::MemScope::Sys));
static_assert(int(DotPrecision::Bf16x6) == int(tq::DotPrecision::Bf16x6));

static Value orNull(Ref ref) { return ref ? toValue(ref) : Value(); }

void TileEmitter::setWords(Operation *op, const AccessWords &words) {
  op->setAttr(tq::kWordsAttr,
              builder.getStrArrayAttr({words.pointer, words.mask}));
}

Ref TileEmitter::load(Ref pointer, Ref mask, Ref other, const TileType &result,
                      const LoadOptions &options, const AccessWords &words) {
  auto op = tq::LoadOp::create(
      builder, place, irType(result), toValue(pointer), orNull(mask),
      orNull(other), static_cast<tq::CacheModifier>(options.cache),
      static_cast<tq::Eviction>(options.evict), options.isVolatile);
  setWords(op, words);
  return toRef(op);
}

void TileEmitter::store(Ref pointer, Ref value, Ref mask, const TileType &,
                        const LoadOptions &options, const AccessWords &words) {
  auto op = tq::StoreOp::create(builder, place, toValue(pointer),
                                toValue(value), orNull(mask),
                                static_cast<tq::CacheModifier>(options.cache),
                                static_cast<tq::Eviction>(options.evict));
  setWords(op, words);
}

Ref TileEmitter::atomic(TileAtomic kind, Ref pointer, Ref value, Ref mask,
                        const TileType &type, MemSem sem, MemScope scope,
                        const AccessWords &words) {
  auto op = tq::AtomicRmwOp::create(
      builder, place, irType(type), static_cast<tq::AtomicKind>(kind),
      static_cast<tq::MemSem>(sem), static_cast<tq::MemScope>(scope),
      toValue(pointer), toValue(value), orNull(mask));
  setWords(op, words);
  return toRef(op);
}

Ref TileEmitter::atomicCas(Ref pointer, Ref compare, Ref value,
                           const TileType &type, MemSem sem, MemScope scope,
                           const AccessWords &words) {
  auto op = tq::AtomicCasOp::create(
      builder, place, irType(type), static_cast<tq::MemSem>(sem),
      static_cast<tq::MemScope>(scope), toValue(pointer), toValue(compare),
      toValue(value));
  setWords(op, words);
  return toRef(op);
}

//===----------------------------------------------------------------------===//
// Blocks of tensors
//===----------------------------------------------------------------------===//

Ref TileEmitter::descriptor(Ref base, ArrayRef<Ref> extents,
                            ArrayRef<Ref> strides, const TileType &block,
                            StringRef name) {
  Value pointer = toValue(base);
  Type element = llvm::cast<tq::PtrType>(pointer.getType()).getPointee();
  auto type = tq::DescriptorType::get(
      builder.getContext(), RankedTensorType::get(block.shape, element));
  Ref ref = toRef(tq::MakeDescriptorOp::create(
      builder, place, type, pointer, toValues(extents), toValues(strides)));
  if (!name.empty())
    nameValue(ref, name);
  return ref;
}

Ref TileEmitter::loadBlock(const BlockPlace &block, Ref other,
                           const TileType &result, const LoadOptions &options,
                           const AccessWords &words) {
  auto op = tq::DescriptorLoadOp::create(
      builder, place, irType(result), toValue(block.descriptor),
      toValues(block.offsets), orNull(other), block.checks,
      static_cast<tq::CacheModifier>(options.cache),
      static_cast<tq::Eviction>(options.evict), options.isVolatile);
  setWords(op, words);
  return toRef(op);
}

void TileEmitter::storeBlock(const BlockPlace &block, Ref value,
                             const TileType &, const LoadOptions &options,
                             const AccessWords &words) {
  auto op = tq::DescriptorStoreOp::create(
      builder, place, toValue(block.descriptor), toValues(block.offsets),
      toValue(value), block.checks,
      static_cast<tq::CacheModifier>(options.cache),
      static_cast<tq::Eviction>(options.evict));
  setWords(op, words);
}

void TileEmitter::reduceBlock(TileAtomic kind, const BlockPlace &block,
                              Ref value, const TileType &,
                              const AccessWords &words) {
  auto op = tq::DescriptorReduceOp::create(
      builder, place, static_cast<tq::AtomicKind>(kind),
      toValue(block.descriptor), toValues(block.offsets), toValue(value));
  setWords(op, words);
}

Ref TileEmitter::gatherRows(Ref descriptor, Ref rows, Ref column, Ref other,
                            const TileType &result, const AccessWords &words) {
  auto op = tq::DescriptorGatherOp::create(builder, place, irType(result),
                                           toValue(descriptor), toValue(rows),
                                           toValue(column), orNull(other));
  setWords(op, words);
  return toRef(op);
}

void TileEmitter::scatterRows(Ref descriptor, Ref rows, Ref column, Ref value,
                              const TileType &, const AccessWords &words) {
  auto op = tq::DescriptorScatterOp::create(builder, place, toValue(descriptor),
                                            toValue(rows), toValue(column),
                                            toValue(value));
  setWords(op, words);
}

//===----------------------------------------------------------------------===//
// Reductions, products, calls
//===----------------------------------------------------------------------===//

void TileEmitter::buildCombine(mlir::Region &region, ArrayRef<TileType> types,
                               Combine combine) {
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Type> arguments;
  for (int side = 0; side < 2; ++side)
    for (const TileType &type : types)
      arguments.push_back(elementType(type));
  SmallVector<Location> locations(arguments.size(), place);
  Block *block =
      builder.createBlock(&region, region.end(), arguments, locations);
  bool outside = std::exchange(inCombine, true);
  Refs results = combine(toRefs(block->getArguments()));
  inCombine = outside;
  builder.setInsertionPointToEnd(block);
  tq::YieldOp::create(builder, place, toValues(results));
}

Refs TileEmitter::reduce(ArrayRef<Ref> operands, ArrayRef<TileType> types,
                         int axis, ArrayRef<TileType> results,
                         Combine combine) {
  auto op = tq::ReduceOp::create(builder, place, irTypes(results),
                                 toValues(operands), axis);
  buildCombine(op.getCombine(), types, combine);
  return toRefs(op.getResults());
}

Refs TileEmitter::scan(ArrayRef<Ref> operands, ArrayRef<TileType> types,
                       int axis, bool reverse, Combine combine) {
  auto op = tq::ScanOp::create(builder, place, irTypes(types),
                               toValues(operands), axis, reverse);
  buildCombine(op.getCombine(), types, combine);
  return toRefs(op.getResults());
}

Ref TileEmitter::dot(Ref a, Ref b, Ref acc, const TileType &, const TileType &,
                     const TileType &result, DotPrecision precision,
                     int maxImprecise) {
  return toRef(tq::DotOp::create(
      builder, place, irType(result), toValue(a), toValue(b), toValue(acc),
      static_cast<tq::DotPrecision>(precision), maxImprecise));
}

Ref TileEmitter::libdevice(StringRef symbol, ArrayRef<Ref> operands,
                           ArrayRef<TileType>, const TileType &result,
                           bool pure) {
  return toRef(tq::ExternOp::create(builder, place, irType(result), symbol,
                                    toValues(operands), pure));
}

Refs TileEmitter::inlineAsm(StringRef text, StringRef constraints,
                            ArrayRef<Ref> operands, ArrayRef<TileType>,
                            ArrayRef<TileType> results, int pack, bool pure) {
  return toRefs(tq::InlineAsmOp::create(builder, place, irTypes(results), text,
                                        constraints, toValues(operands), pack,
                                        pure)
                    .getResults());
}

void TileEmitter::barrier() { tq::BarrierOp::create(builder, place); }

void TileEmitter::assume(Ref condition, StringRef message) {
  tq::AssumeOp::create(builder, place, toValue(condition),
                       message.empty() ? StringAttr()
                                       : builder.getStringAttr(message));
}

Ref TileEmitter::hint(Hint kind, Ref value, const TileType &type,
                      ArrayRef<int64_t> values) {
  static constexpr StringLiteral kKinds[] = {"divisibility", "contiguity",
                                             "constancy"};
  return toRef(tq::HintOp::create(builder, place, irType(type), toValue(value),
                                  kKinds[static_cast<int>(kind)], values));
}

void TileEmitter::print(StringRef prefix, bool hex, ArrayRef<Ref> operands,
                        ArrayRef<TileType> types) {
  SmallVector<int32_t> isSignedList;
  for (const TileType &type : types)
    isSignedList.push_back(type.isNumber() && isSigned(type.elem));
  tq::PrintOp::create(builder, place, prefix, hex, toValues(operands),
                      isSignedList);
}

void TileEmitter::deviceAssert(Ref condition, StringRef message,
                               const TileType &, Span) {
  tq::AssertOp::create(builder, place, toValue(condition), message);
}
