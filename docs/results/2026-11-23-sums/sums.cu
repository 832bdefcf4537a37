// Runs single matrix instructions on random operands and writes down, for each,
// 64 x 32 bytes of A, 8 x 32 bytes of B (columns), 64 x 8 sums before and after:
//
//     nvcc -O1 -std=c++17 -gencode arch=compute_90a,code=sm_90a sums.cu -o sums
//     ./sums FOLDER && python3 fit.py FOLDER
//
#include <cstdio>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>
#include <random>
#include <cuda_runtime.h>
struct Tile { uint32_t a[64*8]; uint32_t b[8*8]; float c[64*8]; float d[64*8]; };
#define WG(NAME, FORM, TAIL) \
__global__ void NAME(Tile *tiles) { \
  Tile &t = tiles[blockIdx.x]; \
  __shared__ __align__(1024) uint32_t sb[64]; \
  int tid = threadIdx.x, warp = tid/32, lane = tid%32, g = lane/4, q = lane%4; \
  if (tid < 64) { int n = tid/8, u = tid%8; sb[(u/4)*32 + n*4 + u%4] = t.b[tid]; } \
  asm volatile("fence.proxy.async;" ::: "memory"); __syncthreads(); \
  uint32_t a0=t.a[(16*warp+g)*8+q], a1=t.a[(16*warp+g+8)*8+q], a2=t.a[(16*warp+g)*8+q+4], a3=t.a[(16*warp+g+8)*8+q+4]; \
  float d0=t.c[(16*warp+g)*8+2*q], d1=t.c[(16*warp+g)*8+2*q+1], d2=t.c[(16*warp+g+8)*8+2*q], d3=t.c[(16*warp+g+8)*8+2*q+1]; \
  uint64_t desc = (uint64_t)((__cvta_generic_to_shared(sb) & 0x3ffff) >> 4) | (uint64_t)(128>>4) << 16 | (uint64_t)(128>>4) << 32; \
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); \
  asm volatile("{.reg .pred p; setp.ne.b32 p, 1, 0; wgmma.mma_async.sync.aligned." FORM " {%0,%1,%2,%3}, {%4,%5,%6,%7}, %8, p, 1, 1" TAIL "; }" \
    : "+f"(d0), "+f"(d1), "+f"(d2), "+f"(d3) : "r"(a0),"r"(a1),"r"(a2),"r"(a3),"l"(desc) : "memory"); \
  asm volatile("wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;" ::: "memory"); \
  t.d[(16*warp+g)*8+2*q]=d0; t.d[(16*warp+g)*8+2*q+1]=d1; t.d[(16*warp+g+8)*8+2*q]=d2; t.d[(16*warp+g+8)*8+2*q+1]=d3; }
WG(wg_e4m3, "m64n8k32.f32.e4m3.e4m3", "")
WG(wg_e5m2, "m64n8k32.f32.e5m2.e5m2", "")
WG(wg_e4m3e5m2, "m64n8k32.f32.e4m3.e5m2", "")
WG(wg_tf32, "m64n8k8.f32.tf32.tf32", "")
WG(wg_f16, "m64n8k16.f32.f16.f16", ", 0")
WG(wg_bf16, "m64n8k16.f32.bf16.bf16", ", 0")
#define MM(NAME, FORM) \
__global__ void NAME(Tile *tiles) { \
  Tile &t = tiles[blockIdx.x]; \
  int tid = threadIdx.x, warp = tid/32, lane = tid%32, g = lane/4, q = lane%4; \
  uint32_t a0=t.a[(16*warp+g)*8+q], a1=t.a[(16*warp+g+8)*8+q], a2=t.a[(16*warp+g)*8+q+4], a3=t.a[(16*warp+g+8)*8+q+4]; \
  uint32_t b0=t.b[g*8+q], b1=t.b[g*8+q+4]; \
  float d0=t.c[(16*warp+g)*8+2*q], d1=t.c[(16*warp+g)*8+2*q+1], d2=t.c[(16*warp+g+8)*8+2*q], d3=t.c[(16*warp+g+8)*8+2*q+1]; \
  asm volatile("mma.sync.aligned." FORM " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" \
    : "+f"(d0), "+f"(d1), "+f"(d2), "+f"(d3) : "r"(a0),"r"(a1),"r"(a2),"r"(a3),"r"(b0),"r"(b1)); \
  t.d[(16*warp+g)*8+2*q]=d0; t.d[(16*warp+g)*8+2*q+1]=d1; t.d[(16*warp+g+8)*8+2*q]=d2; t.d[(16*warp+g+8)*8+2*q+1]=d3; }
