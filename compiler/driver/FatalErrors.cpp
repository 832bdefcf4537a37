//===- FatalErrors.cpp - When LLVM gives up -------------------------------===//

#include "compiler/driver/FatalErrors.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/PrettyStackTrace.h"

#include <csetjmp>
#include <pthread.h>

using namespace tqc;

namespace {
/// The guard of one thread.
struct Guard {
  std::jmp_buf back;
  FatalError *error;
};
} // namespace

/// Where a thread keeps its guard. Not `thread_local`: code that may stand in a
/// program cannot name such a variable where it stands in a shared library.
static pthread_key_t guardKey() {
  static const pthread_key_t key = [] {
    pthread_key_t made;
    pthread_key_create(&made, nullptr);
    return made;
  }();
  return key;
}

static void onFatalError(void *, const char *reason, bool) {
  endGuarded(reason);
}

void tqc::endGuarded(const char *reason) {
  auto *guard = static_cast<Guard *>(pthread_getspecific(guardKey()));
  if (!guard)
    return;
  guard->error->reason = reason;
  std::longjmp(guard->back, 1);
}

void tqc::sayGuarded(const char *phase) {
  if (auto *guard = static_cast<Guard *>(pthread_getspecific(guardKey())))
    guard->error->phase = phase;
}

bool tqc::runGuarded(llvm::function_ref<void()> body, FatalError &error) {
  // std::call_once would take thread-local storage of libstdc++, which may be
  // used up where libtqc is loaded late.
  static const bool isInstalled =
      (llvm::install_fatal_error_handler(onFatalError), true);
  static_cast<void>(isInstalled);
  Guard guard;
  guard.error = &error;
  const void *stack = llvm::SavePrettyStackState();
  pthread_setspecific(guardKey(), &guard);
  bool ended = setjmp(guard.back) != 0;
  if (!ended)
    body();
  pthread_setspecific(guardKey(), nullptr);
  llvm::RestorePrettyStackState(stack);
  return !ended;
}
