//===- StatementsTile.cpp - Reductions and shapes -------------------------===//

#include "tools/tq-fuzz/KernelWriter.h"

namespace tqc::fuzz {

static std::string text(int64_t number) { return std::to_string(number); }

//===----------------------------------------------------------------------===//
// Along an axis
//===----------------------------------------------------------------------===//

void KernelWriter::writeReduce() {
  Value a = anyNumber();
  if (a.shape.empty() || a.type == DType::I1)
    return;
  size_t axis = pick(a.shape.size());
  Shape rest = a.shape;
  rest.erase(rest.begin() + int64_t(axis));
  std::string call = "(" + a.name + ", axis=" + text(int64_t(axis)) + ")";
  if (isFloat(a.type)) {
    static const std::vector<std::string> kFloats = {"sum", "max", "min"};
    define(a.type, rest, "tl." + pick(kFloats) + call);
    return;
  }
  if (chance(25)) {
    define(DType::I32, rest, (chance(50) ? "tl.argmax" : "tl.argmin") + call);
    return;
  }
  static const std::vector<std::string> kIntegers = {"sum", "max", "min",
                                                     "xor_sum"};
  define(a.type, rest, "tl." + pick(kIntegers) + call);
}

void KernelWriter::writeScan() {
  Value a = anyNumber();
  if (a.shape.empty() || a.type == DType::I1)
    return;
  std::string axis = text(int64_t(pick(a.shape.size())));
  const char *reverse = chance(30) ? ", reverse=True" : "";
  bool product = !isFloat(a.type) && chance(30);
  define(a.type, a.shape,
         std::string(product ? "tl.cumprod(" : "tl.cumsum(") + a.name +
             ", axis=" + axis + reverse + ")");
}

/// A reduction or scan by a function of the kernel's own; integers, for which
/// every order gives the same.
void KernelWriter::writeCombine() {
  DType type = chance(50) ? DType::I32 : DType::U16;
  Value a = any(nullptr, &type);
  if (a.shape.empty())
    return;
  size_t axis = pick(a.shape.size());
  std::string along = ", " + text(int64_t(axis)) + ", ";
  switch (pick(4)) {
  case 0: {
    helpers.insert("larger(a, b):\n    return tl.where(a > b, a, b)");
    Shape rest = a.shape;
    rest.erase(rest.begin() + int64_t(axis));
    define(type, rest, "tl.reduce(" + a.name + along + "larger)");
    return;
  }
  case 1:
    helpers.insert("times(a, b):\n    return a * b");
    define(type, a.shape,
           "tl.associative_scan(" + a.name + along + "times" +
               (chance(40) ? ", reverse=True)" : ")"));
    return;
  case 2: { // x -> a * x + b, one after the other
    helpers.insert("affine(a0, b0, a1, b1):\n    return a0 * a1, b0 * a1 + b1");
    Value b = any(&a.shape, &type);
    std::string slope = fresh("s"), offset = fresh("s");
    line(slope + ", " + offset + " = tl.associative_scan((" + a.name + ", " +
         b.name + ")" + along + "affine)");
    define(type, a.shape, slope);
    define(type, a.shape, offset);
    return;
  }
  default:
    helpers.insert("branchy(x):\n    if x > 3:\n        y = x * 3\n    else:"
                   "\n        y = x - 7\n    return y");
    define(type, a.shape, "tl.map_elementwise(branchy, " + a.name + ")");
  }
}

/// Elements in another order: sorted, the largest, from the end.
void KernelWriter::writeOrder() {
  static const std::vector<DType> kTypes = {DType::I32, DType::FP32,
                                            DType::I16};
  DType type = pick(kTypes);
  Value a = any(nullptr, &type);
  if (a.shape.empty())
    return;
  Shape shape = a.shape;
  switch (pick(4)) {
  case 0:
    define(type, shape,
           "tl.sort(" + a.name + (chance(50) ? ", descending=True)" : ")"));
    return;
  case 1:
    if (shape.back() < 8)
      return;
    shape.back() = 4;
    define(type, shape, "tl.topk(" + a.name + ", 4)");
    return;
  case 2:
    define(type, shape,
           "tl.flip(" + a.name + ", " + text(int64_t(shape.size() - 1)) + ")");
    return;
  default: {
    Value b = any(&a.shape, &type);
    shape.back() *= 2;
    define(type, shape, "tl.interleave(" + a.name + ", " + b.name + ")");
  }
  }
}

void KernelWriter::writeSoftmax() {
  Value a = anyFloat();
  if (a.shape.size() != 2)
    return;
  Shape row = {a.shape[0]};
  Value most = define(a.type, row, "tl.max(" + a.name + ", axis=1)");
  Value e = define(a.type, a.shape,
                   "tl.exp(" + a.name + " - " + most.name + "[:, None])");
  Value sum = define(a.type, row, "tl.sum(" + e.name + ", axis=1)");
  define(a.type, a.shape, e.name + " / " + sum.name + "[:, None]");
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

static std::string shown(const std::vector<int> &shape) {
  std::string list;
  for (int extent : shape)
    list += (list.empty() ? "" : ", ") + std::to_string(extent);
  return "(" + list + ",)";
}

void KernelWriter::writeShape() {
  Value a = any();
  if (a.shape.empty() && isFp8(a.type))
    a = cast(a, DType::FP32);
  if (a.shape.empty()) {
    define(a.type, {32},
           a.name + " + tl.zeros((32,), tl.int32).to(" + a.name + ".dtype)");
    return;
  }
  if (a.shape.size() == 2 && chance(50)) {
    define(a.type, {a.shape[1], a.shape[0]}, "tl.trans(" + a.name + ")");
    return;
  }
  if (a.shape.size() == 1 && chance(40)) {
    Shape wide = {a.shape[0], 4};
    define(a.type, wide,
           "tl.broadcast_to(" + a.name + "[:, None], " + shown(wide) + ")");
    return;
  }
  Shape other = a.shape.size() > 1 ? Shape{1}
                : a.shape[0] < 4   ? Shape{1, a.shape[0]}
                                   : Shape{4, a.shape[0] / 4};
  if (a.shape.size() > 1)
    for (int extent : a.shape)
      other[0] *= extent;
  define(a.type, other, "tl.reshape(" + a.name + ", " + shown(other) + ")");
}

void KernelWriter::writeJoin() {
  Value a = any();
  if (a.shape.size() != 1 || a.type == DType::I1)
    return;
  Value b = any(&a.shape, &a.type);
  std::string both = fresh("j"), left = fresh("v"), right = fresh("v");
  line(both + " = tl.join(" + a.name + ", " + b.name + ")");
  if (chance(50)) {
    define(a.type, {a.shape[0] * 2},
           "tl.reshape(" + both + ", (" + text(a.shape[0] * 2) + ",))");
    return;
  }
  line(left + ", " + right + " = tl.split(" + both + ")");
  values.push_back({left, a.type, a.shape});
  values.push_back({right, a.type, a.shape});
}

void KernelWriter::writeGather() {
  Value a = any();
  if (a.shape.empty() || a.type == DType::I1)
    return;
  DType type = DType::I32;
  Value index = any(&a.shape, &type);
  size_t axis = pick(a.shape.size());
  define(a.type, a.shape,
         "tl.gather(" + a.name + ", " + index.name + " & " +
             text(a.shape[axis] - 1) + ", " + text(int64_t(axis)) + ")");
}

void KernelWriter::writeHistogram() {
  Shape shape = {64};
  DType type = DType::I32;
  Value a = any(&shape, &type);
  define(type, {16}, "tl.histogram(" + a.name + " & 15, 16)");
}

} // namespace tqc::fuzz
