//===- HostTensorTest.cpp - New tensors and views -------------------------===//

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "HostTesting.h"

using namespace tqc;
using namespace tqc::testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// f(x) of a 3-d tensor of shape (2, 3, 4) that counts from 0.
static std::string view(const std::string &expression) {
  Host host("def f(x):\n  y = " + expression +
            "\n  return tuple(y.shape), y.stride()\n");
  return host.run({host.tensor({2, 3, 4})});
}
/// The elements of f(x).
static std::vector<double> values(const std::string &expression) {
  Host host("def f(x):\n  return " + expression + "\n");
  Result<HostValue> value = host.call("f", {host.tensor({2, 3, 4})});
  EXPECT_TRUE(value) << host.errors();
  return value ? host.elements(*value) : std::vector<double>();
}

TEST(HostTensorTest, Facts) {
  Host host("def f(x):\n"
            "  return (x.shape, x.size(), x.size(-1), x.stride(), "
            "x.stride(0), x.numel(), x.dtype, x.element_size(), x.ndim, "
            "x.dim(), x.is_contiguous(), len(x), x.nbytes, x.device, "
            "x.is_cuda, x.shape.numel())\n");
  EXPECT_EQ(host.run({host.tensor({2, 3, 4})}),
            "(torch.Size([2, 3, 4]), torch.Size([2, 3, 4]), 4, (12, 4, 1), 12, "
            "24, torch.int32, 4, 3, "
            "3, True, 2, 96, device(type='cuda', index=0), True, 24)");
}

TEST(HostTensorTest, ReordersDimensions) {
  EXPECT_EQ(view("x.transpose(0, -1)"), "((4, 3, 2), (1, 4, 12))");
  EXPECT_EQ(view("x.permute(1, 2, 0)"), "((3, 4, 2), (4, 1, 12))");
  EXPECT_EQ(view("x.permute((2, 0, 1))"), "((4, 2, 3), (1, 12, 4))");
  EXPECT_EQ(view("x.T"), "((4, 3, 2), (1, 4, 12))");
  EXPECT_EQ(view("x.mT"), "((2, 4, 3), (12, 1, 4))");
  EXPECT_EQ(view("x[0].t()"), "((4, 3), (1, 4))");
  EXPECT_THAT(values("x[0].t()"),
              ElementsAre(0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11));
}

TEST(HostTensorTest, Slices) {
  EXPECT_EQ(view("x[1]"), "((3, 4), (4, 1))");
  EXPECT_EQ(view("x[-1, 1:, ::2]"), "((2, 2), (4, 2))");
  EXPECT_THAT(values("x[-1, 1:, ::2]"), ElementsAre(16, 18, 20, 22));
  EXPECT_EQ(view("x[..., 1]"), "((2, 3), (12, 4))");
  EXPECT_THAT(values("x[..., 1]"), ElementsAre(1, 5, 9, 13, 17, 21));
  EXPECT_EQ(view("x[:, None, 0]"), "((2, 1, 4), (12, 12, 1))");
  EXPECT_EQ(view("x[:, -2:, 1:-1]"), "((2, 2, 2), (12, 4, 1))");
  EXPECT_EQ(view("x[:, 5:]"), "((2, 0, 4), (12, 4, 1))");
  EXPECT_THAT(values("x.narrow(2, 1, 2).select(0, 1)"),
              ElementsAre(13, 14, 17, 18, 21, 22));
  EXPECT_EQ(view("x.unsqueeze(1).squeeze(1)"), "((2, 3, 4), (12, 4, 1))");
  EXPECT_EQ(view("x.unbind(1)[2]"), "((2, 4), (12, 1))");
  EXPECT_EQ(view("x[0, :, :1].expand(5, -1, 3)"), "((5, 3, 3), (0, 4, 0))");
}

