//===- UsageErrors.cpp - What is wrong with a command line ----------------===//

#include "tools/tqc/UsageErrors.h"

#include "llvm/ADT/STLExtras.h"

using namespace tqc;

int tqc::failUsage(DiagEngine &diags, const std::string &message,
                   const std::string &help) {
  Diag &diag = diags.error({0}, {}, message);
  if (!help.empty())
    diag.help(help);
  return UsageIsWrong;
}

bool tqc::isUsageError(const DiagEngine &diags, bool kernelsAreNamed) {
  return llvm::all_of(diags.all(), [&](const Diag &diag) {
    unsigned code = diag.code.number;
    return diag.level != Diag::Level::Error || code == 0 ||
           code == code::BadOption.number || code == code::NoLibdevice.number ||
           (code == code::NoSuchKernel.number && kernelsAreNamed);
  });
}
