//===- EmuCudaTest.cpp - kernels that nvcc compiled -----------------------===//
//
// Runs the kernels of test/emulator/cuda by their launch files, on several
// schedules, and compares them with what the same words mean in plain C++.
//
//===----------------------------------------------------------------------===//

#include "runtime/device/EntryLaunch.h"
#include "runtime/emulator/numerics/Floats.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <numeric>

#include "EmuMachine.h"

namespace tqc::test {
namespace {

using numerics::bf16ToFloat;
using numerics::floatToBf16;
using numerics::floatToHalf;
using numerics::halfToFloat;

/// A kernel with its launch file, and arguments for it.
class Foreign {
public:
  Foreign(const std::string &name, emu::Schedule schedule, uint64_t seed)
      : device(optionsFor(schedule, seed)) {
    auto json = nlohmann::ordered_json::parse(
        readTestFile("cuda/" + name + ".launch.json"));
    std::string ptx = readTestFile("cuda/" + std::string(json["ptx"]));
    auto parsed =
        KernelImage::parse("// tq: " + json["entry"].dump() + "\n" + ptx);
    EXPECT_TRUE(parsed) << parsed.error().message;
    image = std::move(*parsed);
    for (size_t i = 0; i < json["grid"].size(); ++i)
      grid[i] = json["grid"][i];
  }

  template <typename T>
  DevicePtr tensor(const std::string &name, const std::vector<T> &values) {
    DevicePtr at = output<T>(name, values.size());
    EXPECT_TRUE(device.copyIn(at, values.data(), values.size() * sizeof(T)));
    return at;
  }
  template <typename T>
  DevicePtr output(const std::string &name, size_t count) {
    auto at = device.allocate({name, count * sizeof(T), "", {}});
    EXPECT_TRUE(at);
    arguments.push_back(EntryArgument::pointer(*at));
    return *at;
  }
  void number(int64_t value) {
    arguments.push_back(EntryArgument::integer(value));
  }

  void run() {
    auto module = device.load(image);
    ASSERT_TRUE(module) << module.error().message;
    EntryLaunch launch(device, image.entries[0], *module);
    Status bound = launch.bind(arguments);
    ASSERT_TRUE(bound) << bound.error().message;
    Status done = device.launch(launch.description(grid));
    EXPECT_TRUE(done) << done.error().message;
    for (const Finding &finding : device.takeFindings())
      ADD_FAILURE() << finding.text;
  }

  template <typename T>
  std::vector<T> read(DevicePtr at, size_t count) {
    std::vector<T> values(count);
    EXPECT_TRUE(device.copyOut(values.data(), at, count * sizeof(T)));
    return values;
  }

private:
  static emu::EmulatorOptions optionsFor(emu::Schedule schedule,
                                         uint64_t seed) {
    emu::EmulatorOptions options;
    options.schedule = schedule;
    options.seed = seed;
    return options;
  }

  EmulatorDevice device;
  KernelImage image;
  std::array<uint32_t, 3> grid = {1, 1, 1};
  std::vector<EntryArgument> arguments;
};

class EmuCuda : public ::testing::TestWithParam<int> {
protected:
  Foreign kernel(const std::string &name) {
    auto seed = static_cast<uint64_t>(GetParam());
    return {name,
            seed == 0   ? emu::Schedule::Eager
            : seed == 1 ? emu::Schedule::Lazy
                        : emu::Schedule::Random,
            seed};
  }
  std::mt19937 random{5};

