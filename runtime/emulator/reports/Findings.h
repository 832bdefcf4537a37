//===- Findings.h - what the emulator noticed -----------------------------===//
//
// Answers "what is wrong, where in the source, with which tensor and element".
// A kind is reported once a source line: the one of the lowest CTA, so that
// the report does not depend on which host thread was first. Example:
//   out-of-bounds, add.tq:9:24, "x", element 1000 of 1000, program (3, 0, 0)
// Some are notes: two programs that write the same value, and what could not be
// checked.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_REPORTS_FINDINGS_H
#define TQC_RUNTIME_EMULATOR_REPORTS_FINDINGS_H

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

namespace tqc::emu {

struct EmuFinding {
  std::string kind;    // "out-of-bounds"
  std::string message; // one sentence in tile words
  std::vector<std::string> details;
  std::string file; // source, empty without .loc
  uint32_t line = 0, column = 0;
  std::string ptxFile;
  uint32_t ptxLine = 0;
  std::string instruction; // "ld.global.f32"
  std::string kernel;
  std::string tensor;
  int64_t element = -1;
  bool isNote = false; // worth knowing, and nothing wrong
  bool fatal = false;  // the launch ended here
  uint64_t cta = 0;    // linear, for the choice among equals
  std::array<uint32_t, 3> programId{};
  uint32_t warp = 0, lane = 0;
  uint64_t occurrences = 1;
};

/// Gathers findings from all host threads.
class FindingSink {
public:
  void add(EmuFinding finding);
  /// In the order of kind, file and line; the sink is empty afterwards.
  std::vector<EmuFinding> take();
  bool empty() const;
  /// The same without taking them.
  std::vector<EmuFinding> look() const;

private:
  using Key = std::tuple<std::string, uint32_t, uint32_t, std::string>;
  mutable std::mutex mutex;
  std::map<Key, EmuFinding> found;
};

/// Something that the checks cannot see in this launch: a note, or what is
/// wrong where all must be checked.
EmuFinding notChecked(std::string what, std::string ptxFile, std::string kernel,
                      bool mustBeChecked);

/// Several lines for a person; with the CTA, warp and lane for one who reads
/// the PTX.
std::string renderText(const EmuFinding &finding, bool inPtxWords = false);
/// One JSON object.
std::string renderJson(const EmuFinding &finding);

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_REPORTS_FINDINGS_H
