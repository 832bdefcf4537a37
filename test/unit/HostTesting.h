//===- HostTesting.h - A launcher, a device of host memory ------*- C++ -*-===//
//
// What a test of the interpreter needs: a device whose memory is a vector, a
// launcher that records its calls, and a text to run.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TEST_UNIT_HOSTTESTING_H
#define TQC_TEST_UNIT_HOSTTESTING_H

#include "compiler/host/Host.h"
#include "compiler/syntax/Parser.h"

#include "llvm/Support/raw_ostream.h"

#include <cstring>
#include <map>

namespace tqc::testing {

/// Memory at made-up addresses. Counts what lives, and refuses on request.
class FakeDevice : public Device {
public:
  FakeDevice() {
    facts.name = "fake";
    facts.computeMajor = 9;
    facts.multiprocessors = 132;
    facts.sharedBytesPerBlock = 232448;
  }
  const DeviceAttributes &attributes() const override { return facts; }
  Result<DevicePtr> allocate(const AllocationInfo &info) override {
    if (refuse)
      return Error{"out of memory"};
    DevicePtr at = next;
    next += (info.bytes + 0xFFF) & ~size_t(0xFFF);
    memory[at].resize(info.bytes);
    infos.push_back(info);
    return at;
  }
  Status free(DevicePtr ptr) override {
    memory.erase(ptr);
    return {};
  }
  Status copyIn(DevicePtr to, const void *from, size_t bytes) override {
    uint8_t *place = find(to, bytes);
    if (!place)
      return Error{"no such memory"};
    std::memcpy(place, from, bytes);
    return {};
  }
  Status copyOut(void *to, DevicePtr from, size_t bytes) override {
    uint8_t *place = find(from, bytes);
    if (!place)
      return Error{"no such memory"};
    std::memcpy(to, place, bytes);
    return {};
  }
  Status poison(DevicePtr ptr, uint8_t byte, size_t bytes) override {
    ++poisons;
    return fill(ptr, byte, bytes);
  }
  Status fill(DevicePtr ptr, uint8_t byte, size_t bytes) override {
    uint8_t *place = find(ptr, bytes);
    if (!place)
      return Error{"no such memory"};
    std::memset(place, byte, bytes);
    return {};
  }
  Result<ModuleId> load(const KernelImage &) override {
    return Error{"the fake device runs nothing"};
  }
  Status launch(const Launch &) override {
    return Error{"the fake device runs nothing"};
  }
  Status synchronize() override {
    ++synchronizations;
    return {};
  }
  Result<double> time(const Launch &, int) override {
    return Error{"the fake device runs nothing"};
  }
  Result<std::array<uint8_t, 128>> encodeMap(const MapSpec &) override {
    return Error{"the fake device runs nothing"};
  }

  uint8_t *find(DevicePtr at, size_t bytes) {
    auto after = memory.upper_bound(at);
    if (after == memory.begin())
      return nullptr;
    auto &[base, data] = *std::prev(after);
    return at - base + bytes <= data.size() ? data.data() + (at - base)
                                            : nullptr;
  }

  std::map<DevicePtr, std::vector<uint8_t>> memory;
  std::vector<AllocationInfo> infos;
  DevicePtr next = 0x10000;
  int poisons = 0, synchronizations = 0;
  bool refuse = false;
  DeviceAttributes facts;
};

/// Writes each call as text: "add[4, 1, 1](x=..., n=4096) num_warps=8".
class FakeLauncher : public KernelLauncher {
public:
  Status launch(const ast::FunctionStmt &kernel, const KernelCall &call,
                DiagEngine &diags) override {
    calls.push_back(describe(kernel, call));
    for (size_t i = 1; i < call.configs.size(); ++i)
      if (auto other = call.forConfig(i))
        others.push_back(describe(kernel, *other));
    last = call;
    if (!refusal.empty())
      return Error{refusal};
    if (!complaint.empty()) {
      diags.error(DiagCode{399}, kernel.nameSpan, complaint);
      return Error{complaint};
    }
    return {};
  }
  Result<KernelImage> compile(const ast::FunctionStmt &kernel,
                              const KernelCall &call,
                              DiagEngine &diags) override {
    calls.push_back("compile " + describe(kernel, call));
    if (!refusal.empty())
      return Error{refusal};
    KernelImage image;
    image.ptx = "// " + kernel.name;
    image.entries.emplace_back();
    image.entries[0].entry = kernel.name;
    image.entries[0].sharedBytes = 1024;
    image.entries[0].numWarps = call.numWarps.value_or(4);
    return image;
  }
  const ast::Module *import(const SourceFile &, unsigned dots,
                            llvm::StringRef path) override {
    auto found = modules.find(std::string(dots, '.') + path.str());
    return found == modules.end() ? nullptr : found->second;
  }