TEST(HostTensorTest, ViewsFollowTorchsRule) {
  EXPECT_EQ(view("x.view(-1)"), "((24,), (1,))");
  EXPECT_EQ(view("x.view(6, -1)"), "((6, 4), (4, 1))");
  EXPECT_EQ(view("x.view((2, 12))"), "((2, 12), (12, 1))");
  EXPECT_EQ(view("x[:, 1:].view(2, 8)"), "((2, 8), (12, 1))");
  EXPECT_EQ(view("x.transpose(0, 1).view(3, 2, 2, 2)"),
            "((3, 2, 2, 2), (4, 12, 2, 1))");
  EXPECT_EQ(view("x.view(1, 2, 1, 12, 1)"),
            "((1, 2, 1, 12, 1), (24, 12, 12, 1, 1))");
  EXPECT_THAT(view("x.t()"), HasSubstr("up to two dimensions"));
  EXPECT_THAT(view("x.transpose(0, 1).view(6, 4)"),
              HasSubstr("a tensor of shape (3, 2, 4) and strides (4, 12, 1) "
                        "has no view of shape (6, 4)"));
  EXPECT_THAT(view("x.view(5, -1)"),
              HasSubstr("a tensor of 24 elements has no shape (5, -1)"));
}

TEST(HostTensorTest, ReshapeCopiesOnlyWhereNoViewExists) {
  Host host("def f(x):\n  y = x.reshape(6, 4)\n  z = x.mT.reshape(24)\n"
            "  return y.data_ptr() == x.data_ptr(), "
            "z.data_ptr() == x.data_ptr(), z.stride()\n");
  EXPECT_EQ(host.run({host.tensor({2, 3, 4})}), "(True, False, (1,))");
  EXPECT_THAT(values("x.mT.reshape(24)[:6]"), ElementsAre(0, 4, 8, 1, 5, 9));
  EXPECT_THAT(values("x.flatten(0, 1)[4]"), ElementsAre(16, 17, 18, 19));
}

TEST(HostTensorTest, ContiguousCopiesThroughTheHost) {
  Host host("def f(x):\n  y = x.mT.contiguous()\n"
            "  return y\n");
  Result<HostValue> value = host.call("f", {host.tensor({2, 2})});
  ASSERT_TRUE(value) << host.errors();
  EXPECT_TRUE(value->asTensor().isContiguous());
  EXPECT_THAT(host.elements(*value), ElementsAre(0, 2, 1, 3));
}

TEST(HostTensorTest, EmptyIsPoisonedAndZerosAreZero) {
  Host host("def f():\n"
            "  return (torch.empty(4, dtype=torch.float16, device='cuda'), "
            "torch.zeros((2, 2)), torch.full((2,), 7, dtype=torch.int64), "
            "torch.ones(3, dtype=torch.bfloat16), torch.empty(size=(1,)))\n");
  Result<HostValue> value = host.call("f");
  ASSERT_TRUE(value) << host.errors();
  const std::vector<HostValue> &all = value->elements();
  EXPECT_EQ(repr(all[0]), "tensor(shape=(4,), dtype=torch.float16)");
  EXPECT_THAT(*readTensor(host.device, all[0].asTensor()),
              ::testing::Each(0xff));
  EXPECT_EQ(host.device.poisons, 2);
  EXPECT_THAT(host.elements(all[1]), ElementsAre(0, 0, 0, 0));
  EXPECT_THAT(host.elements(all[2]), ElementsAre(7, 7));
  EXPECT_THAT(host.elements(all[3]), ElementsAre(1, 1, 1));
  EXPECT_EQ(host.device.infos[0].type, "fp16");
  EXPECT_EQ(host.device.infos[0].name, "f");
}

