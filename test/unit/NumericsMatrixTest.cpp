//===- NumericsMatrixTest.cpp - mma and wgmma against their figures -------===//
//
// The fragment layouts are written here once more as the PTX manual's figures
// give them, one instruction at a time; operands of wgmma are put into shared
// memory as a tensor map would put them.
//
//===----------------------------------------------------------------------===//

#include "runtime/emulator/numerics/Floats.h"
#include "runtime/emulator/numerics/Wgmma.h"

#include "gtest/gtest.h"

#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <random>

using namespace tqc::numerics;

using Element = std::pair<int, int>; // row, column
using Figure = std::function<Element(int lane, int i)>;

static std::mt19937 gRandom(9);

/// Random bits that decode to a small finite value, and that value.
static uint32_t randomElement(MatrixType type, double &value) {
  uint32_t bits = 0;
  switch (type) {
  case MatrixType::F16:
    bits = floatToHalf(float(int(gRandom() % 65) - 32) / 8);
    break;
  case MatrixType::Bf16:
    bits = floatToBf16(float(int(gRandom() % 65) - 32) / 8);
    break;
  case MatrixType::Tf32:
  case MatrixType::F32:
    bits = bitsOf(float(int(gRandom() % 65) - 32) / 8);
    break;
  case MatrixType::E4m3:
    bits = floatToE4m3(float(int(gRandom() % 17) - 8) / 2);
    break;
  case MatrixType::E5m2:
    bits = floatToE5m2(float(int(gRandom() % 9) - 4));
    break;
  case MatrixType::S32:
    bits = gRandom() - gRandom();
    break;
  default:
    bits = gRandom() & ((1u << matrixTypeBits(type)) - 1);
    break;
  }
  value = matrixElement(type, bits, 0);
  return bits;
}

/// Puts element i of a lane's fragment into its registers.
static void put(uint32_t (*registers)[kLanes], MatrixType type, int lane, int i,
                uint32_t bits) {
  int packed = 32 / matrixTypeBits(type), shift = 32 / packed * (i % packed);
  registers[i / packed][lane] |= bits << shift;
}

static double get(const uint32_t (*registers)[kLanes], MatrixType type,
                  int lane, int i) {
  int packed = 32 / matrixTypeBits(type);
  return matrixElement(type, registers[i / packed][lane], i % packed);
}

/// The pointers that the operations take, of registers in an array.
template <typename Word, size_t Count>
static std::array<Word *, Count> pointers(Word (&registers)[Count][kLanes]) {
  std::array<Word *, Count> result;
  for (size_t r = 0; r < Count; ++r)
    result[r] = registers[r];
  return result;
}

namespace {
struct Case {
  MmaShape shape;
  int elementsA, elementsB, elementsC; // a lane, as the figures count them
  Figure a, b, c;
};
} // namespace

static double reference(const MmaShape &shape, const double *a, const double *b,
                        double c, int row, int column) {
  long double sum = c;
  for (int k = 0; k < shape.k; ++k) {
    auto x = a[row * shape.k + k], y = b[k * shape.n + column];
    if (shape.bits == BitOperation::Xor)
      sum += x != y;
    else
      sum += (long double)x * y;
  }
  return double(sum);
}

