//===- LowerReduce.cpp - Combine all elements along an axis ---------------===//
//
// Three steps, each only if the layout puts part of the axis there:
//
//   registers   combine what a thread holds of a line
//   lanes       butterfly shuffles over the lane bits along the axis
//   warps       one tuple a warp and line in scratch, combined by all
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/SharedScratch.h"
#include "compiler/codegen/KernelLowering.h"

#include "dialect/layout/LayoutAlgebra.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tqc;

//===----------------------------------------------------------------------===//
// Shuffles and combine regions
//===----------------------------------------------------------------------===//

static Value shuffleWord(ImplicitLocOpBuilder &b, Value value, Value lane,
                         StringRef kind) {
  NVVM::ShflKind mode = kind == "bfly"  ? NVVM::ShflKind::bfly
                        : kind == "up"  ? NVVM::ShflKind::up
                        : kind == "down" ? NVVM::ShflKind::down
                                         : NVVM::ShflKind::idx;
  auto constant = [&](int64_t bits) -> Value {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(bits));
  };
  // The clamp: lanes beyond it keep their own value.
  Value clamp = constant(kind == "up" ? 0 : 31);
  return NVVM::ShflOp::create(b, value.getType(), constant(-1), value, lane,
                              clamp, mode, UnitAttr())
      .getRes();
}

Value KernelLowering::shuffle(Value value, Value laneOrMask, StringRef kind) {
  Type type = value.getType();
  Type word = b.getI32Type();
  if (isa<LLVM::LLVMPointerType>(type)) {
    Value bits = LLVM::PtrToIntOp::create(b, b.getI64Type(), value);
    return LLVM::IntToPtrOp::create(b, type, shuffle(bits, laneOrMask, kind));
  }
  unsigned width = type.getIntOrFloatBitWidth();
  if (width == 32)
    return isa<FloatType>(type) || isa<IntegerType>(type)
               ? shuffleWord(b, value, laneOrMask, kind)
               : Value();
  if (width == 64) {
    auto pair = VectorType::get(2, word);
    Value halves = LLVM::BitcastOp::create(b, pair, value);
    Value result = LLVM::PoisonOp::create(b, pair);
    for (int i : {0, 1}) {
      Value half = LLVM::ExtractElementOp::create(b, halves, i32(i));
      result = LLVM::InsertElementOp::create(
          b, result, shuffleWord(b, half, laneOrMask, kind), i32(i));
    }
    return LLVM::BitcastOp::create(b, type, result);
  }
  Type bits = b.getIntegerType(width);
  Value small = isa<FloatType>(type)
                    ? LLVM::BitcastOp::create(b, bits, value).getResult()
                    : value;
  Value wide = arith::ExtUIOp::create(b, word, small);
  Value moved = shuffleWord(b, wide, laneOrMask, kind);
  Value narrow = arith::TruncIOp::create(b, bits, moved);
  return isa<FloatType>(type)
             ? LLVM::BitcastOp::create(b, type, narrow).getResult()
             : narrow;
}

LogicalResult KernelLowering::combine(Region &region, ValueRange left,
                                      ValueRange right, Registers &result) {
  Block &block = region.front();
  unsigned count = left.size();
  for (unsigned i = 0; i < count; ++i) {
    set(block.getArgument(i), {left[i]});
    set(block.getArgument(i + count), {right[i]});
  }
  for (Operation &op : block.without_terminator())
    if (failed(lower(op)))
      return failure();
  Registers combined = flatten(block.getTerminator()->getOperands());
  result = std::move(combined);
  return success();
}

//===----------------------------------------------------------------------===//
// The reduction
//===----------------------------------------------------------------------===//

/// Bits of `dim` whose column has a part along `axis`.
static SmallVector<unsigned> bitsAlong(const LinearLayout &layout, Hw dim,
                                       unsigned axis) {
  uint32_t mask = ((1u << layout.outBits(axis)) - 1) << layout.lowBit(axis);
  SmallVector<unsigned> bits;
  for (unsigned bit = 0; bit < layout.bits(dim); ++bit)
    if (layout.column(dim, bit) & mask)
      bits.push_back(bit);
  return bits;
}

