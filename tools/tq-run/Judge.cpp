//===- Judge.cpp - Right or wrong, and why --------------------------------===//

#include "tools/tq-run/Judge.h"

#include "runtime/reference/Reference.h"
#include "tools/tq-run/Report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace tqc {

/// More mismatches than this help nobody.
static constexpr size_t kShownMismatches = 3;

static std::string percent(int64_t part, int64_t whole) {
  double share = 100.0 * double(part) / double(std::max<int64_t>(whole, 1));
  char text[32];
  std::snprintf(text, sizeof(text), share < 1 ? "%.2g%%" : "%.0f%%", share);
  return text;
}

void judge(const LevelCase &levelCase, const std::vector<HostTensor> &inputs,
           const HostTensor &out, CaseResult &result) {
  std::unique_ptr<ExpectedRows> expected = makeReference(levelCase, inputs);
  result.comparison = compare(out, *expected);
  result.compared = true;
  const Comparison &c = result.comparison;
  if (c.unwritten)
    result.reasons.push_back(std::to_string(c.unwritten) + " of " +
                             std::to_string(c.checked) + " elements (" +
                             percent(c.unwritten, c.checked) +
                             ") were never written");
  if (c.wrong > c.unwritten)
    result.reasons.push_back(std::to_string(c.wrong - c.unwritten) + " of " +
                             std::to_string(c.checked) + " elements (" +
                             percent(c.wrong - c.unwritten, c.checked) +
                             ") are wrong");
  if (c.first)
    result.reasons.push_back("first " + describe(*c.first, out.shape));
  for (size_t i = 0; i < c.worst.size() && i < kShownMismatches; ++i)
    if (!c.first || c.worst[i].index != c.first->index)
      result.reasons.push_back("worst " + describe(c.worst[i], out.shape));
  // There are two bounds, and either may be the one that broke.
  std::string over = "the error over all elements is " +
                     showError(c.relativeError) + " of " +
                     showError(levelCase.tolerance());
  if (c.wrong == 0 && c.relativeError > levelCase.tolerance())
    result.reasons.push_back(
        over + ", though each is within its own bound; furthest off is " +
        describe(c.furthest, out.shape));
  else if (c.wrong > 0 && c.unwritten == 0 && c.first &&
           std::isfinite(c.first->excess()) &&
           c.relativeError <= levelCase.tolerance())
    result.reasons.push_back(over +
                             ", which is allowed; these elements are further "
                             "off than their own bound");
}

/// Whether what the launcher returned is one tensor of the right type and
/// shape.
bool hasRightForm(const LevelCase &levelCase,
                  const std::vector<HostTensor> &results, CaseResult &result) {
  const std::string &launcher = levelCase.launcher;
  if (results.size() != 1) {
    result.reasons.push_back(
        launcher + " returned " +
        (results.empty() ? "no tensor"
                         : std::to_string(results.size()) + " tensors") +
        "; it must return one");
    return false;
  }
  HostTensor wanted(levelCase.outType, {});
  wanted.shape = levelCase.outShape;
  const HostTensor &got = results[0];
  if (got.type == wanted.type && got.shape == wanted.shape)
    return true;
  result.reasons.push_back(launcher + " returned " + describe(got) +
                           "; it must return " + describe(wanted));
  return false;
}

} // namespace tqc
