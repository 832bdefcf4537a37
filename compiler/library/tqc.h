/*===- tqc.h - Tile kernels compiled and run inside of a program -*- C -*--===*\
|*
|* Everything that a C program needs to compile kernels of Triton's language in
|* its own process, read what came out, and run it on a GPU or on the emulator:
|*
|*     tqc_error *error = NULL;
|*     tqc_request *request = tqc_request_new();
|*     tqc_request_set(request, "signature", "*fp32, *fp32, i32", &error);
|*     tqc_request_set(request, "define", "BLOCK=256", &error);
|*     tqc_result *result = tqc_compile_file(request, "copy.tq", &error);
|*     if (tqc_result_ok(result))
|*       puts(tqc_result_text(result, NULL));
|*     else
|*       fputs(tqc_result_messages(result), stderr);
|*
|* Handles are opaque, and each has a function that frees it; NULL may be freed.
|* A string that a function returns lives as long as the handle that it was
asked
|* of. No function throws, prints to the standard error, ends the process or
|* installs a signal handler. Handles may be used from any thread, and different
|* ones at once; a device runs one launch at a time and makes the others wait.
|*
|* A function that can fail takes a `tqc_error **`: where it fails it returns
|* NULL or 0 and, unless the pointer is NULL, stores an error there, which the
|* caller frees.
|*
|* Structures begin with their size, which the caller sets, so that a program
|* that was built with an older header goes on working.
|*
\*===----------------------------------------------------------------------===*/

#ifndef TQC_H
#define TQC_H

#include <stddef.h>
#include <stdint.h>

/* What this header was written for; a library with a lower one lacks something.
 */
#define TQC_API 1

#if defined(__GNUC__) && defined(TQC_BUILDING)
#define TQC_EXPORT __attribute__((visibility("default")))
#else
#define TQC_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The TQC_API of the library, and its version, "0.1.0". */
TQC_EXPORT uint32_t tqc_api(void);
TQC_EXPORT const char *tqc_version(void);

/* -- Errors: what is wrong with a call --------------------------------------*/

typedef struct tqc_error tqc_error;

/* One sentence, or several lines where the driver or a kernel said more. */
TQC_EXPORT const char *tqc_error_text(const tqc_error *error);
TQC_EXPORT void tqc_error_free(tqc_error *error);

/* -- Compiling --------------------------------------------------------------*/

typedef struct tqc_request tqc_request;
typedef struct tqc_result tqc_result;

TQC_EXPORT tqc_request *tqc_request_new(void);
TQC_EXPORT void tqc_request_free(tqc_request *request);

/* Says what is wanted; as the options of tqc on the command line:
 *
 *   arch         "sm_90a"; without it, sm_80
 *   kernel       the function to compile; without it, all that say their types
 *   signature    "*fp32:16, i32, 1024"
 *   define       "BLOCK=1024"; may be said several times
 *   argument     "x_ptr=*fp32:16": the type of one argument by its name, which
 *                beats the rest; may be said several times
 *   constant     "ACTIVATION=relu": the same for a constant; any expression of
 *                the file's own names
 *   num_warps, num_stages, num_ctas, maxnreg    numbers, as in Triton
 *   include      a folder for imports; may be said several times
 *   disable      an optimisation to leave out; may be said several times
 *   plan         "group=8,programs=drawn": parts of the plan that the planner
 *                does not choose
 *   emit         the phase to stop after, "layout"; without it, "ptx"
 *   ptx_version  "7.8"
 *   line_info, explain, strict_triton    "1" or "0"
 *   debug        "1": check assertions and the overflow of integers; "0": not
 *   asserts      "1": check assertions if nothing is said of debug
 *   remarks      categories of remarks, or "all"
 *   cache        "0" where the cache on disk shall not be used
 *
 * 0 for a key or a value that there is not. */
TQC_EXPORT int tqc_request_set(tqc_request *request, const char *key,
                               const char *value, tqc_error **error);

