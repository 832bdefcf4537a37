//===- SemaKernelTest.cpp - What the analysis asks of the builder ---------===//
//
// Whole kernels against the operations they become.
//
//===----------------------------------------------------------------------===//

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "test/unit/SemaAnalysis.h"

using namespace tqc;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

namespace {

/// The operations of a kernel with parameters (p: *fp32, n: i32).
std::string ops(const std::string &body) {
  std::string source =
      "# tqc: signature=\"*fp32, i32\"\n@triton.jit\ndef k(p, n):\n";
  llvm::SmallVector<llvm::StringRef, 8> lines;
  llvm::StringRef(body).trim('\n').split(lines, '\n');
  for (llvm::StringRef line : lines)
    source += "    " + line.str() + "\n";
  Analysis result = analyze(source);
  return result.ok ? "\n" + result.text : result.messages;
}

TEST(SemaKernelTest, VectorAdd) {
  Analysis result = analyze(R"(
# tqc: signature="*fp16:16, *fp16:16, *fp16:16, i32" BLOCK=128
@triton.jit
def add(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offs < n
    x = tl.load(x_ptr + offs, mask=mask, other=0.0)
    y = tl.load(y_ptr + offs, mask=mask)
    tl.store(out_ptr + offs, x + y, mask=mask)
)");
  EXPECT_EQ(result.messages, "");
  EXPECT_EQ(result.kernel,
            "kernel add(%0 x_ptr: pointer<fp16>:16, %1 y_ptr: "
            "pointer<fp16>:16, %2 out_ptr: pointer<fp16>:16, %3 n: int32)");
  EXPECT_EQ("\n" + result.text, R"(
%4 : int32 = program_id 0
%5 : int32 = const 128
%6 : int32 = mul %4 %5
%7 : int32[128] = range 0 128
%8 : int32[128] = splat %6
%9 : int32[128] = add %8 %7
%10 : int32[128] = splat %3
%11 : int1[128] = lts %9 %10 : int32[128]
%12 : pointer<fp16>[128] = splat %0
%13 : pointer<fp16>[128] = addptr %12 %9 : int32[128]
%14 : fp32 = const 0
%15 : fp32[128] = splat %14
%16 : fp16[128] = fptrunc %15 : fp32[128]
%17 : fp16[128] = load %13 %11 %16
%18 : pointer<fp16>[128] = splat %1
%19 : pointer<fp16>[128] = addptr %18 %9 : int32[128]
%20 : fp16[128] = load %19 %11 _
%21 : pointer<fp16>[128] = splat %2
%22 : pointer<fp16>[128] = addptr %21 %9 : int32[128]
%23 : fp16[128] = add %17 %20
store %22 %23 %11 : fp16[128]
)");
  EXPECT_THAT(result.names,
              ElementsAre("%9 offs", "%11 mask", "%17 x", "%20 y"));
  ASSERT_EQ(result.words.size(), 3u);
  EXPECT_EQ(result.words[0].pointer, "x_ptr + offs");
  EXPECT_EQ(result.words[0].mask, "offs < n");
}

TEST(SemaKernelTest, PointersTakeSignedOffsets) {
  EXPECT_EQ(ops("q = p + n.to(tl.uint32)\nq = q - 1"), R"(
%2 : int64 = zext %1 : uint32
%3 : pointer<fp32> = addptr %0 %2 : int64
%4 : int32 = const 1
%5 : int32 = const 0
%6 : int32 = sub %5 %4
%7 : pointer<fp32> = addptr %3 %6 : int32
)");
}

TEST(SemaKernelTest, HalfFloatsGoThroughFp32) {
  EXPECT_EQ(
      ops("x = n.to(tl.float16)\ny = x.to(tl.int8)\nz = x.to(tl.bfloat16)"),
      R"(
%2 : fp16 = sitofp %1 : int32
%3 : fp32 = fpext %2 : fp16
%4 : int8 = fptosi %3 : fp32
%5 : fp32 = fpext %2 : fp16
%6 : bf16 = fptrunc %5 : fp32
)");
}

TEST(SemaKernelTest, SignednessCostsNothing) {
  EXPECT_EQ(ops("x = n.to(tl.uint32) >> 1\ny = n >> 1"), R"(
%2 : uint32 = const 1
%3 : uint32 = shru %1 %2
%4 : int32 = const 1
%5 : int32 = shrs %1 %4
)");
}

TEST(SemaKernelTest, AMinusSignSubtractsFromZero) {
  EXPECT_EQ(ops("x = -n"), R"(
%2 : int32 = const 0
%3 : int32 = sub %2 %1
)");
}

TEST(SemaKernelTest, BoolsLiveInBytes) {
  Analysis result = analyze(R"(
# tqc: signature="*i1"
@triton.jit
def k(p):
    tl.store(p, not tl.load(p))
)");
  EXPECT_EQ("\n" + result.text, R"(
%1 : pointer<int8> = bitcast %0 : pointer<int1>
%2 : int8 = load %1 _ _
%3 : int8 = const 0
%4 : int1 = ne %2 %3 : int8
%5 : int1 = const -1
%6 : int1 = xor %4 %5
%7 : pointer<int8> = bitcast %0 : pointer<int1>
%8 : int8 = zext %6 : int1
store %7 %8 _ : int8
)") << result.messages;
}

TEST(SemaKernelTest, ReducesWithAFunction) {
  EXPECT_EQ(ops("x = tl.load(p + tl.arange(0, 64))\n"
                "tl.store(p, tl.sum(x, 0))"),
            R"(
%2 : int32[64] = range 0 64
%3 : pointer<fp32>[64] = splat %0
%4 : pointer<fp32>[64] = addptr %3 %2 : int32[64]
%5 : fp32[64] = load %4 _ _
%9 : fp32 = reduce axis 0 %5 {
  (%6: fp32, %7: fp32)
  %8 : fp32 = add %6 %7
  yield %8
}
store %0 %9 _ : fp32
)");
}

TEST(SemaKernelTest, ReducesAllAxesInOne) {
  std::string text = ops("x = tl.zeros((4, 8), tl.float32)\ny = tl.max(x)");
  EXPECT_THAT(text, HasSubstr("fp32[32] = view"));
  EXPECT_THAT(text, HasSubstr("reduce axis 0"));
}

TEST(SemaKernelTest, FindsTheFirstLargest) {
  EXPECT_THAT(ops("x = tl.load(p + tl.arange(0, 4))\nn = tl.argmax(x, 0)"),
              HasSubstr(R"(reduce axis 0 %5 %6 {
  (%7: fp32, %8: int32, %9: fp32, %10: int32)
  %11 : int1 = ogt %7 %9 : fp32
  %12 : int1 = oeq %7 %9 : fp32
  %13 : int1 = lts %8 %10 : int32
  %14 : int1 = and %12 %13
  %15 : int1 = or %11 %14
  %16 : fp32 = select %15 %7 %9
  %17 : int32 = select %15 %8 %10
  yield %16 %17
})"));
}

TEST(SemaKernelTest, DotsInTf32UnlessToldOtherwise) {
  std::string tile = "a = tl.zeros((16, 16), tl.float32)\n";
  EXPECT_THAT(ops(tile + "b = tl.dot(a, a)"), HasSubstr("tf32 0\n"));
  EXPECT_THAT(ops(tile + "b = tl.dot(a, a, allow_tf32=False)"),
              HasSubstr("ieee 0\n"));
  EXPECT_THAT(ops(tile + "b = tl.dot(a, a, input_precision='tf32x3')"),
              HasSubstr("tf32x3 0\n"));
  EXPECT_THAT(ops(tile + "b = a @ a"), HasSubstr("tf32 0\n"));
}

TEST(SemaKernelTest, DotBuildsOnItsAccumulator) {
  EXPECT_EQ(ops("a = tl.zeros((16, 32), tl.float16)\n"
                "acc = tl.zeros((16, 16), tl.float32)\n"
                "acc = tl.dot(a, a.T, acc)"),
            R"(
%2 : fp16 = const 0
%3 : fp16[16, 32] = splat %2
%4 : fp32 = const 0
%5 : fp32[16, 16] = splat %4
%6 : fp16[32, 16] = trans %3 1 0
%7 : fp32[16, 16] = dot %3 %6 %5 tf32 0
)");
}

TEST(SemaKernelTest, BlockPointersLoadBlocksOfDescriptors) {
  EXPECT_EQ(ops("b = tl.make_block_ptr(p, (n, 64), (64, 1), (0, 0), (2, 4), "
                "(1, 0))\n"
                "x = tl.load(b, boundary_check=(0,), padding_option='zero')"),
            R"(
%2 : int64 = sext %1 : int32
%3 : int32 = const 0
%4 : int32 = const 0
%5 : int64 = const 64
%6 : int64 = const 64
%7 : int64 = const 1
%8 : fp32[2, 4] = descriptor %0 of %2 %5 by %6 %7
%9 : fp32[2, 4] = load_block %8 at %3 %4 checks 0 else _
)");
}

TEST(SemaKernelTest, DescriptorsCheckEveryBound) {
  std::string text =
      ops("d = tl.make_tensor_descriptor(p, shape=[n, 64], strides=[64, 1], "
          "block_shape=[2, 4], padding_option='nan')\n"
          "d.store([0, 0], d.load([n, 8]))");
  EXPECT_THAT(text, HasSubstr("%12 : fp32 = const nan"));
  EXPECT_THAT(text, HasSubstr("%13 : fp32[2, 4] = load_block %10 at %1 %11 "
                              "checks 0 1 else %12"));
  EXPECT_THAT(text, HasSubstr("checks 0 1 %13 : fp32[2, 4]"));
}

// What is outside is nothing where nothing is checked: no padding for it.
TEST(SemaKernelTest, BlocksWithoutChecksNeedNoPadding) {
  EXPECT_THAT(ops("b = tl.make_block_ptr(p, (n,), (1,), (0,), (4,), (0,))\n"
                  "tl.store(b, tl.load(b, padding_option='nan'))"),
              HasSubstr("checks else _"));
}

TEST(SemaKernelTest, RowsOfDescriptorsHaveWideNumbers) {
  std::string text =
      ops("d = tl.make_tensor_descriptor(p, shape=[n, 64], strides=[64, 1], "
          "block_shape=[1, 8])\n"
          "r = tl.arange(0, 4)\n"
          "d.scatter(d.gather(r, 8), r, n)");
  EXPECT_THAT(text, HasSubstr("int64[4] = sext"));
  EXPECT_THAT(text, HasSubstr("fp32[4, 8] = gather_rows"));
  EXPECT_THAT(text, HasSubstr("scatter_rows"));
}

TEST(SemaKernelTest, AtomicsHaveOrderAndScope) {
  EXPECT_EQ(
      ops("tl.atomic_add(p, 1.0)\n"
          "tl.atomic_max(p, 2.0, mask=n > 0, sem='relaxed', scope='cta')"),
      R"(
%2 : fp32 = const 1
%3 : fp32 = atomic_addf %0 %2 _ acq_rel gpu
%4 : int32 = const 0
%5 : int1 = gts %1 %4 : int32
%6 : fp32 = const 2
%7 : fp32 = atomic_maxf %0 %6 %5 relaxed cta
)");
}

TEST(SemaKernelTest, LibdeviceIsPickedByType) {
  EXPECT_EQ(ops("x = tl.load(p)\ny = libdevice.pow(x, 2)\n"
                "z = libdevice.isnan(y)"),
            R"(
%2 : fp32 = load %0 _ _
%3 : int32 = const 2
%4 : fp32 = __nv_powif %2 %3
%5 : int32 = __nv_isnanf %4
%6 : int32 = const 0
%7 : int1 = ne %5 %6 : int32
)");
}

TEST(SemaKernelTest, HintsStayOnTheValue) {
  EXPECT_EQ(
      ops("o = tl.max_contiguous(tl.multiple_of(n + tl.arange(0, 8), 8), 8)\n"
          "tl.assume(n > 0)\ntl.debug_barrier()"),
      R"(
%2 : int32[8] = range 0 8
%3 : int32[8] = splat %1
%4 : int32[8] = add %3 %2
%5 : int32[8] = multiple_of %4 8
%6 : int32[8] = max_contiguous %5 8
%7 : int32 = const 0
%8 : int1 = gts %1 %7 : int32
assume %8
barrier
)");
}

TEST(SemaKernelTest, PrintsAndAssertsOnTheDevice) {
  EXPECT_EQ(ops("print('n', n)\ntl.device_print('x: ', n, hex=True)\n"
                "assert n > 0, 'no elements'"),
            R"(
print ' n: ' %1 : int32
print ' x: ' %1 : int32 hex
%2 : int32 = const 0
%3 : int1 = gts %1 %2 : int32
dropped the assertion needs `debug`
)");
  SpecializationRequest checked;
  checked.assertsByDefault = true;
  const char *kSource = "# tqc: signature=\"i32\"\n@triton.jit\ndef k(n):\n"
                        "    assert n > 0, 'no elements'\n    n + n\n";
  std::string text = analyze(kSource, checked).text;
  EXPECT_THAT(text, HasSubstr("assert %2 'no elements'"));
  EXPECT_THAT(text, Not(HasSubstr("overflow")));
  checked.debug = true;
  EXPECT_THAT(analyze(kSource, checked).text,
              HasSubstr("'int32 overflow detected for operation add'"));
  checked.debug = false;
  EXPECT_THAT(analyze(kSource, checked).text, Not(HasSubstr("\nassert")));
}

TEST(SemaKernelTest, InlineAsmGivesATupleForATuple) {
  EXPECT_EQ(ops("a, b = tl.inline_asm_elementwise('mov', '=r,=r,r', [n], "
                "dtype=(tl.int32, tl.float32), is_pure=True, pack=1)"),
            R"(
%2 : int32 = asm 'mov' =r,=r,r %1 pack 1 pure
%3 : fp32 = asm 'mov' =r,=r,r %1 pack 1 pure
)");
}

// Philox's first round with seed 0: the constants of Salmon et al.
TEST(SemaKernelTest, RandomNumbersArePhilox) {
  std::string text = ops("x = tl.randint(0, n)");
  EXPECT_THAT(text, HasSubstr("const 3528531795")); // 0xD2511F53
  EXPECT_THAT(text, HasSubstr("const 3449720151")); // 0xCD9E8D57
  EXPECT_THAT(text, HasSubstr("const 2654435769")); // 0x9E3779B9
  EXPECT_THAT(text, HasSubstr("mulhiu"));
}

TEST(SemaKernelTest, LibraryCodeHasItsCallersPlace) {
  SourceManager sources;
  DiagEngine diags(sources);
  SourceFile &file = sources.add("k.tq", R"(
# tqc: signature="*fp32"
@triton.jit
def k(p):
    tl.store(p, tl.sum(tl.load(p + tl.arange(0, 4)), 0))
)");
  auto module = parseFile(file, diags);
  SemaContext context{sources, diags, {}, {}};
  auto kernels = findKernels(*module);
  auto specialization =
      resolveSpecialization(context, *module, *kernels[0], {});
  struct Places : Recorder {
    const SourceManager &sources;
    std::vector<std::string> seen;
    explicit Places(const SourceManager &sources) : sources(sources) {}
    void setPlace(Span span, llvm::ArrayRef<Span> callers) override {
      seen.push_back(sources.describe(span));
      EXPECT_TRUE(callers.empty());
    }
  } builder(sources);
  ASSERT_TRUE(
      analyzeKernel(context, *module, *kernels[0], *specialization, builder));
  for (const std::string &place : builder.seen)
    EXPECT_THAT(place, HasSubstr("k.tq:"));
}

} // namespace
