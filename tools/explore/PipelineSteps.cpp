//===- PipelineSteps.cpp - What a pipelined loop does in a turn -----------===//

#include "tools/explore/PipelineSteps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#include <optional>

using namespace tqc;
using llvm::StringRef;

namespace {

/// An op that a pipeline is made of, wherever it stands.
struct Step {
  PipelineEvent event;
  std::string ring; ///< the value's name; empty for none
  int loop = -1;    ///< the innermost one around it
};

struct Loop {
  std::string role;
  unsigned line = 0;
  size_t begin = 0, end = 0; ///< lines of the listing
  bool reads = false;        ///< from a ring, or copies in a role of its own
};

/// Reads one kernel.
class Reader {
public:
  Reader(const PhaseListing &listing, const llvm::StringMap<std::string> &names)
      : listing(listing), layouts(names) {}

  void read(size_t line);
  std::vector<Pipeline> take();

  std::string kernel;

private:
  void addRing(StringRef line, StringRef op, size_t at);
  void addStep(StringRef what, StringRef ring, size_t at);
  void addLane(std::vector<Pipeline> &pipelines, size_t loop);
  Pipeline &pipelineOf(std::vector<Pipeline> &pipelines, StringRef ofRole,
                       const llvm::SetVector<StringRef> &used);
  unsigned copiesBefore(const Loop &loop, StringRef ring) const;

  const PhaseListing &listing;
  const llvm::StringMap<std::string> &layouts;
  llvm::StringMap<PipelineRing> rings;
  /// The rings of whose slots a barrier says that they are full.
  llvm::StringMap<llvm::SetVector<StringRef>> fullOf;
  std::vector<Step> steps;
  std::vector<Loop> loops;
  std::vector<int> open; ///< regions: a loop, or -1
  std::string role;
  size_t roleDepth = 0;
};

} // namespace

/// "%a_0" of "... to %a_0[%i] ..."; empty if `before` is not there.
static StringRef valueAfter(StringRef line, StringRef before) {
  size_t at = line.find(before);
  if (at == StringRef::npos)
    return "";
  StringRef rest = line.drop_front(at + before.size());
  return rest.take_while(
      [](char c) { return llvm::isAlnum(c) || c == '%' || c == '_'; });
}

/// "a" of "%a_0": what the source calls it.
static std::string sourceName(StringRef value) {
  value.consume_front("%");
  auto [name, number] = value.rsplit('_');
  bool isNumbered = !number.empty() && llvm::all_of(number, llvm::isDigit);
  return (isNumbered ? name : value).str();
}

/// `%a = tqg.ring {tqg.scratch = 0 : i32} : <3, tensor<32x32xf16, #linear6>>`
void Reader::addRing(StringRef line, StringRef op, size_t at) {
  StringRef value = line.take_until([](char c) { return c == ' '; });
  PipelineRing ring;
  ring.name = sourceName(value);
  ring.line = listing.lines[at];
  StringRef type = op.rsplit(" : <").second;
  (void)type.consumeInteger(10, ring.slots);
  (void)valueAfter(op, "tqg.scratch = ").getAsInteger(10, ring.offset);
  StringRef tile = type.split("tensor<").second.rsplit(">>").first;
  auto [extents, layout] = tile.split(", ");
  auto [shape, element] = extents.rsplit('x');
  ring.shape = shape.str();
  ring.type = element.str();
  auto known = layouts.find(layout);
  ring.memory = known == layouts.end() ? layout.str() : known->second;
  rings[value] = std::move(ring);
}

void Reader::addStep(StringRef what, StringRef ring, size_t at) {
  Step step;
  step.event.what = what.str();
  step.event.line = listing.lines[at];
  step.event.at = at;
  step.ring = ring.str();
  for (int loop : llvm::reverse(open))
    if (loop >= 0) {
      step.loop = loop;
      break;
    }
  if (step.loop >= 0 && (what == "read" || (what == "copy" && !role.empty())))
    loops[size_t(step.loop)].reads = true;
  steps.push_back(std::move(step));
}

