//===- LayoutShared.cpp - Tiles through shared memory ---------------------===//
//
// The swizzle of a move. Let U be what one wavefront touches on the store side
// (lanes, the vector, the rest of a 4-byte word), W the same on the load side.
// Two subspaces of equal dimension have a common complement: extend their
// intersection by a_i to U and by b_i to W; then the a_i ^ b_i, with a
// complement of U + W, meet neither U nor W but in 0. Let these be the offset
// bits above the banks, and no two words of a wavefront differ by bits above
// the banks alone: no conflict, on either side.
//
//===----------------------------------------------------------------------===//

#include "dialect/layout/LayoutShared.h"

#include "dialect/layout/LayoutAlgebra.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cassert>

using namespace tqc;

/// log2 of the elements in `bytes`.
static unsigned bitsIn(unsigned bytes, unsigned elementBits) {
  assert(elementBits >= 8 && llvm::isPowerOf2_32(elementBits) &&
         "elements are whole bytes in memory");
  unsigned bits = bytes * 8;
  return bits <= elementBits ? 0 : llvm::Log2_32(bits / elementBits);
}

/// The number of lane bits in one wavefront.
static unsigned wavefrontLaneBits(unsigned vectorBits, unsigned elementBits) {
  unsigned bytes = (elementBits << vectorBits) / 8;
  return bytes <= 4 ? 5 : 5 - llvm::Log2_32(bytes / 4);
}

unsigned tqc::countWavefronts(const LinearLayout &offsets, unsigned vectorBits,
                              unsigned elementBits) {
  unsigned inWord = bitsIn(4, elementBits);
  unsigned wordsEach = elementBits / 32; // 2 for 64-bit elements
  auto wordOf = [&](uint32_t offset) {
    return wordsEach > 1 ? offset * wordsEach : offset >> inWord;
  };
  f2::Vectors words, banks;
  auto touch = [&](uint32_t word) {
    words.push_back(word);
    banks.push_back(word & 31);
  };
  for (unsigned word = 1; word < wordsEach; word *= 2)
    touch(word);
  for (unsigned bit = 0; bit < vectorBits; ++bit)
    touch(wordOf(1u << bit));
  unsigned lanes = wavefrontLaneBits(vectorBits, elementBits);
  for (uint32_t column : offsets.columns(Hw::Lane).take_front(lanes))
    touch(wordOf(column));
  return 1u << (f2::rank(words) - f2::rank(banks));
}

//===----------------------------------------------------------------------===//
// One side of a move
//===----------------------------------------------------------------------===//

/// The registers that start an access: all combinations of the register bits
/// that `within` does not span, moved to where `within` has offset 0.
static llvm::SmallVector<uint32_t>
firstRegisters(const LinearLayout &offsets, llvm::ArrayRef<uint32_t> held,
               llvm::ArrayRef<uint32_t> within, unsigned vectorBits) {
  f2::Vectors steps = f2::extend(within, held);
  llvm::SmallVector<uint32_t> registers;
  for (uint64_t i = 0; i < uint64_t(1) << steps.size(); ++i) {
    uint32_t reg = f2::combine(steps, i);
    uint32_t low = offsets.applyFlat(Hw::Reg, reg) & ((1u << vectorBits) - 1);
    registers.push_back(reg ^ f2::combine(within.take_front(vectorBits), low));
  }
  llvm::sort(registers);
  return registers;
}

/// The unit vectors of the register bits of `layout` that are not free.
static f2::Vectors heldRegisters(const LinearLayout &layout) {
  f2::Vectors units;
  for (unsigned bit = 0; bit < layout.bits(Hw::Reg); ++bit)
    if ((layout.freeMask(Hw::Reg) >> bit & 1) == 0)
      units.push_back(1u << bit);
  return units;
}

