//===- TensorStrides.cpp - How new tensors lie in memory ------------------===//
//
// torch's rules for what is made like another tensor:
//
//     x: shape (4, 8), strides (1, 4)     the same: no gaps, no overlaps
//     x: shape (4, 4), strides (16, 2)    (4, 1): no gaps, in the same order
//
//===----------------------------------------------------------------------===//

#include "compiler/host/HostHandlers.h"

#include <algorithm>
#include <numeric>

namespace tqc::host {

using Shape = std::vector<int64_t>;

/// Whether each place of the memory from the first to the last element holds
/// exactly one of them.
static bool isDense(const TensorValue &tensor) {
  if (tensor.isContiguous())
    return true;
  std::vector<size_t> order;
  for (size_t i = 0; i < tensor.shape.size(); ++i)
    if (tensor.shape[i] != 1)
      order.push_back(i);
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return tensor.strides[a] < tensor.strides[b];
  });
  int64_t step = 1;
  for (size_t dim : order) {
    if (tensor.strides[dim] != step)
      return false;
    step *= tensor.shape[dim];
  }
  return true;
}

/// Whether `inner` belongs further out than `outer`, which stands there now:
/// 1 yes, -1 no, 0 where the strides do not tell.
static int comesBefore(const TensorValue &tensor, size_t inner, size_t outer) {
  int64_t a = tensor.strides[inner], b = tensor.strides[outer];
  if (a == 0 || b == 0)
    return 0;
  if (a != b)
    return a < b ? -1 : 1;
  return tensor.shape[inner] > tensor.shape[outer] ? 1 : 0;
}

Shape stridesLike(const TensorValue &tensor) {
  if (isDense(tensor))
    return tensor.strides;
  // From the innermost dimension out. An insertion that leaves alone what it
  // cannot compare, as torch's: the result depends on that.
  std::vector<size_t> order(tensor.shape.size());
  std::iota(order.rbegin(), order.rend(), 0);
  for (size_t i = 1; i < order.size(); ++i) {
    size_t moved = i;
    for (size_t at = i; at-- > 0;) {
      int comparison = comesBefore(tensor, order[at], order[moved]);
      if (comparison > 0) {
        std::swap(order[at], order[moved]);
        moved = at;
      } else if (comparison < 0) {
        break;
      }
    }
  }
  Shape strides(order.size());
  int64_t step = 1;
  for (size_t dim : order) {
    strides[dim] = step;
    step *= std::max<int64_t>(tensor.shape[dim], 1);
  }
  return strides;
}

} // namespace tqc::host