static void check(const Case &test) {
  const MmaShape &shape = test.shape;
  ASSERT_EQ(checkMma(shape), "");
  MmaRegisters counts = mmaRegisters(shape);
  EXPECT_EQ(counts.a * 32 / matrixTypeBits(shape.a), test.elementsA);
  EXPECT_EQ(counts.b * 32 / matrixTypeBits(shape.b), test.elementsB);
  std::vector<double> a(shape.m * shape.k, NAN), b(shape.k * shape.n, NAN);
  std::vector<double> c(shape.m * shape.n, NAN);
  uint32_t fragmentA[4][kLanes] = {}, fragmentB[2][kLanes] = {};
  uint32_t fragmentC[4][kLanes] = {}, fragmentD[4][kLanes] = {};
  for (int lane = 0; lane < kLanes; ++lane) {
    for (int i = 0; i < test.elementsA; ++i) {
      auto [row, column] = test.a(lane, i);
      put(fragmentA, shape.a, lane, i,
          randomElement(shape.a, a[row * shape.k + column]));
    }
    for (int i = 0; i < test.elementsB; ++i) {
      auto [row, column] = test.b(lane, i);
      put(fragmentB, shape.b, lane, i,
          randomElement(shape.b, b[row * shape.n + column]));
    }
    for (int i = 0; i < test.elementsC; ++i) {
      auto [row, column] = test.c(lane, i);
      put(fragmentC, shape.c, lane, i,
          randomElement(shape.c, c[row * shape.n + column]));
    }
  }
  mmaSync(shape, pointers(fragmentD).data(), pointers(fragmentA).data(),
          pointers(fragmentB).data(), pointers(fragmentC).data());
  for (int lane = 0; lane < kLanes; ++lane)
    for (int i = 0; i < test.elementsC; ++i) {
      auto [row, column] = test.c(lane, i);
      double sum = reference(shape, a.data(), b.data(),
                             c[row * shape.n + column], row, column);
      uint32_t expected = matrixResult(shape.d, sum, shape.saturate);
      ASSERT_EQ(get(fragmentD, shape.d, lane, i),
                matrixElement(shape.d, expected, 0))
          << "row " << row << " column " << column;
    }
}

//===----------------------------------------------------------------------===//
// The figures
//===----------------------------------------------------------------------===//

static Element accumulator(int lane, int i) {
  return {i < 2 ? lane >> 2 : (lane >> 2) + 8, (lane % 4) * 2 + (i & 1)};
}

static MmaShape shapeOf(int m, int n, int k, MatrixType a, MatrixType b,
                        MatrixType c) {
  MmaShape shape;
  shape.m = m;
  shape.n = n;
  shape.k = k;
  shape.a = a;
  shape.b = b;
  shape.c = shape.d = c;
  return shape;
}

TEST(NumericsMma, halfPrecision) {
  for (MatrixType type : {MatrixType::F16, MatrixType::Bf16})
    for (MatrixType acc : {MatrixType::F32, MatrixType::F16}) {
      if (type == MatrixType::Bf16 && acc == MatrixType::F16)
        continue;
      check({shapeOf(16, 8, 16, type, type, acc), 8, 4, 4,
             [](int lane, int i) {
               int group = lane >> 2, thread = lane % 4;
               bool upper = i < 2 || (i >= 4 && i < 6);
               return Element{upper ? group : group + 8,
                              thread * 2 + (i & 1) + (i < 4 ? 0 : 8)};
             },
             [](int lane, int i) {
               return Element{(lane % 4) * 2 + (i & 1) + (i < 2 ? 0 : 8),
                              lane >> 2};
             },
             accumulator});
      check({shapeOf(16, 8, 8, type, type, acc), 4, 2, 4,
             [](int lane, int i) {
               return Element{i < 2 ? lane >> 2 : (lane >> 2) + 8,
                              (lane % 4) * 2 + (i & 1)};
             },
             [](int lane, int i) {
               return Element{(lane % 4) * 2 + i, lane >> 2};
             },
             accumulator});
    }
}

TEST(NumericsMma, tf32) {
  auto b = [](int lane, int i) {
    return Element{i == 0 ? lane % 4 : lane % 4 + 4, lane >> 2};
  };
  MatrixType tf32 = MatrixType::Tf32;
  check({shapeOf(16, 8, 4, tf32, tf32, MatrixType::F32), 2, 1, 4,
         [](int lane, int i) {
           return Element{i == 0 ? lane >> 2 : (lane >> 2) + 8, lane % 4};
         },
         b, accumulator});
  check({shapeOf(16, 8, 8, tf32, tf32, MatrixType::F32), 4, 2, 4,
         [](int lane, int i) {
           return Element{i == 0 || i == 2 ? lane >> 2 : (lane >> 2) + 8,
                          i < 2 ? lane % 4 : lane % 4 + 4};
         },
         b, accumulator});
}

