// Four ways to touch memory, for tools/dev/compare-counters.

// 32 neighbouring floats a warp: 4 sectors a request.
extern "C" __global__ void coalesced(const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i] + 1.0f;
}

// A stride of 32 floats: 32 sectors a request of the loads.
extern "C" __global__ void strided(const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i * 32] + 1.0f;
}

// A transpose through shared memory whose rows are padded: no conflicts.
extern "C" __global__ void transposed(const float *x, float *y, int n) {
  __shared__ float tile[32][33];
  int col = threadIdx.x % 32, first = threadIdx.x / 32;
  for (int r = first; r < 32; r += 8)
    tile[r][col] = x[(blockIdx.y * 32 + r) * n + blockIdx.x * 32 + col];
  __syncthreads();
  for (int r = first; r < 32; r += 8)
    y[(blockIdx.x * 32 + r) * n + blockIdx.y * 32 + col] = tile[col][r];
}

// The same without padding: 32 lanes in one bank.
extern "C" __global__ void conflicted(const float *x, float *y, int n) {
  __shared__ float tile[32][32];
  int col = threadIdx.x % 32, first = threadIdx.x / 32;
  for (int r = first; r < 32; r += 8)
    tile[r][col] = x[(blockIdx.y * 32 + r) * n + blockIdx.x * 32 + col];
  __syncthreads();
  for (int r = first; r < 32; r += 8)
    y[(blockIdx.x * 32 + r) * n + blockIdx.y * 32 + col] = tile[col][r];
}

// One access to shared memory of each width by addresses from memory: what
// wavefronts a pattern of lanes costs.
extern "C" __global__ void sharedPattern(const int *places, float4 *y, int width) {
  __shared__ alignas(16) float memory[8192];
  for (int i = threadIdx.x; i < 8192; i += 32)
    memory[i] = i;
  __syncwarp();
  int at = places[blockIdx.x * 32 + threadIdx.x];
  float4 value = {};
  if (at >= 0) {
    if (width == 4)
      value.x = *(volatile float *)&memory[at];
    else if (width == 8)
      *(float2 *)&value = *(float2 *)&memory[at];
    else
      value = *(float4 *)&memory[at];
  }
  y[blockIdx.x * 32 + threadIdx.x] = value;
}
