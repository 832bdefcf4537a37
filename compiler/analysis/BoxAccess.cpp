//===- BoxAccess.cpp - Loads and stores of a box of a tensor --------------===//

#include "compiler/analysis/BoxAccess.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

#include <climits>

using namespace mlir;
using namespace tqc;

//===----------------------------------------------------------------------===//
// Sums of products
//===----------------------------------------------------------------------===//

static bool isSameProduct(const IndexTerm &a, const IndexTerm &b) {
  return a.dim == b.dim && a.factors == b.factors;
}

/// Adds `scale` times `term`.
static void add(IndexSum &sum, IndexTerm term, int64_t scale = 1) {
  term.coefficient *= scale;
  for (auto it = sum.begin(); it != sum.end(); ++it) {
    if (!isSameProduct(*it, term))
      continue;
    it->coefficient += term.coefficient;
    if (it->coefficient == 0)
      sum.erase(it);
    return;
  }
  if (term.coefficient != 0)
    sum.push_back(std::move(term));
}

static IndexSum plus(IndexSum a, const IndexSum &b, int64_t scale = 1) {
  for (const IndexTerm &term : b)
    add(a, term, scale);
  return a;
}

static IndexTerm product(const IndexTerm &a, const IndexTerm &b) {
  IndexTerm term = a;
  term.coefficient *= b.coefficient;
  term.dim = std::max(a.dim, b.dim);
  llvm::append_range(term.factors, b.factors);
  llvm::sort(term.factors, [](Value x, Value y) {
    return x.getAsOpaquePointer() < y.getAsOpaquePointer();
  });
  return term;
}

/// Nothing where both run along dimensions of the tile.
static std::optional<IndexSum> times(const IndexSum &a, const IndexSum &b) {
  IndexSum result;
  for (const IndexTerm &x : a)
    for (const IndexTerm &y : b) {
      if (x.dim >= 0 && y.dim >= 0)
        return std::nullopt;
      add(result, product(x, y));
    }
  return result;
}

static IndexSum constantSum(int64_t value) {
  IndexSum sum;
  add(sum, {value, {}, -1});
  return sum;
}

/// Gives the dimensions of a sum other numbers.
template <typename Renumber>
static IndexSum renumbered(IndexSum sum, Renumber renumber) {
  for (IndexTerm &term : sum)
    if (term.dim >= 0)
      term.dim = renumber(term.dim);
  return sum;
}

//===----------------------------------------------------------------------===//
// Integers and pointers as sums
//===----------------------------------------------------------------------===//

/// The number of the iteration, counted from 0, in the loop around `argument`.
Value BoxAnalysis::iterationOf(BlockArgument argument) {
  auto loop = cast<scf::ForOp>(argument.getOwner()->getParentOp());
  Value &number = iterations[loop];
  if (number)
    return number;
  Value index = loop.getInductionVar();
  OpBuilder builder = OpBuilder::atBlockBegin(loop.getBody());
  if (!index.getType().isInteger(32))
    return {};
  if (!matchPattern(loop.getLowerBound(), m_Zero()))
    index = arith::SubIOp::create(builder, loop.getLoc(), index,
                                  loop.getLowerBound());
  if (!matchPattern(loop.getStep(), m_One()))
    index =
        arith::DivUIOp::create(builder, loop.getLoc(), index, loop.getStep());
  return number = index;
}

/// What a loop adds to its argument in each iteration: the other operand of the
/// sum that it yields.
static Value stepOf(BlockArgument argument) {
  auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
  if (!loop || argument == loop.getInductionVar())
    return {};
  Operation *next =
      loop.getTiedLoopYieldedValue(argument)->get().getDefiningOp();
  if (!isa_and_nonnull<tq::AddPtrOp, arith::AddIOp>(next))
    return {};
  if (next->getOperand(0) == argument)
    return next->getOperand(1);
  return isa<arith::AddIOp>(next) && next->getOperand(1) == argument
             ? next->getOperand(0)
             : Value();
}

/// Whether a value has one value in all of the loop.
static bool isInvariantIn(Operation *loop, Value value) {
  return !loop->isAncestor(value.getParentRegion()->getParentOp());
}

