//===- ShellCompletion.cpp - Scripts for bash, zsh and fish ---------------===//
//
// Words that begin with a dash are completed to options, the first word of a
// program with commands to one of them, the value of an option that knows its
// values to one of these, and everything else to files.
//
//===----------------------------------------------------------------------===//

#include "tools/manual/Manual.h"

#include <algorithm>

using namespace tqc;

/// 'text' for any of the shells: a quote in it ends and begins the text again.
static std::string quoted(const std::string &text, Shell shell) {
  std::string out = "'";
  for (char c : text)
    if (c == '\'')
      out += shell == Shell::Fish ? "\\'" : "'\\''";
    else if (c == '\\' && shell == Shell::Fish)
      out += "\\\\";
    else
      out += c == '\n' ? ' ' : c;
  return out + "'";
}

static std::string joined(const std::vector<std::string> &words) {
  std::string text;
  for (const std::string &word : words)
    text += (text.empty() ? "" : " ") + word;
  return text;
}

static std::string namesOf(const std::vector<ManualCommand> &commands) {
  std::vector<std::string> names;
  for (const ManualCommand &command : commands)
    names.push_back(command.name);
  return joined(names);
}

/// The name of a function of the script.
static std::string functionOf(const Manual &manual) {
  std::string name = "_" + manual.program.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

//===----------------------------------------------------------------------===//
// bash
//===----------------------------------------------------------------------===//

/// Cases of `$command:$option` and `$command:`.
static std::string bashCases(const ManualCommand &command,
                             const std::string &name) {
  std::string text;
  std::vector<std::string> options;
  for (const ManualOption &option : command.options) {
    options.push_back(option.name);
    if (!option.choices.empty())
      text += "    " + name + ":" + option.name +
              ") words=" + quoted(joined(option.choices), Shell::Bash) +
              " ;;\n";
    else if (!option.placeholder.empty())
      text += "    " + name + ":" + option.name + ") return ;;\n";
  }
  return text + "    " + name + ":*) [[ $word == -* ]] && words=" +
         quoted(joined(options), Shell::Bash) + " ;;\n";
}

/// bash cuts words at `=`: `--emit=p` is three words.
static std::string bashOf(const Manual &manual) {
  std::string text = functionOf(manual) + R"(() {
  local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]}
  local command='' words=''
  COMPREPLY=()
  if [[ $word == = ]]; then
    word=
  elif [[ $option == = ]]; then
    option=${COMP_WORDS[COMP_CWORD-2]}
  fi
)";
  if (!manual.commands.empty())
    text += "  case ' " + namesOf(manual.commands) +
            " ' in\n    *\" ${COMP_WORDS[1]} \"*) ((COMP_CWORD > 1)) && "
            "command=${COMP_WORDS[1]} ;;\n  esac\n";
  text += "  case $command:$option in\n";
  for (const ManualCommand &command : manual.commands)
    text += bashCases(command, command.name);
  text += bashCases(manual.program, "") + "  esac\n";
  if (!manual.commands.empty())
    text += "  if ((COMP_CWORD == 1)) && [[ $word != -* ]]; then\n    words='" +
            namesOf(manual.commands) + "'\n  fi\n";
  return text + "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n}\n" +
         "complete -o bashdefault -o default -F " + functionOf(manual) + " " +
         manual.program.name + "\n";
}

//===----------------------------------------------------------------------===//
// zsh
//===----------------------------------------------------------------------===//

/// What `_arguments` takes for the options, one in a line.
static std::string zshOptions(const ManualCommand &command) {
  std::string text;
  for (const ManualOption &option : command.options) {
    std::string help;
    for (char c : option.help)
      help += (c == '[' || c == ']' || c == ':' || c == '\\')
                  ? std::string("\\") + c
                  : std::string(1, c);
    bool isLetter = option.name.size() == 2;
    std::string spec = "*" + option.name;
    if (!option.placeholder.empty())
      spec += isLetter ? "+" : "=";
    spec += "[" + help + "]";
    if (!option.choices.empty())
      spec += ":value:(" + joined(option.choices) + ")";
    else if (!option.placeholder.empty())
      spec += ":value:_files";
    text += " \\\n    " + quoted(spec, Shell::Zsh);
  }
  return text;
}

