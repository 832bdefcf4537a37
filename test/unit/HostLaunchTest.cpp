//===- HostLaunchTest.cpp - kernel[grid](...) -----------------------------===//

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "HostTesting.h"

using namespace tqc;
using namespace tqc::testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

static const char *const kAdd =
    "@triton.jit\n"
    "def add(x_ptr, y_ptr, n, BLOCK: tl.constexpr = 64):\n"
    "  pass\n";

/// The calls that f(x) made, or the diagnostics.
static std::string launches(const std::string &body,
                            const std::string &kernel = kAdd) {
  Host host(kernel + "def f(x):\n" + body);
  Result<HostValue> value = host.call("f", {host.tensor({100})});
  if (!value)
    return host.errors();
  std::string text;
  for (const std::string &call : host.launcher.calls)
    text += call + "\n";
  for (const std::string &call : host.launcher.others)
    text += "or " + call + "\n";
  return text;
}

static const std::string kX = "tensor(shape=(100,), dtype=torch.int32)";

TEST(HostLaunchTest, BindsArgumentsDefaultsAndOptions) {
  EXPECT_EQ(launches("  add[(4,)](x, x, x.numel(), num_warps=8, "
                     "num_stages=2)\n"),
            "add[4, 1, 1](x_ptr=" + kX + ", y_ptr=" + kX +
                ", n=100, BLOCK:=64) num_warps=8 num_stages=2\n");
  EXPECT_EQ(launches("  add[2, 3](n=7, y_ptr=None, x_ptr=x, BLOCK=32)\n"),
            "add[2, 3, 1](x_ptr=" + kX + ", y_ptr=None, n=7, BLOCK:=32)\n");
}

TEST(HostLaunchTest, WarmingUpCompilesAndRunsNothing) {
  Host host(std::string(kAdd) +
            "def f(x):\n"
            "  made = add.warmup(x, torch.float16, 7, BLOCK=32, num_warps=8, "
            "grid=(0,))\n"
            "  facts = made.metadata\n"
            "  return made.name, facts.shared, facts.num_warps, made.asm\n");
  Result<HostValue> made = host.call("f", {host.tensor({100})});
  ASSERT_TRUE(made) << host.errors();
  EXPECT_EQ(repr(*made), "('add', 1024, 8, {'ptx': '// add'})");
  EXPECT_THAT(host.launcher.calls,
              ElementsAre("compile add[1, 1, 1](x_ptr=" + kX +
                          ", y_ptr=tensor(shape=(), dtype=torch.float16), n=7, "
                          "BLOCK:=32) num_warps=8"));
  EXPECT_THAT(launches("  add.warmup(x, x, grid=(1,))\n"),
              HasSubstr("the kernel `add` needs arguments for `n`"));
  EXPECT_THAT(launches("  add.warm_up(x)\n"),
              HasSubstr("did you mean `warmup`?"));
  host.launcher.refusal = "no room";
  EXPECT_FALSE(host.call("f", {host.tensor({100})}));
  EXPECT_THAT(host.errors(), HasSubstr("error: no room"));
}

TEST(HostLaunchTest, WarmingUpCompilesEachConfiguration) {
  EXPECT_EQ(launches("  assert len(k.warmup(x, grid=lambda m: (m['B'],))) == 2",
                     "@triton.autotune([triton.Config({'B': 2}),\n"
                     "                  triton.Config({'B': 4}, num_warps=1)],"
                     " key=[])\n"
                     "@triton.jit\n"
                     "def k(x, B: tl.constexpr):\n"
                     "  pass\n"),
            "compile k[1, 1, 1](x=" + kX +
                ", B:=2)\n"
                "compile k[1, 1, 1](x=" +
                kX + ", B:=4) num_warps=1\n");
}