TEST(NumericsMma, bytes) {
  using T = MatrixType;
  const std::pair<T, T> pairs[] = {{T::S8, T::S8},     {T::S8, T::U8},
                                   {T::U8, T::S8},     {T::U8, T::U8},
                                   {T::E4m3, T::E5m2}, {T::E5m2, T::E4m3}};
  for (auto [x, y] : pairs) {
    T acc = isIntegerMatrixType(x) ? T::S32 : T::F32;
    check({shapeOf(16, 8, 16, x, y, acc), 8, 4, 4,
           [](int lane, int i) {
             return Element{i < 4 ? lane >> 2 : (lane >> 2) + 8,
                            (lane % 4) * 4 + (i & 3)};
           },
           [](int lane, int i) {
             return Element{(lane % 4) * 4 + (i & 3), lane >> 2};
           },
           accumulator});
    check({shapeOf(16, 8, 32, x, y, acc), 16, 8, 4,
           [](int lane, int i) {
             bool upper = i < 4 || (i >= 8 && i < 12);
             return Element{upper ? lane >> 2 : (lane >> 2) + 8,
                            (lane % 4) * 4 + (i & 3) + (i < 8 ? 0 : 16)};
           },
           [](int lane, int i) {
             return Element{(lane % 4) * 4 + (i & 3) + (i < 4 ? 0 : 16),
                            lane >> 2};
           },
           accumulator});
    if (!isIntegerMatrixType(x))
      continue;
    check(
        {shapeOf(8, 8, 16, x, y, acc), 4, 4, 2,
         [](int lane, int i) { return Element{lane >> 2, lane % 4 * 4 + i}; },
         [](int lane, int i) { return Element{lane % 4 * 4 + i, lane >> 2}; },
         [](int lane, int i) { return Element{lane >> 2, lane % 4 * 2 + i}; }});
  }
}

TEST(NumericsMma, nibblesAndBits) {
  using T = MatrixType;
  for (T type : {T::S4, T::U4}) {
    check({shapeOf(16, 8, 64, type, T::S4, T::S32), 32, 16, 4,
           [](int lane, int i) {
             bool upper = i < 8 || (i >= 16 && i < 24);
             return Element{upper ? lane >> 2 : (lane >> 2) + 8,
                            (lane % 4) * 8 + (i & 7) + (i < 16 ? 0 : 32)};
           },
           [](int lane, int i) {
             return Element{(lane % 4) * 8 + (i & 7) + (i < 8 ? 0 : 32),
                            lane >> 2};
           },
           accumulator});
  }
  for (BitOperation bits : {BitOperation::Xor, BitOperation::And}) {
    MmaShape shape = shapeOf(16, 8, 256, T::B1, T::B1, T::S32);
    shape.bits = bits;
    check({shape, 128, 64, 4,
           [](int lane, int i) {
             bool upper = i < 32 || (i >= 64 && i < 96);
             return Element{upper ? lane >> 2 : (lane >> 2) + 8,
                            (lane % 4) * 32 + (i & 31) + (i < 64 ? 0 : 128)};
           },
           [](int lane, int i) {
             return Element{(lane % 4) * 32 + (i & 31) + (i < 32 ? 0 : 128),
                            lane >> 2};
           },
           accumulator});
  }
}

