// A transformer block on kernels that were compiled ahead of time.
//
//     transformer BUNDLE                        64 tokens, checked
//     transformer BUNDLE TOKENS WIDTH HEADS KV_HEADS HIDDEN
//
// Checks the block against double precision (up to 512 tokens) and times it.
// On the emulator: TQ_LIBCUDA=libtqc-driver.so transformer BUNDLE
#include <algorithm>
#include <chrono>
#include <cstring>

#include "Block.hpp"
#include "Gpu.hpp"
#include "kernels.hpp"

static constexpr int D = Sizes::kHead;

static uint32_t tiles(int64_t extent, int64_t tile) {
  return uint32_t((extent + tile - 1) / tile);
}

/// The block with its weights and its scratch on the GPU.
class Device {
public:
  Device(const char *folder, const Block &block)
      : s(block.sizes), bundle(folder) {
    for (auto [to, from] :
         {std::pair(&x, &block.x), std::pair(&norm1, &block.norm1),
          std::pair(&norm2, &block.norm2), std::pair(&wq, &block.q),
          std::pair(&wk, &block.k), std::pair(&wv, &block.v),
          std::pair(&wo, &block.o), std::pair(&wgate, &block.gate),
          std::pair(&wup, &block.up), std::pair(&wdown, &block.down)})
      *to = gpu.upload(*from);
    cosines = gpu.upload(block.cosines);
    sines = gpu.upload(block.sines);
    size_t widest = size_t(std::max({s.width, s.heads * D, s.hidden}));
    for (uint64_t *scratch : {&normed, &a, &b, &c, &q, &k, &v, &middle, &out})
      *scratch = gpu.allocate(2 * size_t(s.tokens) * widest);
    selectChoices();
  }

  void run() {
    const float scale = 1.4426950408889634f / std::sqrt(float(D));
    norm(x, norm1);
    multiply(normed, wq, a, s.heads * D, s.width);
    multiply(normed, wk, b, s.kvHeads * D, s.width);
    multiply(normed, wv, c, s.kvHeads * D, s.width);
    kernels::rotary(bundle, grid(s.tokens, s.heads), nullptr, a, cosines, sines,
                    q, s.tokens, s.heads);
    kernels::rotary(bundle, grid(s.tokens, s.kvHeads), nullptr, b, cosines,
                    sines, k, s.tokens, s.kvHeads);
    kernels::swap_heads(bundle, grid(s.tokens, s.kvHeads), nullptr, c, v,
                        s.tokens, s.kvHeads);
    auto rows = kernels::gqa_kernel_selected(bundle).BLOCK_M;
    kernels::gqa_kernel(bundle, grid(tiles(s.tokens, rows), s.heads), nullptr,
                        q, k, v, a, scale, s.heads, s.kvHeads, s.tokens,
                        s.tokens);
    kernels::swap_heads(bundle, grid(s.heads, s.tokens), nullptr, a, b, s.heads,
                        s.tokens);
    multiply(b, wo, c, s.width, s.heads * D);
    add(x, c, middle);
    norm(middle, norm2);
    multiply(normed, wgate, a, s.hidden, s.width);
    multiply(normed, wup, b, s.hidden, s.width);
    int n = s.tokens * s.hidden;
    kernels::silu_gate(
        bundle, grid(tiles(n, kernels::silu_gate_selected(bundle).BLOCK), 1),
        nullptr, a, b, c, n);
    multiply(c, wdown, a, s.width, s.hidden);
    add(middle, a, out);
  }

  Halves result() {
    return gpu.download<uint16_t>(out, size_t(s.tokens) * s.width);
  }
  void synchronize() { gpu.synchronize(); }
  const char *target() const { return bundle.target(); }

private:
  static tq_grid grid(int64_t x, int64_t y) {
    return {uint32_t(x), uint32_t(y), 1};
  }

