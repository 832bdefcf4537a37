//===- Specialization.h - Signatures and `# tqc:` lines ---------*- C++ -*-===//
//
// Reads what fixes a kernel before it is compiled.
//
//     "*fp32:16, i32, 1024"                a signature: types and constants
//     signature="*fp32, i32" BLOCK=1024 num_warps=4        a `# tqc:` line
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_SYNTAX_SPECIALIZATION_H
#define TQC_COMPILER_SYNTAX_SPECIALIZATION_H

#include "compiler/syntax/Sema.h"

namespace tqc::sema {

/// One entry of a signature: "*fp32:16", "*fp32:16:restrict", "i32:1", "1024",
/// "BLOCK=64",
/// "(*fp32, i32)", "(x=*fp32, n=i32)", "tensordesc<fp16[64, 64]>".
struct SignatureItem {
  std::string name; ///< of `NAME=...`, else empty
  ArgumentSpec spec;
};

/// Splits and reads a signature; gives the entry that is none in `bad`.
std::optional<std::vector<SignatureItem>> readSignature(llvm::StringRef text,
                                                        std::string &bad);

/// Reads a type with hints, "*fp16:16": nothing if it is none.
std::optional<ArgumentSpec> readTypeWithHints(llvm::StringRef text);

/// A tensor descriptor of the host: a tuple of `base`, `shape`, `strides` and
/// `padding` whose type is that of its blocks. What Triton asks of the base and
/// of the strides is known of them; the last stride is 1.
ArgumentSpec descriptorSpec(Elem elem, llvm::ArrayRef<int64_t> block,
                            bool padWithNan);
bool isDescriptor(const ArgumentSpec &spec);
/// Why no descriptor has blocks of that shape, or "".
std::string misuseOfBlock(Elem elem, llvm::ArrayRef<int64_t> block);

/// The pairs of a `# tqc:` line; nothing and the rest in `bad` if it is none.
std::optional<std::vector<std::pair<std::string, std::string>>>
readTqcLine(llvm::StringRef text, std::string &bad);
/// The value of such a pair without its quotes.
std::string unquoted(llvm::StringRef value);

/// Is `text` a literal that can stand for a constant: 12, -1, 0.5, True, None,
/// 'ieee', tl.float16?
bool isLiteral(llvm::StringRef text);
/// Is `text` a name and nothing else?
bool isIdentifier(llvm::StringRef text);

} // namespace tqc::sema

#endif // TQC_COMPILER_SYNTAX_SPECIALIZATION_H
