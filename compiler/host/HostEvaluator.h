//===- HostEvaluator.h - Evaluates the statements of a launcher -*- C++ -*-===//
//
// Python's evaluation over the tree, within what a launcher may do. A function
// that returns a Maybe has reported an error if it returns nothing; the run
// then ends, so that the first error is the only one.
//
//   HostEvaluator.cpp    names, attributes, errors with the call stack
//   EvaluateModule.cpp   the names of a file, imports
//   EvaluateExpr.cpp     expressions
//   EvaluateStmt.cpp     statements and assignment
//   EvaluateTry.cpp      exceptions
//   EvaluateCall.cpp     functions and their arguments
//   HostClasses.cpp      classes and their objects
//   EvaluateLaunch.cpp   kernel[grid](...), decorators of kernels
//   HostArith.cpp        arithmetic and comparisons of numbers
//   HostIterators.cpp    comprehensions, zip and the like
//   HostFormat.cpp       f-strings and other formats
//   Host*.cpp            what the tables of HostBuiltins.def name
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_HOST_HOSTEVALUATOR_H
#define TQC_COMPILER_HOST_HOSTEVALUATOR_H

#include "compiler/host/Host.h"
#include "compiler/host/HostMessages.h"
#include "compiler/host/HostObjects.h"
#include "compiler/syntax/PythonFormat.h"

#include "llvm/ADT/StringMap.h"

namespace tqc::host {

class HostEvaluator;
struct IteratorObject;

/// No text or collection of a launcher is longer, no loop over a range either.
inline constexpr int64_t kMaxElements = 1'000'000;
/// Tuples and lists inside each other, iterators too.
inline constexpr unsigned kMaxNesting = 200;

/// The arguments of a call, evaluated, with the places they came from.
struct CallArguments {
  Span at; ///< the whole call
  std::vector<std::pair<HostValue, Span>> positional;
  struct Named {
    std::string name;
    HostValue value;
    Span at;
  };
  std::vector<Named> named;
};

/// The arguments of a builtin, bound to the names of its signature.
struct HostArgs {
  Span at;
  HostValue receiver; ///< of a method
  std::map<std::string, std::pair<HostValue, Span>> values;
  std::vector<std::pair<HostValue, Span>> rest; ///< of `*name`
  /// Of `**`, in the order of the call.
  std::vector<std::pair<std::string, HostValue>> extra;

  bool has(const char *name) const { return values.count(name); }
  /// None if it was not given.
  HostValue get(const char *name) const {
    auto found = values.find(name);
    return found == values.end() ? HostValue() : found->second.first;
  }
  Span where(const char *name) const {
    auto found = values.find(name);
    return found == values.end() ? at : found->second.second;
  }
};

using Handler = Maybe (*)(HostEvaluator &, const HostArgs &);

/// A function of the tables. The signature is Python's, with "=" for a
/// parameter that may be left out and "/" before one that has no keyword:
/// "x, *rest, key=".
struct BuiltinRow {
  const char *path;
  const char *signature;
  Handler handler;
};
struct MethodRow {
  HostValue::Kind kind;
  const char *name;
  const char *signature;
  Handler handler;
};

const BuiltinRow *findBuiltin(llvm::StringRef path);
const MethodRow *findMethod(HostValue::Kind kind, llvm::StringRef name);
/// The names below a namespace, for suggestions.
std::vector<std::string> namesIn(llvm::StringRef path);
std::vector<std::string> methodsOf(HostValue::Kind kind);
/// The module of that path as a value.
HostValue makeNamespace(llvm::StringRef path);
/// What `path`.`name` is, or nothing (without an error).
Maybe memberOf(llvm::StringRef path, llvm::StringRef name);
/// Whether "torch.cuda" is one of the modules of the tables.
bool isNamespace(llvm::StringRef path);

struct BuiltinObject : HostObject {
  const BuiltinRow *row = nullptr;
  std::string name() const { return row->path; }
};
struct MethodObject : HostObject {
  const MethodRow *row = nullptr;
  HostValue receiver;
  std::string name() const { return row->name; }
};
struct ConfigObject : HostObject {
  KernelConfig config;
};

/// c.kwargs, c.num_warps, ...; nothing if a configuration has no such fact.
Maybe configFact(const KernelConfig &config, llvm::StringRef name);

/// A value that is a number, for Python's arithmetic.
python::Number numberOf(const HostValue &value);

enum class Flow : uint8_t { Next, Break, Continue, Return, Failed };

class HostEvaluator {
public:
  HostEvaluator(DiagEngine &diags, Device &device, KernelLauncher &launcher)
      : diags(diags), device(device), launcher(launcher) {}
  ~HostEvaluator();
  HostEvaluator(const HostEvaluator &) = delete;
  HostEvaluator &operator=(const HostEvaluator &) = delete;

