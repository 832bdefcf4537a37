//===- HostIterators.cpp - What runs over elements ------------------------===//

#include "compiler/host/HostIterators.h"

#include "compiler/host/HostArrays.h"
#include "compiler/host/HostHandlers.h"
#include "compiler/syntax/PythonText.h"

namespace tqc::host {

using Kind = HostValue::Kind;
using Source = std::shared_ptr<IteratorObject>;

//===----------------------------------------------------------------------===//
// Views of dicts
//===----------------------------------------------------------------------===//

const char *ViewObject::name() const {
  return part == Part::Keys     ? "dict_keys"
         : part == Part::Values ? "dict_values"
                                : "dict_items";
}

HostValue ViewObject::element(size_t i) const {
  const auto &[key, value] = dict->items[i];
  return part == Part::Keys     ? key
         : part == Part::Values ? value
                                : HostValue::tuple({key, value});
}

static Maybe viewOf(const HostArgs &args, ViewObject::Part part) {
  ViewObject view;
  view.part = part;
  view.dict = args.receiver.shared<DictObject>();
  return makeObject(Kind::View, std::move(view));
}

Maybe dictItems(HostEvaluator &host, const HostArgs &args) {
  return viewOf(args, ViewObject::Part::Items);
}
Maybe dictKeys(HostEvaluator &host, const HostArgs &args) {
  return viewOf(args, ViewObject::Part::Keys);
}
Maybe dictValues(HostEvaluator &host, const HostArgs &args) {
  return viewOf(args, ViewObject::Part::Values);
}

//===----------------------------------------------------------------------===//
// Iterators of collections
//===----------------------------------------------------------------------===//

namespace {

/// Of a list, which may grow and shrink meanwhile, or a tuple.
struct SequenceIterator : IteratorObject {
  SequenceIterator(std::shared_ptr<SequenceObject> sequence, bool backwards)
      : IteratorObject(backwards ? "reversed" : "iterator"),
        sequence(std::move(sequence)), backwards(backwards),
        at(backwards ? this->sequence->elements.size() : 0) {}

  Drawn next(HostEvaluator &, Span) override {
    if (!sequence)
      return Drawn::end();
    const std::vector<HostValue> &elements = sequence->elements;
    if (backwards ? at > 0 && at <= elements.size() : at < elements.size())
      return Drawn::element(elements[backwards ? --at : at++]);
    sequence = nullptr; // once at the end it stays there
    return Drawn::end();
  }

  std::shared_ptr<SequenceObject> sequence;
  const bool backwards;
  size_t at;
};

struct TextIterator : IteratorObject {
  TextIterator(std::string text, bool backwards)
      : IteratorObject(backwards ? "reversed" : "iterator"),
        text(std::move(text)), pieces(python::characters(this->text)) {
    if (backwards)
      std::reverse(pieces.begin(), pieces.end());
  }
  TextIterator(const TextIterator &) = delete;

  Drawn next(HostEvaluator &, Span) override {
    return at < pieces.size()
               ? Drawn::element(HostValue::string(pieces[at++].str()))
               : Drawn::end();
  }

  const std::string text;
  std::vector<llvm::StringRef> pieces; ///< of `text`
  size_t at = 0;
};

struct RangeIterator : IteratorObject {
  RangeIterator(const RangeObject &range, bool backwards)
      : IteratorObject(backwards ? "reversed" : "iterator"), left(range.size()),
        step(backwards ? -range.step : range.step),
        value(backwards ? range.start + (range.size() - 1) * range.step
                        : range.start) {}

  Drawn next(HostEvaluator &, Span) override {
    if (left == 0)
      return Drawn::end();
    --left;
    HostInt current = value;
    value += left > 0 ? step : 0; // beyond the last one it may not fit
    return Drawn::element(HostValue::integer(current));
  }

  HostInt left;
  const HostInt step;
  HostInt value;
};

struct ViewIterator : IteratorObject {
  ViewIterator(const ViewObject &view, bool backwards)
      : IteratorObject(backwards ? "reversed" : "iterator"), view(view),
        backwards(backwards), size(view.dict->items.size()) {}

  Drawn next(HostEvaluator &host, Span place) override {
    if (view.dict->items.size() != size) {
      host.error(code::HostValueError, place,
                 "the dict has changed its size while a loop runs over it");
      return Drawn::failed();
    }
    if (at == size)
      return Drawn::end();
    ++at;
    return Drawn::element(view.element(backwards ? size - at : at - 1));
  }

