// A histogram over a cluster of four blocks: each holds a quarter of the bins,
// and every block counts into the shared memory of the others.
#include <cooperative_groups.h>
namespace groups = cooperative_groups;

static constexpr int kBins = 256;

extern "C" __global__ __cluster_dims__(4, 1, 1) void
clusterHistogram(const unsigned char *x, unsigned *bins, int n) {
  __shared__ unsigned mine[kBins / 4];
  auto cluster = groups::this_cluster();
  for (int i = threadIdx.x; i < kBins / 4; i += blockDim.x)
    mine[i] = 0;
  cluster.sync();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x) {
    unsigned bin = x[i];
    unsigned *theirs = cluster.map_shared_rank(mine, bin / (kBins / 4));
    atomicAdd(&theirs[bin % (kBins / 4)], 1);
  }
  cluster.sync();
  unsigned first = cluster.block_rank() * (kBins / 4);
  for (int i = threadIdx.x; i < kBins / 4; i += blockDim.x)
    atomicAdd(&bins[first + i], mine[i]);
}
