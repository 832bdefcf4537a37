//===- Bundle.cpp - Kernels for several GPUs in one folder ----------------===//

#include "tools/bundle/Bundle.h"

#include "runtime/cache/ContentKey.h"
#include "tools/tqc/CppHeader.h"

#include <algorithm>
#include <map>

#include "nlohmann/json.hpp"

using namespace tqc;

void Bundle::finish() {
  std::map<std::string, int> used;
  ContentKey content;
  content.add(TQC_VERSION).add(name);
  for (BundleImage &image : images) {
    std::string stem = launcherName(*this, kernels[image.kernel]) + "." +
                       std::string(targets[image.target]->name);
    stem += "." + std::to_string(used[stem]++);
    image.ptxFile = stem + ".ptx";
    image.cubinFile = image.cubin.empty() ? "" : stem + ".cubin";
    content.add(image.ptxFile).add(image.ptx).add(image.cubin);
    content.add(int64_t(image.choice));
  }
  key = content.hex().substr(0, 16);
}

std::string tqc::launcherName(const Bundle &bundle,
                              const BundleKernel &kernel) {
  std::string name = cIdentifier(kernel.entry);
  auto same = [&](const BundleKernel &other) {
    return other.entry == kernel.entry;
  };
  if (std::count_if(bundle.kernels.begin(), bundle.kernels.end(), same) < 2)
    return name;
  for (const BundleArgument &argument : kernel.arguments)
    name += "_" + (argument.type[0] == '*' ? "p" + argument.type.substr(1)
                                           : argument.type);
  return cIdentifier(name);
}

using Json = nlohmann::ordered_json;

static Json imageJson(const Bundle &bundle, const BundleImage &image) {
  Json json = {{"kernel", launcherName(bundle, bundle.kernels[image.kernel])},
               {"choice", image.choice},
               {"target", bundle.targets[image.target]->name},
               {"ptx", image.ptxFile}};
  if (!image.cubinFile.empty())
    json["cubin"] = image.cubinFile;
  Json hints = Json::object();
  for (const KernelParam &param : image.facts.params)
    if (param.role == ParamRole::Argument && param.divisibility > 1)
      hints[param.name] = param.divisibility;
  json["multiple_of"] = std::move(hints);
  return json;
}

std::string tqc::bundleManifest(const Bundle &bundle) {
  Json json = {{"tqc_bundle", 1},
               {"key", bundle.key},
               {"made_by", "tqc " TQC_VERSION},
               {"name", bundle.name},
               {"targets", Json::array()},
               {"kernels", Json::array()},
               {"images", Json::array()}};
  for (const Gpu *gpu : bundle.targets)
    json["targets"].push_back(gpu->name);
  for (const BundleKernel &kernel : bundle.kernels) {
    Json one = {{"launcher", launcherName(bundle, kernel)},
                {"kernel", kernel.entry},
                {"arguments", Json::array()},
                {"choices", Json::array()}};
    for (const BundleArgument &argument : kernel.arguments)
      one["arguments"].push_back(
          {{"name", argument.name}, {"type", argument.type}});
    for (const BundleChoice &choice : kernel.choices) {
      Json constants = Json::object();
      for (const KernelConstant &constant : choice.constants)
        constants[constant.name] = constant.value;
      one["choices"].push_back(std::move(constants));
    }
    json["kernels"].push_back(std::move(one));
  }
  for (const BundleImage &image : bundle.images)
    json["images"].push_back(imageJson(bundle, image));
  return json.dump(2) + "\n";
}
