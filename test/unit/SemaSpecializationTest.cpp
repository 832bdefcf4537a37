//===- SemaSpecializationTest.cpp - What fixes a kernel -------------------===//

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "test/unit/SemaAnalysis.h"

using namespace tqc;
using testing::HasSubstr;

namespace {

/// "p=*fp32:16", "B=`64`", "t=(0=i32 1=`2` )", "t={x=i32 }".
std::string written(const ArgumentSpec &argument) {
  std::string text = argument.name + "=";
  if (argument.isTuple) {
    text += argument.isNamed ? "{" : "(";
    for (const ArgumentSpec &part : argument.parts)
      text += written(part) + " ";
    return text + (argument.isNamed ? "}" : ")");
  }
  if (argument.isConstant)
    return text + "`" + argument.constant + "`";
  text += (argument.type.pointer ? "*" : "") +
          signatureName(argument.type.elem).str();
  if (argument.divisibility != 1)
    text += ":" + std::to_string(argument.divisibility);
  return text;
}

/// "p=*fp32:16 n=i32 B=`64` warps 4 stages 3", or the messages.
std::string resolved(const std::string &source,
                     const SpecializationRequest &request = {}) {
  SourceManager sources;
  DiagEngine diags(sources);
  SourceFile &file = sources.add("k.tq", source);
  auto module = parseFile(file, diags);
  SemaContext context{sources, diags, {}, {}};
  auto specialization = resolveSpecialization(
      context, *module, *findKernels(*module).back(), request);
  std::string text;
  llvm::raw_string_ostream os(text);
  if (!specialization) {
    diags.print(os);
    return text;
  }
  for (const ArgumentSpec &argument : specialization->arguments)
    os << written(argument) << ' ';
  os << "warps " << specialization->numWarps << " stages "
     << specialization->numStages;
  return text;
}

const char *const kPlain =
    "@triton.jit\ndef k(p, n, B: tl.constexpr):\n    pass\n";

TEST(SemaSpecializationTest, ASignatureNamesAllOrTheTypes) {
  SpecializationRequest request;
  request.signature = "*fp16:16, i32, 64";
  EXPECT_EQ(resolved(kPlain, request),
            "p=*fp16:16 n=i32 B=`64` warps 4 stages 3");
  request.signature = "*fp16:16, i32";
  request.defines = {{"B", "128"}};
  EXPECT_EQ(resolved(kPlain, request),
            "p=*fp16:16 n=i32 B=`128` warps 4 stages 3");
  request.signature = "n=i64:16, p=*bf16";
  EXPECT_EQ(resolved(kPlain, request),
            "p=*bf16 n=i64:16 B=`128` warps 4 stages 3");
}

TEST(SemaSpecializationTest, TuplesHaveAnElementEach) {
  SpecializationRequest request;
  request.signature = "(*fp16:16, (i32, 4), None), (x=i64, f=g), 64";
  EXPECT_EQ(resolved(kPlain, request),
            "p=(0=*fp16:16 1=(0=i32 1=`4` ) 2=`None` ) "
            "n={x=i64 f=`g` } B=`64` warps 4 stages 3");
  request.signature = "(1, 2), i32, 64"; // a constant, as ever
  EXPECT_EQ(resolved(kPlain, request),
            "p=`(1, 2)` n=i32 B=`64` warps 4 stages 3");
  request.signature = "*fp16, i32, (i32, i32)";
  EXPECT_THAT(resolved(kPlain, request), HasSubstr("`B`"));
  // 1 becomes a constant in a tuple too, unless the kernel forbids it.
  ArgumentSpec tuple, one;
  one.name = "0";
  one.type = TileType(Elem::I32);
  one.constant = "1";
  tuple.isTuple = true;
  tuple.parts = {one};
  request.signature = "p=*fp16, B=64";
  request.actual = {{"n", tuple}};
  EXPECT_EQ(resolved(kPlain, request),
            "p=*fp16 n=(0=`1` ) B=`64` warps 4 stages 3");
  std::string plain = kPlain;
  plain.replace(0, 11, "@triton.jit(do_not_specialize=['n'])");
  EXPECT_EQ(resolved(plain, request),
            "p=*fp16 n=(0=i32 ) B=`64` warps 4 stages 3");
}

TEST(SemaSpecializationTest, OneIsAConstant) {
  SpecializationRequest request;
  request.signature = "*fp16, i32:1, 64";
  EXPECT_EQ(resolved(kPlain, request), "p=*fp16 n=`1` B=`64` warps 4 stages 3");
}

TEST(SemaSpecializationTest, TheLineAboveAKernel) {
  std::string line = "# tqc: signature=\"*fp32:16, i32:16\" B=64 num_warps=8 "
                     "num_stages=2\n";
  EXPECT_EQ(resolved(line + kPlain),
            "p=*fp32:16 n=i32:16 B=`64` warps 8 stages 2");
  // Flags beat it.
  SpecializationRequest request;
  request.defines = {{"B", "32"}};
  request.numWarps = 2;
  EXPECT_EQ(resolved(line + kPlain, request),
            "p=*fp32:16 n=i32:16 B=`32` warps 2 stages 2");
}

TEST(SemaSpecializationTest, Annotations) {
  EXPECT_EQ(
      resolved("@triton.jit\ndef k(p: \"*fp16:16\", n: \"i64\", e: tl.float32, "
               "B: tl.constexpr = 64):\n    pass\n"),
      "p=*fp16:16 n=i64 e=fp32 B=`64` warps 4 stages 3");
}

TEST(SemaSpecializationTest, ActualArgumentsBeatAll) {
  SpecializationRequest request;
  ArgumentSpec pointer, number, block;
  pointer.type = TileType(Elem::BF16, {}, true);
  pointer.divisibility = 16;
  number.type = TileType(Elem::I32);
  number.constant = "1";
  block.isConstant = true;
  block.constant = "256";
  request.actual = {{"p", pointer}, {"n", number}, {"B", block}};
  std::string line = "# tqc: signature=\"*fp32, i32\" B=64\n";
  EXPECT_EQ(resolved(line + kPlain, request),
            "p=*bf16:16 n=`1` B=`256` warps 4 stages 3");
  // Not where the kernel asks for no specialisation.
  std::string plain = kPlain;
  plain.replace(0, 11, "@triton.jit(do_not_specialize=['n'])");
  EXPECT_EQ(resolved(line + plain, request),
            "p=*bf16:16 n=i32 B=`256` warps 4 stages 3");
}

TEST(SemaSpecializationTest, TheFirstAutotuneConfiguration) {
  EXPECT_EQ(resolved(R"(
def configs():
    return [triton.Config({'B': b}, num_warps=w) for b in (32, 64) for w in (2, 8)]

@triton.autotune(configs=configs(), key=['n'])
@triton.heuristics({'EVEN': lambda args: args['B'] % 16 == 0})
# tqc: signature="*fp32, i32"
@triton.jit
def k(p, n, B: tl.constexpr, EVEN: tl.constexpr):
    pass
)",
                     [] {
                       SpecializationRequest request;
                       request.signature = "*fp32, i32";
                       return request;
                     }()),
            "p=*fp32 n=i32 B=`32` EVEN=`True` warps 2 stages 3");
}

