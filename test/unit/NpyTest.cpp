//===- NpyTest.cpp - .npy files, whole and damaged ------------------------===//

#include "runtime/device/Npy.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <unistd.h>

using namespace tqc;
using testing::HasSubstr;

namespace {

std::string file(std::string dict, std::string data, char major = 1) {
  std::string length;
  for (int i = 0; i < (major == 1 ? 2 : 4); ++i)
    length += static_cast<char>(dict.size() >> (8 * i));
  return std::string("\x93NUMPY") + major + '\0' + length + dict + data;
}

std::string dict(const char *descr, const char *shape,
                 const char *order = "False") {
  return std::string("{'descr': '") + descr + "', 'fortran_order': " + order +
         ", 'shape': " + shape + ", }\n";
}

std::string errorOf(const std::string &bytes,
                    std::optional<DType> as = std::nullopt) {
  Result<HostTensor> tensor = parseNpy("x.npy", bytes, as);
  return tensor ? "no error" : tensor.error().message;
}

class TempFile {
public:
  TempFile() {
    char pattern[] = "/tmp/npytestXXXXXX";
    folder = mkdtemp(pattern);
  }
  ~TempFile() {
    std::remove(path().c_str());
    rmdir(folder.c_str());
  }
  std::string path() const { return folder + "/x.npy"; }
  std::string folder;
};

TEST(NpyTest, EveryTypeSurvivesARoundTrip) {
  TempFile temp;
  for (DType type :
       {DType::I1, DType::I8, DType::I16, DType::I32, DType::I64, DType::U8,
        DType::U16, DType::U32, DType::U64, DType::FP16, DType::FP32,
        DType::FP64, DType::BF16, DType::FP8E4NV, DType::FP8E5}) {
    HostTensor x(type, {2, 3});
    for (int64_t i = 0; i < 6; ++i)
      x.set(i, double(i % 2));
    ASSERT_TRUE(writeNpy(temp.path(), x));
    Result<HostTensor> y = readNpy(temp.path(), type);
    ASSERT_TRUE(y) << nameOf(type) << ": " << y.error().message;
    EXPECT_EQ(y->storage, x.storage) << nameOf(type);
    EXPECT_EQ(y->shape, x.shape);
    EXPECT_EQ(y->type, type);
  }
}

TEST(NpyTest, HeadersAreAlignedAsNumpyAligns) {
  TempFile temp;
  ASSERT_TRUE(writeNpy(temp.path(), HostTensor(DType::FP32, {5})));
  std::ifstream in(temp.path(), std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(in)), {});
  EXPECT_EQ((bytes.size() - 20) % 64, 0u);
  EXPECT_THAT(bytes, HasSubstr("'descr': '<f4'"));
  EXPECT_THAT(bytes, HasSubstr("'shape': (5,)"));
}

TEST(NpyTest, VersionsOrdersAndScalars) {
  std::string six(24, '\0');
  for (int i = 0; i < 6; ++i) {
    float value = float(i);
    std::memcpy(&six[size_t(i) * 4], &value, 4);
  }
  for (char major : {1, 2, 3}) {
    auto x = parseNpy("x", file(dict("<f4", "(2, 3)"), six, major));
    ASSERT_TRUE(x) << x.error().message;
    EXPECT_EQ(x->get(4), 4);
  }
  auto f = parseNpy("x", file(dict("<f4", "(2, 3)", "True"), six));
  ASSERT_TRUE(f);
  EXPECT_TRUE(f->isContiguous());
  EXPECT_EQ(f->toDoubles(), (std::vector<double>{0, 2, 4, 1, 3, 5}));
  auto s = parseNpy("x", file(dict("<f4", "()"), six.substr(4, 4)));
  ASSERT_TRUE(s) << s.error().message;
  EXPECT_EQ(s->get(0), 1);
  auto big = parseNpy("x", file(dict(">i2", "(1,)"), std::string("\x01\x02")));
  ASSERT_TRUE(big);
  EXPECT_EQ(big->get(0), 0x102);
  auto old = parseNpy("x", file(dict("<f4", "(6L,)"), six));
  ASSERT_TRUE(old);
  auto empty = parseNpy("x", file(dict("<f4", "(0, 4)"), ""));
  ASSERT_TRUE(empty);
  EXPECT_EQ(empty->numel(), 0);
}

