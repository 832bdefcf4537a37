//===- BuiltinsCompatibility.cpp - The page docs/compatibility.md ---------===//
//
// Prints what compiles, what is refused and why. The functions are the rows of
// Builtins.def; what is no function stands in the tables below.
//
//===----------------------------------------------------------------------===//

#include "compiler/syntax/Builtins.h"

namespace tqc::sema {

namespace {

struct Row {
  const char *what, *says;
};

constexpr Row kStatements[] = {
    {"`x = ...`, `a, b = ...`, `x += ...`",
     "a constant becomes run-time, as in Triton"},
    {"`x: tl.constexpr = ...`", "stays a constant"},
    {"`if` on a constant", "only the taken branch is looked at"},
    {"`if` at run time", "both branches must agree in their types"},
    {"`return`", "anywhere but in a run-time loop; a kernel returns nothing"},
    {"`for` over `range`, `tl.range`", "a run-time loop"},
    {"`for` over `tl.static_range` or a tuple", "unrolled while compiling"},
    {"`while`", "a run-time loop"},
    {"`assert`, `tl.static_assert`", "false constants end the compilation"},
    {"`import` in a function, `del`, `pass`", "as in Python"},
    {"`break`, `continue`, `else` after a loop", "refused, as in Triton"},
    {"nested functions, `try`, `with`, `raise`, `global`",
     "refused inside of kernels"},
};

constexpr Row kExpressions[] = {
    {"`+ - * / // % & \\| ^ ~ << >>`", "Triton's promotion rules, measured"},
    {"`//`, `%` on run-time integers", "towards zero"},
    {"`**`", "constants only"},
    {"`@`", "`tl.dot`; Triton 3.6 has no `@`"},
    {"`a < b < c`", "as Triton 3.9 has it"},
    {"`and`, `or`, `not`", "constants decide at once; else bitwise on int1"},
    {"`a if c else b`", "on one truth value; tiles take `tl.where`"},
    {"`x[:, None]`", "tiles take `:` and `None`; tuples take constants"},
    {"tuples, lists, comprehensions, f-strings, lambdas", "on constants"},
    {"`x.dtype`, `x.shape`, `x.T`, `x.sum(...)`", "attributes and methods"},
};

constexpr Row kTypes[] = {
    {"int1, int8 ... int64, uint8 ... uint64", "yes"},
    {"float16, bfloat16, float32, float64", "yes"},
    {"float8e4nv, float8e5", "yes; arithmetic only through wider floats"},
    {"float8e4b15", "yes: to and from fp16 and fp32, `tl.dot` (in fp16)"},
    {"float8e4b8, float8e5b16", "no: AMD's"},
    {"pointers, block pointers, tensor descriptors", "yes"},
    {"tuples and named tuples as arguments of kernels",
     "yes: each element is a parameter, `(*fp32, i32)` or `(x=*fp32, n=i32)` "
     "in a signature"},
    {"`TensorDescriptor` of the host",
     "yes: `tensordesc<fp16[64, 64]>` in a signature; the base, the extents "
     "and the strides are parameters"},
};

constexpr Row kDifferences[] = {
    {"`tl.device_assert`, `assert`",
     "act with `debug`, as in Triton; without it they are left out with a "
     "remark (`--remarks=hint`). `tq-run check` and `tq-run launch` check them "
     "if nothing is said of `debug`; `tqc` and `tq-run bench` do not"},
    {"`tl.assume`",
     "where assertions are checked, a promise that is not kept ends the launch "
     "with `assertion failed: assumption: n <= 4096`; Triton does not look"},
    {"`debug`",
     "`tqc --debug`, `debug=1` in a launch or a `# tqc:` line, "
     "`kernel[grid](..., debug=True)`, `@triton.jit(debug=True)`; the variable "
     "TRITON_DEBUG is not read"},
    {"an `assert` of a constant that is false",
     "a warning; with `debug` an error, in Triton a failure at run time"},
    {"`sanitize_overflow`",
     "acts with `debug`, as in Triton; sums of the library itself "
     "(`tl.sum`, `tl.cdiv`) are not checked"},
    {"`tl.device_print` of a number",
     "every thread prints it, as in Triton; an element of a tile is printed "
     "once, in Triton by each thread that holds it"},
    {"a loop's variable after the loop",
     "Python's, where it has one for sure; in Triton it is undefined"},
    {"globals that are no `tl.constexpr`", "allowed; strictly refused"},
    {"`a = b = 1`, texts in variables, conditions on texts and tuples",
     "allowed; strictly refused"},
    {"`a < b < c`, `@`, `in`, loops over tuples, lambdas, dictionaries",
     "allowed; strictly refused"},
    {"functions of Python but `len`, `list`, `range`, `float`, `int`, "
     "`isinstance`, `getattr`, `hasattr`, `print`, `min`, `max`",
     "allowed; strictly refused"},
    {"`tl.advance` whose result is not used", "a warning; strictly refused"},
    {"atomics of tensor descriptors on types that TMA lacks (min of fp32)",
     "allowed; strictly refused"},
    {"`tl.multiple_of(x, n)` and the like as statements",
     "hold for what follows; what was computed from `x` before does not know"},
    {"stores through `tl.const` pointers (`*kfp32`)", "refused, as in Triton"},
    {"an `if` that defines a name in one branch alone",
     "an error only where the name is used"},
    {"a list and a tuple of the same elements",
     "equal in kernels, as in Triton; not in functions that run while "
     "compiling"},
    {"a function of which one way returns a value and one does not",
     "refused; its value is undefined in Triton"},
    {"classes but named tuples in kernels",
     "refused; Triton has `tl.core._aggregate`, which is not public"},
    {"types of names after the last `if` of a function", "not compared"},
};

void table(llvm::raw_ostream &os, llvm::StringRef title, llvm::StringRef head,
           llvm::ArrayRef<Row> rows) {
  os << "\n## " << title << "\n\n| " << head << " | |\n|---|---|\n";
  for (const Row &row : rows)
    os << "| " << row.what << " | " << row.says << " |\n";
}

llvm::StringRef packageOf(const BuiltinRow &row) {
  llvm::StringRef path = row.path;
  if (!path.contains('.') || path.starts_with("collections.") ||
      path.starts_with("typing."))
    return "Python";
  return path.starts_with("tl.tensor_descriptor.") ? "tl.tensor_descriptor"
                                                   : path.split('.').first;
}

void functions(llvm::raw_ostream &os, llvm::StringRef package) {
  os << "\n### " << package << "\n\n| function | |\n|---|---|\n";
  for (const BuiltinRow &row : allBuiltins()) {
    if (packageOf(row) != package || row.kind == BuiltinKind::Refused)
      continue;
    os << "| `" << row.path;
    if (row.kind == BuiltinKind::Native || row.kind == BuiltinKind::Unary) {
      std::string signature;
      for (char c : llvm::StringRef(row.signature))
        signature += c == '\n' ? std::string("\\n") : std::string(1, c);
      os << '(' << signature << ')';
    }
    os << "` | ";
    if (row.kind == BuiltinKind::Alias)
      os << "`" << row.handler << "`";
    else
      os << row.doc;
    if (row.kind == BuiltinKind::Library)
      os << " (stdlib.tq)";
    if (row.isMethod)
      os << "; also a method";
    os << " |\n";
  }
}

} // namespace

void printCompatibility(llvm::raw_ostream &os) {
  os << "# Compatibility with Triton\n\n"
        "Generated from compiler/syntax/Builtins.def and "
        "BuiltinsCompatibility.cpp: do not\nedit. The reference is Triton 3.6. "
        "What is not listed is refused by name and line.\n";
  table(os, "Statements", "statement", kStatements);
  table(os, "Expressions", "expression", kExpressions);
  table(os, "Types", "type", kTypes);
  os << "\n## Functions\n";
  for (llvm::StringRef package :
       {"tl", "tl.tensor_descriptor", "triton", "Python", "math"})
    functions(os, package);
  os << "\n### libdevice\n\nEvery function of NVIDIA's libdevice that Triton "
        "has, for exactly its types:\n";
  unsigned column = 0;
  for (const BuiltinRow &row : allBuiltins())
    if (row.kind == BuiltinKind::Libdevice) {
      llvm::StringRef name = row.name();
      bool wrap = column == 0 || column + name.size() + 4 > 80;
      os << (wrap ? "\n`" : " `") << name << "`";
      column = (wrap ? 0 : column + 1) + unsigned(name.size()) + 2;
    }
  os << "\n\n## Refused, and why\n\n| function | |\n|---|---|\n";
  for (const BuiltinRow &row : allBuiltins())
    if (row.kind == BuiltinKind::Refused)
      os << "| `" << row.path << "` | " << row.doc << " |\n";
  table(os, "Where the two differ", "", kDifferences);
  os << "\n*Strictly* means with `--strict-triton`, which makes an error of "
        "what "
        "compiles here\nand not with Triton.\n";
}

} // namespace tqc::sema
