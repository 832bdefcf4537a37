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
  bool hiddenValues = true;   ///< its value takes part
  int64_t tile = 0;           ///< keys of a tile; 0: all
  double start = -kInfinity;  ///< the first running maximum
  bool takesLargest = true, rescalesSum = true, rescalesValues = true,
       inverted = false, divides = true;
  bool localMask = false;     ///< by positions in the tile
  bool localRows = false;     ///< those of queries too
  bool countsThrough = false; ///< rows of all heads
  bool causalAlways = false;
  bool correctsTile = false, dividesEach = false;
  bool lanesZero = false;  ///< lanes past the last key score 0
  bool keysTurned = false; ///< a square k lies the other way round
  bool firstTile = false, lastTile = false; ///< only that one
  bool noFirstTile = false, noTail = false; ///< all but that one
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
  bool isVisible(int64_t row, int64_t j, int64_t start,
                 const AttentionMistake &mistake) const {
    if ((levelCase.causal == Causal::No && !mistake.causalAlways) ||
        !mistake.masked)
      return true;
    int64_t i = mistake.countsThrough ? row : row % queries;
    int64_t shift = mistake.shift;
    if (levelCase.causal == Causal::BottomRight)
      shift += keys - queries;
    if (!mistake.localMask)
      return j <= i + shift;
    if (!mistake.localRows)
      return j - start <= i + shift;
    // Tiles that lie before the diagonal have no mask.
    int64_t first = i / mistake.tile * mistake.tile;
    int64_t full = std::max<int64_t>(std::min(first + shift + 1, keys), 0) /
                   mistake.tile * mistake.tile;
    if (start < full)
      return true;
    return start < first + shift + mistake.tile &&
           j - start <= i - first + shift;
  }

  double score(const float *query, const float *keysOf, int64_t j,
               const AttentionMistake &mistake) const {
    double sum = 0;
    for (int64_t d = 0; d < depth; ++d)
      sum +=
          double(query[d]) * double(mistake.keysTurned ? keysOf[d * depth + j]
                                                       : keysOf[j * depth + d]);
    return sum * levelCase.scale * mistake.scale;
  }

  void walk(int64_t row, const AttentionMistake &mistake, double *out) const {
    int64_t head = row / queries, from = head;
    if (mistake.headsSwapped) // id % H is the batch, id // H the head
      from = (head % heads) % batches * heads + head / heads % heads;
    if (mistake.forgetsHead)
      from = head / heads * heads;
    const float *keysOf = k.data() + from * keys * depth;
    const float *valuesOf =
        (mistake.keysForValues ? k : v).data() + from * keys * depth;
    int64_t tile = mistake.tile ? mistake.tile : keys;
    int64_t last = levelCase.level == 6 ? (keys - 1) / tile * tile
                                        : lastTileOf(row, mistake, tile);
    double m = mistake.start, l = 0;
    std::fill_n(out, depth, 0.0);
    std::vector<double> scores(static_cast<size_t>(tile));
    for (int64_t start = 0; start < keys; start += tile) {
      int64_t end = std::min(keys, start + tile);
      bool isLeftOut = (mistake.firstTile && start > 0) ||
                       (mistake.lastTile && start != last) ||
                       (mistake.noFirstTile && start == 0) ||
                       (mistake.noTail && end - start < tile);
      // The loop ends with the tile of the query's own key.
      bool isBounded =
          mistake.tile && (mistake.hidden == 0 || mistake.localMask);
      if (isBounded && levelCase.causal != Causal::No &&
          !isVisible(row, start, 0, {}))
        continue;
      // Level 6 has its weights before it sums.
      if (isLeftOut && levelCase.level > 6)
        continue;
      double largest = -kInfinity;
      for (int64_t j = start; j < end; ++j) {
        double s = isVisible(row, j, start, mistake)
                       ? score(q.data() + row * depth, keysOf, j, mistake)
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
        bool counts = !isLeftOut && (mistake.hiddenValues ||
                                     isVisible(row, j, start, mistake));
        for (int64_t d = 0; counts && weight != 0 && d < depth; ++d)
          out[d] += weight * double(valuesOf[j * depth + d]);
      }
      if (mistake.lanesZero && end == keys)
        l += emptyLanes(row, start, tile, mistake) *
             expOfFloat(0 - next * mistake.growth);
      for (int64_t d = 0; mistake.correctsTile && d < depth; ++d)
        out[d] *= correction;
      for (int64_t d = 0; mistake.dividesEach && d < depth; ++d)
        out[d] /= l;
      m = next;
    }
    for (int64_t d = 0; mistake.divides && d < depth; ++d)
      out[d] /= l;
  }

  /// Lanes of the last tile that hold no key and are seen.
  double emptyLanes(int64_t row, int64_t start, int64_t tile,
                    const AttentionMistake &mistake) const {
    double lanes = 0;
    for (int64_t j = keys; j < start + tile; ++j)
      lanes += isVisible(row, j, start, mistake);
    return lanes;
  }

  /// Where the tile of the last key that is seen begins.
  int64_t lastTileOf(int64_t row, const AttentionMistake &mistake,
                     int64_t tile) const {
    int64_t last = 0;
    for (int64_t j = 0; j < keys; ++j)
      if (isVisible(row, j, 0, mistake))
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
  int64_t depth = levelCase.inputs[0].shape[3];
  int64_t lengths = levelCase.inputs[1].shape[2] - levelCase.inputs[0].shape[2];
  using M = AttentionMistake;
  to.add("scale-forgotten", "attention without the scale",
         [=](M &m) { m.scale = 1 / scale; });
  to.add("scale-twice", "attention with the scale applied twice",
         [=](M &m) { m.scale = scale; });
  to.add("scale-by-depth", "attention with 1 / D for the scale",
         [=](M &m) { m.scale = scale; });
  to.add("log2e-forgotten", "attention to base 2 instead of e",
         [](M &m) { m.growth = m.correctionGrowth = std::log(2.0); });
  to.add("no-division", "the sum of weights times values, not divided",
         [](M &m) { m.divides = false; });
  to.add("keys-for-values", "attention that sums keys instead of values",
         [](M &m) { m.keysForValues = true; });
  to.add("heads-mixed-up",
         "attention with batch and head exchanged for k and v",
         [](M &m) { m.headsSwapped = true; });
  to.add("head-forgotten", "attention of every head over the keys of head 0",
         [](M &m) { m.forgetsHead = true; });
  to.add("no-maximum", "attention without the subtraction of the maximum",
         [](M &m) { m.takesLargest = false; });
  to.add("maximum-from-zero", "attention whose maximum is never below 0",
         [](M &m) { m.start = 0; });
  to.add("correction-base", "attention whose weights have another base",
         [](M &m) { m.growth = 1 / std::log(2.0); });
  if (depth == levelCase.inputs[1].shape[2])
    to.add("not-transposed", "attention with k lying the other way round",
           [](M &m) { m.keysTurned = true; });
  double block = 16;
  while (block < depth)
    block *= 2;
  to.add("scale-own", "attention with a scale of the block's length",
         [=](M &m) { m.scale = std::sqrt(double(depth) / block); });
  if (levelCase.causal == Causal::No)
    return to.add("causal-always", "causal attention, though this case is not",
                  [](M &m) { m.causalAlways = true; });
  to.add("row-of-all-heads", "attention with queries counted through all heads",
         [](M &m) { m.countsThrough = true; });
  for (int64_t shift : {lengths, -lengths})
    to.add("bottom-right",
           "attention with queries counted from the other end of the keys",
           [=](M &m) { m.shift = shift; });
  to.add("no-causal-mask", "attention over all keys",
         [](M &m) { m.masked = false; });
  to.add("mask-strict", "attention in which no query sees itself",
         [](M &m) { m.shift = -1; });
  to.add("mask-one-more", "attention in which every query sees one key more",
         [](M &m) { m.shift = 1; });
  to.add("hidden-zero", "attention in which a hidden key scores 0",
         [](M &m) { m.hidden = 0; });
  to.add("hidden-zero",
         "attention in which a hidden key scores 0 and has no value", [](M &m) {
           m.hidden = 0;
           m.hiddenValues = false;
         });
}

