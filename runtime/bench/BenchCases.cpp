//===- BenchCases.cpp - What is timed -------------------------------------===//

#include "runtime/bench/BenchCases.h"

#include <cmath>
#include <cstdlib>

namespace tqc {

namespace {

using Shape = std::vector<int64_t>;

/// The largest number of a size, and the most elements of a tensor: what
/// indices of 64 bits and any GPU's memory allow.
constexpr int64_t kLargestSize = int64_t(1) << 36;

std::string joined(const Shape &shape) {
  std::string text;
  for (int64_t size : shape)
    text += (text.empty() ? "" : "x") + std::to_string(size);
  return text;
}

double product(const Shape &shape) {
  double all = 1;
  for (int64_t size : shape)
    all *= double(size);
  return all;
}

/// "4096x1024"; empty if it is none.
Shape parseSize(const std::string &text) {
  Shape shape;
  for (size_t at = 0; at <= text.size();) {
    size_t end = std::min(text.find('x', at), text.size());
    std::string number = text.substr(at, end - at);
    if (number.empty() || number.size() > 11 ||
        number.find_first_not_of("0123456789") != std::string::npos)
      return {};
    shape.push_back(std::atoll(number.c_str()));
    if (shape.back() == 0 || shape.back() > kLargestSize)
      return {};
    at = end + 1;
  }
  return shape;
}

/// The whole size for what was given: one number stands for a usual shape.
Shape completed(const BenchWork &work, const Shape &size) {
  std::string name = work.name;
  if (size.size() != 1 || work.rank == 1)
    return size;
  int64_t n = size[0];
  if (name == "matmul")
    return {n, n, n};
  if (name == "softmax" || name == "layer-norm")
    return {4096, n};
  if (name == "causal-softmax")
    return {4, 16, n, n};
  // 16384 tokens and a model width of 2048, as published tables have it.
  if (name == "flash-full" || name == "flash-causal")
    return {std::max<int64_t>(16384 / n, 1), 16, n, 128};
  return {4, 16, n, 64};
}

/// The type of the tensors and what products are computed in.
DType tensorType(const std::string &type) {
  if (type == "tf32")
    return DType::FP32;
  if (type == "e4m3")
    return DType::FP8E4NV;
  return type == "int8" ? DType::I8 : *dtypeOf(type);
}

void addInput(BenchCase &c, const char *name, DType type, const Shape &shape) {
  InputSpec spec{name, type, shape};
  if (type == DType::I8)
    spec.fill = Fill::Bytes;
  c.inputs.push_back(spec);
}

void fillVectorAdd(BenchCase &c, DType type, const Shape &size) {
  addInput(c, "x", type, size);
  addInput(c, "y", type, size);
  c.outShape = size;
}

void fillMatmul(BenchCase &c, DType type, const Shape &size) {
  addInput(c, "a", type, {size[0], size[2]});
  addInput(c, "b", type, {size[2], size[1]});
  c.outShape = {size[0], size[1]};
  c.flops = 2 * product(size);
  c.baseline = Baseline::Cublas;
  if (type == DType::I8)
    c.outType = DType::I32;
  if (type == DType::FP8E4NV) {
    // Tensor cores, and cuBLASLt, read both along k, and sums want more bits.
    c.inputs.back().placement = Placement::Transposed;
    c.outType = DType::FP16;
    c.givesOut = true;
  }
  if (type == DType::FP32) {
    ScalarArgument precision;
    precision.kind = ScalarArgument::String;
    precision.name = "input_precision";
    precision.text = c.precision == "tf32" ? "tf32" : "ieee";
    c.scalars.push_back(precision);
  }
}

void fillSoftmax(BenchCase &c, DType type, const Shape &size) {
  addInput(c, "x", type, size);
  c.outShape = size;
}

void fillCausalSoftmax(BenchCase &c, DType type, const Shape &size) {
  addInput(c, "scores", type, size);
  c.outShape = size;
  // Half is read, everything is written.
  double rows = double(size[2]), columns = double(size[3]);
  double seen =
      columns * (columns + 1) / 2 + std::max(rows - columns, 0.0) * columns;
  c.bytes = (double(size[0] * size[1]) * seen + product(size)) *
            double(bytesOf(type));
}

void fillScores(BenchCase &c, DType type, const Shape &size) {
  addInput(c, "q", type, size);
  addInput(c, "k", type, size);
  c.outShape = {size[0], size[1], size[2], size[2]};
  c.flops = 2 * product(size) * double(size[2]);
  c.baseline = Baseline::Cublas;
  c.scale = 1 / std::sqrt(double(size[3]));
  ScalarArgument scale;
  scale.number = c.scale;
  c.scalars.push_back(scale);
}

/// How many of the keys all queries see together, of one head.
double keysSeen(bool causal, int64_t queries, int64_t keys) {
  if (!causal)
    return double(queries) * double(keys);
  // A square counts half, as published tables have it: without its diagonal.
  double square = double(std::min(queries, keys));
  return square * square / 2 +
         std::max(double(queries - keys), 0.0) * double(keys);
}

/// The six numbers of an attention; four have as many keys as queries, and a
/// head of keys for each head of queries.
Shape attentionSize(const Shape &size) {
  return size.size() == 6 ? size : Shape{size[0], size[1], size[1],
                                         size[2], size[2], size[3]};
}

/// Heads of queries that share one of keys and values are neighbours: they are
/// a batch of their own, whose heads have the same keys.
void fillAttention(BenchCase &c, DType type, const Shape &given) {
  Shape size = attentionSize(given);
  int64_t batches = size[0], heads = size[1], queries = size[3], keys = size[4],
          width = size[5];
  if (size[2] != heads) {
    batches *= size[2];
    heads /= size[2];
  }
  addInput(c, "q", type, {batches, heads, queries, width});
  for (const char *name : {"k", "v"}) {
    addInput(c, name, type, {batches, heads, keys, width});
    if (size[2] != size[1])
      c.inputs.back().placement = Placement::Shared;
  }
  c.outShape = {batches, heads, queries, width};
  std::string name = c.work->name;
  bool causal = name != "flash-full";
  c.flops = 4 * double(batches * heads) * keysSeen(causal, queries, keys) *
            double(width);
  // Level 6 keeps the scores in memory: written, read, written, read.
  if (name == "naive-attention")
    c.bytes =
        4 * double(batches * heads * queries * keys) * double(bytesOf(type));
  if (c.work->level != 8)
    return;
  ScalarArgument flag;
  flag.kind = ScalarArgument::Bool;
  flag.name = "causal";
  flag.flag = causal;
  c.scalars.push_back(flag);
}

void fillLayerNorm(BenchCase &c, DType type, const Shape &size) {
  addInput(c, "x", type, size);
  addInput(c, "w", type, {size[1]});
  addInput(c, "b", type, {size[1]});
  c.outShape = size;
}

struct WorkRow {
  BenchWork work;
  std::vector<std::string> types;
  void (*fill)(BenchCase &, DType, const Shape &);
};

constexpr const char *kHeadsHelp =
    "BATCHxHEADSxLENGTHxWIDTH; one number is the length";
constexpr const char *kFlashHelp =
    "BATCHxHEADSxLENGTHxWIDTH, or BATCHxHEADSxKVHEADSxQUERIESxKEYSxWIDTH where "
    "KVHEADS divides HEADS; one number is the length";

/// Is it a size of this work?
bool isSizeOf(const BenchWork &work, const Shape &size) {
  if (work.level == 8 && size.size() == 6)
    return size[1] % size[2] == 0;
  if (size.size() != work.rank)
    return false;
  return std::string(work.name) != "causal-softmax" || size[2] <= size[3];
}

const std::vector<WorkRow> &rows() {
  static const std::vector<WorkRow> table = {
      {{"vector-add", 1, nullptr, "vector_add", "LENGTH", 1},
       {"fp32", "fp16", "bf16"},
       fillVectorAdd},
      {{"matmul", 2, nullptr, "matmul", "MxNxK; one number is all three", 3},
       {"fp16", "bf16", "tf32", "fp32", "int8", "e4m3"},
       fillMatmul},
      {{"softmax", 3, nullptr, "softmax",
        "ROWSxCOLUMNS; one number is the columns of 4096 rows", 2},
       {"fp32", "fp16", "bf16"},
       fillSoftmax},
      {{"scores", 4, nullptr, "attention_scores", kHeadsHelp, 4},
       {"fp16", "bf16", "tf32"},
       fillScores},
      {{"causal-softmax", 5, nullptr, "causal_softmax",
        "BATCHxHEADSxLENGTHxLENGTH; one number is the length", 4},
       {"fp32", "fp16"},
       fillCausalSoftmax},
      {{"naive-attention", 6, nullptr, "naive_attention", kHeadsHelp, 4},
       {"fp16", "tf32"},
       fillAttention},
      {{"fused-attention", 7, nullptr, "fused_attention", kHeadsHelp, 4},
       {"fp16", "bf16", "tf32"},
       fillAttention},
      {{"flash-full", 8, nullptr, "flash_attention", kFlashHelp, 4},
       {"bf16", "fp16", "tf32"},
       fillAttention},
      {{"flash-causal", 8, nullptr, "flash_attention", kFlashHelp, 4},
       {"bf16", "fp16", "tf32"},
       fillAttention},
      {{"layer-norm", 0, "layer_norm", "layer_norm",
        "ROWSxCOLUMNS; one number is the columns of 4096 rows", 2},
       {"fp16", "bf16", "fp32"},
       fillLayerNorm},
  };
  return table;
}

} // namespace

const std::vector<BenchWork> &benchWorks() {
  static const std::vector<BenchWork> works = [] {
    std::vector<BenchWork> all;
    for (const WorkRow &row : rows())
      all.push_back(row.work);
    return all;
  }();
  return works;
}

const BenchWork *findBenchWork(const std::string &name) {
  for (const BenchWork &work : benchWorks())
    if (name == work.name)
      return &work;
  return nullptr;
}

std::vector<std::string> benchTypes(const BenchWork &work) {
  for (const WorkRow &row : rows())
    if (std::string(row.work.name) == work.name)
      return row.types;
  return {};
}

Result<BenchCase> makeBenchCase(const BenchWork &work, const std::string &type,
                                const std::string &size) {
  const WorkRow *row = nullptr;
  for (const WorkRow &candidate : rows())
    if (std::string(candidate.work.name) == work.name)
      row = &candidate;
  std::string known;
  bool isKnown = false;
  for (const std::string &name : row->types) {
    known += (known.empty() ? "" : ", ") + name;
    isKnown |= name == type;
  }
  if (!isKnown)
    return Error{std::string(work.name) + " is timed in " + known +
                 ", not in \"" + type + "\""};
  Shape shape = completed(work, parseSize(size));
  if (!isSizeOf(work, shape))
    return Error{"\"" + size + "\" is no size of " + work.name + ": it is " +
                 work.sizeHelp};
  BenchCase c;
  c.work = findBenchWork(work.name);
  c.precision = type;
  c.name = std::string(work.name) + "-" + type + "-" + joined(shape);
  DType tensors = tensorType(type);
  c.outType = tensors;
  row->fill(c, tensors, shape);
  double most = product(c.outShape);
  for (const InputSpec &input : c.inputs)
    most = std::max(most, product(input.shape));
  if (most > double(kLargestSize))
    return Error{"\"" + size + "\" is too large: a tensor has at most " +
                 std::to_string(kLargestSize) + " elements"};
  for (const InputSpec &input : c.inputs) {
    bool isShared = input.placement == Placement::Shared;
    c.footprint += product(input.shape) * double(bytesOf(input.type)) /
                   double(isShared ? input.shape[1] : 1);
  }
  c.outBytes = product(c.outShape) * double(bytesOf(c.outType));
  c.footprint += c.outBytes;
  if (c.bytes == 0)
    c.bytes = c.footprint;
  return c;
}

std::optional<Result<BenchCase>> findBenchCase(const std::string &name) {
  size_t size = name.rfind('-');
  size_t type = size ? name.rfind('-', size - 1) : size;
  if (type == std::string::npos || size == std::string::npos)
    return std::nullopt;
  const BenchWork *work = findBenchWork(name.substr(0, type));
  if (!work)
    return std::nullopt;
  return makeBenchCase(*work, name.substr(type + 1, size - type - 1),
                       name.substr(size + 1));
}

LevelCase taskOf(const BenchCase &benchCase) {
  if (benchCase.topic)
    return *benchCase.topic;
  LevelCase task;
  task.level = benchCase.work->level;
  task.name = benchCase.name;
  task.launcher = benchCase.work->launcher;
  task.inputs = benchCase.inputs;
  task.scalars = benchCase.scalars;
  task.outType = benchCase.outType;
  task.outShape = benchCase.outShape;
  const std::string &precision = benchCase.precision;
  task.precision = precision == "tf32" ? Precision::Tf32
                   : precision == "fp32" || precision == "int8"
                       ? Precision::Exact
                       : Precision::Narrow;
  task.scale = benchCase.scale;
  if (task.level >= 6)
    task.scale = 1 / std::sqrt(double(task.inputs[0].shape.back()));
  if (task.level >= 5 && std::string(benchCase.work->name) != "flash-full")
    task.causal = Causal::TopLeft;
  return task;
}

std::vector<BenchCase> standardBenchCases() {
  static constexpr struct {
    const char *work, *type, *size;
  } kCases[] = {
      {"vector-add", "fp32", "268435456"},
      {"vector-add", "fp32", "16777216"},
      {"vector-add", "fp32", "16777219"},
      {"matmul", "fp16", "4096"},
      {"matmul", "tf32", "4096"},
      {"softmax", "fp32", "4096x1024"},
      {"softmax", "fp32", "4096x4096"},
      {"softmax", "fp32", "4096x16384"},
      {"softmax", "fp32", "32768x8192"},
      {"softmax", "fp16", "32768x8192"},
      {"scores", "fp16", "4x16x2048x64"},
      {"causal-softmax", "fp16", "4x16x2048x2048"},
      {"causal-softmax", "fp32", "4x16x2048x2048"},
      {"naive-attention", "fp16", "4x16x2048x64"},
      {"fused-attention", "fp16", "4x16x2048x64"},
      {"flash-full", "bf16", "4x16x4096x128"},
      {"flash-causal", "bf16", "4x16x4096x128"},
      {"layer-norm", "fp16", "4096x4096"},
      {"layer-norm", "fp16", "32768x4096"},
  };
  std::vector<BenchCase> cases;
  for (const auto &row : kCases)
    cases.push_back(
        *makeBenchCase(*findBenchWork(row.work), row.type, row.size));
  return cases;
}

} // namespace tqc
