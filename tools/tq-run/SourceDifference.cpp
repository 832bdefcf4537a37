//===- SourceDifference.cpp - Where a text leaves its reference -----------===//

#include "tools/tq-run/SourceDifference.h"

#include "compiler/syntax/Lexer.h"

#include <algorithm>

namespace tqc {

namespace {

struct Word {
  std::string text;
  int line;
};

struct Statement {
  std::vector<Word> words;
  std::string text;
};

} // namespace

static std::vector<Statement> statementsOf(const std::string &text) {
  SourceManager sources;
  const SourceFile &file = sources.add("kernel.tq", text);
  std::vector<Statement> statements(1);
  for (const Token &token : lex(file, sources).tokens) {
    bool ends = token.is(TokenKind::Newline) || token.is(TokenKind::End);
    if (token.is(TokenKind::Indent) || token.is(TokenKind::Dedent))
      continue;
    if (!ends) {
      std::string word = sources.textOf(token.span).str();
      statements.back().text += word;
      statements.back().words.push_back(
          {word, static_cast<int>(file.locate(token.span.begin).line)});
      continue;
    }
    Statement &last = statements.back();
    bool isText =
        last.words.size() == 1 && last.text.find('"') != std::string::npos;
    if (last.words.empty() || isText)
      last = {};
    else
      statements.emplace_back();
  }
  statements.pop_back();
  return statements;
}

/// The share of words that two statements have in common, in order.
static double likeness(const Statement &a, const Statement &b) {
  size_t begin = 0, end = 0, shorter = std::min(a.words.size(), b.words.size());
  while (begin < shorter && a.words[begin].text == b.words[begin].text)
    ++begin;
  while (end < shorter - begin && a.words[a.words.size() - 1 - end].text ==
                                      b.words[b.words.size() - 1 - end].text)
    ++end;
  return double(begin + end) /
         double(std::max<size_t>(std::max(a.words.size(), b.words.size()), 1));
}

/// The line of the first word that differs.
static int lineOfChange(const Statement &got, const Statement &wanted) {
  size_t i = 0;
  while (i + 1 < got.words.size() && i < wanted.words.size() &&
         got.words[i].text == wanted.words[i].text)
    ++i;
  return got.words[i].line;
}

namespace {

/// A run of statements.
struct Stretch {
  const std::vector<Statement> &all;
  size_t begin, end;

  size_t size() const { return end - begin; }
  const Statement &operator[](size_t i) const { return all[begin + i]; }
};

} // namespace

/// Which of the wanted statements each has become; `wanted.size()` for none.
static std::vector<size_t> pairUp(const Stretch &got, const Stretch &wanted) {
  constexpr double kAlike = 0.3;
  std::vector<size_t> pairs;
  std::vector<bool> taken(wanted.size());
  for (size_t i = 0; i < got.size(); ++i) {
    size_t best = wanted.size();
    double most = kAlike;
    for (size_t j = 0; j < wanted.size(); ++j)
      if (double alike = likeness(got[i], wanted[j]);
          !taken[j] && alike > most) {
        most = alike;
        best = j;
      }
    // As many as there were: each stands for the one in its place.
    if (best == wanted.size() && got.size() == wanted.size() && !taken[i])
      best = i;
    if (best < wanted.size())
      taken[best] = true;
    pairs.push_back(best);
  }
  return pairs;
}

/// The statements of a gap between two that agree.
static void compareGap(const Stretch &got, const Stretch &wanted,
                       std::vector<SourceDifference> &differences) {
  std::vector<size_t> pairs = pairUp(got, wanted);
  for (size_t i = 0; i < got.size(); ++i)
    if (pairs[i] < wanted.size())
      differences.push_back({lineOfChange(got[i], wanted[pairs[i]]),
                             got[i].text, wanted[pairs[i]].text});
    else
      differences.push_back({got[i].words[0].line, got[i].text, ""});
  int line = got.end > 0 ? got.all[got.end - 1].words.back().line : 1;
  for (size_t j = 0; j < wanted.size(); ++j)
    if (std::find(pairs.begin(), pairs.end(), j) == pairs.end())
      differences.push_back({line, "", wanted[j].text});
}

std::vector<SourceDifference> differencesOf(const std::string &text,
                                            const std::string &reference) {
  std::vector<Statement> got = statementsOf(text),
                         wanted = statementsOf(reference);
  size_t n = got.size(), m = wanted.size();
  // The longest common subsequence of what is behind (i, j).
  std::vector<std::vector<int>> common(n + 1, std::vector<int>(m + 1));
  for (size_t i = n; i-- > 0;)
    for (size_t j = m; j-- > 0;)
      common[i][j] = got[i].text == wanted[j].text
                         ? common[i + 1][j + 1] + 1
                         : std::max(common[i + 1][j], common[i][j + 1]);
  std::vector<SourceDifference> differences;
  size_t gotBegin = 0, wantedBegin = 0;
  for (size_t i = 0, j = 0; i <= n && j <= m;) {
    if (i < n && j < m && got[i].text == wanted[j].text) {
      compareGap({got, gotBegin, i}, {wanted, wantedBegin, j}, differences);
      gotBegin = ++i;
      wantedBegin = ++j;
    } else if (i < n && (j == m || common[i + 1][j] >= common[i][j + 1])) {
      ++i;
    } else if (j < m) {
      ++j;
    } else {
      break;
    }
  }
  compareGap({got, gotBegin, n}, {wanted, wantedBegin, m}, differences);
  return differences;
}

} // namespace tqc
