//===- Reports.cpp - turning what went wrong into findings ----------------===//

#include "runtime/emulator/reports/Reports.h"

#include "runtime/emulator/machine/Cta.h"
#include "runtime/image/KernelImage.h"

namespace tqc::emu {

/// The part of a path behind the last slash: findings name files as people do.
static std::string showFile(const PtxModule &module, uint32_t number) {
  return number < module.files.size() ? module.files[number] : std::string();
}

EmuFinding findingAt(const Warp &warp, const Inst &inst, unsigned lane,
                     const Frame *frame) {
  if (!frame)
    frame = warp.group->frame;
  const LaunchState &launch = warp.cta.launch;
  const PtxModule &module = *launch.program->module;
  const PtxInst &ptx = frame->function->ptx->body[inst.source];
  EmuFinding f;
  f.ptxFile = module.file;
  f.ptxLine = ptx.pos.line;
  f.instruction = ptx.spelling();
  f.kernel = launch.program->functions[0].ptx->name;
  if (ptx.loc >= 0) {
    const PtxLoc &loc = module.locs[static_cast<size_t>(ptx.loc)];
    f.file = showFile(module, loc.file);
    f.line = f.file.empty() ? 0 : loc.line;
    f.column = loc.column;
    for (int32_t at = loc.inlinedAt; at >= 0;
         at = module.locs[static_cast<size_t>(at)].inlinedAt) {
      const PtxLoc &outer = module.locs[static_cast<size_t>(at)];
      f.details.push_back("called at " + showFile(module, outer.file) + ":" +
                          std::to_string(outer.line) + ":" +
                          std::to_string(outer.column));
    }
  }
  f.cta = warp.cta.linearId();
  f.programId = warp.cta.id;
  f.warp = warp.index;
  f.lane = lane;
  return f;
}

void reportFatal(Warp &warp, const Inst &inst, Mask lanes, std::string kind,
                 std::string message) {
  EmuFinding f = findingAt(warp, inst, firstLane(lanes));
  f.kind = std::move(kind);
  f.message = std::move(message);
  f.fatal = true;
  warp.cta.launch.findings->add(std::move(f));
  warp.cta.launch.stop = true;
}

//===----------------------------------------------------------------------===//
// Words of the source
//===----------------------------------------------------------------------===//

static std::string verbOf(const Inst &inst);

/// Whether the instruction does what the access says.
static bool isOfKind(const Inst &inst, const SourceAccess &access) {
  std::string verb = verbOf(inst);
  return verb == "accesses" || access.kind == (verb == "reads"    ? "load"
                                               : verb == "writes" ? "store"
                                                                  : "atomic");
}

/// The access of the source that the instruction belongs to, or null. Beside
/// the access in its line there may be a call, whose own accesses are
/// elsewhere.
static const SourceAccess *accessAt(const LaunchState &launch, const Inst &inst,
                                    const EmuFinding &f) {
  if (!launch.entry || f.line == 0)
    return nullptr;
  const SourceAccess *best = nullptr;
  for (const SourceAccess &access : launch.entry->accesses) {
    if (access.line != static_cast<int>(f.line))
      continue;
    if (access.column == static_cast<int>(f.column))
      return &access;
    if (!best && isOfKind(inst, access))
      best = &access;
  }
  return best;
}

static void addSource(const LaunchState &launch, const Inst &inst,
                      EmuFinding &f) {
  const SourceAccess *access = accessAt(launch, inst, f);
  if (!access)
    return;
  if (!access->pointer.empty())
    f.details.push_back("in the " + access->kind + " of `" + access->pointer +
                        "`");
  f.details.push_back(access->mask.empty()
                          ? "there is no mask"
                          : "the mask is `" + access->mask + "`");
}

static unsigned elementBytes(const Allocation &a) {
  int64_t elements = 1;
  for (int64_t size : a.shape)
    elements *= size;
  if (a.shape.empty() || elements <= 0)
    return 1;
  uint64_t bytes = a.bytes / static_cast<uint64_t>(elements);
  return bytes ? static_cast<unsigned>(bytes) : 1;
}

/// "element 1000 (row 3, column 8) of x, which has 1000 elements"
static std::string showElement(const Allocation &a, uint64_t address,
                               EmuFinding &f) {
  unsigned width = elementBytes(a);
  bool tensor = !a.shape.empty();
  int64_t delta = static_cast<int64_t>(address - a.start);
  int64_t index = delta / width - (delta % width < 0); // rounded down
  f.tensor = a.name;
  f.element = index;
  std::string name = a.name.empty() ? "an allocation" : a.name;
  std::string unit = tensor ? "element " : "byte ";
  std::string text = unit + std::to_string(index) + " of " + name;
  if (index < 0)
    text += ", before its beginning";
  else if (address >= a.end())
    text += ", which has " + std::to_string(a.bytes / width) +
            (tensor ? " elements" : " bytes");
  if (tensor && a.shape.size() > 1) {
    text += ", shape (";
    for (size_t k = 0; k < a.shape.size(); ++k)
      text += (k ? ", " : "") + std::to_string(a.shape[k]);
    text += ")";
  }
  return text;
}

static std::string verbOf(const Inst &inst) {
  if (inst.bulk != BulkKind::None)
    return inst.bulk == BulkKind::Load ? "reads" : "writes";
  return inst.category == InstClass::Load     ? "reads"
         : inst.category == InstClass::Store  ? "writes"
         : inst.category == InstClass::Atomic ? "updates"
                                              : "accesses";
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

bool mayTouch(const Warp &warp, const Inst &inst, const Allocation &a) {
  uint64_t params = inst.tensors;
  if (params == 0)
    return true;
  const auto &tensors = warp.cta.launch.paramTensors;
  bool known = false;
  for (size_t k = 0; params != 0 && k < tensors.size(); ++k, params >>= 1) {
    if (!(params & 1) || !tensors[k])
      continue;
    known = true;
    if (tensors[k] == &a)
      return true;
  }
  return !known;
}

/// The tensor that the pointer came from, if it is one only.
static const Allocation *expectedTensor(const Warp &warp, const Inst &inst) {
  const Allocation *found = nullptr;
  const auto &tensors = warp.cta.launch.paramTensors;
  for (size_t k = 0; k < tensors.size() && k < 64; ++k)
    if (inst.tensors >> k & 1 && tensors[k]) {
      if (found && found != tensors[k])
        return nullptr;
      found = tensors[k];
    }
  return found;
}

static void outOfGlobal(Warp &warp, const Inst &inst, uint64_t address,
                        uint64_t bytes, EmuFinding &f) {
  const GlobalMemory &memory = *warp.cta.launch.memory;
  const Allocation *in = memory.find(address);
  const Allocation *expected = expectedTensor(warp, inst);
  const Allocation *near = expected ? expected : memory.nearest(address);
  f.kind = "out-of-bounds";
  if (address == 0) {
    f.message = verbOf(inst) + " through a null pointer";
    return;
  }
  if (!near) {
    f.message = verbOf(inst) + " memory that was never allocated";
    return;
  }
  if (!near->live && address >= near->start && address < near->end()) {
    f.kind = "use-after-free";
    f.message = verbOf(inst) + " " + showElement(*near, address, f) +
                ", which was freed";
    return;
  }
  constexpr uint64_t kFar = uint64_t(1) << 30;
  bool far = address + kFar < near->start || address > near->end() + kFar;
  if (far && !expected) {
    char text[32];
    std::snprintf(text, sizeof text, "0x%llx",
                  static_cast<unsigned long long>(address));
    f.message =
        verbOf(inst) + " address " + text + ", which is in no allocation";
    return;
  }
  // An access that begins inside is told by the first byte behind the end.
  bool beginsInside = address >= near->start && address < near->end();
  f.message = verbOf(inst) + " " +
              showElement(*near, beginsInside ? near->end() : address, f);
  if (f.element <= -(int64_t(1) << 30) && f.element >= INT32_MIN)
    f.details.push_back("an offset of " + std::to_string(f.element) +
                        " looks like an int32 that overflowed, from " +
                        std::to_string(f.element + (int64_t(1) << 32)) +
                        "; `.to(tl.int64)` before the product gives it room");
  if (in && in != near)
    f.details.push_back("there lies " + in->name +
                        ", but the pointer comes from " + near->name);
}

void reportOutOfBounds(Warp &warp, const Inst &inst, unsigned lane,
                       uint64_t address, uint64_t bytes, Space space) {
  LaunchState &launch = warp.cta.launch;
  EmuFinding f = findingAt(warp, inst, lane);
  f.fatal = !warp.checks();
  f.kind = "out-of-bounds";
  std::string width = std::to_string(bytes) + " bytes at offset ";
  switch (space) {
  case Space::Shared:
  case Space::SharedCluster: {
    int64_t offset = static_cast<int64_t>(address & 0xffffffff) - kSharedStart;
    f.message = verbOf(inst) + " " + width + std::to_string(offset) +
                " of shared memory, which has " +
                std::to_string(warp.cta.shared.size()) + " bytes";
    break;
  }
  case Space::Local:
    f.message = verbOf(inst) + " " + width +
                std::to_string(address & 0xffffffff) +
                " of a thread's local memory, which has " +
                std::to_string(warp.localBytes()) + " bytes";
    break;
  case Space::Param:
    f.message = verbOf(inst) + " " + width +
                std::to_string(address & 0xffffffff) +
                " of the parameters, which have " +
                std::to_string(launch.params.size()) + " bytes";
    break;
  default:
    outOfGlobal(warp, inst, address, bytes, f);
  }
  addSource(launch, inst, f);
  launch.findings->add(std::move(f));
  if (!warp.checks())
    launch.stop = true;
}

/// "writes element 7 of x"
static std::string showAccess(Warp &warp, const Inst &inst, uint64_t address,
                              EmuFinding &f) {
  std::string text = verbOf(inst) + " ";
  const Allocation *a = warp.cta.launch.memory->find(address);
  return a ? text + showElement(*a, address, f) : text + "memory";
}

void reportGlobalRace(Warp &warp, const Inst &inst, unsigned lane,
                      uint64_t address, std::string other, const Frame *frame) {
  LaunchState &launch = warp.cta.launch;
  EmuFinding f = findingAt(warp, inst, lane, frame);
  f.kind = "global-race";
  f.message = showAccess(warp, inst, address, f) + "; " + std::move(other);
  addSource(launch, inst, f);
  launch.findings->add(std::move(f));
}

void reportSameValue(Warp &warp, const Inst &inst, unsigned lane,
                     uint64_t address, const std::string &other,
                     const Frame *frame) {
  LaunchState &launch = warp.cta.launch;
  EmuFinding f = findingAt(warp, inst, lane, frame);
  f.kind = "same-value";
  f.isNote = true;
  f.message = showAccess(warp, inst, address, f) + "; " + other +
              " writes the same value there, so that their order does not "
              "matter";
  addSource(launch, inst, f);
  launch.findings->add(std::move(f));
}

void reportGlobalProxy(Warp &warp, const Inst &inst, unsigned lane,
                       uint64_t address, const std::string &writer) {
  LaunchState &launch = warp.cta.launch;
  EmuFinding f = findingAt(warp, inst, lane);
  f.kind = "missing-proxy-fence";
  f.message = "reads ";
  if (const Allocation *a = launch.memory->find(address))
    f.message += showElement(*a, address, f);
  f.message += ", which threads have stored, through the async proxy, without "
               "fence.proxy.async between them";
  f.details.push_back("stored by " + writer);
  addSource(launch, inst, f);
  launch.findings->add(std::move(f));
}

void reportLaneRace(Warp &warp, const Inst &inst, unsigned lane, unsigned other,
                    uint64_t address, bool isGlobal) {
  LaunchState &launch = warp.cta.launch;
  EmuFinding f = findingAt(warp, inst, lane);
  f.kind = isGlobal ? "global-race" : "shared-race";
  f.message = (isGlobal ? showAccess(warp, inst, address, f)
                        : std::string("writes shared memory")) +
              "; thread " + std::to_string(warp.index * kLanes + other) +
              " writes another value there with the same instruction, and "
              "nothing says which of them stays";
  addSource(launch, inst, f);
  launch.findings->add(std::move(f));
}

void reportMisaligned(Warp &warp, const Inst &inst, unsigned lane,
                      uint64_t address, uint64_t bytes, Space space) {
  LaunchState &launch = warp.cta.launch;
  EmuFinding f = findingAt(warp, inst, lane);
  f.kind = "misaligned";
  f.fatal = !warp.checks();
  f.message = verbOf(inst) + " " + std::to_string(bytes) +
              " bytes at once at an address that is no multiple of " +
              std::to_string(bytes);
  bool isGlobal = space == Space::Global || space == Space::None;
  if (const Allocation *a = isGlobal ? launch.memory->find(address) : nullptr)
    f.details.push_back("it is byte " + std::to_string(address - a->start) +
                        " of " + a->name + ", " + showElement(*a, address, f));
  addSource(launch, inst, f);
  launch.findings->add(std::move(f));
  if (!warp.checks())
    launch.stop = true;
}

//===----------------------------------------------------------------------===//
// Undefined values
//===----------------------------------------------------------------------===//

void reportPoison(Warp &warp, const Inst &inst, Shadow &shadow, Mask lanes,
                  std::string_view what) {
  LaunchState &launch = warp.cta.launch;
  unsigned lane = firstLane(shadow.lanes & lanes);
  const auto &code = warp.group->frame->function->code;
  bool flying = shadow.origin & kFlyingOrigin;
  bool races = shadow.origin & kRacedOrigin;
  uint32_t index = shadow.origin & ~(kFlyingOrigin | kRacedOrigin);
  const Inst &origin = index < code.size() ? code[index] : inst;
  EmuFinding f = findingAt(warp, origin, lane);
  EmuFinding use = findingAt(warp, inst, lane);
  bool divides = origin.category == InstClass::Integer;
  f.kind = flying    ? "wgmma-in-flight"
           : races   ? "global-race"
           : divides ? "division-by-zero"
                     : "uninitialised-read";
  f.message = (flying  ? "the result is used before wgmma.wait_group says that "
                         "it is there; the value "
               : races ? "reads what another warp of the same program "
                         "writes, and no barrier comes between; the value "
               : divides ? "an integer is divided by zero, which gives any "
                           "value; it "
               : origin.category == InstClass::WarpWide
                   ? "takes the value of a lane that does not take part; it "
                   : "reads memory that was never written; the value ") +
              std::string(what);
  std::string place = use.line
                          ? use.file + ":" + std::to_string(use.line) + ":" +
                                std::to_string(use.column)
                          : use.ptxFile + ":" + std::to_string(use.ptxLine);
  f.details.push_back("it matters at " + place + " (" + use.instruction + ")");
  if (origin.space != Space::None && !flying)
    f.details.push_back("the memory is " +
                        std::string(spaceName(origin.space)));
  addSource(launch, origin, f);
  launch.findings->add(std::move(f));
  shadow.lanes &= ~lanes;
}

} // namespace tqc::emu