/// No place but the registers in `word` moves an offset bit of `mask`.
static bool rowsAreAligned(const LinearLayout &offsets, uint32_t mask,
                           unsigned firstLane, unsigned numLanes) {
  for (Hw dim : {Hw::Lane, Hw::Warp, Hw::Block})
    for (auto [bit, column] : llvm::enumerate(offsets.columns(dim))) {
      bool inRow =
          dim == Hw::Lane && bit >= firstLane && bit < firstLane + numLanes;
      if (!inRow && (column & mask))
        return false;
    }
  return true;
}

/// ldmatrix and stmatrix: four neighbouring lanes hold 16 bytes of a row.
static std::optional<MatrixAccess> plainMatrix(const LinearLayout &offsets,
                                               unsigned elementBits) {
  unsigned inWord = bitsIn(4, elementBits), inRow = inWord + 2;
  auto lanes = offsets.columns(Hw::Lane);
  llvm::SmallVector<uint32_t, 4> word = contiguousRegs(offsets, inWord);
  if (elementBits > 32 || word.size() < inWord || lanes.size() != 5 ||
      lanes[0] != 1u << inWord || lanes[1] != 2u << inWord ||
      !rowsAreAligned(offsets, (1u << inRow) - 1, 0, 2))
    return std::nullopt;
  MatrixAccess access{MatrixForm::Plain, {}, {}, offsets};
  access.word.assign(word.begin(), word.end());
  return access;
}

/// The same with .trans: eight neighbours of lane bits 2 to 4 hold a row, and a
/// lane has one element of each of two rows.
static std::optional<MatrixAccess>
transposedMatrix(const LinearLayout &offsets, unsigned elementBits,
                 llvm::ArrayRef<uint32_t> held) {
  auto lanes = offsets.columns(Hw::Lane);
  if (elementBits != 16 || held.empty() || lanes.size() != 5 || lanes[2] != 1 ||
      lanes[3] != 2 || lanes[4] != 4 || !rowsAreAligned(offsets, 7, 2, 3))
    return std::nullopt;
  return MatrixAccess{MatrixForm::Transposed, {held.front()}, {}, offsets};
}

/// Fills in which registers belong to which matrix, and which row's address a
/// lane passes. False if a register is no multiple of a row away.
static bool addRows(MatrixAccess &access, const LinearLayout &offsets,
                    unsigned elementBits, llvm::ArrayRef<uint32_t> held) {
  bool plain = access.form == MatrixForm::Plain;
  uint32_t inRow = (1u << bitsIn(16, elementBits)) - 1;
  for (uint32_t reg : f2::extend(access.word, held)) {
    uint32_t low = offsets.applyFlat(Hw::Reg, reg) & inRow;
    if (plain && low >> access.word.size() == 0)
      reg ^= f2::combine(access.word, low);
    if (offsets.applyFlat(Hw::Reg, reg) & inRow)
      return false;
    if (access.matrix.size() < 2)
      access.matrix.push_back(reg);
  }
  if (!plain && (offsets.applyFlat(Hw::Reg, access.word[0]) & inRow))
    return false;

  HwColumns rows = offsets.allColumns();
  auto lanes = offsets.columns(Hw::Lane);
  auto &to = rows[placeDim(Hw::Lane)];
  if (plain)
    to = {lanes[2], lanes[3], lanes[4]};
  else
    to = {offsets.applyFlat(Hw::Reg, access.word[0]), lanes[0], lanes[1]};
  for (uint32_t reg : access.matrix)
    to.push_back(offsets.applyFlat(Hw::Reg, reg));
  to.resize(5, 0);
  access.rowOffsets =
      LinearLayout::fromColumns(std::move(rows), offsets.shape());
  return true;
}

/// An access by ldmatrix or stmatrix, if the offsets have that form.
static std::optional<SharedAccess> matrixAccess(const LinearLayout &offsets,
                                                unsigned elementBits,
                                                llvm::ArrayRef<uint32_t> held) {
  auto matrix = plainMatrix(offsets, elementBits);
  if (!matrix)
    matrix = transposedMatrix(offsets, elementBits, held);
  if (!matrix || !addRows(*matrix, offsets, elementBits, held))
    return std::nullopt;
  f2::Vectors within(matrix->word.begin(), matrix->word.end());
  within.append(matrix->matrix.begin(), matrix->matrix.end());
  bool plain = matrix->form == MatrixForm::Plain;
  SharedAccess access{offsets, {}, std::nullopt, {}, 1};
  access.firstRegisters =
      firstRegisters(offsets, held, within, plain ? matrix->word.size() : 0);
  access.wavefronts =
      countWavefronts(matrix->rowOffsets, bitsIn(16, elementBits), elementBits);
  access.matrix = std::move(matrix);
  return access;
}

