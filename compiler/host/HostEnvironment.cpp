//===- HostEnvironment.cpp - The environment that launchers read ----------===//
//
// os.environ["HOME"], os.environ.get("BLOCK", "64"), "CI" in os.environ: what
// the process was started with. No launcher changes it.
//
//===----------------------------------------------------------------------===//

#include "compiler/host/HostHandlers.h"

#include "llvm/Support/JSON.h"

#include <cstdlib>

using llvm::StringRef;

namespace tqc::host {

using Kind = HostValue::Kind;

bool isEnvironment(const HostValue &value) {
  return value.is(Kind::Namespace) &&
         value.as<NamespaceObject>().path == "os.environ";
}

std::optional<Maybe> environmentValue(HostEvaluator &host, const HostValue &key,
                                      Span at) {
  if (!key.is(Kind::String)) {
    host.error(code::HostType, at,
               "a name of the environment is a string, but this is " +
                   describeValue(key));
    return std::nullopt;
  }
  const std::string &name = key.asString();
  const char *value =
      StringRef(name).contains('\0') ? nullptr : std::getenv(name.c_str());
  if (!value)
    return Maybe();
  if (llvm::json::isUTF8(value))
    return Maybe(HostValue::string(value));
  host.error(code::HostNotAvailable, at,
             quoted(name) + " is no UTF-8 in the environment");
  return std::nullopt;
}

/// os.environ[key]
Maybe environmentItem(HostEvaluator &host, const HostValue &key, Span at) {
  std::optional<Maybe> value = environmentValue(host, key, at);
  if (!value)
    return std::nullopt;
  if (!*value)
    host.error(code::HostValueError, at, "the environment has no " + repr(key));
  return *value;
}

/// os.environ.get(key, default), os.getenv(key, default)
Maybe environmentGet(HostEvaluator &host, const HostArgs &args) {
  std::optional<Maybe> value =
      environmentValue(host, args.get("key"), args.where("key"));
  if (!value)
    return std::nullopt;
  return *value ? *value : args.get("default");
}

} // namespace tqc::host
