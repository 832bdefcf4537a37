//===- NumericsHardwareTest.cpp - the emulator beside a GPU ---------------===//
//
// Runs each instruction of NumericsHardware.def on the emulator and on the GPU
// with the same operands, special values among them, and compares the bits.
// Where there is no GPU the emulator's half still runs: every form must load.
//
//===----------------------------------------------------------------------===//

#include "runtime/emulator/numerics/SoftFloat.h"
#include "runtime/open/OpenDevice.h"

#include "gtest/gtest.h"

#include <cstdio>
#include <random>
#include <sstream>

using namespace tqc;

static constexpr int kReport = -1;
static constexpr uint32_t kCases = 8192, kBlock = 256;

namespace {
struct HardwareForm {
  const char *instruction, *result, *operands;
  int ulps;
};
} // namespace

static const HardwareForm kForms[] = {
#define HW_FORM(Instruction, Result, Operands, Ulps)                           \
  {Instruction, Result, Operands, Ulps},
#include "NumericsHardware.def"
};

static int widthOf(const std::string &type) {
  if (type == "f64" || type == "b64")
    return 64;
  return type == "f16" || type == "bf16" || type == "b16" ? 16 : 32;
}

static const numerics::FloatFormat *formatOf(const std::string &type) {
  return type == "f64"    ? &numerics::kF64
         : type == "f32"  ? &numerics::kF32
         : type == "f16"  ? &numerics::kF16
         : type == "bf16" ? &numerics::kBf16
                          : nullptr;
}

