//===- KernelWriter.cpp - Random kernels that have a meaning --------------===//

#include "tools/tq-fuzz/KernelWriter.h"

namespace tqc::fuzz {

//===----------------------------------------------------------------------===//
// Values and arguments
//===----------------------------------------------------------------------===//

std::string languageName(DType type) {
  const DTypeInfo &info = infoOf(type);
  switch (info.kind) {
  case DTypeKind::Bool:
    return "tl.int1";
  case DTypeKind::Float:
    return std::string("tl.") + (type == DType::FP8E4NV ? "float8e4nv"
                                 : type == DType::FP8E5 ? "float8e5"
                                                        : info.torch);
  case DTypeKind::Signed:
  case DTypeKind::Unsigned:
    break;
  }
  return std::string("tl.") + info.torch;
}

KernelWriter::Value KernelWriter::define(DType type, const Shape &shape,
                                         const std::string &expression) {
  Value value{fresh("v"), type, shape};
  line(value.name + " = (" + expression + ").to(" + languageName(type) + ")");
  values.push_back(value);
  return value;
}

std::string KernelWriter::asType(const Value &value, DType type) {
  if (!isFloat(value.type) && isFp8(type))
    return value.name + ".to(tl.float32)";
  if (!isFloat(value.type) || isFloat(type))
    return value.name;
  if (isFp8(value.type))
    return "tl.where(" + value.name + ".to(tl.float32) > 1.0, 3, 2)";
  bool isSigned = infoOf(type).kind == DTypeKind::Signed;
  return "tl.minimum(tl.maximum(tl.where(" + value.name + " == " + value.name +
         ", " + value.name + ", 0).to(tl.float32), " +
         (isSigned ? "-100.0" : "0.0") + "), 100.0)";
}

KernelWriter::Value KernelWriter::cast(const Value &value, DType type) {
  return value.type == type ? value
                            : define(type, value.shape, asType(value, type));
}

KernelWriter::Shape KernelWriter::randomShape() {
  static const std::vector<Shape> kShapes = {
      {16},     {64},    {128},     {256}, {16, 16}, {32, 16},
      {16, 64}, {1, 32}, {4, 8, 4}, {1},   {2, 1}};
  return pick(kShapes);
}

DType KernelWriter::randomType() {
  static const std::vector<DType> kTypes = {
      DType::FP32,    DType::FP32, DType::FP32, DType::FP16, DType::BF16,
      DType::FP64,    DType::I32,  DType::I32,  DType::I64,  DType::I16,
      DType::I8,      DType::U8,   DType::U32,  DType::U64,  DType::U16,
      DType::FP8E4NV, DType::FP8E5};
  return pick(kTypes);
}

static int64_t countOf(const std::vector<int> &shape) {
  int64_t count = 1;
  for (int extent : shape)
    count *= extent;
  return count;
}

/// The row-major index of each element: "tl.arange(0, 4)[:, None] * 8 + ...".
std::string KernelWriter::indexOf(const Shape &shape) {
  if (shape.empty())
    return "0";
  std::string text;
  int64_t stride = countOf(shape);
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    stride /= shape[dim];
    std::string part = "tl.arange(0, " + std::to_string(shape[dim]) + ")";
    if (shape.size() > 1) {
      part += "[";
      for (size_t other = 0; other < shape.size(); ++other)
        part += std::string(other ? ", " : "") + (other == dim ? ":" : "None");
      part += "]";
    }
    if (stride != 1)
      part += " * " + std::to_string(stride);
    text += (text.empty() ? "" : " + ") + part;
  }
  return text;
}

KernelWriter::Value KernelWriter::any(const Shape *shape, const DType *type) {
  std::vector<Value> fitting;
  for (const Value &value : values)
    if ((!shape || value.shape == *shape) && (!type || value.type == *type))
      fitting.push_back(value);
  if (!fitting.empty())
    return pick(fitting);
  for (const Value &value : values)
    if (!shape || value.shape == *shape)
      return type ? cast(value, *type) : value;
  writeLoadOf(type ? *type : randomType(), shape ? *shape : randomShape());
  return values.back();
}

KernelWriter::Value KernelWriter::anyNumber() {
  Value value = any();
  return isFp8(value.type) ? cast(value, DType::FP32) : value;
}

KernelWriter::Value KernelWriter::anyFloat(const Shape *shape) {
  static const std::vector<DType> kFloats = {DType::FP32, DType::FP32,
                                             DType::FP32, DType::FP64};
  DType type = pick(kFloats);
  return any(shape, &type);
}

std::string KernelWriter::input(DType type, int64_t count) {
  LaunchValue value;
  value.kind = LaunchValue::Tensor;
  value.name = fresh("in");
  value.tensor = randomTensor(random, type, count);
  parameters += value.name + ", ";
  kernel.values.push_back(std::move(value));
  return kernel.values.back().name;
}

std::string KernelWriter::output(DType type, int64_t count) {
  LaunchValue value;
  value.kind = LaunchValue::Tensor;
  value.name = fresh("out");
  value.tensor = HostTensor(type, {count});
  value.poisoned = true;
  parameters += value.name + ", ";
  kernel.values.push_back(std::move(value));
  return kernel.values.back().name;
}

