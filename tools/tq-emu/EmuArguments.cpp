//===- EmuArguments.cpp - tq-emu's command line ---------------------------===//

#include "tools/tq-emu/EmuArguments.h"

#include "runtime/device/Npy.h"

#include <cstdlib>
#include <cstring>
#include <random>

namespace tqc {

const std::vector<EmuOption> kEmuOptions = {
    {"entry", "NAME", "which kernel (default: the only one)"},
    {"grid", "X[,Y,Z]", "blocks (default 1)"},
    {"block", "X[,Y,Z]", "threads a block (default 1)"},
    {"cluster", "X[,Y,Z]", "blocks a cluster (default 1)"},
    {"shared", "BYTES", "dynamic shared memory"},
    {"print", "NAME[:COUNT]", "shows a buffer afterwards"},
    {"out", "NAME=FILE.npy", "writes a buffer afterwards"},
    {"check", "on|off", "look for errors (default on)"},
    {"require-checks", nullptr,
     "what could not be checked makes the exit code 1"},
    {"schedule", "eager|lazy|random:SEED",
     "when asynchronous work ends, and which warp goes first"},
    {"schedules", "N",
     "tries N schedules: eager, lazy, then random ones, until\none goes wrong"},
    {"threads", "N", "host threads (default: one a core)"},
    {"max-steps", "N", "gives up after that many warp instructions"},
    {"max-seconds", "N",
     "gives up when no program ended for that long\n(default 10; 0: never)"},
    {"progress", "on|off",
     "how far a long run is, on stderr (default: on a\nterminal)"},
    {"json", nullptr, "findings as JSON, one a line"},
    {"ptx", nullptr, "findings name the CTA, warp and lane too"},
    {"counters", nullptr,
     "instructions, sectors, bank conflicts, by source line"},
    {"registers", "N", "of a thread, as ptxas said: for the occupancy"},
    {"stats", nullptr, "says how many instructions ran, and how fast"},
    {"list-instructions", nullptr,
     "the instructions that the emulator runs, as Markdown"},
    {"version", nullptr, "which tq-emu this is"},
    {"help", nullptr, "this text; -h too"},
};

const char *const kEmuSummary =
    "runs any PTX file on the CPU, and says what is wrong with it";

const char *const kEmuUsage =
    R"(tq-emu FILE.ptx [--entry NAME] --grid X[,Y,Z] --block X[,Y,Z]
              [--args ARG...] [options])";

const char *const kEmuArguments = R"(arguments of the kernel, in order:
  i32:5  u64:7  fp32:1.5  i1:1      a scalar of that type
  buf:1000:fp32                     a buffer of 1000 elements, never written
  buf:8x16:fp16=iota                0, 1, 2, ...; also zeros, ones, random:SEED
  buf:fp32=@x.npy                   a file's shape and values
  x=buf:1000:fp32                   the same, called x (default: arg0, arg1, ...)
  x=map:64x32,64:1000x200:fp16=ones a tensor map of a buffer: box, swizzle in
                                    bytes (0, 32, 64, 128; default 0), buffer
  bytes:128                         that many zero bytes, for a struct
)";

const char *const kEmuDetails =
    R"(exit code: 0 fine, or notes only; 1 findings, or the kernel did not end; 2 usage

example:
  tq-emu add.ptx --entry add --grid 4 --block 256 \
    --args x=buf:1000:fp32=iota y=buf:1000:fp32=ones z=buf:1000:fp32 i32:1000 \
    --print z:8
)";

std::string emuHelp() {
  constexpr size_t kWidth = 23;
  std::string text = std::string("tq-emu: ") + kEmuSummary +
                     "\n\nusage: " + kEmuUsage + "\n\n" + kEmuArguments +
                     "\noptions:\n";
  for (const EmuOption &option : kEmuOptions) {
    std::string left = std::string("  --") + option.name;
    if (option.placeholder)
      left += std::string(" ") + option.placeholder;
    std::string margin(kWidth, ' ');
    left += left.size() < kWidth ? std::string(kWidth - left.size(), ' ')
                                 : "\n" + margin;
    for (char c : std::string(option.help) + "\n") {
      left += c;
      if (c == '\n')
        left += margin;
    }
    text += left.substr(0, left.size() - kWidth);
  }
  return text + "\n" + kEmuDetails;
}

