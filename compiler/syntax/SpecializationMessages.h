//===- SpecializationMessages.h - What fixing a kernel can say --*- C++ -*-===//
//
// The sentences of Specialization.cpp, in the style of SemaMessages.h.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_SYNTAX_SPECIALIZATIONMESSAGES_H
#define TQC_COMPILER_SYNTAX_SPECIALIZATIONMESSAGES_H

#include "compiler/syntax/Diagnostics.h"

#include <string>

namespace tqc::sema::msg {

inline Diag &missingType(DiagEngine &diags, Span at, const std::string &name) {
  return diags
      .error(code::MissingType, at, "the type of `" + name + "` is not known")
      .help("write `# tqc: signature=\"...\"` above the kernel, give "
            "--signature, or annotate it: `" +
            name + ": \"*fp32\"`");
}

inline Diag &missingConstant(DiagEngine &diags, Span at,
                             const std::string &name) {
  return diags
      .error(code::MissingConstant, at,
             "`" + name + "` is a `tl.constexpr` and has no value")
      .help("give -D " + name + "=VALUE, or write `# tqc: " + name +
            "=VALUE` above the kernel");
}

/// "the types of `x` and `n` and the value of `B` are not known": with a line
/// to paste, and flags that say the same.
inline Diag &missingSignature(DiagEngine &diags, Span at,
                              const std::vector<std::string> &types,
                              const std::vector<std::string> &constants,
                              const std::string &line,
                              const std::string &flags) {
  auto list = [](const std::string &what,
                 const std::vector<std::string> &names) {
    std::string text = what + (names.size() == 1 ? " of `" : "s of `");
    for (size_t i = 0; i < names.size(); ++i)
      text += (i == 0                 ? ""
               : i + 1 < names.size() ? "`, `"
                                      : "` and `") +
              names[i];
    return text + "`";
  };
  std::string what = types.empty() ? "" : list("the type", types);
  if (!constants.empty())
    what += (what.empty() ? "" : ", and ") + list("the value", constants);
  return diags
      .error(types.empty() ? code::MissingConstant : code::MissingType, at,
             what + (types.empty() || constants.empty() ? " are" : ", are") +
                 " not known")
      .help("write above the kernel, with what you mean: " + line)
      .help("or give " + flags);
}

inline Diag &badSignatureItem(DiagEngine &diags, Span at,
                              const std::string &item) {
  return diags
      .error(code::BadSignature, at,
             "the signature has `" + item +
                 "`, which is neither a type nor a "
                 "constant")
      .help("types are `*fp16`, `bf16`, `i32:16`, `u8`, `i1`, "
            "`tensordesc<fp16[64, 64]>`; constants are `1024`, `True`, `0.5`, "
            "`None`");
}

inline Diag &descriptorArgument(DiagEngine &diags, Span at,
                                const std::string &name,
                                const std::string &why) {
  return diags.error(code::DescriptorUse, at,
                     "`" + name + "` is no tensor descriptor: " + why);
}

inline Diag &signatureCount(DiagEngine &diags, Span at,
                            const std::string &kernel, size_t given,
                            size_t types, size_t all) {
  std::string wanted =
      types == all ? std::to_string(all)
                   : std::to_string(types) + " or " + std::to_string(all);
  return diags.error(code::BadSignature, at,
                     "the signature has " + std::to_string(given) +
                         (given == 1 ? " entry" : " entries") + ", but `" +
                         kernel + "` needs " + wanted);
}

inline Diag &unknownParameter(DiagEngine &diags, Span at,
                              const std::string &kernel, llvm::StringRef name,
                              const std::string &nearest) {
  Diag &diag =
      diags.error(code::UnknownParameter, at,
                  "`" + kernel + "` has no parameter `" + name.str() + "`");
  if (!nearest.empty())
    diag.help("did you mean `" + nearest + "`?");
  return diag;
}

inline Diag &badAnnotation(DiagEngine &diags, Span at, const std::string &name,
                           const std::string &text) {
  return diags
      .error(code::BadAnnotation, at,
             "`" + name + "` is annotated with `" + text +
                 "`, which is no type")
      .help("types are `*fp16`, `bf16`, `i32:16`, `u8`, `i1`");
}

inline Diag &badLine(DiagEngine &diags, Span at, const std::string &rest) {
  return diags
      .error(code::BadTqcLine, at,
             "a `# tqc:` line holds NAME=VALUE pairs, but here is `" + rest +
                 "`")
      .help("write `# tqc: signature=\"*fp32, i32\" BLOCK=1024 num_warps=4`");
}

inline Diag &badLineOption(DiagEngine &diags, Span at, llvm::StringRef name,
                           llvm::StringRef value) {
  return diags.error(code::BadTqcLine, at,
                     "`" + name.str() + "` is a positive number, not `" +
                         value.str() + "`");
}

inline Diag &badWarps(DiagEngine &diags, Span at, const std::string &kernel,
                      int warps) {
  return diags.error(code::BadLaunchShape, at,
                     "`num_warps` of `" + kernel + "` is " +
                         std::to_string(warps) +
                         ", but must be 1, 2, 4, 8, 16 or 32");
}

inline Diag &badStages(DiagEngine &diags, Span at, const std::string &kernel,
                       int stages, int most) {
  return diags.error(code::BadLaunchShape, at,
                     "`num_stages` of `" + kernel + "` is " +
                         std::to_string(stages) + ", but must be 0 to " +
                         std::to_string(most));
}

inline Diag &variadicKernel(DiagEngine &diags, Span at,
                            const std::string &kernel) {
  return diags.error(code::BadAnnotation, at,
                     "`" + kernel +
                         "` is a kernel, and a kernel names all of "
                         "its parameters");
}

inline Diag &wordWithoutMeaning(DiagEngine &diags, Span at,
                                const std::string &name,
                                const std::string &text, bool isWord) {
  Diag &diag =
      diags.error(code::BadSignature, at,
                  "`" + name + "` cannot be `" + text + "`: " +
                      (isWord ? "no constant, function or type has that name"
                              : "only Python knows what that is"));
  std::string lower = llvm::StringRef(text).lower();
  for (const char *word : {"None", "True", "False"})
    if (lower == llvm::StringRef(word).lower())
      return diag.help("write `" + name + "=" + word + "`");
  if (lower == "null" || lower == "nil")
    return diag.help("write `" + name + "=None`");
  if (isWord)
    diag.help("a text stands in quotes: `" + name + "='" + text +
              "'`, on a command line \"" + name + "='" + text + "'\"");
  return diag;
}

inline Diag &typeOfConstant(DiagEngine &diags, Span at,
                            const std::string &name) {
  return diags
      .error(code::BadSignature, at,
             "`" + name +
                 "` is a `tl.constexpr`, but a type of a run-time "
                 "argument is given for it")
      .help("give a value, such as `" + name + "=1024`");
}

inline Diag &badKernelName(DiagEngine &diags, Span at,
                           const std::string &name) {
  return diags.error(code::BadKernelName, at,
                     "the name of a kernel has the letters a to z, digits and "
                     "`_`, but this is `" +
                         name + "`");
}

inline Diag &unspecializedConstant(DiagEngine &diags, Span at,
                                   const std::string &name) {
  return diags
      .error(code::BadAnnotation, at,
             "`" + name +
                 "` is a `tl.constexpr`, and `do_not_specialize` names "
                 "it")
      .help("leave it out of `do_not_specialize`: a constant is always "
            "specialised");
}

inline Diag &badConstant(DiagEngine &diags, Span at, const std::string &name,
                         const std::string &text) {
  return diags.error(code::BadSignature, at,
                     "`" + name + "` cannot be `" + text + "`");
}

} // namespace tqc::sema::msg

#endif // TQC_COMPILER_SYNTAX_SPECIALIZATIONMESSAGES_H