/// A run-time argument.
std::string KernelWriter::number(int64_t value) {
  LaunchValue argument;
  argument.kind = LaunchValue::Integer;
  argument.name = fresh("n");
  argument.integer = value;
  argument.number = double(value);
  parameters += argument.name + ", ";
  kernel.values.push_back(std::move(argument));
  return kernel.values.back().name;
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

void KernelWriter::statement() {
  using Writer = void (KernelWriter::*)();
  static constexpr struct {
    unsigned weight;
    Writer writer;
    bool nests;
  } kStatements[] = {
      {10, &KernelWriter::writeLoad, false},
      {16, &KernelWriter::writeBinary, false},
      {6, &KernelWriter::writeUnary, false},
      {6, &KernelWriter::writeFunction, false},
      {8, &KernelWriter::writeCompare, false},
      {6, &KernelWriter::writeCast, false},
      {8, &KernelWriter::writeReduce, false},
      {4, &KernelWriter::writeScan, false},
      {6, &KernelWriter::writeShape, false},
      {3, &KernelWriter::writeJoin, false},
      {3, &KernelWriter::writeGather, false},
      {2, &KernelWriter::writeHistogram, false},
      {4, &KernelWriter::writeSoftmax, false},
      {4, &KernelWriter::writeDot, false},
      {4, &KernelWriter::writeDotLoop, false},
      {2, &KernelWriter::writeDotScaled, false},
      {2, &KernelWriter::writeAttention, false},
      {3, &KernelWriter::writeCombine, false},
      {3, &KernelWriter::writeOrder, false},
      {2, &KernelWriter::writeShortLoad, false},
      {3, &KernelWriter::writeInPlace, false},
      {3, &KernelWriter::writeAtomic, false},
      {2, &KernelWriter::writeExchange, false},
      {3, &KernelWriter::writeDescriptor, false},
      {3, &KernelWriter::writeBlockPointer, false},
      {2, &KernelWriter::writeHint, false},
      {3, &KernelWriter::writeRow, false},
      {5, &KernelWriter::writeLoop, true},
      {4, &KernelWriter::writeIf, true},
      {2, &KernelWriter::writeWhile, true},
  };
  unsigned total = 0;
  for (const auto &one : kStatements)
    total += one.nests && depth > 1 ? 0 : one.weight;
  auto drawn = static_cast<unsigned>(pick(total));
  for (const auto &one : kStatements) {
    unsigned weight = one.nests && depth > 1 ? 0 : one.weight;
    if (drawn < weight)
      return (this->*one.writer)();
    drawn -= weight;
  }
}

/// Every value goes to memory; bools as bytes.
void KernelWriter::storeAll() {
  for (const Value &value : std::vector<Value>(values)) {
    int64_t count = countOf(value.shape);
    bool isBool = value.type == DType::I1;
    std::string to =
        output(isBool ? DType::I8 : value.type, count * int64_t(programs));
    line("tl.store(" + to + " + pid * " + std::to_string(count) + " + " +
         indexOf(value.shape) + ", " + value.name +
         (isBool ? ".to(tl.int8)" : "") + ")");
  }
}

RandomKernel KernelWriter::write() {
  kernel.name = "k" + std::to_string(seed);
  kernel.grid = {1 + uint32_t(pick(3)), chance(15) ? 2u : 1u, 1};
  programs = kernel.grid[0] * kernel.grid[1];
  int64_t ctas = chance(5) ? 2 : 1;
  if (chance(4)) { // a row that CTAs share, and nothing else
    ctas = chance(50) ? 2 : 4;
    for (size_t i = 0, count = 1 + pick(3); i < count; ++i)
      writeRowLoop(1024 * ctas);
  } else {
    writeLoad();
    for (size_t i = 0, count = 2 + pick(8); i < count; ++i)
      statement();
  }
  storeAll();
  static const std::vector<std::string> kWarps = {"1", "2", "4", "4", "8"};
  static const std::vector<std::string> kStages = {"1", "2", "3", "4"};
  for (const auto &[name, list] :
       {std::pair("num_warps", &kWarps), std::pair("num_stages", &kStages)}) {
    LaunchValue value;
    value.name = name;
    value.integer = std::stoi(pick(*list));
    value.number = double(value.integer);
    kernel.values.push_back(std::move(value));
  }
  if (ctas > 1) {
    LaunchValue clusters;
    clusters.name = "num_ctas";
    clusters.integer = ctas;
    clusters.number = double(ctas);
    kernel.values.push_back(std::move(clusters));
  }
  parameters.resize(parameters.size() - 2); // the last comma
  kernel.source = "import triton\nimport triton.language as tl\n\n\n";
  for (const std::string &helper : helpers)
    kernel.source += "@triton.jit\ndef " + helper + "\n\n\n";
  kernel.source +=
      "@triton.jit\ndef " + kernel.name + "(" + parameters +
      "):\n    pid = tl.program_id(0)" +
      (kernel.grid[1] > 1 ? " + tl.program_id(1) * tl.num_programs(0)\n"
                          : "\n") +
      body;
  return std::move(kernel);
}

} // namespace tqc::fuzz
