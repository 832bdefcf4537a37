// libtqc from outside: through tqc.h and tqc.hpp alone, as a program of
// somebody else sees it.

#include "compiler/library/tqc.hpp"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <functional>
#include <gmock/gmock.h>
#include <map>
#include <numeric>
#include <thread>

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

namespace {

constexpr const char *kScale = R"(@triton.jit
def scale(x_ptr, y_ptr, n, factor, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < n)
    tl.store(y_ptr + at, x * factor, mask=at < n)
)";

tqc::Compiler scaleCompiler(const std::string &block = "64") {
  tqc::Compiler compiler;
  compiler.set("signature", "*fp32, *fp32, i32, fp32")
      .set("define", "BLOCK=" + block);
  return compiler;
}

std::string errorOf(const std::function<void()> &call) {
  try {
    call();
  } catch (const tqc::Error &error) {
    return error.what();
  }
  return "no error";
}

tqc::Argument tensor(std::vector<float> &values) {
  return {"fp32", values.data(), values.size() * sizeof(float)};
}

} // namespace

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

TEST(LibraryTest, CompilesATextToPtxAndFacts) {
  tqc::Compiled scale = scaleCompiler().text("scale.tq", kScale);
  ASSERT_TRUE(scale) << scale.messages();
  EXPECT_THAT(std::string(scale.text()), HasSubstr(".visible .entry scale("));
  EXPECT_THAT(scale.facts(), HasSubstr("\"entry\":\"scale\""));
  EXPECT_THAT(scale.diagnostics(), IsEmpty());
}

TEST(LibraryTest, TheSecondCompilationComesFromTheCacheOnDisk) {
  tqc::Compiler compiler = scaleCompiler("32");
  tqc::Compiled first = compiler.text("scale.tq", kScale);
  tqc::Compiled second = compiler.text("scale.tq", kScale);
  EXPECT_FALSE(first.wasCached());
  EXPECT_TRUE(second.wasCached());
  EXPECT_EQ(first.text(), second.text());
  EXPECT_EQ(first.facts(), second.facts());
  tqc::Compiled other = compiler.text("other.tq", kScale);
  EXPECT_FALSE(other.wasCached()) << "its lines are told under another name";
  EXPECT_FALSE(compiler.set("cache", "0").text("scale.tq", kScale).wasCached());
}

TEST(LibraryTest, ErrorsOfTheTextAreDataWithPlaces) {
  tqc::Compiled bad =
      scaleCompiler().text("bad.tq", "@triton.jit\ndef scale(x_ptr, y_ptr, n, "
                                     "factor, BLOCK: tl.constexpr):\n"
                                     "    at = tl.arange(0, 96)\n");
  EXPECT_FALSE(bad);
  EXPECT_EQ(bad.text(), "");
  ASSERT_THAT(bad.diagnostics(), SizeIs(1));
  tqc::Diagnostic one = bad.diagnostics()[0];
  EXPECT_EQ(one.level, TQC_ERROR);
  EXPECT_EQ(one.file, "bad.tq");
  EXPECT_EQ(one.line, 3u);
  EXPECT_GT(one.column, 1u);
  EXPECT_GT(one.endColumn, one.column);
  EXPECT_NE(one.code, 0u);
  EXPECT_THAT(one.text, HasSubstr("^"));
  EXPECT_EQ(one.text, bad.messages());
  EXPECT_THAT(bad.json(), HasSubstr("\"line\": 3"));
}

TEST(LibraryTest, StopsAfterThePhaseThatIsAskedFor) {
  tqc::Compiler compiler = scaleCompiler();
  tqc::Compiled tile = compiler.set("emit", "tile").text("k.tq", kScale);
  ASSERT_TRUE(tile) << tile.messages();
  EXPECT_THAT(std::string(tile.text()), HasSubstr("tq.load"));
}

TEST(LibraryTest, DebugDecidesAboutAssertions) {
  const char *kText = "# tqc: signature=\"i32\"\n@triton.jit\ndef k(n):\n"
                      "    tl.device_assert(n + 1 > 0, 'positive')\n";
  auto ptx = [&](const char *key, const char *value) {
    tqc::Compiler compiler;
    return std::string(compiler.set(key, value).text("k.tq", kText).text());
  };
  EXPECT_THAT(ptx("debug", "0"), Not(HasSubstr("__assertfail")));
  EXPECT_THAT(ptx("asserts", "1"), HasSubstr("__assertfail"));
  EXPECT_THAT(ptx("asserts", "1"), Not(HasSubstr("tq_text_3")));
  EXPECT_THAT(ptx("debug", "1"), HasSubstr("tq_text_3")); // the overflow's too
  EXPECT_THAT(errorOf([&] { ptx("debug", "yes"); }),
              HasSubstr("debug is `yes`, but must be 0 or 1"));
}

