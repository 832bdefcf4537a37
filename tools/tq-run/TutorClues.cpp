//===- TutorClues.cpp - What the source says of a mistake -----------------===//

#include "tools/tq-run/TutorClues.h"

#include "tools/tq-run/SourceDifference.h"
#include "tools/tq-run/SourceFlow.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <set>

namespace tqc {

namespace {

bool startsWith(const std::string &text, const char *prefix) {
  return text.rfind(prefix, 0) == 0;
}

bool isStride(const std::string &name) { return startsWith(name, "stride_"); }

/// Whether a stride belongs to a tensor: `stride_kd` and `stride_x` do to
/// `k_ptr` and `x_ptr`.
bool belongs(const std::string &stride, const std::string &pointer) {
  return stride.size() > 7 && !pointer.empty() && stride[7] == pointer[0];
}

/// Whether a parameter is a length: `n`, `n_cols`, `K`, `SQ`, `D`, `BLOCK_D`.
bool isLength(const KernelFlow &flow, const std::string &name) {
  return flow.hasParam(name) && !isStride(name) && name != "H" &&
         (startsWith(name, "n") ||
          (std::isupper(static_cast<unsigned char>(name[0])) &&
           name != "CAUSAL" && name != "PRECISION"));
}

std::string quoted(const std::string &name) { return "`" + name + "`"; }

class ClueFinder {
public:
  ClueFinder(const KernelFlow &flow, const KernelFlow *reference)
      : flow(flow), reference(reference) {}

  std::vector<Clue> run() {
    for (const FlowAccess &access : flow.accesses) {
      checkForeignStrides(access);
      checkMissingStrides(access);
      checkHeads(access);
      checkIndices(access);
      checkMask(access);
      checkOther(access);
      checkPlain(access);
    }
    checkPrograms();
    checkExponentials();
    checkSums();
    checkStores();
    checkProduct();
    checkConversions();
    checkCarried();
    checkReductions();
    checkLoops();
    checkCompares();
    if (!flow.selfDifferences.empty())
      add("state-order", flow.selfDifferences[0],
          "both sides of this difference hold the same value by then", "");
    return std::move(clues);
  }

private:
  void add(const char *mistake, int line, const std::string &why,
           const std::string &pointer) {
    bool isNear = std::string(mistake) == "no-maximum" ||
                  std::string(mistake) == "state-order";
    clues.push_back({mistake, line, isNear, why, pointer});
  }

  std::vector<std::string> stridesOf(const std::string &pointer) const {
    std::vector<std::string> strides;
    for (const std::string &param : flow.params)
      if (isStride(param) && belongs(param, pointer))
        strides.push_back(param);
    return strides;
  }

  /// The accesses of the reference that begin with the same parameter.
  std::vector<const FlowAccess *> modelsOf(const FlowAccess &access) const {
    std::vector<const FlowAccess *> found;
    if (reference)
      for (const FlowAccess &one : reference->accesses)
        if (one.pointer == access.pointer && one.isStore == access.isStore)
          found.push_back(&one);
    return found;
  }

  void checkForeignStrides(const FlowAccess &access) {
    if (stridesOf(access.pointer).empty())
      return;
    for (const FlowTerm &term : access.terms)
      for (const Ingredient &part : term.parts)
        if (isStride(part.name) && !belongs(part.name, access.pointer))
          return add("other-strides", part.line,
                     "the address of " + quoted(access.pointer) + " takes " +
                         quoted(part.name),
                     access.pointer);
  }

  static bool uses(const FlowAccess &access, const std::string &name) {
    return std::any_of(
        access.terms.begin(), access.terms.end(),
        [&](const FlowTerm &term) { return term.find(name) != nullptr; });
  }