/// Characters of a wrong word that messages repeat.
static constexpr size_t kMostShown = 60;

static Error usage(const std::string &message) { return Error{message}; }

static bool parseUnsigned(const std::string &text, uint64_t &out) {
  char *end = nullptr;
  if (text.empty() || text[0] == '-')
    return false;
  out = std::strtoull(text.c_str(), &end, 0);
  return *end == 0;
}

static Result<std::array<uint32_t, 3>> parseSizes(const std::string &flag,
                                                  const std::string &text) {
  std::array<uint32_t, 3> sizes = {1, 1, 1};
  size_t at = 0;
  for (unsigned i = 0; i < 3; ++i) {
    size_t comma = text.find(',', at);
    uint64_t value = 0;
    if (!parseUnsigned(text.substr(at, comma - at), value) || value == 0 ||
        value > 0x7fffffff)
      return usage(flag +
                   " takes one to three sizes such as 4 or 4,2,1, not '" +
                   text + "'");
    sizes[i] = static_cast<uint32_t>(value);
    if (comma == std::string::npos)
      return sizes;
    at = comma + 1;
  }
  return usage(flag + " takes at most three sizes");
}

static Status fillBuffer(EmuArgument &arg, const std::string &how) {
  HostTensor &t = arg.tensor;
  int64_t count = t.numel();
  if (how == "zeros" || how == "ones") {
    double value = how == "ones";
    for (int64_t i = 0; i < count; ++i)
      t.set(i, value);
    return {};
  }
  if (how == "iota") {
    for (int64_t i = 0; i < count; ++i)
      t.set(i, static_cast<double>(i));
    return {};
  }
  if (how.rfind("random", 0) == 0) {
    uint64_t seed = 0;
    if (how.size() > 6 &&
        (how[6] != ':' || !parseUnsigned(how.substr(7), seed)))
      return usage("'" + how + "' should be random:SEED");
    std::mt19937_64 engine(seed);
    bool real = isFloat(t.type);
    for (int64_t i = 0; i < count; ++i) {
      // Not std::distributions: they differ between libraries.
      double unit = static_cast<double>(engine() >> 11) * 0x1p-53;
      t.set(i, real ? 2 * unit - 1 : static_cast<double>(engine() % 100));
    }
    return {};
  }
  return usage("a buffer is filled with zeros, ones, iota, random:SEED or "
               "@FILE.npy, not '" +
               how + "'");
}

/// "1000", "8x16".
static bool parseShape(const std::string &text, uint64_t most,
                       std::vector<int64_t> &sizes) {
  for (size_t at = 0; at <= text.size();) {
    size_t x = std::min(text.find('x', at), text.size());
    uint64_t value = 0;
    if (!parseUnsigned(text.substr(at, x - at), value) || value > most ||
        sizes.size() == kMaxDimensions)
      return false;
    sizes.push_back(static_cast<int64_t>(value));
    at = x + 1;
  }
  return true;
}

static Status parseBuffer(EmuArgument &arg, std::string text) {
  arg.isBuffer = true;
  std::string how;
  if (size_t equals = text.find('='); equals != std::string::npos) {
    how = text.substr(equals + 1);
    text.resize(equals);
  }
  std::string shape, typeName = text;
  if (size_t colon = text.find(':'); colon != std::string::npos) {
    shape = text.substr(0, colon);
    typeName = text.substr(colon + 1);
  }
  std::optional<DType> type = dtypeOf(typeName);
  if (!type)
    return usage("'" + typeName + "' is no type; types are " + dtypeNames());
  if (!how.empty() && how[0] == '@') {
    Result<HostTensor> read = readNpy(how.substr(1), *type);
    if (!read)
      return read.error();
    arg.tensor = read->contiguous();
    return {};
  }
  std::vector<int64_t> sizes;
  if (!parseShape(shape, uint64_t(1) << 34, sizes))
    return usage("'" + shape.substr(0, kMostShown) +
                 (shape.size() > kMostShown ? "..." : "") +
                 "' is no shape such as 1000 or 8x16");
  arg.tensor = HostTensor(*type, sizes);
  arg.isWritten = !how.empty();
  return how.empty() ? Status() : fillBuffer(arg, how);
}

