//===- Blame.cpp - Who is at fault where results differ -------------------===//

#include "tools/tq-run/Blame.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace tqc {

const char *nameOf(Culprit culprit) {
  switch (culprit) {
  case Culprit::Nobody:
    return "nobody";
  case Culprit::Kernel:
    return "the kernel";
  case Culprit::Compiler:
    return "our compiler";
  case Culprit::Emulator:
    return "our emulator";
  case Culprit::CompilerOrEmulator:
    return "our compiler or our emulator";
  case Culprit::Assembler:
    return "ptxas or the driver";
  case Culprit::Several:
    return "several";
  case Culprit::NotJudged:
    return "not judged";
  }
  return "";
}

static std::string shortNumber(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

std::string describe(const Difference &difference) {
  std::string place;
  for (int64_t at : unravel(difference.index, difference.shape))
    place += (place.empty() ? "" : ", ") + std::to_string(at);
  return difference.tensor + "[" + place + "] is " +
         shortNumber(difference.is) + ", but should be " +
         shortNumber(difference.should) + " (allowed " +
         shortNumber(difference.allowed) + ")";
}

std::string describe(const Agreement &agreement) {
  std::string text =
      agreement.holds()
          ? "agrees: " + std::to_string(agreement.compared) + " elements"
          : "differs in " + std::to_string(agreement.differing) + " of " +
                std::to_string(agreement.compared) +
                " elements: " + describe(*agreement.first);
  if (agreement.undetermined)
    text += "; " + std::to_string(agreement.undetermined) +
            " that the kernel does not determine";
  return text;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// Runs the request on a device, and keeps what its tensors hold.
static Result<Testimony> testify(const LaunchRequest &request,
                                 OpenedDevice &opened) {
  Testimony testimony;
  testimony.device = opened.name;
  Result<LaunchOutcome> outcome = launchSource(request, opened);
  if (!outcome)
    return outcome.error();
  testimony.kernel = outcome->kernel;
  testimony.tensors = std::move(outcome->tensors);
  for (DeviceTensor &tensor : testimony.tensors) {
    if (tensor.pointer)
      tensor.origin = {tensor.pointer + uint64_t(tensor.host.offset) *
                                            bytesOf(tensor.host.type),
                       tensor.host.strides};
    if (testimony.kernel)
      if (Status status = download(*opened.device, tensor); !status)
        testimony.kernel = status;
  }
  testimony.findings = opened.device->takeFindings();
  return testimony;
}

/// The tile interpreter with the IR after `step` passes.
static OpenedDevice openTileAt(size_t step, uint64_t maxSteps) {
  tile::TileSettings settings;
  settings.maxSteps = maxSteps;
  settings.bounds = true;
  auto device = std::make_unique<TileDevice>(settings);
  device->useStep(step);
  OpenedDevice opened;
  opened.device = std::move(device);
  opened.name = "tile";
  opened.isTile = true;
  return opened;
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

/// Where element `index` of a tensor is on its device.
static DevicePtr addressOf(const DeviceTensor &tensor, int64_t index) {
  DevicePtr address = tensor.origin.pointer;
  std::vector<int64_t> place = unravel(index, tensor.host.shape);
  for (size_t dim = 0; dim < place.size(); ++dim)
    address += uint64_t(place[dim] * tensor.origin.strides[dim]) *
               bytesOf(tensor.host.type);
  return address;
}

/// Whether a float may be what it is. `allowed` is of the one that it should
/// be.
static bool isNear(double is, double should, double allowed, DType type) {
  if (is == should || (std::isnan(is) && std::isnan(should)))
    return true;
  if (allowed == 0)
    return false;
  if (std::isinf(is) && !std::isnan(should)) // within the error of overflow
    return std::signbit(is) == std::signbit(should) &&
           std::fabs(should) + allowed >= largestOf(type);
  return std::fabs(is - should) <= allowed;
}

/// Holds tensors against those of the tile interpreter; `factor` times the
/// bounds are allowed.
static Agreement compareWith(const Testimony &should, const TileDevice &bounds,
                             const Testimony &tile, const Testimony &is,
                             double factor) {
  Agreement agreement;
  for (size_t t = 0; t < should.tensors.size() && t < is.tensors.size(); ++t) {
    const DeviceTensor &right = should.tensors[t], &got = is.tensors[t];
    DType type = right.host.type;
    size_t bytes = bytesOf(type);
    if (got.host.shape != right.host.shape || got.host.type != type) {
      ++agreement.differing;
      agreement.first = Difference{got.name + "'s shape", {}, 0, 0, 0, 0};
      continue;
    }
    for (int64_t i = 0, count = right.host.numel(); i < count; ++i) {
      TileDevice::Certainty certainty =
          bounds.certaintyOf(addressOf(tile.tensors[t], i), bytes);
      if (certainty.doubt != tile::Doubt::None) {
        ++agreement.undetermined;
        continue;
      }
      ++agreement.compared;
      const uint8_t *a = got.host.at(i), *b = right.host.at(i);
      if (std::memcmp(a, b, bytes) == 0)
        continue;
      double x = loadElement(type, a), y = loadElement(type, b);
      double allowed = factor * certainty.error;
      if (isFloat(type) && isNear(x, y, allowed, type))
        continue;
      if (agreement.differing++ == 0)
        agreement.first =
            Difference{right.name, right.host.shape, i, x, y, allowed};
    }
  }
  return agreement;
}

//===----------------------------------------------------------------------===//
// Judging
//===----------------------------------------------------------------------===//

/// Whether a finding of the emulator is about things that the interpreter,
/// which runs one program after the other, cannot see.
static bool isOfParallelism(const Finding &finding) {
  return finding.kind == "global-race";
}

/// The kernel as `step` passes left it, held against what it means. Nothing if
/// no pass ran, as in a launcher that launches no kernel; `count` becomes the
/// number of steps that there are.
static Result<std::optional<StepVerdict>>
judgeStep(const LaunchRequest &request, const Testimony &meaning,
          const TileDevice &bounds, size_t step, size_t &count) {
  OpenedDevice opened = openTileAt(step, /*maxSteps=*/0);
  Result<Testimony> after = testify(request, opened);
  if (!after)
    return after.error();
  auto &device = static_cast<TileDevice &>(*opened.device);
  if (device.steps().empty() && !after->kernel)
    return after->kernel.error();
  if (device.steps().empty())
    return std::optional<StepVerdict>();
  StepVerdict verdict;
  for (const TileDevice::LoadedStep &loaded : device.steps()) {
    count = std::max(count, loaded.count);
    verdict.pass = loaded.pass;
    verdict.phase = loaded.phase;
  }
  if (!after->findings.empty())
    verdict.failure = after->findings[0].text;
  else if (!after->kernel)
    verdict.failure = after->kernel.error().message;
  else
    verdict.agreement =
        compareWith(meaning, bounds, meaning, *after, /*factor=*/1);
  return std::optional(std::move(verdict));
}

/// The first pass whose IR gives other results; all are looked at if that is
/// wanted.
static Result<bool> findPass(const LaunchRequest &request,
                             const Testimony &meaning, const TileDevice &bounds,
                             bool all, Verdict &verdict) {
  bool found = false;
  for (size_t step = 1, count = 2; step < count && (all || !found); ++step) {
    Result<std::optional<StepVerdict>> judged =
        judgeStep(request, meaning, bounds, step, count);
    if (!judged)
      return judged.error();
    if (!*judged)
      return found;
    verdict.steps.push_back(std::move(**judged));
    const StepVerdict &one = verdict.steps.back();
    if (found || one.isGood())
      continue;
    found = true;
    verdict.pass = one.pass;
    verdict.reason =
        "pass " + one.pass + " of phase " + one.phase +
        (one.failure.empty()
             ? " changed a result: " + describe(*one.agreement.first)
             : " made a kernel that fails: " + one.failure);
  }
  return found;
}

/// Why the GPU has no results, if it does not.
static std::optional<std::string> failureOfGpu(const Verdict &verdict) {
  if (verdict.testimonies.size() < 3 || verdict.testimonies[2].kernel)
    return std::nullopt;
  return verdict.testimonies[2].device +
         " failed: " + verdict.testimonies[2].kernel.error().message;
}

/// Who is at fault, of those whose results are there.
static void settle(Verdict &verdict) {
  const Agreement &emu = verdict.agreements[0];
  bool emuAgrees = emu.holds();
  std::optional<std::string> failure = failureOfGpu(verdict);
  if (emuAgrees && failure) {
    verdict.culprit = Culprit::Assembler;
    verdict.reason = *failure;
    return;
  }
  if (verdict.emuWithGpu) {
    bool gpuAgrees = verdict.agreements[1].holds();
    bool same = verdict.emuWithGpu->holds();
    verdict.culprit = emuAgrees && gpuAgrees ? Culprit::Nobody
                      : gpuAgrees            ? Culprit::Emulator
                      : emuAgrees            ? Culprit::Assembler
                      : same                 ? Culprit::Compiler
                                             : Culprit::Several;
    const Agreement &wrong = emuAgrees ? verdict.agreements[1] : emu;
    if (verdict.culprit != Culprit::Nobody)
      verdict.reason = describe(*wrong.first);
    return;
  }
  if (emuAgrees)
    return;
  verdict.culprit = Culprit::CompilerOrEmulator;
  verdict.reason = describe(*emu.first);
}

/// What failures and findings say before any number is looked at; false if they
/// say nothing.
static bool settleFailures(Verdict &verdict) {
  const Testimony &tile = verdict.testimonies[0], &emu = verdict.testimonies[1];
  if (!tile.findings.empty()) {
    verdict.culprit = Culprit::Kernel;
    verdict.reason = tile.findings[0].text;
    return true;
  }
  if (!tile.kernel) {
    verdict.culprit = Culprit::NotJudged;
    verdict.reason = tile.kernel.error().message;
    return true;
  }
  for (const Finding &finding : emu.findings) {
    if (finding.isNote)
      continue;
    verdict.culprit = isOfParallelism(finding) ? Culprit::Kernel
                                               : Culprit::CompilerOrEmulator;
    verdict.reason = finding.text;
    return true;
  }
  if (!emu.kernel) {
    verdict.culprit = Culprit::NotJudged;
    verdict.reason = emu.kernel.error().message;
  }
  return !emu.kernel;
}

Result<Verdict> judge(const LaunchRequest &request,
                      const BlameOptions &options) {
  Verdict verdict;
  OpenedDevice tileDevice = openTileAt(0, options.emulator.maxSteps);
  auto &bounds = static_cast<TileDevice &>(*tileDevice.device);
  std::vector<OpenedDevice> others;
  if (Result<OpenedDevice> emu = openDevice("emu", options.emulator))
    others.push_back(std::move(*emu));
  if (options.withGpu)
    if (Result<OpenedDevice> gpu = options.openGpu())
      others.push_back(std::move(*gpu));
  Result<Testimony> meaning = testify(request, tileDevice);
  if (!meaning)
    return meaning.error();
  verdict.testimonies.push_back(std::move(*meaning));
  for (OpenedDevice &opened : others) {
    Result<Testimony> testimony = testify(request, opened);
    if (!testimony)
      return testimony.error();
    verdict.testimonies.push_back(std::move(*testimony));
  }
  const Testimony &tile = verdict.testimonies[0];
  bool isSettled = settleFailures(verdict);
  if (!isSettled) {
    size_t ran = verdict.testimonies.size() - (failureOfGpu(verdict) ? 1 : 0);
    for (size_t k = 1; k < ran; ++k)
      verdict.agreements.push_back(compareWith(
          tile, bounds, tile, verdict.testimonies[k], /*factor=*/1));
    if (ran > 2)
      verdict.emuWithGpu = compareWith(verdict.testimonies[1], bounds, tile,
                                       verdict.testimonies[2], /*factor=*/2);
    verdict.elements = verdict.agreements[0].compared;
    settle(verdict);
  }
  bool mayBeCompiler = verdict.culprit == Culprit::Compiler ||
                       verdict.culprit == Culprit::CompilerOrEmulator ||
                       verdict.culprit == Culprit::Several;
  if (!mayBeCompiler &&
      !(options.everyPass && tile.kernel && tile.findings.empty()))
    return verdict;
  Result<bool> found =
      findPass(request, tile, bounds, options.everyPass, verdict);
  if (!found)
    return found.error();
  if (*found)
    verdict.culprit = Culprit::Compiler;
  return verdict;
}

} // namespace tqc
