//===- EmuToolTest.cpp - tq-emu from the command line ---------------------===//

#include "tools/tq-emu/TqEmu.h"

#include "EmuMachine.h"

namespace tqc::test {
namespace {

struct Outcome {
  int code = 0;
  std::string out, err;
};

Outcome run(std::vector<std::string> words) {
  words.insert(words.begin(), "tq-emu");
  std::vector<char *> argv;
  for (std::string &word : words)
    argv.push_back(word.data());
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  Outcome o;
  o.code = tqEmuMain(static_cast<int>(argv.size()), argv.data());
  o.out = ::testing::internal::GetCapturedStdout();
  o.err = ::testing::internal::GetCapturedStderr();
  return o;
}

std::vector<std::string> vectorAdd(std::vector<std::string> more) {
  std::vector<std::string> words = {std::string(TQC_TEST_EMULATOR_DIR) +
                                        "/vector-add.ptx",
                                    "--grid",
                                    "8",
                                    "--block",
                                    "128",
                                    "--args",
                                    "x=buf:1000:fp32=iota",
                                    "y=buf:1000:fp32=ones",
                                    "z=buf:1000:fp32"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(EmuTool, RunsAKernel) {
  Outcome o = run(vectorAdd({"i32:1000", "--print", "z:4"}));
  EXPECT_EQ(o.code, 0);
  EXPECT_EQ(o.out, "z = [1, 2, 3, 4, ...]\n");
}

TEST(EmuTool, FindingsAreExitCodeOne) {
  Outcome o = run(vectorAdd({"i32:1001"}));
  EXPECT_EQ(o.code, 1);
  EXPECT_NE(o.out.find("vector-add.tq:11:24: out-of-bounds: reads element 1000 "
                       "of x, which has 1000 elements"),
            std::string::npos)
      << o.out;
  Outcome json = run(vectorAdd({"i32:1001", "--json"}));
  EXPECT_EQ(json.out.substr(0, 2), "{\"");
  EXPECT_EQ(run(vectorAdd({"i32:1001", "--check=off"})).code, 0);
}

TEST(EmuTool, SaysWhereInThePtxOnRequest) {
  EXPECT_EQ(run(vectorAdd({"i32:1001"})).out.find(", warp "),
            std::string::npos);
  Outcome o = run(vectorAdd({"i32:1001", "--ptx"}));
  EXPECT_NE(o.out.find("ld.global.b32, CTA 7, warp 3, lane 8\n"),
            std::string::npos)
      << o.out;
}

TEST(EmuTool, TensorMapsByFlags) {
  auto copy = [](std::string from, std::string to) {
    return run({std::string(TQC_TEST_EMULATOR_DIR) + "/cuda/tensor-copy.ptx",
                "--grid", "4,3", "--block", "128", "--args", "from=" + from,
                "to=" + to, "u64:0", "u64:0", "--print", "to:5", "--schedules",
                "4"});
  };
  const std::string to = "map:32x64,128:64x184:fp16";
  Outcome o = copy("map:32x64,128:70x200:fp16=iota", to + "=zeros");
  EXPECT_EQ(o.code, 0) << o.out << o.err;
  EXPECT_EQ(o.out, "to = [-0, -2, -4, -6, -8, ...]\n"); // times -2
  EXPECT_NE(copy("map:32x64,48:70x200:fp16=ones", to)
                .err.find("the tensor map of 'from'"),
            std::string::npos);
  EXPECT_NE(copy("map:32,128:70x200:fp16=ones", to)
                .err.find("the box of 'from' has 1 dimensions, the buffer 2"),
            std::string::npos);
  EXPECT_EQ(copy("map:banana", to).code, 2);
}

TEST(EmuTool, TriesSchedules) {
  EXPECT_EQ(run(vectorAdd({"i32:1000", "--schedules", "4"})).code, 0);
  Outcome o = run(vectorAdd({"i32:1001", "--schedules", "4"}));
  EXPECT_EQ(o.code, 1);
  EXPECT_NE(o.err.find("schedule 1 of 4: eager"), std::string::npos);
}

TEST(EmuTool, Counters) {
  Outcome o = run(vectorAdd({"i32:1000", "--counters"}));
  EXPECT_NE(o.out.find("64 requests, 250 sectors"), std::string::npos) << o.out;
  EXPECT_NE(o.out.find("32 requests, 125 sectors"), std::string::npos) << o.out;
}

TEST(EmuTool, WrongUseIsExitCodeTwo) {
  EXPECT_EQ(run({}).code, 2);
  EXPECT_EQ(run({"no-such-file.ptx"}).code, 2);
  EXPECT_EQ(run({"--frobnicate"}).code, 2);
  EXPECT_EQ(run(vectorAdd({"i32:x"})).code, 2);
  EXPECT_EQ(run(vectorAdd({"i32:5", "--grid", "0"})).code, 2);
  EXPECT_EQ(run(vectorAdd({"i32:5", "--print", "w"})).code, 2);
  Outcome many = run({std::string(TQC_TEST_EMULATOR_DIR) + "/cuda/basic.ptx"});
  EXPECT_EQ(many.code, 2);
  EXPECT_NE(many.err.find("which --entry? There are:"), std::string::npos);
}

TEST(EmuTool, HelpAndTheListOfInstructions) {
  EXPECT_NE(run({"--help"}).out.find("usage: tq-emu"), std::string::npos);
  std::string page = run({"--list-instructions"}).out;
  EXPECT_NE(page.find("- `fma{.%rnd}[.ftz][.sat].f32 d, a, b, c`"),
            std::string::npos);
}

} // namespace
} // namespace tqc::test
