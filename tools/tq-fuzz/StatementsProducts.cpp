//===- StatementsProducts.cpp - Products of tiles -------------------------===//

#include "tools/tq-fuzz/KernelWriter.h"

namespace tqc::fuzz {

static std::string text(int64_t number) { return std::to_string(number); }

namespace {
/// Operands and accumulator of a product.
struct Kind {
  DType left, right, sum;
  const char *precision;
};
} // namespace

static const std::vector<Kind> kKinds = {
    {DType::FP16, DType::FP16, DType::FP32, ""},
    {DType::FP16, DType::FP16, DType::FP32, ""},
    {DType::FP16, DType::FP16, DType::FP16, ""},
    {DType::BF16, DType::BF16, DType::FP32, ""},
    {DType::FP32, DType::FP32, DType::FP32, ", input_precision=\"tf32\""},
    {DType::FP32, DType::FP32, DType::FP32, ", input_precision=\"ieee\""},
    {DType::FP32, DType::FP32, DType::FP32, ", input_precision=\"tf32x3\""},
    {DType::FP64, DType::FP64, DType::FP64, ""},
    {DType::FP8E4NV, DType::FP8E4NV, DType::FP32, ""},
    {DType::FP8E5, DType::FP8E5, DType::FP32, ""},
    {DType::FP8E4NV, DType::FP8E5, DType::FP32, ""},
    {DType::I8, DType::I8, DType::I32, ""},
};

static const std::vector<int> kExtents = {16, 32, 64};

/// What `tl.dot` is told of the type of its sum, if it has none.
static std::string outTypeOf(DType sum) {
  return sum == DType::FP32 ? "" : ", out_dtype=" + languageName(sum);
}

void KernelWriter::writeDot() {
  const Kind &kind = pick(kKinds);
  int m = pick(kExtents), n = pick(kExtents);
  int k = bytesOf(kind.left) == 1 ? 32 : pick(kExtents);
  Shape left = {m, k}, right = {k, n}, sum = {m, n};
  if (chance(15)) // a batch of them
    for (Shape *shape : {&left, &right, &sum})
      shape->insert(shape->begin(), 2);
  Value a = any(&left, &kind.left), b = any(&right, &kind.right);
  std::string call = "tl.dot(" + a.name + ", " + b.name;
  std::string rest = kind.precision + outTypeOf(kind.sum) + ")";
  if (chance(50))
    call += ", " + any(&sum, &kind.sum).name;
  define(kind.sum, sum, call + rest);
}

/// A matrix product as people write it.
void KernelWriter::writeDotLoop() {
  const Kind &kind = pick(kKinds);
  int m = pick(kExtents), n = pick(kExtents), k = 32;
  int trips = int(pick(5));
  std::string a = input(kind.left, std::max(1, m * k * trips));
  std::string b = input(kind.right, std::max(1, k * n * trips));
  std::string rows = fresh("r"), columns = fresh("c"), depths = fresh("d");
  std::string acc = fresh("v"), index = fresh("k");
  std::string length = number(int64_t(k) * trips);
  bool isMasked = chance(40);
  line(rows + " = tl.arange(0, " + text(m) + ")");
  line(columns + " = tl.arange(0, " + text(n) + ")");
  line(depths + " = tl.arange(0, " + text(k) + ")");
  line(acc + " = tl.zeros((" + text(m) + ", " + text(n) + "), " +
       languageName(kind.sum) + ")");
  line("for " + index + " in " + rangeOf("0", length, k) + ":");
  auto mask = [&](const char *axis, DType type) {
    return isMasked ? ", mask=(" + index + " + " + depths + axis + ") < " +
                          length + (isFp8(type) ? ", other=0.0" : ", other=0")
                    : std::string();
  };
  std::string left = fresh("a"), right = fresh("b");
  line("    " + left + " = tl.load(" + a + " + " + rows + "[:, None] * " +
       length + " + " + index + " + " + depths + "[None, :]" +
       mask("[None, :]", kind.left) + ")");
  line("    " + right + " = tl.load(" + b + " + (" + index + " + " + depths +
       "[:, None]) * " + text(n) + " + " + columns + "[None, :]" +
       mask("[:, None]", kind.right) + ")");
  std::string call = "tl.dot(" + left + ", " + right;
  std::string rest = kind.precision + outTypeOf(kind.sum) + ")";
  line("    " + acc +
       (chance(50) ? " = " + call + ", " + acc + rest : " += " + call + rest));
  values.push_back({acc, kind.sum, {m, n}});
}

/// One side of a scaled product: its elements, their scale, and its format.
std::string KernelWriter::scaledSide(int rows, int k, bool isLeft) {
  static const std::vector<std::pair<const char *, DType>> kFormats = {
      {"e2m1", DType::U8},   {"e4m3", DType::FP8E4NV}, {"e5m2", DType::FP8E5},
      {"bf16", DType::BF16}, {"e4m3", DType::U8},      {"e5m2", DType::U8}};
  auto [format, type] = pick(kFormats);
  Shape shape = {rows, format == std::string("e2m1") ? k / 2 : k};
  Value tile = any(&shape, &type);
  Shape blocks = {rows, k / 32};
  DType byte = DType::U8;
  std::string scale = "None";
  if (chance(75)) // around 1, where products stay finite, or anywhere
    scale = any(&blocks, &byte).name;
  if (scale != "None" && chance(70))
    scale = "(" + scale + " % 9 + 123).to(tl.uint8)";
  return (isLeft ? tile.name : "tl.trans(" + tile.name + ")") + ", " + scale +
         ", \"" + format + "\"";
}

void KernelWriter::writeDotScaled() {
  int m = pick(kExtents), n = pick(kExtents), k = chance(50) ? 32 : 64;
  std::string left = scaledSide(m, k, /*isLeft=*/true);
  std::string right = scaledSide(n, k, /*isLeft=*/false);
  Shape sum = {m, n};
  DType type = DType::FP32;
  std::string acc = chance(40) ? ", " + any(&sum, &type).name : "";
  define(type, sum, "tl.dot_scaled(" + left + ", " + right + acc + ")");
}

/// Attention as people write it: rows of softmax, one block of keys a step.
void KernelWriter::writeAttention() {
  static const std::vector<DType> kTypes = {DType::FP16, DType::BF16};
  DType type = pick(kTypes);
  int m = pick(kExtents), n = pick(kExtents), d = chance(50) ? 32 : 64;
  int trips = 1 + int(pick(3));
  Shape queries = {m, d};
  std::string q = any(&queries, &type).name;
  std::string keys = input(type, n * d * trips), most = fresh("m");
  std::string vals = input(type, n * d * trips), sum = fresh("l");
  std::string acc = fresh("v"), index = fresh("s"), length = number(n * trips);
  std::string from = " + (" + index + " + tl.arange(0, " + text(n) +
                     ")[:, None]) * " + text(d) + " + tl.arange(0, " + text(d) +
                     ")[None, :])";
  line(most + " = tl.full((" + text(m) + ",), float(\"-inf\"), tl.float32)");
  line(sum + " = tl.zeros((" + text(m) + ",), tl.float32)");
  line(acc + " = tl.zeros((" + text(m) + ", " + text(d) + "), tl.float32)");
  line("for " + index + " in " + rangeOf("0", length, n) + ":");
  std::string exp = chance(50) ? "tl.exp" : "tl.exp2";
  std::string score = fresh("q"), next = fresh("m"), p = fresh("p");
  line("    " + score + " = tl.dot(" + q + ", tl.trans(tl.load(" + keys + from +
       "))" + (chance(50) ? " * 0.125" : ""));
  if (chance(30))
    line("    " + score + " = tl.where(tl.arange(0, " + text(m) +
         ")[:, None] >= " + index + " + tl.arange(0, " + text(n) +
         ")[None, :], " + score + ", float(\"-inf\"))");
  line("    " + next + " = tl.maximum(" + most + ", tl.max(" + score + ", 1))");
  line("    " + p + " = " + exp + "(" + score + " - " + next + "[:, None])");
  line("    " + most + " = " + exp + "(" + most + " - " + next + ")");
  line("    " + sum + " = " + sum + " * " + most + " + tl.sum(" + p + ", 1)");
  line("    " + acc + " = tl.dot(" + p + ".to(" + languageName(type) +
       "), tl.load(" + vals + from + ", " + acc + " * " + most + "[:, None])");
  line("    " + most + " = " + next);
  values.push_back({sum, DType::FP32, {m}});
  define(DType::FP32, {m, d}, acc + " / " + sum + "[:, None]");
}

} // namespace tqc::fuzz
