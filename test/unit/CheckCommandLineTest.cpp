//===- CheckCommandLineTest.cpp - Options and values of tq-run ------------===//

#include "runtime/device/Npy.h"
#include "tools/tq-run/CommandLine.h"
#include "tools/tq-run/LaunchValues.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cmath>

using namespace tqc;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

const std::vector<OptionSpec> kOptions = {{"device", "NAME", "which"},
                                          {"json", nullptr, "as JSON"},
                                          {"case", "TEXT", "which cases"}};

TEST(CommandLineTest, FormsOfOptions) {
  auto line = CommandLine::parse({"8", "--device", "emu", "--json",
                                  "--case=a=b", "--case", "c", "--", "--x"},
                                 kOptions);
  ASSERT_TRUE(line) << line.error().message;
  EXPECT_THAT(line->positional, ElementsAre("8", "--x"));
  EXPECT_EQ(line->value("device"), "emu");
  EXPECT_TRUE(line->has("json"));
  EXPECT_THAT(line->values("case"), ElementsAre("a=b", "c"));
  EXPECT_EQ(line->value("seed", "7"), "7");
  EXPECT_TRUE(CommandLine::parse({"-h"}, kOptions)->has("help"));
  EXPECT_THAT(CommandLine::parse({"-5", "n=-3"}, kOptions)->positional,
              ElementsAre("-5", "n=-3"));
}

TEST(CommandLineTest, ErrorsHelp) {
  auto errorOf = [](std::vector<std::string> arguments) {
    return CommandLine::parse(arguments, kOptions).error().message;
  };
  EXPECT_EQ(errorOf({"--devise", "emu"}),
            "there is no option --devise; did you mean --device?");
  EXPECT_EQ(errorOf({"--colour"}),
            "there is no option --colour; options are --help, --device, "
            "--json, --case");
  EXPECT_EQ(errorOf({"--json=1"}), "--json takes no value");
  EXPECT_EQ(errorOf({"--device"}), "--device needs a value: --device NAME");
  EXPECT_THAT(errorOf({"-x"}), HasSubstr("there is no option -x"));
}

TEST(CommandLineTest, WholeNumbers) {
  EXPECT_EQ(*parseInteger("12", "N", 1, 20), 12);
  EXPECT_EQ(parseInteger("x", "N", 1, 20).error().message,
            "N must be a whole number, not \"x\"");
  for (const char *text : {"", " 1", "1.5", "1x"})
    EXPECT_FALSE(parseInteger(text, "N", 1, 20)) << text;
  EXPECT_EQ(parseInteger("99999999999999999999", "N", 1, 20).error().message,
            "N must be between 1 and 20, not 99999999999999999999");
}

LaunchValue valueOf(const std::string &argument) {
  Result<LaunchValue> value = parseLaunchValue(argument, 1);
  EXPECT_TRUE(value) << value.error().message;
  return value ? *value : LaunchValue();
}

std::string errorOf(const std::string &argument) {
  Result<LaunchValue> value = parseLaunchValue(argument, 1);
  return value ? "no error" : value.error().message;
}

