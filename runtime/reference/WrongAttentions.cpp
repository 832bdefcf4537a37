//===- WrongAttentions.cpp - Mistakes of levels 6 to 8 --------------------===//
//
// One walk over the keys of a row, tile by tile, with a switch for each
// mistake.
//
//===----------------------------------------------------------------------===//

#include "runtime/reference/WrongAnswers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

namespace tqc {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// What is done wrong. The default is right.
struct AttentionMistake {
  double scale = 1;  ///< on top of the case's
  double growth = 1; ///< of the exponent: ln 2 for exp2 of natural scores
  double correctionGrowth = 1;
  int64_t shift = 0;          ///< of the diagonal
  bool masked = true;         ///< the causal mask is there
  double hidden = -kInfinity; ///< the score of a hidden key
  int64_t tile = 0;           ///< keys of a tile; 0: all
  double start = -kInfinity;  ///< the first running maximum
  bool takesLargest = true, rescalesSum = true, rescalesValues = true,
       inverted = false, divides = true;
  bool localMask = false;                   ///< by positions in the tile
  bool firstTile = false, lastTile = false; ///< only that one
  bool keysForValues = false, headsSwapped = false;
  bool forgetsHead = false; ///< of k and v
};

class AttentionWalk {
public:
  AttentionWalk(const LevelCase &levelCase,
                const std::vector<HostTensor> &inputs)
      : levelCase(levelCase), batches(inputs[0].shape[0]),
        heads(inputs[0].shape[1]), queries(inputs[0].shape[2]),
        keys(inputs[1].shape[2]), depth(inputs[0].shape[3]),
        q(inputs[0].toFloats()), k(inputs[1].toFloats()),
        v(inputs[2].toFloats()) {}

  std::vector<double> compute(const AttentionMistake &mistake) const {
    std::vector<double> out(
        static_cast<size_t>(batches * heads * queries * depth));
    parallelRanges(batches * heads * queries, 16,
                   [&](int64_t begin, int64_t end) {
                     for (int64_t row = begin; row < end; ++row)
                       walk(row, mistake, out.data() + row * depth);
                   });
    return out;
  }

private:
  /// Whether query `i` counts key `j` of the tile that begins at `start`.
  bool isVisible(int64_t i, int64_t j, int64_t start,
                 const AttentionMistake &mistake) const {
    if (levelCase.causal == Causal::No || !mistake.masked)
      return true;
    int64_t shift = mistake.shift;
    if (levelCase.causal == Causal::BottomRight)
      shift += keys - queries;
    if (!mistake.localMask)
      return j <= i + shift;
    return j - start <= (levelCase.level == 8 ? i % mistake.tile : i) + shift;
  }

  double score(const float *query, const float *key) const {
    double sum = 0;
    for (int64_t d = 0; d < depth; ++d)
      sum += double(query[d]) * double(key[d]);
    return sum * levelCase.scale;
  }

  void walk(int64_t row, const AttentionMistake &mistake, double *out) const {
    int64_t head = row / queries, i = row % queries, from = head;
    if (mistake.headsSwapped) // id % H is the batch, id // H the head
      from = (head % heads) % batches * heads + head / heads % heads;
    if (mistake.forgetsHead)
      from = head / heads * heads;
    const float *keysOf = k.data() + from * keys * depth;
    const float *valuesOf =
        (mistake.keysForValues ? k : v).data() + from * keys * depth;
    int64_t tile = mistake.tile ? mistake.tile : keys;
    int64_t last = lastTileOf(i, mistake, tile);
    double m = mistake.start, l = 0;
    std::fill_n(out, depth, 0.0);
    std::vector<double> scores(static_cast<size_t>(tile));
    for (int64_t start = 0; start < keys; start += tile) {
      if ((mistake.firstTile && start > 0) ||
          (mistake.lastTile && start != last))
        continue;
      int64_t end = std::min(keys, start + tile);
      double largest = -kInfinity;
      for (int64_t j = start; j < end; ++j) {
        double s = isVisible(i, j, start, mistake)
                       ? score(q.data() + row * depth, keysOf + j * depth) *
                             mistake.scale
                       : mistake.hidden;
        scores[static_cast<size_t>(j - start)] = s;
        largest = std::max(largest, s);
      }
      if (largest == -kInfinity)
        continue;
      double next = mistake.takesLargest ? std::max(m, largest) : 0;
      double correction = expOfFloat((mistake.inverted ? next - m : m - next) *
                                     mistake.correctionGrowth);
      if (!mistake.takesLargest)
        correction = 1;
      l *= mistake.rescalesSum ? correction : 1;
      for (int64_t d = 0; d < depth; ++d)
        out[d] *= mistake.rescalesValues ? correction : 1;
      for (int64_t j = start; j < end; ++j) {
        double weight = expOfFloat(
            (scores[static_cast<size_t>(j - start)] - next) * mistake.growth);
        l += weight;
        for (int64_t d = 0; weight != 0 && d < depth; ++d)
          out[d] += weight * double(valuesOf[j * depth + d]);
      }
      m = next;
    }
    for (int64_t d = 0; mistake.divides && d < depth; ++d)
      out[d] /= l;
  }