MM(mm_e4m3, "m16n8k32.row.col.f32.e4m3.e4m3.f32")
MM(mm_e5m2, "m16n8k32.row.col.f32.e5m2.e5m2.f32")
MM(mm_f16, "m16n8k16.row.col.f32.f16.f16.f32")
MM(mm_bf16, "m16n8k16.row.col.f32.bf16.bf16.f32")
MM(mm_tf32, "m16n8k8.row.col.f32.tf32.tf32.f32")
static std::mt19937 rng(7);
static double uni() { return rng() / 4294967296.0; }
// bits of a random element: kind 0 any finite bits, 1 exponents near one, 2 positive near one
static uint32_t element(const char *type, int kind) {
  int ebits, mbits, width;
  if (strstr(type, "e5m2") && !strstr(type,"e4m3")) ebits=5, mbits=2, width=8;
  else if (strstr(type, "e4m3")) ebits=4, mbits=3, width=8;
  else if (strstr(type, "bf16")) ebits=8, mbits=7, width=16;
  else if (strstr(type, "tf32")) ebits=8, mbits=10, width=32;
  else ebits=5, mbits=10, width=16;
  int bias = (1<<(ebits-1))-1;
  int sign = kind == 2 ? 0 : rng()&1, man = rng() & ((1<<mbits)-1), e;
  if (kind == 0 && width <= 16 && ebits <= 5) e = rng() % ((1<<ebits)-1);
  else if (kind == 0) e = bias - 12 + rng() % 24;
  else if (kind == 3) e = bias + (int(rng()%3)) - 1;
  else e = bias - 3 + int(rng()%5);
  uint32_t v = (uint32_t)sign << (ebits+mbits) | (uint32_t)e << mbits | man;
  if (width == 32) v <<= 13;
  return v;
}
int main(int argc, char **argv) {
  struct K { const char *name; void (*f)(Tile*); int bits; } kernels[] = {
    {"wg_e4m3", wg_e4m3, 8}, {"wg_e5m2", wg_e5m2, 8}, {"wg_tf32", wg_tf32, 32}, {"wg_f16", wg_f16, 16}, {"wg_bf16", wg_bf16, 16},
    {"mm_e4m3", mm_e4m3, 8}, {"mm_e5m2", mm_e5m2, 8}, {"mm_tf32", mm_tf32, 32}, {"mm_f16", mm_f16, 16}, {"mm_bf16", mm_bf16, 16}};
  const int count = 120;
  for (auto &k : kernels) {
    std::vector<Tile> tiles(count);
    for (int i = 0; i < count; ++i) {
      int kind = i % 4, ckind = (i / 4) % 4;
      Tile &t = tiles[i];
      for (auto *list : {t.a, t.b}) {
        int n = list == t.a ? 512 : 64;
        for (int j = 0; j < n; ++j) { uint32_t w = 0; for (int e = 0; e < 32; e += k.bits) w |= element(k.name+3, kind) << e; list[j] = w; }
      }
      for (auto &c : t.c) c = ckind == 0 ? 0 : ckind == 1 ? float((uni()*2-1)*4) : ckind == 2 ? float((uni()*2-1)*1000) : float((uni()*2-1)*0.01);
    }
    Tile *dev; cudaMalloc(&dev, count*sizeof(Tile)); cudaMemcpy(dev, tiles.data(), count*sizeof(Tile), cudaMemcpyHostToDevice);
    k.f<<<count,128>>>(dev);
    printf("%s %s\n", k.name, cudaGetErrorString(cudaDeviceSynchronize()));
    cudaMemcpy(tiles.data(), dev, count*sizeof(Tile), cudaMemcpyDeviceToHost); cudaFree(dev);
    char path[256]; snprintf(path, sizeof path, "%s/%s.bin", argv[1], k.name);
    FILE *f = fopen(path, "wb"); fwrite(tiles.data(), sizeof(Tile), count, f); fclose(f);
  }
}