TEST(LaunchValuesTest, Scalars) {
  EXPECT_EQ(valueOf("n=1024").name, "n");
  EXPECT_EQ(valueOf("n=1024").integer, 1024);
  EXPECT_EQ(valueOf("-3").integer, -3);
  EXPECT_EQ(valueOf("0x10").integer, 16);
  EXPECT_EQ(valueOf("s=1e-3").kind, LaunchValue::Float);
  EXPECT_EQ(valueOf("s=1e-3").number, 1e-3);
  EXPECT_EQ(valueOf("s=-inf").number, -INFINITY);
  EXPECT_EQ(valueOf("n=3:i64").type, DType::I64);
  EXPECT_EQ(valueOf("s=3:fp16").kind, LaunchValue::Float);
  EXPECT_EQ(valueOf("b=True").kind, LaunchValue::Bool);
  EXPECT_EQ(valueOf("b=None").kind, LaunchValue::None);
  EXPECT_EQ(valueOf("p='ieee'").text, "ieee");
  EXPECT_EQ(valueOf("t=tl.bfloat16").kind, LaunchValue::Type);
  EXPECT_EQ(valueOf("t=tl.bfloat16").type, DType::BF16);
  EXPECT_EQ(valueOf("t=tl.uint8").type, DType::U8);
  EXPECT_THAT(errorOf("t=tl.uint9"), HasSubstr("is no value"));
  EXPECT_EQ(errorOf("p=ieee"), "p=ieee: \"ieee\" is no value; --help lists the "
                               "forms (text needs quotes)");
  EXPECT_THAT(errorOf("n=3:i65"),
              HasSubstr("\"i65\" is no type; types are i1"));
  EXPECT_EQ(errorOf("n=1.5:i32"),
            "n=1.5:i32: 1.5 is no whole number, which i32 needs");
  EXPECT_EQ(errorOf("n=-1:u8"), "n=-1:u8: -1 does not fit u8");
  EXPECT_EQ(errorOf("n=300:i8"), "n=300:i8: 300 does not fit i8");
  EXPECT_EQ(errorOf("n=1e6:fp16"), "n=1e6:fp16: 1e6 does not fit fp16");
  EXPECT_EQ(errorOf("x=full:u8:4:-1"), "x=full:u8:4:-1: -1 does not fit u8");
  EXPECT_EQ(errorOf("x=full:i32:4:0.5"),
            "x=full:i32:4:0.5: 0.5 is no whole number, which i32 needs");
  EXPECT_EQ(valueOf("n=255:u8").integer, 255);
  EXPECT_EQ(valueOf("n=-128:i8").integer, -128);
  EXPECT_NE(errorOf("n="), "no error");
}

TEST(LaunchValuesTest, Generators) {
  LaunchValue x = valueOf("x=rand:fp16:3x5");
  EXPECT_EQ(x.tensor.shape, (std::vector<int64_t>{3, 5}));
  EXPECT_EQ(x.tensor.storage, valueOf("x=rand:fp16:3x5").tensor.storage);
  EXPECT_NE(x.tensor.storage, valueOf("y=rand:fp16:3x5").tensor.storage);
  EXPECT_EQ(valueOf("x=full:i32:4:7").tensor.get(3), 7);
  EXPECT_EQ(valueOf("x=full:fp32:4:-inf").tensor.get(3), -INFINITY);
  EXPECT_EQ(valueOf("x=arange:i64:4").tensor.get(3), 3);
  EXPECT_EQ(valueOf("x=ones:bf16:4").tensor.get(3), 1);
  EXPECT_TRUE(valueOf("x=empty:fp32:4").poisoned);
  EXPECT_EQ(valueOf("x=zeros:fp32:0").tensor.numel(), 0);
  EXPECT_EQ(errorOf("x=rand:fp32"),
            "x=rand:fp32: must look like rand:fp32:128x64");
  EXPECT_EQ(errorOf("x=full:fp32:4"),
            "x=full:fp32:4: must look like full:fp32:128x64:0.5");
  EXPECT_THAT(errorOf("x=rand:half:4"), HasSubstr("\"half\" is no type"));
  for (const char *shape : {"", "4x", "x4", "-4", "4.5", "a"})
    EXPECT_THAT(errorOf(std::string("x=ones:fp32:") + shape),
                HasSubstr("is no shape"))
        << shape;
  EXPECT_THAT(errorOf("x=ones:fp32:99999999x99999999"),
              HasSubstr("is too large"));
}

TEST(LaunchValuesTest, Files) {
  std::string path = testing::TempDir() + "launch_values.npy";
  HostTensor raw(DType::BF16, {2});
  raw.set(1, 1.5);
  ASSERT_TRUE(writeNpy(path, raw));
  EXPECT_EQ(valueOf("x=@" + path).tensor.type, DType::U16);
  EXPECT_EQ(valueOf("x=@" + path + ":bf16").tensor.get(1), 1.5);
  EXPECT_THAT(errorOf("x=@" + path + ":bf17"),
              HasSubstr("\"bf17\" is no type"));
  EXPECT_EQ(errorOf("x=@nowhere.npy:bf16"),
            "x=@nowhere.npy:bf16: nowhere.npy: cannot be read: No such file or "
            "directory");
  std::remove(path.c_str());
}

} // namespace