  //===-- Entry -----------------------------------------------------------===//
  Maybe callGlobal(const ast::Module &module, llvm::StringRef name,
                   llvm::ArrayRef<HostValue> arguments,
                   llvm::ArrayRef<Interpreter::Keyword> keywords);
  Maybe global(const ast::Module &module, llvm::StringRef name);
  /// Breaks the cycles of functions and the scopes that hold them.
  void dropScopes();

  //===-- Errors ----------------------------------------------------------===//
  /// Reports, with the calls that led here as notes.
  Diag &error(DiagCode code, Span at, std::string message);
  void addCallStack(Diag &diag) const;
  /// The same for what is an exception in Python too: `try` may catch it.
  Diag &raise(ExceptionObject exception, DiagCode code, Span at,
              std::string message);
  /// Reports that a device call did not work.
  std::nullopt_t deviceError(Span at, llvm::StringRef what,
                             const Error &problem);

  //===-- Calls -----------------------------------------------------------===//
  Maybe call(const HostValue &callee, CallArguments arguments);
  Maybe makeNamedTuple(const HostValue &callee, const CallArguments &arguments);
  /// Calls with positional arguments that have no places of their own.
  Maybe callSimply(const HostValue &callee, std::vector<HostValue> arguments,
                   Span at);

  //===-- Operators -------------------------------------------------------===//
  Maybe unary(ast::UnaryOp op, const HostValue &value, Span at);
  Maybe binary(ast::BinaryOp op, const HostValue &a, const HostValue &b,
               Span at);
  /// Nothing if an error was reported.
  std::optional<bool> compare(ast::CompareOp op, const HostValue &a,
                              const HostValue &b, Span at);
  /// Whether two elements are one object or equal, as `in` asks.
  std::optional<bool> matches(const HostValue &a, const HostValue &b, Span at);
  std::optional<bool> truth(const HostValue &value, Span at);
  Maybe format(const HostValue &value, llvm::StringRef spec, Span at);
  Maybe formatPercent(llvm::StringRef text, const HostValue &values, Span at);
  /// A number as a value, or the error that says why there is none.
  Maybe number(const python::NumberResult &result, Span at);

  //===-- Values ----------------------------------------------------------===//
  /// The elements of what `for` can run over.
  std::optional<std::vector<HostValue>> elementsOf(const HostValue &value,
                                                   Span at);
  Maybe attribute(const HostValue &value, llvm::StringRef name, Span at);
  /// What an object, class, `super()` or `ctx` has by that name; null, without
  /// an error, if that is nothing.
  std::optional<Maybe> memberOfObject(const HostValue &value,
                                      llvm::StringRef name, Span at);
  Maybe bindMember(const ClassObject::Member &member, const HostValue &receiver,
                   Span at);
  /// The class and the object of the method that is running.
  std::pair<std::shared_ptr<ClassObject>, HostValue> currentMethod() const;
  Maybe subscript(const HostValue &value, const HostValue &index, Span at,
                  Span indexAt);
  /// Moves the clauses of a comprehension on to their next combination, false
  /// at the end; `running` are the iterators of the clauses.
  std::optional<bool>
  nextOfClauses(const ast::ComprehensionExpr &expr,
                const std::shared_ptr<Scope> &scope,
                std::vector<std::shared_ptr<IteratorObject>> &running);
  Maybe evaluateIn(const ast::Expr *expr, const std::shared_ptr<Scope> &scope) {
    return evaluate(expr, scope);
  }
  /// An integer argument, or an error that calls it `what`.
  std::optional<int64_t> integer(const HostValue &value, Span at,
                                 llvm::StringRef what);
  /// Whether a text or collection of `size` may be made; reports if not.
  bool mayHave(HostInt size, Span at);
  /// Whether `container` may get `element`: not if that holds the container, so
  /// that no value holds itself and all memory comes back. Reports if not.
  bool mayHold(const HostValue &container, const HostValue &element, Span at);

  //===-- Tensors ---------------------------------------------------------===//
  enum class Fill : uint8_t { Poison, Zero };
  std::optional<TensorValue> allocate(DType type, std::vector<int64_t> shape,
                                      Fill fill, Span at);
  Maybe contiguousCopy(const TensorValue &tensor, Span at);
  /// A copy with strides that have no gaps.
  Maybe copyWith(const TensorValue &tensor, std::vector<int64_t> strides,
                 Span at);
  Maybe subscriptTensor(const TensorValue &tensor, const HostValue &index,
                        Span at, Span indexAt);