TEST(NumericsMma, doublePrecision) {
  for (auto [m, k] : {std::pair(8, 4), std::pair(16, 4), std::pair(16, 8),
                      std::pair(16, 16)}) {
    MmaShape shape =
        shapeOf(m, 8, k, MatrixType::F64, MatrixType::F64, MatrixType::F64);
    ASSERT_EQ(checkMma(shape), "");
    MmaRegisters counts = mmaRegisters(shape);
    ASSERT_EQ(counts.a, m * k / 32);
    ASSERT_EQ(counts.b, k / 4);
    ASSERT_EQ(counts.c, m / 4);
    std::vector<double> a(m * k), b(k * 8), c(m * 8);
    for (auto *matrix : {&a, &b, &c})
      for (double &value : *matrix)
        value = double(int64_t(gRandom())) / 3;
    uint64_t fa[8][kLanes], fb[4][kLanes], fc[4][kLanes], fd[4][kLanes];
    for (int lane = 0; lane < kLanes; ++lane) {
      for (int i = 0; i < counts.a; ++i) {
        // Figures: rows alternate with i, columns advance by 4 every row pair.
        int row = m == 16 && i % 2 ? (lane >> 2) + 8 : lane >> 2;
        int column = lane % 4 + (m == 16 ? i / 2 : i) * 4;
        fa[i][lane] = bitsOf(a[row * k + column]);
      }
      for (int i = 0; i < counts.b; ++i)
        fb[i][lane] = bitsOf(b[(lane % 4 + 4 * i) * 8 + (lane >> 2)]);
      for (int i = 0; i < counts.c; ++i) {
        auto [row, column] = accumulator(lane, i);
        fc[i][lane] = bitsOf(c[row * 8 + column]);
      }
    }
    mmaSyncF64(shape, pointers(fd).data(), pointers(fa).data(),
               pointers(fb).data(), pointers(fc).data());
    for (int lane = 0; lane < kLanes; ++lane)
      for (int i = 0; i < counts.d; ++i) {
        auto [row, column] = accumulator(lane, i);
        double sum = c[row * 8 + column];
        for (int step = 0; step < k; ++step)
          sum = std::fma(a[row * k + step], b[step * 8 + column], sum);
        ASSERT_EQ(fd[i][lane], bitsOf(sum));
      }
  }
}

TEST(NumericsMma, saturationAndNan) {
  EXPECT_EQ(matrixResult(MatrixType::S32, 2147483648.0, true), 0x7fffffffu);
  EXPECT_EQ(matrixResult(MatrixType::S32, 2147483648.0, false), 0x80000000u);
  EXPECT_EQ(matrixResult(MatrixType::S32, -2147483649.0, true), 0x80000000u);
  EXPECT_EQ(matrixResult(MatrixType::S32, -2147483649.0, false), 0x7fffffffu);
  EXPECT_EQ(matrixResult(MatrixType::F32, NAN, false), 0x7fffffffu);
  EXPECT_EQ(matrixResult(MatrixType::F16, 1e6, false), 0x7c00u);
  EXPECT_EQ(matrixElement(MatrixType::Tf32, 0x3f801fff, 0), 1.0);
}

TEST(NumericsMma, refusals) {
  using T = MatrixType;
  EXPECT_NE(checkMma(shapeOf(16, 8, 32, T::F16, T::F16, T::F32)), "");
  EXPECT_NE(checkMma(shapeOf(16, 8, 16, T::F16, T::Bf16, T::F32)), "");
  EXPECT_NE(checkMma(shapeOf(16, 8, 16, T::Bf16, T::Bf16, T::F16)), "");
  EXPECT_NE(checkMma(shapeOf(8, 8, 4, T::F16, T::F16, T::F32)), "");
  EXPECT_NE(checkMma(shapeOf(16, 8, 256, T::B1, T::B1, T::S32)), "");
  EXPECT_EQ(matrixType("bf16"), T::Bf16);
  EXPECT_FALSE(matrixType("f8").has_value());
}

//===----------------------------------------------------------------------===//
// ldmatrix and stmatrix
//===----------------------------------------------------------------------===//

