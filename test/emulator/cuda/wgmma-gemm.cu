// C = A * B^T for f16, tiles of 64 x 64 x 64: both operands by TMA with 128-byte
// swizzle into a ring of two stages, one warpgroup multiplies with wgmma. The
// launch file makes the maps of the two pointers that the kernel leaves alone.
#include <cuda_fp16.h>
#include <cstdint>

struct alignas(64) TensorMap { unsigned char bytes[128]; };

static __device__ uint64_t descriptor(uint32_t address) {
  // Swizzle of 128 bytes; 8 rows are 1024 bytes apart.
  return (uint64_t)((address & 0x3ffff) >> 4) | (uint64_t)1 << 16 |
         (uint64_t)(1024 >> 4) << 32 | (uint64_t)1 << 62;
}

static __device__ void load(uint32_t to, const TensorMap *map, int x, int y, uint32_t bar) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
               " [%0], [%1, {%2, %3}], [%4];" ::"r"(to), "l"(map), "r"(x), "r"(y), "r"(bar) : "memory");
}

static __device__ void multiply(float (&d)[32], uint64_t a, uint64_t b) {
  asm volatile(
      "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 "
      "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
      "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, "
      "%32, %33, 1, 1, 1, 0, 0;"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]),
        "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]),
        "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]),
        "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31])
      : "l"(a), "l"(b));
}

extern "C" __global__ __launch_bounds__(128) void
wgmmaGemm(const __grid_constant__ TensorMap a, const __grid_constant__ TensorMap b,
          const __half *, const __half *, float *c, int n, int k) {
  __shared__ alignas(1024) __half tiles[2][2][64 * 64];
  __shared__ alignas(8) uint64_t bars[2];
  uint32_t at = (uint32_t)__cvta_generic_to_shared(tiles);
  uint32_t bar = (uint32_t)__cvta_generic_to_shared(bars);
  int row = blockIdx.y * 64, col = blockIdx.x * 64, steps = k / 64;
  auto fetch = [&](int step) {
    uint32_t stage = step % 2, to = at + stage * 16384;
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 16384;" ::"r"(bar + 8 * stage));
    load(to, &a, step * 64, row, bar + 8 * stage);
    load(to + 8192, &b, step * 64, col, bar + 8 * stage);
  };
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(bar));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(bar + 8));
    asm volatile("fence.mbarrier_init.release.cluster;");
    fetch(0);
  }
  __syncthreads();
  float sums[32] = {};
  for (int step = 0; step < steps; ++step) {
    uint32_t stage = step % 2;
    if (threadIdx.x == 0 && step + 1 < steps)
      fetch(step + 1);
    asm volatile("{ .reg .pred p; W: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;"
                 " @p bra D; bra W; D: }" ::"r"(bar + 8 * stage), "r"(step / 2 % 2) : "memory");
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    for (int i = 0; i < 4; ++i)
      multiply(sums, descriptor(at + stage * 16384 + 32 * i), descriptor(at + stage * 16384 + 8192 + 32 * i));
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    __syncthreads(); // the stage may be filled again
  }
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *out = c + (size_t)(row + 16 * warp + lane / 4) * n + col + lane % 4 * 2;
  for (int i = 0; i < 8; ++i) {
    out[8 * i] = sums[4 * i];
    out[8 * i + 1] = sums[4 * i + 1];
    out[8 * n + 8 * i] = sums[4 * i + 2];
    out[8 * n + 8 * i + 1] = sums[4 * i + 3];
  }
}
