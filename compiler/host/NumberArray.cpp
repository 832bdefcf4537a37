//===- NumberArray.cpp - Arrays of numbers, as numpy has them -------------===//

#include "compiler/host/NumberArray.h"

#include "runtime/device/HostTensor.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace tqc {

using Shape = std::vector<int64_t>;

NumberArray::NumberArray(Shape shape, double value)
    : shape(std::move(shape)),
      values(static_cast<size_t>(elementsOf(this->shape)), value) {}

static Error shapesDiffer(const char *what, const Shape &a, const Shape &b) {
  return Error{std::string(what) + " shapes " + showShape(a) + " and " +
               showShape(b)};
}

static Status checkSize(const Shape &shape) {
  int64_t count = 1;
  for (int64_t size : shape)
    if (__builtin_mul_overflow(count, size, &count) ||
        count > kMaxArrayElements)
      return Error{"an array of shape " + showShape(shape) + " has more than " +
                   std::to_string(kMaxArrayElements) + " elements"};
  return {};
}

static Result<int64_t> checkedAxis(int64_t axis, size_t rank) {
  auto count = static_cast<int64_t>(rank);
  if (axis < -count || axis >= count)
    return Error{"axis " + std::to_string(axis) + " is outside of the " +
                 std::to_string(rank) + " dimensions"};
  return axis < 0 ? axis + count : axis;
}

//===----------------------------------------------------------------------===//
// Broadcasting
//===----------------------------------------------------------------------===//

/// The shape of both together.
static Result<Shape> commonShape(const Shape &a, const Shape &b) {
  Shape shape(std::max(a.size(), b.size()));
  for (size_t i = 0; i < shape.size(); ++i) {
    int64_t one = i < a.size() ? a[a.size() - 1 - i] : 1;
    int64_t other = i < b.size() ? b[b.size() - 1 - i] : 1;
    if (one != other && one != 1 && other != 1)
      return shapesDiffer("no broadcasting fits the", a, b);
    shape[shape.size() - 1 - i] = one == 1 ? other : one;
  }
  if (Status status = checkSize(shape); !status)
    return status.error();
  return shape;
}

/// Where an array of `from` moves for each dimension of `to`; 0 where it stays.
static Shape stridesWithin(const Shape &from, const Shape &to) {
  Shape own = rowMajorStrides(from), strides(to.size(), 0);
  for (size_t i = 0; i < from.size(); ++i)
    if (from[i] != 1)
      strides[to.size() - from.size() + i] = own[i];
  return strides;
}

/// Calls body(element, offset a, offset b) over a shape in row-major order.
template <typename Body>
static void walk(const Shape &shape, const Shape &a, const Shape &b,
                 Body body) {
  Shape index(shape.size(), 0);
  int64_t atA = 0, atB = 0;
  for (int64_t i = 0, n = elementsOf(shape); i < n; ++i) {
    body(static_cast<size_t>(i), static_cast<size_t>(atA),
         static_cast<size_t>(atB));
    for (size_t d = shape.size(); d-- > 0;) {
      atA += a[d];
      atB += b[d];
      if (++index[d] < shape[d])
        break;
      atA -= a[d] * shape[d];
      atB -= b[d] * shape[d];
      index[d] = 0;
    }
  }
}

Result<NumberArray> applyPairs(const NumberArray &a, const NumberArray &b,
                               PairFunction function) {
  Result<Shape> shape = commonShape(a.shape, b.shape);
  if (!shape)
    return shape.error();
  NumberArray result(*shape, 0);
  walk(*shape, stridesWithin(a.shape, *shape), stridesWithin(b.shape, *shape),
       [&](size_t i, size_t atA, size_t atB) {
         result.values[i] = function(a.values[atA], b.values[atB]);
       });
  return result;
}