/* Compiles a text under the name that messages give it; `.py` at its end makes
 * it a Python file, in which what is no kernel may be anything. NULL only where
 * memory ends: what is wrong with the text is in the result. */
TQC_EXPORT tqc_result *tqc_compile_text(const tqc_request *request,
                                        const char *name, const char *text,
                                        size_t size, tqc_error **error);
/* The same for a file; NULL too where it cannot be read. */
TQC_EXPORT tqc_result *tqc_compile_file(const tqc_request *request,
                                        const char *path, tqc_error **error);
TQC_EXPORT void tqc_result_free(tqc_result *result);

/* Whether there was no error. */
TQC_EXPORT int tqc_result_ok(const tqc_result *result);
/* Whether the cache on disk had it. */
TQC_EXPORT int tqc_result_cached(const tqc_result *result);
/* The text of the phase that was asked for, PTX without a word; its length goes
 * to `size` unless that is NULL. Empty after an error. */
TQC_EXPORT const char *tqc_result_text(const tqc_result *result, size_t *size);
/* What a launch must know, a JSON array with an object for each kernel: entry,
 * arch, params, constants, numWarps, sharedBytes, ... */
TQC_EXPORT const char *tqc_result_facts(const tqc_result *result);
/* What was decided for each line, a JSON array; empty without "explain". */
TQC_EXPORT const char *tqc_result_explanation(const tqc_result *result);
/* What tl.static_print wrote. */
TQC_EXPORT const char *tqc_result_printed(const tqc_result *result);

enum { TQC_ERROR = 0, TQC_WARNING = 1, TQC_REMARK = 2 };

typedef struct tqc_diagnostic {
  size_t size;                   /* sizeof(tqc_diagnostic), set by the caller */
  int level;                     /* TQC_ERROR, ... */
  unsigned code;                 /* 304 for TQ0304; 0 for none */
  const char *message;           /* one sentence */
  const char *file;              /* empty for no place */
  unsigned line, column;         /* from 1; columns count bytes */
  unsigned end_line, end_column; /* behind the last byte */
  const char *text;              /* all of it, with the line, caret and help */
} tqc_diagnostic;

TQC_EXPORT size_t tqc_result_diagnostics(const tqc_result *result);
/* Fills `diagnostic`; 0 where there is none of that number. */
TQC_EXPORT int tqc_result_diagnostic(const tqc_result *result, size_t index,
                                     tqc_diagnostic *diagnostic);
/* All of them as a person reads them, and as a JSON array with notes and help.
 */
TQC_EXPORT const char *tqc_result_messages(const tqc_result *result);
TQC_EXPORT const char *tqc_result_json(const tqc_result *result);

/* -- Running ----------------------------------------------------------------*/

typedef struct tqc_device tqc_device;
typedef struct tqc_kernel tqc_kernel;
typedef struct tqc_findings tqc_findings;

/* Opens "emu", "cuda", "cuda:1", or "" for a GPU where there is one and else
 * the emulator. A GPU is used through its primary context, as the CUDA runtime
 * and PyTorch do; "cuda:current" takes the context that is current now. Which
 * context is current is for each call as it was before.
 *
 * `options` are for the emulator, separated by spaces, and may be NULL:
 *   checks=0       look for no faults
 *   threads=4      of the host; without it, one a core
 *   schedule=lazy  eager, lazy or random, with seed=7: what finishes when
 *   seconds=10     of the processor in which no program ends; 0 for no limit
 *   unwritten=1    tell of memory given as undefined that no launch has written
 */
TQC_EXPORT tqc_device *tqc_device_open(const char *name, const char *options,
                                       tqc_error **error);
/* Closes the device; its kernels must have been freed before. */
TQC_EXPORT void tqc_device_close(tqc_device *device);
/* What to compile for, "sm_90a", and its name. */
TQC_EXPORT const char *tqc_device_arch(const tqc_device *device);
TQC_EXPORT const char *tqc_device_name(const tqc_device *device);
TQC_EXPORT int tqc_device_is_emulator(const tqc_device *device);

