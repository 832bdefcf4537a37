//===- ReduceCommand.cpp - tq-reduce --------------------------------------===//

#include "tools/tq-fuzz/ReduceCommand.h"

#include "runtime/image/ReadFile.h"
#include "tools/tq-fuzz/ReduceIr.h"
#include "tools/tq-fuzz/ReduceSource.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace tqc::fuzz {

static void writeFile(const std::string &path, const std::string &text) {
  std::ofstream(path, std::ios::binary) << text;
}

static std::string extensionOf(const std::string &path) {
  size_t dot = path.rfind('.'), slash = path.rfind('/');
  bool hasOne =
      dot != std::string::npos && (slash == std::string::npos || dot > slash);
  return hasOne ? path.substr(dot) : "";
}

/// "k.tq" becomes "k.small.tq".
static std::string smallNameOf(const std::string &path) {
  std::string extension = extensionOf(path);
  return path.substr(0, path.size() - extension.size()) + ".small" + extension;
}

void reduceRequest(LaunchRequest &request, Fault fault, Judges judges,
                   double patience, int tries) {
  std::ifstream file(request.file);
  std::string source((std::istreambuf_iterator<char>(file)), {});
  LaunchRequest trial = request;
  trial.file = smallNameOf(request.file);
  auto stillFails = [&](const Reduction &smaller) {
    writeFile(trial.file, smaller.source);
    trial.values = smaller.values;
    return tryKernel(trial, judges, patience).fault == fault;
  };
  Reduction small = reduce({source, request.values}, stillFails, tries);
  writeFile(trial.file, small.source);
  trial.values = std::move(small.values);
  request = std::move(trial);
}

//===----------------------------------------------------------------------===//
// As long as a command succeeds
//===----------------------------------------------------------------------===//

/// `path` as one word of the shell.
static std::string quoted(const std::string &path) {
  std::string text = "'";
  for (char c : path)
    text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

static bool succeeds(const std::string &command, const std::string &path) {
  std::string all = "{ " + command + " " + quoted(path) + "; } >&2";
  return std::system(all.c_str()) == 0;
}

/// Makes IR or a source smaller while a command still succeeds on it.
static int reduceByCommand(const CommandLine &line, int tries) {
  if (line.positional.size() != 1)
    return usageError("with --test, FILE is all that is wanted");
  const std::string &path = line.positional[0], command = line.value("test");
  Result<std::string> text = readFile(path, /*takesStdin=*/false);
  if (!text)
    return usageError(path + ": " + text.error().message);
  if (!succeeds(command, path)) {
    std::printf("%s: --test fails as it is, so there is nothing to keep\n",
                path.c_str());
    return kExitWrong;
  }
  std::string out = smallNameOf(path);
  auto stillFails = [&](const std::string &smaller) {
    writeFile(out, smaller);
    return succeeds(command, out);
  };
  Result<std::string> small =
      extensionOf(path) == ".mlir"
          ? reduceIr(*text, stillFails, tries)
          : Result<std::string>(reduce(
                                    {*text, {}},
                                    [&](const Reduction &smaller) {
                                      return stillFails(smaller.source);
                                    },
                                    tries)
                                    .source);
  if (!small)
    return usageError(path + ": " + small.error().message);
  writeFile(out, *small);
  std::printf("%s\n", out.c_str());
  return kExitPass;
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

static int runReduce(const CommandLine &line) {
  Result<int64_t> tries =
      parseInteger(line.value("tries", "2000"), "--tries", 1, 1 << 30);
  if (!tries)
    return usageError(tries.error().message);
  if (line.has("test"))
    return reduceByCommand(line, int(*tries));
  Result<LaunchRequest> request = readLaunchRequest(line);
  if (!request)
    return usageError(request.error().message);
  request->arch = line.value("arch", "sm_80");
  Result<CodeChoices> choices = choicesFromOptions(line);
  if (!choices)
    return usageError(choices.error().message);
  request->choices = std::move(*choices);
  TrialResult result = tryKernel(*request, Judges::OnCpu, /*seconds=*/60);
  if (!isOurs(result.fault)) {
    std::printf("%s shows no fault of the compiler or the emulator: %s\n",
                request->file.c_str(), result.text.c_str());
    return kExitWrong;
  }
  reduceRequest(*request, result.fault, Judges::OnCpu, /*patience=*/60,
                int(*tries));
  std::printf("%s\n", request->file.c_str());
  return kExitPass;
}

const Command kReduceCommand = {
    "reduce",
    "FILE[:NAME] [options] [NAME=VALUE ...]",
    "make a source or IR that shows a fault small",
    "Takes lines out of a source (.tq, .py) as long as `tq-run blame`, with "
    "the "
    "same\narguments, blames the compiler or the emulator. Writes "
    "FILE.small.tq.\n\nWith --test, takes lines out of a source, or ops out of "
    "IR (.mlir), as long as a\ncommand succeeds that is given the file as its "
    "last word:\n\n"
    "  tq-reduce k.mlir --test 'not tq-opt --tq-fold-sums'\n",
    {{"grid", "X[,Y[,Z]]", "programs in each direction"},
     TQC_ARCH_OPTION,
     TQC_DISABLE_OPTION,
     {"seed", "N", "of rand; default: 0"},
     {"test", "COMMAND", "keep what this says of the file: its success"},
     {"tries", "N", "ask at most so often; default: 2000"}},
    runReduce};

} // namespace tqc::fuzz
