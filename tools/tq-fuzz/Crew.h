//===- Crew.h - Work in processes that may die ------------------*- C++ -*-===//
//
// How are many pieces of work done, several at once, each of which may crash or
// never end? By processes that are told numbers and answer with text; one that
// dies or takes too long is replaced:
//
//     Crew crew{/*jobs=*/4, /*patience=*/60};
//     crew.run(100, [](int64_t piece) { return std::string("done"); },
//              [](int64_t piece, const Answer &answer) { ... return true; });
//
// Answers come in the order of the numbers, whoever was faster.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_FUZZ_CREW_H
#define TQC_TOOLS_TQ_FUZZ_CREW_H

#include <cstdint>
#include <functional>
#include <string>

namespace tqc::fuzz {

struct Answer {
  enum Kind { Given, Died, Late } kind = Given;
  std::string text;
};

struct Crew {
  int jobs = 1;
  double patience = 60; ///< seconds of the processor for one piece
  /// Whether the process that gave an answer is not to be used again.
  std::function<bool(const Answer &)> isSpent = [](const Answer &) {
    return false;
  };

  /// `work` runs in processes of their own, on 0 to `count` - 1; `take` here,
  /// until it says false.
  void run(int64_t count, const std::function<std::string(int64_t)> &work,
           const std::function<bool(int64_t, const Answer &)> &take) const;
};

} // namespace tqc::fuzz

#endif // TQC_TOOLS_TQ_FUZZ_CREW_H
