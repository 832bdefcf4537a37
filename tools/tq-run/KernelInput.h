//===- KernelInput.h - FILE or FILE:KERNEL ----------------------*- C++ -*-===//
//
// Which file, and which kernel of it? All commands take
//
//     add.tq          the file
//     add.tq:relu     one kernel of it
//     a:b             the file of that name, if there is one
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_KERNELINPUT_H
#define TQC_TOOLS_TQ_RUN_KERNELINPUT_H

#include <string>

namespace tqc {

struct KernelInput {
  std::string path, kernel; ///< no kernel: whatever the file has
};

/// What stands behind the last colon is a kernel if it can be a name, and if
/// there is no file of the whole name.
KernelInput splitKernelInput(const std::string &word);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_KERNELINPUT_H
