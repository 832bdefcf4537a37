#include <cuda.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
__global__ void k(const __grid_constant__ CUtensorMap m, int x, int y, int mode) {
  __shared__ alignas(128) float s[16*8];
  for (int i = threadIdx.x; i < 128; i += blockDim.x) s[i] = i + 1;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned a = (unsigned)__cvta_generic_to_shared(s);
    if (mode == 0) asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1,%2}], [%3];" :: "l"(&m), "r"(x), "r"(y), "r"(a) : "memory");
    else asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.bulk_group [%0, {%1,%2}], [%3];" :: "l"(&m), "r"(x), "r"(y), "r"(a) : "memory");
    asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
  }
}
int main(int c, char **v) {
  int x = atoi(v[1]), y = atoi(v[2]), mode = atoi(v[3]);
  float *d; cudaMalloc(&d, 32*32*4); cudaMemset(d, 0, 32*32*4);
  CUtensorMap m; cuuint64_t dims[2] = {32,32}, str[1] = {128}; cuuint32_t box[2] = {16,8}, el[2] = {1,1};
  CUresult r = cuTensorMapEncodeTiled(&m, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, d, dims, str, box, el, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  k<<<1,32>>>(m, x, y, mode);
  cudaError_t e = cudaDeviceSynchronize();
  float h[1024]; double sum = 0;
  if (!e) { cudaMemcpy(h, d, 4096, cudaMemcpyDeviceToHost); for (float f : h) sum += f; }
  printf("x %d y %d mode %d: encode %d, %s sum %g\n", x, y, mode, r, cudaGetErrorString(e), sum);
}
