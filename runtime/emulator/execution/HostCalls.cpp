//===- HostCalls.cpp - functions that the system provides -----------------===//

#include "runtime/emulator/execution/HostCalls.h"

#include "runtime/emulator/machine/Cta.h"
#include "runtime/emulator/memory/MemoryAccess.h"
#include "runtime/emulator/reports/PrintedLines.h"
#include "runtime/emulator/reports/Reports.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace tqc::emu {

uint64_t HostCall::argument(size_t index, unsigned lane) const {
  if (index >= arguments.size())
    return 0;
  const HostPlace &place = arguments[index];
  uint64_t value = 0;
  unsigned bytes = std::min(place.bytes, 8u);
  const Frame &frame = *warp.group->frame;
  const uint8_t *from = place.reg != kNoReg
                            ? frame.regs + place.reg + lane * place.bytes
                            : warp.local(lane) + frame.localBase + place.offset;
  std::memcpy(&value, from, bytes);
  return value;
}

void HostCall::setResult(size_t index, unsigned lane, uint64_t value) {
  if (index >= results.size())
    return;
  const HostPlace &place = results[index];
  unsigned bytes = std::min(place.bytes, 8u);
  Frame &frame = *warp.group->frame;
  if (place.reg != kNoReg) {
    std::memcpy(frame.regs + place.reg + lane * place.bytes, &value, bytes);
    return;
  }
  uint32_t at = frame.localBase + place.offset;
  std::memcpy(warp.local(lane) + at, &value, bytes);
  if (warp.checks())
    std::memset(warp.localUndefined(lane) + at, 0, bytes);
}

/// A zero-terminated string at a generic address.
static std::string readString(Warp &w, unsigned lane, uint64_t address) {
  std::string text;
  for (; text.size() < 4096; ++address) {
    const uint8_t *at = hostByte(w, lane, address);
    if (!at || *at == 0)
      break;
    text.push_back(static_cast<char>(*at));
  }
  return text;
}

//===----------------------------------------------------------------------===//
// vprintf
//===----------------------------------------------------------------------===//

namespace {
/// Reads the packed arguments of vprintf one after the other.
struct Arguments {
  Warp &warp;
  unsigned lane;
  uint64_t address;

  uint64_t next(unsigned bytes) {
    address = (address + bytes - 1) / bytes * bytes;
    uint64_t value = 0;
    for (unsigned i = 0; i < bytes; ++i)
      if (const uint8_t *at = hostByte(warp, lane, address + i))
        value |= uint64_t(*at) << (8 * i);
    address += bytes;
    return value;
  }
};
} // namespace

/// One conversion, `spec` being everything from the per cent sign on.
static void formatOne(std::string &out, std::string spec, Arguments &args) {
  char kind = spec.back();
  bool isLong = spec.find('l') != std::string::npos ||
                spec.find('z') != std::string::npos ||
                spec.find('j') != std::string::npos;
  // The length is put back in as our types need it.
  spec.pop_back();
  while (!spec.empty() && std::strchr("hlzjtL", spec.back()))
    spec.pop_back();
  if (spec.size() > 32)
    return;
  for (size_t star; (star = spec.find('*')) != std::string::npos;)
    spec.replace(star, 1,
                 std::to_string(std::clamp(static_cast<int32_t>(args.next(4)),
                                           -512, 512)));
  char buffer[1200];
  buffer[0] = 0;
  switch (kind) {
  case 'd':
  case 'i': {
    long long value = isLong ? static_cast<long long>(args.next(8))
                             : static_cast<int32_t>(args.next(4));
    std::snprintf(buffer, sizeof buffer, (spec + "ll" + kind).c_str(), value);
    break;
  }
  case 'u':
  case 'o':
  case 'x':
  case 'X': {
    unsigned long long value = args.next(isLong ? 8 : 4);
    std::snprintf(buffer, sizeof buffer, (spec + "ll" + kind).c_str(), value);
    break;
  }
  case 'c':
    std::snprintf(buffer, sizeof buffer, (spec + kind).c_str(),
                  static_cast<int>(args.next(4)));
    break;
  case 'p':
    std::snprintf(buffer, sizeof buffer, "0x%llx",
                  static_cast<unsigned long long>(args.next(8)));
    break;
  case 's':
    out += readString(args.warp, args.lane, args.next(8));
    return;
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
  case 'a':
  case 'A': {
    uint64_t bits = args.next(8);
    double value;
    std::memcpy(&value, &bits, sizeof value);
    std::snprintf(buffer, sizeof buffer, (spec + kind).c_str(), value);
    break;
  }
  default:
    return;
  }
  out += buffer;
}

static std::string formatMessage(Warp &w, unsigned lane,
                                 const std::string &format, uint64_t args) {
  std::string out;
  Arguments arguments{w, lane, args};
  for (size_t at = 0; at < format.size(); ++at) {
    if (format[at] != '%') {
      out.push_back(format[at]);
      continue;
    }
    if (at + 1 < format.size() && format[at + 1] == '%') {
      out.push_back('%');
      ++at;
      continue;
    }
    size_t end = format.find_first_of("diouxXcpsneEfFgGaA", at + 1);
    if (end == std::string::npos)
      break;
    formatOne(out, format.substr(at, end - at + 1), arguments);
    at = end;
  }
  return out;
}

static Step hostPrintf(HostCall &call) {
  std::lock_guard<std::mutex> lock(call.warp.cta.launch.outputMutex);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!(call.mask >> lane & 1))
      continue;
    std::string format = readString(call.warp, lane, call.argument(0, lane));
    PrintedLines &lines = printedLines();
    if (lines.isOpen())
      lines.write(
          formatMessage(call.warp, lane, format, call.argument(1, lane)));
    else
      lines.leaveOut(std::count(format.begin(), format.end(), '\n'));
    call.setResult(0, lane, 0);
  }
  return Step::Next;
}

static Step hostAssert(HostCall &call) {
  unsigned lane = firstLane(call.mask);
  std::string message = readString(call.warp, lane, call.argument(0, lane));
  std::string file = readString(call.warp, lane, call.argument(1, lane));
  reportFatal(call.warp, call.inst, call.mask, "assertion",
              "assertion failed: " + message + " (" + file + ":" +
                  std::to_string(call.argument(2, lane)) + ")");
  return Step::Fault;
}

bool isHostFunction(std::string_view name) {
  return name == "vprintf" || name == "__assertfail";
}

Step callHost(HostCall &call) {
  return call.name == "vprintf" ? hostPrintf(call) : hostAssert(call);
}

} // namespace tqc::emu
