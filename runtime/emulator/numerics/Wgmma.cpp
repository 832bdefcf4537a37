//===- Wgmma.cpp - wgmma.mma_async and its descriptors --------------------===//
//
// Operands become dense matrices of double chunk by chunk; the product is that
// of MatrixMath.
//
//===----------------------------------------------------------------------===//

#include "runtime/emulator/numerics/Wgmma.h"

#include "runtime/emulator/numerics/Floats.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tqc::numerics {

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

static constexpr uint64_t kAddressField = 0x3fff;
/// The codes of bits 62-63, in the order of Swizzle.
static constexpr uint64_t kSwizzleCodes[] = {0, 3, 2, 1};

std::string decodeDescriptor(uint64_t bits, MatrixDescriptor &descriptor) {
  constexpr uint64_t kUsed = kAddressField | kAddressField << 16 |
                             kAddressField << 32 | uint64_t(7) << 49 |
                             uint64_t(3) << 62;
  if (bits & ~kUsed)
    return "bit " + std::to_string(__builtin_ctzll(bits & ~kUsed)) +
           " of the matrix descriptor is set, but has no meaning";
  if (bits >> 49 & 7)
    return "the matrix descriptor has base offset " +
           std::to_string(bits >> 49 & 7) +
           "; only patterns that start on a multiple of 8 rows are supported";
  descriptor.start = uint32_t(bits & kAddressField) << 4;
  descriptor.leadingOffset = uint32_t(bits >> 16 & kAddressField) << 4;
  descriptor.strideOffset = uint32_t(bits >> 32 & kAddressField) << 4;
  for (unsigned i = 0; i < 4; ++i)
    if (kSwizzleCodes[i] == bits >> 62)
      descriptor.swizzle = Swizzle(i);
  return "";
}

uint64_t encodeDescriptor(const MatrixDescriptor &descriptor) {
  return uint64_t(descriptor.start >> 4 & kAddressField) |
         uint64_t(descriptor.leadingOffset >> 4 & kAddressField) << 16 |
         uint64_t(descriptor.strideOffset >> 4 & kAddressField) << 32 |
         kSwizzleCodes[unsigned(descriptor.swizzle)] << 62;
}

/// K contiguous: groups of 8 rows, 16 or W bytes apart inside a group.
static uint32_t kMajorAddress(const MatrixDescriptor &d, uint32_t row,
                              uint32_t chunk) {
  uint32_t group = row / 8 * d.strideOffset;
  if (d.swizzle == Swizzle::None)
    return d.start + group + row % 8 * 16 + chunk * d.leadingOffset;
  return d.start + group + row % 8 * swizzleSpan(d.swizzle) + chunk * 16;
}

/// M or N contiguous, chunks of 8 elements: rows of one k, 16 or W bytes long,
/// in groups of 8.
static uint32_t mnMajorAddress(const MatrixDescriptor &d, uint32_t chunk,
                               uint32_t k) {
  if (d.swizzle == Swizzle::None)
    return d.start + chunk * d.strideOffset + k / 8 * d.leadingOffset +
           k % 8 * 16;
  uint32_t span = swizzleSpan(d.swizzle), perPanel = span / 16;
  return d.start + chunk / perPanel * d.leadingOffset + k / 8 * d.strideOffset +
         k % 8 * span + chunk % perPanel * 16;
}