  /// A row must fit into the tile of the norm, and small products want small
  /// tiles.
  void selectChoices() {
    int choice = 0;
    for (const auto &one : kernels_rms_norm_choices) {
      if (one.BLOCK >= s.width) {
        kernels::rms_norm_select(bundle, choice);
        break;
      }
      ++choice;
    }
    kernels::matmul_kernel_select(bundle, s.tokens < 256 ? 1 : 0);
  }

  void norm(uint64_t from, uint64_t weight) {
    kernels::rms_norm(bundle, grid(s.tokens, 1), nullptr, from, weight, normed,
                      s.width, 1e-5f);
  }
  void multiply(uint64_t left, uint64_t right, uint64_t to, int columns,
                int inner) {
    const auto &tile = kernels::matmul_kernel_selected(bundle);
    kernels::matmul_kernel(
        bundle,
        grid(tiles(s.tokens, tile.BLOCK_M), tiles(columns, tile.BLOCK_N)),
        nullptr, left, right, to, s.tokens, columns, inner, inner, columns,
        columns);
  }
  void add(uint64_t left, uint64_t right, uint64_t to) {
    int n = s.tokens * s.width;
    kernels::residual(
        bundle, grid(tiles(n, kernels::residual_selected(bundle).BLOCK), 1),
        nullptr, left, right, to, n);
  }

  Sizes s;
  Gpu gpu;
  kernels::Bundle bundle;
  uint64_t x, norm1, norm2, wq, wk, wv, wo, wgate, wup, wdown, cosines, sines;
  uint64_t normed, a, b, c, q, k, v, middle, out;
};

/// Largest difference, as a part of the largest value.
static double difference(const Halves &got, const std::vector<double> &want) {
  double most = 0, largest = 0;
  for (size_t i = 0; i < want.size(); ++i) {
    double off = std::fabs(fromHalf(got[i]) - want[i]);
    most = off > most || std::isnan(off) ? off : most;
    largest = std::max(largest, std::fabs(want[i]));
  }
  return most / largest;
}

static int run(const char *folder, const Sizes &sizes) {
  Block block(sizes);
  Device device(folder, block);
  device.run();
  device.synchronize();
  std::printf("%s: %d tokens of %d, %d heads over %d, %d hidden\n",
              device.target(), sizes.tokens, sizes.width, sizes.heads,
              sizes.kvHeads, sizes.hidden);
  bool isGood = true;
  if (sizes.tokens <= 512) {
    double off = difference(device.result(), reference(block));
    isGood = off < 0.005;
    std::printf("largest difference from double precision: %.5f of the largest "
                "value, %s\n",
                off, isGood ? "good" : "WRONG");
  }
  if (std::getenv("TIME")) {
    auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < 50; ++i)
      device.run();
    device.synchronize();
    std::chrono::duration<double, std::micro> took =
        std::chrono::steady_clock::now() - begin;
    std::printf("%.1f us a block\n", took.count() / 50);
  }
  return isGood ? 0 : 1;
}

int main(int count, char **words) {
  if (count != 2 && count != 7) {
    std::fprintf(stderr,
                 "usage: %s BUNDLE [TOKENS WIDTH HEADS KV_HEADS HIDDEN]\n",
                 words[0]);
    return 2;
  }
  Sizes sizes;
  if (count == 7)
    sizes = {std::atoi(words[2]), std::atoi(words[3]), std::atoi(words[4]),
             std::atoi(words[5]), std::atoi(words[6])};
  if (sizes.tokens < 1 || sizes.width < 16 || sizes.width % 16 ||
      sizes.width > 8192 || sizes.kvHeads < 1 || sizes.heads % sizes.kvHeads ||
      sizes.heads < 1 || sizes.hidden < 16 || sizes.hidden % 16) {
    std::fprintf(stderr,
                 "WIDTH (16 to 8192) and HIDDEN are multiples of 16, HEADS of "
                 "KV_HEADS\n");
    return 2;
  }
  try {
    return run(words[1], sizes);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
