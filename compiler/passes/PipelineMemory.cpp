//===- PipelineMemory.cpp - Where a slot of a pipeline puts a tile --------===//

#include "compiler/passes/PipelineMemory.h"

#include "dialect/layout/LayoutAlgebra.h"
#include "dialect/layout/LayoutFactories.h"
#include "dialect/layout/LayoutShared.h"

#include "llvm/ADT/STLExtras.h"

#include <vector>

using namespace tqc;

/// Memory layouts of a tile whose last dimension is contiguous.
static std::vector<LinearLayout> candidates(llvm::ArrayRef<int64_t> shape,
                                            unsigned elementBits) {
  std::vector<LinearLayout> list;
  int64_t row = shape.back(), rowBytes = row * elementBits / 8;
  for (unsigned span : {128, 64, 32})
    if (rowBytes >= span)
      list.push_back(swizzledMemory(shape, elementBits, span));
  // Chunks of 32 bytes: for fragments whose lanes read 32-bit elements in rows.
  for (unsigned chunkBytes : {32, 16}) {
    unsigned vec = chunkBytes * 8 / elementBits;
    unsigned chunks = row / vec;
    for (unsigned perPhase : {1, 2, 4})
      for (unsigned maxPhase : {8, 4, 2})
        if (vec && maxPhase <= chunks && shape.size() == 2 &&
            int64_t(perPhase) * maxPhase <= shape.front())
          list.push_back(xorMemory(shape, vec, perPhase, maxPhase));
  }
  list.push_back(rowMajorMemory(shape));
  return list;
}

std::optional<LinearLayout>
tqc::chooseSlotMemory(llvm::ArrayRef<int64_t> shape, unsigned fastest,
                      unsigned elementBits, const LinearLayout &writer,
                      unsigned width, llvm::ArrayRef<SlotReader> readers) {
  // `fastest` goes last; slot dimension d is dimension position[d] of that.
  llvm::SmallVector<int64_t> turned;
  llvm::SmallVector<unsigned> position(shape.size());
  for (unsigned dim = 0; dim < shape.size(); ++dim)
    if (dim != fastest) {
      position[dim] = turned.size();
      turned.push_back(shape[dim]);
    }
  position[fastest] = turned.size();
  turned.push_back(shape[fastest]);

  std::optional<LinearLayout> best;
  unsigned bestCost = ~0u;
  for (const LinearLayout &candidate : candidates(turned, elementBits)) {
    LinearLayout memory = transposeDims(candidate, position);
    SharedAccess store = planAccess(memory, writer, elementBits, false);
    if (store.width() < width)
      continue;
    unsigned cost = store.wavefronts * store.firstRegisters.size();
    for (const SlotReader &reader : readers)
      cost += planAccess(transposeDims(memory, reader.order), reader.layout,
                         elementBits, /*allowMatrix=*/true)
                  .cost();
    if (cost < bestCost) {
      bestCost = cost;
      best = memory;
    }
  }
  return best;
}
