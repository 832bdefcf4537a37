//===- HostArraysTest.cpp - numpy's arrays in references ------------------===//
//
// Each expectation is what numpy prints for `.tolist()` of the same expression.
//
//===----------------------------------------------------------------------===//

#include "compiler/host/HostArrays.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "HostTesting.h"

using namespace tqc;
using namespace tqc::testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

using Shape = std::vector<int64_t>;

/// The array that f() returns, where x counts from 0 in the shape (2, 3).
static NumberArray arrayOf(const std::string &lines) {
  Host host("import numpy as np\n"
            "def f():\n"
            "  x = np.arange(6).reshape(2, 3)\n" +
            lines);
  Result<HostValue> value = host.call("f");
  EXPECT_TRUE(value) << host.errors();
  return value ? *host::asArray(*value) : NumberArray();
}
static std::vector<double> valuesOf(const std::string &expression) {
  return arrayOf("  return " + expression + "\n").values;
}
static Shape shapeOf(const std::string &expression) {
  return arrayOf("  return " + expression + "\n").shape;
}
static std::string errorOf(const std::string &lines) {
  Host host("import numpy as np\n"
            "def f():\n"
            "  x = np.arange(6).reshape(2, 3)\n" +
            lines);
  Result<HostValue> value = host.call("f");
  return value ? "no error" : value.error().message;
}

TEST(HostArraysTest, OperatorsBroadcastFromTheRight) {
  EXPECT_THAT(valuesOf("x + np.array([10, 20, 30])"),
              ElementsAre(10, 21, 32, 13, 24, 35));
  EXPECT_THAT(valuesOf("x * np.array([[1], [-1]])"),
              ElementsAre(0, 1, 2, -3, -4, -5));
  EXPECT_THAT(valuesOf("2 ** x[1]"), ElementsAre(8, 16, 32));
  EXPECT_THAT(valuesOf("-x[0] // 2"), ElementsAre(0, -1, -1));
  EXPECT_THAT(valuesOf("-x[1] % 4"), ElementsAre(1, 0, 3));
  EXPECT_EQ(shapeOf("np.zeros((4, 1, 3)) + np.zeros((2, 1))"),
            Shape({4, 2, 3}));
  EXPECT_EQ(errorOf("  return x + np.zeros(2)\n"),
            "no broadcasting fits the shapes (2, 3) and (2,)");
}

TEST(HostArraysTest, ComparisonsGiveArraysOfTruth) {
  EXPECT_THAT(valuesOf("(x > 1) & (x != 4)"), ElementsAre(0, 0, 1, 1, 0, 1));
  EXPECT_THAT(valuesOf("~(x > 1)"), ElementsAre(1, 1, 0, 0, 0, 0));
  EXPECT_THAT(valuesOf("np.where(x > 2, x, -1)"),
              ElementsAre(-1, -1, -1, 3, 4, 5));
  EXPECT_THAT(errorOf("  if x > 1:\n    return x\n"),
              HasSubstr("neither true nor false"));
  EXPECT_THAT(errorOf("  return x[x > 1]\n"),
              HasSubstr("an array of comparisons is no index here"));
}

TEST(HostArraysTest, ProductsAreOfMatricesAndOfStacks) {
  EXPECT_THAT(valuesOf("x @ x.T"), ElementsAre(5, 14, 14, 50));
  EXPECT_EQ(shapeOf("np.zeros((5, 2, 3)) @ np.zeros((3, 4))"),
            Shape({5, 2, 4}));
  EXPECT_EQ(errorOf("  return x @ x\n"),
            "`@` does not fit the shapes (2, 3) and (2, 3)");
}

TEST(HostArraysTest, ReductionsTakeAxes) {
  EXPECT_THAT(valuesOf("np.sum(x, axis=0)"), ElementsAre(3, 5, 7));
  EXPECT_THAT(valuesOf("x.max(axis=-1)"), ElementsAre(2, 5));
  EXPECT_THAT(valuesOf("np.mean(x)"), ElementsAre(2.5));
  EXPECT_THAT(valuesOf("x.min(axis=(0, 1))"), ElementsAre(0));
  EXPECT_EQ(shapeOf("np.sum(x, axis=1, keepdims=True)"), Shape({2, 1}));
  EXPECT_THAT(valuesOf("np.isnan(np.max(np.array([1, np.nan, 2])))"),
              ElementsAre(1));
  EXPECT_EQ(errorOf("  return np.sum(x, axis=2)\n"),
            "axis 2 is outside of the 2 dimensions");
}

