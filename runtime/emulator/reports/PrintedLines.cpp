//===- PrintedLines.cpp - What kernels print, and how much of it ----------===//

#include "runtime/emulator/reports/PrintedLines.h"

#include "runtime/emulator/reports/ProgressLine.h"

#include <algorithm>

namespace tqc::emu {

void PrintedLines::begin(std::FILE *to, uint64_t most) {
  std::lock_guard<std::mutex> lock(mutex);
  file = to;
  left = most;
  omitted = 0;
}

bool PrintedLines::isOpen() {
  std::lock_guard<std::mutex> lock(mutex);
  return left > 0;
}

void PrintedLines::write(const std::string &text) {
  progressLine().clear();
  std::lock_guard<std::mutex> lock(mutex);
  for (size_t at = 0; at < text.size();) {
    size_t newline = text.find('\n', at);
    size_t end = newline == std::string::npos ? text.size() : newline + 1;
    bool endsLine = newline != std::string::npos;
    if (left > 0)
      std::fwrite(text.data() + at, 1, end - at, file);
    else
      omitted += endsLine;
    if (endsLine && left > 0 && left != kAll)
      --left;
    at = end;
  }
}

void PrintedLines::leaveOut(uint64_t lines) {
  std::lock_guard<std::mutex> lock(mutex);
  omitted += lines;
}

uint64_t PrintedLines::leftOut() {
  std::lock_guard<std::mutex> lock(mutex);
  return omitted;
}

PrintedLines &printedLines() {
  static PrintedLines lines;
  return lines;
}

} // namespace tqc::emu