/// `BOX[,SWIZZLE]:` and a buffer.
static Status parseMap(EmuArgument &arg, const std::string &text) {
  size_t colon = text.find(':');
  std::string head = text.substr(0, colon);
  size_t comma = head.find(',');
  std::vector<int64_t> box;
  if (colon == std::string::npos ||
      !parseShape(head.substr(0, comma), 256, box) ||
      (comma != std::string::npos &&
       !parseUnsigned(head.substr(comma + 1), arg.swizzle)))
    return usage("'map:" + text +
                 "' should be a box, perhaps a swizzle, and a buffer, such as "
                 "map:64x32,64:1000x200:fp16");
  if (Status s = parseBuffer(arg, text.substr(colon + 1)); !s)
    return s;
  if (box.size() != arg.tensor.shape.size())
    return usage("the box of '" + arg.name + "' has " +
                 std::to_string(box.size()) + " dimensions, the buffer " +
                 std::to_string(arg.tensor.shape.size()));
  arg.box.assign(box.begin(), box.end());
  return {};
}

static Status parseScalar(EmuArgument &arg, const std::string &typeName,
                          const std::string &value) {
  uint64_t count = 0;
  if (typeName == "bytes") {
    if (!parseUnsigned(value, count) || count > 4096)
      return usage("bytes: takes a count of at most 4096");
    arg.bytes.assign(count, 0);
    return {};
  }
  std::optional<DType> type = dtypeOf(typeName);
  if (!type)
    return usage("'" + typeName + "' is no type; types are " + dtypeNames());
  arg.bytes.resize(bytesOf(*type));
  char *end = nullptr;
  if (isFloat(*type)) {
    storeElement(*type, arg.bytes.data(), std::strtod(value.c_str(), &end));
  } else {
    bool negative = !value.empty() && value[0] == '-';
    int64_t number =
        negative ? std::strtoll(value.c_str(), &end, 0)
                 : static_cast<int64_t>(std::strtoull(value.c_str(), &end, 0));
    storeInteger(*type, arg.bytes.data(), number);
  }
  if (value.empty() || *end)
    return usage("'" + value + "' is no " + typeName);
  return {};
}

static Status parseArgument(EmuCommand &command, std::string text) {
  EmuArgument arg;
  arg.name = "arg" + std::to_string(command.arguments.size());
  size_t equals = text.find('='), colon = text.find(':');
  if (equals != std::string::npos && equals < colon) {
    arg.name = text.substr(0, equals);
    text.erase(0, equals + 1);
    colon = text.find(':');
  }
  if (colon == std::string::npos)
    return usage("'" + text +
                 "' is no argument such as i32:5 or "
                 "buf:1000:fp32");
  std::string head = text.substr(0, colon), rest = text.substr(colon + 1);
  Status s = head == "buf"   ? parseBuffer(arg, rest)
             : head == "map" ? parseMap(arg, rest)
                             : parseScalar(arg, head, rest);
  if (!s)
    return s;
  command.arguments.push_back(std::move(arg));
  return {};
}

namespace {
/// Goes through the words of the command line.
class CommandParser {
public:
  CommandParser(int argc, char **argv) : words(argv + 1, argv + argc) {}

  Result<EmuCommand> run() {
    while (at < words.size())
      if (Status s = word(); !s)
        return s.error();
    if (command.requireChecks && !command.checks)
      return usage("--require-checks and --check=off exclude each other");
    if (command.file.empty() && !command.help && !command.version &&
        !command.listInstructions)
      return usage("which PTX file? See tq-emu --help");
    return std::move(command);
  }

private:
  Status word();
  Status option(const std::string &flag, const std::string &value);
  Status output(const std::string &flag, const std::string &value);

  std::vector<std::string> words;
  size_t at = 0;
  EmuCommand command;
};
} // namespace

Status CommandParser::output(const std::string &flag,
                             const std::string &value) {
  EmuOutput out;
  size_t cut = value.find(flag == "--print" ? ':' : '=');
  out.name = value.substr(0, cut);
  if (flag == "--out") {
    if (cut == std::string::npos)
      return usage("--out takes NAME=FILE.npy");
    out.path = value.substr(cut + 1);
  } else if (cut != std::string::npos) {
    uint64_t count = 0;
    if (!parseUnsigned(value.substr(cut + 1), count))
      return usage("--print takes NAME:COUNT");
    out.count = static_cast<int64_t>(count);
  }
  command.outputs.push_back(out);
  return {};
}

