//===- Numbers.h - What the bits of an element mean -------------*- C++ -*-===//
//
// Every number that a tile can hold, to the bit:
//
//     Number half = *Number::of(builder.getF16Type());
//     half.decode(0x3c00) == 1.0;
//     half.encode(65520.0) == 0x7c00;      // infinity: ties to even
//
// Integers and addresses are kept zero-extended in 64 bits. Floats of up to 32
// bits compute in double and are rounded once: with 53 bits that gives what
// IEEE 754 demands for + - * / and sqrt of numbers of at most 25 bits. The
// emulator's arithmetic is another one, on purpose: the two check each other.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_INTERPRETER_NUMBERS_H
#define TQC_COMPILER_INTERPRETER_NUMBERS_H

#include "mlir/IR/Types.h"

#include <cstdint>
#include <optional>

namespace tqc::tile {

/// What to do with digits that do not fit.
enum class Rounding : uint8_t { NearestEven, TowardZero };

/// An element type.
struct Number {
  enum Kind : uint8_t { Integer, Float, Pointer } kind = Integer;
  unsigned width = 1; ///< bits
  // Of a float:
  int fraction = 0;        ///< bits of the fraction
  int bias = 0;            ///< of the exponent
  bool hasInfinity = true; ///< e4m3 has one NaN of each sign, no infinity

  /// The number that an MLIR element type stands for; nothing for types that
  /// tiles do not have.
  static std::optional<Number> of(mlir::Type element);
  static Number integer(unsigned width) { return {Integer, width}; }
  static Number float64() { return {Float, 64, 52, 1023}; }

  bool isFloat() const { return kind == Float; }
  bool operator==(const Number &other) const {
    return kind == other.kind && width == other.width &&
           fraction == other.fraction;
  }
  unsigned bytes() const { return (width + 7) / 8; }
  uint64_t mask() const {
    return width == 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
  }

  /// An integer's value.
  int64_t asSigned(uint64_t bits) const {
    unsigned unused = 64 - width;
    return static_cast<int64_t>(bits << unused) >> unused;
  }
  uint64_t cut(uint64_t bits) const { return bits & mask(); }

  /// A float's value; a double has all of them.
  double decode(uint64_t bits) const;
  /// The float next to `value`. What is too large becomes infinity; in 8 bits,
  /// and where it is cut off, the largest finite number.
  uint64_t encode(double value,
                  Rounding rounding = Rounding::NearestEven) const;

  /// 2^-11 for f16: the most that rounding changes, relative to the result.
  double roundoff() const;
  /// The smallest normal number.
  double smallestNormal() const;
  double largest() const;
};

/// a + b, rounded to odd: rounded again to at most 51 bits, it is as if the
/// exact sum had been rounded once.
double sumToOdd(double a, double b);

/// The float next to `value` with 10 bits of fraction, ties away from zero.
double roundToTf32(double value);

/// The least power of two that `value` is a multiple of; infinite for zero.
double lastPlace(double value);

} // namespace tqc::tile

#endif // TQC_COMPILER_INTERPRETER_NUMBERS_H
