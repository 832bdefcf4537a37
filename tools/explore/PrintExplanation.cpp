//===- PrintExplanation.cpp - `tqc --explain` as text and JSON ------------===//

#include "tools/explore/PrintExplanation.h"

#include "runtime/image/Occupancy.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace tqc;

/// The text of a line in the kernel's file, without what surrounds it.
static llvm::StringRef sourceLine(const ExplanationParts &parts,
                                  const ExplainedKernel &kernel,
                                  unsigned line) {
  for (const auto &file : parts.sources.files())
    if (file->name() == kernel.file && line != 0)
      return file->lineText(line).rtrim();
  return "";
}

/// What ptxas said of a kernel, or null.
static const RegisterUse *registersOf(const ExplanationParts &parts,
                                      const ExplainedKernel &kernel) {
  if (!parts.registers || !*parts.registers)
    return nullptr;
  for (const RegisterUse &use : **parts.registers)
    if (use.kernel == kernel.name)
      return &use;
  return nullptr;
}

static std::optional<Occupancy> occupancy(const ExplainedKernel &kernel,
                                          const RegisterUse &use) {
  return occupancyOf(kernel.arch,
                     {uint32_t(kernel.blockWarps) * 32, uint32_t(use.registers),
                      uint32_t(kernel.sharedBytes)});
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static void printHeader(const ExplainedKernel &kernel, llvm::raw_ostream &os) {
  os << kernel.name;
  if (!kernel.file.empty())
    os << " (" << llvm::sys::path::filename(kernel.file) << ")";
  os << ": " << kernel.warps << " warps, " << kernel.stages << " stages, ";
  if (kernel.roles > 1)
    os << kernel.roles << " roles, ";
  if (kernel.cluster > 1)
    os << "clusters of " << kernel.cluster << ", ";
  if (kernel.sharedBytes)
    os << kernel.sharedBytes << " bytes of shared memory\n";
  else
    os << "no shared memory\n";
}

static void printItems(const ExplanationParts &parts,
                       const ExplainedKernel &kernel, llvm::raw_ostream &os) {
  unsigned line = ~0u;
  for (const ExplainedItem &item : kernel.items) {
    if (item.line != line) {
      line = item.line;
      os << llvm::formatv("  {0,4} | {1}\n", line,
                          sourceLine(parts, kernel, line));
    }
    os << "       - " << item.text;
    if (item.count > 1)
      os << " (" << item.count << " times)";
    if (!item.inside.empty())
      os << " [" << item.inside << "]";
    os << "\n";
  }
}

static void printLayouts(const ExplainedKernel &kernel, bool pictures,
                         llvm::raw_ostream &os) {
  for (const ExplainedLayout &layout : kernel.layouts) {
    os << "  layout " << layout.name << " = " << layout.text << "\n";
    if (!pictures || layout.picture.empty())
      continue;
    for (llvm::StringRef rest = layout.picture; !rest.empty();) {
      auto [line, after] = rest.split('\n');
      rest = after;
      os << "      " << line << "\n";
    }
  }
}

static void printResources(const ExplanationParts &parts,
                           const ExplainedKernel &kernel,
                           llvm::raw_ostream &os) {
  if (!parts.registers)
    return;
  const RegisterUse *use = registersOf(parts, kernel);
  if (!use) {
    os << "  on " << kernel.arch << ": "
       << (*parts.registers ? "ptxas did not say how many registers"
                            : parts.registers->error().message)
       << "\n";
    return;
  }
  os << "  on " << kernel.arch << ": " << use->registers
     << " registers a thread, ";
  if (use->spillStores || use->spillLoads)
    os << use->spillStores << " bytes of spill stores, " << use->spillLoads
       << " of loads";
  else
    os << "no spills";
  if (std::optional<Occupancy> side = occupancy(kernel, *use))
    os << llvm::formatv("; {0} block{1} on a multiprocessor, {2} of {3} warps, "
                        "limited by {4}",
                        side->ctas, side->ctas == 1 ? "" : "s", side->warps,
                        side->mostWarps, side->limits);
  os << "\n";
}

std::string tqc::explanationText(const ExplanationParts &parts) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (const ExplainedKernel &kernel : parts.kernels) {
    printHeader(kernel, os);
    printItems(parts, kernel, os);
    printLayouts(kernel, parts.pictures, os);
    printResources(parts, kernel, os);
  }
  return text;
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static llvm::json::Array jsonItems(const ExplanationParts &parts,
                                   const ExplainedKernel &kernel) {
  llvm::json::Array items;
  for (const ExplainedItem &item : kernel.items) {
    llvm::json::Object object{
        {"line", item.line},
        {"column", item.column},
        {"source", sourceLine(parts, kernel, item.line).trim()},
        {"kind", item.kind},
        {"text", item.text},
        {"count", item.count},
        {"facts", llvm::json::Object(item.facts)}};
    if (!item.inside.empty())
      object["inside"] = item.inside;
    items.push_back(std::move(object));
  }
  return items;
}

static llvm::json::Value jsonResources(const ExplanationParts &parts,
                                       const ExplainedKernel &kernel) {
  const RegisterUse *use = registersOf(parts, kernel);
  if (!use)
    return nullptr;
  llvm::json::Object object{{"registers", use->registers},
                            {"spill_stores", use->spillStores},
                            {"spill_loads", use->spillLoads},
                            {"stack", use->stack}};
  if (std::optional<Occupancy> side = occupancy(kernel, *use)) {
    object["blocks"] = side->ctas;
    object["warps"] = side->warps;
    object["max_warps"] = side->mostWarps;
    object["limit"] = side->limits;
  }
  return object;
}

std::string tqc::explanationJson(const ExplanationParts &parts) {
  llvm::json::Array kernels;
  for (const ExplainedKernel &kernel : parts.kernels) {
    llvm::json::Array layouts;
    for (const ExplainedLayout &layout : kernel.layouts)
      layouts.push_back(llvm::json::Object{{"name", layout.name},
                                           {"text", layout.text},
                                           {"picture", layout.picture}});
    llvm::json::Object object{{"name", kernel.name},
                              {"file", kernel.file},
                              {"line", kernel.line},
                              {"arch", kernel.arch},
                              {"warps", kernel.warps},
                              {"stages", kernel.stages},
                              {"roles", kernel.roles},
                              {"cluster", kernel.cluster},
                              {"shared_bytes", kernel.sharedBytes},
                              {"items", jsonItems(parts, kernel)},
                              {"layouts", std::move(layouts)},
                              {"resources", jsonResources(parts, kernel)}};
    kernels.push_back(std::move(object));
  }
  llvm::json::Object whole{{"schema", 1}, {"kernels", std::move(kernels)}};
  if (parts.registers && !*parts.registers)
    whole["no_resources"] = parts.registers->error().message;
  return llvm::formatv("{0:2}\n", llvm::json::Value(std::move(whole))).str();
}
