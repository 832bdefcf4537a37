//===- NumericsHardwareTest.cpp - the emulator beside a GPU ---------------===//
//
// Runs each instruction of NumericsHardware.def on the emulator and on the GPU
// with the same operands, special values among them, and compares the bits.
// Where there is no GPU the emulator's half still runs: every form must load.
// TQ_NUMERICS_TABLE=FILE writes a line a form: cases, how many differ, the
// largest distance, and the first few cases that differ.
//
//===----------------------------------------------------------------------===//

#include "runtime/emulator/numerics/SoftFloat.h"
#include "runtime/open/OpenDevice.h"

#include "gtest/gtest.h"

#include <cstdio>
#include <cstdlib>
#include <random>
#include <sstream>

using namespace tqc;

static constexpr int kReport = -1;
static constexpr uint32_t kCases = 8192, kBlock = 256;
/// Cases of a form where there is nothing to compare with.
static constexpr uint32_t kCasesAlone = 256;
static constexpr size_t kFormsPerModule = 100;

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

/// Turns some cases of products and quotients into ones whose result is about
/// the least normal or the largest value of the format.
static void aimAtLimits(const HardwareForm &form, std::mt19937_64 &random,
                        std::vector<std::vector<uint64_t>> &inputs) {
  std::vector<std::string> types = words(form.operands);
  std::string name = form.instruction;
  const numerics::FloatFormat *format = formatOf(types[0]);
  bool divides = name.rfind("div", 0) == 0;
  if (!format || types.size() < 2 || types[1] != types[0] ||
      !(divides || name.rfind("mul", 0) == 0 || name.rfind("fma", 0) == 0))
    return;
  uint64_t one = uint64_t(format->bias()) << format->mantissaBits;
  for (size_t i = 5; i < inputs[0].size(); i += 16) {
    uint64_t limit =
        i & 16 ? format->maxFiniteCode() : uint64_t(1) << format->mantissaBits;
    uint64_t factor = one + random() % (uint64_t(1) << format->mantissaBits);
    uint64_t other = divides
                         ? numerics::softMultiply(limit, factor, *format, {})
                         : numerics::softDivide(limit, factor, *format, {});
    inputs[0][i] = other + random() % 5 - 2;
    inputs[1][i] = factor | (random() & 1 ? format->signBit() : 0);
    if (inputs.size() > 2)
      inputs[2][i] = 0;
  }
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// The statement that computes `r` of the operands.
static std::string statement(const HardwareForm &form,
                             std::vector<std::string> regs) {
  std::string text = form.instruction;
  if (text.find('$') != std::string::npos) { // several instructions
    std::string result;
    for (size_t at = 0; at < text.size(); ++at) {
      if (text[at] != '$') {
        result += text[at];
        continue;
      }
      char what = text[++at];
      result += what == 'd'   ? "r"
                : what == 't' ? "t"
                              : regs[size_t(what - 'a')];
    }
    return result + "\n";
  }
  if (text.rfind("lop3", 0) == 0) // its table is a constant
    regs[3] = "0xca";
  text += " r";
  for (const std::string &reg : regs)
    text += ", " + reg;
  return text + ";\n";
}

/// d[i] = instruction(a[i], b[i], c[i], e[i]), all 8 bytes apart.
static std::string entryText(const HardwareForm &form, size_t number) {
  std::vector<std::string> types = words(form.operands), regs;
  std::string text = ".visible .entry f" + std::to_string(number) +
                     "(.param .u64 a, .param .u64 b, .param .u64 c, "
                     ".param .u64 e, .param .u64 d)\n{\n"
                     ".reg .b32 i, t0, s; .reg .b64 p, o;\n";
  std::string type = ".b" + std::to_string(widthOf(form.result));
  bool isPredicate = std::string(form.result) == "pred";
  text += ".reg " + (isPredicate ? ".pred" : type) + " r, t;\n" +
          "mov.u32 i, %ctaid.x; mov.u32 t0, %tid.x;\n"
          "mad.lo.u32 i, i, 256, t0; mul.wide.u32 o, i, 8;\n";
  for (size_t k = 0; k < types.size(); ++k) {
    std::string reg = "x" + std::to_string(k);
    std::string width = ".b" + std::to_string(widthOf(types[k]));
    text += "ld.param.u64 p, [" + std::string(1, "abce"[k]) +
            "]; add.u64 p, p, o;\n";
    text += types[k] == "pred"
                ? ".reg .pred " + reg + "; ld.global.b32 s, [p]; setp.ne.b32 " +
                      reg + ", s, 0;\n"
                : ".reg " + width + " " + reg + "; ld.global" + width + " " +
                      reg + ", [p];\n";
    regs.push_back(reg);
  }
  text += statement(form, regs) + "ld.param.u64 p, [d]; add.u64 p, p, o;\n";
  text += isPredicate ? "selp.b32 s, 1, 0, r; st.global.b32 [p], s;\nret;\n}\n"
                      : "st.global" + type + " [p], r;\nret;\n}\n";
  return text;
}

/// The forms from `first` on that share a module.
static std::string moduleText(size_t first) {
  std::string text = ".version 8.6\n.target sm_90a\n.address_size 64\n";
  for (size_t f = first;
       f < std::min(first + kFormsPerModule, std::size(kForms)); ++f)
    text += entryText(kForms[f], f);
  return text;
}

namespace {
/// A device with the arrays of operands, and one module at a time.
class Runner {
public:
  explicit Runner(Device &device) : device(device) {
    for (DevicePtr &array : arrays) {
      auto at = device.allocate({"array", kCases * 8, "", {}});
      EXPECT_TRUE(at);
      array = at ? *at : 0;
    }
  }

  std::vector<uint64_t> run(size_t number,
                            const std::vector<std::vector<uint64_t>> &inputs) {
    if (number % kFormsPerModule == 0) {
      KernelImage image;
      image.ptx = moduleText(number);
      auto loaded = device.load(image);
      EXPECT_TRUE(loaded) << loaded.error().message;
      module = loaded ? *loaded : 0;
    }
    auto cases = uint32_t(inputs[0].size());
    for (size_t k = 0; k < inputs.size(); ++k)
      EXPECT_TRUE(device.copyIn(arrays[k], inputs[k].data(), cases * 8));
    EXPECT_TRUE(device.fill(arrays[4], 0, cases * 8));
    Launch launch;
    launch.module = module;
    launch.entry = "f" + std::to_string(number);
    launch.grid = {cases / kBlock, 1, 1};
    launch.block = {kBlock, 1, 1};
    for (DevicePtr array : arrays)
      launch.arguments.push_back(ArgumentBytes::of(array));
    Status status = device.launch(launch);
    EXPECT_TRUE(status) << kForms[number].instruction << ": "
                        << status.error().message;
    EXPECT_TRUE(device.synchronize());
    std::vector<uint64_t> result(cases);
    EXPECT_TRUE(device.copyOut(result.data(), arrays[4], cases * 8));
    return result;
  }

private:
  Device &device;
  ModuleId module = 0;
  DevicePtr arrays[5] = {};
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

static std::string showCase(const std::vector<std::vector<uint64_t>> &inputs,
                            uint64_t ours, uint64_t gpu, uint32_t at) {
  std::ostringstream text;
  text << std::hex;
  for (const std::vector<uint64_t> &input : inputs)
    text << input[at] << " ";
  text << "-> emulator " << ours << ", GPU " << gpu;
  return text.str();
}

/// A single-precision .ftz result is zero, the other the least normal value.
static bool flushedApart(const HardwareForm &form, uint64_t a, uint64_t b) {
  constexpr uint32_t kLeast = 0x00800000, kMagnitude = 0x7fffffff;
  uint64_t x = a & kMagnitude, y = b & kMagnitude;
  return std::string(form.instruction).find(".ftz.f32") != std::string::npos &&
         ((x == 0 && y == kLeast) || (x == kLeast && y == 0));
}

/// Compares all cases of a form; a test failure if one is too far apart.
static void compare(const HardwareForm &form,
                    const std::vector<std::vector<uint64_t>> &inputs,
                    const std::vector<uint64_t> &ours,
                    const std::vector<uint64_t> &gpu, FILE *table) {
  const numerics::FloatFormat *format = formatOf(form.result);
  bool halves =
      !format && std::string(form.result).find("16x2") != std::string::npos;
  if (halves)
    format = formatOf(std::string(form.result)
                          .substr(0, std::string(form.result).size() - 2));
  uint64_t bad = 0, differ = 0, worst = 0;
  std::string first, examples;
  for (uint32_t i = 0; i < ours.size(); ++i) {
    if (ours[i] == gpu[i])
      continue;
    if (++differ <= 3)
      examples += "  " + showCase(inputs, ours[i], gpu[i], i) + "\n";
    uint64_t apart = ~uint64_t(0);
    if (form.ulps != 0 && format)
      apart =
          halves
              ? std::max(distance(ours[i] & 0xffff, gpu[i] & 0xffff, *format),
                         distance(ours[i] >> 16, gpu[i] >> 16, *format))
              : distance(ours[i], gpu[i], *format);
    // Whether a value next to the least normal one is flushed is its last bit.
    if (form.ulps != 0 && format && flushedApart(form, ours[i], gpu[i]))
      apart = 1;
    worst = std::max(worst, apart);
    if (form.ulps != kReport && apart > uint64_t(form.ulps) && bad++ == 0)
      first = showCase(inputs, ours[i], gpu[i], i);
  }
  if (table) {
    std::string bound = form.ulps == 0 ? "equal"
                        : form.ulps < 0
                            ? "reported"
                            : "<= " + std::to_string(form.ulps) + " ulp";
    std::string apart = form.ulps == 0 || !differ
                            ? ""
                            : ", at most " + std::to_string(worst) + " ulp";
    fprintf(table, "%-4s %-60s %zu cases, %llu differ%s (%s)\n%s",
            bad ? "FAIL" : "ok", form.instruction, ours.size(),
            (unsigned long long)differ, apart.c_str(), bound.c_str(),
            bad ? examples.c_str() : "");
  }
  EXPECT_EQ(bad, 0u) << form.instruction << " differs in " << bad << " of "
                     << ours.size() << "; first " << first;
}

TEST(NumericsHardware, everyFormEqualsTheGpu) {
  EmulatorDevice emulator({});
  Runner ours(emulator);
  Result<OpenedDevice> opened = openDevice("cuda");
  std::unique_ptr<Runner> gpu;
  if (opened)
    gpu = std::make_unique<Runner>(*opened->device);
  const char *path = std::getenv("TQ_NUMERICS_TABLE");
  FILE *table = gpu && path ? fopen(path, "w") : nullptr;
  uint32_t cases = gpu ? kCases : kCasesAlone;
  std::mt19937_64 random(15);
  for (size_t f = 0; f < std::size(kForms); ++f) {
    std::vector<std::vector<uint64_t>> inputs;
    for (const std::string &type : words(kForms[f].operands)) {
      inputs.emplace_back();
      for (uint32_t i = 0; i < cases; ++i)
        inputs.back().push_back(randomOperand(random, type));
    }
    aimAtLimits(kForms[f], random, inputs);
    std::vector<uint64_t> result = ours.run(f, inputs);
    if (gpu)
      compare(kForms[f], inputs, result, gpu->run(f, inputs), table);
  }
  if (table)
    fclose(table);
  if (!gpu)
    GTEST_SKIP() << "no GPU: only the emulator ran; " << opened.error().message;
}