TEST(LibraryTest, APlanIsOfItsOwnCode) {
  auto ptx = [](const char *plan) {
    tqc::Compiler compiler;
    compiler.set("arch", "sm_80").set("signature", "*fp16:16, *fp32:16");
    if (*plan)
      compiler.set("plan", plan);
    return std::string(compiler
                           .text("square.tq", R"(
@triton.jit
def square(x_ptr, out_ptr):
    at = tl.arange(0, 32)[:, None] * 32 + tl.arange(0, 32)[None, :]
    x = tl.load(x_ptr + at)
    tl.store(out_ptr + at, tl.dot(x, x))
)")
                           .text());
  };
  EXPECT_THAT(ptx(""), HasSubstr("mma.sync"));
  EXPECT_THAT(ptx("products=fma"), Not(HasSubstr("mma.sync")));
  EXPECT_THAT(ptx("products=fma,products=mma"), HasSubstr("mma.sync"));
}

TEST(LibraryTest, CtasAndRegistersAreAskedForAsInTriton) {
  tqc::Compiler compiler;
  compiler.set("arch", "sm_90").set("num_ctas", "4").set("maxnreg", "96");
  tqc::Compiled product =
      compiler.set("signature", "*fp16:16, *fp16:16, *fp32:16, i32")
          .text("product.tq", R"(
@triton.jit
def product(a_ptr, b_ptr, out_ptr, K):
    at = tl.arange(0, 32)
    acc = tl.zeros((32, 32), tl.float32)
    for k in range(0, K, 32):
        a = tl.load(a_ptr + at[:, None] * K + k + at[None, :])
        b = tl.load(b_ptr + (k + at[:, None]) * 32 + at[None, :])
        acc = tl.dot(a, b, acc)
    tl.store(out_ptr + at[:, None] * 32 + at[None, :], acc)
)");
  ASSERT_TRUE(product) << product.messages();
  EXPECT_THAT(product.facts(), HasSubstr("\"ctas_per_program\":4"));
  EXPECT_THAT(
      std::string(product.text()),
      AllOf(HasSubstr(".reqnctapercluster 4, 1, 1"), HasSubstr(".maxnreg 96")));
}

TEST(LibraryTest, ExplainsWhatWasDecided) {
  tqc::Compiler compiler = scaleCompiler();
  tqc::Compiled scale = compiler.set("explain", "1").text("k.tq", kScale);
  EXPECT_THAT(scale.explanation(), HasSubstr("\"line\":4"));
}

TEST(LibraryTest, GivesWhatStaticPrintWritesAndPrintsNothing) {
  std::string text = kScale;
  text.insert(text.find("    x ="), "    tl.static_print(\"block\", BLOCK)\n");
  testing::internal::CaptureStderr();
  tqc::Compiled scale = scaleCompiler().text("k.tq", text);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_THAT(scale.printed(), HasSubstr("block 64"));
}

TEST(LibraryTest, ArgumentsAreSpecialisedByName) {
  tqc::Compiler compiler;
  compiler.set("argument", "x_ptr=*fp16:16")
      .set("argument", "y_ptr=*fp16:16")
      .set("argument", "n=i32:16")
      .set("argument", "factor=fp32")
      .set("define", "BLOCK=64");
  tqc::Compiled scale = compiler.text("k.tq", kScale);
  ASSERT_TRUE(scale) << scale.messages();
  EXPECT_THAT(scale.facts(), HasSubstr("\"*fp16\""));
}

TEST(LibraryTest, ConstantsMayBeNamesOfTheFile) {
  tqc::Compiler compiler;
  compiler.set("argument", "x_ptr=*fp32").set("constant", "STEP=twice");
  tqc::Compiled good = compiler.text("k.tq", R"(@triton.jit
def twice(x):
    return x + x
@triton.jit
def k(x_ptr, STEP: tl.constexpr):
    tl.store(x_ptr, STEP(tl.load(x_ptr)))
)");
  EXPECT_FALSE(good) << "two kernels, and none is named";
  compiler.set("kernel", "k");
  good = compiler.text("k.tq", R"(@triton.jit
def twice(x):
    return x + x
@triton.jit
def k(x_ptr, STEP: tl.constexpr):
    tl.store(x_ptr, STEP(tl.load(x_ptr)))
)");
  EXPECT_TRUE(good) << good.messages();
}

