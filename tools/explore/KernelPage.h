//===- KernelPage.h - A page that needs only a browser ----------*- C++ -*-===//
//
// One HTML file with everything in it: the data that PageData.h gathers, the
// style, and the scripts of `page/` that draw it. It asks for nothing from
// elsewhere, and its policy would forbid it.
//
//     kernelPage(page.json).find("http:") == std::string::npos
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_EXPLORE_KERNELPAGE_H
#define TQC_TOOLS_EXPLORE_KERNELPAGE_H

#include <string>

#include "nlohmann/json_fwd.hpp"

namespace tqc {

std::string kernelPage(const nlohmann::ordered_json &data);

} // namespace tqc

#endif // TQC_TOOLS_EXPLORE_KERNELPAGE_H