static std::vector<std::string> words(const char *text) {
  std::istringstream stream(text);
  std::vector<std::string> result;
  for (std::string word; stream >> word;)
    result.push_back(word);
  return result;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// Special values, values near one, and any bits.
static uint64_t randomOperand(std::mt19937_64 &random,
                              const std::string &type) {
  const numerics::FloatFormat *format = formatOf(type);
  if (!format && type.size() > 3 && type.substr(type.size() - 2) == "x2") {
    std::string half = type.substr(0, type.size() - 2);
    uint64_t low = randomOperand(random, half);
    return low | randomOperand(random, half) << 16;
  }
  uint64_t bits = random();
  if (!format)
    return random() % 4 == 0 ? bits % 65 : bits >> random() % 64;
  uint64_t sign = random() & 1 ? format->signBit() : 0;
  uint64_t one = uint64_t(format->bias()) << format->mantissaBits;
  switch (random() % 8) {
  case 0:
    return sign |
           (random() % 4 ? format->infinityCode() : format->canonicalNan);
  case 1:
    return sign | bits % (uint64_t(1) << format->mantissaBits); // subnormal
  case 2:
    return sign | random() % 2;
  case 3:
  case 4:
  case 5: { // within a few powers of two of one
    uint64_t exponent = random() % 40 << format->mantissaBits;
    uint64_t mantissa = bits % (uint64_t(1) << format->mantissaBits);
    uint64_t start = 20ull << format->mantissaBits;
    return sign |
           ((one > start ? one - start + exponent : exponent / 2) + mantissa) %
               format->infinityCode();
  }
  default:
    return bits;
  }
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// d[i] = instruction(a[i], b[i], c[i]), all 8 bytes apart.
static std::string entryText(const HardwareForm &form, size_t number) {
  std::vector<std::string> types = words(form.operands);
  std::string text = ".visible .entry f" + std::to_string(number) +
                     "(.param .u64 a, .param .u64 b, .param .u64 c, "
                     ".param .u64 d)\n{\n.reg .b32 i, t; .reg .b64 p, o;\n";
  int result = widthOf(form.result);
  text += ".reg .b" + std::to_string(result) +
          " r;\n"
          "mov.u32 i, %ctaid.x; mov.u32 t, %tid.x;\n"
          "mad.lo.u32 i, i, 256, t; mul.wide.u32 o, i, 8;\n";
  std::string list;
  for (size_t k = 0; k < types.size(); ++k) {
    std::string reg = "x" + std::to_string(k);
    std::string type = ".b" + std::to_string(widthOf(types[k]));
    text += ".reg " + type + " " + reg + ";\nld.param.u64 p, [" +
            std::string(1, char('a' + k)) + "]; add.u64 p, p, o;\nld.global" +
            type + " " + reg + ", [p];\n";
    list += ", " + reg;
  }
  text += std::string(form.instruction) + " r" + list +
          ";\nld.param.u64 p, [d]; add.u64 p, p, o;\nst.global.b" +
          std::to_string(result) + " [p], r;\nret;\n}\n";
  return text;
}

static std::string moduleText() {
  std::string text = ".version 8.6\n.target sm_90a\n.address_size 64\n";
  for (size_t f = 0; f < std::size(kForms); ++f)
    text += entryText(kForms[f], f);
  return text;
}

namespace {
/// A device with the module and the arrays of operands.
class Runner {
public:
  explicit Runner(Device &device) : device(device) {
    KernelImage image;
    image.ptx = moduleText();
    auto loaded = device.load(image);
    EXPECT_TRUE(loaded) << loaded.error().message;
    module = loaded ? *loaded : 0;
    for (DevicePtr &array : arrays) {
      auto at = device.allocate({"array", kCases * 8, "", {}});
      EXPECT_TRUE(at);
      array = at ? *at : 0;
    }
  }

  std::vector<uint64_t> run(size_t number,
                            const std::vector<std::vector<uint64_t>> &inputs) {
    for (size_t k = 0; k < inputs.size(); ++k)
      EXPECT_TRUE(device.copyIn(arrays[k], inputs[k].data(), kCases * 8));
    EXPECT_TRUE(device.fill(arrays[3], 0, kCases * 8));
    Launch launch;
    launch.module = module;
    launch.entry = "f" + std::to_string(number);
    launch.grid = {kCases / kBlock, 1, 1};
    launch.block = {kBlock, 1, 1};
    for (DevicePtr array : arrays)
      launch.arguments.push_back(ArgumentBytes::of(array));
    Status status = device.launch(launch);
    EXPECT_TRUE(status) << kForms[number].instruction << ": "
                        << status.error().message;
    EXPECT_TRUE(device.synchronize());
    std::vector<uint64_t> result(kCases);
    EXPECT_TRUE(device.copyOut(result.data(), arrays[3], kCases * 8));
    return result;
  }

private:
  Device &device;
  ModuleId module = 0;
  DevicePtr arrays[4] = {};
};
} // namespace

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

/// How many values of the format lie between two results.
static uint64_t distance(uint64_t a, uint64_t b,
                         const numerics::FloatFormat &format) {
  if (a == b)
    return 0;
  if (numerics::isNan(a, format) || numerics::isNan(b, format))
    return numerics::isNan(a, format) && numerics::isNan(b, format)
               ? 0
               : ~uint64_t(0);
  auto key = [&](uint64_t bits) {
    auto magnitude = int64_t(bits & (format.signBit() - 1));
    return bits & format.signBit() ? -magnitude : magnitude;
  };
  int64_t difference = key(a) - key(b);
  return uint64_t(difference < 0 ? -difference : difference);
}

static void compare(const HardwareForm &form,
                    const std::vector<std::vector<uint64_t>> &inputs,
                    const std::vector<uint64_t> &ours,
                    const std::vector<uint64_t> &gpu) {
  const numerics::FloatFormat *format = formatOf(form.result);
  uint64_t bad = 0, first = 0, worst = 0;
  for (uint32_t i = 0; i < kCases; ++i) {
    if (form.ulps == 0 || !format) {
      if (ours[i] != gpu[i] && bad++ == 0)
        first = i;
      continue;
    }
    uint64_t apart = distance(ours[i], gpu[i], *format);
    worst = std::max(worst, apart);
    if (form.ulps != kReport && apart > uint64_t(form.ulps) && bad++ == 0)
      first = i;
  }
  if (form.ulps != 0)
    printf("  %-28s at most %llu ulp apart\n", form.instruction,
           (unsigned long long)worst);
  char text[200];
  snprintf(text, sizeof text, "a %llx b %llx c %llx: emulator %llx, GPU %llx",
           (unsigned long long)inputs[0][first],
           (unsigned long long)(inputs.size() > 1 ? inputs[1][first] : 0),
           (unsigned long long)(inputs.size() > 2 ? inputs[2][first] : 0),
           (unsigned long long)ours[first], (unsigned long long)gpu[first]);
  EXPECT_EQ(bad, 0u) << form.instruction << " differs in " << bad << " of "
                     << kCases << "; first " << text;
}

TEST(NumericsHardware, everyFormEqualsTheGpu) {
  EmulatorDevice emulator({});
  Runner ours(emulator);
  Result<OpenedDevice> opened = openDevice("cuda");
  std::unique_ptr<Runner> gpu;
  if (opened)
    gpu = std::make_unique<Runner>(*opened->device);
  std::mt19937_64 random(15);
  for (size_t f = 0; f < std::size(kForms); ++f) {
    std::vector<std::vector<uint64_t>> inputs;
    for (const std::string &type : words(kForms[f].operands)) {
      inputs.emplace_back();
      for (uint32_t i = 0; i < kCases; ++i)
        inputs.back().push_back(randomOperand(random, type));
    }
    std::vector<uint64_t> result = ours.run(f, inputs);
    if (gpu)
      compare(kForms[f], inputs, result, gpu->run(f, inputs));
  }
  if (!gpu)
    GTEST_SKIP() << "no GPU: only the emulator ran; " << opened.error().message;
}
