// Tiles of 32 x 64 halves come by TMA with 128-byte swizzle, are doubled and
// negated where they stand, and go back by TMA to a tensor of another shape;
// what is outside of the tensor reads as zero and is not written. The pointers
// are there for the launch file: it makes the maps of them.
#include <cuda_fp16.h>
#include <cstdint>

struct alignas(64) TensorMap { unsigned char bytes[128]; };

extern "C" __global__ __launch_bounds__(128) void
tensorCopy(const __grid_constant__ TensorMap from,
           const __grid_constant__ TensorMap to, const __half *, __half *) {
  __shared__ alignas(1024) __half tile[32 * 64];
  __shared__ alignas(8) uint64_t bar;
  uint32_t tileAt = (uint32_t)__cvta_generic_to_shared(tile);
  uint32_t barAt = (uint32_t)__cvta_generic_to_shared(&bar);
  int x = blockIdx.x * 64, y = blockIdx.y * 32;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barAt));
    asm volatile("fence.mbarrier_init.release.cluster;");
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barAt), "r"(4096));
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
                 " [%0], [%1, {%2, %3}], [%4];" ::"r"(tileAt), "l"(&from), "r"(x), "r"(y), "r"(barAt)
                 : "memory");
  }
  asm volatile("{ .reg .pred p; W: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;"
               " @p bra D; bra W; D: }" ::"r"(barAt) : "memory");
  for (int i = threadIdx.x; i < 32 * 64; i += blockDim.x)
    tile[i] = __hneg(__hadd(tile[i], tile[i]));
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];"
                 ::"l"(&to), "r"(x), "r"(y), "r"(tileAt) : "memory");
    asm volatile("cp.async.bulk.commit_group;");
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
  }
}
