//===- MatrixMath.cpp - mma.sync, ldmatrix and stmatrix -------------------===//
//
// All mma shapes share one layout rule: a register of A holds 32 bits of one
// row (row lane / 4, plus 8 for odd registers), 32-bit unit lane % 4 + 4 * (r /
// 2) along k; B is the same with columns for rows. So fragments are decoded to
// dense matrices of double, multiplied, and encoded again.
//
//===----------------------------------------------------------------------===//

#include "runtime/emulator/numerics/MatrixMath.h"

#include "runtime/emulator/numerics/Floats.h"

#include <initializer_list>

namespace tqc::numerics {

namespace {
struct TypeFacts {
  std::string_view text;
  int bits;
  bool isInteger;
};
} // namespace

static const TypeFacts kTypes[] = {
#define MATRIX_TYPE(Name, Text, Bits, IsInteger) {Text, Bits, IsInteger},
#include "runtime/emulator/numerics/MatrixTypes.def"
};

std::optional<MatrixType> matrixType(std::string_view suffix) {
  for (size_t i = 0; i < sizeof kTypes / sizeof *kTypes; ++i)
    if (kTypes[i].text == suffix)
      return MatrixType(i);
  return std::nullopt;
}

int matrixTypeBits(MatrixType type) { return kTypes[size_t(type)].bits; }

bool isIntegerMatrixType(MatrixType type) {
  return kTypes[size_t(type)].isInteger;
}

/// halfToFloat without calls or branches, so that loops over it vectorise. A
/// NaN may keep its payload: sums make it canonical.
static inline float halfValue(uint32_t half) {
  // Shifted into place, the exponent is too small by 112.
  float value = floatOf((half & 0x7fff) << 13) * 0x1p112f;
  uint32_t special = (half & 0x7c00) == 0x7c00 ? 0x7f800000 : 0;
  return floatOf(bitsOf(value) | special | (half & 0x8000) << 16);
}

double matrixElement(MatrixType type, uint32_t bits, int index) {
  int width = matrixTypeBits(type);
  uint32_t raw = width == 32 ? bits : bits >> (width * index);
  switch (type) {
  case MatrixType::F16:
    return halfValue(raw);
  case MatrixType::Bf16:
    return bf16ToFloat(uint16_t(raw));
  case MatrixType::Tf32:
    return truncateToTf32(floatOf(raw));
  case MatrixType::E4m3:
    return e4m3ToFloat(uint8_t(raw));
  case MatrixType::E5m2:
    return e5m2ToFloat(uint8_t(raw));
  case MatrixType::F32:
    return floatOf(raw);
  case MatrixType::S8:
    return int8_t(raw);
  case MatrixType::U8:
    return uint8_t(raw);
  case MatrixType::S4:
    return int8_t(raw << 4) / 16;
  case MatrixType::U4:
    return raw & 15;
  case MatrixType::B1:
    return raw & 1;
  case MatrixType::S32:
    return int32_t(raw);
  case MatrixType::F64:
    break;
  }
  return 0;
}

void decodeChunk(MatrixType type, const uint8_t *bytes, double *values) {
  uint32_t words[4];
  memcpy(words, bytes, sizeof words);
  // The two types that fill real kernels, without a switch an element.
  if (type == MatrixType::Bf16) {
    for (int i = 0; i < 4; ++i) {
      values[2 * i] = floatOf(words[i] << 16);
      values[2 * i + 1] = floatOf(words[i] & 0xffff0000);
    }
    return;
  }
  if (type == MatrixType::F16) {
    for (int i = 0; i < 4; ++i) {
      values[2 * i] = halfValue(words[i] & 0xffff);
      values[2 * i + 1] = halfValue(words[i] >> 16);
    }
    return;
  }
  int packed = 32 / matrixTypeBits(type);
  for (int i = 0; i < 4 * packed; ++i)
    values[i] = matrixElement(type, words[i / packed], i % packed);
}

uint32_t matrixResult(MatrixType type, double sum, bool saturate) {
  if (type == MatrixType::F32)
    return bitsOf(canonicalF32(float(sum)));
  if (type == MatrixType::F16)
    return sum == sum ? doubleToHalf(sum) : 0x7fff;
  auto whole = int64_t(sum);
  if (saturate)
    whole = whole > INT32_MAX   ? INT32_MAX
            : whole < INT32_MIN ? INT32_MIN
                                : whole;
  return uint32_t(whole);
}

//===----------------------------------------------------------------------===//
// The product of dense matrices
//===----------------------------------------------------------------------===//

/// Eight columns of `Rows` rows stay in registers while k runs. Products are
/// exact in double, so that a fused step gives what two steps give.
template <bool Fused, int Rows>
static inline __attribute__((always_inline)) void
multiplyAddBlock(int n, int k, double *sums, const double *a, const double *b) {
  constexpr int kColumns = 8;
  double sum[Rows][kColumns];
  for (int row = 0; row < Rows; ++row)
    for (int i = 0; i < kColumns; ++i)
      sum[row][i] = sums[row * n + i];
  for (int step = 0; step < k; ++step)
    for (int row = 0; row < Rows; ++row) {
      double factor = a[row * k + step];
      for (int i = 0; i < kColumns; ++i)
        sum[row][i] = Fused
                          ? __builtin_fma(factor, b[step * n + i], sum[row][i])
                          : sum[row][i] + factor * b[step * n + i];
    }
  for (int row = 0; row < Rows; ++row)
    for (int i = 0; i < kColumns; ++i)
      sums[row * n + i] = sum[row][i];
}

template <bool Fused>
static inline __attribute__((always_inline)) void
multiplyAddLoop(int m, int n, int k, double *sums, const double *a,
                const double *b) {
  for (int column = 0; column < n; column += 8)
    for (int row = 0; row < m; row += 4)
      multiplyAddBlock<Fused, 4>(n, k, sums + row * n + column, a + row * k,
                                 b + column);
}

#if defined(__x86_64__)
__attribute__((target("avx2,fma"))) static void
multiplyAddAvx2(int m, int n, int k, double *sums, const double *a,
                const double *b) {
  multiplyAddLoop<true>(m, n, k, sums, a, b);
}

static const bool kHasAvx2 =
    __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#endif

void multiplyAdd(int m, int n, int k, double *sums, const double *a,
                 const double *b) {
#if defined(__x86_64__)
  if (kHasAvx2)
    return multiplyAddAvx2(m, n, k, sums, a, b);
#endif
  multiplyAddLoop<false>(m, n, k, sums, a, b);
}

//===----------------------------------------------------------------------===//
// mma.sync
//===----------------------------------------------------------------------===//

static bool isOneOf(int value, std::initializer_list<int> values) {
  for (int candidate : values)
    if (value == candidate)
      return true;
  return false;
}

/// The values of k that m16n8 has for elements of a type.
static bool hasDepth(MatrixType type, int k) {
  switch (type) {
  case MatrixType::F16:
  case MatrixType::Bf16:
    return isOneOf(k, {8, 16});
  case MatrixType::Tf32:
    return isOneOf(k, {4, 8});
  case MatrixType::F64:
    return isOneOf(k, {4, 8, 16});
  case MatrixType::E4m3:
  case MatrixType::E5m2:
  case MatrixType::S8:
  case MatrixType::U8:
    return isOneOf(k, {16, 32});
  case MatrixType::S4:
  case MatrixType::U4:
    return isOneOf(k, {32, 64});
  case MatrixType::B1:
    return isOneOf(k, {128, 256});
  case MatrixType::F32:
  case MatrixType::S32:
    return false;
  }
  return false;
}

/// m8n8 exists with one register of A.
static bool hasSmallShape(MatrixType type, int k) {
  if (type == MatrixType::F64)
    return k == 4;
  return isIntegerMatrixType(type) && k * matrixTypeBits(type) == 128;
}

static bool isFp8(MatrixType type) {
  return type == MatrixType::E4m3 || type == MatrixType::E5m2;
}

static bool compatible(MatrixType a, MatrixType b) {
  if (isFp8(a))
    return isFp8(b);
  if (a == MatrixType::B1 || !isIntegerMatrixType(a))
    return a == b;
  return isIntegerMatrixType(b) && matrixTypeBits(a) == matrixTypeBits(b);
}

static bool hasAccumulator(MatrixType a, MatrixType c) {
  if (isIntegerMatrixType(a))
    return c == MatrixType::S32;
  if (a == MatrixType::F64)
    return c == MatrixType::F64;
  if (c == MatrixType::F16)
    return a == MatrixType::F16 || isFp8(a);
  return c == MatrixType::F32;
}

std::string checkMma(const MmaShape &shape) {
  bool small = shape.m == 8 && shape.n == 8;
  if (small && shape.k == 4 && shape.a == MatrixType::F16)
    return "mma.m8n8k4 of f16 is not supported";
  bool exists =
      small ? hasSmallShape(shape.a, shape.k)
            : shape.m == 16 && shape.n == 8 && hasDepth(shape.a, shape.k);
  if (!exists)
    return "there is no such shape for ." +
           std::string(kTypes[size_t(shape.a)].text);
  if (!compatible(shape.a, shape.b))
    return "the types of A and B do not go together";
  if (!hasAccumulator(shape.a, shape.c) || !hasAccumulator(shape.a, shape.d))
    return "the accumulator type does not go with A and B";
  if ((shape.a == MatrixType::B1) != (shape.bits != BitOperation::None))
    return ".b1 needs .xor.popc or .and.popc, and only .b1 has it";
  return "";
}

static int accumulatorRegisters(const MmaShape &shape, MatrixType type) {
  return shape.m / 4 / (type == MatrixType::F16 ? 2 : 1);
}

MmaRegisters mmaRegisters(const MmaShape &shape) {
  // 4 lanes share a row (column) of k elements.
  int unit = shape.a == MatrixType::F64 ? 64 : 32;
  int along = shape.k * matrixTypeBits(shape.a) / (4 * unit);
  return {along * shape.m / 8, along, accumulatorRegisters(shape, shape.c),
          accumulatorRegisters(shape, shape.d)};
}

static constexpr int kMaxM = 16, kMaxN = 8, kMaxK = 256;

/// Element `index` of a register of each lane, without a switch a lane for the
/// types that fill real kernels.
static void decodeRegister(MatrixType type, const uint32_t *source, int index,
                           double *values) {
  if (type == MatrixType::F16)
    for (int lane = 0; lane < kLanes; ++lane)
      values[lane] = halfValue(source[lane] >> (16 * index) & 0xffff);
  else if (type == MatrixType::Bf16)
    for (int lane = 0; lane < kLanes; ++lane)
      values[lane] = floatOf(source[lane] >> (16 * index) << 16);
  else if (type == MatrixType::F32)
    for (int lane = 0; lane < kLanes; ++lane)
      values[lane] = floatOf(source[lane]);
  else
    for (int lane = 0; lane < kLanes; ++lane)
      values[lane] = matrixElement(type, source[lane], index);
}

/// Decodes A (rows of k) or B (columns of k); `strideMajor` steps from row to
/// row or column to column, `strideK` along k.
static void decodeFragment(MatrixType type, int registers, int rowsPerLane,
                           ConstWarpRegisters source, double *target,
                           int strideMajor, int strideK) {
  int packed = 32 / matrixTypeBits(type);
  double values[kLanes];
  for (int r = 0; r < registers; ++r)
    for (int i = 0; i < packed; ++i) {
      decodeRegister(type, source[r], i, values);
      double *at = target + 8 * (r % rowsPerLane) * strideMajor +
                   (4 * (r / rowsPerLane) * packed + i) * strideK;
      for (int lane = 0; lane < kLanes; ++lane)
        at[lane / 4 * strideMajor + lane % 4 * packed * strideK] = values[lane];
    }
}

/// The element of C and D that a lane holds at `index` of its own.
static int accumulatorPlace(int lane, int index) {
  return (lane / 4 + 8 * (index / 2)) * kMaxN + 2 * (lane % 4) + index % 2;
}

/// b1: with bits as +1 and -1, popc(a ^ b) is (k - dot) / 2.
static void finishXor(const MmaShape &shape, double *sums, const double *dots) {
  for (int i = 0; i < shape.m * shape.n; ++i)
    sums[i] += (shape.k - dots[i]) / 2;
}

void mmaSync(const MmaShape &shape, WarpRegisters d, ConstWarpRegisters a,
             ConstWarpRegisters b, ConstWarpRegisters c) {
  double matrixA[kMaxM * kMaxK], matrixB[kMaxK * kMaxN];
  double sums[kMaxM * kMaxN];
  MmaRegisters counts = mmaRegisters(shape);
  decodeFragment(shape.a, counts.a, shape.m / 8, a, matrixA, shape.k, 1);
  decodeFragment(shape.b, counts.b, 1, b, matrixB, 1, shape.n);
  int elements = shape.m / 4, packedC = shape.c == MatrixType::F16 ? 2 : 1;
  for (int index = 0; index < elements; ++index) {
    double values[kLanes];
    decodeRegister(shape.c, c[index / packedC], index % packedC, values);
    for (int lane = 0; lane < kLanes; ++lane)
      sums[accumulatorPlace(lane, index)] = values[lane];
  }
  if (shape.bits == BitOperation::Xor) {
    double dots[kMaxM * kMaxN] = {};
    for (int i = 0; i < shape.m * shape.k; ++i)
      matrixA[i] = 1 - 2 * matrixA[i];
    for (int i = 0; i < shape.k * shape.n; ++i)
      matrixB[i] = 1 - 2 * matrixB[i];
    multiplyAdd(shape.m, shape.n, shape.k, dots, matrixA, matrixB);
    finishXor(shape, sums, dots);
  } else {
    multiplyAdd(shape.m, shape.n, shape.k, sums, matrixA, matrixB);
  }
  for (int index = 0; index < elements; ++index)
    for (int lane = 0; lane < kLanes; ++lane) {
      uint32_t result = matrixResult(
          shape.d, sums[accumulatorPlace(lane, index)], shape.saturate);
      if (shape.d != MatrixType::F16)
        d[index][lane] = result;
      else if (index % 2 == 0)
        d[index / 2][lane] = result;
      else
        d[index / 2][lane] |= result << 16;
    }
}

void mmaSyncF64(const MmaShape &shape, WarpRegisters64 d,
                ConstWarpRegisters64 a, ConstWarpRegisters64 b,
                ConstWarpRegisters64 c) {
  double matrixA[kMaxM * 16], matrixB[16 * kMaxN], sums[kMaxM * kMaxN];
  MmaRegisters counts = mmaRegisters(shape);
  int rows = shape.m / 8;
  for (int lane = 0; lane < kLanes; ++lane) {
    for (int r = 0; r < counts.a; ++r)
      matrixA[(lane / 4 + 8 * (r % rows)) * shape.k + lane % 4 +
              4 * (r / rows)] = doubleOf(a[r][lane]);
    for (int r = 0; r < counts.b; ++r)
      matrixB[(lane % 4 + 4 * r) * kMaxN + lane / 4] = doubleOf(b[r][lane]);
    for (int r = 0; r < counts.c; ++r)
      sums[accumulatorPlace(lane, r)] = doubleOf(c[r][lane]);
  }
  for (int row = 0; row < shape.m; ++row)
    for (int column = 0; column < shape.n; ++column)
      for (int k = 0; k < shape.k; ++k) {
        double &sum = sums[row * kMaxN + column];
        sum = fmaF64(matrixA[row * shape.k + k], matrixB[k * kMaxN + column],
                     sum, Rounding::NearestEven);
      }
  for (int lane = 0; lane < kLanes; ++lane)
    for (int r = 0; r < counts.d; ++r)
      d[r][lane] = bitsOf(sums[accumulatorPlace(lane, r)]);
}

//===----------------------------------------------------------------------===//
// ldmatrix and stmatrix
//===----------------------------------------------------------------------===//

/// The row of the matrices and the column that a lane's half-word of matrix
/// `matrix` holds: two neighbours along a row or, transposed, along a column.
static uint16_t &lanePart(MatrixRows rows, int matrix, int lane, int half,
                          bool transpose) {
  int major = lane / 4, minor = 2 * (lane % 4) + half;
  return transpose ? rows[8 * matrix + minor][major]
                   : rows[8 * matrix + major][minor];
}

void distributeMatrices(int count, bool transpose, WarpRegisters d,
                        MatrixRows rows) {
  for (int matrix = 0; matrix < count; ++matrix)
    for (int lane = 0; lane < kLanes; ++lane)
      d[matrix][lane] = uint32_t(lanePart(rows, matrix, lane, 0, transpose)) |
                        uint32_t(lanePart(rows, matrix, lane, 1, transpose))
                            << 16;
}

void collectMatrices(int count, bool transpose, MatrixRows rows,
                     ConstWarpRegisters a) {
  for (int matrix = 0; matrix < count; ++matrix)
    for (int lane = 0; lane < kLanes; ++lane)
      for (int half = 0; half < 2; ++half)
        lanePart(rows, matrix, lane, half, transpose) =
            uint16_t(a[matrix][lane] >> (16 * half));
}

} // namespace tqc::numerics
