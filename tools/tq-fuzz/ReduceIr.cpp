//===- ReduceIr.cpp - The smallest module with a fault --------------------===//

#include "tools/tq-fuzz/ReduceIr.h"

#include "compiler/codegen/Codegen.h"
#include "compiler/driver/Nesting.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;

namespace tqc::fuzz {

//===----------------------------------------------------------------------===//
// Taking an op away
//===----------------------------------------------------------------------===//

/// Another value of the type that may stand where a result of `op` stood.
static Value valueInsteadOf(OpResult result, Operation *op) {
  Type type = result.getType();
  for (Value operand : op->getOperands())
    if (operand.getType() == type)
      return operand;
  OpBuilder b(op);
  if (TypedAttr zero = b.getZeroAttr(type))
    return arith::ConstantOp::create(b, op->getLoc(), zero);
  if (auto func = op->getParentOfType<func::FuncOp>())
    for (BlockArgument argument : func.getArguments())
      if (argument.getType() == type)
        return argument;
  return nullptr;
}

/// Erases an op; false if nothing can stand for one of its values, or if it is
/// a zero, which would come back.
static bool eraseOp(Operation *op) {
  if (isa<arith::ConstantOp>(op) && !op->use_empty())
    return false;
  for (OpResult result : op->getResults()) {
    if (result.use_empty())
      continue;
    Value other = valueInsteadOf(result, op);
    if (!other)
      return false;
    result.replaceAllUsesWith(other);
  }
  op->erase();
  return true;
}

/// Puts the ops of a block where `op` stands, with `values` for its arguments;
/// what the block yields stands for the results of `op`.
static void inlineBlock(Operation *op, Block &block, ValueRange values) {
  for (auto [argument, value] : llvm::zip(block.getArguments(), values))
    argument.replaceAllUsesWith(value);
  Operation *yield = block.getTerminator();
  for (auto [result, value] : llvm::zip(op->getResults(), yield->getOperands()))
    result.replaceAllUsesWith(value);
  yield->erase();
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         block.getOperations());
  op->erase();
}

/// A loop becomes its first round, a branch its first side.
static bool openOp(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    SmallVector<Value> values{loop.getLowerBound()};
    llvm::append_range(values, loop.getInitArgs());
    inlineBlock(op, *loop.getBody(), values);
    return true;
  }
  auto branch = dyn_cast<scf::IfOp>(op);
  if (branch)
    inlineBlock(op, *branch.thenBlock(), {});
  return bool(branch);
}

static bool dropArguments(func::FuncOp func) {
  bool changed = false;
  for (unsigned i = func.getNumArguments(); i-- > 0;)
    if (func.getArgument(i).use_empty())
      changed |= succeeded(func.eraseArgument(i));
  return changed;
}

//===----------------------------------------------------------------------===//
// Searching
//===----------------------------------------------------------------------===//

static SmallVector<Operation *> opsOf(ModuleOp module) {
  SmallVector<Operation *> ops;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op != module && !op->hasTrait<OpTrait::IsTerminator>())
      ops.push_back(op);
  });
  return ops;
}

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os);
  return text + "\n";
}

namespace {

class IrReducer {
public:
  IrReducer(OwningOpRef<ModuleOp> start,
            const std::function<bool(const std::string &)> &stillFails,
            int tries)
      : best(std::move(start)), stillFails(stillFails), tries(tries) {}

  std::string run() {
    for (bool changed = true; changed && tries > 0;) {
      changed = dropRuns();
      changed |= openEach();
      changed |= tryChange([](ModuleOp module) {
        bool any = false;
        module.walk([&](func::FuncOp func) { any |= dropArguments(func); });
        return any;
      });
    }
    return print(*best);
  }

private:
  /// Changes a copy; it becomes the best one if it shows the same.
  bool tryChange(llvm::function_ref<bool(ModuleOp)> change) {
    OwningOpRef<ModuleOp> copy(best->clone());
    if (!change(*copy) || failed(verify(*copy)) || tries-- <= 0 ||
        !stillFails(print(*copy)))
      return false;
    best = std::move(copy);
    return true;
  }

  /// Runs of ops, long ones first.
  bool dropRuns() {
    bool changed = false;
    for (size_t size = std::max<size_t>(opsOf(*best).size() / 2, 1); size > 0;
         size /= 2)
      for (size_t at = 0; tries > 0 && at < opsOf(*best).size();) {
        bool dropped = tryChange([&](ModuleOp module) {
          SmallVector<Operation *> ops = opsOf(module);
          bool any = false;
          for (size_t i = std::min(at + size, ops.size()); i-- > at;)
            any |= eraseOp(ops[i]);
          return any;
        });
        changed |= dropped;
        if (!dropped)
          at += size;
      }
    return changed;
  }

  bool openEach() {
    bool changed = false;
    for (size_t at = 0; tries > 0 && at < opsOf(*best).size();) {
      bool opened =
          tryChange([&](ModuleOp module) { return openOp(opsOf(module)[at]); });
      changed |= opened;
      at += opened ? 0 : 1;
    }
    return changed;
  }

  OwningOpRef<ModuleOp> best;
  const std::function<bool(const std::string &)> &stillFails;
  int tries;
};

} // namespace

Result<std::string>
reduceIr(const std::string &text,
         const std::function<bool(const std::string &)> &stillFails,
         int tries) {
  if (tooDeep(text))
    return Error{"over " + std::to_string(kMaxNesting) +
                 " brackets are open at once"};
  DialectRegistry registry;
  registry.insert<tq::TqDialect, tqg::TqgDialect, func::FuncDialect,
                  arith::ArithDialect, math::MathDialect, scf::SCFDialect,
                  LLVM::LLVMDialect, NVVM::NVVMDialect>();
  registerCodegenDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  std::string why;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (why.empty())
      why = diagnostic.str();
    return success();
  });
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  if (!module)
    return Error{why};
  return IrReducer(std::move(module), stillFails, tries).run();
}

} // namespace tqc::fuzz