TEST(LibraryTest, RefusesRequestsThatMeanNothing) {
  tqc::Compiler compiler;
  EXPECT_THAT(errorOf([&] { compiler.set("colour", "red"); }),
              HasSubstr("a request has no `colour`; it has arch, kernel"));
  EXPECT_THAT(errorOf([&] { compiler.set("arch", "sm_1"); }),
              HasSubstr("arch is `sm_1`, but must be one of sm_75"));
  EXPECT_THAT(errorOf([&] { compiler.set("num_warps", "3"); }),
              HasSubstr("must be 1, 2, 4, 8, 16 or 32"));
  EXPECT_THAT(errorOf([&] { compiler.set("num_stages", "-1"); }),
              HasSubstr("must be a number from 0 to"));
  EXPECT_THAT(errorOf([&] { compiler.set("num_ctas", "6"); }),
              HasSubstr("must be 1, 2, 4, 8 or 16"));
  EXPECT_THAT(errorOf([&] { compiler.set("maxnreg", "0"); }),
              HasSubstr("must be a number from 1 to 256"));
  EXPECT_THAT(errorOf([&] { compiler.set("plan", "grup=8"); }),
              HasSubstr("plan is `grup=8`, but a plan has no part `grup`"));
  EXPECT_THAT(errorOf([&] { compiler.set("emit", "cubin"); }),
              HasSubstr("must be a phase"));
  EXPECT_THAT(errorOf([&] { compiler.set("define", "BLOCK"); }),
              HasSubstr("BLOCK=1024"));
  EXPECT_THAT(errorOf([&] { compiler.set("argument", "x=*what"); }),
              HasSubstr("x_ptr=*fp32:16"));
  EXPECT_THAT(errorOf([&] { compiler.set("disable", "sleep"); }),
              HasSubstr("name of an optimisation"));
  EXPECT_THAT(errorOf([&] { compiler.set("explain", "yes"); }),
              HasSubstr("must be 0 or 1"));
  EXPECT_THAT(errorOf([&] { compiler.file("/nowhere/k.tq"); }),
              HasSubstr("cannot read /nowhere/k.tq"));
}

TEST(LibraryTest, NullPointersAreErrors) {
  tqc_error *error = nullptr;
  EXPECT_EQ(tqc_compile_text(nullptr, "k.tq", "", 0, &error), nullptr);
  EXPECT_STREQ(tqc_error_text(error), "the request is a null pointer");
  tqc_error_free(error);
  EXPECT_EQ(tqc_request_set(nullptr, "arch", "sm_80", nullptr), 0);
  EXPECT_EQ(tqc_device_load(nullptr, nullptr, 0, nullptr, nullptr), nullptr);
  EXPECT_EQ(tqc_launch(nullptr, nullptr, nullptr, 0, nullptr, nullptr, nullptr),
            0);
  EXPECT_EQ(tqc_device_synchronize(nullptr, nullptr), 0);
  EXPECT_EQ(tqc_result_ok(nullptr), 0);
  EXPECT_STREQ(tqc_result_text(nullptr, nullptr), "");
  EXPECT_EQ(tqc_result_diagnostic(nullptr, 0, nullptr), 0);
  EXPECT_EQ(tqc_findings_get(nullptr, 0, nullptr), 0);
  tqc_result_free(nullptr);
  tqc_request_free(nullptr);
  tqc_kernel_free(nullptr);
  tqc_device_close(nullptr);
  tqc_findings_free(nullptr);
  tqc_error_free(nullptr);
}

TEST(LibraryTest, ABodyThatLlvmCannotCompileIsAResult) {
  // LLVM ends its process where it cannot select an instruction; this process
  // goes on, and compiles the next text.
  tqc::Compiler compiler;
  compiler.set("arch", "sm_80");
  tqc::Compiled fault = compiler.text("fault.mlir", R"(
module attributes {tq.arch = "sm_80", tq.phase = "nvvm"} {
  llvm.func @k() attributes {nvvm.kernel} {
    nvvm.wgmma.fence.aligned
    llvm.return
  }
})");
  EXPECT_FALSE(fault);
  EXPECT_THAT(fault.messages(), HasSubstr("LLVM stopped on the way to phase "
                                          "`ptx`: Cannot select"));
  EXPECT_TRUE(scaleCompiler().text("scale.tq", kScale));
}

