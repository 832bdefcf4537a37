//===- WrapKernel.cpp - The launcher that a kernel is missing -------------===//

#include "tools/tq-run/WrapKernel.h"

#include "llvm/ADT/STLExtras.h"

namespace tqc {

static const char *const kOptions[] = {"num_warps", "num_stages", "num_ctas",
                                       "maxnreg", "debug"};

/// Names what was given by position, and lets `x` stand for `x_ptr`.
static Status nameValues(const std::string &kernel,
                         const std::vector<std::string> &parameters,
                         std::vector<LaunchValue> &values) {
  for (size_t i = 0; i < values.size(); ++i) {
    LaunchValue &value = values[i];
    if (value.type && value.kind != LaunchValue::Tensor &&
        value.kind != LaunchValue::Type)
      return Error{"the value " + value.name +
                   " says its type, which goes with a --grid of numbers only"};
    if (value.name.empty() && i < parameters.size())
      value.name = parameters[i];
    if (llvm::is_contained(parameters, value.name + "_ptr"))
      value.name += "_ptr";
    if (llvm::is_contained(parameters, value.name) ||
        llvm::is_contained(kOptions, value.name))
      continue;
    std::string names;
    for (const std::string &name : parameters)
      names += (names.empty() ? "" : ", ") + name;
    return Error{"kernel " + kernel + " has no parameter " +
                 (value.name.empty() ? "for another value" : value.name) +
                 "; it takes " + names};
  }
  return {};
}

Result<WrappedKernel> wrapKernel(const std::string &text,
                                 const std::string &kernel,
                                 const std::vector<std::string> &parameters,
                                 const std::string &grid,
                                 std::vector<LaunchValue> &values) {
  if (Status status = nameValues(kernel, parameters, values); !status)
    return status.error();
  std::string all, meta, given, passed;
  auto add = [](std::string &list, const std::string &item) {
    list += (list.empty() ? "" : ", ") + item;
  };
  for (const std::string &name : parameters) {
    add(all, name);
    add(meta, "meta[\"" + name + "\"]");
  }
  for (const LaunchValue &value : values) {
    add(given, value.name);
    add(passed, value.name + "=" + value.name);
  }
  WrappedKernel wrapped;
  wrapped.launcher = "launch_of_" + kernel;
  std::string gridName = "grid_of_" + kernel;
  wrapped.text = text + "\n\nimport triton as triton_of_tq_run\n\n\ndef " +
                 gridName + "(" + all + (all.empty() ? "" : ", ") +
                 "cdiv=triton_of_tq_run.cdiv):\n    return (" + grid +
                 ",)\n\n\ndef " + wrapped.launcher + "(" + given + "):\n    " +
                 kernel + "[lambda meta: " + gridName + "(" + meta + ")](" +
                 passed + ")\n";
  return wrapped;
}

} // namespace tqc
