//===- Npy.cpp - Tensors in .npy files ------------------------------------===//
//
// A file is the magic "\x93NUMPY", two version bytes, the length of the header
// (2 bytes in version 1, 4 later), a Python dict as text
//
//     {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
//
// and the elements. The dict always has these three keys; numpy itself refuses
// others, so the reader is a small parser of just that.
//
//===----------------------------------------------------------------------===//

#include "runtime/device/Npy.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace tqc {

static constexpr std::string_view kMagic = "\x93NUMPY";
static constexpr size_t kMaxHeader = 1 << 20;

namespace {

/// What the dict says.
struct NpyHeader {
  std::string descr;
  bool fortran = false;
  std::vector<int64_t> shape;
};

/// Parses the dict. Every function answers whether it could.
class HeaderParser {
public:
  explicit HeaderParser(std::string_view text) : rest(text) {}

  bool parse(NpyHeader &header) {
    bool hasDescr = false, hasOrder = false, hasShape = false;
    if (!eat('{'))
      return false;
    while (!eat('}')) {
      std::string key;
      if (!string(key) || !eat(':'))
        return false;
      bool known = false;
      if (key == "descr")
        known = hasDescr = descr(header.descr);
      else if (key == "fortran_order")
        known = hasOrder = boolean(header.fortran);
      else if (key == "shape")
        known = hasShape = tuple(header.shape);
      if (!known || (!eat(',') && peek() != '}'))
        return false;
    }
    return peek() == 0 && hasDescr && hasOrder && hasShape;
  }

private:
  char peek() {
    rest.remove_prefix(std::min(rest.find_first_not_of(" \n\t"), rest.size()));
    return rest.empty() ? 0 : rest.front();
  }
  bool eat(char c) {
    if (peek() != c || rest.empty())
      return false;
    rest.remove_prefix(1);
    return true;
  }
  bool string(std::string &out) {
    char quote = peek();
    if (quote != '\'' && quote != '"')
      return false;
    size_t end = rest.find(quote, 1);
    if (end == std::string_view::npos)
      return false;
    out = std::string(rest.substr(1, end - 1));
    rest.remove_prefix(end + 1);
    return true;
  }
  /// A string; or a list, which is kept as it stands to be named in an error.
  bool descr(std::string &out) {
    if (peek() != '[')
      return string(out);
    int depth = 0;
    for (size_t i = 0; i < rest.size(); ++i) {
      depth += rest[i] == '[' ? 1 : rest[i] == ']' ? -1 : 0;
      if (depth == 0) {
        out = std::string(rest.substr(0, i + 1));
        rest.remove_prefix(i + 1);
        return true;
      }
    }
    return false;
  }
  bool boolean(bool &out) {
    peek();
    for (auto [word, value] : {std::pair(std::string_view("True"), true),
                               std::pair(std::string_view("False"), false)})
      if (rest.substr(0, word.size()) == word) {
        rest.remove_prefix(word.size());
        out = value;
        return true;
      }
    return false;
  }
  bool tuple(std::vector<int64_t> &out) {
    if (!eat('('))
      return false;
    while (!eat(')')) {
      int64_t number = 0;
      size_t digits = 0;
      for (char c = peek(); c >= '0' && c <= '9';
           rest.remove_prefix(1), c = rest.empty() ? 0 : rest.front()) {
        if (++digits > 18)
          return false;
        number = number * 10 + (c - '0');
      }
      eat('L'); // Python 2 wrote long integers
      if (digits == 0 || (!eat(',') && peek() != ')'))
        return false;
      out.push_back(number);
    }
    return true;
  }

  std::string_view rest;
};

/// A dtype code: '<f4' is little-endian, a float, 4 bytes wide.
struct NpyCode {
  std::optional<DType> type; ///< none for raw bytes 'V'
  size_t width = 0;
  bool swapped = false;
};

} // namespace

/// The type of an npy code, or none if we do not read it.
static std::optional<NpyCode> readCode(std::string_view descr) {
  if (descr.size() < 3 ||
      std::string_view("<>|=").find(descr[0]) == std::string_view::npos)
    return std::nullopt;
  NpyCode code;
  code.swapped = descr[0] == '>';
  if (descr == "|V1" || descr == "<V1" || descr == "|V2" || descr == "<V2") {
    code.width = static_cast<size_t>(descr[2] - '0');
    return code;
  }
#define TQC_DTYPE(id, name, torch, bytes, kind, npy)                           \
  if (!code.type && DType::id != DType::FP8E4NV &&                             \
      DType::id != DType::FP8E5 && DType::id != DType::FP8E4B15 &&             \
      DType::id != DType::BF16 &&                                              \
      descr.substr(1) == std::string_view(npy).substr(1))                      \
    code.type = DType::id;
#include "runtime/device/DTypes.def"
  if (!code.type)
    return std::nullopt;
  code.width = bytesOf(*code.type);
  return code;
}