TEST(LibraryTest, LeavesTheSignalsOfTheProcessAlone) {
  // Ignored, not handled: so they may come from whoever started the tests.
  std::map<int, sighandler_t> before;
  for (int number : {SIGSEGV, SIGABRT, SIGINT, SIGILL, SIGPIPE, SIGTERM}) {
    struct sigaction now = {};
    sigaction(number, nullptr, &now);
    EXPECT_TRUE(now.sa_handler == SIG_DFL || now.sa_handler == SIG_IGN)
        << strsignal(number);
    before[number] = now.sa_handler;
  }
  EXPECT_TRUE(scaleCompiler().text("scale.tq", kScale));
  for (auto [number, handler] : before) {
    struct sigaction now = {};
    sigaction(number, nullptr, &now);
    EXPECT_EQ(now.sa_handler, handler) << strsignal(number);
  }
}

TEST(LibraryTest, ThreadsCompileAtOnce) {
  std::atomic<int> good = 0, refused = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 6; ++t)
    threads.emplace_back([&, t] {
      tqc::Compiler compiler = scaleCompiler(std::to_string(64 << (t % 3)));
      compiler.set("cache", "0");
      good += bool(compiler.text("scale.tq", kScale));
      refused += !compiler.text("scale.tq", "@triton.jit\ndef scale(:\n");
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(good, 6);
  EXPECT_EQ(refused, 6);
}

TEST(LibraryTest, RandomBytesAreErrorsAndNoCrash) {
  tqc::Compiler compiler = scaleCompiler();
  unsigned state = 1;
  for (int round = 0; round < 200; ++round) {
    std::string text = kScale;
    for (int edit = 0; edit < 3; ++edit) {
      state = state * 1664525 + 1013904223;
      text[(state >> 8) % text.size()] = char(state >> 24);
    }
    tqc::Compiled compiled = compiler.text("k.py", text);
    EXPECT_TRUE(compiled || !compiled.diagnostics().empty());
  }
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

TEST(LibraryTest, RunsOnTheEmulatorOnMemoryOfTheHost) {
  tqc::Device device("emu");
  EXPECT_TRUE(device.isEmulator());
  tqc::Kernel scale =
      device.load(scaleCompiler().text("scale.tq", kScale).text());
  std::vector<float> x(100), y(100, -1);
  std::iota(x.begin(), x.end(), 0.f);
  auto findings = scale.launch(
      {2}, {tensor(x), tensor(y), tqc::Argument(100), tqc::Argument(3.0)});
  EXPECT_THAT(findings, IsEmpty());
  EXPECT_EQ(y[0], 0);
  EXPECT_EQ(y[99], 297);
}

TEST(LibraryTest, FindingsSayTensorElementAndLine) {
  tqc::Device device("emu");
  tqc::Kernel scale =
      device.load(scaleCompiler().text("scale.tq", kScale).text());
  std::vector<float> x(100), y(128);
  auto findings = scale.launch(
      {2}, {tensor(x), tensor(y), tqc::Argument(101), tqc::Argument(3.0)});
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].kind, "out-of-bounds");
  EXPECT_EQ(findings[0].tensor, "x_ptr");
  EXPECT_EQ(findings[0].element, 100);
  EXPECT_EQ(findings[0].file, "scale.tq");
  EXPECT_EQ(findings[0].line, 4u);
  EXPECT_THAT(findings[0].program, ElementsAre(1, 0, 0));
  EXPECT_FALSE(findings[0].isNote);
}

TEST(LibraryTest, ArgumentsThatShareMemoryShareItOnTheEmulator) {
  tqc::Device device("emu");
  tqc::Kernel scale =
      device.load(scaleCompiler().text("scale.tq", kScale).text());
  std::vector<float> all(128, 1);
  tqc::Argument left = tensor(all), right = tensor(all);
  right.raw.data = all.data() + 64;
  scale.launch({1}, {left, right, tqc::Argument(64), tqc::Argument(2.0)});
  EXPECT_EQ(all[63], 1);
  EXPECT_EQ(all[64], 2);
  EXPECT_EQ(all[127], 2);
}

