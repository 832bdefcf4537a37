//===- SemaMessagesTest.cpp - The wording of every error ------------------===//
//
// A case is one statement, or a few, of a kernel with the parameters
// (p: *fp32, q: *i32, n: i32, m: i64) and the tiles r = tl.arange(0, 16) and
// x = tl.load(p + r), and the error it must give: the columns under the caret,
// the sentence and the code, then notes and help.
//
//===----------------------------------------------------------------------===//

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "test/unit/SemaAnalysis.h"

using namespace tqc;

namespace {

/// "12-18: message [TQ0305]" with a line for each note and help; one entry per
/// error. Columns are those of the given statements.
std::string errors(const std::string &statements,
                   const std::string &functions = "") {
  std::string source = functions +
                       "\n# tqc: signature=\"*fp32, *i32, i32, i64\"\n"
                       "@triton.jit\ndef k(p, q, n, m):\n"
                       "  r = tl.arange(0, 16)\n  x = tl.load(p + r)\n";
  llvm::SmallVector<llvm::StringRef, 8> lines;
  llvm::StringRef(statements).split(lines, '\n');
  for (llvm::StringRef line : lines)
    source += "  " + line.str() + "\n";
  SourceManager sources;
  DiagEngine diags(sources);
  SourceFile &file = sources.add("k.tq", source);
  auto module = parseFile(file, diags);
  SemaContext context{sources, diags, {}, {}};
  Recorder recorder;
  auto kernels = findKernels(*module);
  if (!diags.hasErrors()) {
    auto specialization =
        resolveSpecialization(context, *module, *kernels.back(), {});
    if (specialization)
      analyzeKernel(context, *module, *kernels.back(), *specialization,
                    recorder);
  }
  auto columns = [&](Span span) {
    uint32_t begin = file.locate(span.begin).column;
    return std::to_string(begin - 2) + "-" +
           std::to_string(begin - 3 + (span.end - span.begin));
  };
  std::string text;
  for (const Diag &diag : diags.all()) {
    char code[16];
    std::snprintf(code, sizeof code, " [TQ%04u]", diag.code.number);
    text += columns(diag.at) + ": " + diag.message + code + "\n";
    for (const Diag::Note &note : diag.notes)
      text += "  " + columns(note.where) + ": " + note.text + "\n";
    for (const std::string &help : diag.helps)
      text += "  help: " + help + "\n";
  }
  return text;
}

struct Case {
  const char *statements, *message;
};

constexpr Case kCases[] = {
    // Names
    {"y = ofs", "5-7: nothing here is called `ofs` [TQ0301]\n"},
    {"offs = r\ny = off",
     "5-7: nothing here is called `off` [TQ0301]\n  help: did you mean "
     "`offs`?\n"},
    {"if n > 0:\n  y = 1\nz = y",
     "5-5: `y` has no value here: only one branch of an `if` defines it "
     "[TQ0302]\n  3-3: `y` is defined here\n  help: give `y` a value before\n"},
    {"for i in range(n):\n  y = i\nz = y",
     "5-5: `y` has no value here: the loop defines it [TQ0302]\n  3-3: `y` is "
     "defined here\n  help: give `y` a value before\n"},
    {"for i in range(n):\n  pass\nz = i",
     "5-5: `i` has no value here: it ends with the loop [TQ0302]\n  5-5: `i` "
     "is "
     "defined here\n  help: give `i` a value before\n"},
    {"y = tl.arrange(0, 4)",
     "8-14: the language has no `tl.arrange` [TQ0314]\n  help: did you mean "
     "`tl.arange`?\n"},
    {"y = tl.math.tanh(x)",
     "13-16: the language has no `tl.math.tanh` [TQ0314]\n  help: use "
     "`libdevice.tanh`\n"},
    {"y = x.foo", "7-9: a `fp32[16]` tile has no attribute `foo` [TQ0314]\n"},
    {"y = (3).to(tl.int32)",
     "9-10: the constant `3` has no attribute `to` [TQ0314]\n  help: a "
     "constant "
     "has no type yet; make it a tile with `tl.full` or `tl.to_tensor`\n"},
    {"y = n(3)", "5-8: a run-time `int32` cannot be called [TQ0315]\n"},

    // Constants
    {"y = tl.arange(0, n)",
     "18-18: `end` of `tl.arange` must be a constant, but this is a run-time "
     "`int32` [TQ0303]\n  11-11: `n` is known at a launch only\n  help: make "
     "it "
     "a constant of the kernel: `n: tl.constexpr`\n"},
    {"y = tl.arange(0, 2**64)", "18-22: `end` of `tl.arange` is "
                                "`18446744073709551616`, which is too large "
                                "[TQ0326]\n"},
    {"y = x.permute(2**32,)",
     "5-21: `tl.permute` of `fp32[16]` needs each of its dimensions once "
     "[TQ0323]\n"},
    {"y = tl.zeros((2**20, 2**62), tl.int8)",
     "5-37: the shape makes a tile of over 1048576 elements [TQ0325]\n"},
    {"y = tl.full((4,), 2**63, tl.int64)",
     "19-23: `9223372036854775808` does not fit `int64` [TQ0326]\n"},
    {"y = tl.full((4,), -1, tl.uint8)",
     "19-20: `-1` does not fit `uint8` [TQ0326]\n"},
    {"y = tl.full((4,), 1.5, tl.int8)",
     "19-21: `1.5` is no value of `int8` [TQ0326]\n"},
    {"y = tl.full((4,), 0, tl.pointer_type(tl.int8))",
     "22-45: `dtype` of `tl.full` must be a type of numbers, but this is "
     "`pointer<int8>` [TQ0307]\n"},
    {"b = 16\ny = tl.arange(0, b)",
     "18-18: `end` of `tl.arange` must be a constant, but this is a run-time "
     "`int32` [TQ0303]\n  help: a plain assignment makes a constant run-time; "
     "write `name: tl.constexpr = ...`\n"},
    {"b: tl.constexpr = 1\nb: tl.constexpr = 2",
     "1-1: `b` is already defined, and a `tl.constexpr` never changes "
     "[TQ0341]\n  1-1: it was defined here\n"},
    {"tl.static_assert(1 > 2, 'too small')",
     "18-22: the assertion is false: too small [TQ0317]\n"},
    {"tl.static_assert(1 > 2)",
     "18-22: the assertion is false: 1 > 2 [TQ0317]\n"},
    {"assert 1 > 2, 'no'",
     "8-12: the assertion is false: no [TQ0317]\n  help: with `--debug` or "
     "`debug=True` it ends the compilation; Triton leaves it out without\n"},
    {"y = triton.cdiv(n, 4)",
     "5-21: `triton.cdiv` runs while compiling, but its `x` is a run-time "
     "`int32` "
     "[TQ0303]\n  help: use `tl.cdiv` on run-time values\n"},
    {"y = n + 99999999999999999999",
     "9-28: `99999999999999999999` fits no integer type [TQ0326]\n"},
    {"y = n.to(tl.uint8) + 300",
     "22-24: `300` does not fit `uint8` [TQ0326]\n"},

    // Arguments
    {"y = tl.arange(0)",
     "5-16: `tl.arange` needs an argument `end` [TQ0307]\n  help: write "
     "`tl.arange(0, N)`, N a power of two\n"},
    {"y = tl.arange(0, 1, 2)",
     "5-22: `tl.arange` takes 2 arguments, but 3 are given [TQ0307]\n"},
    {"y = tl.load(p, msk=n)",
     "20-20: `tl.load` has no parameter `msk` [TQ0307]\n"},
    {"y = tl.load(p, pointer=p)",
     "24-24: `tl.load` gets `pointer` twice [TQ0307]\n"},
    {"y = tl.load(p, cache_modifier='.zz')",
     "31-35: there is no option '.zz' [TQ0332]\n  help: use '.ca', '.cg', "
     "'.cs' "
     "or '.cv'\n"},
    {"y = tl.full((4,), 0, 'float')", "22-28: `dtype` of `tl.full` must be a "
                                      "type such as `tl.float16`, but this "
                                      "is the constant `'float'` [TQ0307]\n"},
    {"for i in 5:\n  pass",
     "10-10: the constant `5` has no elements to go through [TQ0307]\n  help: "
     "count with `range(5)`\n"},
    {"for i in tl.cdiv(n, 4):\n  pass",
     "10-22: a run-time `int32` has no elements to go through [TQ0307]\n  "
     "help: "
     "count with `range(tl.cdiv(n, 4))`\n"},

    // Operators
    {"y = p * 2",
     "5-9: `*` does not combine `pointer<fp32>` and `int32` [TQ0305]\n  5-5: "
     "this is `pointer<fp32>`\n  9-9: this is `int32`\n"},
    {"y = x & n",
     "5-9: `&` does not combine `fp32[16]` and `int32` [TQ0305]\n  5-5: this "
     "is "
     "`fp32[16]`\n  9-9: this is `int32`\n  help: bitwise operations take "
     "integers\n"},
    {"y = n // n.to(tl.uint32)",
     "5-24: `//` does not combine `int32` and `uint32` [TQ0305]\n  5-5: this "
     "is "
     "`int32`\n  10-24: this is `uint32`\n  help: cast one of them, so that "
     "both are signed or both unsigned\n"},
    {"y = x // 2", "5-10: `//` divides integers, but these are `fp32` "
                   "[TQ0305]\n  help: use `tl.floor(a / b)`\n"},
    {"y = x ** 2",
     "5-10: `**` computes constants only [TQ0305]\n  help: use `x "
     "* x`, `tl.exp2` or `libdevice.pow`\n"},
    {"y = r < n & r > 2",
     "9-13: `&` binds tighter than a comparison, so that this is what is "
     "compared [TQ0305]\n  help: write `(r < n) & (r > 2)`\n"},
    {"y = (r > 2) and x", "17-17: `and` takes truth values, but this is a "
                          "`fp32[16]` tile [TQ0305]\n "
                          " help: compare first: `x != 0`\n"},
    {"y = (r > 2) and (r < n)", "5-23: `and` looks at all elements of a tile, "
                                "as `&` does [TQ0305]\n  help: "
                                "write `&` with brackets around both sides\n"},
    {"y = not x",
     "9-9: `not` takes truth values, but this is a `fp32[16]` tile "
     "[TQ0305]\n  help: compare first: `x != 0`\n"},
    {"y = ~x", "6-6: `~` does not take a `fp32[16]` tile [TQ0305]\n"},
    {"y = x + tl.arange(0, 8)",
     "5-23: the shapes of `fp32[16]` and `fp32[8]` do not fit each other "
     "[TQ0306]\n  5-5: this is `fp32[16]`\n  9-23: this is `fp32[8]`\n"},
    {"y = tl.broadcast_to(x, (8,))",
     "5-28: `fp32[16]` does not broadcast to `fp32[8]` [TQ0306]\n  21-21: this "
     "is `fp32[16]`\n"},
    {"y = n.to(tl.float8e5)",
     "5-21: `int32` does not convert to `fp8e5` [TQ0311]\n  help: convert to a "
     "wider float first: `.to(tl.float16).to(tl.float8e5)`\n"},
    {"y = x.to(tl.int8, bitcast=True)",
     "5-31: a bitcast keeps the width, but `fp32` has 32 bits and `int8` has 8 "
     "[TQ0311]\n"},
    {"y = tl.exp(n)",
     "12-12: `tl.math.exp` takes fp32 fp64, but this is `int32` [TQ0334]\n  "
     "help: convert it first: `.to(tl.float32)`\n"},
    {"y = libdevice.asin(n)", "5-21: `libdevice.asin` does not take (i32) "
                              "[TQ0334]\n  help: it takes (fp32), (fp64)\n"},

    // Tiles
    {"y = tl.arange(0, 96)",
     "5-20: `tl.arange` needs a power of two, but 96 is none [TQ0304]\n  help: "
     "use 128 and mask the rest\n"},
    {"y = tl.arange(4, 4)",
     "5-19: `tl.arange` from 4 to 4 is empty [TQ0304]\n"},
    {"y = tl.zeros((3, 4), tl.int32)",
     "5-30: the shape needs powers of two, but 3 is none [TQ0304]\n"},
    {"y = tl.zeros((2048, 1024), tl.int8)",
     "5-35: the shape makes a tile of over 1048576 elements [TQ0325]\n"},
    {"y = x.reshape(4, 8)",
     "5-19: `fp32[16]` has 16 elements, but `fp32[4, 8]` "
     "has 32 [TQ0324]\n"},
    {"y = x.trans(0, 1)", "5-17: `tl.trans` of `fp32[16]` needs each of its "
                          "dimensions once [TQ0323]\n"},
    {"y = tl.sum(x, 1)",
     "5-16: `tl.sum` goes along axis 1, but `fp32[16]` has axis 0 alone "
     "[TQ0323]\n  help: write `axis=0`: a row of a larger tile is a tile with "
     "one axis\n"},
    {"y = tl.softmax(r)", "5-17: `tl.softmax` takes fp32 fp64, but this is "
                          "`int32[16]` [TQ0334]\n  help: convert it first: "
                          "`.to(tl.float32)`\n"},
    {"y = p[r]", "5-8: a pointer is no array: what it points to is loaded and "
                 "stored [TQ0333]\n  help: write `tl.load(p + r)`\n"},
    {"p[r] = x", "1-4: a pointer is no array: what it points to is loaded and "
                 "stored [TQ0333]\n  help: write `tl.store(p + r, ...)`\n"},
    {"y = x[0]", "7-7: a tile is indexed by `:` and `None` only; this tile is "
                 "`fp32[16]` [TQ0333]\n  help: pick elements with `tl.gather`, "
                 "or sum over a `tl.where`\n"},
    {"y = tl.cat(x, x)",
     "5-16: `tl.cat` may reorder the elements [TQ0308]\n  help: say "
     "`can_reorder=True`, or use `tl.join` and `tl.reshape`\n"},
    {"a, b = tl.split(x)", "17-17: `tl.split` needs a last extent of 2, but "
                           "this is `fp32[16]` [TQ0324]\n"},

    // Memory
    {"y = tl.load(n)", "13-13: `tl.load` needs a pointer, but this is a "
                       "run-time `int32` [TQ0312]\n"},
    {"y = tl.load(p + r, mask=r)",
     "25-25: a mask holds truth values, but this is `int32[16]` [TQ0313]\n  "
     "help: compare: `x != 0`\n"},
    {"y = tl.load(p, other=0.0)", "22-24: `other` is what masked-off elements "
                                  "get, and there is no mask [TQ0313]\n"},
    {"tl.store(p, x)", "13-13: `value` is `fp32[16]`, but the pointer is a "
                       "single one [TQ0306]\n  help: add a tile of offsets to "
                       "the pointer: `pointer + offsets`\n"},
    {"tl.store(p + r, x[:, None])",
     "10-14: the pointers are `pointer<fp32>[16]`, but what is stored needs "
     "`pointer<fp32>[16, 16]` [TQ0342]\n"},
    {"y = tl.load(p + r, boundary_check=(0,))",
     "5-39: `boundary_check` and `padding_option` are for block pointers "
     "[TQ0329]\n  help: use `mask` and `other`\n"},
    {"y = tl.atomic_max(p.to(tl.pointer_type(tl.float16)), 1.0)",
     "19-51: `tl.atomic_max` does not work on `fp16` [TQ0331]\n"},
    {"b = tl.make_block_ptr(p, (n,), (1,), (m,), (16,), (0,))",
     "38-41: `offsets` must be 32-bit integers, but one has 64 bits [TQ0329]\n "
     " "
     "help: convert it with `.to(tl.int32)`, or move the base pointer\n"},
    {"b = tl.make_block_ptr(p, (n,), (1,), (0,), (16,), (0,))\ntl.store(b, r)",
     "13-13: the block holds `fp32`, but what is stored is `int32` [TQ0342]\n  "
     "help: convert it with `.to(tl.float32)`\n"},
    {"d = tl.make_tensor_descriptor(p, [n], [n], [16])",
     "39-41: the last stride of a tensor descriptor is the constant 1, but "
     "here "
     "it is a run-time `int32` [TQ0330]\n"},

    // Products
    {"y = tl.dot(x.reshape(4, 4), x.reshape(4, 4))",
     "5-44: `tl.dot` needs K >= 16 for `fp32`, but K is 4 [TQ0321]\n  12-26: "
     "the left tile is `fp32[4, 4]`\n  29-43: the right tile is `fp32[4, 4]`\n "
     " "
     "help: raise the common extent to 16 or more\n"},
    {"y = tl.dot(x.reshape(1, 16), x.reshape(1, 16))",
     "5-46: the left tile's columns and the right tile's rows differ "
     "[TQ0321]\n  12-27: the left tile is `fp32[1, 16]`\n  30-45: the right "
     "tile is `fp32[1, 16]`\n"},
    {"y = tl.dot(x, x)",
     "5-16: `tl.dot` takes two tiles with as many dimensions, two or more "
     "[TQ0321]\n  12-12: the left one is `fp32[16]`\n  15-15: the right one is "
     "`fp32[16]`\n"},
    {"y = tl.dot(x.reshape(2, 1, 8), x.reshape(1, 8, 2))",
     "5-50: the batches of the two tiles differ: all dimensions before the "
     "last "
     "two are the same [TQ0321]\n  12-29: the left tile is `fp32[2, 1, 8]`\n  "
     "32-49: the right tile is `fp32[1, 8, 2]`\n"},
    {"y = tl.dot(x.reshape(1, 16), r.reshape(16, 1))",
     "5-46: `tl.dot` does not multiply `fp32` by `int32` [TQ0322]\n  12-27: "
     "the "
     "left tile is `fp32[1, 16]`\n  30-45: the right tile is `int32[16, 1]`\n  "
     "help: both must be int8, fp8, fp16, bf16, fp32 or fp64\n"},
    {"a = tl.full((64, 64), 0.0, tl.float8e5)\n"
     "y = tl.dot(a, a, max_num_imprecise_acc=128)",
     "40-42: `max_num_imprecise_acc` is 128, but K is only 64 [TQ0321]\n"},
    {"y = tl.map_elementwise(5, x)",
     "24-24: `scalar_fn` must be a `@triton.jit` function, but this is "
     "the constant `5` [TQ0335]\n"},

    // Statements
    {"x[0] = 1",
     "1-4: a kernel assigns to names only; tiles do not change [TQ0338]\n  "
     "help: build a new tile, for example with `tl.where`\n"},
    {"a, b = n", "1-4: 2 names cannot share a run-time `int32` [TQ0320]\n"},
    {"a, b = 1, 2, 3", "1-4: there are 2 names for 3 values [TQ0320]\n"},
    {"if x > 0:\n  pass",
     "4-8: a condition is one truth value, but this is `int1[16]` [TQ0319]\n  "
     "help: choose per element with `tl.where`, or reduce it with `tl.max`\n"},
    {"y = 1 if x > 0 else 2",
     "10-14: `if` in an expression takes one truth value, but this is "
     "`int1[16]` [TQ0319]\n  help: choose per element with `tl.where`\n"},
    {"y = 1 if n > 0 else 2.0",
     "5-23: the two sides differ: one is a run-time `int32`, the other one a "
     "run-time `fp32` [TQ0310]\n"},
    {"if n > 0:\n  y = 1\nelse:\n  y = 1.0\nz = y",
     "1-9: `y` is a run-time `int32` in one branch and a run-time `fp32` in "
     "the "
     "other [TQ0310]\n  3-3: the first branch defines it here\n  3-3: the "
     "other "
     "value is from here\n"},
    {"for i in range(n):\n  if i > 3:\n    return",
     "5-10: `return` cannot leave a run-time loop [TQ0318]\n  help: leave by a "
     "condition of the loop, or mask the work\n"},
    {"for i in range(n):\n  break",
     "3-7: `break` is not part of the kernel language [TQ0318]\n  help: use a "
     "`while` with a condition, or mask the work\n"},
    {"return n", "1-8: a kernel returns nothing [TQ0343]\n  help: store the "
                 "value through a "
                 "pointer\n"},
    {"y = 0\nfor i in range(n):\n  y += 1.5",
     "3-3: `y` changes its type in the loop, from a run-time `int32` to a "
     "run-time `fp32` [TQ0309]\n  1-1: it has this value before the loop\n  "
     "help: convert the new value with `.to(tl.int32)`, or the first one to "
     "`tl.float32`\n"},
    {"y = 0.0\nfor i in range(n):\n  y += x",
     "3-3: `y` changes its type in the loop, from a run-time `fp32` to a "
     "`fp32[16]` tile [TQ0309]\n  1-1: it has this value before the loop\n  "
     "help: start with a tile: `tl.zeros(...)` or `tl.full(...)`\n"},
    {"for i in range(x):\n  pass",
     "16-16: the bounds of a loop are integers, but this is a `fp32[16]` tile "
     "[TQ0339]\n  help: divide with `//`, or with `tl.cdiv` to round up\n"},
    {"for i in range(n / 4):\n  pass",
     "16-20: the bounds of a loop are integers, but this is a run-time `fp32` "
     "[TQ0339]\n  help: divide with `//`, or with `tl.cdiv` to round up\n"},
    {"for i in range(0, n, 0):\n  pass", "22-22: the step is zero [TQ0339]\n"},
    {"y = tl.multiple_of(r, (8, 8))",
     "23-28: `tl.multiple_of` needs one value for each dimension of "
     "`int32[16]`, but 2 are given [TQ0340]\n"},
    {"nonlocal n", "1-10: `nonlocal` is not part of the kernel language "
                   "[TQ0308]\n"},
    {"b = tl.make_block_ptr(p, (n,), (1,), (0,), (16,), (0,))\n"
     "tl.advance(b, (16,))",
     "1-20: this moves no block pointer: it makes another one [TQ0348]\n  "
     "help: "
     "assign it: `block = tl.advance(block, ...)`\n"},
    {"with n:\n  pass",
     "1-7: `with` is not part of the kernel language [TQ0308]\n"},
};

TEST(SemaMessagesTest, EachErrorHasItsSentence) {
  for (const Case &one : kCases)
    EXPECT_EQ(errors(one.statements), one.message) << one.statements;
}

TEST(SemaMessagesTest, FunctionsShowTheirCallers) {
  EXPECT_EQ(errors("y = f(x)", "@triton.jit\ndef f(a):\n  return g(a)\n"
                               "@triton.jit\ndef g(b):\n  return b // 2\n"),
            "8-13: `//` divides integers, but these are `fp32` [TQ0305]\n"
            "  8-11: called from here\n"
            "  5-8: called from here\n"
            "  help: use `tl.floor(a / b)`\n");
  EXPECT_EQ(errors("y = f(x)", "@triton.jit\ndef f(a):\n  return f(a)\n"),
            "8-11: `f` calls itself, but functions of kernels are inlined "
            "[TQ0316]\n  5-8: called from here\n");
  EXPECT_EQ(errors("y = f(x)", "def f(a):\n  return a\n"),
            "5-8: `f` is a function of the host; a kernel cannot call it "
            "[TQ0337]\n  3-3: the function is here\n  help: write "
            "`@triton.jit` above it, or `@triton.constexpr_function` if it "
            "computes constants\n");
  EXPECT_EQ(errors("y = f(x, 1)", "@triton.jit\ndef f(a):\n  return a\n"),
            "5-11: `f` takes 1 argument, but 2 are given [TQ0307]\n"
            "  3-3: the function is here\n");
  EXPECT_EQ(errors("y = f()", "@triton.jit\ndef f(a):\n  return a\n"),
            "5-7: `f` needs an argument `a` [TQ0307]\n"
            "  5-5: the parameter is here\n");
}

TEST(SemaMessagesTest, CombineFunctionsMustFit) {
  EXPECT_EQ(
      errors("y = tl.reduce(x, 0, f)",
             "@triton.jit\ndef f(a, b):\n  return (a + b).to(tl.int32)\n"),
      "5-22: the function `f` must return (fp32), but it returns (int32) "
      "[TQ0335]\n");
  EXPECT_EQ(errors("y = tl.reduce(x, 0, 3)"),
            "21-21: `combine_fn` must be a `@triton.jit` function, but this is "
            "the constant `3` [TQ0335]\n");
}

TEST(SemaMessagesTest, ReturnsMustAgree) {
  EXPECT_EQ(errors("y = f(n)", "@triton.jit\ndef f(a):\n  if a > 0:\n"
                               "    return a\n  return 1.5\n"),
            "1-9: the function returns a run-time `int32` in one place and a "
            "run-time `fp32` in another [TQ0343]\n"
            "  5-8: called from here\n"
            "  3-10: one `return` is here\n"
            "  1-10: the other one is here\n");
  EXPECT_EQ(errors("y = f(n)", "@triton.jit\ndef f(a):\n  if a > 0:\n"
                               "    return a\n"),
            "5-8: `f` may end without returning a value [TQ0328]\n"
            "  3-3: the function is here\n");
}

// One run reports several errors, each once, and nothing about their results.
TEST(SemaMessagesTest, ErrorsDoNotFollowFromErrors) {
  EXPECT_EQ(errors("a = nothing\nb = a + 1\nc = tl.exp(b)\nfor i in "
                   "tl.static_range(3):\n  d = x // 2\ne = d\nf = other"),
            "5-11: nothing here is called `nothing` [TQ0301]\n"
            "7-12: `//` divides integers, but these are `fp32` [TQ0305]\n"
            "  help: use `tl.floor(a / b)`\n"
            "5-9: nothing here is called `other` [TQ0301]\n");
  EXPECT_EQ(errors("for i in range(n):\n  y = nothing\n  x = y + i\nz = x"),
            "7-13: nothing here is called `nothing` [TQ0301]\n");
}

TEST(SemaMessagesTest, AuthorsMayAskThatAResultIsUsed) {
  std::string cube = "WHY = 'It changes nothing.'\n"
                     "@triton.must_use_result(WHY)\n"
                     "@triton.jit\ndef cube(x):\n  return x * x * x\n";
  EXPECT_EQ(errors("y = cube(x)", cube), "");
  EXPECT_EQ(errors("cube(x)", cube),
            "1-7: the result of `cube` is not used, but its author asks for "
            "that [TQ0348]\n  help: It changes nothing.\n");
  EXPECT_EQ(errors("square(x)", "@triton.must_use_result\n@triton.jit\n"
                                "def square(x):\n  return x * x\n"),
            "1-9: the result of `square` is not used, but its author asks for "
            "that [TQ0348]\n");
}

} // namespace
