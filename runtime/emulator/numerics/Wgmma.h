//===- Wgmma.h - wgmma.mma_async and its descriptors ------------*- C++ -*-===//
//
// What does a warpgroup's matrix instruction read from shared memory, and what
// does it leave in the registers of its four warps?
//
//     MatrixDescriptor b;
//     std::string error = decodeDescriptor(bits, b);
//     for (OperandChunk chunk : operandChunks(b, {256, MatrixType::Bf16}))
//       ... // 16 bytes at chunk.address are elements of B
//
// Sums round as MatrixMath.h says: exact products, added to D in double in the
// order of k, rounded to the type of D once an instruction. (The hardware adds
// fp8 products in about 14 bits; that is not modelled.)
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_NUMERICS_WGMMA_H
#define TQC_RUNTIME_EMULATOR_NUMERICS_WGMMA_H

#include "runtime/emulator/numerics/MatrixMath.h"
#include "runtime/emulator/numerics/TensorMap.h"

namespace tqc::numerics {

/// The fields of a 64-bit shared-memory matrix descriptor, in bytes.
struct MatrixDescriptor {
  uint32_t start = 0;              ///< bits 0-13, shifted left by 4
  uint32_t leadingOffset = 0;      ///< bits 16-29, shifted left by 4
  uint32_t strideOffset = 0;       ///< bits 32-45, shifted left by 4
  Swizzle swizzle = Swizzle::None; ///< bits 62-63: 0 none, 1 128B, 2 64B, 3 32B
};

/// Says what is wrong with the bits: an unused bit that is set, a base offset
/// (bits 49-51; patterns must start on a multiple of 8 rows). Empty if nothing.
std::string decodeDescriptor(uint64_t bits, MatrixDescriptor &descriptor);
uint64_t encodeDescriptor(const MatrixDescriptor &descriptor);

/// An operand, or a part of it: `count` rows of A or columns of B from `first`
/// on, 32 bytes each along k. Both are multiples of 8.
struct OperandShape {
  int count = 64;
  MatrixType type = MatrixType::F16;
  bool transposed = false; ///< M or N is contiguous instead of K; 16 bits only
  int first = 0;
};

/// 16 bytes of an operand that are contiguous in shared memory: elements
/// (major, k...) or, if transposed, (major..., k).
struct OperandChunk {
  uint32_t address = 0;
  int major = 0, k = 0;
};

/// Every chunk of an operand, each once, at its swizzled address.
std::vector<OperandChunk> operandChunks(const MatrixDescriptor &descriptor,
                                        const OperandShape &shape);

/// wgmma.mma_async.m64n<n>k<k>; k follows from the type: 32 bytes.
struct WgmmaShape {
  int n = 64;
  MatrixType a = MatrixType::F16, b = MatrixType::F16, d = MatrixType::F32;
  bool transposeA = false, transposeB = false;
  bool negateA = false, negateB = false;
  bool scaleD = true;    ///< false: D = A * B
  bool saturate = false; ///< .satfinite of integers

  int depth() const { return 256 / matrixTypeBits(a); }
};

/// Says why PTX has no such instruction; empty if it has.
std::string checkWgmma(const WgmmaShape &shape, bool registersOfA);

/// b32 registers of D a thread: n / 2, half of that for f16.
int wgmmaRegisters(const WgmmaShape &shape);

/// Reads 16 bytes of shared memory; false if they are not there.
class SharedReader {
public:
  virtual ~SharedReader() = default;
  virtual bool read(uint32_t address, uint8_t *bytes) = 0;
};

/// Rows of A, and of D, that one of the four warps holds.
inline constexpr int kRowsPerWarp = 16;

/// One warp's rows of A as a dense matrix of values, [16][k], from shared
/// memory; false if a chunk could not be read.
bool loadOperandA(const WgmmaShape &shape, const MatrixDescriptor &descriptor,
                  int warpInGroup, SharedReader &shared, double *a);
/// The same from the warp's four registers.
void loadOperandA(const WgmmaShape &shape, ConstWarpRegisters registers,
                  double *a);
/// B as a dense matrix of values, [k][n].
bool loadOperandB(const WgmmaShape &shape, const MatrixDescriptor &descriptor,
                  SharedReader &shared, double *b);

/// D = A * B (+ D) for one warp's rows, registers in place.
void wgmma(const WgmmaShape &shape, WarpRegisters d, const double *a,
           const double *b);

} // namespace tqc::numerics

#endif // TQC_RUNTIME_EMULATOR_NUMERICS_WGMMA_H
