//===- CheckReport.h - What a check prints ----------------------*- C++ -*-===//
//
// A line a case, what is wrong with the one that failed, and a last line:
//
//     ok   emu    fp32  31      error 0.0e+00 of 1.0e-05 0.31 ms
//     FAIL emu    fp32  1024    1024 of 1024 elements wrong 0.35 ms
//            inputs (1024,) (1024,)
//            first [0]: got 1.5, expected 2.5 (off by 1, allowed 1.5e-07)
//     level 1: 2 of 17 cases passed (9.1 ms, seed 5)
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_CHECKREPORT_H
#define TQC_TOOLS_TQ_RUN_CHECKREPORT_H

#include "tools/tq-run/CheckRun.h"

namespace tqc {

/// The level, the file that is checked, the device.
void reportHead(Report &report, const CheckRequest &request,
                const OpenedDevice &opened);

/// Reports the cases, one after the other.
class CaseReporter {
public:
  CaseReporter(Report &report, const OpenedDevice &opened)
      : report(report), opened(opened) {}
  void add(const LevelCase &levelCase, const CaseResult &result);

private:
  void addReasons(const LevelCase &levelCase, const CaseResult &result);

  Report &report;
  const OpenedDevice &opened;
  std::vector<std::string> lastReasons;
};

void reportEnd(Report &report, const CheckRequest &request,
               const CheckOutcome &outcome);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_CHECKREPORT_H
