//===- PtxTypes.cpp - the types and state spaces of PTX -------------------===//

#include "runtime/emulator/ptx/PtxTypes.h"

namespace tqc::emu {

namespace {
struct TypeRow {
  std::string_view text;
  unsigned bits;
  TypeKind kind;
};
} // namespace

static constexpr TypeRow kTypes[] = {
#define TQ_PTX_TYPE(name, text, bits, kind) {text, bits, TypeKind::kind},
#include "runtime/emulator/ptx/PtxTypes.def"
};

PtxType parsePtxType(std::string_view text) {
  unsigned index = 0;
  for (const TypeRow &row : kTypes) {
    if (index != 0 && row.text == text)
      return static_cast<PtxType>(index);
    ++index;
  }
  return PtxType::None;
}

std::string_view typeName(PtxType type) {
  return kTypes[static_cast<unsigned>(type)].text;
}

unsigned bitWidth(PtxType type) {
  return kTypes[static_cast<unsigned>(type)].bits;
}

TypeKind typeKind(PtxType type) {
  return kTypes[static_cast<unsigned>(type)].kind;
}

namespace {
struct SpaceRow {
  std::string_view text;
  Space space;
};
} // namespace

static constexpr SpaceRow kSpaces[] = {
    {"reg", Space::Reg},
    {"param", Space::Param},
    {"param::entry", Space::Param},
    {"param::func", Space::Param},
    {"const", Space::Const},
    {"global", Space::Global},
    {"shared", Space::Shared},
    {"shared::cta", Space::Shared},
    {"shared::cluster", Space::SharedCluster},
    {"local", Space::Local},
};

Space parseSpace(std::string_view text) {
  for (const SpaceRow &row : kSpaces)
    if (row.text == text)
      return row.space;
  return Space::None;
}

std::string_view spaceName(Space space) {
  if (space == Space::None)
    return "generic";
  for (const SpaceRow &row : kSpaces)
    if (row.space == space)
      return row.text;
  return "";
}

} // namespace tqc::emu
