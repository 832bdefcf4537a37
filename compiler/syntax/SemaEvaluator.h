//===- SemaEvaluator.h - Runs the tree of a kernel --------------*- C++ -*-===//
//
// Evaluates expressions and statements in order, as Triton's code generator
// does: what is constant is computed, what is not becomes a call of the
// TileBuilder. One Evaluator serves one specialisation of one kernel.
//
//     SemaExpr.cpp        names, operators, attributes, subscripts
//     SemaNames.cpp       names, imports, packages
//     SemaModule.cpp      the top level of a file
//     SemaMutate.cpp      lists and dicts that change
//     SemaCall.cpp        arguments, inlined functions, builtins
//     SemaStmt.cpp        assignments and blocks
//     SemaBranch.cpp      `if`, early returns, the ternary
//     SemaLoop.cpp        `for`, `while`
//     SemaBuiltin*.cpp    the rows of Builtins.def
//     SemaHost.cpp        what Python has around kernels
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_SYNTAX_SEMAEVALUATOR_H
#define TQC_COMPILER_SYNTAX_SEMAEVALUATOR_H

#include "compiler/syntax/Builtins.h"
#include "compiler/syntax/ConstEval.h"
#include "compiler/syntax/SemaOps.h"

namespace tqc::sema {

/// An argument of a call.
struct Argument {
  Value value;
  Span span;
  const ast::Expr *expr = nullptr; ///< null if the compiler supplied it
};

/// A call before its arguments have found their parameters.
struct CallSite {
  Span span;
  std::vector<Argument> positional;
  std::vector<std::pair<std::string, Argument>> keywords;
};

/// A parameter of a builtin, from its signature.
struct SignatureParam {
  std::string name;
  std::optional<Value> defaultValue;
  bool isVariadic = false; ///< *name: the positional arguments that are left
  bool isKeywords = false; ///< **name: the keyword arguments that are left
};

/// A call of a builtin, its arguments in the order of its signature.
struct BoundCall {
  const BuiltinRow &row;
  Span span;
  /// Its name for messages; inside the library that of the function which the
  /// user called.
  std::string name;
  llvm::ArrayRef<SignatureParam> params;
  std::vector<Argument> arguments;

  const Argument &operator[](llvm::StringRef name) const;
  const Value &value(llvm::StringRef name) const { return (*this)[name].value; }
  std::string what() const { return "`" + name + "`"; }
  /// For operations on one argument, or on two.
  At at() const { return {span, span, span, what()}; }
  At at(llvm::StringRef lhs) const {
    return {span, (*this)[lhs].span, span, what()};
  }
  At at(llvm::StringRef lhs, llvm::StringRef rhs) const {
    return {span, (*this)[lhs].span, (*this)[rhs].span, what()};
  }
};

/// How a statement or block ended.
enum class Flow : uint8_t {
  Next,     ///< the next statement runs
  Returned, ///< it never does
  Maybe,    ///< it runs where the run-time flag `$returned` is not set
  Break,
  Continue, ///< of compile-time loops
};

class Evaluator {
public:
  Evaluator(SemaContext &context, ModuleTable &modules, TileBuilder *builder)
      : context(context), modules(modules), report(context.diags),
        ops(report, builder), inKernel(builder != nullptr),
        firstErrors(context.diags.errorCount()) {}

  /// Evaluates a kernel whose parameters already have their values.
  void runKernel(ModuleScope &scope, const ast::FunctionStmt &kernel,
                 Locals parameters);
  /// Evaluates an expression at the top level of a file.
  Value evalIn(ModuleScope &scope, const ast::Expr &expr);
  /// Calls a function with constants at the top level.
  Value invokeIn(ModuleScope &scope, const Value &callee, CallSite site);
  /// Of the specialisation: for `tl.extra.cuda.num_threads`.
  int numWarps = 4;
  DebugChecks checks = DebugChecks::None;
  /// Trees of constants that came from the command line.
  std::vector<std::unique_ptr<ast::Module>> literals;

private:
  //===--- Expressions ----------------------------------------------------===//

