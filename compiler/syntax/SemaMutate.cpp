//===- SemaMutate.cpp - Lists and dicts that change -----------------------===//
//
// Outside of kernels a list or dict may be changed in place, and all names of
// it see that:
//
//     L = [16]; M = L; M.append(32)      L is [16, 32]
//     C["BLOCK"] = 64
//
// Inside of kernels values never change: there a name gets another value.
//
//===----------------------------------------------------------------------===//

#include "compiler/syntax/BoundNames.h"
#include "compiler/syntax/SemaEvaluator.h"
#include "compiler/syntax/SemaMessages.h"

using namespace tqc::ast;

namespace tqc::sema {

using Items = std::vector<Value>;
using Entries = std::vector<std::pair<Value, Value>>;

/// What a list holds; values of one list share it.
static Items &itemsOf(const Value &list) {
  return const_cast<Items &>(*list.items);
}
static Entries &entriesOf(const Value &dict) {
  return const_cast<Entries &>(*dict.entries);
}

static bool isList(const Value &value) {
  return value.isTuple() && value.isList;
}

//===----------------------------------------------------------------------===//
// What may change
//===----------------------------------------------------------------------===//

/// Whether `value` is `container` or holds it.
static bool holds(const Value &value, const Value &container, unsigned depth) {
  if (depth > 50)
    return true;
  if (value.isTuple()) {
    if (value.items == container.items)
      return true;
    return llvm::any_of(value.elements(), [&](const Value &item) {
      return holds(item, container, depth + 1);
    });
  }
  if (!value.is(Value::Kind::Dict))
    return false;
  return (value.entries && value.entries == container.entries) ||
         llvm::any_of(*value.entries, [&](const auto &entry) {
           return holds(entry.second, container, depth + 1);
         });
}

static bool holds(const Globals &globals, const Value &container) {
  return llvm::any_of(globals, [&](const auto &entry) {
    return holds(entry.second.value, container, 0);
  });
}

bool Evaluator::mayChange(const Value &container, const Value &element,
                          Span at) {
  if (holds(element, container, 0)) {
    msg::holdsItself(report, at);
    return false;
  }
  ModuleScope &scope = *frame().scope;
  if (!scope.certain || !holds(*scope.certain, container))
    return true;
  // Only Python knows whether this branch is taken.
  scope.undecided.push_back(container);
  return false;
}

void Evaluator::forgetUndecided(Span at) {
  ModuleScope &scope = *frame().scope;
  for (const Value &container : scope.undecided)
    for (auto &[name, global] : scope.globals)
      if (holds(global.value, container, 0))
        global.value = opaqueBecause(
            name,
            "it is changed in a branch of this file's `if` that only a "
            "running Python decides",
            at);
  scope.undecided.clear();
}

/// The names that `stmt` binds, and those whose lists and dicts it may change,
/// under whatever names.
static std::set<std::string> namesLostBy(const Stmt *stmt,
                                         const Globals &globals) {
  std::set<std::string> names, changed;
  collectBound(stmt, names);
  collectChanged(stmt, changed);
  for (const std::string &name : changed) {
    auto known = globals.find(name);
    if (known == globals.end() || !known->second.value.isContainer())
      continue;
    for (const auto &[other, global] : globals)
      if (holds(global.value, known->second.value, 0))
        names.insert(other);
  }
  return names;
}

/// Runs `run` and takes back what it says; gives the names that `stmt` binds or
/// changes no value if it failed.
Evaluator::TopFlow Evaluator::leniently(const Stmt *stmt,
                                        llvm::function_ref<TopFlow()> run) {
  ModuleScope &scope = *frame().scope;
  size_t mark = context.diags.mark();
  unsigned errors = report.errorCount();
  bool said = report.saidError;
  uint64_t before = std::exchange(work, kMaxWork - kTopWork);
  TopFlow flow = run();
  work = before;
  if (report.errorCount() == errors)
    return flow;
  std::vector<Diag> why(context.diags.all().begin() + long(mark),
                        context.diags.all().end());
  context.diags.rollBack(mark);
  report.saidError = said;
  for (const std::string &name : namesLostBy(stmt, scope.globals))
    scope.globals[name] = Global{Value::error(), nullptr, why};
  return TopFlow::Failed;
}

//===----------------------------------------------------------------------===//
// Items
//===----------------------------------------------------------------------===//

/// The place of an index in a list; nothing, with an error, if it has none.
std::optional<size_t> Evaluator::placeIn(const Value &list, const Value &index,
                                         Span at) {
  ConstResult item = index.isIntegral()
                         ? constSubscript(list, index)
                         : ConstResult(std::string("the index is no integer"));
  if (!item.value) {
    msg::badSubscript(report, at, item.why);
    return std::nullopt;
  }
  __int128 place = index.asInteger();
  return size_t(place < 0 ? place + __int128(list.elements().size()) : place);
}

void Evaluator::assignItem(const SubscriptExpr &target, const Value &value) {
  Value container = eval(target.value), index = eval(target.index);
  if (container.isError() || index.isError() || value.isError() ||
      container.is(Value::Kind::Opaque))
    return;
  if (isList(container)) {
    std::optional<size_t> place = placeIn(container, index, target.span);
    if (place && mayChange(container, value, target.span))
      itemsOf(container)[*place] = value;
  } else if (container.is(Value::Kind::Dict)) {
    if (mayChange(container, value, target.span))
      setEntry(entriesOf(container), index, value);
  } else {
    msg::badTarget(report, target.span);
  }
}

void Evaluator::deleteItem(const SubscriptExpr &target) {
  Value container = eval(target.value), index = eval(target.index);
  if (container.isError() || index.isError())
    return;
  CallSite site{target.span, {{index, target.index->span, nullptr}}, {}};
  if (!container.is(Value::Kind::Opaque) && !mutate(container, "pop", site))
    msg::badTarget(report, target.span);
}

//===----------------------------------------------------------------------===//
// Methods
//===----------------------------------------------------------------------===//

/// What `L.pop(i)` takes away.
std::optional<Value> Evaluator::popItem(const Value &list,
                                        const CallSite &site) {
  Value index =
      site.positional.empty() ? Value::integerOf(-1) : site.positional[0].value;
  std::optional<size_t> place = placeIn(list, index, site.span);
  if (!place || !mayChange(list, Value::none(), site.span))
    return Value::error();
  Value item = list.elements()[*place];
  itemsOf(list).erase(itemsOf(list).begin() + long(*place));
  return item;
}

std::optional<Value> Evaluator::mutateList(const Value &self,
                                           llvm::StringRef name,
                                           const CallSite &site) {
  size_t count = site.positional.size();
  if (name == "pop" && count <= 1)
    return popItem(self, site);
  Value first = count ? site.positional[0].value : Value::none();
  bool takesOne = name == "append" || name == "extend" || name == "remove";
  if (count != (name == "insert" ? 2
                : takesOne       ? 1
                                 : 0) ||
      first.isError() || name == "sort")
    return std::nullopt;
  const Value &element = name == "insert" ? site.positional[1].value : first;
  std::optional<Items> more;
  if (name == "extend" && !(more = iterate(first, site.span)))
    return Value::error();
  if (!mayChange(self, more ? Value::tuple(*more) : element, site.span))
    return Value::none();
  Items &items = itemsOf(self);
  if (name == "append") {
    items.push_back(element);
  } else if (name == "extend") {
    items.insert(items.end(), more->begin(), more->end());
  } else if (name == "insert") {
    if (!first.isIntegral())
      return std::nullopt;
    __int128 size = items.size(), at = first.asInteger();
    at += at < 0 ? size : 0;
    items.insert(items.begin() + long(std::clamp<__int128>(at, 0, size)),
                 element);
  } else if (name == "remove") {
    auto found = llvm::find_if(
        items, [&](const Value &item) { return constEqual(item, first); });
    if (found == items.end())
      return std::nullopt;
    items.erase(found);
  } else if (name == "clear") {
    items.clear();
  } else if (name == "reverse") {
    std::reverse(items.begin(), items.end());
  } else {
    return std::nullopt;
  }
  return Value::none();
}

std::optional<Value> Evaluator::mutateDict(const Value &self,
                                           llvm::StringRef name,
                                           const CallSite &site) {
  Entries &entries = entriesOf(self);
  size_t count = site.positional.size();
  if (name == "update" && count <= 1) {
    Value other = count ? site.positional[0].value : Value::dict({});
    if (!other.is(Value::Kind::Dict))
      return std::nullopt;
    if (!mayChange(self, other, site.span))
      return Value::none();
    for (const auto &[key, value] : Entries(*other.entries))
      setEntry(entries, key, value);
    for (const auto &[key, argument] : site.keywords)
      setEntry(entries, Value::string(key), argument.value);
    return Value::none();
  }
  if (name == "clear" && count == 0) {
    if (mayChange(self, Value::none(), site.span))
      entries.clear();
    return Value::none();
  }
  if ((name != "pop" && name != "setdefault") || count == 0 || count > 2)
    return std::nullopt;
  const Value &key = site.positional[0].value;
  Value otherwise = count > 1 ? site.positional[1].value : Value::none();
  auto found = llvm::find_if(
      entries, [&](const auto &entry) { return constEqual(entry.first, key); });
  bool isThere = found != entries.end();
  if (!isThere && name == "pop" && count == 1)
    return std::nullopt;
  Value value = isThere ? found->second : otherwise;
  bool changes = isThere == (name == "pop");
  if (!changes || !mayChange(self, otherwise, site.span))
    return value;
  if (isThere)
    entries.erase(found);
  else
    entries.emplace_back(key, otherwise);
  return value;
}

std::optional<Value> Evaluator::mutate(const Value &self, llvm::StringRef name,
                                       const CallSite &site) {
  if (isList(self) && site.keywords.empty())
    return mutateList(self, name, site);
  if (self.is(Value::Kind::Dict))
    return mutateDict(self, name, site);
  return std::nullopt;
}

bool Evaluator::extendInPlace(const AugAssignStmt &stmt, const Value &lhs,
                              const Value &rhs) {
  if (inKernel || !isList(lhs) || rhs.isError() || rhs.is(Value::Kind::Opaque))
    return false;
  if (stmt.op == BinaryOp::Add) {
    CallSite site{stmt.span, {{rhs, stmt.value->span, nullptr}}, {}};
    return mutateList(lhs, "extend", site).has_value();
  }
  ConstResult result = constBinary(stmt.op, lhs, rhs);
  if (result.value && mayChange(lhs, Value::none(), stmt.span))
    itemsOf(lhs) = Items(result.value->elements());
  return result.value.has_value();
}

} // namespace tqc::sema
