//===- FakeTorch.cpp - Tensors of a GPU that is not there, for tests ------===//
//
// The functions of torch's C interface that tell what a tensor is, for tensors
// that a test makes (test/python/Inputs/fake_torch). As in torch, a tensor is
// a pointer to its implementation, and a handle points to the tensor.
//
//===----------------------------------------------------------------------===//

#include <cstdint>

namespace {
struct Implementation {
  void *data;
  int64_t storageOffset, storageBytes;
  int32_t type, deviceType, deviceIndex, layout, isNegative;
};
} // namespace

namespace at {
struct Tensor {
  Implementation *implementation;
};

namespace native {
// NOLINTNEXTLINE(readability-identifier-naming): torch's name
bool is_neg(const Tensor &tensor) { return tensor.implementation->isNegative; }
} // namespace native
} // namespace at

using Handle = Implementation *const *;

extern "C" {

// NOLINTBEGIN(readability-identifier-naming): torch's names
int32_t aoti_torch_get_data_ptr(Handle tensor, void **data) {
  *data = (*tensor)->data;
  return 0;
}
int32_t aoti_torch_get_storage_offset(Handle tensor, int64_t *offset) {
  *offset = (*tensor)->storageOffset;
  return 0;
}
int32_t aoti_torch_get_storage_size(Handle tensor, int64_t *bytes) {
  *bytes = (*tensor)->storageBytes;
  return 0;
}
int32_t aoti_torch_get_dtype(Handle tensor, int32_t *type) {
  *type = (*tensor)->type;
  return 0;
}
int32_t aoti_torch_get_device_type(Handle tensor, int32_t *type) {
  *type = (*tensor)->deviceType;
  return 0;
}
int32_t aoti_torch_get_device_index(Handle tensor, int32_t *index) {
  *index = (*tensor)->deviceIndex;
  return 0;
}
int32_t aoti_torch_get_layout(Handle tensor, int32_t *layout) {
  *layout = (*tensor)->layout;
  return 0;
}
// NOLINTEND(readability-identifier-naming)
}