TEST(SemaSpecializationTest, ARequestMayNameAnotherConfiguration) {
  const char *kernel = R"(
# tqc: signature="*fp32"
@triton.autotune([triton.Config({'B': 32}, num_warps=1), triton.Config({'B': 64})], [])
@triton.jit
def k(p, B: tl.constexpr):
    pass
)";
  SpecializationRequest request;
  EXPECT_EQ(resolved(kernel, request), "p=*fp32 B=`32` warps 1 stages 3");
  request.config = 1;
  EXPECT_EQ(resolved(kernel, request), "p=*fp32 B=`64` warps 4 stages 3");
  request.config = 7; // the last one
  EXPECT_EQ(resolved(kernel, request), "p=*fp32 B=`64` warps 4 stages 3");
}

TEST(SemaSpecializationTest, SaysWhatIsMissing) {
  EXPECT_EQ(
      resolved(kPlain),
      R"(k.tq:2:5: error: the types of `p` and `n`, and the value of `B`, are not known [TQ0360]
    2 | def k(p, n, B: tl.constexpr):
      |     ^
help: write above the kernel, with what you mean: # tqc: signature="i32, i32" B=1
help: or give --signature="i32, i32" -D B=1
)");
  SpecializationRequest request;
  request.signature = "*fp32, i32";
  EXPECT_EQ(
      resolved(kPlain, request),
      R"(k.tq:2:13: error: `B` is a `tl.constexpr` and has no value [TQ0361]
    2 | def k(p, n, B: tl.constexpr):
      |             ^^^^^^^^^^^^^^^
help: give -D B=VALUE, or write `# tqc: B=VALUE` above the kernel
)");
  EXPECT_EQ(resolved("@triton.jit\ndef k(p):\n    pass\n"),
            R"(k.tq:2:7: error: the type of `p` is not known [TQ0360]
    2 | def k(p):
      |       ^
help: write `# tqc: signature="..."` above the kernel, give --signature, or annotate it: `p: "*fp32"`
)");
}

