//===- NumericsTensorMapTest.cpp - Boxes of tensor maps -------------------===//
//
// The runs of a box are compared with a model that goes element by element.
//
//===----------------------------------------------------------------------===//

#include "runtime/emulator/numerics/TensorMap.h"

#include "gtest/gtest.h"

#include <cstring>
#include <map>
#include <random>

using namespace tqc::numerics;

static TensorMap matrix() {
  TensorMap map;
  map.type = TensorMapType::F16;
  map.rank = 2;
  map.base = 0x10000;
  map.dims = {100, 20, 1, 1, 1};
  map.strides = {0, 208};
  map.box = {64, 8, 1, 1, 1};
  map.swizzle = Swizzle::B128;
  return map;
}

TEST(NumericsTensorMap, packsAndUnpacks) {
  TensorMap map = matrix();
  map.fillNan = true;
  TensorMapBytes bytes = encodeTensorMap(map);
  std::optional<TensorMap> back = decodeTensorMap(bytes.data());
  ASSERT_TRUE(back.has_value());
  EXPECT_TRUE(*back == map);
  EXPECT_TRUE(back->fillNan);
  for (size_t i = 0; i < 120; ++i) {
    TensorMapBytes broken = bytes;
    broken[i] ^= 1;
    EXPECT_FALSE(decodeTensorMap(broken.data()).has_value()) << i;
  }
  TensorMapBytes zeros = {};
  EXPECT_FALSE(decodeTensorMap(zeros.data()).has_value());
}

TEST(NumericsTensorMap, limits) {
  EXPECT_EQ(checkTensorMap(matrix()), "");
  auto error = [](auto change) {
    TensorMap map = matrix();
    change(map);
    return checkTensorMap(map);
  };
  EXPECT_EQ(error([](TensorMap &m) { m.rank = 6; }),
            "rank is 6; it must be from 1 to 5");
  EXPECT_EQ(error([](TensorMap &m) { m.base = 8; }),
            "the tensor's address is not a multiple of 16");
  EXPECT_EQ(error([](TensorMap &m) { m.dims[1] = 0; }),
            "dims[1] is 0; it must be from 1 to 2^32");
  EXPECT_EQ(error([](TensorMap &m) { m.box[1] = 257; }),
            "box[1] is 257; it must be from 1 to 256");
  EXPECT_EQ(error([](TensorMap &m) { m.strides[1] = 200; }),
            "strides[1] is 200; it must be a multiple of 16 bytes");
  EXPECT_EQ(error([](TensorMap &m) { m.strides[1] = uint64_t(1) << 40; }),
            "strides[1] is 1099511627776; it must be below 2^40 bytes");
  EXPECT_EQ(error([](TensorMap &m) { m.elementStrides[0] = 9; }),
            "elementStrides[0] is 9; it must be from 1 to 8");
  EXPECT_EQ(error([](TensorMap &m) { m.box[0] = 4; }),
            "the box's rows are 8 bytes; they must be a multiple of 16");
  EXPECT_EQ(error([](TensorMap &m) { m.box[0] = 128; }),
            "the box's rows are 256 bytes; the swizzle allows 128");
  EXPECT_EQ(error([](TensorMap &m) {
              m.type = TensorMapType::U16;
              m.fillNan = true;
            }),
            "NaN fill needs a float type");
}

TEST(NumericsTensorMap, names) {
  EXPECT_EQ(tensorMapType("bf16"), TensorMapType::Bf16);
  EXPECT_EQ(tensorMapType("fp8e4nv"), TensorMapType::U8);
  EXPECT_FALSE(tensorMapType("fp4").has_value());
  EXPECT_EQ(swizzleOfBytes(64), Swizzle::B64);
  EXPECT_FALSE(swizzleOfBytes(16).has_value());
}

