//===- InterpreterTest.cpp - The meaning of tile IR -----------------------===//

#include "compiler/interpreter/ErrorBounds.h"
#include "compiler/interpreter/TileDevice.h"

#include "mlir/IR/Builders.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "llvm/ADT/APFloat.h"

#include <cmath>
#include <random>

using namespace tqc;
using namespace tqc::tile;
using testing::ElementsAre;
using testing::HasSubstr;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

namespace {
struct Format {
  const char *name;
  mlir::Type type;
};
} // namespace

static std::vector<Format> formats(mlir::MLIRContext &context) {
  mlir::Builder b(&context);
  return {{"f16", b.getF16Type()},
          {"bf16", b.getBF16Type()},
          {"f32", b.getF32Type()},
          {"e5m2", mlir::Float8E5M2Type::get(&context)},
          {"e4m3", mlir::Float8E4M3FNType::get(&context)}};
}

static double valueOf(llvm::APFloat real) {
  bool loses = false;
  real.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven,
               &loses);
  return real.convertToDouble();
}

TEST(InterpreterNumbers, DecodeAsLlvmDoes) {
  mlir::MLIRContext context;
  for (const Format &format : formats(context)) {
    Number number = *Number::of(format.type);
    const llvm::fltSemantics &semantics =
        mlir::cast<mlir::FloatType>(format.type).getFloatSemantics();
    uint64_t step = number.width == 32 ? 65521 : 1;
    for (uint64_t bits = 0; bits <= number.mask(); bits += step) {
      llvm::APFloat real(semantics, llvm::APInt(number.width, bits));
      double value = number.decode(bits);
      ASSERT_EQ(std::isnan(value), real.isNaN()) << format.name << " " << bits;
      if (real.isNaN())
        continue;
      ASSERT_EQ(value, valueOf(real)) << format.name << " " << bits;
      ASSERT_EQ(std::signbit(value), real.isNegative()) << bits;
      bool saturates = number.width == 8 && std::isinf(value);
      if (!saturates)
        ASSERT_EQ(number.encode(value), bits) << format.name;
    }
  }
}

TEST(InterpreterNumbers, RoundAsLlvmDoes) {
  mlir::MLIRContext context;
  std::mt19937_64 random(7);
  for (const Format &format : formats(context)) {
    Number number = *Number::of(format.type);
    const llvm::fltSemantics &semantics =
        mlir::cast<mlir::FloatType>(format.type).getFloatSemantics();
    for (int i = 0; i < 20000; ++i) {
      // Values near numbers of the format, and halfway between two of them.
      double near = number.decode(random() & number.mask());
      double value = near * (1 + double(int64_t(random() % 17) - 8) *
                                     number.roundoff() / 4);
      if (!(std::fabs(value) <= number.largest()))
        continue; // what overflows saturates in 8 bits
      for (auto [ours, theirs] :
           {std::pair(Rounding::NearestEven,
                      llvm::APFloat::rmNearestTiesToEven),
            std::pair(Rounding::TowardZero, llvm::APFloat::rmTowardZero)}) {
        llvm::APFloat real(value);
        bool loses = false;
        real.convert(semantics, theirs, &loses);
        ASSERT_EQ(number.encode(value, ours),
                  real.bitcastToAPInt().getZExtValue())
            << format.name << " " << value;
      }
    }
  }
}

TEST(InterpreterNumbers, OverflowToInfinityOrTheLargest) {
  mlir::MLIRContext context;
  mlir::Builder b(&context);
  Number half = *Number::of(b.getF16Type());
  EXPECT_EQ(half.encode(65519.9), 0x7bffu);
  EXPECT_EQ(half.encode(65520), 0x7c00u); // ties to even
  EXPECT_EQ(half.encode(-1e300), 0xfc00u);
  EXPECT_EQ(half.encode(1e300, Rounding::TowardZero), 0x7bffu);
  Number e4m3 = *Number::of(mlir::Float8E4M3FNType::get(&context));
  EXPECT_EQ(e4m3.encode(1000), 0x7eu);
  EXPECT_EQ(e4m3.encode(-INFINITY), 0xfeu);
  EXPECT_EQ(e4m3.encode(NAN), 0x7fu);
}