/// What becomes of `kernel[(1,)](DESCRIPTOR)` for x of 8 x 32 fp16 elements.
static std::string described(const std::string &descriptor) {
  Host host("from triton.tools.tensor_descriptor import TensorDescriptor\n"
            "@triton.jit\n"
            "def kernel(d):\n"
            "  pass\n"
            "def f(x):\n"
            "  kernel[(1,)](" +
            descriptor + ")\n");
  Result<HostValue> value = host.call("f", {host.tensor({8, 32}, DType::FP16)});
  return value ? host.launcher.calls.at(0) : host.errors();
}

TEST(HostLaunchTest, DescriptorsAreRecords) {
  EXPECT_EQ(described("TensorDescriptor.from_tensor(x, [4, 16])"),
            "kernel[1, 1, 1](d=TensorDescriptor(base=tensor(shape=(8, 32), "
            "dtype=torch.float16), shape=[8, 32], strides=[32, 1], "
            "block_shape=[4, 16], padding='zero'))");
  EXPECT_THAT(described("TensorDescriptor(x, shape=[8, 16], strides=(32, 1), "
                        "block_shape=(8, 8), padding='nan')"),
              HasSubstr("shape=[8, 16], strides=[32, 1], block_shape=[8, 8], "
                        "padding='nan'"));
}

TEST(HostLaunchTest, DescriptorsAreCheckedAgainWhenTheyArePassed) {
  auto changed = [](const std::string &statement) {
    Host host("from triton.tools.tensor_descriptor import TensorDescriptor\n"
              "@triton.jit\n"
              "def kernel(d):\n"
              "  pass\n"
              "def f(x):\n"
              "  d = TensorDescriptor.from_tensor(x, [4, 16])\n"
              "  " +
              statement +
              "\n"
              "  kernel[(1,)](d)\n");
    auto value = host.call("f", {host.tensor({8, 32}, DType::FP16)});
    return value ? host.launcher.calls.at(0) : host.errors();
  };
  EXPECT_THAT(changed("d.block_shape[0] = 8"),
              HasSubstr("block_shape=[8, 16]"));
  EXPECT_THAT(changed("d.block_shape[0] = 3"),
              HasSubstr("`d`: the extents of a tensor descriptor's block are "
                        "powers of two, but one is 3"));
  EXPECT_THAT(changed("d.block_shape.append(d)"),
              HasSubstr("a launcher has no list that holds itself"));
}

TEST(HostLaunchTest, DescriptorsAreRefusedAsByTriton) {
  std::pair<const char *, const char *> cases[] = {
      {"TensorDescriptor.from_tensor(x, [16])", "but the block has 1 extents"},
      {"TensorDescriptor(x, [8, 32], [1], [4, 16])", "and 1 strides"},
      {"TensorDescriptor.from_tensor(x, [4, 24])",
       "are powers of two, but one is 24"},
      {"TensorDescriptor.from_tensor(x, [4, 0])",
       "are powers of two, but one is 0"},
      {"TensorDescriptor.from_tensor(x, [4, 4])",
       "is 16 bytes or more, but here it is 8"},
      {"TensorDescriptor.from_tensor(x, [2048, 1024])",
       "has 1048576 elements at most"},
      {"TensorDescriptor.from_tensor(x[:, 1:], [4, 16])",
       "is aligned to 16 bytes, but this one starts 2 bytes behind"},
      {"TensorDescriptor(x, [8, 32], [4, 1], [4, 16])",
       "multiples of 16 bytes, but stride 0 is 4 elements of 2"},
      {"TensorDescriptor.from_tensor(x.T, [4, 16])",
       "but stride 0 is 1 elements of 2"},
      {"TensorDescriptor(x, [8, 32], [32, 2], [4, 16])",
       "the last stride of a tensor descriptor is 1, but here it is 2"},
      {"TensorDescriptor(x, [0, 32], [32, 1], [4, 16])",
       "positive and fit int32, but one is 0"},
      {"TensorDescriptor(x, [], [], [])", "has 1 to 5 dimensions"},
      {"TensorDescriptor.from_tensor(x, [4, 16], padding='one')",
       "`padding` is \"zero\" or \"nan\", but here it is 'one'"},
      {"TensorDescriptor.from_tensor(x.new_empty(8, 32, dtype=torch.int16), "
       "[4, 16], 'nan')",
       "only floats are padded with NaN"},
      {"TensorDescriptor.from_tensor(3, [4, 16])", "a tensor"},
      {"TensorDescriptor.from_tensor(x, 16)", "a list of integers"},
      {"TensorDescriptor.of_tensor(x, [4, 16])", "no `of_tensor`"}};
  for (auto [text, why] : cases)
    EXPECT_THAT(described(text), HasSubstr(why)) << text;
}

