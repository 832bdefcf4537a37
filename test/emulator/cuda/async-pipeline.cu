// A moving sum of 5 values over a long row: chunks are copied to shared memory
// by cp.async, three of them in flight.
#include <cuda_pipeline.h>

static constexpr int kChunk = 512, kStages = 3, kHalo = 4;

extern "C" __global__ __launch_bounds__(128) void
asyncPipeline(const float *x, float *y, int chunks) {
  __shared__ __align__(16) float ring[kStages][kChunk + kHalo];
  const float *in = x + (size_t)blockIdx.x * chunks * kChunk;
  float *out = y + (size_t)blockIdx.x * chunks * kChunk;
  auto fetch = [&](int chunk) {
    if (chunk < chunks) {
      float *to = ring[chunk % kStages];
      __pipeline_memcpy_async(to + kHalo + 4 * threadIdx.x,
                              in + chunk * kChunk + 4 * threadIdx.x, 16);
      if (threadIdx.x < kHalo) // nothing stands before the row: zeros
        __pipeline_memcpy_async(to + threadIdx.x,
                                in + (chunk ? chunk * kChunk - kHalo : 0) +
                                    threadIdx.x,
                                4, chunk ? 0 : 4);
    }
    __pipeline_commit();
  };
  for (int s = 0; s < kStages - 1; ++s)
    fetch(s);
  for (int chunk = 0; chunk < chunks; ++chunk) {
    fetch(chunk + kStages - 1);
    __pipeline_wait_prior(kStages - 1);
    __syncthreads();
    for (int i = threadIdx.x; i < kChunk; i += blockDim.x) {
      float sum = 0;
      for (int k = 0; k <= kHalo; ++k)
        sum += ring[chunk % kStages][i + k];
      out[chunk * kChunk + i] = sum;
    }
    __syncthreads();
  }
}
