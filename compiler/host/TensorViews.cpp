//===- TensorViews.cpp - Tensors in other shapes --------------------------===//
//
// Reshaping and transposing: a view is the same memory with another
// shape, other strides and another start. Only `contiguous`, `clone` and a
// `reshape` that has no view copy elements, through host memory.
//
//     x: shape (4, 8), strides (8, 1)
//     x[1:, ::2]   shape (3, 4), strides (8, 2), 8 elements further
//     x.t()        shape (8, 4), strides (1, 8)
//
//===----------------------------------------------------------------------===//

#include "compiler/host/HostHandlers.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace tqc {

/// Calls `visit` with the byte offset of each element, in row-major order.
template <typename Visit>
static void forEachOffset(const TensorValue &tensor, Visit visit) {
  size_t rank = tensor.shape.size();
  int64_t width = static_cast<int64_t>(bytesOf(tensor.type));
  std::vector<int64_t> index(rank, 0);
  int64_t offset = 0, count = tensor.numel();
  for (int64_t i = 0; i < count; ++i) {
    visit(offset * width);
    for (size_t dim = rank; dim-- > 0;) {
      offset += tensor.strides[dim];
      if (++index[dim] < tensor.shape[dim])
        break;
      offset -= tensor.strides[dim] * tensor.shape[dim];
      index[dim] = 0;
    }
  }
}

/// How many bytes from the first element on a tensor reaches.
static size_t reachOf(const TensorValue &tensor) {
  if (tensor.numel() == 0)
    return 0;
  int64_t last = 0;
  for (size_t i = 0; i < tensor.shape.size(); ++i)
    last += (tensor.shape[i] - 1) * tensor.strides[i];
  return static_cast<size_t>(last + 1) * bytesOf(tensor.type);
}

Result<std::vector<uint8_t>> readTensor(Device &device,
                                        const TensorValue &tensor) {
  if (Status status = device.synchronize(); !status)
    return status.error();
  std::vector<uint8_t> all(reachOf(tensor));
  if (!all.empty())
    if (Status status =
            device.copyOut(all.data(), tensor.pointer(), all.size());
        !status)
      return status.error();
  if (tensor.isContiguous())
    return all;
  size_t width = bytesOf(tensor.type);
  std::vector<uint8_t> packed(tensor.numel() * width);
  uint8_t *to = packed.data();
  forEachOffset(tensor, [&](int64_t offset) {
    std::memcpy(to, all.data() + offset, width);
    to += width;
  });
  return packed;
}

