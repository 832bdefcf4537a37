//===- KernelBreaker.h - Kernels that were changed on purpose ---*- C++ -*-===//
//
// Real kernels of this repository, and random changes that keep many of them
// meaningful: another type, another block size, `tl.max` for `tl.sum`, a line
// twice, a loop around the rest.
//
//     KernelBreaker breaker(/*seed=*/1);
//     std::string text = breaker.run(corpusOfKernels()[0], /*changes=*/3);
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TEST_UNIT_KERNELBREAKER_H
#define TQC_TEST_UNIT_KERNELBREAKER_H

#include <random>
#include <string>
#include <vector>

namespace tqc::test {

/// A file of kernels and the one of them that is changed.
struct CorpusKernel {
  std::string file; ///< "levels/level2.tq"
  std::string name; ///< of the kernel
  std::vector<std::string> lines;
  size_t first = 0, last = 0; ///< its lines, from its `# tqc:` line on
};

/// Every kernel of levels, test/features and test/golden, in a fixed order.
std::vector<CorpusKernel> corpusOfKernels();

class KernelBreaker {
public:
  explicit KernelBreaker(unsigned seed) : random(seed) {}

  /// The text of the file after that many changes to the kernel.
  std::string run(const CorpusKernel &kernel, unsigned changes);

private:
  size_t pick(size_t count) { return random() % count; }
  std::string &anyLine();
  std::string anyName();
  void change();
  bool changeWord(std::string &line);
  void changeHead();
  void changeLines();
  void insertLine();
  void indentRest();

  std::mt19937 random;
  std::vector<std::string> lines; // of the kernel alone
  std::vector<std::string> names; // that are assigned in it
};

} // namespace tqc::test

#endif // TQC_TEST_UNIT_KERNELBREAKER_H