/// The access whose offsets are known, of at most 1 << vectorBits elements;
/// `held` are the registers to access.
static SharedAccess accessAt(const LinearLayout &offsets, unsigned elementBits,
                             llvm::ArrayRef<uint32_t> held, bool allowMatrix,
                             unsigned vectorBits) {
  SharedAccess access{
      offsets, contiguousRegs(offsets, vectorBits), std::nullopt, {}, 1};
  access.wavefronts =
      countWavefronts(offsets, access.vector.size(), elementBits);
  access.firstRegisters =
      firstRegisters(offsets, held, access.vector, access.vector.size());
  if (allowMatrix)
    if (auto matrix = matrixAccess(offsets, elementBits, held))
      if (matrix->cost() <= access.cost())
        return *matrix;
  return access;
}

llvm::SmallVector<uint32_t, 8> SharedAccess::registersOf(uint32_t first) const {
  f2::Vectors steps(vector.begin(), vector.end());
  if (matrix) {
    steps.assign(matrix->word.begin(), matrix->word.end());
    steps.append(matrix->matrix.begin(), matrix->matrix.end());
  }
  llvm::SmallVector<uint32_t, 8> registers;
  for (uint64_t i = 0; i < uint64_t(1) << steps.size(); ++i)
    registers.push_back(first ^ f2::combine(steps, i));
  return registers;
}

SharedAccess tqc::planAccess(const LinearLayout &memory,
                             const LinearLayout &layout, unsigned elementBits,
                             bool allowMatrix) {
  return accessAt(offsetsIn(memory, layout), elementBits, heldRegisters(layout),
                  allowMatrix, bitsIn(16, elementBits));
}

//===----------------------------------------------------------------------===//
// In rounds
//===----------------------------------------------------------------------===//

/// Offsets of the places of `layout`, whatever the round.
static LinearLayout roundOffsets(const LinearLayout &layout,
                                 llvm::ArrayRef<uint32_t> memory,
                                 llvm::ArrayRef<uint32_t> roundColumns) {
  f2::Vectors all(memory.begin(), memory.end());
  llvm::append_range(all, roundColumns);
  f2::Solver solver(all);
  uint32_t inMemory = (uint64_t(1) << memory.size()) - 1;
  HwColumns columns;
  for (Hw dim : kAllHw)
    for (uint32_t column : layout.columns(dim))
      columns[placeDim(dim)].push_back(*solver.solve(column) & inMemory);
  return LinearLayout::fromColumns(std::move(columns),
                                   {int64_t(1) << memory.size()});
}

/// Splits the registers of a side: those that are fixed in a round, in the
/// order of `roundColumns`, and those that run.
static std::pair<f2::Vectors, f2::Vectors>
splitRegisters(const LinearLayout &layout,
               llvm::ArrayRef<uint32_t> roundColumns) {
  f2::Vectors fixed(roundColumns.size(), 0), running;
  for (uint32_t unit : heldRegisters(layout)) {
    uint32_t column = layout.applyFlat(Hw::Reg, unit);
    auto *found = llvm::find(roundColumns, column);
    if (found == roundColumns.end())
      running.push_back(unit);
    else
      fixed[found - roundColumns.begin()] = unit;
  }
  return {fixed, running};
}

/// The registers of `access` in round `index`.
static llvm::SmallVector<uint32_t> inRound(const SharedAccess &access,
                                           llvm::ArrayRef<uint32_t> fixed,
                                           uint64_t index) {
  llvm::SmallVector<uint32_t> registers = access.firstRegisters;
  for (uint32_t &reg : registers)
    reg ^= f2::combine(fixed, index);
  return registers;
}