TEST(HostTensorTest, LikeKeepsTypeAndOrder) {
  EXPECT_EQ(view("torch.empty_like(x)"), "((2, 3, 4), (12, 4, 1))");
  EXPECT_EQ(view("torch.empty_like(x.transpose(0, 2))"),
            "((4, 3, 2), (1, 4, 12))");
  EXPECT_EQ(view("torch.empty_like(x[:, :, ::2])"), "((2, 3, 2), (6, 2, 1))");
  Host host("def f(x):\n  return (x.new_empty(3).dtype, "
            "x.new_zeros(2, 2).shape, "
            "torch.zeros_like(x, dtype=torch.float32).dtype, "
            "torch.full_like(x, 3))\n");
  Result<HostValue> value = host.call("f", {host.tensor({2})});
  ASSERT_TRUE(value) << host.errors();
  EXPECT_EQ(repr(value->elements()[0]), "torch.int32");
  EXPECT_EQ(repr(value->elements()[2]), "torch.float32");
  EXPECT_THAT(host.elements(value->elements()[3]), ElementsAre(3, 3));
}

TEST(HostTensorTest, StridesOfWhatIsMadeLikeAViewAreTorchs) {
  // Each expectation is what torch 2.9 says.
  EXPECT_EQ(view("x[0].t().clone()"), "((4, 3), (1, 4))");
  EXPECT_EQ(view("x[:, :, ::2].clone()"), "((2, 3, 2), (6, 2, 1))");
  EXPECT_EQ(view("x.transpose(0, 2)[::2].clone()"), "((2, 3, 2), (1, 2, 6))");
  EXPECT_EQ(view("torch.empty_like(x.transpose(1, 2)[:, ::2])"),
            "((2, 2, 3), (6, 1, 2))");
  EXPECT_EQ(view("torch.empty_like(x[:, :1].expand(-1, 5, -1))"),
            "((2, 5, 4), (20, 4, 1))");
  EXPECT_EQ(view("x.expand(1, 2, 3, 4)"), "((1, 2, 3, 4), (24, 12, 4, 1))");
  EXPECT_EQ(view("x.expand(5, 2, 3, 4)"), "((5, 2, 3, 4), (0, 12, 4, 1))");
  EXPECT_EQ(view("x[:, :, ::100]"), "((2, 3, 1), (12, 4, 100))");
  EXPECT_EQ(view("x[:, 3:].reshape(2, 0, 4)"), "((2, 0, 4), (12, 4, 1))");
  EXPECT_THAT(values("x[0].t().clone()"),
              ElementsAre(0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11));
}

TEST(HostTensorTest, ACopyLiesInMemoryAsTheOriginal) {
  Host host("def f(x):\n  return x.t().clone()\n");
  Result<HostValue> value = host.call("f", {host.tensor({2, 3})});
  ASSERT_TRUE(value) << host.errors();
  const TensorValue &copy = value->asTensor();
  EXPECT_EQ(copy.strides, (std::vector<int64_t>{1, 3}));
  const auto *memory =
      reinterpret_cast<const int32_t *>(host.device.find(copy.pointer(), 24));
  EXPECT_EQ(std::vector<int32_t>(memory, memory + 6),
            (std::vector<int32_t>{0, 1, 2, 3, 4, 5}));
}

TEST(HostTensorTest, NumbersThatDoNotFitAreRefused) {
  EXPECT_EQ(eval("torch.full((2,), 300, dtype=torch.int8)"),
            "error: 300 does not fit torch.int8");
  EXPECT_EQ(eval("torch.full((2,), -256, dtype=torch.uint8)"),
            "error: -256 does not fit torch.uint8");
  EXPECT_EQ(eval("torch.full((2,), 2 ** 64)"),
            "error: 18446744073709551616 does not fit torch.int64");
  EXPECT_EQ(eval("torch.full((2,), 65520.0, dtype=torch.float16)"),
            "error: 65520.0 does not fit torch.float16");
  // torch wraps negative numbers, and infinities are numbers.
  EXPECT_EQ(eval("torch.full((2,), -1, dtype=torch.uint8).dtype"),
            "torch.uint8");
  EXPECT_EQ(eval("torch.full((2,), float('inf'), dtype=torch.float16).dtype"),
            "torch.float16");
}