/// The line to fill in that a kernel of a file gets.
static std::string guessed(const std::string &text) {
  std::string words = resolved(text.c_str());
  size_t at = words.find("# tqc:");
  return at == std::string::npos ? words
                                 : words.substr(at, words.find('\n', at) - at);
}

TEST(SemaSpecializationTest, GuessesPointersFromTheirUse) {
  auto line = [](const std::string &params, const std::string &body) {
    return guessed("@triton.jit\ndef k(" + params + "):\n" + body);
  };
  // The first summand that leads to a parameter, through names and tiles.
  EXPECT_EQ(line("x, n, B: tl.constexpr",
                 "    i = tl.arange(0, B)\n    p = (x + n * i)[:, None]\n"
                 "    tl.store(i[:, None] + p, 0)\n"),
            "# tqc: signature=\"*fp32, i32\" B=1");
  EXPECT_EQ(line("x, y, BLOCK: tl.constexpr", "    x += y\n    x.store(y)\n"),
            "# tqc: signature=\"*fp32, i32\" BLOCK=1024");
  EXPECT_EQ(line("a, n, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr",
                 "    d = tl.make_tensor_descriptor(a, [n], [1], [BLOCK_M])\n"),
            "# tqc: signature=\"*fp32, i32\" BLOCK_M=64 BLOCK_N=64");
  EXPECT_EQ(line("c, lock, n", "    p, q = c, n\n    tl.atomic_add(p, q)\n"
                               "    while tl.atomic_cas(lock, 0, 1): pass\n"),
            "# tqc: signature=\"*fp32, *fp32, i32\"");
  // In a helper that gets it, which may call itself.
  EXPECT_EQ(guessed("@triton.jit\ndef f(n, p):\n    f(n, p)\n"
                    "    return tl.load(p)\n"
                    "@triton.jit\ndef g(p):\n    return f(1, p=p + 1)\n"
                    "@triton.jit\ndef k(a, b):\n    g(b)\n    g(p=b)\n"),
            "# tqc: signature=\"i32, *fp32\"");
}

TEST(SemaSpecializationTest, GuessesConstantsAndKeepsWhatIsSaid) {
  EXPECT_EQ(guessed("# tqc: num_warps=8 B=32\n@triton.jit\n"
                    "def k(x, eps, B: tl.constexpr, T: tl.constexpr, C: "
                    "tl.constexpr, D: tl.constexpr = 1):\n"
                    "    if not C:\n        tl.store(x, eps.to(T))\n"),
            "# tqc: signature=\"*fp32, fp32\" num_warps=8 B=32 T=tl.float32 "
            "C=True");
  EXPECT_EQ(guessed("# tqc: signature=\"i32\"\n@triton.jit\n"
                    "def k(n, A: tl.constexpr, B: tl.constexpr):\n    pass\n"),
            "# tqc: signature=\"i32\" A=1 B=1");
}

