//===- TqOpt.h - Run single passes on .mlir files ---------------*- C++ -*-===//

#ifndef TQC_TOOLS_TQ_OPT_TQOPT_H
#define TQC_TOOLS_TQ_OPT_TQOPT_H

namespace tqc {

/// `tq-opt --tq-assign-layouts k.mlir`; returns the exit code.
int tqOptMain(int argc, char **argv);

} // namespace tqc

#endif // TQC_TOOLS_TQ_OPT_TQOPT_H