TEST(NumericsLdmatrix, bothWays) {
  uint16_t rows[32][8];
  for (int row = 0; row < 32; ++row)
    for (int column = 0; column < 8; ++column)
      rows[row][column] = uint16_t(row << 8 | column);
  for (int count : {1, 2, 4})
    for (bool transpose : {false, true}) {
      uint32_t registers[4][kLanes] = {};
      distributeMatrices(count, transpose, pointers(registers).data(), rows);
      for (int lane = 0; lane < kLanes; ++lane)
        for (int matrix = 0; matrix < count; ++matrix)
          for (int half = 0; half < 2; ++half) {
            int row = lane / 4, column = lane % 4 * 2 + half;
            if (transpose)
              std::swap(row, column);
            ASSERT_EQ(registers[matrix][lane] >> (16 * half) & 0xffff,
                      uint32_t((8 * matrix + row) << 8 | column));
          }
      uint16_t back[32][8] = {};
      collectMatrices(count, transpose, back, pointers(registers).data());
      EXPECT_EQ(memcmp(back, rows, size_t(count) * 8 * 16), 0);
    }
}

//===----------------------------------------------------------------------===//
// wgmma
//===----------------------------------------------------------------------===//

namespace {
class Memory : public SharedReader {
public:
  bool read(uint32_t address, uint8_t *to) override {
    if (address + 16 > sizeof bytes)
      return false;
    memcpy(to, bytes + address, 16);
    return true;
  }

  uint8_t bytes[1 << 18] = {};
};

/// An operand as values, and how to write it into shared memory.
struct Operand {
  int major, k;
  MatrixType type;
  std::vector<double> values;
  std::vector<uint32_t> bits;

  Operand(int major, int k, MatrixType type)
      : major(major), k(k), type(type), values(major * k), bits(major * k) {
    for (int i = 0; i < major * k; ++i)
      bits[i] = randomElement(type, values[i]);
  }

  void store(Memory &memory, uint32_t address, int row, int column) const {
    memcpy(memory.bytes + address, &bits[row * k + column],
           size_t(matrixTypeBits(type) / 8));
  }
};
} // namespace

/// K contiguous, panels of W bytes, 8-row groups packed, as TMA writes a tile.
/// `kStart` is where this instruction's 32 bytes begin in the panel.
static MatrixDescriptor placeKMajor(Memory &memory, const Operand &operand,
                                    uint32_t base, Swizzle swizzle,
                                    uint32_t kStart) {
  auto width = uint32_t(matrixTypeBits(operand.type) / 8);
  uint32_t span = swizzleSpan(swizzle);
  for (int row = 0; row < operand.major; ++row)
    for (int k = 0; k < operand.k; ++k) {
      uint32_t byte = uint32_t(k) * width, address = 0;
      if (swizzle == Swizzle::None) // two columns of 8x16-byte core matrices
        address = base + byte / 16 * 0x4000 + uint32_t(row) * 16 + byte % 16;
      else
        address =
            swizzled(base + uint32_t(row) * span + kStart + byte, swizzle);
      operand.store(memory, address, row, k);
    }
  if (swizzle == Swizzle::None)
    return {base, 0x4000, 128, swizzle};
  return {base + kStart, 16, 8 * span, swizzle};
}

/// M or N contiguous: panels of W bytes by 64 rows of k, one after the other.
static MatrixDescriptor placeMnMajor(Memory &memory, const Operand &operand,
                                     uint32_t base, Swizzle swizzle,
                                     uint32_t kStart) {
  uint32_t span = swizzleSpan(swizzle), perPanel = span / 2;
  for (int row = 0; row < operand.major; ++row)
    for (int k = 0; k < operand.k; ++k) {
      auto mn = uint32_t(row), depth = uint32_t(k) + kStart;
      uint32_t address =
          base + mn / perPanel * (64 * span) + depth * span + mn % perPanel * 2;
      operand.store(memory, swizzled(address, swizzle), row, k);
    }
  if (swizzle == Swizzle::None) // chunks of 8 are 64 rows of 16 bytes apart
    return {base + kStart * 16, 128, 1024, swizzle};
  return {base + kStart * span, 64 * span, 8 * span, swizzle};
}