RoundAccess tqc::planRounds(const LinearLayout &memory, unsigned rounds,
                            const LinearLayout &layout, unsigned elementBits,
                            bool allowMatrix, unsigned width) {
  auto columns = memory.columns(Hw::Offset);
  auto placed = columns.drop_back(llvm::Log2_32(rounds));
  auto numbers = columns.take_back(llvm::Log2_32(rounds));
  auto [fixed, running] = splitRegisters(layout, numbers);
  RoundAccess plan{accessAt(roundOffsets(layout, placed, numbers), elementBits,
                            running, allowMatrix, llvm::Log2_32(width)),
                   {}};
  for (uint64_t i = 0; i < rounds; ++i)
    plan.firsts.push_back(inRound(plan.access, fixed, i));
  return plan;
}

//===----------------------------------------------------------------------===//
// Both sides of a move
//===----------------------------------------------------------------------===//

namespace {

/// The columns of one side, without what only replicates.
struct Side {
  Side(const LinearLayout &layout, llvm::ArrayRef<uint32_t> roundColumns)
      : layout(layout) {
    for (uint32_t column : f2::span(layout.columns(Hw::Reg)))
      if (!llvm::is_contained(roundColumns, column))
        registers.push_back(column);
    lanes.assign(layout.columns(Hw::Lane).begin(),
                 layout.columns(Hw::Lane).end());
  }

  /// What the side covers in one round.
  f2::Vectors covered() const {
    f2::Vectors all = registers;
    for (Hw dim : {Hw::Lane, Hw::Warp, Hw::Block})
      llvm::append_range(all, layout.columns(dim));
    return f2::span(all);
  }

  /// What one wavefront touches, in accesses of `vector`.
  f2::Vectors wavefront(llvm::ArrayRef<uint32_t> vector,
                        llvm::ArrayRef<uint32_t> word,
                        unsigned elementBits) const {
    f2::Vectors all(vector.begin(), vector.end());
    llvm::append_range(all, word);
    unsigned count = wavefrontLaneBits(vector.size(), elementBits);
    llvm::append_range(all, llvm::ArrayRef<uint32_t>(lanes).take_front(count));
    return f2::span(all);
  }

  const LinearLayout &layout;
  f2::Vectors registers, lanes;
};

/// Makes up the memory layout of one round.
class Synthesis {
public:
  Synthesis(const LinearLayout &from, const LinearLayout &to,
            unsigned elementBits, llvm::ArrayRef<uint32_t> roundColumns)
      : from(from, roundColumns), to(to, roundColumns),
        elementBits(elementBits), basis(basisOf(this->from)) {}

  /// Which side's registers make the vectors longer than both sides have.
  enum class Favour { Neither, Store, Load };

  /// The offset columns, and what each side may access at once.
  struct Memory {
    f2::Vectors columns;
    unsigned storeBits, loadBits;
  };

