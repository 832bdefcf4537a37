//===- EmuFuzzTest.cpp - kernels that were broken on purpose --------------===//
//
// Lines of real kernels are changed at random: registers, constants and
// opcodes trade places. What still decodes is run. Nothing may crash, hang or
// touch memory that is not the kernel's. A test takes a second; for longer, in
// a build with TQ_SANITIZE=address,undefined:
//
//   TQC_FUZZ_SECONDS=3600 TQC_FUZZ_LAST=last.ptx TQC_FUZZ_CORPUS=more-ptx/
//     emulator --gtest_filter=EmuFuzz.ForAsLongAsAsked
//
// changes every kernel of test/emulator and of the folder, and keeps in the
// file what it is running.
//
//===----------------------------------------------------------------------===//

#include "runtime/emulator/ptx/PtxParser.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "EmuMachine.h"

namespace tqc::test {
namespace {

/// Splits at white space, commas and brackets, which are kept.
std::vector<std::string> cut(const std::string &line) {
  std::vector<std::string> parts(1);
  for (char c : line) {
    if (std::string(" \t,;[]{}+").find(c) != std::string::npos) {
      parts.emplace_back(1, c);
      parts.emplace_back();
    } else {
      parts.back().push_back(c);
    }
  }
  return parts;
}

class Breaker {
public:
  explicit Breaker(unsigned seed) : random(seed) {}

  std::string run(const std::string &text, unsigned changes) {
    lines.clear();
    std::stringstream in(text);
    for (std::string line; std::getline(in, line);)
      lines.push_back(line);
    for (unsigned k = 0; k < changes; ++k)
      change();
    std::string out;
    for (const std::string &line : lines)
      out += line + "\n";
    return out;
  }

private:
  size_t pick(size_t count) { return random() % count; }

  void change() {
    size_t at = pick(lines.size()), other = pick(lines.size());
    switch (pick(4)) {
    case 0: // another line's words
    case 1: {
      auto here = cut(lines[at]), there = cut(lines[other]);
      here[pick(here.size())] = there[pick(there.size())];
      lines[at].clear();
      for (const std::string &part : here)
        lines[at] += part;
      break;
    }
    case 2: {
      static const char *const kValues[] = {"0",
                                            "-1",
                                            "1",
                                            "31",
                                            "4294967295",
                                            "0x7fffffff",
                                            "16",
                                            "64",
                                            "0f7F800000",
                                            "0f00000001",
                                            "%tid.x",
                                            "%laneid",
                                            "18446744073709551615",
                                            "9223372036854775808",
                                            "99999999999999999999"};
      auto here = cut(lines[at]);
      here[pick(here.size())] = kValues[pick(std::size(kValues))];
      lines[at].clear();
      for (const std::string &part : here)
        lines[at] += part;
      break;
    }
    default:
      if (lines[at].find("\t") == 0 && lines[other].find("\t") == 0)
        std::swap(lines[at], lines[other]);
    }
  }

