//===- RandomTensors.cpp - Data that breaks kernels -----------------------===//

#include "tools/tq-fuzz/KernelWriter.h"

#include <cmath>

namespace tqc::fuzz {

static double randomReal(std::mt19937_64 &random) {
  return double(int64_t(random() % 2001) - 1000) / 250;
}

/// What `kind` of float stands at place `i`.
static double randomFloat(std::mt19937_64 &random, unsigned kind, int64_t i,
                          double least) {
  static constexpr double kSpecial[] = {
      0.0,  -0.0,  INFINITY, -INFINITY, NAN,    1e-30,  -1e-30,
      1e30, -1e30, 3e38,     1e-40,     -1e-42, 65504., 6e-8,
      1.0,  -1.0,  0.5,      448.0,     88.8,   -104.0, 1e-308};
  switch (kind) {
  case 0: // small integers: everything is exact
    return double(int64_t(random() % 9) - 4);
  case 1:
    return randomReal(random);
  case 2:
    return random() % 4 ? randomReal(random)
                        : kSpecial[random() % std::size(kSpecial)];
  case 3:
    return std::ldexp(randomReal(random), int(random() % 220) - 100);
  case 4: // equal rows
    return -1e10;
  case 5: // one huge element
    return i == 7 ? 5e9 : randomReal(random);
  case 6: // a mask of attention
    return random() % 3 ? randomReal(random) : -1e9;
  case 7: // denormals of the type, and the first normal numbers
    return least * double(int64_t(random() % 17) - 8) / 8;
  case 8: // zeros of both signs
    return random() % 2 ? 0.0 : -0.0;
  case 9: // one number throughout
    return 1.5;
  default:
    return double(i % 64);
  }
}

static int64_t randomInteger(std::mt19937_64 &random, unsigned kind,
                             int64_t i) {
  switch (kind % 5) {
  case 0:
    return int64_t(random() % 9) - 4;
  case 1:
    return int64_t(random());
  case 2: { // both ends of each width
    unsigned width = 8u << random() % 4;
    uint64_t top = uint64_t(1) << (width - 1);
    uint64_t ends[] = {top, top - 1, ~uint64_t(0), 0, 1};
    return int64_t(ends[random() % 5]);
  }
  case 3: // one number throughout
    return -1;
  default:
    return i;
  }
}

/// The smallest number of a type that is no denormal.
static double smallestNormal(DType type) {
  switch (type) {
  case DType::FP64:
    return 0x1p-1022;
  case DType::FP32:
  case DType::BF16:
    return 0x1p-126;
  case DType::FP8E4NV:
    return 0x1p-6;
  default:
    return 0x1p-14;
  }
}

HostTensor randomTensor(std::mt19937_64 &random, DType type, int64_t count) {
  HostTensor tensor(type, {count});
  auto kind = static_cast<unsigned>(random() % 12);
  bool allBits = kind == 11 && bytesOf(type) == 1;
  for (int64_t i = 0; i < count; ++i)
    if (!isFloat(type) || allBits)
      storeInteger(isFloat(type) ? DType::U8 : type, tensor.at(i),
                   randomInteger(random, allBits ? 1 : kind, i));
    else
      tensor.set(i, randomFloat(random, kind, i, smallestNormal(type)));
  return tensor;
}

} // namespace tqc::fuzz
