//===- TileType.cpp - Names and sizes of the language's types -------------===//

#include "compiler/syntax/TileType.h"

namespace tqc {

namespace {
enum class Family : uint8_t { Bool, Signed, Unsigned, Float };

/// One row per element type, in the order of Elem.
struct ElemRow {
  Elem elem;
  unsigned bits;
  Family family;
  const char *signature; ///< in `--signature`
  const char *language;  ///< after `tl.`
};

constexpr ElemRow kElems[] = {
    {Elem::I1, 1, Family::Bool, "i1", "int1"},
    {Elem::I8, 8, Family::Signed, "i8", "int8"},
    {Elem::I16, 16, Family::Signed, "i16", "int16"},
    {Elem::I32, 32, Family::Signed, "i32", "int32"},
    {Elem::I64, 64, Family::Signed, "i64", "int64"},
    {Elem::U8, 8, Family::Unsigned, "u8", "uint8"},
    {Elem::U16, 16, Family::Unsigned, "u16", "uint16"},
    {Elem::U32, 32, Family::Unsigned, "u32", "uint32"},
    {Elem::U64, 64, Family::Unsigned, "u64", "uint64"},
    {Elem::F8E4NV, 8, Family::Float, "fp8e4nv", "float8e4nv"},
    {Elem::F8E5, 8, Family::Float, "fp8e5", "float8e5"},
    {Elem::F8E4B15, 8, Family::Float, "fp8e4b15", "float8e4b15"},
    {Elem::F16, 16, Family::Float, "fp16", "float16"},
    {Elem::BF16, 16, Family::Float, "bf16", "bfloat16"},
    {Elem::F32, 32, Family::Float, "fp32", "float32"},
    {Elem::F64, 64, Family::Float, "fp64", "float64"},
};

const ElemRow &row(Elem elem) { return kElems[static_cast<unsigned>(elem)]; }

/// What `print(dtype)` shows in Triton: "fp16" but "int32".
llvm::StringRef printedName(Elem elem) {
  return isFloat(elem) ? row(elem).signature : row(elem).language;
}
} // namespace

unsigned bitWidth(Elem elem) { return row(elem).bits; }
bool isFloat(Elem elem) { return row(elem).family == Family::Float; }
bool isInteger(Elem elem) { return row(elem).family != Family::Float; }
bool isSigned(Elem elem) { return row(elem).family == Family::Signed; }
llvm::StringRef signatureName(Elem elem) { return row(elem).signature; }
llvm::StringRef languageName(Elem elem) { return row(elem).language; }

std::optional<Elem> elemFromSignature(llvm::StringRef name) {
  for (const ElemRow &row : kElems)
    if (name == row.signature)
      return row.elem;
  // Triton also takes these two.
  if (name == "f32" || name == "f64" || name == "f16")
    return name == "f32" ? Elem::F32 : name == "f64" ? Elem::F64 : Elem::F16;
  if (name == "B")
    return Elem::I1;
  return std::nullopt;
}

std::optional<Elem> elemFromLanguage(llvm::StringRef name) {
  for (const ElemRow &row : kElems)
    if (name == row.language)
      return row.elem;
  return std::nullopt;
}

int64_t TileType::elements() const {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

std::string TileType::str() const {
  std::string text = printedName(elem).str();
  if (pointer)
    text = (readOnly ? "const_pointer<" : "pointer<") + text + ">";
  if (!isBlock())
    return text;
  text += "[";
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + "]";
}

} // namespace tqc
