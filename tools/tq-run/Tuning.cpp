//===- Tuning.cpp - What the candidates of a kernel took ------------------===//

#include "tools/tq-run/Tuning.h"

#include "runtime/cache/DiskCache.h"
#include "runtime/image/ReadFile.h"

#include <algorithm>

namespace tqc {

/// How a file says that a clock decided.
static constexpr const char *kMilliseconds = "milliseconds";

double cyclesOf(const CostCount &count) {
  // Of an SM of an A100 or H100: four warp instructions, about 14 bytes of its
  // share of the memory, one wavefront a cycle.
  return double(count.instructions) / 4 +
         double(count.movedBytes() + count.spilledBytes) / 14 +
         double(count.wavefronts);
}

const Candidate *fastest(const TunedKernel &tuned) {
  constexpr double kSame = 1.01;
  const Candidate *best = nullptr;
  for (const Candidate &one : tuned.candidates)
    if (one.refused.empty() && (!best || one.cost < best->cost))
      best = &one;
  for (const Candidate &one : tuned.candidates)
    if (best && one.refused.empty() && one.cost <= best->cost * kSame)
      return &one;
  return best;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

static Json jsonOf(const Candidate &candidate, bool measured) {
  Json json;
  json["index"] = candidate.index;
  json["config"] = candidate.config;
  json["words"] = candidate.words;
  if (!candidate.refused.empty()) {
    json["refused"] = candidate.refused;
    return json;
  }
  json["cost"] = candidate.cost;
  if (measured) {
    json["low"] = candidate.low;
    json["high"] = candidate.high;
    return json;
  }
  json["instructions"] = candidate.counted.instructions;
  json["bytes"] = candidate.counted.movedBytes();
  json["wavefronts"] = candidate.counted.wavefronts;
  return json;
}

Json jsonOf(const std::vector<TunedKernel> &kernels) {
  Json all = Json::array();
  for (const TunedKernel &tuned : kernels) {
    Json json;
    json["kernel"] = tuned.kernel;
    json["arguments"] = tuned.arguments;
    json["content"] = tuned.content;
    json["key"] = tuned.key;
    json["gpu"] = tuned.gpu;
    json["arch"] = tuned.arch;
    json["measure"] = tuned.measured ? kMilliseconds : "counted cycles";
    json["count"] = tuned.count;
    json["candidates"] = Json::array();
    for (const Candidate &candidate : tuned.candidates)
      json["candidates"].push_back(jsonOf(candidate, tuned.measured));
    const Candidate *best = fastest(tuned);
    if (best && tuned.candidates.size() == tuned.count) {
      json["chosen"] = best->index;
      json["variant"] = tuned.kernel + ": " + best->words;
    }
    all.push_back(std::move(json));
  }
  Json file;
  file["tqc_tuning"] = 1;
  file["kernels"] = std::move(all);
  return file;
}

namespace {

/// Reads the fields of an object; remembers the first that is not as it should
/// be.
class Fields {
public:
  Fields(const Json &json, std::string &problem)
      : json(json), problem(problem) {}

  std::string text(const char *name) {
    const Json *field = find(name, &Json::is_string, "a text");
    return field ? field->get<std::string>() : "";
  }
  double number(const char *name) {
    const Json *field = find(name, &Json::is_number, "a number");
    return field ? field->get<double>() : 0;
  }
  uint64_t count(const char *name) {
    const Json *field = find(name, &Json::is_number_unsigned, "a count");
    return field ? field->get<uint64_t>() : 0;
  }
  Json list(const char *name) {
    const Json *field = find(name, &Json::is_array, "a list");
    return field ? *field : Json::array();
  }
  bool has(const char *name) const {
    return json.is_object() && json.contains(name);
  }

private:
  const Json *find(const char *name, bool (Json::*isRight)() const noexcept,
                   const char *what) {
    if (has(name) && (json[name].*isRight)())
      return &json[name];
    if (problem.empty())
      problem = "`" + std::string(name) + "` is missing or not " + what;
    return nullptr;
  }

  const Json &json;
  std::string &problem;
};

} // namespace

static Candidate candidateOf(const Json &json, bool measured,
                             std::string &problem) {
  Fields fields(json, problem);
  Candidate candidate;
  candidate.index = fields.count("index");
  candidate.config = fields.text("config");
  candidate.words = fields.text("words");
  if (fields.has("refused")) {
    candidate.refused = fields.text("refused");
    return candidate;
  }
  candidate.cost = fields.number("cost");
  if (measured) {
    candidate.low = fields.number("low");
    candidate.high = fields.number("high");
    return candidate;
  }
  candidate.counted.instructions = fields.count("instructions");
  candidate.counted.bulkBytes = fields.count("bytes");
  candidate.counted.wavefronts = fields.count("wavefronts");
  return candidate;
}

static TunedKernel tunedOf(const Json &json, std::string &problem) {
  Fields fields(json, problem);
  TunedKernel tuned;
  tuned.kernel = fields.text("kernel");
  tuned.arguments = fields.text("arguments");
  tuned.content = fields.text("content");
  tuned.key = fields.text("key");
  tuned.gpu = fields.text("gpu");
  tuned.arch = fields.text("arch");
  tuned.measured = fields.text("measure") == kMilliseconds;
  tuned.count = fields.count("count");
  for (const Json &one : fields.list("candidates"))
    tuned.candidates.push_back(candidateOf(one, tuned.measured, problem));
  return tuned;
}

Result<std::vector<TunedKernel>> readTuning(const std::string &path) {
  Result<std::string> text = readFile(path);
  if (!text)
    return Error{path + ": " + text.error().message};
  Json json = Json::parse(*text, nullptr, /*allow_exceptions=*/false);
  std::string problem;
  Fields fields(json, problem);
  std::vector<TunedKernel> kernels;
  if (fields.count("tqc_tuning") != 1 && problem.empty())
    problem = "it was written by another version";
  for (const Json &one : fields.list("kernels"))
    kernels.push_back(tunedOf(one, problem));
  if (!problem.empty())
    return Error{path + " is no result of `tq-run tune`: " + problem};
  return kernels;
}

//===----------------------------------------------------------------------===//
// Parts of several machines
//===----------------------------------------------------------------------===//

/// Adds another part of the same kernel.
static Status addPart(TunedKernel &all, const TunedKernel &part) {
  std::string name = all.kernel + " (" + all.arguments + ")";
  if (part.gpu != all.gpu || part.arch != all.arch)
    return Error{name + ": one part is of " + all.gpu + " with code for " +
                 all.arch + ", another of " + part.gpu + " with code for " +
                 part.arch};
  if (part.measured != all.measured || part.count != all.count)
    return Error{name + ": its parts are not of the same run"};
  for (const Candidate &candidate : part.candidates) {
    auto same = std::find_if(
        all.candidates.begin(), all.candidates.end(),
        [&](const Candidate &one) { return one.index == candidate.index; });
    if (same != all.candidates.end())
      return Error{name + ": " + candidate.config + " is in two parts"};
    all.candidates.push_back(candidate);
  }
  if (part.key != all.key)
    all.key.clear(); // of different builds of the compiler
  return {};
}

Result<std::vector<TunedKernel>>
mergeTuning(const std::vector<std::vector<TunedKernel>> &parts) {
  std::vector<TunedKernel> merged;
  for (const std::vector<TunedKernel> &part : parts)
    for (const TunedKernel &tuned : part) {
      auto same = std::find_if(
          merged.begin(), merged.end(), [&](const TunedKernel &one) {
            return one.kernel == tuned.kernel && one.content == tuned.content;
          });
      if (same == merged.end())
        merged.push_back(tuned);
      else if (Status status = addPart(*same, tuned); !status)
        return status.error();
    }
  for (TunedKernel &tuned : merged) {
    std::sort(tuned.candidates.begin(), tuned.candidates.end(),
              [](const Candidate &a, const Candidate &b) {
                return a.index < b.index;
              });
    if (tuned.candidates.size() != tuned.count)
      return Error{tuned.kernel + " (" + tuned.arguments +
                   "): " + std::to_string(tuned.candidates.size()) + " of " +
                   std::to_string(tuned.count) +
                   " candidates are there; a shard is missing, or the parts "
                   "are of different sources"};
  }
  return merged;
}

void keepChoice(const TunedKernel &tuned) {
  const Candidate *best = fastest(tuned);
  if (best && tuned.measured && !tuned.key.empty() &&
      tuned.candidates.size() == tuned.count)
    DiskCache::shared().put("tuned", tuned.key, best->config);
}

} // namespace tqc