  Value eval(const ast::Expr *expr);
  /// Where a value is missing: somebody must have said why.
  void requireReason(Span at);
  Value evalKind(const ast::Expr *expr);
  Value evalUnary(const ast::UnaryExpr &expr);
  Value evalBinary(const ast::BinaryExpr &expr);
  Value evalCompare(const ast::CompareExpr &expr);
  /// `a < m & b < n` compares `m & b`, which nobody means; true if reported.
  bool refuseUnbracketed(const ast::CompareExpr &expr);
  Value evalBoolOp(const ast::BoolOpExpr &expr);
  Value evalConditional(const ast::ConditionalExpr &expr);
  Value evalSubscript(const ast::SubscriptExpr &expr);
  Value evalSequence(llvm::ArrayRef<ast::Expr *> elements, bool isList);
  Value evalDict(const ast::DictExpr &expr);
  Value evalFString(const ast::FStringExpr &expr);
  std::optional<std::string>
  writeParts(llvm::ArrayRef<ast::FStringExpr::Part> parts);
  Value evalComprehension(const ast::ComprehensionExpr &expr);
  void comprehend(const ast::ComprehensionExpr &expr, size_t clause,
                  std::vector<Value> &out,
                  std::vector<std::pair<Value, Value>> &entries, bool &failed);
  /// Outside of kernels: the operand that only Python knows, so that the result
  /// is one as well; else null.
  const Value *onlyPythonKnows(const Value &a, const Value &b) const;
  Value binary(ast::BinaryOp op, Value lhs, Value rhs, const At &at);
  Value compareOnce(ast::CompareOp op, Value lhs, Value rhs, const At &at);
  Value subscriptTile(const Value &tile, const Value &index,
                      const ast::SubscriptExpr &expr);
  /// "p + i" for `p[i]`
  std::string offsetText(const ast::SubscriptExpr &expr) const;
  /// What a `for` or a comprehension goes through at compile time.
  std::optional<std::vector<Value>> iterate(const Value &value, Span at);
  /// The constant truth of a condition; reports anything else.
  std::optional<bool> constantTruth(const Value &value, Span at,
                                    llvm::StringRef what);

  //===--- Names and attributes -------------------------------------------===//

  Value lookup(llvm::StringRef name, Span at);
  /// What a name of a file is after its top level has run, or as far as that
  /// has come; nothing if it has none.
  std::optional<Value> global(ModuleScope &scope, llvm::StringRef name);
  std::optional<Value> imported(ModuleScope &scope, const ast::Stmt &stmt,
                                llvm::StringRef name);
  std::optional<Value> starImported(ModuleScope &scope, llvm::StringRef name);
  std::optional<Value> importModule(ModuleScope &scope,
                                    const ast::ImportStmt &stmt,
                                    llvm::StringRef name);
  std::optional<Value> importName(ModuleScope &scope,
                                  const ast::ImportFromStmt &stmt,
                                  llvm::StringRef name);
  /// `package.name`; nothing if there is no such name.
  std::optional<Value> member(llvm::StringRef package, llvm::StringRef name);
  /// A module path as Python knows it to the package it means here.
  static std::optional<std::string> packageOf(llvm::StringRef path);
  Value attribute(const Value &value, llvm::StringRef name, Span at,
                  Span whole);
  /// Nothing, in silence, where a value has no such attribute.
  std::optional<Value> findAttribute(const Value &value, llvm::StringRef name,
                                     Span whole);
  std::optional<Value> typeAttribute(const TileType &type,
                                     llvm::StringRef name);
  std::optional<Value> tileAttribute(const Value &value, llvm::StringRef name,
                                     Span whole);
  std::optional<Value> compositeAttribute(const Value &value,
                                          llvm::StringRef name);

  //===--- The top level of a file ----------------------------------------===//

  /// How a statement of the top level ended.
  enum class TopFlow : uint8_t { Next, Break, Continue, Raised, Failed };
  void ensureRun(ModuleScope &scope);
  void bindTop(llvm::StringRef name, Value value);
  TopFlow runTop(const ast::Block &block);
  TopFlow runTop(const ast::Stmt *stmt);
  TopFlow runTopSimple(const ast::Stmt *stmt);
  TopFlow leniently(const ast::Stmt *stmt, llvm::function_ref<TopFlow()> run);
  void runTopCall(const ast::Expr *expr);
  void defineTop(const ast::FunctionStmt &function);
  void importTop(const ast::Stmt &stmt);
  TopFlow runTopFor(const ast::ForStmt &stmt);
  TopFlow runTopWhile(const ast::WhileStmt &stmt);
  TopFlow runTopIf(const ast::IfStmt &stmt);
  void mergeTop(const std::string &name, const Globals &body,
                const Globals &orElse, Span at, const char *what);
  TopFlow runTopTry(const ast::TryStmt &stmt);
  TopFlow runHandlers(const ast::TryStmt &stmt, llvm::StringRef exception);
  TopFlow undecidedTry(const ast::TryStmt &stmt, size_t at);
  bool callsUnknown(const ast::Stmt &stmt);
  std::string importProblem(const ast::Stmt &stmt);
  /// A name that no kernel can use, and why.
  static Value opaqueBecause(llvm::StringRef name, std::string why, Span at);