  const ViewObject view;
  const bool backwards;
  const size_t size;
  size_t at = 0;
};

/// The rows of a tensor.
struct TensorIterator : IteratorObject {
  explicit TensorIterator(TensorValue tensor)
      : IteratorObject("iterator"), tensor(std::move(tensor)) {}

  Drawn next(HostEvaluator &host, Span place) override {
    if (at == tensor.shape[0])
      return Drawn::end();
    return Drawn::of(
        host.subscriptTensor(tensor, HostValue::integer(at++), place, place));
  }

  const TensorValue tensor;
  int64_t at = 0;
};

} // namespace

Source iteratorOf(HostEvaluator &host, const HostValue &value, Span at,
                  bool backwards) {
  switch (value.kind()) {
  case Kind::Tuple:
  case Kind::List:
    return std::make_shared<SequenceIterator>(value.shared<SequenceObject>(),
                                              backwards);
  case Kind::String:
    return std::make_shared<TextIterator>(value.asString(), backwards);
  case Kind::Range:
    return std::make_shared<RangeIterator>(value.as<RangeObject>(), backwards);
  case Kind::Dict: {
    ViewObject keys;
    keys.dict = value.shared<DictObject>();
    return std::make_shared<ViewIterator>(keys, backwards);
  }
  case Kind::View:
    return std::make_shared<ViewIterator>(value.as<ViewObject>(), backwards);
  case Kind::Iterator:
    if (!backwards)
      return value.shared<IteratorObject>();
    break;
  case Kind::Array:
    if (!backwards) {
      SequenceObject sequence;
      sequence.elements = arrayElements(value.as<ArrayObject>().array);
      return std::make_shared<SequenceIterator>(
          std::make_shared<SequenceObject>(std::move(sequence)), backwards);
    }
    break;
  case Kind::Tensor:
    if (!value.asTensor().shape.empty() && !backwards)
      return std::make_shared<TensorIterator>(value.asTensor());
    break;
  default:
    break;
  }
  host.error(code::HostType, at,
             describeValue(value) + (backwards
                                         ? " cannot be reversed"
                                         : " has no elements to run over"));
  return nullptr;
}

std::optional<std::vector<HostValue>>
HostEvaluator::elementsOf(const HostValue &value, Span at) {
  if (value.is(Kind::Tuple) || value.is(Kind::List))
    return value.elements();
  if (value.is(Kind::Array))
    return arrayElements(value.as<ArrayObject>().array);
  Source source = iteratorOf(*this, value, at);
  if (!source)
    return std::nullopt;
  std::vector<HostValue> elements;
  while (true) {
    Drawn drawn = source->next(*this, at);
    if (drawn.hasFailed())
      return std::nullopt;
    if (!drawn.isElement())
      return elements;
    elements.push_back(std::move(drawn.value));
    if (!mayHave(HostInt(elements.size()), at))
      return std::nullopt;
  }
}

//===----------------------------------------------------------------------===//
// Iterators of iterators
//===----------------------------------------------------------------------===//

namespace {

struct EnumerateIterator : IteratorObject {
  EnumerateIterator(Source source, HostInt count)
      : IteratorObject("enumerate"), source(std::move(source)), count(count) {}

  Drawn next(HostEvaluator &host, Span at) override {
    Drawn drawn = source->next(host, at);
    if (drawn.isElement())
      drawn.value = HostValue::tuple(
          {HostValue::integer(count++), std::move(drawn.value)});
    return drawn;
  }

  Source source;
  HostInt count;
};

/// zip, and map where there is a function.
struct ZipIterator : IteratorObject {
  ZipIterator(const char *name, std::vector<Source> sources, HostValue function,
              bool isStrict)
      : IteratorObject(name), sources(std::move(sources)),
        function(std::move(function)), isStrict(isStrict) {}

  Drawn next(HostEvaluator &host, Span at) override {
    std::vector<HostValue> row;
    for (const Source &source : sources) {
      Drawn drawn = source->next(host, at);
      if (drawn.hasFailed())
        return drawn;
      if (!drawn.isElement())
        return endAt(host, at, row.size());
      row.push_back(std::move(drawn.value));
    }
    if (row.empty())
      return Drawn::end();
    return function.isNone()
               ? Drawn::element(HostValue::tuple(std::move(row)))
               : Drawn::of(host.callSimply(function, std::move(row), at));
  }

