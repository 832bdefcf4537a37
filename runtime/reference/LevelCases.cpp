//===- LevelCases.cpp - What every level is checked on --------------------===//

#include "runtime/reference/LevelCases.h"

#include <cmath>

namespace tqc {

static constexpr LevelInfo kLevels[kLevelCount] = {
    {1, "vector add", "vector_add", "x + y"},
    {2, "matrix multiplication", "matmul", "a @ b"},
    {3, "softmax", "softmax", "softmax over the last axis"},
    {4, "attention scores", "attention_scores", "scale * q @ k^T"},
    {5, "causal softmax", "causal_softmax",
     "softmax over the keys up to the query"},
    {6, "naive attention", "naive_attention",
     "causal attention in three kernels"},
    {7, "fused attention", "fused_attention",
     "causal attention with an online softmax"},
    {8, "Flash Attention", "flash_attention",
     "attention by tiles of queries, causal or not"},
};

const LevelInfo &levelInfo(int level) { return kLevels[level - 1]; }

double LevelCase::tolerance() const {
  if (!outputs.empty())
    return outputs[0].tolerance;
  if (precision == Precision::Exact)
    return isFloat(outType) ? 1e-5 : 0;
  switch (type()) {
  case DType::BF16:
    return 8e-3;
  case DType::FP8E4NV:
  case DType::FP8E5:
    return 5e-2;
  case DType::FP32:
    // Operands as tf32: wgmma cuts their fractions, 8e-4 of a product. Here a
    // second product takes the first one's.
    return level == 6 ? 2e-3 : 1e-3;
  default:
    return 1e-3;
  }
}

namespace {

using Shape = std::vector<int64_t>;
using Types = std::vector<DType>;

constexpr DType F32 = DType::FP32, F16 = DType::FP16, B16 = DType::BF16,
                I8 = DType::I8;

std::string joined(const Shape &shape) {
  std::string text;
  for (int64_t size : shape)
    text += (text.empty() ? "" : "x") + std::to_string(size);
  return text;
}

LevelCase caseNamed(int level, DType type, const Shape &shape,
                    const char *suffix = "") {
  LevelCase c;
  c.level = level;
  c.launcher = levelInfo(level).launcher;
  c.name = std::string(nameOf(type)) + "-" + joined(shape) + suffix;
  c.outType = type;
  c.outShape = shape;
  return c;
}

//===----------------------------------------------------------------------===//
// Level 1
//===----------------------------------------------------------------------===//

std::vector<LevelCase> vectorCases(CaseSet set) {
  std::vector<LevelCase> cases;
  // 98304 is a whole number of blocks: programs that overlap leave its end out.
  Shape lengths = set == CaseSet::Small ? Shape{1, 31, 1024, 1025, 98304, 98432}
                                        : Shape{(1 << 24) + 3, 1 << 28};
  for (DType type : {F32, F16, B16})
    for (int64_t n : lengths) {
      LevelCase c = caseNamed(1, type, {n});
      c.inputs = {{"x", type, {n}}, {"y", type, {n}}};
      c.precision = type == F32 ? Precision::Exact : Precision::Narrow;
      cases.push_back(c);
    }
  if (set == CaseSet::Small)
    for (DType type : {F32, F16}) { // nothing lies at a multiple of 16 bytes
      LevelCase c = caseNamed(1, type, {1025}, "-sliced");
      c.inputs = {{"x", type, {1025}, Fill::Normal, Placement::Sliced},
                  {"y", type, {1025}}};
      c.outPlacement = Placement::Sliced;
      c.precision = type == F32 ? Precision::Exact : Precision::Narrow;
      cases.push_back(c);
    }
  return cases;
}

//===----------------------------------------------------------------------===//
// Level 2
//===----------------------------------------------------------------------===//

LevelCase matmulCase(DType type, int64_t m, int64_t n, int64_t k,
                     Placement a = Placement::Contiguous,
                     Placement b = Placement::Contiguous,
                     const char *suffix = "") {
  LevelCase c = caseNamed(2, type, {m, n, k}, suffix);
  Fill fill = type == I8 ? Fill::Bytes : Fill::Normal;
  c.inputs = {{"a", type, {m, k}, fill, a}, {"b", type, {k, n}, fill, b}};
  c.outShape = {m, n};
  if (type == I8) {
    c.outType = DType::I32; // as cuBLAS and torch._int_mm
    c.precision = Precision::Exact;
  } else if (type == F32) {
    c.precision = Precision::Tf32;
  }
  return c;
}

std::vector<LevelCase> matmulCases(CaseSet set) {
  struct Size {
    int64_t m, n, k;
  };
  // The last ones are few tiles of long rows, which launchers may cut.
  static const Size kSmall[] = {{64, 64, 64},
                                {128, 96, 64},
                                {127, 129, 131},
                                {1, 512, 64},
                                {72, 68, 1040}};
  static const Size kGpu[] = {{512, 512, 512},    {1024, 1024, 1024},
                              {2048, 2048, 2048}, {4096, 4096, 4096},
                              {8192, 8192, 8192}, {4095, 4097, 4093},
                              {192, 132, 20000}};
  constexpr auto kPlain = Placement::Contiguous;
  std::vector<LevelCase> cases;
  for (DType type : {F16, B16, F32, I8}) {
    if (set == CaseSet::Gpu) {
      for (const Size &s : kGpu)
        cases.push_back(matmulCase(type, s.m, s.n, s.k));
      continue;
    }
    for (const Size &s : kSmall)
      cases.push_back(matmulCase(type, s.m, s.n, s.k));
    cases.push_back(matmulCase(type, 96, 80, 112, Placement::Transposed, kPlain,
                               "-a-transposed"));
    cases.push_back(matmulCase(type, 96, 80, 112, kPlain, Placement::Transposed,
                               "-b-transposed"));
    cases.back().outPlacement = Placement::Transposed;
    cases.push_back(matmulCase(type, 96, 80, 112, Placement::Strided,
                               Placement::Padded, "-strided"));
    cases.back().outPlacement = Placement::Padded;
  }
  // The exact product of fp32, for launchers that offer it.
  for (const Size &s : {kSmall[0], kSmall[2]}) {
    if (set == CaseSet::Gpu)
      break;
    LevelCase c = matmulCase(F32, s.m, s.n, s.k, kPlain, kPlain, "-ieee");
    c.precision = Precision::Exact;
    ScalarArgument precision;
    precision.kind = ScalarArgument::String;
    precision.name = "input_precision";
    precision.text = "ieee";
    precision.optional = true;
    c.scalars = {precision};
    cases.push_back(c);
  }
  return cases;
}

//===----------------------------------------------------------------------===//
// Levels 3 and 5
//===----------------------------------------------------------------------===//

LevelCase softmaxCase(int level, DType type, const Shape &shape,
                      Fill fill = Fill::Normal, const char *suffix = "") {
  LevelCase c = caseNamed(level, type, shape, suffix);
  c.inputs = {{level == 3 ? "x" : "scores", type, shape, fill}};
  c.precision = type == F32 ? Precision::Exact : Precision::Narrow;
  if (level == 5)
    c.causal = Causal::TopLeft;
  return c;
}

std::vector<LevelCase> softmaxCases(CaseSet set) {
  std::vector<LevelCase> cases;
  for (DType type : {F32, F16, B16}) {
    if (set == CaseSet::Gpu) {
      for (int64_t columns = 256; columns <= 16384; columns *= 2)
        cases.push_back(softmaxCase(3, type, {4096, columns}));
      cases.push_back(softmaxCase(3, type, {32768, 8192}));
      continue;
    }
    for (const Shape &shape :
         {Shape{7, 781}, Shape{1, 1}, Shape{128, 1024}, Shape{3, 20000}})
      cases.push_back(softmaxCase(3, type, shape));
    cases.push_back(softmaxCase(3, type, {16, 300}, Fill::Large, "-large"));
    cases.push_back(
        softmaxCase(3, type, {16, 300}, Fill::SomeMinusInf, "-minus-inf"));
    cases.push_back(
        softmaxCase(3, type, {16, 300}, Fill::AllMinusInf, "-all-minus-inf"));
    cases.push_back(softmaxCase(3, type, {6, 300}, Fill::Normal, "-strided"));
    cases.back().inputs[0].placement = Placement::Padded;
    cases.back().outPlacement = Placement::Padded;
    cases.push_back(softmaxCase(3, type, {4, 300}, Fill::Rising, "-rising"));
    cases.push_back(softmaxCase(3, type, {2, 20000}, Fill::Rising, "-rising"));
    cases.back().inputs[0].placement = Placement::Padded;
    cases.back().outPlacement = Placement::Padded;
    if (type == F16) { // it ends at 65504
      // Rows that are copied together, and those with gaps between them.
      cases.push_back(softmaxCase(3, type, {70, 105}));
      cases.push_back(
          softmaxCase(3, type, {40, 303}, Fill::Normal, "-strided"));
      cases.back().inputs[0].placement = Placement::Padded;
      // As long as the launcher says that a row is at most.
      cases.push_back(softmaxCase(3, type, {2, 4088}));
      cases.push_back(softmaxCase(3, type, {40, 2138}));  // a warp for each
      cases.push_back(softmaxCase(3, type, {2, 61388}));  // four share it
      cases.push_back(softmaxCase(3, type, {1, 110601})); // eight
      continue;
    }
    cases.push_back(softmaxCase(3, type, {4, 300}, Fill::Uniform, "-uniform"));
    cases.push_back(softmaxCase(3, type, {4, 300}, Fill::OneHuge, "-one-huge"));
    if (type == B16)
      continue;
    // Several tiles far below zero, and with the largest element in an early
    // one.
    cases.push_back(
        softmaxCase(3, type, {3, 20000}, Fill::Uniform, "-uniform"));
    cases.push_back(
        softmaxCase(3, type, {3, 20000}, Fill::OneHuge, "-one-huge"));
  }
  return cases;
}

std::vector<LevelCase> causalSoftmaxCases(CaseSet set) {
  // First what says most of a mistake: one element fits many.
  std::vector<Shape> shapes = {{2, 3, 20, 50},
                               {2, 3, 50, 20},
                               {1, 1, 1, 1},
                               {2, 2, 127, 127},
                               {1, 1, 1000, 1000}};
  if (set == CaseSet::Gpu)
    shapes = {{4, 16, 2048, 2048}};
  std::vector<LevelCase> cases;
  for (DType type : {F32, F16}) {
    for (const Shape &shape : shapes)
      cases.push_back(softmaxCase(5, type, shape));
    if (set == CaseSet::Gpu)
      continue;
    cases.push_back(
        softmaxCase(5, type, {1, 3, 50, 50}, Fill::Large, "-large"));
    cases.push_back(
        softmaxCase(5, type, {1, 3, 50, 50}, Fill::Rising, "-rising"));
    if (type == F16) {
      // Rows that stay in shared memory, and start anywhere; short ones that
      // are read two elements at a time, and one by one but stored together.
      cases.push_back(softmaxCase(5, type, {1, 1, 1100, 1101}));
      cases.push_back(softmaxCase(5, type, {1, 2, 70, 290}));
      cases.push_back(softmaxCase(5, type, {1, 2, 70, 289}));
    }
    if (type == F32)
      cases.push_back(
          softmaxCase(5, type, {1, 3, 50, 50}, Fill::OneHuge, "-one-huge"));
  }
  return cases;
}

//===----------------------------------------------------------------------===//
// Levels 4, 6, 7 and 8
//===----------------------------------------------------------------------===//

/// `keys` is Sk where it differs from the queries' length, else 0.
LevelCase scoreCase(DType type, const Shape &shape, double scale,
                    int64_t keys = 0, const char *end = "") {
  std::string suffix = (keys ? "-keys" + std::to_string(keys) : "") + end;
  LevelCase c = caseNamed(4, type, shape, suffix.c_str());
  Shape keyShape = shape;
  if (keys)
    keyShape[2] = keys;
  c.inputs = {{"q", type, shape}, {"k", type, keyShape}};
  c.outShape = {shape[0], shape[1], shape[2], keyShape[2]};
  c.scale = scale;
  c.precision = type == F32 ? Precision::Tf32 : Precision::Narrow;
  ScalarArgument argument;
  argument.number = scale;
  c.scalars = {argument};
  return c;
}

std::vector<LevelCase> scoreCases(CaseSet set) {
  std::vector<Shape> shapes = {
      {1, 1, 16, 16}, {2, 3, 127, 64}, {1, 2, 128, 128}};
  if (set == CaseSet::Gpu)
    shapes = {{4, 16, 2048, 64}, {4, 16, 2048, 128}};
  std::vector<LevelCase> cases;
  for (DType type : {F16, B16, F32}) {
    for (const Shape &shape : shapes)
      cases.push_back(scoreCase(type, shape, 1 / std::sqrt(double(shape[3]))));
    if (set == CaseSet::Gpu)
      continue;
    // The scale is the caller's, and D no power of two. A block of queries is
    // shorter than one of keys, then longer, and both than one of channels,
    // with so many of them that another block's size leaves a gap.
    cases.push_back(scoreCase(type, {2, 3, 24, 72}, 0.3, 104));
    cases.push_back(scoreCase(type, {2, 3, 104, 80}, 0.7, 24, "-strided"));
    cases.back().inputs[0].placement = Placement::Transposed;
    cases.back().inputs[1].placement = Placement::Packed;
    cases.back().outPlacement = Placement::Padded;
    if (type != F16)
      continue;
    // Blocks of queries and of keys that are both longer than one of channels.
    cases.push_back(scoreCase(type, {1, 1, 264, 32}, 0.3, 260));
    cases.push_back(scoreCase(type, {2, 3, 24, 48}, 0.7, 40, "-strided"));
    cases.back().inputs[0].placement = Placement::HeadsInside;
    cases.back().inputs[1].placement = Placement::Transposed;
    cases.back().outPlacement = Placement::Strided;
  }
  return cases;
}

/// `keys` is Sk where it differs from the queries' length, else 0.
LevelCase attentionCase(int level, DType type, const Shape &shape,
                        Causal causal, int64_t keys = 0) {
  std::string suffix = keys ? "-keys" + std::to_string(keys) : "";
  if (level == 8)
    suffix += causal == Causal::No        ? "-full"
              : causal == Causal::TopLeft ? "-causal"
                                          : "-bottom-right";
  LevelCase c = caseNamed(level, type, shape, suffix.c_str());
  Shape keyShape = shape;
  if (keys)
    keyShape[2] = keys;
  c.inputs = {{"q", type, shape}, {"k", type, keyShape}, {"v", type, keyShape}};
  c.scale = 1 / std::sqrt(double(shape[3]));
  c.causal = causal;
  c.precision = type == F32 ? Precision::Tf32 : Precision::Narrow;
  if (level == 8) {
    ScalarArgument flag;
    flag.kind = ScalarArgument::Bool;
    flag.name = "causal";
    flag.flag = causal != Causal::No;
    c.scalars = {flag};
    if (causal == Causal::BottomRight) {
      flag.name = "bottom_right";
      c.scalars.push_back(flag);
    }
  }
  return c;
}

/// How scores run along a row, by the fills of q and k.
LevelCase withScores(LevelCase c, const char *suffix, Fill query, Fill keys) {
  c.name += suffix;
  c.inputs[0].fill = query;
  c.inputs[1].fill = keys;
  return c;
}

/// Each tensor with strides of its own.
LevelCase withStrides(LevelCase c, Placement q, Placement k, Placement v,
                      Placement out) {
  c.name += "-strided";
  c.inputs[0].placement = q;
  c.inputs[1].placement = k;
  c.inputs[2].placement = v;
  c.outPlacement = out;
  return c;
}

/// What a kernel that is right on plain inputs gets wrong: D that is no power
/// of two, other strides, scores that need the largest one. Two tiles of 64
/// keys are enough for each.
void addHardCases(std::vector<LevelCase> &cases, int level, DType type,
                  Causal causal) {
  auto plain = [&](const Shape &shape, int64_t keys = 0) {
    return attentionCase(level, type, shape, causal, keys);
  };
  // Blocks of channels that are longer and shorter than those of keys; level 8
  // has queries in a second tile that no key is left for. Of the strided cases
  // each tensor has unusual channels in one and unusual heads in the other.
  cases.push_back(level == 8 ? plain({1, 2, 136, 72}, 24)
                             : plain({2, 3, 40, 72}, level == 6 ? 0 : 24));
  cases.push_back(withStrides(plain({2, 3, 24, 64}, level == 6 ? 0 : 40),
                              Placement::Transposed, Placement::Packed,
                              Placement::Strided, Placement::Contiguous));
  cases.push_back(withStrides(plain({2, 3, 24, 48}, level == 6 ? 0 : 40),
                              Placement::HeadsInside, Placement::Transposed,
                              Placement::Padded, Placement::Strided));
  cases.push_back(
      withScores(plain({1, 2, 72, 20}), "-far", Fill::Query, Fill::FarKeys));
  cases.push_back(withScores(plain({1, 2, 136, 48}), "-rising", Fill::Query,
                             Fill::RisingKeys));
  cases.push_back(withScores(plain({1, 2, 136, 20}), "-equal", Fill::EqualQuery,
                             Fill::EqualKeys));
}

/// Levels 6 and 7.
std::vector<LevelCase> attentionCases(int level, const Types &types,
                                      const std::vector<Shape> &shapes,
                                      CaseSet set) {
  std::vector<LevelCase> cases;
  for (DType type : types)
    for (const Shape &shape : shapes)
      cases.push_back(attentionCase(level, type, shape, Causal::TopLeft));
  if (set == CaseSet::Small)
    addHardCases(cases, level, F16, Causal::TopLeft);
  return cases;
}

std::vector<LevelCase> flashCases(CaseSet set) {
  std::vector<Shape> shapes = {{1, 1, 16, 16}, {2, 3, 127, 64}};
  if (set == CaseSet::Gpu) {
    // 16384 tokens and a model width of 2048 throughout.
    shapes.clear();
    for (int64_t d : {64, 128, 256})
      for (int64_t s = 512; s <= 16384; s *= 2)
        shapes.push_back({16384 / s, 2048 / d, s, d});
  }
  std::vector<LevelCase> cases;
  for (DType type : {F16, B16, F32})
    for (Causal causal : {Causal::TopLeft, Causal::No}) {
      for (const Shape &shape : shapes)
        cases.push_back(attentionCase(8, type, shape, causal));
      if (set == CaseSet::Gpu)
        continue;
      // Six tiles of keys in one type; the others have the depth and a few.
      cases.push_back(attentionCase(
          8, type, type == F16 ? Shape{1, 2, 384, 128} : Shape{1, 1, 200, 128},
          causal));
      cases.push_back(attentionCase(8, type, {1, 2, 100, 64}, causal, 228));
      cases.push_back(attentionCase(8, type, {1, 2, 228, 64}, causal, 100));
      if (causal != Causal::No) // an option of the launcher
        cases.push_back(
            attentionCase(8, type, {1, 2, 100, 64}, Causal::BottomRight, 226));
      if (type == F16)
        addHardCases(cases, 8, type, causal);
    }
  return cases;
}

} // namespace

std::vector<LevelCase> casesOf(int level, CaseSet set) {
  bool small = set == CaseSet::Small;
  const std::vector<Shape> big = {{4, 16, 2048, 64}};
  switch (level) {
  case 1:
    return vectorCases(set);
  case 2:
    return matmulCases(set);
  case 3:
    return softmaxCases(set);
  case 4:
    return scoreCases(set);
  case 5:
    return causalSoftmaxCases(set);
  case 6:
    return attentionCases(
        6, {F16, F32},
        small ? std::vector<Shape>{{1, 1, 16, 16}, {2, 3, 127, 64}} : big, set);
  case 7:
    return attentionCases(7, {F16, B16, F32},
                          small ? std::vector<Shape>{{1, 1, 16, 16},
                                                     {2, 3, 127, 64},
                                                     {1, 2, 200, 128}}
                                : big,
                          set);
  default:
    return flashCases(set);
  }
}

} // namespace tqc