  //===--- Lists and dicts that change ------------------------------------===//

  /// Whether `container` may change and get `element`; if not, either an error
  /// was reported or nobody knows, and then it loses its value.
  bool mayChange(const Value &container, const Value &element, Span at);
  void forgetUndecided(Span at);
  std::optional<size_t> placeIn(const Value &list, const Value &index, Span at);
  void assignItem(const ast::SubscriptExpr &target, const Value &value);
  void deleteItem(const ast::SubscriptExpr &target);
  std::optional<Value> popItem(const Value &list, const CallSite &site);
  std::optional<Value> mutateList(const Value &self, llvm::StringRef name,
                                  const CallSite &site);
  std::optional<Value> mutateDict(const Value &self, llvm::StringRef name,
                                  const CallSite &site);
  /// A method that changes a list or dict; nothing if there is none that fits.
  std::optional<Value> mutate(const Value &self, llvm::StringRef name,
                              const CallSite &site);
  /// `lhs += rhs` of a list; false if it is none.
  bool extendInPlace(const ast::AugAssignStmt &stmt, const Value &lhs,
                     const Value &rhs);

  //===--- Calls ----------------------------------------------------------===//

  Value evalCall(const ast::CallExpr &call);
  bool evalArguments(const ast::CallExpr &call, CallSite &site);
  Value invoke(const Value &callee, CallSite site);
  Value callFunction(const Value &callee, CallSite site);
  Value callLambda(const Value &callee, CallSite site);
  Value makeNamedTuple(const Value &callee, const CallSite &site);
  Value runFunction(Frame &frame);
  bool bindParameters(const ast::FunctionStmt &function, ModuleScope &scope,
                      const CallSite &site, Locals &locals);
  Value callBuiltin(const BuiltinRow &row, CallSite site);
  /// `callee` is a method of a type.
  Value callTypeMethod(const Value &callee, const CallSite &site);
  /// What code around kernels asks Python about the GPU.
  Value hostFact(llvm::StringRef path, const CallSite &site) const;
  std::optional<BoundCall> bind(const BuiltinRow &row, CallSite site);
  /// `tl.max` where its definition in the library calls `tl.reduce`.
  std::string calledName(const BuiltinRow &row) const;
  llvm::ArrayRef<SignatureParam> signatureOf(const BuiltinRow &row);
  /// A returned constant becomes run-time, as Triton's functions do it.
  Value decayReturn(const Value &value, Span at);

  //===--- Statements -----------------------------------------------------===//

