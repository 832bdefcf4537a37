//===- SourceFlow.h - What reaches the addresses of a kernel ----*- C++ -*-===//
//
// Which parameters, programs and loops take part in each load and store, and on
// which line does each come in?
//
//     k_ptr += head * stride_kh
//     k = tl.load(k_ptr + offs_n * stride_ks, mask=offs_n < SK)
//
//     access.pointer == "k_ptr"
//     access.terms: { head, stride_kh } of line 1, { offs_n's, stride_ks } of 2
//     access.mask: what offs_n is made of, <, SK
//
// It follows names through the statements of a kernel as they stand, each loop
// once and both ways of an `if`; it knows no types and no values.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_SOURCEFLOW_H
#define TQC_TOOLS_TQ_RUN_SOURCEFLOW_H

#include <string>
#include <vector>

namespace tqc {

/// A parameter, a call ("tl.program_id(0)", "tl.max", "load k_ptr"), an
/// operator
/// ("%", "<=") or "for", and the line on which it stands.
struct Ingredient {
  std::string name;
  int line = 0;
};

/// What takes part in one summand.
struct FlowTerm {
  int line = 0;
  std::vector<Ingredient> parts;

  /// The first part of that name; null if there is none.
  const Ingredient *find(const std::string &name) const;
};

/// A load or a store.
struct FlowAccess {
  bool isStore = false, inLoop = false;
  std::string pointer; ///< the parameter that its address begins with
  int line = 0;
  std::vector<FlowTerm> terms; ///< the summands behind the pointer
  bool hasMask = false;
  FlowTerm mask;
  std::string other; ///< as written, without blanks
  int otherLine = 0;
};

/// A place in a kernel that a person would look at.
struct FlowPlace {
  int line = 0;
  FlowTerm value;   ///< what takes part in it
  std::string name; ///< the variable that gets it, if any
  /// The statement names the variable itself: x = x + 1.
  bool keepsOld = false;
};

/// tl.sum(x, axis=1), tl.max(x, axis=1)
struct FlowReduction {
  int line = 0;
  std::string axis; ///< as written
  int rank = 0;     ///< of what is reduced
};

struct KernelFlow {
  std::string name;
  std::vector<std::string> params;
  std::vector<FlowAccess> accesses;
  std::vector<FlowPlace> exponentials; ///< arguments of tl.exp and tl.exp2
  std::vector<FlowPlace> carried;      ///< values that a loop hands on
  std::vector<FlowPlace> loops;        ///< what their ranges are made of
  std::vector<FlowPlace> compares;     ///< both sides of a comparison
  std::vector<FlowPlace> products;     ///< `x * y` of two loaded tiles
  std::vector<FlowReduction> reductions;
  std::vector<Ingredient> broadcasts; ///< `x[:,None]` of a vector
  std::vector<int> selfDifferences;   ///< `x - y` where both are one value
  std::vector<Ingredient> calls;      ///< of the language, "tl.dot"

  bool hasParam(const std::string &param) const;
  const Ingredient *findCall(const std::string &call) const;
};

/// The flows of all kernels of a text; none of a text that does not parse.
std::vector<KernelFlow> flowsOf(const std::string &text);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_SOURCEFLOW_H