std::vector<OperandChunk> operandChunks(const MatrixDescriptor &descriptor,
                                        const OperandShape &shape) {
  std::vector<OperandChunk> chunks;
  chunks.reserve(size_t(shape.count) * 2);
  int end = shape.first + shape.count;
  auto add = [&](uint32_t address, int major, int k) {
    // Addresses have 18 bits, as the start field says.
    chunks.push_back(
        {swizzled(address & 0x3ffff, descriptor.swizzle), major, k});
  };
  if (shape.transposed) {
    for (int k = 0; k < 16; ++k)
      for (int major = shape.first; major < end; major += 8)
        add(mnMajorAddress(descriptor, uint32_t(major) / 8, uint32_t(k)), major,
            k);
    return chunks;
  }
  int perChunk = 128 / matrixTypeBits(shape.type);
  for (int major = shape.first; major < end; ++major)
    for (int chunk = 0; chunk < 2; ++chunk)
      add(kMajorAddress(descriptor, uint32_t(major), uint32_t(chunk)), major,
          chunk * perChunk);
  return chunks;
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

static bool isByteFloat(MatrixType type) {
  return type == MatrixType::E4m3 || type == MatrixType::E5m2;
}

static bool isByteInteger(MatrixType type) {
  return type == MatrixType::S8 || type == MatrixType::U8;
}

static bool typesExist(const WgmmaShape &shape) {
  bool toFloat = shape.d == MatrixType::F32;
  bool toHalf = toFloat || shape.d == MatrixType::F16;
  switch (shape.a) {
  case MatrixType::F16:
    return shape.b == shape.a && toHalf;
  case MatrixType::Bf16:
  case MatrixType::Tf32:
    return shape.b == shape.a && toFloat;
  case MatrixType::E4m3:
  case MatrixType::E5m2:
    return isByteFloat(shape.b) && toHalf;
  case MatrixType::S8:
  case MatrixType::U8:
    return isByteInteger(shape.b) && shape.d == MatrixType::S32;
  default:
    return false;
  }
}

std::string checkWgmma(const WgmmaShape &shape, bool registersOfA) {
  if (!typesExist(shape))
    return "wgmma does not have these types";
  bool integer = isByteInteger(shape.a);
  // Integers go in steps of 16 beyond n32 (24 is the one odd step below).
  bool step = integer ? shape.n % 16 == 0 || shape.n == 8 || shape.n == 24
                      : shape.n % 8 == 0;
  if (!step || shape.n < 8 || shape.n > 256)
    return "wgmma does not have n" + std::to_string(shape.n) + " for this type";
  bool wide = matrixTypeBits(shape.a) == 16;
  if ((shape.transposeA || shape.transposeB) && !wide)
    return "only .f16 and .bf16 operands can be transposed";
  if (shape.transposeA && registersOfA)
    return "A in registers cannot be transposed";
  if ((shape.negateA || shape.negateB) && integer)
    return "integer operands cannot be negated";
  if (shape.saturate && !integer)
    return ".satfinite is for integers";
  return "";
}

int wgmmaRegisters(const WgmmaShape &shape) {
  return shape.n / (shape.d == MatrixType::F16 ? 4 : 2);
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

namespace {
/// Where an operand's element (major, k) goes in its dense matrix.
struct Target {
  double *values;
  int strideMajor, strideK;
  bool negate;
};
} // namespace

static bool loadOperand(const OperandShape &shape,
                        const MatrixDescriptor &descriptor,
                        SharedReader &shared, Target target) {
  int elements = 128 / matrixTypeBits(shape.type);
  int step = shape.transposed ? target.strideMajor : target.strideK;
  double sign = target.negate ? -1 : 1;
  for (const OperandChunk &chunk : operandChunks(descriptor, shape)) {
    uint8_t bytes[16];
    double values[16];
    if (!shared.read(chunk.address, bytes))
      return false;
    decodeChunk(shape.type, bytes, values);
    double *place = target.values +
                    (chunk.major - shape.first) * target.strideMajor +
                    chunk.k * target.strideK;
    for (int i = 0; i < elements; ++i)
      place[i * step] = values[i] * sign;
  }
  return true;
}

bool loadOperandA(const WgmmaShape &shape, const MatrixDescriptor &descriptor,
                  int warpInGroup, SharedReader &shared, double *a) {
  OperandShape part = {kRowsPerWarp, shape.a, shape.transposeA,
                       kRowsPerWarp * warpInGroup};
  return loadOperand(part, descriptor, shared,
                     {a, shape.depth(), 1, shape.negateA});
}

bool loadOperandB(const WgmmaShape &shape, const MatrixDescriptor &descriptor,
                  SharedReader &shared, double *b) {
  return loadOperand({shape.n, shape.b, shape.transposeB}, descriptor, shared,
                     {b, 1, shape.n, shape.negateB});
}

void loadOperandA(const WgmmaShape &shape, ConstWarpRegisters registers,
                  double *a) {
  int packed = 32 / matrixTypeBits(shape.a), depth = shape.depth();
  double sign = shape.negateA ? -1 : 1;
  for (int r = 0; r < 4; ++r)
    for (int lane = 0; lane < kLanes; ++lane) {
      int row = lane / 4 + 8 * (r % 2);
      int k = (lane % 4 + 4 * (r / 2)) * packed;
      for (int i = 0; i < packed; ++i)
        a[row * depth + k + i] =
            matrixElement(shape.a, registers[r][lane], i) * sign;
    }
}

//===----------------------------------------------------------------------===//
// Sums in registers
//===----------------------------------------------------------------------===//

/// The element of a warp's 16 rows of D that a lane holds at `index`.
static int accumulatorPlace(int n, int lane, int index) {
  int row = lane / 4 + 8 * (index / 2 % 2);
  return row * n + 8 * (index / 4) + 2 * (lane % 4) + index % 2;
}

static void takeSums(const WgmmaShape &shape, ConstWarpRegisters d,
                     double *sums) {
  int packed = shape.d == MatrixType::F16 ? 2 : 1;
  for (int index = 0; index < shape.n / 2; ++index)
    for (int lane = 0; lane < kLanes; ++lane)
      sums[accumulatorPlace(shape.n, lane, index)] =
          matrixElement(shape.d, d[index / packed][lane], index % packed);
}

static void giveSums(const WgmmaShape &shape, WarpRegisters d,
                     const double *sums) {
  bool half = shape.d == MatrixType::F16;
  for (int index = 0; index < shape.n / 2; ++index)
    for (int lane = 0; lane < kLanes; ++lane) {
      uint32_t &target = d[half ? index / 2 : index][lane];
      uint32_t result =
          matrixResult(shape.d, sums[accumulatorPlace(shape.n, lane, index)],
                       shape.saturate);
      target = half && index % 2 == 1 ? target | result << 16 : result;
    }
}

/// Calls `step(r, lane, pair)` for the f32 accumulators of registers r and r +
/// 1 of a lane, which are neighbours in a row of the sums.
template <typename Sums, typename Step>
static void forEachPair(int n, Sums *sums, Step step) {
  for (int tile = 0; tile < n / 8; ++tile)
    for (int half = 0; half < 2; ++half) {
      int even = 4 * tile + 2 * half;
      for (int lane = 0; lane < kLanes; ++lane)
        step(even, lane,
             sums + (8 * half + lane / 4) * n + 8 * tile + 2 * (lane % 4));
    }
}

static void takeFloats(int n, ConstWarpRegisters d, double *sums) {
  forEachPair(n, sums, [&](int even, int lane, double *pair) {
    pair[0] = double(floatOf(d[even][lane]));
    pair[1] = double(floatOf(d[even + 1][lane]));
  });
}

static void giveFloats(int n, WarpRegisters d, const double *sums) {
  forEachPair(n, sums, [&](int even, int lane, const double *pair) {
    d[even][lane] = bitsOf(canonicalF32(float(pair[0])));
    d[even + 1][lane] = bitsOf(canonicalF32(float(pair[1])));
  });
}

//===----------------------------------------------------------------------===//
// Sums of fp8
//===----------------------------------------------------------------------===//
//
// Hopper adds products of fp8 up in few bits. A sum and the 32 products that
// come to it are aligned at the greatest exponent among them (that of a product
// is the sum of its factors', whatever its mantissa), cut off 13 places behind
// the point, and added; of the result 13 places stay. So an H200 does, bit for
// bit, for 120,000 sums (docs/results/2026-11-23-sums).

static constexpr int kPlaces = 13;

static bool isFp8(MatrixType type) {
  return type == MatrixType::E4m3 || type == MatrixType::E5m2;
}

/// Of factors; what is subnormal has the exponent of the smallest normal one.
static std::vector<int> exponentsOf(MatrixType type, const double *values,
                                    int count) {
  int least = type == MatrixType::E4m3 ? -6 : -14;
  std::vector<int> exponents(count, 0);
  for (int i = 0; i < count; ++i)
    if (values[i] != 0 && std::isfinite(values[i]))
      exponents[i] = std::max(std::ilogb(values[i]), least);
  return exponents;
}

/// What stays of a whole number: its first 1 + kPlaces bits.
static int64_t cutToPlaces(int64_t value) {
  int64_t size = value < 0 ? -value : value;
  int drop =
      std::max(64 - __builtin_clzll(uint64_t(size | 1)) - 1 - kPlaces, 0);
  size = size >> drop << drop;
  return value < 0 ? -size : size;
}

namespace {
/// The factors of one sum.
struct Terms {
  const double *a, *b;
  const int *exponentA, *exponentB;
  int stepB, depth;
};
} // namespace

static double addCut(double sum, const Terms &terms) {
  constexpr int kNone = -100000;
  int greatest = sum == 0 ? kNone : std::ilogb(sum);
  double plain = sum;
  for (int k = 0; k < terms.depth; ++k) {
    double product = terms.a[k] * terms.b[k * terms.stepB];
    plain += product;
    if (product != 0)
      greatest = std::max(greatest, terms.exponentA[k] +
                                        terms.exponentB[k * terms.stepB]);
  }
  if (!std::isfinite(plain) || greatest == kNone)
    return plain;
  double scale = std::ldexp(1.0, kPlaces - greatest);
  auto total = int64_t(sum * scale);
  for (int k = 0; k < terms.depth; ++k)
    total += int64_t(terms.a[k] * terms.b[k * terms.stepB] * scale);
  return double(cutToPlaces(total)) / scale;
}

static void multiplyAddFp8(const WgmmaShape &shape, double *sums,
                           const double *a, const double *b) {
  int n = shape.n, depth = shape.depth();
  std::vector<int> ofA = exponentsOf(shape.a, a, kRowsPerWarp * depth);
  std::vector<int> ofB = exponentsOf(shape.b, b, depth * n);
  for (int row = 0; row < kRowsPerWarp; ++row)
    for (int column = 0; column < n; ++column) {
      double &sum = sums[row * n + column];
      sum = addCut(sum, {a + row * depth, b + column, ofA.data() + row * depth,
                         ofB.data() + column, n, depth});
    }
}

//===----------------------------------------------------------------------===//
// The product
//===----------------------------------------------------------------------===//

void wgmma(const WgmmaShape &shape, WarpRegisters d, const double *a,
           const double *b) {
  double sums[kRowsPerWarp * 256];
  bool floats = shape.d == MatrixType::F32;
  if (!shape.scaleD)
    std::fill(sums, sums + kRowsPerWarp * shape.n, 0.0);
  else if (floats)
    takeFloats(shape.n, d, sums);
  else
    takeSums(shape, d, sums);
  if (floats && isFp8(shape.a))
    multiplyAddFp8(shape, sums, a, b);
  else
    multiplyAdd(kRowsPerWarp, shape.n, shape.depth(), sums, a, b);
  if (floats)
    giveFloats(shape.n, d, sums);
  else
    giveSums(shape, d, sums);
}

} // namespace tqc::numerics
