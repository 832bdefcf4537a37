/* out = x + y on a GPU, in C, with the kernel of level 1:
 *
 *     tqc build levels/level1.tq --targets sm_80,sm_90a -o kernels
 *     cc -std=c99 -D_GNU_SOURCE -Ikernels docs/examples/c/add.c -ldl -o add
 *     ./add kernels
 *
 * Without a GPU: TQ_LIBCUDA=build/lib/libtqc-driver.so ./add kernels */
#include "kernels.h"

enum { N = 1000 };

/* What a program with cuda.h calls by name. */
typedef int (*Init)(unsigned);
typedef int (*Retain)(void **, int);
typedef int (*SetCurrent)(void *);
typedef int (*Allocate)(tq_pointer *, size_t);
typedef int (*ToDevice)(tq_pointer, const void *, size_t);
typedef int (*ToHost)(void *, tq_pointer, size_t);

static void *driver;

static void find(const char *name, void *function) {
  void *address = dlsym(driver, name);
  memcpy(function, &address, sizeof address);
}

int main(int count, char **words) {
  const char *library = getenv("TQ_LIBCUDA");
  Init init;
  Retain retain;
  SetCurrent set_current;
  Allocate allocate;
  ToDevice to_device;
  ToHost to_host;
  void *context = NULL;
  float x[N], y[N], sum[N];
  tq_pointer device_x, device_y, device_sum;
  tq_bundle bundle;
  tq_error error;
  int wrong = 0;

  driver = dlopen(library ? library : "libcuda.so.1", RTLD_NOW);
  if (!driver || count != 2) {
    fprintf(stderr, "%s\n", driver ? "usage: add BUNDLE" : dlerror());
    return 2;
  }
  find("cuInit", &init);
  find("cuDevicePrimaryCtxRetain", &retain);
  find("cuCtxSetCurrent", &set_current);
  find("cuMemAlloc_v2", &allocate);
  find("cuMemcpyHtoD_v2", &to_device);
  find("cuMemcpyDtoH_v2", &to_host);
  if (init(0) || retain(&context, 0) || set_current(context))
    return 1;
  for (int i = 0; i < N; ++i) {
    x[i] = (float)i;
    y[i] = 0.5f;
  }
  if (allocate(&device_x, sizeof x) || allocate(&device_y, sizeof y) ||
      allocate(&device_sum, sizeof sum) || to_device(device_x, x, sizeof x) ||
      to_device(device_y, y, sizeof y))
    return 1;

  if (kernels_open(&bundle, words[1], &error)) {
    fprintf(stderr, "%s\n", error.text);
    return 1;
  }
  uint32_t block = (uint32_t)kernels_vector_add_kernel_selected(&bundle)->BLOCK_SIZE;
  tq_grid grid = {(N + block - 1) / block, 1, 1};
  if (kernels_vector_add_kernel(&bundle, grid, NULL, device_x, device_y, device_sum, N, &error))
    fprintf(stderr, "%s\n", error.text);
  if (to_host(sum, device_sum, sizeof sum))
    return 1;
  tq_close(&bundle);
  for (int i = 0; i < N; ++i)
    wrong += sum[i] != (float)i + 0.5f;
  printf("%d of %d are wrong\n", wrong, N);
  return wrong != 0;
}
