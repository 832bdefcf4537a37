//===- Sema.cpp - The entrance to the analysis ----------------------------===//

#include "compiler/syntax/Sema.h"

#include "compiler/syntax/Parser.h"
#include "compiler/syntax/SemaDecorators.h"
#include "compiler/syntax/SemaEvaluator.h"
#include "compiler/syntax/Specialization.h"
#include "compiler/syntax/SpecializationMessages.h"

using namespace tqc::ast;

namespace tqc {

using namespace sema;

//===----------------------------------------------------------------------===//
// Kernels of a file
//===----------------------------------------------------------------------===//

static void collectKernels(const Block &block,
                           std::vector<const FunctionStmt *> &kernels) {
  for (const Stmt *stmt : block) {
    if (const auto *function = llvm::dyn_cast<FunctionStmt>(stmt)) {
      if (kindOf(*function) == FunctionKind::Jit)
        kernels.push_back(function);
    } else if (const auto *branch = llvm::dyn_cast<IfStmt>(stmt)) {
      collectKernels(branch->body, kernels);
      collectKernels(branch->orElse, kernels);
    } else if (const auto *attempt = llvm::dyn_cast<TryStmt>(stmt)) {
      collectKernels(attempt->body, kernels);
    }
  }
}

std::vector<const FunctionStmt *> findKernels(const Module &module) {
  std::vector<const FunctionStmt *> kernels;
  collectKernels(module.body, kernels);
  return kernels;
}

//===----------------------------------------------------------------------===//
// Constants of a specialisation
//===----------------------------------------------------------------------===//

namespace sema {

std::optional<Value> constantValue(SemaContext &context, Evaluator &evaluator,
                                   ModuleScope &scope, llvm::StringRef name,
                                   llvm::StringRef text) {
  // Most are plain numbers and need no parser.
  int64_t number;
  if (!text.getAsInteger(10, number))
    return Value::integerOf(number);
  if (text == "True" || text == "False")
    return Value::boolean(text == "True");
  if (text == "None")
    return Value::none();
  if (std::optional<Elem> elem = elemFromSignature(text))
    return Value::typeOf(TileType(*elem));
  SourceFile &file = context.sources.add("<" + name.str() + ">.tq", text.str());
  // The tree must outlive lambdas in it.
  evaluator.literals.push_back(std::make_unique<Module>(file));
  Expr *expr = parseExpression(file, *evaluator.literals.back(), context.diags);
  if (!expr)
    return std::nullopt;
  Value value = evaluator.evalIn(scope, *expr);
  if (value.isError())
    return std::nullopt;
  return value;
}

std::optional<Value> argumentValue(SemaContext &context, Evaluator &evaluator,
                                   ModuleScope &scope,
                                   const ArgumentSpec &argument) {
  if (!argument.defaultValue)
    return constantValue(context, evaluator, scope, argument.name,
                         argument.constant);
  Value value = evaluator.evalIn(scope, *argument.defaultValue);
  return value.isError() ? std::nullopt : std::optional<Value>(value);
}

void Evaluator::runKernel(ModuleScope &scope, const FunctionStmt &kernel,
                          Locals parameters) {
  Frame frame;
  frame.scope = &scope;
  frame.function = &kernel;
  frame.locals = std::move(parameters);
  report.frames.push_back(&frame);
  execBlock(kernel.body, /*tail=*/true);
  report.frames.pop_back();
}

Value Evaluator::invokeIn(ModuleScope &scope, const Value &callee,
                          CallSite site) {
  Frame top;
  top.scope = &scope;
  top.isCompileTime = true;
  report.frames.push_back(&top);
  bool kernel = std::exchange(inKernel, false);
  Value value = invoke(callee, std::move(site));
  inKernel = kernel;
  report.frames.pop_back();
  return value;
}

} // namespace sema

//===----------------------------------------------------------------------===//
// The analysis
//===----------------------------------------------------------------------===//

namespace {
/// The parameters of a kernel, and what its names are before it runs.
class EntryArguments {
public:
  EntryArguments(SemaContext &context, Evaluator &evaluator, ModuleScope &scope)
      : context(context), evaluator(evaluator), scope(scope) {}

