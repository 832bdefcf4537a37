//===- EmuFuzzTest.cpp - kernels that were broken on purpose --------------===//
//
// Lines of real kernels are changed at random: registers, constants and
// opcodes trade places. What still decodes is run. Nothing may crash, hang or
// touch memory that is not the kernel's; run under sanitizers with
//   emulator --gtest_filter='EmuFuzz*' --gtest_repeat=100 --gtest_shuffle
//
//===----------------------------------------------------------------------===//

#include "runtime/emulator/PtxParser.h"

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
      static const char *const kValues[] = {
          "0",  "-1", "1",          "31",         "4294967295", "0x7fffffff",
          "16", "64", "0f7F800000", "0f00000001", "%tid.x",     "%laneid"};
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
    launch.block = {64, 1, 1};
    if (f.reqntid[0])
      launch.block = {f.reqntid[0], f.reqntid[1], f.reqntid[2]};
    launch.sharedBytes = 4096;
    for (const auto &param : f.params) {
      ArgumentBytes bytes;
      bytes.bytes.resize(param.bytes, 7);
      if (param.bytes == 8) {
        auto p = device.allocate({param.name, 1024, "", {}});
        EXPECT_TRUE(device.fill(*p, 1, 1024));
        bytes = ArgumentBytes::of(*p);
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
  Breaker breaker(
      static_cast<unsigned>(::testing::UnitTest::GetInstance()->random_seed()));
  int ran = 0;
  for (int i = 0; i < rounds; ++i)
    ran += tryKernel(breaker.run(text, 1 + i % 4));
  EXPECT_GT(ran, 0); // some are broken so little that they begin
}

TEST(EmuFuzz, KernelsOfNvcc) { fuzz("cuda/basic.ptx", 40); }
TEST(EmuFuzz, KernelsOfTriton) {
  fuzz("triton/matmul.sm_80.ptx", 30);
  fuzz("triton/matmul.sm_90.ptx", 30);
  fuzz("triton/softmax.sm_80.ptx", 60);
}

} // namespace
} // namespace tqc::test