  /// A summand that has no stride and should have one: one with a length comes
  /// first, one that a loop counts last.
  const FlowTerm *strideless(const FlowAccess &access) const {
    const FlowTerm *found = nullptr;
    int best = -1;
    for (const FlowTerm &term : access.terms) {
      bool has = std::any_of(term.parts.begin(), term.parts.end(),
                             [](const auto &p) { return isStride(p.name); });
      bool hasLength =
          std::any_of(term.parts.begin(), term.parts.end(), [&](const auto &p) {
            return isLength(flow, p.name) && !startsWith(p.name, "BLOCK");
          });
      int rank = (hasLength ? 1 : 0) + (term.find("for") ? 0 : 2);
      if (!has && !term.parts.empty() && rank > best) {
        best = rank;
        found = &term;
      }
    }
    return found;
  }

  void checkMissingStrides(const FlowAccess &access) {
    std::vector<const FlowAccess *> models = modelsOf(access);
    for (const std::string &stride : stridesOf(access.pointer)) {
      bool wanted = std::any_of(
          models.begin(), models.end(),
          [&](const FlowAccess *model) { return uses(*model, stride); });
      if (!wanted || uses(access, stride))
        continue;
      bool foreign = std::any_of(
          access.terms.begin(), access.terms.end(), [&](const FlowTerm &term) {
            return std::any_of(
                term.parts.begin(), term.parts.end(), [&](const auto &p) {
                  return isStride(p.name) && !belongs(p.name, access.pointer);
                });
          });
      if (foreign)
        return;
      if (const FlowTerm *term = strideless(access);
          term && (term->line != access.line || !isBatch(stride)))
        return add("strides-from-shape", term->line,
                   "the address of " + quoted(access.pointer) +
                       " does without " + quoted(stride),
                   access.pointer);
      return add("head-forgotten", lineBeside(access, stride),
                 quoted(stride) + " takes no part in the address of " +
                     quoted(access.pointer),
                 access.pointer);
    }
  }

  /// Whether a stride leads to a batch or a head.
  static bool isBatch(const std::string &stride) {
    return stride.size() == 9 && (stride[8] == 'b' || stride[8] == 'h');
  }

  /// Where the stride that goes with a missing one comes in.
  int lineBeside(const FlowAccess &access, const std::string &stride) const {
    for (const FlowTerm &term : access.terms)
      for (const Ingredient &part : term.parts)
        if (isBatch(stride) && isBatch(part.name))
          return part.line;
    return access.line;
  }

  void checkHeads(const FlowAccess &access) {
    for (const FlowTerm &term : access.terms)
      for (const Ingredient &part : term.parts) {
        if (!isBatch(part.name))
          continue;
        const char *wrong = part.name[8] == 'b' ? "%" : "//";
        const char *right = part.name[8] == 'b' ? "//" : "%";
        const Ingredient *sign = term.find(wrong);
        if (sign && !term.find(right))
          return add("heads-mixed-up",
                     isEverywhere(wrong, right, part.name[8]) ? sign->line
                                                              : part.line,
                     quoted(part.name) + " multiplies what " + quoted(wrong) +
                         " gives",
                     access.pointer);
      }
  }

  /// Whether all tensors have batch or head from the same wrong sign: then it
  /// is the sign's line.
  bool isEverywhere(const char *wrong, const char *right, char stride) const {
    for (const FlowAccess &access : flow.accesses)
      for (const FlowTerm &term : access.terms)
        for (const Ingredient &part : term.parts)
          if (isBatch(part.name) && part.name[8] == stride &&
              (!term.find(wrong) || term.find(right)))
            return false;
    return true;
  }

  /// What an index is made of.
  static std::set<std::string> rootsOf(const FlowTerm &term) {
    std::set<std::string> roots;
    for (const Ingredient &part : term.parts)
      if (startsWith(part.name, "tl.program_id") || part.name == "for" ||
          startsWith(part.name, "BLOCK"))
        roots.insert(part.name);
    return roots;
  }

  void checkIndices(const FlowAccess &access) {
    for (const FlowTerm &term : access.terms)
      for (const Ingredient &part : term.parts)
        if (isStride(part.name) && belongs(part.name, access.pointer))
          checkIndex(access, term, part);
  }

