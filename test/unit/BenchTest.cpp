//===- BenchTest.cpp - Benchmarks without a GPU ---------------------------===//
//
// Statistics, plans, cases and reports on times that were made up.
//
//===----------------------------------------------------------------------===//

#include "runtime/bench/BenchCases.h"
#include "runtime/bench/BenchData.h"
#include "runtime/bench/BenchTable.h"
#include "runtime/bench/BenchTimer.h"
#include "runtime/bench/CopyKernel.h"
#include "runtime/bench/PokeKernels.h"
#include "runtime/bench/Roofline.h"
#include "runtime/bench/SvgBars.h"
#include "runtime/open/OpenDevice.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>
#include <set>

using namespace tqc;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

namespace {

//===----------------------------------------------------------------------===//
// Statistics
//===----------------------------------------------------------------------===//

TEST(BenchStatisticsTest, AMedianLiesBetweenTheMiddleTwo) {
  EXPECT_DOUBLE_EQ(percentile({4, 1, 3, 2}, 0.5), 2.5);
  EXPECT_DOUBLE_EQ(percentile({3, 1, 2}, 0.5), 2);
  EXPECT_DOUBLE_EQ(percentile({7}, 0.9), 7);
  EXPECT_DOUBLE_EQ(percentile({}, 0.5), 0);
  EXPECT_DOUBLE_EQ(percentile({0, 10}, 0.1), 1);
}

TEST(BenchStatisticsTest, ASummaryKeepsTheOrderOfSamples) {
  Times times = summarize({5, 1, 2, 3, 4});
  EXPECT_DOUBLE_EQ(times.median, 3);
  EXPECT_DOUBLE_EQ(times.low, 1.4);
  EXPECT_DOUBLE_EQ(times.high, 4.6);
  EXPECT_THAT(times.samples, ElementsAre(5, 1, 2, 3, 4));
}

TEST(BenchStatisticsTest, ARatioIsOfPairsSoThatADriftCancels) {
  // Both slow down threefold; b always takes twice as long.
  EXPECT_DOUBLE_EQ(medianRatio({1, 2, 3}, {2, 4, 6}), 2);
  EXPECT_DOUBLE_EQ(medianRatio({0, 2}, {5, 4}), 2) << "no time, no ratio";
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

TEST(BenchPlanTest, SetsFillTheCacheTwice) {
  EXPECT_EQ(setsFor(3e9, 60e6), 1);
  EXPECT_EQ(setsFor(100e6, 60e6), 2);
  EXPECT_EQ(setsFor(60e6, 60e6), 2);
  EXPECT_EQ(setsFor(16e6, 60e6), 8);
  EXPECT_EQ(setsFor(100, 60e6), 64) << "more would cost and change nothing";
  EXPECT_EQ(setsFor(0, 0), 1);
}

TEST(BenchPlanTest, ASampleLastsLongEnoughAndMeetsAllSetsAlike) {
  BenchPlan plan;
  for (int sets : {1, 3, 8, 64})
    for (double milliseconds : {1e-6, 0.01, 0.3, 5.0, 900.0}) {
      plan.sets = sets;
      int launches = launchesFor(plan, milliseconds);
      EXPECT_GE(launches, sets);
      EXPECT_EQ(launches % sets, 0);
      EXPECT_LE(launches, 512 + sets);
      if (milliseconds >= 0.01)
        EXPECT_GE(launches * milliseconds, plan.sampleTime);
    }
}

//===----------------------------------------------------------------------===//
// Cases
//===----------------------------------------------------------------------===//

BenchCase caseOf(const std::string &work, const std::string &type,
                 const std::string &size) {
  Result<BenchCase> made = makeBenchCase(*findBenchWork(work), type, size);
  EXPECT_TRUE(made) << made.error().message;
  return made ? *made : BenchCase();
}

// The products of a matrix product are more than its tensors' elements.
TEST(BenchCasesTest, TensorsAreBoundedAndNotTheirProducts) {
  const BenchWork &matmul = *findBenchWork("matmul");
  EXPECT_TRUE(makeBenchCase(matmul, "fp16", "16384x2048x5632"));
  Result<BenchCase> made = makeBenchCase(matmul, "fp16", "999999x9x999999");
  ASSERT_FALSE(made);
  EXPECT_THAT(made.error().message, HasSubstr("a tensor has at most"));
}

TEST(BenchCasesTest, NamesAreUniqueAndEveryLevelHasOne) {
  std::set<std::string> names;
  std::set<int> levels;
  for (const BenchCase &one : standardBenchCases()) {
    EXPECT_TRUE(names.insert(one.name).second) << one.name;
    levels.insert(one.work->level);
    EXPECT_GT(one.bytes, 0) << one.name;
    EXPECT_EQ(one.work, findBenchWork(one.work->name));
  }
  EXPECT_THAT(levels, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8));
}

TEST(BenchCasesTest, WorkIsCountedAsPublished) {
  BenchCase add = caseOf("vector-add", "fp32", "1000");
  EXPECT_EQ(add.flops, 0);
  EXPECT_EQ(add.bytes, 12000);
  BenchCase product = caseOf("matmul", "fp16", "100x200x300");
  EXPECT_EQ(product.name, "matmul-fp16-100x200x300");
  EXPECT_EQ(product.flops, 2.0 * 100 * 200 * 300);
  EXPECT_EQ(product.bytes, 2.0 * (100 * 300 + 300 * 200 + 100 * 200));
  EXPECT_EQ(caseOf("flash-full", "bf16", "1x2x64x16").flops,
            4.0 * 2 * 64 * 64 * 16);
  EXPECT_EQ(caseOf("flash-causal", "bf16", "1x2x64x16").flops,
            2.0 * 2 * 64 * 64 * 16);
  // Queries behind the last key see all of them.
  EXPECT_EQ(caseOf("flash-full", "bf16", "1x2x2x64x32x16").flops,
            4.0 * 2 * 64 * 32 * 16);
  EXPECT_EQ(caseOf("flash-causal", "bf16", "1x2x2x64x32x16").flops,
            4.0 * 2 * (32 * 32 / 2 + 32 * 32) * 16);
  // Row i reads i + 1 elements, and all are written.
  EXPECT_EQ(caseOf("causal-softmax", "fp16", "1x1x4x4").bytes,
            2.0 * (1 + 2 + 3 + 4 + 16));
  EXPECT_EQ(caseOf("matmul", "int8", "32").outType, DType::I32);
}

TEST(BenchCasesTest, OneNumberIsAUsualShape) {
  EXPECT_EQ(caseOf("matmul", "tf32", "512").name, "matmul-tf32-512x512x512");
  EXPECT_EQ(caseOf("softmax", "fp32", "256").name, "softmax-fp32-4096x256");
  EXPECT_EQ(caseOf("flash-full", "bf16", "4096").name,
            "flash-full-bf16-4x16x4096x128");
  EXPECT_EQ(caseOf("scores", "fp16", "64").name, "scores-fp16-4x16x64x64");
}

TEST(BenchCasesTest, HeadsThatShareKeysHaveOneMemory) {
  BenchCase grouped = caseOf("flash-full", "bf16", "3x8x2x64x32x16");
  EXPECT_EQ(grouped.inputs[0].shape, (std::vector<int64_t>{6, 4, 64, 16}));
  EXPECT_EQ(grouped.inputs[1].shape, (std::vector<int64_t>{6, 4, 32, 16}));
  EXPECT_EQ(grouped.footprint, 2.0 * 16 * (2 * 24 * 64 + 2 * 6 * 32));
  BenchData data(7);
  HostTensor keys = data.tensorOf(grouped.inputs[1], 1);
  EXPECT_EQ(keys.storage.size(), size_t(2 * 6 * 32 * 16));
  EXPECT_EQ(keys.at(32 * 16 * 3 + 5), keys.at(5));
  EXPECT_NE(keys.at(32 * 16 * 4 + 5), keys.at(5));
  // As many heads of keys as of queries are heads and no batches.
  EXPECT_EQ(caseOf("flash-full", "bf16", "3x8x8x64x32x16").inputs[1].shape,
            (std::vector<int64_t>{3, 8, 32, 16}));
  EXPECT_FALSE(
      makeBenchCase(*findBenchWork("flash-full"), "bf16", "3x8x3x64x32x16"));
  EXPECT_FALSE(makeBenchCase(*findBenchWork("fused-attention"), "bf16",
                             "3x8x2x64x32x16"));
}

TEST(BenchCasesTest, WrongSizesAndTypesAreRefusedWithWhatIsRight) {
  const BenchWork &softmax = *findBenchWork("softmax");
  for (const char *size : {"", "x", "3x", "3x0", "-1", "1x2x3", "4e3",
                           "99999999999x99999999999", "123456789012345"}) {
    Result<BenchCase> made = makeBenchCase(softmax, "fp32", size);
    ASSERT_FALSE(made) << size;
    EXPECT_THAT(made.error().message, HasSubstr("ROWSxCOLUMNS"));
  }
  Result<BenchCase> made = makeBenchCase(softmax, "int8", "4096");
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().message,
            "softmax is timed in fp32, fp16, bf16, not in \"int8\"");
}

