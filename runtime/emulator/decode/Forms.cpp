//===- Forms.cpp - the table of instruction forms -------------------------===//

#include "runtime/emulator/decode/Forms.h"

#include "runtime/emulator/decode/Select.h"

#include <algorithm>
#include <unordered_map>

namespace tqc::emu {

namespace {
/// A name for a set of modifiers that many forms share.
struct ModifierSet {
  std::string_view name, choices;
};
} // namespace

static constexpr ModifierSet kModifierSets[] = {
    {"%int", "u16|u32|u64|s16|s32|s64"},
    {"%int32", "u32|u64|s32|s64"},
    {"%bits", "b16|b32|b64"},
    {"%mem", "b8|b16|b32|b64|b128|u8|u16|u32|u64|s8|s16|s32|s64|f32|f64"},
    {"%any", "b16|b32|b64|u16|u32|u64|s16|s32|s64|f16|f16x2|bf16|bf16x2|f32|"
             "f64"},
    {"%rnd", "rn|rz|rm|rp"},
    {"%space", "global|shared|shared::cta|shared::cluster|local|param|"
               "param::entry|param::func|const"},
    {"%scope", "cta|cluster|gpu|sys"},
    {"%place", "weak|volatile|mmio|relaxed|acquire|release|acq_rel|%scope|"
               "%space"},
    {"%cacheld", "ca|cg|cs|lu|cv"},
    {"%cachest", "wb|cg|cs|wt"},
    {"%evict", "L1::evict_normal|L1::evict_unchanged|L1::evict_first|"
               "L1::evict_last|L1::no_allocate"},
    {"%hint", "L2::cache_hint"},
    {"%prefetch", "L2::64B|L2::128B|L2::256B"},
    {"%cmp", "eq|ne|lt|le|gt|ge|lo|ls|hi|hs|equ|neu|ltu|leu|gtu|geu|num|nan"},
    {"%bool", "and|or|xor"},
    {"%mmashape", "m8n8k16|m8n8k32|m8n8k128|m16n8k4|m16n8k8|m16n8k16|m16n8k32|"
                  "m16n8k64|m16n8k128|m16n8k256"},
    {"%mmatype", "f16|bf16|tf32|e4m3|e5m2|s8|u8|s4|u4"},
    {"%wgmmatype", "f16|bf16|tf32|e4m3|e5m2|s8|u8"},
    {"%m64k8", "m64n8k8|m64n16k8|m64n24k8|m64n32k8|m64n40k8|m64n48k8|"
               "m64n56k8|m64n64k8|m64n72k8|m64n80k8|m64n88k8|m64n96k8|"
               "m64n104k8|m64n112k8|m64n120k8|m64n128k8|m64n136k8|"
               "m64n144k8|m64n152k8|m64n160k8|m64n168k8|m64n176k8|"
               "m64n184k8|m64n192k8|m64n200k8|m64n208k8|m64n216k8|"
               "m64n224k8|m64n232k8|m64n240k8|m64n248k8|m64n256k8"},
    {"%m64k16", "m64n8k16|m64n16k16|m64n24k16|m64n32k16|m64n40k16|"
                "m64n48k16|m64n56k16|m64n64k16|m64n72k16|m64n80k16|"
                "m64n88k16|m64n96k16|m64n104k16|m64n112k16|m64n120k16|"
                "m64n128k16|m64n136k16|m64n144k16|m64n152k16|m64n160k16|"
                "m64n168k16|m64n176k16|m64n184k16|m64n192k16|m64n200k16|"
                "m64n208k16|m64n216k16|m64n224k16|m64n232k16|m64n240k16|"
                "m64n248k16|m64n256k16"},
    {"%m64k32", "m64n8k32|m64n16k32|m64n24k32|m64n32k32|m64n40k32|"
                "m64n48k32|m64n56k32|m64n64k32|m64n72k32|m64n80k32|"
                "m64n88k32|m64n96k32|m64n104k32|m64n112k32|m64n120k32|"
                "m64n128k32|m64n136k32|m64n144k32|m64n152k32|m64n160k32|"
                "m64n168k32|m64n176k32|m64n184k32|m64n192k32|m64n200k32|"
                "m64n208k32|m64n216k32|m64n224k32|m64n232k32|m64n240k32|"
                "m64n248k32|m64n256k32"},
    {"%redop", "add|min|max|inc|dec|and|or|xor"},
    {"%redtype", "f16|bf16|b32|u32|s32|b64|u64|s64|f32|f64"},
    {"%dims", "1d|2d|3d|4d|5d"},
};

static const std::vector<Form> kForms = {
#define TQ_FORM(opcode, modifiers, operands, category, select, doc)            \
  {opcode, modifiers, operands, InstClass::category, select, doc},
#include "runtime/emulator/decode/Instructions.def"
};

const std::vector<Form> &allForms() { return kForms; }

bool FormMatch::has(std::string_view modifier) const {
  return std::find(modifiers.begin(), modifiers.end(), modifier) !=
         modifiers.end();
}

std::string_view
FormMatch::oneOf(std::initializer_list<std::string_view> choices) const {
  for (std::string_view choice : choices)
    if (has(choice))
      return choice;
  return {};
}

//===----------------------------------------------------------------------===//
// Matching modifiers
//===----------------------------------------------------------------------===//

namespace {
/// A part of a modifier pattern: one of the choices, perhaps left out.
struct PatternItem {
  std::vector<std::string_view> choices;
  bool optional = false;
};
} // namespace

static void addChoices(std::string_view text, PatternItem &item) {
  while (!text.empty()) {
    size_t bar = text.find('|');
    std::string_view one = text.substr(0, bar);
    text = bar == std::string_view::npos ? "" : text.substr(bar + 1);
    if (!one.empty() && one[0] == '.')
      one.remove_prefix(1);
    if (!one.empty() && one[0] == '%') {
      for (const ModifierSet &set : kModifierSets)
        if (set.name == one)
          addChoices(set.choices, item);
      continue;
    }
    item.choices.push_back(one);
  }
}

static std::vector<PatternItem> parsePattern(std::string_view text) {
  std::vector<PatternItem> items;
  size_t at = 0;
  while (at < text.size()) {
    PatternItem item;
    char close = text[at] == '[' ? ']' : text[at] == '{' ? '}' : '\0';
    size_t end;
    if (close) {
      item.optional = close == ']';
      end = text.find(close, at);
      addChoices(text.substr(at + 1, end - at - 1), item);
      ++end;
    } else {
      end = std::min(text.find_first_of(".[{", at + 1), text.size());
      addChoices(text.substr(at, end - at), item);
    }
    items.push_back(std::move(item));
    at = end;
  }
  return items;
}

static bool fits(const std::vector<PatternItem> &items, size_t item,
                 const std::vector<std::string> &mods, size_t mod) {
  if (item == items.size())
    return mod == mods.size();
  const PatternItem &here = items[item];
  if (mod < mods.size() &&
      std::find(here.choices.begin(), here.choices.end(), mods[mod]) !=
          here.choices.end() &&
      fits(items, item + 1, mods, mod + 1))
    return true;
  return here.optional && fits(items, item + 1, mods, mod);
}

namespace {
struct IndexedForm {
  const Form *form;
  std::vector<PatternItem> items;
  size_t least = 0, most = 0; // operands