TEST(HostLaunchTest, TheExampleOfTheLanguagePage) {
  Host host("@triton.jit\n"
            "def add_kernel(x, y, out, n, BLOCK_SIZE: tl.constexpr):\n"
            "  pass\n"
            "def vector_add(x, y):\n"
            "    out = torch.empty_like(x)\n"
            "    n = x.numel()\n"
            "    grid = (triton.cdiv(n, 1024),)\n"
            "    add_kernel[grid](x, y, out, n, BLOCK_SIZE=1024)\n"
            "    return out\n");
  HostValue x = host.tensor({5000}, DType::FP32);
  Result<HostValue> out = host.call("vector_add", {x, x});
  ASSERT_TRUE(out) << host.errors();
  EXPECT_EQ(host.launcher.last.grid[0], 5u);
  const KernelCall::Argument *argument = host.launcher.last.find("out");
  ASSERT_TRUE(argument);
  EXPECT_EQ(argument->value.asTensor().pointer(), out->asTensor().pointer());
  EXPECT_EQ(host.sources.textOf(argument->at), "out");
  EXPECT_EQ(host.launcher.last.module, host.module.get());
}

TEST(HostLaunchTest, GridsMayBeFunctionsOfTheArguments) {
  EXPECT_EQ(launches("  grid = lambda meta: "
                     "(triton.cdiv(meta['n'], meta['BLOCK']), 2)\n"
                     "  add[grid](x, x, 100, BLOCK=32)\n"),
            "add[4, 2, 1](x_ptr=" + kX + ", y_ptr=" + kX +
                ", n=100, BLOCK:=32)\n");
  EXPECT_EQ(launches("  def grid(META):\n    return [META['n']]\n"
                     "  add[grid](x, x, 100)\n"),
            "add[100, 1, 1](x_ptr=" + kX + ", y_ptr=" + kX +
                ", n=100, BLOCK:=64)\n");
}

TEST(HostLaunchTest, AnEmptyGridLaunchesNothing) {
  EXPECT_EQ(launches("  add[(0,)](x, x, 1)\n"), "");
}

TEST(HostLaunchTest, AutotunedKernelsBringTheirConfigurations) {
  const char *kernel =
      "def configs():\n"
      "  return [triton.Config({'BLOCK': b}, num_warps=w) "
      "for b, w in [(16, 1), (32, 2)]]\n"
      "@triton.autotune(configs=configs(), key=['n'], "
      "reset_to_zero=['y_ptr'])\n"
      "@triton.heuristics({'EVEN': lambda args: "
      "args['n'] % args['BLOCK'] == 0})\n"
      "@triton.jit\n"
      "def k(y_ptr, n, BLOCK: tl.constexpr, EVEN: tl.constexpr):\n  pass\n";
  EXPECT_EQ(launches("  k[lambda m: (triton.cdiv(m['n'], m['BLOCK']),)]"
                     "(x, 48)\n",
                     kernel),
            "k[3, 1, 1](y_ptr=" + kX +
                ", n=48, BLOCK:=16, EVEN:=True) num_warps=1\n"
                "or k[2, 1, 1](y_ptr=" +
                kX + ", n=48, BLOCK:=32, EVEN:=False) num_warps=2\n");
  Host host(std::string(kernel) + "def f(x):\n  k[(1,)](x, 1)\n");
  ASSERT_TRUE(host.call("f", {host.tensor({1})})) << host.errors();
  EXPECT_THAT(host.launcher.last.key, ElementsAre("n"));
  EXPECT_THAT(host.launcher.last.resetToZero, ElementsAre("y_ptr"));
  EXPECT_EQ(host.launcher.last.configs[1].describe(),
            "BLOCK: 32, num_warps: 2");
}

