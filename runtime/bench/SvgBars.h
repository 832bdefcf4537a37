//===- SvgBars.h - A chart of bars as SVG -----------------------*- C++ -*-===//
//
// How do several numbers for each of several things look beside each other?
//
//     BarChart chart;
//     chart.title = "share of the roofline";
//     chart.series = {"tqc", "cuBLAS"};
//     chart.groups = {{"matmul-fp16", {{0.55, "540 TFLOP/s"}, {0.74, "..."}}}};
//     std::string svg = drawBars(chart);
//
// Bars lie, so that long names fit; a line marks 1.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_BENCH_SVGBARS_H
#define TQC_RUNTIME_BENCH_SVGBARS_H

#include <string>
#include <vector>

namespace tqc {

struct BarChart {
  struct Bar {
    double value = 0;  ///< its length; 1 is the marked line; negative: no bar
    std::string label; ///< stands at its end
  };
  struct Group {
    std::string name;
    std::vector<Bar> bars; ///< one a series
  };
  std::string title, axis;
  std::vector<std::string> series;
  std::vector<Group> groups;
};

/// The whole SVG file.
std::string drawBars(const BarChart &chart);

} // namespace tqc

#endif // TQC_RUNTIME_BENCH_SVGBARS_H
