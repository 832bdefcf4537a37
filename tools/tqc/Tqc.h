//===- Tqc.h - The compiler on the command line -----------------*- C++ -*-===//

#ifndef TQC_TOOLS_TQC_TQC_H
#define TQC_TOOLS_TQC_TQC_H

namespace tqc {

/// `tqc [flags] FILE[:KERNEL]`; returns the exit code: 0, 1 where the source is
/// wrong, 2 where the command line or the environment is, 70 where tqc is.
int tqcMain(int argc, char **argv);

} // namespace tqc

#endif // TQC_TOOLS_TQC_TQC_H
