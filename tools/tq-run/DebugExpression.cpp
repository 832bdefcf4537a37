//===- DebugExpression.cpp - What an expression gives at a stop -----------===//

#include "tools/tq-run/DebugExpression.h"

#include "compiler/interpreter/TileDevice.h"
#include "compiler/syntax/TileType.h"
#include "tools/tq-run/LevelRunner.h"

#include "llvm/ADT/STLExtras.h"

#include <cctype>

using namespace tqc;

static bool beginsName(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_';
}
static bool isInName(char c) {
  return beginsName(c) || std::isdigit(static_cast<unsigned char>(c));
}

bool tqc::isExpression(const std::string &text) {
  size_t end = 0;
  while (end < text.size() && isInName(text[end]))
    ++end;
  if (end == 0)
    return !text.empty();
  end = std::min(text.find_first_not_of(' ', end), text.size());
  if (end == text.size())
    return false;
  if (text[end] != '[')
    return true;
  size_t close = text.find(']', end);
  return close != std::string::npos && close + 1 != text.size();
}

std::vector<std::string> tqc::namesIn(const std::string &expression) {
  std::vector<std::string> names;
  for (size_t at = 0; at < expression.size();) {
    size_t end = at + 1;
    if (isInName(expression[at])) {
      while (end < expression.size() && isInName(expression[end]))
        ++end;
      std::string name = expression.substr(at, end - at);
      bool isMember = at > 0 && expression[at - 1] == '.';
      if (beginsName(name[0]) && !isMember && !llvm::is_contained(names, name))
        names.push_back(name);
    }
    at = end;
  }
  return names;
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

/// The largest tile that the language has.
static constexpr int64_t kMostElements = int64_t(1) << 20;

/// Those that `tl` has a name for on every GPU.
static const DType kTypes[] = {
    DType::I1,   DType::I8,   DType::I16,  DType::I32,   DType::I64,
    DType::U8,   DType::U16,  DType::U32,  DType::U64,   DType::FP16,
    DType::BF16, DType::FP32, DType::FP64, DType::FP8E5, DType::FP8E4NV,
};

/// Writes down what a value is, and its elements.
static std::string showKernel() {
  std::string text = "@triton.jit\ndef show(it, facts, whole, real):\n";
  for (size_t i = 0; i < std::size(kTypes); ++i)
    text += "    if it.dtype == tl." +
            languageName(*elemFromSignature(nameOf(kTypes[i]))).str() +
            ":\n        tl.store(facts, " + std::to_string(i + 1) + ")\n";
  return text + R"(    if it.type.is_block():
        tl.store(facts + 1, len(it.shape))
        for i in tl.static_range(len(it.shape)):
            tl.store(facts + 2 + i, it.shape[i])
        at = tl.arange(0, it.numel)
        flat = tl.reshape(it, [it.numel])
    else:
        at = 0
        flat = it
    if it.dtype.is_floating():
        tl.store(real + at, flat.to(tl.float64))
    else:
        tl.store(whole + at, flat.to(tl.int64))
)";
}

/// The file with the kernel `value`, whose last but one line is the expression.
static std::string kernelText(const std::string &expression,
                              const std::vector<DebugOperand> &names) {
  std::string params, body;
  for (const DebugOperand &named : names) {
    if (!named.value) {
      body += "    " + named.name + ": tl.constexpr = " + named.constant + "\n";
      continue;
    }
    std::string at = named.name + "_in_memory";
    params += at + ", ";
    std::string loaded = "tl.load(" + at + ")";
    if (named.value->isTile) {
      std::string shape;
      for (int64_t extent : named.value->tensor.shape)
        shape += (shape.empty() ? "" : ", ") + std::to_string(extent);
      loaded = "tl.reshape(tl.load(" + at + " + tl.arange(0, " +
               std::to_string(named.value->tensor.numel()) + ")), [" + shape +
               "])";
    }
    body += "    " + named.name + " = " + loaded + "\n";
  }
  return "import triton\nimport triton.language as tl\n\n\n" + showKernel() +
         "\n\n@triton.jit\ndef value(" + params + "facts, whole, real):\n" +
         body + "    value_of_expression = " + expression +
         "\n    show(value_of_expression, facts, whole, real)\n";
}