  DiagEngine &diags;
  Device &device;
  KernelLauncher &launcher;
  llvm::raw_ostream *output = nullptr;
  /// The variable that the value of this statement goes to: what a new tensor
  /// is called.
  std::string assignedName;
  unsigned gradientsOff = 0; ///< inside of so much that keeps none
  uint64_t nextGradientNode = 0;
  std::optional<HostValue> raised; ///< the exception that the last error is

private:
  struct Frame {
    std::string name;
    Span calledAt;
    std::shared_ptr<ClassObject> owner; ///< of a method
    HostValue self;
  };
  struct Depth {
    explicit Depth(unsigned &depth) : depth(depth) { ++depth; }
    ~Depth() { --depth; }
    unsigned &depth;
  };
  using ScopePtr = std::shared_ptr<Scope>;

  //===-- Names -----------------------------------------------------------===//
  ScopePtr moduleScope(const ast::Module &module);
  ScopePtr newScope(ScopePtr parent);
  Maybe lookUp(const ScopePtr &scope, llvm::StringRef name, Span at);
  Maybe builtinName(llvm::StringRef name);
  Maybe use(const HostValue &value, Span at);
  const std::set<std::string> &localsOf(const ast::FunctionStmt *function);
  void runModule(const ast::Module &module, const ScopePtr &scope);
  bool runModuleBlock(const ast::Block &block, const ScopePtr &scope);
  bool runModuleStmt(const ast::Stmt *stmt, const ScopePtr &scope);
  bool runModuleTry(const ast::TryStmt *stmt, const ScopePtr &scope);
  bool runLeniently(const ast::Stmt *stmt, const ScopePtr &scope);
  bool changesSomething(const ast::ExprStmt *stmt, const ScopePtr &scope);
  std::string importProblem(const ast::Stmt *stmt, const ScopePtr &scope);
  bool bindImport(const ast::ImportStmt *stmt, const ScopePtr &scope);
  bool bindImportFrom(const ast::ImportFromStmt *stmt, const ScopePtr &scope);
  void bindUnknown(const ast::Stmt *stmt, const ScopePtr &scope,
                   std::optional<Diag> why);

  //===-- Statements ------------------------------------------------------===//
  Flow run(const ast::Block &block, const ScopePtr &scope);
  Flow run(const ast::Stmt *stmt, const ScopePtr &scope);
  Flow runFor(const ast::ForStmt *stmt, const ScopePtr &scope);
  Flow runWhile(const ast::WhileStmt *stmt, const ScopePtr &scope);
  Flow runAssert(const ast::AssertStmt *stmt, const ScopePtr &scope);
  Flow runRaise(const ast::RaiseStmt *stmt, const ScopePtr &scope);
  Flow runTry(const ast::TryStmt *stmt, const ScopePtr &scope);
  Flow runHandled(const ast::TryStmt *stmt, const ScopePtr &scope);
  bool runDelete(const ast::DeleteStmt *stmt, const ScopePtr &scope);
  bool runAugAssign(const ast::AugAssignStmt *stmt, const ScopePtr &scope);
  std::optional<bool> contains(const HostValue &container,
                               const HostValue &item, Span at);
  std::optional<bool> compareOrder(ast::CompareOp op, const HostValue &a,
                                   const HostValue &b, Span at);
  Maybe augmented(const ast::AugAssignStmt *stmt, const HostValue &old,
                  const HostValue &operand);
  bool assign(const ast::Expr *target, HostValue value, const ScopePtr &scope);
  bool unpack(llvm::ArrayRef<ast::Expr *> targets, const HostValue &value,
              Span at, const ScopePtr &scope);
  bool assignItem(const HostValue &object, const HostValue &index,
                  HostValue value, Span at);
  Maybe makeFunction(const ast::FunctionStmt *stmt, const ScopePtr &scope);
  bool assignAttribute(const HostValue &object, llvm::StringRef name,
                       HostValue value, Span at);
  Flow runWith(const ast::WithStmt *stmt, const ScopePtr &scope);
  /// What becomes of a function below its decorators.
  Maybe decorate(HostValue function, const ast::FunctionStmt &def,
                 const ScopePtr &scope);
  Maybe makeClass(const ast::ClassStmt *stmt, const ScopePtr &scope);
  bool takeBase(const HostValue &base, Span at, ClassObject &type);
  bool step(Span at);

