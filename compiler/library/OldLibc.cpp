//===- OldLibc.cpp - What libtqc.so needs of glibc is old -----------------===//
//
// A library is bound to the newest version of each name that it takes from the
// glibc of the machine that linked it, and does not load where that is older.
// Here such names are defined, for libtqc alone, by their versions of 2002:
//
//     pthread_create@GLIBC_2.34  ->  pthread_create@GLIBC_2.2.5
//
// What came later is written out. What a glibc of 2018 lacks and is not here is
// told by make-wheel, by name.
//
//===----------------------------------------------------------------------===//

#include <cstdint>
#include <cstdlib>
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <malloc.h>
#include <pthread.h>
#include <sys/random.h>
#include <sys/stat.h>

#if !defined(__x86_64__) || !defined(__GLIBC__)
#error "the versions are those of glibc on x86-64"
#endif

#define TQ_OLD(result, name, version, parameters, arguments)                   \
  result old_##name parameters;                                                \
  __asm__(".symver old_" #name "," #name "@GLIBC_" version);                   \
  result name parameters { return old_##name arguments; }

extern "C" {

// -- 2.29: the errors of these were told in another way ---------------------

TQ_OLD(double, exp, "2.2.5", (double x), (x))
TQ_OLD(double, exp2, "2.2.5", (double x), (x))
TQ_OLD(double, log, "2.2.5", (double x), (x))
TQ_OLD(double, log2, "2.2.5", (double x), (x))
TQ_OLD(double, pow, "2.2.5", (double x, double y), (x, y))
TQ_OLD(double, hypot, "2.2.5", (double x, double y), (x, y))

// -- 2.32, 2.34: from libdl and libpthread into libc ------------------------

TQ_OLD(void *, dlopen, "2.2.5", (const char *name, int mode) noexcept,
       (name, mode))
TQ_OLD(int, dladdr, "2.2.5", (const void *at, Dl_info *info) noexcept,
       (at, info))
TQ_OLD(void *, dlsym, "2.2.5", (void *library, const char *name) noexcept,
       (library, name))
TQ_OLD(char *, dlerror, "2.2.5", () noexcept, ())
TQ_OLD(int, dlclose, "2.2.5", (void *library) noexcept, (library))
TQ_OLD(int, dlinfo, "2.3.3", (void *library, int what, void *to) noexcept,
       (library, what, to))
TQ_OLD(int, pthread_create, "2.2.5",
       (pthread_t * thread, const pthread_attr_t *attributes,
        void *(*start)(void *), void *argument) noexcept,
       (thread, attributes, start, argument))
TQ_OLD(int, pthread_join, "2.2.5", (pthread_t thread, void **result),
       (thread, result))
TQ_OLD(int, pthread_detach, "2.2.5", (pthread_t thread) noexcept, (thread))
TQ_OLD(int, pthread_once, "2.2.5", (pthread_once_t * once, void (*call)()),
       (once, call))
TQ_OLD(int, pthread_key_create, "2.2.5",
       (pthread_key_t * key, void (*destroy)(void *)) noexcept, (key, destroy))
TQ_OLD(int, __pthread_key_create, "2.2.5",
       (pthread_key_t * key, void (*destroy)(void *)) noexcept, (key, destroy))
TQ_OLD(int, pthread_key_delete, "2.2.5", (pthread_key_t key) noexcept, (key))
TQ_OLD(void *, pthread_getspecific, "2.2.5", (pthread_key_t key) noexcept,
       (key))
TQ_OLD(int, pthread_setspecific, "2.2.5",
       (pthread_key_t key, const void *value) noexcept, (key, value))
TQ_OLD(int, pthread_sigmask, "2.2.5",
       (int how, const sigset_t *set, sigset_t *old) noexcept, (how, set, old))
TQ_OLD(int, pthread_attr_setstacksize, "2.2.5",
       (pthread_attr_t * attributes, size_t size) noexcept, (attributes, size))
TQ_OLD(int, pthread_setname_np, "2.12",
       (pthread_t thread, const char *name) noexcept, (thread, name))
TQ_OLD(int, pthread_getname_np, "2.12",
       (pthread_t thread, char *name, size_t size) noexcept,
       (thread, name, size))
TQ_OLD(int, pthread_rwlock_rdlock, "2.2.5", (pthread_rwlock_t * lock) noexcept,
       (lock))
TQ_OLD(int, pthread_rwlock_wrlock, "2.2.5", (pthread_rwlock_t * lock) noexcept,
       (lock))
TQ_OLD(int, pthread_rwlock_unlock, "2.2.5", (pthread_rwlock_t * lock) noexcept,
       (lock))
TQ_OLD(int, pthread_mutex_trylock, "2.2.5", (pthread_mutex_t * mutex) noexcept,
       (mutex))
TQ_OLD(int, pthread_mutexattr_init, "2.2.5",
       (pthread_mutexattr_t * attributes) noexcept, (attributes))
TQ_OLD(int, pthread_mutexattr_settype, "2.2.5",
       (pthread_mutexattr_t * attributes, int type) noexcept,
       (attributes, type))
TQ_OLD(int, pthread_mutexattr_destroy, "2.2.5",
       (pthread_mutexattr_t * attributes) noexcept, (attributes))

// -- 2.32 -------------------------------------------------------------------

/// A program with one thread could save its locks; this one takes them.
char __libc_single_threaded = 0;

// -- 2.33 -------------------------------------------------------------------

int __xstat(int version, const char *path, struct stat *to) noexcept;
int __lxstat(int version, const char *path, struct stat *to) noexcept;
int __fxstat(int version, int file, struct stat *to) noexcept;

static constexpr int kStatVersion = 1; // of x86-64

int stat(const char *path, struct stat *to) noexcept {
  return __xstat(kStatVersion, path, to);
}
int lstat(const char *path, struct stat *to) noexcept {
  return __lxstat(kStatVersion, path, to);
}
int fstat(int file, struct stat *to) noexcept {
  return __fxstat(kStatVersion, file, to);
}
int fstat64(int file, struct stat64 *to) noexcept {
  return __fxstat(kStatVersion, file, reinterpret_cast<struct stat *>(to));
}

/// For statistics of LLVM, which nobody asks for here.
struct mallinfo2 mallinfo2() noexcept { return {}; }

// -- 2.35 -------------------------------------------------------------------

/// Which library holds an address; exceptions find their handlers by it.
int _dl_find_object(void *address, struct dl_find_object *result) noexcept {
  struct Search {
    uintptr_t address;
    struct dl_find_object *result;
  } search{reinterpret_cast<uintptr_t>(address), result};
  auto look = [](struct dl_phdr_info *info, size_t, void *data) {
    auto *search = static_cast<Search *>(data);
    uintptr_t first = UINTPTR_MAX, last = 0;
    void *frames = nullptr;
    bool holds = false;
    for (unsigned i = 0; i < info->dlpi_phnum; ++i) {
      const ElfW(Phdr) &part = info->dlpi_phdr[i];
      uintptr_t begin = info->dlpi_addr + part.p_vaddr;
      if (part.p_type == PT_GNU_EH_FRAME)
        frames = reinterpret_cast<void *>(begin);
      if (part.p_type != PT_LOAD)
        continue;
      first = begin < first ? begin : first;
      last = begin + part.p_memsz > last ? begin + part.p_memsz : last;
      holds |=
          begin <= search->address && search->address < begin + part.p_memsz;
    }
    if (!holds || !frames)
      return 0;
    *search->result = {};
    search->result->dlfo_map_start = reinterpret_cast<void *>(first);
    search->result->dlfo_map_end = reinterpret_cast<void *>(last);
    search->result->dlfo_eh_frame = frames;
    return 1;
  };
  return dl_iterate_phdr(look, &search) == 1 ? 0 : -1;
}

// -- 2.36 -------------------------------------------------------------------

/// Four random bytes.
uint32_t arc4random() noexcept {
  uint32_t bits = 0;
  if (getrandom(&bits, sizeof bits, 0) != sizeof bits)
    std::abort();
  return bits;
}

} // extern "C"
