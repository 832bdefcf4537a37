// Fills what a header's kernel needs beside its arguments, with an encoder that
// prints what the driver's would get.

#include "level2.h"

#include <cstdio>

enum class Type : int {};
enum class Interleave : int {};
enum class Swizzle : int {};
enum class Promotion : int {};
enum class Fill : int {};
struct Map {
  unsigned char bytes[128];
};

static int encode(Map *, Type type, uint32_t rank, void *base,
                  const uint64_t *dims, const uint64_t *strides,
                  const uint32_t *box, const uint32_t *, Interleave,
                  Swizzle swizzle, Promotion, Fill) {
  std::printf("type %d rank %u at %#llx: %llu x %llu, %llu bytes, box %u x %u, "
              "swizzle %d\n",
              int(type), rank, (unsigned long long)base,
              (unsigned long long)dims[0], (unsigned long long)dims[1],
              (unsigned long long)strides[0], box[0], box[1], int(swizzle));
  return 0;
}

int main() {
  level2::matmul_kernel::Arguments a = {};
  a.a_ptr = 0x1000;
  a.b_ptr = 0x2000;
  a.M = 300;
  a.N = 512;
  a.K = 0;
  a.stride_am = 64;
  a.stride_bk = 512;
  if (int failed = a.encodeMaps(encode))
    return failed;
  unsigned all = a.setGrid(3, 2, 1, 132), few = a.setGrid(100, 20, 1, 132);
  std::printf("%u CTAs, %u CTAs, grid %u x %u x %u\n", all, few, a.grid_x,
              a.grid_y, a.grid_z);
  std::printf("too many: %u\n", a.setGrid(65536, 65535, 2, 132));
  return 0;
}
