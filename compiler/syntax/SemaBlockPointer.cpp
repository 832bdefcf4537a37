//===- SemaBlockPointer.cpp - Block pointers and tensor descriptors -------===//
//
// Both are parts kept side by side (SemaValue.h). A load or store makes, for a
// block of R x C at offsets (r, c) of a tensor with strides (s, t):
//
//     rows = r + arange(0, R)            as int64
//     cols = c + arange(0, C)
//     pointers = base + rows[:, None] * s + cols[None, :] * t
//     mask = rows >= 0 & rows < shape[0], for each checked dimension
//
//===----------------------------------------------------------------------===//

#include "compiler/syntax/SemaEvaluator.h"
#include "compiler/syntax/SemaMessages.h"
#include "compiler/syntax/SemaTypes.h"

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

std::optional<Evaluator::TileAccess>
Evaluator::access(const Value &base, llvm::ArrayRef<Value> extents,
                  llvm::ArrayRef<Value> strides, llvm::ArrayRef<Value> offsets,
                  llvm::ArrayRef<int64_t> block, llvm::ArrayRef<bool> checked,
                  const At &at) {
  size_t rank = block.size();
  TileAccess result{base, Value::none()};
  for (size_t i = 0; i < rank; ++i) {
    Value range = Value::runtime(TileType(Elem::I32, {block[i]}),
                                 builder().range(0, block[i]));
    Value index = ops.cast(range, Elem::I64, at);
    bool isZero = offsets[i].isIntegral() && offsets[i].asInteger() == 0;
    if (!isZero)
      index = ops.arithmetic(ast::BinaryOp::Add, wide(ops, offsets[i], at),
                             index, at);
    Value inside = Value::none();
    if (checked[i]) {
      Value low = ops.compare(ast::CompareOp::Ge, index,
                              ops.constant(0, Elem::I64), at);
      Value high =
          ops.compare(ast::CompareOp::Lt, index, wide(ops, extents[i], at), at);
      inside =
          isZero ? high : ops.arithmetic(ast::BinaryOp::BitAnd, low, high, at);
    }
    bool isUnit = strides[i].isIntegral() && strides[i].asInteger() == 1;
    Value offset = isUnit ? index
                          : ops.arithmetic(ast::BinaryOp::Mul, index,
                                           wide(ops, strides[i], at), at);
    for (Value *part : {&offset, &inside})
      if (!part->isNone())
        for (size_t d = 0; d < rank; ++d)
          if (d != i)
            *part = ops.expandDims(*part, int(d));
    result.pointer =
        ops.arithmetic(ast::BinaryOp::Add, result.pointer, offset, at);
    if (!inside.isNone())
      result.mask =
          result.mask.isNone()
              ? inside
              : ops.arithmetic(ast::BinaryOp::BitAnd, result.mask, inside, at);
    if (result.pointer.isError() || result.mask.isError())
      return std::nullopt;
  }
  llvm::SmallVector<int64_t, 4> shape(block.begin(), block.end());
  if (!result.mask.isNone())
    result.mask = ops.broadcastTo(result.mask, shape, at);
  return result;
}