//===----------------------------------------------------------------------===//
// Rooflines and reports
//===----------------------------------------------------------------------===//

GpuRates hopper() { return {9, 0, 132, 1.83, 4800, 60e6}; }

TEST(RooflineTest, PeaksAreThoseOfTheDataSheet) {
  EXPECT_NEAR(peakTeraflops(hopper(), "fp16"), 989.4, 1);
  EXPECT_NEAR(peakTeraflops(hopper(), "tf32"), 494.7, 1);
  EXPECT_NEAR(peakTeraflops(hopper(), "fp32"), 61.8, 0.1);
  GpuRates turing = {7, 5, 40, 1.59, 320, 4e6};
  EXPECT_NEAR(peakTeraflops(turing, "fp16"), 65.1, 0.1);
  EXPECT_EQ(peakTeraflops(turing, "bf16"), 0);
  GpuRates ada = {8, 9, 128, 2.52, 1008, 72e6};
  EXPECT_NEAR(peakTeraflops(ada, "fp16"), 165.2, 0.1);
  EXPECT_NEAR(peakTeraflops(ada, "int8"), 660.6, 0.1);
  EXPECT_NEAR(peakTeraflops(ada, "e4m3"), 660.6, 0.1);
  EXPECT_EQ(peakTeraflops({8, 0, 108, 1.41, 1500, 4e7}, "e4m3"), 0);
  GpuRates blackwell = {12, 0, 170, 2.407, 1792, 96e6};
  EXPECT_NEAR(peakTeraflops(blackwell, "fp16"), 209.5, 0.1);
  EXPECT_EQ(peakTeraflops({13, 0, 100, 2, 1000, 1e6}, "fp16"), 0);
}

