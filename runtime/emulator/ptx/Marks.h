//===- Marks.h - what the compiler tells a debugger -----------------------===//
//
// Answers "which statement begins here, and which registers hold x". Code that
// was compiled for a debugger has these comments between its instructions:
//
//     // tq.line 6 0 softmax k.tq
//     // tq.value softmax x fp32 16x32 reg=8,16 lane=1,2,4,32,64 warp=128
//     first=0 : %r4 %r5 %r6 %r7                            (in one line)
//
// A value's columns are flat indices: the element in register r of lane l of
// warp w is the xor of the columns that the bits of r, l and w select.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_PTX_MARKS_H
#define TQC_RUNTIME_EMULATOR_PTX_MARKS_H

#include <cstdint>
#include <string>
#include <vector>

namespace tqc::emu {

struct Mark {
  enum Kind { Line, Value } kind = Line;
  std::string function;

  // Line: a statement begins, `depth` calls below the kernel.
  std::string file;
  uint32_t line = 0, depth = 0;

  // Value: the name means this from here on.
  std::string name;
  std::string type; // "fp32", "*fp32"
  std::vector<int64_t> shape;
  std::vector<uint32_t> regColumns, laneColumns, warpColumns;
  uint32_t first = 0;                 // register number of registers[0]
  std::vector<std::string> registers; // "%r4"
};

/// Replaces each mark by `pmevent N;`, where marks[N] becomes what it says.
/// Lines keep their numbers. A comment that is no mark after all stays.
std::string takeMarks(const std::string &ptx, std::vector<Mark> &marks);

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_PTX_MARKS_H