  /// Whether the index that a stride multiplies is made of what it should be.
  void checkIndex(const FlowAccess &access, const FlowTerm &term,
                  const Ingredient &stride) {
    std::set<std::string> roots, own = rootsOf(term);
    for (const FlowAccess *model : modelsOf(access))
      for (const FlowTerm &wanted : model->terms)
        if (wanted.find(stride.name))
          roots.merge(rootsOf(wanted));
    if (roots.empty())
      return;
    bool isOthers = std::any_of(own.begin(), own.end(), [&](const auto &o) {
      return startsWith(o, "BLOCK") && !roots.count(o);
    });
    for (const std::string &root : roots) {
      if (own.count(root))
        continue;
      if (isOthers)
        return add("index-mixed-up", stride.line,
                   quoted(stride.name) +
                       " multiplies the index of another dimension",
                   access.pointer);
      if (root == "for")
        add("index-stands-still", term.line,
            "the address of " + quoted(access.pointer) +
                " does not move with the loop along " + quoted(stride.name),
            access.pointer);
      else if (startsWith(root, "tl.program_id"))
        checkOtherProgram(access, term, stride, root, own);
    }
  }

  void checkOtherProgram(const FlowAccess &access, const FlowTerm &term,
                         const Ingredient &stride, const std::string &root,
                         const std::set<std::string> &own) {
    for (const std::string &other : own)
      if (startsWith(other, "tl.program_id"))
        return add("other-program", term.find(other)->line,
                   quoted(stride.name) + " of " + quoted(access.pointer) +
                       " goes with " + quoted(other) + ", not with " +
                       quoted(root),
                   access.pointer);
    for (const Ingredient &part : term.parts)
      if (startsWith(part.name, "tl.arange"))
        return add("no-program-id", part.line,
                   quoted(root) + " takes no part in the address of " +
                       quoted(access.pointer),
                   access.pointer);
  }

  void checkMask(const FlowAccess &access) {
    std::vector<const FlowAccess *> models = modelsOf(access);
    if (!access.hasMask) {
      if (!models.empty() && models[0]->hasMask)
        add("no-mask", access.line, "this access has no mask", access.pointer);
      return;
    }
    for (const FlowAccess *model : modelsOf(access))
      for (const Ingredient &part : model->mask.parts) {
        if (!isLength(*reference, part.name) || access.mask.find(part.name) ||
            startsWith(part.name, "BLOCK") || !isEnd(part.name) ||
            !model->mask.find("<"))
          continue;
        bool isDepth = part.name == "D";
        int line = lineOfCompare(access, part.name);
        add(isDepth ? "odd-depth" : "mask-other-length", line,
            "the mask of " + quoted(access.pointer) + " does not know of " +
                quoted(part.name),
            access.pointer);
      }
  }

  /// Whether the reference compares an index with this length.
  bool isEnd(const std::string &length) const {
    return std::any_of(reference->compares.begin(), reference->compares.end(),
                       [&](const FlowPlace &one) {
                         return one.value.find("<") && one.value.find(length);
                       });
  }

  /// Where the index is compared that the reference compares with a length; 0
  /// if it is nowhere.
  int lineOfCompare(const FlowAccess &access, const std::string &length) const {
    for (const FlowPlace &wanted : reference->compares)
      for (const FlowPlace &got : flow.compares)
        if (wanted.value.find(length) && !got.value.find(length) &&
            rootsOf(wanted.value) == rootsOf(got.value) &&
            access.mask.find("<"))
          return got.line;
    return 0;
  }

  /// Addresses without strides: the programs and lengths that they are made of.
  void checkPlain(const FlowAccess &access) {
    if (!reference || !stridesOf(access.pointer).empty())
      return;
    for (const FlowAccess *model : modelsOf(access))
      for (const FlowTerm &term : model->terms)
        for (const Ingredient &part : term.parts) {
          if (uses(access, part.name))
            continue;
          if (startsWith(part.name, "tl.program_id") && has(flow, part.name))
            return add("no-program-id", 0,
                       quoted(part.name) + " takes no part in the address of " +
                           quoted(access.pointer),
                       access.pointer);
          if (isLength(*reference, part.name) &&
              !startsWith(part.name, "BLOCK"))
            return add("other-lengths", access.line,
                       quoted(part.name) + " takes no part in the address of " +
                           quoted(access.pointer),
                       access.pointer);
        }
  }