Value Evaluator::padded(const TileAccess &access, const TileType &type,
                        bool withNan, const LoadOptions &options,
                        const AccessWords &words) {
  At at{{}, {}, {}, "`tl.load`"};
  Value other = Value::none();
  if (!access.mask.isNone()) {
    Value pad = withNan
                    ? Value::floating(std::numeric_limits<double>::quiet_NaN())
                    : Value::integerOf(0);
    other = ops.splat(ops.constant(pad, type.elem), type.shape);
  }
  return loadPointers(access.pointer, access.mask, other, options, words, at);
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
  auto parts = access(pointer.base, pointer.shape, pointer.strides,
                      pointer.offsets, pointer.block, *checked, call.at());
  if (!parts)
    return Value::error();
  return padded(*parts, type, withNan, *options,
                {wordsOf(call["pointer"]), ""});
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
  auto parts = access(pointer.base, pointer.shape, pointer.strides,
                      pointer.offsets, pointer.block, *checked, call.at());
  if (!parts)
    return Value::error();
  return storePointers(parts->pointer, value, parts->mask, *options,
                       {wordsOf(call["pointer"]), ""}, at);
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

std::optional<Evaluator::TileAccess>
Evaluator::descriptorAccess(BoundCall &call) {
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
  llvm::SmallVector<bool, 4> checked(descriptor.block.size(), true);
  return access(descriptor.base, descriptor.shape, descriptor.strides, *offsets,
                descriptor.block, checked, call.at());
}

Value Evaluator::doDescriptorLoad(BoundCall &call) {
  std::optional<TileAccess> parts = descriptorAccess(call);
  if (!parts)
    return Value::error();
  const Descriptor &descriptor = *call.value("desc").descriptor;
  TileType type(descriptor.base.type.elem, descriptor.block);
  return padded(*parts, type, descriptor.padWithNan, {},
                {wordsOf(call["desc"]), ""});
}

Value Evaluator::doDescriptorStore(BoundCall &call) {
  std::optional<TileAccess> parts = descriptorAccess(call);
  Value value = tensor(call, "value");
  if (!parts || value.isError())
    return Value::error();
  const Descriptor &descriptor = *call.value("desc").descriptor;
  if (!isWritable(call, descriptor.base))
    return Value::error();
  TileType type(descriptor.base.type.elem, descriptor.block);
  if (value.type.shape != type.shape) {
    msg::blockStoreShape(report, call["value"].span, value.type, type);
    return Value::error();
  }
  return storePointers(parts->pointer, value, parts->mask, {},
                       {wordsOf(call["desc"]), ""}, call.at("desc", "value"));
}

/// Whether a descriptor's blocks are changed by an operation.
static bool descriptorReduces(llvm::StringRef op, Elem elem) {
  if (isFloat(elem))
    return !isFp8(elem) && (op == "add" || op == "min" || op == "max");
  return bitWidth(elem) >= 32;
}

Value Evaluator::descriptorAtomic(BoundCall &call, llvm::StringRef op) {
  std::optional<TileAccess> parts = descriptorAccess(call);
  Value value = tensor(call, "value");
  if (!parts || value.isError())
    return Value::error();
  const Descriptor &descriptor = *call.value("desc").descriptor;
  TileType type(descriptor.base.type.elem, descriptor.block);
  if (!descriptorReduces(op, type.elem)) {
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
    emitAtomic(op, parts->pointer, value, parts->mask, MemSem::Relaxed,
               MemScope::Gpu, {wordsOf(call["desc"]), ""});
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

/// Rows by index: pointers and mask of `type`, R x C for R indices.
std::optional<Evaluator::TileAccess> Evaluator::descriptorRows(BoundCall &call,
                                                               TileType &type) {
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
  At at = call.at("x_offsets", "desc");
  type = TileType(descriptor.base.type.elem,
                  {rows.type.shape[0], descriptor.block[1]});
  rows = ops.expandDims(ops.cast(rows, Elem::I64, at), 1);
  Value columns = Value::runtime(TileType(Elem::I32, {type.shape[1]}),
                                 builder().range(0, type.shape[1]));
  columns = ops.arithmetic(ast::BinaryOp::Add, wide(ops, (*column)[0], at),
                           ops.cast(columns, Elem::I64, at), at);
  columns = ops.expandDims(columns, 0);
  auto inside = [&](const Value &index, const Value &extent) {
    Value low =
        ops.compare(ast::CompareOp::Ge, index, ops.constant(0, Elem::I64), at);
    Value high =
        ops.compare(ast::CompareOp::Lt, index, wide(ops, extent, at), at);
    return ops.arithmetic(ast::BinaryOp::BitAnd, low, high, at);
  };
  Value rowOffsets = ops.arithmetic(ast::BinaryOp::Mul, rows,
                                    wide(ops, descriptor.strides[0], at), at);
  TileAccess result;
  result.pointer =
      ops.arithmetic(ast::BinaryOp::Add, descriptor.base, rowOffsets, at);
  result.pointer =
      ops.arithmetic(ast::BinaryOp::Add, result.pointer, columns, at);
  result.mask =
      ops.arithmetic(ast::BinaryOp::BitAnd, inside(rows, descriptor.shape[0]),
                     inside(columns, descriptor.shape[1]), at);
  if (result.pointer.isError() || result.mask.isError())
    return std::nullopt;
  return result;
}

Value Evaluator::doDescriptorGather(BoundCall &call) {
  TileType type;
  std::optional<TileAccess> parts = descriptorRows(call, type);
  if (!parts)
    return Value::error();
  return padded(*parts, type, call.value("desc").descriptor->padWithNan, {},
                {wordsOf(call["desc"]), ""});
}

Value Evaluator::doDescriptorScatter(BoundCall &call) {
  TileType type;
  std::optional<TileAccess> parts = descriptorRows(call, type);
  Value value = tensor(call, "value");
  if (!parts || value.isError() ||
      !isWritable(call, call.value("desc").descriptor->base))
    return Value::error();
  if (value.type.shape != type.shape) {
    msg::blockStoreShape(report, call["value"].span, value.type, type);
    return Value::error();
  }
  return storePointers(parts->pointer, value, parts->mask, {},
                       {wordsOf(call["desc"]), ""}, call.at("desc", "value"));
}

} // namespace tqc::sema