  /// A memory layout whose lowest columns are registers on both sides, at most
  /// `mostCommon` of them, then registers of the favoured side.
  Memory design(Favour favour, unsigned mostCommon) const {
    f2::Vectors common = commonVector(mostCommon);
    f2::Vectors vector = common;
    if (favour != Favour::Neither) {
      const Side &side = favour == Favour::Store ? from : to;
      llvm::append_range(vector, f2::extend(vector, side.registers));
      vector.truncate(std::min<size_t>(vector.size(), bitsIn(16, elementBits)));
    }
    f2::Vectors stored = favour == Favour::Load ? common : vector;
    f2::Vectors loaded = favour == Favour::Store ? common : vector;

    f2::Vectors low = vector;
    size_t inWord = bitsIn(4, elementBits);
    if (low.size() < inWord) {
      llvm::append_range(low, f2::extend(low, from.lanes));
      llvm::append_range(low, f2::extend(low, basis));
      low.truncate(std::min(low.size(), inWord));
    }
    auto word = llvm::ArrayRef<uint32_t>(low).take_front(inWord);

    unsigned inBanks = bitsIn(128, elementBits);
    f2::Vectors high;
    if (basis.size() > inBanks) {
      high = commonComplement(from.wavefront(stored, word, elementBits),
                              to.wavefront(loaded, word, elementBits), favour);
      high.truncate(std::min<size_t>(high.size(), basis.size() - inBanks));
    }
    // Lanes and warps of the side with the longer vectors are whole offset
    // bits, so that they do not reach into a vector.
    const Side &first = favour == Favour::Load ? to : from;
    f2::Vectors candidates = first.lanes;
    llvm::append_range(candidates, first.layout.columns(Hw::Warp));
    llvm::append_range(candidates, basis);
    f2::Vectors taken = low;
    llvm::append_range(taken, high);
    f2::Vectors all = low;
    llvm::append_range(all, f2::extend(taken, candidates));
    llvm::append_range(all, high);
    return {all, unsigned(stored.size()), unsigned(loaded.size())};
  }

private:
  /// Unit vectors where they are covered, so that layouts of bits stay so.
  static f2::Vectors basisOf(const Side &side) {
    f2::Vectors covered = side.covered();
    f2::Echelon span;
    for (uint32_t column : covered)
      span.insert(column);
    f2::Vectors candidates;
    for (unsigned bit = 0; bit < side.layout.totalOutBits(); ++bit)
      if (span.contains(1u << bit))
        candidates.push_back(1u << bit);
    llvm::append_range(candidates, covered);
    return f2::span(candidates);
  }

  /// Vectors that are registers on both sides, whole columns first.
  f2::Vectors commonVector(unsigned most) const {
    f2::Vectors common;
    for (uint32_t column : from.registers)
      if (llvm::is_contained(to.registers, column))
        common.push_back(column);
    llvm::append_range(common, f2::extend(common, f2::intersect(from.registers,
                                                                to.registers)));
    common.truncate(std::min<size_t>(common.size(), most));
    return common;
  }

  /// A subspace that meets neither span but in 0, as large as can be.
  ///
  /// A pair x ^ y mixes offset bits: where y is part of a vector of one side
  /// and x a lane of it, the order in the vector would depend on the lane. So
  /// such y are paired with registers of that side, or left out.
  f2::Vectors commonComplement(f2::Vectors stored, f2::Vectors loaded,
                               Favour favour) const {
    f2::Vectors both = f2::intersect(stored, loaded);
    f2::Vectors onlyStored = f2::extend(both, stored);
    f2::Vectors onlyLoaded = f2::extend(both, loaded);
    llvm::append_range(stored, loaded);
    f2::Vectors result = f2::extend(stored, basis);

    bool toLoad = favour == Favour::Load;
    f2::Vectors &vectors = toLoad ? onlyLoaded : onlyStored;
    f2::Vectors &partners = toLoad ? onlyStored : onlyLoaded;
    f2::Echelon registers;
    for (uint32_t column : (toLoad ? to : from).registers)
      registers.insert(column);
    auto isNoRegister = [&](uint32_t x) { return !registers.contains(x); };
    std::stable_partition(vectors.begin(), vectors.end(), isNoRegister);
    std::stable_partition(partners.begin(), partners.end(), isNoRegister);
    size_t count = std::min(vectors.size(), partners.size());
    size_t skipped = partners.size() - count;
    for (size_t i = 0; i < count; ++i)
      result.push_back(vectors[i] ^ partners[skipped + i]);
    return result;
  }

  Side from, to;
  unsigned elementBits;
  f2::Vectors basis; // of what one round covers
};

} // namespace

/// A round must load what it stored, and each round something else.
static bool areRounds(const LinearLayout &from, const LinearLayout &to,
                      llvm::ArrayRef<uint32_t> roundColumns) {
  f2::Vectors stored = Side(from, roundColumns).covered();
  f2::Vectors loaded = Side(to, roundColumns).covered();
  return f2::extend(stored, roundColumns).size() == roundColumns.size() &&
         f2::extend(stored, loaded).empty() &&
         f2::extend(loaded, stored).empty();
}