TEST(InterpreterNumbers, SumsToOddRoundOnceAgain) {
  Number bf16{Number::Float, 16, 7, 127};
  double tie = 1 + 0x1p-8, tiny = 0x1p-100;
  EXPECT_EQ(bf16.decode(bf16.encode(tie)), 1);
  EXPECT_EQ(bf16.decode(bf16.encode(sumToOdd(tie, tiny))), 1 + 0x1p-7);
  EXPECT_EQ(bf16.decode(bf16.encode(sumToOdd(tie, -tiny))), 1);
}

TEST(InterpreterNumbers, LastPlacesDivideTheirNumber) {
  EXPECT_EQ(lastPlace(0), INFINITY);
  EXPECT_EQ(lastPlace(6), 2);
  EXPECT_EQ(lastPlace(-0x1p-1074), 0x1p-1074);
  std::mt19937_64 random(3);
  for (int i = 0; i < 20000; ++i) {
    int exponent = int(random() % 2098) - 1074;
    double odd = double(random() % (1 << 20) * 2 + 1);
    double value = std::ldexp(odd, std::max(exponent, -1074));
    if (std::isfinite(value))
      ASSERT_EQ(lastPlace(value), std::ldexp(1.0, exponent)) << value;
  }
}

TEST(InterpreterNumbers, SumsBelowTheLeastNumberAreNotExact) {
  mlir::MLIRContext context;
  Number f32 = *Number::of(mlir::Builder(&context).getF32Type());
  EXPECT_TRUE(isExactSum(0x1p-149, 0x1p-126, f32));
  EXPECT_FALSE(isExactSum(0x1p-150, 0x1p-149, f32)); // products may be smaller
  EXPECT_FALSE(isExactSum(1, 0x1p25, f32));
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

namespace {

/// A device with kernels from MLIR text and tensors of f32.
class InterpreterKernels : public testing::Test {
protected:
  DevicePtr put(const std::vector<float> &values, const char *name) {
    auto count = static_cast<int64_t>(values.size());
    DevicePtr at = *device.allocate({name, values.size() * 4, "fp32", {count}});
    EXPECT_TRUE(device.copyIn(at, values.data(), values.size() * 4));
    return at;
  }
  std::vector<float> get(DevicePtr at, size_t count) {
    std::vector<float> values(count);
    EXPECT_TRUE(device.copyOut(values.data(), at, count * 4));
    return values;
  }
  Status run(const std::string &body, std::vector<DevicePtr> pointers) {
    std::string head = "func.func @k(";
    for (size_t i = 0; i < pointers.size(); ++i)
      head += (i ? ", " : "") + std::string("%p") + std::to_string(i) +
              ": !tq.ptr<f32>";
    Result<ModuleId> module = device.loadTile(
        head + ") attributes {tq.kernel} {\n" + body + "  return\n}\n");
    if (!module)
      return module.error();
    Launch launch;
    launch.module = *module;
    launch.entry = "k";
    for (DevicePtr pointer : pointers)
      launch.arguments.push_back(ArgumentBytes::of(pointer));
    return device.launch(launch);
  }

  TileDevice device{[] {
    TileSettings settings;
    settings.bounds = true;
    return settings;
  }()};
};

} // namespace

/// Loads 4 elements of %p0 into %x, and stores %y to %p1.
static std::string around(const std::string &middle) {
  return "  %i = tq.range 0 to 4 : tensor<4xi32>\n"
         "  %s = tq.splat %p0 : !tq.ptr<f32> -> tensor<4x!tq.ptr<f32>>\n"
         "  %a = tq.addptr %s, %i : tensor<4x!tq.ptr<f32>>, tensor<4xi32>\n"
         "  %x = tq.load %a : tensor<4x!tq.ptr<f32>> -> tensor<4xf32>\n" +
         middle +
         "  %t = tq.splat %p1 : !tq.ptr<f32> -> tensor<4x!tq.ptr<f32>>\n"
         "  %b = tq.addptr %t, %i : tensor<4x!tq.ptr<f32>>, tensor<4xi32>\n"
         "  tq.store %b, %y : tensor<4x!tq.ptr<f32>>, tensor<4xf32>\n";
}

TEST_F(InterpreterKernels, AddElements) {
  DevicePtr x = put({1, 2, 3, 4}, "x"), y = put({0, 0, 0, 0}, "y");
  Status status =
      run(around("  %y = arith.addf %x, %x : tensor<4xf32>\n"), {x, y});
  ASSERT_TRUE(status) << status.error().message;
  EXPECT_THAT(get(y, 4), ElementsAre(2, 4, 6, 8));
  EXPECT_EQ(device.certaintyOf(y, 4).error, 0); // IEEE 754 says what it is
}

TEST_F(InterpreterKernels, BoundWhatMayRoundTwice) {
  DevicePtr x = put({0.1f, 2, 3, 4}, "x"), y = put({0, 0, 0, 0}, "y");
  ASSERT_TRUE(run(around("  %z = arith.mulf %x, %x : tensor<4xf32>\n"
                         "  %y = arith.addf %z, %x : tensor<4xf32>\n"),
                  {x, y}));
  EXPECT_GT(device.certaintyOf(y, 4).error, 0);
  EXPECT_LT(device.certaintyOf(y, 4).error, 1e-7);
  EXPECT_EQ(device.certaintyOf(y + 4, 4).error, 0); // 2 * 2 + 2 is exact
}

TEST_F(InterpreterKernels, BoundWhatMayRoundTwiceInDouble) {
  DevicePtr x = put({0.1f, 2, 3, 4}, "x"), y = put({0, 0, 0, 0}, "y");
  ASSERT_TRUE(
      run(around("  %w = arith.extf %x : tensor<4xf32> to tensor<4xf64>\n"
                 "  %q = arith.mulf %w, %w : tensor<4xf64>\n"
                 "  %z = arith.mulf %q, %q : tensor<4xf64>\n"
                 "  %d = arith.subf %z, %w : tensor<4xf64>\n"
                 "  %y = arith.truncf %d : tensor<4xf64> to tensor<4xf32>\n"),
          {x, y}));
  // The fourth power has 96 bits: rounded, or not if it is fused.
  EXPECT_GT(device.certaintyOf(y, 4).error, 0);
  EXPECT_EQ(device.certaintyOf(y + 4, 4).error, 0);
}

TEST_F(InterpreterKernels, SumInAnyOrderWithinTheirBound) {
  DevicePtr x = put({1e8f, 1, -1e8f, 1}, "x"), y = put({0, 0, 0, 0}, "y");
  ASSERT_TRUE(run(around("  %r = \"tq.reduce\"(%x) <{axis = 0 : i32}> ({\n"
                         "  ^bb0(%l: f32, %m: f32):\n"
                         "    %c = arith.addf %l, %m : f32\n"
                         "    tq.yield %c : f32\n"
                         "  }) : (tensor<4xf32>) -> f32\n"
                         "  %y = tq.splat %r : f32 -> tensor<4xf32>\n"),
                  {x, y}));
  double sum = get(y, 4)[0], error = device.certaintyOf(y, 4).error;
  for (double other : {0.0, 1.0, 2.0}) // orders differ
    EXPECT_LE(std::fabs(sum - other), error);
}

TEST_F(InterpreterKernels, ProductsMayStartFromWhatTheyAreAddedTo) {
  // 1 and 2^-24 + 2^-24: added up first they count, one by one they do not.
  DevicePtr x = put({1, 0x1p-24f, 0x1p-24f, 0}, "x"), y = put({0, 0}, "y");
  auto body = [](const char *use) {
    return std::string("  %i = tq.range 0 to 2 : tensor<2xi32>\n"
                       "  %o = arith.constant dense<1.0> : tensor<2x1xf32>\n"
                       "  %z = arith.constant dense<0.0> : tensor<1x1xf32>\n"
                       "  %one = arith.constant dense<1> : tensor<1x2xi32>\n"
                       "  %r = tq.expand_dims %i, 0 : tensor<2xi32> -> "
                       "tensor<1x2xi32>\n"
                       "  %j = arith.addi %r, %one : tensor<1x2xi32>\n"
                       "  %s = tq.splat %p0 : !tq.ptr<f32> -> "
                       "tensor<1x2x!tq.ptr<f32>>\n"
                       "  %a = tq.addptr %s, %j : tensor<1x2x!tq.ptr<f32>>, "
                       "tensor<1x2xi32>\n"
                       "  %x = tq.load %a : tensor<1x2x!tq.ptr<f32>> -> "
                       "tensor<1x2xf32>\n"
                       "  %d = tq.dot %x, %o, %z ieee : tensor<1x2xf32>, "
                       "tensor<2x1xf32>, tensor<1x1xf32>\n"
                       "  %c = arith.constant dense<1.0> : tensor<1x1xf32>\n") +
           use +
           "  %t = tq.splat %p1 : !tq.ptr<f32> -> tensor<1x1x!tq.ptr<f32>>\n"
           "  tq.store %t, %y : tensor<1x1x!tq.ptr<f32>>, tensor<1x1xf32>\n";
  };
  Status status =
      run(body("  %y = arith.addf %d, %c : tensor<1x1xf32>\n"), {x, y});
  ASSERT_TRUE(status) << status.error().message;
  EXPECT_EQ(get(y, 1)[0], 1 + 0x1p-23f);
  EXPECT_GE(device.certaintyOf(y, 4).error, 0x1p-23);
  // A product that is used elsewhere is added up by itself.
  ASSERT_TRUE(run(body("  %e = arith.addf %d, %c : tensor<1x1xf32>\n"
                       "  %y = arith.addf %e, %d : tensor<1x1xf32>\n"),
                  {x, y}));
  EXPECT_EQ(device.certaintyOf(y, 4).error, 0);
}

TEST_F(InterpreterKernels, ComparisonsWithinAnErrorAreNotDetermined) {
  DevicePtr x = put({0.1f, 5, 5, 5}, "x"), y = put({0, 0, 0, 0}, "y");
  ASSERT_TRUE(
      run(around("  %e = math.exp %x : tensor<4xf32>\n"
                 "  %l = math.log %e : tensor<4xf32>\n"
                 "  %c = arith.cmpf olt, %l, %x : tensor<4xf32>\n"
                 "  %y = arith.uitofp %c : tensor<4xi1> to tensor<4xf32>\n"),
          {x, y}));
  EXPECT_EQ(device.certaintyOf(y, 4).doubt, Doubt::Close);
}

TEST_F(InterpreterKernels, BoundExactProductsByWhatPartsLeaveOut) {
  // 2049 is 2048 and 1 as tf32: without 1 * 1, its square is off by 1.
  DevicePtr x = put({2049, 2048, 2047, 1}, "x"), y = put({0, 0, 0, 0}, "y");
  auto errorsOf = [&](const char *precision) {
    Status status =
        run(around("  %c = tq.expand_dims %x, 1 : tensor<4xf32> -> "
                   "tensor<4x1xf32>\n"
                   "  %o = arith.constant dense<2049.0> : tensor<1x1xf32>\n"
                   "  %z = arith.constant dense<0.0> : tensor<4x1xf32>\n"
                   "  %d = tq.dot %c, %o, %z " +
                   std::string(precision) +
                   " : tensor<4x1xf32>, tensor<1x1xf32>, tensor<4x1xf32>\n"
                   "  %y = tq.reshape %d : tensor<4x1xf32> -> tensor<4xf32>\n"),
            {x, y});
    EXPECT_TRUE(status) << status.error().message;
    std::vector<double> errors;
    for (int i = 0; i < 4; ++i)
      errors.push_back(device.certaintyOf(y + 4 * i, 4).error);
    return errors;
  };
  std::vector<double> errors = errorsOf("tf32x3");
  EXPECT_GE(errors[0], 1);
  EXPECT_EQ(errors[1], 0);
  EXPECT_EQ(errors[2], 0); // one part times two
  EXPECT_EQ(errors[3], 0);
  EXPECT_THAT(errorsOf("ieee"), ElementsAre(0, 0, 0, 0));
}

TEST_F(InterpreterKernels, LogarithmsOfWhatMayBeNegativeAreNotDetermined) {
  DevicePtr x = put({0.1f, 1, 1, 1}, "x"), y = put({0, 0, 0, 0}, "y");
  for (const char *log : {"log", "log2"}) {
    Status status =
        run(around("  %e = math.exp %x : tensor<4xf32>\n"
                   "  %near = arith.constant dense<1.1051708> : tensor<4xf32>\n"
                   "  %d = arith.subf %e, %near : tensor<4xf32>\n"
                   "  %y = math." +
                   std::string(log) + " %d : tensor<4xf32>\n"),
            {x, y});
    ASSERT_TRUE(status) << status.error().message;
    EXPECT_EQ(device.certaintyOf(y, 4).doubt, Doubt::Close) << log;
    EXPECT_EQ(device.certaintyOf(y + 4, 4).doubt, Doubt::None) << log;
  }
}

TEST_F(InterpreterKernels, BoundQuotientsAsReciprocals) {
  DevicePtr x = put({3, 6, 0, 5}, "x"), y = put({0, 0, 0, 0}, "y");
  auto errorsOf = [&](const std::string &divisor) {
    Status status = run(around("  %d = arith.constant " + divisor + " : f32\n" +
                               "  %row = tq.splat %d : f32 -> tensor<4xf32>\n"
                               "  %y = arith.divf %x, %row : tensor<4xf32>\n"),
                        {x, y});
    EXPECT_TRUE(status) << status.error().message;
    return std::vector<double>{device.certaintyOf(y, 4).error,
                               device.certaintyOf(y + 4, 4).error,
                               device.certaintyOf(y + 8, 4).error};
  };
  std::vector<double> errors = errorsOf("3.0");
  EXPECT_GT(errors[0], 0x1p-24);
  EXPECT_LT(errors[0], 0x1p-20);
  EXPECT_GT(errors[1], 0x1p-23);
  EXPECT_EQ(errors[2], 0);
  EXPECT_THAT(errorsOf("4.0"), ElementsAre(0, 0, 0));
  // A GPU's `x / x` may be the number below 1, which fp16 rounds to 1.
  ASSERT_TRUE(
      run(around("  %y = arith.divf %x, %x : tensor<4xf32>\n"), {x, y}));
  EXPECT_GE(device.certaintyOf(y, 4).error, 0x1p-24);
  ASSERT_TRUE(run(around("  %h = arith.truncf %x : tensor<4xf32> to "
                         "tensor<4xf16>\n"
                         "  %d = arith.divf %h, %h : tensor<4xf16>\n"
                         "  %y = arith.extf %d : tensor<4xf16> to "
                         "tensor<4xf32>\n"),
                  {x, y}));
  EXPECT_EQ(device.certaintyOf(y, 4).error, 0);
}

TEST_F(InterpreterKernels, ChoicesOfEqualNumbersKeepTheLargerError) {
  // exp(1) is 2.7182817 here, and may be its neighbour elsewhere.
  DevicePtr x = put({1, 1, 1, 1}, "x"), y = put({0, 0, 0, 0}, "y");
  Status status =
      run(around("  %e = math.exp %x : tensor<4xf32>\n"
                 "  %same = arith.constant dense<0x402DF854> : tensor<4xf32>\n"
                 "  %c = arith.cmpf une, %same, %e : tensor<4xf32>\n"
                 "  %y = arith.select %c, %e, %same : tensor<4xi1>, "
                 "tensor<4xf32>\n"),
          {x, y});
  ASSERT_TRUE(status) << status.error().message;
  EXPECT_EQ(get(y, 1)[0], 0x1.5bf0a8p+1f);
  EXPECT_EQ(device.certaintyOf(y, 4).doubt, Doubt::None);
  EXPECT_GT(device.certaintyOf(y, 4).error, 0x1p-23);
}

TEST_F(InterpreterKernels, RootsOfWhatMayBeNegativeAreNotDetermined) {
  DevicePtr x = put({0.1f, 0, 1, 1}, "x"), y = put({0, 0, 0, 0}, "y");
  Status status =
      run(around("  %e = math.exp %x : tensor<4xf32>\n"
                 "  %near = arith.constant dense<1.1051709> : tensor<4xf32>\n"
                 "  %d = arith.subf %e, %near : tensor<4xf32>\n"
                 "  %y = math.sqrt %d : tensor<4xf32>\n"),
          {x, y});
  ASSERT_TRUE(status) << status.error().message;
  EXPECT_EQ(device.certaintyOf(y, 4).doubt, Doubt::Close);
  ASSERT_TRUE(run(around("  %y = math.sqrt %x : tensor<4xf32>\n"), {x, y}));
  EXPECT_EQ(device.certaintyOf(y + 4, 4).doubt, Doubt::None); // exact zero
}

TEST_F(InterpreterKernels, ProductsThatALoopTakesMayBeFused) {
  DevicePtr x = put({0.1f, 2, 3, 4}, "x"), y = put({0, 0, 0, 0}, "y");
  Status status = run(
      around("  %c0 = arith.constant 0 : i32\n"
             "  %c1 = arith.constant 1 : i32\n"
             "  %square = arith.mulf %x, %x : tensor<4xf32>\n"
             "  %y = scf.for %n = %c0 to %c1 step %c1 iter_args(%so = %square) "
             "-> (tensor<4xf32>) : i32 {\n"
             "    %sum = arith.addf %so, %x : tensor<4xf32>\n"
             "    scf.yield %sum : tensor<4xf32>\n"
             "  }\n"),
      {x, y});
  ASSERT_TRUE(status) << status.error().message;
  EXPECT_GT(device.certaintyOf(y, 4).error, 0);
  EXPECT_EQ(device.certaintyOf(y + 4, 4).error, 0); // 2 * 2 is exact
}

TEST_F(InterpreterKernels, TinyFactorsTimesInfinityAreNotDetermined) {
  // 2^-149 is zero as tf32, and is not where all digits are kept.
  DevicePtr x = put({0x1p-149f, 0, 1, 2}, "x"), y = put({0, 0, 0, 0}, "y");
  Status status = run(
      around("  %c = tq.expand_dims %x, 1 : tensor<4xf32> -> tensor<4x1xf32>\n"
             "  %o = arith.constant dense<0x7F800000> : tensor<1x1xf32>\n"
             "  %z = arith.constant dense<0.0> : tensor<4x1xf32>\n"
             "  %d = tq.dot %c, %o, %z tf32 : tensor<4x1xf32>, "
             "tensor<1x1xf32>, tensor<4x1xf32>\n"
             "  %y = tq.reshape %d : tensor<4x1xf32> -> tensor<4xf32>\n"),
      {x, y});
  ASSERT_TRUE(status) << status.error().message;
  EXPECT_EQ(device.certaintyOf(y, 4).doubt, Doubt::Close);
  EXPECT_EQ(device.certaintyOf(y + 4, 4).doubt, Doubt::None); // NaN
  EXPECT_EQ(device.certaintyOf(y + 8, 4).doubt, Doubt::None);
}

TEST_F(InterpreterKernels, TakeDoubtsAwayOnceAndAgain) {
  // A zero takes the doubt of the other factor away, and what follows has none.
  DevicePtr x = put({1, 2, 3, 4}, "x"), y = put({9, 9, 9, 9}, "y");
  Status status =
      run(around("  %no = arith.constant dense<false> : tensor<4xi1>\n"
                 "  %zero = arith.constant dense<0> : tensor<4xi32>\n"
                 "  %m = tq.load %a, %no : tensor<4x!tq.ptr<f32>> -> "
                 "tensor<4xf32>\n"
                 "  %d = arith.fptosi %m : tensor<4xf32> to tensor<4xi32>\n"
                 "  %u = arith.muli %d, %zero : tensor<4xi32>\n"
                 "  %v = arith.muli %u, %i : tensor<4xi32>\n"
                 "  %w = arith.ori %u, %v : tensor<4xi32>\n"
                 "  %y = arith.sitofp %w : tensor<4xi32> to tensor<4xf32>\n"),
          {x, y});
  ASSERT_TRUE(status) << status.error().message;
  EXPECT_THAT(get(y, 4), ElementsAre(0, 0, 0, 0));
  EXPECT_TRUE(device.takeFindings().empty());
}

TEST_F(InterpreterKernels, LeaveAtomicExtremesOfNaNOpen) {
  for (const char *kind : {"minf", "maxf"}) {
    DevicePtr x = put({NAN, 2, NAN, 4}, "x"), y = put({1, NAN, -3, 3}, "y");
    std::string update =
        std::string("  %q = tq.splat %p1 : !tq.ptr<f32> -> "
                    "tensor<4x!tq.ptr<f32>>\n"
                    "  %c = tq.addptr %q, %i : tensor<4x!tq.ptr<f32>>, "
                    "tensor<4xi32>\n"
                    "  %old = tq.atomic_rmw ") +
        kind +
        " relaxed gpu %c, %x : tensor<4x!tq.ptr<f32>>, tensor<4xf32> -> "
        "tensor<4xf32>\n";
    std::string body = around("");
    body = body.substr(0, body.find("  %t = "));
    Status status = run(body + update, {x, y});
    ASSERT_TRUE(status) << status.error().message;
    for (int i : {0, 1, 2})
      EXPECT_EQ(device.certaintyOf(y + 4 * i, 4).doubt, Doubt::Close) << i;
    EXPECT_EQ(device.certaintyOf(y + 12, 4).doubt, Doubt::None);
  }
}

TEST_F(InterpreterKernels, ReportWhatNoLoadGave) {
  DevicePtr x = put({1, 2, 3, 4}, "x"), y = put({0, 0, 0, 0}, "y");
  std::string masked = "  %two = arith.constant dense<2> : tensor<4xi32>\n"
                       "  %m = arith.cmpi slt, %i, %two : tensor<4xi32>\n"
                       "  %y = tq.load %a, %m : tensor<4x!tq.ptr<f32>> -> "
                       "tensor<4xf32>\n";
  ASSERT_TRUE(run(around(masked), {x, y}));
  std::vector<Finding> findings = device.takeFindings();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, "uninitialised-read");
  EXPECT_THAT(findings[0].text, HasSubstr("there is no `other`"));
}

TEST_F(InterpreterKernels, ReportAccessesOutsideTheirTensor) {
  DevicePtr x = put({1, 2, 3}, "x"), y = put({0, 0, 0, 0}, "y");
  ASSERT_TRUE(
      run(around("  %y = arith.addf %x, %x : tensor<4xf32>\n"), {x, y}));
  std::vector<Finding> findings = device.takeFindings();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, "out-of-bounds");
  EXPECT_THAT(findings[0].text,
              HasSubstr("reads element 3 of x, which has 3 elements"));
}

TEST_F(InterpreterKernels, RefuseByNameWhatHasNoDefinition) {
  DevicePtr x = put({1, 2, 3, 4}, "x"), y = put({0, 0, 0, 0}, "y");
  Status status = run(around("  %y = math.atan %x : tensor<4xf32>\n"), {x, y});
  ASSERT_FALSE(status);
  EXPECT_THAT(status.error().message, HasSubstr("`math.atan`"));
}
