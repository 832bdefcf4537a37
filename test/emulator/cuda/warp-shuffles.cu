// Inclusive prefix sums of each warp by shfl.up, the warp's maximum by
// shfl.bfly, its reverse by shfl.idx, and which lanes hold the same digit.
extern "C" __global__ void warpShuffles(const int *x, int *sums, int *most,
                                        int *reversed, unsigned *same) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  int value = x[i], sum = value, high = value;
  for (int step = 1; step < 32; step *= 2) {
    int other = __shfl_up_sync(~0u, sum, step);
    if (lane >= step)
      sum += other;
    high = max(high, __shfl_xor_sync(~0u, high, step));
  }
  sums[i] = sum;
  most[i] = high;
  reversed[i] = __shfl_sync(~0u, value, 31 - lane);
  unsigned odd = __ballot_sync(~0u, value & 1);
  same[i] = __match_any_sync(~0u, value & 3) ^ odd;
  if (value & 1) // only those lanes take part
    same[i] += __reduce_add_sync(odd, unsigned(lane));
}