  static std::string describe(const ast::FunctionStmt &kernel,
                              const KernelCall &call) {
    std::string text = kernel.name + "[";
    for (int i = 0; i < 3; ++i)
      text += (i ? ", " : "") + std::to_string(call.grid[i]);
    text += "](";
    for (const KernelCall::Argument &argument : call.arguments)
      text += (text.back() == '(' ? "" : ", ") + argument.name +
              (argument.isConstexpr ? ":=" : "=") + repr(argument.value);
    text += ")";
    std::pair<const char *, std::optional<int>> options[] = {
        {" num_warps=", call.numWarps},
        {" num_stages=", call.numStages},
        {" num_ctas=", call.numCtas}};
    for (auto [name, value] : options)
      if (value)
        text += name + std::to_string(*value);
    return text;
  }

  std::vector<std::string> calls, others;
  KernelCall last;
  std::string refusal, complaint;
  std::map<std::string, const ast::Module *> modules;
};

/// A file and what running it did.
struct Host {
  explicit Host(std::string text) : diags(sources) {
    const SourceFile &file = sources.add("h.tq", std::move(text));
    module = parseFile(file, diags);
    interpreter = std::make_unique<Interpreter>(diags, device, launcher);
    interpreter->setOutput(output);
  }

  Result<HostValue> call(llvm::StringRef function,
                         std::vector<HostValue> arguments = {}) {
    return interpreter->call(*module, function, arguments);
  }
  /// repr() of what `f()` returns, or the diagnostics.
  std::string run(std::vector<HostValue> arguments = {}) {
    Result<HostValue> value = call("f", std::move(arguments));
    return value ? repr(*value) : errors();
  }
  std::string errors() const {
    std::string text;
    llvm::raw_string_ostream os(text);
    diags.print(os);
    return text;
  }
  /// A contiguous tensor on the device whose elements count from 0 (32 bits).
  HostValue tensor(std::vector<int64_t> shape, DType type = DType::I32) {
    int64_t count = 1;
    for (int64_t size : shape)
      count *= size;
    DevicePtr at = *device.allocate({"x", count * bytesOf(type), "", {}});
    for (int64_t i = 0; i < count; ++i)
      storeElement(type, device.find(at + i * bytesOf(type), bytesOf(type)),
                   static_cast<double>(i));
    return borrowedTensor(at, type, std::move(shape));
  }
  /// The elements of a tensor of any strides.
  std::vector<double> elements(const HostValue &value) {
    const TensorValue &tensor = value.asTensor();
    std::vector<uint8_t> bytes = *readTensor(device, tensor);
    std::vector<double> result;
    for (size_t i = 0; i < bytes.size(); i += bytesOf(tensor.type))
      result.push_back(loadElement(tensor.type, bytes.data() + i));
    return result;
  }

  SourceManager sources;
  DiagEngine diags;
  FakeDevice device;
  FakeLauncher launcher;
  std::string printed;
  llvm::raw_string_ostream output{printed};
  std::unique_ptr<ast::Module> module;
  std::unique_ptr<Interpreter> interpreter;
};

/// repr() of an expression, or the message of its error.
inline std::string eval(const std::string &expression) {
  Host host("def f():\n  return " + expression + "\n");
  Result<HostValue> value = host.call("f");
  return value ? repr(*value) : "error: " + value.error().message;
}

/// What a function body returns, or the message of its error. Lines are
/// indented by two blanks.
inline std::string body(const std::string &lines) {
  Host host("def f():\n" + lines);
  Result<HostValue> value = host.call("f");
  if (!value && host.diags.all().size() > 1)
    return "more than one error: " + host.errors();
  return value ? repr(*value) : "error: " + value.error().message;
}

} // namespace tqc::testing

#endif // TQC_TEST_UNIT_HOSTTESTING_H