static double scale(bool negate) { return negate ? -1 : 1; }

/// Runs one wgmma and compares every accumulator with a sum of products.
static void checkGroup(const WgmmaShape &shape, Swizzle swizzle,
                       bool registersOfA, uint32_t kStart) {
  ASSERT_EQ(checkWgmma(shape, registersOfA), "");
  static Memory memory;
  int depth = shape.depth();
  Operand a(64, depth, shape.a), b(shape.n, depth, shape.b);
  MatrixDescriptor descriptorB =
      (shape.transposeB ? placeMnMajor : placeKMajor)(memory, b, 0x10000,
                                                      swizzle, kStart);
  MatrixDescriptor decoded;
  ASSERT_EQ(decodeDescriptor(encodeDescriptor(descriptorB), decoded), "");
  std::vector<double> denseA(64 * depth), denseB(depth * shape.n);
  ASSERT_TRUE(loadOperandB(shape, decoded, memory, denseB.data()));
  if (registersOfA) {
    uint32_t fragments[4][4][kLanes] = {};
    int packed = 32 / matrixTypeBits(shape.a);
    for (int thread = 0; thread < 128; ++thread)
      for (int i = 0; i < 4 * packed; ++i) {
        int reg = i / packed, row = thread / 32 * 16 + thread % 32 / 4;
        row += reg % 2 ? 8 : 0;
        int k = thread % 4 * packed + i % packed + (reg / 2 ? depth / 2 : 0);
        put(fragments[thread / 32], shape.a, thread % 32, i,
            a.bits[row * depth + k]);
      }
    for (int warp = 0; warp < 4; ++warp)
      loadOperandA(shape, pointers(fragments[warp]).data(),
                   &denseA[warp * 16 * depth]);
  } else {
    MatrixDescriptor descriptorA =
        (shape.transposeA ? placeMnMajor : placeKMajor)(memory, a, 0x800 * 16,
                                                        swizzle, kStart);
    for (int warp = 0; warp < 4; ++warp)
      ASSERT_TRUE(loadOperandA(shape, descriptorA, warp, memory,
                               &denseA[warp * 16 * depth]));
  }
  static uint32_t d[4][128][kLanes];
  memset(d, 0, sizeof d);
  std::vector<double> c(64 * shape.n);
  auto place = [](int thread, int i) {
    return Element{16 * (thread / 32) + thread % 32 / 4 + 8 * (i / 2 % 2),
                   8 * (i / 4) + 2 * (thread % 4) + i % 2};
  };
  for (int thread = 0; thread < 128; ++thread)
    for (int i = 0; i < shape.n / 2; ++i) {
      auto [row, column] = place(thread, i);
      put(d[thread / 32], shape.d, thread % 32, i,
          randomElement(shape.d, c[row * shape.n + column]));
    }
  for (int warp = 0; warp < 4; ++warp)
    wgmma(shape, pointers(d[warp]).data(), &denseA[warp * 16 * depth],
          denseB.data());
  for (int thread = 0; thread < 128; ++thread)
    for (int i = 0; i < shape.n / 2; ++i) {
      auto [row, column] = place(thread, i);
      long double sum = shape.scaleD ? c[row * shape.n + column] : 0;
      for (int k = 0; k < depth; ++k)
        sum += (long double)a.values[row * depth + k] *
               b.values[column * depth + k] * scale(shape.negateA) *
               scale(shape.negateB);
      uint32_t expected = matrixResult(shape.d, double(sum), shape.saturate);
      ASSERT_EQ(get(d[thread / 32], shape.d, thread % 32, i),
                matrixElement(shape.d, expected, 0))
          << "row " << row << " column " << column << " n " << shape.n;
    }
}

static const Swizzle kSwizzles[] = {Swizzle::None, Swizzle::B32, Swizzle::B64,
                                    Swizzle::B128};