void Reader::read(size_t at) {
  StringRef line = StringRef(listing.text[at]).trim();
  if (line.starts_with("}") && !open.empty()) {
    if (open.back() >= 0)
      loops[size_t(open.back())].end = at;
    open.pop_back();
    if (open.size() < roleDepth)
      role.clear();
  }
  auto [results, named] = line.split(" = ");
  StringRef op = line.starts_with("%") ? named : line;
  StringRef name = op.take_until([](char c) { return c == ' '; });
  if (name == "tqg.ring") {
    addRing(line, op, at);
  } else if (name == "tqg.copy_async") {
    addStep("copy", valueAfter(op, " to "), at);
  } else if (name == "tqg.copy_tensor") {
    fullOf[valueAfter(op, " fills ")].insert(valueAfter(op, " to "));
    addStep("copy", valueAfter(op, " to "), at);
  } else if (name == "tqg.copy_wait") {
    addStep("wait", "", at);
  } else if (name == "tqg.mbarrier_wait") {
    addStep("wait", valueAfter(op, "mbarrier_wait "), at);
  } else if (name == "tqg.mbarrier_arrive") {
    addStep("release", "", at);
  } else if (name == "tqg.ring_read" || name == "tqg.ring_view") {
    addStep("read", valueAfter(op, name.str() + " "), at);
  } else if (name == "tqg.mma" || name == "tqg.wgmma") {
    addStep("multiply", "", at);
  }
  if (!line.ends_with("{"))
    return;
  if (name == "scf.for") {
    loops.push_back({role, listing.lines[at], at, at, false});
    open.push_back(int(loops.size()) - 1);
    return;
  }
  open.push_back(-1);
  if (name == "tqg.role") {
    role = op.split('"').second.split('"').first.str();
    roleDepth = open.size();
  }
}

static bool isSame(const PipelineRing &a, const PipelineRing &b) {
  return a.offset == b.offset && a.line == b.line;
}

/// Copies into a ring since the last loop that worked on it.
unsigned Reader::copiesBefore(const Loop &loop, StringRef ring) const {
  size_t since = 0;
  for (const Step &step : steps)
    if (step.ring == ring && step.loop >= 0 && loops[size_t(step.loop)].reads &&
        loops[size_t(step.loop)].end < loop.begin)
      since = std::max(since, loops[size_t(step.loop)].end);
  return unsigned(llvm::count_if(steps, [&](const Step &step) {
    return step.event.what == "copy" && step.ring == ring &&
           step.event.at > since && step.event.at < loop.begin;
  }));
}

/// Of roles, the pipeline that has one of these rings; else a new one.
Pipeline &Reader::pipelineOf(std::vector<Pipeline> &pipelines, StringRef ofRole,
                             const llvm::SetVector<StringRef> &used) {
  if (!ofRole.empty())
    for (Pipeline &one : pipelines)
      for (const PipelineRing &ring : one.rings)
        for (StringRef value : used)
          if (isSame(ring, rings[value]))
            return one;
  return pipelines.emplace_back();
}

void Reader::addLane(std::vector<Pipeline> &pipelines, size_t loop) {
  llvm::SetVector<StringRef> used;
  for (const Step &step : steps)
    if (step.loop == int(loop) && rings.count(step.ring))
      used.insert(step.ring);
  if (used.empty())
    return;
  Pipeline &pipeline = pipelineOf(pipelines, loops[loop].role, used);
  pipeline.kernel = kernel;
  auto numberOf = [&](StringRef value) {
    for (size_t i = 0; i < pipeline.rings.size(); ++i)
      if (isSame(pipeline.rings[i], rings[value]))
        return int(i);
    return -1;
  };
  for (StringRef value : used)
    if (numberOf(value) < 0) {
      pipeline.rings.push_back(rings[value]);
      pipeline.rings.back().before = copiesBefore(loops[loop], value);
    }
  PipelineLane lane;
  lane.role = loops[loop].role;
  lane.line = loops[loop].line;
  for (const Step &step : steps) {
    if (step.loop != int(loop))
      continue;
    // One barrier may say of several rings that their slots are full.
    auto full = fullOf.find(step.ring);
    llvm::SetVector<StringRef> of;
    if (full == fullOf.end())
      of.insert(step.ring);
    else
      of = full->second;
    for (StringRef ring : of) {
      lane.turn.push_back(step.event);
      if (rings.count(ring))
        lane.turn.back().ring = numberOf(ring);
    }
  }
  pipeline.lanes.push_back(std::move(lane));
}

std::vector<Pipeline> Reader::take() {
  std::vector<Pipeline> pipelines;
  for (size_t loop = 0; loop < loops.size(); ++loop)
    if (loops[loop].reads)
      addLane(pipelines, loop);
  return pipelines;
}

std::vector<Pipeline> tqc::pipelinesOf(const PhaseListing &schedule) {
  llvm::StringMap<std::string> layouts;
  std::vector<Pipeline> all;
  std::optional<Reader> reader;
  auto finish = [&] {
    if (reader)
      llvm::append_range(all, reader->take());
    reader.reset();
  };
  for (size_t at = 0; at < schedule.text.size(); ++at) {
    StringRef line = schedule.text[at];
    if (line.starts_with("#")) {
      auto [name, layout] = line.split(" = ");
      layouts[name] = layout.str();
    }
    if (line.trim().starts_with("func.func ")) {
      finish();
      reader.emplace(schedule, layouts);
      reader->kernel = line.split('@').second.split('(').first.str();
    }
    if (reader)
      reader->read(at);
  }
  finish();
  return all;
}
