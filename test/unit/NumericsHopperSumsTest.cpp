//===- NumericsHopperSumsTest.cpp - Sums of fp8 that an H200 gave ---------===//
//
// Each row is one sum of a wgmma as an H200 computed it: bits of 32 factors on
// the left and on the right (the first byte is the first factor), of the sum it
// started from, and of the result. The factors are random: all exponents, few,
// all positive. docs/results/2026-11-23-sums has the program.
//
//===----------------------------------------------------------------------===//

#include "runtime/emulator/numerics/Wgmma.h"

#include "gtest/gtest.h"

#include <array>
#include <cmath>
#include <string>
#include <vector>

using namespace tqc::numerics;

namespace {
struct MeasuredSum {
  MatrixType type;
  const char *left, *right;
  uint32_t start, result;
};
} // namespace

static const MeasuredSum kMeasured[] = {
    {MatrixType::E4m3,
     "8c63ef8e113ab63740c2b4b52f5b12c64e9b2be047049793975f8cabf1a4c3ed",
     "ae3b601081464c2ba1a746c43a4c03c7b1d753b26755dff526a45bd74bae1407",
     0x00000000, 0xc5826000},
    {MatrixType::E4m3,
     "bc2fc22a23be43a62146213a2bc23440284226a32f3a26352e423dc4c0c2b4b4",
     "c4bd372fa73daaad3e2ebab9ba432320af3a332b402ea53ac7b1ba36ada32e40",
     0x00000000, 0xc1394000},
    {MatrixType::E4m3,
     "3d29422127452a312b3f412c3645473d243f2c32433f432d45212f3736322647",
     "372127383c3c4747472a43333a4523302b42393031452b4320322b2934343721",
     0x00000000, 0x4248c800},
    {MatrixType::E4m3,
     "be3db2c032bcbeb146b63bbf40b93a323234bc3b33b1bcb13f45354633b5bcc1",
     "3fb845bc3ac733b143b1443dc6b4b34233b443b3b5bd43b344c4b842c3c7b938",
     0x00000000, 0x40494000},
    {MatrixType::E4m3,
     "8deeec9af08c7507ab51aa53d8518a0d0ab2a789ebd4062eba4ab65a6c9fee75",
     "3122c1d5468da4bacc49c223240f8d6922920f3eec47976a5258a320411662b0",
     0x3fb0b8c5, 0x45738800},
    {MatrixType::E4m3,
     "a43c34afa43940c7b43daca0abc52025a9a4b836aa212bb3acad3920a5b0abb6",
     "b2beabaaa63fa142b53f233b35b2b74529b3bf203d4330b744baadb841c634c6",
     0x3f51eeb8, 0x40026800},
    {MatrixType::E4m3,
     "20422e422b31392d2e41292e403739462833212b2d30343e3d203c3241433825",
     "4420222d2f462f2132462d282d2c3020393a38313c3d3f37473d353041472227",
     0xc4287d35, 0xc41d9000},
    {MatrixType::E4m3,
     "2224a8a337aec6a23aa0bc39aa25ac3b42bd2cbc43383ac2c1bd28b935ad2022",
     "36a3c426a0b541bc24bd383ab9ba2d26c2bf4527ac3eb5b22f3fbf20b1a3adc5",
     0x3a3536e0, 0xc14b8c00},
    {MatrixType::E4m3,
     "2c3029443e2a243f3d24284428403e36403a3d292c2e3d4427412d2f233a4234",
     "38472c432a2f2c282c3e2c263a26262427362f21253e2e403346214024272e20",
     0x3c040cca, 0x420d2800},
    {MatrixType::E4m3,
     "3ebebf47c531383c3ebbbd3cbfc1b933c1bf4647463a47c2bbba4743c5353ac1",
     "c73430bbb0c738b2463f47c53040bf47b13dc0c43e4239c0c3bbb9c532c1babe",
     0xbc13abb9, 0xc2051800},
    {MatrixType::E5m2,
     "d6d30ada78ed58c20e95c01932ed13a7afcc9553aea54a654816c5c3d970e986",
     "f9e06a56a4b141c233d4685f5a65efca435ba9cfc91b042a40cf14b3732b6c5a",
     0x00000000, 0xcb6af800},
    {MatrixType::E5m2,
     "b7c1313d373430b4b33a3c323cb43441bbb23833b1babd3133c341bd3735bcc1",
     "c336b83abab4b6c2333fc2313fc3bb3abf394140bb323a39b2b1c1be383236bb",
     0x00000000, 0x409a3800},
    {MatrixType::E5m2,
     "373435343f36363f35343c403f37353242393f39343c31343d3f3d43343a3a3d",
     "32413d324130393d3d363442333539383337383d363f3e3f3c40344130373c34",
     0x00000000, 0x420f7800},
    {MatrixType::E5m2,
     "be403e41c143bb43c143c33d403abdbac0c1c2c23c3abd3d3abdbf433dbf3bc1",
     "38bec0be3ebab93d3c39b8c1383d3f41bd3fbf433cbd3940403e433f403ac03d",
     0x00000000, 0xc1c96000},
    {MatrixType::E5m2,
     "57721b34958d07643a229da850b06eba84910a7a866357e7039d69149bc3d726",
     "6dc38f27abe2640cfbc3d4e5e6d16964151007b18b6714f8cfad5a021f2f7110",
     0xbe8bdfe4, 0x4c90a400},
    {MatrixType::E5m2,
     "bab4bf39c337bdc1b4373f383cbbc3b4c039bebd3f3031b4b0bf41bd393437bc",
     "bfb93938b8c33e32b433ba3ec1b93d35b8303039b2b4b3bc43bcbb3bbfc03c3f",
     0xc036eb9c, 0xc1801c00},
    {MatrixType::E5m2,
     "383c3b38383f38383d34363a3e3f42383c38414335383e35303c383f4342393e",
     "3933334139323a40403037384241343c3d3b324342423b30413b374143343f36",
     0xc470eacd, 0xc4630400},
    {MatrixType::E5m2,
     "35b737be3e3fc34143ba3943b9423c42b7bcbdb9b6b53934c2b2bf3dbfc13a37",
     "b1b33a3c3d343ebbb4c2bdbfb5c1c0bfbf40bcbc3337b932c13b4237b73930b8",
     0xbb8ee52d, 0xc1c46800},
    {MatrixType::E5m2,
     "31423937363f3233413b3637403e373d34353b343f353d3b37373d4330433a41",
     "4031333c30364334423d3736423032353c39433339363a3f3b32313c3c43303f",
     0x3af65823, 0x423a6400},
    {MatrixType::E5m2,
     "bd38bd3ec3be3b3dbd3f3ebcbb40383941babe42b8413dba38c33cbfba3ab93e",
     "3d38c340c3c140bc42b9bbc3393b424042bac0c1c3c3c239bdba3cbabdb93ac0",
     0xbbe011c6, 0x418c1000},
};

