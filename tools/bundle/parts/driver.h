/* The part that is the same in every bundle, 1 of 3: what images are, and the
 * driver. Shared by all bundles of a program; nothing here allocates during a
 * launch. */
#ifndef TQ_BUNDLE_1
#define TQ_BUNDLE_1

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An address of the device: a CUdeviceptr. */
typedef uint64_t tq_pointer;

typedef struct {
  uint32_t x, y, z;
} tq_grid;

/* What went wrong. Positive codes are the driver's (a CUresult). */
enum {
  TQ_NO_DRIVER = -1,
  TQ_BAD_BUNDLE = -2,
  TQ_NO_IMAGE = -3,
  TQ_BAD_ARGUMENT = -4
};
typedef struct {
  int code;
  char text[480];
} tq_error;

enum { TQ_MOST_PARAMETERS = 256, TQ_MOST_MAPS = 16, TQ_MOST_WORKSPACES = 8 };

typedef struct {
  const char *name;
  int capability;
  char variant; /* 'p': on all later ones, 'f': of the family, 's': on no other
                 */
} tq_target;
typedef struct {
  char role; /* 'a'rgument, tensor 'm'ap, 'w'orkspace, 'g'rid */
  uint8_t index;
} tq_parameter;
typedef struct { /* numbers -k-1 stand for argument k */
  int base, type, width, rank, swizzle;
  int64_t dims[5], strides[4];
  uint32_t box[5];
} tq_map;
typedef struct {
  int target, kernel, choice;
  const char *ptx, *cubin; /* files; cubin may be null */
  long ptx_bytes, cubin_bytes;
  const char *entry;
  unsigned threads, shared_bytes, parameter_count;
  unsigned ctas;  /* of a program, along x */
  unsigned batch; /* programs of a CTA, along x */
  int persistent;
  unsigned overlaps; /* launches of at most so many CTAs wait themselves */
  uint64_t workspace_bytes;
  const int64_t *multiple_of; /* of each argument */
  const tq_parameter *parameters;
  const tq_map *maps;
} tq_image;
typedef struct {
  const char *name;
  const char *const *arguments;
  int argument_count, choice_count;
} tq_kernel;
typedef struct {
  const char *name, *key, *made_by;
  const tq_target *targets;
  const tq_kernel *kernels;
  const tq_image *images;
  int target_count, kernel_count, image_count;
} tq_table;

typedef struct { /* CUlaunchAttribute; 6 lets launches overlap */
  int id, padding;
  union {
    int overlaps;
    char bytes[64];
  } value;
} tq_launch_attribute;
typedef struct { /* CUlaunchConfig */
  unsigned grid[3], block[3], shared_bytes;
  void *stream;
  tq_launch_attribute *attributes;
  unsigned attribute_count;
} tq_launch_config;

typedef struct {
  void *library;
  int (*get_error_string)(int, const char **);
  int (*get_device)(int *);
  int (*get_attribute)(int *, int, int);
  int (*load)(void **, const void *);
  int (*unload)(void *);
  int (*find)(void **, void *, const char *);
  int (*set_attribute)(void *, int, int);
  int (*launch)(void *, unsigned, unsigned, unsigned, unsigned, unsigned,
                unsigned, unsigned, void *, void **, void **);
  /* Null where the driver is too old for what needs them. */
  int (*launch_with)(const tq_launch_config *, void *, void **, void **);
  int (*allocate)(tq_pointer *, size_t, void *);
  int (*release)(tq_pointer, void *);
  int (*clear)(tq_pointer, unsigned char, size_t, void *);
  int (*encode)(void *, int, uint32_t, void *, const uint64_t *,
                const uint64_t *, const uint32_t *, const uint32_t *, int, int,
                int, int);
} tq_driver;

/* Belongs to the context that was current when it was opened. Launches only
 * read it, so several threads may launch at once. */
typedef struct {
  const tq_table *table;
  tq_driver driver;
  int target, multiprocessors;
  void **modules, **functions; /* of each image, null for other targets */
  int *selected;               /* the choice of each kernel */
} tq_bundle;

static inline int tq_fail(tq_error *error, int code, const char *where,
                          const char *what, const char *why) {
  if (error) {
    error->code = code;
    snprintf(error->text, sizeof error->text, "%s: %s%s%s", where, what,
             why ? ": " : "", why ? why : "");
  }
  return code;
}

static inline int tq_driver_fail(const tq_driver *driver, tq_error *error,
                                 int code, const char *where,
                                 const char *what) {
  const char *why = NULL;
  if (driver->get_error_string(code, &why) || !why)
    why = "error of the driver";
  return tq_fail(error, code, where, what, why);
}

/* Finds a function of the driver, as C allows it. */
static inline void tq_find(void *library, const char *name, void *function) {
  void *address = dlsym(library, name);
  memcpy(function, &address, sizeof address);
}

/* The driver: what TQ_LIBCUDA names, else libcuda.so.1. */
static inline int tq_open_driver(tq_driver *d, const char *where,
                                 tq_error *error) {
  const char *name = getenv("TQ_LIBCUDA");
  name = name && *name ? name : "libcuda.so.1";
  d->library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!d->library)
    return tq_fail(error, TQ_NO_DRIVER, where, "there is no CUDA driver",
                   dlerror());
  tq_find(d->library, "cuGetErrorString", &d->get_error_string);
  tq_find(d->library, "cuCtxGetDevice", &d->get_device);
  tq_find(d->library, "cuDeviceGetAttribute", &d->get_attribute);
  tq_find(d->library, "cuModuleLoadData", &d->load);
  tq_find(d->library, "cuModuleUnload", &d->unload);
  tq_find(d->library, "cuModuleGetFunction", &d->find);
  tq_find(d->library, "cuFuncSetAttribute", &d->set_attribute);
  tq_find(d->library, "cuLaunchKernel", &d->launch);
  tq_find(d->library, "cuLaunchKernelEx", &d->launch_with);
  tq_find(d->library, "cuMemAllocAsync", &d->allocate);
  tq_find(d->library, "cuMemFreeAsync", &d->release);
  tq_find(d->library, "cuMemsetD8Async", &d->clear);
  tq_find(d->library, "cuTensorMapEncodeTiled", &d->encode);
  if (!d->get_error_string || !d->get_device || !d->get_attribute || !d->load ||
      !d->unload || !d->find || !d->set_attribute || !d->launch)
    return tq_fail(error, TQ_NO_DRIVER, where, "is no CUDA driver", name);
  return 0;
}