TEST(SemaSpecializationTest, SaysWhatIsWrong) {
  SpecializationRequest request;
  request.signature = "*fp33, i32, 64";
  EXPECT_THAT(
      resolved(kPlain, request),
      HasSubstr("the signature has `*fp33`, which is neither a type nor "
                "a constant [TQ0362]"));
  request.signature = "*fp32";
  EXPECT_THAT(resolved(kPlain, request),
              HasSubstr("the signature has 1 entry, but `k` needs 2 or 3 "
                        "[TQ0362]"));
  request.signature = "";
  request.defines = {{"BB", "3"}};
  EXPECT_THAT(resolved(kPlain, request),
              HasSubstr("`k` has no parameter `BB` [TQ0363]"));
  EXPECT_THAT(resolved(std::string("# tqc: what\n") + kPlain),
              HasSubstr("a `# tqc:` line holds NAME=VALUE pairs, but here is "
                        "`what` [TQ0365]"));
  EXPECT_THAT(
      resolved(std::string("# tqc: num_warps=many\n") + kPlain),
      HasSubstr("`num_warps` is a positive number, not `many` [TQ0365]"));
  EXPECT_THAT(
      resolved("@triton.jit\ndef k(p: \"*float\"):\n    pass\n"),
      HasSubstr("`p` is annotated with `*float`, which is no type [TQ0364]"));
  EXPECT_THAT(resolved("@triton.jit\ndef k(*p):\n    pass\n"),
              HasSubstr("`k` is a kernel, and a kernel names all of its "
                        "parameters [TQ0364]"));
}

// Such a word would equal nothing, and a kernel would take its last branch.
TEST(SemaSpecializationTest, AWordIsNoConstant) {
  SpecializationRequest request;
  request.signature = "*fp32, i32";
  request.defines = {{"B", "relu"}};
  EXPECT_EQ(
      resolved(kPlain, request),
      R"(k.tq:2:5: error: `B` cannot be `relu`: no constant, function or type has that name [TQ0362]
    2 | def k(p, n, B: tl.constexpr):
      |     ^
help: a text stands in quotes: `B='relu'`, on a command line "B='relu'"
)");
  EXPECT_THAT(resolved(std::string("# tqc: signature=\"*fp32, i32\" B=none\n") +
                       kPlain),
              HasSubstr("help: write `B=None`"));
  request.defines = {{"B", "true"}};
  EXPECT_THAT(resolved(kPlain, request), HasSubstr("help: write `B=True`"));
  request.defines = {{"B", "max"}};
  EXPECT_THAT(resolved(kPlain, request), HasSubstr("`B` cannot be `max`"));
  request.defines = {{"B", "torch.float16"}};
  EXPECT_THAT(resolved(kPlain, request),
              HasSubstr("`B` cannot be `torch.float16`: only Python knows what "
                        "that is [TQ0362]"));
  // What the file defines, and a text, are constants.
  request.defines = {{"B", "relu"}};
  EXPECT_EQ(resolved(std::string("@triton.jit\ndef relu(x):\n    return x\n") +
                         kPlain,
                     request),
            "p=*fp32 n=i32 B=`relu` warps 4 stages 3");
  request.defines = {{"B", "'relu'"}};
  EXPECT_EQ(resolved(kPlain, request),
            "p=*fp32 n=i32 B=`'relu'` warps 4 stages 3");
}

TEST(SemaSpecializationTest, AConstantIsAlwaysSpecialised) {
  EXPECT_THAT(
      resolved("# tqc: B=4\n@triton.jit(do_not_specialize=['B'])\n"
               "def k(B: tl.constexpr):\n    pass\n"),
      HasSubstr("`B` is a `tl.constexpr`, and `do_not_specialize` names "
                "it [TQ0364]"));
}

TEST(SemaSpecializationTest, ATypeIsAConstantToo) {
  const char *kernel =
      "@triton.jit\ndef k(p, T: tl.constexpr = tl.int8):\n    pass\n";
  EXPECT_EQ(
      resolved(std::string("# tqc: signature=\"*fp32\" T=fp16\n") + kernel),
      "p=*fp32 T=`tl.float16` warps 4 stages 3");
  SpecializationRequest request;
  request.signature = "*fp32, bf16";
  EXPECT_EQ(resolved(kernel, request),
            "p=*fp32 T=`tl.bfloat16` warps 4 stages 3");
  request.signature = "*fp32, *fp32";
  EXPECT_THAT(resolved(kernel, request),
              HasSubstr("`T` is a `tl.constexpr`, but a type of a run-time "
                        "argument is given for it [TQ0362]"));
}

} // namespace