TEST(RooflineTest, WhatTakesLongerIsTheLimit) {
  BenchCase product = caseOf("matmul", "fp16", "4096");
  Bound bound = boundOf(product, hopper(), 0);
  EXPECT_EQ(bound.limit, "arithmetic");
  EXPECT_NEAR(bound.milliseconds, 0.1389, 0.0005);
  BenchCase add = caseOf("vector-add", "fp32", "268435456");
  EXPECT_EQ(boundOf(add, hopper(), 0).limit, "memory");
  // A copy that was measured counts more than the data sheet.
  EXPECT_NEAR(boundOf(add, hopper(), 4000).milliseconds, 0.8053, 0.001);
  EXPECT_EQ(boundOf(add, GpuRates(), 0).milliseconds, 0) << "nothing is known";
}

TEST(CopyKernelTest, EveryByteIsCopiedAndNoneBeyond) {
  Result<OpenedDevice> opened = openDevice("emu");
  ASSERT_TRUE(opened) << opened.error().message;
  Device &device = *opened->device;
  Result<ModuleId> module = device.load(copyKernel());
  ASSERT_TRUE(module) << module.error().message;
  size_t bytes = copiedBytes(40000);
  EXPECT_GE(bytes, 40000u);
  EXPECT_EQ(copiedBytes(bytes), bytes);
  std::vector<uint8_t> source(bytes), result(bytes);
  for (size_t i = 0; i < bytes; ++i)
    source[i] = static_cast<uint8_t>(i * 7 + i / 251);
  // Just as large as needed: the emulator reports what lies beyond.
  DevicePtr from = *device.allocate({"from", bytes, "", {}}),
            to = *device.allocate({"to", bytes, "", {}});
  ASSERT_TRUE(device.copyIn(from, source.data(), bytes));
  Status ran = device.launch(copyLaunch(*module, to, from, bytes));
  ASSERT_TRUE(ran) << ran.error().message;
  ASSERT_TRUE(device.synchronize());
  ASSERT_TRUE(device.copyOut(result.data(), to, bytes));
  EXPECT_EQ(result, source);
  EXPECT_TRUE(device.takeFindings().empty());
}