static std::string zshOf(const Manual &manual) {
  std::string text = functionOf(manual) + "() {\n";
  if (manual.commands.empty())
    return text + "  _arguments -S" + zshOptions(manual.program) +
           " \\\n    '*:file:_files'\n}\n";
  text += "  local -a commands=(\n";
  for (const ManualCommand &command : manual.commands) {
    std::string summary = command.summary;
    std::replace(summary.begin(), summary.end(), ':', ',');
    text += "    " + quoted(command.name + ":" + summary, Shell::Zsh) + "\n";
  }
  text += "  )\n  if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then\n"
          "    _describe command commands\n";
  if (!manual.needsCommand)
    text += "    _files\n";
  text += "    return\n  fi\n  case $words[2] in\n";
  for (const ManualCommand &command : manual.commands)
    text += "  " + command.name +
            ")\n    shift words; ((CURRENT--))\n    _arguments -S" +
            zshOptions(command) + " \\\n    '*:file:_files' ;;\n";
  return text + "  *)\n    _arguments -S" + zshOptions(manual.program) +
         " \\\n    '*:file:_files' ;;\n  esac\n}\n";
}

static std::string zshScript(const std::vector<Manual> &manuals) {
  std::vector<std::string> names;
  std::string functions, cases;
  for (const Manual &manual : manuals) {
    names.push_back(manual.program.name);
    functions += "\n" + zshOf(manual);
    cases += "  " + manual.program.name + ") " + functionOf(manual) + " ;;\n";
  }
  // As a file of $fpath it is the function itself; else it has to be told.
  return "#compdef " + joined(names) + "\n" + functions +
         "\n_tqc_programs() {\n  case $service in\n" + cases +
         "  esac\n}\n\nif [[ $funcstack[1] == _tqc_programs ]]; then\n"
         "  _tqc_programs \"$@\"\nelse\n  compdef _tqc_programs " +
         joined(names) + "\nfi\n";
}

//===----------------------------------------------------------------------===//
// fish
//===----------------------------------------------------------------------===//

static std::string fishOptions(const std::string &begin,
                               const ManualCommand &command) {
  std::string text;
  for (const ManualOption &option : command.options) {
    bool isLetter = option.name.size() == 2;
    text += begin + (isLetter ? " -s " : " -l ") +
            option.name.substr(isLetter ? 1 : 2);
    if (!option.choices.empty())
      text += " -x -a " + quoted(joined(option.choices), Shell::Fish);
    else if (!option.placeholder.empty())
      text += " -r";
    text += " -d " + quoted(option.help, Shell::Fish) + "\n";
  }
  return text;
}

static std::string fishOf(const Manual &manual) {
  std::string begin = "complete -c " + manual.program.name;
  if (manual.commands.empty())
    return fishOptions(begin, manual.program);
  std::string none =
      " -n 'not __fish_seen_subcommand_from " + namesOf(manual.commands) + "'";
  std::string text = fishOptions(begin + none, manual.program);
  for (const ManualCommand &command : manual.commands) {
    text += begin + " -n __fish_use_subcommand" +
            (manual.needsCommand ? " -f" : "") + " -a " + command.name +
            " -d " + quoted(command.summary, Shell::Fish) + "\n";
    text += fishOptions(begin + " -n '__fish_seen_subcommand_from " +
                            command.name + "'",
                        command);
  }
  return text;
}

std::string tqc::completionFor(Shell shell,
                               const std::vector<Manual> &manuals) {
  if (shell == Shell::Zsh)
    return zshScript(manuals);
  std::string text;
  for (const Manual &manual : manuals)
    text += shell == Shell::Bash ? bashOf(manual) : fishOf(manual);
  return text;
}
