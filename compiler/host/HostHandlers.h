//===- HostHandlers.h - The functions that the tables name ------*- C++ -*-===//
//
// One declaration a handler of HostBuiltins.def. A handler gets its arguments
// bound by name; it reports and returns nothing if they do not fit.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_HOST_HOSTHANDLERS_H
#define TQC_COMPILER_HOST_HOSTHANDLERS_H

#include "compiler/host/HostEvaluator.h"

namespace tqc::host {

#define TQ_HOST_FUNCTION(path, handler, signature)                             \
  Maybe handler(HostEvaluator &host, const HostArgs &args);
#define TQ_HOST_METHOD(kind, name, handler, signature)                         \
  Maybe handler(HostEvaluator &host, const HostArgs &args);
#include "compiler/host/HostBuiltins.def"

/// Whether a value names the one device that there is: "cuda:0".
bool isDevice(const HostValue &value);
/// The strides that torch gives what it makes like `tensor` (empty_like,
/// clone): the same where it has no gaps and no overlaps, else without gaps and
/// in the same order.
std::vector<int64_t> stridesLike(const TensorValue &tensor);

/// `tensor.name = value`; reports what is no such fact.
bool assignTensorFact(HostEvaluator &host, const HostValue &tensor,
                      llvm::StringRef name, const HostValue &value, Span at);

using Values = std::optional<std::vector<HostValue>>;

/// Reports that an argument is not `wanted`.
std::nullopt_t wrongKind(HostEvaluator &host, const HostArgs &args,
                         const char *name, llvm::StringRef wanted);
/// The elements of an argument, or an error.
Values iterable(HostEvaluator &host, const HostArgs &args, const char *name);

} // namespace tqc::host

#endif // TQC_COMPILER_HOST_HOSTHANDLERS_H
