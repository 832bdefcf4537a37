//===- PageData.cpp - What a page of a kernel draws -----------------------===//

#include "tools/explore/PageData.h"

#include "tools/explore/MachineCode.h"
#include "tools/explore/PhaseListing.h"
#include "tools/explore/PipelineSteps.h"
#include "tools/explore/PrintExplanation.h"

#include "llvm/ADT/StringExtras.h"

using namespace tqc;
using Json = nlohmann::ordered_json;

//===----------------------------------------------------------------------===//
// A compilation
//===----------------------------------------------------------------------===//

void CompiledTexts::collectFrom(CompileOptions &options) {
  options.locations = true;
  options.explain = true;
  options.onPhase = [this](PhaseId phase, const std::string &text) {
    // Autotuned kernels are tried with one configuration after the other.
    if (!phases.empty() && phases.back().first >= phase)
      phases.clear();
    phases.emplace_back(phase, text);
  };
}

void CompiledTexts::finish(std::string name, const CompileResult &result) {
  kernel = std::move(name);
  explanation = result.explanation;
  image = result.image;
}

PageData::PageData(const std::string &title, std::string file,
                   const std::string &source)
    : file(std::move(file)) {
  json["schema"] = 1;
  json["title"] = title;
  json["file"] = this->file;
  json["source"] = Json::array();
  llvm::StringRef rest = source;
  while (!rest.empty()) {
    auto [line, after] = rest.split('\n');
    json["source"].push_back(line.rtrim("\r").str());
    rest = after;
  }
}

static Json jsonOf(const PhaseListing &listing) {
  return {
      {"name", listing.name}, {"text", listing.text}, {"lines", listing.lines}};
}

static Json jsonOf(const Pipeline &pipeline) {
  Json rings = Json::array(), lanes = Json::array();
  for (const PipelineRing &ring : pipeline.rings)
    rings.push_back({{"name", ring.name},
                     {"slots", ring.slots},
                     {"shape", ring.shape},
                     {"type", ring.type},
                     {"memory", ring.memory},
                     {"line", ring.line},
                     {"offset", ring.offset},
                     {"before", ring.before}});
  for (const PipelineLane &lane : pipeline.lanes) {
    Json turn = Json::array();
    for (const PipelineEvent &event : lane.turn)
      turn.push_back({{"what", event.what},
                      {"ring", event.ring},
                      {"line", event.line},
                      {"at", event.at}});
    lanes.push_back(
        {{"role", lane.role}, {"line", lane.line}, {"turn", std::move(turn)}});
  }
  return {{"kernel", pipeline.kernel},
          {"rings", std::move(rings)},
          {"lanes", std::move(lanes)}};
}

/// SASS, or why there is none.
void PageData::addMachineCode(const CompiledTexts &texts, Json &code) {
  if (texts.image.entries.empty())
    return;
  Result<std::string> cubin =
      makeCubin(texts.image.entries.front().arch, texts.image.ptx);
  Result<std::string> sass =
      cubin ? disassemble(*cubin) : Result<std::string>(cubin.error());
  if (sass)
    code["phases"].push_back(jsonOf(listSass(*sass, file)));
  else
    code["no_sass"] = sass.error().message;
}

void PageData::addListings(const CompiledTexts &texts) {
  Json code = {{"kernel", texts.kernel}, {"phases", Json::array()}};
  for (const auto &[phase, text] : texts.phases) {
    std::string name = phaseOf(phase).name.str();
    if (phase == PhaseId::Tile || phase == PhaseId::Layout ||
        phase == PhaseId::Schedule) {
      PhaseListing listing = listMlir(name, text, file);
      code["phases"].push_back(jsonOf(listing));
      if (phase == PhaseId::Schedule)
        for (const Pipeline &pipeline : pipelinesOf(listing))
          json["pipelines"].push_back(jsonOf(pipeline));
    } else if (phase == PhaseId::Ptx) {
      code["phases"].push_back(jsonOf(listPtx(text, file)));
    }
  }
  addMachineCode(texts, code);
  json["codes"].push_back(std::move(code));
}

void PageData::addDecisions(const CompiledTexts &texts) {
  SourceManager none; // the page has the source itself
  std::optional<Result<std::vector<RegisterUse>>> registers;
  if (!texts.image.entries.empty())
    registers = registerUse(texts.image.entries.front().arch, texts.image.ptx);
  Json all = Json::parse(explanationJson(
      {texts.explanation, registers ? &*registers : nullptr, none, true}));
  for (Json &kernel : all["kernels"])
    json["kernels"].push_back(std::move(kernel));
  if (all.contains("no_resources"))
    json["no_resources"] = all["no_resources"];
}

void PageData::addCompiled(const CompiledTexts &texts) {
  addListings(texts);
  addDecisions(texts);
}

//===----------------------------------------------------------------------===//
// A run
//===----------------------------------------------------------------------===//

/// Adds the numbers of a line's counters to those that are there.
static void addNumbers(Json &into, const Json &from) {
  for (const auto &[name, value] : from.items())
    if (value.is_number() && name != "line") {
      Json &sum = into[name];
      sum = value.get<uint64_t>() + (sum.is_null() ? 0 : sum.get<uint64_t>());
    }
}

void PageData::addCounters(const std::vector<LaunchReport> &reports) {
  Json launches = Json::array(), lines = Json::object();
  for (const LaunchReport &report : reports) {
    Json launch = Json::parse(report.json);
    for (const Json &line : launch.value("lines", Json::array()))
      if (line["file"] == file)
        addNumbers(lines[std::to_string(line["line"].get<unsigned>())], line);
    launch.erase("lines");
    launches.push_back(std::move(launch));
  }
  json["counters"] = {{"launches", std::move(launches)},
                      {"lines", std::move(lines)}};
}

void PageData::addFindings(const std::vector<Finding> &findings) {
  json["findings"] = Json::array();
  for (const Finding &finding : findings)
    json["findings"].push_back(
        {{"line", finding.file == file ? finding.line : 0},
         {"kind", finding.kind},
         {"text", finding.text},
         {"note", finding.isNote}});
}