Result<NumberArray> broadcastArray(const NumberArray &x, const Shape &shape) {
  Result<Shape> common = commonShape(x.shape, shape);
  if (!common)
    return common.error();
  if (*common != shape)
    return shapesDiffer("no broadcasting fits the", x.shape, shape);
  NumberArray result(shape, 0);
  result.isTruth = x.isTruth;
  Shape strides = stridesWithin(x.shape, shape);
  walk(shape, strides, strides,
       [&](size_t i, size_t at, size_t) { result.values[i] = x.values[at]; });
  return result;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

Result<NumberArray> multiplyArrays(const NumberArray &a, const NumberArray &b) {
  if (a.rank() < 2 || b.rank() < 2 || a.shape.back() != b.shape[b.rank() - 2])
    return shapesDiffer("`@` does not fit the", a.shape, b.shape);
  int64_t rows = a.shape[a.rank() - 2], inner = a.shape.back(),
          columns = b.shape.back();
  Shape stackA(a.shape.begin(), a.shape.end() - 2),
      stackB(b.shape.begin(), b.shape.end() - 2);
  Result<Shape> stack = commonShape(stackA, stackB);
  if (!stack)
    return stack.error();
  Shape shape = *stack;
  shape.insert(shape.end(), {rows, columns});
  if (Status status = checkSize(shape); !status)
    return status.error();
  NumberArray result(shape, 0);
  walk(*stack, stridesWithin(stackA, *stack), stridesWithin(stackB, *stack),
       [&](size_t i, size_t atA, size_t atB) {
         const double *left = a.values.data() + int64_t(atA) * rows * inner;
         const double *right = b.values.data() + int64_t(atB) * inner * columns;
         double *out = result.values.data() + int64_t(i) * rows * columns;
         for (int64_t m = 0; m < rows; ++m)
           for (int64_t k = 0; k < inner; ++k)
             for (int64_t n = 0; n < columns; ++n)
               out[m * columns + n] +=
                   left[m * inner + k] * right[k * columns + n];
       });
  return result;
}

//===----------------------------------------------------------------------===//
// Along axes
//===----------------------------------------------------------------------===//

static double reduceTwo(Reduction reduction, double sum, double x) {
  switch (reduction) {
  case Reduction::Sum:
  case Reduction::Mean:
    return sum + x;
  case Reduction::Max: // NaN stays, as in numpy
    return x > sum || std::isnan(x) ? x : sum;
  case Reduction::Min:
    return x < sum || std::isnan(x) ? x : sum;
  }
  return sum;
}

Result<NumberArray> reduceArray(const NumberArray &x, Reduction reduction,
                                const std::optional<Shape> &axes,
                                bool keepsAxes) {
  std::vector<bool> reduced(x.rank(), !axes);
  if (axes)
    for (int64_t axis : *axes) {
      Result<int64_t> checked = checkedAxis(axis, x.rank());
      if (!checked)
        return checked.error();
      reduced[static_cast<size_t>(*checked)] = true;
    }
  Shape kept = x.shape, shape;
  double terms = 1;
  for (size_t i = 0; i < x.rank(); ++i) {
    if (reduced[i]) {
      terms *= double(kept[i]);
      kept[i] = 1;
    }
    if (!reduced[i] || keepsAxes)
      shape.push_back(kept[i]);
  }
  constexpr double kInf = std::numeric_limits<double>::infinity();
  NumberArray result(kept, reduction == Reduction::Max   ? -kInf
                           : reduction == Reduction::Min ? kInf
                                                         : 0);
  Shape strides = stridesWithin(kept, x.shape);
  walk(x.shape, strides, strides, [&](size_t i, size_t at, size_t) {
    result.values[at] = reduceTwo(reduction, result.values[at], x.values[i]);
  });
  if (reduction == Reduction::Mean)
    for (double &value : result.values)
      value /= terms;
  result.shape = std::move(shape);
  return result;
}

Result<NumberArray> permuteArray(const NumberArray &x, const Shape &order) {
  Shape sorted = order, shape, strides, own = rowMajorStrides(x.shape);
  std::sort(sorted.begin(), sorted.end());
  for (size_t i = 0; i < sorted.size(); ++i)
    if (sorted.size() != x.rank() || sorted[i] != static_cast<int64_t>(i))
      return Error{"axes " + showShape(order) + " are no order of the " +
                   std::to_string(x.rank()) + " dimensions"};
  for (int64_t axis : order) {
    shape.push_back(x.shape[static_cast<size_t>(axis)]);
    strides.push_back(own[static_cast<size_t>(axis)]);
  }
  NumberArray result(shape, 0);
  result.isTruth = x.isTruth;
  walk(shape, strides, strides,
       [&](size_t i, size_t at, size_t) { result.values[i] = x.values[at]; });
  return result;
}

Result<NumberArray> reshapeArray(const NumberArray &x, Shape shape) {
  int64_t known = 1;
  auto open = shape.end();
  for (auto size = shape.begin(); size != shape.end(); ++size)
    if (*size == -1 && open == shape.end())
      open = size;
    else
      known *= *size;
  if (open != shape.end() && known != 0)
    *open = x.count() / known;
  if (elementsOf(shape) != x.count())
    return shapesDiffer("different numbers of elements have the", x.shape,
                        shape);
  NumberArray result = x;
  result.shape = std::move(shape);
  return result;
}

Result<NumberArray> cumulateArray(const NumberArray &x, int64_t axis) {
  Result<int64_t> checked = checkedAxis(axis, x.rank());
  if (!checked)
    return checked.error();
  auto dim = static_cast<size_t>(*checked);
  int64_t stride = rowMajorStrides(x.shape)[dim];
  NumberArray result = x;
  result.isTruth = false;
  for (int64_t i = 0; i < x.count(); ++i)
    if (i / stride % x.shape[dim] != 0)
      result.values[size_t(i)] += result.values[size_t(i - stride)];
  return result;
}

NumberArray sortingIndices(const NumberArray &x) {
  NumberArray result(x.shape, 0);
  int64_t columns = x.shape.empty() ? 1 : x.shape.back();
  Shape order(static_cast<size_t>(columns));
  for (int64_t row = 0; columns && row < x.count() / columns; ++row) {
    const double *values = x.values.data() + row * columns;
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
      return values[a] < values[b];
    });
    std::copy(order.begin(), order.end(),
              result.values.begin() + row * columns);
  }
  return result;
}