  std::vector<int> integers(size_t count, int most) {
    std::vector<int> values(count);
    for (int &value : values)
      value = int(random() % unsigned(2 * most + 1)) - most;
    return values;
  }
  /// Multiples of 1/8, so that sums of products are exact in any order.
  std::vector<float> floats(size_t count) {
    std::vector<float> values(count);
    for (float &value : values)
      value = float(int(random() % 33) - 16) / 8;
    return values;
  }
};

/// a [m, k] times b, [k, n] or, transposed, [n, k].
std::vector<float> product(const std::vector<float> &a,
                           const std::vector<float> &b, size_t m, size_t n,
                           size_t k, bool transposed) {
  std::vector<float> c(m * n);
  for (size_t i = 0; i < m; ++i)
    for (size_t j = 0; j < n; ++j) {
      double sum = 0;
      for (size_t x = 0; x < k; ++x)
        sum += double(a[i * k + x]) *
               double(transposed ? b[j * k + x] : b[x * n + j]);
      c[i * n + j] = float(sum);
    }
  return c;
}

template <typename To, typename Convert>
std::vector<To> converted(const std::vector<float> &from, Convert convert) {
  std::vector<To> to;
  for (float value : from)
    to.push_back(convert(value));
  return to;
}

TEST_P(EmuCuda, SharedMatmul) {
  Foreign k = kernel("shared-matmul");
  auto a = floats(64 * 96), b = floats(96 * 96);
  k.tensor("a", a);
  k.tensor("b", b);
  DevicePtr c = k.output<float>("c", 64 * 96);
  k.number(96);
  k.number(96);
  k.run();
  EXPECT_EQ(k.read<float>(c, 64 * 96), product(a, b, 64, 96, 96, false));
}

TEST_P(EmuCuda, WarpShuffles) {
  Foreign k = kernel("warp-shuffles");
  auto x = integers(640, 100);
  k.tensor("x", x);
  DevicePtr sums = k.output<int>("sums", 640);
  DevicePtr most = k.output<int>("most", 640);
  DevicePtr reversed = k.output<int>("reversed", 640);
  DevicePtr same = k.output<unsigned>("same", 640);
  k.run();
  std::vector<int> wantSums(640), wantMost(640), wantReversed(640);
  std::vector<unsigned> wantSame(640);
  for (size_t first = 0; first < 640; first += 32) {
    unsigned odd = 0, oddLanes = 0;
    for (size_t lane = 0; lane < 32; ++lane)
      if (x[first + lane] & 1) {
        odd |= 1u << lane;
        oddLanes += unsigned(lane);
      }
    int sum = 0;
    for (size_t lane = 0; lane < 32; ++lane) {
      size_t i = first + lane;
      wantSums[i] = sum += x[i];
      wantMost[i] = *std::max_element(&x[first], &x[first] + 32);
      wantReversed[i] = x[first + 31 - lane];
      unsigned equal = 0;
      for (size_t other = 0; other < 32; ++other)
        equal |= unsigned((x[first + other] & 3) == (x[i] & 3)) << other;
      wantSame[i] = (equal ^ odd) + (x[i] & 1 ? oddLanes : 0);
    }
  }
  EXPECT_EQ(k.read<int>(sums, 640), wantSums);
  EXPECT_EQ(k.read<int>(most, 640), wantMost);
  EXPECT_EQ(k.read<int>(reversed, 640), wantReversed);
  EXPECT_EQ(k.read<unsigned>(same, 640), wantSame);
}

TEST_P(EmuCuda, CooperativeSum) {
  Foreign k = kernel("cooperative-sum");
  auto x = integers(20000, 1000);
  k.tensor("x", x);
  DevicePtr parts = k.output<int>("parts", 24);
  k.tensor("done", std::vector<unsigned>(1));
  DevicePtr out = k.output<int>("out", 1);
  k.number(20000);
  k.run();
  std::vector<int> wanted(24);
  for (size_t i = 0; i < x.size(); ++i)
    wanted[i / 256 % 24] += x[i];
  EXPECT_EQ(k.read<int>(parts, 24), wanted);
  EXPECT_EQ(k.read<int>(out, 1)[0], std::accumulate(x.begin(), x.end(), 0));
}

TEST_P(EmuCuda, AtomicHistogram) {
  Foreign k = kernel("atomic-histogram");
  std::vector<unsigned> x(5000), wanted(64), seen(2);
  unsigned long long total = 0;
  for (unsigned &value : x) {
    value = random() % 100000;
    unsigned key = value * 2654435761u >> 26;
    ++wanted[key];
    seen[key / 32] |= 1u << key % 32;
    total += (unsigned long long)value << 20;
  }
  k.tensor("x", x);
  DevicePtr bins = k.tensor("bins", std::vector<unsigned>(64));
  DevicePtr low = k.tensor("low", std::vector<int>{1000000});
  DevicePtr high = k.tensor("high", std::vector<int>{-1});
  DevicePtr bits = k.tensor("seen", std::vector<unsigned>(2));
  DevicePtr all = k.tensor("total", std::vector<unsigned long long>(1));
  k.number(5000);
  k.run();
  EXPECT_EQ(k.read<unsigned>(bins, 64), wanted);
  EXPECT_EQ(k.read<unsigned>(low, 1)[0], *std::min_element(x.begin(), x.end()));
  EXPECT_EQ(k.read<unsigned>(high, 1)[0],
            *std::max_element(x.begin(), x.end()));
  EXPECT_EQ(k.read<unsigned>(bits, 2), seen);
  EXPECT_EQ(k.read<unsigned long long>(all, 1)[0], total);
}

TEST_P(EmuCuda, AsyncPipeline) {
  Foreign k = kernel("async-pipeline");
  auto x = floats(4 * 4096);
  k.tensor("x", x);
  DevicePtr y = k.output<float>("y", x.size());
  k.number(8);
  k.run();
  auto got = k.read<float>(y, x.size());
  for (size_t i = 0; i < x.size(); ++i) {
    float sum = 0;
    for (size_t back = 0; back <= 4; ++back)
      sum += i % 4096 >= back ? x[i - back] : 0;
    ASSERT_EQ(got[i], sum) << i;
  }
}

TEST_P(EmuCuda, TensorCopy) {
  Foreign k = kernel("tensor-copy");
  auto x = floats(70 * 200);
  k.tensor("x", converted<uint16_t>(x, [](float v) { return floatToHalf(v); }));
  DevicePtr y = k.tensor("y", std::vector<uint16_t>(64 * 184, 0x7777));
  k.run();
  auto got = k.read<uint16_t>(y, 64 * 184);
  for (size_t row = 0; row < 64; ++row)
    for (size_t col = 0; col < 184; ++col)
      ASSERT_EQ(halfToFloat(got[row * 184 + col]), -2 * x[row * 200 + col])
          << row << ", " << col;
}

TEST_P(EmuCuda, BulkReduce) {
  Foreign k = kernel("bulk-reduce");
  auto x = integers(37 * 256, 1000);
  k.tensor("x", x);
  DevicePtr sums = k.tensor("sums", std::vector<int>(256, 5));
  k.number(37);
  k.run();
  std::vector<int> wanted(256, 5);
  for (int row = 0; row < 37; ++row)
    for (size_t i = 0; i < 256; ++i)
      wanted[i] += x[size_t(row) * 256 + i] * 3 + row;
  EXPECT_EQ(k.read<int>(sums, 256), wanted);
}

TEST_P(EmuCuda, WgmmaGemm) {
  Foreign k = kernel("wgmma-gemm");
  auto a = floats(128 * 256), b = floats(192 * 256);
  auto half = [](float v) { return floatToHalf(v); };
  k.tensor("a", converted<uint16_t>(a, half));
  k.tensor("b", converted<uint16_t>(b, half));
  DevicePtr c = k.output<float>("c", 128 * 192);
  k.number(192);
  k.number(256);
  k.run();
  EXPECT_EQ(k.read<float>(c, 128 * 192), product(a, b, 128, 192, 256, true));
}

TEST_P(EmuCuda, ClusterHistogram) {
  Foreign k = kernel("cluster-histogram");
  std::vector<uint8_t> x(9000);
  std::vector<unsigned> wanted(256);
  for (uint8_t &value : x)
    ++wanted[value = uint8_t(random())];
  k.tensor("x", x);
  DevicePtr bins = k.tensor("bins", std::vector<unsigned>(256));
  k.number(9000);
  k.run();
  EXPECT_EQ(k.read<unsigned>(bins, 256), wanted);
}

TEST_P(EmuCuda, MmaGemm) {
  Foreign k = kernel("mma-gemm");
  auto a = floats(128 * 128), b = floats(128 * 96);
  auto bf16 = [](float v) { return floatToBf16(v); };
  k.tensor("a", converted<uint16_t>(a, bf16));
  k.tensor("b", converted<uint16_t>(b, bf16));
  DevicePtr c = k.output<float>("c", 128 * 96);
  k.number(96);
  k.number(128);
  k.run();
  EXPECT_EQ(k.read<float>(c, 128 * 96), product(a, b, 128, 96, 128, false));
}

TEST_P(EmuCuda, ChainedScan) {
  Foreign k = kernel("chained-scan");
  auto x = integers(5120, 1000);
  k.tensor("x", x);
  DevicePtr y = k.output<int>("y", 5120);
  k.tensor("ticket", std::vector<int>(1));
  k.tensor("flags", std::vector<int>(20));
  k.tensor("totals", std::vector<int>(20));
  k.run();
  std::vector<int> wanted(5120);
  std::partial_sum(x.begin(), x.end(), wanted.begin());
  EXPECT_EQ(k.read<int>(y, 5120), wanted);
}

TEST_P(EmuCuda, BitonicSort) {
  Foreign k = kernel("bitonic-sort");
  auto x = integers(3072, 500);
  k.tensor("x", x);
  DevicePtr keys = k.output<int>("keys", 3072);
  DevicePtr places = k.output<int>("places", 3072);
  k.run();
  std::vector<int> wantedKeys, wantedPlaces;
  for (int first = 0; first < 3072; first += 1024) {
    std::vector<int> order(1024);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
      return x[size_t(first + a)] < x[size_t(first + b)];
    });
    for (int place : order) {
      wantedKeys.push_back(x[size_t(first + place)]);
      wantedPlaces.push_back(place);
    }
  }
  EXPECT_EQ(k.read<int>(keys, 3072), wantedKeys);
  EXPECT_EQ(k.read<int>(places, 3072), wantedPlaces);
}