  void checkPrograms() {
    if (!reference)
      return;
    for (const char *axis : {"0", "1", "2", "axis=0"}) {
      std::string call = "tl.program_id(" + std::string(axis) + ")";
      if (!has(*reference, call) || has(flow, call))
        continue;
      add("no-program-id", 0, "no address depends on " + quoted(call), "");
    }
  }

  static bool has(const KernelFlow &flow, const std::string &name) {
    for (const FlowAccess &access : flow.accesses)
      if (uses(access, name))
        return true;
    return false;
  }

  /// Largest scores that never reach an exponent.
  void checkExponentials() {
    auto knowsLargest = [](const FlowPlace &place) {
      return place.value.find("tl.max") || place.value.find("tl.maximum") ||
             place.value.find(".max");
    };
    if (!reference || !std::any_of(reference->exponentials.begin(),
                                   reference->exponentials.end(), knowsLargest))
      return;
    for (const FlowPlace &place : flow.exponentials)
      if (!knowsLargest(place))
        return add("no-maximum", place.line,
                   "no largest element takes part in this exponent", "");
  }

  /// Sums that a loop keeps in a narrow type.
  void checkSums() {
    for (const FlowPlace &place : flow.carried)
      for (const Ingredient &part : place.value.parts) {
        bool isNarrow = part.name.find("float16") != std::string::npos ||
                        part.name.find("float8") != std::string::npos ||
                        part.name.find("element_ty") != std::string::npos;
        if (isNarrow && startsWith(part.name, ".to(") &&
            part.line == place.line)
          return add("narrow-sum", place.line,
                     "the loop hands on a value that went through " +
                         quoted(part.name.substr(1)),
                     "");
      }
  }

  void checkStores() {
    auto stores = [](const KernelFlow &one, const std::string &pointer) {
      return std::any_of(one.accesses.begin(), one.accesses.end(),
                         [&](const FlowAccess &a) {
                           return a.isStore && a.pointer == pointer;
                         });
    };
    if (!reference)
      return;
    for (const FlowAccess &access : flow.accesses)
      if (access.isStore && !access.pointer.empty() &&
          !stores(*reference, access.pointer))
        add("stores-elsewhere", access.line,
            "the result goes to " + quoted(access.pointer), access.pointer);
  }

  void checkProduct() {
    if (reference && reference->findCall("tl.dot") &&
        !flow.findCall("tl.dot") && !flow.findCall("tl.sum"))
      for (const FlowPlace &place : flow.products)
        return add("star-for-dot", place.line,
                   "two tiles are multiplied, and no `tl.dot` is in the kernel",
                   "");
  }

  /// Conversions to narrow types that the reference does not have.
  void checkConversions() {
    for (const Ingredient &call : flow.calls) {
      bool isNarrow = call.name.find(".to(tl.float8") != std::string::npos ||
                      call.name.find(".to(tl.float16") != std::string::npos ||
                      call.name.find(".to(tl.bfloat16") != std::string::npos;
      if (isNarrow && reference && !reference->findCall(call.name))
        return add("rounding", call.line,
                   quoted(call.name) + " keeps few digits", "");
    }
  }

  /// Values that the reference hands on from turn to turn.
  void checkCarried() {
    if (!reference)
      return;
    for (const FlowPlace &wanted : reference->carried) {
      const FlowPlace *got = nullptr;
      bool keeps = false;
      for (const FlowPlace &place : flow.carried)
        if (place.name == wanted.name) {
          got = &place;
          keeps |= place.keepsOld;
        }
      if (got && wanted.keepsOld && !keeps)
        add("last-tile-only", got->line,
            quoted(got->name) + " is replaced in each turn of the loop", "");
      if (!got && !flow.carried.empty())
        add("state-not-kept", 0,
            "no line of the loop gives " + quoted(wanted.name) + " a new value",
            "");
    }
  }

