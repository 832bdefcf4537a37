//===- HostFormat.cpp - How launchers write values ------------------------===//
//
// f-strings, str.format and `%`; the formats are those of PythonFormat.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/host/HostHandlers.h"

using llvm::StringRef;

namespace tqc::host {

using Kind = HostValue::Kind;

std::optional<std::string>
HostEvaluator::evaluateFString(const std::vector<ast::FStringExpr::Part> &parts,
                               const ScopePtr &scope) {
  std::string result;
  for (const ast::FStringExpr::Part &part : parts) {
    result += part.text;
    if (!part.value)
      continue;
    Maybe value = evaluate(part.value, scope);
    if (!value)
      return std::nullopt;
    bool asRepr = part.conversion == 'r' || part.conversion == 'a' ||
                  (part.debug && part.conversion == 0 && part.format.empty());
    if (asRepr)
      value = HostValue::string(repr(*value));
    else if (part.conversion == 's')
      value = HostValue::string(str(*value));
    std::string spec = part.format;
    if (!part.formatParts.empty()) {
      std::optional<std::string> inner =
          evaluateFString(part.formatParts, scope);
      if (!inner)
        return std::nullopt;
      spec = std::move(*inner);
    }
    Maybe text = format(*value, spec, part.value->span);
    if (!text)
      return std::nullopt;
    result += text->asString();
  }
  return result;
}

static python::Shown shownAs(const HostValue &value) {
  python::Shown shown;
  if (value.isNumber())
    shown.number = numberOf(value);
  shown.isText = value.is(Kind::String);
  shown.str = str(value);
  shown.repr = repr(value);
  return shown;
}

Maybe HostEvaluator::format(const HostValue &value, StringRef text, Span at) {
  if (auto written = python::format(shownAs(value), text))
    return HostValue::string(std::move(*written));
  error(code::HostValueError, at,
        ("`" + text + "` is no format of " + describeValue(value)).str());
  return std::nullopt;
}

/// "%d" % x, with a tuple for several values.
Maybe HostEvaluator::formatPercent(StringRef text, const HostValue &values,
                                   Span at) {
  std::vector<python::Shown> shown;
  if (values.is(Kind::Tuple))
    for (const HostValue &value : values.elements())
      shown.push_back(shownAs(value));
  else
    shown.push_back(shownAs(values));
  if (auto written = python::formatPercent(text, shown))
    return HostValue::string(std::move(*written));
  error(code::HostValueError, at,
        ("`" + text + "` is no format of " + repr(values)).str());
  return std::nullopt;
}

Maybe stringFormat(HostEvaluator &host, const HostArgs &args) {
  auto lookUp = [&](StringRef field) -> std::optional<python::Shown> {
    size_t index;
    if (!field.getAsInteger(10, index))
      return index < args.rest.size()
                 ? std::optional(shownAs(args.rest[index].first))
                 : std::nullopt;
    for (const auto &[name, value] : args.extra)
      if (field == name)
        return shownAs(value);
    return std::nullopt;
  };
  const std::string &text = args.receiver.asString();
  if (auto written = python::formatFields(text, lookUp))
    return HostValue::string(std::move(*written));
  host.error(code::HostValueError, args.at,
             "the fields of " + repr(args.receiver) +
                 " do not suit these arguments");
  return std::nullopt;
}

} // namespace tqc::host
