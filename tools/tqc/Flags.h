//===- Flags.h - The command line of tqc ------------------------*- C++ -*-===//

#ifndef TQC_TOOLS_TQC_FLAGS_H
#define TQC_TOOLS_TQC_FLAGS_H

#include "compiler/driver/Phases.h"

#include "llvm/Support/CommandLine.h"

#include <string>

namespace tqc {

/// What `--emit` can ask for: the phases of Phases.h in their order, then what
/// is made of PTX.
enum class Emit : unsigned { Ptx = 6, Cubin, Sass, Header };
static_assert(unsigned(Emit::Ptx) == unsigned(PhaseId::Ptx));

struct EmitChoice {
  Emit value;
  llvm::StringLiteral name;
  llvm::StringLiteral gives;
};
inline constexpr EmitChoice kBeyondPtx[] = {
    {Emit::Cubin, "cubin", "machine code, by ptxas or libnvJitLink"},
    {Emit::Sass, "sass", "machine code as text, by nvdisasm"},
    {Emit::Header, "header",
     "a C++ header with the PTX and what a launch needs"},
};

/// All flags of tqc, in one place. Made once a process, since LLVM's registry
/// of flags is global.
struct Flags {
  llvm::cl::OptionCategory what{"What to do"};
  llvm::cl::OptionCategory kernel{"What the kernel gets"};
  llvm::cl::OptionCategory look{"Look inside"};

  llvm::cl::list<std::string> inputs;
  llvm::cl::opt<std::string> output;
  llvm::cl::opt<Emit> emit;
  llvm::cl::opt<std::string> arch;
  llvm::cl::opt<std::string> ptxVersion;
  llvm::cl::list<std::string> includes;
  llvm::cl::list<std::string> disable;
  llvm::cl::list<std::string> plan;
  llvm::cl::opt<bool> strict;

  llvm::cl::opt<std::string> signature;
  llvm::cl::list<std::string> defines;
  llvm::cl::opt<int> numWarps;
  llvm::cl::opt<int> numStages;
  llvm::cl::opt<int> numCtas;

  llvm::cl::opt<bool> debug;
  llvm::cl::opt<bool> strictTriton;
  llvm::cl::opt<std::string> explain;
  llvm::cl::opt<std::string> explore;
  llvm::cl::opt<std::string> remarks;
  llvm::cl::opt<std::string> dumpPhases;
  llvm::cl::opt<bool> validatePhases;
  llvm::cl::opt<bool> time;
  llvm::cl::opt<bool> locations;
  llvm::cl::opt<bool> noLineInfo;
  llvm::cl::opt<bool> json;
  llvm::cl::opt<std::string> explainError;
  llvm::cl::extrahelp examples, optimizations;

  Flags();
};

/// Examples, exit codes and optimisations: what the help says after the flags.
std::string wordsAfterFlags();

/// Parses the command line; false after a message on stderr.
bool parseFlags(Flags &flags, int argc, char **argv);

} // namespace tqc

#endif // TQC_TOOLS_TQC_FLAGS_H