/* Loads PTX that tqc wrote (a result's text). `entry` may be NULL where there
 * is one kernel only. */
TQC_EXPORT tqc_kernel *tqc_device_load(tqc_device *device, const char *ptx,
                                       size_t size, const char *entry,
                                       tqc_error **error);
TQC_EXPORT void tqc_kernel_free(tqc_kernel *kernel);

enum { TQC_TENSOR = 0, TQC_INTEGER = 1, TQC_FLOAT = 2 };
enum {
  /* The memory may not be written, not even with what it holds. */
  TQC_READONLY = 1,
  /* Elements all of whose bytes are `undefined_byte` were never written. */
  TQC_UNDEFINED = 2
};

/* An argument of a kernel, in the order of its parameters without constants. */
typedef struct tqc_argument {
  size_t size;       /* sizeof(tqc_argument), set by the caller */
  int kind;          /* TQC_TENSOR, ... */
  unsigned flags;    /* TQC_READONLY, ...; for the emulator */
  int64_t integer;   /* of TQC_INTEGER */
  double real;       /* of TQC_FLOAT */
  const char *name;  /* for findings; NULL takes the parameter's */
  const char *dtype; /* of the elements, "fp32"; NULL if it is not known */
  void *data;        /* the first element: an address of the device, or of the
                        host for the emulator; NULL is a null pointer */
  void *storage; /* for the emulator: the memory that the kernel may touch. */
  size_t storage_bytes; /* Arguments may share it, or parts of it. The emulator
                         puts each piece at a multiple of 512, as a GPU does. */
  const int64_t *shape; /* of a tensor that fills its storage, for findings */
  unsigned rank;
  unsigned undefined_byte; /* see TQC_UNDEFINED */
} tqc_argument;

/* Launches. On a GPU `stream` is a CUstream and the call returns at once,
 * unless the kernel needs scratch memory. On the emulator the launch is over
 * when the call returns, and memory of the host is what the kernel made of it.
 *
 * 0 where the kernel was not launched or did not come to its end. What the
 * emulator noticed is then in `findings` too; unless that is NULL, it gets a
 * handle in any case, to be freed. */
TQC_EXPORT int tqc_launch(tqc_kernel *kernel, const uint32_t grid[3],
                          const tqc_argument *arguments, size_t count,
                          void *stream, tqc_findings **findings,
                          tqc_error **error);
/* Waits for all launches; what went wrong on a GPU is told here. */
TQC_EXPORT int tqc_device_synchronize(tqc_device *device, tqc_error **error);

typedef struct tqc_finding {
  size_t size;         /* sizeof(tqc_finding), set by the caller */
  const char *kind;    /* "out-of-bounds", "global-race", ... */
  const char *message; /* one sentence in tile words */
  const char *text;    /* all of it */
  const char *file;    /* of the source; empty if it is not known */
  unsigned line, column;
  const char *kernel;
  const char *tensor;  /* empty if it is not known */
  int64_t element;     /* -1 if it is not known */
  uint32_t program[3]; /* the tl.program_id of the lowest that did it */
  uint64_t occurrences;
  int is_note; /* worth knowing, and nothing wrong */
} tqc_finding;

TQC_EXPORT size_t tqc_findings_count(const tqc_findings *findings);
/* Fills `finding`; 0 where there is none of that number. */
TQC_EXPORT int tqc_findings_get(const tqc_findings *findings, size_t index,
                                tqc_finding *finding);
/* All of them, a JSON array. */
TQC_EXPORT const char *tqc_findings_json(const tqc_findings *findings);
TQC_EXPORT void tqc_findings_free(tqc_findings *findings);

#ifdef __cplusplus
}
#endif

#endif /* TQC_H */