TEST(PokeKernelsTest, FillsReachEveryByteAndNoneBeyond) {
  Result<OpenedDevice> opened = openDevice("emu");
  ASSERT_TRUE(opened) << opened.error().message;
  Device &device = *opened->device;
  ModuleId module = *device.load(pokeKernels());
  constexpr size_t kBytes = 4096 + 64;
  DevicePtr memory = *device.allocate({"memory", kBytes, "", {}});
  for (size_t begin : {0u, 1u, 16u, 30u})
    for (size_t bytes : {0u, 1u, 15u, 16u, 31u, 4096u, 4099u}) {
      if (begin + bytes > kBytes)
        continue;
      ASSERT_TRUE(device.fill(memory, 0x11, kBytes));
      for (const Launch &launch :
           fillLaunches(module, memory + begin, 0xa5, bytes)) {
        Status ran = device.launch(launch);
        ASSERT_TRUE(ran) << ran.error().message;
      }
      ASSERT_TRUE(device.synchronize());
      std::vector<uint8_t> got(kBytes), wanted(kBytes, 0x11);
      std::fill_n(wanted.begin() + long(begin), bytes, 0xa5);
      ASSERT_TRUE(device.copyOut(got.data(), memory, kBytes));
      EXPECT_EQ(got, wanted) << bytes << " bytes from " << begin;
    }
  EXPECT_TRUE(device.takeFindings().empty());
}

TEST(PokeKernelsTest, APokeWritesAsManyBytesAsAnElementHas) {
  Result<OpenedDevice> opened = openDevice("emu");
  ASSERT_TRUE(opened) << opened.error().message;
  Device &device = *opened->device;
  ModuleId module = *device.load(pokeKernels());
  DevicePtr memory = *device.allocate({"memory", 64, "", {}});
  ASSERT_TRUE(device.fill(memory, 0, 64));
  uint64_t value = 0x8877665544332211;
  std::vector<Poke> pokes = {{memory, value, 1, 0},
                             {memory + 8, value, 2, 0},
                             {memory + 16, value, 4, 0},
                             {memory + 24, value, 8, 0}};
  size_t bytes = pokes.size() * sizeof(Poke);
  DevicePtr table = *device.allocate({"table", bytes, "", {}});
  ASSERT_TRUE(device.copyIn(table, pokes.data(), bytes));
  Status ran = device.launch(pokeLaunch(module, table, pokes.size()));
  ASSERT_TRUE(ran) << ran.error().message;
  uint64_t got[4];
  ASSERT_TRUE(device.copyOut(got, memory, sizeof(got)));
  EXPECT_EQ(got[0], 0x11u);
  EXPECT_EQ(got[1], 0x2211u);
  EXPECT_EQ(got[2], 0x44332211u);
  EXPECT_EQ(got[3], value);
  EXPECT_TRUE(device.takeFindings().empty());
}

TEST(BenchProofTest, WhatIsSlowerOnChangingInputsKeepsResults) {
  EXPECT_TRUE(isSteady(0.100, 0.098));
  EXPECT_TRUE(isSteady(0.005, 0.002)) << "a few microseconds are the pokes'";
  EXPECT_FALSE(isSteady(0.100, 0.015));
}

TEST(RooflineTest, NothingIsFasterThanTheDataSheet) {
  BenchCase product = caseOf("matmul", "fp16", "8192");
  double peak =
      2.0 * 8192 * 8192 * 8192 / peakTeraflops(hopper(), "fp16") * 1e-9;
  EXPECT_NEAR(leastMilliseconds(product, hopper(), 2), 0.97 * peak, 1e-6);
  // A few small tensors stay in the cache, which no data sheet of memory
  // limits.
  BenchCase small = caseOf("vector-add", "fp32", "1000");
  EXPECT_EQ(leastMilliseconds(small, hopper(), 64), 0);
  BenchCase large = caseOf("vector-add", "fp32", "268435456");
  EXPECT_GT(leastMilliseconds(large, hopper(), 1), 0.5);
  EXPECT_EQ(leastMilliseconds(large, GpuRates(), 1), 0) << "nothing is known";
}

