//===- SemaValue.h - What an expression evaluates to ------------*- C++ -*-===//
//
// Inside a kernel an expression is a compile-time value, as Python has them
// (numbers, strings, types, tuples, functions), or a run-time value: a type and
// a Ref of the builder. Tuples hold both kinds.
//
//     BLOCK                 Int 128
//     tl.float16            Type fp16
//     offs + 1              Runtime int32[128]
//     (x, tl.int32, "a")    Tuple of a Runtime, a Type and a String
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_SYNTAX_SEMAVALUE_H
#define TQC_COMPILER_SYNTAX_SEMAVALUE_H

#include "compiler/syntax/AST.h"
#include "compiler/syntax/TileBuilder.h"

#include <memory>
#include <utility>
#include <vector>

namespace tqc::sema {

struct BuiltinRow;   // Builtins.h
class ModuleScope;   // SemaScope.h
struct BlockPointer; // below
struct Descriptor;   // below
struct LoopEnd;      // below

class Value {
public:
  enum class Kind : uint8_t {
    Error, ///< an error was reported; whatever uses it says nothing more
    None,
    Bool,
    Int,
    Float,
    String,
    Ellipsis,
    Type,       ///< tl.float16, a pointer or block type
    Tuple,      ///< tuples and lists
    TupleClass, ///< a class of `NamedTuple`
    Dict,       ///< in decorators and constexpr functions
    Slice,      ///< a:b:c
    Function,   ///< a `def`
    Lambda,
    Builtin, ///< a row of Builtins.def
    Method,  ///< a builtin or function with its first argument
    Module,  ///< an imported file
    Package, ///< "tl", "triton", "tl.math": a prefix of Builtins.def
    Opaque,  ///< what only Python knows (`torch`, `os.environ`)
    Member,  ///< of an enumeration: `tl.dtype.KIND.FLOATING`
    Runtime,
    BlockPointer,
    Descriptor,
    AfterLoop, ///< the variable of a run-time loop behind it, till it is read
  };

  Kind kind = Kind::Error;
  bool isList = false;  ///< Tuple: written with brackets
  bool flag = false;    ///< Bool
  __int128 integer = 0; ///< Int
  double number = 0;    ///< Float
  std::string text;     ///< String, Package, Opaque, Member, TupleClass
  TileType type;        ///< Type, Runtime
  Ref ref = nullptr;    ///< Runtime
  Ref hinted = nullptr; ///< Runtime: the value that `ref` is a hint about
  /// Tuple, TupleClass: the names of the elements; null without names.
  std::shared_ptr<const std::vector<std::string>> fields;
  /// Tuple, Slice, Method; TupleClass: the defaults of the last fields; Opaque:
  /// why the language does not have it, and where that begins and ends.
  std::shared_ptr<const std::vector<Value>> items;
  std::shared_ptr<const std::vector<std::pair<Value, Value>>> entries; ///< Dict
  const ast::FunctionStmt *function = nullptr; ///< Function
  const ast::LambdaExpr *lambda = nullptr;     ///< Lambda
  ModuleScope *scope = nullptr;                ///< Function, Lambda, Module
  const BuiltinRow *builtin = nullptr;         ///< Builtin, Method
  std::shared_ptr<const sema::BlockPointer> blockPointer;
  std::shared_ptr<const sema::Descriptor> descriptor;
  std::shared_ptr<const sema::LoopEnd> loopEnd; ///< AfterLoop
  /// Runtime: made from a literal by an assignment (`x = 64`), which is what a
  /// "must be a constant" error then explains.
  bool wasConstant = false;