  /// `tail`: nothing of the function runs after the block.
  Flow execBlock(llvm::ArrayRef<ast::Stmt *> block, bool tail = false);
  Flow exec(const ast::Stmt *stmt);
  /// Counts what was evaluated; false, with an error, where it is more than any
  /// real kernel needs. Unrolled loops of loops would go on for hours.
  bool spend(uint64_t amount, Span at);
  bool isExhausted() const { return work > kMaxWork; }
  /// For what compiles here and not in Triton: reports it and is true where
  /// only that is wanted which both take (SemaStrict.cpp).
  bool refusedByTriton(Span at, llvm::StringRef what);
  bool isStrict();
  void checkStrictly(const ast::Expr &expr);
  void checkStrictly(const ast::Stmt &stmt);
  void checkStored(const Value &value, Span at);
  void checkCondition(const Value &value, Span at);
  bool isConstexprGlobal(llvm::StringRef name);
  Flow execReturn(const ast::ReturnStmt &stmt);
  void execAssign(const ast::AssignStmt &stmt);
  void execAnnAssign(const ast::AnnAssignStmt &stmt);
  void execAugAssign(const ast::AugAssignStmt &stmt);
  void checkUnused(const ast::CallExpr &call);
  void execAssert(const ast::AssertStmt &stmt);
  /// An assertion at run time, or a remark where nothing asks for checks.
  void checkOnDevice(const Value &condition, const std::string &message,
                     Span at);
  /// With `debug`: that the sum, difference or product of integers fits.
  void checkOverflow(ast::BinaryOp op, Value lhs, Value rhs, const At &at);
  bool isChecked(DebugChecks least);
  /// In a kernel, and not in a function that runs while compiling.
  bool isRunTimeCode() { return inKernel && !frame().isCompileTime; }
  void execWith(const ast::WithStmt &stmt);
  /// Whether what is evaluated now is code of the user that will run.
  bool isTraced();
  void traceStatement(const ast::Stmt &stmt);
  void traceName(llvm::StringRef name, const Value &value);
  void assign(const ast::Expr *target, const Value &value,
              const ast::Expr *init);
  void set(llvm::StringRef name, Value value, Span where,
           const ast::Expr *init = nullptr);
  /// Constants become run-time values when a plain name gets them.
  Value sanitize(const Value &value, Span at);

  //===--- Branches -------------------------------------------------------===//

  struct Branch {
    TileBuilder::Region region = 0;
    Locals locals;
    Flow flow = Flow::Next;
  };
  Flow execIf(const ast::IfStmt &stmt, llvm::ArrayRef<ast::Stmt *> rest,
              bool tail, bool &consumedRest);
  Value scalarCondition(const Value &value, Span at);
  /// What a branch assigns when nobody knows whether it is taken.
  void poisonBranch(llvm::ArrayRef<ast::Stmt *> block);
  Branch runBranch(llvm::ArrayRef<ast::Stmt *> body,
                   llvm::ArrayRef<ast::Stmt *> rest, bool tail);
  Flow mergeBranches(const Value &condition, Branch &whenTrue,
                     Branch &whenFalse, Span at, bool tail);
  Flow restUnlessReturned(llvm::ArrayRef<ast::Stmt *> rest, bool tail);
  /// Any run-time values of the same types, for a branch that has returned.
  Value anyLike(const Value &value);
  /// What a branch contributes for a name at the end of an `if`.
  struct Side {
    const Binding *binding = nullptr; ///< null: not defined
    bool isDead = false;              ///< the branch has returned
  };
  std::optional<Side> sideOf(const Branch &branch, llvm::StringRef name,
                             bool tail, Binding &storage);
  /// The names that an `if` gives new values, and what its branches yield.
  struct Merge {
    std::vector<std::pair<std::string, Binding>> names;
    Refs trueYields, falseYields;
    llvm::SmallVector<TileType, 4> types;
  };
  void mergeName(Merge &merge, const std::string &name, Side left, Side right,
                 Span at);
  /// Do both branches give a name one type? Reports it if not.
  bool branchesAgree(const std::string &name, const Side &left,
                     const Side &right, Span at);
  Value runtimeConditional(const Value &condition,
                           const ast::ConditionalExpr &expr);

  //===--- Loops ----------------------------------------------------------===//

