//===- StatementsTile.cpp - Reductions, shapes, products, memory ----------===//

#include "tools/tq-fuzz/KernelWriter.h"

namespace tqc::fuzz {

static std::string text(int64_t number) { return std::to_string(number); }

//===----------------------------------------------------------------------===//
// Along an axis
//===----------------------------------------------------------------------===//

void KernelWriter::writeReduce() {
  Value a = any();
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
  Value a = any();
  if (a.shape.empty() || a.type == DType::I1)
    return;
  std::string axis = text(int64_t(pick(a.shape.size())));
  const char *reverse = chance(30) ? ", reverse=True" : "";
  bool product = !isFloat(a.type) && chance(30);
  define(a.type, a.shape,
         std::string(product ? "tl.cumprod(" : "tl.cumsum(") + a.name +
             ", axis=" + axis + reverse + ")");
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
  Shape other = a.shape.size() == 1 ? Shape{4, a.shape[0] / 4} : Shape{1};
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

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

namespace {
/// Operands and accumulator of a product.
struct Kind {
  DType factor, sum;
  const char *precision;
};
} // namespace

static const std::vector<Kind> kKinds = {
    {DType::FP16, DType::FP32, ""},
    {DType::BF16, DType::FP32, ""},
    {DType::FP32, DType::FP32, ", input_precision=\"tf32\""},
    {DType::FP32, DType::FP32, ", input_precision=\"ieee\""},
    {DType::I8, DType::I32, ""},
};

void KernelWriter::writeDot() {
  const Kind &kind = pick(kKinds);
  static const std::vector<int> kExtents = {16, 32, 64};
  int m = pick(kExtents), n = pick(kExtents);
  int k = kind.factor == DType::I8 ? 32 : pick(kExtents);
  Shape left = {m, k}, right = {k, n};
  Value a = any(&left, &kind.factor), b = any(&right, &kind.factor);
  if (chance(50)) {
    Shape sum = {m, n};
    Value acc = any(&sum, &kind.sum);
    define(kind.sum, sum,
           "tl.dot(" + a.name + ", " + b.name + ", " + acc.name +
               kind.precision + ")");
    return;
  }
  define(kind.sum, {m, n},
         "tl.dot(" + a.name + ", " + b.name + kind.precision +
             (kind.sum == DType::I32 ? ", out_dtype=tl.int32" : "") + ")");
}

/// A matrix product as people write it.
void KernelWriter::writeDotLoop() {
  const Kind &kind = pick(kKinds);
  static const std::vector<int> kExtents = {16, 32, 64};
  int m = pick(kExtents), n = pick(kExtents), k = 32;
  int trips = int(pick(5));
  std::string a = input(kind.factor, std::max(1, m * k * trips));
  std::string b = input(kind.factor, std::max(1, k * n * trips));
  std::string rows = fresh("r"), columns = fresh("c"), depths = fresh("d");
  std::string acc = fresh("v"), index = fresh("k");
  std::string length = number(int64_t(k) * trips);
  bool isMasked = chance(40);
  line(rows + " = tl.arange(0, " + text(m) + ")");
  line(columns + " = tl.arange(0, " + text(n) + ")");
  line(depths + " = tl.arange(0, " + text(k) + ")");
  line(acc + " = tl.zeros((" + text(m) + ", " + text(n) + "), " +
       (kind.sum == DType::I32 ? "tl.int32" : "tl.float32") + ")");
  line("for " + index + " in range(0, " + length + ", " + text(k) + "):");
  auto mask = [&](const char *axis) {
    return isMasked ? ", mask=(" + index + " + " + depths + axis + ") < " +
                          length + ", other=0"
                    : std::string();
  };
  std::string left = fresh("a"), right = fresh("b");
  line("    " + left + " = tl.load(" + a + " + " + rows + "[:, None] * " +
       length + " + " + index + " + " + depths + "[None, :]" +
       mask("[None, :]") + ")");
  line("    " + right + " = tl.load(" + b + " + (" + index + " + " + depths +
       "[:, None]) * " + text(n) + " + " + columns + "[None, :]" +
       mask("[:, None]") + ")");
  std::string call = "tl.dot(" + left + ", " + right;
  if (chance(50))
    line("    " + acc + " = " + call + ", " + acc + kind.precision + ")");
  else
    line("    " + acc + " += " + call + kind.precision +
         (kind.sum == DType::I32 ? ", out_dtype=tl.int32)" : ")"));
  values.push_back({acc, kind.sum, {m, n}});
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Atomics whose order does not show: nobody looks at what they give back.
void KernelWriter::writeAtomic() {
  static const std::vector<std::string> kNames = {"add", "max", "min",
                                                  "and", "or",  "xor"};
  DType type = chance(70) ? DType::I32 : DType::I64;
  Value a = any(nullptr, &type);
  if (depth > 0)
    return;
  std::string to = input(type, 16);
  std::string index =
      a.shape.empty() ? "" : " + (" + indexOf(a.shape) + ") % 16";
  line("tl.atomic_" + pick(kNames) + "(" + to + index + ", " + a.name + ")");
}

void KernelWriter::writeDescriptor() {
  static const std::vector<DType> kTypes = {DType::FP32, DType::FP16,
                                            DType::I32};
  DType type = pick(kTypes);
  std::string from = input(type, 40 * 64);
  std::string descriptor = fresh("d");
  line(descriptor + " = tl.make_tensor_descriptor(" + from +
       ", [40, 64], [64, 1], [16, 32])");
  static const std::vector<int> kRows = {0, 8, 24, 32, 40};
  static const std::vector<int> kColumns = {0, 32, 40, 64};
  define(type, {16, 32},
         descriptor + ".load([" + text(pick(kRows)) + ", " +
             text(pick(kColumns)) + "])");
}

void KernelWriter::writeBlockPointer() {
  static const std::vector<DType> kTypes = {DType::FP32, DType::FP16,
                                            DType::I32};
  DType type = pick(kTypes);
  std::string from = input(type, 24 * 40);
  std::string pointer = fresh("p");
  static const std::vector<int> kOffsets = {0, 8, 16, 30};
  line(pointer + " = tl.make_block_ptr(" + from + ", (24, 40), (40, 1), (" +
       text(pick(kOffsets)) + ", " + text(pick(kOffsets)) +
       "), (16, 16), (1, 0))");
  if (chance(50))
    line(pointer + " = tl.advance(" + pointer + ", (4, 8))");
  define(type, {16, 16},
         "tl.load(" + pointer +
             ", boundary_check=(0, 1), padding_option=\"zero\")");
}

void KernelWriter::writeHint() {
  std::string from = input(DType::FP32, 256 * int64_t(programs));
  std::string index = fresh("h");
  line(index + " = tl.max_contiguous(tl.multiple_of(pid * 256 + "
               "tl.arange(0, 256), 256), 256)");
  define(DType::FP32, {256}, "tl.load(" + from + " + " + index + ")");
}

} // namespace tqc::fuzz
