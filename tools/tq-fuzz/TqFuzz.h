//===- TqFuzz.h - Random kernels before the judges --------------*- C++ -*-===//
//
// The programs `tq-fuzz` and `tq-reduce`: `tq-fuzz --help` says what they do.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_FUZZ_TQFUZZ_H
#define TQC_TOOLS_TQ_FUZZ_TQFUZZ_H

namespace tqc {

struct Command;

int tqFuzzMain(int argc, char **argv);
int tqReduceMain(int argc, char **argv);

/// What the two take.
const Command &tqFuzzCommand();
const Command &tqReduceCommand();

} // namespace tqc

#endif // TQC_TOOLS_TQ_FUZZ_TQFUZZ_H