TEST(NumericsTensorMap, swizzleMovesChunks) {
  // Row r of a 128-byte-swizzled tile has its chunk c at chunk c ^ (r % 8).
  for (uint32_t row = 0; row < 16; ++row)
    for (uint32_t chunk = 0; chunk < 8; ++chunk)
      EXPECT_EQ(swizzled(row * 128 + chunk * 16, Swizzle::B128),
                row * 128 + (chunk ^ (row % 8)) * 16);
  EXPECT_EQ(swizzled(0x180, Swizzle::B64), 0x1b0u);
  EXPECT_EQ(swizzled(0x180, Swizzle::B32), 0x190u);
  EXPECT_EQ(swizzled(0x180, Swizzle::None), 0x180u);
}

/// The same box, one element after the other.
static std::map<uint32_t, int64_t>
slowBox(const TensorMap &map, const Coordinates &coordinates, uint32_t shared) {
  std::map<uint32_t, int64_t> result; // shared byte -> global byte or -1
  uint32_t width = elementBytes(map.type), count = map.boxBytes() / width;
  for (uint32_t element = 0; element < count; ++element) {
    uint32_t rest = element;
    bool inBounds = true;
    auto address = int64_t(map.base);
    for (unsigned dim = 0; dim < map.rank; ++dim) {
      int64_t at = coordinates[dim] + int64_t(rest % map.boxCount(dim)) *
                                          (dim ? map.elementStrides[dim] : 1);
      rest /= map.boxCount(dim);
      inBounds = inBounds && at >= 0 && at < int64_t(map.dims[dim]);
      address += at * int64_t(dim ? map.strides[dim] : width);
    }
    for (uint32_t byte = 0; byte < width; ++byte)
      result[swizzled(shared + element * width + byte, map.swizzle)] =
          inBounds ? address + byte : -1;
  }
  return result;
}

TEST(NumericsTensorMap, boxesAgainstTheSlowModel) {
  std::mt19937 random(8);
  auto below = [&](uint32_t limit) { return uint32_t(random() % limit); };
  const TensorMapType types[] = {TensorMapType::U8, TensorMapType::F16,
                                 TensorMapType::F32, TensorMapType::F64};
  for (int i = 0; i < 2000; ++i) {
    TensorMap map;
    map.type = types[below(4)];
    map.rank = 1 + below(5);
    map.base = 0x100000;
    map.swizzle = Swizzle(below(4));
    uint32_t width = elementBytes(map.type);
    uint32_t span =
        map.swizzle == Swizzle::None ? 256 : swizzleSpan(map.swizzle);
    map.box[0] = (1 + below(span / 16)) * 16 / width;
    Coordinates coordinates = {};
    for (unsigned dim = 0; dim < map.rank; ++dim) {
      map.dims[dim] = 1 + below(dim == 0 ? 200 : 6);
      coordinates[dim] = int32_t(below(12)) - 5;
      if (dim == 0)
        continue;
      map.strides[dim] = 16 * (1 + below(64));
      map.box[dim] = 1 + below(5);
      map.elementStrides[dim] = 1 + below(3);
    }
    ASSERT_EQ(checkTensorMap(map), "");
    uint32_t shared = 1024 + 128 * below(8);
    std::map<uint32_t, int64_t> expected = slowBox(map, coordinates, shared);
    std::map<uint32_t, int64_t> seen;
    for (const BoxRun &run : boxRuns(map, coordinates, shared))
      for (uint32_t byte = 0; byte < run.bytes; ++byte)
        ASSERT_TRUE(seen.emplace(run.shared + byte,
                                 run.inBounds ? int64_t(run.global + byte) : -1)
                        .second)
            << "a byte is written twice";
    ASSERT_EQ(seen, expected) << "case " << i;
  }
}

TEST(NumericsTensorMap, fill) {
  TensorMap map = matrix();
  EXPECT_EQ(fillElement(map), 0u);
  map.fillNan = true;
  EXPECT_EQ(fillElement(map), 0x7fffu);
  EXPECT_EQ(map.boxBytes(), 1024u);
}
