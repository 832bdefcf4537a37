// C = A * B for bf16 with ldmatrix, ldmatrix.trans and mma.sync; 4 warps, a tile
// of 64 x 32, rows of shared memory padded against bank conflicts.
#include <cuda_bf16.h>
#include <cstdint>

extern "C" __global__ __launch_bounds__(128) void
mmaGemm(const __nv_bfloat16 *a, const __nv_bfloat16 *b, float *c, int n, int k) {
  __shared__ alignas(16) __nv_bfloat16 left[64][40], right[32][40];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int row = blockIdx.y * 64, col = blockIdx.x * 32;
  float sums[4][4] = {};
  for (int at = 0; at < k; at += 32) {
    for (int i = threadIdx.x; i < 256; i += 128)
      *(uint4 *)&left[i / 4][i % 4 * 8] = *(const uint4 *)&a[(size_t)(row + i / 4) * k + at + i % 4 * 8];
    for (int i = threadIdx.x; i < 128; i += 128)
      *(uint4 *)&right[i / 4][i % 4 * 8] = *(const uint4 *)&b[(size_t)(at + i / 4) * n + col + i % 4 * 8];
    __syncthreads();
    for (int step = 0; step < 32; step += 16) {
      uint32_t x[4], y[4][2];
      uint32_t place = (uint32_t)__cvta_generic_to_shared(&left[16 * warp + lane % 16][step + lane / 16 * 8]);
      asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                   : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3]) : "r"(place) : "memory");
      for (int j = 0; j < 4; ++j) {
        place = (uint32_t)__cvta_generic_to_shared(&right[step + lane % 16][8 * j]);
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                     : "=r"(y[j][0]), "=r"(y[j][1]) : "r"(place) : "memory");
      }
      for (int j = 0; j < 4; ++j)
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, "
                     "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                     : "+f"(sums[j][0]), "+f"(sums[j][1]), "+f"(sums[j][2]), "+f"(sums[j][3])
                     : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[j][0]), "r"(y[j][1]));
    }
    __syncthreads();
  }
  for (int j = 0; j < 4; ++j)
    for (int h = 0; h < 2; ++h)
      *(float2 *)&c[(size_t)(row + 16 * warp + lane / 4 + 8 * h) * n + col + 8 * j + lane % 4 * 2] =
          make_float2(sums[j][2 * h], sums[j][2 * h + 1]);
}