/// Mistakes of the walk over tiles of `tile` keys.
static void addTiled(AttentionAnswers &to, int64_t tile) {
  using M = AttentionMistake;
  std::string of = " (tiles of " + std::to_string(tile) + " keys)";
  auto add = [&](const char *mistake, const std::string &words,
                 const std::function<void(M &)> &change) {
    to.add(mistake, words + of, [&](M &m) {
      m.tile = tile;
      change(m);
    });
  };
  add("never-rescaled", "attention whose sums are never rescaled",
      [](M &m) { m.rescalesSum = m.rescalesValues = false; });
  add("sum-not-rescaled", "attention whose sum of weights is never rescaled",
      [](M &m) { m.rescalesSum = false; });
  add("values-not-rescaled", "attention whose accumulator is never rescaled",
      [](M &m) { m.rescalesValues = false; });
  add("correction-inverted", "attention with the correction inverted",
      [](M &m) { m.inverted = true; });
  add("correction-base", "attention with the correction to base 2",
      [](M &m) { m.correctionGrowth = std::log(2.0); });
  add("correction-base", "attention with the correction to another base",
      [](M &m) { m.correctionGrowth = 1 / std::log(2.0); });
  add("correction-base", "attention with the weights to base 2",
      [](M &m) { m.growth = std::log(2.0); });
  add("first-tile-only", "attention over the first tile of keys only",
      [](M &m) { m.firstTile = true; });
  add("last-tile-only", "attention over the last tile of keys only",
      [](M &m) { m.lastTile = true; });
  add("first-tile-missing", "attention without the first tile of keys",
      [](M &m) { m.noFirstTile = true; });
  add("tail-left-out", "attention without the last, ragged tile of keys",
      [](M &m) { m.noTail = true; });
  add("mask-by-tile-position", "attention masked by positions in the tile",
      [](M &m) { m.localMask = m.localRows = true; });
  add("mask-by-tile-position",
      "attention whose mask takes keys by their position in the tile",
      [](M &m) { m.localMask = true; });
  add("correction-of-tile", "attention that corrects the new tile too",
      [](M &m) {
        m.rescalesValues = false;
        m.correctsTile = true;
      });
  add("divided-too-often", "attention that is divided in every turn", [](M &m) {
    m.dividesEach = true;
    m.divides = false;
  });
  add("lanes-zero", "attention in which lanes past the last key score 0",
      [](M &m) { m.lanesZero = true; });
  add("hidden-zero",
      "attention in which a hidden key of the last tile scores 0",
      [](M &m) { m.hidden = 0; });
  add("hidden-zero",
      "attention in which a hidden key of the last tile scores 0 and has no "
      "value",
      [](M &m) {
        m.hidden = 0;
        m.hiddenValues = false;
      });
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