/// What a loop has added to its argument so far.
std::optional<IndexSum> BoxAnalysis::sumOfIteration(BlockArgument argument) {
  Value step = stepOf(argument);
  std::optional<IndexSum> sum = step ? sumOf(step) : std::nullopt;
  if (!sum)
    return std::nullopt;
  Operation *loop = argument.getOwner()->getParentOp();
  for (const IndexTerm &term : *sum)
    if (term.dim >= 0 || !llvm::all_of(term.factors, [&](Value factor) {
          return isInvariantIn(loop, factor);
        }))
      return std::nullopt;
  Value number = iterationOf(argument);
  if (!number)
    return std::nullopt;
  return times(*sum, {IndexTerm{1, {number}, -1}});
}

/// From this many terms on nobody would recognise a tensor.
static constexpr size_t kManyTerms = 32;

std::optional<IndexSum> BoxAnalysis::sumOf(Value value) {
  if (auto it = sums.find(value); it != sums.end())
    return it->second;
  sums[value] = std::nullopt; // what is computed from itself is no sum
  std::optional<IndexSum> sum = findSum(value);
  if (sum && sum->size() > kManyTerms)
    sum.reset();
  return sums[value] = sum;
}

std::optional<IndexSum> BoxAnalysis::findSum(Value value) {
  auto both = [&](Operation *op, auto combine) -> std::optional<IndexSum> {
    std::optional<IndexSum> a = sumOf(op->getOperand(0));
    std::optional<IndexSum> b = a ? sumOf(op->getOperand(1)) : std::nullopt;
    return b ? std::optional<IndexSum>(combine(*a, *b)) : std::nullopt;
  };
  bool isTile = isa<RankedTensorType>(value.getType());
  if (auto argument = dyn_cast<BlockArgument>(value); argument && isTile) {
    std::optional<IndexSum> added = sumOfIteration(argument);
    if (!added)
      return std::nullopt;
    auto loop = cast<scf::ForOp>(argument.getOwner()->getParentOp());
    std::optional<IndexSum> first =
        sumOf(loop.getTiedLoopInit(argument)->get());
    return first ? std::optional<IndexSum>(plus(*first, *added)) : std::nullopt;
  }
  Operation *op = value.getDefiningOp();
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constantSum(constant.getSExtValue());
  if (isa_and_nonnull<arith::AddIOp>(op))
    return both(op, [](auto &a, auto &b) { return plus(a, b); });
  if (isa_and_nonnull<arith::SubIOp>(op))
    return both(op, [](auto &a, auto &b) { return plus(a, b, -1); });
  if (isa_and_nonnull<arith::MulIOp>(op)) {
    std::optional<IndexSum> a = sumOf(op->getOperand(0));
    std::optional<IndexSum> b = a ? sumOf(op->getOperand(1)) : std::nullopt;
    return b ? times(*a, *b) : std::nullopt;
  }
  if (isa_and_nonnull<arith::ExtSIOp, tq::HintOp>(op))
    return sumOf(op->getOperand(0));
  if (!isTile) {
    if (!value.getType().isInteger(32) && !value.getType().isInteger(64))
      return std::nullopt;
    return IndexSum{IndexTerm{1, {value}, -1}};
  }
  if (auto range = dyn_cast_or_null<tq::RangeOp>(op)) {
    IndexSum sum = constantSum(range.getStart());
    // One number is the same for all that it is broadcast to.
    if (range.getEnd() - range.getStart() > 1)
      add(sum, {1, {}, 0});
    return sum;
  }
  if (isa_and_nonnull<tq::SplatOp, tq::BroadcastOp>(op))
    return sumOf(op->getOperand(0));
  if (auto expand = dyn_cast_or_null<tq::ExpandDimsOp>(op)) {
    std::optional<IndexSum> sum = sumOf(expand.getSrc());
    int axis = expand.getAxis();
    if (sum)
      return renumbered(*sum, [&](int dim) { return dim + (dim >= axis); });
  }
  return std::nullopt;
}