namespace host {

using Kind = HostValue::Kind;
using Shape = std::vector<int64_t>;

static const TensorValue &self(const HostArgs &args) {
  return args.receiver.asTensor();
}

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

/// A dimension of a tensor of `rank`, counted from the end if negative.
static std::optional<size_t>
dimension(HostEvaluator &host, const HostValue &value, Span at, size_t rank) {
  std::optional<int64_t> dim = host.integer(value, at, "a dimension");
  if (!dim)
    return std::nullopt;
  int64_t count = static_cast<int64_t>(rank);
  int64_t place = *dim < 0 ? *dim + count : *dim;
  if (place >= 0 && place < count)
    return static_cast<size_t>(place);
  host.error(code::HostTensor, at,
             "dimension " + std::to_string(*dim) +
                 " is outside of the tensor's " + std::to_string(rank));
  return std::nullopt;
}

static std::optional<size_t> dimension(HostEvaluator &host,
                                       const HostArgs &args, const char *name,
                                       size_t rank) {
  return dimension(host, args.get(name), args.where(name), rank);
}

/// The integers of `*shape`, given one by one or as one tuple.
static std::optional<Shape> integersOf(HostEvaluator &host,
                                       const HostArgs &args) {
  std::vector<std::pair<HostValue, Span>> values = args.rest;
  if (values.size() == 1 &&
      (values[0].first.is(Kind::Tuple) || values[0].first.is(Kind::List))) {
    std::vector<HostValue> inner = values[0].first.elements();
    Span at = values[0].second;
    values.clear();
    for (HostValue &value : inner)
      values.emplace_back(std::move(value), at);
  }
  Shape result;
  for (const auto &[value, at] : values) {
    std::optional<int64_t> number = host.integer(value, at, "a size");
    if (!number)
      return std::nullopt;
    result.push_back(*number);
  }
  return result;
}

/// Replaces a -1 in `shape` by what makes it hold `count` elements.
static bool inferSize(HostEvaluator &host, Shape &shape, int64_t count,
                      Span at) {
  int64_t known = 1;
  int64_t *unknown = nullptr;
  bool overflow = false;
  for (int64_t &size : shape)
    if (size == -1 && !unknown)
      unknown = &size;
    else if (size < 0)
      overflow = true;
    else
      overflow |= __builtin_mul_overflow(known, size, &known);
  std::string wanted = shapeText(shape);
  if (!overflow && unknown && known != 0 && count % known == 0) {
    *unknown = count / known;
    return true;
  }
  if (!overflow && !unknown && known == count)
    return true;
  host.error(code::HostTensor, at,
             "a tensor of " + std::to_string(count) +
                 " elements has no shape " + wanted);
  return false;
}

/// The strides that show `tensor` in a new shape without a copy, if any. The
/// dimensions fall into runs without gaps in memory; from the innermost on,
/// each run must be made of whole new dimensions.
static std::optional<Shape> viewStrides(const TensorValue &tensor,
                                        const Shape &shape) {
  if (tensor.numel() == 0 && tensor.shape == shape)
    return tensor.strides;
  if (tensor.numel() == 0 || tensor.shape.empty())
    return contiguousStrides(shape);
  Shape strides(shape.size());
  size_t next = shape.size(); // new dimensions from here on are placed
  int64_t step = tensor.strides.back(), run = 1;
  for (size_t dim = tensor.shape.size(); dim-- > 0;) {
    run *= tensor.shape[dim];
    // Does the next outer dimension continue the run?
    if (dim > 0 &&
        (tensor.shape[dim - 1] == 1 || tensor.strides[dim - 1] == run * step))
      continue;
    int64_t placed = 1;
    while (next > 0 && (placed < run || shape[next - 1] == 1)) {
      --next;
      strides[next] = placed * step;
      placed *= shape[next];
    }
    if (placed != run)
      return std::nullopt;
    run = 1;
    if (dim > 0)
      step = tensor.strides[dim - 1];
  }
  return strides;
}

/// Another shape of the same elements; with a copy only if `mayCopy`.
static Maybe reshaped(HostEvaluator &host, const HostArgs &args, Shape shape,
                      bool mayCopy) {
  TensorValue tensor = self(args);
  if (!inferSize(host, shape, tensor.numel(), args.at))
    return std::nullopt;
  std::optional<Shape> strides = viewStrides(tensor, shape);
  if (!strides && !mayCopy) {
    host.error(code::HostTensor, args.at,
               "a tensor of shape " + shapeText(tensor.shape) +
                   " and strides " + shapeText(tensor.strides) +
                   " has no view of shape " + shapeText(shape))
        .help("use `reshape`, which copies, or `contiguous()` before");
    return std::nullopt;
  }
  if (!strides) {
    Maybe copy = host.contiguousCopy(tensor, args.at);
    if (!copy)
      return std::nullopt;
    tensor = copy->asTensor();
    strides = contiguousStrides(shape);
  }
  tensor.shape = std::move(shape);
  tensor.strides = std::move(*strides);
  return HostValue::tensor(std::move(tensor));
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// The elements of `tensor` in the order of memory that `strides` describe,
/// which have no gaps.
static std::vector<uint8_t> inOrder(const std::vector<uint8_t> &rowMajor,
                                    const TensorValue &copy) {
  size_t width = bytesOf(copy.type);
  std::vector<uint8_t> placed(rowMajor.size());
  const uint8_t *from = rowMajor.data();
  forEachOffset(copy, [&](int64_t offset) {
    std::memcpy(placed.data() + offset, from, width);
    from += width;
  });
  return placed;
}

Maybe HostEvaluator::copyWith(const TensorValue &tensor, Shape strides,
                              Span at) {
  Result<std::vector<uint8_t>> bytes = readTensor(device, tensor);
  if (!bytes)
    return deviceError(at, "the tensor cannot be copied", bytes.error());
  auto copy = allocate(tensor.type, tensor.shape, Fill::Poison, at);
  if (!copy)
    return std::nullopt;
  copy->strides = std::move(strides);
  copy->gradient = tensor.gradient; // it is no longer that tensor
  std::vector<uint8_t> placed =
      copy->isContiguous() ? std::move(*bytes) : inOrder(*bytes, *copy);
  if (!placed.empty())
    if (Status status =
            device.copyIn(copy->pointer(), placed.data(), placed.size());
        !status)
      return deviceError(at, "the tensor cannot be copied", status.error());
  return HostValue::tensor(std::move(*copy));
}

Maybe HostEvaluator::contiguousCopy(const TensorValue &tensor, Span at) {
  return copyWith(tensor, contiguousStrides(tensor.shape), at);
}

Maybe tensorContiguous(HostEvaluator &host, const HostArgs &args) {
  return self(args).isContiguous() ? Maybe(args.receiver)
                                   : host.contiguousCopy(self(args), args.at);
}
/// As torch: the copy lies in memory as the original does.
Maybe tensorClone(HostEvaluator &host, const HostArgs &args) {
  return host.copyWith(self(args), stridesLike(self(args)), args.at);
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

static HostValue intTuple(const Shape &values) {
  std::vector<HostValue> elements;
  for (int64_t value : values)
    elements.push_back(HostValue::integer(value));
  return HostValue::tuple(std::move(elements));
}

Maybe tensorItself(HostEvaluator &host, const HostArgs &args) {
  return args.receiver;
}
/// Another tensor on the same memory.
Maybe tensorDetach(HostEvaluator &host, const HostArgs &args) {
  return HostValue::tensor(detached(self(args)));
}
Maybe tensorDataPtr(HostEvaluator &host, const HostArgs &args) {
  return HostValue::integer(HostInt(self(args).pointer()));
}
Maybe tensorDim(HostEvaluator &host, const HostArgs &args) {
  return HostValue::integer(HostInt(self(args).shape.size()));
}
Maybe tensorElementSize(HostEvaluator &host, const HostArgs &args) {
  return HostValue::integer(HostInt(bytesOf(self(args).type)));
}
Maybe tensorIsContiguous(HostEvaluator &host, const HostArgs &args) {
  return HostValue::boolean(self(args).isContiguous());
}
Maybe tensorIsFloatingPoint(HostEvaluator &host, const HostArgs &args) {
  return HostValue::boolean(isFloat(self(args).type));
}
Maybe tensorNumel(HostEvaluator &host, const HostArgs &args) {
  return HostValue::integer(self(args).numel());
}

/// The entry of `values` that `dim` asks for.
static Maybe entryOf(HostEvaluator &host, const HostArgs &args,
                     const Shape &values) {
  auto dim = dimension(host, args, "dim", values.size());
  return dim ? Maybe(HostValue::integer(values[*dim])) : std::nullopt;
}
Maybe tensorSize(HostEvaluator &host, const HostArgs &args) {
  return args.get("dim").isNone() ? sizeTuple(self(args).shape)
                                  : entryOf(host, args, self(args).shape);
}
Maybe tensorStride(HostEvaluator &host, const HostArgs &args) {
  return args.get("dim").isNone() ? intTuple(self(args).strides)
                                  : entryOf(host, args, self(args).strides);
}

/// x.to(device) is x; x.to(dtype) would compute; x.to(other) is both.
Maybe tensorTo(HostEvaluator &host, const HostArgs &args) {
  std::vector<std::pair<HostValue, Span>> targets = args.rest;
  for (const char *name : {"dtype", "device"})
    if (args.has(name))
      targets.emplace_back(args.get(name), args.where(name));
  for (const auto &[target, at] : targets) {
    DType type = self(args).type;
    if (target.is(Kind::Tensor)) {
      type = target.asTensor().type;
    } else if (target.is(Kind::DType)) {
      type = target.asDType();
    } else if (!isDevice(target) && !target.isNone()) {
      host.error(code::HostType, at,
                 "`to` takes a dtype, a device or a tensor, but this is " +
                     describeValue(target));
      return std::nullopt;
    }
    if (type == self(args).type)
      continue;
    host.error(code::HostNotAvailable, at,
               kNoTensorValues.str() + ": this converts " +
                   repr(HostValue::dtype(self(args).type)) + " to " +
                   repr(HostValue::dtype(type)))
        .help("convert in a kernel, where it stores");
    return std::nullopt;
  }
  return args.receiver;
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// x.view(2, -1), or x.view(torch.int16) for elements of the same width.
Maybe tensorView(HostEvaluator &host, const HostArgs &args) {
  if (args.rest.size() == 1 && args.rest[0].first.is(Kind::DType)) {
    TensorValue tensor = self(args);
    DType type = args.rest[0].first.asDType();
    if (bytesOf(type) == bytesOf(tensor.type)) {
      tensor.type = type;
      return HostValue::tensor(std::move(tensor));
    }
    host.error(code::HostTensor, args.rest[0].second,
               "elements of " + std::to_string(bytesOf(tensor.type)) +
                   " bytes cannot be viewed as elements of " +
                   std::to_string(bytesOf(type)));
    return std::nullopt;
  }
  auto shape = integersOf(host, args);
  return shape ? reshaped(host, args, std::move(*shape), /*mayCopy=*/false)
               : std::nullopt;
}

/// triton.reinterpret(x, tl.float8e4b15): the same bytes to a kernel.
Maybe reinterpretTensor(HostEvaluator &host, const HostArgs &args) {
  const HostValue &value = args.get("tensor"), &type = args.get("dtype");
  if (!value.is(Kind::Tensor) || !type.is(Kind::DType)) {
    host.error(code::HostTensor, args.at,
               "`triton.reinterpret` takes a tensor and a dtype, but got " +
                   describeValue(value) + " and " + describeValue(type));
    return std::nullopt;
  }
  TensorValue tensor = value.asTensor();
  if (bytesOf(type.asDType()) != bytesOf(tensor.type)) {
    host.error(code::HostTensor, args.where("dtype"),
               "elements of " + std::to_string(bytesOf(tensor.type)) +
                   " bytes cannot be reinterpreted as elements of " +
                   std::to_string(bytesOf(type.asDType())));
    return std::nullopt;
  }
  tensor.type = type.asDType();
  return HostValue::tensor(std::move(tensor));
}

Maybe tensorReshape(HostEvaluator &host, const HostArgs &args) {
  auto shape = integersOf(host, args);
  return shape ? reshaped(host, args, std::move(*shape), /*mayCopy=*/true)
               : std::nullopt;
}

/// What a handler of `*shape` gives for the shape of another tensor.
static Maybe likeOther(HostEvaluator &host, const HostArgs &args,
                       Handler handler) {
  HostValue other = args.get("other");
  if (!other.is(Kind::Tensor))
    return wrongKind(host, args, "other", "a tensor");
  HostArgs shaped;
  shaped.at = args.at;
  shaped.receiver = args.receiver;
  shaped.rest = {{sizeTuple(other.asTensor().shape), args.where("other")}};
  return handler(host, shaped);
}
Maybe tensorExpandAs(HostEvaluator &host, const HostArgs &args) {
  return likeOther(host, args, tensorExpand);
}
Maybe tensorReshapeAs(HostEvaluator &host, const HostArgs &args) {
  return likeOther(host, args, tensorReshape);
}
Maybe tensorViewAs(HostEvaluator &host, const HostArgs &args) {
  return likeOther(host, args, tensorView);
}

Maybe tensorFlatten(HostEvaluator &host, const HostArgs &args) {
  const Shape &old = self(args).shape;
  size_t rank = std::max<size_t>(old.size(), 1); // a number is one element
  auto first =
      args.has("start_dim") ? dimension(host, args, "start_dim", rank) : 0;
  auto last =
      args.has("end_dim") ? dimension(host, args, "end_dim", rank) : rank - 1;
  if (!first || !last)
    return std::nullopt;
  if (old.empty())
    return reshaped(host, args, {1}, /*mayCopy=*/true);
  if (*first == *last)
    return args.receiver;
  if (*first > *last) {
    host.error(code::HostTensor, args.at, "`start_dim` lies behind `end_dim`");
    return std::nullopt;
  }
  Shape shape(old.begin(), old.begin() + *first);
  shape.push_back(std::accumulate(old.begin() + *first, old.begin() + *last + 1,
                                  int64_t(1), std::multiplies<>()));
  shape.insert(shape.end(), old.begin() + *last + 1, old.end());
  return reshaped(host, args, std::move(shape), /*mayCopy=*/true);
}

static Maybe withOrder(const TensorValue &tensor,
                       const std::vector<size_t> &order) {
  TensorValue view = tensor;
  for (size_t i = 0; i < order.size(); ++i) {
    view.shape[i] = tensor.shape[order[i]];
    view.strides[i] = tensor.strides[order[i]];
  }
  return HostValue::tensor(std::move(view));
}

Maybe tensorTranspose(HostEvaluator &host, const HostArgs &args) {
  size_t rank = self(args).shape.size();
  auto a = dimension(host, args, "dim0", rank);
  auto b = a ? dimension(host, args, "dim1", rank) : std::nullopt;
  if (!b)
    return std::nullopt;
  std::vector<size_t> order(rank);
  std::iota(order.begin(), order.end(), 0);
  std::swap(order[*a], order[*b]);
  return withOrder(self(args), order);
}

Maybe tensorT(HostEvaluator &host, const HostArgs &args) {
  size_t rank = self(args).shape.size();
  if (rank > 2) {
    host.error(code::HostTensor, args.at,
               "`t` is for tensors of up to two dimensions, but this has " +
                   std::to_string(rank));
    return std::nullopt;
  }
  return rank == 2 ? withOrder(self(args), {1, 0})
                   : HostValue::tensor(self(args));
}

Maybe tensorPermute(HostEvaluator &host, const HostArgs &args) {
  auto dims = integersOf(host, args);
  if (!dims)
    return std::nullopt;
  size_t rank = self(args).shape.size();
  std::vector<size_t> order;
  std::vector<bool> seen(rank, false);
  for (int64_t dim : *dims) {
    auto place = dimension(host, HostValue::integer(dim), args.at, rank);
    if (!place)
      return std::nullopt;
    if (!seen[*place])
      order.push_back(*place);
    seen[*place] = true;
  }
  if (order.size() != rank || dims->size() != rank) {
    host.error(code::HostTensor, args.at,
               "`permute` needs each of the " + std::to_string(rank) +
                   " dimensions once, but got " + shapeText(*dims));
    return std::nullopt;
  }
  return withOrder(self(args), order);
}

Maybe tensorUnsqueeze(HostEvaluator &host, const HostArgs &args) {
  TensorValue view = self(args);
  auto dim = dimension(host, args, "dim", view.shape.size() + 1);
  if (!dim)
    return std::nullopt;
  int64_t stride =
      *dim < view.shape.size() ? view.shape[*dim] * view.strides[*dim] : 1;
  view.shape.insert(view.shape.begin() + *dim, 1);
  view.strides.insert(view.strides.begin() + *dim, stride);
  return HostValue::tensor(std::move(view));
}

Maybe tensorSqueeze(HostEvaluator &host, const HostArgs &args) {
  TensorValue view = self(args);
  std::optional<size_t> only;
  if (args.has("dim")) {
    only = dimension(host, args, "dim", view.shape.size());
    if (!only)
      return std::nullopt;
  }
  for (size_t i = view.shape.size(); i-- > 0;)
    if (view.shape[i] == 1 && (!only || *only == i)) {
      view.shape.erase(view.shape.begin() + i);
      view.strides.erase(view.strides.begin() + i);
    }
  return HostValue::tensor(std::move(view));
}

Maybe tensorExpand(HostEvaluator &host, const HostArgs &args) {
  auto shape = integersOf(host, args);
  if (!shape)
    return std::nullopt;
  const TensorValue &tensor = self(args);
  TensorValue view = tensor;
  if (shape->size() < tensor.shape.size()) {
    host.error(code::HostTensor, args.at,
               "a tensor of shape " + shapeText(tensor.shape) +
                   " cannot be expanded to " + shapeText(*shape));
    return std::nullopt;
  }
  size_t added = shape->size() - tensor.shape.size();
  view.shape = *shape;
  view.strides.assign(shape->size(), 0);
  for (size_t i = shape->size(); i-- > 0;) {
    bool isNew = i < added, isLast = i + 1 == shape->size();
    int64_t old = isNew ? 1 : tensor.shape[i - added];
    // A new dimension of one element has the stride that a row would have.
    int64_t stride = !isNew   ? tensor.strides[i - added]
                     : isLast ? 1
                              : view.shape[i + 1] * view.strides[i + 1];
    if ((*shape)[i] == -1 && !isNew)
      view.shape[i] = old;
    if (view.shape[i] == old) {
      view.strides[i] = stride;
    } else if (old != 1 || view.shape[i] < 0) {
      host.error(code::HostTensor, args.at,
                 "a tensor of shape " + shapeText(tensor.shape) +
                     " cannot be expanded to " + shapeText(*shape));
      return std::nullopt;
    }
  }
  return HostValue::tensor(std::move(view));
}

Maybe tensorSelect(HostEvaluator &host, const HostArgs &args) {
  TensorValue view = self(args);
  auto dim = dimension(host, args, "dim", view.shape.size());
  if (!dim)
    return std::nullopt;
  auto index = dimension(host, args, "index", view.shape[*dim]);
  if (!index)
    return std::nullopt;
  view.byteOffset +=
      int64_t(*index) * view.strides[*dim] * int64_t(bytesOf(view.type));
  view.shape.erase(view.shape.begin() + *dim);
  view.strides.erase(view.strides.begin() + *dim);
  return HostValue::tensor(std::move(view));
}

Maybe tensorNarrow(HostEvaluator &host, const HostArgs &args) {
  TensorValue view = self(args);
  auto dim = dimension(host, args, "dim", view.shape.size());
  auto start = host.integer(args.get("start"), args.where("start"), "`start`");
  auto length =
      host.integer(args.get("length"), args.where("length"), "`length`");
  if (!dim || !start || !length)
    return std::nullopt;
  int64_t size = view.shape[*dim];
  if (*start < 0 && *start >= -size)
    *start += size; // counted from the end
  if (*start < 0 || *length < 0 || *start > size || *length > size - *start) {
    host.error(code::HostTensor, args.at,
               std::to_string(*length) + " elements from " +
                   std::to_string(*start) + " on lie outside of the " +
                   std::to_string(size));
    return std::nullopt;
  }
  view.byteOffset += *start * view.strides[*dim] * int64_t(bytesOf(view.type));
  view.shape[*dim] = *length;
  return HostValue::tensor(std::move(view));
}

Maybe tensorUnbind(HostEvaluator &host, const HostArgs &args) {
  const TensorValue &tensor = self(args);
  auto dim = args.has("dim") ? dimension(host, args, "dim", tensor.shape.size())
                             : std::optional<size_t>(0);
  if (!dim)
    return std::nullopt;
  if (tensor.shape.empty()) {
    host.error(code::HostTensor, args.at, "this tensor has no dimension");
    return std::nullopt;
  }
  std::vector<HostValue> views;
  for (int64_t i = 0; i < tensor.shape[*dim]; ++i) {
    TensorValue view = tensor;
    view.byteOffset += i * view.strides[*dim] * int64_t(bytesOf(view.type));
    view.shape.erase(view.shape.begin() + *dim);
    view.strides.erase(view.strides.begin() + *dim);
    views.push_back(HostValue::tensor(std::move(view)));
  }
  return HostValue::tuple(std::move(views));
}

} // namespace host
} // namespace tqc