/// The bits of `index` that `bits` names, side by side.
static Value compressBits(ImplicitLocOpBuilder &b, Value index,
                          ArrayRef<unsigned> bits) {
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
  };
  Value sum = constant(0);
  for (auto [k, bit] : llvm::enumerate(bits)) {
    Value one = arith::AndIOp::create(
        b, arith::ShRUIOp::create(b, index, constant(bit)), constant(1));
    sum = arith::OrIOp::create(b, sum,
                               arith::ShLIOp::create(b, one, constant(k)));
  }
  return sum;
}

LogicalResult KernelLowering::lowerReduce(tq::ReduceOp op) {
  const LinearLayout &layout =
      tqg::layoutOf(op.getSrcs().front().getType());
  unsigned axis = op.getAxis(), count = op.getSrcs().size();
  LinearLayout lines = sliceDim(layout, axis);
  Region &region = op.getCombine();

  // Registers: one tuple for each line, in the order of the axis.
  llvm::MapVector<uint32_t, SmallVector<std::pair<int32_t, unsigned>>> members;
  uint32_t replicas = layout.freeMask(Hw::Reg);
  for (unsigned reg = 0; reg < layout.size(Hw::Reg); ++reg) {
    if (reg & replicas)
      continue;
    Coord coord = layout.apply(reg, 0, 0);
    int32_t along = coord[axis];
    coord.erase(coord.begin() + axis);
    uint32_t line = coord.empty() ? 0 : lines.flatten(coord);
    members[line].push_back({along, reg});
  }
  llvm::MapVector<uint32_t, Registers> tuples;
  for (auto &[line, list] : members) {
    llvm::sort(list);
    Registers tuple;
    for (auto [along, reg] : list) {
      Registers next;
      for (Value source : op.getSrcs())
        next.push_back(regs(source)[reg]);
      if (tuple.empty())
        tuple = next;
      else if (failed(combine(region, tuple, next, tuple)))
        return failure();
    }
    tuples[line] = tuple;
  }

  // Lanes.
  for (unsigned bit : bitsAlong(layout, Hw::Lane, axis))
    for (auto &[line, tuple] : tuples) {
      Registers other;
      for (Value value : tuple)
        other.push_back(shuffle(value, i32(1 << bit), "bfly"));
      if (failed(combine(region, tuple, other, tuple)))
        return failure();
    }

  // Warps.
  SmallVector<unsigned> warpBits = bitsAlong(layout, Hw::Warp, axis);
  if (!warpBits.empty()) {
    int64_t warps = int64_t(1) << warpBits.size();
    int64_t lineCount = cast<RankedTensorType>(op.getSrcs().front().getType())
                            .getNumElements() /
                        layout.extent(axis);
    Value slot = compressBits(b, warpId(), warpBits);
    Value threadLine = lines.rank() ? threadPart(lines) : i32(0);
    // Byte offset of (line, warp) for operand i; `warpSlot` may be null for 0.
    auto address = [&](unsigned i, int64_t base, uint32_t line,
                       Value warpSlot, int64_t constantSlot) {
      int64_t bytes = sharedElementBytes(op.getSrcs()[i].getType());
      Value index = arith::XOrIOp::create(b, threadLine, i32(line));
      index = arith::MulIOp::create(b, index, i32(warps * bytes));
      if (warpSlot)
        index = arith::AddIOp::create(
            b, index, arith::MulIOp::create(b, warpSlot, i32(bytes)));
      return sharedAddress(*op, index, base + constantSlot * bytes);
    };
    auto forOperands = [&](auto body) {
      int64_t base = 0;
      for (unsigned i = 0; i < count; ++i) {
        body(i, base);
        int64_t bytes = sharedElementBytes(op.getSrcs()[i].getType());
        base += llvm::alignTo(lineCount * warps * bytes, 16);
      }
    };
    // One lane of those that hold a line writes, in every warp along the axis.
    Value writes;
    auto require = [&](Value index, uint32_t mask) {
      if (!mask)
        return;
      Value zero = arith::CmpIOp::create(
          b, arith::CmpIPredicate::eq,
          arith::AndIOp::create(b, index, i32(mask)), i32(0));
      writes = writes ? arith::AndIOp::create(b, writes, zero).getResult()
                      : zero;
    };
    uint32_t lanes = 0;
    for (unsigned bit = 0; bit < layout.bits(Hw::Lane); ++bit)
      if (!lines.rank() || lines.column(Hw::Lane, bit) == 0)
        lanes |= 1u << bit;
    require(laneId(), lanes);
    require(warpId(), layout.freeMask(Hw::Warp));
    barrier();
    auto branch = scf::IfOp::create(b, writes ? writes : constant(b.getI1Type(), 1),
                                    /*withElseRegion=*/false);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(branch.thenBlock());
      forOperands([&](unsigned i, int64_t base) {
        for (auto &entry : tuples)
          storeShared(address(i, base, entry.first, slot, 0),
                      {entry.second[i]});
      });
    }
    barrier();
    for (auto &entry : tuples) {
      Registers total;
      for (int64_t w = 0; w < warps; ++w) {
        Registers next(count);
        forOperands([&](unsigned i, int64_t base) {
          next[i] = loadShared(address(i, base, entry.first, Value(), w),
                               entry.second[i].getType(), 1)
                        .front();
        });
        if (total.empty())
          total = next;
        else if (failed(combine(region, total, next, total)))
          return failure();
      }
      entry.second = total;
    }
  }

  for (auto [i, result] : llvm::enumerate(op.getResults())) {
    const LinearLayout *resultLayout = tqg::tryLayoutOf(result.getType());
    Registers values;
    if (!resultLayout)
      values.push_back(tuples.front().second[i]);
    else
      for (unsigned reg = 0; reg < resultLayout->size(Hw::Reg); ++reg) {
        auto it = tuples.find(resultLayout->applyFlat(Hw::Reg, reg));
        if (it == tuples.end())
          return op.emitOpError("the result's layout is not the source's "
                                "without the axis");
        values.push_back(it->second[i]);
      }
    set(result, std::move(values));
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The scan
//===----------------------------------------------------------------------===//

static Registers selectAll(ImplicitLocOpBuilder &b, Value condition,
                           ValueRange whenTrue, ValueRange whenFalse) {
  Registers result;
  for (auto [yes, no] : llvm::zip(whenTrue, whenFalse))
    result.push_back(arith::SelectOp::create(b, condition, yes, no));
  return result;
}

LogicalResult KernelLowering::lowerScan(tq::ScanOp op) {
  const LinearLayout &layout =
      tqg::layoutOf(op.getSrcs().front().getType());
  unsigned axis = op.getAxis(), count = op.getSrcs().size();
  bool reverse = op.getReverse();
  Region &region = op.getCombine();
  LinearLayout lines = sliceDim(layout, axis);

  // The registers of each line in the order of the scan.
  llvm::MapVector<uint32_t, SmallVector<std::pair<int32_t, unsigned>>> members;
  for (unsigned reg = 0; reg < layout.size(Hw::Reg); ++reg) {
    Coord coord = layout.apply(reg, 0, 0);
    int32_t along = reverse ? -coord[axis] : coord[axis];
    coord.erase(coord.begin() + axis);
    members[coord.empty() ? 0 : lines.flatten(coord)].push_back({along, reg});
  }
  for (auto &[line, list] : members)
    llvm::sort(list);

  SmallVector<Registers> values; // by register, then operand
  for (unsigned reg = 0; reg < layout.size(Hw::Reg); ++reg) {
    Registers &tuple = values.emplace_back();
    for (Value source : op.getSrcs())
      tuple.push_back(regs(source)[reg]);
  }

  SmallVector<unsigned> laneBits = bitsAlong(layout, Hw::Lane, axis);
  SmallVector<unsigned> warpBits = bitsAlong(layout, Hw::Warp, axis);
  // scanLayout puts the axis in the lowest lane bits, in order.
  for (auto [k, bit] : llvm::enumerate(laneBits))
    if (bit != k)
      return op.emitOpError("the layout does not keep the axis in neighbouring "
                            "lanes");
  int64_t lanes = int64_t(1) << laneBits.size();
  int64_t warps = int64_t(1) << warpBits.size();
  Value laneAlong = arith::AndIOp::create(b, laneId(), i32(lanes - 1));
  if (reverse)
    laneAlong = arith::SubIOp::create(b, i32(lanes - 1), laneAlong);
  Value warpAlong = compressBits(b, warpId(), warpBits);
  if (reverse)
    warpAlong = arith::SubIOp::create(b, i32(warps - 1), warpAlong);
  StringRef direction = reverse ? "down" : "up";
  auto atLeast = [&](Value index, int64_t bound) -> Value {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::uge, index,
                                 i32(bound));
  };

  llvm::MapVector<uint32_t, Registers> totals, prefixes;
  for (auto &[line, list] : members) {
    for (unsigned i = 1; i < list.size(); ++i)
      if (failed(combine(region, values[list[i - 1].second],
                         values[list[i].second], values[list[i].second])))
        return failure();
    Registers total = values[list.back().second];
    for (int64_t distance = 1; distance < lanes; distance *= 2) {
      Registers other, both;
      for (Value value : total)
        other.push_back(shuffle(value, i32(distance), direction));
      if (failed(combine(region, other, total, both)))
        return failure();
      total = selectAll(b, atLeast(laneAlong, distance), both, total);
    }
    Registers before;
    if (lanes > 1)
      for (Value value : total)
        before.push_back(shuffle(value, i32(1), direction));
    totals[line] = total;
    prefixes[line] = before;
  }

  // A prefix is there for lanes after the first, and for warps after the first.
  Value laneHas = lanes > 1 ? atLeast(laneAlong, 1) : Value();
  Value hasPrefix = laneHas;
  if (warps > 1) {
    int64_t lineCount = cast<RankedTensorType>(op.getSrcs().front().getType())
                            .getNumElements() /
                        layout.extent(axis);
    Value threadLine = lines.rank() ? threadPart(lines) : i32(0);
    auto address = [&](unsigned i, uint32_t line, Value warpSlot,
                       int64_t constantSlot) {
      int64_t base = 0;
      for (unsigned before = 0; before < i; ++before)
        base += llvm::alignTo(
            lineCount * warps *
                sharedElementBytes(op.getSrcs()[before].getType()),
            16);
      int64_t bytes = sharedElementBytes(op.getSrcs()[i].getType());
      Value index = arith::XOrIOp::create(b, threadLine, i32(line));
      index = arith::MulIOp::create(b, index, i32(warps * bytes));
      if (warpSlot)
        index = arith::AddIOp::create(
            b, index, arith::MulIOp::create(b, warpSlot, i32(bytes)));
      return sharedAddress(*op, index, base + constantSlot * bytes);
    };
    // The last lane along the axis, once for all replicas, writes the total.
    Value writes = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, laneAlong,
                                         i32(lanes - 1));
    if (Value first = isFirstReplica(layout))
      writes = arith::AndIOp::create(b, writes, first);
    barrier();
    auto branch = scf::IfOp::create(b, writes, /*withElseRegion=*/false);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(branch.thenBlock());
      for (auto &[line, total] : totals)
        for (unsigned i = 0; i < count; ++i)
          storeShared(address(i, line, warpAlong, 0), {total[i]});
    }
    barrier();
    Value warpHas = atLeast(warpAlong, 1);
    for (auto &[line, before] : prefixes) {
      Registers sum, chosen;
      for (int64_t w = 0; w + 1 < warps; ++w) {
        Registers next;
        for (unsigned i = 0; i < count; ++i)
          next.push_back(loadShared(address(i, line, Value(), w),
                                    totals[line][i].getType(), 1)
                             .front());
        if (sum.empty())
          sum = chosen = next;
        else {
          if (failed(combine(region, sum, next, sum)))
            return failure();
          chosen = selectAll(b, atLeast(warpAlong, w + 1), sum, chosen);
        }
      }
      if (!laneHas) {
        before = chosen;
        continue;
      }
      Registers both;
      if (failed(combine(region, chosen, before, both)))
        return failure();
      Registers fromLanes = selectAll(b, warpHas, both, before);
      before = selectAll(b, laneHas, fromLanes, chosen);
    }
    hasPrefix = laneHas
                    ? arith::OrIOp::create(b, laneHas, warpHas).getResult()
                    : warpHas;
  }
  if (hasPrefix)
    for (auto &[line, list] : members)
      for (auto [along, reg] : list) {
        Registers both;
        if (failed(combine(region, prefixes[line], values[reg], both)))
          return failure();
        values[reg] = selectAll(b, hasPrefix, both, values[reg]);
      }
  for (auto [i, result] : llvm::enumerate(op.getResults())) {
    Registers list;
    for (Registers &tuple : values)
      list.push_back(tuple[i]);
    set(result, std::move(list));
  }
  return success();
}