TEST(HostTensorTest, ConversionsToAnotherTensorsTypeAreNotSkipped) {
  EXPECT_THAT(eval("torch.empty(2).to(torch.empty(2, dtype=torch.int8))"),
              HasSubstr("this converts torch.float32 to torch.int8"));
  EXPECT_EQ(body("  x = torch.empty(2)\n"
                 "  return x.to(torch.zeros(1)) is x, x.detach() is x, "
                 "x.t() is x, x.contiguous() is x\n"),
            "(True, False, False, True)");
  EXPECT_THAT(eval("torch.empty(2) == torch.empty(2)"),
              HasSubstr("`==` is not defined for a tensor"));
  EXPECT_THAT(eval("torch.empty(2) == 3"),
              HasSubstr("`==` is not defined for a tensor"));
  EXPECT_THAT(eval("torch.empty(2) in [1]"),
              HasSubstr("`==` is not defined for"));
  EXPECT_EQ(body("  x = torch.empty(2)\n"
                 "  return x == None, x in [x], [x] == [x], x != 'a'\n"),
            "(False, True, True, True)");
}

TEST(HostTensorTest, ShapesAreTorchSizes) {
  EXPECT_EQ(eval("(torch.empty(2, 3).shape, torch.empty(2, 3).shape[1:], "
                 "torch.empty(2).shape + (4,), torch.empty(2).stride())"),
            "(torch.Size([2, 3]), torch.Size([3]), torch.Size([2, 4]), (1,))");
  EXPECT_EQ(eval("(torch.empty(2).shape == (2,), tuple(torch.empty(2).shape))"),
            "(True, (2,))");
}

TEST(HostTensorTest, MemoryLivesAsLongAsItsTensors) {
  Host host("def f():\n"
            "  for i in range(10):\n"
            "    x = torch.empty(1024)\n"
            "  g = lambda: x\n"
            "  return x[1:]\n");
  {
    Result<HostValue> value = host.call("f");
    ASSERT_TRUE(value) << host.errors();
    EXPECT_EQ(host.device.memory.size(), 1u);
  }
  EXPECT_EQ(host.device.memory.size(), 0u);
}

TEST(HostTensorTest, DeviceFacts) {
  Host host("def f():\n  p = torch.cuda.get_device_properties('cuda')\n"
            "  q = triton.runtime.driver.active.utils."
            "get_device_properties(0)\n"
            "  return (p.multi_processor_count, q['multiprocessor_count'], "
            "torch.cuda.get_device_capability())\n");
  EXPECT_EQ(host.run(), "(132, 132, (9, 0))");
}

TEST(HostTensorTest, RefusesToComputeValues) {
  struct {
    const char *expression, *message;
  } const kCases[] = {
      {"x + 1", "a launcher computes no tensor values: `+` of a tensor of "
                "shape (2, 3, 4) and an int"},
      {"x.sum()", "a tensor of shape (2, 3, 4) has no `sum` in a launcher"},
      {"torch.randn(3)", "`torch.randn` is not available in a launcher"},
      {"x.to(torch.float16)", "a launcher computes no tensor values: this "
                              "converts torch.int32 to torch.float16"},
      {"x < 3", "`<` is not defined for a tensor"},
      {"1 if x else 2", "a tensor is neither true nor false in a launcher"},
      {"x[x]", "a tensor is indexed by integers, slices and `None`"},
      {"x[9]", "index 9 is outside of dimension 0 of size 2"},
      {"x[::-1]", "the step of a tensor's slice must be positive, but is -1"},
      {"x[0, 0, 0, 0]", "there are more indices than the 3 dimensions"},
      {"x.permute(0, 0, 1)", "`permute` needs each of the 3 dimensions once"},
      {"x.transpose(0, 3)", "dimension 3 is outside of the tensor's 3"},
      {"torch.empty(-1)", "a size of (-1,) is negative"},
      {"torch.empty(1 << 50)", "is larger than any memory"},
      {"torch.empty(3, device='cpu')", "the only device of a launcher"},
      {"torch.empty(2.5)",
       "a shape is a tuple of integers, but this is a float"},
      {"x.view(torch.int8)", "elements of 4 bytes cannot be viewed as "
                             "elements of 1"},
      {"x.expand(5, 3, 4)", "cannot be expanded to (5, 3, 4)"},
  };
  for (const auto &[expression, message] : kCases) {
    Host host(std::string("def f(x):\n  return ") + expression + "\n");
    EXPECT_THAT(host.run({host.tensor({2, 3, 4})}), HasSubstr(message))
        << expression;
  }
}

