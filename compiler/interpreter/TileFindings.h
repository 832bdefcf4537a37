//===- TileFindings.h - What is wrong, as a tile says it --------*- C++ -*-===//
//
// Gathers what the interpreter noticed, in the emulator's words where the
// emulator would notice it too:
//
//     add.tq:6:9: out-of-bounds: reads element 1000 of x, which has 1000
//     elements
//       in the load of `x_ptr + offsets`
//       there is no mask
//       in program (3, 0, 0) of add, and 23 times more
//
// A kind is told once a place: as it was in the first program.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_INTERPRETER_TILEFINDINGS_H
#define TQC_COMPILER_INTERPRETER_TILEFINDINGS_H

#include "runtime/device/Device.h"

#include "mlir/IR/Operation.h"

#include <map>
#include <tuple>

namespace tqc::tile {

struct TileFinding {
  std::string kind;    ///< "out-of-bounds"
  std::string message; ///< one sentence
  std::vector<std::string> details;
  std::string file;
  int line = 0, column = 0;
  std::string kernel, tensor;
  int64_t element = -1;
  std::array<uint32_t, 3> program = {};
  bool hasProgram = true;
  bool fatal = false; ///< the launch ended here
  uint64_t occurrences = 1;
};

/// A finding with the place of `op`, the calls that led there, and, if it is a
/// memory access, the source's words for it.
TileFinding findingAt(mlir::Operation *op, std::string kind,
                      std::string message);

/// "k.tq:6:9", or "" for an op without a place.
std::string placeOf(mlir::Operation *op);

class TileFindings {
public:
  void add(TileFinding finding);
  /// In the order of file and line; none are left.
  std::vector<Finding> take();

private:
  using Key = std::tuple<std::string, int, int, std::string>;
  std::map<Key, TileFinding> found;
};

} // namespace tqc::tile

#endif // TQC_COMPILER_INTERPRETER_TILEFINDINGS_H
