//===- PrintedLines.h - What kernels print, and how much of it --*- C++ -*-===//
//
// Where do the lines of `tl.device_print` go? To stdout, all of them, unless a
// program that runs many cases bounds them: a kernel of 98432 elements prints
// 98432 lines a case.
//
//     printedLines().begin(stdout, 20);   // the first 20 of all launches
//     ... launches ...
//     printedLines().leftOut()            // how many more there were
//
// One for the process, as stdout is.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_REPORTS_PRINTEDLINES_H
#define TQC_RUNTIME_EMULATOR_REPORTS_PRINTEDLINES_H

#include <cstdint>
#include <cstdio>
#include <mutex>
#include <string>

namespace tqc::emu {

class PrintedLines {
public:
  static constexpr uint64_t kAll = ~uint64_t(0);

  /// From now on the first `most` lines go to `to`; the count begins anew.
  void begin(std::FILE *to, uint64_t most);
  /// Whether a line that is written now would be seen.
  bool isOpen();
  void write(const std::string &text);
  /// Counts a message of `lines` that nobody sees.
  void leaveOut(uint64_t lines);
  uint64_t leftOut();

private:
  std::mutex mutex;
  std::FILE *file = stdout;
  uint64_t left = kAll, omitted = 0;
};

PrintedLines &printedLines();

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_REPORTS_PRINTEDLINES_H