  struct Carried {
    std::string name;
    Binding before;
  };
  /// A `range(...)` with its options.
  struct LoopRange {
    bool isStatic = false;
    Argument lower, upper, step;
    LoopOptions options;
  };
  Flow execFor(const ast::ForStmt &stmt);
  Flow execWhile(const ast::WhileStmt &stmt);
  std::optional<LoopRange> loopRange(const ast::ForStmt &stmt,
                                     std::optional<Value> &sequence);
  void runtimeFor(const ast::ForStmt &stmt, LoopRange range);
  std::optional<Elem> unifyBounds(LoopRange &range);
  void runtimeWhile(const ast::WhileStmt &stmt);
  Flow staticFor(const ast::ForStmt &stmt, llvm::ArrayRef<Value> items);
  /// Evaluates a loop once without keeping what it builds, and finds the names
  /// that change. Nothing if an error was reported.
  std::optional<std::vector<Carried>>
  findCarried(Locals &before, const std::string &ignore, Span at,
              llvm::function_ref<void()> body);
  /// One such evaluation. `pointers` get the names of the block pointers whose
  /// constant parts do not stay what they are in `before`, `lost` those that an
  /// iteration leaves undefined.
  std::optional<std::vector<Carried>>
  tryBody(const Locals &before, const std::string &ignore,
          llvm::function_ref<void()> body, std::vector<std::string> &pointers,
          std::vector<std::string> &lost);
  /// A block pointer whose shape and strides are run-time values.
  Value withoutConstants(const Value &pointer, llvm::ArrayRef<int> order);
  /// After a body with errors: what it assigned is not known.
  void poisonLocals(Locals before);
  void loseLocals(const Locals &before, const char *why);
  void loseTarget(const ast::NameExpr &target);
  /// What the variable of a loop is behind it: as in Python the last value, or
  /// the one from before where the loop did not run.
  void endTarget(const ast::NameExpr &target, const LoopRange &range,
                 bool isDown, bool surelyRuns, bool isUnchanged);
  Value valueAfterLoop(const LoopEnd &end, Span at);
  llvm::SmallVector<Value, 8> yieldsOf(llvm::ArrayRef<Carried> carried);
  void bindCarried(llvm::ArrayRef<Carried> carried, llvm::ArrayRef<Ref> refs);

  //===--- Builtins -------------------------------------------------------===//

#define TQ_NATIVE(PATH, HANDLER, FLAGS, SIGNATURE, DOC)                        \
  Value do##HANDLER(BoundCall &call);
#define TQ_UNARY(PATH, OP, FLAGS, TYPES, DOC)
#define TQ_LIBRARY(PATH, FUNCTION, FLAGS, DOC)
#define TQ_ALIAS(PATH, OTHER)
#define TQ_DECORATOR(PATH, DOC)
#define TQ_REFUSED(PATH, WHY)
#include "compiler/syntax/Builtins.def"

  Value callUnary(BoundCall &call);
  Value callLibdevice(BoundCall &call);
  using Handler = Value (Evaluator::*)(BoundCall &);
  static const Handler kHandlers[];