  bool takes(size_t count) const { return count >= least && count <= most; }
};
using FormIndex =
    std::unordered_map<std::string_view, std::vector<IndexedForm>>;
} // namespace

static const FormIndex &formIndex() {
  static const FormIndex index = [] {
    FormIndex result;
    for (const Form &form : kForms) {
      IndexedForm indexed{&form, parsePattern(form.modifiers)};
      for (const OperandSpec &spec : parseOperandSpec(form.operands)) {
        indexed.least += !spec.optional && spec.name != "@";
        indexed.most += spec.name == "@" ? 16 : 1;
      }
      result[form.opcode].push_back(std::move(indexed));
    }
    return result;
  }();
  return index;
}

/// The modifiers with order, scope and state space of a memory access in front:
/// the manual has them there, libcu++ writes atom.add.acquire.gpu.u32, and
/// ptxas takes both. Of st.async there is one order.
static std::vector<std::string> inOrder(const PtxInst &inst) {
  std::vector<std::string> result = inst.modifiers;
  if (inst.opcode != "ld" && inst.opcode != "st" && inst.opcode != "atom" &&
      inst.opcode != "red")
    return result;
  if (!result.empty() && result.front() == "async")
    return result;
  static const std::vector<PatternItem> place = parsePattern("[.%place]");
  std::stable_partition(result.begin(), result.end(),
                        [](const std::string &modifier) {
                          const auto &choices = place[0].choices;
                          return std::find(choices.begin(), choices.end(),
                                           modifier) != choices.end();
                        });
  return result;
}

const Form *matchForm(const PtxInst &inst, FormMatch &match, std::string &why) {
  auto it = formIndex().find(inst.opcode);
  if (it == formIndex().end()) {
    why = "instruction '" + inst.spelling() +
          "' is not in the subset that the emulator runs";
    return nullptr;
  }
  const IndexedForm *found = nullptr;
  const std::vector<std::string> modifiers = inOrder(inst);
  for (const IndexedForm &indexed : it->second) {
    if (found && found->takes(inst.operands.size()))
      break;
    // Forms may differ in the number of operands alone.
    if (fits(indexed.items, 0, modifiers, 0) &&
        (!found || indexed.takes(inst.operands.size())))
      found = &indexed;
  }
  if (found) {
    match.form = found->form;
    match.ptx = &inst;
    for (const std::string &modifier : inst.modifiers) {
      match.modifiers.push_back(modifier);
      PtxType type = parsePtxType(modifier);
      if (type != PtxType::None)
        match.types.push_back(type);
    }
    return found->form;
  }
  why = "'" + inst.spelling() + "' is not in the subset that the emulator " +
        "runs; the forms of '" + inst.opcode + "' are";
  for (const IndexedForm &indexed : it->second)
    why += "\n  " + inst.opcode + std::string(indexed.form->modifiers);
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

std::vector<OperandSpec> parseOperandSpec(std::string_view text) {
  std::vector<OperandSpec> specs;
  while (!text.empty()) {
    size_t space = text.find(' ');
    std::string_view one = text.substr(0, space);
    text = space == std::string_view::npos ? "" : text.substr(space + 1);
    OperandSpec spec;
    if (one[0] == '=') {
      spec.isResult = true;
      one.remove_prefix(1);
    }
    size_t bar = one.find('|');
    if (bar != std::string_view::npos) {
      spec.mayBePair = true;
      spec.pairName = one.substr(bar + 1);
      one = one.substr(0, bar);
    }
    while (!one.empty() &&
           std::string_view("?+*").find(one.back()) != std::string_view::npos) {
      spec.optional |= one.back() == '?';
      spec.wider |= one.back() == '+';
      spec.mayBeVector |= one.back() == '*';
      one.remove_suffix(1);
    }
    size_t colon = one.find(':');
    spec.name = one.substr(0, colon);
    if (colon != std::string_view::npos)
      spec.type = one.substr(colon + 1);
    spec.isAddress = spec.name[0] == '[';
    spec.isVector = spec.name[0] == '{';
    specs.push_back(spec);
  }
  return specs;
}

static PtxType twiceAsWide(PtxType type) {
  switch (type) {
  case PtxType::U16:
    return PtxType::U32;
  case PtxType::S16:
    return PtxType::S32;
  case PtxType::U32:
    return PtxType::U64;
  case PtxType::S32:
    return PtxType::S64;
  default:
    return PtxType::None;
  }
}

PtxType operandType(std::string_view letter, const FormMatch &match) {
  if (letter == "T")
    return match.last();
  if (letter == "W")
    return twiceAsWide(match.last());
  if (letter.size() == 1 && letter[0] >= 'A' && letter[0] <= 'D')
    return match.type(static_cast<size_t>(letter[0] - 'A'));
  return parsePtxType(letter);
}

//===----------------------------------------------------------------------===//
// The documentation page
//===----------------------------------------------------------------------===//

std::string listInstructions() {
  static constexpr std::string_view kClasses[] = {
#define TQ_INST_CLASS(name, text) text,
#include "runtime/emulator/decode/InstClasses.def"
  };
  std::string page = "# Instructions that the emulator runs\n\n"
                     "`[.x|.y]` may be there, `{.x|.y}` must be. Everything "
                     "else is refused by name and line.\n\n";
  for (const ModifierSet &set : kModifierSets) {
    std::string choices(set.choices);
    for (size_t at = 0; (at = choices.find('|', at)) != std::string::npos;)
      choices.replace(at, 1, ", ");
    page += "- `" + std::string(set.name) + "`: " + choices + "\n";
  }
  for (size_t c = 0; c < std::size(kClasses); ++c) {
    page += "\n## " + std::string(kClasses[c]) + "\n\n";
    for (const Form &form : kForms) {
      if (static_cast<size_t>(form.category) != c)
        continue;
      page += "- `" + std::string(form.opcode) + std::string(form.modifiers);
      std::string separator = " ";
      for (const OperandSpec &spec : parseOperandSpec(form.operands)) {
        if (spec.name == "@")
          continue;
        page += separator + (spec.optional ? "[" : "") +
                std::string(spec.name) +
                (spec.mayBePair ? "|" + std::string(spec.pairName) : "") +
                (spec.optional ? "]" : "");
        separator = ", ";
      }
      page += "`: " + std::string(form.doc) + "\n";
    }
  }
  return page;
}

} // namespace tqc::emu
