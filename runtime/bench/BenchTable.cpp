//===- BenchTable.cpp - Times as table, JSON and chart --------------------===//

#include "runtime/bench/BenchTable.h"

#include "runtime/bench/SvgBars.h"

#include <algorithm>
#include <cstdio>

namespace tqc {

using Json = nlohmann::ordered_json;

void deriveRates(BenchOutcome &outcome, const BenchCase &benchCase,
                 const GpuRates &rates) {
  double copied = 0;
  for (BenchRow &row : outcome.rows) {
    if (row.times.median <= 0)
      continue;
    row.gigabytes = benchCase.bytes / row.times.median * 1e-6;
    if (row.impl == "copy")
      copied = row.gigabytes;
    else
      row.teraflops = benchCase.flops / row.times.median * 1e-9;
  }
  outcome.bound = boundOf(benchCase, rates, copied);
  for (BenchRow &row : outcome.rows) {
    if (row.times.median > 0)
      row.roofShare = outcome.bound.milliseconds / row.times.median;
    if (&row != &outcome.rows.front() && row.impl != "copy") {
      outcome.baseline = row.impl;
      outcome.baselineRatio =
          medianRatio(outcome.rows.front().times.samples, row.times.samples);
    }
  }
}

static std::string formatted(const char *format, double value) {
  char text[64];
  std::snprintf(text, sizeof(text), format, value);
  return text;
}

std::string showDuration(double milliseconds) {
  double micro = milliseconds * 1000;
  if (micro < 999.5)
    return formatted(micro < 100 ? "%.2f us" : "%.1f us", micro);
  return formatted(milliseconds < 100 ? "%.3f ms" : "%.1f ms", milliseconds);
}

static std::string left(const std::string &text, size_t width) {
  return text + std::string(text.size() < width ? width - text.size() : 0, ' ');
}

static std::string right(const std::string &text, size_t width) {
  return std::string(text.size() < width ? width - text.size() : 0, ' ') + text;
}

constexpr size_t kNameColumn = 38, kImplColumn = 7;

std::string tableHeader() {
  return left("case", kNameColumn) + left("by", kImplColumn) +
         right("time", 11) + right("p10", 11) + right("p90", 11) +
         right("rate", 14) + right("roofline", 16) + "  ratio";
}

/// What a row reached, in the unit that its roofline is about.
static std::string showRate(const BenchOutcome &outcome, const BenchRow &row) {
  if (row.teraflops > 0 && outcome.bound.limit != "memory")
    return formatted("%.1f TFLOP/s", row.teraflops);
  return formatted("%.0f GB/s", row.gigabytes);
}

std::string tableLines(const BenchOutcome &outcome) {
  if (!outcome.problem.empty())
    return left(outcome.name, kNameColumn) + outcome.problem;
  if (outcome.rows.empty())
    return left(outcome.name, kNameColumn) +
           (outcome.isProven ? "does the work" : "ran; nothing was looked at");
  std::string text;
  for (const BenchRow &row : outcome.rows) {
    bool ours = &row == &outcome.rows.front();
    std::string line = left(ours ? outcome.name : "", kNameColumn) +
                       left(row.impl, kImplColumn) +
                       right(showDuration(row.times.median), 11) +
                       right(showDuration(row.times.low), 11) +
                       right(showDuration(row.times.high), 11) +
                       right(showRate(outcome, row), 14);
    if (row.roofShare > 0)
      line += right(formatted("%.1f %% ", 100 * row.roofShare) +
                        (outcome.bound.limit == "memory" ? "mem." : "arith."),
                    16);
    if (ours && outcome.baselineRatio > 0)
      line += "  " + formatted("%.3f", outcome.baselineRatio) + " of " +
              outcome.baseline;
    if (ours && !outcome.isProven)
      line += "  (results not looked at)";
    text += (text.empty() ? "" : "\n") + line;
  }
  return text;
}

Json jsonRows(const BenchOutcome &outcome) {
  Json rows = Json::array();
  if (!outcome.problem.empty())
    rows.push_back({{"case", outcome.name},
                    {"work", outcome.work},
                    {"impl", "tqc"},
                    {"error", outcome.problem}});
  else if (outcome.rows.empty())
    rows.push_back({{"case", outcome.name},
                    {"work", outcome.work},
                    {"impl", "tqc"},
                    {"proven", outcome.isProven}});
  for (const BenchRow &row : outcome.rows) {
    Json json;
    json["case"] = outcome.name;
    json["work"] = outcome.work;
    json["impl"] = row.impl;
    json["ms"] = row.times.median;
    json["p10"] = row.times.low;
    json["p90"] = row.times.high;
    json["samples"] = row.times.samples.size();
    json["launches"] = row.launches;
    json["sets"] = outcome.sets;
    if (&row == &outcome.rows.front())
      json["proven"] = outcome.isProven;
    if (row.teraflops > 0)
      json["tflops"] = row.teraflops;
    json["gbs"] = row.gigabytes;
    if (row.roofShare > 0) {
      json["roofline"] = row.roofShare;
      json["limit"] = outcome.bound.limit;
    }
    if (&row == &outcome.rows.front() && outcome.baselineRatio > 0)
      json["ratio_to_" + outcome.baseline] = outcome.baselineRatio;
    rows.push_back(std::move(json));
  }
  return rows;
}

std::string drawOutcomes(const std::vector<BenchOutcome> &outcomes,
                         const std::string &device) {
  BarChart chart;
  chart.title = "Share of the roofline on " + device;
  chart.axis = "100 %: peak arithmetic, or a copy of as many bytes";
  for (const BenchOutcome &outcome : outcomes)
    for (const BenchRow &row : outcome.rows)
      if (row.impl != "copy" &&
          std::find(chart.series.begin(), chart.series.end(), row.impl) ==
              chart.series.end())
        chart.series.push_back(row.impl);
  for (const BenchOutcome &outcome : outcomes) {
    if (outcome.rows.empty())
      continue;
    BarChart::Group group;
    group.name = outcome.name;
    for (const std::string &series : chart.series) {
      BarChart::Bar bar;
      for (const BenchRow &row : outcome.rows)
        if (row.impl == series)
          bar = {row.roofShare, showRate(outcome, row) + ", " +
                                    showDuration(row.times.median)};
      group.bars.push_back(bar);
    }
    chart.groups.push_back(std::move(group));
  }
  return drawBars(chart);
}

} // namespace tqc