  /// Constant arguments; report and give nothing if they are none.
  std::optional<int64_t> integer(BoundCall &call, llvm::StringRef name);
  std::optional<int64_t> integerOf(const Value &value, Span at,
                                   llvm::StringRef what);
  std::optional<int> smallInteger(BoundCall &call, llvm::StringRef name);
  std::optional<bool> boolean(BoundCall &call, llvm::StringRef name);
  std::optional<std::string> string(BoundCall &call, llvm::StringRef name);
  std::optional<TileType> type(BoundCall &call, llvm::StringRef name);
  using Shape = llvm::SmallVector<int64_t, 4>;
  std::optional<Shape> integers(const Value &value, Span at,
                                llvm::StringRef what);
  /// A shape whose extents are powers of two.
  std::optional<Shape> shape(const Value &value, Span at, llvm::StringRef what);
  /// One axis of a tile, negative ones counted from the end.
  std::optional<int> axis(BoundCall &call, llvm::StringRef name, size_t rank);
  /// A run-time value or a number as one; an error for others.
  Value tensor(BoundCall &call, llvm::StringRef name);
  /// The source words of an argument: what it was assigned, or itself.
  std::string wordsOf(const Argument &argument);
  Value atomic(BoundCall &call, llvm::StringRef op);
  /// The operation for an element type; nothing if there is none.
  static std::optional<TileAtomic> atomicFor(llvm::StringRef op, Elem elem);
  Value combineTiles(BoundCall &call, bool isScan);
  std::optional<DotPrecision> dotPrecision(BoundCall &call);
  std::optional<std::vector<Value>> callMapped(const Value &function,
                                               llvm::ArrayRef<Ref> elements,
                                               llvm::ArrayRef<TileType> types,
                                               const At &at);
  Refs callCombine(const Value &function, llvm::ArrayRef<Ref> operands,
                   llvm::ArrayRef<TileType> types, Span at);
  Value hint(BoundCall &call, TileBuilder::Hint kind);
  /// The result of an instruction without operands.
  Value instruction(llvm::StringRef text, llvm::StringRef constraints,
                    Elem result);
  Value dependentLaunch(BoundCall &call, llvm::StringRef action);
  Value mathOf(BoundCall &call);
  std::optional<python::Number> mathArgument(BoundCall &call,
                                             llvm::StringRef name);
  Value numberOr(const python::NumberResult &result, const Argument &argument,
                 llvm::StringRef what);
  Value binaryCall(BoundCall &call, ast::BinaryOp op);
  Value minMaxCall(BoundCall &call, bool isMin);
  Value pyMinMax(BoundCall &call, bool isMin);
  /// Block pointers and descriptors: SemaBlockPointer.cpp
  /// The rows that a gather or scatter is about.
  struct Rows {
    TileType type; ///< of all of them
    Ref descriptor, numbers, column;
  };
  /// `tq.make_descriptor` for a BlockPointer or Descriptor.
  template <typename Tensor>
  Ref describe(const Tensor &tensor, llvm::StringRef name, const At &at);
  TileBuilder::BlockPlace placeOf(const BlockPointer &pointer,
                                  llvm::ArrayRef<bool> checked,
                                  llvm::StringRef name, const At &at);
  /// What stands for elements outside: null for zero.
  Ref padding(bool withNan, Elem elem);
  Value loadPlace(const TileBuilder::BlockPlace &place, const TileType &type,
                  bool withNan, const LoadOptions &options,
                  const AccessWords &words);
  std::optional<std::vector<Value>> scalars(const Value &list, Elem elem,
                                            Span at, llvm::StringRef what);
  std::optional<llvm::SmallVector<bool, 4>> boundaryCheck(BoundCall &call,
                                                          size_t rank);
  Value loadBlock(BoundCall &call, const BlockPointer &pointer);
  Value storeBlock(BoundCall &call, const BlockPointer &pointer);
  std::optional<TileBuilder::BlockPlace> descriptorPlace(BoundCall &call);
  std::optional<Rows> descriptorRows(BoundCall &call);
  /// `value` of a store, which is of `type`, as memory holds it.
  Value valueToStore(BoundCall &call, const TileType &type);
  Value descriptorAtomic(BoundCall &call, llvm::StringRef op);
  Value loadPointers(Value pointer, Value mask, Value other,
                     const LoadOptions &options, const AccessWords &words,
                     const At &at);
  Value storePointers(Value pointer, Value value, Value mask,
                      const LoadOptions &options, const AccessWords &words,
                      const At &at);
  std::optional<LoadOptions> loadOptions(BoundCall &call, bool isStore);
  /// Whether something may be stored through a pointer; reports it if not.
  bool isWritable(BoundCall &call, const Value &pointer);

  Frame &frame() { return *report.frames.back(); }
  TileBuilder &builder() { return ops.builder(); }

  SemaContext &context;
  ModuleTable &modules;
  Reporter report;
  TileOps ops;
  /// False where only constants make sense (top level, launch arguments).
  bool inKernel;
  /// Errors of the compilation before this evaluation.
  unsigned firstErrors;
  /// Inside the trial run of a loop body: what is built is thrown away.
  unsigned trial = 0;
  static constexpr uint64_t kMaxWork = 5'000'000;
  /// Of one statement of the top level, which perhaps nobody needs.
  static constexpr uint64_t kTopWork = 500'000;
  uint64_t work = 0;
  std::map<const BuiltinRow *, std::vector<SignatureParam>> signatures;
};

/// What `torch.version.NAME` is for GPUs of NVIDIA; nothing for other names.
std::optional<Value> torchBuild(llvm::StringRef name);

/// `torch.float16.itemsize` and the like; nothing for other names.
std::optional<Value> torchDTypeFact(llvm::StringRef path, llvm::StringRef name);

/// A method of a text or dictionary; nothing if it has none that fits.
std::optional<Value> constantMethod(const Value &self, llvm::StringRef name,
                                    const CallSite &site);

/// The value of a constant argument; reports and gives nothing if it has none.
std::optional<Value> argumentValue(SemaContext &context, Evaluator &evaluator,
                                   ModuleScope &scope,
                                   const ArgumentSpec &argument);

/// The value of a specialisation's constant; reports and gives nothing if the
/// text is none.
std::optional<Value> constantValue(SemaContext &context, Evaluator &evaluator,
                                   ModuleScope &scope, llvm::StringRef name,
                                   llvm::StringRef text);

} // namespace tqc::sema

#endif // TQC_COMPILER_SYNTAX_SEMAEVALUATOR_H