TEST(NpyTest, RawTypesAreNamedByTheReader) {
  std::string one("\x80\x3f", 2);
  for (const char *descr : {"<u2", "<V2", "|V2", "<i2"}) {
    auto x = parseNpy("x", file(dict(descr, "(1,)"), one), DType::BF16);
    ASSERT_TRUE(x) << x.error().message;
    EXPECT_EQ(x->get(0), 1.0);
  }
  EXPECT_EQ(errorOf(file(dict("|V2", "(1,)"), one)),
            "x.npy: holds raw 2-byte elements ('|V2'); say what they are, as "
            "in :bf16");
  EXPECT_EQ(errorOf(file(dict("<f4", "(1,)"), "1234"), DType::BF16),
            "x.npy: holds '<f4' elements of 4 bytes, which cannot be bf16 (2 "
            "bytes)");
  EXPECT_EQ(errorOf(file(dict("<f2", "(1,)"), one), DType::BF16),
            "x.npy: holds fp16 elements, not raw bits of bf16");
}

TEST(NpyTest, DamagedFilesAreRefused) {
  EXPECT_THAT(errorOf(""), HasSubstr("x.npy: is no .npy file"));
  EXPECT_THAT(errorOf("PK\3\4 an archive"), HasSubstr("is no .npy file"));
  EXPECT_THAT(errorOf("\x93NUM"), HasSubstr("is truncated"));
  EXPECT_THAT(errorOf(file(dict("<f4", "(1,)"), "1234", 9)),
              HasSubstr("has .npy version 9"));
  EXPECT_THAT(errorOf(std::string("\x93NUMPY\2\0\xff\xff\xff\x7f", 12)),
              HasSubstr("says its header has 2147483647 bytes"));
  std::string many = "(";
  for (int i = 0; i < 10000; ++i)
    many += "1, ";
  EXPECT_EQ(errorOf(file(dict("<f4", (many + ")").c_str()), "1234")),
            "x.npy: has 10000 dimensions; an array has at most 64");
  std::string type = "\x1b[31m" + std::string(5000, 'x');
  EXPECT_EQ(errorOf(file(dict(type.c_str(), "(1,)"), "")),
            "x.npy: has dtype ?[31m" + std::string(55, 'x') +
                "..., which is not supported (bool, integers, and floats of "
                "2, 4 and 8 bytes are)");
  EXPECT_THAT(errorOf(file("{'descr': '<f4'}", "")),
              HasSubstr("has a damaged header"));
  EXPECT_THAT(errorOf(file(dict("<f4", "(1,)") + "}", "1234")),
              HasSubstr("has a damaged header"));
  EXPECT_THAT(errorOf(file(dict("<f4", "(-1,)"), "")),
              HasSubstr("has a damaged header"));
  EXPECT_THAT(errorOf(file(dict("<f4", "(9999999999999999999,)"), "")),
              HasSubstr("has a damaged header"));
  EXPECT_THAT(errorOf(file(dict("<c8", "(1,)"), "12345678")),
              HasSubstr("has dtype <c8, which is not supported"));
  EXPECT_THAT(errorOf(file("{'descr': [('a', '<f4')], 'fortran_order': False,"
                           " 'shape': (1,), }",
                           "1234")),
              HasSubstr("has dtype [('a', '<f4')], which is not"));
  EXPECT_EQ(errorOf(file(dict("<f4", "(2,)"), "1234567")),
            "x.npy: is truncated (shape (2,) of '<f4' needs 8 bytes, 7 are "
            "there)");
  EXPECT_THAT(errorOf(file(dict("<f4", "(1,)"), "12345")),
              HasSubstr("has bytes behind the array"));
  EXPECT_THAT(errorOf(file(dict("<f4", "(4294967296, 4294967296, 4)"), "")),
              HasSubstr("is truncated"));
}

TEST(NpyTest, EveryPrefixIsRefused) {
  std::string whole = file(dict("<f4", "(2,)"), "12345678");
  for (size_t size = 0; size < whole.size(); ++size)
    EXPECT_NE(errorOf(whole.substr(0, size)), "no error") << size;
  EXPECT_EQ(errorOf(whole), "no error");
}

TEST(NpyTest, EveryChangedByteIsReadOrRefused) {
  std::string whole = file(dict("<f4", "(2,)"), "12345678");
  for (size_t at = 0; at < whole.size(); ++at)
    for (int byte = 0; byte < 256; byte += 5) {
      std::string changed = whole;
      changed[at] = static_cast<char>(byte);
      (void)errorOf(changed); // must not crash
    }
}

TEST(NpyTest, FilesThatAreNotThere) {
  auto missing = readNpy("/nonexistent/x.npy");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message,
            "/nonexistent/x.npy: cannot be read: No such file or directory");
  auto folder = readNpy("/tmp");
  ASSERT_FALSE(folder);
  EXPECT_THAT(folder.error().message, HasSubstr("/tmp: cannot be read"));
  Status written = writeNpy("/nonexistent/x.npy", HostTensor(DType::I8, {1}));
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().message, HasSubstr("cannot be written"));
  EXPECT_FALSE(writeNpy("/dev/full", HostTensor(DType::I8, {1 << 20})));
  EXPECT_TRUE(writeNpy("/dev/null", HostTensor(DType::I8, {4})));
}

} // namespace
