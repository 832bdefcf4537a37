//===- BuildCommand.h - `tqc build`: kernels ahead of time ------*- C++ -*-===//
//
// Compiles kernels for several GPUs into a folder that a C or C++ program opens
// with a generated header and the CUDA driver alone (docs/engines.md).
//
//     tqc build scale.tq --targets sm_80,sm_90a -o kernels
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_BUNDLE_BUILDCOMMAND_H
#define TQC_TOOLS_BUNDLE_BUILDCOMMAND_H

namespace tqc {

/// `tqc build`: argv[1] is "build". The exit code is as tqc's.
int buildMain(int argc, char **argv);

} // namespace tqc

#endif // TQC_TOOLS_BUNDLE_BUILDCOMMAND_H
