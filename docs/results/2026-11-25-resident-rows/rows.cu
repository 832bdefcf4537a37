// Softmax of rows that lie in shared memory, by hand: what a schedule can reach
// (README.md). MODE & 1: CTAs of a cluster tell each other by mbarriers, else by
// barrier.cluster. MODE & 2: a second buffer, which the next row fills.
//
//   nvcc -O3 -std=c++17 -arch=sm_90a rows.cu -o rows && ./rows
#include <algorithm>
#include <cmath>
#include <cooperative_groups.h>
#include <cstdint>
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <vector>
using u32 = uint32_t;
__device__ __forceinline__ u32 sa(const void *p) {
  return (u32)__cvta_generic_to_shared(p);
}
template <class T>
struct Vec;
template <>
struct Vec<float> {
  static constexpr int N = 4;
  static __device__ void un(uint4 v, float *f) {
    f[0] = __uint_as_float(v.x);
    f[1] = __uint_as_float(v.y);
    f[2] = __uint_as_float(v.z);
    f[3] = __uint_as_float(v.w);
  }
  static __device__ uint4 pk(float *f) {
    return {__float_as_uint(f[0]), __float_as_uint(f[1]), __float_as_uint(f[2]),
            __float_as_uint(f[3])};
  }
};
template <>
struct Vec<__half> {
  static constexpr int N = 8;
  static __device__ void un(uint4 v, float *f) {
    u32 a[4] = {v.x, v.y, v.z, v.w};
    for (int i = 0; i < 4; i++) {
      float2 g = __half22float2(*(__half2 *)&a[i]);
      f[2 * i] = g.x;
      f[2 * i + 1] = g.y;
    }
  }
  static __device__ uint4 pk(float *f) {
    u32 a[4];
    for (int i = 0; i < 4; i++) {
      __half2 h = __floats2half2_rn(f[2 * i], f[2 * i + 1]);
      a[i] = *(u32 *)&h;
    }
    return {a[0], a[1], a[2], a[3]};
  }
};
__device__ __forceinline__ float ex2(float x) {
  float y;
  asm("ex2.approx.ftz.f32 %0,%1;" : "=f"(y) : "f"(x));
  return y;
}
__device__ __forceinline__ void carrive() {
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
}
__device__ __forceinline__ void cwait() {
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
}
__device__ __forceinline__ void mwait(u32 bar, u32 ph) {
  asm volatile("{.reg .pred p; L: "
               "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 "
               "p,[%0],%1; @p bra D; bra L; D: }" ::"r"(bar),
               "r"(ph)
               : "memory");
}
// every CTA a part of a row: aligned chunks [c0,c1) of 16 bytes of the row's
// aligned superset
template <class T, int NT, int MODE> // MODE bit0: mbarrier exchange; bit1:
                                     // persistent with a second buffer
                                     __global__ void __launch_bounds__(NT)
                                         rows(const T *x, T *y, int R, int n,
                                              int C, int partChunks) {
  extern __shared__ __align__(128) char sm[];
  constexpr int N = Vec<T>::N;
  constexpr int W = NT / 32;
  __shared__ float2 red[2][32];
  __shared__ float2 all[2][8];
  __shared__ __align__(8) uint64_t full[2];
  __shared__ __align__(8) uint64_t xb[2];
  int t = threadIdx.x, lane = t & 31, w = t >> 5;
  u32 rank;
  asm("mov.u32 %0,%%cluster_ctarank;" : "=r"(rank));
  int cl = blockIdx.x / C, ncl = gridDim.x / C;
  if (t == 0) {
    for (int i = 0; i < 2; i++) {
      asm volatile("mbarrier.init.shared.b64 [%0],1;" ::"r"(sa(&full[i])));
      asm volatile("mbarrier.init.shared.b64 [%0],1;" ::"r"(sa(&xb[i])));
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  if (C > 1) {
    carrive();
    cwait();
  } else
    __syncthreads();
  size_t bufBytes = (size_t)partChunks * 16;
  auto geo = [&](int r, const char *&base, int &lo,
                 int &hi) { // chunk range relative to aligned row base
    uintptr_t a = (uintptr_t)(x + (size_t)r * n);
    base = (const char *)(a & ~(uintptr_t)15);
    int ph = (int)(a & 15) / sizeof(T);
    int chunks = (ph + n + N - 1) / N;
    lo = rank * partChunks;
    hi = min(lo + partChunks, chunks);
    if (hi < lo)
      hi = lo;
  };
  auto issue = [&](int r, int b) {
    const char *base;
    int lo, hi;
    geo(r, base, lo, hi);
    u32 bytes = (hi - lo) * 16;
    asm volatile(
        "mbarrier.arrive.expect_tx.shared.b64 _,[%0],%1;" ::"r"(sa(&full[b])),
        "r"(bytes)
        : "memory");
    for (u32 o = 0; o < bytes; o += 32768) {
      u32 s = min(32768u, bytes - o);
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx:"
                   ":bytes [%0],[%1],%2,[%3];" ::"r"(sa(sm + b * bufBytes + o)),
                   "l"(base + (size_t)lo * 16 + o), "r"(s), "r"(sa(&full[b]))
                   : "memory");
    }
  };
  const float L = 1.4426950408889634f;
  int k = 0;
  if (t == 0 && cl < R)
    issue(cl, 0);
  for (int r = cl; r < R; r += ncl, k++) {
    int b = (MODE & 2) ? (k & 1) : 0;
    if ((MODE & 2) && t == 0 && r + ncl < R)
      issue(r + ncl, b ^ 1);
    mwait(sa(&full[b]), (MODE & 2) ? (k >> 1) & 1 : k & 1);
    const char *base;
    int lo, hi;
    geo(r, base, lo, hi);
    int ph = (int)((uintptr_t)(x + (size_t)r * n) & 15) / sizeof(T);
    uint4 *s = (uint4 *)(sm + b * bufBytes);
    int cnt = hi - lo;
    int e0 = ph, e1 = ph + n; // element range in aligned row space
    float m = -INFINITY;
    for (int c = t; c < cnt; c += NT) {
      float f[N];
      Vec<T>::un(s[c], f);
      int g = (lo + c) * N;
      if (g < e0 || g + N > e1) {
        for (int i = 0; i < N; i++)
          if (g + i < e0 || g + i >= e1)
            f[i] = -INFINITY;
        Vec<T>::un(s[c], f);
        for (int i = 0; i < N; i++)
          if (g + i < e0 || g + i >= e1)
            f[i] = -INFINITY;
        s[c] = Vec<T>::pk(f);
      }
      for (int i = 0; i < N; i++)
        m = fmaxf(m, f[i]);
    }
    for (int o = 16; o; o >>= 1)
      m = fmaxf(m, __shfl_xor_sync(~0u, m, o));
    if (!lane)
      red[0][w].x = m;
    __syncthreads();
    m = lane < W ? red[0][lane].x : -INFINITY;
    for (int o = 16; o; o >>= 1)
      m = fmaxf(m, __shfl_xor_sync(~0u, m, o));
    m = fmaxf(m, -3e38f);
    float mL = m * L, sum = 0, sum2 = 0;
    for (int c = t; c < cnt; c += NT) {
      float f[N];
      Vec<T>::un(s[c], f);
      for (int i = 0; i < N; i += 2) {
        sum += ex2(f[i] * L - mL);
        sum2 += ex2(f[i + 1] * L - mL);
      }
    }
    sum += sum2;
    for (int o = 16; o; o >>= 1)
      sum += __shfl_xor_sync(~0u, sum, o);
    if (!lane)
      red[1][w].x = sum;
    __syncthreads();
    sum = lane < W ? red[1][lane].x : 0;
    for (int o = 16; o; o >>= 1)
      sum += __shfl_xor_sync(~0u, sum, o);
    float M = m, S = sum;
    if (C > 1) {
      int q = k & 1;
      if (MODE & 1) {
        if (t == 0)
          asm volatile("mbarrier.arrive.expect_tx.shared.b64 _,[%0],%1;" ::"r"(
                           sa(&xb[q])),
                       "r"(C * 8)
                       : "memory");
        if (t < C) {
          u32 d, bb;
          asm("mapa.shared::cluster.u32 %0,%1,%2;"
              : "=r"(d)
              : "r"(sa(&all[q][rank])), "r"(t));
          asm("mapa.shared::cluster.u32 %0,%1,%2;"
              : "=r"(bb)
              : "r"(sa(&xb[q])), "r"(t));
          asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes."
                       "v2.f32 [%0],{%1,%2},[%3];" ::"r"(d),
                       "f"(m), "f"(sum), "r"(bb)
                       : "memory");
        }
        mwait(sa(&xb[q]), (k >> 1) & 1);
      } else {
        if (t < C) {
          u32 d;
          asm("mapa.shared::cluster.u32 %0,%1,%2;"
              : "=r"(d)
              : "r"(sa(&all[q][rank])), "r"(t));
          asm volatile("st.shared::cluster.v2.f32 [%0],{%1,%2};" ::"r"(d),
                       "f"(m), "f"(sum)
                       : "memory");
        }
        carrive();
        cwait();
      }
      float2 v = lane < C ? all[q][lane] : make_float2(-INFINITY, 0.f);
      M = v.x;
      for (int o = 4; o; o >>= 1)
        M = fmaxf(M, __shfl_xor_sync(~0u, M, o));
      M = __shfl_sync(~0u, M, 0);
      S = v.y * ex2((v.x - M) * L);
      for (int o = 4; o; o >>= 1)
        S += __shfl_xor_sync(~0u, S, o);
      S = __shfl_sync(~0u, S, 0);
    }
    float ML = M * L, inv = 1.f / S;
    char *yb = (char *)((uintptr_t)(y + (size_t)r * n) & ~(uintptr_t)15);
    for (int c = t; c < cnt; c += NT) {
      float f[N];
      Vec<T>::un(s[c], f);
      int g = (lo + c) * N;
      for (int i = 0; i < N; i++)
        f[i] = ex2(f[i] * L - ML) * inv;
      if (g >= e0 && g + N <= e1)
        *(uint4 *)(yb + (size_t)(lo + c) * 16) = Vec<T>::pk(f);
      else
        for (int i = 0; i < N; i++)
          if (g + i >= e0 && g + i < e1)
            ((T *)yb)[g + i] = (T)f[i];
    }
    __syncthreads();
    if (!(MODE & 2) && t == 0 && r + ncl < R)
      issue(r + ncl, 0);
  }
  if (C > 1) {
    carrive();
    cwait();
  }
}
template <class T, int NT, int MODE>
void go(const char *name, int R, int n, int C, int perSM, bool check) {
  static T *x[3], *y[3];
  size_t tot = (size_t)R * n;
  for (int i = 0; i < 3; i++) {
    cudaMalloc(&x[i], tot * sizeof(T) + 64);
    cudaMalloc(&y[i], tot * sizeof(T) + 64);
  }
  std::vector<T> h(tot);
  u32 z = 1;
  for (auto &v : h) {
    z = z * 1664525 + 1013904223;
    v = (T)(((z >> 8) & 0xffff) / 65536.f * 8 - 4);
  }
  for (int i = 0; i < 3; i++)
    cudaMemcpy(x[i], h.data(), tot * sizeof(T), cudaMemcpyHostToDevice);
  int N = 16 / sizeof(T);
  int chunks = (n + N - 1) / N + 1;
  int part = (chunks + C - 1) / C;
  part = (part + 7) / 8 * 8;
  size_t smem = (size_t)part * 16 * ((MODE & 2) ? 2 : 1);
  auto k = rows<T, NT, MODE>;
  cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       (int)smem);
  if (smem > 227 * 1024 - 1200) {
    printf("%s n %d C %d too much shared\n", name, n, C);
    return;
  }
  cudaLaunchConfig_t cfg = {};
  cudaLaunchAttribute at[1];
  at[0].id = cudaLaunchAttributeClusterDimension;
  at[0].val.clusterDim = {(unsigned)C, 1, 1};
  cfg.attrs = at;
  cfg.numAttrs = 1;
  cfg.blockDim = NT;
  cfg.dynamicSmemBytes = smem;
  cfg.gridDim = 132 / C * C * 16;
  int ncl = 0;
  cudaOccupancyMaxActiveClusters(&ncl, k, &cfg);
  int clusters = (perSM == 0) ? R : std::min(ncl, R);
  cfg.gridDim = clusters * C;
  for (int i = 0; i < 6; i++)
    cudaLaunchKernelEx(&cfg, k, (const T *)x[i % 3], y[i % 3], R, n, C, part);
  cudaEvent_t a, b;
  cudaEventCreate(&a);
  cudaEventCreate(&b);
  std::vector<float> ts;
  for (int i = 0; i < 15; i++) {
    cudaEventRecord(a);
    for (int j = 0; j < 6; j++)
      cudaLaunchKernelEx(&cfg, k, (const T *)x[j % 3], y[j % 3], R, n, C, part);
    cudaEventRecord(b);
    cudaEventSynchronize(b);
    float ms;
    cudaEventElapsedTime(&ms, a, b);
    ts.push_back(ms / 6 * 1e3f);
  }
  std::sort(ts.begin(), ts.end());
  cudaError_t e = cudaGetLastError();
  double worst = 0;
  if (check) {
    std::vector<T> o(tot);
    cudaMemcpy(o.data(), y[0], tot * sizeof(T), cudaMemcpyDeviceToHost);
    for (int r : {0, 1, R / 2, R - 1}) {
      double m = -1e30, s = 0;
      for (int i = 0; i < n; i++)
        m = std::max(m, (double)(float)h[(size_t)r * n + i]);
      for (int i = 0; i < n; i++)
        s += exp((double)(float)h[(size_t)r * n + i] - m);
      for (int i = 0; i < n; i++) {
        double ref = exp((double)(float)h[(size_t)r * n + i] - m) / s;
        worst =
            std::max(worst, fabs((double)(float)o[(size_t)r * n + i] - ref) /
                                std::max(ref, 6e-6));
      }
    }
  }
  printf("%-8s %dx%d C %d NT %d mode %d %s smem %zu active clusters %d  %.1f "
         "us  share %.2f worst %.3g %s\n",
         name, R, n, C, NT, MODE, perSM ? "persistent" : "grid", smem, ncl,
         ts[7], tot * 2.0 * sizeof(T) / ts[7] / 1e3 / 3970, worst,
         cudaGetErrorString(e));
  fflush(stdout);
  for (int i = 0; i < 3; i++) {
    cudaFree(x[i]);
    cudaFree(y[i]);
  }
}
template <class T>
void shape(const char *nm, int R, int n) {
  for (int C : {1, 2, 4, 8}) {
    size_t bytes = (size_t)n * sizeof(T) / C;
    if (bytes > 225 * 1024 || bytes < 16 * 1024)
      continue;
    go<T, 256, 0>(nm, R, n, C, 0, true);
    go<T, 512, 0>(nm, R, n, C, 0, false);
    go<T, 256, 1>(nm, R, n, C, 1, true);
    go<T, 512, 1>(nm, R, n, C, 1, false);
    if (bytes < 112 * 1024) {
      go<T, 512, 3>(nm, R, n, C, 1, true);
      go<T, 1024, 3>(nm, R, n, C, 1, false);
    }
  }
}
int main(int c, char **v) {
  shape<__half>("fp16", 792, 82687);
  shape<__half>("fp16", 1584, 42560);
  shape<__half>("fp16", 4090, 16407);
  shape<__half>("fp16", 465, 144025);
  shape<float>("fp32", 284, 118656);
  shape<float>("fp32", 278, 241315);
  shape<float>("fp32", 604, 55518);
}