TEST_P(EmuCuda, OnlineSoftmax) {
  Foreign k = kernel("online-softmax");
  auto x = floats(18 * 300);
  k.tensor("x", x);
  DevicePtr y = k.output<uint16_t>("y", x.size());
  k.number(18);
  k.number(300);
  k.run();
  auto got = k.read<uint16_t>(y, x.size());
  for (size_t row = 0; row < 18; ++row) {
    double sum = 0;
    for (size_t i = 0; i < 300; ++i)
      sum += std::exp(double(x[row * 300 + i]));
    for (size_t i = 0; i < 300; ++i) {
      double wanted = std::exp(double(x[row * 300 + i])) / sum;
      ASSERT_NEAR(double(bf16ToFloat(got[row * 300 + i])), wanted,
                  wanted * 0x1p-8);
    }
  }
}

TEST_P(EmuCuda, ProducerConsumer) {
  Foreign k = kernel("producer-consumer");
  auto x = integers(3 * 7 * 64, 1000);
  k.tensor("x", x);
  DevicePtr y = k.output<int>("y", x.size());
  k.number(7);
  k.run();
  auto got = k.read<int>(y, x.size());
  for (size_t i = 0; i < x.size(); ++i) {
    size_t round = i / 64;
    ASSERT_EQ(got[i], x[round * 64 + 63 - i % 64] * 2 + int(round % 7)) << i;
  }
}

std::string scheduleName(const ::testing::TestParamInfo<int> &info) {
  return info.param == 0   ? "Eager"
         : info.param == 1 ? "Lazy"
                           : "Random" + std::to_string(info.param);
}

INSTANTIATE_TEST_SUITE_P(Schedules, EmuCuda, ::testing::Range(0, 5),
                         scheduleName);

#ifdef TQC_TEST_NVCC
/// Where nvcc is: that the committed PTX was made of the committed sources.
TEST(EmuCudaSources, PtxBelongsToTheSources) {
  std::string script = std::string(TQC_TEST_EMULATOR_DIR) +
                       "/../../tools/dev/cuda-kernels --check";
  EXPECT_EQ(std::system(script.c_str()), 0);
}
#endif

} // namespace
} // namespace tqc::test
