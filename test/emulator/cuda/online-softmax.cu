// Softmax of rows, one warp a row, maximum and sum in one pass.
#include <cuda_bf16.h>

extern "C" __global__ void onlineSoftmax(const float *x, __nv_bfloat16 *y, int rows, int cols) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows)
    return;
  float high = -INFINITY, sum = 0;
  for (int i = lane; i < cols; i += 32) {
    float value = x[(size_t)row * cols + i], next = fmaxf(high, value);
    sum = sum * exp2f((high - next) * 1.442695041f) + exp2f((value - next) * 1.442695041f);
    high = next;
  }
  for (int step = 16; step > 0; step /= 2) {
    float otherHigh = __shfl_xor_sync(~0u, high, step), otherSum = __shfl_xor_sync(~0u, sum, step);
    float next = fmaxf(high, otherHigh);
    sum = sum * exp2f((high - next) * 1.442695041f) + otherSum * exp2f((otherHigh - next) * 1.442695041f);
    high = next;
  }
  for (int i = lane; i < cols; i += 32)
    y[(size_t)row * cols + i] =
        __float2bfloat16(exp2f((x[(size_t)row * cols + i] - high) * 1.442695041f) / sum);
}
