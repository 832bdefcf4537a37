//===- TileFindings.cpp - What is wrong, as a tile says it ----------------===//

#include "compiler/interpreter/TileFindings.h"

#include "dialect/tq/TqDialect.h"

#include <nlohmann/json.hpp>

using namespace mlir;
using namespace tqc;
using namespace tqc::tile;

/// The places of a location from the inside out.
static void placesOf(Location location, SmallVectorImpl<FileLineColLoc> &into) {
  if (auto place = dyn_cast<FileLineColLoc>(location))
    return into.push_back(place);
  if (auto name = dyn_cast<NameLoc>(location))
    return placesOf(name.getChildLoc(), into);
  if (auto call = dyn_cast<CallSiteLoc>(location)) {
    placesOf(call.getCallee(), into);
    return placesOf(call.getCaller(), into);
  }
  if (auto fused = dyn_cast<FusedLoc>(location))
    if (!fused.getLocations().empty())
      placesOf(fused.getLocations().front(), into);
}

static std::string show(FileLineColLoc place) {
  return place.getFilename().str() + ":" + std::to_string(place.getLine()) +
         ":" + std::to_string(place.getColumn());
}

std::string tqc::tile::placeOf(Operation *op) {
  SmallVector<FileLineColLoc> places;
  if (op)
    placesOf(op->getLoc(), places);
  return places.empty() ? "" : show(places.front());
}

/// What the source calls the access.
static void addWords(Operation *op, TileFinding &finding) {
  auto words = op->getAttrOfType<ArrayAttr>(tq::kWordsAttr);
  if (!words || words.size() != 2)
    return;
  StringRef kind = isa<tq::LoadOp>(op)    ? "load"
                   : isa<tq::StoreOp>(op) ? "store"
                                          : "atomic";
  StringRef pointer = cast<StringAttr>(words[0]).getValue();
  StringRef mask = cast<StringAttr>(words[1]).getValue();
  if (!pointer.empty())
    finding.details.push_back(
        ("in the " + kind + " of `" + pointer + "`").str());
  finding.details.push_back(
      mask.empty() ? "there is no mask" : ("the mask is `" + mask + "`").str());
}

TileFinding tqc::tile::findingAt(Operation *op, std::string kind,
                                 std::string message) {
  TileFinding finding;
  finding.kind = std::move(kind);
  finding.message = std::move(message);
  SmallVector<FileLineColLoc> places;
  placesOf(op->getLoc(), places);
  if (!places.empty()) {
    finding.file = places.front().getFilename().str();
    finding.line = static_cast<int>(places.front().getLine());
    finding.column = static_cast<int>(places.front().getColumn());
  }
  for (FileLineColLoc caller : ArrayRef(places).drop_front(!places.empty()))
    finding.details.push_back("called at " + show(caller));
  addWords(op, finding);
  return finding;
}

void TileFindings::add(TileFinding finding) {
  Key key{finding.file, finding.line, finding.column, finding.kind};
  auto [place, fresh] = found.try_emplace(key, finding);
  if (!fresh)
    place->second.occurrences += finding.occurrences;
}

static std::string render(const TileFinding &finding) {
  std::string text = finding.file;
  if (finding.line)
    text += ":" + std::to_string(finding.line) + ":" +
            std::to_string(finding.column);
  text +=
      (text.empty() ? "" : ": ") + finding.kind + ": " + finding.message + "\n";
  for (const std::string &detail : finding.details)
    text += "  " + detail + "\n";
  if (!finding.hasProgram)
    return text;
  text += "  in program (" + std::to_string(finding.program[0]) + ", " +
          std::to_string(finding.program[1]) + ", " +
          std::to_string(finding.program[2]) + ") of " + finding.kernel;
  if (finding.occurrences > 1)
    text += ", and " + std::to_string(finding.occurrences - 1) + " times more";
  return text + "\n";
}

static std::string renderJson(const TileFinding &finding) {
  nlohmann::json json;
  json["kind"] = finding.kind;
  json["message"] = finding.message;
  json["details"] = finding.details;
  if (finding.line) {
    json["file"] = finding.file;
    json["line"] = finding.line;
    json["column"] = finding.column;
  }
  if (finding.hasProgram) {
    json["kernel"] = finding.kernel;
    json["program"] = finding.program;
  }
  if (!finding.tensor.empty())
    json["tensor"] = finding.tensor;
  if (finding.element >= 0)
    json["element"] = finding.element;
  json["occurrences"] = finding.occurrences;
  json["fatal"] = finding.fatal;
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::vector<Finding> TileFindings::take() {
  std::vector<Finding> result;
  for (const auto &[key, finding] : found) {
    Finding told;
    told.kind = finding.kind;
    told.text = render(finding);
    told.json = renderJson(finding);
    told.file = finding.file;
    told.line = finding.line;
    told.column = finding.column;
    result.push_back(std::move(told));
  }
  found.clear();
  return result;
}