  //===-- Expressions -----------------------------------------------------===//
  Maybe evaluate(const ast::Expr *expr, const ScopePtr &scope);
  Maybe evaluateKind(const ast::Expr *expr, const ScopePtr &scope);
  std::optional<bool> condition(const ast::Expr *expr, const ScopePtr &scope);
  std::optional<std::vector<HostValue>>
  evaluateAll(llvm::ArrayRef<ast::Expr *> exprs, const ScopePtr &scope);
  Maybe evaluateCompare(const ast::CompareExpr *expr, const ScopePtr &scope);
  Maybe evaluateBoolOp(const ast::BoolOpExpr *expr, const ScopePtr &scope);
  Maybe evaluateCall(const ast::CallExpr *expr, const ScopePtr &scope);
  Maybe evaluateDict(const ast::DictExpr *expr, const ScopePtr &scope);
  Maybe evaluateSlice(const ast::SliceExpr *expr, const ScopePtr &scope);
  Maybe evaluateLambda(const ast::LambdaExpr *expr, const ScopePtr &scope);
  Maybe evaluateComprehension(const ast::ComprehensionExpr *expr,
                              const ScopePtr &scope);
  std::optional<std::string>
  evaluateFString(const std::vector<ast::FStringExpr::Part> &parts,
                  const ScopePtr &scope);
  bool collectArguments(const ast::CallExpr *expr, const ScopePtr &scope,
                        CallArguments &arguments);
  /// As evaluate, but what stood above a kernel or in its parameters keeps the
  /// value that it had when the kernel was defined.
  Maybe evaluateEarly(const ast::Expr *expr, const ScopePtr &scope);
  void keepEarly(const ast::FunctionStmt &kernel, const ScopePtr &scope);

  //===-- Calls -----------------------------------------------------------===//
  Maybe instantiate(const HostValue &callee, CallArguments arguments);
  Maybe callInstance(const HostValue &callee, CallArguments arguments);
  Maybe callFunction(const HostValue &callee, const FunctionObject &function,
                     CallArguments &arguments);
  bool bindFunction(const FunctionObject &function, CallArguments &arguments,
                    Scope &scope);
  Maybe callBuiltin(llvm::StringRef name, const char *signature,
                    Handler handler, const HostValue &receiver,
                    CallArguments &arguments);
  bool bindBuiltin(llvm::StringRef name, const char *signature,
                   CallArguments &arguments, HostArgs &bound);

  //===-- Launches --------------------------------------------------------===//
  /// What stands above a kernel, evaluated.
  struct KernelDecorators {
    std::vector<KernelConfig> configs;
    std::vector<std::string> key, resetToZero, restoreValue;
    struct Heuristic {
      std::string name;
      HostValue function;
      Span at;
    };
    std::vector<Heuristic> heuristics;
    /// prune_configs_by: functions or None, and a number or None.
    struct Pruning {
      HostValue early, model, best;
      Span at;
    } pruning;
  };
  struct LaunchState;
  Maybe launchKernel(const LaunchableObject &launchable,
                     CallArguments &arguments);
  Maybe warmUpKernel(const LaunchableObject &launchable,
                     CallArguments &arguments);
  /// Null if an error was reported.
  std::shared_ptr<LaunchState> prepareLaunch(const LaunchableObject &launchable,
                                             CallArguments &arguments);
  bool bindLaunch(CallArguments &arguments,
                  const std::vector<std::string> &known, LaunchState &state);
  std::nullopt_t launchError(const LaunchState &state, size_t mark,
                             const std::string &problem);
  bool readDecorators(const KernelObject &kernel, KernelDecorators &result);
  bool readAutotune(const ast::CallExpr *call, const ScopePtr &scope,
                    KernelDecorators &result);
  bool readPruning(const HostValue &value, Span at, KernelDecorators &result);
  bool pruneConfigs(KernelDecorators &decorators,
                    const std::vector<std::string> &parameters,
                    const CallArguments &given);
  bool pruneEarly(KernelDecorators &decorators, HostValue named,
                  const CallArguments &given);
  bool pruneByModel(KernelDecorators &decorators, size_t all,
                    const CallArguments &arguments);
  std::optional<double> modelledTime(const HostValue &model, Span at,
                                     const KernelConfig &config,
                                     CallArguments arguments);
  bool readHeuristics(const ast::CallExpr *call, const ScopePtr &scope,
                      KernelDecorators &result);
  bool useConfigs(std::vector<KernelConfig> configs, LaunchState &state);
  bool takeLaunchOptions(CallArguments &arguments, KernelCall &call);
  bool takeDebug(const CallArguments::Named &named, KernelCall &call);
  std::optional<KernelCall> resolve(const LaunchState &state,
                                    const KernelConfig *config);
  std::optional<std::array<HostInt, 3>> evaluateGrid(const LaunchState &state,
                                                     const KernelCall &call);
  bool checkArgument(const KernelCall::Argument &argument);

  std::map<const ast::Module *, ScopePtr> modules; // looked up, never iterated
  std::map<const ast::FunctionStmt *, std::set<std::string>> locals; // same
  std::map<const ast::Expr *, HostValue> early;                      // same
  std::vector<std::weak_ptr<Scope>> scopes;
  std::vector<Frame> frames;
  HostValue returned;
  void takeBack(size_t mark);
  std::vector<RaisedException> handled; ///< by the handlers that run
  unsigned depth = 0;
  uint64_t steps = 0;
};

} // namespace tqc::host

#endif // TQC_COMPILER_HOST_HOSTEVALUATOR_H