/// The number of bytes of the elements, or none if it overflows.
static std::optional<uint64_t> bytesOfShape(const std::vector<int64_t> &shape,
                                            size_t width) {
  uint64_t bytes = width;
  for (int64_t size : shape)
    if (__builtin_mul_overflow(bytes, static_cast<uint64_t>(size), &bytes) ||
        bytes > uint64_t(INT64_MAX))
      return std::nullopt;
  return bytes;
}

/// Puts the elements of a Fortran-ordered file in row-major order.
static HostTensor fromFortran(HostTensor tensor) {
  int64_t step = 1;
  for (size_t i = 0; i < tensor.shape.size(); ++i) {
    tensor.strides[i] = step;
    step *= tensor.shape[i];
  }
  return tensor.contiguous();
}

/// What a file says its type is, made fit for a message.
static std::string showDescr(const std::string &descr) {
  constexpr size_t kMostShown = 60;
  std::string text = descr.substr(0, kMostShown);
  for (char &c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f)
      c = '?';
  return text + (descr.size() > kMostShown ? "..." : "");
}

/// Finds the header's text and where the elements begin.
static Result<size_t> findHeader(const std::string &name,
                                 std::string_view bytes,
                                 std::string_view &text) {
  if (bytes.substr(0, kMagic.size()) != kMagic.substr(0, bytes.size()) ||
      bytes.empty())
    return Error{name + ": is no .npy file (it does not begin with "
                        "\"\\x93NUMPY\")"};
  if (bytes.size() < 10)
    return Error{name + ": is truncated (it ends within the header)"};
  int major = static_cast<uint8_t>(bytes[6]);
  if (major < 1 || major > 3)
    return Error{name + ": has .npy version " + std::to_string(major) +
                 "; versions 1 to 3 are known"};
  size_t lengthBytes = major == 1 ? 2 : 4, at = 8 + lengthBytes, length = 0;
  if (bytes.size() < at)
    return Error{name + ": is truncated (it ends within the header)"};
  for (size_t i = 0; i < lengthBytes; ++i)
    length |= size_t(static_cast<uint8_t>(bytes[8 + i])) << (8 * i);
  if (length > kMaxHeader)
    return Error{name + ": says its header has " + std::to_string(length) +
                 " bytes; more than " + std::to_string(kMaxHeader) +
                 " is refused"};
  if (bytes.size() < at + length)
    return Error{name + ": is truncated (the header needs " +
                 std::to_string(length) + " bytes, " +
                 std::to_string(bytes.size() - at) + " are there)"};
  text = bytes.substr(at, length);
  return at + length;
}

/// The type that the elements are taken for.
static Result<DType> chooseType(const std::string &name,
                                const NpyHeader &header, const NpyCode &code,
                                std::optional<DType> as) {
  if (!as && code.type)
    return *code.type;
  if (!as)
    return Error{name + ": holds raw " + std::to_string(code.width) +
                 "-byte elements ('" + header.descr +
                 "'); say what they are, as in :bf16"};
  if (bytesOf(*as) != code.width)
    return Error{name + ": holds '" + header.descr + "' elements of " +
                 std::to_string(code.width) + " bytes, which cannot be " +
                 nameOf(*as) + " (" + std::to_string(bytesOf(*as)) + " bytes)"};
  if (code.type && isFloat(*code.type) && *as != *code.type)
    return Error{name + ": holds " + nameOf(*code.type) +
                 " elements, not raw bits of " + nameOf(*as)};
  return *as;
}

