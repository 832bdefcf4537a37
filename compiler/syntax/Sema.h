//===- Sema.h - What a kernel means -----------------------------*- C++ -*-===//
//
// Sema evaluates the tree of a kernel for one specialisation, as Triton does:
// compile-time values are computed, `if` on a constexpr takes one branch,
// helpers are inlined, and every run-time operation is typed by Triton's rules
// and handed to a TileBuilder.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_SYNTAX_SEMA_H
#define TQC_COMPILER_SYNTAX_SEMA_H

#include "compiler/syntax/AST.h"
#include "compiler/syntax/Diagnostics.h"
#include "compiler/syntax/TileBuilder.h"

#include <map>
#include <optional>

namespace tqc {

/// How one parameter is specialised: a run-time type, or a constant.
struct ArgumentSpec {
  std::string name;
  bool isConstant = false;
  /// Run-time: the type and what is known of the value.
  TileType type;
  int64_t divisibility = 1;
  /// Of a pointer: no other argument leads to the memory that it leads to.
  bool isRestrict = false;
  /// Constant: a literal of the language ("1024", "True", "None", "0.5",
  /// "'ieee'", "tl.float16"), parsed and evaluated in the kernel's module.
  std::string constant;
  /// The default value that the constant is; null if it comes from elsewhere.
  const ast::Expr *defaultValue = nullptr;
  /// A tuple: what its elements are. Each has its field's name if `isNamed`,
  /// else its index. A run-time element is a parameter of its own, "pair.x".
  bool isTuple = false, isNamed = false;
  std::vector<ArgumentSpec> parts;
};

/// The deepest pipeline that can be asked for; real ones have up to 8 stages.
inline constexpr int kMaxStages = 64;
/// The most that can be asked for: CTAs of a cluster, and registers of a
/// thread.
inline constexpr int kMostClusterCtas = 16, kMostRegisters = 256;

/// What a kernel checks while it runs: assertions, and with Triton's
/// `debug=True` also that integers do not overflow.
enum class DebugChecks : uint8_t { None, Asserts, All };

/// What is fixed before a kernel is analysed. Made by resolveSpecialization.
struct Specialization {
  std::vector<ArgumentSpec> arguments; ///< one per parameter, in order
  int numWarps = 4;
  int numStages = 3;
  int numCtas = 1;
  int maxRegisters = 0; ///< of a thread; 0: as many as the code takes
  /// What the planner shall not choose: "part=choice,part=choice", the last one
  /// of a part. The driver says what is wrong with it.
  std::string plan;
  DebugChecks checks = DebugChecks::None;
  /// How many configurations `@triton.autotune` has; 0 if that is not known.
  size_t configCount = 0;
};

/// What the command line or a launch says; empty members say nothing.
struct SpecializationRequest {
  /// Triton's positional signature: "*fp32:16, i32, 1024".
  std::string signature;
  /// -D NAME=VALUE, in order; values are literals of the language.
  std::vector<std::pair<std::string, std::string>> defines;
  std::optional<int> numWarps, numStages, numCtas, maxRegisters;
  /// As in Specialization; it comes behind that of the `# tqc:` line.
  std::string plan;
  /// Triton's `debug`: all checks, or none.
  std::optional<bool> debug;
  /// Check assertions where neither `debug` nor the kernel says anything.
  bool assertsByDefault = false;
  /// Which configuration of `@triton.autotune` gives the rest; the last one if
  /// there are not so many.
  size_t config = 0;
  /// Whether one gives it. A launch under a configuration has all of that one:
  /// where it says no number of warps, the first one's are not meant.
  bool takesConfig = true;
  /// Types and hints that the actual arguments of a launch have; they beat
  /// everything else. A run-time integer may carry its value in `constant`,
  /// with `isConstant` false: 1 then becomes a constant unless the kernel
  /// forbids it (do_not_specialize), and heuristics may ask for it.
  std::map<std::string, ArgumentSpec> actual;
};

/// All kernels (`@triton.jit` functions) of a module in order.
std::vector<const ast::FunctionStmt *> findKernels(const ast::Module &module);

/// Loads other files for imports: gives the text, or nothing.
using ImportLoader = std::function<
    std::optional<std::pair<std::string /*file name*/, std::string /*text*/>>(
        const SourceFile &from, unsigned dots, llvm::StringRef modulePath)>;

/// Everything the analysis of one compilation shares.
struct SemaContext {
  SourceManager &sources;
  DiagEngine &diags;
  ImportLoader loadImport;
  /// Text that tl.static_print wrote, in order.
  std::function<void(llvm::StringRef)> staticPrint;
  /// The target, for `tl.target_info` and refusals: 75, 80, 86, 89, 90.
  int computeCapability = 80;
  /// Refuse what Triton refuses, though it would compile.
  bool strictTriton = false;
};

/// Combines, first that applies: the actual argument, --signature or -D, the
/// parameter's annotation, the `# tqc:` line, the default value. Says what is
/// missing. Nothing if an error was reported.
std::optional<Specialization>
resolveSpecialization(SemaContext &context, const ast::Module &module,
                      const ast::FunctionStmt &kernel,
                      const SpecializationRequest &request);

/// Evaluates the kernel; calls `builder` from beginKernel to endKernel. False
/// if an error was reported (the builder's work is then to be thrown away).
bool analyzeKernel(SemaContext &context, const ast::Module &module,
                   const ast::FunctionStmt &kernel,
                   const Specialization &specialization, TileBuilder &builder);

} // namespace tqc

#endif // TQC_COMPILER_SYNTAX_SEMA_H
