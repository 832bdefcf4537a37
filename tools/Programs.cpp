//===- Programs.cpp - Six programs in one file ----------------------------===//
//
// The name that the file is called by chooses the program: `tq-run`, `tq-opt`,
// `tq-emu`, `tq-fuzz` and `tq-reduce` are links to `tqc`.
//
//===----------------------------------------------------------------------===//

#include "tools/Programs.h"

#include "tools/bundle/BuildCommand.h"
#include "tools/manual/Manual.h"
#include "tools/tq-emu/TqEmu.h"
#include "tools/tq-fuzz/TqFuzz.h"
#include "tools/tq-opt/TqOpt.h"
#include "tools/tq-run/TqRun.h"
#include "tools/tqc-lsp/LanguageServer.h"
#include "tools/tqc/Tqc.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <unistd.h>

/// A crash is a fault of ours: say so, and end with the code for it. Only what
/// is safe in a signal handler may be called here.
static void onCrash(void *) {
  static const char kText[] =
      "error: internal error: the program crashed [TQ9999]\n"
      "help: please report it with the command line and the input file\n";
  ssize_t written = write(STDERR_FILENO, kText, sizeof(kText) - 1);
  (void)written;
  _exit(70);
}

/// No input may be refused by a crash, and nothing of an output may stay.
static void onOutOfMemory() {
  static const char kText[] =
      "error: the machine has too little memory for this\n";
  ssize_t written = write(STDERR_FILENO, kText, sizeof(kText) - 1);
  (void)written;
  llvm::sys::RunInterruptHandlers();
  _exit(2);
}

/// A file that is opened while a standard stream is closed would get its number
/// and what is printed there.
static void fillStandardStreams() {
  for (int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) == -1) // reading and printing must still fail
      (void)!open("/dev/null", stream == STDOUT_FILENO ? O_RDONLY : O_WRONLY);
}

/// What was printed but did not arrive is no success.
static int finish(int code) {
  bool isFlushed = std::fflush(stdout) == 0;
  if (isFlushed && !std::ferror(stdout))
    return code;
  // Long output failed before its end: what failed fails again, and says why.
  if (isFlushed)
    (void)!write(STDOUT_FILENO, "\n", 1);
  std::fprintf(stderr, "error: cannot write the standard output: %s\n",
               std::strerror(errno));
  return code ? code : 2;
}

/// Where LLVM's command line prints help and ends the process itself.
static void checkOutputAtExit() {
  llvm::raw_fd_ostream &os = llvm::outs();
  os.flush();
  if (!os.has_error())
    return;
  std::fprintf(stderr, "error: cannot write the standard output: %s\n",
               os.error().message().c_str());
  os.clear_error();
  _exit(2);
}

int tqc_program(int argc, char **argv) {
  fillStandardStreams();
  llvm::outs(); // it must outlive what looks at it
  std::atexit(checkOutputAtExit);
  std::set_new_handler(onOutOfMemory);
  llvm::install_bad_alloc_error_handler(
      [](void *, const char *, bool) { onOutOfMemory(); });
  llvm::sys::AddSignalHandler(onCrash, nullptr);
  std::signal(SIGXFSZ, SIG_IGN); // a file over the limit is an error of write
  llvm::StringRef name = llvm::sys::path::filename(argc ? argv[0] : "tqc");
  if (name == "tq-opt")
    return finish(tqc::tqOptMain(argc, argv));
  if (name == "tq-run")
    return finish(tqc::tqRunMain(argc, argv));
  if (name == "tq-fuzz")
    return finish(tqc::tqFuzzMain(argc, argv));
  if (name == "tq-reduce")
    return finish(tqc::tqReduceMain(argc, argv));
  if (name == "tq-emu")
    return finish(tqc::tqEmuMain(argc, argv));
  llvm::StringRef first = argc > 1 ? argv[1] : "";
  if (first == "lsp")
    return finish(tqc::lspMain(argc, argv));
  if (first == "build")
    return finish(tqc::buildMain(argc, argv));
  if (first == "completion")
    return finish(tqc::completionMain(argc, argv));
  if (first == "man")
    return finish(tqc::manMain(argc, argv));
  return finish(tqc::tqcMain(argc, argv));
}
