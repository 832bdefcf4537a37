//===- MatrixOperands.h - registers of matrix instructions ----------------===//
//
// Answers "how do the registers of a frame become the operands that
// numerics/MatrixMath.h takes". Example:
//   RegisterList<uint32_t> list(warp.regs, offsets, 4);
//   distributeMatrices(4, false, list, rows);
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_EXECUTION_MATRIXOPERANDS_H
#define TQC_RUNTIME_EMULATOR_EXECUTION_MATRIXOPERANDS_H

#include "runtime/emulator/machine/Warp.h"
#include "runtime/emulator/numerics/MatrixMath.h"

#include <vector>

namespace tqc::emu {

/// Pointers to registers of lanes of type Word, wherever in a frame they are.
template <typename Word>
class RegisterList {
public:
  RegisterList(uint8_t *regs, const uint32_t *offsets, size_t count)
      : pointers(count) {
    for (size_t r = 0; r < count; ++r)
      pointers[r] = reinterpret_cast<Word *>(regs + offsets[r]);
  }

  operator Word *const *() const { return pointers.data(); }

private:
  std::vector<Word *> pointers;
};

/// Reports an .aligned instruction that some lanes do not execute.
bool needWholeWarp(Warp &w, const Inst &i, Mask mask);

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_EXECUTION_MATRIXOPERANDS_H