  /// The source of that number has no more; others may have under `strict`.
  Drawn endAt(HostEvaluator &host, Span at, size_t ended) {
    bool differs = isStrict && ended > 0;
    for (size_t i = 1; isStrict && ended == 0 && i < sources.size(); ++i) {
      Drawn drawn = sources[i]->next(host, at);
      if (drawn.hasFailed())
        return drawn;
      differs |= drawn.isElement();
    }
    if (!differs)
      return Drawn::end();
    host.error(code::HostValueError, at,
               "`zip` was asked for equal lengths, but one is shorter");
    return Drawn::failed();
  }

  std::vector<Source> sources;
  HostValue function;
  const bool isStrict;
};

struct FilterIterator : IteratorObject {
  FilterIterator(HostValue function, Source source)
      : IteratorObject("filter"), function(std::move(function)),
        source(std::move(source)) {}

  Drawn next(HostEvaluator &host, Span at) override {
    while (true) {
      Drawn drawn = source->next(host, at);
      if (!drawn.isElement())
        return drawn;
      Maybe answer = function.isNone()
                         ? Maybe(drawn.value)
                         : host.callSimply(function, {drawn.value}, at);
      std::optional<bool> kept =
          answer ? host.truth(*answer, at) : std::nullopt;
      if (!kept)
        return Drawn::failed();
      if (*kept)
        return drawn;
    }
  }

