//===- SemaScope.cpp - The files of a compilation -------------------------===//

#include "compiler/syntax/SemaScope.h"

#include "compiler/syntax/Parser.h"

#include <functional>
#include <string_view>

namespace tqc::embedded {
extern const std::pair<std::string_view, std::string_view> kTqStdlib[];
} // namespace tqc::embedded

namespace tqc::sema {

std::set<std::string> findRebound(const ast::Module &module) {
  std::set<std::string> names;
  std::function<void(const ast::Block &)> visit = [&](const ast::Block &block) {
    for (const ast::Stmt *stmt : block) {
      if (const auto *global = llvm::dyn_cast<ast::GlobalStmt>(stmt)) {
        names.insert(global->names.begin(), global->names.end());
      } else if (const auto *function =
                     llvm::dyn_cast<ast::FunctionStmt>(stmt)) {
        visit(function->body);
      } else if (const auto *branch = llvm::dyn_cast<ast::IfStmt>(stmt)) {
        visit(branch->body);
        visit(branch->orElse);
      } else if (const auto *attempt = llvm::dyn_cast<ast::TryStmt>(stmt)) {
        visit(attempt->body);
      } else if (const auto *with = llvm::dyn_cast<ast::WithStmt>(stmt)) {
        visit(with->body);
      }
    }
  };
  visit(module.body);
  return names;
}

ModuleScope &ModuleTable::of(const ast::Module &module) {
  std::unique_ptr<ModuleScope> &scope = scopes[&module];
  if (!scope) {
    scope = std::make_unique<ModuleScope>(module, /*isLibrary=*/false);
    byName[scope->name()] = scope.get();
  }
  return *scope;
}

ModuleScope &ModuleTable::parse(std::string name, std::string text,
                                bool isLibrary) {
  // A second kernel of the same compilation finds the text already there.
  const SourceFile *file = nullptr;
  for (const std::unique_ptr<SourceFile> &known : context.sources.files())
    if (known->name() == name && known->text() == text)
      file = known.get();
  if (!file)
    file = &context.sources.add(name, std::move(text));
  parsed.push_back(parseFile(*file, context.diags));
  ast::Module &module = *parsed.back();
  auto scope = std::make_unique<ModuleScope>(module, isLibrary);
  byName[name] = scope.get();
  return *(scopes[&module] = std::move(scope));
}

ModuleScope *ModuleTable::import(const SourceFile &from, unsigned dots,
                                 llvm::StringRef path) {
  if (!context.loadImport)
    return nullptr;
  auto found = context.loadImport(from, dots, path);
  if (!found)
    return nullptr;
  auto known = byName.find(found->first);
  if (known != byName.end())
    return known->second;
  return &parse(std::move(found->first), std::move(found->second), false);
}

ModuleScope &ModuleTable::library() {
  static const char *const kName = "stdlib.tq";
  auto known = byName.find(kName);
  if (known != byName.end() && known->second->isLibrary)
    return *known->second;
  return parse(kName, std::string(embedded::kTqStdlib[0].second), true);
}

} // namespace tqc::sema