TEST(LibraryTest, MemoryThatWasNeverWrittenIsFoundWhereItIsRead) {
  tqc::Device device("emu");
  tqc::Kernel scale =
      device.load(scaleCompiler().text("scale.tq", kScale).text());
  std::vector<float> x(64), y(64);
  std::memset(x.data(), 0xA5, 64 * sizeof(float));
  for (int i = 0; i < 63; ++i)
    x[size_t(i)] = float(i);
  tqc::Argument given = tensor(x);
  given.raw.flags = TQC_UNDEFINED;
  given.raw.undefined_byte = 0xA5;
  auto findings = scale.launch(
      {1}, {given, tensor(y), tqc::Argument(63), tqc::Argument(2.0)});
  EXPECT_THAT(findings, IsEmpty());
  findings = scale.launch(
      {1}, {given, tensor(y), tqc::Argument(64), tqc::Argument(2.0)});
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].kind, "uninitialised-read");
  EXPECT_EQ(findings[0].line, 4u);
}

TEST(LibraryTest, ReadonlyMemoryIsNotWritten) {
  tqc::Device device("emu");
  tqc::Kernel scale =
      device.load(scaleCompiler().text("scale.tq", kScale).text());
  std::vector<float> x(64, 1), y(64, 5);
  tqc::Argument out = tensor(y);
  out.raw.flags = TQC_READONLY;
  EXPECT_THAT(errorOf([&] {
                scale.launch({1}, {tensor(x), out, tqc::Argument(64),
                                   tqc::Argument(2.0)});
              }),
              HasSubstr("writes to y_ptr, which may not be written"));
  EXPECT_EQ(y[0], 5);
}

TEST(LibraryTest, WrongArgumentsAreErrorsThatNameTheParameter) {
  tqc::Device device("emu");
  tqc::Kernel scale =
      device.load(scaleCompiler().text("scale.tq", kScale).text());
  std::vector<float> x(64);
  EXPECT_THAT(errorOf([&] { scale.launch({1}, {tensor(x)}); }),
              HasSubstr("scale takes 4 arguments, 1 were given"));
  EXPECT_THAT(errorOf([&] {
                scale.launch({1}, {tensor(x), tqc::Argument(1),
                                   tqc::Argument(64), tqc::Argument(2.0)});
              }),
              HasSubstr("parameter y_ptr of scale is a pointer to fp32"));
  tqc::Argument half("fp16", x.data(), 64);
  EXPECT_THAT(errorOf([&] {
                scale.launch({1}, {half, tensor(x), tqc::Argument(64),
                                   tqc::Argument(2.0)});
              }),
              HasSubstr("points to fp32, but the tensor holds fp16"));
  tqc::Argument outside = tensor(x);
  outside.raw.data = x.data() + 1000;
  EXPECT_THAT(errorOf([&] {
                scale.launch({1}, {outside, tensor(x), tqc::Argument(64),
                                   tqc::Argument(2.0)});
              }),
              HasSubstr("starts outside of the memory"));
}

TEST(LibraryTest, AKernelThatNeverEndsIsEnded) {
  tqc::Compiler compiler;
  compiler.set("signature", "*i32");
  tqc::Compiled spin = compiler.text("spin.tq", "@triton.jit\n"
                                                "def spin(x_ptr):\n"
                                                "    i = 0\n"
                                                "    while i < 1:\n"
                                                "        i = i * 2\n"
                                                "    tl.store(x_ptr, i)\n");
  ASSERT_TRUE(spin) << spin.messages();
  tqc::Device device("emu", "seconds=1");
  std::vector<int32_t> x(1);
  std::string failure;
  auto findings =
      device.load(spin.text())
          .launch({1}, {tqc::Argument("i32", x.data(), 4)}, nullptr, &failure);
  EXPECT_THAT(failure, HasSubstr("did not come to its end"));
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].kind, "time-limit");
}

TEST(LibraryTest, RefusesDevicesOptionsAndImagesThatThereAreNot) {
  EXPECT_THAT(errorOf([] { tqc::Device("tpu"); }),
              HasSubstr("there is no device \"tpu\""));
  EXPECT_THAT(errorOf([] { tqc::Device("emu", "speed=9"); }),
              HasSubstr("the emulator has no option `speed`"));
  EXPECT_THAT(errorOf([] { tqc::Device("emu", "threads=many"); }),
              HasSubstr("must be a number"));
  EXPECT_THAT(errorOf([] { tqc::Device("emu", "schedule=late"); }),
              HasSubstr("must be eager, lazy or random"));
  tqc::Device device("emu");
  EXPECT_THAT(errorOf([&] { device.load(".version 7.0\n"); }),
              HasSubstr("it is not known how its kernels are launched"));
  tqc::Compiled scale = scaleCompiler().text("scale.tq", kScale);
  EXPECT_THAT(errorOf([&] { device.load(scale.text(), "copy"); }),
              HasSubstr("the PTX has no kernel copy; it has scale"));
}

