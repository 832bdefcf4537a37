//===- RingReaders.cpp - Who reads a tile that a ring holds ---------------===//

#include "compiler/passes/RingReaders.h"

#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

SmallVector<RingReader> tqc::ringReadersOf(Operation *load) {
  auto tile = cast<RankedTensorType>(load->getResult(0).getType());
  SmallVector<int32_t> identity;
  for (int32_t dim = 0; dim < tile.getRank(); ++dim)
    identity.push_back(dim);
  SmallVector<RingReader> readers;
  bool asLoaded = false;
  for (Operation *user : load->getUsers()) {
    if (auto convert = dyn_cast<ConvertLayoutOp>(user)) {
      readers.push_back({convert, identity, convert.getType()});
      continue;
    }
    auto trans = dyn_cast<tq::TransOp>(user);
    if (trans && llvm::all_of(trans->getUsers(), [](Operation *next) {
          return isa<ConvertLayoutOp>(next);
        })) {
      for (Operation *next : trans->getUsers())
        readers.push_back({next, SmallVector<int32_t>(trans.getOrder()),
                           cast<ConvertLayoutOp>(next).getType()});
      continue;
    }
    asLoaded = true;
  }
  if (asLoaded)
    readers.push_back({load, identity, tile});
  return readers;
}

bool tqc::areReadByWarpgroups(ArrayRef<RingReader> readers) {
  return llvm::all_of(readers, [&](const RingReader &reader) {
    return llvm::all_of(reader.op->getUsers(), [&](Operation *user) {
      return isa<MmaOp>(user) && isForWarpgroups(user);
    });
  });
}

Operation *tqc::firstUseOf(const RingReader &reader, Operation *load,
                           Block *block) {
  Operation *first = nullptr;
  for (Operation *user : reader.op->getUsers()) {
    Operation *top = block->findAncestorOpInBlock(*user);
    // Users that are readers of their own are not uses of the load.
    if (reader.op == load && isa<ConvertLayoutOp, tq::TransOp>(top))
      continue;
    if (!first || top->isBeforeInBlock(first))
      first = top;
  }
  return first;
}

void tqc::readFromRing(ArrayRef<RingReader> readers, Operation *load,
                       Block *block, Value ring, Value slot) {
  for (const RingReader &reader : readers) {
    // At the first use, so that fragments are not held longer than needed.
    Operation *first = firstUseOf(reader, load, block);
    if (!first)
      continue;
    OpBuilder builder(first);
    Value tile = RingReadOp::create(builder, reader.op->getLoc(), reader.type,
                                    ring, slot, reader.order);
    reader.op->getResult(0).replaceAllUsesWith(tile);
  }
}
