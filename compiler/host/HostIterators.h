//===- HostIterators.h - What runs over elements ----------------*- C++ -*-===//
//
// Python's iterators: they give each element once, when somebody asks, and so
// see what happened to a list or dict meanwhile.
//
//     z = zip([1, 2], "ab")     list(z) is two pairs, and then z is empty
//     for x in xs: xs.append(x) never ends
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_HOST_HOSTITERATORS_H
#define TQC_COMPILER_HOST_HOSTITERATORS_H

#include "compiler/host/HostEvaluator.h"

namespace tqc::host {

/// An element, the end, or an error that was reported.
struct Drawn {
  enum class State : uint8_t { Element, End, Failed } state = State::End;
  HostValue value;

  static Drawn element(HostValue value) {
    return {State::Element, std::move(value)};
  }
  static Drawn end() { return {State::End, {}}; }
  static Drawn failed() { return {State::Failed, {}}; }
  /// What a function gave: an element, or an error.
  static Drawn of(Maybe value) {
    return value ? element(std::move(*value)) : failed();
  }
  bool isElement() const { return state == State::Element; }
  bool hasFailed() const { return state == State::Failed; }
};

struct IteratorObject : HostObject {
  explicit IteratorObject(const char *name) : name(name) {}
  virtual Drawn next(HostEvaluator &host, Span at) = 0;

  const char *const name; ///< "zip", for messages
  unsigned nesting = 1;   ///< of iterators in iterators
};

/// What `d.keys()`, `d.values()` and `d.items()` give: they show the dict as it
/// is, not as it was.
struct ViewObject : HostObject {
  enum class Part : uint8_t { Keys, Values, Items } part = Part::Keys;
  std::shared_ptr<DictObject> dict;

  const char *name() const;
  HostValue element(size_t i) const;
};

/// The elements of a list, tuple, text, dict, view, range or tensor; from the
/// last on if `backwards`. Null if an error was reported.
std::shared_ptr<IteratorObject> iteratorOf(HostEvaluator &host,
                                           const HostValue &value, Span at,
                                           bool backwards = false);

} // namespace tqc::host

#endif // TQC_COMPILER_HOST_HOSTITERATORS_H