  void checkReductions() {
    if (!reference)
      return;
    auto knows = [&](const std::function<bool(const FlowReduction &)> &is) {
      return std::any_of(reference->reductions.begin(),
                         reference->reductions.end(), is);
    };
    for (const FlowReduction &got : flow.reductions) {
      auto sameRank = [&](const FlowReduction &r) {
        return r.rank == got.rank;
      };
      auto same = [&](const FlowReduction &r) {
        return r.rank == got.rank && r.axis == got.axis;
      };
      if (got.rank < 2 && !knows(sameRank) && !reference->reductions.empty())
        add("scalar-state", got.line,
            "this takes one number of a vector that has one for each row", "");
      else if (knows(sameRank) && !knows(same))
        add("wrong-axis", got.line, "this goes along axis " + got.axis, "");
    }
    for (const Ingredient &got : flow.broadcasts) {
      size_t at = got.name.find("[None,:]");
      if (at == std::string::npos)
        continue;
      std::string other = got.name.substr(0, at) + "[:,None]";
      auto is = [&](const std::string &name) {
        return std::any_of(reference->broadcasts.begin(),
                           reference->broadcasts.end(),
                           [&](const Ingredient &b) { return b.name == name; });
      };
      if (is(other) && !is(got.name))
        add("wrong-axis", got.line,
            quoted(got.name) + " is a row: one number for each column", "");
    }
  }

  void checkLoops() {
    if (!reference)
      return;
    auto counts = [](const KernelFlow &one, const std::string &length) {
      return std::any_of(one.loops.begin(), one.loops.end(),
                         [&](const auto &l) { return l.value.find(length); });
    };
    for (const std::string &param : flow.params)
      if (isLength(flow, param) && param.substr(0, 5) != "BLOCK" &&
          counts(*reference, param) && !counts(flow, param))
        for (const FlowPlace &loop : flow.loops)
          for (const Ingredient &part : loop.value.parts)
            if (isLength(flow, part.name) && part.name.substr(0, 5) != "BLOCK")
              return add("range-other-length", loop.line,
                         "the loop goes by " + quoted(part.name) + ", not by " +
                             quoted(param),
                         "");
  }

  /// Lengths that stand beside another index than in the reference.
  void checkCompares() {
    auto lengthOf = [&](const FlowPlace &place) -> std::string {
      for (const Ingredient &part : place.value.parts)
        if (isLength(flow, part.name) && !startsWith(part.name, "BLOCK") &&
            !place.value.find("for"))
          return part.name;
      return "";
    };
    if (!reference)
      return;
    for (const FlowPlace &got : flow.compares) {
      std::string length = lengthOf(got);
      std::set<std::string> roots = rootsOf(got.value);
      bool isKnown = length.empty() || roots.empty(), isOther = false;
      for (const FlowPlace &wanted : reference->compares) {
        isKnown |= lengthOf(wanted) == length && rootsOf(wanted.value) == roots;
        isOther |= lengthOf(wanted) != length && rootsOf(wanted.value) == roots;
      }
      if (!isKnown && isOther)
        return add("mask-other-length", got.line,
                   quoted(length) + " is the length of another index", "");
    }
  }

  void checkOther(const FlowAccess &access) {
    if (access.other.empty())
      return;
    for (const FlowAccess *model : modelsOf(access))
      if (model->other == "0.0" && access.other != "0.0" && access.other != "0")
        return add("other-not-zero", access.otherLine,
                   "lanes past the end of " + quoted(access.pointer) + " get " +
                       quoted(access.other),
                   access.pointer);
  }

  const KernelFlow &flow;
  const KernelFlow *reference;
  std::vector<Clue> clues;
};

} // namespace

std::vector<Clue> cluesOf(const std::string &text,
                          const std::string &reference) {
  std::vector<KernelFlow> flows = flowsOf(text), models = flowsOf(reference);
  std::vector<Clue> clues;
  for (const KernelFlow &flow : flows) {
    auto model =
        std::find_if(models.begin(), models.end(),
                     [&](const auto &one) { return one.name == flow.name; });
    std::vector<Clue> found =
        ClueFinder(flow, model == models.end() ? nullptr : &*model).run();
    clues.insert(clues.end(), found.begin(), found.end());
  }
  return clues;
}

} // namespace tqc