  HostValue function;
  Source source;
};

} // namespace

/// An iterator as a value; `inner` are those that it draws from.
static Maybe asValue(HostEvaluator &host, Span at, Source source,
                     llvm::ArrayRef<Source> inner) {
  for (const Source &one : inner)
    source->nesting = std::max(source->nesting, one->nesting + 1);
  if (source->nesting <= kMaxNesting)
    return HostValue::object(Kind::Iterator, std::move(source));
  host.error(code::HostLimit, at,
             "more than " + std::to_string(kMaxNesting) +
                 " iterators stand inside each other here");
  return std::nullopt;
}

/// The iterator of an argument.
static Source sourceOf(HostEvaluator &host, const HostArgs &args,
                       const char *name) {
  return iteratorOf(host, args.get(name), args.where(name));
}

/// Those of all arguments of `*name`; false if an error was reported.
static bool sourcesOf(HostEvaluator &host, const HostArgs &args,
                      std::vector<Source> &sources) {
  for (const auto &[value, at] : args.rest) {
    sources.push_back(iteratorOf(host, value, at));
    if (!sources.back())
      return false;
  }
  return true;
}

Maybe enumerateOf(HostEvaluator &host, const HostArgs &args) {
  std::optional<int64_t> start =
      args.has("start")
          ? host.integer(args.get("start"), args.where("start"), "`start`")
          : 0;
  Source source = start ? sourceOf(host, args, "iterable") : nullptr;
  if (!source)
    return std::nullopt;
  return asValue(host, args.at,
                 std::make_shared<EnumerateIterator>(source, *start), source);
}

Maybe zipOf(HostEvaluator &host, const HostArgs &args) {
  std::vector<Source> sources;
  if (!sourcesOf(host, args, sources))
    return std::nullopt;
  auto zip = std::make_shared<ZipIterator>("zip", sources, HostValue(),
                                           isTrue(args.get("strict")));
  return asValue(host, args.at, zip, sources);
}

Maybe mapOf(HostEvaluator &host, const HostArgs &args) {
  std::vector<Source> sources;
  if (!sourcesOf(host, args, sources))
    return std::nullopt;
  if (sources.empty()) {
    host.error(code::HostArguments, args.at,
               "`map` needs a function and something to run over");
    return std::nullopt;
  }
  auto map = std::make_shared<ZipIterator>("map", sources, args.get("function"),
                                           /*isStrict=*/false);
  return asValue(host, args.at, map, sources);
}

Maybe filterOf(HostEvaluator &host, const HostArgs &args) {
  Source source = sourceOf(host, args, "iterable");
  if (!source)
    return std::nullopt;
  auto filter = std::make_shared<FilterIterator>(args.get("function"), source);
  return asValue(host, args.at, filter, source);
}

Maybe reversedOf(HostEvaluator &host, const HostArgs &args) {
  Source source = iteratorOf(host, args.get("x"), args.where("x"),
                             /*backwards=*/true);
  return source ? asValue(host, args.at, source, {}) : std::nullopt;
}

Maybe iterOf(HostEvaluator &host, const HostArgs &args) {
  Source source = sourceOf(host, args, "iterable");
  return source ? asValue(host, args.at, source, {}) : std::nullopt;
}

Maybe nextOf(HostEvaluator &host, const HostArgs &args) {
  if (!args.get("iterator").is(Kind::Iterator))
    return wrongKind(host, args, "iterator", "an iterator");
  Drawn drawn = sourceOf(host, args, "iterator")->next(host, args.at);
  if (drawn.hasFailed())
    return std::nullopt;
  if (drawn.isElement() || args.has("default"))
    return drawn.isElement() ? drawn.value : args.get("default");
  host.raise({"StopIteration", std::vector<HostValue>()}, code::HostValueError,
             args.at, "the iterator has no more elements");
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Generators
//===----------------------------------------------------------------------===//

namespace {

/// (x * y for x in xs for y in ys if y): the iterators of the clauses that run.
struct GeneratorIterator : IteratorObject {
  GeneratorIterator(const ast::ComprehensionExpr *expr,
                    std::shared_ptr<Scope> scope, Source first)
      : IteratorObject("generator"), expr(expr), scope(std::move(scope)) {
    running.push_back(std::move(first));
  }

  Drawn next(HostEvaluator &host, Span at) override {
    if (isRunning) {
      host.error(code::HostValueError, at,
                 "the generator is asked for an element while it computes one");
      return Drawn::failed();
    }
    isRunning = true;
    std::optional<bool> found = host.nextOfClauses(*expr, scope, running);
    Maybe value = found.value_or(false) ? host.evaluateIn(expr->element, scope)
                                        : std::nullopt;
    isRunning = false;
    return found && !*found ? Drawn::end() : Drawn::of(std::move(value));
  }

  const ast::ComprehensionExpr *expr;
  std::shared_ptr<Scope> scope;
  std::vector<Source> running;
  bool isRunning = false;
};

} // namespace

/// Moves the clauses on to their next combination; false at the end.
std::optional<bool>
HostEvaluator::nextOfClauses(const ast::ComprehensionExpr &expr,
                             const ScopePtr &scope,
                             std::vector<Source> &running) {
  while (!running.empty()) {
    const ast::ComprehensionExpr::Clause &clause =
        expr.clauses[running.size() - 1];
    Drawn drawn = running.back()->next(*this, clause.iterable->span);
    if (drawn.hasFailed())
      return std::nullopt;
    if (!drawn.isElement()) {
      running.pop_back();
      continue;
    }
    if (!step(expr.span) || !assign(clause.target, drawn.value, scope))
      return std::nullopt;
    bool taken = true;
    for (const ast::Expr *test : clause.conditions) {
      std::optional<bool> holds = condition(test, scope);
      if (!holds)
        return std::nullopt;
      taken = *holds;
      if (!taken)
        break;
    }
    if (!taken)
      continue;
    if (running.size() == expr.clauses.size())
      return true;
    const ast::Expr *inner = expr.clauses[running.size()].iterable;
    Maybe iterable = evaluate(inner, scope);
    Source source =
        iterable ? iteratorOf(*this, *iterable, inner->span) : nullptr;
    if (!source)
      return std::nullopt;
    running.push_back(std::move(source));
  }
  return false;
}

Maybe HostEvaluator::evaluateComprehension(const ast::ComprehensionExpr *expr,
                                           const ScopePtr &outer) {
  using Form = ast::ComprehensionExpr::Form;
  // What the first clause runs over is evaluated at once, and outside.
  const ast::Expr *iterable = expr->clauses[0].iterable;
  Maybe value = evaluate(iterable, outer);
  Source first = value ? iteratorOf(*this, *value, iterable->span) : nullptr;
  if (!first)
    return std::nullopt;
  ScopePtr scope = newScope(outer);
  if (expr->form == Form::Generator)
    return asValue(*this, expr->span,
                   std::make_shared<GeneratorIterator>(expr, scope, first),
                   first);
  std::vector<Source> running = {first};
  DictObject dict;
  std::vector<HostValue> elements;
  while (std::optional<bool> found = nextOfClauses(*expr, scope, running)) {
    if (!*found)
      return expr->form == Form::Dict ? makeObject(Kind::Dict, std::move(dict))
                                      : HostValue::list(std::move(elements));
    Maybe key = expr->key ? evaluate(expr->key, scope) : HostValue();
    Maybe element = key ? evaluate(expr->element, scope) : std::nullopt;
    if (!element)
      return std::nullopt;
    if (expr->form != Form::Dict) {
      elements.push_back(std::move(*element));
      if (!mayHave(HostInt(elements.size()), expr->span))
        return std::nullopt;
    } else if (dictKey(*key)) {
      dict.set(*key, std::move(*element));
    } else {
      error(code::HostType, expr->key->span,
            describeValue(*key) + " cannot be a key of a dict");
      return std::nullopt;
    }
  }
  return std::nullopt;
}

} // namespace tqc::host
