//===- HostClassesTest.cpp - Classes and gradients of launchers -----------===//

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "HostTesting.h"

using namespace tqc;
using namespace tqc::testing;
using ::testing::HasSubstr;

/// What `f()` returns below `text`, or the errors; each expectation of a value
/// is what CPython prints.
static std::string run(const std::string &text) {
  Host host(text);
  Result<HostValue> value = host.call("f", {});
  return value ? repr(*value) : host.errors();
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

TEST(HostClassesTest, ObjectsHaveMethodsAndFields) {
  EXPECT_EQ(
      run("class Base:\n"
          "  unit = 2\n"
          "  def __init__(self, n, scale=3):\n"
          "    self.n, self.scale = n, scale\n"
          "  def size(self, more=0):\n"
          "    return self.n * self.unit + more\n"
          "class Tile(Base):\n"
          "  unit = 10\n"
          "  def __init__(self, n):\n"
          "    super().__init__(n, scale=7)\n"
          "    self.n += 1\n"
          "  def size(self):\n"
          "    return super().size(more=self.scale) + self.one()\n"
          "  def __call__(self, x): return (self.n, x)\n"
          "  @staticmethod\n"
          "  def one(): return 1\n"
          "  @classmethod\n"
          "  def of(cls, n): return cls(n)\n"
          "  @property\n"
          "  def double(self): return 2 * self.n\n"
          "def f():\n"
          "  t = Tile.of(4)\n"
          "  g = t.size\n"
          "  return (t.n, g(), t.double, t(8), Tile.one(), Tile.size(t),\n"
          "          Tile.__name__, isinstance(t, Base),\n"
          "          isinstance(Base(1), Tile), isinstance(3, (str, int)))\n"),
      "(5, 58, 10, (5, 8), 1, 58, 'Tile', True, False, True)");
}

TEST(HostClassesTest, ModulesAreCalledThroughForward) {
  EXPECT_EQ(run("import torch\n"
                "import torch.nn as nn\n"
                "class Scale(nn.Module):\n"
                "  def __init__(self, n):\n"
                "    super().__init__()\n"
                "    self.weight = nn.Parameter(torch.ones(n))\n"
                "  def forward(self, x): return (x, self.weight.shape[0],\n"
                "                                self.weight.requires_grad)\n"
                "def f(): return Scale(4)(2)\n"),
            "(2, 4, True)");
}

TEST(HostClassesTest, WhatClassesLackIsSaidAtItsPlace) {
  std::pair<const char *, const char *> cases[] = {
      {"return C().y", "an object has no `y` in a launcher"},
      {"return C()(1)", "objects of `C` cannot be called"},
      {"return C(1)", "`C` has no `__init__` that takes arguments"},
      {"return C.apply(1)", "a class has no `apply` in a launcher"},
      {"return F()", "no objects are made of `F`"},
      {"return F.apply(1)", "`F` has no `forward`"},
      {"return C() + 1", "an object"},
      {"C.x = 1", "it is an attribute of a class"},
      {"c = C(); c.c = c", "a launcher has no object that holds itself"},
      {"return super().x", "`super` stands in no method of an object here"},
      {"return torch.Tensor(3)", "a launcher makes no objects of "
                                 "`torch.Tensor`"},
      {"return isinstance(1, 2)", "`isinstance` asks for a class"},
      {"return D()", "one base"},
      {"return E()", "is no base that a launcher knows"},
      {"with C():\n    pass", "`with` takes contexts of torch in a launcher, "
                              "but this is an object"}};
  for (auto [statement, why] : cases)
    EXPECT_THAT(run("import torch\n"
                    "class C: pass\n"
                    "class D(C, object): pass\n"
                    "class E(print): pass\n"
                    "class F(torch.autograd.Function): pass\n"
                    "def f():\n  " +
                    std::string(statement) + "\n"),
                HasSubstr(why))
        << statement;
}

TEST(HostClassesTest, DecoratorsOfTheFileAreCalled) {
  EXPECT_EQ(run("import functools, torch, pytest\n"
                "def twice(fn):\n"
                "  @functools.wraps(fn)\n"
                "  def inner(*args, **kwargs):\n"
                "    with torch.cuda.device(0), torch.no_grad():\n"
                "      return 2 * fn(*args, **kwargs)\n"
                "  return inner\n"
                "@twice\n"
                "@torch.no_grad()\n"
                "def g(x, y=1): return x + y\n"
                "def f(): return g(3, y=2)\n"),
            "10");
  EXPECT_THAT(run("import torch\n"
                  "@torch.library.custom_op('a::b')\n"
                  "def f(): return 1\n"),
              HasSubstr("`torch.library` is not available in a launcher"));
}

TEST(HostClassesTest, LaunchersAreFunctionsAndWhatAppliesClasses) {
  Host host("import torch\n"
            "class F(torch.autograd.Function):\n"
            "  @staticmethod\n"
            "  def forward(ctx, x, n): return x\n"
            "short = F.apply\n"
            "@torch.no_grad()\n"
            "def a(): pass\n"
            "@pytest.mark.parametrize('x', [1])\n"
            "def test_a(x): pass\n"
            "@triton.jit\n"
            "def k(): pass\n");
  EXPECT_EQ(findLaunchers(*host.module), std::vector<std::string>{"a"});
  EXPECT_EQ(findApplied(*host.module), std::vector<std::string>{"short"});
  EXPECT_EQ(findForward(*host.module, "F.apply")->params.size(), 3u);
  EXPECT_EQ(findForward(*host.module, "short"),
            findForward(*host.module, "F.apply"));
  EXPECT_EQ(findForward(*host.module, "a"), nullptr);
}

//===----------------------------------------------------------------------===//
// Gradients
//===----------------------------------------------------------------------===//

/// A class whose forward gives a tensor like x and backward what `result` says.
static std::string function(const std::string &result) {
  return "import torch\n"
         "class F(torch.autograd.Function):\n"
         "  @staticmethod\n"
         "  def forward(ctx, x, n):\n"
         "    ctx.save_for_backward(x, None)\n"
         "    ctx.n = n\n"
         "    return torch.empty_like(x)\n"
         "  @staticmethod\n"
         "  def backward(ctx, dy):\n"
         "    x, nothing = ctx.saved_tensors\n"
         "    return " +
         result + "\n";
}

TEST(HostClassesTest, BackwardFillsTheGradientsOfLeaves) {
  std::string text = function("torch.full_like(dy, ctx.n), None");
  EXPECT_EQ(run(text + "def f():\n"
                       "  x = torch.ones(4, requires_grad=True)\n"
                       "  y = F.apply(x, 3)\n"
                       "  z = F.apply(y, 4)\n"
                       "  before = x.grad\n"
                       "  z.backward(torch.ones_like(z))\n"
                       "  g = x.grad\n"
                       "  x.grad = None\n"
                       "  h = torch.autograd.grad(z, x, torch.ones_like(z))\n"
                       "  return (before, g.shape, y.grad, x.grad,\n"
                       "          y.requires_grad, y.is_leaf, x.is_leaf,\n"
                       "          g.requires_grad, len(h))\n"),
            "(None, torch.Size([4]), None, None, True, False, True, False, 1)");
  // Nothing is kept where nobody asks.
  EXPECT_EQ(run(text +
                "def f():\n"
                "  x = torch.ones(4)\n"
                "  w = torch.ones(4).requires_grad_()\n"
                "  with torch.no_grad():\n"
                "    z = F.apply(w, 3)\n"
                "  return (F.apply(x, 3).requires_grad, z.requires_grad,\n"
                "          w.detach().requires_grad,\n"
                "          w.data.requires_grad)\n"),
            "(False, False, False, False)");
}

TEST(HostClassesTest, ContextsMayBeSetUpApart) {
  EXPECT_EQ(run("import torch\n"
                "class F(torch.autograd.Function):\n"
                "  @staticmethod\n"
                "  def forward(x, n): return torch.empty_like(x), n\n"
                "  @staticmethod\n"
                "  def setup_context(ctx, inputs, output):\n"
                "    ctx.n, ctx.m = inputs[1], output[1]\n"
                "  @staticmethod\n"
                "  def backward(ctx, dy, dn):\n"
                "    print(ctx.needs_input_grad, ctx.n, ctx.m, dn)\n"
                "    return dy, None\n"
                "def f():\n"
                "  x = torch.ones(1, requires_grad=True)\n"
                "  y, n = F.apply(x, 3)\n"
                "  y.backward()\n"
                "  return x.grad.shape\n"),
            "torch.Size([1])");
}

TEST(HostClassesTest, GradientsThatNeedValuesAreRefused) {
  struct {
    const char *result, *statement, *why;
  } const kCases[] = {
      {"dy, None", "F.apply(torch.ones(4), 1).backward(g)",
       "this tensor requires no gradients"},
      {"dy, None", "F.apply(x, 1).backward()",
       "the gradient is None, but the gradient of a tensor"},
      {"dy, None", "F.apply(x.view(2, 2), 1).backward(g.view(2, 2))",
       "a launcher carries no gradients back through views and copies"},
      {"dy, None", "F.apply(x.clone(), 1).backward(g)",
       "a launcher carries no gradients back through views and copies"},
      {"dy, None", "y = F.apply(x, 1); y.backward(g); y.backward(g)",
       "this adds to a gradient that a tensor has already"},
      {"dy", "F.apply(x, 1).backward(g)",
       "`F.backward` gives 1 gradients, but `apply` got 2 arguments"},
      {"dy, dy", "F.apply(x, 1).backward(g)",
       "gradient 1 of `F.backward` is a tensor of shape (4,), but the "
       "argument is an int, which has none"},
      {"dy[:2], None", "F.apply(x, 1).backward(g)",
       "gradient 0 of `F.backward` is a tensor of torch.float32 and shape "
       "(2,), but the gradient of a tensor of torch.float32 and shape (4,)"},
      {"dy, None", "F.apply(x, 1).backward(g, create_graph=True)",
       "a launcher has no gradients of gradients"},
      {"dy, None", "torch.ones(4, dtype=torch.int32, requires_grad=True)",
       "only tensors of floats require gradients"},
      {"dy, None", "x.grad = torch.ones(3)", "shape (3,)"},
      {"dy, None", "torch.autograd.grad(F.apply(x, 1), g, g)",
       "no gradient comes to this"},
  };
  for (const auto &one : kCases)
    EXPECT_THAT(run(function(one.result) +
                    "def f():\n"
                    "  x = torch.ones(4, requires_grad=True)\n"
                    "  g = torch.ones(4)\n"
                    "  " +
                    one.statement + "\n"),
                HasSubstr(one.why))
        << one.statement;
}

TEST(HostClassesTest, TensorsMayBeReadAndCompared) {
  EXPECT_EQ(
      run("import torch\n"
          "def f():\n"
          "  a = torch.full((2, 3), 1.5, dtype=torch.float16)\n"
          "  b = torch.full((2, 3), 1.501, dtype=torch.float16)\n"
          "  n = torch.full((2,), float('nan'))\n"
          "  i = torch.full((2,), 1 << 60)\n"
          "  j = torch.full((2,), (1 << 60) + 1)\n"
          "  torch.testing.assert_close(a, b)\n"
          "  torch.testing.assert_close(n, n, equal_nan=True)\n"
          "  return (torch.allclose(a, b), torch.equal(a, a),\n"
          "          torch.allclose(n, n), torch.equal(i, j),\n"
          "          torch.equal(a, a[:1]), a[0, 0].item(), j[0].item(),\n"
          "          torch.ones(1, dtype=torch.bool).item())\n"),
      "(False, True, False, False, False, 1.5, 1152921504606846977, "
      "True)");
  std::pair<const char *, const char *> cases[] = {
      {"torch.testing.assert_close(x, y)",
       "the tensors are not close: 6 of 6 elements differ, the first at index "
       "(0, 0): 1.0, but 2.0 is expected"},
      {"torch.testing.assert_close(x, y[0])",
       "tensors of one dtype and shape are compared, but these are "
       "torch.float32 of shape (2, 3) and torch.float32 of shape (3,)"},
      {"torch.testing.assert_close(x, y, rtol=1)", "are given both or none"},
      {"torch.testing.assert_close(torch.full((2,), float('nan')),\n"
       "      torch.full((2,), float('nan')))",
       "2 of 2 elements differ, the first at index (0,): nan, but nan is "
       "expected"},
      {"x.item()", "`item` is for one element, but this tensor has 6"}};
  for (auto [statement, why] : cases)
    EXPECT_THAT(run("import torch\n"
                    "def f():\n"
                    "  x = torch.ones(2, 3)\n"
                    "  y = torch.full((2, 3), 2.0)\n"
                    "  " +
                    std::string(statement) + "\n"),
                HasSubstr(why))
        << statement;
}

TEST(HostClassesTest, LoggersWriteWhatPythonWrites) {
  Host host("import logging, warnings\n"
            "logger = logging.getLogger(__name__)\n"
            "def f():\n"
            "  logger.debug('GEMS %s', 'ADD')\n"
            "  logger.warning('%d of %d', 1, 2)\n"
            "  warnings.warn('slow')\n");
  EXPECT_EQ(host.run(), "None");
  EXPECT_EQ(host.printed, "1 of 2\nslow\n");
}

TEST(HostClassesTest, ViewsMayBeLikeOthers) {
  EXPECT_EQ(run("import torch\n"
                "def f():\n"
                "  x = torch.ones(1, 3)\n"
                "  y = torch.ones(2, 3)\n"
                "  z = x.expand_as(y)\n"
                "  return (z.shape, z.stride(), y.view_as(y.T).shape,\n"
                "          z.reshape_as(y.T).stride())\n"),
            "(torch.Size([2, 3]), (0, 1), torch.Size([3, 2]), (2, 1))");
}

TEST(HostClassesTest, StridesOfEmptyStridedAreItsOwn) {
  EXPECT_EQ(run("import torch\n"
                "def f():\n"
                "  x = torch.empty_strided((2, 3), (1, 4), dtype=torch.int8)\n"
                "  return (x.shape, x.stride(), x.numel(), x.dtype)\n"),
            "(torch.Size([2, 3]), (1, 4), 6, torch.int8)");
  EXPECT_THAT(run("import torch\n"
                  "def f(): torch.empty_strided((2, 3), (1,))\n"),
              HasSubstr("there are 2 sizes and 1 strides"));
  EXPECT_THAT(run("import torch\n"
                  "def f(): torch.empty_strided((2, 3), (-1, 2))\n"),
              HasSubstr("these strides describe no memory"));
}