  /// Where the tile of the last key that is seen begins.
  int64_t lastTileOf(int64_t i, const AttentionMistake &mistake,
                     int64_t tile) const {
    int64_t last = 0;
    for (int64_t j = 0; j < keys; ++j)
      if (isVisible(i, j, 0, mistake))
        last = j;
    return last / tile * tile;
  }

  LevelCase levelCase;
  int64_t batches, heads, queries, keys, depth;
  std::vector<float> q, k, v;
};

/// Collects the answers of one walk.
class AttentionAnswers {
public:
  explicit AttentionAnswers(std::shared_ptr<AttentionWalk> walk)
      : walk(std::move(walk)) {}

  void add(const char *mistake, const std::string &words,
           const std::function<void(AttentionMistake &)> &change) {
    AttentionMistake made;
    change(made);
    answers.push_back(
        {mistake, words, [walk = walk, made] { return walk->compute(made); }});
  }

  std::vector<WrongAnswer> answers;

private:
  std::shared_ptr<AttentionWalk> walk;
};

} // namespace

/// Mistakes that need no tiles.
static void addPlain(AttentionAnswers &to, const LevelCase &levelCase) {
  double scale = levelCase.scale;
  using M = AttentionMistake;
  to.add(
      "scale-forgotten", "attention without the scale",
      [=](M &m) { m.scale = 1 / scale; });
  to.add(
      "scale-twice", "attention with the scale applied twice",
      [=](M &m) { m.scale = scale; });
  to.add(
      "scale-by-depth", "attention with 1 / D for the scale",
      [=](M &m) { m.scale = scale; });
  to.add(
      "log2e-forgotten", "attention to base 2 instead of e",
      [](M &m) { m.growth = m.correctionGrowth = std::log(2.0); });
  to.add(
      "no-division", "the sum of weights times values, not divided",
      [](M &m) { m.divides = false; });
  to.add(
      "keys-for-values", "attention that sums keys instead of values",
      [](M &m) { m.keysForValues = true; });
  to.add(
      "heads-mixed-up", "attention with batch and head exchanged for k and v",
      [](M &m) { m.headsSwapped = true; });
  to.add(
      "head-forgotten", "attention of every head over the keys of head 0",
      [](M &m) { m.forgetsHead = true; });
  to.add(
      "no-maximum", "attention without the subtraction of the maximum",
      [](M &m) { m.takesLargest = false; });
  to.add("maximum-from-zero", "attention whose maximum is never below 0",
         [](M &m) { m.start = 0; });
  if (levelCase.causal == Causal::No)
    return;
  to.add(
      "no-causal-mask", "attention over all keys",
      [](M &m) { m.masked = false; });
  to.add(
      "mask-strict", "attention in which no query sees itself",
      [](M &m) { m.shift = -1; });
  to.add(
      "mask-one-more", "attention in which every query sees one key more",
      [](M &m) { m.shift = 1; });
  to.add("hidden-zero", "attention in which a hidden key scores 0",
         [](M &m) { m.hidden = 0; });
}

/// Mistakes of the walk over tiles of `tile` keys.
static void addTiled(AttentionAnswers &to, int64_t tile) {
  using M = AttentionMistake;
  std::string of = " (tiles of " + std::to_string(tile) + " keys)";
  auto add = [&](const char *mistake, const std::string &words,
                 const std::function<void(M &)> &change) {
    to.add(
        mistake, words + of,
        [&](M &m) {
          m.tile = tile;
          change(m);
        });
  };
  add(
      "never-rescaled", "attention whose sums are never rescaled",
      [](M &m) { m.rescalesSum = m.rescalesValues = false; });
  add(
      "sum-not-rescaled", "attention whose sum of weights is never rescaled",
      [](M &m) { m.rescalesSum = false; });
  add(
      "values-not-rescaled", "attention whose accumulator is never rescaled",
      [](M &m) { m.rescalesValues = false; });
  add(
      "correction-inverted", "attention with the correction inverted",
      [](M &m) { m.inverted = true; });
  add(
      "correction-base", "attention with the correction to base 2",
      [](M &m) { m.correctionGrowth = std::log(2.0); });
  add(
      "first-tile-only", "attention over the first tile of keys only",
      [](M &m) { m.firstTile = true; });
  add(
      "last-tile-only", "attention over the last tile of keys only",
      [](M &m) { m.lastTile = true; });
  add(
      "mask-by-tile-position", "attention masked by positions in the tile",
      [](M &m) { m.localMask = true; });
  add("hidden-zero",
      "attention in which a hidden key of the last tile scores 0",
      [](M &m) { m.hidden = 0; });
}

std::vector<WrongAnswer>
wrongAttentions(const LevelCase &levelCase,
                const std::vector<HostTensor> &inputs) {
  AttentionAnswers answers(std::make_shared<AttentionWalk>(levelCase, inputs));
  addPlain(answers, levelCase);
  for (int64_t tile : {64, 32, 16, 128})
    if (tile < inputs[1].shape[2])
      addTiled(answers, tile);
  return std::move(answers.answers);
}

} // namespace tqc
