// C = A * B by tiles of 32 x 32 in shared memory; each of 256 threads computes
// four rows of one column.
extern "C" __global__ __launch_bounds__(256) void
sharedMatmul(const float *a, const float *b, float *c, int n, int k) {
  __shared__ float tileA[32][33], tileB[32][32];
  int col = threadIdx.x % 32, first = threadIdx.x / 32;
  float sums[4] = {};
  for (int at = 0; at < k; at += 32) {
    for (int r = first; r < 32; r += 8) {
      tileA[r][col] = a[(blockIdx.y * 32 + r) * k + at + col];
      tileB[r][col] = b[(at + r) * n + blockIdx.x * 32 + col];
    }
    __syncthreads();
    for (int i = 0; i < 32; ++i) {
      float right = tileB[i][col];
      for (int r = 0; r < 4; ++r)
        sums[r] += tileA[first + 8 * r][i] * right;
    }
    __syncthreads();
  }
  for (int r = 0; r < 4; ++r)
    c[(blockIdx.y * 32 + first + 8 * r) * n + blockIdx.x * 32 + col] = sums[r];
}
