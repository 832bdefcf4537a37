// Each block sorts 1024 keys in shared memory, with 64-bit pairs of key and
// place, so that equal keys keep their order.
extern __shared__ long long pairs[];

extern "C" __global__ __launch_bounds__(512) void
bitonicSort(const int *x, int *keys, int *places) {
  int first = blockIdx.x * 1024;
  for (int i = threadIdx.x; i < 1024; i += 512)
    pairs[i] = (long long)x[first + i] << 32 | (unsigned)i;
  for (int size = 2; size <= 1024; size *= 2)
    for (int step = size / 2; step > 0; step /= 2) {
      __syncthreads();
      int i = 2 * threadIdx.x - (threadIdx.x & (step - 1));
      bool up = (i & size) == 0;
      long long a = pairs[i], b = pairs[i + step];
      if ((a > b) == up) {
        pairs[i] = b;
        pairs[i + step] = a;
      }
    }
  __syncthreads();
  for (int i = threadIdx.x; i < 1024; i += 512) {
    keys[first + i] = (int)(pairs[i] >> 32);
    places[first + i] = (int)pairs[i];
  }
}
