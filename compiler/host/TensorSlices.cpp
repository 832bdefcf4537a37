//===- TensorSlices.cpp - x[...] of tensors -------------------------------===//
//
// Integers, slices, `None` and `...` make a view of the same memory:
//
//     x: shape (4, 8), strides (8, 1)
//     x[1:, ::2]   shape (3, 4), strides (8, 2), 8 elements further
//
//===----------------------------------------------------------------------===//

#include "compiler/host/HostEvaluator.h"

#include <algorithm>

namespace tqc::host {

using Kind = HostValue::Kind;

namespace {
/// Builds a view, one index after the other.
struct Indexing {
  HostEvaluator &host;
  Span at;
  const TensorValue &tensor;
  TensorValue view;
  size_t dim = 0; ///< of `tensor`, the next one to index

  Indexing(HostEvaluator &host, Span at, const TensorValue &tensor)
      : host(host), at(at), tensor(tensor), view(tensor) {
    view.shape.clear();
    view.strides.clear();
  }

  void keep() {
    view.shape.push_back(tensor.shape[dim]);
    view.strides.push_back(tensor.strides[dim]);
    ++dim;
  }
  bool take(const HostValue &index);
  bool takeSlice(const SliceObject &slice);
};
} // namespace

bool Indexing::takeSlice(const SliceObject &slice) {
  int64_t size = tensor.shape[dim];
  HostInt step = slice.step.value_or(1);
  if (step <= 0) {
    host.error(code::HostTensor, at,
               "the step of a tensor's slice must be positive, but is " +
                   decimal(step));
    return false;
  }
  auto clamp = [&](HostInt index) {
    if (index < 0)
      index += size;
    return static_cast<int64_t>(index < 0 ? 0 : index > size ? size : index);
  };
  int64_t start = slice.start ? clamp(*slice.start) : 0;
  int64_t stop = std::max(start, slice.stop ? clamp(*slice.stop) : size);
  int64_t by, stride;
  if (step > INT64_MAX ||
      __builtin_mul_overflow(tensor.strides[dim], int64_t(step), &stride)) {
    host.error(code::HostTensor, at,
               "the step " + decimal(step) + " makes a stride beyond 64 bits");
    return false;
  }
  by = static_cast<int64_t>(step);
  view.byteOffset +=
      start * tensor.strides[dim] * int64_t(bytesOf(tensor.type));
  view.shape.push_back((stop - start) / by + ((stop - start) % by != 0));
  view.strides.push_back(stride);
  ++dim;
  return true;
}

bool Indexing::take(const HostValue &index) {
  if (index.isNone()) {
    view.strides.push_back(dim < tensor.shape.size()
                               ? tensor.shape[dim] * tensor.strides[dim]
                               : 1);
    view.shape.push_back(1);
    return true;
  }
  if (dim == tensor.shape.size()) {
    host.error(code::HostTensor, at,
               "there are more indices than the " + std::to_string(dim) +
                   " dimensions of the tensor");
    return false;
  }
  if (index.is(Kind::Slice))
    return takeSlice(index.as<SliceObject>());
  if (!index.is(Kind::Int)) {
    host.error(code::HostNotAvailable, at,
               "a tensor is indexed by integers, slices and `None`, but this "
               "is " +
                   describeValue(index))
        .help(kWriteAKernel.str());
    return false;
  }
  HostInt size = tensor.shape[dim];
  HostInt place = index.asInt() < 0 ? index.asInt() + size : index.asInt();
  if (place < 0 || place >= size) {
    host.error(code::HostTensor, at,
               "index " + decimal(index.asInt()) + " is outside of dimension " +
                   std::to_string(dim) + " of size " + decimal(size));
    return false;
  }
  view.byteOffset += static_cast<int64_t>(place) * tensor.strides[dim] *
                     int64_t(bytesOf(tensor.type));
  ++dim;
  return true;
}

Maybe HostEvaluator::subscriptTensor(const TensorValue &tensor,
                                     const HostValue &index, Span at,
                                     Span indexAt) {
  std::vector<HostValue> indices = {index};
  if (index.is(Kind::Tuple))
    indices = index.elements();
  size_t used = 0, dots = 0;
  for (const HostValue &entry : indices) {
    used += !entry.isNone() && !entry.is(Kind::Ellipsis);
    dots += entry.is(Kind::Ellipsis);
  }
  if (dots > 1) {
    error(code::HostTensor, indexAt, "`...` stands here twice");
    return std::nullopt;
  }
  Indexing indexing(*this, indexAt, tensor);
  for (const HostValue &entry : indices) {
    if (!entry.is(Kind::Ellipsis)) {
      if (!indexing.take(entry))
        return std::nullopt;
      continue;
    }
    for (size_t i = used; i < tensor.shape.size(); ++i)
      indexing.keep();
  }
  while (indexing.dim < tensor.shape.size())
    indexing.keep();
  return HostValue::tensor(std::move(indexing.view));
}

} // namespace tqc::host
