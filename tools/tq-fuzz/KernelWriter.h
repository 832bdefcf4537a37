//===- KernelWriter.h - Random kernels that have a meaning ------*- C++ -*-===//
//
// Writes kernels in the language, with the arguments to launch them with:
//
//     RandomKernel kernel = KernelWriter(/*seed=*/17).write();
//     kernel.source          // "@triton.jit\ndef k17(in0, ..."
//     kernel.values          // tensors of every kind, outputs, numbers
//
// A kernel is a list of statements; each takes values that are there and makes
// new ones. At the end all values are stored, so that none goes unjudged. What
// the language leaves open (a quotient by zero, a mask without `other` that is
// stored) is not written.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_FUZZ_KERNELWRITER_H
#define TQC_TOOLS_TQ_FUZZ_KERNELWRITER_H

#include "tools/tq-run/LaunchValues.h"

#include <array>
#include <random>
#include <set>

namespace tqc::fuzz {

struct RandomKernel {
  std::string name, source;
  std::vector<LaunchValue> values;
  std::array<uint32_t, 3> grid = {1, 1, 1};
};

/// A random tensor of one of the kinds that break kernels: small numbers, all
/// bits, infinities and NaN, denormals, magnitudes from 1e-30 to 1e38, equal
/// rows, one huge element, masks of -1e9, integers at both ends.
HostTensor randomTensor(std::mt19937_64 &random, DType type, int64_t count);

/// "tl.float16".
std::string languageName(DType type);

/// Types that are only loaded, moved, converted and multiplied as tiles.
inline bool isFp8(DType type) {
  return type == DType::FP8E4NV || type == DType::FP8E5;
}

class KernelWriter {
public:
  explicit KernelWriter(uint64_t seed) : random(seed), seed(seed) {}

  RandomKernel write();

private:
  using Shape = std::vector<int>;
  /// A value of the kernel that is being written.
  struct Value {
    std::string name;
    DType type;
    Shape shape; ///< empty: a scalar
  };

  size_t pick(size_t count) { return size_t(random() % count); }
  bool chance(unsigned percent) { return random() % 100 < percent; }
  template <typename T>
  const T &pick(const std::vector<T> &list) {
    return list[pick(list.size())];
  }
  std::string fresh(const char *prefix) {
    return prefix + std::to_string(names++);
  }
  void line(const std::string &text) { body += indent + text + "\n"; }
  /// Adds a statement that gives a value, brought to its type.
  Value define(DType type, const Shape &shape, const std::string &expression);
  Value cast(const Value &value, DType type);
  /// The value as text of another type; what has no integer gets one.
  static std::string asType(const Value &value, DType type);

  Shape randomShape();
  DType randomType();
  std::string indexOf(const Shape &shape);
  /// A value, with that type or shape if they are given.
  Value any(const Shape *shape = nullptr, const DType *type = nullptr);
  Value anyNumber(); ///< one that has arithmetic
  Value anyFloat(const Shape *shape = nullptr);
  std::string input(DType type, int64_t count);
  std::string output(DType type, int64_t count);
  std::string number(int64_t value);

  std::string loadHints();
  std::string rangeOf(const std::string &from, const std::string &to,
                      int64_t step);
  std::string scaledSide(int rows, int k, bool isLeft);

  // Statements, in Statements*.cpp.
  void statement();
  void writeLoad();
  void writeLoadOf(DType type, const Shape &shape);
  void writeBinary();
  void writeUnary();
  void writeFunction();
  void writeCompare();
  void writeCast();
  void writeReduce();
  void writeScan();
  void writeShape();
  void writeJoin();
  void writeGather();
  void writeHistogram();
  void writeSoftmax();
  void writeDot();
  void writeDotLoop();
  void writeDotScaled();
  void writeAttention();
  void writeCombine();
  void writeOrder();
  void writeShortLoad();
  void writeInPlace();
  void writeExchange();
  void writeLoop();
  void writeIf();
  void writeWhile();
  void writeAtomic();
  void writeDescriptor();
  void writeBlockPointer();
  void writeHint();
  void writeRow();
  void writeRowLoop(int64_t tile);
  void writeRowPasses(int64_t tile);
  std::string writePass(int64_t tile, const std::string &row,
                        const std::string &end, const std::string &largest);
  std::string addWeight(const std::string &value, const std::string &cols,
                        const std::string &limit, int64_t length);
  std::string writeTiles(int64_t tile, const std::string &end);
  void writeTotal(const std::string &name, DType type, const std::string &tile);
  void storeAll();

  std::mt19937_64 random;
  const uint64_t seed;
  unsigned names = 0, depth = 0;
  std::vector<Value> values;
  std::set<std::string> helpers; ///< "name(a, b):\n    return ..."
  std::string body, indent = "    ", parameters;
  RandomKernel kernel;
  uint32_t programs = 1;
};

} // namespace tqc::fuzz

#endif // TQC_TOOLS_TQ_FUZZ_KERNELWRITER_H
