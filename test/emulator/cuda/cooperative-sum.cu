// One number from a whole array: groups of 16 threads reduce by themselves, the
// blocks leave their parts in memory, and the last block that comes adds them.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace groups = cooperative_groups;

extern "C" __global__ void cooperativeSum(const int *x, int *parts,
                                          unsigned *done, int *out, int n) {
  __shared__ int partial[16];
  __shared__ bool last;
  auto block = groups::this_thread_block();
  auto tile = groups::tiled_partition<16>(block);
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    sum += x[i];
  sum = groups::reduce(tile, sum, groups::plus<int>());
  if (tile.thread_rank() == 0)
    partial[tile.meta_group_rank()] = sum;
  block.sync();
  if (threadIdx.x == 0) {
    int whole = 0;
    for (unsigned i = 0; i < blockDim.x / 16; ++i)
      whole += partial[i];
    parts[blockIdx.x] = whole;
    __threadfence();
    last = atomicInc(done, gridDim.x - 1) == gridDim.x - 1;
  }
  block.sync();
  if (!last || threadIdx.x >= 16)
    return;
  __threadfence();
  sum = 0;
  for (unsigned i = threadIdx.x; i < gridDim.x; i += 16)
    sum += ((volatile int *)parts)[i];
  sum = groups::reduce(tile, sum, groups::plus<int>());
  if (threadIdx.x == 0)
    *out = sum;
}
