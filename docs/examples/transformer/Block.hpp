// A transformer block: sizes, weights, and what it gives in double precision.
#pragma once

#include <vector>

#include "Half.hpp"

struct Sizes {
  int tokens = 64, width = 128, heads = 4, kvHeads = 2, hidden = 256;
  static constexpr int kHead = 64; ///< elements of a head
};

using Halves = std::vector<uint16_t>;

/// Matrices are (in, out), rows first.
struct Block {
  Sizes sizes;
  Halves x, norm1, norm2, q, k, v, o, gate, up, down;
  std::vector<float> cosines, sines; ///< (tokens, kHead / 2)

  explicit Block(const Sizes &sizes);
};

/// The result of the block in double precision, (tokens, width).
std::vector<double> reference(const Block &block);