TEST(BenchCasesTest, ATaskIsWhatACheckOfTheLevelHas) {
  LevelCase flash = taskOf(caseOf("flash-causal", "bf16", "128"));
  EXPECT_EQ(flash.level, 8);
  EXPECT_EQ(flash.causal, Causal::TopLeft);
  EXPECT_NEAR(flash.scale, 1 / std::sqrt(128.0), 1e-12);
  EXPECT_EQ(taskOf(caseOf("flash-full", "bf16", "128")).causal, Causal::No);
  EXPECT_EQ(taskOf(caseOf("matmul", "tf32", "64")).precision, Precision::Tf32);
  EXPECT_EQ(taskOf(caseOf("matmul", "fp32", "64")).precision, Precision::Exact);
  LevelCase integers = taskOf(caseOf("matmul", "int8", "64"));
  EXPECT_EQ(integers.outType, DType::I32);
  EXPECT_EQ(integers.inputs[0].fill, Fill::Bytes);
  EXPECT_EQ(taskOf(caseOf("scores", "fp16", "128")).scale, 0.125);
}

BenchOutcome madeUp() {
  BenchCase product = caseOf("matmul", "fp16", "4096");
  BenchOutcome outcome;
  outcome.name = product.name;
  outcome.work = "matmul";
  outcome.level = 2;
  outcome.sets = 2;
  outcome.isProven = true;
  outcome.rows.push_back({"tqc", summarize({0.4, 0.5, 0.45}), 10});
  outcome.rows.push_back({"cublas", summarize({0.2, 0.25, 0.225}), 20});
  deriveRates(outcome, product, hopper());
  return outcome;
}

TEST(BenchTableTest, RatesAndRatiosComeFromTheTimes) {
  BenchOutcome outcome = madeUp();
  EXPECT_NEAR(outcome.rows[0].teraflops, 305.4, 0.1);
  EXPECT_NEAR(outcome.rows[0].roofShare, 0.3087, 0.001);
  EXPECT_EQ(outcome.baseline, "cublas");
  EXPECT_DOUBLE_EQ(outcome.baselineRatio, 0.5);
}

TEST(BenchTableTest, TheCopyIsTheRoofAndNoRival) {
  BenchCase add = caseOf("vector-add", "fp32", "1000000");
  BenchOutcome outcome;
  outcome.rows.push_back({"tqc", summarize({0.004}), 10});
  outcome.rows.push_back({"copy", summarize({0.003}), 10});
  deriveRates(outcome, add, hopper());
  EXPECT_EQ(outcome.bound.limit, "memory");
  EXPECT_NEAR(outcome.rows[0].roofShare, 0.75, 1e-9);
  EXPECT_EQ(outcome.baselineRatio, 0);
}

TEST(BenchTableTest, ALineHasTimeRateRoofAndRatio) {
  std::string text = tableLines(madeUp());
  EXPECT_THAT(text, HasSubstr("matmul-fp16-4096x4096x4096"));
  EXPECT_THAT(text, HasSubstr("450.0 us"));
  EXPECT_THAT(text, HasSubstr("305.4 TFLOP/s"));
  EXPECT_THAT(text, HasSubstr("30.9 % arith."));
  EXPECT_THAT(text, HasSubstr("0.500 of cublas\n"));
  EXPECT_EQ(showDuration(0.0381), "38.10 us");
  EXPECT_EQ(showDuration(0.9996), "1.000 ms");
  EXPECT_EQ(showDuration(12.3456), "12.346 ms");
}

TEST(BenchTableTest, RowsSayWhetherResultsWereLookedAt) {
  BenchOutcome outcome = madeUp();
  EXPECT_THAT(tableLines(outcome), Not(HasSubstr("not looked at")));
  EXPECT_TRUE(jsonRows(outcome)[0]["proven"]);
  outcome.isProven = false;
  EXPECT_THAT(tableLines(outcome), HasSubstr("(results not looked at)"));
  EXPECT_FALSE(jsonRows(outcome)[0]["proven"]);
  outcome.rows.clear(); // the emulator takes no times
  outcome.isProven = true;
  EXPECT_THAT(tableLines(outcome), HasSubstr("does the work"));
}