TEST(NumericsWgmma, everySwizzleAndMajor) {
  for (Swizzle swizzle : kSwizzles)
    for (int bits = 0; bits < 16; ++bits) {
      WgmmaShape shape;
      shape.n = bits & 1 ? 128 : 24 + 8 * bits;
      shape.a = shape.b = bits & 2 ? MatrixType::F16 : MatrixType::Bf16;
      shape.transposeA = (bits & 4) != 0;
      shape.transposeB = (bits & 8) != 0;
      shape.negateA = bits == 3;
      shape.negateB = bits == 5;
      shape.scaleD = bits != 6;
      // A whole number of panels, as tiles in memory have.
      if (shape.transposeB)
        shape.n = 192;
      bool stepInPanel =
          !shape.transposeA && !shape.transposeB && swizzleSpan(swizzle) > 32;
      bool stepInRows = shape.transposeA && shape.transposeB;
      checkGroup(shape, swizzle, false, stepInPanel ? 32 : stepInRows ? 16 : 0);
      if (!shape.transposeA)
        checkGroup(shape, swizzle, true, stepInPanel ? 32 : 0);
      if (HasFatalFailure())
        return;
    }
}

TEST(NumericsWgmma, everyTypeAndSize) {
  using T = MatrixType;
  const T types[][3] = {{T::F16, T::F16, T::F32},   {T::F16, T::F16, T::F16},
                        {T::Bf16, T::Bf16, T::F32}, {T::Tf32, T::Tf32, T::F32},
                        {T::E4m3, T::E5m2, T::F32}, {T::E5m2, T::E4m3, T::F16},
                        {T::S8, T::U8, T::S32},     {T::U8, T::U8, T::S32}};
  for (const T(&type)[3] : types)
    for (int n = 8; n <= 256; n += 8) {
      WgmmaShape shape;
      shape.n = n;
      shape.a = type[0];
      shape.b = type[1];
      shape.d = type[2];
      if (!checkWgmma(shape, false).empty()) {
        EXPECT_TRUE(isIntegerMatrixType(type[0]) && n % 16 == 8 && n > 24) << n;
        continue;
      }
      checkGroup(shape, Swizzle::B128, n % 16 == 0, 0);
      if (HasFatalFailure())
        return;
    }
}

TEST(NumericsWgmma, refusals) {
  WgmmaShape shape;
  shape.n = 12;
  EXPECT_NE(checkWgmma(shape, false), "");
  shape.n = 264;
  EXPECT_NE(checkWgmma(shape, false), "");
  shape = {};
  shape.transposeA = true;
  EXPECT_EQ(checkWgmma(shape, false), "");
  EXPECT_NE(checkWgmma(shape, true), "");
  shape = {};
  shape.a = shape.b = MatrixType::Tf32;
  shape.transposeB = true;
  EXPECT_NE(checkWgmma(shape, false), "");
  shape = {};
  shape.b = MatrixType::Bf16;
  EXPECT_NE(checkWgmma(shape, false), "");
}

TEST(NumericsWgmma, descriptors) {
  MatrixDescriptor descriptor;
  ASSERT_EQ(decodeDescriptor(0x4000004000010040, descriptor), "");
  EXPECT_EQ(descriptor.start, 0x400u);
  EXPECT_EQ(descriptor.leadingOffset, 16u);
  EXPECT_EQ(descriptor.strideOffset, 1024u);
  EXPECT_EQ(descriptor.swizzle, Swizzle::B128);
  ASSERT_EQ(decodeDescriptor(uint64_t(3) << 62, descriptor), "");
  EXPECT_EQ(descriptor.swizzle, Swizzle::B32);
  EXPECT_EQ(decodeDescriptor(1 << 14, descriptor),
            "bit 14 of the matrix descriptor is set, but has no meaning");
  EXPECT_NE(decodeDescriptor(uint64_t(2) << 49, descriptor), "");
}
