#include "Block.hpp"

#include <algorithm>

using Numbers = std::vector<double>;

static constexpr int D = Sizes::kHead;

/// Numbers of [-size, size], the same each time.
static Halves random(size_t count, double size, uint32_t seed) {
  Halves values(count);
  for (uint16_t &value : values) {
    seed = seed * 1664525 + 1013904223;
    value = toHalf(size * ((seed >> 8) / double(1 << 23) - 1));
  }
  return values;
}

Block::Block(const Sizes &s) : sizes(s) {
  auto matrix = [&](int in, int out, uint32_t seed) {
    return random(size_t(in) * out, std::sqrt(3.0 / in), seed);
  };
  x = random(size_t(s.tokens) * s.width, 1, 1);
  norm1 = random(s.width, 1, 2);
  norm2 = random(s.width, 1, 3);
  q = matrix(s.width, s.heads * D, 4);
  k = matrix(s.width, s.kvHeads * D, 5);
  v = matrix(s.width, s.kvHeads * D, 6);
  o = matrix(s.heads * D, s.width, 7);
  gate = matrix(s.width, s.hidden, 8);
  up = matrix(s.width, s.hidden, 9);
  down = matrix(s.hidden, s.width, 10);
  for (int token = 0; token < s.tokens; ++token)
    for (int i = 0; i < D / 2; ++i) {
      double angle = token * std::pow(10000.0, -2.0 * i / D);
      cosines.push_back(float(std::cos(angle)));
      sines.push_back(float(std::sin(angle)));
    }
}

static Numbers numbers(const Halves &halves) {
  Numbers result;
  for (uint16_t half : halves)
    result.push_back(fromHalf(half));
  return result;
}

static Numbers rmsNorm(const Numbers &x, const Halves &weight, int width) {
  Numbers result(x.size());
  for (size_t row = 0; row < x.size(); row += size_t(width)) {
    double sum = 0;
    for (int i = 0; i < width; ++i)
      sum += x[row + i] * x[row + i];
    for (int i = 0; i < width; ++i)
      result[row + i] =
          x[row + i] / std::sqrt(sum / width + 1e-5) * fromHalf(weight[i]);
  }
  return result;
}

static Numbers product(const Numbers &a, const Halves &weight, int in) {
  Numbers b = numbers(weight);
  size_t rows = a.size() / in, out = b.size() / in;
  Numbers result(rows * out, 0.0);
  for (size_t row = 0; row < rows; ++row)
    for (int i = 0; i < in; ++i)
      for (size_t column = 0; column < out; ++column)
        result[row * out + column] += a[row * in + i] * b[i * out + column];
  return result;
}

static void rotate(const Block &block, Numbers &x, int heads) {
  for (int token = 0; token < block.sizes.tokens; ++token)
    for (int head = 0; head < heads; ++head)
      for (int i = 0; i < D / 2; ++i) {
        double &a = x[(size_t(token) * heads + head) * D + i];
        double &b = x[(size_t(token) * heads + head) * D + D / 2 + i];
        double c = block.cosines[token * (D / 2) + i];
        double s = block.sines[token * (D / 2) + i];
        double turned = a * c - b * s;
        b = b * c + a * s;
        a = turned;
      }
}

static Numbers attention(const Block &block, const Numbers &q, const Numbers &k,
                         const Numbers &v) {
  const Sizes &s = block.sizes;
  Numbers result(q.size(), 0.0);
  for (int head = 0; head < s.heads; ++head)
    for (int m = 0; m < s.tokens; ++m) {
      int kv = head / (s.heads / s.kvHeads);
      const double *query = &q[(size_t(m) * s.heads + head) * D];
      double *out = &result[(size_t(m) * s.heads + head) * D];
      Numbers weights;
      double most = -INFINITY, sum = 0;
      for (int n = 0; n <= m; ++n) {
        const double *key = &k[(size_t(n) * s.kvHeads + kv) * D];
        double score = 0;
        for (int i = 0; i < D; ++i)
          score += query[i] * key[i];
        weights.push_back(score / std::sqrt(double(D)));
        most = std::max(most, weights.back());
      }
      for (double &weight : weights)
        sum += weight = std::exp(weight - most);
      for (int n = 0; n <= m; ++n)
        for (int i = 0; i < D; ++i)
          out[i] += weights[n] / sum * v[(size_t(n) * s.kvHeads + kv) * D + i];
    }
  return result;
}

std::vector<double> reference(const Block &block) {
  const Sizes &s = block.sizes;
  Numbers x = numbers(block.x);
  Numbers normed = rmsNorm(x, block.norm1, s.width);
  Numbers q = product(normed, block.q, s.width);
  Numbers k = product(normed, block.k, s.width);
  Numbers v = product(normed, block.v, s.width);
  rotate(block, q, s.heads);
  rotate(block, k, s.kvHeads);
  Numbers mixed = product(attention(block, q, k, v), block.o, s.heads * D);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] += mixed[i];
  normed = rmsNorm(x, block.norm2, s.width);
  Numbers gate = product(normed, block.gate, s.width);
  Numbers up = product(normed, block.up, s.width);
  for (size_t i = 0; i < gate.size(); ++i)
    gate[i] *= up[i] / (1 + std::exp(-gate[i]));
  Numbers down = product(gate, block.down, s.hidden);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] += down[i];
  return x;
}
