//===- ManualPage.cpp - A program's page for man --------------------------===//

#include "tools/manual/Manual.h"

using namespace tqc;

/// Text that roff prints as it is.
static std::string plain(const std::string &text) {
  std::string out;
  bool atStart = true;
  for (char c : text) {
    if (atStart && (c == '.' || c == '\''))
      out += "\\&";
    out += c == '\\' ? "\\e" : c == '-' ? "\\-" : std::string(1, c);
    atStart = c == '\n';
  }
  return out;
}

/// An argument of a macro: quotes are doubled in it.
static std::string quoted(const std::string &text) {
  std::string out = "\"";
  for (char c : plain(text))
    out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

static std::string asIs(const std::string &lines) {
  std::string text = plain(lines);
  if (!text.empty() && text.back() != '\n')
    text += '\n';
  return ".nf\n" + text + ".fi\n";
}

static std::string optionText(const ManualOption &option) {
  std::string text = ".TP\n";
  if (option.placeholder.empty())
    text += ".B " + quoted(option.name);
  else
    text +=
        ".BI " + quoted(option.name) + " " + quoted(" " + option.placeholder);
  text += "\n" + plain(option.help) + "\n";
  if (option.choices.empty())
    return text;
  text += ".br\nOne of: ";
  for (size_t i = 0; i < option.choices.size(); ++i)
    text += (i ? ", " : "") + plain(option.choices[i]);
  return text + ".\n";
}

static std::string bodyOf(const ManualCommand &command) {
  std::string text = command.details.empty() ? "" : asIs(command.details);
  for (const ManualOption &option : command.options)
    text += optionText(option);
  return text;
}

std::string tqc::manualPage(const Manual &manual) {
  const ManualCommand &program = manual.program;
  std::string upper;
  for (char c : program.name)
    upper += static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  std::string text = ".TH " + quoted(upper) + " 1 \"\" " +
                     quoted("tqc " TQC_VERSION) + " \"User commands\"\n" +
                     ".SH NAME\n" + plain(program.name) + " \\- " +
                     plain(program.summary) + "\n.SH SYNOPSIS\n" +
                     asIs(program.usage) + ".SH OPTIONS\n" + bodyOf(program);
  if (manual.commands.empty())
    return text;
  text += ".SH COMMANDS\n";
  for (const ManualCommand &command : manual.commands)
    text += ".SS " + quoted(program.name + " " + command.usage) + "\n" +
            plain(command.summary) + ".\n.PP\n" + bodyOf(command);
  return text;
}
