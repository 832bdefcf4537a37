//===- LevelCases.h - What every level is checked on ------------*- C++ -*-===//
//
// Which inputs does a level get, and what must it make of them?
//
//     for (const LevelCase &c : casesOf(2, CaseSet::Small))
//       c.name == "fp16-127x129x131", c.outType == DType::FP16, ...
//
// The tables of this file's .cpp are the one place where cases are written.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_REFERENCE_LEVELCASES_H
#define TQC_RUNTIME_REFERENCE_LEVELCASES_H

#include "runtime/device/HostTensor.h"

#include <string>
#include <string_view>
#include <vector>

namespace tqc {

/// How the values of an input are drawn.
enum class Fill : uint8_t {
  Normal,       ///< about the standard normal distribution
  Bytes,        ///< integers, uniform over [-127, 127]
  Large,        ///< rows around 1e4 and -1e4
  SomeMinusInf, ///< normal, one in five is -inf, never a whole row
  AllMinusInf,  ///< normal, but some whole rows are -inf
  Rising,       ///< normal, in eight steps of 30; rows end with one far above
  Uniform,      ///< each row one number, down to -1e10
  OneHuge,      ///< normal, but one element a row is 5e9
  // For queries and keys: channel 0 of a query is +-16 in turns, of a key a
  // number of its position, so that it decides how scores run along a row.
  Query,      ///< the other channels are normal
  FarKeys,    ///< 128 throughout: scores around +-300
  RisingKeys, ///< in eight steps of 8, about 18 a score; the last is far above
  EqualQuery, ///< +-2048, and 0 in the other channels
  EqualKeys,  ///< 4096 throughout: all scores of a row are the same million
  Positive,   ///< uniform over (0, 4]
  Below,      ///< whole numbers from 0 up to the limit, without it
  Offsets,    ///< whole numbers from 0 to the limit that never fall
};

/// How an input lies in memory. What is between its elements is NaN.
enum class Placement : uint8_t {
  Contiguous,
  Transposed,  ///< the last two dimensions are swapped
  Strided,     ///< every second column of a wider matrix
  Padded,      ///< rows with a gap behind them
  Sliced,      ///< all but the first element of something longer
  HeadsInside, ///< (B, H, S, D) of memory that is (B, S, H, D), without gaps
  Packed,      ///< the second of three such tensors in one, (B, S, 3, H, D)
  Shared,      ///< (B, H, S, D) of memory that is (B, 1, S, D): all heads' one
};

struct InputSpec {
  std::string name; ///< "q"
  DType type = DType::FP32;
  std::vector<int64_t> shape;
  Fill fill = Fill::Normal;
  Placement placement = Placement::Contiguous;
  int64_t gap = 24;  ///< between padded rows, in elements
  int64_t limit = 0; ///< of Fill::Below and Fill::Offsets
};

/// Which keys a query sees. Top-left is torch's is_causal; bottom-right lets
/// the last query see every key.
enum class Causal : uint8_t { No, TopLeft, BottomRight };

/// A number or flag behind the tensors in the launcher's call.
struct ScalarArgument {
  enum Kind { Float, Bool, String, Int } kind = Float;
  std::string name; ///< passed by this keyword; by position if empty
  double number = 0;
  bool flag = false;
  std::string text;
  /// Without such a parameter in the launcher the case is left out.
  bool optional = false;
};

/// What a topic's launcher returns, one of several.
struct OutputSpec {
  std::string name;
  DType type = DType::FP32;
  double tolerance = 0; ///< relative, over all and of each element
};

/// The largest relative error over a whole output.
enum class Precision : uint8_t {
  Exact, ///< fp32 without tensor cores, or integers
  Tf32,  ///< fp32 whose products may be taken in tf32
  Narrow ///< fp16, bf16, fp8: by the type
};

struct LevelCase {
  int level = 0;
  std::string name; ///< "bf16-2x3x127x64-causal"
  std::string launcher;
  std::vector<InputSpec> inputs;
  std::vector<ScalarArgument> scalars;
  DType outType = DType::FP32;
  std::vector<int64_t> outShape;
  /// Unless it is contiguous, the launcher gets `out=` with such a tensor, if
  /// it has that parameter.
  Placement outPlacement = Placement::Contiguous;
  Precision precision = Precision::Narrow;
  Causal causal = Causal::No;
  double scale = 1; ///< of attention scores
  // Of a topic; empty for a level.
  std::vector<OutputSpec> outputs;
  std::string_view reference; ///< the text of reference.py
  /// The share of the bytes moved that must be used; 0 if that is not judged.
  double sectorUse = 0;

  DType type() const { return inputs.front().type; }
  /// ||out - ref|| / ||ref|| must be below this.
  double tolerance() const;
};

enum class CaseSet : uint8_t {
  Small, ///< runs on every device in seconds
  Gpu,   ///< added where there is a GPU
};

struct LevelInfo {
  int number;
  const char *title;    ///< "fused attention"
  const char *launcher; ///< "fused_attention"
  const char *summary;  ///< what it computes, in one line
};

constexpr int kLevelCount = 8;

/// Facts about level 1 to kLevelCount.
const LevelInfo &levelInfo(int level);

std::vector<LevelCase> casesOf(int level, CaseSet set);

} // namespace tqc

#endif // TQC_RUNTIME_REFERENCE_LEVELCASES_H