static double factor(MatrixType type, const char *hex, int k) {
  std::string byte(hex + 2 * k, 2);
  return matrixElement(type, uint32_t(std::stoul(byte, nullptr, 16)), 0);
}

TEST(NumericsHopperSums, fp8SumsAreThoseOfTheGpu) {
  for (const MeasuredSum &sum : kMeasured) {
    WgmmaShape shape;
    shape.n = 8;
    shape.a = shape.b = sum.type;
    shape.d = MatrixType::F32;
    ASSERT_EQ(shape.depth(), 32);
    std::vector<double> a(size_t(16) * 32), b(size_t(32) * 8);
    for (int k = 0; k < 32; ++k) {
      a[k] = factor(sum.type, sum.left, k);
      b[size_t(k) * 8] = factor(sum.type, sum.right, k);
    }
    uint32_t registers[4][32] = {{sum.start}};
    std::array<uint32_t *, 4> d = {registers[0], registers[1], registers[2],
                                   registers[3]};
    wgmma(shape, d.data(), a.data(), b.data());
    EXPECT_EQ(registers[0][0], sum.result) << sum.left;
  }
}

// Infinities and NaN go through, and a sum of nothing is what it was.
TEST(NumericsHopperSums, specialNumbersStay) {
  WgmmaShape shape;
  shape.n = 8;
  shape.a = shape.b = MatrixType::E5m2;
  shape.d = MatrixType::F32;
  std::vector<double> a(size_t(16) * 32), b(size_t(32) * 8);
  uint32_t registers[4][32] = {{0x3f800001}};
  std::array<uint32_t *, 4> d = {registers[0], registers[1], registers[2],
                                 registers[3]};
  wgmma(shape, d.data(), a.data(), b.data());
  EXPECT_EQ(registers[0][0], 0x3f800000u) << "13 places stay";
  a[0] = INFINITY;
  b[0] = 1;
  wgmma(shape, d.data(), a.data(), b.data());
  EXPECT_EQ(registers[0][0], 0x7f800000u);
  b[0] = -1;
  wgmma(shape, d.data(), a.data(), b.data());
  EXPECT_EQ(registers[0][0], 0x7fffffffu) << "inf - inf";
}
