//===- TensorFunctions.cpp - torch.reshape(x, ...) and broadcasting -------===//
//
// Methods of tensors that torch has as functions too, and the shapes that
// several tensors have in common.
//
//===----------------------------------------------------------------------===//

#include "compiler/host/HostHandlers.h"

namespace tqc::host {

using Kind = HostValue::Kind;
using Shape = std::vector<int64_t>;

/// The method behind a function: the first argument is its tensor, and what
/// the method collects (`*shape`) is one argument.
static Maybe onInput(HostEvaluator &host, const HostArgs &args,
                     Handler method) {
  HostValue input = args.get("input");
  if (!input.is(Kind::Tensor))
    return wrongKind(host, args, "input", "a tensor");
  HostArgs call = args;
  call.receiver = std::move(input);
  for (const char *name : {"shape", "dims", "size"})
    if (args.has(name))
      call.rest = {{args.get(name), args.where(name)}};
  return method(host, call);
}

Maybe torchBroadcastTo(HostEvaluator &host, const HostArgs &args) {
  return onInput(host, args, tensorExpand);
}
Maybe torchClone(HostEvaluator &host, const HostArgs &args) {
  return onInput(host, args, tensorClone);
}
Maybe torchFlatten(HostEvaluator &host, const HostArgs &args) {
  return onInput(host, args, tensorFlatten);
}
Maybe torchNumel(HostEvaluator &host, const HostArgs &args) {
  return onInput(host, args, tensorNumel);
}
Maybe torchPermute(HostEvaluator &host, const HostArgs &args) {
  return onInput(host, args, tensorPermute);
}
Maybe torchReshape(HostEvaluator &host, const HostArgs &args) {
  return onInput(host, args, tensorReshape);
}
Maybe torchSqueeze(HostEvaluator &host, const HostArgs &args) {
  return onInput(host, args, tensorSqueeze);
}
Maybe torchT(HostEvaluator &host, const HostArgs &args) {
  return onInput(host, args, tensorT);
}
Maybe torchTranspose(HostEvaluator &host, const HostArgs &args) {
  return onInput(host, args, tensorTranspose);
}
Maybe torchUnsqueeze(HostEvaluator &host, const HostArgs &args) {
  return onInput(host, args, tensorUnsqueeze);
}

//===----------------------------------------------------------------------===//
// Broadcasting
//===----------------------------------------------------------------------===//

/// Widens `common` so that `shape` goes into it; reports if it cannot.
static bool widen(HostEvaluator &host, Shape &common, const Shape &shape,
                  Span at) {
  if (shape.size() > common.size())
    common.insert(common.begin(), shape.size() - common.size(), 1);
  for (size_t i = 0; i < shape.size(); ++i) {
    int64_t &wide = common[common.size() - shape.size() + i];
    if (wide == 1)
      wide = shape[i];
    if (shape[i] == 1 || shape[i] == wide)
      continue;
    host.error(code::HostTensor, at,
               "shape " + shapeText(shape) + " does not go together with " +
                   shapeText(common));
    return false;
  }
  return true;
}

Maybe torchBroadcastShapes(HostEvaluator &host, const HostArgs &args) {
  Shape common;
  for (const auto &[value, at] : args.rest) {
    if (!value.isInt() && !value.is(Kind::Tuple) && !value.is(Kind::List)) {
      host.error(code::HostType, at,
                 "a shape is a tuple of integers, but this is " +
                     describeValue(value));
      return std::nullopt;
    }
    std::vector<HostValue> sizes =
        value.isInt() ? std::vector<HostValue>{value} : value.elements();
    Shape shape;
    for (const HostValue &one : sizes) {
      auto size = host.integer(one, at, "a size");
      if (!size)
        return std::nullopt;
      shape.push_back(*size);
    }
    if (!widen(host, common, shape, at))
      return std::nullopt;
  }
  return sizeTuple(common);
}

Maybe torchBroadcastTensors(HostEvaluator &host, const HostArgs &args) {
  Shape common;
  for (const auto &[value, at] : args.rest) {
    if (!value.is(Kind::Tensor)) {
      host.error(code::HostType, at,
                 "tensors are broadcast, but this is " + describeValue(value));
      return std::nullopt;
    }
    if (!widen(host, common, value.asTensor().shape, at))
      return std::nullopt;
  }
  std::vector<HostValue> views;
  for (const auto &[value, at] : args.rest) {
    HostArgs call;
    call.at = at;
    call.receiver = value;
    call.rest = {{sizeTuple(common), at}};
    Maybe view = tensorExpand(host, call);
    if (!view)
      return std::nullopt;
    views.push_back(std::move(*view));
  }
  return HostValue::tuple(std::move(views));
}

} // namespace tqc::host
