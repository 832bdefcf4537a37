//===- HostObjects.h - What lies behind a HostValue -------------*- C++ -*-===//
//
// The objects of the interpreter, one struct a HostValue::Kind. Callers of the
// interpreter see values through HostValue.h only.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_HOST_HOSTOBJECTS_H
#define TQC_COMPILER_HOST_HOSTOBJECTS_H

#include "compiler/host/HostValue.h"
#include "compiler/syntax/AST.h"
#include "compiler/syntax/Diagnostics.h"

#include <map>
#include <optional>
#include <set>
#include <unordered_map>

namespace tqc::host {

/// A value, or nothing if an error was reported.
using Maybe = std::optional<HostValue>;

/// Python's slice and range: [start, stop) by step.
struct RangeObject : HostObject {
  HostInt start = 0, stop = 0, step = 1;

  HostInt size() const;
};

struct SliceObject : HostObject {
  std::optional<HostInt> start, stop, step;
};

/// A class of named tuples.
struct TupleClassObject : HostObject {
  std::string name;
  std::vector<std::string> fields;
  std::vector<HostValue> defaults; ///< of the last fields
};

struct SequenceObject : HostObject {
  std::vector<HostValue> elements;
  unsigned nesting = 1; ///< of sequences in sequences, when it was made
  bool isSize = false;  ///< a tuple that torch calls torch.Size
  std::shared_ptr<TupleClassObject> names; ///< of a named tuple
};

struct TensorObject : HostObject {
  TensorValue tensor;
};

/// Keeps the order of insertion, as Python's dict does.
struct DictObject : HostObject {
  std::vector<std::pair<HostValue, HostValue>> items;

  const HostValue *find(const HostValue &key) const;
  void set(const HostValue &key, HostValue value);
  bool erase(const HostValue &key);

private:
  std::unordered_map<std::string, size_t> index;
};

/// A text that is equal for equal keys; nothing if `key` cannot be one.
std::optional<std::string> dictKey(const HostValue &key);

/// The names of a module, function call or comprehension.
struct Scope {
  std::shared_ptr<Scope> parent; ///< null for a module
  std::map<std::string, HostValue> names;
  /// Names that the function assigns: they are its own even before that.
  const std::set<std::string> *locals = nullptr;
  const ast::Module *module = nullptr;
};

struct ClassObject;

struct FunctionObject : HostObject {
  const ast::FunctionStmt *def = nullptr; ///< null for a lambda
  const ast::LambdaExpr *lambda = nullptr;
  std::map<std::string, HostValue> defaults;
  std::shared_ptr<Scope> scope;     ///< where it was made
  std::weak_ptr<ClassObject> owner; ///< of a method

  const std::vector<ast::Param> &params() const {
    return def ? def->params : lambda->params;
  }
  std::string name() const { return def ? def->name : "<lambda>"; }
};

struct KernelObject : HostObject {
  const ast::FunctionStmt *def = nullptr;
  std::shared_ptr<Scope> scope;
};

struct LaunchableObject : HostObject {
  std::shared_ptr<KernelObject> kernel;
  HostValue grid;
  bool warmsUp = false; ///< kernel.warmup: compiles, runs nothing
};

/// A module that the tables know: "torch.cuda".
struct NamespaceObject : HostObject {
  std::string path;
};

/// Facts by name: `props.multi_processor_count`.
struct RecordObject : HostObject {
  std::string what; ///< "device properties"
  std::vector<std::pair<std::string, HostValue>> fields;
};

struct ExceptionObject : HostObject {
  std::string type; ///< "ValueError"
  std::vector<HostValue> arguments;
  bool isKnown = true; ///< whether these are what Python would give it

  /// What Python itself raises; without an argument, in words of its own.
  ExceptionObject(llvm::StringRef type) : type(type), isKnown(false) {}
  ExceptionObject(llvm::StringRef type, llvm::StringRef text)
      : type(type), arguments{HostValue::string(text.str())} {}
  ExceptionObject(llvm::StringRef type, std::vector<HostValue> arguments)
      : type(type), arguments(std::move(arguments)) {}

  /// What `str` gives.
  std::string text() const;
};

/// An exception on its way, and the error that it is if nobody catches it.
struct RaisedException {
  HostValue exception;
  Diag diag;
};

/// How a method is called: with the object, with the class, with neither, or
/// without being called.
enum class Binding : uint8_t { Object, Class, Static, Property };

struct ClassObject : HostObject {
  /// A base that no file defines.
  enum class Known : uint8_t { None, Function, Module };
  struct Member {
    HostValue value;
    Binding binding = Binding::Object;
  };
  const ast::ClassStmt *def = nullptr;
  std::shared_ptr<ClassObject> base; ///< null: `known`, or none
  Known known = Known::None;         ///< the base of its bases
  std::map<std::string, Member> members;

  /// A member of the class or of its bases, or null.
  const Member *find(llvm::StringRef name) const;
  bool derivesFrom(const ClassObject *other) const;
};

/// An object of a class, or the `ctx` of a torch.autograd.Function.
struct InstanceObject : HostObject {
  std::shared_ptr<ClassObject> type; ///< null for a `ctx`
  std::vector<std::pair<std::string, HostValue>> fields;

  const HostValue *find(llvm::StringRef name) const;
  void set(llvm::StringRef name, HostValue value);
};

/// A method together with the object or class that it was taken from.
struct BoundObject : HostObject {
  HostValue receiver, function;
};

/// super(): the members of what stands behind a class.
struct SuperObject : HostObject {
  std::shared_ptr<ClassObject> after;
  HostValue self;
};

/// One call of F.apply.
struct GradientNode {
  uint64_t order = 0; ///< grows with each call
  HostValue type, context;
  std::vector<HostValue> inputs;
  /// Tensors among the outputs that have gradients, without their memory.
  std::vector<std::optional<TensorValue>> outputs;
  Span at;
};

/// What a tensor that requires gradients knows. Its views share it: only what
/// still lies as it did then is that tensor.
struct GradientObject : HostObject {
  DevicePtr pointer = 0;
  DType type = DType::FP32;
  std::vector<int64_t> shape, strides;
  HostValue gradient;                     ///< `x.grad`
  std::shared_ptr<GradientNode> producer; ///< null: a leaf
  size_t output = 0;                      ///< of the producer

  bool isOf(const TensorValue &tensor) const;
};

/// What a tensor knows of gradients, or null.
GradientObject *gradientOf(const TensorValue &tensor);
/// The same tensor with gradients of its own.
TensorValue requiringGradient(TensorValue tensor);
/// The tensor without.
TensorValue detached(TensorValue tensor);
/// `grad`, `data`, `is_leaf` and `requires_grad` of a tensor; nothing for other
/// names.
Maybe gradientFact(const TensorValue &tensor, llvm::StringRef name);

/// The shape of a tensor.
HostValue sizeTuple(const std::vector<int64_t> &shape);
/// A tuple made from `like`: torch.Size stays one.
HostValue tupleLike(const HostValue &like, std::vector<HostValue> elements);

/// A module-level name whose value could not be computed; saying why waits
/// until someone uses it.
struct UnknownObject : HostObject {
  std::optional<Diag> why;
};

template <typename T>
HostValue makeObject(HostValue::Kind kind, T object) {
  return HostValue::object(kind, std::make_shared<T>(std::move(object)));
}

} // namespace tqc::host

#endif // TQC_COMPILER_HOST_HOSTOBJECTS_H