  static Value error() { return {}; }
  static Value none() { return of(Kind::None); }
  static Value ellipsis() { return of(Kind::Ellipsis); }
  static Value boolean(bool value);
  static Value integerOf(__int128 value);
  static Value floating(double value);
  static Value string(std::string value);
  static Value typeOf(TileType type);
  static Value tuple(std::vector<Value> values, bool isList = false);
  /// Other elements of the same kind: a list, a tuple, a named tuple.
  static Value tupleLike(const Value &like, std::vector<Value> values);
  static Value dict(std::vector<std::pair<Value, Value>> entries);
  static Value slice(Value lower, Value upper, Value step);
  static Value package(std::string path);
  static Value opaque(std::string what);
  static Value member(std::string name);
  static Value runtime(TileType type, Ref ref);
  /// `callee` with `self` as its first argument.
  static Value method(Value self, Value callee);
  static Value of(Kind kind) {
    Value value;
    value.kind = kind;
    return value;
  }

  bool is(Kind other) const { return kind == other; }
  bool isError() const { return kind == Kind::Error; }
  bool isNone() const { return kind == Kind::None; }
  bool isRuntime() const { return kind == Kind::Runtime; }
  bool isTuple() const { return kind == Kind::Tuple; }
  bool isString() const { return kind == Kind::String; }
  /// A list or dict, which Python can change.
  bool isContainer() const {
    return (kind == Kind::Tuple && isList) || kind == Kind::Dict;
  }
  /// A Python number: what does not take part in promotion as a tensor.
  bool isNumber() const {
    return kind == Kind::Bool || kind == Kind::Int || kind == Kind::Float;
  }
  /// The run-time value behind all hints.
  Ref source() const { return hinted ? hinted : ref; }
  bool isIntegral() const { return kind == Kind::Bool || kind == Kind::Int; }
  __int128 asInteger() const { return kind == Kind::Bool ? flag : integer; }
  double asDouble() const;
  /// True if some part is only known at run time.
  bool hasRuntime() const;
  /// True if some part is an error.
  bool hasError() const;
  /// The part that only Python knows; null if there is none.
  const Value *findOpaque() const;
  const std::vector<Value> &elements() const { return *items; }

  /// As Python's str() and repr() write it: `1e-05`, `(1, 'a')`, `fp32`.
  std::string str() const;
  std::string repr() const;
  /// For messages: "an `int32[64]` tensor", "the constant 3", "None".
  std::string describe() const;
};

/// The Python spelling of a float: `1e-05`, `2.0`, `inf`.
std::string floatRepr(double value);
std::string intRepr(__int128 value);

/// `tl.make_block_ptr`: kept apart, so that its parts can be asked for and
/// loops carry only those that change; an access makes a descriptor of the IR.
struct BlockPointer {
  Value base;                        ///< scalar pointer
  std::vector<Value> shape, strides; ///< int64 scalars
  std::vector<Value> offsets;        ///< int32 scalars
  llvm::SmallVector<int64_t, 4> block;
  llvm::SmallVector<int, 4> order;
};

/// `tl.make_tensor_descriptor`: as BlockPointer, but every access checks all
/// bounds and offsets come with the access.
struct Descriptor {
  Value base;
  std::vector<Value> shape;   ///< int32 scalars
  std::vector<Value> strides; ///< int64 scalars
  llvm::SmallVector<int64_t, 4> block;
  bool padWithNan = false;
};

/// What the variable of a run-time loop is made from where the loop has ended,
/// if anybody asks: most never do.
struct LoopEnd {
  Value lower, upper, step; ///< of one integer type; the step is positive
  bool isDown = false;      ///< the variable goes from upper to lower
  bool surelyRuns = false;
  Value before; ///< its value if the loop does not run
};

/// The run-time parts of a value, in a fixed order: what loops and branches
/// carry for it.
void flatten(const Value &value, llvm::SmallVectorImpl<Value> &parts);
/// The same value with other run-time parts; takes them from the front.
Value unflatten(const Value &like, llvm::ArrayRef<Ref> &refs);
/// Same kind, same types, same constants: only run-time parts may differ.
bool sameForm(const Value &a, const Value &b);

} // namespace tqc::sema

#endif // TQC_COMPILER_SYNTAX_SEMAVALUE_H