/// Elements that nobody has written stay so.
static Status poisonUnknown(Device &device, const DebugValue &value,
                            DevicePtr at) {
  size_t bytes = bytesOf(value.tensor.type);
  for (size_t i = 0; i < value.states.size(); ++i)
    if (value.states[i] != ElementState::Known)
      if (Status status = device.poison(at + i * bytes, kPoisonByte, bytes);
          !status)
        return status;
  return {};
}

//===----------------------------------------------------------------------===//
// Its result
//===----------------------------------------------------------------------===//

/// The value that the kernel left in its three tensors.
static Result<DebugValue> readValue(TileDevice &device,
                                    std::vector<DeviceTensor> &tensors) {
  DeviceTensor &facts = tensors[tensors.size() - 3];
  DeviceTensor &whole = tensors[tensors.size() - 2];
  DeviceTensor &real = tensors[tensors.size() - 1];
  for (DeviceTensor *tensor : {&facts, &whole, &real})
    if (Status status = download(device, *tensor); !status)
      return status.error();
  auto number = static_cast<int64_t>(facts.host.get(0)) - 1;
  if (number < 0)
    return Error{"it has a type that cannot be shown"};
  DebugValue value;
  DType type = kTypes[number];
  std::vector<int64_t> shape;
  for (int64_t i = 0; i < static_cast<int64_t>(facts.host.get(1)); ++i)
    shape.push_back(static_cast<int64_t>(facts.host.get(2 + i)));
  value.type = nameOf(type);
  value.isTile = !shape.empty();
  value.tensor = HostTensor(type, shape);
  const DeviceTensor &from = isFloat(type) ? real : whole;
  for (int64_t i = 0, count = value.tensor.numel(); i < count; ++i) {
    if (isFloat(type))
      value.tensor.set(i, from.host.get(i));
    else
      storeInteger(type, value.tensor.at(i),
                   loadInteger(DType::I64, from.host.at(i)));
    auto certainty =
        device.certaintyOf(from.pointer + static_cast<uint64_t>(i) * 8, 8);
    value.states.push_back(certainty.doubt >= tile::Doubt::Undefined
                               ? ElementState::Undefined
                               : ElementState::Known);
  }
  return value;
}

Result<DebugValue> tqc::evaluate(const std::string &expression,
                                 const std::vector<DebugOperand> &names) {
  TileDevice device({});
  Result<std::unique_ptr<LevelRunner>> runner = LevelRunner::open(
      "expression", kernelText(expression, names), device, "value");
  if (!runner)
    return runner.error();
  std::vector<DeviceTensor> tensors;
  auto put = [&](const std::string &name, HostTensor tensor) -> Status {
    Result<DeviceTensor> uploaded =
        upload(device, name, std::move(tensor), /*poisoned=*/false);
    if (!uploaded)
      return uploaded.error();
    tensors.push_back(std::move(*uploaded));
    return {};
  };
  for (const DebugOperand &named : names) {
    if (!named.value)
      continue;
    if (named.value->type[0] == '*')
      return Error{named.name + " is a pointer; expressions take values"};
    Status status = put(named.name, named.value->tensor);
    if (status)
      status = poisonUnknown(device, *named.value, tensors.back().pointer);
    if (!status)
      return status.error();
  }
  for (auto [name, type, count] :
       {std::tuple("facts", DType::I32, int64_t(16)),
        std::tuple("whole", DType::I64, kMostElements),
        std::tuple("real", DType::FP64, kMostElements)})
    if (Status status = put(name, HostTensor(type, {count})); !status)
      return status.error();
  std::vector<CallArgument> arguments(tensors.size());
  for (size_t i = 0; i < tensors.size(); ++i)
    arguments[i].tensor = &tensors[i];
  CallOutcome outcome = (*runner)->callKernel("value", {1, 1, 1}, arguments);
  if (outcome.problem != CallProblem::None)
    return Error{outcome.message};
  return readValue(device, tensors);
}
