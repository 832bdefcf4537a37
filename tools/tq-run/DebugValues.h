//===- DebugValues.h - The values of a program's names ----------*- C++ -*-===//
//
// What does `print x[2, 0:8]` show? Every time a warp passes the definition of
// a name, its registers are copied here, each to the elements that it holds.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_DEBUGVALUES_H
#define TQC_TOOLS_TQ_RUN_DEBUGVALUES_H

#include "runtime/device/HostTensor.h"
#include "runtime/emulator/machine/Warp.h"
#include "runtime/emulator/ptx/Marks.h"
#include "runtime/image/Result.h"

#include <map>

namespace tqc {

/// What is known of one element.
enum class ElementState : uint8_t {
  Missing,   ///< no thread has computed it
  Undefined, ///< it comes from memory that nobody wrote
  Known,
};

struct DebugValue {
  std::string type; ///< "fp32", "*fp32"
  bool isTile = false;
  HostTensor tensor;
  std::vector<ElementState> states;
};

class DebugValues {
public:
  /// Copies what the lanes of the warp hold of the value.
  void record(emu::Warp &warp, const emu::Mark &mark, emu::Mask lanes);
  void clear() { values.clear(); }

  /// The value of `name`, of the innermost function in `functions` that has it.
  const DebugValue *find(const std::string &name,
                         const std::vector<std::string> &functions) const;
  /// "offsets i32 256", ... of a function.
  std::vector<std::string> names(const std::string &function) const;

private:
  std::map<std::pair<std::string, std::string>, DebugValue> values;
};

/// "fp32 16x32" or "i32".
std::string describe(const DebugValue &value);

/// The elements that `indices` picks ("2, 0:8"; empty: all), in rows of text.
/// What is too much to show is counted.
Result<std::string> showElements(const DebugValue &value,
                                 const std::string &indices);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_DEBUGVALUES_H
