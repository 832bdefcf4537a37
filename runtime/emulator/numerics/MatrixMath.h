//===- MatrixMath.h - mma.sync, ldmatrix and stmatrix -----------*- C++ -*-===//
//
// What does a warp's matrix instruction leave in its registers?
//
//     MmaShape shape = {16, 8, 16, MatrixType::F16, MatrixType::F16,
//                       MatrixType::F32};
//     mmaSync(shape, d, a, b, c); // register r of lane l is d[r][l]
//
// How sums round. The hardware aligns the products of an instruction, cuts them
// off some bits behind the greatest and adds them; where differs between chips
// and is not documented (an H200's: docs/results/2026-11-23-sums). Here
// products are exact, C and the products are added in double in the order of k,
// and the sum is rounded to the result's type once, to nearest even; only wgmma
// of fp8, which keeps few bits, is followed to the last (Wgmma.cpp). f64 adds
// by fma in the order of k. Integers are exact, and wrap or, with .satfinite,
// saturate. NaN results are canonical.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_NUMERICS_MATRIXMATH_H
#define TQC_RUNTIME_EMULATOR_NUMERICS_MATRIXMATH_H

#include "runtime/emulator/numerics/FloatLanes.h"

#include <optional>
#include <string>
#include <string_view>

namespace tqc::numerics {

enum class MatrixType : uint8_t {
#define MATRIX_TYPE(Name, Text, Bits, IsInteger) Name,
#include "runtime/emulator/numerics/MatrixTypes.def"
};

/// The type for a PTX suffix such as "bf16".
std::optional<MatrixType> matrixType(std::string_view suffix);
int matrixTypeBits(MatrixType type);
bool isIntegerMatrixType(MatrixType type);

/// Element `index` of a register that packs elements of `type`, as a value that
/// a double holds exactly. tf32 ignores its low 13 bits; b1 gives 0 or 1.
double matrixElement(MatrixType type, uint32_t bits, int index);

/// The elements of 16 bytes, in order: 128 / bits of them.
void decodeChunk(MatrixType type, const uint8_t *bytes, double *values);

/// Rounds a sum to an accumulator type: the bits of f32, f16 or s32.
uint32_t matrixResult(MatrixType type, double sum, bool saturate);

/// Registers of a warp, wherever they are: register r of lane l is
/// `registers[r][l]`.
using WarpRegisters = uint32_t *const *;
using ConstWarpRegisters = const uint32_t *const *;
using WarpRegisters64 = uint64_t *const *;
using ConstWarpRegisters64 = const uint64_t *const *;

enum class BitOperation : uint8_t { None, Xor, And };

/// mma.sync.m<m>n<n>k<k> with the same type for C and D.
struct MmaShape {
  int m = 16, n = 8, k = 16;
  MatrixType a = MatrixType::F16, b = MatrixType::F16, c = MatrixType::F32;
  bool saturate = false;                  ///< .satfinite of integers
  BitOperation bits = BitOperation::None; ///< .xor.popc or .and.popc of b1
  MatrixType d = c;
};

/// Says why PTX has no such instruction, or why it is not modelled; empty if it
/// is.
std::string checkMma(const MmaShape &shape);

/// How many b32 (f64: b64) registers a lane gives for A, B, C and D.
struct MmaRegisters {
  int a, b, c, d;
};
MmaRegisters mmaRegisters(const MmaShape &shape);

/// All types but f64. D may be C.
void mmaSync(const MmaShape &shape, WarpRegisters d, ConstWarpRegisters a,
             ConstWarpRegisters b, ConstWarpRegisters c);

/// m8n8k4 and m16n8k4, k8, k16 of f64.
void mmaSyncF64(const MmaShape &shape, WarpRegisters64 d,
                ConstWarpRegisters64 a, ConstWarpRegisters64 b,
                ConstWarpRegisters64 c);

/// Rows of ldmatrix and stmatrix: row i of matrix j is `rows[8 * j + i]`, whose
/// address lane 8 * j + i gives.
using MatrixRows = uint16_t (*)[8];

/// ldmatrix.m8n8.x<count>: rows to registers.
void distributeMatrices(int count, bool transpose, WarpRegisters d,
                        MatrixRows rows);
/// stmatrix.m8n8.x<count>: registers to rows.
void collectMatrices(int count, bool transpose, MatrixRows rows,
                     ConstWarpRegisters a);

/// sums[m][n] += sum over k of a[m][k] * b[k][n], in the order of k. All dense,
/// row by row; m is a multiple of 4, n of 8, and products
/// are exact in double.
void multiplyAdd(int m, int n, int k, double *sums, const double *a,
                 const double *b);

} // namespace tqc::numerics

#endif // TQC_RUNTIME_EMULATOR_NUMERICS_MATRIXMATH_H