std::optional<IndexSum> BoxAnalysis::sumOfPointer(Value pointer,
                                                  BlockArgument &base) {
  if (auto argument = dyn_cast<BlockArgument>(pointer)) {
    if (argument.getOwner() == &kernel.getBody().front()) {
      base = argument;
      return IndexSum();
    }
    std::optional<IndexSum> added = sumOfIteration(argument);
    if (!added)
      return std::nullopt;
    auto loop = cast<scf::ForOp>(argument.getOwner()->getParentOp());
    std::optional<IndexSum> first =
        sumOfPointer(loop.getTiedLoopInit(argument)->get(), base);
    return first ? std::optional<IndexSum>(plus(*first, *added)) : std::nullopt;
  }
  Operation *op = pointer.getDefiningOp();
  if (auto sum = dyn_cast<tq::AddPtrOp>(op)) {
    std::optional<IndexSum> first = sumOfPointer(sum->getOperand(0), base);
    std::optional<IndexSum> offset =
        first ? sumOf(sum->getOperand(1)) : std::nullopt;
    return offset ? std::optional<IndexSum>(plus(*first, *offset))
                  : std::nullopt;
  }
  if (isa<tq::SplatOp, tq::BroadcastOp, tq::HintOp>(op))
    return sumOfPointer(op->getOperand(0), base);
  if (auto expand = dyn_cast<tq::ExpandDimsOp>(op)) {
    std::optional<IndexSum> sum = sumOfPointer(expand.getSrc(), base);
    int axis = expand.getAxis();
    if (sum)
      return renumbered(*sum, [&](int dim) { return dim + (dim >= axis); });
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// The box
//===----------------------------------------------------------------------===//

bool BoxAnalysis::isHostArgument(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner() == &kernel.getBody().front();
}

bool BoxAnalysis::isMultipleOfBytes(const HostNumber &number,
                                    int64_t elementBytes, int64_t bytes) const {
  int64_t divisor = number.argument
                        ? axis.get(number.argument).divisibility.front()
                        : number.constant;
  return divisor * elementBytes % bytes == 0;
}

/// The terms of `sum` that are multiples of `stride`, divided by it; they are
/// taken off the sum.
static IndexSum takeMultiples(IndexSum &sum, const HostNumber &stride) {
  IndexSum taken, left;
  for (IndexTerm &term : sum) {
    auto it = llvm::find(term.factors, stride.argument);
    if (term.dim >= 0 || !stride.argument || it == term.factors.end()) {
      left.push_back(term);
      continue;
    }
    term.factors.erase(it);
    add(taken, term);
  }
  sum = left;
  return taken;
}

static IndexSum scaled(const IndexSum &sum, const HostNumber &stride) {
  IndexTerm factor{stride.argument ? 1 : stride.constant, {}, -1};
  if (stride.argument)
    factor.factors.push_back(stride.argument);
  return *times(sum, {factor});
}

/// Whether `lane + start < 0` asks for a lane below a constant.
static bool isBoundOfLanes(const IndexSum &start) {
  return start.size() == 1 && start.front().factors.empty() &&
         start.front().coefficient < 0;
}

/// `less < more` in all elements: bounds one dimension of the box. Which term
/// is the extent? The one that leaves a start that the address has as well.
std::string BoxAnalysis::boundBy(const IndexSum &less, const IndexSum &more,
                                 BoxAccess &box, IndexSum &rest) {
  IndexSum difference = plus(less, more, -1), start;
  int dim = -1;
  for (const IndexTerm &term : difference) {
    if (term.dim < 0) {
      start.push_back(term);
      continue;
    }
    if (dim >= 0 || term.coefficient != 1 || !term.factors.empty())
      return "its mask bounds no single index of the tile";
    dim = term.dim;
  }
  auto bounded = llvm::find_if(
      box.dims, [&](BoxDim &d) { return d.tileDim == dim && dim >= 0; });
  if (bounded == box.dims.end())
    return "its mask bounds no single index of the tile";
  bool isTwice =
      bounded->extent.argument || bounded->extent.constant != INT32_MAX;
  if (isTwice && bounded->lanes == 0 && isBoundOfLanes(start)) {
    bounded->lanes = -start.front().coefficient;
    return {};
  }
  if (isTwice && bounded->lanes == 0 && !bounded->extent.argument &&
      bounded->start.empty()) // the first one is of the lanes
    bounded->lanes = bounded->extent.constant;
  else if (isTwice)
    return "its mask bounds an index twice";
  for (unsigned i = 0; i <= start.size(); ++i) {
    IndexSum from = start;
    HostNumber extent;
    if (i == start.size()) { // the constant
      auto it = llvm::find_if(
          from, [](IndexTerm &term) { return term.factors.empty(); });
      if (it != from.end()) {
        extent.constant = -it->coefficient;
        from.erase(it);
      }
    } else {
      IndexTerm term = from[i];
      if (term.coefficient != -1 || term.factors.size() != 1 ||
          !isHostArgument(term.factors.front()) ||
          !term.factors.front().getType().isInteger(32))
        continue;
      extent.argument = term.factors.front();
      from.erase(from.begin() + i);
    }
    IndexSum others = plus(rest, scaled(from, bounded->stride), -1);
    if (others.size() > rest.size())
      continue; // the address has no such start
    if (!extent.argument && extent.constant < 1)
      break;
    rest = others;
    bounded->start = from;
    bounded->extent = extent;
    return {};
  }
  return "its mask bounds an index by what the host does not know";
}

/// The sum of a value whose dimension i runs along dimension `axes[i]` of the
/// tile.
std::optional<IndexSum> BoxAnalysis::sumAlong(Value value, ArrayRef<int> axes) {
  std::optional<IndexSum> sum = sumOf(value);
  if (!sum)
    return std::nullopt;
  for (IndexTerm &term : *sum)
    if (term.dim >= 0)
      term.dim = axes[term.dim];
  return sum;
}

/// Adds what a mask says to the extents.
std::string BoxAnalysis::bound(Value mask, ArrayRef<int> axes, BoxAccess &box,
                               IndexSum &rest) {
  if (matchPattern(mask, m_One()))
    return {};
  Operation *op = mask.getDefiningOp();
  if (isa_and_nonnull<arith::AndIOp>(op)) {
    std::string why = bound(op->getOperand(0), axes, box, rest);
    return why.empty() ? bound(op->getOperand(1), axes, box, rest) : why;
  }
  // Sums of the compared tiles keep the dimensions that these ops name.
  if (isa_and_nonnull<tq::BroadcastOp>(op))
    return bound(op->getOperand(0), axes, box, rest);
  if (auto expand = dyn_cast_or_null<tq::ExpandDimsOp>(op)) {
    SmallVector<int> before(axes);
    before.erase(before.begin() + expand.getAxis());
    return bound(expand.getSrc(), before, box, rest);
  }
  if (auto compare = dyn_cast_or_null<arith::CmpIOp>(op)) {
    std::optional<IndexSum> left = sumAlong(compare.getLhs(), axes);
    std::optional<IndexSum> right = sumAlong(compare.getRhs(), axes);
    if (!left || !right)
      return "its mask compares more than sums of indices";
    if (compare.getPredicate() == arith::CmpIPredicate::slt)
      return boundBy(*left, *right, box, rest);
    if (compare.getPredicate() == arith::CmpIPredicate::sgt)
      return boundBy(*right, *left, box, rest);
    if (compare.getPredicate() == arith::CmpIPredicate::sge && right->empty()) {
      notBelowZero.push_back(*left);
      return {};
    }
  }
  return "its mask is more than `index < extent`";
}

/// A box that is loaded has zeros below zero (none is stored). So a mask may
/// say `index >= 0` of the indices that are its coordinates, and of no others.
std::string BoxAnalysis::checkBelow(BoxAccess &box) {
  for (const IndexSum &index : notBelowZero) {
    bool isFound = false;
    for (BoxDim &dim : box.dims) {
      IndexSum coordinate = dim.start;
      coordinate.push_back({1, {}, dim.tileDim});
      if (dim.tileDim < 0 || !plus(index, coordinate, -1).empty())
        continue;
      dim.isChecked = isFound = true;
    }
    if (!isFound)
      return "its mask bounds more than its indices from below";
  }
  return {};
}

/// What is left of the address: coordinates along the tile's dimensions that no
/// mask bounds, and of further dimensions.
std::string BoxAnalysis::placeRest(BoxAccess &box, IndexSum rest,
                                   int64_t elementBytes) {
  auto isUnbounded = [](const BoxDim &dim) {
    return !dim.extent.argument && dim.extent.constant == INT32_MAX;
  };
  for (BoxDim &dim : box.dims)
    if (isUnbounded(dim))
      dim.start = takeMultiples(rest, dim.stride);
  while (!rest.empty()) {
    IndexTerm term = rest.front();
    BoxDim dim;
    dim.extent.constant = INT32_MAX;
    for (Value factor : term.factors)
      if (!dim.stride.argument && isHostArgument(factor) &&
          isMultipleOf16Bytes({0, factor}, elementBytes))
        dim.stride.argument = factor;
    if (dim.stride.argument) {
      dim.start = takeMultiples(rest, dim.stride);
    } else if (isUnbounded(box.dims.front())) {
      add(box.dims.front().start, term);
      rest.erase(rest.begin());
      continue;
    } else if (term.coefficient > 0 && !term.factors.empty() &&
               term.coefficient * elementBytes % 16 == 0) {
      dim.stride.constant = term.coefficient;
      term.coefficient = 1;
      dim.start = {term};
      rest.erase(rest.begin());
    } else {
      return "a part of its address is no multiple of a stride of 16 bytes";
    }
    box.dims.push_back(dim);
  }
  if (box.dims.size() > 5)
    return "its tensor has more than five dimensions";
  for (const BoxDim &dim : box.dims)
    for (const IndexTerm &term : dim.start)
      for (Value factor : term.factors)
        if (!factor.getType().isInteger(32))
          return "a coordinate has 64 bits";
  return {};
}

std::optional<BoxAccess> BoxAnalysis::boxOf(Value pointers, Value mask,
                                            std::string &whyNot) {
  auto refuse = [&](const char *why) {
    whyNot = why;
    return std::nullopt;
  };
  auto tile = dyn_cast<RankedTensorType>(pointers.getType());
  Type element =
      tile ? cast<tq::PtrType>(tile.getElementType()).getPointee() : Type();
  if (!tile || !element.isIntOrFloat())
    return refuse("it is of no tile of numbers");
  BoxAccess box;
  notBelowZero.clear();
  std::optional<IndexSum> sum = sumOfPointer(pointers, box.base);
  if (!sum)
    return refuse(
        "its addresses are no sum of products of indices and strides");
  int64_t bytes = std::max<int64_t>(element.getIntOrFloatBitWidth() / 8, 1);
  if (axis.get(box.base).divisibility.front() % 16 != 0)
    return refuse("its tensor is not known to start at 16 bytes");
  IndexSum rest;
  SmallVector<bool> isTaken(tile.getRank(), false);
  for (const IndexTerm &term : *sum) {
    if (term.dim < 0) {
      rest.push_back(term);
      continue;
    }
    BoxDim dim;
    dim.tileDim = term.dim;
    dim.extent.constant = INT32_MAX;
    if (isTaken[term.dim] || term.factors.size() > 1)
      return refuse("a dimension of its tile has several strides");
    isTaken[term.dim] = true;
    if (term.factors.empty())
      dim.stride.constant = term.coefficient;
    else if (term.coefficient == 1 && isHostArgument(term.factors.front()))
      dim.stride.argument = term.factors.front();
    else
      return refuse("a stride is computed by the kernel");
    box.dims.push_back(dim);
  }
  if (llvm::is_contained(isTaken, false))
    return refuse("a dimension of its tile has no stride");
  auto first = llvm::find_if(box.dims, [](BoxDim &dim) {
    return !dim.stride.argument && dim.stride.constant == 1;
  });
  if (first == box.dims.end())
    return refuse("no dimension of its tile is contiguous");
  std::swap(*first, box.dims.front());
  SmallVector<int> axes = llvm::to_vector(llvm::seq<int>(0, tile.getRank()));
  if (mask)
    whyNot = bound(mask, axes, box, rest);
  if (whyNot.empty())
    whyNot = placeRest(box, rest, bytes);
  if (whyNot.empty())
    whyNot = checkBelow(box);
  if (!whyNot.empty())
    return std::nullopt;
  for (const BoxDim &dim : llvm::drop_begin(box.dims))
    if ((!dim.stride.argument && dim.stride.constant <= 0) ||
        !isMultipleOf16Bytes(dim.stride, bytes))
      return refuse("a stride is not known to be a multiple of 16 bytes");
  return box;
}

Value tqc::buildIndex(OpBuilder &builder, Location place, const IndexSum &sum) {
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(
        builder, place, builder.getI32IntegerAttr(static_cast<int32_t>(value)));
  };
  Value total;
  for (const IndexTerm &term : sum) {
    Value part;
    for (Value factor : term.factors)
      part =
          part ? arith::MulIOp::create(builder, place, part, factor).getResult()
               : factor;
    if (!part)
      part = number(term.coefficient);
    else if (term.coefficient != 1)
      part =
          arith::MulIOp::create(builder, place, part, number(term.coefficient));
    total = total
                ? arith::AddIOp::create(builder, place, total, part).getResult()
                : part;
  }
  return total ? total : number(0);
}