TEST(LibraryTest, ThreadsShareADevice) {
  tqc::Device device("emu", "threads=1");
  tqc::Kernel scale =
      device.load(scaleCompiler().text("scale.tq", kScale).text());
  std::atomic<int> good = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      std::vector<float> x(64, 1), y(64);
      for (int round = 0; round < 5; ++round)
        scale.launch({1}, {tensor(x), tensor(y), tqc::Argument(64),
                           tqc::Argument(double(round))});
      good += y[63] == 4;
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(good, 4);
}

//===----------------------------------------------------------------------===//
// Beside others
//===----------------------------------------------------------------------===//

TEST(LibraryTest, AnOlderHeaderGetsWhatItKnows) {
  tqc::Compiled bad = scaleCompiler().text("bad.tq", "def (");
  // As a program sees it that knows `level` and `code` alone.
  std::vector<char> room(sizeof(tqc_diagnostic), 0x55);
  auto *old = reinterpret_cast<tqc_diagnostic *>(room.data());
  old->size = offsetof(tqc_diagnostic, message);
  ASSERT_EQ(tqc_request_set(nullptr, "", "", nullptr), 0);
  tqc_request *request = tqc_request_new();
  tqc_result *result = tqc_compile_text(request, "bad.tq", "def (", 5, nullptr);
  EXPECT_EQ(tqc_result_diagnostic(result, 0, old), 1);
  EXPECT_NE(old->code, 0x55555555u);
  EXPECT_EQ(room[offsetof(tqc_diagnostic, message)], 0x55);
  tqc_result_free(result);
  tqc_request_free(request);
}

TEST(LibraryTest, ShowsItsCInterfaceAlone) {
  std::unique_ptr<void, int (*)(void *)> library(
      dlopen(TQC_TEST_LIBRARY, RTLD_NOW | RTLD_LOCAL), dlclose);
  ASSERT_NE(library, nullptr) << dlerror();
  EXPECT_NE(dlsym(library.get(), "tqc_compile_text"), nullptr);
  FILE *names = popen("nm -D --defined-only " TQC_TEST_LIBRARY, "r");
  ASSERT_NE(names, nullptr);
  char line[4096];
  int count = 0;
  while (fgets(line, sizeof(line), names)) {
    std::string text = line;
    std::string name = text.substr(text.rfind(' ') + 1);
    EXPECT_TRUE(name.rfind("tqc_", 0) == 0 || name.rfind("TQC_1", 0) == 0)
        << name;
    ++count;
  }
  pclose(names);
  EXPECT_GT(count, 20);
}

TEST(LibraryTest, TakesNoThreadLocalStorageOfTheStart) {
  // What is set aside for libraries that are loaded later may be used up, as
  // beside torch: "cannot allocate memory in static TLS block".
  FILE *facts = popen("readelf --dynamic --wide " TQC_TEST_LIBRARY, "r");
  ASSERT_NE(facts, nullptr);
  std::string said(8192, '\0');
  said.resize(fread(&said[0], 1, said.size(), facts));
  EXPECT_EQ(pclose(facts), 0);
  EXPECT_THAT(said, HasSubstr("libtqc.so"));
  EXPECT_THAT(said, Not(HasSubstr("STATIC_TLS")));
}

TEST(LibraryTest, ACProgramCompilesAndRuns) {
  FILE *program = popen(TQC_TEST_PROGRAM " 2>&1", "r");
  ASSERT_NE(program, nullptr);
  std::string said(4096, '\0');
  said.resize(fread(&said[0], 1, said.size(), program));
  EXPECT_EQ(pclose(program), 0) << said;
  EXPECT_THAT(said, HasSubstr("y[99] is 99, findings: 0\n"));
  EXPECT_THAT(said, HasSubstr("y[99] is 99, findings: 2\n"));
  EXPECT_THAT(said, HasSubstr("out-of-bounds in line 4: reads element 100 of "
                              "x_ptr, which has 100 elements\n"));
}