/// A kernel with BLOCK 16, 32, 64 and these words in its decorator.
static std::string tuned(const std::string &pruning) {
  return "@triton.autotune([triton.Config({'BLOCK': b}, num_warps=b // 16) "
         "for b in [64, 16, 32]], ['n'], prune_configs_by=" +
         pruning +
         ")\n@triton.jit\ndef k(y_ptr, n, BLOCK: tl.constexpr):\n  pass\n";
}

TEST(HostLaunchTest, ConfigurationsMayBePrunedByTheArguments) {
  std::string kernel = tuned("{'early_config_prune': lambda configs, args, "
                             "**kwargs: [c for c in configs if "
                             "c.kwargs['BLOCK'] <= args['n'] and "
                             "c.num_warps < kwargs['most']]}");
  kernel.replace(kernel.find("n, BLOCK"), 8, "n, most, BLOCK");
  EXPECT_EQ(launches("  k[(1,)](x, 32, most=3)\n", kernel),
            "k[1, 1, 1](y_ptr=" + kX +
                ", n=32, most=3, BLOCK:=16) num_warps=1\n"
                "or k[1, 1, 1](y_ptr=" +
                kX + ", n=32, most=3, BLOCK:=32) num_warps=2\n");
  EXPECT_THAT(launches("  k[(1,)](x, 8, most=3)\n", kernel),
              HasSubstr("`early_config_prune` leaves no configuration"));
}

TEST(HostLaunchTest, AModelKeepsTheFastest) {
  auto model = [](const std::string &best) {
    return tuned("{'perf_model': lambda y_ptr, n, BLOCK, num_warps, **rest: "
                 "abs(n - BLOCK), 'top_k': " +
                 best + "}");
  };
  EXPECT_EQ(launches("  k[(1,)](x, 30)\n", model("2")),
            "k[1, 1, 1](y_ptr=" + kX +
                ", n=30, BLOCK:=32) num_warps=2\n"
                "or k[1, 1, 1](y_ptr=" +
                kX + ", n=30, BLOCK:=16) num_warps=1\n");
  EXPECT_EQ(launches("  k[(1,)](x, 70)\n", model("0.4")),
            "k[1, 1, 1](y_ptr=" + kX + ", n=70, BLOCK:=64) num_warps=4\n");
  EXPECT_THAT(launches("  k[(1,)](x, 70)\n", model("0.1")),
              HasSubstr("`top_k` of `prune_configs_by` leaves no"));
  EXPECT_THAT(launches("  k[(1,)](x, 70)\n",
                       tuned("{'perf_model': lambda **args: 'fast', "
                             "'top_k': 1}")),
              HasSubstr("`perf_model` must return a number, but gives"));
  EXPECT_THAT(launches("  k[(1,)](x, 70)\n", tuned("{'early': 3}")),
              HasSubstr("but here is 'early': "));
}

TEST(HostLaunchTest, KernelsMayStandInOtherFiles) {
  Host host("from other import add\ndef f():\n  add[(1,)](1, 2, 3)\n");
  Host other(std::string("LOCAL = 5\n") + kAdd);
  host.launcher.modules["other"] = other.module.get();
  EXPECT_EQ(host.run(), "None") << host.errors();
  EXPECT_EQ(host.launcher.last.module, other.module.get());
}

TEST(HostLaunchTest, FunctionsAndTuplesMayBeArguments) {
  EXPECT_EQ(launches("  k[(1,)]((1, 2.5), add, 'ieee', torch.float16, True)\n",
                     std::string(kAdd) +
                         "@triton.jit\n"
                         "def k(t, F: tl.constexpr, S: tl.constexpr, "
                         "D: tl.constexpr, b):\n  pass\n"),
            "k[1, 1, 1](t=(1, 2.5), F:=<kernel add>, S:='ieee', "
            "D:=torch.float16, b=True)\n");
}

