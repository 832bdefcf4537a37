// Small kernels that the emulator's tests run; the .ptx beside is what
// `nvcc -ptx -arch=sm_80` makes of this file.
#include <cstdio>
#include <cuda_fp16.h>

extern "C" __global__ void vectorAdd(const float *x, const float *y, float *z,
                                     int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    z[i] = x[i] + y[i];
}

extern "C" __global__ void saxpyHalf(const __half *x, __half *y, float a,
                                     int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    y[i] = __hfma(__float2half(a), x[i], y[i]);
}

extern "C" __global__ void blockSum(const float *x, float *out, int n) {
  __shared__ float partial[32];
  float sum = 0;
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n;
       i += blockDim.x * gridDim.x)
    sum += x[i];
  for (int offset = 16; offset > 0; offset /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (threadIdx.x % 32 == 0)
    partial[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = threadIdx.x < blockDim.x / 32 ? partial[threadIdx.x] : 0;
    for (int offset = 16; offset > 0; offset /= 2)
      sum += __shfl_xor_sync(0xffffffff, sum, offset);
    if (threadIdx.x == 0)
      out[blockIdx.x] = sum;
  }
}

// The Collatz length of each number: every lane loops a different time.
extern "C" __global__ void collatz(const int *x, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  long long v = x[i];
  int steps = 0;
  while (v != 1) {
    if (v % 2)
      v = 3 * v + 1;
    else
      v /= 2;
    ++steps;
    if (steps > 1000)
      break;
  }
  out[i] = steps;
}

extern "C" __global__ void histogram(const unsigned char *x, unsigned *bins,
                                     int n) {
  __shared__ unsigned local[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    local[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    atomicAdd(&local[x[i]], 1);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    atomicAdd(&bins[i], local[i]);
}

// C = A * B for multiples of 16, tiles in shared memory.
extern "C" __global__ void matmulTiled(const float *a, const float *b,
                                       float *c, int n, int k) {
  __shared__ float tileA[16][17], tileB[16][17];
  int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int at = 0; at < k; at += 16) {
    tileA[threadIdx.y][threadIdx.x] = a[row * k + at + threadIdx.x];
    tileB[threadIdx.y][threadIdx.x] = b[(at + threadIdx.y) * n + col];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tileA[threadIdx.y][i] * tileB[i][threadIdx.x];
    __syncthreads();
  }
  c[row * n + col] = sum;
}

extern "C" __global__ void bitTricks(const unsigned *x, unsigned *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned v = x[i], r = 0;
  r += __popc(v) + __clz(v) * 3 + __ffs(v) * 5;
  r ^= __brev(v);
  r += __byte_perm(v, r, 0x3715);
  r ^= __funnelshift_l(v, r, v & 31);
  r += __umulhi(v, 0x9e3779b9u) + __usad(v, r, 7);
  r ^= (unsigned)__dp4a((int)v, (int)r, 11);
  unsigned long long wide = (unsigned long long)v * r;
  r ^= (unsigned)(wide >> 17) + (unsigned)(wide % 1000003ull);
  out[i] = r + v / 7 + v % 13;
}

extern "C" __global__ void choose(const int *x, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = x[i], r;
  switch (v & 7) {
  case 0: r = v * 3; break;
  case 1: r = v - 17; break;
  case 2: r = v ^ 0x55; break;
  case 3: r = v * v; break;
  case 4: r = ~v; break;
  case 5: r = v << 3; break;
  case 6: r = v / 3; break;
  default: r = -v; break;
  }
  out[i] = r;
}

__device__ __noinline__ int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

extern "C" __global__ void recursion(const int *x, int *out) {
  out[threadIdx.x] = fibonacci(x[threadIdx.x]);
}

typedef float (*Function)(float);
__device__ __noinline__ float twice(float x) { return 2 * x; }
__device__ __noinline__ float square(float x) { return x * x; }
__device__ Function functions[2] = {twice, square};

extern "C" __global__ void indirect(const float *x, float *out) {
  out[threadIdx.x] = functions[threadIdx.x % 2](x[threadIdx.x]);
}

// A local array that is indexed dynamically: insertion sort of 16 values.
extern "C" __global__ void sortLocal(const int *x, int *out) {
  int values[16];
  for (int i = 0; i < 16; ++i)
    values[i] = x[threadIdx.x * 16 + i];
  for (int i = 1; i < 16; ++i) {
    int v = values[i], j = i;
    while (j > 0 && values[j - 1] > v) {
      values[j] = values[j - 1];
      --j;
    }
    values[j] = v;
  }
  for (int i = 0; i < 16; ++i)
    out[threadIdx.x * 16 + i] = values[i];
}

extern "C" __global__ void doubles(const double *x, double *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = sqrt(fabs(x[i])) / (1.0 + x[i] * x[i]) + fmin(x[i], 0.25);
}

extern "C" __global__ void functionsOfMath(const float *x, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = expf(x[i]) + sinf(x[i]) * logf(fabsf(x[i]) + 1.0f) + tanhf(x[i]) +
             rsqrtf(x[i] * x[i] + 1.0f);
}

// Lanes of one warp take a lock one after the other.
extern "C" __global__ void spinLock(int *lock, int *counter) {
  while (atomicCAS(lock, 0, 1) != 0)
    ;
  int value = *(volatile int *)counter;
  *(volatile int *)counter = value + 1;
  __threadfence();
  atomicExch(lock, 0);
}

extern __shared__ int dynamicMemory[];
extern "C" __global__ void reverseDynamic(int *x) {
  dynamicMemory[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = dynamicMemory[blockDim.x - 1 - threadIdx.x];
}

extern "C" __global__ void sayHello(int n) {
  if (threadIdx.x < 2)
    printf("thread %d of %s, %.2f\n", threadIdx.x, "hello", n * 0.5);
}