Status CommandParser::option(const std::string &flag,
                             const std::string &value) {
  uint64_t number = 0;
  if (flag == "--entry") {
    command.entry = value;
    return {};
  }
  if (flag == "--grid" || flag == "--block" || flag == "--cluster") {
    auto sizes = parseSizes(flag, value);
    if (!sizes)
      return sizes.error();
    (flag == "--grid"    ? command.grid
     : flag == "--block" ? command.block
                         : command.cluster) = *sizes;
    return {};
  }
  if (flag == "--print" || flag == "--out")
    return output(flag, value);
  if (flag == "--check" || flag == "--progress") {
    if (value != "on" && value != "off")
      return usage(flag + " is on or off, not '" + value + "'");
    if (flag == "--check")
      command.checks = value == "on";
    else
      command.progress = value;
    return {};
  }
  if (flag == "--schedule") {
    command.schedule = value.substr(0, value.find(':'));
    bool seeded = value.find(':') != std::string::npos;
    if ((command.schedule != "eager" && command.schedule != "lazy" &&
         command.schedule != "random") ||
        (seeded && (command.schedule != "random" ||
                    !parseUnsigned(value.substr(7), command.seed))))
      return usage("--schedule is eager, lazy or random:SEED, not '" + value +
                   "'");
    return {};
  }
  if (flag == "--max-seconds") {
    char *end = nullptr;
    command.maxSeconds = std::strtod(value.c_str(), &end);
    if (value.empty() || *end || !(command.maxSeconds >= 0))
      return usage("--max-seconds takes a number of seconds, 0 for no limit, "
                   "not '" +
                   value + "'");
    return {};
  }
  if (!parseUnsigned(value, number))
    return usage(flag + " takes a number, not '" + value + "'");
  if (flag == "--shared")
    command.sharedBytes = static_cast<uint32_t>(number);
  else if (flag == "--schedules")
    command.schedules = static_cast<unsigned>(number);
  else if (flag == "--threads")
    command.threads = static_cast<unsigned>(number);
  else if (flag == "--registers")
    command.registers = number;
  else
    command.maxSteps = number;
  return {};
}

Status CommandParser::word() {
  std::string flag = words[at++];
  if (flag.rfind("-", 0) != 0) {
    if (!command.file.empty())
      return usage("a second file '" + flag +
                   "'; arguments of the kernel come behind --args");
    command.file = flag;
    return {};
  }
  if (flag == "--args") {
    while (at < words.size() && words[at].rfind("--", 0) != 0)
      if (Status s = parseArgument(command, words[at++]); !s)
        return s;
    return {};
  }
  static constexpr std::pair<const char *, bool EmuCommand::*> kSwitches[] = {
      {"--json", &EmuCommand::json},
      {"--stats", &EmuCommand::stats},
      {"--require-checks", &EmuCommand::requireChecks},
      {"--counters", &EmuCommand::counters},
      {"--ptx", &EmuCommand::ptx},
      {"--list-instructions", &EmuCommand::listInstructions},
      {"--version", &EmuCommand::version},
      {"--help", &EmuCommand::help},
      {"-h", &EmuCommand::help}};
  for (auto [name, member] : kSwitches)
    if (flag == name) {
      command.*member = true;
      return {};
    }
  std::string value;
  size_t equals = flag.find('=');
  bool attached = equals != std::string::npos;
  if (attached) {
    value = flag.substr(equals + 1);
    flag.resize(equals);
  }
  for (const EmuOption &known : kEmuOptions) {
    if (!known.placeholder || flag != std::string("--") + known.name)
      continue;
    if (!attached) {
      if (at == words.size())
        return usage(flag + " needs a value");
      value = words[at++];
    }
    return option(flag, value);
  }
  return usage("unknown option '" + flag + "'; see tq-emu --help");
}

Result<EmuCommand> parseEmuCommand(int argc, char **argv) {
  return CommandParser(argc, argv).run();
}

} // namespace tqc