TEST(HostLaunchTest, BadLaunchesNameTheirCause) {
  struct {
    const char *launch, *message;
  } const kCases[] = {
      {"add(x, x, 1)", "the kernel `add` is called without a grid"},
      {"add[(1,)](x, x)", "the kernel `add` needs arguments for `n`"},
      {"add[(1,)](x, x, 1, 2, 3)",
       "the kernel `add` takes 4 arguments, but 5 are given"},
      {"add[(1,)](x, x, 1, BLOK=2)",
       "the kernel `add` has no parameter `BLOK`"},
      {"add[(1,)](x, x, 1, BLOK=2)", "help: did you mean `BLOCK`?"},
      {"add[(1,)](x, x, 1, n=2)", "`n` is given twice"},
      {"add[4](x, x, 1)", "help: write `(4,)`"},
      {"add[(100 / 3,)](x, x, 1)",
       "size 0 of the grid is 33.333333333333336, not an integer"},
      {"add[(1, 2, 3, 4)](x, x, 1)", "a grid has one to three sizes"},
      {"add[(1, 70000)](x, x, 1)",
       "size 1 of the grid is 70000, but must lie between 0 and 65535"},
      {"add[(-1,)](x, x, 1)", "size 0 of the grid is -1"},
      {"add[(1,)](x, [1], 1)",
       "the argument `y_ptr` is a list, which no kernel can take"},
      {"add[(1,)](x, x, 1 << 70)", "beyond 64 bits"},
      {"add[(1,)](x, x, 1, num_warps=3)",
       "`num_warps` must be a power of two, but is 3"},
      {"add[(1,)](x, x, 1, num_ctas=0)",
       "`num_ctas` must be a count, but is 0"},
  };
  for (const auto &[launch, message] : kCases)
    EXPECT_THAT(launches(std::string("  ") + launch + "\n"), HasSubstr(message))
        << launch;
}

TEST(HostLaunchTest, AConfigurationAndALaunchMayNotDisagree) {
  EXPECT_THAT(launches("  k[(1,)](x, BLOCK=1)\n",
                       "@triton.autotune([triton.Config({'BLOCK': 2})], [])\n"
                       "@triton.jit\n"
                       "def k(x, BLOCK: tl.constexpr):\n  pass\n"),
              HasSubstr("`BLOCK` is given here and by the configurations"));
}

TEST(HostLaunchTest, WhatTheLauncherSaysStandsAtTheLaunch) {
  Host host(std::string(kAdd) +
            "def g(x):\n  add[(1,)](x, x, 1)\ndef f(x):\n  g(x)\n");
  host.launcher.refusal = "the device is gone";
  EXPECT_EQ(host.run({host.tensor({1})}),
            "h.tq:5:3: error: the device is gone [TQ0811]\n"
            "    5 |   add[(1,)](x, x, 1)\n"
            "      |   ^^^^^^^^^^^^^^^^^^\n"
            "h.tq:7:3: note: `g` is called here\n"
            "    7 |   g(x)\n"
            "      |   ^^^^\n");
}

TEST(HostLaunchTest, ErrorsInTheKernelKeepTheirPlace) {
  Host host(std::string(kAdd) + "def f(x):\n  add[(1,)](x, x, 1)\n");
  host.launcher.complaint = "`n` is no block";
  EXPECT_EQ(host.run({host.tensor({1})}),
            "h.tq:2:5: error: `n` is no block [TQ0399]\n"
            "    2 | def add(x_ptr, y_ptr, n, BLOCK: tl.constexpr = 64):\n"
            "      |     ^^^\n"
            "h.tq:5:3: note: `add` is launched here\n"
            "    5 |   add[(1,)](x, x, 1)\n"
            "      |   ^^^^^^^^^^^^^^^^^^\n");
}
