//===- Builtins.cpp - Looking rows up -------------------------------------===//

#include "compiler/syntax/Builtins.h"

#include "llvm/ADT/StringMap.h"

namespace tqc::sema {

namespace {

// The flags of Builtins.def.
constexpr unsigned M = 1, C = 2, MC = 3;
static_assert(MC == (M | C), "MC is both");

constexpr BuiltinRow kRows[] = {
#define ROW(PATH, KIND, HANDLER, SIGNATURE, FLAGS, DOC)                        \
  {#PATH,                                                                      \
   BuiltinKind::KIND,                                                          \
   HANDLER,                                                                    \
   SIGNATURE,                                                                  \
   ((FLAGS) & M) != 0,                                                         \
   ((FLAGS) & C) != 0,                                                         \
   DOC,                                                                        \
   -1},
#define TQ_NATIVE(PATH, HANDLER, FLAGS, SIGNATURE, DOC)                        \
  ROW(PATH, Native, #HANDLER, SIGNATURE, FLAGS, DOC)
#define TQ_UNARY(PATH, OP, FLAGS, TYPES, DOC)                                  \
  ROW(PATH, Unary, #OP " " TYPES, "x", FLAGS, DOC)
#define TQ_LIBRARY(PATH, FUNCTION, FLAGS, DOC)                                 \
  ROW(PATH, Library, #FUNCTION, "", FLAGS, DOC)
#define TQ_ALIAS(PATH, OTHER) ROW(PATH, Alias, #OTHER, "", 0, "")
#define TQ_DECORATOR(PATH, DOC) ROW(PATH, Decorator, "", "", C, DOC)
#define TQ_REFUSED(PATH, WHY) ROW(PATH, Refused, "", "", 0, WHY)
#include "compiler/syntax/Builtins.def"
#undef ROW
};

constexpr LibdeviceRow kLibdevice[] = {
#define TQ_LIBDEVICE(NAME, SYMBOL, ARGUMENTS, RESULT)                          \
  {#NAME, #SYMBOL, ARGUMENTS, RESULT},
#include "compiler/syntax/BuiltinsLibdevice.def"
};

/// All rows: those of the table, then one per name of libdevice.
struct Table {
  std::vector<std::string> paths; // of libdevice
  std::vector<BuiltinRow> rows;
  llvm::StringMap<unsigned> byPath;
  llvm::StringMap<unsigned> methods;
  llvm::StringMap<bool> packages;

  Table() {
    paths.reserve(std::size(kLibdevice));
    rows.assign(std::begin(kRows), std::end(kRows));
    int native = 0;
    for (BuiltinRow &row : rows)
      if (row.kind == BuiltinKind::Native)
        row.index = native++;
    llvm::StringRef last;
    for (const LibdeviceRow &overload : kLibdevice) {
      llvm::StringRef name = overload.name;
      if (name == last || llvm::is_contained(paths, "libdevice." + name.str()))
        continue;
      last = name;
      paths.push_back("libdevice." + name.str());
      rows.push_back({paths.back().c_str(), BuiltinKind::Libdevice,
                      overload.name, "*args", false, false,
                      "a function of libdevice", -1});
    }
    for (unsigned i = 0; i < rows.size(); ++i) {
      llvm::StringRef path = rows[i].path;
      byPath[path] = i;
      if (rows[i].isMethod)
        methods[rows[i].name()] = i;
      while (path.contains('.')) {
        path = path.rsplit('.').first;
        packages[path] = true;
      }
    }
    methods["to"] = byPath["tl.cast"];
    for (llvm::StringRef package : {"triton.language", "tl.extra"})
      packages[package] = true;
  }
};

const Table &table() {
  static const Table instance;
  return instance;
}

} // namespace

llvm::ArrayRef<BuiltinRow> allBuiltins() { return table().rows; }

const BuiltinRow *findBuiltin(llvm::StringRef path) {
  auto found = table().byPath.find(path);
  if (found == table().byPath.end())
    return nullptr;
  const BuiltinRow &row = table().rows[found->second];
  return row.kind == BuiltinKind::Alias ? findBuiltin(row.handler) : &row;
}

const BuiltinRow *findMethod(llvm::StringRef name) {
  auto found = table().methods.find(name);
  return found == table().methods.end() ? nullptr
                                        : &table().rows[found->second];
}

const BuiltinRow *findLibraryRow(llvm::StringRef function) {
  for (const BuiltinRow &row : table().rows)
    if (row.kind == BuiltinKind::Library && function == row.handler)
      return &row;
  return nullptr;
}

bool isPackage(llvm::StringRef path) { return table().packages.count(path); }

const BuiltinRow *nearestBuiltin(llvm::StringRef path) {
  const BuiltinRow *nearest = nullptr;
  unsigned best = 3;
  for (const BuiltinRow &row : table().rows) {
    unsigned distance = path.edit_distance(row.path, true, best);
    if (distance < best) {
      best = distance;
      nearest = &row;
    }
  }
  return nearest;
}

std::vector<const LibdeviceRow *> findLibdevice(llvm::StringRef name) {
  std::vector<const LibdeviceRow *> overloads;
  for (const LibdeviceRow &row : kLibdevice)
    if (name == row.name)
      overloads.push_back(&row);
  return overloads;
}

} // namespace tqc::sema
