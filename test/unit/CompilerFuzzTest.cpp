//===- CompilerFuzzTest.cpp - No kernel breaks a phase --------------------===//
//
// Kernels of this repository, changed at random (KernelBreaker.h), go all the
// way to PTX for each GPU. Each is either refused with an error that has a
// place, or becomes PTX that the emulator takes. Each runs in a process of its
// own, so that one that crashes or hangs is named. For longer:
//
//   TQ_FUZZ_SECONDS=3600 TQ_FUZZ_FOLDER=found
//     CompilerFuzzTest --gtest_filter=*ForAsLongAsAsked
//
// writes one file for each kind of failure into the folder, asks `ptxas` too
// where it is in PATH, and says what was tried. TQ_FUZZ_SEED chooses the seed.
// Under AddressSanitizer it needs ASAN_OPTIONS=allow_user_poisoning=0: LLVM's
// headers mark the unused part of an arena, which LLVM's library, built
// without, uses.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/Compiler.h"
#include "runtime/emulator/EmulatorDevice.h"

#include "gtest/gtest.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"

#include <chrono>
#include <csignal>
#include <fstream>
#include <map>
#include <sstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test/unit/KernelBreaker.h"

using namespace tqc;
using namespace tqc::test;

namespace {

constexpr rlim_t kSeconds = 20; // of the processor
constexpr const char *kArchs[] = {"sm_75", "sm_80", "sm_89", "sm_90", "sm_90a"};

/// How a compilation ended; `problem` is empty if it ended as it should.
struct Outcome {
  bool compiled = false;
  std::string problem;
};

struct Trial {
  std::string name, text, kernel, arch;
};

std::string slurp(const std::string &path) {
  std::stringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

/// What ptxas has against the text; empty if nothing.
std::string askPtxas(const std::string &ptxas, const std::string &arch,
                     const std::string &ptx, const std::string &path) {
  std::ofstream(path + ".ptx") << ptx;
  std::string source = path + ".ptx", words = path + ".ptxas";
  std::optional<llvm::StringRef> redirects[] = {
      std::nullopt, llvm::StringRef(words), llvm::StringRef(words)};
  int code = llvm::sys::ExecuteAndWait(
      ptxas, {ptxas, "-arch=" + arch, "-O0", source, "-o", "/dev/null"},
      std::nullopt, redirects, /*SecondsToWait=*/60, /*MemoryLimit=*/3000);
  std::string said = code > 0 ? slurp(words) : ""; // < 0: it was stopped
  return said.empty() ? "" : "ptxas refuses: " + said;
}

/// In the child: compiles, and says in a line how it went.
std::string compileHere(const Trial &trial, const std::string &ptxas,
                        const std::string &path) {
  SourceManager sources;
  DiagEngine diags(sources);
  CompileOptions options;
  options.kernel = trial.kernel;
  options.target.arch = trial.arch;
  options.staticPrint = [](llvm::StringRef) {};
  CompileResult result =
      compile(sources.add(trial.name, trial.text), options, sources, diags);
  if (result.internalError || !result.succeeded) {
    for (const Diag &diag : diags.all())
      if (diag.level == Diag::Level::Error &&
          (result.internalError || !diag.at) &&
          diag.code.number != code::NoLibdevice.number &&
          diag.code.number != code::NoSuchKernel.number)
        return (result.internalError ? "internal error: " : "no place: ") +
               diag.message;
    return diags.hasErrors() ? "refused" : "refused in silence";
  }
  EmulatorDevice device({});
  if (auto loaded = device.load(result.image); !loaded)
    return "the emulator refuses: " + loaded.error().message;
  if (!ptxas.empty())
    if (std::string why = askPtxas(ptxas, trial.arch, result.image.ptx, path);
        !why.empty())
      return why;
  return "compiled";
}

/// Runs `body` in a process of its own; its words go to `path`.
Outcome inChild(const std::function<std::string()> &body,
                const std::string &path) {
  int pipe[2];
  if (::pipe(pipe) != 0)
    return {false, "no pipe"};
  pid_t child = fork();
  if (child == 0) {
    close(pipe[0]);
    if (!freopen((path + ".err").c_str(), "w", stderr))
      _exit(1);
    rlimit limit = {kSeconds, kSeconds};
    setrlimit(RLIMIT_CPU, &limit);
    rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    alarm(600);
    std::string words = body();
    words.resize(std::min<size_t>(words.size(), 4000)); // a pipe holds them
    ssize_t written = write(pipe[1], words.data(), words.size());
    _exit(written == ssize_t(words.size()) ? 0 : 1);
  }
  close(pipe[1]);
  std::string words(4096, 0);
  size_t got = 0;
  for (ssize_t n; (n = read(pipe[0], &words[got], words.size() - got)) > 0;)
    got += size_t(n);
  words.resize(got);
  close(pipe[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (words == "compiled" || words == "refused") {
    std::string said = slurp(path + ".err");
    if (said.find("runtime error") != std::string::npos)
      return {false, "sanitizer: " + said};
    return {words == "compiled", ""};
  }
  if (!words.empty())
    return {false, words};
  std::string end = WIFSIGNALED(status)
                        ? strsignal(WTERMSIG(status))
                        : "exit " + std::to_string(WEXITSTATUS(status));
  return {false, "died of " + end + ": " + slurp(path + ".err")};
}

std::string scratchPath() {
  return ::testing::TempDir() + "/compiler-fuzz-" + std::to_string(getpid());
}

/// A number that stays the same from run to run, or the one that was asked for.
unsigned firstSeed() {
  const char *seed = getenv("TQ_FUZZ_SEED");
  return seed ? unsigned(atoi(seed)) : 1;
}

Trial makeTrial(const std::vector<CorpusKernel> &corpus, unsigned seed) {
  std::mt19937 random(seed);
  const CorpusKernel &kernel = corpus[random() % corpus.size()];
  KernelBreaker breaker(seed * 2654435761u);
  Trial trial;
  trial.arch = kArchs[random() % std::size(kArchs)];
  trial.name = kernel.file;
  trial.kernel = kernel.name;
  trial.text = breaker.run(kernel, 1 + unsigned(random() % 4));
  return trial;
}

TEST(CompilerFuzzTest, ChangedKernelsCompileOrAreRefusedAtAPlace) {
  std::vector<CorpusKernel> corpus = corpusOfKernels();
  ASSERT_GT(corpus.size(), 100u);
  std::string path = scratchPath();
  unsigned compiled = 0, tried = 40;
  for (unsigned i = 0; i < tried; ++i) {
    Trial trial = makeTrial(corpus, firstSeed() + i);
    Outcome outcome =
        inChild([&] { return compileHere(trial, "", path); }, path);
    compiled += outcome.compiled;
    EXPECT_EQ(outcome.problem, "")
        << "kernel " << trial.kernel << " for " << trial.arch << " of\n"
        << trial.text;
  }
  EXPECT_GT(compiled, tried / 10); // some are broken so little that they work
  EXPECT_LT(compiled, tried);
}

/// Failures that differ in numbers and names alone are of one kind.
std::string kindOf(const std::string &problem) {
  std::string kind;
  size_t at = problem.find("Assertion");
  if (at == std::string::npos)
    at = problem.find("SUMMARY");
  for (const char *quotes : {"error   :", "fatal   :"}) // of ptxas
    if (at == std::string::npos)
      at = problem.find(quotes);
  for (char c : problem.substr(at == std::string::npos ? 0 : at, 150))
    if (c == '\n')
      break;
    else if (!isdigit(static_cast<unsigned char>(c)))
      kind += isalpha(static_cast<unsigned char>(c)) ? c : '-';
  return kind;
}

TEST(CompilerFuzzTest, ForAsLongAsAsked) {
  const char *seconds = getenv("TQ_FUZZ_SECONDS");
  const char *folder = getenv("TQ_FUZZ_FOLDER");
  if (!seconds || !folder)
    GTEST_SKIP() << "TQ_FUZZ_SECONDS and TQ_FUZZ_FOLDER are not set";
  ASSERT_FALSE(llvm::sys::fs::create_directories(folder));
  std::string ptxas; // which takes longer than all the rest
  if (auto found = llvm::sys::findProgramByName("ptxas"))
    ptxas = *found;
  std::vector<CorpusKernel> corpus = corpusOfKernels();
  using Clock = std::chrono::steady_clock;
  auto end = Clock::now() + std::chrono::seconds(atoi(seconds));
  std::map<std::string, unsigned> kinds;
  std::string path = scratchPath();
  unsigned tried = 0, compiled = 0;
  for (; Clock::now() < end; ++tried) {
    Trial trial = makeTrial(corpus, firstSeed() + tried);
    Outcome outcome = inChild(
        [&] { return compileHere(trial, tried % 4 ? "" : ptxas, path); }, path);
    compiled += outcome.compiled;
    if (outcome.problem.empty())
      continue;
    std::string kind = kindOf(outcome.problem);
    if (kinds[kind]++)
      continue;
    std::string name = std::string(folder) + "/" +
                       std::to_string(firstSeed() + tried) + "-" +
                       kind.substr(0, 60);
    std::ofstream(name + ".tq") << trial.text;
    std::ofstream(name + ".txt") << "tqc " << name << ".tq:" << trial.kernel
                                 << " --arch=" << trial.arch << "\n"
                                 << outcome.problem << "\n";
  }
  printf("%u kernels tried, %u compiled, %zu kinds of failure\n", tried,
         compiled, kinds.size());
  for (auto &[kind, count] : kinds)
    printf("%6u %s\n", count, kind.c_str());
}

} // namespace