Result<NumberArray> joinArrays(const std::vector<NumberArray> &parts,
                               int64_t axis) {
  if (parts.empty())
    return Error{"there is nothing to join"};
  Result<int64_t> checked = checkedAxis(axis, parts[0].rank());
  if (!checked)
    return checked.error();
  auto dim = static_cast<size_t>(*checked);
  Shape shape = parts[0].shape;
  shape[dim] = 0;
  for (const NumberArray &part : parts) {
    Shape other = part.shape;
    if (other.size() == shape.size())
      other[dim] = shape[dim];
    if (other != shape)
      return shapesDiffer("no joining fits the", parts[0].shape, part.shape);
    shape[dim] += part.shape[dim];
  }
  if (Status status = checkSize(shape); !status)
    return status.error();
  NumberArray result(shape, 0);
  int64_t inner = rowMajorStrides(shape)[dim], at = 0;
  int64_t outer = shape[dim] ? result.count() / (inner * shape[dim]) : 0;
  for (const NumberArray &part : parts) {
    int64_t length = part.shape[dim] * inner;
    for (int64_t i = 0; i < outer; ++i)
      std::copy_n(part.values.begin() + i * length, length,
                  result.values.begin() + i * inner * shape[dim] + at);
    at += length;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

namespace {

/// A dimension of the part: how far each of its indices is.
struct PartAxis {
  Shape places;
};

/// Makes the axes of a part from indices, one dimension after the other.
class PartMaker {
public:
  PartMaker(const NumberArray &x, const std::vector<ArrayIndex> &indices)
      : x(x), indices(indices), strides(rowMajorStrides(x.shape)) {}

  Status make() {
    size_t taken = 0, rests = 0;
    for (const ArrayIndex &index : indices) {
      rests += index.kind == ArrayIndex::Rest;
      taken += index.kind != ArrayIndex::New && index.kind != ArrayIndex::Rest;
    }
    if (rests > 1)
      return Error{"`...` stands twice in one index"};
    if (taken > x.rank())
      return Error{std::to_string(taken) + " indices are too many for " +
                   std::to_string(x.rank()) + " dimensions"};
    for (const ArrayIndex &index : indices)
      if (index.kind == ArrayIndex::Rest)
        keep(x.rank() - taken);
      else if (Status status = add(index); !status)
        return status;
    keep(x.rank() - dim);
    return {};
  }

  ArrayPart part() const {
    ArrayPart result;
    result.places = {first};
    for (const PartAxis &axis : axes) {
      result.shape.push_back(static_cast<int64_t>(axis.places.size()));
      Shape more;
      for (int64_t place : result.places)
        for (int64_t offset : axis.places)
          more.push_back(place + offset);
      result.places = std::move(more);
    }
    return result;
  }

private:
  void keep(size_t count) {
    for (; count > 0; --count, ++dim)
      addRange(0, 1, x.shape[dim]);
  }

  void addRange(int64_t start, int64_t step, int64_t count) {
    PartAxis axis;
    for (int64_t i = 0; i < count; ++i)
      axis.places.push_back((start + i * step) * strides[dim]);
    axes.push_back(std::move(axis));
  }

  Status add(const ArrayIndex &index) {
    switch (index.kind) {
    case ArrayIndex::One:
      first += index.start * strides[dim++];
      return {};
    case ArrayIndex::Range:
      addRange(index.start, index.step, index.count);
      ++dim;
      return {};
    case ArrayIndex::List:
      return addList(index.list);
    case ArrayIndex::New:
      axes.push_back({{0}});
      return {};
    case ArrayIndex::Rest:
      break;
    }
    return {};
  }

  /// Lists that stand side by side choose elements together.
  Status addList(const Shape &list) {
    if (!listAxis) {
      listAxis = axes.size();
      axes.push_back({Shape(list.size(), 0)});
    }
    PartAxis &axis = axes[*listAxis];
    if (*listAxis + 1 != axes.size())
      return Error{"lists of indices must stand side by side"};
    if (axis.places.size() != list.size())
      return Error{"lists of " + std::to_string(axis.places.size()) + " and " +
                   std::to_string(list.size()) +
                   " indices do not fit together"};
    for (size_t i = 0; i < list.size(); ++i)
      axis.places[i] += list[i] * strides[dim];
    ++dim;
    return {};
  }

  const NumberArray &x;
  const std::vector<ArrayIndex> &indices;
  Shape strides;
  size_t dim = 0; ///< the next one to index
  int64_t first = 0;
  std::vector<PartAxis> axes;
  std::optional<size_t> listAxis;
};

} // namespace

Result<ArrayPart> partOf(const NumberArray &x,
                         const std::vector<ArrayIndex> &indices) {
  PartMaker maker(x, indices);
  if (Status status = maker.make(); !status)
    return status.error();
  return maker.part();
}

} // namespace tqc
