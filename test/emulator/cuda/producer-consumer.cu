// Two warps fill slots of shared memory and two empty them; named barriers say
// when a slot is full and when it is free.
extern "C" __global__ __launch_bounds__(128) void
producerConsumer(const int *x, int *y, int rounds) {
  __shared__ int slots[2][64];
  bool producer = threadIdx.x < 64;
  int t = threadIdx.x % 64;
  const int *in = x + (size_t)blockIdx.x * rounds * 64;
  int *out = y + (size_t)blockIdx.x * rounds * 64;
  for (int r = 0; r < rounds; ++r) {
    int slot = r % 2, full = 1 + slot, empty = 3 + slot;
    if (producer) {
      if (r >= 2)
        asm volatile("bar.sync %0, 128;" ::"r"(empty) : "memory");
      slots[slot][t] = in[r * 64 + t] * 2 + r;
      asm volatile("bar.arrive %0, 128;" ::"r"(full) : "memory");
    } else {
      asm volatile("bar.sync %0, 128;" ::"r"(full) : "memory");
      out[r * 64 + t] = slots[slot][63 - t];
      if (r + 2 < rounds)
        asm volatile("bar.arrive %0, 128;" ::"r"(empty) : "memory");
    }
  }
}
