/*===- LibraryProgram.c - A C program that uses libtqc -----------------------===*\
|*
|* Compiles a copy, runs it on the emulator, first with as many elements as there
|* are and then with one too many, and prints what came of it.
|*
\*===----------------------------------------------------------------------===*/

#include "compiler/library/tqc.h"

#include <stdio.h>
#include <string.h>

static const char kSource[] =
    "@triton.jit\n"
    "def copy(x_ptr, y_ptr, n, BLOCK: tl.constexpr):\n"
    "    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)\n"
    "    tl.store(y_ptr + at, tl.load(x_ptr + at, mask=at < n), mask=at < n)\n";

static int fail(tqc_error *error) {
  printf("error: %s\n", tqc_error_text(error));
  tqc_error_free(error);
  return 1;
}

static tqc_argument tensor(float *data, size_t bytes) {
  tqc_argument argument;
  memset(&argument, 0, sizeof(argument));
  argument.size = sizeof(argument);
  argument.kind = TQC_TENSOR;
  argument.dtype = "fp32";
  argument.data = argument.storage = data;
  argument.storage_bytes = bytes;
  return argument;
}

static int launch(tqc_kernel *kernel, int64_t count) {
  float x[100], y[100];
  tqc_argument arguments[3];
  uint32_t grid[3] = {1, 1, 1};
  tqc_error *error = NULL;
  tqc_findings *findings = NULL;
  tqc_finding finding;
  size_t i;
  for (i = 0; i < 100; ++i) {
    x[i] = (float)i;
    y[i] = -1;
  }
  arguments[0] = tensor(x, sizeof(x));
  arguments[1] = tensor(y, sizeof(y));
  memset(&arguments[2], 0, sizeof(arguments[2]));
  arguments[2].size = sizeof(arguments[2]);
  arguments[2].kind = TQC_INTEGER;
  arguments[2].integer = count;
  if (!tqc_launch(kernel, grid, arguments, 3, NULL, &findings, &error))
    return fail(error);
  printf("y[99] is %g, findings: %d\n", y[99],
         (int)tqc_findings_count(findings));
  finding.size = sizeof(finding);
  for (i = 0; tqc_findings_get(findings, i, &finding); ++i)
    printf("%s in line %u: %s\n", finding.kind, finding.line, finding.message);
  tqc_findings_free(findings);
  return 0;
}

int main(void) {
  tqc_error *error = NULL;
  tqc_request *request = tqc_request_new();
  tqc_result *result;
  tqc_device *device;
  tqc_kernel *kernel = NULL;
  size_t size = 0;
  const char *ptx;
  int status = 1;
  if (!tqc_request_set(request, "signature", "*fp32, *fp32, i32", &error) ||
      !tqc_request_set(request, "define", "BLOCK=128", &error))
    return fail(error);
  result = tqc_compile_text(request, "copy.tq", kSource, strlen(kSource), &error);
  device = tqc_device_open("emu", NULL, &error);
  if (!result || !device)
    return fail(error);
  if (!tqc_result_ok(result)) {
    printf("%s", tqc_result_messages(result));
    return 1;
  }
  ptx = tqc_result_text(result, &size);
  kernel = tqc_device_load(device, ptx, size, NULL, &error);
  if (!kernel)
    return fail(error);
  status = launch(kernel, 100) || launch(kernel, 101);
  tqc_kernel_free(kernel);
  tqc_device_close(device);
  tqc_result_free(result);
  tqc_request_free(request);
  return status;
}
