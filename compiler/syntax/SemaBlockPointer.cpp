//===- SemaBlockPointer.cpp - Block pointers and tensor descriptors -------===//
//
// Both are parts kept side by side (SemaValue.h), so that a program can ask for
// them and loops carry only what changes. An access makes a descriptor of the
// IR, and says where in the tensor the block begins:
//
//     d = descriptor base, extents, strides, block
//     x = load d at (r, c), checking the bounds of dimensions 0 and 1
//
//===----------------------------------------------------------------------===//

#include "compiler/syntax/SemaEvaluator.h"
#include "compiler/syntax/SemaMessages.h"
#include "compiler/syntax/SemaTypes.h"

#include "llvm/ADT/STLExtras.h"

#include <limits>

namespace tqc::sema {

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

std::optional<std::vector<Value>> Evaluator::scalars(const Value &list,
                                                     Elem elem, Span at,
                                                     llvm::StringRef what) {
  std::vector<Value> items =
      list.isTuple() ? list.elements() : std::vector<Value>{list};
  At where{at, at, at, what.str()};
  for (Value &item : items) {
    if (item.isIntegral()) {
      // A constant stays one until it is needed: a stride of 1 costs nothing.
      if (item.asInteger() < minInteger(elem) ||
          item.asInteger() > maxInteger(elem)) {
        msg::literalOutOfRange(report, at, item, elem);
        return std::nullopt;
      }
      continue;
    }
    if (!item.isRuntime() || item.type.pointer || !isInteger(item.type.elem) ||
        item.type.elements() != 1) {
      msg::notAnInteger(report, at, what, item);
      return std::nullopt;
    }
    item = ops.unsplat(item, where);
    if (bitWidth(item.type.elem) == 64 && elem == Elem::I32) {
      msg::offsetTooWide(report, at, what);
      return std::nullopt;
    }
    item = ops.cast(item, elem, where);
  }
  return items;
}

/// A part as an int64 scalar.
static Value wide(TileOps &ops, const Value &value, const At &at) {
  if (value.isIntegral())
    return ops.constant(value, Elem::I64);
  return ops.cast(value, Elem::I64, at);
}

/// A bool in memory is a byte.
static Elem memoryElem(Elem elem) { return elem == Elem::I1 ? Elem::I8 : elem; }

/// The variable that an argument is, or nothing.
static llvm::StringRef nameOf(const Argument &argument) {
  const auto *name = llvm::dyn_cast_or_null<ast::NameExpr>(argument.expr);
  return name ? llvm::StringRef(name->name) : llvm::StringRef();
}

template <typename Tensor>
Ref Evaluator::describe(const Tensor &tensor, llvm::StringRef name,
                        const At &at) {
  Refs extents, strides;
  for (const Value &extent : tensor.shape)
    extents.push_back(wide(ops, extent, at).ref);
  for (const Value &stride : tensor.strides)
    strides.push_back(wide(ops, stride, at).ref);
  TileType block(memoryElem(tensor.base.type.elem), tensor.block);
  return builder().descriptor(tensor.base.ref, extents, strides, block, name);
}

/// Offsets as int32 scalars.
static Refs offsetRefs(TileOps &ops, llvm::ArrayRef<Value> offsets) {
  Refs refs;
  for (const Value &offset : offsets)
    refs.push_back(
        (offset.isIntegral() ? ops.constant(offset, Elem::I32) : offset).ref);
  return refs;
}

Ref Evaluator::padding(bool withNan, Elem elem) {
  if (!withNan)
    return nullptr;
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  return ops.constant(Value::floating(kNan), elem).ref;
}

Value Evaluator::loadPlace(const TileBuilder::BlockPlace &place,
                           const TileType &type, bool withNan,
                           const LoadOptions &options,
                           const AccessWords &words) {
  TileType memory(memoryElem(type.elem), type.shape);
  Ref other = padding(withNan && !place.checks.empty(), memory.elem);
  Value value = Value::runtime(
      memory, builder().loadBlock(place, other, memory, options, words));
  return ops.cast(value, type.elem, {{}, {}, {}, "`tl.load`"});
}

//===----------------------------------------------------------------------===//
// Block pointers
//===----------------------------------------------------------------------===//

Value Evaluator::doMakeBlockPtr(BoundCall &call) {
  Value base = call.value("base");
  if (!base.isRuntime() || !base.type.pointer || base.type.isBlock()) {
    msg::notAPointer(report, call["base"].span, call.what(), base);
    return Value::error();
  }
  auto extents =
      scalars(call.value("shape"), Elem::I64, call["shape"].span, "`shape`");
  auto strides = scalars(call.value("strides"), Elem::I64, call["strides"].span,
                         "`strides`");
  auto offsets = scalars(call.value("offsets"), Elem::I32, call["offsets"].span,
                         "`offsets`");
  auto block = shape(call.value("block_shape"), call["block_shape"].span,
                     "`block_shape`");
  auto order = integers(call.value("order"), call["order"].span, "`order`");
  if (!extents || !strides || !offsets || !block || !order)
    return Value::error();
  size_t rank = block->size();
  if (extents->size() != rank || strides->size() != rank ||
      offsets->size() != rank || order->size() != rank) {
    msg::blockRanks(report, call.span, call.what());
    return Value::error();
  }
  BlockPointer pointer{base, *extents, *strides, *offsets, *block, {}};
  if (base.type.elem == Elem::I1)
    pointer.base =
        ops.cast(base, TileType(Elem::I8, {}, true), call.at("base"));
  // Offsets move in loops, so they are run-time values from the start.
  for (Value &offset : pointer.offsets)
    if (offset.isIntegral())
      offset = ops.constant(offset, Elem::I32);
  for (int64_t axis : *order)
    pointer.order.push_back(int(axis));
  Value result = Value::of(Value::Kind::BlockPointer);
  result.blockPointer = std::make_shared<BlockPointer>(std::move(pointer));
  return result;
}

Value Evaluator::doAdvance(BoundCall &call) {
  const Value &base = call.value("base");
  if (!base.is(Value::Kind::BlockPointer)) {
    msg::notABlockPointer(report, call["base"].span, call.what(), base);
    return Value::error();
  }
  auto steps = scalars(call.value("offsets"), Elem::I32, call["offsets"].span,
                       "`offsets`");
  if (!steps)
    return Value::error();
  BlockPointer pointer = *base.blockPointer;
  if (steps->size() != pointer.offsets.size()) {
    msg::blockRanks(report, call.span, call.what());
    return Value::error();
  }
  for (size_t i = 0; i < steps->size(); ++i) {
    const Value &step = (*steps)[i];
    if (step.isIntegral() && step.asInteger() == 0)
      continue;
    pointer.offsets[i] = ops.arithmetic(ast::BinaryOp::Add, pointer.offsets[i],
                                        step, call.at("base", "offsets"));
  }
  Value result = Value::of(Value::Kind::BlockPointer);
  result.blockPointer = std::make_shared<BlockPointer>(std::move(pointer));
  return result;
}

std::optional<llvm::SmallVector<bool, 4>>
Evaluator::boundaryCheck(BoundCall &call, size_t rank) {
  const Argument &argument = call["boundary_check"];
  llvm::SmallVector<bool, 4> checked(rank, false);
  if (argument.value.isNone())
    return checked;
  auto axes = integers(argument.value, argument.span, "`boundary_check`");
  if (!axes)
    return std::nullopt;
  for (int64_t axis : *axes) {
    if (axis < 0 || axis >= int64_t(rank)) {
      msg::axisOutOfRange(report, argument.span, "`boundary_check`", axis,
                          rank);
      return std::nullopt;
    }
    if (std::exchange(checked[size_t(axis)], true)) {
      msg::axisTwice(report, argument.span, axis);
      return std::nullopt;
    }
  }
  return checked;
}

TileBuilder::BlockPlace Evaluator::placeOf(const BlockPointer &pointer,
                                           llvm::ArrayRef<bool> checked,
                                           llvm::StringRef name, const At &at) {
  TileBuilder::BlockPlace place;
  place.descriptor = describe(pointer, name, at);
  place.offsets = offsetRefs(ops, pointer.offsets);
  for (auto [axis, isChecked] : llvm::enumerate(checked))
    if (isChecked)
      place.checks.push_back(int32_t(axis));
  return place;
}

Value Evaluator::loadBlock(BoundCall &call, const BlockPointer &pointer) {
  for (llvm::StringRef name : {"mask", "other"})
    if (!call.value(name).isNone()) {
      msg::maskOnBlockPointer(report, call[name].span, name);
      return Value::error();
    }
  auto checked = boundaryCheck(call, pointer.block.size());
  auto options = loadOptions(call, /*isStore=*/false);
  bool withNan = call.value("padding_option").text == "nan";
  TileType type(pointer.base.type.elem, pointer.block);
  if (!checked || !options)
    return Value::error();
  if (withNan && isInteger(type.elem)) {
    msg::nanInIntegers(report, call["padding_option"].span, type);
    return Value::error();
  }
  AccessWords words{wordsOf(call["pointer"]), ""};
  return loadPlace(
      placeOf(pointer, *checked, nameOf(call["pointer"]), call.at()), type,
      withNan, *options, words);
}

Value Evaluator::storeBlock(BoundCall &call, const BlockPointer &pointer) {
  if (!isWritable(call, pointer.base))
    return Value::error();
  if (!call.value("mask").isNone()) {
    msg::maskOnBlockPointer(report, call["mask"].span, "mask");
    return Value::error();
  }
  auto checked = boundaryCheck(call, pointer.block.size());
  auto options = loadOptions(call, /*isStore=*/true);
  Value value = tensor(call, "value");
  if (!checked || !options || value.isError())
    return Value::error();
  At at = call.at("pointer", "value");
  TileType type(pointer.base.type.elem, pointer.block);
  if (value.type.isBlock() && value.type.shape != type.shape) {
    msg::blockStoreShape(report, call["value"].span, value.type, type);
    return Value::error();
  }
  if (value.type.elem != type.elem) {
    msg::blockStoreType(report, call["value"].span, value.type, type);
    return Value::error();
  }
  value = ops.broadcastTo(value, pointer.block, at);
  if (value.isError())
    return Value::error();
  AccessWords words{wordsOf(call["pointer"]), ""};
  builder().storeBlock(
      placeOf(pointer, *checked, nameOf(call["pointer"]), call.at()), value.ref,
      value.type, *options, words);
  return Value::none();
}

//===----------------------------------------------------------------------===//
// Tensor descriptors
//===----------------------------------------------------------------------===//

Value Evaluator::doMakeDescriptor(BoundCall &call) {
  Value base = call.value("base");
  if (!base.isRuntime() || !base.type.pointer || base.type.isBlock()) {
    msg::notAPointer(report, call["base"].span, call.what(), base);
    return Value::error();
  }
  auto extents =
      scalars(call.value("shape"), Elem::I64, call["shape"].span, "`shape`");
  auto strides = scalars(call.value("strides"), Elem::I64, call["strides"].span,
                         "`strides`");
  auto block = shape(call.value("block_shape"), call["block_shape"].span,
                     "`block_shape`");
  auto padding = string(call, "padding_option");
  if (!extents || !strides || !block || !padding)
    return Value::error();
  size_t rank = block->size();
  if (rank < 1 || rank > 5 || extents->size() != rank ||
      strides->size() != rank) {
    msg::blockRanks(report, call.span, call.what());
    return Value::error();
  }
  const Value &last = strides->back();
  if (!last.isIntegral() || last.asInteger() != 1) {
    const Value &given = call.value("strides");
    msg::descriptorStride(report, call["strides"].span,
                          given.isTuple() ? given.elements().back() : given);
    return Value::error();
  }
  int64_t bytes = block->back() * bitWidth(base.type.elem) / 8;
  if (bytes < 16) {
    msg::descriptorRow(report, call["block_shape"].span, bytes);
    return Value::error();
  }
  if (*padding != "zero" && *padding != "nan") {
    msg::unknownOption(report, call["padding_option"].span, *padding,
                       "'zero' or 'nan'");
    return Value::error();
  }
  At at = call.at("base");
  for (Value &extent : *extents) // Triton's descriptors hold int32 extents
    extent = ops.cast(wide(ops, extent, at), Elem::I32, at);
  Descriptor descriptor{base, *extents, *strides, *block, *padding == "nan"};
  if (descriptor.padWithNan && isInteger(base.type.elem)) {
    msg::nanInIntegers(report, call["padding_option"].span,
                       TileType(base.type.elem, *block));
    return Value::error();
  }
  Value result = Value::of(Value::Kind::Descriptor);
  result.descriptor = std::make_shared<Descriptor>(std::move(descriptor));
  return result;
}

std::optional<TileBuilder::BlockPlace>
Evaluator::descriptorPlace(BoundCall &call) {
  const Value &value = call.value("desc");
  if (!value.is(Value::Kind::Descriptor)) {
    msg::notADescriptor(report, call["desc"].span, call.what(), value);
    return std::nullopt;
  }
  const Descriptor &descriptor = *value.descriptor;
  auto offsets = scalars(call.value("offsets"), Elem::I32, call["offsets"].span,
                         "`offsets`");
  if (!offsets)
    return std::nullopt;
  if (offsets->size() != descriptor.block.size()) {
    msg::blockRanks(report, call.span, call.what());
    return std::nullopt;
  }
  TileBuilder::BlockPlace place;
  place.descriptor = describe(descriptor, nameOf(call["desc"]), call.at());
  place.offsets = offsetRefs(ops, *offsets);
  for (size_t axis = 0; axis < offsets->size(); ++axis)
    place.checks.push_back(int32_t(axis));
  return place;
}

Value Evaluator::doDescriptorLoad(BoundCall &call) {
  std::optional<TileBuilder::BlockPlace> place = descriptorPlace(call);
  if (!place)
    return Value::error();
  const Descriptor &descriptor = *call.value("desc").descriptor;
  TileType type(descriptor.base.type.elem, descriptor.block);
  return loadPlace(*place, type, descriptor.padWithNan, {},
                   {wordsOf(call["desc"]), ""});
}

Value Evaluator::valueToStore(BoundCall &call, const TileType &type) {
  Value value = tensor(call, "value");
  if (value.isError() || !isWritable(call, call.value("desc").descriptor->base))
    return Value::error();
  if (value.type.shape != type.shape) {
    msg::blockStoreShape(report, call["value"].span, value.type, type);
    return Value::error();
  }
  At at = call.at("desc", "value");
  at.whole = at.rhs;
  return ops.cast(value, memoryElem(type.elem), at);
}

Value Evaluator::doDescriptorStore(BoundCall &call) {
  std::optional<TileBuilder::BlockPlace> place = descriptorPlace(call);
  if (!place)
    return Value::error();
  const Descriptor &descriptor = *call.value("desc").descriptor;
  Value value =
      valueToStore(call, TileType(descriptor.base.type.elem, descriptor.block));
  if (value.isError())
    return Value::error();
  builder().storeBlock(*place, value.ref, value.type, {},
                       {wordsOf(call["desc"]), ""});
  return Value::none();
}

/// Whether a descriptor's blocks are changed by an operation.
static bool descriptorReduces(llvm::StringRef op, Elem elem) {
  if (isFloat(elem))
    return !isFp8(elem) && (op == "add" || op == "min" || op == "max");
  return bitWidth(elem) >= 32;
}

Value Evaluator::descriptorAtomic(BoundCall &call, llvm::StringRef op) {
  std::optional<TileBuilder::BlockPlace> place = descriptorPlace(call);
  Value value = tensor(call, "value");
  if (!place || value.isError())
    return Value::error();
  const Descriptor &descriptor = *call.value("desc").descriptor;
  TileType type(descriptor.base.type.elem, descriptor.block);
  std::optional<TileAtomic> kind = atomicFor(op, type.elem);
  if (!kind || !descriptorReduces(op, type.elem)) {
    msg::atomicType(report, call["desc"].span, call.what(), type.scalar());
    return Value::error();
  }
  Elem elem = type.elem;
  bool isReal = isFloat(elem), isHalf = elem == Elem::F16 || elem == Elem::BF16;
  bool fits = op == "add" ? !(elem == Elem::I64 || elem == Elem::F64)
              : op == "min" || op == "max" ? !isReal || isHalf
                                           : !isReal;
  if (!fits)
    refusedByTriton(call.span, "this for `" + TileType(elem).str() + "`");
  if (value.type.shape != type.shape) {
    msg::blockStoreShape(report, call["value"].span, value.type, type);
    return Value::error();
  }
  value = ops.cast(value, elem, call.at("value", "desc"));
  if (!value.isError())
    builder().reduceBlock(*kind, *place, value.ref, value.type,
                          {wordsOf(call["desc"]), ""});
  return Value::none();
}
Value Evaluator::doDescriptorAtomicAdd(BoundCall &call) {
  return descriptorAtomic(call, "add");
}
Value Evaluator::doDescriptorAtomicMin(BoundCall &call) {
  return descriptorAtomic(call, "min");
}
Value Evaluator::doDescriptorAtomicMax(BoundCall &call) {
  return descriptorAtomic(call, "max");
}
Value Evaluator::doDescriptorAtomicAnd(BoundCall &call) {
  return descriptorAtomic(call, "and");
}
Value Evaluator::doDescriptorAtomicOr(BoundCall &call) {
  return descriptorAtomic(call, "or");
}
Value Evaluator::doDescriptorAtomicXor(BoundCall &call) {
  return descriptorAtomic(call, "xor");
}

std::optional<Evaluator::Rows> Evaluator::descriptorRows(BoundCall &call) {
  const Value &value = call.value("desc");
  if (!value.is(Value::Kind::Descriptor)) {
    msg::notADescriptor(report, call["desc"].span, call.what(), value);
    return std::nullopt;
  }
  const Descriptor &descriptor = *value.descriptor;
  Value rows = tensor(call, "x_offsets");
  auto column = scalars(call.value("y_offset"), Elem::I32,
                        call["y_offset"].span, "`y_offset`");
  if (rows.isError() || !column)
    return std::nullopt;
  if (descriptor.block.size() != 2 || descriptor.block[0] != 1 ||
      rows.type.shape.size() != 1 || column->size() != 1) {
    msg::descriptorRows(report, call.span);
    return std::nullopt;
  }
  TileType type(descriptor.base.type.elem,
                {rows.type.shape[0], descriptor.block[1]});
  At at = call.at("x_offsets", "desc");
  rows = ops.cast(rows, Elem::I64, at);
  if (rows.isError())
    return std::nullopt;
  return Rows{type, describe(descriptor, nameOf(call["desc"]), at), rows.ref,
              offsetRefs(ops, *column).front()};
}

Value Evaluator::doDescriptorGather(BoundCall &call) {
  std::optional<Rows> rows = descriptorRows(call);
  if (!rows)
    return Value::error();
  TileType memory(memoryElem(rows->type.elem), rows->type.shape);
  Ref other = padding(call.value("desc").descriptor->padWithNan, memory.elem);
  Value value = Value::runtime(
      memory,
      builder().gatherRows(rows->descriptor, rows->numbers, rows->column, other,
                           memory, {wordsOf(call["desc"]), ""}));
  return ops.cast(value, rows->type.elem, call.at("desc"));
}

Value Evaluator::doDescriptorScatter(BoundCall &call) {
  std::optional<Rows> rows = descriptorRows(call);
  if (!rows)
    return Value::error();
  Value value = valueToStore(call, rows->type);
  if (value.isError())
    return Value::error();
  builder().scatterRows(rows->descriptor, rows->numbers, rows->column,
                        value.ref, value.type, {wordsOf(call["desc"]), ""});
  return Value::none();
}

} // namespace tqc::sema
