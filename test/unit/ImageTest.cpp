//===- ImageTest.cpp - Fact lines survive a round trip or are refused -----===//

#include "runtime/image/KernelImage.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace tqc;
using testing::HasSubstr;

namespace {

KernelEntry fullEntry() {
  KernelEntry entry;
  entry.entry = "matmul_kernel";
  entry.arch = "sm_90a";
  entry.version = "0.1.0";
  entry.maps = {{0, "fp16", {-4, 128}, {-5}, {64, 128}, 128}};
  entry.params = {{"a_ptr", "*fp16", ParamRole::Argument, 16, -1},
                  {"n", "i32", ParamRole::Argument, 1, -1},
                  {"a_map", "", ParamRole::TensorMap, 1, 0},
                  {"scratch", "", ParamRole::Workspace, 1, -1}};
  entry.constants = {{"BLOCK", "128"}, {"MODE", "\"ieee\""}};
  entry.numWarps = 8;
  entry.numStages = 4;
  entry.sharedBytes = 200000;
  entry.cluster = {2, 1, 1};
  entry.workspaceBytes = 4096;
  entry.plan = "#tqg.plan<stages = 4>";
  entry.files = {"dir/a \"b\".tq"};
  entry.accesses = {{0, 12, 5, "load", "x_ptr + offsets", "offsets < n", "x"}};
  return entry;
}

std::string errorOf(const std::string &ptx) {
  Result<KernelImage> image = KernelImage::parse(ptx);
  return image ? "no error" : image.error().message;
}

std::string entryWith(const std::string &fields) {
  return "// tq: {\"schema\":1,\"entry\":\"k\",\"arch\":\"sm_80\"" + fields +
         "}\n";
}

TEST(ImageTest, EveryFieldSurvivesARoundTrip) {
  std::string line = factLine(fullEntry());
  EXPECT_EQ(line.find('\n'), std::string::npos);
  Result<KernelImage> image =
      KernelImage::parse(line + "\n.version 8.0\n.target sm_90a\n");
  ASSERT_TRUE(image) << image.error().message;
  ASSERT_EQ(image->entries.size(), 1u);
  EXPECT_EQ(factLine(image->entries[0]), line);
  const KernelEntry &entry = image->entries[0];
  EXPECT_EQ(entry.params[2].role, ParamRole::TensorMap);
  EXPECT_EQ(entry.params[3].role, ParamRole::Workspace);
  EXPECT_EQ(entry.params[0].divisibility, 16);
  EXPECT_EQ(entry.cluster[0], 2);
  EXPECT_EQ(entry.maps[0].dims, (std::vector<int64_t>{-4, 128}));
  EXPECT_EQ(entry.accesses[0].mask, "offsets < n");
  EXPECT_EQ(entry.files[0], "dir/a \"b\".tq");
}

TEST(ImageTest, ForeignPtxHasNoEntries) {
  Result<KernelImage> image =
      KernelImage::parse(".version 8.0\n// tqc is not tq:\n");
  ASSERT_TRUE(image);
  EXPECT_TRUE(image->entries.empty());
  EXPECT_EQ(image->find(""), nullptr);
}

TEST(ImageTest, CountsWhatEntriesDeclare) {
  EXPECT_THAT(
      declaredParameters("// .entry said(.param .u64 p)\n"
                         ".visible .entry none()\n{ ret; }\n"
                         ".func (.param .b32 r) f(.param .b32 x) { ret; }\n"
                         ".entry two_param (\n\t.param .u64 .ptr two_param_0,\n"
                         "\t.param .align 64 .b8 two_param_1[128]\n)\n{}\n"
                         ".entry bare\n{ }\n.entry cut(.param .u64 p"),
      testing::ElementsAre(testing::Pair("none", 0),
                           testing::Pair("two_param", 2)));
  EXPECT_THAT(declaredParameters(".entry k(.param .u32 n) {}"),
              testing::ElementsAre(testing::Pair("k", 1)));
}

TEST(ImageTest, FindsByNameAndTheOnlyOne) {
  KernelEntry a = fullEntry(), b = fullEntry();
  b.entry = "other";
  auto one = KernelImage::parse(factLine(a));
  ASSERT_TRUE(one);
  EXPECT_EQ(one->find(""), &one->entries[0]);
  auto two = KernelImage::parse(factLine(a) + "\n" + factLine(b) + "\n");
  ASSERT_TRUE(two);
  EXPECT_EQ(two->find(""), nullptr);
  EXPECT_EQ(two->find("other"), &two->entries[1]);
  EXPECT_EQ(two->find("none"), nullptr);
}

TEST(ImageTest, ErrorsNameLineAndField) {
  EXPECT_EQ(errorOf(".version 8.0\n\n// tq: {\"schema\":1,"),
            "line 3: the text behind \"// tq:\" is not valid JSON");
  EXPECT_EQ(errorOf("// tq: 5"), "line 1: must be an object, not 5");
  EXPECT_EQ(errorOf("// tq: {}"), "line 1: schema: is missing");
  EXPECT_EQ(errorOf("// tq: {\"schema\":2}"),
            "line 1: schema: is 2; must be between 1 and 1");
  EXPECT_EQ(errorOf("// tq: {\"schema\":1,\"arch\":\"sm_80\"}"),
            "line 1: entry: is missing");
  EXPECT_THAT(errorOf("// tq: {\"schema\":1,\"entry\":\"k\",\"arch\":"
                      "\"gfx90\"}"),
              HasSubstr("arch: \"gfx90\" is no target"));
}

TEST(ImageTest, EachFieldIsChecked) {
  const std::pair<const char *, const char *> cases[] = {
      {",\"num_warps\":0", "num_warps: is 0; must be between 1 and 32"},
      {",\"num_warps\":\"4\"", "num_warps: must be an integer, not \"4\""},
      {",\"num_warps\":18446744073709551615", "num_warps: is 184467440737"},
      {",\"shared\":-1", "shared: is -1"},
      {",\"overlaps\":true", "overlaps: must be an integer, not true"},
      {",\"colour\":1", "colour: is not a field of schema 1"},
      {",\"params\":{}", "params: must be an array"},
      {",\"params\":[3]", "params[0]: must be an object, not 3"},
      {",\"params\":[{\"name\":\"x\"}]", "params[0].type: is missing"},
      {",\"params\":[{\"name\":\"x\",\"type\":\"fp33\"}]",
       "params[0].type: \"fp33\" is no type"},
      {",\"params\":[{\"name\":\"x\",\"type\":\"i32\",\"div\":0}]",
       "params[0].div: is 0"},
      {",\"params\":[{\"name\":\"x\",\"role\":\"map\",\"map\":0}]",
       "params[0].map: is 0"},
      {",\"params\":[{\"name\":\"x\",\"role\":\"gift\"}]",
       "params[0].role: \"gift\" is none of"},
      {",\"cluster\":[1,1]", "cluster: must have 3 entries, has 2"},
      {",\"constants\":{\"A\":1}", "constants.A: must be a string, not 1"},
      {",\"files\":[1]", "files[0]: must be a string"},
      {",\"accesses\":[{\"line\":1,\"kind\":\"load\",\"file\":0}]",
       "accesses[0].file: is 0"},
      {",\"maps\":[{\"base\":0,\"type\":\"fp16\"}]", "maps[0].dims: has 0"},
      {",\"maps\":[{\"base\":0,\"type\":\"fp16\",\"dims\":[8],\"box\":[8],"
       "\"swizzle\":48}]",
       "maps[0].swizzle: is 48"},
      {",\"maps\":[{\"base\":0,\"type\":\"fp16\",\"dims\":[8,8],\"box\":[8],"
       "\"strides\":[16]}]",
       "maps[0].box: has 1 entries, but dims has 2"},
  };
  for (auto [fields, message] : cases)
    EXPECT_THAT(errorOf(entryWith(fields)),
                HasSubstr(std::string("line 1: ") + message));
}

TEST(ImageTest, TheSameEntryTwiceIsRefused) {
  EXPECT_EQ(errorOf(entryWith("") + entryWith("")),
            "line 2: entry: \"k\" was described before");
}

TEST(ImageTest, EveryTruncationIsRefusedOrForeign) {
  std::string line = factLine(fullEntry());
  for (size_t size = 7; size < line.size(); ++size)
    EXPECT_NE(errorOf(line.substr(0, size)), "no error") << size;
}

} // namespace
