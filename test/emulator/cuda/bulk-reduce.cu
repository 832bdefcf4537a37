// Rows are copied to shared memory by cp.async.bulk, and added into one row of
// global memory by cp.reduce.async.bulk.
#include <cstdint>

static constexpr int kRow = 256;

extern "C" __global__ __launch_bounds__(64) void
bulkReduce(const int *x, int *sums, int rows) {
  __shared__ alignas(128) int row[2][kRow];
  __shared__ alignas(8) uint64_t bars[2];
  uint32_t barAt = (uint32_t)__cvta_generic_to_shared(bars);
  uint32_t rowAt = (uint32_t)__cvta_generic_to_shared(row);
  if (threadIdx.x < 2)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barAt + 8 * threadIdx.x));
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  int turn = 0;
  for (int r = blockIdx.x; r < rows; r += gridDim.x, ++turn) {
    int slot = turn % 2;
    uint32_t bar = barAt + 8 * slot, at = rowAt + slot * kRow * 4;
    if (threadIdx.x == 0) {
      asm volatile("cp.async.bulk.wait_group.read 1;" ::: "memory");
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar), "r"(kRow * 4));
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                   ::"r"(at), "l"(x + (size_t)r * kRow), "r"(kRow * 4), "r"(bar) : "memory");
    }
    asm volatile("{ .reg .pred p; W: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;"
                 " @p bra D; bra W; D: }" ::"r"(bar), "r"(turn / 2 % 2) : "memory");
    for (int i = threadIdx.x; i < kRow; i += blockDim.x)
      row[slot][i] = row[slot][i] * 3 + r;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
      asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s32 [%0], [%1], %2;"
                   ::"l"(sums), "r"(at), "r"(kRow * 4) : "memory");
      asm volatile("cp.async.bulk.commit_group;");
    }
    __syncthreads();
  }
  if (threadIdx.x == 0)
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
}
