//===- TileAccess.cpp - Where the elements of an access lie ---------------===//

#include "compiler/interpreter/TileAccess.h"

#include <cstring>
#include <unordered_map>

using namespace mlir;
using namespace tqc;
using namespace tqc::tile;

TileAccess::TileAccess(TileEvaluator &evaluator, Operation *op,
                       const Tile &pointers, const Tile *mask, Number number,
                       const char *verb)
    : evaluator(evaluator), op(op), pointers(pointers), mask(mask),
      number(number), verb(verb) {}

bool TileAccess::mayTouch(const Allocation &allocation) const {
  const auto &roots = evaluator.launch.roots;
  bool isKnown = false;
  for (size_t k = 0; k < roots.size() && k < 64; ++k) {
    if (!(pointers.roots >> k & 1) || !roots[k])
      continue;
    if (roots[k] == &allocation)
      return true;
    isKnown = true;
  }
  return !isKnown;
}

/// The tensor that the pointer comes from, if it is one only.
const Allocation *TileAccess::expected() const {
  const Allocation *found = nullptr;
  const auto &roots = evaluator.launch.roots;
  for (size_t k = 0; k < roots.size() && k < 64; ++k)
    if (pointers.roots >> k & 1 && roots[k]) {
      if (found && found != roots[k])
        return nullptr;
      found = roots[k];
    }
  return found;
}

Allocation *TileAccess::find(size_t i) {
  if (mask)
    evaluator.decide(op, *mask, mask->size() > 1 ? i : 0,
                     "decides whether memory is accessed");
  evaluator.decide(op, pointers, i, "is used as an address");
  uint64_t address = pointers.bits[i];
  Allocation *found = evaluator.launch.memory.find(address);
  if (!found || !found->holds(address, number.bytes()) || !mayTouch(*found)) {
    reportOutside(i);
    return nullptr;
  }
  if (address % number.bytes() == 0)
    return found;
  TileFinding finding =
      findingAt(op, "misaligned",
                std::string(verb) + " " + std::to_string(number.bytes()) +
                    " bytes at once at an address that is no multiple of " +
                    std::to_string(number.bytes()));
  evaluator.report(std::move(finding));
  return nullptr;
}

void TileAccess::reportOutside(size_t i) {
  uint64_t address = pointers.bits[i];
  TileMemory &memory = evaluator.launch.memory;
  const Allocation *in = memory.find(address), *from = expected();
  const Allocation *near = from ? from : memory.nearest(address);
  TileFinding finding = findingAt(op, "out-of-bounds", verb);
  constexpr uint64_t kFar = uint64_t(1) << 30;
  if (address == 0) {
    finding.message += " through a null pointer";
  } else if (!near) {
    finding.message += " memory that was never allocated";
  } else if (!near->live && near->holds(address, 1)) {
    finding.kind = "use-after-free";
    finding.message += " " + showElement(*near, address, finding.element) +
                       ", which was freed";
  } else if (!from &&
             (address + kFar < near->start || address > near->end() + kFar)) {
    char text[32];
    std::snprintf(text, sizeof text, "0x%llx",
                  static_cast<unsigned long long>(address));
    finding.message +=
        std::string(" address ") + text + ", which is in no allocation";
  } else {
    // An access that begins inside is told by its last byte.
    uint64_t told =
        near->holds(address, 1) ? address + number.bytes() - 1 : address;
    finding.message += " " + showElement(*near, told, finding.element);
    if (in && in != near)
      finding.details.insert(finding.details.begin(),
                             "there lies " + in->info.name +
                                 ", but the pointer comes from " +
                                 near->info.name);
  }
  if (near)
    finding.tensor = near->info.name;
  evaluator.report(std::move(finding));
}

uint64_t TileAccess::read(const Allocation &from, uint64_t offset, Doubt &doubt,
                          double &error) const {
  uint64_t bits = 0;
  std::memcpy(&bits, from.bytes.data() + offset, number.bytes());
  doubt = Doubt::None;
  for (unsigned byte = 0; byte < number.bytes(); ++byte)
    doubt = std::max(doubt, from.doubts[offset + byte]);
  error = from.errors.empty() ? 0 : from.errors[offset];
  return bits;
}

Tile TileAccess::readOrZero(Tile result) {
  bool isWide = !(number == result.number);
  for (size_t i = 0; i < result.size(); ++i) {
    Allocation *from = isOn(i) ? find(i) : nullptr;
    if (!from)
      continue;
    Doubt doubt = Doubt::None;
    double error = 0;
    uint64_t bits = read(*from, offset(i, *from), doubt, error);
    result.bits[i] = isWide ? result.number.encode(number.decode(bits)) : bits;
    result.setDoubt(i, doubt, op);
    result.setError(i, error);
  }
  return result;
}

/// What nobody wrote and what a mask left out must not reach memory; that said,
/// what is there is written, and nobody knows what it is.
static Doubt storedDoubt(TileEvaluator &e, Operation *op, const Tile &value,
                         size_t i) {
  Doubt doubt = value.doubt(i);
  if (doubt < Doubt::Unwritten)
    return doubt;
  e.decide(op, value, i, "is stored");
  return Doubt::Undefined;
}

void TileAccess::writeTile(const Tile &value) {
  bool isWide = !(number == value.number);
  std::unordered_map<uint64_t, uint64_t> written; // by address
  for (size_t i = 0; i < size(); ++i) {
    Allocation *to = isOn(i) ? find(i) : nullptr;
    if (!to)
      continue;
    size_t at = value.size() > 1 ? i : 0;
    uint64_t bits = isWide ? number.encode(value.real(at)) : value.bits[at];
    Doubt doubt = storedDoubt(evaluator, op, value, at);
    if (evaluator.followsErrors()) {
      auto [place, fresh] = written.try_emplace(pointers.bits[i], bits);
      if (!fresh && place->second != bits)
        doubt = std::max(doubt, Doubt::Order);
    }
    if (evaluator.launch.storedOver)
      evaluator.launch.storedOver->emplace_back(*to, offset(i, *to),
                                                number.bytes());
    write(*to, offset(i, *to), bits, doubt, value.error(at));
  }
}

void TileAccess::write(Allocation &to, uint64_t offset, uint64_t bits,
                       Doubt doubt, double error) const {
  std::memcpy(to.bytes.data() + offset, &bits, number.bytes());
  std::fill_n(to.doubts.begin() + int64_t(offset), number.bytes(), doubt);
  if (error != 0 && to.errors.empty())
    to.errors.assign(to.bytes.size(), 0);
  if (!to.errors.empty())
    std::fill_n(to.errors.begin() + int64_t(offset), number.bytes(), error);
}