  std::mt19937 random;
  std::vector<std::string> lines;
};

/// Runs whatever entry there is on memory of its own.
bool tryKernel(const std::string &ptx) {
  auto module = emu::parsePtx(ptx, "fuzz.ptx");
  auto image = KernelImage::parse(ptx);
  if (!module || !image)
    return false;
  bool any = false;
  for (const auto &f : module->functions) {
    if (!f.isEntry || !f.isDefined || f.body.size() > 3000)
      continue;
    emu::EmulatorOptions options;
    options.maxSteps = 3000;
    options.threads = 1;
    EmulatorDevice device(options);
    auto loaded = device.loadPtx(*image, "fuzz.ptx");
    if (!loaded)
      return false;
    Launch launch;
    launch.module = *loaded;
    launch.entry = f.name;
    launch.block = {128, 1, 1};
    if (f.reqntid[0])
      launch.block = {f.reqntid[0], f.reqntid[1], f.reqntid[2]};
    launch.sharedBytes = 32768;
    if (f.explicitCluster && f.reqCluster[0])
      launch.grid = {f.reqCluster[0], f.reqCluster[1], f.reqCluster[2]};
    for (const auto &param : f.params) {
      ArgumentBytes bytes;
      bytes.bytes.resize(param.bytes, 7);
      if (param.bytes == 8) {
        auto p = device.allocate({param.name, 1024, "", {}});
        EXPECT_TRUE(device.fill(*p, 1, 1024));
        bytes = ArgumentBytes::of(*p);
      }
      if (param.bytes == 128) {
        MapSpec spec;
        spec.base = *device.allocate({param.name, 65536, "", {}});
        spec.type = "bf16";
        spec.dims = {512, 64};
        spec.strides = {1024};
        spec.box = {64, 64};
        spec.swizzleBytes = 128;
        auto map = device.encodeMap(spec);
        bytes.bytes.assign(map->begin(), map->end());
      }
      launch.arguments.push_back(bytes);
    }
    (void)device.launch(launch).error();
    any |= device.steps() > 0;
    for (const Finding &finding : device.takeFindings())
      EXPECT_FALSE(finding.text.empty());
  }
  return any;
}

void fuzz(const std::string &file, int rounds) {
  std::string text = readTestFile(file);
  int seed = ::testing::UnitTest::GetInstance()->random_seed();
  SCOPED_TRACE("--gtest_random_seed=" + std::to_string(seed));
  Breaker breaker(static_cast<unsigned>(seed));
  EXPECT_TRUE(tryKernel(text)); // what is not broken begins
  for (int i = 0; i < rounds; ++i)
    tryKernel(breaker.run(text, 1 + i % 4));
}

/// A kernel of that body, run by a warp on 64 integers at `at`.
Status tryBody(const std::string &body, EmulatorDevice &device,
               DevicePtr *at = nullptr) {
  auto image = KernelImage::parse(
      ".version 8.0\n.target sm_90a\n.address_size 64\n"
      ".visible .entry k(.param .u64 p)\n{\n.reg .b64 %rd<9>;\n"
      ".reg .b32 %r<9>;\n.reg .b16 %h<9>;\nld.param.u64 %rd1, [p];\n" +
      body + "\nret;\n}\n");
  auto module = device.loadPtx(*image, "k.ptx");
  if (!module)
    return module.error();
  auto p = device.allocate({"p", 256, "i32", {64}});
  if (at)
    *at = *p;
  Launch launch;
  launch.module = *module;
  launch.entry = "k";
  launch.block = {32, 1, 1};
  launch.arguments = {ArgumentBytes::of(*p)};
  return device.launch(launch);
}

// What changed kernels found. 32 bits of a special register were read as 64.
TEST(EmuFuzz, SpecialRegistersAreNotReadWider) {
  for (const char *body :
       {"add.u64 %rd2, %rd1, %tid.x;", "mov.u64 %rd2, %tid.x;",
        "cvt.s64.s64 %rd2, %tid.x;", "st.global.u64 [%rd1], %laneid;"}) {
    EmulatorDevice device({});
    Status status = tryBody(body, device);
    ASSERT_FALSE(status) << body;
    EXPECT_NE(status.error().message.find("k.ptx:10:"), std::string::npos)
        << status.error().message;
    EXPECT_NE(status.error().message.find("has 32 bits"), std::string::npos)
        << status.error().message;
  }
}

// Reading 16 of them took the next lane's for every second lane.
TEST(EmuFuzz, SpecialRegistersMayBeReadNarrower) {
  EmulatorDevice device({});
  DevicePtr p = 0;
  EXPECT_TRUE(tryBody("mov.u16 %h1, %tid.x; cvt.u32.u16 %r1, %h1;\n"
                      "mov.u32 %r2, %tid.x; mul.wide.u32 %rd2, %r2, 4;\n"
                      "add.u64 %rd2, %rd2, %rd1;\n"
                      "st.global.u32 [%rd2], %r1;",
                      device, &p));
  EXPECT_TRUE(device.takeFindings().empty());
  std::vector<uint32_t> values(32);
  EXPECT_TRUE(device.copyOut(values.data(), p, 128));
  for (uint32_t lane = 0; lane < 32; ++lane)
    EXPECT_EQ(values[lane], lane);
}

// The distance to a tensor overflowed.
TEST(EmuFuzz, AddressesAtTheEndsOfTheWorld) {
  for (const char *address :
       {"0x8000000000000000", "0x7fffffffffffffff", "0xffffffffffffffff"}) {
    EmulatorDevice device({});
    (void)tryBody("add.u64 %rd2, %rd1, " + std::string(address) +
                      "; st.global.u8 [%rd2], %r1;",
                  device)
        .error();
    auto findings = device.takeFindings();
    ASSERT_EQ(findings.size(), 1u);
    EXPECT_EQ(findings[0].kind, "out-of-bounds");
  }
}

TEST(EmuFuzz, KernelsOfNvcc) { fuzz("cuda/basic.ptx", 20); }
TEST(EmuFuzz, KernelsOfTriton) {
  fuzz("triton/matmul.sm_80.ptx", 30);
  fuzz("triton/matmul.sm_90.ptx", 30);
  fuzz("triton/softmax.sm_80.ptx", 60);
}

/// Half a text, or one with bytes that nobody would write.
std::string breakBytes(std::string text, std::mt19937 &random) {
  if (random() % 2)
    text.resize(random() % (text.size() + 1));
  for (unsigned k = random() % 8; k && !text.empty(); --k)
    text[random() % text.size()] = static_cast<char>(random());
  return text;
}

TEST(EmuFuzz, HalfTextsAndNoise) {
  std::mt19937 random(
      static_cast<unsigned>(::testing::UnitTest::GetInstance()->random_seed()));
  for (const char *file : {"cuda/basic.ptx", "triton/matmul.sm_90.ptx"}) {
    std::string text = readTestFile(file);
    for (int i = 0; i < 20; ++i)
      tryKernel(breakBytes(text, random));
  }
}

/// The texts of test/emulator and of TQC_FUZZ_CORPUS, in a fixed order.
std::vector<std::string> corpus() {
  std::vector<std::string> names, texts;
  for (const char *folder :
       {static_cast<const char *>(TQC_TEST_EMULATOR_DIR),
        static_cast<const char *>(getenv("TQC_FUZZ_CORPUS"))})
    if (folder)
      for (const auto &f :
           std::filesystem::recursive_directory_iterator(folder))
        if (f.path().extension() == ".ptx")
          names.push_back(f.path());
  std::sort(names.begin(), names.end());
  for (const std::string &name : names) {
    std::stringstream text;
    text << std::ifstream(name).rdbuf();
    texts.push_back(text.str());
  }
  return texts;
}

TEST(EmuFuzz, ForAsLongAsAsked) {
  const char *seconds = getenv("TQC_FUZZ_SECONDS");
  if (!seconds)
    GTEST_SKIP() << "TQC_FUZZ_SECONDS is not set";
  const char *last = getenv("TQC_FUZZ_LAST");
  using Clock = std::chrono::steady_clock;
  auto end = Clock::now() + std::chrono::seconds(atoi(seconds));
  std::vector<std::string> texts = corpus();
  ASSERT_FALSE(texts.empty());
  auto seed = static_cast<unsigned>(Clock::now().time_since_epoch().count());
  Breaker breaker(seed);
  std::mt19937 random(seed);
  uint64_t tried = 0, ran = 0;
  for (; Clock::now() < end; ++tried) {
    const std::string &text = texts[random() % texts.size()];
    std::string broken = random() % 8 ? breaker.run(text, 1 + random() % 6)
                                      : breakBytes(text, random);
    if (last)
      std::ofstream(last) << broken;
    ran += tryKernel(broken);
  }
  printf("%llu texts of %zu kernels; %llu of them ran\n",
         static_cast<unsigned long long>(tried), texts.size(),
         static_cast<unsigned long long>(ran));
}

} // namespace
} // namespace tqc::test