Result<HostTensor> parseNpy(const std::string &name, std::string_view bytes,
                            std::optional<DType> as) {
  std::string_view text;
  Result<size_t> start = findHeader(name, bytes, text);
  if (!start)
    return start.error();
  NpyHeader header;
  if (!HeaderParser(text).parse(header))
    return Error{name + ": has a damaged header (it must be a dict of descr, "
                        "fortran_order and shape)"};
  if (header.shape.size() > kMaxDimensions)
    return Error{name + ": has " + std::to_string(header.shape.size()) +
                 " dimensions; an array has at most " +
                 std::to_string(kMaxDimensions)};
  std::optional<NpyCode> code = readCode(header.descr);
  if (!code)
    return Error{name + ": has dtype " + showDescr(header.descr) +
                 ", which is not supported (bool, integers, and floats of 2, "
                 "4 and 8 bytes are)"};
  Result<DType> type = chooseType(name, header, *code, as);
  if (!type)
    return type.error();
  std::optional<uint64_t> needed = bytesOfShape(header.shape, code->width);
  uint64_t present = bytes.size() - *start;
  if (!needed || *needed != present) {
    std::string count = needed ? std::to_string(*needed) : "too many";
    return Error{name + ": " +
                 (!needed || *needed > present ? "is truncated"
                                               : "has bytes behind the array") +
                 " (shape " + showShape(header.shape) + " of '" + header.descr +
                 "' needs " + count + " bytes, " + std::to_string(present) +
                 " are there)"};
  }
  HostTensor tensor(*type, header.shape);
  if (present)
    std::memcpy(tensor.storage.data(), bytes.data() + *start, present);
  if (code->swapped)
    for (size_t i = 0; i < tensor.storage.size(); i += code->width)
      std::reverse(tensor.storage.data() + i,
                   tensor.storage.data() + i + code->width);
  if (header.fortran && header.shape.size() > 1 && present)
    return fromFortran(std::move(tensor));
  return tensor;
}

/// How many bytes the whole file has by what its beginning says; none while
/// that is not known.
static std::optional<uint64_t> saidLength(std::string_view bytes) {
  std::string_view text;
  Result<size_t> start = findHeader("", bytes, text);
  NpyHeader header;
  if (!start && bytes.size() < kMaxHeader + kMagic.size() + 6 &&
      bytes.substr(0, kMagic.size()) == kMagic)
    return std::nullopt;
  if (!start || !HeaderParser(text).parse(header) ||
      header.shape.size() > kMaxDimensions)
    return 0;
  std::optional<NpyCode> code = readCode(header.descr);
  std::optional<uint64_t> data =
      code ? bytesOfShape(header.shape, code->width) : std::nullopt;
  return data ? *start + *data : 0;
}

Result<HostTensor> readNpy(const std::string &path, std::optional<DType> as) {
  FILE *file = std::fopen(path.c_str(), "rb");
  if (!file)
    return Error{path + ": cannot be read: " + std::strerror(errno)};
  std::string bytes;
  struct stat info = {};
  if (fstat(fileno(file), &info) == 0 && S_ISREG(info.st_mode))
    bytes.reserve(static_cast<size_t>(info.st_size));
  // A pipe or a device may have no end: no more is read than is needed to see
  // that it is wrong.
  std::string chunk(1 << 20, 0);
  std::optional<uint64_t> length;
  for (size_t got;
       (got = std::fread(chunk.data(), 1, chunk.size(), file)) > 0;) {
    bytes.append(chunk, 0, got);
    if (!length)
      length = saidLength(bytes);
    if (length && bytes.size() > *length && !S_ISREG(info.st_mode))
      break;
  }
  int problem = std::ferror(file) ? errno : 0;
  std::fclose(file);
  if (problem)
    return Error{path + ": cannot be read: " + std::strerror(problem)};
  return parseNpy(path, bytes, as);
}

static std::string headerOf(const HostTensor &tensor) {
  std::string dict =
      std::string("{'descr': '") + infoOf(tensor.type).npy +
      "', 'fortran_order': False, 'shape': " + showShape(tensor.shape) + ", }";
  size_t fixed = kMagic.size() + 4;
  size_t total = (fixed + dict.size() + 1 + 63) / 64 * 64;
  dict.append(total - fixed - dict.size() - 1, ' ');
  dict += '\n';
  std::string header(kMagic);
  header += '\1';
  header += '\0';
  header += static_cast<char>(dict.size() & 255);
  header += static_cast<char>(dict.size() >> 8);
  return header + dict;
}

Status writeNpy(const std::string &path, const HostTensor &tensor) {
  HostTensor packed = tensor.contiguous();
  std::string header = headerOf(packed);
  struct stat info;
  bool special = stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode);
  std::string target =
      special ? path : path + ".tmp" + std::to_string(getpid());
  FILE *file = std::fopen(target.c_str(), "wb");
  if (!file)
    return Error{path + ": cannot be written: " + std::strerror(errno)};
  errno = 0;
  bool written =
      std::fwrite(header.data(), 1, header.size(), file) == header.size() &&
      std::fwrite(packed.storage.data(), 1, packed.storage.size(), file) ==
          packed.storage.size();
  written = std::fclose(file) == 0 && written;
  if (written && (special || std::rename(target.c_str(), path.c_str()) == 0))
    return {};
  std::string reason = std::strerror(errno);
  if (!special)
    std::remove(target.c_str());
  return Error{path + ": cannot be written: " + reason};
}

} // namespace tqc
