// Counts, extremes and a bit set of keys, first in shared memory.
extern "C" __global__ void atomicHistogram(const unsigned *x, unsigned *bins,
                                           int *low, int *high, unsigned *seen,
                                           unsigned long long *total, int n) {
  __shared__ unsigned local[64];
  __shared__ int extremes[2];
  if (threadIdx.x < 64)
    local[threadIdx.x] = 0;
  if (threadIdx.x == 0) {
    extremes[0] = 0x7fffffff;
    extremes[1] = -0x7fffffff;
  }
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x) {
    unsigned key = x[i] * 2654435761u >> 26;
    atomicAdd(&local[key], 1);
    atomicMin(&extremes[0], (int)x[i]);
    atomicMax(&extremes[1], (int)x[i]);
    atomicOr(&seen[key / 32], 1u << key % 32);
    atomicAdd(total, (unsigned long long)x[i] << 20);
  }
  __syncthreads();
  if (threadIdx.x < 64)
    atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
  if (threadIdx.x == 0) {
    atomicMin(low, extremes[0]);
    atomicMax(high, extremes[1]);
  }
}