/// Columns to fix in each round: registers on both sides, so many that a round
/// fits in `maxBytes`, if there are so many. What makes the first 16 bytes on
/// both sides would be missing in vectors, so it comes last.
static f2::Vectors chooseRounds(const LinearLayout &from,
                                const LinearLayout &to, unsigned elementBits,
                                uint64_t maxBytes) {
  f2::Vectors stored = f2::span(from.columns(Hw::Reg));
  f2::Vectors loaded = f2::span(to.columns(Hw::Reg));
  unsigned inVector = bitsIn(16, elementBits);
  f2::Vectors candidates, vectors;
  for (auto [i, column] : llvm::enumerate(stored)) {
    size_t position = llvm::find(loaded, column) - loaded.begin();
    if (position == loaded.size())
      continue;
    bool isVector = i < inVector && position < inVector;
    (isVector ? vectors : candidates).push_back(column);
  }
  std::reverse(candidates.begin(), candidates.end());
  llvm::append_range(candidates, llvm::reverse(vectors));

  f2::Vectors chosen;
  uint64_t bytes = (uint64_t(1) << from.totalOutBits()) * elementBits / 8;
  for (uint32_t column : candidates) {
    if (maxBytes == 0 || bytes <= maxBytes)
      break;
    chosen.push_back(column);
    if (areRounds(from, to, chosen))
      bytes /= 2;
    else
      chosen.pop_back();
  }
  return chosen;
}

unsigned SharedMove::cost() const {
  return (store.cost() + load.cost()) * rounds.size();
}

namespace {

/// Makes moves between two layouts through different memory layouts.
struct MoveMaker {
  const LinearLayout &from, &to;
  unsigned elementBits;
  const SharedOptions &options;
  f2::Vectors roundColumns;

  SharedMove through(const Synthesis::Memory &memory) const {
    unsigned rounds = 1u << roundColumns.size();
    HwColumns columns;
    auto &offsets = columns[placeDim(Hw::Offset)];
    offsets.assign(memory.columns.begin(), memory.columns.end());
    llvm::append_range(offsets, roundColumns);
    LinearLayout whole =
        LinearLayout::fromColumns(std::move(columns), from.shape());
    unsigned storeWidth = 1u << memory.storeBits;
    unsigned loadWidth = 1u << memory.loadBits;
    RoundAccess store = planRounds(whole, rounds, from, elementBits,
                                   options.matrixStores, storeWidth);
    RoundAccess load = planRounds(whole, rounds, to, elementBits,
                                  options.matrixLoads, loadWidth);
    SharedMove move{
        whole,       storeWidth,
        loadWidth,   store.access,
        load.access, {},
        {},          (uint64_t(1) << memory.columns.size()) * elementBits / 8};
    for (uint64_t i = 0; i < rounds; ++i)
      move.rounds.push_back({store.firsts[i], load.firsts[i]});

    f2::Solver solver(to.columns(Hw::Reg));
    for (uint32_t reg = 0; reg < to.size(Hw::Reg); ++reg)
      move.sameRegister.push_back(*solver.solve(to.applyFlat(Hw::Reg, reg)));
    return move;
  }
};

} // namespace

SharedMove tqc::planSharedMove(const LinearLayout &from, const LinearLayout &to,
                               unsigned elementBits,
                               const SharedOptions &options) {
  assert(from.shape() == to.shape() && "a move keeps the shape");
  MoveMaker maker{from, to, elementBits, options,
                  chooseRounds(from, to, elementBits, options.maxBytes)};
  Synthesis synthesis(from, to, elementBits, maker.roundColumns);
  using Favour = Synthesis::Favour;
  std::optional<SharedMove> best;
  for (Favour favour : {Favour::Neither, Favour::Store, Favour::Load})
    for (unsigned bytes : {16, 4}) {
      SharedMove move =
          maker.through(synthesis.design(favour, bitsIn(bytes, elementBits)));
      if (!best || move.cost() < best->cost())
        best = std::move(move);
    }
  return *best;
}
