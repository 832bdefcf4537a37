//===- SvgBars.cpp - A chart of bars as SVG -------------------------------===//

#include "runtime/bench/SvgBars.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace tqc {

namespace {

constexpr double kNameWidth = 300, kChartWidth = 480, kLabelWidth = 170;
constexpr double kBarHeight = 15, kGroupGap = 10, kTop = 70, kBottom = 40;
constexpr const char *kColours[] = {"#2a6f97", "#e07a1f", "#6a994e", "#9b5de5"};

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.1f", value);
  return text;
}

std::string escaped(const std::string &text) {
  std::string result;
  for (char c : text)
    result += c == '&'   ? "&amp;"
              : c == '<' ? "&lt;"
              : c == '>' ? "&gt;"
              : c == '"' ? "&quot;"
                         : std::string(1, c);
  return result;
}

std::string textAt(double x, double y, const std::string &text,
                   const std::string &more = "") {
  return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\"" + more + ">" +
         escaped(text) + "</text>\n";
}

std::string rectangle(double x, double y, double width, double height,
                      const std::string &colour) {
  return "<rect x=\"" + number(x) + "\" y=\"" + number(y) + "\" width=\"" +
         number(width) + "\" height=\"" + number(height) + "\" fill=\"" +
         colour + "\"/>\n";
}

std::string verticalLine(double x, double top, double bottom,
                         const char *style) {
  return "<line x1=\"" + number(x) + "\" y1=\"" + number(top) + "\" x2=\"" +
         number(x) + "\" y2=\"" + number(bottom) + "\" " + style + "/>\n";
}

/// The lines of the scale, with a number below each.
std::string drawScale(double largest, double bottom) {
  std::string svg;
  for (int i = 0; i * 0.25 <= largest + 1e-9; ++i) {
    double value = i * 0.25, x = kNameWidth + value / largest * kChartWidth;
    svg += verticalLine(x, kTop - 6, bottom,
                        i == 4 ? "stroke=\"#333\" stroke-dasharray=\"4 3\""
                               : "stroke=\"#ddd\"");
    svg += textAt(x, bottom + 16, number(value * 100) + "%",
                  " text-anchor=\"middle\"");
  }
  return svg;
}

} // namespace

std::string drawBars(const BarChart &chart) {
  double largest = 1;
  for (const BarChart::Group &group : chart.groups)
    for (const BarChart::Bar &bar : group.bars)
      if (std::isfinite(bar.value))
        largest = std::max(largest, std::ceil(bar.value * 4) / 4);
  double groupHeight =
      double(std::max<size_t>(chart.series.size(), 1)) * kBarHeight + kGroupGap;
  double bottom = kTop + double(chart.groups.size()) * groupHeight;
  double width = kNameWidth + kChartWidth + kLabelWidth;
  double height = bottom + kBottom;
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" +
                    number(width) + "\" height=\"" + number(height) +
                    "\" viewBox=\"0 0 " + number(width) + " " + number(height) +
                    "\" font-family=\"sans-serif\" font-size=\"12\">\n" +
                    rectangle(0, 0, width, height, "white") +
                    textAt(10, 24, chart.title, " font-size=\"16\"");
  double x = 10;
  for (size_t i = 0; i < chart.series.size(); ++i) {
    svg += rectangle(x, 36, 12, 12, kColours[i % std::size(kColours)]);
    svg += textAt(x + 17, 46, chart.series[i]);
    x += 40 + 8.0 * double(chart.series[i].size());
  }
  svg += drawScale(largest, bottom);
  double y = kTop;
  for (const BarChart::Group &group : chart.groups) {
    svg += textAt(kNameWidth - 8, y + (groupHeight - kGroupGap) / 2 + 4,
                  group.name, " text-anchor=\"end\"");
    for (size_t i = 0; i < group.bars.size(); ++i) {
      const BarChart::Bar &bar = group.bars[i];
      double at = y + double(i) * kBarHeight;
      double length = bar.value > 0 && std::isfinite(bar.value)
                          ? bar.value / largest * kChartWidth
                          : 0;
      if (length > 0)
        svg += rectangle(kNameWidth, at, length, kBarHeight - 2,
                         kColours[i % std::size(kColours)]);
      svg += textAt(kNameWidth + length + 5, at + kBarHeight - 4, bar.label,
                    " fill=\"#444\"");
    }
    y += groupHeight;
  }
  return svg +
         textAt(kNameWidth + kChartWidth / 2, bottom + 33, chart.axis,
                " text-anchor=\"middle\"") +
         "</svg>\n";
}

} // namespace tqc