TEST(HostTensorTest, ADeviceWithoutMemorySaysSo) {
  Host host("def f():\n  return torch.empty(4)\n");
  host.device.refuse = true;
  EXPECT_EQ(host.run(),
            "h.tq:2:10: error: no memory for a tensor of shape (4,): out of "
            "memory [TQ0811]\n"
            "    2 |   return torch.empty(4)\n"
            "      |          ^^^^^^^^^^^^^^\n");
}

TEST(HostTensorTest, TorchHasFunctionsForMethods) {
  auto run = [](const std::string &statement) {
    Host host("import torch\n"
              "def f():\n"
              "  x, y = torch.ones(2, 1, 3), torch.ones(4, 1)\n"
              "  " +
              statement + "\n");
    return host.run();
  };
  EXPECT_EQ(run("return (torch.reshape(x, (3, 2)).shape,\n"
                "          torch.permute(x, (2, 0, 1)).stride(),\n"
                "          torch.transpose(x, 0, -1).shape,\n"
                "          torch.squeeze(x).shape, torch.squeeze(x, 0).shape,\n"
                "          torch.unsqueeze(y, 0).shape, torch.t(y).shape,\n"
                "          torch.flatten(x, start_dim=1).shape,\n"
                "          torch.numel(x), torch.clone(y).shape,\n"
                "          torch.broadcast_to(y, (4, 5)).stride())"),
            "(torch.Size([3, 2]), (1, 3, 3), torch.Size([3, 1, 2]), "
            "torch.Size([2, 3]), torch.Size([2, 1, 3]), torch.Size([1, 4, 1]), "
            "torch.Size([1, 4]), torch.Size([2, 3]), 6, torch.Size([4, 1]), "
            "(1, 0))");
  EXPECT_EQ(run("a, b = torch.broadcast_tensors(x, y)\n"
                "  return (a.shape, a.stride(), b.stride(),\n"
                "          torch.broadcast_shapes((2, 1), 3, (5, 1, 1)),\n"
                "          torch.broadcast_shapes((0,), (1,)))"),
            "(torch.Size([2, 4, 3]), (3, 0, 1), (0, 1, 0), "
            "torch.Size([5, 2, 3]), torch.Size([0]))");
  EXPECT_EQ(run("torch.cuda.set_device(0)\n"
                "  torch.cuda.set_device(x.device)\n"
                "  return torch.cuda.device_count()"),
            "1");
  std::pair<const char *, const char *> cases[] = {
      {"torch.reshape(3, (1,))", "a tensor"},
      {"torch.broadcast_tensors(x, torch.ones(2))",
       "shape (2,) does not go together with (2, 1, 3)"},
      {"torch.broadcast_tensors(x, 1)",
       "tensors are broadcast, but this is an int"},
      {"torch.broadcast_shapes('a')", "a shape is a tuple of integers"},
      {"torch.broadcast_shapes((1, 0.5))", "a size must be an integer"},
      {"torch.cuda.set_device(1)", "the only device of a launcher"}};
  for (auto [statement, why] : cases)
    EXPECT_THAT(run(statement), HasSubstr(why)) << statement;
}
