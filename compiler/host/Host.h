//===- Host.h - Runs the launchers of a .tq file ----------------*- C++ -*-===//
//
// A launcher is a plain `def` of a `.tq` file: what a Triton user writes around
// a kernel. The Interpreter evaluates it; at `kernel[grid](...)` it binds the
// arguments and hands a KernelCall to the KernelLauncher, which compiles the
// kernel for these arguments and runs it.
//
//     struct MyLauncher : KernelLauncher {
//       Status launch(const ast::FunctionStmt &kernel, const KernelCall &call,
//                     DiagEngine &diags) override;
//     };
//     Interpreter interpreter(diags, device, launcher);
//     Result<HostValue> out =
//         interpreter.call(module, "vector_add", {x, y}); // tensors
//
// The interpreter computes no tensor values: kernels do that.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_HOST_HOST_H
#define TQC_COMPILER_HOST_HOST_H

#include "compiler/host/HostValue.h"
#include "compiler/syntax/AST.h"
#include "compiler/syntax/Diagnostics.h"
#include "runtime/image/KernelImage.h"
#include "runtime/image/Result.h"

#include <array>
#include <functional>
#include <memory>
#include <optional>

namespace tqc {

/// One `triton.Config` of an autotuned kernel.
struct KernelConfig {
  std::vector<std::pair<std::string, HostValue>> values; ///< BLOCK_M: 128, …
  std::optional<int> numWarps, numStages, numCtas, maxRegisters;
  std::string plan; ///< "part=choice,…", which only `tq-run tune` tries

  /// "BLOCK_M: 128, num_warps: 4", as Triton prints it.
  std::string describe() const;
  /// "BLOCK_M=128 num_warps=4", as a `# tqc:` line has it.
  std::string words() const;
};

/// A launch whose arguments are bound to the kernel's parameters.
struct KernelCall {
  /// One argument of the kernel.
  struct Argument {
    std::string name; ///< of the parameter
    HostValue value;  ///< a number, None, a string, a dtype, a tensor, a tuple
    Span at;          ///< the expression that gave it, for messages
    bool isConstexpr; ///< its annotation says `tl.constexpr`
  };

  const ast::Module *module = nullptr;      ///< where the kernel stands
  Span at;                                  ///< the launch
  std::array<uint32_t, 3> grid = {1, 1, 1}; ///< no entry is 0
  std::vector<Argument> arguments;          ///< one a parameter, in their order
  std::optional<int> numWarps, numStages, numCtas, maxRegisters;
  std::string plan;          ///< of the configuration
  bool isConfigured = false; ///< all that a configuration says is here
  std::optional<bool> debug; ///< Triton's option: check while it runs

  /// The configurations of `@triton.autotune`, empty without it. Arguments,
  /// grid and options above are those of the first one.
  std::vector<KernelConfig> configs;
  std::vector<std::string> key; ///< arguments that the choice depends on
  /// Tensors whose contents an autotuner resets or restores between runs.
  std::vector<std::string> resetToZero, restoreValue;
  /// The same call under configs[i]: heuristics and the grid depend on it.
  /// Nothing if an error was reported. Valid during launch().
  std::function<std::optional<KernelCall>(size_t i)> forConfig;

  const Argument *find(llvm::StringRef name) const;
};

/// Compiles and runs kernels; implemented by the driver.
class KernelLauncher {
public:
  virtual ~KernelLauncher() = default;

  /// Errors that have a place go to `diags`; the interpreter adds the call
  /// stack and stops. An Error without a diagnostic is put at the launch.
  virtual Status launch(const ast::FunctionStmt &kernel, const KernelCall &call,
                        DiagEngine &diags) = 0;

  /// Compiles for such a call, as launch() does, and runs nothing. The call has
  /// no grid.
  virtual Result<KernelImage> compile(const ast::FunctionStmt &kernel,
                                      const KernelCall &call,
                                      DiagEngine &diags) = 0;

  /// What the kernel is launched with instead of the configurations of its
  /// `@triton.autotune`; none: with those.
  virtual std::vector<KernelConfig>
  configsFor(const ast::FunctionStmt &kernel) {
    return {};
  }

  /// The tree of a neighbouring file: `from ..a.b import c` in `from` asks for
  /// dots 2 and "a.b". Null if there is none; the tree must stay alive.
  virtual const ast::Module *import(const SourceFile &from, unsigned dots,
                                    llvm::StringRef path) {
    return nullptr;
  }
};

class Interpreter {
public:
  /// All three must outlive the interpreter; the device also what it returns.
  Interpreter(DiagEngine &diags, Device &device, KernelLauncher &launcher);
  ~Interpreter();
  Interpreter(const Interpreter &) = delete;
  Interpreter &operator=(const Interpreter &) = delete;

  /// Where `print` writes; llvm::outs() if not set.
  void setOutput(llvm::raw_ostream &os);

  /// An argument that is passed by its name.
  using Keyword = std::pair<std::string, HostValue>;

  /// Calls a launcher with positional arguments, and some by name, and returns
  /// what it returns. The error's message is the first line of what went to the
  /// DiagEngine.
  Result<HostValue> call(const ast::Module &module, llvm::StringRef function,
                         llvm::ArrayRef<HostValue> arguments,
                         llvm::ArrayRef<Keyword> keywords = {});

  /// The value of a module-level name, such as a constant; an error if there
  /// is none.
  Result<HostValue> global(const ast::Module &module, llvm::StringRef name);

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

/// Names of the launchers of a module (functions that are neither kernels nor
/// tests), in order.
std::vector<std::string> findLaunchers(const ast::Module &module);

/// The `forward` behind "Softmax.apply", or behind the name that the file gives
/// that, `softmax = Softmax.apply`; null if `name` is none such.
const ast::FunctionStmt *findForward(const ast::Module &module,
                                     llvm::StringRef name);
/// Names of the latter kind, in order.
std::vector<std::string> findApplied(const ast::Module &module);

/// A tensor in memory that the caller owns, contiguous.
HostValue borrowedTensor(DevicePtr address, DType type,
                         std::vector<int64_t> shape);

/// The elements of a tensor in row-major order, whatever its strides. Waits
/// for the device.
Result<std::vector<uint8_t>> readTensor(Device &device,
                                        const TensorValue &tensor);

} // namespace tqc

#endif // TQC_COMPILER_HOST_HOST_H