TEST(BenchTableTest, AFailedCaseSaysWhy) {
  BenchOutcome outcome;
  outcome.name = "softmax-fp32-1x1";
  outcome.problem = "no room";
  EXPECT_THAT(tableLines(outcome), HasSubstr("no room"));
  nlohmann::ordered_json rows = jsonRows(outcome);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0]["error"], "no room");
}

TEST(BenchTableTest, JsonRowsHaveTheSharedShape) {
  nlohmann::ordered_json rows = jsonRows(madeUp());
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0]["case"], "matmul-fp16-4096x4096x4096");
  EXPECT_EQ(rows[0]["work"], "matmul");
  EXPECT_EQ(rows[0]["impl"], "tqc");
  EXPECT_DOUBLE_EQ(rows[0]["ms"], 0.45);
  EXPECT_DOUBLE_EQ(rows[0]["p10"], 0.41);
  EXPECT_DOUBLE_EQ(rows[0]["p90"], 0.49);
  EXPECT_EQ(rows[0]["samples"], 3);
  EXPECT_EQ(rows[0]["launches"], 10);
  EXPECT_EQ(rows[0]["sets"], 2);
  EXPECT_EQ(rows[0]["limit"], "arithmetic");
  EXPECT_DOUBLE_EQ(rows[0]["ratio_to_cublas"], 0.5);
  EXPECT_EQ(rows[1]["impl"], "cublas");
  EXPECT_FALSE(rows[1].contains("ratio_to_cublas"));
}

//===----------------------------------------------------------------------===//
// Charts
//===----------------------------------------------------------------------===//

size_t countOf(const std::string &text, const std::string &part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos;
       at = text.find(part, at + 1))
    ++count;
  return count;
}

TEST(SvgBarsTest, EachValueIsOneBarAsLongAsItsShare) {
  BarChart chart;
  chart.series = {"ours", "theirs"};
  chart.groups = {{"a", {{0.5, "half"}, {1, "whole"}}},
                  {"b", {{0.25, "quarter"}, {-1, ""}}}};
  std::string svg = drawBars(chart);
  EXPECT_THAT(svg, HasSubstr("width=\"240.0\""));
  EXPECT_THAT(svg, HasSubstr("width=\"480.0\""));
  EXPECT_THAT(svg, HasSubstr("width=\"120.0\""));
  // The background, two of the legend, three bars.
  EXPECT_EQ(countOf(svg, "<rect "), 6u);
  EXPECT_EQ(countOf(svg, "<svg "), 1u);
  EXPECT_EQ(countOf(svg, "</svg>"), 1u);
  EXPECT_EQ(countOf(svg, "<text "), countOf(svg, "</text>"));
}

TEST(SvgBarsTest, TextIsEscapedAndOddNumbersDrawNoBar) {
  BarChart chart;
  chart.title = "a < b & \"c\"";
  chart.series = {"x"};
  chart.groups = {{"<g>", {{std::numeric_limits<double>::quiet_NaN(), "?"}}}};
  std::string svg = drawBars(chart);
  EXPECT_THAT(svg, HasSubstr("a &lt; b &amp; &quot;c&quot;"));
  EXPECT_THAT(svg, HasSubstr("&lt;g&gt;"));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_EQ(countOf(svg, "<rect "), 2u);
}

TEST(SvgBarsTest, OutcomesBecomeGroupsWithoutTheCopy) {
  BenchOutcome outcome = madeUp();
  outcome.rows.push_back({"copy", summarize({1}), 1});
  BenchOutcome failed;
  failed.name = "failed";
  std::string svg = drawOutcomes({outcome, failed}, "GPU");
  EXPECT_THAT(svg, HasSubstr("Share of the roofline on GPU"));
  EXPECT_THAT(svg, HasSubstr("305.4 TFLOP/s, 450.0 us"));
  EXPECT_THAT(svg, Not(HasSubstr("failed")));
  EXPECT_EQ(countOf(svg, "<rect "), 1u + 2 + 2);
}

} // namespace