TEST(HostArraysTest, IndicesAreThoseOfNumpy) {
  EXPECT_THAT(valuesOf("x[:, 1]"), ElementsAre(1, 4));
  EXPECT_THAT(valuesOf("x[-1, ::-1]"), ElementsAre(5, 4, 3));
  EXPECT_THAT(valuesOf("x[..., 1:]"), ElementsAre(1, 2, 4, 5));
  EXPECT_THAT(valuesOf("x[np.array([1, 0, 1]), np.array([2, 2, 0])]"),
              ElementsAre(5, 2, 3));
  EXPECT_THAT(valuesOf("x[1][np.argsort(-x[1], kind=\"stable\")]"),
              ElementsAre(5, 4, 3));
  EXPECT_EQ(shapeOf("x[None, :, None]"), Shape({1, 2, 1, 3}));
  EXPECT_EQ(shapeOf("x[1:1]"), Shape({0, 3}));
  EXPECT_EQ(errorOf("  return x[2]\n"), "index 2 is outside of the 2 elements");
  EXPECT_EQ(errorOf("  return x[0, 0, 0]\n"),
            "3 indices are too many for 2 dimensions");
  EXPECT_EQ(errorOf("  return x[..., ...]\n"),
            "`...` stands twice in one index");
}

TEST(HostArraysTest, AssignmentsChangeTheArrayAndNoCopyOfAPart) {
  EXPECT_THAT(arrayOf("  x = x.copy()\n  x[1, 1:] = -1\n  return x\n").values,
              ElementsAre(0, 1, 2, 3, -1, -1));
  EXPECT_THAT(arrayOf("  y = x.copy()\n  y += 1\n  return x + y\n").values,
              ElementsAre(1, 3, 5, 7, 9, 11));
  EXPECT_THAT(arrayOf("  y = x * 1\n  z = y\n  y *= 2\n  return z\n").values,
              ElementsAre(0, 2, 4, 6, 8, 10));
  for (const char *part : {"x[0]", "x.T", "x.reshape(6)"})
    EXPECT_THAT(
        errorOf(std::string("  y = ") + part + "\n  y += 1\n  return x\n"),
        HasSubstr("parts are copies here"));
  EXPECT_THAT(errorOf("  y = x * 1\n  y += np.zeros((3, 2, 3))\n"),
              HasSubstr("cannot become one of shape (3, 2, 3)"));
}

TEST(HostArraysTest, ShapesChangeOrderAndSize) {
  EXPECT_THAT(valuesOf("x.T.reshape(-1)"), ElementsAre(0, 3, 1, 4, 2, 5));
  EXPECT_THAT(valuesOf("np.concatenate([x, -x[:, :1]], axis=1)"),
              ElementsAre(0, 1, 2, 0, 3, 4, 5, -3));
  EXPECT_THAT(valuesOf("np.repeat(x, 2, 0)[1]"), ElementsAre(0, 1, 2));
  EXPECT_THAT(valuesOf("np.cumsum(x, 1)"), ElementsAre(0, 1, 3, 3, 7, 12));
  EXPECT_THAT(valuesOf("np.nonzero(x[0] > 0)[0]"), ElementsAre(1, 2));
  EXPECT_EQ(shapeOf("np.stack([x, x, x])"), Shape({3, 2, 3}));
  EXPECT_EQ(errorOf("  return x.reshape(4, -1)\n"),
            "different numbers of elements have the shapes (2, 3) and (4, 1)");
}

TEST(HostArraysTest, FunctionsAreInDoublePrecision) {
  EXPECT_DOUBLE_EQ(valuesOf("np.exp(np.array([1]))")[0], 2.718281828459045);
  EXPECT_DOUBLE_EQ(valuesOf("np.expm1(np.array([1e-12]))")[0],
                   1.0000000000005e-12);
  EXPECT_THAT(valuesOf("np.round(np.array([0.5, 1.5, -2.5]))"),
              ElementsAre(0, 2, -2));
  EXPECT_THAT(valuesOf("np.array([[1.7, -1.7]]).astype(int)"),
              ElementsAre(1, -1));
  EXPECT_THAT(errorOf("  return np.zeros((2, -3))\n"),
              HasSubstr("a negative size"));
  EXPECT_THAT(errorOf("  return np.zeros(10 ** 9)\n"),
              HasSubstr("has more than"));
  EXPECT_THAT(errorOf("  return np.sinh(x)\n"), HasSubstr("`numpy.sinh`"));
}
