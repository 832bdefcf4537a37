// Prefix sums of a whole array in one launch: each block takes the next number,
// scans its part, and waits for what the blocks before it have added up.
extern "C" __global__ __launch_bounds__(256) void
chainedScan(const int *x, int *y, int *ticket, volatile int *flags, volatile int *totals) {
  __shared__ int part[8], block, before;
  if (threadIdx.x == 0)
    block = atomicAdd(ticket, 1);
  __syncthreads();
  int i = block * 256 + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int sum = x[i];
  for (int step = 1; step < 32; step *= 2) {
    int other = __shfl_up_sync(~0u, sum, step);
    sum += lane >= step ? other : 0;
  }
  if (lane == 31)
    part[warp] = sum;
  __syncthreads();
  for (int w = 0; w < warp; ++w)
    sum += part[w];
  if (threadIdx.x == 255) {
    int earlier = 0;
    if (block > 0) {
      while (flags[block - 1] == 0)
        ;
      __threadfence();
      earlier = totals[block - 1];
    }
    totals[block] = earlier + sum;
    __threadfence();
    flags[block] = 1;
    before = earlier;
  }
  __syncthreads();
  y[i] = before + sum;
}