  /// The value of an argument; of run-time parts it has the types alone.
  /// Nothing if an error was reported.
  std::optional<Value> add(const ArgumentSpec &argument,
                           const std::string &path, Span span);

  std::vector<TileBuilder::Parameter> parameters;

private:
  SemaContext &context;
  Evaluator &evaluator;
  ModuleScope &scope;
};
} // namespace

/// The parts of a descriptor as one.
static Value descriptorOf(const ArgumentSpec &argument,
                          const std::vector<Value> &parts) {
  Descriptor descriptor;
  descriptor.base = parts[0];
  descriptor.shape = parts[1].elements();
  descriptor.strides = parts[2].elements();
  descriptor.block = argument.type.shape;
  descriptor.padWithNan = parts[3].text == "nan";
  Value value = Value::of(Value::Kind::Descriptor);
  value.descriptor = std::make_shared<Descriptor>(std::move(descriptor));
  return value;
}

std::optional<Value> EntryArguments::add(const ArgumentSpec &argument,
                                         const std::string &path, Span span) {
  if (isDescriptor(argument)) {
    std::string why = misuseOfBlock(argument.type.elem, argument.type.shape);
    if (!why.empty()) {
      msg::descriptorArgument(context.diags, span, path, why);
      return std::nullopt;
    }
  }
  if (argument.isTuple) {
    std::vector<Value> items;
    std::vector<std::string> fields;
    for (const ArgumentSpec &part : argument.parts) {
      std::optional<Value> item = add(part, path + "." + part.name, span);
      if (!item)
        return std::nullopt;
      items.push_back(std::move(*item));
      fields.push_back(part.name);
    }
    if (isDescriptor(argument))
      return descriptorOf(argument, items);
    Value tuple = Value::tuple(std::move(items));
    if (argument.isNamed)
      tuple.fields =
          std::make_shared<const std::vector<std::string>>(std::move(fields));
    return tuple;
  }
  if (!argument.isConstant) {
    parameters.push_back({path, argument.type, argument.divisibility,
                          argument.isRestrict, span});
    return Value::runtime(argument.type, nullptr);
  }
  std::optional<Value> value =
      argumentValue(context, evaluator, scope, argument);
  if (!value)
    msg::badConstant(context.diags, span, path, argument.constant);
  return value;
}

bool analyzeKernel(SemaContext &context, const Module &module,
                   const FunctionStmt &kernel,
                   const Specialization &specialization, TileBuilder &builder) {
  unsigned errors = context.diags.errorCount();
  // PTX has no other names, and neither has Triton.
  if (!isIdentifier(kernel.name)) {
    msg::badKernelName(context.diags, kernel.nameSpan, kernel.name);
    return false;
  }
  ModuleTable modules(context);
  ModuleScope &scope = modules.of(module);
  Evaluator evaluator(context, modules, &builder);
  evaluator.numWarps = specialization.numWarps;
  evaluator.checks = specialization.checks;
  Locals locals;
  EntryArguments entry(context, evaluator, scope);
  for (const ArgumentSpec &argument : specialization.arguments) {
    Span span = kernel.nameSpan;
    for (const Param &param : kernel.params)
      if (param.name == argument.name)
        span = param.span;
    std::optional<Value> value = entry.add(argument, argument.name, span);
    if (!value)
      return false;
    locals[argument.name] = {std::move(*value), span};
  }
  builder.setPlace(kernel.nameSpan, {});
  Refs refs = builder.beginKernel(kernel.name, entry.parameters);
  llvm::ArrayRef<Ref> rest = refs;
  for (const ArgumentSpec &argument : specialization.arguments) {
    Value &value = locals[argument.name].value;
    value = unflatten(value, rest);
  }
  evaluator.runKernel(scope, kernel, std::move(locals));
  builder.endKernel();
  return context.diags.errorCount() == errors;
}

} // namespace tqc
